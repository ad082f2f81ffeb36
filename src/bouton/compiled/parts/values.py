def mex(numbers):
    number = 0
    while number in numbers:
        number += 1
    return number


# as REACH, whether an option has the bit, and the entry: the value of one play, or both values and the bit of a class
def value(tab, h, c, k):
    seen = set()
    found = REACH[c](tab, seen, *h, *k)
    normal, misere, kinds, below = 0, 1, 0, False
    if found > 0:
        normal = mex(seen if ONE else {entry >> HALF for entry in seen})
        misere = normal if ONE else mex({entry >> 1 & LIMIT - 1 for entry in seen})
        if normal >= LIMIT or misere >= LIMIT:
            return -1, False, 0
        below = LIMIT - 1 in seen if ONE else any([entry & 1 for entry in seen])
    elif not found and HAS_WINNER:
        last = ENDED[c](*h, *k)
        if last < 0:
            return -1, False, 0
        normal = misere = 1 - last
    if ONE:
        return found, below, misere if OF_MISERE else normal
    bit = 0
    if OF_CLASS:
        for entry in seen:
            kinds |= 1 << 3 * min(entry >> HALF, 2) + min(entry >> 1 & LIMIT - 1, 2)
        own = 9 if normal == misere >= 2 else 3 * min(normal, 2) + min(misere, 2)
        bit = CLASS[(own * 512 + kinds) // 32] >> kinds % 32 & 1 or int(HEREDITARY and below)
    return found, below, normal << HALF | misere << 1 | bit


def judge(mode, tab, h, c, k, r, out):
    if mode == 7:
        out[3:] = c, h, tuple(k)
        return False
    if mode == 128:
        return note(h, c, k, out)
    if mode >= 16:
        if WHOLE or inside(h, c, k):
            out[1] += 1
            out.append((tab[PLACE[c](*h, *k)], c, h, tuple(k)))
        return True
    found, _, entry = value(tab, h, c, k)
    if found < 0:
        out[2] = -2
        return False
    tab[PLACE[c](*h, *k)] = entry
    if mode & 8 or not (WHOLE or inside(h, c, k)):
        return True
    said = LABEL[c](*h, *k)
    if found:
        out[1] = 1
    if said == 4:
        return True
    if said != (entry & 1 if OF_CLASS else NUMBER + entry):
        out[2] = r
        return False
    out[0] += 1
    return True

