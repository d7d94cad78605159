//! The surname in a name as it was entered: what a subject has room for. Lists write it
//! first or last as their country does, so the name itself has to show which it is: by a
//! comma, capitals, initials, a patronymic, a given name or an ending that given names do
//! not have. Where it does not, the whole name stands: half of it may be the wrong half.

use super::given::is_given;

/// Endings of surnames that hardly any given name has.
const CERTAIN: [&str; 26] = [
    "ов",
    "ова",
    "ев",
    "ева",
    "ёв",
    "ёва",
    "ский",
    "ская",
    "цкий",
    "цкая",
    "ський",
    "ська",
    "цький",
    "цька",
    "енко",
    "чук",
    "ишин",
    "дзе",
    "швили",
    "ski",
    "ska",
    "cki",
    "cka",
    "wicz",
    "czyk",
    "dzki",
];

/// Endings of a patronymic: the given name stands before it.
const PATRONYMIC: [&str; 10] = [
    "ович",
    "евич",
    "ёвич",
    "йович",
    "ьич",
    "овна",
    "евна",
    "ёвна",
    "івна",
    "ївна",
];

/// What may stand behind a whole name.
const BEHIND: [&str; 8] = ["jr", "jr.", "sr", "sr.", "ii", "iii", "iv", "ml."];

/// Small words that belong to the surname after them.
const BEFORE: [&str; 16] = [
    "von", "van", "de", "der", "den", "di", "da", "del", "du", "la", "le", "zu", "ten", "ter",
    "фон", "де",
];

/// The surname, where the name shows it; else the whole name.
pub fn surname(name: &str) -> String {
    if let Some((before, _)) = name.split_once(',') {
        return words(before).join(" ");
    }
    let all = words(name);
    match shown(&all) {
        Some(surname) => surname.join(" "),
        None => all.join(" "),
    }
}

/// What of a name may be its surname: the surname, where the name shows it, else all of it
/// but the given names and initials, where anything is left then.
pub fn surnames(name: &str) -> String {
    let shown = surname(name);
    let own = words(&shown);
    let mut rest = own.clone();
    rest.retain(|w| !is_given(w) && !is_initial(w));
    match rest.is_empty() || own.len() == 1 {
        true => shown,
        false => rest.join(" "),
    }
}

/// The words of a name that are its surname, where something in it says so.
fn shown<'n>(all: &'n [&'n str]) -> Option<&'n [&'n str]> {
    let behind = |w: &&&str| BEHIND.contains(&w.to_lowercase().as_str());
    let all = all.get(..all.len() - all.iter().rev().take_while(behind).count())?;
    let (first, last) = (all.first()?, all.last()?);
    let at_start = all.get(..1);
    let small = all.iter().rev().skip(1);
    let small = small.take_while(|w| BEFORE.contains(&w.to_lowercase().as_str()));
    let end = all.len().saturating_sub(1 + small.count()).max(1);
    let (before, at_end) = all.split_at_checked(end)?;
    let at_end = Some(at_end).filter(|end| !end.is_empty());
    let mut capitals = all.iter().enumerate().filter(|(_, w)| is_capitals(w));
    if let (Some((at, _)), None, true) = (capitals.next(), capitals.next(), all.len() > 1) {
        return all.get(at..=at);
    }
    let behind = all.get(1..).unwrap_or_default();
    // `Орлов П. И.` and `П. И. Орлов`: an initial is no surname.
    let initials = |words: &[&str]| !words.is_empty() && words.iter().all(|w| is_initial(w));
    if initials(behind) {
        return at_start.filter(|_| !is_given(first));
    }
    if initials(before) {
        return at_end.filter(|_| !is_given(last));
    }
    // Given names at one end, perhaps with a patronymic or an initial behind the first.
    let own = |words: &[&str]| {
        let also = |w: &&str| is_given(w) || is_initial(w) || ends(w, &PATRONYMIC);
        words.split_first().is_some_and(|(name, more)| {
            let patronymic = more.iter().any(|w| ends(w, &PATRONYMIC));
            (is_given(name) || patronymic && !ends(name, &CERTAIN)) && more.iter().all(also)
        })
    };
    let is_surname = |w: &str| ends(w, &CERTAIN) && !is_given(w);
    let (begins, closes) = match (own(before), own(behind)) {
        (true, false) => (false, true),
        (false, true) => (true, false),
        (true, true) => (false, false),
        (false, false) if all.len() == 2 => (is_surname(first), is_surname(last)),
        (false, false) => (false, at_end.is_some_and(|end| end.len() > 1)),
    };
    match (begins, closes) {
        (true, false) => at_start,
        (false, true) => at_end,
        _ => None,
    }
}

fn words(name: &str) -> Vec<&str> {
    name.split_whitespace().collect()
}

fn is_initial(word: &str) -> bool {
    let letters = word.chars().filter(|c| c.is_alphabetic()).count();
    letters <= 1 || word.ends_with('.') && letters <= 3
}

fn is_capitals(word: &str) -> bool {
    let letters = word.chars().filter(|c| c.is_alphabetic()).count();
    letters > 2 && word.chars().all(|c| !c.is_lowercase())
}

fn ends(word: &str, endings: &[&str]) -> bool {
    let word = word.to_lowercase();
    endings
        .iter()
        .any(|e| word.ends_with(e) && word.chars().count() > e.chars().count() + 1)
}

#[cfg(test)]
mod tests {
    use super::{surname, surnames};

    #[test]
    fn the_surname_is_found_whichever_end_it_stands_at_or_the_whole_name_stands() {
        for (name, expected) in [
            ("Иванов Иван", "Иванов"),
            ("Пелагея Семёнова", "Семёнова"),
            ("Орлов П.", "Орлов"),
            ("П. И. Орлов", "Орлов"),
            ("Орлов П. И.", "Орлов"),
            ("Петренко Оксана Петрівна", "Петренко"),
            ("Иван Иванович Сидоренко", "Сидоренко"),
            ("Мовчан Олена", "Мовчан"),
            ("Ann Archer", "Archer"),
            ("Archer, Ann", "Archer"),
            ("KOWALSKI Jan", "KOWALSKI"),
            ("Kowalski Marek", "Kowalski"),
            ("Marek Kowalski", "Kowalski"),
            ("Nowak Anna", "Nowak"),
            ("Ewa Zielińska", "Zielińska"),
            ("Max von der Linde", "von der Linde"),
            ("Madonna", "Madonna"),
            ("", ""),
            ("Oakley Margaret", "Oakley"),
            ("Margaret Oakley", "Oakley"),
            ("Мельник Ірина", "Мельник"),
            ("Ірина Мельник", "Мельник"),
            ("Hartley Tom", "Hartley"),
            ("Reed Tom", "Reed"),
            ("Hale Susan", "Hale"),
            ("Stone Nadia", "Stone"),
            ("James Martin", "James Martin"),
            ("Martin James", "Martin James"),
            ("Thomas Kelly", "Thomas Kelly"),
            ("Kevin James", "Kevin James"),
            ("John Smith III", "John Smith III"),
            ("Tom Smith Jr.", "Smith"),
            ("Sarah Jane Hart", "Sarah Jane Hart"),
            ("Mary Ann Hart", "Hart"),
            ("Anna M.", "Anna M."),
            ("A. B. Clark", "Clark"),
            ("Яков Мельник", "Мельник"),
            ("Мельник Яков", "Мельник"),
            ("Берёзкин Иван Петрович", "Берёзкин"),
            ("Орлова Нина Сергеевна", "Орлова"),
            ("Смолин Пётр", "Смолин"),
            ("Смолин Петр", "Смолин"),
            ("Белова Раиса", "Белова"),
            ("Коваль Артур", "Коваль Артур"),
            ("Богдан Роман", "Богдан Роман"),
            ("Анна Мария Бабич", "Бабич"),
            ("Черных Ольга", "Черных"),
            ("Лев Толстой", "Лев Толстой"),
            ("Любовь Орлова", "Орлова"),
            ("Шевчук Оксана", "Шевчук"),
            ("Бондар Тарас", "Бондар Тарас"),
            ("Ірина Коваленко", "Коваленко"),
            ("Гай Філіп", "Гай Філіп"),
            ("Кравець Наталія Іванівна", "Кравець"),
            ("Nowak Zbigniew", "Nowak"),
            ("Kowal Jan", "Kowal"),
            ("Lis Maria", "Lis"),
            ("Wilk Zenon", "Wilk"),
            ("Jan Maria Rokita", "Rokita"),
            ("Anna Nowak-Kowalska", "Nowak-Kowalska"),
            ("Adam Roman", "Adam Roman"),
            ("Wiśniewska Anna", "Wiśniewska"),
            ("Vogt Klaus", "Vogt Klaus"),
            ("Jürgen Vogt", "Vogt"),
            ("Anna-Katharina Beck", "Beck"),
            ("Peter Hans", "Peter Hans"),
            ("Dr. Ursula Lang", "Dr. Ursula Lang"),
            ("Dr. Lang", "Lang"),
            ("Ludwig van Beethoven", "van Beethoven"),
            ("Gabriel García Márquez", "Gabriel García Márquez"),
        ] {
            assert_eq!(surname(name), expected, "{name}");
        }
    }
    #[test]
    fn what_may_be_the_surname_is_no_given_name() {
        for (name, expected) in [
            ("Иванов Иван", "Иванов"),
            ("Коваль Артур", "Коваль Артур"),
            ("Martin James", "Martin James"),
            ("Орлов П. И.", "Орлов"),
            ("Madonna", "Madonna"),
        ] {
            assert_eq!(surnames(name), expected, "{name}");
        }
    }
}
