/* where positions are sorted by their measure: how they follow, and of each place how many measures are less */
static const int32_t *ROWS;
static const uint32_t *RANKS;
void sorted(const int32_t *rows, const uint32_t *ranks) { ROWS = rows, RANKS = ranks; }
