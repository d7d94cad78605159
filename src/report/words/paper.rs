//! Remarks in the forms of articles 57 and 60, beside the titles that the rules print.

use super::phrase::phrases;

phrases! {
    /// Under article 57's table, before the letters that stand in it.
    STATES { en: "State of the game: {states}.", ru: "Состояние партии: {states}.", uk: "Стан партії: {states}.", pl: "Stan partii: {states}." }
    /// A state.
    NOT_STARTED { en: "not started", ru: "не начата", uk: "не розпочата", pl: "nierozpoczęta" }
    /// A state.
    FIRST_MOVE { en: "waiting for the first move", ru: "ожидается первый ход", uk: "очікується перший хід", pl: "oczekiwane pierwsze posunięcie" }
    /// A state.
    IN_PLAY { en: "in play", ru: "идет", uk: "триває", pl: "w toku" }
    /// A state.
    TIME_OVER { en: "time over", ru: "просрочка времени", uk: "прострочення часу", pl: "przekroczony czas" }
    /// A state.
    SILENT { en: "no contact", ru: "нет связи", uk: "немає зв’язку", pl: "brak kontaktu" }
    /// A state.
    PAUSED { en: "interrupted", ru: "прервана", uk: "перервана", pl: "przerwana" }
    /// A state.
    ADJUDICATED { en: "with the adjudicator", ru: "на присуждении", uk: "на присудженні", pl: "u rozjemcy" }
    /// A state.
    ENDED { en: "ended", ru: "окончена", uk: "завершена", pl: "zakończona" }
    /// Whose move it is, and until when it must be sent.
    WHITE_UNTIL { en: "White to move, by {day}", ru: "ход белых, срок до {day}", uk: "хід білих, до {day}", pl: "ruch białych, do {day}" }
    /// As above.
    BLACK_UNTIL { en: "Black to move, by {day}", ru: "ход черных, срок до {day}", uk: "хід чорних, до {day}", pl: "ruch czarnych, do {day}" }
    /// A draw offer that stands.
    WHITE_OFFERS { en: "White offers a draw", ru: "белые предлагают ничью", uk: "білі пропонують нічию", pl: "białe proponują remis" }
    /// As above.
    BLACK_OFFERS { en: "Black offers a draw", ru: "черные предлагают ничью", uk: "чорні пропонують нічию", pl: "czarne proponują remis" }
    /// Leave taken or announced.
    WHITE_AWAY { en: "White on leave {days}", ru: "перерыв белых {days}", uk: "перерва білих {days}", pl: "urlop białych {days}" }
    /// As above.
    BLACK_AWAY { en: "Black on leave {days}", ru: "перерыв черных {days}", uk: "перерва чорних {days}", pl: "urlop czarnych {days}" }
    /// The last move was sent again unasked, so often.
    REPEATED { en: "move repeated ({times})", ru: "ход повторен ({times})", uk: "хід повторено ({times})", pl: "posunięcie powtórzone ({times})" }
    /// Days that did not count for a move: leave, or a pause.
    DAYS_OFF { en: "{days} days not counted", ru: "не считается дней: {days}", uk: "не рахується днів: {days}", pl: "nie liczy się dni: {days}" }
    /// With a move.
    DRAW_OFFERED { en: "draw offered", ru: "предложена ничья", uk: "запропоновано нічию", pl: "propozycja remisu" }
    /// The arbiter has set a date.
    DATES_SET { en: "dates set by the arbiter", ru: "даты установлены арбитром", uk: "дати встановлено арбітром", pl: "daty ustalone przez sędziego" }
    /// The total is over the days allowed.
    OVER { en: "time exceeded: {total} of {limit}", ru: "просрочка: {total} из {limit}", uk: "прострочення: {total} з {limit}", pl: "przekroczenie czasu: {total} z {limit}" }
    /// Titles of a game's page.
    TOURNAMENT { en: "Tournament", ru: "Турнир", uk: "Турнір", pl: "Turniej" }
    /// As above.
    ROUND { en: "Round, board", ru: "Тур, доска", uk: "Тур, дошка", pl: "Runda, szachownica" }
    /// As above.
    START { en: "Start", ru: "Старт", uk: "Старт", pl: "Start" }
    /// As above.
    STATE { en: "State", ru: "Состояние", uk: "Стан", pl: "Stan" }
    /// As above.
    CONTROL { en: "Time allowed", ru: "Контроль времени", uk: "Контроль часу", pl: "Kontrola czasu" }
    /// What it is.
    DAYS_FOR_MOVES { en: "{days} days for {moves} moves", ru: "{days} дней на {moves} ходов", uk: "{days} днів на {moves} ходів", pl: "{days} dni na {moves} posunięć" }
    /// As above.
    ON_MOVE { en: "On the board", ru: "Позиция", uk: "Позиція", pl: "Pozycja" }
    /// As above.
    MOVES { en: "Moves", ru: "Ходы", uk: "Ходи", pl: "Posunięcia" }
    /// As above.
    CLOCKS { en: "Time used", ru: "Время на обдумывание", uk: "Час на обмірковування", pl: "Czas do namysłu" }
    /// A column of the clocks.
    USED { en: "Days used", ru: "Израсходовано", uk: "Витрачено", pl: "Zużyto" }
    /// As above.
    OF_THEM_PENALTY { en: "of them penalty", ru: "из них штраф", uk: "з них штраф", pl: "w tym kara" }
    /// As above.
    LIMIT { en: "Allowed", ru: "Лимит", uk: "Ліміт", pl: "Limit" }
    /// As above.
    LEFT { en: "Left", ru: "Осталось", uk: "Залишилося", pl: "Pozostało" }
    /// As above.
    LAST_DAY { en: "Last day", ru: "Последний день", uk: "Останній день", pl: "Ostatni dzień" }
    /// The game's end.
    RESULT_IS { en: "result {result}", ru: "результат {result}", uk: "результат {result}", pl: "wynik {result}" }
}
