# the value of a sum of heaps whose values are known
def total(h):
    found = 0
    for size in h:
        found ^= VALUE[size]
    return found


def listed(mode, tab, h, c, k, out):
    if not (WHOLE or inside(h, c, k)) or (LEGAL and LABEL[c](*h, *k) == 4):
        return True
    out[1] += 1
    if mode == 64:
        if LABEL[c](*h, *k) == 1:
            out.append((1, c, h, tuple(k)))
        return True
    at = PLACE[c](*h, *k)
    value = lost = (tab[1] if TABLES > 1 else tab)[at]
    if TABLES > 1:
        lost = int(value != SIDE[c](*h, *k))
        value |= lost << 1
    if mode == 16 or lost:
        out.append((value, c, h, tuple(k)))
    return True


# False to stop: the claim fails here (out[2] is the number), or a move is of another form (out[2] is -2)
def judge(mode, tab, h, c, k, r, out):
    silent = mode & 8
    if mode == 7:
        out[3:] = c, h, tuple(k)
        return False
    if mode == 128:
        return note(h, c, k, out)
    if mode >= 16:
        return listed(mode, tab, h, c, k, out)
    mode &= 7
    judged = not silent and (WHOLE or mode <= 1 or inside(h, c, k))
    said = LABEL[c](*h, *k) if judged else 4
    found = bad = 0
    if mode != 1 and mode != 3:
        at = PLACE[c](*h, *k)
    if mode == 0:
        tab[at] = said == 1 or (said == 2 and REACH[c](tab, *h, *k) == 0 and ENDED[c](*h, *k) == 1)
        return True
    mover = SIDE[c](*h, *k) if mode == 5 else 0
    if mover < 0:
        out[2] = -2
        return False
    if mode != 3 or (judged and not out[1]):
        found = REACH[c](tab[mover] if mode >= 4 else tab, *h, *k)
    last = 0 if found or mode == 3 else 1 if mode == 4 and not HAS_WINNER else ENDED[c](*h, *k)
    if last < 0 or said < 0:
        found = -1
    p = found == 1 if found else last
    if mode <= 2:
        if mode == 2:
            tab[at] = p
        bad = said != NUMBER + total(h) if GRUNDY else not ALONE and ((said == 3 or found) if said >= 2 else said != p)
    elif mode == 3:
        bad = not said
    elif mode == 4:
        misere = REACH[c](tab[1], *h, *k) == 1 if found else HAS_WINNER and last
        tab[0][at] = p
        tab[1][at] = misere
        bad = said != (p != misere)
    elif found >= 0:
        won = (mover if found == 2 else 1 - mover) if found else last
        tab[0][at] = not won
        tab[1][at] = won
        bad = not ALONE and ((said == 3 or found) if said >= 2 else said != won)
    if STRATEGY and not bad and said != 4 and found == 2:
        bad = NAMED[c](tab[mover] if mode == 5 else tab, *h, *k)
        found = -1 if bad < 0 else found
    if found < 0:
        out[2] = -2
        return False
    if judged and found:
        out[1] = 1
    if said == 4:
        return True
    if bad:
        out[2] = r
        return False
    out[0] += 1
    return True

