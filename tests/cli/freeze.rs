//! Promises: what may happen to released vectors, played through in a small world of three cases.

use std::fs;
use std::path::PathBuf;

use proofmark::law::Effort;
use proofmark::rule::Registry;
use proofmark::runner::{Run, Selection, run};
use proofmark::subject::{Hello, Implementation, InProcess, Reference, Reply, Request};
use proofmark::vector::{Frozen, Library, Manifest};
use proofmark::verdict::Verdict;
use tempfile::TempDir;

use crate::support::altered::{Altered, Mistake};
use crate::support::{Said, copy_files, proofmark, root, said};

const CASES: &str = "\
about: Three cases.
cases:
- id: leap-day
  rules: [PK-021]
  operation: partition_key.parse
  input: {canonical: \"a=d:2100-02-29\"}
  expect: {reject: invalid_date}
- id: plain-day
  rules: [PK-020]
  operation: partition_key.parse
  input: {canonical: \"a=d:2024-06-15\"}
  expect: {ok: {dimensions: [{key: a, value: {date: \"2024-06-15\"}}]}}
- id: nothing
  rules: [PK-001]
  operation: partition_key.parse
  input: {canonical: \"\"}
  expect: {reject: empty_key}
";

/// What the model says of the leap day, and what an earlier model may have said.
const REFUSED: &str = "{reject: invalid_date}";
const ACCEPTED: &str = "{ok: {dimensions: [{key: a, value: {date: \"2100-02-29\"}}]}}";

/// Pages and vectors of which version 1 was released.
struct World(TempDir);

impl World {
    /// Released as the model has it.
    fn released() -> Self {
        Self::released_as(CASES)
    }

    /// Released at a time when the model had it so.
    fn released_as(cases: &str) -> Self {
        let world = Self(tempfile::tempdir().unwrap());
        copy_files(&root().join("spec"), &world.path("spec"));
        fs::create_dir_all(world.path("vectors/partition_key")).unwrap();
        fs::write(world.path("vectors/partition_key/tiny.yaml"), cases).unwrap();
        world.run("generate");
        world.write("vectors/partition_key/tiny.yaml", cases);
        let topics = Library::folder(&world.path("vectors")).unwrap();
        let topics = topics.topics(Registry::embedded()).unwrap();
        let frozen = Frozen::of(1, topics.iter().flat_map(|topic| &topic.cases)).to_text();
        world.write("vectors/partition_key/version-1.frozen", &frozen);
        let mut manifest = world.manifest();
        let entry = &mut manifest.domains[0];
        entry.released = vec![1];
        let digest = proofmark::vector::digest;
        entry.files.insert("tiny.yaml".to_owned(), digest(cases));
        let name = "version-1.frozen".to_owned();
        entry.files.insert(name, digest(&frozen));
        world.write("vectors/manifest.yaml", &manifest.to_yaml());
        world
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn read(&self, name: &str) -> String {
        fs::read_to_string(self.path(name)).unwrap()
    }

    fn write(&self, name: &str, text: &str) {
        fs::write(self.path(name), text).unwrap();
    }

    #[track_caller]
    fn change(&self, name: &str, from: &str, to: &str) {
        let text = self.read(name);
        assert!(text.contains(from), "{from} is not in\n{text}");
        self.write(name, &text.replacen(from, to, 1));
    }

    fn cases(&self) -> String {
        self.read("vectors/partition_key/tiny.yaml")
    }

    fn manifest(&self) -> Manifest {
        Manifest::read("manifest.yaml", &self.read("vectors/manifest.yaml")).unwrap()
    }

    fn run(&self, action: &str) -> Said {
        let mut command = proofmark();
        command.args(["vectors", action]);
        if action == "freeze" {
            command.arg("--vectors");
        }
        command.arg(self.path("vectors"));
        said(command.arg("--spec").arg(self.path("spec")))
    }

    /// A new version of the page.
    fn next_version(&self) {
        self.change("spec/partition_key.md", "- Version: 1", "- Version: 2");
    }

    /// Checks an implementation on the vectors of this world.
    fn check(&self, implementation: impl Implementation + 'static) -> Run {
        let registry = Registry::load(&self.path("spec")).unwrap();
        let library = Library::folder(&self.path("vectors")).unwrap();
        let selection = Selection {
            only: vec!["partition_key/tiny/*".to_owned()],
            ..Selection::default()
        };
        let plan = selection.plan(&library, &registry).unwrap();
        let mut subject = InProcess(implementation);
        run(&plan, &mut subject, &Effort::default(), &registry, &mut ()).unwrap()
    }
}

/// An implementation that declares which version it follows.
struct Following<I>(&'static str, I);

impl<I: Implementation> Implementation for Following<I> {
    fn hello(&self) -> Hello {
        let mut hello = self.1.hello();
        let name = "partition_key.version".to_owned();
        hello.options.insert(name, self.0.to_owned());
        hello
    }

    fn call(&mut self, request: &Request) -> Reply {
        self.1.call(request)
    }
}

fn ids(run: &Run) -> Vec<&str> {
    let ids = run.findings.iter();
    ids.map(|finding| finding.id.rsplit('/').next().unwrap())
        .collect()
}

#[test]
fn what_was_released_and_not_touched_is_verified() {
    let world = World::released();
    world.run("verify").exits(0);
    let before = world.manifest();
    world.run("generate").exits(0);
    assert_eq!(world.manifest(), before);
}

#[test]
fn an_additive_change_needs_no_version() {
    let world = World::released();
    let more = "- id: leap-day-of-2104\n  rules: [PK-021]\n  operation: partition_key.parse\n  input: {canonical: \"a=d:2104-02-29\"}\n";
    let frozen = world.read("vectors/partition_key/version-1.frozen");
    let cases = format!("{}{more}", world.cases());
    world.write("vectors/partition_key/tiny.yaml", &cases);
    world.run("generate").exits(0);
    world.run("verify").exits(0);
    assert!(world.cases().starts_with(CASES));
    assert_eq!(
        world.read("vectors/partition_key/version-1.frozen"),
        frozen,
        "what was released stays what it was"
    );
    // What a case is about may be told better, too.
    world.change(
        "vectors/partition_key/tiny.yaml",
        "rules: [PK-001]",
        "rules: [PK-001, PK-008]",
    );
    world.run("generate").exits(0);
    world.run("verify").exits(0);
}

#[test]
fn a_breaking_change_without_a_version_is_refused() {
    let world = World::released_as(&CASES.replace(REFUSED, ACCEPTED));
    let before = world.cases();
    let verified = world.run("verify").exits(1);
    let expected = "partition_key/tiny/leap-day: it is frozen with version 1 to {\"ok\":";
    assert!(verified.out.starts_with(expected), "{}", verified.out);
    assert!(
        verified.out.contains("but the model says {\"reject\":\"invalid_date\"}: raise the version in spec/partition_key.md"),
        "{}",
        verified.out
    );
    world.run("generate").exits(1);
    assert_eq!(world.cases(), before, "nothing is overwritten");
    // Nor does it help to write it by hand.
    world.write("vectors/partition_key/tiny.yaml", CASES);
    let verified = world.run("verify").exits(1);
    let expected = "partition_key/tiny/leap-day: frozen with version 1, but it asks or expects something else now";
    assert!(verified.out.starts_with(expected), "{}", verified.out);
}

#[test]
fn a_breaking_change_with_a_version_keeps_the_old_case_beside_the_new() {
    let world = World::released_as(&CASES.replace(REFUSED, ACCEPTED));
    world.next_version();
    let verified = world.run("verify").exits(1);
    assert!(
        verified.out.contains("partition_key/tiny/leap-day-v2: "),
        "{}",
        verified.out
    );
    world.run("generate").exits(0);
    world.run("verify").exits(0);
    let old = format!(
        "- id: leap-day\n  rules: [PK-021]\n  until: 1\n  operation: partition_key.parse\n  input: {{canonical: \"a=d:2100-02-29\"}}\n  expect: {ACCEPTED}\n"
    );
    let new = format!(
        "- id: leap-day-v2\n  rules: [PK-021]\n  since: 2\n  operation: partition_key.parse\n  input: {{canonical: \"a=d:2100-02-29\"}}\n  expect: {REFUSED}\n"
    );
    assert!(
        world.cases().contains(&format!("{old}{new}")),
        "{}",
        world.cases()
    );
    let before = world.cases();
    world.run("generate").exits(0);
    assert_eq!(world.cases(), before, "once is enough");

    // Each is asked what holds for the version that it follows.
    let current = world.check(Reference::default());
    assert_eq!(ids(&current), ["leap-day-v2", "plain-day", "nothing"]);
    assert_eq!(current.summary().count(Verdict::Pass), 3);
    let old = Altered::new(Mistake::Accepts29February2100);
    let old = world.check(Following("1", old));
    assert_eq!(ids(&old), ["leap-day", "plain-day", "nothing"]);
    assert_eq!(old.summary().count(Verdict::Pass), 3);
    assert!(
        old.notes[0]
            .starts_with("1 cases and 0 laws of partition_key are about other versions than 1"),
        "{:?}",
        old.notes
    );
    let wrong = world.check(Following("1", Reference::default()));
    assert_eq!(wrong.summary().count(Verdict::Fail), 1);
    let unknown = world.check(Following("3", Reference::default()));
    assert_eq!(unknown.summary().count(Verdict::Unsupported), 4);

    // The new version is released in its turn; what the first one promised still binds.
    world.run("freeze").exits(0);
    world.run("verify").exits(0);
    assert_eq!(world.manifest().domains[0].released, [1, 2]);
    world.change(
        "vectors/partition_key/tiny.yaml",
        "- id: leap-day\n",
        "- id: leap-day-v1\n",
    );
    world.change("vectors/partition_key/tiny.yaml", ACCEPTED, REFUSED);
    let verified = world.run("verify").exits(1);
    assert!(
        verified.out.contains("partition_key/tiny/leap-day: frozen with version 1, but gone: a released case is kept for ever"),
        "{}",
        verified.out
    );
}

#[test]
fn the_cases_of_a_retired_rule_end_with_the_version_before() {
    let world = World::released();
    let heading = "### PK-001 A key has at least one dimension\n\n- Level: MUST\n- Basis: implied\n- Source: ADR-011, Grammar\n";
    let retired = format!("{heading}- Retired: 2, the empty key was wanted after all\n");
    world.change("spec/partition_key.md", heading, &retired);
    let early = world.run("verify").exits(2);
    assert!(
        early
            .err
            .contains("PK-001 is retired in version 2, but the page is at version 1"),
        "{}",
        early.err
    );
    world.next_version();
    let verified = world.run("verify").exits(2);
    assert!(
        verified
            .err
            .contains("PK-001 is no rule in force: it was retired in version 2"),
        "{}",
        verified.err
    );
    // Its case may not simply go.
    let without = CASES.split("- id: nothing").next().unwrap();
    world.write("vectors/partition_key/tiny.yaml", without);
    let verified = world.run("verify").exits(1);
    let expected = "partition_key/tiny/nothing: frozen with version 1, but gone";
    assert!(verified.out.starts_with(expected), "{}", verified.out);
    let ended = CASES.replace("rules: [PK-001]\n", "rules: [PK-001]\n  until: 1\n");
    world.write("vectors/partition_key/tiny.yaml", &ended);
    world.run("generate").exits(0);
    world.run("verify").exits(0);
    assert_eq!(
        ids(&world.check(Reference::default())),
        ["leap-day", "plain-day"]
    );
    let old = world.check(Following("1", Reference::default()));
    assert_eq!(ids(&old), ["leap-day", "plain-day", "nothing"]);
    assert_eq!(old.summary().count(Verdict::Pass), 3);
}

#[test]
fn a_renamed_case_is_found_under_its_old_id() {
    let world = World::released();
    let name = "vectors/partition_key/tiny.yaml";
    world.change(name, "id: plain-day", "id: some-day");
    let verified = world.run("verify").exits(1);
    assert!(
        verified.out.contains("partition_key/tiny/plain-day: frozen with version 1, but gone: if it is partition_key/tiny/some-day now, its old id belongs into `renamed`"),
        "{}",
        verified.out
    );
    let generated = world.run("generate").exits(0);
    assert!(
        generated
            .out
            .contains("partition_key/tiny/plain-day is partition_key/tiny/some-day now"),
        "{}",
        generated.out
    );
    world.run("verify").exits(0);
    let now = |old: &str| world.manifest().current(old).to_owned();
    assert_eq!(
        now("partition_key/tiny/plain-day"),
        "partition_key/tiny/some-day"
    );

    // Renamed once more, both old ids lead to the newest; and it is as frozen as ever.
    world.change(name, "id: some-day", "id: any-day");
    world.run("generate").exits(0);
    world.run("verify").exits(0);
    assert_eq!(
        now("partition_key/tiny/plain-day"),
        "partition_key/tiny/any-day"
    );
    world.change(name, "2024-06-15\"}}", "2024-06-16\"}}");
    let verified = world.run("verify").exits(1);
    assert!(
        verified
            .out
            .contains("partition_key/tiny/any-day: it is frozen with version 1"),
        "{}",
        verified.out
    );
}

#[test]
fn a_list_of_known_failures_follows_a_renamed_case() {
    let world = World::released();
    let name = "vectors/partition_key/tiny.yaml";
    let list = "- id: partition_key/tiny/leap-day\n  fails: accepted\n  reason: centuries are not understood yet\n";
    world.write("known.yaml", list);
    let check = || {
        let mut command = proofmark();
        command.args(["check", "--only", "partition_key/tiny/*"]);
        command.args(["--subject", "partition_key/mutant/leap-year-every-four"]);
        command.arg("--vectors").arg(world.path("vectors"));
        said(command.arg("--known").arg(world.path("known.yaml")))
    };
    check().exits(0);
    world.change(name, "id: leap-day", "id: day-that-never-was");
    let unknown = check().exits(2);
    assert!(unknown.err.contains("matches nothing"), "{}", unknown.err);
    world.run("generate").exits(0);
    let found = check().exits(0);
    assert!(found.out.contains("1 known-failure"), "{}", found.out);
}

#[test]
fn a_map_of_renames_leads_somewhere() {
    let world = World::released();
    let renamed = "  renamed: {partition_key/tiny/old: partition_key/tiny/gone, partition_key/tiny/nothing: partition_key/tiny/plain-day}\n  files:";
    world.change("vectors/manifest.yaml", "  files:", renamed);
    let verified = world.run("verify").exits(1);
    for expected in [
        "partition_key/tiny/old: renamed to partition_key/tiny/gone, which is no case",
        "partition_key/tiny/nothing: renamed to partition_key/tiny/plain-day, but still there",
    ] {
        assert!(verified.out.contains(expected), "{}", verified.out);
    }
}

#[test]
fn what_holds_for_ever_does_not_end() {
    let world = World::released_as(&CASES.replace(REFUSED, ACCEPTED));
    world.next_version();
    world.change(
        "vectors/manifest.yaml",
        "  files:",
        "  forever: [tiny]\n  files:",
    );
    let generated = world.run("generate").exits(1);
    assert!(
        generated
            .out
            .contains("it holds in every later version too"),
        "{}",
        generated.out
    );
    world.change(
        "vectors/partition_key/tiny.yaml",
        "rules: [PK-021]\n",
        "rules: [PK-021]\n  until: 1\n",
    );
    let verified = world.run("verify").exits(1);
    assert!(
        verified
            .out
            .contains("its topic holds in every later version, but it has `until`"),
        "{}",
        verified.out
    );
}

#[test]
fn files_that_differ_from_the_manifest_are_named() {
    let world = World::released();
    world.change(
        "vectors/partition_key/tiny.yaml",
        "Three cases.",
        "Some cases.",
    );
    fs::write(world.path("vectors/partition_key/more.yaml"), CASES).unwrap();
    let verified = world.run("verify").exits(1);
    for expected in [
        "manifest.yaml has another digest of partition_key/tiny.yaml",
        "manifest.yaml does not list partition_key/more.yaml",
    ] {
        assert!(verified.out.contains(expected), "{}", verified.out);
    }
    fs::remove_file(world.path("vectors/partition_key/more.yaml")).unwrap();
    // The record of what was released is no place for second thoughts.
    let frozen = "vectors/partition_key/version-1.frozen";
    let less: String = world
        .read(frozen)
        .lines()
        .skip(1)
        .map(|line| format!("{line}\n"))
        .collect();
    world.write(frozen, &less);
    let verified = world.run("verify").exits(1);
    let expected = "manifest.yaml has another digest of partition_key/version-1.frozen";
    assert!(verified.out.contains(expected), "{}", verified.out);
}

#[test]
fn versions_follow_one_another() {
    let world = World::released();
    world.change("spec/partition_key.md", "- Version: 1", "- Version: 3");
    let verified = world.run("verify").exits(1);
    let expected = "spec/partition_key.md has version 3, but the last released version is 1";
    assert!(verified.out.contains(expected), "{}", verified.out);
    let frozen = world.run("freeze").exits(1);
    assert!(
        frozen.out.ends_with("nothing was frozen\n"),
        "{}",
        frozen.out
    );
    let world = World::released();
    let frozen = world.run("freeze").exits(0);
    assert_eq!(
        frozen.out,
        "partition_key was released with version 1 already\n"
    );
    world.change(
        "vectors/partition_key/tiny.yaml",
        "rules: [PK-021]\n",
        "rules: [PK-021]\n  until: 1\n",
    );
    let verified = world.run("verify").exits(2);
    assert!(
        verified.err.contains(
            "`until: 1` needs a later version of partition_key, but spec/ is at version 1"
        ),
        "{}",
        verified.err
    );
}
