package main

import (
	"encoding/json"
	"strconv"
	"strings"

	"proofmark-kit/proofmark"
)

// Calling tools: with inputs that were checked (TOOL-001), for a result that nobody can change (TOOL-002).

// A result keeps its text to itself: whoever looks at it gets a value of his own.
type result struct{ text []byte }

func newResult(members Object) result {
	written, err := json.Marshal(members)
	if err != nil {
		panic(err)
	}
	return result{written}
}

func (r result) view() any {
	var value any
	if err := json.Unmarshal(r.text, &value); err != nil {
		panic(err)
	}
	return value
}

func tool(call Object, host *proofmark.Host) (any, error) {
	host.Idle()
	results, table := []any{}, toolTable(entries(call["tools"]))
	for _, one := range entries(call["calls"]) {
		results = append(results, callTool(host, table, text(at(one, "tool")), at(one, "args")).view())
	}
	return Object{"results": results}, nil
}

func mutateResult(call Object, host *proofmark.Host) (any, error) {
	host.Idle()
	held := callTool(host, toolTable([]any{call["tool"]}), text(at(call["tool"], "name")), call["args"])
	before, attempts := held.view(), []Object{}
	for _, attempt := range entries(call["attempts"]) {
		untouched := held.view()
		refused := !mutate(held.view(), attempt)
		changed := !same(untouched, held.view())
		attempts = append(attempts, Object{"path": at(attempt, "path"), "threw": refused, "changed": changed})
	}
	return Object{"before": before, "after": held.view(), "attempts": attempts}, nil
}

func toolTable(tools []any) map[string]any {
	table := map[string]any{}
	for _, tool := range tools {
		if isText(at(tool, "name")) {
			table[text(at(tool, "name"))] = at(tool, "inputSchema")
		}
	}
	return table
}

// callTool has an answer in every case, never a panic (TOOL-003).
func callTool(host *proofmark.Host, table map[string]any, name string, args any) result {
	schema, there := table[name]
	if !there {
		return failure("TOOL_NOT_FOUND", "There is no tool called "+name+".")
	}
	if problems := violations(schema, args, ""); len(problems) > 0 {
		return failure("INVALID_INPUT", name+" cannot take these arguments: "+strings.Join(problems, "; "))
	}
	reply := host.Tool(Object{"tool": name, "args": args})
	return newResult(Object{"success": true, "output": reply["output"]})
}

func failure(code, message string) result {
	return newResult(Object{"success": false, "errorCode": code, "error": Object{"message": message, "code": code}})
}

// mutate tries to change what a holder of a result sees, as the JSON Pointer of attempt says. Whether it could.
func mutate(view, attempt any) bool {
	members, _ := attempt.(Object)
	value, isSet := members["value"]
	path := strings.Split(text(at(attempt, "path")), "/")[1:]
	for i, part := range path {
		part = strings.ReplaceAll(strings.ReplaceAll(part, "~1", "/"), "~0", "~")
		isLast := i == len(path)-1
		switch parent := view.(type) {
		case Object:
			switch {
			case isLast && isSet:
				parent[part] = value
				return true
			case isLast:
				delete(parent, part)
				return true
			}
			view = parent[part]
		case []any:
			index, err := strconv.Atoi(part)
			if err != nil || index < 0 || index >= len(parent) {
				return false
			}
			if isLast {
				parent[index] = value
				return isSet
			}
			view = parent[index]
		default:
			return false
		}
	}
	return false
}
