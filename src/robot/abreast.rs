//! Several robots rule letters at once where the database is on a server: each takes some whose
//! senders and games are nobody else's meanwhile, and rules them abreast of the others. What is
//! decided so is written by one after the other, so that the record has
//! one order. Only letters of which that much can be told from outside are taken: of a player,
//! about one game of his that is named in the subject. All others, and those that turn out to
//! touch more, are ruled alone; until then none that came later is ruled of the same player or
//! about one of his games.

use super::alone::Robot;
use super::desk::Desk;
use super::letters;
use super::lock::{self, Lock};
use super::mail::HELPFUL;
use super::opened::OpenedLetter;
use super::settled::{LetterEvent, settle};
use super::waiting::{game_named, waiting};
use crate::error::Failure;
use crate::ids::{GameId, GameName, InboundId};
use crate::request;
use crate::store::{Claimable, Pending};
use std::collections::BTreeSet;
use std::time::Duration;

/// Letters that are looked at for some to take.
const WINDOW: u32 = 384;

/// So many are looked at at once.
const AT_ONCE: usize = 64;

/// So many are ruled in one transaction: others wait with theirs to write.
const ENOUGH: usize = 96;

/// Where fewer than that could be ruled in one transaction though more wait, all of them are
/// ruled alone: they are of few players in few games.
const WORTH: usize = 6;

/// The game that a letter is about which may be ruled abreast of others, as far as it can be
/// told from outside.
fn game_of(next: &Claimable, alone_only: &BTreeSet<InboundId>) -> Option<(GameId, GameName)> {
    if !next.is_fresh || next.player.is_none() || alone_only.contains(&next.letter) {
        return None;
    }
    game_named(next)
}

/// What a letter that comes next has to wait for.
#[derive(Default)]
struct Precedence {
    /// Players and games of letters that wait: who comes after them waits too.
    waiting: BTreeSet<u32>,
    /// Games of letters that are taken: the next sees what they did.
    games: BTreeSet<u32>,
    /// One came that may be about anybody and anything: none behind it is looked at.
    is_over: bool,
}

impl Precedence {
    /// Whether nobody stands before a letter about a game.
    fn is_free(&self, next: &Claimable, game: GameId) -> bool {
        let (player, game) = (next.of_player(), Claimable::of_game(game));
        !self.is_over
            && !self.waiting.contains(&player)
            && !self.waiting.contains(&game)
            && !self.games.contains(&game)
    }

    fn takes(&mut self, game: GameId) {
        self.games.insert(Claimable::of_game(game));
    }

    /// A letter waits.
    fn waits(&mut self, next: &Claimable) {
        match next.player {
            Some(_) => self.waiting.extend(next.of_all()),
            None => self.is_over = true,
        }
    }
}

/// How many of these letters could be taken if nobody else took any.
fn free_of(looked_at: &[Claimable], alone_only: &BTreeSet<InboundId>) -> usize {
    let mut queue = Precedence::default();
    let mut free = 0;
    for next in looked_at {
        match game_of(next, alone_only).filter(|(game, _)| queue.is_free(next, *game)) {
            Some((game, _)) => {
                queue.takes(game);
                free += 1;
            }
            None => queue.waits(next),
        }
    }
    free
}

/// A letter that is taken.
struct Taken {
    pending: Pending,
    /// Its player and its game.
    own: [u32; 2],
    /// What waits where it does: its player, and all his games.
    all: BTreeSet<u32>,
}

/// Takes letters that are nobody else's, in order of arrival: none of a player or about a game
/// of whom or which an earlier one waits. Those that are taken are open on the desk.
fn claim(
    desk: &mut Desk<'_>,
    waiting: &[Pending],
    alone_only: &mut BTreeSet<InboundId>,
) -> Result<Vec<Taken>, Failure> {
    let mut queue = Precedence::default();
    let (mut taken, mut games, mut from) = (Vec::new(), BTreeSet::new(), BTreeSet::new());
    for some in waiting.chunks(AT_ONCE) {
        let looked_at = desk.tx.claimable(some)?;
        let meant = looked_at.iter().map(|next| game_of(next, alone_only));
        let looked_at: Vec<_> = looked_at.iter().zip(meant).collect();
        let before = looked_at
            .iter()
            .take_while(|(next, _)| next.player.is_some());
        let wanted = before.filter_map(|(next, meant)| {
            let (game, _) = meant.as_ref()?;
            let is_free = queue.is_free(next, *game);
            is_free.then(|| [next.of_player(), Claimable::of_game(*game)])
        });
        let ours = desk.tx.claim(&wanted.flatten().collect())?;
        // What was ruled until its locks were given back waits no more, and nobody for it.
        let ids: Vec<InboundId> = some.iter().map(|pending| pending.id).collect();
        let still = desk.tx.wait_still(&ids)?;
        desk.tx.letters_ahead(some)?;
        for (next, meant) in looked_at {
            let mut waiting = some.iter().filter(|pending| still.contains(&pending.id));
            let Some(pending) = waiting.find(|pending| pending.id == next.letter) else {
                continue;
            };
            let free = meant.filter(|(game, _)| {
                let locks = [next.of_player(), Claimable::of_game(*game)];
                queue.is_free(next, *game) && locks.iter().all(|lock| ours.contains(lock))
            });
            let is_enough = taken.len() >= ENOUGH;
            match free.filter(|_| !is_enough) {
                Some((game, name)) if opens(desk, next.letter, &name, &mut from)? => {
                    queue.takes(game);
                    games.insert(game);
                    taken.push(Taken {
                        pending: pending.clone(),
                        own: [next.of_player(), Claimable::of_game(game)],
                        all: next.of_all().collect(),
                    });
                }
                Some(_) => {
                    alone_only.insert(next.letter);
                    queue.waits(next);
                }
                None => queue.waits(next),
            }
        }
        if queue.is_over || taken.len() >= ENOUGH {
            break;
        }
    }
    let from = from.iter().map(String::as_str);
    desk.tx.senders_ahead(&from.collect())?;
    desk.tx.games_ahead(&games)?;
    desk.tx.threads_ahead(&games, HELPFUL)?;
    Ok(taken)
}

/// Opens a letter: whether it is about that game alone, as far as it names any; then who wrote it
/// is noted.
fn opens(
    desk: &mut Desk<'_>,
    id: InboundId,
    game: &GameName,
    from: &mut BTreeSet<String>,
) -> Result<bool, Failure> {
    let opened = OpenedLetter::read(desk.tx.inbound_raw(id)?.bytes);
    let Ok(letter) = opened.letter() else {
        return Ok(false);
    };
    let named = request::names_in(&letter.own_text);
    let is_one = named.iter().all(|name| name == game);
    if is_one {
        from.extend(letter.from.first().cloned());
        desk.opened.put(id, opened);
    }
    Ok(is_one)
}

/// What a letter changes at the desk beside what is written.
struct Before {
    also: usize,
    known: BTreeSet<InboundId>,
}

impl Before {
    fn letter(desk: &mut Desk<'_>) -> Before {
        desk.tx.letter_begins();
        desk.answers = Some(Vec::new());
        Before {
            also: desk.also.len(),
            known: desk.known.clone(),
        }
    }

    /// The desk is as it was; games in hand are read anew.
    fn undo(self, desk: &mut Desk<'_>) {
        desk.tx.letter_undone();
        desk.answers = None;
        desk.also.truncate(self.also);
        *desk.known = self.known;
        desk.silenced = None;
        desk.confirmed = None;
        desk.confirmation = None;
        desk.deciding = None;
        desk.games.clear();
        desk.threads.clear();
        desk.had.clear();
    }
}

impl Robot {
    /// Says that this robot rules letters; it is known by what is given back whether others do,
    /// as long as that is held. `None`: there is one at a time.
    pub(super) fn joins_in_ruling(&self) -> Result<Option<Lock>, Failure> {
        match self.home.ruling_lock() {
            Some(place) if !self.is_alone() => lock::share(&place, Duration::ZERO),
            _ => Ok(None),
        }
    }

    /// Rules some letters abreast of other robots. None: the next have to be ruled alone, or
    /// others are at what is there.
    pub(super) fn rule_abreast(&mut self) -> Result<Vec<LetterEvent>, Failure> {
        let waiting = waiting(self.store.read(), WINDOW)?;
        let mut alone_only = std::mem::take(&mut self.alone_only);
        let patience = self.home.lock().patience();
        let ruled = self.batch_abreast(1, patience, |desk| {
            let taken = claim(desk, &waiting, &mut alone_only)?;
            rule(desk, &taken, &mut alone_only)
        });
        self.alone_only = alone_only;
        Ok(ruled?.unwrap_or_default())
    }

    /// How many of the letters that wait are to be ruled alone now, where others rule too: those
    /// that come first and cannot be ruled abreast of them, or all where few could.
    pub(super) fn alone_first(&self, pending: &[Pending]) -> Result<usize, Failure> {
        let some = pending.get(..AT_ONCE).unwrap_or(pending);
        let looked_at = self.store.read().claimable(some)?;
        if free_of(&looked_at, &self.alone_only) < WORTH.min(some.len()) {
            return Ok(pending.len());
        }
        let mut looked_at = looked_at.iter();
        let first = looked_at.position(|next| game_of(next, &self.alone_only).is_some());
        Ok(first.unwrap_or(some.len()))
    }
}

/// Rules letters that are taken, each of which may turn out to have to be ruled alone: then
/// those of its player and about his games, that came behind it, wait for it.
fn rule(
    desk: &mut Desk<'_>,
    taken: &[Taken],
    alone_only: &mut BTreeSet<InboundId>,
) -> Result<Vec<LetterEvent>, Failure> {
    let mut all = Vec::with_capacity(taken.len());
    let mut waiting: BTreeSet<u32> = BTreeSet::new();
    for next in taken {
        if next.own.iter().any(|lock| waiting.contains(lock)) {
            waiting.extend(&next.all);
            continue;
        }
        let pending = &next.pending;
        let before = Before::letter(desk);
        let settled = letters::read_and_rule(desk, pending).and_then(|settled| {
            settle(desk.tx, pending, &settled)?;
            Ok(settled)
        });
        if !desk.tx.letter_ends() {
            alone_only.insert(pending.id);
            waiting.extend(&next.all);
            before.undo(desk);
            continue;
        }
        let settled = settled?;
        for draft in desk.answers.take().unwrap_or_default() {
            desk.post(draft);
        }
        all.append(&mut desk.also);
        all.push(LetterEvent::of(pending.id, &settled));
    }
    Ok(all)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ids::PlayerId;

    fn letter(number: i64, player: i64, games: &[i64]) -> Claimable {
        let name = |id: &i64| GameName::parse(&format!("T26/{id}")).unwrap();
        Claimable {
            letter: InboundId(number),
            subject: format!("Re: [T26/{}]", games[0]),
            is_fresh: true,
            player: Some(PlayerId(player)),
            games: games.iter().map(|id| (GameId(*id), name(id))).collect(),
        }
    }

    fn free(letters: &[&Claimable]) -> usize {
        let letters: Vec<Claimable> = letters.iter().map(|l| (*l).clone()).collect();
        free_of(&letters, &BTreeSet::new())
    }

    #[test]
    fn letters_of_one_game_go_in_order_and_a_players_together() {
        let first = letter(1, 11, &[1, 2]);
        let same_player = letter(2, 11, &[2, 1]);
        let opponent = letter(3, 12, &[2, 3]);
        let apart = letter(4, 13, &[4]);
        assert_eq!(free(&[&first, &same_player, &apart]), 3);
        // The opponent's waits for the one before it in the game; and so does all that is his.
        assert_eq!(free(&[&same_player, &opponent]), 1);
        let his_other = letter(5, 12, &[3, 2]);
        assert_eq!(free(&[&same_player, &opponent, &his_other]), 1);
        assert_eq!(free(&[&first, &his_other, &apart]), 3);
    }

    #[test]
    fn whoever_has_to_be_ruled_alone_holds_up_who_may_hang_on_it() {
        let mut leave = letter(1, 11, &[1, 2]);
        leave.subject = "leave".to_owned();
        let opponent = letter(2, 12, &[2, 3]);
        let other_game = letter(3, 14, &[9]);
        assert_eq!(free(&[&leave, &opponent, &other_game]), 1);
        // An arbiter's may be about everybody.
        let mut arbiter = letter(4, 15, &[8]);
        arbiter.player = None;
        assert_eq!(free(&[&opponent, &arbiter, &other_game]), 1);
    }

    #[test]
    fn what_can_be_ruled_abreast() {
        let none = BTreeSet::new();
        let good = letter(1, 11, &[1, 2]);
        assert_eq!(game_of(&good, &none).map(|(game, _)| game), Some(GameId(1)));
        assert_eq!(game_of(&good, &BTreeSet::from([InboundId(1)])), None);
        for subject in ["", "my move", "[T26/3]", "[T26/1] [T26/2]", "[T27/1]"] {
            let other = Claimable {
                subject: subject.to_owned(),
                ..good.clone()
            };
            assert_eq!(game_of(&other, &none), None, "{subject}");
        }
        let begun = Claimable {
            is_fresh: false,
            ..good
        };
        assert_eq!(game_of(&begun, &none), None);
    }
}
