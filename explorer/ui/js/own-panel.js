// The panel of a run that is loading, and the line about a run that continues in the background.

import { h, put, setText } from "../../stage/js/dom.js";
import { done, elapsed, left } from "./own-words.js";

/** @import { Loading } from "./own-words.js" */
/** @typedef {{ title: string, pair: string, prompt: string }} About */

const MARKS = ["done", "now", "next"];

/**
 * The panel of a run that is loading: the run, its current step and the time. The time is counted in the browser, so it
 * also advances while the server is busy.
 * @param {Element} place @returns {{ show: (about: About, loading: Loading) => void, hide: () => void }}
 */
export function newPanel(place) {
  const title = h("h2"), prompt = h("q"), steps = h("ol"), doing = h("b", { role: "status" });
  const time = h("span", { class: "own-time" }), bar = h("progress", { max: "1", "aria-label": "Loading progress" });
  const panel = h("section", { class: "own-loading", "data-testid": "own-loading", hidden: true },
    h("p", { class: "own-kicker" }, "Your run is being prepared"), title, prompt, bar,
    h("p", { class: "own-doing" }, doing, time), steps);
  let timer = 0, at = 0, shown = /** @type {Loading | null} */ (null);
  place.append(panel);

  function tick() {
    if (!shown) return;
    const ago = (performance.now() - at) / 1000, part = done(shown, ago);
    if (part === null) bar.removeAttribute("value");
    else bar.value = part;
    setText(time, [elapsed(shown, ago), left(shown, ago)].filter(Boolean).join(" · "));
  }
  return {
    show(about, loading) {
      [shown, at] = [loading, performance.now()];
      setText(title, `${about.title} · ${about.pair}`);
      setText(prompt, about.prompt);
      const { step, steps: names } = loading;
      setText(doing, names.length && step ? `Step ${step} of ${names.length}: ${loading.doing}` : loading.doing);
      put(steps, ...names.map((name, i) => h("li", { "data-state": MARKS[Math.sign(i + 1 - step) + 1],
        "aria-current": i + 1 === step && "step" }, name)));
      panel.hidden = false;
      tick();
      timer ||= setInterval(tick, 500);
    },
    hide() {
      panel.hidden = true;
      shown = null;
      clearInterval(timer);
      timer = 0;
    },
  };
}

/**
 * The line about a run that is not on the stage.
 * @param {Element} place @returns {(text: string, button?: string, act?: () => void) => void} an empty text hides it
 */
export function newLine(place) {
  const message = h("span"), button = h("button", { type: "button", class: "own-button" });
  const line = h("p", { class: "own-line", "data-testid": "own-line", role: "status", hidden: true }, message, button);
  let acts = /** @type {(() => void) | undefined} */ (undefined);
  button.addEventListener("click", () => acts?.());
  place.append(line);
  return (text, name = "", act = undefined) => {
    line.hidden = !text;
    acts = act;
    if (text !== message.textContent) setText(message, text);
    button.hidden = !act;
    setText(button, name);
  };
}
