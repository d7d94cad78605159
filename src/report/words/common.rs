//! What several documents share.

use super::phrase::{Counted, phrases};
use crate::chess::Side;
use crate::language::Language;
use crate::time::Day;

phrases! {
    /// Under a title.
    AS_OF { en: "as of {day}", ru: "по состоянию на {day}", uk: "станом на {day}", pl: "stan na {day}" }
    /// Title of a column or line.
    WHITE { en: "White", ru: "Белые", uk: "Білі", pl: "Białe" }
    /// Title of a column or line.
    BLACK { en: "Black", ru: "Черные", uk: "Чорні", pl: "Czarne" }
    /// In a sentence.
    WHITE_NAMED { en: "white", ru: "белые", uk: "білі", pl: "białe" }
    /// In a sentence.
    BLACK_NAMED { en: "black", ru: "чёрные", uk: "чорні", pl: "czarne" }
    /// In a sentence, after `of`.
    OF_WHITE { en: "white", ru: "белых", uk: "білих", pl: "białych" }
    /// In a sentence, after `of`.
    OF_BLACK { en: "black", ru: "чёрных", uk: "чорних", pl: "czarnych" }
    /// Title of a column or line.
    ARBITER { en: "Arbiter", ru: "Арбитр", uk: "Арбітр", pl: "Sędzia" }
    /// Title of a column.
    GAME { en: "Game", ru: "Партия", uk: "Партія", pl: "Partia" }
    /// Title of a column.
    PLAYER { en: "Player", ru: "Игрок", uk: "Гравець", pl: "Zawodnik" }
    /// Title of a column.
    NUMBER { en: "No.", ru: "№", uk: "№", pl: "Nr" }
    /// Title of a column.
    FEDERATION { en: "Federation", ru: "Федерация", uk: "Федерація", pl: "Federacja" }
    /// Title of a column.
    RATING { en: "Rating", ru: "Рейтинг", uk: "Рейтинг", pl: "Ranking" }
    /// Title of a column.
    SIDE { en: "Side", ru: "Цвет", uk: "Колір", pl: "Kolor" }
    /// Title of a column.
    DATE { en: "Date", ru: "Дата", uk: "Дата", pl: "Data" }
    /// Title of a column.
    DAYS_TITLE { en: "Days", ru: "Дни", uk: "Дні", pl: "Dni" }
    /// Title of a column.
    ARTICLE { en: "Article", ru: "Статья", uk: "Стаття", pl: "Artykuł" }
    /// Title of a column.
    REASON { en: "Reason", ru: "Основание", uk: "Підстава", pl: "Powód" }
    /// Title of a column.
    RESULT { en: "Result", ru: "Результат", uk: "Результат", pl: "Wynik" }
}

/// Days, counted.
pub const DAYS: Counted = Counted {
    en: ["day", "days"],
    ru: ["день", "дня", "дней"],
    uk: ["день", "дні", "днів"],
    pl: ["dzień", "dni", "dni"],
};

/// Games, counted.
pub const GAMES: Counted = Counted {
    en: ["game", "games"],
    ru: ["партия", "партии", "партий"],
    uk: ["партія", "партії", "партій"],
    pl: ["partia", "partie", "partii"],
};

/// White or Black, as a title.
pub const fn side(language: Language, side: Side) -> &'static str {
    match side {
        Side::White => WHITE.say(language),
        Side::Black => BLACK.say(language),
    }
}

/// White or Black inside a sentence.
pub const fn named(language: Language, side: Side) -> &'static str {
    let phrase = match side {
        Side::White => WHITE_NAMED,
        Side::Black => BLACK_NAMED,
    };
    phrase.say(language)
}

/// Of White or Black, inside a sentence.
pub const fn genitive(language: Language, side: Side) -> &'static str {
    let phrase = match side {
        Side::White => OF_WHITE,
        Side::Black => OF_BLACK,
    };
    phrase.say(language)
}

/// A day as documents print it: ISO in English, where 03/04 could be both; with
/// dots elsewhere.
pub fn date(language: Language, day: Day) -> String {
    match language {
        Language::En => day.to_string(),
        Language::Ru | Language::Uk | Language::Pl => {
            format!("{:02}.{:02}.{:04}", day.day(), day.month(), day.year())
        }
    }
}
