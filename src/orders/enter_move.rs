//! `td move`: a move that came another way, by postcard or telephone. The arbiter enters
//! it with its dates, and it is judged by the laws as a letter's would be.

use super::outcome::InGame;
use super::words::{day, game};
use super::{Decree, GameOrder, OrderError, OrderPlace, Ordered};
use crate::arbiter::notice::{Body, NamedDecision, NoticeKind, Question, Remark};
use crate::arbiter::oversteps::{annul, annuls};
use crate::arbiter::{Context, Dispatch, Ruling, Verdict, judge, takes_a_move};
use crate::chess::Side;
use crate::ids::GameName;
use crate::record::{Cause, Event, GameFile, Status};
use crate::request::{self, GameRequest, Moves};
use crate::rules::Article;
use crate::time::{Day, Instant};
use clap::Args;

/// Noon: the instant of dispatch of what has only a day.
const NOON: i64 = 12 * 3600;

/// Enter a move of the side to move that came another way: by postcard, by telephone
#[derive(Clone, Debug, PartialEq, Eq, Args)]
pub struct MoveOrder {
    /// CODE/N
    #[arg(value_parser = game)]
    pub game: GameName,
    /// The move as a letter would have it: 12. 5254, Nf3, a repetition or a series around it
    #[arg(required = true)]
    pub moves: Vec<String>,
    /// Receipt of what it answers
    #[arg(long, value_parser = day)]
    pub received: Day,
    /// Its dispatch
    #[arg(long, value_parser = day)]
    pub sent: Day,
}

impl Ordered for MoveOrder {
    fn examples() -> Vec<&'static str> {
        vec!["move CODE/3 5254 --received 2026-04-20 --sent 2026-04-22"]
    }

    fn place(&self) -> OrderPlace<'_> {
        OrderPlace::Game(&self.game, self)
    }
}

impl GameOrder for MoveOrder {
    fn decide(&self, game: &mut GameFile, decree: &mut Decree<'_>) -> Result<(), OrderError> {
        let (received, sent) = (self.received, self.sent);
        let side = game.turn();
        if !takes_a_move(game, side, sent) {
            return Err(match game.status {
                Status::Finished => OrderError::Over,
                Status::Paused => OrderError::Paused,
                Status::Adjudication | Status::Active | Status::Waiting => OrderError::NotPlayed,
            });
        }
        self.check_dates(game, game.facts.zone.day(decree.now))?;
        let text = self.moves.join(" ");
        let request = GameRequest::Move(the_move(&text)?);
        let profile = game.facts.profile;
        let paper = Paper {
            side,
            sent,
            text: &text,
        };
        let ctx = paper.context(game, decree);
        // One that was sent in time annuls the notice of an overstep, as a letter does.
        let played = match annuls(game, side, sent) {
            true => annul(game, &ctx, |game, ctx, remark| {
                self.set_receipt(game, decree);
                judge(game, &request, ctx).remarked(remark)
            }),
            false => {
                self.set_receipt(game, decree);
                judge(game, &request, &ctx)
            }
        };
        if played.verdict != Some(Verdict::Move) {
            return Err(refusal(&played, game));
        }
        for mut notice in played.notices {
            if matches!(notice.kind(), NoticeKind::Confirmation | NoticeKind::Move) {
                notice
                    .remarks
                    .insert(0, Remark::EnteredByArbiter { received, sent });
            }
            decree.ruling.notices.push(notice);
        }
        let article = Article::ArbiterDecides.number(profile);
        let label = newest_move(game).unwrap_or_default();
        let decision = NamedDecision::MoveEntered {
            label: label.clone(),
            side,
            received,
            sent,
        };
        decree.tell(game, &decision, article);
        decree.done = Some(InGame::MoveEntered {
            label,
            received,
            sent,
        });
        for entry in game.fresh_mut() {
            *entry.note = decree.reason.to_owned();
        }
        Ok(())
    }
}

impl MoveOrder {
    /// The receipt that it tells, where another is reckoned.
    fn set_receipt(&self, game: &mut GameFile, decree: &mut Decree<'_>) {
        let received = self.received;
        if game.receipt() != Some(received.max(game.facts.start)) {
            let event = Event::DatesSet {
                ply: game.ply() + 1,
                received: Some(received),
                sent: None,
            };
            decree.record(game, event, Article::Transit.number(game.facts.profile));
        }
    }

    fn check_dates(&self, game: &GameFile, today: Day) -> Result<(), OrderError> {
        let (received, sent) = (self.received, self.sent);
        if sent < received {
            return Err(OrderError::Backwards { received, sent });
        }
        if sent > today {
            return Err(OrderError::Future { day: sent, today });
        }
        let answered = game.moves.last().map(|m| m.sent);
        if let Some(left) = answered.filter(|left| received < *left) {
            return Err(OrderError::ReceivedTooEarly { received, left });
        }
        Ok(())
    }
}

/// What a side sent another way on a day.
pub(super) struct Paper<'a> {
    pub side: Side,
    pub sent: Day,
    pub text: &'a str,
}

impl<'a> Paper<'a> {
    /// Its surroundings, as a letter has them.
    pub fn context(&self, game: &GameFile, decree: &Decree<'_>) -> Context<'a> {
        let noon = game.facts.zone.begins(self.sent).unix() + NOON;
        let at = Instant::from_unix(noon.min(decree.now.unix()));
        Context {
            now: decree.now,
            cause: Cause::Order,
            side: self.side,
            dispatch: Dispatch {
                arrived: at,
                header: Some(at),
            },
            // A slip of whoever entered it is nobody's fault.
            verified: false,
            received: None,
            sent: None,
            text: self.text,
            only_request: true,
            answered: None,
            asks: None,
            same_words: Vec::new(),
        }
    }
}

/// The newest move of a game with its number.
fn newest_move(game: &GameFile) -> Option<String> {
    let mv = game.moves.last()?;
    Some(format!("{}{} {}", mv.number, mv.side.dots(), mv.san))
}

/// The one move, or series of moves, in a text.
pub(super) fn the_move(text: &str) -> Result<Moves, OrderError> {
    request::one_move(text).ok_or_else(|| OrderError::NoMove(text.to_owned()))
}

/// Why the move was not played, for the arbiter.
pub(super) fn refusal(ruling: &Ruling, game: &GameFile) -> OrderError {
    if ruling.verdict == Some(Verdict::Held) {
        return OrderError::Paused;
    }
    let asked = ruling.notices.iter().find_map(|n| match &n.body {
        Body::NotUnderstood {
            question: Question::UnclearMove {
                text, candidates, ..
            },
            ..
        } => Some((text, candidates)),
        _ => None,
    });
    let due = format!("{}{}", game.move_number(), game.turn().dots());
    // Nothing stands there but what the record has: somebody else was before him.
    let repeated = asked.is_some_and(|(text, _)| text.is_empty());
    if let Some(label) = newest_move(game).filter(|_| repeated) {
        return OrderError::MoveStands { label, due };
    }
    let (text, fitting) = match asked {
        Some((text, candidates)) => {
            let each = candidates.iter();
            let fitting = each.map(|c| format!("{} ({})", c.numeric, c.uci)).collect();
            (Some(text.clone()), fitting)
        }
        None => (None, Vec::new()),
    };
    OrderError::NotPlayable {
        text,
        fitting,
        note: ruling.note.clone(),
        due,
    }
}
