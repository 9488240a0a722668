// What a lesson will want is asked for once, before its step comes.

import assert from "node:assert/strict";
import { test } from "node:test";
import { newEarly } from "../../explorer/stage/js/early.js";

test("what was asked for early is not asked for again, anything else each time", async () => {
  const asked = /** @type {string[]} */ ([]);
  Object.assign(globalThis, { document: { baseURI: "http://here/" }, fetch: async (/** @type {URL} */ url) => {
    asked.push(url.pathname);
    return { text: async () => `of ${url.pathname}` };
  } });
  const early = newEarly();
  early.soon("a");
  early.soon("a");
  assert.equal(await early.get("a"), "of /a");
  assert.equal(await early.get("b"), "of /b");
  assert.equal(await early.get("b"), "of /b");
  assert.deepEqual(asked, ["/a", "/b", "/b"]);
});

test("a question that failed is asked again when the answer is needed", async () => {
  let works = false;
  Object.assign(globalThis, { document: { baseURI: "http://here/" }, fetch: async () => {
    if (!works) throw new TypeError("gone");
    return { text: async () => "here" };
  } });
  const early = newEarly();
  early.soon("a");
  await assert.rejects(early.get("a"));
  works = true;
  assert.equal(await early.get("a"), "here");
});
