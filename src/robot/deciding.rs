//! A decision of the arbiter while it is carried out: its entries have one cause, and
//! its letters wait until it is certain that it stands. Outside of a decision the same is
//! done without it.

use super::desk::Desk;
use super::orders::decided::{Deciding, DecisionEffect, Grounds, ToldLetter};
use super::writers::LetterDraft;
use crate::arbiter::{Body, Ruling};
use crate::error::Failure;
use crate::orders::Caution;
use crate::record::{Cause, Entry, Event, GameFile, PlayerEntry, Recorded, TournamentEntry};

/// Does something as part of a decision: what fails leaves nothing, and its letters
/// wait.
pub(super) fn in_part(
    desk: &mut Desk<'_>,
    grounds: &Grounds,
    work: impl FnOnce(&mut Desk<'_>) -> Result<(), Failure>,
) -> (Result<(), Failure>, DecisionEffect, Vec<LetterDraft>) {
    let outer = desk.deciding.replace(Deciding {
        cause: grounds.cause,
        article: grounds.article.clone(),
        by: None,
        done: DecisionEffect::default(),
        drafts: Vec::new(),
    });
    let before = (
        desk.games.clone(),
        desk.threads.clone(),
        desk.had.clone(),
        desk.known.clone(),
    );
    let tx = desk.tx;
    let done = tx.part(|_| work(desk));
    let deciding = std::mem::replace(&mut desk.deciding, outer);
    let (decided, drafts) = deciding.map(|d| (d.done, d.drafts)).unwrap_or_default();
    if done.is_err() {
        (desk.games, desk.threads, desk.had, *desk.known) = before;
    }
    (done, decided, drafts)
}

/// Adds entries to a game's record. The first entry of a decision has its cause,
/// and gives the others theirs.
pub(super) fn append(
    desk: &mut Desk<'_>,
    game: &GameFile,
    entries: Vec<Entry>,
) -> Result<Vec<Recorded>, Failure> {
    let (id, name) = (game.facts.id, &game.facts.name);
    if desk.deciding.is_none() {
        return Ok(desk.tx.events_append(id, entries)?);
    }
    let mut all = Vec::with_capacity(entries.len());
    for mut entry in entries {
        entry.cause = cause_of_next(desk, entry.cause);
        for recorded in desk.tx.events_append(id, [entry])? {
            if let Some(deciding) = &mut desk.deciding {
                deciding.done.id.get_or_insert(recorded.id);
                let shown = (name.clone(), recorded.clone());
                deciding.done.entries.push(shown);
            }
            all.push(recorded);
        }
    }
    Ok(all)
}

/// Likewise for entries about players.
pub(super) fn append_about_players(
    desk: &mut Desk<'_>,
    entries: Vec<PlayerEntry>,
) -> Result<(), Failure> {
    for mut entry in entries {
        entry.cause = cause_of_next(desk, entry.cause);
        let recorded = desk.tx.player_events_append([entry])?;
        if let Some(deciding) = &mut desk.deciding {
            if let Some(first) = recorded.first() {
                deciding.done.id.get_or_insert(first.id);
            }
            deciding.done.player_entries.extend(recorded);
        }
    }
    Ok(())
}

/// Likewise for an entry about a tournament.
pub(super) fn append_about_tournament(
    desk: &mut Desk<'_>,
    mut entry: TournamentEntry,
) -> Result<(), Failure> {
    entry.cause = cause_of_next(desk, entry.cause);
    let recorded = desk.tx.tournament_events_append([entry])?;
    if let (Some(deciding), Some(first)) = (&mut desk.deciding, recorded.first()) {
        deciding.done.id.get_or_insert(first.id);
    }
    Ok(())
}

fn cause_of_next(desk: &Desk<'_>, otherwise: Cause) -> Cause {
    match &desk.deciding {
        None => otherwise,
        Some(deciding) => deciding.done.id.map_or(deciding.cause, Cause::Decision),
    }
}

/// A draft goes to the writers, unless a decision might still be taken back.
pub(super) fn keep_draft(desk: &mut Desk<'_>, draft: LetterDraft) {
    let Some(deciding) = &mut desk.deciding else {
        desk.post(draft);
        return;
    };
    deciding.done.letters.push(ToldLetter {
        kind: draft.notice.kind(),
        name: draft.to.name.clone(),
        to: draft.to.reach.to_string(),
        game: draft.game.as_ref().map(|g| g.facts.name.clone()),
    });
    deciding.drafts.push(draft);
}

/// The arbiter's own article stands in the record and in his ruling. A move that he
/// enters keeps the article that its time goes by.
pub(super) fn name_article(desk: &Desk<'_>, ruling: &mut Ruling) {
    let named = desk.deciding.as_ref().and_then(|d| d.article.as_ref());
    let Some(named) = named else { return };
    for entry in ruling.game.iter_mut().flat_map(|game| game.fresh_mut()) {
        if !matches!(entry.event, Event::MovePlayed { .. }) {
            *entry.grounds = Some(named.clone());
        }
    }
    for entry in &mut ruling.player_entries {
        entry.grounds = Some(named.clone());
    }
    for notice in &mut ruling.notices {
        if let Body::Ruling { article, .. } = &mut notice.body {
            article.clone_from(named);
        }
    }
}

/// What an order does that its own name does not say.
pub(super) fn note_cautions(desk: &mut Desk<'_>, cautions: Vec<Caution>) {
    if let Some(deciding) = &mut desk.deciding {
        deciding.done.cautions.extend(cautions);
    }
}

/// Held messages were released.
pub(super) fn note_released(desk: &mut Desk<'_>, released: u32) {
    if let Some(deciding) = &mut desk.deciding {
        deciding.done.released += released;
    }
}
