//! A letter with its header and addresses, and without tokens and codes: a file for the chief
//! arbiter alone. Who takes one stands in the record.

use super::{AtDesk, missing, says};
use crate::error::Failure;
use crate::ids::GameName;
use crate::messages::Phrase;
use crate::robot::orders::{GivenBy, RawLetter, is_not_his};
use crate::store::Direction;
use crate::web::asked::Asked;
use crate::web::file::OwnFile;
use axum::http::StatusCode;
use axum::response::Response;

/// What stands in an address for letters that were received, and for those that were sent.
pub const WORDS: [(&str, Direction); 2] = [("in", Direction::In), ("out", Direction::Out)];

/// What a form of the page of a game says of a letter.
pub fn word(direction: Direction) -> &'static str {
    let found = WORDS.iter().find(|(_, own)| *own == direction);
    found.map_or("", |(word, _)| word)
}

/// `/desk/letter`: a form, as asking for it is recorded.
pub async fn letter(asked: &Asked, at: &AtDesk) -> Result<Response, Failure> {
    let Some(form) = &asked.form else {
        return missing(asked, at);
    };
    let game = GameName::parse(form.text("game")).filter(|game| at.official.sees(&game.code));
    let said = form.text("direction");
    let direction = WORDS.iter().find(|(word, _)| *word == said);
    let wanted = (game, direction, form.number("letter"));
    let (Some(game), Some((word, direction)), Some(number)) = wanted else {
        return missing(asked, at);
    };
    let raw = RawLetter {
        game,
        direction: *direction,
        number,
    };
    let (by, of) = (
        GivenBy::SignedIn(at.official.address().to_owned()),
        raw.clone(),
    );
    let taken = asked
        .server
        .clerk
        .does(move |robot| robot.take_raw_letter(&by, &raw));
    let bytes = match taken.await {
        Ok(Some(bytes)) => bytes,
        Ok(None) => return missing(asked, at),
        Err(failure) if is_not_his(&failure) => {
            let said = Phrase("desk-letter.not-yours");
            return says(asked, Some(at), StatusCode::FORBIDDEN, said);
        }
        Err(failure) => return Err(failure),
    };
    let (code, game) = (&of.game.code, of.game.number);
    let file = OwnFile {
        name: format!("{code}-{game}-{word}-{number}.eml"),
        kind: "message/rfc822",
        is_shown: false,
        bytes,
    };
    Ok(file.answer())
}
