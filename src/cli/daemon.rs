//! `postchess daemon`: poll and tick until SIGTERM or SIGINT; SIGHUP reads the
//! configuration anew.

use super::args::{Global, Herald};
use super::desk::{OpenHome, home_of, hour};
use crate::config::Config;
use crate::error::Failure;
use crate::robot::daemon::{Service, Signals};
use crate::robot::lock;
use crate::robot::supervisor::Supervisor;
use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
use signal_hook::flag;
use std::time::Duration;

/// Works until it is told to stop.
pub fn run(global: &Global, herald: &Herald) -> Result<(), Failure> {
    let signals = Signals::default();
    heed(&signals).map_err(|e| Failure::failed(format!("signals cannot be heeded: {e}")))?;
    let service = service(global, herald, signals);
    let home = home_of(global).by(&(service.configure)()?)?;
    let lease = lock::within(&home.loops_lock(), Duration::ZERO)?;
    service.run_with(lease)
}

/// The robot's loops on the home that a command line means.
pub(super) fn service(global: &Global, herald: &Herald, signals: Signals) -> Service {
    let (reads, opens, asks) = (global.clone(), global.clone(), global.clone());
    Service {
        configure: Box::new(move || {
            let home = home_of(&reads);
            Ok(Config::load(home.root(), &reads.set)?)
        }),
        open: Box::new(move |config| OpenHome::configured(&opens, config)?.robot()),
        clock: Box::new(move || hour(&asks)),
        signals,
        supervisor: Supervisor::at(herald.notify_socket.as_deref(), herald.watchdog_usec),
    }
}

/// Has the signals of the system raise these.
pub(super) fn heed(signals: &Signals) -> std::io::Result<()> {
    for signal in [SIGTERM, SIGINT] {
        // Asked twice, it ends at once: nothing that is committed can be lost by it.
        flag::register_conditional_shutdown(signal, 130, signals.stop.clone())?;
        flag::register(signal, signals.stop.clone())?;
    }
    flag::register(SIGHUP, signals.reload.clone())?;
    for signal in [SIGTERM, SIGINT, SIGHUP] {
        for wake in &signals.wake {
            flag::register(signal, wake.clone())?;
        }
    }
    Ok(())
}
