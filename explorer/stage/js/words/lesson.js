// Lessons: a card that explains one thing at a time, asks before it shows, and drives the stage.
// The texts come finished from Python (explorer/lessons); this file shows them and remembers the answers.

import { h, put, setText } from "../dom.js";
import { plural } from "../format.js";
import { SpeedupChart } from "../panels/speedup-chart.js";

/** @import { Lesson, LessonAnswer, LessonAt, LessonCard, LessonLight, LessonList, LessonMoved } from "../types.d.ts" */
/** @import { LessonQuestion, LessonStep, Piece } from "../types.d.ts" */
/**
 * A reader's progress in one lesson: the steps seen, and the answers given at each step, in order.
 * @typedef {{ seen: number[], answers: Record<string, number[]> }} Done
 * @typedef {Record<string, Done>} Progress by slug
 * The callbacks of the card. `changed` with null means that no lesson is open. `marker` marks the glossary's terms in
 * the texts of one paragraph, in the sense that they have in runs of `method`.
 * @typedef {{ goto: (trace: string, at: { it: number, phase: number, node: number | null }) => void,
 *   close: () => void, changed: (lesson: string | null, step: number) => void, soon: (traces: string[]) => void,
 *   shown: (open: boolean) => void, method: () => string,
 *   marker: () => (text: string) => (Node | string)[] }} On
 */

const STORED = "lessons-2"; // key in localStorage; "lessons" has answers to the questions of earlier lessons
const TAGS = /** @type {const} */ ({ em: "em", strong: "strong", code: "code" });
const LIST = "explorer/lessons";
/** The teacher's card of a lesson, a page to print. @param {string} slug */
export const cardUrl = (slug) => `${lessonUrl(slug)}/card.html`;
export const lessonUrl = (/** @type {string} */ slug) => `explorer/lesson/${encodeURIComponent(slug)}`;

/**
 * Reads stored progress; invalid parts are ignored.
 * @param {string | null} text @returns {Progress}
 */
export function readProgress(text) {
  const progress = /** @type {Progress} */ ({});
  let stored;
  try { stored = JSON.parse(text || "{}"); } catch { return progress; }
  const numbers = (/** @type {unknown} */ list) =>
    (Array.isArray(list) ? list.filter((each) => Number.isInteger(each) && each >= 0) : []);
  for (const [slug, done] of Object.entries(stored && typeof stored === "object" ? stored : {})) {
    const answers = Object.entries(done?.answers || {}).map(([step, given]) => [step, numbers(given)]);
    progress[slug] = { seen: numbers(done?.seen), answers: Object.fromEntries(answers) };
  }
  return progress;
}
/** The progress in one lesson. @param {Progress} progress @param {string} slug @returns {Done} */
export const doneIn = (progress, slug) => (Object.hasOwn(progress, slug) ? progress[slug] : { seen: [], answers: {} });
/** The number of a lesson's steps that were seen. @param {Progress} progress @param {LessonCard} card */
export const seenOf = (progress, card) =>
  new Set(doneIn(progress, card.slug).seen.filter((step) => step < card.steps)).size;
/** Progress with one more step seen. @param {Progress} progress @param {string} slug @param {number} step from 0 */
export function withSeen(progress, slug, step) {
  const done = doneIn(progress, slug);
  return done.seen.includes(step) ? progress : { ...progress, [slug]: { ...done, seen: [...done.seen, step] } };
}
/**
 * Progress with the answers given at a step.
 * @param {Progress} progress @param {string} slug @param {number} step from 0 @param {number[]} given
 */
export function withAnswers(progress, slug, step, given) {
  const done = doneIn(progress, slug);
  return { ...progress, [slug]: { ...done, answers: { ...done.answers, [step]: given } } };
}
/**
 * The state of a question. It is `over`, and its answer is shown, after the right answer or, if there are only two
 * answers, after any answer.
 * @param {readonly { right: boolean }[]} answers @param {number[]} given in their order
 */
export function tried(answers, given) {
  const known = given.filter((k) => k < answers.length);
  return { given: known, over: known.some((k) => answers[k].right || answers.length < 3) };
}
/**
 * The step to which a step of an earlier lesson leads now; the first step for a number that the lesson did not have.
 * @param {LessonMoved["moved"]} moved @param {number} step from 1
 */
export const leadsTo = (moved, step) => moved[step - 1] ?? { slug: moved[0].slug, step: 1 };
/** The places to look at, in words. @param {LessonLight[]} lights */
export const lookAt = (lights) => (lights.length
  ? `Look at: ${[...new Set(lights.map(({ label }) => label))].join(", ")}.` : "");
/** A step counted from 1, brought into the lesson, counted from 0. @param {unknown} step @param {number} steps */
export const placed = (step, steps) => Math.min(steps - 1, Math.max(0, (Math.trunc(Number(step)) || 1) - 1));
/** The lesson and step in an address, null if it names none. @param {string | URLSearchParams} search */
export function wanted(search) {
  const query = new URLSearchParams(search), slug = query.get("lesson");
  return slug ? { slug, step: Number(query.get("step")) || 1 } : null;
}
/**
 * A link to a step of a lesson, without the other parameters of the address.
 * @param {string} href @param {string} slug @param {number} step from 0
 */
export function linkTo(href, slug, step) {
  const url = new URL(href);
  url.search = url.hash = "";
  url.searchParams.set("lesson", slug);
  url.searchParams.set("step", String(step + 1));
  return url.href;
}

/**
 * A style sheet that marks these places. The marks move only for readers who have not chosen reduced motion.
 * @param {LessonLight[]} lights
 */
function litStyle(lights) {
  const list = (/** @type {string} */ inside) => `.teaching :is(${lights.map(({ selector }) =>
    selector + inside).join(", ")})`;
  return `${list("")}:not(g) { outline: 3px solid var(--amber); outline-offset: 2px; border-radius: 6px; }
    ${list(" .st-box")} { stroke: var(--amber) !important; stroke-width: 5 !important; }
    @media (prefers-reduced-motion: no-preference) {
      ${list("")} { animation: st-lit 0.5s 4 alternate; }
      @keyframes st-lit { from { opacity: 1; } to { opacity: 0.35; } }
    }`;
}

/**
 * A style sheet by which the inspector shows only these places, so that they are visible together with the step's
 * text.
 * @param {LessonLight[]} look
 */
export function lookStyle(look) {
  const at = look.map(({ selector }) => selector).join(", ");
  if (!at) return ".teaching .st-why { display: none; }";
  return `.teaching .st-why :not(:is(${at}), :is(${at}) *, :has(${at})) { display: none !important; }`;
}

/**
 * A text with its styles as elements, and with its terms marked.
 * @param {Piece[]} pieces @param {(text: string) => (Node | string)[]} [marked] nothing is marked without it
 */
const styled = (pieces, marked = (text) => [text]) =>
  pieces.flatMap(({ text, style }) => (style === "plain" ? marked(text) : [h(TAGS[style], {}, ...marked(text))]));

/** The lesson card. */
export class Lessons {
  lesson = /** @type {Lesson | null} */ (null); step = 0;
  asked = 0; // asked: the last thing that was fetched
  progress = this.stored();
  method = ""; // of the run in whose sense the terms of the step are marked
  chart = new SpeedupChart(); // the stage places it
  // It marks the places that an answer lights up, also after the stage has drawn them again. A style element would not
  // work on the static site, because its policy forbids such elements.
  lit = new CSSStyleSheet();
  looks = new CSSStyleSheet(); // it hides the parts of the inspector that the step is not about
  name = h("h2", { "data-testid": "lesson-title" });
  count = h("span", { class: "st-quiet",
    "data-testid": "lesson-count" });
  said = h("div", { class: "st-lesson-said", "data-testid": "lesson-text", "aria-live": "polite" });
  quiz = h("div", { class: "st-lesson-quiz" });
  list = h("ol", { class: "st-lesson-list",
    "data-testid": "lesson-list", hidden: true });
  note = h("p", { class: "st-quiet", role: "status", "data-testid": "lesson-note" });
  back = this.button("back", "Back", () => this.turn(-1), "Back in the lesson (Page Up)");
  next = this.button("next", "Next", () => this.turn(1), "Next in the lesson (Page Down)");
  all = this.button("all", "All lessons", () => void this.showList());
  link = this.button("link", "Copy link", () => void this.copy(), "Copy the link to this step");
  again = this.button("show", "Back to this step’s picture", () => this.stand(), "The picture was moved");
  print = h("a", { class: "st-lesson-print", target: "_blank", "data-testid": "lesson-print" }, "Print teacher card");
  foot = h("p", {}, this.print);
  shut = h("button", { type: "button", class: "st-btn", "data-testid": "lesson-close", title: "Close lesson",
    "aria-label": "Close lesson", onclick: () => this.close() }, "✕");
  turns = h("div", { class: "st-lesson-turns" }, this.back, this.next);
  page = h("div", { class: "st-lesson-page" }, this.said,
    this.quiz);
  root = h("section", { class: "st-card st-lesson", "data-testid": "lesson", "aria-label": "Lesson",
    hidden: true },
  h("header", { class: "st-lesson-head" }, h("div", {}, this.name, this.count), this.link, this.all, this.shut),
  this.again, this.page, this.list, this.foot, this.turns, this.note);
  away = false; // whether the stage has been moved away from where the step is
  own = false; // whether the stage is where the step is, and at its node

  /** @param {On} on */
  constructor(on) {
    this.on = on;
    this.all.setAttribute("aria-expanded", "false");
    document.adoptedStyleSheets.push(this.lit, this.looks);
  }
  /** @param {string} id @param {string} label @param {() => void} run @param {string} [title] */
  button(id, label, run, title) {
    return h("button", { type: "button", class: "st-btn st-wide",
      "data-testid": `lesson-${id}`, title, onclick: run }, label);
  }

  /** The stored progress. If the browser refuses storage, nothing is remembered and everything else works. */
  stored() {
    try { return readProgress(localStorage.getItem(STORED)); } catch { return {}; }
  }
  /** The progress including that of other tabs; without storage, that of this page. */
  latest() {
    const now = this.stored();
    return Object.keys(now).length ? now : this.progress;
  }
  /** Stores progress. @param {Progress} changed */
  keep(changed) {
    this.progress = changed;
    try { localStorage.setItem(STORED, JSON.stringify(this.progress)); } catch { /* storage is refused */ }
  }

  /** Shows or hides the card. @param {boolean} open */
  unfold(open) {
    this.root.hidden = !open;
    this.on.shown(open);
    if (open) requestAnimationFrame(() => this.reach());
  }
  /** Scrolls to the card if its top is outside the visible page. */
  reach() {
    this.measure();
    const { top } = this.root.getBoundingClientRect();
    if (top < 0 || top > innerHeight - 160) this.root.scrollIntoView({ block: "start" });
  }
  /** Opens a lesson at a step. @param {Lesson} opened @param {number} [at] the step, from 1 */
  open(opened, at = 1) {
    this.asked += 1; // ignore answers that are still on their way
    this.lesson = opened;
    this.unfold(true);
    this.listed(false);
    setText(this.name, opened.title);
    this.show(placed(at, opened.steps.length));
    this.on.soon(opened.steps.flatMap(({ at: first, question }) =>
      [first.trace, question?.reveal?.trace ?? first.trace]));
  }
  /**
   * Fetches a lesson and opens it; the address of an earlier one leads on.
   * @param {string} url @param {number} [at] from 1 @returns {Promise<void>}
   */
  async load(url, at = 1) {
    const reply = /** @type {Lesson | LessonMoved | null} */ (
      await this.got(url, "Loading the lesson …", ["steps", "moved"]));
    if (reply && "moved" in reply) {
      const { slug, step } = leadsTo(reply.moved, at);
      return this.load(lessonUrl(slug), step);
    }
    if (reply) return this.open(reply, at);
    const mine = this.asked, why = this.note.textContent || "";
    if (!this.lesson && why) await this.showList();
    if (mine + 1 === this.asked && !this.list.hidden) setText(this.name,
      why); // the error, above the list of lessons
  }
  /**
   * The reply of a route; null for an unexpected reply (the card then says so) and for a reply that is no longer
   * needed.
   * @param {string} url @param {string} waiting @param {string[]} fields of which the reply must have one
   */
  async got(url, waiting, fields) {
    const mine = ++this.asked;
    this.unfold(true);
    setText(this.note, waiting);
    let reply = null;
    try { reply = await (await fetch(new URL(url, document.baseURI))).json(); } catch { /* the note below says so */ }
    if (mine !== this.asked) return null;
    const good = reply !== null && fields.some((field) => Array.isArray(reply[field]));
    setText(this.note, good ? "" : reply?.text || "This could not be loaded. Reload the page to try again.");
    return good ? reply : null;
  }

  /** Shows a step. @param {number} at from 0 */
  show(at) {
    if (!this.lesson) return;
    this.step = at;
    this.away = false;
    const now = this.lesson.steps[at], last = this.lesson.steps.length - 1;
    this.keep(withSeen(this.latest(), this.lesson.slug, this.step));
    setText(this.count, `Step ${this.step + 1} of ${last + 1}`);
    setText(this.note, "");
    this.write();
    this.chart.show(now.chart);
    this.print.href = cardUrl(this.lesson.slug);
    this.foot.hidden = at !== 0 && at !== last; // the other steps need the room
    this.ask(now);
    this.again.hidden = true;
    this.back.disabled = this.step === 0;
    setText(this.next, this.step === last ? "Finish" : "Next");
    this.root.dataset.step = String(this.step + 1);
    this.root.scrollTop = 0; // the previous step may have scrolled
    this.on.changed(this.lesson.slug, this.step + 1);
    this.stand();
  }
  /** Writes the step's text, with the terms in the sense that they have in the run that is shown. */
  write() {
    if (!this.lesson) return;
    const now = this.lesson.steps[this.step];
    this.method = this.on.method();
    put(this.said, h("h3", {}, now.title),
      ...now.paragraphs.map((pieces) => h("p", {}, ...styled(pieces, this.on.marker()))));
  }
  /** Goes forward or back; after the last step comes the list of lessons. @param {number} by */
  turn(by) {
    if (!this.lesson) return;
    if (this.step + by === this.lesson.steps.length) return void this.showList();
    if (this.step + by >= 0) this.show(this.step + by);
  }
  /** Moves the stage to the step, or to the answer that its question revealed. */
  stand() {
    const at = this.place();
    if (at) this.on.goto(at.trace, { it: at.it, phase: at.phase, node: at.node });
  }
  /** The position that the stage should have. @returns {LessonAt | null} */
  place() {
    if (!this.lesson) return null;
    const { at, question } = this.lesson.steps[this.step];
    return (question && tried(question.answers, this.given()).over && question.reveal) || at;
  }
  /**
   * Notes the position of the stage and shows the way back to the lesson.
   * @param {{ name: string | null, it: number, phase: number, node: number | null }} there
   */
  stands({ name: trace, it, phase, node }) {
    const at = this.place();
    if (this.lesson && this.method !== this.on.method()) this.write(); // the step's run was loaded after its text
    this.away = at !== null && (at.trace !== trace || at.it !== it || at.phase !== phase);
    this.again.hidden = !this.away || !this.list.hidden;
    this.own = !this.away && at?.node === node;
    this.narrow();
  }
  /**
   * Shows only the parts of the inspector that the step is about, or all of it to readers who look around themselves.
   */
  narrow() {
    const now = this.lesson?.steps[this.step], look = !this.list.hidden ? [] : now && this.own ? now.look : null;
    this.looks.replaceSync(look ? lookStyle(look) : "");
    this.root.toggleAttribute("data-looks", look !== null);
    this.measure();
  }
  /** Notes where the card begins on the page, so that it ends with the window. */
  measure() {
    const stage = this.root.closest(".st"), { top } = this.root.getBoundingClientRect();
    if (!(stage instanceof HTMLElement) || this.root.hidden) return;
    const above = top + (stage.classList.contains("present") ? stage.scrollTop : scrollY);
    stage.style.setProperty("--above", `${Math.round(above)}px`);
  }
  /** The answers given at this step, in their order. */
  given() { return (this.lesson ? doneIn(this.progress, this.lesson.slug).answers[this.step] || [] : []); }
  /** Shows the question of a step, if it has one. @param {LessonStep} now */
  ask({ question }) {
    put(this.quiz);
    this.quiz.hidden = !question;
    if (question) put(this.quiz, h("p", { class: "st-lesson-ask", id: "st-lesson-ask" },
      ...styled(question.words, this.on.marker())),
    h("div", { class: "st-lesson-answers", role: "group", "aria-labelledby": "st-lesson-ask" },
      ...question.answers.map((answer, k) => h("button", { type: "button", class: "st-lesson-answer",
        "data-testid": "lesson-answer", onclick: () => this.choose(question, k) },
      h("b", { "aria-hidden": "true" }), h("span", {}, ...styled(answer.words))))),
    h("p", { class: "st-lesson-feedback", "data-testid": "lesson-feedback", role: "status" }),
    this.button("again", "Try again", () => this.forget(question)));
    if (question) this.mark(question);
  }
  /** Deletes the answers to a question. @param {LessonQuestion} question */
  forget(question) {
    if (!this.lesson) return;
    this.keep(withAnswers(this.latest(), this.lesson.slug, this.step, []));
    this.mark(question);
    this.stand();
  }
  /** Marks the answers that were given, and shows the reply to the last one. @param {LessonQuestion} question */
  mark({ answers }) {
    const { given: chosen, over } = tried(answers, this.given()), last = chosen.at(-1);
    const [feedback, again_] = [this.quiz.querySelector(".st-lesson-feedback"), this.quiz.querySelector(".st-btn")];
    this.quiz.querySelectorAll(".st-lesson-answer").forEach((view, k) => {
      const { right } = answers[k], pressed = chosen.includes(k), shown = pressed || (over && right);
      view.setAttribute("aria-pressed", String(pressed));
      view.setAttribute("aria-disabled", String(over || pressed));
      view.classList.toggle("right", shown && right);
      view.classList.toggle("wrong", shown && !right);
      view.classList.toggle("left", over && !shown); // makes room for the picture that shows why
      const sign = view.querySelector("b");
      if (sign) setText(sign, !shown ? "○" : right ? "✓" : "✕");
    });
    const answer = last === undefined ? null : answers[last];
    if (feedback) put(feedback, ...(answer ? this.reply(answer, over) : []));
    if (again_ instanceof HTMLElement) again_.hidden = !over;
    this.light(answer?.lights ?? []);
  }
  /**
   * The reply to an answer. If one of three answers is wrong, the reply is a hint, and the reader chooses again.
   * @param {LessonAnswer} answer @param {boolean} over
   */
  reply({ right, feedback, lights }, over) {
    const sign = h("b", { role: "img", "aria-label": right ? "Right" : "Wrong" }, right ? "✓" : "✕");
    const words = styled(feedback, this.on.marker());
    if (over) return [sign, " ", ...words];
    return [sign, " Not this one. ", ...words,
      h("span", { class: "st-lesson-look" }, ` ${lookAt(this.seen(lights))} Then choose again.`)];
  }
  /** The places that this page shows. A narrow page leaves some out. @param {LessonLight[]} lights */
  seen(lights) {
    const stage = this.root.closest(".st");
    return lights.filter(({ selector }) => stage?.querySelector(selector)?.checkVisibility());
  }
  /** Highlights these places of the stage, and no others. @param {LessonLight[]} lights */
  light(lights) {
    this.lit.replaceSync(lights.length ? litStyle(lights) : "");
    if (!lights.length) return;
    for (const { selector } of this.seen(lights))
      this.root.closest(".st")?.querySelector(selector)?.scrollIntoView({ block: "nearest", inline: "nearest" });
  }
  /** Gives an answer. @param {LessonQuestion} question @param {number} k */
  choose(question, k) {
    if (!this.lesson || this.given().includes(k) || tried(question.answers, this.given()).over) return;
    this.keep(withAnswers(this.latest(), this.lesson.slug, this.step, [...this.given(), k]));
    this.mark(question);
    this.quiz.querySelector(".st-lesson-feedback")?.scrollIntoView({ block: "nearest" });
    if (tried(question.answers, this.given()).over) this.stand();
  }

  /** Shows the list of lessons or the open lesson. @param {boolean} on_ */
  listed(on_) {
    this.list.hidden = !on_;
    this.page.hidden = this.turns.hidden = this.link.hidden = on_ || !this.lesson;
    this.foot.hidden = this.page.hidden || (this.step > 0 && this.step + 1 < (this.lesson?.steps.length ?? 0));
    this.again.hidden = this.page.hidden || !this.away;
    this.all.setAttribute("aria-expanded", String(on_));
    setText(this.all, on_ && this.lesson ? "Back to the lesson" : "All lessons");
    this.count.hidden = on_;
    setText(this.name, on_ ? "Lessons" : this.lesson?.title || "");
    this.narrow();
  }
  /** Shows the list of lessons, or goes back from it to the open lesson. */
  async showList() {
    if (!this.list.hidden && this.lesson) return this.listed(false);
    const reply = /** @type {LessonList | null} */ (await this.got(LIST, "Loading the lessons …", ["lessons"]));
    if (!reply) return;
    this.listed(true);
    this.root.scrollTop = 0;
    put(this.list, ...reply.lessons.map((card) => {
      const seen = seenOf(this.progress, card), whole = seen === card.steps;
      const size = `${plural(card.steps, "step")}, ${card.minutes} min`;
      const how = whole ? "✓ Done" : seen ? `${seen} of ${card.steps} steps` : size;
      return h("li", {}, h("button", { type: "button", "data-testid": "lesson-card", "data-lesson": card.slug,
        class: whole ? "done" : "", onclick: () => void this.load(lessonUrl(card.slug)) },
      h("b", {}, card.title), h("span", {}, card.summary), h("small", {}, how)));
    }));
  }

  /** Copies the link to this step. */
  async copy() {
    if (!this.lesson) return;
    const href = linkTo(location.href, this.lesson.slug, this.step);
    try {
      await navigator.clipboard.writeText(href);
      setText(this.note, "Link to this step copied.");
    } catch { // not allowed: show the link, so that it can be copied by hand
      setText(this.note, href);
    }
  }
  /** Closes the lesson. */
  close() {
    this.asked += 1;
    this.lesson = null;
    this.chart.show(null);
    this.light([]);
    this.looks.replaceSync("");
    this.unfold(false);
    delete this.root.dataset.step;
    this.on.changed(null, 0);
    this.on.close();
  }
  /**
   * Handles Page Up, Page Down and digits for answers. Returns whether it used the key.
   * @param {KeyboardEvent} event
   */
  key(event) {
    if (!this.lesson || this.root.hidden || !this.list.hidden) return false;
    const answers = this.quiz.querySelectorAll(".st-lesson-answer");
    const digit = /^[1-9]$/.test(event.key) ? Number(event.key) : 0;
    if (event.key === "PageDown") this.turn(1);
    else if (event.key === "PageUp") this.turn(-1);
    else if (digit && digit <= answers.length) /** @type {HTMLElement} */ (answers[digit - 1]).click();
    else return false;
    event.preventDefault();
    return true;
  }
  /** Closes the lesson if a trace was opened that none of its steps shows. @param {string} trace */
  moved(trace) {
    if (this.lesson && !this.lesson.steps.some(({ at }) => at.trace === trace)) this.close();
  }
}
