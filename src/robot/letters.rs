//! One letter: read, understood, ruled, recorded. Whatever it holds, it gets
//! exactly one verdict, and nothing it holds stops the pass.

use super::asking;
use super::belief::{Belief, WhatIsAsked, belief, ends_something};
use super::bounces::{self, is_returned};
use super::call;
use super::challenge::{self, CodeAsked};
use super::correspondence;
use super::desk::Desk;
use super::echo;
use super::elsewhere;
use super::limits;
use super::mail::BroughtBy;
use super::office::{WritingOfficial, office_of};
use super::orders::letter::ArbiterLetter;
use super::player;
use super::requests;
use super::send;
use super::sender::{LetterFrom, Sender};
use super::settled::Settled;
use super::tokens::{Signs, signs_of};
use super::which::{self, Which};
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
pub(super) struct Docket<'p> {
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

impl<'p> Docket<'p> {
    /// A letter about to be ruled.
    pub(super) fn new(pending: &Pending, sender: PlayerId, letter: &'p Letter) -> Docket<'p> {
        Docket {
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

impl Docket<'_> {
    /// What brought a ruling about this letter.
    pub fn brings(&self) -> BroughtBy {
        BroughtBy {
            inbound: self.inbound,
            message_id: self.letter.message_id.clone(),
            sender: Some(self.sender),
        }
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

/// Processes one kept message. Who wrote it comes before what it says: of a
/// machine's report its fields are read, of a stranger's letter its headers and
/// its first words; only what somebody known wrote is searched for requests.
pub(super) fn read_and_rule(desk: &mut Desk<'_>, pending: &Pending) -> Result<Settled, Failure> {
    let raw = desk.tx.inbound_raw(pending.id)?.bytes;
    let seen = match guarded(|| letter::glance(&raw)) {
        Ok(seen) => seen,
        Err(settled) => return Ok(settled),
    };
    let from = seen.from.first().cloned().unwrap_or_default();
    let settled = match writer(desk, pending, &seen, &raw)? {
        Writer::Settled(settled) => settled,
        Writer::Known { player, office } => match guarded(|| letter::read(&raw)) {
            Ok(letter) => judge(desk, pending, &letter, player, office)?,
            Err(settled) => settled,
        },
    };
    Ok(Settled { from, ..settled })
}

/// Who wrote a message, by its headers and its kind; what is nobody's that we
/// know is settled by that.
fn writer(
    desk: &mut Desk<'_>,
    pending: &Pending,
    seen: &Letter,
    raw: &[u8],
) -> Result<Writer, Failure> {
    let plain = |verdict, note: &str| Ok(Writer::Settled(Settled::of(verdict, note)));
    match seen.kind {
        MailKind::Person if is_returned(seen, &desk.robot_address) => {
            let note = "sent to the address of letters that come back: a machine's";
            return plain(Verdict::AutoReply, note);
        }
        MailKind::Person => {}
        MailKind::AutoReply => return plain(Verdict::AutoReply, "an automatic answer"),
        MailKind::Bounce => return bounces::bounced(desk, pending, seen).map(Writer::Settled),
        MailKind::Bulk => {
            let note = match seen.report.as_ref().map(|r| r.fate) {
                Some(DeliveryFate::Delayed) => "a letter of ours is late, and still being tried",
                Some(_) => "a report that a letter arrived",
                None => "bulk mail",
            };
            return plain(Verdict::Bulk, note);
        }
    }
    let stranger = |desk: &mut Desk<'_>, why| {
        let settled = elsewhere::of_stranger(desk, pending, (seen, raw), why)?;
        Ok(Writer::Settled(settled))
    };
    let [from] = &seen.from[..] else {
        return stranger(desk, "not exactly one address in From");
    };
    if seen.doubled.contains(&"from") {
        return stranger(desk, "two From headers");
    }
    let player = desk.tx.player_by_address(from)?;
    let office = office_of(desk.tx, from)?;
    if player.is_none() && office.is_none() {
        return stranger(desk, "nobody we know");
    }
    Ok(Writer::Known { player, office })
}

/// An earlier letter that was the same: the same bytes, or the same Message-ID,
/// sender and own text. The same Message-ID with other text is a new letter.
pub(super) fn seen_before(
    desk: &Desk<'_>,
    pending: &Pending,
    letter: &Letter,
) -> Result<Option<String>, Failure> {
    let judged = |t: &crate::store::Twin| {
        t.verdict
            .is_some_and(|v| v != Verdict::Duplicate && v != Verdict::Unverified)
    };
    let same = desk
        .tx
        .inbound_same_content(pending.content_hash, pending.id)?;
    if let Some(twin) = same.iter().find(|t| judged(t)) {
        return Ok(Some(format!("the same message as {}", twin.id)));
    }
    let (Some(id), Some(from)) = (&letter.message_id, letter.from.first()) else {
        return Ok(None);
    };
    let own = hash(letter.own_text.as_bytes());
    let twins = desk.tx.inbound_same_message(id, from, pending.id)?;
    let twin = twins.iter().find(|t| judged(t) && t.text_hash == Some(own));
    Ok(twin.map(|t| format!("the same letter as {}", t.id)))
}

/// A letter with the same Message-ID and another text: processed as new, and the
/// note says so (CONTRACT.md 5).
fn same_id_other_text(
    desk: &Desk<'_>,
    pending: &Pending,
    letter: &Letter,
) -> Result<Option<String>, Failure> {
    let (Some(id), Some(from)) = (&letter.message_id, letter.from.first()) else {
        return Ok(None);
    };
    let own = hash(letter.own_text.as_bytes());
    let twins = desk.tx.inbound_same_message(id, from, pending.id)?;
    let other = twins
        .iter()
        .find(|t| t.verdict.is_some() && t.text_hash.is_some_and(|h| h != own));
    Ok(other.map(|t| format!("the Message-ID of letter {} with another text", t.id)))
}

/// A letter of somebody we know: as an arbiter's first, then as a player's.
fn judge(
    desk: &mut Desk<'_>,
    pending: &Pending,
    letter: &Letter,
    player: Option<PlayerRow>,
    office: Option<WritingOfficial>,
) -> Result<Settled, Failure> {
    let own_text = Some(letter.own_text.clone());
    let settled = judge_known(desk, pending, letter, player, office)?;
    Ok(Settled {
        own_text,
        ..settled
    })
}

fn judge_known(
    desk: &mut Desk<'_>,
    pending: &Pending,
    letter: &Letter,
    player: Option<PlayerRow>,
    office: Option<WritingOfficial>,
) -> Result<Settled, Failure> {
    if let Some(note) = seen_before(desk, pending, letter)? {
        return Ok(Settled::of(Verdict::Duplicate, &note));
    }
    let heard = match &office {
        Some(office) => desk.hear(pending, letter, office, player.as_ref().map(|p| p.id))?,
        None => ArbiterLetter::Nothing,
    };
    match (heard, player) {
        (ArbiterLetter::Settled(settled), _) | (ArbiterLetter::And(settled, _), None) => {
            described(desk, pending, letter, settled)
        }
        (ArbiterLetter::Nothing, None) => Ok(Settled::of(Verdict::UnknownSender, "nobody we know")),
        (ArbiterLetter::Nothing, Some(player)) => {
            let understanding = match understood(desk, letter)? {
                Ok(understanding) => understanding,
                Err(settled) => return Ok(settled),
            };
            let settled = judge_player(desk, pending, letter, &understanding, &player)?;
            Ok(with_requests(settled, &understanding, pending, letter))
        }
        (ArbiterLetter::And(settled, rest), Some(player)) => {
            let both = and_as_player(desk, pending, letter, (settled, rest), &player)?;
            described(desk, pending, letter, both)
        }
    }
}

/// What a letter asks for, the examples of ours in it left out; or what becomes
/// of one on which the program fails.
pub(super) fn understood(
    desk: &Desk<'_>,
    letter: &Letter,
) -> Result<Result<Understanding, Settled>, Failure> {
    let own_text = echo::without_our_examples(desk, letter)?;
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
    desk: &Desk<'_>,
    pending: &Pending,
    letter: &Letter,
    settled: Settled,
) -> Result<Settled, Failure> {
    if !settled.requests.is_empty() {
        return Ok(settled);
    }
    Ok(match understood(desk, letter)? {
        Ok(understanding) => with_requests(settled, &understanding, pending, letter),
        Err(_) => settled,
    })
}

/// What stands beside an arbiter's orders where he plays too: moves as ever. It
/// is not kept for a code: the letter is settled with its orders.
fn and_as_player(
    desk: &mut Desk<'_>,
    pending: &Pending,
    letter: &Letter,
    (mut settled, rest): (Settled, String),
    player: &PlayerRow,
) -> Result<Settled, Failure> {
    let rest = Letter {
        own_text: rest,
        ..letter.clone()
    };
    let understanding = request::understand(&rest);
    if understanding.sections.iter().all(|s| s.requests.is_empty()) {
        return Ok(settled);
    }
    let signs = signs_of(desk, &rest, &Sender::Player(player))?;
    let known = desk.known.contains(&pending.id);
    let asked = WhatIsAsked::Play {
        games: &which::named_games(desk, &understanding)?,
        ends_something: ends_something(&understanding),
    };
    if !known && belief(desk, &rest, pending.arrived, &signs, asked) == Belief::None {
        settled
            .note
            .push_str("; what it says as a player's letter is not believed");
        return Ok(settled);
    }
    let near = Zone::utc().day(letter.date.unwrap_or(pending.arrived));
    let requests = request::to_json(&understanding, Some(near));
    let done = judge_player(desk, pending, &rest, &understanding, player)?;
    let mut both = settled.and(done);
    both.requests.extend(requests);
    Ok(both)
}

/// A letter of a player.
pub(super) fn judge_player(
    desk: &mut Desk<'_>,
    pending: &Pending,
    letter: &Letter,
    understanding: &Understanding,
    player: &PlayerRow,
) -> Result<Settled, Failure> {
    let sender = Sender::Player(player);
    let from = LetterFrom {
        pending,
        letter,
        sender,
    };
    let signs = signs_of(desk, letter, &sender)?;
    // Whoever answers a letter has got it, whatever a delivery report says.
    for token in &signs.own {
        if let TokenOf::Letter(id) = token.of {
            desk.tx.outbound_used(id, pending.arrived)?;
        }
    }
    if let Some(settled) = put_away(desk, letter, player.id, &signs, understanding)? {
        return Ok(settled);
    }
    let known = desk.known.contains(&pending.id);
    let asked = WhatIsAsked::Play {
        games: &which::named_games(desk, understanding)?,
        ends_something: ends_something(understanding),
    };
    let belief = match known {
        true => Belief::Full,
        false => belief(desk, letter, pending.arrived, &signs, asked),
    };
    let believed = belief != Belief::None;
    if !known {
        let answered = match challenge::answer_codes(desk, &from, believed)? {
            None => challenge::answer_unknown_code(desk, &from, believed)?,
            answered => answered,
        };
        if let Some(settled) = answered {
            return Ok(settled);
        }
    }
    if !believed {
        return challenge::hold(
            desk,
            &from,
            player,
            understanding,
            &CodeAsked::Letter,
            &signs,
        );
    }
    if let Some(settled) = word::answer_question(desk, &from, player, &signs)? {
        return Ok(settled);
    }
    // Whoever writes has an address.
    desk.tx.player_reached(player.id)?;
    let robot = desk.robot_address.clone();
    let to_void = signs.to_void(letter, &robot);

    let mut docket = Docket::new(pending, player.id, letter);
    docket.alone = belief == Belief::TokenAlone;
    docket
        .notes
        .extend(same_id_other_text(desk, pending, letter)?);
    for section in &understanding.sections {
        rule_section(desk, &mut docket, section, &signs, understanding)?;
    }
    list_outcomes(desk, &mut docket)?;
    if let Some(limit) = desk.silenced.take() {
        docket
            .notes
            .push(format!("the answer is owed: {limit} is reached"));
    }
    for id in to_void {
        desk.tx.token_void(&id)?;
    }
    if !docket.moved.is_empty() {
        for token in signs.lost_ones() {
            desk.tx.token_void(&token)?;
        }
    }
    // Older tokens are not enough alone after the player's next move in the game.
    for id in &docket.moved {
        desk.tx.tokens_spend(*id, player.id)?;
    }
    bounces::send_returned_again(desk, player.id)?;
    Ok(docket.settled())
}

/// An empty letter about a game that is over, which cmail mails when it puts the
/// game away: there is nothing in it to do, to believe or to answer.
fn put_away(
    desk: &mut Desk<'_>,
    letter: &Letter,
    sender: PlayerId,
    signs: &Signs,
    understanding: &Understanding,
) -> Result<Option<Settled>, Failure> {
    if !letter.text.trim().is_empty() {
        return Ok(None);
    }
    let Which::Game(id) = which::which_game(desk, sender, signs, understanding, None)? else {
        return Ok(None);
    };
    let game = desk.game(id)?;
    Ok((game.status == Status::Finished).then(|| Settled {
        games: vec![game.facts.name.clone()],
        ..Settled::of(Verdict::NotUnderstood, "empty, and the game is over")
    }))
}

fn rule_section(
    desk: &mut Desk<'_>,
    docket: &mut Docket<'_>,
    section: &Section,
    signs: &Signs,
    understanding: &Understanding,
) -> Result<(), Failure> {
    let about_games = section
        .requests
        .iter()
        .any(|r| matches!(r, Request::Game(_)));
    let which = if about_games || section.requests.is_empty() {
        Some(which::which_game(
            desk,
            docket.sender,
            signs,
            understanding,
            section.game.as_ref(),
        )?)
    } else {
        None
    };
    if section.requests.is_empty() {
        return nothing_asked(desk, docket, section, which);
    }
    let mut doubts = section.doubts.clone();
    // Whether a bare DRAW is consent, the ruling on the offer asks.
    doubts.retain(|d| !matches!(d, Doubt::BareDraw { .. }));
    let requests = in_order(desk, docket.sender, section, which.as_ref())?;
    for request in requests {
        docket.done += 1;
        if docket.done > MOST_REQUESTS {
            docket
                .notes
                .push("too many requests in one letter".to_owned());
            break;
        }
        let request = match request {
            Request::Game(request) => request,
            Request::Player(PlayerRequest::Withdraw) => {
                leaves_a_tournament(desk, docket, section, signs, understanding, &mut doubts)?;
                continue;
            }
            Request::Player(asked) => {
                of_player(desk, docket, asked, &mut doubts)?;
                continue;
            }
        };
        match &which {
            Some(Which::Game(id)) => {
                let mut ruling = rule_game(desk, docket, section, request, *id)?;
                if let Some(how) = word::is_grave(&ruling).filter(|_| docket.alone) {
                    ruling = word::ask_back(desk, docket.sender, docket.inbound, (*id, how))?;
                }
                correspondence::enclose(desk, &mut ruling, *id, docket.sender)?;
                deliver(desk, docket, ruling, &mut doubts, Some(*id))?;
            }
            Some(Which::Ask(games)) => {
                docket.verdicts.insert(Verdict::NoGame);
                docket.notes.push("which game is not clear".to_owned());
                let question = Question::WhichGame {
                    games: games.clone(),
                };
                put_question(desk, docket, question, None)?;
                break;
            }
            Some(Which::HandedOn(id)) => match request {
                GameRequest::Protest { text } => {
                    let ruling = protest_of_former(desk, docket, section, *id, text)?;
                    deliver(desk, docket, ruling, &mut doubts, Some(*id))?;
                }
                _ => {
                    plays_on(desk, docket, *id)?;
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
    desk: &mut Desk<'_>,
    docket: &mut Docket<'_>,
    asked: &PlayerRequest,
    doubts: &mut Vec<Doubt>,
) -> Result<(), Failure> {
    let ruling = player::player_request(
        desk,
        docket.sender,
        asked,
        docket.inbound,
        docket.arrived,
        docket.letter,
    )?;
    deliver(desk, docket, ruling, doubts, None)?;
    match asked {
        PlayerRequest::Format { .. } => player::show_games(desk, docket),
        _ => Ok(()),
    }
}

/// Who withdraws is asked from which tournament, where the letter does not tell.
fn leaves_a_tournament(
    desk: &mut Desk<'_>,
    docket: &mut Docket<'_>,
    section: &Section,
    signs: &Signs,
    understanding: &Understanding,
    doubts: &mut Vec<Doubt>,
) -> Result<(), Failure> {
    let meant = which::which_game(
        desk,
        docket.sender,
        signs,
        understanding,
        section.game.as_ref(),
    )?;
    let about = match &meant {
        Which::Game(id) => Some(*id),
        Which::Ask(_) | Which::HandedOn(_) => None,
    };
    let asked = (docket.inbound, docket.alone);
    match (
        requests::ask_withdrawal(desk, docket.sender, about, asked)?,
        meant,
    ) {
        (Some(ruling), _) => deliver(desk, docket, ruling, doubts, None),
        (None, Which::Ask(games)) => {
            docket.verdicts.insert(Verdict::NoGame);
            docket
                .notes
                .push("which tournament is not clear".to_owned());
            put_question(desk, docket, Question::WhichGame { games }, None)
        }
        (None, Which::Game(id) | Which::HandedOn(id)) => plays_on(desk, docket, id),
    }
}

/// The requests of a section as they are carried out: in the order written, but
/// a claim that seals the claimant's move goes before it (55.6.7).
fn in_order<'s>(
    desk: &mut Desk<'_>,
    sender: PlayerId,
    section: &'s Section,
    which: Option<&Which>,
) -> Result<Vec<&'s Request>, Failure> {
    let mut requests: Vec<&Request> = section.requests.iter().collect();
    if let Some(Which::Game(id)) = which {
        let game = desk.game(*id)?;
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
    desk: &mut Desk<'_>,
    docket: &mut Docket<'_>,
    section: &Section,
    request: &GameRequest,
    id: GameId,
) -> Result<Ruling, Failure> {
    let now = desk.now;
    let looked_to = desk.tx.fetched()?.map(|look| look.began);
    send::note_outage(desk, id)?;
    let game = desk.game(id)?;
    let name = game.facts.name.clone();
    let Some(side) = game.side_of(docket.sender) else {
        return Ok(Ruling::default());
    };
    let moves = section
        .requests
        .iter()
        .filter(|r| matches!(r, Request::Game(game) if game.is_move()))
        .count();
    let ctx = Context {
        only_request: moves <= 1,
        ..docket.context(now, side, section)
    };
    // What fell due before this letter came is done first, as if a pass over the
    // clocks had lain between.
    let before = arbiter::due_by_letter(game, &ctx, looked_to);
    if !before.entries().is_empty() {
        let opened = |e: &Entry| matches!(e.event, Event::AdjudicationOpened { .. });
        let opens = before.entries().iter().any(opened);
        desk.record(before, Some(id), None)?;
        if opens {
            desk.release_held(id)?;
        }
    }
    let game = desk.game(id)?;
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
    if !docket.games.contains(&name) {
        docket.games.push(name);
    }
    Ok(ruled.unwrap_or_else(|_| Ruling {
        verdict: Some(Verdict::Malformed),
        note: "the program failed on it while ruling".to_owned(),
        ..Ruling::default()
    }))
}

/// Records a ruling and hangs what was unclear in the letter onto its first answer.
pub(super) fn deliver(
    desk: &mut Desk<'_>,
    docket: &mut Docket<'_>,
    mut ruling: Ruling,
    doubts: &mut Vec<Doubt>,
    game: Option<GameId>,
) -> Result<(), Failure> {
    docket.verdicts.extend(ruling.verdict);
    if let (Some(id), Some(verdict)) = (game, ruling.verdict) {
        if verdict == Verdict::Move {
            docket.moved.insert(id);
        }
        let game = match ruling.game.as_deref() {
            Some(after) => after,
            None => desk.game(id)?,
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
        docket.outcomes.push(outcome);
    }
    if !ruling.note.is_empty() {
        docket.notes.push(ruling.note.clone());
    }
    let aside = match game.filter(|_| ruling.verdict == Some(Verdict::Move)) {
        Some(id) if desk.confirmed == Some(docket.inbound) => {
            let played = ruling.entries().iter().find_map(|e| match e.event {
                Event::MovePlayed { ply, .. } => ply.checked_sub(1),
                _ => None,
            });
            let about = (id, played.unwrap_or_default());
            asking::set_rivals_aside(desk, docket.sender, about, docket.inbound)?
        }
        _ => 0,
    };
    let me = Recipient::Player(docket.sender);
    if let Some(first) = ruling.notices.iter_mut().find(|n| n.to == me) {
        first
            .remarks
            .extend(doubts.drain(..).map(|doubt| Remark::Unclear { doubt }));
        if aside > 0 {
            first.remarks.push(Remark::OthersAside { letters: aside });
        }
    }
    let useless = ruling.verdict.is_some_and(Verdict::is_of_no_use);
    if let Some(call) = call::call_of(desk, docket, useless, game)? {
        call::call_person(desk, docket, &mut ruling, call, game)?;
    }
    let annulled = |e: &Entry| matches!(e.event, Event::NoticeAnnulled { .. });
    if let Some(id) = game.filter(|_| ruling.entries().iter().any(annulled)) {
        // The game goes on: what was kept meanwhile is looked at again.
        desk.release_held(id)?;
    }
    desk.record(ruling, game, Some(docket.brings()))
}

/// A letter about several games: beside the answer in each, one that lists what
/// was done in each.
fn list_outcomes(desk: &mut Desk<'_>, docket: &mut Docket<'_>) -> Result<(), Failure> {
    let names: BTreeSet<&str> = docket.outcomes.iter().map(|o| o.game.as_str()).collect();
    if names.len() < 2 {
        return Ok(());
    }
    let body = Body::Status {
        done: std::mem::take(&mut docket.outcomes),
    };
    let to = Recipient::Player(docket.sender);
    let ruling = Ruling {
        notices: vec![Notice::new(to, body)],
        ..Ruling::default()
    };
    desk.record(ruling, None, Some(docket.brings()))
}

/// Another plays on with the game: said, and nothing is done.
fn plays_on(desk: &mut Desk<'_>, docket: &mut Docket<'_>, id: GameId) -> Result<(), Failure> {
    docket.verdicts.insert(Verdict::NoGame);
    docket
        .notes
        .push("another plays on with the game".to_owned());
    let body = taken_over(desk, id, docket.sender)?;
    let me = Recipient::Player(docket.sender);
    let ruling = Ruling {
        notices: vec![Notice::new(me, body)],
        ..Ruling::default()
    };
    desk.record(ruling, None, Some(docket.brings()))
}

/// Who plays on with a game for one who was replaced. Where he still plays in it,
/// with one he had to give over: he asks to leave a tournament that is not his any more.
pub(super) fn taken_over(
    desk: &mut Desk<'_>,
    id: GameId,
    former: PlayerId,
) -> Result<Body, Failure> {
    let given = match desk.game(id)?.former_side_of(former) {
        Some(_) => id,
        None => which::given_over(desk, former)?.unwrap_or(id),
    };
    let game = desk.game(given)?;
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
    desk: &mut Desk<'_>,
    docket: &Docket<'_>,
    section: &Section,
    id: GameId,
    text: &str,
) -> Result<Ruling, Failure> {
    let now = desk.now;
    let game = desk.game(id)?;
    let Some(side) = game.former_side_of(docket.sender) else {
        return Ok(Ruling::default());
    };
    let ctx = docket.context(now, side, section);
    Ok(arbiter::protest_of_former(game, &ctx, docket.sender, text))
}

/// A letter in which nothing was found to do.
fn nothing_asked(
    desk: &mut Desk<'_>,
    docket: &mut Docket<'_>,
    section: &Section,
    which: Option<Which>,
) -> Result<(), Failure> {
    docket.verdicts.insert(Verdict::NotUnderstood);
    docket.notes.push("nothing was found to do".to_owned());
    let game = match which {
        Some(Which::HandedOn(id)) => {
            docket.verdicts.clear();
            docket.notes.clear();
            return plays_on(desk, docket, id);
        }
        Some(Which::Game(id)) => Some(id),
        _ => None,
    };
    if let Some(id) = game {
        let name = desk.game(id)?.facts.name.clone();
        docket.games.push(name);
    }
    let mut doubts = section.doubts.clone();
    if doubts.is_empty() {
        doubts.push(Doubt::Nothing);
    }
    put_question(desk, docket, Question::Doubts { doubts }, game)
}

fn put_question(
    desk: &mut Desk<'_>,
    docket: &mut Docket<'_>,
    question: Question,
    game: Option<GameId>,
) -> Result<(), Failure> {
    let is_prose = matches!(&question, Question::Doubts { doubts }
        if doubts.iter().all(|d| matches!(d, Doubt::Nothing | Doubt::NoText)));
    let quoted = match &question {
        Question::Doubts { doubts } => doubts
            .iter()
            .find_map(|d| quote(&docket.letter.own_text, d)),
        _ => None,
    };
    let body = Body::NotUnderstood { question, quoted };
    let notice = Notice::new(Recipient::Player(docket.sender), body);
    let mut ruling = Ruling {
        notices: vec![notice],
        ..Ruling::default()
    };
    let call = call::call_of(desk, docket, true, game)?;
    // Words in which there is nothing at all are answered once a day: a machine would
    // say them for ever. Whoever tries has written something else.
    if is_prose && !desk.known.contains(&docket.inbound) {
        let words = same_words(&docket.letter.own_text);
        let about = game.map_or(0, |g| g.0);
        let said = format!("{} {about} {} {words}", docket.sender, call.is_some());
        if limits::was_said_today(desk, &said)? {
            docket
                .notes
                .push("the same words were answered today".to_owned());
            return Ok(());
        }
    }
    if let Some(call) = call {
        call::call_person(desk, docket, &mut ruling, call, game)?;
    }
    desk.record(ruling, game, Some(docket.brings()))
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
        | Doubt::BadWarnings { span, .. }
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
