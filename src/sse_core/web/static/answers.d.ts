/** Answers of the server, made by tools/page_types.py from web/answers.py, which tells more. */

/** What a search has found so far. */
export interface Analysed {
  ply: number;
  visits: number;
  seconds: number;
  how: string;
  exact: boolean;
  worth: number[] | null;
  lines: AnalysedLine[];
  seat: number;
  done: boolean;
}

/** An action with what is expected to follow; shares and margins by seat. */
export interface AnalysedLine {
  text: string;
  value: number[];
  margin: number[];
  visits: number;
  error: number;
  exact: boolean;
  line: string[];
}

/** A clause of the rules, or a text between two. */
export interface Block {
  clause: string | null;
  text: string;
}

/** A bot of the package. */
export interface BotShown {
  name: string;
  takes_budget: boolean;
}

/** A game as it stands, for a list of games. */
export interface Brief {
  id: string;
  title: string;
  status: string;
  due: Due | null;
  finished: boolean;
  mine: number[] | null;
  seats: BriefSeat[];
}

/** A seat in a list of games. */
export interface BriefSeat {
  letter: string;
  name: string;
  player: string;
  points: number;
  acts: boolean;
}

/** A campaign: games in a row. */
export interface CampaignShown {
  terms: string;
  number: number;
  columns: string[];
  rows: string[][];
  piles: number[];
  winners: string[];
  is_over: boolean;
}

/** The clocks. No news come while one runs; they do when it is out. An action that comes later is refused. */
export interface ClockShown {
  control: string;
  now: number;
  left: (number | null)[];
  ends: (number | null)[];
}

/** A text, drawn: a map, a position, a record, a campaign, or the start of a game. */
export interface Drawn {
  game: string;
  kind: string;
  svg: string;
  players: number;
  about: string;
  edit: string | null;
}

/** What is due in a position. */
export interface Due {
  move: number;
  seats: number[];
  thinks: boolean;
}

/** A field of the form for a new game. */
export interface FieldShown {
  name: string;
  label: string;
  help: string;
  kind: string;
  choices: string[];
  names: string[];
  default: any;
  suggestions: Record<string, string>;
}

/** A game, for the first screen and the form. */
export interface GameShown {
  about: string[];
  first_game: Record<string, any> | null;
  has_tour: boolean;
  language: string;
  name: string;
  title: string;
  preset: string;
  least_players: number;
  most_players: number;
  seats: string;
  presets: PresetShown[];
  levels: LevelShown[];
  bots: BotShown[];
  fields: FieldShown[];
  campaign_fields: string[];
  draws_maps: boolean;
  is_drawn: boolean;
  example_map: string;
}

/** Of how many moves of a pasted game it is known what they have hidden: until then they are hidden themselves. */
export interface HidingShown {
  done: number;
  of: number;
}

/** The best action that a search finds. */
export interface Hinted {
  id: number;
  text: string;
  words: string;
  steps: StepShown[];
  value: number;
  visits: number;
  exact: boolean;
}

/** A game for somebody who has never played it. */
export interface Introduction {
  about: string[];
  first_game: Record<string, any> | null;
  has_tour: boolean;
  language: string;
}

/** A legal action. */
export interface Legal {
  id: number;
  text: string;
  steps: StepShown[];
}

/** A level of bots. */
export interface LevelShown {
  title: string;
  player: string;
  about: string;
  elo: number | null;
}

/** A link to a seat, from ``/``. */
export interface Link {
  seat: number;
  url: string;
}

/** Links to the own seats, for another device, and to those that are free, for who opened the game. */
export interface Links {
  links: Link[];
  watch: string;
  draws: boolean;
}

/** A map that can be opened. */
export interface MapNamed {
  name: string;
  title: string;
}

/** A move of the game, or of a line that is tried. */
export interface MoveShown {
  ply: number;
  seat: number;
  letter: string;
  text: string;
  told: string;
  effects: string[];
  continues: boolean;
  hidden?: boolean;
  only?: boolean;
}

/** News of a game, as a seat may know them. */
export interface News {
  table?: number;
  here?: number[];
  watching?: number;
  away?: number[];
  version: number;
  thinking: number | null;
  warning: string;
  hiding?: HidingShown;
}

/** A position of a game, as one seat may see it, without its moves. */
export interface Page {
  id: string;
  game: string;
  title: string;
  language: string;
  version: number;
  ply: number;
  first_ply: number;
  last_ply: number;
  seats: SeatShown[];
  to_act: number[];
  person: number | null;
  viewer: number | null;
  mine: number[] | null;
  table: number;
  asked: QuestionShown | null;
  rematch: Rematch | null;
  thinking: number | null;
  finished: boolean;
  result: string | null;
  situation: string;
  due: Due | null;
  stage: string[];
  trouble: string;
  warning: string;
  hiding: HidingShown | null;
  score: Score;
  svg: string;
  is_latest: boolean;
  moves_from: number;
  known: string;
  can_undo: boolean;
  can_redo: boolean;
  legal: Legal[] | null;
  questions: Record<string, string>;
  tries: Tries | null;
  line: MoveShown[];
  secrets: boolean;
  seed: string | null;
  has_map: boolean;
  clock: ClockShown | null;
  campaign: CampaignShown | null;
}

/** A map or a start of the package, drawn. */
export interface PresetDrawn {
  game: string;
  kind: string;
  svg: string;
  players: number;
  about: string;
  edit: string | null;
  text: string;
  name: string;
}

/** A map or a start of the package. */
export interface PresetShown {
  name: string;
  title: string;
  about: string;
}

/** A take-back that somebody asks for. */
export interface QuestionShown {
  seat: number;
  back: number;
  open: number[];
}

/** An answer to why something isn't legal; an empty reason if it is. */
export interface Refusal {
  reason: string;
  clause: string | null;
}

/** A fault of a map that is drawn, or what else there is to say of it. */
export interface RemarkShown {
  words: string;
  clause: string | null;
  place: string;
  line: number | null;
  column: number | null;
}

/** A rematch that is offered. */
export interface Rematch {
  id: string;
  seat: number;
}

/** A review as far as it has come. */
export interface Reviewed {
  positions: number;
  searched: number;
  svg: Record<string, string>;
  worths: Worth[];
  turns: ReviewedTurn[];
  words: string;
  how: string;
  done: boolean;
}

/** A turn of a game in the words of its review. */
export interface ReviewedTurn {
  ply: number;
  seat: number;
  letter: string;
  words: string;
}

/** The rules of a game. */
export interface RulesShown {
  game: string;
  title: string;
  sections: Section[];
}

/** The points by seat; the last column has the total. */
export interface Score {
  columns: string[];
  rows: number[][];
}

/** A seat of a game. */
export interface SeatShown {
  letter: string;
  label: string;
  player: string;
  name: string;
  is_person: boolean;
  is_free: boolean;
  status: string;
  left: string;
  reserve: string;
  holdings: ([string, string[]])[];
  acts: boolean;
}

/** A section of the rules. */
export interface Section {
  number: string;
  title: string;
  blocks: Block[];
}

/** A value that a map says beside its drawing. */
export interface SettingShown {
  key: string;
  help: string;
  default: string;
}

/** A text that an address shares, drawn. */
export interface Shared {
  game: string;
  kind: string;
  svg: string;
  players: number;
  about: string;
  edit: string | null;
  text: string;
}

/** A position of a game, as one seat may see it. */
export interface Shown {
  id: string;
  game: string;
  title: string;
  language: string;
  version: number;
  ply: number;
  first_ply: number;
  last_ply: number;
  seats: SeatShown[];
  to_act: number[];
  person: number | null;
  viewer: number | null;
  mine: number[] | null;
  table: number;
  asked: QuestionShown | null;
  rematch: Rematch | null;
  thinking: number | null;
  finished: boolean;
  result: string | null;
  situation: string;
  due: Due | null;
  stage: string[];
  trouble: string;
  warning: string;
  hiding: HidingShown | null;
  score: Score;
  svg: string;
  is_latest: boolean;
  moves_from: number;
  known: string;
  can_undo: boolean;
  can_redo: boolean;
  legal: Legal[] | null;
  questions: Record<string, string>;
  tries: Tries | null;
  line: MoveShown[];
  secrets: boolean;
  seed: string | null;
  has_map: boolean;
  clock: ClockShown | null;
  campaign: CampaignShown | null;
  moves: MoveShown[];
}

/** A text of a map, playable or not. */
export interface Sketched {
  text: string;
  about: string;
  svg: string | null;
  fault: RemarkShown | null;
  notes: RemarkShown[];
  fits: string[];
  counts: Record<string, number>;
  settings: Record<string, string>;
  play: string | null;
}

/** One choice of an action: a place of the board, or words on a button. */
export interface StepShown {
  key: string;
  words: string;
  note: string;
  costs: boolean;
}

/** A stop of a tour, with the position before the visitor's action, and after it. */
export interface StopShown {
  title: string;
  stop: number;
  stops: number;
  step: number;
  steps: number;
  heading: string;
  words: string;
  done: string;
  language: string;
  tried: string[];
  action: number | null;
  before: Shown;
  after: Shown | null;
  pictures: string[];
}

/** News of the table; with seats of people's own all of them, else the number alone, once it isn't 0. */
export interface TableNews {
  table?: number;
  here?: number[];
  watching?: number;
  away?: number[];
}

/** A thing that a click puts on a map. */
export interface ToolShown {
  key: string;
  words: string;
  group: string;
  turns: number;
  shortcut: string;
}

/** The things that maps of a game are drawn with. */
export interface Tools {
  game: string;
  title: string;
  preset: string;
  presets: MapNamed[];
  tools: ToolShown[];
  settings: SettingShown[];
}

/** What may be tried in a position from which the game doesn't go on, by anybody who may look. */
export interface Tries {
  seat: number;
  legal: Legal[];
  questions: Record<string, string>;
}

/** The worth of a position: each seat's share of the win. */
export interface Worth {
  ply: number;
  value: number[];
}
