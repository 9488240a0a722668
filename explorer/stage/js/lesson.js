// Lessons: a card that says one thing at a time, asks before it shows, and drives the stage.
// The texts come finished from Python (explorer/lessons); here they are placed, and what was answered is remembered.

import { h, put, setText } from "./dom.js";
import { plural } from "./format.js";

/** @import { Lesson, LessonAt, LessonCard, LessonList, LessonQuestion, LessonStep, Piece } from "./types.d.ts" */
/**
 * What a reader has done in one lesson: the steps they have seen, and by step the answers they gave, in their order.
 * @typedef {{ seen: number[], answers: Record<string, number[]> }} Done
 * @typedef {Record<string, Done>} Progress by slug
 * What the card asks of the stage; `changed` with null: no lesson is open.
 * @typedef {{ goto: (trace: string, at: { it: number, phase: number, node: number | null }) => void,
 *   close: () => void, changed: (lesson: string | null, step: number) => void, soon: (traces: string[]) => void,
 *   shown: (open: boolean) => void }} On
 */

const KEPT = "lessons"; // in localStorage
const NEXT = "Next in the lesson"; // the stage has a button to its next step
const ONCE_MORE = "Not this one. Look at the picture and the numbers again, and try once more.";
const TAGS = /** @type {const} */ ({ em: "em", strong: "strong", code: "code" });
const LIST = "explorer/lessons";
export const lessonUrl = (/** @type {string} */ slug) => `explorer/lesson/${encodeURIComponent(slug)}`;

/**
 * Progress as it was kept; whatever else stands there counts for nothing.
 * @param {string | null} text @returns {Progress}
 */
export function readProgress(text) {
  const found = /** @type {Progress} */ ({});
  let kept;
  try { kept = JSON.parse(text || "{}"); } catch { return found; }
  const numbers = (/** @type {unknown} */ list) =>
    (Array.isArray(list) ? list.filter((each) => Number.isInteger(each) && each >= 0) : []);
  for (const [slug, done] of Object.entries(kept && typeof kept === "object" ? kept : {})) {
    const answers = Object.entries(done?.answers || {}).map(([step, given]) => [step, numbers(given)]);
    found[slug] = { seen: numbers(done?.seen), answers: Object.fromEntries(answers) };
  }
  return found;
}
/** What was done in a lesson. @param {Progress} progress @param {string} slug @returns {Done} */
export const doneIn = (progress, slug) => (Object.hasOwn(progress, slug) ? progress[slug] : { seen: [], answers: {} });
/** How many of a lesson's steps were seen. @param {Progress} progress @param {LessonCard} card */
export const seenOf = (progress, card) =>
  new Set(doneIn(progress, card.slug).seen.filter((step) => step < card.steps)).size;
/** The same progress with a step seen. @param {Progress} progress @param {string} slug @param {number} step from 0 */
export function withSeen(progress, slug, step) {
  const done = doneIn(progress, slug);
  return done.seen.includes(step) ? progress : { ...progress, [slug]: { ...done, seen: [...done.seen, step] } };
}
/**
 * The same with the answers given at a step.
 * @param {Progress} progress @param {string} slug @param {number} step from 0 @param {number[]} given
 */
export function withAnswers(progress, slug, step, given) {
  const done = doneIn(progress, slug);
  return { ...progress, [slug]: { ...done, answers: { ...done.answers, [step]: given } } };
}
/**
 * How far a question is: `over` once it was answered rightly, or wrongly twice. Only then the answer is shown.
 * @param {readonly { right: boolean }[]} answers @param {number[]} given in their order
 */
export function tried(answers, given) {
  const known = given.filter((k) => k < answers.length);
  return { given: known, over: known.length > 1 || known.some((k) => answers[k].right) };
}
/** A step counted from 1, brought into the lesson, counted from 0. @param {unknown} step @param {number} steps */
export const placed = (step, steps) => Math.min(steps - 1, Math.max(0, (Math.trunc(Number(step)) || 1) - 1));
/** The lesson and step that an address names, null if it names none. @param {string} search */
export function wanted(search) {
  const query = new URLSearchParams(search), slug = query.get("lesson");
  return slug ? { slug, step: Number(query.get("step")) || 1 } : null;
}
/**
 * A link to a step, without what the page's address says else.
 * @param {string} href @param {string} slug @param {number} step from 0
 */
export function linkTo(href, slug, step) {
  const url = new URL(href);
  url.search = url.hash = "";
  url.searchParams.set("lesson", slug);
  url.searchParams.set("step", String(step + 1));
  return url.href;
}

/** @param {Piece[]} pieces */
const told = (pieces) => pieces.map(({ text, style }) => (style === "plain" ? text : h(TAGS[style], {}, text)));

/** @param {On} on */
export function newLesson(on) {
  let lesson = /** @type {Lesson | null} */ (null), step = 0, asked = 0; // asked: the last thing that was fetched
  let progress = kept();
  const name = h("h2", { "data-testid": "lesson-title" }), count = h("span", { class: "st-quiet",
    "data-testid": "lesson-count" });
  const said = h("div", { class: "st-lesson-said", "data-testid": "lesson-text", "aria-live": "polite" });
  const quiz = h("div", { class: "st-lesson-quiz" }), list = h("ol", { class: "st-lesson-list",
    "data-testid": "lesson-list", hidden: true });
  const note = h("p", { class: "st-quiet", role: "status", "data-testid": "lesson-note" });
  /** @param {string} id @param {string} label @param {() => void} run @param {string} [title] */
  const button = (id, label, run, title) => h("button", { type: "button", class: "st-btn st-wide",
    "data-testid": `lesson-${id}`, title, onclick: run }, label);
  const back = button("back", "Back", () => turn(-1), "Page Up");
  const next = button("next", NEXT, () => turn(1), "Page Down");
  const all = button("all", "All lessons", () => void showList());
  const link = button("link", "Copy link", () => void copy(), "A link to this step");
  const again = button("show", "Back to this step’s picture", () => stand(), "The stage has been moved since");
  const shut = h("button", { type: "button", class: "st-btn", "data-testid": "lesson-close", title: "Close the lesson",
    "aria-label": "Close the lesson", onclick: () => close() }, "✕");
  all.setAttribute("aria-expanded", "false");
  const turns = h("div", { class: "st-lesson-turns" }, back, next), page = h("div", { class: "st-lesson-page" }, said,
    quiz);
  const root = h("section", { class: "st-card st-lesson", "data-testid": "lesson", "aria-label": "Lesson",
    hidden: true },
  h("header", { class: "st-lesson-head" }, h("div", {}, name, count), link, all, shut), again, page, list, turns, note);
  let away = false; // whether the stage has been moved away from where the step is

  /** Storage may be refused: then nothing is remembered, and all else works. */
  function kept() {
    try { return readProgress(localStorage.getItem(KEPT)); } catch { return {}; }
  }
  /** With what another tab of this browser has kept meanwhile; what could not be kept stays. */
  function latest() {
    const now = kept();
    return Object.keys(now).length ? now : progress;
  }
  /** @param {Progress} changed */
  function keep(changed) {
    progress = changed;
    try { localStorage.setItem(KEPT, JSON.stringify(progress)); } catch { /* as above */ }
  }

  /** @param {boolean} open */
  function unfold(open) {
    root.hidden = !open;
    on.shown(open);
    if (open) requestAnimationFrame(reach);
  }
  /** On a low or narrow page its beginning may lie below the picture, or above what is seen. */
  function reach() {
    const { top } = root.getBoundingClientRect();
    if (top < 0 || top > innerHeight - 160) root.scrollIntoView({ block: "start" });
  }
  /** @param {Lesson} opened @param {number} [at] the step, from 1 */
  function open(opened, at = 1) {
    asked += 1; // what is still being fetched is no longer wanted
    lesson = opened;
    unfold(true);
    listed(false);
    setText(name, opened.title);
    show(placed(at, opened.steps.length));
    on.soon(opened.steps.flatMap(({ at: first, question }) => [first.trace, question?.reveal?.trace ?? first.trace]));
  }
  /** Fetches a lesson and opens it. @param {string} url @param {number} [at] from 1 */
  async function load(url, at = 1) {
    const found = /** @type {Lesson | null} */ (await got(url, "Loading the lesson …", "steps"));
    if (found) return open(found, at);
    const mine = asked, why = note.textContent || "";
    if (!lesson && why) await showList();
    if (mine + 1 === asked && !list.hidden) setText(name, why); // what is wrong, and below it the lessons there are
  }
  /**
   * What a route answers, null where it is not what was wanted (the card then says so) or no longer wanted.
   * @param {string} url @param {string} waiting @param {string} field that the answer must have
   */
  async function got(url, waiting, field) {
    const mine = ++asked;
    unfold(true);
    setText(note, waiting);
    let found = null;
    try { found = await (await fetch(new URL(url, document.baseURI))).json(); } catch { /* told below */ }
    if (mine !== asked) return null;
    const good = found !== null && Array.isArray(found[field]);
    setText(note, good ? "" : found?.text || "This could not be loaded; reload the page to try again.");
    return good ? found : null;
  }

  /** @param {number} at from 0 */
  function show(at) {
    if (!lesson) return;
    step = at;
    away = false;
    const now = lesson.steps[step], last = lesson.steps.length - 1;
    keep(withSeen(latest(), lesson.slug, step));
    setText(count, `step ${step + 1} of ${last + 1}`);
    setText(note, "");
    put(said, h("h3", {}, now.title), ...now.paragraphs.map((pieces) => h("p", {}, ...told(pieces))));
    ask(now);
    again.hidden = true;
    back.disabled = step === 0;
    setText(next, step === last ? "Finish the lesson" : NEXT);
    root.dataset.step = String(step + 1);
    if (root.parentElement) root.parentElement.scrollTop = 0; // an answer before may have been scrolled to
    on.changed(lesson.slug, step + 1);
    stand();
  }
  /** @param {number} by */
  function turn(by) {
    if (!lesson) return;
    if (step + by === lesson.steps.length) return void showList();
    if (step + by >= 0) show(step + by);
  }
  /** Brings the stage to the step, or to what its question has revealed. */
  function stand() {
    const at = place();
    if (at) on.goto(at.trace, { it: at.it, phase: at.phase, node: at.node });
  }
  /** Where the stage belongs now. @returns {LessonAt | null} */
  function place() {
    if (!lesson) return null;
    const { at, question } = lesson.steps[step];
    return (question && tried(question.answers, given()).over && question.reveal) || at;
  }
  /** Where the stage is. @param {{ name: string | null, it: number, phase: number }} there */
  function stands({ name: trace, it, phase }) {
    const at = place();
    away = at !== null && (at.trace !== trace || at.it !== it || at.phase !== phase);
    again.hidden = !away || !list.hidden;
  }

  const given = () => (lesson ? doneIn(progress, lesson.slug).answers[step] || [] : []);
  /** @param {LessonStep} now */
  function ask({ question }) {
    put(quiz);
    quiz.hidden = !question;
    if (question) put(quiz, h("p", { class: "st-lesson-ask", id: "st-lesson-ask" }, ...told(question.words)),
      h("div", { class: "st-lesson-answers", role: "group", "aria-labelledby": "st-lesson-ask" },
        ...question.answers.map((answer, k) => h("button", { type: "button", class: "st-lesson-answer",
          "data-testid": "lesson-answer", onclick: () => choose(question, k) },
        h("b", { "aria-hidden": "true" }), h("span", {}, ...told(answer.words))))),
      h("p", { class: "st-lesson-feedback", "data-testid": "lesson-feedback", role: "status" }),
      button("again", "Ask me again", () => forget(question)));
    if (question) mark(question);
  }
  /** As if it had not been answered. @param {LessonQuestion} question */
  function forget(question) {
    if (!lesson) return;
    keep(withAnswers(latest(), lesson.slug, step, []));
    mark(question);
    stand();
  }
  /** Marks what was answered, and says what there is to say of the last answer. @param {LessonQuestion} question */
  function mark({ answers }) {
    const { given: chosen, over } = tried(answers, given()), last = chosen.at(-1);
    const [feedback, again_] = [quiz.querySelector(".st-lesson-feedback"), quiz.querySelector(".st-btn")];
    quiz.querySelectorAll(".st-lesson-answer").forEach((view, k) => {
      const { right } = answers[k], pressed = chosen.includes(k), shown = pressed || (over && right);
      view.setAttribute("aria-pressed", String(pressed));
      view.setAttribute("aria-disabled", String(over || pressed));
      view.classList.toggle("right", shown && right);
      view.classList.toggle("wrong", shown && !right);
      view.classList.toggle("left", over && !shown); // makes room for the picture that tells why
      const sign = view.querySelector("b");
      if (sign) setText(sign, !shown ? "○" : right ? "✓" : "✕");
    });
    if (feedback) put(feedback, ...(last === undefined ? []
      : [h("b", {}, answers[last].right ? "✓ " : "✕ "), ...(over ? told(answers[last].feedback) : [ONCE_MORE])]));
    if (again_ instanceof HTMLElement) again_.hidden = !over;
  }
  /** @param {LessonQuestion} question @param {number} k */
  function choose(question, k) {
    if (!lesson || given().includes(k) || tried(question.answers, given()).over) return;
    keep(withAnswers(latest(), lesson.slug, step, [...given(), k]));
    mark(question);
    quiz.querySelector(".st-lesson-feedback")?.scrollIntoView({ block: "nearest" });
    if (tried(question.answers, given()).over) stand();
  }

  /** @param {boolean} on_ */
  function listed(on_) {
    list.hidden = !on_;
    page.hidden = turns.hidden = link.hidden = on_ || !lesson;
    again.hidden = page.hidden || !away;
    all.setAttribute("aria-expanded", String(on_));
    setText(all, on_ && lesson ? "Back to the lesson" : "All lessons");
    count.hidden = on_;
    setText(name, on_ ? "Lessons" : lesson?.title || "");
  }
  async function showList() {
    if (!list.hidden && lesson) return listed(false);
    const found = /** @type {LessonList | null} */ (await got(LIST, "Loading the lessons …", "lessons"));
    if (!found) return;
    listed(true);
    if (root.parentElement) root.parentElement.scrollTop = 0;
    put(list, ...found.lessons.map((card) => {
      const seen = seenOf(progress, card), whole = seen === card.steps;
      const size = `${plural(card.steps, "step")}, ${card.minutes} min`;
      const how = whole ? "✓ done" : seen ? `${seen} of ${card.steps} steps` : size;
      return h("li", {}, h("button", { type: "button", "data-testid": "lesson-card", "data-lesson": card.slug,
        class: whole ? "done" : "", onclick: () => void load(lessonUrl(card.slug)) },
      h("b", {}, card.title), h("span", {}, card.summary), h("small", {}, how)));
    }));
  }

  async function copy() {
    if (!lesson) return;
    const href = linkTo(location.href, lesson.slug, step);
    try {
      await navigator.clipboard.writeText(href);
      setText(note, "The link to this step is copied.");
    } catch { // not allowed here: then it is shown, to be copied by hand
      setText(note, href);
    }
  }
  function close() {
    asked += 1;
    lesson = null;
    unfold(false);
    delete root.dataset.step;
    on.changed(null, 0);
    on.close();
  }
  /** The keys of a clicker, and digits for answers; says whether the key was taken. @param {KeyboardEvent} event */
  function key(event) {
    if (!lesson || root.hidden || !list.hidden) return false;
    const answers = quiz.querySelectorAll(".st-lesson-answer");
    const digit = /^[1-9]$/.test(event.key) ? Number(event.key) : 0;
    if (event.key === "PageDown") turn(1);
    else if (event.key === "PageUp") turn(-1);
    else if (digit && digit <= answers.length) /** @type {HTMLElement} */ (answers[digit - 1]).click();
    else return false;
    event.preventDefault();
    return true;
  }
  /** Another trace is open: one that the lesson never stands on is of a reader who left it. @param {string} trace */
  function moved(trace) {
    if (lesson && !lesson.steps.some(({ at }) => at.trace === trace)) close();
  }
  return { root, open, load, list: showList, close, key, moved, stands };
}
