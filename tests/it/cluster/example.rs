//! The files of `examples/cluster` as they are: three machines on loopback, of which any may
//! lose its current or its way to the others.

use super::machines::{Cluster, FIRST};
use super::player::until;
use crate::ground::{impossible, is_alone_in, no_own_mounts, no_shared_memory, not_root};
use crate::service::api::Stream;
use crate::service::web::Browser;
use std::process::Command;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// A move by letter, some on the web, and the machine of the primary dies.
fn dies(cluster: &Cluster) {
    let (ann, bert) = (cluster.player("ann"), cluster.player("bert"));
    cluster.is_played_by_letter("ann", "bert", "1. 5254");

    // Who is signed in to one web server is signed in to the other; the form of one is sent to
    // the other.
    let [first, second, both] = [1, 2, 3].map(|m| cluster.web(m));
    let at_first = Browser::of(&first);
    at_first.comes_by(&bert.invitation(FIRST), &bert.address);
    assert!(at_first.at(&second).is_signed_in());
    let mut events = Stream::opens(&second, &format!("/api/v1/games/{FIRST}/events"), "");
    assert_eq!(events.event()["ply"], 1);
    let game = format!("/game/{FIRST}");
    let played = at_first.moves_in(&game, "e7e5");
    assert!(played.status < 400, "{}", played.text());
    assert_eq!(events.event()["ply"], 2);
    until("Ann is told", || ann.has("move", FIRST) == 1);

    // Behind the one name each request goes to another of them.
    let by_name = Browser::of(&both);
    by_name.comes_by(&ann.invitation(FIRST), &ann.address);
    let played = by_name.moves_in(&game, "g1f3");
    assert!(played.status < 400, "{}", played.text());
    assert_eq!(events.event()["ply"], 3);
    until("Bert is told", || bert.has("move", FIRST) == 2);

    let dead = cluster.leader().expect("a leader");
    let alive = 3 - dead;
    let letter = std::thread::scope(|scope| {
        // A letter is on its way at that moment.
        let told = scope.spawn(|| cluster.is_played_by_letter("bert", "ann", "2... 2836"));
        cluster.kill(dead);
        told.join().expect("it is told")
    });
    until("the other leads", || cluster.leader() == Some(alive));
    until("the name knows who is gone", || {
        by_name.is_signed_in() && by_name.is_signed_in()
    });
    let played = by_name.moves_in(&game, "f1b5");
    assert!(played.status < 400, "{}", played.text());
    until("Bert is told", || bert.has("move", FIRST) == 3);
    cluster.holds(alive, 5, 2);
    println!(
        "the move of that moment was told after {:.1} s",
        letter.as_secs_f64()
    );
}

/// The machine of the primary says nothing any more, and does not say that it does not.
fn falls_silent(cluster: &Cluster) {
    cluster.is_played_by_letter("ann", "bert", "1. 5254");
    let silent = cluster.leader().expect("a leader");
    cluster.silence(silent);
    let told = cluster.is_played_by_letter("bert", "ann", "1... 5755");
    cluster.holds(3 - silent, 2, 2);
    println!("a move was told after {:.1} s", told.as_secs_f64());
}

/// What somebody wrote straight into a database: when it was begun, and confirmed.
type Written = Mutex<Vec<(Instant, Instant)>>;

/// Ends who writes, also where a test fails.
struct Over<'f>(&'f AtomicBool);

impl Drop for Over<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// Writes into the database of a machine, again and again.
fn write(cluster: &Cluster, machine: usize, written: &Written, is_over: &AtomicBool) {
    let mut client = None;
    while !is_over.load(Ordering::Relaxed) {
        std::thread::sleep(Duration::from_millis(20));
        let begun = Instant::now();
        let mut one = match client.take() {
            Some(open) => open,
            None => match cluster.database(machine) {
                Ok(open) => open,
                Err(_) => continue,
            },
        };
        let sql = format!("INSERT INTO tries VALUES ({machine})");
        match one.batch_execute(&sql) {
            Ok(()) => written.lock().unwrap().push((begun, Instant::now())),
            Err(_) if one.is_closed() => continue,
            Err(_) => {}
        }
        client = Some(one);
    }
}

/// The primary is cut off from who decides, and comes back.
fn is_cut_off(cluster: &Cluster) {
    let old = cluster.leader().expect("a leader");
    let new = 3 - old;
    let mut primary = cluster.database(old).unwrap();
    primary
        .batch_execute("CREATE TABLE tries (machine int)")
        .unwrap();
    cluster.is_played_by_letter("ann", "bert", "1. 5254");

    let is_over = AtomicBool::new(false);
    let written: [Written; 2] = Default::default();
    let cut = std::thread::scope(|scope| {
        for machine in [1, 2] {
            let (written, is_over) = (&written[machine - 1], &is_over);
            scope.spawn(move || write(cluster, machine, written, is_over));
        }
        let _over = Over(&is_over);
        let of = |machine: usize| written[machine - 1].lock().unwrap().len();
        until("it is written to", || of(old) > 20);
        assert_eq!(of(new), 0, "a standby is not written to");
        cluster.etcd(old, "-STOP");
        let cut = Instant::now();
        cluster.is_played_by_letter("bert", "ann", "1... 5755");
        until("the other takes over", || of(new) > 20);
        let stopped = of(old);
        cluster.is_played_by_letter("ann", "bert", "2. 7163");
        let tried = cluster
            .database(old)
            .map(|mut one| one.batch_execute("INSERT INTO tries VALUES (0)"));
        assert!(!matches!(tried, Ok(Ok(()))), "who is cut off is written to");
        // It comes back, and follows.
        cluster.etcd(old, "-CONT");
        until("it follows", || cluster.follows(old));
        assert_eq!(of(old), stopped, "who stepped down confirms nothing");
        cut
    });
    let [of_old, of_new] = [old, new].map(|m| written[m - 1].lock().unwrap().clone());
    let last = of_old.last().expect("it was written to").1;
    let first = of_new.first().expect("it was written to").0;
    assert!(last < first, "two were written to at once");
    println!(
        "the old one confirmed its last {:.1} s after the cut, the new one its first after {:.1} s",
        (last - cut).as_secs_f64(),
        (first - cut).as_secs_f64()
    );
    // What either has confirmed is there.
    until("the other leads", || cluster.leader() == Some(new));
    for (machine, confirmed) in [(old, of_old.len()), (new, of_new.len())] {
        let sql = format!("SELECT count(*) FROM tries WHERE machine = {machine}");
        assert!(cluster.number(new, &sql) >= Some(confirmed as i64));
    }
    cluster.holds(new, 3, 3);
}

/// The one that was cut off is the last, and then the other one comes back.
fn is_the_last(mut cluster: Cluster) {
    let dying = cluster.leader().expect("a leader");
    cluster.kill(dying);
    cluster.is_played_by_letter("bert", "ann", "2... 2836");
    cluster.holds(3 - dying, 4, 4);
    cluster.comes_back(dying);
    until("it follows", || cluster.follows(dying));
}

#[test]
fn a_machine_dies_and_the_others_play_on() {
    let lacks = not_root().or_else(no_own_mounts);
    if let Some(why) = lacks.or_else(no_shared_memory) {
        return impossible(&why);
    }
    dies(&Cluster::starts().hurried());
}

#[test]
#[ignore = "tests/run --long: it is waited for"]
fn a_primary_that_is_cut_off_confirms_nothing_once_there_is_another() {
    is_cut_off(&Cluster::starts().hurried());
}

#[test]
#[ignore = "tests/run --long: it is waited for"]
fn a_machine_falls_silent_and_the_others_play_on() {
    // In a network of its own.
    let mut by = Command::new("unshare");
    by.args(["--net", "sh", "-c"])
        .args(["ip link set lo up && exec \"$@\"", "sh"]);
    let this = "cluster::example::a_machine_falls_silent_and_the_others_play_on";
    if is_alone_in(by, this) {
        falls_silent(&Cluster::starts().hurried());
    }
}

#[test]
#[ignore = "tests/run --long: the same with the lease that the example has, some minutes"]
fn at_the_pace_of_the_example() {
    dies(&Cluster::starts());
    let cluster = Cluster::starts();
    is_cut_off(&cluster);
    is_the_last(cluster);
}
