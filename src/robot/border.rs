//! What the newest letters show of the server that takes them: whether it is known as ours,
//! and whether its results tell enough for SPF to count (CONTRACT.md 4).

use super::Robot;
use super::hours;
use crate::error::Failure;
use crate::letter::authentication::{self, Trust};
use crate::letter::{self, Letter, MailKind};

/// So many of the newest letters are looked at.
const LETTERS: u32 = 20;

impl Robot {
    /// What is to be said of the border host, in English.
    ///
    /// # Errors
    /// The database cannot be read.
    pub fn border_remarks(&self) -> Result<Vec<String>, Failure> {
        let auth = &self.config.auth;
        let trust = Trust {
            ids: &auth.trusted_authserv_ids,
            below_received: auth.results_below_received,
        };
        let letters = self.newest_letters()?;
        let mut remarks = Vec::new();
        let domain = self.config.club.robot.rsplit_once('@');
        let domain = domain.map_or("", |(_, domain)| domain);
        let strange = |letter: &Letter| {
            let host = authentication::strange_host(&letter.trace, trust)?;
            (!hours::is_ours(host, domain)).then(|| host.to_owned())
        };
        let hosts: Vec<String> = letters.iter().filter_map(strange).collect();
        if let Some(host) = hosts.first() {
            remarks.push(format!(
                "{} of the newest {} letters were received last by a host that is not known as \
                 ours ({host}): what it says of their arrival and their senders is anybody's; \
                 auth.trusted_authserv_ids names it if it is your server",
                hosts.len(),
                letters.len()
            ));
        }
        let silent = |l: &&Letter| authentication::hides_sender(&l.trace, trust);
        let silent = letters.iter().filter(silent).count();
        if silent > 0 {
            remarks.push(format!(
                "of {silent} of the newest {} letters nothing says who sent the envelope: the \
                 results print its domain alone, and no Return-Path stands above your server's \
                 Received; SPF counts for none of them. Have the delivery write Return-Path \
                 (docs/OPERATING.md, Whom to believe)",
                letters.len()
            ));
        }
        Ok(remarks)
    }

    /// The newest letters of persons, as far as their bytes are there.
    fn newest_letters(&self) -> Result<Vec<Letter>, Failure> {
        let view = self.store.read();
        let mut letters = Vec::new();
        for id in view.inbound_newest(LETTERS)? {
            let Ok(raw) = view.inbound_raw(id) else {
                continue;
            };
            letters.extend(letter::glance(&raw.bytes));
        }
        letters.retain(|l| l.kind == MailKind::Person);
        Ok(letters)
    }
}
