// How a layer of beams gets its width, in parts of one step: the shares of its candidates, the overlap of both models,
// the outcomes (ways.js), and the width (layer.js). Each part must make clear one number that the next one uses.

import { h } from "../dom.js";
import { clip, plural, probability, tail } from "../format.js";
import { quotient } from "../quotient.js";
import { calculation } from "./calculation.js";
import { factors } from "./factors.js";
import { jointOf, overlapSums } from "./joint.js";
import { bar, beamNames } from "./laws.js";
import { nested } from "./nested.js";
import { grid } from "./table.js";
import { PATHS, hasWays, waysOf } from "./ways.js";

/** @import { It, Model } from "../model.js" */
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
  if (hasWays(at.panel)) parts.push("ways");
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
    shareSum(voice, work(example), example.share, pair(example.end, example.token))];
  const panel = it.panels.find((each) => each.kind === "width" && each.layer === layer);
  const wide = panel?.kind === "width" ? `, as wide as the last: ${plural(panel.width, "beam")}` : "";
  const says = plain ? `No layer failed, so the target samples layer ${layer} itself from the same pass${wide}. A beam’s `
    + `share of 100% is multiplied by the probability of its next ${model.unit()}.`
    : `No layer failed, so layer ${layer} is sampled from p_beam(b, x) = w_b · p(x | b)${wide}.`;
  const title = plain ? `Shares of layer ${layer}` : `p_beam in layer ${layer}`;
  return { name: plain ? "Shares" : "p_beam", title, sums, panel: [barOf(model, it, at), table], says, alone: true };
}

/** How the shares of a layer's candidates come about. @param {Model} model @param {It} it @param {number} phase */
export function sharesPart(model, it, phase) {
  const at = /** @type {Layer} */ (layerAt(it, phase)), rows = candidatesOf(it, at), { voice } = model;
  const plain = voice === "plain", say = (/** @type {number} */ value) => probability(voice, value);
  const { pair } = namesOf(model, it, at.ends), parent = (/** @type {Candidate} */ each) =>
    it.n.parent[each.place];
  const heads = plain ? ["candidate", "target’s share", "draft’s share"] : ["(beam, x)", "p_beam", "q_beam"];
  const table = grid("shares", heads, rows.slice(0, ROWS).map((each) => [pair(parent(each), it.n.token[each.place]),
    h("b", { "data-of": "p" }, say(each.p)), h("b", { "data-of": "q" }, each.first === each.q ? say(each.q) : `${say(each.first)} → ${say(each.q)}`)]));
  const [first] = rows, sums = beamSum(model, it, at, parent(first));
  sums.push(shareSum(voice, factors(voice, first.beam, first.after, first.p), first.p,
    pair(parent(first), it.n.token[first.place])));
  const scaled = first.q - first.first > 5e-4;
  if (scaled) {
    const [before, rest] = quotient(first.first, first.first / first.q, voice);
    sums.push(calculation([[before, plain ? "draft" : "q_beam"], plain ? "÷" : "/", [rest, plain ? "beams that are left"
      : "left"], "=", [say(first.q), plain ? "draft, scaled" : "new q_beam"]], "scaled"));
  }
  const says = plain ? `The beams divide 100% in proportion to their own target probabilities. A candidate’s `
    + `share is that of its beam times the probability of its next ${model.unit()}.${scaled ? " The draft’s are scaled, too." : ""}`
    : `p_beam(b, x) = w_b · p(x | b). q_beam is renormalised over the beams that are left.`;
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
  const found = p.v.map((value, k) => ({ p: value, q: drafted.get(`${p.beam?.[k]}:${p.t[k]}`) ?? 0,
    name: pair(ends[p.beam?.[k] ?? 0], p.t[k]) }));
  const all = found.reduce((sum, each) => sum + Math.max(0, each.p - each.q), 0);
  const pairs = found.map((each) => ({ ...each, both: Math.min(each.p, each.q),
    then: all ? Math.max(0, each.p - each.q) / all : 0 })).sort((one, other) => other.both - one.both);
  const again = pairs.reduce((sum, each) => sum + Math.min(each.then, each.q), 0);
  const left = second !== undefined && all > 0 && p.rest < NEAR && Math.abs(again - second) < 1e-3; // as recorded
  const shown = pairs.slice(0, ROWS), rest = first - shown.reduce((sum, { both }) => sum + both, 0);
  const most = Math.max(...shown.map((each) => Math.max(each.p, each.q, left ? each.then : 0)));
  const bars = (/** @type {number} */ target, /** @type {number} */ draft) => {
    const both = Math.min(target, draft) / most;
    return [h("span", { class: "st-both" }, bar("both", 0, both), bar("q", both, draft / most - both),
      bar("p", both, target / most - both)), h("b", { "data-of": "both" }, say(Math.min(target, draft)))];
  };
  const sums = overlapSums(model, it, layer, phase), of = (/** @type {string} */ series, /** @type {number} */ value) =>
    h("b", { "data-of": series }, say(value));
  const name = ends.length > 1 ? (plain ? "pair" : "(beam, x)") : plain ? model.unit() : "x";
  const whole = (/** @type {number} */ value) => h("b", { "data-of": "both" }, say(value));
  const heads = plain ? ["at first", "after a rejection", "target", "draft", "more", "leftover"]
    : ["p, q", "p′, q", "p_beam", "q_beam", "p − q", "p′"];
  const picture = grid("shared", [name, heads[0], "", ...left ? [heads[1], ""] : []], [
    ...shown.map((each) => [each.name, ...bars(each.p, each.q), ...left ? bars(each.then, each.q) : []]),
    ...rest > 0.0005 ? [["others", "", whole(rest), ...left ? ["", ""] : []]] : [],
    ...sums.length ? [] : [["sum", "", whole(first), ...left ? ["", whole(second ?? 0)] : []]]]);
  const keys = h("div", { class: "st-keys" }, ...Object.entries(plain ? { both: "overlap", more: "draft gives more",
    p: "target gives more" } : { both: "min", more: "q > p", p: "p > q" }).map(([key, text]) =>
    h("span", { "data-of": key }, text)));
  const numbers = h("details", {}, h("summary", {}, "Numbers"), grid("shared-numbers",
    [name, ...heads.slice(2, left ? 6 : 4)], shown.map((each) => [each.name, of("p", each.p), of("q", each.q),
      ...left ? [say(Math.max(0, each.p - each.q)), of("p", each.then)] : []])));
  const each = ends.length > 1 ? `every (beam, ${plain ? model.unit() : "token"}) pair` : `every ${model.unit()}`;
  const says = plain ? `The probability that a candidate is accepted is the models’ overlap: the smaller share of ${each}, `
    + `added up.${second === undefined ? "" : " After a rejection, the leftover replaces the target’s shares."}`
    : `α_1 = ∑ min(p_beam, q_beam) over ${each}.${second === undefined ? ""
    : " After a rejection, α_2 = ∑ min(p′, q_beam)."}`;
  return { name: plain ? "Overlap" : "α", title: plain ? `What target and draft share in layer ${layer}`
    : `The overlap in layer ${layer}`, sums, panel: [keys, picture, numbers], says };
}

/**
 * How likely as many candidates are accepted as a layer aims for.
 * @param {Model} model @param {It} it @param {number} phase
 */
export function waysPart(model, it, phase) {
  const { panel } = /** @type {Layer} */ (layerAt(it, phase)), plain = model.voice === "plain";
  const { candidates, width } = panel, least = `at least ${plural(width, "acceptance")}`;
  const { figure, sums } = waysOf(model.voice, panel), every = candidates <= PATHS;
  const drawn = every ? "Each fork is one candidate: it is accepted or rejected. The percentages along a path are "
    + "multiplied. " : "A box has the probability of so many acceptances after so many candidates. Upwards is an "
    + "acceptance, downwards a rejection. ";
  const then = width < candidates ? `The ${every ? "paths" : "last boxes"} with ${least} (green) are added.`
    : `Only the ${every ? "path" : "last box"} with ${plural(width, "acceptance")} (green) counts.`;
  const says = plain ? drawn + then
    : `P(K ≥ ${width}) adds ${every ? "the paths" : "P(m, k)"} with ${least}. After j − 1 rejections in a row, the `
      + "probability of an acceptance is α_j.";
  return { name: plain ? "Outcomes" : "P(K)", title: plain ? `How ${candidates} candidates can turn out`
    : `Outcomes of ${candidates} tests`, sums, panel: [figure], says };
}
