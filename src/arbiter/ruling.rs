//! A ruling: plain data. It can be printed, compared and recorded; it sends nothing.

use super::notice::{Notice, Remark};
use crate::record::{Cause, Entry, Event, GameFile, PlayerEntry, RecordError};
use crate::time::Instant;
use serde::{Deserialize, Serialize};
use std::fmt;

/// What became of a message (CONTRACT.md 5). The order is that of precedence
/// within one letter: a move before a rejected one before a command.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    /// A move was played.
    Move,
    /// A move was refused: impossible, ambiguous, wrong repetition, out of turn, finished.
    MoveRejected,
    /// The game is paused; the move waits.
    Held,
    /// Commands were carried out or answered.
    Command,
    /// The same again: nothing changed.
    Duplicate,
    /// An automatic answer.
    AutoReply,
    /// A delivery report.
    Bounce,
    /// Bulk mail.
    Bulk,
    /// Nobody we know; never answered.
    UnknownSender,
    /// Not known to be from whom it says.
    Unverified,
    /// It names no game, several, or one the sender does not play.
    NoGame,
    /// Words, but nothing the robot knows.
    NotUnderstood,
    /// Over the size limit.
    TooLarge,
    /// It cannot be read, or it made the program fail.
    Malformed,
}

impl Verdict {
    /// As `inbox list` prints it.
    pub fn name(self) -> &'static str {
        match self {
            Verdict::Move => "move",
            Verdict::MoveRejected => "move-rejected",
            Verdict::Held => "held",
            Verdict::Command => "command",
            Verdict::Duplicate => "duplicate",
            Verdict::AutoReply => "auto-reply",
            Verdict::Bounce => "bounce",
            Verdict::Bulk => "bulk",
            Verdict::UnknownSender => "unknown-sender",
            Verdict::Unverified => "unverified",
            Verdict::NoGame => "no-game",
            Verdict::NotUnderstood => "not-understood",
            Verdict::TooLarge => "too-large",
            Verdict::Malformed => "malformed",
        }
    }
}

impl Verdict {
    /// Whether a message with this verdict did not do for its sender what he wanted.
    pub fn is_of_no_use(self) -> bool {
        matches!(
            self,
            Verdict::MoveRejected | Verdict::NoGame | Verdict::NotUnderstood
        )
    }

    /// Whether a message with this verdict was dealt with: what it asked is carried out,
    /// charged or kept for its hour. Processed again it could only be told otherwise.
    pub fn is_dealt_with(self) -> bool {
        matches!(
            self,
            Verdict::Move | Verdict::MoveRejected | Verdict::Held | Verdict::Command
        )
    }

    /// Whether a message with this verdict was known to be from its sender.
    pub fn was_known(self) -> bool {
        matches!(
            self,
            Verdict::Move
                | Verdict::MoveRejected
                | Verdict::Held
                | Verdict::Command
                | Verdict::NoGame
                | Verdict::NotUnderstood
        )
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// What is decided: what happened, who is told what.
#[derive(Clone, Debug, Default)]
pub struct Ruling {
    /// The game as it will be, with what is to be recorded in it; none where the ruling
    /// is about no game.
    pub game: Option<Box<GameFile>>,
    /// Entries about a player.
    pub player_entries: Vec<PlayerEntry>,
    /// Letters to be composed.
    pub notices: Vec<Notice>,
    /// What became of the request, where a letter brought it.
    pub verdict: Option<Verdict>,
    /// The game the notices speak of, where it is not the game itself: a CHECK is
    /// ruled on a copy.
    pub view: Option<Box<GameFile>>,
    /// A sentence for the inbox: why, in English.
    pub note: String,
}

impl Ruling {
    /// A command carried out or answered, with a sentence for the inbox.
    pub fn command(note: &str) -> Ruling {
        Ruling {
            verdict: Some(Verdict::Command),
            note: note.to_owned(),
            ..Ruling::default()
        }
    }

    /// With a remark in the first of its letters: the answer.
    pub(crate) fn remarked(mut self, remark: Remark) -> Ruling {
        if let Some(first) = self.notices.first_mut() {
            first.remarks.insert(0, remark);
        }
        self
    }

    /// Letters, and nothing else.
    pub fn telling(notices: Vec<Notice>) -> Ruling {
        Ruling {
            notices,
            ..Ruling::default()
        }
    }

    /// What is made of a game, by what is done to a copy of it.
    pub(crate) fn on(game: &GameFile, judge: impl FnOnce(&mut GameFile) -> Ruling) -> Ruling {
        let mut after = Box::new(game.clone());
        let ruling = judge(&mut after);
        Ruling {
            game: Some(after),
            ..ruling
        }
    }

    /// An entry in a game, told to nobody.
    pub fn of(game: &GameFile, entry: Entry) -> Ruling {
        Ruling::on(game, |game| {
            let mut ruling = Ruling::default();
            record(game, &mut ruling, entry);
            ruling
        })
    }

    /// Has something more recorded in the game, which the ruling may not have touched yet.
    ///
    /// # Errors
    /// Where it does not fit.
    pub fn records(&mut self, game: &GameFile, entry: Entry) -> Result<(), RecordError> {
        let mut after = match self.game.take() {
            Some(after) => after,
            None => Box::new(game.clone()),
        };
        let fits = after.apply(entry);
        self.game = Some(after);
        fits
    }

    /// What is to be recorded in the game, in order.
    pub fn entries(&self) -> &[Entry] {
        self.game.as_ref().map_or(&[][..], |game| game.fresh())
    }

    /// With what follows upon it in the game as it leaves it; its own verdict and note
    /// hold.
    pub fn then(mut self, follows: impl FnOnce(&GameFile) -> Ruling) -> Ruling {
        let Some(game) = self.game.take() else {
            return self;
        };
        let then = follows(&game);
        self.game = then.game.or(Some(game));
        self.notices.extend(then.notices);
        self
    }
}

/// When something is ruled, and what brought it up.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Occasion {
    /// The hour of this pass.
    pub now: Instant,
    /// The letter, the order or the clock.
    pub cause: Cause,
}

impl Occasion {
    /// The clock brought it up, and nobody's letter.
    pub(crate) fn tick(now: Instant) -> Occasion {
        let cause = Cause::Tick;
        Occasion { now, cause }
    }

    /// An entry on the grounds of an article.
    pub(super) fn entry(self, event: Event, grounds: &str) -> Entry {
        Entry::new(self.now, self.cause, event).on(grounds)
    }
}

/// Adds an entry to the game as it will be, so that what follows is judged on the game
/// as this leaves it. Whether it fits: the arbiter only makes entries that do; should
/// one not, nothing of it is kept, and the ruling says so.
pub(crate) fn record(game: &mut GameFile, ruling: &mut Ruling, entry: Entry) -> bool {
    let fits = game.apply(entry);
    if let Err(error) = &fits {
        ruling.note = format!("not recorded: {error}");
    }
    fits.is_ok()
}
