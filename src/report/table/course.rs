//! The course of an event in figures: how far it is, results, how games ended, the longest.

use super::{GameLine, TableInput};
use crate::language::Language;
use crate::messages::{Counted, Phrase};
use crate::record::{ResultCode, Status, Termination};

/// Names of figures and what they are, of the games that are over; a figure that there is
/// not yet is left out.
pub fn course(input: &TableInput, language: Language) -> Vec<(String, String)> {
    let over = |g: &&GameLine| g.status == Status::Finished;
    let games: Vec<&GameLine> = input.games.iter().filter(over).collect();
    let mut facts = Vec::new();
    let mut add = |name: Phrase, value: String| facts.push((name.say(language).to_owned(), value));
    let (n, all) = (games.len().to_string(), input.games.len().to_string());
    let of = Phrase("official.of").fill(language, &[("n", &n), ("all", &all)]);
    add(Phrase("official.finished-of"), of);
    let results = || games.iter().filter_map(|g| g.result);
    if results().next().is_some() {
        let count = |codes: &[ResultCode]| results().filter(|r| codes.contains(&r.code)).count();
        let white = count(&[ResultCode::White, ResultCode::WhiteForfeit]);
        let drawn = count(&[ResultCode::Draw]);
        let black = count(&[ResultCode::Black, ResultCode::BlackForfeit]);
        add(
            Phrase("official.results"),
            format!("{white}, {drawn}, {black}"),
        );
        let ends: Vec<String> = ENDS
            .iter()
            .filter_map(|(phrase, kinds)| {
                let n = results().filter(|r| kinds.contains(&r.termination));
                let n = n.count();
                (n > 0).then(|| format!("{} – {n}", phrase.say(language)))
            })
            .collect();
        add(Phrase("official.ends"), ends.join(", "));
    }
    let longest = games
        .iter()
        .max_by_key(|g| (g.ply, std::cmp::Reverse(&g.name)));
    if let Some(longest) = longest.filter(|g| g.ply > 0) {
        let moves = Counted("counted.move").count(language, i64::from(longest.ply.div_ceil(2)));
        add(
            Phrase("official.longest"),
            format!("{}, {moves}", named(input, longest)),
        );
    }
    facts
}

/// A game with its name and who plays it: `RU26/3 (Иванов – Петров)`.
pub fn named(input: &TableInput, game: &GameLine) -> String {
    let [white, black] = [game.white, game.black].map(|n| input.name_of(n));
    format!("{} ({white} – {black})", game.name)
}

/// How games end, in the order in which they are told.
const ENDS: [(Phrase, &[Termination]); 10] = [
    (Phrase("official.by-checkmate"), &[Termination::Checkmate]),
    (
        Phrase("official.by-resignation"),
        &[Termination::Resignation],
    ),
    (Phrase("official.by-agreement"), &[Termination::Agreement]),
    (
        Phrase("official.by-position"),
        &[
            Termination::Stalemate,
            Termination::DeadPosition,
            Termination::Threefold,
            Termination::FiftyMoves,
            Termination::Fivefold,
            Termination::SeventyFiveMoves,
        ],
    ),
    (Phrase("official.by-time"), &[Termination::Time]),
    (Phrase("official.by-silence"), &[Termination::Silence]),
    (Phrase("official.by-withdrawal"), &[Termination::Withdrawal]),
    (
        Phrase("official.by-adjudication"),
        &[Termination::Adjudication],
    ),
    (Phrase("official.by-default"), &[Termination::Default]),
    (Phrase("official.by-ruling"), &[Termination::Ruling]),
];
