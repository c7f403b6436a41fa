package main

import (
	"fmt"
	"sort"
	"strings"
)

// The registry of agents: every profile in it is valid, and every id is there once (AGT-001, AGT-002).

// agents are the profiles by id. What goes in and what comes out are copies: nobody else holds one.
type agents map[string]any

func registry(call Object) (any, error) {
	known, results := agents{}, []Object{}
	for _, operation := range entries(call["script"]) {
		results = append(results, known.perform(operation))
	}
	return Object{"results": results}, nil
}

func (known agents) perform(operation any) Object {
	switch what := text(at(operation, "op")); what {
	case "register", "update":
		return known.put(at(operation, "profile"), what == "update")
	case "get":
		id := text(at(operation, "id"))
		if profile, there := known[id]; there {
			return Object{"ok": true, "profile": copied(profile)}
		}
		return refusal("agentId: there is no agent " + id)
	case "list":
		ids := []string{}
		for id := range known {
			ids = append(ids, id)
		}
		sort.Strings(ids)
		return Object{"ok": true, "ids": ids}
	default:
		return refusal("there is no operation " + what)
	}
}

func (known agents) put(profile any, isKnown bool) Object {
	if problems := profileProblems(profile); len(problems) > 0 {
		return refusal(strings.Join(problems, "; "))
	}
	id := text(at(profile, "agentId"))
	if _, there := known[id]; there != isKnown {
		return refusal(fmt.Sprintf("agentId: whether %s is registered already is %t", id, there))
	}
	known[id] = copied(profile)
	return Object{"ok": true}
}

func refusal(message string) Object {
	return Object{"ok": false, "error": Object{"message": message}}
}
