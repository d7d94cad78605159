//! Plain text: characters that are never shown, and flowed lines (RFC 3676).

use super::MAX_TEXT_BYTES;
use super::line::TextLine;

/// Text with LF line ends and plain spaces; without characters that are
/// invisible, control something or change the direction of writing; cut at
/// [`MAX_TEXT_BYTES`].
pub fn clean(text: &str, notes: &mut Vec<String>) -> String {
    let mut out = String::with_capacity(text.len().min(MAX_TEXT_BYTES));
    let mut rest = text;
    loop {
        // Most of most texts stays as it is.
        let plain = rest.bytes().position(|b| !matches!(b, b' '..=b'~' | b'\n'));
        let room = MAX_TEXT_BYTES.saturating_sub(out.len());
        let (kept, behind) = rest.split_at(plain.unwrap_or(rest.len()).min(room));
        out.push_str(kept);
        let mut chars = behind.chars();
        let Some(c) = chars.next() else {
            break;
        };
        if out.len() >= MAX_TEXT_BYTES {
            notes.push(format!("the text is cut after {MAX_TEXT_BYTES} bytes"));
            break;
        }
        rest = chars.as_str();
        match c {
            '\r' => {
                if !rest.starts_with('\n') {
                    out.push('\n');
                }
            }
            '\n' | '\u{85}' | '\u{2028}' | '\u{2029}' => out.push('\n'),
            '\t' => out.push('\t'),
            c if is_space(c) => out.push(' '),
            c if is_unseen(c) => {}
            c => out.push(c),
        }
    }
    out
}

/// Spaces of other widths than the plain one, and letters that show nothing: some clients
/// write `12. Nf3` with a no-break space.
pub fn is_space(c: char) -> bool {
    matches!(
        c,
        '\u{A0}' | '\u{115F}' | '\u{1160}' | '\u{1680}' | '\u{2000}'
            ..='\u{200A}'
                | '\u{202F}'
                | '\u{205F}'
                | '\u{2800}'
                | '\u{3000}'
                | '\u{3164}'
                | '\u{FFA0}'
    )
}

/// Control characters, zero-width ones, soft hyphens, marks of direction.
pub fn is_unseen(c: char) -> bool {
    c.is_control()
        || matches!(c,
            '\u{AD}' | '\u{61C}' | '\u{180E}' | '\u{200B}'..='\u{200F}' | '\u{202A}'..='\u{202E}'
            | '\u{2060}'..='\u{206F}' | '\u{FE00}'..='\u{FE0F}' | '\u{FEFF}' | '\u{FFF9}'..='\u{FFFB}')
}

/// A text without what OpenPGP puts around words that are signed in clear (RFC 9580, 7): the
/// lines above and below go, and the dash before a line of the text.
pub fn unsigned(text: String) -> String {
    const BEGINS: &str = "-----BEGIN PGP SIGNED MESSAGE-----";
    const SIGNATURE: &str = "-----BEGIN PGP SIGNATURE-----";
    const ENDS: &str = "-----END PGP SIGNATURE-----";
    if !text.lines().any(|line| line.trim_end() == BEGINS) {
        return text;
    }
    let mut out = String::with_capacity(text.len());
    let mut lines = text.lines();
    while let Some(line) = lines.next() {
        if line.trim_end() != BEGINS {
            out.push_str(line);
            out.push('\n');
            continue;
        }
        // The header of the armor ends with an empty line.
        for line in lines.by_ref().skip_while(|line| !line.trim().is_empty()) {
            if line.trim_end() == SIGNATURE {
                break;
            }
            out.push_str(line.strip_prefix("- ").unwrap_or(line));
            out.push('\n');
        }
        // Where no line ends it, the signature goes on to the end.
        let _ = lines.by_ref().find(|line| line.trim_end() == ENDS);
    }
    out.truncate(out.trim_end_matches('\n').len());
    out
}

/// Joins flowed lines and removes stuffing: a stuffed `>` is the writer's own.
pub fn unflow(text: &str, del_sp: bool) -> Vec<TextLine> {
    let mut lines: Vec<TextLine> = Vec::new();
    // Whether the last line left its paragraph open.
    let mut open = false;
    for raw in text.split('\n') {
        let depth = raw.bytes().take_while(|b| *b == b'>').count();
        let rest = raw.get(depth..).unwrap_or("");
        let rest = rest.strip_prefix(' ').unwrap_or(rest);
        let separator = rest == "-- ";
        match lines
            .last_mut()
            .filter(|l| open && l.depth == depth && !separator)
        {
            Some(last) => last.text.push_str(rest),
            None => lines.push(TextLine {
                text: rest.to_owned(),
                depth,
                ..TextLine::default()
            }),
        }
        open = rest.ends_with(' ') && !separator;
        if open
            && del_sp
            && let Some(last) = lines.last_mut()
        {
            last.text.pop();
        }
    }
    lines
}
