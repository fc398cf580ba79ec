/**
 * Requests to the server, a function for each. The module web/api/requests.py has their parameters, web/answers.py their
 * answers.
 */
import { language, say } from "./messages.js";

/** @typedef {import("./answers.js").Brief} Brief */
/** @typedef {import("./answers.js").Drawn} Drawn */
/** @typedef {import("./answers.js").GameShown} GameShown */
/** @typedef {import("./answers.js").Hinted} Hinted */
/** @typedef {import("./answers.js").Links} Links */
/** @typedef {import("./answers.js").PresetDrawn} PresetDrawn */
/** @typedef {import("./answers.js").Refusal} Refusal */
/** @typedef {import("./answers.js").RulesShown} RulesShown */
/** @typedef {import("./answers.js").Shared} Shared */
/** @typedef {import("./answers.js").Shown} Shown */
/** @typedef {import("./answers.js").Sketched} Sketched */
/** @typedef {import("./answers.js").StopShown} StopShown */
/** @typedef {import("./answers.js").Tools} Tools */
/**
 * The requests that change a game or ask about it, with the type of each answer.
 * @typedef {Record<"act" | "undo" | "redo" | "resign" | "answer" | "without" | "back", Shown>
 *   & {rematch: {id: string}, sit: {seat: number}, name: {name: string}, why: Refusal, hint: Hinted}} Told
 */
/** @typedef {{theme: string, layout: string}} Style */

/** A refusal of the server: one line for people, with the clause of the rules if there is one. */
class Refused extends Error {
  /**
   * @param {string} message
   * @param {number} status the HTTP status; 0 if the server can't be reached
   * @param {string | null} [clause]
   */
  constructor(message, status, clause = null) {
    super(message);
    this.status = status;
    this.clause = clause;
  }
}

/**
 * Return the server's answer to a request, as JSON unless another kind is asked for.
 * @param {string} path
 * @param {RequestInit} [options]
 * @param {"json" | "text"} [kind]
 */
async function ask(path, options, kind = "json") {
  let answer;
  try {
    answer = await fetch(path, options);
  } catch (error) {
    // The caller has cancelled the request.
    if (options?.signal?.aborted) throw error;
    throw new Refused(say("api.lost"), 0);
  }
  const body = await answer[answer.ok ? kind : "json"]().catch(() => null);
  if (answer.ok && body !== null) return body;
  throw new Refused(body?.error ?? say("api.answers", { status: answer.status, words: answer.statusText }), answer.status, body?.clause);
}

/**
 * @param {string} path
 * @param {object} body
 * @param {AbortSignal} [signal]
 * @param {"json" | "text"} [kind]
 */
function post(path, body, signal, kind) {
  return ask(path, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify({ ...body, ...spoken() }), signal }, kind);
}

/** Return the parameter for the language of the answer; none for English. */
const spoken = () => (language() === "en" ? {} : { lang: language() });

/**
 * Return `?key=value&…` for all values that are neither null nor undefined, with the language.
 * @param {Record<string, unknown>} [values]
 */
function query(values = {}) {
  const given = Object.entries({ ...values, ...spoken() }).filter(([, value]) => value != null);
  const text = new URLSearchParams(given.map(([key, value]) => [key, String(value)])).toString();
  return text && `?${text}`;
}

/** @returns {Promise<GameShown[]>} */
export const games = () => ask(`/api/games${query()}`);
export const thumbnail = (/** @type {string} */ game, /** @type {string} */ preset, /** @type {string} */ theme) =>
  `/api/presets/${game}/${encodeURIComponent(preset)}/thumbnail.svg${query({ theme })}`;
/** @returns {Promise<PresetDrawn>} */
export const preset = (/** @type {string} */ game, /** @type {string} */ name) => ask(`/api/presets/${game}/${encodeURIComponent(name)}${query()}`);
/** @returns {Promise<{clause: string, text: string}>} */
export const rule = (/** @type {string} */ game, /** @type {string} */ clause) => ask(`/api/rules/${game}/${clause}`);
/** @returns {Promise<RulesShown>} */
export const rules = (/** @type {string} */ game) => ask(`/api/rules/${game}`);
/** @returns {Promise<Drawn>} */
export const draw = (/** @type {object} */ body, /** @type {AbortSignal} */ signal) => post("/api/draw", body, signal);
/** @returns {Promise<Shared>} */
export const shared = (/** @type {string} */ packed, /** @type {string} */ theme) => ask(`/api/shared${query({ p: packed, theme })}`);
/** @returns {Promise<Tools>} */
export const tools = (/** @type {string} */ game) => ask(`/api/sketch/${game}${query()}`);
export const toolPicture = (/** @type {string} */ game, /** @type {string} */ tool, /** @type {number} */ turn, /** @type {string} */ theme) =>
  `/api/sketch/${game}/${tool}.svg${query({ turn, theme })}`;
/** @returns {Promise<Sketched>} */
export const sketch = (/** @type {object} */ body) => post("/api/sketch", body);
/** @returns {Promise<string>} */
export const qr = (/** @type {string} */ text) => post("/api/qr", { text }, undefined, "text");
/** @returns {Promise<{id: string, variations?: object[]}>} */
export const open = (/** @type {object} */ body) => post("/api/rooms", body);

/**
 * The requests of the tour of a game, whose stops are counted from 1.
 * @param {string} game
 */
export function tour(game) {
  const base = (/** @type {number} */ stop) => `/api/tours/${game}/${stop}`;
  return {
    /**
     * @param {number} stop
     * @param {Style} style
     * @returns {Promise<StopShown>}
     */
    stop: (stop, style) => ask(base(stop) + query({ ...style })),
    /**
     * @param {number} stop
     * @param {string[]} keys
     * @returns {Promise<Refusal>}
     */
    why: (stop, keys) => post(`${base(stop)}/why`, { keys }),
  };
}

/**
 * The requests of one game.
 * @param {string} id
 */
export function room(id) {
  const base = `/api/rooms/${encodeURIComponent(id)}`;
  return {
    /**
     * @param {{ply?: number | string | null, seat?: number | null, line?: string, known?: string} & Style} view
     * @returns {Promise<Shown>}
     */
    shown: (view) => ask(base + query(view)),
    /** @returns {Promise<Brief>} */
    brief: () => ask(`${base}/brief${query()}`),
    /**
     * @param {{ply: number, seat?: number | null} & Style} view
     * @returns {Promise<string>}
     */
    picture: (view) => ask(`${base}/picture.svg${query(view)}`, {}, "text"),
    /**
     * @template {keyof Told} What
     * @param {What} what
     * @param {object} body
     * @returns {Promise<Told[What]>}
     */
    tell: (what, body) => post(`${base}/${what}`, body),
    /** @returns {Promise<Links>} */
    seats: () => ask(`${base}/seats`),
    /**
     * @param {{ply: number, line?: string}} view
     * @returns {Promise<{url: string}>}
     */
    link: (view) => ask(`${base}/link${query(view)}`),
    /**
     * @param {object[]} variations
     * @returns {Promise<string>}
     */
    recordWith: (variations) => post(`${base}/record`, { variations }, undefined, "text"),
    /**
     * @param {"record" | "position" | "map" | "campaign" | "picture.svg" | "events" | "analysis" | "review"} what
     * @param {Record<string, unknown>} [values]
     */
    address: (what, values = {}) => `${base}/${what}${query(values)}`,
  };
}
