/**
 * The clocks of a game above its board. The server says when a running clock is out, and the page counts down.
 */
import { announce } from "./announce.js";
import { badge, byId, el } from "./dom.js";
import { say } from "./messages.js";
import { numbersOf } from "./pace.js";
import { switchSound, tick } from "./sound.js";
import { ownSeats } from "./words.js";

/** @typedef {import("./answers.js").Shown} Shown */
/** @typedef {import("./answers.js").ClockShown} ClockShown */

const SECOND = 1000;
const MINUTE = 60 * SECOND;
/** The milliseconds below which a clock is low, and shows tenths of a second. */
const LOW = 20 * SECOND;
/** The seconds left at which the person gets an announcement. */
const TOLD = [60, 30, 10];
/** The change of the server's time, in milliseconds, that means a restart of the server. */
const ANEW = 5 * SECOND;

export function makeClocks() {
  const box = byId("clocks");
  /** @type {Shown} */
  let shown;
  /** @type {ClockShown} */
  let clock;
  /** @type {{row: any, time: any, now: any, before: number | null}[]} a row for each seat */
  let rows = [];
  /** The server's time minus the page's, in milliseconds; the answer with the shortest delay is the most exact. */
  let ahead = -Infinity;
  let timer = 0;

  function build() {
    const { minutes, seconds } = numbersOf(clock.control);
    box.setAttribute("aria-label", say("clock.all", { minutes, seconds }));
    rows = shown.seats.map((seat) => {
      const time = el("span", { class: "clock-time", role: "timer" });
      const now = el("small", { class: "clock-now" });
      return { row: el("div", { class: "clock" }, badge(seat.letter), el("span", { class: "clock-name" }), time, now), time, now, before: null };
    });
    box.replaceChildren(...rows.map(({ row }) => row));
    switchSound();
  }

  /** Show the time, and set a timer for its next change. */
  function draw() {
    clearTimeout(timer);
    const { left, ends } = clock;
    const now = performance.now() + ahead;
    let pause = Infinity;
    rows.forEach(({ row, time, now: chip }, seat) => {
      const end = ends[seat];
      const runs = end !== null;
      const live = runs ? Math.max(0, end - now) : null;
      const shows = runs && shown.is_latest ? live : left[seat];
      row.hidden = shows === null && live === null;
      row.classList.toggle("is-running", runs);
      row.classList.toggle("is-low", (live ?? shows ?? Infinity) < LOW);
      time.textContent = shows === null ? "" : timeWords(shows);
      // At an earlier position the running clock is shown, too.
      chip.textContent = runs && !shown.is_latest ? say("clock.now", { time: timeWords(/** @type {number} */ (live)) }) : "";
      tell(seat, live);
      if (live) pause = Math.min(pause, (live % (live > LOW ? SECOND : SECOND / 10)) + 1);
    });
    if (pause < Infinity) timer = setTimeout(draw, pause);
    box.hidden = rows.every(({ row }) => row.hidden);
  }

  /**
   * Announce the person's own clock when it gets low.
   * @param {number} seat
   * @param {number | null} live
   */
  function tell(seat, live) {
    const { before } = rows[seat];
    rows[seat].before = live;
    const isMine = shown.mine ? shown.mine.includes(seat) : shown.seats[seat].is_person;
    if (!isMine || before === null || live === null) return;
    const seconds = Math.ceil(live / SECOND);
    if (live && TOLD.some((each) => before > each * SECOND && live <= each * SECOND)) announce(ownSeats(shown).includes(seat) ? say("clock.yours", { seconds }) : say("clock.theirs", { name: nameOf(seat), seconds }));
    if (live < 10 * SECOND && Math.ceil(before / SECOND) > seconds) tick();
  }

  /** @param {number} seat */
  function nameOf(seat) {
    return shown.seats[seat].name || shown.seats[seat].letter;
  }

  return {
    /**
     * Show the clocks of the server's answer.
     * @param {Shown} next
     */
    show(next) {
      if (!next.clock) return;
      const fresh = next.clock.now - performance.now();
      ahead = fresh > ahead || ahead - fresh > ANEW ? fresh : ahead;
      [shown, clock] = [next, next.clock];
      if (!rows.length) build();
      rows.forEach(({ row, time }, seat) => {
        row.querySelector(".clock-name").textContent = shown.seats[seat].name;
        time.setAttribute("aria-label", say("clock.of", { name: nameOf(seat) }));
      });
      draw();
    },
  };
}

/**
 * Return a time as a clock shows it: `4:59`, `1:00:00`, and `0:09.9` for a low clock.
 * @param {number} left in milliseconds
 */
export function timeWords(left) {
  const [hours, minutes] = [Math.floor(left / (60 * MINUTE)), Math.floor(left / MINUTE) % 60];
  const seconds = String(Math.floor(left / SECOND) % 60).padStart(2, "0");
  const tenths = left < LOW ? `.${Math.floor((left % SECOND) / 100)}` : "";
  return `${hours ? `${hours}:${String(minutes).padStart(2, "0")}` : minutes}:${seconds}${tenths}`;
}
