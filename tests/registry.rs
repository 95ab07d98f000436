//! The rules: what a page may not look like, and that vectors, model and pages speak of the same things.

mod support;

use std::collections::{BTreeMap, BTreeSet};

use proofmark::generate::demands;
use proofmark::rule::{Basis, Page, Registry, RuleId};
use proofmark::vector::{Case, Expectation, Outcome};

/// A page with two rules, of which the second is retired, and a table of each kind.
const PAGE: &str = "\
# Widgets

- Domain: widget
- Prefix: WI
- Version: 2
- Source: a document

## Operations

| operation | kind | input | ok |
|---|---|---|---|
| `widget.make` | pure | `a`: text | `b`: text |

## Reject codes

| code | level | meaning |
|---|---|---|
| `no_widget` | SHOULD | there is none |

## Rules

### WI-001 Widgets exist

- Level: MUST
- Basis: implied
- Source: a document, Widgets

There is a widget.

Reason: there must be.

### WI-002 Widgets are blue

- Level: MUST
- Basis: stated
- Source: a document, Colours
- Retired: 2, they are not

A widget is blue.
";

#[test]
fn a_page_is_read_with_its_rules_operations_and_codes() {
    let page = Page::parse(PAGE).unwrap().unwrap();
    assert_eq!(
        (page.domain.as_str(), page.prefix.as_str()),
        ("widget", "WI")
    );
    assert_eq!(page.operations[0].name, "widget.make");
    assert_eq!(page.codes[0].name, "no_widget");
    let [first, second] = &page.rules[..] else {
        panic!("{:?}", page.rules)
    };
    assert_eq!(first.text, "There is a widget.");
    assert_eq!(first.reason.as_deref(), Some("there must be."));
    assert_eq!(first.line, 22);
    let retired = second.retired.as_ref().unwrap();
    assert_eq!((retired.version, retired.why.as_str()), (2, "they are not"));
}

#[test]
fn a_page_without_fields_holds_no_rules() {
    assert_eq!(Page::parse("# Title\n\nProse.\n").unwrap(), None);
}

#[test]
fn a_retired_rule_is_not_in_force() {
    let registry = Registry::from_pages([("spec/widget.md".to_owned(), PAGE.to_owned())]).unwrap();
    assert!(registry.rule("WI-001".parse().unwrap()).is_some());
    assert!(registry.rule("WI-002".parse().unwrap()).is_none());
    assert_eq!(registry.rules().count(), 1);
}

/// Changes the page, and asserts what is said, with file and line.
#[track_caller]
fn refused(from: &str, to: &str, line: usize, message: &str) {
    assert!(PAGE.contains(from), "{from}");
    let page = PAGE.replacen(from, to, 1);
    let error = Registry::from_pages([("spec/widget.md".to_owned(), page)])
        .unwrap_err()
        .to_string();
    let expected = format!("spec/widget.md:{line}:1: {message}");
    assert!(error.starts_with(&expected), "{error}\n{expected}");
}

#[test]
fn a_malformed_id_is_refused_at_its_line() {
    for id in [
        "WI-01", "WI-0001", "wi-001", "WI001", "W-001", "WI-000", "WI-00a",
    ] {
        refused("WI-001", id, 22, &format!("`{id}` is no rule id"));
    }
}

#[test]
fn a_heading_without_a_title_is_refused() {
    refused(
        "### WI-001 Widgets exist",
        "### WI-001",
        22,
        "a rule's heading is its id and a title",
    );
}

#[test]
fn an_id_that_is_used_twice_is_refused() {
    refused(
        "### WI-002",
        "### WI-001",
        32,
        "WI-001 is used already, at line 22",
    );
}

#[test]
fn the_id_of_a_retired_rule_is_not_used_again() {
    let again = "A widget is blue.\n\n### WI-002 Widgets are red\n\n- Level: MUST\n- Basis: stated\n- Source: x\n\nRed.";
    refused(
        "A widget is blue.",
        again,
        41,
        "WI-002 is used already, at line 32: an id is never used again",
    );
}

#[test]
fn a_gap_between_ids_is_refused() {
    refused(
        "### WI-002",
        "### WI-003",
        32,
        "expected WI-002, found WI-003",
    );
}

#[test]
fn another_pages_prefix_is_refused() {
    refused(
        "### WI-002",
        "### PK-002",
        32,
        "PK-002 stands on a page whose prefix is WI",
    );
}

#[test]
fn a_missing_field_is_refused() {
    refused(
        "- Level: MUST\n- Basis: implied",
        "- Basis: implied",
        22,
        "`- Level: ...` is missing",
    );
    refused("- Basis: implied\n", "", 22, "`- Basis: ...` is missing");
    refused(
        "- Source: a document, Widgets\n",
        "",
        22,
        "`- Source: ...` is missing",
    );
    refused("- Prefix: WI\n", "", 1, "`- Prefix: ...` is missing");
}

#[test]
fn a_field_that_is_unknown_doubled_or_no_field_is_refused() {
    refused(
        "- Basis: implied",
        "- Colour: blue",
        25,
        "unknown field `Colour`",
    );
    refused(
        "- Basis: implied",
        "- Level: MUST",
        25,
        "`Level` is given twice",
    );
    refused(
        "- Basis: implied",
        "- Basis implied",
        25,
        "expected a field: `- Name: value`",
    );
    refused(
        "- Version: 2",
        "- Version: one",
        1,
        "the page's version is no number",
    );
}

#[test]
fn levels_and_bases_are_words_of_the_list() {
    refused("- Level: MUST", "- Level: must", 24, "`must` is no level");
    refused(
        "- Basis: implied",
        "- Basis: guessed",
        25,
        "`guessed` is no basis",
    );
}

#[test]
fn a_rule_without_text_or_reason_is_refused() {
    refused("There is a widget.\n\n", "", 22, "WI-001 has no text");
    refused(
        "Reason: there must be.\n",
        "",
        22,
        "WI-001: a rule that is not stated gives its `Reason:`",
    );
}

#[test]
fn an_open_rule_and_no_other_has_choices_and_is_a_may() {
    refused(
        "- Basis: implied",
        "- Basis: open",
        22,
        "WI-001: an open rule, and no other, lists two or more `Choices`",
    );
    refused(
        "- Basis: implied",
        "- Basis: open\n- Choices: one",
        22,
        "WI-001: an open rule, and no other",
    );
    refused(
        "- Basis: implied",
        "- Basis: implied\n- Choices: one, two",
        22,
        "WI-001: an open rule, and no other",
    );
    refused(
        "- Basis: implied",
        "- Basis: open\n- Choices: one, two",
        22,
        "WI-001: an open rule never fails, so its level is MAY",
    );
}

#[test]
fn a_broken_table_is_refused_at_its_row() {
    refused(
        "| `widget.make` | pure |",
        "| `widget.make` | quick |",
        12,
        "`quick` is no kind",
    );
    refused(
        "| pure | `a`: text |",
        "| pure |",
        12,
        "an operation has four cells",
    );
    refused(
        "| SHOULD | there",
        "| there",
        18,
        "a reject code has three cells",
    );
    refused(
        "| `no_widget` | SHOULD | there is none |\n",
        "",
        17,
        "expected a table here",
    );
}

#[test]
fn two_pages_do_not_share_a_prefix_or_a_domain() {
    let other = PAGE.replace("Domain: widget", "Domain: gadget");
    let pages = [("a.md", PAGE.to_owned()), ("b.md", other)];
    let error =
        Registry::from_pages(pages.map(|(file, text)| (file.to_owned(), text))).unwrap_err();
    assert!(
        error
            .to_string()
            .starts_with("b.md:1:1: the prefix WI or the domain gadget is used by"),
        "{error}"
    );
}

#[test]
fn the_embedded_pages_are_those_of_the_folder() {
    let folder = Registry::load(&support::root().join("spec")).unwrap();
    assert_eq!(Registry::embedded().pages(), folder.pages());
    let domains: Vec<&str> = folder.domains().collect();
    assert_eq!(
        domains,
        [
            "event_partitions",
            "index_key",
            "partition_key",
            "partition_status",
            "task_id"
        ]
    );
}

#[test]
fn an_unreadable_folder_is_named() {
    let error = Registry::load("no/such/folder".as_ref()).unwrap_err();
    assert!(
        error
            .to_string()
            .starts_with("cannot read no/such/folder: "),
        "{error}"
    );
}

#[test]
fn every_reject_code_of_the_vectors_is_in_its_domains_table() {
    let registry = Registry::embedded();
    for case in support::cases() {
        for code in codes(&case) {
            assert!(
                registry.code(case.domain(), &code).is_some(),
                "{}: {code}",
                case.id
            );
        }
    }
}

#[test]
fn every_operation_is_of_the_cases_own_domain() {
    for case in support::cases() {
        for step in &case.steps {
            let domain = step.operation.split('.').next();
            assert_eq!(domain, Some(case.domain()), "{}", case.id);
        }
    }
}

#[test]
fn every_operation_and_every_code_has_a_case() {
    let (mut operations, mut codes_seen) = (BTreeSet::new(), BTreeSet::new());
    for case in support::cases() {
        operations.extend(case.steps.iter().map(|step| step.operation.clone()));
        codes_seen.extend(
            codes(&case)
                .into_iter()
                .map(|code| (case.domain().to_owned(), code)),
        );
    }
    let registry = Registry::embedded();
    for page in registry
        .pages()
        .iter()
        .filter(|page| page.domain != "protocol")
    {
        for operation in &page.operations {
            // The runner ends every session itself.
            let ends = operation.name == format!("{}.end", page.domain);
            assert!(
                ends || operations.contains(&operation.name),
                "{}",
                operation.name
            );
        }
        for code in &page.codes {
            let key = (page.domain.clone(), code.name.clone());
            assert!(codes_seen.contains(&key), "{key:?}");
        }
    }
}

#[test]
fn every_rule_of_a_domain_has_a_case() {
    let cited: BTreeSet<RuleId> = support::cases()
        .into_iter()
        .flat_map(|case| case.rules)
        .collect();
    let registry = Registry::embedded();
    let domains: Vec<&str> = registry.domains().collect();
    for page in registry
        .pages()
        .iter()
        .filter(|page| domains.contains(&page.domain.as_str()))
    {
        for rule in page.rules.iter().filter(|rule| rule.retired.is_none()) {
            assert!(cited.contains(&rule.id), "{}", rule.id);
        }
    }
}

#[test]
fn a_case_cites_the_rule_by_which_the_model_refuses_its_input() {
    let mut wrong: BTreeMap<RuleId, Vec<String>> = BTreeMap::new();
    let cases = support::cases();
    for case in cases.iter().filter(|case| !case.versions.are_over()) {
        for rule in demands(case).unwrap().into_iter().flatten() {
            // Deriving an id refuses what parsing refuses.
            let derived = case.steps[0].operation == "partition_key.id"
                && case.rules.iter().any(|id| id.to_string() == "PK-033");
            if !case.rules.contains(&rule) && !derived {
                wrong
                    .entry(rule)
                    .or_default()
                    .push(format!("{} {:?}", case.id, case.rules));
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn alternatives_name_open_rules_that_the_case_cites() {
    let registry = Registry::embedded();
    for case in support::cases() {
        for step in &case.steps {
            let Some(Expectation::AnyOf(alternatives)) = &step.expect else {
                continue;
            };
            for rule in alternatives
                .iter()
                .flat_map(|alternative| alternative.choice.keys())
            {
                assert_eq!(
                    registry.rule(*rule).unwrap().basis,
                    Basis::Open,
                    "{}",
                    case.id
                );
            }
        }
    }
}

fn codes(case: &Case) -> Vec<String> {
    let outcomes = case.steps.iter().filter_map(|step| step.expect.as_ref());
    let outcomes = outcomes.flat_map(Expectation::outcomes);
    outcomes
        .filter_map(|outcome| match outcome {
            Outcome::Reject(code) => Some(code.clone()),
            Outcome::Ok(_) => None,
        })
        .collect()
}
