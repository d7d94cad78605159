//! Passwords that somebody guesses who knows which are common, or whose they are. Judged by
//! zxcvbn's estimate, of the text as it is and of the keys that it is typed with: `пароль` is
//! typed where `gfhjkm` is, and guessed as often.

use super::asked::Asked;
use zxcvbn::{Score, zxcvbn};

/// Shortest word of an account that is looked for in its password.
const SHORTEST: usize = 3;

/// Fewest letters and figures that a password has beside words of its account.
const BESIDE: usize = 5;

/// Most words of an account that are.
const MOST_WORDS: usize = 60;

/// The keys of a Russian keyboard, and what a Latin one has on them.
const KEYS: [(&str, &str); 2] = [
    (
        "йцукенгшщзхъфывапролджэячсмитьбюё",
        "qwertyuiop[]asdfghjkl;'zxcvbnm,.`",
    ),
    ("їіє", "]s'"),
];

/// Whether a password is guessed within a hundred million tries. `words`: those of its account.
pub fn is_guessed(password: &str, words: &[String]) -> bool {
    let keyed: Vec<String> = words.iter().map(|word| on_keys(word)).collect();
    let all: Vec<&str> = words.iter().chain(&keyed).map(String::as_str).collect();
    let is_weak = |text: &str| zxcvbn(text, &all).score() < Score::Three;
    is_own(password, words) || is_weak(password) || is_weak(&on_keys(password))
}

/// Whether hardly more than words of its account stand in a password: three of them, or two and a
/// figure, are many by the estimate.
fn is_own(password: &str, words: &[String]) -> bool {
    let whole = password.to_lowercase();
    let mut longest: Vec<&String> = words.iter().collect();
    longest.sort_by_key(|word| std::cmp::Reverse(word.len()));
    let rest = longest
        .into_iter()
        .fold(whole.clone(), |rest, word| rest.replace(word, " "));
    let left = rest.chars().filter(|c| c.is_alphanumeric()).count();
    rest != whole && left < BESIDE
}

/// What stands on a Latin keyboard on the keys of a text.
fn on_keys(text: &str) -> String {
    let key = |c: char| {
        KEYS.iter().find_map(|(own, latin)| {
            let at = own.chars().position(|k| k == c)?;
            latin.chars().nth(at)
        })
    };
    let lower = text.chars().flat_map(char::to_lowercase);
    lower.map(|c| key(c).unwrap_or(c)).collect()
}

/// The words of an account: of its owner's names and addresses, the club's name and the server's.
pub fn words(asked: &Asked, own: &[String]) -> Vec<String> {
    let server = asked.server.web.base_url.clone().unwrap_or_default();
    let club = asked.server.club.name.clone();
    words_of(own.iter().chain([&club, &server]).map(String::as_str))
}

fn words_of<'t>(texts: impl Iterator<Item = &'t str>) -> Vec<String> {
    let mut words = Vec::new();
    for text in texts {
        let parts = text.split(|c: char| !c.is_alphanumeric());
        let whole = text.split('@').next().unwrap_or_default();
        for word in parts.chain([whole]) {
            let word = word.to_lowercase();
            if word.chars().count() >= SHORTEST && !words.contains(&word) {
                words.push(word);
            }
        }
    }
    words.truncate(MOST_WORDS);
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_common_repeated_or_ones_own_is_guessed() {
        let own = [
            "Анна Шмидт",
            "anna.schmidt@chessmail.example",
            "Rochade 1924",
        ];
        let words = words_of(own.into_iter());
        for password in [
            "password12",
            "Password2026!",
            "iloveyou123",
            "qwertyuiop1",
            "йцукенгшщз",
            "пароль2026",
            "aaaaaaaaaa",
            "abcabcabcabc",
            "1234567890",
            "12.03.1975",
            "annaschmidt",
            "Anna.Schmidt",
            "schmidt1975",
            "шмидтанна",
            "АннаШмидт1",
            "Schmidt-Anna-75",
            "chessmail2026",
            "Rochade1924",
        ] {
            assert!(is_guessed(password, &words), "{password}");
        }
        for password in [
            "correct horse battery",
            "a long password",
            "another password",
            "слон бьёт на f7",
            "Karpov-Kasparov",
            "e2e4e7e5g1f3",
        ] {
            assert!(!is_guessed(password, &words), "{password}");
        }
    }
}
