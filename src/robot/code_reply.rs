//! Answers to codes (CONTRACT.md 4): a yes in a person's own text to the code of a letter
//! that waited, or of what a player cannot take back, a new address or a withdrawal.

use super::asking::{list_again, renew_codes, still_waits};
use super::belief::is_denied;
use super::challenge::tell_arbiters;
use super::code_scope::CodeScope;
use super::codes::{self, CodeAsked, asked, is_letter};
use super::desk::Desk;
use super::new_address;
use super::orders::official_letter::{OfficialLetter, over_limit};
use super::orders::owing;
use super::question::without_ours;
use super::requests;
use super::sender::{LetterFrom, Sender, answer};
use super::settled::Settled;
use super::tokens::signs_of;
use crate::address;
use crate::arbiter::notice::CodeTrouble;
use crate::arbiter::{Body, NoticeKind, Verdict};
use crate::error::Failure;
use crate::ids::{InboundId, PlayerId};
use crate::letter::Letter;
use crate::report::Happened;
use crate::request::answer::short_reply;
use crate::request::confirm::{CodeReply, codes_in, holds_some_code, more_than_answer, reply_to};
use crate::store::{Challenge, TokenOf, View};
use crate::time::Instant;
use std::collections::BTreeSet;

/// Hears a letter that waited for a code, now that another letter has confirmed it.
type LetThrough =
    fn(&mut Desk<'_>, code: &Challenge, by: &LetterFrom<'_>) -> Result<Settled, Failure>;

/// A letter that answers codes of its sender is settled here; `None`: it holds none.
/// Whoever reads the registered mailbox knows the code: no token is asked for.
pub(super) fn answer_codes(
    desk: &mut Desk<'_>,
    from: &LetterFrom<'_>,
    believed: bool,
    let_through: LetThrough,
) -> Result<Option<Settled>, Failure> {
    let found = codes_said(desk.tx, from)?;
    if is_copied(desk.tx, &found, &from.sender)? {
        return refuse_code(desk, CodeTrouble::Copied, from, believed).map(Some);
    }
    if says_more(desk.tx, &found, from)? {
        return refuse_code(desk, CodeTrouble::Beside, from, believed).map(Some);
    }
    let address = from.sender.address();
    let may_end = may_end_something(desk, from)?;
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
            None => {
                let yes = reply == CodeReply::Yes;
                let taken = match yes && !may_end && ends_or_orders(desk.tx, &challenge)? {
                    true => CodeTaken::No(CodeTrouble::ListToken),
                    false => settle_code(desk, &challenge, yes, from)?,
                };
                match taken {
                    CodeTaken::Settled(settled) => settled,
                    CodeTaken::Through => let_through(desk, &challenge, from)?,
                    CodeTaken::No(trouble) => refuse_code(desk, trouble, from, believed)?,
                }
            }
        };
        done = Some(match done {
            None => one,
            Some(before) => before.and(one),
        });
    }
    Ok(done)
}

/// Whether a letter may confirm with a code what ends something, or orders: where its domain
/// denies it only in reply to a list of codes that nobody else has seen (CONTRACT.md 4).
fn may_end_something(desk: &Desk<'_>, from: &LetterFrom<'_>) -> Result<bool, Failure> {
    if !is_denied(desk, from.letter) {
        return Ok(true);
    }
    let signs = signs_of(desk, from.letter, &from.sender)?;
    let lists = NoticeKind::Challenge.name();
    Ok(signs.own.iter().any(|t| t.kind == lists && !t.void))
}

/// Whether what waits for a code ends something for who asked for it, or gives orders.
fn ends_or_orders(view: &View<'_>, code: &Challenge) -> Result<bool, Failure> {
    if code.player.is_none() {
        return Ok(true);
    }
    Ok(match (asked(code), code.inbound) {
        (Some(CodeAsked::Withdrawal { .. }), _) => true,
        (Some(CodeAsked::Letter | CodeAsked::Elsewhere | CodeAsked::Rest), Some(held)) => {
            match view.inbound_show(held)? {
                Some(row) => CodeScope::of(view, code, &row)?.is_grave(),
                None => false,
            }
        }
        (_, _) => false,
    })
}

/// A letter that was shown to others holds codes or answers a list of them: what it did not
/// use of them is void, and asked anew.
pub(super) fn renew_shown_codes(
    desk: &mut Desk<'_>,
    letter: &Letter,
    exposed: &[TokenOf],
) -> Result<(), Failure> {
    let mut owners: BTreeSet<(Option<PlayerId>, String)> = BTreeSet::new();
    for code in codes_in(&letter.text) {
        if let Some(code) = desk.tx.challenge_find(&code)? {
            owners.insert((code.player, code.address));
        }
    }
    for of in exposed {
        let TokenOf::Letter(id) = of else { continue };
        if let Some(row) = desk.tx.outbound_show(*id)?
            && row.kind == NoticeKind::Challenge.name()
            && let Some(to) = row.to.email()
        {
            owners.insert((row.player, address::key(to)));
        }
    }
    for (player, address) in owners {
        renew_codes(desk, player, &address)?;
    }
    Ok(())
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

/// A word alone in answer to a letter with codes gets the codes once more; `None`: it is
/// none, or nothing waits for a code.
pub(super) fn answer_word_alone(
    desk: &mut Desk<'_>,
    from: &LetterFrom<'_>,
    believed: bool,
) -> Result<Option<Settled>, Failure> {
    let mut asked = false;
    for id in from.letter.answers.iter().rev().take(MOST_ANSWERED) {
        let ours = desk.tx.outbound_by_message_id(id)?;
        asked |= ours.is_some_and(|row| row.kind == NoticeKind::Challenge.name());
    }
    if !asked || short_reply(&from.letter.own_text).is_none() {
        return Ok(None);
    }
    let told = list_again(desk, &from.sender)?;
    let verdict = not_taken(believed);
    Ok(told.then(|| Settled::of(verdict, "a word without its code")))
}

/// Letters of ours at most that a letter is taken to answer.
const MOST_ANSWERED: usize = 4;

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

/// Whether a player's letter says more beside a yes to a code of his that still holds: what
/// takes it back, or another thing that would go unheard.
fn says_more(
    view: &View<'_>,
    found: &[(Challenge, CodeReply)],
    from: &LetterFrom<'_>,
) -> Result<bool, Failure> {
    let holds = |(challenge, reply): &&(Challenge, CodeReply)| {
        let address = from.sender.address();
        trouble_with(challenge, *reply, from.pending.arrived, &address).is_none()
    };
    let mut yes = found.iter().filter(|(_, reply)| *reply == CodeReply::Yes);
    if from.sender.player().is_none() || !yes.any(|one| holds(&one)) {
        return Ok(false);
    }
    let mut own_text = from.letter.own_text.clone();
    for id in from.letter.answers.iter().rev().take(MOST_ANSWERED) {
        if let Some(ours) = view.outbound_by_message_id(id)? {
            let letter = Letter {
                own_text,
                ..from.letter.clone()
            };
            own_text = without_ours(view, &letter, ours.id)?;
        }
    }
    let codes = codes_in(&from.letter.own_text);
    Ok(more_than_answer(&own_text, &codes).is_some())
}

/// What became of a code that holds.
enum CodeTaken {
    /// What was asked with it is done, or dropped.
    Settled(Settled),
    /// The letter that waited for it is heard now.
    Through,
    /// It is not taken after all.
    No(CodeTrouble),
}

/// Does what was asked with a code, or drops it.
fn settle_code(
    desk: &mut Desk<'_>,
    challenge: &Challenge,
    yes: bool,
    from: &LetterFrom<'_>,
) -> Result<CodeTaken, Failure> {
    let settled = match (asked(challenge), challenge.inbound, from.sender) {
        (Some(CodeAsked::Letter | CodeAsked::Elsewhere | CodeAsked::Rest), Some(held), _) => {
            if !still_waits(desk.tx, challenge)? {
                return Ok(CodeTaken::No(CodeTrouble::Used));
            }
            // A no counts from its own arrival, whenever it is read.
            let answered = from.pending.arrived.min(desk.now);
            desk.tx.challenge_use(challenge.id, answered)?;
            match yes {
                true => return Ok(CodeTaken::Through),
                false => disown(desk, held, from)?,
            }
        }
        (Some(CodeAsked::Address { new }), _, Sender::Player(player)) => {
            desk.tx.challenge_use(challenge.id, desk.now)?;
            match yes {
                true => new_address::ask_new(desk, &new, player, from)?,
                false => drop_request(desk, false, from)?,
            }
        }
        (Some(CodeAsked::Withdrawal { tournament }), by, Sender::Player(player)) => {
            desk.tx.challenge_use(challenge.id, desk.now)?;
            let asked = by.unwrap_or(from.pending.id);
            match yes {
                true => requests::pass_on_withdrawal(desk, tournament, asked, player, from)?,
                false => drop_request(desk, true, from)?,
            }
        }
        (Some(CodeAsked::Letter | CodeAsked::Elsewhere | CodeAsked::Rest), None, _)
        | (
            Some(CodeAsked::Address { .. } | CodeAsked::Withdrawal { .. }),
            _,
            Sender::Official(_),
        )
        | (Some(CodeAsked::NewAddress { .. }) | None, _, _) => {
            return Ok(CodeTaken::No(CodeTrouble::Unknown));
        }
    };
    Ok(CodeTaken::Settled(settled))
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
            Some(limit) => {
                let of = OfficialLetter {
                    pending: from.pending,
                    letter: from.letter,
                    office,
                };
                Some(owing::owe_code(desk, &of, why, limit)?)
            }
            None => {
                answer(desk, Body::CodeRefused { why }, from)?;
                None
            }
        },
    };
    let verdict = not_taken(believed);
    let what = match why {
        CodeTrouble::Unknown => "an unknown code",
        CodeTrouble::Expired => "a code that does not hold any more",
        CodeTrouble::Used => "a code that was used before",
        CodeTrouble::Unclear => "a code with neither yes nor no",
        CodeTrouble::Aside => "a code of a letter that was set aside",
        CodeTrouble::Copied => "all codes of a list at once",
        CodeTrouble::Beside => "a code with a yes, and more than that beside it",
        CodeTrouble::NewAddress => "a code of a new address, from the registered one",
        CodeTrouble::ListToken => {
            "a code for what ends something, from a domain that denies it, and not to its list"
        }
    };
    let note = match owed {
        Some(owed) => format!("{what}; {owed}"),
        None => what.to_owned(),
    };
    Ok(Settled::of(verdict, &note))
}

/// The verdict on an answer that does nothing: only what is believed was its sender's.
fn not_taken(believed: bool) -> Verdict {
    match believed {
        true => Verdict::NotUnderstood,
        false => Verdict::Unverified,
    }
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
    } else if matches!(asked(challenge), Some(CodeAsked::NewAddress { .. })) {
        // Who answers is registered: the code went to where nobody is yet.
        Some(CodeTrouble::NewAddress)
    } else if challenge.aside_by.is_some() {
        Some(CodeTrouble::Aside)
    } else if arrived > challenge.until || challenge.address != address {
        Some(CodeTrouble::Expired)
    } else {
        (reply == CodeReply::Unclear).then_some(CodeTrouble::Unclear)
    }
}
