use super::super::all_told;
use super::*;
use crate::ids::OutboundId;
use crate::post::HEAD_BYTES;
use std::ops::ControlFlow;
use std::os::unix::fs::PermissionsExt;

fn home() -> tempfile::TempDir {
    let dir = tempfile::tempdir().unwrap();
    make(dir.path()).unwrap();
    dir
}

fn put(dir: &Path, name: &str, text: &str) {
    std::fs::write(dir.join(name), text).unwrap();
}

fn texts(fetched: &Fetched) -> Vec<String> {
    let text = |m: &Message| match &m.content {
        Content::Whole(b) => String::from_utf8(b.clone()).unwrap(),
        Content::TooLarge { size, .. } => format!("too large: {size}"),
    };
    fetched.messages.iter().map(text).collect()
}

fn keys(fetched: &Fetched) -> Vec<String> {
    fetched.messages.iter().map(|m| m.key.clone()).collect()
}

fn names(dir: &Path) -> Vec<String> {
    let mut all: Vec<String> = std::fs::read_dir(dir)
        .unwrap()
        .map(|e| e.unwrap().file_name().into_string().unwrap())
        .collect();
    all.sort();
    all
}

#[test]
fn messages_come_in_the_order_of_their_names_and_go_when_done() {
    let dir = home();
    let mut inbox = MaildirInbox::open(dir.path()).unwrap();
    put(dir.path(), "new/2", "two");
    put(dir.path(), "new/1", "one");
    put(dir.path(), "cur/3:2,S", "three");
    put(dir.path(), "tmp/0", "not whole");
    put(dir.path(), "new/.hidden", "hidden");
    let fetched = inbox.fetch(&Helping::default(), &|_| None).unwrap();
    assert_eq!(texts(&fetched), ["one", "two", "three"]);
    assert!(matches!(fetched.messages[0].came, Came::File(_)));
    assert!(
        inbox
            .fetch(&Helping::default(), &|_| None)
            .unwrap()
            .messages
            .is_empty()
    );
    // Not done, so the next round has them again, under the same keys.
    let again = inbox.fetch(&Helping::default(), &|_| None).unwrap();
    assert_eq!(keys(&again), keys(&fetched));
    inbox.done(&keys(&again)).unwrap();
    assert!(
        inbox
            .fetch(&Helping::default(), &|_| None)
            .unwrap()
            .messages
            .is_empty()
    );
    assert_eq!(
        names(&dir.path().join(".Processed/cur")),
        ["1:2,S", "2:2,S", "3:2,S"]
    );
    assert_eq!(names(&dir.path().join("new")), [".hidden"]);
    assert_eq!(names(&dir.path().join("tmp")), ["0"]);
}

#[test]
fn a_maildir_that_is_away_is_not_made_new() {
    let dir = home();
    let away = dir.path().join("mount/mail");
    for opened in [
        MaildirInbox::open(&away).map(|_| ()),
        MaildirOutbox::open(&away).map(|_| ()),
    ] {
        assert!(matches!(opened, Err(PostError::NoMaildir(path)) if path == away));
    }
    assert!(!away.exists());
    // Of one that is there what is missing is made: an archiver keeps no empty folders.
    std::fs::create_dir_all(away.join("cur")).unwrap();
    MaildirInbox::open(&away).unwrap();
    assert!(away.join("new").is_dir() && away.join("tmp").is_dir());
    std::fs::remove_dir_all(&away).unwrap();
    std::fs::create_dir(&away).unwrap();
    assert!(MaildirInbox::open(&away).is_err(), "an empty mount point");
}

#[test]
fn a_helping_is_bounded() {
    let dir = home();
    let mut inbox = MaildirInbox::open(dir.path()).unwrap();
    for i in 0..10 {
        put(dir.path(), &format!("new/{i}"), &"x".repeat(100));
    }
    let three = Helping {
        messages: 3,
        ..Helping::default()
    };
    assert_eq!(inbox.fetch(&three, &|_| None).unwrap().messages.len(), 3);
    let small = Helping {
        bytes: 150,
        ..Helping::default()
    };
    assert_eq!(inbox.fetch(&small, &|_| None).unwrap().messages.len(), 2);
    let mut rest = 0;
    loop {
        let fetched = inbox.fetch(&three, &|_| None).unwrap();
        if fetched.messages.is_empty() {
            break;
        }
        rest += fetched.messages.len();
        inbox.done(&keys(&fetched)).unwrap();
    }
    assert_eq!(rest, 5);
    // What came meanwhile and what was not done is in the next round.
    put(dir.path(), "new/late", "late");
    assert_eq!(
        inbox
            .fetch(&Helping::default(), &|_| None)
            .unwrap()
            .messages
            .len(),
        6
    );
}

#[test]
fn what_comes_during_a_round_is_handed_out_in_it() {
    let dir = home();
    let mut inbox = MaildirInbox::open(dir.path()).unwrap();
    put(dir.path(), "new/1", "one");
    let first = inbox.fetch(&Helping::default(), &|_| None).unwrap();
    put(dir.path(), "new/0", "zero");
    let second = inbox.fetch(&Helping::default(), &|_| None).unwrap();
    assert_eq!(texts(&second), ["zero"]);
    // Keys of earlier helpings can be done together.
    inbox.done(&[keys(&first), keys(&second)].concat()).unwrap();
    assert!(names(&dir.path().join("new")).is_empty());
}

#[test]
fn a_large_file_is_reported_with_its_header() {
    let dir = home();
    let mut inbox = MaildirInbox::open(dir.path()).unwrap();
    put(
        dir.path(),
        "new/1",
        &format!("Subject: big\r\n\r\n{}", "x".repeat(5000)),
    );
    let helping = Helping {
        message_bytes: 1000,
        ..Helping::default()
    };
    let fetched = inbox.fetch(&helping, &|_| None).unwrap();
    assert_eq!(
        fetched.messages[0].content,
        Content::TooLarge {
            size: 5016,
            head: [&b"Subject: big\r\n\r\n"[..], &[b'x'; 985]].concat()
        }
    );
    inbox.done(&keys(&fetched)).unwrap();
    // A header without end is cut.
    put(dir.path(), "new/2", &"h".repeat(200_000));
    let more = Helping {
        message_bytes: 100_000,
        ..Helping::default()
    };
    let endless = inbox.fetch(&more, &|_| None).unwrap();
    let Content::TooLarge {
        size: 200_000,
        head,
    } = &endless.messages[0].content
    else {
        panic!()
    };
    assert_eq!(head.len(), HEAD_BYTES);
    inbox.done(&keys(&endless)).unwrap();
    // Exactly at the limit is not too large.
    put(dir.path(), "new/3", &"x".repeat(1000));
    assert_eq!(
        texts(&inbox.fetch(&helping, &|_| None).unwrap()),
        ["x".repeat(1000)]
    );
}

#[test]
fn links_folders_and_pipes_are_no_messages() {
    let dir = home();
    let mut inbox = MaildirInbox::open(dir.path()).unwrap();
    put(dir.path(), "secret", "not mail");
    std::os::unix::fs::symlink(dir.path().join("secret"), dir.path().join("new/link")).unwrap();
    std::fs::create_dir(dir.path().join("new/folder")).unwrap();
    rustix::fs::mknodat(
        rustix::fs::CWD,
        dir.path().join("new/pipe"),
        rustix::fs::FileType::Fifo,
        Mode::from_raw_mode(0o600),
        0,
    )
    .unwrap();
    put(dir.path(), "new/real", "mail");
    let fetched = inbox.fetch(&Helping::default(), &|_| None).unwrap();
    assert_eq!(texts(&fetched), ["mail"]);
    assert_eq!(fetched.troubles.len(), 3);
    assert!(
        inbox
            .fetch(&Helping::default(), &|_| None)
            .unwrap()
            .troubles
            .is_empty()
    );
}

#[test]
fn a_file_that_vanishes_is_no_error() {
    let dir = home();
    let mut inbox = MaildirInbox::open(dir.path()).unwrap();
    put(dir.path(), "new/1", "one");
    put(dir.path(), "new/2", "two");
    let one = Helping {
        messages: 1,
        ..Helping::default()
    };
    let first = inbox.fetch(&one, &|_| None).unwrap();
    std::fs::remove_file(dir.path().join("new/2")).unwrap();
    assert_eq!(inbox.fetch(&one, &|_| None).unwrap(), Fetched::default());
    // A mail program moved it between fetch and done: it comes again under its key.
    std::fs::rename(dir.path().join("new/1"), dir.path().join("cur/1:2,S")).unwrap();
    inbox.done(&keys(&first)).unwrap();
    let again = inbox.fetch(&one, &|_| None).unwrap();
    assert_eq!(keys(&again), keys(&first));
    inbox.done(&keys(&again)).unwrap();
    assert!(names(&dir.path().join("cur")).is_empty());
}

#[test]
fn a_name_used_again_is_another_message() {
    let dir = home();
    let mut inbox = MaildirInbox::open(dir.path()).unwrap();
    put(dir.path(), "new/1.eml", "one");
    let first = inbox.fetch(&Helping::default(), &|_| None).unwrap();
    inbox.done(&keys(&first)).unwrap();
    assert!(
        inbox
            .fetch(&Helping::default(), &|_| None)
            .unwrap()
            .messages
            .is_empty()
    );
    put(dir.path(), "new/1.eml", "another");
    let second = inbox.fetch(&Helping::default(), &|_| None).unwrap();
    assert_ne!(keys(&first), keys(&second));
    inbox.done(&keys(&second)).unwrap();
    assert_eq!(names(&dir.path().join(".Processed/cur")).len(), 2);
}

#[test]
fn what_is_done_is_removed_when_it_is_old() {
    let dir = home();
    let mut inbox = MaildirInbox::open(dir.path()).unwrap();
    assert_eq!(
        inbox
            .tidy(Instant::from_unix(i64::MAX / 2), u64::MAX)
            .unwrap(),
        0
    );
    put(dir.path(), "new/1", "one");
    let fetched = inbox.fetch(&Helping::default(), &|_| None).unwrap();
    let Came::File(came) = fetched.messages[0].came else {
        panic!("a file has its hour");
    };
    inbox.done(&keys(&fetched)).unwrap();
    assert_eq!(inbox.tidy(came, u64::MAX).unwrap(), 0);
    assert_eq!(
        inbox.tidy(came.plus_seconds(1), 1).unwrap(),
        0,
        "only its header is stored"
    );
    assert_eq!(inbox.tidy(came.plus_seconds(1), u64::MAX).unwrap(), 1);
    assert!(names(&dir.path().join(".Processed/cur")).is_empty());
}

fn parcel(id: i64, bytes: &[u8]) -> Parcel<'_> {
    Parcel {
        id: OutboundId(id),
        to: "ann@example.org",
        from: "robot@club.example",
        bytes,
    }
}

#[test]
fn letters_stand_in_the_order_of_their_numbers() {
    let dir = home();
    let mut outbox = MaildirOutbox::open(dir.path()).unwrap();
    let texts: Vec<String> = (1..=12).map(|i| format!("letter {i}")).collect();
    let batch: Vec<Parcel<'_>> = (1..)
        .zip(&texts)
        .map(|(i, t)| parcel(i, t.as_bytes()))
        .collect();
    let later = Instant::parse("2026-01-10T12:00:00Z").unwrap();
    let earlier = Instant::parse("2025-01-10T12:00:00Z").unwrap();
    // Both ways of syncing; the clock goes back between them.
    assert_eq!(
        all_told(&mut outbox, &batch[..9], later).unwrap(),
        vec![Delivery::Delivered; 9]
    );
    assert_eq!(
        all_told(&mut outbox, &batch[9..], earlier).unwrap(),
        vec![Delivery::Delivered; 3]
    );
    assert!(all_told(&mut outbox, &[], earlier).unwrap().is_empty());
    let new = dir.path().join("new");
    let found: Vec<String> = names(&new)
        .iter()
        .map(|n| std::fs::read_to_string(new.join(n)).unwrap())
        .collect();
    assert_eq!(found, texts);
    assert!(names(&dir.path().join("tmp")).is_empty());
    for name in names(&new) {
        let mode = new.join(name).metadata().unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o600);
    }
}

#[test]
fn a_crash_leaves_nothing_half_and_a_second_try_delivers() {
    let dir = home();
    let now = Instant::from_unix(1_768_046_400);
    let mut outbox = MaildirOutbox::open(dir.path()).unwrap();
    // As if the power had gone after writing, before the rename.
    let name = outbox.name(&parcel(7, b""), now);
    let tmp = File::open(dir.path().join("tmp")).unwrap();
    write_in(&tmp, &name, b"half a let", false).unwrap();
    drop(outbox);
    let mut outbox = MaildirOutbox::open(dir.path()).unwrap();
    all_told(&mut outbox, &[parcel(7, b"a letter")], now).unwrap();
    // As if it had gone after the rename, before it was marked sent.
    all_told(&mut outbox, &[parcel(7, b"a letter")], now).unwrap();
    let mut reader = MaildirInbox::open(dir.path()).unwrap();
    assert_eq!(
        texts(&reader.fetch(&Helping::default(), &|_| None).unwrap()),
        ["a letter", "a letter"]
    );
    assert_eq!(names(&dir.path().join("tmp")), [name]);
}

#[test]
fn many_letters_are_told_of_in_shares_and_none_leaves_untold() {
    let now = Instant::from_unix(1_768_046_400);
    let batch: Vec<Parcel<'_>> = (0..1000).map(|id| parcel(id, b"a letter")).collect();
    for shares in [1, 2, 9] {
        let dir = home();
        let mut outbox = MaildirOutbox::open(dir.path()).unwrap();
        let (mut places, mut calls) = (Vec::new(), 0);
        outbox
            .deliver(&batch, now, &mut |some| {
                assert!(some.iter().all(|(_, d)| *d == Delivery::Delivered));
                assert!(some.len() <= SHARE);
                places.extend(some.iter().map(|(place, _)| *place));
                calls += 1;
                match calls < shares {
                    true => ControlFlow::Continue(()),
                    false => ControlFlow::Break(()),
                }
            })
            .unwrap();
        assert!(calls >= shares.min(5) && calls <= shares + 2, "{calls}");
        assert_eq!(places, (0..places.len()).collect::<Vec<_>>());
        assert_eq!(names(&dir.path().join("new")).len(), places.len());
    }
}

#[test]
fn a_folder_that_cannot_be_written_defers() {
    let dir = home();
    let now = Instant::from_unix(1_768_046_400);
    let mut outbox = MaildirOutbox::open(dir.path()).unwrap();
    std::fs::remove_dir(dir.path().join("tmp")).unwrap();
    let answer = all_told(&mut outbox, &[parcel(1, b"a letter")], now).unwrap();
    assert!(matches!(answer[0], Delivery::Later(_)));
    assert!(names(&dir.path().join("new")).is_empty());
}

/// However much is handed out at once, and whatever was read ahead of it.
#[test]
fn each_is_handed_out_once_and_in_order_by_helpings_of_any_size() {
    let sizes = [6, 40, 1, 9, 12, 3, 7, 30, 5];
    for (messages, bytes) in [(6, 9_999), (9, 150), (40, 450), (5, 1), (50, 9_999)] {
        let dir = home();
        for i in 0..120 {
            put(
                dir.path(),
                &format!("new/{i:03}"),
                &i.to_string().repeat(sizes[i % 9]),
            );
        }
        let mut inbox = MaildirInbox::open(dir.path()).unwrap();
        let mut all = Vec::new();
        for turn in 0.. {
            // Not always the same.
            let helping = Helping {
                messages: messages + turn % 3,
                bytes: bytes + 70 * (turn % 2),
                ..Helping::default()
            };
            let fetched = inbox.fetch(&helping, &|_| None).unwrap();
            assert!(fetched.messages.len() <= helping.messages);
            if fetched.messages.is_empty() {
                break;
            }
            all.extend(texts(&fetched));
            // A mail program moves one: it comes again under its key where it was read before.
            let (from, to) = (dir.path().join("new/100"), dir.path().join("cur/100:2,S"));
            if turn == 1 {
                std::fs::rename(from, to).unwrap();
            }
            inbox.done(&keys(&fetched)).unwrap();
        }
        let each = |i: usize| i.to_string().repeat(sizes[i % 9]);
        let before = all.len();
        all.retain(|text| *text != each(100));
        assert!((1..=2).contains(&(before - all.len())));
        let others = (0..120).filter(|i| *i != 100);
        assert_eq!(all, others.map(each).collect::<Vec<_>>());
        assert_eq!(names(&dir.path().join(".Processed/cur")).len(), 120);
        assert!(names(&dir.path().join("new")).is_empty());
    }
}
