//! A player's words as others may read them: nothing of a letter is passed on but
//! its author's own words, without addresses (CONTRACT.md 4).

use super::pattern;
use regex::{Captures, Match, Regex};
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

/// The same of an order, for the official who gave it: its addresses say whom it is for.
pub fn masked_but_addresses(text: &str) -> String {
    let mut shown = String::with_capacity(text.len());
    let mut rest = 0;
    // With a slash in it, it is a link that would pass for one.
    let plain = |found: &Match<'_>| !found.as_str().contains('/');
    for found in ADDRESS.find_iter(text).filter(plain) {
        let before = text.get(rest..found.start()).unwrap_or_default();
        shown.push_str(&LINKS.replace_all(before, LINK));
        shown.push_str(found.as_str());
        rest = found.end();
    }
    let last = text.get(rest..).unwrap_or_default();
    shown.push_str(&LINKS.replace_all(last, LINK));
    shown
}

/// A whole correspondence as an official reads it: without addresses and links, and without
/// what acts for somebody, our tokens and codes.
pub fn without_secrets(text: &str) -> String {
    // A token within an address goes with it.
    masked(&without_keys(&without_addresses(text)))
}

/// A text without what signs in or acts for somebody: our reply addresses and Message-IDs,
/// invitations, links to sign in by, and codes. Nobody is given a letter otherwise, whichever
/// way it went; whose addresses and links else stand in it is left.
pub fn without_keys(text: &str) -> String {
    let text = TOKEN.replace_all(text, LINK);
    let text = LINK_OF_OURS.replace_all(&text, LINK);
    let text = SEALED.replace_all(&text, LINK);
    let text = CODE.replace_all(&text, |found: &Captures<'_>| {
        let shown = found.get(0).map_or("", |m| m.as_str());
        let signs = || shown.chars().filter(|c| c.is_alphanumeric());
        let is_code = signs().any(|c| c.is_ascii_digit()) && signs().any(|c| !c.is_ascii_digit());
        match is_code {
            true => LINK.to_owned(),
            false => shown.to_owned(),
        }
    });
    text.into_owned()
}

/// What names a letter of ours and lets somebody answer it ([`crate::token`]), with the address
/// or Message-ID that it stands in; its secret perhaps broken over two lines of a quotation.
static TOKEN: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"(?ix)
        (?:[a-z0-9._%=-]+(?:\+|%2b|=2b)(?:b-)?|\b)
        [a-z0-9]{1,4}\.\d+\.[gpnm][gpnm0-9]*\.
        (?:[a-z2-7]{28}|[a-z2-7]{0,27}=?\r?\n[>\ \t]*[a-z2-7]{1,28})
        (?:(?:@|%40|=40)[a-z0-9.-]*[a-z0-9])?",
    )
});

/// A link by which somebody sets his first password or is signed in; its end perhaps in the
/// next line.
static LINK_OF_OURS: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"(?i)(?:https?://[^\s<>]*)?/(?:invitation|link)/[a-z0-9._=-]+(?:\r?\n[> \t]*[a-z2-7-]{6,}\b)?",
    )
});

/// A keyed hash or a secret of ours that stands anywhere else: so many signs of base32
/// ([`crate::token`]) are no word.
static SEALED: LazyLock<Regex> = LazyLock::new(|| pattern(r"(?i)\b[a-z2-7]{26,}\b"));

/// Ten signs of our codes, alone or in groups ([`super::confirm::CODE_ALPHABET`]), or the eight
/// of a code to sign in by, in Latin letters or in the Cyrillic ones that look like them.
static CODE: LazyLock<Regex> = LazyLock::new(|| {
    let sign = "[ACEFHJKMNPRTWXY3479АСЕНКМРТХУ]";
    let text = format!(r"(?i)\b(?:{sign}{{10}}|{sign}{{8}}|{sign}{{5}}[ .–-]{sign}{{5}})\b");
    pattern(&text)
});

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
    fn an_order_shows_its_addresses_and_no_links() {
        for (text, shown) in [
            (
                "address T26:2 eve@evil.example",
                "address T26:2 eve@evil.example",
            ),
            (
                "absent T26 td@a.example 2026-07-01 see www.evil.example/x",
                "absent T26 td@a.example 2026-07-01 see …",
            ),
            ("https://evil.example/a@b.example", "…"),
        ] {
            assert_eq!(masked_but_addresses(text), shown);
        }
    }

    #[test]
    fn what_acts_for_somebody_is_not_shown() {
        let token = "move.7.g12p17.abcdefghijklmnopqrstuvwxyz23";
        for (text, shown) in [
            (format!("moves+b-{token}@club.example"), "…@…".to_owned()),
            (format!("Ref: {token}."), "Ref: ….".to_owned()),
            ("YES ACEF3HJKMN".to_owned(), "YES …".to_owned()),
            ("yes acef3 hjkmn".to_owned(), "yes …".to_owned()),
            ("MATCHMAKER".to_owned(), "MATCHMAKER".to_owned()),
            ("https://club.example/link/abc".to_owned(), "…".to_owned()),
            (
                "12. 5254, 1.e4 e5".to_owned(),
                "12. 5254, 1.e4 e5".to_owned(),
            ),
        ] {
            assert_eq!(without_secrets(&text), shown, "{text}");
        }
    }

    #[test]
    fn what_signs_in_is_masked_wherever_it_stands_and_the_rest_is_evidence() {
        let secret = "abcdefghijklmnopqrstuvwxyz23";
        let seal = "abcdefghijklmnopqrstuvwxyz";
        for (text, shown) in [
            (
                format!("Reply-To: moves+move.7.g12p17.{secret}@club.example"),
                "Reply-To: …",
            ),
            (
                format!("Return-Path: <moves+b-move.7.n.{secret}@club.example>"),
                "Return-Path: <…>",
            ),
            (
                format!("for <moves=2Bmove.7.m.{secret}=40club.example>; x"),
                "for <…>; x",
            ),
            (
                format!("In-Reply-To: <MOVE.7.g12p17g3p4.{secret}@club.example>"),
                "In-Reply-To: <…>",
            ),
            (
                format!("<stat.0.n.{secret}@club.example> <a@b.example>"),
                "<…> <a@b.example>",
            ),
            (
                "> move.7.n.abcdefghijkl\n> mnopqrstuvwxyz23\n5254".to_owned(),
                "> …\n5254",
            ),
            (
                format!("https://play.example/club/invitation/12-20590-{seal} now"),
                "… now",
            ),
            (
                "https://play.example/invitation/12-20590-abcdefghijkl\n> mnopqrstuvwxyz"
                    .to_owned(),
                "…",
            ),
            (format!("https://play.example/link/{seal}{seal}."), "…"),
            (format!("my secret is {seal}{seal}"), "my secret is …"),
            ("YES ACEF3HJKMN".to_owned(), "YES …"),
            ("ДА АСЕ3НКМРТХ".to_owned(), "ДА …"),
            ("    K7HM4XPA".to_owned(), "    …"),
            ("12. Nce4 Rae7".to_owned(), "12. Nce4 Rae7"),
            ("From: ann@a.example".to_owned(), "From: ann@a.example"),
            (
                "see https://cats.example/me".to_owned(),
                "see https://cats.example/me",
            ),
            (
                "12. 5254, 1.e4 e5 2026-05-01".to_owned(),
                "12. 5254, 1.e4 e5 2026-05-01",
            ),
            ("MATCHMAKER".to_owned(), "MATCHMAKER"),
        ] {
            assert_eq!(without_keys(&text), shown, "{text}");
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
