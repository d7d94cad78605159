//! The machines of `examples/cluster`, started by its script on addresses of their own.

use super::player::{Player, until};
use super::started::{Started, net};
use crate::contract::{Answer, bare};
use crate::servers::run;
use crate::service::serve::Server;
use serde_json::Value;
use std::net::TcpStream;
use std::path::PathBuf;
use std::process::Command;
use std::time::Duration;

/// The game that is played.
pub const FIRST: &str = "TWO26/1";

/// The machines.
pub struct Cluster {
    /// What has started them; and one that was gone, again.
    started: Vec<Started>,
    folder: tempfile::TempDir,
    net: String,
    password: String,
}

impl Cluster {
    pub fn starts() -> Cluster {
        let folder = tempfile::tempdir().expect("a folder");
        let (net, said) = (net(), folder.path().join("said"));
        let words = [folder.path().to_str().unwrap(), &net];
        let mut started = Started::of("cluster", &words, &said);
        started.is_up(&said);
        let password = std::fs::read_to_string(folder.path().join("password")).unwrap();
        Cluster {
            started: vec![started],
            folder,
            net,
            password: password.trim().to_owned(),
        }
    }

    /// With a shorter lease than machines should have, and a longer one than other tests on this
    /// machine keep its processes waiting. Newer versions of Patroni keep to 20 seconds at least:
    /// then it takes longer.
    pub fn hurried(self) -> Cluster {
        let leader = self.leader().expect("a leader");
        let patroni = Server::of_others(&format!("http://{}.{leader}:8008", self.net));
        let body = r#"{"ttl":15,"loop_wait":1,"retry_timeout":5}"#;
        let set = patroni.says(&format!(
            "PATCH /config HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\
             Content-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
            body.len()
        ));
        assert_eq!(set.status, 200, "{}", set.text());
        self
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// The web server of a machine; of the third, the one name of both.
    pub fn web(&self, machine: usize) -> Server {
        let port = if machine == 3 { 8080 } else { 8180 };
        Server::of_others(&format!("http://{}.{machine}:{port}", self.net))
    }

    /// A player whose mailbox is on the third machine.
    pub fn player(&self, name: &str) -> Player {
        let maildir = self.path(&format!("m3/mail/{name}/Maildir"));
        Player::of(name, &maildir, &format!("{}.3", self.net))
    }

    /// A connection to the database of a machine.
    pub fn database(&self, machine: usize) -> Result<postgres::Client, postgres::Error> {
        postgres::Config::new()
            .host(&format!("{}.{machine}", self.net))
            .user("postgres")
            .password(&self.password)
            .dbname("postgres")
            .connect_timeout(Duration::from_secs(2))
            .connect(postgres::NoTls)
    }

    pub fn number(&self, machine: usize, sql: &str) -> Option<i64> {
        let row = self.database(machine).ok()?.query_one(sql, &[]).ok()?;
        row.try_get(0).ok()
    }

    /// The machine whose database is written to.
    pub fn leader(&self) -> Option<usize> {
        let sql = "SELECT CASE WHEN pg_is_in_recovery() THEN 0 ELSE 1 END::bigint";
        [1, 2].into_iter().find(|m| self.number(*m, sql) == Some(1))
    }

    /// Whether a machine has everything that the primary confirms, and all know it.
    pub fn follows(&self, machine: usize) -> bool {
        let address = format!("{}.{machine}:8008", self.net);
        let is_there = TcpStream::connect(&address).is_ok();
        is_there
            && Server::of_others(&format!("http://{address}"))
                .gets("/sync")
                .status
                == 200
    }

    /// Takes the current from a machine.
    pub fn kill(&self, machine: usize) {
        let pid = std::fs::read_to_string(self.path(&format!("m{machine}/pid"))).unwrap();
        let killed = Command::new("kill").args(["-9", pid.trim()]).status();
        assert!(killed.unwrap().success());
    }

    /// A machine falls silent: it closes no connection and answers nobody, as when its power is
    /// cut. Only in a network of one's own.
    pub fn silence(&self, machine: usize) {
        let address = format!("{}.{machine}", self.net);
        let route = ["route", "add", "blackhole", &address, "table", "local"];
        run("ip", &route);
        let pid = std::fs::read_to_string(self.path(&format!("m{machine}/pid"))).unwrap();
        let mut all = vec![pid.trim().to_owned()];
        let mut at = 0;
        while let Some(pid) = all.get(at) {
            let path = format!("/proc/{pid}/task/{pid}/children");
            let children = std::fs::read_to_string(path).unwrap_or_default();
            all.extend(children.split_whitespace().map(str::to_owned));
            at += 1;
        }
        let _ = Command::new("kill").arg("-STOP").args(&all).status();
    }

    /// A machine that is gone, again.
    pub fn comes_back(&mut self, machine: usize) {
        let (folder, number) = (self.path(""), machine.to_string());
        let words = [folder.to_str().unwrap(), "machine", &number];
        let back = Started::of("cluster", &words, &self.path("said-again"));
        self.started.push(back);
    }

    /// Stops the etcd of a machine or lets it go on: it hears of nobody, and nobody of it.
    pub fn etcd(&self, machine: usize, signal: &str) {
        let data = format!("{}/m{machine}/etcd", self.folder.path().display());
        let is_meant = |pid: &str| {
            let words = std::fs::read(format!("/proc/{pid}/cmdline")).unwrap_or_default();
            let mut words = words.split(|b| *b == 0);
            words.next() == Some(b"etcd") && words.any(|w| w == data.as_bytes())
        };
        let all = std::fs::read_dir("/proc").unwrap();
        let all = all.filter_map(|e| e.ok()?.file_name().into_string().ok());
        let pid = all.into_iter().find(|pid| is_meant(pid)).expect("an etcd");
        let sent = Command::new("kill").args([signal, &pid]).status();
        assert!(sent.unwrap().success());
    }

    /// A command line in the home of a machine.
    pub fn run(&self, machine: usize, line: &str) -> Answer {
        let mut command = bare();
        command
            .arg("--home")
            .arg(self.path(&format!("m{machine}/home")));
        Answer::of(&command.args(line.split_whitespace()).output().unwrap())
    }

    pub fn ply(&self, machine: usize) -> Option<u64> {
        let shown = self.run(machine, &format!("--json game show {FIRST}"));
        let shown: Value = serde_json::from_str(&shown.out).ok()?;
        shown["ply"].as_u64()
    }

    /// A move comes by letter, and the opponent is told.
    pub fn is_played_by_letter(&self, from: &str, to: &str, text: &str) -> Duration {
        let opponent = self.player(to);
        let before = opponent.has("move", FIRST);
        self.player(from).answers(FIRST, text);
        until("the opponent is told", || {
            opponent.has("move", FIRST) > before
        })
    }

    /// Nothing is lost and nothing there twice: so many half-moves, of which so many came by
    /// letter; each is confirmed and told once.
    pub fn holds(&self, machine: usize, plies: u64, by_letter: usize) {
        assert_eq!(self.ply(machine), Some(plies));
        let told: usize = ["ann", "bert"]
            .map(|p| self.player(p).has("move", FIRST))
            .iter()
            .sum();
        assert_eq!(told as u64, plies, "each move is told once");
        let inbox = self.run(machine, "--json inbox list").json();
        let verdicts = inbox
            .as_array()
            .unwrap()
            .iter()
            .map(|m| m["verdict"].as_str());
        let verdicts: Vec<Option<&str>> = verdicts.collect();
        assert_eq!(verdicts, vec![Some("move"); by_letter]);
        until("all letters are sent", || {
            let outbox = self.run(machine, "--json outbox list").json();
            outbox
                .as_array()
                .unwrap()
                .iter()
                .all(|m| m["state"] == "sent")
        });
        self.run(machine, "verify").done();
        // Its web server has outlasted all.
        let log = std::fs::read_to_string(self.path(&format!("m{machine}/serve.log"))).unwrap();
        assert_eq!(log.matches("serving http").count(), 1, "{log}");
    }
}

impl Drop for Cluster {
    fn drop(&mut self) {
        if !std::thread::panicking() {
            return;
        }
        for machine in [1, 2] {
            for name in ["daemon", "serve", "patroni"] {
                let log = self.path(&format!("m{machine}/{name}.log"));
                let log = std::fs::read_to_string(log).unwrap_or_default();
                let last: Vec<&str> = log.lines().rev().take(30).collect();
                println!("-- m{machine}/{name}.log, backwards");
                println!("{}", last.join("\n"));
            }
        }
    }
}
