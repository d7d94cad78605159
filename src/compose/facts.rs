//! The facts of a letter, as templates see them. Nothing here is a sentence.

use super::surname::surname;
use super::templates::Voice;
use super::words::san_in;
use super::{Addressee, Club, Composition, Ground, ReaderOffice};
use crate::arbiter::notice::{Body, NamedDecision, Question, Quoted};
use crate::arbiter::{self, Likely, asked_beside, likely, series};
use crate::chess::Side;
use crate::chess::chess960::{self, NumberedArray};
use crate::chess::notation;
use crate::clock::Moment;
use crate::ids::{EventId, GameName};
use crate::messages::word;
use crate::record::{Fault, GameFile, Official, PlayedMove, ResultCode, Termination, Wishes};
use crate::report::arithmetic::arithmetic;
use crate::report::game_view::{self, ClockView, RunningView};
use crate::request::{LetterStyle, is_of_the_board};
use crate::rules::{
    Article, DayUnit, DaysOrMonths, Forfeit, NotationRule, OneOfWords, Profile, Regulations,
};
use crate::time::Day;
use minijinja::Value;
use minijinja::value::Serde;
use serde::Serialize;
use std::collections::BTreeMap;

/// The numbers of the articles for a profile, made once: `article.fault_penalty`.
/// `loss`: by which an overstep loses.
pub fn articles(profile: Profile, loss: Article) -> Value {
    let map: BTreeMap<String, &str> = Article::ALL
        .iter()
        .map(|article| match article {
            Article::OverstepLoses => (article.key(), loss.number(profile)),
            other => (other.key(), other.number(profile)),
        })
        .collect();
    Value::from(Serde(map))
}

#[derive(Serialize)]
struct To<'a> {
    name: &'a str,
    /// How a greeting calls him, where he has said it.
    greeting: Option<&'a str>,
    arbiter: bool,
    /// `player`, `arbiter`, `appeals` or `adjudicator`.
    office: ReaderOffice,
    side: Option<Side>,
    /// It goes on paper: there is nothing to reply to.
    paper: bool,
    style: LetterStyle,
    wishes: &'a Wishes,
}

/// A half-move for a reader.
#[derive(Serialize)]
struct Mv<'a> {
    ply: u32,
    label: String,
    side: Side,
    numeric: &'a str,
    san: String,
    received: Day,
    sent: Day,
    days: i64,
    /// Of these, the days up to the letters before it that had to be corrected.
    asked: i64,
    penalty: i64,
    total: i64,
    variant: bool,
}

#[derive(Serialize)]
struct TermFacts<'a> {
    days_per_period: u32,
    moves_per_period: u32,
    transit_days: u32,
    repeat_after_days: u32,
    silence_days: DaysOrMonths,
    leave_days_per_year: u32,
    variants: bool,
    hours: bool,
    numeric_only: bool,
    doubled_after: u32,
    immediate: bool,
    claim: bool,
    /// Penalty days of a first faulty move, and of a further one in the same game.
    penalty: u32,
    penalty_again: u32,
    /// The overstep that loses: the first, or the second.
    lose_on_overstep: u32,
    warning_days: u32,
    profile: &'a str,
}

#[derive(Serialize)]
struct Clock {
    moves: u32,
    days: i64,
    penalty: i64,
    total: i64,
    limit: i64,
    control: u32,
    left: i64,
}

impl From<ClockView> for Clock {
    fn from(c: ClockView) -> Clock {
        Clock {
            moves: c.moves,
            days: c.days + c.running,
            penalty: c.penalty,
            total: c.total,
            limit: c.limit,
            control: c.control,
            left: c.left,
        }
    }
}

#[derive(Serialize)]
struct RunningFacts {
    side: Side,
    yours: bool,
    since: Day,
    flag: Day,
    last_day: Day,
    /// It is the last day of play: the flag would fall after it.
    ends_first: bool,
    /// The last day is over, and nothing is declared yet.
    over: bool,
    expected: bool,
    /// That letter goes on paper: when it is posted nobody knows yet, and its days are those of
    /// one that is posted today.
    on_paper: bool,
    control: u32,
    left: i64,
    received_from: &'static str,
    series: Option<SeriesTerm>,
    /// Reckoned as if the first overstep of two that is being decided stood.
    anew: bool,
}

/// A series that stands and gives more days: through which move it has to be accepted, and
/// the last day if it is.
#[derive(Serialize)]
struct SeriesTerm {
    through: u32,
    last_day: Day,
}

#[derive(Serialize)]
struct FaultFacts<'a> {
    label: String,
    side: Side,
    kind: crate::record::FaultKind,
    text: &'a str,
    received: Day,
    sent: Day,
    days: i64,
}

#[derive(Serialize)]
struct PenaltyFacts<'a> {
    label: String,
    side: Side,
    days: i64,
    article: &'a str,
    note: &'a str,
}

#[derive(Serialize)]
struct LetterGame<'a> {
    name: String,
    code: &'a str,
    tournament: &'a str,
    white: &'a str,
    black: &'a str,
    opponent: Option<&'a str>,
    arbiter: &'a str,
    arbiter_email: &'a str,
    start: Day,
    end: Option<Day>,
    round: u32,
    board: u32,
    zone: &'a str,
    status: &'static str,
    /// Moves are still made in it, now or after a pause.
    plays: bool,
    /// It is still open after the last day of play.
    late: bool,
    turn: Side,
    your_turn: bool,
    /// No flag can fall on the move that is due.
    untimed: bool,
    due: u32,
    label: String,
    ply: u32,
    chess960: bool,
    /// The array of Chess960 from which the game begins.
    array: Option<NumberedArray>,
    /// How the reader castles in Chess960, as long as he can.
    castling: String,
    draw_offer: Option<Side>,
    result: Option<&'static str>,
    winner: Option<Side>,
    termination: Option<Termination>,
    last: Option<Mv<'a>>,
    terms: TermFacts<'a>,
    protested: bool,
    /// It ended by equal opinions and not by an agreement (56.9.5).
    equal_opinions: bool,
    /// Who decides protests, by name.
    appeals: Option<&'a str>,
}

/// The term of a protest.
#[derive(Serialize)]
struct Term {
    /// The day on which the letter counts as received.
    from: Day,
    /// The last day to send a protest.
    until: Day,
}

/// The term of a protest, where the letter's receipt is reckoned from its leaving: of one on
/// paper nobody knows yet when it is posted. A notice of an overstep tells all the term of
/// the side concerned.
fn term(request: &Composition<'_>) -> Option<Term> {
    let (Body::Ruling { protest_days, .. } | Body::TimeForfeit { protest_days, .. }) =
        &request.notice.body
    else {
        return None;
    };
    let whose = match &request.notice.body {
        Body::TimeForfeit { facts, .. } => Some(facts.side),
        _ => request.to.side,
    };
    let on_paper = match (request.game, whose) {
        (Some(game), Some(side)) => game.gets_paper(side),
        _ => request.to.reach.is_post(),
    };
    if on_paper {
        return None;
    }
    let of_game = request.game.map(|g| Ground {
        profile: g.facts.profile,
        transit_days: g.facts.regulations.transit_days,
    });
    let ground = of_game.or(request.ground)?;
    if ground.profile.way().receipt_established {
        return None;
    }
    let from = request.today.plus(i64::from(ground.transit_days));
    let until = from.plus(i64::from(*protest_days));
    Some(Term { from, until })
}

/// A half-move as people name it: the ninth of Black.
#[derive(Serialize)]
struct Dated {
    number: u32,
    side: Side,
}

/// The half-move whose dates are spoken of; the one that is due where it is not made yet.
fn dated(game: &GameFile, body: &Body) -> Option<Dated> {
    let decision = match body {
        Body::Ruling { decision, .. } => decision,
        Body::RulingProtest { against, .. } => against.decision.as_ref()?,
        _ => return None,
    };
    let decision = match decision {
        NamedDecision::Revoked {
            what: Some(what), ..
        } => what,
        decision => decision,
    };
    let NamedDecision::DatesSet { ply, .. } = decision else {
        return None;
    };
    let made = usize::try_from(*ply)
        .ok()
        .and_then(|ply| game.moves.get(ply.checked_sub(1)?));
    Some(match made {
        Some(mv) => Dated {
            number: mv.number,
            side: mv.side,
        },
        None => Dated {
            number: game.move_number(),
            side: game.turn(),
        },
    })
}

#[derive(Serialize)]
struct Facts<'a> {
    to: To<'a>,
    club: ClubFacts<'a>,
    kind: &'static str,
    body: &'a Body,
    game: Option<LetterGame<'a>>,
    /// The end of a subject: the opponent's surname, both for who plays on neither side.
    against: String,
    moves: Vec<Mv<'a>>,
    quoted: Option<String>,
    likely: Vec<Likely>,
    /// The line of a remark that a yes to the letter carries out.
    yes: Option<String>,
    /// The squares that the refused move was read as: `e2`, `f4`.
    read_as: Option<[String; 2]>,
    example: Option<String>,
    /// The example is a move that would be accepted now, and not merely a form.
    example_fits: bool,
    /// The example is in digits.
    example_numeric: bool,
    white: Option<Clock>,
    black: Option<Clock>,
    running: Option<RunningFacts>,
    faults: Vec<FaultFacts<'a>>,
    penalties: Vec<PenaltyFacts<'a>>,
    today: Day,
    term: Option<Term>,
    /// The half-move whose dates a decision sets.
    dated: Option<Dated>,
    /// The number in the game of the move of an overstep.
    over_at: Option<u32>,
    decision: Option<EventId>,
    /// Who gave it, where it was not the arbiter: `Dora Dean (deputy)`.
    by: Option<String>,
    /// The letter tells how to write to us.
    help: bool,
    /// To whom the reader of a letter about no one game can write.
    arbiters: &'a [Official],
    has_remarks: bool,
    answering: bool,
    code: Option<&'a str>,
    count: usize,
    /// Series of moves that stand in the games that the letter lists.
    series: Vec<StandingSeries>,
    /// The opponent's postal address, line by line, where the game is played by post.
    opponent_at: &'a [String],
    /// The page of the game, where its moves may be made there.
    board_at: Option<String>,
    /// Moves, and what ends the game, are made there alone, and in no letter (54.2.1).
    on_board: bool,
}

/// A series that stands in one of the reader's games.
#[derive(Serialize)]
struct StandingSeries {
    game: String,
    /// The reader proposed it.
    yours: bool,
    /// Its branches, in both notations.
    branches: Vec<String>,
}

/// The series that stand in the games of a letter that lists them.
fn standing(request: &Composition<'_>) -> Vec<StandingSeries> {
    let stands = |game: &&GameFile| {
        let proposal = game.proposal.as_ref()?;
        let position = game.line.position();
        let language = request.to.language;
        let shown = |line: &Vec<String>| series::in_both(position, line, language);
        Some(StandingSeries {
            game: game.facts.name.to_string(),
            yours: request.to.is(game.player(proposal.side)),
            branches: proposal.branches.iter().filter_map(shown).collect(),
        })
    };
    request.games.iter().filter_map(stands).collect()
}

#[derive(Serialize)]
struct ClubFacts<'a> {
    name: &'a str,
    robot: &'a str,
}

/// The regulations a letter without a game speaks of.
pub fn profile(request: &Composition<'_>) -> Profile {
    let game = request.game.or(request.games.first().copied());
    let of_game = game.map(|g| g.facts.profile);
    of_game
        .or(request.ground.map(|g| g.profile))
        .unwrap_or(Profile::Email)
}

/// By which article an overstep loses in the game of a letter.
pub fn loss(request: &Composition<'_>) -> Article {
    request
        .game
        .map_or(Article::OverstepLoses, arbiter::article_of_loss)
}

/// All facts of a letter as one value.
pub fn facts(request: &Composition<'_>, club: &Club, voice: &Voice) -> Value {
    let notice = request.notice;
    let to = &request.to;
    let game = request.game;
    let running = game.and_then(|g| match request.common {
        Some(common) => common.running(g, request.now),
        None => game_view::running(g, request.now),
    });
    let clock = |side| game.map(|g| Clock::from(game_view::clock(g, side, request.moment())));
    let (faults, penalties) = game.map_or_else(Default::default, blemishes);
    let (example, example_fits) = shown_example(request, voice);
    let example_numeric = example
        .as_deref()
        .and_then(|e| e.rsplit(' ').next())
        .is_none_or(notation::is_numeric);
    let on_board = club.web.is_some() && game.is_some_and(|g| g.facts.is_on_board_alone());
    let mut likely = likely(&notice.body, game.zip(to.side), voice.language);
    // A move, too, is made there.
    likely.retain(|one| !on_board || one.what.is_some_and(|what| !is_of_the_board(what)));
    let facts = Facts {
        to: To {
            name: &to.name,
            greeting: to.greeting.as_deref(),
            arbiter: to.arbiter,
            office: to.office,
            side: to.side,
            paper: to.reach.is_post(),
            style: to.style,
            wishes: &to.wishes,
        },
        club: ClubFacts {
            name: club.named(voice),
            robot: &club.robot,
        },
        kind: notice.kind().name(),
        body: &notice.body,
        game: game.map(|g| game_facts(g, to, voice, request.today)),
        against: game.map_or_else(String::new, |g| against(g, to.side)),
        moves: game.map_or_else(Vec::new, |g| spoken_of(g, &notice.body, voice)),
        quoted: quoted(&notice.body).map(marked),
        yes: asked_beside(&notice.remarks)
            .filter(|_| likely.iter().all(|l| l.beside))
            .map(|asked| asked.line),
        likely,
        read_as: refused(&notice.body).and_then(read_as),
        example,
        example_fits,
        example_numeric,
        white: clock(Side::White),
        black: clock(Side::Black),
        running: game
            .zip(running)
            .map(|(g, r)| running_facts(g, r, to, request.moment())),
        faults,
        penalties,
        today: request.today,
        term: term(request),
        dated: game.and_then(|g| dated(g, &notice.body)),
        over_at: game.and_then(|g| over_at(g, &notice.body)),
        decision: notice.decision,
        by: notice.by.as_ref().map(|by| {
            let role = word(voice.language, "role", &by.role);
            format!("{} ({role})", by.name)
        }),
        help: request.help,
        arbiters: request.arbiters,
        has_remarks: !notice.remarks.is_empty(),
        answering: request.thread.answering.is_some(),
        code: one_code(request.games),
        count: request.games.len(),
        series: standing(request),
        opponent_at: request.opponent_at,
        board_at: club
            .web
            .as_deref()
            .zip(game.filter(|g| g.facts.regulations.web_moves && !to.reach.is_post()))
            .map(|(web, g)| g.facts.name.page(web)),
        on_board,
    };
    Value::from(Serde(&facts))
}

/// The move of an overstep by its number in the game: that of the record is counted since
/// the clock began (55.6.4).
fn over_at(game: &GameFile, body: &Body) -> Option<u32> {
    let (Body::TimeForfeit { facts, .. } | Body::ClaimRefused { facts, .. }) = body else {
        return None;
    };
    let last = arithmetic(game, facts).last().map(|row| row.number);
    last.or(Some(facts.at_move))
}

/// The tournament of some games, where they are of one.
fn one_code<'a>(games: &[&'a GameFile]) -> Option<&'a str> {
    let mut codes = games.iter().map(|g| g.facts.name.code.as_str());
    let first = codes.next()?;
    codes.all(|code| code == first).then_some(first)
}

/// ` – Baker`: against whom a reader plays, or who plays.
fn against(game: &GameFile, reader: Option<Side>) -> String {
    let sides = match reader {
        Some(side) => vec![side.other()],
        None => Side::BOTH.to_vec(),
    };
    let named = sides.into_iter().map(|s| surname(&game.player(s).name));
    named.map(|name| format!(" – {name}")).collect()
}

/// `12.` or `12...`
pub fn label(number: u32, side: Side) -> String {
    match side {
        Side::White => format!("{number}."),
        Side::Black => format!("{number}..."),
    }
}

fn mv<'a>(mv: &'a PlayedMove, voice: &Voice) -> Mv<'a> {
    Mv {
        ply: mv.ply,
        label: label(mv.number, mv.side),
        side: mv.side,
        numeric: &mv.numeric,
        san: san_in(&mv.san, voice.language),
        received: mv.received,
        sent: mv.sent,
        days: mv.days,
        asked: mv.faults.iter().map(|f| f.days).sum(),
        penalty: mv.penalty,
        total: mv.total,
        variant: mv.variant,
    }
}

/// The half-moves a letter is about.
fn spoken_of<'a>(game: &'a GameFile, body: &Body, voice: &Voice) -> Vec<Mv<'a>> {
    let one;
    let plies: &[u32] = match body {
        Body::Confirmation { plies, .. } | Body::Move { plies, .. } => plies,
        Body::Repeat { ply, .. } => {
            one = [*ply];
            &one
        }
        _ => &[],
    };
    plies
        .iter()
        .filter_map(|ply| usize::try_from(*ply).ok()?.checked_sub(1))
        .filter_map(|index| game.moves.get(index))
        .map(|m| mv(m, voice))
        .collect()
}

fn game_facts<'a>(game: &'a GameFile, to: &Addressee, voice: &Voice, today: Day) -> LetterGame<'a> {
    let facts = &game.facts;
    let turn = game.turn();
    let code = game.result.map(|r| r.code);
    LetterGame {
        name: facts.name.to_string(),
        code: &facts.name.code,
        tournament: &facts.tournament_name,
        white: &game.player(Side::White).name,
        black: &game.player(Side::Black).name,
        opponent: to.side.map(|s| game.player(s.other()).name.as_str()),
        arbiter: &facts.arbiter.name,
        arbiter_email: &facts.arbiter.email,
        start: facts.start,
        end: facts.end,
        round: facts.round,
        board: facts.board,
        zone: facts.zone.name(),
        status: game.status.name(),
        plays: game.is_open() && !game.is_late_on(today),
        late: game.is_open() && game.is_late_on(today),
        turn,
        your_turn: to.side == Some(turn),
        untimed: game.is_untimed(),
        due: game.move_number(),
        label: label(game.move_number(), turn),
        ply: game.ply(),
        chess960: facts.variant == crate::chess::Variant::Chess960,
        array: array(game),
        castling: castling(game, to.side),
        draw_offer: game.draw_offer.map(|(side, _)| side),
        result: code.map(ResultCode::text),
        winner: code.and_then(winner),
        termination: game.result.map(|r| r.termination),
        last: game.moves.last().map(|m| mv(m, voice)),
        terms: terms(&facts.regulations, facts.profile),
        appeals: facts.appeals.as_ref().map(|o| o.name.as_str()),
        protested: game.exceeded.as_ref().is_some_and(|e| e.protested),
        equal_opinions: game
            .adjudication
            .as_ref()
            .is_some_and(|f| f.agreed().is_some()),
    }
}

fn terms(regulations: &Regulations, profile: Profile) -> TermFacts<'static> {
    let [penalty, penalty_again] = regulations.penalty_days;
    TermFacts {
        days_per_period: regulations.days_per_period,
        moves_per_period: regulations.moves_per_period,
        transit_days: regulations.transit_days,
        repeat_after_days: regulations.repeat_after_days,
        silence_days: regulations.silence_days,
        leave_days_per_year: regulations.leave_days_per_year,
        variants: regulations.variants,
        hours: regulations.day_unit == DayUnit::Hours24,
        numeric_only: regulations.notation == NotationRule::Numeric,
        doubled_after: regulations.double_after_days,
        immediate: regulations.forfeit == Forfeit::Immediate,
        claim: regulations.forfeit == Forfeit::Claim,
        penalty,
        penalty_again,
        lose_on_overstep: regulations.lose_on_overstep,
        warning_days: regulations.control_warning_days,
        profile: profile.word(),
    }
}

fn winner(code: ResultCode) -> Option<Side> {
    match code {
        ResultCode::White | ResultCode::WhiteForfeit => Some(Side::White),
        ResultCode::Black | ResultCode::BlackForfeit => Some(Side::Black),
        ResultCode::Draw | ResultCode::BothForfeit | ResultCode::BothLose | ResultCode::LeftOut => {
            None
        }
    }
}

fn running_facts(game: &GameFile, r: RunningView, to: &Addressee, when: Moment) -> RunningFacts {
    let clock = game_view::clock(game, r.side, when);
    RunningFacts {
        side: r.side,
        yours: to.side == Some(r.side),
        since: r.since,
        flag: r.flag,
        last_day: r.last_day,
        ends_first: r.ends_first(),
        over: match (game.facts.regulations.day_unit, when.at) {
            (DayUnit::Hours24, Some(now)) => r.falls_at <= now,
            _ => r.last_day < when.day,
        },
        expected: r.expected,
        on_paper: r.expected && game.gets_paper(r.side),
        control: clock.control,
        left: clock.left,
        received_from: if game.ply() == 0 { "start" } else { "move" },
        series: r
            .series
            .map(|(through, last_day)| SeriesTerm { through, last_day }),
        anew: r.anew,
    }
}

/// Faults and penalties of the whole game, in the order of the moves.
fn blemishes(game: &GameFile) -> (Vec<FaultFacts<'_>>, Vec<PenaltyFacts<'_>>) {
    fn fault(f: &Fault, number: u32, side: Side) -> FaultFacts<'_> {
        FaultFacts {
            label: label(number, side),
            side,
            kind: f.kind,
            text: &f.text,
            received: f.since,
            sent: f.sent,
            days: f.days,
        }
    }
    let mut faults = Vec::new();
    for mv in &game.moves {
        faults.extend(mv.faults.iter().map(|f| fault(f, mv.number, mv.side)));
    }
    let due = (game.move_number(), game.turn());
    faults.extend(game.pending.iter().map(|f| fault(f, due.0, due.1)));
    let mut penalties = Vec::new();
    for (entry, (side, ply, days)) in game.penalties_counted() {
        let index = usize::try_from(ply).unwrap_or(0).wrapping_sub(1);
        let number = match game.moves.get(index) {
            Some(mv) => mv.number,
            None => game_view::due_number(game, side),
        };
        penalties.push(PenaltyFacts {
            label: label(number, side),
            side,
            days,
            article: entry.grounds.as_deref().unwrap_or(""),
            note: &entry.note,
        });
    }
    (faults, penalties)
}

/// The text of a move that was refused or asked about.
fn refused(body: &Body) -> Option<&str> {
    match body {
        Body::Rejection { text, .. }
        | Body::NotUnderstood {
            question: Question::UnclearMove { text, .. },
            ..
        } => Some(text).filter(|t| !t.is_empty()).map(String::as_str),
        _ => None,
    }
}

/// The squares of a numeric or coordinate move, as a reader names them.
fn read_as(text: &str) -> Option<[String; 2]> {
    let squares = notation::squares(text)?;
    let name = |(file, rank): (u8, u8)| {
        let file = char::from(b'a' + file.saturating_sub(1));
        format!("{file}{rank}")
    };
    Some([name(squares.from?), name(squares.to)])
}

/// The example of an answer, and whether it is a move that can be made: after a
/// refusal it is, in the notation of the player's own move.
fn shown_example(request: &Composition<'_>, voice: &Voice) -> (Option<String>, bool) {
    let Some(game) = request.game else {
        return (None, false);
    };
    let body = &request.notice.body;
    let asks = matches!(body, Body::Rejection { .. } | Body::NotUnderstood { .. });
    let own_turn = request.to.side == Some(game.turn());
    let fitting = (asks && own_turn)
        .then(|| arbiter::example(game, refused(body), voice.language))
        .flatten();
    match fitting {
        Some(example) => (Some(example), true),
        None => (Some(example(game, request.to.side)), false),
    }
}

/// A line a player could write now: the right number, and a move by which only
/// the form is shown.
fn example(game: &GameFile, reader: Option<Side>) -> String {
    let side = reader.unwrap_or(game.turn());
    let number = game_view::due_number(game, side);
    let mv = match side {
        Side::White => "5254",
        Side::Black => "5755",
    };
    format!("{} {mv}", label(number, side))
}

fn quoted(body: &Body) -> Option<&Quoted> {
    match body {
        Body::Rejection { quoted, .. } | Body::NotUnderstood { quoted, .. } => quoted.as_ref(),
        _ => None,
    }
}

/// Most characters of a quoted line; a longer one is shown around the place meant.
const QUOTE: usize = 160;

/// The player's line alone, marked as a quotation, so that it is none of ours should the
/// letter come back.
fn marked(quoted: &Quoted) -> String {
    let bad = |c: char| c.is_control() || super::mime::turns(c);
    let line = quoted.line.chars().map(|c| if bad(c) { ' ' } else { c });
    let line: Vec<char> = line.collect();
    let end = (quoted.offset + quoted.length.clamp(1, QUOTE)).min(line.len());
    let from = match line.len() <= QUOTE || end <= QUOTE {
        true => 0,
        false => end.saturating_sub(QUOTE * 2 / 3),
    };
    let shown: String = line.iter().skip(from).take(QUOTE).collect();
    let before = if from > 0 { "… " } else { "" };
    let after = if line.len() > from + QUOTE {
        " …"
    } else {
        ""
    };
    format!("> {before}{}{after}", shown.trim())
}

/// The tag of a subject: `[CODE/N]`.
pub fn tag(name: &GameName) -> String {
    format!("[{name}]")
}

/// `CODE-N.pgn`: Scid finds a game by this name.
pub fn pgn_name(name: &GameName) -> String {
    format!("{}-{}.pgn", name.code, name.number)
}

fn array(game: &GameFile) -> Option<NumberedArray> {
    let start = game.facts.start_fen.as_deref();
    let start = start.filter(|_| game.facts.variant == crate::chess::Variant::Chess960);
    start.and_then(chess960::array_of)
}

/// How a side castles in Chess960: `0-0 = 6171, 0-0-0 = 6131`; nothing where it cannot, or
/// where castling is written as everywhere.
fn castling(game: &GameFile, side: Option<Side>) -> String {
    let ways = side.filter(|_| game.facts.variant == crate::chess::Variant::Chess960);
    let ways = ways.map(|side| game.line.position().castlings(side));
    let ways = ways.into_iter().flatten();
    let shown: Vec<String> = ways
        .map(|(name, digits)| format!("{name} = {digits}"))
        .collect();
    shown.join(", ")
}
