// The distributions of the next token: bars of p, q and the residual, and the overlap of draft and target.

import { h } from "./dom.js";
import { clip, num, percent, plural, probability, short, tail } from "./format.js";

/** @import { It, Model } from "./model.js" */
/** @import { Dist, Verdict } from "./types.d.ts" */
/** @typedef {"q" | "p" | "r"} Series */
/**
 * One token, or one token after one beam, and its probability in each distribution.
 * @typedef {{ token: number, beam: number | null, beams: number[], values: Partial<Record<Series, number>> }} Row
 */

const TOPS = 16, TOP_FEW = 5; // tokens in a list of bars, and in the overlap next to the reason
const SERIES = /** @type {Series[]} */ (["q", "p", "r"]);
/** Names of the distributions in each voice. */
const NAMES = { plain: { q: "draft", p: "target", r: "leftover target" }, exact: { q: "q", p: "p", r: "residual p′" } };
/** Heads of the columns of numbers. */
const HEADS = { plain: { q: "draft", p: "target", r: "leftover" }, exact: { q: "q", p: "p", r: "p′" } };
/** Names of distributions over beams and tokens. */
const JOINT = { plain: NAMES.plain, exact: { q: "q_beam", p: "p_beam", r: "residual p′" } };

/**
 * The overlap of draft and target. A drafted token is accepted with the probability in the overlap; what only the
 * target has is the leftover probability, from which the target samples after a rejection.
 * @param {Model} model @param {(text: string) => (Node | string)[]} explained marks the terms of a text
 * @param {It} it @param {number} place @param {Verdict | null} verdict @param {number} phase
 */
export function overlap(model, explained, it, place, verdict, phase) {
  const chosen = lawsAt(it, place, verdict, phase);
  chosen.delete("r");
  const order = SERIES.filter((series) => chosen.has(series)), own = it.n.token[place];
  if (!order.length || [...chosen.values()].some((dist) => dist.beam || dist.raw)) return null;
  const ranked = rowsOf(chosen), top = Math.max(1e-12, ...ranked.map(highest));
  const rows = ranked.filter((row, k) => k < TOP_FEW || row.token === own);
  const plain = model.voice === "plain", value = (/** @type {number} */ each) => (plain ? percent(each) : num(each));
  const names = [order.includes("q") && ["q", plain ? "draft" : "draft q"],
    order.includes("p") && ["p", overlapOf(it, place, verdict) ?? (plain ? "target" : "target p")],
    order.length > 1 && ["both", verdict?.state === "accepted" && verdict.a !== undefined ? "accepted part" : "both"]]
    .filter((name) => name !== false);
  const bar = (/** @type {string} */ of, /** @type {number} */ from, /** @type {number} */ to) => {
    const part = h("i", { "data-of": of });
    Object.assign(part.style, { left: `${(100 * from) / top}%`, width: `${(100 * (to - from)) / top}%` });
    return part;
  };
  return h("div", { class: "st-overlap", "data-testid": "inspector-overlap" },
    h("div", { class: "st-keys" }, ...names.map(([of, name]) =>
      h("span", { "data-of": of }, ...explained(name)))),
    ...rows.map(({ token, values: { p = 0, q = 0 } }) => h("div", { class: token === own ? "own" : "",
      title: plain ? `draft ${value(q)}, target ${value(p)}` : `q = ${value(q)}, p = ${value(p)}` },
    h("span", {}, clip(model.word(token), 12)), h("span", { class: "st-both" },
      bar("both", 0, Math.min(p, q)), p > q ? bar("p", q, p) : bar("q", p, q)))));
}

/**
 * The name of the target's part for a token sampled from the residual. After one rejection this part is the residual
 * before it is scaled; after several it is not, and null is returned.
 * @param {It} it @param {number} place @param {Verdict | null} verdict
 */
function overlapOf(it, place, verdict) {
  const rejections = it.verdicts.filter((each) => each.state === "rejected"
    && it.n.parent[each.place] === it.n.parent[place]).length;
  return verdict?.state === "residual" && rejections === 1 ? "leftover target probability (residual)" : null;
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
  const box = h("div", { class: "st-laws" + (ends ? " st-joint" : ""), "data-testid": "inspector-dist" },
    h("h2", {}, titleOf(model, !!ends), raw ? h("small", {}, raw) : null),
    h("div", { class: "st-law st-law-h" },
      h("div", { class: "st-keys" }, ...order.map((series) => h("span", { "data-of": series }, names[series]))),
      h("span", { class: "st-law-v" }, ...order.map((series) => h("b", {}, HEADS[model.voice][series])))),
    ...lines.map((row) => lawLine(model, row, order, top, isMine(row), parents, ends)));
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
 * One token with a bar and a number for each distribution.
 * @param {Model} model @param {Row} row @param {Series[]} order @param {number} top @param {boolean} own
 * @param {Map<number, string> | null} parents @param {number[] | null} ends
 */
function lawLine(model, row, order, top, own, parents, ends) {
  const parent = row.beam !== null && ends && parents ? parents.get(ends[row.beam]) || "" : "",
    word = model.word(row.token);
  const times = row.beams.length > 1 ? `${row.beams.length}×` : "";
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
    })));
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

/**
 * The name of each parent beam: its last token, and earlier ones if several beams end with the same token.
 * @param {Model} model @param {It} it @param {number[]} ends
 */
export function beamNames(model, it, ends) {
  const nodes = [...new Set(ends)], paths = new Map(nodes.map((node) =>
    [node, model.path(it, node).map(({ token }) => model.word(token))]));
  const words = (/** @type {number} */ node, /** @type {number} */ size) => paths.get(node)?.slice(-size).join("")
    || "start";
  return new Map(nodes.map((node) => {
    const alike = (/** @type {number} */ size) => nodes.some((other) => other !== node
      && words(other, size) === words(node, size));
    const size = [1, 2, 3, 4].find((each) => !alike(each));
    return [node, size ? words(node, size) : `${words(node, 1)} (node ${node})`];
  }));
}
