//! How to mend what a rule finds, in one sentence each.

/// The advice for a rule.
pub(super) fn how_to_mend(rule: &str) -> &'static str {
    match rule {
        "R1" => "write three numbers in quotes, for example `awp: \"1.0.0\"`",
        "R2" => "use 2 to 64 lower-case letters, digits, `_` and `-`; begin with a letter, end with a letter or digit",
        "R3" => "call the class `Agent`, or leave it: other names are allowed",
        "R4" => "let the agent's `name` return its `identity.id`",
        "R5" => "give every node an id of its own",
        "R6" => "take one dependency out of the ring",
        "R7" => "correct the name, or add a node of that name to the graph",
        "R8" => "add the file, or take the node out of the graph",
        "R9" => "give `output.contract` a JSON Schema, for example `{type: object}`",
        "R10" => "choose a namespace of your own for the tool",
        "R11" => "give every tool a full name of its own",
        "R12" => "use 2 to 48 lower-case letters, digits and `_`; begin with a letter, end with a letter or digit",
        "R19" => "set `capabilities.tools.enabled: true`, or turn code mode off",
        "R20" => "set `capabilities.sandbox.type`, for example to `isolate`, or turn code mode off",
        "R21" => "use `typescript`, `python` or `javascript`",
        "R22" => "list at least one tool under `sdk_surface.include`, or change the mode",
        "R23" => "exclude only tools that `tools.allowed` lists",
        "R24" => "set `capabilities.sandbox.network.enabled` to true or false",
        "R25" => {
            "choose a namespace that is not reserved and list it in the workflow's `dynamic_tools.allowed_namespaces`"
        }
        "R26" => "turn on `codemode.enabled` and the workflow's `dynamic_tools.enabled`, or turn `tool_creation` off",
        "R27" => "use llm_rubric, deterministic, schema, budget or policy",
        "R28" => "keep all three within 0 and 1, accept the highest, fail the lowest",
        "R29" => "make no weight negative and at least one positive",
        "R30" => {
            "use a known hook (worker_result, generated_tool, final_answer) or a known action (retry_with_repair, \
                  fail_workflow, accept_with_warning)"
        }
        "R31" => "set `max_depth` to a whole number; 0 turns submanagers off",
        "R32" => "keep `max_depth` at 10 or below; most workflows need no more than 3",
        _ => "see `proofmark explain` for the rule",
    }
}
