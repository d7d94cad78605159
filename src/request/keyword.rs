//! The words of the commands in four languages, as the letters print them.

use super::fold;
use crate::language::Language;
use serde::Serialize;
use std::sync::LazyLock;

/// The commands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Keyword {
    /// RESIGN.
    Resign,
    /// DRAW?.
    Draw,
    /// ACCEPT DRAW.
    DrawAccept,
    /// DECLINE DRAW.
    DrawDecline,
    /// CLAIM DRAW.
    DrawClaim,
    /// LEAVE.
    Leave,
    /// END LEAVE.
    LeaveEnd,
    /// CLAIM TIME.
    TimeClaim,
    /// PROTEST.
    Protest,
    /// OPINION.
    Opinion,
    /// APPEAL.
    Appeal,
    /// STATUS.
    Status,
    /// REPORT.
    Report,
    /// REPEAT.
    Repeat,
    /// ADDRESS.
    Address,
    /// WITHDRAW.
    Withdraw,
    /// ARBITER.
    Arbiter,
    /// CHECK.
    Check,
    /// FORMAT.
    Format,
    /// CLAIM DEAD POSITION.
    DeadPosition,
    /// CORRESPONDENCE.
    Correspondence,
    /// HELP.
    Help,
}

use Keyword as K;
use Language::{En, Pl, Ru, Uk};

/// The words of each command, as the letters print them. Where two spellings
/// are taken, the one to suggest stands first.
const WORDS: [(Keyword, Language, &str); 94] = [
    (K::Resign, En, "RESIGN"),
    (K::Resign, Ru, "СДАЮСЬ"),
    (K::Resign, Uk, "ЗДАЮСЯ"),
    (K::Resign, Uk, "ЗДАЮСЬ"),
    (K::Resign, Pl, "PODDAJĘ"),
    (K::Resign, Pl, "PODDAJĘ SIĘ"),
    (K::Draw, En, "DRAW"),
    (K::Draw, Ru, "НИЧЬЯ"),
    (K::Draw, Uk, "НІЧИЯ"),
    (K::Draw, Pl, "REMIS"),
    (K::DrawAccept, En, "ACCEPT DRAW"),
    (K::DrawAccept, Ru, "ПРИНИМАЮ НИЧЬЮ"),
    (K::DrawAccept, Uk, "ПРИЙМАЮ НІЧИЮ"),
    (K::DrawAccept, Pl, "PRZYJMUJĘ REMIS"),
    (K::DrawDecline, En, "DECLINE DRAW"),
    (K::DrawDecline, Ru, "ОТКЛОНЯЮ НИЧЬЮ"),
    (K::DrawDecline, Uk, "ВІДХИЛЯЮ НІЧИЮ"),
    (K::DrawDecline, Pl, "ODRZUCAM REMIS"),
    (K::DrawClaim, En, "CLAIM DRAW"),
    (K::DrawClaim, Ru, "ТРЕБУЮ НИЧЬЮ"),
    (K::DrawClaim, Uk, "ВИМАГАЮ НІЧИЮ"),
    (K::DrawClaim, Pl, "REKLAMUJĘ REMIS"),
    (K::Leave, En, "LEAVE"),
    (K::Leave, Ru, "ПЕРЕРЫВ"),
    (K::Leave, Uk, "ПЕРЕРВА"),
    (K::Leave, Pl, "URLOP"),
    (K::LeaveEnd, En, "END LEAVE"),
    (K::LeaveEnd, Ru, "КОНЕЦ ПЕРЕРЫВА"),
    (K::LeaveEnd, Uk, "КІНЕЦЬ ПЕРЕРВИ"),
    (K::LeaveEnd, Pl, "KONIEC URLOPU"),
    (K::TimeClaim, En, "CLAIM TIME"),
    (K::TimeClaim, Ru, "ПРОСРОЧКА"),
    (K::TimeClaim, Uk, "ПРОСТРОЧЕННЯ"),
    (K::TimeClaim, Pl, "PRZEKROCZENIE CZASU"),
    (K::DeadPosition, En, "CLAIM DEAD POSITION"),
    (K::DeadPosition, Ru, "МЁРТВАЯ ПОЗИЦИЯ"),
    (K::DeadPosition, Uk, "МЕРТВА ПОЗИЦІЯ"),
    (K::DeadPosition, Pl, "MARTWA POZYCJA"),
    (K::Correspondence, En, "CORRESPONDENCE"),
    (K::Correspondence, Ru, "ПЕРЕПИСКА"),
    (K::Correspondence, Uk, "ЛИСТУВАННЯ"),
    (K::Correspondence, Uk, "ПЕРЕПИСКА"),
    (K::Correspondence, Pl, "KORESPONDENCJA"),
    (K::Correspondence, Pl, "KORESPONDENCJĘ"),
    (K::Protest, En, "PROTEST"),
    (K::Protest, Ru, "ПРОТЕСТ"),
    (K::Protest, Uk, "ПРОТЕСТ"),
    (K::Protest, Pl, "PROTEST"),
    (K::Opinion, En, "OPINION"),
    (K::Opinion, Ru, "МНЕНИЕ"),
    (K::Opinion, Uk, "ДУМКА"),
    (K::Opinion, Pl, "OPINIA"),
    (K::Appeal, En, "APPEAL"),
    (K::Appeal, Ru, "АПЕЛЛЯЦИЯ"),
    (K::Appeal, Uk, "АПЕЛЯЦІЯ"),
    (K::Appeal, Pl, "APELACJA"),
    (K::Check, En, "CHECK"),
    (K::Check, Ru, "ПРОВЕРКА"),
    (K::Check, Uk, "ПЕРЕВІРКА"),
    (K::Check, Pl, "SPRAWDŹ"),
    (K::Status, En, "STATUS"),
    (K::Status, Ru, "СТАТУС"),
    (K::Status, Uk, "СТАТУС"),
    (K::Status, Pl, "STATUS"),
    (K::Report, En, "REPORT"),
    (K::Report, Ru, "ОТЧЁТ"),
    (K::Report, Uk, "ЗВІТ"),
    (K::Report, Pl, "RAPORT"),
    (K::Repeat, En, "REPEAT"),
    (K::Repeat, Ru, "ПОВТОР"),
    (K::Repeat, Uk, "ПОВТОР"),
    (K::Repeat, Pl, "POWTÓRZ"),
    (K::Address, En, "ADDRESS"),
    (K::Address, Ru, "АДРЕС"),
    (K::Address, Uk, "АДРЕСА"),
    (K::Address, Pl, "ADRES"),
    (K::Withdraw, En, "WITHDRAW"),
    (K::Withdraw, Ru, "ВЫБЫВАЮ"),
    (K::Withdraw, Uk, "ВИБУВАЮ"),
    (K::Withdraw, Pl, "WYCOFUJĘ SIĘ"),
    (K::Arbiter, En, "ARBITER"),
    (K::Arbiter, Ru, "АРБИТРУ"),
    (K::Arbiter, Uk, "АРБІТРУ"),
    (K::Arbiter, Pl, "SĘDZIA"),
    (K::Format, En, "FORMAT"),
    (K::Format, Ru, "ФОРМАТ"),
    (K::Format, Uk, "ФОРМАТ"),
    (K::Format, Pl, "FORMAT"),
    (K::Help, En, "HELP"),
    (K::Help, Ru, "ПОМОЩЬ"),
    (K::Help, Uk, "ДОПОМОГА"),
    (K::Help, Pl, "POMOC"),
    (K::Draw, En, "DRAW OFFER"),
    (K::Draw, En, "OFFER DRAW"),
];

/// One spelling of a command.
pub struct Entry {
    /// What it asks for.
    pub keyword: Keyword,
    /// As letters print it.
    pub shown: &'static str,
    /// Its words, folded.
    pub words: Vec<String>,
    /// The same with a space between them.
    pub joined: String,
    /// Letters of `joined`.
    pub length: usize,
    /// How often each letter stands in its words, by [`slot`].
    pub letters: [u8; SLOTS],
}

/// Slots in which letters are counted.
pub const SLOTS: usize = 64;

/// The slot of a letter: some share one, which only makes words look nearer.
pub fn slot(c: char) -> usize {
    usize::try_from(u32::from(c)).unwrap_or(0) % SLOTS
}

fn entry(keyword: Keyword, shown: &'static str) -> Entry {
    let words: Vec<String> = fold::words(shown).into_iter().map(|w| w.text).collect();
    let joined = words.join(" ");
    let mut letters = [0_u8; SLOTS];
    for c in words.iter().flat_map(|w| w.chars()) {
        if let Some(n) = letters.get_mut(slot(c)) {
            *n = n.saturating_add(1);
        }
    }
    Entry {
        keyword,
        shown,
        length: joined.chars().count(),
        words,
        joined,
        letters,
    }
}

/// All spellings, the ones of most words first.
pub static TABLE: LazyLock<Vec<Entry>> = LazyLock::new(|| {
    let mut table: Vec<Entry> = WORDS
        .iter()
        .map(|(keyword, _, shown)| entry(*keyword, shown))
        .collect();
    // The longest first: END LEAVE before LEAVE.
    table.sort_by_key(|e| std::cmp::Reverse(e.words.len()));
    table
});

/// The command that a line in the words of the letters asks for.
pub fn keyword_of(line: &str) -> Option<Keyword> {
    let found = fold::words(line);
    let begins = |e: &&Entry| {
        found.len() >= e.words.len() && found.iter().zip(&e.words).all(|(f, w)| f.text == *w)
    };
    TABLE.iter().find(begins).map(|e| e.keyword)
}

/// The words of every command with their language, as the letters print them.
pub fn commands() -> impl Iterator<Item = (Keyword, Language, &'static str)> {
    WORDS.into_iter()
}

/// A command in the words of a language, ready to be sent, with made-up days,
/// address and result where it needs them.
pub fn line_of(keyword: Keyword, language: Language) -> String {
    let shown = WORDS
        .iter()
        .find(|(k, l, _)| *k == keyword && *l == language);
    shown.map_or_else(String::new, |(keyword, _, shown)| {
        completed(*keyword, shown)
    })
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

/// What to write instead, in the words of the line's language.
pub fn suggestion(entry: &Entry) -> String {
    completed(entry.keyword, entry.shown)
}

fn completed(keyword: Keyword, shown: &str) -> String {
    match keyword {
        K::Draw => {
            let plain = WORDS.iter().find(|(k, l, _)| *k == K::Draw && *l == En);
            let shown = if shown.contains("OFFER") {
                plain.map_or(shown, |p| p.2)
            } else {
                shown
            };
            format!("{shown}?")
        }
        K::Leave => format!("{shown} 2026-07-01 2026-07-14"),
        K::Opinion => format!("{shown} 1-0"),
        K::Address => format!("{shown} new@example.org"),
        K::Format => format!("{shown} TEXT"),
        K::Check => format!("{shown} 12. 5254"),
        _ => shown.to_owned(),
    }
}
