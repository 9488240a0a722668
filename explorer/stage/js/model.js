// The trace in the browser's memory, and what is true at a step. Draws nothing.

import { visible } from "./format.js";
import { LABEL, STRENGTH, PRUNED } from "./marks.js";

export function newModel() {
  const model = {
    name: "", header: {}, texts: {}, its: [], summary: null, incomplete: null, live: false,
    lineage: new Map(), // node → {parent, token, it, origin} of everything a live sequence was made of
    starts: [0], // starts[k]: how many steps come before iteration k
  };

  model.open = (message) => {
    Object.assign(model, { name: message.name || "", header: message.header || {}, texts: {}, its: [], summary: null });
    model.lineage.clear();
    model.starts = [0];
    model.live = !!message.live;
    model.add(message);
  };

  // Adds what is new; returns the number of iterations that are missing before them, 0 if none.
  model.add = (message) => {
    Object.assign(model.texts, message.texts || {});
    for (const it of message.iterations || []) {
      if (it.i < model.its.length) continue;
      if (it.i > model.its.length) return it.i - model.its.length;
      prepare(it);
      model.its.push(it);
      model.starts.push(model.starts[it.i] + it.steps.length);
      for (const [node, parent, token, origin] of it.made) model.lineage.set(node, { node, parent, token, it: it.i, origin });
    }
    if ("summary" in message && message.summary) model.summary = message.summary;
    if ("incomplete" in message) model.incomplete = message.incomplete;
    return 0;
  };

  // Indexes an iteration once: node ids to places, verdicts by node with the step at which they take effect.
  function prepare(it) {
    const n = it.n;
    it.size = n.id.length;
    it.place = new Map(n.id.map((id, place) => [id, place]));
    it.get = (field, place) => (n[field] ? n[field][place] : null);
    it.marks = Array.from({ length: it.size }, () => []);
    const when = new Array(it.verdicts.length).fill(it.steps.length - 1);
    it.steps.forEach((step, k) => step.verdicts.forEach((v) => (when[v] = k)));
    it.verdicts.forEach((verdict, v) => {
      const place = it.place.get(verdict.node);
      if (place !== undefined) it.marks[place].push({ step: when[v], v, decision: verdict.decision });
    });
    it.target = it.steps.findIndex((step) => step.phase === "target");
    it.replicas = n.origin ? n.origin.filter((origin, k) => origin !== null && origin !== n.id[k]).length : 0;
    it.copied = (place) => { const origin = it.get("origin", place); return origin !== null && origin !== n.id[place]; };
    it.commit = it.steps.findIndex((step) => step.phase === "commit");
    if (it.commit < 0) it.commit = it.steps.length - 1;
    // Drafts that a later selection left out (EAGLE-2), and the step of that selection.
    const sent = new Set(it.target < 0 ? [] : it.steps[it.target].nodes);
    it.choice = it.steps.findIndex((step, k) => k < it.target && step.phase === "draft" && step.layer === null && step.nodes.length);
    it.dropsAt = (place) => (it.choice >= 0 && it.get("leaf", place) === "budget" && !sent.has(place) ? it.choice : Infinity);
    // Prefixes that were held against τ together (MTAD), by the place of their last token, and the step that does it.
    it.prefix = new Map();
    for (const one of it.layers.find((layer) => layer.kind === "joint")?.prefixes || []) {
      const place = it.place.get(one.node), step = it.steps.findIndex((each) => each.phase === "verify" && each.layer === one.j && each.nodes.includes(place));
      if (place !== undefined) it.prefix.set(place, { ...one, step: step < 0 ? it.commit : step });
    }
    it.onPath = new Uint8Array(it.size);
    it.path.forEach((place) => (it.onPath[place] = 1));
    it.children = Array.from({ length: it.size }, () => []);
    for (let i = 0; i < it.size; i++) {
      const up = it.place.get(n.parent[i]);
      if (up !== undefined) it.children[up].push(i);
    }
  }

  model.text = (token) => {
    if (token === -2) return "itself (ended)";
    const known = model.texts[token];
    return known === undefined ? (token < 0 ? "start" : "#" + token) : known;
  };
  // A word for a node or a bar: whitespace visible, never empty.
  model.word = (token) => visible(model.text(token)) || "∅";

  // Whether a decision is about one beam with one token: then its numbers are shares of laws over all beams.
  model.joint = (verdict) => !!verdict && verdict.entry !== undefined && verdict.entry !== null;

  // What has become of a node at a step: its verdicts so far and the strongest decision.
  model.fate = (it, place, phase) => {
    let state = null, strength = 0, top = null; // top: the verdict that decides the state
    const seen = [];
    for (const mark of it.marks[place]) {
      if (mark.step > phase) continue;
      seen.push(mark);
      if (STRENGTH[mark.decision] >= strength) {
        strength = STRENGTH[mark.decision];
        state = mark.decision;
        top = mark.v;
      }
    }
    if (state === null) {
      if (it.get("role", place) === "input") state = "input";
      else if (it.get("role", place) === "target") state = "committed";
      else if (it.dropsAt(place) < Infinity) state = it.dropsAt(place) <= phase ? "dropped" : "pending";
      else state = PRUNED.has(it.get("leaf", place)) ? "leaf" : "pending";
    }
    const prefix = it.prefix.get(place);
    return { state, seen, top, prefix: prefix && prefix.step <= phase ? prefix : null };
  };
  // The state in words; a drafted token whose prefix was tested, but of which nothing is decided yet, has words of its own.
  model.called = (fate) => (fate.state !== "pending" ? LABEL[fate.state] : fate.prefix ? `prefix ${fate.prefix.passed ? "passes" : "fails"}` : "not judged yet");

  // Tokens from the prompt down to a node, as {node, token, it, origin}; nodes of `it` that were not kept included.
  model.path = (it, id) => {
    const found = [];
    while (id !== undefined && id > 0) {
      const place = it ? it.place.get(id) : undefined, kept = model.lineage.get(id);
      if (place !== undefined && !(kept && it.get("role", place) === "input")) {
        found.push({ node: id, token: it.n.token[place], it: it.i, origin: kept ? kept.origin : null, here: true });
        id = it.n.parent[place];
      } else if (kept) {
        found.push(kept);
        id = kept.parent;
      } else break;
    }
    return found.reverse();
  };

  model.at = (place) => { // the (iteration, phase) of a step counted over the whole run
    let it = 0;
    while (it + 1 < model.its.length && model.starts[it + 1] <= place) it++;
    return [it, place - model.starts[it]];
  };
  // Tokens of toy pairs are words, and are joined by spaces.
  model.joiner = () => (String(model.header.pair || "").startsWith("toy:") ? " " : "");
  model.total = () => model.starts[model.its.length];
  model.multi = () => model.its.some((it) => it.beams.length > 1);
  return model;
}
