//! Words of politeness that may stand beside a command or a move without
//! making its line a sentence.

#![expect(
    clippy::expect_used,
    reason = "constant patterns: every test compiles them"
)]

use regex::Regex;
use std::sync::LazyLock;

/// A greeting at the start of a line, with the name of who is greeted, up to
/// its punctuation.
pub static GREETING: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(
        r"(?i)^\s*(?:hello|hi|dear|good (?:day|morning|evening|afternoon)|здравствуйте|здравствуй|привет(?:ствую)?|добрый (?:день|вечер)|доброе утро|доброго (?:дня|времени суток)|уважаем(?:ый|ая|ые)|вітаю|привіт|добрий (?:день|вечір)|шановн(?:ий|а|і)|dzień dobry|dobry wieczór|cześć|witam|witaj|szanown[yai])(?:[ ,]+[\p{L}.'’-]+){0,3}?\s*(?:[!.,;:]+(?:\s+|$)|$)",
    )
    .expect("a constant pattern")
});

/// Thanks or regards with up to three words of a name, at the end of a line.
pub static CLOSING: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(
        r"(?i)[\s.,!;)]\s*(?:thanks|thank you|(?:(?:best|kind|warm|with) )*regards|cheers|yours|sincerely|спасибо|благодарю|с уважением|с приветом|с наилучшими(?: пожеланиями)?|всего доброго|удачи|дякую|з повагою|бувайте|dziękuję|dzięki|z poważaniem|(?:serdecznie )?pozdrawiam|pozdrowienia)[\s,.!]*(?:[\p{Lu}][\p{L}.'’-]*[\s,.!]*){0,3}$",
    )
    .expect("a constant pattern")
});
