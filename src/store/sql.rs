//! How our words are written in columns.

use super::StoreError;
use crate::address::Reach;
use crate::ids::{EventId, GameId, InboundId, LeaveId, OutboundId, PassId, PlayerId, TournamentId};
use crate::record::Cause;
use crate::time::{Day, Instant};
use rusqlite::types::{FromSql, FromSqlError, FromSqlResult, ToSql, ToSqlOutput, ValueRef};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde::de::value::{Error as ValueError, StrDeserializer};
use sha2::{Digest, Sha256};
use std::borrow::Cow;

macro_rules! number {
    ($($name:ident)*) => {$(
        impl ToSql for $name {
            fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
                Ok(ToSqlOutput::from(self.0))
            }
        }
        impl FromSql for $name {
            fn column_result(value: ValueRef<'_>) -> FromSqlResult<Self> {
                value.as_i64().map($name)
            }
        }
    )*};
}
number!(PlayerId TournamentId GameId InboundId OutboundId LeaveId EventId PassId);

macro_rules! text {
    ($($name:ident)*) => {$(
        impl ToSql for $name {
            fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
                Ok(ToSqlOutput::from(self.to_string()))
            }
        }
        impl FromSql for $name {
            fn column_result(value: ValueRef<'_>) -> FromSqlResult<Self> {
                $name::parse(value.as_str()?).ok_or(FromSqlError::InvalidType)
            }
        }
    )*};
}
text!(Instant Day);

/// An address, or NULL for who is reached by post alone.
impl ToSql for Reach {
    fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
        Ok(ToSqlOutput::Borrowed(match self.email() {
            Some(address) => ValueRef::Text(address.as_bytes()),
            None => ValueRef::Null,
        }))
    }
}

impl FromSql for Reach {
    fn column_result(value: ValueRef<'_>) -> FromSqlResult<Self> {
        Option::<String>::column_result(value).map(Reach::from)
    }
}

/// The name serde gives a plain value (`en`, `1-0`, `fifty-moves`).
pub(super) fn name_of<T: Serialize>(value: &T) -> Result<String, StoreError> {
    match serde_json::to_value(value)? {
        serde_json::Value::String(name) => Ok(name),
        other => Ok(other.to_string()),
    }
}

/// The plain value of a name.
pub(super) fn of_name<T: DeserializeOwned>(
    what: &'static str,
    name: &str,
) -> Result<T, StoreError> {
    let from: StrDeserializer<'_, ValueError> = StrDeserializer::new(name);
    T::deserialize(from).map_err(|_| StoreError::Value {
        what,
        value: name.to_owned(),
    })
}

/// A cause as the column has it: `letter 5`, `tick`, `post`, `card`, `web`, `order`, `order web`,
/// `order letter 5`, `decision 7`.
pub(super) fn cause_text(cause: Cause) -> String {
    match cause {
        Cause::Letter(id) => format!("letter {id}"),
        Cause::Tick => "tick".to_owned(),
        Cause::Post => "post".to_owned(),
        Cause::Card => "card".to_owned(),
        Cause::Web => "web".to_owned(),
        Cause::Order => "order".to_owned(),
        Cause::OrderWeb => "order web".to_owned(),
        Cause::OrderLetter(id) => format!("order letter {id}"),
        Cause::Decision(id) => format!("decision {id}"),
    }
}

/// Reads what [`cause_text`] writes.
pub(super) fn cause_of(text: &str) -> Result<Cause, StoreError> {
    let numbered = |text: &str| {
        let (kind, number) = text.rsplit_once(' ')?;
        let number = number.parse().ok()?;
        match kind {
            "letter" => Some(Cause::Letter(InboundId(number))),
            "order letter" => Some(Cause::OrderLetter(InboundId(number))),
            "decision" => Some(Cause::Decision(EventId(number))),
            _ => None,
        }
    };
    match text {
        "tick" => Ok(Cause::Tick),
        "post" => Ok(Cause::Post),
        "card" => Ok(Cause::Card),
        "web" => Ok(Cause::Web),
        "order" => Ok(Cause::Order),
        "order web" => Ok(Cause::OrderWeb),
        _ => numbered(text).ok_or_else(|| StoreError::Value {
            what: "a cause",
            value: text.to_owned(),
        }),
    }
}

/// 16 bytes of SHA-256: enough to tell letters apart, half the size.
pub type Hash = [u8; 16];

/// The hash of some bytes.
pub fn hash(bytes: &[u8]) -> Hash {
    let full = Sha256::digest(bytes);
    let mut short = [0; 16];
    for (to, from) in short.iter_mut().zip(full.iter()) {
        *to = *from;
    }
    short
}

/// Values that one statement takes at once, at most.
const AT_ONCE: usize = 64;

/// Values in portions, each of 64, 32, 16, 8, 4, 2 or 1, the last of which is filled up with the
/// last value: few statements are kept prepared for lists of any length, and few are run. For
/// statements to which it is the same how often a value is in their list.
pub(super) fn portions<T: Clone>(values: &[T]) -> impl Iterator<Item = Cow<'_, [T]>> {
    values.chunks(AT_ONCE).map(|some| {
        let size = some.len().next_power_of_two();
        match some.last() {
            Some(last) if size > some.len() => {
                let mut filled = some.to_vec();
                filled.resize(size, last.clone());
                Cow::Owned(filled)
            }
            _ => Cow::Borrowed(some),
        }
    })
}

/// The places of so many values in a statement: `?1, ?2`.
pub(super) fn places(count: usize) -> String {
    let each = (1..=count).map(|n| format!("?{n}"));
    each.collect::<Vec<String>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn portions_are_all_of_it_in_order() {
        for count in 0..300usize {
            let all: Vec<usize> = (0..count).collect();
            let each: Vec<_> = portions(&all).collect();
            let mut again = each.concat();
            again.dedup();
            assert_eq!(again, all);
            assert!(
                each.iter()
                    .all(|p| p.len().is_power_of_two() && p.len() <= AT_ONCE)
            );
            assert_eq!(each.len(), count.div_ceil(AT_ONCE), "{count}");
        }
        assert_eq!(places(3), "?1, ?2, ?3");
    }
}
