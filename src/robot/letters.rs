//! One letter: read, understood, ruled, recorded. Whatever it holds, it gets
//! exactly one verdict, and nothing it holds stops the pass.

use super::bounces::is_returned;
use super::challenge::CodeAsked;
use super::desk::{Batch, Settled};
use super::identity::{Belief, Which, ends_something};
use super::orders::letter::{ArbiterLetter, WritingOfficial};
use super::word;
use crate::arbiter::notice::{PartOutcome, Question};
use crate::arbiter::{self, Body, Context, Dispatch, Notice, Recipient, Remark, Ruling, Verdict};
use crate::chess::Side;
use crate::error::Failure;
use crate::ids::{GameId, GameName, InboundId, PlayerId};
use crate::letter::{self, DeliveryFate, Letter, MailKind};
use crate::record::{Cause, Entry, Event, Status};
use crate::request::{self, Doubt, GameRequest, PlayerRequest, Request, Section, Understanding};
use crate::store::{Pending, PlayerRow, TokenOf, hash};
use crate::time::{Instant, Zone};
use std::collections::BTreeSet;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// Most requests of one letter that are carried out: a person asks for a few
/// things, a loop for many.
const MOST_REQUESTS: usize = 60;

/// Who wrote a message.
enum Writer {
    /// A machine, or nobody we know: this became of it.
    Settled(Settled),
    /// A player, somebody who holds an office, or both.
    Known {
        player: Option<PlayerRow>,
        office: Option<WritingOfficial>,
    },
}

/// Reads something of a message; what cannot be read, and what the program fails on,
/// is set aside.
#[expect(
    clippy::result_large_err,
    reason = "what could not be read is settled there and then"
)]
pub(super) fn guarded<T>(
    read: impl FnOnce() -> Result<T, letter::Unreadable>,
) -> Result<T, Settled> {
    match catch_unwind(AssertUnwindSafe(read)) {
        Ok(Ok(read)) => Ok(read),
        Ok(Err(why)) => Err(Settled::of(Verdict::Malformed, &why.to_string())),
        Err(_) => {
            let note = "the program failed on it while reading";
            Err(Settled::of(Verdict::Malformed, note))
        }
    }
}

/// What was settled, with what was understood where it does not say so itself.
pub(super) fn with_requests(
    settled: Settled,
    understanding: &Understanding,
    pending: &Pending,
    letter: &Letter,
) -> Settled {
    let near = Zone::utc().day(letter.date.unwrap_or(pending.arrived));
    let requests = match settled.requests.is_empty() {
        true => request::to_json(understanding, Some(near)),
        false => settled.requests.clone(),
    };
    Settled {
        requests,
        ..settled
    }
}

/// What is being written about one letter while it is ruled.
pub(super) struct LetterDesk<'p> {
    pub inbound: InboundId,
    pub arrived: Instant,
    pub sender: PlayerId,
    pub letter: &'p Letter,
    verdicts: BTreeSet<Verdict>,
    games: Vec<GameName>,
    notes: Vec<String>,
    outcomes: Vec<PartOutcome>,
    /// Games in which the letter made a move.
    moved: BTreeSet<GameId>,
    /// The arbiter has it already.
    pub called: bool,
    done: usize,
    /// It is believed by its token alone, where more could have been shown.
    alone: bool,
}

impl<'p> LetterDesk<'p> {
    /// A letter about to be ruled.
    pub(super) fn new(pending: &Pending, sender: PlayerId, letter: &'p Letter) -> LetterDesk<'p> {
        LetterDesk {
            inbound: pending.id,
            arrived: pending.arrived,
            sender,
            letter,
            verdicts: BTreeSet::new(),
            games: Vec::new(),
            notes: Vec::new(),
            outcomes: Vec::new(),
            moved: BTreeSet::new(),
            called: false,
            done: 0,
            alone: false,
        }
    }

    /// What became of it.
    pub(super) fn settled(self) -> Settled {
        let verdict = self.verdicts.first().copied();
        Settled {
            verdict: verdict.unwrap_or(Verdict::NotUnderstood),
            games: self.games,
            note: self.notes.join("; "),
            ..Settled::default()
        }
    }
}

impl LetterDesk<'_> {
    /// What brought a ruling about this letter.
    pub fn answered(&self) -> (InboundId, Option<String>, Option<PlayerId>) {
        (
            self.inbound,
            self.letter.message_id.clone(),
            Some(self.sender),
        )
    }

    /// The surroundings of a request of this letter, one of its section.
    fn context<'c>(&'c self, now: Instant, side: Side, section: &'c Section) -> Context<'c> {
        Context {
            now,
            cause: Cause::Letter(self.inbound),
            side,
            dispatch: Dispatch {
                arrived: self.arrived,
                header: self.letter.date,
            },
            verified: true,
            received: section.received.as_ref(),
            sent: section.sent.as_ref(),
            text: &self.letter.own_text,
            only_request: true,
        }
    }
}

impl Batch<'_> {
    /// Processes one kept message. Who wrote it comes before what it says: of a
    /// machine's report its fields are read, of a stranger's letter its headers and
    /// its first words; only what somebody known wrote is searched for requests.
    pub(super) fn process(&mut self, pending: &Pending) -> Result<Settled, Failure> {
        let raw = self.tx.inbound_raw(pending.id)?.bytes;
        let seen = match guarded(|| letter::glance(&raw)) {
            Ok(seen) => seen,
            Err(settled) => return Ok(settled),
        };
        let from = seen.from.first().cloned().unwrap_or_default();
        let settled = match self.writer(pending, &seen, &raw)? {
            Writer::Settled(settled) => settled,
            Writer::Known { player, office } => match guarded(|| letter::read(&raw)) {
                Ok(letter) => self.judge(pending, &letter, player, office)?,
                Err(settled) => settled,
            },
        };
        Ok(Settled { from, ..settled })
    }

    /// Who wrote a message, by its headers and its kind; what is nobody's that we
    /// know is settled by that.
    fn writer(&mut self, pending: &Pending, seen: &Letter, raw: &[u8]) -> Result<Writer, Failure> {
        let plain = |verdict, note: &str| Ok(Writer::Settled(Settled::of(verdict, note)));
        match seen.kind {
            MailKind::Person if is_returned(seen, &self.robot_address) => {
                let note = "sent to the address of letters that come back: a machine's";
                return plain(Verdict::AutoReply, note);
            }
            MailKind::Person => {}
            MailKind::AutoReply => return plain(Verdict::AutoReply, "an automatic answer"),
            MailKind::Bounce => return self.bounced(pending, seen).map(Writer::Settled),
            MailKind::Bulk => {
                let note = match seen.report.as_ref().map(|r| r.fate) {
                    Some(DeliveryFate::Delayed) => {
                        "a letter of ours is late, and still being tried"
                    }
                    Some(_) => "a report that a letter arrived",
                    None => "bulk mail",
                };
                return plain(Verdict::Bulk, note);
            }
        }
        let stranger = |batch: &mut Self, why| {
            let settled = batch.of_stranger(pending, (seen, raw), why)?;
            Ok(Writer::Settled(settled))
        };
        let [from] = &seen.from[..] else {
            return stranger(self, "not exactly one address in From");
        };
        if seen.doubled.contains(&"from") {
            return stranger(self, "two From headers");
        }
        let player = self.tx.player_by_address(from)?;
        let office = self.office(from)?;
        if player.is_none() && office.is_none() {
            return stranger(self, "nobody we know");
        }
        Ok(Writer::Known { player, office })
    }

    /// An earlier letter that was the same: the same bytes, or the same Message-ID,
    /// sender and own text. The same Message-ID with other text is a new letter.
    pub(super) fn seen_before(
        &self,
        pending: &Pending,
        letter: &Letter,
    ) -> Result<Option<String>, Failure> {
        let judged = |t: &crate::store::Twin| {
            t.verdict
                .is_some_and(|v| v != Verdict::Duplicate && v != Verdict::Unverified)
        };
        let same = self
            .tx
            .inbound_same_content(pending.content_hash, pending.id)?;
        if let Some(twin) = same.iter().find(|t| judged(t)) {
            return Ok(Some(format!("the same message as {}", twin.id)));
        }
        let (Some(id), Some(from)) = (&letter.message_id, letter.from.first()) else {
            return Ok(None);
        };
        let own = hash(letter.own_text.as_bytes());
        let twins = self.tx.inbound_same_message(id, from, pending.id)?;
        let twin = twins.iter().find(|t| judged(t) && t.text_hash == Some(own));
        Ok(twin.map(|t| format!("the same letter as {}", t.id)))
    }

    /// A letter with the same Message-ID and another text: processed as new, and the
    /// note says so (CONTRACT.md 5).
    fn same_id_other_text(
        &self,
        pending: &Pending,
        letter: &Letter,
    ) -> Result<Option<String>, Failure> {
        let (Some(id), Some(from)) = (&letter.message_id, letter.from.first()) else {
            return Ok(None);
        };
        let own = hash(letter.own_text.as_bytes());
        let twins = self.tx.inbound_same_message(id, from, pending.id)?;
        let other = twins
            .iter()
            .find(|t| t.verdict.is_some() && t.text_hash.is_some_and(|h| h != own));
        Ok(other.map(|t| format!("the Message-ID of letter {} with another text", t.id)))
    }

    /// A letter of somebody we know: as an arbiter's first, then as a player's.
    fn judge(
        &mut self,
        pending: &Pending,
        letter: &Letter,
        player: Option<PlayerRow>,
        office: Option<WritingOfficial>,
    ) -> Result<Settled, Failure> {
        let own_text = Some(letter.own_text.clone());
        let settled = self.judge_known(pending, letter, player, office)?;
        Ok(Settled {
            own_text,
            ..settled
        })
    }

    fn judge_known(
        &mut self,
        pending: &Pending,
        letter: &Letter,
        player: Option<PlayerRow>,
        office: Option<WritingOfficial>,
    ) -> Result<Settled, Failure> {
        if let Some(note) = self.seen_before(pending, letter)? {
            return Ok(Settled::of(Verdict::Duplicate, &note));
        }
        let heard = match &office {
            Some(office) => self.hear(pending, letter, office, player.as_ref().map(|p| p.id))?,
            None => ArbiterLetter::Nothing,
        };
        match (heard, player) {
            (ArbiterLetter::Settled(settled), _) | (ArbiterLetter::And(settled, _), None) => {
                self.described(pending, letter, settled)
            }
            (ArbiterLetter::Nothing, None) => {
                Ok(Settled::of(Verdict::UnknownSender, "nobody we know"))
            }
            (ArbiterLetter::Nothing, Some(player)) => {
                let understanding = match self.understood(letter)? {
                    Ok(understanding) => understanding,
                    Err(settled) => return Ok(settled),
                };
                let settled = self.judge_player(pending, letter, &understanding, &player)?;
                Ok(with_requests(settled, &understanding, pending, letter))
            }
            (ArbiterLetter::And(settled, rest), Some(player)) => {
                let both = self.and_as_player(pending, letter, (settled, rest), &player)?;
                self.described(pending, letter, both)
            }
        }
    }

    /// What a letter asks for, the examples of ours in it left out; or what becomes
    /// of one on which the program fails.
    pub(super) fn understood(
        &self,
        letter: &Letter,
    ) -> Result<Result<Understanding, Settled>, Failure> {
        let own_text = self.without_our_examples(letter)?;
        Ok(guarded(|| {
            Ok(match own_text {
                Some(own_text) => request::understand(&Letter {
                    own_text,
                    ..letter.clone()
                }),
                None => request::understand(letter),
            })
        }))
    }

    /// What was settled without being understood as a player's, with what a player
    /// would have asked by it.
    fn described(
        &self,
        pending: &Pending,
        letter: &Letter,
        settled: Settled,
    ) -> Result<Settled, Failure> {
        if !settled.requests.is_empty() {
            return Ok(settled);
        }
        Ok(match self.understood(letter)? {
            Ok(understanding) => with_requests(settled, &understanding, pending, letter),
            Err(_) => settled,
        })
    }

    /// What stands beside an arbiter's orders where he plays too: moves as ever. It
    /// is not kept for a code: the letter is settled with its orders.
    fn and_as_player(
        &mut self,
        pending: &Pending,
        letter: &Letter,
        (mut settled, rest): (Settled, String),
        player: &PlayerRow,
    ) -> Result<Settled, Failure> {
        let rest = Letter {
            own_text: rest,
            paragraphs: letter::Paragraphs::default(),
            ..letter.clone()
        };
        let understanding = request::understand(&rest);
        if understanding.sections.iter().all(|s| s.requests.is_empty()) {
            return Ok(settled);
        }
        let signs = self.signs(&rest, player.id)?;
        let games = self.named_games(&understanding)?;
        let known = self.known.contains(&pending.id);
        let asked = (&games, ends_something(&understanding));
        let belief = self.believes(&signs, &rest, pending.arrived, asked);
        if !known && belief == Belief::None {
            settled
                .note
                .push_str("; what it says as a player's letter is not believed");
            return Ok(settled);
        }
        let near = Zone::utc().day(letter.date.unwrap_or(pending.arrived));
        let requests = request::to_json(&understanding, Some(near));
        let done = self.judge_player(pending, &rest, &understanding, player)?;
        let mut both = settled.and(done);
        both.requests.extend(requests);
        Ok(both)
    }

    /// A letter of a player.
    pub(super) fn judge_player(
        &mut self,
        pending: &Pending,
        letter: &Letter,
        understanding: &Understanding,
        player: &PlayerRow,
    ) -> Result<Settled, Failure> {
        let signs = self.signs(letter, player.id)?;
        // Whoever answers a letter has got it, whatever a delivery report says.
        for token in &signs.own {
            if let TokenOf::Letter(id) = token.of {
                self.tx.outbound_used(id, pending.arrived)?;
            }
        }
        if let Some(settled) = self.put_away(letter, player.id, &signs, understanding)? {
            return Ok(settled);
        }
        let known = self.known.contains(&pending.id);
        let games = self.named_games(understanding)?;
        let asked = (&games, ends_something(understanding));
        let belief = match known {
            true => Belief::Full,
            false => self.believes(&signs, letter, pending.arrived, asked),
        };
        let believed = belief != Belief::None;
        if !known && let Some(settled) = self.answer_code(pending, letter, player, believed)? {
            return Ok(settled);
        }
        if !believed {
            let asked = (player, &CodeAsked::Letter);
            return self.hold(pending, letter, understanding, asked, &signs);
        }
        if let Some(settled) = self.answer_question(pending, letter, player, &signs)? {
            return Ok(settled);
        }
        // Whoever writes has an address.
        self.tx.player_reached(player.id)?;
        let robot = self.robot_address.clone();
        let to_void = signs.to_void(letter, &robot);

        let mut desk = LetterDesk::new(pending, player.id, letter);
        desk.alone = belief == Belief::TokenAlone;
        desk.notes.extend(self.same_id_other_text(pending, letter)?);
        for section in &understanding.sections {
            self.section(&mut desk, section, &signs, understanding)?;
        }
        self.list_outcomes(&mut desk)?;
        if let Some(limit) = self.silenced.take() {
            desk.notes
                .push(format!("the answer is owed: {limit} is reached"));
        }
        for id in to_void {
            self.tx.token_void(&id)?;
        }
        if !desk.moved.is_empty() {
            for token in signs.lost_ones() {
                self.tx.token_void(&token)?;
            }
        }
        // Older tokens are not enough alone after the player's next move in the game.
        for id in &desk.moved {
            self.tx.tokens_spend(*id, player.id)?;
        }
        self.send_returned_again(player.id)?;
        Ok(desk.settled())
    }

    /// An empty letter about a game that is over, which cmail mails when it puts the
    /// game away: there is nothing in it to do, to believe or to answer.
    fn put_away(
        &mut self,
        letter: &Letter,
        sender: PlayerId,
        signs: &super::identity::Signs,
        understanding: &Understanding,
    ) -> Result<Option<Settled>, Failure> {
        if !letter.text.trim().is_empty() {
            return Ok(None);
        }
        let Which::Game(id) = self.which_game(sender, signs, understanding, None)? else {
            return Ok(None);
        };
        let game = self.game(id)?;
        Ok((game.status == Status::Finished).then(|| Settled {
            games: vec![game.facts.name.clone()],
            ..Settled::of(Verdict::NotUnderstood, "empty, and the game is over")
        }))
    }

    fn section(
        &mut self,
        desk: &mut LetterDesk<'_>,
        section: &Section,
        signs: &super::identity::Signs,
        understanding: &Understanding,
    ) -> Result<(), Failure> {
        let about_games = section
            .requests
            .iter()
            .any(|r| matches!(r, Request::Game(_)));
        let which = if about_games || section.requests.is_empty() {
            Some(self.which_game(desk.sender, signs, understanding, section.game.as_ref())?)
        } else {
            None
        };
        if section.requests.is_empty() {
            return self.nothing_asked(desk, section, which);
        }
        let mut doubts = section.doubts.clone();
        // Whether a bare DRAW is consent, the ruling on the offer asks.
        doubts.retain(|d| !matches!(d, Doubt::BareDraw { .. }));
        let requests = self.in_order(desk.sender, section, which.as_ref())?;
        for request in requests {
            desk.done += 1;
            if desk.done > MOST_REQUESTS {
                desk.notes
                    .push("too many requests in one letter".to_owned());
                break;
            }
            let request = match request {
                Request::Game(request) => request,
                Request::Player(PlayerRequest::Withdraw) => {
                    self.leaves_a_tournament(desk, section, signs, understanding, &mut doubts)?;
                    continue;
                }
                Request::Player(asked) => {
                    self.of_player(desk, asked, &mut doubts)?;
                    continue;
                }
            };
            match &which {
                Some(Which::Game(id)) => {
                    let mut ruling = self.rule_game(desk, section, request, *id)?;
                    if let Some(how) = word::is_grave(&ruling).filter(|_| desk.alone) {
                        ruling = self.ask_back(desk.sender, desk.inbound, (*id, how))?;
                    }
                    self.enclose(&mut ruling, *id, desk.sender)?;
                    self.deliver(desk, ruling, &mut doubts, Some(*id))?;
                }
                Some(Which::Ask(games)) => {
                    desk.verdicts.insert(Verdict::NoGame);
                    desk.notes.push("which game is not clear".to_owned());
                    let question = Question::WhichGame {
                        games: games.clone(),
                    };
                    self.question(desk, question, None)?;
                    break;
                }
                Some(Which::HandedOn(id)) => match request {
                    GameRequest::Protest { text } => {
                        let ruling = self.protest_of_former(desk, section, *id, text)?;
                        self.deliver(desk, ruling, &mut doubts, Some(*id))?;
                    }
                    _ => {
                        self.plays_on(desk, *id)?;
                        break;
                    }
                },
                None => {}
            }
        }
        Ok(())
    }

    /// A request about no one game is ruled.
    fn of_player(
        &mut self,
        desk: &mut LetterDesk<'_>,
        asked: &PlayerRequest,
        doubts: &mut Vec<Doubt>,
    ) -> Result<(), Failure> {
        let ruling =
            self.player_request(desk.sender, asked, desk.inbound, desk.arrived, desk.letter)?;
        self.deliver(desk, ruling, doubts, None)?;
        match asked {
            PlayerRequest::Format { .. } => self.show_games(desk),
            _ => Ok(()),
        }
    }

    /// Who withdraws is asked from which tournament, where the letter does not tell.
    fn leaves_a_tournament(
        &mut self,
        desk: &mut LetterDesk<'_>,
        section: &Section,
        signs: &super::identity::Signs,
        understanding: &Understanding,
        doubts: &mut Vec<Doubt>,
    ) -> Result<(), Failure> {
        let meant = self.which_game(desk.sender, signs, understanding, section.game.as_ref())?;
        let about = match &meant {
            Which::Game(id) => Some(*id),
            Which::Ask(_) | Which::HandedOn(_) => None,
        };
        let asked = (desk.inbound, desk.alone);
        match (self.ask_withdrawal(desk.sender, about, asked)?, meant) {
            (Some(ruling), _) => self.deliver(desk, ruling, doubts, None),
            (None, Which::Ask(games)) => {
                desk.verdicts.insert(Verdict::NoGame);
                desk.notes.push("which tournament is not clear".to_owned());
                self.question(desk, Question::WhichGame { games }, None)
            }
            (None, Which::Game(id) | Which::HandedOn(id)) => self.plays_on(desk, id),
        }
    }

    /// The requests of a section as they are carried out: in the order written, but
    /// a claim that seals the claimant's move goes before it (55.6.7).
    fn in_order<'s>(
        &mut self,
        sender: PlayerId,
        section: &'s Section,
        which: Option<&Which>,
    ) -> Result<Vec<&'s Request>, Failure> {
        let mut requests: Vec<&Request> = section.requests.iter().collect();
        if let Some(Which::Game(id)) = which {
            let game = self.game(*id)?;
            let seals = |side| arbiter::claim_seals(game, side);
            if game.side_of(sender).is_some_and(seals) {
                requests.sort_by_key(|r| !matches!(r, Request::Game(GameRequest::TimeClaim)));
            }
        }
        Ok(requests)
    }

    /// Rules on a request about a game, on the game as it stands now. Should the
    /// rules fail on it, the letter is set aside.
    pub(super) fn rule_game(
        &mut self,
        desk: &mut LetterDesk<'_>,
        section: &Section,
        request: &GameRequest,
        id: GameId,
    ) -> Result<Ruling, Failure> {
        let now = self.now;
        let looked_to = self.tx.fetched()?.map(|look| look.began);
        self.note_outage(id)?;
        let game = self.game(id)?;
        let name = game.facts.name.clone();
        let Some(side) = game.side_of(desk.sender) else {
            return Ok(Ruling::default());
        };
        let moves = section
            .requests
            .iter()
            .filter(|r| matches!(r, Request::Game(game) if game.is_move()))
            .count();
        let ctx = Context {
            only_request: moves <= 1,
            ..desk.context(now, side, section)
        };
        // What fell due before this letter came is done first, as if a pass over the
        // clocks had lain between.
        let before = arbiter::due_by_letter(game, &ctx, looked_to);
        if !before.entries().is_empty() {
            let opened = |e: &Entry| matches!(e.event, Event::AdjudicationOpened { .. });
            let opens = before.entries().iter().any(opened);
            self.record(before, Some(id), None)?;
            if opens {
                self.release_held(id)?;
            }
        }
        let game = self.game(id)?;
        let ruled = catch_unwind(AssertUnwindSafe(|| {
            let ruling = arbiter::rule(game, request, &ctx);
            // A series that the letter has left held an overstep off.
            match ruling.verdict {
                Some(Verdict::Move) if ruling.view.is_none() => {
                    ruling.then(|after| arbiter::due_by_letter(after, &ctx, looked_to))
                }
                _ => ruling,
            }
        }));
        if !desk.games.contains(&name) {
            desk.games.push(name);
        }
        Ok(ruled.unwrap_or_else(|_| Ruling {
            verdict: Some(Verdict::Malformed),
            note: "the program failed on it while ruling".to_owned(),
            ..Ruling::default()
        }))
    }

    /// Records a ruling and hangs what was unclear in the letter onto its first answer.
    pub(super) fn deliver(
        &mut self,
        desk: &mut LetterDesk<'_>,
        mut ruling: Ruling,
        doubts: &mut Vec<Doubt>,
        game: Option<GameId>,
    ) -> Result<(), Failure> {
        desk.verdicts.extend(ruling.verdict);
        if let (Some(id), Some(verdict)) = (game, ruling.verdict) {
            if verdict == Verdict::Move {
                desk.moved.insert(id);
            }
            let game = match ruling.game.as_deref() {
                Some(after) => after,
                None => self.game(id)?,
            };
            let last = game.moves.last().filter(|_| verdict == Verdict::Move);
            let outcome = PartOutcome {
                game: game.facts.name.to_string(),
                verdict,
                moved: last.map(|m| {
                    let dots = m.side.dots();
                    format!("{}{dots} {}", m.number, m.numeric)
                }),
            };
            desk.outcomes.push(outcome);
        }
        if !ruling.note.is_empty() {
            desk.notes.push(ruling.note.clone());
        }
        let aside = match game.filter(|_| ruling.verdict == Some(Verdict::Move)) {
            Some(id) if self.confirmed == Some(desk.inbound) => {
                let played = ruling.entries().iter().find_map(|e| match e.event {
                    Event::MovePlayed { ply, .. } => ply.checked_sub(1),
                    _ => None,
                });
                let about = (id, played.unwrap_or_default());
                self.set_rivals_aside(desk.sender, about, desk.inbound)?
            }
            _ => 0,
        };
        let me = Recipient::Player(desk.sender);
        if let Some(first) = ruling.notices.iter_mut().find(|n| n.to == me) {
            first
                .remarks
                .extend(doubts.drain(..).map(|doubt| Remark::Unclear { doubt }));
            if aside > 0 {
                first.remarks.push(Remark::OthersAside { letters: aside });
            }
        }
        let useless = ruling.verdict.is_some_and(Verdict::is_of_no_use);
        if let Some(call) = self.call_of(desk, useless, game)? {
            self.call_person(desk, &mut ruling, call, game)?;
        }
        let annulled = |e: &Entry| matches!(e.event, Event::NoticeAnnulled { .. });
        if let Some(id) = game.filter(|_| ruling.entries().iter().any(annulled)) {
            // The game goes on: what was kept meanwhile is looked at again.
            self.release_held(id)?;
        }
        self.record(ruling, game, Some(desk.answered()))
    }

    /// A letter about several games: beside the answer in each, one that lists what
    /// was done in each.
    fn list_outcomes(&mut self, desk: &mut LetterDesk<'_>) -> Result<(), Failure> {
        let names: BTreeSet<&str> = desk.outcomes.iter().map(|o| o.game.as_str()).collect();
        if names.len() < 2 {
            return Ok(());
        }
        let body = Body::Status {
            done: std::mem::take(&mut desk.outcomes),
        };
        let to = Recipient::Player(desk.sender);
        let ruling = Ruling {
            notices: vec![Notice::new(to, body)],
            ..Ruling::default()
        };
        self.record(ruling, None, Some(desk.answered()))
    }

    /// Another plays on with the game: said, and nothing is done.
    fn plays_on(&mut self, desk: &mut LetterDesk<'_>, id: GameId) -> Result<(), Failure> {
        desk.verdicts.insert(Verdict::NoGame);
        desk.notes.push("another plays on with the game".to_owned());
        let body = self.taken_over(id, desk.sender)?;
        let me = Recipient::Player(desk.sender);
        let ruling = Ruling {
            notices: vec![Notice::new(me, body)],
            ..Ruling::default()
        };
        self.record(ruling, None, Some(desk.answered()))
    }

    /// Who plays on with a game for one who was replaced. Where he still plays in it,
    /// with one he had to give over: he asks to leave a tournament that is not his any more.
    pub(super) fn taken_over(&mut self, id: GameId, former: PlayerId) -> Result<Body, Failure> {
        let given = match self.game(id)?.former_side_of(former) {
            Some(_) => id,
            None => self.given_over(former)?.unwrap_or(id),
        };
        let game = self.game(given)?;
        let now = game.former_side_of(former).map(|s| game.player(s));
        let question = Question::TakenOver {
            game: game.facts.name.clone(),
            by: now.map(|p| p.name.clone()).unwrap_or_default(),
        };
        Ok(Body::NotUnderstood {
            question,
            quoted: None,
        })
    }

    /// A protest of one who was replaced, against that.
    fn protest_of_former(
        &mut self,
        desk: &LetterDesk<'_>,
        section: &Section,
        id: GameId,
        text: &str,
    ) -> Result<Ruling, Failure> {
        let now = self.now;
        let game = self.game(id)?;
        let Some(side) = game.former_side_of(desk.sender) else {
            return Ok(Ruling::default());
        };
        let ctx = desk.context(now, side, section);
        Ok(arbiter::protest_of_former(game, &ctx, desk.sender, text))
    }

    /// A letter in which nothing was found to do.
    fn nothing_asked(
        &mut self,
        desk: &mut LetterDesk<'_>,
        section: &Section,
        which: Option<Which>,
    ) -> Result<(), Failure> {
        desk.verdicts.insert(Verdict::NotUnderstood);
        desk.notes.push("nothing was found to do".to_owned());
        let game = match which {
            Some(Which::HandedOn(id)) => {
                desk.verdicts.clear();
                desk.notes.clear();
                return self.plays_on(desk, id);
            }
            Some(Which::Game(id)) => Some(id),
            _ => None,
        };
        if let Some(id) = game {
            let name = self.game(id)?.facts.name.clone();
            desk.games.push(name);
        }
        let mut doubts = section.doubts.clone();
        if doubts.is_empty() {
            doubts.push(Doubt::Nothing);
        }
        self.question(desk, Question::Doubts { doubts }, game)
    }

    fn question(
        &mut self,
        desk: &mut LetterDesk<'_>,
        question: Question,
        game: Option<GameId>,
    ) -> Result<(), Failure> {
        let is_prose = matches!(&question, Question::Doubts { doubts }
            if doubts.iter().all(|d| matches!(d, Doubt::Nothing | Doubt::NoText)));
        let quoted = match &question {
            Question::Doubts { doubts } => {
                doubts.iter().find_map(|d| quote(&desk.letter.own_text, d))
            }
            _ => None,
        };
        let body = Body::NotUnderstood { question, quoted };
        let notice = Notice::new(Recipient::Player(desk.sender), body);
        let mut ruling = Ruling {
            notices: vec![notice],
            ..Ruling::default()
        };
        let call = self.call_of(desk, true, game)?;
        // Words in which there is nothing at all are answered once a day: a machine would
        // say them for ever. Whoever tries has written something else.
        if is_prose && !self.known.contains(&desk.inbound) {
            let words = same_words(&desk.letter.own_text);
            let about = game.map_or(0, |g| g.0);
            let said = format!("{} {about} {} {words}", desk.sender, call.is_some());
            if self.was_said_today(&said)? {
                desk.notes
                    .push("the same words were answered today".to_owned());
                return Ok(());
            }
        }
        if let Some(call) = call {
            self.call_person(desk, &mut ruling, call, game)?;
        }
        self.record(ruling, game, Some(desk.answered()))
    }
}

/// What of a text is the same in each letter of a machine, as a hash: its letters,
/// without figures and without the way lines are broken.
fn same_words(text: &str) -> String {
    let letters: String = text
        .chars()
        .filter(|c| c.is_alphabetic())
        .flat_map(char::to_lowercase)
        .collect();
    let hash = hash(letters.as_bytes());
    hash.iter().map(|b| format!("{b:02x}")).collect()
}

/// The line of the player's text a doubt is about.
fn quote(text: &str, doubt: &Doubt) -> Option<arbiter::notice::Quoted> {
    let span = match doubt {
        Doubt::UnclearCommand { span, .. }
        | Doubt::BareDraw { span }
        | Doubt::BadDate { span, .. }
        | Doubt::NearMove { span, .. }
        | Doubt::MoveInProse { span, .. }
        | Doubt::MoveBelow { span, .. }
        | Doubt::SeveralMoves { span, .. } => *span,
        Doubt::NoText
        | Doubt::Nothing
        | Doubt::Conflict { .. }
        | Doubt::OnlyInSubject { .. }
        | Doubt::TooMuch => {
            return None;
        }
    };
    arbiter::quote(text, span)
}
