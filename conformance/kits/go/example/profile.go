package main

import (
	"fmt"
	"regexp"
	"sort"
	"unicode/utf8"
)

// What a profile may hold (AGT-002).

// A rule says what is wrong with the value of a field; "" if nothing is.
type rule func(value any) string

var (
	agentID   = regexp.MustCompile(`^[a-z][a-z0-9]*(-[a-z0-9]+)*$`)
	version   = regexp.MustCompile(`^[0-9]+\.[0-9]+\.[0-9]+$`)
	stepTypes = []string{"prompt", "tool", "conditional", "loop", "parallel", "delegate", "discuss"}
)

var stepFields = map[string]rule{
	"stepId":       length(1, 100),
	"name":         length(1, 200),
	"type":         func(value any) string { return unless(contains(stepTypes, text(value)), "is no type of step") },
	"dependencies": textList(1<<30, 1<<30),
}

var profileFields = map[string]rule{
	"agentId":      func(value any) string { return unless(isID(value), "must be words in lower case, joined by hyphens") },
	"description":  length(1, 2000),
	"enabled":      func(value any) string { return unless(is[bool](value), "must be true or false") },
	"displayName":  length(0, 100),
	"version":      func(value any) string { return unless(version.MatchString(text(value)), "must be like 1.0.0") },
	"role":         length(0, 200),
	"expertise":    textList(100, 20),
	"capabilities": textList(100, 50),
	"systemPrompt": length(0, 10000),
	"temperature":  between(0, 2, false),
	"maxTokens":    between(1, 200000, true),
	"tags":         textList(50, 20),
	"priority":     between(1, 100, true),
	"workflow":     workflow,
	"abilities":    record(map[string]rule{"core": textList(100, 50)}),
	"selectionMetadata": record(map[string]rule{
		"exampleTasks":   textList(200, 10),
		"notForTasks":    textList(200, 10),
		"keywords":       textList(50, 50),
		"primaryIntents": textList(100, 20),
	}),
}

// profileProblems are what is wrong with a profile; each starts with the field it is about.
func profileProblems(profile any) []string {
	return problems(profile, profileFields, "agentId", "description")
}

// problems of an object with these fields. The contract does not say what becomes of others: they are kept.
func problems(value any, fields map[string]rule, required ...string) []string {
	members, ok := value.(Object)
	if !ok {
		return []string{"must be an object"}
	}
	found := []string{}
	for _, name := range required {
		if _, there := members[name]; !there {
			found = append(found, name+" is required")
		}
	}
	for name, check := range fields {
		if entry, there := members[name]; there {
			if problem := check(entry); problem != "" {
				found = append(found, name+" "+problem)
			}
		}
	}
	sort.Strings(found)
	return found
}

func record(fields map[string]rule) rule {
	return func(value any) string { return first(problems(value, fields)) }
}

func workflow(value any) string {
	steps, ok := value.([]any)
	if !ok || len(steps) > 100 {
		return "must be a list of up to 100 steps"
	}
	known := map[string]bool{}
	for _, step := range steps {
		known[text(at(step, "stepId"))] = true
	}
	for _, step := range steps {
		if problem := first(problems(step, stepFields, "stepId", "name", "type")); problem != "" {
			return problem
		}
		for _, dependency := range texts(at(step, "dependencies")) {
			if !known[dependency] {
				return "names " + dependency + ", which is no step of this workflow"
			}
		}
	}
	return ""
}

func isID(value any) bool { return agentID.MatchString(text(value)) && len(text(value)) <= 50 }

func is[T any](value any) bool {
	_, ok := value.(T)
	return ok
}

func length(shortest, longest int) rule {
	return func(value any) string {
		size := utf8.RuneCountInString(text(value))
		return unless(is[string](value) && size >= shortest && size <= longest,
			fmt.Sprintf("must be a text of %d to %d characters", shortest, longest))
	}
}

func textList(longest, most int) rule {
	return func(value any) string {
		ok := is[[]any](value) && len(entries(value)) <= most
		for _, entry := range entries(value) {
			ok = ok && length(0, longest)(entry) == ""
		}
		return unless(ok, fmt.Sprintf("must be a list of up to %d texts of up to %d characters", most, longest))
	}
}

func between(lowest, highest float64, whole bool) rule {
	return func(value any) string {
		number, ok := value.(float64)
		_, isInteger := integer(value)
		return unless(ok && number >= lowest && number <= highest && (isInteger || !whole),
			fmt.Sprintf("must be a number from %g to %g", lowest, highest))
	}
}

func unless(condition bool, otherwise string) string {
	if condition {
		return ""
	}
	return otherwise
}

func first(found []string) string {
	if len(found) == 0 {
		return ""
	}
	return found[0]
}
