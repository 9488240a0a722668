// What a run was worth and what its method does, above the picture; below it what was run, and at its end how it went.

import { h, put, setText } from "./dom.js";

/** @import { Stage } from "./stage.js" */

/** @param {Stage} stage @param {{ text: string } | null} recorded what a changed round added when it was recorded */
export function describeRun(stage, recorded) {
  const { model, root, glossary, full } = stage, { header, summary, incomplete } = model;
  const { title, about: said, pair_name: pair, draft_notes: noted, seed, prompt, deciding, rejection,
    whatif = "" } = header;
  stage.legend.rejection(rejection);
  setText(stage.worth, summary?.worth || title || "");
  stage.top.hidden = !stage.worth.textContent;
  if (!full) { // several stand side by side: what reads them out must tell them apart
    const number = [...document.querySelectorAll(".st.compact")].indexOf(root) + 1;
    root.setAttribute("aria-label", `Run ${number}: ${title || "none"}, step by step`);
    stage.controls.root.setAttribute("aria-label", `Step through run ${number}`);
  }
  const exact = [said?.law, said?.rounding].filter(Boolean).join(" "); // too long for the line under the title
  const what = full ? [said?.line, said?.law, said?.rules].filter(Boolean).join(" ") : title || "";
  const cut = incomplete ? `This run is incomplete: ${incomplete}. ` : "";
  put(stage.about, h("span", { class: "st-warn" }, cut), ...glossary.explained(what, false)); // the end may be cut off
  const rows = /** @type {[string, string | undefined][]} */ ([["Method", title], ["Paper", said?.paper],
    ["Law of the output", exact], ["Models", pair], ["Draft", noted], ["Model’s own rules", said?.rules],
    ["Prompt", prompt], ["Seed", seed?.toString()],
    ...Object.entries(deciding).map(([key, value]) => [key.replace(/_/g, " "), String(value)])]);
  stage.changed.show(whatif, whatif && recorded
    ? { recorded: recorded.text, now: model.added(model.its.length - 1) } : null,
  stage.options.asks && !!header.recorded?.name);
  const row = (/** @type {[string, string | undefined]} */ [name, value]) =>
    h("div", {}, h("dt", {}, ...glossary.explained(name)), h("dd", {}, value));
  put(stage.facts, ...rows.filter(([, value]) => value).map(row));
  put(stage.end, h("h2", {}, "The whole run"), h("p", { class: "st-worth" }, summary?.worth || ""),
    h("dl", { class: "st-facts" }, ...(summary?.card ?? []).map(row)),
    h("button", { type: "button", class: "st-btn st-wide", onclick: () => stage.stepTo(0) }, "Start again"));
}
