//! Codes. What does not pass waits for one, and so does what a player cannot take
//! back: a new address, a withdrawal. The code goes to the registered address
//! only ([`super::asking`]); a yes to it in a person's own text confirms (CONTRACT.md 4).

use super::answers;
use super::codes::{self, CodeAsked, asked, is_letter, keep_code};
use super::desk::Desk;
use super::letters;
use super::orders::later;
use super::orders::letter::over_limit;
use super::playing;
use super::requests;
use super::sender::{LetterFrom, Sender, answer};
use super::settled::{LetterEvent, Settled, settle};
use super::twins;
use super::which::{self, GameSigns, Which};
use crate::arbiter::notice::{CodeTrouble, OpenMatter};
use crate::arbiter::{Body, Notice, Recipient, Ruling, Verdict};
use crate::error::Failure;
use crate::ids::InboundId;
use crate::report::Happened;
use crate::report::words::matters::told;
use crate::request::confirm::{CodeReply, codes_in, holds_some_code, reply_to};
use crate::request::{GameRequest, Request, Understanding};
use crate::store::{Challenge, PlayerRow, View};
use crate::time::{Instant, Zone};
use std::collections::BTreeSet;

/// Letters under one address that wait for a code: of more the arbiter is told.
pub(super) const MANY: usize = 3;

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
        CodeAsked::Letter | CodeAsked::Address { .. } | CodeAsked::Withdrawal { .. } => {
            "neither a fresh token nor a verified sender"
        }
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
    keep_code(desk, asked, &from.sender, from.pending.id, stands)?;
    unverified("a code goes to the registered address")
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

/// A letter that answers codes of its sender is settled here; `None`: it holds none.
/// Whoever reads the registered mailbox knows the code: no token is asked for.
pub(super) fn answer_codes(
    desk: &mut Desk<'_>,
    from: &LetterFrom<'_>,
    believed: bool,
) -> Result<Option<Settled>, Failure> {
    let found = codes_said(desk.tx, from)?;
    if is_copied(desk.tx, &found, &from.sender)? {
        return refuse_code(desk, CodeTrouble::Copied, from, believed).map(Some);
    }
    let address = from.sender.address();
    let mut done: Option<Settled> = None;
    let mut told: BTreeSet<CodeTrouble> = BTreeSet::new();
    for (challenge, reply) in found {
        // What was set aside by the one before is known only now.
        let challenge = desk
            .tx
            .challenge_find(&challenge.code)?
            .unwrap_or(challenge);
        let one = match trouble_with(&challenge, reply, from.pending.arrived, &address) {
            Some(trouble) if !told.insert(trouble) => continue,
            Some(trouble) => refuse_code(desk, trouble, from, believed)?,
            None => settle_code(desk, &challenge, reply, from, believed)?,
        };
        done = Some(match done {
            None => one,
            Some(before) => before.and(one),
        });
    }
    Ok(done)
}

/// A letter that holds what looks like a code, and none of its sender's, is told so;
/// `None`: nothing in it does.
pub(super) fn answer_unknown_code(
    desk: &mut Desk<'_>,
    from: &LetterFrom<'_>,
    believed: bool,
) -> Result<Option<Settled>, Failure> {
    match holds_some_code(&from.letter.own_text) {
        true => refuse_code(desk, CodeTrouble::Unknown, from, believed).map(Some),
        false => Ok(None),
    }
}

/// The codes of its sender that a letter holds, the newest first, each with what is
/// said to it. Beside one that is answered, those that stand there without a yes or
/// a no mean nothing: a quotation without its marks holds them too.
fn codes_said(
    view: &View<'_>,
    from: &LetterFrom<'_>,
) -> Result<Vec<(Challenge, CodeReply)>, Failure> {
    let own_text = &from.letter.own_text;
    let mut found: Vec<(Challenge, CodeReply)> = Vec::new();
    for code in codes_in(own_text) {
        let Some(challenge) = view.challenge_find(&code)? else {
            continue;
        };
        let own = from.sender.owns_code(&challenge);
        if let (true, Some(reply)) = (own, reply_to(own_text, &code)) {
            found.push((challenge, reply));
        }
    }
    found.sort_by_key(|(c, _)| std::cmp::Reverse(c.id));
    match found.iter().any(|(_, reply)| *reply != CodeReply::Unclear) {
        true => found.retain(|(_, reply)| *reply != CodeReply::Unclear),
        false => found.truncate(1),
    }
    Ok(found)
}

/// Whether a letter says yes to every code of a list of ours that has several: a
/// machine that sends the codes back.
fn is_copied(
    view: &View<'_>,
    found: &[(Challenge, CodeReply)],
    sender: &Sender<'_>,
) -> Result<bool, Failure> {
    let yes = found.iter().filter(|(_, reply)| *reply == CodeReply::Yes);
    let yes: BTreeSet<i64> = yes.map(|(c, _)| c.id).collect();
    if yes.len() < 2 {
        return Ok(false);
    }
    let all = codes::codes_of(view, sender)?;
    let lists = found
        .iter()
        .filter_map(|(c, _)| Some((c.told_in?, c.told?)));
    let lists: BTreeSet<(i64, Instant)> = lists.collect();
    Ok(lists.iter().any(|(list, at)| {
        let stood = |c: &&Challenge| {
            is_letter(c)
                && c.told_in.is_some_and(|told| told <= *list)
                && c.until >= *at
                && c.used.is_none_or(|used| used >= *at)
        };
        let mut listed = all.iter().filter(stood).peekable();
        listed.peek().is_some() && listed.all(|c| yes.contains(&c.id))
    }))
}

/// Does what was asked with a code, or drops it.
fn settle_code(
    desk: &mut Desk<'_>,
    challenge: &Challenge,
    reply: CodeReply,
    from: &LetterFrom<'_>,
    believed: bool,
) -> Result<Settled, Failure> {
    let yes = reply == CodeReply::Yes;
    match (asked(challenge), challenge.inbound, from.sender) {
        (Some(CodeAsked::Letter | CodeAsked::Elsewhere), Some(held), _) => {
            let waits = desk.tx.inbound_show(held)?;
            if waits.is_none_or(|m| m.verdict != Some(Verdict::Unverified)) {
                return refuse_code(desk, CodeTrouble::Used, from, believed);
            }
            desk.tx.challenge_use(challenge.id, desk.now)?;
            match yes {
                true => let_through(desk, held, from.pending.id),
                false => disown(desk, held, from),
            }
        }
        (Some(CodeAsked::Address { new }), _, Sender::Player(player)) => {
            desk.tx.challenge_use(challenge.id, desk.now)?;
            match yes {
                true => requests::change_address(desk, &new, player, from),
                false => drop_request(desk, false, from),
            }
        }
        (Some(CodeAsked::Withdrawal { tournament }), by, Sender::Player(player)) => {
            desk.tx.challenge_use(challenge.id, desk.now)?;
            let asked = by.unwrap_or(from.pending.id);
            match yes {
                true => requests::pass_on_withdrawal(desk, tournament, asked, player, from),
                false => drop_request(desk, true, from),
            }
        }
        (Some(CodeAsked::Letter | CodeAsked::Elsewhere), None, _)
        | (
            Some(CodeAsked::Address { .. } | CodeAsked::Withdrawal { .. }),
            _,
            Sender::Official(_),
        )
        | (None, _, _) => refuse_code(desk, CodeTrouble::Unknown, from, believed),
    }
}

/// Processes a letter that waited, as if it had been believed when it came: with
/// its own arrival and dispatch, on the game as it stands.
pub(super) fn let_through(
    desk: &mut Desk<'_>,
    held: InboundId,
    by: InboundId,
) -> Result<Settled, Failure> {
    let Some(pending) = desk.tx.inbound_again(held)? else {
        return Err(Failure::failed(format!("message {held} is not there")));
    };
    desk.known.insert(held);
    let outer = desk.confirmed.replace(held);
    let done = letters::read_and_rule(desk, &pending);
    desk.confirmed = outer;
    desk.known.remove(&held);
    let mut done = done?;
    let confirmed = format!("confirmed by letter {by}");
    done.note = match done.note.is_empty() {
        true => confirmed,
        false => format!("{}; {confirmed}", done.note),
    };
    settle(desk.tx, &pending, &done)?;
    desk.also.push(LetterEvent::of(held, &done));
    Ok(Settled {
        games: done.games,
        ..Settled::of(
            Verdict::Command,
            &format!("confirmed letter {held}: {}", done.verdict),
        )
    })
}

/// The letter is not his: it stays aside, and a player's arbiter learns of it.
fn disown(desk: &mut Desk<'_>, held: InboundId, from: &LetterFrom<'_>) -> Result<Settled, Failure> {
    let note = format!("disowned by letter {}", from.pending.id);
    desk.tx.inbound_note(held, &note)?;
    answer(desk, Body::LetterDisowned, from)?;
    if let Sender::Player(player) = from.sender {
        let happened = Happened::Forged {
            letter: held,
            name: player.name.clone(),
        };
        tell_arbiters(desk, player, "forged-letter", held, &happened)?;
    }
    Ok(Settled::of(
        Verdict::Command,
        &format!("disowned letter {held}"),
    ))
}

/// No to what waited for a code: nothing changes.
fn drop_request(
    desk: &mut Desk<'_>,
    withdrawal: bool,
    from: &LetterFrom<'_>,
) -> Result<Settled, Failure> {
    answer(desk, Body::RequestDropped { withdrawal }, from)?;
    Ok(Settled::of(Verdict::Command, "dropped what waited"))
}

/// A code that is not taken: said, or owed, and nothing happens.
fn refuse_code(
    desk: &mut Desk<'_>,
    why: CodeTrouble,
    from: &LetterFrom<'_>,
    believed: bool,
) -> Result<Settled, Failure> {
    let owed = match from.sender {
        Sender::Player(_) => {
            answer(desk, Body::CodeRefused { why }, from)?;
            let limit = desk.silenced.take();
            limit.map(|limit| format!("the answer is owed: {limit} is reached"))
        }
        Sender::Official(office) => match over_limit(desk, office)? {
            Some(limit) => Some(later::owe_code(
                desk,
                (from.pending, from.letter, office),
                why,
                limit,
            )?),
            None => {
                answer(desk, Body::CodeRefused { why }, from)?;
                None
            }
        },
    };
    let verdict = match believed {
        true => Verdict::NotUnderstood,
        false => Verdict::Unverified,
    };
    let what = match why {
        CodeTrouble::Unknown => "an unknown code",
        CodeTrouble::Expired => "a code that does not hold any more",
        CodeTrouble::Used => "a code that was used before",
        CodeTrouble::Unclear => "a code with neither yes nor no",
        CodeTrouble::Aside => "a code of a letter that was set aside",
        CodeTrouble::Copied => "all codes of a list at once",
    };
    let note = match owed {
        Some(owed) => format!("{what}; {owed}"),
        None => what.to_owned(),
    };
    Ok(Settled::of(verdict, &note))
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
fn tell_arbiters(
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
        let mut notice = Notice::new(Recipient::Arbiter, body);
        notice.tournament = Some(tournament);
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

/// Why a code cannot be taken; `None`: it can.
fn trouble_with(
    challenge: &Challenge,
    reply: CodeReply,
    arrived: Instant,
    address: &str,
) -> Option<CodeTrouble> {
    if challenge.used.is_some() {
        Some(CodeTrouble::Used)
    } else if challenge.aside_by.is_some() {
        Some(CodeTrouble::Aside)
    } else if arrived > challenge.until || challenge.address != address {
        Some(CodeTrouble::Expired)
    } else {
        (reply == CodeReply::Unclear).then_some(CodeTrouble::Unclear)
    }
}
