// The page as a whole: its three parts, and what they have in common.

/** Show one of the three parts. */
function select(part) {
  for (const name of ["play", "map", "theorem"]) {
    document.getElementById(name).hidden = name !== part;
    const tab = document.getElementById(`tab-${name}`);
    tab.setAttribute("aria-selected", String(name === part));
    tab.tabIndex = name === part ? 0 : -1;
  }
  document.getElementById("of-game").hidden = part === "theorem";
  document.getElementById(part).dispatchEvent(new Event("seen"));
}

async function start() {
  const content = await unpacked();
  const games = content.games.map((one, at) => new Known(content, one, PROGRAMS[at]));
  document.getElementById("command").textContent = content.command;
  const largest = games[0].pictures.length ? games.length - 1 : 0; // the least boards have no moves
  fill("choose-game", games.map(({ parameters }, at) => [at, parameters]), largest);
  document.getElementById("for-game").hidden = games.length < 2 && !games[0].parameters;
  document.getElementById("for-rule").hidden = content.alliances;
  const first = content.claims.find(({ plays }) => plays.length === 1);
  const rule = document.getElementById("choose-rule");
  rule.value = first ? first.plays[0] : "normal";

  const chosen = () => games[document.getElementById("choose-game").value];
  const play = new Play(chosen(), rule.value);
  const chart = new Chart(games, chosen(), rule.value, play, (known) => {
    document.getElementById("choose-game").value = games.indexOf(known);
    use();
  });
  const use = () => {
    play.use(chosen(), rule.value);
    chart.use(chosen(), rule.value);
    knows(chosen());
  };
  document.getElementById("choose-game").addEventListener("change", use);
  rule.addEventListener("change", use);
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => chart.show());
  claims(content, games, {
    play({ at: [game, number], plays }, line) {
      document.getElementById("choose-game").value = game;
      if (plays.length === 1) rule.value = plays[0];
      use();
      document.getElementById("hints").checked = true;
      if (line) document.getElementById("opponent").value = "person"; // both sides are shown, one move at a time
      play.start(number, line);
      select("play");
    },
    map({ id, at, plays }) {
      const game = at ? at[0] : games.findIndex((known) => known.claims.has(id));
      document.getElementById("choose-game").value = game;
      if (plays.length === 1) rule.value = plays[0];
      use();
      document.getElementById("overlay").value = id;
      select("map");
      chart.show();
    },
  });
  knows(chosen());
  notebook(games, play, chart, (game) => {
    document.getElementById("choose-game").value = game;
    use();
  });
  tabs();
  if (["map", "theorem"].includes(location.hash.slice(1))) select(location.hash.slice(1));
  document.documentElement.dataset.ready = "yes";
}

/** What the page knows of the game, and what not. */
function knows(known) {
  const number = (one) => one.toLocaleString("en");
  const all = known.inside >= known.size ? `all ${number(known.size)} positions${known.reached ? " that are reached from where games begin" : ""}` : `the first ${number(known.inside)} of ${number(known.size)} positions`;
  const [table, drawn] = known.compared;
  const moves = known.faulty ? "and none of their moves, as this browser runs the program for these wrongly"
    : known.program ? `and their moves by a program printed from the rules, held against clingo at ${number(table)} of them and ${number(drawn)} more drawn by chance`
    : known.starts.length >= known.positions.length ? "with all their moves" : `of the first ${number(known.starts.length)} with all their moves`;
  const where = known.parameters ? ` for ${known.parameters}` : "";
  document.getElementById("knows").textContent = `This page knows ${all}${known.reached ? "" : " of its box"}${where}, ${moves}, as Bouton ${known.content.version} found them from the rules. Beyond that it knows nothing.${known.content.left ? ` It knows nothing of ${known.content.left}.` : ""}`;
}

function tabs() {
  const names = ["play", "map", "theorem"];
  names.forEach((name, at) => {
    const tab = document.getElementById(`tab-${name}`);
    tab.addEventListener("click", () => select(name));
    tab.addEventListener("keydown", ({ key }) => {
      const step = { ArrowRight: 1, ArrowLeft: names.length - 1 }[key];
      if (!step) return;
      const next = names[(at + step) % names.length];
      select(next);
      document.getElementById(`tab-${next}`).focus();
    });
  });
}

start().catch((error) => {
  document.getElementById("status").textContent = `This browser cannot unpack the page (${error.message}): a newer one can.`;
  throw error;
});
