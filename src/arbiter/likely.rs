//! What a player most likely meant, where a letter is answered with a question
//! or a refusal: lines ready to be copied into the answer, each of which would
//! be accepted. No move is ever recommended: what is offered is what was
//! written, or a move that only shows the form.

use super::moves::series::{in_one_line, positions_behind};
use super::notice::{Body, Candidate, Question, Quoted, Remark};
use super::told::branches_behind;
use crate::chess::notation::described::{Gist, promoted};
use crate::chess::notation::{self, Class};
use crate::chess::{Move, Position, Side};
use crate::fold;
use crate::language::Language;
use crate::record::{GameFile, Status};
use crate::request::{
    Doubt, GraveAct, Keyword, Moves, WrittenMove, command_in, is_end, is_grave, keyword_of,
    line_of, opens_with_if, states,
};
use crate::rules::NotationRule;
use crate::vocabulary;
use serde::Serialize;

/// Most suggestions of one letter: more than three are not read.
const MOST: usize = 3;
/// Most candidates of an ambiguous move: two queens and a pawn's four pieces.
const MOST_CANDIDATES: usize = 8;
/// Most words of a line that may be a command with a slip in it.
const MOST_WORDS: usize = 6;
/// Most moves that mistyped digits may stand for; beyond them they stand for nothing.
const MOST_NEAR: usize = 3;

/// A line that a player can copy.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Likely {
    /// The command it is; a move where `None`.
    pub what: Option<Keyword>,
    /// The line.
    pub line: String,
    /// It is not what the letter may have meant: it is there for whoever meant none of it.
    pub beside: bool,
    /// It can be carried out as it stands: no day, address or word in it is made up.
    pub whole: bool,
}

/// Whether a line can be carried out as it stands.
fn is_whole(what: Option<Keyword>, line: &str) -> bool {
    use Keyword as K;
    match what {
        Some(keyword @ (K::Leave | K::Address | K::Enter)) => !is_example(keyword, line),
        Some(
            K::Protest
            | K::Opinion
            | K::Appeal
            | K::Arbiter
            | K::Check
            | K::Format
            | K::Warn
            | K::Opponent
            | K::Abuse
            | K::DeadPosition,
        ) => false,
        _ => true,
    }
}

/// The reader's side of a game.
struct LikelySide<'g> {
    game: Option<(&'g GameFile, Side)>,
    language: Language,
    /// What the letter leaves in doubt.
    doubts: &'g [Doubt],
    /// The line of the letter that is asked about.
    said: Option<&'g str>,
    found: Vec<Likely>,
}

/// What the reader most likely meant, at most three lines, the likeliest first.
pub fn likely(body: &Body, game: Option<(&GameFile, Side)>, language: Language) -> Vec<Likely> {
    let doubts = match body {
        Body::NotUnderstood {
            question: Question::Doubts { doubts },
            ..
        } => doubts.as_slice(),
        _ => &[],
    };
    let mut desk = LikelySide {
        game,
        language,
        doubts,
        said: match body {
            Body::NotUnderstood { quoted, .. } => quoted.as_ref().map(|q| q.line.as_str()),
            _ => None,
        },
        found: Vec::new(),
    };
    match body {
        Body::Rejection { candidates, .. } => desk.candidates(candidates),
        Body::NotUnderstood { question, quoted } => desk.question(question, quoted.as_ref()),
        _ => {}
    }
    let candidates = match body {
        Body::Rejection { candidates, .. } => candidates.len(),
        Body::NotUnderstood {
            question: Question::UnclearMove { candidates, .. },
            ..
        } => candidates.len(),
        Body::NotUnderstood {
            question: Question::WhichOne { texts, .. },
            ..
        } => texts.len(),
        _ => 0,
    };
    desk.found
        .truncate(MOST.max(candidates.min(MOST_CANDIDATES)));
    desk.found
}

/// What a letter leaves in doubt, as its game stands: where the opponent's offer stands, a
/// draw that may be meant is no offer (whether it is an answer is asked by the lines), and of
/// the moves that are stated those alone are asked about that can be made.
pub fn fitting_doubts(game: &GameFile, side: Side, doubts: Vec<Doubt>) -> Vec<Doubt> {
    let desk = LikelySide::of(game, side);
    let fit = |mut doubt: Doubt| {
        match &mut doubt {
            // What ends a game ends none that is over.
            Doubt::UnclearCommand { perhaps, .. } if game.status == Status::Finished => {
                perhaps.take_if(|line| keyword_of(line).is_some_and(is_end));
            }
            Doubt::UnclearCommand { perhaps, .. } if desk.is_offered() => {
                perhaps.take_if(|line| keyword_of(line) == Some(Keyword::Draw));
            }
            Doubt::MoveInProse {
                text,
                stated,
                number,
                ..
            } if desk.to_move().is_some() => {
                let due = number.is_none_or(|number| desk.is_of_now(number));
                *stated &= due && desk.leaves_a_move(text);
            }
            _ => {}
        }
        doubt
    };
    doubts.into_iter().map(fit).collect()
}

/// Whether a move that can be made now stands in the sentences of a letter.
pub fn names_a_move(game: &GameFile, side: Side, doubts: &[Doubt]) -> bool {
    let desk = LikelySide::of(game, side);
    let is_one = |d: &Doubt| match d {
        Doubt::MoveInProse {
            number,
            stated,
            text,
            ..
        } => {
            let due = number.map_or(*stated, |number| desk.is_of_now(number));
            due && desk.leaves_a_move(text)
        }
        _ => false,
    };
    doubts.iter().any(is_one)
}

/// Whether the last of some moves can be made now, the number that it carries being due.
pub fn can_be_made(game: &GameFile, side: Side, moves: &Moves) -> bool {
    let desk = LikelySide::of(game, side);
    let can = |own: &WrittenMove| {
        desk.to_move().is_some()
            && own.number.is_none_or(|number| desk.is_of_now(number))
            && own.side.is_none_or(|named| named == side)
            && desk.leaves_a_move(&own.text)
    };
    moves.line.last().is_some_and(can)
}

/// The leave that a remark beside an answer asks about, with the writer's own days: a yes to
/// that answer takes it.
pub fn asked_beside(remarks: &[Remark]) -> Option<Likely> {
    let mut asked = remarks.iter().filter_map(|remark| match remark {
        Remark::Unclear {
            doubt:
                Doubt::UnclearCommand {
                    perhaps: Some(line),
                    ..
                },
        } => Some(line),
        _ => None,
    });
    let line = asked.next().filter(|_| asked.next().is_none())?;
    let leave = keyword_of(line) == Some(Keyword::Leave) && !is_example(Keyword::Leave, line);
    leave.then(|| Likely {
        what: Some(Keyword::Leave),
        line: line.clone(),
        beside: false,
        whole: true,
    })
}

/// A move that shows the form and nothing else: the first one there is, in the
/// order of article 58, that neither takes, checks nor promotes, where there is
/// such a one. It is written as `like` is: numeric, or in letters.
pub fn example(game: &GameFile, like: Option<&str>, language: Language) -> Option<String> {
    let position = game.line.position();
    let mut legal: Vec<(String, Move)> = position
        .legal_moves()
        .into_iter()
        .map(|mv| (position.numeric(mv), mv))
        .collect();
    legal.sort_by(|a, b| a.0.cmp(&b.0));
    let plain = |mv: Move| {
        let san = position.san(mv);
        !san.contains(['x', '+', '#', '=', 'O'])
    };
    let (_, mv) = legal.iter().find(|(_, mv)| plain(*mv)).or(legal.first())?;
    Some(written(game, *mv, like, language))
}

/// A move of the side to move with its number, in the notation of `like`.
fn written(game: &GameFile, mv: Move, like: Option<&str>, language: Language) -> String {
    let position = game.line.position();
    let in_digits = game.facts.regulations.notation == NotationRule::Numeric
        || like.is_none_or(|text| {
            !text.chars().any(char::is_alphabetic) || notation::is_numeric(text)
        });
    let text = match in_digits {
        true => position.numeric(mv),
        false => position.san_in(mv, language),
    };
    format!("{}{} {text}", game.move_number(), game.turn().dots())
}

/// The moves that a sentence tells of, where it does.
fn told_by(text: &str, game: &GameFile) -> Vec<Move> {
    let answered = game.line.moves().last().copied();
    let position = game.line.position();
    match Gist::of(text) {
        Some(gist) => gist.guessed(position, answered),
        None => Gist::hinted(text)
            .and_then(|gist| gist.tells_one(position, answered))
            .into_iter()
            .collect(),
    }
}

/// Words of a line that names the draw and little else, at most.
const MOST_LEANING: usize = 2;

/// Words of a line that is a command with a slip in it, at most: its own, and one more.
fn command_words(command: &str) -> usize {
    command.split_whitespace().count() + 1
}

/// Whether a line is the one that shows how a command is written, in any language.
fn is_example(keyword: Keyword, line: &str) -> bool {
    Language::ALL
        .into_iter()
        .any(|of| line == line_of(keyword, of))
}

/// Whether a line is a command without anything behind it, whatever it needs.
fn is_bare(line: &str) -> bool {
    !line.contains([' ', '@']) && !line.contains(|c: char| c.is_ascii_digit())
}

impl<'g> LikelySide<'g> {
    /// A player's side, without a letter.
    fn of(game: &'g GameFile, side: Side) -> LikelySide<'g> {
        LikelySide {
            game: Some((game, side)),
            language: game.player(side).language,
            doubts: &[],
            said: None,
            found: Vec::new(),
        }
    }
}

impl LikelySide<'_> {
    /// The game, where the reader is to move in it.
    fn to_move(&self) -> Option<&GameFile> {
        let (game, side) = self.game?;
        (game.status == Status::Active && game.turn() == side).then_some(game)
    }

    fn add(&mut self, what: Option<Keyword>, line: String) {
        if !line.is_empty() && self.found.iter().all(|l| l.line != line) {
            self.found.push(Likely {
                whole: is_whole(what, &line),
                what,
                line,
                beside: false,
            });
        }
    }

    /// A command for whoever meant none of what was found.
    fn beside(&mut self, keyword: Keyword) {
        let before = self.found.len();
        self.command(keyword);
        if let Some(added) = self.found.get_mut(before) {
            added.beside = true;
        }
    }

    /// Whether a doubt about a move of now leaves one that can be made.
    fn is_open_to(&self, doubt: &Doubt) -> bool {
        match doubt {
            Doubt::MoveInProse {
                number: Some(number),
                ..
            } if !self.is_of_now(*number) => true,
            Doubt::MoveInProse { text, .. } => self.leaves_a_move(text),
            _ => true,
        }
    }

    /// Whether some words leave a move that can be made now.
    fn leaves_a_move(&self, text: &str) -> bool {
        let mut tried = LikelySide {
            found: Vec::new(),
            ..*self
        };
        tried.a_move(text);
        !tried.found.is_empty()
    }

    /// A move that is named and not stated.
    fn named(&mut self, text: &str) {
        let before = self.found.len();
        self.a_move(text);
        self.beside_from(before);
    }

    /// Whether a move of this number is the reader's next one.
    fn is_of_now(&self, number: u32) -> bool {
        self.to_move()
            .is_none_or(|game| game.move_number() == number)
    }

    fn beside_from(&mut self, before: usize) {
        for added in self.found.iter_mut().skip(before) {
            added.beside = true;
        }
    }

    /// Whether an offer of the opponent's stands.
    fn is_offered(&self) -> bool {
        self.game.is_some_and(|(game, side)| {
            game.status == Status::Active && game.draw_offer.is_some_and(|(by, _)| by != side)
        })
    }

    /// The answers to an offer that stands. Only where the letter's own words lean to a
    /// draw, and name nothing else, is it asked whether it agrees: a no, or a move, is said
    /// by itself, and who thanks for a letter has agreed to nothing.
    fn answers_to_an_offer(&mut self, leans: bool) {
        match self.found.is_empty() && leans {
            true => self.command(Keyword::DrawAccept),
            false => self.beside(Keyword::DrawAccept),
        }
        self.beside(Keyword::DrawDecline);
    }

    fn command(&mut self, keyword: Keyword) {
        self.add(Some(keyword), line_of(keyword, self.language));
    }

    /// A move as written, where it can be made now.
    fn a_move(&mut self, text: &str) {
        let Some(game) = self.to_move() else { return };
        let position = game.line.position();
        let reading = notation::read(text, position, Some(self.language));
        let fit = match reading.class {
            Class::Ok | Class::OkWithWarning => reading.mv.into_iter().collect(),
            _ if !reading.candidates.is_empty() => reading.candidates,
            Class::Ambiguous | Class::Impossible | Class::Unreadable => told_by(text, game),
        };
        let fit = match fit.is_empty() {
            true => self.written_in(text, game),
            false => fit,
        };
        // `d7-d8 and a queen, please`
        let behind = self.behind(text).and_then(|said| promoted(said, &fit));
        let asked_for = behind.or_else(|| promoted(text, &fit));
        let fit = asked_for.map_or(fit, |one| vec![one]);
        // Candidates that one text fits are told apart by their squares.
        let like = (fit.len() == 1).then_some(text);
        let lines: Vec<String> = fit
            .iter()
            .map(|mv| written(game, *mv, like, self.language) + &self.series(game, *mv))
            .collect();
        for line in lines {
            self.add(None, line);
        }
    }

    /// The one legal move that is written whole among words, which do not explain it: in
    /// figures, as castling, or with its piece's letter. A square alone says too little.
    fn written_in(&self, text: &str, game: &GameFile) -> Vec<Move> {
        let position = game.line.position();
        let whole = |word: &&str| {
            let letters = word.chars().filter(|c| c.is_alphanumeric()).count();
            letters > 2 && notation::looks_like_move(word)
        };
        let words: Vec<&str> = text.split_whitespace().collect();
        let read = |text: &str| notation::read(text, position, Some(self.language)).mv;
        // `Кр g4`
        let parted = words.windows(2).filter_map(|two| match two {
            [piece, square] if piece.chars().count() <= 2 && square.len() == 2 => {
                Some(format!("{piece}{square}"))
            }
            _ => None,
        });
        let joined = words.iter().filter(|w| whole(w)).map(|w| (*w).to_owned());
        let joined = joined.chain(parted.filter(|w| whole(&w.as_str())));
        let mut found: Vec<Move> = joined.filter_map(|w| read(&w)).collect();
        found.dedup();
        let other = |w: &&str| read(w).is_some_and(|mv| !found.contains(&mv));
        match found.len() {
            1 if !words.iter().any(other) => found,
            _ => Vec::new(),
        }
    }

    /// What the line of the letter says behind some words of it.
    fn behind(&self, text: &str) -> Option<&str> {
        let (_, behind) = self.said?.split_once(text)?;
        Some(behind)
    }

    /// What the letter supposes behind a move, as it is written behind that.
    fn series(&self, game: &GameFile, mv: Move) -> String {
        let own = game.line.position().after(mv);
        let branches = branches_behind(game, mv, self.language, self.doubts);
        let ifs = &vocabulary::players_of(self.language).joining.ifs;
        let opens = ifs.first().map_or("if", String::as_str);
        let branch = |branch: &Vec<Move>| {
            let mut position = own.clone();
            let mut text = format!(" {opens}");
            for mv in branch {
                let number = position.move_number();
                let dots = position.turn().dots();
                let said = position.numeric(*mv);
                text.push_str(&format!(" {number}{dots} {said}"));
                position = position.after(*mv);
            }
            text
        };
        branches.iter().map(branch).collect::<Vec<_>>().join(";")
    }

    fn candidates(&mut self, candidates: &[Candidate]) {
        let Some(game) = self.to_move() else { return };
        let position = game.line.position();
        let number = format!("{}{}", game.move_number(), game.turn().dots());
        let lines: Vec<String> = candidates
            .iter()
            .filter_map(|c| {
                let mv = position.move_of_uci(&c.uci)?;
                let san = position.san_in(mv, self.language);
                Some(format!("{number} {} ({san})", c.numeric))
            })
            .collect();
        for line in lines {
            self.add(None, line);
        }
    }

    fn question(&mut self, question: &Question, quoted: Option<&Quoted>) {
        match question {
            Question::Doubts { doubts } => self.doubts(doubts),
            Question::TwoMoves { texts } => texts.iter().for_each(|t| self.a_move(t)),
            Question::UnclearMove {
                candidates, text, ..
            } => {
                self.candidates(candidates);
                // Rightly meant, in a notation that is not allowed here.
                if self.found.is_empty() {
                    self.a_move(text);
                }
            }
            Question::OldNumber { same: false, .. }
            | Question::OldLetter { .. }
            | Question::FarNumber { .. } => {
                if let Some(text) = quoted.map(place) {
                    if let Question::FarNumber {
                        written,
                        series: true,
                        ..
                    } = question
                    {
                        self.behind_series(&text, *written);
                    }
                    let behind = self.found.len();
                    self.a_move(&text);
                    // Alone it is not what a yes means.
                    if matches!(question, Question::FarNumber { series: true, .. }) && behind == 0 {
                        self.beside_from(0);
                    }
                }
            }
            Question::OfferOrAccept => self.answers_to_an_offer(true),
            Question::NoOffer => self.beside(Keyword::Draw),
            Question::NotYourTurn
            | Question::GameOver
            | Question::OnBoard { .. }
            | Question::NothingToRepeat
            | Question::OldNumber { same: true, .. } => self.beside(Keyword::Status),
            Question::NothingToClaim | Question::TakenOver { .. } => {
                self.command(Keyword::Arbiter);
            }
            // One word is the answer, and a copied line would be none.
            Question::OneWord { .. } | Question::Dropped { .. } | Question::ChoiceDropped => {}
            Question::NothingToRefuse { leave } => {
                if *leave {
                    self.beside(Keyword::LeaveEnd);
                }
                self.beside(Keyword::Status);
                self.beside(Keyword::Help);
            }
            Question::Overtaken { .. } | Question::ChoiceOver => self.beside(Keyword::Status),
            Question::WhichOne {
                texts,
                games: false,
                beside,
            } => {
                for (at, text) in texts.iter().enumerate() {
                    let before = self.found.len();
                    self.as_written(text);
                    // As it was printed, with the move in letters behind it.
                    if let [one] = self.found.get_mut(before..).unwrap_or_default() {
                        one.line.clone_from(text);
                    }
                    if beside.contains(&at) {
                        self.beside_from(before);
                    }
                }
            }
            Question::Adjudicated { until } => match until {
                Some(_) => self.command(Keyword::Opinion),
                None => self.beside(Keyword::Status),
            },
            Question::WhichGame { .. }
            | Question::WhichOne { games: true, .. }
            | Question::NotStarted
            | Question::Paused
            | Question::TooEarlyForDraw
            | Question::OfferDeclined
            | Question::NoLeave { .. }
            | Question::NoTournament { .. }
            | Question::LeaveBackwards { .. }
            | Question::LeaveDoubtful { .. }
            | Question::TooLarge { .. }
            | Question::ForArbiter { .. }
            | Question::DrawTooEarly { .. }
            | Question::CaptainHeard { .. }
            | Question::ThroughCaptain { .. } => {}
        }
    }

    /// What the doubts point at, then what fits the game as it stands.
    fn doubts(&mut self, doubts: &[Doubt]) {
        for doubt in doubts {
            match doubt {
                Doubt::UnclearCommand {
                    line: written,
                    perhaps: Some(line),
                    ..
                } => {
                    let before = self.found.len();
                    self.as_written(line);
                    // What a sentence speaks of and cannot be taken back is shown, and no
                    // yes does it: that is for a command with a slip in it.
                    let words = written.split_whitespace().count();
                    let keyword = keyword_of(line);
                    let ends = keyword.is_some_and(is_end);
                    let answers = ends || keyword == Some(Keyword::DrawDecline);
                    let slip = words <= command_words(line) && states(written);
                    let grave = keyword.is_some_and(is_grave) || opens_with_if(written);
                    if answers && !slip || grave && words > MOST_WORDS {
                        self.beside_from(before);
                    }
                }
                // `4. c3, anything 5. d4`: it is none of now, under whatever number.
                Doubt::MoveInProse {
                    number: Some(number),
                    ..
                } if !self.is_of_now(*number) => {}
                Doubt::MoveInProse {
                    text,
                    stated: true,
                    offers,
                    ..
                } => {
                    let before = self.found.len();
                    self.a_move(text);
                    // The draw that goes with it.
                    for found in self.found.iter_mut().skip(before).filter(|_| *offers) {
                        found.line.push_str(" =");
                    }
                }
                Doubt::MoveBelow { text, .. } | Doubt::OnlyInSubject { text } => self.a_move(text),
                // What is only named is shown, and no word of an answer plays it; beside words
                // that may tell of another, and leave none, it is not shown.
                Doubt::MoveInProse { text, .. } => {
                    if doubts.iter().all(|d| self.is_open_to(d)) {
                        self.named(text);
                    }
                }
                Doubt::NearMove { text, .. } => self.near(text),
                Doubt::SeveralMoves { texts, .. } => texts.iter().for_each(|t| self.a_move(t)),
                Doubt::Conflict { texts, .. } => {
                    for text in texts {
                        let said = command_in(text, self.language);
                        self.as_written(said.as_deref().unwrap_or(text));
                    }
                }
                Doubt::Stated { act, .. } => self.command(act.keyword()),
                Doubt::BareDraw { .. } => self.command(Keyword::Draw),
                Doubt::NoText
                | Doubt::Nothing
                | Doubt::TooMuch
                | Doubt::SeveralGames { .. }
                | Doubt::OtherGame { .. }
                | Doubt::CannotTakeBack { .. }
                | Doubt::BadDate { .. }
                | Doubt::BadWarnings { .. }
                | Doubt::ReadAs { .. }
                | Doubt::NoSeries { .. }
                | Doubt::UnclearCommand { perhaps: None, .. } => {}
            }
        }
        // Beside a move that it names, and where it is of another game, no yes ends this one.
        let ends = |l: &Likely| l.what.is_some_and(is_end);
        let moves = self.found.iter().any(|l| l.what.is_none());
        let elsewhere = |d: &Doubt| matches!(d, Doubt::OtherGame { .. });
        if self.found.iter().any(ends) && (moves || doubts.iter().any(elsewhere)) {
            self.beside_from(0);
            self.found.sort_by_key(|l| l.what.is_some());
        }
        if self.is_offered() {
            let leans = |d: &Doubt| match d {
                Doubt::BareDraw { .. } => true,
                Doubt::Stated { act, .. } => *act == GraveAct::AcceptDraw,
                // `Peace!`
                Doubt::UnclearCommand {
                    line,
                    perhaps: None,
                    ..
                } => fold::words(line).len() <= MOST_LEANING && states(line),
                _ => false,
            };
            self.answers_to_an_offer(doubts.iter().any(leans));
        }
        // The form of a move stands in the letter's own section about answering.
        self.beside(Keyword::Status);
        if self.game.is_some() {
            self.beside(Keyword::Repeat);
        }
        self.beside(Keyword::Help);
    }

    /// A command in the words the doubt has for it, or a move with its number.
    fn as_written(&mut self, line: &str) {
        match keyword_of(line) {
            // A move may stand behind these; the one in the example is none.
            Some(Keyword::Check) => {
                if let Some(game) = self.to_move()
                    && let Some(example) = example(game, None, self.language)
                {
                    let words = line.split_whitespace().next().unwrap_or(line);
                    let line = format!("{words} {example}");
                    self.add(Some(Keyword::Check), line);
                }
            }
            Some(keyword @ Keyword::DrawClaim) => self.command(keyword),
            // Days and addresses are the reader's to fill in.
            Some(keyword @ (Keyword::Leave | Keyword::Address)) if is_bare(line) => {
                self.command(keyword);
            }
            Some(keyword) => self.add(Some(keyword), line.to_owned()),
            None => self.a_move(line),
        }
    }

    /// A move behind as much of the opponent's series as leads to its number.
    fn behind_series(&mut self, text: &str, number: u32) {
        let (Some(game), Some((_, side))) = (self.to_move(), self.game) else {
            return;
        };
        let read = |(taken, behind): (Vec<String>, Position)| {
            let says = |text: &str| notation::read(text, &behind, Some(self.language)).mv;
            // In a sentence the move stands among others, mostly at its end.
            let words = || text.split_whitespace().rev().find_map(says);
            let mv = says(text).or_else(words)?;
            let line: Vec<String> = taken.into_iter().chain([behind.uci(mv)]).collect();
            let own = format!("{}{} ", number, side.dots());
            let said = in_one_line(game.line.position(), &line);
            // Black's number stands before his own move too, as in a letter.
            let (series, last) = said.rsplit_once(' ')?;
            Some(match side {
                Side::White => said,
                Side::Black => format!("{series} {own}{last}"),
            })
        };
        let reached = positions_behind(game, side).into_iter();
        let reached = reached.filter(|(_, behind)| behind.move_number() == number);
        let lines: Vec<String> = reached.filter_map(read).collect();
        for line in lines {
            self.add(None, line);
        }
    }

    /// The moves that mistyped digits may stand for, if they are few.
    fn near(&mut self, text: &str) {
        let Some(game) = self.to_move() else { return };
        let digits: String = text.chars().filter(char::is_ascii_digit).collect();
        let position = game.line.position();
        let mut fit: Vec<String> = position
            .legal_moves()
            .into_iter()
            .filter(|mv| strsim::osa_distance(&position.numeric(*mv), &digits) <= 1)
            .map(|mv| written(game, mv, None, self.language))
            .collect();
        fit.sort();
        if fit.len() <= MOST_NEAR {
            for line in fit {
                self.add(None, line);
            }
        }
    }
}

/// The place meant of a quoted line.
fn place(quoted: &Quoted) -> String {
    let chars = quoted.line.chars();
    chars.skip(quoted.offset).take(quoted.length).collect()
}
