//! `tournament entries`, `td entries`: who applied, and the protocol of who is admitted.

use super::args::{EntriesArgs, ProtocolFormat};
use super::desk::OpenHome;
use super::document::{DocumentForm, deliver, show};
use super::output::Output;
use crate::error::Failure;
use crate::language::Language;
use crate::report::document::{Decimals, Table, csv};
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
    let format = match out.is_json() {
        true => ProtocolFormat::Json,
        false => asked.format,
    };
    let output = asked.output.as_deref();
    let document = list.document(asked.language.unwrap_or(row.facts.language));
    let form = match format {
        ProtocolFormat::Text => DocumentForm::Text,
        ProtocolFormat::Html => DocumentForm::Html,
        ProtocolFormat::Pdf => DocumentForm::Pdf,
        ProtocolFormat::Csv => {
            let tables: Vec<Table> = document.tables().cloned().collect();
            let text = csv(&tables, Decimals::of(asked.decimal_comma));
            return deliver(out, text.as_bytes(), output);
        }
        ProtocolFormat::Json => {
            let text = serde_json::to_string_pretty(&list.json()).map_err(Failure::failed)?;
            return deliver(out, (text + "\n").as_bytes(), output);
        }
    };
    show(out, &document, form, desk.now, output)
}
