// The claims with their verdicts, and the rules.

/** The most moves that are shown from a counterexample. */
const MOST_MOVES = 40;

function claims(content, games, open) {
  document.getElementById("claims").replaceChildren(...content.claims.map((claim) => made("article", { id: `claim-${claim.id}` },
    made("h2", {}, `${claim.id} `, made("span", { class: `verdict ${claim.verdict}` }, claim.verdict)),
    made("p", {}, claim.says),
    ...(claim.report === null ? [] : [made("details", { open: ["refuted", "unknown"].includes(claim.verdict) },
      made("summary", {}, "What was found"), made("pre", {}, claim.report))]),
    ...laid(claim, games).map((words) => made("p", {}, words)),
    ...best(claim, games, open),
    made("p", { class: "choices" },
      ...(claim.at ? [made("button", { onclick: () => open.play(claim) }, "Play from the counterexample")] : []),
      ...(games.some((known) => known.claims.has(claim.id)) ? [made("button", { onclick: () => open.map(claim) }, "Lay over the map")] : [])))));
  if (!content.claims.length) document.getElementById("claims").replaceChildren(made("p", {}, "The spec has no claims."));
  document.getElementById("rules").replaceChildren(...content.rules.flatMap(({ name, text }) =>
    [made("details", {}, made("summary", {}, name), made("pre", {}, text))]));
}

/** At how many positions of this page a claim says what is so; nothing of one that does not speak of single positions. */
function laid({ id }, games) {
  const found = games.map(({ claims }) => claims.get(id)).filter((one) => one);
  const [said, wrong] = [({ said }) => said.size, ({ wrong }) => wrong.size].map((many) => found.reduce((sum, one) => sum + many(one), 0));
  const number = (one) => one.toLocaleString("en");
  return said ? [`Held against the ${said === 1 ? "position" : `${number(said)} positions`} of this page that it speaks of: ${wrong ? `wrong at ${number(wrong)}` : "right at each"}.`] : [];
}

/** From a counterexample, the game as it is played best: each move a button that shows the board after it. */
function best({ at, plays, ...claim }, games, open) {
  if (!at || !games[at[0]].played(at[1])) return [];
  const shown = made("details", {}, made("summary", {}, "The counterexample, move by move"));
  shown.addEventListener("toggle", () => shown.append(line({ at, plays, ...claim }, games[at[0]], open)), { once: true });
  return [shown];
}

/** That line: it is sought when it is asked for, as what the machine plays best takes a look at all positions below. */
function line(claim, known, open) {
  const { at, plays } = claim, rule = plays.length === 1 ? plays[0] : "normal";
  const line = [{ number: at[1], words: null }];
  for (let here = at[1]; line.length <= MOST_MOVES && known.played(here) && known.options(here).length; ) {
    const move = known.best(here, rule);
    here = move.to;
    line.push({ number: here, words: move.words });
  }
  const told = (number) => `${known.text(number)} (${described(known, number, rule).split(",")[0]})`;
  return made("ol", { class: "line" },
    ...line.map(({ number, words }, place) => made("li", {}, made("button", {
      onclick: () => open.play(claim, line.slice(0, place + 1)),
    }, words === null ? told(number) : `${words} → ${told(number)}`))));
}
