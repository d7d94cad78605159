//! Titles of the lists in letters: a player's games, a start list, an overstep's
//! arithmetic.

use super::phrase::phrases;

phrases! {
    /// A column: who plays against the reader.
    OPPONENT { en: "Opponent", ru: "Соперник", uk: "Суперник", pl: "Przeciwnik" }
    /// A column: whose move it is, or where the game stands.
    TURN { en: "To move", ru: "Ход", uk: "Хід", pl: "Na posunięciu" }
    /// A column.
    DAYS_LEFT { en: "Days left", ru: "Осталось", uk: "Лишилося", pl: "Zostało" }
    /// A column: the last day for sending.
    SEND_BY { en: "Send by", ru: "Послать до", uk: "Надіслати до", pl: "Wysłać do" }
    /// It is the reader's move.
    YOURS { en: "you", ru: "Ваш", uk: "Ваш", pl: "Pan/Pani" }
    /// It is the opponent's move.
    THEIRS { en: "opponent", ru: "соперника", uk: "суперника", pl: "przeciwnik" }
    /// A column.
    FEDERATION { en: "Fed.", ru: "Фед.", uk: "Фед.", pl: "Fed." }
    /// A column: the reader's game against that player.
    YOUR_GAME { en: "Your game", ru: "Ваша партия", uk: "Ваша партія", pl: "Pańska partia" }
    /// In it, beside the reader himself.
    YOU { en: "(you)", ru: "(это Вы)", uk: "(це Ви)", pl: "(to Pan/Pani)" }
    /// A column of the arithmetic.
    MOVE { en: "Move", ru: "Ход", uk: "Хід", pl: "Pos." }
    /// As above.
    RECEIVED { en: "Received", ru: "Получен", uk: "Отримано", pl: "Otrzymano" }
    /// As above.
    SENT { en: "Sent", ru: "Послан", uk: "Надіслано", pl: "Wysłano" }
    /// As above: dates between the two.
    DATES { en: "Dates", ru: "Дней", uk: "Днів", pl: "Dni" }
    /// As above: leave and pauses among them.
    LEAVE { en: "Leave", ru: "Перерыв", uk: "Перерва", pl: "Urlop" }
    /// As above: days that count.
    COUNT { en: "Count", ru: "В счёт", uk: "У лік", pl: "Liczy się" }
    /// As above.
    PENALTY { en: "Penalty", ru: "Штраф", uk: "Штраф", pl: "Kara" }
    /// As above: the running total.
    TOTAL { en: "Total", ru: "Всего", uk: "Разом", pl: "Razem" }
    /// Beside a number: the move was faulty.
    FAULTY { en: "faulty", ru: "ошибка", uk: "помилка", pl: "błędne" }
    /// Beside a number: no move came.
    NO_MOVE { en: "no move", ru: "нет хода", uk: "немає ходу", pl: "brak" }
    /// Beside a number: a penalty that belongs to no move.
    PENALTY_ALONE { en: "penalty", ru: "штраф", uk: "штраф", pl: "kara" }
    /// Beside a number: a letter that was a duty, beyond its free days.
    BEYOND_FREE { en: "after 3 days", ru: "сверх 3 дней", uk: "понад 3 дні", pl: "list po 3 dniach" }
}
