//! Every item of a turn has one owner, and every kind of contribution too.
//!
//! The traps lie between neighbours: a pasted text is an attachment and no
//! file, and what a tool retrieved is retrieved and no fact. How a provider
//! labels an item inside its content is its own business; the instruction and
//! inactive memory have rules of their own.

use std::slice;

use super::prelude::*;

pub(super) static RULE: Rule = Rule {
    id: "ownership",
    title: "Contributes: has each item contributed once, by its provider, under its kind",
    level: Level::Must,
    source: "§3–§6 and §8, contributes and does not contribute",
    statement: "The user provider contributes instruction and attachments, the client context files, structure and \
                editor state, KFR facts, RAG retrieved content, turn metadata notices. The text of every item occurs \
                in exactly one contribution, its owner's, and a kind stays what it is in the request.",
    checks: &[
        Check {
            id: "one-owner",
            property: "over all providers, the text of every item is in one contribution: its owner's, of its kind",
            edges: || {
                let turns = [draw::hostile_turns(), draw::sparse_turns(), draw::long_turns(), draw::look_alike_turns()]
                    .concat();
                turns.into_iter().map(|turn| json!({ "turn": turn })).collect()
            },
            classify: |case| {
                let mut labels: Vec<&'static str> =
                    items(&case["turn"]).unwrap_or_default().into_iter().map(|item| item.kind).collect();
                labels.sort_unstable();
                labels.dedup();
                labels
            },
            labels: &["attachment", "file", "structure", "editorState", "fact", "retrieved", "notice"],
            exam: one_owner,
            on_fault: OnFault::IsFault,
            ..ALL_PROVIDERS
        },
        Check {
            id: "kind-kept",
            property: "an entry of the request has the kind under which it was contributed",
            edges: || [3, 6].into_iter().flat_map(draw::all_five).chain(draw::each_hostile()).collect(),
            labels: &["several providers", "several of one provider"],
            exam: kind_kept,
            ..BUILDER
        },
    ],
    mutants: &[
        Mutant::answers("files attachments as files", |request, answer| {
            rename(request, answer, USER, "attachment", "file")
        }),
        Mutant::answers("files the editor state as structure", |request, answer| {
            rename(request, answer, CLIENT, "editorState", "structure")
        }),
        Mutant::answers("lets the client context offer attachments too", |request, answer| {
            resupply(request, answer, CLIENT, |turn, list| {
                list.extend(texts(turn, "/user/attachments").into_iter().map(|text| made_up("file", text)));
            })
        }),
        Mutant::answers("takes retrieved content into memory", |request, answer| {
            resupply(request, answer, KFR, |turn, list| {
                list.extend(texts(turn, "/rag").into_iter().map(|text| made_up("fact", text)));
            })
        }),
        Mutant::answers("leaves what tools retrieved to somebody else", |request, answer| {
            resupply(request, answer, RAG, |turn, list| {
                let chunks = turn["rag"].as_array().cloned().unwrap_or_default();
                let by_tool = |text: &str| chunks.iter().any(|one| one["content"] == text && one["origin"] == "tool");
                list.retain(|one| !by_tool(&one.content));
            })
        }),
        Mutant::answers("contributes the structure with every file", |request, answer| {
            resupply(request, answer, CLIENT, |turn, list| {
                let structure = turn["client"]["structure"].as_str().unwrap_or_default();
                list.iter_mut().filter(|one| one.kind == "file").for_each(|one| one.content.push_str(structure));
            })
        }),
        Mutant::answers("takes an attachment with the name of a file for a file", |request, answer| {
            resupply(request, answer, USER, |_, list| {
                for one in list.iter_mut().filter(|one| one.kind == "attachment" && one.content.contains(".pdf")) {
                    "file".clone_into(&mut one.kind);
                }
            })
        }),
        Mutant::answers("compares files without their case", |request, answer| {
            resupply(request, answer, CLIENT, |_, list| {
                let mut seen = std::collections::BTreeSet::new();
                list.retain(|one| one.kind != "file" || seen.insert(one.content.to_lowercase()));
            })
        }),
        Mutant::answers("leaves what the client retrieved to the client", |request, answer| {
            resupply(request, answer, RAG, |turn, list| {
                let chunks = turn["rag"].as_array().cloned().unwrap_or_default();
                let by_client =
                    |text: &str| chunks.iter().any(|one| one["content"] == text && one["origin"] == "client");
                list.retain(|one| !by_client(&one.content));
            })
        }),
        Mutant::answers("offers one attachment only", |request, answer| {
            resupply(request, answer, USER, |_, list| list.truncate(2))
        }),
        Mutant::answers("offers attachments with an instruction only", |request, answer| {
            resupply(request, answer, USER, |turn, list| {
                list.retain(|_| !turn["user"]["instructions"].is_null());
            })
        }),
        Mutant::answers("offers ten files at most", |request, answer| {
            resupply(request, answer, CLIENT, |_, list| {
                let mut files = 0;
                list.retain(|one| {
                    files += usize::from(one.kind == "file");
                    one.kind != "file" || files <= 10
                });
            })
        }),
        Mutant::answers("offers the first hundred retrieved texts", |request, answer| {
            resupply(request, answer, RAG, |_, list| list.truncate(100))
        }),
        Mutant::answers("puts a whole workspace into one file", |request, answer| {
            resupply(request, answer, CLIENT, |_, list| {
                let all: Vec<String> = list.drain(..).map(|one| one.content).collect();
                list.extend((!all.is_empty()).then(|| made_up("file", all.join("\n"))));
            })
        }),
        Mutant::answers("trims files", |request, answer| {
            resupply(request, answer, CLIENT, |_, list| {
                for one in list.iter_mut() {
                    one.content = one.content.trim().to_owned();
                }
            })
        }),
        Mutant::answers("turns a request's attachments into files", |request, answer| {
            rebuild(request, answer, |entries| {
                entries.iter_mut().filter(|entry| entry.kind == "attachment").for_each(|entry| {
                    "file".clone_into(&mut entry.kind);
                });
            })
        }),
    ],
    corpus: include_str!("../../../../corpus/turn/ownership.yaml"),
    questions: &[],
};

fn rename(request: Request<'_>, answer: Value, provider: &str, from: &str, to: &str) -> Value {
    resupply(request, answer, provider, |_, list| {
        list.iter_mut().filter(|one| one.kind == from).for_each(|one| to.clone_into(&mut one.kind));
    })
}

fn one_owner(case: &Case<'_>, talk: &mut Talk<'_>) -> Result<Judgement, Stop> {
    let contributed = Contributed::ask(case, talk)?;
    contribution::traced(case, talk, &contributed, || judge(&contributed.items, &contributed.all))
}

fn judge(items: &[Item], all: &[(&'static Provider, Vec<Supplied>)]) -> Judgement {
    for (provider, list) in all {
        if let Some(foreign) = list.iter().find(|one| !provider.kinds.contains(&one.kind.as_str())) {
            let observed = json!({"provider": provider.name, "kind": foreign.kind, "content": foreign.content});
            let expected = json!({"provider": provider.name, "kinds": provider.kinds});
            return Judgement::failed("a provider contributes a kind that is not its own", expected, observed);
        }
    }
    for item in items.iter().filter(|item| item.active && item.kind != "instruction") {
        let expected = json!({"provider": item.provider, "kind": item.kind, "text": item.text});
        let owned = |name: &str| items.iter().any(|other| other.provider == name && other.text == item.text);
        let mut mine = Vec::new();
        for (provider, list) in all {
            let holding: Vec<Supplied> = list.iter().filter(|one| one.content.contains(&item.text)).cloned().collect();
            if provider.name == item.provider {
                mine = holding;
            } else if !holding.is_empty() && !owned(provider.name) {
                let observed = json!({"provider": provider.name, "contributions": record::to_json(&holding)});
                return Judgement::failed(
                    "an item is contributed by a provider that does not own it",
                    expected,
                    observed,
                );
            }
        }
        let kind = match mine.as_slice() {
            [] => "an item is not contributed by its owner",
            [one] if one.kind != item.kind => "an item is contributed under another kind",
            [_] => continue,
            _ => "an item is contributed more than once",
        };
        let everything = all.iter().find(|(provider, _)| provider.name == item.provider);
        let observed = if mine.is_empty() { everything.map_or(&[][..], |(_, list)| list) } else { &mine };
        return Judgement::failed(kind, expected, record::to_json(observed));
    }
    Judgement::held()
}

fn kind_kept(case: &Case<'_>, talk: &mut Talk<'_>) -> Result<Judgement, Stop> {
    let (put, composed) = compose_once(case, talk)?;
    request::traced(case, talk, slice::from_ref(&put), slice::from_ref(&composed), || judge_kinds(&put, &composed))
}

fn judge_kinds(put: &Composition, composed: &Composed) -> Judgement {
    let due = put.due();
    for entry in &composed.entries {
        let namesake = due.iter().find(|due| due.id == entry.id && due.provider == entry.provider);
        if let Some(due) = namesake.filter(|due| due.kind != entry.kind) {
            return Judgement::failed("an entry has another kind than its contribution", shown([due]), shown([entry]));
        }
    }
    Judgement::held()
}
