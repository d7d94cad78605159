//! ENTER: who wants to play where entries are taken (27). Somebody we do not know gets a
//! code where his domain speaks for the letter, and his yes to it puts him on the list; a
//! player whose letter is believed is on it at once. What nothing vouches for is listed and
//! not answered: it may be anybody's address.

use super::belief::is_domain_verified;
use super::codes;
use super::desk::Desk;
use super::field::{self, EntryGrounds};
use super::mail::BroughtBy;
use super::reading::{guarded, understood};
use super::requests;
use super::settled::Settled;
use super::tokens::is_robot;
use super::twins;
use crate::address;
use crate::arbiter::notice::{EntryLetter, EntryNews};
use crate::arbiter::{Body, Notice, Recipient, Ruling, Verdict};
use crate::compose::fresh_code;
use crate::error::Failure;
use crate::ids::{InboundId, PlayerId};
use crate::language::Language;
use crate::letter::{self, Letter};
use crate::record::Cause;
use crate::request::confirm::{CODE_LENGTH, CodeReply, codes_in, reply_to};
use crate::request::entry_form::{EntryForm, languages_of};
use crate::request::{PlayerRequest, Request};
use crate::store::{
    Applicant, Application, NewApplication, Pending, TournamentRow, TournamentStatus,
};
use crate::time::{Instant, Zone};
use crate::tournament::entries::{EntryState, EntryTerms};

/// An address gets one code in so many seconds: three days.
const ONE_CODE_IN: i64 = 3 * 86_400;

/// Codes of entries that a home mails in a day.
const CODES_A_DAY: u32 = 50;

/// Entries kept from letters that nothing vouches for, in a day.
const UNVERIFIED_A_DAY: u32 = 200;

/// Under which name codes of entries are counted.
const CODES: &str = "entry codes";

/// Under which name entries are counted that nothing vouches for.
const UNVERIFIED: &str = "entries unverified";

/// Shortest name that is taken for one, in letters.
const SHORTEST_NAME: usize = 2;

/// What a letter of nobody that we know wants of the entries.
enum Wanted {
    Enter(String),
    Withdraw(String),
}

/// A stranger's letter, as far as it is about an entry; `None`: it is not.
pub(super) fn heard(
    desk: &mut Desk<'_>,
    pending: &Pending,
    (seen, raw): (&Letter, &[u8]),
) -> Result<Option<Settled>, Failure> {
    // Where no tournament takes entries nothing more is read of a stranger's letter.
    let [from] = seen.from.as_slice() else {
        return Ok(None);
    };
    // The robot itself enters nothing.
    let ours = is_robot(from, &desk.robot_address);
    if ours || seen.doubled.contains(&"from") || !takes_entries(desk)? {
        return Ok(None);
    }
    match guarded(|| letter::read(raw)) {
        Ok(letter) => of_nobody(desk, pending, &letter),
        Err(settled) => Ok(Some(settled)),
    }
}

/// The same of a letter that is read: an official's, who plays nowhere, or a stranger's.
pub(super) fn of_nobody(
    desk: &mut Desk<'_>,
    pending: &Pending,
    letter: &Letter,
) -> Result<Option<Settled>, Failure> {
    let form = EntryForm::read(&letter.own_text);
    let settled = match confirmed(desk, pending, letter, &form)? {
        Some(settled) => Some(settled),
        None => match wanted(desk, letter, &form)? {
            None => None,
            Some(Wanted::Withdraw(code)) => withdrawn(desk, pending, letter, &code)?,
            Some(Wanted::Enter(code)) => entered(desk, pending, letter, (&code, form))?,
        },
    };
    Ok(settled.map(|settled| Settled {
        own_text: Some(letter.own_text.clone()),
        ..settled
    }))
}

/// Whether a tournament that has not begun has terms of entry.
fn takes_entries(desk: &Desk<'_>) -> Result<bool, Failure> {
    for row in desk.tx.tournament_list()? {
        let planned = row.status == TournamentStatus::Planned;
        if planned && row.tournament_file()?.entries.is_some() {
            return Ok(true);
        }
    }
    Ok(false)
}

/// What it asks for: by a command, or by the form of an entry that names a tournament.
fn wanted(desk: &Desk<'_>, letter: &Letter, form: &EntryForm) -> Result<Option<Wanted>, Failure> {
    if let Ok(understanding) = understood(letter) {
        let all = understanding.sections.into_iter().flat_map(|s| s.requests);
        for request in all {
            match request {
                Request::Player(PlayerRequest::Enter { code }) => {
                    return Ok(Some(Wanted::Enter(code)));
                }
                Request::Player(PlayerRequest::WithdrawFrom { code }) => {
                    return Ok(Some(Wanted::Withdraw(code)));
                }
                Request::Player(_) | Request::Game(_) => {}
            }
        }
    }
    let Some(event) = form.event.as_ref().filter(|_| form.is_entry()) else {
        return Ok(None);
    };
    Ok(named_by_form(desk, event)?.map(Wanted::Enter))
}

/// The code of the tournament that a form names, by that or by its name.
fn named_by_form(desk: &Desk<'_>, event: &str) -> Result<Option<String>, Failure> {
    let said = crate::fold::fold(event);
    let words: Vec<&str> = event
        .split(|c: char| !(c.is_ascii_alphanumeric() || c == '-' || c == '_'))
        .collect();
    for row in desk.tx.tournament_list()? {
        let code = &row.facts.code;
        let named = words.iter().any(|w| w.eq_ignore_ascii_case(code))
            || said == crate::fold::fold(&row.facts.name);
        if named && row.status == TournamentStatus::Planned {
            return Ok(Some(code.clone()));
        }
    }
    Ok(None)
}

/// The code of an entry and a yes, from the very address that asked: it is on the list. A no
/// takes it back.
fn confirmed(
    desk: &mut Desk<'_>,
    pending: &Pending,
    letter: &Letter,
    form: &EntryForm,
) -> Result<Option<Settled>, Failure> {
    for code in codes_in(&letter.own_text) {
        let Some(one) = desk.tx.application_of_code(&code)? else {
            continue;
        };
        let Some(person) = one.person.clone() else {
            continue;
        };
        if !is_from(letter, &person.email) {
            let note = format!("the code of entry {} from another address", one.number);
            return Ok(Some(Settled::of(Verdict::UnknownSender, &note)));
        }
        let late = one
            .asked
            .is_none_or(|at| pending.arrived > at.plus_seconds(codes::HOLDS));
        let number = one.number;
        let note = match reply_to(&letter.own_text, &code) {
            _ if late => format!("the code of entry {number} does not hold any more"),
            None | Some(CodeReply::Unclear) => {
                format!("the code of entry {number} with neither yes nor no")
            }
            Some(CodeReply::No) => {
                take_back(desk, pending.id, &one)?;
                format!("entry {number} is taken back")
            }
            Some(CodeReply::Yes) => {
                let person = Applicant {
                    name: form.name.clone().unwrap_or(person.name),
                    form: person.form.with(form.clone()),
                    ..person
                };
                desk.tx.application_says(one.id, &person)?;
                desk.tx
                    .application_state(one.id, EntryState::Applied, desk.now)?;
                tell(desk, pending, letter, (one.id, EntryNews::Taken))?;
                format!("entry {number} is confirmed")
            }
        };
        return Ok(Some(Settled::of(Verdict::Command, &note).of_known(true)));
    }
    Ok(None)
}

/// Whether a letter comes from an address.
fn is_from(letter: &Letter, email: &str) -> bool {
    address::key(from_of(letter)) == address::key(email)
}

/// Takes an entry back, as the letter of who made it asks.
fn take_back(desk: &mut Desk<'_>, letter: InboundId, one: &Application) -> Result<(), Failure> {
    let row = desk.tx.tournament_load_id(one.tournament)?;
    let Some(row) = row else { return Ok(()) };
    field::withdraw(desk, &row, one, EntryGrounds::of(Cause::Letter(letter)))
}

/// WITHDRAW CODE of somebody who is no player yet.
fn withdrawn(
    desk: &mut Desk<'_>,
    pending: &Pending,
    letter: &Letter,
    code: &str,
) -> Result<Option<Settled>, Failure> {
    let Some((row, _)) = field::with_entries(desk.tx, code)? else {
        return Ok(None);
    };
    let Some(one) = standing(desk, &row, letter)? else {
        return Ok(None);
    };
    let number = one.number;
    let (verdict, note) = match is_domain_verified(desk, letter, pending.arrived) {
        true => {
            take_back(desk, pending.id, &one)?;
            (Verdict::Command, format!("entry {number} is taken back"))
        }
        false => (
            Verdict::UnknownSender,
            format!("entry {number} would be taken back; nothing vouches for the address"),
        ),
    };
    let known = verdict == Verdict::Command;
    Ok(Some(Settled::of(verdict, &note).of_known(known)))
}

/// The entry of a letter's address in a tournament that still stands.
fn standing(
    desk: &Desk<'_>,
    row: &TournamentRow,
    letter: &Letter,
) -> Result<Option<Application>, Failure> {
    let all = desk.tx.applications_by(&tag_of(desk, letter))?;
    let mut mine = all.into_iter().rev();
    Ok(mine.find(|a| a.tournament == row.facts.id && !a.state.is_over()))
}

fn tag_of(desk: &Desk<'_>, letter: &Letter) -> Vec<u8> {
    field::tag_of(desk, from_of(letter))
}

/// The address that a letter comes from.
fn from_of(letter: &Letter) -> &str {
    letter.from.first().map(String::as_str).unwrap_or_default()
}

/// ENTER CODE of somebody we do not know.
fn entered(
    desk: &mut Desk<'_>,
    pending: &Pending,
    letter: &Letter,
    (code, form): (&str, EntryForm),
) -> Result<Option<Settled>, Failure> {
    let Some((row, terms)) = field::with_entries(desk.tx, code)? else {
        return Ok(None);
    };
    if let Some(note) = twins::seen_before(desk.tx, pending, letter)? {
        return Ok(Some(Settled::of(Verdict::Duplicate, &note)));
    }
    let settled = |note: &str| Ok(Some(Settled::of(Verdict::UnknownSender, note)));
    if !is_in_time(&row, &terms, pending.arrived) {
        return settled("entries are over");
    }
    let before = standing(desk, &row, letter)?;
    if let Some(one) = &before
        && !matches!(one.state, EntryState::Unverified | EntryState::Asked)
    {
        return settled(&format!("entry {} stands already", one.number));
    }
    let may = may_ask(desk, pending, letter)?;
    let person = applicant(letter, form, row.facts.language);
    let one = match before {
        Some(one) => one,
        None => {
            if may.is_err() && is_beyond(desk, UNVERIFIED, UNVERIFIED_A_DAY)? {
                return settled("an entry; too many came today that nothing vouches for");
            }
            desk.tx.application_add(&NewApplication {
                tournament: row.facts.id,
                inbound: pending.id,
                arrived: pending.arrived,
                tag: &tag_of(desk, letter),
                person: &person,
                state: EntryState::Unverified,
                player: None,
            })?
        }
    };
    let number = one.number;
    match may {
        Err(why) => settled(&format!("entry {number}, listed and not answered: {why}")),
        Ok(()) => {
            desk.tx.application_says(one.id, &person)?;
            let code = fresh_code(CODE_LENGTH).map_err(Failure::failed)?;
            desk.tx.application_asked(one.id, &code, desk.now)?;
            let day = day_of(desk.now);
            desk.tx.answers_add(&day, CODES)?;
            ask(desk, pending, letter, (one.id, code))?;
            let note = format!("entry {number}, to be confirmed by a code");
            Ok(Some(
                Settled::of(Verdict::UnknownSender, &note).of_known(true),
            ))
        }
    }
}

/// Whether a code may be mailed to the address of a letter; else why not.
fn may_ask(
    desk: &Desk<'_>,
    pending: &Pending,
    letter: &Letter,
) -> Result<Result<(), &'static str>, Failure> {
    if !is_domain_verified(desk, letter, pending.arrived) {
        return Ok(Err("nothing vouches for the address"));
    }
    let since = desk.now.plus_seconds(-ONE_CODE_IN);
    let all = desk.tx.applications_by(&tag_of(desk, letter))?;
    if all.iter().any(|a| a.asked.is_some_and(|at| at > since)) {
        return Ok(Err("a code went there within three days"));
    }
    let day = day_of(desk.now);
    if desk.tx.answers_count(&day, CODES)? >= CODES_A_DAY {
        return Ok(Err("as many codes as may be were mailed today"));
    }
    Ok(Ok(()))
}

fn is_beyond(desk: &Desk<'_>, scope: &str, most: u32) -> Result<bool, Failure> {
    let day = day_of(desk.now);
    if desk.tx.answers_count(&day, scope)? >= most {
        return Ok(true);
    }
    desk.tx.answers_add(&day, scope)?;
    Ok(false)
}

/// The day under which answers are counted.
fn day_of(now: Instant) -> String {
    Zone::utc().day(now).to_string()
}

/// Who it is, by what the letter says of him: the form, else the name beside his address.
fn applicant(letter: &Letter, form: EntryForm, otherwise: Language) -> Applicant {
    let email = from_of(letter).to_owned();
    let local = email.split('@').next().unwrap_or_default().to_owned();
    let beside = Some(letter.from_name.clone());
    let is_name =
        |name: &String| name.chars().filter(|c| c.is_alphabetic()).count() >= SHORTEST_NAME;
    let name = form.name.clone().or(beside.filter(is_name));
    Applicant {
        name: name.filter(is_name).unwrap_or(local),
        language: language_of(letter, &form, otherwise),
        email,
        form,
    }
}

/// The language of letters to him: as he says, else of the word that he has used, else the
/// tournament's. A word of two languages is the tournament's where that is one of them.
fn language_of(letter: &Letter, form: &EntryForm, otherwise: Language) -> Language {
    let spoken = languages_of(&letter.own_text);
    let among = spoken.contains(&otherwise) || spoken.is_empty();
    let word = match among {
        true => otherwise,
        false => {
            let ukrainian = letter
                .own_text
                .contains(['і', 'ї', 'є', 'ґ', 'І', 'Ї', 'Є', 'Ґ']);
            let of_letters = spoken.iter().find(|l| ukrainian && **l == Language::Uk);
            of_letters.or(spoken.first()).copied().unwrap_or(otherwise)
        }
    };
    form.language.unwrap_or(word)
}

/// The letter with the code, to the address that asked.
fn ask(
    desk: &mut Desk<'_>,
    pending: &Pending,
    letter: &Letter,
    (id, code): (i64, String),
) -> Result<(), Failure> {
    answer(desk, pending, letter, id, |desk, row, one| {
        let until = desk.now.plus_seconds(codes::HOLDS);
        Ok(EntryLetter {
            terms: Some(codes::terms(code, until, row.facts.zone)),
            ..field::letter(row, Some(one), EntryNews::Asked)?
        })
    })
}

fn tell(
    desk: &mut Desk<'_>,
    pending: &Pending,
    letter: &Letter,
    (id, news): (i64, EntryNews),
) -> Result<(), Failure> {
    answer(desk, pending, letter, id, |_, row, one| {
        field::letter(row, Some(one), news)
    })
}

fn answer(
    desk: &mut Desk<'_>,
    pending: &Pending,
    letter: &Letter,
    id: i64,
    says: impl FnOnce(&Desk<'_>, &TournamentRow, &Application) -> Result<EntryLetter, Failure>,
) -> Result<(), Failure> {
    let one = desk.tx.application_load(id)?;
    let one = one.ok_or_else(|| Failure::failed("an entry vanished"))?;
    let row = desk.tx.tournament_load_id(one.tournament)?;
    let row = row.ok_or_else(|| Failure::failed("a tournament vanished"))?;
    let body = Body::Entry(says(desk, &row, &one)?);
    let to = field::recipient(&one);
    let notice = Notice::new(to, body).of_tournament(row.facts.id);
    let by = BroughtBy {
        inbound: pending.id,
        message_id: letter.message_id.clone(),
        sender: None,
    };
    desk.record(Ruling::telling(vec![notice]), None, Some(by))
}

/// What a player hears of his entry.
fn to_player(player: PlayerId, says: EntryLetter, note: &str) -> Ruling {
    Ruling {
        notices: vec![Notice::new(Recipient::Player(player), Body::Entry(says))],
        verdict: Some(Verdict::Command),
        note: note.to_owned(),
        ..Ruling::default()
    }
}

/// ENTER CODE of a player whose letter is believed: he is on the list.
pub(super) fn entry_of_player(
    desk: &mut Desk<'_>,
    player: PlayerId,
    code: &str,
    (inbound, arrived): (InboundId, Instant),
) -> Result<Ruling, Failure> {
    let Some((row, terms)) = field::with_entries(desk.tx, code)? else {
        let says = not_open(desk, code)?;
        return Ok(to_player(player, says, "no entries are taken there"));
    };
    let known = desk.player(player)?;
    let plays = desk.tx.entries_of_tournament(row.facts.id)?;
    let all = desk.tx.applications_of(row.facts.id)?;
    let mut mine = all.iter().filter(|a| a.player == Some(player));
    let before = mine.rfind(|a| !a.state.is_over());
    if before.is_some() || plays.iter().any(|e| e.player == player) {
        let says = field::letter(&row, before, EntryNews::Already)?;
        return Ok(to_player(player, says, "the entry stands already"));
    }
    if !is_in_time(&row, &terms, arrived) {
        let says = field::letter(&row, None, EntryNews::Closed)?;
        return Ok(to_player(player, says, "entries are over"));
    }
    let email = known.reach.email().unwrap_or_default().to_owned();
    let person = Applicant {
        name: known.name.clone(),
        language: known.language,
        form: EntryForm {
            rating: known.rating,
            federation: known.federation.clone(),
            ..EntryForm::default()
        },
        email,
    };
    let one = desk.tx.application_add(&NewApplication {
        tournament: row.facts.id,
        inbound,
        arrived,
        tag: &field::tag_of(desk, &person.email),
        person: &person,
        state: EntryState::Applied,
        player: Some(player),
    })?;
    let says = field::letter(&row, Some(&one), EntryNews::Taken)?;
    Ok(to_player(player, says, &format!("entry {}", one.number)))
}

fn is_in_time(row: &TournamentRow, terms: &EntryTerms, arrived: Instant) -> bool {
    terms.takes(row.facts.zone.day(arrived))
}

/// What is said of a tournament that takes no entries, or of none.
fn not_open(desk: &Desk<'_>, code: &str) -> Result<EntryLetter, Failure> {
    let row = desk.tx.tournament_load(code)?;
    Ok(EntryLetter {
        news: EntryNews::NotOpen,
        code: code.to_owned(),
        name: row.map_or_else(|| code.to_owned(), |row| row.facts.name.clone()),
        start: Zone::utc().day(desk.now),
        until: None,
        fee: String::new(),
        number: 0,
        person: Default::default(),
        terms: None,
        place: 0,
        reason: String::new(),
    })
}

/// WITHDRAW CODE of a player whose letter is believed: his entry is taken back where the
/// tournament has not begun; else he asks to leave it.
pub(super) fn withdrawal_of_player(
    desk: &mut Desk<'_>,
    player: PlayerId,
    code: &str,
    inbound: InboundId,
) -> Result<Ruling, Failure> {
    if let Some((row, _)) = field::with_entries(desk.tx, code)? {
        let all = desk.tx.applications_of(row.facts.id)?;
        let mut mine = all.iter().filter(|a| a.player == Some(player));
        if let Some(one) = mine.rfind(|a| !a.state.is_over()) {
            take_back(desk, inbound, one)?;
            return Ok(Ruling {
                verdict: Some(Verdict::Command),
                note: format!("entry {} is taken back", one.number),
                ..Ruling::default()
            });
        }
    }
    let games = desk.tx.player_games(player, true)?;
    let named = games
        .iter()
        .find(|g| g.name.code.eq_ignore_ascii_case(code));
    let about = named.map(|g| g.id);
    let ruling = requests::ask_withdrawal(desk, player, about, (inbound, false))?;
    match ruling.filter(|_| about.is_some()) {
        Some(ruling) => Ok(ruling),
        None => {
            let says = not_open(desk, code)?;
            Ok(to_player(player, says, "no entry and no game of his there"))
        }
    }
}
