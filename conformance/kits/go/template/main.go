// Your runtime before Proofmark. It runs as it is: `proofmark run --suite preflight -- ./adapter`.
package main

import "adapter/proofmark"

var actions = []string{"catalog", "start", "run_status", "step_result", "message", "cancel", "cleanup"}

func main() {
	// The adapter comes first: from here on, whatever is printed goes to stderr.
	adapter := proofmark.New("my-runtime", "0.1.0")

	// One function per method that your runtime can answer. Delete what you do not have; add what you do.
	adapter.Method("preflight/validate", func(call proofmark.Object) (any, error) {
		return proofmark.Object{"diagnostics": validate(call["input"])}, nil
	})

	// A method that reaches outside, to agents, tools or models, asks the harness for it:
	//
	//	adapter.Hosted("contract/delegation_run", func(call proofmark.Object, host *proofmark.Host) (any, error) {
	//		reply := host.Agent(proofmark.Object{"agentId": call["root"], "chain": []any{call["root"]}})
	//		…
	//	})

	adapter.Run()
}

func validate(input any) []proofmark.Object {
	// Ask your runtime here: `return myruntime.Check(input)`
	// Until you do, this stands in for it. It looks at the action and at nothing else, and the run will find that out.
	members, _ := input.(proofmark.Object)
	action, _ := members["action"].(string)
	if action == "" {
		return refuse("action-required", "There is no action.")
	}
	for _, known := range actions {
		if action == known {
			return []proofmark.Object{}
		}
	}
	return refuse("action-invalid", "There is no action "+action+".")
}

func refuse(code, message string) []proofmark.Object {
	return []proofmark.Object{{"code": code, "message": message, "path": "/action", "severity": "error"}}
}
