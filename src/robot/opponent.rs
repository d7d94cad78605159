//! A letter that names an opponent of its sender's: one sign more of the game that it is
//! about, for what ends a game or offers a draw (`сдаюсь Петрову`).

use super::desk::Desk;
use super::docket::Docket;
use super::which::{GameSigns, Which};
use crate::ascii::ascii;
use crate::compose::surnames;
use crate::error::Failure;
use crate::ids::{GameId, GameName};
use crate::request::{
    Doubt, GameRequest, GraveAct, Request, Section, TextSpan, names_person, understand_text,
    without_person,
};

/// Most games of one player whose opponents are looked for.
const MOST_GAMES: usize = 100;

/// Longest part of a letter in which names are looked for, in bytes.
const LONG: usize = 4_000;

/// The opponents that a part of a letter names.
#[derive(Default)]
pub(super) struct NamedOpponents {
    games: Vec<(GameId, String)>,
}

/// Looks for the names of opponents in a part of a letter that may end a game or offer a
/// draw, or in which nothing was found.
pub(super) fn named(
    desk: &mut Desk<'_>,
    docket: &Docket<'_>,
    section: &Section,
) -> Result<NamedOpponents, Failure> {
    let concerns = section.stated_act().is_some()
        || section.requests.is_empty()
        || section.requests.iter().any(is_told_by_name);
    match concerns {
        true => looked_for(desk, docket, section),
        false => Ok(NamedOpponents::default()),
    }
}

/// Looks for the names of opponents in any part of a letter.
pub(super) fn looked_for(
    desk: &mut Desk<'_>,
    docket: &Docket<'_>,
    section: &Section,
) -> Result<NamedOpponents, Failure> {
    let text = words_of(docket, section);
    let mut found = NamedOpponents::default();
    if text.len() > LONG {
        return Ok(found);
    }
    let own = surnames(&desk.player(docket.sender)?.name);
    for row in desk
        .tx
        .player_games(docket.sender, true)?
        .iter()
        .take(MOST_GAMES)
    {
        let facts = desk.tx.game_facts(row.id)?;
        let other = facts.opponent_of(docket.sender);
        // `Petrov` is Петров. Who bears his opponent's name may have signed.
        let theirs = surnames(&other.name);
        let theirs = format!("{theirs} {}", ascii(&theirs, other.language));
        if names_person(text, &theirs) && !names_person(&own, &theirs) {
            found.games.push((row.id, theirs));
        }
    }
    Ok(found)
}

/// What a letter's name of an opponent tells the game of.
fn is_told_by_name(request: &Request) -> bool {
    matches!(
        request,
        Request::Game(
            GameRequest::Resign
                | GameRequest::DrawAccept
                | GameRequest::DrawDecline
                | GameRequest::DrawOffer
        )
    )
}

fn words_of<'d>(docket: &'d Docket<'_>, section: &Section) -> &'d str {
    let TextSpan { start, end } = section.span;
    docket.letter.own_text.get(start..end).unwrap_or("")
}

impl NamedOpponents {
    /// The part of a letter as it reads without the names, where nothing was found in it with
    /// them and what ends a game without. It is only stated then, so one word is asked for it:
    /// who is named may be who does it.
    pub fn reread(&self, docket: &Docket<'_>, section: &Section) -> Option<Section> {
        if self.games.is_empty() || !section.requests.is_empty() || section.stated_act().is_some() {
            return None;
        }
        let text = words_of(docket, section);
        let mut rest = text.to_owned();
        for (_, surname) in &self.games {
            rest = without_person(&rest, surname);
        }
        let understood = understand_text(&rest, "");
        let [read] = understood.sections.as_slice() else {
            return None;
        };
        let by_name = read.requests.iter().all(is_told_by_name);
        let said = read.stated_act().is_some() || !read.requests.is_empty();
        if read.game.is_some() || !by_name || !said {
            return None;
        }
        let line = self.line(text)?;
        let from = section.span.start;
        let span = TextSpan {
            start: from + line.start,
            end: from + line.end,
        };
        let stated = |act| Doubt::Stated {
            act,
            text: text.get(line.start..line.end).unwrap_or("").to_owned(),
            doubted: false,
            span,
        };
        let mut told = Section {
            requests: Vec::new(),
            doubts: Vec::new(),
            ..section.clone()
        };
        told.doubts.extend(read.stated_act().map(stated));
        for request in &read.requests {
            match request {
                Request::Game(GameRequest::Resign) => told.doubts.push(stated(GraveAct::Resign)),
                Request::Game(GameRequest::DrawAccept) => {
                    told.doubts.push(stated(GraveAct::AcceptDraw));
                }
                _ => return None,
            }
        }
        Some(told)
    }

    /// The line of a text that names one of them.
    fn line(&self, text: &str) -> Option<TextSpan> {
        let mut start = 0;
        for line in text.split_inclusive('\n') {
            if self.games.iter().any(|(_, name)| names_person(line, name)) {
                let blank = line.len() - line.trim_start().len();
                let start = start + blank;
                return Some(TextSpan {
                    start,
                    end: start + line.trim().len(),
                });
            }
            start += line.len();
        }
        None
    }

    /// Which game is meant, as the names have it too, and whether they alone say so. Names
    /// that contradict another sign are asked about.
    pub fn narrow(
        &self,
        desk: &mut Desk<'_>,
        which: Which,
        (about, section): (&GameSigns<'_>, &Section),
    ) -> Result<(Which, bool), Failure> {
        let is_move = |r: &Request| matches!(r, Request::Game(game) if game.is_move());
        if self.games.is_empty() || section.requests.iter().any(is_move) {
            return Ok((which, false));
        }
        let acts = section.stated_act().is_some() || section.requests.iter().any(is_told_by_name);
        Ok(match which {
            Which::Game(id) if !acts || self.games.iter().any(|(game, _)| *game == id) => {
                (which, false)
            }
            Which::Game(id) => {
                let mut names = vec![desk.game(id)?.facts.name.clone()];
                names.extend(self.names(desk)?);
                (Which::Ask(names), false)
            }
            Which::Ask(asked) => {
                let signs = about.signs;
                let alone = signs.games.is_empty()
                    && signs.choices.is_empty()
                    && about.understanding.subject_games.is_empty()
                    && section.game.is_none();
                match self.games.as_slice() {
                    _ if !alone => (Which::Ask(asked), false),
                    [(only, _)] => (Which::Game(*only), true),
                    _ => (Which::Ask(self.names(desk)?), false),
                }
            }
            Which::HandedOn(_) => (which, false),
        })
    }

    /// The games in which they play.
    pub fn names(&self, desk: &mut Desk<'_>) -> Result<Vec<GameName>, Failure> {
        let mut names = Vec::new();
        for (id, _) in &self.games {
            names.push(desk.game(*id)?.facts.name.clone());
        }
        Ok(names)
    }
}
