# A name without `as` is for the modules of this package alone, which find it through the game of a value.
# pyright: reportUnusedImport=false

from ..drawing.notebook import ScoreSheet
from ..play.records import GameRecord as GameRecord
from ..play.records import format_game as format_game
from ..play.variations import Variation as Variation
from . import planner as planner
from .actions import ACTIONS as ACTIONS
from .actions import Action as Action
from .actions import Resource as Resource
from .actions import Verb as Verb
from .analysis import PlannerSearch as PlannerSearch
from .analysis import search as search
from .cards import Deck as Deck
from .cards import Event as Event
from .cards import EventKind as EventKind
from .cards import System as System
from .cards import Technology as Technology
from .effects_text import effects as effects
from .game import BOTS as BOTS
from .game import FORM as FORM
from .game import OPTIONS as OPTIONS
from .game import continues_turn as continues_turn
from .game import parse_game as parse_game
from .game import presets as presets
from .game import score_table as score_table
from .game import verdict as verdict
from .game_tree import perft as perft
from .game_tree import perft_divide as perft_divide
from .info import INFO as INFO
from .info import STRATEGIES as STRATEGIES
from .json_form import state_from_json, state_to_json
from .messages import MESSAGES as MESSAGES
from .move_text import told as told
from .notation import format_action as format_action
from .notation import parse_action as parse_action
from .observation import observation_space as observation_space
from .observation import observe as observe
from .playing import Playouts as Playouts
from .playing import playout as playout
from .playing import playouts as playouts
from .position import Due as Due
from .position import Position as Position
from .position import Score as Score
from .positions import max_plies as max_plies
from .positions import position as position
from .positions import start as start
from .questions import question as question
from .reasons import Reason as Reason
from .refusal_text import illegal_action
from .render_svg import narrow_svg as narrow_svg
from .render_svg import to_svg as to_svg
from .render_text import to_text as to_text
from .state import State as State
from .state_text import format_state as format_state
from .state_text import parse_state as parse_state
from .state_text import state_expression
from .steps import refusal as refusal
from .steps import steps as steps
from .words import LABELS as LABELS
