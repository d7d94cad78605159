//! `print`: what waits for the post becomes a PDF, and that it was printed is recorded.

use super::args::PrintArgs;
use super::desk::OpenHome;
use super::document::{deliver, paper_wants_a_file};
use super::output::Output;
use super::player::games_in;
use crate::arbiter::{NoticeKind, report_asked};
use crate::error::Failure;
use crate::ids::{GameId, OutboundId, PlayerId};
use crate::language::Language;
use crate::letter;
use crate::record::{About, GameFile, Status};
use crate::report::blank57;
use crate::report::document::Document;
use crate::report::pdf::{
    CardSheet, CardsWanted, MoveCard, PaperPile, PostalParty, WindowLetter, card_suffices, pile,
};
use crate::robot::key;
use crate::store::{OutboundRow, OutboundState, PaperWanted, View};
use crate::token::Key;

/// A letter that waits, with all that its paper needs.
struct PaperLetter {
    /// Its number, where it is printed for the first time: a further copy stays in the
    /// printing that it belongs to.
    first: Option<OutboundId>,
    to: PostalParty,
    language: Language,
    subject: String,
    /// Its text, where it goes as a letter.
    text: Option<String>,
    /// What lies in its envelope.
    enclosed: Vec<Document>,
    /// The move that a card tells, or that a reply card answers.
    told: Option<CardMove>,
}

/// A half-move on a card.
struct CardMove {
    game: GameFile,
    ply: usize,
    wanted: CardsWanted,
}

/// Prints what is asked for, and records it as a batch.
pub fn run(desk: OpenHome, out: &Output, asked: &PrintArgs) -> Result<(), Failure> {
    paper_wants_a_file(asked.output.as_deref())?;
    let game = asked.game.as_deref().map(|g| desk.game(g)).transpose()?;
    let player = asked
        .player
        .as_deref()
        .map(|p| desk.player(p))
        .transpose()?;
    let since = asked
        .since
        .map(|day| desk.config.club.time_zone.begins(day));
    let wanted = PaperWanted {
        game,
        player: player.map(|row| row.id),
        since,
        again: game.is_some() || asked.player.is_some() || since.is_some(),
    };
    let view = desk.store.read();
    let rows = view.paper_waiting(&wanted)?;
    let mut letters = Vec::new();
    for row in &rows {
        letters.push(on_paper(view, row)?);
    }
    if letters.is_empty() {
        match (game, wanted.player, since) {
            (Some(game), None, None) => letters.push(last_move(view, game)?),
            _ => {
                out.say("nothing waits to be printed");
                return Ok(());
            }
        }
    }
    let from = PostalParty {
        name: desk.config.club.name.clone(),
        lines: desk.config.club.address.clone(),
    };
    let sheet = match asked.four {
        true => CardSheet::Four,
        false => CardSheet::Alone,
    };
    let key = key::of_home(&desk.config.auth)?;
    let bytes = pile(
        &paper(&letters, &from, sheet, &key),
        desk.config.club.language,
        desk.now,
    )
    .map_err(Failure::failed)?;
    deliver(out, &bytes, asked.output.as_deref())?;
    let ids: Vec<OutboundId> = letters.iter().filter_map(|letter| letter.first).collect();
    if ids.is_empty() {
        return Ok(());
    }
    let batch = desk.robot()?.paper_printed(&ids)?;
    let count = ids.len();
    out.say(format_args!(
        "printing {batch}: {count}; post sent {batch} says when it was posted"
    ));
    Ok(())
}

/// The pile of all that is printed.
fn paper<'p>(
    letters: &'p [PaperLetter],
    from: &'p PostalParty,
    sheet: CardSheet,
    key: &'p Key,
) -> PaperPile<'p> {
    let cards = letters.iter().filter_map(|letter| {
        let told = letter.told.as_ref()?;
        Some(MoveCard {
            game: &told.game,
            ply: told.ply,
            to: &letter.to,
            from,
            language: letter.language,
            wanted: told.wanted,
            key,
        })
    });
    let written = letters.iter().filter_map(|letter| {
        Some(WindowLetter {
            to: &letter.to,
            from,
            subject: &letter.subject,
            text: letter.text.as_deref()?,
            enclosed: &letter.enclosed,
        })
    });
    PaperPile {
        cards: cards.collect(),
        sheet,
        letters: written.collect(),
    }
}

/// A letter that waits: as a card where a card can tell all of it, else as it was written,
/// with a reply card where a move is to be answered.
fn on_paper(view: View<'_>, row: &OutboundRow) -> Result<PaperLetter, Failure> {
    let (to, language) = party(view, row.player)?;
    let mut told = None;
    let begins = row.begins.filter(|begins| begins.about == About::Move);
    if let (Some(game), Some(begins)) = (row.game_id, begins) {
        let game = view.game_load(game)?;
        let ply = usize::try_from(begins.ply).unwrap_or_default();
        let due = game.status == Status::Active && game.moves.len() == ply;
        let wanted = match (row.kind == "move" && card_suffices(&game, ply), due) {
            (true, true) => Some(CardsWanted::Both),
            (true, false) => Some(CardsWanted::Message),
            (false, true) => Some(CardsWanted::Reply),
            (false, false) => None,
        };
        told = wanted.map(|wanted| CardMove { game, ply, wanted });
    }
    let by_card = told
        .as_ref()
        .is_some_and(|told| told.wanted != CardsWanted::Reply);
    let text = match by_card {
        true => None,
        false => {
            let raw = view.outbound_raw(row.id)?;
            if !raw.whole {
                let why = format!("of letter {} the text is not kept any more", row.id);
                return Err(Failure::failed(why));
            }
            Some(letter::read(&raw.bytes).map_err(Failure::failed)?.text)
        }
    };
    let enclosed = match (row.kind == NoticeKind::Report.name(), row.player) {
        (true, Some(player)) => owed_forms(view, player)?,
        _ => Vec::new(),
    };
    Ok(PaperLetter {
        first: (row.state == OutboundState::Print).then_some(row.id),
        to,
        language,
        subject: row.subject.clone(),
        text,
        enclosed,
        told,
    })
}

/// The forms of the reports that a player was asked for, to be filled in.
fn owed_forms(view: View<'_>, player: PlayerId) -> Result<Vec<Document>, Failure> {
    let mut forms = Vec::new();
    for entry in view.player_tournaments(player)? {
        let mut record = view.player_events_of_tournament(entry.tournament)?;
        record.retain(|e| e.player == player);
        if report_asked(&record).is_none() {
            continue;
        }
        if let Some(row) = view.player_load(player)? {
            let games = games_in(view, player, entry.tournament)?;
            let games: Vec<&GameFile> = games.iter().collect();
            forms.push(blank57(&row.in_game(entry.start_number), &games));
        }
    }
    Ok(forms)
}

/// The card that tells the last move of a game to the one who answers it.
fn last_move(view: View<'_>, id: GameId) -> Result<PaperLetter, Failure> {
    let game = view.game_load(id)?;
    let Some(last) = game.moves.last() else {
        let why = format!("{} has no move yet that a card tells", game.facts.name);
        return Err(Failure::failed(why));
    };
    let (to, language) = party(view, Some(game.player(last.side.other()).id))?;
    let (ply, due) = (game.moves.len(), game.status == Status::Active);
    let wanted = if due {
        CardsWanted::Both
    } else {
        CardsWanted::Message
    };
    Ok(PaperLetter {
        first: None,
        to,
        language,
        subject: game.facts.name.to_string(),
        text: None,
        enclosed: Vec::new(),
        told: Some(CardMove { game, ply, wanted }),
    })
}

/// Who gets it, and in which language he is written to.
fn party(view: View<'_>, player: Option<PlayerId>) -> Result<(PostalParty, Language), Failure> {
    let row = match player {
        Some(id) => view.player_load(id)?,
        None => None,
    };
    let row = row.ok_or_else(|| Failure::missing("a letter on paper goes to no player"))?;
    let to = PostalParty {
        name: row.name,
        lines: row.postal,
    };
    Ok((to, row.language))
}
