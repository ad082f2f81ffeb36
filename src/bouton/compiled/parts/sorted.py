def walk(mode, tab, start, stop, out):
    out[:3] = 0, 0, -1
    for r in range(start, stop):
        c, h, k = ROWS[r]
        if not VISIT(mode, tab, h, c, k, r, out):
            return r
    return max(start, stop)

