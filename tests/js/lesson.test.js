// Progress in lessons, and links to their steps.

import assert from "node:assert/strict";
import { test } from "node:test";
import {
  doneIn, lessonUrl, linkTo, placed, readProgress, seenOf, tried, wanted, withAnswers, withSeen,
} from "../../explorer/stage/js/lesson.js";

const card = { slug: "energy", title: "", summary: "", minutes: 5, steps: 3 };

test("stored progress is read back, and invalid parts are ignored", () => {
  const progress = withAnswers(withSeen({}, "energy", 1), "energy", 1, [2, 0]);
  assert.deepEqual(readProgress(JSON.stringify(progress)), progress);
  for (const text of [null, "", "{", "7", "null", "[1]", "\"x\""])
    assert.deepEqual(doneIn(readProgress(text), "energy"), { seen: [], answers: {} });
  assert.deepEqual(readProgress("{\"energy\": {\"seen\": [1, \"2\", -1, null], \"answers\": {\"0\": \"x\"}}}"),
    { energy: { seen: [1], answers: { 0: [] } } });
  assert.deepEqual(readProgress("{\"energy\": null}").energy, { seen: [], answers: {} });
});

test("a step is seen once, and those that a lesson no longer has do not count", () => {
  const once = withSeen({}, "energy", 0), twice = withSeen(once, "energy", 0);
  assert.equal(once, twice);
  assert.equal(seenOf(withSeen(once, "energy", 7), card), 1);
  assert.equal(seenOf({}, card), 0);
  assert.deepEqual(doneIn({}, "constructor"), { seen: [], answers: {} });
});

test("answers to other steps stay", () => {
  const progress = withAnswers(withAnswers({}, "energy", 1, [0]), "energy", 2, [1]);
  assert.deepEqual(progress.energy.answers, { 1: [0], 2: [1] });
  assert.deepEqual(withAnswers(progress, "energy", 1, []).energy.answers, { 1: [], 2: [1] });
});

test("a question is over after a right answer or two wrong ones, and gives nothing away before", () => {
  const answers = [{ right: false }, { right: true }, { right: false }];
  assert.deepEqual([[], [0], [1], [0, 1], [0, 2], [7]].map((given) => tried(answers, given).over),
    [false, false, true, true, true, false]);
  assert.deepEqual(tried(answers, [9, 2]).given, [2]); // an answer that the lesson no longer has
});

test("a step in an address is limited to the lesson's steps", () => {
  assert.deepEqual([1, "2", 3, 99, 0, -4, "x", null, 2.9].map((step) => placed(step, 3)), [0, 1, 2, 2, 0, 0, 0, 0, 1]);
});

test("a link leads to one step and says nothing else", () => {
  const link = linkTo("https://a.b/c/?trace=spd&it=3#x", "energy", 2);
  assert.equal(link, "https://a.b/c/?lesson=energy&step=3");
  assert.deepEqual(wanted(new URL(link).search), { slug: "energy", step: 3 });
  assert.equal(wanted("?trace=spd"), null);
  assert.equal(lessonUrl("../x"), "explorer/lesson/..%2Fx");
});
