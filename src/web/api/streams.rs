//! Streams of what changes in games (server-sent events). One task looks into the database
//! for all of them, and only while somebody listens.

use super::sight::{Beholder, Sight};
use crate::error::Failure;
use crate::ids::{GameId, GameName, PlayerId};
use crate::record::{ResultCode, Status};
use crate::report::site::PublicState;
use crate::store::{self, GameRow, SiteStamp};
use crate::time::Instant;
use crate::web::Server;
use crate::web::listen::{Ending, connections};
use crate::web::places::{Place, Places};
use crate::web::readers::Readers;
use axum::body::{Body, Bytes};
use hyper::body::{Body as HyperBody, Frame};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::convert::Infallible;
use std::net::IpAddr;
use std::pin::Pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::task::{Context, Poll};
use std::time::Duration;
use tokio::sync::{Notify, mpsc, watch};

/// Of the connections that the server takes, so many may be streams, in quarters: whatever is
/// listened to, pages go on.
const QUARTERS: usize = 3;

/// Streams at once of one player, or of an address.
const MOST_OF_ONE: usize = 8;

/// How often the database is looked at.
const LOOK: Duration = Duration::from_secs(1);

/// How often a stream on which nothing happens says that it is there: proxies close those
/// that are silent for a minute.
const HEARTBEAT: Duration = Duration::from_secs(20);

/// After that a stream ends, and whoever still listens opens another.
const LONGEST: Duration = Duration::from_secs(3_600);

/// Frames that wait for a listener who does not read.
const WAITING: usize = 4;

/// What tells of a game that it has changed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pulse {
    event: i64,
    /// A leave changes when a pass has to look at it, and writes nothing into the game.
    due: Option<Instant>,
    ply: u32,
    status: Status,
    result: Option<ResultCode>,
}

impl Pulse {
    /// Of a game's summary.
    pub fn of(row: &GameRow) -> Pulse {
        Pulse {
            event: row.last_event,
            due: row.due,
            ply: row.ply,
            status: row.status,
            result: row.result,
        }
    }

    /// What a listener is told.
    fn told(&self, game: &str, by: Beholder) -> Value {
        let result = |code: Option<ResultCode>| code.map_or("*", ResultCode::text);
        match by {
            Beholder::Player => json!({
                "game": game, "ply": self.ply, "status": self.status,
                "result": result(self.result), "event": self.event,
            }),
            Beholder::Public { delay } => {
                let state = PublicState::of((self.ply, delay), self.status, self.result);
                json!({
                    "game": game, "ply": state.plies, "status": state.status,
                    "result": result(state.result),
                })
            }
        }
    }
}

/// Whose a stream is, for the bound on them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Listener {
    /// A player's.
    Player(PlayerId),
    /// Somebody's at an address.
    Stranger(IpAddr),
}

/// By which right somebody is told more than everybody.
pub struct Right {
    /// Who is asked.
    pub server: Arc<Server>,
    /// As what he came.
    pub sight: Sight,
    /// What is kept of the secret that he showed.
    pub tag: Vec<u8>,
    /// The game.
    pub name: GameName,
}

impl Right {
    /// Whether it still holds. Where that cannot be asked, he asks anew.
    async fn holds(&self, by: Beholder) -> bool {
        let (sight, tag, name) = (self.sight.clone(), self.tag.clone(), self.name.clone());
        let now = (self.server.hour)();
        let asked = self.server.readers.read(move |view| {
            let holds = sight.holds(view, (&tag, now), (&name, by))?;
            Ok::<_, Failure>(holds)
        });
        asked.await.unwrap_or(false)
    }
}

/// A stream that is to begin.
pub struct Wanted {
    /// The game.
    pub game: GameId,
    /// `CODE/N`.
    pub name: String,
    /// Who listens.
    pub listener: Listener,
    /// What he sees.
    pub by: Beholder,
    /// By which right he does, where he showed a secret: it is looked at with each event.
    pub right: Option<Right>,
    /// The game as it was read for him.
    pub pulse: Pulse,
    /// Tells that the server ends.
    pub ending: Option<Ending>,
}

/// All streams.
pub struct Streams {
    readers: Readers,
    /// Somebody has written, as far as that is heard.
    news: Arc<Notify>,
    places: Arc<Places<Listener>>,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    watched: BTreeMap<GameId, watch::Sender<Pulse>>,
    /// The task is at work.
    looking: bool,
    /// What the task saw last; nothing once another game is watched.
    stamp: Option<SiteStamp>,
}

impl Streams {
    /// None yet.
    pub fn of(readers: Readers) -> Streams {
        let news = Arc::new(Notify::new());
        hear(readers.database().clone(), Arc::downgrade(&news));
        Streams {
            readers,
            news,
            places: Places::of(connections() / 4 * QUARTERS),
            state: Mutex::default(),
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Begins a stream; `None` where there are too many.
    pub fn begin(self: &Arc<Streams>, wanted: Wanted) -> Option<Body> {
        // Behind a proxy on this machine are many.
        let most = match wanted.listener {
            Listener::Stranger(ip) if ip.is_loopback() => self.places.most(),
            Listener::Stranger(_) | Listener::Player(_) => MOST_OF_ONE,
        };
        let place = self.places.take(wanted.listener, most)?;
        let pulses = self.watch(wanted.game, wanted.pulse.clone());
        let (frames, body) = mpsc::channel(WAITING);
        tokio::spawn(tell(wanted, pulses, frames, place));
        Some(Body::new(EventBody(body)))
    }

    /// Watches a game from how it was read; the task begins where it rests.
    fn watch(self: &Arc<Streams>, game: GameId, pulse: Pulse) -> watch::Receiver<Pulse> {
        let mut state = self.state();
        // What has changed between that reading and the task's next one is seen by it.
        state.stamp = None;
        let pulses = match state.watched.get(&game) {
            Some(known) => {
                let mut pulses = known.subscribe();
                // It may have been told to the others between the reading and now.
                if *known.borrow() != pulse {
                    pulses.mark_changed();
                }
                pulses
            }
            None => {
                let (sender, receiver) = watch::channel(pulse);
                state.watched.insert(game, sender);
                receiver
            }
        };
        if !std::mem::replace(&mut state.looking, true) {
            tokio::spawn(look(Arc::clone(self)));
        }
        pulses
    }

    /// The games that somebody watches and what was seen last; `None`, and the task is over,
    /// where there are none.
    fn watched(&self) -> Option<(Vec<GameId>, Option<SiteStamp>)> {
        let mut state = self.state();
        state
            .watched
            .retain(|_, sender| sender.receiver_count() > 0);
        if state.watched.is_empty() {
            (state.looking, state.stamp) = (false, None);
            return None;
        }
        let games = state.watched.keys().copied().collect();
        Some((games, state.stamp.clone()))
    }

    fn seen(&self, games: &[GameId], stamp: SiteStamp, rows: &[GameRow]) {
        let mut state = self.state();
        for row in rows {
            let pulse = Pulse::of(row);
            if let Some(sender) = state.watched.get(&row.id) {
                sender.send_if_modified(|known| {
                    let is_new = *known != pulse;
                    *known = pulse;
                    is_new
                });
            }
        }
        if state.watched.keys().eq(games) {
            state.stamp = Some(stamp);
        }
    }
}

/// Tells of what others write, where that is heard, as long as anybody is told.
fn hear(database: store::Place, news: Weak<Notify>) {
    std::thread::spawn(move || {
        let is_over = || news.strong_count() == 0;
        store::listen(&database, is_over, |_| {
            if let Some(news) = news.upgrade() {
                news.notify_one();
            }
        });
    });
}

/// Looks for all streams, as long as there are any.
async fn look(streams: Arc<Streams>) {
    loop {
        tokio::select! {
            () = tokio::time::sleep(LOOK) => {}
            () = streams.news.notified() => {}
        }
        let Some((games, before)) = streams.watched() else {
            return;
        };
        let asked = games.clone();
        let found = streams.readers.read(move |view| {
            let stamp = view.site_stamp()?;
            if before.as_ref() == Some(&stamp) {
                return Ok(None);
            }
            let mut rows = Vec::new();
            for game in asked {
                rows.extend(view.game_row(game)?);
            }
            Ok::<_, Failure>(Some((stamp, rows)))
        });
        match found.await {
            Ok(Some((stamp, rows))) => streams.seen(&games, stamp, &rows),
            Ok(None) => {}
            Err(failure) => tracing::warn!("changes of games were not seen: {failure}"),
        }
    }
}

/// Writes a stream until its listener goes, the server ends or an hour is over.
async fn tell(
    wanted: Wanted,
    mut pulses: watch::Receiver<Pulse>,
    frames: mpsc::Sender<Bytes>,
    _place: Place<Listener>,
) {
    let over = tokio::time::sleep(LONGEST);
    tokio::pin!(over);
    let mut ending = wanted.ending.clone();
    let mut heart = tokio::time::interval(HEARTBEAT);
    heart.tick().await;
    let mut seen = wanted.pulse.clone();
    let mut told = wanted.pulse.told(&wanted.name, wanted.by);
    let mut frame = format!("retry: 5000\n{}", event(&told, &seen, wanted.by));
    loop {
        if frames.send(Bytes::from(frame)).await.is_err() {
            return;
        }
        frame = loop {
            tokio::select! {
                () = frames.closed() => return,
                () = &mut over => return,
                () = comes(&mut ending) => return,
                _ = heart.tick() => break ": \n\n".to_owned(),
                changed = pulses.changed() => {
                    if changed.is_err() {
                        return;
                    }
                    let pulse = pulses.borrow_and_update().clone();
                    // A secret that ended, or another in his place: he is told no more.
                    if let Some(right) = &wanted.right
                        && !right.holds(wanted.by).await
                    {
                        return;
                    }
                    let now = pulse.told(&wanted.name, wanted.by);
                    let is_new = match wanted.by {
                        Beholder::Player => pulse != seen,
                        // That something happens which he does not see is not told either.
                        Beholder::Public { .. } => now != told,
                    };
                    (seen, told) = (pulse, now);
                    if is_new {
                        break event(&told, &seen, wanted.by);
                    }
                }
            }
        };
    }
}

/// The end of the server; never where nothing tells of it.
async fn comes(ending: &mut Option<Ending>) {
    match ending {
        Some(ending) => ending.comes().await,
        None => std::future::pending().await,
    }
}

fn event(told: &Value, pulse: &Pulse, by: Beholder) -> String {
    let id = match by {
        Beholder::Player => format!("id: {}\n", pulse.event),
        Beholder::Public { .. } => String::new(),
    };
    format!("event: game\n{id}data: {told}\n\n")
}

/// Frames as a body.
struct EventBody(mpsc::Receiver<Bytes>);

impl HyperBody for EventBody {
    type Data = Bytes;
    type Error = Infallible;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Infallible>>> {
        self.0
            .poll_recv(cx)
            .map(|frame| frame.map(|bytes| Ok(Frame::data(bytes))))
    }
}
