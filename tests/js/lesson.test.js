// Progress in lessons, and links to their steps.

import assert from "node:assert/strict";
import { test } from "node:test";
import {
  cardUrl, doneIn, leadsTo, lessonUrl, linkTo, lookAt, lookStyle, placed,
  readProgress, seenOf, tried, wanted, withAnswers, withSeen,
} from "../../explorer/stage/js/words/lesson.js";
import { curveOf, roomBy } from "../../explorer/stage/js/panels/speedup-chart.js";

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

test("of three answers one chooses until the right one, of two any answer ends the question", () => {
  const three = [{ right: false }, { right: true }, { right: false }], two = three.slice(0, 2);
  assert.deepEqual([[], [0], [1], [0, 1], [0, 2], [7]].map((given) => tried(three, given).over),
    [false, false, true, true, false, false]);
  assert.deepEqual([[], [0], [1]].map((given) => tried(two, given).over), [false, true, true]);
  assert.deepEqual(tried(three, [9, 2]).given, [2]); // an answer that the lesson no longer has
});

test("a step of an earlier lesson leads to one of now", () => {
  const moved = [{ slug: "a", step: 3 }, { slug: "b", step: 1 }];
  assert.deepEqual([1, 2, 3, 0].map((step) => leadsTo(moved, step)),
    [moved[0], moved[1], { slug: "a", step: 1 }, { slug: "a", step: 1 }]);
});

test("a hint says in words where to look", () => {
  const light = (/** @type {string} */ label) => ({ name: "", label, selector: "" });
  assert.equal(lookAt([light("“a”"), light("the curve"), light("“a”")]), "Look at: “a”, the curve.");
  assert.equal(lookAt([]), "");
});

test("the curve of the chart is the formula, with its price of checking", () => {
  const idle = { alpha: 0.8, c: 0.05, batch: 1, idle: 160 };
  assert.equal(curveOf(idle)[3].toFixed(2), "2.80");
  assert.equal(curveOf({ ...idle, batch: 128 })[3].toFixed(2), "0.80");
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
  assert.equal(cardUrl("beams"), "explorer/lesson/beams/card.html");
});

test("a text of the chart is where the curve does not cross it", () => {
  const curve = curveOf({ alpha: 0.5, c: 0.1, batch: 1, idle: 160 });
  const y = (/** @type {number} */ value) => 200 - 90 * value;
  const line = y(1), [below, above] = [[410, line + 17], [410, line - 7]];
  assert.deepEqual(roomBy(curve, y)(216, [below, above]), above, "at the end the curve is below the line");
  assert.deepEqual(roomBy(curve.map(() => 1.8), y)(216, [below, above]), below);
  assert.deepEqual(roomBy(curve.map(() => 1), y)(216, [[410, line]]), [410, line], "the first place if none is free");
});

test("the inspector shows the parts that a step speaks of, and nothing if it speaks of none", () => {
  assert.equal(lookStyle([]), ".teaching .st-why { display: none; }");
  const style = lookStyle(["#a", ".b"].map((selector) => ({ name: "", label: "", selector })));
  assert.match(style, /:not\(:is\(#a, \.b\), :is\(#a, \.b\) \*, :has\(#a, \.b\)\)/);
});
