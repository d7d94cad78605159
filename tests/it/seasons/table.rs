//! A season played on the core alone: rulings on game files in memory, letters that
//! leave with the pass that ruled, nothing rendered and nothing stored.

use super::copies::Copies;
use super::season::{Happening, KINDS, Season, What, order_in};
use postchess::arbiter::{
    self, Announced, Context, Dispatch, LeaveAccount, LeaveCase, Loss, NoticeKind, Ruling, Verdict,
};
use postchess::chess::Side;
use postchess::ids::{EventId, InboundId, LeaveId, OutboundId, PlayerId};
use postchess::letter::{Letter, MailKind as Mail};
use postchess::orders::{self, Ordered};
use postchess::record::{
    About, Cause, Entry, Event, GameFile, LeaveSpan, PlayedMove, PlayerEvent, Recorded, Status,
    Unheeded,
};
use postchess::request::{self, PlayerRequest, Request, Understanding};
use postchess::time::{Day, Instant};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Mutex, OnceLock};

/// The games of each kind of tournament as they are after the start letters left.
fn started(kind: usize) -> Vec<GameFile> {
    static ALL: OnceLock<Mutex<BTreeMap<usize, Vec<GameFile>>>> = OnceLock::new();
    let all = ALL.get_or_init(Mutex::default);
    let mut all = all.lock().unwrap();
    let made = all.entry(kind).or_insert_with(|| {
        let mut club = KINDS[kind].setup().opens();
        let games = KINDS[kind].pairs.len();
        (1..=games)
            .map(|n| {
                let name = format!("T26/{n}");
                let name = postchess::ids::GameName::parse(&name).unwrap();
                let view = club.robot().store.read();
                let id = view.game_find(&name).unwrap().unwrap();
                view.game_load(id).unwrap()
            })
            .collect()
    });
    made.clone()
}

/// A letter that was kept while its game was paused.
#[derive(Clone)]
struct Held {
    number: i64,
    game: usize,
    side: Side,
    sent: Instant,
    arrived: Instant,
    understood: Arc<Understanding>,
    text: String,
}

/// What a player's letter brought about.
#[derive(Debug, Default)]
pub struct Told {
    pub verdicts: Vec<Verdict>,
    /// Names of the entries it made, letters that left not counted.
    pub entries: Vec<String>,
    /// How many notices it made.
    pub notices: usize,
}

/// A table at which a season is played.
pub struct Table {
    pub games: Vec<GameFile>,
    pub now: Instant,
    letters: i64,
    leaves: i64,
    held: Vec<Held>,
    copies: Copies,
    /// When each side of a game wrote last.
    wrote: BTreeMap<(usize, bool), Instant>,
    /// Letters about time forfeits: recipient and game.
    pub forfeits: u32,
    /// The hours at which letters of ours left that begin somebody's time.
    pub left: BTreeSet<Instant>,
    /// How often each thing happened.
    pub seen: BTreeMap<String, u32>,
}

impl Table {
    pub fn new(kind: usize) -> Table {
        Table {
            games: started(kind),
            now: Instant::parse("2026-01-05T12:00:00Z").unwrap(),
            letters: 0,
            leaves: 0,
            held: Vec::new(),
            copies: Copies::default(),
            wrote: BTreeMap::new(),
            forfeits: 0,
            left: BTreeSet::new(),
            seen: BTreeMap::new(),
        }
    }

    /// Plays a whole season, with its last passes.
    pub fn plays(season: &Season) -> Table {
        let mut table = Table::new(season.kind);
        for (at, happening) in season.steps() {
            table.now = at;
            match happening {
                None => table.pass(),
                Some(happening) => {
                    table.happens(happening);
                }
            }
        }
        table
    }

    pub fn happens(&mut self, happening: &Happening) -> Told {
        self.now = happening.at;
        let told = match &happening.what {
            What::Letter {
                game,
                side,
                text,
                read,
                sent,
                ..
            } => {
                self.letters += 1;
                // Leave and the like are of no game.
                let of_game = |r: &Request| matches!(r, Request::Game(_));
                let sections = &mut read.sections.iter();
                let of_game =
                    sections.any(|s| s.requests.is_empty() || s.requests.iter().any(of_game));
                if of_game {
                    self.wrote.insert((*game, *side == Side::White), self.now);
                }
                let held = Held {
                    number: self.letters,
                    game: *game,
                    side: *side,
                    sent: *sent,
                    arrived: self.now,
                    understood: Arc::clone(read),
                    text: text.clone(),
                };
                let told = self.letter(&held);
                self.heard_from(*game, *side, of_game);
                told
            }
            What::Bounce { game, to } => {
                self.bounce(*game, *to);
                Told::default()
            }
            What::Order { game, order } => {
                // Who decides has looked first.
                self.pass();
                self.order(*game, order);
                Told::default()
            }
        };
        self.pass();
        told
    }

    fn letter(&mut self, held: &Held) -> Told {
        let mut told = Told::default();
        let understood = Arc::clone(&held.understood);
        for section in &understood.sections {
            if section.requests.is_empty() {
                told.verdicts.push(Verdict::NotUnderstood);
                told.notices += 1;
            }
            let moves = section
                .requests
                .iter()
                .filter(|r| matches!(r, Request::Game(game) if game.is_move()))
                .count();
            for request in &section.requests {
                let ruling = match request {
                    Request::Player(asked) => self.of_player(held, asked, &mut told),
                    Request::Game(request) => {
                        let ctx = Context {
                            now: self.now,
                            cause: Cause::Letter(InboundId(held.number)),
                            side: held.side,
                            dispatch: Dispatch {
                                arrived: held.arrived,
                                header: Some(held.sent),
                            },
                            verified: true,
                            received: section.received.as_ref(),
                            sent: section.sent.as_ref(),
                            text: &held.text,
                            only_request: moves <= 1,
                            answered: None,
                            asks: None,
                            same_words: Vec::new(),
                        };
                        let looked = Some(self.now);
                        let file = &self.games[held.game];
                        let before = arbiter::due_by_letter(file, &ctx, looked);
                        self.leaves_now(held.game, &before);
                        let file = &self.games[held.game];
                        let ruling = arbiter::rule(file, request, &ctx);
                        match ruling.verdict {
                            Some(Verdict::Move) => {
                                ruling.then(|file| arbiter::due_by_letter(file, &ctx, looked))
                            }
                            _ => ruling,
                        }
                    }
                };
                if ruling.verdict == Some(Verdict::Held) {
                    self.held.push(held.clone());
                }
                told.verdicts.extend(ruling.verdict);
                told.notices += ruling.notices.len();
                told.entries
                    .extend(ruling.entries().iter().map(|e| kind_of(&e.event)));
                let annulled = |e: &Entry| matches!(e.event, Event::NoticeAnnulled { .. });
                let goes_on = ruling.entries().iter().any(annulled);
                self.leaves_now(held.game, &ruling);
                if goes_on {
                    self.release(held.game);
                }
            }
        }
        told
    }

    /// Leave; of everything else no game knows.
    fn of_player(&mut self, held: &Held, asked: &PlayerRequest, told: &mut Told) -> Ruling {
        let player = self.games[held.game].player(held.side).id;
        let case = self.leave_case(player);
        let dispatch = Dispatch {
            arrived: held.arrived,
            header: Some(held.sent),
        };
        let announced = Announced {
            dispatch,
            now: self.now,
            cause: Cause::Letter(InboundId(held.number)),
        };
        let ruling = match asked {
            PlayerRequest::Leave { from, to, code } => {
                case.take(from, to, code.as_deref(), announced)
            }
            PlayerRequest::LeaveEnd { date } => case.end(date.as_ref(), announced),
            _ => {
                told.notices += 1;
                return Ruling {
                    verdict: Some(Verdict::Command),
                    ..Ruling::default()
                };
            }
        };
        for entry in &ruling.player_entries {
            match entry.event {
                PlayerEvent::LeaveTaken { from, to, .. } => {
                    self.leaves += 1;
                    let span = LeaveSpan {
                        id: LeaveId(self.leaves),
                        days: postchess::clock::DaySpan { from, to },
                    };
                    self.change_leave(player, |all| all.push(span));
                    told.entries.push("leave-taken".to_owned());
                }
                PlayerEvent::LeaveEnded { leave, to } => {
                    self.change_leave(player, |all| {
                        for span in all.iter_mut().filter(|s| s.id == leave) {
                            span.days.to = to;
                        }
                    });
                    told.entries.push("leave-ended".to_owned());
                }
                _ => {}
            }
        }
        for name in &told.entries {
            if name.starts_with("leave-") {
                *self.seen.entry(name.clone()).or_insert(0) += 1;
            }
        }
        ruling
    }

    fn change_leave(&mut self, player: PlayerId, change: impl Fn(&mut Vec<LeaveSpan>)) {
        for game in &mut self.games {
            if let Some(side) = game.side_of(player) {
                let mut leave = game.leave.get(side).clone();
                change(&mut leave);
                game.set_leave(side, leave).expect("a record");
            }
        }
    }

    fn leave_case(&self, player: PlayerId) -> LeaveCase {
        let own: Vec<&GameFile> = self
            .games
            .iter()
            .filter(|g| g.side_of(player).is_some())
            .collect();
        let facts = &own[0].facts;
        let side = own[0].side_of(player).unwrap();
        LeaveCase {
            player,
            name: own[0].player(side).name.clone(),
            accounts: vec![LeaveAccount {
                tournament: facts.tournament,
                code: facts.name.code.clone(),
                profile: facts.profile,
                regulations: facts.regulations.clone(),
                zone: facts.zone,
                play: (facts.start, facts.end),
                leave: own[0].leave.get(side).clone(),
                cancelled: false,
                opponents: Vec::new(),
            }],
        }
    }

    /// A report by mail that a letter of ours came back. It counts within seven days,
    /// of one who has not written since and whose flag stands, for fourteen days a game
    /// (RULES.md 2, "Left").
    fn bounce(&mut self, game: usize, to: Side) {
        let file = &mut self.games[game];
        let Some((loss, newest)) = loss_of(file, to, self.now) else {
            return;
        };
        let left = loss.left.unwrap();
        let late = self.now > left.plus_seconds(7 * 86_400);
        let wrote = self.wrote.get(&(game, to == Side::White));
        if late || wrote.is_some_and(|at| *at > left) {
            return;
        }
        let unheeded = arbiter::unheeded(file, &loss);
        if unheeded == Some(Unheeded::FlagFallen) {
            return;
        }
        self.copies.came_back(game, &loss, newest, self.now);
        if unheeded.is_some() {
            return;
        }
        self.letters += 1;
        let cause = Cause::Letter(InboundId(self.letters));
        let ruling = arbiter::letter_lost(file, &loss, None, self.now, cause);
        self.leaves_now(game, &ruling);
    }

    /// A player has written, in a game or of none: what reports have stopped there ends, and
    /// what came back leaves again.
    fn heard_from(&mut self, game: usize, side: Side, of_game: bool) {
        let file = &mut self.games[game];
        let player = file.player(side).id;
        let waits = file.status == Status::Active && file.turn() == side;
        if of_game && waits && file.is_stopped_on(file.facts.zone.day(self.now)) {
            let event = Event::StopEnded {
                ply: file.ply(),
                to: side,
            };
            let cause = Cause::Letter(InboundId(self.letters));
            file.apply(Entry::new(self.now, cause, event)).unwrap();
            number(file);
        }
        self.copies.heard_from(player, &self.games, self.now);
    }

    fn copies_leave(&mut self) {
        for (game, event) in self.copies.leave(&self.games, self.now) {
            self.left.insert(self.now);
            let entry = Entry::new(self.now, Cause::Post, event);
            self.games[game].apply(entry).unwrap();
            number(&mut self.games[game]);
        }
    }

    /// How often letters to that side came back in the game, and counted.
    pub fn returned(&self, game: usize, to: Side) -> usize {
        let lost = |e: &&Entry| matches!(e.event, Event::LetterLost { to: side, .. } if side == to);
        self.games[game].standing().filter(lost).count()
    }

    fn order(&mut self, game: usize, words: &str) {
        let file = &mut self.games[game];
        let was_played = file.status == Status::Active;
        // An order that does not fit any more is refused, as the console refuses it.
        let order = order_in(&file.facts.name, words);
        let (_, order) = order.in_game().expect("an order in a game");
        let Ok(decided) = orders::decide(file, order, "", self.now) else {
            return;
        };
        self.leaves_now(game, &decided.ruling);
        if !was_played && self.games[game].status == Status::Active {
            self.release(game);
        }
    }

    /// Letters that were kept are looked at again.
    fn release(&mut self, game: usize) {
        let (now, rest) = self.held.drain(..).partition(|h| h.game == game);
        self.held = rest;
        for held in Vec::from_iter::<Vec<Held>>(now) {
            self.letter(&held);
        }
    }

    /// A pass over the clocks, after a complete look at the mailbox.
    pub fn pass(&mut self) {
        self.copies_leave();
        for game in 0..self.games.len() {
            let ruling = arbiter::due(&self.games[game], self.now, Some(self.now));
            let opened = |e: &Entry| matches!(e.event, Event::AdjudicationOpened { .. });
            let release = ruling.entries().iter().any(opened);
            self.leaves_now(game, &ruling);
            if release {
                self.release(game);
            }
        }
    }

    /// The ruling's letters leave, and what was recorded gets its numbers.
    fn leaves_now(&mut self, game: usize, ruling: &Ruling) {
        if let Some(after) = &ruling.game {
            self.games[game] = (**after).clone();
        }
        for entry in ruling.entries() {
            *self.seen.entry(kind_of(&entry.event)).or_insert(0) += 1;
        }
        let forfeits = |n: &&arbiter::Notice| n.kind() == NoticeKind::TimeForfeit;
        let forfeits = ruling.notices.iter().filter(forfeits).count();
        self.forfeits += u32::try_from(forfeits).unwrap();
        for (ply, about, to) in ruling.notices.iter().filter_map(|n| n.begins) {
            self.left.insert(self.now);
            let event = Event::LetterLeft {
                ply,
                about,
                to,
                left: self.now,
                on_paper: false,
            };
            let entry = Entry::new(self.now, Cause::Post, event);
            self.games[game].apply(entry).unwrap();
        }
        number(&mut self.games[game]);
    }
}

/// What the store does: entries get numbers, and those of one decision belong together.
fn number(game: &mut GameFile) {
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

/// The letter that a side is to answer, as one that came back.
fn loss_of(game: &GameFile, to: Side, now: Instant) -> Option<(Loss, EventId)> {
    let left = game.letter_left()?;
    let (ply, about, newest) = game.entries.iter().rev().find_map(|e| match e.event {
        Event::LetterLeft {
            ply,
            about,
            to: side,
            left: at,
            on_paper: false,
        } if side == to && at == left && !matches!(about, About::Notice | About::Start) => {
            Some((ply, about, e.id))
        }
        _ => None,
    })?;
    let loss = Loss {
        letter: OutboundId(1),
        ply,
        about,
        to,
        left: Some(left),
        diagnostic: "no such user".to_owned(),
        again: None,
        reported: Some(now),
    };
    Some((loss, newest))
}

/// The name of an event, as the record has it.
pub fn kind_of(event: &Event) -> String {
    let json = serde_json::to_value(event).unwrap();
    json["what"].as_str().unwrap_or("").to_owned()
}

/// What is understood of a letter's own words: read once, played often.
pub fn understood(text: &str) -> Arc<Understanding> {
    let letter = Letter {
        message_id: None,
        from: vec!["somebody@mail.example".to_owned()],
        from_name: String::new(),
        subject: String::new(),
        date: None,
        received: None,
        answers: Vec::new(),
        recipients: Vec::new(),
        visible_recipients: Vec::new(),
        named_recipients: Vec::new(),
        resent: Vec::new(),
        places: postchess::letter::HeaderPlaces::default(),
        signatures: Vec::new(),
        trace: Vec::new(),
        doubled: Vec::new(),
        kind: Mail::Person,
        told_by: postchess::letter::ToldBy::Robot,
        report: None,
        text: text.to_owned(),
        own_text: text.to_owned(),
        paragraphs: postchess::letter::Paragraphs::default(),
        page: None,
        pgn: Vec::new(),
        notes: Vec::new(),
    };
    Arc::new(request::understand(&letter))
}

/// What has to be equal however often somebody looked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ends {
    /// Of each game: half-moves with days, penalty days and totals; status; result;
    /// oversteps that stand.
    pub games: Vec<End>,
}

/// A half-move with its days, penalty days and total.
type Made = (String, i64, i64, i64);

fn made(game: &GameFile) -> Vec<Made> {
    let row = |m: &PlayedMove| (m.uci.to_string(), m.days, m.penalty, m.total);
    game.moves.iter().map(row).collect()
}

/// An overstep: the side, its move, the days allowed and the flag.
type Over = (Side, u32, i64, Day);

fn over(event: &Event) -> Option<Over> {
    match event {
        Event::TimeExceeded {
            side,
            at_move,
            limit,
            flag,
            ..
        } => Some((*side, *at_move, *limit, *flag)),
        _ => None,
    }
}

/// The oversteps of a game that were not taken back by themselves.
fn oversteps(game: &GameFile) -> Vec<Over> {
    let mut all = Vec::new();
    for entry in game.entries.iter() {
        match &entry.event {
            Event::NoticeAnnulled { .. } => {
                all.pop();
            }
            event => all.extend(over(event)),
        }
    }
    all
}

/// A game up to its first overstep that stood.
#[derive(Debug)]
pub struct Course {
    pub moves: Vec<Made>,
    pub overstep: Option<Over>,
    /// Half-moves that were played when a letter of ours was lost.
    lost: Option<usize>,
}

impl Course {
    pub fn of(game: &GameFile) -> Course {
        let (mut plies, mut first, mut lost) = (0, None, None);
        for entry in game.entries.iter() {
            match &entry.event {
                Event::MovePlayed { .. } => plies += 1,
                Event::Voided { ply, .. } => plies = plies.min(*ply as usize - 1),
                Event::LetterLost { .. } => {
                    lost.get_or_insert(plies);
                }
                // Taken back by itself, it was none.
                Event::NoticeAnnulled { .. } => first = None,
                event if first.is_none() => first = over(event).map(|over| (over, plies)),
                Event::ClaimRejected { .. } | Event::ClockReset { .. } => break,
                _ => {}
            }
        }
        let mut moves = made(game);
        if let Some((_, plies)) = first {
            moves.truncate(plies);
        }
        // Behind the overstepping move of a side its count may be another, even where
        // the overstep is spoken of much later.
        for (side, at_move, ..) in oversteps(game) {
            moves.truncate(2 * at_move as usize - usize::from(side == Side::White));
        }
        Course {
            moves,
            overstep: first.map(|(over, _)| over),
            lost,
        }
    }

    /// Half-moves of both, as far as no letter was lost: what of it came back, and which
    /// repeat of it has left by then, is another matter in another course.
    pub fn beside<'a>(&'a self, other: &'a Course) -> impl Iterator<Item = (&'a Made, &'a Made)> {
        let lost = self.lost.into_iter().chain(other.lost).min();
        let pairs = self.moves.iter().zip(&other.moves);
        pairs.take(lost.unwrap_or(usize::MAX))
    }

    /// Whether two are the same, as far as no letter was lost.
    pub fn agrees(&self, other: &Course) -> bool {
        match self.lost.or(other.lost) {
            Some(_) => self.beside(other).all(|(a, b)| a == b),
            None => self.moves == other.moves && self.overstep == other.overstep,
        }
    }
}

/// What became of one game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct End {
    pub moves: Vec<Made>,
    pub status: Status,
    pub result: Option<String>,
    pub forfeits: Vec<Over>,
}

impl End {
    pub fn of(game: &GameFile) -> End {
        End {
            moves: made(game),
            status: game.status,
            result: game.result.map(|r| format!("{r:?}")),
            forfeits: oversteps(game),
        }
    }
}

impl Ends {
    pub fn of(games: &[GameFile]) -> Ends {
        Ends {
            games: games.iter().map(End::of).collect(),
        }
    }
}
