//! Dispatch and receipt of a card by its stamps, its slip and what its sender and its
//! recipient have written (55.2.2.1-5), each with the paragraph that gave it.

use super::Card;
use crate::rules::Article;
use crate::time::Day;

/// What gave a date.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum DateGround {
    /// Stamp and written date agree.
    Agreed,
    /// The postmark.
    Postmark,
    /// The stamp on the receipt slip of a registered one.
    Slip,
    /// Of several postmarks the earliest for the sender, the latest for the recipient.
    SeveralMarks,
    /// No legible mark: the sender's own date, or the recipient's note.
    Stated,
    /// Nothing tells it: it is settled with the answer.
    ToSettle,
}

impl DateGround {
    /// The paragraph of article 55.
    pub fn article(self) -> Article {
        match self {
            DateGround::Agreed => Article::DatesByMarks,
            DateGround::Postmark => Article::MarkOverWritten,
            DateGround::Slip => Article::SlipCounts,
            DateGround::SeveralMarks => Article::SeveralMarks,
            DateGround::Stated => Article::StatedWithoutMark,
            DateGround::ToSettle => Article::DateToSettle,
        }
    }
}

/// A date of a card.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CardDate {
    /// The day; `None` where nothing tells it.
    pub day: Option<Day>,
    /// What gave it.
    pub ground: DateGround,
}

impl CardDate {
    fn by(day: Day, ground: DateGround) -> CardDate {
        let day = Some(day);
        CardDate { day, ground }
    }

    fn to_settle() -> CardDate {
        let (day, ground) = (None, DateGround::ToSettle);
        CardDate { day, ground }
    }
}

/// The legible marks of dispatch, and those of arrival: they stand in the order of the
/// card's way, so one behind an illegible first one is of arrival.
fn legible(card: &Card) -> (Vec<Day>, Vec<Day>) {
    let all: Vec<Day> = card.postmarks.iter().filter_map(|m| m.day).collect();
    let first_is_legible = card.postmarks.first().is_some_and(|m| m.day.is_some());
    let arrival = card.postmarks.iter().skip(1).filter_map(|m| m.day);
    let arrival: Vec<Day> = arrival.collect();
    match first_is_legible || all.len() > 1 {
        true => (all, arrival),
        false => (Vec::new(), arrival),
    }
}

/// When a card was sent.
pub fn dispatched(card: &Card) -> CardDate {
    if let Some(day) = card.slip {
        return CardDate::by(day, DateGround::Slip);
    }
    let (marks, _) = legible(card);
    match (marks.as_slice(), card.written) {
        ([mark], Some(written)) if *mark == written => CardDate::by(*mark, DateGround::Agreed),
        ([mark], _) => CardDate::by(*mark, DateGround::Postmark),
        ([first, rest @ ..], _) => {
            let earliest = rest.iter().fold(*first, |day, mark| day.min(*mark));
            CardDate::by(earliest, DateGround::SeveralMarks)
        }
        ([], Some(written)) => CardDate::by(written, DateGround::Stated),
        ([], None) => CardDate::to_settle(),
    }
}

/// When a card was received; `stated`: the receipt that the recipient states with his
/// answer.
pub fn received(card: &Card, stated: Option<Day>) -> CardDate {
    let (_, arrival) = legible(card);
    let recorded = card.arrived.or(stated);
    match (arrival.iter().max(), recorded) {
        (Some(mark), _) => CardDate::by(*mark, DateGround::SeveralMarks),
        (None, Some(day)) => CardDate::by(day, DateGround::Stated),
        (None, None) => CardDate::to_settle(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cards::Postmark;

    /// A card from a line: `written 8 marks 9;10 slip 5 arrived 12`, days of March.
    fn card(line: &str) -> Card {
        let day = |text: &str| Day::new(2025, 3, text.parse().unwrap()).unwrap();
        let mut card = Card::default();
        let mut words = line.split(' ');
        while let (Some(what), Some(value)) = (words.next(), words.next()) {
            match what {
                "written" => card.written = Some(day(value)),
                "slip" => card.slip = Some(day(value)),
                "arrived" => card.arrived = Some(day(value)),
                "marks" => {
                    let mark = |text: &str| Postmark {
                        day: (text != "?").then(|| day(text)),
                        office: None,
                    };
                    card.postmarks = value.split(';').map(mark).collect();
                }
                other => panic!("{other}"),
            }
        }
        card
    }

    fn shown(dated: CardDate) -> String {
        let number = dated.ground.article().number(crate::rules::Profile::Post);
        match dated.day {
            Some(day) => format!("{} by {number}", day.day()),
            None => format!("open by {number}"),
        }
    }

    #[track_caller]
    fn dispatch_is(line: &str, wanted: &str) {
        assert_eq!(shown(dispatched(&card(line))), wanted, "{line}");
    }

    #[track_caller]
    fn receipt_is(line: &str, stated: Option<u32>, wanted: &str) {
        let stated = stated.and_then(|day| Day::new(2025, 3, day));
        assert_eq!(shown(received(&card(line), stated)), wanted, "{line}");
    }

    #[test]
    fn a55_2_2_mark_and_written_date_agree() {
        dispatch_is("written 9 marks 9", "9 by 55.2.2");
    }

    #[test]
    fn a55_2_2_1_the_postmark_counts_and_not_the_date_written() {
        dispatch_is("written 8 marks 9", "9 by 55.2.2.1");
        dispatch_is("marks 9", "9 by 55.2.2.1");
        dispatch_is("written 8 marks 9;?", "9 by 55.2.2.1");
    }

    #[test]
    fn a55_2_2_2_the_slip_of_a_registered_one_counts_before_all() {
        dispatch_is("written 4 marks 6 slip 5", "5 by 55.2.2.2");
        dispatch_is("marks 4;7 slip 5", "5 by 55.2.2.2");
        // The slip tells nothing of the arrival.
        receipt_is("slip 5", Some(9), "9 by 55.2.2.4");
    }

    #[test]
    fn a55_2_2_3_of_several_marks_the_earliest_and_the_latest() {
        dispatch_is("written 24 marks 25;26", "25 by 55.2.2.3");
        dispatch_is("marks 19;22;20", "19 by 55.2.2.3");
        receipt_is("marks 19;20", None, "20 by 55.2.2.3");
        receipt_is("marks 19;22;20 arrived 23", Some(24), "22 by 55.2.2.3");
        // The first cannot be read: what follows it is of arrival.
        receipt_is("marks ?;20", None, "20 by 55.2.2.3");
        dispatch_is("marks ?;19;20", "19 by 55.2.2.3");
    }

    #[test]
    fn a55_2_2_4_without_a_legible_mark_what_is_written_down_counts() {
        dispatch_is("written 14", "14 by 55.2.2.4");
        dispatch_is("written 14 marks ?", "14 by 55.2.2.4");
        dispatch_is("written 14 marks ?;20", "14 by 55.2.2.4");
        receipt_is("arrived 12", None, "12 by 55.2.2.4");
        receipt_is("marks 9 arrived 12", Some(13), "12 by 55.2.2.4");
        receipt_is("marks 9;? arrived 12", None, "12 by 55.2.2.4");
        receipt_is("marks 9", Some(13), "13 by 55.2.2.4");
    }

    #[test]
    fn a55_2_2_5_what_nothing_tells_is_settled_with_the_answer() {
        dispatch_is("", "open by 55.2.2.5");
        dispatch_is("marks ?", "open by 55.2.2.5");
        dispatch_is("marks ?;20 arrived 21", "open by 55.2.2.5");
        receipt_is("written 8 marks 9", None, "open by 55.2.2.5");
    }
}
