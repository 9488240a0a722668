// DSBD: the shares of all beams at one test. It must make clear that beams and tokens are tested together, against one
// joint distribution: every bar is the share of one beam with one token, and a rejection changes all of them.

import { h } from "../dom.js";
import { calculation, leftoverTerms } from "./calculation.js";
import { clip, num, plural, probability, rounded, short, tail } from "../format.js";
import { beamNames } from "./laws.js";
import { glyphIcon } from "../marks.js";
import { beamsAbove, parts, unnamedSay } from "./nested.js";

/** @import { It, Model } from "../model.js" */
/** @import { Dist, Verdict } from "../types.d.ts" */
/** @import { Terms } from "./calculation.js" */
/**
 * The joint distributions of a test: the draft's `q` and the target's `p` of its layer, the residual that it `used`
 * after a rejection, and the one that is `left` after it. `q` is missing where the target samples.
 * @typedef {"q" | "p" | "used" | "left"} Series
 * @typedef {Partial<Record<Series, Dist>>} Joint
 * One beam with one token, and its share in every distribution. Equal rows of duplicates are one row of several beams.
 * @typedef {{ beams: number[], token: number, shares: Partial<Record<Series, number>> }} Row
 */

const TERMS = 6; // of a written sum
const MOST = 6; // rows, and one for the tested candidate
const ORDER = /** @type {Series[]} */ (["q", "p", "used", "left"]);
const OWN = ["residual", "bonus", "fill", "drawn"]; // beams of the target
const PLAIN = { q: "draft", p: "target", used: "leftover", left: "after" }; // the heads of the numbers
const EXACT = { q: "q_beam", p: "p_beam", used: "p′", left: "new p′" };
const ENDED = -2; // instead of a token: the finished beam itself

/**
 * The joint distributions of a decision.
 * @param {It} it @param {Verdict} verdict @returns {Joint}
 */
export function jointOf(it, verdict) {
  const dists = verdict.dists.map((k) => it.dists[k]).filter(({ beam }) => beam);
  const at = dists.findIndex(({ series }) => series === "q"), [first] = dists;
  const all = it.verdicts.filter(({ layer }) => layer === verdict.layer).flatMap((each) =>
    each.dists.map((k) => it.dists[k]));
  if (verdict.state === "unused" && verdict.p !== undefined) // the shares that its test would have begun with
    return /** @type {Joint} */ ({ q: all.find(({ series, beam }) => series === "q" && beam),
      p: all.find(({ series, beam }) => series === "p" && beam) });
  const of = (/** @type {string} */ name) => all.find(({ series, beam }) => series === name && beam);
  const joint = { q: at < 0 ? undefined : dists[at], p: of("p"), used: first?.series === "r" ? first : undefined,
    left: at < 0 ? undefined : dists[at + 1] };
  return /** @type {Joint} */ (Object.fromEntries(Object.entries(joint).filter(([, dist]) => dist)));
}

/**
 * The overlaps of a layer's joint distributions as sums over pairs of a beam and a token: the probabilities that a
 * candidate is accepted at first, and after a rejection. Only sums of few terms are written.
 * @param {Model} model @param {It} it @param {number | null} layer @param {number} phase @returns {HTMLElement[]}
 */
export function overlapSums(model, it, layer, phase) {
  const panel = it.panels.find((each) => each.kind === "width" && each.layer === layer && phase >= each.known);
  const first = it.verdicts.find((verdict) => verdict.layer === layer && verdict.dists.some((k) => it.dists[k].beam));
  const { q, p } = first ? jointOf(it, first) : {};
  if (panel?.kind !== "width" || !q?.beam || !p?.beam || q.rest > 1e-6 || p.rest > 1e-6) return [];
  const key = (/** @type {Dist} */ dist, /** @type {number} */ k) => `${dist.beam?.[k]}:${dist.t[k]}`;
  const drafted = new Map(q.v.map((value, k) => [key(q, k), value]));
  const ends = p.ends ?? [], names = beamNames(model, it, ends);
  const beam = (/** @type {number} */ k) => tail(names.get(ends[p.beam?.[k] ?? 0]) ?? "start", 6);
  const named = (/** @type {number} */ k) => (names.size > 1 ? `${beam(k)} › ` : "") + clip(model.word(p.t[k]), 9);
  const pairs = p.v.map((value, k) => ({ name: named(k), p: value, q: drafted.get(key(p, k)) ?? 0 }));
  const all = pairs.reduce((sum, each) => sum + Math.max(0, each.p - each.q), 0);
  const after = pairs.map((each) => ({ ...each, p: all ? Math.max(0, each.p - each.q) / all : 0 }));
  const plain = model.voice === "plain";
  const sums = [overlapSum(model, pairs, panel.alpha[0], plain ? "overlap" : "α_1"),
    overlapSum(model, after, panel.alpha[1], plain ? "overlap after a rejection" : "α_2")];
  return sums.filter((sum) => sum !== null);
}

/**
 * One overlap: the smaller of both shares of every pair, added up. Null if it is not the recorded one, or too long.
 * @param {Model} model @param {{ name: string, p: number, q: number }[]} pairs @param {number | undefined} alpha
 * @param {string} called
 */
function overlapSum(model, pairs, alpha, called) {
  const smaller = pairs.map((each) => ({ ...each, value: Math.min(each.p, each.q) }))
    .filter(({ value }) => value > 5e-4).sort((a, b) => b.value - a.value);
  const sum = smaller.reduce((all, { value }) => all + value, 0);
  if (alpha === undefined || !smaller.length || smaller.length > TERMS || Math.abs(sum - alpha) > 1e-3) return null;
  const total = probability(model.voice, sum);
  const written = [smaller.map(({ value }) => probability(model.voice, value)), // as in the table, if they add up
    ...[0, 1, 2].map((places) => smaller.map(({ value }) => rounded(model.voice, value, places)))];
  const adds = (/** @type {string[]} */ some) => some.reduce((all, each) => all + parseFloat(each), 0)
    / (model.voice === "plain" ? 100 : 1);
  const terms = written.find((some) => probability(model.voice, adds(some)) === total) ?? written[3];
  return calculation([...terms.flatMap((each, k) => /** @type {Terms} */ ([...k ? ["+"] : [],
    [each, smaller[k].name]])), "=", [total, called]], "overlap-sum");
}

/**
 * The remainder of the share that is tested now, after the last rejection of the layer. Null for tests against the full
 * shares, and if nothing is left.
 * @param {Model} model @param {It} it @param {Verdict | null} verdict @param {number} phase
 */
export function shareLeft(model, it, verdict, phase) {
  const used = verdict ? jointOf(it, verdict).used : undefined;
  const last = used && it.verdicts.findLast((each, v) => each.layer === verdict?.layer && each.state === "rejected"
    && it.stepOf[v] < phase);
  if (!verdict || !last) return null;
  const { q, p, used: first, left } = jointOf(it, last), token = it.n.token[verdict.place], { mine = [] } = verdict;
  const of = (/** @type {Dist | undefined} */ dist) => dist?.v.find((_, k) => dist.t[k] === token
    && (!mine.length || mine.includes(dist.beam?.[k] ?? 0))) ?? 0;
  const [before, drafted, after] = [of(first ?? p), of(q), of(left)], plain = model.voice === "plain";
  const target = plain ? (first ? "leftover target" : "target") : first ? "p′" : "p_beam";
  return before <= drafted || !after ? null : calculation(leftoverTerms(model.voice,
    { p: before, q: drafted, sum: (before - drafted) / after, left: after }, [target, plain ? "draft" : "q_beam",
      plain ? "all such parts" : "∑ max(p − q, 0)", `${plain ? "leftover" : "p′"} of ${tail(model.grown(it, verdict.place), 12)}`]),
  "leftover");
}

/**
 * The rows of a test: the largest shares of its layer by beam, and the tested pair. The choice and the order depend on
 * p and q alone, so that they stay the same for all tests of a layer.
 * @param {Joint} joint @param {(row: Row) => boolean} own whether a row is the tested pair
 * @param {number[]} ends the last node of every beam @returns {Row[]}
 */
export function rowsOf(joint, own, ends) {
  const rows = /** @type {Map<string, Row>} */ (new Map());
  for (const series of ORDER) joint[series]?.t.forEach((token, k) => {
    const dist = /** @type {Dist} */ (joint[series]), beam = dist.beam?.[k] ?? 0, key = `${beam}:${token}`;
    const row = rows.get(key) ?? { beams: [beam], token, shares: {} };
    row.shares[series] = dist.v[k];
    rows.set(key, row);
  });
  const joined = /** @type {Map<string, Row>} */ (new Map());
  for (const row of rows.values()) {
    const key = [ends[row.beams[0]] ?? `beam ${row.beams[0]}`, row.token, ...ORDER.map((each) => row.shares[each])].join();
    const same = joined.get(key);
    if (same) same.beams.push(...row.beams);
    else joined.set(key, row);
  }
  const size = ({ shares: { q = 0, p = 0 } } = /** @type {Row} */ ({})) => Math.max(q, p);
  return [...joined.values()].sort((a, b) => size(b) - size(a)).filter((row, k) => k < MOST || own(row))
    .sort((a, b) => a.beams[0] - b.beams[0] || size(b) - size(a));
}

/**
 * How many beams of a layer there are at a step, of the number that it aims for, and how many candidates are not tested
 * yet. `names` are the beams found so far, each with its number of equal ones.
 * @param {Model} model @param {It} it @param {number} layer @param {number} phase
 */
export function countOf(model, it, layer, phase) {
  const panel = it.panels.find((each) => each.kind === "width" && each.layer === layer && phase >= each.known);
  if (panel?.kind !== "width") return null;
  const made = it.verdicts.filter((each, v) => each.layer === layer && it.stepOf[v] <= phase);
  const count = (/** @type {string[]} */ ...states) => made.filter(({ state }) => states.includes(state)).length;
  const accepted = count("accepted"), left = panel.candidates - accepted - count("rejected");
  const nodes = made.flatMap(({ state, place }) => (state === "accepted" || OWN.includes(state) ? [place] : []));
  const names = [...new Set(nodes)].map((place) => /** @type {[string, number]} */ ([tail(model.grown(it, place), 24),
    nodes.filter((each) => each === place).length]));
  return { width: panel.width, accepted, own: count(...OWN), candidates: panel.candidates, left, names };
}

/**
 * The counter of a layer: accepted beams and beams of the target, of the number that the layer aims for, and what
 * happens next. Equal beams are named, because they are one box in the picture.
 * @param {Model} model @param {It} it @param {number | null} layer @param {number} phase
 */
export function counter(model, it, layer, phase) {
  const count = layer === null || !["layer", "orphaned", "verify", "unused", "residual", "bonus", "fill"]
    .includes(it.steps[phase].phase) ? null : countOf(model, it, layer, phase);
  if (!count) return null;
  const { width, accepted, own, names } = count, open = Math.max(0, width - accepted - own);
  const dots = [...Array(accepted).fill("accepted"), ...Array(own).fill("fill")].map((state) => glyphIcon(state));
  return h("p", { class: "st-count", "data-testid": "layer-count" },
    h("span", { "aria-hidden": "true" }, ...dots, ...Array.from({ length: open }, () => h("i"))),
    h("b", {}, `beams found for layer ${layer}: ${accepted + own} of ${width}`),
    names.some(([, times]) => times > 1) ? h("em", { "data-testid": "layer-beams" },
      ...names.flatMap(([name, times], k) => [k ? ", " : "", name, times > 1 ? h("b", {}, ` ×${times}`) : ""])) : null,
    h("small", {}, nextOf(count, open)));
}

/**
 * What follows for a layer with these beams: more tests, no more tests, or beams of the target.
 * @param {NonNullable<ReturnType<typeof countOf>>} count @param {number} open
 */
function nextOf({ accepted, own, candidates, left }, open) {
  if (own) return candidates ? `${accepted} accepted, ${own} sampled by the target` : `${own} sampled by the target`;
  if (!candidates) return `The target samples ${open === 1 ? "this beam" : "these beams"}.`;
  if (!open) return left ? `The layer is full, so ${plural(left, "candidate")} ${left === 1 ? "is" : "are"} not tested.`
    : "The layer is full.";
  if (!left) return `No candidate is left, so the target samples the ${open === 1 ? "missing beam" : `${open} missing beams`}.`;
  return `${plural(left, "candidate")} left to test`;
}

/**
 * The shares of all beams that a test compares, as bars: the draft's above, and below it those that the test divides by
 * them. After a rejection they are outlined, and what is left of them is filled. Null where the decision compares no
 * joint distributions.
 * @param {Model} model @param {It} it @param {number} place @param {Verdict | null} verdict
 * @param {boolean} [tested] whether what a rejection leaves, or what counts after an acceptance, is shown elsewhere
 * @param {boolean} [split] whether steps are shown in parts, so that the origin of the shares was shown before
 */
export function jointBars(model, it, place, verdict, tested = false, split = false) {
  const { left: after, ...compared } = verdict ? jointOf(it, verdict) : {};
  const joint = /** @type {Joint} */ (tested || !after ? compared : { ...compared, left: after });
  if (!verdict || !joint.p || (verdict.state !== "unused" && !verdict.dists.some((k) => it.dists[k].beam))) return null;
  const against = joint.used ? "used" : "p", plain = model.voice === "plain";
  const series = ORDER.filter((each) => joint[each] && (each !== "p" || against === "p"));
  const ends = series.map((each) => joint[each]?.ends ?? []).find(({ length }) => length) ?? [];
  const names = beamNames(model, it, ends), { mine = [] } = verdict, id = it.n.id[place];
  const own = (/** @type {Row} */ { token, beams }) => beams.some((beam) => !mine.length || mine.includes(beam))
    && (token === it.n.token[place] || (token === ENDED && beams.some((beam) => ends[beam] === id)));
  const rows = rowsOf(joint, own, ends), copied = rows.some(({ beams }) => beams.length > 1);
  const top = Math.max(1e-9, ...rows.flatMap(({ shares }) => series.map((each) => shares[each] ?? 0)));
  const say = (/** @type {number | undefined} */ value) => probability(model.voice, value ?? 0, short);
  const lines = rows.map((row) => line(row, series, top, own(row),
    [names.size > 1 ? tail(names.get(ends[row.beams[0]]) ?? "start", 10) : "", clip(model.word(row.token), 12)],
    series.map((each) => say(row.shares[each]))));
  const unit = model.unit();
  return h("figure", { class: "st-joints", "data-testid": "inspector-joint", "data-scale": String(series.length),
    "data-voice": model.voice, "data-left": joint.left ? "" : null },
  h("h2", {}, plain ? `Shares of all (beam, ${unit}) pairs` : "Joint distributions over (beam, token)"),
  h("div", { class: "st-joint-h", "aria-hidden": "true" },
    h("span", {}, copied ? h("small", {}, "2×: identical beams") : ""),
    h("span", {}, h("small", {}, "0"), h("small", {}, say(top))),
    h("span", {}, ...series.map((each) => h("b", { "data-of": each }, (plain ? PLAIN : EXACT)[each])))),
  ...lines, copied ? null : othersOf(joint, series, rows, say),
  verdict.made && !split ? h("figcaption", { "data-testid": "share-made" }, verdict.made[model.voice]) : null,
  split && (tested || !joint.q) ? null : h("figcaption", {}, captionOf(model, joint, verdict)));
}

/**
 * The shares that both models give the beams of the first layer, or their probabilities of the words of the draft that
 * is checked, as bars: what the target's pass gives.
 * @param {Model} model @param {It} it @param {number} phase
 */
export function scored(model, it, phase) {
  const first = it.verdicts.find(({ layer, dists }) => layer === 1 && dists.some((k) => it.dists[k].beam));
  if (it.shares) return first ? jointBars(model, it, -1, { ...first, mine: [-1] }, true, true) : null;
  const plain = model.voice === "plain", say = (/** @type {number} */ value) => probability(model.voice, value, short);
  const rows = it.steps[phase].nodes.filter((place) => it.n.role[place] === "draft").map((place) => ({ place,
    shares: { q: model.get(it, "q", place) ?? 0, p: model.wanted(it, place, phase) ?? 0 } }));
  const series = /** @type {Series[]} */ (["q", "p"]), unit = model.unit();
  return !rows.length ? null : h("figure", { class: "st-joints", "data-testid": "inspector-scored", "data-scale": "2",
    "data-voice": model.voice },
  h("h2", {}, plain ? `Each ${unit} after the ones before it` : "q and p of every draft token"),
  h("div", { class: "st-joint-h", "aria-hidden": "true" }, h("span"),
    h("span", {}, h("small", {}, "0"), h("small", {}, say(1))),
    h("span", {}, ...series.map((each) => h("b", { "data-of": each }, plain ? PLAIN[each] : each)))),
  ...rows.slice(0, MOST).map(({ place, shares }) => line({ beams: [0], token: it.n.token[place], shares }, series, 1,
    false,
    ["", clip(model.wordAt(it, place), 12)], series.map((each) => say(shares[/** @type {"q" | "p"} */ (each)])))));
}

/**
 * The shares of all pairs without a row; null if they have next to nothing.
 * @param {Joint} joint @param {Series[]} series @param {Row[]} rows @param {(value: number) => string} say
 */
function othersOf(joint, series, rows, say) {
  const rests = series.map((each) => {
    const { v = [], rest = 0 } = joint[each] ?? {};
    return v.reduce((sum, value) => sum + value, rest) - rows.reduce((sum, { shares }) => sum + (shares[each] ?? 0), 0);
  });
  return rests.every((rest) => rest < 0.005) ? null : h("div", { class: "st-joint", "data-testid": "joint-others" },
    h("span", {}, h("small", {}, "others")), h("span"), h("span", { class: "st-joint-n" },
      ...rests.map((rest, k) => h("b", { "data-of": series[k] }, say(Math.max(0, rest))))));
}

/**
 * One row: the beam and the token, a bar for every distribution and the numbers of the test.
 * @param {Row} row @param {Series[]} series @param {number} top @param {boolean} own @param {string[]} words
 * @param {string[]} numbers
 */
function line({ beams, shares }, series, top, own, [beam, word], numbers) {
  const bars = series.map((each) => {
    const bar = h("i", { "data-of": each }), value = shares[each] ?? 0, { used = shares.p ?? 0, q = 0 } = shares;
    const wide = (/** @type {number} */ share) => `${(100 * share) / top}%`;
    bar.style.width = value ? `max(1px, ${wide(value)})` : "0";
    if (each === "left") Object.assign(bar.dataset, { from: wide(used), mid: wide(Math.max(0, used - q)) });
    return bar;
  });
  return h("div", { class: own ? "st-joint own" : "st-joint" },
    h("span", { title: beam ? `${beam} › ${word}` : word },
      h("span", {}, beam ? h("small", {}, `${beam} › `) : "", word),
      beams.length > 1 ? h("small", {}, `${beams.length}×`) : null),
    h("span", { class: "st-joint-bars" }, ...bars),
    h("span", { class: "st-joint-n" }, ...numbers.map((each, k) => h("b", { "data-of": series[k] }, each))));
}

/**
 * The meaning of the bars, and the effect of the decision on them.
 * @param {Model} model @param {Joint} joint @param {Verdict} verdict
 */
function captionOf(model, { q, used, left }, { state }) {
  const plain = model.voice === "plain";
  if (!q && used) return plain ? "The target samples one pair from the leftover. It makes up for the rejections."
    : "One pair is sampled from p′, the residual of the rejections.";
  if (!q) return `The target samples one pair from ${plain ? "its full shares" : "p_beam"}.`;
  if (left) return plain
    ? "The rejection changes all shares: the draft’s are subtracted, and what is left is scaled to 100%. Outlines show "
        + "the shares before."
    : "p′ ← norm(max(p′ − q_beam, 0)), over all pairs. Outlined: before.";
  if (state === "accepted" && used) return plain
    ? "After this acceptance, the target’s own shares count again, because an accepted beam is a complete sample."
    : "After this acceptance, p′ ← p_beam.";
  if (state === "unused") return plain ? "These are the shares before the first test of this layer." : "";
  if (state !== "accepted") return "";
  return plain ? "An acceptance leaves the target’s shares as they are." : "After an acceptance, p′ = p_beam.";
}

/**
 * How a random number sampled the target's token: the distribution as parts one after the other, below their beams.
 * @param {Model} model @param {It} it @param {Verdict | null} verdict
 * @param {"panel" | "beside" | "line"} where it is: in the panel, or below the picture, beside a calculation or alone
 */
export function strip(model, it, verdict, where) {
  const { strip: drawn } = verdict ?? {};
  if (!verdict || !drawn) return null;
  const plain = model.voice === "plain";
  const ends = verdict.dists.map((k) => it.dists[k].ends ?? []).find(({ length }) => length) ?? [];
  const names = beamNames(model, it, ends);
  const pieces = drawn.parts.map(([token, beam, share], k) => ({ word: model.word(token), share, own: k === drawn.own,
    beam: beam === null || names.size < 2 ? "" : names.get(ends[beam]) ?? "start" }));
  const { beam, word } = pieces[drawn.own], own = beam ? `${beam} › ${word}` : word;
  const { boxes, unnamed } = parts(model.voice, pieces, where), right = drawn.u < 0.6;
  const coin = h("i", { "data-part": "coin" }), number = h("b", {},
    `${plain ? "random number" : "u ="} ${num(drawn.u)} → ${own}`);
  coin.style.left = `${100 * drawn.u}%`;
  const before = pieces.slice(0, drawn.own).reduce((sum, { share }) => sum + share, 0);
  boxes[drawn.own].style.textAlign = drawn.u - before > pieces[drawn.own].share / 2 ? "left" : "right"; // not under it
  const half = Math.ceil(4.4 * (number.textContent ?? "").length); // px: half of its width
  number.style.left = `clamp(${half}px, ${100 * drawn.u}%, calc(100% - ${half}px))`;
  const what = drawn.of === "r" ? (plain ? "leftover target probability" : "p′") : (plain ? "target probability" : "p");
  return h("figure", { class: "st-draw", "data-testid": "inspector-draw" }, h("div", { class: "st-draw-u" }, number,
    unnamed ? h("small", { "data-at": right ? "end" : "start" }, unnamedSay(unnamed, boxes.length)) : null),
  beamsAbove(model.voice, pieces, where),
  h("div", { class: "st-draw-bar", role: "img", "aria-label": `${plural(boxes.length, "part")} from 0 to 1; `
    + `the random number ${num(drawn.u)} falls into the part of ${own}.` }, ...boxes, coin),
  h("div", { class: "st-draw-ends", "aria-hidden": "true" }, h("small", {}, "0"), h("small", {}, "1")),
  h("figcaption", {}, plain ? `${ends.length ? "" : `Each part is as wide as its ${what}. `}`
    + `The random number falls into “${own}”.`
  : `Cumulative ${what} in the order of token ids; u selects the part that contains it.`));
}
