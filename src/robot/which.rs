//! Which game a part of a letter is about (CONTRACT.md 4).

use super::tokens::Signs;
use crate::error::Failure;
use crate::ids::{GameId, GameName, PlayerId};
use crate::record::Status;
use crate::request::{Request, Understanding};
use crate::store::{TokenRow, View};
use std::collections::BTreeSet;

/// Which game a section is about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Which {
    /// This one.
    Game(GameId),
    /// Signs of several, or of none that fits: those named, or the sender's own.
    Ask(Vec<GameName>),
    /// This one, which was the sender's; another plays on with it.
    HandedOn(GameId),
}

/// What tells which game a part of a letter is about: the letters of ours that it answers
/// and the names in it.
#[derive(Clone, Copy)]
pub(super) struct GameSigns<'p> {
    pub sender: PlayerId,
    pub signs: &'p Signs,
    pub understanding: &'p Understanding,
}

/// The games that a letter's parts name by themselves.
pub(super) fn named_games(
    view: &View<'_>,
    understanding: &Understanding,
) -> Result<BTreeSet<GameId>, Failure> {
    let mut games = BTreeSet::new();
    for name in understanding
        .sections
        .iter()
        .filter_map(|s| s.game.as_ref())
    {
        games.extend(view.game_find(name)?);
    }
    Ok(games)
}

/// The games that a letter speaks of: those that its parts name, and where its tokens do not
/// tell one, that in which each part is carried out.
pub(super) fn meant_games(
    view: &View<'_>,
    about: &GameSigns<'_>,
) -> Result<BTreeSet<GameId>, Failure> {
    let mut meant = named_games(view, about.understanding)?;
    let is_bound = |t: &TokenRow| t.game.is_some();
    if about.signs.choices.is_empty() && about.signs.own.iter().all(is_bound) {
        return Ok(meant);
    }
    for section in &about.understanding.sections {
        let asks_of_game = section
            .requests
            .iter()
            .any(|r| matches!(r, Request::Game(_)));
        let is_prose = section.requests.is_empty() && !section.doubts.is_empty();
        if (asks_of_game || is_prose)
            && let Which::Game(only) = which_game(view, about, section.game.as_ref())?
        {
            meant.insert(only);
        }
    }
    Ok(meant)
}

/// The game of a section: all signs present must name the same one; without
/// any, the only active game of the sender.
pub(super) fn which_game(
    view: &View<'_>,
    about: &GameSigns<'_>,
    named: Option<&GameName>,
) -> Result<Which, Failure> {
    let GameSigns {
        sender,
        signs,
        understanding,
    } = *about;
    let several = understanding
        .sections
        .iter()
        .filter(|s| s.game.is_some())
        .count()
        > 1;
    let mut games: BTreeSet<GameId> = BTreeSet::new();
    let mut unknown: Vec<GameName> = Vec::new();
    let mut names: Vec<&GameName> = named.into_iter().collect();
    if !several {
        games.extend(signs.games.iter().copied());
        names.extend(&understanding.subject_games);
    }
    for name in names {
        match view.game_find(name)? {
            Some(id) if plays(view, sender, id)? || gave_over(view, sender, id)? => {
                games.insert(id);
            }
            _ => unknown.push(name.clone()),
        }
    }
    if !several {
        choose(view, &mut games, &signs.choices, unknown.is_empty())?;
    }
    if games.is_empty() && unknown.is_empty() {
        let rows = view.player_games(sender, true)?;
        let mut active: Vec<GameId> = rows.into_iter().map(|r| r.id).collect();
        if active.is_empty() {
            // After the end of play he can only mean one that is adjudicated.
            let rows = view.player_games(sender, false)?;
            let open = rows.iter().filter(|r| r.status == Status::Adjudication);
            active = open.map(|r| r.id).collect();
        }
        if let [only] = active[..] {
            return Ok(Which::Game(only));
        }
        if active.is_empty()
            && let Some(given) = given_over(view, sender)?
        {
            return Ok(Which::HandedOn(given));
        }
        return Ok(Which::Ask(names_of(view, &active)?));
    }
    match (games.len(), unknown.is_empty()) {
        (1, true) => Ok(match games.first() {
            None => Which::Ask(Vec::new()),
            Some(id) if plays(view, sender, *id)? => Which::Game(*id),
            Some(id) => Which::HandedOn(*id),
        }),
        _ => {
            // A name that is none of his games is no answer either.
            let ids: Vec<GameId> = match games.is_empty() {
                true => {
                    let rows = view.player_games(sender, true)?;
                    rows.into_iter().map(|r| r.id).collect()
                }
                false => games.into_iter().collect(),
            };
            Ok(Which::Ask(names_of(view, &ids)?))
        }
    }
}

/// What letters of ours about several games say of which one is meant: one of theirs. One
/// that is none of theirs contradicts them; where nothing else tells, it is the only one of
/// them that is still played.
fn choose(
    view: &View<'_>,
    games: &mut BTreeSet<GameId>,
    choices: &[BTreeSet<GameId>],
    nothing_unknown: bool,
) -> Result<(), Failure> {
    for choice in choices {
        if games.is_empty() && nothing_unknown {
            let mut played = BTreeSet::new();
            for game in choice {
                let row = view.game_row(*game)?;
                if row.is_some_and(|row| row.status != Status::Finished) {
                    played.insert(*game);
                }
            }
            *games = if played.is_empty() {
                choice.clone()
            } else {
                played
            };
        } else if games.is_disjoint(choice) {
            games.extend(choice);
        }
    }
    Ok(())
}

fn plays(view: &View<'_>, player: PlayerId, game: GameId) -> Result<bool, Failure> {
    let facts = view.game_facts(game)?;
    Ok([facts.players.white.id, facts.players.black.id].contains(&player))
}

/// Whether a player played a game that another plays on with.
fn gave_over(view: &View<'_>, player: PlayerId, game: GameId) -> Result<bool, Failure> {
    let facts = view.game_facts(game)?;
    let entries = view.player_tournaments(player)?;
    let replaced = entries
        .iter()
        .any(|e| e.tournament == facts.tournament && e.replaced.is_some());
    Ok(replaced && view.game_load(game)?.former_side_of(player).is_some())
}

/// The first game that a player had to give over; `None` where he had to give none.
pub(super) fn given_over(view: &View<'_>, player: PlayerId) -> Result<Option<GameId>, Failure> {
    for entry in view.player_tournaments(player)?.iter().rev() {
        if entry.replaced.is_none() {
            continue;
        }
        let number = entry.start_number;
        for (row, _) in view.games_of_number(entry.tournament, number)? {
            if gave_over(view, player, row.id)? {
                return Ok(Some(row.id));
            }
        }
    }
    Ok(None)
}

fn names_of(view: &View<'_>, games: &[GameId]) -> Result<Vec<GameName>, Failure> {
    let mut names = Vec::new();
    for id in games.iter().take(MOST_NAMED) {
        names.push(view.game_facts(*id)?.name.clone());
    }
    Ok(names)
}

/// Most games named in a question.
const MOST_NAMED: usize = 30;
