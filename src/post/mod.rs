//! The post: where letters come from and where they go. Only this room knows a
//! Maildir or a network.
//!
//! An [`Inbox`] hands out a few messages at a time; when they are kept for good,
//! [`Inbox::done`] is told, and not before. An [`Outbox`] takes a batch and says
//! of each letter, as soon as it knows, whether it is gone, may go later, or never will.

mod database;
pub mod fault;
pub mod imap;
mod login;
pub mod maildir;
pub mod pop3;
mod secret;
pub mod sendmail;
pub mod smtp;
mod wire;

use crate::disk::disk_words;
use crate::ids::OutboundId;
use crate::time::Instant;
use fault::ServerError;
use std::collections::BTreeSet;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

pub use database::database;
pub use secret::{exposed as exposed_secret, exposed_at};

/// What an inbox may hand out at a time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Helping {
    /// Messages at most.
    pub messages: usize,
    /// Bytes at most; one message is handed out even where it has more.
    pub bytes: usize,
    /// A message with more bytes is handed out without its body.
    pub message_bytes: u64,
}

impl Default for Helping {
    fn default() -> Helping {
        Helping {
            messages: 400,
            bytes: 16 << 20,
            message_bytes: 2_000_000,
        }
    }
}

/// A message as a mailbox holds it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Message {
    /// What the mailbox calls it: the same message, the same key; another, another.
    /// Empty: a pipe, which has no names.
    pub key: String,
    /// By what it is told from another that a server calls so: what [`KeptAs::is`] compares.
    /// Empty: only its bytes tell.
    pub mark: String,
    /// Its bytes.
    pub content: Content,
    /// When the mailbox got it, where it knows.
    pub came: Came,
}

/// By what a message that is kept is known again under its name: servers give a name twice
/// (a POP3 server that counts anew, an IMAP server put back from a backup under the same
/// UIDVALIDITY), and what was neither fetched nor compared is somebody's letter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum KeptAs {
    /// What the mailbox told of it then: size in bytes, and hour of arrival (IMAP) or hash
    /// over its header (POP3).
    Mark(String),
    /// It was kept before marks were: its size in bytes.
    Size(u64),
}

impl KeptAs {
    /// Whether a message with such a mark may be the one that is kept.
    pub fn is(&self, mark: &str) -> bool {
        match self {
            KeptAs::Mark(kept) => kept == mark,
            KeptAs::Size(size) => mark.split(' ').next() == Some(size.to_string().as_str()),
        }
    }
}

/// Tells of a name whether a message is kept under it, and as what.
pub type Known<'k> = dyn Fn(&str) -> Option<KeptAs> + 'k;

/// The names that a mailbox lists, where names that are listed no more are given again.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Listed {
    /// What all names of the mailbox begin with.
    pub prefix: String,
    /// Those that are listed.
    pub names: BTreeSet<String>,
}

/// What a mailbox knows of a message's arrival (CONTRACT.md 4, "When").
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Came {
    /// The server's own word, IMAP's INTERNALDATE: it counts before all else.
    Server(Instant),
    /// A file's time of modification: it counts where the letter's own Received
    /// header says nothing, and never in a rehearsal.
    File(Instant),
    /// Nothing.
    Unknown,
}

/// The bytes of a message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Content {
    /// All of it.
    Whole(Vec<u8>),
    /// It is larger than allowed.
    TooLarge {
        /// Its size in bytes.
        size: u64,
        /// Its first [`HEAD_BYTES`]: the header, and the words that stand before what is
        /// attached.
        head: Vec<u8>,
    },
}

impl Content {
    /// What is kept of one that is larger than allowed.
    pub fn too_large(size: u64, mut head: Vec<u8>) -> Content {
        head.truncate(HEAD_BYTES);
        head.shrink_to_fit();
        Content::TooLarge { size, head }
    }

    /// All of it, or its beginning.
    pub fn bytes(&self) -> &[u8] {
        match self {
            Content::Whole(bytes) | Content::TooLarge { head: bytes, .. } => bytes,
        }
    }
}

/// How much of a message that is too large is read.
pub const HEAD_BYTES: usize = 64 << 10;

/// Something in a mailbox that could not be read; the run goes on without it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Trouble {
    /// Where it is.
    pub path: PathBuf,
    /// What is wrong.
    pub why: String,
    /// Whom the envelope names as its writers; empty where it names nobody, or is not told.
    pub from: Vec<String>,
}

/// What an inbox handed out.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Fetched {
    /// Messages; none: there are no more.
    pub messages: Vec<Message>,
    /// What could not be read, each once a round.
    pub troubles: Vec<Trouble>,
    /// How the mailbox broke off behind these messages; its session is over.
    pub broke: Option<Box<ServerError>>,
}

impl Fetched {
    /// What had come when a mailbox broke off.
    ///
    /// # Errors
    /// Nothing had.
    fn until(mut self, broke: PostError) -> Result<Fetched, PostError> {
        match broke {
            PostError::Server(broke) if !self.messages.is_empty() => {
                self.broke = Some(broke);
                Ok(self)
            }
            broke => Err(broke),
        }
    }
}

/// An error of the post as a whole.
#[derive(Debug, thiserror::Error)]
pub enum PostError {
    /// A folder or file of a mailbox.
    #[error("{}: {}", .path.display(), disk_words(.source))]
    Io {
        /// Which.
        path: PathBuf,
        /// Why.
        source: std::io::Error,
    },
    /// Where a Maildir should be, none is.
    #[error("there is no Maildir at {}", .0.display())]
    NoMaildir(PathBuf),
    /// A mail server.
    #[error(transparent)]
    Server(Box<ServerError>),
}

impl PostError {
    /// Whether it may well go away by itself.
    pub fn is_passing(&self) -> bool {
        match self {
            PostError::Io { .. } | PostError::NoMaildir(_) => false,
            PostError::Server(e) => e.fault.is_passing(),
        }
    }

    /// What to do about it, where that is known.
    pub fn hint(&self) -> Option<String> {
        match self {
            PostError::Io { .. } => None,
            PostError::NoMaildir(path) => Some(format!(
                "is its disk there, and 'path' right? A new one is made by: mkdir -p {0}/new \
                 {0}/cur {0}/tmp",
                path.display()
            )),
            PostError::Server(e) => Some(e.fault.hint()),
        }
    }
}

/// What ended a wait for letters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Waited {
    /// There is something to fetch.
    News,
    /// The time is over; there may be something all the same.
    TimeOver,
    /// The flag was raised.
    Stopped,
}

/// How long a wait goes on without a look at its flag.
const LOOK: Duration = Duration::from_millis(100);

/// Where messages come from.
pub trait Inbox {
    /// The next messages. Nothing twice in a round; a round ends with an empty
    /// answer, and the next begins with whatever is there and not done. `known`
    /// tells of a key as what a message is in the database already: a mailbox
    /// that keeps its messages where they are compares, and hands out all others.
    /// What was neither handed out nor compared is not deleted, moved or marked.
    ///
    /// After an error the next call begins anew, with a connection of its own.
    fn fetch(&mut self, helping: &Helping, known: &Known<'_>) -> Result<Fetched, PostError>;

    /// After a round: which names there still are, where one that is gone may be given to
    /// another letter. What is kept under the others is known by its content alone then.
    fn listed(&mut self) -> Option<Listed> {
        None
    }

    /// These messages are kept for good and need not be handed out again. Called
    /// after the commit; where the program dies before it, they come again with
    /// the same keys.
    fn done(&mut self, keys: &[String]) -> Result<(), PostError>;

    /// Waits until there is something to fetch, the time is over, or `stop` is
    /// raised. A mailbox that cannot tell only lets the time pass.
    ///
    /// # Errors
    /// The connection was lost: fetch again, it connects anew.
    fn wait(&mut self, at_most: Duration, stop: &AtomicBool) -> Result<Waited, PostError> {
        Ok(pass_time(at_most, stop))
    }

    /// Finds out whether it could be read, and changes nothing.
    fn try_out(&mut self) -> Result<(), PostError>;

    /// Takes leave of the server; what was done is settled there. An error is
    /// nothing worse than a message that comes again under its old key.
    fn close(&mut self) -> Result<(), PostError> {
        Ok(())
    }
}

/// Lets time pass, in steps short enough for a signal to be heeded.
pub fn pass_time(at_most: Duration, stop: &AtomicBool) -> Waited {
    let began = std::time::Instant::now();
    loop {
        if stop.load(Ordering::Relaxed) {
            return Waited::Stopped;
        }
        let left = at_most.saturating_sub(began.elapsed());
        if left.is_zero() {
            return Waited::TimeOver;
        }
        #[expect(
            clippy::disallowed_methods,
            reason = "waiting for letters is what the daemon does between them"
        )]
        std::thread::sleep(left.min(LOOK));
    }
}

/// A letter on its way out.
#[derive(Clone, Copy, Debug)]
pub struct Parcel<'a> {
    /// Its number.
    pub id: OutboundId,
    /// The recipient.
    pub to: &'a str,
    /// The envelope's sender, to which bounces go.
    pub from: &'a str,
    /// The letter.
    pub bytes: &'a [u8],
}

/// What became of a letter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Delivery {
    /// It is taken over for good: it would outlive a power cut.
    Delivered,
    /// Not now.
    Later(String),
    /// Not ever.
    Never(String),
}

/// Hears what became of letters, each by its place in the batch; says whether to go on.
pub type Told<'t> = dyn FnMut(Vec<(usize, Delivery)>) -> ControlFlow<()> + 't;

/// Where letters go.
pub trait Outbox: Send {
    /// Letters in a batch, at most: their bytes are in memory.
    fn at_once(&self) -> u32;

    /// Hands a batch over, and tells what became of its letters as soon as that is
    /// known, some at a time and in whatever order; what is on its way when whoever is told
    /// ends it is told still. A letter of which nothing is told was not tried.
    ///
    /// # Errors
    /// Nothing more of the batch leaves, and no letter that was not told of is to blame:
    /// the account is refused, the configuration wrong. Better wait for whoever can mend
    /// it than try letter after letter.
    fn deliver(
        &mut self,
        batch: &[Parcel<'_>],
        now: Instant,
        told: &mut Told<'_>,
    ) -> Result<(), PostError>;

    /// Finds out whether letters could be sent, and sends none.
    fn try_out(&mut self) -> Result<(), PostError>;
}

/// What became of every letter of a batch, in its order.
#[cfg(test)]
fn all_told(
    outbox: &mut dyn Outbox,
    batch: &[Parcel<'_>],
    now: Instant,
) -> Result<Vec<Delivery>, PostError> {
    let mut all = std::collections::BTreeMap::new();
    outbox.deliver(batch, now, &mut |some| {
        all.extend(some);
        ControlFlow::Continue(())
    })?;
    Ok(all.into_values().collect())
}

/// Where the header of a message ends: after its empty line, else at its end.
pub(crate) fn header_end(bytes: &[u8]) -> usize {
    let mut end = 0;
    for line in bytes.split_inclusive(|b| *b == b'\n') {
        end += line.len();
        if line == b"\n" || line == b"\r\n" {
            break;
        }
    }
    end
}
