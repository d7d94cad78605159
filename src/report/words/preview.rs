//! A tournament before its start: the start list, the pairings, what to look at.

use super::phrase::phrases;

phrases! {
    /// Under the title.
    PLANNED { en: "planned; nothing has been sent yet", ru: "готовится; писем ещё не было", uk: "готується; листів ще не було", pl: "w przygotowaniu; żadnych listów jeszcze nie wysłano" }
    /// Under the title.
    STARTED { en: "started", ru: "начат", uk: "розпочато", pl: "rozpoczęty" }
    /// A part.
    LOOK { en: "To look at before the start", ru: "Что проверить перед стартом", uk: "Що перевірити перед стартом", pl: "Do sprawdzenia przed startem" }
    /// Instead of it.
    NOTHING { en: "Nothing strikes the eye.", ru: "Ничего подозрительного.", uk: "Нічого підозрілого.", pl: "Nic nie zwraca uwagi." }
    /// A part.
    START_LIST { en: "Start list", ru: "Стартовый список", uk: "Стартовий список", pl: "Lista startowa" }
    /// Title of a column.
    FEDERATION { en: "Fed.", ru: "Фед.", uk: "Фед.", pl: "Fed." }
    /// Title of a column.
    WHITES { en: "White", ru: "Белыми", uk: "Білими", pl: "Białymi" }
    /// Title of a column.
    BLACKS { en: "Black", ru: "Чёрными", uk: "Чорними", pl: "Czarnymi" }
    /// Title of a column.
    LANGUAGE { en: "Letters", ru: "Письма", uk: "Листи", pl: "Listy" }
    /// Title of a column.
    ADDRESS { en: "Address", ru: "Адрес", uk: "Адреса", pl: "Adres" }
    /// Instead of a player.
    FREE { en: "free: who has it as opponent has no game in that round", ru: "свободен: кому он выпал, в этом туре не играет", uk: "вільний: кому він випав, у цьому турі не грає", pl: "wolny: kto na niego trafia, w tej rundzie nie gra" }
    /// A part.
    PAIRINGS { en: "Pairings", ru: "Пары", uk: "Пари", pl: "Kojarzenia" }
    /// Title of a column.
    ROUND { en: "Round", ru: "Тур", uk: "Тур", pl: "Runda" }
    /// A part.
    TERMS { en: "Terms", ru: "Условия", uk: "Умови", pl: "Warunki" }
    /// A term.
    START { en: "Official start", ru: "Официальный старт", uk: "Офіційний старт", pl: "Oficjalny start" }
    /// A term.
    END { en: "End; what is unfinished is adjudicated", ru: "Окончание; неоконченное присуждается", uk: "Закінчення; незавершене присуджується", pl: "Koniec; partie niedokończone są rozsądzane" }
    /// A term.
    ZONE { en: "Dates are counted in", ru: "Даты считаются по времени", uk: "Дати рахуються за часом", pl: "Daty liczy się według strefy" }
    /// A term.
    RULES { en: "Played by", ru: "Играется по", uk: "Грається за", pl: "Gra się według" }
    /// Of a profile.
    BY_ARTICLE { en: "article {article}", ru: "ст. {article}", uk: "ст. {article}", pl: "art. {article}" }
    /// Who hears protests.
    APPEALS { en: "Protests against the arbiter", ru: "Протесты на решения арбитра", uk: "Протести на рішення арбітра", pl: "Protesty na decyzje sędziego" }
    /// Who hears appeals against an adjudication.
    ADJUDICATOR { en: "Appeals against an adjudication", ru: "Апелляции на присуждение", uk: "Апеляції на присудження", pl: "Odwołania od rozsądzenia" }
    /// A part.
    OTHERWISE { en: "Otherwise than the article", ru: "Иначе, чем в статье", uk: "Інакше, ніж у статті", pl: "Inaczej niż w artykule" }
    /// Instead of it.
    AS_ARTICLE { en: "All regulations are those of the article.", ru: "Все условия – по статье.", uk: "Усі умови – за статтею.", pl: "Wszystkie warunki jak w artykule." }
    /// A part.
    CHANGES { en: "Changed since the tournament was added", ru: "Изменено с момента внесения турнира", uk: "Змінено від моменту внесення турніру", pl: "Zmieniono od dodania turnieju" }
    /// Title of a column.
    CHANGE { en: "What", ru: "Что", uk: "Що", pl: "Co" }
    /// Title of a column.
    WHO { en: "Who", ru: "Кто", uk: "Хто", pl: "Kto" }
    /// A warning.
    PAST { en: "The official start, {day}, is over already.", ru: "Официальный старт {day} уже прошёл.", uk: "Офіційний старт {day} уже минув.", pl: "Oficjalny start {day} już minął." }
    /// A warning.
    AT_ONCE { en: "The official start is {day}: the draw should be known a night before it (31.3).", ru: "Официальный старт – {day}: жеребьёвка должна быть известна хотя бы за ночь (31.3).", uk: "Офіційний старт – {day}: жеребкування має бути відоме хоча б за ніч (31.3).", pl: "Oficjalny start to {day}: losowanie powinno być znane co najmniej noc wcześniej (31.3)." }
    /// A warning.
    WEEKEND { en: "The official start, {day}, is a weekend.", ru: "Официальный старт {day} – выходной день.", uk: "Офіційний старт {day} – вихідний день.", pl: "Oficjalny start {day} to weekend." }
    /// A warning.
    NO_APPEALS { en: "Nobody is named to hear protests against the arbiter ({article}).", ru: "Не назван тот, кто рассматривает протесты на решения арбитра ({article}).", uk: "Не названо того, хто розглядає протести на рішення арбітра ({article}).", pl: "Nie wskazano osoby rozpatrującej protesty na decyzje sędziego ({article})." }
    /// A warning.
    NO_ADJUDICATOR { en: "Nobody is named to hear appeals against an adjudication ({article}).", ru: "Не назван тот, кто рассматривает апелляции на присуждение ({article}).", uk: "Не названо того, хто розглядає апеляції на присудження ({article}).", pl: "Nie wskazano osoby rozpatrującej odwołania od rozsądzenia ({article})." }
    /// A warning.
    SAME_OFFICIAL { en: "{who} would hear appeals against rulings of his own.", ru: "{who} рассматривал бы жалобы на собственные решения.", uk: "{who} розглядав би скарги на власні рішення.", pl: "{who} rozpatrywałby odwołania od własnych decyzji." }
    /// A warning.
    OFFICIAL_PLAYS { en: "{who} is an official of the tournament and plays in it.", ru: "{who} – должностное лицо турнира и играет в нём.", uk: "{who} – посадова особа турніру і грає в ньому.", pl: "{who} pełni funkcję w turnieju i w nim gra." }
    /// A warning.
    ROBOTS_ADDRESS { en: "{who}: the address is the robot's own.", ru: "{who}: это адрес самого робота.", uk: "{who}: це адреса самого робота.", pl: "{who}: to adres samego robota." }
    /// A warning.
    NEAR_DOMAIN { en: "{who}, {address}: is {domain} meant?", ru: "{who}, {address}: не {domain} ли имелось в виду?", uk: "{who}, {address}: чи не {domain} малося на увазі?", pl: "{who}, {address}: czy nie chodzi o {domain}?" }
    /// A warning.
    ODD_DOMAIN { en: "{who}, {address}: no such kind of domain is known.", ru: "{who}, {address}: такого домена не бывает.", uk: "{who}, {address}: такого домену не буває.", pl: "{who}, {address}: takiej domeny nie ma." }
    /// A warning.
    BOUNCES { en: "{who}, {address}: letters came back, {n} in a row.", ru: "{who}, {address}: письма возвращались, подряд – {n}.", uk: "{who}, {address}: листи поверталися, поспіль – {n}.", pl: "{who}, {address}: listy wracały, kolejno – {n}." }
    /// A warning.
    SAME_NAME { en: "Two players are called {who}.", ru: "Двух игроков зовут {who}.", uk: "Двох гравців звуть {who}.", pl: "Dwóch graczy nazywa się {who}." }
    /// A warning.
    NO_LANGUAGE { en: "No language was given for {who}: they are written to in {language}.", ru: "Язык не указан: {who}; письма им – на языке {language}.", uk: "Мову не вказано: {who}; листи їм – мовою {language}.", pl: "Nie podano języka: {who}; listy do nich w języku {language}." }
    /// A warning.
    LATE_MEETING { en: "{pair} of {federation} meet in round {round}, one of the last three (31.10).", ru: "{pair} ({federation}) встречаются в туре {round} – одном из последних трёх (31.10).", uk: "{pair} ({federation}) зустрічаються в турі {round} – одному з останніх трьох (31.10).", pl: "{pair} ({federation}) spotykają się w rundzie {round}, jednej z trzech ostatnich (31.10)." }
    /// A warning.
    COLOURS { en: "{who} has {white} games with White and {black} with Black.", ru: "{who}: белыми – {white}, чёрными – {black}.", uk: "{who}: білими – {white}, чорними – {black}.", pl: "{who}: białymi – {white}, czarnymi – {black}." }
    /// A warning.
    NO_GAMES { en: "{who} has no game.", ru: "У игрока {who} нет партий.", uk: "У гравця {who} немає партій.", pl: "{who} nie ma żadnej partii." }
}
