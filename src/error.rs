//! What goes wrong for an operator: one clear sentence, a hint, and an exit code.

use crate::disk::disk_words;
use crate::feature::Feature;
use crate::language::Language;
use crate::orders::Refusal;
use std::fmt;
use std::path::Path;
use std::process::ExitCode;

/// The kinds of failure, each with its exit code (CONTRACT.md 1).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FailureKind {
    /// An error or a finding: 1.
    Failed,
    /// The home is to blame, its disk, its database or its templates, and no letter: 1.
    Home,
    /// There is no room on the disk: nothing was recorded; make room and try again: 75.
    Full,
    /// Wrong usage: 2.
    Usage,
    /// The thing named does not exist: 3.
    Missing,
    /// Try again later: 75.
    Later,
    /// The machine's clock stands before what is recorded, and nothing is done until somebody
    /// has set it right: 75.
    Clock,
}

/// A failure, in words for whoever typed the command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure {
    /// Which exit code.
    pub kind: FailureKind,
    /// A sentence without a full stop.
    pub message: String,
    /// What to do about it, where that is known.
    pub hint: Option<String>,
    /// A mail server, or what stands for one, could not be used; all else is done.
    pub is_of_a_server: bool,
    /// An order that is refused: why, for who reads another language.
    pub refusal: Option<Box<Refusal>>,
}

impl Failure {
    fn of(kind: FailureKind, message: impl fmt::Display) -> Failure {
        Failure {
            kind,
            message: message.to_string(),
            hint: None,
            is_of_a_server: false,
            refusal: None,
        }
    }

    /// An error or a finding.
    pub fn failed(message: impl fmt::Display) -> Failure {
        Failure::of(FailureKind::Failed, message)
    }

    /// The home is to blame: its disk, its database, its templates.
    pub fn of_the_home(message: impl fmt::Display) -> Failure {
        Failure::of(FailureKind::Home, message)
    }

    /// What the disk said about a file or a folder.
    pub fn of_file(path: &Path, error: &std::io::Error) -> Failure {
        Failure::failed(format!("{}: {}", path.display(), disk_words(error)))
    }

    /// Wrong usage.
    pub fn usage(message: impl fmt::Display) -> Failure {
        Failure::of(FailureKind::Usage, message)
    }

    /// The thing named does not exist.
    pub fn missing(message: impl fmt::Display) -> Failure {
        Failure::of(FailureKind::Missing, message)
    }

    /// What it takes is not in this program.
    pub fn not_built(feature: Feature) -> Failure {
        Failure::failed(feature.left_out())
    }

    /// Try again later.
    pub fn later(message: impl fmt::Display) -> Failure {
        Failure::of(FailureKind::Later, message)
    }

    /// The machine's clock stands before what is recorded.
    pub fn of_the_clock(message: impl fmt::Display) -> Failure {
        Failure::of(FailureKind::Clock, message)
    }

    /// The same as something to be tried again later, whatever it was.
    #[must_use]
    pub fn later_instead(mut self) -> Failure {
        self.kind = FailureKind::Later;
        self
    }

    /// The same, with a hint.
    #[must_use]
    pub fn hint(mut self, hint: impl fmt::Display) -> Failure {
        self.hint = Some(hint.to_string());
        self
    }

    /// The same, with what could not be done before it.
    #[must_use]
    pub fn about(mut self, what: impl fmt::Display) -> Failure {
        self.message = format!("{what}: {}", self.message);
        self
    }

    /// The exit code.
    pub fn exit_code(&self) -> ExitCode {
        ExitCode::from(match self.kind {
            FailureKind::Failed | FailureKind::Home => 1,
            FailureKind::Usage => 2,
            FailureKind::Missing => 3,
            FailureKind::Full | FailureKind::Later | FailureKind::Clock => 75,
        })
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.message)?;
        match &self.hint {
            Some(hint) => write!(f, "; {hint}"),
            None => Ok(()),
        }
    }
}

impl std::error::Error for Failure {}

impl From<Refusal> for Failure {
    fn from(refusal: Refusal) -> Failure {
        let kind = match refusal.is_missing() {
            true => FailureKind::Missing,
            false => FailureKind::Failed,
        };
        Failure {
            hint: refusal.hint(Language::En),
            refusal: Some(Box::new(refusal.clone())),
            ..Failure::of(kind, &refusal)
        }
    }
}

impl From<crate::store::StoreError> for Failure {
    fn from(error: crate::store::StoreError) -> Failure {
        let kind = if error.is_missing() {
            FailureKind::Missing
        } else if matches!(error, crate::store::StoreError::Full) {
            FailureKind::Full
        } else if error.is_busy() {
            FailureKind::Later
        } else if error.is_of_the_home() {
            FailureKind::Home
        } else {
            FailureKind::Failed
        };
        let failure = Failure::of(kind, &error);
        match error.is_damaged() {
            true => failure.hint(
                "put the newest file of backup/ back: postchess restore backup/… \
                 (letters that came since then are taken again)",
            ),
            false => failure,
        }
    }
}

impl From<crate::post::PostError> for Failure {
    fn from(error: crate::post::PostError) -> Failure {
        let kind = match error.is_passing() {
            true => FailureKind::Later,
            false => FailureKind::Failed,
        };
        Failure {
            hint: error.hint(),
            is_of_a_server: true,
            ..Failure::of(kind, error)
        }
    }
}

impl From<crate::config::ConfigError> for Failure {
    fn from(error: crate::config::ConfigError) -> Failure {
        let kind = match error {
            crate::config::ConfigError::NoHome { .. } => FailureKind::Missing,
            _ => FailureKind::Failed,
        };
        Failure::of(kind, error)
    }
}
