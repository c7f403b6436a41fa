package main

import "proofmark-kit/proofmark"

// Running the steps of a workflow: one after the other (AGT-003), or side by side (PE-001 to PE-003).

// A workflowRun is what has become of the steps so far.
type workflowRun struct {
	host      *proofmark.Host
	steps     []any
	outcomes  map[string]Object
	outputs   Object
	completed []string
	errors    []Object
}

func run(call Object, host *proofmark.Host) (any, error) {
	host.Idle()
	steps := entries(call["steps"])
	if found := problem(steps, call["parallel"], call["resumeFrom"]); found != "" {
		r := &workflowRun{steps: steps}
		rejected := r.result([]any{})
		rejected["status"], rejected["error"] = "rejected", found
		return rejected, nil
	}
	r := &workflowRun{host: host, steps: steps, outcomes: map[string]Object{}, outputs: Object{}}
	if call["parallel"] != nil {
		r.sideBySide(call["parallel"])
		return r.result([]any{}), nil
	}
	c := newCheckpoints(call)
	r.oneByOne(c, call["resumeFrom"])
	return r.result(c.written), nil
}

func (r *workflowRun) result(checkpoints []any) Object {
	steps := []Object{}
	for _, step := range r.steps {
		outcome := Object{"stepId": at(step, "stepId"), "status": "skipped"}
		for name, value := range r.outcomes[idOf(step)] {
			outcome[name] = value
		}
		steps = append(steps, outcome)
	}
	status := "completed"
	if len(r.errors) > 0 {
		status = "failed"
	}
	return Object{"status": status, "steps": steps, "checkpoints": checkpoints, "errors": append([]Object{}, r.errors...)}
}

// oneByOne goes by the order of the array, up to the first step that fails.
func (r *workflowRun) oneByOne(c *checkpoints, resumeFrom any) {
	first := 0
	if resumeFrom != nil {
		index, _ := integer(at(resumeFrom, "stepIndex"))
		first = index + 1
	}
	for index, step := range r.steps {
		if index < first {
			r.complete(idOf(step), "restored", at(resumeFrom, "stepOutputs", idOf(step)))
			continue
		}
		r.take(idOf(step), r.host.Step(r.work(step)))
		if len(r.errors) > 0 {
			return
		}
		c.write(index, idOf(step), r.outputs)
	}
}

// sideBySide runs whatever can run, up to a limit; the strategy says what a failure means for the others.
func (r *workflowRun) sideBySide(parallel any) {
	limit, strategy := 5, "failFast"
	if given, ok := integer(at(parallel, "maxConcurrency")); ok {
		limit = given
	}
	if given := text(at(parallel, "failureStrategy")); given != "" {
		strategy = given
	}
	running := map[int]string{}
	for started := map[string]bool{}; ; {
		for _, step := range r.steps {
			if len(running) < limit && !started[idOf(step)] && r.hasAll(dependenciesOf(step)) {
				started[idOf(step)] = true
				running[r.host.Start("host/step", r.work(step))] = idOf(step)
			}
		}
		if len(running) == 0 {
			break
		}
		ticket, reply := r.host.Next()
		r.take(running[ticket], reply)
		delete(running, ticket)
		if len(r.errors) > 0 && strategy != "continueOnError" {
			break
		}
	}
	// Their replies may still come, and are taken no notice of.
	for _, name := range running {
		r.outcomes[name] = Object{"status": "cancelled"}
	}
	if len(r.errors) > 0 && strategy == "rollback" {
		r.rollBack()
	}
}

func (r *workflowRun) hasAll(names []string) bool {
	for _, name := range names {
		if _, there := r.outputs[name]; !there {
			return false
		}
	}
	return true
}

// work is what a step is given: the outputs of the steps that it depends on.
func (r *workflowRun) work(step any) Object {
	inputs := Object{}
	for _, name := range dependenciesOf(step) {
		inputs[name] = r.outputs[name]
	}
	return Object{"stepId": idOf(step), "inputs": inputs}
}

func (r *workflowRun) take(name string, reply Object) {
	if reply["ok"] == true {
		r.complete(name, "completed", reply["output"])
		return
	}
	r.outcomes[name] = Object{"status": "failed", "error": reply["error"]}
	r.errors = append(r.errors, Object{"stepId": name, "message": reply["error"]})
}

func (r *workflowRun) complete(name, status string, output any) {
	r.outcomes[name] = Object{"status": status, "output": output}
	r.outputs[name] = output
	r.completed = append(r.completed, name)
}

// rollBack undoes what was completed and can be undone, the latest first.
func (r *workflowRun) rollBack() {
	for i := len(r.completed) - 1; i >= 0; i-- {
		for _, step := range r.steps {
			if idOf(step) == r.completed[i] && at(step, "compensable") == true {
				r.host.Compensate(Object{"stepId": idOf(step)})
			}
		}
	}
}
