//! Which form of a counted noun a number takes, by the Unicode plural rules (CLDR): 1
//! день, 2 дня, 5 дней; 1 dzień, 2 dni; 1 day, 2 days.

use crate::language::Language;
use icu_locale_core::Locale;
use icu_plurals::{PluralCategory, PluralRules};

/// Whole numbers up to here use every form that a language has for them.
const ENOUGH: u32 = 200;

/// CLDR's order of the categories, in which the catalogue gives the forms of a noun.
const ORDER: [PluralCategory; 6] = [
    PluralCategory::Zero,
    PluralCategory::One,
    PluralCategory::Two,
    PluralCategory::Few,
    PluralCategory::Many,
    PluralCategory::Other,
];

/// The rules of one language.
struct Counting {
    rules: Option<PluralRules>,
    /// The categories that whole numbers use.
    forms: Vec<PluralCategory>,
}

thread_local! {
    // The rules are not shared between threads by their crate.
    static COUNTING: [Counting; Language::COUNT] = Language::ALL.map(counting);
}

fn counting(language: Language) -> Counting {
    let locale = language.code().parse::<Locale>().ok();
    let rules = locale.and_then(|l| PluralRules::try_new(l.into(), Default::default()).ok());
    let used = |category: &PluralCategory| {
        let of = |n| rules.as_ref().map(|r| r.category_for(n));
        (0..ENOUGH).any(|n| of(n) == Some(*category))
    };
    let forms = ORDER.into_iter().filter(used).collect();
    Counting { rules, forms }
}

/// How many forms a counted noun has in the language: 2 in English, 3 in Polish.
pub fn forms(language: Language) -> usize {
    COUNTING.with(|all| all.get(language.index()).map_or(1, |c| c.forms.len()))
}

/// Which of these forms a number takes, from 0.
pub fn form(language: Language, n: i64) -> usize {
    COUNTING
        .with(|all| {
            let counting = all.get(language.index())?;
            let category = counting.rules.as_ref()?.category_for(n.unsigned_abs());
            counting.forms.iter().position(|f| *f == category)
        })
        .unwrap_or_default()
}
