// The tokens that the overlap of draft and target lists.

import assert from "node:assert/strict";
import { test } from "node:test";
import { partsOf } from "../../explorer/stage/js/panels/laws.js";

/** A distribution. @param {...[number, number]} pairs tokens with their probabilities @returns {any} */
const dist = (...pairs) => ({ t: pairs.map(([token]) => token), v: pairs.map(([, value]) => value), rest: 0 });
const Q = dist([1, 0.3], [2, 0.2], [3, 0.2], [4, 0.1], [5, 0.1], [6, 0.1]), P = dist([7, 0.9], [8, 0.06], [9, 0.04]);
/** @param {any} left */
const tokens = (left) => partsOf({ q: Q, p: P, left, residual: false }, 6).map(({ token }) => token);

test("an overlap lists the most probable tokens, and the tested one", () => {
  assert.deepEqual(tokens(undefined), [7, 1, 2, 3, 6]);
});

test("after a rejection it lists those of which most is left", () => {
  assert.deepEqual(tokens(P), [7, 8, 9, 1, 6]);
});
