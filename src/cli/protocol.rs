//! `tournament protocol`: the protocols of a team event.

use super::args::{ProtocolArgs, ProtocolFormat, ProtocolPaper};
use super::desk::OpenHome;
use super::document::{DocumentForm, deliver, show};
use super::output::Output;
use crate::error::Failure;
use crate::report::document::{Decimals, Document, Table, csv};
use crate::report::protocol::{self, NoProtocol, Occasion, Protocols};
use crate::robot::inquiry::report_from;
use crate::store::TournamentRow;
use serde_json::Value;

/// Prints the protocols of a round, or of a match, or writes them.
pub fn run(
    desk: &OpenHome,
    out: &Output,
    row: &TournamentRow,
    asked: &ProtocolArgs,
) -> Result<(), Failure> {
    let input = report_from(&desk.store, row, desk.now)?;
    let occasion = match row.tournament_file()?.stage {
        Some(stage) => Occasion {
            event: stage.cycle_name,
            group: Some(row.facts.name.clone()),
        },
        None => Occasion {
            event: row.facts.name.clone(),
            group: None,
        },
    };
    let code = &row.facts.code;
    let protocols = Protocols::of(&input, occasion, (asked.round, asked.number));
    let protocols = protocols.map_err(|why| {
        let words = format!("{code}: {why}");
        match why {
            NoProtocol::NotOfTeams => Failure::failed(words).hint(format!(
                "the table of its players: tournament report {code}"
            )),
            NoProtocol::NothingPaired | NoProtocol::NoRound { .. } | NoProtocol::NoMatch { .. } => {
                Failure::missing(words)
            }
        }
    })?;
    let language = asked.paper.language.unwrap_or(row.facts.language);
    let document = protocol::document(&protocols, language);
    put(desk, out, &asked.paper, (&document, &protocols.json()))
}

/// A list or a protocol in the form that is asked for, where it is wanted: its document, and
/// its JSON.
pub fn put(
    desk: &OpenHome,
    out: &Output,
    paper: &ProtocolPaper,
    (document, json): (&Document, &Value),
) -> Result<(), Failure> {
    let output = paper.output.as_deref();
    let format = match out.is_json() {
        true => ProtocolFormat::Json,
        false => paper.format,
    };
    let form = match format {
        ProtocolFormat::Text => DocumentForm::Text,
        ProtocolFormat::Html => DocumentForm::Html,
        ProtocolFormat::Pdf => DocumentForm::Pdf,
        ProtocolFormat::Csv => {
            let tables: Vec<Table> = document.tables().cloned().collect();
            let text = csv(&tables, Decimals::of(paper.decimal_comma));
            return deliver(out, text.as_bytes(), output);
        }
        ProtocolFormat::Json => {
            let text = serde_json::to_string_pretty(json).map_err(Failure::failed)?;
            return deliver(out, (text + "\n").as_bytes(), output);
        }
    };
    show(out, document, form, desk.now, output)
}
