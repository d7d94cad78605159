//! The public site as it is served: a page is made when somebody asks for it, and kept as long as
//! what it shows is the same and there is room.

use super::answer::{Page, PublicAnswer};
use super::readers::Readers;
use crate::config::SiteSection;
use crate::error::Failure;
use crate::messages::{Phrase, letters};
use crate::report::site::said_alone;
use crate::robot::inquiry::{Address, Shelf, SiteMaker};
use crate::store::{PageStamp, View};
use crate::time::Instant;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use tokio::sync::Mutex as AsyncMutex;
use tokio::time::Instant as Moment;

/// How old a look at the database may be for a page to be given out.
const FRESH: Duration = Duration::from_millis(500);

/// Bytes of pages that are kept: some dozens of the largest, thousands of games'. An eighth of
/// what the process may have.
const KEPT: usize = 32 * 1024 * 1024;

/// What the pages are made of.
pub struct SiteSource {
    /// Who makes them.
    pub maker: SiteMaker,
    /// The hour.
    pub clock: Box<dyn Fn() -> Instant + Send + Sync>,
}

/// A page that is kept.
#[derive(Clone)]
struct Known {
    of: PageStamp,
    page: Arc<Page>,
    looked: Moment,
}

/// What looking at the database has come to.
enum Found {
    /// What is kept is as it would be made.
    Same,
    Made(PageStamp, Page),
    Missing,
}

/// The site as it is served.
pub struct LiveSite {
    source: Arc<SiteSource>,
    readers: Readers,
    kept: Mutex<Shelf<String, Known>>,
    /// One makes a page, the others wait for it.
    making: Mutex<HashMap<String, Arc<AsyncMutex<()>>>>,
    /// All games of a tournament are made into one file at a time: each takes as long as
    /// hundreds of pages, and whoever looks at these would wait for it.
    files: AsyncMutex<()>,
}

impl LiveSite {
    /// The site of a source, as readers of its own find it. Nothing is made yet.
    pub fn new(source: SiteSource, readers: Readers) -> LiveSite {
        LiveSite {
            readers,
            source: Arc::new(source),
            kept: Mutex::new(Shelf::of(KEPT)),
            making: Mutex::default(),
            files: AsyncMutex::default(),
        }
    }

    /// What the public is shown, and how.
    pub fn wish(&self) -> &SiteSection {
        self.source.maker.wish()
    }

    /// What stands under a path. A folder is its first page; it is asked for with a `/` at
    /// its end, by which the links of its pages go.
    ///
    /// # Errors
    /// The database cannot be read, and the page is not known as it stood just now.
    pub async fn look_up(self: &Arc<LiveSite>, path: &str) -> Result<PublicAnswer, Failure> {
        let name = path.strip_prefix('/').unwrap_or(path);
        let name = match name.is_empty() || name.ends_with('/') {
            true => format!("{name}index.html"),
            false => name.to_owned(),
        };
        if let Some(address) = Address::of(&name) {
            if let Some(page) = self.page(address.clone()).await? {
                return Ok(PublicAnswer::Page(page));
            }
            if address == Address::Start(1) {
                let page = self.alone(Phrase("site.nothing-yet"));
                return Ok(PublicAnswer::Page(page));
            }
        } else if let Some(folder) = Address::of(&format!("{name}/index.html"))
            && self.page(folder).await?.is_some()
        {
            return Ok(PublicAnswer::Elsewhere(format!("/{name}/")));
        }
        Ok(PublicAnswer::Missing(self.alone(Phrase("site.missing"))))
    }

    /// A page that says one thing.
    fn alone(&self, said: Phrase) -> Arc<Page> {
        let club = self.source.maker.club();
        let language = self.wish().language.unwrap_or(club.language);
        let name = letters::club_named(&club.name, language);
        let text = said_alone(name, language, said);
        Arc::new(Page::new("page.html", text.into_bytes()))
    }

    fn known(&self, name: &String) -> Option<Known> {
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        kept.get(name).cloned()
    }

    /// A page as the database has it now.
    async fn page(self: &Arc<LiveSite>, address: Address) -> Result<Option<Arc<Page>>, Failure> {
        let name = address.path();
        let fresh = |known: &Known| known.looked.elapsed() < FRESH;
        if let Some(known) = self.known(&name).filter(fresh) {
            return Ok(Some(known.page));
        }
        let turn = {
            let mut making = self.making.lock().unwrap_or_else(PoisonError::into_inner);
            Arc::clone(making.entry(name.clone()).or_default())
        };
        let found = {
            let _one = turn.lock().await;
            match self.known(&name).filter(fresh) {
                Some(known) => Ok(Some(known.page)),
                None => self.looked(address, &name).await,
            }
        };
        let mut making = self.making.lock().unwrap_or_else(PoisonError::into_inner);
        // This one and the map's: nobody waits.
        if Arc::strong_count(&turn) <= 2 {
            making.remove(&name);
        }
        found
    }

    async fn looked(&self, address: Address, name: &String) -> Result<Option<Arc<Page>>, Failure> {
        let looked = Moment::now();
        let before = self.known(name);
        let of = before.as_ref().map(|known| known.of);
        let source = Arc::clone(&self.source);
        let is_large = matches!(address, Address::Games(_));
        let find = move |view: View<'_>| source.find(view, &address, of);
        let found = match is_large {
            true => {
                let _one = self.files.lock().await;
                self.readers.read_behind_others(find).await?
            }
            false => self.readers.read(find).await?,
        };
        let known = match (found, before) {
            (Found::Same, Some(before)) => Known { looked, ..before },
            (Found::Made(of, page), _) => Known {
                of,
                page: Arc::new(page),
                looked,
            },
            (Found::Missing | Found::Same, _) => {
                let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
                kept.take(name);
                return Ok(None);
            }
        };
        let page = Arc::clone(&known.page);
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        kept.put(name, known, page.weight() + 2 * name.len());
        Ok(Some(page))
    }
}

impl SiteSource {
    fn find(
        &self,
        view: View<'_>,
        address: &Address,
        known: Option<PageStamp>,
    ) -> Result<Found, Failure> {
        let now = (self.clock)();
        let site = self.maker.site(now)?;
        let Some(of) = self.maker.stamp(view, (&site, address), now)? else {
            return Ok(Found::Missing);
        };
        if known == Some(of) {
            return Ok(Found::Same);
        }
        let made = self.maker.make(view, (&site, address), now)?;
        Ok(made.map_or(Found::Missing, |bytes| {
            Found::Made(of, Page::new(&address.path(), bytes))
        }))
    }
}
