// "Share": the link to the step, the code that embeds it, its picture, and the command that records the run again.

import { embedCode, linkWith, shared } from "../address.js";
import { h, put, setText } from "../dom.js";

/** @import { Stage } from "../stage.js" */

const OWN = /^run-/; // runs that visitors made: the app keeps them for a while
const WORDS = {
  file: "This page was not opened from a web address, so it has no link that others can open.",
  opened: "This run was opened from a file, so it has no link. Send the file instead.",
  kept: "The link works as long as the app stores this run. Save the trace so that you do not lose it.",
  copied: "Copied.",
  refused: "The browser did not allow copying. The text is selected, so you can copy it yourself.",
};

/** The dialog of one stage. */
export class Share {
  said = h("p", { class: "st-quiet", role: "status", "data-testid": "share-said" });
  place = h("div", { class: "st-share-parts" });
  title = h("h2", {}, "Share this step");
  root = h("dialog", { class: "st-help st-share", "data-testid": "share-dialog", "aria-label": "Share" },
    this.title, this.place, this.said,
    h("button", { type: "button", class: "st-btn st-wide", onclick: () => this.root.close() }, "Close"));
  asked = ""; // the run whose command is being fetched

  /** @param {Stage} stage */
  constructor(stage) { this.stage = stage; }

  /** Opens the dialog for the current step. */
  open() {
    const { stage } = this, { lesson } = stage.lesson;
    setText(this.title, lesson ? "Share this step of the lesson" : "Share this step");
    setText(this.said, "");
    const command = h("div", { hidden: true });
    put(this.place, ...this.links(), h("div", { class: "st-share-row" }, h("span", {}, "Picture"),
      this.button("share-svg", "Save SVG", () => stage.act.picture("svg")),
      this.button("share-png", "Save PNG", () => stage.act.picture("png"))), command);
    this.root.showModal();
    void this.fill(command);
  }
  /** The link and the embed code, or the reason why there are none. @returns {HTMLElement[]} */
  links() {
    const { stage } = this, { lesson, step } = stage.lesson, { name } = stage.model;
    const why = !stage.options.url || !shared() ? WORDS.file : !lesson && !name ? WORDS.opened : "";
    if (why) return [h("p", { "data-testid": "share-why" }, why)];
    const at = stage.where(), { title } = stage.model.header;
    const link = linkWith(lesson ? { lesson: lesson.slug, step: step + 1 }
      : { trace: name, it: at.it, phase: at.phase, part: at.part, node: at.node });
    const called = lesson ? `Lesson: ${lesson.title}` : `${title || "Speculative decoding"}, round ${at.it}`;
    return [...this.field("link", "Link", link), ...this.field("embed", "Embed code", embedCode(link, called)),
      ...(!lesson && OWN.test(name) ? [h("p", { class: "st-quiet" }, WORDS.kept)] : [])];
  }
  /** Adds the command that records the run again, if there is one. @param {HTMLElement} place */
  async fill(place) {
    const command = await this.command();
    if (!command) return;
    put(place, ...this.field("command", "Command that records this run again", command));
    place.hidden = false;
  }
  /** The command line that records the run again; empty if there is none. */
  async command() {
    const { options: { command }, model: { name } } = this.stage;
    if (command !== undefined || !name) return command ?? "";
    try {
      const answer = await fetch(new URL(`explorer/code/${encodeURIComponent(name)}`, document.baseURI));
      const { snippets } = await answer.json();
      return snippets.find((/** @type {{ kind: string }} */ { kind }) => kind === "shell")?.code ?? "";
    } catch { return ""; } // a run that no command can repeat
  }
  /**
   * A text with a button that copies it.
   * @param {string} id @param {string} label @param {string} text @returns {HTMLElement[]}
   */
  field(id, label, text) {
    const box = h("textarea", { readonly: true, rows: Math.min(6, Math.ceil(text.length / 60)), id: `st-share-${id}`,
      spellcheck: "false", "data-testid": `share-${id}`, onfocus: () => box.select() }, text);
    return [h("label", { class: "st-share-row", for: box.id }, h("span", {}, label), box,
      this.button(`share-copy-${id}`, "Copy", () => void this.copy(box)))];
  }
  /** @param {string} id @param {string} label @param {() => void} onclick */
  button(id, label, onclick) {
    return h("button", { type: "button", class: "st-btn st-wide", "data-testid": id, onclick }, label);
  }
  /** Copies a text, or selects it if copying is not allowed. @param {HTMLTextAreaElement} box */
  async copy(box) {
    try {
      await navigator.clipboard.writeText(box.value);
      setText(this.said, WORDS.copied);
    } catch {
      box.focus();
      box.select();
      setText(this.said, WORDS.refused);
    }
  }
}
