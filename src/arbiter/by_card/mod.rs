//! A card that somebody enters: what it says is ruled as a letter's requests are, its
//! dates come from its stamps and notes (55.2.2), and what is wrong with it is a fault
//! with its stretch (55.4.9), never a refusal.

mod complaint;
mod dates;
mod duty;
#[cfg(test)]
mod random;
mod trouble;
mod waiting;
mod wrong;

pub use trouble::CardTrouble;
pub(crate) use waiting::{card_waits, is_of_a_card};

use super::context::{Context, Dispatch};
use super::gate::takes_a_move;
use super::notice::{Body, Notice, Question};
use super::oversteps::{claim_seals, recipients};
use super::rule::judge;
use super::ruling::{Ruling, Verdict, record};
use crate::cards::{Card, CardFault};
use crate::chess::{Side, notation};
use crate::record::{
    CardAbout, Carrier, Cause, Entry, Event, GameFile, PartOfMove, PlayedMove, ShownCard, Status,
};
use crate::request::{self, GameRequest, PlayerRequest, Request, Section};
use crate::time::{Day, Instant};
use dates::CardDay;

/// A card whose fault leaves the move standing (55.4.9.3-4).
pub(crate) const CARD_FAULT: &str = "card-fault";
/// A date that nothing on the card tells (55.2.2.5).
pub(crate) const OPEN_DATE: &str = "open-date";
/// A move that was repeated too late (55.4.11).
pub(crate) const LATE_REPEAT: &str = "late-repeat";

/// Noon: the instant of dispatch of what has only a day.
const NOON: i64 = 12 * 3600;

/// What a card is for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum CardKind {
    /// A move, with what stands around it.
    #[default]
    Move,
    /// The query about a faulty move (55.3.12).
    Query,
    /// A move that was sent before (55.5.1).
    Repeat,
    /// A claim: of time, or as its text says.
    Claim,
    /// An offer of a draw.
    DrawOffer,
    /// Consent to one.
    DrawAccept,
    /// Resignation.
    Resign,
    /// A leave that is announced (55.7.2).
    Leave,
    /// A report to the arbiter (55.1.2).
    Report,
    /// A protest against an announced overstep or a decision (55.6.5, 55.1.6).
    Protest,
    /// An appeal against an adjudication (55.9.10).
    Appeal,
}

impl CardKind {
    /// All of them.
    pub const ALL: [CardKind; 11] = [
        CardKind::Move,
        CardKind::Query,
        CardKind::Repeat,
        CardKind::Claim,
        CardKind::DrawOffer,
        CardKind::DrawAccept,
        CardKind::Resign,
        CardKind::Leave,
        CardKind::Report,
        CardKind::Protest,
        CardKind::Appeal,
    ];

    /// As tables name it.
    pub fn name(self) -> &'static str {
        match self {
            CardKind::Move => "move",
            CardKind::Query => "query",
            CardKind::Repeat => "repeat",
            CardKind::Claim => "claim",
            CardKind::DrawOffer => "draw-offer",
            CardKind::DrawAccept => "draw-accept",
            CardKind::Resign => "resign",
            CardKind::Leave => "leave",
            CardKind::Report => "report",
            CardKind::Protest => "protest",
            CardKind::Appeal => "appeal",
        }
    }

    /// Reads what [`CardKind::name`] says, in any case.
    pub fn parse(text: &str) -> Option<CardKind> {
        let is = |kind: &CardKind| kind.name().eq_ignore_ascii_case(text.trim());
        CardKind::ALL.into_iter().find(is)
    }

    /// Whether it is about the game and no part of it: it may come on paper however the moves
    /// of its side go.
    fn is_complaint(self) -> bool {
        matches!(self, CardKind::Protest | CardKind::Appeal)
    }

    fn about(self, voided: bool) -> CardAbout {
        match self {
            CardKind::Move if voided => CardAbout::Fault,
            CardKind::Move => CardAbout::Move,
            CardKind::Query => CardAbout::Query,
            CardKind::Repeat => CardAbout::Repeat,
            _ => CardAbout::Words,
        }
    }
}

/// A card as it is entered.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct EnteredCard {
    /// What it is for.
    pub kind: CardKind,
    /// Whose; where that is not told, of the side whose turn it is.
    pub side: Option<Side>,
    /// What it says, as a letter would: `12. 5254`, a series, `=`.
    pub text: String,
    /// The repetition of the opponent's last move on it, where that is told apart.
    pub repeated: String,
    /// What is wrong with it.
    pub faults: Vec<CardFault>,
    /// Its dates and stamps.
    pub card: Card,
    /// A remark of who enters it: it stands in the record.
    pub note: String,
}

impl EnteredCard {
    /// What it says, with the repetition: as the record has it.
    fn said(&self) -> String {
        let both = format!("{} {}", self.repeated.trim(), self.text.trim());
        both.trim().to_owned()
    }

    fn voids(&self) -> bool {
        self.kind == CardKind::Move && self.faults.iter().any(|f| f.voids_the_move())
    }
}

/// What became of a card.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CardDone {
    /// It was entered before: nothing changed.
    Already,
    /// Its move had come otherwise, by a letter or on the board: the dispatch of that
    /// counts (55.2.2), and nothing changed.
    Otherwise,
    /// It was entered before, with other dates: those count now.
    Redated,
    /// Its move was played: `12... Nf6`.
    Played(String),
    /// Its move does not count.
    Voided {
        /// Penalty days that it cost.
        penalty: i64,
    },
    /// It was taken up.
    Taken,
    /// It is a protest or an appeal, and was ruled so: `a protest against a decision`, or why
    /// its sender is refused.
    Ruled(String),
}

/// A card that was entered.
#[derive(Clone, Debug)]
pub struct CardEntered {
    /// What becomes of the game; `None` where nothing does.
    pub ruling: Option<Ruling>,
    /// What became of it.
    pub done: CardDone,
    /// Whose it was.
    pub side: Side,
    /// When it was sent, as it counts.
    pub sent: Day,
    /// What it asks apart from the game: a leave.
    pub of_player: Vec<PlayerRequest>,
}

/// Rules on a card.
///
/// # Errors
///
/// Why it does not fit the game.
pub fn enter_card(
    game: &GameFile,
    entered: &EnteredCard,
    now: Instant,
) -> Result<CardEntered, CardTrouble> {
    if game.status == Status::Waiting {
        return Err(CardTrouble::NotStarted);
    }
    let side = side_of(game, entered)?;
    // The dates of a card are corrected however the next move goes.
    if let Some(known) = entered_before(game, entered, side, now)? {
        return Ok(known);
    }
    // What is due may be answered the way it came, though the next move goes another
    // (55.2.3).
    let by_card = |side| {
        let came = side == game.turn() && game.came_by() == Carrier::Post;
        came || game.carrier(side) == Carrier::Post
    };
    let is_of_moves = !entered.kind.is_complaint();
    if is_of_moves && !Side::BOTH.into_iter().any(by_card) {
        return Err(CardTrouble::NotByPost);
    }
    if is_of_moves && !by_card(side) {
        return Err(CardTrouble::ByEmail(side));
    }
    let day = dates::day_of(game, &entered.card, now)?;
    let noon = game.facts.zone.begins(day.sent).unix() + NOON;
    let at = Instant::from_unix(noon.min(now.unix()));
    let held = CardInHand {
        entered,
        side,
        now,
        at,
        day,
    };
    let mut after = Box::new(game.clone());
    let (ruling, done, of_player) = held.judge(&mut after)?;
    let ruling = Ruling {
        game: Some(after),
        ..ruling
    };
    Ok(CardEntered {
        ruling: Some(ruling),
        done,
        side,
        sent: day.sent,
        of_player,
    })
}

/// Whose card it is.
fn side_of(game: &GameFile, entered: &EnteredCard) -> Result<Side, CardTrouble> {
    if let Some(side) = entered.side {
        return Ok(side);
    }
    let turn = game.turn();
    match entered.kind {
        CardKind::Move => Ok(numbered_side(&entered.text).unwrap_or(turn)),
        CardKind::Query | CardKind::Repeat => Ok(turn.other()),
        CardKind::DrawAccept => match game.draw_offer {
            Some((by, _)) => Ok(by.other()),
            None => Err(CardTrouble::NoSide),
        },
        CardKind::Claim
        | CardKind::DrawOffer
        | CardKind::Resign
        | CardKind::Leave
        | CardKind::Report
        | CardKind::Protest
        | CardKind::Appeal => Err(CardTrouble::NoSide),
    }
}

/// The side whose move a text ends with, where its number tells.
fn numbered_side(text: &str) -> Option<Side> {
    numbered(text).map(|(_, side)| side)
}

/// The number and side of the move a text begins with.
fn numbered(text: &str) -> Option<(u32, Side)> {
    let text = text.trim();
    let digits = text.find(|c: char| !c.is_ascii_digit())?;
    let (number, rest) = text.split_at_checked(digits)?;
    let number = number.parse().ok()?;
    let side = match (rest.starts_with("..."), rest.starts_with('.')) {
        (true, _) => Side::Black,
        (false, true) => Side::White,
        (false, false) => return None,
    };
    Some((number, side))
}

/// A card that was entered already, or whose numbered move stands in the record: with
/// other dates it corrects them.
fn entered_before(
    game: &GameFile,
    entered: &EnteredCard,
    side: Side,
    now: Instant,
) -> Result<Option<CardEntered>, CardTrouble> {
    let said = entered.said();
    let about = entered.kind.about(entered.voids());
    let same =
        |shown: &&ShownCard| shown.side == side && shown.about == about && shown.text == said;
    let known = |done, ruling, sent| CardEntered {
        ruling,
        done,
        side,
        sent,
        of_player: Vec::new(),
    };
    let exact = |shown: &&ShownCard| {
        same(shown) && shown.card == entered.card && shown.faults == entered.faults
    };
    let today = game.facts.zone.day(now);
    if let Some(shown) = game.cards.iter().find(exact) {
        let sent = dates::counted(game, shown).unwrap_or(today);
        return Ok(Some(known(CardDone::Already, None, sent)));
    }
    if about != CardAbout::Move {
        return Ok(None);
    }
    let Some(mv) = move_in_record(game, entered, side) else {
        return Ok(None);
    };
    let ply = mv.ply;
    // A card that was posted for safety's sake dates no move that it did not bring.
    let plays = |e: &&Entry| matches!(e.event, Event::MovePlayed { ply: of, .. } if of == ply);
    let brought = game.all().rfind(plays);
    if brought.is_some_and(|e| e.cause != Cause::Card) {
        return Ok(Some(known(CardDone::Otherwise, None, mv.sent)));
    }
    let day = dates::day_of(game, &entered.card, now)?;
    let ruling = Ruling::on(game, |game| {
        let mut ruling = Ruling::default();
        let was = game.clone();
        let entry = shown(game, entered, (side, about, ply), now);
        let article = entry.grounds.clone().unwrap_or_default();
        record(game, &mut ruling, entry);
        for decision in dates::set_anew(&was, game, ply) {
            for to in recipients(game) {
                let body = Body::Ruling {
                    decision: decision.clone(),
                    reason: entered.note.clone(),
                    article: article.clone(),
                    protest_days: 0,
                };
                ruling.notices.push(Notice::new(to, body));
            }
        }
        ruling
    });
    Ok(Some(known(CardDone::Redated, Some(ruling), day.sent)))
}

/// The half-move that a numbered move of a card is, where it was played already.
fn move_in_record<'g>(
    game: &'g GameFile,
    entered: &EnteredCard,
    side: Side,
) -> Option<&'g PlayedMove> {
    let (number, of) = numbered(&entered.text).filter(|(_, of)| *of == side)?;
    let mv = game
        .moves
        .iter()
        .find(|m| m.number == number && m.side == of)?;
    let text = entered.text.split_whitespace().nth(1)?;
    let before = usize::try_from(mv.ply).ok()?.checked_sub(1)?;
    let position = game.line.position_at(before)?;
    let read = notation::read(text, position, Some(game.player(side).language));
    let same = read.mv.is_some_and(|m| position.uci(m) == mv.uci);
    same.then_some(mv)
}

/// The entry of a card.
fn shown(
    game: &GameFile,
    entered: &EnteredCard,
    (side, about, ply): (Side, CardAbout, u32),
    now: Instant,
) -> Entry {
    let event = Event::CardShown {
        side,
        about,
        ply,
        text: entered.said(),
        faults: entered.faults.clone(),
        card: entered.card.clone(),
    };
    let ground = crate::cards::dispatched(&entered.card).ground;
    let article = ground.article().number(game.facts.profile);
    Entry::new(now, Cause::Card, event)
        .on(article)
        .noted(&entered.note)
}

/// A card on the table, with what is known beside it.
struct CardInHand<'a> {
    entered: &'a EnteredCard,
    side: Side,
    now: Instant,
    /// Noon of the day on which it was sent.
    at: Instant,
    day: CardDay,
}

/// What became of a card in the game, and what it asks apart from it.
type Judged = (Ruling, CardDone, Vec<PlayerRequest>);

impl CardInHand<'_> {
    fn judge(&self, game: &mut GameFile) -> Result<Judged, CardTrouble> {
        match self.entered.kind {
            CardKind::Move if self.entered.voids() => {
                self.may_move(game)?;
                wrong::voided(self, game)
            }
            CardKind::Query => duty::query(self, game),
            CardKind::Repeat => duty::repeat(self, game),
            CardKind::Protest | CardKind::Appeal => complaint::ruled(self, game),
            CardKind::Report => {
                let mut ruling = Ruling::default();
                self.shows(game, &mut ruling, CardAbout::Words, game.ply());
                Ok((ruling, CardDone::Taken, vec![PlayerRequest::Report]))
            }
            _ => self.what_it_says(game),
        }
    }

    /// Whether the side can move at all.
    fn may_move(&self, game: &GameFile) -> Result<(), CardTrouble> {
        // With the adjudicator no clock runs to which days could be added.
        let is_charged = self.entered.voids() && game.status == Status::Adjudication;
        if is_charged || !takes_a_move(game, self.side, self.day.sent) {
            return Err(match game.status {
                Status::Finished => CardTrouble::Over,
                Status::Paused => CardTrouble::Paused,
                Status::Waiting | Status::Adjudication | Status::Active => CardTrouble::NotPlayed,
            });
        }
        if game.turn() != self.side {
            return Err(CardTrouble::NotItsTurn {
                side: self.side,
                due: due(game),
            });
        }
        let left = game.moves.last().map(|mv| mv.sent);
        match left.filter(|left| self.day.sent < *left) {
            Some(left) => Err(CardTrouble::SentTooEarly {
                sent: self.day.sent,
                left,
            }),
            None => Ok(()),
        }
    }

    /// What the card says, in the words of a letter.
    fn words(&self, game: &GameFile) -> String {
        let text = self.entered.text.trim();
        let repeated = self.entered.repeated.trim();
        let begins = |text: &str, words: &[&str]| {
            let lower = text.to_lowercase();
            words.iter().any(|word| lower.starts_with(word))
        };
        match self.entered.kind {
            CardKind::Leave if !begins(text, &["leave", "end leave"]) => format!("LEAVE {text}"),
            // Whatever else stands on it.
            CardKind::Claim if !claims(text) => format!("CLAIM TIME\n{text}").trim().to_owned(),
            CardKind::DrawOffer => "DRAW?".to_owned(),
            CardKind::DrawAccept => "ACCEPT DRAW".to_owned(),
            CardKind::Resign => "RESIGN".to_owned(),
            CardKind::Move if !repeated.is_empty() && numbered(repeated).is_none() => {
                match game.moves.last() {
                    Some(mv) => format!("{}{} {repeated} {text}", mv.number, mv.side.dots()),
                    None => text.to_owned(),
                }
            }
            CardKind::Move => format!("{repeated} {text}").trim().to_owned(),
            _ => text.to_owned(),
        }
    }

    /// What the card says is ruled like a letter.
    fn what_it_says(&self, game: &mut GameFile) -> Result<Judged, CardTrouble> {
        let is_move = self.entered.kind == CardKind::Move;
        if is_move {
            self.may_move(game)?;
        }
        let text = self.words(game);
        let understood = request::understand_text(&text, "");
        let [section] = understood.sections.as_slice() else {
            return Err(CardTrouble::NotUnderstood(text));
        };
        let (requests, of_player) = apart(section, &text)?;
        let has = |what: fn(&GameRequest) -> bool| requests.iter().any(|r| what(r));
        if has(|r| matches!(r, GameRequest::TimeClaim))
            && has(GameRequest::is_move)
            && claim_seals(game, self.side)
        {
            return Err(CardTrouble::SealsItsMove);
        }
        if is_move && !requests.iter().any(|r| r.is_move()) {
            return Err(CardTrouble::NoMove(text));
        }
        let mut all = Ruling::default();
        let mut played = None;
        let allowed = game.tally().sides.get(self.side).limit;
        let receipt = game.receipt_so_far();
        let known = receipt.is_some() || section.received.is_some() || game.moves.is_empty();
        for request in requests {
            let ctx = self.context(&text, Some(section));
            let before = game.fresh().len();
            let ruling = judge(game, request, &ctx);
            // A question to the player is no answer to who holds his card.
            let asks = |n: &Notice| matches!(n.body, Body::NotUnderstood { .. });
            if game.fresh().len() == before && ruling.notices.iter().any(asks) {
                return Err(refused(&ruling, game));
            }
            match ruling.verdict {
                Some(Verdict::Move) => played = game.moves.last().map(label),
                Some(Verdict::Held) => return Err(CardTrouble::Paused),
                Some(Verdict::Command) => {}
                _ => return Err(refused(&ruling, game)),
            }
            all = merged(all, ruling);
        }
        let (about, ply) = match &played {
            Some(_) => (CardAbout::Move, game.ply()),
            None => (CardAbout::Words, game.ply()),
        };
        self.shows(game, &mut all, about, ply);
        if played.is_some() {
            self.open_dates(game, &mut all, known);
            // Its days are known with the receipt that the card itself may state.
            let near = wrong::is_in_time_trouble(game, self.side, allowed);
            wrong::standing(self, game, &mut all, near);
        }
        let done = played.map_or(CardDone::Taken, CardDone::Played);
        Ok((all, done, of_player))
    }

    fn context<'a>(&self, text: &'a str, section: Option<&'a Section>) -> Context<'a> {
        Context {
            now: self.now,
            cause: Cause::Card,
            side: self.side,
            dispatch: Dispatch {
                arrived: self.at,
                header: Some(self.at),
            },
            // A slip of whoever entered it is nobody's fault: faults are told as such.
            verified: false,
            received: section.and_then(|section| section.received.as_ref()),
            sent: None,
            text,
            only_request: true,
            answered: None,
            asks: None,
            same_words: Vec::new(),
        }
    }

    /// Records the card behind what it brought.
    fn shows(&self, game: &mut GameFile, ruling: &mut Ruling, about: CardAbout, ply: u32) {
        let entry = shown(game, self.entered, (self.side, about, ply), self.now);
        record(game, ruling, entry);
    }

    /// A date that nothing tells is settled with the answer: until then it waits.
    fn open_dates(&self, game: &mut GameFile, ruling: &mut Ruling, receipt_known: bool) {
        let open = [
            (self.day.is_open, PartOfMove::Dispatch),
            (!receipt_known, PartOfMove::Receipt),
        ];
        for (_, date) in open.into_iter().filter(|(is, _)| *is) {
            dates::opens(game, ruling, self.now, date);
        }
    }
}

/// The requests about the game, and those about the player that a card can bring.
fn apart<'s>(
    section: &'s Section,
    text: &str,
) -> Result<(Vec<&'s GameRequest>, Vec<PlayerRequest>), CardTrouble> {
    let (mut of_game, mut of_player) = (Vec::new(), Vec::new());
    for request in &section.requests {
        match request {
            Request::Game(request) => of_game.push(request),
            Request::Player(request) => match request {
                PlayerRequest::Leave { .. } | PlayerRequest::LeaveEnd { .. } => {
                    of_player.push(request.clone());
                }
                _ => return Err(CardTrouble::NotUnderstood(text.to_owned())),
            },
        }
    }
    match of_game.is_empty() && of_player.is_empty() {
        true => Err(CardTrouble::NotUnderstood(text.to_owned())),
        false => Ok((of_game, of_player)),
    }
}

/// Whether a text says itself what a card of claims is sent for.
fn claims(text: &str) -> bool {
    let understood = request::understand_text(text, "");
    let mut requests = understood.sections.iter().flat_map(|s| &s.requests);
    requests.any(|request| {
        matches!(
            request,
            Request::Game(
                GameRequest::TimeClaim
                    | GameRequest::DrawClaim { .. }
                    | GameRequest::DeadPosition { .. }
            )
        )
    })
}

fn label(mv: &PlayedMove) -> String {
    format!("{}{} {}", mv.number, mv.side.dots(), mv.san)
}

/// The number of the move that is due: `12...`.
fn due(game: &GameFile) -> String {
    format!("{}{}", game.move_number(), game.turn().dots())
}

/// Why what the card says was not done.
fn refused(ruling: &Ruling, game: &GameFile) -> CardTrouble {
    let unclear = ruling.notices.iter().find_map(|n| match &n.body {
        Body::NotUnderstood {
            question: Question::UnclearMove { candidates, .. },
            ..
        } => Some(candidates.iter().map(|c| c.numeric.clone()).collect()),
        _ => None,
    });
    CardTrouble::DoesNotFit {
        why: ruling.note.clone(),
        fitting: unclear.unwrap_or_default(),
        due: due(game),
    }
}

fn merged(mut first: Ruling, then: Ruling) -> Ruling {
    first.notices.extend(then.notices);
    first.player_entries.extend(then.player_entries);
    first.verdict = then.verdict.or(first.verdict);
    first.note = then.note;
    first
}
