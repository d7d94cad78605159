//! Notices become letters: skeletons from `templates/`, sentences from `messages/`,
//! figures from the game's record, a picture of the board, and the whole as a message for
//! the outbox.
//!
//! A [`Composer`] is made once; [`Composer::compose`] is pure and may be called
//! from several threads at once.

mod common;
mod deflate;
mod diagram;
mod facts;
mod given;
mod letter;
mod lists;
mod mime;
mod picture;
mod prose;
mod quotation;
mod skeleton;
mod style;
mod surname;
mod template_error;
mod templates;
mod wording;
mod words;

pub mod samples;

#[cfg(test)]
mod tests;

pub use common::Common;
pub use picture::Board;
pub use surname::surnames;
pub use template_error::TemplateError;

use crate::address::{self, Reach};
use crate::arbiter::{Notice, NoticeKind};
use crate::chess::Side;
use crate::clock::Moment;
use crate::ids::{GameId, PlayerId};
use crate::language::Language;
use crate::messages::letters;
use crate::record::{GameFile, Official, Wishes};
use crate::request::LetterStyle;
use crate::request::confirm::CODE_ALPHABET;
use crate::rules::{Article, Profile};
use crate::time::{Day, Instant};
use crate::token::{self, Key, TokenNames, TokenPlace};
use minijinja::Value;
use std::path::Path;
use std::sync::OnceLock;

/// The club in whose name letters go out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Club {
    /// Its name, as it stands in From.
    pub name: String,
    /// The robot's address.
    pub robot: String,
    /// The language of letters to people whose own is not known.
    pub language: Language,
    /// Whether the mail server delivers `robot+TOKEN@domain` to the robot.
    pub plus_addressing: bool,
    /// The address of its server, without a `/` at its end, where it has one.
    pub web: Option<String>,
}

impl Club {
    /// Its name in letters of a language: where nobody chose one, the language's own.
    fn named<'a>(&'a self, voice: &'a templates::Voice) -> &'a str {
        let own = voice.words.text.get("club");
        let own = own.filter(|_| self.name == letters::unnamed_club());
        own.map_or(self.name.as_str(), String::as_str)
    }
}

/// To whom a letter goes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Addressee {
    /// Name, as entered.
    pub name: String,
    /// How a greeting calls him: in the vocative, in the order that is polite. `None`: he is
    /// not greeted by name, since a name as entered is seldom right.
    pub greeting: Option<String>,
    /// The registered address: a letter goes nowhere else. By post it goes on paper, and
    /// bears neither a token nor anything to answer by mail.
    pub reach: Reach,
    /// The language it is written in.
    pub language: Language,
    /// Its style.
    pub style: LetterStyle,
    /// What else he wishes of his letters.
    pub wishes: Wishes,
    /// The side he has in the game, if he plays in it.
    pub side: Option<Side>,
    /// He is the arbiter, or another official: he plays on neither side.
    pub arbiter: bool,
    /// What he is in the tournament.
    pub office: ReaderOffice,
}

impl Addressee {
    /// Whether he is that player: by his address, and who has none by his name.
    pub(crate) fn is(&self, player: &crate::record::GamePlayer) -> bool {
        match (self.reach.email(), &player.reach) {
            (Some(own), reach) => reach.is_at(own),
            (None, Reach::Post) => !self.arbiter && self.name == player.name,
            (None, Reach::Email(_)) => false,
        }
    }
}

/// What a reader is in the tournament.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum ReaderOffice {
    /// He plays.
    Player,
    /// He directs it.
    Arbiter,
    /// He decides protests against the arbiter (54.1.4).
    Appeals,
    /// He adjudicates a second time (56.9.10).
    Adjudicator,
    /// He speaks for a team (24).
    Captain,
}

/// The letters before this one, as Message-IDs without brackets.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MailThread {
    /// The first letter to this reader about the game.
    pub root: Option<String>,
    /// The last one.
    pub last: Option<String>,
    /// The letter of the reader that this one answers.
    pub answering: Option<String>,
}

/// The names of a letter that nobody can guess.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ids {
    /// Its Message-ID, without brackets.
    pub message_id: String,
    /// The token of its reply address.
    pub reply_token: Option<String>,
}

/// What a letter about a tournament, and about no one game, has to know of its rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ground {
    /// By which article it is played.
    pub profile: Profile,
    /// Days a letter counts as on its way.
    pub transit_days: u32,
}

/// Everything a letter is made of.
#[derive(Clone, Debug)]
pub struct Composition<'a> {
    /// What it says.
    pub notice: &'a Notice,
    /// The game it is about. For a CHECK: with the moves that were read.
    pub game: Option<&'a GameFile>,
    /// What it has in common with other letters about the same state of that game, written
    /// at the same hour; `None`: it is alone.
    pub common: Option<&'a Common>,
    /// The reader's games, for a status and article 57's report.
    pub games: &'a [&'a GameFile],
    /// The rules of the tournament, where it is about one and about no one game.
    pub ground: Option<Ground>,
    /// The arbiters to whom its reader can write himself, where it is about no one game.
    pub arbiters: &'a [Official],
    /// The opponent's postal address, where the letter tells it.
    pub opponent_at: &'a [String],
    /// What it says piece by piece, where it holds several answers.
    pub together: &'a [Composition<'a>],
    /// To whom.
    pub to: Addressee,
    /// It tells how to write to us: the first letters to a player do.
    pub help: bool,
    /// What it follows.
    pub thread: MailThread,
    /// Its names.
    pub ids: Ids,
    /// Now: the Date header.
    pub now: Instant,
    /// Today in the tournament's zone: the clocks are shown as of it.
    pub today: Day,
}

impl Composition<'_> {
    /// As of when the clocks are shown.
    pub(crate) fn moment(&self) -> Moment {
        Moment {
            day: self.today,
            at: Some(self.now),
        }
    }
}

/// A letter, ready to be sent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Composed {
    /// The subject, as text. It never holds a move.
    pub subject: String,
    /// The whole message (RFC 5322), CRLF at every line's end.
    pub bytes: Vec<u8>,
    /// The words of others in it, passage by passage.
    pub others: Vec<String>,
}

/// A letter that could not be written.
#[derive(Debug, thiserror::Error)]
pub enum ComposeError {
    /// A template failed.
    #[error("template {name}: {message}")]
    Template {
        /// Which, with its language.
        name: String,
        /// Why, with its line.
        message: String,
    },
    /// A built-in template is wrong.
    #[error(transparent)]
    BuiltIn(#[from] TemplateError),
    /// The board could not be drawn.
    #[error("the board cannot be drawn: {0}")]
    Picture(#[from] png::EncodingError),
    /// The tiles of the board are no picture.
    #[error("the tiles of the board cannot be read: {0}")]
    Tiles(#[from] png::DecodingError),
    /// A name that may not stand in a header.
    #[error("'{0}' is no Message-ID")]
    MessageId(String),
    /// The operating system gives no random numbers.
    #[error("no random numbers: {0}")]
    Random(getrandom::Error),
}

/// Writes letters.
pub struct Composer {
    club: Club,
    /// Each is read when the first letter in it is written: most passes write none.
    voices: [OnceLock<templates::Voice>; Language::COUNT],
    articles: Vec<(Profile, Article, Value)>,
    /// Read when the first letter with a board is written.
    board: OnceLock<Board>,
    /// What was read of the styles of its pages.
    styles: style::Styles,
    /// The home has templates or sentences of its own.
    is_own: bool,
}

impl Composer {
    /// Where the home has templates of its own, all are read now, those before the
    /// built-in ones: what is wrong with them is not found out by the first letter.
    ///
    /// # Errors
    ///
    /// The first template that cannot be read or compiled, or that replaces nothing.
    pub fn new(club: Club, overrides: Option<&Path>) -> Result<Composer, TemplateError> {
        let losses = [Article::OverstepLoses, Article::FirstOverstepLoses];
        let voices: [OnceLock<templates::Voice>; Language::COUNT] = Default::default();
        let is_own = overrides.map_or(Ok(false), templates::is_own)?;
        if is_own {
            for (language, place) in Language::ALL.into_iter().zip(&voices) {
                let voice = templates::voice(language, overrides)?;
                place.get_or_init(|| voice);
            }
        }
        Ok(Composer {
            club,
            voices,
            articles: Profile::ALL
                .into_iter()
                .flat_map(|p| losses.map(|loss| (p, loss, facts::articles(p, loss))))
                .collect(),
            board: OnceLock::new(),
            styles: style::Styles::default(),
            is_own,
        })
    }

    /// Writes every kind of letter in every language with made-up facts.
    ///
    /// # Errors
    ///
    /// The first letter that cannot be written.
    pub fn check(&self) -> Result<(), TemplateError> {
        samples::render_all(self, |_, _, _| {})
    }

    /// Whether the home has templates or sentences of its own: where a letter cannot be written
    /// then, they are to be mended, whatever the letter answers.
    pub fn has_own(&self) -> bool {
        self.is_own
    }

    /// Writes a letter.
    ///
    /// # Errors
    ///
    /// A template that fails; a Message-ID that is none.
    pub fn compose(&self, request: &Composition<'_>) -> Result<Composed, ComposeError> {
        letter::write(self, request)
    }

    fn board(&self) -> Result<&Board, ComposeError> {
        if let Some(board) = self.board.get() {
            return Ok(board);
        }
        let board = Board::new()?;
        Ok(self.board.get_or_init(|| board))
    }

    fn voice(&self, language: Language) -> Result<&templates::Voice, TemplateError> {
        // There is a place for each language.
        let [first, ..] = &self.voices;
        let place = self.voices.get(language.index()).unwrap_or(first);
        if let Some(voice) = place.get() {
            return Ok(voice);
        }
        let voice = templates::voice(language, None)?;
        Ok(place.get_or_init(|| voice))
    }

    fn articles(&self, request: &Composition<'_>) -> Value {
        let (profile, loss) = (facts::profile(request), facts::loss(request));
        self.articles
            .iter()
            .find(|(p, l, _)| *p == profile && *l == loss)
            .map_or_else(Value::default, |(_, _, v)| v.clone())
    }
}

/// What names a letter: who writes, with which key, and what of.
#[derive(Clone, Copy, Debug)]
pub struct Naming<'a> {
    /// The robot's address.
    pub robot: &'a str,
    /// What makes its tokens.
    pub key: &'a Key,
    /// The kind of letter.
    pub kind: NoticeKind,
    /// To whom; `None`: to an official.
    pub player: Option<PlayerId>,
    /// The games it is about, and the half-moves played in each.
    pub games: &'a [(GameId, u32)],
}

/// Names for a letter, with the operating system's randomness: two tokens, of its
/// Message-ID and of its reply address, both beyond guessing.
///
/// # Errors
///
/// [`ComposeError::Random`] where the system gives none.
pub fn fresh_ids(of: &Naming<'_>) -> Result<Ids, ComposeError> {
    let mut chance = [0u8; token::NONCE];
    getrandom::fill(&mut chance).map_err(ComposeError::Random)?;
    let letter = TokenNames {
        kind: token::kind_code(of.kind.name()),
        player: of.player,
        games: of.games.to_vec(),
        unnamed: false,
        nonce: token::nonce(&chance),
    };
    let (name, domain) = of.robot.rsplit_once('@').unwrap_or((of.robot, ""));
    let domain = address::domain_key(domain);
    let domain: String = domain
        .chars()
        .filter(|c| c.is_ascii_alphanumeric() || matches!(c, '.' | '-'))
        .collect();
    let domain = if domain.is_empty() {
        "localhost".to_owned()
    } else {
        domain
    };
    let message_id = of.key.token(&letter, TokenPlace::MessageId);
    Ok(Ids {
        message_id: format!("{message_id}@{domain}"),
        reply_token: of.key.address_token(&letter, name),
    })
}

/// A single-use code of so many signs that nobody can guess, with letters and digits in it.
///
/// # Errors
///
/// [`ComposeError::Random`] where the system gives none.
pub fn fresh_code(length: usize) -> Result<String, ComposeError> {
    loop {
        let mut code = String::with_capacity(length);
        while code.len() < length {
            let mut byte = [0u8];
            getrandom::fill(&mut byte).map_err(ComposeError::Random)?;
            // What is over a multiple of the alphabet would favour its beginning.
            let [byte] = byte;
            let at = usize::from(byte);
            let whole = 256 - 256 % CODE_ALPHABET.len();
            if at < whole
                && let Some(sign) = CODE_ALPHABET.get(at % CODE_ALPHABET.len())
            {
                code.push(char::from(*sign));
            }
        }
        let digits = code.bytes().filter(u8::is_ascii_digit).count();
        if digits > 0 && digits < length {
            return Ok(code);
        }
    }
}
