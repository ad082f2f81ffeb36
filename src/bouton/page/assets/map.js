// P-positions and values on a grid, with a theorem laid over the truth.

const DIMENSIONS = 6;
/** The most cells on a side: of a longer range a slider says where the map begins. */
const SIDE = 500;
/** The longest side of a canvas that browsers draw with ease, in its own pixels. */
const LONGEST = 8000;
const RAMP = [[68, 1, 84], [59, 82, 139], [33, 145, 140], [94, 201, 98], [253, 231, 37]];

class Chart {
  /** `choose` makes another value of the parameters the one that is played. */
  constructor(games, known, rule, play, choose) {
    Object.assign(this, { games, play, choose, cell: 0, cursor: [0, 0], fixed: new Map(), from: new Map(), canvas: document.getElementById("canvas") });
    this.still = document.createElement("canvas"); // the map without the cursor, so that this moves at once
    for (const id of ["across", "up", "shown", "overlay"]) {
      document.getElementById(id).addEventListener("change", () => {
        if (id === "across" || id === "up") this.sliders();
        this.show();
      });
    }
    document.getElementById("larger").addEventListener("click", () => this.zoom(1.5));
    document.getElementById("smaller").addEventListener("click", () => this.zoom(1 / 1.5));
    document.getElementById("copy").addEventListener("click", () => this.copy());
    this.canvas.addEventListener("pointermove", (event) => this.point(event));
    for (const gone of ["pointerleave", "blur"]) this.canvas.addEventListener(gone, () => this.hide());
    this.canvas.addEventListener("click", (event) => { this.point(event); this.enter(); });
    this.canvas.addEventListener("keydown", (event) => this.key(event));
    this.section = document.getElementById("map");
    this.section.addEventListener("seen", () => this.stale && this.show());
    this.use(known, rule);
  }

  use(known, rule) {
    const anew = known !== this.known;
    Object.assign(this, { known, rule });
    if (anew) {
      this.dimensions = this.#dimensions();
      const wide = this.dimensions.filter(({ high, low }) => high > low);
      fill("across", wide.map(({ name }, at) => [at, name]), 0);
      fill("up", [[-1, "nothing"], ...wide.map(({ name }, at) => [at, name])], wide.length > 1 ? 1 : -1);
      this.wide = wide;
      this.fixed.clear();
      this.from.clear();
      const valued = !known.content.alliances && !known.endless;
      fill("shown", [["outcome", "who wins"], ...(valued ? [["value", "Sprague-Grundy values"]] : [])], "outcome");
      fill("overlay", [["", "none"], ...[...known.claims.keys()].map((id) => [id, id])], "");
      this.cell = 0;
      this.sliders();
    }
    this.show();
  }

  /** The numbers that make up a position: counters, heaps by their places, and a token's row and column on a board.
   * Of a game with sets they are its parameters: the map is of where games begin. */
  #dimensions() {
    const { known } = this;
    this.ofStarts = known.fluents.some(({ set }) => set);
    if (this.ofStarts) {
      const begun = this.games.filter(({ begins }) => begins.length);
      const names = Object.keys(known.given).filter((name) => begun.every(({ given }) => Number.isInteger(given[name])));
      return names.map((name) => ({ name, ...ends(begun.map(({ given }) => given[name])), first: known.given[name] }));
    }
    return known.fluents.flatMap(({ name, heaps, token }, place) => {
      const parts = known.positions.map((position) => position[place]);
      if (token) {
        const { board, spots } = known.pictures.find(({ tokens }) => tokens.includes(place));
        const of = (word, axis) => ({ name: `${name} ${word}`, place, axis, low: 1, high: 1 + ends(spots.map((spot) => spot[axis])).high });
        return board ? [of("column", 0), of("row", 1)] : [{ name: `${name} number`, place, axis: -1, low: 1, high: spots.length }];
      }
      if (!heaps) return [{ name, place, heap: -1, ...ends(parts) }];
      const most = Math.min(DIMENSIONS, parts.reduce((best, part) => Math.max(best, part.length), 0));
      const largest = parts.reduce((best, part) => part.reduce((a, b) => Math.max(a, b), best), 0);
      return Array.from({ length: most }, (_, heap) => ({
        name: `${name} ${heap + 1}`, place, heap, low: 0, high: largest,
      }));
    });
  }

  sliders() {
    const free = [this.wide[document.getElementById("across").value], this.wide[document.getElementById("up").value]];
    const slider = (one, chosen, words, first, last) => {
      const value = chosen.get(one) ?? first;
      const shown = made("output", {}, String(value));
      const found = made("input", { type: "range", min: one.low, max: last, value });
      found.addEventListener("input", () => {
        chosen.set(one, Number(found.value));
        shown.textContent = found.value;
        this.show();
      });
      return made("label", {}, words, found, " ", shown);
    };
    document.getElementById("sliders").replaceChildren(
      ...this.wide.filter((one) => !free.includes(one)).map((one) => slider(one, this.fixed, `${one.name} `, one.first ?? one.low, one.high)),
      ...free.filter((one) => one && long(one)).map((one) => slider(one, this.from, `${one.name} from `, one.low, one.high - SIDE + 1)));
  }

  /** The part of a range that is shown. */
  window(one) {
    const low = this.from.get(one) ?? one.low;
    return long(one) ? { low, high: low + SIDE - 1 } : one;
  }

  /** The position of a cell, by its numbers across and up, and for which parameters; undefined where the page does not know it. */
  at(x, y) {
    const number = (one) => (one === this.x ? x : one === this.y ? y : this.fixed.get(one) ?? one.first ?? one.low);
    if (this.ofStarts) {
      const known = this.games.find(({ given }) => this.dimensions.every((one) => given[one.name] === number(one)));
      return known?.begins.length ? { known, number: known.begins[0] } : undefined;
    }
    const { known } = this;
    const position = known.fluents.map(({ heaps }) => (heaps ? [] : 0)), spots = new Map();
    for (const one of this.dimensions) {
      if (one.axis >= 0) spots.set(one.place, Object.assign(spots.get(one.place) ?? [], { [one.axis]: number(one) - 1 }));
      else if (one.axis < 0) position[one.place] = number(one) - 1;
      else if (one.heap < 0) position[one.place] = number(one);
      else position[one.place].push(number(one));
    }
    for (const [place, [across, down]] of spots) {
      const picture = known.pictures.find(({ tokens }) => tokens.includes(place));
      position[place] = picture.spots.findIndex((spot) => spot[0] === across && spot[1] === down);
    }
    const found = known.number(position);
    return found === undefined ? undefined : { known, number: found };
  }

  show() {
    this.stale = this.section.hidden;
    if (this.stale) return;
    this.x = this.wide[document.getElementById("across").value];
    this.y = this.wide[document.getElementById("up").value];
    if (this.y === this.x) this.y = undefined;
    for (const id of ["map-choices", "legend", "canvas-frame", "as-numbers"]) document.getElementById(id).hidden = !this.x;
    if (!this.x) {
      document.getElementById("cell").textContent = this.ofStarts ? "A map of a game with sets is of where games begin, by its parameters: here these are no ranges of numbers, or there is one start."
        : "Every number of a position is fixed here, so that there is no map.";
      return;
    }
    const [xs, ys] = [this.window(this.x), this.y ? this.window(this.y) : { low: 0, high: 0 }];
    this.span = { x: xs.high - xs.low + 1, y: ys.high - ys.low + 1, lowX: xs.low, lowY: ys.low };
    this.cells = [];
    for (let y = ys.high; y >= ys.low; y--) {
      for (let x = xs.low; x <= xs.high; x++) this.cells.push(this.at(x, y));
    }
    const wide = Math.min(960, document.documentElement.clientWidth - 80), high = Math.min(960, .7 * innerHeight - 30);
    if (!this.cell) this.cell = Math.max(2, Math.min(28, Math.floor(Math.min(wide / this.span.x, Math.max(high, 300) / this.span.y))));
    this.cursor = [Math.min(this.cursor[0], this.span.x - 1), Math.min(this.cursor[1], this.span.y - 1)];
    this.paint();
    this.numbersAsText();
  }

  /** What is seen at a position: its words, its colour, and whether the theorem is wrong there. */
  seen(cell) {
    if (cell === undefined) return { words: "", colour: this.colours.unknown };
    const { known, number } = cell, { rule } = this;
    const overlay = known.claims.get(document.getElementById("overlay").value);
    const wrong = overlay?.wrong.has(number) ?? false;
    if (document.getElementById("shown").value === "value") {
      const value = known[rule][number];
      return { words: value < 0 ? "?" : String(value), colour: value < 0 ? this.colours.unknown : ramp(value / this.largest), wrong, ink: value / this.largest > .6 ? "#000" : "#fff" };
    }
    const lost = known.lost(number, rule);
    const words = known.content.alliances ? String(known.sides[known.winners[number]]) : known.outcome(number, rule);
    const open = lost === null || known.drawn(number, rule);
    return { words: words === "draw" ? "–" : words, colour: open ? this.colours.unknown : lost ? this.colours.p : this.colours.n, wrong,
      ink: lost ? this.colours.back : this.colours.fore };
  }

  paint() {
    const style = getComputedStyle(document.documentElement);
    const colour = (name) => style.getPropertyValue(`--${name}`).trim();
    this.colours = Object.fromEntries(["p", "n", "unknown", "wrong", "fore", "back", "strong"].map((name) => [name, colour(name)]));
    this.largest = this.cells.reduce((most, one) => Math.max(most, one?.known[this.rule]?.[one.number] ?? 0), 1);
    const { cell, span } = this, canvas = this.still;
    const sharp = Math.min(2, window.devicePixelRatio || 1);
    const margin = this.margin = Math.max(26, 9 * String(this.y ? this.span.lowY + this.span.y - 1 : 0).length + 10);
    canvas.width = sharp * (margin + span.x * cell + 1);
    canvas.height = sharp * (span.y * cell + 1 + 22);
    Object.assign(this.canvas, { width: canvas.width, height: canvas.height });
    this.canvas.style.width = `${canvas.width / sharp}px`;
    this.canvas.style.height = `${canvas.height / sharp}px`;
    this.sharp = sharp;
    const to = canvas.getContext("2d");
    to.scale(sharp, sharp);
    to.textAlign = "center";
    to.textBaseline = "middle";
    this.cells.forEach((one, place) => {
      const [x, y] = [margin + (place % span.x) * cell, Math.floor(place / span.x) * cell];
      const seen = this.seen(one);
      to.fillStyle = seen.colour;
      to.fillRect(x, y, cell > 4 ? cell - 1 : cell, cell > 4 ? cell - 1 : cell);
      if (seen.wrong) {
        to.strokeStyle = this.colours.wrong;
        to.lineWidth = Math.max(1, cell / 12);
        to.beginPath();
        for (const [dx, dy, ex, ey] of [[0, 0, 1, 1], [0, 1, 1, 0]]) {
          to.moveTo(x + dx * (cell - 1), y + dy * (cell - 1));
          to.lineTo(x + ex * (cell - 1), y + ey * (cell - 1));
        }
        to.stroke();
      }
      if (cell >= 15 && seen.words.length <= 3) {
        to.font = `${Math.min(13, cell * .55)}px system-ui, sans-serif`;
        to.fillStyle = seen.ink ?? this.colours.fore;
        to.fillText(seen.words, x + (cell - 1) / 2, y + cell / 2);
      }
    });
    to.fillStyle = this.colours.fore;
    to.font = "11px system-ui, sans-serif";
    const each = (least) => Math.max(1, Math.ceil(least / cell)), [across, up] = [each(8 + 8 * String(span.lowX + span.x).length), each(16)];
    for (let x = 0; x < span.x; x += across) { // what is wider than its cell stays within the canvas
      const text = String(x + span.lowX), end = margin + span.x * cell - to.measureText(text).width / 2;
      to.fillText(text, Math.min(margin + (x + .5) * cell, end), span.y * cell + 12);
    }
    if (this.y) for (let y = 0; y < span.y; y += up) to.fillText(String(y + span.lowY), margin / 2, Math.max(6, (span.y - y - .5) * cell));
    this.legend();
    this.mark();
  }

  /** The map with its cursor. */
  mark() {
    const { cell, margin, span, sharp, cursor: [x, y] } = this;
    const to = this.canvas.getContext("2d");
    to.setTransform(1, 0, 0, 1, 0, 0);
    to.clearRect(0, 0, this.canvas.width, this.canvas.height);
    to.drawImage(this.still, 0, 0);
    to.setTransform(sharp, 0, 0, sharp, 0, 0);
    to.strokeStyle = this.colours.fore;
    to.lineWidth = 2;
    to.strokeRect(margin + x * cell, (span.y - 1 - y) * cell, cell - 1, cell - 1);
    this.readout();
  }

  /** The position under the pointer or the cursor, as a small picture beside it. */
  preview() {
    const box = document.getElementById("preview"), { here } = this;
    box.hidden = here === undefined;
    if (box.hidden) return;
    const { known, number } = here;
    box.replaceChildren(sketch(known, number), made("p", {}, described(known, number, this.rule)));
    const frame = this.canvas.getBoundingClientRect(), room = box.getBoundingClientRect();
    const right = frame.left + this.margin + (this.cursor[0] + 1) * this.cell + 8, below = frame.top + (this.span.y - this.cursor[1]) * this.cell + 8;
    const left = right + room.width > innerWidth ? Math.max(4, right - room.width - this.cell - 16) : right;
    const top = below + room.height > innerHeight ? Math.max(4, below - room.height - this.cell - 16) : below;
    Object.assign(box.style, { left: `${left}px`, top: `${top}px` });
  }

  hide() { document.getElementById("preview").hidden = true; }

  legend() {
    const legend = document.getElementById("legend");
    if (document.getElementById("shown").value === "value") {
      legend.textContent = `Values from 0 (dark) to ${this.largest} (light), in ${this.rule === "normal" ? "normal" : "misère"} play.`;
    } else {
      const swatch = (colour) => {
        const found = made("span", { class: "swatch" });
        found.style.background = colour;
        return found;
      };
      const alliances = this.known.content.alliances;
      legend.replaceChildren(swatch(this.colours.p), ` ${alliances ? "who is to move loses" : "P-positions"}  `,
        swatch(this.colours.n), ` ${alliances ? "who is to move wins" : "N-positions"}`);
      if (this.known.endless) legend.append("  ", swatch(this.colours.unknown), " draws");
    }
    const overlay = this.known.claims.get(document.getElementById("overlay").value);
    if (overlay) {
      const id = document.getElementById("overlay").value;
      const wrong = new Set(this.cells.filter((one) => one?.known.claims.get(id)?.wrong.has(one.number)).map(({ known, number }) => `${this.games.indexOf(known)} ${number}`)).size;
      const all = (this.ofStarts ? this.games : [this.known]).reduce((sum, { claims }) => sum + (claims.get(id)?.wrong.size ?? 0), 0);
      legend.append(`. Crossed: where the theorem is wrong (${wrong} on this map, ${all} of all that the page knows).`);
    }
  }

  get here() {
    return this.cells[(this.span.y - 1 - this.cursor[1]) * this.span.x + this.cursor[0]];
  }

  readout() {
    const { here, rule } = this;
    const place = `${this.x.name} ${this.cursor[0] + this.span.lowX}${this.y ? `, ${this.y.name} ${this.cursor[1] + this.span.lowY}` : ""}`;
    let text = `${place}: no position that this page knows`;
    if (here !== undefined) {
      const { known, number } = here;
      const moves = known.played(number) ? known.options(number).filter(({ to }) => known.wins(number, to, rule)) : null;
      const winning = moves === null ? "" : moves.length ? ` Winning: ${moves.slice(0, 4).map(({ words }) => words).join("; ")}${moves.length > 4 ? "; …" : ""}.` : " No move wins.";
      const chosen = document.getElementById("overlay").value;
      const said = saidAt(known, number).filter(({ id }) => id === chosen).map((one) => one.text);
      text = `${this.ofStarts ? `${known.parameters}: ` : ""}${known.text(number)}: ${described(known, number, rule)}.${winning} ${chosen ? said.join(" ") : ""}`;
    }
    document.getElementById("cell").textContent = text;
  }

  point(event) {
    const box = this.canvas.getBoundingClientRect();
    const x = Math.floor((event.clientX - box.left - this.margin) / this.cell);
    const y = this.span.y - 1 - Math.floor((event.clientY - box.top) / this.cell);
    if (x < 0 || y < 0 || x >= this.span.x || y >= this.span.y) return;
    if (x === this.cursor[0] && y === this.cursor[1]) return;
    this.cursor = [x, y];
    this.moved();
  }

  /** The cursor has moved. */
  moved() {
    this.mark();
    this.preview();
    if (this.here) this.watch?.(this.here.known, this.here.number);
  }

  key(event) {
    const step = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] }[event.key];
    if (event.key === "Enter") this.enter();
    if (event.key === "Escape") this.hide();
    if ("+-".includes(event.key)) this.zoom(event.key === "+" ? 1.5 : 1 / 1.5);
    if (!step) return;
    event.preventDefault();
    this.cursor = this.cursor.map((at, axis) => Math.max(0, Math.min((axis ? this.span.y : this.span.x) - 1, at + step[axis])));
    this.moved();
  }

  /** Play from the position of the cursor. */
  enter() {
    const { here } = this;
    if (!here?.known.played(here.number)) return;
    this.hide();
    if (here.known !== this.known) this.choose(here.known);
    this.play.start(here.number);
    select("play");
  }

  zoom(factor) {
    const most = Math.floor(LONGEST / this.sharp / Math.max(this.span.x, this.span.y));
    this.cell = Math.max(2, Math.min(60, most, Math.round(this.cell * factor)));
    this.paint();
  }

  /** The map as comma-separated values; of one number the sequence itself. */
  numbersAsText() {
    const word = (cell) => (cell === undefined ? "" : this.seen(cell).words);
    const rows = [];
    if (!this.y) {
      rows.push(`${this.x.name},${document.getElementById("shown").value}`);
      this.cells.forEach((number, x) => rows.push(`${x + this.span.lowX},${word(number)}`));
      rows.push("", this.cells.map(word).join(", "));
    } else {
      rows.push([`${this.y.name} \\ ${this.x.name}`, ...Array.from({ length: this.span.x }, (_, x) => x + this.span.lowX)].join(","));
      for (let y = 0; y < this.span.y; y++) {
        const start = (this.span.y - 1 - y) * this.span.x;
        rows.push([y + this.span.lowY, ...this.cells.slice(start, start + this.span.x).map(word)].join(","));
      }
    }
    document.getElementById("csv").value = rows.join("\n");
  }

  async copy() {
    const text = document.getElementById("csv");
    text.select();
    try {
      await navigator.clipboard.writeText(text.value);
    } catch {
      document.execCommand("copy");
    }
    document.getElementById("copied").textContent = "copied";
  }
}

/** Whether a range is longer than a map. */
function long({ low, high }) { return high - low >= SIDE; }

/** The least and the greatest of some numbers. */
function ends(numbers) {
  return numbers.reduce(({ low, high }, one) => ({ low: Math.min(low, one), high: Math.max(high, one) }), { low: Infinity, high: -Infinity });
}

/** A colour between dark and light that those who see no red or green can tell, too. */
function ramp(part) {
  const at = Math.min(.9999, Math.max(0, part)) * (RAMP.length - 1);
  const [from, to] = [RAMP[Math.floor(at)], RAMP[Math.floor(at) + 1]];
  return `rgb(${from.map((one, place) => Math.round(one + (to[place] - one) * (at % 1))).join(",")})`;
}

/** Fill a list to choose from. */
function fill(id, rows, chosen) {
  const list = document.getElementById(id);
  list.replaceChildren(...rows.map(([value, text]) => made("option", { value }, text)));
  list.value = chosen;
}
