//! The appeals committee at work (34.2): the order of a member is his vote, and is carried
//! out with the vote that makes a majority of it.

use super::Tried;
use super::carried::in_game;
use super::decided::{DecisionEffect, Grounds};
use super::prepare::Work;
use crate::address;
use crate::arbiter::waits;
use crate::chess::Side;
use crate::error::Failure;
use crate::ids::{EventId, GameId};
use crate::orders::committee::{AppealVote, CommitteeMember, majority, voters};
use crate::orders::plan::Given;
use crate::orders::role::{Power, Right};
use crate::orders::{Order, Refusal};
use crate::record::Event;
use crate::robot::desk::Desk;
use crate::robot::office::WritingOfficial;
use crate::tournament::officials::Office;

/// A protest that an order of an appeals arbiter decides.
struct Dispute {
    game: GameId,
    /// The entry with which it began.
    entry: EventId,
    /// The decision that it is against.
    decision: EventId,
}

/// An order that was tried, as its giver may give it: as it is, or as his vote.
///
/// # Errors
///
/// He has no vote in the dispute.
pub(super) fn weighed<'o>(
    desk: &mut Desk<'_>,
    tried: Tried<'o>,
    order: &Order,
    office: &WritingOfficial,
    grounds: &Grounds,
) -> Result<Tried<'o>, Failure> {
    let Some(dispute) = dispute(desk, &tried.would, order, office)? else {
        return Ok(tried);
    };
    let members = members(desk, &dispute)?;
    let voting = voters(&members);
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
    let game = desk.game(dispute.game)?;
    let name = game.facts.name.clone();
    let votes = game.standing_recorded().filter_map(|e| match &e.event {
        Event::AppealVoted {
            of,
            address,
            grants,
            ..
        } if *of == dispute.entry => Some((address.as_str(), *grants)),
        _ => None,
    });
    let decides = majority(votes.chain([(mine, grants)]), &voting) == Some(grants);
    let vote = AppealVote {
        of: dispute.entry,
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

/// The protest that an order decides, where it is its giver's as appeals arbiter alone.
fn dispute(
    desk: &mut Desk<'_>,
    would: &DecisionEffect,
    order: &Order,
    office: &WritingOfficial,
) -> Result<Option<Dispute>, Failure> {
    let power = Power::of(order);
    let revoked = match order {
        Order::Dismiss(_) => None,
        Order::Revoke(order) => order.decision,
        _ => return Ok(None),
    };
    let numbered = match order {
        Order::Dismiss(order) => order.number,
        _ => None,
    };
    for (name, _) in &would.entries {
        let mut roles = office.roles(&name.code).iter();
        let own = roles.any(|role| role.right(power) == Right::Own);
        if !own || office.has_all(&name.code, power) {
            continue;
        }
        let Some(id) = desk.tx.game_find(name)? else {
            continue;
        };
        let game = desk.game(id)?;
        let waiting = game.entries.iter().filter(|e| waits(game, e));
        let found = waiting.filter_map(|e| match e.event {
            Event::RulingProtested { decision, .. } => Some((e.id, decision)),
            _ => None,
        });
        let mut meant = found.filter(|(entry, decision)| {
            revoked.is_none_or(|of| of == *decision) && numbered.is_none_or(|of| of == *entry)
        });
        if let Some((entry, decision)) = meant.next() {
            return Ok(Some(Dispute {
                game: id,
                entry,
                decision,
            }));
        }
    }
    Ok(None)
}

/// The members of the committee, in the order of the file, those who are absent by who
/// stands in for them.
fn members(desk: &mut Desk<'_>, dispute: &Dispute) -> Result<Vec<CommitteeMember>, Failure> {
    let game = desk.snapshot(dispute.game)?;
    let facts = desk.tx.tournament_facts(game.facts.tournament)?;
    let gave = desk.tx.giver(dispute.decision)?;
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
