// P-positions and values on a grid, with a theorem laid over the truth.

const DIMENSIONS = 6;
const RAMP = [[68, 1, 84], [59, 82, 139], [33, 145, 140], [94, 201, 98], [253, 231, 37]];

class Chart {
  constructor(known, rule, play) {
    Object.assign(this, { play, cell: 0, cursor: [0, 0], fixed: new Map(), canvas: document.getElementById("canvas") });
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
    this.canvas.addEventListener("click", (event) => { this.point(event); this.enter(); });
    this.canvas.addEventListener("keydown", (event) => this.key(event));
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
      const valued = !known.content.alliances && !known.endless;
      fill("shown", [["outcome", "who wins"], ...(valued ? [["value", "Sprague-Grundy values"]] : [])], "outcome");
      fill("overlay", [["", "none"], ...[...known.claims.keys()].map((id) => [id, id])], "");
      this.cell = 0;
      this.sliders();
    }
    this.show();
  }

  /** The numbers that make up a position: counters, and heaps by their places. */
  #dimensions() {
    if (this.known.pictures.length) return [];
    return this.known.fluents.flatMap(({ name, heaps }, place) => {
      const parts = this.known.positions.map((position) => position[place]);
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
    document.getElementById("sliders").replaceChildren(...this.wide.filter((one) => !free.includes(one)).map((one) => {
      const value = this.fixed.get(one) ?? one.low;
      const shown = made("output", {}, String(value));
      const slider = made("input", { type: "range", min: one.low, max: one.high, value });
      slider.addEventListener("input", () => {
        this.fixed.set(one, Number(slider.value));
        shown.textContent = slider.value;
        this.show();
      });
      return made("label", {}, `${one.name} `, slider, " ", shown);
    }));
  }

  /** The position of a cell, by its numbers across and up; undefined where the page does not know it. */
  at(x, y) {
    const position = this.known.fluents.map(({ heaps }) => (heaps ? [] : 0));
    for (const one of this.dimensions) {
      const number = one === this.x ? x : one === this.y ? y : this.fixed.get(one) ?? one.low;
      if (one.heap < 0) position[one.place] = number;
      else position[one.place].push(number);
    }
    return this.known.number(position);
  }

  show() {
    this.x = this.wide[document.getElementById("across").value];
    this.y = this.wide[document.getElementById("up").value];
    if (this.y === this.x) this.y = undefined;
    for (const id of ["map-choices", "legend", "canvas-frame", "as-numbers"]) document.getElementById(id).hidden = !this.x;
    if (!this.x) {
      document.getElementById("cell").textContent = this.known.pictures.length ? "There is no map of positions that are sets."
        : "Every number of a position is fixed here, so that there is no map.";
      return;
    }
    const [xs, ys] = [this.x, this.y ?? { low: 0, high: 0 }];
    this.span = { x: xs.high - xs.low + 1, y: ys.high - ys.low + 1, lowX: xs.low, lowY: ys.low };
    this.numbers = [];
    for (let y = ys.high; y >= ys.low; y--) {
      for (let x = xs.low; x <= xs.high; x++) this.numbers.push(this.at(x, y));
    }
    const wide = Math.min(960, document.documentElement.clientWidth - 80), high = Math.min(960, .7 * innerHeight - 30);
    if (!this.cell) this.cell = Math.max(2, Math.min(28, Math.floor(Math.min(wide / this.span.x, Math.max(high, 300) / this.span.y))));
    this.cursor = [Math.min(this.cursor[0], this.span.x - 1), Math.min(this.cursor[1], this.span.y - 1)];
    this.paint();
    this.numbersAsText();
  }

  /** What is seen at a position: its words, its colour, and whether the theorem is wrong there. */
  seen(number) {
    if (number === undefined) return { words: "", colour: this.colours.unknown };
    const { known, rule } = this;
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
    this.largest = Math.max(1, ...this.numbers.filter((one) => one !== undefined).map((one) => this.known[this.rule]?.[one] ?? 0));
    const { cell, canvas, span } = this;
    const sharp = Math.min(2, window.devicePixelRatio || 1);
    const margin = this.margin = Math.max(26, 9 * String(this.y?.high ?? 0).length + 10);
    canvas.width = sharp * (margin + span.x * cell + 1);
    canvas.height = sharp * (span.y * cell + 1 + 22);
    canvas.style.width = `${canvas.width / sharp}px`;
    canvas.style.height = `${canvas.height / sharp}px`;
    const to = canvas.getContext("2d");
    to.scale(sharp, sharp);
    to.textAlign = "center";
    to.textBaseline = "middle";
    this.numbers.forEach((number, place) => {
      const [x, y] = [margin + (place % span.x) * cell, Math.floor(place / span.x) * cell];
      const seen = this.seen(number);
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
    const every = Math.max(1, Math.ceil(30 / cell));
    for (let x = 0; x < span.x; x += every) to.fillText(String(x + span.lowX), margin + (x + .5) * cell, span.y * cell + 12);
    if (this.y) for (let y = 0; y < span.y; y += every) to.fillText(String(y + span.lowY), margin / 2, (span.y - y - .5) * cell);
    to.strokeStyle = this.colours.fore;
    to.lineWidth = 2;
    to.strokeRect(margin + this.cursor[0] * cell, (span.y - 1 - this.cursor[1]) * cell, cell - 1, cell - 1);
    this.legend();
    this.readout();
  }

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
      const wrong = new Set(this.numbers.filter((one) => overlay.wrong.has(one))).size;
      legend.append(`. Crossed: where the theorem is wrong (${wrong} on this map, ${overlay.wrong.size} of all that the page knows).`);
    }
  }

  get here() {
    return this.numbers[(this.span.y - 1 - this.cursor[1]) * this.span.x + this.cursor[0]];
  }

  readout() {
    const number = this.here;
    const { known, rule } = this;
    const place = `${this.x.name} ${this.cursor[0] + this.span.lowX}${this.y ? `, ${this.y.name} ${this.cursor[1] + this.span.lowY}` : ""}`;
    let text = `${place}: no position that this page knows`;
    if (number !== undefined) {
      const moves = known.played(number) ? known.options(number).filter(({ to }) => known.wins(number, to, rule)) : null;
      const winning = moves === null ? "" : moves.length ? ` Winning: ${moves.slice(0, 4).map(({ words }) => words).join("; ")}${moves.length > 4 ? "; …" : ""}.` : " No move wins.";
      const chosen = document.getElementById("overlay").value;
      const said = saidAt(known, number).filter((one) => one.startsWith(`${chosen} says`));
      text = `${known.text(number)}: ${described(known, number, rule)}.${winning} ${chosen ? said.join(" ") : ""}`;
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
    this.paint();
    this.watch?.(this.known, this.here);
  }

  key(event) {
    const step = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] }[event.key];
    if (event.key === "Enter") this.enter();
    if (!step) return;
    event.preventDefault();
    this.cursor = this.cursor.map((at, axis) => Math.max(0, Math.min((axis ? this.span.y : this.span.x) - 1, at + step[axis])));
    this.paint();
    this.watch?.(this.known, this.here);
  }

  /** Play from the position of the cursor. */
  enter() {
    const number = this.here;
    if (number === undefined || !this.known.played(number)) return;
    this.play.start(number);
    select("play");
  }

  zoom(factor) {
    this.cell = Math.max(2, Math.min(60, Math.round(this.cell * factor)));
    this.paint();
  }

  /** The map as comma-separated values; of one number the sequence itself. */
  numbersAsText() {
    const word = (number) => (number === undefined ? "" : this.seen(number).words);
    const rows = [];
    if (!this.y) {
      rows.push(`${this.x.name},${document.getElementById("shown").value}`);
      this.numbers.forEach((number, x) => rows.push(`${x + this.span.lowX},${word(number)}`));
      rows.push("", this.numbers.map(word).join(", "));
    } else {
      rows.push([`${this.y.name} \\ ${this.x.name}`, ...Array.from({ length: this.span.x }, (_, x) => x + this.span.lowX)].join(","));
      for (let y = 0; y < this.span.y; y++) {
        const start = (this.span.y - 1 - y) * this.span.x;
        rows.push([y + this.span.lowY, ...this.numbers.slice(start, start + this.span.x).map(word)].join(","));
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
