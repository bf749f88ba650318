package main

import (
	"encoding/json"
	"reflect"
	"strings"
	"testing"
)

const position = `{{STATE}}`

func ask(t *testing.T, engine *Engine, request string) map[string]any {
	t.Helper()
	answer, _ := Respond(engine, []byte(request))
	text, err := json.Marshal(answer)
	if err != nil {
		t.Fatal(err)
	}
	var given map[string]any
	if err := json.Unmarshal(text, &given); err != nil {
		t.Fatal(err)
	}
	return given
}

func loaded(t *testing.T) *Engine {
	t.Helper()
	engine := &Engine{}
	given := ask(t, engine, `{"id": 1, "op": "load", "edition": "canonical", "state": `+position+`}`)
	if _, done := given["ok"]; !done {
		t.Fatal(given)
	}
	return engine
}

func TestItSaysHelloAndDeclaresWhatItCanDo(t *testing.T) {
	given := ask(t, &Engine{}, `{"id": 7, "op": "hello", "protocol": 1, "specification": "{{VERSION}}"}`)
	ok := given["ok"].(map[string]any)
	if given["id"] != 7.0 || ok["protocol"] != 1.0 || ok["operations"].([]any)[0] != "load" {
		t.Error(given)
	}
}

func TestItGivesBackThePositionThatItWasGiven(t *testing.T) {
	given := ask(t, loaded(t), `{"id": 2, "op": "state"}`)
	var wanted any
	if err := json.Unmarshal([]byte(position), &wanted); err != nil {
		t.Fatal(err)
	}
	if state := given["ok"].(map[string]any)["state"]; !reflect.DeepEqual(state, wanted) {
		t.Error(state)
	}
}

func TestItSkipsAnOperationThatItDoesNotKnow(t *testing.T) {
	if given := ask(t, &Engine{}, `{"id": 7, "op": "dance"}`); !strings.Contains(given["skip"].(string), "dance") {
		t.Error(given)
	}
}

func TestItRefusesATurnThatCannotBeReadAndSaysWhere(t *testing.T) {
	engine := loaded(t)
	for turn, pointer := range map[string]string{
		`{"card": "juggler"}`:                        "/card",
		`{"card": "mercator", "sell": {"wine": -1}}`: "/sell/wine",
		`{"choice": "produce"}`:                      "",
	} {
		given := ask(t, engine, `{"id": 7, "op": "apply", "turn": `+turn+`}`)
		if reject, refused := given["reject"].(map[string]any); !refused || reject["malformed"] != pointer {
			t.Error(turn, given)
		}
	}
}

func TestAProgramThatBreaksSaysSo(t *testing.T) {
	if given := ask(t, &Engine{}, `{"id": 7, "op": "state"}`); !strings.Contains(given["error"].(string), "no position") {
		t.Error(given)
	}
}
