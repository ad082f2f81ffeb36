// A game against the machine or a person: only legal moves can be made, and all of them.

/** Milliseconds before the machine moves: none for those who want no motion. */
const PAUSE = matchMedia("(prefers-reduced-motion: reduce)").matches ? 0 : 250;

class Play {
  constructor(known, rule) {
    this.waiting = 0;
    for (const [id, call] of Object.entries({
      undo: () => this.undo(), random: () => this.random(), "machine-moves": () => this.answer(),
      "all-moves": () => this.filter(null),
    })) document.getElementById(id).addEventListener("click", call);
    document.getElementById("hints").addEventListener("change", () => this.show());
    document.getElementById("set-up").addEventListener("submit", (event) => {
      event.preventDefault();
      this.setUp();
    });
    this.use(known, rule);
  }

  use(known, rule) {
    const anew = known !== this.known;
    Object.assign(this, { known, rule });
    if (!anew) return this.show();
    this.fields();
    return known.begins.length ? this.start(known.begins[0]) : this.random();
  }

  /** Begin at a position, or go on after a line of moves that begins there. */
  start(number, line = [{ number, words: null }]) {
    clearTimeout(this.waiting);
    this.line = line;
    this.known.positions[number].forEach((part, place) => {
      document.querySelector(`[name="fluent-${place}"]`).value = this.known.written(part, place);
    });
    this.show();
  }

  get at() { return this.line[this.line.length - 1].number; }

  /** One of the positions with the longest games, chosen by chance. */
  random() {
    const many = this.known.many;
    const from = Math.floor(many / 2);
    const chosen = () => from + Math.floor(Math.random() * (many - from));
    let number = chosen();
    for (let tries = 0; tries < 100 && !this.known.options(number).length; tries++) number = chosen();
    this.start(number);
  }

  fields() {
    document.getElementById("set-up").replaceChildren(
      ...this.known.fluents.map(({ name, heaps, set, token }, place) => made("label", {}, `${name} `,
        made("input", { name: `fluent-${place}`,
          inputmode: heaps || set || token ? "text" : "numeric", placeholder: heaps ? "1:2:2" : set || token ? "" : "0", autocomplete: "off" }))),
      made("button", {}, "Set up"));
  }

  setUp() {
    const position = this.known.fluents.map(({ heaps, set, token }, place) => {
      const text = document.querySelector(`[name="fluent-${place}"]`).value.trim();
      if (set || token) return this.members(text, place);
      const numbers = text === "" ? [] : text.split(/[\s:,]+/).map((one) => (/^-?\d+$/.test(one) ? Number(one) : NaN));
      return heaps ? numbers : numbers.length === 1 ? numbers[0] : NaN;
    });
    if (position.flat().some(Number.isNaN)) {
      return this.say(this.known.pictures.length ? "Members are wanted by their terms, with : between them, a counter as 3."
        : "Numbers are wanted: heaps as 1:2:2, a counter as 3.");
    }
    const number = this.known.number(position);
    if (number === undefined || !this.known.played(number)) {
      return this.say("This page does not know the moves of that position: see below what it knows.");
    }
    return this.start(number);
  }

  /** Members by their terms, which may have a colon in them: the longest term that fits comes first. */
  members(text, place) {
    const terms = this.known.terms(place);
    const found = [];
    let rest = text;
    while (rest) {
      const fits = (term) => rest === term || rest.startsWith(`${term}:`);
      const best = terms.reduce((one, term, at) => (fits(term) && (one < 0 || term.length > terms[one].length) ? at : one), -1);
      if (best < 0) return [NaN];
      found.push(best);
      rest = rest.slice(terms[best].length + 1).trim();
    }
    return this.known.fluents[place].set ? found : found.length === 1 ? found[0] : NaN;
  }

  say(text) { document.getElementById("status").textContent = text; }

  /** Make a move; the machine answers where it is the other player. */
  move({ to, words }, machine = false) {
    clearTimeout(this.waiting);
    this.line.push({ number: to, words, machine });
    this.show();
    const over = !this.known.options(to).length;
    if (!machine && !over && document.getElementById("opponent").value === "machine" && this.others(to)) {
      this.waiting = setTimeout(() => this.answer(), PAUSE);
    }
  }

  /** Whether it is the machine's turn after a move of a person: always, but for allies who follow each other. */
  others(to) {
    const { movers } = this.known;
    const from = this.line[this.line.length - 2].number;
    return !movers || movers[to] !== movers[from];
  }

  answer() {
    if (!this.known.options(this.at).length) return;
    const from = this.at;
    this.move(this.known.best(from, this.rule), true);
    const { movers } = this.known;
    if (movers && movers[this.at] === movers[from]) this.waiting = setTimeout(() => this.answer(), PAUSE);
  }

  /** Take back the last move of a person, with what the machine answered. */
  undo() {
    clearTimeout(this.waiting);
    while (this.line.length > 1 && this.line.pop().machine);
    this.show();
  }

  /** What is wanted of one heap or counter: the move that does just that, or those that do it among other things. */
  leave(place, heap, size) {
    const { known, at } = this;
    const here = known.positions[at];
    const wanted = here.map((part, other) => (other !== place ? part
      : known.fluents[place].heaps ? part.map((old, one) => (one === heap ? size : old)) : size));
    const options = known.options(at);
    const exact = options.find(({ to }) => to === known.number(wanted));
    if (exact) return this.move(exact);
    const split = known.fluents[place].rows ? options.filter(({ to }) => this.parts(known.positions[to][place], here[place], heap, size)) : [];
    const among = split.length ? split : options.filter(({ to }) => this.leaves(known.positions[to][place], here[place], size));
    if (among.length === 1) return this.move(among[0]);
    return this.filter(among.length ? { among, says: `Moves that leave ${size}:` } : { among: options,
      says: "No move does that. All moves:" });
  }

  /** Someone touches a member of a picture: the only move that changes it is made, or of those listed before. */
  touch(picture, member) {
    const { known, at } = this;
    const options = known.options(at);
    const fit = (moves) => moves.filter(({ to }) => known.touches(at, to, picture, member));
    const narrowed = fit(this.listed ?? options);
    const among = narrowed.length ? narrowed : fit(options);
    if (among.length === 1) return this.move(among[0]);
    return this.filter(among.length ? { among, says: `Moves that change ${picture.terms[member]}:` } : { among: options,
      says: "No move does that. All moves:" });
  }

  /** Whether one row alone is changed, and a part of that size is left of it. */
  parts(after, before, heap, size) {
    const left = [...after];
    for (const one of before.filter((_, at) => at !== heap)) {
      const found = left.indexOf(one);
      if (found < 0) return false;
      left.splice(found, 1);
    }
    return size ? left.includes(size) : left.length < 2;
  }

  leaves(after, before, size) {
    if (!Array.isArray(after)) return after === size;
    const count = (part) => part.filter((one) => one === size).length;
    return size ? count(after) > count(before) : after.length < before.length;
  }

  filter(chosen) {
    this.show(chosen);
    if (chosen) document.querySelector("#moves button")?.focus();
  }

  show(chosen = null) {
    const { known, at, rule } = this;
    this.watch?.(known, at);
    this.listed = chosen?.among;
    draw(document.getElementById("board"), known, at, (...wanted) => this.leave(...wanted), (...wanted) => this.touch(...wanted));
    const moves = known.options(at);
    this.say(this.status(moves));
    document.getElementById("undo").disabled = this.line.length < 2;
    document.getElementById("machine-moves").disabled = !moves.length;
    const hints = document.getElementById("hints").checked;
    const note = document.getElementById("filter-note");
    note.hidden = !chosen;
    note.firstElementChild.textContent = chosen ? chosen.says : "";
    document.getElementById("moves-title").textContent = `Moves (${moves.length})`;
    document.getElementById("moves").replaceChildren(...(chosen?.among ?? moves).map((move) => {
      const wins = hints && known.wins(at, move.to, rule);
      return made("li", {}, made("button", { class: wins ? "wins" : "", onclick: () => this.move(move) },
        `${move.words}${wins ? " – wins" : ""}`));
    }));
    document.getElementById("history").replaceChildren(...this.line.map(({ number, words, machine }) =>
      made("li", {}, words === null ? known.text(number) : `${machine ? "machine: " : ""}${words} → ${known.text(number)}`)));
    this.hint(hints, moves);
  }

  status(moves) {
    const { known, at, rule } = this;
    if (!known.played(at)) return "This page does not know the moves here: see below what it knows.";
    if (known.movers) {
      if (!moves.length) return `The game is over: side ${known.sides[known.winners[at]]} has won.`;
      return `Side ${known.sides[known.movers[at]]} is to move.`;
    }
    const machine = this.line[this.line.length - 1].machine;
    const against = document.getElementById("opponent").value === "machine" && this.line.length > 1;
    if (moves.length) return against && !machine ? "The machine is to move." : "Your move.";
    if (!against) return `No move is left: who is to move has ${rule === "normal" ? "lost" : "won"}.`;
    return `No move is left: ${machine === (rule === "normal") ? "the machine has" : "you have"} won.`;
  }

  hint(hints, moves) {
    const box = document.getElementById("hint");
    box.hidden = !hints;
    if (!hints) return;
    const { known, at, rule } = this;
    const winning = moves.filter(({ to }) => known.wins(at, to, rule));
    const lines = [`${known.text(at)}: ${described(known, at, rule)}`,
      winning.length ? `Winning moves: ${winning.map(({ words }) => words).join("; ")}.` : "No move wins."];
    const { predicates, clauses } = known.content;
    const holds = known.holds[at].filter((place) => place < predicates.length).map((place) => predicates[place]);
    if (predicates.length) lines.push(`True here: ${holds.join(", ") || "none of the predicates behind the claims"}.`);
    const by = known.holds[at].filter((place) => place >= predicates.length).map((place) => clauses[place - predicates.length]);
    if (by.length) lines.push(`By: ${by.join("\n")}`);
    const said = saidAt(known, at).map(({ text, wrong }) => made("span", { class: `said${wrong ? " wrong" : ""}` }, text));
    box.replaceChildren(...lines.map((line) => made("p", {}, line)), ...(said.length ? [made("p", {}, ...said)] : []));
  }
}

/** The outcome of a position, with its values. */
function described(known, number, rule) {
  if (known.content.alliances) return known.outcome(number, rule);
  const outcome = known.outcome(number, rule);
  const value = known[rule][number];
  const play = `in ${rule === "normal" ? "normal" : "misère"} play`;
  if (known.endless) return outcome === "draw" ? `a draw, ${play}` : `${outcome}-position, ${known.length(number, rule)} moves from the end, ${play}`;
  return `${outcome === "?" ? "outcome not known" : `${outcome}-position`}, ${value < 0 ? "value not known" : `Sprague-Grundy value ${value}`}, ${play}`;
}

/** What each claim says of a position, and whether that is wrong. */
function saidAt(known, number) {
  return [...known.claims].filter(([, { said }]) => said.has(number)).map(([id, { said, wrong }]) =>
    ({ id, wrong: wrong.has(number), text: `${id} says: ${said.get(number)}${wrong.has(number) ? ", which is wrong" : ""}.` }));
}
