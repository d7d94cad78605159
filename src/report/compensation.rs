//! Who gets days back for an outage, as it is shown before it is decided.

use crate::chess::Side;
use crate::clock::DaySpan;
use crate::language::Language;
use crate::messages::Phrase;
use crate::orders::compensate::{Compensation, Hit, OutageLine, Touched};
use crate::report::document::{Column, Document, DocumentSection, Table};
use crate::report::words::common;
use crate::time::Day;
use serde_json::{Value, json};

impl Compensation {
    /// For programs: each clock, and each game of which only letters were touched.
    pub fn json(&self) -> Value {
        let mut all = Vec::new();
        for line in &self.lines {
            for (hit, letters) in line.rows(Language::En) {
                all.push(json!({
                    "game": line.name.to_string(),
                    "side": hit.map(|h| h.side),
                    "player": hit.map(|h| line.players.get(h.side)),
                    "ran": hit.map_or(0, |h| h.ran),
                    "days": hit.map_or(0, |h| h.days),
                    "dates": hit.map(|h| &h.dates),
                    "letters": letters,
                }));
            }
        }
        let (from, to) = (self.window.from, self.window.to);
        json!({"tournament": self.code, "from": from, "to": to, "clocks": all})
    }

    /// For people.
    pub fn document(&self, language: Language) -> Document {
        let (from, to) = (self.window.from, self.window.to);
        let (from, to) = (common::date(language, from), common::date(language, to));
        let blanks = [("code", self.code.as_str()), ("from", &from), ("to", &to)];
        let mut document = Document::new(
            language,
            Phrase("compensation.title").fill(language, &blanks),
        );
        let mut table = Table::new(
            "compensation",
            [
                Column::left(Phrase("common.game").say(language)).key(),
                Column::left(Phrase("common.side").say(language)),
                Column::left(Phrase("common.player").say(language)).key(),
                Column::right(Phrase("compensation.ran").say(language)),
                Column::right(Phrase("compensation.given").say(language)),
                Column::left(Phrase("compensation.dates").say(language)),
                Column::left(Phrase("compensation.letters").say(language)),
            ],
        )
        .in_cards();
        for line in &self.lines {
            for (hit, letters) in line.rows(language) {
                let (side, player) = match hit {
                    Some(h) => (
                        common::side(language, h.side),
                        line.players.get(h.side).as_str(),
                    ),
                    None => ("-", "-"),
                };
                let (ran, days) = hit.map_or((0, 0), |h| (h.ran, h.days));
                let dates = hit.map_or_else(String::new, |h| runs(language, &h.dates));
                let name = line.name.to_string();
                let (ran, days) = (ran.to_string(), days.to_string());
                table.row([&name, side, player, &ran, &days, &dates, &letters]);
            }
        }
        table.note(Phrase("compensation.rule").say(language));
        let mut section = DocumentSection::untitled();
        section.table(table);
        document.push(section);
        document
    }
}

impl OutageLine {
    /// A row for each clock that ran, with what became of letters meanwhile. A game in
    /// which none ran has one row, for its letters.
    fn rows(&self, language: Language) -> Vec<(Option<&Hit>, String)> {
        let letters: Vec<String> = self.touched.iter().map(|t| why(language, t)).collect();
        let letters = letters.join("; ");
        let of = |side| self.hits.iter().find(move |h| h.side == side);
        let hits: Vec<&Hit> = Side::BOTH.into_iter().filter_map(of).collect();
        match hits[..] {
            [] => vec![(None, letters)],
            _ => hits
                .into_iter()
                .map(|h| (Some(h), letters.clone()))
                .collect(),
        }
    }
}

fn runs(language: Language, dates: &[DaySpan]) -> String {
    let day = |day| common::date(language, day);
    let run = |s: &DaySpan| match s.from == s.to {
        true => day(s.from),
        false => Phrase("compensation.span")
            .fill(language, &[("from", &day(s.from)), ("to", &day(s.to))]),
    };
    dates.iter().map(run).collect::<Vec<_>>().join(", ")
}

fn why(language: Language, touched: &Touched) -> String {
    let day = |day: &Day| common::date(language, *day);
    let (phrase, side, from, to) = match touched {
        Touched::Lost(side, at) => (Phrase("compensation.lost"), side, day(at), String::new()),
        Touched::Late(side, sent, came) => {
            (Phrase("compensation.late"), side, day(sent), day(came))
        }
    };
    let side = common::side(language, *side);
    phrase.fill(language, &[("side", side), ("from", &from), ("to", &to)])
}
