// The first view: the target alone races a run with drafts. Below it, every pass becomes a column while the race plays.
//
// `opening(root, message, stage)` draws it into an element. It needs no server and no Gradio, so the static site can
// also use it. explorer/features/opening.py makes the message; opening.css has the looks.

import { h, put, s, setText } from "../../stage/js/dom.js";
import { clip, quoted, visible } from "../../stage/js/format.js";
import { Clock, blocks, cameBy } from "./lane.js";
import { say } from "./page.js";

/** @import { Pass } from "./lane.js" */
/**
 * A row. `who` are the parts of its label, each with its model. Its result is the speed compared with the target alone,
 * ["1.8×", "as fast"]. `work` are the times of work between passes. A frame is [time, tokens, target passes, pieces of
 * text]; a piece is [text, "draft" | "target" | ""].
 * @typedef {[number, number, number, [string, string][]]} Frame
 * @typedef {{ who: [string, string][], about: string, alt: string, tokens: number, target_passes: number,
 *   seconds: number | null, result: [string, string] | null, total: number, passes: Pass[], work: [number, number][],
 *   frames: Frame[] }} Row
 * The guesses of a frame of the run with drafts: those that follow the accepted ones, with their outcomes, and the
 * number of all of them.
 * @typedef {[[string, "rejected" | "unused"][], number]} Guessed
 * @typedef {{ name: string, prompt: string, rows: Row[], total: number, seconds: number,
 *   lede: [string, string][], badge: { kind: string, name: string, about: string }, exact: string,
 *   sum: [string, string][], guessed: Guessed[], say: Record<string, string> }} Opening
 * The part of a stage's interface that is used here.
 * @typedef {{ goto: (at: { it: number, phase?: number }) => void,
 *   state: () => { name?: string, iterations?: number } }} Driver
 */

const WIDTH = 1000, HIGH = 24, GAP = 1.3;
const WORK = 2; // shorter work between two passes looks like the gap between them
const SIGNS = { accepted: "", rejected: "✕ ", unused: "○ " };
const FATES = /** @type {const} */ (["accepted", "rejected", "unused"]);
const MOST_GUESSES = 4; // that are shown in a column
const PROMPT = 80; // characters of the prompt before the texts
const ROOM = 0.85; // fraction of a track up to which there is room for a word after its end
// maximum number of seconds by which one frame moves on, because the page is still loading when the race begins
const MOST = 0.25;

/** Whether the visitor prefers no motion. */
const still = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

/** A text with marks for its line ends, because a row has two lines. @param {string} text */
const inLine = (text) => text.replace(/\n+/g, "↵ ");

/** One row of the race. @param {Row} row @param {Opening} message */
function newRow(row, { total, say: words, prompt }) {
  const x = (/** @type {number} */ time) => (WIDTH * time) / total;
  const between = row.work.filter(([from, to]) => x(to - from) > WORK);
  const track = s("svg", { viewBox: `0 0 ${WIDTH} ${HIGH}`, preserveAspectRatio: "none", "aria-hidden": "true" },
    ...blocks(row.passes, WIDTH / total, HIGH, GAP), s("path", { "data-of": "work", d: between.map(([from, to]) =>
      `M${x(from).toFixed(2)} ${0.72 * HIGH}H${(x(to) - GAP).toFixed(2)}V${HIGH}H${x(from).toFixed(2)}Z`).join("") }));
  const passes = row.frames.map(([, , , pieces]) => {
    const lead = /^ */.exec(pieces[0]?.[0] ?? "")?.[0] ?? ""; // spaces before a pass are not underlined
    const parts = pieces.map(([text, by], k) =>
      h("span", { "data-by": by }, inLine(k ? text : text.slice(lead.length))));
    return [h("span", { class: "op-lead" }, inLine(lead)), h("span", { class: "op-pass" }, ...parts)];
  });
  const text = h("div", { class: "op-text", tabindex: "0", role: "region", "aria-label": `Text: ${labelOf(row)}` },
    h("span", { class: "op-prompt" }, clip(prompt.replace(/\s+/g, " "), PROMPT)), " ",
    ...passes.flat());
  const end = h("span", { class: "op-end", "aria-hidden": "true" }, row.total < ROOM * total && words.finished);
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
    setText(noun, made === 1 ? words.once : words.passes);
    const written = over ? row.tokens : came ? row.frames[came - 1][1] : 0;
    const tokens = say(words.tokens, { tokens: written }), timed = row.seconds !== null;
    const seconds = Math.min(time, row.total).toFixed(total < 1 ? 3 : 2);
    setText(clock, timed ? say(words.seconds, { seconds }) : "");
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
 * The target passes as columns that appear while the race plays: the guesses, the pass, the target's own token, and
 * the number of tokens. The target alone has one column, which shows its last pass. The line below says what the last
 * pass did, and at the end how much time all of them saved.
 * @param {Opening} message
 */
function newColumns({ rows: [alone, run], guessed, sum, say: words }) {
  const word = (/** @type {string} */ text) => visible(text.trim() || text);
  const cell = (/** @type {string} */ text, /** @type {string} */ by, sign = "") =>
    h("span", { "data-by": by, title: word(text) }, sign, word(text));
  const drafted = (/** @type {Frame} */ [, , , pieces]) => pieces.filter(([, by]) => by === "draft");
  const own = (/** @type {Frame} */ [, , , pieces]) => pieces.filter(([, by]) => by !== "draft");
  /** @param {number} pass @param {HTMLElement[]} guesses @param {Frame} frame */
  const column = (pass, guesses, frame) => h("div", { class: "op-column" }, h("div", {}, ...guesses),
    h("i", {}, String(pass)), h("div", {}, ...own(frame).map(([text]) => cell(text, "target"))),
    h("strong", {}, String(frame[3].length)));
  const columns = run.frames.map((frame, place) => {
    const [missed, count] = guessed[place];
    const accepted = drafted(frame).slice(0, MOST_GUESSES);
    const others = count - accepted.length - missed.length;
    const cells = [...accepted.map(([text]) => cell(text, "accepted")),
      ...missed.map(([text, fate]) => cell(text, fate, SIGNS[fate]))];
    return column(place + 1, others ? [...cells, h("small", {}, `+ ${others}`)] : cells, frame);
  });
  const single = h("div", { class: "op-single" }), line = h("p", { "data-testid": "opening-line" });
  const region = { class: "op-columns", tabindex: "0", role: "region", "aria-label": labelOf(run) };
  const strip = h("div", region, ...columns);
  const keys = FATES.map((fate) => h("span", { "data-by": fate }, SIGNS[fate], words[fate]));
  const names = [words.guesses, words.reads, words.writes, words.sum].map((name) => h("span", {}, name));
  const root = h("div", { class: "op-why", "data-testid": "opening-why" }, h("b", {}, labelOf(alone)),
    h("div", { class: "op-fates" }, h("b", {}, labelOf(run)), ...keys), h("div", { class: "op-names" }, ...names),
    single, strip, line);
  const most = Math.max(...columns.map(({ firstChild }) => firstChild?.childNodes.length ?? 0));
  root.style.setProperty("--most", String(most));
  const result = h("span", { "data-testid": "opening-gain" },
    ...sum.map(([text, of]) => (of ? h("b", { "data-of": of }, text) : text)));
  let last = -1, lastAlone = -1;
  /** What a pass of the run with drafts did. @param {number} place */
  function happened(place) {
    const frame = run.frames[place], guesses = guessed[place][1], count = frame[3].length;
    const tokens = own(frame).map(([text]) => quoted(text)).join(" ");
    const what = { pass: place + 1, accepted: drafted(frame).length, guesses, own: tokens, count };
    return [guesses ? words.now : words.now_none, tokens && words.own, count === 1 ? words.adds_one : words.adds]
      .map((text) => say(text, what)).join("");
  }
  /** @param {number} time @param {boolean} over */
  function draw(time, over) {
    const came = cameBy(run.frames, time), pass = Math.max(1, cameBy(alone.frames, time));
    if (pass !== lastAlone) {
      const frame = alone.frames[pass - 1];
      put(single, column(pass, [h("small", {}, words.no_guess)], frame));
      lastAlone = pass;
    }
    const now = over ? columns.length + 1 : came;
    if (now === last) return;
    last = now;
    columns.forEach((each, place) => {
      each.classList.toggle("on", place < came);
      each.classList.toggle("now", !over && place === came - 1);
    });
    put(line, over ? result : came ? happened(came - 1) : "\u00a0");
    const at = columns[came - 1];
    strip.scrollLeft = over || !at ? 0 : at.offsetLeft + at.offsetWidth - strip.clientWidth;
  }
  return { root, draw };
}

/**
 * Draws the race into an element and plays it once. Its attribute `data-opening` says what is shown: "race", or "line"
 * while a visitor steps through the run, because the texts would give the round away.
 * @param {HTMLElement} root @param {Opening} message
 * @param {() => Driver | undefined} stage the stage that shows the run, as soon as there is one
 * @returns {() => void} removes it
 */
export function opening(root, message, stage) {
  const { say: words, name: run } = message, rows = message.rows.map((row) => newRow(row, message));
  const columns = newColumns(message);
  const clock = new Clock(draw, () => root.isConnected, MOST);
  const replay = h("button", { type: "button", class: "op-btn", "data-testid": "opening-play", onclick: again });
  const step = h("button", { type: "button", class: "op-btn op-main", "data-testid": "opening-step", onclick: through },
    words.step, h("span", { "aria-hidden": "true" }, " ▸"));
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
    columns.draw(time, time >= end);
    root.toggleAttribute("data-playing", playing > 0);
    const label = playing ? words.pause : time >= end || small ? words.replay : words.play;
    setText(replay, label);
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
        h("p", { class: "op-keys" }, ...keys.map((key) => h("span", {}, h("i", { "data-key": key }), words[key]))),
        h("div", { class: "op-acts" }, replay, step),
        h("figcaption", { class: "op-facts" },
          h("p", { class: "op-claim", "data-testid": "opening-claim" }, message.exact),
          h("p", {}, h("span", { class: "op-badge", "data-testid": "opening-badge", "data-kind": badge.kind },
            h("b", {}, badge.name), " ", badge.about))))),
    columns.root, h("h2", { class: "op-round" }, words.why));
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
