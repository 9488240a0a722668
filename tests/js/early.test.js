// Prefetched answers.

import assert from "node:assert/strict";
import { test } from "node:test";
import { newEarly } from "../../explorer/stage/js/early.js";

test("a prefetched answer is not fetched again, any other is fetched each time", async () => {
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

test("a failed prefetch is repeated when the answer is needed", async () => {
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
