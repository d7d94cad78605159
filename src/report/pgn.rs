//! A game as PGN (export format of the PGN standard, 8.2). The tags that Scid
//! keys its games by (Event, Site, White, Black, CmailGameName) never change in
//! the course of a game, and no player's address stands in it.

use crate::chess::{Side, Variant};
use crate::record::{GameFile, Status, Termination};
use crate::tournament::Profile;
use std::fmt::Write;

/// Seconds in a day, for the TimeControl tag.
const DAY_SECONDS: u64 = 86_400;
/// Longest line of movetext.
const LINE: usize = 79;

/// The game as PGN with LF line ends: tags, a blank line, movetext in lines
/// below 80 characters.
pub fn game(game: &GameFile) -> String {
    game_for(game, None)
}

/// As [`game()`], with the robot's own address as that of both players: XBoard's
/// cmail and Scid refuse a game without WhiteNA and BlackNA, and answer to it.
pub fn game_for(game: &GameFile, robot: Option<&str>) -> String {
    let facts = &game.facts;
    let mut out = String::with_capacity(1024 + game.moves.len() * 8);
    tag(&mut out, "Event", &facts.tournament_name);
    tag(&mut out, "Site", "NET");
    tag(&mut out, "Date", &facts.start.to_string().replace('-', "."));
    tag(&mut out, "Round", &facts.round.to_string());
    tag(&mut out, "White", &game.player(Side::White).name);
    tag(&mut out, "Black", &game.player(Side::Black).name);
    tag(&mut out, "Result", result(game));
    for (name, side) in [("WhiteElo", Side::White), ("BlackElo", Side::Black)] {
        if let Some(rating) = game.player(side).rating {
            tag(&mut out, name, &rating.to_string());
        }
    }
    if let Some(robot) = robot {
        tag(&mut out, "WhiteNA", robot);
        tag(&mut out, "BlackNA", robot);
    }
    let mode = match facts.profile {
        Profile::Post => "PM",
        Profile::Email | Profile::Server => "EM",
    };
    tag(&mut out, "Mode", mode);
    let seconds = u64::from(facts.regulations.days_per_period) * DAY_SECONDS;
    let control = format!("{}/{seconds}", facts.regulations.moves_per_period);
    tag(&mut out, "TimeControl", &control);
    tag(&mut out, "Termination", termination(game));
    let name = format!("{}-{}", facts.name.code, facts.name.number);
    tag(&mut out, "CmailGameName", &name);
    if facts.variant == Variant::Chess960 {
        tag(&mut out, "Variant", "chess960");
    }
    if facts.start_fen.is_some() || facts.variant == Variant::Chess960 {
        tag(&mut out, "SetUp", "1");
        tag(&mut out, "FEN", &game.line.start().fen());
    }
    out.push('\n');
    movetext(&mut out, game);
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
    for c in value.chars().filter(|c| !c.is_control()) {
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

/// Collects words into lines.
struct Lines<'a> {
    out: &'a mut String,
    column: usize,
}

impl Lines<'_> {
    fn word(&mut self, word: &str) {
        if self.column > 0 && self.column + 1 + word.len() > LINE {
            self.out.push('\n');
            self.column = 0;
        } else if self.column > 0 {
            self.out.push(' ');
            self.column += 1;
        }
        self.out.push_str(word);
        self.column += word.len();
    }
}

fn movetext(out: &mut String, game: &GameFile) {
    let mut lines = Lines { out, column: 0 };
    let mut number = String::new();
    for (i, mv) in game.moves.iter().enumerate() {
        if mv.side == Side::White || i == 0 {
            let dots = mv.side.dots();
            number.clear();
            // Writing to a String cannot fail.
            let _ = write!(number, "{}{dots}", mv.number);
            lines.word(&number);
        }
        lines.word(&mv.san);
    }
    if let Some((side, ply)) = game.draw_offer.filter(|_| game.status != Status::Finished)
        && ply == game.ply()
    {
        let who = if side == Side::White {
            "White"
        } else {
            "Black"
        };
        for word in [&format!("{{{who}"), "offers", "a", "draw}"] {
            lines.word(word);
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
            [WhiteElo "2150"]
            [Mode "EM"]
            [TimeControl "10/5184000"]
            [Termination "unterminated"]
            [CmailGameName "RU26-01-3"]

            1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. c3 Nf6 5. d4 exd4 6. cxd4 Bb4+ 7. Nc3 Nxe4 8.
            O-O Bxc3 {Black offers a draw} *
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
        let mut entries = file.entries.clone();
        let mut last = entries[0].clone();
        last.event = end;
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
        assert!(pgn.ends_with("\n\n*\n"));
        assert!(!pgn.contains('@'), "no address");
    }
}
