/**
 * The types of `proofmark-adapter.mjs`, which has the tutorial, and of the protocol's methods.
 *
 * What an answer has to look like is checked here. Of the params, what a runtime is to
 * *judge* is `unknown`: it may be any JSON value, and that is part of the test.
 */

/** An optional member of an answer: null and absent are the same. */
type Maybe<T> = T | null | undefined;

/** Throw it, with a sentence, where your runtime has no way to express the input: the case is not judged. */
export class Inexpressible extends Error {
  name: "Inexpressible";
}

/** The call was answered, or the harness is gone: this reply will never come. */
export class CallOver extends Error {
  name: "CallOver";
}

export interface AdapterOptions {
  /** The version of your runtime. Default: "0". */
  version?: string;
  /** What your runtime is written in. Default: "javascript". */
  language?: string;
  /** What your runtime can do beyond its methods. A check that needs more is not exercised. */
  features?: Iterable<Feature>;
  /** Files and folders of your runtime: the harness is told which of their blocks a call reached, for long runs. */
  coverage?: Iterable<string>;
}

/**
 * | feature | says that |
 * |---|---|
 * | `ruleIds` | error diagnostics carry the document's rule ids |
 * | `idle` | functions with host calls say `host.idle()` |
 * | `rollback` | the failure strategy `rollback` is there |
 * | `memorySnapshot` | checkpoints hold the memory |
 * | `responses` | `context/build_response` builds AGN-033 responses |
 */
export type Feature = "ruleIds" | "idle" | "rollback" | "memorySnapshot" | "responses";

/** Answers the harness with the functions registered on it. */
export class Adapter {
  constructor(name: string, options?: AdapterOptions);
  /** Registers `answer` for the method called `name`. Only methods that you register are tested. */
  method<Name extends keyof Methods>(
    name: Name,
    answer: Answer<Methods[Name]["params"], Methods[Name]["result"]>,
  ): void;
  /** Serves until the input ends. After that the process has a moment to clean up, and exits. */
  run(): Promise<void>;
}

/** A function of the runtime: it returns its result, or a promise of it. */
export type Answer<Params, Result> = (params: Params, host: Host) => Result | PromiseLike<Result>;

/** What is used of an `AbortSignal`, which no library of types needs to be installed for. */
export interface Signal {
  readonly aborted: boolean;
  readonly reason: any;
  throwIfAborted(): void;
  addEventListener(type: "abort", listener: () => void, options?: { once?: boolean }): void;
  removeEventListener(type: "abort", listener: () => void): void;
}

export interface HostCallOptions {
  /** Gives up waiting when it is aborted; `AbortSignal.timeout(500)` is a time limit. A late reply is ignored. */
  signal?: Signal | undefined;
}

/** The world, which the harness plays, as a function of the runtime reaches it. */
export class Host {
  private constructor();
  /** Has the work of a workflow step (`stepId`) or of an agent (`agent`) done. */
  step(params: HostMethods["host/step"]["params"], options?: HostCallOptions): Promise<StepReply>;
  /** Has a completed step undone. */
  compensate(params: HostMethods["host/compensate"]["params"], options?: HostCallOptions): Promise<CompensateReply>;
  /** Runs a tool's code. */
  tool(params: HostMethods["host/tool"]["params"], options?: HostCallOptions): Promise<ToolReply>;
  /** Asks the model provider. */
  provider(params: HostMethods["host/provider"]["params"], options?: HostCallOptions): Promise<ProviderReply>;
  /** Asks an agent that a delegation reached. */
  agent(params: HostMethods["host/agent"]["params"], options?: HostCallOptions): Promise<AgentReply>;
  /** Asks the manager of a delegation loop. */
  decide(params: HostMethods["host/decide"]["params"], options?: HostCallOptions): Promise<Decision>;
  /** Asks the chain of completion gates. */
  gates(params: HostMethods["host/gates"]["params"], options?: HostCallOptions): Promise<GatesReply>;
  /** Makes a host call by its name. The member `call` is filled in. */
  call<Name extends keyof HostMethods>(
    method: Name,
    params: HostMethods[Name]["params"],
    options?: HostCallOptions,
  ): Promise<HostMethods[Name]["reply"]>;
  /** Reports an event. */
  event(event: PlanLoopEvent | CircuitBreakerEvent | { [member: string]: unknown }): void;
  /**
   * From now on, tells the harness whenever nothing more happens until a reply comes or a time limit expires.
   * Say it once, at the top of a function; it needs the feature `idle`.
   */
  idle(): void;
}

export type StepReply = { ok: true; output: unknown } | { ok: false; error: string };
export type CompensateReply = { ok: true };
export type ToolReply = { output: unknown };
export type ProviderReply = { text: string };
export type AgentReply = { delegateTo: string[]; maxDepth?: number };
export type Decision =
  | { decision: "PLAN"; subtasks?: Subtask[] }
  | { decision: "DELEGATE"; subtasks: string[]; outcome: "ok" | "failed" }
  | { decision: "COMPLETE"; finalResult: { [member: string]: unknown } };
export type GatesReply = { rejectedBy: Gate | null; defect: { kind: string; paths: string[] } | null };

/** What can be asked of the harness. */
export interface HostMethods {
  "host/step": { params: ({ stepId: string } | { agent: string }) & { inputs: unknown }; reply: StepReply };
  "host/compensate": { params: { stepId: string }; reply: CompensateReply };
  "host/tool": { params: { tool: string; args: unknown }; reply: ToolReply };
  "host/provider": { params: { system: string; prompt: unknown }; reply: ProviderReply };
  "host/agent": { params: { agentId: string; chain: string[] }; reply: AgentReply };
  "host/decide": {
    params: { iteration: number; forced?: "DELEGATE"; repairSubtask?: RepairSubtask };
    reply: Decision;
  };
  "host/gates": { params: { iteration: number }; reply: GatesReply };
}

export interface Subtask {
  id: string;
  status?: string;
}

export interface RepairSubtask {
  id: string;
  priority: "critical";
  requiredOutputs: string[];
}

export interface PlanLoopEvent {
  gate: "plan_loop";
  transition: "forced_delegate" | "forced_terminate";
  pre_progress_plans: number;
  pending_subtasks: number;
}

export interface CircuitBreakerEvent {
  gate: "completion_circuit_breaker";
  counter: number;
  repair_subtask_id?: string;
}

export type Gate =
  "critique" | "deliverable_presence" | "placeholder" | "file" | "deliverable" | "structural_integrity" | "eval";

/** An error: a sentence, or a sentence and a code. */
export type ErrorText = string | { message: string; code?: Maybe<string> };

export interface PreflightDiagnostic {
  code: string;
  message: string;
  path: string;
  severity: string;
  action?: Maybe<string>;
  fields?: Maybe<readonly string[]>;
  repair?: Maybe<string>;
}

export interface ContextResult {
  ok: boolean;
  errors: readonly { message: string }[];
  /** The context as you leave it, which shows that you leave it alone. */
  context: unknown;
}

export interface ManifestResult {
  ok: boolean;
  errors: readonly {
    message: string;
    toolCallId?: unknown;
    name?: unknown;
    reason?: unknown;
  }[];
  /** The manifest as you leave it. */
  manifest: unknown;
}

export type ResponseResult = ContextResult & {
  /** An AGN-033 response. Only here a member that is null is not the same as an absent one. */
  response?: Maybe<{ kind: "final" | "client_tool_continuation"; [member: string]: unknown }>;
};

export type Provider = "user" | "clientContext" | "kfr" | "rag" | "turnMetadata";
export type ContributionKind =
  "instruction" | "attachment" | "file" | "structure" | "editorState" | "fact" | "retrieved" | "notice";

export interface Turn {
  user?: Maybe<{ instructions?: Maybe<string>; attachments?: Maybe<string[]> }>;
  client?: Maybe<{ files?: Maybe<string[]>; structure?: Maybe<string>; editor?: Maybe<string> }>;
  kfr?: Maybe<{ entries?: Maybe<{ content: string; active: boolean }[]>; temporaryFacts?: Maybe<string[]> }>;
  rag?: Maybe<{ content: string; origin: string }[]>;
  metadata?: Maybe<string[]>;
}

export interface Contribution {
  id: string;
  kind: ContributionKind;
  content: string;
  origin?: string;
}

/** The verdict of a validator: valid when no diagnostic is an error. */
export interface Verdict {
  valid: boolean;
  diagnostics: readonly {
    severity: "error" | "warning";
    rule?: Maybe<string>;
    code?: Maybe<string>;
    path?: Maybe<string>;
    message?: Maybe<string>;
  }[];
}

export interface AuditEvent {
  id: unknown;
  event: unknown;
  details?: unknown;
}

export interface AuditEntry extends AuditEvent {
  prev_hash: string;
  hash: string;
}

export interface WorkflowStep {
  stepId: string;
  dependencies?: string[];
  compensable?: boolean;
}

export interface Checkpoint {
  stepIndex: number;
  completedStepId: string;
  stepOutputs: { [stepId: string]: unknown };
  context: unknown;
  memorySnapshot: unknown;
}

export interface RunResult {
  status: "completed" | "failed" | "rejected";
  error?: Maybe<ErrorText>;
  steps: readonly {
    stepId: string;
    status: "completed" | "failed" | "skipped" | "cancelled" | "restored";
    output?: unknown;
    error?: Maybe<ErrorText>;
  }[];
  checkpoints: readonly Checkpoint[];
  errors: readonly { stepId: string; message: string }[];
}

export interface Tool {
  name: string;
  inputSchema: unknown;
}

export interface ToolResult {
  success: boolean;
  output?: unknown;
  error?: Maybe<ErrorText>;
  errorCode?: Maybe<string>;
}

export interface Ability {
  id: string;
  content: string;
  tags: string[];
}

/** What the harness can ask of a runtime, by method. */
export interface Methods {
  "preflight/validate": { params: { input: unknown }; result: { diagnostics: readonly PreflightDiagnostic[] } };

  "context/validate_core": { params: { context: unknown }; result: ContextResult };
  "context/validate_pre_step": { params: { context: unknown; step: string }; result: ContextResult };
  "context/validate_post_step": { params: { context: unknown; step: string; before?: unknown }; result: ContextResult };
  "context/validate_tool_call_manifest": { params: { manifest: unknown }; result: ManifestResult };
  "context/build_response": { params: { context: unknown }; result: ResponseResult };

  "turn/contribute": {
    params: { provider: Provider; turn: Turn };
    result: { contributions: readonly { kind: ContributionKind; content: string }[] };
  };
  "turn/compose": {
    params: { session: unknown; invocations: { provider: Provider; contributions: Contribution[] }[] };
    result: {
      session: unknown;
      request: readonly { provider: Provider; id: string; kind: ContributionKind; content: string }[];
    };
  };

  "awp/validate": {
    params: {
      workflow: unknown;
      agents: { [id: string]: unknown };
      files: string[];
      tools: string[];
      names?: { [id: string]: string };
    };
    result: Verdict;
  };
  "awp/write_state": {
    params: { agent: string; state: { [key: string]: unknown }; writes: { key: string; value: unknown }[] };
    result: { state: { [key: string]: unknown }; rejected: readonly string[] };
  };
  "awp/record": {
    params: {
      sensitiveFields: string[];
      env: { name: string; value: string; sensitive: boolean }[];
      state: unknown;
      events: { sink: "log" | "metric" | "span" | "audit"; message: string; attributes: { [name: string]: unknown } }[];
    };
    result: {
      log: readonly unknown[];
      metric: readonly unknown[];
      span: readonly unknown[];
      audit: readonly unknown[];
    };
  };
  "awp/deliver": {
    params: { channel: { name: string; schema?: unknown }; messages: { id: string; content: unknown }[] };
    result: { delivered: readonly string[]; rejected: readonly string[] };
  };
  "awp/read_state": {
    params: {
      sharing: { strategy: string; rules?: { from: string; to: string; fields: string[] }[] };
      agents: { [id: string]: { shareOutput: string[] } };
      state: { [id: string]: { [field: string]: unknown } };
      reader: string;
    };
    result: { visible: { [id: string]: Maybe<{ [field: string]: unknown }> } };
  };
  "awp/run": {
    params: { workflow: unknown };
    result: {
      status: "completed" | "partial" | "failed" | "rejected";
      agents: {
        [id: string]: Maybe<{
          status: "completed" | "failed" | "timed_out" | "skipped";
          output?: unknown;
          error?: Maybe<ErrorText>;
        }>;
      };
    };
  };
  "awp/audit": { params: { integrity: string; events: AuditEvent[] }; result: { entries: readonly AuditEntry[] } };
  "awp/verify_audit": {
    params: { integrity: string; entries: unknown };
    result: { valid: boolean; brokenAt?: unknown };
  };
  "awp/complete": {
    params: {
      critique?: { enabled: boolean; minScoreToComplete: number; iterations: number[][] };
      subtasks?: { id: string; description?: string; successCriteria?: string; requiredOutputs?: string[] }[];
      files?: { path: string; base64: string }[];
      finalResult?: { [member: string]: unknown };
      task?: string;
      evaluation?: {
        enabled: boolean;
        thresholds: { accept?: number; retry?: number; fail?: number };
        score: number;
      };
    };
    result: { accepted: boolean; rejectedBy?: Maybe<Gate>; event?: Maybe<{ [member: string]: unknown }> };
  };
  "awp/loop": {
    params: {
      maxPreProgressPlans: number;
      maxRejectedCompletions?: number;
      maxIterations: number;
      subtasks: Subtask[];
    };
    result: { status: string; reason?: Maybe<string> };
  };

  "contract/registry": {
    params: { script: { op: "register" | "update" | "get" | "list"; profile?: unknown; id?: string }[] };
    result: {
      results: readonly {
        ok: boolean;
        error?: Maybe<ErrorText>;
        profile?: unknown;
        ids?: Maybe<readonly string[]>;
      }[];
    };
  };
  "contract/run": {
    params: {
      steps: WorkflowStep[];
      parallel?: { maxConcurrency?: number; failureStrategy?: "failFast" | "continueOnError" | "rollback" };
      checkpoint?: boolean;
      context?: unknown;
      memory?: { key: string; value: unknown }[];
      resumeFrom?: unknown;
    };
    result: RunResult;
  };
  "contract/delegate": {
    params: { maxDepth?: number; chain: string[]; to: string };
    result: { allowed: boolean; error?: Maybe<ErrorText> };
  };
  "contract/delegation_run": {
    params: { root: string; maxDepth?: number };
    result: { refused: readonly { from: string; to: string; error: ErrorText }[] };
  };
  "contract/tool": {
    params: { tools: Tool[]; calls: { tool: string; args: unknown }[] };
    result: { results: readonly ToolResult[] };
  };
  "contract/mutate_result": {
    params: { tool: Tool; args: unknown; attempts: { path: string; value?: unknown }[] };
    result: {
      before: unknown;
      after: unknown;
      attempts: readonly { path: string; threw: boolean; changed: boolean }[];
    };
  };
  "contract/prompt": {
    params: {
      agent: { systemPrompt: string; coreAbilities: string[] };
      abilities: Ability[];
      task: string;
      tokenLimit: number;
    };
    result: { injected: readonly string[]; tokenCount: number; truncated: boolean; warnings: readonly unknown[] };
  };
  "contract/select": {
    params: { agents: unknown[]; task: string; context?: unknown; maxResults?: number };
    result: { results: readonly { agentId: string; confidence: number; reason?: Maybe<string> }[] };
  };
}
