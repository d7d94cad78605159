//! The surname in a name as it was entered: what a subject has room for. Lists write it
//! first or last as their country does, so the name itself has to show which it is; where
//! it does not, the custom of its script decides.

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

/// Endings that some given names have as well.
const LIKELY: [&str; 18] = [
    "ин", "ина", "ян", "юк", "як", "ук", "ко", "ых", "их", "іна", "ín", "ak", "ek", "ik", "yk",
    "son", "sen", "mann",
];

/// Endings of a patronymic: the name stands before it, the surname at the other end.
const PATRONYMIC: [&str; 12] = [
    "ович",
    "евич",
    "ёвич",
    "йович",
    "ич",
    "овна",
    "евна",
    "ёвна",
    "ична",
    "инична",
    "івна",
    "ївна",
];

/// Small words that belong to the surname after them.
const BEFORE: [&str; 16] = [
    "von", "van", "de", "der", "den", "di", "da", "del", "du", "la", "le", "zu", "ten", "ter",
    "фон", "де",
];

/// The surname; the name itself where it is one word.
pub fn surname(name: &str) -> String {
    if let Some((before, _)) = name.split_once(',') {
        return words(before).join(" ");
    }
    let all = words(name);
    let (Some(first), Some(last)) = (all.first(), all.last()) else {
        return String::new();
    };
    let at_end = || {
        let small = all.iter().rev().skip(1);
        let small = small.take_while(|w| BEFORE.contains(&w.to_lowercase().as_str()));
        let from = all.len().saturating_sub(1 + small.count());
        all.get(from.max(1)..).unwrap_or_default().join(" ")
    };
    let capitals: Vec<&&str> = all.iter().filter(|w| is_capitals(w)).collect();
    if let ([one], true) = (capitals.as_slice(), all.len() > 1) {
        return (**one).to_owned();
    }
    // `Орлов П. И.` and `П. И. Орлов`: an initial is no surname.
    match (is_initial(first), is_initial(last)) {
        (false, true) => return (*first).to_owned(),
        (true, false) => return at_end(),
        _ => {}
    }
    if all.len() < 2 {
        return (*first).to_owned();
    }
    let middle = all.get(1..all.len() - 1).unwrap_or_default();
    if all.len() > 2 && ends(last, &PATRONYMIC) {
        return (*first).to_owned();
    }
    if middle.iter().any(|w| ends(w, &PATRONYMIC)) {
        return at_end();
    }
    let first_is = (ends(first, &CERTAIN), ends(first, &LIKELY));
    let last_is = (ends(last, &CERTAIN), ends(last, &LIKELY));
    let cyrillic = first.chars().any(|c| ('\u{400}'..='\u{4ff}').contains(&c));
    let begins = match (first_is, last_is) {
        ((true, _), (false, _)) => true,
        ((false, _), (true, _)) => false,
        ((false, true), (false, false)) => true,
        ((false, false), (false, true)) => false,
        _ => cyrillic,
    };
    match begins {
        true => (*first).to_owned(),
        false => at_end(),
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
    use super::surname;

    #[test]
    fn the_surname_is_found_whichever_end_it_stands_at() {
        for (name, expected) in [
            ("Иванов Иван", "Иванов"),
            ("Пелагея Семёнова", "Семёнова"),
            ("Орлов П.", "Орлов"),
            ("П. И. Орлов", "Орлов"),
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
        ] {
            assert_eq!(surname(name), expected, "{name}");
        }
    }
}
