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

/** A line of an analysis: an action and the expected replies, with shares and margins by seat. */
export interface AnalysedLine {
  text: string;
  value: number[];
  margin: number[];
  visits: number;
  error: number;
  exact: boolean;
  line: string[];
}

/** A clause of the rules, or a text between two clauses. */
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

/** The clocks. The server sends news when one is out, and none while it runs. A later action is refused. */
export interface ClockShown {
  control: string;
  now: number;
  left: (number | null)[];
  ends: (number | null)[];
}

/** The drawing of a text: of a map, a position, a record, a campaign, or the start of a game. */
export interface Drawn {
  game: string;
  kind: string;
  svg: string;
  players: number;
  about: string;
  edit: string | null;
}

/** The next move of a position: its number, and who is to make it. */
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

/** How many moves of a pasted game are checked for secrets; until all are, the unchecked ones stay hidden. */
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

/** A link to a seat, as an address that begins with ``/``. */
export interface Link {
  seat: number;
  url: string;
}

/** Links to the client's own seats, for another device; the host gets links to the free seats, too. */
export interface Links {
  links: Link[];
  watch: string;
  draws: boolean;
}

/** A map that the editor can open. */
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

/** News of a game, for one viewer. */
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

/** A position of a game as one seat may see it, without the list of moves. */
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

/** The drawing of a map or a start of the package. */
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

/** The reason why an action isn't legal; empty if it is. */
export interface Refusal {
  reason: string;
  clause: string | null;
}

/** A remark on a sketch: a fault, or something else to know. */
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

/** A review of a game, finished or in progress. */
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

/** A review's comment on one turn. */
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

/** The table of points, a row for each seat; the last column has the total. */
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

/** A setting of a map beside its drawing. */
export interface SettingShown {
  key: string;
  help: string;
  default: string;
}

/** The drawing of a text that an address shares. */
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

/** A sketch: the text of a map, playable or not. */
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

/** A stop of a tour, with the positions before and after the visitor's action. */
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

/** News of the people at a game. In a game at one screen they have ``table`` alone, once it isn't 0. */
export interface TableNews {
  table?: number;
  here?: number[];
  watching?: number;
  away?: number[];
}

/** A tool of the map editor: what a click puts on a map. */
export interface ToolShown {
  key: string;
  words: string;
  group: string;
  turns: number;
  shortcut: string;
}

/** The tools and settings of the map editor of a game. */
export interface Tools {
  game: string;
  title: string;
  preset: string;
  presets: MapNamed[];
  tools: ToolShown[];
  settings: SettingShown[];
}

/** The actions to try in a position that the game itself has left; every viewer may try them. */
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
