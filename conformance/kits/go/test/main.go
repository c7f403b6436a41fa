// A runtime that does what an adapter author might do, good and bad, for the tests of the kit.
package main

import (
	"errors"
	"fmt"
	"math"
	"time"

	"proofmark-kit/proofmark"
)

type object = proofmark.Object

func main() {
	adapter := proofmark.New("kit-subject", "1.0", "idle")
	fmt.Println("printed before run")
	adapter.Method("test/echo", func(call object) (any, error) { return call["value"], nil })
	adapter.Method("test/fail", func(object) (any, error) { return nil, errors.New("the reason") })
	adapter.Method("test/panic", func(object) (any, error) { panic("a panic") })
	adapter.Method("test/cannot", func(object) (any, error) {
		return nil, proofmark.Inexpressible("there are no empty names here")
	})
	adapter.Method("test/unwritable", func(object) (any, error) { return math.NaN(), nil })
	adapter.Method("test/print", func(object) (any, error) {
		fmt.Println("printed in a method")
		return "quiet", nil
	})
	adapter.Hosted("test/both", func(_ object, host *proofmark.Host) (any, error) {
		host.Idle()
		host.Event(object{"kind": "news"})
		first := host.Start("host/step", object{"n": 1})
		host.Start("host/step", object{"n": 2})
		replies := []object{{}, {}}
		for range replies {
			if ticket, reply := host.Next(); ticket == first {
				replies[0] = reply
			} else {
				replies[1] = reply
			}
		}
		return replies, nil
	})
	adapter.Hosted("test/first", func(_ object, host *proofmark.Host) (any, error) {
		host.Start("host/tool", object{"n": 1})
		host.Start("host/tool", object{"n": 2})
		_, reply := host.Next()
		return reply, nil
	})
	adapter.Hosted("test/limit", func(_ object, host *proofmark.Host) (any, error) {
		host.Start("host/agent", object{})
		if _, _, ok := host.NextWithin(time.Millisecond); ok {
			return "in time", nil
		}
		return "too late", nil
	})
	adapter.Run()
}
