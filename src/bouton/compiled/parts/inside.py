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

