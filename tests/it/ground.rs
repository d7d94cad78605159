//! What a test needs of the machine it runs on: a port, a process, mounts or a turn of its own. It
//! has them under `cargo test` (one process, a thread a test) and under nextest (a process a test)
//! alike; where a machine cannot give them, that is said and counted.

pub use crate::cluster::postgres::{free_port, is_root};
use std::io::Write;
use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::{Condvar, Mutex, PoisonError};
use std::thread::ThreadId;

/// Writes a program of the shell. No other thread that begins a program just then can have it open
/// for writing, which would keep it from being run: another process writes it.
pub fn script(path: &Path, text: &str) {
    let mut child = Command::new("install")
        .args(["-m", "755", "/dev/stdin"])
        .arg(path)
        .stdin(Stdio::piped())
        .spawn()
        .expect("install");
    let text = format!("#!/bin/sh\n{text}\n");
    let mut stdin = child.stdin.take().expect("a pipe");
    stdin.write_all(text.as_bytes()).expect("written");
    drop(stdin);
    assert!(child.wait().expect("install").success());
}

/// Says that the test that runs here is not possible on this machine, whoever catches its words;
/// `tests/run` counts those at its end. The test then returns.
pub fn impossible(why: &str) {
    let thread = std::thread::current();
    let line = format!("{}: {}\n", thread.name().unwrap_or("a test"), why.trim());
    let _ = write!(std::io::stderr(), "not possible on this machine: {line}");
    if let Some(path) = std::env::var_os("POSTCHESS_TEST_IMPOSSIBLE") {
        let file = std::fs::OpenOptions::new()
            .create(true)
            .append(true)
            .open(path);
        file.and_then(|mut file| file.write_all(line.as_bytes()))
            .expect("what is not possible is noted");
    }
}

/// Why what only root may do cannot be done here: to become another user, to start a Postfix; `None`
/// where it can.
pub fn not_root() -> Option<String> {
    (!is_root()).then(|| "only root may do it".to_owned())
}

/// Begins a program with mounts of its own: those that a script which begins with [`OWN_MOUNTS`]
/// makes are not seen outside. Root needs no other names of users for it, and a folder that is one's
/// root by `chroot` allows none.
pub fn with_own_mounts() -> Command {
    let mut command = Command::new("unshare");
    match is_root() {
        // A root that is no mount, as of a chroot, cannot be made private here.
        true => command.args(["--mount", "--propagation", "unchanged"]),
        false => command.args(["--user", "--map-root-user", "--mount"]),
    };
    command
}

/// How a script of [`with_own_mounts`] begins.
pub const OWN_MOUNTS: &str = "mount --make-rprivate / 2> /dev/null || true\n";

/// Why no mounts of one's own can be had here: a container without the right; `None` where they can.
pub fn no_own_mounts() -> Option<String> {
    let room = tempfile::tempdir().expect("a folder");
    let script = format!("{OWN_MOUNTS}mount -t tmpfs none \"$1\"; s=$?; umount \"$1\"; exit $s");
    let tried = with_own_mounts()
        .args(["sh", "-c", &script, "sh"])
        .arg(room.path())
        .output()
        .expect("unshare is installed by tests/run");
    let said = String::from_utf8_lossy(&tried.stderr);
    let why = said.lines().next().unwrap_or("unshare").to_owned();
    (!tried.status.success()).then(|| format!("no mounts of its own ({why})"))
}

/// Why no terminal can be had here: a folder that is one's root by `chroot`, without `/dev/pts`;
/// `None` where there is one.
pub fn no_terminal() -> Option<String> {
    let tried = Command::new("script")
        .args(["-qec", "true", "/dev/null"])
        .stdin(Stdio::null())
        .output()
        .expect("script, of bsdutils");
    let said = String::from_utf8_lossy(&tried.stderr);
    let why = said.lines().next().unwrap_or("script").to_owned();
    (!tried.status.success()).then(|| format!("no terminal ({why})"))
}

/// Why programs of other users have no memory in common here, where the semaphores of Python lie;
/// `None` where they have.
pub fn no_shared_memory() -> Option<String> {
    let rights = std::fs::metadata("/dev/shm").map(|m| m.permissions().mode());
    let is_open = rights.is_ok_and(|rights| rights & 0o002 != 0);
    (!is_open).then(|| "others cannot write into /dev/shm".to_owned())
}

/// Whether a test has this process to itself. Otherwise it is run once more, by its whole name, in
/// a process of its own, has to pass there, and the test here returns.
pub fn is_alone(test: &str) -> bool {
    is_alone_in(Command::new("env"), test)
}

/// The same in a process that another program begins.
pub fn is_alone_in(mut by: Command, test: &str) -> bool {
    const ALONE: &str = "POSTCHESS_TEST_ALONE";
    if std::env::var_os(ALONE).is_some() {
        return true;
    }
    let done = by
        .arg(std::env::current_exe().expect("a program"))
        .args([test, "--exact", "--include-ignored", "--nocapture"])
        .env(ALONE, "1")
        .output()
        .expect("it runs");
    let said = String::from_utf8_lossy(&done.stdout);
    // Its closing lines are not those of this run.
    for line in said.lines() {
        println!("| {line}");
    }
    let words = String::from_utf8_lossy(&done.stderr);
    assert!(
        done.status.success() && said.contains("1 passed"),
        "{words}"
    );
    false
}

/// A turn that one test of this process has at a time, as often as it likes.
pub struct Turn(&'static TurnPlace);

/// Where a [`Turn`] is had: who has it, and how often.
pub struct TurnPlace(Mutex<Option<(ThreadId, usize)>>, Condvar);

impl TurnPlace {
    pub const fn new() -> TurnPlace {
        TurnPlace(Mutex::new(None), Condvar::new())
    }

    /// Waits until no other test has it.
    pub fn turn(&'static self) -> Turn {
        let me = std::thread::current().id();
        let held = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let others = |held: &mut Option<(ThreadId, usize)>| held.is_some_and(|(who, _)| who != me);
        let waited = self.1.wait_while(held, others);
        let mut held = waited.unwrap_or_else(PoisonError::into_inner);
        *held = Some((me, held.map_or(0, |(_, times)| times) + 1));
        Turn(self)
    }
}

impl Drop for Turn {
    fn drop(&mut self) {
        let mut held = self.0.0.lock().unwrap_or_else(PoisonError::into_inner);
        *held = held.and_then(|(who, times)| (times > 1).then_some((who, times - 1)));
        self.0.1.notify_all();
    }
}
