// Recurring n-grams over the draft (GSD §5.1, Figure 3). The same n tokens at two places get the same letter:
// hollow where they came first, filled where they come again; a band in the same colour runs along the n-gram's edges.

import { h, s, setText, pointer } from "./dom.js";
import { percent, plural } from "./format.js";

const GROUP_COLOURS = 7; // they come round again; the letters do not
const letter = (k) => (k >= 26 ? letter(Math.floor(k / 26) - 1) : "") + String.fromCharCode(65 + (k % 26));

export function newRecurring(model, redraw) {
  const toggle = h("button", { type: "button", class: "st-btn st-small", "data-testid": "recurring", "aria-pressed": "false", hidden: true, title: "Mark n-grams that were drafted more than once", onclick: () => set(!on) }, "Recurring");
  const sizes = h("select", { class: "st-speed st-small", "data-testid": "recurring-n", "aria-label": "Length n of the n-grams", hidden: true, onchange: () => { n = +sizes.value; redraw(); } },
    ...[1, 2, 3, 4].map((one) => h("option", { value: one }, `${one}-grams`)));
  const say = h("p", { class: "st-rec-say", "data-testid": "recurring-count", role: "status", hidden: true });
  let on = false, n = null, groups = [], of = new Map(), it = null, bands = null, views = [], told = "", lit = [];

  function set(value) {
    on = value;
    toggle.setAttribute("aria-pressed", on ? "true" : "false");
    sizes.hidden = say.hidden = !on;
    redraw();
  }
  // The places of an n-gram that ends here, its end first.
  function gram(place) {
    const found = [];
    for (let at = place; at !== undefined && found.length < n; at = it.place.get(it.n.parent[at])) found.push(at);
    return found;
  }

  // After an iteration was drawn: marks on the nodes, bands behind their edges.
  function paint(iteration, drawn, layer, mode) {
    it = iteration;
    views = drawn;
    told = "";
    lit = [];
    const known = it.recurring;
    toggle.hidden = !known || !known.drafted;
    of = new Map();
    if (!known || !on || toggle.hidden) return setText(say, "");
    if (n === null) n = Math.min(4, known.tau);
    sizes.value = String(n);
    groups = known.groups.filter((one) => one[0] === n).map((one) => one[1]).sort((a, b) => a[0] - b[0]);
    bands = s("g", { class: "st-rec-bands", "aria-hidden": "true" });
    groups.forEach((ends, k) => ends.forEach((place, nth) => {
      of.set(place, k);
      const view = views[place];
      if (!view) return;
      view.g.append(tag(view, k, nth === 0, mode));
      view.g.setAttribute("data-group", letter(k));
      for (const one of gram(place).slice(0, -1)) if (views[one]?.edgePath) bands.append(s("path", { class: "st-rec-band", d: views[one].edgePath.getAttribute("d"), "data-hue": k % GROUP_COLOURS, "data-end": place, visibility: "hidden" }));
    }));
    layer.before(bands);
  }
  function tag(view, k, first, mode) {
    const word = letter(k), wide = 8 + 7.5 * word.length, roomy = mode.high >= 28;
    const x = roomy ? view.wide - wide + 6 : view.wide + 1, y = roomy ? -mode.high / 2 - 7 : -7;
    return s("g", { class: "st-rec" + (first ? " first" : ""), "data-hue": k % GROUP_COLOURS, transform: `translate(${x} ${y})` },
      s("rect", { width: wide, height: 14, rx: 3.5 }), s("text", { x: wide / 2, y: 11, "text-anchor": "middle" }, word));
  }

  // At a step: what has been drafted so far.
  function show(phase) {
    if (!it || !on || toggle.hidden) return;
    for (const band of bands.children) band.setAttribute("visibility", it.born[+band.getAttribute("data-end")] <= phase ? "visible" : "hidden");
    let again = 0, drafted = 0, last = -1;
    for (let place = 0; place < it.size; place++) if (it.born[place] <= phase && it.get("role", place) === "draft" && !it.copied(place)) drafted++;
    groups.forEach((ends, k) => {
      const born = ends.filter((place) => it.born[place] <= phase);
      if (born.length > 1) { again += born.length - 1; last = k; }
    });
    const share = it.recurring.share.find((one) => one[0] === n), all = drafted === it.recurring.drafted;
    const inside = all && share && again ? ` ${percent(share[1] / drafted)} of the draft lie inside a recurring ${n}-gram.` : "";
    const key = last < 0 ? "" : ` (same letter, same ${n === 1 ? "token" : `${n} tokens`}; hollow: the first)`;
    const words = !drafted ? "Nothing is drafted yet." : `${again} of ${plural(drafted, "drafted node")} ${again === 1 ? "repeats" : "repeat"} ${n === 1 ? "a token" : `a ${n}-gram`} that is already in the tree${key}.${inside}`;
    if (words !== told) setText(say, (told = words));
  }

  // All members of a group light up with the one under the pointer.
  function point(place) {
    for (const view of lit) view.g.classList.remove("rec-lit");
    lit = [];
    const k = on && place >= 0 ? of.get(place) : undefined;
    if (k === undefined) return;
    lit = groups[k].flatMap(gram).map((one) => views[one]).filter((view) => view);
    for (const view of lit) view.g.classList.add("rec-lit");
  }
  return { toggle, sizes, say, paint, show, point, reset() { n = null; it = null; toggle.hidden = true; setText(say, ""); } };
}
