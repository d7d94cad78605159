//! Days given back to all games of a tournament that an outage hit: one decision.

use super::player::tournament_named;
use super::{Grounds, Inspection};
use crate::arbiter::notice::DatesGiven;
use crate::chess::{BySide, Side};
use crate::clock::DaySpan;
use crate::error::Failure;
use crate::ids::{GameName, PlayerId};
use crate::language::Language;
use crate::messages::Phrase;
use crate::orders::circular::Circular;
use crate::orders::compensate::{Hit, Touched, give, hits, letters, touched};
use crate::orders::{CompensateOrder, Outcome, Refusal};
use crate::record::GameFile;
use crate::report::document::{Column, Document, DocumentSection, Table};
use crate::report::words::common;
use crate::robot::deciding;
use crate::robot::desk::Desk;
use crate::rules::Article;
use crate::time::Day;
use serde_json::{Value, json};

/// A game that the outage touched.
#[derive(Clone, Debug)]
struct OutageLine {
    name: GameName,
    players: BySide<String>,
    hits: Vec<Hit>,
    touched: Vec<Touched>,
}

pub(super) fn compensate(
    desk: &mut Desk<'_>,
    order: &CompensateOrder,
    grounds: &Grounds,
) -> Result<Vec<Outcome>, Failure> {
    let code = order.code.as_str();
    let tournament = tournament_named(desk, code)?;
    let facts = desk.tx.tournament_facts(tournament)?;
    let today = facts.zone.day(desk.now);
    let most = i64::from(order.days);
    let window = order.window(today);
    if most == 0 {
        return Err(Refusal::NothingGiven.into());
    }
    if window.to < window.from {
        return Err(Refusal::OutageBackwards.into());
    }
    if window.to > today {
        return Err(Refusal::OutageToCome(window.to).into());
    }
    let mut lines = Vec::new();
    let mut given: Vec<(BySide<PlayerId>, DatesGiven)> = Vec::new();
    let mut known = false;
    for row in desk.tx.games_of_tournament(tournament)? {
        if !order.games.is_empty() && !order.games.contains(&row.name.number) {
            continue;
        }
        known = true;
        let reason = grounds.reason.clone();
        let now = desk.now;
        let game = desk.game(row.id)?;
        let hits = hits(game, window, most, today);
        let line = OutageLine {
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
            let after = ruling.game.as_deref().unwrap_or(game);
            given.extend(line.hits.iter().map(|h| (players(), told(after, h))));
            desk.record(ruling, Some(row.id), None)?;
        }
        if !line.hits.is_empty() || !line.touched.is_empty() {
            lines.push(line);
        }
    }
    if !known {
        return Err(Refusal::NoneOfThese(code.to_owned()).into());
    }
    if given.is_empty() {
        return Err(Refusal::NoClockRan {
            code: code.to_owned(),
            from: window.from,
            to: window.to,
        }
        .into());
    }
    let [_, protest_days] = facts.regulations.protest_days;
    let circular = Circular {
        tournament,
        article: Article::ArbiterDecides.number(facts.profile),
        protest_days,
        reason: &grounds.reason,
    };
    desk.record(letters(circular, code, window, &given), None, None)?;
    deciding::show(
        desk,
        Inspection::Compensation(Box::new(Compensation {
            code: code.to_owned(),
            window,
            lines,
        })),
    );
    let games: std::collections::BTreeSet<&str> =
        given.iter().map(|(_, g)| g.game.as_str()).collect();
    Ok(vec![Outcome::Compensated {
        code: code.to_owned(),
        days: given.iter().map(|(_, g)| g.days).sum(),
        games: games.len(),
        from: window.from,
        to: window.to,
        most,
    }])
}

/// What a letter says of a side that gets days back, in the game as it is with them.
fn told(game: &GameFile, hit: &Hit) -> DatesGiven {
    let tally = game.tally();
    let name = |side| game.player(side).name.clone();
    DatesGiven {
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

/// Who gets days back for an outage, and why.
#[derive(Clone, Debug)]
pub struct Compensation {
    code: String,
    window: DaySpan,
    lines: Vec<OutageLine>,
}

impl Compensation {
    /// For programs: each clock, and each game of which only letters were touched.
    pub fn json(&self) -> Value {
        let mut all = Vec::new();
        for line in &self.lines {
            for (hit, letters) in line.rows(Language::En) {
                all.push(json!({
                    "game": line.name.to_string(),
                    "side": hit.map(|h| h.side),
                    "player": hit.map(|h| line.players.get(h.side)),
                    "ran": hit.map_or(0, |h| h.ran),
                    "days": hit.map_or(0, |h| h.days),
                    "dates": hit.map(|h| &h.dates),
                    "letters": letters,
                }));
            }
        }
        let (from, to) = (self.window.from, self.window.to);
        json!({"tournament": self.code, "from": from, "to": to, "clocks": all})
    }

    /// For people.
    pub fn document(&self, language: Language) -> Document {
        let (from, to) = (self.window.from, self.window.to);
        let (from, to) = (common::date(language, from), common::date(language, to));
        let blanks = [("code", self.code.as_str()), ("from", &from), ("to", &to)];
        let mut document = Document::new(
            language,
            Phrase("compensation.title").fill(language, &blanks),
        );
        let mut table = Table::new(
            "compensation",
            [
                Column::left(Phrase("common.game").say(language)).key(),
                Column::left(Phrase("common.side").say(language)),
                Column::left(Phrase("common.player").say(language)).key(),
                Column::right(Phrase("compensation.ran").say(language)),
                Column::right(Phrase("compensation.given").say(language)),
                Column::left(Phrase("compensation.dates").say(language)),
                Column::left(Phrase("compensation.letters").say(language)),
            ],
        )
        .in_cards();
        for line in &self.lines {
            for (hit, letters) in line.rows(language) {
                let (side, player) = match hit {
                    Some(h) => (
                        common::side(language, h.side),
                        line.players.get(h.side).as_str(),
                    ),
                    None => ("-", "-"),
                };
                let (ran, days) = hit.map_or((0, 0), |h| (h.ran, h.days));
                let dates = hit.map_or_else(String::new, |h| runs(language, &h.dates));
                let name = line.name.to_string();
                let (ran, days) = (ran.to_string(), days.to_string());
                table.row([&name, side, player, &ran, &days, &dates, &letters]);
            }
        }
        table.note(Phrase("compensation.rule").say(language));
        let mut section = DocumentSection::untitled();
        section.table(table);
        document.push(section);
        document
    }
}

impl OutageLine {
    /// A row for each clock that ran, with what became of letters meanwhile. A game in
    /// which none ran has one row, for its letters.
    fn rows(&self, language: Language) -> Vec<(Option<&Hit>, String)> {
        let letters: Vec<String> = self.touched.iter().map(|t| why(language, t)).collect();
        let letters = letters.join("; ");
        let of = |side| self.hits.iter().find(move |h| h.side == side);
        let hits: Vec<&Hit> = Side::BOTH.into_iter().filter_map(of).collect();
        match hits[..] {
            [] => vec![(None, letters)],
            _ => hits
                .into_iter()
                .map(|h| (Some(h), letters.clone()))
                .collect(),
        }
    }
}

fn runs(language: Language, dates: &[DaySpan]) -> String {
    let day = |day| common::date(language, day);
    let run = |s: &DaySpan| match s.from == s.to {
        true => day(s.from),
        false => Phrase("compensation.span")
            .fill(language, &[("from", &day(s.from)), ("to", &day(s.to))]),
    };
    dates.iter().map(run).collect::<Vec<_>>().join(", ")
}

fn why(language: Language, touched: &Touched) -> String {
    let day = |day: &Day| common::date(language, *day);
    let (phrase, side, from, to) = match touched {
        Touched::Lost(side, at) => (Phrase("compensation.lost"), side, day(at), String::new()),
        Touched::Late(side, sent, came) => {
            (Phrase("compensation.late"), side, day(sent), day(came))
        }
    };
    let side = common::side(language, *side);
    phrase.fill(language, &[("side", side), ("from", &from), ("to", &to)])
}
