//! A game as PGN (export format of the PGN standard, 8.2). The tags that Scid
//! keys its games by (Event, Site, White, Black, CmailGameName) never change in
//! the course of a game, and no player's address stands in it.

mod export;

pub use export::{Export, NOT_IN_MOVES, export};

use crate::chess::{Side, Variant};
use crate::letter::LETTER_TAG;
use crate::record::{GameFile, GameResult, ResultCode, Status, Termination};
use crate::rules::Profile;
use std::fmt::Write;

/// Seconds in a day, for the TimeControl tag.
const DAY_SECONDS: u64 = 86_400;
/// Longest line of movetext.
const LINE: usize = 79;
/// Longest value of a tag, in characters: a line of PGN has at most 255.
const VALUE: usize = 200;

/// What makes of a game the text of a letter to a chess program.
#[derive(Clone, Copy, Debug, Default)]
pub struct Enclosing<'a> {
    /// The robot's own address, as that of both players: XBoard's cmail and Scid
    /// refuse a game without WhiteNA and BlackNA, and write to them.
    pub robot: &'a str,
    /// The Message-ID of the letter: programs give the tag back and answer to no letter.
    pub letter: &'a str,
    /// What the player must be told, in comments behind the last move.
    pub words: &'a [String],
}

/// The game as PGN with LF line ends: tags, a blank line, movetext in lines
/// below 80 characters.
pub fn game(game: &GameFile) -> String {
    write_game(game, None)
}

/// As [`game()`], as the text of a letter to a chess program. No line of it
/// begins with `From`: cmail takes what stands behind that for an address.
pub fn game_for(game: &GameFile, to: Enclosing<'_>) -> String {
    write_game(game, Some(to))
}

/// The name by which chess programs know a game: letters, digits, `-` and `_`.
pub fn program_name(game: &GameFile) -> String {
    format!("{}-{}", game.facts.name.code, game.facts.name.number)
}

fn write_game(game: &GameFile, to: Option<Enclosing<'_>>) -> String {
    let facts = &game.facts;
    let mut out = String::with_capacity(1024 + game.moves.len() * 8);
    tag(&mut out, "Event", &facts.tournament_name);
    tag(&mut out, "Site", "NET");
    tag(&mut out, "Date", &facts.start.to_string().replace('-', "."));
    tag(&mut out, "Round", &facts.round.to_string());
    tag(&mut out, "White", &game.player(Side::White).name);
    tag(&mut out, "Black", &game.player(Side::Black).name);
    tag(&mut out, "Result", result(game));
    if let Some(to) = to {
        tag(&mut out, "WhiteNA", to.robot);
        tag(&mut out, "BlackNA", to.robot);
    }
    // Scid knows no other mode in which it writes letters.
    let mode = match facts.profile {
        Profile::Post if to.is_none() => "PM",
        Profile::Post | Profile::Email | Profile::Server => "EM",
    };
    tag(&mut out, "Mode", mode);
    tag(&mut out, "CmailGameName", &program_name(game));
    if let Some(to) = to {
        tag(&mut out, LETTER_TAG, to.letter);
    }
    for (name, side) in [("WhiteElo", Side::White), ("BlackElo", Side::Black)] {
        if let Some(rating) = game.player(side).rating {
            tag(&mut out, name, &rating.to_string());
        }
    }
    let seconds = u64::from(facts.regulations.days_per_period) * DAY_SECONDS;
    let control = format!("{}/{seconds}", facts.regulations.moves_per_period);
    tag(&mut out, "TimeControl", &control);
    tag(&mut out, "Termination", termination(game));
    if facts.variant == Variant::Chess960 {
        tag(&mut out, "Variant", "chess960");
    }
    if facts.start_fen.is_some() || facts.variant == Variant::Chess960 {
        tag(&mut out, "SetUp", "1");
        tag(&mut out, "FEN", &game.line.start().fen());
    }
    out.push('\n');
    movetext(&mut out, game, to);
    out
}

/// The result token: `*` while the game is on, and where both have lost.
pub fn result(game: &GameFile) -> &'static str {
    match (game.status, game.result) {
        (Status::Finished, Some(result)) => result.code.pgn(),
        _ => "*",
    }
}

fn tag(out: &mut String, name: &str, value: &str) {
    out.push('[');
    out.push_str(name);
    out.push_str(" \"");
    for c in value.chars().filter(|c| !c.is_control()).take(VALUE) {
        if c == '"' || c == '\\' {
            out.push('\\');
        }
        out.push(c);
    }
    out.push_str("\"]\n");
}

fn termination(game: &GameFile) -> &'static str {
    let Some(result) = game.result.filter(|_| game.status == Status::Finished) else {
        return "unterminated";
    };
    match result.termination {
        Termination::Checkmate
        | Termination::Resignation
        | Termination::Agreement
        | Termination::Stalemate
        | Termination::DeadPosition
        | Termination::Threefold
        | Termination::FiftyMoves
        | Termination::Fivefold
        | Termination::SeventyFiveMoves => "normal",
        Termination::Time => "time forfeit",
        Termination::Silence | Termination::Withdrawal | Termination::Default => "abandoned",
        Termination::Adjudication | Termination::Ruling => "adjudication",
    }
}

/// Why a finished game ended, in the words that XBoard uses where it has some.
fn reason(game: &GameFile, ended: GameResult) -> String {
    let loser = match ended.code {
        ResultCode::White | ResultCode::WhiteForfeit => Some(Side::Black),
        ResultCode::Black | ResultCode::BlackForfeit => Some(Side::White),
        ResultCode::Draw | ResultCode::BothForfeit | ResultCode::BothLose | ResultCode::LeftOut => {
            None
        }
    };
    let of = |said: &str, else_said: &str| match loser {
        Some(side) => format!("{} {said}", colour(side)),
        None => else_said.to_owned(),
    };
    match ended.termination {
        Termination::Checkmate => format!("{} mates", colour(game.turn().other())),
        Termination::Resignation => of("resigns", "Draw: the opponent could not mate"),
        Termination::Agreement => "Draw agreed".to_owned(),
        Termination::Stalemate => "Stalemate".to_owned(),
        Termination::DeadPosition => "Draw: nobody can mate".to_owned(),
        Termination::Threefold | Termination::Fivefold => "Draw by repetition".to_owned(),
        Termination::FiftyMoves => "Draw by fifty move rule".to_owned(),
        Termination::SeventyFiveMoves => "Draw by seventy-five move rule".to_owned(),
        Termination::Time => of("forfeits on time", "Draw: time forfeit, nobody can mate"),
        Termination::Silence => of("did not answer", "No answer"),
        Termination::Withdrawal => of("left the tournament", "Left the tournament"),
        Termination::Adjudication => "Adjudication".to_owned(),
        Termination::Default => of("did not play", "Not played"),
        Termination::Ruling => "Decision of the arbiter".to_owned(),
    }
}

fn colour(side: Side) -> &'static str {
    match side {
        Side::White => "White",
        Side::Black => "Black",
    }
}

/// Collects words into lines.
struct PgnLines<'a> {
    out: &'a mut String,
    column: usize,
}

impl PgnLines<'_> {
    fn word(&mut self, word: &str) {
        let width = word.chars().count();
        // What would be something else at the beginning of a line stays on this one.
        let marks = ["From", "[", "%", ";", ">", "."];
        let stays = marks.iter().any(|m| word.starts_with(m));
        if self.column > 0 && self.column + 1 + width > LINE && !stays {
            self.out.push('\n');
            self.column = 0;
        } else if self.column > 0 {
            self.out.push(' ');
            self.column += 1;
        }
        self.out.push_str(word);
        self.column += width;
    }

    fn new_line(&mut self) {
        if self.column > 0 {
            self.out.push('\n');
            self.column = 0;
        }
    }

    /// A comment on one line: cmail looks for `offers a draw` in such a one, and
    /// lets the player accept.
    fn remark(&mut self, text: &str) {
        self.new_line();
        self.word(&format!("{{{text}}}"));
    }

    /// A comment, on lines of its own: the blank that a comment leaves behind a
    /// move of White's would be the sign of a move of Black's to cmail.
    fn comment(&mut self, text: &str) {
        let plain: String = text
            .chars()
            .map(|c| match c {
                '{' => '(',
                '}' => ')',
                c if c.is_control() => ' ',
                c => c,
            })
            .collect();
        let words: Vec<String> = plain.split_whitespace().flat_map(cut).collect();
        let Some((last, before)) = words.split_last() else {
            return;
        };
        self.new_line();
        let mut open = "{";
        for word in before {
            self.word(&format!("{open}{word}"));
            open = "";
        }
        self.word(&format!("{open}{last}}}"));
    }
}

/// A word in pieces that fit on a line.
fn cut(word: &str) -> Vec<String> {
    let chars: Vec<char> = word.chars().collect();
    chars.chunks(LINE - 2).map(|c| c.iter().collect()).collect()
}

/// Who plays on for whom from behind so many half-moves, in English as all words of
/// the movetext: the tags name the last one.
fn handed(
    lines: &mut PgnLines<'_>,
    game: &GameFile,
    ply: u32,
    name: impl Fn(Side, &str) -> String,
) {
    for hand in game.hands.iter().filter(|h| h.ply == ply) {
        let (is, was) = (
            name(hand.side, &hand.is.name),
            name(hand.side, &hand.was.name),
        );
        let side = colour(hand.side);
        lines.comment(&format!(
            "{side}: {is} plays on for {was} from {}",
            hand.day
        ));
    }
}

fn movetext(out: &mut String, game: &GameFile, to: Option<Enclosing<'_>>) {
    let as_is = |_, name: &str| name.to_owned();
    // cmail takes the blank behind a comment for a move of Black's.
    let comments = to.is_none();
    let mut lines = PgnLines { out, column: 0 };
    let mut pair = String::new();
    if comments {
        handed(&mut lines, game, 0, as_is);
    }
    for (i, mv) in game.moves.iter().enumerate() {
        // Number and both moves stay together: cmail finds whose turn it is by the
        // last number and what follows it on its line.
        if mv.side == Side::White || pair.is_empty() {
            // Writing to a String cannot fail.
            let _ = write!(pair, "{}{}", mv.number, mv.side.dots());
        }
        pair.push(' ');
        pair.push_str(&mv.san);
        let hands = comments && game.hands.iter().any(|h| h.ply == mv.ply);
        if mv.side == Side::Black || i + 1 == game.moves.len() || hands {
            lines.word(&pair);
            pair.clear();
        }
        if hands {
            handed(&mut lines, game, mv.ply, as_is);
        }
    }
    for text in to.map_or(&[][..], |to| to.words) {
        lines.comment(text);
    }
    match game.result.filter(|_| game.status == Status::Finished) {
        Some(ended) => lines.remark(&reason(game, ended)),
        None => {
            if let Some((side, ply)) = game.draw_offer
                && ply == game.ply()
            {
                lines.remark(&format!("{} offers a draw", colour(side)));
            }
        }
    }
    lines.word(result(game));
    out.push('\n');
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::Variant;
    use crate::compose::samples;
    use crate::language::Language;
    use crate::record::{Event, ResultCode};
    use std::sync::Arc;

    #[test]
    fn a_game_as_pgn() {
        let offer = Event::DrawOffered {
            side: Side::Black,
            ply: 16,
        };
        let file = samples::game(Language::En, 16, &[offer]).unwrap();
        expect_test::expect![[r#"
            [Event "Club championship 2026"]
            [Site "NET"]
            [Date "2026.01.10"]
            [Round "2"]
            [White "Ann Archer"]
            [Black "Bert Baker"]
            [Result "*"]
            [Mode "EM"]
            [CmailGameName "RU26-01-3"]
            [WhiteElo "2150"]
            [TimeControl "10/5184000"]
            [Termination "unterminated"]

            1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. c3 Nf6 5. d4 exd4 6. cxd4 Bb4+ 7. Nc3 Nxe4
            8. O-O Bxc3
            {Black offers a draw} *
        "#]]
        .assert_eq(&game(&file));
    }

    #[test]
    fn a_result_and_a_start_position() {
        let file = samples::game(Language::En, 0, &[]).unwrap();
        let mut facts = (*file.facts).clone();
        facts.variant = Variant::Chess960;
        facts.start_fen =
            Some("bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR b HFhf - 2 9".to_owned());
        facts.players.white.name = "O\"Neil \\ Ann\n[Result \"1-0\"]".to_owned();
        let end = Event::Ended {
            result: ResultCode::BothLose,
            termination: Termination::Silence,
        };
        let mut entries = file.entries.to_vec();
        let mut last = entries[0].clone();
        last.entry.event = end;
        entries.push(last);
        let leave = file.leave.clone();
        let file = GameFile::fold(Arc::new(facts), leave, entries).unwrap();
        let pgn = game(&file);
        assert!(pgn.contains("[Variant \"chess960\"]\n[SetUp \"1\"]\n[FEN \"bqnb1rkr/"));
        assert!(
            pgn.contains("[White \"O\\\"Neil \\\\ Ann[Result \\\"1-0\\\"]\"]"),
            "{pgn}"
        );
        assert!(pgn.contains("[Termination \"abandoned\"]"));
        assert!(pgn.ends_with("\n\n{No answer} *\n"));
        assert!(!pgn.contains('@'), "no address");
    }

    #[test]
    fn a_letter_to_a_chess_program() {
        let offer = Event::DrawOffered {
            side: Side::White,
            ply: 15,
        };
        let file = samples::game(Language::En, 15, &[offer]).unwrap();
        let words: Vec<String> = (0..80)
            .map(|n| {
                format!(
                    "{} From [Event %x ;y >z {{brace}} срок {}",
                    "w".repeat(n),
                    "long".repeat(60)
                )
            })
            .collect();
        let to = Enclosing {
            robot: "moves@club.example",
            letter: "g1.p15.abc@club.example",
            words: &words,
        };
        let pgn = game_for(&file, to);
        let (tags, moves) = pgn.split_once("\n\n").unwrap();
        let names: Vec<&str> = tags
            .lines()
            .filter_map(|l| l.strip_prefix('[')?.split(' ').next())
            .collect();
        // The order in which cmail writes them; a tag that begins with `Event`
        // would begin another game for it.
        assert_eq!(
            names[..12],
            [
                "Event",
                "Site",
                "Date",
                "Round",
                "White",
                "Black",
                "Result",
                "WhiteNA",
                "BlackNA",
                "Mode",
                "CmailGameName",
                "PostchessLetter"
            ]
        );
        assert!(!names[1..].iter().any(|n| n.starts_with("Event")));
        assert_eq!(program_name(&file), "RU26-01-3");
        for line in moves.lines() {
            let marks = ["From", "[", "%", ";", ">"];
            assert!(!marks.iter().any(|m| line.starts_with(m)), "{line}");
            assert!(line.chars().count() < 100 && line.len() < 998, "{line}");
        }
        // White's move, a line end, the comments, and the offer on a line of its own:
        // cmail takes a blank behind the move for a move of Black's.
        assert!(moves.contains("\n8. O-O\n{"), "{moves}");
        assert!(moves.ends_with("\n{White offers a draw} *\n"), "{moves}");
        assert_eq!(moves.matches('{').count(), moves.matches('}').count());
    }

    #[test]
    fn every_end_has_its_reason() {
        let file = samples::game(Language::En, 16, &[]).unwrap();
        let ended = |code, termination| {
            let mut entries = file.entries.to_vec();
            let mut last = entries[0].clone();
            last.entry.event = Event::Ended {
                result: code,
                termination,
            };
            entries.push(last);
            let facts = Arc::clone(&file.facts);
            let pgn = game(&GameFile::fold(facts, file.leave.clone(), entries).unwrap());
            pgn.lines().last().unwrap().to_owned()
        };
        use ResultCode as R;
        use Termination as T;
        for (code, termination, line) in [
            (R::White, T::Resignation, "{Black resigns} 1-0"),
            (R::Black, T::Time, "{White forfeits on time} 0-1"),
            (R::Draw, T::Agreement, "{Draw agreed} 1/2-1/2"),
            (
                R::Draw,
                T::Resignation,
                "{Draw: the opponent could not mate} 1/2-1/2",
            ),
            (R::Draw, T::Threefold, "{Draw by repetition} 1/2-1/2"),
            (R::BothLose, T::Silence, "{No answer} *"),
            (R::WhiteForfeit, T::Default, "{Black did not play} 1-0"),
        ] {
            assert_eq!(ended(code, termination), line);
        }
    }
}
