//! Your runtime before Proofmark: agent pipeline context validation. It runs as it is: `proofmark run --suite context -- target/debug/my-runtime-conformance`.

use proofmark::{Host, Implementation, Refusal, Request, Subject};
use serde_json::{Value, json};

/// One value per process. Keep what your runtime keeps between calls in here: that it does no harm is tested too.
pub(crate) struct MyRuntime;

impl Subject for MyRuntime {
    fn implementation(&self) -> Implementation {
        Implementation {
            name: "my-runtime".to_owned(),
            version: env!("CARGO_PKG_VERSION").to_owned(),
            language: "rust".to_owned(),
            // What your runtime can answer. Only that is tested; the rest is reported as not exercised.
            methods: vec![
                "context/validate_core".to_owned(),
                "context/validate_pre_step".to_owned(),
                "context/validate_post_step".to_owned(),
                "context/validate_tool_call_manifest".to_owned(),
                "context/build_response".to_owned(),
            ],
            features: Vec::new(),
        }
    }

    fn call(&self, request: Request<'_>, _host: &Host) -> Result<Value, Refusal> {
        let params = request.params;
        // Ask your runtime in every arm. Until you do, these are the emptiest answers of the right shape.
        match request.method {
            // params: {context?: {agentContext?: {id?: text | null} | null, conversationContext?: {id?: text | null} | null, correlationId?: text | null, envelope?: {clipBoardImages?: [{name: any}…] | null, inputArtifacts?: [{name: any}…] | null, instructions?: text | null, org?: {id?: text | null} | null, sessionId?: text | null, toolResults?: [{name: any}…] | null, turnId?: text | null, user?: {id?: text | null} | null} | null, promptKnowledgeProvider?: {state?: any} | null, responsePayload?: {primaryOutputText?: text | null} | null, responseType?: any, session?: {id?: text | null, mode?: text | null, modeDisplayName?: text | null} | null, timeStamp?: text | null, toolCallManifest?: {toolCallResults?: [{errorMessage?: text | null, name?: text | null, resultJson?: text | null, toolCallId?: text | null}…] | null, toolCalls?: [{argumentsJson?: text | null, name?: text | null, requiresClientExecution?: boolean | null, toolCallId?: text | null}…] | null} | null, turn?: {id?: text | null} | null, type?: any} | null}
            // result: {ok: boolean, context?: any, errors?: [{message: text}…] | null}
            "context/validate_core" => Ok(json!({"ok": true, "context": params["context"]})),
            // params: {context?: {agentContext?: {id?: text | null} | null, conversationContext?: {id?: text | null} | null, correlationId?: text | null, envelope?: {clipBoardImages?: [{name: any}…] | null, inputArtifacts?: [{name: any}…] | null, instructions?: text | null, org?: {id?: text | null} | null, sessionId?: text | null, toolResults?: [{name: any}…] | null, turnId?: text | null, user?: {id?: text | null} | null} | null, promptKnowledgeProvider?: {state?: any} | null, responsePayload?: {primaryOutputText?: text | null} | null, responseType?: any, session?: {id?: text | null, mode?: text | null, modeDisplayName?: text | null} | null, timeStamp?: text | null, toolCallManifest?: {toolCallResults?: [{errorMessage?: text | null, name?: text | null, resultJson?: text | null, toolCallId?: text | null}…] | null, toolCalls?: [{argumentsJson?: text | null, name?: text | null, requiresClientExecution?: boolean | null, toolCallId?: text | null}…] | null} | null, turn?: {id?: text | null} | null, type?: any} | null, step?: text | null}
            // result: {ok: boolean, context?: any, errors?: [{message: text}…] | null}
            "context/validate_pre_step" => Ok(json!({"ok": true, "context": params["context"]})),
            // params: {before?: {agentContext?: {id?: text | null} | null, conversationContext?: {id?: text | null} | null, correlationId?: text | null, envelope?: {clipBoardImages?: [{name: any}…] | null, inputArtifacts?: [{name: any}…] | null, instructions?: text | null, org?: {id?: text | null} | null, sessionId?: text | null, toolResults?: [{name: any}…] | null, turnId?: text | null, user?: {id?: text | null} | null} | null, promptKnowledgeProvider?: {state?: any} | null, responsePayload?: {primaryOutputText?: text | null} | null, responseType?: any, session?: {id?: text | null, mode?: text | null, modeDisplayName?: text | null} | null, timeStamp?: text | null, toolCallManifest?: {toolCallResults?: [{errorMessage?: text | null, name?: text | null, resultJson?: text | null, toolCallId?: text | null}…] | null, toolCalls?: [{argumentsJson?: text | null, name?: text | null, requiresClientExecution?: boolean | null, toolCallId?: text | null}…] | null} | null, turn?: {id?: text | null} | null, type?: any} | null, context?: {agentContext?: {id?: text | null} | null, conversationContext?: {id?: text | null} | null, correlationId?: text | null, envelope?: {clipBoardImages?: [{name: any}…] | null, inputArtifacts?: [{name: any}…] | null, instructions?: text | null, org?: {id?: text | null} | null, sessionId?: text | null, toolResults?: [{name: any}…] | null, turnId?: text | null, user?: {id?: text | null} | null} | null, promptKnowledgeProvider?: {state?: any} | null, responsePayload?: {primaryOutputText?: text | null} | null, responseType?: any, session?: {id?: text | null, mode?: text | null, modeDisplayName?: text | null} | null, timeStamp?: text | null, toolCallManifest?: {toolCallResults?: [{errorMessage?: text | null, name?: text | null, resultJson?: text | null, toolCallId?: text | null}…] | null, toolCalls?: [{argumentsJson?: text | null, name?: text | null, requiresClientExecution?: boolean | null, toolCallId?: text | null}…] | null} | null, turn?: {id?: text | null} | null, type?: any} | null, step?: text | null}
            // result: {ok: boolean, context?: any, errors?: [{message: text}…] | null}
            "context/validate_post_step" => Ok(json!({"ok": true, "context": params["context"]})),
            // params: {manifest?: {toolCallResults?: [{errorMessage?: text | null, name?: text | null, resultJson?: text | null, toolCallId?: text | null}…] | null, toolCalls?: [{argumentsJson?: text | null, name?: text | null, requiresClientExecution?: boolean | null, toolCallId?: text | null}…] | null} | null}
            // result: {ok: boolean, errors?: [{message: text, name?: any, reason?: text | null, toolCallId?: any}…] | null, manifest?: any}
            "context/validate_tool_call_manifest" => Ok(json!({"ok": true, "manifest": params["manifest"]})),
            // params: {context?: {agentContext?: {id?: text | null} | null, conversationContext?: {id?: text | null} | null, correlationId?: text | null, envelope?: {clipBoardImages?: [{name: any}…] | null, inputArtifacts?: [{name: any}…] | null, instructions?: text | null, org?: {id?: text | null} | null, sessionId?: text | null, toolResults?: [{name: any}…] | null, turnId?: text | null, user?: {id?: text | null} | null} | null, promptKnowledgeProvider?: {state?: any} | null, responsePayload?: {primaryOutputText?: text | null} | null, responseType?: any, session?: {id?: text | null, mode?: text | null, modeDisplayName?: text | null} | null, timeStamp?: text | null, toolCallManifest?: {toolCallResults?: [{errorMessage?: text | null, name?: text | null, resultJson?: text | null, toolCallId?: text | null}…] | null, toolCalls?: [{argumentsJson?: text | null, name?: text | null, requiresClientExecution?: boolean | null, toolCallId?: text | null}…] | null} | null, turn?: {id?: text | null} | null, type?: any} | null}
            // result: {ok: boolean, context?: any, errors?: [{message: text}…] | null, response?: {name: any} | null}
            "context/build_response" => Ok(json!({"ok": true, "context": params["context"]})),
            _ => Err(Refusal::NotOffered),
        }
    }
}
