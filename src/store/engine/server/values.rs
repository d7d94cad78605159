//! Values on their way to PostgreSQL and back.

use super::super::{Result, storable};
use rusqlite::ToSql;
use rusqlite::types::{ToSqlOutput, ValueRef};
use std::error::Error as StdError;
use tokio_postgres::Row;
use tokio_postgres::types::Type;

/// A value as it is given to the server.
pub(super) type Given = Box<dyn tokio_postgres::types::ToSql + Sync + Send>;

/// Values as the server wants them, each of the type of its place.
pub(super) fn all_given(values: &[&dyn ToSql], types: &[Type]) -> Result<Vec<Given>> {
    let each = values.iter().zip(types);
    each.map(|(value, of)| given(as_ref(&value.to_sql()?)?, of))
        .collect()
}

/// A value as the server wants it in a place of that type.
pub(super) fn given(value: ValueRef<'_>, of: &Type) -> Result<Given> {
    let wrong = || {
        let what = format!("a value of type {:?} where {of} belongs", value.data_type());
        rusqlite::Error::ToSqlConversionFailure(what.into())
    };
    Ok(match *of {
        Type::INT8 => Box::new(whole(value).ok_or_else(wrong)?),
        Type::INT4 => {
            let number = whole(value).ok_or_else(wrong)?;
            let number = number.map(i32::try_from).transpose();
            Box::new(number.map_err(|_| wrong())?)
        }
        Type::BOOL => Box::new(whole(value).ok_or_else(wrong)?.map(|n| n != 0)),
        Type::BYTEA => match value {
            ValueRef::Null => Box::new(None::<Vec<u8>>),
            ValueRef::Blob(bytes) | ValueRef::Text(bytes) => Box::new(bytes.to_vec()),
            _ => return Err(wrong().into()),
        },
        _ => match value {
            ValueRef::Null => Box::new(None::<String>),
            ValueRef::Text(text) => Box::new(storable(text)),
            ValueRef::Integer(n) => Box::new(n.to_string()),
            _ => return Err(wrong().into()),
        },
    })
}

/// A whole number, or NULL; `None`: it is neither.
fn whole(value: ValueRef<'_>) -> Option<Option<i64>> {
    match value {
        ValueRef::Null => Some(None),
        ValueRef::Integer(n) => Some(Some(n)),
        _ => None,
    }
}

fn as_ref<'v>(value: &'v ToSqlOutput<'_>) -> Result<ValueRef<'v>> {
    match value {
        ToSqlOutput::Borrowed(value) => Ok(*value),
        ToSqlOutput::Owned(value) => Ok(value.into()),
        _ => {
            let what = "a value that only SQLite has";
            Err(rusqlite::Error::ToSqlConversionFailure(what.into()).into())
        }
    }
}

/// The value of a column, counted from 0, as SQLite would have it.
pub(in crate::store::engine) fn value(row: &Row, column: usize) -> Result<ValueRef<'_>> {
    let found: Found<'_> = row.try_get(column)?;
    Ok(match found {
        Found::Null => ValueRef::Null,
        Found::Whole(n) => ValueRef::Integer(n),
        Found::Real(n) => ValueRef::Real(n),
        Found::Text(text) => ValueRef::Text(text),
        Found::Bytes(bytes) => ValueRef::Blob(bytes),
    })
}

/// A value as the server sends it.
enum Found<'r> {
    Null,
    Whole(i64),
    Real(f64),
    Text(&'r [u8]),
    Bytes(&'r [u8]),
}

impl<'r> tokio_postgres::types::FromSql<'r> for Found<'r> {
    fn from_sql(
        of: &Type,
        raw: &'r [u8],
    ) -> std::result::Result<Found<'r>, Box<dyn StdError + Sync + Send>> {
        Ok(match *of {
            Type::INT8 => Found::Whole(i64::from_sql(of, raw)?),
            Type::INT4 => Found::Whole(i32::from_sql(of, raw)?.into()),
            Type::OID => Found::Whole(u32::from_sql(of, raw)?.into()),
            Type::BOOL => Found::Whole(bool::from_sql(of, raw)?.into()),
            Type::FLOAT8 => Found::Real(f64::from_sql(of, raw)?),
            Type::NUMERIC => Found::Whole(whole_numeric(raw).ok_or("no whole number")?),
            Type::BYTEA => Found::Bytes(raw),
            Type::TEXT | Type::VARCHAR | Type::NAME | Type::JSON | Type::UNKNOWN => {
                Found::Text(raw)
            }
            _ => return Err(format!("a value of type {of} is not known here").into()),
        })
    }

    fn from_sql_null(_: &Type) -> std::result::Result<Found<'r>, Box<dyn StdError + Sync + Send>> {
        Ok(Found::Null)
    }

    fn accepts(_: &Type) -> bool {
        true
    }
}

/// A NUMERIC that is whole: sums are. It has digits of base 10,000 behind four numbers of two
/// bytes: their count, the power of the first, the sign, and how many decimals are shown.
fn whole_numeric(raw: &[u8]) -> Option<i64> {
    let mut parts = raw.chunks_exact(2).map(|b| match b {
        [high, low] => i64::from(u16::from_be_bytes([*high, *low])),
        _ => 0,
    });
    let (count, weight, sign) = (parts.next()?, parts.next()?, parts.next()?);
    let _decimals = parts.next()?;
    let mut number = 0i64;
    for digit in 0..=weight {
        let next = if digit < count { parts.next()? } else { 0 };
        number = number.checked_mul(10_000)?.checked_add(next)?;
        if count == 0 {
            break;
        }
    }
    match sign {
        0 => Some(number),
        0x4000 => Some(-number),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sum_is_read_as_the_whole_number_it_is() {
        let numeric =
            |parts: &[u16]| -> Vec<u8> { parts.iter().flat_map(|p| p.to_be_bytes()).collect() };
        for (parts, expected) in [
            (&[0, 0, 0, 0][..], Some(0)),
            (&[1, 0, 0, 0, 7], Some(7)),
            (&[1, 0, 0x4000, 0, 7], Some(-7)),
            (&[2, 1, 0, 0, 12, 3456], Some(123_456)),
            // Digits that are zero at the end are not sent.
            (&[1, 2, 0, 0, 5], Some(500_000_000)),
            (&[5, 4, 0, 0, 922, 3372, 368, 5477, 5807], Some(i64::MAX)),
            (&[5, 4, 0, 0, 922, 3372, 368, 5477, 5808], None),
            // Not a number, and half of one.
            (&[0, 0, 0xc000, 0], None),
            (&[2, 1, 0, 0, 12], None),
        ] {
            assert_eq!(whole_numeric(&numeric(parts)), expected, "{parts:?}");
        }
    }
}
