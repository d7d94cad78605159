//! Letters that wait for a code: what does not pass is kept aside, and a code goes to the
//! registered address only ([`super::asking`]); a yes to it confirms
//! ([`super::code_reply`]).

use super::answers;
use super::codes::{self, CodeAsked, keep_code};
use super::desk::Desk;
use super::playing;
use super::reading::with_requests;
use super::section;
use super::sender::{LetterFrom, answer};
use super::settled::Settled;
use super::twins;
use super::which::{self, GameSigns, Which};
use crate::arbiter::notice::OpenMatter;
use crate::arbiter::{Body, Notice, Recipient, Ruling, Verdict};
use crate::error::Failure;
use crate::ids::InboundId;
use crate::report::Happened;
use crate::report::words::matters::told;
use crate::request::{GameRequest, Request, Understanding};
use crate::store::{Challenge, PlayerRow, View};
use crate::time::Zone;

/// Letters under one address that wait for a code: of more the arbiter is told.
const MANY: usize = 3;

/// Keeps a player's letter that does not pass, with a code of its own, which the next
/// list tells the registered address.
pub(super) fn hold(
    desk: &mut Desk<'_>,
    from: &LetterFrom<'_>,
    player: &PlayerRow,
    about: &GameSigns<'_>,
    asked: &CodeAsked,
) -> Result<Settled, Failure> {
    let why = match asked {
        CodeAsked::Elsewhere => "not from the registered address",
        CodeAsked::Letter
        | CodeAsked::Rest
        | CodeAsked::NewAddress { .. }
        | CodeAsked::Address { .. }
        | CodeAsked::Withdrawal { .. } => "neither a fresh token nor a verified sender",
    };
    let unverified = |what: &str| {
        let note = format!("{why}; {what}");
        Ok(Settled::of(Verdict::Unverified, &note))
    };
    let open = codes::codes_waiting(desk, &from.sender)?;
    if let Some(out) = is_asked_for(desk.tx, from, &open)? {
        return unverified(&out);
    }
    let understanding = about.understanding;
    let named = understanding.sections.iter().find_map(|s| s.game.as_ref());
    let game = match which::which_game(desk.tx, about, named)? {
        Which::Game(id) => Some(id),
        Which::Ask(_) => None,
        // Nothing in it could be done: who wrote it need not prove that he did.
        Which::HandedOn(id) if asks_only_of_games(understanding) => {
            let body = answers::taken_over(desk, id, player.id)?;
            answer(desk, body, from)?;
            let note = match desk.silenced.take() {
                Some(limit) => {
                    format!("another plays on; the answer is owed: {limit} is reached")
                }
                None => "another plays on with the game".to_owned(),
            };
            return Ok(Settled::of(Verdict::NoGame, &note));
        }
        Which::HandedOn(_) => None,
    };
    if open.len() >= MANY {
        tell_of_flood(desk, player, from.pending.id)?;
    }
    let stands = match game {
        Some(id) => Some((id, desk.game(id)?.ply())),
        None => None,
    };
    keep_code(desk, asked, from.sender.of_codes(), from.pending.id, stands)?;
    let settled = unverified("a code goes to the registered address")?;
    // Moves that its sentences tell of stand in the list as well.
    let told = section::with_told_moves(desk, player.id, about)?;
    Ok(with_requests(settled, &told, from.pending, from.letter))
}

/// That a letter, or another that is the same, waits for a code already.
pub(super) fn is_asked_for(
    view: &View<'_>,
    from: &LetterFrom<'_>,
    open: &[Challenge],
) -> Result<Option<String>, Failure> {
    if open.iter().any(|c| c.inbound == Some(from.pending.id)) {
        return Ok(Some("its code is out".to_owned()));
    }
    let twin = twins::waiting(view, from, open)?;
    Ok(twin.map(|twin| format!("the same as {twin}, for which a code is out")))
}

/// More letters wait than may: each arbiter of the player is told once a day.
fn tell_of_flood(desk: &mut Desk<'_>, player: &PlayerRow, last: InboundId) -> Result<(), Failure> {
    let key = format!("unconfirmed:{}", player.id);
    let today = Zone::utc().day(desk.now).to_string();
    if desk.tx.meta_get(&key)?.as_deref() == Some(&today) {
        return Ok(());
    }
    desk.tx.meta_set(&key, &today)?;
    let happened = Happened::Unconfirmed {
        count: MANY,
        last,
        name: player.name.clone(),
    };
    tell_arbiters(desk, player, "unconfirmed", last, &happened)
}

/// Tells the arbiters of the tournaments a player plays in.
pub(super) fn tell_arbiters(
    desk: &mut Desk<'_>,
    player: &PlayerRow,
    what: &str,
    message: InboundId,
    happened: &Happened,
) -> Result<(), Failure> {
    let mut ruling = Ruling::default();
    for tournament in playing::running_tournaments(desk.tx, player.id)? {
        let language = desk.tx.tournament_facts(tournament)?.language;
        let matter = OpenMatter {
            game: None,
            what: what.to_owned(),
            article: String::new(),
            until: None,
            command: format!("postchess inbox show {message}"),
            note: told(language, happened),
        };
        let body = Body::Digest {
            matters: vec![matter],
        };
        let notice = Notice::new(Recipient::Arbiter, body).of_tournament(tournament);
        ruling.notices.push(notice);
    }
    desk.record(ruling, None, None)
}

/// Whether a letter asks for nothing but moves and the like: a protest is heard also
/// of one who does not play any more.
fn asks_only_of_games(understanding: &Understanding) -> bool {
    let mut all = understanding.sections.iter().flat_map(|s| &s.requests);
    all.all(|r| match r {
        Request::Game(GameRequest::Protest { .. }) | Request::Player(_) => false,
        Request::Game(_) => true,
    })
}
