/**
 * The news of a game, as the server sends them. Lost connections are taken up again, and a note says so meanwhile.
 */
import { announce } from "./announce.js";
import { byId } from "./dom.js";
import { say } from "./messages.js";

const PAUSE = 1500;

/**
 * Follow the news at an address; return the function that ends it.
 *
 * A tab that nobody sees doesn't listen, and looks again when it is seen: a browser has some six connections to a
 * server, and each tab that listens holds one of them. A tab that calls its person listens always.
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
    // Who follows the news next says so again if the server is lost still.
    if (lost) byId("connection").hidden = true;
  };
}
