//! The entries of which the record is full, half-moves and the letters that tell them, read where
//! they stand as we write them ourselves: every pass over games reads many. Whatever is written
//! in another way, serde reads; it makes the same of what is read here.

use super::{About, Event};
use crate::chess::Side;
use crate::time::{Day, Instant};

impl Event {
    /// Reads an entry of a game, as JSON.
    ///
    /// # Errors
    /// That it is none.
    pub fn read(text: &str) -> serde_json::Result<Event> {
        match of_text(text) {
            Some(event) => Ok(event),
            None => serde_json::from_str(text),
        }
    }
}

/// One of the frequent entries, written as we write it; `None` for anything else.
fn of_text(text: &str) -> Option<Event> {
    let mut rest = Rest(text);
    rest.skip(r#"{"what":""#)?;
    match rest.skip(r#"move-played","ply":"#) {
        Some(()) => rest.move_played(),
        None => {
            rest.skip(r#"letter-left","ply":"#)?;
            rest.letter_left()
        }
    }
}

/// What is not read yet.
struct Rest<'t>(&'t str);

impl<'t> Rest<'t> {
    fn move_played(mut self) -> Option<Event> {
        let ply = self.number()?;
        self.skip(r#","uci":""#)?;
        let (uci, rest) = self.0.split_once('"')?;
        // Whatever would have to be escaped is no move.
        if !uci.bytes().all(|byte| byte.is_ascii_alphanumeric()) {
            return None;
        }
        self.0 = rest;
        self.skip(r#","received":""#)?;
        let received = self.columns(10, Day::of_columns)?;
        self.skip(r#"","sent":""#)?;
        let sent = self.columns(10, Day::of_columns)?;
        self.skip(r#"","sent_at":""#)?;
        let sent_at = self.columns(20, Instant::of_columns)?;
        self.skip(r#"","variant":"#)?;
        let (variant, to_the_second) = match self.0 {
            "false}" => (false, false),
            "true}" => (true, false),
            r#"false,"to_the_second":true}"# => (false, true),
            r#"true,"to_the_second":true}"# => (true, true),
            _ => return None,
        };
        Some(Event::MovePlayed {
            ply,
            uci: uci.to_owned(),
            received,
            sent,
            sent_at,
            variant,
            to_the_second,
        })
    }

    fn letter_left(mut self) -> Option<Event> {
        let ply = self.number()?;
        self.skip(r#","about":"move","to":""#)?;
        let is_his = |side: &Side| self.skip(side.name()).is_some();
        let to = Side::BOTH.into_iter().find(is_his)?;
        self.skip(r#"","left":""#)?;
        let left = self.columns(20, Instant::of_columns)?;
        (self.0 == r#""}"#).then_some(Event::LetterLeft {
            ply,
            about: About::Move,
            to,
            left,
            on_paper: false,
        })
    }

    fn skip(&mut self, what: &str) -> Option<()> {
        self.0 = self.0.strip_prefix(what)?;
        Some(())
    }

    /// A number as JSON has it: nothing but digits, and no zero before others.
    fn number(&mut self) -> Option<u32> {
        let behind = self.0.find(|c: char| !c.is_ascii_digit())?;
        let (digits, rest) = self.0.split_at_checked(behind)?;
        self.0 = rest;
        let is_padded = digits.len() > 1 && digits.starts_with('0');
        digits.parse().ok().filter(|_| !is_padded)
    }

    /// What is written in so many columns.
    fn columns<T>(&mut self, columns: usize, read: impl Fn(&'t str) -> Option<T>) -> Option<T> {
        let (text, rest) = self.0.split_at_checked(columns)?;
        self.0 = rest;
        read(text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const WRITTEN: [&str; 6] = [
        concat!(
            r#"{"what":"move-played","ply":1,"uci":"e2e4","received":"2026-01-10","#,
            r#""sent":"2026-01-11","sent_at":"2026-01-11T12:34:56Z","variant":false}"#
        ),
        concat!(
            r#"{"what":"move-played","ply":120,"uci":"a7a8q","received":"2024-02-29","#,
            r#""sent":"2024-02-29","sent_at":"2024-02-29T00:00:00Z","variant":true}"#
        ),
        concat!(
            r#"{"what":"letter-left","ply":1,"about":"move","to":"black","#,
            r#""left":"2026-01-10T12:00:00Z"}"#
        ),
        concat!(
            r#"{"what":"letter-left","ply":90,"about":"move","to":"white","#,
            r#""left":"2026-01-10T12:00:00Z"}"#
        ),
        concat!(
            r#"{"what":"letter-left","ply":0,"about":"start","to":"white","#,
            r#""left":"2026-01-10T12:00:00Z","on_paper":true}"#
        ),
        r#"{"what":"started"}"#,
    ];

    /// How a text is read, and what serde makes of it.
    fn is_read_alike(text: &str) -> Option<Event> {
        let read = Event::read(text).ok();
        assert_eq!(read, serde_json::from_str(text).ok(), "{text}");
        read
    }

    #[test]
    fn what_the_record_is_full_of_is_read_where_it_stands() {
        for (index, text) in WRITTEN.into_iter().enumerate() {
            let event = is_read_alike(text).unwrap();
            assert_eq!(serde_json::to_string(&event).unwrap(), text);
            assert_eq!(of_text(text), (index < 4).then_some(event));
        }
    }

    /// Whatever a character becomes, is lost or comes between: it is read, or refused, as serde
    /// does.
    #[test]
    fn what_is_written_otherwise_is_read_as_serde_reads_it() {
        let others = [
            "", " ", "0", "1", "9", "-", ".", "\"", "\\", "\n", "é", "}", "Z", "a",
        ];
        for text in WRITTEN {
            for (at, c) in text.char_indices() {
                let (before, behind) = text.split_at(at);
                is_read_alike(before);
                let rest = behind.strip_prefix(c).unwrap();
                for other in others {
                    is_read_alike(&format!("{before}{other}{rest}"));
                    is_read_alike(&format!("{before}{other}{behind}"));
                }
            }
            for other in others {
                is_read_alike(&format!("{text}{other}"));
            }
        }
        is_read_alike(&WRITTEN[0].replace(":1,", ":4294967295,"));
        is_read_alike(&WRITTEN[0].replace(":1,", ":4294967296,"));
        is_read_alike(&WRITTEN[0].replace("e2e4", ""));
    }
}
