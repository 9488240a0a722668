// Opens a run from a file that `python -m explorer export` made. Its data are cut out of the text; nothing is run.

const MOST = 64 << 20; // bytes of a file
const BEGIN = "<script type=\"application/json\" id=\"trace\">", END = "</script>"; // explorer/stage/export.py
export const WORDS = {
  trace: "This page cannot draw a trace file itself. Run “python -m explorer export FILE --html page.html”, then open "
    + "page.html here.",
  unknown: "This file is not an exported run. Make one with “python -m explorer export FILE --html page.html”.",
  large: "This file is larger than 64 MB. Record fewer tokens, then export the run again.",
};

/**
 * The message for the stage in an exported page. Throws an Error with a sentence if the file is not one.
 * @param {File} file
 */
export async function readExport(file) {
  if (file.size > MOST) throw new Error(WORDS.large);
  if (/\.jsonl(\.gz)?$|\.gz$/i.test(file.name)) throw new Error(WORDS.trace);
  const text = await file.text();
  if (text.startsWith("{\"kind\":\"header\"")) throw new Error(WORDS.trace);
  let message = null;
  try { message = JSON.parse(text.split(BEGIN, 2)[1].split(END, 1)[0]); } catch { /* reported below */ }
  if (message?.type !== "open" || !Array.isArray(message.iterations) || !message.header) throw new Error(WORDS.unknown);
  return { ...message, name: "", at: { it: 1, phase: 1 } }; // without a name: no address leads to it
}

/**
 * Opens the files that are chosen in a field or dropped on its label.
 * @param {HTMLInputElement} field @param {(message: object) => void} open @param {(why: string) => void} refuse
 */
export function openFiles(field, open, refuse) {
  /** @param {File | undefined} file */
  async function take(file) {
    if (!file) return;
    refuse("");
    try { open(await readExport(file)); } catch (error) {
      refuse(error instanceof Error && Object.values(WORDS).includes(error.message) ? error.message : WORDS.unknown);
    }
  }
  field.addEventListener("change", async () => {
    await take(field.files?.[0]);
    field.value = ""; // so that the same file can be chosen again
  });
  field.labels?.[0]?.addEventListener("dragover", (event) => event.preventDefault());
  field.labels?.[0]?.addEventListener("drop", (event) => {
    event.preventDefault();
    void take(event.dataTransfer?.files[0]);
  });
}
