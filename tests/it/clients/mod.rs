//! Conversations with chess programs that write letters themselves: games as
//! they send them, and the programs.

mod cmail;
mod games;
pub mod programs;
mod scid;
mod xfcc;

pub use programs::{extracted, extracted_games};

use crate::club::{Club, ROBOT, address};

/// The tags of a game as cmail keeps them; `result` as in its tag.
fn tags(name: &str, result: &str) -> String {
    format!(
        "[Event \"Club championship\"]\n[Site \"NET\"]\n[Date \"2026.01.10\"]\n[Round \"1\"]\n\
         [White \"Ann Archer\"]\n[Black \"Bert Baker\"]\n[Result \"{result}\"]\n\
         [WhiteNA \"{ROBOT}\"]\n[BlackNA \"{ROBOT}\"]\n[Mode \"EM\"]\n\
         [CmailGameName \"{name}\"]\n"
    )
}

/// Puts a letter as XBoard's cmail writes it into the mailbox, with the headers
/// that its mail program adds, and reads the mailbox.
fn cmail(club: &mut Club, who: &str, name: &str, body: &str) {
    serial_mail(
        club,
        who,
        &format!("cmail 1 game <{name}>"),
        &format!("Mime-Version: 1.0\nContent-Type: application/x-chess;name={name}.pgn"),
        body,
    );
}

/// Puts a letter with these headers and this body into the mailbox and reads it.
fn serial_mail(club: &mut Club, who: &str, subject: &str, headers: &str, body: &str) {
    let rest = format!("To: {ROBOT}\nSubject: {subject}\n{headers}\n\n{body}\n");
    serial_raw(club, who, &rest);
}

/// The same for a letter to which its mail server adds what every letter has.
fn serial_raw(club: &mut Club, who: &str, rest: &str) {
    use std::sync::atomic::{AtomicU32, Ordering};
    static SERIAL: AtomicU32 = AtomicU32::new(0);
    let serial = SERIAL.fetch_add(1, Ordering::Relaxed);
    let raw = format!(
        "From: {}\nDate: {}\nMessage-ID: <client-{serial}@mail.example>\n{rest}",
        address(who),
        club.now.rfc2822(),
    );
    club.drops(raw.as_bytes());
    club.polls();
}
