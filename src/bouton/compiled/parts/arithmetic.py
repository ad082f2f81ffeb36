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

