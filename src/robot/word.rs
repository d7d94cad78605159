//! Acts asked back by one word (CONTRACT.md 4, "Short answers"). Who somebody is, a
//! token has shown; where his domain could have shown it too and did not, a resignation,
//! an agreement or a withdrawal waits for a yes in answer to the very letter that asks,
//! while everything stands as it stood. Then it is done with the arrival and dispatch of
//! the letter that stated it.

use super::desk::{Desk, Settled};
use super::identity::Signs;
use super::intake::{LetterEvent, settle};
use super::letters::Docket;
use crate::arbiter::notice::{Act, Question};
use crate::arbiter::{Body, Notice, NoticeKind, Recipient, Ruling, Verdict};
use crate::chess::Side;
use crate::error::Failure;
use crate::ids::{GameId, InboundId, PlayerId, TournamentId};
use crate::letter::{self, Letter};
use crate::record::{Event, Status, Termination};
use crate::request::confirm::{CodeReply, short_reply};
use crate::request::{GameRequest, Request, Section};
use crate::store::{AskedBack, Pending, PlayerRow, TokenOf};
use serde::{Deserialize, Serialize};

/// How long one word answers, in seconds: seven days (CONTRACT.md 4).
const HOLDS: i64 = 7 * 86_400;

/// What was asked back, and what it stood on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "act", rename_all = "kebab-case")]
enum AskedAgain {
    /// A resignation.
    Resign {
        /// Half-moves played.
        ply: u32,
    },
    /// Consent to a draw.
    AcceptDraw {
        /// Half-moves played.
        ply: u32,
        /// The offer that stood.
        offer: Option<(Side, u32)>,
    },
    /// A withdrawal.
    Withdraw {
        /// From which tournament.
        tournament: TournamentId,
    },
}

impl AskedAgain {
    /// How the letter asks for it.
    fn act(&self) -> Act {
        match self {
            AskedAgain::Resign { .. } => Act::Resign,
            AskedAgain::AcceptDraw { .. } => Act::AcceptDraw,
            AskedAgain::Withdraw { .. } => Act::Withdraw,
        }
    }
}

/// What a ruling does that cannot be taken back, where it is a resignation or an
/// agreement.
pub(super) fn is_grave(ruling: &Ruling) -> Option<Termination> {
    let ends = ruling.entries().iter().find_map(|e| match e.event {
        Event::Ended { termination, .. } => Some(termination),
        _ => None,
    });
    ends.filter(|t| matches!(t, Termination::Resignation | Termination::Agreement))
}

impl Desk<'_> {
    /// Asks back, instead of what a ruling would have done in a game.
    pub(super) fn ask_back(
        &mut self,
        sender: PlayerId,
        inbound: InboundId,
        (id, how): (GameId, Termination),
    ) -> Result<Ruling, Failure> {
        let game = self.game(id)?;
        let ply = game.ply();
        let stated = match how {
            Termination::Agreement => AskedAgain::AcceptDraw {
                ply,
                offer: game.draw_offer,
            },
            _ => AskedAgain::Resign { ply },
        };
        self.keep_question(sender, (inbound, Some(id)), &stated)?;
        Ok(asking(sender, stated.act()))
    }

    /// Notes that the letter that asks about a withdrawal may be answered by one word.
    pub(super) fn ask_back_withdrawal(
        &mut self,
        sender: PlayerId,
        inbound: InboundId,
        tournament: TournamentId,
    ) -> Result<(), Failure> {
        let stated = AskedAgain::Withdraw { tournament };
        self.keep_question(sender, (inbound, None), &stated)
    }

    fn keep_question(
        &mut self,
        sender: PlayerId,
        about: (InboundId, Option<GameId>),
        stated: &AskedAgain,
    ) -> Result<(), Failure> {
        let what = serde_json::to_string(stated).map_err(Failure::failed)?;
        let until = self.now.plus_seconds(HOLDS);
        self.tx
            .question_add(sender, about, &what, (self.now, until))?;
        Ok(())
    }

    /// A letter that answers such a question by one word is settled here; `None`: it
    /// answers none.
    pub(super) fn answer_question(
        &mut self,
        pending: &Pending,
        letter: &Letter,
        player: &PlayerRow,
        signs: &Signs,
    ) -> Result<Option<Settled>, Failure> {
        let Some(reply) = short_reply(&letter.own_text) else {
            return Ok(None);
        };
        let Some((question, stated)) = self.question_answered(player.id, signs)? else {
            return Ok(None);
        };
        let who = (pending, letter, player);
        if question.closed.is_some()
            || pending.arrived > question.until
            || !self.stands(&question, &stated)?
        {
            self.say_of_question(Question::Overtaken { act: stated.act() }, who)?;
            let note = "one word to a question that does not stand any more";
            return Ok(Some(Settled::of(Verdict::NotUnderstood, note)));
        }
        self.tx.question_close(question.id, self.now)?;
        if reply != CodeReply::Yes {
            self.say_of_question(Question::Dropped { act: stated.act() }, who)?;
            let note = format!("no to what letter {} stated", question.inbound);
            return Ok(Some(Settled::of(Verdict::Command, &note)));
        }
        match (stated, question.game) {
            (AskedAgain::Withdraw { tournament }, _) => {
                self.drop_withdrawal(player.id, tournament)?;
                self.pass_on_withdrawal(tournament, question.inbound, who)
                    .map(Some)
            }
            (AskedAgain::Resign { .. }, Some(game)) => self
                .do_stated(&question, (game, GameRequest::Resign), pending.id)
                .map(Some),
            (AskedAgain::AcceptDraw { .. }, Some(game)) => self
                .do_stated(&question, (game, GameRequest::DrawAccept), pending.id)
                .map(Some),
            (AskedAgain::Resign { .. } | AskedAgain::AcceptDraw { .. }, None) => Ok(None),
        }
    }

    /// The question that the letter of ours asks which a letter answers: the newest of
    /// those it names, as later ones name it too.
    fn question_answered(
        &self,
        player: PlayerId,
        signs: &Signs,
    ) -> Result<Option<(AskedBack, AskedAgain)>, Failure> {
        let Some(token) = signs.own.iter().max_by(|a, b| a.of.cmp(&b.of)) else {
            return Ok(None);
        };
        // Of a letter that is lost nobody knows what it asked.
        let TokenOf::Letter(asking) = token.of else {
            return Ok(None);
        };
        let kinds = [NoticeKind::NotUnderstood, NoticeKind::Withdrawal];
        if !kinds.iter().any(|k| token.kind == k.name()) {
            return Ok(None);
        }
        let Some(inbound) = self.tx.outbound_answered(asking)? else {
            return Ok(None);
        };
        for question in self.tx.questions_of(inbound)? {
            let withdrawal = token.kind == NoticeKind::Withdrawal.name();
            let it = question.player == player
                && question.game == token.game
                && withdrawal == question.game.is_none();
            if it && let Ok(stated) = serde_json::from_str(&question.what) {
                return Ok(Some((question, stated)));
            }
        }
        Ok(None)
    }

    /// Whether everything stands as it stood when it was asked.
    fn stands(&mut self, question: &AskedBack, stated: &AskedAgain) -> Result<bool, Failure> {
        Ok(match (stated, question.game) {
            (AskedAgain::Withdraw { tournament }, _) => {
                let mut open = self.tx.player_games(question.player, true)?.into_iter();
                open.any(|g| g.tournament == *tournament)
            }
            (AskedAgain::Resign { ply }, Some(id)) => {
                let game = self.game(id)?;
                game.ply() == *ply && game.status != Status::Finished
            }
            (AskedAgain::AcceptDraw { ply, offer }, Some(id)) => {
                let game = self.game(id)?;
                game.ply() == *ply && game.draw_offer == *offer && game.status != Status::Finished
            }
            (_, None) => false,
        })
    }

    /// Does what a letter stated, with its own arrival and dispatch.
    fn do_stated(
        &mut self,
        question: &AskedBack,
        (game, request): (GameId, GameRequest),
        by: InboundId,
    ) -> Result<Settled, Failure> {
        let held = self.tx.inbound_again(question.inbound)?;
        let held = held.ok_or_else(|| Failure::failed("a letter that was asked about is gone"))?;
        let raw = self.tx.inbound_raw(held.id)?;
        let Ok(letter) = letter::read(&raw.bytes) else {
            return Err(Failure::failed(
                "a letter that was asked about is unreadable",
            ));
        };
        let section = Section {
            game: None,
            span: crate::request::TextSpan { start: 0, end: 0 },
            requests: vec![Request::Game(request.clone())],
            doubts: Vec::new(),
            received: None,
            sent: None,
        };
        let mut docket = Docket::new(&held, question.player, &letter);
        let mut ruling = self.rule_game(&mut docket, &section, &request, game)?;
        self.enclose(&mut ruling, game, question.player)?;
        self.deliver(&mut docket, ruling, &mut Vec::new(), Some(game))?;
        let before = self.tx.inbound_show(held.id)?;
        let mut done = docket.settled();
        done.requests = match before.and_then(|m| m.requests) {
            Some(serde_json::Value::Array(all)) => all,
            _ => Vec::new(),
        };
        done.note = match done.note.is_empty() {
            true => format!("confirmed by letter {by}"),
            false => format!("{}; confirmed by letter {by}", done.note),
        };
        settle(self.tx, &held, &done)?;
        self.also.push(LetterEvent::of(held.id, &done));
        Ok(Settled {
            games: done.games,
            ..Settled::of(
                Verdict::Command,
                &format!("one word confirmed what letter {} stated", held.id),
            )
        })
    }

    fn say_of_question(
        &mut self,
        question: Question,
        who: (&Pending, &Letter, &PlayerRow),
    ) -> Result<(), Failure> {
        let body = Body::NotUnderstood {
            question,
            quoted: None,
        };
        self.answer(body, who, None)
    }
}

fn asking(sender: PlayerId, act: Act) -> Ruling {
    let body = Body::NotUnderstood {
        question: Question::OneWord { act },
        quoted: None,
    };
    let to = Recipient::Player(sender);
    Ruling {
        notices: vec![Notice::new(to, body)],
        verdict: Some(Verdict::Unverified),
        note: "by a token alone: asked back by one word".to_owned(),
        ..Ruling::default()
    }
}
