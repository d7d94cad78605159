//! What holds in a game before and after an order.

use super::phrase::phrases;

phrases! {
    /// At the head of a line.
    BEFORE { en: "before", ru: "до", uk: "до", pl: "przed" }
    /// At the head of a line.
    AFTER { en: "after", ru: "после", uk: "після", pl: "po" }
    /// At the head of a line: nothing of it changes.
    BOTH { en: "before and after", ru: "до и после", uk: "до і після", pl: "przed i po" }
    /// The days of both sides and what they may be.
    CLOCKS { en: "White {w} of {wl} days, Black {b} of {bl}", ru: "дни: белые {w} из {wl}, чёрные {b} из {bl}", uk: "дні: білі {w} з {wl}, чорні {b} з {bl}", pl: "dni: białe {w} z {wl}, czarne {b} z {bl}" }
    /// When the flag falls.
    FLAG { en: "flag of {side} {day}", ru: "флаг {side} {day}", uk: "прапорець {side} {day}", pl: "chorągiewka {side} {day}" }
    /// When it will fall, once the letters of the order have left.
    FLAG_EXPECTED { en: "flag of {side} {day}, if the letters leave today", ru: "флаг {side} {day}, если письма уйдут сегодня", uk: "прапорець {side} {day}, якщо листи підуть сьогодні", pl: "chorągiewka {side} {day}, jeśli listy wyjdą dzisiaj" }
    /// No flag can fall.
    NO_FLAG { en: "no clock runs", ru: "часы стоят", uk: "годинник стоїть", pl: "zegar stoi" }
    /// The result; `*` where there is none.
    RESULT { en: "result {result}", ru: "результат {result}", uk: "результат {result}", pl: "wynik {result}" }
    /// The game has not begun.
    WAITING { en: "not begun", ru: "не начата", uk: "не розпочата", pl: "nierozpoczęta" }
    /// The game is paused.
    PAUSED { en: "paused", ru: "приостановлена", uk: "призупинена", pl: "wstrzymana" }
    /// The game is with the adjudicator.
    ADJUDICATED { en: "being adjudicated", ru: "присуждается", uk: "присуджується", pl: "w rozstrzyganiu" }
    /// The places of both players in the table.
    PLACES { en: "places {w} and {b}", ru: "места {w} и {b}", uk: "місця {w} і {b}", pl: "miejsca {w} i {b}" }
}
