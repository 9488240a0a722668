// The text about a whole run: its result and its method above the graph, the facts of the run below it, and the
// summary at its end.

import { h, put, setText } from "../dom.js";

/** @import { Stage } from "../stage.js" */

/**
 * Writes all texts about the run as a whole.
 * @param {Stage} stage @param {{ text: string } | null} recorded the recorded text of a round that was replayed
 */
export function describeRun(stage, recorded) {
  const { model, root, glossary, full } = stage, { header, summary, incomplete } = model;
  const { title, about, pair_name: pair, draft_notes: notes, observed, seed, prompt, deciding,
    rejection, whatif = "" } = header;
  stage.legend.rejection(rejection);
  setText(stage.worth, summary?.worth || title || "");
  stage.top.hidden = !stage.worth.textContent;
  if (!full) { // several stages are side by side: a screen reader must distinguish them
    const number = [...document.querySelectorAll(".st.compact")].indexOf(root) + 1;
    root.setAttribute("aria-label", `Run ${number}: ${title || "none"}, step by step`);
    stage.controls.root.setAttribute("aria-label", `Step through run ${number}`);
  }
  const exact = [about?.law, about?.rounding].filter(Boolean).join(" "); // too long for the line under the title
  const what = full ? [about?.line, about?.law, about?.rules].filter(Boolean).join(" ") : title || "";
  const cut = incomplete ? `This run is incomplete: ${incomplete}. ` : "";
  // The end of this line may be cut off, so its terms are no tab stops.
  const name = full && summary?.worth && title ? `${title.split(":")[0]}${model.toy() ? " (toy)" : ""}: ` : ""; // without a result, it is the headline
  put(stage.about, h("span", { class: "st-warn" }, cut), h("b", {}, name), ...glossary.explained(what, false));
  const rows = /** @type {[string, string | undefined][]} */ ([["Method", title], ["Paper", about?.paper],
    ["Output distribution", exact], ["Models", pair], ["Draft", notes], ["Recorded from", observed],
    ["Model’s own rules", about?.rules], ["Prompt", prompt], ["Seed", seed?.toString()],
    ...Object.entries(deciding).map(([key, value]) => [key.replace(/_/g, " "), String(value)])]);
  stage.changed.show(whatif, whatif && recorded
    ? { recorded: recorded.text, now: model.added(model.its.length - 1) } : null,
  stage.options.asks && !!header.recorded?.name);
  const row = (/** @type {[string, string | undefined]} */ [name, value]) =>
    h("div", {}, h("dt", {}, ...glossary.explained(name)), h("dd", {}, value));
  put(stage.facts, ...rows.filter(([, value]) => value).map(row));
  const rounds = model.its.length;
  put(stage.end, h("h2", {}, rounds > 1 ? `Summary of all ${rounds} rounds` : "Summary"),
    h("dl", { class: "st-facts" }, ...(summary?.card ?? []).map(row)),
    h("button", { type: "button", class: "st-btn st-wide", onclick: () => stage.stepTo(0) }, "Start again"));
}
