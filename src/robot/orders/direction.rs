//! Who directs a tournament that has begun, and until when: its arbiter, days on which
//! officials are absent, its end. Each is undone here too, where nothing was changed since.

use super::given::no_official;
use super::{Grounds, record_in_tournament};
use crate::address;
use crate::arbiter::notice::{AddressTrouble, NamedDecision};
use crate::arbiter::{Body, Notice, Recipient, Ruling};
use crate::error::Failure;
use crate::ids::EventId;
use crate::orders::plan::Given;
use crate::orders::ruling_letters::RulingLetters;
use crate::orders::{
    AbsentOrder, HandOverOrder, Outcome, ProlongOrder, Refusal, goes_on, is_only_asked,
};
use crate::record::{Official, Recorded, Status, TournamentEntry, TournamentEvent};
use crate::robot::desk::Desk;
use crate::robot::digest;
use crate::robot::tokens::is_robot;
use crate::rules::Article;
use crate::store::{TournamentFacts, TournamentRow, TournamentStatus};
use crate::time::Day;
use crate::tournament::officials::{Holder, OfficialAbsence, present};
use std::sync::Arc;

/// The articles of the arbiter, who is appointed (30.2.1.1), and of all who direct (30.2).
const ARBITER: &str = "30.2.1.1";
const OFFICIALS: &str = "30.2";

/// A decision that is taken back: its number and day.
type Back = Option<(EventId, Day)>;

/// A tournament that has begun.
fn begun(desk: &Desk<'_>, code: &str) -> Result<TournamentRow, Failure> {
    let row = desk.tx.tournament_load(code)?;
    let row = row.ok_or_else(|| Refusal::NoTournament(code.to_owned()))?;
    match row.status {
        TournamentStatus::Planned => Err(Refusal::NotBegun(code.to_owned()).into()),
        TournamentStatus::Started | TournamentStatus::Finished => Ok(row),
    }
}

/// Another directs from now on.
pub(super) fn hand_over(
    desk: &mut Desk<'_>,
    order: &HandOverOrder,
    grounds: &Grounds,
) -> Result<Vec<Outcome>, Failure> {
    let row = begun(desk, &order.code)?;
    let was = row.facts.arbiter.clone();
    let (name, email) = (order.name.trim(), order.email.trim());
    let trouble = match (address::check(email), is_robot(email, &desk.robot_address)) {
        (Err(_), _) => Some(AddressTrouble::Malformed),
        (Ok(()), true) => Some(AddressTrouble::Robot),
        (Ok(()), false) => None,
    };
    if let Some(why) = trouble {
        let address = email.to_owned();
        return Err(Refusal::Address { address, why }.into());
    }
    if address::key(email) == address::key(&was.email) {
        let (name, code) = (was.name, order.code.clone());
        return Err(Refusal::DirectsAlready { name, code }.into());
    }
    let stands_in = was.substitute.clone();
    let now = Official {
        language: order.language,
        substitute: stands_in.filter(|s| address::key(s) != address::key(email)),
        ..Official::new(name, email)
    };
    let outcome = Outcome::HandedOver {
        code: order.code.clone(),
        was: was.name.clone(),
        arbiter: now.name.clone(),
    };
    let event = TournamentEvent::HandedOver {
        was,
        now: now.clone(),
    };
    record_in_tournament(desk, &row, event, grounds, ARBITER)?;
    make_arbiter(desk, &row, now, None, grounds)?;
    Ok(vec![outcome])
}

/// Makes somebody the arbiter; who was it, who is it, the other officials and the players
/// are told, and the new one gets what is open.
fn make_arbiter(
    desk: &mut Desk<'_>,
    row: &TournamentRow,
    now: Official,
    back: Back,
    grounds: &Grounds,
) -> Result<(), Failure> {
    let facts = &row.facts;
    let says = said(
        back,
        NamedDecision::HandedOver {
            code: facts.code.clone(),
            tournament: facts.name.clone(),
            was: facts.arbiter.name.clone(),
            arbiter: now.name.clone(),
            email: now.email.clone(),
        },
    );
    let letters_about = ruling_letters(row, ARBITER, grounds);
    // He who goes is told while the office is still his.
    let officials: Vec<u32> = facts
        .holders()
        .iter()
        .filter(|h| !h.is_at(&address::key(&now.email)))
        .map(|h| h.place)
        .collect();
    tell_in_person(desk, &letters_about, &says, &officials)?;
    let mut file = row.tournament_file()?;
    file.arbiter = now.clone();
    let changed = TournamentFacts {
        arbiter: now,
        ..(**facts).clone()
    };
    let json = serde_json::to_string(&file).map_err(Failure::failed)?;
    desk.tx.tournament_restate(facts.id, &changed, &json)?;
    desk.forget_tournament(facts.id);
    let players = players_of(desk, row)?;
    let letters = letters_about.letters(players, |_| says.clone());
    desk.record(letters, None, None)?;
    if let Some(body) = digest::open_in(desk, facts.id)? {
        let notice = Notice::new(Recipient::Arbiter, body).of_tournament(facts.id);
        desk.record(Ruling::telling(vec![notice]), None, None)?;
    }
    Ok(())
}

/// Days on which an official is absent. The last word about the same days counts.
pub(super) fn absent(
    desk: &mut Desk<'_>,
    order: &AbsentOrder,
    grounds: &Grounds,
) -> Result<Vec<Outcome>, Failure> {
    let row = desk.tx.tournament_load(&order.code)?;
    let row = row.ok_or_else(|| Refusal::NoTournament(order.code.clone()))?;
    if order.to < order.from {
        return Err(Refusal::LeaveBackwards.into());
    }
    let facts = Arc::clone(&row.facts);
    let holders = facts.holders();
    let named = order.official.trim();
    let key = address::key(named);
    let meant = |h: &&_| is_named(h, &key, named);
    let mut found: Vec<String> = holders
        .iter()
        .filter(meant)
        .map(|h| address::key(&h.who.email))
        .collect();
    found.sort();
    found.dedup();
    let [email] = &found[..] else {
        return Err(no_official(std::slice::from_ref(&facts), named).into());
    };
    let mut absences = facts.absences.clone();
    absences.retain(|a| a.email != *email || a.to < order.from || order.to < a.from);
    absences.push(OfficialAbsence {
        email: email.clone(),
        from: order.from,
        to: order.to,
    });
    let Some(holder) = holders.iter().find(|h| h.is_at(email)) else {
        return Err(no_official(std::slice::from_ref(&facts), named).into());
    };
    let there = present(*holder, &holders, &absences, order.from);
    let substitute = (!there.is_at(email)).then(|| there.who.name.clone());
    let says = NamedDecision::OfficialAbsent {
        name: holder.who.name.clone(),
        code: order.code.clone(),
        days: (order.from, order.to),
        substitute: substitute.clone(),
    };
    let event = TournamentEvent::OfficialAbsent {
        name: holder.who.name.clone(),
        from: order.from,
        to: order.to,
        was: facts.absences.clone(),
        is: absences.clone(),
        email: email.clone(),
    };
    record_in_tournament(desk, &row, event, grounds, OFFICIALS)?;
    set_absences(desk, &row, absences)?;
    let told = [holder.place, there.place];
    tell_of_absence(desk, &row, &says, told.to_vec(), grounds)?;
    Ok(vec![Outcome::OfficialAbsent {
        code: order.code.clone(),
        name: holder.who.name.clone(),
        from: order.from,
        to: order.to,
        substitute,
    }])
}

pub(super) fn is_named(holder: &&Holder<'_>, key: &str, named: &str) -> bool {
    holder.is_at(key) || holder.who.name.to_lowercase() == named.to_lowercase()
}

fn set_absences(
    desk: &mut Desk<'_>,
    row: &TournamentRow,
    absences: Vec<OfficialAbsence>,
) -> Result<(), Failure> {
    let facts = TournamentFacts {
        absences,
        ..(*row.facts).clone()
    };
    desk.tx
        .tournament_restate(row.facts.id, &facts, &row.file)?;
    desk.forget_tournament(row.facts.id);
    Ok(())
}

/// He, who stands in for him, and the arbiter are told, each once.
fn tell_of_absence(
    desk: &mut Desk<'_>,
    row: &TournamentRow,
    says: &NamedDecision,
    mut places: Vec<u32>,
    grounds: &Grounds,
) -> Result<(), Failure> {
    places.push(0);
    tell_in_person(
        desk,
        &ruling_letters(row, OFFICIALS, grounds),
        says,
        &places,
    )
}

/// A tournament ends later.
pub(super) fn prolong(
    desk: &mut Desk<'_>,
    order: &ProlongOrder,
    grounds: &Grounds,
) -> Result<Vec<Outcome>, Failure> {
    let row = begun(desk, &order.code)?;
    let code = || order.code.clone();
    let was = row.facts.end.ok_or_else(|| Refusal::NoEnd(code()))?;
    if order.end <= was {
        let (code, end) = (code(), was);
        return Err(Refusal::NotLater { code, end }.into());
    }
    let come = still_to_come(desk, &row, was).is_err();
    if come && !only_asked(desk, &row)? {
        return Err(Refusal::EndCome {
            code: code(),
            end: was,
        }
        .into());
    }
    let event = TournamentEvent::Prolonged {
        was,
        end: order.end,
    };
    record_in_tournament(desk, &row, event, grounds, article_of_end(&row))?;
    set_end(desk, &row, (was, order.end), None, grounds)?;
    if come {
        play_on(desk, &row, was, grounds)?;
    }
    Ok(vec![Outcome::Prolonged {
        code: code(),
        was,
        end: order.end,
        come,
    }])
}

/// Whether nobody has sent an opinion of a game of the tournament yet.
fn only_asked(desk: &mut Desk<'_>, row: &TournamentRow) -> Result<bool, Failure> {
    for game in desk.tx.games_of_tournament(row.facts.id)? {
        if game.status == Status::Adjudication && !is_only_asked(desk.game(game.id)?) {
            return Ok(false);
        }
    }
    Ok(true)
}

/// The games whose play has ended go on.
fn play_on(
    desk: &mut Desk<'_>,
    row: &TournamentRow,
    end: Day,
    grounds: &Grounds,
) -> Result<(), Failure> {
    let given = Given {
        reason: &grounds.reason,
        now: desk.now,
    };
    for game in desk.tx.games_of_tournament(row.facts.id)? {
        if let Some(decided) = goes_on(desk.game(game.id)?, end, given) {
            desk.record(decided.ruling, Some(game.id), None)?;
        }
    }
    Ok(())
}

fn article_of_end(row: &TournamentRow) -> &'static str {
    Article::ArbiterDecides.number(row.facts.profile)
}

/// Whether the end has not come yet: no game has gone to adjudication by it.
fn still_to_come(desk: &Desk<'_>, row: &TournamentRow, end: Day) -> Result<(), Failure> {
    let games = desk.tx.games_of_tournament(row.facts.id)?;
    let adjudicated = games.iter().any(|g| g.status == Status::Adjudication);
    if end < row.facts.zone.day(desk.now) || adjudicated {
        let code = row.facts.code.clone();
        return Err(Refusal::EndCome { code, end }.into());
    }
    Ok(())
}

/// The end is another day, of the games too that end with the tournament. Players and
/// arbiter are told.
fn set_end(
    desk: &mut Desk<'_>,
    row: &TournamentRow,
    (was, end): (Day, Day),
    back: Back,
    grounds: &Grounds,
) -> Result<(), Failure> {
    let facts = &row.facts;
    let mut file = row.tournament_file()?;
    file.end_date = Some(end);
    let changed = TournamentFacts {
        end: Some(end),
        ..(**facts).clone()
    };
    let json = serde_json::to_string(&file).map_err(Failure::failed)?;
    desk.tx.tournament_restate(facts.id, &changed, &json)?;
    desk.tx.games_end_moved(facts.id, was, end)?;
    desk.forget_tournament(facts.id);
    for game in desk.tx.games_of_tournament(facts.id)? {
        if !matches!(game.status, Status::Waiting | Status::Finished) {
            desk.save(game.id)?;
        }
    }
    let says = said(
        back,
        NamedDecision::Prolonged {
            code: facts.code.clone(),
            tournament: facts.name.clone(),
            was: if back.is_some() { end } else { was },
            end: if back.is_some() { was } else { end },
        },
    );
    let players = players_of(desk, row)?;
    let letters =
        ruling_letters(row, article_of_end(row), grounds).letters(players, |_| says.clone());
    desk.record(letters, None, None)
}

/// Takes back what such a decision entered in the tournament's own record; none of another
/// kind has come here.
///
/// # Errors
///
/// It is taken back already, or what it decided was changed since.
pub(super) fn revoke(
    desk: &mut Desk<'_>,
    decision: EventId,
    entry: &Recorded<TournamentEntry>,
    grounds: &Grounds,
) -> Result<Vec<Outcome>, Failure> {
    let row = desk.tx.tournament_load_id(entry.tournament)?;
    let row = row.ok_or(Refusal::NoDecision(decision))?;
    let events = desk.tx.tournament_events(row.facts.id)?;
    let takes_back = |e: &Recorded<TournamentEntry>| matches!(e.event, TournamentEvent::Revoked { decision: of } if of == decision);
    if events.iter().any(takes_back) {
        return Err(Refusal::RevokedAlready(decision).into());
    }
    let back = Some((decision, row.facts.zone.day(entry.at)));
    let changed = || Failure::from(Refusal::ChangedSince(decision));
    let revoked = TournamentEvent::Revoked { decision };
    match &entry.event {
        TournamentEvent::HandedOver { was, now } => {
            if row.facts.arbiter != *now {
                return Err(changed());
            }
            record_in_tournament(desk, &row, revoked, grounds, ARBITER)?;
            make_arbiter(desk, &row, was.clone(), back, grounds)?;
        }
        TournamentEvent::OfficialAbsent {
            name,
            email,
            from,
            to,
            was,
            is,
        } => {
            if row.facts.absences != *is {
                return Err(changed());
            }
            record_in_tournament(desk, &row, revoked, grounds, OFFICIALS)?;
            set_absences(desk, &row, was.clone())?;
            let says = said(
                back,
                NamedDecision::OfficialAbsent {
                    name: name.clone(),
                    code: row.facts.code.clone(),
                    days: (*from, *to),
                    substitute: None,
                },
            );
            let holders = row.facts.holders();
            let his = holders.iter().filter(|h| h.is_at(email));
            let mut places: Vec<u32> = his.clone().map(|h| h.place).collect();
            places.extend(his.map(|h| present(*h, &holders, is, *from).place));
            tell_of_absence(desk, &row, &says, places, grounds)?;
        }
        TournamentEvent::Prolonged { was, end } => {
            if row.facts.end != Some(*end) {
                return Err(changed());
            }
            still_to_come(desk, &row, *was)?;
            record_in_tournament(desk, &row, revoked, grounds, article_of_end(&row))?;
            set_end(desk, &row, (*end, *was), back, grounds)?;
        }
        TournamentEvent::RoundPaired(_)
        | TournamentEvent::RoundUnpaired { .. }
        | TournamentEvent::PlayerEntered { .. }
        | TournamentEvent::TakenOver { .. }
        | TournamentEvent::CircularSent { .. }
        | TournamentEvent::RawLetterTaken { .. }
        | TournamentEvent::EntryDecided { .. }
        | TournamentEvent::EntryTicked { .. }
        | TournamentEvent::EntryErased { .. }
        | TournamentEvent::EntriesClosed { .. }
        | TournamentEvent::LineUpStated { .. }
        | TournamentEvent::CaptainNamed { .. }
        | TournamentEvent::FieldMade(_)
        | TournamentEvent::FieldUnmade { .. }
        | TournamentEvent::Revoked { .. } => return Err(Refusal::StatedAgain(decision).into()),
    }
    Ok(vec![Outcome::RevokedIn {
        decision,
        code: row.facts.code.clone(),
    }])
}

/// What letters say of a decision, or that it is taken back.
fn said(back: Back, what: NamedDecision) -> NamedDecision {
    match back {
        Some((decision, day)) => NamedDecision::Revoked {
            number: decision.0,
            day,
            what: Some(Box::new(what)),
            is_final: false,
            rests: false,
            turn: crate::chess::Side::White,
        },
        None => what,
    }
}

fn ruling_letters<'g>(
    row: &TournamentRow,
    article: &'g str,
    grounds: &'g Grounds,
) -> RulingLetters<'g> {
    RulingLetters {
        tournament: row.facts.id,
        article,
        protest_days: 0,
        reason: &grounds.reason,
    }
}

/// Tells officials themselves, each address once, by their places.
fn tell_in_person(
    desk: &mut Desk<'_>,
    letters_about: &RulingLetters<'_>,
    says: &NamedDecision,
    places: &[u32],
) -> Result<(), Failure> {
    let facts = desk.tx.tournament_facts(letters_about.tournament)?;
    let mut told: Vec<String> = Vec::new();
    let mut notices = Vec::new();
    for holder in facts.holders() {
        let key = address::key(&holder.who.email);
        if !places.contains(&holder.place) || told.contains(&key) {
            continue;
        }
        told.push(key);
        let body = Body::Ruling {
            decision: says.clone(),
            reason: letters_about.reason.to_owned(),
            article: letters_about.article.to_owned(),
            protest_days: 0,
        };
        let notice = Notice::new(Recipient::InPerson(holder.place), body);
        notices.push(notice.of_tournament(letters_about.tournament));
    }
    desk.record(Ruling::telling(notices), None, None)
}

/// Who plays in it still.
fn players_of(desk: &Desk<'_>, row: &TournamentRow) -> Result<Vec<crate::ids::PlayerId>, Failure> {
    let entries = desk.tx.entries_of_tournament(row.facts.id)?;
    let playing = entries.iter().filter(|e| e.withdrawn.is_none());
    Ok(playing.map(|e| e.player).collect())
}
