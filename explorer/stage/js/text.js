// The text by origin. Every token leads to the iteration and node that made it.

import { h, put } from "./dom.js";
import { visible, clip } from "./format.js";
import { STRENGTH } from "./marks.js";

const ORIGINS = [
  ["target", "chosen by the target"], ["drawn", "drawn from p"], ["greedy", "greedy choice of p"], ["draft", "draft, accepted"], ["merged", "accepted through a merged node"], ["residual", "residual"],
  ["bonus", "bonus"], ["fill", "fill"],
];

export function newText(model, on) {
  const body = h("div", { class: "st-text", "data-testid": "text" });
  const keys = h("div", { class: "st-origins", "aria-hidden": "true" });
  const beams = h("ol", { class: "st-beams", "data-testid": "beams", hidden: true });
  const root = h("section", { class: "st-card", "aria-label": "The text so far" }, h("header", { class: "st-bar" }, h("h3", {}, "Text so far"), keys), body, beams);
  let tokens = [], count = 0, shownFor = "", tail = -1;

  function reset() {
    tokens = [];
    count = 0;
    shownFor = "";
    tail = -1;
    put(beams);
    const prompt = model.header.prompt;
    put(body, prompt ? h("span", { class: "st-prompt", title: "the prompt" }, clip(prompt, 400)) : "");
    beams.hidden = true;
  }

  // One sequence: appended once, afterwards only classes change.
  function grow() {
    for (; count < model.its.length; count++) {
      const it = model.its[count];
      for (const [node, , token, origin] of it.made) {
        const place = it.place.get(node), marks = place === undefined ? [] : it.marks[place].filter((m) => STRENGTH[m.decision] > 4);
        const phase = marks.length ? marks[0].step : it.commit;
        const view = tokenView({ node, token, it: it.i, origin }, tokens.length);
        body.append(view, model.joiner());
        tokens.push({ view, it: it.i, phase, state: "" });
      }
    }
  }

  function tokenView(one, index) {
    const text = model.text(one.token);
    // A span, not a button: a button would break lines inside words.
    const view = h("span", { role: "button", class: "st-t", "data-token": index, "data-origin": one.origin, "data-it": one.it + 1, "data-made": one.node, tabindex: index ? "-1" : "0",
      title: `${visible(text)} · ${(ORIGINS.find(([kind]) => kind === one.origin) || [0, one.origin])[1]} · iteration ${one.it + 1}` }, text.replace(/\n/g, "↵") || "∅");
    return text.includes("\n") ? wrap(view) : view;
  }
  const wrap = (view) => h("span", {}, view, h("br"));

  function show(it, phase) {
    if (model.multi()) return showBeams(it, phase);
    grow();
    for (const one of tokens) {
      const state = one.it < it.i || (one.it === it.i && one.phase <= phase) ? (one.it === it.i ? "now" : "past") : "later";
      if (state === one.state) continue;
      one.state = state;
      const view = one.view.matches("[data-token]") ? one.view : one.view.firstChild;
      view.dataset.when = state;
    }
    if (shownFor === it) return;
    shownFor = it;
    origins(new Set(model.its.slice(0, it.i + 1).flatMap((one) => one.made.map((m) => m[3]))));
  }
  let originsFor = "";
  function origins(present) {
    const kinds = ORIGINS.filter(([kind]) => present.has(kind)), key = kinds.map((k) => k[0]).join();
    if (key === originsFor) return;
    originsFor = key;
    put(keys, ...kinds.map(([kind, label]) => h("span", { class: "st-t", "data-origin": kind }, label)));
  }

  // Several beams: those alive at this step, the most likely (by mean log p) first marked.
  function showBeams(it, phase) {
    const done = phase >= it.commit, from = done ? it : model.its[it.i - 1], key = from ? String(from.i) : "none";
    if (key === shownFor) return;
    shownFor = key;
    body.hidden = true;
    beams.hidden = false;
    if (!from) return put(beams, h("li", { class: "st-quiet" }, "No beam yet: the prompt is the only input."));
    const mean = (beam) => (beam.logp === null ? -Infinity : beam.logp / Math.max(1, beam.size));
    const best = from.beams.reduce((a, b) => (mean(b) > mean(a) ? b : a), from.beams[0]);
    const origin = new Set();
    let index = 0;
    const groups = new Map(); // copies of a beam share a node: they are listed once
    from.beams.forEach((beam, k) => groups.set(beam.node, [...(groups.get(beam.node) || []), k + 1]));
    const bestNode = best.node;
    put(beams, ...[...groups].map(([node, slots]) => {
      const beam = from.beams[slots[0] - 1];
      const path = model.path(null, beam.node), shown = node === bestNode ? path : path.slice(-32), cut = path.length - shown.length;
      path.forEach((one) => origin.add(one.origin));
      return h("li", { class: node === bestNode ? "best" : "" },
        h("div", { class: "st-beam-n" }, h("b", {}, slots.length > 1 ? `Beams ${slots.join(", ")}` : `Beam ${slots[0]}`), slots.length > 1 ? " (copies)" : "", ` log p ${beam.logp === null ? "–" : beam.logp.toFixed(2)} · per token ${mean(beam).toFixed(3)}`, node === bestNode ? " · best" : "", beam.done ? " · ended" : ""),
        h("div", { class: "st-text" }, cut ? h("span", { class: "st-quiet" }, `${cut} tokens hidden … `) : null, ...shown.flatMap((one) => [tokenView(one, index++), model.joiner()])));
    }));
    beams.querySelectorAll(".st-t").forEach((view) => (view.dataset.when = +view.dataset.it === from.i + 1 ? "now" : "past"));
    origins(origin);
  }

  const open = (event) => {
    const view = event.target.closest?.("[data-token]");
    if (!view) return;
    const it = model.its[view.dataset.it - 1], node = +view.dataset.made, place = it.place.get(node);
    const marks = it.marks[place] || [];
    on.goto(it.i, marks.length ? marks[marks.length - 1].step : it.commit, node);
  };
  root.addEventListener("click", open);
  root.addEventListener("keydown", (event) => { // ↑ ↓ walk along the tokens; ← → stay phases
    if (event.key === "Enter" || event.key === " ") {
      open(event);
      event.preventDefault();
      return event.stopPropagation();
    }
    if (event.key !== "ArrowUp" && event.key !== "ArrowDown") return;
    const all = [...root.querySelectorAll("[data-token]")], at = all.indexOf(document.activeElement);
    if (at < 0) return;
    event.preventDefault();
    event.stopPropagation();
    all[Math.min(all.length - 1, Math.max(0, at + (event.key === "ArrowDown" ? 1 : -1)))].focus();
  });
  return { root, show, reset };
}
