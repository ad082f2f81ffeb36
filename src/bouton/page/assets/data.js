"use strict";
// What the page holds: unpacked once, then asked by the number of a position.

/** An arrow in the words of a move, which is not broken at the end of a line. */
const ARROW = " \u2011> ";

/** The JSON that stands deflated in the page. */
async function unpacked() {
  await new Promise((painted) => requestAnimationFrame(() => setTimeout(painted)));
  const letters = atob(document.getElementById("data").textContent);
  const packed = new Uint8Array(letters.length);
  for (let at = 0; at < letters.length; at++) packed[at] = letters.charCodeAt(at);
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
  const content = JSON.parse(await new Response(stream).text());
  return { ...content, words: content.words.map((words) => words.replaceAll(" -> ", ARROW)) };
}

/** The positions of the game for one value of its parameters. */
class Known {
  constructor(content, of, program) {
    Object.assign(this, { content, fluents: content.fluents, parameters: of.parameters, given: of.given, size: of.size, inside: of.inside });
    Object.assign(this, { normal: of.normal, misere: of.misere, movers: of.movers, winners: of.winners, sides: of.sides });
    Object.assign(this, { endless: of.endless ?? false, holds: of.holds });
    Object.assign(this, { pictures: of.pictures, begins: of.begins, reached: of.reached });
    this.positions = this.#positions(of.positions);
    this.starts = [];
    for (let at = 0; at < of.moves.length; at += 1 + 2 * of.moves[at]) this.starts.push(at);
    this.flat = of.moves;
    this.claims = new Map(Object.entries(of.says).map(([id, said]) => [id, this.#said(said, of.labels)]));
    this.lengths = {};
    this.names = of.names;
    this.compared = of.compared;
    this.found = new Map();
    this.program = program ? program() : null;
    for (const [number, ...wanted] of of.samples) {
      if (this.options(number).map(({ to }) => to).join() !== wanted.join()) this.faulty = true;
    }
    if (this.faulty) this.program = null;
  }

  #positions(flat) {
    const found = [];
    for (let at = 0; at < flat.length; ) {
      found.push(this.fluents.map(({ heaps, set }) => {
        if (!heaps && !set) return flat[at++];
        const count = flat[at++];
        at += count;
        return flat.slice(at - count, at);
      }));
    }
    return found;
  }

  /** The number of each position, by its text: made when one is looked for first. */
  get numbers() {
    return (this.byText ??= new Map(this.positions.map((position, number) => [JSON.stringify(position), number])));
  }

  #said({ labels, at, wrong }, names) {
    const said = new Map();
    let number = 0;
    at.forEach((step, place) => said.set((number += step), names[labels[place]]));
    return { said, wrong: new Set(wrong) };
  }

  /** Whether all moves of a position are known. */
  played(number) { return this.program ? this.#found(number) !== null : number < this.starts.length; }

  /** How many positions, from the least on, have moves that are known; by a program some of these may not. */
  get many() { return this.program ? this.positions.length : this.starts.length; }

  /** The moves that the program lists, one to each option; null where one leads out of what the page knows. */
  #listed(number) {
    const position = this.positions[number];
    const listed = this.program[position.filter(Array.isArray).map(({ length }) => length).join(",")]?.(...position.flat());
    if (!listed) return null;
    const found = new Map();
    for (const [name, numbers, after] of listed) {
      const to = this.number(after);
      if (to === undefined) return null;
      if (!found.has(to)) {
        const [first, ...rest] = this.names[name];
        found.set(to, { to, words: wording(this.fluents, position, after, first + numbers.map((one, at) => one + rest[at]).join("")) });
      }
    }
    return [...found.values()].sort((a, b) => a.to - b.to);
  }

  #found(number) {
    if (this.found.size > 2000) this.found.clear();
    if (!this.found.has(number)) this.found.set(number, this.#listed(number));
    return this.found.get(number);
  }

  /** The moves of a position: in words, and where each leads. */
  options(number) {
    if (!this.played(number)) return [];
    if (this.program) return this.#found(number);
    const start = this.starts[number];
    return Array.from({ length: this.flat[start] }, (_, place) => ({
      to: number - this.flat[start + 1 + 2 * place],
      words: this.content.words[this.flat[start + 2 + 2 * place]],
    }));
  }

  /** Whether whoever moves at a position loses; null where it is not known. */
  lost(number, rule) {
    if (this.content.alliances) return this.movers[number] !== this.winners[number];
    const code = this[rule][number];
    if (this.endless) return code >= 0 && code % 2 === 0;
    return code < 0 ? null : code === 0;
  }

  /** Whether neither player can win, where positions may come back. */
  drawn(number, rule) { return this.endless && this[rule][number] < 0; }

  /** Whether a move wins for whoever makes it. */
  wins(from, to, rule) {
    return this.content.alliances ? this.winners[to] === this.movers[from] : this.lost(to, rule) === true;
  }

  /** P, N or draw, or the side that wins. */
  outcome(number, rule) {
    if (this.content.alliances) return `side ${this.sides[this.winners[number]]} wins`;
    const lost = this.lost(number, rule);
    return this.drawn(number, rule) ? "draw" : lost === null ? "?" : lost ? "P" : "N";
  }

  /** How long the game lasts from each position, the winner hurrying and the loser delaying; for ever in a draw.
   * Where a program lists the moves that would take too long, and what is left on the board stands for it. */
  length(number, rule) {
    if (this.program) return this.positions[number].flat().reduce((sum, one) => sum + one, 0);
    if (this.endless) return this.drawn(number, rule) ? Infinity : Math.floor(this[rule][number] / 2);
    const known = (this.lengths[rule] ??= []);
    for (let one = known.length; one <= number; one++) {
      const start = this.starts[one], stop = start + 2 * this.flat[start];
      let soonest = Infinity, latest = -1;
      for (let at = start + 1; at < stop; at += 2) {
        const to = one - this.flat[at];
        latest = Math.max(latest, known[to]);
        if (this.wins(one, to, rule)) soonest = Math.min(soonest, known[to]);
      }
      known.push(1 + (soonest < Infinity ? soonest : latest));
    }
    return known[number];
  }

  /** The move that the machine makes: the winning one that ends the game soonest, else the one that delays most. */
  best(number, rule) {
    const moves = this.options(number);
    const winning = moves.filter(({ to }) => this.wins(number, to, rule));
    const length = ({ to }) => this.length(to, rule);
    const better = winning.length ? (a, b) => length(a) < length(b) : (a, b) => length(a) > length(b);
    return (winning.length ? winning : moves).reduce((best, move) => (better(move, best) ? move : best));
  }

  /** The number of a position whose heaps may stand in any order, and be empty; undefined where it is not known. */
  number(position) {
    return this.numbers.get(JSON.stringify(position.map((part, place) => this.canonical(part, this.fluents[place]))));
  }

  canonical(part, { heaps, order, set }) {
    if (set) return [...new Set(part)].sort((a, b) => a - b);
    if (!heaps) return part;
    const left = part.filter((size) => size > 0);
    if (order === "none") return left;
    return left.sort((a, b) => (order === "descending" ? b - a : a - b));
  }

  /** A position in words: `heap 1:2:2, pass 1`. */
  text(number) {
    return this.positions[number].map((part, place) => {
      const { name } = this.fluents[place];
      return Array.isArray(part) && !part.length ? `no ${name}` : `${name} ${this.written(part, place)}`;
    }).join(", ");
  }

  /** A part of a position: numbers, or of sets and tokens the terms of their members. */
  written(part, place) {
    const terms = this.terms(place);
    return [part].flat().map((one) => (terms ? terms[one] : one)).join(":");
  }

  /** The terms that members of a set have, and places of a token; undefined of other fluents. */
  terms(place) { return this.pictures.find(({ sets, tokens }) => sets.includes(place) || tokens.includes(place))?.terms; }

  /** Whether a move changes a member of a picture: it takes it away, adds it, or sets a token there. */
  touches(from, to, { sets, tokens }, member) {
    const [before, after] = [this.positions[from], this.positions[to]];
    return sets.some((place) => before[place].includes(member) !== after[place].includes(member))
      || tokens.some((place) => before[place] !== after[place] && after[place] === member);
  }
}

/** A move in words, as a report has it: by what it takes, or by its name and what it changes. */
function wording(fluents, position, after, name) {
  const changes = fluents.flatMap(({ name: fluent, heaps, stones }, place) => {
    if (!heaps) return after[place] === position[place] ? [] : [{ fluent, stones, heaps, old: position[place], value: after[place] }];
    return after[place].map((value, heap) => ({ fluent, heaps, heap: heap + 1, old: position[place][heap] ?? null, value }))
      .filter(({ old, value }) => value !== (old ?? 0));
  });
  const lowers = ({ heaps, old, value }) => heaps && old !== null && value < old;
  const adds = ({ heaps, old, value }) => heaps && (old === null || value > old);
  const functor = name.split("(")[0];
  const moves_on = changes.some(lowers) && changes.some(adds);
  const nameless = (functor === "take" && !moves_on) || !/^\p{L}/u.test(functor) || name.indexOf("(", functor.length + 1) >= 0;
  if (nameless || (changes.length === 1 && lowers(changes[0]))) {
    const named = name.slice(functor.length + 1, -1).split(",");
    return joined(changes.map((one) => inWords(one, changes.length === 1 || named.includes(one.fluent))));
  }
  const told = changes.map(({ fluent, heaps, heap, old, value }) =>
    (old === null ? `new ${fluent}: ${value}` : `${heaps ? `${fluent} ${heap}` : fluent}: ${old}${ARROW}${value}`));
  return `${name}: ${told.join(", ") || "nothing changes"}`;
}

function inWords({ fluent, stones, heaps, heap, old, value }, taken) {
  if (!heaps) return (stones || taken) && value < old ? `take ${old - value} from ${fluent}` : `${fluent} goes from ${old} to ${value}`;
  if (old === null) return `make a new ${fluent} of ${value}`;
  return value > old ? `add ${value - old} to ${fluent} ${heap}` : `take ${old - value} from ${fluent} ${heap}`;
}

function joined(parts) {
  return parts.length < 2 ? parts.join("") : `${parts.slice(0, -1).join(", ")} and ${parts[parts.length - 1]}`;
}
