//! Text of CSS (CSS Syntax 3), cut into its parts.

/// The pieces between what cuts outside of brackets and quotations; no empty ones.
pub fn pieces(text: &str, cuts: impl Fn(char) -> bool) -> Vec<&str> {
    let (mut pieces, mut from, mut depth) = (Vec::new(), 0, 0_usize);
    let mut quoted = None;
    for (at, c) in text.char_indices() {
        match c {
            c if quoted.is_some() => quoted = quoted.filter(|mark| *mark != c),
            '"' | '\'' => quoted = Some(c),
            '(' | '[' | '{' => depth += 1,
            ')' | ']' | '}' => depth = depth.saturating_sub(1),
            c if depth == 0 && cuts(c) => {
                pieces.push(text.get(from..at).unwrap_or(""));
                from = at + c.len_utf8();
            }
            _ => {}
        }
    }
    pieces.push(text.get(from..).unwrap_or(""));
    pieces.retain(|piece| !piece.trim().is_empty());
    pieces
}

/// What stands between the brackets of a rule: its declarations, and the rules within it, each
/// with what stands before its own brackets (CSS Nesting 1).
pub fn body(text: &str) -> (String, Vec<(&str, &str)>) {
    let (mut declarations, mut nested) = (String::new(), Vec::new());
    let (mut from, mut opened, mut depth) = (0, 0, 0_usize);
    let mut quoted = None;
    for (at, c) in text.char_indices() {
        match c {
            c if quoted.is_some() => quoted = quoted.filter(|mark| *mark != c),
            '"' | '\'' => quoted = Some(c),
            ';' if depth == 0 => {
                declarations.push_str(text.get(from..=at).unwrap_or(""));
                from = at + 1;
            }
            '{' => {
                if depth == 0 {
                    opened = at;
                }
                depth += 1;
            }
            '}' if depth == 1 => {
                depth = 0;
                let before = text.get(from..opened).unwrap_or("");
                nested.push((before, text.get(opened + 1..at).unwrap_or("")));
                from = at + 1;
            }
            '}' => depth = depth.saturating_sub(1),
            _ => {}
        }
    }
    declarations.push_str(text.get(from..).unwrap_or(""));
    (declarations, nested)
}

/// A style without what stands between `/*` and `*/`.
pub fn without_comments(css: &str) -> String {
    let mut left = String::new();
    let mut rest = css;
    while let Some((before, after)) = rest.split_once("/*") {
        left.push_str(before);
        rest = after.split_once("*/").map_or("", |(_, after)| after);
    }
    left.push_str(rest);
    left
}

/// `w\68 ite`: signs by their numbers (CSS Syntax 3, 4.3.7).
pub fn unescaped(value: &str) -> String {
    let mut parts = value.split('\\');
    let mut out = parts.next().unwrap_or_default().to_owned();
    for escaped in parts {
        let hex = |c: &char| c.is_ascii_hexdigit();
        let digits: String = escaped.chars().take(6).take_while(hex).collect();
        let sign = u32::from_str_radix(&digits, 16).ok();
        out.extend(sign.and_then(char::from_u32));
        let rest = escaped.get(digits.len()..).unwrap_or("");
        out.push_str(match digits.is_empty() {
            true => rest,
            false => rest.strip_prefix(' ').unwrap_or(rest),
        });
    }
    out
}
