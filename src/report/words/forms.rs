//! The titles that the rules print in their forms, in four languages.

use crate::language::Language;
use crate::record::FaultKind;
use crate::time::Day;

/// Titles and short remarks of the forms of articles 57, 59 and 60.
pub(in crate::report) struct Words {
    pub tournament: &'static str,
    pub start_date: &'static str,
    pub white: &'static str,
    pub black: &'static str,
    pub white_leave: &'static str,
    pub black_leave: &'static str,
    pub received: &'static str,
    pub answered: &'static str,
    pub time: &'static str,
    /// Article 60.
    pub schedule: &'static str,
    /// Where a title may stand on two lines of text, a line ends in it.
    pub row_no: &'static str,
    pub move_white: &'static str,
    pub move_black: &'static str,
    pub of_white: &'static str,
    pub of_black: &'static str,
    pub date: &'static str,
    pub got: &'static str,
    pub sent: &'static str,
    pub per_move: &'static str,
    pub in_all: &'static str,
    pub remark: &'static str,
    /// Article 57.
    pub partners: &'static str,
    pub moves_made: &'static str,
    pub by_white: &'static str,
    pub by_black: &'static str,
    pub thinking_time: &'static str,
    pub last_received: &'static str,
    pub last_sent: &'static str,
    pub remarks: &'static str,
    /// Remarks.
    pub variant: &'static str,
    pub penalty: &'static str,
    pub to_move: [&'static str; 2],
    pub overstep: &'static str,
    pub paused: &'static str,
    pub adjudication: &'static str,
    pub not_started: &'static str,
}

/// The titles of a language.
pub(in crate::report) fn words(language: Language) -> &'static Words {
    match language {
        Language::Ru => &RU,
        Language::En => &EN,
        Language::Uk => &UK,
        Language::Pl => &PL,
    }
}

/// Article 57's title line.
pub(in crate::report) fn report_title(
    language: Language,
    name: &str,
    code: &str,
    today: Day,
) -> String {
    let day = short_year(today);
    match language {
        Language::Ru => format!(
            "Отчет участника турнира {name} о ходе игры в турнире {code} по состоянию на {day}."
        ),
        Language::En => {
            format!("Report of the player {name} on the play in tournament {code} as of {day}.")
        }
        Language::Uk => {
            format!("Звіт учасника турніру {name} про хід гри в турнірі {code} станом на {day}.")
        }
        Language::Pl => {
            format!(
                "Sprawozdanie uczestnika {name} z przebiegu gry w turnieju {code}, stan na {day}."
            )
        }
    }
}

/// What was wrong with a move, in a word or two.
pub(in crate::report) fn fault(language: Language, kind: FaultKind) -> &'static str {
    use FaultKind as F;
    match (language, kind) {
        (Language::Ru, F::Impossible) => "невозможный ход",
        (Language::Ru, F::Unreadable) => "неразборчивый ход",
        (Language::Ru, F::Ambiguous) => "неоднозначный ход",
        (Language::Ru, F::WrongRepetition) => "неверное повторение",
        (Language::Ru, F::NoMove) => "нет хода",
        (Language::En, F::Impossible) => "impossible move",
        (Language::En, F::Unreadable) => "illegible move",
        (Language::En, F::Ambiguous) => "ambiguous move",
        (Language::En, F::WrongRepetition) => "wrong repetition",
        (Language::En, F::NoMove) => "no move",
        (Language::Uk, F::Impossible) => "неможливий хід",
        (Language::Uk, F::Unreadable) => "нерозбірливий хід",
        (Language::Uk, F::Ambiguous) => "неоднозначний хід",
        (Language::Uk, F::WrongRepetition) => "хибне повторення",
        (Language::Uk, F::NoMove) => "немає ходу",
        (Language::Pl, F::Impossible) => "posunięcie niemożliwe",
        (Language::Pl, F::Unreadable) => "posunięcie nieczytelne",
        (Language::Pl, F::Ambiguous) => "posunięcie niejednoznaczne",
        (Language::Pl, F::WrongRepetition) => "błędne powtórzenie",
        (Language::Pl, F::NoMove) => "brak posunięcia",
    }
}

/// `dd/mm`, as form 59.1 prints days.
pub(in crate::report) fn day_month(day: Day) -> String {
    format!("{:02}/{:02}", day.day(), day.month())
}

/// `dd/mm/yy`, as article 57 asks.
pub(in crate::report) fn short_year(day: Day) -> String {
    format!("{}/{:02}", day_month(day), day.year().rem_euclid(100))
}

/// `dd/mm/yyyy`.
pub(in crate::report) fn full(day: Day) -> String {
    format!("{}/{:04}", day_month(day), day.year())
}

static RU: Words = Words {
    tournament: "Турнир",
    start_date: "Дата старта",
    white: "Белые",
    black: "Черные",
    white_leave: "Перерывы белых",
    black_leave: "Перерывы черных",
    received: "Пол.",
    answered: "Отв.",
    time: "Время",
    schedule: "График прохождения ходов и затраченного времени (график переписки) в партии",
    row_no: "N\nпп.",
    move_white: "Ход\nбелых",
    move_black: "Ход\nчерных",
    of_white: "белых",
    of_black: "черных",
    date: "Дата",
    got: "получил",
    sent: "отправил",
    per_move: "на ход",
    in_all: "суммарно",
    remark: "Примечание",
    partners: "Фамилии\nпартнеров",
    moves_made: "Сделано ходов",
    by_white: "белыми",
    by_black: "черными",
    thinking_time: "Время на обдумывание",
    last_received: "Дата получения\nпоследнего хода",
    last_sent: "Дата отправления\nпоследнего хода",
    remarks: "Примечания",
    variant: "вариант",
    penalty: "штраф",
    to_move: ["ход белых", "ход черных"],
    overstep: "просрочка",
    paused: "игра прервана",
    adjudication: "присуждение",
    not_started: "не начата",
};

static EN: Words = Words {
    tournament: "Tournament",
    start_date: "Start date",
    white: "White",
    black: "Black",
    white_leave: "Leave of White",
    black_leave: "Leave of Black",
    received: "Rec.",
    answered: "Ans.",
    time: "Time",
    schedule: "Schedule of the passing of moves and of the time used (correspondence schedule) in the game",
    row_no: "Row\nno.",
    move_white: "Move of\nWhite",
    move_black: "Move of\nBlack",
    of_white: "of White",
    of_black: "of Black",
    date: "Date",
    got: "received",
    sent: "sent",
    per_move: "per move",
    in_all: "in all",
    remark: "Remark",
    partners: "Names of\npartners",
    moves_made: "Moves made",
    by_white: "by White",
    by_black: "by Black",
    thinking_time: "Reflection time",
    last_received: "Date the last\nmove was received",
    last_sent: "Date the last\nmove was sent",
    remarks: "Remarks",
    variant: "variant",
    penalty: "penalty",
    to_move: ["White to move", "Black to move"],
    overstep: "overstep",
    paused: "paused",
    adjudication: "adjudication",
    not_started: "not started",
};

static UK: Words = Words {
    tournament: "Турнір",
    start_date: "Дата старту",
    white: "Білі",
    black: "Чорні",
    white_leave: "Перерви білих",
    black_leave: "Перерви чорних",
    received: "Отр.",
    answered: "Відп.",
    time: "Час",
    schedule: "Графік проходження ходів і витраченого часу (графік листування) у партії",
    row_no: "N\nп/п",
    move_white: "Хід\nбілих",
    move_black: "Хід\nчорних",
    of_white: "білих",
    of_black: "чорних",
    date: "Дата",
    got: "отримав",
    sent: "відправив",
    per_move: "на хід",
    in_all: "сумарно",
    remark: "Примітка",
    partners: "Прізвища\nпартнерів",
    moves_made: "Зроблено ходів",
    by_white: "білими",
    by_black: "чорними",
    thinking_time: "Час на обмірковування",
    last_received: "Дата отримання\nостаннього ходу",
    last_sent: "Дата відправлення\nостаннього ходу",
    remarks: "Примітки",
    variant: "варіант",
    penalty: "штраф",
    to_move: ["хід білих", "хід чорних"],
    overstep: "прострочення",
    paused: "гру перервано",
    adjudication: "присудження",
    not_started: "не розпочата",
};

static PL: Words = Words {
    tournament: "Turniej",
    start_date: "Data rozpoczęcia",
    white: "Białe",
    black: "Czarne",
    white_leave: "Urlop białych",
    black_leave: "Urlop czarnych",
    received: "Otrz.",
    answered: "Odp.",
    time: "Czas",
    schedule: "Wykaz przebiegu posunięć i zużytego czasu (wykaz korespondencji) w partii",
    row_no: "Lp.",
    move_white: "Posunięcie\nbiałych",
    move_black: "Posunięcie\nczarnych",
    of_white: "białych",
    of_black: "czarnych",
    date: "Data",
    got: "otrzymał",
    sent: "wysłał",
    per_move: "na ruch",
    in_all: "razem",
    remark: "Uwaga",
    partners: "Nazwiska\npartnerów",
    moves_made: "Wykonano posunięć",
    by_white: "białymi",
    by_black: "czarnymi",
    thinking_time: "Czas do namysłu",
    last_received: "Data otrzymania\nostatniego posunięcia",
    last_sent: "Data wysłania\nostatniego posunięcia",
    remarks: "Uwagi",
    variant: "wariant",
    penalty: "kara",
    to_move: ["ruch białych", "ruch czarnych"],
    overstep: "przekroczenie czasu",
    paused: "gra przerwana",
    adjudication: "rozstrzygnięcie",
    not_started: "nierozpoczęta",
};
