// What draft and target give the next token: bars of p, q and the residual, and draft and target over each other.

import { h } from "./dom.js";
import { clip, num, short, tail } from "./format.js";

/** @import { It, Model } from "./model.js" */
/** @import { Dist, Verdict } from "./types.d.ts" */
/** @typedef {"q" | "p" | "r"} Series */
/**
 * One token, or one token after one beam, with what each law gives it.
 * @typedef {{ token: number, beam: number | null, beams: number[], values: Partial<Record<Series, number>> }} Row
 */

const TOPS = 16, TOP_FEW = 5; // tokens of a law, and of the picture beside the reason
const SERIES = /** @type {Series[]} */ (["q", "p", "r"]);
const NAMES = { q: "q", p: "p", r: "residual" };
const LAWS = { plain: ["The next token, after its parent", "Shares of all beams"], // of one place, or of all beams
  exact: ["Next-token laws after its parent", "Joint laws of (beam, token): shares of all beams"] };

/**
 * Draft and target over each other: where both are, drafts are kept; where only the target is, it draws instead.
 * @param {Model} model @param {(text: string) => (Node | string)[]} explained marks the terms of a text
 * @param {It} it @param {number} place @param {Verdict | null} verdict @param {number} phase
 */
export function overlap(model, explained, it, place, verdict, phase) {
  const chosen = lawsAt(it, place, verdict, phase);
  chosen.delete("r");
  const order = SERIES.filter((one) => chosen.has(one)), own = it.n.token[place];
  if (!order.length || [...chosen.values()].some((dist) => dist.beam || dist.raw)) return null;
  const ranked = rowsOf(chosen), top = Math.max(1e-12, ...ranked.map(highest));
  const rows = ranked.filter((row, k) => k < TOP_FEW || row.token === own);
  const names = [order.includes("q") && ["q", "draft q"], order.includes("p") && ["p", "target p"],
    order.length > 1 && ["both", verdict?.a === undefined ? "overlap" : "overlap: kept"]]
    .filter((one) => one !== false);
  const bar = (/** @type {string} */ of, /** @type {number} */ from, /** @type {number} */ to) => {
    const part = h("i", { "data-of": of });
    Object.assign(part.style, { left: `${(100 * from) / top}%`, width: `${(100 * (to - from)) / top}%` });
    return part;
  };
  return h("div", { class: "st-overlap", "data-testid": "inspector-overlap" },
    h("div", { class: "st-keys" }, ...names.map(([of, name]) =>
      h("span", { "data-of": of }, ...explained(name)))),
    ...rows.map(({ token, values: { p = 0, q = 0 } }) => h("div", { class: token === own ? "own" : "",
      title: `draft q ${num(q)}, target p ${num(p)}` },
    h("span", {}, clip(model.word(token), 12)), h("span", { class: "st-both" },
      bar("both", 0, Math.min(p, q)), p > q ? bar("p", q, p) : bar("q", p, q)))));
}

/**
 * p, q and the residual of one place as bars: the most probable tokens, and the mass of the rest.
 * @param {Model} model @param {It} it @param {number} place @param {Verdict | null} verdict @param {number} phase
 */
export function laws(model, it, place, verdict, phase) {
  const chosen = lawsAt(it, place, verdict, phase), order = SERIES.filter((one) => chosen.has(one));
  if (!order.length) return null;
  const ends = [...chosen.values()].find((dist) => dist.beam)?.ends ?? null, parents = ends ? beamNames(model, it, ends)
    : null;
  const ranked = rowsOf(chosen), own = it.n.token[place], mine = verdict?.mine;
  const isMine = (/** @type {Row} */ row) => (row.beam === null || !mine || mine.includes(row.beam))
    && (row.token === own
    || (row.token === -2 && row.beam !== null && !!mine && ends?.[row.beam] === it.n.id[place]));
  const shown = ranked.filter((row, k) => k < TOPS || isMine(row)),
    top = Math.max(1e-12, ...shown.map(highest));
  const raws = order.filter((one) => chosen.get(one)?.raw).map((one) => NAMES[one]);
  const raw = raws.length && (raws.length === order.length ? " before warping"
    : ` (${raws.join(" and ")} before warping)`);
  const lines = together(shown, order, ends);
  const box = h("div", { class: "st-laws" + (ends ? " st-joint" : ""), "data-testid": "inspector-dist" },
    h("h2", {}, LAWS[model.voice][ends ? 1 : 0], raw ? h("small", {}, raw) : null),
    h("div", { class: "st-law st-law-h" },
      h("div", { class: "st-keys" }, ...order.map((one) =>
        h("span", { "data-of": one }, ends && one !== "r" ? `${one}_beam`
        : NAMES[one]))),
      h("span", { class: "st-law-v" }, ...order.map((one) => h("b", {}, one)))),
    ...lines.map((row) => lawLine(model, row, order, top, isMine(row), parents, ends)));
  if (ends) box.append(h("p", { class: "st-quiet", "data-testid": "inspector-sum" }, lawSum(lines, order)));
  box.append(h("p", { class: "st-quiet" }, restOf(chosen, order, ranked, shown)));
  return box;
}

/**
 * The laws to draw, one a series: those the verdict names, else those after the parent. p only once it is known.
 * @param {It} it @param {number} place @param {Verdict | null} verdict @param {number} phase
 */
function lawsAt(it, place, verdict, phase) {
  const chosen = /** @type {Map<Series, Dist>} */ (new Map());
  const beside = it.dists.filter((dist) => dist.at === it.n.parent[place] && dist.series !== "r" && !dist.beam);
  for (const dist of [...(verdict?.dists || []).map((k) => it.dists[k]), ...beside])
    if (!chosen.has(dist.series) && (dist.series === "q" || phase >= it.seen)) chosen.set(dist.series, dist);
  return chosen;
}

/** @param {Row} row */
function highest(row) { return Math.max(row.values.p ?? 0, row.values.q ?? 0, row.values.r ?? 0); }

/** Every token that one of the laws lists, the most probable first. @param {Map<Series, Dist>} chosen */
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
    h("span", { class: "st-bars" }, ...order.map((one) => {
      const value = row.values[one] ?? 0, line = h("i", { "data-of": one });
      line.style.width = `${Math.max(value > 0 ? 1 : 0, (100 * value) / top)}%`;
      return line;
    })),
    h("span", { class: "st-law-v" }, ...order.map((one) => {
      const value = row.values[one];
      return h("span", {}, value === undefined ? "·" : (value ? times : "") + short(value));
    })));
}

/**
 * Rows of copies of a beam say the same: they become one row.
 * @param {Row[]} rows @param {Series[]} order @param {number[] | null} ends
 */
function together(rows, order, ends) {
  const found = /** @type {Map<string, Row>} */ (new Map());
  for (const row of rows) {
    const end = row.beam === null || !ends ? row.beam : ends[row.beam];
    const key = [row.token, end, ...order.map((one) => row.values[one])].join("|"), known = found.get(key);
    if (known) known.beams.push(...row.beams);
    else found.set(key, { ...row, beams: [...row.beams] });
  }
  return [...found.values()];
}

/**
 * How the figures of a joint law add up: a row of copies counts as often as there are copies.
 * @param {Row[]} lines @param {Series[]} order
 */
function lawSum(lines, order) {
  const names = { q: "q_beam", p: "p_beam", r: "the residual" }, several = lines.some((row) => row.beams.length > 1);
  const sums = order.map((one) => {
    const sum = lines.reduce((whole, row) => whole + (row.values[one] ?? 0) * row.beams.length, 0);
    return `${names[one]} ${num(+sum.toFixed(3))}`;
  });
  return "Before the ›: the last token of the parent beam. Every figure is the share of one beam with one token"
    + `${several ? "; 2× stands for two copies of a beam, each with that share" : ""}. These rows together: ${sums.join(", ")}.`;
}

/** @param {Map<Series, Dist>} chosen @param {Series[]} order @param {Row[]} ranked @param {Row[]} shown */
function restOf(chosen, order, ranked, shown) {
  const out = ranked.filter((row) => !shown.includes(row)), sizes = [...chosen.values()].map((dist) => dist.size);
  const hid = Math.max(0, Math.max(ranked.length, ...sizes) - shown.length);
  const rest = order.map((one) => {
    const mass = (chosen.get(one)?.rest ?? 0) + out.reduce((sum, row) => sum + (row.values[one] ?? 0), 0);
    return `${NAMES[one]} ${num(mass < 1e-9 ? 0 : mass)}`;
  });
  return hid ? `${hid.toLocaleString("en")} ${hid === 1 ? "token" : "tokens"} hidden, with ${rest.join(", ")} in all`
    : "These are all tokens with any chance.";
}

/**
 * Parent beams by node: the last token, and those before it where several beams share that.
 * @param {Model} model @param {It} it @param {number[]} ends
 */
export function beamNames(model, it, ends) {
  const nodes = [...new Set(ends)], paths = new Map(nodes.map((node) =>
    [node, model.path(it, node).map((one) => model.word(one.token))]));
  const words = (/** @type {number} */ node, /** @type {number} */ size) => paths.get(node)?.slice(-size).join("")
    || "start";
  return new Map(nodes.map((node) => {
    const alike = (/** @type {number} */ size) => nodes.some((other) => other !== node
      && words(other, size) === words(node, size));
    const size = [1, 2, 3, 4].find((each) => !alike(each));
    return [node, size ? words(node, size) : `${words(node, 1)} (node ${node})`];
  }));
}
