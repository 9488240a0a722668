// The batch part of the calculator: the time of a target pass by its tokens, and one round at several batch sizes.

import { plotted } from "../../stage/js/panels/curve.js";
import { h, put, s } from "../../stage/js/dom.js";
import { bestGamma, checkTime, expectedSpeedup, expectedTokens, passTime, paysAt, roofline }
  from "../../stage/js/panels/speedup.js";
import { say } from "./page.js";

/**
 * Pass times of a machine, from explorer/features/pass_times.py. Beyond `known` tokens, nothing was measured.
 * @typedef {import("../../stage/js/panels/speedup.js").Curve} Curve
 * @typedef {"measured" | "computed" | "free"} Kind
 * @typedef {{ name: string, title: string, kind: Kind, source: string, curve: Curve, known: number | null }} Machine
 * @typedef {{ alpha: number, gamma: number, cost: number, batch: number }} Values
 * @typedef {Record<string, string>} Words
 */

export const MOST_BATCH = 256;
const W = 420, H = 250, LEFT = 46, RIGHT = 12, TOP = 14, BASE = 206;
// chart of the rounds: heights of a row and a bar, margin, width of a number
const ROW = 62, BAR = 20, SIDE = 8, NUMBER = 40;

/** The paper's machine, on which checks are free. @param {Words} words @returns {Machine} */
export const freeMachine = (words) => ({ name: "free", title: words.free, kind: "free", source: words.source_free,
  curve: roofline(Infinity), known: null });

/**
 * A machine on which this check takes the chosen time, measured in passes that check nothing.
 * @param {Words} words @param {number} check from 1 to γ + 1 @param {Values} at @returns {Machine}
 */
export const ownMachine = (words, check, { gamma, batch }) => ({ name: "own", title: words.own, kind: "computed",
  source: words.source_own, curve: roofline(check > 1 ? ((gamma + 1) * batch) / check : Infinity), known: null });

/** A word for how the time of a pass is known. @param {Words} words @param {Machine} machine @param {number} tokens */
export const kindOf = (words, { kind, known }, tokens) =>
  words[kind === "measured" && tokens > (known ?? 0) ? "kind_extended" : `kind_${kind}`];

/**
 * Words for how the times of a curve are known, up to this number of tokens.
 * @param {Words} words @param {Machine} machine @param {number} tokens
 */
export const kindUpTo = (words, machine, tokens) =>
  (machine.known !== null && tokens > machine.known ? words.kind_dashed : kindOf(words, machine, tokens));

/** The source of a machine's times. @param {Words} words @param {Machine} machine */
export function sourceOf(words, { name, kind, source, known }) {
  if (name === "free" || name === "own") return source;
  return say(words[`source_${kind}`], { source, known: known ?? "" });
}

/** The machines to choose from. @param {Words} words @param {Machine[]} machines @param {() => void} changed */
export function machineSelect(words, machines, changed) {
  const option = (/** @type {{ name: string, title: string }} */ { name, title }) =>
    h("option", { value: name }, title);
  const group = (/** @type {Kind} */ kind) => h("optgroup", { label: words[`${kind}_group`] },
    ...machines.filter((one) => one.kind === kind).map(option));
  return h("select", { "data-testid": "worth-machine", onchange: changed },
    option({ name: "free", title: words.free }), option({ name: "own", title: words.own }),
    group("measured"), group("computed"));
}

/** The batch sizes at which drafting pays off. @param {Words} words @param {Values} at @param {Curve} curve */
export function paysWhere(words, { alpha, gamma, cost }, curve) {
  const ranges = paysAt(alpha, gamma, cost, curve, MOST_BATCH);
  const [first] = ranges;
  if (!first) return say(words.pays_never, { most: MOST_BATCH });
  if (first[0] === 1 && first[1] === MOST_BATCH) return say(words.pays_all, { most: MOST_BATCH });
  const named = ranges.map(([from, to]) => (from === to ? String(from) : say(words.range, { first: from, last: to })));
  return say(words.pays_some, { ranges: named.join(", "), most: MOST_BATCH });
}

/**
 * Draws the time of a pass against its tokens, and marks this batch's pass without drafts and its check. Returns the
 * caption.
 * @param {SVGElement} svg @param {Words} words @param {Machine} machine @param {Values} at
 */
export function drawTime(svg, words, machine, { gamma, batch }) {
  const { curve, known, kind } = machine;
  const plain = batch, check = (gamma + 1) * batch, reach = curve[curve.length - 1][0];
  const last = Math.ceil(Math.log2(Math.max(64, check, Number.isFinite(reach) ? reach : 0)));
  const steps = Array.from({ length: 8 * last + 1 }, (_, i) => 2 ** (i / 8));
  const points = steps.map((n) => /** @type {[number, number]} */ ([n, passTime(curve, n)]));
  const highest = Math.max(2, ...points.map(([, time]) => time)) * 1.08;
  const every = [0.5, 1, 2, 5, 10, 20, 50, 100, 200, 500].find((step) => highest / step <= 5) ?? 1000;
  const within = known === null ? points.length : steps.filter((n) => n <= known).length;
  const { x, y, grid, drawn } = plotted({ left: LEFT, right: W - RIGHT, top: TOP, base: BASE }, points,
    (n) => Math.log2(n) / last, highest, every, [1, 8, 64, 512, 4096].filter((n) => n <= 2 ** last), within);
  const mark = (/** @type {number} */ n) => s("circle", { class: "chosen", cx: x(n), cy: y(passTime(curve, n)), r: 6 });
  const right = x(check) > W / 2, rise = y(passTime(curve, plain)) - y(passTime(curve, check));
  const close = rise < 20 && x(check) - x(plain) < 160, ahead = x(plain) > LEFT + 80;
  svg.setAttribute("aria-label", [[plain, words.time_plain], [check, words.time_check]].map(([n, name]) =>
    `${name}: ${n}, ${passTime(curve, Number(n)).toFixed(2)}`).join("; "));
  put(svg, ...grid, ...drawn,
    ...(kind === "measured" ? curve : []).map(([n, time]) =>
      s("circle", { class: "dot", cx: x(n), cy: y(time), r: 3.5 })),
    s("text", { x: (LEFT + W) / 2, y: H - 4, "text-anchor": "middle" }, words.time_axis),
    mark(plain), mark(check),
    s("text", { x: x(plain) + (ahead ? -8 : 4), y: y(passTime(curve, plain)) - (close ? 29 : 11),
      "text-anchor": ahead ? "end" : "start" }, words.time_plain),
    s("text", { x: x(check) + (right ? -10 : 0), y: y(passTime(curve, check)) - 11,
      "text-anchor": right ? "end" : "middle" }, words.time_check));
  return say(words.time, { kind: kindUpTo(words, machine, 2 ** last) });
}

/**
 * Draws a round at several batch sizes: drafting and check, next to the time of the same tokens without a draft.
 * @param {SVGElement} svg @param {Words} words @param {Machine} machine @param {Values} at @param {number[]} batches
 */
export function drawRounds(svg, words, machine, { alpha, gamma, cost }, batches) {
  const tokens = expectedTokens(alpha, gamma), drafting = gamma * cost;
  const checks = batches.map((batch) => checkTime(gamma, batch, machine.curve));
  const longest = Math.max(tokens, ...checks.map((check) => drafting + check));
  const x = (/** @type {number} */ passes) => SIDE + (passes / longest) * (W - 2 * SIDE - 40);
  const end = x(tokens), right = end > W / 2, bottom = 26 + ROW * batches.length;
  const said = /** @type {string[]} */ ([]);
  const after = (/** @type {number} */ from) => (from < end + 3 && from + NUMBER > end ? end : from) + 6;
  const rows = batches.flatMap((batch, i) => {
    const check = checks[i], top = 26 + ROW * i, speedup = expectedSpeedup(alpha, gamma, cost, check);
    const best = bestGamma(alpha, cost, batch, machine.curve);
    const text = say(speedup > 1 ? words.row_pays : words.row_slower, { batch, speedup: speedup.toFixed(2),
      kind: kindOf(words, machine, (gamma + 1) * batch) });
    const choice = best === null ? words.row_none : say(words.row_best, { best });
    said.push(`${text}, ${choice}`);
    return [s("text", { x: SIDE, y: top + 16 }, text),
      s("text", { x: W - SIDE, y: top + 16, "text-anchor": "end" }, choice),
      s("rect", { class: "drafting", x: x(0), y: top + 24, width: x(drafting) - x(0), height: BAR }),
      s("rect", { class: "checking", x: x(drafting), y: top + 24, width: x(check) - x(0), height: BAR }),
      s("text", { x: after(x(drafting + check)), y: top + 40 }, (drafting + check).toFixed(2)),
      s("line", { class: "until", x1: end, x2: end, y1: top + 21, y2: top + 27 + BAR })];
  });
  svg.setAttribute("viewBox", `0 0 ${W} ${bottom + 4}`);
  svg.setAttribute("aria-label", said.join("; "));
  put(svg, s("text", { x: end, y: 15, "text-anchor": right ? "end" : "start" },
    say(words.without, { tokens: tokens.toFixed(2) })), ...rows);
}
