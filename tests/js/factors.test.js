// Products and sums whose written numbers come out right, and the labels of a bar of shares.

import assert from "node:assert/strict";
import { test } from "node:test";
import { added, factors } from "../../explorer/stage/js/panels/factors.js";

test("written factors give the written product", () => {
  assert.deepEqual(factors("plain", 0.6, 0.5, 0.3), ["60%", "50%"]);
  assert.deepEqual(factors("plain", 0.214, 0.3, 0.0642), ["21.4%", "30%"], "21% × 30% would be 6.3%");
  assert.deepEqual(factors("exact", 0.4, 0.15, 0.06), ["0.4", "0.15"]);
});

test("all summands have the same digits, and add up to the sum", () => {
  const ways = [[0.75, 0.75, 0.75], [0.75, 0.75, 0.25], [0.75, 0.25, 0.45], [0.25, 0.45, 0.75]]
    .map((parts) => ({ parts, value: parts.reduce((all, part) => all * part, 1) }));
  const { places, sum, write } = added("plain", ways);
  assert.equal(places, 1, "42 + 14 + 8 + 8 would be 72");
  assert.equal(sum, "73%");
  assert.deepEqual([0.75, 0.25, 0.45].map(write), ["75%", "25%", "45%"]);
  const finer = added("plain", [[0.84242, 0.84242, 0.84242]].map((parts) => ({ parts, value: 0.84242 ** 3 })));
  assert.deepEqual([finer.places, finer.write(0.84242)], [0, "84.2%"], "84³ would be 59%");
});
