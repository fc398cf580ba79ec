/**
 * A line that says how far it is worked out what the moves of a pasted game have hidden.
 */
import { byId } from "./dom.js";
import { say } from "./messages.js";

/** @param {{done: number, of: number} | null | undefined} progress nothing if all is known */
export function showHiding(progress) {
  const note = byId("hiding");
  note.hidden = !progress;
  note.textContent = progress ? say("hiding.progress", progress) : "";
}
