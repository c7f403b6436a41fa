package main

// Whether the steps of a workflow can be run at all.

var strategies = []string{"failFast", "continueOnError", "rollback"}

func idOf(step any) string { return text(at(step, "stepId")) }

func dependenciesOf(step any) []string { return texts(at(step, "dependencies")) }

// problem says why this run cannot be started; "" if it can.
func problem(steps []any, parallel, resumeFrom any) string {
	if found := planProblem(steps, parallel == nil); found != "" {
		return found
	}
	switch {
	case parallel == nil && resumeFrom == nil:
		return ""
	case parallel == nil:
		return checkpointProblem(steps, resumeFrom)
	case resumeFrom != nil:
		return "A parallel run cannot be resumed."
	default:
		return parallelProblem(parallel)
	}
}

// planProblem: each dependency has to be there, and before its dependent. In a sequential run "before" is the order of the
// array, which is never changed; otherwise it is any order in which nobody waits for himself.
func planProblem(steps []any, inOrder bool) string {
	known := map[string]bool{}
	for _, step := range steps {
		if idOf(step) == "" || known[idOf(step)] {
			return "Every step needs a stepId of its own."
		}
		known[idOf(step)] = true
	}
	for _, step := range steps {
		for _, name := range dependenciesOf(step) {
			if !known[name] {
				return idOf(step) + " depends on " + name + ", which does not exist."
			}
		}
	}
	done := map[string]bool{}
	for len(done) < len(steps) {
		before := len(done)
		for _, step := range steps {
			if areIn(done, dependenciesOf(step)) {
				done[idOf(step)] = true
			} else if inOrder {
				return idOf(step) + " depends on a step that does not come before it."
			}
		}
		if len(done) == before {
			return "The dependencies form a cycle."
		}
	}
	return ""
}

func parallelProblem(parallel any) string {
	limit := at(parallel, "maxConcurrency")
	if number, ok := integer(limit); limit != nil && !(ok && number >= 1 && number <= 10) {
		return "maxConcurrency is not an integer from 1 to 10."
	}
	strategy := at(parallel, "failureStrategy")
	if strategy != nil && !contains(strategies, text(strategy)) {
		return "failureStrategy is none of those that there are."
	}
	return ""
}

func areIn(done map[string]bool, names []string) bool {
	for _, name := range names {
		if !done[name] {
			return false
		}
	}
	return true
}
