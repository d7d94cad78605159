//! `postchess site`: static pages for any web host.

use super::args::SiteArgs;
use super::desk::OpenHome;
use super::output::Output;
use crate::config::SiteSection;
use crate::error::Failure;
use crate::robot::inquiry::{SiteMaker, write_site};
use crate::store::{TournamentRow, TournamentStatus};
use serde_json::json;

/// Writes the site and tells what it did.
pub fn run(desk: &OpenHome, out: &Output, asked: &SiteArgs) -> Result<(), Failure> {
    let configured = desk.config.site.clone();
    let Some(folder) = asked.output.clone().or(configured.path) else {
        return Err(Failure::usage("no folder is named")
            .hint("postchess site --output DIR, or path in [site] of the configuration"));
    };
    let view = desk.store.read();
    for code in &asked.tournaments {
        let planned = |row: TournamentRow| row.status == TournamentStatus::Planned;
        if view.tournament_load(code)?.is_some_and(planned) {
            return Err(Failure::failed(format!(
                "tournament {code} is not started: its pairs are not final"
            ))
            .hint("leave it out until postchess tournament start"));
        }
    }
    let wish = SiteSection {
        tournaments: match asked.tournaments.as_slice() {
            [] => configured.tournaments,
            codes => codes.to_vec(),
        },
        delay_moves: asked.delay_moves.unwrap_or(configured.delay_moves),
        language: asked.language.or(configured.language),
        path: None,
        ..configured
    };
    let own_games = desk.config.web.own_games();
    let maker = SiteMaker::new(desk.config.club.clone(), wish, own_games)?;
    let written = desk
        .store
        .snapshot(|view| write_site(&maker, view, &folder, desk.now))?;
    let Some(report) = written else {
        return Err(Failure::failed("no tournament is started yet"));
    };
    if out.is_json() {
        return out.json(&json!({
            "files": report.files, "made": report.made, "written": report.written,
            "removed": report.removed, "bytes": report.bytes,
        }));
    }
    out.line(format_args!(
        "{} files, {} written, {} removed: {}",
        report.files,
        report.written,
        report.removed,
        folder.join("index.html").display()
    ));
    Ok(())
}
