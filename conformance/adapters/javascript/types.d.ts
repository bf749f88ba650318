/** The JSON formats that the engine reads and writes, and what it makes of the rules. */

/** How many of which goods. */
export type Amounts = Record<string, number>;
export type ColonistKind = 'land' | 'sea';
export type Side = 'goods' | 'coins';

/** What one player has. */
export interface Player {
  coins: number;
  goods: Amounts;
  hand: string[];
  /** The discard pile, its top card last. */
  pile: string[];
  houses: string[];
  /** Cities and lines where colonists stand. */
  colonists: Record<ColonistKind, string[]>;
  /** Notes on earlier turns that some readings ask for. */
  remembered?: string[];
}

/** A position (spec/schema/play/state.schema.json). */
export interface State {
  map: string;
  /** Whose turn it is; null when the game is over. */
  to_play: number | null;
  first_player: number;
  players: Player[];
  city_goods: Record<string, string>;
  markers: Record<string, Side>;
  display: string[];
  stack: string[];
  praefectus_magnus: number;
  concordia: number | null;
  last_turns: number[] | null;
  interim: (number | null)[] | null;
}

export interface Move {
  /** Kind and place: `sea@roma`. */
  colonist: string;
  to: string;
  /** The last city on its way, where the rules ask for it. */
  through?: string;
}

/** A card with what is done with it. */
export interface Action {
  card: string;
  without_action?: true;
  choice?: string;
  province?: string;
  praefectus_magnus?: boolean;
  recall?: boolean;
  place?: string[];
  moves?: Move[];
  builds?: string[];
  sell?: Amounts;
  buy?: Amounts;
  cards?: string[];
  cards_for_surcharge?: string[];
  any?: Amounts;
  keep?: Record<string, Amounts>;
  discard?: Record<string, Amounts>;
  copies?: number;
  as?: Action;
}

/** One turn with every choice in it (spec/schema/play/turn.schema.json). */
export type Turn = (Action & {seat?: number; pass?: undefined}) | {seat?: number; pass: true};

export interface Draws {
  first_player: number;
  city_goods: Record<string, string>;
  stack: string[];
  /** By seat, where a reading lets players choose the kinds of their colonists in the start city. */
  colonists?: Record<ColonistKind, number>[];
}

export interface SetUp {
  map: string;
  players: number;
  /** Whether interim scoring is used. */
  interim?: boolean;
  draws: Draws;
}

export interface Counted {
  what: string;
  number: number;
  items?: (string | [string, number, number])[];
  parts?: Counted[];
}

export interface CardScore {
  card: string;
  counted: Counted;
  times: number;
  points: number;
  at_most: number | null;
  total: number;
}

export interface GodScore {
  cards: CardScore[];
  total: number;
}

export interface PlayerScore {
  seat: number;
  gods: Record<string, GodScore>;
  concordia: number;
  /** Points of the interim scoring that a reading keeps. */
  interim?: number;
  total: number;
}

/** The points of all players with everything counted (spec/schema/play/score.schema.json). */
export interface ScoreSheet {
  players: PlayerScore[];
  winner: number;
  by_tie_break: boolean;
}

export type Clauses = Record<string, string | string[]>;

/** The verbs of spec/actions.yaml with their parameters. */
export interface Steps {
  recall_cards: {
    coins_per_card: number; cards_without_coins: number; counted_cards: 'returned' | 'owned'; tribune_counts: boolean;
    tribune_returns: boolean; playable: 'at_any_time' | 'as_last_card'; with_an_empty_pile: 'allowed' | 'refused';
    may_be_left: boolean;
  };
  place_colonists: {
    at: ('start_city' | 'own_houses')[]; at_most: number | 'any'; cost: 'colonist'; kind_needs_line?: boolean;
    may_place_none?: boolean; at_most_in_one_city?: number | 'any';
  };
  move_colonists: {
    steps_per_colonist: number; steps_for: 'all_on_the_board' | 'those_on_lines';
    lines: Record<ColonistKind, ColonistKind[]>; first_step_from: 'any_city' | 'start_city';
    further_step: 'through_one_city' | 'through_several_cities' | 'in_a_later_turn';
    from_a_line: 'by_either_end' | 'onward';
    colonists_move: 'one_after_another' | 'interleaved'; all_steps_used: boolean; end_in_city: boolean;
    end_where_it_began: boolean; end_on_occupied_line: boolean; occupied_by: 'anyones_colonists' | 'others_colonists';
    parallel_lines: 'two_places' | 'one_place'; lines_shared: 'never' | 'until_all_have_moved';
    pass_occupied_line: boolean; steps_over_occupied_line: number;
  };
  build_houses: {
    next_to: 'own_colonists' | 'anyones_colonists' | 'own_houses' | 'own_colonists_that_moved';
    from_cities: boolean; between_moves: boolean; only_after_moving: boolean; own_houses_per_city: number;
    limit_counts: 'own_houses_in_the_city' | 'all_houses_in_the_city' | 'own_houses_in_all_cities';
    at_most: number | 'any' | 'one_per_colonist'; cost: 'house';
  };
  choose_province: {marker_shows: Side; houses_needed: number};
  gain_marker_good: {
    count: number; count_with_praefectus_magnus: number; praefectus_magnus: 'must_be_used' | 'may_be_used';
    stored: 'together_with_the_houses' | 'at_once'; doubled_for: 'any_holder' | 'the_last_player';
    doubled_in: 'any_province' | 'provinces_with_an_own_house'; doubling_needs_room: boolean;
  };
  flip_marker: {to: Side};
  flip_markers: {to: Side | 'other_side'};
  produce: {
    houses: 'own' | 'others' | 'everyones'; in: 'chosen_province' | 'cities_of_the_cards_good' | 'all_cities';
    yields: 'good_of_the_city' | 'good_of_the_card'; each: number; each_with_praefectus_magnus?: number;
  };
  store_goods: object;
  pass_praefectus_magnus: {to: 'right' | 'left'; in_the_very_last_turn: boolean};
  collect_marker_coins: {
    coins_each: number; markers: 'all' | 'of_the_chosen_province'; without_a_visible_coin: 'allowed' | 'refused';
  };
  gain_coins: {
    base: number; per_colonist_on_board: number; counted_kinds: ColonistKind[];
    counted_places: 'lines_and_cities' | 'lines';
  };
  gain_card_income: {of: 'card_played' | 'best_card_owned'};
  trade_goods: {
    kinds_at_least: number; kinds_at_most: number; sell_and_buy_one_kind: boolean; sales_need_room: boolean;
    room_counted: 'after_sales' | 'before_trading'; limited: 'kinds' | 'transactions'; paid_in: 'coins' | 'goods';
  };
  copy_card: {
    from: 'other_players' | 'all_players'; not_copied: string[]; 
    barred_by: 'top_card' | 'any_card_of_the_pile' | 'any_diplomat_ever_played';
    barred_by_a_tribune: 'until_the_next_card' | 'for_the_whole_game';
    used_diplomat: 'is_a_diplomat' | 'counts_as_the_copied_card';
    printed_values: 'of_the_copied_card' | 'of_the_own_starting_card'; alternative: 'chosen_anew' | 'as_by_the_owner';
    one_action_of: string[]; copied_card: 'stays' | 'is_taken'; may_decline: boolean;
    without_target: 'allowed' | 'refused';
  };
  buy_cards: {
    at_most: number; purchases: 'free' | 'as_many_as_possible';
    pay: ('card' | 'one_good_of_the_card' | 'surcharge' | 'surcharge_of_choice')[];
    parts_paid?: 'all' | 'one'; question_mark?: 'any_good' | 'good_not_in_the_price';
    display_refilled: 'after_the_purchases' | 'after_each_purchase';
  };
}

export type Verb = keyof Steps;
export type StepOf<V extends Verb> = Steps[V] & {do: V; clauses: Clauses};
export type Step = {[V in Verb]: StepOf<V>}[Verb];

export interface ActionRules {
  choose: Record<string, Step[]>;
  clauses?: Clauses;
}

/** What a god's card counts. */
export interface Quantity {
  sum?: Quantity[];
  value_of?: 'goods';
  count?: 'coins' | 'houses' | 'provinces_with_houses' | 'goods_produced_by_houses' | 'colonists_on_board' | 'cities';
  owner?: 'self' | 'anyone';
  settled_by?: 'houses' | 'colonists';
  counted_when?: 'a_house_stands' | 'a_house_has_produced';
  kinds?: ColonistKind[];
  placed_since?: 'the_set_up' | 'the_first_turn';
  city_good?: {is?: string; not?: string};
}

export interface God {
  points: number | 'of_the_card';
  per: Quantity;
  full?: number;
  divided?: 'the_sum' | 'each_part';
  rounded?: 'down' | 'to_the_nearest';
  at_most?: number | Record<string, number>;
}

export interface Card {
  id: string;
  kind: string;
  action: string;
  god: string;
  good?: string;
  income?: number;
  points?: number;
  cost?: Amounts;
  copies?: number;
}

export interface Patch {
  [path: string]: unknown;
}

export interface Dispute {
  readings: Record<string, {says: string; patch?: Patch}>;
  rulebooks: Record<string, {says: string; literally?: string}>;
  ruling: string;
}

export interface Edition {
  id: string;
  name: string;
  follows?: string;
  to_the_letter?: boolean;
  except?: Record<string, string>;
  takes?: Record<string, string>;
}

export interface MapData {
  id: string;
  players: number[];
  start_city: {id: string};
  provinces: Record<string, unknown>;
  cities: Record<string, {province: string; letter: string}>;
  lines: Record<ColonistKind, [string, string][]>;
}

/** The data of all files of the specification, as far as they are played by. */
export interface Specification {
  actions: Record<string, ActionRules>;
  cards: {
    kinds: Record<string, {action: string; good?: string}>;
    starting: {cards: Record<string, Omit<Card, 'id' | 'action'>>};
    for_sale: {decks: Record<string, Record<string, Omit<Card, 'id' | 'action'>>>};
    concordia: {points: number};
  };
  costs: {
    house: {
      in_city_of: Record<string, {goods: Amounts; coins: number}>;
      coins_times: 'houses_after_building' | 'houses_before_building' | 'doubled_per_house' | 'once';
      goods_times: 'once' | 'like_coins';
      houses_counted: 'all' | 'those_of_others';
    };
    colonist: {goods: Amounts};
  };
  display: {slots: string[][]; closes_up: 'always' | 'only_with_a_stack'};
  disputes?: Record<string, Dispute>;
  editions?: Record<string, Edition>;
  end: {
    triggers: {
      display_empty: boolean; houses_built: number; houses_whose: 'anyones' | 'first_players';
      concordia_points_go_to: 'the_first' | 'everyone';
    };
    last_turns: {players: 'others' | 'all' | 'rest_of_the_round'; each: number; may_be_declined: boolean};
    winner: {
      holder: 'after_the_last_turn' | 'when_the_end_began'; else_next_to_the: 'right' | 'left'; among: 'tied_players' | 'all_players';
    };
  };
  gods: {
    scoring: {
      cards: 'each' | 'once_per_god'; maximum: 'per_card' | 'in_total'; a_house_counts_for: 'every_god' | 'the_first_god';
    };
    gods: Record<string, God>;
  };
  goods: {goods: Record<string, {price: number}>};
  interim: {
    used: boolean; card: string; scored_by: 'the_first_one' | 'the_first_one_that_takes_back_another_card';
    points: 'cleared' | 'kept'; moment: 'after_the_whole_card' | 'before_the_new_colonist';
    goods: 'kept' | 'sold' | 'not_counted'; coins_by_rank: number[]; rank_after_a_tie: 'next_rank' | 'ranks_skipped';
  };
  maps: Record<string, MapData>;
  pieces: {
    per_player: {houses: number; colonists: Record<ColonistKind, number>};
    storehouse: {
      spaces: number; spaces_per_good: number; spaces_per_colonist: number; refuse_goods_that_fit: boolean;
      choose_what_to_keep_from: 'gained_goods' | 'gained_and_stored_goods'; leave_spaces_empty_on_overflow: boolean;
    };
  };
  setup: {
    decks: {
      used: Record<string, string[]>; stack: 'each_deck_shuffled_first_deck_on_top' | 'all_decks_shuffled_together';
    };
    /** The tokens of every letter, and `drawn`: by_letter or from_all. */
    city_tokens: Record<string, Amounts | string>;
    bonus_markers: {
      shows: 'dearest_good_of_the_province' | 'cheapest_good_of_the_province'; side_up: Side; coins_on_the_back: Amounts;
    };
    players: {
      colonists_in_start_city: Record<ColonistKind, number>;
      kinds_in_start_city: 'the_same_for_all' | 'chosen_by_each_player'; goods: Amounts;
      coins: {first_player: number; more_each_next_seat: number}; praefectus_magnus: 'last_player' | 'first_player';
    };
  };
  turn: {
    order: 'clockwise' | 'counterclockwise'; may_pass: boolean; alternatives: 'one' | 'all';
    action: 'carried_out' | 'may_be_left_out' | 'must_have_an_effect';
    gained_cards: 'next_turn' | 'same_turn' | 'after_the_next_tribune';
    praefectus_magnus_handed_on: 'after_its_use' | 'after_every_turn'; praefectus_magnus_obliges: boolean; clauses: Clauses;
  };
}

/** What `concordia bundle` prints. */
export interface Bundle {
  format: string;
  format_version: number;
  version: string;
  edition: string;
  specification: Specification;
}

export interface Line {
  id: string;
  kind: ColonistKind;
  ends: [string, string];
}

export interface Board {
  id: string;
  players: number[];
  startCity: string;
  cities: Map<string, {province: string; letter: string}>;
  /** The cities of every province. */
  provinces: Map<string, string[]>;
  lines: Map<string, Line>;
  /** The lines at every city, the start city included. */
  linesAt: Map<string, Line[]>;
}

/** The rules of an edition, made ready to look things up in. */
export interface Rules {
  version: string;
  edition: string;
  readings: Record<string, string>;
  goods: string[];
  price: Amounts;
  kinds: string[];
  cards: Map<string, Card>;
  startingCards: Card[];
  startingHand: string[];
  alternatives: Set<string>;
  boards: Map<string, Board>;
  data: Specification;
}

/** A card being played. */
export interface Play {
  rules: Rules;
  board: Board;
  state: State;
  seat: number;
  player: Player;
  card: Card;
  choices: Action;
  /** The JSON pointer to the choices within the turn. */
  at: string;
  province: string | null;
  magnusUsed: boolean;
  /** The steps of the card that is carried out. */
  steps: Step[];
  /** What each colonist that has moved has done: where it set out, and where it stands now. */
  journeys: {kind: ColonistKind; origin: string; place: string}[];
  /** Every place that a move has ended in, in order. */
  movedTo: {kind: ColonistKind; place: string}[];
  /** Where own colonists stood before each move. */
  stood: {kind: ColonistKind; place: string}[];
  /** What each seat has gained and not stored yet. */
  gained: Amounts[];
  /** How many cards lay on the player's pile before the card was played. */
  recovered: number;
  /** For a copied card: the alternative that must be chosen, or that one step is chosen, where a reading asks for that. */
  copied?: {only?: string; clause: string; oneStep: boolean};
}
