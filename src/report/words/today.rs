//! Today: what waits for the arbiter, and what comes.

use super::phrase::{Counted, phrases};

phrases! {
    /// The title.
    TODAY { en: "Today, {day}", ru: "Сегодня, {day}", uk: "Сьогодні, {day}", pl: "Dzisiaj, {day}" }
    /// Under the title.
    NOTHING { en: "Nothing waits for you.", ru: "Ничего не ждёт вашего решения.", uk: "Ніщо не чекає на ваше рішення.", pl: "Nic nie czeka na Pana/Pani decyzję." }
    /// Under the title.
    WAIT { en: "Waiting for you: {n}.", ru: "Ждёт вашего решения: {n}.", uk: "Чекає на ваше рішення: {n}.", pl: "Czeka na decyzję: {n}." }
    /// A part.
    TO_DO { en: "For you to decide", ru: "Решать вам", uk: "Вирішувати вам", pl: "Do rozstrzygnięcia" }
    /// A part.
    SETTLES { en: "Settles itself, unless you decide otherwise", ru: "Решится само, если вы не решите иначе", uk: "Вирішиться само, якщо ви не вирішите інакше", pl: "Rozstrzygnie się samo, o ile nie będzie innej decyzji" }
    /// Of a matter that settles itself.
    SETTLES_ON { en: "Without a protest the robot enters it on {day}.", ru: "Без протеста робот внесёт это {day}.", uk: "Без протесту робот внесе це {day}.", pl: "Bez protestu robot wpisze to {day}." }
    /// A term.
    DAYS_LEFT { en: "{n} left, until {day}", ru: "до {day}, осталось {n}", uk: "до {day}, лишилося {n}", pl: "do {day}, pozostało {n}" }
    /// A term.
    LAST_DAY_IS_TODAY { en: "the last day is today, {day}", ru: "последний день – сегодня, {day}", uk: "останній день – сьогодні, {day}", pl: "ostatni dzień to dzisiaj, {day}" }
    /// A term.
    OVERDUE { en: "overdue by {n}, since {day}", ru: "срок {day}, просрочено: {n}", uk: "термін {day}, прострочено: {n}", pl: "termin {day}, po terminie: {n}" }
    /// Without a term.
    SINCE { en: "waiting for {n}, since {day}", ru: "ждёт {n}, с {day}", uk: "чекає {n}, з {day}", pl: "czeka {n}, od {day}" }
    /// Without a term.
    SINCE_TODAY { en: "new today", ru: "новое сегодня", uk: "нове сьогодні", pl: "nowe dzisiaj" }
    /// A part.
    COMING { en: "In the next {n}, if no letter comes", ru: "Что наступит за {n}, если не придёт писем", uk: "Що настане за {n}, якщо не надійде листів", pl: "Co nastąpi w ciągu {n}, jeśli nie przyjdą listy" }
    /// Instead of the table.
    NOTHING_COMES { en: "Nothing falls due.", ru: "Ничего не наступает.", uk: "Нічого не настає.", pl: "Nic nie przypada." }
    /// Title of a column.
    IN_DAYS { en: "In days", ru: "Дней", uk: "Днів", pl: "Za dni" }
    /// In that column.
    TODAY_WORD { en: "today", ru: "сегодня", uk: "сьогодні", pl: "dziś" }
    /// Title of a column.
    HAPPENS { en: "What happens by itself", ru: "Что произойдёт само", uk: "Що станеться само", pl: "Co stanie się samo" }
    /// What happens.
    FLAG_NOTICE { en: "the flag falls; the overstep is announced and the game paused", ru: "упадёт флаг; о просрочке будет объявлено, партия приостановится", uk: "впаде прапорець; про прострочення буде оголошено, партію буде призупинено", pl: "opadnie chorągiewka; przekroczenie zostanie ogłoszone, partia wstrzymana" }
    /// What happens.
    FLAG_IMMEDIATE { en: "the flag falls; the game is lost", ru: "упадёт флаг; партия будет проиграна", uk: "впаде прапорець; партію буде програно", pl: "opadnie chorągiewka; partia będzie przegrana" }
    /// What happens.
    FLAG_CLAIM { en: "the flag falls; the opponent may claim, you are told", ru: "упадёт флаг; соперник может заявить просрочку, вам сообщат", uk: "впаде прапорець; суперник може заявити прострочення, вас повідомлять", pl: "opadnie chorągiewka; przeciwnik może zgłosić przekroczenie, sędzia otrzyma wiadomość" }
    /// What happens.
    OVERSTEP_NOTICE { en: "the time is over; the overstep is announced and the game paused", ru: "время истекло; о просрочке будет объявлено, партия приостановится", uk: "час вичерпано; про прострочення буде оголошено, партію буде призупинено", pl: "czas minął; przekroczenie zostanie ogłoszone, partia wstrzymana" }
    /// What happens.
    OVERSTEP_IMMEDIATE { en: "the time is over; the loss is entered", ru: "время истекло; будет внесено поражение", uk: "час вичерпано; буде внесено поразку", pl: "czas minął; zostanie wpisana przegrana" }
    /// What happens.
    OVERSTEP_CLAIM { en: "the time is over; you are told, the opponent may claim", ru: "время истекло; вам сообщат, соперник может заявить просрочку", uk: "час вичерпано; вас повідомлять, суперник може заявити прострочення", pl: "czas minął; sędzia otrzyma wiadomość, przeciwnik może zgłosić przekroczenie" }
    /// What happens.
    PROTEST_ENDS { en: "last day for a protest; without one the overstep is entered", ru: "последний день для протеста; без него просрочка будет внесена", uk: "останній день для протесту; без нього прострочення буде внесено", pl: "ostatni dzień na protest; bez niego przekroczenie zostanie wpisane" }
    /// What happens.
    WARNING { en: "the control is near: the player is warned, copy to you", ru: "близок контроль: игрок получит предупреждение, копия – вам", uk: "близький контроль: гравець отримає попередження, копія – вам", pl: "zbliża się kontrola: ostrzeżenie dla zawodnika, kopia dla sędziego" }
    /// What happens.
    LAST_DAY { en: "the last day before the flag: the player is warned again", ru: "последний день до падения флага: второе предупреждение", uk: "останній день до падіння прапорця: друге попередження", pl: "ostatni dzień przed opadnięciem chorągiewki: drugie ostrzeżenie" }
    /// What happens.
    REPEAT { en: "no answer: the move is sent again, copy to you", ru: "нет ответа: ход будет послан снова, копия – вам", uk: "немає відповіді: хід буде надіслано знову, копія – вам", pl: "brak odpowiedzi: posunięcie zostanie wysłane ponownie, kopia dla sędziego" }
    /// What happens.
    SILENCE { en: "no move for long: reported to both players and you", ru: "давно нет хода: сообщение обоим игрокам и вам", uk: "давно немає ходу: повідомлення обом гравцям і вам", pl: "od dawna brak posunięcia: wiadomość do obu zawodników i sędziego" }
    /// What happens.
    LEAVE_BEGINS { en: "leave begins, until {day}", ru: "начинается перерыв, до {day}", uk: "починається перерва, до {day}", pl: "początek urlopu, do {day}" }
    /// What happens.
    LEAVE_ENDS { en: "last day of leave", ru: "последний день перерыва", uk: "останній день перерви", pl: "ostatni dzień urlopu" }
    /// What happens.
    START { en: "the official start: clocks run from this day", ru: "официальное начало: с этого дня идёт время", uk: "офіційний початок: з цього дня йде час", pl: "oficjalny początek: od tego dnia biegnie czas" }
    /// What happens.
    END { en: "end date: unfinished games go to adjudication", ru: "день окончания: незаконченные партии – на присуждение", uk: "день закінчення: незакінчені партії – на присудження", pl: "dzień zakończenia: nieskończone partie do rozstrzygnięcia" }
    /// What happens.
    OPINIONS { en: "last day for opinions and analysis", ru: "последний день для мнений и анализов", uk: "останній день для думок та аналізів", pl: "ostatni dzień na opinie i analizy" }
    /// Below the tournaments.
    STRANGERS { en: "Letters of the last 7 days from addresses nobody knows: {n}.", ru: "Писем с неизвестных адресов за последние 7 дней: {n}.", uk: "Листів з невідомих адрес за останні 7 днів: {n}.", pl: "Listów z nieznanych adresów w ciągu ostatnich 7 dni: {n}." }
    /// A part.
    TOURNAMENTS { en: "Tournaments", ru: "Турниры", uk: "Турніри", pl: "Turnieje" }
    /// Title of a column.
    TOURNAMENT { en: "Tournament", ru: "Турнир", uk: "Турнір", pl: "Turniej" }
    /// Title of a column.
    OPEN { en: "Games open", ru: "Идёт партий", uk: "Триває партій", pl: "Partie w toku" }
    /// Title of a column.
    WAITING { en: "For you", ru: "Ждёт вас", uk: "Чекає вас", pl: "Czeka" }
    /// Title of a column.
    OVERSTEPS { en: "Oversteps", ru: "Просрочек", uk: "Прострочень", pl: "Przekroczenia" }
    /// Title of a column.
    UNSENT { en: "Unsent", ru: "Не отправлено", uk: "Не надіслано", pl: "Niewysłane" }
    /// Title of a column.
    UNDELIVERED { en: "Given up", ru: "Не доставлено", uk: "Не доставлено", pl: "Niedostarczone" }
    /// Title of a column.
    MALFORMED { en: "Unreadable", ru: "Нечитаемых", uk: "Нечитаних", pl: "Nieczytelne" }
    /// Title of a column.
    UNVERIFIED { en: "Unverified", ru: "Не подтверждено", uk: "Не підтверджено", pl: "Niepotwierdzone" }
    /// Title of a column.
    FAILING { en: "Failing addresses", ru: "Плохих адресов", uk: "Поганих адрес", pl: "Złe adresy" }
}

/// Things that wait, counted.
pub const MATTERS: Counted = Counted {
    en: ["matter", "matters"],
    ru: ["вопрос", "вопроса", "вопросов"],
    uk: ["питання", "питання", "питань"],
    pl: ["sprawa", "sprawy", "spraw"],
};
