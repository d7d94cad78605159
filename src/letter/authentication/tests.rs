//! Headers as the providers write them, and as forgers do.

use super::*;
use crate::letter;

const BORDER: &str = "Received: from mail.a.example (mail.a.example [192.0.2.7])\n\
    \tby mx.club.example (Postfix) with ESMTPS id 4XyZ1\n\
    \tfor <moves@club.example>; Mon, 12 Jan 2026 10:00:00 +0000 (UTC)\n";

/// By what a letter of ann@a.example passes.
fn judge(head: &str, ids: &[&str], below: bool) -> Option<Method> {
    judge_from(head, ids, below, "ann@a.example")
}

fn judge_from(head: &str, ids: &[&str], below: bool, from: &str) -> Option<Method> {
    match said_of(head, ids, below, from) {
        DomainVerdict::Passed(method) => Some(method),
        DomainVerdict::Denied | DomainVerdict::Unproven | DomainVerdict::Nothing => None,
    }
}

fn said_of(head: &str, ids: &[&str], below: bool, from: &str) -> DomainVerdict {
    let ids: Vec<String> = ids.iter().map(|i| (*i).to_owned()).collect();
    let trust = Trust {
        ids: &ids,
        below_received: below,
    };
    let mail = format!("{head}From: <{from}>\nTo: moves@club.example\nSubject: x\n\n12. 5254\n");
    let unix = letter::read(mail.as_bytes()).unwrap();
    let dos = letter::read(mail.replace('\n', "\r\n").as_bytes()).unwrap();
    assert_eq!(unix.trace, dos.trace);
    assert_eq!(unix.doubled, Vec::<&str>::new());
    said(&unix.trace, trust, from)
}

/// Results of our own host above its own Received.
fn ours(results: &str) -> Option<Method> {
    let head = format!("Authentication-Results: mx.club.example; {results}\n{BORDER}");
    judge(&head, &["mx.club.example"], false)
}

#[test]
fn aligned_results_pass_and_others_do_not() {
    use Method::{Dkim, Spf};
    for (results, expected) in [
        ("dkim=pass header.d=a.example", Some(Dkim)),
        ("dkim=pass header.i=@a.example", Some(Dkim)),
        ("dkim=pass header.i=ann@mail.a.example", Some(Dkim)),
        // One of a single address speaks for that address.
        ("dkim=pass header.i=mallory@a.example", None),
        (
            "dkim=pass header.d=a.example header.i=mallory@a.example",
            None,
        ),
        (
            "dkim=pass header.d=a.example header.i=ANN@a.example",
            Some(Dkim),
        ),
        (
            "dmarc=pass header.from=a.example; dkim=pass header.i=mallory@a.example",
            None,
        ),
        // DMARC that no signature of which is told has passed by.
        (
            "dmarc=pass header.from=a.example; dkim=fail header.d=a.example",
            None,
        ),
        ("DKIM=PASS Header.D=A.Example", Some(Dkim)),
        ("dkim=pass header.d=mail.a.example", Some(Dkim)),
        (
            "dkim=pass header.d=a.example header.i=@news.a.example",
            Some(Dkim),
        ),
        ("dkim=pass header.d=a.example header.i=@evil.example", None),
        ("dkim=pass header.d=evil.example", None),
        ("dkim=pass header.d=evil-a.example", None),
        ("dkim=pass header.d=a.example.evil.example", None),
        ("dkim=pass header.d=example", None),
        ("dkim=pass", None),
        ("dkim=fail header.d=a.example", None),
        ("dkim=neutral header.d=a.example", None),
        ("dkim=passed header.d=a.example", None),
        // SPF alone knows hosts: it counts only where the sender is From's own.
        ("spf=pass smtp.mailfrom=ann@a.example", Some(Spf)),
        ("spf=pass smtp.mailfrom=<Ann@A.Example>", Some(Spf)),
        ("spf=pass smtp.mailfrom=ann@mail.a.example", None),
        ("spf=pass smtp.mailfrom=a.example", None),
        ("spf=pass smtp.mailfrom=bert@a.example", None),
        ("spf=pass smtp.mailfrom=bounce@mail.a.example", None),
        ("spf=pass smtp.mailfrom=\"a b\"@a.example", None),
        ("spf=pass smtp.mailfrom=prvs=1234=ann@a.example", None),
        ("spf=pass smtp.mailfrom=evil.example", None),
        ("spf=pass smtp.helo=a.example", None),
        ("spf=softfail smtp.mailfrom=a.example", None),
        ("spf=pass smtp.mailfrom=", None),
        ("dmarc=pass header.from=a.example", Some(Dkim)),
        (
            "dmarc=pass (p=NONE) header.from=a.example; spf=pass smtp.mailfrom=ann@a.example",
            Some(Spf),
        ),
        // DMARC that passed by SPF alone is no more than that.
        (
            "dmarc=pass header.from=a.example; spf=pass smtp.mailfrom=bert@a.example",
            None,
        ),
        (
            "dmarc=pass header.from=a.example; dkim=none; spf=pass smtp.mailfrom=a.example",
            None,
        ),
        (
            "dmarc=pass header.from=a.example; dkim=pass; spf=pass smtp.mailfrom=a.example",
            Some(Dkim),
        ),
        ("dmarc=pass header.from=evil.example", None),
        ("dmarc=pass", None),
        (
            "dmarc=fail header.from=a.example; dkim=pass header.d=a.example",
            None,
        ),
        (
            "dmarc=temperror header.from=a.example; dkim=pass header.d=a.example",
            None,
        ),
        (
            "dmarc=none header.from=a.example; dkim=pass header.d=a.example",
            Some(Dkim),
        ),
        (
            "dmarc=fail header.from=a.example; dmarc=pass header.from=a.example",
            None,
        ),
        // A list signed it anew; a second signature is of a kind the host cannot check.
        (
            "dkim=fail header.d=list.example; dkim=pass header.d=a.example",
            Some(Dkim),
        ),
        (
            "dkim=neutral header.d=a.example header.s=ed; dkim=pass header.d=a.example header.s=rsa",
            Some(Dkim),
        ),
        (
            "dkim=pass header.d=a.example; dkim=fail header.d=a.example",
            None,
        ),
        (
            "spf=pass smtp.mailfrom=ann@a.example; spf=fail smtp.mailfrom=ann@a.example",
            None,
        ),
        ("none", None),
        ("", None),
        ("auth=pass smtp.auth=ann@a.example", None),
    ] {
        assert_eq!(ours(results), expected, "{results}");
    }
}

#[test]
fn what_a_domain_says_is_graded() {
    let of = |results: &str| {
        let head = format!("Authentication-Results: mx.club.example; {results}\n{BORDER}");
        said_of(&head, &["mx.club.example"], false, "ann@a.example")
    };
    for (results, expected) in [
        (
            "dmarc=fail (p=none) header.from=a.example",
            DomainVerdict::Denied,
        ),
        ("dmarc=fail", DomainVerdict::Denied),
        (
            "dmarc=pass header.from=a.example; dmarc=fail header.from=a.example",
            DomainVerdict::Denied,
        ),
        (
            "dmarc=fail header.from=a.example; dkim=pass header.d=a.example",
            DomainVerdict::Denied,
        ),
        // Another domain's no is not this one's; what passed is not shown either.
        ("dmarc=fail header.from=b.example", DomainVerdict::Unproven),
        (
            "dmarc=temperror header.from=a.example",
            DomainVerdict::Unproven,
        ),
        (
            "dmarc=none; spf=softfail smtp.mailfrom=a.example",
            DomainVerdict::Unproven,
        ),
        (
            "dmarc=none; spf=pass smtp.mailfrom=evil.example",
            DomainVerdict::Unproven,
        ),
        ("dkim=fail header.d=a.example", DomainVerdict::Unproven),
        (
            "spf=pass smtp.mailfrom=bert@a.example",
            DomainVerdict::Unproven,
        ),
        (
            "spf=neutral smtp.mailfrom=ann@a.example",
            DomainVerdict::Unproven,
        ),
        (
            "dkim=pass header.d=a.example (open",
            DomainVerdict::Unproven,
        ),
        // Nothing is published by which the letter could be known.
        (
            "dmarc=none; spf=none smtp.mailfrom=a.example; dkim=none",
            DomainVerdict::Nothing,
        ),
        ("none", DomainVerdict::Nothing),
        ("auth=pass smtp.auth=ann@a.example", DomainVerdict::Nothing),
        (
            "dkim=pass header.d=a.example",
            DomainVerdict::Passed(Method::Dkim),
        ),
    ] {
        assert_eq!(of(results), expected, "{results}");
    }
    // Nobody whom we trust has looked.
    let alone = said_of(BORDER, &["mx.club.example"], false, "ann@a.example");
    assert_eq!(alone, DomainVerdict::Nothing);
    let others = format!("Authentication-Results: mx.evil.example; dmarc=fail\n{BORDER}");
    let others = said_of(&others, &["mx.club.example"], false, "ann@a.example");
    assert_eq!(others, DomainVerdict::Nothing);
}

#[test]
fn comments_quotations_and_folding_are_those_of_the_rfc() {
    use Method::{Dkim, Spf};
    for (results, expected) in [
        // A semicolon in a comment ends nothing; comments nest.
        (
            "dkim=pass (good; (very) good) header.d=a.example",
            Some(Dkim),
        ),
        ("dkim=fail (no; dkim=pass header.d=a.example; )", None),
        ("spf=none (x \\) ; dkim=pass header.d=a.example ; )", None),
        (
            "dkim (sig) = (of) pass (today) header (the) . (field) d = (is) a.example",
            Some(Dkim),
        ),
        ("dkim/1=pass header.d=a.example", Some(Dkim)),
        (
            "\n\tdkim=pass\n\t  (2048-bit key)\n\theader.d=a.example",
            Some(Dkim),
        ),
        ("dkim=pass header.d=\"a.example\"", Some(Dkim)),
        (
            "spf=pass smtp.mailfrom=\"x; dkim=pass header.d=a.example\"@evil.example",
            None,
        ),
        (
            "spf=fail smtp.mailfrom=\"a;b\"@evil.example;dkim=pass header.d=a.example",
            Some(Dkim),
        ),
        (
            "dkim=pass reason=\"good; signature\" header.d=a.example",
            Some(Dkim),
        ),
        (
            "dkim=pass header.b=\"ab=/+\" header.d=a.example",
            Some(Dkim),
        ),
        ("dkim=pass header.b=ab/+c= header.d=a.example", Some(Dkim)),
        // What is left open at the end may hide anything.
        ("dkim=pass header.d=a.example; spf=none (open", None),
        ("dkim=pass header.d=a.example; spf=none reason=\"open", None),
        ("dkim=pass header.d=a.example (", None),
        // What is no result is passed over, with all that stands beside it.
        ("something odd; dkim=pass header.d=a.example", Some(Dkim)),
        ("dkim=pass odd header.d=a.example", None),
        ("spf=pass smtp.mailfrom=ann@a.example;", Some(Spf)),
        (";;spf=pass smtp.mailfrom=ann@a.example", Some(Spf)),
    ] {
        assert_eq!(ours(results), expected, "{results}");
    }
}

#[test]
fn only_trusted_hosts_count() {
    let good = "dkim=pass header.d=a.example";
    for (id, ids, passes) in [
        ("mx.club.example", &["mx.club.example"][..], true),
        ("MX.Club.Example", &["mx.club.example"], true),
        ("mx.club.example 1", &["mx.club.example"], true),
        ("mx.club.example (our host)", &["mx.club.example"], true),
        ("(ours) mx.club.example", &["mx.club.example"], true),
        ("\"mx.club.example\"", &["mx.club.example"], true),
        ("mx.club.example 2", &["mx.club.example"], false),
        ("mx.club.example.evil.example", &["mx.club.example"], false),
        ("evilmx.club.example", &["mx.club.example"], false),
        (
            "evil.example (mx.club.example)",
            &["mx.club.example"],
            false,
        ),
        (
            "(mx.club.example) evil.example",
            &["mx.club.example"],
            false,
        ),
        (
            "(mx.club.example;) evil.example",
            &["mx.club.example"],
            false,
        ),
        ("mx.club.example evil.example", &["mx.club.example"], false),
        (
            "mx1.club.example",
            &["*.club.example", "mx.club.example"],
            true,
        ),
        ("club.example", &["*.club.example"], false),
        ("evilclub.example", &["*.club.example"], false),
        (".club.example", &["*.club.example"], false),
        ("mx.club.example", &[], false),
        ("", &["mx.club.example"], false),
    ] {
        let head = format!("Authentication-Results: {id}; {good}\n{BORDER}");
        assert_eq!(judge(&head, ids, false).is_some(), passes, "{id} {ids:?}");
    }
}

#[test]
fn only_what_stands_above_our_border_counts() {
    let ids = &["mx.club.example"];
    let good = "Authentication-Results: mx.club.example; dkim=pass header.d=a.example\n";
    let local = |by: &str, with: &str| {
        format!(
            "Received: from mx.club.example (mx.club.example [127.0.0.1])\n\tby {by} with {with} id 5; Mon, 12 Jan 2026 10:00:01 +0000\n"
        )
    };
    let from_outside = |by: &str| {
        format!(
            "Received: from x.example (unknown [198.51.100.9]) by {by} with ESMTP id 6;\n\tMon, 12 Jan 2026 10:00:00 +0000\n"
        )
    };
    let lying = "Received: from imap.club.example (unknown [198.51.100.9]) by mx2.club.example with ESMTP id 6;\n\tMon, 12 Jan 2026 10:00:00 +0000\n";
    let inner = local("imap.club.example", "ESMTP");
    let lmtp = local("mx.club.example", "LMTP");
    let filter = local("localhost", "ESMTP");
    let stranger = from_outside("mx.evil.example");
    let sibling = from_outside("mx2.club.example");
    let gmail = "Received: by 2002:a05:6a10:c00:0:0:0:0 with SMTP id a1csp1; Mon, 12 Jan 2026 02:00:01 -0800 (PST)\n";
    let unclosed =
        "Received: from x (by mx.club.example [192.0.2.7] by y; Mon, 12 Jan 2026 10:00:00 +0000\n";
    for (head, passes) in [
        (format!("{good}{BORDER}"), true),
        (
            format!("X-Spam: no\n{good}DKIM-Signature: v=1\n{BORDER}"),
            true,
        ),
        (format!("{BORDER}{good}"), false),
        (format!("{BORDER}{good}{BORDER}"), false),
        (format!("{BORDER}{good}{stranger}"), false),
        (good.to_owned(), false),
        (format!("{good}{stranger}"), false),
        (format!("{good}{stranger}{BORDER}"), false),
        (format!("{stranger}{good}{BORDER}"), false),
        // Hops within the house stand above the border's.
        (format!("{inner}{good}{BORDER}"), true),
        (format!("{good}{inner}{BORDER}"), true),
        (format!("{lmtp}{good}{BORDER}"), true),
        (format!("{filter}{inner}{good}{BORDER}"), true),
        (format!("{gmail}{good}{BORDER}"), true),
        // A host of the house that took it from outside is the border, whatever
        // the client called itself: what stands below was written by strangers.
        (format!("{sibling}{good}{BORDER}"), false),
        (format!("{lying}{good}{BORDER}"), false),
        (format!("{good}{sibling}{BORDER}"), true),
        (format!("{inner}{good}"), false),
        (format!("{good}{unclosed}"), false),
        (format!("{good}Received: whatever\n"), false),
    ] {
        assert_eq!(judge(&head, ids, false).is_some(), passes, "{head}");
    }
}

#[test]
fn results_below_our_received_count_where_the_provider_writes_them_there() {
    let ids = &["mx.google.com"];
    let gmail = "Received: by 2002:a05:6a10:c00:0:0:0:0 with SMTP id a1csp1;\n        Mon, 12 Jan 2026 02:00:01 -0800 (PST)\n\
        X-Received: by 2002:a05:6000:1842:b0:22b with SMTP id c2-20020;\n        Mon, 12 Jan 2026 02:00:01 -0800 (PST)\n\
        ARC-Authentication-Results: i=1; mx.google.com;\n       dkim=pass header.i=@a.example\n\
        Received: from mail.a.example (mail.a.example. [192.0.2.7])\n        by mx.google.com with ESMTPS id v2\n        for <moves@club.example>\n        (version=TLS1_3 cipher=TLS_AES_256_GCM_SHA384 bits=256/256);\n        Mon, 12 Jan 2026 02:00:01 -0800 (PST)\n";
    let results = "Authentication-Results: mx.google.com;\n       dkim=pass header.i=@a.example header.s=s1 header.b=9iLihtf9;\n       spf=pass (google.com: domain of ann@a.example designates 192.0.2.7 as permitted sender) smtp.mailfrom=ann@a.example;\n       dmarc=pass (p=NONE sp=NONE dis=NONE) header.from=a.example\n";
    let sender = "Received: from [10.0.0.5] by mail.a.example with ESMTPSA id 1; Mon, 12 Jan 2026 10:00:00 +0000\n";
    let head = format!("{gmail}{results}{sender}");
    assert_eq!(judge(&head, ids, false), None);
    assert_eq!(judge(&head, ids, true), Some(Method::Dkim));
    // Below the next Received a stranger wrote it.
    let head = format!("{gmail}{sender}{results}");
    assert_eq!(judge(&head, ids, true), None);
    // What he adds above it is contradicted by the provider's own.
    let bad = "Authentication-Results: mx.google.com; spf=fail smtp.mailfrom=evil.example; dmarc=fail header.from=a.example\n";
    let head = format!("{gmail}{bad}{results}{sender}");
    assert_eq!(judge(&head, ids, true), None);
    let arc = format!("{gmail}{sender}");
    assert_eq!(judge(&arc, ids, true), None, "ARC is another's word");
}

#[test]
fn the_headers_of_the_providers() {
    let hop = |by: &str| {
        format!(
            "Received: from mail.a.example (mail.a.example [192.0.2.7]) by {by} with ESMTPS id 9; Mon, 12 Jan 2026 10:00:00 +0000\n"
        )
    };
    for (name, id, by, fields) in [
        (
            "Yandex: another host each time, an older name of the property",
            "*.yandex.net",
            "vla1-3fa1.qloud-c.yandex.net",
            "Authentication-Results: vla1-3fa1.qloud-c.yandex.net; spf=pass (vla1-3fa1.qloud-c.yandex.net: domain of a.example designates 192.0.2.7 as permitted sender, rule=[ip4:192.0.2.0/24]) smtp.mail=ann@a.example; dkim=pass header.i=@a.example\n",
        ),
        (
            "mail.ru: an address in header.from, the id is not the host",
            "mxs.mail.ru",
            "mx285.mail.ru",
            "Authentication-Results: mxs.mail.ru; spf=pass (mx285.i.mail.ru: domain of a.example designates 192.0.2.7 as permitted sender) smtp.mailfrom=ann@a.example smtp.helo=mail.a.example;\n\t dkim=pass header.d=a.example;\n\t dkim=pass header.d=relay.example; dmarc=pass header.from=ann@a.example\n",
        ),
        (
            "Yahoo: a semicolon at the end, comments that touch",
            "*.mail.ne1.yahoo.com",
            "atlas105.aol.mail.ne1.yahoo.com",
            "Authentication-Results: atlas105.aol.mail.ne1.yahoo.com;\n dkim=pass header.i=@a.example header.s=fm2;\n spf=pass smtp.mailfrom=a.example;\n dmarc=pass(p=NONE,sp=NONE) header.from=a.example;\n",
        ),
        (
            "Fastmail: many fields, policy properties",
            "mx1.messagingengine.com",
            "mx1.messagingengine.com",
            "Authentication-Results: mx1.messagingengine.com;\n    x-csa=none;\n    x-me-sender=none;\n    x-ptr=pass smtp.helo=mail.a.example\n      policy.ptr=mail.a.example\nAuthentication-Results: mx1.messagingengine.com;\n    bimi=none (No BIMI records found)\nAuthentication-Results: mx1.messagingengine.com;\n    dkim=pass (2048-bit rsa key sha256) header.d=a.example header.i=@a.example\n      header.b=Y+EgdIPN header.a=rsa-sha256 header.s=a2048 x-bits=2048;\n    dmarc=pass policy.published-domain-policy=reject\n      policy.applied-disposition=none policy.evaluated-disposition=none\n      (p=reject,d=none,d.eval=none) policy.policy-from=p\n      header.from=a.example;\n    iprev=pass smtp.remote-ip=192.0.2.7\n      (mail.a.example);\n    spf=pass smtp.mailfrom=ann@a.example\n      smtp.helo=mail.a.example\n",
        ),
        (
            "GMX and Posteo: one field a method",
            "gmx.net",
            "mx.gmx.net",
            "Authentication-Results: gmx.net; dmarc=pass (p=none dis=none) header.from=a.example\nAuthentication-Results: gmx.net; spf=pass smtp.mailfrom=a.example\nAuthentication-Results: gmx.net;\n\tdkim=pass (2048-bit key; unprotected) header.d=a.example header.i=@a.example header.b=\"lxlrOeGY\";\n\tdkim-atps=neutral\n",
        ),
        (
            "OpenDKIM",
            "mx.club.example",
            "mx.club.example",
            "Authentication-Results: mx.club.example;\n\tdkim=pass (1024-bit key, unprotected) header.d=a.example header.i=@a.example header.b=AbC+/12x\n",
        ),
        (
            "Rspamd",
            "mx.club.example",
            "mx.club.example",
            "Authentication-Results: mx.club.example;\n\tdkim=pass header.d=a.example header.s=mail header.b=\"N/1X2y3z\";\n\tdmarc=pass (policy=reject) header.from=a.example;\n\tspf=pass (mx.club.example: domain of ann@a.example designates 192.0.2.7 as permitted sender) smtp.mailfrom=ann@a.example\n",
        ),
    ] {
        let head = format!("{fields}{}", hop(by));
        assert_eq!(judge(&head, &[id], false), Some(Method::Dkim), "{name}");
        let under = format!("{}{fields}", hop(by));
        assert_eq!(judge(&under, &[id], false), None, "{name}");
        assert_eq!(judge(&head, &["mx.other.example"], false), None, "{name}");
        let other = judge_from(&head, &[id], false, "bert@b.example");
        assert_eq!(other, None, "{name}: another From");
    }
    // Exchange Online writes no id: nothing says whose word it is.
    let head = format!(
        "Authentication-Results: spf=pass (sender IP is 192.0.2.7)\n smtp.mailfrom=a.example; dkim=pass (signature was verified)\n header.d=a.example;dmarc=pass action=none\n header.from=a.example;compauth=pass reason=100\n{}",
        hop("DB8EUR05FT041.mail.protection.outlook.com")
    );
    assert_eq!(judge(&head, &["*.protection.outlook.com"], false), None);
}

#[test]
fn organisations_end_at_public_suffixes() {
    let passes = |d: &str, from: &str| {
        let head =
            format!("Authentication-Results: mx.club.example; dkim=pass header.d={d}\n{BORDER}");
        judge_from(&head, &["mx.club.example"], false, from).is_some()
    };
    assert!(passes("mail.club.co.uk", "ann@club.co.uk"));
    assert!(!passes("co.uk", "ann@club.co.uk"));
    assert!(!passes("other.co.uk", "ann@club.co.uk"));
    assert!(!passes("ann.github.io", "ann@bert.github.io"));
    // Letters that look alike are other letters.
    assert!(!passes("а.example", "ann@a.example"));
    assert!(!passes("a.example", "ann@а.example"));
    assert!(!passes("xn--80a.example", "ann@a.example"));
    assert!(passes("пример.example", "ann@пример.example"));
}

#[test]
fn no_bytes_bring_it_down() {
    let mut seed = 7u32;
    let alphabet = b"();=./\\\"@ \n\tadkim=pass:[]\xd0\xb0";
    for length in 0..400 {
        let bytes: Vec<u8> = (0..length)
            .map(|_| {
                seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                alphabet[(seed >> 16) as usize % alphabet.len()]
            })
            .collect();
        results(&bytes);
        received(&bytes);
    }
    let deep = "(".repeat(100_000);
    assert_eq!(results(format!("x {deep}").as_bytes()).methods, None);
    let long = format!("x; dkim=pass header.d=a.example ({})", "y".repeat(20_000));
    assert_eq!(results(long.as_bytes()).methods, None);
}

#[test]
fn fields_that_stand_twice_are_told() {
    let mail =
        b"From: a@a.example\nFROM: b@b.example\nDate: x\nTo: x@x.example\nto: y@y.example\n\nx";
    let letter = letter::read(mail).unwrap();
    assert_eq!(letter.doubled, ["from", "to"]);
}

#[test]
fn a_domain_is_one_however_it_is_written() {
    let by = |results: &str, from: &str| {
        let head = format!("Authentication-Results: mx.club.example; {results}\n{BORDER}");
        judge_from(&head, &["mx.club.example"], false, from)
    };
    let network = "ivan@xn--80a1acny.xn--p1ai";
    for from in [network, "ivan@почта.рф", "ivan@ПОЧТА.рф"] {
        for results in [
            "dkim=pass header.d=xn--80a1acny.xn--p1ai",
            "dkim=pass header.d=почта.рф",
            "dmarc=pass header.from=xn--80a1acny.xn--p1ai; dkim=pass header.d=почта.рф",
            "spf=pass smtp.mailfrom=ivan@почта.рф",
        ] {
            assert!(by(results, from).is_some(), "{from} {results}");
        }
        // Of the same letters but one, or another under the same end.
        for results in [
            "dkim=pass header.d=пoчта.рф",
            "dkim=pass header.d=другая.рф",
            "dkim=pass header.d=xn--p1ai",
            "spf=pass smtp.mailfrom=иван@почта.рф",
        ] {
            assert!(by(results, from).is_none(), "{from} {results}");
        }
    }
}
