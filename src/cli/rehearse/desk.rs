//! What lies on the desk: pages and vectors as they are saved, and what was found out about them last time.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::path::PathBuf;

use super::Arguments;
use super::subjects::broken;
use crate::cli::coverage::Spec;
use crate::config::Config;
use crate::error::Error;
use crate::report::rehearsal::Rehearsal;
use crate::rule::Registry;
use crate::runner::{
    ChangedCase, ChangedLaw, Changes, LawRecord, Proposal, coverage, rehearse, rehearse_laws,
};
use crate::vector::compare::rule_changes;
use crate::vector::{Case, Library, Promises, Source, Topic, digest};

/// Files, and what is known of them.
pub(super) struct Desk {
    vectors: PathBuf,
    spec: PathBuf,
    proposal: Proposal,
    domains: BTreeSet<String>,
    config: Config,
    /// What became of the subjects, by the cases that change.
    subjects: (Vec<Case>, Vec<String>),
    /// Each file by the digest of its text, as it was parsed last.
    topics: HashMap<String, (String, Topic)>,
    /// What became of each domain, by the digest of all that it depends on.
    changes: HashMap<String, (String, Changes)>,
    /// What becomes of the laws of a domain depends on this binary and the record alone.
    laws: HashMap<String, (String, Vec<ChangedLaw>)>,
}

impl Desk {
    pub(super) fn new(arguments: &Arguments, proposal: Proposal) -> Result<Self, Error> {
        let known: BTreeSet<String> = Registry::embedded().domains().map(str::to_owned).collect();
        if let Some(unknown) = arguments
            .only
            .iter()
            .find(|domain| !known.contains(*domain))
        {
            let known = Vec::from_iter(known).join(", ");
            return Err(Error::Usage(format!(
                "--only {unknown}: there is no such domain; expected one of {known}"
            )));
        }
        let domains = match (proposal, arguments.only.is_empty()) {
            // A mutant deviates within its domain.
            (Proposal::As(mutant), true) => BTreeSet::from([mutant.domain().to_owned()]),
            (_, true) => known,
            (_, false) => arguments.only.iter().cloned().collect(),
        };
        Ok(Self {
            vectors: arguments.vectors.clone(),
            spec: arguments.spec.clone(),
            proposal,
            domains,
            config: Config::find(arguments.config.as_deref())?,
            subjects: Default::default(),
            topics: HashMap::new(),
            changes: HashMap::new(),
            laws: HashMap::new(),
        })
    }

    /// Rehearses with what is saved now. Only what depends on a file that changed is done again.
    pub(super) fn rehearse(&mut self) -> Result<Rehearsal, Error> {
        let spec = Spec::load(Some(&self.spec))?;
        let library = Library::folder(&self.vectors)?;
        self.read(&library, spec.registry())?;
        let mut found = Rehearsal::default();
        let rules = rule_changes(Registry::embedded(), spec.registry());
        let told = rules.iter();
        let told = told.map(|change| format!("{} {}", change.id, change.what.join("; ")));
        found.rules = told.collect();
        let (record, note) = self.record()?;
        found.notes.extend(note);
        let promises = library.promises()?;
        for domain in self.domains.clone() {
            let laws = self.laws(&domain, record.as_ref());
            let prefix = spec
                .registry()
                .page(&domain)
                .map(|page| page.prefix.clone());
            let edited = rules.iter().any(|it| Some(it.id.prefix()) == prefix);
            let own = promises.iter().find(|it| it.entry.domain == domain);
            let changes = self.changes(&domain, laws, own, &spec, edited);
            found.domains.insert(domain, changes);
        }
        let asked = |own: &&Promises| self.domains.contains(&own.entry.domain);
        for own in promises.iter().filter(asked) {
            let topics = self.topics.values().map(|(_, topic)| topic);
            let topics = topics.filter(|topic| topic.domain() == own.entry.domain);
            let cases: Vec<_> = topics.flat_map(|topic| &topic.cases).collect();
            let breaches = own.breaches(&cases).into_iter();
            found
                .promises
                .extend(breaches.map(|breach| breach.to_string()));
        }
        found.subjects = self.subjects(&found, spec.registry())?;
        let cases: Vec<_> = self
            .sorted()
            .into_iter()
            .flat_map(|it| it.cases.clone())
            .collect();
        let rows = coverage(&cases, spec.registry());
        let domains: Vec<&str> = self.domains.iter().map(String::as_str).collect();
        found.holes = spec.holes(&rows, &domains)?;
        Ok(found)
    }

    /// Subjects are asked again only if other cases change.
    fn subjects(&mut self, found: &Rehearsal, registry: &Registry) -> Result<Vec<String>, Error> {
        let changed = found.domains.values().flat_map(|changes| &changes.cases);
        let changed: Vec<&ChangedCase> = changed.collect();
        let key: Vec<Case> = changed.iter().flat_map(|it| (*it.cases).clone()).collect();
        if key != self.subjects.0 {
            let lines = broken(&self.config, &changed, registry)?;
            self.subjects = (key, lines);
        }
        Ok(self.subjects.1.clone())
    }

    /// Parses the files that changed.
    fn read(&mut self, library: &Library, registry: &Registry) -> Result<(), Error> {
        let rules: Vec<_> = registry.pages().iter().map(|page| &page.rules).collect();
        let rules = digest(format!("{rules:?}"));
        let mut topics = HashMap::new();
        let asked = |source: &&Source| {
            let domain = source.name.split('/').next().unwrap_or_default();
            self.domains.contains(domain)
        };
        for source in library.sources().iter().filter(asked) {
            // Whether a file can be read depends on the rules, too.
            let key = format!("{rules} {}", digest(source.text()?));
            let known = self.topics.remove(&source.name);
            let topic = match known.filter(|(known, _)| *known == key) {
                Some((_, topic)) => topic,
                None => source.parse(registry)?,
            };
            topics.insert(source.name.clone(), (key, topic));
        }
        self.topics = topics;
        Ok(())
    }

    fn sorted(&self) -> Vec<&Topic> {
        let names: BTreeMap<&String, &Topic> = self
            .topics
            .iter()
            .map(|(name, (_, topic))| (name, topic))
            .collect();
        names.into_values().collect()
    }

    /// What the model answered to the laws, and what to say if that is not known.
    fn record(&self) -> Result<(Option<LawRecord>, Option<String>), Error> {
        let file = self.vectors.join(LawRecord::FILE);
        match std::fs::read_to_string(&file) {
            Ok(text) => Ok((
                Some(LawRecord::read(&file.display().to_string(), &text)?),
                None,
            )),
            Err(error) => {
                let file = file.display();
                let note = format!(
                    "{file} cannot be read ({error}), so laws are not compared: `proofmark rehearse --accept` writes it"
                );
                Ok((None, Some(note)))
            }
        }
    }

    fn laws(&mut self, domain: &str, record: Option<&LawRecord>) -> Vec<ChangedLaw> {
        let key = record.map(LawRecord::to_yaml).unwrap_or_default();
        match self.laws.get(domain) {
            Some((known, laws)) if *known == key => laws.clone(),
            _ => {
                let laws = rehearse_laws(domain, self.proposal, record);
                self.laws.insert(domain.to_owned(), (key, laws.clone()));
                laws
            }
        }
    }

    fn changes(
        &mut self,
        domain: &str,
        laws: Vec<ChangedLaw>,
        promises: Option<&Promises>,
        spec: &Spec,
        edited: bool,
    ) -> Changes {
        let names: BTreeMap<&String, &(String, Topic)> = self
            .topics
            .iter()
            .filter(|(_, (_, topic))| topic.domain() == domain)
            .collect();
        let keys: Vec<&String> = names.values().map(|(key, _)| key).collect();
        let key = digest(format!("{keys:?} {laws:?} {promises:?}"));
        if let Some((known, changes)) = self.changes.get(domain)
            && *known == key
        {
            return changes.clone();
        }
        let topics: Vec<&Topic> = names.values().map(|(_, topic)| topic).collect();
        let registry = spec.registry();
        let changes = rehearse(&topics, laws, self.proposal, promises, registry, edited);
        self.changes
            .insert(domain.to_owned(), (key, changes.clone()));
        changes
    }
}
