//! Regulations in sentences, for previews and start letters: what a tournament has
//! otherwise than its profile's article. A regulation without a sentence does not
//! compile.

use super::common::DAYS;
use super::phrase::{Counted, Phrase, phrases};
use crate::language::Language;
use crate::rules::{
    Article, DayUnit, Forfeit, LateLeave, NoMate, NotationRule, Profile, Regulations, Repetition,
    Sentences, TieBreak, WhiteFirstMove,
};

/// Moves, counted.
const MOVES: Counted = Counted {
    en: ["move", "moves"],
    ru: ["ход", "хода", "ходов"],
    uk: ["хід", "ходи", "ходів"],
    pl: ["posunięcie", "posunięcia", "posunięć"],
};

phrases! {
    /// Days for moves.
    TIME { en: "Time to think: {days} for every {moves}; unused days are kept.", ru: "Время на обдумывание: {days} на каждые {moves}; неистраченные дни сохраняются.", uk: "Час на обмірковування: {days} на кожні {moves}; невитрачені дні зберігаються.", pl: "Czas do namysłu: {days} na każde {moves}; niewykorzystane dni przechodzą dalej." }
    /// A day is a date.
    DAY_IS_DATE { en: "A day is a calendar date.", ru: "День – это календарная дата.", uk: "День – це календарна дата.", pl: "Dzień to data w kalendarzu." }
    /// A day is 24 hours.
    DAY_IS_24H { en: "A day is full 24 hours between receipt and dispatch.", ru: "День – это полные 24 часа от получения до отправки.", uk: "День – це повні 24 години від отримання до відправлення.", pl: "Dzień to pełne 24 godziny od otrzymania do wysłania." }
    /// Time on the way.
    TRANSIT { en: "A letter counts as being on its way for {days}.", ru: "Считается, что письмо идёт {days}.", uk: "Вважається, що лист іде {days}.", pl: "Przyjmuje się, że list idzie {days}." }
    /// No time on the way.
    NO_TRANSIT { en: "A letter counts as received on the day it left.", ru: "Письмо считается полученным в день отправки.", uk: "Лист вважається отриманим у день відправлення.", pl: "List uważa się za otrzymany w dniu wysłania." }
    /// The same penalty each time.
    PENALTY { en: "An impossible or ambiguous move costs {days}.", ru: "Невозможный или неоднозначный ход стоит {days}.", uk: "Неможливий або неоднозначний хід коштує {days}.", pl: "Posunięcie niemożliwe lub niejednoznaczne kosztuje {days}." }
    /// Two penalties.
    PENALTIES { en: "An impossible or ambiguous move costs {days}; again in the same game, {again}.", ru: "Невозможный или неоднозначный ход стоит {days}, повторно в той же партии – {again}.", uk: "Неможливий або неоднозначний хід коштує {days}, повторно в тій самій партії – {again}.", pl: "Posunięcie niemożliwe lub niejednoznaczne kosztuje {days}, ponownie w tej samej partii – {again}." }
    /// No penalty.
    NO_PENALTY { en: "An impossible or ambiguous move costs no penalty days.", ru: "За невозможный или неоднозначный ход штрафных дней нет.", uk: "За неможливий або неоднозначний хід штрафних днів немає.", pl: "Za posunięcie niemożliwe lub niejednoznaczne nie ma dni karnych." }
    /// An overstep loses at once.
    FORFEIT_IMMEDIATE { en: "Overstepping the time loses at once.", ru: "Просрочка времени – сразу поражение.", uk: "Прострочення часу – одразу поразка.", pl: "Przekroczenie czasu oznacza natychmiastową przegraną." }
    /// An overstep is announced.
    FORFEIT_NOTICE { en: "Overstepping the time is announced by the robot to both; a protest is possible, then it loses.", ru: "О просрочке времени робот извещает обоих; можно заявить протест, иначе – поражение.", uk: "Про прострочення часу робот повідомляє обох; можна заявити протест, інакше – поразка.", pl: "O przekroczeniu czasu robot zawiadamia obu graczy; można złożyć protest, w przeciwnym razie – przegrana." }
    /// An overstep must be claimed.
    FORFEIT_CLAIM { en: "Overstepping the time has to be claimed by the opponent.", ru: "О просрочке времени должен заявить соперник.", uk: "Про прострочення часу має заявити суперник.", pl: "Przekroczenie czasu musi zgłosić przeciwnik." }
    /// The first overstep loses.
    FIRST_LOSES { en: "The first overstep of time loses.", ru: "Поражение засчитывается за первую просрочку.", uk: "Поразка зараховується за перше прострочення.", pl: "Przegrywa się po pierwszym przekroczeniu czasu." }
    /// The second overstep loses.
    SECOND_LOSES { en: "The first overstep of time sets the clock to zero, the second loses.", ru: "При первой просрочке отсчёт времени начинается заново, вторая – поражение.", uk: "При першому простроченні відлік часу починається заново, друге – поразка.", pl: "Po pierwszym przekroczeniu czasu liczenie zaczyna się od nowa, drugie oznacza przegraną." }
    /// Terms of protest.
    PROTEST { en: "Term of protest: {days} on a claim of time, {again} on a ruling.", ru: "Срок протеста: {days} по заявлению о просрочке, {again} по решению арбитра.", uk: "Термін протесту: {days} щодо заяви про прострочення, {again} щодо рішення арбітра.", pl: "Termin protestu: {days} na zgłoszenie przekroczenia czasu, {again} na decyzję sędziego." }
    /// Leave in a year.
    LEAVE { en: "Leave: up to {days} in a calendar year.", ru: "Перерыв в календарном году: {days}.", uk: "Перерва в календарному році: {days}.", pl: "Urlop: do {days} w roku kalendarzowym." }
    /// No leave.
    NO_LEAVE { en: "There is no leave.", ru: "Перерывов нет.", uk: "Перерв немає.", pl: "Urlopów nie ma." }
    /// Leave in all.
    LEAVE_TOTAL { en: "Leave: up to {days} over the whole tournament.", ru: "Перерыв за весь турнир: {days}.", uk: "Перерва за весь турнір: {days}.", pl: "Urlop: do {days} w całym turnieju." }
    /// No such bound.
    NO_LEAVE_TOTAL { en: "Leave has no bound over the whole tournament.", ru: "Общего предела перерывов за турнир нет.", uk: "Загальної межі перерв за турнір немає.", pl: "Nie ma łącznego limitu urlopu na turniej." }
    /// Late leave counts from its notice.
    LATE_LEAVE_COUNTS { en: "Leave announced late counts from the day its notice was sent.", ru: "Перерыв, о котором сообщено поздно, считается со дня отправки сообщения.", uk: "Перерва, про яку повідомлено пізно, рахується з дня відправлення повідомлення.", pl: "Urlop zgłoszony z opóźnieniem liczy się od dnia wysłania zgłoszenia." }
    /// Late leave does not count.
    LATE_LEAVE_LOST { en: "Leave must be announced before it begins.", ru: "О перерыве нужно сообщить до его начала.", uk: "Про перерву треба повідомити до її початку.", pl: "Urlop trzeba zgłosić przed jego rozpoczęciem." }
    /// A move is sent again.
    REPEAT { en: "Without an answer a move is sent again after {days}.", ru: "Если ответа нет, ход повторяется: срок – {days}.", uk: "Якщо відповіді немає, хід повторюється: термін – {days}.", pl: "Bez odpowiedzi posunięcie wysyła się ponownie: termin – {days}." }
    /// It is not.
    NO_REPEAT { en: "Moves without an answer are not sent again.", ru: "Ходы без ответа не повторяются.", uk: "Ходи без відповіді не повторюються.", pl: "Posunięć bez odpowiedzi nie wysyła się ponownie." }
    /// Silence.
    SILENCE { en: "The arbiter is told of silence: the term is {days}.", ru: "О молчании сообщается арбитру: срок – {days}.", uk: "Про мовчання повідомляють арбітра: термін – {days}.", pl: "O milczeniu zawiadamia się sędziego: termin – {days}." }
    /// No term for it.
    NO_SILENCE { en: "There is no term for silence.", ru: "Срока молчания нет.", uk: "Терміну мовчання немає.", pl: "Nie ma terminu milczenia." }
    /// A warning.
    WARNING { en: "A player is warned when he has this many left: {days}.", ru: "Игрока предупреждают, когда у него остаётся {days}.", uk: "Гравця попереджають, коли в нього лишається {days}.", pl: "Zawodnik dostaje ostrzeżenie, gdy zostaje mu {days}." }
    /// Days that count twice.
    DOUBLE { en: "Over {days} on one move, each further day counts twice.", ru: "Если на один ход ушло больше чем {days}, дальше каждый день считается за два.", uk: "Якщо на один хід пішло більше ніж {days}, далі кожен день рахується за два.", pl: "Gdy na jedno posunięcie zużyto więcej niż {days}, każdy następny dzień liczy się podwójnie." }
    /// None do.
    NO_DOUBLE { en: "No days count twice.", ru: "Двойного счёта дней нет.", uk: "Подвійного рахунку днів немає.", pl: "Żadne dni nie liczą się podwójnie." }
    /// White's first move.
    FIRST_MOVE_COUNTS { en: "White's first move counts from the official start.", ru: "Время на первый ход белых считается с официального старта.", uk: "Час на перший хід білих рахується з офіційного старту.", pl: "Czas na pierwsze posunięcie białych liczy się od oficjalnego startu." }
    /// It is free.
    FIRST_MOVE_FREE { en: "White's first move costs no time.", ru: "Первый ход белых времени не стоит.", uk: "Перший хід білих часу не коштує.", pl: "Pierwsze posunięcie białych nie kosztuje czasu." }
    /// Time against who cannot mate.
    NO_MATE_DRAW { en: "Overstepping the time against an opponent who cannot mate is a draw.", ru: "Просрочка против соперника, который не может поставить мат, – ничья.", uk: "Прострочення проти суперника, який не може поставити мат, – нічия.", pl: "Przekroczenie czasu przeciw graczowi, który nie może dać mata, to remis." }
    /// It loses all the same.
    NO_MATE_LOSS { en: "Overstepping the time loses even against an opponent who cannot mate.", ru: "Просрочка – поражение и против соперника, который не может поставить мат.", uk: "Прострочення – поразка й проти суперника, який не може поставити мат.", pl: "Przekroczenie czasu przegrywa także przeciw graczowi, który nie może dać mata." }
    /// Any notation.
    NOTATION_ANY { en: "Moves may be written in any notation that can be read.", ru: "Ходы можно записывать в любой читаемой нотации.", uk: "Ходи можна записувати в будь-якій читабельній нотації.", pl: "Posunięcia można zapisywać w dowolnej czytelnej notacji." }
    /// Digits only.
    NOTATION_NUMERIC { en: "Moves are written in digits only: 5254 is e2-e4.", ru: "Ходы записываются только цифрами: 5254 – это e2-e4.", uk: "Ходи записуються лише цифрами: 5254 – це e2-e4.", pl: "Posunięcia zapisuje się tylko cyframi: 5254 to e2-e4." }
    /// Nothing must be repeated.
    REPEAT_NOTHING { en: "The opponent's move need not be repeated.", ru: "Повторять ход соперника не обязательно.", uk: "Повторювати хід суперника не обов'язково.", pl: "Nie trzeba powtarzać posunięcia przeciwnika." }
    /// The last move.
    REPEAT_LAST { en: "The opponent's last move must be repeated before one's own.", ru: "Перед своим ходом нужно повторить последний ход соперника.", uk: "Перед своїм ходом треба повторити останній хід суперника.", pl: "Przed własnym posunięciem trzeba powtórzyć ostatnie posunięcie przeciwnika." }
    /// The whole record.
    REPEAT_ALL { en: "The whole record of the game is repeated with each move.", ru: "С каждым ходом повторяется вся запись партии.", uk: "З кожним ходом повторюється весь запис партії.", pl: "Z każdym posunięciem powtarza się cały zapis partii." }
    /// Series.
    SERIES { en: "Series of moves may be proposed.", ru: "Можно предлагать серии ходов.", uk: "Можна пропонувати серії ходів.", pl: "Można proponować serie posunięć." }
    /// None.
    NO_SERIES { en: "Series of moves are not allowed.", ru: "Серии ходов не допускаются.", uk: "Серії ходів не допускаються.", pl: "Serie posunięć są niedozwolone." }
    /// The order of tie-breaks.
    TIE_BREAKS { en: "With equal points: {list}.", ru: "При равенстве очков: {list}.", uk: "За рівності очок: {list}.", pl: "Przy równej liczbie punktów: {list}." }
    /// No tie-breaks.
    NO_TIE_BREAKS { en: "With equal points the place is shared.", ru: "При равенстве очков места делятся.", uk: "За рівності очок місця діляться.", pl: "Przy równej liczbie punktów miejsca są dzielone." }
    /// A tie-break.
    DIRECT { en: "direct encounter", ru: "личная встреча", uk: "особиста зустріч", pl: "bezpośrednie spotkanie" }
    /// A tie-break.
    WINS { en: "number of wins", ru: "число побед", uk: "кількість перемог", pl: "liczba zwycięstw" }
    /// A tie-break.
    SONNEBORN { en: "Sonneborn-Berger", ru: "коэффициент Зоннеборна – Бергера", uk: "коефіцієнт Зоннеборна – Бергера", pl: "Sonneborn-Berger" }
    /// A tie-break.
    KOYA { en: "Koya", ru: "система Койя", uk: "система Койя", pl: "Koya" }
}

/// A regulation in a sentence, with its articles.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
pub struct Sentence {
    /// What holds.
    pub text: String,
    /// Where the rules speak of it; empty where they do not.
    pub articles: String,
}

/// What a tournament has otherwise than its profile's article, in sentences.
pub fn differing(of: &Regulations, profile: Profile, language: Language) -> Vec<Sentence> {
    let mut found: Vec<Sentence> = Vec::new();
    for key in of.differing(profile) {
        let text = of.sentence(key, &In(language));
        // One sentence says days and moves.
        if found.iter().all(|s| s.text != text) {
            let articles = key.numbers(profile);
            found.push(Sentence { text, articles });
        }
    }
    found
}

/// The order of tie-breaks, as it is published before the start (39.1).
pub fn tie_breaks(of: &Regulations, profile: Profile, language: Language) -> Sentence {
    Sentence {
        text: In(language).tie_breaks(of),
        articles: Article::TieBreaksBefore.number(profile).to_owned(),
    }
}

/// The sentences in a language.
pub struct In(pub Language);

impl In {
    fn say(&self, phrase: Phrase) -> String {
        phrase.say(self.0).to_owned()
    }

    fn days(&self, n: u32) -> String {
        DAYS.count(self.0, i64::from(n))
    }

    fn with(&self, phrase: Phrase, n: u32) -> String {
        phrase.fill(self.0, &[("days", &self.days(n))])
    }

    fn two(&self, phrase: Phrase, [first, again]: [u32; 2]) -> String {
        let (days, again) = (self.days(first), self.days(again));
        phrase.fill(self.0, &[("days", &days), ("again", &again)])
    }

    /// 0 is said in words.
    fn or(&self, n: u32, some: Phrase, none: Phrase) -> String {
        match n {
            0 => self.say(none),
            n => self.with(some, n),
        }
    }
}

impl Sentences for In {
    fn days_per_period(&self, of: &Regulations) -> String {
        let moves = MOVES.count(self.0, i64::from(of.moves_per_period));
        let days = self.days(of.days_per_period);
        TIME.fill(self.0, &[("days", &days), ("moves", &moves)])
    }

    fn moves_per_period(&self, of: &Regulations) -> String {
        self.days_per_period(of)
    }

    fn day_unit(&self, of: &Regulations) -> String {
        self.say(match of.day_unit {
            DayUnit::Date => DAY_IS_DATE,
            DayUnit::Hours24 => DAY_IS_24H,
        })
    }

    fn transit_days(&self, of: &Regulations) -> String {
        self.or(of.transit_days, TRANSIT, NO_TRANSIT)
    }

    fn penalty_days(&self, of: &Regulations) -> String {
        match of.penalty_days {
            [0, 0] => self.say(NO_PENALTY),
            [first, again] if first == again => self.with(PENALTY, first),
            both => self.two(PENALTIES, both),
        }
    }

    fn forfeit(&self, of: &Regulations) -> String {
        self.say(match of.forfeit {
            Forfeit::Immediate => FORFEIT_IMMEDIATE,
            Forfeit::Notice => FORFEIT_NOTICE,
            Forfeit::Claim => FORFEIT_CLAIM,
        })
    }

    fn lose_on_overstep(&self, of: &Regulations) -> String {
        self.say(match of.lose_on_overstep {
            1 => FIRST_LOSES,
            _ => SECOND_LOSES,
        })
    }

    fn protest_days(&self, of: &Regulations) -> String {
        self.two(PROTEST, of.protest_days)
    }

    fn leave_days_per_year(&self, of: &Regulations) -> String {
        self.or(of.leave_days_per_year, LEAVE, NO_LEAVE)
    }

    fn leave_days_total(&self, of: &Regulations) -> String {
        self.or(of.leave_days_total, LEAVE_TOTAL, NO_LEAVE_TOTAL)
    }

    fn late_leave(&self, of: &Regulations) -> String {
        self.say(match of.late_leave {
            LateLeave::FromNotice => LATE_LEAVE_COUNTS,
            LateLeave::Reject => LATE_LEAVE_LOST,
        })
    }

    fn repeat_after_days(&self, of: &Regulations) -> String {
        self.or(of.repeat_after_days, REPEAT, NO_REPEAT)
    }

    fn silence_days(&self, of: &Regulations) -> String {
        self.or(of.silence_days, SILENCE, NO_SILENCE)
    }

    fn control_warning_days(&self, of: &Regulations) -> String {
        self.with(WARNING, of.control_warning_days)
    }

    fn double_after_days(&self, of: &Regulations) -> String {
        self.or(of.double_after_days, DOUBLE, NO_DOUBLE)
    }

    fn white_first_move(&self, of: &Regulations) -> String {
        self.say(match of.white_first_move {
            WhiteFirstMove::FromStart => FIRST_MOVE_COUNTS,
            WhiteFirstMove::Free => FIRST_MOVE_FREE,
        })
    }

    fn time_against_no_mate(&self, of: &Regulations) -> String {
        self.say(match of.time_against_no_mate {
            NoMate::Draw => NO_MATE_DRAW,
            NoMate::Loss => NO_MATE_LOSS,
        })
    }

    fn notation(&self, of: &Regulations) -> String {
        self.say(match of.notation {
            NotationRule::Any => NOTATION_ANY,
            NotationRule::Numeric => NOTATION_NUMERIC,
        })
    }

    fn repetition(&self, of: &Regulations) -> String {
        self.say(match of.repetition {
            Repetition::Checked => REPEAT_NOTHING,
            Repetition::LastMove => REPEAT_LAST,
            Repetition::FullRecord => REPEAT_ALL,
        })
    }

    fn variants(&self, of: &Regulations) -> String {
        self.say(match of.variants {
            true => SERIES,
            false => NO_SERIES,
        })
    }

    fn tie_breaks(&self, of: &Regulations) -> String {
        if of.tie_breaks.is_empty() {
            return self.say(NO_TIE_BREAKS);
        }
        let name = |tie_break: &TieBreak| match tie_break {
            TieBreak::Direct => DIRECT.say(self.0),
            TieBreak::Wins => WINS.say(self.0),
            TieBreak::Sb => SONNEBORN.say(self.0),
            TieBreak::Koya => KOYA.say(self.0),
        };
        let list: Vec<&str> = of.tie_breaks.iter().map(name).collect();
        TIE_BREAKS.fill(self.0, &[("list", &list.join(", "))])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::REGULATIONS;

    #[test]
    fn every_regulation_has_a_sentence_of_its_own() {
        for language in Language::ALL {
            for (of, to) in [
                (Profile::Email, Profile::Post),
                (Profile::Post, Profile::Server),
                (Profile::Server, Profile::Email),
            ] {
                let regulations = Regulations::of(of);
                assert!(differing(&regulations, of, language).is_empty());
                let said = differing(&regulations, to, language);
                let keys = regulations.differing(to);
                assert_eq!(said.len(), keys.len(), "{language} {of:?} {to:?}");
                assert!(said.iter().all(|s| s.text.ends_with('.')));
            }
            let mut all: Vec<String> = REGULATIONS
                .iter()
                .map(|key| Regulations::of(Profile::Post).sentence(key, &In(language)))
                .collect();
            all.sort();
            all.dedup();
            // Days and moves share one.
            assert_eq!(all.len(), REGULATIONS.len() - 1);
        }
    }

    #[test]
    fn days_and_moves_are_said_once_with_their_article() {
        let mut of = Regulations::of(Profile::Email);
        (of.days_per_period, of.moves_per_period) = (40, 12);
        of.leave_days_per_year = 0;
        let said = differing(&of, Profile::Email, Language::Ru);
        let said: Vec<(&str, &str)> = said
            .iter()
            .map(|s| (s.text.as_str(), s.articles.as_str()))
            .collect();
        let time =
            "Время на обдумывание: 40 дней на каждые 12 ходов; неистраченные дни сохраняются.";
        assert_eq!(said, [(time, "56.4.3"), ("Перерывов нет.", "56.7.1")]);
    }
}
