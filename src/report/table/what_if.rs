//! What a withdrawal would make of the table, before it is decided: each of the three
//! ways of 54.7.1, 55.8.1 and 56.8.1 with the finished games counted or not (33),
//! side by side.

use super::{GameLine, TableInput};
use crate::chess::Side;
use crate::ids::PlayerId;
use crate::language::Language;
use crate::messages::{Phrase, word};
use crate::orders::withdraw::{GamesLeft, LeavingFate, fate, neither_was_there};
use crate::record::{GameResult, ResultCode, Status, Termination, Unfinished};
use crate::report::document::{Column, Document, DocumentSection, Table, Tone};
use crate::tournament::play::System;
use crate::tournament::standings::{Standings, StandingsRow};
use serde_json::{Value, json};
use std::collections::BTreeSet;

/// One choice the arbiter has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Choice {
    /// What becomes of the unfinished games.
    pub way: Unfinished,
    /// The finished ones count.
    pub counts: bool,
}

/// The table as a choice would make it.
#[derive(Clone, Debug)]
pub struct Branch {
    /// The choice.
    pub choice: Choice,
    /// The table.
    pub table: Standings,
}

/// All choices beside the table as it stands.
#[derive(Clone, Debug)]
pub struct WhatIf {
    /// The tournament.
    pub code: String,
    /// Who would leave.
    pub player: PlayerId,
    /// His starting number.
    pub start_number: u32,
    /// His name.
    pub name: String,
    /// The figures with which the preset of 33.1 or 33.2 is found.
    pub done: GamesLeft,
    /// The table as it stands.
    pub now: Standings,
    /// The six choices.
    pub branches: Vec<Branch>,
}

/// How a player fares with a choice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Fares {
    Better,
    Worse,
    Same,
}

impl TableInput {
    /// Games done and to do of a player.
    pub fn done_by(&self, start_number: u32) -> GamesLeft {
        let mut done = GamesLeft {
            round_robin: self.is_round_robin(),
            ..GamesLeft::default()
        };
        for game in &self.games {
            if let Some(side) = game.side_of(start_number) {
                let result = game.result.map(|r| (r.code, r.termination));
                done.add(side, result, self.has_left(game.number(side.other())));
            }
        }
        done
    }

    /// Everyone meets everyone (33.1): by the system, or by the list of pairs.
    fn is_round_robin(&self) -> bool {
        match self.seating.system {
            System::RoundRobin | System::DoubleRoundRobin => true,
            System::Pairs => {
                let pair = |g: &GameLine| {
                    let [a, b] = Side::BOTH.map(|side| g.number(side));
                    (a.min(b), a.max(b))
                };
                let met: BTreeSet<(u32, u32)> = self.games.iter().map(pair).collect();
                let who: BTreeSet<u32> = met.iter().flat_map(|(a, b)| [*a, *b]).collect();
                met.len() == who.len() * who.len().saturating_sub(1) / 2
            }
            System::Match
            | System::Swiss
            | System::KnockOut
            | System::DoubleKnockOut
            | System::Scheveningen
            | System::TeamRoundRobin
            | System::TeamSwiss
            | System::TeamKnockOut => false,
        }
    }

    fn has_left(&self, start_number: u32) -> bool {
        self.entrants
            .iter()
            .any(|e| e.start_number == start_number && e.withdrawn)
    }

    /// The tournament as it would be, had a player left.
    pub fn without(&self, start_number: u32, choice: Choice) -> TableInput {
        let mut then = self.clone();
        for game in &mut then.games {
            let Some(side) = game.side_of(start_number) else {
                continue;
            };
            let left = self.has_left(game.number(side.other()));
            let result = game.result.map(|r| (r.code, r.termination));
            let ends = |code| {
                let termination = Termination::Withdrawal;
                Some(GameResult { code, termination })
            };
            if game.status == Status::Finished {
                let lost = choice.way == Unfinished::Lose;
                if lost && neither_was_there(side, result, left) {
                    game.result = ends(ResultCode::BothForfeit);
                }
                continue;
            }
            match fate(choice.way, side, game.ply, left) {
                LeavingFate::Ends(code) => {
                    game.status = Status::Finished;
                    game.result = ends(code);
                }
                LeavingFate::Adjudication => game.status = Status::Adjudication,
            }
        }
        for entrant in &mut then.entrants {
            if entrant.start_number == start_number {
                entrant.withdrawn = true;
                entrant.counts = choice.counts;
            }
        }
        then
    }

    /// What would become of the table; `None` where nobody has that starting number.
    pub fn what_if(&self, start_number: u32) -> Option<WhatIf> {
        let entrant = self
            .entrants
            .iter()
            .find(|e| e.start_number == start_number)?;
        let choices = Unfinished::ALL
            .into_iter()
            .flat_map(|way| [true, false].map(|counts| Choice { way, counts }));
        let branches = choices.map(|choice| Branch {
            choice,
            table: self.without(start_number, choice).standings(),
        });
        Some(WhatIf {
            code: self.code.clone(),
            player: entrant.player,
            start_number,
            name: entrant.name.clone(),
            done: self.done_by(start_number),
            now: self.standings(),
            branches: branches.collect(),
        })
    }
}

fn row(table: &Standings, number: u32) -> Option<&StandingsRow> {
    table.table.iter().find(|r| r.start_number == number)
}

/// First and last place of `2-3`.
fn places(row: &StandingsRow) -> (u32, u32) {
    let (first, last) = row
        .place
        .split_once('-')
        .unwrap_or((&row.place, &row.place));
    let number = |text: &str| text.parse().unwrap_or(u32::MAX);
    (number(first), number(last))
}

/// `2-3 (5.5)`, with the place in brackets where the player does not count.
fn standing(row: &StandingsRow) -> String {
    match row.counts {
        true => format!("{} ({})", row.place, row.points),
        false => format!("({})", row.place),
    }
}

fn counted(counts: bool) -> &'static str {
    if counts { "count" } else { "drop" }
}

impl WhatIf {
    fn fares(&self, branch: &Branch, number: u32) -> Fares {
        let (Some(now), Some(then)) = (row(&self.now, number), row(&branch.table, number)) else {
            return Fares::Same;
        };
        let (now, then) = (places(now), places(then));
        let sum = |p: (u32, u32)| p.0.saturating_add(p.1);
        match sum(then).cmp(&sum(now)) {
            std::cmp::Ordering::Less => Fares::Better,
            std::cmp::Ordering::Greater => Fares::Worse,
            std::cmp::Ordering::Equal => Fares::Same,
        }
    }

    /// Whether a choice is the one that article 33 presets.
    pub fn is_preset(&self, choice: Choice) -> bool {
        choice.counts == self.done.counts()
    }

    /// The others, in the order of the table, whose place becomes better or worse.
    fn who(&self, branch: &Branch, fares: Fares) -> Vec<&StandingsRow> {
        let others = self.now.table.iter();
        others
            .filter(|r| r.start_number != self.start_number)
            .filter(|r| self.fares(branch, r.start_number) == fares)
            .collect()
    }

    /// Whether some choice changes a player's place or points.
    fn is_touched(&self, now: &StandingsRow) -> bool {
        now.start_number == self.start_number
            || self.branches.iter().any(|b| {
                row(&b.table, now.start_number)
                    .is_some_and(|then| (&then.place, then.points) != (&now.place, now.points))
            })
    }

    /// The command that decides for a choice, without `postchess`.
    pub fn command(&self, choice: Choice) -> String {
        let finished = match self.is_preset(choice) {
            true => String::new(),
            false => format!(" --finished {}", counted(choice.counts)),
        };
        format!(
            "td withdraw {0}:{1} {0} --games {2}{finished}",
            self.code,
            self.start_number,
            choice.way.name()
        )
    }

    /// The commands of the choices that the figures preset, without `postchess`.
    pub fn orders(&self) -> Vec<String> {
        let presets = self.branches.iter().filter(|b| self.is_preset(b.choice));
        presets.map(|b| self.command(b.choice)).collect()
    }

    /// As JSON: the figures, the table as it stands, and each choice with its table
    /// and what changes in it.
    pub fn json(&self) -> Value {
        let ways = self.branches.iter().map(|branch| {
            let changes = self.now.table.iter().filter_map(|now| {
                let then = row(&branch.table, now.start_number)?;
                let same = (&then.place, then.points) == (&now.place, now.points);
                (!same).then(|| {
                    json!({
                        "start_number": now.start_number,
                        "name": now.name,
                        "place": {"from": now.place, "to": then.place},
                        "points": {"from": now.points, "to": then.points},
                        "fares": match self.fares(branch, now.start_number) {
                            Fares::Better => "better",
                            Fares::Worse => "worse",
                            Fares::Same => "same",
                        },
                    })
                })
            });
            json!({
                "games": branch.choice.way.name(),
                "finished": counted(branch.choice.counts),
                "preset": self.is_preset(branch.choice),
                "command": self.command(branch.choice),
                "changes": changes.collect::<Vec<_>>(),
                "table": branch.table.table,
            })
        });
        json!({
            "tournament": self.code,
            "player": self.player,
            "start_number": self.start_number,
            "name": self.name,
            "finished": self.done.finished,
            "scheduled": self.done.scheduled,
            "preset": counted(self.done.counts()),
            "now": self.now.table,
            "ways": ways.collect::<Vec<_>>(),
        })
    }

    /// As a document in a language.
    pub fn document(&self, language: Language) -> Document {
        let say = |phrase: Phrase| phrase.say(language);
        let title = Phrase("withdrawal.title")
            .fill(language, &[("name", &self.name), ("code", &self.code)]);
        let mut document = Document::new(language, title);
        let (done, scheduled) = (
            self.done.finished.to_string(),
            self.done.scheduled.to_string(),
        );
        let preset = match (self.done.round_robin, self.done.counts()) {
            (false, _) => Phrase("withdrawal.preset-stays"),
            (true, true) => Phrase("withdrawal.preset-count"),
            (true, false) => Phrase("withdrawal.preset-drop"),
        };
        let by = [("article", self.done.preset())];
        let blanks = [
            ("finished", done.as_str()),
            ("scheduled", scheduled.as_str()),
        ];
        document.subtitle.push(preset.fill(language, &blanks));
        let mut section = DocumentSection::untitled();
        section.table(self.table(language));
        document.push(section);
        let mut whom =
            DocumentSection::new(say(Phrase("withdrawal.gains-and-losses"))).anchored("gains");
        let mut table = Table::new(
            "gains",
            [
                Column::left(say(Phrase("withdrawal.unfinished"))).key(),
                Column::left(say(Phrase("withdrawal.finished"))).key(),
                Column::left(say(Phrase("withdrawal.gain"))),
                Column::left(say(Phrase("withdrawal.lose"))),
            ],
        )
        .in_cards();
        for branch in &self.branches {
            let names = |fares| {
                let rows = self.who(branch, fares);
                let each = rows.iter().filter_map(|now| {
                    let then = row(&branch.table, now.start_number)?;
                    Some(format!("{} {}→{}", now.name, now.place, then.place))
                });
                let all: Vec<String> = each.collect();
                match all.is_empty() {
                    true => "-".to_owned(),
                    false => all.join(", "),
                }
            };
            let mark = if self.is_preset(branch.choice) {
                " *"
            } else {
                ""
            };
            table.row([
                way(language, branch.choice.way).to_owned(),
                format!("{}{mark}", say(finished(branch.choice.counts))),
                names(Fares::Better),
                names(Fares::Worse),
            ]);
        }
        table.note(Phrase("withdrawal.preset-mark").fill(language, &by));
        whom.table(table);
        document.push(whom);
        let mut orders = DocumentSection::new(say(Phrase("withdrawal.orders"))).anchored("orders");
        let lines: Vec<String> = self
            .orders()
            .iter()
            .map(|order| format!("postchess {order}"))
            .collect();
        orders.preformatted(lines.join("\n"));
        orders.paragraph(Phrase("withdrawal.otherwise").fill(language, &by));
        document.push(orders);
        document
    }

    /// Places and points of everybody whom a choice touches.
    fn table(&self, language: Language) -> Table {
        let say = |phrase: Phrase| phrase.say(language);
        let mut columns = vec![
            Column::right(say(Phrase("common.number"))),
            Column::left(say(Phrase("common.player"))).key(),
            Column::right(say(Phrase("withdrawal.now"))),
        ];
        for branch in &self.branches {
            let mark = if self.is_preset(branch.choice) {
                " *"
            } else {
                ""
            };
            let title = say(finished(branch.choice.counts));
            let label = format!("{}, {title}{mark}", way(language, branch.choice.way));
            columns.push(Column::right(format!("{title}{mark}")).label(label));
        }
        let mut table = Table::new("what-if", columns);
        let mut group = vec![(String::new(), 3)];
        group.extend(Unfinished::ALL.map(|of| (way(language, of).to_owned(), 2)));
        table.group(group);
        for now in self.now.table.iter().filter(|r| self.is_touched(r)) {
            let mut cells = vec![
                now.start_number.to_string(),
                now.name.clone(),
                standing(now),
            ];
            for branch in &self.branches {
                let then = row(&branch.table, now.start_number);
                cells.push(then.map_or_else(String::new, standing));
            }
            let written = table.row(cells);
            if now.start_number == self.start_number {
                written.tone = Tone::Quiet;
            }
        }
        table.note(say(Phrase("withdrawal.cells")));
        if self.branches.iter().any(|b| !b.table.is_final) || !self.now.is_final {
            table.note(say(Phrase("withdrawal.provisional")));
        }
        table
    }
}

impl GameLine {
    /// The side that a starting number has here.
    pub fn side_of(&self, start_number: u32) -> Option<Side> {
        Side::BOTH
            .into_iter()
            .find(|s| self.number(*s) == start_number)
    }

    /// The starting number of a side.
    pub fn number(&self, side: Side) -> u32 {
        super::json::number(self, side)
    }
}

/// What becomes of the unfinished games, as a title.
fn way(language: Language, way: Unfinished) -> &'static str {
    word(language, "way", &way)
}

/// Whether the finished games count, as a title.
fn finished(counts: bool) -> Phrase {
    match counts {
        true => Phrase("withdrawal.count"),
        false => Phrase("withdrawal.drop"),
    }
}
