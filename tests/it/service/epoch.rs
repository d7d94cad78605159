//! What a restore brings back, and what not: whoever was signed out, reset or moved away after
//! the backup, or has read an old letter, stays outside.

use super::desk::{self, PASSWORD};
use super::serve::Server;
use super::web::{Browser, GOOD, house, invitation_to, letter_with, link_in, on_web};
use crate::club::{ARBITER, Mail};
use crate::contract::{Answer, House};
use crate::engine;
use crate::ground::{impossible, no_terminal};
use postchess::ids::PlayerId;
use postchess::store::KeyPurpose;

const BEFORE: &str = "2026-01-10T09:00:00Z";
const LATER: &str = "2026-01-12T09:00:00Z";

/// The newest backup, as it is named on a command line.
fn newest(house: &House) -> String {
    let name = house.backups().pop().expect("a backup");
    house.path("club/backup").join(name).display().to_string()
}

fn restores(house: &House, now: &str, more: &str) -> Answer {
    house.at(now, &format!("--json restore {}{more}", newest(house)))
}

/// Signs in with a password: the status of the answer.
fn tries(server: &Server, address: &str) -> u16 {
    let browser = Browser::of(server);
    browser.gets("/sign-in");
    let fields = [("address", address), ("password", GOOD)];
    browser.posts("/sign-in", &fields).status
}

fn shows(server: &Server, secret: &str) -> u16 {
    let head = format!("Authorization: Bearer {secret}\r\n");
    server.asks("GET", "/api/v1/games", &head).status
}

/// Everything that signs in, made before the backup and ended behind it: of Ann, whose address
/// somebody else reads, and of the arbiter, whose telephone is lost.
#[test]
fn what_was_ended_behind_a_backup_stays_ended() {
    if engine::server().is_some() {
        return impossible("a backup takes the place of a file");
    }
    for archived in [false, true] {
        let house = house(&on_web());
        let archive = house.path("archive");
        std::fs::create_dir(&archive).unwrap();
        if archived {
            let config = house.path("club/postchess.toml");
            let text = std::fs::read_to_string(&config).unwrap();
            let line = format!("[archive]\npath = \"{}\"\n", archive.display());
            std::fs::write(&config, text.replace("[archive]\n", &line)).unwrap();
        }
        let server = Server::starts(&house, &[]);
        let (thief, bert) = (Browser::of(&server), Browser::of(&server));
        thief.comes_by(&invitation_to(&house, "ann@a.example"), "ann@a.example");
        bert.comes_by(&invitation_to(&house, "bert@b.example"), "bert@b.example");
        let secret = house
            .robot()
            .access_key_make(PlayerId(1), KeyPurpose::Api, "thieves-den")
            .unwrap();
        assert_eq!(shows(&server, &secret), 200);
        let asking = Browser::of(&server);
        asking.gets("/sign-in");
        asking.posts("/sign-in/link", &[("address", "ann@a.example")]);
        let has_link = |letter: &Mail| letter.text.contains("/link/");
        let mail = letter_with(&house, "ann@a.example", has_link);
        let link = link_in(&mail, "/link/");
        let (at_desk, phone) = desk::arbiter(&house, &server);
        desk::with_another(&house);
        let old_invitation = desk::invited(&house, BEFORE, "xaver@x.example");
        house.run("backup").done();
        // Behind it: Ann has another address, the arbiter's telephone is gone.
        house
            .run("td address ann@a.example ann@new.example --reason moved")
            .done();
        house.run(&format!("desk reset {ARBITER}")).done();
        house.run("poll").done();
        assert_eq!(shows(&server, &secret), 401);
        let (thiefs, at_desk) = (thief.cookies(), at_desk.cookies());
        let askings = asking.cookies();
        drop(server);

        let restored = restores(&house, LATER, "");
        let told = restored.json();
        let ended = &told["sign_ins"];
        assert_eq!(ended["players"], if archived { 1 } else { 2 }, "{told}");
        let officials = ended["officials"].as_array().unwrap();
        assert_eq!(officials.len(), 1, "{told}");
        assert_eq!(officials[0]["address"], ARBITER);
        let invited = officials[0]["link"].as_str().unwrap();
        assert!(restored.err.contains(invited), "{}", restored.err);
        let invited = invited[invited.find("/desk/").unwrap()..].to_owned();
        house.at(LATER, "verify").done();

        let server = Server::starts_at(&house, LATER, &[]);
        assert_eq!(shows(&server, &secret), 401, "a program of before");
        assert!(!Browser::with(&server, &thiefs).is_signed_in(), "a session");
        let of_link = Browser::with(&server, &askings);
        of_link.gets(&link);
        assert_eq!(of_link.posts(&link, &[]).status, 403, "a mailed link");
        for address in ["ann@a.example", "ann@new.example"] {
            assert_ne!(tries(&server, address), 303, "an old password at {address}");
        }
        assert_eq!(
            tries(&server, "bert@b.example") == 303,
            archived,
            "Bert's own"
        );
        let mut at_desk = desk::Browser::with(&server, at_desk);
        assert_ne!(at_desk.gets("/desk").status, 200, "a session at the desk");
        for code in [phone.code(LATER, 0), phone.codes[0].clone()] {
            let reply = at_desk.signs_in(ARBITER, PASSWORD, &code);
            assert_eq!(
                reply.status, 403,
                "the old telephone, an unused recovery code"
            );
        }
        let mut other = desk::Browser::at(&server);
        assert_ne!(
            other.gets(&old_invitation).status,
            200,
            "an invitation of before"
        );
        assert_eq!(other.gets(&invited).status, 200, "the new one");
        drop(server);

        // The same backup once more: nothing of the first restore is good either.
        restores(&house, LATER, "").json();
        let server = Server::starts_at(&house, LATER, &[]);
        let mut other = desk::Browser::at(&server);
        assert_ne!(other.gets(&invited).status, 200, "another epoch");
    }
}

/// To keep what signs in is asked at a terminal alone.
#[test]
fn nothing_is_kept_without_a_terminal() {
    if engine::server().is_some() {
        return impossible("a backup takes the place of a file");
    }
    let house = house(&on_web());
    house.run("backup").done();
    let refused = restores(&house, LATER, " --keep-sign-ins");
    refused.fails(2);
    assert!(refused.err.contains("terminal"), "{}", refused.err);
    assert!(!house.path("club/postchess.db.before-restore").exists());
}

/// At one it is asked; a yes is recorded, and leaves all as it was.
#[test]
fn what_is_kept_at_a_terminal_is_recorded() {
    if engine::server().is_some() {
        return impossible("a backup takes the place of a file");
    }
    if let Some(why) = no_terminal() {
        return impossible(&why);
    }
    let house = house(&on_web());
    let server = Server::starts(&house, &[]);
    let bert = Browser::of(&server);
    bert.comes_by(&invitation_to(&house, "bert@b.example"), "bert@b.example");
    house.run("backup").done();
    let bert = bert.cookies();
    drop(server);
    let typed = |word: &str| {
        let line = format!("restore {} --keep-sign-ins", newest(&house));
        house.on_a_terminal(LATER, &line, &format!("{word}\n")).out
    };
    let kept = || {
        let sql = "SELECT value FROM meta WHERE key = 'sign-ins-kept'";
        let found = house
            .database()
            .query_row(sql, [], |r| r.get::<_, String>(0));
        found.ok()
    };
    let said = typed("no");
    assert!(said.contains("nothing was changed"), "{said}");
    assert_eq!(kept(), None);
    let said = typed("yes");
    assert!(said.contains("restored"), "{said}");
    assert!(kept().is_some_and(|kept| kept.starts_with(LATER)));
    let server = Server::starts_at(&house, LATER, &[]);
    assert!(Browser::with(&server, &bert).is_signed_in());
    assert_eq!(tries(&server, "bert@b.example"), 303);
}

/// A server that goes on while a backup is put back knows the new epoch with its next reading.
#[test]
fn a_server_that_runs_through_a_restore_goes_on_in_the_new_epoch() {
    if engine::server().is_some() {
        return impossible("a backup takes the place of a file");
    }
    let house = house(&on_web());
    let server = Server::starts(&house, &[]);
    let bert = Browser::of(&server);
    bert.comes_by(&invitation_to(&house, "bert@b.example"), "bert@b.example");
    let unused = invitation_to(&house, "ann@a.example");
    assert_eq!(Browser::of(&server).gets(&unused).status, 200);
    house.run("backup").done();
    restores(&house, BEFORE, "").json();
    assert_eq!(Browser::of(&server).gets(&unused).status, 404);
    assert!(!bert.is_signed_in());
    assert_ne!(tries(&server, "bert@b.example"), 303);
    // By the mailed link he is in, and stays so.
    let anew = Browser::of(&server);
    anew.gets("/sign-in");
    anew.posts("/sign-in/link", &[("address", "bert@b.example")]);
    let has_link = |letter: &Mail| letter.text.contains("/link/");
    let link = link_in(&letter_with(&house, "bert@b.example", has_link), "/link/");
    anew.gets(&link);
    assert_eq!(anew.posts(&link, &[]).status, 303);
    assert!(anew.is_signed_in());
}
