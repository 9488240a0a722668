// The first view: the target alone races a run with drafts. Below it, one pass of each row shows why decoding with
// drafts needs fewer passes.
//
// `opening(root, message, stage)` draws it into an element. It needs no server and no Gradio, so the static site can
// also use it. explorer/features/opening.py makes the message; opening.css has the looks.

import { h, put, s, setText } from "../../stage/js/dom.js";
import { clip } from "../../stage/js/format.js";
import { Clock, blocks, cameBy } from "./lane.js";

/** @import { Pass } from "./lane.js" */
/**
 * A row. `who` are the parts of its label, each with its model. Its result is the speed compared with the target alone,
 * ["1.8×", "as fast"]. `work` are the times of work between passes. A frame is [time, tokens, target passes, pieces of
 * text]; a piece is [text, "draft" | "target" | ""].
 * @typedef {[number, number, number, [string, string][]]} Frame
 * @typedef {{ who: [string, string][], about: string, alt: string, tokens: number, target_passes: number,
 *   seconds: number | null, result: [string, string] | null, total: number, passes: Pass[], work: [number, number][],
 *   frames: Frame[] }} Row
 * A pass of each row: the place of its frame, what it added, the guesses of the run with drafts and their outcomes,
 * how many others there were, and what is said below.
 * @typedef {{ at: number, adds: string[], guesses: [string, "accepted" | "rejected" | "unused"][], others: string,
 *   says: string }} Example
 * @typedef {{ name: string, prompt: string, rows: Row[], total: number, seconds: number,
 *   lede: [string, string][], badge: { kind: string, name: string, about: string }, exact: string, gain: string,
 *   example: Example, say: Record<string, string> }} Opening
 * The part of a stage's interface that is used here.
 * @typedef {{ goto: (at: { it: number, phase?: number }) => void,
 *   state: () => { name?: string, iterations?: number } }} Driver
 */

const WIDTH = 1000, HIGH = 24, GAP = 1.3;
const WORK = 2; // shorter work between two passes looks like the gap between them
const SIGNS = { accepted: "●", rejected: "✕", unused: "○" };
const PROMPT = 80; // characters of the prompt before the texts
const ROOM = 0.85; // fraction of a track up to which there is room for a word after its end
// maximum number of seconds by which one frame moves on, because the page is still loading when the race begins
const MOST = 0.25;

/** Whether the visitor prefers no motion. */
const still = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

/** A text with marks for its line ends, because a row has two lines. @param {string} text */
const inLine = (text) => text.replace(/\n+/g, "↵ ");

/** One row of the race. @param {Row} row @param {Opening} message */
function newRow(row, { total, say, prompt }) {
  const x = (/** @type {number} */ time) => (WIDTH * time) / total;
  const between = row.work.filter(([from, to]) => x(to - from) > WORK);
  const track = s("svg", { viewBox: `0 0 ${WIDTH} ${HIGH}`, preserveAspectRatio: "none", "aria-hidden": "true" },
    ...blocks(row.passes, WIDTH / total, HIGH, GAP), s("path", { "data-of": "work", d: between.map(([from, to]) =>
      `M${x(from).toFixed(2)} ${0.72 * HIGH}H${(x(to) - GAP).toFixed(2)}V${HIGH}H${x(from).toFixed(2)}Z`).join("") }));
  const passes = row.frames.map(([, , , pieces]) => {
    const lead = /^ */.exec(pieces[0]?.[0] ?? "")?.[0] ?? ""; // spaces before a pass are not underlined
    const words = pieces.map(([text, by], k) =>
      h("span", { "data-by": by }, inLine(k ? text : text.slice(lead.length))));
    return [h("span", { class: "op-lead" }, inLine(lead)), h("span", { class: "op-pass" }, ...words)];
  });
  const text = h("div", { class: "op-text", tabindex: "0", role: "region", "aria-label": `Text: ${labelOf(row)}` },
    h("span", { class: "op-prompt" }, clip(prompt.replace(/\s+/g, " "), PROMPT)), " ",
    ...passes.flat());
  const end = h("span", { class: "op-end", "aria-hidden": "true" }, row.total < ROOM * total && say.finished);
  end.style.left = `${(100 * row.total) / total}%`;
  const result = row.result && h("p", { class: "op-result", "data-testid": "opening-result" },
    h("b", {}, row.result[0]), " ", h("span", {}, row.result[1]));
  const count = h("b", {}, "0"), noun = h("span"), clock = h("span"), size = h("span", { class: "op-size" });
  const root = h("div", { class: "op-row", "data-testid": "opening-row" },
    h("div", { class: "op-who" }, h("span", {}, ...row.who.map(([part, of]) => (of
      ? h("span", {}, h("i", { "data-of": of, "aria-hidden": "true" }), part) : part))), h("small", {}, row.about)),
    h("div", { class: "op-mid" }, h("div", { class: "op-track" }, track, end), text),
    h("div", { class: "op-count" }, count, " ", noun, h("small", {}, clock, size), result));
  let shown = 0;
  /** @param {number} time */
  function draw(time) {
    const came = cameBy(row.frames, time), over = time >= row.total;
    track.style.clipPath = over ? "" : `inset(0 ${(100 - (100 * time) / total).toFixed(2)}% 0 0)`;
    for (; shown < came; shown++) for (const part of passes[shown]) part.classList.add("on");
    while (shown > came) for (const part of passes[--shown]) part.classList.remove("on");
    const made = came ? row.frames[came - 1][2] : 0;
    setText(count, String(made));
    setText(noun, made === 1 ? say.once : say.passes);
    const written = over ? row.tokens : came ? row.frames[came - 1][1] : 0;
    const tokens = say.tokens.replace("{tokens}", String(written)), timed = row.seconds !== null;
    setText(clock, timed ? say.seconds.replace("{seconds}", Math.min(time, row.total).toFixed(total < 1 ? 3 : 2)) : "");
    setText(size, `${timed ? " · " : ""}${tokens}`);
    root.toggleAttribute("data-done", over);
    const last = passes[came - 1]?.[1];
    text.scrollTop = over || !last ? 0 : last.offsetTop + last.offsetHeight - text.clientHeight;
  }
  return { root, draw };
}

/** The label of a row. @param {Row} row */
const labelOf = (row) => row.who.map(([part]) => part).join("");

/**
 * One target pass of each row. It must make clear at once why drafts need fewer passes: the same pass writes one token
 * alone, and accepts some of its guesses if there are any. It stays until the reader asks for the first round.
 * @param {Opening} message
 */
function newExample({ rows, example, say }) {
  const { at, adds, guesses, others, says } = example;
  const cell = (/** @type {string} */ text, /** @type {string} */ by, /** @type {string} */ about) =>
    h("span", { "data-by": by }, h("span", {}, text), h("small", {}, about));
  const word = (/** @type {string} */ text) => inLine(text.trim() || text);
  const lanes = rows.map((row, place) => h("section", {}, h("b", {}, labelOf(row)),
    h("div", {}, ...place ? [...guesses.map(([text, fate]) => cell(`${SIGNS[fate]} ${word(text)}`, fate, say[fate])),
      others && h("em", {}, others)] : [say.no_guess]),
    h("i", {}, say.one_pass),
    h("div", {}, ...row.frames[at][3].map(([text, by]) =>
      cell(word(text), by, by === "draft" ? say.draft : say.target))),
    h("strong", {}, adds[place])));
  return h("div", { class: "op-why", "data-testid": "opening-why" },
    h("section", {}, h("b"), ...[say.guesses, say.reads, say.writes].map((name) => h("span", {}, name)), h("strong")),
    ...lanes, h("p", {}, says));
}

/**
 * Draws the race into an element and plays it once. Its attribute `data-opening` says what is shown: "race", or "line"
 * while a visitor steps through the run, because the texts would give the round away.
 * @param {HTMLElement} root @param {Opening} message
 * @param {() => Driver | undefined} stage the stage that shows the run, as soon as there is one
 * @returns {() => void} removes it
 */
export function opening(root, message, stage) {
  const { say, name: run } = message, rows = message.rows.map((row) => newRow(row, message));
  const clock = new Clock(draw, () => root.isConnected, MOST);
  const replay = h("button", { type: "button", class: "op-btn", "data-testid": "opening-play", onclick: again });
  const step = h("button", { type: "button", class: "op-btn op-main", "data-testid": "opening-step", onclick: through },
    say.step, h("span", { "aria-hidden": "true" }, " ▸"));
  const { badge } = message, works = message.rows.some(({ work }) => work.length);
  const keys = ["guess", "pass", ...works ? ["work"] : [], "draft", "target"];
  const alt = message.rows.map((row) => row.alt).join(" ");

  /** Shows the race or one line of it. @param {"race" | "line"} look */
  function show(look) {
    root.dataset.opening = look;
    draw();
  }
  function draw() {
    const { time, end, playing } = clock, small = root.dataset.opening === "line";
    for (const row of rows) row.draw(time);
    root.toggleAttribute("data-playing", playing > 0);
    const words = playing ? say.pause : time >= end || small ? say.replay : say.play;
    setText(replay, words);
    replay.hidden = !small && still(); // there is nothing to play
  }
  function play() {
    if (still()) return;
    if (!clock.playing) clock.toggle();
  }
  /** Plays, pauses, or brings the race back. */
  function again() {
    if (root.dataset.opening === "race") return clock.toggle();
    clock.time = still() ? clock.end : 0;
    show("race");
    stage()?.goto({ it: 1, phase: 1 });
    play();
  }
  /** Rewinds the stage to the first step of the run. */
  function through() {
    clock.time = clock.end;
    clock.stop();
    show("line");
    stage()?.goto({ it: 1, phase: 1 });
    scrollTo({ top: 0 });
    const next = document.querySelector("[data-testid='next-phase']");
    if (next instanceof HTMLElement) next.focus({ preventScroll: true });
  }
  /** Shows the line as soon as the visitor has left the first step. @param {Event} event */
  function stepped(event) {
    const { name, it, phase } = /** @type {CustomEvent<{ name: string, it: number, phase: number }>} */ (event).detail;
    if (root.dataset.opening !== "race" || name !== run || (it === 1 && phase === 1)) return;
    clock.time = clock.end;
    clock.stop();
    show("line");
  }

  put(root,
    h("p", { class: "op-lede" }, ...message.lede.map(([text, of]) => (of ? h("b", { "data-of": of }, text) : text))),
    h("figure", { class: "op-race", "data-testid": "opening", "aria-label": alt },
      h("div", { class: "op-rows" }, ...rows.map((row) => row.root)),
      h("div", { class: "op-foot" },
        h("p", { class: "op-keys" }, ...keys.map((key) => h("span", {}, h("i", { "data-key": key }), say[key]))),
        h("div", { class: "op-acts" }, replay, step),
        h("figcaption", { class: "op-facts" },
          h("p", { class: "op-claim", "data-testid": "opening-claim" }, message.exact),
          h("p", {}, h("span", { class: "op-badge", "data-testid": "opening-badge", "data-kind": badge.kind },
            h("b", {}, badge.name), " ", badge.about), " ",
          h("span", { class: "op-gain", "data-testid": "opening-gain" }, message.gain))))),
    newExample(message), h("h2", { class: "op-round" }, say.why));
  clock.open(message.total, message.total / message.seconds);
  if (!still()) clock.time = 0;
  show("race");
  play();
  document.addEventListener("stage:step", stepped);
  return () => {
    document.removeEventListener("stage:step", stepped);
    clock.stop();
    put(root);
    delete root.dataset.opening;
  };
}
