// In a notebook: the page stands in a frame of its own, and positions go to and fro as messages.

/** Tell whoever holds the frame which position is looked at, and go where they ask. */
function notebook(games, play, chart, choose) {
  if (parent === window) return;
  const tell = (known, number) => {
    if (number !== undefined) parent.postMessage({ bouton: { game: games.indexOf(known), position: known.positions[number] } }, "*");
  };
  play.watch = chart.watch = tell;
  addEventListener("message", ({ source, data }) => {
    if (source !== parent || !data?.bouton) return;
    const { part, game, position } = data.bouton;
    if (part) select(part);
    const known = games[game];
    const number = position && known?.number(position);
    if (number === undefined || !known.played(number) || (known === play.known && number === play.at)) return;
    choose(game);
    play.start(number);
  });
  tell(play.known, play.at);
}
