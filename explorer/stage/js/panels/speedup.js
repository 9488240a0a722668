// The expected speed-up of one drafted sequence (Leviathan et al. 2023), and the time of a busy pass;
// explorer/speedup.py computes the same.

/** @typedef {[number, number][]} Curve positions and time of a pass; positions rise, at least two points */

export const MOST = 16; // drafts
export const IDLE = 160; // positions in one pass at which calculating takes as long as reading; an assumption

/** Average tokens per target pass (Eq. 1). @param {number} alpha @param {number} gamma */
export const expectedTokens = (alpha, gamma) => (alpha < 1 ? (1 - alpha ** (gamma + 1)) / (1 - alpha) : gamma + 1);
/**
 * The curve of a pass that reads its weights while it calculates: with `idle` positions both take equally long.
 * @param {number} [idle] @returns {Curve}
 */
export const roofline = (idle = IDLE) => [[1, 1], [idle, 1], [2 * idle, 2]];
/**
 * The time of a pass by its positions, with straight lines between the points of a curve. The last line is extended.
 * @param {Curve} curve @param {number} positions
 */
export function passTime(curve, positions) {
  const at = Math.max(0, curve.slice(0, -1).findLastIndex(([x]) => x <= positions));
  const [[x0, y0], [x1, y1]] = curve.slice(at);
  return y0 + (y1 - y0) * (positions - x0) / (x1 - x0);
}
/**
 * The time of a pass that checks γ drafts for each of `batch` sequences, relative to a pass that checks nothing.
 * @param {number} gamma @param {number} batch @param {Curve} curve
 */
export const checkTime = (gamma, batch, curve) => passTime(curve, (gamma + 1) * batch) / passTime(curve, batch);
/**
 * Speed relative to decoding without a draft model (Theorem 3.8).
 * @param {number} alpha @param {number} gamma @param {number} cost @param {number} [check]
 */
export const expectedSpeedup = (alpha, gamma, cost, check = 1) => expectedTokens(alpha, gamma) / (gamma * cost + check);
/**
 * The fastest γ from 1 to 16, and the smallest of them on ties; null if decoding without a draft is at least as fast.
 * @param {number} alpha @param {number} cost @param {number} [batch] @param {Curve} [curve]
 */
export function bestGamma(alpha, cost, batch = 1, curve = roofline(Infinity)) {
  const speed = (/** @type {number} */ gamma) => expectedSpeedup(alpha, gamma, cost, checkTime(gamma, batch, curve));
  let best = 0;
  for (let gamma = 1; gamma <= MOST; gamma += 1) if (speed(gamma) > speed(best)) best = gamma;
  return best || null;
}
/**
 * The cost of a draft pass at which drafting gains nothing; below 0 if the check alone costs more than its tokens save.
 * @param {number} alpha @param {number} gamma @param {number} [check]
 */
export const breakEven = (alpha, gamma, check = 1) => (expectedTokens(alpha, gamma) - check) / gamma;
/**
 * The batch sizes from 1 to `most` at which speculation is faster, as ranges [from, to].
 * @param {number} alpha @param {number} gamma @param {number} cost @param {Curve} curve @param {number} most
 */
export function paysAt(alpha, gamma, cost, curve, most) {
  const ranges = /** @type {[number, number][]} */ ([]);
  for (let batch = 1; batch <= most; batch += 1) {
    if (expectedSpeedup(alpha, gamma, cost, checkTime(gamma, batch, curve)) <= 1) continue;
    const last = ranges.at(-1);
    if (last?.[1] === batch - 1) last[1] = batch;
    else ranges.push([batch, batch]);
  }
  return ranges;
}
