//! The official report as a document.

use super::OfficialInput;
use super::incidents::{
    By, Contested, DecidedAbout, Incident, IncidentDecision, IncidentEnd, Refused, What,
};
use super::merged::{Merged, merge, without_dates_of_moves};
use crate::chess::Variant;
use crate::ids::EventId;
use crate::language::Language;
use crate::messages::{self, Counted, Phrase};
use crate::record::{AppealTrouble, Claim, FaultKind, PlayerEntry, PlayerEvent, Unfinished};
use crate::report::document::{Block, Column, Document, DocumentSection, Item, Signature, Table};
use crate::report::preview::change_table;
use crate::report::table::{course, cross_table, named, players};
use crate::report::words::common as c;
use crate::rules::{Article, Forfeit, Profile};
use crate::time::Day;
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

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
const MOST_ROWS: usize = 5;
/// Protests and appeals with their words, and withdrawals, likewise.
const MOST_WORDS: usize = 3;

/// What stands behind the signature.
#[derive(Default)]
struct Annexes {
    all: Vec<DocumentSection>,
}

impl Annexes {
    /// Adds one; its number, from 1.
    fn add(&mut self, section: DocumentSection) -> usize {
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

struct OfficialPage<'a> {
    input: &'a OfficialInput,
    language: Language,
}

impl OfficialPage<'_> {
    fn say(&self, phrase: &Phrase) -> String {
        phrase.say(self.language).to_owned()
    }

    fn fill(&self, phrase: &Phrase, blanks: &[(&str, String)]) -> String {
        let blanks: Vec<(&str, &str)> = blanks.iter().map(|(n, v)| (*n, v.as_str())).collect();
        phrase.fill(self.language, &blanks)
    }

    fn date(&self, day: Day) -> String {
        c::date(self.language, day)
    }

    fn section(&self, title: &Phrase, anchor: &str) -> DocumentSection {
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
        let facts = named
            .iter()
            .filter_map(|(office, who)| Some((self.say(office), (*who)?.clone())));
        let mut section = self.section(&Phrase("official.judges"), "judges");
        section.facts(facts.collect());
        section
    }

    /// The words under a title of which the rest is an annex.
    fn see(&self, section: &mut DocumentSection, what: String, annex: usize) {
        section.paragraph(what);
        let n = annex.to_string();
        section.note(self.fill(&Phrase("official.see"), &[("n", n)]));
    }

    /// The days from the first to the last.
    fn days(&self, merged: &Merged) -> String {
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

    fn violations(&self, annexes: &mut Annexes) -> DocumentSection {
        let mut section = self.section(&Phrase("official.violations"), "violations");
        let incidents = self.input.incidents();
        if incidents.is_empty() {
            section.paragraph(self.say(&Phrase("official.none")));
            return section;
        }
        let person = |i: &Incident| {
            let number = Some(i.number);
            self.input.named_in(number, i.game.as_ref(), i.date)
        };
        let merged = merge(
            &incidents,
            |i| {
                let said = (person(i), self.what(i), self.outcome(i.outcome));
                (said, i.article.clone())
            },
            |i| (i.date, i.game.clone()),
        );
        let mut table = Table::new(
            "violations",
            [
                Column::left(Phrase("common.date-title").say(self.language)),
                Column::left(Phrase("common.game").say(self.language)),
                Column::left(Phrase("official.person").say(self.language)).key(),
                Column::left(Phrase("official.what").say(self.language)),
                Column::left(Phrase("common.article").say(self.language)),
                Column::left(Phrase("official.decided").say(self.language)),
            ],
        )
        .in_cards();
        for (incident, _, merged) in &merged {
            table.row([
                self.days(merged),
                merged.games(),
                person(incident),
                self.what(incident),
                incident.article.clone().unwrap_or_default(),
                self.outcome(incident.outcome),
            ]);
        }
        if merged.len() <= MOST_ROWS {
            section.table(table);
            return section;
        }
        let mut annex = self.section(&Phrase("official.violations"), "violations-all");
        annex.table(table);
        let kinds = counted(incidents.iter().map(|i| self.kind(i)));
        self.see(&mut section, kinds, annexes.add(annex));
        section
    }

    /// What kind of a violation it is, without its own figures and words.
    fn kind(&self, incident: &Incident) -> String {
        match incident.what {
            What::Overstep { .. } => self.say(&Phrase("official.overstepped")),
            _ => self.what(&Incident {
                said: String::new(),
                ..incident.clone()
            }),
        }
    }

    fn what(&self, incident: &Incident) -> String {
        let plain = |phrase: &Phrase| self.say(phrase);
        match incident.what {
            What::Fault(kind) => {
                let words = plain(match kind {
                    FaultKind::Impossible => &Phrase("official.fault-impossible"),
                    FaultKind::Unreadable => &Phrase("official.fault-unreadable"),
                    FaultKind::Ambiguous => &Phrase("official.fault-ambiguous"),
                    FaultKind::WrongRepetition => &Phrase("official.fault-repetition"),
                    FaultKind::NoMove => &Phrase("official.fault-no-move"),
                });
                match incident.said.is_empty() {
                    true => words,
                    false => format!("{words}: {}", incident.said),
                }
            }
            What::Overstep {
                at_move,
                total,
                limit,
            } => self.fill(
                &Phrase("official.overstep"),
                &[
                    ("move", at_move.to_string()),
                    ("total", total.to_string()),
                    ("limit", limit.to_string()),
                ],
            ),
            What::Silence => plain(&Phrase("official.silence")),
            What::LateLeave => plain(&Phrase("official.late-leave")),
            What::LateClaim => plain(&Phrase("official.late-claim")),
            What::NoOpinion => plain(&Phrase("official.no-opinion")),
            What::Penalised => {
                let words = plain(&Phrase("official.penalised"));
                match incident.said.is_empty() {
                    true => words,
                    false => format!("{words}: {}", incident.said),
                }
            }
        }
    }

    fn outcome(&self, outcome: IncidentEnd) -> String {
        match outcome {
            IncidentEnd::Penalty(days) => {
                let n = Counted("counted.day").count(self.language, days);
                self.fill(&Phrase("official.out-penalty"), &[("n", n)])
            }
            IncidentEnd::Result(code) => self.fill(
                &Phrase("official.out-result"),
                &[("result", code.text().to_owned())],
            ),
            IncidentEnd::Rejected => self.say(&Phrase("official.out-rejected")),
            IncidentEnd::Annulled => self.say(&Phrase("official.out-annulled")),
            IncidentEnd::ClockReset => self.say(&Phrase("official.out-reset")),
            IncidentEnd::FromNotice => self.say(&Phrase("official.out-notice")),
            IncidentEnd::NoAppeal => self.say(&Phrase("official.out-no-appeal")),
            IncidentEnd::Told => self.say(&Phrase("official.out-told")),
            IncidentEnd::Open => self.say(&Phrase("official.out-open")),
        }
    }

    fn contested(&self, annexes: &mut Annexes) -> DocumentSection {
        let mut section = self.section(&Phrase("official.contested"), "contested");
        let contested = self.input.contested();
        if contested.is_empty() {
            section.paragraph(self.say(&Phrase("official.none")));
            return section;
        }
        let items = contested.iter().map(|c| self.contested_item(c)).collect();
        if contested.len() <= MOST_WORDS {
            section.block(Block::Items(items));
            return section;
        }
        let mut annex = self.section(&Phrase("official.contested"), "contested-all");
        annex.block(Block::Items(items));
        let kinds = counted(contested.iter().map(|c| {
            self.say(match c.what {
                By::Protest => &Phrase("official.protests"),
                By::Appeal => &Phrase("official.appeals-lodged"),
                By::Claim => &Phrase("official.claims-refused"),
            })
        }));
        self.see(&mut section, kinds, annexes.add(annex));
        section
    }

    fn contested_item(&self, contested: &Contested) -> Item {
        let head = match contested.what {
            By::Protest => &Phrase("official.protest"),
            By::Appeal => &Phrase("official.appeal"),
            By::Claim => &Phrase("official.claim"),
        };
        let name = contested.number.map(|n| {
            self.input
                .named_in(Some(n), Some(&contested.game), contested.date)
        });
        let head = self.fill(
            head,
            &[
                ("day", self.date(contested.date)),
                ("game", contested.game.to_string()),
                ("name", name.unwrap_or_else(|| "–".to_owned())),
                ("article", contested.article.clone().unwrap_or_default()),
            ],
        );
        let mut lines = Vec::new();
        let said = contested
            .said
            .split_whitespace()
            .collect::<Vec<_>>()
            .join(" ");
        if !said.is_empty() {
            lines.push(self.fill(&Phrase("official.said"), &[("text", said)]));
        }
        lines.push(match (contested.refused, &contested.settled) {
            (Some(why), _) => {
                let why = match why {
                    Refused::Appeal(AppealTrouble::Late) => {
                        self.say(&Phrase("official.refused-late"))
                    }
                    Refused::Appeal(AppealTrouble::NothingSent) => {
                        self.say(&Phrase("official.refused-nothing"))
                    }
                    Refused::Appeal(AppealTrouble::Final) => {
                        self.say(&Phrase("official.refused-final"))
                    }
                    Refused::Claim(Claim::Draw { times, quiet }) => self.fill(
                        &Phrase("official.refused-draw"),
                        &[("times", times.to_string()), ("quiet", quiet.to_string())],
                    ),
                    Refused::Claim(Claim::Time { barred: true, .. }) => {
                        self.say(&Phrase("official.refused-barred"))
                    }
                    Refused::Claim(Claim::Time {
                        at_move,
                        total,
                        limit,
                        ..
                    }) => self.fill(
                        &Phrase("official.refused-time"),
                        &[
                            ("at", at_move.to_string()),
                            ("total", total.to_string()),
                            ("limit", limit.to_string()),
                        ],
                    ),
                };
                self.fill(&Phrase("official.refused"), &[("why", why)])
            }
            (None, Some(settled)) => {
                let text = self.fill(
                    &Phrase("official.settled"),
                    &[
                        ("day", self.date(settled.date)),
                        ("id", settled.id.to_string()),
                        ("what", self.decided(settled)),
                        ("article", settled.article.clone().unwrap_or_default()),
                        ("reason", settled.reason.clone()),
                    ],
                );
                text.trim_end().to_owned()
            }
            (None, None) => self.say(&Phrase("official.unsettled")),
        });
        Item {
            head,
            lines,
            commands: Vec::new(),
        }
    }

    fn decisions(&self, annexes: &mut Annexes) -> DocumentSection {
        let mut section = self.section(&Phrase("official.decisions"), "decisions");
        let decisions = self.input.decisions();
        if decisions.is_empty() {
            section.paragraph(self.say(&Phrase("official.none")));
            return section;
        }
        let merged = merge(
            without_dates_of_moves(&decisions),
            |line| {
                let said = (self.shown(line), line.article.clone(), line.reason.clone());
                // Only what is decided of games can be the same of several.
                let own = line.game.is_none().then_some(line.id);
                (said, own)
            },
            |line| (line.date, line.game.clone()),
        );
        let mut table = Table::new(
            "decisions",
            [
                Column::right(Phrase("common.number").say(self.language)),
                Column::left(Phrase("common.date-title").say(self.language)),
                Column::left(Phrase("common.game").say(self.language)),
                Column::left(Phrase("official.decided").say(self.language)).key(),
                Column::left(Phrase("common.article").say(self.language)),
                Column::left(Phrase("common.reason").say(self.language)),
            ],
        )
        .in_cards();
        for (line, last, merged) in &merged {
            let number = match line.id == last.id {
                true => line.id.to_string(),
                false => format!("{} … {}", line.id, last.id),
            };
            table.row([
                number,
                self.days(merged),
                merged.games(),
                self.shown(line),
                line.article.clone().unwrap_or_default(),
                line.reason.clone(),
            ]);
        }
        if merged.len() <= MOST_ROWS {
            section.table(table);
            return section;
        }
        let mut annex = self.section(&Phrase("official.decisions"), "decisions-all");
        annex.table(table);
        let orders: BTreeSet<EventId> = decisions.iter().map(|d| d.id).collect();
        let n = orders.len().to_string();
        let (first, last) = (
            decisions.iter().map(|d| d.date).min(),
            decisions.iter().map(|d| d.date).max(),
        );
        let [from, to] = [first, last].map(|d| d.map(|d| self.date(d)).unwrap_or_default());
        let told = [("n", n), ("from", from), ("to", to)];
        let told = self.fill(&Phrase("official.decisions-in-all"), &told);
        self.see(&mut section, told, annexes.add(annex));
        section
    }

    /// What was decided, taken back or not.
    fn shown(&self, line: &IncidentDecision) -> String {
        match line.counts {
            true => self.decided(line),
            false => self.fill(
                &Phrase("official.dec-void"),
                &[("what", self.decided(line))],
            ),
        }
    }

    fn decided(&self, line: &IncidentDecision) -> String {
        let called = || line.what.what().replace('-', " ");
        let about = match &line.what {
            DecidedAbout::Game(event) => {
                let told = messages::entry(self.language, "decided", event, &());
                return told.unwrap_or_else(called);
            }
            DecidedAbout::Outage(given) => return given.said(self.language),
            DecidedAbout::Player(event) => event,
        };
        let name = self
            .input
            .named_in(line.number, line.game.as_ref(), line.date);
        let left = self.say(&Phrase("official.withdrawals")).to_lowercase();
        let beside = BTreeMap::from([("name", &name), ("withdrawals", &left)]);
        let told = messages::entry(self.language, "decided-about", about, &beside);
        told.unwrap_or_else(|| {
            let blanks = [("name", name.clone()), ("what", called())];
            self.fill(&Phrase("official.dec-player"), &blanks)
        })
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
            PlayerEvent::LeaveTaken { .. }
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

/// Kinds with how many there are of each: `silence – 8, penalties – 2`; the most first.
fn counted(kinds: impl Iterator<Item = String>) -> String {
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    for kind in kinds {
        *counts.entry(kind).or_default() += 1;
    }
    let mut counts: Vec<(String, usize)> = counts.into_iter().collect();
    counts.sort_by_key(|(kind, n)| (Reverse(*n), kind.clone()));
    let shown = counts.iter().map(|(kind, n)| format!("{kind} – {n}"));
    shown.collect::<Vec<_>>().join(", ")
}
