// Small pictures in the inspector for parts of single methods. Each function turns a panel into a figure and shows
// nothing from steps after `phase`.

import { h, s } from "../dom.js";
import { clip, coded, num, plural, probability, short, tail, visible } from "../format.js";
import { glyphIcon, labelOf, shapeOf, stateOf } from "../marks.js";
import { quotient } from "../quotient.js";
import { calculation } from "./calculation.js";
import { gauge } from "./gauge.js";
import { cells, table } from "./table.js";
import { whatIf } from "./whatif.js";

/** @import { It, Model } from "../model.js" */
/** @import { Ask } from "./whatif.js" */
/**
 * @import { BarPanel, BeamsPanel, Candidate, DoubtsPanel, Found, Held, LevelPanel, Occurrence,
   PayoffPanel, PrefixesPanel, SkippedPanel,
   TriesPanel, WrittenPanel } from "../types.d.ts"
 */

/**
 * MCSS, SpecInfer and SpecTr: the candidates at one position, in order, with their thresholds; null before the first
 * test. The bars below it have p and q.
 * @param {Model} model @param {It} it @param {TriesPanel} panel @param {number} phase
 */
export function tries(model, it, panel, phase) {
  const shown = panel.tries.filter((each) => each.step <= phase), last = model.voice === "plain" ? num : short;
  const rows = shown.map(({ place, state, numbers }, k) => h("tr", { class: state === "accepted" ? "yes" : "no" },
    ...cells([`${k + 1} `, h("b", {}, clip(model.word(it.n.token[place]), 10))],
      ...numbers.map((value, n) => (n < numbers.length - 1 ? [probability(model.voice, value, short),
        gauge(value, null, 1, "q")] : last(value))),
      [glyphIcon(state), h("span", { class: "st-hear" }, labelOf(state, model.voice))])));
  return !rows.length ? null : h("figure", { "data-testid": "inspector-tries" },
    table(["token", ...panel.heads, ""], rows, "Candidates at this position"),
    panel.caption && h("figcaption", {}, panel.caption));
}

/**
 * Typical acceptance: the threshold as a curve over the entropy, with the candidates at this entropy, and a table of
 * them. Candidates with nearly equal p share a mark, and labels do not overlap.
 * @param {Model} model @param {It} it @param {BarPanel} panel @param {number} phase @param {number} place
 */
export function bar(model, it, panel, phase, place) {
  const W = 300, H = 154, left = 42, base = H - 24, low = 1e-4, { entropy, epsilon, delta } = panel;
  const high = Math.max(3, Math.ceil(entropy + 0.5)), log = Math.log(low);
  const x = (/** @type {number} */ v) => left + (v / high) * (W - left - 8);
  const y = (/** @type {number} */ v) => 10 + (Math.log(Math.min(1, Math.max(low, v))) / log) * (base - 16);
  const at = (/** @type {number} */ v) => Math.min(epsilon, delta * Math.exp(-v)), knee = Math.log(delta / epsilon);
  const curve = [0, ...(knee > 0 && knee < high ? [knee] : []), high].map((v) => `${x(v)} ${y(at(v))}`).join("L");
  const shown = panel.candidates.filter((each) => each.step <= phase);
  const word = (/** @type {Candidate} */ each) => model.word(it.n.token[each.place]);
  const [name, before] = panel.names;
  const { voice } = model, simple = voice === "plain";
  const p = (/** @type {number} */ value) => probability(voice, value, short);
  const cut = probability(voice, panel.bar), here = simple ? "the uncertainty is " : before;
  const described = `${panel.caption} Here ${here}${num(entropy)} and the threshold is ${cut}.`;
  const svg = s("svg", { viewBox: `0 0 ${W} ${H}`, class: "st-bar-curve", role: "img",
    "aria-label": `${described} ${shown.map((each) => `${word(each)} ${name} ${p(each.p)}`).join(", ")}` },
  s("path", { class: "yes", d: `M${x(0)} 10L${curve}L${x(high)} 10Z` }),
  s("path", { class: "no", d: `M${x(0)} ${base}L${curve}L${x(high)} ${base}Z` }),
  s("path", { class: "cut", d: `M${curve}` }), s("path", { class: "here", d: `M${x(entropy)} 10V${base}` }));
  for (const value of [1, 0.1, 0.01, 0.001])
    svg.append(s("text", { class: "end", x: left - 4, y: y(value) + 4, "text-anchor": "end" },
      simple ? `${100 * value}%` : String(value)));
  const mid = Math.min(W - 34, Math.max(left + 24, x(entropy)));
  svg.append(s("text", { class: "end", x: 2, y: base + 4 }, name.length > 1 ? "" : name),
    s("text", { x: mid, y: H - 6, "text-anchor": "middle" }, `${before}${num(entropy)}`));
  if (mid > left + 40) svg.append(s("text", { class: "end", x: left, y: H - 6 }, "0"));
  if (mid < W - 60) svg.append(s("text", { class: "end", x: W - 8, y: H - 6, "text-anchor": "end" }, String(high)));
  const right = x(entropy) < W / 2, edge = y(at(right ? high : 0)); // both words are placed away from the labels
  const groups = labelled(shown, y, base);
  const clear = (/** @type {number} */ at) => groups.every(({ label }) => Math.abs(label + 4 - at) > 15);
  const below = [edge + 16, (edge + base) / 2 + 6, base - 5].find(clear) ?? edge + 16;
  for (const [down, text] of /** @type {[number, string][]} */ ([[24, "passes"], [below, "fails"]]))
    svg.append(s("text", { x: right ? W - 10 : left + 6, y: down, "text-anchor": right ? "end" : "start" }, text));
  for (const group of groups) {
    const cx = x(entropy), way = right ? 1 : -1, first = group.all[0];
    const [most, least] = [p(first.p), p(group.all[group.all.length - 1].p)];
    const which = group.all.length > 1 ? plural(group.all.length, model.unit()) : clip(word(first), 10);
    svg.append(s("path", { class: "lead", d: `M${cx + 6 * way} ${group.y}L${cx + 15 * way} ${group.label}` }),
      s("path", { class: "st-g", "data-kind": first.state, d: shapeOf(first.state),
        transform: `translate(${cx} ${group.y}) scale(5)` }),
      s("text", { class: "w", x: cx + 18 * way, y: group.label + 4, "text-anchor": right ? "start" : "end" },
        `${which}: ${name} ${most === least ? most : `${least} to ${most}`}`));
  }
  const rows = shown.slice(0, 12).map((each) => h("tr", { class: each.own ? "" : each.p > panel.bar ? "yes" : "no" },
    ...cells(h("b", {}, clip(word(each), 14)), p(each.p), each.own ? "" : `${each.p > panel.bar ? ">" : "≤"} ${p(panel.bar)}`,
      `${stateOf(each.state).sign} ${each.end}`)));
  shown.slice(0, 12).forEach((each, k) => rows[k].classList.toggle("own", each.place === place));
  return h("figure", { "data-testid": "inspector-bar" }, h("figcaption", {}, panel.caption), svg,
    table(panel.heads, rows, "Candidates and threshold"),
    shown.length > rows.length ? h("p", { class: "st-quiet" }, `${shown.length - rows.length} not shown`) : null);
}

/**
 * Groups candidates whose marks are less than a line apart, and places the labels at least a line apart inside the
 * plot.
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
 * The positions at which the draft is unsure and, for BiLD, how improbable its tokens are for the target.
 * @param {Model} model @param {It} it @param {DoubtsPanel} panel @param {number} phase
 */
export function doubts(model, it, panel, phase) {
  const sure = ({ value, bar: cut, good } = /** @type {Held} */ ({})) => {
    const [now, least] = [value, cut].map((each) => probability(model.voice, each, short));
    return [`${now} ${good ? "≥" : "<"} ${least}`, gauge(value, cut, 1, good ? "p" : "no")];
  };
  const unlikely = ({ value, bar: cut, good } = /** @type {Held} */ ({})) =>
    [`${short(value)} ${good ? "≤" : ">"} ${short(cut)}`, gauge(value, cut, 2 * cut, good ? "p" : "no")];
  const rows = panel.doubts.filter((each) => each.exit.step <= phase).map(({ layer, place, exit, back }) => {
    const seen = back && back.step <= phase ? back : null;
    const name = place === null ? "stops" : clip(model.word(it.n.token[place]), 11);
    return h("tr", { class: place === null ? "no" : "yes" }, ...cells([`${layer} `, h("b", {}, name)],
      sure(exit), ...(panel.heads.length < 3 ? [] : [seen
        ? [...unlikely(seen), seen.good ? null : h("span", { class: "st-bad" }, "✕ goes back")]
        : "·"])));
  });
  if (!rows.length) return null;
  return h("figure", { "data-testid": "inspector-doubts" }, h("h2", {}, panel.title),
    h("figcaption", {}, panel.caption),
    table(panel.heads, rows, panel.title));
}

/**
 * Self-SSD: the target's layers from the left; those that the draft skips are crossed out.
 * @param {SkippedPanel} panel
 */
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
        s("title", {}, `${name} of layer ${k}: ${gone ? "skipped" : "computed"}`)));
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
 * The confidence of the nodes on a level, or of all nodes with a line below those that are sent (EAGLE-2, Medusa). It
 * must make clear that a node is ranked by the product of the probabilities on its whole path, not by its own.
 * @param {Model} model @param {It} it @param {LevelPanel} panel @param {number} phase @param {number} place
 */
export function level(model, it, panel, phase, place) {
  const { sent, places, values, ups, owns, grown, grows } = panel;
  const products = ups.some((up) => up !== null), most = sent === null ? 8 : sent + 3;
  const say = (/** @type {number | null} */ value) => probability(model.voice, value, short);
  const shown = places.map((_, k) => k).filter((k) => k < most || places[k] === place);
  const rows = shown.map((k) => {
    const at = places[k], up = model.up(it, at), fate = model.fate(it, at, phase), out = fate.state === "not_sent";
    const mark = sent !== null || out ? glyphIcon(fate.state)
      : phase >= grows && grown.includes(at) ? "extended" : "";
    const before = ups[k] === null ? "" : `${tail(model.wordAt(it, up), 7)} › `;
    const product = ups[k] === null || owns[k] === null ? "" : `${say(ups[k])} × ${say(owns[k])}`;
    return h("tr", { class: (at === place ? "own" : "") + (k === sent ? " cut" : "") }, ...cells(
      [before ? h("small", {}, before) : null, h("b", {}, clip(model.word(it.n.token[at]), 12))],
      ...(products ? [product] : []),
      h("span", { class: "st-sure" }, h("span", {}, say(values[k])), gauge(values[k], null, values[0], "q")),
      [mark, out ? h("span", { class: "st-hear" }, model.called(fate)) : null]));
  });
  const [node, value, last] = panel.heads, first = model.voice === "plain" ? "before × own" : "∏ before × q";
  const left = places.length - shown.length;
  return h("figure", { class: "st-levels", "data-testid": "inspector-levels" }, h("figcaption", {}, panel.caption,
    sent === null ? "" : ` The line is below the ${plural(sent, "node")} that are sent.`,
    left ? ` (${left} not shown)` : ""), table([node, ...(products ? [first] : []), value, last], rows, panel.title));
}

/**
 * MTAD and MTJD: the beams from which the best one is chosen. It must make clear that whole beams compete, by the
 * product of all their probabilities.
 * @param {Model} model @param {It} it @param {BeamsPanel} panel @param {number} phase
 */
export function beams(model, it, { facts, places, values, of, title }, phase) {
  const rows = facts.map(([name, value], k) => h("tr", { class: k ? "" : "own" }, ...cells(
    [glyphIcon(model.fate(it, places[k], phase).state), " ", h("b", {}, name),
      h("small", {}, productOf(model, it, places[k], values[k]))],
    h("span", { class: "st-sure" }, h("span", {}, value), gauge(values[k], null, values[0], of)))));
  return h("figure", { "data-testid": "inspector-beams" }, h("table", { class: "st-table st-tight st-ends",
    "aria-label": title }, h("tbody", {}, ...rows)));
}

/**
 * The probability of a beam as a product over its drafted tokens; empty if it is not that of these tokens alone.
 * @param {Model} model @param {It} it @param {number} place @param {number} value
 */
function productOf(model, it, place, value) {
  const path = model.gram(it, place, Infinity).filter((at) => it.n.role[at] === "draft").reverse();
  const parts = path.map((at) => model.get(it, "q", at) ?? NaN);
  const all = parts.reduce((sum, part) => sum * part, 1), plain = model.voice === "plain";
  return Math.abs(all - value) > 1e-3 || parts.length > 4 ? ""
    : parts.map((part) => probability(model.voice, part, short)).join(plain ? " × " : " · ");
}

/**
 * GSD: the numbers of drafted, copied, sent and finally accepted tokens, as bars on one scale.
 * @param {PayoffPanel} panel @param {number} phase
 */
export function payoff(panel, phase) {
  const most = Math.max(1, ...panel.bars.map(({ count }) => count));
  const told = panel.bars.filter(({ step }) => step <= phase), known = new Map(told.map((bar) => [bar.name, bar]));
  const rows = [...known.values()].map(({ name, count }) =>
    h("tr", {}, h("th", { scope: "row" }, name), ...cells(String(count), gauge(count, null, most, "count"))));
  return h("figure", { "data-testid": "inspector-payoff" }, h("table", { class: "st-table st-tight",
    "aria-label": panel.title }, h("tbody", {}, ...rows)));
}

/**
 * MTAD: of every prefix how likely both models find all its tokens, and their ratio (not cut at 1) compared with τ. It
 * must make clear that longer prefixes are always less likely, but that their ratio can rise again.
 * @param {Model} model @param {It} it @param {PrefixesPanel} panel @param {number} phase
 * @param {Ask | null} ask replays the round with another τ; null without an app
 */
export function prefixes(model, it, panel, phase, ask) {
  const shown = panel.prefixes.filter((prefix) => prefix.step <= phase), { voice } = model, plain = voice === "plain";
  if (!shown.length) return null;
  const chosen = phase >= panel.told, here = it.steps[phase].phase === "prefix";
  const longest = shown.reduce((best, prefix) => (prefix.passed ? prefix.j : best), 0);
  const ratio = (/** @type {number | null} */ value) => (value === null ? "∞" : value > 0 && value < 1e-4 ? "≈ 0"
    : value < 0.001 ? String(+value.toPrecision(2)) : num(value));
  const log = (/** @type {number | null} */ value) => (value === null ? "−∞" : value.toFixed(2));
  const rows = shown.map(({ j, place, product, logp, logq, passed, step }) => {
    const [p, q] = [logp, logq].map((value) => (value === null ? 0 : Math.exp(value)));
    const [top, below] = quotient(p, q, voice, product === null ? "" : num(product));
    const looks = (passed ? "yes" : "no") + (j === longest ? " own" : "") + (here && step === phase ? " now" : "");
    return h("tr", { class: looks, title: plain ? "" : `Σ log p = ${log(logp)}, Σ log q = ${log(logq)}` },
      ...cells([`${j} `, j > 1 ? "… " : "", h("b", {}, clip(model.word(it.n.token[place]), 9))],
        h("span", { "data-of": "p" }, top), h("span", { "data-of": "q" }, below),
        [ratio(product), gauge(product, panel.bar, 1, passed ? "yes" : "no")],
        passed ? (chosen && j === longest ? "longest" : "passes") : "fails"));
  });
  const longestAt = (/** @type {number} */ tau) => panel.prefixes.reduce((best, { j, ratio: each }) =>
    (each > tau ? j : best), 0);
  const say = (/** @type {number} */ tau) => (longestAt(tau)
    ? `With threshold ${num(tau)}, prefix ${longestAt(tau)} is the longest that passes.`
    : `With threshold ${num(tau)}, no prefix passes.`);
  const all = ask && shown.length === panel.prefixes.length;
  const [before, label] = panel.names;
  const moved = { key: "threshold", label, value: panel.bar, most: 1, say, draw: () => {} };
  return h("figure", { "data-testid": "inspector-prefixes" },
    table(panel.heads, rows, "Prefixes"), h("figcaption", {}, `Each row is about all ${model.unit()}s up to the named one. `
      + `A bar shows the ratio (at most 1), and the line is the threshold, ${before}${num(panel.bar)}. `
      + (longest ? `Longest passing prefix${chosen ? "" : " so far"}: ${longest} (shaded).`
      : `No prefix passes${chosen ? "" : " so far"}.`)),
    all ? whatIf(voice, moved, {}, ask) : null);
}

/**
 * At the step that accepts a prefix (MTAD): the probability with which SpD would accept it; nothing if it is 1 or not
 * known. Null for other steps.
 * @param {Model} model @param {It} it @param {number} phase
 */
export function priceSum(model, it, phase) {
  const panel = it.steps[phase].phase === "verify" && it.panels.find(({ kind }) => kind === "prefixes");
  return !panel || panel.kind !== "prefixes" ? null
    : panel.price ? [calculation(panel.price[model.voice], "price")] : [];
}

/**
 * The earlier occurrences of the end of the text, one below the other, with the tokens that followed (suffix trees,
 * prompt lookup). The panel must make clear that these tokens are the guesses.
 * @param {Found} found @param {string} title
 */
export function places({ rows, more, end }, title) {
  const line = (/** @type {string} */ text) => coded(text).replace(/\n/g, "↵");
  const row = (/** @type {Occurrence} */ { before, match, after }, /** @type {string} */ next, look = "") =>
    h("tr", { class: look }, ...cells([tail(line(match.length > 18 ? "" : before), 8),
      h("mark", { class: "st-same" }, tail(line(match), 20))], next || clip(line(after), 24)));
  return h("figure", { "data-testid": "inspector-found" }, h("h2", {}, title),
    h("table", { class: "st-table st-found", "aria-label": title }, h("tbody", {},
      ...rows.map((each) => row(each, "")), row(end, "?", "end"))),
    more ? h("figcaption", {}, `${plural(more, "earlier place")} not shown`) : null);
}

/**
 * SLEM: one text in the draft's tokens and, below it, in the target's. The width of a box is the length of its text.
 * @param {Model} model @param {It} it @param {WrittenPanel} panel @param {number} phase
 */
export function written(model, it, panel, phase) {
  const box = (/** @type {string} */ text, /** @type {(Node | string | null)[]} */ more, look = "") => {
    const part = h("li", { "data-of": look }, h("b", {}, text), ...more);
    part.style.flexGrow = String(Math.max(1, text.length));
    return part;
  };
  const row = (/** @type {string} */ name, /** @type {HTMLElement[]} */ boxes) => (boxes.length
    ? h("div", {}, h("span", { class: "st-quiet" }, name), h("ol", {}, ...boxes)) : null);
  const mark = (/** @type {number} */ place) => glyphIcon(model.fate(it, place, phase).state);
  return h("figure", { class: "st-written-text", "data-testid": "inspector-written-text" },
    h("figcaption", {}, panel.caption),
    row(panel.heads[0], panel.pieces.map(({ text, q }) =>
      box(text, [h("small", {}, probability(model.voice, q, short))], "q"))),
    row(panel.heads[1], panel.places.map((place) => box(visible(model.text(it.n.token[place])), [mark(place)]))));
}
