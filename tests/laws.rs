//! The laws: they hold for sound subjects, draw the same inputs for all of them, and shrink what breaks.

use std::ffi::OsString;

use proofmark::law::{self, Effort, Law};
use proofmark::rule::Registry;
use proofmark::subject::process::Limits;
use proofmark::subject::{
    Hello, Implementation, InProcess, Process, Reference, Reply, Request, Subject,
};
use proofmark::verdict::{Finding, Verdict};
use serde_json::{Value, json};

/// The reference, but for the answers that a function changes.
struct Altered {
    reference: Reference,
    alter: fn(&Request, Reply) -> Reply,
}

impl Implementation for Altered {
    fn hello(&self) -> Hello {
        self.reference.hello()
    }

    fn call(&mut self, request: &Request) -> Reply {
        let reply = self.reference.call(request);
        (self.alter)(request, reply)
    }
}

fn altered(alter: fn(&Request, Reply) -> Reply) -> InProcess<Altered> {
    InProcess(Altered {
        reference: Reference::default(),
        alter,
    })
}

fn the_law(id: &str) -> &'static Law {
    law::all()
        .find(|law| law.id == id)
        .expect("there is such a law")
}

fn effort() -> Effort {
    Effort {
        cases: 64,
        ..Effort::default()
    }
}

fn all(subject: &mut dyn Subject) -> Vec<Finding> {
    subject.hello().expect("the subject can be used");
    law::all()
        .map(|law| law::search(law, subject, &effort()))
        .collect()
}

fn digests(findings: &[Finding]) -> Vec<(String, String)> {
    for finding in findings {
        assert_eq!(finding.verdict, Verdict::Pass, "{finding:?}");
    }
    let digest = |finding: &Finding| finding.search.as_ref().map(|search| search.digest.clone());
    findings
        .iter()
        .map(|finding| {
            (
                finding.id.clone(),
                digest(finding).expect("a law was searched"),
            )
        })
        .collect()
}

#[test]
fn every_subject_gets_the_same_inputs_in_the_same_order() {
    let in_process = digests(&all(&mut InProcess(Reference::default())));
    let serve = vec![
        OsString::from(env!("CARGO_BIN_EXE_proofmark")),
        OsString::from("serve"),
    ];
    // Another window means other pipelining.
    for window in [1, 7, 512] {
        let limits = Limits {
            window,
            ..Limits::default()
        };
        let over_serve = digests(&all(&mut Process::new(serve.clone(), limits)));
        assert_eq!(in_process, over_serve, "with a window of {window}");
    }
}

#[test]
fn another_seed_gives_other_inputs() {
    let law = the_law("partition_key/law/encode-agrees");
    let digest = |seed| {
        let finding = law::search(
            law,
            &mut InProcess(Reference::default()),
            &Effort { seed, ..effort() },
        );
        finding.search.expect("a law was searched").digest
    };
    assert_eq!(digest(1), digest(1));
    assert_ne!(digest(1), digest(2));
}

#[test]
fn a_dropped_offset_shrinks_to_one_dimension_a_one_letter_name_and_the_simplest_offset() {
    // Copies the local digits and writes a Z behind them.
    fn drop_offset(request: &Request, reply: Reply) -> Reply {
        let Reply::Ok(mut ok) = reply else {
            return reply;
        };
        if request.operation == "partition_key.encode" {
            let written: Vec<String> = ok["canonical"]
                .as_str()
                .unwrap_or_default()
                .split(',')
                .map(|part| {
                    let (name, _) = part.split_once('=').unwrap_or((part, ""));
                    let dimensions = request.input["dimensions"].as_array().into_iter().flatten();
                    let mut given = dimensions.filter(|dimension| dimension["key"] == name);
                    let text = given.find_map(|dimension| dimension["value"]["timestamp"].as_str());
                    match text {
                        Some(text) if !text.ends_with('Z') => {
                            let local = &text[..text.len() - "+00:00".len()];
                            let (seconds, fraction) = local.split_once('.').unwrap_or((local, ""));
                            format!("{name}=t:{seconds}.{fraction:0<6.6}Z")
                        }
                        _ => part.to_owned(),
                    }
                })
                .collect();
            ok["canonical"] = json!(written.join(","));
        }
        Reply::Ok(ok)
    }
    for id in [
        "partition_key/law/encode-agrees",
        "partition_key/law/same-instant-same-key",
    ] {
        let finding = law::search(the_law(id), &mut altered(drop_offset), &Effort::default());
        assert_eq!(finding.verdict, Verdict::Fail);
        assert_eq!(finding.rules[0].to_string(), "PK-025");
        let smallest = finding
            .search
            .and_then(|search| search.smallest)
            .expect("it was shrunk");
        let given = smallest.get("other").unwrap_or(&smallest);
        let [dimension] = given["dimensions"].as_array().expect("a list").as_slice() else {
            panic!("more than one dimension: {smallest}")
        };
        assert_eq!(dimension["key"], "a");
        let text = dimension["value"]["timestamp"]
            .as_str()
            .expect("a timestamp");
        assert!(
            text.ends_with("+01:00"),
            "{text} does not have the simplest offset"
        );
        assert!(
            text.contains("T00:00:00") || text.contains("T01:00:00"),
            "{text} does not have the simplest time"
        );
    }
}

#[test]
fn a_broken_queue_shrinks_to_steps_of_which_none_can_be_dropped() {
    // Refuses nothing: a pending name is handed out again.
    fn never_refuse(request: &Request, reply: Reply) -> Reply {
        match reply {
            Reply::Reject { ref code, .. } if code == "name_in_use" => {
                let mut reference = Reference::default();
                reference.call(&Request {
                    session: Some("fresh".to_owned()),
                    ..request.clone()
                })
            }
            other => other,
        }
    }
    let law = the_law("task_id/law/queue-agrees");
    let finding = law::search(law, &mut altered(never_refuse), &Effort::default());
    assert_eq!(finding.verdict, Verdict::Fail);
    assert_eq!(finding.rules[0].to_string(), "TI-020");
    let smallest = finding
        .search
        .and_then(|search| search.smallest)
        .expect("it was shrunk");
    let steps = smallest["steps"].as_array().expect("a list").clone();
    assert_eq!(steps.len(), 2, "{smallest}");
    for dropped in 0..steps.len() {
        let mut fewer = steps.clone();
        fewer.remove(dropped);
        let replay = Some(json!({"steps": fewer}));
        let finding = law::search(
            law,
            &mut altered(never_refuse),
            &Effort {
                replay,
                ..Effort::default()
            },
        );
        assert_eq!(
            finding.verdict,
            Verdict::Pass,
            "step {dropped} can be dropped"
        );
    }
}

#[test]
fn a_replay_asks_exactly_the_given_input() {
    let law = the_law("partition_key/law/parse-agrees");
    let replay: Value = json!({"canonical": "a=i:007"});
    let accept = |_: &Request, _: Reply| Reply::Ok(json!({"dimensions": []}));
    let finding = law::search(
        law,
        &mut altered(accept),
        &Effort {
            replay: Some(replay.clone()),
            ..Effort::default()
        },
    );
    let search = finding.search.expect("a law was searched");
    assert_eq!(
        (finding.verdict, search.inputs, search.smallest),
        (Verdict::Fail, 1, Some(replay))
    );
    assert_eq!(
        finding.rules[0].to_string(),
        "PK-015",
        "the rule that demands the refusal comes first"
    );
}

#[test]
fn counterexamples_become_cases_that_the_vectors_accept() {
    let accept = |_: &Request, _: Reply| Reply::Ok(json!({"dimensions": []}));
    let law = the_law("partition_key/law/parse-agrees");
    let finding = law::search(law, &mut altered(accept), &Effort::default());
    let topic = law::counterexamples(std::slice::from_ref(&finding));
    let yaml = topic.to_yaml();
    let read = proofmark::vector::Topic::parse(
        "partition_key/found",
        "found.yaml",
        &yaml,
        Registry::embedded(),
    );
    let read = read.expect("the file is sound");
    assert_eq!(read.cases.len(), 1);
    assert!(
        read.cases[0].steps[0].expect.is_some(),
        "the model has filled in what it expects"
    );
    assert_eq!(read.cases[0].rules[0], finding.rules[0]);
}

#[test]
fn a_subject_that_answers_with_errors_is_never_passed() {
    let broken = |_: &Request, _: Reply| Reply::Error {
        message: "out of order".to_owned(),
    };
    for finding in all(&mut altered(broken)) {
        assert_eq!(finding.verdict, Verdict::Errored, "{}", finding.id);
    }
}

#[test]
fn a_subject_that_refuses_everything_breaks_a_law_of_every_operation() {
    let refuse = |_: &Request, _: Reply| Reply::reject("no");
    let findings = all(&mut altered(refuse));
    for operation in [
        "partition_key.encode",
        "partition_key.parse",
        "partition_key.id",
        "task_id.internal",
        "task_id.cloud",
    ] {
        let broken = law::all().zip(&findings).any(|(law, finding)| {
            law.operations.contains(&operation) && finding.verdict == Verdict::Fail
        });
        assert!(broken, "{operation}");
    }
}

#[test]
fn ids_rules_and_operations_of_laws_are_known() {
    let registry = Registry::embedded();
    let mut ids = std::collections::BTreeSet::new();
    for law in law::all() {
        assert!(ids.insert(law.id), "{} is there twice", law.id);
        assert_eq!(law.id.split('/').nth(1), Some("law"), "{}", law.id);
        assert!(registry.page(law.domain()).is_some(), "{}", law.id);
        assert!(
            !law.rules.is_empty() && !law.operations.is_empty(),
            "{}",
            law.id
        );
        assert!(
            law.operations
                .iter()
                .all(|operation| registry.operation(operation).is_some()),
            "{}",
            law.id
        );
        assert!(
            law.needs.iter().all(|need| registry.need(need).is_ok()),
            "{}",
            law.id
        );
    }
}
