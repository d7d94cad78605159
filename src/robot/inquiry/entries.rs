//! The entries of a tournament, read for a list or the protocol of who is admitted.

use crate::error::Failure;
use crate::report::entries::{EntryLine, EntryList, ListedPerson};
use crate::store::{Application, TournamentRow, View};
use crate::tournament::officials::Office;

/// The entries of a tournament, in order of arrival; for the protocol of the admission
/// commission only those decided on (29.4).
///
/// # Errors
/// The database cannot be read.
pub fn entries_of(
    view: View<'_>,
    row: &TournamentRow,
    protocol: bool,
) -> Result<EntryList, Failure> {
    let terms = row.tournament_file()?.entries;
    let plays = view.entries_of_tournament(row.facts.id)?;
    let line = |one: Application| {
        let person = one.person.map(|p| ListedPerson {
            name: p.name,
            email: p.email,
            language: Some(p.language),
            rating: p.form.rating,
            federation: p.form.federation,
            title: p.form.title,
            birth: p.form.birth,
        });
        let rating = person.as_ref().and_then(|p| p.rating);
        let his = plays.iter().find(|e| Some(e.player) == one.player);
        EntryLine {
            number: one.number,
            came: Some(row.facts.zone.day(one.made)),
            state: Some(one.state),
            seen: one.seen,
            paid: one.paid,
            outside: person.is_some() && terms.as_ref().is_some_and(|t| !t.wants(rating)),
            start_number: his.map(|e| e.start_number),
            person,
        }
    };
    let all = view.applications_of(row.facts.id)?;
    let mut officials = row.facts.officials.iter();
    let chairman = officials.find(|o| o.role == Office::Admission);
    Ok(EntryList {
        code: row.facts.code.clone(),
        name: row.facts.name.clone(),
        protocol,
        chairman: chairman.map(|o| o.who.name.clone()).unwrap_or_default(),
        lines: all.into_iter().map(line).collect(),
    })
}
