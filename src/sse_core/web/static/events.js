/**
 * The news of a game, as the server sends them. Lost connections are taken up again, and a note says so meanwhile.
 */
import { announce } from "./announce.js";
import { byId } from "./dom.js";

const PAUSE = 1500;

/**
 * Follow the news at an address; return the function that ends it.
 * @param {string} address
 * @param {{onChange: (news: any) => void, onLost: () => void, onBack: () => void}} hooks
 */
export function follow(address, { onChange, onLost, onBack }) {
  let lost = false;
  let timer = 0;
  /** @type {EventSource} */
  let source;

  function connect() {
    source = new EventSource(address);
    source.addEventListener("open", () => {
      if (lost) onBack();
      say(false);
    });
    source.addEventListener("message", (event) => onChange(JSON.parse(event.data)));
    source.addEventListener("error", () => {
      source.close();
      say(true);
      onLost();
      timer = setTimeout(connect, PAUSE);
    });
  }

  /** @param {boolean} gone */
  function say(gone) {
    const note = byId("connection");
    if (gone === lost) return;
    lost = gone;
    note.textContent = "The server is lost. Trying again…";
    note.hidden = !gone;
    if (!gone) announce("The server is back.");
  }

  connect();
  return () => {
    clearTimeout(timer);
    source.close();
  };
}
