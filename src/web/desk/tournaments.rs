//! The tournaments of an official: tables, entries, games and decisions, as the reports have
//! them.

use super::order::{OrderNamed, named};
use super::today::MatterShown;
use super::{AtDesk, DeskFrame, cards, letter, missing};
use crate::error::Failure;
use crate::ids::GameName;
use crate::language::Language;
use crate::messages::{Phrase, word};
use crate::orders::role::Power;
use crate::record::Status;
use crate::report::document::{Document, Drawings, html_body};
use crate::report::table::TableInput;
use crate::report::today::Waiting;
use crate::report::{game as forms, matters, table};
use crate::request::masked::without_secrets;
use crate::robot::inquiry::{entries_of, matter_seen_by, report_of};
use crate::robot::orders::log;
use crate::robot::{GameLetter, correspondence};
use crate::store::{GameRow, View};
use crate::time::Instant;
use crate::web::asked::Asked;
use axum::response::Response;
use serde::Serialize;

#[derive(Serialize)]
struct TournamentsPage<'a> {
    desk: Option<DeskFrame>,
    here: &'a str,
    all: Vec<TournamentShown>,
}

#[derive(Serialize)]
struct TournamentShown {
    code: String,
    name: String,
    offices: String,
    links: Vec<LinkShown>,
    orders: Vec<OrderNamed>,
}

#[derive(Serialize)]
struct LinkShown {
    path: &'static str,
    name: &'static str,
}

#[derive(Serialize)]
struct DocumentPage<'a> {
    desk: Option<DeskFrame>,
    here: &'a str,
    title: String,
    body: String,
    empty: Option<&'a str>,
    text: String,
    code: &'a str,
    /// Who could withdraw; of a table.
    players: Vec<PlayerNamed>,
}

/// A player of a tournament.
#[derive(Serialize)]
struct PlayerNamed {
    number: u32,
    name: String,
}

/// Those who play, by their starting numbers.
fn playing(table: &TableInput) -> Vec<PlayerNamed> {
    let entrants = table.entrants.iter().filter(|e| !e.withdrawn);
    let named = entrants.map(|e| PlayerNamed {
        number: e.start_number,
        name: e.name.clone(),
    });
    named.collect()
}

#[derive(Serialize)]
struct GamesPage<'a> {
    desk: Option<DeskFrame>,
    here: &'a str,
    code: &'a str,
    games: Vec<GameShown>,
}

#[derive(Serialize)]
struct GameShown {
    name: String,
    players: String,
    stands: String,
}

#[derive(Serialize)]
struct GamePage<'a> {
    desk: Option<DeskFrame>,
    here: &'a str,
    title: String,
    waiting: Vec<MatterShown>,
    /// What can be ordered in it.
    orders: Vec<OrderNamed>,
    sheet: String,
    journal_title: String,
    journal: String,
    name: String,
    letters: Vec<LetterShown>,
    left_out: u32,
    /// What goes on paper is his to print.
    prints: bool,
    /// He may take them as they came and left.
    is_chief: bool,
    /// He plays it himself.
    is_own: bool,
}

/// A letter of a game, without what acts for somebody.
#[derive(Serialize)]
struct LetterShown {
    direction: &'static str,
    number: i64,
    head: String,
    words: String,
}

impl From<GameLetter> for LetterShown {
    fn from(of: GameLetter) -> LetterShown {
        LetterShown {
            direction: letter::word(of.direction),
            number: of.number,
            head: without_secrets(&of.head),
            words: without_secrets(of.words.trim()),
        }
    }
}

/// What is shown of a tournament.
enum TournamentPart {
    Document(Document),
    Table(Document, Vec<PlayerNamed>),
    Games(Vec<GameRow>),
    Log(String),
}

/// `/desk/tournaments`
pub async fn list(asked: &Asked, at: &AtDesk) -> Result<Response, Failure> {
    let codes = at.official.codes();
    let read = asked.server.readers.read(move |view| {
        let mut names = Vec::new();
        for row in view.tournament_list()? {
            if codes.contains(&row.facts.code) {
                names.push((row.facts.code.clone(), row.facts.name.clone()));
            }
        }
        Ok(names)
    });
    let language = asked.language;
    let shown = |(code, name): (String, String)| {
        let offices = at.official.roles(&code).into_iter();
        let offices: Vec<&str> = offices.map(|role| word(language, "role", &role)).collect();
        let mut links = vec![
            ("", Phrase("desk.table")),
            ("/games", Phrase("desk.games")),
            ("/decisions", Phrase("desk.log")),
        ];
        if at.official.has_all(&code, Power::Entries) {
            links.push(("/entries", Phrase("desk.entries")));
        }
        if at.official.has_all(&code, Power::Papers) {
            links.push(("/cards", Phrase("desk-cards.title")));
        }
        let links = links.into_iter().map(|(path, said)| LinkShown {
            path,
            name: said.say(language),
        });
        TournamentShown {
            offices: offices.join(", "),
            links: links.collect(),
            orders: named(language, Some(("code", &code))),
            code,
            name,
        }
    };
    let page = TournamentsPage {
        desk: at.frame(),
        here: "/desk/tournaments",
        all: read.await?.into_iter().map(shown).collect(),
    };
    asked.page("desk-tournaments", &page)
}

/// `/desk/tournament/CODE` and what is below it.
pub async fn one(asked: &Asked, at: &AtDesk) -> Result<Response, Failure> {
    let (code, which) = (asked.part(2).to_owned(), asked.part(3).to_owned());
    let may = match which.as_str() {
        "entries" => at.official.has_all(&code, Power::Entries),
        "" | "games" | "decisions" => true,
        _ => false,
    };
    if !may || !at.official.sees(&code) {
        return missing(asked, at);
    }
    let (now, language, of) = (asked.now, asked.language, code.clone());
    let own = at.official.address().to_owned();
    let read = asked.server.readers.read(move |view| {
        let Some(row) = view.tournament_load(&of)? else {
            return Ok(None);
        };
        Ok(Some(match which.as_str() {
            "entries" => {
                TournamentPart::Document(entries_of(view, &row, false)?.document(language))
            }
            "games" => TournamentPart::Games(view.games_of_tournament(row.facts.id)?),
            "decisions" => {
                let lines = log(view, Some(&of), Some(&own), language)?;
                let lines: Vec<String> = lines.iter().map(|l| l.text(language)).collect();
                TournamentPart::Log(lines.join("\n"))
            }
            _ => {
                let table = report_of(view, &row, now)?;
                let report = table::document(&table, language, Drawings::Seen);
                TournamentPart::Table(report, playing(&table))
            }
        }))
    });
    let shown = |title: String, body: String, text: String, empty| DocumentPage {
        desk: at.frame(),
        here: asked.path(),
        title,
        body,
        empty,
        text,
        code: &code,
        players: Vec::new(),
    };
    let page = match read.await? {
        None => return missing(asked, at),
        Some(TournamentPart::Games(games)) => {
            let page = GamesPage {
                desk: at.frame(),
                here: asked.path(),
                code: &code,
                games: games.iter().map(|row| game_shown(row, language)).collect(),
            };
            return asked.page("desk-games", &page);
        }
        Some(TournamentPart::Document(document)) => {
            let body = html_body(&document);
            shown(document.title, body, String::new(), None)
        }
        Some(TournamentPart::Table(document, players)) => {
            let body = html_body(&document);
            DocumentPage {
                players,
                ..shown(document.title, body, String::new(), None)
            }
        }
        Some(TournamentPart::Log(text)) => {
            let title = format!("{code}: {}", Phrase("desk.log").say(language));
            let empty = text.is_empty().then_some(Phrase("desk.no-decision"));
            let empty = empty.map(|said| said.say(language));
            shown(title, String::new(), text, empty)
        }
    };
    asked.page("desk-document", &page)
}

fn game_shown(row: &GameRow, language: Language) -> GameShown {
    let (white, black) = (&row.players.white.1, &row.players.black.1);
    let stands = match row.result {
        Some(result) => result.text().to_owned(),
        None => stands(row.status).say(language).to_owned(),
    };
    GameShown {
        name: row.name.to_string(),
        players: format!("{white} – {black}"),
        stands,
    }
}

fn stands(status: Status) -> Phrase {
    match status {
        Status::Waiting => Phrase("paper.not-started"),
        Status::Active => Phrase("paper.in-play"),
        Status::Paused => Phrase("paper.paused"),
        Status::Adjudication => Phrase("paper.adjudicated"),
        Status::Finished => Phrase("paper.ended"),
    }
}

/// `/desk/game/CODE/N`
pub async fn game(asked: &Asked, at: &AtDesk) -> Result<Response, Failure> {
    let name = format!("{}/{}", asked.part(2), asked.part(3));
    let name = GameName::parse(&name).filter(|game| at.official.sees(&game.code));
    let Some(name) = name else {
        return missing(asked, at);
    };
    match asked.part(4) {
        "" => {}
        "cards.pdf" => return cards::of_game(asked, at, &name).await,
        _ => return missing(asked, at),
    }
    let (now, language, code) = (asked.now, asked.language, name.code.clone());
    let own = at.official.address().to_owned();
    let read = asked
        .server
        .readers
        .read(move |view| game_parts(view, (&name, &own), language, now));
    let Some(parts) = read.await? else {
        return missing(asked, at);
    };
    let page = GamePage {
        desk: at.frame(),
        here: asked.path(),
        prints: at.official.has_all(&code, Power::Papers),
        is_chief: !parts.is_own && at.official.has_all(&code, Power::RawLetters),
        ..parts
    };
    asked.page("desk-game", &page)
}

/// The parts of the page for the official of an address: where he plays the game himself, he
/// is shown what its player is.
fn game_parts(
    view: View<'_>,
    (name, official): (&GameName, &str),
    language: Language,
    now: Instant,
) -> Result<Option<GamePage<'static>>, Failure> {
    let Some(id) = view.game_find(name)? else {
        return Ok(None);
    };
    let file = view.game_load(id)?;
    let today = file.facts.zone.day(now);
    let own = file.side_at(official);
    let mut waiting = Vec::new();
    for mut matter in matters(&file) {
        matter_seen_by(view, &mut matter, official)?;
        let tournament = name.code.clone();
        let of = Waiting {
            tournament,
            today,
            matter,
        };
        waiting.push(MatterShown::of(&of, language));
    }
    let sheet = forms::sheet(&file, language, now);
    let journal = forms::journal(&file, language, today, own);
    let reader = own.map(|side| file.player(side).id);
    let found = correspondence(&view, &file, reader, language, today)?;
    Ok(Some(GamePage {
        desk: None,
        here: "",
        waiting,
        orders: named(language, Some(("game", &name.to_string()))),
        sheet: html_body(&sheet),
        title: sheet.title,
        journal: html_body(&journal),
        journal_title: journal.title,
        name: name.to_string(),
        letters: found.letters.into_iter().map(LetterShown::from).collect(),
        prints: false,
        is_chief: false,
        is_own: own.is_some(),
        left_out: found.left_out,
    }))
}
