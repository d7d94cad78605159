//! Words as people type them, made fit for the grammar: where one thing is typed in two
//! words, or in a word that a command line takes for something else.

/// Orders with a result among their words.
const WITH_RESULT: [&str; 3] = ["result", "adjudicate", "opinion"];

/// Orders with a half-move among their words.
const WITH_HALF_MOVE: [&str; 2] = ["void", "set-dates"];

/// The words of an order: `16. Nb1` as the one word that it is, and `--`, where a result
/// stands, as `-/-`: alone it would end the options.
pub fn fitted(words: Vec<String>) -> Vec<String> {
    let named = |w: &String| {
        let mut both = WITH_RESULT.iter().chain(&WITH_HALF_MOVE);
        both.find(|name| w.eq_ignore_ascii_case(name)).copied()
    };
    let Some((at, order)) = words
        .iter()
        .enumerate()
        .find_map(|(at, w)| Some((at, named(w)?)))
    else {
        return words;
    };
    match WITH_RESULT.contains(&order) {
        true => with_result(words, at),
        false => with_half_move(words, at),
    }
}

fn with_result(mut words: Vec<String>, name: usize) -> Vec<String> {
    let alone = |w: &String| w == "--";
    if words.iter().filter(|w| alone(w)).count() == 1
        && let Some(at) = words.iter().position(alone)
        && at > name
        // What is typed to end the options has something behind it that is none.
        && words.get(at + 1).is_none_or(|next| next.starts_with("--"))
        && let Some(word) = words.get_mut(at)
    {
        "-/-".clone_into(word);
    }
    words
}

fn with_half_move(words: Vec<String>, name: usize) -> Vec<String> {
    let mut fitted: Vec<String> = Vec::with_capacity(words.len());
    let mut joins = false;
    for (at, word) in words.into_iter().enumerate() {
        // The number stands behind the name of the order and that of the game.
        let number = at == name + 2 && is_number_with_dots(&word);
        match fitted.last_mut() {
            Some(last) if joins && !word.starts_with('-') => last.push_str(&word),
            _ => fitted.push(word),
        }
        joins = number;
    }
    fitted
}

/// `16.`, `16...`
fn is_number_with_dots(word: &str) -> bool {
    let dots = word.trim_start_matches(|c: char| c.is_ascii_digit());
    dots.len() < word.len() && !dots.is_empty() && dots.chars().all(|c| c == '.' || c == '…')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_typed_in_two_words_becomes_one() {
        for (typed, meant) in [
            ("void A/1 16. Nb1 --clock D", "void A/1 16.Nb1 --clock D"),
            ("td VOID A/1 16... Nb1", "td VOID A/1 16...Nb1"),
            ("set-dates A/1 16. --sent D", "set-dates A/1 16. --sent D"),
            ("void A/1 14", "void A/1 14"),
            ("move A/1 16. Nb1", "move A/1 16. Nb1"),
            ("result A/1 --", "result A/1 -/-"),
            (
                "td result A/1 -- --by default",
                "td result A/1 -/- --by default",
            ),
            ("result -- A/1 -/+", "result -- A/1 -/+"),
            ("result A/1 -- -/+", "result A/1 -- -/+"),
        ] {
            let words = typed.split(' ').map(str::to_owned).collect();
            assert_eq!(fitted(words).join(" "), meant);
        }
    }
}
