package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"runtime/debug"
)

// The protocol: what a request asks of the engine, and how the result is answered.
// There is nothing to change here. A server calls Respond with the body of each POST request.

// Illegal: the rules forbid it. Clause is the id of the rule, if you know it: `concordia show clause` lists them.
type Illegal struct{ Clause, Message string }

func (illegal Illegal) Error() string { return illegal.Message }

// Malformed: it cannot be read. Pointer is the JSON pointer to what is wrong with it.
type Malformed struct{ Pointer, Message string }

func (malformed Malformed) Error() string { return malformed.Message }

// NotYet: the engine does not support this yet. Do not declare anything in Hello that returns this.
type NotYet string

func (lack NotYet) Error() string { return string(lack) }

// Respond returns the answer to a request, and whether it was the last one.
func Respond(engine *Engine, line []byte) (answer Answer, done bool) {
	var request struct {
		ID int       `json:"id"`
		Op Operation `json:"op"`
	}
	if err := json.Unmarshal(line, &request); err != nil {
		return refusal(-1, err), false
	}
	before := copied(engine.Position)
	defer func() {
		if panicked := recover(); panicked != nil {
			engine.Position = before
			fmt.Fprintf(os.Stderr, "%v\n%s", panicked, debug.Stack())
			answer, done = refusal(request.ID, fmt.Errorf("panic: %v", panicked)), false
		}
	}()
	ok, err := perform(engine, request.Op, line)
	if err != nil {
		engine.Position = before // After a refusal, the position is restored.
		return refusal(request.ID, err), false
	}
	if request.Op == OperationCheck {
		engine.Position = before
	}
	if ok == nil {
		ok = struct{}{}
	}
	return Answer{ID: request.ID, Ok: ok}, request.Op == OperationBye
}

func refusal(id int, err error) Answer {
	text := err.Error()
	var lack NotYet
	var illegal Illegal
	var malformed Malformed
	switch {
	case errors.As(err, &lack):
		return Answer{ID: id, Skip: &text}
	case errors.As(err, &illegal) && illegal.Clause == "":
		return Answer{ID: id, Reject: &Rejection{Message: &text}}
	case errors.As(err, &illegal):
		return Answer{ID: id, Reject: &Rejection{Clause: &illegal.Clause, Message: &text}}
	case errors.As(err, &malformed):
		return Answer{ID: id, Reject: &Rejection{Malformed: &malformed.Pointer, Message: &text}}
	}
	return Answer{ID: id, Error: &text}
}

func perform(engine *Engine, op Operation, line []byte) (any, error) {
	switch op {
	case OperationHello:
		return engine.Hello(), nil
	case OperationLoad:
		var request LoadRequest
		if err := read(line, "state", "State", &request); err != nil {
			return nil, err
		}
		return nil, engine.Load(request.Edition, request.State)
	case OperationNew:
		var request NewRequest
		if err := read(line, "draws", "Draws", &request); err != nil {
			return nil, err
		}
		return nil, engine.New(request)
	case OperationApply, OperationCheck:
		var request ApplyRequest
		if err := read(line, "turn", "Turn", &request); err != nil {
			return nil, err
		}
		return nil, engine.Apply(request.Turn)
	case OperationState:
		state, err := engine.State()
		return StateAnswer{State: state}, err
	case OperationScore:
		return engine.Score()
	case OperationLegal:
		var request LegalRequest
		if err := json.Unmarshal(line, &request); err != nil {
			return nil, err
		}
		turns, err := engine.Legal(request.Card)
		return LegalAnswer{Turns: turns}, err
	case OperationPerft:
		var request PerftRequest
		if err := json.Unmarshal(line, &request); err != nil {
			return nil, err
		}
		count, err := engine.Perft(request.Depth)
		return PerftAnswer{Count: count}, err
	case OperationSync, OperationBye:
		return nil, nil
	}
	return nil, NotYet("unknown operation " + string(op))
}

// read reads a request whose part `key` is checked first.
func read(line []byte, key, typeName string, request any) error {
	var parts map[string]any
	if err := json.Unmarshal(line, &parts); err != nil {
		return err
	}
	if err := Check(typeName, parts[key]); err != nil {
		return err
	}
	return json.Unmarshal(line, request)
}

// copied makes a deep copy of a position.
func copied(position *State) *State {
	text, err := json.Marshal(position)
	if err != nil {
		panic(err)
	}
	var other *State
	if err := json.Unmarshal(text, &other); err != nil {
		panic(err)
	}
	return other
}
