// Controls that follow the opened run: a reader's choices stay, and late answers are ignored.

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import * as compare from "../../explorer/ui/js/compare.js";
import { exampled } from "../../explorer/ui/js/explore.js";
import { ask, back, chosen, fill, lost, mine, note, run, settle } from "../../explorer/ui/js/following.js";
import { taken } from "../../explorer/ui/js/page.js";

const FIRST = ["pair", "spd", "prompt", 1], SETTINGS = { settings: 3 }; // the last control is a setting's
const SHOWN = ["a message for the stage"];

beforeEach(() => Object.assign(globalThis, { window: {} }));

/** Something is asked for while the controls hold `now`; returns its number. @param {unknown[]} now */
function opened(now, trace = true) {
  note({ first: FIRST }, ...now);
  return ask({ trace, first: FIRST }, null)[0];
}
/** @param {unknown} number @param {unknown[][]} wanted @param {unknown[]} now */
const answered = (number, wanted, now) => fill(SETTINGS, JSON.stringify([number, SHOWN, wanted]), ...now);
const visible = { __type__: "update", visible: true };

test("the first answer fills in the controls that nobody has changed", () => {
  const number = opened(FIRST);
  assert.deepEqual(answered(number, [[], ["gsd"], ["why?"], [10]], FIRST),
    [...SHOWN, undefined, "gsd", "why?", 10, undefined]);
  assert.equal(mine().stage, number);
});

test("opening another trace replaces all controls", () => {
  answered(opened(FIRST), [[], ["gsd"], [], [10]], FIRST);
  const now = ["pair", "gsd", "prompt", 10];
  assert.deepEqual(answered(opened(now), [[], ["gsd"], [], [7]], now),
    [...SHOWN, undefined, undefined, undefined, 7, undefined]);
});

test("a change made before the answer came stays, and a chosen method keeps its settings", () => {
  const number = opened(FIRST), now = ["pair", "dsbd", "half a que", 3];
  assert.deepEqual(answered(number, [[], ["gsd"], ["why?"], [10]], now),
    [...SHOWN, undefined, undefined, undefined, undefined, undefined]);
});

test("values that a trace replaced can be restored", () => {
  opened(FIRST); // the page's own, never answered
  mine().notes.clear();
  const own = ["pair", "spd", "my question", 1], number = opened(own);
  assert.deepEqual(answered(number, [[], [], ["why?"], []], own),
    [...SHOWN, undefined, undefined, "why?", undefined, visible]);
  assert.deepEqual(back({}, "pair", "spd", "why?", 1), [undefined, undefined, "my question", undefined,
    { ...visible, visible: false }]);
});

test("an outdated answer is ignored", () => {
  const early = opened(FIRST), late = opened(FIRST);
  assert.equal(answered(early, [[], ["gsd"], [], []], FIRST), undefined);
  void run({ first: FIRST }, null);
  assert.equal(answered(late, [[], ["gsd"], [], []], FIRST), undefined);
  assert.equal(mine().stage, mine().asked);
});

test("passing the list of pairs with Tab requests nothing and drops nothing", () => {
  const passing = (/** @type {unknown[]} */ now) => {
    note({ first: FIRST }, ...now);
    return ask({ trace: false, first: FIRST }, null, now[0], "written");
  };
  assert.deepEqual(passing(FIRST).slice(1), [null, "written"]);
  assert.deepEqual(passing(["other", "spd", "prompt", 1]).slice(1), ["other", "written"]);
  assert.deepEqual(passing(["other", "spd", "prompt", 1]).slice(1), [null, "written"]);
  assert.equal(mine().notes.size, 2, "what the other pair brings is still wanted");
});

test("typed text stays when a list is only passed with Tab", () => {
  assert.equal(exampled({}, null), undefined);
  const passing = () => [taken({ list: "a" }, "pair"), taken({ list: "b" }, "pair", "written")];
  assert.deepEqual(passing(), [[null], [null, "written"]]);
  Object.assign(globalThis, { window: { explorerChose: true, explorerChoices: 1 } });
  assert.equal(exampled({}, "an example"), "an example");
  assert.deepEqual(passing(), [["pair"], ["pair", "written"]]);
});

test("a chosen option is passed on once, however often Gradio reports it", () => {
  Object.assign(globalThis, { window: { explorerChose: true, explorerChoices: 1 } });
  assert.deepEqual([taken({ list: "a" }, "gsd"), taken({ list: "a" }, "gsd", "written")], [["gsd"], [null, "written"]]);
  Object.assign(window, { explorerChoices: 2 });
  assert.deepEqual([taken({ list: "a" }, "gsd"), taken({ list: "a" }, "gsd")], [["gsd"], [null]], "taken once more");
});

test("Compare takes the prompt of the chosen pair, but not over text typed meanwhile", () => {
  const answer = JSON.stringify(["toy", "an example", "h"]);
  assert.equal(compare.brought({}, answer, "toy", "an example"), "h");
  assert.equal(compare.brought({}, answer, "toy", "typed since"), "typed since");
  assert.equal(compare.brought({}, answer, "another", "an example"), undefined);
  assert.equal(compare.brought({}, "", "toy", "an example"), undefined);
});

test("a method's settings are filled in if it is still chosen and nothing was typed since", () => {
  const answer = JSON.stringify(["gsd", [[10], [0.1], []]]);
  Object.assign(globalThis, { window: { explorerChose: true, explorerChoices: 1 } });
  chosen({}, 3, 5, 6);
  assert.deepEqual(settle({}, answer, "gsd", 3, 5, 6), [10, 0.1, undefined]);
  chosen({}, 7, 5, 6); // Gradio tells of the choice once more
  assert.deepEqual(settle({}, answer, "gsd", 7, 5, 6), [undefined, 0.1, undefined], "what was typed stays");
  assert.deepEqual(settle({}, answer, "spd", 3, 5, 6), [undefined, undefined, undefined], "another was chosen since");
  assert.deepEqual(settle({}, "", "gsd", 3, 5, 6), [undefined, undefined, undefined]);
});

test("a pair's prompt does not cancel a trace that is loading", () => {
  const trace = opened(FIRST), pair = opened(["other", "spd", "prompt", 1], false);
  assert.deepEqual([...mine().notes.keys()], [trace, pair]);
  assert.notEqual(answered(pair, [[], [], ["its prompt"], []], ["other", "spd", "prompt", 1]), undefined);
  assert.notEqual(answered(trace, [["pair"], ["gsd"], [], []], ["other", "spd", "its prompt", 1]), undefined);
});

test("Run waits for the prompt of a pair that was chosen just before, and takes it", async () => {
  answered(opened(FIRST), [], FIRST);
  const now = ["other", "spd", "prompt", 1], number = opened(now, false);
  const running = run({ first: FIRST }, null, ...now);
  assert.notEqual(answered(number, [[], [], ["its prompt"], []], now), undefined);
  assert.deepEqual(await running, [mine().stage, "other", "spd", "its prompt", 1]);
});

test("Run starts unchanged if the pair's answer fails or another pair is chosen", async () => {
  const now = ["other", "spd", "prompt", 1];
  for (const otherwise of [lost, () => opened(["third", "spd", "prompt", 1], false)]) {
    opened(now, false);
    const running = run({ first: FIRST }, null, ...now);
    otherwise();
    assert.deepEqual(await running, [mine().stage, ...now]);
  }
});
