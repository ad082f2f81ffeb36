const quotient = (left, right) => (right ? Math.trunc(left / right) : 0);
const remainder = (left, right) => (right ? left % right : 0);
function orbit(known, more, step, x) {
    let found = known.get(x);
    if (!found) {
        const seen = new Set([x]), first = x;
        found = [x];
        while (more(x)) {
            x = step(x);
            if (seen.has(x)) break;
            found.push(x);
            seen.add(x);
        }
        if (known.size > 1000) known.clear();
        known.set(first, found);
    }
    return found;
}
const base_digit = (number, place, base) =>
    (number > 0 && place >= 0 ? Math.trunc(number / base ** place) % base : 0);
function base_places(number, none, base) {
    let found = 0;
    for (; number > 0; number = Math.trunc(number / base)) found++;
    return found;
}
function weights_to(number, a, back) {
    const weights = [];
    for (let one = 1, before = 0; one <= number; [one, before] = [before ? a * one + back * before : a + 1, one])
        weights.push(one);
    return weights;
}
const weighed_places = (number, none, a, back) => weights_to(number, a, back).length;
function weighed_digit(number, place, a, back) {
    const weights = weights_to(number, a, back);
    if (place < 0 || place >= weights.length) return 0;
    for (let at = weights.length - 1; at > place; at--) number %= weights[at];
    return Math.trunc(number / weights[place]);
}
