//! The official report as a document.

use super::OfficialInput;
use super::merged::Merged;
use crate::chess::Variant;
use crate::language::Language;
use crate::messages::{Counted, Phrase, word};
use crate::record::{PlayerEntry, PlayerEvent, Unfinished};
use crate::report::document::{Block, Document, DocumentSection, Signature};
use crate::report::preview::change_table;
use crate::report::table::{course, cross_table, named, players};
use crate::report::words::common as c;
use crate::rules::{Article, Forfeit, Profile};
use crate::time::Day;

/// The whole report.
pub fn document(input: &OfficialInput, language: Language) -> Document {
    let page = OfficialPage { input, language };
    let standings = input.table.standings();
    let mut document = Document::new(language, Phrase("official.title").say(language))
        .with_subtitle(input.table.name.clone());
    if let Some(due) = input.due() {
        let article = Article::OfficialReport.number(input.event.profile);
        let blanks = [
            ("day", c::date(language, due)),
            ("article", article.to_owned()),
        ];
        document = document.with_subtitle(page.fill(&Phrase("official.due"), &blanks));
    }
    if !standings.is_final {
        let open = Counted("counted.game").count(language, i64::from(standings.open));
        document =
            document.with_subtitle(page.fill(&Phrase("official.provisional"), &[("n", open)]));
    }
    document.push(page.event());
    document.push(page.judges());
    document.push(page.course());
    document.push(page.table());
    let mut annexes = Annexes::default();
    document.push(page.violations(&mut annexes));
    document.push(page.contested(&mut annexes));
    document.push(page.decisions(&mut annexes));
    document.push(page.withdrawals(&mut annexes));
    document.push(page.changes(&mut annexes));
    annexes.add(page.persons());
    document.push(page.enclosed(&annexes));
    for annex in annexes.sections(language) {
        document.push(annex);
    }
    document
}

/// More rows of a table than this are an annex; what is signed says what they come to. So the
/// whole before the annexes has at most three pages for fifteen players, whatever happened.
pub(super) const MOST_ROWS: usize = 5;
/// Protests and appeals with their words, and withdrawals, likewise.
pub(super) const MOST_WORDS: usize = 3;

/// What stands behind the signature.
#[derive(Default)]
pub(super) struct Annexes {
    all: Vec<DocumentSection>,
}

impl Annexes {
    /// Adds one; its number, from 1.
    pub(super) fn add(&mut self, section: DocumentSection) -> usize {
        self.all.push(section);
        self.all.len()
    }

    /// The annexes with their numbers, beginning on a sheet of their own.
    fn sections(self, language: Language) -> impl Iterator<Item = DocumentSection> {
        (1..).zip(self.all).map(move |(n, section): (usize, _)| {
            let blanks = [("n", &*n.to_string()), ("title", section.title.as_str())];
            let title = Phrase("official.annex").fill(language, &blanks);
            let section = DocumentSection { title, ..section };
            match n {
                1 => section.on_new_sheet(),
                _ => section,
            }
        })
    }
}

pub(super) struct OfficialPage<'a> {
    pub(super) input: &'a OfficialInput,
    pub(super) language: Language,
}

impl OfficialPage<'_> {
    pub(super) fn say(&self, phrase: &Phrase) -> String {
        phrase.say(self.language).to_owned()
    }

    pub(super) fn fill(&self, phrase: &Phrase, blanks: &[(&str, String)]) -> String {
        let blanks: Vec<(&str, &str)> = blanks.iter().map(|(n, v)| (*n, v.as_str())).collect();
        phrase.fill(self.language, &blanks)
    }

    pub(super) fn date(&self, day: Day) -> String {
        c::date(self.language, day)
    }

    pub(super) fn section(&self, title: &Phrase, anchor: &str) -> DocumentSection {
        DocumentSection::new(title.say(self.language)).anchored(anchor)
    }

    fn event(&self) -> DocumentSection {
        let event = &self.input.event;
        let regulations = &event.regulations;
        let mut facts: Vec<(String, String)> = Vec::new();
        let mut add = |name: &Phrase, value: String| facts.push((self.say(name), value));
        add(&Phrase("official.code"), self.input.table.code.clone());
        let rules = self.say(match event.profile {
            Profile::Server => &Phrase("official.by-server"),
            Profile::Post => &Phrase("official.by-post"),
            Profile::Email => &Phrase("official.by-email"),
        });
        add(
            &Phrase("official.rules"),
            match event.variant {
                Variant::Standard => rules,
                Variant::Chess960 => self.fill(&Phrase("official.chess960"), &[("rules", rules)]),
            },
        );
        add(&Phrase("official.start"), self.date(event.start));
        if let Some(end) = event.end {
            add(&Phrase("official.end"), self.date(end));
        }
        if let Some(finished) = event.finished {
            add(&Phrase("official.finished"), self.date(finished));
        }
        let days = |n: u32| Counted("counted.day").count(self.language, i64::from(n));
        let moves =
            Counted("counted.move").count(self.language, i64::from(regulations.moves_per_period));
        let control = [
            ("days", days(regulations.days_per_period)),
            ("moves", moves),
        ];
        add(
            &Phrase("official.control"),
            self.fill(&Phrase("official.control-is"), &control),
        );
        add(
            &Phrase("official.leave"),
            days(regulations.leave_days_per_year),
        );
        let [first, again] = regulations.penalty_days;
        add(
            &Phrase("official.penalty"),
            format!("{}, {}", days(first), days(again)),
        );
        add(
            &Phrase("official.overstep-leads"),
            self.say(match regulations.forfeit {
                Forfeit::Immediate => &Phrase("official.overstep-immediate"),
                Forfeit::Notice => &Phrase("official.overstep-notice"),
                Forfeit::Claim => &Phrase("official.overstep-claim"),
            }),
        );
        let mut section = self.section(&Phrase("official.event"), "event");
        section.facts(facts);
        section
    }

    fn judges(&self) -> DocumentSection {
        let event = &self.input.event;
        let named = [
            (Phrase("official.chief"), Some(&event.arbiter)),
            (Phrase("official.appeals"), event.appeals.as_ref()),
            (Phrase("official.adjudicator"), event.adjudicator.as_ref()),
        ];
        let named = named
            .iter()
            .filter_map(|(office, who)| Some((self.say(office), (*who)?.clone())));
        let others = event.others.iter().map(|(office, name)| {
            let office = word(self.language, "role", office);
            (c::capital(office), name.clone())
        });
        let facts = named.chain(others);
        let mut section = self.section(&Phrase("official.judges"), "judges");
        section.facts(facts.collect());
        section
    }

    /// The words under a title of which the rest is an annex.
    pub(super) fn see(&self, section: &mut DocumentSection, what: String, annex: usize) {
        section.paragraph(what);
        let n = annex.to_string();
        section.note(self.fill(&Phrase("official.see"), &[("n", n)]));
    }

    /// The days from the first to the last.
    pub(super) fn days(&self, merged: &Merged) -> String {
        match merged.days {
            (first, last) if first == last => self.date(first),
            (first, last) => format!("{} – {}", self.date(first), self.date(last)),
        }
    }

    fn changes(&self, annexes: &mut Annexes) -> DocumentSection {
        let mut section = self.section(&Phrase("official.changes"), "changes");
        let changes = self.input.changes();
        if changes.is_empty() {
            section.paragraph(self.say(&Phrase("official.none")));
            return section;
        }
        let table = change_table(&changes, self.input.table.zone, self.language);
        if changes.len() <= MOST_ROWS {
            section.table(table);
            return section;
        }
        let mut annex = self.section(&Phrase("official.changes"), "changes-all");
        annex.table(table);
        let n = [("n", changes.len().to_string())];
        let told = self.fill(&Phrase("official.changes-in-all"), &n);
        self.see(&mut section, told, annexes.add(annex));
        section
    }

    fn persons(&self) -> DocumentSection {
        let mut section = self.section(&Phrase("official.persons"), "persons");
        section.table(players(&self.input.table, self.language));
        section
    }

    fn table(&self) -> DocumentSection {
        let standings = self.input.table.standings();
        let mut section = self.section(&Phrase("official.table"), "table");
        let mut table = cross_table(&self.input.table, &standings, self.language);
        let article = Article::FederationTable.number(self.input.event.profile);
        table.note(self.fill(
            &Phrase("official.table-note"),
            &[("article", article.to_owned())],
        ));
        section.table(table);
        section
    }

    fn course(&self) -> DocumentSection {
        let games = &self.input.games;
        let table = &self.input.table;
        let mut facts = course(table, self.language);
        let mut add = |name: &Phrase, value: String| facts.push((self.say(name), value));
        let plies: u32 = games.iter().map(|g| g.ply).sum();
        add(&Phrase("official.moves"), plies.to_string());
        let (received, sent) = self.input.event.letters;
        add(&Phrase("official.letters"), format!("{received}, {sent}"));
        let last = games.iter().filter_map(|g| Some((g.last?, g)));
        if let Some((day, game)) = last.max_by_key(|(day, _)| *day) {
            let line = table.games.iter().find(|g| g.name == game.name);
            let name = line.map_or_else(|| game.name.to_string(), |g| named(table, g));
            let blanks = [("game", name), ("day", self.date(day))];
            add(
                &Phrase("official.last"),
                self.fill(&Phrase("official.until"), &blanks),
            );
        }
        let mut section = self.section(&Phrase("official.course"), "course");
        section.facts(facts);
        section
    }

    fn withdrawals(&self, annexes: &mut Annexes) -> DocumentSection {
        let mut section = self.section(&Phrase("official.withdrawals"), "withdrawals");
        let all = self.input.withdrawals();
        let mut lines: Vec<String> = all.iter().filter_map(|(n, e)| self.left(*n, e)).collect();
        if lines.len() > MOST_WORDS {
            let n = [("n", lines.len().to_string())];
            let told = self.fill(&Phrase("official.withdrawals-in-all"), &n);
            let mut annex = self.section(&Phrase("official.withdrawals"), "withdrawals-all");
            annex.block(Block::List(lines));
            self.see(&mut section, told, annexes.add(annex));
            return section;
        }
        if lines.is_empty() {
            lines.push(self.say(&Phrase("official.none")));
        }
        section.block(Block::List(lines));
        section
    }

    /// A player asked to leave the tournament, or left it.
    fn left(&self, number: u32, entry: &PlayerEntry) -> Option<String> {
        let at = self.input.table.zone.day(entry.at);
        let name = ("name", self.input.named_in(Some(number), None, at));
        let day = ("day", self.date(at));
        match entry.event {
            PlayerEvent::AccessLost { .. }
            | PlayerEvent::ReportAsked { .. }
            | PlayerEvent::Reported { .. } => None,
            PlayerEvent::WithdrawalAsked => {
                Some(self.fill(&Phrase("official.asked"), &[name, day]))
            }
            PlayerEvent::Withdrawn {
                games,
                counts,
                finished,
                scheduled,
                excluded,
            } => {
                let games = self.say(match games {
                    Unfinished::Lose => &Phrase("official.games-lost"),
                    Unfinished::Adjudicate => &Phrase("official.games-adjudicated"),
                    Unfinished::Annul => &Phrase("official.games-left-out"),
                });
                let counts = self.say(match counts {
                    true => &Phrase("official.counted"),
                    false => &Phrase("official.not-counted"),
                });
                let line = self.fill(
                    &Phrase("official.withdrawn"),
                    &[
                        name,
                        day,
                        ("article", entry.grounds.clone().unwrap_or_default()),
                        ("n", finished.to_string()),
                        ("all", scheduled.to_string()),
                        ("counts", counts),
                        ("games", games),
                        ("reason", entry.note.clone()),
                    ],
                );
                let line = line.trim_end().to_owned();
                Some(match excluded {
                    true => self.fill(&Phrase("official.excluded"), &[("line", line)]),
                    false => line,
                })
            }
            PlayerEvent::Corrected { .. }
            | PlayerEvent::LeaveTaken { .. }
            | PlayerEvent::LeaveAsked { .. }
            | PlayerEvent::LeaveKept { .. }
            | PlayerEvent::LeaveEnded { .. }
            | PlayerEvent::AddressChanged { .. }
            | PlayerEvent::PostalChanged
            | PlayerEvent::Replaced { .. }
            | PlayerEvent::TookOver { .. }
            | PlayerEvent::Revoked { .. }
            | PlayerEvent::Wished { .. }
            | PlayerEvent::StyleChosen { .. } => None,
        }
    }

    /// What is enclosed, and where the report is signed.
    fn enclosed(&self, annexes: &Annexes) -> DocumentSection {
        let mut section = self.section(&Phrase("official.enclosed"), "enclosed");
        let mut points: Vec<String> = (1..)
            .zip(&annexes.all)
            .map(|(n, annex): (usize, _)| {
                let blanks = [("n", n.to_string()), ("title", annex.title.clone())];
                self.fill(&Phrase("official.annex"), &blanks)
            })
            .collect();
        points.push(self.say(&Phrase("official.enclosed-games")));
        points.push(self.say(&Phrase("official.enclosed-rating")));
        section.block(Block::List(points));
        let below = self.say(&Phrase("official.sign-here"));
        section.signatures(vec![Signature {
            office: self.say(&Phrase("official.chief")),
            name: self.input.event.arbiter.clone(),
            below,
        }]);
        section
    }
}
