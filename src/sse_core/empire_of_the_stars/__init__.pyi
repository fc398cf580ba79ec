# A name without `as` is only for modules of `sse_core`, which find it through the game of a value. pyright:
# reportUnusedImport=false

from ..play.records import GameRecord as GameRecord
from ..play.records import format_game as format_game
from ..play.variations import Variation as Variation
from .actions import Action as Action
from .actions import Verb as Verb
from .actions import most_strength
from .board import Board as Board
from .content import Content as Content
from .due import Due as Due
from .effects_text import effects as effects
from .evaluation import evaluate as evaluate
from .evaluation import expected_leads as expected_leads
from .game import BOTS as BOTS
from .game import FORM as FORM
from .game import OPTIONS as OPTIONS
from .game import continues_turn as continues_turn
from .game import parse_game as parse_game
from .game import presets as presets
from .game import score_table as score_table
from .game_tree import perft as perft
from .game_tree import perft_divide as perft_divide
from .holdings_text import holdings as holdings
from .holdings_text import stage_lines as stage_lines
from .info import INFO as INFO
from .info import STRATEGIES as STRATEGIES
from .json_form import state_from_json as state_from_json
from .json_form import state_to_json as state_to_json
from .laws import unlawful
from .layout import LAYOUT
from .legality import reason_for
from .messages import MESSAGES as MESSAGES
from .move_text import told as told
from .names import LABELS as LABELS
from .notation import format_action as format_action
from .notation import parse_action as parse_action
from .observation import observation_space as observation_space
from .observation import observe as observe
from .options import Options as Options
from .outcome_text import verdict as verdict
from .packs import PACKS as PACKS
from .packs import load_pack as load_pack
from .playing import Playouts as Playouts
from .playing import playout as playout
from .playing import playouts as playouts
from .positions import max_plies as max_plies
from .positions import position as position
from .positions import start as start
from .questions import question as question
from .reasons import Reason as Reason
from .refusal_text import illegal_action
from .render_svg import narrow_svg as narrow_svg
from .render_svg import to_svg as to_svg
from .render_text import to_text as to_text
from .search import search as search
from .state import State as State
from .state_text import format_state as format_state
from .state_text import parse_state as parse_state
from .state_text import remade
from .state_text import state_expression as state_expression
from .steps import refusal as refusal
from .steps import steps as steps
from .vocabulary import LEAST, MOST
