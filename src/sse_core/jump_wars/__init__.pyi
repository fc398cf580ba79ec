# A name without `as` is only for modules of `sse_core`, which find it through the game of a value.
# pyright: reportUnusedImport=false

from ..play.records.record import GameRecord as GameRecord
from ..play.records.record import format_game as format_game
from ..play.records.variations import Variation as Variation
from .actions import ACTIONS as ACTIONS
from .actions import Action as Action
from .actions import Verb as Verb
from .board import Grid as Grid
from .board import Space as Space
from .cards import Card as Card
from .drawing.svg import to_svg as to_svg
from .drawing.terminal import to_text as to_text
from .game import BOTS as BOTS
from .game import FORM as FORM
from .game import OPTIONS as OPTIONS
from .game import continues_turn as continues_turn
from .game import parse_game as parse_game
from .game import presets as presets
from .game import score_table as score_table
from .game_tree import perft as perft
from .game_tree import perft_divide as perft_divide
from .info import INFO as INFO
from .info import STRATEGIES as STRATEGIES
from .messages import MESSAGES as MESSAGES
from .observation import observation_space as observation_space
from .observation import observe as observe
from .options import Options as Options
from .playing import Playouts as Playouts
from .playing import playout as playout
from .playing import playouts as playouts
from .positions.laws import unlawful
from .positions.makers import begun_by as begun_by
from .positions.makers import max_plies as max_plies
from .positions.makers import new_game as new_game
from .positions.makers import position as position
from .positions.position import Battle as Battle
from .positions.position import Deal as Deal
from .positions.position import Due as Due
from .positions.position import Offer as Offer
from .positions.position import Order as Order
from .positions.position import Player as Player
from .positions.position import Position as Position
from .positions.position import WrittenOrders as WrittenOrders
from .reasons import Reason as Reason
from .state import State as State
from .steps import refusal as refusal
from .steps import steps as steps
from .strength.evaluation import evaluate as evaluate
from .strength.evaluation import expected_leads as expected_leads
from .strength.search import search as search
from .text.json_form import state_from_json, state_to_json
from .text.notation import format_action as format_action
from .text.notation import parse_action as parse_action
from .text.state import format_state as format_state
from .text.state import parse_state as parse_state
from .text.state import state_expression as state_expression
from .words.effects import effects as effects
from .words.holdings import holdings as holdings
from .words.holdings import stage_lines as stage_lines
from .words.moves import told as told
from .words.names import LABELS as LABELS
from .words.outcome import verdict as verdict
from .words.questions import question as question
from .words.refusals import illegal_action
