//! Inquiries: what is asked of a home and changes nothing in it. They read a [`View`] of
//! the store, which cannot write, and know neither the desk nor who sits at it.
//!
//! [`View`]: crate::store::View

mod briefs;
mod entries;
mod health;
mod leave;
mod matters;
mod meant;
mod paper;
mod preview;
mod printing;
mod shelf;
mod site;
mod statistics;
mod tables;
mod today;

pub use briefs::{game_brief, tournament_brief, tournament_status};
pub use entries::entries_of;
pub use health::{Health, ServerHealth, health};
pub use leave::{LeaveLeft, leave_left};
pub use meant::{exact_line, exact_name, exact_names};
pub use preview::{planned_of, tournament_of};
pub use printing::{PrintSettings, Printing, paper_within, printing};
pub use shelf::Shelf;
pub use site::{Address, SiteMaker, SiteReport, look_of, write_site};
pub use statistics::{games_in, statistics_of};
pub use tables::{cycle_of, official_of, outcomes_of, report_from, report_of, table_of, trf_of};
pub(super) use tables::{entrants_of, input_of, places_of};
pub use today::{matter_seen_by, seen_by, today_from, today_of, tournaments_of};
