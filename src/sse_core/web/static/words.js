/**
 * Words of the server in the language of the page: levels of bots, states of seats, whose turn it is. What isn't known here
 * stays as the server says it.
 */
import { listed, say } from "./messages.js";

/** The level of a bot by the player's name. A game has some of these levels. */
const LEVELS = /** @type {const} */ ({
  "star:beginner": "level.beginner",
  "star:club": "level.club",
  "star:expert": "level.expert",
  "star:master": "level.master",
  greedy: "level.beginner",
  "mcts:0.2s": "level.advanced",
  "mcts:2s": "level.strong",
  "mcts:10s": "level.veryStrong",
});

const STATES = /** @type {const} */ ({ "to act": "state.acts", thinking: "state.thinks", won: "state.won", resigned: "state.resigned", "out of time": "state.late", away: "state.away" });

/** What stands in place of the name of a person who has left the game. */
const NAMES = /** @type {const} */ ({ resigned: "state.resigned", "out of time": "state.late", away: "state.away" });

/**
 * Return a level in words: its name, and its Elo if that is known.
 * @param {{title: string, player: string, elo: number | null}} level
 */
export function levelWords({ title, player, elo }) {
  const known = LEVELS[/** @type {keyof typeof LEVELS} */ (player)];
  const name = known ? say(known) : title;
  return elo === null ? name : say("level.rated", { name, elo });
}

/**
 * Return the name of a seat of a game; empty for a person without one.
 * @param {{name: string, player: string}} seat
 */
export function nameOf({ name, player }) {
  // A bot that is no level of its game has its own name.
  const known = name !== player && LEVELS[/** @type {keyof typeof LEVELS} */ (player)];
  return known ? say(known) : name;
}

/**
 * Return a seat with its name, as sentences call it.
 * @param {{letter: string, name: string, player: string}} seat
 */
export function labelOf(seat) {
  const name = nameOf(seat);
  const known = NAMES[/** @type {keyof typeof NAMES} */ (name)];
  return name ? `${seat.letter} (${known ? say(known) : name})` : seat.letter;
}

/**
 * Return the seats that are those of who looks: on a device of one's own, and where one person alone plays at the screen.
 * @param {{mine: number[] | null, seats: {player: string}[]}} game
 */
export function ownSeats({ mine, seats }) {
  const people = [...seats.keys()].filter((seat) => seats[seat].player === "human");
  return mine ?? (people.length === 1 ? people : []);
}

/**
 * Return what a seat is called where its letter stands beside it.
 * @param {{mine: number[] | null, seats: any[]}} game
 * @param {number} seat
 */
export function callOf(game, seat) {
  return nameOf(game.seats[seat]) || say(ownSeats(game).includes(seat) ? "people.you" : "score.person");
}

/**
 * Return the state of a seat.
 * @param {string} state
 */
export function stateWords(state) {
  const known = STATES[/** @type {keyof typeof STATES} */ (state)];
  return known ? say(known) : state;
}

/**
 * Return whether a seat has left the game before its end.
 * @param {{status: string}} seat
 */
export function hasLeft({ status }) {
  return ["resigned", "out of time", "away"].includes(status);
}

/**
 * Return whose turn it is, as a sentence.
 * @param {{move: number, seats: number[], thinks: boolean}} due
 * @param {{letter: string, name: string, player: string}[]} seats
 * @param {number[]} own the seats of who looks; none in a position that is past
 */
export function dueWords({ move, seats: due, thinks }, seats, own) {
  const number = String(move);
  if (due[0] < 0) return say("due.chance", { number });
  if (!thinks && due.some((seat) => own.includes(seat))) return say("due.yours", { number });
  const who = listed(due.map((seat) => labelOf(seats[seat])));
  return thinks ? say("due.thinks", { number, who }) : say("due.acts", { number, who, count: due.length });
}
