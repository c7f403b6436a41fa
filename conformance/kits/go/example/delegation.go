package main

import (
	"fmt"
	"strings"

	"proofmark-kit/proofmark"
)

// Who may hand work to whom: not too deep (DT-001), and never in a circle (DT-002).

const defaultDepth = 5

func delegate(call Object) (any, error) {
	if refusal := refused(texts(call["chain"]), text(call["to"]), depth(call["maxDepth"])); refusal != "" {
		return Object{"allowed": false, "error": Object{"message": refusal}}, nil
	}
	return Object{"allowed": true}, nil
}

// delegationRun asks the root, then everybody whom a delegation reaches, the first branch to its end before the second.
// The limit is the root's, all the way down: what an agent says about it changes nothing.
func delegationRun(call Object, host *proofmark.Host) (any, error) {
	host.Idle()
	refusals, reached := []Object{}, [][]string{{text(call["root"])}}
	for len(reached) > 0 {
		chain := reached[len(reached)-1]
		reached = reached[:len(reached)-1]
		from := chain[len(chain)-1]
		wanted := texts(host.Agent(Object{"agentId": from, "chain": chain})["delegateTo"])
		allowed := [][]string{}
		for _, to := range wanted {
			if refusal := refused(chain, to, depth(call["maxDepth"])); refusal != "" {
				refusals = append(refusals, Object{"from": from, "to": to, "error": Object{"message": refusal}})
			} else {
				allowed = append(allowed, append(chain[:len(chain):len(chain)], to))
			}
		}
		for i := len(allowed) - 1; i >= 0; i-- {
			reached = append(reached, allowed[i])
		}
	}
	return Object{"refused": refusals}, nil
}

func depth(given any) int {
	if limit, ok := integer(given); ok {
		return limit
	}
	return defaultDepth
}

// refused says why the last agent of chain may not delegate to another; "" if it may. The root is at depth 0.
func refused(chain []string, to string, most int) string {
	if contains(chain, to) {
		return fmt.Sprintf("%s is in the delegation chain already: %s", to, strings.Join(chain, " > "))
	}
	if len(chain) > most {
		return fmt.Sprintf("delegation to %s would be at depth %d, and the limit is %d", to, len(chain), most)
	}
	return ""
}
