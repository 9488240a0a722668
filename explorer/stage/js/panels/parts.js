// Steps that are shown in parts, so that each shows one thing: what a method is for, a rejection and what it leaves,
// the numbers from which a layer's width follows, those from which the threshold of a prefix follows, and what the
// deletion of a leaf changes.

import { leafPart, leafParts } from "./deletion.js";
import { chainLeft, leftAt, leftPart, provePart, proves } from "./leftover.js";
import { judgedIn } from "../model.js";
import { planPart, plansAt } from "./plan.js";
import { missingPart, prefixPart, prefixParts } from "./prefixes.js";
import { aimOf, purposePart, purposeParts } from "./purpose.js";
import { resetAt, resetPart } from "./reset.js";
import { overlapPart, sampledAt, samplingPart, sharesPart, waysPart, widthParts,
} from "./shares.js";

/** @import { It, Model } from "../model.js" */
/** @import { JudgedPanel, Panel } from "../types.d.ts" */
/** @import { LeafPart } from "./deletion.js" */
/** @import { PrefixPart } from "./prefixes.js" */
/** @import { PurposePart } from "./purpose.js" */
/** @import { WidthPart } from "./shares.js" */
/**
 * A part of a step: the test of a rejection, what it leaves and why that is lossless, a part of the step that computes
 * a width or tests a prefix or a leaf, or what the method is for.
 * The check of the guesses has the plan of their tests as its second part, in the first round. An acceptance after a
 * rejection is followed by what counts from then on, and the first beam of a layer that the target samples itself
 * comes after the shares from which it is sampled. So does the target's own token after a chain tested as a whole.
 * @typedef {"check" | "plan" | "test" | "left" | "proof" | "reset" | "sampling" | "missing" | "sampled" | LeafPart
 *   | WidthPart | PrefixPart | PurposePart} PartName
 * The content of a part, in place of its step's content. A part without a name has the name of its step. `title` is the
 * title of its panel, empty if the panel has its own. With `alone`, the part is not about the node of the step.
 * @typedef {{ name: string, title: string, says: string, sums: HTMLElement[], alone?: boolean,
 *   panel: (HTMLElement | null)[] }} Part
 */

/**
 * The parts of a step in order; none if it is shown as a whole.
 * @param {Model} model @param {It} it @param {number} phase @returns {PartName[]}
 */
export function partsOf(model, it, phase) {
  if (plansAt(model, it, phase)) return ["check", "plan"];
  const leaf = leafParts(model, it, phase);
  if (leaf.length) return leaf;
  if (leftAt(model, it, phase)) return proves(model, it, phase) ? ["test", "left", "proof"] : ["test", "left"];
  if (resetAt(it, phase)) return ["test", "reset"];
  if (sampledAt(it, phase)) return ["sampling", "sampled"];
  if (chainLeft(it, phase)) return ["missing", "sampled"];
  const parts = widthParts(it, phase), aims = purposeParts(model, it, phase);
  return aims.length ? aims : parts.length ? parts : prefixParts(it, phase);
}

/**
 * The part that an address of a step means if it names none: what the method is for, a test, or a width.
 * @param {PartName[]} parts
 */
export const mainPart = (parts) =>
  (["test", "check", "aim1"].includes(parts[0]) ? 0 : Math.max(0, parts.length - 1));

/**
 * The content of a part; null for a test and for a width, which show the same as their step.
 * @param {Model} model @param {It} it @param {number} phase @param {PartName | undefined} part
 * @param {(panel: Panel) => Panel} inVoice a panel with its words in the current voice @returns {Part | null}
 */
export function partOf(model, it, phase, part, inVoice) {
  if (aimOf(part) >= 0) return purposePart(model, part);
  if (part === "plan") return planPart(model, it);
  if (part === "proof") return provePart(model, it, phase);
  if (part === "reset") return resetPart(model, it, phase);
  if (part === "sampling") return samplingPart(model, it, phase);
  if (part === "missing") return missingPart(model, it, phase);
  if (part === "shares") return sharesPart(model, it, phase);
  if (part === "overlap") return overlapPart(model, it, phase);
  if (part === "ways") return waysPart(model, it, phase);
  const panel = judgedIn(it);
  if (panel && (part === "ratio" || part === "longer" || part === "threshold" || part === "outcome"))
    return prefixPart(model, it, phase, part, /** @type {JudgedPanel} */ (inVoice(panel)));
  if (panel?.ratios && LEAF.has(part ?? ""))
    return leafPart(model, it, phase, /** @type {LeafPart} */ (part), /** @type {JudgedPanel} */ (inVoice(panel)));
  return part === "left" ? leftPart(model, it, phase) : null;
}
const LEAF = new Set(["test", "through", "deleted", "left", "scaled", "root"]);
