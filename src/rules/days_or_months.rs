//! A stretch of time that is days, or calendar months.

use serde::de::{self, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fmt;

/// Days, or calendar months as article 55.5.2 has them. As a file and the record have it:
/// `40`, `"3 months"`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DaysOrMonths {
    /// Days; 0: none.
    Days(u32),
    /// Calendar months, from 1.
    Months(u32),
}

impl DaysOrMonths {
    /// The most months that may stand there.
    pub const MOST_MONTHS: u32 = 36;

    /// Reads `3 months`, `1 month`.
    pub fn of_months(text: &str) -> Option<DaysOrMonths> {
        let (number, unit) = text.trim().split_once(' ')?;
        let number: u32 = number.parse().ok()?;
        let is_one = matches!(unit.trim(), "month" | "months");
        (is_one && (1..=DaysOrMonths::MOST_MONTHS).contains(&number))
            .then_some(DaysOrMonths::Months(number))
    }
}

impl fmt::Display for DaysOrMonths {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            DaysOrMonths::Days(days) => write!(f, "{days}"),
            DaysOrMonths::Months(1) => write!(f, "1 month"),
            DaysOrMonths::Months(months) => write!(f, "{months} months"),
        }
    }
}

impl Serialize for DaysOrMonths {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        match self {
            DaysOrMonths::Days(days) => to.serialize_u32(*days),
            DaysOrMonths::Months(_) => to.collect_str(self),
        }
    }
}

impl<'de> Deserialize<'de> for DaysOrMonths {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<DaysOrMonths, D::Error> {
        from.deserialize_any(Written)
    }
}

struct Written;

impl Visitor<'_> for Written {
    type Value = DaysOrMonths;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a number of days, or `3 months`")
    }

    fn visit_u64<E: de::Error>(self, days: u64) -> Result<DaysOrMonths, E> {
        u32::try_from(days)
            .map(DaysOrMonths::Days)
            .map_err(E::custom)
    }

    fn visit_i64<E: de::Error>(self, days: i64) -> Result<DaysOrMonths, E> {
        u32::try_from(days)
            .map(DaysOrMonths::Days)
            .map_err(E::custom)
    }

    fn visit_str<E: de::Error>(self, text: &str) -> Result<DaysOrMonths, E> {
        DaysOrMonths::of_months(text)
            .ok_or_else(|| E::custom(format!("'{text}' is neither days nor months")))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_is_written_and_read_as_a_file_has_it() {
        for (value, json) in [
            (DaysOrMonths::Days(0), "0"),
            (DaysOrMonths::Days(40), "40"),
            (DaysOrMonths::Months(1), "\"1 month\""),
            (DaysOrMonths::Months(3), "\"3 months\""),
        ] {
            assert_eq!(serde_json::to_string(&value).unwrap(), json);
            assert_eq!(serde_json::from_str::<DaysOrMonths>(json).unwrap(), value);
        }
        for wrong in [
            "-1",
            "\"0 months\"",
            "\"37 months\"",
            "\"3 weeks\"",
            "\"3\"",
            "1.5",
        ] {
            assert!(
                serde_json::from_str::<DaysOrMonths>(wrong).is_err(),
                "{wrong}"
            );
        }
    }
}
