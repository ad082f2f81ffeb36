"""The parts of Python programs that are the same for all games."""

from __future__ import annotations

ARITHMETIC = '''
def quotient(left, right):
    if not right:
        return 0
    found = abs(left) // abs(right)
    return found if (left < 0) == (right < 0) else -found


def is_zero(number):
    return not number


def remainder(left, right):
    return left - right * quotient(left, right) if right else 0


def orbit(known, more, step, x):
    """The numbers that a recursion leads through from x on."""
    found = known.get(x)
    if found is None:
        first, found, seen = x, [x], {x}
        while more(x):
            x = step(x)
            if x in seen:
                break
            found.append(x)
            seen.add(x)
        if len(known) > 1000:
            known.clear()
        known[first] = found
    return found


def base_digit(number, place, base):
    return number // base**place % base if number > 0 and place >= 0 else 0


def base_places(number, none, base):
    found = 0
    while number > 0:
        number, found = number // base, found + 1
    return found


def weights_to(number, a, back):
    weights, one, before = [], 1, 0
    while one <= number:
        weights.append(one)
        one, before = a * one + back * before if before else a + 1, one
    return weights


def weighed_places(number, none, a, back):
    return len(weights_to(number, a, back))


def weighed_digit(number, place, a, back):
    weights = weights_to(number, a, back)
    if not 0 <= place < len(weights):
        return 0
    for weight in reversed(weights[place + 1 :]):
        number %= weight
    return number // weights[place]

'''

LISTS = """
def rising(low, largest, total, slots):
    if total == 0:
        yield ()
        return
    if slots == 0:
        return
    if slots == 2:
        for size in range(max(low, total - largest), total // 2 + 1):
            yield size, total - size
    else:
        for size in range(max(low, total - (slots - 1) * largest), total // 2 + 1):
            for more in rising(size, largest, total - size, slots - 1):
                yield size, *more
    if low <= total <= largest:
        yield (total,)


def falling(high, total, slots):
    if total == 0:
        yield ()
        return
    if slots == 0:
        return
    if slots == 2:
        for size in range(-(-total // 2), min(high, total - 1) + 1):
            yield size, total - size
        if total <= high:
            yield (total,)
        return
    for size in range(-(-total // slots), min(high, total) + 1):
        for more in falling(size, total - size, slots - 1):
            yield size, *more


def lists(kind, total):
    if FALLING[kind]:
        return falling(LARGEST[kind], total, MOSTS[kind])
    return rising(1, LARGEST[kind], total, MOSTS[kind])


# those with any sum between two ends
def some(kind, low, high, begun=()):
    left = high - sum(begun)
    if left < 0:
        return
    if left <= high - low:
        yield begun
    if len(begun) < MOSTS[kind]:
        first = begun[-1] if begun and not FALLING[kind] and not LOOSE[kind] else 1
        for size in range(first, min(left, begun[-1] if begun and FALLING[kind] else LARGEST[kind]) + 1):
            yield from some(kind, low, high, (*begun, size))

"""

UPWARD = """
if upward and start <= r < stop:
    found = {reach}
    p = found == 1 if found else {ended}
    said = {label}
    if (said == p or said == 4) and found >= 0 <= p:
        tab[{place}] = p
        out[0] += said != 4
        out[1] |= found
        r += 1
        continue
"""

SIDEWAYS = """
if upward and start <= r < stop:
    mover = {side}
    if mover >= 0:
        tab = tables[mover]
        found = {reach}
        if found > 0:
            won = mover if found == 2 else 1 - mover
            said = {label}
            if said == won or said == 4:
                tables[won][{place}] = 1
                out[0] += said != 4
                out[1] |= found
                r += 1
                continue
"""

NOTE = """
def note(h, c, k, out):
    weights = [one[c](*h, *k) - NUMBER for one in WEIGHT]
    if min(weights, default=0) < 0:
        out[2] = -2
        return False
    out.append((c, h, (*k, *weights)))
    return True

"""

SORTED = """
def walk(mode, tab, start, stop, out):
    out[:3] = 0, 0, -1
    for r in range(start, stop):
        c, h, k = ROWS[r]
        if not VISIT(mode, tab, h, c, k, r, out):
            return r
    return max(start, stop)

"""

INSIDE = """
def inside(h, c, k):
    end = len(h)
    for kind in reversed(range(KINDS)):
        n = c % (MOSTS[kind] + 1) if kind else c
        c //= MOSTS[kind] + 1
        own, end = h[end - n : end], end - n
        if not FEWEST_JUDGED[kind] <= n <= MOST_JUDGED[kind]:
            return False
        if own and (min(own) < LEAST_JUDGED[kind] or max(own) > LARGEST_JUDGED[kind]):
            return False
    return all(low <= value <= high for low, value, high in zip(LEAST_COUNTER, k, LARGEST_COUNTER))

"""

JUDGE = """
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

"""

VALUES = """
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

"""
