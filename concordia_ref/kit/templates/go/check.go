package main

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"math"
	"regexp"
)

// Checks the input: encoding/json accepts missing keys and unknown ids.

//go:embed shapes.json
var shapesText []byte

type shape struct {
	IDs      []string          `json:"ids"`
	Type     any               `json:"type"`
	Pattern  string            `json:"pattern"`
	Keys     map[string]any    `json:"keys"`
	Required []string          `json:"required"`
	Open     bool              `json:"open"`
	Either   [][2]string       `json:"either"`
	Members  map[string]string `json:"members"`
}

var shapes = readShapes()

func readShapes() (read map[string]shape) {
	if err := json.Unmarshal(shapesText, &read); err != nil {
		panic(err)
	}
	return read
}

// Check reports what is wrong with a value of a type, given by its name in messages.go; nil if nothing is wrong.
func Check(typeName string, value any) error {
	return walk(typeName, value, "")
}

func walk(code any, value any, at string) error {
	if parts, composed := code.([]any); composed {
		return walkParts(parts, value, at)
	}
	name := code.(string)
	if one, declared := shapes[name]; declared {
		return walkDeclared(name, one, value, at)
	}
	number, isNumber := value.(float64)
	whole := isNumber && number == math.Trunc(number)
	_, isString := value.(string)
	_, isBool := value.(bool)
	fits := map[string]bool{"string": isString, "integer": whole, "natural": whole && number >= 0, "boolean": isBool, "any": true}
	if !fits[name] {
		return Malformed{at, fmt.Sprintf("%v is not a value of type %s", value, name)}
	}
	return nil
}

func walkParts(parts []any, value any, at string) error {
	switch parts[0] {
	case "const":
		if value != parts[1] {
			return Malformed{at, fmt.Sprintf("must be %v", parts[1])}
		}
	case "null":
		if value != nil {
			return walk(parts[1], value, at)
		}
	case "list":
		items, isList := value.([]any)
		if !isList {
			return Malformed{at, "must be a list"}
		}
		for index, item := range items {
			if err := walk(parts[1], item, fmt.Sprintf("%s/%d", at, index)); err != nil {
				return err
			}
		}
	case "map":
		object, isObject := value.(map[string]any)
		if !isObject {
			return Malformed{at, "must be an object"}
		}
		for key, item := range object {
			if err := walk(parts[1], key, at+"/"+key); err != nil {
				return err
			}
			if err := walk(parts[2], item, at+"/"+key); err != nil {
				return err
			}
		}
	}
	return nil
}

func walkDeclared(name string, one shape, value any, at string) error {
	switch {
	case one.IDs != nil:
		for _, id := range one.IDs {
			if id == value {
				return nil
			}
		}
		return Malformed{at, fmt.Sprintf("%v is not the id of anything of type %s", value, name)}
	case one.Type != nil:
		if err := walk(one.Type, value, at); err != nil || one.Pattern == "" {
			return err
		}
		if !regexp.MustCompile(one.Pattern).MatchString(value.(string)) {
			return Malformed{at, fmt.Sprintf("%v does not match %s", value, one.Pattern)}
		}
		return nil
	}
	object, isObject := value.(map[string]any)
	if !isObject {
		return Malformed{at, "must be an object"}
	}
	for _, member := range one.Either {
		if _, has := object[member[1]]; has || member[1] == "" {
			return walk(member[0], value, at)
		}
	}
	return walkKeys(one, object, at)
}

func walkKeys(one shape, object map[string]any, at string) error {
	for _, key := range one.Required {
		if _, has := object[key]; !has {
			return Malformed{at, "the key " + key + " is missing"}
		}
	}
	for key, item := range object {
		code, known := one.Keys[key]
		if !known && !one.Open {
			return Malformed{at, "unknown key " + key}
		}
		if known {
			if err := walk(code, item, at+"/"+key); err != nil {
				return err
			}
		}
	}
	return nil
}
