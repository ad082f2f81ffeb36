// The position as a thing to touch: stones in heaps, counters beside them.

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

/** Draw a position; `leave(place, heap, size)` is called where someone wants one heap or counter to be left so. */
function draw(board, known, number, leave) {
  const parts = known.positions[number].flatMap((part, place) => {
    const { name, heaps, stones, rows } = known.fluents[place];
    if (!heaps) return [stones ? pile(name, part, (size) => leave(place, 0, size)) : counter(name, part)];
    if (!part.length) return [made("span", { class: "quiet" }, `no ${name}`)];
    return part.map((size, heap) => pile(`${name} ${heap + 1}`, size, (left) => leave(place, heap, left), rows));
  });
  board.replaceChildren(...parts);
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
