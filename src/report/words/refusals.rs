//! Why an order was refused, for who reads another language than the console's.

use super::common::{DAYS, date, genitive, named};
use super::table::termination;
use crate::arbiter::OrderError;
use crate::arbiter::caution::Caution;
use crate::arbiter::notice::AddressTrouble;
use crate::arbiter::refusal::{Refusal, UnreadKind, can_give};
use crate::language::Language;
use crate::time::Day;

/// Why an order was refused, in a sentence without a full stop. In English it is what
/// the console says.
pub fn why(language: Language, refusal: &Refusal) -> String {
    if language == Language::En {
        return match refusal.hint() {
            Some(hint) => format!("{refusal}; {hint}"),
            None => refusal.to_string(),
        };
    }
    let day = |day: &Day| date(language, *day);
    let [ru, uk, pl] = match refusal {
        Refusal::Unread(unread) => return of_words(language, &unread.kind, &unread.said),
        Refusal::Order(why) => return of_order(language, why),
        Refusal::Asked(all) => return asked(language, all),
        Refusal::LeaveGiven { name, from, to } => {
            let (from, to) = (day(from), day(to));
            [
                format!("{name}: все дни с {from} по {to} уже перерыв, предоставлять нечего"),
                format!("{name}: усі дні з {from} по {to} вже перерва, надавати нічого"),
                format!(
                    "{name}: wszystkie dni od {from} do {to} są już urlopem, nie ma czego przyznać"
                ),
            ]
        }
        Refusal::NoLateLeave(name) => [
            format!("{name}: нет перерыва, заявленного поздно, о котором надо решить"),
            format!("{name}: немає перерви, заявленої пізно, про яку треба вирішити"),
            format!("{name}: nie czeka żaden urlop zgłoszony za późno"),
        ],
        Refusal::Revoke { decision, why } => {
            let why = of_order(language, why);
            [
                format!("решение {decision}: {why}"),
                format!("рішення {decision}: {why}"),
                format!("decyzja {decision}: {why}"),
            ]
        }
        Refusal::NotYourOffice => [
            "это решаете не вы: апелляционный арбитр решает переданные ему протесты (DISMISS, \
             REVOKE), присуждающий – апелляции на присуждение (ADJUDICATE), всё остальное – арбитр"
                .to_owned(),
            "це вирішуєте не ви: апеляційний арбітр вирішує передані йому протести (DISMISS, \
             REVOKE), той, хто присуджує, – апеляції на присудження (ADJUDICATE), усе інше – арбітр"
                .to_owned(),
            "o tym rozstrzyga kto inny: sędzia odwoławczy o przekazanych mu protestach (DISMISS, \
             REVOKE), rozsądzający o odwołaniach od rozsądzenia (ADJUDICATE), o wszystkim innym sędzia"
                .to_owned(),
        ],
        Refusal::NamesNoGame(text) => [
            format!("«{text}» – не название партии; партия называется CODE/N"),
            format!("«{text}» – не назва партії; партія називається CODE/N"),
            format!("„{text}” nie jest nazwą partii; partia nazywa się CODE/N"),
        ],
        Refusal::NoGame(name) => [
            format!("партии {name} нет"),
            format!("партії {name} немає"),
            format!("nie ma partii {name}"),
        ],
        Refusal::NoPlayer(name) => [
            format!("игрока {name} нет; игрока называют номером, адресом или CODE:N"),
            format!("гравця {name} немає; гравця називають номером, адресою або CODE:N"),
            format!("nie ma zawodnika {name}; podaje się jego numer, adres lub CODE:N"),
        ],
        Refusal::NoTournament(code) => [
            format!("турнира {code} нет"),
            format!("турніру {code} немає"),
            format!("nie ma turnieju {code}"),
        ],
        Refusal::NoLeave(leave) => [
            format!("перерыва {leave} нет"),
            format!("перерви {leave} немає"),
            format!("nie ma urlopu {leave}"),
        ],
        Refusal::NoDecision(decision) => [
            format!("решения {decision} нет; все решения с номерами принесёт строка LOG"),
            format!("рішення {decision} немає; усі рішення з номерами принесе рядок LOG"),
            format!(
                "nie ma decyzji {decision}; wszystkie decyzje z numerami przyniesie wiersz LOG"
            ),
        ],
        Refusal::PartOfDecision { entry, decision } => [
            format!("запись {entry} входит в решение {decision}: REVOKE {decision}"),
            format!("запис {entry} належить до рішення {decision}: REVOKE {decision}"),
            format!("wpis {entry} należy do decyzji {decision}: REVOKE {decision}"),
        ],
        Refusal::NotADecision(entry) => [
            format!("запись {entry} – не решение арбитра; решения с номерами принесёт строка LOG"),
            format!("запис {entry} – не рішення арбітра; рішення з номерами принесе рядок LOG"),
            format!(
                "wpis {entry} nie jest decyzją sędziego; decyzje z numerami przyniesie wiersz LOG"
            ),
        ],
        Refusal::NoPass(pass) => [
            format!("в проходе {pass} робот ничего не объявлял"),
            format!("у проході {pass} робот нічого не оголошував"),
            format!("w przebiegu {pass} robot niczego nie ogłosił"),
        ],
        Refusal::PassSettled(pass) => [
            format!("из объявленного в проходе {pass} отменять уже нечего"),
            format!("з оголошеного в проході {pass} скасовувати вже нічого"),
            format!("z tego, co ogłoszono w przebiegu {pass}, nie ma już czego cofnąć"),
        ],
        Refusal::RevokedAlready(decision) => [
            format!("решение {decision} уже отменено"),
            format!("рішення {decision} вже скасовано"),
            format!("decyzja {decision} jest już cofnięta"),
        ],
        Refusal::LeaveChanged { leave, decision } => [
            format!("перерыв {leave} изменён после решения {decision}"),
            format!("перерву {leave} змінено після рішення {decision}"),
            format!("urlop {leave} zmieniono po decyzji {decision}"),
        ],
        Refusal::AddressChanged { decision, now } => [
            format!("адрес изменился после решения {decision}: теперь {now}"),
            format!("адреса змінилася після рішення {decision}: тепер {now}"),
            format!("adres zmienił się po decyzji {decision}: teraz {now}"),
        ],
        Refusal::AddressOfAnother { address, name } => [
            format!("{address} – теперь адрес другого игрока ({name})"),
            format!("{address} – тепер адреса іншого гравця ({name})"),
            format!("{address} to już adres innego zawodnika ({name})"),
        ],
        Refusal::Address { address, why } => of_address(address, *why),
        Refusal::LeaveBackwards => [
            "перерыв кончается раньше, чем начинается".to_owned(),
            "перерва закінчується раніше, ніж починається".to_owned(),
            "urlop kończy się, zanim się zacznie".to_owned(),
        ],
        Refusal::LeaveCancelled(leave) => [
            format!("перерыв {leave} уже отменён"),
            format!("перерву {leave} вже скасовано"),
            format!("urlop {leave} jest już anulowany"),
        ],
        Refusal::NoTournamentRuns => [
            "у игрока нет незаконченных турниров".to_owned(),
            "у гравця немає незакінчених турнірів".to_owned(),
            "zawodnik nie gra w żadnym trwającym turnieju".to_owned(),
        ],
        Refusal::LeaveOver => [
            "турнир этого перерыва закончен".to_owned(),
            "турнір цієї перерви закінчено".to_owned(),
            "turniej tego urlopu jest zakończony".to_owned(),
        ],
        Refusal::StillToCome(of) => {
            let of = day(of);
            [
                format!("{of} ещё не наступило"),
                format!("{of} ще не настало"),
                format!("{of} jeszcze nie nadszedł"),
            ]
        }
        Refusal::NoOpenGame { name, code } => [
            format!("{name}: в {code} нет незаконченных партий"),
            format!("{name}: у {code} немає незакінчених партій"),
            format!("{name}: brak niezakończonych partii w {code}"),
        ],
        Refusal::HasLeft { name, code } => [
            format!("{name}: выход из {code} уже внесён; номер решения принесёт строка LOG {code}"),
            format!("{name}: вихід з {code} вже внесено; номер рішення принесе рядок LOG {code}"),
            format!(
                "{name}: wycofanie z {code} już wpisane; numer decyzji przyniesie wiersz LOG {code}"
            ),
        ],
        Refusal::NotInIt { name, code } => [
            format!("{name}: в {code} не играет"),
            format!("{name}: у {code} не грає"),
            format!("{name}: nie gra w {code}"),
        ],
        Refusal::NotBegun(code) => [
            format!("{code} ещё не начат; до начала это поздняя замена (31.4): tournament change"),
            format!("{code} ще не розпочато; до початку це пізня заміна (31.4): tournament change"),
            format!(
                "{code} jeszcze się nie zaczął; przed startem to późna zmiana (31.4): tournament change"
            ),
        ],
        Refusal::NoneStandsStill(code) => [
            format!("ни одна партия {code} не приостановлена вместе с турниром"),
            format!("жодну партію {code} не призупинено разом з турніром"),
            format!("żadna partia {code} nie jest wstrzymana razem z turniejem"),
        ],
        Refusal::NonePlayed(code) => [
            format!("ни одна партия {code} сейчас не играется"),
            format!("жодна партія {code} зараз не грається"),
            format!("żadna partia {code} nie jest teraz rozgrywana"),
        ],
        Refusal::NothingGiven => [
            "0 дней ничего не возвращают".to_owned(),
            "0 днів нічого не повертають".to_owned(),
            "0 dni niczego nie zwraca".to_owned(),
        ],
        Refusal::OutageBackwards => [
            "перебой кончается раньше, чем начинается".to_owned(),
            "перебій закінчується раніше, ніж починається".to_owned(),
            "przerwa w działaniu kończy się, zanim się zacznie".to_owned(),
        ],
        Refusal::OutageToCome(of) => {
            let of = day(of);
            [
                format!(
                    "последний день перебоя, {of}, ещё не наступил; часы турнира останавливает PAUSE до RESUME"
                ),
                format!(
                    "останній день перебою, {of}, ще не настав; годинники турніру зупиняє PAUSE до RESUME"
                ),
                format!(
                    "ostatni dzień przerwy w działaniu, {of}, jeszcze nie nadszedł; zegary turnieju zatrzymuje PAUSE do RESUME"
                ),
            ]
        }
        Refusal::NoneOfThese(code) => [
            format!("в {code} таких партий нет"),
            format!("у {code} таких партій немає"),
            format!("w {code} nie ma takich partii"),
        ],
        Refusal::NoClockRan { code, from, to } => {
            let (from, to) = (day(from), day(to));
            [
                format!("с {from} по {to} в {code} ничьё время не шло: возвращать нечего"),
                format!("з {from} по {to} у {code} нічий час не йшов: повертати нічого"),
                format!("od {from} do {to} w {code} nie biegł żaden zegar: nie ma czego zwracać"),
            ]
        }
    };
    pick(language, [ru, uk, pl])
}

fn pick(language: Language, [ru, uk, pl]: [String; 3]) -> String {
    match language {
        Language::En => String::new(),
        Language::Ru => ru,
        Language::Uk => uk,
        Language::Pl => pl,
    }
}

fn of_address(address: &str, why: AddressTrouble) -> [String; 3] {
    match why {
        AddressTrouble::Taken => [
            format!("{address} – адрес другого игрока"),
            format!("{address} – адреса іншого гравця"),
            format!("{address} to adres innego zawodnika"),
        ],
        AddressTrouble::Robot => [
            format!("{address} – адрес самого робота"),
            format!("{address} – адреса самого робота"),
            format!("{address} to adres samego robota"),
        ],
        AddressTrouble::Same => [
            format!("{address} уже записан"),
            format!("{address} вже записано"),
            format!("{address} jest już zapisany"),
        ],
        AddressTrouble::Malformed => [
            format!("«{address}» – не адрес"),
            format!("«{address}» – не адреса"),
            format!("„{address}” nie jest adresem"),
        ],
    }
}

/// What is wrong with the words. What has no kind is left as the grammar says it.
fn of_words(language: Language, kind: &UnreadKind, said: &str) -> String {
    let all = match kind {
        UnreadKind::Unfit {
            word,
            place,
            fitting,
        } => {
            let fits = match fitting[..] {
                [] => String::new(),
                _ => {
                    let or = [" или ", " або ", " lub "].map(str::to_owned);
                    format!(" ({})", fitting.join(&pick(language, or)))
                }
            };
            [
                format!("на место {place} не подходит «{word}»{fits}"),
                format!("на місце {place} не підходить «{word}»{fits}"),
                format!("„{word}” nie pasuje w miejsce {place}{fits}"),
            ]
        }
        UnreadKind::Missing(places) => {
            let places = places.join(", ");
            [
                format!("не хватает: {places}"),
                format!("бракує: {places}"),
                format!("brakuje: {places}"),
            ]
        }
        UnreadKind::TooMany(word) => [
            format!("лишнее слово: «{word}»"),
            format!("зайве слово: «{word}»"),
            format!("zbędne słowo: „{word}”"),
        ],
        UnreadKind::Other => [
            format!("строка не прочитана [{said}]"),
            format!("рядок не прочитано [{said}]"),
            format!("nie odczytano wiersza [{said}]"),
        ],
    };
    pick(language, all)
}

/// Why a game does not allow an order.
pub(super) fn of_order(language: Language, error: &OrderError) -> String {
    use OrderError as E;
    let day = |day: &Day| date(language, *day);
    let plain = |all: [&str; 3]| all.map(str::to_owned);
    let all = match error {
        E::Waiting => plain([
            "турнир не начат",
            "турнір не розпочато",
            "turniej nie jest rozpoczęty",
        ]),
        E::NoOverstep => plain([
            "просрочки в этой партии нет: подтверждать нечего",
            "прострочення в цій партії немає: підтверджувати нічого",
            "w tej partii nie ma przekroczenia czasu: nie ma czego potwierdzać",
        ]),
        E::NoClaim => plain([
            "ни заявления, ни извещения о просрочке в этой партии нет: отклонять нечего",
            "ні заяви, ні сповіщення про прострочення в цій партії немає: відхиляти нічого",
            "w tej partii nie ma zgłoszenia ani zawiadomienia o przekroczeniu: nie ma czego odrzucać",
        ]),
        E::Refused(side) => {
            let whose = genitive(language, *side);
            [
                format!(
                    "заявление {whose} уже отклонено по записи партии; чтобы в этом периоде не принимать новых, добавьте к приказу запрет"
                ),
                format!(
                    "заяву {whose} уже відхилено за записом партії; щоб у цьому періоді не приймати нових, додайте до наказу заборону"
                ),
                format!(
                    "zgłoszenie {whose} zostało już odrzucone według zapisu partii; aby w tym okresie nie przyjmować nowych, trzeba dodać zakaz"
                ),
            ]
        }
        E::NoPly(ply) => [
            format!("полуход {ply} не сделан и не ожидается"),
            format!("півхід {ply} не зроблено і не очікується"),
            format!("półruch {ply} nie jest ani wykonany, ani oczekiwany"),
        ],
        E::NotSentYet(ply) => [
            format!("полуход {ply} ещё не сделан: установить можно только получение"),
            format!("півхід {ply} ще не зроблено: установити можна тільки отримання"),
            format!("półruch {ply} nie jest jeszcze wykonany: można ustalić tylko odbiór"),
        ],
        E::NoOpinion => plain([
            "в этой партии мнения не ждут: она не на присуждении",
            "у цій партії думки не чекають: вона не на присудженні",
            "w tej partii nie czeka się na opinię: nie jest rozstrzygana",
        ]),
        E::NamesNoMove(side) => {
            let side = named(language, *side);
            [
                format!(
                    "{side} не могут назвать ход: это может только сторона, чей ход, один раз, в срок и не на сервере"
                ),
                format!(
                    "{side} не можуть назвати хід: це може лише сторона, чий хід, один раз, у строк і не на сервері"
                ),
                format!(
                    "{side} nie mogą podać posunięcia: może tylko strona na posunięciu, raz, w terminie i nie na serwerze"
                ),
            ]
        }
        E::Disagree { code, by } => {
            let (code, by) = (code.text(), termination(language, *by));
            [
                format!("результат {code} не сочетается с «{by}»"),
                format!("результат {code} не поєднується з «{by}»"),
                format!("wynik {code} nie zgadza się z „{by}”"),
            ]
        }
        E::NotOnBoard { by } => {
            let by = termination(language, *by);
            [
                format!("на доске этого нет: {by}"),
                format!("на дошці цього немає: {by}"),
                format!("na szachownicy tego nie ma: {by}"),
            ]
        }
        E::NoAdjudication => plain([
            "присудить можно 1-0, 0-1 или 1/2-1/2",
            "присудити можна 1-0, 0-1 або 1/2-1/2",
            "partię rozstrzyga się 1-0, 0-1 lub 1/2-1/2",
        ]),
        E::Adjudicated => plain([
            "партия уже присуждена, и апелляция не принята",
            "партію вже присуджено, і апеляції не прийнято",
            "partia jest już rozstrzygnięta, a apelacji nie przyjęto",
        ]),
        E::Final => plain([
            "второе присуждение окончательно",
            "друге присудження остаточне",
            "drugie rozstrzygnięcie jest ostateczne",
        ]),
        E::Nothing => plain([
            "нечего устанавливать: укажите --received или --sent",
            "нічого встановлювати: вкажіть --received або --sent",
            "nie ma czego ustalać: proszę podać --received lub --sent",
        ]),
        E::Over => plain([
            "партия окончена",
            "партію закінчено",
            "partia jest zakończona",
        ]),
        E::NothingWaits(None) => plain([
            "в этой партии нет ни протеста, ни заявления о мёртвой позиции",
            "у цій партії немає ні протесту, ні заяви про мертву позицію",
            "w tej partii nie czeka protest ani zgłoszenie martwej pozycji",
        ]),
        E::NothingWaits(Some(n)) => [
            format!(
                "под номером {n} в этой партии нет ни протеста, ни заявления о мёртвой позиции"
            ),
            format!("під номером {n} у цій партії немає ні протесту, ні заяви про мертву позицію"),
            format!(
                "pod numerem {n} w tej partii nie czeka protest ani zgłoszenie martwej pozycji"
            ),
        ],
        E::SeveralWait(all) => [
            format!("в этой партии их несколько, назовите номер: {all}"),
            format!("у цій партії їх кілька, назвіть номер: {all}"),
            format!("w tej partii jest ich kilka, proszę podać numer: {all}"),
        ],
        E::NoFine => plain([
            "--fine – только для заявления в игре по почте, остановившего партию (55.6.10); в других случаях – PENALTY",
            "--fine – лише для заяви в грі поштою, що зупинила партію (55.6.10); в інших випадках – PENALTY",
            "--fine tylko przy zgłoszeniu w grze pocztowej, które wstrzymało partię (55.6.10); w innych wypadkach PENALTY",
        ]),
        E::ZeroPenalty => plain([
            "штраф в 0 дней ничего не меняет",
            "штраф у 0 днів нічого не змінює",
            "kara 0 dni niczego nie zmienia",
        ]),
        E::TooMuchBack { side, used } => {
            let counted = DAYS.count(language, *used);
            let of = genitive(language, *side);
            [
                format!("всего у {of} истрачено {counted}: больше снять нельзя"),
                format!("усього в {of} витрачено {counted}: більше зняти не можна"),
                format!("łączny czas {of} to {counted}: więcej nie można odjąć"),
            ]
        }
        E::AlreadyPaused => plain([
            "партия уже приостановлена",
            "партію вже призупинено",
            "partia jest już wstrzymana",
        ]),
        E::NotPaused => plain([
            "партия не приостановлена: продолжать нечего",
            "партію не призупинено: продовжувати нічого",
            "partia nie jest wstrzymana: nie ma czego wznawiać",
        ]),
        E::Paused => plain([
            "партия приостановлена: сначала RESUME или решение о просрочке",
            "партію призупинено: спочатку RESUME або рішення про прострочення",
            "partia jest wstrzymana: najpierw RESUME albo decyzja o przekroczeniu",
        ]),
        E::NotPlayed => plain([
            "партия сейчас не играется",
            "партія зараз не грається",
            "partia nie jest teraz rozgrywana",
        ]),
        E::OverstepOpen => plain([
            "в этой партии решается вопрос о просрочке: сначала CONFIRM-FORFEIT или REJECT-CLAIM",
            "у цій партії вирішується питання про прострочення: спочатку CONFIRM-FORFEIT або REJECT-CLAIM",
            "w tej partii rozstrzyga się przekroczenie: najpierw CONFIRM-FORFEIT lub REJECT-CLAIM",
        ]),
        E::OverReopen => plain([
            "партия окончена: снова открывает её REOPEN",
            "партію закінчено: знову відкриває її REOPEN",
            "partia jest zakończona: otwiera ją ponownie REOPEN",
        ]),
        E::NotOver => plain([
            "партия не окончена: открывать нечего",
            "партію не закінчено: відкривати нічого",
            "partia nie jest zakończona: nie ma czego otwierać",
        ]),
        E::EndOnBoard(ply) => [
            format!(
                "партию окончила позиция на доске: ходы возвращает VOID с полуходом {ply} или более ранним"
            ),
            format!(
                "партію закінчила позиція на дошці: ходи повертає VOID з півходом {ply} або ранішим"
            ),
            format!(
                "partię zakończyła pozycja na szachownicy: posunięcia cofa VOID z półruchem {ply} lub wcześniejszym"
            ),
        ],
        E::NotMade(ply) => [
            format!("полуход {ply} не сделан: исключать нечего"),
            format!("півхід {ply} не зроблено: вилучати нічого"),
            format!("półruch {ply} nie był wykonany: nie ma czego usuwać"),
        ],
        E::EndedByOrder(n) => [
            format!("результат внесён решением {n}: сначала REVOKE {n}"),
            format!("результат внесено рішенням {n}: спочатку REVOKE {n}"),
            format!("wynik wpisano decyzją {n}: najpierw REVOKE {n}"),
        ],
        E::ClockOutside {
            day: of,
            first,
            last,
        } => {
            let (of, first, last) = (day(of), day(first), day(last));
            [
                format!("время не может идти с {of}: только с {first} по {last}"),
                format!("час не може йти з {of}: тільки з {first} по {last}"),
                format!("czas nie może biec od {of}: tylko od {first} do {last}"),
            ]
        }
        E::FlagFallen { side, flag } => {
            let (side, flag) = (named(language, *side), day(flag));
            [
                format!(
                    "с такими часами {side} просрочили бы время {flag}: укажите --clock DATE, день, с которого идёт время"
                ),
                format!(
                    "з таким часом {side} прострочили б {flag}: вкажіть --clock DATE, день, з якого йде час"
                ),
                format!(
                    "przy takim zegarze {side} przekroczyłyby czas {flag}: proszę podać --clock DATE, dzień, od którego biegnie czas"
                ),
            ]
        }
        E::NothingOf(decision) => [
            format!("решение {decision} больше не действует: отменять нечего"),
            format!("рішення {decision} більше не діє: скасовувати нічого"),
            format!("decyzja {decision} już nie obowiązuje: nie ma czego cofać"),
        ],
        E::PauseLived => plain([
            "дни остановки вернуть нельзя: если она длится, её кончает RESUME",
            "дні зупинки повернути не можна: якщо вона триває, її закінчує RESUME",
            "dni wstrzymania nie można oddać: trwające kończy RESUME",
        ]),
        E::DatesUsed(ply) => [
            format!("полуход {ply} сделан с установленной датой: другую ставит SET-DATES"),
            format!("півхід {ply} зроблено з установленою датою: іншу ставить SET-DATES"),
            format!("półruch {ply} wykonano z ustaloną datą: inną ustala SET-DATES"),
        ],
        E::BuiltOn { decision, day: of } => {
            let of = day(of);
            [
                format!("позже принято решение {decision} от {of}: сначала REVOKE {decision}"),
                format!("пізніше прийнято рішення {decision} від {of}: спочатку REVOKE {decision}"),
                format!("później zapadła decyzja {decision} z {of}: najpierw REVOKE {decision}"),
            ]
        }
        E::PlayedOn { ply, day: of } => {
            let of = day(of);
            [
                format!("позже, {of}, сделан полуход {ply}: сначала его исключает VOID"),
                format!("пізніше, {of}, зроблено півхід {ply}: спочатку його вилучає VOID"),
                format!("później, {of}, wykonano półruch {ply}: najpierw usuwa go VOID"),
            ]
        }
        E::NoFit(said) => [
            format!("с этим не согласуется то, что было позже [{said}]"),
            format!("із цим не узгоджується те, що було пізніше [{said}]"),
            format!("nie zgadza się z tym to, co było później [{said}]"),
        ],
        E::NoMove(text) => [
            format!("«{text}» – не один ход; напишите его, как в письме, например 12. 5254"),
            format!("«{text}» – не один хід; напишіть його, як у листі, наприклад 12. 5254"),
            format!(
                "„{text}” to nie jedno posunięcie; proszę napisać je jak w liście, na przykład 12. 5254"
            ),
        ],
        E::NotPlayable {
            text: Some(text),
            fitting,
            due,
            ..
        } => match fitting[..] {
            [] => [
                format!("ожидается ход {due}, а «{text}» сыграть нельзя"),
                format!("очікується хід {due}, а «{text}» зіграти не можна"),
                format!("oczekiwane jest posunięcie {due}, a „{text}” nie można zagrać"),
            ],
            _ => [
                format!(
                    "«{text}» может значить {}; ожидается ход {due}",
                    fitting.join(" или ")
                ),
                format!(
                    "«{text}» може означати {}; очікується хід {due}",
                    fitting.join(" або ")
                ),
                format!(
                    "„{text}” może oznaczać {}; oczekiwane jest posunięcie {due}",
                    fitting.join(" lub ")
                ),
            ],
        },
        E::NotPlayable { note, due, .. } => [
            format!("этот ход сыграть нельзя; ожидается ход {due} [{note}]"),
            format!("цей хід зіграти не можна; очікується хід {due} [{note}]"),
            format!("tego posunięcia nie można zagrać; oczekiwane jest posunięcie {due} [{note}]"),
        ],
        E::Future { day: of, today } => {
            let (of, today) = (day(of), day(today));
            [
                format!("{of} ещё не наступило: сегодня {today}"),
                format!("{of} ще не настало: сьогодні {today}"),
                format!("{of} jeszcze nie nadszedł: dziś jest {today}"),
            ]
        }
        E::ReceivedTooEarly { received, left } => {
            let (received, left) = (day(received), day(left));
            [
                format!("получено {received}, но ход соперника отправлен {left}"),
                format!("отримано {received}, але хід суперника надіслано {left}"),
                format!("otrzymano {received}, ale posunięcie przeciwnika wysłano {left}"),
            ]
        }
        E::Backwards { received, sent } => {
            let (received, sent) = (day(received), day(sent));
            [
                format!("отправлено {sent}, то есть раньше, чем получено {received}"),
                format!("надіслано {sent}, тобто раніше, ніж отримано {received}"),
                format!("wysłano {sent}, czyli wcześniej niż otrzymano {received}"),
            ]
        }
    };
    pick(language, all)
}

/// What an order would do that its own name does not say, and what to write instead.
pub fn asked(language: Language, all: &[Caution]) -> String {
    let said: Vec<String> = all.iter().map(|c| caution(language, c)).collect();
    let hint = match all.iter().any(can_give) {
        true if language == Language::En => {
            let hint = "--received DATE or --days N in the same order leaves more";
            return format!("{}; {hint}", said.join("; "));
        }
        true => [
            "--received DATE или --days в том же распоряжении оставит больше",
            "--received DATE або --days у тому ж розпорядженні залишить більше",
            "--received DATE lub --days w tym samym poleceniu zostawi więcej",
        ],
        false => [""; 3],
    };
    let hint = pick(language, hint.map(str::to_owned));
    let mut text = said.join("; ");
    if !hint.is_empty() {
        text.push_str("; ");
        text.push_str(&hint);
    }
    text
}

/// One reason for which an order is asked back, in a sentence without a full stop.
pub fn caution(language: Language, caution: &Caution) -> String {
    let day = |day: &Day| date(language, *day);
    let all = match caution {
        _ if language == Language::En => return caution.to_string(),
        Caution::ResultStands {
            game,
            result,
            decision,
        } => {
            let result = result.text();
            let by = |[ru, uk, pl]: [&str; 3]| match decision {
                Some(id) => [ru, uk, pl].map(|words| format!(", {words} {id}")),
                None => Default::default(),
            };
            let [ru, uk, pl] = by(["решение", "рішення", "decyzja"]);
            [
                format!("в партии {game} уже есть результат {result}{ru}"),
                format!("у партії {game} вже є результат {result}{uk}"),
                format!("partia {game} ma już wynik {result}{pl}"),
            ]
        }
        Caution::Played { game, result } => {
            let result = result.text();
            [
                format!("{result} – для партии без ходов, а в {game} ходы сделаны"),
                format!("{result} – для партії без ходів, а в {game} ходи зроблено"),
                format!("{result} jest dla partii bez posunięć, a w {game} już grano"),
            ]
        }
        Caution::ToCome { day: of, today } => {
            let (of, today) = (day(of), day(today));
            [
                format!("{of} ещё не наступило: сегодня {today}"),
                format!("{of} ще не настало: сьогодні {today}"),
                format!("{of} jeszcze nie nadszedł: dziś jest {today}"),
            ]
        }
        Caution::ReceivedTooEarly {
            ply,
            received,
            left,
        } => {
            let (received, left) = (day(received), day(left));
            [
                format!("полуход {ply}: ход соперника отправлен {left}, позже, чем {received}"),
                format!("півхід {ply}: хід суперника надіслано {left}, пізніше, ніж {received}"),
                format!(
                    "półruch {ply}: posunięcie przeciwnika wysłano {left}, później niż {received}"
                ),
            ]
        }
        Caution::SentTooEarly {
            ply,
            received,
            sent,
        } => {
            let (received, sent) = (day(received), day(sent));
            [
                format!("полуход {ply}: отправлен {sent}, раньше, чем получено {received}"),
                format!("півхід {ply}: надіслано {sent}, раніше, ніж отримано {received}"),
                format!("półruch {ply}: wysłany {sent}, wcześniej niż odbiór {received}"),
            ]
        }
        Caution::AnsweredBefore {
            ply,
            sent,
            answered,
        } => {
            let (sent, answered) = (day(sent), day(answered));
            [
                format!("полуход {ply}: отправлен {sent}, а ответ на него – уже {answered}"),
                format!("півхід {ply}: надіслано {sent}, а відповідь на нього – вже {answered}"),
                format!("półruch {ply}: wysłany {sent}, a odpowiedź na niego już {answered}"),
            ]
        }
        Caution::TimeOver {
            game,
            side,
            total,
            limit,
            ..
        } => {
            let of = genitive(language, *side);
            [
                format!("{game}: время {of} сразу истечёт: {total} из {limit} дней"),
                format!("{game}: час {of} одразу вичерпається: {total} з {limit} днів"),
                format!("{game}: czas {of} od razu się skończy: {total} z {limit} dni"),
            ]
        }
        Caution::FewDays {
            game, side, left, ..
        } => {
            let of = genitive(language, *side);
            [
                format!("{game}: у {of} останется дней: {left}"),
                format!("{game}: у {of} залишиться днів: {left}"),
                format!("{game}: dla {of} zostanie dni: {left}"),
            ]
        }
    };
    pick(language, all)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arbiter::refusal::Unread;
    use crate::chess::Side;
    use crate::ids::{EventId, GameName, LeaveId, PassId};
    use crate::record::{ResultCode, Termination};
    use crate::report::words::tests::is_in_its_language;

    fn orders() -> Vec<OrderError> {
        use OrderError as E;
        let day = Day::new(2026, 5, 3).unwrap();
        let side = Side::White;
        let not_playable = |text: Option<&str>, fitting: Vec<String>| E::NotPlayable {
            text: text.map(str::to_owned),
            fitting,
            note: String::new(),
            due: "12...".to_owned(),
        };
        vec![
            E::Waiting,
            E::NoOverstep,
            E::NoClaim,
            E::Refused(side),
            E::NoPly(3),
            E::NotSentYet(3),
            E::NoOpinion,
            E::NamesNoMove(side),
            E::Disagree {
                code: ResultCode::White,
                by: Termination::Stalemate,
            },
            E::NotOnBoard {
                by: Termination::Checkmate,
            },
            E::NoAdjudication,
            E::Adjudicated,
            E::Final,
            E::Nothing,
            E::Over,
            E::NothingWaits(None),
            E::NothingWaits(Some(3)),
            E::SeveralWait("3, 4".to_owned()),
            E::NoFine,
            E::ZeroPenalty,
            E::TooMuchBack { side, used: 2 },
            E::AlreadyPaused,
            E::NotPaused,
            E::Paused,
            E::NotPlayed,
            E::OverstepOpen,
            E::OverReopen,
            E::NotOver,
            E::EndOnBoard(3),
            E::NotMade(3),
            E::EndedByOrder(EventId(3)),
            E::ClockOutside {
                day,
                first: day,
                last: day,
            },
            E::FlagFallen { side, flag: day },
            E::NothingOf(EventId(3)),
            E::PauseLived,
            E::DatesUsed(3),
            E::BuiltOn {
                decision: EventId(3),
                day,
            },
            E::PlayedOn { ply: 3, day },
            E::NoFit(String::new()),
            E::NoMove("–".to_owned()),
            not_playable(Some("–"), Vec::new()),
            not_playable(Some("–"), vec!["5254".to_owned(), "5253".to_owned()]),
            not_playable(None, Vec::new()),
            E::Future { day, today: day },
            E::ReceivedTooEarly {
                received: day,
                left: day,
            },
            E::Backwards {
                received: day,
                sent: day,
            },
        ]
    }

    fn cautions() -> Vec<Caution> {
        let day = Day::new(2026, 5, 3).unwrap();
        let game = || GameName::parse("26/3").unwrap();
        let (side, ply) = (Side::Black, 4);
        vec![
            Caution::ResultStands {
                game: game(),
                result: ResultCode::Draw,
                decision: Some(EventId(7)),
            },
            Caution::Played {
                game: game(),
                result: ResultCode::WhiteForfeit,
            },
            Caution::ToCome { day, today: day },
            Caution::ReceivedTooEarly {
                ply,
                received: day,
                left: day,
            },
            Caution::SentTooEarly {
                ply,
                received: day,
                sent: day,
            },
            Caution::AnsweredBefore {
                ply,
                sent: day,
                answered: day,
            },
            Caution::TimeOver {
                game: game(),
                side,
                total: 61,
                limit: 60,
                can_give: false,
            },
            Caution::FewDays {
                game: game(),
                side,
                left: 1,
                can_give: true,
            },
        ]
    }

    fn all() -> Vec<Refusal> {
        use Refusal as R;
        let day = Day::new(2026, 5, 3).unwrap();
        let (name, code) = (|| "Анна".to_owned(), || "Т26".to_owned());
        let (decision, leave) = (EventId(17), LeaveId(7));
        let unread = |kind| {
            let said = String::new();
            R::Unread(Unread { said, kind })
        };
        let address = |why| {
            let address = "–@–".to_owned();
            R::Address { address, why }
        };
        let mut all: Vec<Refusal> = orders().into_iter().map(R::Order).collect();
        all.push(R::NotYourOffice);
        all.extend([
            unread(UnreadKind::Unfit {
                word: "–".to_owned(),
                place: "DATE".to_owned(),
                fitting: vec!["1-0".to_owned(), "0-1".to_owned()],
            }),
            unread(UnreadKind::Missing(vec!["DATE".to_owned()])),
            unread(UnreadKind::TooMany("–".to_owned())),
            unread(UnreadKind::Other),
            R::Asked(cautions()),
            R::LeaveGiven {
                name: name(),
                from: day,
                to: day,
            },
            R::NoLateLeave(name()),
            R::Revoke {
                decision,
                why: OrderError::Over,
            },
            R::NamesNoGame(name()),
            R::NoGame(name()),
            R::NoPlayer(name()),
            R::NoTournament(name()),
            R::NoLeave(leave),
            R::NoDecision(decision),
            R::PartOfDecision {
                entry: decision,
                decision,
            },
            R::NotADecision(decision),
            R::NoPass(PassId(12)),
            R::PassSettled(PassId(12)),
            R::RevokedAlready(decision),
            R::LeaveChanged { leave, decision },
            R::AddressChanged {
                decision,
                now: "–@–".to_owned(),
            },
            R::AddressOfAnother {
                address: "–@–".to_owned(),
                name: name(),
            },
            address(AddressTrouble::Taken),
            address(AddressTrouble::Robot),
            address(AddressTrouble::Same),
            address(AddressTrouble::Malformed),
            R::LeaveBackwards,
            R::LeaveCancelled(leave),
            R::NoTournamentRuns,
            R::LeaveOver,
            R::StillToCome(day),
            R::NoOpenGame {
                name: name(),
                code: code(),
            },
            R::HasLeft {
                name: name(),
                code: code(),
            },
            R::NotInIt {
                name: name(),
                code: code(),
            },
            R::NotBegun(code()),
            R::NoneStandsStill(code()),
            R::NonePlayed(code()),
            R::NothingGiven,
            R::OutageBackwards,
            R::OutageToCome(day),
            R::NoneOfThese(code()),
            R::NoClockRan {
                code: code(),
                from: day,
                to: day,
            },
        ]);
        all
    }

    /// Words of orders and their places, which are the same in every language.
    const ORDERS: [&str; 21] = [
        "CODE/N",
        "CODE:N",
        "LOG",
        "REVOKE",
        "DISMISS",
        "ADJUDICATE",
        "REJECT-CLAIM",
        "CONFIRM-FORFEIT",
        "RESUME",
        "PAUSE",
        "REOPEN",
        "VOID",
        "SET-DATES",
        "PENALTY",
        "DATE",
        "tournament change",
        "--received",
        "--days",
        "--sent",
        "--fine",
        "--clock",
    ];

    #[test]
    fn why_an_order_was_refused_is_told_wholly_in_the_language() {
        for refusal in all() {
            let english = why(Language::En, &refusal);
            for language in [Language::Ru, Language::Uk, Language::Pl] {
                let mut text = why(language, &refusal);
                for order in ORDERS {
                    text = text.replace(order, " ");
                }
                is_in_its_language(language, &text, &english);
            }
        }
    }

    #[test]
    fn in_english_the_console_s_words_are_said() {
        let refusal = Refusal::NoDecision(EventId(17));
        assert_eq!(
            why(Language::En, &refusal),
            "there is no decision 17; td log lists the decisions with their numbers"
        );
    }
}
