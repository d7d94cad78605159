//! Who decides what was decided before (34.2, 56.9.10): the order of a member of the appeals
//! committee is his vote, and is carried out with the vote that makes a majority of it; who
//! directs enters what others answer; nobody decides about his own game or his own word.

use super::Tried;
use super::carried::in_game;
use super::decided::{DecisionEffect, Grounds};
use super::prepare::Work;
use crate::address;
use crate::arbiter::{appealed, appealed_by, is_last_word};
use crate::chess::Side;
use crate::error::Failure;
use crate::ids::{EventId, GameId, GameName};
use crate::orders::committee::{AppealVote, CommitteeMember, majority, voters};
use crate::orders::plan::Given;
use crate::orders::role::Power;
use crate::orders::{Caution, Order, Refusal, Role};
use crate::record::{Adjudication, Event, GameFile, Recorded, Termination};
use crate::robot::desk::Desk;
use crate::robot::office::WritingOfficial;
use crate::tournament::officials::Office;

/// What an order decides that is not for whoever directs to decide alone.
struct Dispute {
    game: GameId,
    name: GameName,
    about: Disputed,
}

/// What it is about.
enum Disputed {
    /// A protest that went to the appeals arbiter (34.2).
    Protest {
        /// The entry with which it began.
        entry: EventId,
        /// The decision that it is against.
        decision: EventId,
    },
    /// An adjudication; on appeal, with the first one's number (56.9.10).
    Adjudication { first: Option<EventId> },
    /// What the appeals arbiter has decided, and that is final (34.5).
    Settled(EventId),
}

/// An order that was tried, as its giver may give it: as it is, as his vote, or as the word
/// of another that he enters, which is asked.
///
/// # Errors
///
/// He has no vote in the dispute, or would decide about what he has decided himself.
pub(super) fn weighed<'o>(
    desk: &mut Desk<'_>,
    mut tried: Tried<'o>,
    order: &Order,
    office: &WritingOfficial,
    grounds: &Grounds,
) -> Result<Tried<'o>, Failure> {
    let Some(dispute) = dispute(desk, &tried.would)? else {
        return Ok(tried);
    };
    let (entry, decision) = match dispute.about {
        Disputed::Settled(decision) => return Err(Refusal::LastWord(decision).into()),
        Disputed::Adjudication { first } => {
            let asks = adjudicates(desk, &dispute, first, office)?;
            tried.would.cautions.extend(asks);
            return Ok(tried);
        }
        Disputed::Protest { entry, decision } => (entry, decision),
    };
    let name = dispute.name.clone();
    if plays(desk, &dispute, office)? {
        return Err(Refusal::HasInterest.into());
    }
    let members = members(desk, dispute.game, decision)?;
    let voting = voters(&members);
    if office.has_all(&name.code, Power::of(order)) {
        if voting.len() > 1 || !votes(desk, &dispute, entry)?.is_empty() {
            return Err(Refusal::NoVote.into());
        }
        // The word of another is the arbiter's to enter, and his deputies'.
        let enters = [Office::Arbiter, Office::Deputy].map(Role::Office);
        if !office.roles(&name.code).iter().any(|r| enters.contains(r)) {
            return Err(Refusal::HasInterest.into());
        }
        let who = named(desk, &dispute, Office::Appeals)?;
        let asks = Caution::OfAppeals { game: name, who };
        tried.would.cautions.push(asks);
        return Ok(tried);
    }
    let mine = office.address();
    if !voting.contains(&mine) {
        let interested = members.iter().any(|m| m.address == mine && m.interested);
        return Err(match interested {
            true => Refusal::HasInterest.into(),
            false => Refusal::NoVote.into(),
        });
    }
    if voting.len() == 1 {
        return Ok(tried);
    }
    let grants = matches!(order, Order::Revoke(_));
    let given_before = votes(desk, &dispute, entry)?;
    let given_before = given_before.iter().map(|(who, vote)| (who.as_str(), *vote));
    let decides = majority(given_before.chain([(mine, grants)]), &voting) == Some(grants);
    let vote = AppealVote {
        of: entry,
        name: office.name_in(Some(&name.code)).unwrap_or_default(),
        address: mine.to_owned(),
        grants,
    };
    let given = Given {
        reason: &grounds.reason,
        now: desk.now,
    };
    let voted = in_game(desk, &name, &vote, given)?.done;
    Ok(match decides {
        true => {
            let mut would = tried.would;
            would.done.splice(0..0, voted);
            Tried {
                would,
                by: tried.by,
                work: Work::Vote(name, vote, Some(Box::new(tried.work))),
            }
        }
        false => Tried {
            would: DecisionEffect {
                done: voted,
                ..DecisionEffect::default()
            },
            by: tried.by,
            work: Work::Vote(name, vote, None),
        },
    })
}

/// What an order would decide of it, by what it would enter.
fn dispute(desk: &mut Desk<'_>, would: &DecisionEffect) -> Result<Option<Dispute>, Failure> {
    for (name, entry) in &would.entries {
        let Some(game) = desk.tx.game_find(name)? else {
            continue;
        };
        let before = desk.game(game)?;
        let of = |e: &&Recorded| e.decision().unwrap_or(e.id);
        let about = match &entry.event {
            Event::Ended { termination, .. } => {
                let file = before.adjudication.as_ref();
                let appealed = file.is_some_and(Adjudication::is_appealed);
                let adjudged = |e: &&Recorded| match e.event {
                    Event::Ended { termination, .. } => termination == Termination::Adjudication,
                    _ => false,
                };
                let first = before.entries.iter().rev().find(adjudged);
                let first = first.filter(|_| appealed).map(|e| of(&e));
                let adjudicates = match *termination {
                    Termination::Adjudication => true,
                    Termination::Withdrawal => false,
                    _ => appealed,
                };
                match adjudicates {
                    true => Some(Disputed::Adjudication { first }),
                    false => decided_again(before, &entry.event),
                }
            }
            Event::Dismissed { of } => {
                let lodged = before.entries.iter().find(|e| e.id == *of);
                lodged.and_then(|e| match e.event {
                    Event::RulingProtested {
                        decision,
                        appeals: true,
                        ..
                    } => Some(Disputed::Protest {
                        entry: e.id,
                        decision,
                    }),
                    _ => None,
                })
            }
            Event::Revoked { decision, .. } => {
                let own = before.entries.iter();
                let mut own = own.filter(|e| of(e) == *decision);
                let lodged = appealed(before, *decision).map(|e| e.id);
                match own.any(|e| is_last_word(before, e)) {
                    true => Some(Disputed::Settled(*decision)),
                    false => lodged.map(|entry| Disputed::Protest {
                        entry,
                        decision: *decision,
                    }),
                }
            }
            other => decided_again(before, other),
        };
        let name = name.clone();
        if let Some(about) = about {
            return Ok(Some(Dispute { game, name, about }));
        }
    }
    Ok(None)
}

/// What is before the appeals arbiter, where an order would decide it anew.
fn decided_again(game: &GameFile, later: &Event) -> Option<Disputed> {
    let lodged = appealed_by(game, later)?;
    match lodged.event {
        Event::RulingProtested { decision, .. } => Some(Disputed::Protest {
            entry: lodged.id,
            decision,
        }),
        _ => None,
    }
}

/// Who adjudicates: nobody in his own game, and on appeal another than the first (56.9.10).
/// Who directs enters what another decides, unless he is that other himself.
fn adjudicates(
    desk: &mut Desk<'_>,
    dispute: &Dispute,
    first: Option<EventId>,
    office: &WritingOfficial,
) -> Result<Option<Caution>, Failure> {
    if plays(desk, dispute, office)? {
        return Err(Refusal::AdjudicatesHimself.into());
    }
    let Some(first) = first else {
        return Ok(None);
    };
    let code = &dispute.name.code;
    let gave = desk.tx.giver(first)?.and_then(|by| by.address);
    let was_he = gave.as_deref() == Some(office.address());
    let is_meant = office
        .roles(code)
        .contains(&Role::Office(Office::Adjudicator));
    if !office.has_all(code, Power::Adjudication) && was_he {
        return Err(Refusal::AdjudicatesHimself.into());
    }
    let who = named(desk, dispute, Office::Adjudicator)?;
    let another = gave.is_some() && !was_he && who.is_empty();
    if is_meant && !was_he || another {
        return Ok(None);
    }
    let game = dispute.name.clone();
    Ok(Some(Caution::OfAdjudicator { game, who }))
}

/// Whether he plays in the game.
fn plays(
    desk: &mut Desk<'_>,
    dispute: &Dispute,
    office: &WritingOfficial,
) -> Result<bool, Failure> {
    let game = desk.game(dispute.game)?;
    let mut sides = Side::BOTH.into_iter();
    Ok(sides.any(|side| game.player(side).reach.is_at(office.address())))
}

/// Those who hold an office, by name.
fn named(desk: &mut Desk<'_>, dispute: &Dispute, office: Office) -> Result<String, Failure> {
    let tournament = desk.game(dispute.game)?.facts.tournament;
    let facts = desk.tx.tournament_facts(tournament)?;
    let holders = facts.holders();
    let all = holders.iter().filter(|h| h.office == office);
    let all: Vec<&str> = all.map(|h| h.who.name.as_str()).collect();
    Ok(all.join(", "))
}

/// The votes about a protest, by addresses, oldest first.
fn votes(
    desk: &mut Desk<'_>,
    dispute: &Dispute,
    entry: EventId,
) -> Result<Vec<(String, bool)>, Failure> {
    let game = desk.game(dispute.game)?;
    let votes = game.standing_recorded().filter_map(|e| match &e.event {
        Event::AppealVoted {
            of,
            address,
            grants,
            ..
        } if *of == entry => Some((address.clone(), *grants)),
        _ => None,
    });
    Ok(votes.collect())
}

/// The members of the committee, in the order of the file, those who are absent by who
/// stands in for them.
fn members(
    desk: &mut Desk<'_>,
    game: GameId,
    decision: EventId,
) -> Result<Vec<CommitteeMember>, Failure> {
    let game = desk.snapshot(game)?;
    let facts = desk.tx.tournament_facts(game.facts.tournament)?;
    let gave = desk.tx.giver(decision)?;
    let gave = gave.and_then(|by| by.address);
    let holders = facts.holders();
    let directs = |key: &str| {
        let offices = [Office::Arbiter, Office::Deputy, Office::Section];
        holders
            .iter()
            .any(|h| offices.contains(&h.office) && h.is_at(key))
    };
    let mut members: Vec<CommitteeMember> = Vec::new();
    for holder in holders.iter().filter(|h| h.office == Office::Appeals) {
        let own = address::key(&holder.who.email);
        let there = facts.present(*holder, desk.now);
        let address = address::key(&there.who.email);
        if members.iter().any(|m| m.address == address) {
            continue;
        }
        let plays = Side::BOTH
            .into_iter()
            .any(|side| game.player(side).reach.is_at(&address));
        let interested = plays || directs(&address) || gave.as_deref() == Some(address.as_str());
        let reserve = facts
            .officials
            .iter()
            .any(|o| o.role == Office::Appeals && o.reserve && address::key(&o.who.email) == own);
        members.push(CommitteeMember {
            address,
            reserve,
            interested,
        });
    }
    Ok(members)
}
