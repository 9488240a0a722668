// The outcomes of a layer's tests, from whose tree its width follows.

import assert from "node:assert/strict";
import { test } from "node:test";
import { hasWays, waysTo } from "../../explorer/stage/js/panels/ways.js";

/** A layer's panel. @param {object} changes @returns {any} */
const panel = (changes) => ({ alpha: [0.75, 0.45, 0.3], candidates: 3, width: 2, table: [],
  tails: [1, 0.896875, 0.73125, 0.421875], ...changes });

test("rejections in a row change the probability of an acceptance, and an acceptance resets it", () => {
  const ways = waysTo([0.75, 0.45, 0.3], 3);
  assert.deepEqual(ways.map(({ accepted }) => accepted), [3, 2, 2, 1, 2, 1, 1, 0]);
  assert.deepEqual(ways[4].parts, [0.25, 0.45, 0.75], "rejected, accepted, accepted");
  assert.deepEqual(ways[7].parts.map((part) => part.toFixed(2)), ["0.25", "0.55", "0.70"]);
  const all = ways.reduce((sum, { value }) => sum + value, 0);
  assert.ok(Math.abs(all - 1) < 1e-12, "they are all outcomes");
});

test("a tree is drawn where it gives the probability of the width", () => {
  assert.equal(hasWays(panel({})), true);
  assert.equal(hasWays(panel({ width: 3 })), true, "a single path");
  assert.equal(hasWays(panel({ tails: [1, 0.9, 0.6, 0.4] })), false, "another prediction");
  assert.equal(hasWays(panel({ alpha: [] })), false, "drafts without replacement");
  assert.equal(hasWays(panel({ width: 4 })), false, "too few candidates");
  assert.equal(hasWays(panel({ candidates: 1, width: 1 })), false, "nothing forks");
});

test("with many candidates, outcomes share boxes", () => {
  const alpha = Array(8).fill(0.5), table = Array(9).fill([]);
  assert.equal(hasWays(panel({ alpha, table, candidates: 6 })), true);
  assert.equal(hasWays(panel({ alpha, table, candidates: 7 })), false, "no room");
  assert.equal(hasWays(panel({ alpha, candidates: 6 })), false, "no table");
});
