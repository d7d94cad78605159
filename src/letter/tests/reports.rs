//! What delivery reports say.

use super::super::*;

fn report(text: &str) -> DeliveryReport {
    let letter = read(text.as_bytes()).unwrap();
    let crlf = read(text.replace('\n', "\r\n").as_bytes()).unwrap();
    assert_eq!(letter.report, crlf.report);
    letter.report.unwrap()
}

fn dsn(fields: &str, original: &str) -> String {
    format!(
        "From: MAILER-DAEMON@mx.example\nReturn-Path: <>\nMessage-ID: <own@mx.example>\nContent-Type: multipart/report; report-type=delivery-status; boundary=b\n\n--b\nContent-Type: text/plain\n\nI'm sorry.\n--b\nContent-Type: message/delivery-status\n\nReporting-MTA: dns; mx.example\n\n{fields}\n--b\n{original}\n--b--\n"
    )
}

#[test]
fn the_fields_of_a_report_are_read() {
    let text = dsn(
        "Final-Recipient: rfc822; Ann@Example.org\nOriginal-Recipient: rfc822;a.adams@example.org\nAction: failed\nStatus: 5.1.1 (no such user)\nDiagnostic-Code: smtp; 550 5.1.1 <ann@example.org>:\n  User unknown",
        "Content-Type: message/rfc822\n\nReferences: <older@club.example>\nMessage-ID:\n <g1.p2.abc@club.example>\n\nMessage-ID: <inside@x>",
    );
    let found = report(&text);
    assert_eq!(found.fate, DeliveryFate::Failed);
    assert_eq!(found.status.as_deref(), Some("5.1.1"));
    assert!(found.hard);
    assert_eq!(found.recipients, ["ann@example.org", "a.adams@example.org"]);
    assert_eq!(found.originals.first().unwrap(), "g1.p2.abc@club.example");
    assert!(!found.originals.iter().any(|id| id == "own@mx.example"));
    assert_eq!(
        found.diagnostic,
        "550 5.1.1 <ann@example.org>: User unknown"
    );
}

#[test]
fn what_failed_counts_before_what_arrived() {
    let text = dsn(
        "Final-Recipient: rfc822; bert@example.org\nAction: delivered\nStatus: 2.0.0\n\nFinal-Recipient: rfc822; ann@example.org\nAction: failed\nStatus: 4.4.7",
        "Content-Type: text/rfc822-headers\n\nMessage-ID: <one@club.example>",
    );
    let found = report(&text);
    assert_eq!(found.fate, DeliveryFate::Failed);
    assert_eq!(found.recipients, ["ann@example.org"]);
    assert_eq!(found.status.as_deref(), Some("4.4.7"));
    assert!(!found.hard);
    assert_eq!(found.originals, ["one@club.example"]);
}

#[test]
fn a_delay_is_told_from_a_failure() {
    let text = dsn(
        "Final-Recipient: rfc822; ann@example.org\nAction: delayed\nStatus: 4.4.1",
        "\nx",
    );
    assert_eq!(read(text.as_bytes()).unwrap().kind, MailKind::Bulk);
    assert_eq!(report(&text).fate, DeliveryFate::Delayed);
}

#[test]
fn private_forms_are_read_from_their_words() {
    // Exim.
    let found = report(
        "Return-path: <>\nX-Failed-Recipients: ann@example.org\nAuto-Submitted: auto-replied\nFrom: Mail Delivery System <Mailer-Daemon@mx.example>\nSubject: Mail delivery failed: returning message to sender\n\nThis message was created automatically by mail delivery software.\n\n  ann@example.org\n    SMTP error from remote mail server after RCPT TO:<ann@example.org>:\n    550 5.1.1 User unknown\n\n------ This is a copy of the message, including all the headers. ------\n\nMessage-Id: <g1.p2.abc@club.example>\nSubject: x\n",
    );
    assert_eq!(found.recipients, ["ann@example.org"]);
    assert_eq!(found.originals, ["g1.p2.abc@club.example"]);
    assert_eq!(found.status.as_deref(), Some("5.1.1"));
    assert_eq!(found.diagnostic, "550 5.1.1 User unknown");
    // qmail.
    let found = report(
        "Return-Path: <>\nFrom: MAILER-DAEMON@mx.example\nSubject: failure notice\n\nHi. This is the qmail-send program at mx.example.\n\n<ann@example.org>:\n192.0.2.1 does not like recipient.\nRemote host said: 450 mailbox busy\nGiving up on 192.0.2.1.\n\n--- Below this line is a copy of the message.\n\nMessage-ID: <g1.p2.abc@club.example>\n",
    );
    assert_eq!(found.originals, ["g1.p2.abc@club.example"]);
    assert!(!found.hard);
    // Exchange quotes nothing and answers the letter.
    let found = report(
        "Return-Path: <>\nFrom: System Administrator <postmaster@mx.example>\nSubject: Undeliverable: x\nIn-Reply-To: <g1.p2.abc@club.example>\n\nYour message did not reach some or all of the intended recipients.\n",
    );
    assert_eq!(found.originals, ["g1.p2.abc@club.example"]);
    assert_eq!(found.status, None);
    assert!(found.hard);
}

#[test]
fn a_report_without_end_is_cut() {
    let ids: String = (0..500).map(|n| format!("Message-ID: <{n}@x>\n")).collect();
    let said = "550 ".to_owned() + &"x".repeat(5000);
    let found = report(&format!("From: mailer-daemon@x.example\n\n{said}\n{ids}"));
    assert_eq!(found.originals.len(), 20);
    assert_eq!(found.diagnostic.chars().count(), 300);
}

#[test]
fn letters_of_people_report_nothing() {
    let letter = read(b"From: ann@example.org\n\nMessage-ID: <a@b>\n5.1.1").unwrap();
    assert_eq!(letter.report, None);
}
