// The tree of all beams so far: shared beginnings stand once, lost beams end, and nothing is from later rounds.

import assert from "node:assert/strict";
import { test } from "node:test";
import { partsOf } from "../../explorer/stage/js/panels/beamtree.js";
import { Model } from "../../explorer/stage/js/model.js";

/** @import { Part } from "../../explorer/stage/js/panels/beamtree.js" */

/**
 * A run: for each round, the new nodes as [node, parent], and the nodes in which its beams end.
 * @param {{ made: [number, number][], ends: number[] }[]} rounds
 */
function ran(rounds) {
  const model = new Model();
  model.its = /** @type {typeof model.its} */ (/** @type {unknown} */ (rounds.map(({ ends }, i) => ({ i,
    beams: ends.map((node, k) => ({ node, logp: -k, best: k === 0 })) }))));
  rounds.forEach(({ made }, it) => made.forEach(([node, parent]) =>
    model.lineage.set(node, { node, parent, token: node, it, origin: null, step: 0 })));
  return model;
}

/** The nodes of every part, with those below it. @param {Part} part @returns {unknown[]} */
const shape = ({ nodes, below }) => [nodes, ...below.map(shape)];

const RUN = ran([{ made: [[1, 0], [2, 0]], ends: [1, 2] }, { made: [[3, 1], [4, 3], [5, 3]], ends: [4, 5, 5] },
  { made: [[6, 5]], ends: [6, 6] }]);

test("the first round has no part of later rounds", () => {
  assert.deepEqual(partsOf(RUN, 0).map(shape), [[[1]], [[2]]]);
});

test("beams share their beginning, and a lost beam says when it was last continued", () => {
  const [trunk, lost] = partsOf(RUN, 1);
  assert.deepEqual(shape(trunk), [[1, 3], [[4]], [[5]]]);
  assert.deepEqual(trunk.below.map(({ copies }) => copies), [1, 2]);
  assert.deepEqual([shape(lost), lost.last, lost.copies], [[[2]], 0, 0]);
});

test("equal beams are one part with their number", () => {
  const [trunk] = partsOf(RUN, 2), [dropped, live] = trunk.below;
  assert.deepEqual([shape(dropped), dropped.last], [[[4]], 1]);
  assert.deepEqual([shape(live), live.copies, live.beam?.best], [[[5, 6]], 2, true]);
});
