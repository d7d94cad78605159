//! `td address --postal`: a player lives elsewhere (55.1.2). The opponents who write to him
//! by post are told where, and the arbiter; the record says that it changed, not what it is:
//! the player's own row alone has it.

use super::Grounds;
use crate::arbiter::notice::NamedDecision;
use crate::arbiter::{Recipient, Ruling};
use crate::error::Failure;
use crate::ids::{PlayerId, TournamentId};
use crate::orders::Outcome;
use crate::orders::ruling_letters::RulingLetters;
use crate::record::{Carrier, PlayerEntry, PlayerEvent, Status};
use crate::robot::desk::Desk;
use crate::robot::playing;
use crate::rules::{Article, Profile};
use crate::store::PlayerRow;
use crate::tournament::file::{MAX_ADDRESS_LINES, MAX_NAME};

/// Registers another postal address.
pub(super) fn set_postal(
    desk: &mut Desk<'_>,
    player: PlayerRow,
    lines: &[String],
    grounds: &Grounds,
) -> Result<Vec<Outcome>, Failure> {
    let lines = checked(lines)?;
    if lines == player.postal {
        return Err(Failure::failed(format!(
            "{} lives there already",
            player.name
        )));
    }
    desk.tx.player_set_postal(player.id, &lines)?;
    desk.forget_games_of(player.id);
    let tournaments = playing::running_tournaments(desk.tx, player.id)?;
    let player = PlayerRow {
        postal: lines,
        ..player
    };
    let profile = playing::profile_of(desk.tx, &tournaments, Profile::Post)?;
    let article = Article::AddressChange.number(profile);
    let entry = PlayerEntry {
        at: desk.now,
        player: player.id,
        tournament: None,
        event: PlayerEvent::PostalChanged,
        grounds: Some(article.to_owned()),
        cause: grounds.cause,
        note: grounds.reason.clone(),
    };
    let entered = Ruling {
        player_entries: vec![entry],
        ..Ruling::default()
    };
    desk.record(entered, None, None)?;
    for tournament in tournaments {
        tell(desk, &player, tournament, grounds, true)?;
    }
    Ok(vec![Outcome::AddressSet {
        name: player.name,
        new: player.postal.join(", "),
    }])
}

/// Tells where a player lives who writes to him by post in a tournament; `himself`: he hears
/// it too.
pub(super) fn tell(
    desk: &mut Desk<'_>,
    player: &PlayerRow,
    tournament: TournamentId,
    grounds: &Grounds,
    himself: bool,
) -> Result<(), Failure> {
    let opponents = opponents(desk, player.id, tournament)?;
    let profile = desk.tx.tournament_facts(tournament)?.profile;
    let letters_about = RulingLetters {
        tournament,
        article: Article::AddressChange.number(profile),
        protest_days: 0,
        reason: &grounds.reason,
    };
    let told = himself.then_some(player.id).into_iter().chain(opponents);
    let letters = letters_about.letters(told, |to| NamedDecision::PostalChanged {
        name: player.name.clone(),
        yours: to == Recipient::Player(player.id),
        lines: player.postal.clone(),
    });
    desk.record(letters, None, None)
}

/// The lines of an address, as many and as long as a tournament file takes.
pub(super) fn checked(lines: &[String]) -> Result<Vec<String>, Failure> {
    let lines: Vec<String> = lines.iter().map(|l| l.trim().to_owned()).collect();
    let wrong = |l: &String| {
        l.is_empty() || l.chars().count() > MAX_NAME || l.chars().any(char::is_control)
    };
    if lines.len() > MAX_ADDRESS_LINES || lines.iter().any(wrong) {
        let why = format!(
            "a postal address has 1 to {MAX_ADDRESS_LINES} lines of up to {MAX_NAME} characters"
        );
        return Err(Failure::failed(why));
    }
    Ok(lines)
}

/// Who writes to him by post in an unfinished game of a tournament.
fn opponents(
    desk: &mut Desk<'_>,
    player: PlayerId,
    tournament: TournamentId,
) -> Result<Vec<PlayerId>, Failure> {
    let mut all = Vec::new();
    for row in desk.tx.player_games(player, false)? {
        if row.tournament != tournament || row.status == Status::Finished {
            continue;
        }
        let game = desk.game(row.id)?;
        let Some(side) = game.side_of(player) else {
            continue;
        };
        if game.facts.profile == Profile::Post && game.carrier(side) == Carrier::Post {
            all.push(game.player(side.other()).id);
        }
    }
    Ok(all)
}
