//! Whose an order in an official's letter is: one that could be read in words of others which
//! letters to him passed on may be theirs, whatever his program made of them. He is asked by
//! a transcript that proposes it, and by that alone he orders it.

use crate::arbiter::NoticeKind;
use crate::error::Failure;
use crate::fold;
use crate::ids::OutboundId;
use crate::letter;
use crate::letter::quotation;
use crate::orders::Order;
use crate::orders::by_letter::{kernel, order_kernels};
use crate::robot::desk::Desk;
use crate::robot::office::WritingOfficial;
use crate::robot::orders::official_letter::OfficialLetter;
use crate::robot::tokens::signs_of;
use crate::store::TokenOf;
use crate::time::{Day, Instant};

/// So long an order may be that of who wrote the words, in seconds.
const REMEMBERED: i64 = 90 * 86_400;

/// A line of so many words is known when it comes back: fewer are anybody's.
const FEWEST_WORDS: usize = 3;

/// Who wrote words in which an order could be read.
pub(super) struct OrderWriter {
    /// His name, or his address; perhaps empty.
    pub name: String,
    /// When they were passed on; `None`: it is his name.
    pub day: Option<Day>,
}

/// What is known of who wrote the orders of a letter.
pub(super) struct Authorship {
    address: String,
    since: Instant,
    /// The letters of ours that it answers.
    answered: Vec<OutboundId>,
    /// A code confirmed it: what the list of codes showed is its sender's.
    is_confirmed: bool,
    /// The transcript that it answers.
    transcript: Option<String>,
    /// Its whole own text.
    own_text: String,
}

impl Authorship {
    /// What is known of a letter.
    pub fn of(desk: &Desk<'_>, of: &OfficialLetter<'_>) -> Result<Authorship, Failure> {
        let signs = signs_of(desk, of.letter, &of.from().sender)?;
        let answered = signs.own.iter().filter_map(|token| match &token.of {
            TokenOf::Letter(id) => Some((*id, token.kind == NoticeKind::Transcript.name())),
            TokenOf::Lost(_) => None,
        });
        let answered: Vec<(OutboundId, bool)> = answered.collect();
        // A thread names the older ones as well: it answers the newest.
        let newest = answered.iter().max_by_key(|(id, _)| *id);
        let transcript = match newest.filter(|(_, is_transcript)| *is_transcript) {
            Some((id, _)) => letter::read(&desk.tx.outbound_raw(*id)?.bytes).ok(),
            None => None,
        };
        Ok(Authorship {
            address: of.office.address().to_owned(),
            since: desk.now.plus_seconds(-REMEMBERED),
            answered: answered.into_iter().map(|(id, _)| id).collect(),
            is_confirmed: desk.known.contains(&of.pending.id),
            transcript: transcript.map(|sent| sent.text),
            own_text: of.letter.own_text.clone(),
        })
    }

    /// Whether the whole own text is a line that the answered transcript proposed.
    pub fn is_as_proposed(&self) -> bool {
        let own = fold::fold(&self.own_text);
        let proposed = self.transcript.iter().flat_map(|t| quotation::passages(t));
        !own.is_empty() && proposed.map(|words| fold::fold(&words)).any(|p| p == own)
    }

    /// Whether more of the answered transcript stands in the own text than a proposed line:
    /// his program has taken the marks away.
    pub fn is_given_back(&self) -> bool {
        let Some(transcript) = &self.transcript else {
            return false;
        };
        let proposed = quotation::passages(transcript);
        let proposed: Vec<String> = proposed.iter().map(|words| fold::fold(words)).collect();
        let said = fold::fold(transcript);
        self.own_text.lines().any(|line| {
            let line = fold::fold(line);
            let long = line.split(' ').count() >= FEWEST_WORDS;
            long && said.contains(&line) && !proposed.iter().any(|p| p.contains(&line))
        })
    }

    /// Who wrote words, passed on to this official, in which an order could be read; `None`:
    /// nobody did, and it is the official's.
    pub fn writer_of(
        &self,
        desk: &Desk<'_>,
        order: &Order,
        below: &str,
        office: &WritingOfficial,
    ) -> Result<Option<OrderWriter>, Failure> {
        let kernel = kernel(order, below);
        let rows = desk
            .tx
            .order_occurrences(&kernel, &self.address, self.since)?;
        // A list of codes shows what claims to be the official's own: it is his, unless that
        // very list comes back.
        let not_his = rows.into_iter().find(|row| {
            let is_list = row.is_challenge;
            !is_list || !self.is_confirmed && self.answered.contains(&row.letter)
        });
        if let Some(row) = not_his {
            let player = desk.tx.player_by_address(&row.from)?;
            return Ok(Some(OrderWriter {
                name: player.map_or(row.from, |player| player.name),
                day: Some(office.zone().day(row.composed)),
            }));
        }
        let name = called_so(desk, &kernel, office)?;
        Ok(name.map(|name| OrderWriter { name, day: None }))
    }
}

/// The player of one of his tournaments in whose name an order could be read.
fn called_so(
    desk: &Desk<'_>,
    kernel: &str,
    office: &WritingOfficial,
) -> Result<Option<String>, Failure> {
    for code in office.codes() {
        let Some(row) = desk.tx.tournament_load(&code)? else {
            continue;
        };
        let players = desk.tx.players_of_tournament(row.facts.id)?.into_values();
        let mut names = players.map(|player| player.name);
        let named = |name: &String| order_kernels(name).contains(kernel);
        if let Some(name) = names.find(named) {
            return Ok(Some(name));
        }
    }
    Ok(None)
}
