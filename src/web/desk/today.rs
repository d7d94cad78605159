//! What waits, each matter with the orders that settle it as buttons.

use super::{AtDesk, DeskFrame};
use crate::error::Failure;
use crate::language::Language;
use crate::messages::Phrase;
use crate::report::Matter;
use crate::report::document::{Block, Document, Item, html_body};
use crate::report::today::{self, Today, Waiting};
use crate::robot::inquiry::{today_of, tournaments_of};
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
    /// Orders that would settle it, as they are filled in.
    orders: Vec<String>,
    /// What is done at the console alone.
    commands: Vec<String>,
}

impl MatterShown {
    /// A matter, said as an item.
    pub fn of(matter: &Matter, item: Item) -> MatterShown {
        let mut shown = MatterShown {
            head: item.head,
            lines: item.lines,
            game: matter.game.as_ref().map(ToString::to_string),
            orders: Vec::new(),
            commands: Vec::new(),
        };
        for command in &matter.commands {
            match command.strip_prefix("td ") {
                Some(order) => shown.orders.push(order.to_owned()),
                None => shown.commands.push(format!("postchess {command}")),
            }
        }
        shown
    }
}

#[derive(Serialize)]
struct TodayPage<'a> {
    desk: Option<DeskFrame>,
    here: &'a str,
    title: String,
    lead: Vec<String>,
    lists: Vec<MatterList>,
    more: String,
}

#[derive(Serialize)]
struct MatterList {
    title: &'static str,
    all: Vec<MatterShown>,
}

/// `/desk`
pub async fn today(asked: &Asked, at: &AtDesk) -> Result<Response, Failure> {
    let (codes, now) = (at.official.codes(), asked.now);
    let read = asked.server.readers.read(move |view| {
        let mut rows = tournaments_of(view, &[], now)?;
        rows.retain(|row| codes.contains(&row.facts.code));
        let mut found = today_of(view, &rows, now, AHEAD)?;
        // Letters that name no tournament are the operator's.
        found.unknown_senders = 0;
        Ok(found)
    });
    let found = read.await?;
    let language = asked.language;
    let gathered = found.gathered();
    let Document {
        title, subtitle, ..
    } = today::document(&found, language);
    let page = TodayPage {
        desk: at.frame(),
        here: "/desk",
        title,
        lead: subtitle,
        lists: vec![
            MatterList {
                title: Phrase("today.to-do").say(language),
                all: shown(gathered.to_do(), language),
            },
            MatterList {
                title: Phrase("today.settles").say(language),
                all: shown(gathered.running_out(), language),
            },
        ],
        more: more(&found, language),
    };
    asked.page("desk-today", &page)
}

fn shown<'w>(waiting: impl Iterator<Item = &'w Waiting>, language: Language) -> Vec<MatterShown> {
    let each = waiting.map(|w| MatterShown::of(&w.matter, today::item(w, language)));
    each.collect()
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
