//! The words of the commands, as the letters print them and as they are compared.

use super::fold;
use crate::language::Language;
use crate::vocabulary;
use std::sync::LazyLock;

pub use crate::vocabulary::Keyword;

use Keyword as K;

/// One spelling of a command.
pub struct Spelling {
    /// What it asks for.
    pub keyword: Keyword,
    /// In which language.
    pub language: Language,
    /// As letters print it.
    pub shown: &'static str,
    /// Its words, folded.
    pub words: Vec<String>,
    /// The same with a space between them.
    pub joined: String,
    /// Letters of `joined`.
    pub length: usize,
    /// How often each letter stands in its words, by [`fold::slot`].
    pub letters: [u8; fold::SLOTS],
    /// Those that stand in them at all.
    pub used: u64,
}

fn entry(keyword: Keyword, language: Language, shown: &'static str) -> Spelling {
    let words: Vec<String> = fold::words(shown).into_iter().map(|w| w.text).collect();
    let joined = words.join(" ");
    let mut letters = [0_u8; fold::SLOTS];
    for c in words.iter().flat_map(|w| w.chars()) {
        if let Some(n) = letters.get_mut(fold::slot(c)) {
            *n = n.saturating_add(1);
        }
    }
    Spelling {
        keyword,
        language,
        shown,
        length: joined.chars().count(),
        used: words.iter().fold(0, |used, w| used | fold::letters_used(w)),
        words,
        joined,
        letters,
    }
}

/// All spellings, the ones of most words first.
pub static TABLE: LazyLock<Vec<Spelling>> = LazyLock::new(|| {
    let every = |further: bool| {
        let spelt = commands_in_order(further);
        spelt.map(|(keyword, language, shown)| entry(keyword, language, shown))
    };
    // A further spelling is looked for behind all that letters print.
    let mut table: Vec<Spelling> = every(false).chain(every(true)).collect();
    // The longest first: END LEAVE before LEAVE.
    table.sort_by_key(|e| std::cmp::Reverse(e.words.len()));
    table
});

/// The spellings of a command in a language, as letters print them, the one to suggest
/// first.
fn spellings(keyword: Keyword, language: Language) -> &'static [String] {
    let commands = &vocabulary::players_of(language).commands;
    commands.get(&keyword).map_or(&[], Vec::as_slice)
}

/// Every command in every language: the spelling to suggest, or the further ones.
fn commands_in_order(further: bool) -> impl Iterator<Item = (Keyword, Language, &'static str)> {
    let of = |keyword| Language::ALL.into_iter().map(move |l| (keyword, l));
    let each = Keyword::ALL.iter().copied().flat_map(of);
    each.flat_map(move |(keyword, language)| {
        let all = spellings(keyword, language);
        let (first, more) = all.split_at(all.len().min(1));
        let chosen = if further { more } else { first };
        chosen.iter().map(move |s| (keyword, language, s.as_str()))
    })
}

/// The command that a line in the words of the letters asks for.
pub fn keyword_of(line: &str) -> Option<Keyword> {
    let found = fold::words(line);
    let begins = |e: &&Spelling| {
        found.len() >= e.words.len() && found.iter().zip(&e.words).all(|(f, w)| f.text == *w)
    };
    TABLE.iter().find(begins).map(|e| e.keyword)
}

/// The words of every command with their language, as the letters print them.
pub fn commands() -> impl Iterator<Item = (Keyword, Language, &'static str)> {
    commands_in_order(false).chain(commands_in_order(true))
}

/// A command as letters of a language print it, without what stands behind it.
pub fn spelt(keyword: Keyword, language: Language) -> &'static str {
    spellings(keyword, language)
        .first()
        .map_or("", String::as_str)
}

/// A command in the words of a language, ready to be sent, with made-up days,
/// address and result where it needs them.
pub fn line_of(keyword: Keyword, language: Language) -> String {
    let shown = spellings(keyword, language).first();
    shown.map_or_else(String::new, |shown| completed(keyword, language, shown))
}

/// A line that is a command and nothing else, in whatever language, in the words of another.
pub fn command_in(line: &str, language: Language) -> Option<String> {
    let keyword = keyword_of(line)?;
    let all = Language::ALL.into_iter();
    let is_one = |of: Language| {
        let mut said = spellings(keyword, of).iter().map(String::as_str);
        line == line_of(keyword, of) || said.any(|said| said.eq_ignore_ascii_case(line))
    };
    let known = all.into_iter().any(is_one);
    known.then(|| line_of(keyword, language))
}

/// Commands for what is done on the board alone where a tournament is played on the server
/// (54.2.1): there no letter offers them.
pub fn is_of_the_board(keyword: Keyword) -> bool {
    matches!(
        keyword,
        K::Resign | K::Draw | K::DrawAccept | K::DrawDecline | K::DrawClaim
    )
}

/// Commands that change much; a line that holds one anywhere is asked about.
pub fn is_grave(keyword: Keyword) -> bool {
    matches!(
        keyword,
        K::Resign
            | K::DrawAccept
            | K::DrawDecline
            | K::DrawClaim
            | K::TimeClaim
            | K::Withdraw
            | K::LeaveEnd
    )
}

/// Commands after which nothing more is to be played: none of them is carried
/// out beside a move or another of them.
pub fn is_end(keyword: Keyword) -> bool {
    matches!(keyword, K::Resign | K::DrawAccept | K::Withdraw)
}

/// What to write instead, in the words of the line's language; no day or address is made up.
pub fn suggestion(entry: &Spelling) -> String {
    if matches!(entry.keyword, K::Leave | K::Address) {
        return entry.shown.to_owned();
    }
    completed(entry.keyword, entry.language, entry.shown)
}

fn completed(keyword: Keyword, language: Language, shown: &str) -> String {
    match keyword {
        // `DRAW OFFER?` would be none.
        K::Draw => {
            let plain = spellings(K::Draw, language).first();
            format!("{}?", plain.map_or(shown, String::as_str))
        }
        K::Leave => format!("{shown} 2026-07-01 2026-07-14"),
        K::Opinion => format!("{shown} 1-0"),
        K::Address => format!("{shown} new@example.org"),
        K::Enter => format!("{shown} CODE"),
        K::Format => format!("{shown} TEXT"),
        K::Warn => format!("{shown} 10 5 1"),
        K::Opponent => format!("{shown}: ..."),
        K::Check => format!("{shown} 12. 5254"),
        _ => shown.to_owned(),
    }
}
