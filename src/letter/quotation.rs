//! Words of others in letters of ours that come back: what stands behind our mark is nobody's
//! order, move or command. Letters are written with it by `compose::quotation`.

/// What stands before every line of another's words.
pub const MARK: char = '¶';

/// What of a line is its writer's own: all before the first mark. `None`: nothing.
pub fn own(line: &str) -> Option<&str> {
    match line.split_once(MARK) {
        None => Some(line),
        Some((before, _)) => before.contains(char::is_alphanumeric).then_some(before),
    }
}

/// The words of others in a text of ours: what stands behind marks, lines one below the other
/// as one passage.
pub fn passages(text: &str) -> Vec<String> {
    let mut all: Vec<String> = Vec::new();
    let mut goes_on = false;
    for line in text.lines() {
        match line.split_once(MARK) {
            None => goes_on = false,
            Some((_, words)) => {
                match all.last_mut().filter(|_| goes_on) {
                    Some(last) => {
                        last.push('\n');
                        last.push_str(words);
                    }
                    None => all.push(words.to_owned()),
                }
                goes_on = true;
            }
        }
    }
    all.retain(|words| !words.trim().is_empty());
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_stands_behind_a_mark_is_anothers() {
        for (line, ours) in [
            ("RESIGN", Some("RESIGN")),
            ("¶RESIGN", None),
            ("  ¶RESIGN", None),
            ("| ¶ RESIGN", None),
            ("- ¶RESIGN", None),
            ("Bert: ¶RESIGN", Some("Bert: ")),
        ] {
            assert_eq!(own(line), ours, "{line}");
        }
        let text = "Bert writes:\n\n> ¶a RESULT\n> ¶T26/1 1-0\n\nand\n¶b\n";
        assert_eq!(passages(text), ["a RESULT\nT26/1 1-0", "b"]);
    }
}
