//! `postchess daemon`: poll and tick until SIGTERM or SIGINT; SIGHUP reads the
//! configuration anew.

use super::args::{Global, Herald};
use super::desk::{Desk, hour};
use crate::error::Failure;
use crate::robot::Robot;
use crate::robot::daemon::{Service, Signals};
use crate::robot::supervisor::Supervisor;
use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
use signal_hook::flag;

/// Works until it is told to stop.
pub fn run(global: &Global, herald: &Herald) -> Result<(), Failure> {
    let signals = Signals::default();
    heed(&signals).map_err(|e| Failure::failed(format!("signals cannot be heeded: {e}")))?;
    Service {
        open: &|| {
            let desk = Desk::open(global)?;
            Robot::new(desk.home, desk.config, desk.store, desk.now, desk.rehearsed)
        },
        clock: &|| hour(global),
        signals,
        supervisor: Supervisor::at(herald.notify_socket.as_deref(), herald.watchdog_usec),
    }
    .run()
}

fn heed(signals: &Signals) -> std::io::Result<()> {
    for signal in [SIGTERM, SIGINT] {
        // Asked twice, it ends at once: nothing that is committed can be lost by it.
        flag::register_conditional_shutdown(signal, 130, signals.stop.clone())?;
        flag::register(signal, signals.stop.clone())?;
        flag::register(signal, signals.wake.clone())?;
    }
    flag::register(SIGHUP, signals.reload.clone())?;
    flag::register(SIGHUP, signals.wake.clone())?;
    Ok(())
}
