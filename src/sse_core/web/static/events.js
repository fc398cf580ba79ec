/**
 * The stream of a game's news from the server. A lost connection is opened again, and a note says so meanwhile.
 */
import { announce } from "./announce.js";
import { byId } from "./dom.js";
import { say } from "./messages.js";

const PAUSE = 1500;

/**
 * Follow the news at an address; return the function that ends it.
 *
 * A browser has about six connections to a server, and each listening tab holds one. So a hidden tab doesn't listen,
 * and asks for the state when it becomes visible. A tab that calls its person always listens.
 * @param {string} address
 * @param {{onChange: (news: any) => void, onLost: () => void, onBack: () => void, always?: boolean}} hooks
 */
export function follow(address, { onChange, onLost, onBack, always = false }) {
  let lost = false;
  let timer = 0;
  /** @type {EventSource | undefined} */
  let source;

  function connect() {
    const opened = new EventSource(address);
    source = opened;
    opened.addEventListener("open", () => {
      if (lost) onBack();
      tell(false);
    });
    opened.addEventListener("message", (event) => onChange(JSON.parse(event.data)));
    opened.addEventListener("error", () => {
      opened.close();
      tell(true);
      onLost();
      timer = setTimeout(connect, PAUSE);
    });
  }

  /** @param {boolean} gone */
  function tell(gone) {
    const note = byId("connection");
    if (gone === lost) return;
    lost = gone;
    note.textContent = say("events.lost");
    note.hidden = !gone;
    if (!gone) announce(say("events.back"));
  }

  function rest() {
    clearTimeout(timer);
    source?.close();
  }

  function wake() {
    rest();
    if (document.hidden) return;
    connect();
    onBack();
  }

  if (always || !document.hidden) connect();
  if (!always) document.addEventListener("visibilitychange", wake);
  return () => {
    document.removeEventListener("visibilitychange", wake);
    rest();
    // The next follower says so again if the server is still lost.
    if (lost) byId("connection").hidden = true;
  };
}
