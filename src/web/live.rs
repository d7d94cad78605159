//! The public site in memory: made anew when the record, the tournaments or the day have
//! changed since somebody last asked, and not otherwise.

use super::answer::{Page, PublicAnswer};
use crate::compose::Board;
use crate::config::{ClubSection, SiteSection};
use crate::error::Failure;
use crate::messages::{Phrase, letters};
use crate::report::site::said_alone;
use crate::robot::inquiry::{bytes_of, site_of};
use crate::store::{Place, SiteStamp, Store, View};
use crate::time::{Day, Instant};
use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use tokio::sync::Mutex as AsyncMutex;
use tokio::time::Instant as Moment;

/// How old a look at the database may be for a page to be given out.
const FRESH: Duration = Duration::from_millis(500);

/// How long whoever asks waits for pages that are being made; then he has the older ones.
const PATIENCE: Duration = Duration::from_secs(2);

/// What the pages are made of.
pub struct SiteSource {
    /// The database.
    pub store: Store,
    /// Where it lies: it is opened anew where a restore has put another there.
    pub database: Place,
    /// Whose club it is.
    pub club: ClubSection,
    /// What is shown, and how.
    pub wish: SiteSection,
    /// Where players have their own games.
    pub own_games: String,
    /// The hour.
    pub clock: Box<dyn Fn() -> Instant + Send + Sync>,
}

/// All pages as they stood at a moment.
struct Snapshot {
    of: (SiteStamp, Day),
    pages: HashMap<String, Arc<Page>>,
    missing: Arc<Page>,
}

/// The site as it is served.
pub struct LiveSite {
    wish: SiteSection,
    source: Arc<Mutex<SiteSource>>,
    current: Mutex<Option<(Arc<Snapshot>, Moment)>>,
    /// One looks, the others wait for what he finds.
    looking: AsyncMutex<()>,
}

impl LiveSite {
    /// The site of a source. Nothing is made yet.
    pub fn new(source: SiteSource) -> LiveSite {
        LiveSite {
            wish: source.wish.clone(),
            source: Arc::new(Mutex::new(source)),
            current: Mutex::new(None),
            looking: AsyncMutex::new(()),
        }
    }

    /// What the public is shown, and how.
    pub fn wish(&self) -> &SiteSection {
        &self.wish
    }

    /// What stands under a path. A folder is its first page; it is asked for with a `/` at
    /// its end, by which the links of its pages go.
    ///
    /// # Errors
    /// The database cannot be read, and nothing was made before.
    pub async fn look_up(self: &Arc<LiveSite>, path: &str) -> Result<PublicAnswer, Failure> {
        let snapshot = self.fresh().await?;
        let name = path.strip_prefix('/').unwrap_or(path);
        let name = match name.is_empty() || name.ends_with('/') {
            true => format!("{name}index.html"),
            false => name.to_owned(),
        };
        if let Some(page) = snapshot.pages.get(&name) {
            return Ok(PublicAnswer::Page(Arc::clone(page)));
        }
        if snapshot.pages.contains_key(&format!("{name}/index.html")) {
            return Ok(PublicAnswer::Elsewhere(format!("/{name}/")));
        }
        Ok(PublicAnswer::Missing(Arc::clone(&snapshot.missing)))
    }

    fn known(&self, no_older: Duration) -> Option<Arc<Snapshot>> {
        let current = self.current.lock().unwrap_or_else(PoisonError::into_inner);
        let (snapshot, looked) = current.as_ref()?;
        (looked.elapsed() < no_older).then(|| Arc::clone(snapshot))
    }

    /// The pages as the database has them now; where making them takes long, as they were.
    async fn fresh(self: &Arc<LiveSite>) -> Result<Arc<Snapshot>, Failure> {
        if let Some(known) = self.known(FRESH) {
            return Ok(known);
        }
        let site = Arc::clone(self);
        let made = tokio::spawn(async move {
            let _one = site.looking.lock().await;
            match site.known(FRESH) {
                Some(known) => Ok(known),
                None => site.look().await,
            }
        });
        let made = match self.known(Duration::MAX) {
            None => made.await,
            Some(older) => match tokio::time::timeout(PATIENCE, made).await {
                Ok(made) => made,
                Err(_) => return Ok(older),
            },
        };
        made.map_err(|e| Failure::failed(format!("the pages were not made: {e}")))?
    }

    async fn look(&self) -> Result<Arc<Snapshot>, Failure> {
        let source = Arc::clone(&self.source);
        let before = self.known(Duration::MAX);
        let looked = Moment::now();
        let found = tokio::task::spawn_blocking(move || {
            let mut source = source.lock().unwrap_or_else(PoisonError::into_inner);
            source.snapshot(before)
        });
        let found = found.await;
        let snapshot = found.map_err(|e| Failure::failed(format!("the pages failed: {e}")))??;
        let mut current = self.current.lock().unwrap_or_else(PoisonError::into_inner);
        *current = Some((Arc::clone(&snapshot), looked));
        Ok(snapshot)
    }
}

impl SiteSource {
    /// What holds now: the same as before where nothing has changed.
    fn snapshot(&mut self, before: Option<Arc<Snapshot>>) -> Result<Arc<Snapshot>, Failure> {
        if self.store.is_replaced() {
            self.store = Store::open(&self.database)?;
        }
        let now = (self.clock)();
        let today = self.club.time_zone.day(now);
        self.store.snapshot(|view| {
            let of = (view.site_stamp()?, today);
            match before.filter(|before| before.of == of) {
                Some(before) => Ok(before),
                None => self.made(view, of, now).map(Arc::new),
            }
        })
    }

    /// All pages as a reading of the database has them.
    fn made(
        &self,
        view: View<'_>,
        of: (SiteStamp, Day),
        now: Instant,
    ) -> Result<Snapshot, Failure> {
        let board = Board::new().map_err(|e| Failure::failed(format!("the boards: {e}")))?;
        let mut pages = HashMap::new();
        for file in site_of(view, &self.club, &self.wish, Some(&self.own_games), now)? {
            let bytes = bytes_of(&file.content, &board)?;
            let page = Page::new(&file.path, bytes);
            pages.insert(file.path, Arc::new(page));
        }
        let language = self.wish.language.unwrap_or(self.club.language);
        let page = |text: String| Arc::new(Page::new("page.html", text.into_bytes()));
        let club = letters::club_named(&self.club.name, language);
        let alone = |said| page(said_alone(club, language, said));
        if pages.is_empty() {
            let said = Phrase("site.nothing-yet");
            pages.insert("index.html".to_owned(), alone(said));
        }
        let missing = alone(Phrase("site.missing"));
        Ok(Snapshot { of, pages, missing })
    }
}
