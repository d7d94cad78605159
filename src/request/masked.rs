//! A player's words as others may read them: nothing of a letter is passed on but
//! its author's own words, without addresses (CONTRACT.md 4).

use super::pattern;
use regex::Regex;
use std::sync::LazyLock;

/// What stands in place of an address.
pub const MASK: &str = "…@…";

/// A text without addresses of electronic mail.
pub fn without_addresses(text: &str) -> String {
    ADDRESS.replace_all(text, MASK).into_owned()
}

/// Anything with an @ between two words, quoted local parts too.
static ADDRESS: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r#"(?:"[^"\n]{1,64}"|[\p{L}\p{N}.!#$%&'*+/=?^_`{|}~-]+)@(?:\[[0-9a-fA-F.:]+\]|[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)*)"#,
    )
});

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_not_passed_on() {
        for (text, shown) in [
            ("Write to ann@a.example, please.", "Write to …@…, please."),
            ("<mailto:ann+chess@mail.a.example>", "<mailto:…@…>"),
            ("Пишите на иван@пример.example!", "Пишите на …@…!"),
            ("\"a b\"@a.example and x@[192.0.2.1]", "…@… and …@…"),
            ("a@localhost", "…@…"),
            ("two a@a.example b@b.example", "two …@… …@…"),
            ("12. e4 @ home", "12. e4 @ home"),
            ("no address: 5254 Nf3+ =", "no address: 5254 Nf3+ ="),
        ] {
            assert_eq!(without_addresses(text), shown);
        }
    }
}
