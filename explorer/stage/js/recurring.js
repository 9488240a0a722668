// Recurring n-grams over the draft (GSD §5.1, Figure 3). The same n tokens at two places get the same letter:
// hollow where they came first, filled where they come again; a band in the same colour runs along the n-gram's edges.

import { h, s, setText } from "./dom.js";
import { percent } from "./format.js";

/** @import { View } from "./graph.js" */
/** @import { It, Model } from "./model.js" */

const GROUP_COLOURS = 7; // they come round again; the letters do not
/** @param {number} k @returns {string} */
const letter = (k) => (k >= 26 ? letter(Math.floor(k / 26) - 1) : "") + String.fromCharCode(65 + (k % 26));

/** @param {Model} model @param {() => void} redraw */
export function newRecurring(model, redraw) {
  const toggle = h("button", { type: "button", class: "st-btn st-small", "data-testid": "recurring", hidden: true,
    "aria-pressed": "false", title: "Mark n-grams that were drafted more than once",
    onclick() {
      chosen = true;
      set(!on);
      redraw();
    } },
  "Recurring");
  const sizes = h("select", { class: "st-speed st-small", "data-testid": "recurring-n", hidden: true,
    "aria-label": "Length n of the n-grams", onchange: () => choose(Number(sizes.value)) },
  ...[1, 2, 3, 4].map((size) => h("option", { value: size }, `${size}-grams`)));
  const say = h("p", { class: "st-rec-say", "data-testid": "recurring-count", role: "status", hidden: true });
  let on = false, chosen = false; // chosen: by hand
  let n = 0, groups = /** @type {number[][]} */ ([]), bands = s("g"); // n: 0 before it was chosen
  /** @type {It | null} */ let it = null;
  const groupOf = /** @type {Map<number, number>} */ (new Map()); // by the place where an n-gram ends
  let views = /** @type {(View | null)[]} */ ([]), lit = /** @type {View[]} */ ([]);
  let tags = /** @type {SVGElement[]} */ ([]);

  /** @param {boolean} value */
  function set(value) {
    on = value;
    toggle.setAttribute("aria-pressed", on ? "true" : "false");
    sizes.hidden = say.hidden = !on;
  }
  /** @param {number} size */
  function choose(size) {
    chosen = true;
    n = size;
    redraw();
  }
  /**
   * After an iteration was drawn: marks on the nodes, bands behind their edges.
   * @param {It} iteration @param {(View | null)[]} drawn @param {SVGElement} edges @param {boolean} roomy
   */
  function paint(iteration, drawn, edges, roomy) {
    const known = iteration.recurring;
    if (!chosen) set(iteration.steps.some(({ phase }) => phase === "merge")); // where a merge is, what recurs is shown
    clear();
    it = iteration;
    views = drawn;
    toggle.hidden = !known?.drafted;
    if (!known || !on || toggle.hidden) return setText(say, "");
    n ||= Math.min(4, known.tau);
    sizes.value = String(n);
    groups = known.groups.filter(([size]) => size === n).map(([, ends]) => ends).sort((a, b) => a[0] - b[0]);
    bands = s("g", { class: "st-rec-bands", "aria-hidden": "true" });
    groups.forEach((ends, k) => ends.forEach((place, nth) => {
      groupOf.set(place, k);
      const view = views[place];
      if (!view) return;
      tags.push(tag(view, k, nth === 0, roomy));
      view.g.append(tags[tags.length - 1]);
      view.g.setAttribute("data-group", letter(k));
      for (const at of model.gram(iteration, place, n).slice(0, -1)) {
        const d = views[at]?.edgePath?.getAttribute("d");
        if (d) bands.append(s("path", { class: "st-rec-band", d, "data-hue": k % GROUP_COLOURS, "data-end": place,
          visibility: "hidden" }));
      }
    }));
    edges.before(bands);
  }
  /** The nodes bear no marks: their elements serve the next iteration. */
  function clear() {
    bands.remove();
    for (const view of lit) view.g.classList.remove("rec-lit");
    for (const one of tags) {
      one.parentElement?.removeAttribute("data-group");
      one.remove();
    }
    lit = [];
    tags = [];
    groupOf.clear();
  }
  /** @param {View} view @param {number} k @param {boolean} first @param {boolean} roomy */
  function tag(view, k, first, roomy) {
    const word = letter(k), wide = 8 + 7.5 * word.length,
      high = Number(view.g.querySelector(".st-box")?.getAttribute("height"));
    const x = roomy ? view.wide - wide + 6 : view.wide + 1, y = roomy ? -high / 2 - 7 : -7;
    return s("g", { class: "st-rec" + (first ? " first" : ""), "data-hue": k % GROUP_COLOURS,
      transform: `translate(${x} ${y})` },
    s("rect", { width: wide, height: 14, rx: 3.5 }), s("text", { x: wide / 2, y: 11, "text-anchor": "middle" },
      word));
  }

  /** At a step: what has been drafted so far. @param {number} phase */
  function show(phase) {
    if (!it?.recurring || !on || toggle.hidden) return;
    const here = it, born = (/** @type {number} */ place) => here.born[place] <= phase;
    for (const band of bands.children) band.setAttribute("visibility", born(Number(band.getAttribute("data-end")))
      ? "visible" : "hidden");
    const drafted = here.n.role.filter((role, place) => role === "draft" && born(place)
      && !model.copied(here, place)).length;
    const again = groups.reduce((sum, ends) => sum + Math.max(0, ends.filter(born).length - 1), 0);
    const put = here.steps.findIndex((step) => step.phase === "unmerge"); // then comes the check: what the letters say
    setText(say, !chosen && put >= 0 && phase > put ? (again ? `${same()}.` : "") : words(here, drafted, again));
  }
  const same = () => `Same letter, same ${n === 1 ? "token" : `${n} tokens`}`;
  /** @param {It} here @param {number} drafted @param {number} again */
  function words(here, drafted, again) {
    if (!drafted) return "Nothing is drafted yet.";
    const all = here.recurring, inside = all?.share.find(([size]) => size === n)?.[1] ?? 0;
    const share = again && drafted === all?.drafted && model.voice === "exact"
      ? ` ${percent(inside / drafted)} of the draft lies inside a recurring ${n}-gram.` : "";
    const key = again ? ` (${same().toLowerCase()}; hollow: the first)` : "";
    const what = `${again === 1 ? "repeats" : "repeat"} ${n === 1 ? "a token" : `a ${n}-gram`} that is already in the tree`;
    return `${again} of ${drafted} ${drafted === 1 ? "guess" : "guesses"} ${what}${key}.${share}`;
  }

  /** All members of a group light up with the one under the pointer. @param {number} place */
  function point(place) {
    for (const view of lit) view.g.classList.remove("rec-lit");
    const k = on && it ? groupOf.get(place) : undefined, here = it;
    const grams = k === undefined || !here ? [] : groups[k].flatMap((end) => model.gram(here, end, n));
    lit = grams.map((at) => views[at]).filter((view) => view !== null);
    for (const view of lit) view.g.classList.add("rec-lit");
  }
  return { toggle, sizes, say, paint, show, point,
    reset() {
      clear();
      n = 0;
      it = null;
      toggle.hidden = true;
      setText(say, "");
    } };
}
