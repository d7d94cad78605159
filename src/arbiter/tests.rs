//! Rulings, told as short stories on the game file alone.

use super::notice::Question;
use super::*;
use crate::chess::{BySide, Side, Variant};
use crate::clock::DaySpan;
use crate::ids::{EventId, GameId, GameName, InboundId, LeaveId, PlayerId, TournamentId};
use crate::language::Language;
use crate::orders::{self, OrderError, Ordered};
use crate::record::{
    About, Cause, Entry, Event, FaultKind, GameFacts, GameFile, GamePlayer, LeaveSpan, Official,
    Recorded, ResultCode, Status, Termination,
};
use crate::request::{
    GameRequest, LetterStyle, Moves, Request, SeriesPlace, Supposition, TextSpan, WrittenDate,
    WrittenMove,
};
use crate::rules::{DayUnit, Forfeit, Profile, Regulations};
use crate::time::{Day, Instant, Zone};
use std::sync::Arc;

mod altered;
mod forms;
mod full_days;
mod random;
mod rules;
mod series;
mod slips;
mod states;
mod stops;

pub(crate) fn d(text: &str) -> Day {
    Day::parse(text).unwrap()
}

pub(crate) fn player(id: i64, name: &str) -> GamePlayer {
    GamePlayer {
        id: PlayerId(id),
        name: name.to_owned(),
        reach: crate::address::Reach::Email(format!("p{id}@example.org")),
        has_postal: false,
        language: Language::En,
        rating: None,
        style: LetterStyle::Full,
        wishes: crate::record::Wishes::default(),
        start_number: u32::try_from(id).unwrap(),
    }
}

pub(crate) fn facts(change: impl FnOnce(&mut Regulations)) -> GameFacts {
    let mut regulations = Regulations::of(Profile::Email);
    change(&mut regulations);
    GameFacts {
        id: GameId(1),
        name: GameName::parse("T/1").unwrap(),
        tournament: TournamentId(1),
        tournament_name: "Test".to_owned(),
        profile: Profile::Email,
        regulations: Arc::new(regulations),
        round: 1,
        board: 1,
        players: BySide {
            white: player(1, "Ann"),
            black: player(2, "Bert"),
        },
        arbiter: Official::new("Td", "td@example.org"),
        appeals: None,
        adjudicator: None,
        language: Language::En,
        variant: Variant::Standard,
        start_fen: None,
        start: d("2026-01-10"),
        end: None,
        zone: Zone::utc(),
    }
}

/// A game whose start letter left on 5 January.
fn begun(facts: GameFacts) -> GameFile {
    let mut game = GameFile::new(Arc::new(facts), BySide::default()).unwrap();
    let at = Instant::parse("2026-01-05T12:00:00Z").unwrap();
    let start = Event::LetterLeft {
        ply: 0,
        about: About::Start,
        to: Side::White,
        left: at,
        on_paper: false,
    };
    for event in [Event::Started, start] {
        game.apply(entry(at, event)).unwrap();
    }
    number(&mut game);
    game
}

/// A table at which two people play: the robot's letters leave at noon.
struct Table {
    game: GameFile,
    last: Ruling,
    letters: i64,
}

impl Table {
    fn new(change: impl FnOnce(&mut Regulations)) -> Table {
        Table::of(begun(facts(change)))
    }

    /// Where nobody has written yet.
    fn of(game: GameFile) -> Table {
        Table {
            game,
            last: Ruling::default(),
            letters: 0,
        }
    }

    /// A letter sent on a day at noon; what it begins leaves at once.
    fn writes(&mut self, side: Side, day: &str, request: &GameRequest) -> &Ruling {
        self.letters += 1;
        self.adds(side, day, request)
    }

    /// A further request of the letter written last.
    fn adds(&mut self, side: Side, day: &str, request: &GameRequest) -> &Ruling {
        self.looked_at(side, (day, day), request)
    }

    /// A request that arrives on one day at noon, and is ruled at noon of another.
    fn looked_at(
        &mut self,
        side: Side,
        (arrived, ruled): (&str, &str),
        request: &GameRequest,
    ) -> &Ruling {
        let noon = |day: &str| Instant::parse(&format!("{day}T12:00:00Z")).unwrap();
        let (arrived, now) = (noon(arrived), noon(ruled));
        let ctx = Context {
            now,
            cause: Cause::Letter(InboundId(self.letters)),
            side,
            dispatch: Dispatch {
                arrived,
                header: Some(arrived),
            },
            verified: true,
            received: None,
            sent: None,
            text: "",
            only_request: true,
            answered: None,
            asks: None,
            same_words: Vec::new(),
        };
        self.take(rule(&self.game, request, &ctx));
        self.leave(now);
        &self.last
    }

    /// A ruling holds: its game is the game from now on.
    fn take(&mut self, ruling: Ruling) {
        if let Some(after) = &ruling.game {
            self.game = (**after).clone();
        }
        self.last = ruling;
    }

    fn leave(&mut self, now: Instant) {
        let begins: Vec<_> = self.last.notices.iter().filter_map(|n| n.begins).collect();
        for (ply, about, to) in begins {
            let event = Event::LetterLeft {
                ply,
                about,
                to,
                left: now,
                on_paper: false,
            };
            self.game.apply(entry(now, event)).unwrap();
        }
        number(&mut self.game);
    }

    fn moves(&mut self, side: Side, day: &str, text: &str) -> Verdict {
        let request = GameRequest::Move(written(text));
        self.writes(side, day, &request).verdict.unwrap()
    }

    /// An order at an hour; its letters leave at once.
    fn orders_at(&mut self, now: Instant, what: &str) {
        self.take(order(&self.game, what, "reason", now).unwrap());
        self.leave(now);
    }

    fn away(&mut self, side: Side, from: &str, to: &str) {
        let days = DaySpan {
            from: d(from),
            to: d(to),
        };
        let id = LeaveId(1);
        self.game
            .set_leave(side, vec![LeaveSpan { id, days }])
            .unwrap();
    }

    fn ticks(&mut self, day: &str) -> Vec<NoticeKind> {
        let now = Instant::parse(&format!("{day}T20:00:00Z")).unwrap();
        self.take(due(&self.game, now, Some(now)));
        self.leave(now);
        self.last.notices.iter().map(|n| n.kind()).collect()
    }

    fn total(&self, side: Side) -> (i64, i64, i64) {
        let clock = self.game.tally().sides.get(side);
        (clock.days, clock.penalty, clock.total)
    }
}

/// An order in the words of the console, but for the game that it is about.
fn order(game: &GameFile, words: &str, reason: &str, now: Instant) -> Result<Ruling, OrderError> {
    let (name, rest) = words.split_once(' ').unwrap_or((words, ""));
    let line = format!("{name} {} {rest}", game.facts.name);
    let td = orders::line::of_line(&line).unwrap();
    let (_, order) = td.order.in_game().unwrap();
    Ok(orders::decide(game, order, reason, now)?.ruling)
}

/// What the store does: entries get numbers, and those of one decision belong together.
pub(crate) fn number(game: &mut GameFile) {
    let known = game.entries.len();
    let mut decision = None;
    let mut number = i64::try_from(known).unwrap();
    let stored: Vec<Recorded> = game
        .fresh()
        .iter()
        .cloned()
        .map(|mut entry| {
            number += 1;
            let id = EventId(number);
            if entry.cause.is_order() {
                entry.cause = decision.map_or(Cause::Order, Cause::Decision);
                decision.get_or_insert(id);
            }
            Recorded { id, entry }
        })
        .collect();
    game.recorded(stored);
}

fn entry(at: Instant, event: Event) -> Entry {
    Entry::new(at, Cause::Post, event)
}

/// `12. 5254 5755 if 5755 7163`: enough of a reader for these tests.
fn written(text: &str) -> Moves {
    let span = TextSpan { start: 0, end: 0 };
    let (mut line, mut variant) = (Vec::new(), Vec::<Supposition>::new());
    let (mut number, mut side, mut conditional, mut numbered) = (None, None, false, false);
    for token in text.split_whitespace() {
        if token == "if" {
            conditional = true;
            variant.push(Supposition::default());
            continue;
        }
        if let Some(n) = token.strip_suffix("...") {
            number = n.parse().ok();
            side = Some(Side::Black);
            numbered = true;
            continue;
        }
        if let Some(n) = token.strip_suffix('.') {
            number = n.parse().ok();
            side = Some(Side::White);
            numbered = true;
            continue;
        }
        let mv = WrittenMove {
            number,
            side,
            text: token.to_owned(),
            second: None,
            span,
        };
        match variant.last_mut().filter(|_| conditional) {
            Some(supposition) => supposition.moves.push(mv),
            None => line.push(mv),
        }
        // A second move after a White one is Black's of the same number.
        side = match side {
            Some(Side::White) => Some(Side::Black),
            _ => None,
        };
        if side.is_none() {
            number = None;
        }
    }
    let place = if numbered {
        SeriesPlace::Numbered
    } else {
        SeriesPlace::Alone
    };
    Moves {
        line,
        alternatives: false,
        variant,
        place,
        draw_offer: false,
        any_move: false,
        aside: false,
    }
}

#[test]
fn moves_are_played_and_cost_the_plain_difference() {
    let mut t = Table::new(|_| {});
    assert_eq!(t.moves(Side::White, "2026-01-12", "1. 5254"), Verdict::Move);
    // Left on the 12th, received on the 13th, answered on the 16th: three days.
    assert_eq!(
        t.moves(Side::Black, "2026-01-16", "1... 5755"),
        Verdict::Move
    );
    assert_eq!(t.moves(Side::White, "2026-01-16", "2. 7163"), Verdict::Move);
    assert_eq!(t.total(Side::White), (2, 0, 2));
    assert_eq!(t.total(Side::Black), (3, 0, 3));
    let running = t.game.tally().running.unwrap();
    assert_eq!(
        (running.side, running.since),
        (Side::Black, d("2026-01-17"))
    );
    assert_eq!(running.flag, d("2026-01-17").plus(58));
}

#[test]
fn a56_4_7_illegal_move_costs_two_days_and_time_stops_until_the_request_is_there() {
    let mut t = Table::new(|_| {});
    t.moves(Side::White, "2026-01-10", "1. 5254");
    assert_eq!(
        t.moves(Side::Black, "2026-01-14", "1... 5754"),
        Verdict::MoveRejected
    );
    let [notice] = &t.last.notices[..] else {
        panic!()
    };
    assert!(matches!(
        &notice.body,
        Body::Rejection {
            fault: FaultKind::Impossible,
            penalty: 2,
            ..
        }
    ));
    assert_eq!(t.total(Side::Black), (3, 2, 5));
    // The request left on the 14th, was received on the 15th, answered on the 17th.
    assert_eq!(
        t.moves(Side::Black, "2026-01-17", "1... 5755"),
        Verdict::Move
    );
    assert_eq!(t.total(Side::Black), (5, 2, 7));
    let mv = &t.game.moves[1];
    assert_eq!(
        (mv.days, mv.penalty, mv.total, mv.faults.len()),
        (5, 2, 7, 1)
    );
}

#[test]
fn a56_3_3_wrong_repetition_is_void_and_costs_two_days() {
    let mut t = Table::new(|_| {});
    t.moves(Side::White, "2026-01-10", "1. 5254");
    assert_eq!(
        t.moves(Side::Black, "2026-01-11", "1. 4244 5755"),
        Verdict::MoveRejected
    );
    assert_eq!(t.total(Side::Black), (0, 2, 2));
    assert_eq!(
        t.moves(Side::Black, "2026-01-12", "1. 5254 5755"),
        Verdict::Move
    );
    assert_eq!(
        t.moves(Side::White, "2026-01-13", "1... 5755 2. 7163"),
        Verdict::Move
    );
}

#[test]
fn two_moves_without_a_sign_are_asked() {
    let mut t = Table::new(|_| {});
    assert_eq!(
        t.moves(Side::White, "2026-01-12", "5254 4244"),
        Verdict::MoveRejected
    );
    assert_eq!(t.total(Side::White), (0, 0, 0));
    t.moves(Side::White, "2026-01-12", "1. 5254");
    // White's own next number first: 1... is due.
    assert_eq!(
        t.moves(Side::White, "2026-01-13", "2. 7163"),
        Verdict::MoveRejected
    );
}

#[test]
fn numbers_decide_what_is_old_and_what_is_the_same_again() {
    let mut t = Table::new(|_| {});
    t.moves(Side::White, "2026-01-12", "1. 5254");
    assert_eq!(
        t.moves(Side::White, "2026-01-12", "1. 5254"),
        Verdict::Duplicate
    );
    assert_eq!(
        t.moves(Side::White, "2026-01-12", "1. 4244"),
        Verdict::MoveRejected
    );
    t.moves(Side::Black, "2026-01-13", "1... 5755");
    assert_eq!(
        t.moves(Side::White, "2026-01-14", "1. 4244"),
        Verdict::MoveRejected
    );
    let body = &t.last.notices[0].body;
    let Body::NotUnderstood {
        question: Question::OldNumber { same, due, .. },
        ..
    } = body
    else {
        panic!("{body:?}")
    };
    assert_eq!((*same, *due), (false, 2));
    assert_eq!(
        t.moves(Side::White, "2026-01-14", "4. 7163"),
        Verdict::MoveRejected
    );
    assert_eq!(t.moves(Side::White, "2026-01-14", "3. 7163"), Verdict::Move);
    assert!(
        t.last.notices[0]
            .remarks
            .contains(&Remark::NumberTooHigh { written: 3, due: 2 })
    );
}

#[test]
fn a56_4_6_a_variant_accepted_in_part() {
    let mut t = Table::new(|_| {});
    t.moves(Side::White, "2026-01-10", "1. 5254 if 5755 7163 2836 6125");
    let offered = t.game.proposal.clone().unwrap();
    assert_eq!(offered.branches, [["e7e5", "g1f3", "b8c6", "f1b5"]]);
    // Accepts one pair and goes another way.
    assert_eq!(
        t.moves(Side::Black, "2026-01-14", "1... 5755 2. 7163 7866"),
        Verdict::Move
    );
    assert_eq!(t.game.ply(), 4);
    assert_eq!(t.total(Side::Black), (3, 0, 3));
    assert_eq!(t.game.moves[1].days, 0);
    assert_eq!(t.game.moves[3].days, 3);
    assert_eq!(t.total(Side::White), (0, 0, 0));
    assert!(t.game.proposal.is_none());
}

#[test]
fn a56_3_9_a_variant_accepted_without_an_answer() {
    let mut t = Table::new(|_| {});
    t.moves(Side::White, "2026-01-10", "1. 5254 if 5755 7163");
    assert_eq!(
        t.moves(Side::Black, "2026-01-13", "1... 5755 2. 7163"),
        Verdict::MoveRejected
    );
    assert_eq!(t.game.ply(), 3);
    assert_eq!(t.total(Side::Black), (2, 2, 4));
    assert_eq!(
        t.moves(Side::Black, "2026-01-14", "2... 2836"),
        Verdict::Move
    );
    assert_eq!(t.total(Side::Black), (2, 2, 4));
}

#[test]
fn the_first_reply_alone_accepts_no_further() {
    let mut t = Table::new(|_| {});
    t.moves(Side::White, "2026-01-10", "1. 5254 if 5755 7163");
    assert_eq!(
        t.moves(Side::Black, "2026-01-13", "1... 5755"),
        Verdict::Move
    );
    assert_eq!((t.game.ply(), t.game.proposal.is_none()), (2, true));
}

#[test]
fn a5_2_3_a_draw_is_agreed_after_a_move_of_each() {
    let mut t = Table::new(|_| {});
    t.writes(Side::White, "2026-01-10", &GameRequest::DrawOffer);
    t.writes(Side::Black, "2026-01-11", &GameRequest::DrawAccept);
    assert_eq!(t.game.status, Status::Active);
    t.moves(Side::White, "2026-01-12", "1. 5254");
    t.moves(Side::Black, "2026-01-13", "1... 5755");
    assert!(t.game.draw_offer.is_none());
    t.writes(Side::Black, "2026-01-13", &GameRequest::DrawOffer);
    t.writes(Side::White, "2026-01-14", &GameRequest::DrawAccept);
    let result = t.game.result.unwrap();
    assert_eq!(
        (result.code, result.termination),
        (ResultCode::Draw, Termination::Agreement)
    );
}

#[test]
fn a56_6_an_overstep_is_noticed_protested_or_entered() {
    let mut t = Table::new(|r| r.days_per_period = 10);
    t.moves(Side::White, "2026-01-10", "1. 5254");
    let flag = t.game.tally().running.unwrap().flag;
    assert_eq!(flag, d("2026-01-22"));
    assert_eq!(
        t.ticks("2026-01-16"),
        [NoticeKind::Reminder, NoticeKind::Reminder]
    );
    assert_eq!(t.ticks("2026-01-20"), []);
    assert_eq!(t.ticks("2026-01-21").len(), 2, "the last day");
    assert_eq!(t.ticks("2026-01-22"), [], "the time on the way");
    assert_eq!(t.ticks("2026-01-23"), [NoticeKind::TimeForfeit; 3]);
    assert_eq!(t.game.status, Status::Paused);
    // No clock runs, but what was used up to the notice is used.
    assert_eq!(t.total(Side::Black), (12, 0, 12));
    // A move dispatched too late is held.
    assert_eq!(
        t.moves(Side::Black, "2026-01-24", "1... 5755"),
        Verdict::Held
    );
    // The notice is received on the 24th; a protest is in time until 7 February.
    assert_eq!(t.ticks("2026-02-08"), []);
    let kinds = t.ticks("2026-02-09");
    assert_eq!(kinds.len(), 6);
    let result = t.game.result.unwrap();
    assert_eq!(
        (result.code, result.termination),
        (ResultCode::White, Termination::Time)
    );
}

#[test]
fn a_move_sent_before_the_flag_annuls_the_notice() {
    let mut t = Table::new(|r| r.days_per_period = 10);
    t.moves(Side::White, "2026-01-10", "1. 5254");
    assert_eq!(t.ticks("2026-01-23"), [NoticeKind::TimeForfeit; 3]);
    assert_eq!(
        t.moves(Side::Black, "2026-01-21", "1... 5755"),
        Verdict::Move
    );
    assert_eq!(t.game.status, Status::Active);
    assert_eq!(t.total(Side::Black), (10, 0, 10));
    assert!(
        t.last
            .notices
            .iter()
            .any(|n| matches!(n.body, Body::ForfeitAnnulled { .. }))
    );
}

#[test]
fn a54_5_2_immediate_forfeit_and_its_rejection() {
    let mut t = Table::new(|r| {
        r.days_per_period = 10;
        r.forfeit = Forfeit::Immediate;
    });
    t.moves(Side::White, "2026-01-10", "1. 5254");
    t.ticks("2026-01-23");
    assert_eq!(t.game.status, Status::Finished);
    let now = Instant::parse("2026-01-25T12:00:00Z").unwrap();
    t.take(order(&t.game, "reject-claim", "the server was down", now).unwrap());
    t.leave(now);
    assert_eq!((t.game.status, t.game.result), (Status::Active, None));
    // The days from the notice to the receipt of the ruling are nobody's, and
    // what was rejected is not raised again.
    assert_eq!(
        t.ticks("2026-01-26"),
        [NoticeKind::Reminder, NoticeKind::Reminder]
    );
    assert_eq!(
        t.moves(Side::Black, "2026-01-26", "1... 5755"),
        Verdict::Move
    );
    assert_eq!(t.total(Side::Black), (12, 0, 12));
    assert_eq!(t.game.status, Status::Active);
}

#[test]
fn a56_6_1_a_claim_is_refused_with_the_calculation_or_pauses_the_game() {
    let mut t = Table::new(|r| {
        r.days_per_period = 10;
        r.forfeit = Forfeit::Claim;
    });
    t.moves(Side::White, "2026-01-10", "1. 5254");
    t.writes(Side::White, "2026-01-15", &GameRequest::TimeClaim);
    assert!(matches!(
        &t.last.notices[0].body,
        Body::ClaimRefused { late: false, .. }
    ));
    assert_eq!(t.game.status, Status::Active);
    t.ticks("2026-01-23");
    assert_eq!(
        t.game.status,
        Status::Active,
        "nothing happens until the opponent claims"
    );
    t.writes(Side::White, "2026-01-24", &GameRequest::TimeClaim);
    assert_eq!(t.game.status, Status::Paused);
    let protest = GameRequest::Protest {
        text: "I was ill".to_owned(),
    };
    t.writes(Side::Black, "2026-01-26", &protest);
    assert!(t.game.exceeded.as_ref().unwrap().protested);
    assert_eq!(t.ticks("2026-03-30"), [], "a protest: the arbiter decides");
}

#[test]
fn a56_5_1_no_answer_is_repeated_once_and_silence_is_told() {
    let mut t = Table::new(|_| {});
    t.moves(Side::White, "2026-01-10", "1. 5254");
    assert_eq!(t.ticks("2026-01-24"), []);
    assert_eq!(
        t.ticks("2026-01-25"),
        [NoticeKind::Repeat, NoticeKind::Repeat]
    );
    assert_eq!(t.ticks("2026-02-18"), []);
    assert_eq!(t.ticks("2026-02-19"), [NoticeKind::Silence; 3]);
    assert_eq!(t.ticks("2026-02-20"), []);
    assert_eq!(
        next_due(&t.game).map(|at| t.game.facts.zone.day(at)),
        Some(d("2026-03-07"))
    );
}

#[test]
fn a56_2_3_a_stated_receipt_counts_down_to_the_day_the_letter_left() {
    let game = {
        let mut t = Table::new(|_| {});
        t.moves(Side::White, "2026-01-12", "1. 5254");
        t.game
    };
    let now = Instant::parse("2026-01-16T12:00:00Z").unwrap();
    let stated = |day: u32| WrittenDate {
        text: String::new(),
        year: None,
        month: 1,
        day,
    };
    let receipt = |day: u32| {
        let date = stated(day);
        let ctx = Context {
            now,
            cause: Cause::Tick,
            side: Side::Black,
            dispatch: Dispatch {
                arrived: now,
                header: None,
            },
            verified: true,
            received: Some(&date),
            sent: None,
            text: "",
            only_request: true,
            answered: None,
            asks: None,
            same_words: Vec::new(),
        };
        ctx.receipt(&game)
    };
    assert_eq!(receipt(12), (d("2026-01-12"), vec![]));
    assert_eq!(receipt(13), (d("2026-01-13"), vec![]));
    let later = Remark::ReceiptLater {
        stated: d("2026-01-15"),
        counted: d("2026-01-13"),
    };
    assert_eq!(receipt(15), (d("2026-01-13"), vec![later]));
    let early = Remark::ReceiptTooEarly {
        stated: d("2026-01-11"),
        counted: d("2026-01-13"),
    };
    assert_eq!(receipt(11), (d("2026-01-13"), vec![early]));
}

/// The receipt of what a side answers on 6 February, where it states a day or none.
fn receipt_of(game: &GameFile, side: Side, stated: Option<&str>) -> (Day, Vec<Remark>) {
    let sent = Instant::parse("2026-02-06T12:00:00Z").unwrap();
    let date = stated.map(|text| WrittenDate {
        text: String::new(),
        year: None,
        month: d(text).month(),
        day: d(text).day(),
    });
    let ctx = Context {
        now: sent,
        cause: Cause::Order,
        side,
        dispatch: Dispatch {
            arrived: sent,
            header: None,
        },
        verified: true,
        received: date.as_ref(),
        sent: None,
        text: "",
        only_request: true,
        answered: None,
        asks: None,
        same_words: Vec::new(),
    };
    ctx.receipt(game)
}

/// What begins a game was written before its official start: nobody's time runs before that
/// (55.4.5), and by a card that came late it begins on the third day after (55.4.6).
#[test]
fn a55_4_5_a_receipt_of_the_start_before_the_official_start_counts_from_it() {
    let mut t = Table::new(|r| r.post_transit_days = 10);
    Arc::make_mut(&mut t.game.facts).profile = Profile::Post;
    for day in ["2026-01-05", "2026-01-09", "2026-01-10"] {
        let told = receipt_of(&t.game, Side::White, Some(day));
        assert_eq!(told, (d("2026-01-10"), vec![]), "{day}");
    }
    let (_, early) = receipt_of(&t.game, Side::White, Some("2026-01-04"));
    assert!(
        matches!(early[..], [Remark::ReceiptTooEarly { .. }]),
        "{early:?}"
    );
}

#[test]
fn a55_2_2_4_a_receipt_that_the_recipient_states_counts_by_post() {
    let mut t = Table::new(|r| {
        r.transit_days = 0;
        r.post_transit_days = 10;
    });
    Arc::make_mut(&mut t.game.facts).profile = Profile::Post;
    t.moves(Side::White, "2026-01-20", "1. 5254");
    let receipt = |game: &GameFile, day| receipt_of(game, Side::Black, day);
    let plain = receipt(&t.game, None);
    assert_eq!(
        plain,
        (d("2026-01-20"), vec![]),
        "nothing shows another day"
    );
    for day in ["2026-01-20", "2026-01-25", "2026-01-30"] {
        assert_eq!(receipt(&t.game, Some(day)), (d(day), vec![]));
    }
    let long = Remark::ReceiptLong {
        stated: d("2026-01-31"),
        posted: d("2026-01-20"),
    };
    assert_eq!(
        receipt(&t.game, Some("2026-01-31")),
        (d("2026-01-31"), vec![long])
    );
    let early = Remark::ReceiptTooEarly {
        stated: d("2026-01-19"),
        counted: d("2026-01-20"),
    };
    assert_eq!(
        receipt(&t.game, Some("2026-01-19")),
        (d("2026-01-20"), vec![early])
    );
}

#[test]
fn dispatch_is_the_date_header_within_one_day_of_arrival() {
    let at = |t: &str| Instant::parse(t).unwrap();
    let counted = |header: Option<&str>| {
        let dispatch = Dispatch {
            arrived: at("2026-01-16T12:00:00Z"),
            header: header.map(at),
        };
        let (sent, cut) = dispatch.counted(Zone::utc(), DayUnit::Date);
        (
            Zone::utc().day(sent).to_string(),
            cut.map(|d| d.to_string()),
        )
    };
    assert_eq!(counted(Some("2026-01-15T01:00:00Z")).0, "2026-01-15");
    let cut = counted(Some("2026-01-10T23:00:00Z"));
    assert_eq!(
        cut,
        ("2026-01-15".to_owned(), Some("2026-01-10".to_owned()))
    );
    assert_eq!(counted(Some("2026-01-17T00:00:00Z")).0, "2026-01-16");
    assert_eq!(counted(None).0, "2026-01-16");
}

/// Black has 12 of 10 days when the notice of 23 January pauses the game; two days
/// later the arbiter refuses it. The ruling is received on the 26th.
fn refused(leaves: &str) -> Table {
    let mut t = Table::new(|r| r.days_per_period = 10);
    t.moves(Side::White, "2026-01-10", "1. 5254");
    t.ticks("2026-01-23");
    let now = Instant::parse("2026-01-25T12:00:00Z").unwrap();
    let reject = format!("reject-claim {leaves}");
    t.take(order(&t.game, &reject, "", now).unwrap());
    t.leave(now);
    t
}

#[test]
fn a_refusal_leaves_what_the_order_says() {
    let flag = |leaves| refused(leaves).game.tally().running.unwrap().flag;
    assert_eq!(flag(""), d("2026-01-27"));
    assert_eq!(flag("--days 5"), d("2026-02-01"));
    // Received on the 20th: three days up to the notice, seven are left by the formula.
    let late = "--received 2026-01-20 --days 5";
    assert_eq!(flag(late), d("2026-02-03"));
}
