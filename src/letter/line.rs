//! Lines of a letter, with what their form tells about them.

/// Longest mark of initials before a `>`, in characters: `ИП>`, `Ivan>`.
const MAX_INITIALS: usize = 4;

/// One line of a letter with what its form tells about it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TextLine {
    /// Its text without quotation marks.
    pub text: String,
    /// How deep it is quoted.
    pub depth: usize,
    /// It belongs to a signature or an attribution that the client marked.
    pub aside: bool,
    /// The client marked that from here on all is quoted.
    pub ends: bool,
    /// Words that stood in it are struck out.
    pub struck: bool,
}

/// The lines of a plain text.
pub fn lines_of(text: &str) -> Vec<TextLine> {
    text.split('\n')
        .map(|line| {
            let mut depth = 0;
            let mut rest = without_initials(line);
            // Up to three spaces may stand before a mark; `>From` is mbox stuffing.
            while let Some(inner) = rest
                .trim_start_matches(' ')
                .strip_prefix('>')
                .filter(|i| depth > 0 || !i.starts_with("From "))
            {
                depth += 1;
                rest = inner;
            }
            let rest = if depth > 0 {
                rest.strip_prefix(' ').unwrap_or(rest)
            } else {
                rest.strip_prefix(">From ")
                    .map_or(rest, |_| rest.get(1..).unwrap_or(rest))
            };
            TextLine {
                text: rest.to_owned(),
                depth,
                ..TextLine::default()
            }
        })
        .collect()
}

/// A line without the initials that The Bat and its kin put before the mark:
/// `ИП> 12. Кf3`, `AB>> text`. A move before a `>` has a digit and stays.
fn without_initials(line: &str) -> &str {
    let start = line.trim_start_matches(' ');
    let Some((initials, _)) = start.split_once('>') else {
        return line;
    };
    let marks = start.get(initials.len()..).unwrap_or("");
    let after = marks.trim_start_matches('>').chars().next();
    let named = initials.chars().next().is_some_and(char::is_uppercase)
        && initials.chars().count() <= MAX_INITIALS
        && initials.chars().all(char::is_alphabetic)
        && after.is_none_or(|c| c == ' ');
    if named { marks } else { line }
}

/// All lines as text, quotations marked with `>`.
pub fn rendered(lines: &[TextLine]) -> String {
    let mut out = String::new();
    for line in lines {
        if line.depth > 0 {
            out.extend(std::iter::repeat_n('>', line.depth.min(20)));
            out.push(' ');
        }
        out.push_str(line.text.trim_end());
        out.push('\n');
    }
    out.trim_matches('\n').to_owned()
}
