package main

import (
	"sort"
	"strings"
	"unicode/utf8"
)

// JSON Schema, as far as the arguments of tools need it.

var types = map[string]func(any) bool{
	"null":    func(value any) bool { return value == nil },
	"boolean": is[bool],
	"object":  is[Object],
	"array":   is[[]any],
	"number":  is[float64],
	"string":  is[string],
	"integer": func(value any) bool { _, ok := integer(value); return ok },
}

// violations are how value breaks schema, one line for each keyword and place. What is no schema is broken by every value.
func violations(schema, value any, where string) []string {
	if allowed, ok := schema.(bool); ok {
		return report(allowed, where, "is not allowed")
	}
	rules, ok := schema.(Object)
	if !ok {
		return report(false, where, "has a schema that is none")
	}
	broken := []string{}
	if kind, there := rules["type"]; there {
		isKind, known := types[text(kind)]
		broken = append(broken, report(known && isKind(value), where, "is not of type "+text(kind))...)
	}
	if allowed, there := rules["enum"]; there {
		broken = append(broken, report(isAmong(value, entries(allowed)), where, "is not one of the values allowed")...)
	}
	switch value := value.(type) {
	case float64:
		broken = append(broken, bounds(rules, "minimum", "maximum", value, where)...)
	case string:
		broken = append(broken, bounds(rules, "minLength", "maxLength", float64(utf8.RuneCountInString(value)), where)...)
	case []any:
		if items, there := rules["items"]; there {
			for _, entry := range value {
				broken = append(broken, violations(items, entry, where+"/items")...)
			}
		}
	case Object:
		broken = append(broken, members(rules, value, where)...)
	}
	return broken
}

func members(rules, value Object, where string) []string {
	broken := []string{}
	for _, name := range texts(rules["required"]) {
		_, there := value[name]
		broken = append(broken, report(there, where, "lacks "+name)...)
	}
	properties, _ := rules["properties"].(Object)
	for name, entry := range value {
		declared, there := properties[name]
		if !there {
			declared, there = rules["additionalProperties"]
		}
		if there {
			broken = append(broken, violations(declared, entry, where+"/"+name)...)
		}
	}
	sort.Strings(broken)
	return broken
}

func bounds(rules Object, lowest, highest string, size float64, where string) []string {
	low, hasLow := rules[lowest].(float64)
	high, hasHigh := rules[highest].(float64)
	return append(report(!hasLow || size >= low, where, "is below its "+lowest),
		report(!hasHigh || size <= high, where, "is above its "+highest)...)
}

func isAmong(value any, allowed []any) bool {
	for _, one := range allowed {
		if same(one, value) {
			return true
		}
	}
	return false
}

func report(holds bool, where, problem string) []string {
	if holds {
		return nil
	}
	return []string{"/" + strings.TrimPrefix(where, "/") + " " + problem}
}
