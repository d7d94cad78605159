//! The public site.

use super::phrase::phrases;

phrases! {
    /// Title of the first page.
    INDEX { en: "Correspondence chess: {club}", ru: "Заочные шахматы: {club}", uk: "Заочні шахи: {club}", pl: "Szachy korespondencyjne: {club}" }
    /// Title of a column or a section.
    TOURNAMENTS { en: "Tournaments", ru: "Турниры", uk: "Турніри", pl: "Turnieje" }
    /// Title of a column.
    TOURNAMENT { en: "Tournament", ru: "Турнир", uk: "Турнір", pl: "Turniej" }
    /// Title of a column.
    START { en: "Start", ru: "Начало", uk: "Початок", pl: "Początek" }
    /// Title of a column.
    FINISHED_OF { en: "Finished", ru: "Закончено", uk: "Завершено", pl: "Zakończone" }
    /// So many of so many.
    OF { en: "{done} of {all}", ru: "{done} из {all}", uk: "{done} з {all}", pl: "{done} z {all}" }
    /// Section.
    START_LIST { en: "Players", ru: "Участники", uk: "Учасники", pl: "Uczestnicy" }
    /// Section.
    IN_PLAY { en: "Games being played", ru: "Идущие партии", uk: "Партії, що тривають", pl: "Partie w toku" }
    /// Section.
    FINISHED { en: "Finished games", ru: "Законченные партии", uk: "Завершені партії", pl: "Partie zakończone" }
    /// Title of a column.
    HOW { en: "How", ru: "Как закончена", uk: "Як завершено", pl: "Jak" }
    /// Title of a column.
    ROUND { en: "Round", ru: "Тур", uk: "Тур", pl: "Runda" }
    /// Title over two columns.
    DAYS_USED { en: "Days used", ru: "Использовано дней", uk: "Витрачено днів", pl: "Zużyte dni" }
    /// A link.
    ALL_GAMES { en: "All games (PGN)", ru: "Все партии (PGN)", uk: "Усі партії (PGN)", pl: "Wszystkie partie (PGN)" }
    /// A link.
    ONE_GAME { en: "This game (PGN)", ru: "Эта партия (PGN)", uk: "Ця партія (PGN)", pl: "Ta partia (PGN)" }
    /// Under the title: moves are held back.
    DELAYED { en: "The last {n} half-moves of games being played are not shown.", ru: "Последние полуходы идущих партий ({n}) не показаны.", uk: "Останні півходи партій, що тривають ({n}), не показано.", pl: "Ostatnich półruchów partii w toku ({n}) nie pokazano." }
    /// A table of moves.
    MOVES { en: "Moves and days", ru: "Ходы и дни", uk: "Ходи й дні", pl: "Posunięcia i dni" }
    /// Title of a column.
    MOVE { en: "Move", ru: "Ход", uk: "Хід", pl: "Posunięcie" }
    /// Title of a column.
    RECEIVED { en: "Received", ru: "Получен", uk: "Отримано", pl: "Odebrano" }
    /// Title of a column.
    SENT { en: "Answered", ru: "Отвечен", uk: "Відповідь", pl: "Odpowiedź" }
    /// Below the moves: what the columns are.
    LEGEND { en: "Received: the opponent's move; answered: this one. Days: for the move (+ penalty) / in all.", ru: "Получен ход соперника, отвечен этот. Дни: на ход (+ штраф) / всего.", uk: "Отримано хід суперника, відповідь цей. Дні: на хід (+ штраф) / усього.", pl: "Odebrano posunięcie przeciwnika, odpowiedź: to posunięcie. Dni: na posunięcie (+ kara) / razem." }
    /// The control.
    LIMIT { en: "Allowed up to move {move}", ru: "Дается до хода {move}", uk: "Дається до ходу {move}", pl: "Przysługuje do posunięcia {move}" }
    /// Where a game stands.
    STATE { en: "State", ru: "Состояние", uk: "Стан", pl: "Stan" }
    /// Who is to move.
    TO_MOVE { en: "{side} to move", ru: "Ход: {side}", uk: "Хід: {side}", pl: "Na posunięciu: {side}" }
    /// Above a board.
    AT_START { en: "Start position", ru: "Начальная позиция", uk: "Початкова позиція", pl: "Pozycja początkowa" }
    /// Above a board.
    AFTER { en: "After {move}", ru: "После {move}", uk: "Після {move}", pl: "Po {move}" }
    /// Where nothing has been played.
    NO_MOVES { en: "No moves yet.", ru: "Ходов еще нет.", uk: "Ходів ще немає.", pl: "Nie ma jeszcze posunięć." }
    /// A button.
    FIRST { en: "To the beginning", ru: "В начало", uk: "На початок", pl: "Na początek" }
    /// A button.
    BACK { en: "One half-move back", ru: "На полуход назад", uk: "На півхід назад", pl: "Półruch wstecz" }
    /// A button.
    FORWARD { en: "One half-move on", ru: "На полуход вперед", uk: "На півхід уперед", pl: "Półruch naprzód" }
    /// A button.
    LAST { en: "To the end", ru: "В конец", uk: "У кінець", pl: "Na koniec" }
    /// A button.
    FLIP { en: "Turn the board", ru: "Повернуть доску", uk: "Обернути дошку", pl: "Obróć szachownicę" }
    /// A link of the navigation.
    HOME { en: "All tournaments", ru: "Все турниры", uk: "Усі турніри", pl: "Wszystkie turnieje" }
    /// A link of the navigation.
    PREVIOUS { en: "Game {n}", ru: "Партия {n}", uk: "Партія {n}", pl: "Partia {n}" }
    /// Below every page.
    MADE { en: "As of {day}", ru: "По состоянию на {day}", uk: "Станом на {day}", pl: "Stan na {day}" }
}
