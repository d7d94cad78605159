//! What became of an arbiter's orders: what they did, and why one was refused.

use super::common::{DAYS, GAMES, date, genitive};
use super::refusals::of_order;
use crate::arbiter::NoticeKind;
use crate::arbiter::outcome::{InGame, Left, Outcome, Replaced, Running};
use crate::chess::{Side, san_in};
use crate::language::Language;
use crate::record::Unfinished;
use crate::time::Day;

/// What an order did, in a sentence without a full stop.
pub fn done(language: Language, outcome: &Outcome) -> String {
    let day = |day: &Day| date(language, *day);
    let [en, ru, uk, pl] = match outcome {
        // Its sentence has the game at the end, as scripts know it.
        Outcome::InGame { game, what } if matches!(what, InGame::Revoked { .. }) => {
            let said = in_game(language, what);
            [
                format!("{said} in {game}"),
                format!("{said} в партии {game}"),
                format!("{said} в партії {game}"),
                format!("{said} w partii {game}"),
            ]
        }
        Outcome::InGame { game, what } => return format!("{game}: {}", in_game(language, what)),
        Outcome::RevokedFor { decision, name } => [
            format!("decision {decision} revoked for {name}"),
            format!("{name}: решение {decision} отменено"),
            format!("{name}: рішення {decision} скасовано"),
            format!("{name}: decyzja {decision} cofnięta"),
        ],
        Outcome::LeaveGranted { name, from, to } => {
            let (from, to) = (day(from), day(to));
            [
                format!("leave from {from} to {to} granted to {name}"),
                format!("{name}: предоставлен перерыв с {from} по {to}"),
                format!("{name}: надано перерву з {from} по {to}"),
                format!("{name}: przyznano urlop od {from} do {to}"),
            ]
        }
        Outcome::LeaveKept { name } => [
            format!("the late leave of {name} stays as it is"),
            format!("{name}: поздно заявленный перерыв остаётся как есть"),
            format!("{name}: пізно заявлена перерва лишається як є"),
            format!("{name}: urlop zgłoszony za późno pozostaje bez zmian"),
        ],
        Outcome::LeaveCancelled {
            leave,
            name,
            from,
            to,
        } => {
            let (from, to) = (day(from), day(to));
            [
                format!("leave {leave} of {name} from {from} to {to} cancelled"),
                format!("{name}: перерыв {leave} с {from} по {to} отменён"),
                format!("{name}: перерву {leave} з {from} по {to} скасовано"),
                format!("{name}: urlop {leave} od {from} do {to} anulowany"),
            ]
        }
        Outcome::AccessLost { name, since, until } => {
            let (since, until) = (day(since), day(until));
            [
                format!("{name} has no access to mail since {since}; 30 days end on {until}"),
                format!("{name}: доступа к почте нет с {since}; 30 дней кончаются {until}"),
                format!("{name}: доступу до пошти немає з {since}; 30 днів закінчуються {until}"),
                format!("{name}: brak dostępu do poczty od {since}; 30 dni mija {until}"),
            ]
        }
        Outcome::AddressSet { name, new } => [
            format!("the address of {name} is {new}"),
            format!("{name}: новый адрес – {new}"),
            format!("{name}: нова адреса – {new}"),
            format!("{name}: nowy adres – {new}"),
        ],
        Outcome::Left(left) => return has_left(language, left),
        Outcome::Replaced(replaced) => return replaced_by(language, replaced),
        Outcome::PlaysOn { name, code } => [
            format!("nothing is decided: {name} plays on in {code}"),
            format!("ничего не решено: {name} играет в {code} дальше"),
            format!("нічого не вирішено: {name} грає в {code} далі"),
            format!("nic nie rozstrzygnięto: {name} gra dalej w {code}"),
        ],
        Outcome::AllPaused {
            code,
            games,
            day: from,
        } => {
            let from = day(from);
            [
                format!("{code} is paused: in {games} games the days from {from} are nobody's"),
                format!("{code} приостановлен, партий: {games}; дни с {from} никому не считаются"),
                format!("{code} призупинено, партій: {games}; дні з {from} нікому не рахуються"),
                format!("{code} wstrzymany, partii: {games}; dni od {from} nie liczą się nikomu"),
            ]
        }
        Outcome::AllResumed {
            code,
            games,
            day: from,
        } => {
            let from = day(from);
            [
                format!("{code} goes on: in {games} games time counts again from {from}"),
                format!("{code} продолжается, партий: {games}; время снова идёт с {from}"),
                format!("{code} триває далі, партій: {games}; час знову йде з {from}"),
                format!("{code} trwa dalej, partii: {games}; czas znów biegnie od {from}"),
            ]
        }
        Outcome::Compensated {
            code,
            days,
            games,
            from,
            to,
            most,
        } => {
            let (from, to) = (day(from), day(to));
            [
                format!(
                    "{code}: {days} days given back in {games} games for the outage from {from} to {to}, at most {most} to a clock"
                ),
                format!(
                    "{code}: за перебой с {from} по {to} возвращено дней: {days}, партий: {games}, на одни часы не больше {most}"
                ),
                format!(
                    "{code}: за перебій з {from} по {to} повернено днів: {days}, партій: {games}, на один годинник не більше {most}"
                ),
                format!(
                    "{code}: za przerwę w działaniu od {from} do {to} zwrócono dni: {days}, partii: {games}, na jeden zegar najwyżej {most}"
                ),
            ]
        }
    };
    pick(language, [en, ru, uk, pl])
}

/// What a letter of the robot is called in the list of those that an order brings.
pub fn letter(language: Language, kind: NoticeKind) -> &'static str {
    use NoticeKind as K;
    let [ru, uk, pl] = match kind {
        K::Start => ["начало", "початок", "start"],
        K::Confirmation => ["подтверждение", "підтвердження", "potwierdzenie"],
        K::Move => ["ход", "хід", "posunięcie"],
        K::Rejection => ["отказ", "відмова", "odmowa"],
        K::NotUnderstood => ["не понято", "не зрозуміло", "niezrozumiałe"],
        K::Draw => ["ничья", "нічия", "remis"],
        K::Repeat => ["повторение хода", "повторення ходу", "powtórzenie"],
        K::Reminder => ["напоминание", "нагадування", "przypomnienie"],
        K::TimeForfeit => ["просрочка", "прострочення", "przekroczenie czasu"],
        K::Silence => ["молчание", "мовчання", "brak odpowiedzi"],
        K::Leave => ["перерыв", "перерва", "urlop"],
        K::Result => ["результат", "результат", "wynik"],
        K::Report => ["отчёт", "звіт", "raport"],
        K::Status => ["состояние", "стан", "stan"],
        K::Help => ["помощь", "допомога", "pomoc"],
        K::Claim => ["заявление", "заява", "reklamacja"],
        K::Protest => ["протест", "протест", "protest"],
        K::Challenge => ["проверка", "перевірка", "sprawdzenie"],
        K::Address => ["адрес", "адреса", "adres"],
        K::Adjudication => ["присуждение", "присудження", "rozstrzygnięcie"],
        K::Withdrawal => ["выход из турнира", "вибуття", "wycofanie"],
        K::Ruling => ["решение", "рішення", "decyzja"],
        K::DeliveryProblem => ["недоставка", "недоставлення", "problem z doręczeniem"],
        K::Digest => ["сводка", "зведення", "zestawienie"],
        K::Transcript => [
            "отчёт о распоряжениях",
            "звіт про розпорядження",
            "sprawozdanie",
        ],
    };
    match language {
        Language::En => kind.name(),
        Language::Ru => ru,
        Language::Uk => uk,
        Language::Pl => pl,
    }
}

/// What an order does, for who asks for help; `None`: of one that has no words here.
pub fn about(language: Language, order: &str) -> Option<&'static str> {
    let [ru, uk, pl] = match order {
        "log" => [
            "Решения по порядку: номер, день, что, почему и чем отменено",
            "Рішення за порядком: номер, день, що, чому і чим скасовано",
            "Decyzje po kolei: numer, dzień, co, dlaczego i czym cofnięte",
        ],
        "confirm-forfeit" => [
            "Просрочка подтверждается: вносится поражение (56.6.6)",
            "Прострочення підтверджується: вноситься поразка (56.6.6)",
            "Przekroczenie czasu potwierdzone: wpisuje się przegraną (56.6.6)",
        ],
        "reject-claim" => [
            "Просрочка не подтверждается: партия продолжается (56.6.5, 56.6.7)",
            "Прострочення не підтверджується: партія триває далі (56.6.5, 56.6.7)",
            "Przekroczenie czasu odrzucone: partia trwa dalej (56.6.5, 56.6.7)",
        ],
        "dismiss" => [
            "Протест или заявление о мёртвой позиции отклоняется: ничего не меняется (5.2.2, 56.1.10)",
            "Протест або заява про мертву позицію відхиляється: нічого не змінюється (5.2.2, 56.1.10)",
            "Protest lub zgłoszenie martwej pozycji oddalone: nic się nie zmienia (5.2.2, 56.1.10)",
        ],
        "penalty" => [
            "Добавить штрафные дни или снять их (число с минусом)",
            "Додати штрафні дні або зняти їх (число з мінусом)",
            "Dodać dni karne albo je odjąć (liczba ujemna)",
        ],
        "set-dates" => [
            "Установить получение или отправку полухода (56.2.5)",
            "Установити отримання або надсилання півходу (56.2.5)",
            "Ustalić odbiór lub wysłanie półruchu (56.2.5)",
        ],
        "move" => [
            "Внести ход, пришедший иначе: открыткой, по телефону",
            "Внести хід, що надійшов інакше: листівкою, телефоном",
            "Wpisać posunięcie, które przyszło inaczej: pocztówką, telefonem",
        ],
        "void" => [
            "Исключить из партии полуход и все следующие",
            "Вилучити з партії півхід і всі наступні",
            "Usunąć z partii półruch i wszystkie późniejsze",
        ],
        "reopen" => [
            "Законченная партия продолжается с получения решения",
            "Закінчена партія триває далі з отримання рішення",
            "Zakończona partia trwa dalej od otrzymania decyzji",
        ],
        "pause" => [
            "Приостановить партию или турнир: дни с сегодняшнего никому не считаются",
            "Призупинити партію або турнір: дні від сьогодні нікому не рахуються",
            "Wstrzymać partię lub turniej: dni od dzisiaj nie liczą się nikomu",
        ],
        "resume" => [
            "Приостановленная партия или турнир продолжается с получения решения",
            "Призупинена партія або турнір триває далі з отримання рішення",
            "Wstrzymana partia lub turniej trwa dalej od otrzymania decyzji",
        ],
        "revoke" => [
            "Отменить решение, в том числе отмену; номера показывает LOG",
            "Скасувати рішення, зокрема й скасування; номери показує LOG",
            "Cofnąć decyzję, także cofnięcie; numery pokazuje LOG",
        ],
        "address" => [
            "Записать другой адрес игрока",
            "Записати іншу адресу гравця",
            "Zapisać inny adres zawodnika",
        ],
        "withdraw" => [
            "Игрок выбывает из турнира: одно решение обо всех его партиях (54.7, 55.8, 56.8)",
            "Гравець вибуває з турніру: одне рішення про всі його партії (54.7, 55.8, 56.8)",
            "Zawodnik opuszcza turniej: jedna decyzja o wszystkich jego partiach (54.7, 55.8, 56.8)",
        ],
        "replace" => [
            "Другой человек принимает номер игрока и его незаконченные партии (53.3)",
            "Інша людина приймає номер гравця та його незакінчені партії (53.3)",
            "Inna osoba przejmuje numer zawodnika i jego niezakończone partie (53.3)",
        ],
        "access-lost" => [
            "Игрок сообщил, что лишился доступа к почте: 30 дней, затем он считается выбывшим (56.1.6)",
            "Гравець повідомив, що втратив доступ до пошти: 30 днів, потім він вважається вибулим (56.1.6)",
            "Zawodnik zgłosił brak dostępu do poczty: 30 dni, potem uznaje się go za wycofanego (56.1.6)",
        ],
        "compensate" => [
            "Вернуть дни перебоя во всех партиях турнира, которых он коснулся (53.3)",
            "Повернути дні перебою в усіх партіях турніру, яких він торкнувся (53.3)",
            "Zwrócić dni przerwy w działaniu we wszystkich partiach turnieju, których dotknęła (53.3)",
        ],
        "what-if" => [
            "Как изменил бы таблицу выход игрока; ничего не решает",
            "Як змінив би таблицю вихід гравця; нічого не вирішує",
            "Jak wycofanie zmieniłoby tabelę; niczego nie rozstrzyga",
        ],
        "leave grant" => [
            "Предоставить перерыв задним числом или сверх нормы (56.7.7)",
            "Надати перерву заднім числом або понад норму (56.7.7)",
            "Przyznać urlop wstecz lub ponad limit (56.7.7)",
        ],
        "leave keep" => [
            "Поздно заявленный перерыв остаётся как есть (56.7.7)",
            "Пізно заявлена перерва лишається як є (56.7.7)",
            "Urlop zgłoszony za późno pozostaje bez zmian (56.7.7)",
        ],
        "leave cancel" => [
            "Перерыв больше не считается; номер его стоит в отчёте",
            "Перерва більше не рахується; номер її стоїть у звіті",
            "Urlop już się nie liczy; jego numer stoi w raporcie",
        ],
        "adjudicate" => [
            "Присудить партию; после апелляции – внести окончательное решение (56.9.6, 56.9.10)",
            "Присудити партію; після апеляції – внести остаточне рішення (56.9.6, 56.9.10)",
            "Rozstrzygnąć partię; po apelacji wpisać decyzję ostateczną (56.9.6, 56.9.10)",
        ],
        "opinion" => [
            "Внести мнение для присуждения, пришедшее иначе: на бумаге, по телефону (55.9.5, 56.9.4.3)",
            "Внести думку для присудження, що надійшла інакше: на папері, телефоном (55.9.5, 56.9.4.3)",
            "Wpisać opinię do rozstrzygnięcia, która przyszła inaczej: na papierze, telefonem (55.9.5, 56.9.4.3)",
        ],
        "result" => ["Внести результат", "Внести результат", "Wpisać wynik"],
        "today" => [
            "Что ждёт вас и что наступит за неделю",
            "Що чекає на вас і що настане за тиждень",
            "Co czeka na sędziego i co nastąpi w ciągu tygodnia",
        ],
        "report" => [
            "Таблица, время, штрафы, перерывы, открытые вопросы",
            "Таблиця, час, штрафи, перерви, відкриті питання",
            "Tabela, czas, kary, urlopy, sprawy otwarte",
        ],
        "game" => [
            "Партия с временем и записью",
            "Партія з часом і записом",
            "Partia z czasem i zapisem",
        ],
        "help" => ["Этот список", "Цей список", "Ta lista"],
        "dry-run" => [
            "В первой строке: всё ниже только проверяется",
            "У першому рядку: усе нижче лише перевіряється",
            "W pierwszym wierszu: wszystko poniżej jest tylko sprawdzane",
        ],
        "reason" => [
            "Под распоряжением или за ним: стоит в записи и в письмах",
            "Під розпорядженням або за ним: стоїть у записі та в листах",
            "Pod poleceniem lub za nim: stoi w zapisie i w listach",
        ],
        _ => return None,
    };
    match language {
        Language::En => None,
        Language::Ru => Some(ru),
        Language::Uk => Some(uk),
        Language::Pl => Some(pl),
    }
}

fn pick(language: Language, [en, ru, uk, pl]: [String; 4]) -> String {
    match language {
        Language::En => en,
        Language::Ru => ru,
        Language::Uk => uk,
        Language::Pl => pl,
    }
}

fn in_game(language: Language, what: &InGame) -> String {
    let day = |day: &Day| date(language, *day);
    let of = |side: &Side| genitive(language, *side);
    let said = match what {
        InGame::Result { result } => {
            let result = result.text();
            [
                format!("result {result}"),
                format!("результат {result}"),
                format!("результат {result}"),
                format!("wynik {result}"),
            ]
        }
        InGame::Adjudicated {
            result,
            is_final: false,
        } => {
            let result = result.text();
            [
                format!("adjudicated: {result}"),
                format!("присуждён результат {result}"),
                format!("присуджено результат {result}"),
                format!("rozstrzygnięto: {result}"),
            ]
        }
        InGame::Adjudicated { result, .. } => {
            let result = result.text();
            [
                format!("adjudicated on appeal, finally: {result}"),
                format!("по апелляции окончательно присуждён результат {result}"),
                format!("за апеляцією остаточно присуджено результат {result}"),
                format!("po apelacji rozstrzygnięto ostatecznie: {result}"),
            ]
        }
        InGame::OpinionEntered {
            side,
            result,
            sent,
            late,
        } => {
            let (of, result, sent) = (of(side), result.text(), day(sent));
            let late = match late {
                true => [
                    ", after the term",
                    ", после срока",
                    ", після строку",
                    ", po terminie",
                ],
                false => [""; 4],
            };
            let [en, ru, uk, pl] = late;
            [
                format!("opinion of {of} entered: {result}, sent {sent}{en}"),
                format!("внесено мнение {of}: {result}, отправлено {sent}{ru}"),
                format!("внесено думку {of}: {result}, надіслано {sent}{uk}"),
                format!("wpisano opinię {of}: {result}, wysłano {sent}{pl}"),
            ]
        }
        InGame::ClockReset { side } => {
            let of = of(side);
            [
                format!("first overstep of {of}: clock at zero"),
                format!("первая просрочка {of}: время считается с нуля"),
                format!("перше прострочення {of}: час рахується з нуля"),
                format!("pierwsze przekroczenie czasu {of}: zegar od zera"),
            ]
        }
        InGame::OverstepConfirmed { side, result } => {
            let (of, result) = (of(side), result.text());
            [
                format!("overstep of {of} confirmed: {result}"),
                format!("просрочка {of} подтверждена: {result}"),
                format!("прострочення {of} підтверджено: {result}"),
                format!("przekroczenie czasu {of} potwierdzone: {result}"),
            ]
        }
        InGame::OverstepRejected { side } => {
            let of = of(side);
            [
                format!("overstep of {of} rejected"),
                format!("просрочка {of} отклонена"),
                format!("прострочення {of} відхилено"),
                format!("przekroczenie czasu {of} odrzucone"),
            ]
        }
        InGame::ClaimsBarred { side } => {
            let of = of(side);
            [
                format!("claims of time by {of} barred in this cycle"),
                format!("заявления {of} о просрочке в этом периоде не принимаются"),
                format!("заяви {of} про прострочення в цьому періоді не приймаються"),
                format!("zgłoszeń {of} o przekroczeniu czasu w tym okresie nie przyjmuje się"),
            ]
        }
        InGame::ProtestDismissed { side, by } => {
            let of = by.as_deref().unwrap_or(of(side));
            [
                format!("the protest of {of} is not granted"),
                format!("протест {of} отклонён"),
                format!("протест {of} відхилено"),
                format!("protest {of} oddalony"),
            ]
        }
        InGame::DeadPositionDismissed { side } => {
            let of = of(side);
            [
                format!("the claim of a dead position by {of} is not granted"),
                format!("заявление {of} о мёртвой позиции отклонено"),
                format!("заяву {of} про мертву позицію відхилено"),
                format!("zgłoszenie {of} o martwej pozycji oddalone"),
            ]
        }
        InGame::Penalty { side, days } => {
            let of = of(side);
            let counted = DAYS.count(language, *days);
            [
                format!("penalty of {days} days to {of}"),
                format!("штраф {of}: {counted}"),
                format!("штраф {of}: {counted}"),
                format!("kara {of}: {counted}"),
            ]
        }
        InGame::DatesSet { ply } => [
            format!("dates of half-move {ply} set"),
            format!("установлены даты полухода {ply}"),
            format!("установлено дати півходу {ply}"),
            format!("ustalono daty półruchu {ply}"),
        ],
        InGame::MoveEntered {
            label,
            received,
            sent,
        } => {
            let (label, received, sent) = (san_in(label, language), day(received), day(sent));
            [
                format!("{label} entered, received {received}, sent {sent}"),
                format!("внесён ход {label}, получено {received}, отправлено {sent}"),
                format!("внесено хід {label}, отримано {received}, надіслано {sent}"),
                format!("wpisano posunięcie {label}, otrzymano {received}, wysłano {sent}"),
            ]
        }
        InGame::Voided {
            label,
            count,
            running,
        } => {
            let label = san_in(label, language);
            let void = [
                format!("{label} void, {count} half-moves in all"),
                format!("ход {label} и следующие за ним исключены, полуходов: {count}"),
                format!("хід {label} і наступні вилучено, півходів: {count}"),
                format!("posunięcie {label} i następne usunięte, półruchów: {count}"),
            ];
            let void = pick(language, void);
            return match running {
                Some(running) => format!("{void}; {}", runs(language, running)),
                None => void,
            };
        }
        InGame::Paused { from } => {
            let from = day(from);
            [
                format!("paused; the days from {from} are nobody's"),
                format!("партия приостановлена; дни с {from} никому не считаются"),
                format!("партію призупинено; дні з {from} нікому не рахуються"),
                format!("partia wstrzymana; dni od {from} nie liczą się nikomu"),
            ]
        }
        InGame::Resumed { turn } => {
            let of = of(turn);
            [
                format!("goes on; the time of {of} runs from the receipt of the ruling"),
                format!("партия продолжается; время {of} идёт с получения решения"),
                format!("партія триває далі; час {of} йде з отримання рішення"),
                format!("partia trwa dalej; czas {of} biegnie od otrzymania decyzji"),
            ]
        }
        InGame::Reopened { turn: Some(turn) } => {
            let of = of(turn);
            [
                format!("open again; the time of {of} runs from the receipt of the ruling"),
                format!("партия снова идёт; время {of} идёт с получения решения"),
                format!("партія знову триває; час {of} йде з отримання рішення"),
                format!("partia znów trwa; czas {of} biegnie od otrzymania decyzji"),
            ]
        }
        InGame::Reopened { turn: None } => [
            "open again, and paused as before its end".to_owned(),
            "партия снова открыта и приостановлена, как до её окончания".to_owned(),
            "партію знову відкрито і призупинено, як до її закінчення".to_owned(),
            "partia znów otwarta i wstrzymana jak przed zakończeniem".to_owned(),
        ],
        InGame::Revoked { decision, day: of } => {
            let of = day(of);
            [
                format!("decision {decision} of {of} revoked"),
                format!("решение {decision} от {of} отменено"),
                format!("рішення {decision} від {of} скасовано"),
                format!("decyzja {decision} z {of} cofnięta"),
            ]
        }
        InGame::PassRevoked { pass, day: of } => {
            let of = day(of);
            [
                format!("what pass {pass} declared on {of} revoked"),
                format!("объявленное роботом {of} (проход {pass}) отменено"),
                format!("оголошене роботом {of} (прохід {pass}) скасовано"),
                format!("cofnięto to, co robot ogłosił {of} (przebieg {pass})"),
            ]
        }
        InGame::PassStays { pass, why } => {
            let why = match language {
                Language::En => why.to_string(),
                Language::Ru | Language::Uk | Language::Pl => of_order(language, why),
            };
            [
                format!("left as pass {pass} made it: {why}"),
                format!("остаётся как есть (проход {pass}): {why}"),
                format!("залишається як є (прохід {pass}): {why}"),
                format!("zostaje bez zmian (przebieg {pass}): {why}"),
            ]
        }
    };
    pick(language, said)
}

fn runs(language: Language, running: &Running) -> String {
    let of = genitive(language, running.side);
    let (since, flag) = (date(language, running.since), date(language, running.flag));
    let used = running.used;
    let said = [
        format!(
            "the time of {of} runs from {since}, {used} days of it used by now, the flag falls on {flag}"
        ),
        format!("время {of} идёт с {since}, из него истрачено дней: {used}, флаг упадёт {flag}"),
        format!("час {of} йде з {since}, з нього витрачено днів: {used}, прапорець упаде {flag}"),
        format!("czas {of} biegnie od {since}, zużyto dni: {used}, chorągiewka opadnie {flag}"),
    ];
    pick(language, said)
}

fn has_left(language: Language, left: &Left) -> String {
    let (name, code) = (&left.name, &left.code);
    let (finished, scheduled) = (left.finished, left.scheduled);
    let leaves = match left.excluded {
        true => [
            format!("{name} is excluded from {code}"),
            format!("{name}: исключение из {code}"),
            format!("{name}: виключення з {code}"),
            format!("{name}: wykluczenie z {code}"),
        ],
        false => [
            format!("{name} leaves {code}"),
            format!("{name}: выход из {code}"),
            format!("{name}: вихід з {code}"),
            format!("{name}: wycofanie z {code}"),
        ],
    };
    let of = [
        format!("{finished} of {scheduled} games finished"),
        format!("закончено партий {finished} из {scheduled}"),
        format!("завершено партій {finished} з {scheduled}"),
        format!("zakończono partii {finished} z {scheduled}"),
    ];
    let counts = match left.counts {
        true => [
            "they count",
            "они учитываются",
            "вони враховуються",
            "liczą się",
        ],
        false => [
            "they count for nobody",
            "они никому не учитываются",
            "вони нікому не враховуються",
            "nie liczą się nikomu",
        ],
    };
    let preset = match left.is_preset {
        true => [
            " (the preset of 33.1)",
            " (как предусмотрено в 33.1)",
            " (як передбачено в 33.1)",
            " (jak przewiduje 33.1)",
        ],
        false => [
            ", other than the preset of 33.1",
            ", иначе, чем предусмотрено в 33.1",
            ", інакше, ніж передбачено в 33.1",
            ", inaczej niż przewiduje 33.1",
        ],
    };
    let mut text = format!(
        "{}: {}, {}{}; {}",
        pick(language, leaves),
        pick(language, of),
        pick(language, counts.map(str::to_owned)),
        pick(language, preset.map(str::to_owned)),
        fate(language, left.way, left.unfinished),
    );
    if !left.undecided.is_empty() {
        let games: Vec<String> = left.undecided.iter().map(ToString::to_string).collect();
        let games = games.join(", ");
        let undecided = [
            format!("an overstep of the partner was still being decided in {games}"),
            format!("ещё решался вопрос о просрочке соперника: {games}"),
            format!("ще вирішувалося питання про прострочення суперника: {games}"),
            format!("nierozstrzygnięte było przekroczenie czasu przeciwnika: {games}"),
        ];
        text.push_str("; ");
        text.push_str(&pick(language, undecided));
    }
    text
}

fn replaced_by(language: Language, replaced: &Replaced) -> String {
    let Replaced {
        is,
        was,
        number,
        code,
        ..
    } = replaced;
    let games = replaced.games.join(", ");
    let mut said = pick(
        language,
        [
            format!("{is} plays on for number {number} of {code} in place of {was}: {games}"),
            format!("{is}: игра под номером {number} в {code} вместо игрока {was}: {games}"),
            format!("{is}: гра під номером {number} у {code} замість гравця {was}: {games}"),
            format!("{is}: gra z numerem {number} w {code} zamiast: {was}: {games}"),
        ],
    );
    if let Some(decision) = replaced.revokes {
        let revoked = [
            format!("decision {decision} revoked: "),
            format!("решение {decision} отменено: "),
            format!("рішення {decision} скасовано: "),
            format!("decyzja {decision} cofnięta: "),
        ];
        said.insert_str(0, &pick(language, revoked));
    }
    if let Some(known) = replaced.known {
        let not = replaced.not.as_ref().map_or_else(Default::default, |not| {
            [
                format!(", not {not}"),
                format!(", а не {not}"),
                format!(", а не {not}"),
                format!(", a nie {not}"),
            ]
        });
        let not = pick(language, not);
        let stays = [
            format!(
                "; he is known in this home: name{not} and language ({known}) stay as they are"
            ),
            format!("; этот игрок здесь уже известен: имя{not} и язык ({known}) остаются прежними"),
            format!("; цей гравець тут уже відомий: ім’я{not} і мова ({known}) лишаються"),
            format!("; ten zawodnik jest tu już znany: nazwisko{not} i język ({known}) pozostają"),
        ];
        said.push_str(&pick(language, stays));
    }
    said
}

fn fate(language: Language, way: Unfinished, games: usize) -> String {
    if games == 0 {
        let none = [
            "no game was unfinished",
            "незаконченных партий не было",
            "незакінчених партій не було",
            "nie było niezakończonych partii",
        ];
        return pick(language, none.map(str::to_owned));
    }
    let n = games;
    let games = GAMES.count(language, i64::try_from(games).unwrap_or(i64::MAX));
    let said = match way {
        Unfinished::Lose => [
            format!("{games} lost"),
            format!("проиграно партий: {n}"),
            format!("програно партій: {n}"),
            format!("przegranych partii: {n}"),
        ],
        Unfinished::Adjudicate => [
            format!("{games} to be adjudicated"),
            format!("партий на присуждение: {n}"),
            format!("партій на присудження: {n}"),
            format!("partii do rozstrzygnięcia: {n}"),
        ],
        Unfinished::Annul => [
            format!("{games} left out of the table"),
            format!("партий вне таблицы: {n}"),
            format!("партій поза таблицею: {n}"),
            format!("partii poza tabelą: {n}"),
        ],
    };
    pick(language, said)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ids::{EventId, GameName, LeaveId};
    use crate::record::ResultCode;
    use crate::report::words::tests::is_in_its_language;

    fn in_games() -> Vec<InGame> {
        let day = || Day::new(2026, 5, 3).unwrap();
        let label = || "12... Nc6".to_owned();
        let (side, result) = (Side::White, ResultCode::Draw);
        let adjudicated = |is_final| InGame::Adjudicated { result, is_final };
        let running = Running {
            side,
            since: day(),
            used: 2,
            flag: day(),
        };
        let voided = |running| InGame::Voided {
            label: label(),
            count: 3,
            running,
        };
        vec![
            InGame::Result { result },
            adjudicated(false),
            adjudicated(true),
            InGame::OpinionEntered {
                side,
                result,
                sent: day(),
                late: true,
            },
            InGame::ClockReset { side },
            InGame::OverstepConfirmed { side, result },
            InGame::OverstepRejected { side },
            InGame::ClaimsBarred { side },
            InGame::ProtestDismissed { side, by: None },
            InGame::DeadPositionDismissed { side },
            InGame::Penalty { side, days: 2 },
            InGame::DatesSet { ply: 14 },
            InGame::MoveEntered {
                label: label(),
                received: day(),
                sent: day(),
            },
            voided(Some(running)),
            voided(None),
            InGame::Paused { from: day() },
            InGame::Resumed { turn: side },
            InGame::Reopened { turn: Some(side) },
            InGame::Reopened { turn: None },
            InGame::Revoked {
                decision: EventId(17),
                day: day(),
            },
        ]
    }

    fn all() -> Vec<Outcome> {
        let day = || Day::new(2026, 5, 3).unwrap();
        let (name, code) = (|| "Анна".to_owned(), || "Т26".to_owned());
        let left = |excluded, way, undecided: bool| {
            let game = GameName::parse("T26/3").unwrap();
            Outcome::Left(Left {
                name: name(),
                code: code(),
                excluded,
                finished: 3,
                scheduled: 9,
                counts: excluded,
                is_preset: !excluded,
                way,
                unfinished: if undecided { 6 } else { 0 },
                undecided: undecided.then_some(game).into_iter().collect(),
            })
        };
        let in_game = |what| Outcome::InGame {
            game: GameName::parse("T26/3").unwrap(),
            what,
        };
        let (games, decision) = (4, EventId(17));
        let (from, to) = (day(), day());
        let mut all: Vec<Outcome> = in_games().into_iter().map(in_game).collect();
        all.extend([
            Outcome::RevokedFor {
                decision,
                name: name(),
            },
            Outcome::LeaveGranted {
                name: name(),
                from,
                to,
            },
            Outcome::LeaveKept { name: name() },
            Outcome::LeaveCancelled {
                leave: LeaveId(7),
                name: name(),
                from,
                to,
            },
            Outcome::AccessLost {
                name: name(),
                since: from,
                until: to,
            },
            Outcome::AddressSet {
                name: name(),
                new: "–@–".to_owned(),
            },
            left(true, Unfinished::Lose, true),
            left(false, Unfinished::Adjudicate, true),
            left(false, Unfinished::Annul, true),
            left(false, Unfinished::Lose, false),
            Outcome::Replaced(Replaced {
                is: name(),
                was: "Олег".to_owned(),
                number: 4,
                code: code(),
                games: vec!["Т26/3".to_owned()],
                revokes: Some(decision),
                known: Some(Language::Ru),
                not: Some("Ганна".to_owned()),
            }),
            Outcome::PlaysOn {
                name: name(),
                code: code(),
            },
            Outcome::AllPaused {
                code: code(),
                games,
                day: from,
            },
            Outcome::AllResumed {
                code: code(),
                games,
                day: from,
            },
            Outcome::Compensated {
                code: code(),
                days: 12,
                games,
                from,
                to,
                most: 3,
            },
        ]);
        all
    }

    #[test]
    fn what_an_order_did_is_told_wholly_in_the_language() {
        for outcome in all() {
            let english = done(Language::En, &outcome);
            for language in [Language::Ru, Language::Uk, Language::Pl] {
                is_in_its_language(language, &done(language, &outcome), &english);
            }
        }
    }

    #[test]
    fn scripts_find_the_sentences_they_know() {
        let all: Vec<String> = all().iter().map(|o| done(Language::En, o)).collect();
        for known in [
            "T26/3: result 1/2-1/2",
            "T26/3: overstep of white confirmed: 1/2-1/2",
            "T26/3: penalty of 2 days to white",
            "T26/3: 12... Nc6 void, 3 half-moves in all; the time of white runs from 2026-05-03, 2 days of it used by now, the flag falls on 2026-05-03",
            "decision 17 of 2026-05-03 revoked in T26/3",
            "Анна leaves Т26: 3 of 9 games finished, they count for nobody (the preset of 33.1); 6 games to be adjudicated; an overstep of the partner was still being decided in T26/3",
            "Анна is excluded from Т26: 3 of 9 games finished, they count, other than the preset of 33.1; 6 games lost; an overstep of the partner was still being decided in T26/3",
        ] {
            assert!(all.iter().any(|said| said == known), "{known}: {all:#?}");
        }
    }

    #[test]
    fn pieces_are_those_of_the_language() {
        let entered = in_games().into_iter().find_map(|what| match what {
            InGame::MoveEntered { .. } => Some(in_game(Language::Ru, &what)),
            _ => None,
        });
        assert_eq!(
            entered.as_deref(),
            Some("внесён ход 12... Кc6, получено 03.05.2026, отправлено 03.05.2026")
        );
    }
}
