//! The message of article 59.1: header lines and the record in numeric notation.

use super::super::document::{Column, Document, DocumentSection, Table, table_text};
use super::super::width::{IN_LETTERS, fill, one_line, width, wrap};
use super::super::words::common::{day_month, full, short_year};
use crate::chess::{Side, san_in};
use crate::language::Language;
use crate::messages::say;
use crate::record::{GameFile, PlayedMove};
use crate::time::Day;
use std::collections::BTreeMap;
use std::fmt::Write;

/// Form 59.1 without a signature: that is the sender's.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordForm {
    /// The lines above the table: a title and what it names, no line too long for a
    /// letter.
    pub head: Vec<(String, String)>,
    /// The record. "Время" holds what the move was charged, penalty days included, and
    /// the total, so that the column adds up (56.4.1).
    pub table: Table,
}

impl RecordForm {
    /// The lines above the table as text.
    pub fn head_text(&self) -> String {
        let lines = self.head.iter();
        lines
            .map(|(t, v)| format!("{t} {v}").trim_end().to_owned() + "\n")
            .collect()
    }

    /// The whole form as text.
    pub fn text(&self) -> String {
        format!("{}\n{}", self.head_text(), table_text(&self.table))
    }
}

/// Form 59.1 of a game in a language.
pub fn form(game: &GameFile, language: Language) -> RecordForm {
    let w = |key| say(language, key);
    let mut head = Vec::new();
    // The name of the game in brackets makes the form one that can be sent back: at the
    // end of the line, or on a line of its own, where it is looked for.
    let tournament = &game.facts.tournament_name;
    let whole = format!("{tournament} [{}]", game.facts.name);
    if width(w("forms.tournament")) + 1 + width(&whole) <= IN_LETTERS {
        line(&mut head, w("forms.tournament"), &whole);
    } else {
        line(&mut head, w("forms.tournament"), tournament);
        line(&mut head, "", &format!("[{}]", game.facts.name));
    }
    line(&mut head, w("forms.start-date"), &full(game.facts.start));
    line(&mut head, w("forms.white"), &game.player(Side::White).name);
    line(&mut head, w("forms.black"), &game.player(Side::Black).name);
    for (title, side) in [
        (w("forms.white-leave"), Side::White),
        (w("forms.black-leave"), Side::Black),
    ] {
        let leave = leave(game, side);
        // Each line names whose leave it is, so that it is read as such when it comes back.
        let room = IN_LETTERS.saturating_sub(width(title) + 1);
        if !leave.is_empty() {
            let lines = wrap(&leave, room);
            let lines = lines.iter().map(|l| l.trim_end_matches(',').to_owned());
            head.extend(lines.map(|l| (title.to_owned(), l)));
        }
    }

    let mut table = Table::new(
        "article59",
        [
            Column::left(w("forms.received")),
            Column::left(w("forms.answered")),
            Column::right(w("forms.time")),
            Column::left("N").key(),
            Column::left(w("forms.white")),
            Column::left(w("forms.black")),
            Column::left(w("forms.received")),
            Column::left(w("forms.answered")),
            Column::right(w("forms.time")),
        ],
    );
    for (number, (white, black)) in pairs(game) {
        let [received, answered, time, white] = cells(game, white, "---");
        let number = format!("{number:02}.");
        let [b_received, b_answered, b_time, black] = cells(game, black, "");
        table.row([
            received, answered, time, number, white, black, b_received, b_answered, b_time,
        ]);
    }
    RecordForm { head, table }
}

/// Adds a title with what it names; what is too long for a letter goes on below.
fn line(head: &mut Vec<(String, String)>, title: &str, value: &str) {
    let room = IN_LETTERS.saturating_sub(width(title) + 1);
    let mut title = title.to_owned();
    for part in fill(&one_line(value), room) {
        head.push((std::mem::take(&mut title), part));
    }
}

/// Form 59.1 on a sheet of its own, its lines as they are sent.
pub fn form_document(game: &GameFile, language: Language) -> Document {
    let mut document = Document::new(language, game.facts.name.to_string());
    let mut section = DocumentSection::untitled();
    section.preformatted(form(game, language).text());
    document.push(section);
    document
}

/// The moves in the letters of a language, `1. e4 e5 2. …`, on one line; no number is
/// torn from its move.
pub fn algebraic(game: &GameFile, language: Language) -> String {
    let mut out = String::with_capacity(game.moves.len() * 9);
    for (at, mv) in game.moves.iter().enumerate() {
        if at > 0 {
            out.push(' ');
        }
        if mv.side == Side::White || at == 0 {
            let _ = write!(out, "{}{}\u{a0}", mv.number, mv.side.dots());
        }
        out.push_str(&san_in(&mv.san, language));
    }
    out
}

/// Leave of a side, cancelled ones left out: `01/07/26-14/07/26, …`; that of one whose game
/// another has taken over with his name.
pub(super) fn leave(game: &GameFile, side: Side) -> String {
    let mut spans: Vec<_> = game
        .leave
        .get(side)
        .iter()
        .map(|l| l.days)
        .filter(|d| d.from <= d.to)
        .collect();
    spans.sort();
    let former = |day: Day| game.hands_of(side).find(|h| day < h.day);
    let texts: Vec<String> = spans
        .into_iter()
        .map(|d| {
            let whose = former(d.from).map(|h| format!(" ({})", one_line(&h.was.name)));
            let whose = whose.unwrap_or_default();
            format!("{}-{}{whose}", short_year(d.from), short_year(d.to))
        })
        .collect();
    texts.join(", ")
}

type Pair<'a> = (Option<&'a PlayedMove>, Option<&'a PlayedMove>);

/// White's and Black's move of every number.
pub(super) fn pairs(game: &GameFile) -> BTreeMap<u32, Pair<'_>> {
    let mut pairs: BTreeMap<u32, Pair<'_>> = BTreeMap::new();
    for mv in &game.moves {
        let pair = pairs.entry(mv.number).or_default();
        match mv.side {
            Side::White => pair.0 = Some(mv),
            Side::Black => pair.1 = Some(mv),
        }
    }
    pairs
}

/// Receipt, answer, time, move. White's first move answers nothing; where Black moves
/// first, his time counts from the start, and its day stands in his column.
fn cells(game: &GameFile, mv: Option<&PlayedMove>, absent: &str) -> [String; 4] {
    let Some(mv) = mv else {
        return [absent, absent, absent, absent].map(str::to_owned);
    };
    let first = mv.ply == 1 && game.line.start().turn() == Side::White;
    let received = if first {
        "---".to_owned()
    } else {
        day_month(mv.received)
    };
    [
        received,
        day_month(mv.sent),
        format!("{}/{:02}", mv.days + mv.penalty, mv.total),
        mv.numeric.to_string(),
    ]
}
