//! The official report as a document.

use super::incidents::{
    By, Contested, DecidedAbout, Incident, IncidentDecision, IncidentEnd, Refused, What,
};
use super::{Chronicle, OfficialInput};
use crate::chess::{Side, Variant};
use crate::language::Language;
use crate::messages::{self, Counted, Phrase};
use crate::record::{
    AppealTrouble, Claim, FaultKind, PlayerEntry, PlayerEvent, ResultCode, Termination, Unfinished,
};
use crate::report::document::{Block, Column, Document, DocumentSection, Item, Table};
use crate::report::preview::change_table;
use crate::report::table::{cross_table, players};
use crate::report::words::common as c;
use crate::rules::{Article, Forfeit, Profile};
use crate::time::Day;
use std::collections::BTreeMap;

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
    document.push(page.changes());
    document.push(page.table());
    document.push(page.course());
    document.push(page.violations());
    document.push(page.contested());
    document.push(page.decisions());
    document.push(page.withdrawals());
    document.push(page.persons());
    document.push(page.enclosed());
    document
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
        add(&Phrase("official.chief"), event.arbiter.clone());
        for (name, who) in [
            (&Phrase("official.appeals"), &event.appeals),
            (&Phrase("official.adjudicator"), &event.adjudicator),
        ] {
            if let Some(who) = who {
                add(name, who.clone());
            }
        }
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

    fn changes(&self) -> DocumentSection {
        let mut section = self.section(&Phrase("official.changes"), "changes");
        let changes = self.input.changes();
        match changes.is_empty() {
            true => section.paragraph(self.say(&Phrase("official.none"))),
            false => section.table(change_table(&changes, self.input.table.zone, self.language)),
        };
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
        let mut facts: Vec<(String, String)> = Vec::new();
        let mut add = |name: &Phrase, value: String| facts.push((self.say(name), value));
        let over = games.iter().filter(|g| g.over).count();
        let of = [("n", over.to_string()), ("all", games.len().to_string())];
        add(
            &Phrase("official.finished-of"),
            self.fill(&Phrase("official.of"), &of),
        );
        let count = |codes: [ResultCode; 2]| {
            let ended = games.iter().filter(|g| g.over).filter_map(|g| g.result);
            ended.filter(|r| codes.contains(&r.code)).count()
        };
        let white = count([ResultCode::White, ResultCode::WhiteForfeit]);
        let drawn = count([ResultCode::Draw, ResultCode::Draw]);
        let black = count([ResultCode::Black, ResultCode::BlackForfeit]);
        add(
            &Phrase("official.results"),
            format!("{white}, {drawn}, {black}"),
        );
        add(&Phrase("official.ends"), self.ends());
        let plies: u32 = games.iter().map(|g| g.ply).sum();
        add(&Phrase("official.moves"), plies.to_string());
        let (received, sent) = self.input.event.letters;
        add(&Phrase("official.letters"), format!("{received}, {sent}"));
        if let Some(longest) = games.iter().max_by_key(|g| g.ply).filter(|g| g.ply > 0) {
            let moves =
                Counted("counted.move").count(self.language, i64::from(longest.ply.div_ceil(2)));
            add(
                &Phrase("official.longest"),
                format!("{} ({}), {moves}", longest.name, self.pair(longest)),
            );
        }
        let last = games.iter().filter_map(|g| Some((g.last?, g)));
        if let Some((day, game)) = last.max_by_key(|(day, _)| *day) {
            let name = format!("{} ({})", game.name, self.pair(game));
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

    fn pair(&self, game: &Chronicle) -> String {
        let name = |side: Side| {
            let person = self.input.person(*game.players.get(side));
            person.map(|p| p.name.clone()).unwrap_or_default()
        };
        format!("{} – {}", name(Side::White), name(Side::Black))
    }

    /// How many games ended in which way.
    fn ends(&self) -> String {
        let mut parts = Vec::new();
        let kinds: [(&Phrase, &[Termination]); 10] = [
            (&Phrase("official.by-checkmate"), &[Termination::Checkmate]),
            (
                &Phrase("official.by-resignation"),
                &[Termination::Resignation],
            ),
            (&Phrase("official.by-agreement"), &[Termination::Agreement]),
            (
                &Phrase("official.by-position"),
                &[
                    Termination::Stalemate,
                    Termination::DeadPosition,
                    Termination::Threefold,
                    Termination::FiftyMoves,
                    Termination::Fivefold,
                    Termination::SeventyFiveMoves,
                ],
            ),
            (&Phrase("official.by-time"), &[Termination::Time]),
            (&Phrase("official.by-silence"), &[Termination::Silence]),
            (
                &Phrase("official.by-withdrawal"),
                &[Termination::Withdrawal],
            ),
            (
                &Phrase("official.by-adjudication"),
                &[Termination::Adjudication],
            ),
            (&Phrase("official.by-default"), &[Termination::Default]),
            (&Phrase("official.by-ruling"), &[Termination::Ruling]),
        ];
        for (phrase, kinds) in kinds {
            let ended = self.input.games.iter().filter(|g| g.over);
            let n = ended
                .filter_map(|g| g.result)
                .filter(|r| kinds.contains(&r.termination))
                .count();
            if n > 0 {
                parts.push(format!("{} – {n}", self.say(phrase)));
            }
        }
        parts.join(", ")
    }

    fn violations(&self) -> DocumentSection {
        let mut section = self.section(&Phrase("official.violations"), "violations");
        let incidents = self.input.incidents();
        if incidents.is_empty() {
            section.paragraph(self.say(&Phrase("official.none")));
            return section;
        }
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
        for incident in &incidents {
            let game = incident.game.as_ref().map(ToString::to_string);
            table.row([
                self.date(incident.date),
                game.unwrap_or_default(),
                self.input
                    .named_in(Some(incident.number), incident.game.as_ref(), incident.date),
                self.what(incident),
                incident.article.clone().unwrap_or_default(),
                self.outcome(incident.outcome),
            ]);
        }
        section.table(table);
        section
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

    fn contested(&self) -> DocumentSection {
        let mut section = self.section(&Phrase("official.contested"), "contested");
        let contested = self.input.contested();
        if contested.is_empty() {
            section.paragraph(self.say(&Phrase("official.none")));
            return section;
        }
        let items = contested.iter().map(|c| self.contested_item(c)).collect();
        section.block(Block::Items(items));
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

    fn decisions(&self) -> DocumentSection {
        let mut section = self.section(&Phrase("official.decisions"), "decisions");
        let decisions = self.input.decisions();
        if decisions.is_empty() {
            section.paragraph(self.say(&Phrase("official.none")));
            return section;
        }
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
        for line in &decisions {
            let game = line.game.as_ref().map(ToString::to_string);
            table.row([
                line.id.to_string(),
                self.date(line.date),
                game.unwrap_or_default(),
                match line.counts {
                    true => self.decided(line),
                    false => self.fill(
                        &Phrase("official.dec-void"),
                        &[("what", self.decided(line))],
                    ),
                },
                line.article.clone().unwrap_or_default(),
                line.reason.clone(),
            ]);
        }
        section.table(table);
        section
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

    fn withdrawals(&self) -> DocumentSection {
        let mut section = self.section(&Phrase("official.withdrawals"), "withdrawals");
        let all = self.input.withdrawals();
        let mut lines: Vec<String> = all.iter().filter_map(|(n, e)| self.left(*n, e)).collect();
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

    fn enclosed(&self) -> DocumentSection {
        let mut section = self.section(&Phrase("official.enclosed"), "enclosed");
        let points = [
            &Phrase("official.enclosed-games"),
            &Phrase("official.enclosed-rating"),
            &Phrase("official.enclosed-said"),
        ];
        section.block(Block::List(points.map(|p| self.say(p)).to_vec()));
        let line = |title: &Phrase, rest: &str| format!("{} {rest}", self.say(title));
        let arbiter = line(
            &Phrase("official.chief"),
            &format!("____________________  {}", self.input.event.arbiter),
        );
        let signed = line(&Phrase("common.date-title"), "____________________");
        section.preformatted(format!("{arbiter}\n\n{signed}\n"));
        section
    }
}
