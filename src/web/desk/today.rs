//! What waits, by the players whom it is about, each matter with the orders that settle it
//! as buttons.

use super::{AtDesk, DeskFrame};
use crate::error::Failure;
use crate::language::Language;
use crate::orders::by_letter::{about, order_name};
use crate::report::Concerned;
use crate::report::document::{Block, Document, html_body};
use crate::report::today::{self, OfPlayer, Today, Waiting};
use crate::robot::inquiry::{seen_by, today_of, tournaments_of};
use crate::web::asked::Asked;
use axum::response::Response;
use serde::Serialize;

/// How far ahead is looked, in days.
const AHEAD: i64 = 7;

/// Something that waits.
#[derive(Debug, Serialize)]
pub struct MatterShown {
    head: String,
    lines: Vec<String>,
    /// The game that it is about, by name.
    game: Option<String>,
    /// Orders that would settle it.
    orders: Vec<OrderButton>,
    /// What is done at the console alone.
    commands: Vec<String>,
}

impl MatterShown {
    /// A matter, said as an item.
    pub fn of(waiting: &Waiting, language: Language) -> MatterShown {
        let item = today::item(waiting, language);
        let matter = &waiting.matter;
        let mut shown = MatterShown {
            head: item.head,
            lines: [item.lines, item.words].concat(),
            game: matter.game.as_ref().map(ToString::to_string),
            orders: Vec::new(),
            commands: Vec::new(),
        };
        for command in &matter.commands {
            match command.strip_prefix("td ") {
                Some(order) => shown.orders.push(OrderButton::of(order, language)),
                None => shown.commands.push(format!("postchess {command}")),
            }
        }
        shown
    }
}

/// An order that a press fills in.
#[derive(Debug, Serialize)]
pub struct OrderButton {
    /// As it is filled in.
    text: String,
    /// What it does, in the language of the page.
    about: &'static str,
}

impl OrderButton {
    /// The button of an order.
    pub fn of(order: &str, language: Language) -> OrderButton {
        OrderButton {
            text: order.to_owned(),
            about: about(language, &order_name(order)),
        }
    }
}

#[derive(Serialize)]
struct TodayPage<'a> {
    desk: Option<DeskFrame>,
    here: &'a str,
    title: String,
    lead: Vec<String>,
    groups: Vec<PlayerGroup>,
    more: String,
}

/// What waits about one player.
#[derive(Serialize)]
struct PlayerGroup {
    /// His name; none: it is about no one player.
    name: Option<String>,
    all: Vec<MatterShown>,
    /// What a withdrawal of his would do, in each tournament in which something of his waits.
    what_if: Vec<String>,
}

impl PlayerGroup {
    fn of(group: &OfPlayer<'_>, language: Language) -> PlayerGroup {
        let what_if = |whose: &Concerned| {
            let codes = group.tournaments().into_iter();
            let orders = codes.map(|code| format!("what-if {} {code}", whose.player.0));
            orders.collect()
        };
        let each = group.waiting.iter();
        PlayerGroup {
            name: group.whose.map(|own| own.name.clone()),
            all: each.map(|w| MatterShown::of(w, language)).collect(),
            what_if: group.whose.map(what_if).unwrap_or_default(),
        }
    }
}

/// `/desk`
pub async fn today(asked: &Asked, at: &AtDesk) -> Result<Response, Failure> {
    let (codes, now) = (at.official.codes(), asked.now);
    let own = at.official.address().to_owned();
    let read = asked.server.readers.read(move |view| {
        let mut rows = tournaments_of(view, &[], now)?;
        rows.retain(|row| codes.contains(&row.facts.code));
        let mut found = seen_by(view, today_of(view, &rows, now, AHEAD)?, &own)?;
        // Letters that name no tournament are the operator's.
        found.unknown_senders = 0;
        Ok(found)
    });
    let found = read.await?;
    let language = asked.language;
    let gathered = found.gathered();
    let groups = gathered.by_player();
    let Document {
        title, subtitle, ..
    } = today::document(&found, language);
    let page = TodayPage {
        desk: at.frame(),
        here: "/desk",
        title,
        lead: subtitle,
        groups: groups
            .iter()
            .map(|group| PlayerGroup::of(group, language))
            .collect(),
        more: more(&found, language),
    };
    asked.page("desk-today", &page)
}

/// What comes, and the tournaments: what is no list of matters.
fn more(today: &Today, language: Language) -> String {
    let mut document = today::document(today, language);
    document.subtitle.clear();
    let is_list = |block: &Block| matches!(block, Block::Items(_));
    document
        .sections
        .retain(|section| !section.blocks.iter().any(is_list));
    html_body(&document)
}
