//! Which mail is a person's.

use super::super::*;

fn kind(head: &str) -> Kind {
    let text = if head.contains("\n\n") {
        head.to_owned()
    } else {
        format!("{head}\n\n12. 5254")
    };
    let text = if head.contains("From:") {
        text
    } else {
        format!("From: ann@example.org\n{text}")
    };
    read(text.as_bytes()).unwrap().kind
}

#[test]
fn people_are_people() {
    for head in [
        "Subject: move",
        "Subject: Re: Automatic reply: move",
        "X-Auto-Response-Suppress: All",
        "X-Auto-Response-Suppress: DR, OOF, AutoReply\nSubject: move",
        "Auto-Submitted: no",
        "Auto-Submitted: No (really)",
        "Precedence: first-class",
        "Return-Path: <ann@example.org>",
        "Subject: Out of bounds",
        "Subject: Ответ",
        "Content-Type: text/plain; charset=utf-8",
        "X-Autoreply: no",
    ] {
        assert_eq!(kind(head), Kind::Person, "{head}");
    }
}

#[test]
fn automatic_answers_are_known_by_header_and_subject() {
    for head in [
        "Auto-Submitted: auto-replied",
        "Auto-Submitted: AUTO-REPLIED; owner-email=\"x@y\"",
        "Auto-Submitted: auto-generated (rfc3834)",
        "X-Autoreply: yes",
        "X-Autorespond: vacation",
        "Precedence: auto_reply",
        "Content-Identifier: Auto-replied",
        "X-FC-Machinegenerated: true",
        "Return-Path: <>",
        "Return-Path: <>\nSubject: Re: [RU26-01/3] move",
        "Subject: Automatic reply: move",
        "Subject: Auto: move",
        "Subject: Out of Office Re: move",
        "Subject: Автоответ: ход",
        "Subject: Автоматический ответ: ход",
        "Subject: Нет на месте: ход",
        "Subject: Автоматична відповідь: хід",
        "Subject: Автовідповідь",
        "Subject: Automatyczna odpowiedź: ruch",
        "Subject: Autoodpowiedź: ruch",
        "Subject: Odpowiedź automatyczna: ruch",
        "Subject: Automatische Antwort: Zug",
        "Subject: =?UTF-8?B?0JDQstGC0L7QvtGC0LLQtdGC?=: x",
    ] {
        assert_eq!(kind(head), Kind::AutoReply, "{head}");
    }
}

#[test]
fn delivery_reports_are_bounces_only_where_something_failed() {
    let report = |action: &str| {
        format!(
            "From: MAILER-DAEMON@mx.example\nReturn-Path: <>\nContent-Type: multipart/report; report-type=delivery-status; boundary=b\n\n--b\nContent-Type: text/plain\n\n12. 5254\n--b\nContent-Type: message/delivery-status\n\nReporting-MTA: dns; x\n\nFinal-Recipient: rfc822; ann@example.org\nAction: {action}\nStatus: 5.1.1\n--b\nContent-Type: message/rfc822\n\nMessage-ID: <ours@club.example>\nX-Postchess-Kind: move\n\n12. 5254\n--b--\n"
        )
    };
    assert_eq!(kind(&report("failed")), Kind::Bounce);
    assert_eq!(kind(&report("delayed")), Kind::Bulk);
    assert_eq!(kind(&report("delivered")), Kind::Bulk);
    for head in [
        "From: mailer-daemon@corp.mail.ru\nX-Failed-Recipients: ann@example.org\nAuto-Submitted: auto-replied\nReturn-path: <>\nSubject: Mail failure.",
        "From: mailer-daemon@yandex.ru\nSubject: Недоставленное сообщение",
        "From: Mail Delivery System <MAILER-DAEMON@x.example>",
        "From: postmaster@x.example\nSubject: Undeliverable: move",
        "X-Failed-Recipients: ann@example.org",
        "Return-Path: <>\nSubject: Undelivered Mail Returned to Sender",
    ] {
        assert_eq!(kind(head), Kind::Bounce, "{head}");
    }
    assert_eq!(
        kind("From: mailer-daemon@x.example\nSubject: Delivery Status Notification (Delay)"),
        Kind::Bulk
    );
}

#[test]
fn lists_receipts_calendars_and_our_own_mail_are_bulk() {
    for head in [
        "Precedence: bulk",
        "Precedence: list",
        "List-Id: <chess.example.org>",
        "List-Unsubscribe: <mailto:x@y>",
        "From: no-reply@service.example",
        "From: noreply@service.example",
        "X-Postchess-Kind: move",
        "X-Postchess-Kind: move\nAuto-Submitted: auto-generated",
        "Content-Type: multipart/report; report-type=disposition-notification; boundary=b\n\n--b\nContent-Type: text/plain\n\nread\n--b\nContent-Type: message/disposition-notification\n\nDisposition: manual-action\n--b--",
        "Content-Type: text/calendar; method=REQUEST\n\nBEGIN:VCALENDAR",
    ] {
        assert_eq!(kind(head), Kind::Bulk, "{head}");
    }
}
