package main

import (
	"encoding/json"
	"math"
	"reflect"
)

// Reading JSON that may be anything: every reader here answers for every value.

// at is what is found by following the keys of path; nil as soon as one of them leads nowhere.
func at(value any, path ...string) any {
	for _, key := range path {
		members, _ := value.(Object)
		value = members[key]
	}
	return value
}

// entries are the elements of a list; none if it is missing or something else.
func entries(value any) []any {
	list, _ := value.([]any)
	return list
}

// texts are the strings in a list, without the empty ones.
func texts(value any) []string {
	found := []string{}
	for _, entry := range entries(value) {
		if isText(entry) {
			found = append(found, entry.(string))
		}
	}
	return found
}

// text is a string, or "" for anything else.
func text(value any) string {
	found, _ := value.(string)
	return found
}

// isText says whether there is a string with something in it; a space will do.
func isText(value any) bool { return text(value) != "" }

// integer is a number without a fraction: 2 and 2.0 are the same.
func integer(value any) (int, bool) {
	number, ok := value.(float64)
	return int(number), ok && number == math.Trunc(number)
}

// same says whether two JSON values are equal.
func same(one, other any) bool { return reflect.DeepEqual(one, other) }

// copied is a value that shares nothing with this one.
func copied(value any) any {
	written, err := json.Marshal(value)
	if err != nil {
		panic(err)
	}
	var read any
	if err := json.Unmarshal(written, &read); err != nil {
		panic(err)
	}
	return read
}

func contains(list []string, wanted string) bool {
	for _, entry := range list {
		if entry == wanted {
			return true
		}
	}
	return false
}
