//! Values that are one of a few words: the same in tournament files, in the
//! database and in what programs read.

/// A value that is one of a few words.
pub trait OneOfWords: Copy + PartialEq + 'static {
    /// The words with what they stand for, in the order in which they are listed.
    const WORDS: &'static [(&'static str, Self)];
    /// The words alone, in the same order.
    const NAMES: &'static [&'static str];

    /// Its word.
    fn word(self) -> &'static str {
        let found = Self::WORDS.iter().find(|(_, value)| *value == self);
        found.map_or("", |(word, _)| word)
    }
}

/// Types whose values are words: each stands here with its word, once.
macro_rules! words {
    ($(
        $(#[$about:meta])*
        $name:ident { $($(#[$says:meta])* $value:ident = $word:literal,)+ }
    )+) => {$(
        $(#[$about])*
        #[derive(
            Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, serde::Serialize, serde::Deserialize,
        )]
        pub enum $name {
            $($(#[$says])* #[serde(rename = $word)] $value,)+
        }

        impl $crate::rules::OneOfWords for $name {
            const WORDS: &'static [(&'static str, $name)] = &[$(($word, $name::$value)),+];
            const NAMES: &'static [&'static str] = &[$($word),+];
        }
    )+};
}
pub(crate) use words;
