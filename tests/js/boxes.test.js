// The check of boxes.js must notice what it is for.

import assert from "node:assert/strict";
import { test } from "node:test";
import { Model } from "../../explorer/stage/js/model.js";
import { frameOf } from "../../explorer/stage/js/picture/frame.js";
import { scene } from "../../explorer/stage/js/picture/scene.js";
import { faultsOf } from "./boxes.js";

/** @import { Room } from "../../explorer/stage/js/picture/frame.js" */
/** @import { Packed } from "../../explorer/stage/js/types.d.ts" */

const ROOM = /** @type {Room} */ ({ w: 868, h: 366, bar: 40, touched: false, typeface: "sans",
  width: (text) => 12 * text.length });
/** A round with two candidates, one of them accepted, as a frame. */
function framed() {
  const fate = (/** @type {number} */ step, /** @type {string} */ state) => [step, state, null, "", "", "", ""];
  const packed = /** @type {Packed} */ (/** @type {unknown} */ ({ i: 0, says: "", heads: [], born: [0, 1, 1], path: [0],
    lay: { kind: "free", at: [0, 1, 2], col: [0, 1, 1], y: [0.5, 0, 1], row: [0, 1, 2], cols: 2, rows: 2 },
    n: { id: [1, 2, 3], parent: [-1, 1, 1], token: [0, 1, 2], depth: [0, 1, 1], role: ["input", "draft", "draft"],
      q: [null, 0.5, 0.3], p: [null, 1, 0.2], fates: [[fate(0, "input")], [fate(2, "accepted")], [fate(2, "unused")]] },
    steps: ["input", "draft", "verify"].map((phase) => ({ phase, nodes: [], now: [], verdicts: [] })), seen: 2,
    commit: 2, verdicts: [], dists: [], panels: [], made: [], beams: [], bar: {}, from: [null] }));
  const model = new Model();
  model.open({ type: "open", name: "x", iterations: [packed], texts: { 0: "start", 1: "one", 2: "two" } });
  return frameOf(model, model.its[0], ROOM, true);
}

test("a number on a bar, a word beyond its edge and a number on another box are noticed", () => {
  const frame = framed(), { bars, word } = frame.form;
  if (!bars || bars.numbers.q === null) throw new Error("the boxes have no numbers");
  const faults = () => faultsOf(frame, scene(frame, 2));
  assert.deepEqual(faults(), []);
  const { numbers } = bars, right = numbers.q ?? 0, left = word.x;
  numbers.q = right - 40;
  assert.ok(faults().some((fault) => /^q number “50%” touches q bar$/.test(fault)), faults().join("\n"));
  numbers.q = right;
  word.x = frame.mode.wide - 20;
  assert.ok(faults().some((fault) => /^word “one” touches right edge$/.test(fault)), faults().join("\n"));
  word.x = left;
  frame.items[2].cy = frame.items[1].cy + frame.mode.high / 2;
  frame.items[2].x -= 4;
  assert.ok(faults().includes("candidate 2 is on another box"), faults().join("\n"));
});
