//! The board: what a player does himself, signed in to the server (54.2.2, 54.3.1). A third
//! door beside letters and cards, with the same rulings and the same letters behind it. One
//! thing is done at a time, and what cannot be done is said at once and recorded nowhere.

use super::alone::Robot;
use super::desk::Desk;
use super::mail::{Owing, drafted};
use super::player::{for_arbiters, leave_case};
use super::send;
use super::unread::look_in_game;
use crate::arbiter::notice::{Remark, WordsFate};
use crate::arbiter::{
    self, Announced, Body, Context, Dispatch, Notice, NoticeKind, Recipient, Ruling, Verdict,
};
use crate::chess::{Position, Side};
use crate::error::Failure;
use crate::ids::{EventId, GameId, PlayerId};
use crate::letter;
use crate::record::{Cause, Event, GameFile, PlayerEntry, PlayerEvent, Wish};
use crate::request::{self, GameRequest, Keyword, WrittenDate};
use crate::rules::Profile;
use crate::time::Day;
use std::sync::Arc;

/// What a player does on the page of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BoardCall {
    /// Who.
    pub player: PlayerId,
    /// In which game.
    pub game: GameId,
    /// What he saw: what is meant for another position is not done.
    pub seen: Seen,
    /// What.
    pub act: BoardAct,
}

/// What a page or a document was made over, and so what is meant by whoever answers it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Seen {
    /// Half-moves played.
    pub ply: u32,
    /// The newest entry of the record; `None` where that is not known, and half-moves alone
    /// are compared.
    pub entry: Option<EventId>,
}

impl Seen {
    /// A game as it is now.
    pub fn of(game: &GameFile) -> Seen {
        Seen {
            ply: game.ply(),
            entry: game.entries.last().map(|entry| entry.id),
        }
    }

    /// Whether a game still stands as it was seen. As many half-moves may have been played,
    /// and others: one was voided, and another came in its place.
    pub fn stands(self, game: &GameFile) -> bool {
        let is_as_then = |entry| game.stands_as_at(entry);
        game.ply() == self.ply && self.entry.is_none_or(is_as_then)
    }
}

/// What is played at once: what is accepted of the opponent's series, one's own move, and the
/// series that one proposes behind it (54.3.3, 56.3.7-9).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BoardMove {
    /// The half-moves that are accepted, and behind them one's own, which is missing only where
    /// the accepted ones end the game; as UCI has them.
    pub line: Vec<String>,
    /// The series that is proposed: the opponent's expected move first, one's own last; empty:
    /// none. As UCI has it.
    pub proposes: Vec<String>,
    /// With an offer of a draw (9.1.2.1).
    pub offer: bool,
}

impl BoardMove {
    /// One move alone, as UCI has it.
    pub fn one(uci: String, offer: bool) -> BoardMove {
        BoardMove {
            line: vec![uci],
            offer,
            ..BoardMove::default()
        }
    }

    /// What is accepted of the opponent's series, and one's own move behind it.
    pub fn parts(&self) -> (&[String], Option<&String>) {
        match self.line.split_last() {
            Some((own, accepted)) if accepted.len().is_multiple_of(2) => (accepted, Some(own)),
            _ => (&self.line, None),
        }
    }
}

/// One thing that is done in a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BoardAct {
    /// A move, with what is accepted, proposed and offered beside it.
    Move(BoardMove),
    /// He resigns (5.1.2).
    Resign,
    /// He offers a draw.
    OfferDraw,
    /// He accepts the one that was offered (5.2.3).
    AcceptDraw,
    /// He declines it.
    DeclineDraw,
    /// He claims a draw by 9.2 or 9.3, for the position or with an intended move.
    ClaimDraw {
        /// The intended move, as UCI has it.
        uci: Option<String>,
    },
    /// He claims that his opponent exceeded his time (56.6).
    ClaimTime,
    /// Words to his opponent.
    Words(String),
    /// Words to the arbiter.
    Arbiter(String),
}

/// What became of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BoardAnswer {
    /// It is done and recorded.
    Done,
    /// So it is, but for something that was asked for with it.
    DoneBut(Vec<Shortfall>),
    /// The claim was not borne out: a letter says why. What else is not as it was asked for.
    ClaimRefused(Vec<Shortfall>),
    /// It cannot be done; the words are those of the letter that would say so.
    Refused(String),
    /// No legal move of the position.
    Illegal,
    /// Somebody has moved since the page was made, or something else has happened.
    Stale,
    /// In this game nothing is done on the board.
    NotHere,
}

/// Something that was asked for with an act and is not as it was asked for. The letter that
/// confirms the act says it too, where there is one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shortfall {
    /// The offer of a draw was not passed on: it may be made from that move on (9.1.1).
    Offer {
        /// From which.
        from: u32,
    },
    /// A claim was not borne out (9.5.3, 56.6.7).
    Claim,
    /// A part of the series does not bind.
    Series,
    /// Words take the place of earlier ones that had not left.
    WordsReplaced,
    /// Words are not passed on.
    WordsDropped(WordsFate),
    /// So many characters of them are, and no more.
    WordsCut(usize),
}

impl Shortfall {
    /// What remarks beside an answer say of it.
    fn of(remark: &Remark) -> Vec<Shortfall> {
        match remark {
            Remark::DrawTooEarly { from } => vec![Shortfall::Offer { from: *from }],
            Remark::VariantCut { .. } | Remark::VariantsOff => vec![Shortfall::Series],
            Remark::Words { fate, cut } => {
                let fate = match fate {
                    WordsFate::Waits => None,
                    WordsFate::Replaced => Some(Shortfall::WordsReplaced),
                    WordsFate::Once | WordsFate::Off | WordsFate::Unwanted => {
                        return vec![Shortfall::WordsDropped(*fate)];
                    }
                };
                let cut = cut.map(Shortfall::WordsCut);
                fate.into_iter().chain(cut).collect()
            }
            _ => Vec::new(),
        }
    }

    /// Its name, in addresses of pages and in what programs are answered.
    pub fn name(self) -> &'static str {
        match self {
            Shortfall::Offer { .. } => "offer",
            Shortfall::Claim => "claim",
            Shortfall::Series => "series",
            Shortfall::WordsReplaced => "words-replaced",
            Shortfall::WordsDropped(WordsFate::Once) => "words-once",
            Shortfall::WordsDropped(WordsFate::Unwanted) => "words-unwanted",
            Shortfall::WordsDropped(_) => "words-off",
            Shortfall::WordsCut(_) => "words-cut",
        }
    }
}

impl BoardAct {
    /// An act by its name, as forms and programs write it; all but moves and words, which are
    /// more than a name. `intended`: the move with which a draw is claimed, as UCI has it.
    pub fn named(name: &str, intended: Option<String>) -> Option<BoardAct> {
        Some(match name {
            "resign" => BoardAct::Resign,
            "offer" => BoardAct::OfferDraw,
            "accept" => BoardAct::AcceptDraw,
            "decline" => BoardAct::DeclineDraw,
            "claim-draw" => BoardAct::ClaimDraw { uci: intended },
            "claim-time" => BoardAct::ClaimTime,
            _ => return None,
        })
    }

    /// Its name.
    pub fn name(&self) -> &'static str {
        match self {
            BoardAct::Move(_) => "move",
            BoardAct::Resign => "resign",
            BoardAct::OfferDraw => "offer",
            BoardAct::AcceptDraw => "accept",
            BoardAct::DeclineDraw => "decline",
            BoardAct::ClaimDraw { .. } => "claim-draw",
            BoardAct::ClaimTime => "claim-time",
            BoardAct::Words(_) => "words",
            BoardAct::Arbiter(_) => "arbiter",
        }
    }

    /// Whether it moves, offers, agrees, claims a draw or gives up: what is done on the board
    /// alone where a tournament is played by article 54 (54.2.1).
    fn is_of_the_board(request: &GameRequest) -> bool {
        request.is_move()
            || matches!(
                request,
                GameRequest::Resign
                    | GameRequest::DrawOffer
                    | GameRequest::DrawAccept
                    | GameRequest::DrawClaim { .. }
            )
    }
}

/// Whether a letter can do what it asks for in a game only on the board (54.2.1): the
/// tournament is played by article 54, and its server is known.
pub(super) fn only_on_board(desk: &Desk<'_>, game: &GameFile, request: &GameRequest) -> bool {
    game.facts.is_on_board_alone() && desk.board_url.is_some() && BoardAct::is_of_the_board(request)
}

impl Robot {
    /// Does what a player wants on the board.
    ///
    /// # Errors
    /// The record or the lock, or the game is not his.
    pub fn on_board(&mut self, call: &BoardCall) -> Result<BoardAnswer, Failure> {
        self.batch(|desk| on_board(desk, call))
    }

    /// The same, once: what was done and recorded is not done again. `once` tells this press
    /// from all others.
    ///
    /// # Errors
    /// The record or the lock, or the game is not his.
    pub fn on_board_once(&mut self, call: &BoardCall, once: &str) -> Result<BoardAnswer, Failure> {
        self.batch(|desk| {
            if desk.tx.is_given(once)? {
                return Ok(BoardAnswer::Done);
            }
            let answer = on_board(desk, call)?;
            let is_kept = match &answer {
                BoardAnswer::Done => true,
                BoardAnswer::DoneBut(all) => {
                    let is_dropped = |one: &Shortfall| matches!(one, Shortfall::WordsDropped(_));
                    !all.iter().any(is_dropped)
                }
                _ => false,
            };
            if is_kept {
                desk.tx.given_add(once)?;
            }
            Ok(answer)
        })
    }

    /// Takes a leave for a player in all his tournaments, from a day to a day, both inclusive
    /// (54.6), or says why not. His opponents and arbiters are told as of one by letter.
    ///
    /// # Errors
    /// The record or the lock.
    pub fn leave_on_web(&mut self, player: PlayerId, from: Day, to: Day) -> Result<(), Failure> {
        self.batch(|desk| {
            let (from, to) = (WrittenDate::of(from), WrittenDate::of(to));
            let announced = announced(desk);
            let ruling = leave_case(desk, player, None)?.take(&from, &to, None, announced);
            desk.record(ruling, None, None)
        })
    }

    /// Ends the leave that a player is on: he plays from a day on (56.7.3).
    ///
    /// # Errors
    /// The record or the lock.
    pub fn leave_end_on_web(&mut self, player: PlayerId, day: Day) -> Result<(), Failure> {
        self.batch(|desk| {
            let day = WrittenDate::of(day);
            let announced = announced(desk);
            let ruling = leave_case(desk, player, None)?.end(Some(&day), announced);
            desk.record(ruling, None, None)
        })
    }

    /// Notes what a player wishes of his letters.
    ///
    /// # Errors
    /// The record or the lock.
    pub fn wish_on_web(&mut self, player: PlayerId, wish: Wish) -> Result<(), Failure> {
        self.batch(|desk| {
            let entry = PlayerEntry {
                at: desk.now,
                player,
                tournament: None,
                event: PlayerEvent::Wished { wish },
                grounds: None,
                cause: Cause::Web,
                note: String::new(),
            };
            let ruling = Ruling {
                player_entries: vec![entry],
                ..Ruling::default()
            };
            desk.record(ruling, None, None)
        })
    }
}

/// Told on the web now.
fn announced(desk: &Desk<'_>) -> Announced {
    Announced {
        dispatch: Dispatch::at(desk.now),
        now: desk.now,
        cause: Cause::Web,
    }
}

fn on_board(desk: &mut Desk<'_>, call: &BoardCall) -> Result<BoardAnswer, Failure> {
    let id = call.game;
    send::note_outage(desk, id)?;
    let game = desk.game(id)?;
    let side = game
        .side_of(call.player)
        .ok_or_else(|| Failure::missing("the game is not this player's"))?;
    if let BoardAct::Arbiter(text) = &call.act {
        let tournament = game.facts.tournament;
        let ruling = for_arbiters(desk, (call.player, text), Some(id), &[tournament])?;
        desk.record(ruling, None, None)?;
        return Ok(BoardAnswer::Done);
    }
    if !game.facts.regulations.web_moves {
        return Ok(BoardAnswer::NotHere);
    }
    if !call.seen.stands(game) {
        return Ok(BoardAnswer::Stale);
    }
    fall_due(desk, id, side)?;
    let game = desk.game(id)?;
    let (text, moved) = match words_of(game, side, &call.act) {
        Some(words) => words,
        None => return Ok(BoardAnswer::Illegal),
    };
    let Some(request) = request_of(&call.act, &text) else {
        return Ok(BoardAnswer::Illegal);
    };
    let ctx = context(desk, side, &text);
    let game = desk.game(id)?;
    let mut ruling = arbiter::rule(game, &request, &ctx);
    let done = match moved {
        true => ruling.verdict == Some(Verdict::Move),
        false => !refuses(&ruling, call.player),
    };
    if !done {
        return refused(desk, id, &ruling, call.player).map(BoardAnswer::Refused);
    }
    let is_heard = !refuses_claim(&ruling, call.player);
    let but = shortfalls(&ruling, call.player);
    // Who wants no confirmations is still told of what he cannot know.
    if is_heard && but.is_empty() && desk.player(call.player)?.wishes.unconfirmed {
        let me = Recipient::Player(call.player);
        ruling
            .notices
            .retain(|n| n.to != me || n.kind() != NoticeKind::Confirmation);
    }
    desk.record(ruling, Some(id), None)?;
    Ok(match is_heard {
        true if but.is_empty() => BoardAnswer::Done,
        true => BoardAnswer::DoneBut(but),
        false => BoardAnswer::ClaimRefused(but),
    })
}

/// What its player is told was not done as he asked.
fn shortfalls(ruling: &Ruling, player: PlayerId) -> Vec<Shortfall> {
    let me = Recipient::Player(player);
    let told = ruling.notices.iter().filter(|n| n.to == me);
    told.flat_map(|n| &n.remarks)
        .flat_map(Shortfall::of)
        .collect()
}

/// What fell due before the click is done first, as if a pass over the clocks had lain
/// between: by article 54 a click at or after the flag's instant is not played. There no
/// letter can bring a move, so nothing has to be looked for in the mailbox.
fn fall_due(desk: &mut Desk<'_>, id: GameId, side: Side) -> Result<(), Failure> {
    let looked_to = desk.tx.fetched()?.map(|look| look.began);
    let ctx = context(desk, side, "");
    let looked_to = match desk.game(id)?.facts.profile {
        Profile::Server => Some(ctx.now),
        Profile::Email | Profile::Post => look_in_game(desk, id, looked_to)?,
    };
    let game = desk.game(id)?;
    let before = arbiter::due_by_letter(game, &ctx, looked_to);
    match before.entries().is_empty() {
        true => Ok(()),
        false => desk.record(before, Some(id), None),
    }
}

/// What is ruled of, as a letter would have it, and whether it is a move; `None` where there
/// is no such move.
fn words_of(game: &GameFile, side: Side, act: &BoardAct) -> Option<(String, bool)> {
    let position = game.line.position();
    let language = game.player(side).language;
    let spelt = |keyword| request::spelt(keyword, language).to_owned();
    Some(match act {
        BoardAct::Move(_) | BoardAct::ClaimDraw { uci: Some(_) } if game.turn() != side => {
            return None;
        }
        BoardAct::Move(played) => (moves_of(game, side, played)?, true),
        BoardAct::ClaimDraw { uci: Some(uci) } => (numbered(&mut position.clone(), [uci])?, false),
        BoardAct::Words(words) | BoardAct::Arbiter(words) => (words.clone(), false),
        // A press is said in the command that it stands for: copies show what was done.
        BoardAct::Resign => (spelt(Keyword::Resign), false),
        BoardAct::OfferDraw => (spelt(Keyword::Draw), false),
        BoardAct::AcceptDraw => (spelt(Keyword::DrawAccept), false),
        BoardAct::DeclineDraw => (spelt(Keyword::DrawDecline), false),
        BoardAct::ClaimDraw { uci: None } => (spelt(Keyword::DrawClaim), false),
        BoardAct::ClaimTime => (spelt(Keyword::TimeClaim), false),
    })
}

/// The moves as a letter has them; `None` where one is not legal, or what is accepted was not
/// proposed.
fn moves_of(game: &GameFile, side: Side, played: &BoardMove) -> Option<String> {
    let (accepted, own) = played.parts();
    if !accepted.is_empty() {
        let theirs = game.proposal.as_ref().filter(|p| p.side != side);
        theirs.filter(|p| p.allows(accepted))?;
    }
    let may_propose = game.facts.regulations.variants;
    let ends = || {
        let line = game.line.with(accepted);
        line.is_some_and(|line| line.ending().is_some())
    };
    if own.is_none() && !ends() || !played.proposes.is_empty() && !may_propose {
        return None;
    }
    let mut position = game.line.position().clone();
    let mut words = numbered(&mut position, &played.line)?;
    if played.offer {
        words.push_str(" =");
    }
    if !played.proposes.is_empty() {
        words.push_str(" if ");
        words.push_str(&numbered(&mut position, &played.proposes)?);
    }
    Some(words)
}

/// Half-moves with their numbers, in digits, from a position on, which goes with them; `None`
/// where one is not legal.
fn numbered<'m>(
    position: &mut Position,
    line: impl IntoIterator<Item = &'m String>,
) -> Option<String> {
    let mut words = Vec::new();
    for uci in line {
        let mv = position.move_of_uci(uci)?;
        let (number, dots) = (position.move_number(), position.turn().dots());
        words.push(format!("{number}{dots} {}", position.numeric(mv)));
        *position = position.after(mv);
    }
    Some(words.join(" "))
}

fn request_of(act: &BoardAct, text: &str) -> Option<GameRequest> {
    Some(match act {
        BoardAct::Move(_) => GameRequest::Move(request::one_move(text)?),
        BoardAct::Resign => GameRequest::Resign,
        BoardAct::OfferDraw => GameRequest::DrawOffer,
        BoardAct::AcceptDraw => GameRequest::DrawAccept,
        BoardAct::DeclineDraw => GameRequest::DrawDecline,
        BoardAct::ClaimDraw { uci } => GameRequest::DrawClaim {
            intended: match uci {
                Some(_) => Some(request::one_move(text)?),
                None => None,
            },
        },
        BoardAct::ClaimTime => GameRequest::TimeClaim,
        BoardAct::Words(words) => GameRequest::Opponent {
            words: words.clone(),
        },
        BoardAct::Arbiter(_) => return None,
    })
}

/// The surroundings of a click: it is sent and here at once.
fn context<'a>(desk: &Desk<'_>, side: Side, text: &'a str) -> Context<'a> {
    Context {
        now: desk.now,
        cause: Cause::Web,
        side,
        dispatch: Dispatch {
            arrived: desk.now,
            header: None,
        },
        verified: true,
        received: None,
        sent: None,
        text,
        only_request: true,
        answered: None,
        asks: None,
        same_words: Vec::new(),
    }
}

/// Whether a ruling does nothing but ask its player back.
fn refuses(ruling: &Ruling, player: PlayerId) -> bool {
    let me = Recipient::Player(player);
    let asks = |n: &Notice| n.to == me && matches!(n.body, Body::NotUnderstood { .. });
    ruling.entries().is_empty() && ruling.notices.iter().any(asks)
}

/// Whether a ruling finds that its player has claimed wrongly, whatever else it does.
fn refuses_claim(ruling: &Ruling, player: PlayerId) -> bool {
    let me = Recipient::Player(player);
    let says_so = |n: &Notice| n.to == me && matches!(n.body, Body::ClaimRefused { .. });
    let mut entries = ruling.entries().iter();
    entries.any(|e| matches!(e.event, Event::ClaimRefused { .. }))
        || ruling.notices.iter().any(says_so)
}

/// The words of the letter that would have refused it.
fn refused(
    desk: &mut Desk<'_>,
    id: GameId,
    ruling: &Ruling,
    player: PlayerId,
) -> Result<String, Failure> {
    let me = Recipient::Player(player);
    let Some(notice) = ruling.notices.iter().find(|n| n.to == me) else {
        return Ok(ruling.note.clone());
    };
    let game: Arc<GameFile> = desk.snapshot(id)?;
    let threads = desk.threads.clone();
    let draft = drafted(desk, notice.clone(), Some(game), None, Owing::default());
    desk.threads = threads;
    let written = desk.try_to_write(&draft?)?;
    let read = letter::read(&written.bytes);
    Ok(read.map_or_else(|_| ruling.note.clone(), |letter| letter.text))
}
