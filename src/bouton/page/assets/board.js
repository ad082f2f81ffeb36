// The position as a thing to touch: stones in heaps, members on a board or a circle, counters beside them.

const FEW = 12;
const MOST_STONES = 120;

/** An element with attributes, and what stands in it: texts are texts, never markup. */
function made(name, attributes = {}, ...inside) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (key === "onclick") element.addEventListener("click", value);
    else if (value !== false && value !== null) element.setAttribute(key, value === true ? "" : value);
  }
  element.append(...inside);
  return element;
}

/** Draw a position; `leave(place, heap, size)` is called where someone wants one heap or counter to be left so, and
 * `touch(picture, member)` where one touches a member of sets or a place of tokens. */
function draw(board, known, number, leave, touch) {
  const drawn = known.pictures.filter(({ sets, board: cells, lines }) => sets.length || cells || lines.length);
  const shown = drawn.flatMap(({ sets, tokens }) => [...sets, ...tokens]);
  const parts = known.positions[number].flatMap((part, place) => {
    const { name, heaps, stones, rows, token } = known.fluents[place];
    if (shown.includes(place)) return [];
    if (token) return [counter(name, known.written(part, place))];
    if (!heaps) return [stones ? pile(name, part, (size) => leave(place, 0, size)) : counter(name, part)];
    if (!part.length) return [made("span", { class: "quiet" }, `no ${name}`)];
    return part.map((size, heap) => pile(`${name} ${heap + 1}`, size, (left) => leave(place, heap, left), rows));
  });
  board.replaceChildren(...drawn.map((picture) => pictured(known, number, picture, touch)), ...parts);
}

/** The members of sets and the places of tokens, each a button: those that are there are filled, tokens are discs. */
function pictured(known, number, picture, touch) {
  const { sets, tokens, terms, board, spots, lines } = picture;
  const position = known.positions[number];
  const [wide, high] = [0, 1].map((axis) => 1 + spots.reduce((most, spot) => Math.max(most, spot[axis]), 0));
  const frame = made("div", { class: `picture${board ? " cells" : ""}` });
  frame.style.setProperty("--wide", wide);
  Object.assign(frame.style, { width: by(wide), height: by(high) });
  if (lines.length) frame.append(joining(spots, lines, wide, high));
  spots.forEach(([x, y], member) => {
    const inside = sets.filter((place) => position[place].includes(member));
    const standing = tokens.filter((place) => position[place] === member);
    const names = [...inside, ...standing].map((place) => known.fluents[place].name).join(", ");
    const spot = made("button", {
      class: `spot${inside.length ? ` there set-${sets.indexOf(inside[0]) % 3}` : ""}${inside.length > 1 ? " several" : ""}`,
      "aria-label": `${terms[member]}: ${names || "nothing"}`, title: `${terms[member]}: ${names || "nothing"}`,
      onclick: () => touch(picture, member),
    }, board ? "" : terms[member], ...standing.map((place) => made("span", { class: `token token-${tokens.indexOf(place) % 3}` })));
    Object.assign(spot.style, { left: by(x), top: by(y) });
    frame.append(spot);
  });
  return made("div", { class: "picture-frame" }, frame);
}

/** So many times as far as members stand from each other. */
function by(many) { return `calc(${many} * var(--pitch))`; }

/** The lines between members, of a kind that stands in the page. */
function joining(spots, lines, wide, high) {
  const drawn = document.getElementById("joining").content.firstElementChild.cloneNode(true);
  const kind = drawn.firstElementChild;
  drawn.setAttribute("viewBox", `0 0 ${wide} ${high}`);
  drawn.replaceChildren(...lines.map(([a, b]) => {
    const line = kind.cloneNode();
    const ends = { x1: spots[a][0], y1: spots[a][1], x2: spots[b][0], y2: spots[b][1] };
    for (const [name, at] of Object.entries(ends)) line.setAttribute(name, at + .5);
    return line;
  }));
  return drawn;
}

function counter(name, value) {
  return made("div", { class: "counter" }, `${name}: ${value}`);
}

/** A heap of stones: the one that is touched goes, with all above it. In a row it goes, and leaves those on its left. */
function pile(name, size, leave, row = false) {
  const stones = made("div", { class: `stones${size > FEW ? " many" : ""}${row ? " row" : ""}` });
  const shown = size <= MOST_STONES ? size : 0;
  if (!row) stones.style.gridTemplateColumns = `repeat(${Math.max(1, Math.ceil(shown / FEW))}, auto)`;
  for (let at = 1; at <= shown; at++) {
    const stone = row ? at : shown + 1 - at;
    const button = made("button", {
      class: "stone", "aria-label": `${name}: leave ${stone - 1} of ${size}`, title: `leave ${stone - 1}`,
      onclick: () => leave(stone - 1),
    });
    button.dataset.stone = stone;
    stones.append(button);
  }
  const falling = (from) => stones.querySelectorAll(".stone").forEach((one) =>
    one.classList.toggle("falls", row ? Number(one.dataset.stone) === from : Number(one.dataset.stone) >= from));
  stones.addEventListener("pointerover", ({ target }) => falling(Number(target.dataset.stone ?? Infinity)));
  stones.addEventListener("pointerout", () => falling(Infinity));
  return made("div", { class: "heap" }, stones, made("span", { class: "number" }, `${name}: ${size}`));
}

/** A position as a small picture that nobody can touch: heaps by their heights, boards and graphs by their members, the
 * rest in words. */
function sketch(known, number) {
  const most = known.positions[number].flat().reduce((a, b) => Math.max(a, b), 1);
  const column = (size) => {
    const bar = made("i");
    bar.style.height = `${Math.max(.1, Math.min(4, 4 * size / Math.max(most, 8)))}rem`;
    return made("span", {}, bar, String(size));
  };
  const drawn = known.pictures.filter(({ sets, board }) => sets.length || board);
  const shown = drawn.flatMap(({ sets, tokens }) => [...sets, ...tokens]);
  return made("div", { class: "sketch" }, ...drawn.map((picture) => sketched(known.positions[number], picture)),
    ...known.positions[number].flatMap((part, place) => {
    const { name, heaps, stones } = known.fluents[place];
    if (shown.includes(place)) return [];
    if (heaps && part.length) return part.map(column);
    return stones ? [column(part)] : [heaps ? `no ${name}` : `${name} ${known.written(part, place)}`];
  }));
}

/** The members of a picture as dots: those that are there are filled, tokens are ringed. */
function sketched(position, { sets, tokens, board, spots }) {
  const pitch = board ? 1 : .8;
  const dots = spots.map(([x, y], member) => {
    const dot = made("b", { class: `${sets.some((place) => position[place].includes(member)) ? "there" : ""}${tokens.some((place) => position[place] === member) ? " here" : ""}` });
    Object.assign(dot.style, { left: `${pitch * x}rem`, top: `${pitch * y}rem` });
    return dot;
  });
  const frame = made("div", { class: "dots" }, ...dots);
  const [wide, high] = [0, 1].map((axis) => spots.reduce((most, spot) => Math.max(most, spot[axis]), 0));
  Object.assign(frame.style, { width: `${pitch * wide + 1}rem`, height: `${pitch * high + 1}rem` });
  return frame;
}
