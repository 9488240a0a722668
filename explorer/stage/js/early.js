// Answers of the server that are asked for before they are needed: kept as text, as whoever reads one may change it.

export function newEarly() {
  const asked = /** @type {Map<string, Promise<string>>} */ (new Map());
  const ask = async (/** @type {string} */ url) => (await fetch(new URL(url, document.baseURI))).text();
  return {
    /** What the address answers. @param {string} url */
    get: (url) => asked.get(url) ?? ask(url),
    /** Asks for what will be wanted, and does not change meanwhile. @param {string} url */
    soon(url) {
      if (asked.has(url)) return;
      const answer = ask(url);
      asked.set(url, answer);
      answer.catch(() => asked.delete(url)); // it is asked for again when it is needed
    },
    clear: () => asked.clear(),
  };
}
