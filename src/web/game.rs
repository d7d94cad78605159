//! The page of a game for who plays it. A move is chosen on the board or typed, looked at,
//! sent, and confirmed: only the last step does anything (54.3.1).

use super::asked::{Asked, SignedIn};
use super::board::{BoardView, LegalMove, Marks, board, marks};
use super::confirm::confirmation;
use super::file::OwnFile;
use super::form::Form;
use super::games::{Flag, flag};
use super::notes;
use super::series::{self, Acceptance, Standing};
use super::sign_in::sign_in_page;
use crate::arbiter::{LONGEST_GREETING, offers_from, protest_terms};
use crate::chess::notation::{self, Class};
use crate::chess::{Line, Position, Side, san_in};
use crate::error::Failure;
use crate::ids::{EventId, GameName};
use crate::language::Language;
use crate::messages::Phrase;
use crate::record::{GameFile, Status};
use crate::report::document::{Block, html_blocks, html_body};
use crate::report::words::common::{date, side as side_word, termination};
use crate::report::words::matters as matter_words;
use crate::report::{game as report, game_view, matters_of_side, pgn, table};
use crate::robot::board::{BoardAct, BoardAnswer, BoardCall, BoardMove, Seen, Shortfall};
use crate::robot::official_accounts::preview_number;
use crate::time::Day;
use axum::http::StatusCode;
use axum::response::Response;
use serde::Serialize;
use std::sync::Arc;

/// Longest words to the arbiter, and notes.
pub(super) const LONGEST_WORDS: usize = 4_000;

/// How what is not as it was asked for is named in an address, and told.
const SHORTFALLS: [(&str, Phrase); 7] = [
    ("offer", Phrase("web-game.but-offer")),
    ("series", Phrase("web-game.but-series")),
    ("words-replaced", Phrase("web-game.but-replaced")),
    ("words-once", Phrase("web-game.but-once")),
    ("words-unwanted", Phrase("web-game.but-unwanted")),
    ("words-off", Phrase("web-game.but-off")),
    ("words-cut", Phrase("web-game.but-cut")),
];

/// The page.
#[derive(Serialize)]
pub struct GamePage {
    /// `CODE/N`.
    pub name: String,
    /// Its tournament.
    pub tournament: String,
    /// Who plays, White first.
    pub players: [String; 2],
    /// Half-moves that the page has seen.
    pub ply: u32,
    /// The newest entry that it has seen.
    pub entry: Option<EventId>,
    /// The page's own number: the same words are sent from it once.
    pub once: String,
    /// The board.
    pub board: BoardView,
    /// The last move that is shown.
    pub last: String,
    /// Where the game stands.
    pub state: String,
    /// Both clocks, the reader's own first.
    pub clocks: Vec<ClockLine>,
    /// What can be done.
    pub can: Can,
    /// What would be passed on.
    pub passes: PassedOn,
    /// A draw offer that stands: `own` or `theirs`.
    pub offer: Option<&'static str>,
    /// What can be accepted of the series that the opponent proposed (56.3.8).
    pub series: Vec<Acceptance>,
    /// The series that one has proposed oneself, branch by branch.
    pub own_series: Vec<String>,
    /// What is accepted on this page.
    pub accepted: Option<Accepted>,
    /// The move that was chosen, ready to be sent.
    pub chosen: Option<ChosenMove>,
    /// Moves of which one is to be chosen: what a pawn becomes, or what a text may mean.
    pub choice: Vec<ChosenMove>,
    /// What was typed.
    pub typed: String,
    /// What is wrong.
    pub wrong: Option<&'static str>,
    /// The letter that would say so.
    pub refused: Option<String>,
    /// What is done.
    pub done: Option<&'static str>,
    /// What of it is not as it was asked for.
    pub but: Vec<String>,
    /// The moves in letters.
    pub moves: String,
    /// The record with its days, HTML.
    pub record: String,
    /// What waits for the arbiter, and until when one may protest.
    pub waits: Vec<String>,
    /// All that happened in the game as its player may read it, with decisions, penalties and
    /// oversteps; HTML.
    pub journal: String,
    /// One's own notes.
    pub notes: String,
}

/// What of a series is accepted on a page, before anything is sent.
#[derive(Serialize)]
pub struct Accepted {
    /// In both notations.
    pub words: String,
    /// As forms and addresses have it.
    pub accept: String,
    /// It ends the game: no move of one's own stands behind it.
    pub ends: bool,
}

/// What can be done on the page.
#[derive(Clone, Copy, Debug, Default, Serialize)]
pub struct Can {
    /// Things are done on the board of this game; else by letter.
    pub act: bool,
    /// It is over.
    pub over: bool,
    /// His move is due.
    pub play: bool,
}

/// What would be passed on to the opponent.
#[derive(Clone, Copy, Debug, Default, Serialize)]
pub struct PassedOn {
    /// An offer of a draw (9.1.1).
    pub offers: bool,
    /// Words.
    pub words: bool,
}

/// A clock.
#[derive(Serialize)]
pub struct ClockLine {
    /// Whose.
    pub player: String,
    /// White or Black.
    pub side: &'static str,
    /// Days used, penalties included, with those that run.
    pub total: i64,
    /// Days allowed up to a move.
    pub limit: i64,
    /// That move's number.
    pub control: u32,
    /// Days left.
    pub left: i64,
    /// Penalty days.
    pub penalty: i64,
    /// When the flag falls, where the clock runs.
    pub flag: Option<Flag>,
}

/// A move as it is shown.
#[derive(Clone, Debug, Serialize)]
pub struct ChosenMove {
    /// UCI.
    pub uci: String,
    /// With its number, in the letters of the language, and in digits.
    pub words: String,
}

/// A game as one of its players reads it.
pub(super) struct Reading {
    /// The game.
    pub(super) game: GameFile,
    /// His side.
    pub(super) side: Side,
    /// What he has noted beside it.
    pub(super) notes: String,
}

/// `/game/CODE/N`
pub async fn game(asked: Arc<Asked>) -> Result<Response, Failure> {
    let name = format!("{}/{}", asked.part(1), asked.part(2));
    let Some(name) = GameName::parse(&name) else {
        return Err(Failure::missing("no such game"));
    };
    let reading = match &asked.who {
        Some(who) => own(&asked, who, &name).await?,
        None => None,
    };
    if let (Some(who), Some(reading)) = (&asked.who, reading) {
        return match &asked.form {
            Some(form) => acts(&asked, who, &reading, form).await,
            None => shows(&asked, &reading),
        };
    }
    // A stranger sees what everybody sees.
    let public = format!("/{}/{}.html", name.code, name.number);
    let is_public = is_public(&asked, &public).await?;
    match (&asked.who, is_public) {
        (None, _) => {
            let public = Some(public.as_str()).filter(|_| is_public);
            sign_in_page(&asked, &format!("/game/{name}"), public)
        }
        (Some(_), true) => Ok(asked.leads_to(&public)),
        (Some(_), false) => Err(Failure::missing("no such game")),
    }
}

/// `/game/CODE/N/pgn`: the game as a file.
pub async fn pgn_file(asked: Arc<Asked>) -> Result<Response, Failure> {
    let name = GameName::parse(&format!("{}/{}", asked.part(1), asked.part(2)));
    let (Some(name), Some(who)) = (name, &asked.who) else {
        return Err(Failure::missing("no such game"));
    };
    let Some(reading) = own(&asked, who, &name).await? else {
        return Err(Failure::missing("no such game"));
    };
    let file = OwnFile {
        name: format!("{}-{}.pgn", name.code, name.number),
        kind: "application/vnd.chess-pgn; charset=utf-8",
        is_shown: false,
        bytes: pgn::game(&reading.game).into_bytes(),
    };
    Ok(file.answer())
}

async fn is_public(asked: &Asked, path: &str) -> Result<bool, Failure> {
    let found = asked.server.site.look_up(path).await?;
    Ok(matches!(found, super::answer::PublicAnswer::Page(_)))
}

/// A game, where it is who asks that plays it.
pub(super) async fn own(
    asked: &Asked,
    who: &SignedIn,
    name: &GameName,
) -> Result<Option<Reading>, Failure> {
    let (player, name) = (who.player.id, name.clone());
    let read = asked.server.readers.read(move |view| {
        let Some(id) = view.game_find(&name)? else {
            return Ok(None);
        };
        let game = view.game_load(id)?;
        let Some(side) = game.side_of(player) else {
            return Ok(None);
        };
        let notes = view.own_note(player, id)?;
        Ok(Some(Reading { game, side, notes }))
    });
    read.await
}

/// What is said besides on a page.
#[derive(Default)]
struct Beside {
    wrong: Option<Phrase>,
    refused: Option<String>,
    done: Option<Phrase>,
    but: Vec<String>,
    choice: Vec<ChosenMove>,
    typed: Box<str>,
}

impl Beside {
    fn wrong(said: Phrase) -> Beside {
        Beside {
            wrong: Some(said),
            ..Beside::default()
        }
    }
}

/// The page as it is asked for: perhaps with a square or a move that was chosen.
fn shows(asked: &Asked, reading: &Reading) -> Result<Response, Failure> {
    let done = match asked.query.text("done") {
        "move" => Some(Phrase("web-game.done-move")),
        "words" => Some(Phrase("web-game.done-words")),
        "arbiter" => Some(Phrase("web-game.done-arbiter")),
        "notes" => Some(Phrase("web-game.done-notes")),
        "other" => Some(Phrase("web-game.done-other")),
        _ => None,
    };
    let is_refused = asked.query.text("done") == "claim-refused";
    let but = asked.query.text("but").split('.').filter_map(|name| {
        let (_, said) = SHORTFALLS.iter().find(|(own, _)| *own == name)?;
        let from = reading.game.facts.regulations.draw_before_move.to_string();
        let most = LONGEST_GREETING.to_string();
        Some(said.fill(asked.language, &[("from", &from), ("most", &most)]))
    });
    let beside = Beside {
        done,
        but: but.collect(),
        wrong: is_refused.then_some(Phrase("web-game.claim-refused")),
        ..Beside::default()
    };
    let page = made(asked, reading, beside);
    asked.page("game", &page)
}

fn made(asked: &Asked, reading: &Reading, beside: Beside) -> GamePage {
    let (game, side, language) = (&reading.game, reading.side, asked.language);
    let today = game.facts.zone.day(asked.now);
    let asks = asked.form.as_ref().unwrap_or(&asked.query);
    let standing = Standing::of(reading, asks.text("accept"));
    let standing = standing.unwrap_or_else(|| Standing::plain(reading));
    let position = standing.position();
    let can = Can {
        act: game.facts.regulations.web_moves,
        over: game.status == Status::Finished,
        play: may_play(reading),
    };
    let legal = match can.play && !standing.is_over() {
        true => LegalMove::all(position),
        false => Vec::new(),
    };
    let query = &asked.query;
    let chosen = legal.iter().find(|one| one.uci == query.text("move"));
    let (from, to) = (query.text("from"), query.text("to"));
    let promotes = |one: &&LegalMove| one.from() == from && one.to() == to;
    let mut choice = beside.choice;
    if chosen.is_none() && choice.is_empty() {
        let fit = legal.iter().filter(promotes);
        choice = fit.map(|one| shown(position, one, language)).collect();
    }
    let view = match chosen {
        Some(one) => after(position, one, side, language),
        None => {
            let mut marks = marks(&legal, from);
            marks.last = last_squares(&standing.line);
            board(position, side, &marks, language).leading(|to| standing.leads(to))
        }
    };
    let accepted = standing.words(reading, language).map(|words| Accepted {
        words,
        accept: standing.accept(),
        ends: standing.is_over(),
    });
    let last = game.moves.last().map(|mv| {
        let san = san_in(&mv.san, language);
        format!("{}{}\u{a0}{san}", mv.number, mv.side.dots())
    });
    let offer = game.draw_offer.filter(|_| !can.over);
    let seen = Seen::of(game);
    GamePage {
        name: game.facts.name.to_string(),
        tournament: game.facts.tournament_name.clone(),
        players: names(game),
        ply: seen.ply,
        entry: seen.entry,
        // Without random numbers a button that is pressed twice sends words twice.
        once: preview_number().unwrap_or_default(),
        board: view,
        last: last.unwrap_or_default(),
        state: state(reading, language),
        clocks: [side, side.other()].map(|of| clock(asked, game, of)).into(),
        can,
        passes: PassedOn {
            offers: offers_from(game).is_none(),
            words: game.facts.regulations.greetings,
        },
        offer: offer.map(|(by, _)| match by == side {
            true => "own",
            false => "theirs",
        }),
        series: match can.play {
            true => series::acceptances(reading, language),
            false => Vec::new(),
        },
        own_series: series::own(reading, language),
        accepted: accepted.filter(|_| can.play),
        chosen: chosen.map(|one| shown(position, one, language)),
        choice,
        typed: beside.typed.into(),
        wrong: beside.wrong.map(|said| said.say(language)),
        refused: beside.refused,
        done: beside.done.map(|said| said.say(language)),
        but: beside.but,
        moves: report::algebraic(game, language),
        record: html_blocks(&[Block::Table(report::form(game, language).table)]),
        waits: waits(game, (side, today), language),
        journal: html_body(&report::journal(game, language, today, Some(side))),
        notes: reading.notes.clone(),
    }
}

/// What waits for the arbiter, each with its term, and what the player of a side may still
/// protest against.
fn waits(game: &GameFile, (side, today): (Side, Day), language: Language) -> Vec<String> {
    let mut lines = Vec::new();
    for matter in matters_of_side(game, side) {
        let mut line = format!(
            "{}{}",
            matter_words::name(language, &matter.what),
            matter.cited()
        );
        let note = matter.note(language);
        if !note.is_empty() {
            line.push_str(&format!(": {note}"));
        }
        if let Some(until) = matter.until {
            let day = date(language, until);
            let until = Phrase("web-game.until").fill(language, &[("day", &day)]);
            line.push_str(&format!(" ({until})"));
        }
        lines.push(line);
    }
    for (decision, until) in protest_terms(game, side, today) {
        let day = date(language, until);
        let line = match decision {
            Some(number) => {
                let number = number.to_string();
                let blanks = [("n", number.as_str()), ("day", &day)];
                Phrase("web-game.protest-decision").fill(language, &blanks)
            }
            None => Phrase("web-game.protest-overstep").fill(language, &[("day", &day)]),
        };
        lines.push(line);
    }
    lines
}

pub(super) fn names(game: &GameFile) -> [String; 2] {
    Side::BOTH.map(|of| game.player(of).name.clone())
}

pub(super) fn may_play(reading: &Reading) -> bool {
    let game = &reading.game;
    game.facts.regulations.web_moves && game.status == Status::Active && game.turn() == reading.side
}

fn last_squares(line: &Line) -> Vec<(u8, u8)> {
    let Some(before) = line.ply().checked_sub(1) else {
        return Vec::new();
    };
    let position = line.position_at(before);
    let mv = line.moves().get(before);
    let squares = position.zip(mv).map(|(p, mv)| p.squares(*mv));
    squares.into_iter().flat_map(|(a, b)| [a, b]).collect()
}

/// The board after a move that is not sent yet.
pub(super) fn after(
    position: &Position,
    one: &LegalMove,
    side: Side,
    language: Language,
) -> BoardView {
    let (from, to) = position.squares(one.mv);
    let marks = Marks {
        last: vec![from, to],
        ..Marks::default()
    };
    board(&position.after(one.mv), side, &marks, language)
}

/// A move that is ready to be sent, as it is shown in its position.
pub(super) fn shown(position: &Position, one: &LegalMove, language: Language) -> ChosenMove {
    ChosenMove {
        words: format!(
            "{}{}\u{a0}{} ({})",
            position.move_number(),
            position.turn().dots(),
            position.san_in(one.mv, language),
            position.numeric(one.mv)
        ),
        uci: one.uci.clone(),
    }
}

fn state(reading: &Reading, language: Language) -> String {
    let game = &reading.game;
    match (game.status, game.result) {
        (Status::Finished, Some(result)) => {
            let how = termination(language, result.termination);
            format!("{} ({how})", result.code.text())
        }
        (Status::Active, _) if game.turn() == reading.side => {
            Phrase("web-game.your-move").say(language).to_owned()
        }
        (Status::Active, _) => Phrase("web-game.their-move").say(language).to_owned(),
        (status, _) => table::status(language, status).to_owned(),
    }
}

fn clock(asked: &Asked, game: &GameFile, of: Side) -> ClockLine {
    let clock = game_view::clock(game, of, game.moment(asked.now));
    ClockLine {
        player: game.player(of).name.clone(),
        side: side_word(asked.language, of),
        total: clock.total,
        limit: clock.limit,
        control: clock.control,
        left: clock.left,
        penalty: clock.penalty,
        flag: flag(game, of, asked.now),
    }
}

/// Does what a form asks for: what is sent is asked once more, what is confirmed is done.
async fn acts(
    asked: &Asked,
    who: &SignedIn,
    reading: &Reading,
    form: &Form,
) -> Result<Response, Failure> {
    let game = &reading.game;
    let name = game.facts.name.to_string();
    if form.text("act") == "notes" {
        let text = form.text("text").replace("\r\n", "\n");
        if text.chars().count() <= LONGEST_WORDS {
            return notes::kept(asked, who, reading, text).await;
        }
        let mut page = made(asked, reading, Beside::wrong(Phrase("web-game.no-words")));
        page.notes = text;
        return asked.page_with(StatusCode::UNPROCESSABLE_ENTITY, "game", &page);
    }
    // Words are meant for a person, whatever the position.
    let is_of_words = matches!(form.text("act"), "words" | "arbiter");
    let seen = match is_of_words {
        true => Some(Seen::of(game)),
        false => seen_in(form).filter(|seen| seen.stands(game)),
    };
    let Some(seen) = seen else {
        return wrong(asked, reading, Phrase("web-game.stale"));
    };
    let act = match act_of(asked, reading, form) {
        Ok(act) => act,
        Err(beside) => {
            let page = made(asked, reading, beside);
            return asked.page_with(StatusCode::UNPROCESSABLE_ENTITY, "game", &page);
        }
    };
    let at_once = is_of_words || matches!(act, BoardAct::DeclineDraw);
    if !at_once && form.text("step") != "confirm" {
        return asked.page("confirm", &confirmation(asked, reading, &act));
    }
    let said = match act {
        BoardAct::Move(_) => "move",
        BoardAct::Words(_) => "words",
        BoardAct::Arbiter(_) => "arbiter",
        _ => "other",
    };
    let once = match form.is_set("once") && is_of_words {
        true => Some(format!(
            "{} {} {}",
            who.player.id,
            form.text("once"),
            form.text("text")
        )),
        false => None,
    };
    let call = BoardCall {
        player: who.player.id,
        game: game.facts.id,
        seen,
        act,
    };
    let answer = asked.server.clerk.does(move |robot| match &once {
        Some(once) => robot.on_board_once(&call, once),
        None => robot.on_board(&call),
    });
    match answer.await? {
        BoardAnswer::Done => Ok(asked.leads_to(&format!("/game/{name}?done={said}"))),
        BoardAnswer::DoneBut(all) => {
            // Words that are not passed on are not done at all.
            let is_dropped = |one: &Shortfall| matches!(one, Shortfall::WordsDropped(_));
            let done = match all.iter().any(is_dropped) {
                true => "",
                false => said,
            };
            let but: Vec<&str> = all.iter().map(|one| one.name()).collect();
            let but = but.join(".");
            Ok(asked.leads_to(&format!("/game/{name}?done={done}&but={but}")))
        }
        BoardAnswer::ClaimRefused(all) => {
            let but: Vec<&str> = all.iter().map(|one| one.name()).collect();
            let but = but.join(".");
            Ok(asked.leads_to(&format!("/game/{name}?done=claim-refused&but={but}")))
        }
        BoardAnswer::Stale => wrong(asked, reading, Phrase("web-game.stale")),
        BoardAnswer::Illegal => wrong(asked, reading, Phrase("web-game.illegal")),
        BoardAnswer::NotHere => wrong(asked, reading, Phrase("web-game.not-here")),
        BoardAnswer::Refused(words) => {
            // The game may have changed by what fell due before.
            let anew = own(asked, who, &game.facts.name).await?;
            let beside = Beside {
                wrong: Some(Phrase("web-game.refused")),
                refused: Some(words),
                ..Beside::default()
            };
            let page = made(asked, anew.as_ref().unwrap_or(reading), beside);
            asked.page_with(StatusCode::CONFLICT, "game", &page)
        }
    }
}

/// What the page was made over that holds a form; `None` where it does not say so.
fn seen_in(form: &Form) -> Option<Seen> {
    Some(Seen {
        ply: form.number("ply")?,
        entry: form.number("entry").map(EventId),
    })
}

fn wrong(asked: &Asked, reading: &Reading, said: Phrase) -> Result<Response, Failure> {
    let page = made(asked, reading, Beside::wrong(said));
    asked.page_with(StatusCode::CONFLICT, "game", &page)
}

/// What a form asks for; else what is wrong with it.
fn act_of(asked: &Asked, reading: &Reading, form: &Form) -> Result<BoardAct, Beside> {
    let wrong = Beside::wrong;
    let words = |most: usize| {
        let text = form.text("text").replace("\r\n", "\n");
        let fits = !text.is_empty() && text.chars().count() <= most;
        fits.then_some(text)
    };
    Ok(match form.text("act") {
        "move" => BoardAct::Move(board_move(asked, reading, form)?),
        "words" => {
            let words = words(LONGEST_GREETING).ok_or(Phrase("web-game.no-greeting"));
            BoardAct::Words(words.map_err(wrong)?)
        }
        "arbiter" => {
            let words = words(LONGEST_WORDS).ok_or(Phrase("web-game.no-words"));
            BoardAct::Arbiter(words.map_err(wrong)?)
        }
        name => {
            let intends = name == "claim-draw" && (form.is_set("uci") || form.is_set("text"));
            let intended = match intends {
                true => Some(move_of(asked, reading, &Standing::plain(reading), form)?.0),
                false => None,
            };
            let act = BoardAct::named(name, intended);
            act.ok_or_else(|| wrong(Phrase("web-game.unreadable")))?
        }
    })
}

/// The move of a form with what is accepted before it and proposed behind it; where what is
/// accepted ends the game, that alone.
fn board_move(asked: &Asked, reading: &Reading, form: &Form) -> Result<BoardMove, Beside> {
    let wrong = Beside::wrong;
    let standing = Standing::of(reading, form.text("accept"));
    let standing = standing.ok_or_else(|| wrong(Phrase("web-game.stale")))?;
    let mut played = BoardMove {
        line: standing.accepted.clone(),
        offer: form.is_set("offer"),
        ..BoardMove::default()
    };
    if standing.is_over() {
        return Ok(played);
    }
    let (uci, offered) = move_of(asked, reading, &standing, form)?;
    let position = standing.position();
    if form.is_set("series") {
        let after = position.move_of_uci(&uci).map(|mv| position.after(mv));
        let series = after.and_then(|after| series::proposed(reading, &after, form.text("series")));
        played.proposes = series.ok_or_else(|| wrong(Phrase("web-game.illegal")))?;
    }
    played.line.push(uci);
    played.offer |= offered;
    Ok(played)
}

/// The move of a form: as the board gave it, or typed in any notation that can mean one legal
/// move alone; and whether a draw is offered beside it.
fn move_of(
    asked: &Asked,
    reading: &Reading,
    standing: &Standing<'_>,
    form: &Form,
) -> Result<(String, bool), Beside> {
    let position = standing.position();
    let wrong = |said| Beside {
        wrong: Some(said),
        typed: form.text("text").into(),
        ..Beside::default()
    };
    if !may_play(reading) {
        return Err(wrong(match reading.game.facts.regulations.web_moves {
            true => Phrase("web-game.not-yours"),
            false => Phrase("web-game.not-here"),
        }));
    }
    if form.is_set("uci") {
        let uci = form.text("uci");
        let is_legal = position.move_of_uci(uci).is_some();
        return match is_legal {
            true => Ok((uci.to_owned(), false)),
            false => Err(wrong(Phrase("web-game.illegal"))),
        };
    }
    let text: String = form.text("text").chars().take(60).collect();
    let read = notation::read(&text, position, Some(asked.language));
    match (read.class, read.mv) {
        (Class::Ok | Class::OkWithWarning, Some(mv)) => Ok((position.uci(mv), read.draw_offer)),
        _ if !read.candidates.is_empty() => {
            let fit = read.candidates.iter().map(|mv| LegalMove {
                uci: position.uci(*mv),
                mv: *mv,
            });
            let choice = fit.map(|one| shown(position, &one, asked.language));
            Err(Beside {
                choice: choice.collect(),
                ..wrong(Phrase("web-game.ambiguous"))
            })
        }
        (Class::Impossible, _) => Err(wrong(Phrase("web-game.illegal"))),
        _ => Err(wrong(Phrase("web-game.unreadable"))),
    }
}
