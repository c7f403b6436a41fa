// A worked example: a small runtime for the Agent Domain Contract, put before Proofmark.
//
//	go build -o example-adapter ./example
//	proofmark run --suite contract -- ./example-adapter
//
// Each part of the contract has a file that offers what it can answer.
package main

import "proofmark-kit/proofmark"

// Object is a JSON object.
type Object = proofmark.Object

func main() {
	adapter := proofmark.New("go-example", "1.0", "idle", "rollback", "memorySnapshot")
	adapter.Method("contract/registry", registry)
	adapter.Hosted("contract/run", run)
	adapter.Method("contract/delegate", delegate)
	adapter.Hosted("contract/delegation_run", delegationRun)
	adapter.Hosted("contract/tool", tool)
	adapter.Hosted("contract/mutate_result", mutateResult)
	adapter.Hosted("contract/prompt", prompt)
	adapter.Method("contract/select", choose)
	adapter.Run()
}
