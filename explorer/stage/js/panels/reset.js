// After an acceptance that followed a rejection (DSBD): the next test starts from the target's own shares again. It
// must make clear why: every accepted beam is a sample of its own from the target.

import { probability, quoted } from "../format.js";
import { h } from "../dom.js";
import { calculation } from "./calculation.js";
import { jointOf } from "./joint.js";
import { bar } from "./laws.js";
import { namesOf, valueOf } from "./shares.js";
import { grid } from "./table.js";

/** @import { It, Model } from "../model.js" */
/** @import { Part } from "./parts.js" */
/** @import { Dist, Verdict } from "../types.d.ts" */
/** @typedef {{ verdict: Verdict, next: Verdict, used: Dist, p: Dist }} Reset the shares before and after */

const ROWS = 6;

/**
 * The acceptance of a step that used a leftover, if another candidate of its layer is tested after it; null for others.
 * @param {It} it @param {number} phase @returns {Reset | null}
 */
export function resetAt(it, phase) {
  const [number, ...others] = it.steps[phase]?.verdicts ?? [], verdict = it.verdicts[number];
  if (verdict?.state !== "accepted" || others.length) return null;
  const { used, p } = jointOf(it, verdict);
  const later = it.verdicts.flatMap((each, v) => (each.layer === verdict.layer && each.a !== undefined
    && it.stepOf[v] > phase ? [{ each, step: it.stepOf[v] }] : [])).sort((a, b) => a.step - b.step);
  return used && p && later.length ? { verdict, next: later[0].each, used, p } : null;
}

/** What the acceptance changes. @param {Model} model @param {It} it @param {number} phase @returns {Part} */
export function resetPart(model, it, phase) {
  const { verdict, next, used, p } = /** @type {Reset} */ (resetAt(it, phase)), { voice } = model;
  const plain = voice === "plain", ends = p.ends ?? [], { several, pair } = namesOf(model, it, ends);
  const rows = p.v.map((value, k) => ({ token: p.t[k], beam: p.beam?.[k] ?? 0, p: value }))
    .map((each) => ({ ...each, used: valueOf(used, each.beam, each.token) })).sort((a, b) => b.p - a.p);
  const say = (/** @type {number} */ value) => probability(voice, value), most = Math.max(...rows.flatMap((each) =>
    [each.p, each.used]));
  const named = (/** @type {typeof rows[number]} */ { token, beam }) => pair(ends[beam], token);
  const mine = rows.find(({ token, beam }) => token === it.n.token[next.place]
    && (!next.mine?.length || next.mine.includes(beam)));
  const [first, before, after] = plain ? ["pair", "leftover", "target"] : ["(beam, x)", "p′", "p_beam"];
  const table = grid("reset", [several ? first : model.unit(), "", before, after], rows.filter((each, k) =>
    k < ROWS || each === mine).map((each) => [named(each),
    h("span", { class: "st-two" }, h("span", { class: "st-both" }, bar("r", 0, each.used / most)),
      h("span", { class: "st-both" }, bar("p", 0, each.p / most))),
    h("b", { "data-of": "r" }, say(each.used)), h("b", { "data-of": "p" }, say(each.p))]));
  const [word, other] = [verdict, next].map(({ place }) => quoted(model.grown(it, place)));
  const sums = mine ? [calculation([[say(mine.used), plain ? `leftover of ${named(mine)}` : "p′"], "→",
    [say(mine.p), plain ? "target’s own share" : "p_beam"]], "reset")] : [];
  const again = mine && say(mine.p) !== say(mine.used) ? ` ${other} has ${say(mine.p)} again, not ${say(mine.used)}.` : "";
  const says = plain ? `With ${word}, one sample of the target is complete, and the leftover has made up for the rejections before it. `
    + `The next candidate starts a new sample, so the target’s own shares count.${again}`
    : `After an acceptance, p′ ← p_beam, because every accepted beam is a new sample from p_beam. The next candidate ${other} is tested with `
      + `p_beam${mine ? ` = ${say(mine.p)}` : ""}.`;
  return { name: plain ? "New start" : "p′ ← p_beam", title: plain ? `What counts after ${word} is accepted`
    : "p′ before and after the acceptance", sums, panel: [table], says };
}
