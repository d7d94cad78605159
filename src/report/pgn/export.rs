//! A game of a tournament as other programs and databases take it: tags in the order
//! of the standard, the day and hour of every move, nobody's address.

use super::{PgnLines, handed, reason, result, tag, termination};
use crate::ascii::ascii;
use crate::chess::{Side, Variant};
use crate::clock::charge::{arrives, charge};
use crate::record::{GameFile, PlayedMove, Status};
use crate::time::Day;

/// How a game is given away.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Export {
    /// Names in ASCII, for programs that know no other letters.
    pub ascii: bool,
}

/// The game as PGN with LF line ends and an empty line behind it. Behind each move
/// stands when it was sent, by the tournament's dates: `{[%ccsnt 2026.01.12,09:30]}`; and what
/// does not follow from that, so that who takes the game over has the same days: when it
/// was received (`[%ccrcv 2026.01.15]`; before the first move, when White's time began), that
/// it was accepted from a series (`[%ccser]`), and what it cost, with its penalty
/// (`[%ccday 7+2]`: a faulty letter before it, leave, days given back).
/// Moves taken out of the game are not in it.
pub fn export(game: &GameFile, how: Export) -> String {
    let mut out = String::with_capacity(1024 + game.moves.len() * 40);
    tags(&mut out, game, how);
    out.push('\n');
    let plain = |side: Side, name: &str| match how.ascii {
        true => ascii(name, game.player(side).language),
        false => name.to_owned(),
    };
    let mut lines = PgnLines {
        out: &mut out,
        column: 0,
    };
    let facts = &game.facts;
    handed(&mut lines, game, 0, plain);
    if let Some(first) = game.moves.first() {
        let begun = opened(first);
        let follows = arrives(facts.start, facts.start, facts.regulations.transit_days);
        if begun != follows.min(first.sent) {
            lines.word(&format!("{{[%ccrcv {}]}}", dotted(begun)));
        }
    }
    for (at, mv) in game.moves.iter().enumerate() {
        // Behind a comment Black's move has its number again.
        lines.word(&format!("{}{} {}", mv.number, mv.side.dots(), mv.san));
        let sent = game.facts.zone.clock(mv.sent_at());
        let sent = sent.replace('-', ".").replace(' ', ",");
        let received = received(game, mv, game.moves.get(at + 1));
        let received = received.map(|day| format!("[%ccrcv {}]", dotted(day)));
        let received = received.unwrap_or_default();
        let cost = cost(game, mv);
        lines.word(&format!("{{[%ccsnt {sent}]{cost}{received}}}"));
        handed(&mut lines, game, mv.ply, plain);
    }
    if let Some(ended) = game.result.filter(|_| game.status == Status::Finished) {
        lines.word(&format!("{{{}}}", reason(game, ended)));
    }
    lines.word(result(game));
    out.push_str("\n\n");
    out
}

/// When a move was received, where that does not follow from its dispatch.
fn received(game: &GameFile, mv: &PlayedMove, answer: Option<&PlayedMove>) -> Option<Day> {
    let facts = &game.facts;
    let arrives = arrives(mv.sent, facts.start, facts.regulations.transit_days);
    let (received, follows) = match answer {
        Some(answer) => (opened(answer), arrives.min(answer.sent)),
        // Of a game in play its clock tells it.
        None => (game.tally().running?.since, arrives),
    };
    (received != follows).then_some(received)
}

/// The receipt of the opponent's move: that which counts last may be of our request to
/// correct a faulty one.
fn opened(mv: &PlayedMove) -> Day {
    mv.faults
        .first()
        .map_or(mv.received, |fault| fault.received)
}

/// What a half-move cost, where its dates do not tell it.
fn cost(game: &GameFile, mv: &PlayedMove) -> String {
    if mv.variant && mv.penalty == 0 {
        return "[%ccser]".to_owned();
    }
    let hours = game.counts_hours();
    let plain = charge(opened(mv), mv.sent, &[]);
    match mv.penalty {
        0 if mv.days == plain && !hours => String::new(),
        0 => format!("[%ccday {}]", mv.days),
        penalty => format!("[%ccday {}{penalty:+}]", mv.days),
    }
}

/// What the moves of a game that goes on do not carry, for who takes it over.
fn not_in_moves(game: &GameFile) -> Option<String> {
    if game.status == Status::Finished {
        return None;
    }
    let mut found = Vec::new();
    let penalties = game.penalties_to_come();
    for side in Side::BOTH {
        let who = side.name().to_lowercase();
        let days = *penalties.get(side);
        if days != 0 {
            found.push(format!("penalty days of {who}: {days}"));
        }
        if let Some((allowed, through)) = game.let_off(side) {
            found.push(format!(
                "refused overstep of {who}: {allowed} days through move {through}"
            ));
        }
    }
    for fault in game.pending.iter().filter(|f| f.is_asked_back()) {
        let who = game.turn().name().to_lowercase();
        found.push(format!("faulty move of {who}, sent {}", fault.sent));
    }
    (!found.is_empty()).then(|| found.join("; "))
}

fn dotted(day: Day) -> String {
    day.to_string().replace('-', ".")
}

/// The tag that says what the moves do not: penalties to come, a refused overstep, a faulty
/// move that waits for its correction.
pub const NOT_IN_MOVES: &str = "NotInMoves";

/// Seven tags in the standard's order, the others in that of their names.
fn tags(out: &mut String, game: &GameFile, how: Export) {
    let facts = &game.facts;
    let plain = |text: &str, language| match how.ascii {
        true => ascii(text, language),
        false => text.to_owned(),
    };
    let name = |side: Side| {
        let player = game.player(side);
        plain(&player.name, player.language)
    };
    tag(out, "Event", &plain(&facts.tournament_name, facts.language));
    tag(out, "Site", "NET");
    tag(out, "Date", &dotted(facts.start));
    tag(out, "Round", &facts.round.to_string());
    tag(out, "White", &name(Side::White));
    tag(out, "Black", &name(Side::Black));
    tag(out, "Result", result(game));

    let regulations = &facts.regulations;
    let seconds = u64::from(regulations.days_per_period) * super::DAY_SECONDS;
    let own_start = facts.start_fen.is_some() || facts.variant == Variant::Chess960;
    let rating = |side: Side| game.player(side).rating.map(|r| r.to_string());
    let control = format!("{}/{seconds}", regulations.moves_per_period);
    let all = [
        ("BlackElo", rating(Side::Black)),
        ("Board", Some(facts.board.to_string())),
        ("CmailGameName", Some(super::program_name(game))),
        ("EventDate", Some(dotted(facts.start))),
        ("FEN", own_start.then(|| game.line.start().fen())),
        ("Mode", Some(facts.profile.way().pgn_mode.to_owned())),
        (NOT_IN_MOVES, not_in_moves(game)),
        ("SetUp", own_start.then(|| "1".to_owned())),
        ("Termination", Some(termination(game).to_owned())),
        ("TimeControl", Some(control)),
        (
            "Variant",
            (facts.variant == Variant::Chess960).then(|| "chess960".to_owned()),
        ),
        ("WhiteElo", rating(Side::White)),
    ];
    for (name, value) in all {
        if let Some(value) = value {
            tag(out, name, &value);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::compose::samples;
    use crate::language::Language;

    #[test]
    fn a_game_for_a_database() {
        let file = samples::game(Language::Ru, 5, &[]).unwrap();
        let mut facts = (*file.facts).clone();
        facts.players.white.name = "Щукин \"Ю\" Ї".to_owned();
        facts.players.white.language = Language::Ru;
        let leave = file.leave.clone();
        let file = GameFile::fold(facts.into(), leave, file.entries.to_vec()).unwrap();
        let pgn = export(&file, Export { ascii: true });
        assert!(pgn.is_ascii() && pgn.ends_with(" *\n\n"), "{pgn}");
        assert!(pgn.contains("[White \"Shchukin \\\"Iu\\\" I\"]"), "{pgn}");
        let in_one = pgn.replace('\n', " ");
        // White's time began on the day of the start, Bert was on leave.
        let first = "\n{[%ccrcv 2026.01.10]} 1. e4 {[%ccsnt 2026.";
        assert!(pgn.contains(first), "{pgn}");
        assert!(in_one.contains("[%ccday 0]} 3. Bc4"), "{pgn}");
        assert!(in_one.contains("1... e5 {[%ccsnt 2026."), "{pgn}");
        assert!(!pgn.contains('@'), "{pgn}");
        assert!(pgn.lines().all(|l| l.chars().count() <= 80), "{pgn}");
        let own = export(&file, Export::default());
        assert!(own.contains("[White \"Щукин \\\"Ю\\\" Ї\"]"), "{own}");
        let (tags, _) = own.split_once("\n\n").unwrap();
        let names: Vec<&str> = tags
            .lines()
            .filter_map(|l| l.strip_prefix('[')?.split(' ').next())
            .collect();
        let roster = ["Event", "Site", "Date", "Round", "White", "Black", "Result"];
        assert_eq!(names[..7], roster);
        assert!(names[7..].is_sorted(), "{names:?}");
    }
}
