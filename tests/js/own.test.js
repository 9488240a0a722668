// The list of a browser's runs, and the words about a loading run.

import assert from "node:assert/strict";
import { test } from "node:test";
import { add, change, entriesOf, LABEL, MOST, read, remove } from "../../explorer/ui/js/own-store.js";
import { brief, done, left, since, span } from "../../explorer/ui/js/own-words.js";

const NAME = (/** @type {number} */ k) => `run-${String(k).padStart(22, "a")}`;
const entry = (/** @type {number} */ k) => ({ name: NAME(k), key: "key", method: "spd", title: "SpD", pair: "toy",
  prompt: "ask", when: 1000 + k, label: "", state: /** @type {const} */ ("running"), why: "" });

test("the list is stored, newest first, and can be changed", () => {
  add(entry(1));
  add(entry(2));
  add(entry(1));
  assert.deepEqual(read().map(({ name }) => name), [NAME(1), NAME(2)], "no run is there twice");
  change(NAME(2), { label: "x".repeat(500), state: "finished" });
  assert.deepEqual([read()[1].label.length, read()[1].state], [LABEL, "finished"]);
  remove(NAME(1));
  assert.deepEqual(read().map(({ name }) => name), [NAME(2)]);
});

test("a stored list is checked", () => {
  for (const kept of ["", "{", "3", "null", "{}"]) assert.deepEqual(entriesOf(kept), []);
  const odd = [null, 3, "x", {}, { ...entry(1), name: "../../etc" }, { ...entry(2), when: "never" },
    { ...entry(3), state: "<b>", prompt: 7, key: null }];
  assert.deepEqual(entriesOf(JSON.stringify(odd)).map(({ name, state, prompt, key }) => [name, state, prompt, key]),
    [[NAME(3), "running", "", ""]]);
  assert.equal(entriesOf(JSON.stringify(Array.from({ length: MOST + 50 }, (_, k) => entry(k)))).length, MOST);
});

const loading = { steps: ["a", "b", "c", "d", "e"], step: 3, doing: "Converting", share: 0, elapsed: 20, spent: 5,
  left: /** @type {number | null} */ (40), expected: /** @type {number | null} */ (30) };

test("the time left counts down, and an unknown time is not estimated", () => {
  assert.equal(left(loading, 0), "about 40 s left");
  assert.equal(left(loading, 12), "about 30 s left");
  assert.equal(left({ ...loading, left: null, expected: null }, 0), "time left unknown (first run here)");
  assert.equal(left({ ...loading, left: null, expected: null, steps: [] }, 0), "");
  assert.equal(left(loading, 60), "longer than last time (30 s)");
  assert.equal(left({ ...loading, left: 0.3 }, 0), "almost ready");
});

test("the bar has a length only where one is known", () => {
  assert.equal(done(loading, 0), 20 / 60);
  assert.equal(done(loading, 20), 40 / 60);
  assert.equal(done({ ...loading, left: null }, 0), null);
  assert.equal(done({ ...loading, left: null, share: 0.5 }, 0), 2.5 / 5);
  assert.ok((done(loading, 1000) ?? 1) < 1, "it is not full before the run begins");
});

test("the progress of a run fits on one line", () => {
  assert.equal(brief(loading, 0, 40), "step 3 of 5: Converting");
  assert.equal(brief({ ...loading, steps: [] }, 0, 40), "Converting");
  assert.equal(brief(null, 12, 40), "12 of 40 tokens");
  assert.deepEqual([0.2, 9, 42, 200].map(span), ["1 s", "9 s", "40 s", "3 min"]);
  assert.match(since(new Date(2026, 0, 5, 14, 5).getTime(), new Date(2026, 0, 6)), /5.*, .*05/);
  assert.doesNotMatch(since(new Date(2026, 0, 5, 14, 5).getTime(), new Date(2026, 0, 5, 20)), /Jan/);
});
