//! A session of PostgreSQL: what is asked waits for its answer. What is only told goes along
//! with the next question, and is waited for with it: on the way to another machine it is the
//! turns that cost, and not the words.

use super::super::{Encryption, Error, Result};
use super::{PATIENCE, Way, loopback};
use std::collections::VecDeque;
use std::future::{Future, poll_fn};
use std::io::{Error as IoError, ErrorKind};
use std::pin::{Pin, pin};
use std::sync::Arc;
use std::task::{Context, Poll, Waker};
use std::time::Duration;
use tokio::runtime::{Builder, Runtime};
use tokio_postgres::{AsyncMessage, Client, Connection, Error as ServerError, Row};
use tokio_postgres_rustls::MakeRustlsConnect;

/// How much is told before the server hears of it, while the next is thought of.
const TOLD_AT_ONCE: usize = 2;

/// The class of warnings (PostgreSQL, appendix A).
const WARNING: &str = "01";

/// How much may be told before its answers are waited for.
const TOLD: usize = 256;

/// Has what is to be said written and what is said read: what the server says by itself;
/// `None` where the connection has ended.
pub(super) type Talk = dyn FnMut(&mut Context<'_>) -> Poll<Option<std::result::Result<AsyncMessage, ServerError>>>
    + Send;

type Answering = Pin<Box<dyn Future<Output = std::result::Result<Answer, ServerError>> + Send>>;

/// What came of a statement.
pub(super) struct Answer {
    /// Its rows.
    pub rows: Vec<Row>,
    /// How many it changed.
    pub changed: usize,
}

/// What must come of a statement whose answer is not waited for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Must {
    /// That it succeeds.
    Succeed,
    /// That it changes one row.
    ChangeOne,
    /// That the row is given this number.
    Number(i64),
}

impl Must {
    fn holds(self, answer: &Answer) -> Result<()> {
        match self {
            Must::Succeed => Ok(()),
            Must::ChangeOne if answer.changed == 1 => Ok(()),
            Must::ChangeOne => Err(rusqlite::Error::StatementChangedRows(answer.changed).into()),
            Must::Number(expected) => {
                let found = answer.rows.first().map(|row| row.try_get(0)).transpose()?;
                match found == Some(expected) {
                    true => Ok(()),
                    false => Err(Error::Number { expected, found }),
                }
            }
        }
    }
}

/// What a server says by itself.
#[derive(Clone, Copy, Debug, Default)]
struct Unasked {
    /// Something was notified (NOTIFY) to who listens.
    is_notified: bool,
    /// It warned of something (class 01) that it did.
    is_warned: bool,
}

/// A session.
pub(super) struct Session {
    runtime: Runtime,
    client: Arc<Client>,
    /// `None` where it has ended.
    talk: Option<Box<Talk>>,
    told: VecDeque<(Answering, Must)>,
    /// How much was told since the server last heard of it.
    unheard: usize,
    /// What the server has said by itself.
    unasked: Unasked,
    /// How often an answer was waited for.
    #[cfg(test)]
    pub turns: u64,
}

/// The way of a connection, whichever it is.
pub(super) fn talks<S, T>(mut connection: Connection<S, T>) -> Box<Talk>
where
    Connection<S, T>: Send + 'static,
    S: tokio::io::AsyncRead + tokio::io::AsyncWrite + Unpin,
    T: tokio::io::AsyncRead + tokio::io::AsyncWrite + Unpin,
{
    Box::new(move |cx| connection.poll_message(cx))
}

/// Has what is to be said written and what is said read; what is said unasked is kept.
fn speaks(talk: &mut Option<Box<Talk>>, unasked: &mut Unasked, cx: &mut Context<'_>) -> Result<()> {
    loop {
        match talk.as_mut().map(|talk| talk(cx)) {
            Some(Poll::Ready(Some(Ok(said)))) => match said {
                AsyncMessage::Notification(_) => unasked.is_notified = true,
                AsyncMessage::Notice(said) if said.code().code().starts_with(WARNING) => {
                    tracing::warn!("the database server: {said}");
                    unasked.is_warned = true;
                }
                _ => {}
            },
            Some(Poll::Ready(Some(Err(error)))) => {
                *talk = None;
                return Err(error.into());
            }
            Some(Poll::Ready(None)) => *talk = None,
            Some(Poll::Pending) | None => return Ok(()),
        }
    }
}

impl Session {
    /// Begins one.
    pub(super) fn begin(way: &Way) -> Result<Session> {
        let runtime = Builder::new_current_thread().enable_all().build();
        let runtime = runtime?;
        let (client, talk) = runtime.block_on(async {
            Ok::<_, Error>(match &way.encryption {
                Encryption::None => loopback::connect(&way.config).await?,
                Encryption::Tls(tls) => {
                    let tls = MakeRustlsConnect::new(rustls::ClientConfig::clone(tls));
                    let (client, connection) = way.config.connect(tls).await?;
                    (client, talks(connection))
                }
            })
        })?;
        Ok(Session {
            runtime,
            client: Arc::new(client),
            talk: Some(talk),
            told: VecDeque::new(),
            unheard: 0,
            unasked: Unasked::default(),
            #[cfg(test)]
            turns: 0,
        })
    }

    /// Whether it is known to have ended.
    pub(super) fn is_closed(&self) -> bool {
        self.client.is_closed()
    }

    /// Whether it was warned since it was last asked.
    pub(super) fn was_warned(&mut self) -> bool {
        std::mem::take(&mut self.unasked.is_warned)
    }

    /// Whether the server answers.
    pub(super) fn answers(&mut self) -> bool {
        let asked = self.asks(async |client| {
            let asked = tokio::time::timeout(PATIENCE, client.check_connection());
            Ok(asked.await.is_ok_and(|answered| answered.is_ok()))
        });
        asked.unwrap_or(false)
    }

    /// Asks, and waits for the answer and for all that was told before: what went wrong there
    /// is said first.
    pub(super) fn asks<T>(
        &mut self,
        question: impl AsyncFnOnce(&Client) -> std::result::Result<T, ServerError>,
    ) -> Result<T> {
        #[cfg(test)]
        {
            self.turns += 1;
        }
        let client = Arc::clone(&self.client);
        let mut asked = pin!(question(&client));
        let mut answer = None;
        let mut told = std::mem::take(&mut self.told);
        self.waits(|cx| {
            // It is asked before the answers to what was told are looked for.
            if answer.is_none()
                && let Poll::Ready(answered) = asked.as_mut().poll(cx)
            {
                answer = Some(answered);
            }
            while let Some((answering, must)) = told.front_mut() {
                match answering.as_mut().poll(cx) {
                    Poll::Ready(answered) => must.holds(&answered?)?,
                    Poll::Pending => return Poll::Pending,
                }
                told.pop_front();
            }
            match answer.take() {
                Some(answered) => Poll::Ready(answered.map_err(Error::from)),
                None => Poll::Pending,
            }
        })
    }

    /// Tells: what comes of it is waited for with the answer to a question.
    pub(super) fn tells(
        &mut self,
        must: Must,
        told: impl FnOnce(Arc<Client>) -> Answering,
    ) -> Result<()> {
        let mut answering = told(Arc::clone(&self.client));
        // Its words are put into the queue of those to be said.
        let begun = answering
            .as_mut()
            .poll(&mut Context::from_waker(Waker::noop()));
        if let Poll::Ready(answered) = begun {
            return must.holds(&answered?);
        }
        self.told.push_back((answering, must));
        self.unheard += 1;
        if self.told.len() >= TOLD {
            self.settles()
        } else if self.unheard >= TOLD_AT_ONCE {
            self.waits(|_| Poll::Ready(Ok(())))
        } else {
            Ok(())
        }
    }

    /// Waits for what comes of all that was told.
    pub(super) fn settles(&mut self) -> Result<()> {
        match self.told.is_empty() {
            true => Ok(()),
            false => self.asks(async |_| Ok(())),
        }
    }

    /// Waits for nothing of what was told.
    pub(super) fn forgets(&mut self) {
        self.told.clear();
    }

    /// Speaks and listens until something is ready.
    fn waits<T>(
        &mut self,
        mut ready: impl FnMut(&mut Context<'_>) -> Poll<Result<T>>,
    ) -> Result<T> {
        self.unheard = 0;
        let (talk, unasked) = (&mut self.talk, &mut self.unasked);
        self.runtime.block_on(poll_fn(|cx| {
            // What is to be said first, so that it goes in one piece.
            let before = ready(cx);
            speaks(talk, unasked, cx)?;
            match before {
                Poll::Pending => ready(cx),
                done => done,
            }
        }))
    }

    /// Waits until something is notified, so long: whether it was.
    pub(super) fn hears(&mut self, at_most: Duration) -> Result<bool> {
        let (talk, unasked) = (&mut self.talk, &mut self.unasked);
        let heard = poll_fn(|cx| {
            speaks(talk, unasked, cx)?;
            match (std::mem::take(&mut unasked.is_notified), talk.is_some()) {
                (true, _) => Poll::Ready(Ok(true)),
                (false, true) => Poll::Pending,
                (false, false) => {
                    Poll::Ready(Err(IoError::from(ErrorKind::ConnectionAborted).into()))
                }
            }
        });
        let heard = async { tokio::time::timeout(at_most, heard).await };
        self.runtime.block_on(heard).unwrap_or(Ok(false))
    }
}
