//! The plan of every hot statement: it may search an index, never walk a table.

use super::super::{
    ahead, archive, claims, events, games, guard, inbound, leave, looks, outbound, owed, paper,
    players, public, service, tournaments, upkeep,
};
use super::*;

fn plan(home: &Home, sql: &str) -> Vec<String> {
    let conn = home.store.file().unwrap();
    let mut statement = conn.prepare(&format!("EXPLAIN QUERY PLAN {sql}")).unwrap();
    for i in 1..=statement.parameter_count() {
        statement.raw_bind_parameter(i, 1).unwrap();
    }
    let mut rows = statement.raw_query();
    let mut lines = Vec::new();
    while let Some(row) = rows.next().unwrap() {
        lines.push(row.get(3).unwrap());
    }
    lines
}

/// What is asked for each letter.
pub(super) fn of_a_letter() -> Vec<String> {
    let row = |condition: &str| format!("{} {condition}", games::ROW);
    vec![
        games::facts(1),
        games::facts(32),
        games::foreseen(1),
        games::foreseen(32),
        players::names(1),
        players::names(32),
        games::DUE.to_owned(),
        row(games::ACTIVE),
        row(games::MATTERS),
        games::DUE_WITHIN.to_owned(),
        row("WHERE g.tournament_id = ?1 ORDER BY g.number"),
        events::OF_GAME.to_owned(),
        events::OF_PLAYER.to_owned(),
        leave::SPANS.to_owned(),
        inbound::BY_MESSAGE.to_owned(),
        inbound::BY_CONTENT.to_owned(),
        inbound::BY_DATE.to_owned(),
        inbound::PENDING.to_owned(),
        inbound::BEFORE.to_owned(),
        inbound::WROTE.to_owned(),
        outbound::next(),
        outbound::due_of(32),
        outbound::NEXT_IDS.to_owned(),
        outbound::sent(1),
        outbound::sent(32),
        outbound::RETURNED.to_owned(),
        outbound::PASSED_ON.to_owned(),
        ahead::once("content_hash", 32),
        ahead::once("message_id", 32),
        ahead::returned_to(32),
        ahead::threads_of(32),
        ahead::said_by(32),
        claims::open_games(32),
        guard::had(1),
        guard::had(32),
        tournaments::of_officials(1),
        tournaments::of_officials(32),
        format!("{} {}", outbound::ROW, paper::WAITING),
        format!("{} {}", outbound::ROW, paper::PRINTED),
        owed::OF_SENDER.to_owned(),
        owed::SAID.to_owned(),
        guard::BY_MESSAGE_ID.to_owned(),
        guard::BY_REPLY_TOKEN.to_owned(),
        guard::OF_PLAYER.to_owned(),
        archive::FRESH_IN.to_owned(),
        archive::FRESH_OUT.to_owned(),
        inbound::BY_KEY.to_owned(),
        inbound::NAMES.to_owned(),
        "SELECT id FROM player WHERE address_key = ?1".to_owned(),
        "SELECT g.id FROM tournament t JOIN game g ON g.tournament_id = t.id
         WHERE t.code = ?1 AND g.number = ?2"
            .to_owned(),
        "SELECT id FROM outbound WHERE in_reply_to = ?1".to_owned(),
        "SELECT id FROM outbound WHERE game_id = ?1".to_owned(),
        "SELECT id FROM bundle WHERE game_id IS ?1 AND form = 'whole' ORDER BY id DESC LIMIT 1"
            .to_owned(),
        "UPDATE part SET uses = uses + 1 WHERE hash = ?1".to_owned(),
    ]
}

#[test]
fn work_per_letter_does_not_grow_with_the_archive() {
    let home = home_in_file();
    for sql in of_a_letter() {
        let lines = plan(&home, &sql);
        assert!(!lines.is_empty());
        for line in &lines {
            // A queue is read through a partial index that holds only what waits.
            // The archive takes the oldest fresh letters off the front of their table.
            let queue = ["inbound_pending", "outbound_waiting", "outbound_paper"]
                .iter()
                .any(|name| line.contains(name))
                || (line == "SCAN l" && sql.contains("ORDER BY l.id LIMIT"))
                // One row that is no table's: of a bare EXISTS.
                || line == "SCAN CONSTANT ROW"
                // A few rows that were searched for.
                || line == "SCAN counted";
            assert!(queue || !line.starts_with("SCAN"), "{sql}\n{lines:#?}");
            assert!(
                !line.contains("TEMP B-TREE")
                    || sql.contains("event WHERE")
                    || sql.contains("leave")
                    || sql.contains("ORDER BY g.id")
                    || sql.contains("ORDER BY g.tournament_id")
                    // The few tournaments in which somebody is an official.
                    || sql.contains("ORDER BY address"),
                "{sql}\n{lines:#?}"
            );
        }
    }
}

/// Whoever asks for a public page costs what that page shows: no table is walked, and what stands
/// on it of many is read in the order in which an index has it.
#[test]
fn a_public_page_walks_no_table() {
    let home = home_in_file();
    let row = |condition: &str| format!("{} {condition}", games::ROW);
    for (sql, index) in [
        (public::WHAT.to_owned(), ""),
        (public::ORDERED.to_owned(), "event_tournament"),
        (public::WHO.to_owned(), ""),
        (public::OF_PLAYERS.to_owned(), "event_player"),
        (public::AWAY.to_owned(), ""),
        (public::STANDING.to_owned(), "game_standing"),
        (public::GAME.to_owned(), ""),
        (public::GAME_AWAY.to_owned(), ""),
        (row(public::MOVED), "game_moved"),
        (row(public::LATEST), "game_moved"),
        (row(public::ENDED), "game_standing"),
        (row(public::OPEN), "game_"),
    ] {
        let lines = plan(&home, &sql);
        let walked = |line: &&String| line.starts_with("SCAN") && *line != "SCAN CONSTANT ROW";
        assert_eq!(lines.iter().find(walked), None, "{sql}\n{lines:#?}");
        assert!(lines.iter().any(|l| l.contains(index)), "{sql}\n{lines:#?}");
        let is_ordered =
            [public::STANDING, &row(public::MOVED), &row(public::ENDED)].contains(&sql.as_str());
        let sorts = lines.iter().any(|line| line.contains("TEMP B-TREE"));
        assert!(!is_ordered || !sorts, "{sql}\n{lines:#?}");
    }
}

#[test]
fn queues_are_read_through_their_own_indices() {
    let home = home_in_file();
    let uses = |sql: &str, index: &str| {
        let lines = plan(&home, sql);
        assert!(lines.iter().any(|l| l.contains(index)), "{sql}\n{lines:#?}");
    };
    uses(inbound::PENDING, "inbound_pending");
    uses(looks::WAITS, "inbound_pending");
    uses(&outbound::next(), "outbound_waiting");
    uses(outbound::NEXT_IDS, "outbound_waiting");
    uses(guard::OF_ARBITER, "challenge_arbiter");
    uses(guard::UNTOLD, "challenge_untold");
    for index in [
        "tournament_arbiter",
        "tournament_appeals",
        "tournament_adjudicator",
        "captain_address",
    ] {
        uses(&tournaments::of_officials(1), index);
        uses(&inbound::pending_known(), index);
    }
    uses(named::LETTERS, "named_tournament");
    uses(named::OF_GAME, "named_game");
    uses(named::UNPLACED, "inbound_strange");
    uses(service::ASIDE, "inbound_aside");
    uses(
        &format!("{} {}", outbound::ROW, outbound::FAILED),
        "outbound_failed",
    );
    uses(
        &format!("{} {}", outbound::ROW, paper::WAITING),
        "outbound_paper",
    );
    uses(games::DUE, "game_due");
    uses(games::DUE_WITHIN, "game_due");
    uses(
        &format!("{} {}", games::ROW, games::MATTERS),
        "game_matters",
    );
    uses(events::OF_GAME, "event_game");
    uses(events::OF_PLAYER, "event_player");
    uses(events::DECISIONS, "event_decision");
    for (sql, index) in
        upkeep::NAMED_BUT_GONE
            .into_iter()
            .zip(["event_game", "event_player", "event_tournament"])
    {
        uses(sql, index);
        let lines = plan(&home, sql);
        assert!(!lines.iter().any(|l| l.starts_with("SCAN e")), "{lines:#?}");
    }
    uses(
        "SELECT count(*) FROM inbound WHERE state = 'pending'",
        "inbound_pending",
    );
    uses(
        "SELECT count(*) FROM outbound WHERE state IN ('queued','deferred')",
        "outbound_waiting",
    );
}
