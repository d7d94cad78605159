//! The official report as a document.

use super::incidents::{By, Contested, Decided, DecisionLine, Incident, Outcome, Refused, What};
use super::{Chronicle, OfficialInput};
use crate::chess::{Side, Variant};
use crate::language::Language;
use crate::record::{
    AppealTrouble, Claim, Event, FaultKind, PlayerEntry, PlayerEvent, ResultCode, Termination,
    Unfinished,
};
use crate::report::document::{Block, Column, Document, Item, Section, Table};
use crate::report::preview::change_table;
use crate::report::table::{cross_table, players};
use crate::report::words::{Phrase, common as c, official as w};
use crate::rules::{Article, Forfeit, Profile};
use crate::time::Day;

/// The whole report.
pub fn document(input: &OfficialInput, language: Language) -> Document {
    let page = Page { input, language };
    let standings = input.table.standings();
    let mut document =
        Document::new(language, w::TITLE.say(language)).with_subtitle(input.table.name.clone());
    if let Some(due) = input.due() {
        let article = Article::OfficialReport.number(input.event.profile);
        let blanks = [
            ("day", c::date(language, due)),
            ("article", article.to_owned()),
        ];
        document = document.with_subtitle(page.fill(&w::DUE, &blanks));
    }
    if !standings.is_final {
        let open = c::GAMES.count(language, i64::from(standings.open));
        document = document.with_subtitle(page.fill(&w::PROVISIONAL, &[("n", open)]));
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

struct Page<'a> {
    input: &'a OfficialInput,
    language: Language,
}

impl Page<'_> {
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

    fn section(&self, title: &Phrase, anchor: &str) -> Section {
        Section::new(title.say(self.language)).anchored(anchor)
    }

    fn event(&self) -> Section {
        let event = &self.input.event;
        let regulations = &event.regulations;
        let mut facts: Vec<(String, String)> = Vec::new();
        let mut add = |name: &Phrase, value: String| facts.push((self.say(name), value));
        add(&w::CODE, self.input.table.code.clone());
        let rules = self.say(match event.profile {
            Profile::Server => &w::BY_SERVER,
            Profile::Post => &w::BY_POST,
            Profile::Email => &w::BY_EMAIL,
        });
        add(
            &w::RULES,
            match event.variant {
                Variant::Standard => rules,
                Variant::Chess960 => self.fill(&w::CHESS960, &[("rules", rules)]),
            },
        );
        add(&w::CHIEF, event.arbiter.clone());
        for (name, who) in [
            (&w::APPEALS, &event.appeals),
            (&w::ADJUDICATOR, &event.adjudicator),
        ] {
            if let Some(who) = who {
                add(name, who.clone());
            }
        }
        add(&w::START, self.date(event.start));
        if let Some(end) = event.end {
            add(&w::END, self.date(end));
        }
        if let Some(finished) = event.finished {
            add(&w::FINISHED, self.date(finished));
        }
        let days = |n: u32| c::DAYS.count(self.language, i64::from(n));
        let moves = w::MOVE_COUNT.count(self.language, i64::from(regulations.moves_per_period));
        let control = [
            ("days", days(regulations.days_per_period)),
            ("moves", moves),
        ];
        add(&w::CONTROL, self.fill(&w::CONTROL_IS, &control));
        add(&w::LEAVE, days(regulations.leave_days_per_year));
        let [first, again] = regulations.penalty_days;
        add(&w::PENALTY, format!("{}, {}", days(first), days(again)));
        add(
            &w::OVERSTEP_LEADS,
            self.say(match regulations.forfeit {
                Forfeit::Immediate => &w::OVERSTEP_IMMEDIATE,
                Forfeit::Notice => &w::OVERSTEP_NOTICE,
                Forfeit::Claim => &w::OVERSTEP_CLAIM,
            }),
        );
        let mut section = self.section(&w::EVENT, "event");
        section.facts(facts);
        section
    }

    fn changes(&self) -> Section {
        let mut section = self.section(&w::CHANGES, "changes");
        let changes = self.input.changes();
        match changes.is_empty() {
            true => section.paragraph(self.say(&w::NONE)),
            false => section.table(change_table(&changes, self.input.table.zone, self.language)),
        };
        section
    }

    fn persons(&self) -> Section {
        let mut section = self.section(&w::PERSONS, "persons");
        section.table(players(&self.input.table, self.language));
        section
    }

    fn table(&self) -> Section {
        let standings = self.input.table.standings();
        let mut section = self.section(&w::TABLE, "table");
        let mut table = cross_table(&self.input.table, &standings, self.language);
        let article = Article::FederationTable.number(self.input.event.profile);
        table.note(self.fill(&w::TABLE_NOTE, &[("article", article.to_owned())]));
        section.table(table);
        section
    }

    fn course(&self) -> Section {
        let games = &self.input.games;
        let mut facts: Vec<(String, String)> = Vec::new();
        let mut add = |name: &Phrase, value: String| facts.push((self.say(name), value));
        let over = games.iter().filter(|g| g.over).count();
        let of = [("n", over.to_string()), ("all", games.len().to_string())];
        add(&w::FINISHED_OF, self.fill(&w::OF, &of));
        let count = |codes: [ResultCode; 2]| {
            let ended = games.iter().filter(|g| g.over).filter_map(|g| g.result);
            ended.filter(|r| codes.contains(&r.code)).count()
        };
        let white = count([ResultCode::White, ResultCode::WhiteForfeit]);
        let drawn = count([ResultCode::Draw, ResultCode::Draw]);
        let black = count([ResultCode::Black, ResultCode::BlackForfeit]);
        add(&w::RESULTS, format!("{white}, {drawn}, {black}"));
        add(&w::ENDS, self.ends());
        let plies: u32 = games.iter().map(|g| g.ply).sum();
        add(&w::MOVES, plies.to_string());
        let (received, sent) = self.input.event.letters;
        add(&w::LETTERS, format!("{received}, {sent}"));
        if let Some(longest) = games.iter().max_by_key(|g| g.ply).filter(|g| g.ply > 0) {
            let moves = w::MOVE_COUNT.count(self.language, i64::from(longest.ply.div_ceil(2)));
            add(
                &w::LONGEST,
                format!("{} ({}), {moves}", longest.name, self.pair(longest)),
            );
        }
        let last = games.iter().filter_map(|g| Some((g.last?, g)));
        if let Some((day, game)) = last.max_by_key(|(day, _)| *day) {
            let name = format!("{} ({})", game.name, self.pair(game));
            let blanks = [("game", name), ("day", self.date(day))];
            add(&w::LAST, self.fill(&w::UNTIL, &blanks));
        }
        let mut section = self.section(&w::COURSE, "course");
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
            (&w::BY_CHECKMATE, &[Termination::Checkmate]),
            (&w::BY_RESIGNATION, &[Termination::Resignation]),
            (&w::BY_AGREEMENT, &[Termination::Agreement]),
            (
                &w::BY_POSITION,
                &[
                    Termination::Stalemate,
                    Termination::DeadPosition,
                    Termination::Threefold,
                    Termination::FiftyMoves,
                    Termination::Fivefold,
                    Termination::SeventyFiveMoves,
                ],
            ),
            (&w::BY_TIME, &[Termination::Time]),
            (&w::BY_SILENCE, &[Termination::Silence]),
            (&w::BY_WITHDRAWAL, &[Termination::Withdrawal]),
            (&w::BY_ADJUDICATION, &[Termination::Adjudication]),
            (&w::BY_DEFAULT, &[Termination::Default]),
            (&w::BY_RULING, &[Termination::Ruling]),
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

    fn violations(&self) -> Section {
        let mut section = self.section(&w::VIOLATIONS, "violations");
        let incidents = self.input.incidents();
        if incidents.is_empty() {
            section.paragraph(self.say(&w::NONE));
            return section;
        }
        let mut table = Table::new(
            "violations",
            [
                Column::left(c::DATE.say(self.language)),
                Column::left(c::GAME.say(self.language)),
                Column::left(w::PERSON.say(self.language)).key(),
                Column::left(w::WHAT.say(self.language)),
                Column::left(c::ARTICLE.say(self.language)),
                Column::left(w::DECIDED.say(self.language)),
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
                    FaultKind::Impossible => &w::FAULT_IMPOSSIBLE,
                    FaultKind::Unreadable => &w::FAULT_UNREADABLE,
                    FaultKind::Ambiguous => &w::FAULT_AMBIGUOUS,
                    FaultKind::WrongRepetition => &w::FAULT_REPETITION,
                    FaultKind::NoMove => &w::FAULT_NO_MOVE,
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
                &w::OVERSTEP,
                &[
                    ("move", at_move.to_string()),
                    ("total", total.to_string()),
                    ("limit", limit.to_string()),
                ],
            ),
            What::Silence => plain(&w::SILENCE),
            What::LateLeave => plain(&w::LATE_LEAVE),
            What::LateClaim => plain(&w::LATE_CLAIM),
            What::NoOpinion => plain(&w::NO_OPINION),
            What::Penalised => {
                let words = plain(&w::PENALISED);
                match incident.said.is_empty() {
                    true => words,
                    false => format!("{words}: {}", incident.said),
                }
            }
        }
    }

    fn outcome(&self, outcome: Outcome) -> String {
        match outcome {
            Outcome::Penalty(days) => {
                let n = c::DAYS.count(self.language, days);
                self.fill(&w::OUT_PENALTY, &[("n", n)])
            }
            Outcome::Result(code) => {
                self.fill(&w::OUT_RESULT, &[("result", code.text().to_owned())])
            }
            Outcome::Rejected => self.say(&w::OUT_REJECTED),
            Outcome::Annulled => self.say(&w::OUT_ANNULLED),
            Outcome::ClockReset => self.say(&w::OUT_RESET),
            Outcome::FromNotice => self.say(&w::OUT_NOTICE),
            Outcome::NoAppeal => self.say(&w::OUT_NO_APPEAL),
            Outcome::Told => self.say(&w::OUT_TOLD),
            Outcome::Open => self.say(&w::OUT_OPEN),
        }
    }

    fn contested(&self) -> Section {
        let mut section = self.section(&w::CONTESTED, "contested");
        let contested = self.input.contested();
        if contested.is_empty() {
            section.paragraph(self.say(&w::NONE));
            return section;
        }
        let items = contested.iter().map(|c| self.contested_item(c)).collect();
        section.block(Block::Items(items));
        section
    }

    fn contested_item(&self, contested: &Contested) -> Item {
        let head = match contested.what {
            By::Protest => &w::PROTEST,
            By::Appeal => &w::APPEAL,
            By::Claim => &w::CLAIM,
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
            lines.push(self.fill(&w::SAID, &[("text", said)]));
        }
        lines.push(match (contested.refused, &contested.settled) {
            (Some(why), _) => {
                let why = match why {
                    Refused::Appeal(AppealTrouble::Late) => self.say(&w::REFUSED_LATE),
                    Refused::Appeal(AppealTrouble::NothingSent) => self.say(&w::REFUSED_NOTHING),
                    Refused::Appeal(AppealTrouble::Final) => self.say(&w::REFUSED_FINAL),
                    Refused::Claim(Claim::Draw { times, quiet }) => self.fill(
                        &w::REFUSED_DRAW,
                        &[("times", times.to_string()), ("quiet", quiet.to_string())],
                    ),
                    Refused::Claim(Claim::Time { barred: true, .. }) => {
                        self.say(&w::REFUSED_BARRED)
                    }
                    Refused::Claim(Claim::Time {
                        at_move,
                        total,
                        limit,
                        ..
                    }) => self.fill(
                        &w::REFUSED_TIME,
                        &[
                            ("at", at_move.to_string()),
                            ("total", total.to_string()),
                            ("limit", limit.to_string()),
                        ],
                    ),
                };
                self.fill(&w::REFUSED, &[("why", why)])
            }
            (None, Some(settled)) => {
                let text = self.fill(
                    &w::SETTLED,
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
            (None, None) => self.say(&w::UNSETTLED),
        });
        Item {
            head,
            lines,
            commands: Vec::new(),
        }
    }

    fn decisions(&self) -> Section {
        let mut section = self.section(&w::DECISIONS, "decisions");
        let decisions = self.input.decisions();
        if decisions.is_empty() {
            section.paragraph(self.say(&w::NONE));
            return section;
        }
        let mut table = Table::new(
            "decisions",
            [
                Column::right(c::NUMBER.say(self.language)),
                Column::left(c::DATE.say(self.language)),
                Column::left(c::GAME.say(self.language)),
                Column::left(w::DECIDED.say(self.language)).key(),
                Column::left(c::ARTICLE.say(self.language)),
                Column::left(c::REASON.say(self.language)),
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
                    false => self.fill(&w::DEC_VOID, &[("what", self.decided(line))]),
                },
                line.article.clone().unwrap_or_default(),
                line.reason.clone(),
            ]);
        }
        section.table(table);
        section
    }

    fn decided(&self, line: &DecisionLine) -> String {
        let name = || {
            self.input
                .named_in(line.number, line.game.as_ref(), line.date)
        };
        let of = |phrase: &Phrase, side: Side| {
            self.fill(phrase, &[("side", c::side(self.language, side).to_owned())])
        };
        match &line.what {
            Decided::Game(event) => match event {
                Event::Ended {
                    result,
                    termination,
                } => {
                    let phrase = match termination {
                        Termination::Adjudication => &w::DEC_ADJUDICATED,
                        _ => &w::DEC_RESULT,
                    };
                    self.fill(phrase, &[("result", result.text().to_owned())])
                }
                Event::Penalty { side, days, .. } => self.fill(
                    &w::DEC_PENALTY,
                    &[
                        ("side", c::side(self.language, *side).to_owned()),
                        ("n", c::DAYS.count(self.language, *days)),
                    ],
                ),
                Event::DatesSet { ply, .. } => {
                    self.fill(&w::DEC_DATES, &[("ply", ply.to_string())])
                }
                Event::ClaimRejected { side, .. } => of(&w::DEC_REJECTED, *side),
                Event::TimeExceeded { side, .. } => of(&w::DEC_EXCEEDED, *side),
                Event::ClaimsBarred { side } => of(&w::DEC_BARRED, *side),
                Event::ClockReset { side } => of(&w::DEC_RESET, *side),
                Event::Paused { .. } => self.say(&w::DEC_PAUSED),
                Event::Resumed { .. } => self.say(&w::DEC_RESUMED),
                Event::Reopened { .. } => self.say(&w::DEC_REOPENED),
                Event::MovePlayed { .. } => self.say(&w::DEC_MOVE),
                Event::Voided { .. } => self.say(&w::DEC_VOIDED),
                Event::Revoked {
                    pass: Some(pass), ..
                } => self.fill(&w::DEC_PASS_REVOKED, &[("n", pass.to_string())]),
                Event::Revoked { decision, .. } => {
                    self.fill(&w::DEC_REVOKED, &[("id", decision.to_string())])
                }
                Event::AdjudicationOpened { .. } => self.say(&w::DEC_ADJUDICATE),
                Event::OpinionGiven { side, result, .. } => self.fill(
                    &w::DEC_OPINION,
                    &[
                        ("side", c::side(self.language, *side).to_owned()),
                        ("result", result.text().to_owned()),
                    ],
                ),
                Event::Dismissed { of } => self.fill(&w::DEC_DISMISSED, &[("n", of.to_string())]),
                Event::TimeGiven { side, .. } => of(&w::DEC_GIVEN, *side),
                Event::Replaced { was, is, .. } => {
                    let (was, is) = (was.name.clone(), is.name.clone());
                    self.fill(&w::DEC_REPLACED, &[("was", was), ("is", is)])
                }
                other => other.what().replace('-', " "),
            },
            Decided::Player(event) => match event {
                PlayerEvent::LeaveTaken { from, to, .. } => self.fill(
                    &w::DEC_LEAVE,
                    &[
                        ("name", name()),
                        ("from", self.date(*from)),
                        ("to", self.date(*to)),
                    ],
                ),
                PlayerEvent::AddressChanged { .. } => {
                    self.fill(&w::DEC_ADDRESS, &[("name", name())])
                }
                PlayerEvent::Revoked { decision, .. } => {
                    self.fill(&w::DEC_REVOKED, &[("id", decision.to_string())])
                }
                PlayerEvent::TookOver { of } => self.fill(
                    &w::DEC_REPLACED,
                    &[("was", of.name.clone()), ("is", name())],
                ),
                PlayerEvent::Withdrawn { .. } => {
                    let what = self.say(&w::WITHDRAWALS).to_lowercase();
                    self.fill(&w::DEC_PLAYER, &[("name", name()), ("what", what)])
                }
                _ => self.fill(
                    &w::DEC_PLAYER,
                    &[
                        ("name", name()),
                        ("what", line.what.what().replace('-', " ")),
                    ],
                ),
            },
        }
    }

    fn withdrawals(&self) -> Section {
        let mut section = self.section(&w::WITHDRAWALS, "withdrawals");
        let all = self.input.withdrawals();
        let mut lines: Vec<String> = all.iter().filter_map(|(n, e)| self.left(*n, e)).collect();
        if lines.is_empty() {
            lines.push(self.say(&w::NONE));
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
            PlayerEvent::AccessLost { .. } => None,
            PlayerEvent::WithdrawalAsked => Some(self.fill(&w::ASKED, &[name, day])),
            PlayerEvent::Withdrawn {
                games,
                counts,
                finished,
                scheduled,
                excluded,
            } => {
                let games = self.say(match games {
                    Unfinished::Lose => &w::GAMES_LOST,
                    Unfinished::Adjudicate => &w::GAMES_ADJUDICATED,
                    Unfinished::Annul => &w::GAMES_LEFT_OUT,
                });
                let counts = self.say(match counts {
                    true => &w::COUNTED,
                    false => &w::NOT_COUNTED,
                });
                let line = self.fill(
                    &w::WITHDRAWN,
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
                    true => self.fill(&w::EXCLUDED, &[("line", line)]),
                    false => line,
                })
            }
            PlayerEvent::LeaveTaken { .. }
            | PlayerEvent::LeaveAsked { .. }
            | PlayerEvent::LeaveKept { .. }
            | PlayerEvent::LeaveEnded { .. }
            | PlayerEvent::AddressChanged { .. }
            | PlayerEvent::Replaced { .. }
            | PlayerEvent::TookOver { .. }
            | PlayerEvent::Revoked { .. }
            | PlayerEvent::StyleChosen { .. } => None,
        }
    }

    fn enclosed(&self) -> Section {
        let mut section = self.section(&w::ENCLOSED, "enclosed");
        let points = [&w::ENCLOSED_GAMES, &w::ENCLOSED_RATING, &w::ENCLOSED_SAID];
        section.block(Block::List(points.map(|p| self.say(p)).to_vec()));
        let line = |title: &Phrase, rest: &str| format!("{} {rest}", self.say(title));
        let arbiter = line(
            &w::CHIEF,
            &format!("____________________  {}", self.input.event.arbiter),
        );
        let signed = line(&c::DATE, "____________________");
        section.preformatted(format!("{arbiter}\n\n{signed}\n"));
        section
    }
}
