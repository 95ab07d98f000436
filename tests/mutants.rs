//! The suite catches every mutant, by a case that cites the rule which the mutant breaks.

use std::collections::{BTreeMap, HashSet};
use std::sync::LazyLock;
use std::thread;

use proofmark::mutant::{self, Mutant};
use proofmark::rule::{Level, Registry};
use proofmark::runner::{Finding, Plan, Selection, Verdict, run};
use proofmark::subject::{Implementation, InProcess, Reference};
use proofmark::vector::{Case, Library};

/// The domains whose mutants are complete.
const DOMAINS: [&str; 2] = ["partition_key", "task_id"];

static CASES: LazyLock<Vec<Case>> = LazyLock::new(|| {
    let plan = Selection::default().plan(&Library::embedded(), Registry::embedded());
    plan.expect("the embedded vectors can be read").cases
});

/// What became of a mutant.
struct Fate {
    mutant: &'static Mutant,
    /// The cases that failed.
    failed: Vec<Finding>,
    /// The cases that gave no answer at all.
    errored: usize,
}

impl Fate {
    fn of(mutant: &'static Mutant) -> Self {
        let (mut failed, mut errored) = (Vec::new(), 0);
        for finding in findings(mutant.subject()) {
            match finding.verdict {
                Verdict::Fail => failed.push(finding),
                Verdict::Errored => errored += 1,
                _ => {}
            }
        }
        Self {
            mutant,
            failed,
            errored,
        }
    }

    /// The failed cases that cite the mutant's rule.
    fn cited(&self) -> usize {
        let cites = |finding: &&Finding| finding.rules.contains(&self.mutant.rule);
        self.failed.iter().filter(cites).count()
    }
}

fn findings(implementation: impl Implementation) -> Vec<Finding> {
    let plan = Plan {
        cases: CASES.clone(),
        ..Plan::default()
    };
    run(
        plan,
        &mut InProcess(implementation),
        Registry::embedded(),
        &mut (),
    )
    .expect("it is in this process")
    .findings
}

/// The fates of all mutants, in their order.
fn fates() -> Vec<Fate> {
    let mutants: Vec<&Mutant> = mutant::all().collect();
    let workers = thread::available_parallelism().map_or(1, usize::from);
    let share = mutants.len().div_ceil(workers);
    thread::scope(|scope| {
        let workers: Vec<_> = mutants
            .chunks(share)
            .map(|share| scope.spawn(|| share.iter().copied().map(Fate::of).collect::<Vec<_>>()))
            .collect();
        let fates = workers.into_iter().map(|worker| worker.join());
        fates
            .flat_map(|fates| fates.expect("no mutant ends the run"))
            .collect()
    })
}

#[test]
fn every_mutant_is_killed_by_a_case_that_cites_its_rule() {
    let fates = fates();
    let mut alive = Vec::new();
    println!(
        "{:<55} {:<7} {:>6} {:>6}",
        "mutant", "rule", "cited", "cases"
    );
    for fate in &fates {
        let Mutant { id, rule, .. } = fate.mutant;
        let (cited, failed) = (fate.cited(), fate.failed.len());
        println!("{id:<55} {rule} {cited:>6} {failed:>6}");
        let complaint = match (failed, cited) {
            (0, _) => "survives",
            (_, 0) => "dies only by cases that do not cite its rule",
            _ if fate.errored > 0 => "leaves requests without an answer",
            _ => continue,
        };
        let by: Vec<&str> = fate
            .failed
            .iter()
            .take(3)
            .map(|finding| finding.id.as_str())
            .collect();
        alive.push(format!("{id} ({rule}) {complaint} {by:?}"));
    }
    println!("{} mutants", fates.len());
    assert!(alive.is_empty(), "\n{}", alive.join("\n"));
}

#[test]
fn the_reference_passes_where_mutants_fail() {
    let mut verdicts: BTreeMap<Verdict, usize> = BTreeMap::new();
    for finding in findings(Reference::default()) {
        *verdicts.entry(finding.verdict).or_default() += 1;
    }
    assert_eq!(verdicts, BTreeMap::from([(Verdict::Pass, CASES.len())]));
}

#[test]
fn every_must_has_a_mutant_unless_it_cannot_be_broken_alone() {
    let registry = Registry::embedded();
    let broken: HashSet<_> = mutant::all().map(|mutant| mutant.rule).collect();
    let pages = registry
        .pages()
        .iter()
        .filter(|page| DOMAINS.contains(&page.domain.as_str()));
    let missing: Vec<_> = pages
        .flat_map(|page| &page.rules)
        .filter(|rule| {
            rule.level == Level::Must && rule.retired.is_none() && rule.not_isolated.is_none()
        })
        .filter(|rule| !broken.contains(&rule.id))
        .map(|rule| rule.id)
        .collect();
    assert!(missing.is_empty(), "no mutant breaks {missing:?}");
}

#[test]
fn ids_are_unique_and_well_formed() {
    let registry = Registry::embedded();
    let mut seen = HashSet::new();
    for mutant in mutant::all() {
        let Mutant { id, rule, .. } = *mutant;
        assert!(seen.insert(id), "{id} occurs twice");
        assert_eq!(id, format!("{}/mutant/{}", mutant.domain(), mutant.name()));
        let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
        assert!(
            mutant.name().chars().all(plain),
            "{id} has other characters than a-z, 0-9 and -"
        );
        let page = registry
            .page(mutant.domain())
            .expect("the domain has a page");
        assert_eq!(
            page.prefix,
            rule.prefix(),
            "{id} breaks a rule of another domain"
        );
    }
}

#[test]
fn a_mutant_says_its_mistake_and_its_name() {
    for mutant in mutant::all() {
        assert!(
            mutant.about.ends_with('.'),
            "{}: {}",
            mutant.id,
            mutant.about
        );
        assert_eq!(mutant.subject().hello().name, mutant.id);
    }
}
