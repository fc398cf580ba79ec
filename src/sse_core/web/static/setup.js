/**
 * The form for a new game: game, players, map, rules and seed, with a picture of the start.
 */
import * as api from "./api.js";
import { keepVariations } from "./branches.js";
import { afterPause, byId, el } from "./dom.js";
import { makeFields } from "./fields.js";
import { makeGallery } from "./gallery.js";
import { showIntro } from "./intro.js";
import { say, speakAs } from "./messages.js";
import { makePaste } from "./paste.js";
import { makePace } from "./pace.js";
import { makePlayers } from "./players.js";
import { showPreview } from "./preview.js";
import { isLost, untilReached } from "./reach.js";
import { showRecent } from "./recent.js";
import { makeSeating } from "./seating.js";
import { listenToKeys } from "./shortcuts.js";
import { onTheme, theme } from "./theme.js";

const PAUSE = 250;
const SEEDS = 2 ** 31;

/** Open the form; with a shared position in the address, the form begins with it. */
export async function openSetup() {
  const form = byId("setup");
  document.title = say("page.name");
  listenToKeys({});
  showRecent();

  /** @type {any} */
  let game = null;
  /** @type {any} the parts of the form for this game */
  let parts = null;
  /** @type {Map<string, any>} the parts for each game that was shown, with their values */
  const kept = new Map();
  /** @type {AbortController} */
  let running = new AbortController();

  const paste = makePaste(() => {
    parts.gallery.disable(Boolean(paste.text()));
    byId("fields-card").disabled = byId("seed-card").disabled = false;
    redraw();
  });
  const previewSoon = afterPause(preview, PAUSE);
  const [seating, pace] = [makeSeating(), makePace()];
  byId("players-card").addEventListener("change", askPeople);

  /** Show the fields for the seating and the clock, depending on the players. */
  function askPeople() {
    for (const part of [seating, pace]) part.show(parts.players.values());
  }

  /** Draw the preview again after a change of the form, and drop the request of an older one. */
  function redraw() {
    running.abort();
    previewSoon();
  }

  /** Return whether the game is to be the first one of a campaign. */
  function inCampaign() {
    return byId("campaign").checked && !byId("campaign-row").hidden;
  }

  /** Show the fields of a campaign, or of a single game. */
  function showCampaign() {
    byId("campaign-row").hidden = !game.campaign_fields.length || byId("fields-card").disabled;
    parts.fields.showOnly(inCampaign() ? game.campaign_fields : null);
  }

  /** Return the wish of the form, in the form that the server takes. */
  function gameRequest() {
    const text = paste.text();
    return {
      game: game.name,
      players: parts.players.values(),
      seed: byId("seed-card").disabled ? "" : byId("seed").value.trim(),
      fields: byId("fields-card").disabled ? {} : parts.fields.values(inCampaign() ? game.campaign_fields : null),
      preset: text ? null : parts.gallery.value(),
      text: text || null,
      campaign: inCampaign(),
    };
  }

  /** Set the number of players to that of the chosen start, and draw the start. */
  async function fitPlayers() {
    const chosen = parts.gallery.value();
    try {
      if (chosen) parts.players.setCount((await untilReached(() => api.preset(game.name, chosen))).players);
    } catch (error) {
      fail(/** @type {Error} */ (error).message);
    }
    redraw();
  }

  /** Draw the start of the game. */
  async function preview() {
    running.abort();
    running = new AbortController();
    const { signal } = running;
    try {
      // A pasted text names its own game.
      const asked = paste.text() ? { text: paste.text() } : gameRequest();
      const drawn = await untilReached(() => api.draw({ ...asked, theme: theme() }, signal));
      if (signal.aborted) return;
      if (drawn.game && drawn.game !== game.name) return choose(drawn.game);
      if (paste.text()) paste.tell("", drawn);
      fail("");
      parts.players.setCount(drawn.players);
      askPeople();
      byId("fields-card").disabled = hasRules(drawn.kind);
      byId("fields-off").hidden = !hasRules(drawn.kind);
      byId("seed-card").disabled = drawn.kind === "record" || drawn.kind === "campaign";
      showCampaign();
      showPreview(drawn, game.preset);
    } catch (error) {
      if (signal.aborted) return;
      const { message } = /** @type {Error} */ (error);
      if (paste.text()) paste.tell(message);
      else fail(message);
    }
  }

  /** @param {string} words */
  function fail(words) {
    byId("setup-error").textContent = words;
    byId("setup-error").hidden = !words;
  }

  /** @param {SubmitEvent} event */
  async function submit(event) {
    event.preventDefault();
    const start = byId("start");
    start.disabled = true;
    fail("");
    try {
      const { id, variations } = await api.open({ ...gameRequest(), ...seating.values(), ...pace.values() });
      keepVariations(id, variations);
      location.assign(`/g/${id}`);
    } catch (error) {
      fail(/** @type {Error} */ (error).message);
      start.disabled = false;
      // The message is out of date when the server is back.
      if (isLost(error)) untilReached(api.games).then(() => fail(""));
    }
  }

  /**
   * Show the form of a game.
   * @param {string} name
   */
  function choose(name) {
    game = games.find((each) => each.name === name);
    speakAs(game.language);
    const radio = byId(`game-${name}`);
    radio.checked = true;
    parts = kept.get(name) ?? {
      players: makePlayers(game, redraw),
      gallery: makeGallery(game, fitPlayers),
      fields: makeFields(game, redraw),
    };
    kept.set(name, parts);
    for (const part of Object.values(parts)) part.show();
    showIntro(game);
    parts.gallery.disable(Boolean(paste.text()));
    paste.setExample(game.example_map);
    showCampaign();
    redraw();
  }

  const games = await untilReached(api.games);
  byId("game-choice").replaceChildren(
    ...games.map((each) =>
      el(
        "label",
        { class: "tab" },
        el("input", { type: "radio", name: "game", id: `game-${each.name}`, value: each.name, onchange: () => choose(each.name) }),
        el("span", {}, each.title),
      ),
    ),
  );
  byId("seed").value = freshSeed();
  byId("seed").addEventListener("input", redraw);
  byId("seed-new").addEventListener("click", () => {
    byId("seed").value = freshSeed();
    redraw();
  });
  byId("campaign").addEventListener("change", () => {
    showCampaign();
    redraw();
  });
  form.addEventListener("submit", submit);
  onTheme(redraw);
  await begin(new URLSearchParams(location.search).get("p"));
  form.hidden = false;

  /**
   * Begin with the position that the address shares, or with the first game.
   * @param {string | null} packed
   */
  async function begin(packed) {
    if (!packed) return choose(games[0].name);
    try {
      const { game: name, text } = await api.shared(packed, theme());
      paste.set(text);
      choose(name);
    } catch (error) {
      choose(games[0].name);
      paste.open();
      paste.tell(/** @type {Error} */ (error).message);
    }
  }
}

/**
 * Return whether a text of this kind has its own rules, so that nothing is left to set up.
 * @param {string} kind
 */
function hasRules(kind) {
  return kind === "position" || kind === "record" || kind === "campaign";
}

/** Return a random seed. */
function freshSeed() {
  return String(Math.floor(Math.random() * SEEDS));
}
