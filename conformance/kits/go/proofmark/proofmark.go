// Package proofmark puts an agent runtime written in Go before Proofmark.
//
// An adapter is a program that Proofmark starts and questions over stdin and stdout. This file does the talking; you
// write one function per method that your runtime can answer. It needs Go 1.18 or later and nothing else.
//
//	func main() {
//		adapter := proofmark.New("my-runtime", "1.0")
//		adapter.Method("preflight/validate", func(call proofmark.Object) (any, error) {
//			return proofmark.Object{"diagnostics": runtime.Check(call["input"])}, nil
//		})
//		adapter.Run()
//	}
//
// Values. JSON comes as nil, bool, float64, string, []any and map[string]any: so nothing is lost that a struct would
// drop, and no key is taken for another that differs in case only. What you return is sent as encoding/json writes it.
//
// The world. Some methods make the runtime reach outside, to run an agent, a tool, a model. The harness plays that
// world: register such a function with Hosted, and ask.
//
//	adapter.Hosted("contract/run", func(call proofmark.Object, host *proofmark.Host) (any, error) {
//		reply := host.Step(proofmark.Object{"stepId": "s1", "inputs": proofmark.Object{}})
//		…
//	})
//
// Such a function has a goroutine of its own, so it may wait. To have several requests open at a time, Start them and
// take the replies as they come, with Next.
//
// At rest. With the feature "idle", say host.Idle() once, at the top of a function. From then on the harness is told
// whenever the function waits for a reply. (What further goroutines are up to is not seen: do without "idle" if you have
// them.)
//
// When things go wrong. An error, or a panic, becomes a JSON-RPC error, and the adapter lives on. Inexpressible
// says that the runtime has no way to express an input, which is no fault. fmt.Println is harmless: as soon as there is
// an adapter, os.Stdout is stderr. A reply to a call that was answered already is ignored, and a goroutine that still
// waits for one ends.
package proofmark

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"runtime"
	"runtime/debug"
	"strconv"
	"sync"
	"time"
)

const (
	protocolVersion = 1
	parseError      = -32700
	methodNotFound  = -32601
	invalidParams   = -32602
	failed          = -32000
	inexpressible   = -32001
	// How long open calls are given to finish once the input has ended.
	grace = time.Second
)

// Object is a JSON object.
type Object = map[string]any

// Inexpressible is the error to return where your runtime has no way to express the input: the case is not judged.
type Inexpressible string

func (reason Inexpressible) Error() string { return string(reason) }

// Adapter answers the harness with the functions registered on it.
type Adapter struct {
	implementation Object
	features       []string
	names          []string
	methods        map[string]method
	output         *os.File
	// Guards the output and the record of who waits for what, so that nothing is ever said about a call after its answer.
	lock       sync.Mutex
	changed    *sync.Cond
	waiting    map[int]*Host
	open       sync.WaitGroup
	gone       bool
	lastHostID int
}

type method struct {
	answer func(Object, *Host) (any, error)
	// It asks the host, and so it may wait.
	hosted bool
}

// New makes an adapter; features are what the runtime can do beyond its methods.
func New(name, version string, features ...string) *Adapter {
	a := &Adapter{
		implementation: Object{"name": name, "version": version, "language": "go"},
		features:       append([]string{}, features...),
		names:          []string{},
		methods:        map[string]method{},
		output:         os.Stdout,
		waiting:        map[int]*Host{},
	}
	a.changed = sync.NewCond(&a.lock)
	os.Stdout = os.Stderr
	return a
}

// Method registers the answer to a method that reaches nothing outside. Such calls are served one after the other.
func (a *Adapter) Method(name string, answer func(call Object) (any, error)) {
	a.register(name, method{answer: func(call Object, _ *Host) (any, error) { return answer(call) }})
}

// Hosted registers the answer to a method that asks the host. Each such call has a goroutine of its own.
func (a *Adapter) Hosted(name string, answer func(call Object, host *Host) (any, error)) {
	a.register(name, method{answer: answer, hosted: true})
}

func (a *Adapter) register(name string, m method) {
	if _, there := a.methods[name]; there {
		panic(name + " is registered twice")
	}
	a.methods[name] = m
	a.names = append(a.names, name)
}

// Run serves until the input ends. From here on the standard streams belong to the protocol.
func (a *Adapter) Run() {
	input := bufio.NewReaderSize(os.Stdin, 1<<16)
	for ended := false; !ended; {
		line, err := input.ReadBytes('\n')
		if len(bytes.TrimSpace(line)) > 0 {
			a.receive(line)
		}
		ended = err != nil
	}
	a.lock.Lock()
	a.gone = true
	a.changed.Broadcast()
	a.lock.Unlock()
	finished := make(chan struct{})
	go func() {
		a.open.Wait()
		close(finished)
	}()
	select {
	case <-finished:
	case <-time.After(grace):
	}
}

func (a *Adapter) receive(line []byte) {
	// Not a struct: encoding/json would take "ID" for "id".
	var message map[string]json.RawMessage
	if err := json.Unmarshal(line, &message); err != nil || message == nil {
		a.fail(json.RawMessage("null"), parseError, "not a JSON-RPC message")
		return
	}
	id, isCall := message["id"]
	var name string
	if json.Unmarshal(message["method"], &name) != nil || !isCall {
		a.deliver(string(id), message["result"])
		return
	}
	var call Object
	if json.Unmarshal(message["params"], &call) != nil || call == nil {
		call = Object{}
	}
	if m, known := a.methods[name]; known {
		a.open.Add(1)
		host := &Host{adapter: a, id: id}
		if m.hosted {
			go a.serve(host, m, call)
		} else {
			a.serve(host, m, call)
		}
		return
	}
	switch {
	case name == "initialize" && call["protocolVersion"] == float64(protocolVersion):
		a.succeed(id, Object{"protocolVersion": protocolVersion, "implementation": a.implementation,
			"methods": a.names, "features": a.features})
	case name == "initialize":
		a.fail(id, invalidParams, fmt.Sprintf("version %d is spoken here, not %v", protocolVersion, call["protocolVersion"]))
	case name == "shutdown":
		a.succeed(id, nil)
	default:
		a.fail(id, methodNotFound, "method not offered: "+name)
	}
}

// Answers the call of host: a panic is an answer too, and a goroutine that ended because nobody listens is none.
func (a *Adapter) serve(host *Host, m method, call Object) {
	defer a.open.Done()
	defer func() {
		if problem := recover(); problem != nil {
			fmt.Fprintf(os.Stderr, "panic: %v\n%s", problem, debug.Stack())
			a.finish(host, Object{"error": Object{"code": failed, "message": fmt.Sprintf("panic: %v", problem)}})
		}
	}()
	result, err := m.answer(call, host)
	var text []byte
	if err == nil {
		text, err = json.Marshal(result)
	}
	var reason Inexpressible
	if errors.As(err, &reason) {
		a.finish(host, Object{"error": Object{"code": inexpressible, "message": err.Error()}})
		return
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		a.finish(host, Object{"error": Object{"code": failed, "message": err.Error()}})
		return
	}
	a.finish(host, Object{"result": json.RawMessage(text)})
}

func (a *Adapter) finish(host *Host, outcome Object) {
	a.lock.Lock()
	defer a.lock.Unlock()
	outcome["id"] = host.id
	a.write(outcome)
	host.over = true
	for id, owner := range a.waiting {
		if owner == host {
			delete(a.waiting, id)
		}
	}
	a.changed.Broadcast()
}

func (a *Adapter) succeed(id json.RawMessage, result any) {
	a.lock.Lock()
	defer a.lock.Unlock()
	a.write(Object{"id": id, "result": result})
}

func (a *Adapter) fail(id json.RawMessage, code int, message string) {
	a.lock.Lock()
	defer a.lock.Unlock()
	a.write(Object{"id": id, "error": Object{"code": code, "message": message}})
}

// Writes at once and never in batches: if the next call hangs or crashes, the answers before it must not go down with
// it, or the harness blames the wrong call. Needs the lock.
func (a *Adapter) write(message Object) {
	message["jsonrpc"] = "2.0"
	line, err := json.Marshal(message)
	if err != nil {
		panic(err)
	}
	// Should the harness be gone, the end of the input will tell.
	_, _ = a.output.Write(append(line, '\n'))
}

func (a *Adapter) deliver(id string, result json.RawMessage) {
	var reply Object
	_ = json.Unmarshal(result, &reply)
	ticket, err := strconv.Atoi(id)
	a.lock.Lock()
	defer a.lock.Unlock()
	host, waits := a.waiting[ticket]
	if err != nil || !waits {
		return // Its call was answered.
	}
	delete(a.waiting, ticket)
	host.arrived = append(host.arrived, arrival{ticket, reply})
	host.taken++
	host.stirred = true
	a.changed.Broadcast()
}

// Host is the world, which the harness plays, as a function of the runtime reaches it.
type Host struct {
	adapter *Adapter
	id      json.RawMessage
	arrived []arrival
	taken   int
	tells   bool
	stirred bool
	over    bool
}

type arrival struct {
	ticket int
	reply  Object
}

// Step has the work of a workflow step ("stepId") or of an agent ("agent") done.
func (h *Host) Step(params Object) Object { return h.Call("host/step", params) }

// Compensate has a completed step undone.
func (h *Host) Compensate(params Object) Object { return h.Call("host/compensate", params) }

// Tool runs a tool's code.
func (h *Host) Tool(params Object) Object { return h.Call("host/tool", params) }

// Provider asks the model provider.
func (h *Host) Provider(params Object) Object { return h.Call("host/provider", params) }

// Agent asks an agent that a delegation reached.
func (h *Host) Agent(params Object) Object { return h.Call("host/agent", params) }

// Decide asks the manager of a delegation loop.
func (h *Host) Decide(params Object) Object { return h.Call("host/decide", params) }

// Gates asks the chain of completion gates.
func (h *Host) Gates(params Object) Object { return h.Call("host/gates", params) }

// Call makes a host call by its name and waits for its reply. The member "call" is filled in.
func (h *Host) Call(method string, params Object) Object {
	ticket := h.Start(method, params)
	_, reply, _ := h.wait(0, func(came int) bool { return came == ticket })
	return reply
}

// Start makes a host call and does not wait: Next brings the reply, with the ticket that Start returned.
func (h *Host) Start(method string, params Object) int {
	a := h.adapter
	a.lock.Lock()
	defer a.lock.Unlock()
	if h.over || a.gone {
		runtime.Goexit()
	}
	sent := Object{}
	for name, value := range params {
		sent[name] = value
	}
	sent["call"] = h.id
	a.lastHostID++
	a.write(Object{"id": a.lastHostID, "method": method, "params": sent})
	a.waiting[a.lastHostID] = h
	h.stirred = true
	return a.lastHostID
}

// Next waits for the reply to any host call that was started.
func (h *Host) Next() (ticket int, reply Object) {
	ticket, reply, _ = h.wait(0, func(int) bool { return true })
	return ticket, reply
}

// NextWithin is Next with a time limit; ok is false when the time is up.
func (h *Host) NextWithin(limit time.Duration) (ticket int, reply Object, ok bool) {
	if limit <= 0 {
		limit = 1
	}
	return h.wait(limit, func(int) bool { return true })
}

// Waits for a reply that is wanted; without a limit if that is 0.
func (h *Host) wait(limit time.Duration, wanted func(ticket int) bool) (int, Object, bool) {
	a := h.adapter
	a.lock.Lock()
	defer a.lock.Unlock()
	expired := false
	if limit > 0 {
		timer := time.AfterFunc(limit, func() {
			a.lock.Lock()
			defer a.lock.Unlock()
			expired = true
			a.changed.Broadcast()
		})
		defer timer.Stop()
	}
	for {
		for i, came := range h.arrived {
			if wanted(came.ticket) {
				h.arrived = append(h.arrived[:i:i], h.arrived[i+1:]...)
				return came.ticket, came.reply, true
			}
		}
		if expired {
			return 0, nil, false
		}
		if h.over || a.gone {
			runtime.Goexit()
		}
		if h.tells && h.stirred {
			h.tell("host/idle", "replies", h.taken)
		}
		h.stirred = false
		a.changed.Wait()
	}
}

// Event reports an event.
func (h *Host) Event(event Object) {
	h.adapter.lock.Lock()
	defer h.adapter.lock.Unlock()
	h.tell("host/event", "event", event)
}

// Idle says, from now on, whenever nothing more happens until a reply comes or a time limit expires.
func (h *Host) Idle() {
	h.adapter.lock.Lock()
	defer h.adapter.lock.Unlock()
	h.tells, h.stirred = true, true
}

// Needs the lock.
func (h *Host) tell(method, member string, value any) {
	if !h.over {
		h.adapter.write(Object{"method": method, "params": Object{"call": h.id, member: value}})
	}
}
