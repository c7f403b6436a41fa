//! Two contributions that say the same are two contributions.
//!
//! The trap is a set: the file that the user pasted and that the client sent
//! along is one text and two artifacts, each with its own owner.

use std::slice;

use super::prelude::*;

pub(super) static RULE: Rule = Rule {
    id: "no-dedupe",
    title: "Additive Rule: keeps contributions with equal contents",
    level: Level::Must,
    source: "§2 (no override, no suppression), §9 additive rule",
    statement: "Contributions with different ids all stay, however equal or alike their contents are, within a provider \
                and between providers.",
    checks: &[Check {
        id: "equal-contents",
        property: "of contributions that say the same, either all or none are in the request",
        edges,
        arms: &[
            arm(4, "equal contents", draw::repetitive),
            arm(2, "contents that are almost equal", look_alikes),
            arm(1, "any contents", draw::few),
        ],
        classify,
        labels: &["equal within a provider", "equal between providers", "alike", "all different"],
        exam,
        ..BUILDER
    }],
    mutants: &[
        Mutant::answers("drops equal contents", |request, answer| {
            dedupe(request, answer, |entry| entry.content.clone())
        }),
        Mutant::answers("drops equal contents of few letters", |request, answer| {
            dedupe(request, answer, |entry| match entry.content.chars().count() {
                ..=3 => entry.content.clone(),
                _ => format!("{} {}", entry.id, entry.content),
            })
        }),
        Mutant::answers("drops equal contents of one provider", |request, answer| {
            dedupe(request, answer, |entry| format!("{} {}", entry.provider, entry.content))
        }),
        Mutant::answers("drops equal contents of one kind", |request, answer| {
            dedupe(request, answer, |entry| format!("{} {}", entry.kind, entry.content))
        }),
        Mutant::answers("drops equal contents that follow each other", |request, answer| {
            rebuild(request, answer, |entries| entries.dedup_by(|next, before| next.content == before.content))
        }),
        Mutant::answers("keeps the last of equal contents", |request, answer| {
            rebuild(request, answer, |entries| {
                let all = entries.clone();
                let later = |place: usize| all[place + 1..].iter().any(|later| later.content == all[place].content);
                let mut place = 0..;
                entries.retain(|_| !place.next().is_some_and(later));
            })
        }),
        Mutant::answers("lets retrieved content replace equal facts", |request, answer| {
            rebuild(request, answer, |entries| {
                let all = entries.clone();
                let retrieved = |content: &str| all.iter().any(|one| one.provider == RAG && one.content == content);
                entries.retain(|entry| entry.provider != KFR || !retrieved(&entry.content));
            })
        }),
        Mutant::answers("drops contents that differ in case only", |request, answer| {
            dedupe_alike(request, answer, str::to_lowercase)
        }),
        Mutant::answers("drops contents that differ in blanks only", |request, answer| {
            dedupe_alike(request, answer, |text| text.split_whitespace().collect())
        }),
        Mutant::answers("drops contents that differ in the form of accents only", |request, answer| {
            dedupe_alike(request, answer, |text| text.replace("e\u{301}", "é"))
        }),
    ],
    corpus: include_str!("../../../../corpus/turn/no-dedupe.yaml"),
    questions: &[],
};

fn dedupe(request: Request<'_>, answer: Value, key: fn(&Entry) -> String) -> Value {
    rebuild(request, answer, |entries| {
        let mut seen = std::collections::BTreeSet::new();
        entries.retain(|entry| seen.insert(key(entry)));
    })
}

/// Drops what is alike and not equal.
fn dedupe_alike(request: Request<'_>, answer: Value, key: fn(&str) -> String) -> Value {
    rebuild(request, answer, |entries| {
        let mut seen: std::collections::BTreeMap<String, String> = std::collections::BTreeMap::new();
        entries.retain(|entry| *seen.entry(key(&entry.content)).or_insert(entry.content.clone()) == entry.content);
    })
}

fn exam(case: &Case<'_>, talk: &mut Talk<'_>) -> Result<Judgement, Stop> {
    let (put, composed) = compose_once(case, talk)?;
    request::traced(case, talk, slice::from_ref(&put), slice::from_ref(&composed), || judge(&put, &composed))
}

fn judge(put: &Composition, composed: &Composed) -> Judgement {
    let due = put.due();
    let stays = |entry: &Entry| composed.entries.iter().any(|found| found.id == entry.id);
    for entry in due.iter().filter(|entry| !stays(entry)) {
        let alike: Vec<&Entry> = due.iter().filter(|other| gist(&other.content) == gist(&entry.content)).collect();
        let left: Vec<&Entry> = alike.iter().copied().filter(|other| stays(other)).collect();
        if !left.is_empty() {
            let equal = left.iter().any(|other| other.content == entry.content);
            let kind =
                if equal { "equal contents were reduced to one" } else { "contents that are alike were reduced" };
            return Judgement::failed(kind, shown(alike), shown(left));
        }
    }
    held_if_shown(&due, &composed.entries)
}

const ALIKE: &[&str] = &["café latte", "cafe\u{301} latte", "Café Latte", " café latte", "café latte\n", "café  latte"];

/// Every provider with itself and with every other one; every pair of contents that are alike.
fn edges() -> Vec<Value> {
    let mut cases = Vec::new();
    for (number, one) in PROVIDERS.iter().enumerate() {
        let same = |id| draw::contribution(id, "cargo test fails");
        cases.push(draw::composition(vec![draw::invocation(one.name, vec![same("c1"), same("c2")])]));
        let apart = vec![same("c1"), draw::contribution("c2", "between"), same("c3")];
        cases.push(draw::composition(vec![draw::invocation(one.name, apart)]));
        for other in &PROVIDERS[number + 1..] {
            let pair =
                vec![draw::invocation(one.name, vec![same("c1")]), draw::invocation(other.name, vec![same("c2")])];
            cases.push(draw::composition(pair));
        }
    }
    for (number, one) in ALIKE.iter().enumerate() {
        for other in &ALIKE[number + 1..] {
            let two = vec![draw::contribution("c1", one), draw::contribution("c2", other)];
            cases.push(draw::composition(vec![draw::invocation(PROVIDERS[number % 5].name, two)]));
        }
    }
    // However short a text is, and whatever it looks like.
    for (number, text) in hostile::TEMPTING.iter().enumerate() {
        let two = vec![draw::contribution("c1", text), draw::contribution("c2", text)];
        cases.push(draw::composition(vec![draw::invocation(PROVIDERS[number % 5].name, two)]));
    }
    cases.push(draw::counted(&[(0, 2), (3, 2)]));
    cases
}

fn look_alikes(draw: &mut Draw) -> Value {
    let alike = |draw: &mut Draw| (*draw.pick(ALIKE)).to_owned();
    json!({"session": draw::session(draw), "invocations": draw::invocations(draw, 4, alike)})
}

fn classify(case: &Value) -> Vec<&'static str> {
    let Ok(given) = Composition::read(case) else { return vec!["left open"] };
    let due = given.due();
    let pairs = due.iter().enumerate().flat_map(|(place, one)| due[place + 1..].iter().map(move |other| (one, other)));
    let mut labels: Vec<&'static str> = pairs
        .filter(|(one, other)| gist(&one.content) == gist(&other.content))
        .map(|(one, other)| match (one.content == other.content, one.provider == other.provider) {
            (true, true) => "equal within a provider",
            (true, false) => "equal between providers",
            (false, _) => "alike",
        })
        .collect();
    labels.sort_unstable();
    labels.dedup();
    if labels.is_empty() { vec!["all different"] } else { labels }
}
