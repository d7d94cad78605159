//! What a letter of ours numbers where it asks which of several things was meant
//! (CONTRACT.md 4, "Short answers"): remembered for a week, with the position it stood in.

use super::desk::Desk;
use crate::arbiter::notice::Question;
use crate::arbiter::{Body, Likely, Notice, asked_beside, likely};
use crate::chess::Side;
use crate::error::Failure;
use crate::ids::{GameId, GameName, InboundId, PlayerId};
use crate::language::Language;
use crate::letter;
use crate::record::GameFile;
use crate::request::{Section, is_end, keyword_of, understand_text, without_names};
use crate::store::{NewQuestion, View};
use serde::{Deserialize, Serialize};

/// How long a short answer is one, in seconds: seven days (CONTRACT.md 4).
pub(super) const HOLDS: i64 = 7 * 86_400;

/// What was numbered, and what it stood on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "choose", rename_all = "kebab-case")]
pub(super) enum AskedChoice {
    /// Lines to be copied.
    Line {
        /// The lines.
        lines: Vec<AskedLine>,
        /// Half-moves played, and the offer that stood, in the game that it is about.
        stood: Option<(u32, Option<(Side, u32)>)>,
    },
    /// The games that the letter may be about.
    Game {
        /// Their names.
        games: Vec<GameName>,
        /// The letter.
        of: InboundId,
    },
}

/// A line that was numbered.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct AskedLine {
    /// The line.
    line: String,
    /// Its number alone is enough: nothing in it is made up.
    whole: bool,
    /// It was asked whether this was meant; the others are only offered.
    asked: bool,
}

/// A letter of ours that may ask: to whom, about what, in answer to which letter.
pub(super) struct AskingLetter<'a> {
    pub player: PlayerId,
    pub language: Language,
    pub game: Option<&'a GameFile>,
    pub side: Option<Side>,
    pub answers: InboundId,
}

/// Remembers what a letter of ours numbers, where it asks which of several was meant.
pub(super) fn remember(
    desk: &Desk<'_>,
    notice: &Notice,
    asking: &AskingLetter<'_>,
) -> Result<(), Failure> {
    let game = asking.game;
    let asked = match &notice.body {
        Body::NotUnderstood {
            question: Question::WhichGame { games, .. },
            ..
        } => AskedChoice::Game {
            games: games.clone(),
            of: asking.answers,
        },
        // Asked once more: remembered as what it was first.
        Body::NotUnderstood {
            question: Question::WhichOne { .. },
            ..
        } => return Ok(()),
        body => {
            let lines = likely(body, game.zip(asking.side), asking.language);
            // Days away do not hang on a position.
            let stood = game.filter(|_| !lines.is_empty());
            let lines = lines
                .iter()
                .chain(&asked_beside(&notice.remarks))
                .map(AskedLine::of)
                .collect();
            AskedChoice::Line {
                lines,
                stood: stood.map(|g| (g.ply(), g.draw_offer)),
            }
        }
    };
    let asker = AskedPlayer {
        player: asking.player,
        inbound: asking.answers,
        game: game.map(|g| g.facts.id),
    };
    keep(desk, &asker, &asked)
}

/// Who is asked, in answer to which letter, about which game.
pub(super) struct AskedPlayer {
    pub player: PlayerId,
    pub inbound: InboundId,
    pub game: Option<GameId>,
}

pub(super) fn keep(
    desk: &Desk<'_>,
    whom: &AskedPlayer,
    asked: &AskedChoice,
) -> Result<(), Failure> {
    if asked.texts().is_empty() {
        return Ok(());
    }
    let what = serde_json::to_string(asked).map_err(Failure::failed)?;
    let until = desk.now.plus_seconds(HOLDS);
    desk.tx.question_add(&NewQuestion {
        player: whom.player,
        inbound: whom.inbound,
        game: whom.game,
        what: &what,
        asked: desk.now,
        until,
    })?;
    Ok(())
}

impl AskedLine {
    pub(super) fn of(likely: &Likely) -> AskedLine {
        AskedLine {
            line: likely.line.clone(),
            whole: likely.whole,
            asked: !likely.beside,
        }
    }
}

impl AskedChoice {
    /// What was printed behind the numbers.
    pub(super) fn texts(&self) -> Vec<String> {
        match self {
            AskedChoice::Line { lines, .. } => lines.iter().map(|l| l.line.clone()).collect(),
            AskedChoice::Game { games, .. } => games.iter().map(GameName::to_string).collect(),
        }
    }

    /// The only thing that was asked for, which a yes means.
    pub(super) fn only(&self) -> Option<usize> {
        let lines = match self {
            AskedChoice::Line { lines, .. } => lines,
            AskedChoice::Game { games, .. } => return (games.len() == 1).then_some(0),
        };
        let mut asked = lines.iter().enumerate().filter(|(_, l)| l.asked);
        let (at, _) = asked.next()?;
        asked.next().is_none().then_some(at)
    }

    /// Whether what a yes means cannot be taken back, or may not: a letter to which a game is
    /// found may ask for anything.
    pub(super) fn ends(&self) -> bool {
        let AskedChoice::Line { lines, .. } = self else {
            return true;
        };
        let only = self.only().and_then(|at| lines.get(at));
        only.and_then(|l| keyword_of(&l.line)).is_some_and(is_end)
    }

    /// How many of the things, from the first, reach to the last that was asked about.
    pub(super) fn last(&self) -> usize {
        match self {
            AskedChoice::Line { lines, .. } => {
                let asked = lines.iter().rposition(|l| l.asked);
                asked.map_or(lines.len(), |last| last + 1)
            }
            AskedChoice::Game { games, .. } => games.len(),
        }
    }

    /// The places of what is only offered.
    pub(super) fn beside(&self) -> Vec<usize> {
        let AskedChoice::Line { lines, .. } = self else {
            return Vec::new();
        };
        let offered = lines.iter().enumerate().filter(|(_, l)| !l.asked);
        offered.map(|(at, _)| at).collect()
    }

    /// Whether a yes or a no says anything to it: what ends a game is not done by a yes
    /// where it is only offered, and not asked for by a letter of its own either.
    pub(super) fn asks(&self) -> bool {
        let ends = |l: &AskedLine| keyword_of(&l.line).is_some_and(is_end);
        match self {
            AskedChoice::Line { lines, .. } => lines.iter().any(|l| l.asked || ends(l)),
            AskedChoice::Game { .. } => true,
        }
    }

    /// The text that picking one of them stands for.
    pub(super) fn text(&self, at: usize, view: &View<'_>) -> Result<Option<String>, Failure> {
        Ok(match self {
            AskedChoice::Line { lines, .. } => {
                lines.get(at).filter(|l| l.whole).map(|l| l.line.clone())
            }
            AskedChoice::Game { games, of } => {
                let raw = view.inbound_raw(*of)?;
                let read = letter::read(&raw.bytes).ok();
                let name = games.get(at);
                name.zip(read)
                    .map(|(n, l)| format!("{n}\n{}", words_for(n, &l.own_text)))
            }
        })
    }
}

/// What a letter says of the game that its writer picks: without what stands under the names
/// of others, where it speaks of several, and without the names, which would part it anew.
fn words_for(game: &GameName, own_text: &str) -> String {
    let sections = understand_text(own_text, "").sections;
    let about = |s: &&Section| s.game.as_ref().is_none_or(|named| named == game);
    let spoken = match sections.as_slice() {
        [_] => own_text.to_owned(),
        several => {
            let own = several.iter().filter(about).filter_map(|s| {
                let span = s.span;
                own_text.get(span.start..span.end)
            });
            own.collect::<Vec<_>>().join("\n")
        }
    };
    without_names(&spoken)
}
