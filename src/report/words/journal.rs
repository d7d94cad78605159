//! The journal of a game.

use super::Phrase;
use super::phrase::phrases;
use crate::chess::Side;
use crate::language::Language;

phrases! {
    /// The title.
    TITLE { en: "Journal of game {game}", ru: "Журнал партии {game}", uk: "Журнал партії {game}", pl: "Dziennik partii {game}" }
    /// Under the title.
    PLAYERS { en: "{white} – {black}; {tournament}", ru: "{white} – {black}; {tournament}", uk: "{white} – {black}; {tournament}", pl: "{white} – {black}; {tournament}" }
    /// Title of a column.
    WHAT { en: "What happened", ru: "Что произошло", uk: "Що сталося", pl: "Co się stało" }
    /// Title of a column.
    CAUSE { en: "Cause", ru: "Причина", uk: "Причина", pl: "Przyczyna" }
    /// Under the table.
    ABOUT_CAUSES { en: "Letters and decisions have the numbers of `inbox show` and `td log`; entries are numbered in the record of the home.", ru: "Номера писем и решений – те же, что в `inbox show` и `td log`; записи пронумерованы в общем журнале.", uk: "Номери листів і рішень – ті самі, що в `inbox show` і `td log`; записи пронумеровано в загальному журналі.", pl: "Numery listów i decyzji są takie jak w `inbox show` i `td log`; wpisy są numerowane we wspólnym rejestrze." }
    /// A cause.
    BY_LETTER { en: "letter {n}", ru: "письмо {n}", uk: "лист {n}", pl: "list {n}" }
    /// A cause.
    BY_CLOCK { en: "calendar", ru: "календарь", uk: "календар", pl: "kalendarz" }
    /// A cause.
    BY_POST { en: "post", ru: "почта", uk: "пошта", pl: "poczta" }
    /// A cause.
    BY_ORDER { en: "decision {n}", ru: "решение {n}", uk: "рішення {n}", pl: "decyzja {n}" }
    /// A cause.
    BY_ORDER_LETTER { en: "decision {n}, by letter {letter}", ru: "решение {n}, письмом {letter}", uk: "рішення {n}, листом {letter}", pl: "decyzja {n}, listem {letter}" }
    /// An entry.
    STARTED { en: "The tournament was started", ru: "Турнир начат", uk: "Турнір розпочато", pl: "Turniej rozpoczęty" }
    /// An entry.
    LEFT { en: "Our letter to {whom} left ({about})", ru: "Наше письмо ушло: {whom} ({about})", uk: "Наш лист пішов: {whom} ({about})", pl: "Nasz list wysłany: {whom} ({about})" }
    /// An entry.
    LOST { en: "Our letter to {whom} was not received", ru: "Наше письмо не получено: {whom}", uk: "Наш лист не отримано: {whom}", pl: "Nasz list nie dotarł: {whom}" }
    /// An entry.
    QUERIED { en: "{whom} wrote that the move was faulty: received {received}, sent {sent}; three days are free", ru: "{whom}: запрос об ошибочном ходе, получено {received}, отправлено {sent}; три дня не в счёт", uk: "{whom}: запит про помилковий хід, отримано {received}, надіслано {sent}; три дні не в лік", pl: "{whom}: zapytanie o błędne posunięcie, otrzymano {received}, wysłano {sent}; trzy dni się nie liczą" }
    /// An entry.
    REPEATED_OWN { en: "{whom} repeated the own move in answer to a repeat: received {received}, sent {sent}; three days are free", ru: "{whom}: повтор своего хода в ответ на повторный, получено {received}, отправлено {sent}; три дня не в счёт", uk: "{whom}: повтор свого ходу у відповідь на повторний, отримано {received}, надіслано {sent}; три дні не в лік", pl: "{whom}: powtórzenie własnego posunięcia w odpowiedzi na powtórne, otrzymano {received}, wysłano {sent}; trzy dni się nie liczą" }
    /// An entry.
    DELAYED { en: "Our letter to {whom} could not leave yet", ru: "Наше письмо пока не удалось отправить: {whom}", uk: "Наш лист поки не вдалося надіслати: {whom}", pl: "Naszego listu nie udało się jeszcze wysłać: {whom}" }
    /// What a letter was about.
    ABOUT_START { en: "the start", ru: "начало игры", uk: "початок гри", pl: "początek gry" }
    /// What a letter was about.
    ABOUT_MOVE { en: "move", ru: "ход", uk: "хід", pl: "posunięcie" }
    /// What a letter was about.
    ABOUT_CORRECTION { en: "request to correct a move", ru: "просьба исправить ход", uk: "прохання виправити хід", pl: "prośba o poprawienie posunięcia" }
    /// What a letter was about.
    ABOUT_RULING { en: "decision", ru: "решение", uk: "рішення", pl: "decyzja" }
    /// What a letter was about.
    ABOUT_NOTICE { en: "notice of an overstep", ru: "извещение о просрочке", uk: "сповіщення про прострочення", pl: "zawiadomienie o przekroczeniu czasu" }
    /// What a letter was about.
    ABOUT_ADJUDICATION { en: "adjudication", ru: "присуждение", uk: "присудження", pl: "rozstrzygnięcie" }
    /// An entry.
    MOVE { en: "{mv}: received {received}, sent {sent}, {days}; total {total}", ru: "{mv}: получено {received}, отправлено {sent}, {days}; всего {total}", uk: "{mv}: отримано {received}, надіслано {sent}, {days}; усього {total}", pl: "{mv}: otrzymano {received}, wysłano {sent}, {days}; razem {total}" }
    /// An entry about a move that is no longer in the game.
    MOVE_GONE { en: "Half-move {ply} ({mv}), later taken out of the game", ru: "Полуход {ply} ({mv}), позже исключен из партии", uk: "Півхід {ply} ({mv}), згодом вилучений із партії", pl: "Półruch {ply} ({mv}), później usunięty z partii" }
    /// Beside a move.
    VARIANT { en: "from the series of moves", ru: "из варианта", uk: "із варіанта", pl: "z wariantu" }
    /// An entry.
    FAULT { en: "Faulty move of {whom}, “{text}”: {fault}", ru: "Ошибочный ход ({whom}), «{text}»: {fault}", uk: "Помилковий хід ({whom}), «{text}»: {fault}", pl: "Błędne posunięcie ({whom}), „{text}”: {fault}" }
    /// An entry.
    PENALTY { en: "{whom}: penalty {days}", ru: "{whom}: штраф {days}", uk: "{whom}: штраф {days}", pl: "{whom}: kara {days}" }
    /// An entry.
    DATES { en: "Dates of half-move {ply} set: received {received}, sent {sent}", ru: "Установлены даты полухода {ply}: получено {received}, отправлено {sent}", uk: "Установлено дати півходу {ply}: отримано {received}, надіслано {sent}", pl: "Ustalono daty półruchu {ply}: otrzymano {received}, wysłano {sent}" }
    /// Where a date was not set.
    AS_WAS { en: "as before", ru: "без изменений", uk: "без змін", pl: "bez zmian" }
    /// An entry.
    OFFER { en: "{whom}: draw offered", ru: "{whom}: предложена ничья", uk: "{whom}: запропоновано нічию", pl: "{whom}: propozycja remisu" }
    /// An entry.
    DECLINED { en: "{whom}: draw declined", ru: "{whom}: ничья отклонена", uk: "{whom}: нічию відхилено", pl: "{whom}: remis odrzucony" }
    /// An entry.
    SERIES { en: "{whom}: series of moves proposed, {line}", ru: "{whom}: предложен вариант, {line}", uk: "{whom}: запропоновано варіант, {line}", pl: "{whom}: zaproponowano wariant, {line}" }
    /// An entry.
    WARNED { en: "{whom} warned: the control is near", ru: "{whom}: предупреждение, близок контроль", uk: "{whom}: попередження, близький контроль", pl: "{whom}: ostrzeżenie, zbliża się kontrola" }
    /// An entry.
    WARNED_LAST { en: "{whom} warned: the last day", ru: "{whom}: предупреждение, последний день", uk: "{whom}: попередження, останній день", pl: "{whom}: ostrzeżenie, ostatni dzień" }
    /// An entry.
    REPEATED { en: "No answer: the last move was sent again", ru: "Нет ответа: последний ход послан снова", uk: "Немає відповіді: останній хід надіслано знову", pl: "Brak odpowiedzi: ostatnie posunięcie wysłano ponownie" }
    /// An entry.
    SILENT { en: "No move for long: players and arbiter told", ru: "Долго нет хода: сообщено игрокам и арбитру", uk: "Довго немає ходу: повідомлено гравців і арбітра", pl: "Długo brak posunięcia: powiadomiono zawodników i sędziego" }
    /// An entry.
    EXCEEDED { en: "{whom}: time over at move {at}, {total} of {limit} days; the flag fell on {flag}", ru: "{whom}: просрочка на ходу {at}, {total} из {limit} дней; флаг упал {flag}", uk: "{whom}: прострочення на ході {at}, {total} з {limit} днів; прапорець упав {flag}", pl: "{whom}: przekroczony czas przy posunięciu {at}, {total} z {limit} dni; chorągiewka opadła {flag}" }
    /// Beside an overstep.
    CLAIMED { en: "claimed by the opponent", ru: "по заявлению соперника", uk: "за заявою суперника", pl: "na wniosek przeciwnika" }
    /// An entry.
    ANNULLED { en: "{whom}: the notice of an overstep is void, the move had been sent in time", ru: "{whom}: извещение о просрочке отменено, ход был отправлен вовремя", uk: "{whom}: сповіщення про прострочення скасовано, хід було надіслано вчасно", pl: "{whom}: zawiadomienie o przekroczeniu nieważne, posunięcie wysłano w terminie" }
    /// An entry.
    PROTESTED { en: "{whom}: protest, “{text}”", ru: "{whom}: протест, «{text}»", uk: "{whom}: протест, «{text}»", pl: "{whom}: protest, „{text}”" }
    /// An entry.
    PROTESTED_DECISION { en: "{whom}: protest against decision {n}, “{text}”", ru: "{whom}: протест против решения {n}, «{text}»", uk: "{whom}: протест проти рішення {n}, «{text}»", pl: "{whom}: protest przeciw decyzji {n}, „{text}”" }
    /// An entry.
    DISMISSED { en: "What was asked under number {n} is not granted", ru: "Заявленное под номером {n} не удовлетворено", uk: "Заявлене під номером {n} не задоволено", pl: "Wniosku zgłoszonego pod numerem {n} nie uwzględniono" }
    /// An entry.
    REJECTED { en: "The overstep of {whom} is refused: the game goes on", ru: "{whom}: просрочка не признана, игра продолжается", uk: "{whom}: прострочення не визнано, гра триває", pl: "{whom}: przekroczenia nie uznano, gra trwa" }
    /// An entry.
    TIME_REFUSED { en: "{whom}: claim of an overstep refused, the opponent has used {total} of {limit} days at move {at}", ru: "{whom}: заявление о просрочке отклонено, соперник израсходовал {total} из {limit} дней на ходу {at}", uk: "{whom}: заяву про прострочення відхилено, суперник використав {total} з {limit} днів на ході {at}", pl: "{whom}: wniosek o przekroczenie czasu odrzucony, przeciwnik zużył {total} z {limit} dni przy posunięciu {at}" }
    /// An entry.
    DRAW_REFUSED { en: "{whom}: claim of a draw refused, it counts as an offer", ru: "{whom}: требование ничьей отклонено и считается предложением", uk: "{whom}: вимогу нічиєї відхилено, вона вважається пропозицією", pl: "{whom}: reklamację remisu odrzucono, liczy się jako propozycja" }
    /// Beside it.
    BARRED { en: "further claims in this period are barred", ru: "новые заявления в этом периоде не принимаются", uk: "нові заяви в цьому періоді не приймаються", pl: "dalsze wnioski w tym okresie wykluczone" }
    /// An entry.
    PAUSED { en: "Play interrupted from {day}", ru: "Игра прервана с {day}", uk: "Гру перервано з {day}", pl: "Gra wstrzymana od {day}" }
    /// An entry.
    TIME_GIVEN { en: "{whom}: dates given back, which do not count: {dates}", ru: "{whom}: возвращены даты, которые не считаются: {dates}", uk: "{whom}: повернено дати, що не рахуються: {dates}", pl: "{whom}: zwrócono daty, które się nie liczą: {dates}" }
    /// An entry.
    REPLACED { en: "{whom}: {is} plays on in place of {was}", ru: "{whom}: вместо участника {was} продолжает {is}", uk: "{whom}: замість учасника {was} продовжує {is}", pl: "{whom}: zamiast zawodnika {was} gra dalej {is}" }
    /// An entry.
    RESUMED { en: "Play goes on from {day}", ru: "Игра продолжается с {day}", uk: "Гра триває з {day}", pl: "Gra wznowiona od {day}" }
    /// An entry.
    RESUMES { en: "Play goes on from the receipt of the decision", ru: "Игра продолжается с получения решения", uk: "Гра триває з отримання рішення", pl: "Gra wznowiona od otrzymania decyzji" }
    /// An entry.
    VOIDED { en: "Half-move {ply} and all later ones leave the game", ru: "Полуход {ply} и все следующие исключены из партии", uk: "Півхід {ply} і всі наступні вилучено з партії", pl: "Półruch {ply} i wszystkie późniejsze usunięto z partii" }
    /// An entry.
    REVOKED { en: "Decision {n} is taken back", ru: "Решение {n} отменено", uk: "Рішення {n} скасовано", pl: "Decyzja {n} cofnięta" }
    /// An entry.
    PASS_REVOKED { en: "What the robot declared in its pass {n} is taken back", ru: "Объявленное роботом (проход {n}) отменено", uk: "Оголошене роботом (прохід {n}) скасовано", pl: "Cofnięto to, co ogłosił robot (przebieg {n})" }
    /// An entry.
    REDATED { en: "Dates made by a wrong clock of the machine are set right", ru: "Исправлены даты, поставленные неверными часами машины", uk: "Виправлено дати, поставлені неправильним годинником машини", pl: "Poprawiono daty zapisane według złego zegara komputera" }
    /// Beside an entry that a later one supersedes.
    NO_MORE { en: "counts no more", ru: "больше не учитывается", uk: "більше не враховується", pl: "już się nie liczy" }
    /// An entry.
    CLAIMS_BARRED { en: "{whom}: no more claims of time are taken in this period", ru: "{whom}: новые заявления о просрочке в этом периоде не принимаются", uk: "{whom}: нові заяви про прострочення в цьому періоді не приймаються", pl: "{whom}: dalszych wniosków o przekroczenie czasu w tym okresie nie przyjmuje się" }
    /// An entry.
    RESET { en: "{whom}: the clock begins at zero from the next move", ru: "{whom}: отсчет времени с нуля со следующего хода", uk: "{whom}: відлік часу з нуля з наступного ходу", pl: "{whom}: czas liczony od zera od następnego posunięcia" }
    /// An entry.
    ENDED { en: "The game is over: {result}, {how}", ru: "Партия закончена: {result}, {how}", uk: "Партію завершено: {result}, {how}", pl: "Partia zakończona: {result}, {how}" }
    /// An entry.
    REOPENED { en: "The game is open again", ru: "Партия возобновлена", uk: "Партію відновлено", pl: "Partia wznowiona" }
    /// An entry.
    ADJUDICATION { en: "Adjudication begins; opinions until {day}", ru: "Начато присуждение; мнения до {day}", uk: "Розпочато присудження; думки до {day}", pl: "Rozpoczęto rozstrzyganie; opinie do {day}" }
    /// An entry.
    OPINION { en: "{whom}: opinion {result}", ru: "{whom}: мнение {result}", uk: "{whom}: думка {result}", pl: "{whom}: opinia {result}" }
    /// An entry.
    OPINIONS_CLOSED { en: "The term for opinions is over", ru: "Срок для мнений истек", uk: "Термін для думок минув", pl: "Termin opinii upłynął" }
    /// An entry.
    APPEAL { en: "{whom}: appeal, “{text}”", ru: "{whom}: апелляция, «{text}»", uk: "{whom}: апеляція, «{text}»", pl: "{whom}: apelacja, „{text}”" }
    /// An entry.
    MATTER { en: "For the arbiter: {what}", ru: "Для арбитра: {what}", uk: "Для арбітра: {what}", pl: "Dla sędziego: {what}" }
}

/// White or Black, as the one a sentence is about.
pub fn whom(language: Language, side: Side) -> &'static str {
    let phrase = match side {
        Side::White => Phrase {
            en: "White",
            ru: "белые",
            uk: "білі",
            pl: "białe",
        },
        Side::Black => Phrase {
            en: "Black",
            ru: "черные",
            uk: "чорні",
            pl: "czarne",
        },
    };
    phrase.say(language)
}
