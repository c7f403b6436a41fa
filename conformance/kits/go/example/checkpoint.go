package main

import "fmt"

// Checkpoints: all that a run needs to go on from where it was (CP-001, CP-002).

var checkpointFields = []string{"stepIndex", "completedStepId", "stepOutputs", "context", "memorySnapshot"}

// checkpoints are those of one run. Each is a snapshot: what happens later does not change it.
type checkpoints struct {
	context, memory any
	wanted          bool
	written         []any
}

func newCheckpoints(call Object) *checkpoints {
	c := &checkpoints{context: call["context"], memory: call["memory"], wanted: call["checkpoint"] == true, written: []any{}}
	if from := call["resumeFrom"]; from != nil {
		c.context, c.memory = at(from, "context"), at(from, "memorySnapshot")
	}
	if c.context == nil {
		c.context = Object{}
	}
	if c.memory == nil {
		c.memory = []any{}
	}
	return c
}

func (c *checkpoints) write(index int, step string, outputs Object) {
	if c.wanted {
		c.written = append(c.written, copied(Object{"stepIndex": index, "completedStepId": step, "stepOutputs": outputs,
			"context": c.context, "memorySnapshot": c.memory}))
	}
}

// checkpointProblem says why a run of these steps cannot go on from this checkpoint; "" if it can.
func checkpointProblem(steps []any, checkpoint any) string {
	for _, field := range checkpointFields {
		if at(checkpoint, field) == nil {
			return "The checkpoint has no " + field + "."
		}
	}
	index, ok := integer(at(checkpoint, "stepIndex"))
	if !ok || index < 0 || index >= len(steps) {
		return fmt.Sprintf("The checkpoint's stepIndex, %v, is not that of a step.", at(checkpoint, "stepIndex"))
	}
	if !same(at(checkpoint, "completedStepId"), at(steps[index], "stepId")) {
		return "The checkpoint's completedStepId is not the step at its stepIndex."
	}
	for _, step := range steps[:index+1] {
		if at(checkpoint, "stepOutputs", idOf(step)) == nil {
			return "The checkpoint has no output of " + idOf(step) + "."
		}
	}
	return ""
}
