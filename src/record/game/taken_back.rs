//! Days that the arbiter takes back (55.4.7): of which half-moves they were is told by the
//! game as it stood when he gave them. What has left the game since, or costs less by now,
//! is not given back: nobody gets more back than was charged. What is taken back of a half-move
//! with a faulty letter is its penalty first, and with it the days behind that letter are its
//! mover's again that were nobody's for it (RULES.md 2, "A faulty move").

use super::{GameFile, LeaveSpan, RecordError, tally};
use crate::chess::{BySide, Side};
use crate::clock::Moment;
use crate::ids::EventId;
use crate::record::event::{Entry, Event, Recorded};
use crate::record::facts::GameFacts;
use crate::record::fault::pardon;
use crate::time::Instant;
use std::collections::BTreeMap;
use std::sync::Arc;

/// Days that were taken back.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct TakenBack {
    /// Whose.
    pub side: Side,
    /// The half-move beside which they stand.
    pub ply: u32,
    /// Of which half-moves they are, and how many of each at most.
    pub of: Vec<(u32, i64)>,
    /// When they were given.
    pub given: Moment,
}

impl GameFile {
    /// Takes days back: of what the side has used so far, the newest first.
    pub(super) fn take_back(
        &mut self,
        entry: Option<EventId>,
        (side, days, ply): (Side, i64, u32),
        at: Instant,
    ) {
        let given = self.moment(at);
        let standing = tally::owed(self, side, ply, given);
        let mut of = match entry.and_then(|id| self.back_then.get(&id)) {
            Some(of) => of.clone(),
            None => newest(&standing, days),
        };
        for (ply, days) in &mut of {
            *days = (*days).min(standing.get(ply).copied().unwrap_or(0));
            if *ply == self.ply() + 1 {
                pardon(&mut self.pending, *days);
            }
        }
        self.taken_back.push(TakenBack {
            side,
            ply,
            of,
            given,
        });
    }

    /// The days of a penalty as they count: of days taken back, those that are.
    pub fn penalty_counted(&self, entry: EventId, days: i64) -> i64 {
        let takes_back = |e: &&Recorded| matches!(e.event, Event::Penalty { days: ..=-1, .. });
        let earlier = self.standing_recorded().take_while(|e| e.id != entry);
        let at = earlier.filter(takes_back).count();
        match self.tally.taken_back.get(&at).filter(|_| days < 0) {
            Some(back) => -back,
            None => days,
        }
    }

    /// The penalties that stand, recorded or about to be, each with its half-move and its days
    /// as they count; none of those that give nothing back any more.
    pub fn penalties_counted(&self) -> impl Iterator<Item = (&Entry, (Side, u32, i64))> {
        let mut taken_back = 0;
        self.standing().filter_map(move |entry| {
            let Event::Penalty { side, days, ply } = entry.event else {
                return None;
            };
            let mut counted = days;
            if days < 0 {
                let back = self.tally.taken_back.get(&taken_back);
                counted = back.map_or(days, |back| -back);
                taken_back += 1;
            }
            (counted != 0).then_some((entry, (side, ply, counted)))
        })
    }
}

/// So many days out of what was used by half-move, from the newest back.
fn newest(owed: &BTreeMap<u32, i64>, mut days: i64) -> Vec<(u32, i64)> {
    let mut of = Vec::new();
    for (ply, owed) in owed.iter().rev() {
        let taken = days.min(*owed).max(0);
        if taken > 0 {
            of.push((*ply, taken));
            days -= taken;
        }
    }
    of
}

/// Of which half-moves the days were that entries took back, as the game stood then: of those
/// alone behind which something was taken out of the record. All others tell it themselves.
pub(super) fn back_then(
    (facts, leave): (&Arc<GameFacts>, &BySide<Vec<LeaveSpan>>),
    entries: &[Recorded],
    fresh: &[Entry],
) -> Result<BTreeMap<EventId, Vec<(u32, i64)>>, RecordError> {
    let mut found = BTreeMap::new();
    let takes_out = |entry: &Entry| !entry.event.supersedes().is_empty();
    let last = match fresh.iter().any(takes_out) {
        true => entries.len(),
        false => entries
            .iter()
            .rposition(|e| takes_out(&e.entry))
            .unwrap_or(0),
    };
    for (index, entry) in entries.iter().enumerate().take(last) {
        let Event::Penalty { side, days, ply } = entry.event else {
            continue;
        };
        if days >= 0 {
            continue;
        }
        let earlier = entries.get(..index).unwrap_or_default().to_vec();
        let known: BTreeMap<_, _> = found.clone();
        let (facts, leave) = (facts.clone(), leave.clone());
        let then = GameFile::fold_knowing(facts, leave, (earlier, Vec::new()), known)?;
        let owed = tally::owed(&then, side, ply, then.moment(entry.at));
        found.insert(entry.id, newest(&owed, -days));
    }
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::BySide;
    use crate::language::Language;
    use crate::record::event::{Cause, FaultKind};
    use crate::record::fault::Fault;
    use crate::record::fixture::{Record, d, facts, noon, player};
    use crate::time::Day;
    use proptest::prelude::*;

    /// What is put into a record, in order.
    #[derive(Clone, Debug)]
    enum Put {
        /// The side to move moves after so many days.
        Move(i64),
        /// Its letter has a fault that costs two days.
        Fault,
        /// The arbiter charges a side days.
        Charge(Side, i64),
        /// He takes so many of every ten back that it has used.
        Back(Side, i64),
        /// He voids so many of the last half-moves; the time counts from so many days later.
        Void(u32, i64),
        /// He sets the receipt of so manieth of the last half-moves to its dispatch.
        Received(u32),
    }

    /// A record as it grows.
    struct Growing {
        record: Record,
        today: Day,
        received: Day,
    }

    const SHUFFLE: [&str; 4] = ["g1f3", "g8f6", "f3g1", "f6g8"];

    impl Growing {
        fn begun() -> Growing {
            let start = "2026-01-10";
            let mut record = Record::started(start);
            record.left(0, Side::White, start);
            Growing {
                record,
                today: d(start),
                received: d(start),
            }
        }

        fn game(&self) -> GameFile {
            let white = player(1, "W", 1, Language::En);
            let black = player(2, "B", 2, Language::En);
            self.record.game(facts(1, white, black), BySide::default())
        }

        fn decides(&mut self, event: Event) {
            self.record.at(&self.today.to_string());
            self.record.by(Cause::Order, event, Some("53.3"), "");
        }

        fn goes(&mut self, days: i64) {
            self.today = self.today.max(self.received).plus(days);
        }

        fn put(&mut self, what: &Put) {
            let game = self.game();
            let (ply, side) = (game.ply() + 1, game.turn());
            let due = |of: Side| ply + u32::from(side != of);
            match *what {
                Put::Move(days) => {
                    self.goes(days);
                    let uci = SHUFFLE[usize::try_from(game.ply()).unwrap() % 4];
                    let (received, sent) = (self.received.to_string(), self.today.to_string());
                    self.record.mv(ply, uci, &received, &sent);
                    self.record.left(ply, side.other(), &sent);
                    self.received = self.today.plus(1);
                }
                Put::Fault => {
                    self.goes(1);
                    let today = self.today.to_string();
                    self.record.at(&today).put(
                        Event::Faulty {
                            ply,
                            fault: FaultKind::Impossible,
                            text: String::new(),
                            received: self.received,
                            sent: self.today,
                            sent_at: noon(&today),
                            charged: Some(2),
                            arrived: None,
                        },
                        None,
                        "",
                    );
                    self.record.put(Event::penalty(side, 2, ply), None, "");
                }
                Put::Charge(of, days) => self.decides(Event::penalty(of, days, due(of))),
                Put::Back(of, tenths) => {
                    self.goes(1);
                    let game = self.game();
                    let when = game.moment(noon(&self.today.to_string()));
                    let left = game.tally().left(&game, of, when);
                    let used = game.tally().sides.get(of).limit - left;
                    let days = used * tenths / 10;
                    if days > 0 {
                        self.decides(Event::penalty(of, -days, due(of)));
                        let after = self.game();
                        let now = after.tally().left(&after, of, when);
                        // Of a penalty all but the days that were nobody's for it.
                        let faults = game.moves.iter().flat_map(|mv| &mv.faults);
                        let charged = faults.chain(&game.pending).any(Fault::is_asked_back);
                        match charged {
                            true => assert!(left <= now && now <= left + days),
                            false => assert_eq!(now, left + days, "all that is given is given"),
                        }
                    }
                }
                Put::Void(count, later) if count < ply => {
                    let from = ply - count;
                    let is = |e: &Recorded| matches!(e.event, Event::MovePlayed { ply, .. } if ply == from);
                    let entries = &self.record.entries;
                    let first = entries.iter().rposition(|e| game.counts(e) && is(e));
                    let hangs = |e: &&Recorded| match e.event {
                        Event::MovePlayed { .. } | Event::Faulty { .. } => true,
                        Event::LetterLeft { ply, .. } | Event::DatesSet { ply, .. } => ply >= from,
                        Event::Penalty { .. } => !e.cause.is_order(),
                        _ => false,
                    };
                    let rest = entries[first.unwrap()..].iter();
                    let named = rest.filter(|e| game.counts(e) && hangs(e));
                    let entries = named.map(|e| e.id).collect();
                    self.goes(0);
                    self.received = self.today.plus(later);
                    self.decides(Event::Voided {
                        ply: from,
                        received: Some(self.received),
                        entries,
                    });
                }
                Put::Received(back) if back < ply => {
                    let of = ply - back;
                    let sent = game.moves[usize::try_from(of).unwrap() - 1].sent;
                    self.decides(Event::DatesSet {
                        ply: of,
                        received: Some(sent),
                        sent: None,
                    });
                }
                Put::Void(..) | Put::Received(_) => {}
            }
        }
    }

    /// Days and penalty days of a side, as they stand.
    fn stands(game: &GameFile, side: Side) -> (i64, i64) {
        let clock = game.tally().sides.get(side);
        assert_eq!(clock.total, clock.days + clock.penalty);
        assert_eq!(clock.left, clock.limit - clock.total);
        (clock.days, clock.penalty)
    }

    #[test]
    fn a56_4_1_what_was_never_owed_is_not_given_back() {
        use Put::{Back, Charge, Fault, Move, Received, Void};
        let black = Side::Black;
        for (what, days, penalty) in [
            // A fault whose penalty was taken back, and the half-move before it voided.
            (
                vec![
                    Move(0),
                    Move(5),
                    Move(0),
                    Fault,
                    Back(black, 3),
                    Move(0),
                    Void(2, 1),
                ],
                5,
                0,
            ),
            // The days of a move that is voided itself.
            (
                vec![Move(0), Move(5), Back(black, 8), Void(1, 1), Move(2)],
                2,
                0,
            ),
            // A move that costs less by now.
            (vec![Move(0), Move(5), Back(black, 8), Received(1)], 0, 0),
            (
                vec![
                    Move(0),
                    Move(5),
                    Move(0),
                    Move(5),
                    Back(black, 3),
                    Received(1),
                ],
                5,
                0,
            ),
            // A decision of its own stays, and what took it back.
            (
                vec![
                    Move(0),
                    Charge(black, 5),
                    Back(black, 10),
                    Move(3),
                    Void(1, 0),
                ],
                0,
                0,
            ),
            // What was before the voided half-move was owed, and stays given back.
            (
                vec![
                    Move(0),
                    Move(5),
                    Back(black, 4),
                    Move(0),
                    Move(3),
                    Void(2, 0),
                ],
                5,
                -2,
            ),
        ] {
            let mut growing = Growing::begun();
            what.iter().for_each(|put| growing.put(put));
            let game = growing.game();
            assert_eq!(stands(&game, black), (days, penalty), "{what:?}");
        }
    }

    #[test]
    fn a56_4_1_the_flag_falls_as_the_total_says() {
        let mut growing = Growing::begun();
        use Put::{Back, Move, Void};
        let what = [Move(0), Move(5), Back(Side::Black, 8), Void(1, 1)];
        what.iter().for_each(|put| growing.put(put));
        let game = growing.game();
        let running = game.tally().running.unwrap();
        assert_eq!(running.flag, running.since.plus(61));
        assert_eq!(running.given_back, 0);
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(300))]

        /// However it is charged, given back, voided and dated: no total is below zero at
        /// any move, no side has more days than it is allowed, and nothing that was given
        /// back is more than was charged.
        #[test]
        fn a56_4_1_no_total_is_below_zero(
            what in prop::collection::vec(prop_oneof![
                4 => (0..6_i64).prop_map(Put::Move),
                2 => Just(Put::Fault),
                1 => (any::<bool>(), 1..6_i64).prop_map(|(w, n)| Put::Charge(side(w), n)),
                3 => (any::<bool>(), 1..=10_i64).prop_map(|(w, n)| Put::Back(side(w), n)),
                2 => (1..4_u32, 0..2_i64).prop_map(|(n, later)| Put::Void(n, later)),
                2 => (1..4_u32).prop_map(Put::Received),
            ], 1..24),
        ) {
            let mut growing = Growing::begun();
            for put in &what {
                growing.put(put);
                let game = growing.game();
                for side in Side::BOTH {
                    let (days, penalty) = stands(&game, side);
                    prop_assert!(days + penalty >= 0, "{:?}", &what);
                }
                for mv in &game.moves {
                    prop_assert!(mv.total >= 0, "{:?}", &what);
                }
                if let Some(running) = game.tally().running {
                    // What is given back of the running clock, it has used.
                    prop_assert!(game.tally().used(&game, running.since) == 0);
                    let today = growing.today.max(running.since);
                    let all = game.thinking();
                    prop_assert!(running.given_back >= 0);
                    prop_assert!(all.runs());
                    let left = game.tally().left(&game, running.side, today);
                    prop_assert!(left <= game.tally().sides.get(running.side).limit);
                }
            }
        }
    }

    fn side(white: bool) -> Side {
        if white { Side::White } else { Side::Black }
    }
}
