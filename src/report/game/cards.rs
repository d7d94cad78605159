//! The cards of a game: each date with the paragraph of article 55.2.2 that gave it.

use crate::cards::{Card, dispatched, received};
use crate::record::{CardAbout, GameFile, PartOfMove, ShownCard};
use crate::time::Day;
use serde::Serialize;

/// The dates of a card.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct CardDates {
    /// Its dispatch; `None` where nothing tells it.
    pub sent: Option<Day>,
    /// The paragraph that gave it.
    pub sent_by: &'static str,
    /// The arbiter has set another.
    pub sent_ruled: bool,
    /// Its arrival; `None` where the answer has to tell it.
    pub received: Option<Day>,
    /// The paragraph that gave it.
    pub received_by: &'static str,
    /// The arbiter has set another.
    pub received_ruled: bool,
}

/// The dates of a card that conveyed a half-move, or came with the one that was due.
pub fn card_dates(game: &GameFile, about: CardAbout, ply: u32, card: &Card) -> CardDates {
    let profile = game.facts.profile;
    let (sent, arrived) = (dispatched(card), received(card, None));
    let ruled = |ply, part| about == CardAbout::Move && game.is_date_ruled(ply, part);
    CardDates {
        sent: sent.day,
        sent_by: sent.ground.article().number(profile),
        sent_ruled: ruled(ply, PartOfMove::Dispatch),
        received: arrived.day,
        received_by: arrived.ground.article().number(profile),
        received_ruled: ruled(ply + 1, PartOfMove::Receipt),
    }
}

/// The dates of a card that was entered.
pub fn dates_of(game: &GameFile, shown: &ShownCard) -> CardDates {
    card_dates(game, shown.about, shown.ply, &shown.card)
}

/// The cards in English, a line each; nothing where there are none.
pub fn text(game: &GameFile) -> String {
    let mut text = String::new();
    for shown in &game.cards {
        let dates = dates_of(game, shown);
        let day = |day: Option<Day>| day.map_or_else(|| "open".to_owned(), |d| d.to_string());
        let ruled = |is: bool| {
            if is {
                ", set otherwise by the arbiter"
            } else {
                ""
            }
        };
        text.push_str(&format!(
            "  {} {}: sent {} ({}{}), received {} ({}{})\n",
            shown.side.name(),
            shown.text,
            day(dates.sent),
            dates.sent_by,
            ruled(dates.sent_ruled),
            day(dates.received),
            dates.received_by,
            ruled(dates.received_ruled),
        ));
    }
    match text.is_empty() {
        true => text,
        false => format!("Cards, with the paragraphs that gave their dates\n{text}"),
    }
}
