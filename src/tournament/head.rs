//! The keys of `[tournament]` for whoever writes a file: what each means in one
//! sentence, what may stand there, and the article it comes from.

use super::play::{
    BoardOrder, MAX_LEGS, MAX_MATCH_GAMES, MAX_ROUNDS, System, TeamScore, TieDecider,
};
use crate::rules::{Article as A, OneOfWords, Profile, RegulationKey, ValueKind};

macro_rules! keys {
    ($($name:literal, $kind:expr, [$($article:ident),*], $meaning:literal;)*) => {
        &[$(RegulationKey {
            name: $name,
            kind: $kind,
            meaning: $meaning,
            articles: &[$(A::$article),*],
        }),*]
    };
}

/// The keys of `[tournament]`, in the order in which they are asked for.
pub const HEAD: &[RegulationKey] = keys! {
    "name", ValueKind::Other("1 to 100 characters"), [],
        "The name, as it stands in letters, tables and PGN.";
    "code", ValueKind::Other("1 to 40 Latin letters, digits, '-' and '_'"), [],
        "The first half of its games' names (CODE/1); it never changes.";
    "profile", ValueKind::Word(Profile::NAMES), [],
        "Which article's numbers hold: 56 by e-mail, 55 by post, 54 on a server.";
    "system", ValueKind::Word(System::NAMES), [BergerTables, DoubleRound],
        "How games come about: all meet once, or twice with both colours; two players in a match; the pairs you list; so many rounds between equals; who loses (twice) is out; or teams in one of these ways. A cycle of stages has a system for each.";
    "games", ValueKind::Number(1..=MAX_MATCH_GAMES), [],
        "How many games a match has, colours changing from game to game.";
    "legs", ValueKind::Number(1..=MAX_LEGS), [BergerTables],
        "How often everyone meets everyone, with the other colour each time.";
    "rounds", ValueKind::Number(1..=MAX_ROUNDS), [],
        "How many rounds a Swiss event has.";
    "ties", ValueKind::Words(TieDecider::NAMES), [],
        "What decides a match of a knock-out that ends level, in turn.";
    "team_score", ValueKind::Word(TeamScore::NAMES), [],
        "What counts first between teams: match points (38.7.1) or points on the boards (38.7.2).";
    "board_order", ValueKind::Word(BoardOrder::NAMES), [],
        "Line-ups (20): all in the order in which they are entered, those behind a missing one moving up; a fixed board each, reserves in the place of who is missing; or anybody anywhere.";
    "position", ValueKind::Other("0 to 959, draw, draw-each-round or draw-each-game"), [],
        "The start position of Chess960, by its number or drawn from the seed.";
    "draw_seed", ValueKind::Other("1 to 200 characters"), [],
        "The seed from which everything is drawn; publish it before entries close.";
    "openings", ValueKind::Other("a list of moves in UCI: [\"e2e4 c7c5\"]"), [],
        "Thematic: the games begin after these moves, by game number in turn.";
    "start_date", ValueKind::Other("a date such as 2027-02-01"), [BeforeStart],
        "The official start: nobody's time runs before it.";
    "end_date", ValueKind::Other("a later date, or nothing"), [Adjudication],
        "Games unfinished on that day go to adjudication; without a date they are played out.";
    "time_zone", ValueKind::Other("a zone of the IANA list such as Europe/Moscow"), [],
        "Whole days are counted in this zone, for both sides.";
    "language", ValueKind::Other("ru | en | uk | pl | de"), [],
        "The language of letters to players for whom no other is given.";
    "variant", ValueKind::Other("standard | chess960"), [],
        "The rules of the game.";
    "arbiter", ValueKind::Other("Name <address>"), [ArbiterDecides],
        "Who decides, gets the copies that the rules ask for, and the digest of open matters.";
    "appeals", ValueKind::Other("Name <address>, or nothing"), [RulingProtest],
        "Who hears protests against the arbiter's rulings, finally.";
    "adjudicator", ValueKind::Other("Name <address>, or nothing"), [Adjudication],
        "Who hears appeals against an adjudication; another person than the arbiter.";
    "entries", ValueKind::Other("{ until = 2027-01-15, limit = 16, fee = \"500 RUB\", ratings = [1800, 2300] }, or nothing"), [EntryTerms],
        "Open for entries until that day: whoever writes ENTER CODE stands on the list, and the officials admit him; players need not be named before.";
};
