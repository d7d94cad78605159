//! Made-up letters: every notice, remark, question, reason and decision there
//! is, so that no sentence is missing in any language. `postchess check` and
//! the tests write them all.

use super::{
    Addressee, Composed, Composer, Composition, Ids, MailThread, ReaderOffice, TemplateError,
};
use crate::arbiter::Verdict;
use crate::arbiter::notice::WordsFate;
use crate::arbiter::notice::{
    AddressTrouble, AskedBecause, AskedFor, Body, Candidate, CodeTerms, CodeTrouble, DatesGiven,
    EnteredOpinion, GameFate, HandedOver, LeaveOutcome, NamedDecision, OfLetter, OpenMatter,
    OpinionFacts, OrderOutcome, OrderResult, OverstepFacts, PartOutcome, ProtestTrouble, Protested,
    Question, Quoted, ReplacementReader, SaidBefore, Starter, TodayComing, TodayMatter,
    WaitingLetter,
};
use crate::arbiter::{Notice, NoticeKind, Recipient, Remark};
use crate::chess::notation::Reason;
use crate::chess::{BySide, Side, Variant};
use crate::clock::DaySpan;
use crate::ids::{EventId, GameId, GameName, LeaveId, OutboundId, PlayerId, TournamentId};
use crate::language::Language;
use crate::messages::letters;
use crate::record::Unheeded;
use crate::record::{
    About, AppealTrouble, Cause, Entry, Event, FaultKind, GameFacts, GameFile, GamePlayer,
    LeaveSpan, Official, RecordError, Recorded, ResultCode, Termination, Unfinished,
};
use crate::record::{Wish, Wishes};
use crate::request::{Doubt, GraveAct, LetterStyle};
use crate::rules::{Profile, Regulations};
use crate::time::{Day, Instant, Zone};
use std::sync::{Arc, LazyLock};

/// Half-moves of the sample game, UCI: an old Italian.
const MOVES: [&str; 16] = [
    "e2e4", "e7e5", "g1f3", "b8c6", "f1c4", "f8c5", "c2c3", "g8f6", "d2d4", "e5d4", "c3d4", "c5b4",
    "b1c3", "f6e4", "e1g1", "b4c3",
];

/// The day on which the sample game starts.
pub fn start() -> Day {
    Day::new(2026, 1, 10).unwrap_or_else(|| Zone::utc().day(Instant::from_unix(0)))
}

/// Writes every sample in every language, and shows each to `visit`.
///
/// # Errors
///
/// The first letter that cannot be written.
pub fn render_all(
    composer: &Composer,
    mut visit: impl FnMut(&Notice, Language, &Composed),
) -> Result<(), TemplateError> {
    for language in Language::ALL {
        let failed = |kind: &'static str, message: String| TemplateError::Render {
            kind,
            language,
            message,
        };
        let folded = |e: RecordError| failed("sample", e.to_string());
        let running = game(language, MOVES.len(), &[]).map_err(folded)?;
        let fresh = game(language, 0, &[]).map_err(folded)?;
        let mut ended = Vec::new();
        for termination in TERMINATIONS {
            let code = match termination {
                Termination::Checkmate | Termination::Resignation => ResultCode::White,
                Termination::Time | Termination::Silence => ResultCode::Black,
                Termination::Default => ResultCode::BothForfeit,
                _ => ResultCode::Draw,
            };
            let end = Event::Ended {
                result: code,
                termination,
            };
            ended.push(game(language, 9, &[end]).map_err(folded)?);
        }
        let players_games = [&running];
        for (notice, about) in notices() {
            let games: Vec<Option<&GameFile>> = match about {
                Needs::Nothing => vec![None],
                Needs::Running => vec![Some(&running)],
                Needs::Either => vec![None, Some(&running)],
                Needs::AnyStart => vec![Some(&running), Some(&fresh)],
                Needs::Ended => ended.iter().map(Some).collect(),
            };
            for game in games {
                // Remarks and questions say the same to everyone.
                let all = notice.remarks.is_empty() && notice.kind() != NoticeKind::NotUnderstood;
                for (side, arbiter) in READERS.into_iter().take(if all { 3 } else { 1 }) {
                    let request =
                        composition(&notice, game, &players_games, language, side, arbiter);
                    let letter = composer
                        .compose(&request)
                        .map_err(|e| failed(notice.kind().name(), e.to_string()))?;
                    visit(&notice, language, &letter);
                }
            }
        }
    }
    Ok(())
}

/// Who reads: both players and the arbiter.
const READERS: [(Option<Side>, bool); 3] = [
    (Some(Side::White), false),
    (Some(Side::Black), false),
    (None, true),
];

/// Which game a sample is written about.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Needs {
    /// None.
    Nothing,
    /// One that is being played.
    Running,
    /// One, or none.
    Either,
    /// One with moves, and one without.
    AnyStart,
    /// Games that are over, one for each cause.
    Ended,
}

/// A composition around a notice.
pub fn composition<'a>(
    notice: &'a Notice,
    game: Option<&'a GameFile>,
    games: &'a [&'a GameFile],
    language: Language,
    side: Option<Side>,
    arbiter: bool,
) -> Composition<'a> {
    let player = side.map(|s| player(language, s));
    Composition {
        notice,
        game,
        games,
        ground: None,
        arbiters: &*ARBITERS,
        together: &[],
        to: Addressee {
            name: player.as_ref().map_or("Orlov", |p| &p.name).to_owned(),
            greeting: None,
            email: player
                .as_ref()
                .map_or("td@club.example", |p| &p.email)
                .to_owned(),
            language,
            style: LetterStyle::Full,
            wishes: Wishes::default(),
            side,
            arbiter,
            office: match arbiter {
                true => ReaderOffice::Arbiter,
                false => ReaderOffice::Player,
            },
        },
        help: false,
        thread: MailThread {
            root: Some("g1.p0.rootrootrootrootrootroot@club.example".to_owned()),
            last: Some("g1.p15.lastlastlastlastlastlast@club.example".to_owned()),
            answering: Some("CAF+abc123@mail.example.org".to_owned()),
        },
        ids: Ids {
            message_id: "g1.p16.abcdefghijklmnopqrstuvwx@club.example".to_owned(),
            reply_token: Some("abcdefghijklmnopqrstuvwxyz".to_owned()),
        },
        now: at(60),
        today: start().plus(60),
    }
}

/// To whom a reader of a letter about no one game can write.
static ARBITERS: LazyLock<[Official; 1]> = LazyLock::new(|| {
    [Official {
        name: "Orlov".to_owned(),
        email: "td@club.example".to_owned(),
    }]
});

/// Noon (UTC) of the n-th day of the sample game.
fn at(days: i64) -> Instant {
    Zone::utc()
        .begins(start())
        .plus_seconds(days * 86_400 + 43_200)
}

/// A made-up name, as the catalogue has it.
fn made_up(language: Language, key: &str) -> String {
    letters::said(language, key).unwrap_or(key).to_owned()
}

/// The sample players, with names of their language.
pub fn player(language: Language, side: Side) -> GamePlayer {
    let (id, name, email, number) = match side {
        Side::White => (1, "sample.white", "white@example.org", 1),
        Side::Black => (2, "sample.black", "black@example.org", 2),
    };
    GamePlayer {
        id: PlayerId(id),
        name: made_up(language, name),
        email: email.to_owned(),
        language,
        rating: (side == Side::White).then_some(2150),
        style: LetterStyle::Full,
        wishes: Wishes::default(),
        start_number: number,
    }
}

/// A sample game of some half-moves, with further events after them.
///
/// # Errors
///
/// Entries that do not fit; there are none.
pub fn game(language: Language, plies: usize, more: &[Event]) -> Result<GameFile, RecordError> {
    let facts = GameFacts {
        id: GameId(1),
        name: GameName {
            code: "RU26-01".to_owned(),
            number: 3,
        },
        tournament: TournamentId(1),
        tournament_name: made_up(language, "sample.tournament"),
        profile: Profile::Email,
        regulations: Arc::new(Regulations::of(Profile::Email)),
        round: 2,
        board: 1,
        players: BySide {
            white: player(language, Side::White),
            black: player(language, Side::Black),
        },
        arbiter: Official {
            name: "Orlov".to_owned(),
            email: "td@club.example".to_owned(),
        },
        appeals: None,
        adjudicator: None,
        language,
        variant: Variant::Standard,
        start_fen: None,
        start: start(),
        end: None,
        zone: Zone::parse("Europe/Moscow").unwrap_or_else(Zone::utc),
    };
    let leave = BySide {
        white: Vec::new(),
        black: vec![LeaveSpan {
            id: LeaveId(7),
            days: DaySpan {
                from: start().plus(10),
                to: start().plus(14),
            },
        }],
    };
    GameFile::fold(Arc::new(facts), leave, entries(plies, more))
}

/// The record: each move three days after the last letter, a fault before the fourth.
fn entries(plies: usize, more: &[Event]) -> Vec<Recorded> {
    let mut events = vec![
        Event::Started,
        Event::LetterLeft {
            ply: 0,
            about: About::Start,
            to: Side::White,
            left: at(-3),
        },
    ];
    let mut day = 0;
    for (ply, uci) in (1u32..).zip(MOVES.iter().take(plies)) {
        let side = if ply % 2 == 1 {
            Side::White
        } else {
            Side::Black
        };
        let received = start().plus(day);
        if ply == 7 {
            events.push(Event::Faulty {
                ply,
                fault: FaultKind::Impossible,
                text: "6167".to_owned(),
                received,
                sent: received.plus(1),
                sent_at: at(day + 1),
                charged: Some(2),
            });
            events.push(Event::penalty(side, 2, ply));
            day += 2;
        }
        let received = start().plus(day);
        day += 3;
        events.push(Event::MovePlayed {
            ply,
            uci: (*uci).to_owned(),
            received,
            sent: start().plus(day),
            sent_at: at(day),
            variant: false,
        });
        events.push(Event::LetterLeft {
            ply,
            about: About::Move,
            to: side.other(),
            left: at(day),
        });
        day += 1;
    }
    events.extend(more.iter().cloned());
    events
        .into_iter()
        .zip(1..)
        .map(|(event, id)| {
            let article = crate::rules::Article::FaultPenalty.number(Profile::Email);
            let penalty = matches!(event, Event::Penalty { .. });
            let entry = Entry::new(at(0), Cause::Tick, event);
            let entry = if penalty { entry.on(article) } else { entry };
            let id = EventId(id);
            Recorded { id, entry }
        })
        .collect()
}

fn note(body: Body) -> Notice {
    Notice::new(Recipient::Arbiter, body)
}

/// Every notice there can be.
pub fn notices() -> Vec<(Notice, Needs)> {
    let mut all: Vec<(Notice, Needs)> = Vec::new();
    for (body, needs) in bodies() {
        all.push((note(body), needs));
    }
    // To a player these are a letter of another kind than to an official.
    for (body, needs) in heldback() {
        if let Body::Together { .. } = body {
            all.push((Notice::new(Recipient::Player(PlayerId(1)), body), needs));
        }
    }
    for remark in remarks() {
        let mut notice = note(Body::Confirmation {
            plies: vec![15],
            draw_offered: false,
            only_checked: false,
        });
        notice.remarks.push(remark);
        all.push((notice, Needs::Running));
    }
    for question in questions() {
        let body = Body::NotUnderstood {
            question,
            quoted: Some(quoted()),
        };
        all.push((note(body), Needs::Either));
    }
    for decision in decisions() {
        let needs = match decision {
            NamedDecision::LeaveGranted { .. }
            | NamedDecision::LeaveKept { .. }
            | NamedDecision::LeaveCancelled { .. }
            | NamedDecision::AccessLost { .. }
            | NamedDecision::Withdrawn { .. }
            | NamedDecision::Replaced { .. }
            | NamedDecision::Compensated { .. }
            | NamedDecision::TournamentPaused { .. } => Needs::Either,
            _ => Needs::Running,
        };
        let body = Body::Ruling {
            decision,
            reason: "A telephone call.\nFrom the club.".to_owned(),
            article: "53.3".to_owned(),
            protest_days: 14,
        };
        all.push((note(body), needs));
    }
    all
}

/// A game with the adjudicator.
fn adjudications() -> Vec<(Body, Needs)> {
    let until = start().plus(74);
    let opinion = |side, result: &str, text: &str| OpinionFacts {
        side,
        result: result.to_owned(),
        text: text.to_owned(),
    };
    let analysis = "9. 6344 5544 10. 4544\n3254!?";
    let white = || opinion(Side::White, "1-0", analysis);
    let black = || opinion(Side::Black, "1/2-1/2", "");
    let command = || "postchess td adjudicate RU26-01/3 RESULT".to_owned();
    let mut all: Vec<Body> = Vec::new();
    for rules in [true, false] {
        all.push(Body::OpinionsAsked {
            end: start().plus(60),
            until,
            names_move: rules,
            equal_ends: rules,
        });
    }
    for (again, late, concedes) in [
        (false, false, false),
        (true, false, true),
        (false, true, false),
    ] {
        all.push(Body::OpinionTaken {
            opinion: white(),
            again,
            late,
            concedes,
            until: (!late).then_some(until),
            entered: (again || late).then(|| EnteredOpinion {
                sent: until,
                reason: if late {
                    "A telephone call.".to_owned()
                } else {
                    String::new()
                },
            }),
        });
    }
    for opinions in [vec![white(), black()], vec![black()], Vec::new()] {
        all.push(Body::OpinionsClosed {
            equal: opinions.is_empty(),
            opinions,
            command: command(),
        });
    }
    let named = || Some("Ann".to_owned());
    for (last, may_appeal) in [(false, true), (false, false), (true, false)] {
        for adjudicator in [named(), None] {
            all.push(Body::Adjudicated {
                result: "1/2-1/2".to_owned(),
                reason: "9. 6344? 4355!".to_owned(),
                last,
                may_appeal,
                until,
                adjudicator,
                opinions: vec![white(), black()],
            });
        }
    }
    for adjudicator in [named(), None] {
        all.push(Body::AppealTaken {
            side: Side::White,
            text: "9. 6344!".to_owned(),
            first: "1/2-1/2".to_owned(),
            reason: "9. 6344? 4355!".to_owned(),
            opinions: vec![white(), black()],
            adjudicator,
            command: command(),
        });
    }
    for why in [
        AppealTrouble::Late,
        AppealTrouble::NothingSent,
        AppealTrouble::Final,
    ] {
        let until = Some(until);
        all.push(Body::AppealRefused { why, until });
    }
    let with = |body| (body, Needs::AnyStart);
    all.into_iter().map(with).collect()
}

/// The first letter of a tournament, to number 1.
fn start_body() -> Body {
    let starter = |number: u32, name: &str, federation: Option<&str>, games: &[(u32, Side)]| {
        let game = |(number, side): &(u32, Side)| {
            let name = GameName {
                code: "RU26-01".to_owned(),
                number: *number,
            };
            (name, *side)
        };
        Starter {
            number,
            name: name.to_owned(),
            rating: (number != 3).then_some(2000 + number),
            federation: federation.map(str::to_owned),
            reader: number == 1,
            games: games.iter().map(game).collect(),
        }
    };
    Body::Start {
        games: 3,
        list: vec![
            starter(1, "Иванов Иван", Some("РУС"), &[]),
            starter(2, "Петров Пётр", Some("УКР"), &[(3, Side::White)]),
            starter(3, "Новак Ева", None, &[(5, Side::Black)]),
            starter(
                4,
                "Гай Філіп",
                Some("УКР"),
                &[(1, Side::White), (8, Side::Black)],
            ),
        ],
        from: None,
    }
}

/// A game that another has begun.
fn taken_over() -> Body {
    Body::Start {
        games: 1,
        list: Vec::new(),
        from: Some("Новак Ева".to_owned()),
    }
}

/// Codes, and what waits for them.
pub(super) fn codes() -> Vec<(Body, Needs)> {
    let terms = || CodeTerms {
        code: "K7HM4XPAWE".to_owned(),
        until: start().plus(63),
        at: "15:04".to_owned(),
        zone: "Europe/Moscow".to_owned(),
    };
    let games = || vec!["RU26-01/3".to_owned(), "RU26-01/12".to_owned()];
    let tournament = || "RU26-01".to_owned();
    let mut all = vec![
        (Body::LetterDisowned, Needs::Nothing),
        (
            Body::AddressAsked {
                new: "white@club.example".to_owned(),
                terms: terms(),
            },
            Needs::Nothing,
        ),
        (
            Body::WithdrawalAsked {
                one_word: false,
                tournament: tournament(),
                games: games(),
                terms: terms(),
            },
            Needs::Nothing,
        ),
        (
            Body::WithdrawalAsked {
                one_word: true,
                tournament: tournament(),
                games: games(),
                terms: terms(),
            },
            Needs::Nothing,
        ),
        (
            Body::WithdrawalPassedOn {
                name: "Ann".to_owned(),
                tournament: tournament(),
                games: games(),
                command: "postchess td withdraw RU26-01:1 RU26-01 --games lose".to_owned(),
            },
            Needs::Nothing,
        ),
    ];
    let asked = |what: &str, text: &str| AskedFor {
        what: what.to_owned(),
        game: Some("RU26-01/3".to_owned()),
        text: text.to_owned(),
    };
    let waiting = |asks: Vec<AskedFor>, elsewhere| WaitingLetter {
        day: start().plus(60),
        at: "09:05".to_owned(),
        elsewhere,
        asks,
        terms: terms(),
    };
    for (letters, grave, more) in [
        (vec![waiting(Vec::new(), false)], Vec::new(), 0),
        (
            vec![waiting(vec![asked("move", "12. 5254")], false)],
            Vec::new(),
            0,
        ),
        (
            vec![
                waiting(
                    vec![asked("status", ""), asked("leave", "2026-07-01 2026-07-14")],
                    true,
                ),
                waiting(vec![asked("move", "12. 5254")], false),
            ],
            vec![waiting(vec![asked("resign", "")], false)],
            3,
        ),
    ] {
        let body = Body::Challenge {
            letters,
            grave,
            more,
        };
        all.push((body, Needs::Either));
    }
    for why in [
        CodeTrouble::Unknown,
        CodeTrouble::Expired,
        CodeTrouble::Used,
        CodeTrouble::Unclear,
        CodeTrouble::Aside,
        CodeTrouble::Copied,
    ] {
        all.push((Body::CodeRefused { why }, Needs::Nothing));
    }
    for why in [
        AddressTrouble::Taken,
        AddressTrouble::Robot,
        AddressTrouble::Same,
        AddressTrouble::Malformed,
    ] {
        all.push((Body::AddressRefused { why }, Needs::Nothing));
    }
    for (old, reason) in [(false, ""), (true, ""), (false, "A telephone call.")] {
        let body = Body::AddressChanged {
            name: "Ann".to_owned(),
            player: PlayerId(1),
            old,
            ordered: false,
            reason: reason.to_owned(),
        };
        all.push((body, Needs::Nothing));
    }
    for withdrawal in [false, true] {
        all.push((Body::RequestDropped { withdrawal }, Needs::Nothing));
    }
    all
}

/// One body of each kind, and of each case that has words of its own.
fn bodies() -> Vec<(Body, Needs)> {
    let mut all = vec![
        (start_body(), Needs::AnyStart),
        (taken_over(), Needs::Running),
        (Body::Result, Needs::Ended),
        (Body::Status { done: Vec::new() }, Needs::Nothing),
        (Body::Status { done: outcomes() }, Needs::Nothing),
        (Body::Report, Needs::Nothing),
        (
            Body::FinalTable {
                name: "RU26-01".to_owned(),
                code: "RU26-01".to_owned(),
                table: vec![
                    " 1   1   Ann   ×  1".to_owned(),
                    " 2   2   Ann   0  ×".to_owned(),
                ],
                due: start().plus(10),
            },
            Needs::Nothing,
        ),
        (Body::Help, Needs::Either),
    ];
    all.extend(adjudications());
    for (draw_offered, only_checked) in [(false, false), (true, false), (false, true)] {
        for plies in [vec![15], vec![13, 14, 15], vec![]] {
            let body = Body::Confirmation {
                plies,
                draw_offered,
                only_checked,
            };
            all.push((body, Needs::AnyStart));
        }
    }
    for draw_offered in [false, true] {
        for plies in [vec![16], vec![14, 15, 16]] {
            let body = Body::Move {
                plies,
                draw_offered,
            };
            all.push((body, Needs::Running));
        }
    }
    for fault in FAULTS {
        for (penalty, twice) in [(0, false), (2, false), (10, true)] {
            let mut body = rejection(fault, None, penalty);
            if let Body::Rejection { again, .. } = &mut body {
                *again = twice;
            }
            all.push((body, Needs::Running));
        }
    }
    for fault in FAULTS {
        for penalty in [0, 2] {
            let mut body = rejection(fault, None, penalty);
            if let Body::Rejection { only_checked, .. } = &mut body {
                *only_checked = true;
            }
            all.push((body, Needs::Running));
        }
    }
    for reason in REASONS {
        let body = rejection(FaultKind::Unreadable, Some(reason), 2);
        all.push((body, Needs::Running));
    }
    for yours in [false, true] {
        all.push((Body::DrawOffered { yours }, Needs::Running));
        all.push((Body::DrawDeclined { yours }, Needs::Running));
    }
    for (asked, copy, restored, ply) in [
        (true, false, false, 16),
        (false, false, false, 0),
        (false, true, false, 16),
        (false, false, true, 16),
    ] {
        let body = Body::Repeat {
            ply,
            asked,
            days: 21,
            copy,
            restored,
        };
        all.push((body, Needs::Running));
    }
    for last_day in [false, true] {
        let body = Body::Reminder {
            left: if last_day { 0 } else { 4 },
            flag: start().plus(70),
            last_day,
            wished: false,
        };
        all.push((body, Needs::Running));
        let body = Body::Reminder {
            left: if last_day { 0 } else { 10 },
            flag: start().plus(70),
            last_day,
            wished: true,
        };
        all.push((body, Needs::Running));
    }
    all.extend(protests());
    for (count, left_out) in [(12, 0), (1, 7)] {
        let body = Body::Correspondence {
            letters: String::new(),
            count,
            left_out,
        };
        all.push((body, Needs::AnyStart));
    }
    for side in Side::BOTH {
        all.push((Body::ForfeitEntered { side }, Needs::Running));
        all.push((Body::ForfeitAnnulled { side }, Needs::Running));
        all.push((Body::Silence { days: 41, side }, Needs::Running));
        for (lost, claimed, no_mate, resets) in [
            (false, false, false, false),
            (true, true, false, false),
            (false, false, true, false),
            (false, true, false, true),
        ] {
            let body = Body::TimeForfeit {
                facts: overstep(side),
                lost,
                claimed,
                protest_days: 14,
                no_mate,
                resets,
            };
            all.push((body, Needs::Running));
        }
        for (late, barred) in [(false, false), (true, false), (false, true)] {
            let body = Body::ClaimRefused {
                facts: OverstepFacts {
                    limit: 60,
                    thinking: false,
                    ..overstep(side)
                },
                late,
                barred,
            };
            all.push((body, Needs::Running));
        }
        let body = Body::SealedMove {
            side,
            text: "12. 5254".to_owned(),
        };
        all.push((body, Needs::Running));
        for in_time in [false, true] {
            let body = Body::Protest {
                side,
                text: "I sent it on the 3rd.\n\nFrom my son's computer.".to_owned(),
                in_time,
            };
            all.push((body, Needs::Running));
        }
    }
    all.extend(leaves());
    all.extend(codes());
    all.extend(heldback());
    all.push((
        Body::ToArbiter {
            name: "Ann".to_owned(),
            text: "Is the match on?".to_owned(),
            game: Some("RU26-01/3".to_owned()),
        },
        Needs::Either,
    ));
    all.push((
        Body::Copied {
            beside: NoticeKind::Digest,
            name: "Ann".to_owned(),
            text: "12. 5254".to_owned(),
        },
        Needs::Running,
    ));
    all.extend(delivery_problems());
    let told = [
        "forged-letter",
        "unconfirmed",
        "answers-stopped",
        "hour-in-doubt",
    ];
    let matters = told.map(|what| OpenMatter {
        game: Some("RU26-01/3".to_owned()),
        what: what.to_owned(),
        article: "56.6.3".to_owned(),
        until: Some(start().plus(80)),
        command: "postchess inbox show 7".to_owned(),
        note: "RU26-01".to_owned(),
    });
    all.extend(transcripts());
    all.extend(days());
    for matters in [Vec::new(), matters.to_vec()] {
        all.push((Body::Digest { matters }, Needs::Nothing));
    }
    all
}

/// The arbiter's day: one with everything in it, and one in which nothing waits.
fn days() -> Vec<(Body, Needs)> {
    let matter = |settles: Option<Day>, console: Vec<String>| TodayMatter {
        game: Some("RU26-01/3".to_owned()),
        what: "protest".to_owned(),
        article: "56.6.4".to_owned(),
        term: "14.03.2026".to_owned(),
        settles,
        about: "Ann – Orlov".to_owned(),
        note: "RU26-01".to_owned(),
        orders: match console.is_empty() {
            true => vec!["CONFIRM-FORFEIT RU26-01/3".to_owned()],
            false => Vec::new(),
        },
        console,
    };
    let coming = |game: Option<&str>, side| TodayComing {
        day: start().plus(80),
        game: game.map(str::to_owned),
        name: if game.is_some() { "Ann" } else { "" }.to_owned(),
        side,
        then: "RU26".to_owned(),
        article: "56.4.10".to_owned(),
    };
    let console = vec!["postchess outbox retry 7".to_owned()];
    let full = Body::Today {
        matters: vec![matter(None, Vec::new()), matter(None, console)],
        settling: vec![matter(Some(start().plus(81)), Vec::new())],
        coming: vec![
            coming(Some("RU26-01/3"), Some(Side::White)),
            coming(None, None),
        ],
        more: 2,
        days: 7,
        strangers: 4,
        archive: Some(crate::arbiter::notice::ArchiveHead {
            line: 1_234,
            head: "c0ffee".repeat(10),
        }),
    };
    let empty = Body::Today {
        matters: Vec::new(),
        settling: Vec::new(),
        coming: Vec::new(),
        more: 0,
        days: 7,
        strangers: 0,
        archive: None,
    };
    vec![(full, Needs::Nothing), (empty, Needs::Nothing)]
}

/// Orders by letter: each that may become of one, none, and the question whose they are.
fn transcripts() -> Vec<(Body, Needs)> {
    let letters = || vec![("ruling".to_owned(), "Ann".to_owned())];
    let became = [
        OrderResult::Done {
            number: Some(123),
            what: "RU26-01/3: White exceeded the time".to_owned(),
            letters: letters(),
            shown: String::new(),
            released: 1,
            effect: "RU26-01/3\n  1/60, 2/60\n".to_owned(),
        },
        OrderResult::Would {
            what: "RU26-01/3: White exceeded the time".to_owned(),
            effect: "RU26-01/3\n  1/60, 2/60\n".to_owned(),
            asks: "RU26-01/3: 61/60".to_owned(),
            letters: letters(),
            shown: "RU26-01\n  show the games\n".to_owned(),
        },
        OrderResult::Asked {
            why: "RU26-01/3: 61/60".to_owned(),
            line: "PENALTY RU26-01/3 white 60 ANYWAY".to_owned(),
            effect: "RU26-01/3\n  1/60, 2/60\n".to_owned(),
        },
        OrderResult::NotUnderstood,
        OrderResult::Refused {
            why: "RU26-01/3: the time".to_owned(),
            usage: "CONFIRM-FORFEIT GAME".to_owned(),
            example: "CONFIRM-FORFEIT RU26-01/3".to_owned(),
        },
        OrderResult::NotYours {
            code: "RU26-02".to_owned(),
        },
        OrderResult::Before,
        OrderResult::Shown {
            text: "RU26-01\n  show the games\n".to_owned(),
        },
        OrderResult::TooMany,
    ];
    let lines = became.map(|became| OrderOutcome {
        read: "PENALTY RU26-01/3 white 2".to_owned(),
        reason: "the telephone call".to_owned(),
        became,
    });
    let terms = CodeTerms {
        code: "K7HM4XPAWE".to_owned(),
        until: start().plus(3),
        at: "15:04".to_owned(),
        zone: "Europe/Moscow".to_owned(),
    };
    vec![
        (
            Body::Transcript {
                lines: lines.to_vec(),
            },
            Needs::Nothing,
        ),
        (Body::Transcript { lines: Vec::new() }, Needs::Nothing),
        (
            Body::Challenge {
                letters: vec![WaitingLetter {
                    day: start(),
                    at: "09:05".to_owned(),
                    elsewhere: false,
                    asks: vec![AskedFor {
                        what: "order".to_owned(),
                        game: None,
                        text: "PENALTY RU26-01/3 white 2".to_owned(),
                    }],
                    terms,
                }],
                grave: Vec::new(),
                more: 0,
            },
            Needs::Nothing,
        ),
    ]
}

/// Protests against decisions in force, and claims of a dead position.
fn protests() -> Vec<(Body, Needs)> {
    let against = |decision| Protested {
        number: 123,
        day: start().plus(40),
        article: "53.3".to_owned(),
        reason: "A telephone call.".to_owned(),
        decision,
    };
    let text = || "A telephone call.".to_owned();
    let mut all = Vec::new();
    // A few of them: the other letters are much the same.
    for decision in decisions().into_iter().step_by(4) {
        for (appeals, first) in [
            (None, false),
            (None, true),
            (Some("Orlov".to_owned()), false),
        ] {
            let body = Body::RulingProtest {
                side: Side::Black,
                text: text(),
                against: against(Some(decision.clone())),
                by: appeals.is_none().then(|| "Новак Ева".to_owned()),
                appeals,
                first,
            };
            all.push((body, Needs::Running));
        }
    }
    for why in [
        ProtestTrouble::Late,
        ProtestTrouble::Pending,
        ProtestTrouble::Final,
    ] {
        let body = Body::ProtestRefused {
            why,
            against: against(None),
            received: start().plus(41),
            until: start().plus(55),
            sent: start().plus(56),
        };
        all.push((body, Needs::Running));
    }
    for (waits, can_mate) in [(false, true), (false, false), (true, true)] {
        let body = Body::DeadPositionClaimed {
            side: Side::White,
            text: text(),
            waits,
            can_mate: BySide {
                white: can_mate,
                black: true,
            },
        };
        all.push((body, Needs::Running));
    }
    for of in [None, Some(text())] {
        let body = Body::AbuseReported {
            side: Side::White,
            text: text(),
            of,
        };
        all.push((body, Needs::Running));
    }
    all
}

/// What a limit had held back, and a player who needs a person.
fn heldback() -> Vec<(Body, Needs)> {
    let together = |by: Option<&str>, more| Body::Together {
        by: by.map(str::to_owned),
        letters: vec![OfLetter {
            day: start().plus(3),
            game: Some("RU26-01/3".to_owned()),
        }],
        more,
    };
    let unheard = |cry| Body::Unheard {
        name: "Ann".to_owned(),
        cry,
        letters: vec![SaidBefore {
            day: start().plus(3),
            text: "12. 5254".to_owned(),
        }],
    };
    vec![
        (together(None, 0), Needs::Either),
        (together(Some("Ann"), 7), Needs::Either),
        (
            Body::Daily {
                games: vec!["RU26-01/3".to_owned()],
            },
            Needs::Either,
        ),
        (unheard(false), Needs::Either),
        (unheard(true), Needs::Either),
    ]
}

/// A letter that came back, one that could not be handed over, what hangs on it,
/// and an address that fails.
fn delivery_problems() -> Vec<(Body, Needs)> {
    let body = |letter: Option<i64>, about, left, failing| Body::DeliveryProblem {
        name: "Ann".to_owned(),
        player: PlayerId(1),
        letter: letter.map(OutboundId),
        about,
        left,
        diagnostic: "550 5.1.1".to_owned(),
        failing,
        unheeded: None,
        again: None,
    };
    let left = Some(start().plus(40));
    let mut all = vec![(body(None, None, None, Some(3)), Needs::Either)];
    for about in [
        About::Start,
        About::Move,
        About::Correction,
        About::Ruling,
        About::Notice,
    ] {
        for (left, failing) in [(left, None), (None, None), (left, Some(3))] {
            all.push((body(Some(81), Some(about), left, failing), Needs::Running));
        }
    }
    for why in Unheeded::ALL {
        let mut one = body(Some(81), Some(About::Move), left, None);
        if let Body::DeliveryProblem {
            unheeded, again, ..
        } = &mut one
        {
            (*unheeded, *again) = (Some(why), left);
        }
        all.push((one, Needs::Running));
    }
    let over = body(Some(81), Some(About::Start), left, None);
    all.push((over, Needs::Ended));
    all
}

fn leaves() -> Vec<(Body, Needs)> {
    let span = (start().plus(100), start().plus(120));
    let outcome = |taken, over, late_from| LeaveOutcome {
        code: "RU26-01".to_owned(),
        taken,
        over,
        years: vec![(2026, 21, 30), (2027, 1, 30)],
        late_from,
    };
    let mut all = vec![Body::LeaveTaken {
        asked: span,
        outcomes: vec![
            outcome(Some(span), 0, None),
            outcome(None, 21, None),
            outcome(Some(span), 1, Some(span.0)),
            outcome(None, 5, Some(span.0)),
        ],
    }];
    for flag in [false, true] {
        all.push(Body::LeaveEnded {
            playing: span.1,
            cancelled: flag,
            returned: 5,
        });
        for (days, late) in [(span, false), ((span.1, span.0), false), (span, true)] {
            all.push(Body::LeaveAnnounced {
                name: "Ann".to_owned(),
                days,
                code: "RU26-01".to_owned(),
                ended: flag,
                late,
            });
        }
    }
    all.into_iter().map(|body| (body, Needs::Either)).collect()
}

fn quoted() -> Quoted {
    Quoted {
        line: "Добрый день! Мой ход 12. 5264, спасибо".to_owned(),
        offset: 25,
        length: 4,
    }
}

fn candidates() -> Vec<Candidate> {
    [("2233", "b2c3"), ("4151", "d1e1")]
        .map(|(numeric, uci)| Candidate {
            numeric: numeric.to_owned(),
            uci: uci.to_owned(),
        })
        .to_vec()
}

fn rejection(fault: FaultKind, reason: Option<Reason>, penalty: i64) -> Body {
    Body::Rejection {
        fault,
        reason,
        text: "5264".to_owned(),
        quoted: Some(quoted()),
        candidates: if fault == FaultKind::Ambiguous {
            candidates()
        } else {
            Vec::new()
        },
        expected: (fault == FaultKind::WrongRepetition).then(|| "Bxc3".to_owned()),
        penalty,
        again: false,
        only_checked: false,
    }
}

fn overstep(side: Side) -> OverstepFacts {
    OverstepFacts {
        side,
        at_move: 9,
        total: 63,
        limit: 60,
        flag: start().plus(90),
        thinking: true,
        since: Some(start().plus(66)),
        until: start().plus(93),
    }
}

const FAULTS: [FaultKind; 5] = [
    FaultKind::Impossible,
    FaultKind::Unreadable,
    FaultKind::Ambiguous,
    FaultKind::WrongRepetition,
    FaultKind::NoMove,
];

const TERMINATIONS: [Termination; 15] = [
    Termination::Checkmate,
    Termination::Resignation,
    Termination::Agreement,
    Termination::Stalemate,
    Termination::DeadPosition,
    Termination::Threefold,
    Termination::FiftyMoves,
    Termination::Fivefold,
    Termination::SeventyFiveMoves,
    Termination::Time,
    Termination::Silence,
    Termination::Withdrawal,
    Termination::Adjudication,
    Termination::Default,
    Termination::Ruling,
];

const REASONS: [Reason; 24] = [
    Reason::Empty,
    Reason::NoPiece,
    Reason::OpponentsPiece,
    Reason::OwnPieceOnTarget,
    Reason::CannotMoveThat,
    Reason::LeavesKingInCheck,
    Reason::CastlingNotPossible,
    Reason::NoSuchPiece,
    Reason::ImpossiblePromotion,
    Reason::PromotionMissing,
    Reason::PromotionNotHere,
    Reason::PromotionDigit,
    Reason::DigitOutsideBoard,
    Reason::NotAMove,
    Reason::SeveralMoves,
    Reason::SeveralFit,
    Reason::Spelling,
    Reason::ForeignLetter,
    Reason::WrongMark,
    Reason::CastlingAsKingMove,
    Reason::DrawOffer,
    Reason::NumericOnly,
    Reason::Descriptive,
    Reason::InWords,
];

fn doubts() -> Vec<Doubt> {
    let span = crate::request::TextSpan { start: 0, end: 4 };
    let text = || "5254".to_owned();
    vec![
        Doubt::NoText,
        Doubt::Nothing,
        Doubt::UnclearCommand {
            line: "RESIN".to_owned(),
            span,
            perhaps: Some("RESIGN".to_owned()),
        },
        Doubt::UnclearCommand {
            line: "?".to_owned(),
            span,
            perhaps: None,
        },
        Doubt::BadDate {
            text: "31.02.".to_owned(),
            span,
        },
        Doubt::BadWarnings {
            text: "0 500".to_owned(),
            span,
            earliest: 365,
            most: 8,
        },
        Doubt::MoveInProse { text: text(), span },
        Doubt::NearMove {
            text: "546".to_owned(),
            span,
        },
        Doubt::MoveBelow { text: text(), span },
        Doubt::Stated {
            act: GraveAct::Resign,
            text: text(),
            span,
        },
        Doubt::SeveralMoves {
            texts: vec![text(), "4244".to_owned()],
            span,
        },
        Doubt::Conflict {
            texts: vec!["RESIGN".to_owned(), text()],
        },
        Doubt::OnlyInSubject { text: text() },
        Doubt::ReadAs {
            line: "Отпуск с 3 по 17 августа.".to_owned(),
            span,
            command: "ПЕРЕРЫВ 03.08 17.08".to_owned(),
            undo: Some("КОНЕЦ ПЕРЕРЫВА".to_owned()),
        },
        Doubt::ReadAs {
            line: "Ничьей не надо.".to_owned(),
            span,
            command: "ОТКЛОНЯЮ НИЧЬЮ".to_owned(),
            undo: None,
        },
        Doubt::TooMuch,
    ]
}

/// Every remark.
pub fn remarks() -> Vec<Remark> {
    let (a, b) = (start().plus(50), start().plus(51));
    let text = || "5254".to_owned();
    let mut all = vec![
        Remark::WithArbiter {
            name: "Orlov".to_owned(),
            email: "td@club.example".to_owned(),
        },
        Remark::StyleChanged {
            style: LetterStyle::Full,
        },
        Remark::StyleChanged {
            style: LetterStyle::Text,
        },
        Remark::StyleChanged {
            style: LetterStyle::Pgn,
        },
        Remark::StyleChanged {
            style: LetterStyle::Short,
        },
        Remark::Wished {
            wish: Wish::Warnings {
                days: vec![10, 5, 1],
            },
        },
        Remark::Wished {
            wish: Wish::Warnings { days: Vec::new() },
        },
        Remark::Wished {
            wish: Wish::Daily { daily: true },
        },
        Remark::Wished {
            wish: Wish::Daily { daily: false },
        },
        Remark::Wished {
            wish: Wish::Words { mute: true },
        },
        Remark::Wished {
            wish: Wish::Words { mute: false },
        },
        Remark::Words {
            fate: WordsFate::Waits,
            cut: Some(500),
        },
        Remark::Words {
            fate: WordsFate::Replaced,
            cut: None,
        },
        Remark::Words {
            fate: WordsFate::Once,
            cut: None,
        },
        Remark::Words {
            fate: WordsFate::Off,
            cut: None,
        },
        Remark::Words {
            fate: WordsFate::Unwanted,
            cut: None,
        },
        Remark::FromOpponent {
            name: "Новак Ева".to_owned(),
            words: "A telephone call.".to_owned(),
        },
        Remark::NumberMissing,
        Remark::EnteredByArbiter {
            received: start(),
            sent: start().plus(2),
        },
        Remark::DotsMissing,
        Remark::NumberTooHigh {
            written: 13,
            due: 12,
        },
        Remark::NotationsDiffer {
            taken: text(),
            other: "d4".to_owned(),
        },
        Remark::DispatchCut {
            header: a,
            counted: b,
        },
        Remark::DispatchDiffers {
            stated: a,
            counted: b,
        },
        Remark::ReceiptLater {
            stated: b,
            counted: a,
        },
        Remark::ReceiptTooEarly {
            stated: a,
            counted: b,
        },
        Remark::RecordDiffers {
            number: 5,
            written: text(),
            recorded: "4244".to_owned(),
        },
        Remark::TotalDiffers {
            number: 5,
            side: Side::White,
            written: 17,
            recorded: 18,
        },
        Remark::LeaveDiffers {
            side: Side::Black,
            written: "01/07-14/07".to_owned(),
            recorded: vec![(a, b), (b, b)],
            own: true,
        },
        Remark::LeaveDiffers {
            side: Side::White,
            written: "01/07-14/07".to_owned(),
            recorded: Vec::new(),
            own: false,
        },
        Remark::OfferLapsed,
        Remark::OthersAside { letters: 1 },
        Remark::OthersAside { letters: 2 },
        Remark::OfferPassedOn,
        Remark::OpponentOffersDraw,
        Remark::ClaimWasWrong {
            intended: false,
            stood: vec!["4... Nf6".to_owned(), "7... Ng8".to_owned()],
            times: 2,
            at_start: false,
            quiet: 21,
        },
        Remark::ClaimWasWrong {
            intended: true,
            stood: Vec::new(),
            times: 1,
            at_start: true,
            quiet: 1,
        },
        Remark::VariantAccepted { plies: 2 },
        Remark::VariantProposed {
            line: vec!["12...".to_owned(), "e5".to_owned(), "13. Nf3".to_owned()],
        },
        Remark::VariantCut { text: text() },
        Remark::VariantsOff,
        Remark::ArbiterCopied,
        Remark::PenaltyOnce,
        Remark::ResultIgnored {
            result: "1/2-1/2".to_owned(),
        },
        Remark::LeaveGoesOn { until: b },
        Remark::NoticeAnnulled,
        Remark::OnlyChecked,
        Remark::CountsAsMade {
            named: true,
            until: Some(b),
        },
        Remark::CountsAsMade {
            named: false,
            until: None,
        },
    ];
    for reason in REASONS {
        all.push(Remark::Spelling {
            text: text(),
            reason,
        });
    }
    for doubt in doubts() {
        all.push(Remark::Unclear { doubt });
    }
    all
}

fn questions() -> Vec<Question> {
    let game = |n| GameName {
        code: "RU26-01".to_owned(),
        number: n,
    };
    let mut all = vec![
        Question::Doubts { doubts: doubts() },
        Question::WhichGame {
            games: vec![game(1), game(3)],
        },
        Question::WhichGame { games: Vec::new() },
        Question::Overtaken {
            act: GraveAct::Resign,
        },
        Question::Overtaken {
            act: GraveAct::AcceptDraw,
        },
        Question::Overtaken {
            act: GraveAct::Withdraw,
        },
        Question::Dropped {
            act: GraveAct::Resign,
        },
        Question::Dropped {
            act: GraveAct::AcceptDraw,
        },
        Question::Dropped {
            act: GraveAct::Withdraw,
        },
        Question::TakenOver {
            game: game(3),
            by: "Новак Ева".to_owned(),
        },
        Question::FarNumber {
            written: 19,
            due: 9,
        },
        Question::NotYourTurn,
        Question::GameOver,
        Question::NotStarted,
        Question::Paused,
        Question::TwoMoves {
            texts: vec!["5254".to_owned(), "4244".to_owned()],
        },
        Question::NoOffer,
        Question::TooEarlyForDraw,
        Question::OfferOrAccept,
        Question::NothingToClaim,
        Question::NothingToRepeat,
        Question::NoLeave,
        Question::NoTournament {
            code: None,
            codes: Vec::new(),
        },
        Question::NoTournament {
            code: Some("RU26-09".to_owned()),
            codes: vec!["RU26-01".to_owned(), "RU26-02".to_owned()],
        },
        Question::LeaveBackwards {
            text: "14.07.2026 01.07.2026".to_owned(),
        },
        Question::TooLarge {
            size: 5_000,
            most: 2_000,
        },
        Question::ForArbiter,
        Question::Adjudicated {
            until: Some(start().plus(14)),
        },
        Question::Adjudicated { until: None },
    ];
    for same in [false, true] {
        all.push(Question::OldNumber {
            written: 8,
            due: 9,
            same,
        });
    }
    for fault in FAULTS {
        all.push(Question::UnclearMove {
            fault,
            reason: Some(Reason::SeveralFit),
            text: "5264".to_owned(),
            candidates: candidates(),
        });
    }
    let acts = [GraveAct::Resign, GraveAct::AcceptDraw, GraveAct::Withdraw];
    for because in [AskedBecause::Unvouched, AskedBecause::InWords] {
        all.extend(acts.map(|act| Question::OneWord { act, because }));
    }
    all
}

fn decisions() -> Vec<NamedDecision> {
    let side = Side::White;
    let day = start().plus(70);
    vec![
        NamedDecision::ForfeitConfirmed { side },
        NamedDecision::ClaimRejected {
            side,
            bar_claims: true,
            fine: 0,
        },
        NamedDecision::ClaimRejected {
            side,
            bar_claims: false,
            fine: 5,
        },
        NamedDecision::ClaimRejected {
            side,
            bar_claims: false,
            fine: 0,
        },
        NamedDecision::ClaimsBarred { side },
        penalised(5),
        penalised(-2),
        NamedDecision::DatesSet {
            ply: 12,
            received: Some(day),
            sent: None,
        },
        NamedDecision::DatesSet {
            ply: 12,
            received: None,
            sent: Some(day),
        },
        NamedDecision::LeaveGranted {
            name: "Ann".to_owned(),
            days: (day, day.plus(7)),
            code: "RU26-01".to_owned(),
        },
        NamedDecision::LeaveKept {
            name: "Ann".to_owned(),
            days: (day, day.plus(7)),
            code: "RU26-01".to_owned(),
        },
        NamedDecision::AccessLost {
            name: "Ann".to_owned(),
            since: day,
            until: day.plus(30),
            code: "RU26-01".to_owned(),
        },
        NamedDecision::LeaveCancelled {
            name: "Ann".to_owned(),
            days: (day, day.plus(7)),
            code: "RU26-01".to_owned(),
        },
        NamedDecision::Result {
            result: "1-0".to_owned(),
        },
        NamedDecision::ClockReset { side },
        NamedDecision::MoveEntered {
            label: "7... Nf6".to_owned(),
            side: side.other(),
            received: day,
            sent: day.plus(2),
        },
        voided(1, false),
        voided(5, true),
        NamedDecision::Reopened {
            turn: side,
            paused: true,
        },
        NamedDecision::Reopened {
            turn: side,
            paused: false,
        },
        NamedDecision::Paused { from: day },
        NamedDecision::Resumed { turn: side },
        revoked(None, false),
        revoked(Some(penalised(3)), false),
        revoked(Some(voided(3, false)), true),
        revoked(Some(revoked(None, false)), true),
        NamedDecision::Dismissed {
            by: Some("Новак Ева".to_owned()),
            side,
            protest: true,
            number: Some(123),
            is_final: true,
        },
        NamedDecision::Dismissed {
            by: None,
            side,
            protest: true,
            number: Some(123),
            is_final: false,
        },
        NamedDecision::Dismissed {
            by: None,
            side,
            protest: false,
            number: None,
            is_final: false,
        },
        NamedDecision::Silence {
            side,
            days: 41,
            result: "0-1".to_owned(),
        },
    ]
    .into_iter()
    .chain(withdrawals())
    .collect()
}

/// To the one who leaves, to a partner, to the arbiter; the three ways.
fn withdrawals() -> Vec<NamedDecision> {
    let fate = |game: &str, result: Option<&str>| GameFate {
        game: game.to_owned(),
        white: "Ann".to_owned(),
        black: "Ґонґадзе".to_owned(),
        result: result.map(str::to_owned),
    };
    let mut all = Vec::new();
    for (way, results) in [
        (Unfinished::Lose, [Some("0-1"), Some("+/-")]),
        (Unfinished::Adjudicate, [None, None]),
        (Unfinished::Annul, [Some("*"), Some("*")]),
    ] {
        for (yours, counts, excluded) in [(true, true, false), (false, false, true)] {
            all.push(NamedDecision::Withdrawn {
                name: "Ann".to_owned(),
                code: "RU26-01".to_owned(),
                yours,
                way,
                counts,
                finished: 3,
                scheduled: 6,
                excluded,
                games: vec![fate("RU26-01/3", results[0]), fate("RU26-01/7", results[1])],
            });
        }
    }
    let handed = |game: &str| HandedOver {
        game: game.to_owned(),
        white: "Новак Ева".to_owned(),
        black: "Ґонґадзе".to_owned(),
    };
    for (reader, revokes) in [
        (ReplacementReader::Leaves, None),
        (ReplacementReader::Takes, Some((123, start().plus(60)))),
        (ReplacementReader::Other, None),
    ] {
        all.push(NamedDecision::Replaced {
            code: "RU26-01".to_owned(),
            number: 4,
            name: "Ann".to_owned(),
            by: "Новак Ева".to_owned(),
            reader,
            revokes,
            games: vec![handed("RU26-01/3"), handed("RU26-01/7")],
        });
    }
    let given = |side, yours, flag| DatesGiven {
        game: "RU26-01/3".to_owned(),
        white: "Ann".to_owned(),
        black: "Ґонґадзе".to_owned(),
        side,
        yours,
        days: 3,
        dates: vec![
            (start(), start().plus(1)),
            (start().plus(4), start().plus(4)),
        ],
        total: 12,
        flag,
    };
    all.push(NamedDecision::Compensated {
        code: "RU26-01".to_owned(),
        window: (start(), start().plus(4)),
        games: vec![
            given(Side::White, true, Some(start().plus(60))),
            given(Side::Black, false, None),
        ],
    });
    for resumes in [false, true] {
        all.push(NamedDecision::TournamentPaused {
            code: "RU26-01".to_owned(),
            resumes,
            day: start().plus(7),
            games: vec!["RU26-01/3".to_owned(), "RU26-01/7".to_owned()],
        });
    }
    for rests in [false, true] {
        all.push(NamedDecision::PassRevoked {
            day: start().plus(66),
            rests,
            turn: Side::White,
        });
    }
    all.push(NamedDecision::Redated {
        day: start().plus(66),
    });
    if let Some(NamedDecision::Withdrawn { games, .. }) = all.first_mut() {
        games.clear();
    }
    all
}

fn voided(count: u32, reopened: bool) -> NamedDecision {
    let since = (!reopened).then(|| start().plus(60));
    NamedDecision::Voided {
        label: "7. Nf3".to_owned(),
        count,
        side: Side::White,
        since,
        reopened,
    }
}

fn penalised(days: i64) -> NamedDecision {
    let side = Side::White;
    NamedDecision::Penalty { side, days }
}

fn revoked(what: Option<NamedDecision>, rests: bool) -> NamedDecision {
    NamedDecision::Revoked {
        number: 123,
        day: start().plus(66),
        what: what.map(Box::new),
        rests,
        turn: Side::White,
    }
}

/// Fails to compile when something new can be said: then a sample belongs into
/// the lists above, and a sentence into every language.
#[cfg(test)]
pub fn is_listed(
    body: &Body,
    remark: &Remark,
    question: &Question,
    decision: &NamedDecision,
) -> usize {
    let body = match body {
        Body::Start { .. }
        | Body::Confirmation { .. }
        | Body::Move { .. }
        | Body::Rejection { .. }
        | Body::NotUnderstood { .. }
        | Body::DrawOffered { .. }
        | Body::DrawDeclined { .. }
        | Body::Repeat { .. }
        | Body::Reminder { .. }
        | Body::TimeForfeit { .. }
        | Body::ForfeitEntered { .. }
        | Body::ForfeitAnnulled { .. }
        | Body::Silence { .. }
        | Body::LeaveTaken { .. }
        | Body::LeaveEnded { .. }
        | Body::LeaveAnnounced { .. }
        | Body::Result
        | Body::Status { .. }
        | Body::Report
        | Body::Help
        | Body::ClaimRefused { .. }
        | Body::SealedMove { .. }
        | Body::DeadPositionClaimed { .. }
        | Body::RulingProtest { .. }
        | Body::AbuseReported { .. }
        | Body::ProtestRefused { .. }
        | Body::Correspondence { .. }
        | Body::Copied { .. }
        | Body::Protest { .. }
        | Body::Ruling { .. }
        | Body::ToArbiter { .. }
        | Body::Together { .. }
        | Body::Daily { .. }
        | Body::Unheard { .. }
        | Body::DeliveryProblem { .. }
        | Body::Digest { .. }
        | Body::Transcript { .. }
        | Body::Today { .. }
        | Body::Challenge { .. }
        | Body::CodeRefused { .. }
        | Body::LetterDisowned
        | Body::AddressAsked { .. }
        | Body::AddressRefused { .. }
        | Body::AddressChanged { .. }
        | Body::WithdrawalAsked { .. }
        | Body::WithdrawalPassedOn { .. }
        | Body::RequestDropped { .. }
        | Body::OpinionsAsked { .. }
        | Body::OpinionTaken { .. }
        | Body::OpinionsClosed { .. }
        | Body::Adjudicated { .. }
        | Body::AppealTaken { .. }
        | Body::AppealRefused { .. }
        | Body::FinalTable { .. } => 54,
    };
    let remark = match remark {
        Remark::NumberMissing
        | Remark::EnteredByArbiter { .. }
        | Remark::DotsMissing
        | Remark::NumberTooHigh { .. }
        | Remark::Spelling { .. }
        | Remark::NotationsDiffer { .. }
        | Remark::DispatchCut { .. }
        | Remark::DispatchDiffers { .. }
        | Remark::ReceiptLater { .. }
        | Remark::ReceiptTooEarly { .. }
        | Remark::RecordDiffers { .. }
        | Remark::TotalDiffers { .. }
        | Remark::LeaveDiffers { .. }
        | Remark::OfferLapsed
        | Remark::OthersAside { .. }
        | Remark::OfferPassedOn
        | Remark::OpponentOffersDraw
        | Remark::ClaimWasWrong { .. }
        | Remark::VariantAccepted { .. }
        | Remark::VariantProposed { .. }
        | Remark::VariantCut { .. }
        | Remark::VariantsOff
        | Remark::ArbiterCopied
        | Remark::PenaltyOnce
        | Remark::Unclear { .. }
        | Remark::ResultIgnored { .. }
        | Remark::LeaveGoesOn { .. }
        | Remark::NoticeAnnulled
        | Remark::OnlyChecked
        | Remark::WithArbiter { .. }
        | Remark::StyleChanged { .. }
        | Remark::Wished { .. }
        | Remark::Words { .. }
        | Remark::FromOpponent { .. }
        | Remark::CountsAsMade { .. } => 35,
    };
    let question = match question {
        Question::Doubts { .. }
        | Question::WhichGame { .. }
        | Question::OldNumber { .. }
        | Question::FarNumber { .. }
        | Question::NotYourTurn
        | Question::GameOver
        | Question::TakenOver { .. }
        | Question::OneWord { .. }
        | Question::Overtaken { .. }
        | Question::Dropped { .. }
        | Question::NotStarted
        | Question::Paused
        | Question::TwoMoves { .. }
        | Question::UnclearMove { .. }
        | Question::NoOffer
        | Question::TooEarlyForDraw
        | Question::OfferOrAccept
        | Question::NothingToClaim
        | Question::NothingToRepeat
        | Question::NoLeave
        | Question::NoTournament { .. }
        | Question::LeaveBackwards { .. }
        | Question::TooLarge { .. }
        | Question::ForArbiter
        | Question::Adjudicated { .. } => 25,
    };
    let decision = match decision {
        NamedDecision::ForfeitConfirmed { .. }
        | NamedDecision::ClaimRejected { .. }
        | NamedDecision::ClaimsBarred { .. }
        | NamedDecision::Penalty { .. }
        | NamedDecision::DatesSet { .. }
        | NamedDecision::LeaveGranted { .. }
        | NamedDecision::LeaveKept { .. }
        | NamedDecision::Result { .. }
        | NamedDecision::ClockReset { .. }
        | NamedDecision::MoveEntered { .. }
        | NamedDecision::Voided { .. }
        | NamedDecision::Reopened { .. }
        | NamedDecision::Paused { .. }
        | NamedDecision::Resumed { .. }
        | NamedDecision::LeaveCancelled { .. }
        | NamedDecision::AccessLost { .. }
        | NamedDecision::Withdrawn { .. }
        | NamedDecision::Revoked { .. }
        | NamedDecision::PassRevoked { .. }
        | NamedDecision::Redated { .. }
        | NamedDecision::Dismissed { .. }
        | NamedDecision::Silence { .. }
        | NamedDecision::Compensated { .. }
        | NamedDecision::Replaced { .. }
        | NamedDecision::TournamentPaused { .. } => 25,
    };
    body + remark + question + decision
}

fn outcomes() -> Vec<PartOutcome> {
    [
        Verdict::Move,
        Verdict::MoveRejected,
        Verdict::Held,
        Verdict::Command,
        Verdict::Duplicate,
        Verdict::NotUnderstood,
    ]
    .into_iter()
    .map(|verdict| PartOutcome {
        game: "RU26-01/3".to_owned(),
        verdict,
        moved: (verdict == Verdict::Move).then(|| "12... 5755".to_owned()),
    })
    .collect()
}
