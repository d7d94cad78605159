//! Which mail is a person's.

use super::super::*;

fn kind(head: &str) -> MailKind {
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
        "Subject: Re: Undelivered Mail Returned to Sender",
        "Subject: Re: Недоставленное сообщение",
        "Subject: Fwd: Undeliverable: move",
        "Subject: The delivery was late",
        "Subject: Re: Ann Adams is out of the office",
        "Subject: I read: your letter",
        "Subject: move\n\nHi. This is the move: 12. 5254",
        "Subject: move\n\nMy last letter came back, it said:\nThis message was created automatically by mail delivery software.\n\n12. 5254",
        "From: Daemon Baker <baker@example.org>",
        "From: System Administrator <ann@example.org>",
        "Content-Type: multipart/mixed; boundary=b\n\n--b\nContent-Type: text/plain\n\n12. 5254\n--b\nContent-Type: text/calendar; name=x.ics\n\nBEGIN:VCALENDAR\n--b--",
        "Content-Type: multipart/mixed; boundary=b\n\n--b\nContent-Type: text/plain\n\n12. 5254\n--b\nContent-Type: message/rfc822\n\nFrom: mailer-daemon@x.example\nSubject: failure notice\n\nno\n--b--",
    ] {
        assert_eq!(kind(head), MailKind::Person, "{head}");
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
        "Subject: Автоматическое сообщение: я на даче",
        "Subject: Отсутствие на рабочем месте: ход",
        "Subject: Авто-ответ: ход",
        "Subject: Немає на місці: хід",
        "Subject: Відсутній на робочому місці",
        "Subject: Nieobecność: ruch",
        "Subject: Poza biurem: ruch",
        "Subject: Abwesenheitsnotiz: Zug",
        "Subject: Abwesenheit: Zug",
        "Subject: Réponse automatique : coup",
        "Subject: Respuesta automática: jugada",
        "Subject: Risposta automatica: mossa",
        "Subject: Automatisch antwoord: zet",
        "Subject: Automatiskt svar: drag",
        "Subject: Automatická odpověď: tah",
        "Subject: [EXTERNAL] Automatic reply: move",
        "Subject: Out of Office AutoReply: move",
        "Subject: Auto Response: move",
        "Subject: Ann Adams is out of the office (returning 20.07.2026)",
        "Subject: Ann Adams ist außer Haus.",
        "X-MS-Exchange-Inbox-Rules-Loop: ann@example.org",
        "X-MS-Exchange-Generated-Message-Source: Mailbox Rules Agent",
        "X-POST-MessageClass: 9; Autoresponder",
        "X-Autoreply-From: ann@example.org",
        "X-Mailer: vacation 1.2",
        "X-Apple-Action: vacation",
        "From: autoresponder@service.example",
        "Auto-Submitted: auto-notified",
    ] {
        assert_eq!(kind(head), MailKind::AutoReply, "{head}");
    }
}

#[test]
fn delivery_reports_are_bounces_only_where_something_failed() {
    let report = |action: &str| {
        format!(
            "From: MAILER-DAEMON@mx.example\nReturn-Path: <>\nContent-Type: multipart/report; report-type=delivery-status; boundary=b\n\n--b\nContent-Type: text/plain\n\n12. 5254\n--b\nContent-Type: message/delivery-status\n\nReporting-MTA: dns; x\n\nFinal-Recipient: rfc822; ann@example.org\nAction: {action}\nStatus: 5.1.1\n--b\nContent-Type: message/rfc822\n\nMessage-ID: <ours@club.example>\nX-Postchess-Kind: move\n\n12. 5254\n--b--\n"
        )
    };
    assert_eq!(kind(&report("failed")), MailKind::Bounce);
    assert_eq!(kind(&report("delayed")), MailKind::Bulk);
    assert_eq!(kind(&report("delivered")), MailKind::Bulk);
    for head in [
        "From: mailer-daemon@corp.mail.ru\nX-Failed-Recipients: ann@example.org\nAuto-Submitted: auto-replied\nReturn-path: <>\nSubject: Mail failure.",
        "From: mailer-daemon@yandex.ru\nSubject: Недоставленное сообщение",
        "From: Mail Delivery System <MAILER-DAEMON@x.example>",
        "From: postmaster@x.example\nSubject: Undeliverable: move",
        "X-Failed-Recipients: ann@example.org",
        "Return-Path: <>\nSubject: Undelivered Mail Returned to Sender",
        // Under the name of the mail server, or under none that says so.
        "From: Mailer Daemon <x@y.example>",
        "From: \"Mail Delivery System\" <robot@host.example>\nSubject: x",
        "From: =?iso-2022-jp?B?TWFpbCBEZWxpdmVyeSBTdWJzeXN0ZW0=?= <x@y.example>\nSubject: E",
        "From: mailer-daemon\nSubject: There was an error sending your mail\nPrecedence: list",
        "From: System Administrator <postmaster@x.example>\nSubject: E",
        "From: \"InterScan MSS\" <admin@x.example>\nSubject: Mail could not be delivered",
        "From: \"Courier mail server at x.example\" <@>\nSubject: NOTICE: mail delivery status.",
        "From: Microsoft Outlook <MicrosoftExchange329e71ec88ae4615bbc36ab6ce41109e@x.example>\nSubject: Undeliverable: move",
        "From: post_master@x.example",
        // By the subject alone.
        "Subject: DELIVERY FAILURE: User ann (ann@example.org) not listed in Domino Directory",
        "Subject: failure notice",
        "Subject: Permanent Delivery Failure",
        "Subject: Delivery Status Notification (Failure)",
        "Subject: Returned mail: see transcript for details",
        "Subject: Mail delivery failed: returning message to sender",
        "Subject: Unzustellbar: Zug",
        "Subject: Non remis : coup",
        "Subject: Niedostarczalne: ruch",
        "Subject: Zwrot wiadomości: ruch",
        "Subject: Не удалось доставить: ход",
        "Subject: Недоставлено: ход",
        "Subject: Не вдалося доставити: хід",
        // By the opening words of the text.
        "Subject: x\n\nHi. This is the qmail-send program at x.example.\nI'm afraid I wasn't able to deliver your message",
        "Subject: x\n\nThis message was created automatically by mail delivery software.\n\nA message that you sent could not be delivered",
        "Subject: x\n\nYour mail sent on: Thu, 29 Apr 2010 11:04:47 +0900\n    Could not be delivered to: <ann@example.org>",
        "Subject: x\nContent-Type: text/html\n\n<html><body><p>Your message to <b>ann@example.org</b> couldn't be delivered.</p>",
        "Subject: x\nContent-Type: text/plain; charset=utf-8\n\nВаше сообщение не доставлено.",
        // A report in a wrapping that RFC 6522 does not know.
        "Content-Type: multipart/mixed; boundary=b\n\n--b\nContent-Type: text/plain\n\n12. 5254\n--b\nContent-Type: message/delivery-status\n\nReporting-MTA: dns; x\n\nFinal-Recipient: rfc822; ann@example.org\nAction: failed\n--b--",
    ] {
        assert_eq!(kind(head), MailKind::Bounce, "{head}");
    }
    for head in [
        "From: mailer-daemon@x.example\nSubject: Delivery Status Notification (Delay)",
        "From: mailer-daemon@x.example\nSubject: Warning: message 1x2y-3z delayed 24 hours",
        "From: MAILER-DAEMON@x.example\nSubject: Warning: could not send message for past 4 hours",
        "From: mailer-daemon@x.example\nSubject: Доставка письма задержана",
        "From: MAILER-DAEMON@x.example\nSubject: Successful Mail Delivery Report",
        "From: postmaster@x.example\nSubject: Delivered: move",
        "From: postmaster@x.example\nSubject: Delivery Status Notification (Relay)",
    ] {
        assert_eq!(kind(head), MailKind::Bulk, "{head}");
    }
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
        "Content-Type: multipart/mixed; boundary=b\n\n--b\nContent-Type: text/plain\n\n12. 5254\n--b\nContent-Type: text/calendar\n\nBEGIN:VCALENDAR\nMETHOD:REPLY\n--b--",
        "X-BeenThere: chess@lists.example",
        "Mailing-List: contact chess-help@lists.example",
        "From: do-not-reply@service.example",
        "From: service-noreply@service.example",
        "Subject: Read: move",
        "Subject: Прочитано: ход",
        "Subject: Przeczytano: ruch",
    ] {
        assert_eq!(kind(head), MailKind::Bulk, "{head}");
    }
}

#[test]
fn what_only_looks_like_a_machine_s_is_said_to() {
    let told_by = |head: &str| {
        let text = format!("From: ann@example.org\n{head}\n\n12. 5254");
        let letter = read(text.as_bytes()).unwrap();
        (letter.kind != MailKind::Person).then_some(letter.told_by)
    };
    for head in [
        "Subject: Out of office",
        "Subject: Abwesenheit bis Montag",
        "Subject: Returned mail? Here is my move again",
        "Subject: Read: move",
        "Subject: x\nContent-Type: text/calendar; method=REQUEST",
        "Subject: x\n\nThis is an automatic reply.",
        "Subject: x\n\nLiked \u{201c}12. 5254\u{201d}",
    ] {
        assert_eq!(told_by(head), Some(ToldBy::Looks), "{head}");
    }
    for head in [
        "Subject: Out of office\nAuto-Submitted: auto-replied",
        "Subject: Returned mail\nReturn-Path: <>",
        "Subject: Automatic reply: move",
        "Subject: Автоматична відповідь",
        "Subject: Out of office: [T26/1] It is your move",
        "Subject: Undeliverable: [T26/1] It is your move",
        "From: \"Mailer-Daemon\" <mailer-daemon@example.org>\nSubject: move",
        "Subject: move\nList-Id: <x.example>\n\nThis is an automatic reply.",
        "X-Postchess-Kind: move",
    ] {
        assert_eq!(told_by(head), Some(ToldBy::Robot), "{head}");
    }
    for head in [
        "Subject: move\nReturn-Path: <>",
        "Subject: move\nList-Id: <x.example>",
        "Subject: move\nList-Unsubscribe: <mailto:x@x.example>",
        "Subject: move\nX-BeenThere: x@x.example",
        "Subject: move\nPrecedence: bulk",
        "Subject: move\nAuto-Submitted: auto-forwarded",
        "Subject: move\nAuto-Submitted: auto-generated",
        "Subject: move\nX-MS-Exchange-Inbox-Rules-Loop: ann@example.org",
        "Subject: Read: move\nPrecedence: bulk",
    ] {
        assert_eq!(told_by(head), Some(ToldBy::Relay), "{head}");
    }
    assert_eq!(told_by("Subject: move"), None);
}

#[test]
fn a_letter_that_goes_round_and_round_is_nobodys() {
    let hops = |n: usize| {
        "Received: from a.example by b.example; Mon, 2 Mar 2026 10:00:00 +0000\n".repeat(n)
    };
    assert_eq!(
        kind(&format!("{}Subject: move", hops(50))),
        MailKind::Person
    );
    assert_eq!(kind(&format!("{}Subject: move", hops(51))), MailKind::Bulk);
}
