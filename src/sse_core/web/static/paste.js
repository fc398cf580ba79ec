/**
 * The text box for a map, a position or a record: typed, pasted, or read from a file.
 */
import { byId } from "./dom.js";
import { say } from "./messages.js";

/** @typedef {import("./answers.js").Drawn} Drawn */

const LARGEST_FILE = 2_000_000;

/** @param {() => void} onChange */
export function makePaste(onChange) {
  const box = byId("paste");
  let example = "";
  box.addEventListener("input", () => {
    if (!box.value.trim()) tell("");
    onChange();
  });
  byId("paste-file").addEventListener("change", (/** @type {any} */ event) => read(event.target.files[0]));
  byId("paste-details").addEventListener("dragover", (/** @type {DragEvent} */ event) => event.preventDefault());
  byId("paste-details").addEventListener("drop", (/** @type {DragEvent} */ event) => {
    event.preventDefault();
    read(event.dataTransfer?.files[0]);
  });
  byId("paste-clear").addEventListener("click", () => put(""));
  byId("paste-example").addEventListener("click", () => put(example));

  /** @param {string} text */
  function put(text) {
    box.value = text;
    tell("");
    onChange();
    box.focus();
  }

  /** @param {File | undefined} file */
  async function read(file) {
    if (!file) return;
    if (file.size > LARGEST_FILE) return tell(say("paste.tooLarge", { name: file.name }));
    put(await file.text());
  }

  /**
   * Show in one line what is wrong with the text, or what it is.
   * @param {string} error
   * @param {Drawn} [drawn]
   */
  function tell(error, drawn) {
    byId("paste-error").textContent = error;
    byId("paste-error").hidden = !error;
    box.setAttribute("aria-invalid", String(Boolean(error)));
    byId("paste-about").textContent = !error && drawn && box.value.trim() ? `${drawn.about}.` : "";
  }

  function open() {
    byId("paste-details").open = true;
  }

  return {
    text: () => (box.value.trim() ? box.value : ""),
    tell,
    open,
    /** @param {string} text */
    set(text) {
      box.value = text;
      open();
    },
    /** @param {string | null} text */
    setExample(text) {
      example = text ?? "";
      byId("paste-example").hidden = !text;
    },
  };
}
