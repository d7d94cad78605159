//! The chief arbiter's official report (30.2.1.6).

use super::phrase::{Counted, phrases};

phrases! {
    /// The title.
    TITLE { en: "Official report of the chief arbiter", ru: "Официальный отчёт главного судьи (главного арбитра)", uk: "Офіційний звіт головного судді (головного арбітра)", pl: "Oficjalne sprawozdanie sędziego głównego" }
    /// Under the title, while games are open.
    PROVISIONAL { en: "Provisional: {n} not finished.", ru: "Предварительно: не окончено – {n}.", uk: "Попередньо: не закінчено – {n}.", pl: "Wersja wstępna: niezakończone – {n}." }
    /// Under the title.
    DUE { en: "To the organiser no later than {day}, ten days after the end (article {article}).", ru: "Представить организатору не позднее {day}, в десятидневный срок (ст. {article}).", uk: "Подати організаторові не пізніше {day}, у десятиденний строк (ст. {article}).", pl: "Organizatorowi najpóźniej {day}, w ciągu dziesięciu dni (art. {article})." }
    /// A part.
    EVENT { en: "The event", ru: "Соревнование", uk: "Змагання", pl: "Zawody" }
    /// A fact.
    CODE { en: "Code", ru: "Код", uk: "Код", pl: "Kod" }
    /// A fact.
    RULES { en: "Rules", ru: "Правила", uk: "Правила", pl: "Przepisy" }
    /// Its value.
    BY_SERVER { en: "on a server, article 54", ru: "на сервере, ст. 54", uk: "на сервері, ст. 54", pl: "na serwerze, art. 54" }
    /// Its value.
    BY_POST { en: "by post, article 55", ru: "по почте, ст. 55", uk: "поштою, ст. 55", pl: "pocztą, art. 55" }
    /// Its value.
    BY_EMAIL { en: "by e-mail, article 56", ru: "по электронной почте, ст. 56", uk: "електронною поштою, ст. 56", pl: "pocztą elektroniczną, art. 56" }
    /// Behind it.
    CHESS960 { en: "{rules}; Chess960", ru: "{rules}; шахматы 960", uk: "{rules}; шахи 960", pl: "{rules}; szachy 960" }
    /// A fact.
    START { en: "Start", ru: "Начало", uk: "Початок", pl: "Początek" }
    /// A fact.
    END { en: "Last day of play", ru: "Последний день игры", uk: "Останній день гри", pl: "Ostatni dzień gry" }
    /// A fact.
    FINISHED { en: "Last game finished", ru: "Окончена последняя партия", uk: "Закінчено останню партію", pl: "Koniec ostatniej partii" }
    /// A fact.
    CONTROL { en: "Reflection time", ru: "Время на обдумывание", uk: "Час на обмірковування", pl: "Czas do namysłu" }
    /// Its value.
    CONTROL_IS { en: "{days} for every {moves}", ru: "{days} на каждые {moves}", uk: "{days} на кожні {moves}", pl: "{days} na każde {moves}" }
    /// A fact.
    LEAVE { en: "Leave in a year", ru: "Перерыв в год", uk: "Перерва на рік", pl: "Urlop w roku" }
    /// A fact.
    PENALTY { en: "Penalty for a faulty move, and again", ru: "Штраф за ошибочный ход, повторно", uk: "Штраф за помилковий хід, повторно", pl: "Kara za błędne posunięcie, ponownie" }
    /// A fact.
    OVERSTEP_LEADS { en: "An overstep", ru: "Просрочка", uk: "Прострочення", pl: "Przekroczenie czasu" }
    /// Its value.
    OVERSTEP_IMMEDIATE { en: "loses at once", ru: "сразу ведёт к поражению", uk: "одразу веде до поразки", pl: "od razu oznacza przegraną" }
    /// Its value.
    OVERSTEP_NOTICE { en: "is announced, with a term for a protest", ru: "объявляется, со сроком для протеста", uk: "оголошується, зі строком для протесту", pl: "jest ogłaszane, z terminem na protest" }
    /// Its value.
    OVERSTEP_CLAIM { en: "on the opponent's claim", ru: "по заявлению соперника", uk: "за заявою суперника", pl: "na zgłoszenie przeciwnika" }
    /// A part.
    CHANGES { en: "Changes before the start", ru: "Изменения до начала", uk: "Зміни до початку", pl: "Zmiany przed rozpoczęciem" }
    /// A part.
    PERSONS { en: "Persons", ru: "Судьи и участники", uk: "Судді й учасники", pl: "Sędziowie i uczestnicy" }
    /// A fact.
    CHIEF { en: "Chief arbiter", ru: "Главный судья (арбитр)", uk: "Головний суддя (арбітр)", pl: "Sędzia główny" }
    /// A fact.
    APPEALS { en: "Appeals arbiter", ru: "Апелляционный арбитр", uk: "Апеляційний арбітр", pl: "Sędzia odwoławczy" }
    /// A fact.
    ADJUDICATOR { en: "Second adjudicator", ru: "Арбитр повторного присуждения", uk: "Арбітр повторного присудження", pl: "Sędzia ponownego rozstrzygnięcia" }
    /// A part.
    TABLE { en: "Final table", ru: "Итоговая таблица", uk: "Підсумкова таблиця", pl: "Tabela końcowa" }
    /// Below it: 30.2.1.7.
    TABLE_NOTE { en: "It goes to the federation within the same term, with what is needed for rating (article {article}).", ru: "В тот же срок направляется в федерацию вместе с данными для рейтингового обсчёта (ст. {article}).", uk: "У той самий строк надсилається до федерації разом із даними для рейтингу (ст. {article}).", pl: "W tym samym terminie przesyłana do federacji wraz z danymi do rankingu (art. {article})." }
    /// A part.
    COURSE { en: "Course of the event", ru: "Ход соревнования", uk: "Перебіг змагання", pl: "Przebieg zawodów" }
    /// A fact.
    FINISHED_OF { en: "Games finished", ru: "Окончено партий", uk: "Закінчено партій", pl: "Partie zakończone" }
    /// Its value.
    OF { en: "{n} of {all}", ru: "{n} из {all}", uk: "{n} з {all}", pl: "{n} z {all}" }
    /// A fact.
    RESULTS { en: "White won, drawn, Black won", ru: "Победы белых, ничьи, победы чёрных", uk: "Перемоги білих, нічиї, перемоги чорних", pl: "Wygrane białych, remisy, wygrane czarnych" }
    /// A fact.
    MOVES { en: "Half-moves played", ru: "Сделано полуходов", uk: "Зроблено півходів", pl: "Wykonane półposunięcia" }
    /// A fact.
    LETTERS { en: "Letters received, sent", ru: "Писем получено, отправлено", uk: "Листів отримано, надіслано", pl: "Listy otrzymane, wysłane" }
    /// A fact.
    LONGEST { en: "Longest game", ru: "Самая длинная партия", uk: "Найдовша партія", pl: "Najdłuższa partia" }
    /// A fact.
    LAST { en: "Game that lasted longest", ru: "Дольше всех шла партия", uk: "Найдовше тривала партія", pl: "Partia trwająca najdłużej" }
    /// Its value.
    UNTIL { en: "{game}, until {day}", ru: "{game}, до {day}", uk: "{game}, до {day}", pl: "{game}, do {day}" }
    /// A fact.
    ENDS { en: "How games ended", ru: "Чем окончились партии", uk: "Чим закінчилися партії", pl: "Jak kończyły się partie" }
    /// A part.
    VIOLATIONS { en: "Violations of the rules", ru: "Нарушения правил", uk: "Порушення правил", pl: "Naruszenia przepisów" }
    /// Instead of a table.
    NONE { en: "None.", ru: "Нет.", uk: "Немає.", pl: "Brak." }
    /// Title of a column.
    PERSON { en: "Person (federation)", ru: "Нарушитель (федерация)", uk: "Порушник (федерація)", pl: "Osoba (federacja)" }
    /// Title of a column.
    WHAT { en: "What", ru: "Нарушение", uk: "Порушення", pl: "Naruszenie" }
    /// Title of a column.
    DECIDED { en: "Decided", ru: "Решение", uk: "Рішення", pl: "Decyzja" }
    /// A violation.
    FAULT_IMPOSSIBLE { en: "impossible move", ru: "невозможный ход", uk: "неможливий хід", pl: "niemożliwe posunięcie" }
    /// A violation.
    FAULT_UNREADABLE { en: "illegible move", ru: "неразборчивый ход", uk: "нерозбірливий хід", pl: "nieczytelne posunięcie" }
    /// A violation.
    FAULT_AMBIGUOUS { en: "ambiguous move", ru: "двусмысленный ход", uk: "двозначний хід", pl: "niejednoznaczne posunięcie" }
    /// A violation.
    FAULT_REPETITION { en: "opponent's move repeated wrongly", ru: "ход соперника повторён неверно", uk: "хід суперника повторено неправильно", pl: "błędnie powtórzone posunięcie przeciwnika" }
    /// A violation.
    FAULT_NO_MOVE { en: "letter without a move", ru: "письмо без хода", uk: "лист без ходу", pl: "list bez posunięcia" }
    /// A violation.
    OVERSTEP { en: "time exceeded at move {move}: {total} of {limit} days", ru: "просрочка времени на ходу {move}: {total} дн. из {limit}", uk: "прострочення часу на ході {move}: {total} дн. із {limit}", pl: "przekroczenie czasu przy posunięciu {move}: {total} z {limit} dni" }
    /// A violation.
    SILENCE { en: "no move for a long time", ru: "долгое молчание", uk: "тривале мовчання", pl: "długi brak posunięcia" }
    /// A violation.
    LATE_LEAVE { en: "leave announced late", ru: "перерыв объявлен с опозданием", uk: "перерву оголошено із запізненням", pl: "urlop zgłoszony z opóźnieniem" }
    /// A violation.
    LATE_CLAIM { en: "claim of time made too late", ru: "запоздалое заявление о просрочке", uk: "запізніла заява про прострочення", pl: "spóźnione zgłoszenie przekroczenia czasu" }
    /// A violation.
    NO_OPINION { en: "no opinion sent for the adjudication", ru: "не прислано мнение для присуждения", uk: "не надіслано думку для присудження", pl: "brak opinii do rozstrzygnięcia" }
    /// A violation.
    PENALISED { en: "by the arbiter's word", ru: "по решению арбитра", uk: "за рішенням арбітра", pl: "decyzją sędziego" }
    /// What was decided.
    OUT_PENALTY { en: "penalty of {n}", ru: "штраф: {n}", uk: "штраф: {n}", pl: "kara: {n}" }
    /// What was decided.
    OUT_RESULT { en: "result {result}", ru: "результат {result}", uk: "результат {result}", pl: "wynik {result}" }
    /// What was decided.
    OUT_REJECTED { en: "not confirmed", ru: "не подтверждена", uk: "не підтверджено", pl: "niepotwierdzone" }
    /// What was decided.
    OUT_ANNULLED { en: "void: the move was sent in time", ru: "недействительна: ход отправлен вовремя", uk: "недійсне: хід надіслано вчасно", pl: "nieważne: posunięcie wysłano w terminie" }
    /// What was decided.
    OUT_RESET { en: "clock set to zero", ru: "часы начаты с нуля", uk: "відлік часу з нуля", pl: "zegar od zera" }
    /// What was decided.
    OUT_NOTICE { en: "counts from the notice", ru: "считается со дня извещения", uk: "рахується від дня повідомлення", pl: "liczy się od zawiadomienia" }
    /// What was decided.
    OUT_NO_APPEAL { en: "no right of appeal", ru: "без права на апелляцию", uk: "без права на апеляцію", pl: "bez prawa do apelacji" }
    /// What was decided.
    OUT_TOLD { en: "no penalty", ru: "без штрафа", uk: "без штрафу", pl: "bez kary" }
    /// What was decided.
    OUT_OPEN { en: "not decided yet", ru: "ещё не решено", uk: "ще не вирішено", pl: "jeszcze bez decyzji" }
    /// A part.
    CONTESTED { en: "Protests, appeals, claims refused", ru: "Протесты, апелляции, отклонённые заявления", uk: "Протести, апеляції, відхилені заяви", pl: "Protesty, apelacje, odrzucone wnioski" }
    /// A head.
    PROTEST { en: "{day}, {game}: protest of {name} (article {article})", ru: "{day}, {game}: протест, {name} (ст. {article})", uk: "{day}, {game}: протест, {name} (ст. {article})", pl: "{day}, {game}: protest, {name} (art. {article})" }
    /// A head.
    APPEAL { en: "{day}, {game}: appeal of {name} (article {article})", ru: "{day}, {game}: апелляция, {name} (ст. {article})", uk: "{day}, {game}: апеляція, {name} (ст. {article})", pl: "{day}, {game}: apelacja, {name} (art. {article})" }
    /// Before a person's words.
    CLAIM { en: "{day}, {game}: claim of {name} (article {article})", ru: "{day}, {game}: заявление, {name} (ст. {article})", uk: "{day}, {game}: заява, {name} (ст. {article})", pl: "{day}, {game}: wniosek, {name} (art. {article})" }
    /// A line.
    SAID { en: "Explanation: {text}", ru: "Объяснение: {text}", uk: "Пояснення: {text}", pl: "Wyjaśnienie: {text}" }
    /// How it was settled.
    SETTLED { en: "Settled on {day} by decision {id}: {what} (article {article}). {reason}", ru: "Решено {day}, решение № {id}: {what} (ст. {article}). {reason}", uk: "Вирішено {day}, рішення № {id}: {what} (ст. {article}). {reason}", pl: "Rozstrzygnięto {day}, decyzja nr {id}: {what} (art. {article}). {reason}" }
    /// How it was settled.
    REFUSED { en: "Not taken: {why}.", ru: "Не принято: {why}.", uk: "Не прийнято: {why}.", pl: "Nie przyjęto: {why}." }
    /// Why.
    REFUSED_LATE { en: "sent after its term", ru: "отправлено после срока", uk: "надіслано після строку", pl: "wysłano po terminie" }
    /// Why.
    REFUSED_NOTHING { en: "no opinion had been sent in time", ru: "мнение в срок не прислано", uk: "думку вчасно не надіслано", pl: "opinii nie przysłano w terminie" }
    /// Why.
    REFUSED_FINAL { en: "the second adjudication is final", ru: "повторное присуждение окончательно", uk: "повторне присудження остаточне", pl: "ponowne rozstrzygnięcie jest ostateczne" }
    /// Why.
    REFUSED_TIME { en: "no overstep of the opponent, {total} of {limit} days used at move {at}", ru: "просрочки соперника нет, израсходовано {total} из {limit} дней на ходу {at}", uk: "прострочення суперника немає, використано {total} з {limit} днів на ході {at}", pl: "przeciwnik nie przekroczył czasu, zużyto {total} z {limit} dni przy posunięciu {at}" }
    /// Why.
    REFUSED_BARRED { en: "claims of time were barred in this period", ru: "заявления о просрочке в этом периоде запрещены", uk: "заяви про прострочення в цьому періоді заборонено", pl: "wnioski o przekroczenie czasu były w tym okresie wykluczone" }
    /// Why.
    REFUSED_DRAW { en: "no draw, the position stood {times} times, {quiet} half-moves without a capture or a pawn move; it counted as an offer", ru: "ничьей нет: повторений позиции – {times}, полуходов без взятий и ходов пешек – {quiet}; заявление засчитано как предложение", uk: "нічиєї немає: повторень позиції – {times}, півходів без взять і ходів пішаків – {quiet}; заяву зараховано як пропозицію", pl: "nie ma remisu: pozycja wystąpiła razy {times}, półposunięć bez bicia i ruchu pionka {quiet}; wniosek uznano za propozycję" }
    /// How it was settled.
    UNSETTLED { en: "Not decided by the arbiter.", ru: "Арбитр решения не принимал.", uk: "Арбітр рішення не ухвалював.", pl: "Sędzia nie podjął decyzji." }
    /// A part.
    DECISIONS { en: "Decisions of the arbiter", ru: "Решения арбитра", uk: "Рішення арбітра", pl: "Decyzje sędziego" }
    /// A decision.
    DEC_RESULT { en: "result {result}", ru: "результат {result}", uk: "результат {result}", pl: "wynik {result}" }
    /// A decision.
    DEC_ADJUDICATED { en: "adjudicated {result}", ru: "присуждено {result}", uk: "присуджено {result}", pl: "rozstrzygnięto {result}" }
    /// A decision.
    DEC_PENALTY { en: "{side}: penalty of {n}", ru: "{side}: штраф, {n}", uk: "{side}: штраф, {n}", pl: "{side}: kara, {n}" }
    /// A decision.
    DEC_DATES { en: "dates of half-move {ply} set", ru: "установлены даты полухода {ply}", uk: "установлено дати півходу {ply}", pl: "ustalono daty półposunięcia {ply}" }
    /// A decision.
    DEC_REJECTED { en: "{side}: overstep not confirmed", ru: "{side}: просрочка не подтверждена", uk: "{side}: прострочення не підтверджено", pl: "{side}: przekroczenie niepotwierdzone" }
    /// A decision.
    DEC_EXCEEDED { en: "{side}: overstep noted", ru: "{side}: просрочка установлена", uk: "{side}: прострочення встановлено", pl: "{side}: stwierdzono przekroczenie" }
    /// A decision.
    DEC_BARRED { en: "{side}: no more claims of time", ru: "{side}: заявления о просрочке не принимаются", uk: "{side}: заяви про прострочення не приймаються", pl: "{side}: wniosków o przekroczenie czasu nie przyjmuje się" }
    /// A decision.
    DEC_RESET { en: "{side}: clock set to zero", ru: "{side}: часы с нуля", uk: "{side}: відлік з нуля", pl: "{side}: zegar od zera" }
    /// A decision.
    DEC_PAUSED { en: "game paused", ru: "партия приостановлена", uk: "партію призупинено", pl: "partię wstrzymano" }
    /// A decision.
    DEC_RESUMED { en: "game resumed", ru: "партия возобновлена", uk: "партію поновлено", pl: "partię wznowiono" }
    /// A decision.
    DEC_REOPENED { en: "game reopened", ru: "партия открыта снова", uk: "партію відкрито знову", pl: "partię otwarto ponownie" }
    /// A decision.
    DEC_MOVE { en: "move entered", ru: "внесён ход", uk: "внесено хід", pl: "wpisano posunięcie" }
    /// A decision.
    DEC_VOIDED { en: "moves made void", ru: "ходы аннулированы", uk: "ходи анульовано", pl: "posunięcia unieważniono" }
    /// A decision.
    DEC_REVOKED { en: "decision {id} taken back", ru: "отменено решение № {id}", uk: "скасовано рішення № {id}", pl: "cofnięto decyzję nr {id}" }
    /// A decision.
    DEC_PASS_REVOKED { en: "what the robot declared in its pass {n} taken back", ru: "отменено объявленное роботом (проход {n})", uk: "скасовано оголошене роботом (прохід {n})", pl: "cofnięto to, co ogłosił robot (przebieg {n})" }
    /// A decision.
    DEC_REPLACED { en: "{is} plays on in place of {was}", ru: "вместо участника {was} продолжает {is}", uk: "замість учасника {was} продовжує {is}", pl: "zamiast zawodnika {was} gra dalej {is}" }
    /// A decision that counts no more.
    DEC_OPINION { en: "{side}: opinion entered, {result}", ru: "{side}: внесено мнение, {result}", uk: "{side}: внесено думку, {result}", pl: "{side}: wpisano opinię, {result}" }
    /// A decision.
    DEC_DISMISSED { en: "No. {n} not granted", ru: "№ {n} не удовлетворено", uk: "№ {n} не задоволено", pl: "nr {n} nie uwzględniono" }
    /// A decision.
    DEC_GIVEN { en: "{side}: dates given back", ru: "{side}: возвращены даты", uk: "{side}: повернено дати", pl: "{side}: zwrócono daty" }
    /// A decision.
    DEC_VOID { en: "{what} (taken back)", ru: "{what} (отменено)", uk: "{what} (скасовано)", pl: "{what} (cofnięto)" }
    /// A decision.
    DEC_ADJUDICATE { en: "game sent to adjudication", ru: "партия передана на присуждение", uk: "партію передано на присудження", pl: "partię przekazano do rozstrzygnięcia" }
    /// A decision.
    DEC_LEAVE { en: "{name}: leave from {from} to {to}", ru: "{name}: перерыв с {from} по {to}", uk: "{name}: перерва з {from} до {to}", pl: "{name}: urlop od {from} do {to}" }
    /// A decision.
    DEC_ADDRESS { en: "{name}: another address registered", ru: "{name}: записан другой адрес", uk: "{name}: записано іншу адресу", pl: "{name}: wpisano inny adres" }
    /// A decision.
    DEC_PLAYER { en: "{name}: {what}", ru: "{name}: {what}", uk: "{name}: {what}", pl: "{name}: {what}" }
    /// A part.
    WITHDRAWALS { en: "Withdrawals", ru: "Выбытие участников", uk: "Вибуття учасників", pl: "Wycofania" }
    /// A line.
    WITHDRAWN { en: "{day}, {name}: left the tournament (article {article}); {n} of {all} games finished, {counts}; unfinished games: {games}. {reason}", ru: "{day}, {name}: участие прекращено (ст. {article}); окончено партий: {n} из {all}, {counts}; незаконченные партии: {games}. {reason}", uk: "{day}, {name}: участь припинено (ст. {article}); закінчено партій: {n} з {all}, {counts}; незакінчені партії: {games}. {reason}", pl: "{day}, {name}: udział zakończony (art. {article}); zakończone partie: {n} z {all}, {counts}; niezakończone partie: {games}. {reason}" }
    /// A line.
    ASKED { en: "{name}: asked on {day} to withdraw", ru: "{name}: просьба о выбытии {day}", uk: "{name}: прохання про вибуття {day}", pl: "{name}: prośba o wycofanie {day}" }
    /// A line.
    EXCLUDED { en: "{line} Excluded by the arbiter.", ru: "{line} Исключение по решению арбитра.", uk: "{line} Виключення за рішенням арбітра.", pl: "{line} Wykluczenie decyzją sędziego." }
    /// In it: 33.1.
    COUNTED { en: "they count", ru: "они засчитываются", uk: "їх зараховано", pl: "liczą się" }
    /// In it: 33.1.
    NOT_COUNTED { en: "they count for nobody", ru: "они никому не засчитываются", uk: "їх нікому не зараховано", pl: "nie liczą się nikomu" }
    /// In it.
    GAMES_LOST { en: "lost", ru: "проиграны", uk: "програно", pl: "przegrane" }
    /// In it.
    GAMES_ADJUDICATED { en: "adjudicated", ru: "присуждаются", uk: "присуджуються", pl: "do rozstrzygnięcia" }
    /// In it.
    GAMES_LEFT_OUT { en: "left out of the table", ru: "исключены из таблицы", uk: "виключено з таблиці", pl: "wyłączone z tabeli" }
    /// A part.
    ENCLOSED { en: "Enclosed", ru: "Приложения", uk: "Додатки", pl: "Załączniki" }
    /// A point.
    ENCLOSED_GAMES { en: "the games of the tournament (PGN)", ru: "партии турнира (PGN)", uk: "партії турніру (PGN)", pl: "partie turnieju (PGN)" }
    /// A point.
    ENCLOSED_RATING { en: "data for rating (TRF)", ru: "данные для рейтингового обсчёта (TRF)", uk: "дані для рейтингу (TRF)", pl: "dane do rankingu (TRF)" }
    /// A point.
    ENCLOSED_SAID { en: "explanations of the persons concerned, as above", ru: "объяснения участников – см. выше", uk: "пояснення учасників – див. вище", pl: "wyjaśnienia osób – jak wyżej" }
    /// An end.
    BY_CHECKMATE { en: "checkmate", ru: "мат", uk: "мат", pl: "mat" }
    /// An end.
    BY_RESIGNATION { en: "resignation", ru: "сдача", uk: "здача", pl: "poddanie" }
    /// An end.
    BY_AGREEMENT { en: "agreement", ru: "соглашение", uk: "згода", pl: "zgoda stron" }
    /// An end: stalemate, dead position, repetition, 50 and 75 moves.
    BY_POSITION { en: "draw by the rules of play", ru: "ничья по правилам игры", uk: "нічия за правилами гри", pl: "remis według przepisów gry" }
    /// An end.
    BY_TIME { en: "time", ru: "просрочка времени", uk: "прострочення часу", pl: "przekroczenie czasu" }
    /// An end.
    BY_SILENCE { en: "silence", ru: "молчание", uk: "мовчання", pl: "brak odpowiedzi" }
    /// An end.
    BY_WITHDRAWAL { en: "withdrawal", ru: "выбытие", uk: "вибуття", pl: "wycofanie" }
    /// An end.
    BY_ADJUDICATION { en: "adjudication", ru: "присуждение", uk: "присудження", pl: "rozstrzygnięcie" }
    /// An end.
    BY_DEFAULT { en: "not played", ru: "не игралась", uk: "не зіграно", pl: "nierozegrana" }
    /// An end.
    BY_RULING { en: "the arbiter's decision", ru: "решение арбитра", uk: "рішення арбітра", pl: "decyzja sędziego" }
}

/// Moves, counted.
pub const MOVE_COUNT: Counted = Counted {
    en: ["move", "moves"],
    ru: ["ход", "хода", "ходов"],
    uk: ["хід", "ходи", "ходів"],
    pl: ["posunięcie", "posunięcia", "posunięć"],
};
