//! What is done over one connection: what the folder holds is found, compared with what is
//! kept, and handed out.

use super::super::{
    Came, Content, Fetched, HEAD_BYTES, Helping, KeptAs, Known, Message, PostError, Trouble,
};
use super::answer::FetchedLetter;
use super::client::{Client, set};
use crate::config::Processed;
use crate::time::{self, Day};
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::path::PathBuf;
use std::time::Instant;

/// Bodies asked for in one command: letters, and bytes.
const AT_ONCE: usize = 32;
const AT_ONCE_BYTES: u64 = 1 << 20;
/// Most bytes of a block in an envelope: a name of an address is far shorter.
const ENVELOPE_BYTES: u64 = 1_000;
/// Letters compared by one command.
const COMPARED_AT_ONCE: usize = 1_000;

/// What is known as long as the connection lives.
pub(super) struct ImapSession {
    pub client: Client,
    /// What a key begins with, before the letter's number.
    pub prefix: String,
    /// A round has begun.
    pub in_round: bool,
    /// Numbers to be fetched in this round.
    pub queue: VecDeque<u32>,
    /// The highest number met.
    pub highest: u32,
    /// Numbers handed out and not done.
    pub out: BTreeSet<u32>,
    /// When the whole folder was compared.
    pub whole: Option<Instant>,
}

/// Size and hour of letters, as the server told them or refused to.
#[derive(Default)]
struct Facts {
    told: BTreeMap<u32, FetchedLetter>,
    refused: BTreeMap<u32, String>,
}

/// A day as the protocol writes it (RFC 9051, 9): `1-Feb-2026`.
fn imap_day(day: Day) -> String {
    const MONTHS: [&str; 12] = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ];
    let index = usize::try_from(day.month()).unwrap_or(1).saturating_sub(1);
    let month = MONTHS.get(index).unwrap_or(&"Jan");
    format!("{}-{month}-{}", day.day(), day.year())
}

impl ImapSession {
    /// Begins a round: finds what is to be fetched. Gives the letters that are
    /// kept and were not tidied up, because the program ended before.
    pub fn begin(
        &mut self,
        processed: Processed,
        since: Option<Day>,
        known: &Known<'_>,
    ) -> Result<Vec<u32>, PostError> {
        let mut tidy = Vec::new();
        if self.whole.is_some() && self.out.is_empty() {
            self.client.noop()?;
            self.queue = self.above_highest()?.into();
        } else {
            let mut all = match since {
                Some(day) => self.client.search(&format!("SINCE {}", imap_day(day)))?,
                None => self.client.all()?,
            };
            self.highest = all.last().copied().unwrap_or(0).max(self.highest);
            tidy = self.same(&all, known)?;
            all.retain(|n| tidy.binary_search(n).is_err());
            self.queue = all.into();
            self.out.clear();
            self.whole = Some(Instant::now());
            match processed {
                Processed::None => tidy.clear(),
                Processed::Flag if !tidy.is_empty() => {
                    let unseen = self.client.search("UNSEEN")?;
                    tidy.retain(|n| unseen.binary_search(n).is_ok());
                }
                Processed::Flag | Processed::Move | Processed::Delete => {}
            }
        }
        if let Some(last) = self.queue.back() {
            self.highest = self.highest.max(*last);
        }
        self.in_round = true;
        Ok(tidy)
    }

    /// Of numbers in ascending order, those whose letters are kept: by the key, and by what
    /// the server tells of them now.
    fn same(&mut self, all: &[u32], known: &Known<'_>) -> Result<Vec<u32>, PostError> {
        let named = |n: &u32| Some((*n, known(&self.key(*n))?));
        let named: Vec<(u32, KeptAs)> = all.iter().filter_map(named).collect();
        let mut same = Vec::new();
        for some in named.chunks(COMPARED_AT_ONCE) {
            let numbers: Vec<u32> = some.iter().map(|(n, _)| *n).collect();
            let mut facts = Facts::default();
            self.facts(&numbers, &mut facts)?;
            same.extend(some.iter().filter_map(|(n, kept)| {
                let mark = mark(facts.told.get(n)?)?;
                kept.is(&mark).then_some(*n)
            }));
        }
        Ok(same)
    }

    /// Asks for size and hour of letters; where the server refuses several, in halves, so
    /// that one of which it tells nothing hides no other.
    fn facts(&mut self, numbers: &[u32], facts: &mut Facts) -> Result<(), PostError> {
        let (what, mut told) = ("UID RFC822.SIZE INTERNALDATE", Vec::new());
        match self.client.fetch(numbers, what, 0, &mut told)? {
            Ok(()) => facts.told.extend(told),
            Err(why) => match numbers {
                [] => {}
                [one] => {
                    facts.refused.insert(*one, why);
                }
                several => {
                    let (some, rest) = several.split_at(several.len() / 2);
                    self.facts(some, facts)?;
                    self.facts(rest, facts)?;
                }
            },
        }
        Ok(())
    }

    fn key(&self, number: u32) -> String {
        format!("{}{number}", self.prefix)
    }

    /// `n:*` means at least the last letter, be it below n: RFC 9051 section 9.
    fn above_highest(&mut self) -> Result<Vec<u32>, PostError> {
        let from = self.highest.saturating_add(1);
        let mut found = self.client.at_least(1, &format!("UID {from}:*"))?;
        found.retain(|n| *n >= from);
        Ok(found)
    }

    pub fn has_news(&mut self) -> Result<bool, PostError> {
        if self.whole.is_none() {
            return Ok(true);
        }
        // A search looks at what the server has told so far.
        self.client.noop()?;
        Ok(!self.above_highest()?.is_empty())
    }

    /// Fetches the next letters of the round: their sizes first, then the bodies
    /// of those that are not too large.
    pub fn hand_out(&mut self, helping: &Helping) -> Result<Fetched, PostError> {
        let mut fetched = Fetched::default();
        let most = helping.messages.clamp(1, self.queue.len().max(1));
        let numbers: Vec<u32> = self.queue.iter().copied().take(most).collect();
        let mut facts = Facts::default();
        self.facts(&numbers, &mut facts)?;
        let room = u64::try_from(helping.bytes).unwrap_or(u64::MAX);
        let (mut whole, mut large, mut bytes) = (Vec::new(), Vec::new(), 0u64);
        let mut missing = Vec::new();
        for number in numbers {
            let Some(letter) = facts.told.get(&number) else {
                self.queue.pop_front();
                match facts.refused.get(&number) {
                    Some(why) => fetched.troubles.push(self.trouble(number, why)),
                    None => missing.push(number),
                }
                continue;
            };
            let size = letter.size.unwrap_or(0);
            let held = size.min(helping.message_bytes);
            if bytes > 0 && bytes.saturating_add(held) > room {
                break;
            }
            bytes = bytes.saturating_add(held);
            self.queue.pop_front();
            match size > helping.message_bytes {
                true => large.push(number),
                false => whole.push(number),
            }
        }
        let mut bodies: BTreeMap<u32, FetchedLetter> = BTreeMap::new();
        let came = self.all_bodies(
            &facts.told,
            (&whole, &large),
            helping,
            &mut bodies,
            &mut fetched,
        );
        if came.is_ok() {
            let asked = whole.iter().chain(&large);
            missing.extend(asked.filter(|n| !bodies.contains_key(n)));
            let refused = |n: &u32| self.is_troubled(&fetched, *n);
            missing.retain(|n| !refused(n));
            self.not_given(missing, &mut fetched)?;
        }
        for (number, letter) in bodies {
            let Some(body) = letter.body else {
                continue;
            };
            let told = facts.told.remove(&number).unwrap_or_default();
            let is_large = large.contains(&number) || body.size > helping.message_bytes;
            let content = if is_large {
                let size = told.size.unwrap_or(0).max(body.size);
                Content::too_large(size, body.kept)
            } else {
                Content::Whole(body.kept)
            };
            self.out.insert(number);
            fetched.messages.push(Message {
                key: self.key(number),
                mark: mark(&told).unwrap_or_default(),
                content,
                came: told
                    .date
                    .as_deref()
                    .and_then(hour)
                    .map_or(Came::Unknown, Came::Server),
            });
        }
        match came.and_then(|()| self.name_writers(&mut fetched)) {
            Ok(()) => Ok(fetched),
            // What came whole before a line broke is kept: a line that never holds longer
            // would else bring nothing for ever.
            Err(broke) => fetched.until(broke),
        }
    }

    /// Fetches the bodies of letters, and the beginnings of those that are too large.
    ///
    /// # Errors
    /// The line broke; what had come is in `bodies`.
    fn all_bodies(
        &mut self,
        facts: &BTreeMap<u32, FetchedLetter>,
        (whole, large): (&[u32], &[u32]),
        helping: &Helping,
        bodies: &mut BTreeMap<u32, FetchedLetter>,
        fetched: &mut Fetched,
    ) -> Result<(), PostError> {
        let mut rest = whole;
        while !rest.is_empty() {
            let mut bytes = 0;
            let some = rest
                .iter()
                .take(AT_ONCE)
                .take_while(|n| {
                    bytes += facts.get(n).and_then(|l| l.size).unwrap_or(0);
                    bytes <= AT_ONCE_BYTES
                })
                .count()
                .max(1);
            let (now, later) = rest.split_at_checked(some).unwrap_or((rest, &[]));
            let keep = helping.message_bytes.saturating_add(1);
            self.bodies(now, "BODY.PEEK[]", keep, bodies, fetched)?;
            rest = later;
        }
        let head = u64::try_from(HEAD_BYTES).unwrap_or(u64::MAX);
        let what = format!("BODY.PEEK[]<0.{HEAD_BYTES}>");
        for number in large {
            self.bodies(&[*number], &what, head, bodies, fetched)?;
        }
        Ok(())
    }

    /// Fetches bodies; where the server refuses several, one by one, so that a
    /// letter that it cannot give keeps no other from coming.
    fn bodies(
        &mut self,
        numbers: &[u32],
        what: &str,
        keep: u64,
        bodies: &mut BTreeMap<u32, FetchedLetter>,
        fetched: &mut Fetched,
    ) -> Result<(), PostError> {
        let mut letters = Vec::new();
        let with_number = format!("UID {what}");
        let answer = self.client.fetch(numbers, &with_number, keep, &mut letters);
        let is_refused = matches!(answer, Ok(Err(_)));
        let came = letters.into_iter().filter(|(_, l)| l.body.is_some());
        // Where several are refused, those that came all the same come once more.
        bodies.extend(came.filter(|_| !is_refused));
        match answer? {
            Ok(()) => {}
            Err(why) if numbers.len() == 1 => {
                let troubles = numbers.iter().map(|n| self.trouble(*n, &why));
                fetched.troubles.extend(troubles);
            }
            Err(_) => {
                for number in numbers {
                    self.bodies(&[*number], what, keep, bodies, fetched)?;
                }
            }
        }
        Ok(())
    }

    /// Once, that letters are announced of which not even the number is told.
    pub fn shortfall(&mut self) -> Option<Trouble> {
        let why = self.client.shortfall()?;
        let path = PathBuf::from(format!("{}*", self.prefix));
        Some(Trouble {
            path,
            why,
            from: Vec::new(),
        })
    }

    fn is_troubled(&self, fetched: &Fetched, number: u32) -> bool {
        let path = PathBuf::from(self.key(number));
        fetched.troubles.iter().any(|trouble| trouble.path == path)
    }

    /// Letters of which nothing came though nothing was refused: those that are not gone are
    /// listed and not given.
    fn not_given(&mut self, mut numbers: Vec<u32>, fetched: &mut Fetched) -> Result<(), PostError> {
        if numbers.is_empty() {
            return Ok(());
        }
        numbers.sort_unstable();
        let there = self.client.search(&format!("UID {}", set(&numbers)))?;
        let why = "it says yes, and nothing comes";
        let there = there.iter().filter(|n| numbers.binary_search(n).is_ok());
        let troubles = there.map(|n| self.trouble(*n, why));
        fetched.troubles.extend(troubles.collect::<Vec<_>>());
        Ok(())
    }

    /// Asks for the envelopes of letters that do not come: some servers have these apart.
    fn name_writers(&mut self, fetched: &mut Fetched) -> Result<(), PostError> {
        for trouble in &mut fetched.troubles {
            let path = trouble.path.to_string_lossy();
            let number = path.strip_prefix(&self.prefix).and_then(|n| n.parse().ok());
            let Some(number) = number else {
                continue;
            };
            let mut told = Vec::new();
            // One that is refused, and every other answer, names nobody.
            let _ = self
                .client
                .fetch(&[number], "UID ENVELOPE", ENVELOPE_BYTES, &mut told)?;
            trouble.from = told.into_iter().flat_map(|(_, l)| l.from).collect();
        }
        Ok(())
    }

    fn trouble(&self, number: u32, why: &str) -> Trouble {
        Trouble {
            path: PathBuf::from(self.key(number)),
            why: format!("the server does not give this letter: {why}"),
            from: Vec::new(),
        }
    }
}

/// By what a letter is told from another of its number: its size, and its hour of arrival
/// in seconds since 1970.
fn mark(told: &FetchedLetter) -> Option<String> {
    let at = told.date.as_deref().and_then(hour)?;
    Some(format!("{} {}", told.size?, at.unix()))
}

/// The instant of an INTERNALDATE: `17-Jul-2026 02:44:25 -0700`.
fn hour(text: &str) -> Option<time::Instant> {
    let at = chrono::DateTime::parse_from_str(text.trim(), "%d-%b-%Y %H:%M:%S %z").ok()?;
    Some(time::Instant::from_unix(at.timestamp()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_hour_of_arrival_is_read_with_its_zone() {
        for (text, utc) in [
            ("17-Jul-2026 02:44:25 -0700", "2026-07-17T09:44:25Z"),
            (" 7-Jul-2026 02:44:25 +0300", "2026-07-06T23:44:25Z"),
        ] {
            assert_eq!(hour(text).unwrap().to_string(), utc);
        }
        assert!(hour("yesterday").is_none());
    }
}
