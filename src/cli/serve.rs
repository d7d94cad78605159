//! `postchess serve`: the server, and beside it the robot's loops unless a daemon runs them.

use super::args::{Global, Herald};
use super::daemon::{heed, service};
use super::desk::{OpenHome, hour};
use super::output::Output;
use crate::error::Failure;
use crate::robot::daemon::Signals;
use crate::robot::inquiry::SiteMaker;
use crate::robot::key;
use crate::web::{Clerk, LiveSite, Passwords, Readers, Server, SiteSource, SlowLanes, Tries, bind};
use std::sync::Arc;
use std::sync::atomic::Ordering;

/// Serves until it is told to stop.
pub fn run(global: &Global, out: &Output, herald: &Herald) -> Result<(), Failure> {
    let signals = Signals::default();
    heed(&signals).map_err(|e| Failure::failed(format!("signals cannot be heeded: {e}")))?;
    let mut desk = OpenHome::open(global)?;
    let listening = bind(&desk.config.web)?;
    let (url, lease) = (listening.url(), desk.home.loops_lock());
    let key = key::of_home(&desk.config.auth, &mut desk.store)?;
    let asks = global.clone();
    let mut wish = desk.config.site.clone();
    wish.base_url = desk.config.web.base_url.clone().or(wish.base_url);
    let own_games = desk.config.web.own_games();
    let own_games = own_games.unwrap_or_else(|| "/games".to_owned());
    let source = SiteSource {
        maker: SiteMaker::new(desk.config.club.clone(), wish, Some(own_games))?,
        clock: Box::new(move || hour(&asks)),
    };
    let readers = || Readers::of(desk.home.database(), key.clone());
    let site = LiveSite::new(source, readers());
    let (opens, asks) = (global.clone(), global.clone());
    let open = Box::new(move || OpenHome::open(&opens)?.robot());
    let clerk = Clerk::begin(open, Box::new(move || hour(&asks)))?;
    let asks = global.clone();
    let server = Server {
        site: Arc::new(site),
        clerk,
        readers: readers(),
        club: desk.config.club,
        web: desk.config.web,
        hour: Box::new(move || hour(&asks)),
        tries: Tries::default(),
        slow_lanes: SlowLanes::default(),
        passwords: Passwords::default(),
    };
    let loops = service(global, herald, signals.clone());
    let stop = signals.stop.clone();
    let at_work = std::thread::spawn(move || {
        let done = loops.run_in_turn(&lease);
        // Without its robot it shows what does not change any more: better that it ends, and
        // whoever watches it begins it again.
        stop.store(true, Ordering::Relaxed);
        done
    });
    tracing::info!("serving {url}");
    out.line(&url);
    let served = listening.serve(server, &signals.stop);
    signals.end();
    let worked = at_work
        .join()
        .unwrap_or_else(|_| Err(Failure::failed("a part of the server failed")));
    served.and(worked)
}
