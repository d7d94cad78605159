//! What waits for the arbiter: its names, and what happened.

use super::common::{self, date};
use super::phrase::{Phrase, phrases};
use crate::arbiter::notice::Unheeded;
use crate::chess::Side;
use crate::language::Language;
use crate::record::ResultCode;
use crate::report::matters::{Decides, Happened, Heard, Strange};

phrases! {
    /// A matter.
    OVERSTEP { en: "overstep", ru: "просрочка времени", uk: "прострочення часу", pl: "przekroczenie czasu" }
    /// A matter.
    PROTEST { en: "protest", ru: "протест", uk: "протест", pl: "protest" }
    /// A matter.
    SILENCE { en: "no move for a long time", ru: "давно нет ходов", uk: "давно немає ходів", pl: "od dawna brak posunięć" }
    /// A matter.
    LATE_LEAVE { en: "leave announced late", ru: "перерыв объявлен с опозданием", uk: "перерву оголошено із запізненням", pl: "urlop zgłoszony z opóźnieniem" }
    /// A matter.
    LATE_CLAIM { en: "claim made late", ru: "заявление с опозданием", uk: "заява із запізненням", pl: "spóźnione zgłoszenie" }
    /// A matter.
    SLOW { en: "slow mail", ru: "почта задержалась", uk: "пошта затрималася", pl: "opóźnienie poczty" }
    /// A matter.
    LETTER_LOST { en: "a letter that did not arrive", ru: "письмо не дошло", uk: "лист не дійшов", pl: "wiadomość nie dotarła" }
    /// A matter.
    FAILING { en: "letters come back", ru: "письма возвращаются", uk: "листи повертаються", pl: "wiadomości wracają" }
    /// A matter.
    UNDELIVERED { en: "a letter that could not be delivered", ru: "недоставленное письмо", uk: "недоставлений лист", pl: "niedostarczona wiadomość" }
    /// A matter.
    ACCESS_LOST { en: "lost access to mail", ru: "потеря доступа к почте", uk: "втрата доступу до пошти", pl: "utrata dostępu do poczty" }
    /// A matter.
    WITHDRAWAL { en: "request to withdraw", ru: "просьба о выходе из турнира", uk: "прохання вибути з турніру", pl: "prośba o wycofanie z turnieju" }
    /// A matter.
    ADJUDICATION { en: "adjudication", ru: "присуждение партии", uk: "присудження партії", pl: "rozstrzygnięcie partii" }
    /// A matter.
    OPINIONS { en: "opinions of both players awaited", ru: "ожидаются мнения участников", uk: "очікуються думки учасників", pl: "oczekiwanie na opinie uczestników" }
    /// A matter.
    OPINION { en: "opinion", ru: "мнение", uk: "думка", pl: "opinia" }
    /// A matter.
    APPEAL { en: "appeal against an adjudication", ru: "апелляция на присуждение", uk: "апеляція на присудження", pl: "apelacja od rozstrzygnięcia" }
    /// A matter.
    PAUSED { en: "paused", ru: "партия приостановлена", uk: "партію призупинено", pl: "partia wstrzymana" }
    /// A matter.
    DEAD_POSITION { en: "perhaps nobody can give mate any more", ru: "мат, возможно, уже невозможен ни у кого", uk: "мат, можливо, вже неможливий ні в кого", pl: "mat być może nie jest już możliwy dla nikogo" }
    /// A matter.
    DRAW_CLAIM { en: "draw claim", ru: "требование ничьей", uk: "вимога нічиєї", pl: "reklamacja remisu" }
    /// A matter.
    SEALED_MOVE { en: "sealed move", ru: "записанный ход", uk: "записаний хід", pl: "posunięcie w przechowaniu" }
    /// A matter.
    NOT_STARTED { en: "not started yet", ru: "турнир ещё не начат", uk: "турнір ще не розпочато", pl: "turniej jeszcze nie rozpoczęty" }
    /// A matter.
    OFFICIAL_REPORT { en: "official report due", ru: "официальный отчёт", uk: "офіційний звіт", pl: "sprawozdanie oficjalne" }
    /// A matter.
    FORGED_LETTER { en: "a letter that was forged", ru: "поддельное письмо", uk: "підроблений лист", pl: "podrobiona wiadomość" }
    /// A matter.
    REPORT_UNHEEDED { en: "a report of a lost letter that changes no day", ru: "сообщение о потере письма, которое не меняет сроков", uk: "повідомлення про втрату листа, яке не змінює строків", pl: "doniesienie o utracie wiadomości, które nie zmienia terminów" }
    /// A matter.
    UNHEARD { en: "a player who needs a person", ru: "участнику нужен человек", uk: "учасникові потрібна людина", pl: "uczestnik potrzebuje człowieka" }
    /// A matter.
    UNCONFIRMED { en: "letters that nobody confirmed", ru: "письма, которые никто не подтвердил", uk: "листи, яких ніхто не підтвердив", pl: "wiadomości, których nikt nie potwierdził" }
    /// A matter.
    ANSWERS_STOPPED { en: "too many answers: some have to wait", ru: "слишком много ответов: часть ждёт", uk: "забагато відповідей: частина чекає", pl: "zbyt wiele odpowiedzi: część czeka" }
    /// A matter.
    HOUR { en: "the hour is in doubt", ru: "верны ли часы робота?", uk: "чи правильний годинник робота?", pl: "czy zegar robota jest dobry?" }

    /// Of an overstep.
    USED { en: "{side} used {total} of {limit} days at move {at}; the flag fell on {flag}", ru: "{side}: истрачено {total} из {limit} дней, ход {at}; флаг упал {flag}", uk: "{side}: витрачено {total} з {limit} днів, хід {at}; прапорець упав {flag}", pl: "{side}: zużyto {total} z {limit} dni, posunięcie {at}; chorągiewka opadła {flag}" }
    /// Of an overstep.
    CLAIMED { en: "claimed by the opponent", ru: "заявлена соперником", uk: "заявлене суперником", pl: "zgłoszone przez przeciwnika" }
    /// Of an overstep.
    NO_MATE { en: "the opponent cannot mate: a draw, if you confirm it", ru: "соперник не может дать мат: если подтвердите, будет ничья", uk: "суперник не може поставити мат: якщо підтвердите, буде нічия", pl: "przeciwnik nie może dać mata: po potwierdzeniu będzie remis" }
    /// Of an overstep.
    SEALED { en: "the next move of {side} is sealed with you", ru: "следующий ход хранится у вас: {side}", uk: "наступний хід зберігається у вас: {side}", pl: "następne posunięcie w przechowaniu u sędziego: {side}" }
    /// Of an overstep.
    UNSENT { en: "the notice has not left yet", ru: "извещение ещё не ушло", uk: "сповіщення ще не пішло", pl: "zawiadomienie jeszcze nie wyszło" }
    /// Of an overstep.
    MAY_CLAIM { en: "{side} has used {total} of {limit} days at move {at}; the opponent may claim", ru: "{side}: истрачено {total} из {limit} дней, ход {at}; соперник может заявить просрочку", uk: "{side}: витрачено {total} з {limit} днів, хід {at}; суперник може заявити прострочення", pl: "{side}: zużyto {total} z {limit} dni, posunięcie {at}; przeciwnik może zgłosić przekroczenie" }
    /// Of a claim.
    CLAIMED_LATE { en: "a claim of time came too late; the overstep stands in the record", ru: "заявление о просрочке опоздало; просрочка остаётся в записи партии", uk: "заява про прострочення запізнилася; прострочення лишається в записі партії", pl: "zgłoszenie przekroczenia było spóźnione; przekroczenie pozostaje w zapisie" }
    /// Of a game.
    BY_ARBITER { en: "paused by the arbiter", ru: "приостановлена арбитром", uk: "призупинено арбітром", pl: "wstrzymana przez sędziego" }
    /// Of a silence.
    NO_MOVE { en: "no move of {side} since {day}", ru: "{side}: нет хода с {day}", uk: "{side}: немає ходу з {day}", pl: "{side}: brak posunięcia od {day}" }
    /// Of a silence.
    REPEATED { en: "the last move was repeated on {days}", ru: "последний ход послан снова {days}", uk: "останній хід надіслано знову {days}", pl: "ostatnie posunięcie wysłano ponownie {days}" }
    /// Of a silence.
    ON_LEAVE { en: "leave of {side} {from} to {to}", ru: "перерыв {side} с {from} по {to}", uk: "перерва {side} з {from} по {to}", pl: "urlop {side} od {from} do {to}" }
    /// Of a silence.
    NOTHING_ELSE { en: "nothing else of {side}", ru: "от {side} больше ничего", uk: "від {side} більше нічого", pl: "od {side} nic więcej" }
    /// Of a silence.
    WROTE { en: "{side} wrote: {letters}", ru: "{side} писали: {letters}", uk: "{side} писали: {letters}", pl: "{side} pisały: {letters}" }
    /// Between what a letter asked for.
    AND { en: " and ", ru: " и ", uk: " і ", pl: " i " }
    /// An opinion about a game.
    THINKS { en: "{side}: {result}", ru: "{side}: {result}", uk: "{side}: {result}", pl: "{side}: {result}" }
    /// Instead of one.
    NO_OPINION { en: "no opinion", ru: "мнения нет", uk: "думки немає", pl: "brak opinii" }
    /// Before the opinions.
    UNFINISHED { en: "unfinished at the end of the tournament", ru: "не закончена к концу турнира", uk: "не закінчена до кінця турніру", pl: "niezakończona do końca turnieju" }
    /// Of an appeal.
    AGAINST { en: "appeal against {result}", ru: "апелляция на {result}", uk: "апеляція на {result}", pl: "apelacja od {result}" }
    /// Of an appeal.
    DECIDES_FINALLY { en: "{name} decides, finally", ru: "решает окончательно: {name}", uk: "вирішує остаточно: {name}", pl: "rozstrzyga ostatecznie: {name}" }
    /// Of an appeal.
    ANOTHER_FINALLY { en: "another than the first adjudicator must decide, finally", ru: "окончательно решает другой, не первый присуждавший", uk: "остаточно вирішує інший, не той, хто присуджував уперше", pl: "ostatecznie rozstrzyga inna osoba niż za pierwszym razem" }
    /// Of a protest.
    PROTESTS { en: "{side} protests against decision {n}", ru: "{side}: протест против решения {n}", uk: "{side}: протест проти рішення {n}", pl: "{side}: protest przeciw decyzji {n}" }
    /// Of a protest.
    YOURS { en: "what the robot did: yours to decide", ru: "это сделал робот: решать вам", uk: "це зробив робот: вирішувати вам", pl: "zrobił to robot: rozstrzyga sędzia" }
    /// Of a protest.
    DECIDES { en: "{name} decides", ru: "решает {name}", uk: "вирішує {name}", pl: "rozstrzyga {name}" }
    /// Of a protest.
    ANOTHER { en: "another than you must decide", ru: "решить должен другой, не вы", uk: "вирішити має інший, не ви", pl: "rozstrzygnąć musi ktoś inny" }
    /// Of slow mail.
    RECEIVED_LATER { en: "half-move {ply}: {name} received our letter on {stated}, {counted} counts", ru: "полуход {ply}: {name} сообщает, что получил наше письмо {stated}; считается {counted}", uk: "півхід {ply}: {name} повідомляє, що отримав наш лист {stated}; рахується {counted}", pl: "półruch {ply}: {name} podaje, że nasza wiadomość dotarła {stated}; liczy się {counted}" }
    /// Of a lost letter.
    DID_NOT_ARRIVE { en: "letter {n} to {name} did not arrive: {why}", ru: "письмо {n} не дошло ({name}); сервер ответил: {why}", uk: "лист {n} не дійшов ({name}); сервер відповів: {why}", pl: "wiadomość {n} nie dotarła ({name}); odpowiedź serwera: {why}" }
    /// Of a lost letter.
    SERVER_SAID { en: "{why}", ru: "сервер ответил: {why}", uk: "сервер відповів: {why}", pl: "odpowiedź serwera: {why}" }
    /// Of an address.
    COME_BACK { en: "letters to {name} come back since {day}, {n} in a row", ru: "{name}: письма возвращаются с {day}, подряд: {n}", uk: "{name}: листи повертаються з {day}, поспіль: {n}", pl: "{name}: wiadomości wracają od {day}, z rzędu: {n}" }
    /// Of late leave.
    COUNTS_FROM { en: "{name} announced leave from {first} to {last} late; it counts from {from} to {to}, the days before that are yours to grant", ru: "{name}: перерыв с {first} по {last} объявлен поздно; он считается с {from} по {to}, дни до этого можете предоставить вы", uk: "{name}: перерву з {first} по {last} оголошено пізно; вона рахується з {from} по {to}, дні до цього можете надати ви", pl: "{name}: urlop od {first} do {last} zgłoszony późno; liczy się od {from} do {to}, dni przed tym może przyznać sędzia" }
    /// Of late leave of which no day counts.
    COUNTS_NOT { en: "{name} announced leave from {first} to {last} late; no day of it counts, it is yours to grant", ru: "{name}: перерыв с {first} по {last} объявлен поздно; ни один его день не считается, предоставить его можете вы", uk: "{name}: перерву з {first} по {last} оголошено пізно; жоден її день не рахується, надати її можете ви", pl: "{name}: urlop od {first} do {last} zgłoszony późno; żaden dzień się nie liczy, może go przyznać sędzia" }
    /// Of a withdrawal.
    ASKED { en: "{name} asked on {day} to withdraw; the clocks run on", ru: "{name}: просьба о выходе от {day}; время идёт", uk: "{name}: прохання вибути від {day}; час іде", pl: "{name}: prośba o wycofanie z {day}; czas biegnie" }
    /// Of lost access.
    CANNOT_REACH { en: "{name} reported on {since} that the mail cannot be reached; who is not back by {until} counts as withdrawn", ru: "{name}: {since} сообщение о потере доступа к почте; кто не вернулся по {until}, считается выбывшим", uk: "{name}: {since} повідомлення про втрату доступу до пошти; хто не повернувся по {until}, вважається вибулим", pl: "{name}: zgłoszenie z {since} o braku dostępu do poczty; kto nie wróci do {until}, jest uznany za wycofanego" }
    /// Of a tournament.
    TO_START { en: "the start letters leave when you start it", ru: "стартовые письма уйдут, когда вы начнёте турнир", uk: "стартові листи підуть, коли ви розпочнете турнір", pl: "wiadomości startowe wyjdą po rozpoczęciu turnieju" }
    /// Of a tournament.
    REPORT_DUE { en: "the chief arbiter's official report to the organiser is due", ru: "организатор ждёт официальный отчёт главного арбитра", uk: "організатор чекає на офіційний звіт головного арбітра", pl: "organizator czeka na oficjalne sprawozdanie sędziego głównego" }
    /// Of a letter.
    NOT_HIS { en: "Letter {n} came under the address of {name}, who says that it is not his.", ru: "Письмо {n} пришло с адреса игрока ({name}), и он говорит, что письмо не его.", uk: "Лист {n} надійшов з адреси гравця ({name}), і він каже, що лист не його.", pl: "Wiadomość {n} przyszła z adresu zawodnika ({name}), który twierdzi, że nie jest jego." }
    /// Of letters.
    FLOOD { en: "{count} letters under the address of {name} wait for a code and more are coming; the last is {n}.", ru: "Писем с адреса игрока ({name}), ожидающих кода: {count}, и приходят новые; последнее – {n}.", uk: "Листів з адреси гравця ({name}), що чекають на код: {count}, і надходять нові; останній – {n}.", pl: "Wiadomości z adresu zawodnika ({name}) czekające na kod: {count}, i przychodzą nowe; ostatnia to {n}." }
    /// A matter.
    ELSEWHERE { en: "letter from another address", ru: "письмо с другого адреса", uk: "лист з іншої адреси", pl: "list z innego adresu" }
    /// A matter.
    UNKNOWN_SENDER { en: "letters of unknown senders", ru: "письма неизвестных отправителей", uk: "листи невідомих відправників", pl: "listy nieznanych nadawców" }
    /// Of letters.
    FROM_ELSEWHERE { en: "Letters that answer ours to {name} came from another address: {count}, the last on {day} (letter {n}). The registered address was asked; if the address has changed, have it registered.", ru: "С другого адреса пришли ответы на наши письма игроку ({name}): {count}, последний {day} (письмо {n}). Запрос послан на зарегистрированный адрес; если адрес сменился, зарегистрируйте новый.", uk: "З іншої адреси надійшли відповіді на наші листи гравцеві ({name}): {count}, остання {day} (лист {n}). Запит надіслано на зареєстровану адресу; якщо адреса змінилася, зареєструйте нову.", pl: "Z innego adresu nadeszły odpowiedzi na nasze wiadomości do zawodnika ({name}): {count}, ostatnia {day} (list {n}). Pytanie wysłano na zarejestrowany adres; jeśli adres się zmienił, trzeba zarejestrować nowy." }
    /// Of letters.
    BY_STRANGERS { en: "Letters that name a game or a player came from addresses nobody knows: {count}, the last on {day} (letter {n}). They change nothing and are not answered.", ru: "С неизвестных адресов пришли письма, где названа партия или игрок: {count}, последнее {day} (письмо {n}). Они ничего не меняют, и на них не отвечают.", uk: "З невідомих адрес надійшли листи, де названо партію або гравця: {count}, останній {day} (лист {n}). Вони нічого не змінюють, і на них не відповідають.", pl: "Z nieznanych adresów nadeszły listy, w których wymieniono partię lub zawodnika: {count}, ostatni {day} (list {n}). Niczego nie zmieniają i nie odpowiada się na nie." }
    /// Of a silence.
    ABOUT_THE_GAME { en: "letters about this game from addresses nobody knows: {count}, the last on {day} (letter {n})", ru: "письма об этой партии с неизвестных адресов: {count}, последнее {day} (письмо {n})", uk: "листи про цю партію з невідомих адрес: {count}, останній {day} (лист {n})", pl: "listy o tej partii z nieznanych adresów: {count}, ostatni {day} (list {n})" }
    /// Of a report that changes no day.
    UNHEEDED { en: "letter {letter} to {name} came back: {said}. The report changes no day: {why}", ru: "письмо {letter} вернулось, {name}: {said}. Сроков это сообщение не меняет: {why}", uk: "лист {letter} повернувся, {name}: {said}. Строків це повідомлення не змінює: {why}", pl: "wiadomość {letter} wróciła, {name}: {said}. Doniesienie nie zmienia terminów: {why}" }
    /// Why.
    UNSIGNED { en: "it did not come to the secret return address", ru: "оно пришло не на тайный обратный адрес", uk: "воно надійшло не на таємну зворотну адресу", pl: "nie przyszło na tajny adres zwrotny" }
    /// Why.
    REPORTED_LATE { en: "it came more than seven days after the letter", ru: "оно пришло более чем через семь дней после письма", uk: "воно надійшло більш ніж через сім днів після листа", pl: "przyszło ponad siedem dni po wiadomości" }
    /// Why.
    ANSWERED { en: "the player has written since", ru: "участник с тех пор писал", uk: "учасник відтоді писав", pl: "uczestnik od tego czasu pisał" }
    /// Why.
    FLAG_FALLEN { en: "the player's flag has fallen", ru: "флаг участника упал", uk: "прапорець учасника впав", pl: "chorągiewka uczestnika opadła" }
    /// Why.
    ALREADY { en: "one was taken for this half-move already, or two in this game", ru: "для этого полухода одно уже принято, или два в этой партии", uk: "для цього півходу одне вже враховано, або два в цій партії", pl: "jedno w tym półruchu już uwzględniono albo dwa w tej partii" }
    /// Of the hour.
    BACK { en: "The clock of the robot's machine says {hour}, though something was recorded at {against} already.", ru: "Часы машины, на которой работает робот, показывают {hour}, хотя последняя запись сделана {against}.", uk: "Годинник машини, на якій працює робот, показує {hour}, хоча останній запис зроблено {against}.", pl: "Zegar komputera, na którym działa robot, pokazuje {hour}, choć ostatni wpis ma godzinę {against}." }
    /// Of the hour.
    AHEAD { en: "The clock of the robot's machine says {hour}; since {against} no other machine has borne that out.", ru: "Часы машины, на которой работает робот, показывают {hour}; с {against} ни одна другая машина этого не подтвердила.", uk: "Годинник машини, на якій працює робот, показує {hour}; з {against} жодна інша машина цього не підтвердила.", pl: "Zegar komputera, na którym działa robot, pokazuje {hour}; od {against} nie potwierdził tego żaden inny komputer." }
    /// Of the hour.
    SERVER { en: "The clock of the robot's machine says {hour}, the mail server says {against}.", ru: "Часы машины, на которой работает робот, показывают {hour}, а почтовый сервер – {against}.", uk: "Годинник машини, на якій працює робот, показує {hour}, а поштовий сервер – {against}.", pl: "Zegar komputera, na którym działa robot, pokazuje {hour}, a serwer poczty {against}." }
    /// Of many oversteps.
    TOO_MANY { en: "At {hour} by the clock of the robot's machine an overstep would be declared in {count} of {open} open games at once.", ru: "По часам машины, на которой работает робот ({hour}), просрочка была бы объявлена сразу в партиях: {count} из {open} открытых.", uk: "За годинником машини, на якій працює робот ({hour}), прострочення було б оголошено відразу в партіях: {count} з {open} відкритих.", pl: "Według zegara komputera, na którym działa robot ({hour}), przekroczenie czasu zostałoby ogłoszone naraz w partiach: {count} z {open} otwartych." }
    /// Of both.
    NOTHING_DECLARED { en: "So nothing is declared: no overstep, repeat, silence or end of a term. Moves are played, reminders go out. Whoever runs the robot has to set the clock right, or to confirm that it is right.", ru: "Поэтому ничего не объявляется: ни просрочка, ни повтор, ни молчание, ни конец срока. Ходы принимаются, напоминания уходят. Тот, кто ведёт робота, должен поправить часы или подтвердить, что они верны.", uk: "Тому нічого не оголошується: ні прострочення, ні повтор, ні мовчання, ні кінець строку. Ходи приймаються, нагадування надсилаються. Той, хто веде робота, має виправити годинник або підтвердити, що він правильний.", pl: "Dlatego nic nie jest ogłaszane: ani przekroczenie czasu, ani powtórzenie, ani milczenie, ani koniec terminu. Posunięcia są przyjmowane, przypomnienia wysyłane. Kto prowadzi robota, musi poprawić zegar albo potwierdzić, że jest dobry." }
    /// Of a limit.
    STOPPED { en: "{limit} is reached; the last letter was from {name}. All that is asked is carried out; the answers follow in one letter.", ru: "Достигнут предел {limit}; последнее письмо: {name}. Всё, о чём просят, исполняется; ответы придут позже, одним письмом.", uk: "Досягнуто межі {limit}; останній лист: {name}. Усе, про що просять, виконується; відповіді надійдуть згодом, одним листом.", pl: "Osiągnięto limit {limit}; ostatnia wiadomość: {name}. Wszystko, o co chodzi w wiadomościach, jest wykonywane; odpowiedzi przyjdą później, w jednej wiadomości." }
}

/// The name of a kind of matter; of one that has none here, what programs call it.
pub fn name(language: Language, what: &str) -> String {
    let phrase = match what {
        "overstep" => OVERSTEP,
        "protest" => PROTEST,
        "silence" => SILENCE,
        "late-leave" => LATE_LEAVE,
        "late-claim" => LATE_CLAIM,
        "slow-transmission" => SLOW,
        "letter-lost" => LETTER_LOST,
        "address-failing" => FAILING,
        "undelivered" => UNDELIVERED,
        "access-lost" => ACCESS_LOST,
        "withdrawal" => WITHDRAWAL,
        "adjudication" => ADJUDICATION,
        "opinions" => OPINIONS,
        "opinion" => OPINION,
        "appeal" => APPEAL,
        "paused" => PAUSED,
        "dead-position" => DEAD_POSITION,
        "claim-draw" | "draw-claim" => DRAW_CLAIM,
        "sealed-move" => SEALED_MOVE,
        "not-started" => NOT_STARTED,
        "official-report" => OFFICIAL_REPORT,
        "forged-letter" => FORGED_LETTER,
        "other-address" => ELSEWHERE,
        "unknown-sender" => UNKNOWN_SENDER,
        "unconfirmed" => UNCONFIRMED,
        "unheard" => UNHEARD,
        "report-unheeded" => REPORT_UNHEEDED,
        "answers-stopped" => ANSWERS_STOPPED,
        "hour-in-doubt" => HOUR,
        other => return other.replace('-', " "),
    };
    phrase.say(language).to_owned()
}

/// What happened, in a language. Words of people and of mail servers stay as they are;
/// so do the English sentences, which programs read.
pub fn told(language: Language, happened: &Happened) -> String {
    let said = said(language, happened);
    match (language, happened) {
        (Language::En, _) | (_, Happened::Words(_)) => said,
        _ => capital(&said),
    }
}

fn capital(text: &str) -> String {
    let mut rest = text.chars();
    let first = rest.next().map(|c| c.to_uppercase().to_string());
    first.unwrap_or_default() + rest.as_str()
}

fn said(language: Language, happened: &Happened) -> String {
    let day = |day: &crate::time::Day| date(language, *day);
    let white_or_black = |side: &Side| common::named(language, *side);
    match happened {
        Happened::Words(words) => words.clone(),
        Happened::Overstep {
            side,
            total,
            limit,
            at_move,
            flag,
            claimed,
            no_mate,
            sealed,
            unsent,
        } => {
            let figures = [
                ("side", white_or_black(side)),
                ("total", &*total.to_string()),
                ("limit", &*limit.to_string()),
                ("at", &*at_move.to_string()),
                ("flag", &*day(flag)),
            ];
            let opponent = [("side", white_or_black(&side.other()))];
            let more = [
                (claimed, CLAIMED.say(language).to_owned()),
                (no_mate, NO_MATE.say(language).to_owned()),
                (sealed, SEALED.fill(language, &opponent)),
                (unsent, UNSENT.say(language).to_owned()),
            ];
            let mut parts = vec![USED.fill(language, &figures)];
            parts.extend(more.into_iter().filter(|(is, _)| **is).map(|(_, w)| w));
            parts.join("; ")
        }
        Happened::MayClaim {
            side,
            total,
            limit,
            at_move,
        } => {
            let figures = [
                ("side", white_or_black(side)),
                ("total", &*total.to_string()),
                ("limit", &*limit.to_string()),
                ("at", &*at_move.to_string()),
            ];
            MAY_CLAIM.fill(language, &figures)
        }
        Happened::LateClaim => CLAIMED_LATE.say(language).to_owned(),
        Happened::Paused => BY_ARBITER.say(language).to_owned(),
        Happened::Silent {
            side,
            since,
            repeated,
            leave,
            heard,
            strangers,
        } => {
            let blanks = [("side", white_or_black(side)), ("day", &day(since))];
            let mut parts = vec![NO_MOVE.fill(language, &blanks)];
            if !repeated.is_empty() {
                let days: Vec<String> = repeated.iter().map(day).collect();
                parts.push(REPEATED.fill(language, &[("days", &days.join(", "))]));
            }
            parts.extend(leave.iter().map(|(side, days)| {
                let of = common::genitive(language, *side);
                let (from, to) = (day(&days.from), day(&days.to));
                ON_LEAVE.fill(language, &[("side", of), ("from", &from), ("to", &to)])
            }));
            if let Some(heard) = heard {
                let wrote = |side| wrote(language, side, heard);
                let all = Side::BOTH.into_iter().map(wrote);
                // "Nothing else" is not said beside what came from nobody's address.
                parts.extend(
                    all.filter_map(|(words, any)| (any || strangers.is_none()).then_some(words)),
                );
            }
            if let Some(strange) = strangers {
                parts.push(strange_ones(ABOUT_THE_GAME, language, strange, ""));
            }
            parts.join("; ")
        }
        Happened::Opinions { of, awaited } => {
            let opinions = opinions(language, of);
            match awaited {
                true => format!("{}; {opinions}", UNFINISHED.say(language)),
                false => opinions,
            }
        }
        Happened::Appeal { first, decides } => {
            let result = first.map_or("", |r| r.text());
            let who = match decides {
                Some(name) => DECIDES_FINALLY.fill(language, &[("name", name)]),
                None => ANOTHER_FINALLY.say(language).to_owned(),
            };
            let against = AGAINST.fill(language, &[("result", result)]);
            format!("{against}; {who}")
        }
        Happened::Protest {
            side,
            by,
            decision,
            decides,
            words,
        } => {
            let n = decision.to_string();
            let whose = by.as_deref().unwrap_or(white_or_black(side));
            let blanks = [("side", whose), ("n", n.as_str())];
            let who = match decides {
                Decides::Arbiter => YOURS.say(language).to_owned(),
                Decides::Named(name) => DECIDES.fill(language, &[("name", name)]),
                Decides::Another => ANOTHER.say(language).to_owned(),
            };
            format!("{}; {who}: {words}", PROTESTS.fill(language, &blanks))
        }
        Happened::DeadPosition { side, words } => {
            format!("{}: {words}", white_or_black(side))
        }
        Happened::Slow {
            ply,
            name,
            stated,
            counted,
        } => {
            let (stated, counted) = (day(stated), day(counted));
            let blanks = [
                ("ply", &*ply.to_string()),
                ("name", name),
                ("stated", &stated),
                ("counted", &counted),
            ];
            RECEIVED_LATER.fill(language, &blanks)
        }
        Happened::Unheeded {
            letter,
            name,
            why,
            said,
        } => {
            let why = match why {
                Unheeded::Unsigned => UNSIGNED,
                Unheeded::Late => REPORTED_LATE,
                Unheeded::Answered => ANSWERED,
                Unheeded::FlagFallen => FLAG_FALLEN,
                Unheeded::Already => ALREADY,
            };
            let blanks = [
                ("letter", &**letter),
                ("name", name),
                ("why", why.say(language)),
                ("said", said),
            ];
            UNHEEDED.fill(language, &blanks)
        }
        Happened::LetterLost { letter, name, why } => {
            let blanks = [("n", letter.as_str()), ("name", name), ("why", why)];
            DID_NOT_ARRIVE.fill(language, &blanks)
        }
        Happened::Undelivered { why } if why.is_empty() => String::new(),
        Happened::Undelivered { why } => SERVER_SAID.fill(language, &[("why", why)]),
        Happened::Failing { name, since, count } => {
            let (since, n) = (day(since), count.to_string());
            let blanks = [("name", name.as_str()), ("day", &since), ("n", &n)];
            COME_BACK.fill(language, &blanks)
        }
        Happened::LateLeave {
            name,
            asked,
            from,
            to,
            counts,
        } => {
            let (first, last) = (day(&asked.from), day(&asked.to));
            let (from, to) = (day(from), day(to));
            let blanks = [
                ("name", name.as_str()),
                ("first", &first),
                ("last", &last),
                ("from", &from),
                ("to", &to),
            ];
            match counts {
                true => COUNTS_FROM.fill(language, &blanks),
                false => COUNTS_NOT.fill(language, &blanks),
            }
        }
        Happened::WithdrawalAsked { name, day: asked } => {
            ASKED.fill(language, &[("name", name), ("day", &day(asked))])
        }
        Happened::AccessLost { name, since, until } => {
            let (since, until) = (day(since), day(until));
            let blanks = [
                ("name", name.as_str()),
                ("since", &since),
                ("until", &until),
            ];
            CANNOT_REACH.fill(language, &blanks)
        }
        Happened::ToStart => TO_START.say(language).to_owned(),
        Happened::ReportDue => REPORT_DUE.say(language).to_owned(),
        Happened::Forged { letter, name } => {
            let n = letter.to_string();
            NOT_HIS.fill(language, &[("n", &n), ("name", name)])
        }
        Happened::Elsewhere { name, letters } => {
            strange_ones(FROM_ELSEWHERE, language, letters, name)
        }
        Happened::Strangers { letters } => strange_ones(BY_STRANGERS, language, letters, ""),
        Happened::Unconfirmed { count, last, name } => {
            let (count, n) = (count.to_string(), last.to_string());
            let blanks = [("count", count.as_str()), ("name", name), ("n", &n)];
            FLOOD.fill(language, &blanks)
        }
        Happened::AnswersStopped { limit, name } => {
            STOPPED.fill(language, &[("limit", limit), ("name", name)])
        }
        Happened::HourInDoubt { hour, against, why } => {
            let phrase = match *why {
                "back" => BACK,
                "server" => SERVER,
                _ => AHEAD,
            };
            let blanks = [("hour", hour.as_str()), ("against", against)];
            let said = phrase.fill(language, &blanks);
            format!("{said} {}", NOTHING_DECLARED.say(language))
        }
        Happened::TooMany { count, open, hour } => {
            let (count, open) = (count.to_string(), open.to_string());
            let blanks = [("hour", hour.as_str()), ("count", &count), ("open", &open)];
            let said = TOO_MANY.fill(language, &blanks);
            format!("{said} {}", NOTHING_DECLARED.say(language))
        }
    }
}

/// Letters from addresses that are nobody's.
fn strange_ones(phrase: Phrase, language: Language, letters: &Strange, name: &str) -> String {
    let (count, day) = (letters.count.to_string(), date(language, letters.day));
    let n = letters.last.to_string();
    let blanks = [
        ("name", name),
        ("count", count.as_str()),
        ("day", &day),
        ("n", &n),
    ];
    phrase.fill(language, &blanks)
}

/// What a side wrote meanwhile, and whether it wrote anything.
fn wrote(language: Language, side: Side, heard: &[Heard]) -> (String, bool) {
    let his = heard.iter().filter(|h| h.side == side);
    let letters: Vec<String> = his
        .map(|h| {
            let what: Vec<&str> = h.what.iter().map(|w| asked(language, w)).collect();
            format!("{} {}", date(language, h.day), what.join(AND.say(language)))
        })
        .collect();
    if letters.is_empty() {
        let of = common::genitive(language, side);
        return (NOTHING_ELSE.fill(language, &[("side", of)]), false);
    }
    let blanks = [
        ("side", common::named(language, side)),
        ("letters", &*letters.join(", ")),
    ];
    (WROTE.fill(language, &blanks), true)
}

/// What a letter asked for, by the type of its request; else that it was a letter. In
/// English it is the type itself, or the verdict.
pub fn asked(language: Language, what: &str) -> &str {
    let [ru, uk, pl] = match what {
        "move" => ["ход", "хід", "posunięcie"],
        "resign" => ["сдача", "здача", "poddanie"],
        "draw-offer" => [
            "предложение ничьей",
            "пропозиція нічиєї",
            "propozycja remisu",
        ],
        "draw-accept" => ["согласие на ничью", "згода на нічию", "zgoda na remis"],
        "draw-decline" => ["отказ от ничьей", "відмова від нічиєї", "odmowa remisu"],
        "draw-claim" => ["требование ничьей", "вимога нічиєї", "reklamacja remisu"],
        "leave" => ["перерыв", "перерва", "urlop"],
        "leave-end" => ["конец перерыва", "кінець перерви", "koniec urlopu"],
        "time-claim" => [
            "заявление о просрочке",
            "заява про прострочення",
            "zgłoszenie przekroczenia",
        ],
        "protest" => ["протест", "протест", "protest"],
        "opinion" => ["мнение", "думка", "opinia"],
        "appeal" => ["апелляция", "апеляція", "apelacja"],
        "status" => ["вопрос о состоянии", "питання про стан", "pytanie o stan"],
        "report" => ["запрос отчёта", "запит звіту", "prośba o raport"],
        "repeat" => [
            "просьба повторить ход",
            "прохання повторити хід",
            "prośba o powtórzenie",
        ],
        "address" => ["другой адрес", "інша адреса", "zmiana adresu"],
        "withdraw" => ["выход из турнира", "вибуття", "wycofanie"],
        "arbiter" => ["письмо арбитру", "лист арбітрові", "list do sędziego"],
        "check" => ["проверка хода", "перевірка ходу", "sprawdzenie posunięcia"],
        "format" => ["вид писем", "вигляд листів", "postać listów"],
        "help" => [
            "просьба о помощи",
            "прохання про допомогу",
            "prośba o pomoc",
        ],
        "correspondence" => ["переписка", "листування", "korespondencja"],
        "dead-position" => ["мёртвая позиция", "мертва позиція", "martwa pozycja"],
        "unverified" => [
            "письмо, ждущее подтверждения",
            "лист, що чекає підтвердження",
            "list czekający na potwierdzenie",
        ],
        "auto-reply" => [
            "автоматический ответ",
            "автоматична відповідь",
            "odpowiedź automatyczna",
        ],
        _ => ["письмо", "лист", "list"],
    };
    match language {
        Language::En => what,
        Language::Ru => ru,
        Language::Uk => uk,
        Language::Pl => pl,
    }
}

fn opinions(language: Language, of: &[Option<ResultCode>; 2]) -> String {
    let one = |(side, result): (Side, &Option<ResultCode>)| {
        let result = result.map_or(NO_OPINION.say(language), |r| r.text());
        let side = common::named(language, side);
        THINKS.fill(language, &[("side", side), ("result", result)])
    };
    let all: Vec<String> = Side::BOTH.into_iter().zip(of).map(one).collect();
    all.join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::clock::Span;
    use crate::ids::{EventId, InboundId};
    use crate::report::words::tests::is_in_its_language;
    use crate::time::Day;

    fn heard() -> Vec<Heard> {
        let letter = |what: &[&str]| Heard {
            side: Side::White,
            day: Day::new(2026, 5, 3).unwrap(),
            what: what.iter().map(|w| (*w).to_owned()).collect(),
        };
        vec![letter(&["leave", "arbiter"]), letter(&["not-understood"])]
    }

    /// One of each that can happen. A variant that is not here does not compile.
    fn all() -> Vec<Happened> {
        let day = || Day::new(2026, 5, 3).unwrap();
        let name = || "Анна".to_owned();
        let strange = || Strange {
            count: 3,
            last: InboundId(7),
            day: day(),
        };
        let overstep = |claimed| Happened::Overstep {
            side: Side::Black,
            total: 62,
            limit: 60,
            at_move: 8,
            flag: day(),
            claimed,
            no_mate: claimed,
            sealed: claimed,
            unsent: claimed,
        };
        let opinions = |awaited| Happened::Opinions {
            of: [Some(ResultCode::Draw), None],
            awaited,
        };
        let unheeded = |why| Happened::Unheeded {
            letter: "9".to_owned(),
            name: name(),
            why,
            said: "550".to_owned(),
        };
        let appeal = |decides: Option<&str>| Happened::Appeal {
            first: Some(ResultCode::White),
            decides: decides.map(str::to_owned),
        };
        let protest = |decides| Happened::Protest {
            side: Side::White,
            by: None,
            decision: EventId(17),
            decides,
            words: "–".to_owned(),
        };
        let hour = || "2026-05-03 12:00".to_owned();
        let doubt = |why| Happened::HourInDoubt {
            hour: hour(),
            against: hour(),
            why,
        };
        let all = vec![
            Happened::Words(String::new()),
            overstep(true),
            overstep(false),
            Happened::MayClaim {
                side: Side::White,
                total: 62,
                limit: 60,
                at_move: 8,
            },
            Happened::LateClaim,
            Happened::Paused,
            Happened::Silent {
                side: Side::Black,
                since: day(),
                repeated: vec![day()],
                leave: vec![(
                    Side::White,
                    Span {
                        from: day(),
                        to: day(),
                    },
                )],
                heard: Some(heard()),
                strangers: Some(strange()),
            },
            Happened::Elsewhere {
                name: name(),
                letters: strange(),
            },
            Happened::Strangers { letters: strange() },
            opinions(true),
            opinions(false),
            appeal(Some("Орлов")),
            appeal(None),
            protest(Decides::Arbiter),
            protest(Decides::Named("Орлов".to_owned())),
            protest(Decides::Another),
            Happened::DeadPosition {
                side: Side::White,
                words: "–".to_owned(),
            },
            Happened::Slow {
                ply: 12,
                name: name(),
                stated: day(),
                counted: day(),
            },
            Happened::LetterLost {
                letter: "9".to_owned(),
                name: name(),
                why: "550".to_owned(),
            },
            Happened::Undelivered {
                why: "550".to_owned(),
            },
            unheeded(Unheeded::Unsigned),
            unheeded(Unheeded::Late),
            unheeded(Unheeded::Answered),
            unheeded(Unheeded::FlagFallen),
            unheeded(Unheeded::Already),
            Happened::Failing {
                name: name(),
                since: day(),
                count: 2,
            },
            Happened::LateLeave {
                name: name(),
                asked: Span {
                    from: day(),
                    to: day(),
                },
                from: day(),
                to: day(),
                counts: true,
            },
            Happened::WithdrawalAsked {
                name: name(),
                day: day(),
            },
            Happened::AccessLost {
                name: name(),
                since: day(),
                until: day(),
            },
            Happened::ToStart,
            Happened::ReportDue,
            Happened::Forged {
                letter: InboundId(7),
                name: name(),
            },
            Happened::Unconfirmed {
                count: 3,
                last: InboundId(7),
                name: name(),
            },
            Happened::AnswersStopped {
                limit: "limits.answers_per_day",
                name: name(),
            },
            doubt("back"),
            doubt("ahead"),
            doubt("server"),
            Happened::TooMany {
                count: 20,
                open: 21,
                hour: hour(),
            },
        ];
        for one in &all {
            match one {
                Happened::Words(_)
                | Happened::Overstep { .. }
                | Happened::MayClaim { .. }
                | Happened::LateClaim
                | Happened::Paused
                | Happened::Silent { .. }
                | Happened::Opinions { .. }
                | Happened::Appeal { .. }
                | Happened::Protest { .. }
                | Happened::DeadPosition { .. }
                | Happened::Slow { .. }
                | Happened::LetterLost { .. }
                | Happened::Unheeded { .. }
                | Happened::Undelivered { .. }
                | Happened::Failing { .. }
                | Happened::LateLeave { .. }
                | Happened::WithdrawalAsked { .. }
                | Happened::AccessLost { .. }
                | Happened::ToStart
                | Happened::ReportDue
                | Happened::Forged { .. }
                | Happened::Elsewhere { .. }
                | Happened::Strangers { .. }
                | Happened::Unconfirmed { .. }
                | Happened::AnswersStopped { .. }
                | Happened::HourInDoubt { .. }
                | Happened::TooMany { .. } => {}
            }
        }
        all
    }

    #[test]
    fn what_happened_is_told_wholly_in_the_language() {
        for happened in all() {
            let english = told(Language::En, &happened);
            for language in [Language::Ru, Language::Uk, Language::Pl] {
                let text = told(language, &happened).replace("limits.answers_per_day", "");
                is_in_its_language(language, &text, &english);
            }
        }
    }

    #[test]
    fn matters_have_names_in_every_language() {
        for what in [
            "overstep",
            "protest",
            "silence",
            "late-leave",
            "late-claim",
            "slow-transmission",
            "letter-lost",
            "address-failing",
            "undelivered",
            "access-lost",
            "withdrawal",
            "adjudication",
            "opinions",
            "opinion",
            "appeal",
            "paused",
            "dead-position",
            "draw-claim",
            "sealed-move",
            "not-started",
            "official-report",
            "forged-letter",
            "unconfirmed",
            "other-address",
            "unknown-sender",
            "unheard",
            "report-unheeded",
            "answers-stopped",
            "hour-in-doubt",
        ] {
            let english = name(Language::En, what);
            for language in [Language::Ru, Language::Uk, Language::Pl] {
                is_in_its_language(language, &name(language, what), &english);
            }
        }
        assert_eq!(name(Language::Ru, "older-than-this"), "older than this");
    }
}
