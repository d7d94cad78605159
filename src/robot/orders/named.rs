//! Whom and what an order names: a player, a tournament, all its games.

use crate::error::Failure;
use crate::ids::{PlayerRef, TournamentId};
use crate::orders::Refusal;
use crate::orders::plan::WholeTournament;
use crate::robot::desk::Desk;
use crate::store::PlayerRow;

/// The player a decision names.
pub(super) fn player_named(desk: &Desk<'_>, player: &PlayerRef) -> Result<PlayerRow, Failure> {
    let found = desk.tx.player_find(player)?;
    found.ok_or_else(|| Refusal::NoPlayer(player.to_string()).into())
}

/// The tournament a decision names.
pub(super) fn tournament_named(desk: &Desk<'_>, code: &str) -> Result<TournamentId, Failure> {
    let row = desk.tx.tournament_load(code)?;
    let row = row.ok_or_else(|| Refusal::NoTournament(code.to_owned()))?;
    Ok(row.facts.id)
}

/// The only tournament that a decision is for, where it names one.
pub(super) fn only_in(
    desk: &Desk<'_>,
    code: Option<&str>,
) -> Result<Option<TournamentId>, Failure> {
    code.map(|code| tournament_named(desk, code)).transpose()
}

/// A tournament with the games that a decision is about, by their numbers.
pub(super) fn whole_tournament(
    desk: &mut Desk<'_>,
    id: TournamentId,
    is_about: impl Fn(u32) -> bool,
) -> Result<WholeTournament, Failure> {
    let facts = desk.tx.tournament_facts(id)?;
    let [_, protest_days] = facts.regulations.protest_days;
    let mut games = Vec::new();
    for row in desk.tx.games_of_tournament(id)? {
        if is_about(row.name.number) {
            games.push(desk.snapshot(row.id)?);
        }
    }
    Ok(WholeTournament {
        id,
        code: facts.code.clone(),
        profile: facts.profile,
        zone: facts.zone,
        transit_days: i64::from(facts.regulations.transit_days),
        protest_days,
        games,
    })
}
