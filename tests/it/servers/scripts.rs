//! Addresses in other scripts, by real servers.

use super::dovecot::Dovecot;
use super::game::{House, Player, by_imap};
use super::incoming::Kept;
use super::postfix::{CLUB, Postfix};
use super::smtp::{handed, outbox};
use crate::ground::{impossible, not_root};
use postchess::ids::OutboundId;
use postchess::post::{Delivery, Parcel};

/// Bert's address, as he writes it and as the network has it.
const WRITTEN: &str = "bert@почта.рф";
const KEPT: &str = "bert@xn--80a1acny.xn--p1ai";

#[test]
fn a_player_of_another_script_plays_by_mail() {
    if let Some(why) = not_root() {
        return impossible(&why);
    }
    let dovecot = Dovecot::starts();
    let main = CLUB.replace("a.example", "a.example xn--80a1acny.xn--p1ai");
    let postfix = Postfix::starts_with(&dovecot, &main, "");
    let house = House::opens(&dovecot, &postfix, &by_imap(&dovecot), WRITTEN);
    let player = |address| Player {
        dovecot: &dovecot,
        port: postfix.smtp,
        address,
        kept: Kept::default(),
    };
    let (mut ann, mut bert) = (player("ann@a.example"), player(WRITTEN));
    house.run(&["poll"]);
    let start = ann.reads("start");
    let began = bert.reads("start");
    let said = String::from_utf8_lossy(&began);
    assert!(said.contains(KEPT), "{said}");
    ann.answers(&start, "1. 6263", 1);
    let told = polled(&house, || bert.has("move"));
    assert!(told, "Bert is told of the move");
    let letter = bert.reads("move");
    // His program writes his address in its own script, raw; then as the network has it.
    bert.answers(&letter, "1... 5755", 2);
    assert!(
        polled(&house, || ann.has("move")),
        "Ann is told of the answer"
    );
    let letter = ann.reads("move");
    ann.answers(&letter, "2. 7274", 3);
    assert!(
        polled(&house, || bert.has("move")),
        "Bert is told of the move"
    );
    bert.address = KEPT;
    let letter = bert.reads("move");
    bert.answers(&letter, "2... 4884", 4);
    assert!(polled(&house, || bert.has("result")), "the game is over");
    let all = house.json(&["inbox", "list"]);
    for row in all.as_array().unwrap() {
        assert_eq!(row["verdict"], "move", "{all}");
    }
    for row in house.json(&["outbox", "list"]).as_array().unwrap() {
        assert_eq!(row["state"], "sent", "{row}");
    }
}

/// Passes until something is there.
fn polled(house: &House, mut there: impl FnMut() -> bool) -> bool {
    (0..200).any(|_| {
        house.run(&["poll"]);
        there() || {
            std::thread::sleep(std::time::Duration::from_millis(50));
            false
        }
    })
}

/// A letter to a name that is not ASCII, by a server that speaks SMTPUTF8 or does not.
fn to_a_name_in_cyrillic(speaks: &str) -> Vec<Delivery> {
    let dovecot = Dovecot::starts();
    let main = format!("{CLUB}smtputf8_enable = {speaks}\n");
    let postfix = Postfix::starts_with(&dovecot, &main, "");
    let letter = "From: moves@chess.test\r\nTo: <иван@a.example>\r\nSubject: x\r\n\r\nx\r\n";
    let parcel = |to| Parcel {
        id: OutboundId(1),
        to,
        from: "moves@chess.test",
        bytes: letter.as_bytes(),
    };
    let mut outbox = outbox(&dovecot, postfix.smtps, "tls", &[]);
    handed(
        &mut outbox,
        &[parcel("иван@a.example"), parcel("ann@a.example")],
    )
    .unwrap()
}

#[test]
fn a_server_without_smtputf8_says_so_and_keeps_the_others() {
    if let Some(why) = not_root() {
        return impossible(&why);
    }
    assert_eq!(
        to_a_name_in_cyrillic("yes"),
        [Delivery::Delivered, Delivery::Delivered]
    );
    let answers = to_a_name_in_cyrillic("no");
    let [Delivery::Never(why), Delivery::Delivered] = answers.as_slice() else {
        panic!("{answers:?}");
    };
    assert!(why.contains("does not speak SMTPUTF8"), "{why}");
}
