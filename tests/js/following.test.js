// Controls that follow what is opened: what a person has chosen stays theirs, and a late answer is dropped.

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { exampled } from "../../explorer/ui/js/explore.js";
import { ask, back, fill, lost, mine, note, run } from "../../explorer/ui/js/following.js";
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

test("the page's own opening fills what nobody has touched", () => {
  const number = opened(FIRST);
  assert.deepEqual(answered(number, [[], ["gsd"], ["why?"], [10]], FIRST),
    [...SHOWN, undefined, "gsd", "why?", 10, undefined]);
  assert.equal(mine().stage, number);
});

test("from one trace to the next everything goes along", () => {
  answered(opened(FIRST), [[], ["gsd"], [], [10]], FIRST);
  const now = ["pair", "gsd", "prompt", 10];
  assert.deepEqual(answered(opened(now), [[], ["gsd"], [], [7]], now),
    [...SHOWN, undefined, undefined, undefined, 7, undefined]);
});

test("what was changed before the answer came stays, and a method that was chosen keeps its settings", () => {
  const number = opened(FIRST), now = ["pair", "dsbd", "half a que", 3];
  assert.deepEqual(answered(number, [[], ["gsd"], ["why?"], [10]], now),
    [...SHOWN, undefined, undefined, undefined, undefined, undefined]);
});

test("what a trace replaced of one's own can be put back", () => {
  opened(FIRST); // the page's own, never answered
  mine().notes.clear();
  const own = ["pair", "spd", "my question", 1], number = opened(own);
  assert.deepEqual(answered(number, [[], [], ["why?"], []], own),
    [...SHOWN, undefined, undefined, "why?", undefined, visible]);
  assert.deepEqual(back({}, "pair", "spd", "why?", 1), [undefined, undefined, "my question", undefined,
    { ...visible, visible: false }]);
});

test("an answer to what is no longer wanted is dropped", () => {
  const early = opened(FIRST), late = opened(FIRST);
  assert.equal(answered(early, [[], ["gsd"], [], []], FIRST), undefined);
  void run({ first: FIRST }, null);
  assert.equal(answered(late, [[], ["gsd"], [], []], FIRST), undefined);
  assert.equal(mine().stage, mine().ran);
});

test("a list of pairs that is only passed asks for nothing, and drops nothing", () => {
  const passing = (/** @type {unknown[]} */ now) => {
    note({ first: FIRST }, ...now);
    return ask({ trace: false, first: FIRST }, null, now[0], "written");
  };
  assert.deepEqual(passing(FIRST).slice(1), [null, "written"]);
  assert.deepEqual(passing(["other", "spd", "prompt", 1]).slice(1), ["other", "written"]);
  assert.deepEqual(passing(["other", "spd", "prompt", 1]).slice(1), [null, "written"]);
  assert.equal(mine().notes.size, 2, "what the other pair brings is still wanted");
});

test("what was written stays where a list beside it is only passed", () => {
  assert.equal(exampled({}, null), undefined);
  assert.deepEqual([taken({}, "pair"), taken({}, "pair", "written")], [[null], [null, "written"]]);
  Object.assign(globalThis, { window: { explorerChose: true } });
  assert.equal(exampled({}, "an example"), "an example");
  assert.deepEqual([taken({}, "pair"), taken({}, "pair", "written")], [["pair"], ["pair", "written"]]);
});

test("a pair's prompt drops no trace that is on its way", () => {
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
  assert.deepEqual(await running, [mine().ran, "other", "spd", "its prompt", 1]);
});

test("Run goes on as it is where the pair's answer fails or another pair takes its place", async () => {
  const now = ["other", "spd", "prompt", 1];
  for (const otherwise of [lost, () => opened(["third", "spd", "prompt", 1], false)]) {
    opened(now, false);
    const running = run({ first: FIRST }, null, ...now);
    otherwise();
    assert.deepEqual(await running, [mine().ran, ...now]);
  }
});
