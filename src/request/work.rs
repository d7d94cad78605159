//! What it costs to read a letter, counted and not measured: characters looked at,
//! in units of one byte of a line, and what each line costs however short it is. A
//! letter past its budget is asked about, so that nobody keeps the robot busy.

/// What a line costs beside its bytes: each is tried as a heading, a row of a form,
/// a command, a date and a move.
pub const LINE: usize = 50;

/// Most work of one letter, in units of a byte: a letter of fifty kilobytes of prose
/// costs a third of it, the record of a game of 300 moves with all its dates a tenth.
pub const BUDGET: usize = 260_000;

/// What reading a text costs.
pub fn of(text: &str) -> usize {
    let lines = text.split('\n').take(crate::letter::MAX_LINES);
    lines
        .filter(|line| !line.trim().is_empty())
        .map(|line| line.len() + LINE)
        .sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::request::{Doubt, understand_text};

    #[test]
    fn work_grows_with_the_letter_and_no_faster() {
        for line in [
            "12. 5254\n",
            "RESIGN not\n",
            "a line of prose in a long letter\n",
            "\n",
        ] {
            let (one, two) = (of(&line.repeat(500)), of(&line.repeat(1_000)));
            assert!(two <= 2 * one + LINE, "{line}");
        }
    }

    #[test]
    fn past_the_budget_a_letter_is_asked() {
        let long = format!(
            "{}12. 5254\n",
            "words and words and words of prose\n".repeat(4_000)
        );
        assert!(of(&long) > BUDGET);
        let read = understand_text(&long, "[T26/1]");
        assert_eq!(read.subject_games.len(), 1);
        assert_eq!(read.sections.len(), 1);
        assert!(read.sections[0].requests.is_empty());
        assert_eq!(read.sections[0].doubts, [Doubt::TooMuch]);
        let short = format!(
            "{}\n12. 5254\n",
            "words and words and words of prose\n".repeat(600)
        );
        assert_eq!(understand_text(&short, "").sections[0].requests.len(), 1);
    }
}
