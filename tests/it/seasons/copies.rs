//! Copies of letters that came back (RULES.md 2, "Left"): each leaves with the first pass
//! behind its hour.

use postchess::arbiter::Loss;
use postchess::chess::Side;
use postchess::ids::{EventId, PlayerId};
use postchess::record::{About, Event, GameFile};
use postchess::time::Instant;

const DAY: i64 = 86_400;

/// Days after the first report.
const COPIES_ON: [i64; 4] = [1, 3, 6, 10];

/// A letter that came back.
#[derive(Clone, Debug)]
struct Returned {
    game: usize,
    to: Side,
    told: (u32, About),
    /// The last entry that it knew of.
    newest: EventId,
    /// When it left last.
    left: Instant,
    /// How many copies have left, or wait.
    copies: usize,
    /// When the next leaves.
    waits: Option<Instant>,
    /// The last that left came back.
    is_back: bool,
}

/// All of them.
#[derive(Debug, Default)]
pub struct Copies(Vec<Returned>);

impl Copies {
    /// A letter came back, or a copy of one.
    pub fn came_back(&mut self, game: usize, loss: &Loss, newest: EventId, now: Instant) {
        let left = loss.left.unwrap();
        let known = |r: &Returned| (r.game, r.to, r.left) == (game, loss.to, left);
        let at = self.0.iter().position(known).unwrap_or_else(|| {
            self.0.push(Returned {
                game,
                to: loss.to,
                told: (loss.ply, loss.about),
                newest,
                left,
                copies: 0,
                waits: None,
                is_back: true,
            });
            self.0.len() - 1
        });
        let row = &mut self.0[at];
        row.is_back = true;
        let first = match row.copies {
            0 => now,
            n => left.plus_seconds(-COPIES_ON[n - 1] * DAY),
        };
        let mut all = (1..).zip(COPIES_ON.map(|days| first.plus_seconds(days * DAY)));
        let next = all.find(|(number, at)| *number > row.copies && *at > now);
        row.waits = next.map(|(_, at)| at);
        row.copies = next.map_or(row.copies, |(number, _)| number);
    }

    /// A player writes: what he lacks leaves at once.
    pub fn heard_from(&mut self, player: PlayerId, games: &[GameFile], now: Instant) {
        for row in self.0.iter_mut().filter(|row| row.is_back) {
            let game = &games[row.game];
            let lacks = game.player(row.to).id == player && row.told.0 == game.ply();
            if lacks && row.waits.is_none_or(|at| at > now) {
                (row.waits, row.copies) = (Some(now), 0);
            }
        }
    }

    /// What leaves now, with its game.
    pub fn leave(&mut self, games: &[GameFile], now: Instant) -> Vec<(usize, Event)> {
        let mut all = Vec::new();
        for row in &mut self.0 {
            if row.waits.is_none_or(|at| at > now) {
                continue;
            }
            (row.waits, row.left, row.is_back) = (None, now, false);
            let ((ply, about), game) = (row.told, &games[row.game]);
            let late = ply != game.ply() && !matches!(about, About::Notice | About::Ruling);
            if !late && !game.is_told_anew((ply, about, row.to), row.newest) {
                let event = Event::LetterLeft {
                    ply,
                    about,
                    to: row.to,
                    left: now,
                    on_paper: false,
                };
                all.push((row.game, event));
            }
        }
        all
    }
}
