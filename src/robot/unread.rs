//! Letters that the mailbox lists and does not give (RULES.md 4, "After a complete look"): as
//! long as there is one, nobody knows whether a move stands in it, so nothing falls due: in the
//! games of the player whom its envelope names as its writer, or, where it names no player
//! alone, in any. The arbiters are told of each, once a day, with the line that sets it
//! aside; whoever types that takes it upon himself that nothing in it counts. It is asked for
//! all the same with every pass, and read where it comes after all.

use super::alone::Robot;
use super::desk::Desk;
use super::office::office_of;
use crate::address;
use crate::arbiter::notice::OpenMatter;
use crate::arbiter::{Body, Notice, Recipient, Ruling, Verdict};
use crate::chess::Side;
use crate::config::InboxKind;
use crate::error::Failure;
use crate::ids::{GameId, InboundId, PlayerId};
use crate::letter;
use crate::post::{Content, Message, Trouble};
use crate::report::Happened;
use crate::report::words::matters::told;
use crate::rules::Article;
use crate::store::{Arrived, InboundVerdict, Press, TournamentFacts, TournamentStatus, hash};
use crate::time::{Day, Instant};
use std::collections::{BTreeMap, BTreeSet};
use std::panic::catch_unwind;
use std::path::PathBuf;

/// Of which letters the arbiters were told, and on which day: JSON.
const TOLD: &str = "told-of-unread";

/// The mark of what an order has set aside: no server tells one like it.
const ASIDE: &str = "aside";

/// So many are told of at once; the others are as likely to come by the same remedy.
const MOST_TOLD: usize = 20;

/// What a letter of Exchange says that stands in the place of one that it cannot give.
const STAND_IN: [&str; 2] = [
    "protocol failed for the following message",
    "retrieve the following message",
];

impl Robot {
    /// Takes those out of messages that stand in the place of one that the server cannot give:
    /// they were written by it, and came from nowhere.
    pub(super) fn stand_ins(&self, messages: &mut Vec<Message>) -> Vec<Trouble> {
        if !matches!(self.config.inbox.kind, InboxKind::Imap | InboxKind::Pop3) {
            return Vec::new();
        }
        messages
            .extract_if(.., |message| is_stand_in(&message.content))
            .map(|message| Trouble {
                path: PathBuf::from(message.key),
                why: "the server puts another letter in its place, which says that it cannot \
                      be retrieved"
                    .to_owned(),
                // Whom it names in its text is not whom it is from.
                from: Vec::new(),
            })
            .collect()
    }

    /// What could not be read, but for what an order has set aside.
    pub(super) fn not_aside(&self, mut troubles: Vec<Trouble>) -> Result<Vec<Trouble>, Failure> {
        let mut aside = Vec::new();
        for trouble in &troubles {
            let name = trouble.path.to_string_lossy();
            let named = self.store.read().inbound_named(&name)?;
            aside.push(named.is_some_and(|named| named.mark.as_deref() == Some(ASIDE)));
        }
        let mut aside = aside.into_iter();
        troubles.retain(|_| !aside.next().unwrap_or(false));
        Ok(troubles)
    }

    /// Tells the arbiters of what could not be read, of each once a day.
    pub(super) fn tell_of_unread(&mut self, unread: &[Trouble]) -> Result<(), Failure> {
        let today = self.config.club.time_zone.day(self.now);
        let before = self.store.read().meta_get(TOLD)?.unwrap_or_default();
        let known: BTreeMap<String, Day> = serde_json::from_str(&before).unwrap_or_default();
        let mut all = BTreeMap::new();
        let mut fresh = Vec::new();
        for trouble in unread {
            let name = trouble.path.to_string_lossy().into_owned();
            if known.get(&name) != Some(&today) && fresh.len() < MOST_TOLD {
                fresh.push(name.clone());
            }
            all.insert(name, today);
        }
        if all == known {
            return Ok(());
        }
        let mut ruling = Ruling::default();
        for row in self.store.read().tournament_list()? {
            if fresh.is_empty() || row.status != TournamentStatus::Started {
                continue;
            }
            let facts = &row.facts;
            let matter = |name: &String| OpenMatter {
                game: None,
                what: "letter-not-given".to_owned(),
                article: Article::ArbiterDecides.number(facts.profile).to_owned(),
                until: None,
                command: order(name),
                note: told(
                    facts.language,
                    &Happened::NotGiven {
                        letter: name.clone(),
                    },
                ),
            };
            let matters = fresh.iter().map(matter).collect();
            let body = Body::Digest { matters };
            let notice = Notice::new(Recipient::Arbiter, body).of_tournament(facts.id);
            ruling.notices.push(notice);
        }
        let value = match all.is_empty() {
            true => String::new(),
            false => serde_json::to_string(&all).map_err(Failure::failed)?,
        };
        self.batch(|desk| {
            desk.tx.meta_set(TOLD, &value)?;
            match ruling.notices.is_empty() {
                true => Ok(()),
                false => desk.record(ruling, None, None),
            }
        })
    }

    /// Who wrote letters that could not be read, where each names one player and nobody else;
    /// `None`: one may be anybody's. What an official or a captain wrote may be about any game.
    pub(super) fn writers_of(
        &self,
        unread: &[Trouble],
    ) -> Result<Option<BTreeSet<PlayerId>>, Failure> {
        let view = self.store.read();
        let mut writers = BTreeSet::new();
        for trouble in unread {
            let [from] = &trouble.from[..] else {
                return Ok(None);
            };
            let key = address::key(from);
            let leads = |facts: &TournamentFacts| {
                let mut captains = facts.captains.iter();
                captains.any(|captain| address::key(&captain.who.email) == key)
            };
            let mut all = view.tournament_list()?.into_iter();
            match view.player_by_address(from)? {
                Some(player)
                    if office_of(&view, from, self.now)?.is_none()
                        && !all.any(|row| leads(&row.facts)) =>
                {
                    writers.insert(player.id);
                }
                _ => return Ok(None),
            }
        }
        Ok(Some(writers))
    }

    /// Sets a letter aside that the mailbox lists and does not give: whatever stands in it,
    /// no game waits for it. On record as a message without a text, with the reason.
    ///
    /// # Errors
    /// No letter of that name was asked for in vain by the last pass.
    pub fn set_aside(&mut self, name: &str, reason: &str) -> Result<InboundId, Failure> {
        let before = self.store.read().meta_get(TOLD)?.unwrap_or_default();
        let known: BTreeMap<String, Day> = serde_json::from_str(&before).unwrap_or_default();
        // A star stands for letters of which not even the number is known.
        if !known.contains_key(name) || name.ends_with('*') {
            return Err(Failure::missing(format!(
                "the last pass asked for no letter '{name}' in vain"
            ))
            .hint("postchess poll names the letters that the mailbox does not give"));
        }
        let now = self.now;
        let note = format!("set aside by order, as the mailbox does not give it: {reason}");
        let letter = Press::default().letter(b"")?;
        self.batch(|desk| {
            let kept = desk.tx.inbound_keep(
                &Arrived {
                    transport_key: Some(name),
                    transport_mark: Some(ASIDE),
                    content_hash: hash(name.as_bytes()),
                    message_id: None,
                    from: "",
                    subject: "",
                    arrived: now,
                    told: None,
                    kind: "",
                    letter: &letter,
                },
                now,
            )?;
            let id = kept.new_id().ok_or_else(|| {
                Failure::failed(format!("the letter '{name}' is set aside already"))
            })?;
            desk.tx
                .inbound_done(id, &InboundVerdict::unread(Verdict::Malformed, &note))?;
            Ok(id)
        })
    }
}

/// The hour of a complete look as it counts in a game: none where the mailbox has a letter of
/// one of its players that it does not give.
pub(super) fn look_in_game(
    desk: &mut Desk<'_>,
    id: GameId,
    looked_to: Option<Instant>,
) -> Result<Option<Instant>, Failure> {
    let unread_of = desk.tx.unread_of()?;
    let game = desk.game(id)?;
    let is_his = |side| unread_of.contains(&game.player(side).id);
    Ok(looked_to.filter(|_| !Side::BOTH.into_iter().any(is_his)))
}

/// The line that sets a letter aside.
fn order(name: &str) -> String {
    let name = name.replace('\'', r"'\''");
    format!("postchess inbox aside '{name}' --reason REASON")
}

/// Whether a letter stands in the place of another, as Exchange puts one there that it cannot
/// give. It has gone by no server, which a letter of somebody else's always has.
fn is_stand_in(content: &Content) -> bool {
    let Content::Whole(bytes) = content else {
        return false;
    };
    let begins = bytes.get(..4_096).unwrap_or(bytes);
    let text = String::from_utf8_lossy(begins).to_lowercase();
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    STAND_IN.iter().any(|words| text.contains(words))
        && catch_unwind(|| letter::glance(bytes))
            .ok()
            .and_then(Result::ok)
            .is_some_and(|letter| letter.received.is_none())
}

#[cfg(test)]
mod tests {
    use super::is_stand_in;
    use crate::post::Content;

    #[test]
    fn a_letter_in_the_place_of_another_is_the_servers_own() {
        let text = "From: Microsoft Exchange Server\r\nTo: moves@club.example\r\n\
                    Subject: Retrieval using the IMAP4 protocol failed for the following message: 7\
                    \r\nDate: Mon, 5 Jan 2026 10:00:00 +0000\r\n\r\nThe server couldn't retrieve \
                    the following message:\r\n\r\nSubject: \"[T26/1]\"\r\nFrom: \"Ann\"\r\n";
        let whole = |text: String| Content::Whole(text.into_bytes());
        assert!(is_stand_in(&whole(text.to_owned())));
        // Who writes so himself keeps no flag from falling.
        let sent = format!(
            "Received: from a.example by b.example; Mon, 5 Jan 2026 10:00:00 +0000\r\n{text}"
        );
        assert!(!is_stand_in(&whole(sent)));
        let other = text.replace("following message", "move");
        assert!(!is_stand_in(&whole(other)));
    }
}
