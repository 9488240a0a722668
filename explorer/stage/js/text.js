// The text by origin. Every token leads to the iteration and node that made it.

import { h, put } from "./dom.js";
import { clip, coded, visible } from "./format.js";
import { ORIGINS } from "./marks.js";

/** @import { It, Made, Model } from "./model.js" */

/** @param {Model} model @param {{ goto: (it: number, phase: number, node: number | null) => void }} on */
export function newText(model, on) {
  const body = h("div", { class: "st-text", "data-testid": "text" });
  const keys = h("div", { class: "st-origins", "aria-hidden": "true" });
  const list = h("ol", { class: "st-beams", "data-testid": "beams" });
  const beams = h("details", { class: "st-card st-details", "data-testid": "live-beams", hidden: true },
    h("summary", {}, "The live beams in words"), list);
  const end = h("button", { type: "button", class: "st-btn st-small", "data-testid": "show-end",
    "aria-pressed": "false", title: "Also the text that this run has not written yet",
    onclick: () => reveal(!root.classList.contains("all")) },
  "Show the end");
  const root = h("section", { class: "st-sofar", "aria-label": "The text so far" }, body, keys, end);
  let tokens = /** @type {{ view: HTMLElement, made: Made, when: string }[]} */ ([]), count = 0, shownFor = "",
    originsFor = "", settledFor = /** @type {string | null} */ (null);
  let found = /** @type {Set<number>} */ (new Set()); // nodes of the tokens that a search has found

  function reset() {
    tokens = [];
    count = 0;
    shownFor = originsFor = "";
    put(list);
    put(keys);
    reveal(false);
    put(body, ...startOf());
    beams.hidden = true;
  }
  /** The prompt, in front of what was written. */
  function startOf() {
    const { prompt } = model.header;
    const text = coded(clip(prompt || "", 400));
    return text ? [h("span", { class: "st-prompt", title: "the prompt", dir: "auto" }, text), " "] : [];
  }
  /** What comes after this step is hidden until one asks for it. @param {boolean} all */
  function reveal(all) {
    root.classList.toggle("all", all);
    settledFor = null;
    end.setAttribute("aria-pressed", all ? "true" : "false");
    end.textContent = all ? "Hide the end" : "Show the end";
  }

  /** One sequence: appended once, afterwards only classes change. */
  function grow() {
    for (; count < model.its.length; count++)
      for (const [node] of model.its[count].made) {
        const made = model.lineage.get(node);
        if (!made) continue;
        const view = tokenView(made, tokens.length);
        body.append(view, model.joiner());
        tokens.push({ view, made, when: "" });
      }
  }

  /** A span, not a button: a button would break lines inside words. @param {Made} made @param {number} index */
  function tokenView(made, index) {
    const text = model.text(made.token), origin = made.origin || "";
    const apart = model.joiner() ? { dir: "auto" } : {}; // a toy's words do not turn each other
    const told = `${visible(text)} · ${ORIGINS.get(origin)?.label || origin} · iteration ${made.it + 1}`;
    const look = found.has(made.node) ? "st-t hit" : "st-t";
    return h("span", { role: "button", class: look, "data-token": index, "data-origin": origin,
      "data-it": made.it + 1, "data-made": made.node, tabindex: index ? "-1" : "0", title: told, ...apart },
    coded(text).replace(/\n/g, "↵") || "∅");
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
    const written = tokens.filter(({ when }) => when !== "later"), key = String(written.length);
    if (shownFor === key) return;
    shownFor = key;
    origins(new Set(written.map(({ made }) => made.origin)));
  }
  /** The line ends with what was written last; asks for sizes, so it comes last, and only for another text. */
  function settle() {
    if (settledFor === shownFor || root.classList.contains("all")) return;
    settledFor = shownFor;
    body.scrollLeft = body.scrollWidth;
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
    beams.hidden = false;
    body.replaceChildren(...startOf());
    if (!from) return put(list, h("li", { class: "st-quiet" }, "No beam yet: the prompt is the only input."));
    const groups = model.beamsOf(from), best = groups.find(({ beam }) => beam.best) || groups[0];
    const line = model.path(null, best.beam.node).flatMap((made, k) => [tokenOf(made, k, from), model.joiner()]);
    body.append(h("span", { class: "st-quiet" }, from.beams.length > 1 ? `best of ${from.beams.length} beams: ` : ""), ...line);
    origins(new Set(model.path(null, best.beam.node).map(({ origin }) => origin)));
    put(list, ...groups.map((group) => beamRow(group, from)));
  }
  /** @param {Made} made @param {number} index @param {It} from */
  function tokenOf(made, index, from) {
    const view = tokenView(made, index);
    view.dataset.when = made.it === from.i ? "now" : "past";
    return view;
  }
  /** @param {ReturnType<Model["beamsOf"]>[number]} group @param {It} from */
  function beamRow({ beam, slots }, from) {
    const path = model.path(null, beam.node), shown = beam.best ? path : path.slice(-32);
    const cut = path.length - shown.length;
    const name = slots.length > 1 ? `Beams ${slots.map((slot) => slot + 1).join(", ")}` : `Beam ${slots[0] + 1}`;
    const numbers = ` log p ${beam.logp?.toFixed(2) ?? "–"} · per token ${beam.mean?.toFixed(3) ?? "–"}`;
    return h("li", { class: beam.best ? "best" : "" },
      h("div", { class: "st-beam-n" }, h("b", {}, name), slots.length > 1 ? " (copies)" : "", numbers,
        beam.best ? " · best" : "", beam.done ? " · ended" : ""),
      h("div", { class: "st-text" }, cut ? h("span", { class: "st-quiet" }, `${cut} tokens hidden … `) : null,
        ...shown.flatMap((made, k) => [tokenOf(made, k, from), model.joiner()])));
  }

  /** Marks the tokens that a search has found. @param {Set<number>} nodes */
  function mark(nodes) {
    found = nodes;
    for (const view of [...body.children, ...list.querySelectorAll("[data-made]")])
      if (view instanceof HTMLElement) view.classList.toggle("hit", found.has(Number(view.dataset.made ?? NaN)));
  }

  /** @param {Event} event */
  function open(event) {
    const view = /** @type {HTMLElement} */ (event.target).closest("[data-token]");
    const made = view instanceof HTMLElement ? model.lineage.get(Number(view.dataset.made)) : undefined;
    if (made) on.goto(made.it, made.step, made.node);
  }
  for (const box of [root, beams]) {
    box.addEventListener("click", open);
    box.addEventListener("keydown", (event) => { // ↑ ↓ walk along the tokens; ← → stay phases
      const all = /** @type {HTMLElement[]} */ ([...box.querySelectorAll("[data-token]")]);
      const at = all.findIndex((view) => view === document.activeElement), by = event.key === "ArrowDown" ? 1 : -1;
      if (at < 0 || !["Enter", " ", "ArrowUp", "ArrowDown"].includes(event.key)) return;
      if (event.key === "Enter" || event.key === " ") open(event);
      else all[Math.min(all.length - 1, Math.max(0, at + by))].focus();
      event.preventDefault();
      event.stopPropagation();
    });
  }
  return { root, beams, show, settle, reset, mark,
    resized() {
      settledFor = null;
      settle();
    } };
}
