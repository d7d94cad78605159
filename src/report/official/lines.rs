//! Violations, protests and decisions in the official report: in what is signed, or where they
//! are many in an annex.

use super::incidents::{
    By, Contested, DecidedAbout, Incident, IncidentDecision, IncidentEnd, Refused, What,
};
use super::merged::{merge, without_dates_of_moves};
use super::page::{Annexes, MOST_ROWS, MOST_WORDS, OfficialPage};
use crate::ids::EventId;
use crate::messages::{self, Counted, Phrase};
use crate::record::{AppealTrouble, Claim, FaultKind};
use crate::report::document::{Block, Column, DocumentSection, Item, Table};
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

impl OfficialPage<'_> {
    pub(super) fn violations(&self, annexes: &mut Annexes) -> DocumentSection {
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

    pub(super) fn contested(&self, annexes: &mut Annexes) -> DocumentSection {
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
            words: Vec::new(),
            commands: Vec::new(),
        }
    }

    pub(super) fn decisions(&self, annexes: &mut Annexes) -> DocumentSection {
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
