//! Who gets days back for an outage, as it is shown before it is decided.

use crate::chess::Side;
use crate::clock::DaySpan;
use crate::language::Language;
use crate::messages::Phrase;
use crate::orders::compensate::{Compensation, Hit, Outage, OutageLine, Touched};
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
                    "hours": hit.map(|h| &h.hours).filter(|hours| !hours.is_empty()),
                    "letters": letters,
                }));
            }
        }
        let (from, to) = match self.window {
            Outage::Days(days, _) => (json!(days.from), json!(days.to)),
            Outage::Hours(hours) => (json!(hours.from), json!(hours.until)),
        };
        json!({"tournament": self.code, "from": from, "to": to, "clocks": all})
    }

    /// For people.
    pub fn document(&self, language: Language) -> Document {
        let mut document = Document::new(language, self.title(language));
        document.push(self.section(language, String::new()));
        document
    }

    /// Those of several tournaments, a section each.
    pub fn documents(all: &[Compensation], language: Language) -> Document {
        let title = Phrase("compensation.all").say(language);
        let mut document = Document::new(language, title);
        for one in all {
            document.push(one.section(language, one.title(language)));
        }
        document
    }

    fn title(&self, language: Language) -> String {
        let (from, to) = match self.window {
            Outage::Days(days, _) => (
                common::date(language, days.from),
                common::date(language, days.to),
            ),
            Outage::Hours(hours) => (self.zone.hour(hours.from), self.zone.hour(hours.until)),
        };
        let blanks = [("code", self.code.as_str()), ("from", &from), ("to", &to)];
        Phrase("compensation.title").fill(language, &blanks)
    }

    fn section(&self, language: Language, title: String) -> DocumentSection {
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
                let dates = hit.map_or_else(String::new, |h| self.given(language, h));
                let name = line.name.to_string();
                let (ran, days) = (ran.to_string(), days.to_string());
                table.row([&name, side, player, &ran, &days, &dates, &letters]);
            }
        }
        table.note(Phrase(self.rule()).say(language));
        let mut section = DocumentSection::new(title);
        section.table(table);
        section
    }

    /// The sentence below the table.
    fn rule(&self) -> &'static str {
        match self.window {
            Outage::Days(..) => "compensation.rule",
            Outage::Hours(_) => "compensation.rule-of-hours",
        }
    }

    /// The dates and hours that a clock gets.
    fn given(&self, language: Language, hit: &Hit) -> String {
        let dates = runs(language, &hit.dates);
        let hours = hit.hours.iter().map(|span| {
            let (from, to) = (self.zone.clock(span.from), self.zone.clock(span.until));
            Phrase("compensation.span").fill(language, &[("from", &from), ("to", &to)])
        });
        let all: Vec<String> = [dates]
            .into_iter()
            .filter(|d| !d.is_empty())
            .chain(hours)
            .collect();
        all.join(", ")
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
