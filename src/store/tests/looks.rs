//! Which look into the mailbox counts.

use super::*;
use crate::arbiter::Verdict;
use crate::ids::InboundId;
use std::collections::BTreeSet;

fn keep(store: &mut Store, text: &str) -> InboundId {
    let letter = store.read().letter_packed(text.as_bytes()).unwrap();
    let new = Arrived {
        transport_key: None,
        transport_mark: None,
        content_hash: hash(text.as_bytes()),
        message_id: None,
        from: "ann@example.org",
        subject: "Re",
        arrived: now(),
        told: None,
        kind: "person",
        letter: &letter,
    };
    let kept = store.write::<_, StoreError>(|tx| tx.inbound_keep(&new, now()));
    kept.unwrap().new_id().unwrap()
}

fn ended(store: &mut Store, began: &str) {
    store
        .write::<_, StoreError>(|tx| {
            let hours = (at(began), at(began).plus_seconds(5));
            tx.fetch_ended(hours, &BTreeSet::new())
        })
        .unwrap();
}

fn rule(store: &mut Store, id: InboundId) {
    let done = InboundVerdict {
        verdict: Verdict::Move,
        game: None,
        games: None,
        requests: None,
        text_hash: None,
        believed: false,
        dated: None,
        note: "",
    };
    store
        .write::<_, StoreError>(|tx| tx.inbound_done(id, &done))
        .unwrap();
}

#[test]
fn a_look_counts_once_all_that_it_brought_is_ruled() {
    let store = &mut home().store;
    let looked = |store: &Store| store.read().looked().unwrap().map(|l| l.began);
    assert_eq!(looked(store), None);
    ended(store, "2026-01-10T12:00:00Z");
    assert_eq!(looked(store), Some(at("2026-01-10T12:00:00Z")));
    let first = keep(store, "one");
    ended(store, "2026-01-10T13:00:00Z");
    assert_eq!(looked(store), Some(at("2026-01-10T12:00:00Z")), "one waits");
    // What came after a fetch ended does not keep it from counting.
    let second = keep(store, "two");
    rule(store, first);
    assert_eq!(looked(store), Some(at("2026-01-10T13:00:00Z")));
    ended(store, "2026-01-10T14:00:00Z");
    assert_eq!(looked(store), Some(at("2026-01-10T13:00:00Z")), "two waits");
    // Letters that keep coming do not take the older look away.
    keep(store, "three");
    ended(store, "2026-01-10T15:00:00Z");
    assert_eq!(looked(store), Some(at("2026-01-10T13:00:00Z")));
    assert_eq!(
        store.read().fetched().unwrap().map(|l| l.ended),
        Some(at("2026-01-10T15:00:05Z"))
    );
    rule(store, second);
    assert_eq!(looked(store), Some(at("2026-01-10T13:00:00Z")));
    store
        .write::<_, StoreError>(|tx| tx.looks_forget_after(at("2026-01-10T12:30:00Z")))
        .unwrap();
    assert_eq!(looked(store), None);
}
