//! What a key of a tournament file is: its name, what may stand there, what it means
//! and the article it comes from. And the shape of a table of regulations.

use super::{Article, DaysOrMonths, OneOfWords, Profile, Scoring};
use std::borrow::Cow;
use std::ops::RangeInclusive;

/// A key of a tournament file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RegulationKey {
    /// Its name.
    pub name: &'static str,
    /// What may stand there.
    pub kind: ValueKind,
    /// What it means, in one sentence.
    pub meaning: &'static str,
    /// Where the rules speak of it; none where they do not.
    pub articles: &'static [Article],
}

/// What may stand under a key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ValueKind {
    /// A whole number within bounds.
    Number(RangeInclusive<u32>),
    /// Days within bounds, or calendar months.
    DaysOrMonths(RangeInclusive<u32>),
    /// One for both, or a list of two; the words say what each of them is.
    Two(RangeInclusive<u32>, &'static str),
    /// One of the words.
    Word(&'static [&'static str]),
    /// A list of them, none twice.
    Words(&'static [&'static str]),
    /// True or false.
    Flag,
    /// What a win, a draw and a loss bring.
    Points,
    /// Something else, in words.
    Other(&'static str),
}

impl RegulationKey {
    /// The articles' numbers for a profile: `56.4.3`, `55.4.9, 55.4.10`; empty
    /// where the rules do not speak of it.
    pub fn numbers(&self, profile: Profile) -> String {
        let mut numbers: Vec<&str> = Vec::new();
        for article in self.articles {
            let number = article.number(profile);
            if !numbers.contains(&number) {
                numbers.push(number);
            }
        }
        numbers.join(", ")
    }

    /// What may stand there, in words: `1 to 1000`, `date | 24h`.
    pub fn allowed(&self) -> Cow<'static, str> {
        let bounds = |range: &RangeInclusive<u32>| match (*range.start(), *range.end()) {
            (low, high) if high == low + 1 => format!("{low} | {high}"),
            (low, high) => format!("{low} to {high}"),
        };
        match &self.kind {
            ValueKind::Number(range) => bounds(range).into(),
            ValueKind::Two(range, each) => {
                format!("{}, or two of them: {each}", bounds(range)).into()
            }
            ValueKind::DaysOrMonths(range) => {
                format!("{}, or calendar months: \"3 months\"", bounds(range)).into()
            }
            ValueKind::Word(words) => words.join(" | ").into(),
            ValueKind::Words(words) => format!("a list of: {}", words.join(", ")).into(),
            ValueKind::Flag => "true | false".into(),
            ValueKind::Points => Scoring::ALLOWED.into(),
            ValueKind::Other(words) => (*words).into(),
        }
    }
}

/// Where regulations are read from, key by key; what is wrong is told there, and
/// nothing comes back.
pub trait Source {
    /// A whole number within bounds.
    fn number(&self, key: &'static str, range: RangeInclusive<u32>) -> Option<u32>;
    /// Days within bounds, or calendar months.
    fn days_or_months(&self, key: &'static str, range: RangeInclusive<u32>)
    -> Option<DaysOrMonths>;
    /// One for both, or a list of two.
    fn two(&self, key: &'static str, range: RangeInclusive<u32>, each: &str) -> Option<[u32; 2]>;
    /// One of the words of a type.
    fn word<T: OneOfWords>(&self, key: &'static str) -> Option<T>;
    /// A list of them, none twice.
    fn words<T: OneOfWords>(&self, key: &'static str) -> Option<Vec<T>>;
    /// True or false.
    fn flag(&self, key: &'static str) -> Option<bool>;
    /// What a win, a draw and a loss bring.
    fn points(&self, key: &'static str) -> Option<Scoring>;
}

/// The type that holds a kind of value.
macro_rules! held {
    (number $range:expr) => { u32 };
    (days_or_months $range:expr) => { $crate::rules::DaysOrMonths };
    (two $range:expr, $each:literal) => { [u32; 2] };
    (word $of:ty) => { $of };
    (words $of:ty) => { Vec<$of> };
    (flag) => { bool };
    (points) => { $crate::rules::Scoring };
}

/// A kind of value, for whoever explains it.
macro_rules! kind {
    (number $range:expr) => {
        $crate::rules::ValueKind::Number($range)
    };
    (days_or_months $range:expr) => {
        $crate::rules::ValueKind::DaysOrMonths($range)
    };
    (two $range:expr, $each:literal) => {
        $crate::rules::ValueKind::Two($range, $each)
    };
    (word $of:ty) => {
        $crate::rules::ValueKind::Word(<$of as $crate::rules::OneOfWords>::NAMES)
    };
    (words $of:ty) => {
        $crate::rules::ValueKind::Words(<$of as $crate::rules::OneOfWords>::NAMES)
    };
    (flag) => {
        $crate::rules::ValueKind::Flag
    };
    (points) => {
        $crate::rules::ValueKind::Points
    };
}

/// A kind of value, read.
macro_rules! read {
    ($source:ident, $key:expr, number $range:expr) => {
        $source.number($key, $range)
    };
    ($source:ident, $key:expr, days_or_months $range:expr) => {
        $source.days_or_months($key, $range)
    };
    ($source:ident, $key:expr, two $range:expr, $each:literal) => {
        $source.two($key, $range, $each)
    };
    ($source:ident, $key:expr, word $of:ty) => {
        $source.word::<$of>($key)
    };
    ($source:ident, $key:expr, words $of:ty) => {
        $source.words::<$of>($key)
    };
    ($source:ident, $key:expr, flag) => {
        $source.flag($key)
    };
    ($source:ident, $key:expr, points) => {
        $source.points($key)
    };
}

/// What holds in a profile: one value for all, or one for each.
macro_rules! default {
    ($profile:ident, all $all:expr) => {
        $all
    };
    ($profile:ident, email $email:expr, post $post:expr, server $server:expr) => {
        match $profile {
            $crate::rules::Profile::Email => $email,
            $crate::rules::Profile::Post => $post,
            $crate::rules::Profile::Server => $server,
        }
    };
}

/// The table of regulations. A row is: key, kind of value, default by profile, articles,
/// meaning.
macro_rules! regulations {
    ($(
        $key:ident: $kind:ident $(($($limits:tt)*))?,
        ($($default:tt)*), [$($article:ident),*],
        $meaning:literal;
    )*) => {
        /// All regulations of a tournament. Days unless said otherwise; 0 switches a term off.
        #[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
        #[serde(deny_unknown_fields)]
        pub struct Regulations {
            $(#[doc = $meaning] pub $key: $crate::rules::key::held!($kind $($($limits)*)?),)*
        }

        /// Regulations as far as somebody set them: a tournament file, or a program that
        /// knew fewer of them.
        #[derive(Clone, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
        #[serde(default, deny_unknown_fields)]
        pub struct Given {
            $(
                #[doc = $meaning]
                #[serde(skip_serializing_if = "Option::is_none")]
                pub $key: Option<$crate::rules::key::held!($kind $($($limits)*)?)>,
            )*
        }

        /// The keys of `[regulations]`, in their order.
        pub const REGULATIONS: &[$crate::rules::RegulationKey] = &[$(
            $crate::rules::RegulationKey {
                name: stringify!($key),
                kind: $crate::rules::key::kind!($kind $($($limits)*)?),
                meaning: $meaning,
                articles: &[$($crate::rules::Article::$article),*],
            },
        )*];

        /// Whoever has a sentence for each regulation.
        pub trait Sentences {
            $(#[doc = $meaning] fn $key(&self, of: &Regulations) -> String;)*
        }

        impl Regulations {
            /// The defaults of a profile's article.
            pub fn of(profile: $crate::rules::Profile) -> Regulations {
                Regulations { $($key: $crate::rules::key::default!(profile, $($default)*),)* }
            }

            /// What holds under a key, in a sentence; empty for a key of another table.
            pub fn sentence(&self, key: &$crate::rules::RegulationKey, words: &impl Sentences) -> String {
                match key.name {
                    $(stringify!($key) => words.$key(self),)*
                    _ => String::new(),
                }
            }
        }

        impl Given {
            /// Asks a source for every key.
            pub fn read(source: &impl $crate::rules::Source) -> Given {
                Given {
                    $($key: $crate::rules::key::read!(
                        source, stringify!($key), $kind $($($limits)*)?
                    ),)*
                }
            }

            /// Regulations with what is given in place of what they say.
            pub fn over(self, of: Regulations) -> Regulations {
                Regulations { $($key: self.$key.unwrap_or(of.$key),)* }
            }
        }
    };
}

pub(super) use {default, held, kind, read, regulations};
