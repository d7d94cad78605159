//! What files say of the tournament itself, beside what its own file says: the tournament file
//! holds, and the arbiter hears where they differ.

use super::names::Field;
use super::said::{Placed, Said, SaidTerms};
use crate::chess::Side;
use crate::tournament::apart;
use crate::tournament::file::TournamentFile;
use crate::tournament::pairing;
use crate::tournament::scored::Scoring;
use crate::tournament::system::swiss;
use std::collections::BTreeSet;

/// A line for each.
pub(super) fn remarks(file: &TournamentFile, files: &[Said]) -> Vec<String> {
    let mut remarks: Vec<String> = files.iter().flat_map(|s| s.remarks.clone()).collect();
    for said in files {
        of_terms(file, &said.terms, &mut remarks);
    }
    remarks
}

fn of_terms(file: &TournamentFile, said: &SaidTerms, remarks: &mut Vec<String>) {
    if let Some(Placed { what, place }) = &said.scoring
        && *what != file.regulations.points
    {
        remarks.push(format!(
            "{place}: there a win, a draw and a loss bring {}, here {}",
            of_scoring(*what),
            of_scoring(file.regulations.points)
        ));
    }
    if !file.play.system.is_swiss() {
        return;
    }
    if let Some(Placed { what, place }) = &said.rounds
        && *what != file.play.rounds
    {
        remarks.push(format!(
            "{place}: {what} rounds there, {} here",
            file.play.rounds
        ));
    }
    let units = pairing::field(file);
    let here = swiss::initial_colour(&units);
    if let Some(Placed { what: side, place }) = &said.first
        && *side != here
    {
        let word = |side: Side| match side {
            Side::White => "White",
            Side::Black => "Black",
        };
        remarks.push(format!(
            "{place}: the first number began with {} there, with {} here: it matters for who has \
             had no game yet",
            word(*side),
            word(here)
        ));
    }
    let names = Field::of(file);
    let round = file.play.rounds;
    let kept = apart::kept_apart(&file.play, &units.federations, round);
    let kept: BTreeSet<(u32, u32)> = kept.never.union(&kept.if_possible).copied().collect();
    for apart in &said.apart {
        let numbers = apart.what.iter().map(|name| names.number_of(name));
        let Ok(numbers) = numbers.collect::<Result<Vec<u32>, String>>() else {
            // Who is unknown is told with his games.
            continue;
        };
        let pairs = numbers.iter().enumerate().flat_map(|(at, a)| {
            let others = numbers.iter().skip(at + 1);
            others.map(move |b| (*a.min(b), *a.max(b)))
        });
        for (a, b) in pairs.filter(|pair| !kept.contains(pair)) {
            remarks.push(format!(
                "{}: {} and {} do not meet there, and here they may ([[apart]])",
                apart.place,
                names.name(a),
                names.name(b)
            ));
        }
    }
}

fn of_scoring(Scoring { win, draw, loss }: Scoring) -> String {
    format!("{win}, {draw}, {loss}")
}
