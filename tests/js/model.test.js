// The trace in the browser's memory: received messages, and the state at a step.

import assert from "node:assert/strict";
import { test } from "node:test";
import { STATES, shapeOf, stateOf } from "../../explorer/stage/js/marks.js";
import { Model, decidedAt, failedAt } from "../../explorer/stage/js/model.js";

/** @import { Packed, Step } from "../../explorer/stage/js/types.d.ts" */

/** A step without anything but its verdicts. @param {string} phase @param {number[]} verdicts @returns {Step} */
const step = (phase, verdicts = []) => ({
  phase, title: phase, called: phase, ahead: phase, plain: phase, exact: phase, nodes: [], now: [], verdicts,
  layer: null,
});

/**
 * One beam that grows by one drafted token, node 10·i + 1, below the one of the iteration before.
 * @param {number} i @returns {Packed}
 */
const iteration = (i) => ({
  i, says: "", heads: [["q", "draft", "draft"], ["p", "target", "target"]],
  lay: { kind: "chain", at: [0, 1], col: [0, 1], y: [0, 0], row: [0, 1], cols: 2, rows: 1 }, born: [0, 1], path: [0, 1],
  n: { id: [10 * i - 9, 10 * i + 1], parent: [i ? 10 * i - 19 : -1, 10 * i - 9], token: [0, i], depth: [i, i + 1],
    role: ["input", "draft"], q: [null, 0.5],
    fates: [[[0, "input", null, "", "", "", ""]], [[1, "pending", null, "q .5", "", "", ""],
      [2, "accepted", 0, "u .1 < 1", "", "", ""]]] },
  steps: [step("input"), step("draft"), step("verify", [0]), step("commit")], seen: 2, commit: 3,
  verdicts: [{ place: 1, state: "accepted", plain: "", exact: "", tiles: [], dists: [] }], dists: [], panels: [],
  made: [[10 * i + 1, 10 * i - 9, i, "draft", 2]],
  beams: [{ node: 10 * i + 1, logp: -1, mean: -1, size: i + 1, done: false, best: true }], seconds: 0,
  bar: { emitted: 1, kept: 1, drafted: 1, draws: 1, used: 1, wasted: 0, draft: 0, target: 0, other: 0, kv: 0,
    widths: [] },
  from: [i ? 0 : null],
});

/** @param {number} count */
function opened(count) {
  const model = new Model();
  model.open({ type: "open", name: "x", texts: { 0: " a", 1: "b" },
    iterations: [...Array(count).keys()].map(iteration) });
  return model;
}

test("a node has the latest state up to the step", () => {
  const model = opened(1), it = model.its[0];
  assert.equal(model.fate(it, 1, 1).state, "pending");
  assert.equal(model.fate(it, 1, 2).state, "accepted");
  assert.equal(model.fate(it, 1, 3).verdict, 0);
  assert.deepEqual([1, 2].map((phase) => model.decided(it, 1, phase).length), [0, 1]);
});

test("known iterations are skipped, and missing ones are counted", () => {
  const model = opened(2);
  assert.equal(model.add({ type: "append", iterations: [iteration(1), iteration(2)] }), 0);
  assert.equal(model.its.length, 3);
  assert.equal(model.add({ type: "append", iterations: [iteration(5)] }), 2);
  assert.equal(model.its.length, 3);
});

test("a step of the run has an iteration and a phase", () => {
  const model = opened(3);
  assert.equal(model.total(), 12);
  assert.deepEqual([0, 3, 4, 11].map((place) => model.at(place)), [[0, 0], [0, 3], [1, 0], [2, 3]]);
});

test("a path leads from the prompt through iterations that are over", () => {
  const model = opened(3);
  assert.deepEqual(model.path(null, 21).map((made) => made.token), [0, 1, 2]);
  assert.deepEqual(model.path(model.its[1], 11).map((made) => made.node), [1, 11]);
});

test("a token has a word, whatever it is", () => {
  const model = opened(1);
  assert.deepEqual([0, 1, 77, -1, -2].map((token) => model.word(token)),
    ["␣a", "b", "#77", "start", "itself␣(finished)"]);
  assert.equal(model.wordAt(model.its[0], 0), "start");
});

test("every state has a shape and a name, and an unknown one is an error", () => {
  for (const name of STATES.keys()) assert.ok(shapeOf(name) && stateOf(name).label);
  assert.throws(() => stateOf("leaf"), /leaf/);
});

test("the legend counts untested nodes as the sentence does, merged or not", () => {
  const it = iteration(0);
  it.n.fates[1] = [[1, "pending", null, "", "", "", ""], [2, "merged", 0, "", "", "", ""]];
  it.verdicts[0].state = "unused";
  const model = new Model();
  model.open({ type: "open", name: "x", texts: {}, iterations: [it] });
  const counted = (/** @type {number} */ phase) => Object.fromEntries(model.marks(model.its[0], phase));
  assert.deepEqual(counted(0), { input: 1 });
  assert.deepEqual(counted(2), { input: 1, merged: 1, unused: 1 });
});

test("the legend shows copies as they are drawn at this step", () => {
  const it = iteration(0);
  it.n.fates[1] = [[1, "pending", null, "", "×4", "one box, sampled 4 times", ""],
    [2, "accepted", 0, "", "×4 3● 1✕", "one box, sampled 4 times: 3 accepted, 1 rejected", ""]];
  const model = new Model();
  model.open({ type: "open", name: "x", texts: {}, iterations: [it] });
  const shown = [0, 1, 2].map((phase) => model.drawnOften(model.its[0], phase)?.times);
  assert.deepEqual(shown, [undefined, "×4", "×4 3● 1✕"]);
  const [input, draft] = model.its[0].fates;
  draft.push({ ...draft[1], step: 3, times: "×4", told: "one box, sampled 4 times: 1 rejected" });
  input.push({ ...draft[0], step: 3, state: "pending", times: "×2", told: "one box, sampled twice" });
  assert.equal(model.drawnOften(model.its[0], 3)?.told, "one box, sampled twice");
});

test("a phrase has split characters whole and unseen ones as code points", () => {
  const model = new Model();
  model.open({ type: "open", name: "x", texts: { 1: "a", 2: "⟨F0 9F⟩", 3: "⟨98 80⟩", 4: "\u202e" } });
  assert.equal(model.phrase([1, 2, 3, 4]), "a😀⟨U+202E⟩");
});

test("the text of a run is listed in order, token by token", () => {
  assert.deepEqual(opened(3).written().map(({ token, it }) => [token, it]), [[0, 0], [1, 1], [2, 2]]);
});

test("a merged node that is accepted later no longer counts as merged", () => {
  const it = iteration(0);
  it.n.fates[1] = [[1, "pending", null, "", "", "", ""], [2, "merged", null, "", "", "", ""],
    [3, "accepted", 0, "", "", "", ""]];
  const model = new Model();
  model.open({ type: "open", name: "x", texts: {}, iterations: [it] });
  const counted = (/** @type {number} */ phase) => Object.fromEntries(model.marks(model.its[0], phase));
  assert.deepEqual([2, 3].map(counted), [{ input: 1, merged: 1 }, { input: 1, accepted: 1 }]);
});

test("a step that tests a prefix has its outcome, though it decides about no token", () => {
  const it = iteration(0);
  it.steps.splice(2, 0, { ...step("prefix"), now: [1] });
  it.n.fates[1] = [[1, "pending", null, "", "", "", ""], [2, "fails", null, "", "", "", ""],
    [3, "accepted", 0, "", "", "", ""]];
  const model = new Model();
  model.open({ type: "open", name: "x", texts: {}, iterations: [it] });
  const [opened] = model.its;
  assert.deepEqual([0, 2, 3].map((k) => decidedAt(opened, k)), [null, "fails", "accepted"]);
  assert.deepEqual([2, 3].map((k) => failedAt(opened, k)), [true, false]);
});
