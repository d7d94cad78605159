//! What a player asks about himself and has to confirm with a code: another
//! address, a withdrawal.

use super::asked_back;
use super::codes;
use super::codes::CodeAsked;
use super::desk::Desk;
use super::office::office_of;
use super::playing;
use super::sender::{LetterFrom, answer};
use super::settled::Settled;
use super::tokens::is_robot;
use crate::address::{self, Reach};
use crate::arbiter::notice::AddressTrouble;
use crate::arbiter::{Body, Notice, Recipient, Ruling, Verdict};
use crate::error::Failure;
use crate::ids::{GameId, InboundId, PlayerId, TournamentId};
use crate::record::{Cause, PlayerEntry, PlayerEvent};
use crate::rules::{Article, Profile};
use crate::store::{PlayerRow, View};

/// ADDRESS: a code to the registered address, or why not.
pub(super) fn ask_address(
    desk: &mut Desk<'_>,
    player: PlayerId,
    new: &str,
    inbound: InboundId,
) -> Result<Ruling, Failure> {
    let player = desk.player(player)?;
    let (body, note) = match trouble_with_own(desk, &player, new)? {
        Some(why) => (Body::AddressRefused { why }, "the address was refused"),
        None => {
            let new = new.to_owned();
            let asked = CodeAsked::Address { new: new.clone() };
            let terms = codes::code(desk, &asked, &player, inbound)?;
            let body = Body::AddressAsked { new, terms };
            (body, "a new address, to be confirmed by a code")
        }
    };
    let notice = Notice::new(Recipient::Player(player.id), body);
    Ok(Ruling {
        notices: vec![notice],
        verdict: Some(Verdict::Command),
        note: note.to_owned(),
        ..Ruling::default()
    })
}

/// Why an address cannot be registered for a player.
pub(super) fn address_trouble(
    desk: &Desk<'_>,
    player: &PlayerRow,
    new: &str,
) -> Result<Option<AddressTrouble>, Failure> {
    if address::check(new).is_err() {
        return Ok(Some(AddressTrouble::Malformed));
    }
    if is_robot(new, &desk.robot_address) {
        return Ok(Some(AddressTrouble::Robot));
    }
    if player.reach.is_at(new) {
        return Ok(Some(AddressTrouble::Same));
    }
    let taken = desk.tx.player_by_address(new)?;
    Ok(taken.map(|_| AddressTrouble::Taken))
}

/// The same where the player asks himself: nor is it that of somebody who holds an office here
/// or leads a team. An arbiter's order and the tournament file may join two roles.
fn trouble_with_own(
    desk: &Desk<'_>,
    player: &PlayerRow,
    new: &str,
) -> Result<Option<AddressTrouble>, Failure> {
    if let Some(trouble) = address_trouble(desk, player, new)? {
        return Ok(Some(trouble));
    }
    let is_office = |address| Ok::<_, Failure>(office_of(desk.tx, address, desk.now)?.is_some());
    if is_office(new)? {
        return Ok(Some(AddressTrouble::Taken));
    }
    match player.reach.email() {
        Some(own) if is_office(own)? => Ok(Some(AddressTrouble::Office)),
        _ => Ok(None),
    }
}

/// What was free when it was asked for may be another's by now: said, and nothing is done.
pub(super) fn refused(
    desk: &mut Desk<'_>,
    new: &str,
    player: &PlayerRow,
    from: &LetterFrom<'_>,
) -> Result<Option<Settled>, Failure> {
    let Some(why) = trouble_with_own(desk, player, new)? else {
        return Ok(None);
    };
    answer(desk, Body::AddressRefused { why }, from)?;
    let settled = Settled::of(Verdict::Command, "the address was refused");
    Ok(Some(settled))
}

/// The new address was confirmed from the old one, and by itself.
pub(super) fn change_address(
    desk: &mut Desk<'_>,
    new: &str,
    player: &PlayerRow,
    from: &LetterFrom<'_>,
) -> Result<Settled, Failure> {
    if let Some(refused) = refused(desk, new, player, from)? {
        return Ok(refused);
    }
    let cause = Cause::Letter(from.pending.id);
    register_address(desk, player, &new.into(), cause, "")?;
    Ok(Settled::of(Verdict::Command, "the address was changed"))
}

/// Registers an address; the player is told at both, and his arbiters.
pub(super) fn register_address(
    desk: &mut Desk<'_>,
    player: &PlayerRow,
    new: &Reach,
    cause: Cause,
    reason: &str,
) -> Result<(), Failure> {
    let had_password = desk.tx.account_password(player.id)?.is_some();
    let body = |old| Body::AddressChanged {
        name: player.name.clone(),
        player: player.id,
        old,
        ordered: cause.is_order(),
        reason: reason.to_owned(),
        had_password,
    };
    let me = Recipient::Player(player.id);
    // Drafted while the old address is still the registered one.
    let farewell = Ruling::telling(vec![Notice::new(me, body(true))]);
    desk.record(farewell, None, None)?;
    let tournaments = playing::running_tournaments(desk.tx, player.id)?;
    let profile = playing::profile_of(desk.tx, &tournaments, Profile::Email)?;
    let entry = PlayerEntry {
        at: desk.now,
        player: player.id,
        tournament: None,
        event: PlayerEvent::AddressChanged {
            old: player.reach.clone(),
            new: new.clone(),
        },
        grounds: Some(Article::AddressChange.number(profile).to_owned()),
        cause,
        note: reason.to_owned(),
    };
    let mut ruling = Ruling {
        notices: vec![Notice::new(me, body(false))],
        player_entries: vec![entry],
        note: "the address was changed".to_owned(),
        ..Ruling::default()
    };
    for tournament in tournaments {
        let notice = Notice::new(Recipient::Arbiter, body(false)).of_tournament(tournament);
        ruling.notices.push(notice);
    }
    desk.record(ruling, None, None)
}

/// WITHDRAW: a code that names all games of the tournament; where the letter is
/// believed by its token alone, one word answers too. `None`: it is not clear which
/// tournament is meant.
pub(super) fn ask_withdrawal(
    desk: &mut Desk<'_>,
    player: PlayerId,
    about: Option<GameId>,
    (inbound, one_word): (InboundId, bool),
) -> Result<Option<Ruling>, Failure> {
    let Some(tournament) = tournament_meant(desk.tx, player, about)? else {
        return Ok(None);
    };
    let entries = desk.tx.player_tournaments(player)?;
    // Another plays on there: nobody can leave for him.
    if entries
        .iter()
        .any(|e| e.tournament == tournament && e.replaced.is_some())
    {
        return Ok(None);
    }
    let player = desk.player(player)?;
    let asked = CodeAsked::Withdrawal { tournament };
    let terms = codes::code(desk, &asked, &player, inbound)?;
    if one_word {
        asked_back::ask_withdrawal(desk, player.id, inbound, tournament)?;
    }
    let body = Body::WithdrawalAsked {
        one_word,
        tournament: desk.tx.tournament_facts(tournament)?.code.clone(),
        games: unfinished(desk.tx, player.id, tournament)?,
        terms,
    };
    let notice = Notice::new(Recipient::Player(player.id), body);
    Ok(Some(Ruling {
        notices: vec![notice],
        verdict: Some(Verdict::Command),
        note: "a withdrawal, to be confirmed by a code".to_owned(),
        ..Ruling::default()
    }))
}

/// The tournament of a game named in the letter; else the only one in which the
/// player has games to play.
fn tournament_meant(
    view: &View<'_>,
    player: PlayerId,
    about: Option<GameId>,
) -> Result<Option<TournamentId>, Failure> {
    if let Some(game) = about {
        return Ok(Some(view.game_facts(game)?.tournament));
    }
    let rows = view.player_games(player, true)?;
    let mut all: Vec<TournamentId> = rows.iter().map(|r| r.tournament).collect();
    all.sort();
    all.dedup();
    match all[..] {
        [only] => Ok(Some(only)),
        _ => Ok(None),
    }
}

/// The player's unfinished games in a tournament, by name.
fn unfinished(
    view: &View<'_>,
    player: PlayerId,
    tournament: TournamentId,
) -> Result<Vec<String>, Failure> {
    let mut names = Vec::new();
    for row in view.player_games(player, true)? {
        if row.tournament == tournament {
            names.push(view.game_facts(row.id)?.name.to_string());
        }
    }
    Ok(names)
}

/// The withdrawal was confirmed: it is a matter for the arbiter from now on.
pub(super) fn pass_on_withdrawal(
    desk: &mut Desk<'_>,
    tournament: TournamentId,
    asked: InboundId,
    player: &PlayerRow,
    from: &LetterFrom<'_>,
) -> Result<Settled, Failure> {
    let facts = desk.tx.tournament_facts(tournament)?;
    let (code, profile) = (facts.code.clone(), facts.profile);
    let entries = desk.tx.player_tournaments(player.id)?;
    let number = entries
        .iter()
        .find(|e| e.tournament == tournament)
        .map_or(0, |e| e.start_number);
    let body = Body::WithdrawalPassedOn {
        name: player.name.clone(),
        tournament: code.clone(),
        games: unfinished(desk.tx, player.id, tournament)?,
        command: format!(
            "postchess td withdraw {code}:{number} {code} --games lose|adjudicate|annul"
        ),
    };
    let entry = PlayerEntry {
        at: desk.now,
        player: player.id,
        tournament: Some(tournament),
        event: PlayerEvent::WithdrawalAsked,
        grounds: Some(Article::Withdrawal.number(profile).to_owned()),
        cause: Cause::Letter(asked),
        note: String::new(),
    };
    let me = Recipient::Player(player.id);
    let told = Notice::new(Recipient::Arbiter, body.clone()).of_tournament(tournament);
    let ruling = Ruling {
        player_entries: vec![entry],
        ..Ruling::telling(vec![Notice::new(me, body), told])
    };
    desk.record(ruling, None, Some(from.brings()))?;
    Ok(Settled::of(
        Verdict::Command,
        "the withdrawal was passed on to the arbiter",
    ))
}
