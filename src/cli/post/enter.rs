//! `post enter`: cards one by one, as they lie on the table. Enter takes what is likely;
//! each card is entered when its questions are answered, and what does not fit is told at
//! once.

use super::line_of;
use super::sheet::{faults, kinds};
use crate::arbiter::{CardKind, CardTrouble, EnteredCard};
use crate::cards::{CardFault, Postmark};
use crate::cli::desk::OpenHome;
use crate::cli::dialog::{Dialog, DialogReply};
use crate::cli::output::Output;
use crate::error::Failure;
use crate::ids::GameName;
use crate::language::Language;
use crate::record::GameFile;
use crate::report::game::{due_line, position_text};
use crate::robot::Robot;
use crate::robot::cards::CardRow;
use crate::robot::orders::GivenBy;
use crate::time::Day;
use std::io::{BufRead, Write};

/// Asks for cards until an empty line stands for the next game.
pub fn run<R: BufRead>(
    desk: impl Fn() -> Result<OpenHome, Failure>,
    out: &Output,
    input: R,
    by: (&GivenBy, bool),
) -> Result<(), Failure> {
    let mut robot = desk()?.robot()?;
    let mut table = PostDialog::new(input, std::io::stderr(), by);
    table.dialog.say("A card at a time; Enter takes what stands in brackets, '?' explains, '<' begins the card anew, an empty game ends.");
    while let Some(row) = table.next_card(&mut robot)? {
        table.enter(&mut robot, out, row)?;
    }
    out.say(format_args!("{} cards entered", table.entered));
    Ok(())
}

/// Who sits at the table.
pub(super) struct PostDialog<R, W> {
    dialog: Dialog<R, W>,
    /// Who he is.
    by: GivenBy,
    /// He means it in a game of his own too, where nobody else could enter it.
    anyway: bool,
    /// The tournament of the last card: a number alone names a game of it.
    last: Option<String>,
    entered: u64,
}

/// What a question came to.
enum CardAnswer<T> {
    /// An answer.
    Is(T),
    /// The card is begun anew.
    Anew,
}

impl<R: BufRead, W: Write> PostDialog<R, W> {
    /// Between these two.
    pub(super) fn new(input: R, output: W, (by, anyway): (&GivenBy, bool)) -> PostDialog<R, W> {
        PostDialog {
            by: by.clone(),
            anyway,
            dialog: Dialog::new(Language::En, input, output),
            last: None,
            entered: 0,
        }
    }

    /// Asks for one card of a game and enters it.
    #[cfg(feature = "scan")]
    pub(super) fn card_of(
        &mut self,
        robot: &mut Robot,
        out: &Output,
        game: &GameName,
    ) -> Result<(), Failure> {
        loop {
            if let Some(row) = self.asked(robot, game)? {
                return self.enter(robot, out, row);
            }
        }
    }

    /// The next card; `None` at the end.
    fn next_card(&mut self, robot: &mut Robot) -> Result<Option<CardRow>, Failure> {
        loop {
            let Some(game) = self.game()? else {
                return Ok(None);
            };
            if let Some(row) = self.asked(robot, &game)? {
                return Ok(Some(row));
            }
        }
    }

    /// The answers about a card of a game, under its board; `None` where there is no such
    /// game, or the card is begun anew.
    fn asked(&mut self, robot: &mut Robot, game: &GameName) -> Result<Option<CardRow>, Failure> {
        let Some(file) = load(robot, game)? else {
            self.dialog.say(format_args!("  there is no game {game}"));
            return Ok(None);
        };
        self.dialog.say(position_text(&file));
        let CardAnswer::Is(entered) = self.card(&file)? else {
            return Ok(None);
        };
        self.last = Some(game.code.clone());
        Ok(Some(CardRow {
            line: self.entered + 1,
            game: game.clone(),
            entered,
        }))
    }

    fn game(&mut self) -> Result<Option<GameName>, Failure> {
        let prompt = match &self.last {
            Some(code) => format!("Game (a number: {code}/…)"),
            None => "Game".to_owned(),
        };
        loop {
            match self.dialog.ask(&prompt, None)? {
                DialogReply::Taken => return Ok(None),
                DialogReply::Back => {}
                DialogReply::Help => self
                    .dialog
                    .say("  CODE/N, or N alone of the same tournament"),
                DialogReply::Typed(text) => {
                    let own = self.last.as_ref().map(|code| format!("{code}/{text}"));
                    let named = GameName::parse(&text);
                    let named = named.or_else(|| own.and_then(|own| GameName::parse(&own)));
                    match named {
                        Some(name) => return Ok(Some(name)),
                        None => self.dialog.say(format_args!("  '{text}' names no game")),
                    }
                }
            }
        }
    }

    /// The questions about one card.
    fn card(&mut self, file: &GameFile) -> Result<CardAnswer<EnteredCard>, Failure> {
        let mut entered = EnteredCard::default();
        let help = format!(
            "  the move as a letter has it (12. 5254, a series, =), or one of: {}",
            kinds()
        );
        let CardAnswer::Is(text) =
            self.words(&format!("Move, {} is due", due_line(file)), &help)?
        else {
            return Ok(CardAnswer::Anew);
        };
        let (first, rest) = text.split_once(' ').unwrap_or((&text, ""));
        match CardKind::parse(first) {
            Some(kind) => (entered.kind, entered.text) = (kind, rest.trim().to_owned()),
            None => entered.text.clone_from(&text),
        }
        if entered.kind != CardKind::Move {
            let CardAnswer::Is(side) = self.side(file, entered.kind)? else {
                return Ok(CardAnswer::Anew);
            };
            entered.side = Some(side);
        }
        let CardAnswer::Is(written) = self.day("Date written on it", None)? else {
            return Ok(CardAnswer::Anew);
        };
        entered.card.written = written;
        let CardAnswer::Is(marks) = self.postmarks(written)? else {
            return Ok(CardAnswer::Anew);
        };
        let several = marks.len() > 1;
        entered.card.postmarks = marks;
        let CardAnswer::Is(slip) = self.day("Receipt slip of a registered one", None)? else {
            return Ok(CardAnswer::Anew);
        };
        entered.card.slip = slip;
        if !several {
            let CardAnswer::Is(arrived) = self.day("Arrival as its reader noted it", None)? else {
                return Ok(CardAnswer::Anew);
            };
            entered.card.arrived = arrived;
        }
        let CardAnswer::Is(wrong) = self.faults()? else {
            return Ok(CardAnswer::Anew);
        };
        entered.faults = wrong;
        Ok(CardAnswer::Is(entered))
    }

    /// Words that must be there.
    fn words(&mut self, prompt: &str, help: &str) -> Result<CardAnswer<String>, Failure> {
        loop {
            match self.dialog.ask(prompt, None)? {
                DialogReply::Typed(text) => return Ok(CardAnswer::Is(text)),
                DialogReply::Back => return Ok(CardAnswer::Anew),
                DialogReply::Taken | DialogReply::Help => self.dialog.say(help),
            }
        }
    }

    fn side(
        &mut self,
        file: &GameFile,
        kind: CardKind,
    ) -> Result<CardAnswer<crate::chess::Side>, Failure> {
        let likely = match kind {
            CardKind::Query | CardKind::Repeat => file.turn().other(),
            _ => file.turn(),
        };
        let offered = likely.name().to_lowercase();
        loop {
            match self.dialog.ask("Whose", Some(&offered))? {
                DialogReply::Taken => return Ok(CardAnswer::Is(likely)),
                DialogReply::Back => return Ok(CardAnswer::Anew),
                DialogReply::Help => self.dialog.say("  white or black"),
                DialogReply::Typed(text) => match super::sheet::side(&text) {
                    Some(side) => return Ok(CardAnswer::Is(side)),
                    None => self.dialog.say("  white or black"),
                },
            }
        }
    }

    /// A day, or none; `likely`: what Enter takes.
    fn day(
        &mut self,
        prompt: &str,
        likely: Option<Day>,
    ) -> Result<CardAnswer<Option<Day>>, Failure> {
        let offered = likely.map_or_else(|| "none".to_owned(), |day| day.to_string());
        loop {
            match self.dialog.ask(prompt, Some(&offered))? {
                DialogReply::Taken => return Ok(CardAnswer::Is(likely)),
                DialogReply::Back => return Ok(CardAnswer::Anew),
                DialogReply::Help => self.dialog.say("  2026-01-31, 31.01.2026, or - for none"),
                DialogReply::Typed(text) if text == "-" => return Ok(CardAnswer::Is(None)),
                DialogReply::Typed(text) => match Day::of_paper(&text) {
                    Some(day) => return Ok(CardAnswer::Is(Some(day))),
                    None => self.dialog.say(format_args!("  '{text}' is no date")),
                },
            }
        }
    }

    /// The postmarks; Enter takes one of the date written.
    fn postmarks(&mut self, written: Option<Day>) -> Result<CardAnswer<Vec<Postmark>>, Failure> {
        let likely = written.map_or_else(|| "none".to_owned(), |day| day.to_string());
        loop {
            match self.dialog.ask("Postmarks, ';' between", Some(&likely))? {
                DialogReply::Taken => {
                    let marks = written.into_iter().map(Postmark::of);
                    return Ok(CardAnswer::Is(marks.collect()));
                }
                DialogReply::Back => return Ok(CardAnswer::Anew),
                DialogReply::Help => self.dialog.say(
                    "  dispatch first, then arrival; '?' is one that cannot be read, '-' none",
                ),
                DialogReply::Typed(text) if text == "-" => return Ok(CardAnswer::Is(Vec::new())),
                DialogReply::Typed(text) => {
                    let marks: Option<Vec<Postmark>> = match text.as_str() {
                        // `?` alone asks for help.
                        "??" => Postmark::parse("?").map(|mark| vec![mark]),
                        text => text.split(';').map(Postmark::parse).collect(),
                    };
                    match marks {
                        Some(marks) => return Ok(CardAnswer::Is(marks)),
                        None => self.dialog.say(format_args!("  '{text}' holds no dates")),
                    }
                }
            }
        }
    }

    fn faults(&mut self) -> Result<CardAnswer<Vec<CardFault>>, Failure> {
        loop {
            match self.dialog.ask("Faults", Some("none"))? {
                DialogReply::Taken => return Ok(CardAnswer::Is(Vec::new())),
                DialogReply::Back => return Ok(CardAnswer::Anew),
                DialogReply::Help => self.dialog.say(format_args!("  {}", faults())),
                DialogReply::Typed(text) => {
                    let all: Option<Vec<CardFault>> =
                        text.split([';', ',']).map(CardFault::parse).collect();
                    match all {
                        Some(all) => return Ok(CardAnswer::Is(all)),
                        None => self.dialog.say(format_args!("  {}", faults())),
                    }
                }
            }
        }
    }

    /// Enters a card, and tells what became of it or why it does not fit.
    fn enter(&mut self, robot: &mut Robot, out: &Output, row: CardRow) -> Result<(), Failure> {
        match robot.enter_cards(&[row], &self.by, self.anyway)? {
            Ok(told) => {
                self.entered += 1;
                for one in &told {
                    out.line(line_of(one));
                }
            }
            Err(refused) => {
                for one in refused {
                    let why = one.why.as_ref().map(CardTrouble::to_string);
                    let why = why.unwrap_or_else(|| "there is no such game".to_owned());
                    self.dialog.say(format_args!("  not entered: {why}"));
                }
            }
        }
        Ok(())
    }
}

fn load(robot: &mut Robot, name: &GameName) -> Result<Option<GameFile>, Failure> {
    let view = robot.store.read();
    let Some(id) = view.game_find(name)? else {
        return Ok(None);
    };
    Ok(Some(view.game_load(id)?))
}
