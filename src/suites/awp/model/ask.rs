//! Points that the document leaves open and a subject can answer by what it accepts.

/// A question whose readings accept and reject the same documents.
#[derive(Debug, PartialEq, Eq)]
pub(in super::super) struct Ask {
    /// Its id within the rule.
    pub(in super::super) question: &'static str,
    /// The reading under which the document is accepted.
    pub(in super::super) accepting: &'static str,
    /// The reading under which it is rejected.
    pub(in super::super) rejecting: &'static str,
    /// Whether it is rejected under that reading alone: then a rejection tells the reading.
    pub(in super::super) rejection_tells: bool,
    /// What the reference runtime does.
    pub(in super::super) accepts: bool,
}

const fn accepts(question: &'static str, accepting: &'static str, rejecting: &'static str) -> Ask {
    Ask { question, accepting, rejecting, rejection_tells: true, accepts: true }
}

const fn rejects(question: &'static str, accepting: &'static str, rejecting: &'static str) -> Ask {
    Ask { question, accepting, rejecting, rejection_tells: true, accepts: false }
}

/// R1: a version of another major than 1.
pub(in super::super) static MAJOR: Ask = accepts("supported-versions", "any", "major-one");
/// R4: an agent that calls itself by another name.
pub(in super::super) static SELF_NAME: Ask = accepts("self-name", "recommended", "required");
/// R7: a dependency that is an object around the name of a node.
pub(in super::super) static CONDITIONAL: Ask = accepts("conditional-dependencies", "allowed", "names-only");
/// R9: no contract beside another format than json.
pub(in super::super) static OTHER_FORMAT: Ask = rejects("other-formats", "json-only", "every-format");
/// R9: neither a contract nor a format. Who wants contracts for json alone may take no format for json.
pub(in super::super) static NO_FORMAT: Ask = Ask { rejection_tells: false, ..OTHER_FORMAT };
/// R9: a contract that says nothing.
pub(in super::super) static EMPTY_CONTRACT: Ask = accepts("empty-contract", "a-schema", "no-contract");
/// R10: a custom tool under the name of a built-in one. Which tools are built in is said elsewhere.
pub(in super::super) static OVERRIDE: Ask =
    Ask { rejection_tells: false, ..rejects("built-in-override", "allowed", "forbidden") };
/// R10: a tool name without a namespace.
pub(in super::super) static NO_DOT: Ask = accepts("no-namespace", "allowed", "forbidden");
/// R12: a graph id that would not do as an `identity.id`.
pub(in super::super) static GRAPH_ID: Ask = accepts("graph-ids", "identity-only", "graph-too");
/// R20: no sandbox type.
pub(in super::super) static NO_SANDBOX: Ask = rejects("sandbox-absent", "defaulted", "must-be-set");
/// R21: no language while code mode is on.
pub(in super::super) static NO_LANGUAGE: Ask = accepts("language-absent", "defaulted", "must-be-set");
/// R22: an explicit surface without tools while code mode is off.
pub(in super::super) static SURFACE_OFF: Ask = accepts("code-mode-off", "not-looked-at", "looked-at");
/// R23: an exclude with a wildcard that would match.
pub(in super::super) static GLOB: Ask = rejects("globs", "patterns", "exact-names");
/// R23: an exclude beside an empty allow-list.
pub(in super::super) static ALLOWS_ALL: Ask = rejects("empty-allow-list", "allows-all", "allows-none");
/// R24: `network.enabled` is no boolean.
pub(in super::super) static ODD_NETWORK: Ask = accepts("not-a-boolean", "defined-is-enough", "must-be-boolean");
/// R25: no list of allowed namespaces beside the default namespace.
pub(in super::super) static NO_ALLOW_LIST: Ask = rejects("allow-list-absent", "holds-dynamic", "holds-nothing");
/// R27: a metric without a kind.
pub(in super::super) static NO_KIND: Ask = rejects("kind-absent", "defaulted", "must-be-set");
/// R27: two metrics of the same name, which the summary table forbids.
pub(in super::super) static METRIC_IDS: Ask = accepts("metric-ids", "section", "summary-table");
/// R28: bad thresholds while evaluation is off.
pub(in super::super) static THRESHOLDS_OFF: Ask = accepts("evaluation-off", "not-looked-at", "looked-at");
/// R28: one of the three thresholds is absent.
pub(in super::super) static THRESHOLD_ABSENT: Ask = accepts("threshold-absent", "defaulted", "must-be-set");
/// R28: weights that do not add up to 1, which the summary table forbids.
pub(in super::super) static WEIGHT_SUM: Ask = accepts("weight-sum", "section", "summary-table");
/// R29: bad weights while evaluation is off.
pub(in super::super) static WEIGHTS_OFF: Ask = accepts("evaluation-off", "not-looked-at", "looked-at");
/// R29: a metric without a weight.
pub(in super::super) static NO_WEIGHT: Ask = accepts("weight-absent", "defaulted", "must-be-set");
/// R29: evaluation without any metric.
pub(in super::super) static NO_METRICS: Ask = rejects("no-metrics", "nothing-to-weigh", "no-positive-weight");
/// R30: unknown actions in a retry policy that is off.
pub(in super::super) static POLICY_OFF: Ask = accepts("policy-off", "not-looked-at", "looked-at");
/// R31: a whole number written with a fraction.
pub(in super::super) static WHOLE_FLOAT: Ask = accepts("whole-float", "an-integer", "not-an-integer");
/// R31: a delegation loop without a budget.
pub(in super::super) static NO_BUDGET: Ask = accepts("scope", "budgets", "every-loop");
