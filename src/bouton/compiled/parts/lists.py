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

