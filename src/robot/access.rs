//! What opens somebody's account on the server is done and told to him at his registered address
//! in one transaction: whoever did it, he learns of it, and what to do if it was not him.

use super::alone::Robot;
use super::desk::Desk;
use super::office::office_of;
use crate::arbiter::{AccessChange, Body, BrowserHour, Notice, Recipient, Ruling};
use crate::error::Failure;
use crate::ids::PlayerId;
use crate::request::masked::masked;
use crate::store::Tx;
use crate::time::{Instant, Zone};

/// Whose account it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AccountOwner {
    /// A player's.
    Player(PlayerId),
    /// An official's at the desk, by his address in lower case.
    Official(String),
}

/// Somebody's account was opened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AccessNews {
    /// Whose it is.
    pub owner: AccountOwner,
    /// How it was opened.
    pub change: AccessChange,
}

impl AccessNews {
    /// Of a player's account.
    pub fn of_player(player: PlayerId, change: AccessChange) -> AccessNews {
        let owner = AccountOwner::Player(player);
        AccessNews { owner, change }
    }

    /// Of an official's account at the desk.
    pub fn of_official(address: &str, change: AccessChange) -> AccessNews {
        let owner = AccountOwner::Official(address.to_owned());
        AccessNews { owner, change }
    }
}

impl Robot {
    /// Does what may open an account, and tells its owner where it did; both or neither.
    /// `browser`: how the browser names itself.
    ///
    /// # Errors
    /// The record or the lock, or what the work returns.
    pub fn opens<T>(
        &mut self,
        browser: &str,
        work: impl FnOnce(&Tx<'_>) -> Result<(T, Option<AccessNews>), Failure>,
    ) -> Result<T, Failure> {
        let asked = asked_from(browser, self.now, self.config.club.time_zone);
        self.batch(|desk| {
            let (done, news) = work(desk.tx)?;
            if let Some(news) = news {
                tell(desk, &news, asked)?;
            }
            Ok(done)
        })
    }

    /// Tells somebody of what was tried with his account.
    ///
    /// # Errors
    /// The record or the lock.
    pub fn tells_owner(&mut self, browser: &str, news: AccessNews) -> Result<(), Failure> {
        self.opens(browser, |_| Ok(((), Some(news))))
    }
}

/// From where something is asked: what a browser calls itself is a stranger's word.
pub(super) fn asked_from(browser: &str, now: Instant, zone: Zone) -> BrowserHour {
    let plain = |c: &char| !c.is_control();
    BrowserHour {
        day: zone.day(now),
        at: zone.time_of_day(now),
        zone: zone.name().to_owned(),
        browser: masked(&browser.chars().filter(plain).collect::<String>()),
    }
}

/// Writes to who is reached by mail; nobody else has an account without seeing to it himself.
fn tell(desk: &mut Desk<'_>, news: &AccessNews, asked: BrowserHour) -> Result<(), Failure> {
    let body = Body::AccessChanged {
        change: news.change,
        asked,
    };
    let notice = match &news.owner {
        AccountOwner::Player(player) => {
            if desk.player(*player)?.reach.email().is_none() {
                return Ok(());
            }
            Notice::new(Recipient::Player(*player), body)
        }
        AccountOwner::Official(address) => {
            let office = office_of(desk.tx, address, desk.now)?;
            let Some(office) = office else {
                return Ok(());
            };
            let Some(home) = office.home() else {
                return Ok(());
            };
            Notice::new(office.recipient(), body).of_tournament(home.id)
        }
    };
    desk.record(Ruling::telling(vec![notice]), None, None)
}
