/**
 * The start of the page, by its address: `/g/…` is a game, `/edit` the map editor, `/learn/…` the tour of a game,
 * `/rules/…` its rules, and anything else the form for a new game.
 */
import { byId } from "./dom.js";
import { switchLanguageBy } from "./languages.js";
import { fillPage } from "./messages.js";
import { note } from "./reach.js";
import { switchThemeBy } from "./theme.js";

fillPage();
switchThemeBy(byId("theme"));
switchLanguageBy(byId("language"));

const [, view, name] = /^\/(g|learn|rules)\/([^/]+)\/?$/.exec(location.pathname) ?? [];
await open().catch((/** @type {Error} */ error) => note(error.message));

async function open() {
  if (view === "g") {
    const { openRoom } = await import("./room.js");
    await openRoom(decoded(name));
  } else if (view === "learn") {
    const { openTour } = await import("./tour.js");
    await openTour(name);
  } else if (view === "rules") {
    const { openRules } = await import("./rules.js");
    await openRules(name);
  } else if (location.pathname === "/edit") {
    const { openEditor } = await import("./editor.js");
    await openEditor();
  } else {
    byId("new-game").hidden = true;
    const { openSetup } = await import("./setup.js");
    await openSetup();
  }
}

/**
 * Decode a part of the address; return it unchanged if it was cut in the middle of a letter.
 * @param {string} part
 */
function decoded(part) {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
