//! Letters from addresses that are nobody's (CONTRACT.md 4, "Other addresses"). Who
//! carries a token of ours, or answers a letter of ours, may be its owner at another
//! mailbox (56.1.2): the owner is asked at his registered address, and the arbiter sees
//! it. Who merely names a game or a player is seen, and never answered: anybody reads
//! the public table.

use super::challenge;
use super::codes::CodeAsked;
use super::desk::{Desk, NamedPlayer};
use super::echo;
use super::letters::confined;
use super::office::office_of;
use super::orders::letter::{ArbiterLetter, hear_elsewhere, hear_official};
use super::orders::official_letter::OfficialLetter;
use super::player_letter::PlayerLetter;
use super::reading::{guarded, understood, with_requests};
use super::sender::LetterFrom;
use super::settled::Settled;
use super::tokens::{Signs, signs_of, tokens_in, tokens_of};
use super::twins;
use super::which::GameSigns;
use crate::arbiter::Verdict;
use crate::error::Failure;
use crate::ids::GameName;
use crate::letter::{self, Letter};
use crate::request::names_in;
use crate::store::{NewNamed, Pending, TokenRow, TournamentStatus};
use std::collections::BTreeSet;

/// How much of a stranger's text is searched, in bytes (CONTRACT.md 5).
const SEARCHED: usize = 8_192;

/// Most things that one stranger's letter names.
const MOST_NAMED: usize = 20;

/// Names of fewer words or letters than this may be anybody's.
const FEWEST_WORDS: usize = 2;

/// A letter whose sender is nobody whom we know: as it was seen, and its bytes.
pub(super) fn of_stranger(
    desk: &mut Desk<'_>,
    pending: &Pending,
    (seen, raw): (&Letter, &[u8]),
    why: &str,
) -> Result<Settled, Failure> {
    let text = beginning(&seen.text);
    let key = Some(desk.key);
    let mut tokens = tokens_of(seen, &desk.robot_address, key, desk.tx)?;
    tokens.extend(tokens_in(desk, text)?);
    if !tokens.is_empty() || desk.known.contains(&pending.id) {
        let letter = match guarded(|| letter::read(raw)) {
            Ok(letter) => letter,
            Err(settled) => return Ok(settled),
        };
        let (own_text, dated) = (Some(letter.own_text.clone()), letter.date);
        if let Some(settled) = of_owner(desk, pending, &letter, &tokens)? {
            return Ok(Settled {
                own_text,
                dated,
                ..settled
            });
        }
    }
    let named = named_by(desk, &seen.subject, text)?;
    desk.tx.named_put(pending.id, &named)?;
    let note = match named.len() {
        0 => why.to_owned(),
        _ => format!("{why}; it names a game or a player"),
    };
    Ok(Settled::of(Verdict::UnknownSender, &note))
}

/// A letter of which somebody known may be the owner. Confirmed, it is his whatever
/// its From says; else he is asked: whose the newest letter of ours is that it
/// answers.
fn of_owner(
    desk: &mut Desk<'_>,
    pending: &Pending,
    letter: &Letter,
    tokens: &[TokenRow],
) -> Result<Option<Settled>, Failure> {
    let confirmed = desk.known.contains(&pending.id);
    let code = desk.tx.challenge_of(pending.id)?.filter(|_| confirmed);
    let newest = tokens.iter().max_by(|a, b| a.of.cmp(&b.of));
    let (player, address) = match (&code, newest) {
        (Some(code), _) => (code.player, code.address.clone()),
        (None, Some(token)) => (token.player, token.to.clone()),
        (None, None) => return Ok(None),
    };
    let Some(id) = player else {
        let Some(office) = office_of(desk.tx, &address, desk.now)? else {
            return Ok(None);
        };
        let of = OfficialLetter {
            pending,
            letter,
            office: &office,
        };
        if code.is_none() {
            return hear_elsewhere(desk, &of).map(Some);
        }
        let signs = signs_of(desk, letter, &of.from().sender)?;
        return Ok(match hear_official(desk, &of, &signs, None)? {
            ArbiterLetter::Settled(settled) | ArbiterLetter::And(settled, _) => Some(settled),
            ArbiterLetter::Nothing => None,
        });
    };
    let player = desk.player(id)?;
    let theirs = echo::without_ours(desk.tx, letter)?;
    let letter = theirs.as_ref().unwrap_or(letter);
    let understanding = match understood(letter) {
        Ok(understanding) => understanding,
        Err(settled) => return Ok(Some(settled)),
    };
    let understanding = confined(desk, pending, letter, understanding);
    let from = LetterFrom::player(pending, letter, &player);
    let settled = if code.is_none() {
        let signs = Signs::own(tokens.to_vec(), |t| t.player == Some(id));
        let about = GameSigns {
            sender: id,
            signs: &signs,
            understanding: &understanding,
        };
        challenge::hold(desk, &from, &player, &about, &CodeAsked::Elsewhere)?
    } else if let Some(note) = twins::seen_before(desk.tx, pending, letter)? {
        Settled::of(Verdict::Duplicate, &note)
    } else {
        let heard = PlayerLetter::open(desk, from, &player, &understanding)?;
        heard.note_answered(desk)?;
        heard.judge(desk)?.of_known(heard.is_believed())
    };
    Ok(Some(with_requests(
        settled,
        &understanding,
        pending,
        letter,
    )))
}

/// The games and players that a stranger's letter names.
fn named_by(desk: &mut Desk<'_>, subject: &str, text: &str) -> Result<Vec<NewNamed>, Failure> {
    let mut found: Vec<NewNamed> = Vec::new();
    let mut games: BTreeSet<GameName> = names_in(subject).into_iter().collect();
    games.extend(names_in(text));
    for name in games.iter().take(MOST_NAMED) {
        if let Some(id) = desk.tx.game_find(name)? {
            let tournament = desk.tx.game_facts(id)?.tournament;
            found.push((tournament, Some(id), None));
        }
    }
    let words = words_of(&format!("{subject}\n{text}"));
    let have: BTreeSet<&str> = words.iter().map(String::as_str).collect();
    for (tournament, player, name) in names_of_players(desk)? {
        let in_row = || words.windows(name.len()).any(|w| w == name.as_slice());
        if name.iter().all(|w| have.contains(w.as_str())) && in_row() {
            found.push((*tournament, None, Some(*player)));
        }
    }
    found.truncate(MOST_NAMED);
    Ok(found)
}

/// The players of tournaments that are not over, read once a transaction.
fn names_of_players<'d>(desk: &'d mut Desk<'_>) -> Result<&'d [NamedPlayer], Failure> {
    if desk.names.is_none() {
        let mut all = Vec::new();
        for row in desk.tx.tournament_list()? {
            if row.status == TournamentStatus::Finished {
                continue;
            }
            for entry in desk.tx.entries_of_tournament(row.facts.id)? {
                let words = words_of(&desk.player_name(entry.player)?);
                if words.len() >= FEWEST_WORDS {
                    all.push((row.facts.id, entry.player, words));
                }
            }
        }
        desk.names = Some(all);
    }
    Ok(desk.names.as_deref().unwrap_or_default())
}

/// The part of a stranger's text that is searched.
fn beginning(text: &str) -> &str {
    let mut end = text.len().min(SEARCHED);
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    text.get(..end).unwrap_or("")
}

fn words_of(text: &str) -> Vec<String> {
    text.split(|c: char| !c.is_alphanumeric())
        .filter(|w| !w.is_empty())
        .map(str::to_lowercase)
        .collect()
}
