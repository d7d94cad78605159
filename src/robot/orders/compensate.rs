//! Days given back to all games of a tournament that an outage hit: one decision.

use super::compensation::{Compensation, OutageLine};
use super::player::tournament_named;
use super::{Grounds, Inspection};
use crate::arbiter::notice::DatesGiven;
use crate::chess::{BySide, Side};
use crate::error::Failure;
use crate::ids::PlayerId;
use crate::orders::circular::Circular;
use crate::orders::compensate::{Hit, give, hits, letters, touched};
use crate::orders::{CompensateOrder, Outcome, Refusal};
use crate::record::GameFile;
use crate::robot::deciding;
use crate::robot::desk::Desk;
use crate::rules::Article;

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
