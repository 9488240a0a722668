// How a layer of beams gets its width, in parts of one step: the shares of its candidates, the overlap of both models,
// the orders of outcomes, and the width (layer.js). Each part must make clear one number that the next one uses.

import { h } from "../dom.js";
import { clip, num, plural, probability, tail } from "../format.js";
import { glyphIcon } from "../marks.js";
import { quotient } from "../quotient.js";
import { calculation } from "./calculation.js";
import { added, factors } from "./factors.js";
import { jointOf, overlapSums } from "./joint.js";
import { bar, beamNames } from "./laws.js";
import { factorsOf, waysList, waysTo } from "./layer.js";
import { nested } from "./nested.js";
import { grid } from "./table.js";

/** @import { It, Model } from "../model.js" */
/** @import { Terms } from "./calculation.js" */
/** @import { Dist, WidthPanel } from "../types.d.ts" */
/**
 * A part of the step that computes a width.
 * @typedef {"shares" | "overlap" | "ways" | "width"} WidthPart
 * A layer before its first test: both joint distributions, the last node of every beam, and the layer's panel.
 * @typedef {{ p: Dist, q: Dist, ends: number[], layer: number, panel: WidthPanel }} Layer
 * A candidate: its place, its beam's share, the probability of its token after the beam, and their product; the draft's
 * share when it was drafted and now.
 * @typedef {{ place: number, beam: number, after: number, p: number, first: number, q: number }} Candidate
 */

const NTH = ["st", "nd", "rd", "th"]; // of ordinal numbers
const ROWS = 6; // candidates, or pairs, with a row
const NEAR = 1e-6; // more than this much that is not recorded leaves sums unknown
const SAME = 1e-4; // probabilities that differ less are equal; recorded ones are rounded

/**
 * The layer whose width a step computes, with the distributions of its tests; undefined for other steps.
 * @param {It} it @param {number} phase @returns {Layer | undefined}
 */
function layerAt(it, phase) {
  const { phase: name, layer } = it.steps[phase] ?? {};
  const panel = it.panels.find((each) => each.kind === "width" && each.layer === layer);
  const first = it.verdicts.find((each) => each.layer === layer && each.dists.some((k) => it.dists[k].beam));
  const { p, q } = name === "layer" && first ? jointOf(it, first) : {};
  return !p || !q || !layer || panel?.kind !== "width" || !panel.tails.length ? undefined
    : { p, q, ends: p.ends ?? [], layer, panel };
}

/**
 * The parts of a step that computes a width.
 * @param {It} it @param {number} phase @returns {WidthPart[]}
 */
export function widthParts(it, phase) {
  const at = layerAt(it, phase);
  if (!at) return [];
  const parts = /** @type {WidthPart[]} */ (candidatesOf(it, at).length ? ["shares"] : []);
  if (at.panel.alpha.length) parts.push("overlap");
  const { alpha, candidates, width } = at.panel, several = waysTo(alpha, candidates, width).length > 1;
  if (several && waysList("plain", at.panel, alpha)) parts.push("ways");
  return parts.length ? [...parts, "width"] : [];
}

/**
 * The candidates of a layer with several different beams, the largest share first; none if p_beam is not recorded as a
 * whole, because then the beams' shares are not known.
 * @param {It} it @param {Layer} layer @returns {Candidate[]}
 */
function candidatesOf(it, { p, q, ends, layer }) {
  if (new Set(ends).size < 2 || new Set(ends).size < ends.length || p.rest > NEAR) return [];
  const beams = ends.map((end) => beamShare({ p, ends }, end));
  const places = [...new Set(it.verdicts.filter((each) => each.layer === layer && it.n.role[each.place] === "draft")
    .map(({ place }) => place))];
  return places.flatMap((place) => {
    const slot = ends.indexOf(it.n.parent[place]), token = it.n.token[place];
    if (slot < 0 || !beams[slot]) return [];
    const share = valueOf(p, slot, token), now = valueOf(q, slot, token);
    return [{ place, beam: beams[slot], after: share / beams[slot], p: share, q: now,
      first: it.n.shares?.[place]?.[0]?.[1] ?? now }];
  }).sort((a, b) => b.p - a.p);
}

/** The share of a token after a beam. @param {Dist} dist @param {number} slot of the beam @param {number} token */
export const valueOf = (dist, slot, token) =>
  dist.v.find((_, k) => dist.t[k] === token && (dist.beam?.[k] ?? 0) === slot) ?? 0;

/**
 * The names of pairs: the beam if there are several, and the next token.
 * @param {Model} model @param {It} it @param {number[]} ends
 */
export function namesOf(model, it, ends) {
  const names = beamNames(model, it, ends), beam = (/** @type {number} */ end) => tail(names.get(end) ?? "start", 12);
  const several = names.size > 1;
  return { several, beam, pair: (/** @type {number} */ end, /** @type {number} */ token) =>
    (several ? `${beam(end)} › ` : "") + clip(model.word(token), 11) };
}

/**
 * The bar of all shares of a layer: the beams, and how their next tokens divide them.
 * @param {Model} model @param {It} it @param {{ p: Dist, ends: number[], layer: number }} at
 */
function barOf(model, it, { p, ends, layer }) {
  const { beam } = namesOf(model, it, ends);
  const pieces = p.v.map((share, k) => ({ slot: p.beam?.[k] ?? 0, token: p.t[k], share }))
    .sort((a, b) => a.slot - b.slot || a.token - b.token)
    .map(({ slot, token, share }) => ({ beam: beam(ends[slot]), word: model.word(token), share, own: false }));
  return nested(model.voice, pieces, `The target’s shares in layer ${layer}: ${pieces.map((each) =>
    `${each.beam} › ${each.word} ${probability(model.voice, each.share)}`).join(", ")}`);
}

/**
 * The sum that gives the share of a beam in its layer; none if it is not known.
 * @param {Model} model @param {It} it @param {{ p: Dist, ends: number[] }} at @param {number} end
 */
function beamSum(model, it, at, end) {
  const { voice } = model, plain = voice === "plain", mine = beamShare(at, end);
  const entered = at.ends.map((each) => shareOf(it, it.place.get(each) ?? -1));
  const all = entered.reduce((/** @type {number} */ sum, each) => sum + (each ?? 0), 0);
  const own = shareOf(it, it.place.get(end) ?? -1), [share, whole] = quotient(own ?? 0, all, voice);
  return own === null || entered.some((each) => each === null) || Math.abs(own / all - mine) >= SAME ? []
    : [calculation([[share, namesOf(model, it, at.ends).beam(end)], plain ? "÷" : "/", [whole, plain ? "all beams"
    : "∑ p"], "=", [probability(voice, mine), plain ? "beam’s share" : "w"]], "beam-sum")];
}

/**
 * The product that gives the share of a pair.
 * @param {"plain" | "exact"} voice @param {string[]} factors as they are written @param {number} share
 * @param {string} name of the pair
 */
function shareSum(voice, [beam, next], share, name) {
  const plain = voice === "plain";
  return calculation([[beam, plain ? "beam" : "w"], plain ? "×" : "·", [next, "target"], "=",
    [probability(voice, share), name]], "share-sum");
}

/**
 * The largest shares of beams in a layer, in words.
 * @param {Model} model @param {It} it @param {Pick<Layer, "p" | "ends">} at
 */
function beamsSay(model, it, at) {
  const { beam } = namesOf(model, it, at.ends);
  return at.ends.map((end) => ({ end, share: beamShare(at, end) })).sort((a, b) => b.share - a.share).slice(0, 3)
    .map(({ end, share }) => `“${beam(end)}” ${probability(model.voice, share).replace(">", "over ")}`).join(", ");
}

/**
 * The layer that the target samples itself at a step, from the shares of several different beams; null for other steps,
 * and where its shares were shown before or are not recorded as a whole.
 * @param {It} it @param {number} phase
 */
export function sampledAt(it, phase) {
  const { phase: name, verdicts = [], layer } = it.steps[phase] ?? {}, verdict = it.verdicts[verdicts[0]];
  if (name !== "bonus" || !layer || !it.shares || it.verdicts.some((each, v) => each.layer === layer
    && it.stepOf[v] < phase)) return null;
  const { p } = jointOf(it, verdict), ends = p?.ends ?? [];
  return p && p.rest <= NEAR && ends.length > 1 && new Set(ends).size === ends.length ? { p, ends, layer } : null;
}

/**
 * The origin of the probabilities with which the target samples a layer itself.
 * @param {Model} model @param {It} it @param {number} phase
 */
export function samplingPart(model, it, phase) {
  const at = /** @type {{ p: Dist, ends: number[], layer: number }} */ (sampledAt(it, phase)), { p, ends, layer } = at;
  const { voice } = model, plain = voice === "plain", say = (/** @type {number} */ value) => probability(voice, value);
  const { pair } = namesOf(model, it, ends);
  const rows = p.v.map((share, k) => ({ end: ends[p.beam?.[k] ?? 0], token: p.t[k], share }))
    .map((each) => ({ ...each, beam: beamShare(at, each.end) })).sort((a, b) => b.share - a.share);
  const work = (/** @type {typeof rows[number]} */ each) =>
    factors(voice, each.beam, each.share / each.beam, each.share);
  const table = grid("sampling", plain ? ["beam › next", "beam", `next ${model.unit()}`, "share"]
    : ["(beam, x)", "w", "p(x)", "p_beam"], rows.slice(0, ROWS).map((each) => [pair(each.end, each.token),
    ...withSign(work(each), plain), h("b", { "data-of": "p" }, say(each.share))]));
  const example = rows.find((each) => each.share < each.beam - SAME) ?? rows[0];
  const sums = [...beamSum(model, it, at, example.end),
      shareSum(voice, work(example), example.share, pair(example.end, example.token))], named = beamsSay(model, it, at);
  const says = plain ? `No layer failed, so the target samples layer ${layer} itself, from numbers of the same pass. The beams divide 100%: `
    + `${named}. Each share is multiplied by the probability of the next ${model.unit()}.`
    : `No layer failed, so layer ${layer} is sampled from p_beam(b, x) = w_b · p(x | b), with w: ${named}.`;
  const title = plain ? `Shares of layer ${layer}` : `p_beam in layer ${layer}`;
  return { name: plain ? "Shares" : "p_beam", title, sums, panel: [barOf(model, it, at), table], says, alone: true };
}

/** How the shares of a layer's candidates come about. @param {Model} model @param {It} it @param {number} phase */
export function sharesPart(model, it, phase) {
  const at = /** @type {Layer} */ (layerAt(it, phase)), rows = candidatesOf(it, at), { voice } = model;
  const plain = voice === "plain", say = (/** @type {number} */ value) => probability(voice, value);
  const { pair } = namesOf(model, it, at.ends), parent = (/** @type {Candidate} */ each) =>
    it.n.parent[each.place];
  const heads = plain ? ["candidate", "beam", `next ${model.unit()}`, "target’s share", "draft’s share"]
    : ["(beam, x)", "w", "p(x)", "p_beam", "q_beam"];
  const table = grid("shares", heads, rows.slice(0, ROWS).map((each) => [pair(parent(each), it.n.token[each.place]),
    ...withSign(factors(voice, each.beam, each.after, each.p), plain), h("b", { "data-of": "p" }, say(each.p)),
    h("b", { "data-of": "q" }, each.first === each.q ? say(each.q) : `${say(each.first)} → ${say(each.q)}`)]));
  const [first] = rows, sums = beamSum(model, it, at, parent(first));
  sums.push(shareSum(voice, factors(voice, first.beam, first.after, first.p), first.p,
    pair(parent(first), it.n.token[first.place])));
  const scaled = first.q - first.first > 5e-4;
  if (scaled) {
    const [before, rest] = quotient(first.first, first.first / first.q, voice);
    sums.push(calculation([[before, plain ? "draft" : "q_beam"], plain ? "÷" : "/", [rest, plain ? "beams that are left"
      : "left"], "=", [say(first.q), plain ? "draft, scaled" : "new q_beam"]], "scaled"));
  }
  const named = beamsSay(model, it, at);
  const says = plain ? `The beams divide 100% in proportion to their own target probabilities: ${named}. A candidate’s `
    + `share is that of its beam times the probability of its next ${model.unit()}.${scaled ? " The draft’s are scaled, too." : ""}`
    : `p_beam(b, x) = w_b · p(x | b) with w: ${named}. q_beam is renormalised over the beams that are left.`;
  return { name: plain ? "Shares" : "Joint p, q", title: plain ? `Shares of layer ${at.layer}`
    : `p_beam and q_beam in layer ${at.layer}`, sums, panel: [barOf(model, it, at), table], says };
}
/** Two factors, the second with its sign. @param {string[]} factors @param {boolean} plain */
const withSign = ([first, second], plain) => [first, `${plain ? "×" : "·"} ${second}`];
/** The share of a beam in its layer. @param {Pick<Layer, "p" | "ends">} at @param {number} end */
const beamShare = ({ p, ends }, end) => p.v.reduce((all, value, k) =>
  all + (ends[p.beam?.[k] ?? 0] === end ? value : 0), 0);
/** The target's share with which a node was accepted or sampled. @param {It} it @param {number} place */
const shareOf = (it, place) => it.n.shares?.[place]?.at(-1)?.[2] ?? null;

/** How likely a candidate of a layer is accepted. @param {Model} model @param {It} it @param {number} phase */
export function overlapPart(model, it, phase) {
  const at = /** @type {Layer} */ (layerAt(it, phase)), { p, q, ends, layer, panel } = at, { voice } = model;
  const plain = voice === "plain", say = (/** @type {number} */ value) => probability(voice, value);
  const { pair } = namesOf(model, it, ends), [first, second] = panel.alpha;
  const drafted = new Map(q.v.map((value, k) => [`${q.beam?.[k]}:${q.t[k]}`, value]));
  const pairs = p.v.map((value, k) => ({ p: value, q: drafted.get(`${p.beam?.[k]}:${p.t[k]}`) ?? 0,
    name: pair(ends[p.beam?.[k] ?? 0], p.t[k]) })).map((each) => ({ ...each, both: Math.min(each.p, each.q) }))
    .sort((a, b) => b.both - a.both);
  const shown = pairs.slice(0, ROWS), rest = first - shown.reduce((all, { both }) => all + both, 0);
  const most = Math.max(...pairs.map((one) => Math.max(one.p, one.q)));
  const bars = (/** @type {typeof pairs[number]} */ each) => h("span", { class: "st-both" },
    bar("both", 0, each.both / most), bar("q", each.both / most, (each.q - each.both) / most),
    bar("p", each.both / most, (each.p - each.both) / most));
  const all = pairs.reduce((sum, each) => sum + Math.max(0, each.p - each.q), 0);
  const then = (/** @type {typeof pairs[number]} */ each) => Math.max(0, each.p - each.q) / all;
  const again = pairs.reduce((sum, each) => sum + Math.min(then(each), each.q), 0);
  const left = second !== undefined && all > 0 && p.rest < NEAR && Math.abs(again - second) < 1e-3; // as recorded
  const heads = [ends.length > 1 ? (plain ? "pair" : "(beam, x)") : plain ? model.unit() : "x", "",
    plain ? "target" : "p_beam", plain ? "draft" : "q_beam", plain ? "smaller" : "min",
    ...left ? plain ? ["more", "leftover", "smaller"] : ["p − q", "p′", "min"] : []];
  const both = (/** @type {string} */ text) => h("b", { "data-of": "both" }, text);
  const table = grid("shared", heads, [...shown.map((each) => [each.name, bars(each),
    h("b", { "data-of": "p" }, say(each.p)), h("b", { "data-of": "q" }, say(each.q)), both(say(each.both)),
    ...left ? [say(Math.max(0, each.p - each.q)), h("b", { "data-of": "p" }, say(then(each))),
      both(say(Math.min(then(each), each.q)))] : []]),
  ...(rest > 0.0005 ? [["others", "", "", "", both(say(rest)), ...left ? ["", "", ""] : []]] : []),
  ["sum", "", "", "", both(say(first)), ...left ? [say(all), say(1), both(say(second ?? 0))] : []]],
  left ? [["", 2], ["at first", 3], ["after a rejection", 3]] : []);
  const each = ends.length > 1 ? plain ? `every (beam, ${model.unit()}) pair` : "every (beam, token) pair" : `every ${model.unit()}`;
  const after = second === undefined ? "" : plain
    ? ` After a rejection, the leftover counts (what the target gives more, scaled to 100%), and the overlap is ${say(second)}.`
    : ` After a rejection, α_2 = ∑ min(p′, q_beam) = ${num(second)}.`;
  const says = plain ? `A candidate is accepted with probability ${say(first)}, the models’ overlap: the smaller share of `
    + `${each}, added up.${after}` : `α_1 = ∑ min(p_beam, q_beam) = ${num(first)}, over ${each}.${after}`;
  return { name: "Overlap", title: plain ? `What target and draft share in layer ${layer}`
    : `The overlap in layer ${layer}`, sums: overlapSums(model, it, layer, phase), panel: [table], says };
}

/**
 * How likely as many candidates are accepted as a layer aims for.
 * @param {Model} model @param {It} it @param {number} phase
 */
export function waysPart(model, it, phase) {
  const { panel } = /** @type {Layer} */ (layerAt(it, phase)), { voice } = model, plain = voice === "plain";
  const { alpha, candidates, width } = panel, ways = waysTo(alpha, candidates, width);
  const { terms, sum: total, write } = added(voice, ways), sign = plain ? "×" : "·";
  const name = plain ? `at least ${width}` : `P(K ≥ ${width})`;
  const sums = [calculation([...terms.flatMap((each, k) => /** @type {Terms} */ ([...k ? ["+"] : [],
    [each, `sequence ${k + 1}`]])), "=", [total, name]], "ways-sum")];
  const used = Math.max(...ways.flatMap(({ marks }) => marks.map((_, k) => sinceOf(marks, k))));
  const odds = alpha.slice(0, used + 1).map((value, since) => [sinceSay(voice, since),
    marked("accepted", write(value)), marked("rejected", write(1 - value))]);
  const table = grid("odds", plain ? ["the next candidate is", "accepted", "rejected"] : ["", "α_j", "1 − α_j"], odds);
  const rows = ways.map(({ marks, parts }, n) => [`${n + 1}`, ...marks.map((mark, k) => [
    h("span", { class: "st-way" }, k ? `${sign} ` : "", glyphIcon(mark), ` ${write(parts[k])}`)]), h("b", {}, terms[n])]);
  const places = Array.from({ length: candidates }, (_, k) => `${k + 1}${NTH[Math.min(k, 3)]}`);
  const orders = grid("ways", [plain ? "sequence" : "", ...places, plain ? "product" : "∏"], rows);
  const says = plain ? `At least ${width} of the ${candidates} candidates are accepted with probability ${total}: the sum over all `
    + `sequences with so many acceptances. The probabilities of each candidate depend on the outcome before it.`
    : `P(K ≥ ${width}) = ${total} is the sum over the sequences with at least ${width} acceptances. After j − 1 rejections in a `
      + "row, the probability of an acceptance is α_j.";
  return { name: plain ? "Sequences" : "P(K)", title: `All sequences with at least ${plural(width, "acceptance")}`, sums,
    panel: [table, orders], says };
}
/** How many rejections in a row come directly before an outcome. @param {string[]} marks @param {number} at */
const sinceOf = (marks, at) => at - 1 - marks.slice(0, at).findLastIndex((mark) => mark === "accepted");
/** When a probability counts that rejections changed. @param {"plain" | "exact"} voice @param {number} since */
const sinceSay = (voice, since) => (voice === "exact" ? `α_${since + 1}` : since === 0
  ? "at first, or after an acceptance" : since === 1 ? "after a rejection" : `after ${since} rejections in a row`);
/** A number with the mark of an outcome. @param {string} state @param {string} text */
const marked = (state, text) => h("span", { class: "st-way" }, glyphIcon(state), ` ${text}`);

/**
 * The comparison that gives the width of a layer.
 * @param {Model} model @param {It} it @param {number} phase
 */
export function widthSums(model, it, phase) {
  const { tails, cut, width, alpha, candidates } = /** @type {Layer} */ (layerAt(it, phase)).panel, { voice } = model;
  if (cut === null) return [];
  const plain = voice === "plain", say = (/** @type {number} */ value) => probability(voice, value);
  const shows = (/** @type {number} */ k) => calculation([[exactEnough(say, tails[k], cut), plain ? `at least ${k}`
    : `P(K ≥ ${k})`], tails[k] >= cut ? "≥" : "<", [say(cut), plain ? "required" : "t"]], "width-sum");
  const ways = alpha.length < width || candidates > width ? [] : waysTo(alpha, candidates, width);
  const [all] = ways, write = factorsOf(voice, ways, say); // of all candidates there is a single order
  const product = !all || all.parts.length > 4 ? [] : [calculation([...all.parts.flatMap((part, k) =>
    /** @type {Terms} */ ([...k ? [plain ? "×" : "·"] : [], [write(part), plain ? `${k + 1}${NTH[k]}` : "α_1"]])), "=",
  [say(tails[width]), plain ? `all ${width}` : `P(K ≥ ${width})`]], "product")];
  return [...product, ...[width, width + 1].filter((k) => tails[k] !== undefined && k > 0).map(shows)];
}
/** A value with one digit more if it would look like the number that it is compared with.
 * @param {(value: number) => string} say @param {number} value @param {number} cut */
const exactEnough = (say, value, cut) => (say(value) === say(cut) && value !== cut
  ? say(value).endsWith("%") ? `${(100 * value).toFixed(1)}%` : value.toFixed(3) : say(value));
