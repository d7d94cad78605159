//! What is asked before it is done: nothing on the board is done without this page (54.3.1).

use super::asked::Asked;
use super::board::{BoardView, LegalMove, Marks, board};
use super::game::{Reading, after, names, shown};
use super::series::Standing;
use crate::arbiter::series::in_both;
use crate::language::Language;
use crate::messages::Phrase;
use crate::robot::board::{BoardAct, BoardMove, Seen};
use serde::Serialize;

/// The page on which something is confirmed.
#[derive(Serialize)]
pub struct ConfirmPage {
    /// `CODE/N`.
    pub name: String,
    /// Who plays, White first.
    pub players: [String; 2],
    /// What is asked, with the move where there is one.
    pub question: String,
    /// The position after the move.
    pub board: Option<BoardView>,
    /// What is sent again, and then done.
    pub fields: Vec<(&'static str, String)>,
}

/// What is asked before it is done.
pub(super) fn confirmation(asked: &Asked, reading: &Reading, act: &BoardAct) -> ConfirmPage {
    let (seen, language) = (Seen::of(&reading.game), asked.language);
    let mut fields = vec![
        ("step", "confirm".to_owned()),
        ("ply", seen.ply.to_string()),
        ("act", act.name().to_owned()),
    ];
    fields.extend(seen.entry.map(|entry| ("entry", entry.to_string())));
    let said = match act {
        BoardAct::Move(played) => {
            let asks = asked_of_move(reading, played, language);
            fields.extend(asks.fields);
            return confirm_page(reading, asks.question, asks.board, fields);
        }
        BoardAct::Resign => Phrase("web-confirm.resign"),
        BoardAct::OfferDraw => Phrase("web-confirm.offer"),
        BoardAct::AcceptDraw => Phrase("web-confirm.accept"),
        BoardAct::ClaimDraw { uci: Some(uci) } => {
            let intended = BoardMove::one(uci.clone(), false);
            let asks = asked_of_move(reading, &intended, language);
            fields.extend(asks.fields);
            let words = [("move", asks.words.as_str())];
            let question = Phrase("web-confirm.claim-with").fill(language, &words);
            return confirm_page(reading, question, asks.board, fields);
        }
        BoardAct::ClaimDraw { uci: None } => Phrase("web-confirm.claim-draw"),
        BoardAct::ClaimTime => Phrase("web-confirm.claim-time"),
        // These are done at once.
        BoardAct::DeclineDraw | BoardAct::Words(_) | BoardAct::Arbiter(_) => {
            Phrase("web-confirm.send")
        }
    };
    confirm_page(reading, said.say(language).to_owned(), None, fields)
}

fn confirm_page(
    reading: &Reading,
    question: String,
    board: Option<BoardView>,
    fields: Vec<(&'static str, String)>,
) -> ConfirmPage {
    ConfirmPage {
        name: reading.game.facts.name.to_string(),
        players: names(&reading.game),
        question,
        board,
        fields,
    }
}

/// What is asked of a move.
struct MoveAsked {
    question: String,
    /// One's own move; empty where there is none.
    words: String,
    /// The position after it.
    board: Option<BoardView>,
    /// What is sent again.
    fields: Vec<(&'static str, String)>,
}

fn asked_of_move(reading: &Reading, played: &BoardMove, language: Language) -> MoveAsked {
    let (accepted, own) = played.parts();
    let accept = accepted.join(".");
    let standing = Standing::of(reading, &accept).unwrap_or_else(|| Standing::plain(reading));
    let position = standing.position();
    let own = own.and_then(|uci| {
        let mv = position.move_of_uci(uci)?;
        let uci = uci.clone();
        Some(LegalMove { uci, mv })
    });
    let accepted = standing.words(reading, language);
    let mut series = String::new();
    if let Some(one) = own.as_ref().filter(|_| !played.proposes.is_empty()) {
        let begins = position.after(one.mv);
        series = in_both(&begins, &played.proposes, language).unwrap_or_default();
    }
    let words = own.as_ref().map(|one| shown(position, one, language).words);
    let words = words.unwrap_or_default();
    let said = match (&accepted, &own, series.is_empty(), played.offer) {
        (None, _, true, false) => Phrase("web-confirm.move"),
        (None, _, true, true) => Phrase("web-confirm.move-offer"),
        (None, _, false, false) => Phrase("web-confirm.proposes"),
        (None, _, false, true) => Phrase("web-confirm.proposes-offer"),
        (Some(_), None, _, _) => Phrase("web-confirm.accepts-to-end"),
        (Some(_), Some(_), _, false) => Phrase("web-confirm.accepts"),
        (Some(_), Some(_), _, true) => Phrase("web-confirm.accepts-offer"),
    };
    let filled = [
        ("move", words.as_str()),
        ("series", series.as_str()),
        ("accepted", accepted.as_deref().unwrap_or_default()),
    ];
    let mut fields = Vec::new();
    for (name, value) in [
        ("accept", accept),
        ("series", played.proposes.join(".")),
        ("offer", String::from(if played.offer { "1" } else { "" })),
        (
            "uci",
            own.as_ref().map_or_else(String::new, |one| one.uci.clone()),
        ),
    ] {
        if !value.is_empty() {
            fields.push((name, value));
        }
    }
    MoveAsked {
        question: said.fill(language, &filled),
        board: match &own {
            Some(one) => Some(after(position, one, reading.side, language)),
            None => Some(board(position, reading.side, &Marks::default(), language)),
        },
        words,
        fields,
    }
}
