// Functions that the scripts of all tabs share.

import assert from "node:assert/strict";
import { test } from "node:test";
import { roundTab } from "../../explorer/ui/js/explore.js";
import { figureName, numberMeant, outside, tabAfter } from "../../explorer/ui/js/page.js";

test("a saved figure is named after its title", () => {
  assert.equal(figureName("Where the<br>time goes · SpD (γ = 4)"), "where-the-time-goes-spd-4");
  assert.equal(figureName("“…”"), "figure");
});

test("a decimal comma becomes a point, and an ambiguous number is refused", () => {
  assert.deepEqual(["12,5", "0,7", ",5", "1e3", "-3", "−3", "0.25"].map(numberMeant),
    ["12.5", "0.7", ".5", "1e3", "-3", "-3", "0.25"]);
  assert.deepEqual(["1,000", "1.000,5", "1,2,3", "many", ""].map(numberMeant), ["", "", "", "", ""]);
});

test("a number outside its range gets a message", () => {
  const field = { label: "gamma", value: "99", min: "1", max: "16" };
  assert.equal(outside(field), "gamma cannot be 99. The maximum is 16.");
  assert.equal(outside({ ...field, value: "0" }), "gamma cannot be 0. The minimum is 1.");
  assert.equal(outside({ ...field, value: "4" }), "");
  assert.equal(outside({ ...field, value: "" }), "");
  assert.equal(outside({ ...field, value: "2.5", step: "1" }), "gamma cannot be 2.5. Enter a whole number.");
  assert.deepEqual(["1e1", "2"].map((value) => outside({ ...field, value, step: "1" })), ["", ""]);
  assert.equal(outside({ ...field, value: "2.5", step: "0.01" }), "");
});

test("Tab goes round in a dialog", () => {
  assert.deepEqual([roundTab(0, 3, true), roundTab(2, 3, false), roundTab(1, 3, false), roundTab(1, 3, true)],
    [2, 0, null, null]);
  assert.deepEqual([roundTab(-1, 3, false), roundTab(-1, 3, true)], [0, 2]);
});

test("arrows go round the tabs, Home and End to their ends", () => {
  const keys = ["ArrowRight", "ArrowLeft", "Home", "End", "a"];
  assert.deepEqual(keys.map((key) => tabAfter(key, 0, 3)), [1, 2, 0, 2, null]);
  assert.equal(tabAfter("ArrowRight", 2, 3), 0);
});
