package main

import "errors"

// Your engine. Fill in one operation and one card at a time, and declare each when it works.

// Engine is the current position, and the operations on it.
type Engine struct {
	// The current position. If your engine has types of its own, build them in Load and write them in State.
	Position *State
}

// Hello says who you are and what you can do. Only what is declared is asked for.
func (engine *Engine) Hello() Hello {
	return Hello{
		Protocol:   1,
		Name:       "my-engine",
		Version:    optional("0.1"),
		Language:   optional("Go"),
		Operations: []Operation{OperationLoad, OperationState},
		Cards:      []Kind{},
		Maps:       []MapName{MapNameImperium, MapNameItalia},
		Players:    []int{2, 3, 4, 5},
		Editions:   []string{"canonical"},
		Interim:    optional(false),
	}
}

// optional returns a value for an optional part of a message.
func optional[T any](value T) *T {
	return &value
}

// Load starts from a position.
func (engine *Engine) Load(edition string, state State) error {
	engine.Position = &state
	return nil
}

// New sets up a game with your own set-up code; only the tokens on the cities and the order of the cards are given.
func (engine *Engine) New(request NewRequest) error {
	return NotYet("new: setting up a game")
}

// State returns the whole current position.
func (engine *Engine) State() (State, error) {
	if engine.Position == nil {
		return State{}, errors.New("there is no position yet; load comes first")
	}
	return *engine.Position, nil
}

// Score counts the points of all players as if the game ended now. It is also asked for in the middle of games.
func (engine *Engine) Score() (ScoreAnswer, error) {
	return ScoreAnswer{}, NotYet("score")
}

// Apply plays a turn; any changes made before an error are undone.
func (engine *Engine) Apply(turn Turn) error {
	if engine.Position == nil {
		return errors.New("there is no position yet; load comes first")
	}
	if turn.Card == nil {
		return Illegal{Message: "passing is not allowed"}
	}
	switch KindOf[*turn.Card] {
	case KindTribune:
		return engine.tribune(turn)
	case KindArchitect:
		return engine.architect(turn)
	case KindPrefect:
		return engine.prefect(turn)
	case KindMercator:
		return engine.mercator(turn)
	case KindColonist:
		return engine.colonist(turn)
	case KindDiplomat:
		return engine.diplomat(turn)
	case KindSenator:
		return engine.senator(turn)
	case KindConsul:
		return engine.consul(turn)
	default:
		return engine.specialist(turn)
	}
}

func (engine *Engine) tribune(turn Turn) error {
	return NotYet("the Tribune")
}

func (engine *Engine) architect(turn Turn) error {
	return NotYet("the Architect")
}

func (engine *Engine) prefect(turn Turn) error {
	return NotYet("the Prefect")
}

func (engine *Engine) mercator(turn Turn) error {
	return NotYet("the Mercator")
}

func (engine *Engine) colonist(turn Turn) error {
	return NotYet("the Colonist")
}

func (engine *Engine) diplomat(turn Turn) error {
	return NotYet("the Diplomat")
}

func (engine *Engine) senator(turn Turn) error {
	return NotYet("the Senator")
}

func (engine *Engine) consul(turn Turn) error {
	return NotYet("the Consul")
}

func (engine *Engine) specialist(turn Turn) error {
	return NotYet("the specialists")
}

// Legal lists all legal turns, or only those with the given card.
func (engine *Engine) Legal(card *Card) ([]Turn, error) {
	return nil, NotYet("legal")
}

// Perft counts the sequences of `depth` legal turns.
func (engine *Engine) Perft(depth int) (int, error) {
	return 0, NotYet("perft")
}
