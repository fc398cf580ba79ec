/**
 * The progress line of a pasted game: how many moves are checked for secrets.
 */
import { byId } from "./dom.js";
import { say } from "./messages.js";

/** @param {{done: number, of: number} | null | undefined} progress nothing when all are checked */
export function showHiding(progress) {
  const note = byId("hiding");
  note.hidden = !progress;
  note.textContent = progress ? say("hiding.progress", progress) : "";
}
