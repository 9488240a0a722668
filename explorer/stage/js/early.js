// Prefetched answers of the server. They are stored as text, because callers may change the parsed objects.

/** A store of prefetched answers by address. */
export function newEarly() {
  const asked = /** @type {Map<string, Promise<string>>} */ (new Map());
  const ask = async (/** @type {string} */ url) => (await fetch(new URL(url, document.baseURI))).text();
  return {
    /** The answer of an address, prefetched or fetched now. @param {string} url */
    get: (url) => asked.get(url) ?? ask(url),
    /** Prefetches an answer that will be needed and does not change. @param {string} url */
    soon(url) {
      if (asked.has(url)) return;
      const answer = ask(url);
      asked.set(url, answer);
      answer.catch(() => asked.delete(url)); // `get` fetches it again
    },
    clear: () => asked.clear(),
  };
}
