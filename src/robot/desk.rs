//! The desk: what a pass holds in its hands while one transaction is open, and
//! the one way in which rulings become records and letters.

use super::elsewhere::NamedPlayer;
use super::home::Home;
use super::intake::LetterEvent;
use super::key;
use super::limits::Provoked;
use super::lock::{self, Lock};
use super::orders::Deciding;
use super::schedule::Throttle;
use super::writers::{AnswerPiece, LetterDraft, Queue, Written};
use crate::arbiter::{Body, Notice, NoticeKind, Recipient, Ruling, Verdict, next_due};
use crate::chess::Side;
use crate::compose::{Addressee, Club, Composer, Ground, Naming, ReaderOffice, fresh_ids};
use crate::config::{Auth, Config, Limits};
use crate::error::Failure;
use crate::ids::{GameId, GameName, InboundId, PlayerId, TournamentId};
use crate::language::Language;
use crate::record::{Entry, Event, GameFile, PlayerEvent, Recorded, Status};
use crate::request::LetterStyle;
use crate::store::{Begins, NewLeave, NewOutbound, Store, Tx};
use crate::time::{Instant, Zone};
use crate::token::Key;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::time::Duration;

/// Games kept in memory between letters of a pass: a backlog comes back to the
/// same ones, and each is some hundred kilobytes at most.
const GAMES_IN_HAND: usize = 300;

/// The robot of a home at an hour.
pub struct Robot {
    /// Where it lives.
    pub home: Home,
    /// Its configuration.
    pub config: Config,
    /// Its database.
    pub store: Store,
    /// What writes its letters.
    pub composer: Composer,
    /// What names its letters, and knows their names again.
    pub key: Key,
    /// The hour of this pass: everything that asks the time gets it.
    pub now: Instant,
    /// The hour was given, not asked for: file times then mean nothing.
    pub(super) rehearsed: bool,
    /// The arbiters were told in this run why nothing is declared: so is the operator.
    pub(super) told_now: bool,
    /// A person said that the hour is right.
    pub(super) accepted: bool,
    /// Called between two letters, or batches of them; whether to stop there.
    between: Option<Box<dyn Fn() -> bool>>,
    /// How many letters left for whom in this minute.
    pub(super) throttle: Throttle,
    games: BTreeMap<GameId, Arc<GameFile>>,
    /// Somebody waits for the end of his order: a server that does not greet at once
    /// gets its letters with the next pass.
    pub(super) hurries: bool,
    /// The lock of the home, while work is done alone.
    held: Option<Lock>,
    /// The lock was not to be had in this pass: it is asked for once more at each turn,
    /// and not waited for.
    waited_in_vain: bool,
    /// What the database showed when it was last left; another's commit changes it.
    left_at: Option<i64>,
    /// Messages that were known to be from their senders when they came, and are
    /// processed again now that their tokens may be spent.
    pub(super) known: BTreeSet<InboundId>,
}

/// What became of one message.
#[derive(Clone, Debug)]
pub(super) struct Settled {
    pub from: String,
    pub own_text: Option<String>,
    pub verdict: Verdict,
    pub games: Vec<GameName>,
    pub requests: Vec<serde_json::Value>,
    pub note: String,
}

impl Default for Settled {
    fn default() -> Settled {
        Settled {
            from: String::new(),
            own_text: None,
            verdict: Verdict::NotUnderstood,
            games: Vec::new(),
            requests: Vec::new(),
            note: String::new(),
        }
    }
}

impl Settled {
    /// A verdict with its reason, where no request was ruled.
    pub fn of(verdict: Verdict, note: &str) -> Settled {
        Settled {
            verdict,
            note: note.to_owned(),
            ..Settled::default()
        }
    }

    /// Two things done by one letter: the graver verdict stands.
    pub fn and(mut self, other: Settled) -> Settled {
        self.verdict = self.verdict.min(other.verdict);
        self.note = format!("{}; {}", self.note, other.note);
        for game in other.games {
            if !self.games.contains(&game) {
                self.games.push(game);
            }
        }
        self
    }
}

/// The first letters to a player, so many, tell how to write to us; who needs it later
/// asks for it.
const HELPFUL: u32 = 3;

/// Arbiter, appeals arbiter and adjudicator; the last two where they are named.
type Officials = [Option<crate::record::Official>; 3];

/// What brought a ruling: the message, its Message-ID, its sender (`None`: the
/// arbiter).
pub(super) type Answered = Option<(InboundId, Option<String>, Option<PlayerId>)>;

/// What a letter says that was owed.
#[derive(Default)]
pub(super) struct Owing {
    /// The answers in it, where it holds several.
    pub together: Vec<AnswerPiece>,
    /// The rows that it settles.
    pub pays: Vec<i64>,
}

/// One open transaction with what is in hand.
pub(super) struct Desk<'t> {
    pub tx: &'t Tx<'t>,
    pub now: Instant,
    pub auth: &'t Auth,
    pub key: &'t Key,
    pub known: &'t mut BTreeSet<InboundId>,
    pub robot_address: String,
    /// Whether letters come back to an address of their own.
    pub plus_addressing: bool,
    pub limits: &'t Limits,
    /// The limit that kept a letter from being answered, by its key.
    pub silenced: Option<&'static str>,
    /// Messages that waited and were settled by another one.
    pub also: Vec<LetterEvent>,
    /// The message that waited and is processed now that a code confirmed it.
    pub confirmed: Option<InboundId>,
    /// The players of tournaments that are not over by the words of their names, once
    /// somebody has asked for them.
    pub(super) names: Option<Vec<NamedPlayer>>,
    composer: &'t Composer,
    /// The games in hand as this transaction leaves them.
    pub(super) games: BTreeMap<GameId, Arc<GameFile>>,
    queue: &'t Queue,
    pub(super) threads: BTreeMap<(GameId, PlayerId), (String, String)>,
    /// How many letters about their games players have had, as far as help depends on it.
    had: BTreeMap<PlayerId, u32>,
    /// The decision of the arbiter that is being carried out.
    pub(super) deciding: Option<Deciding>,
}

impl Robot {
    /// A robot of an open home.
    pub fn new(
        home: Home,
        config: Config,
        mut store: Store,
        now: Instant,
        rehearsed: bool,
    ) -> Result<Robot, Failure> {
        let key = key::of_home(&config.auth)?;
        super::recovery::attach(&mut store, &home, &config)?;
        key::note(&mut store, &config.auth, &key)?;
        let club = Club {
            name: config.club.name.clone(),
            robot: config.club.robot.clone(),
            language: config.club.language,
            plus_addressing: config.club.plus_addressing,
        };
        let templates = home.templates();
        let overrides = templates.is_dir().then_some(templates.as_path());
        let composer = Composer::new(club, overrides)
            .map_err(|e| Failure::failed(format!("templates: {e}")))?;
        Ok(Robot {
            home,
            config,
            store,
            composer,
            key,
            now,
            rehearsed,
            told_now: false,
            accepted: false,
            between: None,
            throttle: Throttle::default(),
            games: BTreeMap::new(),
            hurries: false,
            held: None,
            waited_in_vain: false,
            left_at: None,
            known: BTreeSet::new(),
        })
    }

    /// Does work alone: nobody else decides or records meanwhile. For transactions,
    /// with what is read to decide on them, and never around a wait for a network:
    /// nothing inside may send or fetch.
    ///
    /// # Errors
    /// Another run holds the home for seconds on end (75), or what the work returns.
    pub fn alone<T>(
        &mut self,
        work: impl FnOnce(&mut Robot) -> Result<T, Failure>,
    ) -> Result<T, Failure> {
        let patience = match self.waited_in_vain {
            true => Duration::ZERO,
            false => lock::PATIENCE,
        };
        self.alone_within(patience, work)
    }

    /// The same, waiting so long for another run.
    pub(super) fn alone_within<T>(
        &mut self,
        patience: Duration,
        work: impl FnOnce(&mut Robot) -> Result<T, Failure>,
    ) -> Result<T, Failure> {
        if self.held.is_some() {
            return work(self);
        }
        let taken = lock::take_within(&self.home.lock(), patience);
        self.waited_in_vain = taken.is_err();
        self.held = Some(taken?);
        let done = self.see_what_others_did().and_then(|()| work(self));
        // Where that cannot be asked, nothing is kept in hand the next time.
        self.left_at = self.store.commits_of_others().ok();
        self.held = None;
        done
    }

    /// Puts down what another run may have changed since this one worked.
    fn see_what_others_did(&mut self) -> Result<(), Failure> {
        let seen = self.store.commits_of_others()?;
        if self.left_at != Some(seen) {
            self.games.clear();
        }
        Ok(())
    }

    /// Writes rows in one transaction, alone.
    pub(super) fn write<T>(
        &mut self,
        work: impl FnOnce(&Tx<'_>) -> Result<T, Failure>,
    ) -> Result<T, Failure> {
        self.alone(|robot| robot.store.write(work))
    }

    /// Whether the lock is held: then no network may be waited for.
    pub(super) fn is_alone(&self) -> bool {
        self.held.is_some()
    }

    /// Has something done between two letters, or batches of them: a sign of life,
    /// and whether to stop there.
    pub fn between(&mut self, ask: impl Fn() -> bool + 'static) {
        self.between = Some(Box::new(ask));
    }

    /// Whether to stop before the next letter.
    pub(super) fn is_to_stop(&self) -> bool {
        self.between.as_ref().is_some_and(|ask| ask())
    }

    /// The robot at another hour: nothing is kept in hand from before.
    pub fn at(&mut self, now: Instant) {
        self.now = now;
        self.waited_in_vain = false;
        self.games.clear();
    }

    /// Runs work on the record in one transaction: decisions, events, summaries
    /// and letters are stored together, or not at all.
    pub(super) fn batch<T>(
        &mut self,
        work: impl FnOnce(&mut Desk<'_>) -> Result<T, Failure>,
    ) -> Result<T, Failure> {
        self.batch_with(0, work)
    }

    /// The same, with other writers at work on its letters meanwhile.
    pub(super) fn batch_with<T>(
        &mut self,
        writers: usize,
        work: impl FnOnce(&mut Desk<'_>) -> Result<T, Failure>,
    ) -> Result<T, Failure> {
        self.alone(|robot| robot.transact(writers, work))
    }

    fn transact<T>(
        &mut self,
        writers: usize,
        work: impl FnOnce(&mut Desk<'_>) -> Result<T, Failure>,
    ) -> Result<T, Failure> {
        // Nothing is stamped by an hour that nobody has weighed.
        self.weigh()?;
        if self.games.len() > GAMES_IN_HAND {
            self.games.clear();
        }
        // Where the work fails they are read anew.
        let games = std::mem::take(&mut self.games);
        let (composer, config, now) = (&self.composer, &self.config, self.now);
        let (known, key) = (&mut self.known, &self.key);
        let queue = Queue::default();
        let store = &mut self.store;
        let done = std::thread::scope(|scope| {
            for _ in 0..writers {
                scope.spawn(|| queue.work(composer, now));
            }
            let done = store.write(|tx| {
                let mut desk = Desk {
                    tx,
                    now,
                    auth: &config.auth,
                    key,
                    known,
                    robot_address: config.club.robot.clone(),
                    plus_addressing: config.club.plus_addressing,
                    limits: &config.limits,
                    silenced: None,
                    also: Vec::new(),
                    confirmed: None,
                    names: None,
                    composer,
                    games,
                    queue: &queue,
                    threads: BTreeMap::new(),
                    had: BTreeMap::new(),
                    deciding: None,
                };
                let value = work(&mut desk)?;
                desk.close()?;
                Ok::<_, Failure>((value, desk.games))
            });
            // Where the work failed, nobody has told the writers yet.
            queue.close();
            done
        });
        let (value, games) = done?;
        self.games = games;
        Ok(value)
    }
}

impl Desk<'_> {
    /// A game as it stands.
    pub(super) fn game(&mut self, id: GameId) -> Result<&GameFile, Failure> {
        self.in_hand(id).map(|game| &**game)
    }

    /// The same, for letters.
    pub(super) fn snapshot(&mut self, id: GameId) -> Result<Arc<GameFile>, Failure> {
        self.in_hand(id).cloned()
    }

    /// A game in hand, read from its record where it is not.
    fn in_hand(&mut self, id: GameId) -> Result<&mut Arc<GameFile>, Failure> {
        if !self.games.contains_key(&id) {
            let game = self.tx.game_load(id)?;
            self.games.insert(id, Arc::new(game));
        }
        let game = self.games.get_mut(&id);
        game.ok_or_else(|| Failure::failed("a game vanished from the desk"))
    }

    /// Puts the games of a tournament down: they will be read anew.
    pub(super) fn forget_tournament(&mut self, id: TournamentId) {
        self.games.retain(|_, game| game.facts.tournament != id);
    }

    /// Puts the games of a player down, of whom something else is known now.
    fn forget_games_of(&mut self, player: PlayerId) {
        self.games.retain(|_, game| game.side_of(player).is_none());
    }

    /// A player's name.
    pub(super) fn player_name(&self, id: PlayerId) -> Result<String, Failure> {
        Ok(self.tx.player_load(id)?.map(|p| p.name).unwrap_or_default())
    }

    /// Records an event that no ruling brought: a letter left.
    pub(super) fn note_event(&mut self, id: GameId, entry: Entry) -> Result<(), Failure> {
        self.game(id)?;
        let stored = self.tx.events_append(id, [entry])?;
        let game = Arc::make_mut(self.in_hand(id)?);
        for recorded in stored {
            game.extend(recorded)
                .map_err(|e| Failure::failed(format!("game {}: {e}", game.facts.name)))?;
        }
        self.save(id)
    }

    /// Records a ruling: what it adds to its game, its leave and other entries about
    /// players, and drafts of its letters.
    pub(super) fn record(
        &mut self,
        mut ruling: Ruling,
        game: Option<GameId>,
        answered: Answered,
    ) -> Result<(), Failure> {
        self.name_article(&mut ruling);
        // What is asked is done, whatever may be said about it now.
        let provoked = Provoked::by(&ruling, game, answered.as_ref());
        let ruled = ruling.game.take();
        if let Some(after) = ruled.filter(|after| !after.fresh().is_empty()) {
            self.swap_in(*after)?;
        }
        self.record_player_entries(&mut ruling)?;
        let view = match (ruling.view.take(), game) {
            (Some(view), _) => Some(Arc::new(*view)),
            (None, Some(id)) if !ruling.notices.is_empty() => Some(self.snapshot(id)?),
            _ => None,
        };
        let leaving = match &provoked {
            Some(provoked) => self.leaving(ruling.notices, provoked, view.as_deref())?,
            None => ruling.notices,
        };
        for notice in leaving {
            self.draft(notice, view.clone(), answered.as_ref())?;
        }
        Ok(())
    }

    /// Records what a ruling adds to a game, which is in hand from now on as the ruling
    /// has made it.
    fn swap_in(&mut self, mut after: GameFile) -> Result<(), Failure> {
        let id = after.facts.id;
        if self.game(id)?.entries.len() != after.entries.len() {
            let name = &after.facts.name;
            let why = format!("game {name}: the ruling is about another state of it");
            return Err(Failure::failed(why));
        }
        let stored = self.append(&after, after.fresh().to_vec())?;
        after.recorded(stored.iter().cloned());
        self.games.insert(id, Arc::new(after));
        self.hand_over(id, &stored)?;
        self.save(id)?;
        self.settle_tournament(id, &stored)
    }

    /// A game that another plays on with is read anew under its new holder. What has
    /// not left for the one before him leaves no more where his time hung on it, and
    /// his tokens are not enough any more.
    fn hand_over(&mut self, id: GameId, entries: &[Recorded]) -> Result<(), Failure> {
        for entry in entries {
            let Event::Replaced { side, was, is, .. } = &entry.event else {
                continue;
            };
            let why = format!("not sent: {} plays on", is.name);
            self.tx.outbound_withhold_of(id, was.player, &why)?;
            self.tx.tokens_spend(id, was.player)?;
            self.tx.game_hand_over(id, *side, is.player)?;
            self.games.remove(&id);
        }
        Ok(())
    }

    /// Starts or takes back the end of a tournament with its last open game.
    fn settle_tournament(&mut self, id: GameId, entries: &[Recorded]) -> Result<(), Failure> {
        let ends = |e: &Recorded| {
            matches!(
                e.event,
                Event::Ended { .. }
                    | Event::Reopened { .. }
                    | Event::Voided { .. }
                    | Event::Revoked { .. }
                    | Event::ClaimRejected { .. }
                    | Event::NoticeAnnulled { .. }
                    | Event::AppealLodged { .. }
            )
        };
        if !entries.iter().any(ends) {
            return Ok(());
        }
        let game = self.game(id)?;
        let (tournament, open) = (game.facts.tournament, game.status != Status::Finished);
        if open {
            self.tx.tournament_reopen(tournament)?;
        } else if self.tx.tournament_open_games(tournament)? == 0 {
            self.tx.tournament_finish(tournament, self.now)?;
        }
        Ok(())
    }

    fn record_player_entries(&mut self, ruling: &mut Ruling) -> Result<(), Failure> {
        let mut touched: BTreeSet<PlayerId> = BTreeSet::new();
        let mut moved: BTreeSet<PlayerId> = BTreeSet::new();
        for entry in &mut ruling.player_entries {
            match &mut entry.event {
                PlayerEvent::LeaveTaken {
                    leave,
                    from,
                    to,
                    granted,
                } => {
                    *leave = self.tx.leave_add(&NewLeave {
                        player: entry.player,
                        tournament: entry.tournament,
                        from: *from,
                        to: *to,
                        announced: entry.at,
                        granted: *granted,
                    })?;
                    touched.insert(entry.player);
                }
                PlayerEvent::LeaveEnded { leave, to } => {
                    self.tx.leave_end(*leave, *to)?;
                    touched.insert(entry.player);
                }
                PlayerEvent::AddressChanged { new, .. } => {
                    self.tx.player_set_address(entry.player, new)?;
                    self.forget_games_of(entry.player);
                    moved.insert(entry.player);
                }
                PlayerEvent::WithdrawalAsked
                | PlayerEvent::LeaveAsked { .. }
                | PlayerEvent::LeaveKept { .. }
                | PlayerEvent::AccessLost { .. }
                | PlayerEvent::Revoked { .. } => {}
                PlayerEvent::Withdrawn { .. } => {
                    if let Some(tournament) = entry.tournament {
                        self.tx
                            .entry_withdraw(tournament, entry.player, Some(entry.at))?;
                    }
                }
                PlayerEvent::Replaced { .. } => {
                    if let Some(tournament) = entry.tournament {
                        self.drop_withdrawal(entry.player, tournament)?;
                    }
                }
                PlayerEvent::TookOver { of } => {
                    if let Some(tournament) = entry.tournament {
                        let both = (of.player, entry.player);
                        self.tx.entry_replace(tournament, both, entry.at)?;
                    }
                }
                PlayerEvent::StyleChosen { style } => {
                    self.tx.player_set_style(entry.player, *style)?;
                    self.forget_games_of(entry.player);
                }
            }
        }
        if !ruling.player_entries.is_empty() {
            self.append_about_players(std::mem::take(&mut ruling.player_entries))?;
        }
        for player in moved {
            self.send_lost_again(player)?;
        }
        for player in touched {
            // Leave moves flags, also of finished games' days: all games are looked at
            // that he plays or played.
            for entry in self.tx.player_tournaments(player)? {
                let own = self
                    .tx
                    .games_of_number(entry.tournament, entry.start_number)?;
                for (row, side) in own {
                    let tx = self.tx;
                    let game = Arc::make_mut(self.in_hand(row.id)?);
                    let leave = tx.leave_of_game(&game.facts, &game.entries)?;
                    game.set_leave(side, leave.get(side).clone());
                    self.save(row.id)?;
                }
            }
        }
        Ok(())
    }

    fn draft(
        &mut self,
        notice: Notice,
        game: Option<Arc<GameFile>>,
        answered: Option<&(InboundId, Option<String>, Option<PlayerId>)>,
    ) -> Result<(), Failure> {
        self.draft_whole(notice, game, answered, Owing::default())
    }

    /// A letter, perhaps one that says what was owed.
    pub(super) fn draft_whole(
        &mut self,
        mut notice: Notice,
        game: Option<Arc<GameFile>>,
        answered: Option<&(InboundId, Option<String>, Option<PlayerId>)>,
        owing: Owing,
    ) -> Result<(), Failure> {
        let (player, to) = self.addressee(&notice, game.as_deref())?;
        notice.decision = self.deciding.as_ref().and_then(Deciding::number);
        // Moves go to an address that fails as well: perhaps one arrives.
        let withheld = match player {
            Some(id) if notice.kind() == NoticeKind::Reminder || is_mere_answer(notice.kind()) => {
                let row = self.tx.player_load(id)?;
                row.is_some_and(|p| p.failing_since.is_some())
            }
            _ => false,
        };
        let games = self.games_shown(&notice, player)?;
        let facts = match (&game, notice.tournament) {
            (None, Some(id)) => Some(self.tx.tournament_facts(id)?),
            _ => None,
        };
        let ground = facts.as_ref().map(|facts| Ground {
            profile: facts.profile,
            transit_days: facts.regulations.transit_days,
        });
        let zone = game.as_ref().or(games.first()).map(|g| g.facts.zone);
        let zone = zone.or(facts.map(|facts| facts.zone));
        let facts = game.as_ref().map(|g| (g.facts.id, g.ply()));
        let ids = fresh_ids(&Naming {
            robot: &self.robot_address,
            key: self.key,
            kind: notice.kind(),
            player,
            game: facts,
        })
        .map_err(|e| Failure::failed(format!("no random numbers: {e}")))?;
        let mine = answered.filter(|(_, _, sender)| player == *sender);
        let mut thread = crate::compose::MailThread {
            answering: mine.and_then(|(_, id, _)| id.clone()),
            ..crate::compose::MailThread::default()
        };
        if let (Some((game, _)), Some(player)) = (facts, player) {
            let key = (game, player);
            if !self.threads.contains_key(&key)
                && let Some(known) = self.tx.thread_of(game, player)?
            {
                self.threads.insert(key, (known.root, known.last));
            }
            if let Some((root, last)) = self.threads.get(&key) {
                thread.root = Some(root.clone());
                thread.last = Some(last.clone());
            }
            let entry = self
                .threads
                .entry(key)
                .or_insert_with(|| (ids.message_id.clone(), String::new()));
            entry.1.clone_from(&ids.message_id);
        }
        let help = match (player, &game) {
            (Some(player), Some(_)) => self.helps(player)?,
            _ => false,
        };
        self.push(LetterDraft {
            notice,
            game,
            games,
            ground,
            zone: zone.unwrap_or_else(Zone::utc),
            player,
            to,
            help,
            thread,
            ids,
            answers: answered.map(|(id, _, _)| *id),
            together: owing.together,
            pays: owing.pays,
            withheld,
        });
        Ok(())
    }

    /// Whether the letter about a game that is being written to a player tells him how to
    /// write to us, as the first ones do.
    fn helps(&mut self, player: PlayerId) -> Result<bool, Failure> {
        let had = match self.had.get(&player) {
            Some(had) => *had,
            None => self.tx.letters_had(player, HELPFUL)?,
        };
        self.had.insert(player, had.saturating_add(1));
        Ok(had < HELPFUL)
    }

    /// The games that a letter lists or encloses beside the one that it is about.
    pub(super) fn games_shown(
        &mut self,
        notice: &Notice,
        player: Option<PlayerId>,
    ) -> Result<Vec<Arc<GameFile>>, Failure> {
        match notice.kind() {
            _ if matches!(
                notice.body,
                Body::Correspondence { .. } | Body::Together { .. }
            ) =>
            {
                Ok(Vec::new())
            }
            _ if matches!(notice.body, Body::FinalTable { .. }) => {
                self.games_of(notice.tournament, player)
            }
            NoticeKind::Status | NoticeKind::Report => self.games_for_list(player),
            _ => Ok(Vec::new()),
        }
    }

    /// Hands a draft to the writers.
    pub(super) fn post(&self, draft: LetterDraft) {
        self.queue.push(draft);
    }

    /// Writes a letter that is not kept, to see that it can be written.
    pub(super) fn try_to_write(&self, draft: &LetterDraft) -> Result<(), Failure> {
        super::writers::write(self.composer, draft, self.now).map(drop)
    }

    /// The games of a tournament; a player's own.
    fn games_of(
        &mut self,
        tournament: Option<TournamentId>,
        player: Option<PlayerId>,
    ) -> Result<Vec<Arc<GameFile>>, Failure> {
        let mut games = Vec::new();
        let rows = match tournament {
            Some(id) => self.tx.games_of_tournament(id)?,
            None => Vec::new(),
        };
        for row in rows {
            let plays = [row.players.white.0, row.players.black.0];
            if player.is_none_or(|p| plays.contains(&p)) {
                games.push(self.snapshot(row.id)?);
            }
        }
        Ok(games)
    }

    fn games_for_list(&mut self, player: Option<PlayerId>) -> Result<Vec<Arc<GameFile>>, Failure> {
        let Some(player) = player else {
            return Ok(Vec::new());
        };
        let mut games = Vec::new();
        for row in self.tx.player_games(player, false)? {
            if row.status != Status::Waiting {
                games.push(self.snapshot(row.id)?);
            }
        }
        Ok(games)
    }

    /// Who gets a notice, with the language and style of his letters.
    fn addressee(
        &self,
        notice: &Notice,
        game: Option<&GameFile>,
    ) -> Result<(Option<PlayerId>, Addressee), Failure> {
        match notice.to {
            Recipient::Player(id) => {
                let row = self
                    .tx
                    .player_load(id)?
                    .ok_or_else(|| Failure::failed(format!("player {id} is not there")))?;
                let side = game.and_then(|g| g.side_of(id));
                let tournament = game.map(|g| g.facts.tournament).or(notice.tournament);
                let greeting = match tournament {
                    Some(tournament) => {
                        let facts = self.tx.tournament_facts(tournament)?;
                        facts.greetings.get(&row.name).cloned()
                    }
                    None => None,
                };
                let to = Addressee {
                    name: row.name,
                    greeting,
                    email: row.email,
                    language: row.language,
                    style: row.style,
                    side,
                    arbiter: false,
                    office: ReaderOffice::Player,
                };
                Ok((Some(id), to))
            }
            Recipient::Arbiter | Recipient::Appeals | Recipient::Adjudicator => {
                let (officials, language) = match (game, notice.tournament) {
                    (Some(game), _) => {
                        let of = &game.facts;
                        let all = [&Some(of.arbiter.clone()), &of.appeals, &of.adjudicator];
                        (all.map(Clone::clone), of.language)
                    }
                    (None, Some(id)) => self.officials_of(id)?,
                    (None, None) => {
                        return Err(Failure::failed("a notice to an arbiter of no tournament"));
                    }
                };
                let [arbiter, appeals, adjudicator] = officials;
                let (named, office) = match notice.to {
                    Recipient::Appeals => (appeals, ReaderOffice::Appeals),
                    Recipient::Adjudicator => (adjudicator, ReaderOffice::Adjudicator),
                    Recipient::Player(_) | Recipient::Arbiter => (None, ReaderOffice::Arbiter),
                };
                // What nobody else is named for is the arbiter's.
                let (official, office) = match (named, arbiter) {
                    (Some(named), _) => (named, office),
                    (None, Some(arbiter)) => (arbiter, ReaderOffice::Arbiter),
                    (None, None) => return Err(Failure::failed("a tournament without an arbiter")),
                };
                let to = Addressee {
                    name: official.name,
                    greeting: None,
                    email: official.email,
                    language,
                    style: LetterStyle::Full,
                    side: None::<Side>,
                    arbiter: true,
                    office,
                };
                Ok((None, to))
            }
        }
    }

    /// Arbiter, appeals arbiter and adjudicator of a tournament, and its language.
    fn officials_of(&self, id: TournamentId) -> Result<(Officials, Language), Failure> {
        let facts = self.tx.tournament_facts(id)?;
        let all = [
            &Some(facts.arbiter.clone()),
            &facts.appeals,
            &facts.adjudicator,
        ];
        Ok((all.map(Clone::clone), facts.language))
    }

    /// Stores a game's summary and when a pass over the clocks has to look at it.
    pub(super) fn save(&mut self, id: GameId) -> Result<(), Failure> {
        let tx = self.tx;
        let game = self.game(id)?;
        let due = next_due(game);
        let open = open_matters(game);
        tx.game_save_summary(game, due, open)?;
        Ok(())
    }

    /// Writes all drafts, side by side.
    pub(super) fn write_all(&mut self) -> Vec<Written> {
        self.queue.close();
        self.queue.work(self.composer, self.now);
        self.queue.finish()
    }

    /// Writes all drafts and stores them.
    fn close(&mut self) -> Result<(), Failure> {
        for (draft, letter) in self.write_all() {
            let letter = letter?;
            let begins = draft
                .notice
                .begins
                .map(|(ply, about, to)| Begins { ply, about, to });
            let id = self.tx.outbound_add(
                &NewOutbound {
                    kind: draft.notice.kind().name(),
                    game: draft.game.as_ref().map(|g| g.facts.id),
                    player: draft.player,
                    to: &draft.to.email,
                    subject: &letter.subject,
                    message_id: &draft.ids.message_id,
                    reply_token: draft.ids.reply_token.as_deref(),
                    ply: draft.game.as_ref().map(|g| g.ply()),
                    begins,
                    not_before: self.now,
                    in_reply_to: draft.answers,
                    bytes: &letter.bytes,
                },
                self.now,
            )?;
            self.tx.owed_settle(&draft.pays, Some(id), self.now)?;
            if draft.withheld {
                let why = "not sent: letters to this address keep coming back";
                self.tx.outbound_withhold(id, why)?;
            }
        }
        Ok(())
    }
}

/// How many things in a game wait for the arbiter.
pub(super) fn open_matters(game: &GameFile) -> u32 {
    u32::try_from(crate::report::matters::matters(game).len()).unwrap_or(u32::MAX)
}

/// Letters that only answer: nothing hangs on their being written. What a loop of
/// machines can provoke is among them.
fn is_mere_answer(kind: NoticeKind) -> bool {
    matches!(
        kind,
        NoticeKind::NotUnderstood
            | NoticeKind::Help
            | NoticeKind::Status
            | NoticeKind::Report
            | NoticeKind::Repeat
    )
}
