//! What a player is entered as is corrected: his row, the files of the tournaments that he
//! plays in, and the names by which letters greet.

use super::Grounds;
use super::named::{player_named, tournament_named};
use crate::arbiter::notice::NamedDecision;
use crate::arbiter::{Recipient, Ruling};
use crate::error::Failure;
use crate::ids::{PlayerId, TournamentId};
use crate::orders::ruling_letters::RulingLetters;
use crate::orders::{CorrectOrder, Outcome, Refusal};
use crate::record::{EnteredAs, PlayerEntry, PlayerEvent, Status};
use crate::robot::desk::Desk;
use crate::robot::playing;
use crate::rules::{Article, Profile};
use crate::store::{NewPlayer, PlayerRow, TournamentFacts, TournamentStatus};
use crate::tournament::apart::Company;

pub(super) fn correct(
    desk: &mut Desk<'_>,
    order: &CorrectOrder,
    grounds: &Grounds,
) -> Result<Vec<Outcome>, Failure> {
    let player = player_named(desk, &order.player)?;
    let tournament = tournament_named(desk, &order.code)?;
    let entries = desk.tx.player_tournaments(player.id)?;
    let is_his =
        |e: &crate::store::PlayerEntryRow| e.tournament == tournament && e.replaced.is_none();
    if !entries.iter().any(is_his) {
        let (name, code) = (player.name, order.code.clone());
        return Err(Refusal::NotInIt { name, code }.into());
    }
    let was = entered_as(&player);
    let is = order.corrected(&was)?;
    enter(desk, &player, &is, grounds)?;
    Ok(vec![Outcome::Corrected { was, is }])
}

/// What a player is entered as.
pub(super) fn entered_as(player: &PlayerRow) -> EnteredAs {
    EnteredAs {
        name: player.name.clone(),
        language: player.language,
        rating: player.rating,
        federation: player.federation.clone(),
    }
}

/// Enters a correction; he is told, and where his name is another, who plays him too, and
/// his arbiters.
pub(super) fn enter(
    desk: &mut Desk<'_>,
    player: &PlayerRow,
    is: &EnteredAs,
    grounds: &Grounds,
) -> Result<(), Failure> {
    let was = entered_as(player);
    let tournaments = playing::running_tournaments(desk.tx, player.id)?;
    if was.federation != is.federation {
        for tournament in &tournaments {
            federation_is_free(desk, *tournament)?;
        }
    }
    let profile = playing::profile_of(desk.tx, &tournaments, Profile::Email)?;
    let article = Article::ArbiterDecides.number(profile);
    let entry = PlayerEntry {
        at: desk.now,
        player: player.id,
        tournament: None,
        event: PlayerEvent::Corrected {
            was: was.clone(),
            is: is.clone(),
        },
        grounds: Some(article.to_owned()),
        cause: grounds.cause,
        note: grounds.reason.clone(),
    };
    let entered = Ruling {
        player_entries: vec![entry],
        ..Ruling::default()
    };
    desk.record(entered, None, None)?;
    let mut himself = Some(player.id);
    for tournament in tournaments {
        let opponents = match was.name == is.name {
            true => Vec::new(),
            false => opponents(desk, player.id, tournament)?,
        };
        let letters_about = RulingLetters {
            tournament,
            article,
            protest_days: 0,
            reason: &grounds.reason,
        };
        let told = himself.take().into_iter().chain(opponents);
        let letters = letters_about.letters(told, |to| NamedDecision::Corrected {
            yours: to == Recipient::Player(player.id),
            was: was.clone(),
            is: is.clone(),
        });
        desk.record(letters, None, None)?;
    }
    Ok(())
}

/// Rounds that were paired by federations (31.9) are paired the same again by `verify`: there
/// it stays.
fn federation_is_free(desk: &Desk<'_>, tournament: TournamentId) -> Result<(), Failure> {
    let Some(row) = desk.tx.tournament_load_id(tournament)? else {
        return Ok(());
    };
    let play = row.tournament_file()?.play;
    let by_federation = play.apart.iter().any(|a| a.who == Company::Federation);
    match by_federation && row.status == TournamentStatus::Started {
        true => Err(Refusal::FederationPairs(row.facts.code.clone()).into()),
        false => Ok(()),
    }
}

/// What a correction changes beside the record: his row, and the files and greetings of the
/// tournaments in which he is entered so.
pub(in crate::robot) fn take_effect(
    desk: &mut Desk<'_>,
    player: PlayerId,
    (was, is): (&EnteredAs, &EnteredAs),
) -> Result<(), Failure> {
    let row = desk.player(player)?;
    let corrected = NewPlayer {
        name: is.name.clone(),
        reach: row.reach.clone(),
        postal: row.postal.clone(),
        language: is.language,
        rating: is.rating,
        federation: is.federation.clone(),
    };
    desk.tx.player_correct(player, &corrected)?;
    for entry in desk.tx.player_tournaments(player)? {
        let Some(tournament) = desk.tx.tournament_load_id(entry.tournament)? else {
            continue;
        };
        if tournament.status == TournamentStatus::Finished {
            continue;
        }
        let mut file = tournament.tournament_file()?;
        let at = usize::try_from(entry.start_number).unwrap_or(0);
        let place = at.checked_sub(1).and_then(|at| file.players.get_mut(at));
        // Another one's name stands there where he plays on for him.
        let Some(place) = place.filter(|p| p.name == was.name) else {
            continue;
        };
        place.name.clone_from(&is.name);
        place.rating = is.rating;
        place.federation.clone_from(&is.federation);
        if was.language != is.language {
            place.language = Some(is.language);
        }
        let mut facts: TournamentFacts = (*tournament.facts).clone();
        if let Some(greeting) = facts.greetings.remove(&was.name) {
            facts.greetings.insert(is.name.clone(), greeting);
        }
        let json = serde_json::to_string(&file).map_err(Failure::failed)?;
        desk.tx.tournament_restate(facts.id, &facts, &json)?;
    }
    desk.forget_games_of(player);
    Ok(())
}

/// Whom he plays in unfinished games of a tournament.
fn opponents(
    desk: &Desk<'_>,
    player: PlayerId,
    tournament: TournamentId,
) -> Result<Vec<PlayerId>, Failure> {
    let mut all = Vec::new();
    for row in desk.tx.player_games(player, false)? {
        if row.tournament == tournament && row.status != Status::Finished {
            let both = [row.players.white.0, row.players.black.0];
            all.extend(both.into_iter().filter(|id| *id != player));
        }
    }
    Ok(all)
}
