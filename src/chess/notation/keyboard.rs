//! The keyboard: what stands on a key in the Latin layout and in a Cyrillic one. Who forgets to
//! change it writes `у2-у4` for e2-e4, and `Vjq [jl` for `Мой ход`.

/// Letters of the Russian layout and those of the Latin one on the same keys.
const KEYS: [(char, char); 26] = [
    ('й', 'q'),
    ('ц', 'w'),
    ('у', 'e'),
    ('к', 'r'),
    ('е', 't'),
    ('н', 'y'),
    ('г', 'u'),
    ('ш', 'i'),
    ('щ', 'o'),
    ('з', 'p'),
    ('ф', 'a'),
    ('ы', 's'),
    ('в', 'd'),
    ('а', 'f'),
    ('п', 'g'),
    ('р', 'h'),
    ('о', 'j'),
    ('л', 'k'),
    ('д', 'l'),
    ('я', 'z'),
    ('ч', 'x'),
    ('с', 'c'),
    ('м', 'v'),
    ('и', 'b'),
    ('т', 'n'),
    ('ь', 'm'),
];

/// Letters of the Russian layout on keys that hold marks in the Latin one.
const ON_MARKS: [(char, char); 7] = [
    ('х', '['),
    ('ъ', ']'),
    ('ж', ';'),
    ('э', '\''),
    ('б', ','),
    ('ю', '.'),
    ('ё', '`'),
];

/// Letters of the Ukrainian layout where it differs from the Russian one.
const UKRAINIAN: [(char, char); 3] = [('і', 's'), ('ї', ']'), ('є', '\'')];

/// A layout for Cyrillic letters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CyrillicLayout {
    /// That of Russian.
    Russian,
    /// That of Ukrainian.
    Ukrainian,
}

/// The key in the same place of the other layout, small.
pub(super) fn other_key(c: char) -> Option<char> {
    let small = c.to_lowercase().next()?;
    let pair = KEYS.iter().find(|(a, b)| *a == small || *b == small)?;
    Some(if pair.0 == small { pair.1 } else { pair.0 })
}

/// A text as its keys would have written it in the Latin layout.
pub fn in_latin(text: &str) -> String {
    let key = |c: char| {
        let small = c.to_lowercase().next()?;
        let mut keys = UKRAINIAN.iter().chain(&KEYS).chain(&ON_MARKS);
        let (_, latin) = keys.find(|(cyrillic, _)| *cyrillic == small)?;
        Some(match small == c {
            true => *latin,
            false => latin.to_ascii_uppercase(),
        })
    };
    text.chars().map(|c| key(c).unwrap_or(c)).collect()
}

/// A text as its keys would have written it in a Cyrillic layout. A mark is a letter where one
/// follows it: a sentence's own ends at a space.
pub fn in_cyrillic(text: &str, layout: CyrillicLayout) -> String {
    let own: &[(char, char)] = match layout {
        CyrillicLayout::Russian => &[],
        CyrillicLayout::Ukrainian => &UKRAINIAN,
    };
    let mut left = text.chars().peekable();
    let mut typed = String::with_capacity(2 * text.len());
    while let Some(c) = left.next() {
        let small = c.to_ascii_lowercase();
        let goes_on = left.peek().is_some_and(|next| next.is_alphabetic());
        let mut keys = own.iter().chain(&KEYS).chain(&ON_MARKS);
        let key = keys.find(|(_, latin)| *latin == small);
        match key.filter(|_| c.is_ascii_alphabetic() || goes_on) {
            Some((cyrillic, _)) if c.is_ascii_uppercase() => typed.extend(cyrillic.to_uppercase()),
            Some((cyrillic, _)) => typed.push(*cyrillic),
            None => typed.push(c),
        }
    }
    typed
}
