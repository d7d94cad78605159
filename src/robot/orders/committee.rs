//! Who decides what was decided before (34.2, 56.9.10): the order of a member of the appeals
//! committee is his vote, and is carried out with the vote that makes a majority of it; who
//! directs enters what others answer; nobody decides about his own game or his own word, and in
//! his own game an official has no more than a player.

use super::Tried;
use super::carried::in_game;
use super::decided::{DecisionEffect, Grounds};
use super::prepare::Work;
use crate::address;
use crate::arbiter::{appealed, appealed_by, is_last_word};
use crate::chess::Side;
use crate::error::Failure;
use crate::ids::{EventId, GameId, GameName, TournamentId};
use crate::orders::committee::{AppealVote, CommitteeMember, majority, voters};
use crate::orders::plan::Given;
use crate::orders::role::{Power, Right};
use crate::orders::{Caution, DeskOrder, Giver, Order, OrderPlace, Ordered, Refusal, Role};
use crate::record::{Adjudication, Event, GameFile, Recorded, Status, Termination};
use crate::robot::desk::Desk;
use crate::robot::office::WritingOfficial;
use crate::robot::playing;
use crate::tournament::officials::Office;
use std::collections::BTreeSet;

/// What the appeals committee is, as letters name who has decided: a word of the roles.
const COMMITTEE: &str = "committee";

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
        let asks = own_matter(desk, &tried.would, order, office)?;
        tried.would.cautions.extend(asks);
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
    let committee = Giver {
        name: names_of(desk, dispute.game, &voting)?,
        address: None,
        role: Some(COMMITTEE.to_owned()),
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
                work: Work::Vote(name, vote, Some((committee, Box::new(tried.work)))),
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
                    // Whatever the order calls it, it ends what waits for an adjudication.
                    _ => appealed || before.status == Status::Adjudication,
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
    Ok(game.side_at(office.address()).is_some())
}

/// What an official may decide of his own: in a game that he plays, and about himself, he has
/// no more than a player. Who directs beside him and has no part in it decides; where there is
/// nobody, he is asked.
fn own_matter(
    desk: &mut Desk<'_>,
    would: &DecisionEffect,
    order: &Order,
    office: &WritingOfficial,
) -> Result<Option<Caution>, Failure> {
    if !singles_out(order) {
        return Ok(None);
    }
    let mine = office.address();
    let names: BTreeSet<&GameName> = would.entries.iter().map(|(name, _)| name).collect();
    // What was declared everywhere is taken back everywhere, and a decision in one game.
    if matches!(order, Order::Revoke(_)) && names.len() > 1 {
        return Ok(None);
    }
    let mut own: Vec<(String, TournamentId)> = Vec::new();
    let mut partners: BTreeSet<String> = BTreeSet::from([mine.to_owned()]);
    for name in names {
        let Some(id) = desk.tx.game_find(name)? else {
            continue;
        };
        let game = desk.game(id)?;
        if game.side_at(mine).is_some() {
            own.push((name.to_string(), game.facts.tournament));
            let both = Side::BOTH.map(|side| game.player(side).reach.key());
            partners.extend(both.into_iter().flatten());
        }
    }
    for entry in &would.player_entries {
        let player = desk.tx.player_load(entry.player)?;
        let himself = player.filter(|player| player.reach.is_at(mine));
        if let (Some(player), true) = (himself, own.is_empty()) {
            let entered = match entry.tournament {
                Some(id) => vec![id],
                None => playing::running_tournaments(desk.tx, player.id)?,
            };
            own.extend(entered.into_iter().map(|id| (player.name.clone(), id)));
        }
    }
    let Some((about, _)) = own.first().cloned() else {
        return Ok(None);
    };
    let tournaments = own.iter().map(|(_, tournament)| *tournament);
    let who = who_else(desk, tournaments, &partners, Power::of(order))?;
    match who.is_empty() {
        true => Ok(Some(Caution::OwnMatter { about })),
        false => {
            let who = who.join(", ");
            Err(Refusal::OwnMatter { about, who }.into())
        }
    }
}

/// Who else of some tournaments has a right, and no part in the matter, by name.
fn who_else(
    desk: &Desk<'_>,
    tournaments: impl IntoIterator<Item = TournamentId>,
    partners: &BTreeSet<String>,
    power: Power,
) -> Result<Vec<String>, Failure> {
    let mut who: Vec<String> = Vec::new();
    for tournament in tournaments {
        let facts = desk.tx.tournament_facts(tournament)?;
        for holder in facts.holders() {
            let there = facts.present(holder, desk.now).who;
            let gives = Role::Office(holder.office).right(power) == Right::All;
            let has_part = partners.contains(&address::key(&there.email));
            if gives && !has_part && !who.contains(&there.name) {
                who.push(there.name.clone());
            }
        }
    }
    Ok(who)
}

/// Why somebody does not enter a card of a game that he plays himself, as he gives no order in
/// it: it is for who else of the tournament has the right to papers and no part in the game;
/// where there is nobody, it is asked for. `None`: it is no game of his.
pub(in crate::robot) fn own_card(
    desk: &mut Desk<'_>,
    id: GameId,
    mine: &str,
    anyway: bool,
) -> Result<Option<String>, Failure> {
    let game = desk.game(id)?;
    if game.side_at(mine).is_none() {
        return Ok(None);
    }
    let about = game.facts.name.to_string();
    let tournament = game.facts.tournament;
    let both = Side::BOTH.map(|side| game.player(side).reach.key());
    let mut partners: BTreeSet<String> = both.into_iter().flatten().collect();
    partners.insert(mine.to_owned());
    let who = who_else(desk, [tournament], &partners, Power::Papers)?;
    Ok(match who.is_empty() {
        false => {
            let who = who.join(", ");
            Some(Refusal::OwnMatter { about, who }.to_string())
        }
        true if anyway => None,
        true => Some(format!("{} (--anyway)", Caution::OwnMatter { about })),
    })
}

/// Whether an order is about one game or one player, and not about all of a tournament alike.
fn singles_out(order: &Order) -> bool {
    match order.place() {
        OrderPlace::Game(..) => true,
        OrderPlace::List => false,
        OrderPlace::Desk(of) => match of {
            DeskOrder::Revoke(_)
            | DeskOrder::Address(_)
            | DeskOrder::Withdraw(_)
            | DeskOrder::Replace(_)
            | DeskOrder::AccessLost(_)
            | DeskOrder::Correct(_)
            | DeskOrder::LeaveGrant(_)
            | DeskOrder::LeaveKeep(_)
            | DeskOrder::LeaveCancel(_) => true,
            DeskOrder::PauseAll(_)
            | DeskOrder::ResumeAll(_)
            | DeskOrder::Enter(_)
            | DeskOrder::Entry(_)
            | DeskOrder::LineUp(_)
            | DeskOrder::Captain(_)
            | DeskOrder::RemoveTeam(_)
            | DeskOrder::Absent(_)
            | DeskOrder::Circular(_)
            | DeskOrder::HandOver(_)
            | DeskOrder::Prolong(_)
            | DeskOrder::Compensate(_)
            | DeskOrder::Pair(_)
            | DeskOrder::Promote(_)
            | DeskOrder::WhatIf(_) => false,
        },
    }
}

/// Those who vote, by name.
fn names_of(desk: &mut Desk<'_>, game: GameId, voting: &[&str]) -> Result<String, Failure> {
    let tournament = desk.game(game)?.facts.tournament;
    let facts = desk.tx.tournament_facts(tournament)?;
    let holders = facts.holders();
    let name = |key: &&str| {
        let holder = holders.iter().find(|h| h.is_at(key));
        holder.map(|h| h.who.name.as_str())
    };
    let names: Vec<&str> = voting.iter().filter_map(name).collect();
    Ok(names.join(", "))
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
        let plays = game.side_at(&address).is_some();
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
