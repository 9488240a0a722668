// The five-word toy: p and q as bars to drag, what of them overlaps, and the law of what comes out.

import { h, put, setText } from "../../stage/js/dom.js";
import { visitor } from "../../stage/js/memory.js";
import { copyLink, say } from "./page.js";
import { anyLaw, decode, encode, outcome, setOne, toPair } from "./law.js";

/** @import { Toy } from "./law.js" */
/**
 * What Python says: the words, the laws to begin with, the rules that can be broken, and every sentence
 * (traces/words/learn.py).
 * @typedef {{ words: string[], first: string, p: number[], q: number[], note: string,
 *   rules: { name: string, title: string, help: string, kept: string }[], say: Record<string, string> }} Given
 * @typedef {"p" | "q"} Side
 */

const STEP = 0.01, LEAP = 0.1;
/** @param {number} value */
const short = (value) => value.toFixed(2);
/** @param {number} value */
const percent = (value) => `${Math.round(100 * value)} %`;

/** @param {HTMLElement} element */
export function toy(element) {
  const root = /** @type {HTMLElement} */ (element.querySelector("[data-toy]"));
  const given = /** @type {Given} */ (JSON.parse(root.dataset.toy || ""));
  const first = () => /** @type {Toy} */ ({ p: given.p, q: given.q, rule: "right" });
  let state = decode(new URLSearchParams(location.search).get("toy") || "", given.words.length) || first();

  const columns = given.words.map((word, at) => newColumn(word, at)), ends = given.words.map(newEnd);
  const alpha = h("p", { class: "lt-big", "data-testid": "toy-alpha" });
  const told = h("p", { class: "lt-say", role: "status", "data-testid": "toy-say" });
  const share = h("div", { class: "lt-share", "aria-hidden": "true" }, h("i", { "data-of": "kept" }),
    h("i", { "data-of": "rejected" }));
  const caption = h("figcaption"), rows = h("tbody"), help = h("span", { class: "lt-help" });
  const rule = h("select", { id: "toy-rule", "data-testid": "toy-rule", onchange: () => change({ rule: rule.value }) },
    ...given.rules.map((one) => h("option", { value: one.name }, one.title)));
  const run = h("form", { method: "post", class: "lt-form" },
    h("button", { type: "submit", class: "lt-btn", "data-testid": "toy-run" }, given.say.run));
  const copied = h("span", { role: "status", class: "lt-help" });
  const button = (/** @type {string} */ name, /** @type {() => void} */ onclick) =>
    h("button", { type: "button", class: "lt-btn", "data-testid": `toy-${name}`, onclick }, given.say[name]);

  /** @param {Partial<Toy>} next */
  function change(next) {
    state = { ...state, ...next };
    draw();
  }

  /** One word: both bars, what they share, and a handle for each. @param {string} word @param {number} at */
  function newColumn(word, at) {
    const parts = Object.fromEntries(["kept", "surplus", "rejected", "p", "q"].map((of) => [of,
      h("i", { "data-of": of })]));
    const box = h("div", { class: "lt-col", onpointerdown: (/** @type {PointerEvent} */ event) => take(event) },
      ...Object.values(parts));
    const handles = /** @type {Record<Side, HTMLElement>} */ ({ p: newHandle("p"), q: newHandle("q") });
    const numbers = h("div", { class: "lt-values", "aria-hidden": "true" });
    box.append(handles.p, handles.q);

    /** @param {Side} side */
    function newHandle(side) {
      return h("div", { class: "lt-handle", role: "slider", tabindex: "0", "data-of": side,
        "aria-orientation": "vertical", "aria-valuemin": "0", "aria-valuemax": "100", "aria-label": say(given.say[`${side}_of`], { word }),
        "data-testid": `toy-${side}-${at}`,
        onkeydown: (/** @type {KeyboardEvent} */ event) => key(event, side) }, h("b", {}, side));
    }
    /** @param {Side} side @param {number} value */
    const set = (side, value) => change({ [side]: setOne(state[side], at, value) });
    /** @param {KeyboardEvent} event @param {Side} side */
    function key(event, side) {
      const now = state[side][at];
      const to = { ArrowUp: now + STEP, ArrowRight: now + STEP, ArrowDown: now - STEP, ArrowLeft: now - STEP,
        PageUp: now + LEAP, PageDown: now - LEAP, Home: 0, End: 1 }[event.key];
      if (to === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      event.stopPropagation();
      set(side, Math.round(100 * to) / 100);
    }
    /**
     * A bar follows the pointer from where it is touched: the left half is p, the right half q.
     * @param {PointerEvent} event
     */
    function take(event) {
      if (event.button) return;
      const { left, width, top, height } = box.getBoundingClientRect(), hit = /** @type {HTMLElement} */ (event.target);
      const held = /** @type {HTMLElement | null} */ (hit.closest(".lt-handle"));
      if (!held && event.pointerType === "touch") return; // a finger beside the handles scrolls the page
      const half = event.clientX < left + width / 2 ? "p" : "q";
      const side = /** @type {Side} */ (held?.dataset.of || half), handle = handles[side];
      const grip = held ? (top + height * (1 - state[side][at])) - event.clientY : 0;
      const move = (/** @type {PointerEvent} */ moved) =>
        set(side, Math.round(100 * (1 - (moved.clientY + grip - top) / height)) / 100);
      const done = () => { handle.removeEventListener("pointermove", move); };
      event.preventDefault();
      handle.setPointerCapture(event.pointerId);
      handle.addEventListener("pointermove", move);
      handle.addEventListener("lostpointercapture", done, { once: true });
      handle.focus({ preventScroll: true });
      if (!held) move(event);
    }
    return { root: h("div", { class: "lt-word" }, box, h("div", { class: "lt-name" }, word), numbers), parts, handles,
      numbers };
  }

  /**
   * What comes out of a word: kept and drawn instead, on top of each other, within the edge of p.
   * @param {string} word
   */
  function newEnd(word) {
    const parts = Object.fromEntries(["kept", "surplus", "p"].map((of) => [of, h("i", { "data-of": of })]));
    const numbers = h("div", { class: "lt-values" });
    return { root: h("div", { class: "lt-word" }, h("div", { class: "lt-col", "aria-hidden": "true" },
      ...Object.values(parts)), h("div", { class: "lt-name" }, word), numbers), parts, numbers };
  }

  /** @param {HTMLElement} part @param {number} from @param {number} to */
  function span(part, from, to) {
    part.style.bottom = `${100 * from}%`;
    part.style.height = `${100 * Math.max(0, to - from)}%`;
  }

  function draw() {
    const { p, q } = state, found = outcome(p, q, state.rule), right = state.rule === "right";
    const same = found.distance < 1e-9;
    columns.forEach(({ parts, handles, numbers }, i) => {
      const both = Math.min(p[i], q[i]);
      span(parts.kept, 0, both);
      span(parts.surplus, both, p[i]);
      span(parts.rejected, both, q[i]);
      span(parts.p, 0, p[i]);
      span(parts.q, 0, q[i]);
      for (const side of /** @type {Side[]} */ (["p", "q"])) {
        const value = state[side][i];
        handles[side].style.bottom = `${100 * value}%`;
        handles[side].ariaValueNow = String(Math.round(100 * value));
        handles[side].ariaValueText = percent(value);
      }
      put(numbers, h("span", { "data-of": "p" }, `p ${short(p[i])}`), h("span", { "data-of": "q" }, `q ${short(q[i])}`));
    });
    ends.forEach(({ root: end, parts, numbers }, i) => {
      span(parts.kept, 0, found.kept[i]);
      span(parts.surplus, found.kept[i], found.out[i]);
      span(parts.p, 0, p[i]);
      const off = Math.abs(found.out[i] - p[i]) > 1e-9;
      end.toggleAttribute("data-off", off);
      put(numbers, h("span", {}, short(found.out[i])), h("span", {}, `${off ? "≠" : "="} p ${short(p[i])}`));
    });
    const chosen = given.rules.find((one) => one.name === state.rule) || given.rules[0];
    setText(caption, right ? given.say.drag : given.say.drag_right);
    setText(alpha, say(chosen.kept, { alpha: short(found.alpha), percent: percent(found.alpha) }));
    const [kept, rejected] = /** @type {HTMLElement[]} */ ([...share.children]);
    kept.style.width = `${100 * found.alpha}%`;
    rejected.style.width = `${100 * (1 - found.alpha)}%`;
    const sentence = right ? "same" : same ? "harmless" : "broken";
    setText(told, say(given.say[sentence], { percent: percent(found.alpha), rest: percent(1 - found.alpha),
      distance: short(found.distance) }));
    told.toggleAttribute("data-off", !same);
    rule.value = state.rule;
    setText(help, chosen.help);
    put(rows, ...given.words.map((word, i) => h("tr", {}, h("th", { scope: "row" }, word),
      ...[p[i], q[i], found.accept[i], found.kept[i], found.left[i], found.drawn[i], found.out[i]].map((value) =>
        h("td", {}, value.toFixed(3))))));
    run.setAttribute("action", `explorer/toy?visitor=${visitor()}&pair=${encodeURIComponent(pair())}`);
  }

  const pair = () => JSON.stringify(toPair(state, given.words, given.first, given.note));

  function save() {
    const url = URL.createObjectURL(new Blob([pair()], { type: "application/json" }));
    const link = h("a", { href: url, download: "five-words.json" });
    document.body.append(link);
    link.click();
    link.remove();
    URL.revokeObjectURL(url);
  }
  function copy() {
    const url = new URL(location.href);
    url.search = `?toy=${encode(state)}`;
    url.hash = "";
    void copyLink(url.href, given.say.copied, (text) => setText(copied, text));
  }
  const random = () => change({ p: anyLaw(given.words.length), q: anyLaw(given.words.length) });

  const heads = given.say.heads.split("|");
  put(root,
    h("h2", {}, given.say.title), h("p", {}, given.say.intro),
    h("div", { class: "lt-charts" },
      h("figure", { "data-testid": "toy-drag" }, caption,
        h("div", { class: "lt-cols" }, ...columns.map((one) => one.root)),
        h("p", { class: "lt-keys" }, ...["kept", "surplus", "rejected"].map((of) =>
          h("span", {}, h("i", { "data-of": of }), given.say[`key_${of}`])))),
      h("figure", { "data-testid": "toy-out" }, h("figcaption", {}, given.say.out),
        h("div", { class: "lt-cols" }, ...ends.map((one) => one.root)),
        h("p", { class: "lt-keys" }, h("span", {}, h("i", { "data-of": "p" }), given.say.key_p)))),
    alpha, share, told,
    h("div", { class: "lt-tools" }, h("label", { for: "toy-rule" }, given.say.rule), rule, help),
    h("div", { class: "lt-tools" }, button("reset", () => change(first())), button("random", random),
      button("copy", copy), button("save", save), run, copied),
    h("details", {}, h("summary", {}, given.say.exact), h("div", { class: "lt-scroll", tabindex: "0", role: "region",
      "aria-label": given.say.exact },
    h("table", { class: "lt-table" }, h("thead", {}, h("tr", {}, ...heads.map((head) =>
      h("th", { scope: "col" }, head)))), rows)), h("p", {}, given.say.formula)));
  draw();
}

/** An address with a toy opens the tab that shows it. @param {{ tab: string }} config */
export function openToy({ tab }) {
  if (!new URLSearchParams(location.search).has("toy")) return;
  const tabs = /** @type {HTMLElement[]} */ ([...document.querySelectorAll("#tabs [role=tab]")]);
  tabs.find((one) => one.textContent?.trim() === tab)?.click();
}
