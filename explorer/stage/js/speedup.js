// The expected speed-up of one drafted sequence (Leviathan et al. 2023); explorer/speedup.py computes the same.

export const MOST = 16; // drafts
export const IDLE = 160; // positions in one pass at which calculating takes as long as reading; an assumption

/** Average tokens per target pass (Eq. 1). @param {number} alpha @param {number} gamma */
export const expectedTokens = (alpha, gamma) => (alpha < 1 ? (1 - alpha ** (gamma + 1)) / (1 - alpha) : gamma + 1);
/**
 * Time of a pass that checks γ drafts for each of `batch` users, in passes that check nothing.
 * @param {number} gamma @param {number} batch @param {number} [idle]
 */
export const checkCost = (gamma, batch, idle = IDLE) =>
  Math.max(1, ((gamma + 1) * batch) / idle) / Math.max(1, batch / idle);
/**
 * Speed relative to decoding without a draft model (Theorem 3.8).
 * @param {number} alpha @param {number} gamma @param {number} cost @param {number} [check]
 */
export const expectedSpeedup = (alpha, gamma, cost, check = 1) => expectedTokens(alpha, gamma) / (gamma * cost + check);
/**
 * The γ that is fastest, of 1 to 16, the smallest on ties; null if no draft at all is as fast.
 * @param {number} alpha @param {number} cost @param {number} [batch] @param {number} [idle]
 */
export function bestGamma(alpha, cost, batch = 1, idle = Infinity) {
  const speed = (/** @type {number} */ gamma) => expectedSpeedup(alpha, gamma, cost, checkCost(gamma, batch, idle));
  let best = 0;
  for (let gamma = 1; gamma <= MOST; gamma += 1) if (speed(gamma) > speed(best)) best = gamma;
  return best || null;
}
/** The cost of a draft pass at which nothing is won. @param {number} alpha @param {number} gamma */
export const breakEven = (alpha, gamma) => (expectedTokens(alpha, gamma) - 1) / gamma;
