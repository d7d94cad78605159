//! Made-up letters: every notice, remark, question, reason and decision there
//! is, so that no sentence is missing in any language. `postchess check` and
//! the tests write them all.

mod adjudication;
mod bodies;
mod codes;
mod day;
mod decisions;
mod delivery;
mod game;
mod leave;
mod moves;
mod protests;
mod questions;
mod remarks;
mod time;
mod withdrawals;

#[cfg(test)]
pub(super) use codes::codes;
pub use game::{game, player, start};
pub use remarks::remarks;

use super::{
    Addressee, Composed, Composer, Composition, Ids, MailThread, ReaderOffice, TemplateError,
};
use crate::arbiter::notice::{Body, NamedDecision};
use crate::arbiter::{Notice, NoticeKind, Recipient};
use crate::chess::Side;
use crate::ids::PlayerId;
use crate::language::Language;
use crate::record::{Event, GameFile, Official, RecordError, ResultCode, Termination, Wishes};
use crate::request::LetterStyle;
use bodies::bodies;
use decisions::decisions;
use delivery::held_back;
use game::{MOVES, at};
use moves::quoted;
use questions::questions;
use std::sync::{Arc, LazyLock};

/// To whom a reader of a letter about no one game can write.
static ARBITERS: LazyLock<[Official; 1]> =
    LazyLock::new(|| [Official::new("Orlov", "td@club.example")]);

/// Writes every sample in every language, and shows each to `visit`.
///
/// # Errors
///
/// The first letter that cannot be written.
pub fn render_all(
    composer: &Composer,
    mut visit: impl FnMut(&Notice, Language, &Composed),
) -> Result<(), TemplateError> {
    for language in Language::ALL {
        let failed = |kind: &'static str, message: String| TemplateError::Render {
            kind,
            language,
            message,
        };
        let folded = |e: RecordError| failed("sample", e.to_string());
        let running = game(language, MOVES.len(), &[]).map_err(folded)?;
        let mut late = running.clone();
        Arc::make_mut(&mut late.facts).end = Some(start().plus(30));
        let fresh = game(language, 0, &[]).map_err(folded)?;
        let mut ended = Vec::new();
        for termination in TERMINATIONS {
            let code = match termination {
                Termination::Checkmate | Termination::Resignation => ResultCode::White,
                Termination::Time | Termination::Silence => ResultCode::Black,
                Termination::Default => ResultCode::BothForfeit,
                _ => ResultCode::Draw,
            };
            let end = Event::Ended {
                result: code,
                termination,
            };
            ended.push(game(language, 9, &[end]).map_err(folded)?);
        }
        let players_games = [&running];
        for (notice, about) in notices() {
            let games: Vec<Option<&GameFile>> = match about {
                Needs::Nothing => vec![None],
                Needs::Running => vec![Some(&running)],
                Needs::InGame => vec![Some(&running), Some(&late)],
                Needs::Either => vec![None, Some(&running)],
                Needs::AnyStart => vec![Some(&running), Some(&fresh)],
                Needs::Ended => ended.iter().map(Some).collect(),
            };
            for game in games {
                // Remarks and questions say the same to everyone.
                let all = notice.remarks.is_empty() && notice.kind() != NoticeKind::NotUnderstood;
                for (side, arbiter) in READERS.into_iter().take(if all { 3 } else { 1 }) {
                    let request =
                        composition(&notice, game, &players_games, language, side, arbiter);
                    let letter = composer
                        .compose(&request)
                        .map_err(|e| failed(notice.kind().name(), e.to_string()))?;
                    visit(&notice, language, &letter);
                }
            }
        }
    }
    Ok(())
}

const TERMINATIONS: [Termination; 15] = [
    Termination::Checkmate,
    Termination::Resignation,
    Termination::Agreement,
    Termination::Stalemate,
    Termination::DeadPosition,
    Termination::Threefold,
    Termination::FiftyMoves,
    Termination::Fivefold,
    Termination::SeventyFiveMoves,
    Termination::Time,
    Termination::Silence,
    Termination::Withdrawal,
    Termination::Adjudication,
    Termination::Default,
    Termination::Ruling,
];

/// Who reads: both players and the arbiter.
const READERS: [(Option<Side>, bool); 3] = [
    (Some(Side::White), false),
    (Some(Side::Black), false),
    (None, true),
];

/// Which game a sample is written about.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Needs {
    /// None.
    Nothing,
    /// One that is being played.
    Running,
    /// One that is being played, and one that is open after the last day of play.
    InGame,
    /// One, or none.
    Either,
    /// One with moves, and one without.
    AnyStart,
    /// Games that are over, one for each cause.
    Ended,
}

/// A composition around a notice.
pub fn composition<'a>(
    notice: &'a Notice,
    game: Option<&'a GameFile>,
    games: &'a [&'a GameFile],
    language: Language,
    side: Option<Side>,
    arbiter: bool,
) -> Composition<'a> {
    let player = side.map(|s| player(language, s));
    Composition {
        notice,
        game,
        common: None,
        games,
        ground: None,
        arbiters: if arbiter { &[] } else { &*ARBITERS },
        opponent_at: &[],
        together: &[],
        to: Addressee {
            name: player.as_ref().map_or("Orlov", |p| &p.name).to_owned(),
            greeting: None,
            reach: player
                .as_ref()
                .map_or_else(|| "td@club.example".into(), |p| p.reach.clone()),
            language,
            style: LetterStyle::Full,
            wishes: Wishes::default(),
            side,
            arbiter,
            office: match arbiter {
                true => ReaderOffice::Arbiter,
                false => ReaderOffice::Player,
            },
        },
        help: false,
        thread: MailThread {
            root: Some("g1.p0.rootrootrootrootrootroot@club.example".to_owned()),
            last: Some("g1.p15.lastlastlastlastlastlast@club.example".to_owned()),
            answering: Some("CAF+abc123@mail.example.org".to_owned()),
        },
        ids: Ids {
            message_id: "g1.p16.abcdefghijklmnopqrstuvwx@club.example".to_owned(),
            reply_token: Some("abcdefghijklmnopqrstuvwxyz".to_owned()),
        },
        now: at(60),
        today: start().plus(60),
    }
}

fn note(body: Body) -> Notice {
    Notice::new(Recipient::Arbiter, body)
}

/// Every notice there can be.
pub fn notices() -> Vec<(Notice, Needs)> {
    let mut all: Vec<(Notice, Needs)> = Vec::new();
    for (body, needs) in bodies() {
        all.push((note(body), needs));
    }
    // To a player these are a letter of another kind than to an official.
    for (body, needs) in held_back() {
        if let Body::Together { .. } = body {
            all.push((Notice::new(Recipient::Player(PlayerId(1)), body), needs));
        }
    }
    for remark in remarks() {
        let mut notice = note(Body::Confirmation {
            plies: vec![15],
            draw_offered: false,
            only_checked: false,
        });
        notice.remarks.push(remark);
        all.push((notice, Needs::Running));
    }
    for question in questions() {
        let body = Body::NotUnderstood {
            question,
            quoted: Some(quoted()),
        };
        all.push((note(body), Needs::Either));
    }
    for decision in decisions() {
        let needs = match decision {
            NamedDecision::PostalChanged { .. }
            | NamedDecision::LeaveGranted { .. }
            | NamedDecision::LeaveKept { .. }
            | NamedDecision::Corrected { .. }
            | NamedDecision::OfficialAbsent { .. }
            | NamedDecision::HandedOver { .. }
            | NamedDecision::Prolonged { .. }
            | NamedDecision::LeaveCancelled { .. }
            | NamedDecision::AccessLost { .. }
            | NamedDecision::Withdrawn { .. }
            | NamedDecision::Replaced { .. }
            | NamedDecision::Compensated { .. }
            | NamedDecision::TournamentPaused { .. } => Needs::Either,
            _ => Needs::InGame,
        };
        let body = Body::Ruling {
            decision,
            reason: "A telephone call.\nFrom the club.".to_owned(),
            article: "53.3".to_owned(),
            protest_days: 14,
        };
        all.push((note(body), needs));
    }
    all
}
