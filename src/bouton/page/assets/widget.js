// What a notebook runs: the page in a frame that can reach nothing, and the positions that are seen and asked for.
export default {
  render({ model, el }) {
    const frame = document.createElement("iframe");
    frame.setAttribute("sandbox", "allow-scripts");
    frame.title = model.get("title");
    frame.style = "width: 100%; height: 40rem; border: 1px solid #888";
    frame.srcdoc = model.get("html");
    const ask = () => frame.contentWindow?.postMessage({ bouton: model.get("asked") }, "*");
    let begun = false;
    const hear = ({ source, data }) => {
      if (source !== frame.contentWindow || !data?.bouton) return;
      model.set("seen", data.bouton);
      model.save_changes();
      if (!begun) ask();
      begun = true;
    };
    addEventListener("message", hear);
    model.on("change:asked", ask);
    el.append(frame);
    return () => {
      removeEventListener("message", hear);
      model.off("change:asked", ask);
    };
  },
};
