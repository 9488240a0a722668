// The distributions of the next token: bars of p, q and the residual, and the overlap of draft and target.

import { h } from "../dom.js";
import { clip, num, percent, plural, probability, short, tail } from "../format.js";
import { numbersIn, threshold } from "../quotient.js";

/** @import { It, Model } from "../model.js" */
/** @import { Dist, Verdict } from "../types.d.ts" */
/** @typedef {"q" | "p" | "r"} Series */
/**
 * One token, or one token after one beam, and its probability in each distribution.
 * @typedef {{ token: number, beam: number | null, beams: number[], values: Partial<Record<Series, number>> }} Row
 */

const TINY = 0.001, NIL = 1e-12; // a probability between them is written as below the first, which fits into the column
const TOPS = 16, TOP_FEW = 4; // tokens in a list of bars, and in the overlap next to the reason
const SERIES = /** @type {Series[]} */ (["q", "p", "r"]);
/** Names of the distributions in each voice. */
const NAMES = { plain: { q: "draft", p: "target", r: "leftover target" }, exact: { q: "q", p: "p", r: "residual p′" } };
/** Heads of the columns of numbers. */
const HEADS = { plain: { q: "draft", p: "target", r: "leftover" }, exact: { q: "q", p: "p", r: "p′" } };
/** Names of distributions over beams and tokens. */
const JOINT = { plain: NAMES.plain, exact: { q: "q_beam", p: "p_beam", r: "residual p′" } };

/**
 * The distributions behind a decision: the draft's `q`, the one that it is compared with (`p`, after a rejection the
 * residual so far), and the residual that is `left` after a rejection. `residual` says that `p` is one, and `greedy`
 * whether only its most probable token can pass; it is missing for other rules.
 * @typedef {{ q: Dist | undefined, p: Dist | undefined, left: Dist | undefined, residual: boolean,
 *   greedy?: boolean }} Compared
 * A token of the overlap, with its probability in each distribution.
 * @typedef {{ token: number, q: number, p: number, left: number }} Part
 */

/**
 * The distributions that a step compares at a node's position. For the target's own token after a rejection they are
 * those of the last rejected candidate, because its residual is what the token was sampled from.
 * @param {It} it @param {number} place @param {Verdict | null} verdict @param {number} phase @returns {Compared}
 */
export function compared(it, place, verdict, phase) {
  const dists = (verdict?.dists ?? []).map((k) => it.dists[k]), at = dists.findIndex(({ series }) => series === "q");
  if (at >= 0) {
    const [p] = dists.slice(0, at), left = dists.slice(at + 1).find(({ series }) => series === "r");
    return { q: dists[at], p, left, residual: p?.series === "r" };
  }
  if (verdict?.state === "residual" && dists[0]?.series === "r") {
    const last = lastRejected(it, place, phase);
    const before = last ? compared(it, last.place, last, phase) : null;
    if (before?.left) return { ...before, left: dists[0] };
    return { q: undefined, p: dists[0], left: undefined, residual: true };
  }
  const after = lawsAt(it, place, verdict, phase), last = lastRejected(it, place, phase);
  const left = last && last.place !== place ? compared(it, last.place, last, phase).left : undefined;
  return { q: after.get("q"), p: left ?? after.get("p"), left: undefined, residual: left !== undefined };
}

/**
 * The values that a greedy test compares: the target's probabilities before the sampling settings. Null for other
 * decisions.
 * @param {It} it @param {Verdict | null} verdict @returns {Compared | null}
 */
function choice(it, verdict) {
  const p = verdict?.greedy && verdict.dists.map((k) => it.dists[k]).find(({ series, raw }) => series === "p" && raw);
  const tested = verdict?.state === "accepted" || verdict?.state === "rejected";
  return p ? { q: undefined, p, left: undefined, residual: false, greedy: tested } : null;
}

/**
 * The last rejection at a node's position that was decided by both models' distributions.
 * @param {It} it @param {number} place @param {number} phase
 */
export const lastRejected = (it, place, phase) => it.verdicts.findLast((each, v) => each.state === "rejected"
  && it.stepOf[v] <= phase && it.n.parent[each.place] === it.n.parent[place]
  && each.dists.some((k) => it.dists[k].series === "q"));

/**
 * The tokens of an overlap, the most probable first: a few and the token itself. After a rejection, they are those of
 * which most is left, and the token that is tested next.
 * @param {Compared} shown @param {number} own @param {number} [next]
 */
export function partsOf({ q, p, left }, own, next) {
  const parts = /** @type {Map<number, Part>} */ (new Map());
  for (const [key, dist] of /** @type {const} */ ([["q", q], ["p", p], ["left", left]])) dist?.t.forEach((token, k) => {
    const part = parts.get(token) ?? { token, q: 0, p: 0, left: 0 };
    part[key] = dist.v[k];
    parts.set(token, part);
  });
  const height = (/** @type {Part} */ part) => Math.max(part.q, part.p);
  return [...parts.values()].sort((a, b) => b.left - a.left || height(b) - height(a))
    .filter(({ token }, k) => k < TOP_FEW || token === own || token === next);
}

/**
 * The sum of the target's surplus max(p − q, 0), if the residual is this surplus divided by it; null otherwise.
 * @param {Compared} shown
 */
export function surplusOf({ q, p, left }) {
  if (!q || !p || !left || q.rest > 1e-6 || p.rest > 1e-6) return null;
  const drafted = new Map(q.t.map((token, k) => [token, q.v[k]]));
  const extra = new Map(p.t.map((token, k) => [token, Math.max(0, p.v[k] - (drafted.get(token) ?? 0))]));
  const sum = [...extra.values()].reduce((all, one) => all + one, 0);
  const fits = left.t.every((token, k) => Math.abs((extra.get(token) ?? 0) / sum - left.v[k]) < 0.02);
  return sum > 1e-9 && fits ? sum : null;
}

/** A piece of a bar, as parts of the bar's room. @param {string} of @param {number} from @param {number} size */
export function bar(of, from, size) {
  const part = h("i", { "data-of": of });
  Object.assign(part.style, { left: `${100 * from}%`, width: `${100 * size}%` });
  return part;
}

/**
 * The overlap of draft and target on one scale from 0 to 100%: what both share (green), what the draft gives more
 * (orange) and what the target gives more (blue). A draft is accepted with the probability in the overlap. After a
 * rejection only the blue parts are left: they move to the base line and are scaled to 100%, which is the residual.
 * @param {Model} model @param {(text: string) => (Node | string)[]} explained marks the terms of a text
 * @param {It} it @param {number} place @param {Verdict | null} verdict @param {number} phase
 * @param {boolean} summed whether the sum of the blue parts is written elsewhere
 * @param {boolean} [tested] whether what a rejection leaves is shown elsewhere
 */
export function overlap(model, explained, it, place, verdict, phase, summed, tested = false) {
  const found = choice(it, verdict) ?? compared(it, place, verdict, phase);
  const shown = tested ? { ...found, left: undefined } : found, { q, p, left } = shown;
  const own = it.n.token[place], all = [q, p, left].filter((dist) => dist !== undefined);
  if (!all.length || all.some((dist) => dist.beam || (dist.raw && shown.greedy === undefined))) return null;
  const plain = model.voice === "plain", value = (/** @type {number} */ each) => (plain ? percent(each) : num(each));
  const sum = left ? surplusOf(shown) : null, moved = left !== undefined;
  const now = verdict && !moved && it.steps[phase].verdicts.some((v) => it.verdicts[v] === verdict);
  const told = /** @type {Record<string, string | undefined>} */ (now
    ? numbersIn(threshold(verdict, model.voice)) : {}); // as its test writes them
  const next = moved ? nextOf(model, it, place, phase) : undefined;
  const alone = !p && q && !moved ? model.wanted(it, place, phase) : null; // p of other tokens is not recorded
  const parts = partsOf(shown, own, next), rows = parts.map((part) => {
    const both = q ? Math.min(part.p, part.q) : 0, more = Math.max(0, part.p - both);
    const blue = moved ? bar("p", 0, part.left) : bar("p", both, more);
    if (moved) Object.assign(blue.dataset, { from: both, size: sum === null ? part.left : more });
    const numbers = /** @type {[string, number][]} */ (moved ? [["r", part.left]]
      : [...(q ? [["q", part.q]] : []), ...(p ? [["p", part.p]] : []),
        ...(alone !== null && part.token === own ? [["p", alone]] : [])]);
    const title = `${plain ? "draft " : "q = "}${value(part.q)}, ${plain ? "target " : "p = "}${value(part.p)}`;
    return h("div", { class: part.token === own ? "own" : "", title }, h("span", {}, clip(model.word(part.token), 12)),
      h("span", { class: "st-both" }, bar("both", 0, both), bar("q", both, Math.max(0, part.q - both)), blue),
      h("span", { class: "st-both-n" }, ...numbers.map(([of, each]) =>
        h("b", { "data-of": of }, (part.token === own && told[of]) || (plain && each > NIL && each < TINY ? `<${percent(TINY)}` : value(each))))));
  });
  return h("div", { class: "st-overlap", "data-testid": "inspector-overlap",
    "data-part": moved ? "residual" : "overlap",
    "data-alone": !p, "data-scaled": moved && sum === null ? "no" : null },
  h("div", { class: "st-keys" }, ...keysOf(shown, plain, alone !== null).map(([of, name]) =>
    h("span", { "data-of": of }, ...explained(name)))),
  h("div", { class: "st-both-axis", "aria-hidden": "true" }, h("span"), h("span", {},
    ...(plain ? ["0", "50%", "100%"] : ["0", ".5", "1"]).map((at) => h("small", {}, at)))),
  ...rows, othersOf(moved ? { r: left } : { q, p }, parts, value),
  summed || sum === null || (plain && sum > 0.995) ? null : h("p", { class: "st-quiet", "data-part": "sum" }, plain
    ? `Before they were scaled to 100%, the blue parts added up to ${percent(sum)}.`
    : `∑ max(${shown.residual ? "p′" : "p"} − q, 0) = ${num(sum)}; divided by it, the residual sums to 1.`));
}
/**
 * The token of the candidate at the same position that is tested next, if there is one.
 * @param {Model} model @param {It} it @param {number} place @param {number} phase
 */
function nextOf(model, it, place, phase) {
  const siblings = it.children[model.up(it, place)] ?? [];
  const next = siblings.find((at) => it.n.role[at] === "draft" && it.born[at] <= phase
    && !model.decided(it, at, phase).length);
  return next === undefined ? undefined : it.n.token[next];
}
/**
 * The probabilities of all tokens that have no row of their own; null if they have next to nothing.
 * @param {Partial<Record<Series, Dist>>} dists @param {Part[]} parts @param {(share: number) => string} value
 */
function othersOf(dists, parts, value) {
  const rests = Object.entries(dists).flatMap(([of, dist]) => (!dist ? [] : [{ of, rest: dist.rest
    + dist.v.reduce((sum, each, k) => sum + (parts.some(({ token }) => token === dist.t[k]) ? 0 : each), 0) }]));
  return rests.every(({ rest }) => rest < 0.005) ? null : h("div", { "data-testid": "overlap-others" },
    h("span", { class: "st-quiet" }, "others"), h("span"), h("span", { class: "st-both-n" },
      ...rests.map(({ of, rest }) => h("b", { "data-of": of }, value(Math.max(0, rest))))));
}
/**
 * The names of an overlap's parts.
 * @param {Compared} shown @param {boolean} plain @param {boolean} alone whether p is recorded for one token only
 */
function keysOf({ q, p, left, residual, greedy }, plain, alone) {
  if (greedy) return [["p", plain ? "target: only the most likely can pass" : "p; argmax passes"]];
  const target = residual ? (plain ? "leftover target" : "p′") : plain ? "target" : "p";
  if (left) return [["r", plain ? "leftover target probability" : "residual p′"]];
  if (!q) return [["p", residual && plain ? "leftover target probability" : target]];
  if (!p) return [["q", plain ? "draft" : "q"], ...alone ? [["p", `${target}, recorded for this token only`]] : []];
  return [["both", plain ? "shared" : `min(${target}, q)`], ["more", plain ? "draft gives more" : `q > ${target}`],
    ["p", plain ? `${target} gives more` : `${target} > q`]];
}

/**
 * p, q and the residual at one position as bars: the most probable tokens, and the total probability of the others.
 * @param {Model} model @param {It} it @param {number} place @param {Verdict | null} verdict @param {number} phase
 */
export function laws(model, it, place, verdict, phase) {
  const chosen = lawsAt(it, place, verdict, phase), order = SERIES.filter((series) => chosen.has(series));
  if (!order.length) return null;
  const ends = [...chosen.values()].find((dist) => dist.beam)?.ends ?? null, parents = ends ? beamNames(model, it, ends)
    : null;
  const ranked = rowsOf(chosen), own = it.n.token[place], mine = verdict?.mine;
  const isMine = (/** @type {Row} */ row) => (row.beam === null || !mine || mine.includes(row.beam))
    && (row.token === own
    || (row.token === -2 && row.beam !== null && !!mine && ends?.[row.beam] === it.n.id[place]));
  const shown = ranked.filter((row, k) => k < TOPS || isMine(row)),
    top = Math.max(1e-12, ...shown.map(highest));
  const names = (ends ? JOINT : NAMES)[model.voice];
  const raws = order.filter((series) => chosen.get(series)?.raw).map((series) => names[series]);
  const when = model.voice === "plain" ? "before the sampling settings" : "before warping 𝒯";
  const raw = raws.length && (raws.length === order.length ? ` ${when}` : ` (${raws.join(" and ")} ${when})`);
  const lines = together(shown, order, ends);
  const box = h("div", { class: "st-laws" + (ends ? " st-laws-joint" : ""), "data-testid": "inspector-dist" },
    h("h2", {}, titleOf(model, !!ends), raw ? h("small", {}, raw) : null),
    h("div", { class: "st-law st-law-h" },
      h("div", { class: "st-keys" }, ...order.map((series) => h("span", { "data-of": series }, names[series]))),
      h("span", { class: "st-law-v" }, ...order.map((series) => h("b", {}, HEADS[model.voice][series])))),
    ...lines.map((row) => lawLine(model, it, row, order, top, isMine(row), parents, ends)));
  if (ends) box.append(h("p", { class: "st-quiet", "data-testid": "inspector-sum" }, lawSum(model, lines, order)));
  box.append(h("p", { class: "st-quiet" }, restOf(model, names, chosen, order, ranked, shown)));
  return box;
}

/**
 * The distributions to draw, at most one per series: those of the decision, otherwise those after the parent. p is left
 * out before the target's pass.
 * @param {It} it @param {number} place @param {Verdict | null} verdict @param {number} phase
 */
function lawsAt(it, place, verdict, phase) {
  const chosen = /** @type {Map<Series, Dist>} */ (new Map());
  const after = it.dists.filter((dist) => dist.at === it.n.parent[place] && dist.series !== "r" && !dist.beam);
  for (const dist of [...(verdict?.dists || []).map((k) => it.dists[k]), ...after])
    if (!chosen.has(dist.series) && (dist.series === "q" || phase >= it.seen)) chosen.set(dist.series, dist);
  return chosen;
}

/** The largest probability of a row. @param {Row} row */
function highest(row) { return Math.max(row.values.p ?? 0, row.values.q ?? 0, row.values.r ?? 0); }

/** Every token that one of the distributions lists, the most probable first. @param {Map<Series, Dist>} chosen */
function rowsOf(chosen) {
  const rows = /** @type {Map<string, Row>} */ (new Map());
  for (const [series, dist] of chosen) dist.t.forEach((token, k) => {
    const beam = dist.beam ? dist.beam[k] : null, key = `${beam}:${token}`;
    const row = rows.get(key) || { token, beam, beams: beam === null ? [] : [beam + 1], values: {} };
    row.values[series] = dist.v[k];
    rows.set(key, row);
  });
  return [...rows.values()].sort((a, b) => highest(b) - highest(a));
}

/**
 * One token with a bar and a number for each distribution, and a mark if the draft's vocabulary lacks it.
 * @param {Model} model @param {It} it @param {Row} row @param {Series[]} order @param {number} top @param {boolean} own
 * @param {Map<number, string> | null} parents @param {number[] | null} ends
 */
function lawLine(model, it, row, order, top, own, parents, ends) {
  const parent = row.beam !== null && ends && parents ? parents.get(ends[row.beam]) || "" : "",
    word = model.word(row.token);
  const times = row.beams.length > 1 ? `${row.beams.length}×` : "", missing = model.missing(it, row.token);
  return h("div", { class: "st-law" + (own ? " own" : "") },
    h("span", { class: "st-law-w", title: (parent && `${parent} › `) + word },
      row.beam === null ? "" : h("small", {}, `${tail(parent, 9)} › `), clip(word, 12)),
    h("span", { class: "st-bars" }, ...order.map((series) => {
      const value = row.values[series] ?? 0, line = h("i", { "data-of": series });
      line.style.width = `${Math.max(value > 0 ? 1 : 0, (100 * value) / top)}%`;
      return line;
    })),
    h("span", { class: "st-law-v" }, ...order.map((series) => {
      const value = row.values[series];
      return h("span", {}, value === undefined ? "·" : (value ? times : "") + probability(model.voice, value, short));
    })), missing ? h("small", { class: "st-lacks" }, missing.mark[model.voice]) : null);
}

/**
 * Joins the equal rows of duplicate beams.
 * @param {Row[]} rows @param {Series[]} order @param {number[] | null} ends
 */
function together(rows, order, ends) {
  const joined = /** @type {Map<string, Row>} */ (new Map());
  for (const row of rows) {
    const end = row.beam === null || !ends ? row.beam : ends[row.beam];
    const key = [row.token, end, ...order.map((series) => row.values[series])].join("|"), same = joined.get(key);
    if (same) same.beams.push(...row.beams);
    else joined.set(key, { ...row, beams: [...row.beams] });
  }
  return [...joined.values()];
}

/** The heading above the bars of a position, or of all beams. @param {Model} model @param {boolean} joint */
function titleOf(model, joint) {
  if (model.voice === "exact")
    return joint ? "Joint distributions over (beam, token)" : "Next-token distributions after the parent";
  return joint ? "Shares of all beams" : `Probabilities of the next ${model.unit()}`;
}

/**
 * Explains a joint distribution and adds up its rows; a row of duplicates counts once per duplicate.
 * @param {Model} model @param {Row[]} lines @param {Series[]} order
 */
function lawSum(model, lines, order) {
  const { voice } = model, unit = model.unit(), several = lines.some((row) => row.beams.length > 1);
  const sums = order.map((series) => {
    const sum = lines.reduce((whole, row) => whole + (row.values[series] ?? 0) * row.beams.length, 0);
    return `${JOINT[voice][series]} ${probability(voice, +sum.toFixed(3))}`;
  });
  const twice = several ? " 2× means two duplicates with that share each." : "";
  return `Before “›” is the last ${unit} of the parent beam. Each number is the share of one beam with one ${unit}.${twice}`
    + ` These rows add up to: ${sums.join(", ")}.`;
}

/**
 * How many tokens are not shown, and their total probability.
 * @param {Model} model @param {Record<Series, string>} names @param {Map<Series, Dist>} chosen @param {Series[]} order
 * @param {Row[]} ranked @param {Row[]} shown
 */
function restOf(model, names, chosen, order, ranked, shown) {
  const out = ranked.filter((row) => !shown.includes(row)), sizes = [...chosen.values()].map((dist) => dist.size);
  const left = Math.max(0, Math.max(ranked.length, ...sizes) - shown.length), unit = model.unit();
  const rest = order.map((series) => {
    const mass = (chosen.get(series)?.rest ?? 0) + out.reduce((sum, row) => sum + (row.values[series] ?? 0), 0);
    return `${names[series]} ${probability(model.voice, mass < 1e-9 ? 0 : mass)}`;
  });
  return left ? `${plural(left, unit)} not shown, together ${rest.join(", ")}.`
    : `These are all ${unit}s with nonzero probability.`;
}

const NAME = 12; // characters of a beam’s name
/**
 * The name of each parent beam: what this round added to it if that is short, otherwise its last tokens. There are as
 * many of them as it takes to tell all beams apart.
 * @param {Model} model @param {It} it @param {number[]} ends
 */
export function beamNames(model, it, ends) {
  const nodes = [...new Set(ends)], paths = new Map(nodes.map((node) =>
    [node, model.path(it, node).map(({ token }) => model.word(token))]));
  const words = (/** @type {number} */ node, /** @type {number} */ size) =>
    paths.get(node)?.slice(-size).join(model.joiner()) || "start";
  const apart = [1, 2, 3, 4].find((each) => new Set(nodes.map((node) => words(node, each))).size === nodes.length) ?? 4;
  const added = Math.max(...nodes.map((node) => model.gram(it, it.place.get(node) ?? -1, Infinity)
    .filter((at) => it.n.role[at] !== "input").length));
  const whole = Math.max(apart, added), size = nodes.every((node) => words(node, whole).length <= NAME) ? whole : apart;
  const alike = (/** @type {number} */ node) => nodes.some((other) => other !== node
    && words(other, size) === words(node, size));
  return new Map(nodes.map((node) => [node, alike(node) ? `${words(node, 1)} (node ${node})` : words(node, size)]));
}
