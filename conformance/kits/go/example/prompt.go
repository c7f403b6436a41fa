package main

import (
	"fmt"
	"sort"
	"strings"
	"unicode"
	"unicode/utf8"

	"proofmark-kit/proofmark"
)

// What an agent is told before its task: its abilities, as far as the budget goes (ABL-001 to ABL-003).

const charactersPerToken = 4

type ability struct {
	id, content string
	// How many of its tags are words of the task.
	relevance int
}

func prompt(call Object, host *proofmark.Host) (any, error) {
	host.Idle()
	limit, isLimited := call["tokenLimit"].(float64)
	core, matching := abilities(call)
	chosen, leftOut := core, []ability{}
	// When one finds no room, neither do those behind it, so that a larger limit never takes an ability away.
	for i, next := range matching {
		if isLimited && float64(tokens(append(chosen[:len(chosen):len(chosen)], next))) > limit {
			leftOut = matching[i:]
			break
		}
		chosen = append(chosen, next)
	}
	system := ""
	for _, told := range chosen {
		system += told.content + "\n\n"
	}
	host.Provider(Object{"system": system + text(at(call["agent"], "systemPrompt")), "prompt": call["task"]})

	warnings := []string{}
	for _, left := range leftOut {
		warnings = append(warnings, fmt.Sprintf("The ability %s was left out: %v tokens are not enough.", left.id, limit))
	}
	if isLimited && float64(tokens(chosen)) > limit {
		warnings = append(warnings, fmt.Sprintf("The core abilities alone take more than %v tokens.", limit))
	}
	injected := []string{}
	for _, told := range chosen {
		injected = append(injected, told.id)
	}
	return Object{"injected": injected, "tokenCount": tokens(chosen), "truncated": len(leftOut) > 0, "warnings": warnings}, nil
}

// abilities are the core abilities, which are never left out, and the others that match, those with more tags first.
func abilities(call Object) (core, matching []ability) {
	known, order := map[string]ability{}, []string{}
	for _, entry := range entries(call["abilities"]) {
		id, content := text(at(entry, "id")), text(at(entry, "content"))
		if id == "" || content == "" {
			continue
		}
		if _, there := known[id]; !there {
			order = append(order, id)
		}
		known[id] = ability{id, content, relevance(texts(at(entry, "tags")), text(call["task"]))}
	}
	taken := map[string]bool{}
	for _, id := range texts(at(call["agent"], "coreAbilities")) {
		if one, there := known[id]; there && !taken[id] {
			taken[id] = true
			core = append(core, one)
		}
	}
	for _, id := range order {
		if !taken[id] && known[id].relevance > 0 {
			matching = append(matching, known[id])
		}
	}
	sort.SliceStable(matching, func(i, j int) bool { return matching[i].relevance > matching[j].relevance })
	return core, matching
}

func relevance(tags []string, task string) int {
	found := map[string]bool{}
	for _, tag := range tags {
		if isWordOf(strings.ToLower(tag), strings.ToLower(task)) {
			found[tag] = true
		}
	}
	return len(found)
}

// isWordOf says whether tag stands in task with no letter, digit or underscore beside it.
func isWordOf(tag, task string) bool {
	for from := 0; from <= len(task); {
		i := strings.Index(task[from:], tag)
		if i < 0 {
			return false
		}
		before, _ := utf8.DecodeLastRuneInString(task[:from+i])
		after, _ := utf8.DecodeRuneInString(task[from+i+len(tag):])
		if !isWord(before) && !isWord(after) {
			return true
		}
		_, size := utf8.DecodeRuneInString(task[from+i:])
		from += i + size
	}
	return false
}

func isWord(r rune) bool { return r == '_' || unicode.IsLetter(r) || unicode.IsDigit(r) }

// tokens of the text as it is sent, without the white space at its end.
func tokens(chosen []ability) int {
	contents := []string{}
	for _, told := range chosen {
		contents = append(contents, told.content)
	}
	size := utf8.RuneCountInString(strings.TrimRightFunc(strings.Join(contents, "\n\n"), unicode.IsSpace))
	return (size + charactersPerToken - 1) / charactersPerToken
}
