//! `post scan`: the codes of our reply cards in pictures find the games; what a card says
//! a person reads from the cut-out and types.

use super::enter::PostDialog;
use crate::arbiter::may_still_move;
use crate::cards::{CardCode, CodeReading};
use crate::cli::desk::OpenHome;
use crate::cli::output::{Output, put};
use crate::disk::{Readers, disk_words, write_whole};
use crate::error::Failure;
use crate::record::GameFile;
use crate::robot::orders::GivenBy;
use crate::robot::{Robot, key};
use crate::scan::{FoundCode, MAX_FILE, Picture, PictureTrouble, codes, cut_out};
use crate::token::Key;
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::io::{BufReader, IsTerminal};
use std::panic::catch_unwind;
use std::path::{Path, PathBuf};
use std::sync::{Arc, mpsc};
use std::time::Duration;

/// How long a picture is searched. A photograph takes a second.
const PATIENCE: Duration = Duration::from_secs(15);

/// Whether an answer is still to come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum AnswerState {
    /// It is due.
    Due,
    /// It is entered.
    Answered,
    /// The move that the card answers does not stand any more.
    TakenBack,
    /// The game is not under way.
    NotRunning,
}

/// A card in a picture.
struct ScannedCard {
    code: CardCode,
    game: GameFile,
    state: AnswerState,
    cut_out: PathBuf,
}

/// What a picture comes to: cards, or why there is none; of several codes some may be ours.
struct ScannedPicture {
    cards: Vec<ScannedCard>,
    troubles: Vec<String>,
}

/// Looks for cards in pictures, one after the other.
pub fn run(
    desk: OpenHome,
    out: &Output,
    (images, into): (&[PathBuf], Option<&Path>),
    by: (&GivenBy, bool),
) -> Result<(), Failure> {
    if let Some(folder) = into {
        std::fs::create_dir_all(folder).map_err(|e| Failure::of_file(folder, &e))?;
    }
    let mut keys = key::retired(&desk.config.auth)?;
    let mut robot = desk.robot()?;
    keys.insert(0, robot.key.clone());
    let asks = !out.is_json() && std::io::stdin().is_terminal();
    let mut table = PostDialog::new(BufReader::new(std::io::stdin()), std::io::stderr(), by);
    let mut written = BTreeSet::new();
    let mut told = Vec::new();
    let mut without = 0usize;
    let missing = images.iter().filter(|image| !image.exists()).count();
    for image in images {
        let name = image.display();
        // `post scan *.png` names what an earlier run has cut out, too.
        if is_cut_out(image) {
            out.say(format_args!(
                "{name}: cut out of another picture, not looked at"
            ));
            continue;
        }
        let scanned = scan(&robot, &keys, image, into, &mut written)?;
        without += usize::from(!scanned.troubles.is_empty());
        for card in &scanned.cards {
            told.push(card.as_json(image));
            if !out.is_json() {
                out.line(format_args!("{name}: {}", card.line()));
                out.line(format_args!("  {}", card.cut_out.display()));
            }
            if asks && card.state == AnswerState::Due {
                table.card_of(&mut robot, out, &card.game.facts.name)?;
            }
        }
        for trouble in &scanned.troubles {
            told.push(json!({ "picture": image, "trouble": trouble }));
            out.say(format_args!("{name}: {trouble}"));
        }
    }
    if out.is_json() {
        out.json(&told)?;
    }
    match (without, images.len()) {
        (0, _) => Ok(()),
        (some, all) if some == missing => Err(Failure::missing(format!(
            "{some} of {all} pictures are not there"
        ))),
        (some, all) => Err(Failure::failed(format!(
            "{some} of {all} pictures could not be read whole"
        ))),
    }
}

/// The cards in one picture, with the moves cut out.
fn scan(
    robot: &Robot,
    keys: &[Key],
    image: &Path,
    into: Option<&Path>,
    written: &mut BTreeSet<PathBuf>,
) -> Result<ScannedPicture, Failure> {
    let mut found = ScannedPicture {
        cards: Vec::new(),
        troubles: Vec::new(),
    };
    let picture = match read(image) {
        Ok(picture) => picture,
        Err(why) => {
            found.troubles.push(why);
            return Ok(found);
        }
    };
    let picture = Arc::new(picture);
    let Some(seen) = codes_in_time(&picture) else {
        let why = format!(
            "after {} s no code is found in it; a picture with less grain, or of the card alone, helps",
            PATIENCE.as_secs()
        );
        found.troubles.push(why);
        return Ok(found);
    };
    for one in seen {
        let code = match CardCode::read(&one.text, keys) {
            CodeReading::Ours(code) => code,
            CodeReading::Foreign => {
                let why = "a card of another home, or a forged one: no key of this home made its code; nothing is done";
                found.troubles.push(why.to_owned());
                continue;
            }
            CodeReading::Other => continue,
        };
        let view = robot.store.read();
        if view.game_row(code.game)?.is_none() {
            let why = format!(
                "a card of this home, and its game (number {}) is not in the database",
                code.game
            );
            found.troubles.push(why);
            continue;
        }
        let game = view.game_load(code.game)?;
        let path = free_path(image, into, written);
        let cut = cut_out(&picture, &one).png().map_err(Failure::failed)?;
        write_whole(&path, &cut, Readers::Owner).map_err(|e| Failure::of_file(&path, &e))?;
        found.cards.push(ScannedCard {
            state: state(&game, code),
            code,
            game,
            cut_out: path,
        });
    }
    if found.cards.is_empty() && found.troubles.is_empty() {
        let why = "no code of a reply card is seen in it; more light, the whole card flat and sharp, its code and the white around it uncovered help";
        found.troubles.push(why.to_owned());
    }
    Ok(found)
}

/// A picture out of a file, or what is wrong with it.
fn read(image: &Path) -> Result<Picture, String> {
    let size = std::fs::metadata(image).map_err(|e| disk_words(&e))?.len();
    if size > MAX_FILE {
        return Err(PictureTrouble::Heavy(size).to_string());
    }
    let bytes = std::fs::read(image).map_err(|e| disk_words(&e))?;
    // What a decoder has not thought of ends with this picture.
    let read = catch_unwind(|| Picture::read(&bytes));
    let read = read.map_err(|_| "it is damaged".to_owned())?;
    read.map_err(|why| why.to_string())
}

/// The codes in a picture; `None` where the search is given up. It goes on beside until the
/// command ends: nothing can stop it.
fn codes_in_time(picture: &Arc<Picture>) -> Option<Vec<FoundCode>> {
    let (tell, told) = mpsc::channel();
    let picture = Arc::clone(picture);
    let search = std::thread::spawn(move || {
        // Nobody may wait any more.
        let _ = tell.send(codes(&picture));
    });
    let found = told.recv_timeout(PATIENCE).ok();
    drop(search);
    found
}

/// Whether a picture has the name of a cut-out.
fn is_cut_out(image: &Path) -> bool {
    let name = image.file_name().and_then(|n| n.to_str()).unwrap_or("");
    let stem = name.strip_suffix(".png").unwrap_or("");
    let numbered = stem
        .rsplit_once(".move-")
        .is_some_and(|(_, n)| n.parse::<u32>().is_ok());
    stem.ends_with(".move") || numbered
}

/// Where the next cut-out of a picture goes: no two of a run to the same place.
fn free_path(image: &Path, into: Option<&Path>, written: &mut BTreeSet<PathBuf>) -> PathBuf {
    let beside = image.with_extension("");
    let stem = match (into, beside.file_name()) {
        (Some(folder), Some(name)) => folder.join(name),
        _ => beside,
    };
    let mut number = 1;
    loop {
        let ending = match number {
            1 => ".move.png".to_owned(),
            _ => format!(".move-{number}.png"),
        };
        let mut path = stem.clone().into_os_string();
        path.push(ending);
        let path = PathBuf::from(path);
        if written.insert(path.clone()) {
            return path;
        }
        number += 1;
    }
}

/// How the game stands to the answer of a card.
fn state(game: &GameFile, code: CardCode) -> AnswerState {
    match game.moves.len().cmp(&code.ply) {
        std::cmp::Ordering::Less => AnswerState::TakenBack,
        std::cmp::Ordering::Greater => AnswerState::Answered,
        std::cmp::Ordering::Equal if !code.is_of(&game.moves) => AnswerState::TakenBack,
        std::cmp::Ordering::Equal if !may_still_move(game, code.side) => AnswerState::NotRunning,
        std::cmp::Ordering::Equal => AnswerState::Due,
    }
}

impl AnswerState {
    fn name(self) -> &'static str {
        match self {
            AnswerState::Due => "due",
            AnswerState::Answered => "answered",
            AnswerState::TakenBack => "taken-back",
            AnswerState::NotRunning => "not-running",
        }
    }
}

impl ScannedCard {
    /// The move at a half-move of the game, as written on cards.
    fn label(&self, ply: usize) -> Option<String> {
        let mv = self.game.moves.get(ply.checked_sub(1)?)?;
        Some(format!("{}{} {}", mv.number, mv.side.dots(), mv.numeric))
    }

    fn line(&self) -> String {
        let (game, side) = (&self.game.facts.name, self.code.side.name());
        let answered = self.label(self.code.ply);
        let told = answered.unwrap_or_else(|| format!("half-move {}", self.code.ply));
        let state = match self.state {
            AnswerState::Due => "due".to_owned(),
            AnswerState::Answered => {
                let by = self.label(self.code.ply + 1).unwrap_or_default();
                format!("answered already by {by}")
            }
            AnswerState::TakenBack => "the move it answers does not stand any more".to_owned(),
            AnswerState::NotRunning => "the game is not under way".to_owned(),
        };
        format!("{game}, {side} answers {told}: {state}")
    }

    fn as_json(&self, image: &Path) -> Value {
        let mut told = json!({
            "picture": image,
            "game": self.game.facts.name,
            "ply": self.code.ply,
            "side": self.code.side,
            "state": self.state.name(),
            "cut_out": self.cut_out,
        });
        if let Some(by) = self.label(self.code.ply + 1) {
            put(&mut told, "answer", by);
        }
        told
    }
}
