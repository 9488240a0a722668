// The text of the run, coloured by origin. Every token leads to the round and node that added it.

import { h, put } from "../dom.js";
import { coded, plural, tail, visible } from "../format.js";
import { ORIGINS } from "../marks.js";

/** @import { It, Made, Model } from "../model.js" */

const LONGEST = 2000; // characters of a prompt that are shown, its last ones
const NEAR = 3; // tokens, before and after repeated text, that stay in a shortened line
const ENDS = [14, 10], INSIDE = [12, 24]; // characters at both ends of a shortened part, and of long repeated text

/** The line of text above the graph, and the list of beams. */
export class RunText {
  body = h("div", { class: "st-text", "data-testid": "text" });
  keys = h("div", { class: "st-origins", "aria-hidden": "true" });
  list = h("ol", { class: "st-beams", "data-testid": "beams" });
  beams = h("details", { class: "st-card st-details", "data-testid": "live-beams", hidden: true },
    h("summary", {}, "Beams as text"), this.list);
  end = h("button", { type: "button", class: "st-btn st-small", "data-testid": "show-end",
    "aria-pressed": "false", title: "Also show text that is not written yet at this step",
    onclick: () => this.reveal(!this.root.classList.contains("all")) },
  "Show full text");
  root = h("section", { class: "st-sofar", "aria-label": "Text so far", "data-part": "text" }, this.body, this.keys,
    this.end);
  tokens = /** @type {{ view: HTMLElement, made: Made, when: string }[]} */ ([]); count = 0; shownFor = "";
  originsFor = ""; settledFor = /** @type {string | null} */ (null);
  prompt = h("span", { class: "st-prompt", title: "prompt", dir: "auto" });
  sameFor = /** @type {string | null} */ (null); // the round whose repeated text is marked
  matches = /** @type {Set<number>} */ (new Set()); // nodes of the tokens that a search found

  /** @param {Model} model @param {{ goto: (it: number, phase: number, node: number | null) => void }} on */
  constructor(model, on) {
    this.model = model; this.on = on;
    for (const box of [this.root, this.beams]) {
      box.addEventListener("click", (event) => this.open(event));
      box.addEventListener("keydown", (event) => { // ↑ ↓ move between tokens; ← → still move between steps
        const all = /** @type {HTMLElement[]} */ ([...box.querySelectorAll("[data-token]")]);
        const at = all.findIndex((view) => view === document.activeElement), by = event.key === "ArrowDown" ? 1 : -1;
        if (at < 0 || !["Enter", " ", "ArrowUp", "ArrowDown"].includes(event.key)) return;
        if (event.key === "Enter" || event.key === " ") this.open(event);
        else all[Math.min(all.length - 1, Math.max(0, at + by))].focus();
        event.preventDefault();
        event.stopPropagation();
      });
    }
  }

  reset() {
    this.tokens = [];
    this.count = 0;
    this.shownFor = this.originsFor = "";
    put(this.list);
    put(this.keys);
    this.reveal(false);
    put(this.body, ...this.startOf());
    this.beams.hidden = true;
  }
  /** The prompt, shown before the text. */
  startOf() {
    const text = this.model.header.prompt || "";
    put(this.prompt, coded(tail(text, LONGEST)));
    this.sameFor = null;
    return text ? [this.prompt, " "] : [];
  }
  /** Shows or hides the text after this step. @param {boolean} all */
  reveal(all) {
    this.root.classList.toggle("all", all);
    this.settledFor = null;
    this.end.setAttribute("aria-pressed", all ? "true" : "false");
    this.end.textContent = all ? "Hide full text" : "Show full text";
  }

  /** Appends the tokens of new rounds of a single sequence; later only their classes change. */
  grow() {
    for (; this.count < this.model.its.length; this.count++)
      for (const [node] of this.model.its[this.count].made) {
        const made = this.model.lineage.get(node);
        if (!made) continue;
        const view = this.tokenView(made, this.tokens.length);
        this.body.append(view, this.model.joiner());
        this.tokens.push({ view, made, when: "" });
      }
  }

  /**
   * A token. It is a span, because a button would break lines inside words.
   * @param {Made} made @param {number} index
   */
  tokenView(made, index) {
    const text = this.model.text(made.token), origin = made.origin || "";
    const apart = this.model.joiner() ? { dir: "auto" } : {}; // words of a toy pair do not affect each other
    const title = `${visible(text)} · ${ORIGINS.get(origin)?.label || origin} · round ${made.it + 1}`;
    const look = this.matches.has(made.node) ? "st-t hit" : "st-t";
    return h("span", { role: "button", class: look, "data-token": index, "data-origin": origin,
      "data-it": made.it + 1, "data-made": made.node, tabindex: index ? "-1" : "0", title, ...apart },
    coded(text).replace(/\n/g, "↵") || "∅");
  }

  /** Shows the text at a step. @param {It} it @param {number} phase */
  show(it, phase) {
    if (this.model.multi()) return this.showBeams(it, phase);
    this.grow();
    for (const token of this.tokens) {
      const { made } = token, reached = made.it < it.i || (made.it === it.i && made.step <= phase);
      const when = !reached ? "later" : made.it === it.i ? "now" : "past";
      if (when !== token.when) token.view.dataset.when = token.when = when;
    }
    this.same(it, phase);
    const written = this.tokens.filter(({ when }) => when !== "later"), key = String(written.length);
    if (this.shownFor === key) return;
    this.shownFor = key;
    this.origins(new Set(written.map(({ made }) => made.origin)));
  }
  /**
   * Marks the end of the text and its earlier occurrences, from which the draft was made. While the text is one line,
   * the text between them is left out.
   * @param {It} it @param {number} phase
   */
  same(it, phase) {
    const found = it.steps.findIndex((step) => step.phase === "draft") <= phase ? it.found : undefined;
    const key = found ? String(it.i) : "";
    if (key === this.sameFor) return;
    this.sameFor = key;
    this.settledFor = null;
    const prompt = this.model.header.prompt || "";
    put(this.prompt, ...(found ? parted(prompt, found.prompt, !found.made.length) : [coded(tail(prompt, LONGEST))]));
    const spans = found?.made ?? [], last = spans.at(-1)?.[0] ?? 0;
    this.tokens.forEach(({ view }, k) => {
      view.classList.toggle("same", spans.some(([from, to]) => from <= k && k < to));
      view.classList.toggle("far", spans.length > 0 && k < last
        && !spans.some(([from, to]) => from - NEAR <= k && k < to + NEAR));
    });
  }
  /** The token of a node in the text. @param {number} id */
  viewOf(id) { return this.tokens.find(({ made }) => made.node === id)?.view; }
  /** Scrolls to the end of the text, if it changed. It reads sizes, so it runs last. */
  settle() {
    if (this.settledFor === this.shownFor || this.root.classList.contains("all")) return;
    this.settledFor = this.shownFor;
    this.body.scrollLeft = this.body.scrollWidth;
    this.body.classList.toggle("cut", this.body.scrollLeft > 0);
  }

  /** Shows the keys of the origins in the text. @param {Set<string | null>} present */
  origins(present) {
    const kinds = [...ORIGINS.values()].filter(({ name }) => present.has(name)),
      key = kinds.map(({ name }) => name).join();
    if (key === this.originsFor) return;
    this.originsFor = key;
    put(this.keys, ...kinds.map(({ name, label }) => h("span", { class: "st-t", "data-origin": name }, label)));
  }

  /**
   * Shows the beams that are active at a step, with duplicates only once and the best beam (by mean log p) marked.
   * @param {It} it @param {number} phase
   */
  showBeams(it, phase) {
    const from = phase >= it.commit ? it : this.model.its[it.i - 1], key = from ? String(from.i) : "none";
    if (key === this.shownFor) return;
    this.shownFor = key;
    this.beams.hidden = false;
    this.body.replaceChildren(...this.startOf());
    if (!from) return put(this.list,
      h("li", { class: "st-quiet" }, "There are no beams yet; the prompt is the only input."));
    const groups = this.model.beamsOf(from), best = groups.find(({ beam }) => beam.best) || groups[0];
    const line = this.model.path(null, best.beam.node).flatMap((made, k) =>
      [this.tokenOf(made, k, from), this.model.joiner()]);
    this.body.append(h("span", { class: "st-quiet" }, from.beams.length > 1
      ? `best of ${plural(from.beams.length, "beam")}: ` : ""), ...line);
    this.origins(new Set(this.model.path(null, best.beam.node).map(({ origin }) => origin)));
    put(this.list, ...groups.map((group) => this.beamRow(group, from)));
  }
  /** A token of a beam. @param {Made} made @param {number} index @param {It} from */
  tokenOf(made, index, from) {
    const view = this.tokenView(made, index);
    view.dataset.when = made.it === from.i ? "now" : "past";
    return view;
  }
  /** A beam with its numbers and its text. @param {ReturnType<Model["beamsOf"]>[number]} group @param {It} from */
  beamRow({ beam, slots }, from) {
    const path = this.model.path(null, beam.node), shown = beam.best ? path : path.slice(-32);
    const cut = path.length - shown.length;
    const name = slots.length > 1 ? `Beams ${slots.map((slot) => slot + 1).join(", ")}` : `Beam ${slots[0] + 1}`;
    const numbers = ` log p ${beam.logp?.toFixed(2) ?? "–"} · per token ${beam.mean?.toFixed(3) ?? "–"}`;
    return h("li", { class: beam.best ? "best" : "" },
      h("div", { class: "st-beam-n" }, h("b", {}, name), slots.length > 1 ? " (duplicates)" : "", numbers,
        beam.best ? " · best" : "", beam.done ? " · finished" : ""),
      h("div", { class: "st-text" }, cut ? h("span", { class: "st-quiet" }, `${plural(cut, this.model.unit())} not shown … `) : null,
        ...shown.flatMap((made, k) => [this.tokenOf(made, k, from), this.model.joiner()])));
  }

  /** Marks the matches of a search. @param {Set<number>} nodes */
  mark(nodes) {
    this.matches = nodes;
    for (const view of [...this.body.children, ...this.list.querySelectorAll("[data-made]")])
      if (view instanceof HTMLElement) view.classList.toggle("hit", this.matches.has(Number(view.dataset.made ?? NaN)));
  }

  /** Goes to the round that added a token. @param {Event} event */
  open(event) {
    const view = /** @type {HTMLElement} */ (event.target).closest("[data-token]");
    const made = view instanceof HTMLElement ? this.model.lineage.get(Number(view.dataset.made)) : undefined;
    if (made) this.on.goto(made.it, made.step, made.node);
  }
  resized() {
    this.settledFor = null;
    this.settle();
  }
}

/**
 * The prompt with its repeated parts marked, and shortened between them.
 * @param {string} text @param {[number, number][]} spans @param {boolean} ends whether the last part ends the text
 */
function parted(text, spans, ends) {
  const cut = (/** @type {string} */ part, /** @type {number[]} */ [head, end]) => {
    if (part.length <= head + end + 8) return [lines(part)];
    const last = part.length - end;
    return [lines(part.slice(0, head)), h("span", { class: "st-dots" }, "…"),
      h("span", { class: "st-far" }, coded(part.slice(head, last))), lines(part.slice(last))];
  };
  let at = 0;
  const parts = spans.flatMap(([from, to], k) => {
    const before = cut(text.slice(at, from), [k ? ENDS[0] : 0, ENDS[1]]);
    at = to;
    return [...before, h("mark", { class: "st-same" }, ...cut(text.slice(from, to), INSIDE))];
  });
  return [...parts, ...cut(text.slice(at), ends && !spans.length ? [0, 2 * ENDS[0]] : [ENDS[0], ENDS[1]])];
}
/** A text in one line. @param {string} text */
const lines = (text) => coded(text).replace(/\n/g, "↵");
