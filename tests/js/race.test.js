// The race's clock and text, without a page.

import assert from "node:assert/strict";
import { test } from "node:test";
import { cameBy, textsOf } from "../../explorer/ui/js/lane.js";

/** @type {[number, number, number, number, string][]} */
const FRAMES = [[0.5, 2, 1, 0, "The sky"], [1, 3, 2, 7, " is"], [2, 3, 3, 4, "sun 🌞"]];

test("a frame counts from its time on", () => {
  assert.deepEqual([0, 0.49, 0.5, 1.5, 2, 9].map((time) => cameBy(FRAMES, time)), [0, 0, 1, 2, 3, 3]);
});

test("another best beam takes words back", () => {
  assert.deepEqual(textsOf(FRAMES), ["", "The sky", "The sky is", "The sun 🌞"]);
});
