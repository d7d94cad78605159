//! Who wrote a letter: a player or an official. Belief, codes and answers ask of both
//! the same, and ask it here.

use super::desk::Desk;
use super::mail::BroughtBy;
use super::office::WritingOfficial;
use super::playing;
use crate::address;
use crate::arbiter::{Body, Notice, Recipient, Ruling};
use crate::error::Failure;
use crate::ids::PlayerId;
use crate::letter::Letter;
use crate::store::{Challenge, Pending, PlayerRow, TokenOf, TokenRow};
use crate::time::Zone;

/// Who wrote, as far as From says it.
#[derive(Clone, Copy)]
pub(super) enum Sender<'p> {
    /// A player.
    Player(&'p PlayerRow),
    /// An official, by his address.
    Official(&'p WritingOfficial),
}

impl Sender<'_> {
    /// His registered address as it is written; an official's stands in the tournament
    /// file.
    pub fn mailbox(&self) -> &str {
        match self {
            // A sender was found by his address: he has one.
            Sender::Player(player) => player.reach.email().unwrap_or_default(),
            Sender::Official(office) => office.address(),
        }
    }

    /// The address to which codes go, in lower case.
    pub fn address(&self) -> String {
        address::key(self.mailbox())
    }

    /// Under which name lists of codes to him are counted.
    pub fn scope_of_codes(&self) -> String {
        match self {
            Sender::Player(player) => format!("codes of player {}", player.id),
            Sender::Official(office) => format!("codes of {}", office.address()),
        }
    }

    /// His number as a player; an official writes as none.
    pub fn player(&self) -> Option<PlayerId> {
        match self {
            Sender::Player(player) => Some(player.id),
            Sender::Official(_) => None,
        }
    }

    /// To whom his codes go: a player's number, and the address.
    pub fn of_codes(&self) -> (Option<PlayerId>, &str) {
        (self.player(), self.mailbox())
    }

    /// Whether a token was made for him.
    pub fn owns_token(&self, token: &TokenRow) -> bool {
        match self {
            Sender::Player(player) => is_players(token, player),
            Sender::Official(office) => {
                token.player.is_none() && address::key(&token.to) == office.address()
            }
        }
    }

    /// Whether a code was made for him.
    pub fn owns_code(&self, code: &Challenge) -> bool {
        match self {
            Sender::Player(player) => code.player == Some(player.id),
            Sender::Official(office) => code.player.is_none() && code.address == office.address(),
        }
    }

    /// The zone of the days in letters to him: a player's newest running tournament's.
    pub fn zone(&self, desk: &Desk<'_>) -> Result<Zone, Failure> {
        match self {
            Sender::Player(player) => {
                match playing::running_tournaments(desk.tx, player.id)?.last() {
                    Some(id) => Ok(desk.tx.tournament_facts(*id)?.zone),
                    None => Ok(Zone::utc()),
                }
            }
            Sender::Official(office) => Ok(office.zone()),
        }
    }

    /// What is to be said to him.
    pub fn told(&self, body: Body) -> Notice {
        match self {
            Sender::Player(player) => Notice::new(Recipient::Player(player.id), body),
            Sender::Official(office) => {
                let mut notice = Notice::new(office.recipient(), body);
                notice.tournament = office.home().map(|t| t.id);
                notice
            }
        }
    }
}

/// Whether a token went to a player at the address that is his today. Of a letter that is lost
/// only its reader is known ([`super::tokens`] tells whether he has moved).
pub(super) fn is_players(token: &TokenRow, player: &PlayerRow) -> bool {
    let is_here = match token.of {
        TokenOf::Letter(_) => player.reach.is_at(&token.to),
        TokenOf::Lost(_) => true,
    };
    token.player == Some(player.id) && is_here
}

/// A kept letter with whom it is from.
#[derive(Clone, Copy)]
pub(super) struct LetterFrom<'p> {
    pub pending: &'p Pending,
    pub letter: &'p Letter,
    pub sender: Sender<'p>,
}

impl<'p> LetterFrom<'p> {
    /// A player's letter.
    pub fn player(
        pending: &'p Pending,
        letter: &'p Letter,
        player: &'p PlayerRow,
    ) -> LetterFrom<'p> {
        LetterFrom {
            pending,
            letter,
            sender: Sender::Player(player),
        }
    }

    /// An official's letter.
    pub fn official(
        pending: &'p Pending,
        letter: &'p Letter,
        office: &'p WritingOfficial,
    ) -> LetterFrom<'p> {
        LetterFrom {
            pending,
            letter,
            sender: Sender::Official(office),
        }
    }

    /// What brought a ruling about this letter.
    pub fn brings(&self) -> BroughtBy {
        BroughtBy {
            inbound: self.pending.id,
            message_id: self.letter.message_id.clone(),
            sender: self.sender.player(),
        }
    }
}

/// One letter to the sender's registered address, as an answer.
pub(super) fn answer(
    desk: &mut Desk<'_>,
    body: Body,
    from: &LetterFrom<'_>,
) -> Result<(), Failure> {
    let ruling = Ruling::telling(vec![from.sender.told(body)]);
    desk.record(ruling, None, Some(from.brings()))
}
