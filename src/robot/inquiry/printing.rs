//! What goes on paper, as sheets to be printed: cards where a card tells all of it, else
//! letters for window envelopes. Nothing is recorded here.

use super::paper::tournaments;
use super::statistics::games_in;
use crate::arbiter::{NoticeKind, report_asked};
use crate::config::ClubSection;
use crate::error::Failure;
use crate::ids::{GameId, OutboundId, PlayerId, TournamentId};
use crate::language::Language;
use crate::letter;
use crate::record::{About, GameFile, Status};
use crate::report::blank57;
use crate::report::document::Document;
use crate::report::pdf::{
    CardSheet, CardsWanted, MoveCard, PaperPile, PostalParty, WindowLetter, card_suffices, pile,
};
use crate::store::{OutboundRow, OutboundState, View};
use crate::time::Instant;
use crate::token::Key;

/// How sheets are made.
#[derive(Clone, Copy, Debug)]
pub struct PrintSettings<'s> {
    /// Whose they are: name, address and language.
    pub club: &'s ClubSection,
    /// One card a sheet, or four.
    pub sheet: CardSheet,
    /// What the codes on reply cards are made with.
    pub key: &'s Key,
    /// The date that stands in the file.
    pub now: Instant,
}

/// Sheets to be printed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Printing {
    /// The file.
    pub pdf: Vec<u8>,
    /// The letters in it that were never printed before.
    pub first: Vec<OutboundId>,
}

/// The sheets of some letters; where there are none and a game is named, the card of its last
/// move. `None`: there is nothing to print.
///
/// # Errors
/// A text that is not kept any more, or for which a card has no room; the database.
pub fn printing(
    view: View<'_>,
    rows: &[OutboundRow],
    game: Option<GameId>,
    settings: PrintSettings<'_>,
) -> Result<Option<Printing>, Failure> {
    let mut letters = Vec::new();
    for row in rows {
        letters.push(on_paper(view, row)?);
    }
    match (letters.is_empty(), game) {
        (false, _) => {}
        (true, Some(game)) => letters.push(last_move(view, game)?),
        (true, None) => return Ok(None),
    }
    let from = PostalParty {
        name: settings.club.name.clone(),
        lines: settings.club.address.clone(),
    };
    let paper = paper(&letters, &from, settings.sheet, settings.key);
    let pdf = pile(&paper, settings.club.language, settings.now).map_err(Failure::failed)?;
    Ok(Some(Printing {
        pdf,
        first: letters.iter().filter_map(|letter| letter.first).collect(),
    }))
}

/// Of some letters on paper those of a tournament that are about no other than those named: a
/// letter without a game belongs to every tournament of its player.
///
/// # Errors
/// The database cannot be read.
pub fn paper_within(
    view: View<'_>,
    rows: Vec<OutboundRow>,
    tournament: TournamentId,
    his: &[TournamentId],
) -> Result<Vec<OutboundRow>, Failure> {
    let mut within = Vec::new();
    for row in rows {
        let of = tournaments(view, &row)?;
        if of.contains(&tournament) && of.iter().all(|id| his.contains(id)) {
            within.push(row);
        }
    }
    Ok(within)
}

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
