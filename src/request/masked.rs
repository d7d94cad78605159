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

/// What stands in place of a link.
pub const LINK: &str = "…";

/// A text without addresses, links and names of hosts: of whom nobody knows who he is.
pub fn masked(text: &str) -> String {
    LINKS
        .replace_all(&without_addresses(text), LINK)
        .into_owned()
}

/// `scheme://…`, `www.…`, and anything that reads like the name of a host.
static LINKS: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"(?i)\b[a-z][a-z0-9+.-]*://\S+|\bwww\.\S+|\b(?:[\p{N}-]*\p{L}[\p{L}\p{N}-]*\.)+\p{L}{2,}\b(?:[/:?]\S*)?",
    )
});

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
    fn links_are_masked_and_moves_are_not() {
        for (text, shown) in [
            ("see https://evil.example/x?y=1 now", "see … now"),
            ("www.evil.example", "…"),
            ("evil.example/pay", "…"),
            ("пишите.рф", "…"),
            ("address T26:2 eve@evil.example", "address T26:2 …@…"),
            ("12. 5254", "12. 5254"),
            ("12...Nf6", "12...Nf6"),
            ("12.ed", "12.ed"),
            ("1.e4 e5 2.Nf3", "1.e4 e5 2.Nf3"),
            ("2026-07-01 2026-07-14 T26", "2026-07-01 2026-07-14 T26"),
        ] {
            assert_eq!(masked(text), shown);
        }
    }

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
