//! What is known about a request beside the game: when it was sent, by whom,
//! and what the letter around it says.

use super::notice::{AskedBecause, Notice, Quoted, Recipient, Remark};
use super::ruling::{Occasion, Ruling, Verdict};
use crate::chess::Side;
use crate::ids::InboundId;
use crate::record::{Carrier, Cause, Entry, Event, GameFile};
use crate::request::{TextSpan, WrittenDate};
use crate::rules::DayUnit;
use crate::time::{Day, Instant, Zone};

/// When a letter was sent, as it counts (CONTRACT.md 4, When).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Dispatch {
    /// When it arrived.
    pub arrived: Instant,
    /// Its Date header, where there is a usable one.
    pub header: Option<Instant>,
}

impl Dispatch {
    /// What was sent when it came: no header tells another hour.
    pub fn at(hour: Instant) -> Dispatch {
        Dispatch {
            arrived: hour,
            header: None,
        }
    }

    /// The instant of dispatch that counts in a zone: the Date header, no later
    /// than the arrival and no earlier than one calendar day before it (56.2.5).
    /// Where days are full 24 hours it is the arrival: a header that anybody writes would be
    /// worth a whole unit. The second value is the header's day, where it was cut.
    pub fn counted(&self, zone: Zone, unit: DayUnit) -> (Instant, Option<Day>) {
        let usable = |header: &Instant| unit == DayUnit::Date && *header <= self.arrived;
        let Some(header) = self.header.filter(usable) else {
            return (self.arrived, None);
        };
        let earliest = zone.begins(zone.day(self.arrived).plus(-1));
        if header < earliest {
            (earliest, Some(zone.day(header)))
        } else {
            (header, None)
        }
    }
}

/// The surroundings of one request.
#[derive(Clone, Debug)]
pub struct Context<'a> {
    /// The hour of this pass.
    pub now: Instant,
    /// What brought the request.
    pub cause: Cause,
    /// The sender's side in the game.
    pub side: Side,
    /// When the letter was sent.
    pub dispatch: Dispatch,
    /// The sender is known to be who he says (a penalty may be charged).
    pub verified: bool,
    /// A stated date of receipt.
    pub received: Option<&'a WrittenDate>,
    /// A stated date of dispatch.
    pub sent: Option<&'a WrittenDate>,
    /// The player's own text, for quoting.
    pub text: &'a str,
    /// How many faulty moves the letter may be charged for at most: one.
    pub only_request: bool,
    /// Half-moves played when the newest letter of ours left that it answers in this game,
    /// where it answers one.
    pub answered: Option<u32>,
    /// Why an offer of a draw is asked back by one word, where it is not made at once.
    pub asks: Option<AskedBecause>,
    /// Earlier letters of the sender in the same words of his own.
    pub same_words: Vec<InboundId>,
}

impl Context<'_> {
    /// The day of dispatch that counts.
    pub fn sent_day(&self, game: &GameFile) -> Day {
        game.facts.zone.day(self.sent_at(game))
    }

    /// The instant of dispatch that counts.
    pub fn sent_at(&self, game: &GameFile) -> Instant {
        let unit = game.facts.regulations.day_unit;
        self.dispatch.counted(game.facts.zone, unit).0
    }

    /// The day of receipt that counts for a letter sent on the counted day, with
    /// what there is to remark about dates (RULES.md 2, Receipt).
    pub fn receipt(&self, game: &GameFile) -> (Day, Vec<Remark>) {
        let zone = game.facts.zone;
        let mut remarks = Vec::new();
        let unit = game.facts.regulations.day_unit;
        let (sent_at, cut) = self.dispatch.counted(zone, unit);
        let sent = zone.day(sent_at);
        if let Some(header) = cut {
            remarks.push(Remark::DispatchCut {
                header,
                counted: sent,
            });
        }
        if let Some(stated) = self.sent.and_then(|d| d.near(sent)).filter(|d| *d != sent) {
            remarks.push(Remark::DispatchDiffers {
                stated,
                counted: sent,
            });
        }
        let start = game.facts.start;
        let counted = match (game.settled_receipt(), game.receipt()) {
            (Some(day), _) => day,
            (None, Some(day)) => day.min(sent).max(start),
            // Of one without mail nothing but the start tells when he may begin.
            (None, None) if game.moves.is_empty() && self.cause == Cause::Card => start,
            (None, None) => sent.max(start),
        };
        let Some(stated) = self.received.and_then(|d| d.near(sent)) else {
            return (counted, remarks);
        };
        // What he received tells how, not what he answers by (55.2.3).
        if game.came_by() == Carrier::Post {
            return by_post(game, (counted, stated), sent, remarks);
        }
        let left = game.letter_left().map_or(counted, |at| zone.day(at));
        if stated > counted {
            remarks.push(Remark::ReceiptLater { stated, counted });
        } else if stated < left.min(counted) {
            remarks.push(Remark::ReceiptTooEarly { stated, counted });
        } else if !game.receipt_is_set() {
            return (stated.max(start), remarks);
        }
        (counted, remarks)
    }

    /// The line of the player's text around a span, with the place in characters.
    pub fn quote(&self, span: TextSpan) -> Option<Quoted> {
        quote(self.text, span)
    }

    /// When it is ruled, and what brought it.
    pub(super) fn occasion(&self) -> Occasion {
        let (now, cause) = (self.now, self.cause);
        Occasion { now, cause }
    }

    /// An entry of this request.
    pub fn entry(&self, event: Event, grounds: Option<&str>) -> Entry {
        let entry = Entry::new(self.now, self.cause, event);
        match grounds {
            Some(article) => entry.on(article),
            None => entry,
        }
    }
}

/// The receipt by post of what is answered: the recipient records it (55.2.2.4), unless a
/// mark or the arbiter has settled it, and never before it was posted nor after its answer
/// was; before the official start nobody's time runs (55.4.5). One that lies long after its
/// posting counts too, and is shown to those whom it concerns.
fn by_post(
    game: &GameFile,
    (counted, stated): (Day, Day),
    sent: Day,
    mut remarks: Vec<Remark>,
) -> (Day, Vec<Remark>) {
    let start = game.facts.start;
    let answered = game.moves.last().map_or(start, |mv| mv.sent);
    // Behind a faulty move it is our request that was received.
    let posted = game.pending.last().map_or(answered, |f| f.sent);
    if game.settled_receipt().is_some() {
        if stated != counted {
            remarks.push(Remark::ReceiptSettled { stated, counted });
        }
        return (counted, remarks);
    }
    // What began the game was written before its official start.
    let begins = game.moves.is_empty() && game.pending.is_empty();
    let earliest = match begins {
        true => game.letter_left().map(|at| game.facts.zone.day(at)),
        false => Some(posted),
    };
    if earliest.is_some_and(|earliest| stated < earliest) {
        remarks.push(Remark::ReceiptTooEarly { stated, counted });
        return (counted, remarks);
    }
    if stated > sent {
        let counted = sent.max(start);
        remarks.push(Remark::ReceiptAfterAnswer { stated, counted });
        return (counted, remarks);
    }
    let transit = i64::from(game.facts.regulations.post_transit_days);
    // Where ours told him of it and had left by then, that one was on its way.
    let on_its_way = game.days_on_the_way(game.turn());
    let ours = game
        .receipt()
        .filter(|day| stated.since(*day) + on_its_way >= 0);
    let usual = ours.max(Some(posted.plus(transit)));
    if usual.is_some_and(|usual| stated > usual) && posted >= start {
        remarks.push(Remark::ReceiptLong { stated, posted });
    }
    let counted = match begins {
        true => game.begins_with_start_card(stated),
        false => stated,
    };
    (counted.min(sent).max(start), remarks)
}

/// The line of a text around a span, with the place in characters.
pub fn quote(text: &str, span: TextSpan) -> Option<Quoted> {
    if span.start == span.end {
        // What is meant stands in an enclosure.
        return None;
    }
    let before = text.get(..span.start)?;
    let meant = text.get(span.start..span.end)?;
    let from = before.rfind('\n').map_or(0, |i| i + 1);
    let rest = text.get(span.start..)?;
    let to = span.start + rest.find('\n').unwrap_or(rest.len());
    let line: String = text.get(from..to)?.chars().take(200).collect();
    Some(Quoted {
        line,
        offset: text.get(from..span.start)?.chars().count(),
        length: meant.lines().next().unwrap_or("").chars().count(),
    })
}

/// A question instead of an action.
pub(super) fn ask(
    ctx: &Context<'_>,
    game: &GameFile,
    question: super::notice::Question,
    span: Option<TextSpan>,
    verdict: Verdict,
    note: &str,
) -> Ruling {
    let body = super::notice::Body::NotUnderstood {
        question,
        quoted: span.and_then(|s| ctx.quote(s)),
    };
    Ruling {
        notices: vec![Notice::new(
            Recipient::Player(game.player(ctx.side).id),
            body,
        )],
        verdict: Some(verdict),
        note: note.to_owned(),
        ..Ruling::default()
    }
}
