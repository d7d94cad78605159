//! Players who owe the arbiter a report: what waits for the arbiter.

use super::{TableEntrant, TableInput};
use crate::arbiter::report_asked;
use crate::record::Status;
use crate::report::matters::{Happened, Matter};
use crate::rules::Article;

/// A report that a player was asked for and that has not come by the day that he was told
/// (55.1.2), until he sends one or has no game left to play. He may be excluded (55.8.3).
pub(super) fn overdue(input: &TableInput, entrant: &TableEntrant) -> Option<Matter> {
    let asked = report_asked(&entrant.record);
    let (due, until) = asked.filter(|(_, until)| *until < input.today)?;
    let number = entrant.start_number;
    let own = |g: &&super::GameLine| [g.white, g.black].contains(&number);
    let open = |g: &super::GameLine| g.status != Status::Finished;
    if entrant.withdrawn || !input.games.iter().filter(own).any(open) {
        return None;
    }
    let code = &input.code;
    Some(Matter {
        game: None,
        what: "player-report".to_owned(),
        article: Article::ReportsOwed.number(input.profile).to_owned(),
        about: vec![entrant.name.clone()],
        concerned: Some(entrant.concerned()),
        since: Some(due),
        happened: Happened::PlayerReport {
            name: entrant.name.clone(),
            due,
            until,
        },
        commands: vec![
            "post enter".to_owned(),
            format!("td withdraw {code}:{number} {code} --games lose --excluded"),
        ],
        ..Matter::default()
    })
}
