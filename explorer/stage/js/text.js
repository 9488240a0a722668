// The text by origin. Every token leads to the iteration and node that made it.

import { h, put } from "./dom.js";
import { clip, visible } from "./format.js";
import { ORIGINS } from "./marks.js";

/** @import { It, Made, Model } from "./model.js" */

/** @param {Model} model @param {{ goto: (it: number, phase: number, node: number | null) => void }} on */
export function newText(model, on) {
  const body = h("div", { class: "st-text", "data-testid": "text" });
  const keys = h("div", { class: "st-origins", "aria-hidden": "true" });
  const beams = h("ol", { class: "st-beams", "data-testid": "beams", hidden: true });
  const root = h("section", { class: "st-card", "aria-label": "The text so far" },
    h("header", { class: "st-bar" }, h("h3", {}, "Text so far"), keys), body, beams);
  let tokens = /** @type {{ view: HTMLElement, made: Made, when: string }[]} */ ([]), count = 0, shownFor = "",
    originsFor = "";

  function reset() {
    tokens = [];
    count = 0;
    shownFor = originsFor = "";
    put(beams);
    put(keys);
    const { prompt } = model.header;
    put(body, prompt ? h("span", { class: "st-prompt", title: "the prompt" }, clip(prompt, 400)) : "");
    body.hidden = false;
    beams.hidden = true;
  }

  /** One sequence: appended once, afterwards only classes change. */
  function grow() {
    for (; count < model.its.length; count++)
      for (const [node] of model.its[count].made) {
        const made = model.lineage.get(node);
        if (!made) continue;
        const { view, outer } = tokenView(made, tokens.length);
        body.append(outer, model.joiner());
        tokens.push({ view, made, when: "" });
      }
  }

  /** A span, not a button: a button would break lines inside words. @param {Made} made @param {number} index */
  function tokenView(made, index) {
    const text = model.text(made.token), origin = made.origin || "";
    const told = `${visible(text)} · ${ORIGINS.get(origin)?.label || origin} · iteration ${made.it + 1}`;
    const view = h("span", { role: "button", class: "st-t", "data-token": index, "data-origin": origin,
      "data-it": made.it + 1,
      "data-made": made.node, tabindex: index ? "-1" : "0", title: told }, text.replace(/\n/g, "↵") || "∅");
    return { view, outer: text.includes("\n") ? h("span", {}, view, h("br")) : view };
  }

  /** @param {It} it @param {number} phase */
  function show(it, phase) {
    if (model.multi()) return showBeams(it, phase);
    grow();
    for (const token of tokens) {
      const { made } = token, reached = made.it < it.i || (made.it === it.i && made.step <= phase);
      const when = !reached ? "later" : made.it === it.i ? "now" : "past";
      if (when !== token.when) token.view.dataset.when = token.when = when;
    }
    if (shownFor === String(it.i)) return;
    shownFor = String(it.i);
    origins(new Set(model.its.slice(0, it.i + 1).flatMap(({ made }) => made.map(([, , , origin]) => origin))));
  }

  /** @param {Set<string | null>} present */
  function origins(present) {
    const kinds = [...ORIGINS.values()].filter(({ name }) => present.has(name)),
      key = kinds.map(({ name }) => name).join();
    if (key === originsFor) return;
    originsFor = key;
    put(keys, ...kinds.map(({ name, label }) => h("span", { class: "st-t", "data-origin": name }, label)));
  }

  /**
   * Several beams: those alive at this step, copies once, the most likely (by mean log p) marked.
   * @param {It} it @param {number} phase
   */
  function showBeams(it, phase) {
    const from = phase >= it.commit ? it : model.its[it.i - 1], key = from ? String(from.i) : "none";
    if (key === shownFor) return;
    shownFor = key;
    body.hidden = true;
    beams.hidden = false;
    if (!from) return put(beams, h("li", { class: "st-quiet" }, "No beam yet: the prompt is the only input."));
    const present = /** @type {Set<string | null>} */ (new Set());
    let index = 0;
    put(beams, ...model.beamsOf(from).map(({ beam, slots }) => {
      const path = model.path(null, beam.node), shown = beam.best ? path : path.slice(-32),
        cut = path.length - shown.length;
      for (const made of path) present.add(made.origin);
      const name = slots.length > 1 ? `Beams ${slots.map((slot) => slot + 1).join(", ")}` : `Beam ${slots[0] + 1}`;
      const numbers = ` log p ${beam.logp?.toFixed(2) ?? "–"} · per token ${beam.mean?.toFixed(3) ?? "–"}`;
      return h("li", { class: beam.best ? "best" : "" },
        h("div", { class: "st-beam-n" }, h("b", {}, name), slots.length > 1 ? " (copies)" : "", numbers,
          beam.best ? " · best" : "", beam.done ? " · ended" : ""),
        h("div", { class: "st-text" }, cut ? h("span", { class: "st-quiet" }, `${cut} tokens hidden … `) : null,
          ...shown.flatMap((made) => {
            const { view, outer } = tokenView(made, index++);
            view.dataset.when = made.it === from.i ? "now" : "past";
            return [outer, model.joiner()];
          })));
    }));
    origins(present);
  }

  /** @param {Event} event */
  function open(event) {
    const view = /** @type {HTMLElement} */ (event.target).closest("[data-token]");
    const made = view instanceof HTMLElement ? model.lineage.get(Number(view.dataset.made)) : undefined;
    if (made) on.goto(made.it, made.step, made.node);
  }
  root.addEventListener("click", open);
  root.addEventListener("keydown", (event) => { // ↑ ↓ walk along the tokens; ← → stay phases
    if (event.key === "Enter" || event.key === " ") open(event);
    else if (event.key === "ArrowUp" || event.key === "ArrowDown") {
      const all = /** @type {HTMLElement[]} */ ([...root.querySelectorAll("[data-token]")]);
      const at = all.findIndex((view) => view === document.activeElement), by = event.key === "ArrowDown" ? 1 : -1;
      if (at < 0) return;
      all[Math.min(all.length - 1, Math.max(0, at + by))].focus();
    } else return;
    event.preventDefault();
    event.stopPropagation();
  });
  return { root, show, reset };
}
