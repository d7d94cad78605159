//! Lists of what waits for a code. Every letter that is not believed has a code of its
//! own as soon as it is ruled; a list of all that waits tells the codes to the
//! registered address, so that whoever forges many letters fills no mailbox and keeps
//! no genuine one unasked: some lists leave at once, later ones in some hours, each
//! with everything there is, the newest first. No code spoils another.

use super::code_scope::{CodeScope, MOST_SHOWN, rest_of};
use super::codes::{
    CodeAsked, HOLDS, MOST_CODES, asked, codes_of, codes_waiting, is_elsewhere, terms,
};
use super::desk::Desk;
use super::mail::BroughtBy;
use super::office::{WritingOfficial, office_of};
use super::sender::Sender;
use crate::arbiter::notice::{AskedFor, WaitingLetter};
use crate::arbiter::{Body, Ruling, Verdict};
use crate::compose::fresh_code;
use crate::error::Failure;
use crate::ids::{GameId, GameName, InboundId, PlayerId};
use crate::request::WHOLE;
use crate::request::confirm::CODE_LENGTH;
use crate::request::masked::{masked, masked_but_addresses};
use crate::store::{Challenge, InboundRow, NewChallenge, PlayerRow, Untold, View};
use crate::time::{Day, Instant, Zone};
use serde_json::Value;
use std::collections::BTreeSet;

/// Lists to one address that leave at once in a day.
const AT_ONCE: u32 = 4;

/// Seconds between two lists after those.
const APART: i64 = 4 * 3_600;

/// Most letters that one list shows; of graver ones fewer. Whoever has more waiting can
/// answer the list itself with what he wishes.
const MOST_LISTED: usize = 30;
const MOST_GRAVE: usize = 10;

/// Tells codes that no letter has told yet, where a list may leave.
pub(in crate::robot) fn ask_waiting(desk: &mut Desk<'_>) -> Result<(), Failure> {
    for untold in desk.tx.challenges_untold()? {
        if let Some(person) = party_of(desk.tx, &untold, desk.now)? {
            list_codes(desk, &person.as_sender())?;
        }
        drop_unsendable(desk, &untold)?;
    }
    Ok(())
}

fn party_of(
    view: &View<'_>,
    untold: &Untold,
    now: Instant,
) -> Result<Option<FoundPerson>, Failure> {
    Ok(match untold.player {
        Some(id) => {
            let row = view.player_load(id)?;
            let here = row.filter(|p| p.reach.is_at(&untold.address));
            here.map(FoundPerson::Player)
        }
        None => office_of(view, &untold.address, now)?.map(FoundPerson::Office),
    })
}

/// Codes that can reach nobody any more: the address is nobody's now.
fn drop_unsendable(desk: &mut Desk<'_>, untold: &Untold) -> Result<(), Failure> {
    if party_of(desk.tx, untold, desk.now)?.is_some() {
        return Ok(());
    }
    let codes = match untold.player {
        Some(id) => desk.tx.challenges_of_player(id, MOST_CODES)?,
        None => desk.tx.challenges_of_arbiter(&untold.address, MOST_CODES)?,
    };
    let lost = |c: &&Challenge| c.told.is_none() && c.address == untold.address;
    for code in codes.iter().filter(lost) {
        desk.tx.challenge_told(code.id, (desk.now, desk.now), 0)?;
    }
    Ok(())
}

fn list_codes(desk: &mut Desk<'_>, sender: &Sender<'_>) -> Result<(), Failure> {
    let day = Zone::utc().day(desk.now).to_string();
    let scope = sender.scope_of_codes();
    let elsewhere = format!("{scope}, from elsewhere");
    let all = codes_of(desk.tx, sender)?;
    let last = all.iter().filter_map(|c| c.told).max();
    // Of letters from other addresses one list a day tells (CONTRACT.md 4).
    let others = desk.tx.answers_count(&day, &elsewhere)? == 0;
    let mut listed = Vec::new();
    for code in codes_waiting(desk, sender)? {
        let Some(row) = waiting_row(desk.tx, &code)? else {
            desk.tx.challenge_use(code.id, desk.now)?;
            continue;
        };
        if code.told.is_some() || others || !is_elsewhere(&code) {
            listed.push((code, row));
        }
    }
    let news = listed.iter().filter(|(c, _)| c.told.is_none()).count();
    let many = desk.tx.answers_count(&day, &scope)? >= AT_ONCE;
    let soon = last.is_some_and(|at| desk.now.unix() - at.unix() < APART);
    if news == 0 || many && soon {
        return Ok(());
    }
    desk.tx.answers_add(&day, &scope)?;
    let from_elsewhere = |(c, _): &&(Challenge, InboundRow)| c.told.is_none() && is_elsewhere(c);
    if listed.iter().any(|row| from_elsewhere(&row)) {
        desk.tx.answers_add(&day, &elsewhere)?;
    }
    let until = desk.now.plus_seconds(HOLDS);
    let list = desk.tx.challenge_lists()? + 1;
    for (code, _) in &mut listed {
        if code.told.is_none() {
            desk.tx.challenge_told(code.id, (desk.now, until), list)?;
            code.until = until;
        }
    }
    send_list(desk, sender, listed, false)
}

/// Tells once more what waits, to one who answered a list by a word without a code;
/// `false`: nothing waits, or enough lists have left today.
pub(in crate::robot) fn list_again(
    desk: &mut Desk<'_>,
    sender: &Sender<'_>,
) -> Result<bool, Failure> {
    let day = Zone::utc().day(desk.now).to_string();
    let scope = sender.scope_of_codes();
    let mut listed = Vec::new();
    for code in codes_waiting(desk, sender)? {
        if let Some(row) = waiting_row(desk.tx, &code)?.filter(|_| code.told.is_some()) {
            listed.push((code, row));
        }
    }
    if listed.is_empty() || desk.tx.answers_count(&day, &scope)? >= AT_ONCE {
        return Ok(false);
    }
    desk.tx.answers_add(&day, &scope)?;
    send_list(desk, sender, listed, true)?;
    Ok(true)
}

/// Others have seen codes of a list: those that are not used are void, and new ones for the
/// same leave at once, for what is left of their time.
pub(in crate::robot) fn renew_codes(
    desk: &mut Desk<'_>,
    player: Option<PlayerId>,
    address: &str,
) -> Result<(), Failure> {
    let of = Untold {
        player,
        address: address.to_owned(),
    };
    match party_of(desk.tx, &of, desk.now)? {
        Some(person) => renew(desk, &person.as_sender()),
        None => Ok(()),
    }
}

fn renew(desk: &mut Desk<'_>, sender: &Sender<'_>) -> Result<(), Failure> {
    let list = desk.tx.challenge_lists()? + 1;
    let mut listed = Vec::new();
    for old in codes_waiting(desk, sender)? {
        let (Some(told), Some(row)) = (old.told, waiting_row(desk.tx, &old)?) else {
            continue;
        };
        desk.tx.challenge_use(old.id, desk.now)?;
        let code = fresh_code(CODE_LENGTH).map_err(Failure::failed)?;
        let new = NewChallenge {
            code: &code,
            player: old.player,
            address: &old.address,
            inbound: old.inbound,
            what: &old.what,
            until: old.until,
            told: false,
            about: old.about,
        };
        let id = desk.tx.challenge_add(&new, desk.now)?;
        desk.tx.challenge_told(id, (told, old.until), list)?;
        if let Some(shown) = &old.shown {
            desk.tx.challenge_shown(id, shown)?;
            // It was not answered: what it stood for still waits.
            desk.tx.challenge_forget_shown(old.id)?;
        }
        let new = desk.tx.challenge_find(&code)?;
        listed.extend(new.map(|new| (new, row)));
    }
    match listed.is_empty() {
        true => Ok(()),
        false => send_list(desk, sender, listed, true),
    }
}

/// Whether the message of a code waits for it indeed.
pub(super) fn still_waits(view: &View<'_>, code: &Challenge) -> Result<bool, Failure> {
    Ok(waiting_row(view, code)?.is_some())
}

/// The message of a code, where it waits indeed.
fn waiting_row(view: &View<'_>, code: &Challenge) -> Result<Option<InboundRow>, Failure> {
    let row = match code.inbound {
        Some(id) => view.inbound_show(id)?,
        None => None,
    };
    let waits = |r: &InboundRow| {
        r.verdict == Some(Verdict::Unverified) || asked(code) == Some(CodeAsked::Rest)
    };
    Ok(row.filter(waits))
}

fn send_list(
    desk: &mut Desk<'_>,
    sender: &Sender<'_>,
    mut listed: Vec<(Challenge, InboundRow)>,
    again: bool,
) -> Result<(), Failure> {
    listed.sort_by_key(|(code, row)| std::cmp::Reverse((row.arrived, code.id)));
    let zone = sender.zone(desk)?;
    let mut all = Vec::new();
    for (code, row) in &listed {
        let scope = CodeScope::of(desk.tx, code, row)?;
        desk.tx.challenge_shown(code.id, &scope.text()?)?;
        let asks = asks_of(desk.tx, &scope, sender.player().is_none())?;
        let left = rest_of(desk.tx, row)?
            .len()
            .saturating_sub(scope.requests().len());
        let letter = WaitingLetter {
            day: zone.day(row.arrived),
            at: zone.time_of_day(row.arrived),
            elsewhere: is_elsewhere(code),
            asks,
            more: left,
            terms: terms(code.code.clone(), code.until, zone),
        };
        all.push((scope.is_grave(), letter));
    }
    let (grave, letters): (Vec<_>, Vec<_>) = all.into_iter().partition(|(grave, _)| *grave);
    let letters = letters
        .into_iter()
        .map(|(_, letter)| letter)
        .collect::<Vec<_>>();
    let grave = grave
        .into_iter()
        .map(|(_, letter)| letter)
        .collect::<Vec<_>>();
    let count = letters.len() + grave.len();
    let (letters, grave) = (bounded(letters, MOST_LISTED), bounded(grave, MOST_GRAVE));
    let more = count - letters.len() - grave.len();
    let body = Body::Challenge {
        again,
        letters,
        grave,
        more,
    };
    let ruling = Ruling::telling(vec![sender.told(body)]);
    let newest = listed.first();
    let by = newest.map(|(_, row)| BroughtBy {
        inbound: row.id,
        message_id: row.message_id.clone(),
        sender: sender.player(),
    });
    desk.record(ruling, only_game(&listed), by)
}

/// What a letter asks for, as it was understood, and no more of its prose. An official sees
/// the addresses in his orders: what is masked looks like what a forger put there.
fn asks_of(view: &View<'_>, scope: &CodeScope, official: bool) -> Result<Vec<AskedFor>, Failure> {
    let mut asks = Vec::new();
    for request in scope.requests() {
        let Some(what) = request["type"].as_str() else {
            continue;
        };
        let named = request["game"].as_str().and_then(GameName::parse);
        // Any words have the form of a name; only a game's are repeated.
        let game = match named {
            Some(name) if view.game_find(&name)?.is_some() => Some(name.to_string()),
            _ => None,
        };
        asks.push(AskedFor {
            what: what.to_owned(),
            game,
            text: shown(what, request, official),
            received: match what {
                "move" | "check" => request["date"].as_str().and_then(Day::parse),
                _ => None,
            },
        });
    }
    Ok(asks)
}

/// A letter of this player made a move after it was confirmed: those that wait for
/// a code with a move for the same half-move are set aside. How many.
pub(super) fn set_rivals_aside(
    desk: &mut Desk<'_>,
    player: PlayerId,
    (game, ply): (GameId, u32),
    confirmed: InboundId,
) -> Result<usize, Failure> {
    let player = desk.player(player)?;
    let mut aside = 0;
    for code in codes_waiting(desk, &Sender::Player(&player))? {
        if code.about != Some((game, ply)) || code.inbound == Some(confirmed) {
            continue;
        }
        let Some(row) = waiting_row(desk.tx, &code)? else {
            continue;
        };
        let all = row.requests.as_ref().and_then(Value::as_array);
        let moves = |r: &Value| r["type"] == "move";
        if all.is_some_and(|all| all.iter().any(moves)) {
            desk.tx.challenge_aside(code.id, confirmed)?;
            let note = format!("set aside: letter {confirmed} was confirmed for the same move");
            desk.tx.inbound_note(row.id, &note)?;
            aside += 1;
        }
    }
    Ok(aside)
}

/// Whose the codes are, as the database knows him now.
enum FoundPerson {
    Player(PlayerRow),
    Office(WritingOfficial),
}

impl FoundPerson {
    fn as_sender(&self) -> Sender<'_> {
        match self {
            FoundPerson::Player(player) => Sender::Player(player),
            FoundPerson::Office(office) => Sender::Official(office),
        }
    }
}

/// As many as a list shows, in their order. Of many the newest that asks for each thing
/// comes first: forgeries of one kind crowd out nothing of another.
fn bounded(letters: Vec<WaitingLetter>, most: usize) -> Vec<WaitingLetter> {
    let mut kinds: Vec<Vec<AskedFor>> = Vec::new();
    let mut ranked: Vec<(bool, usize)> = Vec::new();
    for (at, letter) in letters.iter().enumerate() {
        let again = kinds.contains(&letter.asks);
        if !again && kinds.len() < most {
            kinds.push(letter.asks.clone());
        }
        ranked.push((again, at));
    }
    ranked.sort_unstable();
    ranked.truncate(most);
    let shown: BTreeSet<usize> = ranked.into_iter().map(|(_, at)| at).collect();
    let numbered = letters.into_iter().enumerate();
    numbered
        .filter(|(at, _)| shown.contains(at))
        .map(|(_, letter)| letter)
        .collect()
}

/// The game that all of them are about.
fn only_game(listed: &[(Challenge, InboundRow)]) -> Option<GameId> {
    let mut games = listed.iter().map(|(c, _)| c.about.map(|(game, _)| game));
    let first = games.next().flatten()?;
    games.all(|g| g == Some(first)).then_some(first)
}

/// What of a request is done where a code is answered: a move with all that is written with
/// it, days, an order, words that are passed on.
fn shown(what: &str, request: &Value, official: bool) -> String {
    let text = request["text"].as_str().unwrap_or("");
    let date = request["date"].as_str().unwrap_or("");
    let words = match what {
        _ if request[WHOLE].is_string() => request[WHOLE].as_str().unwrap_or("").to_owned(),
        "move" | "check" | "draw-claim" => {
            let dots = match request["side"].as_str() {
                Some("black") => "... ",
                _ => ". ",
            };
            let number = match request["number"].as_u64() {
                Some(number) => format!("{number}{dots}"),
                None => String::new(),
            };
            let series = request["variant"].as_array().map_or("", |_| " …");
            format!("{number}{text}{series}")
        }
        "leave" | "format" | "enter" | "withdraw" | "warn" => text.to_owned(),
        // Words that are passed on; a stranger's links come in no letter of ours.
        "arbiter" | "opponent" | "protest" | "appeal" | "abuse" | "dead-position" | "opinion" => {
            match masked(text) == text {
                true => text.to_owned(),
                false => format!("… [{}]", text.chars().count()),
            }
        }
        "order" => format!("{text} {}", request["below"].as_str().unwrap_or("")),
        "leave-end" => date.to_owned(),
        _ => String::new(),
    };
    let line = words.split_whitespace().collect::<Vec<_>>().join(" ");
    match official && what == "order" {
        // Cut short, two addresses may look alike.
        true => masked_but_addresses(&line)
            .chars()
            .take(2 * MOST_SHOWN + 1)
            .collect(),
        false => masked(&line).chars().take(MOST_SHOWN).collect(),
    }
}
