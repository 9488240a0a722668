// Rejections of single candidates, with the distributions of their tests and the remainders for later tests.

/** @import { It } from "./model.js" */
/**
 * How much of a step is drawn: of a rejection only its test, also the running ratio that a deletion changes, also the
 * target's leftover, or all.
 * "early" is before the outcome of the next step. Null where steps are not shown in parts, as in a lesson.
 * @typedef {"early" | "check" | "plan" | "test" | "deleted" | "unscaled" | "left"
 * | null} View
 */

const TESTED = ["accepted", "rejected"];

/**
 * The verdict of a step that rejects one candidate, with the distributions of its test and what is left, if anything;
 * undefined for other steps.
 * @param {It} it @param {number} phase
 */
export function rejectionAt(it, phase) {
  const [number, ...others] = it.steps[phase]?.verdicts ?? [], verdict = it.verdicts[number];
  if (verdict?.state !== "rejected" || others.length) return undefined;
  const dists = verdict.dists.map((k) => it.dists[k]), at = dists.findIndex(({ series }) => series === "q");
  const q = dists[at], p = at > 0 ? dists[0] : undefined, left = at < 0 ? undefined : dists.slice(at + 1)
    .find(({ series }) => series === "r");
  return p && !dists.some(({ raw }) => raw) ? { verdict, q, p, left } : undefined;
}

/**
 * The leftover that a test of a drafted token would use at a step, as far as it is known; null if the target's own
 * probability counts, because no rejection came before it at its position or in its layer.
 * @param {It} it @param {number} place @param {number} step the last step that counts
 */
export function leftFor(it, place, step) {
  const layer = it.panels.find((each) => each.kind === "width" && each.layer && it.judged[place]
    .some((v) => it.verdicts[v].layer === each.layer))?.layer;
  const before = it.verdicts.flatMap((each, v) => (it.stepOf[v] <= step && TESTED.includes(each.state)
    && (layer ? each.layer === layer : it.n.parent[each.place] === it.n.parent[place]) ? [v] : []));
  const last = before.sort((a, b) => it.stepOf[a] - it.stepOf[b]).at(-1);
  const found = last === undefined ? undefined : rejectionAt(it, it.stepOf[last]);
  if (!found?.left) return null;
  const { left } = found, ends = left.ends ?? [];
  const at = left.t.findIndex((token, k) => token === it.n.token[place]
    && (!left.beam || ends[left.beam[k]] === it.n.parent[place]));
  return at >= 0 ? left.v[at] : left.rest < 1e-6 ? 0 : null;
}
