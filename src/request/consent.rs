//! Words beside a move that may take up the opponent's offer of a draw: `4... Nf6`, and
//! below it `As for the draw: gladly`. Whether an offer stands, the game knows; where one
//! does, the move declines it, and the words are asked about.

use super::command;
use super::form::PlacedLine;
use super::meaning;
use super::second_thoughts;
use super::sentence::{self, Sentence};
use crate::letter::Paragraphs;

/// Whether a letter speaks of a draw in words that may agree to one: they agree, or ask,
/// and none says no. A command offers one, or is asked about by itself.
pub fn may_agree(text: &str) -> bool {
    let mut at = 0;
    let lines: Vec<PlacedLine<'_>> = text
        .split('\n')
        .map(|line| {
            let placed = (line, at);
            at += line.len() + 1;
            placed
        })
        .collect();
    let all = sentence::sentences(text, &lines, &Paragraphs::default());
    let agrees = |(at, s): (usize, &Sentence)| {
        meaning::speaks_of_a_draw(s).is_some()
            && takes_up(s, all.get(at + 1))
            && !meaning::leans_to_no(&all, s)
    };
    all.iter().enumerate().any(agrees)
}

/// Whether a sentence about a draw may take it up, perhaps with the one behind it:
/// `Remis? Chętnie.`
fn takes_up(said: &Sentence, next: Option<&Sentence>) -> bool {
    let asked = said.text().trim_end().ends_with('?');
    let command = command::read(said.text(), 0);
    let is_command = command.as_ref().is_some_and(sentence::acts);
    let answered = || next.is_some_and(|s| meaning::agrees(s) && !second_thoughts::turns(&[s]));
    match is_command {
        true => asked && answered(),
        false => asked || meaning::agrees(said),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_that_may_take_up_an_offer_are_known() {
        for text in [
            "4... Nf6\n\nOr shall I take the draw?",
            "4... Кf6\n\nИли лучше согласиться на ничью?",
            "4... Кf6\n\nНа нічию згоден.",
            "4... Sf6\n\nRemis gern.",
            "4... Sf6\n\nRemis? Chętnie.",
            "4... Nf6\n\nAs for the draw: gladly.",
        ] {
            assert!(may_agree(text), "{text}");
        }
    }

    #[test]
    fn what_declines_an_offer_or_only_names_it_takes_up_none() {
        for text in [
            "4... Nf6",
            "4... Nf6\n\nDRAW?",
            "4... Nf6\n\nThank you for the offer of a draw.",
            "4... Nf6\n\nNo draw yet, let us play on.",
            "4... Кf6\n\nНичью не принимаю.",
            "4... Sf6\n\nRemis? Nein, danke.",
            "4... Sf6\n\nNa remis za wcześnie.",
        ] {
            assert!(!may_agree(text), "{text}");
        }
    }
}
