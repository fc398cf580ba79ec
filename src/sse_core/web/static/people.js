/**
 * The panel of people on their own devices: seats, names, who is here, requests for a take-back, and the offer of a
 * rematch.
 */
import { makeAbsence } from "./absence.js";
import { announce } from "./announce.js";
import { isNext } from "./campaign.js";
import { badge, byId, el } from "./dom.js";
import { forGood, forTab } from "./kept.js";
import { makeLinks } from "./links.js";
import { listed, say } from "./messages.js";
import { chime, switchSound } from "./sound.js";

/** @typedef {import("./answers.js").SeatShown} SeatShown */
/** @typedef {import("./answers.js").Shown} Shown */
/** @typedef {import("./answers.js").News} News */

const NAME = "name";
/** The beginning of the fragment of a link to a seat, also of a link that was cut off. */
const SEAT = /^[A-Z](-|$)/;

/**
 * Take the seat of the link in the address, if it has one; return what went wrong, or nothing.
 * @param {ReturnType<typeof import("./api.js").room>} api
 */
export async function sitDown(api) {
  const key = location.hash.slice(1);
  if (!SEAT.test(key)) return "";
  try {
    await api.tell("sit", { key, name: forGood.get(NAME) ?? "" }).catch((error) => {
      // Another person at the table may have the name that this browser remembers.
      if (error.status !== 400) throw error;
      return api.tell("sit", { key });
    });
    // The secret leaves the address, so that nobody can take the seat from it or from the history. It stays in a
    // browser without cookies.
    if (!(await api.seats()).links.length) return say("people.noCookies");
  } catch (error) {
    return whyNot(/** @type {any} */ (error), api);
  }
  history.replaceState(null, "", location.pathname + location.search);
  return "";
}

/** The words for a faulty link to a seat, by the status of the answer. */
const FAULTS = /** @type {const} */ ({ 403: "people.linkCut", 410: "people.linkUsed" });

/**
 * Return why a link leads to no seat, and what the person can do instead.
 * @param {{status: number, message: string}} error
 * @param {ReturnType<typeof import("./api.js").room>} api
 */
async function whyNot({ status, message }, api) {
  const known = FAULTS[/** @type {keyof typeof FAULTS} */ (status)];
  if (!known) return message;
  const { links } = await api.seats().catch(() => ({ links: [] }));
  return links.length ? say(known) : `${say(known)} ${say("people.watch")}`;
}

/**
 * @param {ReturnType<typeof import("./api.js").room>} api
 * @param {{onAgree: (what: "answer" | "without" | "back", body: object) => void, failed: (error: unknown) => void}} hooks
 */
export function makePeople(api, { onAgree, failed }) {
  const links = makeLinks(api);
  const absence = makeAbsence({
    onWithout: (absent, bot) => onAgree("without", { seat: mySeat(), absent, bot }),
    onBack: (seat) => onAgree("back", { seat }),
  });
  /** @type {Shown & {mine: number[]}} */
  let shown;
  /** @type {Partial<News>} */
  let news = {};
  let isOpened = false;

  byId("invite").addEventListener("click", () => links.open(shown).catch(failed));
  byId("agree").addEventListener("click", () => answer(true));
  byId("refuse").addEventListener("click", () => answer(false));
  byId("name-form").addEventListener("submit", rename);
  // A link to another seat of this game, opened in this tab, changes only the fragment.
  addEventListener("hashchange", () => SEAT.test(location.hash.slice(1)) && location.reload());

  /** Return the own seat that plays; the first own seat if none does. */
  function mySeat() {
    return shown.mine.find((/** @type {number} */ seat) => shown.seats[seat].is_person) ?? shown.mine[0];
  }

  /**
   * Answer another person's request for a take-back, or withdraw the own one.
   * @param {boolean} agrees
   */
  function answer(agrees) {
    const seat = shown.mine.find((/** @type {number} */ each) => shown.asked?.open.includes(each)) ?? mySeat();
    // So the page doesn't say that others have refused it.
    withdrawn = shown.asked?.seat === seat;
    onAgree("answer", { seat, agrees });
  }

  /** @param {SubmitEvent} event */
  async function rename(event) {
    event.preventDefault();
    try {
      const { name } = await api.tell("name", { seat: shown.mine[0], name: byId("name").value });
      forGood.set(NAME, name || null);
      byId("name").value = name;
      byId("name-words").textContent = say(name ? "people.named" : "people.unnamed");
    } catch (error) {
      byId("name-words").textContent = /** @type {Error} */ (error).message;
    }
    announce(byId("name-words").textContent ?? "");
  }

  /** Show the panel for the first time. */
  function begin() {
    isOpened = true;
    byId("people-card").hidden = false;
    switchSound();
    byId("undo").textContent = say("people.takeBack");
    byId("undo").title = say("people.takeBackTitle");
    byId("name-form").hidden = !shown.mine.length;
    if (shown.mine.length) byId("name").value = shown.seats[shown.mine[0]].name;
    const key = `invited ${shown.id}`;
    if (freeSeats().length && shown.mine.length && !forTab.get(key)) {
      forTab.set(key, "yes");
      api.seats().then((found) => (found.links.length > shown.mine.length ? links.open(shown) : undefined)).catch(failed);
    }
  }

  function freeSeats() {
    return shown.seats.filter((seat) => seat.is_free);
  }

  function drawSeats() {
    const rows = shown.seats.map((seat, at) => {
      const isMine = shown.mine.includes(at);
      const name = seat.is_person ? seat.name || say(isMine ? "people.you" : seat.is_free ? "people.nobody" : "people.person") : seat.name;
      return el("li", { class: seat.acts ? "acts" : null }, badge(seat.letter), el("strong", {}, name), el("small", {}, stateOf(seat, at, isMine)));
    });
    byId("people").replaceChildren(...rows);
    const watching = news.watching ?? 0;
    byId("watching").textContent = watching ? say("people.watching", { count: watching }) : "";
    byId("role").textContent = shown.mine.length ? "" : say("people.watch");
    byId("role").hidden = shown.mine.length > 0;
    byId("invite").hidden = !shown.mine.length;
    byId("invite").textContent = say(freeSeats().length ? "people.invite" : "people.links");
    byId("invite").classList.toggle("primary", freeSeats().length > 0);
  }

  function drawTable() {
    drawSeats();
    absence.show(shown, news.away ?? [], called);
  }

  /**
   * @param {SeatShown} seat
   * @param {number} at
   * @param {boolean} isMine
   */
  function stateOf(seat, at, isMine) {
    if (!seat.is_person) return say("people.bot");
    if (seat.is_free) return say("people.free");
    if (isMine) return seat.name ? say("people.you") : "";
    if (!news.here) return "";
    return say(news.here.includes(at) ? "people.here" : "people.away");
  }

  /**
   * Show the request for a take-back, and say how it ended.
   * @param {Shown | undefined} before
   */
  function drawQuestion(before) {
    const { asked } = shown;
    const mine = asked && shown.mine.includes(asked.seat);
    const concerns = mine || (asked && shown.mine.some((/** @type {number} */ seat) => asked.open.includes(seat)));
    byId("asked").hidden = !concerns;
    if (asked && concerns) {
      const [count, who, others] = [asked.back, called(asked.seat), listed(asked.open.map(called))];
      byId("asked-words").textContent = mine ? say("people.youAsk", { count, others }) : say("people.asks", { who, count });
      byId("agree").hidden = Boolean(mine);
      byId("refuse").textContent = say(mine ? "people.withdraw" : "people.refuse");
      if (JSON.stringify(before?.asked) !== JSON.stringify(asked)) announce(byId("asked-words").textContent ?? "");
    }
    const wasMine = before?.asked && shown.mine.includes(before.asked.seat);
    if (wasMine && !asked && before.version === shown.version && !withdrawn) tell(say("people.refused"));
    // Other news may come before the answer to the request.
    withdrawn &&= Boolean(asked);
  }
  let withdrawn = false;

  /** @param {string} words */
  function tell(words) {
    byId("made").textContent = words;
    byId("made").hidden = false;
    announce(words);
  }

  /** @param {number} seat */
  function called(seat) {
    return shown.seats[seat].name || shown.seats[seat].letter;
  }

  /** @param {Shown | undefined} before */
  function drawRematch(before) {
    const { rematch } = shown;
    if (!rematch) return;
    const next = isNext(shown);
    const joins = next ? "people.joinNext" : "people.joinRematch";
    const watches = next ? "people.watchNext" : "people.watchRematch";
    byId("rematch").textContent = say(shown.mine.length ? joins : watches);
    if (!before || before.rematch) return;
    const who = rematch.seat >= 0 && !shown.mine.includes(rematch.seat) ? called(rematch.seat) : "";
    if (who) tell(say(next ? "people.begunNext" : "people.offersRematch", { who }));
  }

  return {
    /**
     * Show the panel after a change.
     * @param {Shown} next
     * @param {Shown | undefined} before
     */
    show(next, before) {
      if (!next.mine) return;
      shown = { ...next, mine: next.mine };
      if (!isOpened) begin();
      drawTable();
      drawQuestion(before);
      drawRematch(before);
      links.refresh(shown).catch(failed);
      const [is, was] = [isMyTurn(next), before && isMyTurn(before)];
      if (is && before && !was) chime();
    },
    /** Show who is here. */
    hear(/** @type {News} */ next) {
      news = next;
      if (shown) drawTable();
    },
  };
}

/**
 * Return whether the person at this screen is to act, in a game where each person has a seat.
 * @param {Shown} shown
 */
export function isMyTurn(shown) {
  return shown.mine !== null && shown.person !== null && shown.mine.includes(shown.person);
}
