// The five-word toy: p and q as bars to drag, their overlap, and the output distribution.

import { linkWith, parameters } from "../../stage/js/address.js";
import { h, put, setText } from "../../stage/js/dom.js";
import { visitor } from "../../stage/js/memory.js";
import { copyLink, download, say } from "./page.js";
import { anyLaw, decode, encode, outcome, setOne, toPair } from "./law.js";

/** @import { Toy } from "./law.js" */
/**
 * The data from Python (explorer/story/page/learn.py): the words, the first p and q, the rules, and every sentence.
 * @typedef {{ words: string[], first: string, p: number[], q: number[], note: string,
 *   rules: { name: string, title: string, help: string, kept: string }[], say: Record<string, string> }} Given
 * @typedef {"p" | "q"} Side
 */

const STEP = 0.01, LEAP = 0.1;
/** @param {number} value */
const short = (value) => value.toFixed(2);
/** A whole percentage. @param {number} value */
const percent = (value) => `${Math.round(100 * value)}%`;

/** The toy on the Learn tab. */
class ToyTab {
  alpha = h("p", { class: "lt-big", "data-testid": "toy-alpha" });
  result = h("p", { class: "lt-say", role: "status", "data-testid": "toy-say" });
  share = h("div", { class: "lt-share", "aria-hidden": "true" }, h("i", { "data-of": "kept" }),
    h("i", { "data-of": "rejected" }));
  caption = h("figcaption"); rows = h("tbody");
  help = h("span", { class: "lt-help" });
  copied = h("span", { role: "status", class: "lt-help" });

  /** @param {HTMLElement} element */
  constructor(element) {
    this.element = element;
    this.root = /** @type {HTMLElement} */ (element.querySelector("[data-toy]"));
    this.given = /** @type {Given} */ (JSON.parse(this.root.dataset.toy || ""));
    const named = parameters().get("toy") || "", known = decode(named, this.given.words.length);
    this.state = known || this.first();
    this.columns = this.given.words.map((word, at) => this.newColumn(word, at));
    this.ends = this.given.words.map((word) => this.newEnd(word));
    this.rule = h("select", { id: "toy-rule", "data-testid": "toy-rule",
      onchange: () => this.change({ rule: this.rule.value }) },
    ...this.given.rules.map(({ name, title }) => h("option", { value: name }, title)));
    this.run = h("form", { method: "post", class: "lt-form" },
      h("button", { type: "submit", class: "lt-btn", "data-testid": "toy-run" }, this.given.say.run));
    this.heads = this.given.say.heads.split("|");
    put(this.root,
      h("h2", {}, this.given.say.title), named && !known && h("p", { role: "alert" }, this.given.say.wrong),
      h("p", {}, this.given.say.intro),
      h("div", { class: "lt-charts" },
        h("figure", { "data-testid": "toy-drag" }, this.caption,
          h("div", { class: "lt-cols" }, ...this.columns.map(({ root }) => root)),
          h("p", { class: "lt-keys" }, ...["kept", "surplus", "rejected"].map((of) =>
            h("span", {}, h("i", { "data-of": of }), this.given.say[`key_${of}`])))),
        h("figure", { "data-testid": "toy-out" }, h("figcaption", {}, this.given.say.out),
          h("div", { class: "lt-cols" }, ...this.ends.map(({ root }) => root)),
          h("p", { class: "lt-keys" }, h("span", {}, h("i", { "data-of": "p" }), this.given.say.key_p)))),
      this.alpha, this.share, this.result,
      h("div", { class: "lt-tools" }, h("label", { for: "toy-rule" }, this.given.say.rule), this.rule, this.help),
      h("div", { class: "lt-tools" }, this.button("reset", () => this.change(this.first())),
        this.button("random", () => this.random()),
        this.button("copy", () => this.copy()), this.button("save", () => this.save()),
        this.given.say.run && this.run, this.copied),
      h("details", {}, h("summary", {}, this.given.say.exact),
        h("div", { class: "lt-scroll", tabindex: "0", role: "region",
          "aria-label": this.given.say.exact },
        h("table", { class: "lt-table" }, h("thead", {}, h("tr", {}, ...this.heads.map((head) =>
          h("th", { scope: "col" }, head)))), this.rows)), h("p", {}, this.given.say.formula)));
    this.draw();
  }
  /** The toy as it is at the start. */
  first() { return /** @type {Toy} */ ({ p: this.given.p, q: this.given.q, rule: "right" }); }
  /** A button with the label `name`. @param {string} name @param {() => void} onclick */
  button(name, onclick) {
    return h("button", { type: "button", class: "lt-btn", "data-testid": `toy-${name}`,
      onclick }, this.given.say[name]);
  }

  /** Changes the toy. @param {Partial<Toy>} next */
  change(next) {
    this.state = { ...this.state, ...next };
    this.draw();
  }

  /** One word: both bars, their overlap, and a handle for each. @param {string} word @param {number} at */
  newColumn(word, at) {
    const parts = Object.fromEntries(["kept", "surplus", "rejected", "p", "q"].map((of) => [of,
      h("i", { "data-of": of })]));
    const box = h("div", { class: "lt-col", onpointerdown: (/** @type {PointerEvent} */ event) => take(event) },
      ...Object.values(parts));
    const numbers = h("div", { class: "lt-values", "aria-hidden": "true" });
    const newHandle = (/** @type {Side} */ side) =>
      h("div", { class: "lt-handle", role: "slider", tabindex: "0", "data-of": side,
        "aria-orientation": "vertical", "aria-valuemin": "0", "aria-valuemax": "100",
        "aria-label": say(this.given.say[`${side}_of`], { word }),
        "data-testid": `toy-${side}-${at}`,
        onkeydown: (/** @type {KeyboardEvent} */ event) => key(event, side) }, h("b", {}, side));
    /** Sets a probability. @param {Side} side @param {number} value */
    const set = (side, value) => this.change({ [side]: setOne(this.state[side], at, value) });
    const key = (/** @type {KeyboardEvent} */ event, /** @type {Side} */ side) => {
      const now = this.state[side][at];
      const to = { ArrowUp: now + STEP, ArrowRight: now + STEP, ArrowDown: now - STEP, ArrowLeft: now - STEP,
        PageUp: now + LEAP, PageDown: now - LEAP, Home: 0, End: 1 }[event.key];
      if (to === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      event.stopPropagation();
      set(side, Math.round(100 * to) / 100);
    };
    const handles = /** @type {Record<Side, HTMLElement>} */ ({ p: newHandle("p"), q: newHandle("q") });
    box.append(handles.p, handles.q);
    /**
     * Makes a bar follow the pointer: the left half is p, the right half q.
     * @param {PointerEvent} event
     */
    const take = (event) => {
      if (event.button) return;
      const { left, width, top, height } = box.getBoundingClientRect(), hit = /** @type {HTMLElement} */ (event.target);
      const grabbed = /** @type {HTMLElement | null} */ (hit.closest(".lt-handle"));
      if (!grabbed && event.pointerType === "touch") return; // a finger next to the handles scrolls the page
      const half = event.clientX < left + width / 2 ? "p" : "q";
      const side = /** @type {Side} */ (grabbed?.dataset.of || half), handle = handles[side];
      const grip = grabbed ? (top + height * (1 - this.state[side][at])) - event.clientY : 0;
      const move = (/** @type {PointerEvent} */ moved) =>
        set(side, Math.round(100 * (1 - (moved.clientY + grip - top) / height)) / 100);
      const done = () => { handle.removeEventListener("pointermove", move); };
      event.preventDefault();
      handle.setPointerCapture(event.pointerId);
      handle.addEventListener("pointermove", move);
      handle.addEventListener("lostpointercapture", done, { once: true });
      handle.focus({ preventScroll: true });
      if (!grabbed) move(event);
    };
    return { root: h("div", { class: "lt-word" }, box, h("div", { class: "lt-name" }, word), numbers), parts, handles,
      numbers };
  }

  /**
   * The output probability of a word: accepted and sampled after a rejection, stacked, inside the outline of p.
   * @param {string} word
   */
  newEnd(word) {
    const parts = Object.fromEntries(["kept", "surplus", "p"].map((of) => [of, h("i", { "data-of": of })]));
    const numbers = h("div", { class: "lt-values" });
    return { root: h("div", { class: "lt-word" }, h("div", { class: "lt-col", "aria-hidden": "true" },
      ...Object.values(parts)), h("div", { class: "lt-name" }, word), numbers), parts, numbers };
  }

  /** Places a part of a bar. @param {HTMLElement} part @param {number} from @param {number} to */
  span(part, from, to) {
    part.style.bottom = `${100 * from}%`;
    part.style.height = `${100 * Math.max(0, to - from)}%`;
  }

  /** Draws the current toy. */
  draw() {
    const { p, q } = this.state, result = outcome(p, q, this.state.rule), right = this.state.rule === "right";
    const same = result.distance < 1e-9;
    this.columns.forEach(({ parts, handles, numbers }, i) => {
      const both = Math.min(p[i], q[i]);
      this.span(parts.kept, 0, both);
      this.span(parts.surplus, both, p[i]);
      this.span(parts.rejected, both, q[i]);
      this.span(parts.p, 0, p[i]);
      this.span(parts.q, 0, q[i]);
      for (const side of /** @type {Side[]} */ (["p", "q"])) {
        const value = this.state[side][i];
        handles[side].style.bottom = `${100 * value}%`;
        handles[side].ariaValueNow = String(Math.round(100 * value));
        handles[side].ariaValueText = percent(value);
      }
      put(numbers, h("span", { "data-of": "p" }, `p ${short(p[i])}`),
        h("span", { "data-of": "q" }, `q ${short(q[i])}`));
    });
    this.ends.forEach(({ root: end, parts, numbers }, i) => {
      this.span(parts.kept, 0, result.kept[i]);
      this.span(parts.surplus, result.kept[i], result.out[i]);
      this.span(parts.p, 0, p[i]);
      const off = Math.abs(result.out[i] - p[i]) > 1e-9;
      end.toggleAttribute("data-off", off);
      put(numbers, h("span", {}, short(result.out[i])), h("span", {}, `${off ? "≠" : "="} p ${short(p[i])}`));
    });
    const chosen = this.given.rules.find(({ name }) => name === this.state.rule) || this.given.rules[0];
    setText(this.caption, right ? this.given.say.drag : this.given.say.drag_right);
    setText(this.alpha, say(chosen.kept, { alpha: short(result.alpha), percent: percent(result.alpha) }));
    const [kept, rejected] = /** @type {HTMLElement[]} */ ([...this.share.children]);
    kept.style.width = `${100 * result.alpha}%`;
    rejected.style.width = `${100 * (1 - result.alpha)}%`;
    const sentence = right ? "same" : same ? "harmless" : "broken";
    setText(this.result, say(this.given.say[sentence], { percent: percent(result.alpha),
      rest: percent(1 - result.alpha), distance: short(result.distance) }));
    this.result.toggleAttribute("data-off", !same);
    this.rule.value = this.state.rule;
    setText(this.help, chosen.help);
    put(this.rows, ...this.given.words.map((word, i) => h("tr", {}, h("th", { scope: "row" }, word),
      ...[p[i], q[i], result.accept[i], result.kept[i], result.left[i], result.drawn[i], result.out[i]].map((value) =>
        h("td", {}, value.toFixed(3))))));
    this.run.setAttribute("action", `explorer/toy?visitor=${visitor()}&pair=${encodeURIComponent(this.pair())}`);
  }
  /** The toy as the JSON of a toy pair. */
  pair() { return JSON.stringify(toPair(this.state, this.given.words, this.given.first, this.given.note)); }

  /** Downloads the toy pair. */
  save() {
    const url = URL.createObjectURL(new Blob([this.pair()], { type: "application/json" }));
    download(url, "five-words.json");
    URL.revokeObjectURL(url);
  }
  /** Copies a link to the toy. */
  copy() {
    void copyLink(linkWith({ toy: encode(this.state) }), this.given.say.copied, (text) => setText(this.copied, text));
  }
  /** Chooses random distributions. */
  random() { return this.change({ p: anyLaw(this.given.words.length), q: anyLaw(this.given.words.length) }); }
}

/** Starts the toy. @param {HTMLElement} element */
export function toy(element) { new ToyTab(element); }

/** Opens the Learn tab if the address contains a toy. @param {{ tab: string }} config */
export function openToy({ tab }) {
  if (!parameters().has("toy")) return;
  const tabs = /** @type {HTMLElement[]} */ ([...document.querySelectorAll("#tabs [role=tab]")]);
  tabs.find((one) => one.textContent?.trim() === tab)?.click();
}
