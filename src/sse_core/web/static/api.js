/**
 * The server's answers. Each function is one request; what they take and give is described in the module web/app.py.
 */
import { language, say } from "./messages.js";

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
 * Return what the server answers to a request: JSON, unless another kind is asked for.
 * @param {string} path
 * @param {RequestInit} [options]
 * @param {"json" | "text"} [kind]
 */
async function ask(path, options, kind = "json") {
  let answer;
  try {
    answer = await fetch(path, options);
  } catch (error) {
    // Whoever gave a request up knows it.
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
  return ask(path, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body), signal }, kind);
}

/**
 * Return `?key=value&…` of what is neither null nor undefined.
 * @param {Record<string, unknown>} values
 */
function query(values) {
  const given = Object.entries(values).filter(([, value]) => value != null);
  const text = new URLSearchParams(given.map(([key, value]) => [key, String(value)])).toString();
  return text && `?${text}`;
}

export const games = () => ask(`/api/games${query({ lang: language() })}`);
export const thumbnail = (/** @type {string} */ game, /** @type {string} */ preset, /** @type {string} */ theme) =>
  `/api/presets/${game}/${encodeURIComponent(preset)}/thumbnail.svg${query({ theme })}`;
export const preset = (/** @type {string} */ game, /** @type {string} */ name) => ask(`/api/presets/${game}/${encodeURIComponent(name)}`);
export const rule = (/** @type {string} */ game, /** @type {string} */ clause) => ask(`/api/rules/${game}/${clause}`);
export const rules = (/** @type {string} */ game) => ask(`/api/rules/${game}`);
export const draw = (/** @type {object} */ body, /** @type {AbortSignal} */ signal) => post("/api/draw", body, signal);
export const shared = (/** @type {string} */ packed, /** @type {string} */ theme) => ask(`/api/shared${query({ p: packed, theme })}`);
export const tools = (/** @type {string} */ game) => ask(`/api/sketch/${game}`);
export const toolPicture = (/** @type {string} */ game, /** @type {string} */ tool, /** @type {number} */ turn, /** @type {string} */ theme) =>
  `/api/sketch/${game}/${tool}.svg${query({ turn, theme })}`;
export const sketch = (/** @type {object} */ body) => post("/api/sketch", body);
export const qr = (/** @type {string} */ text) => post("/api/qr", { text }, undefined, "text");
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
     * @param {{theme: string, layout: string}} style
     */
    stop: (stop, style) => ask(base(stop) + query({ ...style, lang: language() })),
    /**
     * @param {number} stop
     * @param {string[]} keys
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
    /** @param {{ply?: number | null, seat?: number | null, line?: string, theme: string, layout: string, known?: string}} view */
    shown: (view) => ask(base + query(view)),
    brief: () => ask(`${base}/brief`),
    /** @param {{ply: number, seat?: number | null, theme: string, layout: string}} view */
    picture: (view) => ask(`${base}/picture.svg${query(view)}`, {}, "text"),
    /**
     * @param {"act" | "undo" | "redo" | "resign" | "answer" | "without" | "back" | "rematch" | "sit" | "name" | "why" | "hint"} what
     * @param {object} body
     */
    tell: (what, body) => post(`${base}/${what}`, body),
    seats: () => ask(`${base}/seats`),
    /** @param {{ply: number, line?: string}} view */
    link: (view) => ask(`${base}/link${query(view)}`),
    /** @param {object[]} variations */
    recordWith: (variations) => post(`${base}/record`, { variations }, undefined, "text"),
    /**
     * @param {"record" | "position" | "map" | "campaign" | "picture.svg" | "events" | "analysis" | "review"} what
     * @param {Record<string, unknown>} [values]
     */
    address: (what, values = {}) => `${base}/${what}${query(values)}`,
  };
}
