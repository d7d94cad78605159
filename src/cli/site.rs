//! `postchess site`: static pages for any web host.

use super::args::SiteArgs;
use super::desk::Desk;
use super::output::Output;
use crate::error::Failure;
use crate::robot::site::{SiteWish, site_of, write_site};
use crate::store::{TournamentRow, TournamentStatus};
use serde_json::json;

/// Writes the site and tells what it did.
pub fn run(desk: &Desk, out: &Output, asked: &SiteArgs) -> Result<(), Failure> {
    let view = desk.store.read();
    let rows: Vec<TournamentRow> = match asked.tournaments.as_slice() {
        [] => view
            .tournament_list()?
            .into_iter()
            .filter(|r| r.status != TournamentStatus::Planned)
            .collect(),
        codes => crate::robot::today::tournaments_of(view, codes, desk.now)?,
    };
    if rows.is_empty() {
        return Err(Failure::failed("no tournament is started yet"));
    }
    let wish = SiteWish {
        language: asked.language,
        delay_moves: asked.delay_moves,
    };
    let files = site_of(view, &rows, &desk.config, desk.now, wish)?;
    let report = write_site(&asked.output, &files)?;
    if out.is_json() {
        return out.json(&json!({
            "files": report.files, "written": report.written,
            "removed": report.removed, "bytes": report.bytes,
        }));
    }
    out.line(format_args!(
        "{} files, {} written, {} removed: {}",
        report.files,
        report.written,
        report.removed,
        asked.output.join("index.html").display()
    ));
    Ok(())
}
