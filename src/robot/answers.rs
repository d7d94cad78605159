//! What a letter gets for an answer, beside what its rulings say: what was unclear in it,
//! a question, a list of what was done in each game.

use super::asking;
use super::call;
use super::desk::Desk;
use super::docket::Docket;
use super::limits;
use super::lone::LoneMoves;
use super::orders::carried::release_held;
use super::which::{self, Which};
use crate::arbiter::notice::{PartOutcome, Question};
use crate::arbiter::{self, Body, Notice, Recipient, Remark, Ruling, Verdict};
use crate::error::Failure;
use crate::ids::{GameId, PlayerId};
use crate::record::{Entry, Event};
use crate::request::{Doubt, Section};
use crate::store::hash;
use std::collections::BTreeSet;

/// Whether a ruling on a letter changes something in its game (CONTRACT.md 4): a move that is
/// played or kept, an offer, a claim, an end. Words and faulty moves do not.
fn changes_a_game(ruling: &Ruling) -> bool {
    let is_none = |e: &Entry| {
        matches!(
            e.event,
            Event::Greeted { .. }
                | Event::GreetingPassed { .. }
                | Event::Faulty { .. }
                | Event::Penalty { .. }
                | Event::Warned { .. }
        )
    };
    ruling.verdict == Some(Verdict::Held) || !ruling.entries().iter().all(is_none)
}

impl Docket<'_> {
    /// Records a ruling and hangs what was unclear in the letter onto its first answer.
    pub fn deliver(
        &mut self,
        desk: &mut Desk<'_>,
        mut ruling: Ruling,
        doubts: &mut Vec<Doubt>,
        game: Option<GameId>,
    ) -> Result<(), Failure> {
        self.verdicts.extend(ruling.verdict);
        if let (Some(id), Some(verdict)) = (game, ruling.verdict) {
            if verdict == Verdict::Move {
                self.moved.insert(id);
            }
            if changes_a_game(&ruling) {
                self.changed.insert(id);
            }
            let game = match ruling.game.as_deref() {
                Some(after) => after,
                None => desk.game(id)?,
            };
            let last = game.moves.last().filter(|_| verdict == Verdict::Move);
            let sender = Recipient::Player(self.sender);
            let asks = |n: &Notice| n.to == sender && matches!(n.body, Body::NotUnderstood { .. });
            // A command that is answered with a question was not carried out.
            let verdict = match verdict {
                Verdict::Command if ruling.notices.iter().any(asks) => Verdict::NotUnderstood,
                verdict => verdict,
            };
            let outcome = PartOutcome {
                game: game.facts.name.to_string(),
                verdict,
                moved: last.map(|m| {
                    let dots = m.side.dots();
                    format!("{}{dots} {}", m.number, m.numeric)
                }),
            };
            self.outcomes.push(outcome);
        }
        if !ruling.note.is_empty() {
            self.notes.push(ruling.note.clone());
        }
        let aside = match game.filter(|_| ruling.verdict == Some(Verdict::Move)) {
            Some(id) if desk.confirmed == Some(self.inbound) => {
                let played = ruling.entries().iter().find_map(|e| match e.event {
                    Event::MovePlayed { ply, .. } => ply.checked_sub(1),
                    _ => None,
                });
                let about = (id, played.unwrap_or_default());
                asking::set_rivals_aside(desk, self.sender, about, self.inbound)?
            }
            _ => 0,
        };
        let me = Recipient::Player(self.sender);
        if let Some(first) = ruling.notices.iter_mut().find(|n| n.to == me) {
            first.remarks.append(&mut self.beside);
            first
                .remarks
                .extend(doubts.drain(..).map(|doubt| Remark::Unclear { doubt }));
            if aside > 0 {
                first.remarks.push(Remark::OthersAside { letters: aside });
            }
        }
        let useless = ruling.verdict.is_some_and(Verdict::is_of_no_use);
        if let Some(call) = call::call_of(desk, self, (&ruling, useless), game)? {
            call::call_person(desk, self, &mut ruling, call, game)?;
        }
        let annulled = |e: &Entry| matches!(e.event, Event::NoticeAnnulled { .. });
        if let Some(id) = game.filter(|_| ruling.entries().iter().any(annulled)) {
            // The game goes on: what was kept meanwhile is looked at again.
            release_held(desk, id)?;
        }
        desk.record(ruling, game, Some(self.brings()))
    }

    /// Says what no answer has said.
    pub fn say_the_rest(&mut self, desk: &mut Desk<'_>) -> Result<(), Failure> {
        if self.beside.is_empty() {
            return Ok(());
        }
        let me = Recipient::Player(self.sender);
        let mut notice = Notice::new(me, Body::Status { done: Vec::new() });
        notice.remarks = std::mem::take(&mut self.beside);
        let ruling = Ruling::telling(vec![notice]);
        desk.record(ruling, None, Some(self.brings()))
    }

    /// A letter about several games: beside the answer in each, one that lists what
    /// was done in each.
    pub fn list_outcomes(&mut self, desk: &mut Desk<'_>) -> Result<(), Failure> {
        let names: BTreeSet<&str> = self.outcomes.iter().map(|o| o.game.as_str()).collect();
        if names.len() < 2 {
            return Ok(());
        }
        let body = Body::Status {
            done: std::mem::take(&mut self.outcomes),
        };
        let to = Recipient::Player(self.sender);
        let ruling = Ruling::telling(vec![Notice::new(to, body)]);
        desk.record(ruling, None, Some(self.brings()))
    }

    /// Another plays on with the game: said, and nothing is done.
    pub fn plays_on(&mut self, desk: &mut Desk<'_>, id: GameId) -> Result<(), Failure> {
        self.find(Verdict::NoGame, "another plays on with the game");
        let body = taken_over(desk, id, self.sender)?;
        let me = Recipient::Player(self.sender);
        let ruling = Ruling::telling(vec![Notice::new(me, body)]);
        desk.record(ruling, None, Some(self.brings()))
    }

    /// A letter in which nothing was found to do.
    pub fn nothing_asked(
        &mut self,
        desk: &mut Desk<'_>,
        section: &Section,
        which: Option<Which>,
    ) -> Result<(), Failure> {
        self.find(Verdict::NotUnderstood, "nothing was found to do");
        let game = match which {
            Some(Which::HandedOn(id)) => {
                self.verdicts.clear();
                self.notes.clear();
                return self.plays_on(desk, id);
            }
            Some(Which::Game(id)) => Some(id),
            _ => None,
        };
        if let Some(id) = game {
            let name = desk.game(id)?.facts.name.clone();
            self.games.push(name);
        }
        let mut doubts = section.doubts.clone();
        if doubts.is_empty() {
            doubts.push(Doubt::Nothing);
        }
        self.ask(desk, Question::Doubts { doubts }, game)
    }

    /// A letter in which nothing was found to do but what may be a move: it is asked about,
    /// where several games have it in which.
    pub fn perhaps_moves(
        &mut self,
        desk: &mut Desk<'_>,
        section: &Section,
        found: LoneMoves,
    ) -> Result<(), Failure> {
        // Where it is prose, the same figures are asked about once.
        let is_prose = section.doubts.iter().all(|d| matches!(d, Doubt::Nothing));
        let once = |moves: &[Doubt]| {
            let said = moves.iter().filter_map(|d| match d {
                Doubt::MoveInProse { text, .. } => Some(text.as_str()),
                _ => None,
            });
            let figures = said.collect::<Vec<_>>().join(" ");
            is_prose.then(|| format!("{} {figures}", letters_of(&self.letter.own_text)))
        };
        match found {
            LoneMoves::None => Ok(()),
            LoneMoves::In(id, moves) => {
                let once = once(&moves);
                self.find(Verdict::NotUnderstood, "it may name a move");
                self.names(desk.game(id)?.facts.name.clone());
                let question = Question::Doubts { doubts: moves };
                self.ask_once(desk, question, (Some(id), once))
            }
            LoneMoves::Of(games, moves) => {
                let once = once(&moves);
                self.find(
                    Verdict::NoGame,
                    "it may name a move, which game is not clear",
                );
                self.ask_once(desk, Question::which_game(games), (None, once))
            }
        }
    }

    /// Asks back, in answer to the letter.
    pub fn ask(
        &mut self,
        desk: &mut Desk<'_>,
        question: Question,
        game: Option<GameId>,
    ) -> Result<(), Failure> {
        let is_prose = matches!(&question, Question::Doubts { doubts }
            if doubts.iter().all(|d| matches!(d, Doubt::Nothing | Doubt::NoText)));
        let own_text = &self.letter.own_text;
        let once = match is_prose {
            true => Some(letters_of(own_text)),
            false => like_words(own_text),
        };
        self.ask_once(desk, question, (game, once))
    }

    /// Asks back, where words are given for which it is done once in two days: a machine that
    /// counts its letters would say them for ever. Whoever tries has written something else.
    fn ask_once(
        &mut self,
        desk: &mut Desk<'_>,
        question: Question,
        (game, once): (Option<GameId>, Option<String>),
    ) -> Result<(), Failure> {
        let question = as_it_stands(desk, question, (game, self.sender))?;
        let quoted = match &question {
            Question::Doubts { doubts } => {
                doubts.iter().find_map(|d| quote(&self.letter.own_text, d))
            }
            _ => None,
        };
        let body = Body::NotUnderstood { question, quoted };
        let notice = Notice::new(Recipient::Player(self.sender), body);
        let mut ruling = Ruling::telling(vec![notice]);
        let call = call::call_of(desk, self, (&ruling, true), game)?;
        if let Some(words) = once.filter(|_| !desk.known.contains(&self.inbound)) {
            let about = game.map_or(0, |g| g.0);
            let said = format!("{} {about} {} {words}", self.sender, call.is_some());
            if limits::was_said(desk, &said)? {
                self.note("like words were answered in the last 48 hours");
                return Ok(());
            }
        }
        if let Some(call) = call {
            call::call_person(desk, self, &mut ruling, call, game)?;
        }
        desk.record(ruling, game, Some(self.brings()))
    }
}

/// A question about a letter's doubts, as the game stands in which it is asked; one about
/// games with those whom the sender plays in them.
fn as_it_stands(
    desk: &mut Desk<'_>,
    question: Question,
    (game, sender): (Option<GameId>, PlayerId),
) -> Result<Question, Failure> {
    let (doubts, id) = match (&question, game) {
        (Question::Doubts { doubts }, Some(id)) => (doubts, id),
        (Question::WhichGame { games, .. }, _) => {
            let mut opponents = Vec::with_capacity(games.len());
            for name in games {
                let game = desk.tx.game_find(name)?;
                let players = game.map(|id| desk.tx.game_facts(id)).transpose()?;
                let other = players.map(|facts| facts.opponent_of(sender).name.clone());
                opponents.push(other.unwrap_or_default());
            }
            let games = games.clone();
            return Ok(Question::WhichGame { games, opponents });
        }
        _ => return Ok(question),
    };
    let game = desk.game(id)?;
    Ok(match game.side_of(sender) {
        Some(side) => Question::Doubts {
            doubts: arbiter::fitting_doubts(game, side, doubts.clone()),
        },
        None => question,
    })
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
        None => which::given_over(desk.tx, former)?.unwrap_or(id),
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

/// Letters from which on a text is more than a move and a name.
const SENTENCE: usize = 20;

/// What of a text is the same in each letter of a machine, as a hash: its letters,
/// without figures and without the way lines are broken.
fn letters_of(text: &str) -> String {
    hashed(text.chars().filter(|c| c.is_alphabetic()))
}

/// The same with the figures that may be a move, where there are words around them: who
/// tries another move has written something else.
fn like_words(text: &str) -> Option<String> {
    let is_square = |c: char| ('1'..='8').contains(&c);
    let is_move = |run: &str| matches!(run.len(), 4 | 5) && run.chars().all(is_square);
    let runs = text.split(|c: char| !c.is_alphanumeric());
    let kept = runs.filter(|run| is_move(run) || !run.chars().all(|c| c.is_ascii_digit()));
    let signs: Vec<char> = kept.flat_map(str::chars).collect();
    let letters = signs.iter().filter(|c| c.is_alphabetic()).count();
    (letters >= SENTENCE).then(|| hashed(signs.into_iter()))
}

fn hashed(signs: impl Iterator<Item = char>) -> String {
    let signs: String = signs.flat_map(char::to_lowercase).collect();
    let hash = hash(signs.as_bytes());
    hash.iter().map(|b| format!("{b:02x}")).collect()
}

/// The line of the player's text a doubt is about.
pub(super) fn quote(text: &str, doubt: &Doubt) -> Option<arbiter::notice::Quoted> {
    let span = match doubt {
        Doubt::UnclearCommand { span, .. }
        | Doubt::Stated { span, .. }
        | Doubt::BareDraw { span }
        | Doubt::BadDate { span, .. }
        | Doubt::BadWarnings { span, .. }
        | Doubt::ReadAs { span, .. }
        | Doubt::NearMove { span, .. }
        | Doubt::MoveInProse { span, .. }
        | Doubt::NoSeries { span, .. }
        | Doubt::MoveBelow { span, .. }
        | Doubt::OtherGame { span, .. }
        | Doubt::CannotTakeBack { span, .. }
        | Doubt::SeveralMoves { span, .. } => *span,
        Doubt::NoText
        | Doubt::Nothing
        | Doubt::Conflict { .. }
        | Doubt::SeveralGames { .. }
        | Doubt::OnlyInSubject { .. }
        | Doubt::TooMuch => {
            return None;
        }
    };
    arbiter::quote(text, span)
}
