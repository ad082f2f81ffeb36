// The claims with their verdicts, and the rules.

function claims(content, games, open) {
  document.getElementById("claims").replaceChildren(...content.claims.map((claim) => made("article", { id: `claim-${claim.id}` },
    made("h2", {}, `${claim.id} `, made("span", { class: `verdict ${claim.verdict}` }, claim.verdict)),
    made("p", {}, claim.says),
    ...(claim.report === null ? [] : [made("details", { open: claim.verdict === "refuted" },
      made("summary", {}, "What was found"), made("pre", {}, claim.report))]),
    made("p", { class: "choices" },
      ...(claim.at ? [made("button", { onclick: () => open.play(claim) }, "Play from the counterexample")] : []),
      ...(games.some((known) => known.claims.has(claim.id) && !known.pictures.length) ? [made("button", { onclick: () => open.map(claim) }, "Lay over the map")] : [])))));
  if (!content.claims.length) document.getElementById("claims").replaceChildren(made("p", {}, "The spec has no claims."));
  document.getElementById("rules").replaceChildren(...content.rules.flatMap(({ name, text }) =>
    [made("details", {}, made("summary", {}, name), made("pre", {}, text))]));
}
