//! Days given back to all games of a tournament that an outage hit: one decision.

use super::{Grounds, Shown};
use crate::arbiter::Article;
use crate::arbiter::compensation::{Hit, Telling, Touched, give, hits, touched};
use crate::arbiter::notice::Given;
use crate::chess::{BySide, Side};
use crate::clock::Span;
use crate::error::Failure;
use crate::ids::{GameName, PlayerId};
use crate::language::Language;
use crate::record::GameFile;
use crate::report::document::{Column, Document, Section, Table};
use crate::report::words::{common, compensation as w};
use crate::robot::desk::Batch;
use crate::time::Day;
use serde_json::json;

/// An outage, and what is given back for it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outage {
    /// The tournament's code.
    pub tournament: String,
    /// At most so many days to each clock.
    pub days: u32,
    /// First and last day of the outage; not told: as many days up to yesterday.
    pub window: Option<Span>,
    /// Only these games, by number; empty: all.
    pub games: Vec<u32>,
}

/// A game that the outage touched.
struct Line {
    name: GameName,
    players: BySide<String>,
    hits: Vec<Hit>,
    touched: Vec<Touched>,
}

impl Batch<'_> {
    pub(super) fn compensate(
        &mut self,
        outage: &Outage,
        grounds: &Grounds,
    ) -> Result<String, Failure> {
        let code = outage.tournament.as_str();
        let tournament = self.tournament_named(code)?;
        let facts = self.tx.tournament_facts(tournament)?;
        let today = facts.zone.day(self.now);
        let most = i64::from(outage.days);
        let window = outage.window.unwrap_or(Span {
            from: today.plus(-most),
            to: today.plus(-1),
        });
        if most == 0 {
            return Err(Failure::failed("0 days give nothing back"));
        }
        if window.to < window.from {
            return Err(Failure::failed("the outage ends before it begins"));
        }
        if window.to > today {
            let to = window.to;
            return Err(Failure::failed(format!(
                "the outage is to end on {to}, which is still to come"
            ))
            .hint("td pause stops the clocks of a tournament until td resume"));
        }
        let mut lines = Vec::new();
        let mut given: Vec<(BySide<PlayerId>, Given)> = Vec::new();
        let mut known = false;
        for row in self.tx.games_of_tournament(tournament)? {
            if !outage.games.is_empty() && !outage.games.contains(&row.name.number) {
                continue;
            }
            known = true;
            let reason = grounds.reason.clone();
            let now = self.now;
            let game = self.game(row.id)?;
            let hits = hits(game, window, most, today);
            let line = Line {
                name: row.name.clone(),
                players: BySide {
                    white: row.players.white.1.clone(),
                    black: row.players.black.1.clone(),
                },
                touched: touched(game, window),
                hits,
            };
            if !line.hits.is_empty() {
                let ruling = give(game, &line.hits, &reason, now);
                let players = || BySide {
                    white: row.players.white.0,
                    black: row.players.black.0,
                };
                given.extend(line.hits.iter().map(|h| (players(), told(game, h))));
                self.record(ruling, Some(row.id), None)?;
            }
            if !line.hits.is_empty() || !line.touched.is_empty() {
                lines.push(line);
            }
        }
        if !known {
            return Err(Failure::missing(format!("{code} has none of these games")));
        }
        if given.is_empty() {
            return Err(Failure::failed(format!(
                "no clock of {code} ran from {} to {}: there is nothing to give back",
                window.from, window.to
            )));
        }
        let [_, protest_days] = facts.regulations.protest_days;
        let telling = Telling {
            tournament,
            code,
            window,
            article: Article::ArbiterDecides.number(facts.profile),
            protest_days,
            reason: &grounds.reason,
        };
        self.record(telling.letters(&given), None, None)?;
        self.show(shown(code, window, &lines));
        let games: std::collections::BTreeSet<&str> =
            given.iter().map(|(_, g)| g.game.as_str()).collect();
        let days: i64 = given.iter().map(|(_, g)| g.days).sum();
        Ok(format!(
            "{code}: {days} days given back in {} games for the outage from {} to {}, at most {most} to a clock",
            games.len(),
            window.from,
            window.to
        ))
    }
}

/// What a letter says of a side that gets days back; the game has them already.
fn told(game: &GameFile, hit: &Hit) -> Given {
    let tally = game.tally();
    let name = |side| game.player(side).name.clone();
    Given {
        game: game.facts.name.to_string(),
        white: name(Side::White),
        black: name(Side::Black),
        side: hit.side,
        yours: false,
        days: hit.days,
        dates: hit.dates.iter().map(|s| (s.from, s.to)).collect(),
        total: tally.sides.get(hit.side).total,
        flag: tally.running.filter(|r| r.side == hit.side).map(|r| r.flag),
    }
}

fn runs(dates: &[Span]) -> String {
    let run = |s: &Span| match s.from == s.to {
        true => s.from.to_string(),
        false => format!("{} to {}", s.from, s.to),
    };
    dates.iter().map(run).collect::<Vec<_>>().join(", ")
}

fn why(touched: &Touched) -> String {
    let day = |d: &Day| d.to_string();
    let (phrase, side, from, to) = match touched {
        Touched::Lost(side, at) => (w::LOST, side, day(at), String::new()),
        Touched::Late(side, sent, came) => (w::LATE, side, day(sent), day(came)),
    };
    let side = common::side(Language::En, *side);
    phrase.fill(
        Language::En,
        &[("side", side), ("from", &from), ("to", &to)],
    )
}

/// Who gets what, and why.
fn shown(code: &str, window: Span, lines: &[Line]) -> Shown {
    let en = Language::En;
    let (from, to) = (window.from.to_string(), window.to.to_string());
    let blanks = [("code", code), ("from", from.as_str()), ("to", to.as_str())];
    let mut document = Document::new(en, w::TITLE.fill(en, &blanks));
    let mut table = Table::new(
        "compensation",
        [
            Column::left(common::GAME.say(en)).key(),
            Column::left(common::SIDE.say(en)),
            Column::left(common::PLAYER.say(en)).key(),
            Column::right(w::RAN.say(en)),
            Column::right(w::GIVEN.say(en)),
            Column::left(w::DATES.say(en)),
            Column::left(w::LETTERS.say(en)),
        ],
    )
    .in_cards();
    let mut all = Vec::new();
    for line in lines {
        let letters: Vec<String> = line.touched.iter().map(why).collect();
        let letters = letters.join("; ");
        for side in Side::BOTH {
            let hit = line.hits.iter().find(|h| h.side == side);
            // A game in which no clock ran has one line, for its letters.
            if hit.is_none() && (side == Side::Black || !line.hits.is_empty()) {
                continue;
            }
            let player = line.players.get(side);
            let (ran, days) = hit.map_or((0, 0), |h| (h.ran, h.days));
            let dates = hit.map_or_else(String::new, |h| runs(&h.dates));
            let name = line.name.to_string();
            let (side, player) = match hit {
                Some(_) => (common::side(en, side), player.as_str()),
                None => ("-", "-"),
            };
            let cells = [
                &name,
                side,
                player,
                &ran.to_string(),
                &days.to_string(),
                &dates,
                &letters,
            ];
            table.row(cells);
            all.push(json!({
                "game": name,
                "side": hit.map(|h| h.side),
                "player": hit.map(|_| player),
                "ran": ran,
                "days": days,
                "dates": hit.map(|h| &h.dates),
                "letters": letters,
            }));
        }
    }
    table.note(w::RULE.say(en));
    let mut section = Section::untitled();
    section.table(table);
    document.push(section);
    Shown {
        name: "compensation",
        json: json!({"tournament": code, "from": window.from, "to": window.to, "clocks": all}),
        document,
    }
}
