//! `tournament entries`, `td entries`: who applied, and the protocol of who is admitted.

use super::args::EntriesArgs;
use super::desk::OpenHome;
use super::document::{DocumentForm, show};
use super::output::Output;
use super::protocol::put;
use crate::error::Failure;
use crate::language::Language;
use crate::robot::inquiry::{entries_of, tournament_of};

/// The list as text, or as JSON.
pub fn list(desk: &OpenHome, out: &Output, code: &str, language: Language) -> Result<(), Failure> {
    let row = tournament_of(desk.store.read(), code)?;
    let list = entries_of(desk.store.read(), &row, false)?;
    match out.is_json() {
        true => out.json(&list.json()),
        false => show(
            out,
            &list.document(language),
            DocumentForm::Text,
            desk.now,
            None,
        ),
    }
}

/// The list or the protocol, in any form.
pub fn run(desk: &OpenHome, out: &Output, asked: &EntriesArgs) -> Result<(), Failure> {
    let row = tournament_of(desk.store.read(), &asked.code)?;
    let list = entries_of(desk.store.read(), &row, asked.protocol)?;
    let document = list.document(asked.paper.language.unwrap_or(row.facts.language));
    put(desk, out, &asked.paper, (&document, &list.json()))
}
