//! The decisions so far, with what became of them, and what the robot's own passes
//! declared.

use crate::error::Failure;
use crate::ids::{EventId, GameName, PassId, PlayerId, TournamentId};
use crate::language::Language;
use crate::messages::tell;
use crate::record::{Cause, Event, PlayerEntry, PlayerEvent, Recorded, TournamentEvent};
use crate::report::decisions::{
    DecisionLine, given, words, words_about_player, words_about_tournament,
};
use crate::report::given_back::GivenBack;
use crate::store::{OfDecision, PassRow, View};
use crate::time::{Instant, Zone};
use std::collections::{BTreeMap, BTreeSet};

/// Most passes that are listed, the newest.
const PASSES: usize = 20;

/// All decisions in order, or those about one tournament; among them the newest passes
/// that declared something there. `reader`: the address of the official who reads it, who is
/// told of no opinion that is not for him yet in a game that he plays (56.9.4).
pub fn log(
    view: View<'_>,
    code: Option<&str>,
    reader: Option<&str>,
    language: Language,
) -> Result<Vec<DecisionLine>, Failure> {
    let only = match code {
        None => None,
        Some(code) => Some(
            view.tournament_load(code)?
                .ok_or_else(|| Failure::missing(format!("there is no tournament {code}")))?
                .facts
                .id,
        ),
    };
    let mut all: Vec<(DecisionLine, bool)> = Vec::new();
    let mut passes_revoked: BTreeMap<PassId, EventId> = BTreeMap::new();
    for id in view.decisions()? {
        let decided = view.events_of_decision(id)?;
        let games = &decided.games;
        let is_start = games.iter().any(|(_, e)| e.event == Event::Started);
        if is_start && decided.tournaments.is_empty() {
            continue;
        }
        let mine = match (only, reader) {
            (_, Some(reader)) if is_kept_from(view, &decided, reader)? => false,
            (None, _) => true,
            (Some(only), _) => concerns(view, &decided, only)?,
        };
        let takes_back = games.iter().find_map(|(_, e)| match e.event {
            Event::Revoked { pass, .. } => pass,
            _ => None,
        });
        passes_revoked.extend(takes_back.map(|pass| (pass, id)));
        all.push((line(view, id, &decided, language)?, mine));
    }
    // From the end, the fate of what takes back is known before what it took back.
    let mut revoked: BTreeMap<EventId, EventId> = BTreeMap::new();
    for (line, _) in all.iter_mut().rev() {
        let Some(id) = line.id else { continue };
        line.revoked_by = revoked.get(&id).copied();
        if let (Some(revokes), None) = (line.revokes, line.revoked_by) {
            revoked.entry(revokes).or_insert(id);
        }
    }
    // A decision about what a pass declared comes after it.
    let mut shown = passes(view, only, &passes_revoked, language)?;
    let mine = all.into_iter().filter(|(_, mine)| *mine);
    shown.extend(mine.map(|(line, _)| line));
    shown.sort_by_key(|line| line.at);
    Ok(shown)
}

/// Whether it enters an opinion that its reader's opponent has and he is not shown yet.
fn is_kept_from(view: View<'_>, decided: &OfDecision, reader: &str) -> Result<bool, Failure> {
    for (game, entry) in &decided.games {
        if let Event::OpinionGiven { side, .. } = entry.event {
            let game = view.game_load(*game)?;
            let own = game.side_at(reader);
            if own.is_some_and(|own| own != side) && !game.opinions_are_shown() {
                return Ok(true);
            }
        }
    }
    Ok(false)
}

/// What the newest passes declared that declared something, oldest first.
fn passes(
    view: View<'_>,
    only: Option<TournamentId>,
    revoked: &BTreeMap<PassId, EventId>,
    language: Language,
) -> Result<Vec<DecisionLine>, Failure> {
    let mut found = Vec::new();
    for row in view.passes_that_declared(u32::MAX)? {
        if found.len() == PASSES {
            break;
        }
        found.extend(pass_line(view, &row, only, revoked, language)?);
    }
    found.reverse();
    Ok(found)
}

/// What a pass declared, in one tournament where one is meant; `None`: nothing there.
fn pass_line(
    view: View<'_>,
    pass: &PassRow,
    only: Option<TournamentId>,
    revoked: &BTreeMap<PassId, EventId>,
    language: Language,
) -> Result<Option<DecisionLine>, Failure> {
    let (mut names, mut zone) = (Vec::new(), None);
    for entry in view.pass_entries(pass.id)? {
        let Some(game) = entry.game else { continue };
        let facts = view.game_facts(game)?;
        if only.is_none_or(|only| facts.tournament == only) && !names.contains(&facts.name) {
            zone.get_or_insert(facts.zone);
            names.push(facts.name.clone());
        }
    }
    if names.is_empty() {
        return Ok(None);
    }
    let games = BTreeMap::from([("games", names.len())]);
    Ok(Some(DecisionLine {
        id: None,
        pass: Some(pass.id),
        at: pass.at,
        date: zone.unwrap_or_else(Zone::utc).day(pass.at),
        games: names,
        tournament: None,
        players: Vec::new(),
        decision: tell(language, "log.declared", &games),
        article: None,
        reason: String::new(),
        given: "robot",
        by: None,
        by_address: None,
        by_role: None,
        inbound: None,
        revokes: None,
        revoked_by: revoked.get(&pass.id).copied(),
    }))
}

fn line(
    view: View<'_>,
    id: EventId,
    decided: &OfDecision,
    language: Language,
) -> Result<DecisionLine, Failure> {
    let OfDecision {
        games,
        players,
        tournaments,
    } = decided;
    let (mut names, mut zone) = (Vec::new(), None);
    let mut entries: Vec<(GameName, &Event)> = Vec::new();
    for (game, entry) in games {
        let facts = view.game_facts(*game)?;
        zone.get_or_insert(facts.zone);
        if !names.contains(&facts.name) {
            names.push(facts.name.clone());
        }
        entries.push((facts.name.clone(), &entry.event));
    }
    let given_back = GivenBack::of(entries.iter().map(|(game, event)| (game, *event)));
    let mut people = Vec::new();
    let distinct: BTreeSet<PlayerId> = players.iter().map(|e| e.player).collect();
    for player in distinct {
        people.extend(view.player_load(player)?.map(|p| p.name));
    }
    let of_players = players.iter().filter_map(|e| e.tournament);
    let about = of_players.chain(tournaments.iter().map(|e| e.tournament));
    let about = about
        .map(|id| view.tournament_facts(id))
        .next()
        .transpose()?;
    zone = zone.or(about.map(|facts| facts.zone));
    let round = tournaments.iter().map(|e| e.tournament).next();
    let round = round.map(|id| view.tournament_facts(id)).transpose()?;
    let first = first_of(decided).ok_or_else(|| Failure::failed("an empty decision"))?;
    let (given, inbound) = given(first.cause);
    let (by, by_address, by_role) = match view.giver(id)? {
        Some(by) => (Some(by.name), by.address, by.role),
        None => (None, None, None),
    };
    Ok(DecisionLine {
        id: Some(id),
        pass: None,
        at: first.at,
        date: zone.unwrap_or_else(Zone::utc).day(first.at),
        games: names,
        tournament: match round {
            Some(facts) => Some(facts.code.clone()),
            None => given_back.as_ref().and_then(GivenBack::about),
        },
        players: people,
        decision: said(decided, given_back.as_ref(), language),
        article: first.article,
        reason: first.reason,
        given,
        by,
        by_address,
        by_role,
        inbound,
        revokes: taken_back_by(decided),
        revoked_by: None,
    })
}

/// The entry with which a decision begins.
struct FirstEntry {
    id: EventId,
    at: Instant,
    article: Option<String>,
    reason: String,
    cause: Cause,
}

fn first_of(decided: &OfDecision) -> Option<FirstEntry> {
    let games = decided.games.iter().map(|(_, e)| FirstEntry {
        id: e.id,
        at: e.at,
        article: e.grounds.clone(),
        reason: e.note.clone(),
        cause: e.cause,
    });
    let players = decided.players.iter().map(|e| FirstEntry {
        id: e.id,
        at: e.at,
        article: e.grounds.clone(),
        reason: e.note.clone(),
        cause: e.cause,
    });
    let tournaments = decided.tournaments.iter().map(|e| FirstEntry {
        id: e.id,
        at: e.at,
        article: e.grounds.clone(),
        reason: e.note.clone(),
        cause: e.cause,
    });
    let all = games.chain(players).chain(tournaments);
    all.min_by_key(|entry| entry.id)
}

/// What a decision decided, each thing once.
fn said(decided: &OfDecision, given_back: Option<&GivenBack>, language: Language) -> String {
    let OfDecision {
        games,
        players,
        tournaments,
    } = decided;
    // Who plays on for whom is said by the games' own entries.
    let handed = |e: &&Recorded<PlayerEntry>| {
        matches!(
            e.event,
            PlayerEvent::Replaced { .. } | PlayerEvent::TookOver { .. }
        )
    };
    let about_players = players.iter().filter(|e| !handed(e));
    let about_players = about_players.map(|e| words_about_player(language, &e.event));
    let in_games = games.iter().filter_map(|(_, e)| words(language, &e.event));
    let given_back = given_back.map(|given| given.said(language));
    let mut said: Vec<String> = Vec::new();
    let of_rounds = tournaments
        .iter()
        .map(|e| words_about_tournament(language, &e.event));
    for words in of_rounds
        .chain(about_players)
        .chain(in_games)
        .chain(given_back)
    {
        if !said.contains(&words) {
            said.push(words);
        }
    }
    if said.is_empty() {
        said.extend(games.iter().map(|(_, e)| e.event.what().replace('-', " ")));
    }
    said.join("; ")
}

/// The decision that a decision takes back.
fn taken_back_by(decided: &OfDecision) -> Option<EventId> {
    let in_games = decided.games.iter().find_map(|(_, e)| match e.event {
        Event::Revoked {
            decision,
            pass: None,
            ..
        } => Some(decision),
        _ => None,
    });
    let in_tournaments = decided.tournaments.iter().find_map(|e| match e.event {
        TournamentEvent::Revoked { decision } => Some(decision),
        _ => None,
    });
    in_games.or(in_tournaments).or_else(|| {
        decided.players.iter().find_map(|e| match e.event {
            PlayerEvent::Revoked { decision, .. } => Some(decision),
            _ => None,
        })
    })
}

/// Whether a decision is about a tournament. One about a player as such is about all
/// he plays in.
fn concerns(
    view: View<'_>,
    decided: &OfDecision,
    tournament: TournamentId,
) -> Result<bool, Failure> {
    if decided
        .tournaments
        .iter()
        .any(|e| e.tournament == tournament)
    {
        return Ok(true);
    }
    for (game, _) in &decided.games {
        if view.game_facts(*game)?.tournament == tournament {
            return Ok(true);
        }
    }
    for entry in &decided.players {
        let plays = || view.player_tournaments(entry.player);
        let is_it = match entry.tournament {
            Some(about) => about == tournament,
            None => plays()?.iter().any(|e| e.tournament == tournament),
        };
        if is_it {
            return Ok(true);
        }
    }
    Ok(false)
}
