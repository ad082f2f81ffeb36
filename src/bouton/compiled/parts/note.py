def note(h, c, k, out):
    weights = [one[c](*h, *k) - NUMBER for one in WEIGHT]
    if min(weights, default=0) < 0:
        out[2] = -2
        return False
    out.append((c, h, (*k, *weights)))
    return True

