//! The field of a tournament that takes entries: who is admitted comes in, who takes his
//! entry back goes, and the first who waits moves up (27-29).

use super::changes::{change_at_desk, file_now};
use super::deciding;
use super::desk::Desk;
use crate::address;
use crate::arbiter::notice::{EntryLetter, EntryNews, EntryPerson};
use crate::arbiter::{Body, Notice, Recipient, Ruling};
use crate::error::Failure;
use crate::orders::Refusal;
use crate::record::{Cause, TournamentEntry, TournamentEvent};
use crate::rules::Article;
use crate::store::{Application, TournamentRow, TournamentStatus, View};
use crate::tournament::entries::{EntryState, EntryTerms};
use crate::tournament::revision::{Change, Person};

/// By what something is decided about an entry.
#[derive(Clone, Copy, Debug)]
pub(super) struct EntryGrounds<'a> {
    pub cause: Cause,
    pub reason: &'a str,
    /// The article that the officials name; else the one that is known.
    pub article: Option<&'a str>,
}

impl EntryGrounds<'_> {
    /// What no official decides: a letter, a term, the start.
    pub fn of(cause: Cause) -> Self {
        EntryGrounds {
            cause,
            reason: "",
            article: None,
        }
    }
}

/// The keyed hash by which the entries of an address are found.
pub(super) fn tag_of(desk: &Desk<'_>, email: &str) -> Vec<u8> {
    desk.key.lasting_tag(&address::key(email))
}

/// A tournament that has not begun and takes entries, or took them, by its code however it is
/// written; with its terms.
pub(super) fn with_entries(
    view: &View<'_>,
    code: &str,
) -> Result<Option<(TournamentRow, EntryTerms)>, Failure> {
    let row = match view.tournament_load(code)? {
        Some(row) => row,
        None => {
            let mut all = view.tournament_list()?.into_iter();
            match all.find(|row| row.facts.code.eq_ignore_ascii_case(code)) {
                Some(row) => row,
                None => return Ok(None),
            }
        }
    };
    if row.status != TournamentStatus::Planned {
        return Ok(None);
    }
    let terms = row.tournament_file()?.entries;
    Ok(terms.map(|terms| (row, terms)))
}

/// Notes what was decided about an entry, in the record of its tournament.
pub(super) fn note(
    desk: &mut Desk<'_>,
    row: &TournamentRow,
    event: TournamentEvent,
    (article, grounds): (Article, EntryGrounds<'_>),
) -> Result<(), Failure> {
    let number = article.number(row.facts.profile);
    let entry = TournamentEntry {
        at: desk.now,
        tournament: row.facts.id,
        event,
        grounds: Some(grounds.article.unwrap_or(number).to_owned()),
        cause: grounds.cause,
        note: grounds.reason.to_owned(),
    };
    deciding::append_about_tournament(desk, entry)
}

/// Admits an entry: it comes into the field, or waits where all places are taken. What
/// became of it.
pub(super) fn admit(
    desk: &mut Desk<'_>,
    row: &TournamentRow,
    one: &Application,
    grounds: EntryGrounds<'_>,
) -> Result<EntryState, Failure> {
    let file = file_now(desk.tx, row)?;
    let room = file.has_room();
    let state = match room {
        true => EntryState::Admitted,
        false => EntryState::Waiting,
    };
    let place = match room {
        true => enter(desk, row, one)?,
        false => waiting_before(desk, row, one)? + 1,
    };
    desk.tx.application_state(one.id, state, desk.now)?;
    let entry = one.number;
    let event = TournamentEvent::EntryDecided { entry, state };
    note(desk, row, event, (Article::Admission, grounds))?;
    let news = match (state, one.state) {
        (EntryState::Admitted, EntryState::Waiting) => EntryNews::MovedUp,
        (EntryState::Admitted, _) => EntryNews::Admitted,
        _ => EntryNews::Waiting,
    };
    tell(desk, row, one, (news, place, grounds.reason))?;
    Ok(state)
}

/// Enters who made an entry as a player; his starting number.
fn enter(desk: &mut Desk<'_>, row: &TournamentRow, one: &Application) -> Result<u32, Failure> {
    let erased = || Failure::failed(format!("entry {} was erased", one.number));
    let person = one.person.as_ref().ok_or_else(erased)?;
    let known = one.player.map(|id| desk.player(id)).transpose()?;
    let email = known
        .as_ref()
        .and_then(|p| p.reach.email())
        .unwrap_or(&person.email);
    let change = Change::Add(
        Person {
            name: person.name.clone(),
            email: email.to_owned(),
            language: Some(person.language),
            rating: person.form.rating,
            federation: person.form.federation.clone(),
        },
        None,
    );
    change_at_desk(desk, row, &change, &format!("entry {}", one.number))?;
    let player = desk.tx.player_by_address(email)?.ok_or_else(erased)?;
    desk.tx.application_player(one.id, player.id)?;
    let entries = desk.tx.entries_of_tournament(row.facts.id)?;
    let his = entries.iter().find(|e| e.player == player.id);
    Ok(his.map_or(0, |e| e.start_number))
}

/// How many wait before an entry.
fn waiting_before(desk: &Desk<'_>, row: &TournamentRow, one: &Application) -> Result<u32, Failure> {
    let all = desk.tx.applications_of(row.facts.id)?;
    let before = |a: &&Application| a.state == EntryState::Waiting && a.number < one.number;
    Ok(u32::try_from(all.iter().filter(before).count()).unwrap_or(u32::MAX))
}

/// Takes an entry back: who was admitted leaves the field, and the first who waits moves up.
pub(super) fn withdraw(
    desk: &mut Desk<'_>,
    row: &TournamentRow,
    one: &Application,
    grounds: EntryGrounds<'_>,
) -> Result<(), Failure> {
    if one.state == EntryState::Admitted {
        leave(desk, row, one)?;
    }
    let state = EntryState::Withdrawn;
    desk.tx.application_state(one.id, state, desk.now)?;
    let entry = one.number;
    let event = TournamentEvent::EntryDecided { entry, state };
    note(desk, row, event, (Article::EntryTerms, grounds))?;
    if one.state != EntryState::Unverified {
        tell(desk, row, one, (EntryNews::Withdrawn, 0, grounds.reason))?;
    }
    move_up(desk, row, grounds)
}

/// Who plays by an entry leaves the field.
pub(super) fn leave(
    desk: &mut Desk<'_>,
    row: &TournamentRow,
    one: &Application,
) -> Result<(), Failure> {
    let entries = desk.tx.entries_of_tournament(row.facts.id)?;
    let Some(his) = entries.iter().find(|e| Some(e.player) == one.player) else {
        return Ok(());
    };
    // As long as the list is open nobody was told a number; then it stays free.
    let file = file_now(desk.tx, row)?;
    let change = Change::Remove {
        number: his.start_number,
        renumber: file.is_filling(),
    };
    let reason = format!("entry {} taken back", one.number);
    change_at_desk(desk, row, &change, &reason).map(drop)
}

/// As many of those who wait come in as there is room for, the first of them first.
pub(super) fn move_up(
    desk: &mut Desk<'_>,
    row: &TournamentRow,
    grounds: EntryGrounds<'_>,
) -> Result<(), Failure> {
    for one in desk.tx.applications_of(row.facts.id)? {
        let file = file_now(desk.tx, row)?;
        let Some(terms) = file.entries.as_ref().filter(|_| file.has_room()) else {
            return Ok(());
        };
        // Once the games are made only a number that has come free is filled.
        let free = !terms.closed || file.players.iter().any(|p| p.withdrawn);
        if one.state == EntryState::Waiting && free {
            let grounds = EntryGrounds {
                reason: "",
                ..grounds
            };
            admit(desk, row, &one, grounds)?;
        }
    }
    Ok(())
}

/// Whoever has applied, and waits for a decision when the tournament begins, hears that it
/// begins without him; nobody vouches for an address that is not confirmed: it has no answer.
pub(super) fn tell_undecided(desk: &mut Desk<'_>, row: &TournamentRow) -> Result<(), Failure> {
    for one in desk.tx.applications_of(row.facts.id)? {
        if one.state == EntryState::Applied && one.person.is_some() {
            tell(desk, row, &one, (EntryNews::Begun, 0, ""))?;
        }
    }
    Ok(())
}

/// Closes the list: who plays is final, and the games are made. How many play.
pub(super) fn close(
    desk: &mut Desk<'_>,
    row: &TournamentRow,
    of: EntryGrounds<'_>,
) -> Result<usize, Failure> {
    let file = file_now(desk.tx, row)?;
    let Some(terms) = file.entries.filter(|terms| !terms.closed) else {
        return Err(Refusal::NoEntries(row.facts.code.clone()).into());
    };
    let mut terms = terms;
    terms.closed = true;
    let change = Change::Set("entries".to_owned(), terms.written());
    let file = change_at_desk(desk, row, &change, of.reason)?;
    let players = file.playing();
    let event = TournamentEvent::EntriesClosed { players };
    note(desk, row, event, (Article::EntryTerms, of))?;
    Ok(players)
}

/// The person of an entry, as letters show him.
pub(super) fn person_of(one: &Application) -> EntryPerson {
    let Some(person) = &one.person else {
        return EntryPerson::default();
    };
    EntryPerson {
        name: person.name.clone(),
        rating: person.form.rating,
        federation: person.form.federation.clone(),
        title: person.form.title.clone(),
        birth: person.form.birth.clone(),
    }
}

/// What a letter about an entry says.
pub(super) fn letter(
    row: &TournamentRow,
    one: Option<&Application>,
    news: EntryNews,
) -> Result<EntryLetter, Failure> {
    let terms = row.tournament_file()?.entries;
    Ok(EntryLetter {
        news,
        code: row.facts.code.clone(),
        name: row.facts.name.clone(),
        start: row.facts.start,
        until: terms.as_ref().map(|t| t.until),
        fee: terms.and_then(|t| t.fee).unwrap_or_default(),
        number: one.map_or(0, |a| a.number),
        person: one.map(person_of).unwrap_or_default(),
        terms: None,
        place: 0,
        reason: String::new(),
    })
}

/// Who gets the letters about an entry.
pub(super) fn recipient(one: &Application) -> Recipient {
    match one.player {
        Some(player) => Recipient::Player(player),
        None => Recipient::Applicant(one.id),
    }
}

/// Tells who made an entry what became of it.
pub(super) fn tell(
    desk: &mut Desk<'_>,
    row: &TournamentRow,
    one: &Application,
    (news, place, reason): (EntryNews, u32, &str),
) -> Result<(), Failure> {
    let says = EntryLetter {
        place,
        reason: reason.to_owned(),
        ..letter(row, Some(one), news)?
    };
    let notice = Notice::new(recipient(one), Body::Entry(says)).of_tournament(row.facts.id);
    desk.record(Ruling::telling(vec![notice]), None, None)
}
