//! The report on a tournament.

use super::Phrase;
use super::phrase::phrases;
use crate::language::Language;
use crate::record::Termination;
use crate::rules::TieBreak;

phrases! {
    /// Title of the document.
    TITLE { en: "{code}  {name}", ru: "{code}  {name}", uk: "{code}  {name}", pl: "{code}  {name}" }
    /// How far the tournament is.
    STATE { en: "{done} of {all} games finished, {open} open", ru: "Закончено партий: {done} из {all}, не закончено: {open}", uk: "Завершено партій: {done} з {all}, триває: {open}", pl: "Partie zakończone: {done} z {all}, niezakończone: {open}" }
    /// How far the tournament is.
    ALL_DONE { en: "All games are finished ({all}): the table is final.", ru: "Все партии закончены ({all}): таблица окончательная.", uk: "Усі партії завершено ({all}): таблиця остаточна.", pl: "Wszystkie partie zakończone ({all}): tabela ostateczna." }
    /// Winner.
    WINNER { en: "Winner: {names}", ru: "Победитель: {names}", uk: "Переможець: {names}", pl: "Zwycięzca: {names}" }
    /// Where no game counts.
    NO_WINNER { en: "No game counts: nobody has won.", ru: "Ни одна партия не засчитана: победителя нет.", uk: "Жодної партії не зараховано: переможця немає.", pl: "Żadna partia nie jest zaliczona: nie ma zwycięzcy." }
    /// Winners, where the place is shared.
    WINNERS { en: "Shared first place: {names}", ru: "Первое место разделили: {names}", uk: "Перше місце поділили: {names}", pl: "Pierwsze miejsce dzielą: {names}" }
    /// What waits.
    WAITING { en: "{n} wait for the arbiter", ru: "Ждут решения арбитра: {n}", uk: "Чекають рішення арбітра: {n}", pl: "Na decyzję sędziego czeka: {n}" }
    /// The next flag.
    NEXT_FLAG { en: "Next flag: {day}, {game}, {name}", ru: "Ближайший флаг: {day}, {game}, {name}", uk: "Найближчий прапорець: {day}, {game}, {name}", pl: "Najbliższa chorągiewka: {day}, {game}, {name}" }
    /// From when to when.
    PERIOD { en: "Played", ru: "Сроки", uk: "Терміни", pl: "Termin" }
    /// From when, where no end is set.
    FROM { en: "from {from}", ru: "с {from}", uk: "з {from}", pl: "od {from}" }
    /// From when to when.
    FROM_TO { en: "{from} to {to}", ru: "{from} – {to}", uk: "{from} – {to}", pl: "{from} – {to}" }
    /// The control.
    CONTROL { en: "Control", ru: "Контроль времени", uk: "Контроль часу", pl: "Kontrola czasu" }
    /// The control.
    CONTROL_IS { en: "{days} for every {moves} moves, carried over", ru: "{days} на каждые {moves} ходов с накоплением", uk: "{days} на кожні {moves} ходів із накопиченням", pl: "{days} na każde {moves} posunięć, z przenoszeniem" }
    /// The order of criteria.
    CRITERIA { en: "Equal points", ru: "При равенстве очков", uk: "За рівності очок", pl: "Przy równej liczbie punktów" }
    /// Section.
    MATTERS { en: "Open matters", ru: "Ждет решения арбитра", uk: "Чекає рішення арбітра", pl: "Sprawy do rozstrzygnięcia" }
    /// Within a matter.
    UNTIL { en: "until {day}", ru: "до {day}", uk: "до {day}", pl: "do {day}" }
    /// Within a matter: the other orders.
    OR { en: "or:", ru: "или:", uk: "або:", pl: "lub:" }
    /// Section: arbiter, control, criteria.
    CONDITIONS { en: "Conditions", ru: "Условия", uk: "Умови", pl: "Warunki" }
    /// Section.
    OVERDUE { en: "Time over", ru: "Просрочено время", uk: "Прострочено час", pl: "Przekroczony czas" }
    /// Section.
    TABLE { en: "Table", ru: "Таблица", uk: "Таблиця", pl: "Tabela" }
    /// Title of a column.
    PLACE { en: "Place", ru: "Место", uk: "Місце", pl: "Miejsce" }
    /// Title of a column.
    NAME { en: "Name", ru: "Участник", uk: "Учасник", pl: "Uczestnik" }
    /// Title of a column.
    POINTS { en: "Points", ru: "Очки", uk: "Очки", pl: "Pkt" }
    /// Title of a column: games decided.
    PLAYED { en: "Games", ru: "Партий", uk: "Партій", pl: "Partie" }
    /// Title of a column: games still open.
    OPEN { en: "Open", ru: "Не оконч.", uk: "Триває", pl: "W grze" }
    /// Against whom, as a column's title in a spreadsheet.
    AGAINST { en: "Against {n}", ru: "Против {n}", uk: "Проти {n}", pl: "Z {n}" }
    /// Under the table.
    PROVISIONAL { en: "* {games} open: places are provisional.", ru: "* Не закончено: {games}; места предварительные.", uk: "* Не завершено: {games}; місця попередні.", pl: "* Niezakończone: {games}; miejsca tymczasowe." }
    /// Under the table.
    FINAL { en: "All games are finished: the places are final.", ru: "Все партии закончены: места окончательные.", uk: "Усі партії завершено: місця остаточні.", pl: "Wszystkie partie zakończone: miejsca ostateczne." }
    /// Under the table.
    WITHDRAWN { en: "(w) has withdrawn. A place in brackets: the games count for nobody ({article}).", ru: "(в) выбыл. Место в скобках: партии никому не засчитываются ({article}).", uk: "(в) вибув. Місце в дужках: партії нікому не зараховуються ({article}).", pl: "(w) wycofał się. Miejsce w nawiasie: partie nikomu się nie liczą ({article})." }
    /// Under the table.
    REPLACED { en: "† {name} plays on in place of {former}.", ru: "† {name} продолжает вместо участника {former}.", uk: "† {name} продовжує замість учасника {former}.", pl: "† {name} gra dalej zamiast zawodnika {former}." }
    /// Behind it.
    BY_FORMER { en: "Played by {former}: {games}.", ru: "Сыграл(а) {former}: {games}.", uk: "Зіграв(ла) {former}: {games}.", pl: "Rozegrane przez zawodnika {former}: {games}." }
    /// The mark beside the name of one who took over.
    TOOK_OVER { en: "†", ru: "†", uk: "†", pl: "†" }
    /// The mark beside a name.
    W { en: "(w)", ru: "(в)", uk: "(в)", pl: "(w)" }
    /// Under the table.
    MARKS { en: "+ and -: won and lost without play. A dot: open.", ru: "+ и -: победа и поражение без игры. Точка: партия не закончена.", uk: "+ і -: перемога і поразка без гри. Крапка: партія триває.", pl: "+ i -: wygrana i przegrana bez gry. Kropka: partia trwa." }
    /// Which criterion decided.
    DECIDED { en: "On {points} points, {criterion}: {order}.", ru: "При {points} очках, {criterion}: {order}.", uk: "При {points} очках, {criterion}: {order}.", pl: "Przy {points} pkt, {criterion}: {order}." }
    /// Nothing decided.
    SHARED { en: "Place {place} is shared: no criterion tells {names} apart.", ru: "Место {place} разделено: ни один показатель не различает участников {names}.", uk: "Місце {place} поділено: жоден показник не розрізняє учасників {names}.", pl: "Miejsce {place} jest dzielone: żadne kryterium nie rozróżnia uczestników {names}." }
    /// Section.
    PROGRESS { en: "Games in progress, the next flag first", ru: "Идущие партии, ближайший флаг вверху", uk: "Партії, що тривають; найближчий прапорець угорі", pl: "Partie w toku, najbliższa chorągiewka u góry" }
    /// Title of a column.
    MOVES { en: "Moves", ru: "Ходов", uk: "Ходів", pl: "Pos." }
    /// Title of a column.
    LAST_MOVE { en: "Last move", ru: "Посл. ход", uk: "Ост. хід", pl: "Ost. pos." }
    /// Title of a column.
    TURN { en: "To move", ru: "Ход", uk: "Хід", pl: "Na ruchu" }
    /// Title over two columns.
    DAYS_WHITE { en: "Days of White", ru: "Дни белых", uk: "Дні білих", pl: "Dni białych" }
    /// Title over two columns.
    DAYS_BLACK { en: "Days of Black", ru: "Дни черных", uk: "Дні чорних", pl: "Dni czarnych" }
    /// Title of a column.
    USED { en: "used", ru: "затр.", uk: "витр.", pl: "zużyte" }
    /// Title of a column that stands alone.
    USED_TITLE { en: "Used", ru: "Затрачено", uk: "Витрачено", pl: "Zużyto" }
    /// Title of a column.
    LEFT { en: "left", ru: "ост.", uk: "зал.", pl: "zostało" }
    /// Title of a column.
    FLAG { en: "Flag falls", ru: "Флаг падает", uk: "Прапорець", pl: "Chorągiewka" }
    /// Title of a column.
    FLAG_FELL { en: "Flag fell", ru: "Флаг упал", uk: "Прапорець упав", pl: "Chorągiewka opadła" }
    /// Instead of a flag.
    NOT_RUNNING { en: "not running", ru: "не идет", uk: "не йде", pl: "stoi" }
    /// Title of a column.
    MOVE { en: "Move", ru: "Ход", uk: "Хід", pl: "Pos." }
    /// Title of a column.
    LIMIT { en: "Limit", ru: "Предел", uk: "Межа", pl: "Limit" }
    /// Title of a column.
    STATE_TITLE { en: "State", ru: "Состояние", uk: "Стан", pl: "Stan" }
    /// An overstep.
    DECLARED { en: "being decided", ru: "рассматривается", uk: "розглядається", pl: "rozpatrywane" }
    /// An overstep.
    NOT_DECLARED { en: "not declared", ru: "не объявлена", uk: "не оголошено", pl: "nie ogłoszone" }
    /// Section.
    PENALTIES { en: "Penalties", ru: "Штрафы", uk: "Штрафи", pl: "Kary" }
    /// Section.
    LEAVE { en: "Leave", ru: "Перерывы", uk: "Перерви", pl: "Urlopy" }
    /// Title of a column.
    YEAR { en: "Year", ru: "Год", uk: "Рік", pl: "Rok" }
    /// Title of a column: days of leave taken.
    TAKEN { en: "Used", ru: "Взято", uk: "Взято", pl: "Wykorzystano" }
    /// Title of a column: days of leave left.
    REMAINING { en: "Left", ru: "Осталось", uk: "Залишилось", pl: "Pozostało" }
    /// Title of a column.
    WHEN { en: "When", ru: "Когда", uk: "Коли", pl: "Kiedy" }
    /// Section.
    DAYS_PLOTS { en: "Days used against the control", ru: "Затраченные дни и контроль времени", uk: "Витрачені дні й контроль часу", pl: "Zużyte dni a kontrola czasu" }
    /// What the drawings show.
    PLOTS_SAY { en: "Across: moves of each side. Upwards: days used in all. The solid line is White, the dashed one Black; the grey stairs are the days allowed. A cross is a penalty, a triangle a move with leave in it, a circle the days of the move that is due.", ru: "По горизонтали: ходы каждой стороны. По вертикали: всего затрачено дней. Сплошная линия – белые, штриховая – черные, серая лестница – предел. Крестик – штраф, треугольник – ход, на который пришелся перерыв, кружок – время на ожидаемый ход.", uk: "По горизонталі: ходи кожної сторони. По вертикалі: усього витрачено днів. Суцільна лінія – білі, штрихова – чорні, сірі сходи – межа. Хрестик – штраф, трикутник – хід, на який припала перерва, кружок – час на очікуваний хід.", pl: "W poziomie: posunięcia każdej strony. W pionie: łącznie zużyte dni. Linia ciągła to białe, przerywana to czarne, szare schody to limit. Krzyżyk to kara, trójkąt to posunięcie z urlopem, kółko to czas należnego posunięcia." }
    /// Section.
    BOARDS { en: "Positions", ru: "Позиции", uk: "Позиції", pl: "Pozycje" }
    /// Section.
    FINISHED { en: "Finished games", ru: "Законченные партии", uk: "Завершені партії", pl: "Partie zakończone" }
    /// Title of a column.
    HOW { en: "How", ru: "Чем закончена", uk: "Чим завершено", pl: "Jak" }
    /// Beside a result.
    ANNULLED { en: "left out of the table", ru: "не учитывается", uk: "не враховується", pl: "nie liczy się" }
    /// Under a board or plot.
    GAME_STATE { en: "{game}: {white} – {black}", ru: "{game}: {white} – {black}", uk: "{game}: {white} – {black}", pl: "{game}: {white} – {black}" }
    /// Under a board.
    WHITE_TO_MOVE { en: "White to move", ru: "ход белых", uk: "хід білих", pl: "ruch białych" }
    /// Under a board.
    BLACK_TO_MOVE { en: "Black to move", ru: "ход черных", uk: "хід чорних", pl: "ruch czarnych" }
    /// Under a board.
    LAST_WAS { en: "last {mv} on {day}", ru: "последний {mv}, {day}", uk: "останній {mv}, {day}", pl: "ostatnie {mv}, {day}" }
    /// Under a plot: `White 9 of 60`.
    USED_OF { en: "{side} {used} of {limit}", ru: "{side} {used} из {limit}", uk: "{side} {used} з {limit}", pl: "{side} {used} z {limit}" }
    /// Under a plot.
    FLAG_ON { en: "flag {day}", ru: "флаг {day}", uk: "прапорець {day}", pl: "chorągiewka {day}" }
    /// A drawing's title.
    PLOT_TITLE { en: "Days used in {game}", ru: "Затраченные дни в партии {game}", uk: "Витрачені дні в партії {game}", pl: "Zużyte dni w partii {game}" }
    /// A drawing's title.
    BOARD_TITLE { en: "Position in {game}", ru: "Позиция в партии {game}", uk: "Позиція в партії {game}", pl: "Pozycja w partii {game}" }
    /// A status.
    WAITING_GAME { en: "not started", ru: "не начата", uk: "не розпочата", pl: "nierozpoczęta" }
    /// A status.
    ACTIVE { en: "active", ru: "идет", uk: "триває", pl: "w toku" }
    /// A status.
    PAUSED { en: "paused", ru: "прервана", uk: "перервана", pl: "wstrzymana" }
    /// A status.
    ADJUDICATION { en: "adjudication", ru: "присуждение", uk: "присудження", pl: "rozstrzygnięcie" }
    /// A status.
    OVER { en: "finished", ru: "закончена", uk: "завершена", pl: "zakończona" }
    /// Title of a column.
    MATTER { en: "Matter", ru: "Вопрос", uk: "Питання", pl: "Sprawa" }
    /// Title of a column.
    TERM { en: "Until", ru: "Срок", uk: "Термін", pl: "Do kiedy" }
    /// Title of a column.
    COMMAND { en: "Command", ru: "Команда", uk: "Команда", pl: "Polecenie" }
}

/// The name of a criterion, short, as a column's title.
pub fn tie_break(language: Language, tie_break: TieBreak) -> &'static str {
    let phrase = match tie_break {
        TieBreak::Direct => Phrase {
            en: "Direct",
            ru: "Лич.",
            uk: "Особ.",
            pl: "Bezp.",
        },
        TieBreak::Wins => Phrase {
            en: "Wins",
            ru: "Побед",
            uk: "Перемог",
            pl: "Wygr.",
        },
        TieBreak::Sb => Phrase {
            en: "SB",
            ru: "Бергер",
            uk: "Бергер",
            pl: "SB",
        },
        TieBreak::Koya => Phrase {
            en: "Koya",
            ru: "Койя",
            uk: "Койя",
            pl: "Koya",
        },
    };
    phrase.say(language)
}

/// The name of a criterion in a sentence.
pub fn criterion(language: Language, tie_break: TieBreak) -> &'static str {
    let phrase = match tie_break {
        TieBreak::Direct => Phrase {
            en: "direct encounter",
            ru: "личная встреча",
            uk: "особиста зустріч",
            pl: "bezpośredni pojedynek",
        },
        TieBreak::Wins => Phrase {
            en: "number of wins",
            ru: "число побед",
            uk: "кількість перемог",
            pl: "liczba wygranych",
        },
        TieBreak::Sb => Phrase {
            en: "Sonneborn-Berger",
            ru: "коэффициент Зонненборна-Бергера",
            uk: "коефіцієнт Зоннеборна-Бергера",
            pl: "punktacja Sonneborna-Bergera",
        },
        TieBreak::Koya => Phrase {
            en: "Koya",
            ru: "система Койя",
            uk: "система Койя",
            pl: "system Koya",
        },
    };
    phrase.say(language)
}

/// How a game ended.
pub fn termination(language: Language, termination: Termination) -> &'static str {
    use Termination as T;
    let [en, ru, uk, pl] = match termination {
        T::Checkmate => ["checkmate", "мат", "мат", "mat"],
        T::Resignation => ["resignation", "сдача", "здача", "poddanie"],
        T::Agreement => ["agreement", "по соглашению", "за згодою", "za zgodą"],
        T::Stalemate => ["stalemate", "пат", "пат", "pat"],
        T::DeadPosition => [
            "dead position",
            "мертвая позиция",
            "мертва позиція",
            "martwa pozycja",
        ],
        T::Threefold => [
            "threefold repetition",
            "троекратное повторение",
            "триразове повторення",
            "trzykrotne powtórzenie",
        ],
        T::FiftyMoves => [
            "fifty moves",
            "правило 50 ходов",
            "правило 50 ходів",
            "zasada 50 posunięć",
        ],
        T::Fivefold => [
            "fivefold repetition",
            "пятикратное повторение",
            "п'ятиразове повторення",
            "pięciokrotne powtórzenie",
        ],
        T::SeventyFiveMoves => [
            "seventy-five moves",
            "правило 75 ходов",
            "правило 75 ходів",
            "zasada 75 posunięć",
        ],
        T::Time => [
            "time",
            "просрочка времени",
            "прострочення часу",
            "przekroczenie czasu",
        ],
        T::Silence => ["silence", "молчание", "мовчання", "brak odpowiedzi"],
        T::Withdrawal => ["withdrawal", "выбытие", "вибуття", "wycofanie"],
        T::Adjudication => [
            "adjudication",
            "присуждение",
            "присудження",
            "rozstrzygnięcie",
        ],
        T::Default => ["not played", "не игралась", "не гралася", "nierozegrana"],
        T::Ruling => [
            "arbiter's decision",
            "решение арбитра",
            "рішення арбітра",
            "decyzja sędziego",
        ],
    };
    Phrase { en, ru, uk, pl }.say(language)
}
