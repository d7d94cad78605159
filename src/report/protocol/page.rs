//! The protocols as pages, in the words and the order of appendices 1 and 2: first the round
//! summed up, then each match on a sheet of its own.

use super::{MatchProtocol, Protocols};
use crate::language::Language;
use crate::messages::{Counted, Phrase};
use crate::report::document::{Cell, Column, Document, DocumentSection, Signature, Table, Tone};
use crate::report::words::common::date;
use crate::tournament::encounter::{BoardGame, Encounter};
use std::collections::BTreeSet;

/// What is filled in by hand.
const BY_HAND: &str = "__________";

/// The protocols as a document.
pub fn document(protocols: &Protocols<'_>, language: Language) -> Document {
    let page = ProtocolPage {
        protocols,
        language,
    };
    let mut document = Document::new(language, protocols.occasion.event.clone());
    if protocols.summed_up {
        document.push(page.summary());
    }
    for one in &protocols.matches {
        let section = page.of_match(one, !document.sections.is_empty());
        document.push(section);
    }
    document
}

struct ProtocolPage<'a> {
    protocols: &'a Protocols<'a>,
    language: Language,
}

impl ProtocolPage<'_> {
    fn say(&self, key: &'static str) -> &'static str {
        Phrase(key).say(self.language)
    }

    /// Appendix 2.
    fn summary(&self) -> DocumentSection {
        let protocols = self.protocols;
        let mut section =
            DocumentSection::new(self.say("protocol.summary")).anchored("summary-protocol");
        section.facts(self.head(protocols.shown()));
        let title = |n: &str| Phrase("protocol.team").fill(self.language, &[("n", n)]);
        let mut table = Table::new(
            "summary-protocol",
            [
                Column::right(self.say("common.number")),
                Column::left(title("1")),
                Column::center(self.say("common.result")),
                Column::left(title("2")),
            ],
        )
        .ruled();
        for one in &protocols.matches {
            let [first, second] = one.shown.teams.map(|t| protocols.input.team_name(t));
            table.row([
                Cell::new(one.number.to_string()),
                Cell::new(first),
                self.score(&one.shown),
                Cell::new(second),
            ]);
        }
        section.table(table);
        if protocols.shown().any(Encounter::is_open) {
            section.note(self.say("protocol.open-matches"));
        }
        if !protocols.free.is_empty() {
            let names = protocols.free.iter().map(|t| protocols.input.team_name(*t));
            let names = names.collect::<Vec<_>>().join(", ");
            section.paragraph(Phrase("protocol.free").fill(self.language, &[("teams", &names)]));
        }
        section.signatures(vec![self.chief_arbiter(), self.chief_secretary()]);
        section
    }

    /// Appendix 1.
    fn of_match(&self, one: &MatchProtocol, follows: bool) -> DocumentSection {
        let protocols = self.protocols;
        let number = protocols.number(one);
        let title = Phrase("protocol.title").fill(self.language, &[("number", &number)]);
        let mut section =
            DocumentSection::new(title).anchored(&format!("protocol-{}", number.replace('/', "-")));
        if follows {
            section = section.on_new_sheet();
            section.paragraph(protocols.occasion.event.clone());
        }
        let shown = &one.shown;
        section.facts(self.head([shown]));
        section.table(self.boards(one));
        let open = shown.games.iter().filter(|g| g.is_open()).count();
        let over = open == 0 && shown.counts();
        if open > 0 {
            let n = i64::try_from(open).unwrap_or(i64::MAX);
            let games = Counted("counted.game").count(self.language, n);
            section.note(Phrase("protocol.goes-on").fill(self.language, &[("games", &games)]));
        } else if !over {
            section.note(self.say("protocol.no-match"));
        }
        if let Some(whole) = &one.part_of {
            let [first, second] = whole.teams.map(|t| protocols.input.team_name(t));
            let [own, other] = whole.points();
            let points = format!("{own} : {other}");
            let blanks = [("first", first), ("second", second), ("points", &*points)];
            section.note(Phrase("protocol.part").fill(self.language, &blanks));
        } else if over {
            let favour = match shown.winner() {
                Some(team) => protocols.input.team_name(team),
                None => self.say("protocol.level"),
            };
            let label = self.say("protocol.in-favour").to_owned();
            section.facts(vec![(label, favour.to_owned())]);
        }
        let captain = |team: u32| {
            let name = protocols.input.team_name(team);
            let office = Phrase("protocol.captain").fill(self.language, &[("team", name)]);
            self.signature(office, protocols.captain(team).unwrap_or_default())
        };
        let [first, second] = shown.teams;
        section.signatures(vec![
            captain(first),
            captain(second),
            self.chief_arbiter(),
            self.chief_secretary(),
            self.signature(self.say("protocol.match-arbiter"), ""),
        ]);
        section
    }

    /// Round, group and date; who fills in what is not known has a line for it.
    fn head<'e>(&self, matches: impl IntoIterator<Item = &'e Encounter>) -> Vec<(String, String)> {
        let protocols = self.protocols;
        let mut facts = Vec::new();
        if let Some(round) = protocols.round {
            facts.push((self.say("protocol.round").to_owned(), round.to_string()));
        }
        let group = protocols.occasion.group.as_deref().unwrap_or(BY_HAND);
        facts.push((self.say("protocol.group").to_owned(), group.to_owned()));
        let day = date(self.language, protocols.date(matches));
        facts.push((self.say("common.date-title").to_owned(), day));
        facts
    }

    /// The boards of a match with their players and results, and what they come to.
    fn boards(&self, one: &MatchProtocol) -> Table {
        let shown = &one.shown;
        let by_rounds = self.protocols.round.is_none();
        let [first, second] = shown.teams.map(|t| self.protocols.input.team_name(t));
        let mut columns = vec![
            Column::right(self.say("common.number")),
            Column::left(first),
            Column::left(second),
            Column::center(self.say("common.result")),
        ];
        if by_rounds {
            columns.insert(0, Column::right(self.say("protocol.round")));
        }
        let mut table = Table::new(&format!("protocol-{}", one.number), columns).ruled();
        let row = |round: u32, cells: [Cell; 4]| {
            let round = by_rounds.then(|| match round {
                0 => Cell::default(),
                round => Cell::new(round.to_string()),
            });
            round.into_iter().chain(cells).collect::<Vec<Cell>>()
        };
        for game in &shown.games {
            let [own, other] = game.players.map(|n| self.protocols.name(game, n));
            let board = game.board().map(|b| b.to_string()).unwrap_or_default();
            let cells = [
                Cell::new(board),
                Cell::new(own),
                Cell::new(other),
                self.result(game),
            ];
            let of = table.row(row(game.round, cells));
            if !game.counts() {
                of.tone = Tone::Quiet;
            }
        }
        if !by_rounds {
            for board in self.empty_boards(shown) {
                let cells = [
                    Cell::new(board.to_string()),
                    Cell::default(),
                    Cell::default(),
                    Cell::default(),
                ];
                table.row(row(0, cells));
            }
            let place = |r: &crate::report::document::Row| {
                r.cells.first().and_then(|c| c.text.parse::<u32>().ok())
            };
            table.rows.sort_by_key(|r| place(r).unwrap_or(u32::MAX));
        }
        let label = Cell::new(self.say("protocol.final"));
        table.row(row(
            0,
            [Cell::default(), label, Cell::default(), self.score(shown)],
        ));
        table
    }

    /// Boards on which nobody was there to play.
    fn empty_boards(&self, shown: &Encounter) -> Vec<u32> {
        let played: BTreeSet<u32> = shown.games.iter().filter_map(BoardGame::board).collect();
        let boards = self.protocols.input.teams.first();
        let boards = boards.map_or(0, |team| team.boards.len());
        let boards = u32::try_from(boards).unwrap_or(0);
        (1..=boards).filter(|b| !played.contains(b)).collect()
    }

    /// A result; nothing while the game goes on. A spreadsheet would take `1:0` for an hour
    /// and `+` for a formula.
    fn result(&self, game: &BoardGame) -> Cell {
        match game.marks() {
            None => Cell::new(self.say("protocol.left-out")),
            Some(_) if game.is_open() => Cell::default(),
            Some([own, other]) => {
                let value = |mark: &str| match mark {
                    "+" => "1F".to_owned(),
                    "-" => "0F".to_owned(),
                    mark => mark.to_owned(),
                };
                Cell::new(format!("{own} : {other}")).value(format!(
                    "{}–{}",
                    value(own),
                    value(other)
                ))
            }
        }
    }

    /// The points of a match that is over.
    fn score(&self, of: &Encounter) -> Cell {
        if of.is_open() || !of.counts() {
            return Cell::default();
        }
        let [own, other] = of.points();
        Cell::new(format!("{own} : {other}")).value(format!("{own}–{other}"))
    }

    fn chief_arbiter(&self) -> Signature {
        let name = &self.protocols.input.setting.arbiter;
        self.signature(self.say("protocol.chief-arbiter"), name)
    }

    fn chief_secretary(&self) -> Signature {
        self.signature(self.say("protocol.chief-secretary"), "")
    }

    fn signature(&self, office: impl Into<String>, name: &str) -> Signature {
        Signature {
            office: office.into(),
            name: name.to_owned(),
            below: self.say("protocol.signature").to_owned(),
        }
    }
}
