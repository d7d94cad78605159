//! The syntax of an address of electronic mail, as far as entries need it.

/// Checks an address's syntax: one `@`, a local part, a domain. Only ASCII: a
/// Cyrillic letter that looks like a Latin one would lose every letter.
///
/// # Errors
/// What is wrong, in words that follow a colon.
pub fn check_address(text: &str) -> Result<(), String> {
    if let Some(c) = text.chars().find(|c| !c.is_ascii_graphic()) {
        let name = match c {
            ' ' => "a space".to_owned(),
            c if c.is_control() => "a control character".to_owned(),
            c => format!("'{c}', which is not a Latin letter"),
        };
        return Err(format!("an address has no place for {name}"));
    }
    let Some((local, domain)) = text.split_once('@') else {
        return Err("an address has an @".to_owned());
    };
    if domain.contains('@') {
        return Err("an address has only one @".to_owned());
    }
    if let Some(c) = text.chars().find(|c| "<>()[],;:\\\"".contains(*c)) {
        return Err(format!("only the bare address, without '{c}'"));
    }
    // RFC 5321, 4.5.3.1.
    if local.is_empty() || local.len() > 64 || dots_are_wrong(local) {
        return Err("the part before the @ is not that of an address".to_owned());
    }
    let label_is_right = |label: &str| {
        label.len() <= 63
            && !label.starts_with('-')
            && !label.ends_with('-')
            && label
                .bytes()
                .all(|b| b.is_ascii_alphanumeric() || b == b'-')
    };
    if domain.len() > 253 || dots_are_wrong(domain) || !domain.split('.').all(label_is_right) {
        return Err("the part after the @ is not a domain".to_owned());
    }
    Ok(())
}

/// An empty piece between dots, or at an end.
fn dots_are_wrong(text: &str) -> bool {
    text.split('.').any(str::is_empty)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_checked_by_their_syntax() {
        for good in [
            "ivanov@example.org",
            "a.b+moves@mx.club-1.example",
            "x@localhost",
            "o'neil_{1}@xn--e1afmkfd.xn--p1ai",
        ] {
            assert_eq!(check_address(good), Ok(()), "{good}");
        }
        for (bad, why) in [
            ("ivanov", "@"),
            ("", "@"),
            ("a@b@c", "only one @"),
            ("a b@example.org", "a space"),
            ("a\r\nBcc: x@example.org", "a control character"),
            (
                "ivan\u{43e}v@example.org",
                "'о', which is not a Latin letter",
            ),
            ("<a@example.org>", "bare"),
            ("a@example.org,b", "bare"),
            ("@example.org", "before the @"),
            (".a@example.org", "before the @"),
            ("a@", "domain"),
            ("a@example..org", "domain"),
            ("a@-x.org", "domain"),
            ("a@ex_ample.org", "domain"),
        ] {
            let said = check_address(bad).unwrap_err();
            assert!(said.contains(why), "{bad}: {said}");
        }
    }
}
