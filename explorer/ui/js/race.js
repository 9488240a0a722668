// The race: runs on one clock. Text and passes as they came; play, pause, restart, scrub, speed.

import { h, put, s, setText } from "../../stage/js/dom.js";
import { named } from "./compare.js";
import { copyLink, holders, say } from "./page.js";

/**
 * What runs/race.py makes of a run; a frame is [at, tokens, target passes, characters kept, characters added].
 * @typedef {[number, number, number, number, string]} Frame
 * @typedef {{ name: string, title: string, settings: string, total: number, speed: string,
 *   passes: ["draft" | "target", number, number][], frames: Frame[] }} Track
 * @typedef {{ tracks: Track[], say: Record<string, string>, sentence: string }} Race
 */

const SPEEDS = [0.1, 0.25, 0.5, 1, 2, 4], WIDTH = 1000, STEPS = 1000;
const SLOW = 4; // seconds that a race of a toy pair, over in milliseconds, is stretched to

/** How many frames have come by a time. @param {Frame[]} frames @param {number} time */
export function cameBy(frames, time) {
  let low = 0, high = frames.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (frames[middle][0] <= time) low = middle + 1; else high = middle;
  }
  return low;
}

/** The text after each frame. @param {Frame[]} frames */
export function textsOf(frames) {
  const texts = [""];
  for (const [, , , kept, added] of frames) texts.push(texts[texts.length - 1].slice(0, kept) + added);
  return texts;
}

/** A race asks for its runs when it is first seen, and when others have run. @param {HTMLElement} element */
export function race(element) {
  const root = /** @type {HTMLElement} */ (element.querySelector("[data-race]"));
  let clock = 0, end = 0, speed = 1, playing = 0, last = 0, asked = "";
  let lanes = /** @type {{ draw: (time: number) => void }[]} */ ([]), known = /** @type {Race | null} */ (null);
  const play = h("button", { type: "button", class: "lt-btn", "data-testid": "race-play", onclick: toggle });
  const restart = h("button", { type: "button", class: "lt-btn", "data-testid": "race-restart", onclick: () => {
    clock = 0;
    if (!playing) toggle();
  } });
  const scrub = h("input", { type: "range", id: "race-clock", min: 0, max: STEPS, value: 0, step: 1,
    "data-testid": "race-clock", oninput: () => { clock = (Number(scrub.value) / STEPS) * end; stop(); } });
  const pace = h("select", { id: "race-speed", "data-testid": "race-speed", onchange: () => {
    speed = Number(pace.value);
  } });
  const told = h("p", { class: "lt-big race-end", role: "status", "data-testid": "race-end" });
  const now = h("output", { for: "race-clock" }), copied = h("p", { role: "status", class: "race-copied" });

  function stop() {
    cancelAnimationFrame(playing);
    playing = 0;
    draw();
  }
  function toggle() {
    if (playing) return stop();
    if (clock >= end) clock = 0;
    last = performance.now();
    playing = requestAnimationFrame(tick);
    draw();
  }
  /** @param {number} time */
  function tick(time) {
    if (!element.isConnected) return;
    clock = Math.min(end, clock + Math.max(0, ((time - last) / 1000) * speed));
    last = time;
    if (clock >= end) return stop();
    draw();
    playing = requestAnimationFrame(tick);
  }
  function draw() {
    if (!known) return;
    for (const lane of lanes) lane.draw(clock);
    scrub.value = String(end ? Math.round((clock / end) * STEPS) : 0);
    const shown = `${seconds(clock)} s`;
    setText(now, shown);
    scrub.ariaValueText = shown;
    setText(play, known.say[playing ? "pause" : clock >= end ? "again" : "play"]);
    setText(told, clock >= end ? known.sentence : "");
  }
  /** @param {number} value */
  const seconds = (value) => (end < 0.1 ? value.toFixed(4) : value.toFixed(2));

  /** @param {Track} track @param {Record<string, string>} words */
  function newLane(track, words) {
    const texts = textsOf(track.frames), text = h("span"), counts = h("span", { class: "race-counts" });
    const cursor = s("rect", { class: "race-now", x: 0, y: 0, width: 3, height: 20 });
    const later = s("rect", { class: "race-later", x: 0, y: 0, width: WIDTH, height: 20 });
    const strip = s("svg", { class: "race-strip", viewBox: `0 0 ${WIDTH} 20`, preserveAspectRatio: "none",
      "aria-hidden": "true" }, ...["draft", "target"].map((model) => s("path", { "data-of": model,
      d: track.passes.filter((one) => one[0] === model).map(([, from, to]) =>
        `M${x(from)} 2H${x(to)}V18H${x(from)}Z`).join("") })), later, cursor);
    const box = h("div", { class: "race-text", tabindex: "0", role: "region", "aria-label": track.title },
      h("span", { "aria-hidden": "true", class: "race-room" }, texts[texts.length - 1] || " "), text);
    let shown = -1;
    /** @param {number} time */
    function x(time) { return +((WIDTH * time) / end).toFixed(2); }
    /** @param {number} time */
    function show(time) {
      const came = cameBy(track.frames, time), over = time >= track.total;
      const at = x(Math.min(time, track.total));
      cursor.setAttribute("x", String(Math.min(at, WIDTH - 3)));
      later.setAttribute("x", String(at));
      later.setAttribute("width", String(Math.max(0, WIDTH - at)));
      if (came === shown && !over) return;
      shown = came;
      setText(text, texts[came]);
      box.scrollTop = text.offsetHeight - box.clientHeight;
      const [, tokens, passes] = came ? track.frames[came - 1] : [0, 0, 0];
      const done = over ? [say(words.done, { seconds: seconds(track.total) }), track.speed] : [];
      setText(counts, [say(words.lane, { tokens, passes }), ...done].filter(Boolean).join(" · "));
      root_.toggleAttribute("data-done", over);
    }
    const root_ = h("section", { class: "race-lane", "data-testid": "race-lane", "data-run": track.name },
      h("h2", {}, track.title, " ", h("small", {}, track.settings)), counts, strip, box);
    return { root: root_, draw: show };
  }

  /** Opens it at its end, where the sentence is: who wants to see it happen plays it. @param {Race} made */
  function open(made) {
    cancelAnimationFrame(playing);
    playing = 0;
    known = made;
    const words = made.say;
    end = Math.max(...made.tracks.map((track) => track.total));
    clock = end;
    const built = made.tracks.map((track) => newLane(track, words));
    lanes = built;
    speed = end < SLOW / 10 ? end / SLOW : 1;
    put(pace, ...SPEEDS.map((times) => h("option", { value: times * speed, selected: times === 1 }, `${times}×`)));
    setText(restart, words.restart);
    const link = comparison() !== "" && h("button", { type: "button", class: "lt-btn", "data-testid": "race-link",
      onclick: () => copyLink(location.href, words.copied, (text) => setText(copied, text)) }, words.link);
    put(root, told, h("div", { class: "lt-tools" }, play, restart, link,
      h("label", { class: "race-clock", for: "race-clock" }, `${words.clock} `, now, scrub),
      h("label", {}, `${words.speed} `, pace)),
    h("div", { class: "race-lanes" }, ...built.map((lane) => lane.root)),
    h("p", { class: "race-keys" }, ...["target", "draft"].map((of) =>
      h("span", {}, h("i", { "data-of": of }), words[of])), words.intro), copied);
    draw();
  }

  /** Of the runs in the table, with the timings of the comparison if that is kept. */
  async function ask() {
    const kept = comparison(), wanted = kept ? `comparison=${encodeURIComponent(kept)}`
      : `runs=${encodeURIComponent(rows().join(","))}`;
    if (wanted === asked) return;
    asked = wanted;
    try {
      const answer = await fetch(`explorer/race?${wanted}`);
      const made = answer.ok ? await answer.json() : await answer.text();
      if (asked !== wanted) return; // others have run meanwhile
      if (answer.ok) open(made);
      else refuse(made);
    } catch {
      if (asked !== wanted) return;
      asked = ""; // the same runs may be asked for again
      refuse(root.dataset.race || "");
    }
  }

  /** No race, and why: that of other runs does not stay. @param {string} why */
  function refuse(why) {
    known = null;
    stop();
    put(root, h("p", { role: "alert" }, why));
  }

  /** Nothing: other runs are on their way. */
  function clear() {
    known = null;
    asked = "";
    stop();
    put(root);
  }

  const comparison = () => /** @type {HTMLElement | null} */ (
    document.querySelector("#compare-table [data-comparison]"))?.dataset.comparison ?? "";
  const rows = () => /** @type {string[]} */ ([...document.querySelectorAll("#compare-table tr[data-run]")].map((row) =>
    /** @type {HTMLElement} */ (row).dataset.run));
  document.addEventListener("race:begun", () => { if (element.isConnected) clear(); });
  document.addEventListener("race:runs", () => { if (element.isConnected && rows().length > 1) void ask(); });
  const seen = new IntersectionObserver((entries) => {
    if (!entries.some((one) => one.isIntersecting)) return;
    seen.disconnect();
    if (named()) return; // the comparison of the address is on its way: `race:runs` follows
    void ask();
    rows().forEach((name, place) => {
      const stage = holders("#compare .slot")[place]?.stage;
      if (stage && !stage.state().name) stage.receive({ type: "fetch", url: `explorer/open/${name}`, at: { it: 1 } });
    });
  });
  seen.observe(element);
}
