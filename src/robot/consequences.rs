//! What entries change beside the record: rows that say who plays, who is away, where
//! letters go and which tournament is over.

use super::codes;
use super::deciding;
use super::desk::Desk;
use super::orders;
use super::reports;
use super::rounds;
use super::stages;
use crate::arbiter::{NoticeKind, Ruling};
use crate::chess::Side;
use crate::error::Failure;
use crate::ids::{GameId, PlayerId, TournamentId};
use crate::record::{
    About, Carrier, Event, GameFile, PlayerEntry, PlayerEvent, Recorded, Status, revoked_entries,
};
use crate::report::pdf::card_suffices;
use crate::request::LetterStyle;
use crate::store::{Begins, NewLeave, OutboundState, PaperWanted};
use std::collections::BTreeSet;
use std::sync::Arc;

/// A game that another plays on with is read anew under its new holder. What has
/// not left for the one before him leaves no more where his time hung on it, and
/// his tokens are not enough any more.
pub(super) fn hand_over(
    desk: &mut Desk<'_>,
    id: GameId,
    entries: &[Recorded],
) -> Result<(), Failure> {
    for entry in entries {
        let Event::Replaced { side, was, is, .. } = &entry.event else {
            continue;
        };
        let why = format!("not sent: {} plays on", is.name);
        desk.tx.outbound_withhold_of(id, was.player, &why)?;
        desk.tx.tokens_spend(id, was.player)?;
        desk.tx.game_hand_over(id, *side, is.player)?;
        desk.games.remove(&id);
    }
    Ok(())
}

/// A side gets its letters another way, by order or since that was taken back. What has not left
/// yet leaves no more as it was written, printed or not: the order writes it anew.
pub(super) fn carry_otherwise(
    desk: &mut Desk<'_>,
    id: GameId,
    entries: &[Recorded],
) -> Result<(), Failure> {
    let may = |e: &Recorded| matches!(e.event, Event::CarrierSet { .. } | Event::Revoked { .. });
    if !entries.iter().any(may) {
        return Ok(());
    }
    let game = desk.snapshot(id)?;
    let (ply, side) = (game.ply(), game.turn());
    let (reader, by) = (game.player(side).id, game.gets_paper(side));
    let is_set =
        |e: &Recorded| matches!(&e.event, Event::CarrierSet { side: of, .. } if *of == side);
    let set = entries.iter().any(is_set);
    for row in desk.tx.outbound_of_game(id)? {
        let tells = |begins: &Begins| {
            let about = matches!(begins.about, About::Start | About::Move | About::Correction);
            about && begins.ply == ply && begins.to == side
        };
        let is_otherwise = match row.state {
            OutboundState::Queued => set || by,
            OutboundState::Print | OutboundState::Printed => set || !by,
            _ => false,
        };
        if is_otherwise && row.player == Some(reader) && row.begins.as_ref().is_some_and(tells) {
            let why = format!("not sent: it goes by {} now", carried(by).name());
            desk.tx.outbound_withhold(row.id, &why)?;
        }
    }
    Ok(())
}

/// How a letter goes to who gets paper, or does not.
fn carried(on_paper: bool) -> Carrier {
    match on_paper {
        true => Carrier::Post,
        false => Carrier::Email,
    }
}

/// A game went on, or is over, while something about it waited to be printed. What told nothing
/// but that somebody was to move is not printed any more: the move before his own, where a card
/// would have told all of it, and a reminder of it.
pub(super) fn nothing_stale_is_printed(
    desk: &mut Desk<'_>,
    id: GameId,
    entries: &[Recorded],
) -> Result<(), Failure> {
    let goes_on = |e: &Recorded| matches!(e.event, Event::MovePlayed { .. } | Event::Ended { .. });
    let Some(first) = entries.first().filter(|_| entries.iter().any(goes_on)) else {
        return Ok(());
    };
    let game = desk.snapshot(id)?;
    if !Side::BOTH.into_iter().any(|side| game.gets_paper(side)) {
        return Ok(());
    }
    let wanted = PaperWanted {
        game: Some(id),
        ..PaperWanted::default()
    };
    let waiting = desk.tx.paper_waiting(&wanted)?;
    if waiting.is_empty() {
        return Ok(());
    }
    let index = game.entries.iter().position(|e| e.id == first.id);
    let Some(before) = index.and_then(|index| game.before(index).ok()) else {
        return Ok(());
    };
    let is_over = game.status == Status::Finished;
    let went_on = |ply: u32| is_over || game.ply() > ply;
    for row in waiting {
        let told = match &row.begins {
            Some(begins) => begins.about == About::Move && went_on(begins.ply),
            None => row.kind == NoticeKind::Reminder.name() && row.ply.is_some_and(went_on),
        };
        let all = match &row.begins {
            Some(begins) => {
                let ply = usize::try_from(begins.ply).unwrap_or_default();
                row.kind == NoticeKind::Move.name() && card_suffices(&before, ply)
            }
            None => true,
        };
        if told && all && row.player.is_some() {
            desk.tx
                .outbound_withhold(row.id, "not printed: the game went on without it")?;
        }
    }
    Ok(())
}

/// Starts or takes back the end of a tournament with its last open game. What leaves the
/// game ended as it was (an appeal that is refused, a penalty taken back) moves no end.
pub(super) fn settle_tournament(
    desk: &mut Desk<'_>,
    id: GameId,
    entries: &[Recorded],
) -> Result<(), Failure> {
    let ends = |e: &Recorded| {
        matches!(
            e.event,
            Event::Ended { .. }
                | Event::Reopened { .. }
                | Event::Voided { .. }
                | Event::Revoked { .. }
                | Event::ClaimRejected { .. }
                | Event::NoticeAnnulled { .. }
                | Event::AppealLodged { .. }
        )
    };
    if !entries.iter().any(ends) {
        return Ok(());
    }
    let game = desk.game(id)?;
    let (tournament, open) = (game.facts.tournament, game.status != Status::Finished);
    if open {
        return Ok(desk.tx.tournament_reopen(tournament)?);
    }
    if !ended_by(game, entries) {
        return Ok(());
    }
    if desk.tx.tournament_open_games(tournament)? == 0 {
        match rounds::may_go_on(desk, tournament)? {
            true => desk.tx.tournament_pairs_at(tournament, Some(desk.now))?,
            false => stages::finish(desk, tournament, None)?,
        }
    }
    Ok(())
}

/// Whether the ending that stands in a finished game is not the one that stood before
/// its newest entries.
fn ended_by(game: &GameFile, newest: &[Recorded]) -> bool {
    let number = |game: &GameFile| {
        let over = game.status == Status::Finished;
        game.ending().filter(|_| over).map(|e| e.id)
    };
    let first = newest.first().map(|e| e.id);
    let index = game.entries.iter().position(|e| Some(e.id) == first);
    match index {
        Some(index) => game
            .before(index)
            .map_or(true, |then| number(&then) != number(game)),
        None => true,
    }
}

/// What entries about players change: leave, addresses, who plays in a tournament, the
/// style of letters, wishes. They are recorded, and what hangs on them is saved anew. Gives
/// the players who have another address now.
pub(super) fn enter_about_players(
    desk: &mut Desk<'_>,
    ruling: &mut Ruling,
) -> Result<BTreeSet<PlayerId>, Failure> {
    let mut touched: BTreeSet<PlayerId> = BTreeSet::new();
    let mut moved: BTreeSet<PlayerId> = BTreeSet::new();
    let mut wishing: BTreeSet<PlayerId> = BTreeSet::new();
    for entry in &mut ruling.player_entries {
        match &mut entry.event {
            PlayerEvent::LeaveTaken {
                leave,
                from,
                to,
                granted,
            } => {
                *leave = desk.tx.leave_add(&NewLeave {
                    player: entry.player,
                    tournament: entry.tournament,
                    from: *from,
                    to: *to,
                    announced: entry.at,
                    granted: *granted,
                })?;
                touched.insert(entry.player);
            }
            PlayerEvent::LeaveEnded { leave, to } => {
                desk.tx.leave_end(*leave, *to)?;
                touched.insert(entry.player);
            }
            PlayerEvent::AddressChanged { new, .. } => {
                desk.tx.player_set_address(entry.player, new)?;
                desk.forget_games_of(entry.player);
                moved.insert(entry.player);
            }
            PlayerEvent::Corrected { was, is } => {
                orders::correct::take_effect(desk, entry.player, (was, is))?;
                touched.insert(entry.player);
            }
            PlayerEvent::PostalChanged
            | PlayerEvent::WithdrawalAsked
            | PlayerEvent::LeaveAsked { .. }
            | PlayerEvent::LeaveKept { .. }
            | PlayerEvent::AccessLost { .. }
            | PlayerEvent::ReportAsked { .. }
            | PlayerEvent::Revoked { .. } => {}
            PlayerEvent::Reported { sent } => {
                if let Some(tournament) = entry.tournament {
                    reports::note_given(desk, tournament, *sent)?;
                }
            }
            PlayerEvent::Withdrawn { .. } => {
                if let Some(tournament) = entry.tournament {
                    desk.tx
                        .entry_withdraw(tournament, entry.player, Some(entry.at))?;
                }
            }
            PlayerEvent::Replaced { .. } => {
                if let Some(tournament) = entry.tournament {
                    codes::drop_withdrawal(desk, entry.player, tournament)?;
                }
            }
            PlayerEvent::TookOver { of } => {
                if let Some(tournament) = entry.tournament {
                    let both = (of.player, entry.player);
                    desk.tx.entry_replace(tournament, both, entry.at)?;
                }
            }
            PlayerEvent::StyleChosen { style } => {
                desk.tx.player_set_style(entry.player, *style)?;
                let mut wishes = desk.player(entry.player)?.wishes;
                wishes.help = *style == LetterStyle::Full;
                desk.tx.player_set_wishes(entry.player, &wishes)?;
                desk.forget_games_of(entry.player);
            }
            PlayerEvent::Wished { wish } => {
                let mut wishes = desk.player(entry.player)?.wishes;
                wishes.take(wish, entry.at);
                desk.tx.player_set_wishes(entry.player, &wishes)?;
                desk.forget_games_of(entry.player);
                wishing.insert(entry.player);
            }
        }
    }
    let revokes = |e: &&PlayerEntry| matches!(e.event, PlayerEvent::Revoked { .. });
    let revoked = ruling.player_entries.iter().filter(revokes);
    let revoked: Vec<_> = revoked.map(|e| (e.player, e.tournament)).collect();
    if !ruling.player_entries.is_empty() {
        deciding::append_about_players(desk, std::mem::take(&mut ruling.player_entries))?;
    }
    for (player, tournament) in revoked {
        if let Some(tournament) = tournament {
            settle_withdrawal(desk, player, tournament)?;
        }
    }
    for player in touched {
        leave_moves_flags(desk, player)?;
    }
    for player in wishing {
        // When a pass over the clocks has to look at a game hangs on his warnings too.
        for row in desk.tx.player_games(player, true)? {
            desk.save(row.id)?;
        }
    }
    Ok(moved)
}

/// Whether a player has left a tournament, as the record says after a revocation in it:
/// what that took back counts no more, and what a revocation of it had taken back counts
/// again.
fn settle_withdrawal(
    desk: &Desk<'_>,
    player: PlayerId,
    tournament: TournamentId,
) -> Result<(), Failure> {
    let record = desk.tx.events_of_player(player)?;
    let dead = revoked_entries(&record);
    let leaves = |e: &&Recorded<PlayerEntry>| {
        e.tournament == Some(tournament) && matches!(e.event, PlayerEvent::Withdrawn { .. })
    };
    if !record.iter().any(|e| leaves(&e)) {
        return Ok(());
    }
    let mut standing = record.iter().filter(|e| !dead.contains(&e.id));
    let left = standing.rfind(leaves).map(|e| e.at);
    Ok(desk.tx.entry_withdraw(tournament, player, left)?)
}

/// Leave moves flags, also of finished games' days: all games are looked at that a
/// player plays or played.
fn leave_moves_flags(desk: &mut Desk<'_>, player: PlayerId) -> Result<(), Failure> {
    for entry in desk.tx.player_tournaments(player)? {
        let own = desk
            .tx
            .games_of_number(entry.tournament, entry.start_number)?;
        for (row, side) in own {
            let tx = desk.tx;
            let game = Arc::make_mut(desk.in_hand(row.id)?);
            let leave = tx.leave_of_game(&game.facts, &game.entries)?;
            game.set_leave(side, leave.get(side).clone())
                .map_err(|e| Failure::failed(format!("game {}: {e}", game.facts.name)))?;
            desk.save(row.id)?;
        }
    }
    Ok(())
}
