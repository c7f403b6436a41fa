package main

import (
	"math"
	"sort"
	"strings"
)

// Which agent suits a task: the same task, the same answer (SEL-001 to SEL-006).
//
// A keyword in the task is worth 0.1, up to 0.3 together; a primary intent 0.1, up to 0.2. An example that is the task is
// worth 0.6 and one that is part of it 0.4; the best counts. A task that the agent is not for takes 0.5 away, once.

type scored struct {
	AgentID    string  `json:"agentId"`
	Confidence float64 `json:"confidence"`
	Reason     string  `json:"reason"`
}

func choose(call Object) (any, error) {
	task, results := normal(text(call["task"])), []scored{}
	for _, agent := range entries(call["agents"]) {
		if !isText(at(agent, "agentId")) || at(agent, "enabled") == false {
			continue
		}
		if result := score(agent, task); result.Confidence > 0 {
			results = append(results, result)
		}
	}
	if len(results) == 0 {
		results = append(results, scored{"standard", 0.5, "no agent matches"})
	}
	sort.SliceStable(results, func(i, j int) bool {
		if results[i].Confidence != results[j].Confidence {
			return results[i].Confidence > results[j].Confidence
		}
		return results[i].AgentID < results[j].AgentID
	})
	// There is always one result, whatever maxResults says.
	if most, ok := integer(call["maxResults"]); ok && most < len(results) {
		results = results[:int(math.Max(1, float64(most)))]
	}
	return Object{"results": results}, nil
}

func score(agent any, task string) scored {
	about := at(agent, "selectionMetadata")
	confidence := math.Min(0.3, 0.1*float64(len(found(at(about, "keywords"), task))))
	confidence += math.Min(0.2, 0.1*float64(len(found(at(about, "primaryIntents"), task))))
	if examples := found(at(about, "exampleTasks"), task); examples[task] {
		confidence += 0.6
	} else if len(examples) > 0 {
		confidence += 0.4
	}
	if len(found(at(about, "notForTasks"), task)) > 0 {
		confidence -= 0.5
	}
	// Rounded, or two agents with equal signals could differ in the last bit and escape the tie-break.
	confidence = math.Round(math.Max(0, math.Min(1, confidence))*1e6) / 1e6
	return scored{text(at(agent, "agentId")), confidence, "keywords, intents and examples"}
}

// found are the entries that occur in the task, whatever their case and the white space around them.
func found(given any, task string) map[string]bool {
	entries := map[string]bool{}
	for _, entry := range texts(given) {
		if entry = normal(entry); entry != "" && strings.Contains(task, entry) {
			entries[entry] = true
		}
	}
	return entries
}

func normal(value string) string { return strings.ToLower(strings.TrimSpace(value)) }
