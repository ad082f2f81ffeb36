// In a notebook: the page stands in a frame of its own, and positions go to and fro as messages.

/** Tell whoever holds the frame which position is looked at, and go where they ask. */
function notebook(games, play, chart, choose) {
  if (parent === window) return;
  // members of sets and places of tokens travel by their terms
  const each = (known, position, change) => position.map((part, place) => {
    const terms = known.terms(place);
    return !terms ? part : Array.isArray(part) ? part.map((one) => change(terms, one)) : change(terms, part);
  });
  const tell = (known, number) => {
    if (number === undefined) return;
    const position = each(known, known.positions[number], (terms, one) => terms[one]);
    parent.postMessage({ bouton: { game: games.indexOf(known), position } }, "*");
  };
  play.watch = chart.watch = tell;
  addEventListener("message", ({ source, data }) => {
    if (source !== parent || !data?.bouton) return;
    const { part, game, position } = data.bouton;
    if (part) select(part);
    const known = games[game];
    const number = position && known?.number(each(known, position, (terms, one) => terms.indexOf(one)));
    if (number === undefined || !known.played(number) || (known === play.known && number === play.at)) return;
    choose(game);
    play.start(number);
  });
  tell(play.known, play.at);
}
