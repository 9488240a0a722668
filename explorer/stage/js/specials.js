// What is special about a method, as small pictures in the inspector. Each takes a panel and gives back a figure; none
// tells what has not happened yet (`phase`).

import { h, s } from "./dom.js";
import { clip, num, short } from "./format.js";
import { glyphIcon, labelOf, shapeOf, stateOf } from "./marks.js";
import { whatIf } from "./whatif.js";

/** @import { It, Model } from "./model.js" */
/** @import { Ask } from "./whatif.js" */
/**
 * @import { BarPanel, Candidate, DoubtsPanel, Held, LevelPanel, PayoffPanel, PrefixesPanel, SkippedPanel,
   TriesPanel } from "./types.d.ts"
 */

/** @param {string[]} heads @param {HTMLElement[]} rows @param {string} label */
const table = (heads, rows, label) => h("table", { class: "st-table st-tight", "aria-label": label },
  h("thead", {}, h("tr", {}, ...heads.map((head) => h("th", { scope: "col" }, head)))), h("tbody", {}, ...rows));
/** @param {...(Node | string | null | (Node | string | null)[])} cells */
const cells = (...cells) => cells.map((cell) => h("td", {}, ...[cell].flat()));

/** A value on a short scale with its threshold as a stroke. @param {number | null} value @param {number | null} cut */
function gauge(value, cut, top = 1, look = "p") {
  const mark = (/** @type {number} */ v) => `${(100 * Math.min(1, Math.max(0, v / top))).toFixed(1)}%`;
  const line = h("i"), stroke = h("b");
  line.style.width = mark(value ?? Infinity);
  if (cut !== null) stroke.style.left = mark(cut);
  return h("span", { class: "st-meter", "data-of": look }, line, cut !== null && cut < top ? stroke : null);
}

const FARTHEST = 10; // times the bar, or a part of it: as far as a product of ratios is drawn

/**
 * A product of ratios on a scale of factors, from its bar in the middle.
 * @param {number | null} value @param {number} cut
 */
function factor(value, cut, look = "p") {
  const far = Math.log((value ?? Infinity) / Math.max(cut, 1e-3)) / Math.log(FARTHEST);
  const to = Math.max(-1, Math.min(1, far));
  const line = h("i"), stroke = h("b");
  line.style.marginLeft = `${(50 + 50 * Math.min(0, to)).toFixed(1)}%`;
  line.style.width = `${(50 * Math.abs(to)).toFixed(1)}%`;
  stroke.style.left = "50%";
  return h("span", { class: "st-meter st-factor", "data-of": look }, line, stroke);
}

/**
 * MCSS, SpecInfer and SpecTr: the tries at one node in turn.
 * @param {Model} model @param {It} it @param {TriesPanel} panel @param {number} phase
 */
export function tries(model, it, panel, phase) {
  const shown = panel.tries.filter((each) => each.step <= phase), more = panel.of - shown.length;
  const rows = shown.map(({ place, state, numbers }, k) => h("tr", { class: state === "accepted" ? "yes" : "no" },
    ...cells([`${k + 1} `, h("b", {}, clip(model.word(it.n.token[place]), 10))],
      ...numbers.map((value, n) => [short(value), panel.left && n === 0 ? gauge(value, null) : null]),
      [glyphIcon(state), h("span", { class: "st-hear" }, labelOf(state, model.voice))])));
  return h("figure", { "data-testid": "inspector-tries" }, h("figcaption", {}, panel.caption),
    table(["try", ...panel.heads, ""], rows, "Tries at this node"),
    more ? h("p", { class: "st-quiet" }, `${more === 1 ? "1 try" : `${more} tries`} to come, or not tested.`)
    : null);
}

/**
 * Typical acceptance: the bar as a curve over the entropy, the candidates at this entropy,
   and a list of them. Those too
 * close to be told apart, as many are at p = 0, share a mark; labels keep clear of each other.
 * @param {Model} model @param {It} it @param {BarPanel} panel @param {number} phase @param {number} place
 */
export function bar(model, it, panel, phase, place) {
  const W = 300, H = 154, left = 34, base = H - 24, low = 1e-4, { entropy, epsilon, delta } = panel;
  const high = Math.max(3, Math.ceil(entropy + 0.5)), log = Math.log(low);
  const x = (/** @type {number} */ v) => left + (v / high) * (W - left - 8);
  const y = (/** @type {number} */ v) => 10 + (Math.log(Math.min(1, Math.max(low, v))) / log) * (base - 16);
  const at = (/** @type {number} */ v) => Math.min(epsilon, delta * Math.exp(-v)), knee = Math.log(delta / epsilon);
  const curve = [0, ...(knee > 0 && knee < high ? [knee] : []), high].map((v) => `${x(v)} ${y(at(v))}`).join("L");
  const shown = panel.candidates.filter((each) => each.step <= phase);
  const word = (/** @type {Candidate} */ each) => model.word(it.n.token[each.place]);
  const [name, before] = panel.names;
  const told = `${panel.caption} Here ${before}${num(entropy)} and the threshold is ${num(panel.bar)}.`;
  const svg = s("svg", { viewBox: `0 0 ${W} ${H}`, class: "st-bar-curve", role: "img",
    "aria-label": `${told} ${shown.map((each) => `${word(each)} ${name} ${num(each.p)}`).join(", ")}` },
  s("path", { class: "yes", d: `M${x(0)} 10L${curve}L${x(high)} 10Z` }),
  s("path", { class: "no", d: `M${x(0)} ${base}L${curve}L${x(high)} ${base}Z` }),
  s("path", { class: "cut", d: `M${curve}` }), s("path", { class: "here", d: `M${x(entropy)} 10V${base}` }));
  for (const [value, text] of /** @type {[number, string][]} */ ([[1, "1"], [0.1, "0.1"], [0.01, "0.01"],
    [0.001, "0.001"]]))
    svg.append(s("text", { class: "end", x: left - 4, y: y(value) + 4, "text-anchor": "end" }, text));
  const mid = Math.min(W - 34, Math.max(left + 24, x(entropy)));
  svg.append(s("text", { class: "end", x: 2, y: base + 4 }, name.length > 1 ? "" : name),
    s("text", { x: mid, y: H - 6, "text-anchor": "middle" }, `${before}${num(entropy)}`));
  if (mid > left + 40) svg.append(s("text", { class: "end", x: left, y: H - 6 }, "0"));
  if (mid < W - 60) svg.append(s("text", { class: "end", x: W - 8, y: H - 6, "text-anchor": "end" }, String(high)));
  const right = x(entropy) < W / 2, edge = y(at(right ? high : 0)); // the two words stand away from the labels
  for (const [down, text] of /** @type {[number, string][]} */ ([[24, "passes"], [edge + 16, "fails"]]))
    svg.append(s("text", { x: right ? W - 10 : left + 6, y: down, "text-anchor": right ? "end" : "start" }, text));
  for (const group of labelled(shown, y, base)) {
    const cx = x(entropy), way = right ? 1 : -1, first = group.all[0];
    const [most, least] = [short(first.p), short(group.all[group.all.length - 1].p)];
    const which = group.all.length > 1 ? `${group.all.length} tokens` : clip(word(first), 10);
    svg.append(s("path", { class: "lead", d: `M${cx + 6 * way} ${group.y}L${cx + 15 * way} ${group.label}` }),
      s("path", { class: "st-g", "data-kind": first.state, d: shapeOf(first.state),
        transform: `translate(${cx} ${group.y}) scale(5)` }),
      s("text", { class: "w", x: cx + 18 * way, y: group.label + 4, "text-anchor": right ? "start" : "end" },
        `${which}: ${name} ${most === least ? most : `${least} to ${most}`}`));
  }
  const rows = shown.slice(0, 12).map((each) => h("tr", { class: each.own ? "" : each.p > panel.bar ? "yes" : "no" },
    ...cells(h("b", {}, clip(word(each), 14)), short(each.p),
      each.own ? "" : `${each.p > panel.bar ? ">" : "≤"} ${short(panel.bar)}`,
      `${stateOf(each.state).sign} ${each.end}`)));
  shown.slice(0, 12).forEach((each, k) => rows[k].classList.toggle("own", each.place === place));
  return h("figure", { "data-testid": "inspector-bar" }, h("figcaption", {}, panel.caption), svg,
    table(panel.heads, rows, "Candidates against the bar"),
    shown.length > rows.length ? h("p", { class: "st-quiet" }, `${shown.length - rows.length} hidden`) : null);
}

/**
 * Candidates by p, those within a line of each other together, and where their labels go: a line apart, in the plot.
 * @param {Candidate[]} shown @param {(p: number) => number} y @param {number} base
 */
function labelled(shown, y, base) {
  const line = 13, groups = /** @type {{ y: number, label: number, all: Candidate[] }[]} */ ([]);
  for (const each of [...shown].sort((a, b) => b.p - a.p)) {
    const last = groups[groups.length - 1];
    if (last && last.all[0].state === each.state && y(each.p) - last.y < line) last.all.push(each);
    else groups.push({ y: y(each.p), label: 0, all: [each] });
  }
  groups.forEach((group, k) => { group.label = Math.max(group.y, k ? groups[k - 1].label + line : 0); });
  for (let k = groups.length - 1, most = base - 6; k >= 0; k--) {
    groups[k].label = Math.min(groups[k].label, most);
    most = groups[k].label - line;
  }
  return groups;
}

/**
 * Where the draft hesitates, and (BiLD) how much the target is surprised.
 * @param {Model} model @param {It} it @param {DoubtsPanel} panel @param {number} phase
 */
export function doubts(model, it, panel, phase) {
  const held = (/** @type {Held} */ one, /** @type {string[]} */ signs, /** @type {number} */ top) =>
    [`${short(one.value)} ${signs[one.good ? 0 : 1]} ${short(one.bar)}`,
      gauge(one.value, one.bar, top, one.good ? "p" : "no")];
  const rows = panel.doubts.filter((each) => each.exit.step <= phase).map(({ layer, place, exit, back }) => {
    const seen = back && back.step <= phase ? back : null;
    const name = place === null ? "stops" : clip(model.word(it.n.token[place]), 11);
    return h("tr", { class: place === null ? "no" : "yes" }, ...cells([`${layer} `, h("b", {}, name)],
      held(exit, ["≥", "<"], 1), ...(panel.heads.length < 3 ? [] : [seen
        ? [...held(seen, ["≤", ">"], 2 * seen.bar), seen.good ? null : h("span", { class: "st-bad" }, "✕ goes back")]
        : "·"])));
  });
  if (!rows.length) return null;
  return h("figure", { "data-testid": "inspector-doubts" }, h("h2", {}, panel.title),
    h("figcaption", {}, panel.caption),
    table(panel.heads, rows, panel.title));
}

/** Self-SSD: the target's layers from the left; what the draft skips is struck out. @param {SkippedPanel} panel */
export function skipped(panel) {
  const rows = /** @type {[string, number[]][]} */ ([["attention", panel.attention], ["MLP", panel.mlp]]),
    count = panel.of_layers;
  const W = 300, left = 58, cell = Math.min(16, (W - left - 2) / Math.max(1, count)), high = 18;
  const svg = s("svg", { viewBox: `0 0 ${W} ${2 * high + 18}`, class: "st-skips", role: "img",
    "aria-label": panel.caption });
  rows.forEach(([name, out], r) => {
    svg.append(s("text", { x: left - 6, y: r * high + 13, "text-anchor": "end" }, name));
    for (let k = 0; k < count; k++) {
      const x = left + k * cell, y = r * high, gone = out.includes(k);
      svg.append(s("rect", { class: gone ? "out" : "in", x: x + 0.75, y: y + 1, width: cell - 1.5, height: high - 3 },
        s("title", {}, `${name} of layer ${k}: ${gone ? "skipped by the draft" : "computed"}`)));
      const [x0, x1, y0, y1] = [x + 2, x + cell - 2, y + 3, y + high - 4];
      if (gone) svg.append(s("path", { class: "strike", d: `M${x0} ${y0}L${x1} ${y1}M${x1} ${y0}L${x0} ${y1}` }));
    }
  });
  for (let k = 0; k < count; k += 5)
    svg.append(s("text", { class: "end", x: left + (k + 0.5) * cell, y: 2 * high + 12, "text-anchor": "middle" },
      String(k)));
  return h("figure", { "data-testid": "inspector-skips" }, h("figcaption", {}, panel.caption), svg);
}

/**
 * The confidence of the nodes of a level (EAGLE-2, Medusa), the chosen one among them.
 * @param {Model} model @param {It} it @param {LevelPanel} panel @param {number} phase @param {number} place
 */
export function level(model, it, panel, phase, place) {
  const pairs = panel.places.map((each, k) => ({ each, value: panel.values[k] }));
  const shown = pairs.filter((pair, k) => k < 8 || pair.each === place);
  const rows = shown.map(({ each, value }) => {
    const fate = model.fate(it, each, phase), gone = fate.state === "not_sent" ? model.called(fate) : "";
    return h("tr", { class: each === place ? "own" : "" }, ...cells(h("b", {}, clip(model.word(it.n.token[each]), 12)),
      [short(value), gauge(value, null, panel.values[0])], gone));
  });
  return h("figure", { "data-testid": "inspector-levels" },
    h("figcaption", {}, panel.caption, pairs.length > shown.length ? ` (${pairs.length - shown.length} hidden)` : ""),
    table(panel.heads, rows, "Confidence on this level"));
}

/**
 * GSD: drafted, copied, sent, and at the end kept, as bars of one scale.
 * @param {PayoffPanel} panel @param {number} phase
 */
export function payoff(panel, phase) {
  const most = Math.max(1, ...panel.bars.map(({ count }) => count));
  const rows = panel.bars.filter(({ step }) => step <= phase).map(({ name, count }) =>
    h("tr", {}, h("th", { scope: "row" }, name), ...cells(String(count), gauge(count, null, most))));
  return h("figure", { "data-testid": "inspector-payoff" }, h("table", { class: "st-table st-tight",
    "aria-label": panel.title }, h("tbody", {}, ...rows)));
}

/**
 * MTAD: what each word does to the ratio of the joint likelihoods, not cut at 1, and the ratio so far against τ.
 * @param {Model} model @param {It} it @param {PrefixesPanel} panel @param {number} phase
 * @param {Ask | null} ask runs the round again with another τ; null where nobody can
 */
export function prefixes(model, it, panel, phase, ask) {
  const shown = panel.prefixes.filter((prefix) => prefix.step <= phase);
  if (!shown.length) return null;
  const longest = shown.reduce((best, prefix) => (prefix.passed ? prefix.j : best), 0);
  const none = (/** @type {number | null} */ value) => model.voice === "plain" && value !== null && value < 1e-4;
  const times = (/** @type {number | null} */ value) =>
    (none(value) ? "≈ 0" : `×${value === null ? "∞" : short(value)}`);
  const log = (/** @type {number | null} */ value) => (value === null ? "−∞" : value.toFixed(2));
  const rows = shown.map(({ j, place, own, product, logp, logq, passed }) => h("tr",
    { class: (passed ? "yes" : "no") + (j === longest ? " own" : ""),
      title: model.voice === "plain" ? "" : `Σ log p = ${log(logp)}, Σ log q = ${log(logq)}` },
    ...cells([`${j} `, h("b", {}, clip(model.word(it.n.token[place]), 10))], times(own),
      [times(product), factor(product, panel.bar, passed ? "yes" : "no")], passed ? "● passes" : "✕ fails")));
  const longestAt = (/** @type {number} */ tau) => panel.prefixes.reduce((best, { j, ratio }) =>
    (ratio > tau ? j : best), 0);
  const told = (/** @type {number} */ tau) => (longestAt(tau) ? `prefix ${longestAt(tau)} is the longest that passes`
    : "no prefix passes");
  const all = ask && shown.length === panel.prefixes.length;
  const [before, bar] = panel.names;
  const moved = { key: "threshold", label: bar, value: panel.bar, most: 1, told, draw: () => {} };
  return h("figure", { "data-testid": "inspector-prefixes" },
    table(panel.heads, rows, "Prefixes"), h("figcaption", {}, `For each word: ${panel.heads[1]}, and all of them `
      + `multiplied. The stroke is the bar, ${before}${num(panel.bar)}: right of it the product is larger, up to ${FARTHEST} times, `
      + `left of it smaller. The longest prefix that passes`
      + `${longest ? ` so far is ${longest} (shaded)` : ": none yet"}.`), all ? whatIf(moved, {}, ask) : null);
}
