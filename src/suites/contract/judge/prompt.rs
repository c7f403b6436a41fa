//! Putting a prompt to a subject, and reading what its provider was sent.

use serde_json::{Value, json};

use super::super::model::prompt::doubt;
use super::answer::decided;
use crate::rule::{Case, Judgement, Stop, Talk, WrongShape};
use crate::subject::{Answer, Call, Moment, Reply, Trace, World};

/// Plays the provider.
pub(crate) struct Provider;

impl World for Provider {
    fn hear(&mut self, moment: Moment<'_>) -> Vec<Reply> {
        match moment {
            Moment::Asked { id, .. } => vec![Reply { to: id, value: json!({"text": "done"}) }],
            Moment::Event(_) | Moment::Rest => Vec::new(),
        }
    }
}

/// The call that puts a case.
pub(crate) fn call(case: &Value) -> Call {
    Call::new("contract/prompt", case.clone()).with(Provider)
}

/// One call of the provider.
#[derive(Debug)]
pub(crate) struct Sent<'a> {
    /// The system text.
    pub(crate) system: &'a str,
    /// The prompt.
    pub(crate) prompt: &'a str,
    /// What came before the agent's own prompt; none if the system text does not end with that.
    pub(crate) injected: Option<&'a str>,
}

/// What the provider was sent, call by call.
pub(crate) fn sent<'a>(case: &Value, answer: &'a Answer) -> Result<Vec<Sent<'a>>, WrongShape> {
    let prompt = case["agent"]["systemPrompt"].as_str().unwrap_or_default();
    let mut all = Vec::new();
    for line in &answer.trace {
        if let Trace::Asked { method, params, .. } = line {
            let system = params["system"]
                .as_str()
                .ok_or_else(|| WrongShape(format!("`{method}` without a text in `system`")))?;
            let injected = system.strip_suffix(prompt).or_else(|| system.trim_end().strip_suffix(prompt.trim_end()));
            all.push(Sent { system, prompt: params["prompt"].as_str().unwrap_or_default(), injected });
        }
    }
    Ok(all)
}

impl Sent<'_> {
    /// Whether the provider was sent that text, wherever it stands.
    pub(crate) fn holds(&self, text: &str) -> bool {
        self.system.contains(text) || self.prompt.contains(text)
    }
}

/// A case that was put: what the provider was sent, and what came back.
#[derive(Debug)]
pub(crate) struct Prompted<'t> {
    /// What the provider was sent, the first call of it and the later ones.
    pub(crate) sent: Vec<Sent<'t>>,
    /// What came back.
    pub(crate) answer: &'t Answer,
}

impl<'t> Prompted<'t> {
    /// Puts a case that the document decides; without a call of the provider there is nothing to judge.
    pub(crate) fn of(case: &Case<'_>, talk: &mut Talk<'t>) -> Result<Self, Stop> {
        decided(doubt(case))?;
        let answer = talk.ask(call(case))?;
        let sent = sent(case, answer)?;
        if sent.is_empty() {
            let kind = "the provider is never called";
            return Err(Judgement::failed(kind, "a call of the provider", answer.value.clone()).into());
        }
        Ok(Self { sent, answer })
    }

    /// The injected text of the first call. Where the agent's own prompt stands elsewhere, ABL-001 is to blame: then it
    /// is the whole system text.
    pub(crate) fn text(&self) -> &'t str {
        self.sent[0].injected.unwrap_or(self.sent[0].system)
    }
}

/// Stops where a single ability that matches, with room for plenty, is not in front of the agent's own prompt.
pub(crate) fn stands_on_injection(talk: &mut Talk<'_>) -> Result<(), Stop> {
    let content = "Roll back before you ask.";
    let ground = json!({"agent": {"systemPrompt": "You are the agent of this test.", "coreAbilities": []},
        "abilities": [{"id": "plain", "content": content, "tags": ["deploy"]}],
        "task": "deploy the service", "tokenLimit": 1000});
    let answer = talk.ask(call(&ground).remembered())?;
    match sent(&ground, answer)?.first().and_then(|sent| sent.injected) {
        Some(text) if text.contains(content) => Ok(()),
        _ => Err(Judgement::blocked("an ability alone is not injected: ABL-001 says what is due", &ground).into()),
    }
}
