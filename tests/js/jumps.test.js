// Targets of jumps and searches.

import assert from "node:assert/strict";
import { test } from "node:test";
import { accepted, firstRejection, hits, nextAccepted } from "../../explorer/stage/js/controls/jumps.js";

/** @import { It, Made, Model } from "../../explorer/stage/js/model.js" */

/**
 * An iteration with drafts in one line below its input; "a": accepted, "r": rejected, "n": not sent.
 * @param {number} i @param {string} drafts @returns {It}
 */
function iteration(i, drafts) {
  const states = { a: "accepted", r: "rejected", n: "not_sent" }, all = ["input", ...drafts];
  const stateOf = (/** @type {string} */ sign) => states[/** @type {"a"} */ (sign)] ?? sign;
  return /** @type {any} */ ({
    i, n: { id: all.map((_, k) => 10 * i + k), depth: all.map((_, k) => k),
      role: all.map((_, k) => (k ? "draft" : "input")) },
    fates: all.map((sign) => [{ state: stateOf(sign) }]), onPath: all.map((sign) => "inputa".includes(sign)),
    verdicts: [...drafts].map((sign, k) => ({ place: k + 1, state: stateOf(sign) })),
    steps: [{ verdicts: [] }, ...[...drafts].map((_, k) => ({ verdicts: [k] })), { verdicts: [] }],
  });
}
/** @param {string[]} rounds @param {boolean} live */
const run = (rounds, live = false) => /** @type {Model} */ (/** @type {unknown} */ ({ live,
  its: rounds.map((drafts, i) => iteration(i, drafts)) }));

test("the first rejection is a step and a node", () => {
  assert.deepEqual(firstRejection(run(["aa", "ar", "rr"])), { it: 1, phase: 2, node: 12 });
});

test("without a target a jump gives a sentence", () => {
  assert.equal(firstRejection(run(["aa"])), "This run has no rejection.");
  assert.equal(firstRejection(run(["aa"], true)), "This run has no rejection so far.");
  assert.equal(firstRejection(run([""])), "Nothing is drafted in this run.");
  assert.equal(nextAccepted(run(["ar", "rr"]), 0), "No round is fully accepted.");
  assert.equal(nextAccepted(run(["aa", "rr"]), 0), "No later round is fully accepted.");
});

test("a whole draft is accepted down to its deepest token that the target saw", () => {
  assert.deepEqual(nextAccepted(run(["aa", "ar", "aa"]), 0), { it: 2, phase: 3, node: null });
  assert.equal(accepted(iteration(0, "aan")), true);
  assert.equal(accepted(iteration(0, "")), false);
});

const TEXTS = ["The", " sky", " is", " blue", ".", " Sky", "⟨F0 9F⟩", "⟨98 80⟩"];
const tokens = TEXTS.map((_, token) => /** @type {Made} */ ({ node: token + 1, parent: token, token, it: token,
  origin: null, step: 0 }));
/** @param {string} words */
const nodes = (words) => hits(tokens, words, (token) => TEXTS[token], "").map(({ token }) => token);

test("a search finds words in any case, across tokens, and characters that tokens share", () => {
  assert.deepEqual(nodes("sky"), [1, 5]);
  assert.deepEqual(nodes(" sky"), [1, 5]);
  assert.deepEqual(nodes("is blue"), [2]);
  assert.deepEqual(nodes("y i"), [1]);
  assert.deepEqual(nodes("😀"), [6]);
  assert.deepEqual(nodes("green"), []);
  assert.deepEqual(nodes("  "), []);
});

test("a toy pair's words are joined by spaces", () => {
  const words = ["a", "b", "a"];
  const found = hits(tokens.slice(0, 3), "a b", (token) => words[token], " ");
  assert.deepEqual(found.map(({ token }) => token), [0]);
});
