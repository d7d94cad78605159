//! PostgreSQL on loopback, in a folder of its own, started by the test that needs it and gone
//! with it. `tests/run` installs it.

use std::net::{TcpListener, TcpStream};
use std::os::unix::process::CommandExt as _;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};

/// How long a server may take to start on a busy machine.
const START: Duration = Duration::from_secs(60);

/// A server.
pub struct Postgres {
    folder: tempfile::TempDir,
    port: u16,
    child: Option<Child>,
}

impl Postgres {
    /// A new one with settings of its own (`name=value`), besides those of tests.
    pub fn start(settings: &[&str]) -> Postgres {
        let mut server = Postgres::at(free_port());
        let data = server.data();
        as_postgres("initdb")
            .args(["-U", "postgres", "-A", "trust", "-E", "UTF8", "--locale=C"])
            .args(["--no-sync", "-D"])
            .arg(&data)
            .succeeds();
        server.begins(settings);
        server
    }

    /// The same for who comes by TLS with a password alone: `club`, whose it is.
    pub fn start_secured(cert: &Path, key: &Path, password: &str) -> Postgres {
        let mut server = Postgres::start(&[]);
        server.does(&format!("CREATE USER club PASSWORD '{password}'"));
        server.does("CREATE SCHEMA club AUTHORIZATION club");
        server.kill();
        let folder = server.folder.path().to_owned();
        for (from, name) in [(cert, "server.pem"), (key, "server.key")] {
            let to = folder.join(name);
            std::fs::copy(from, &to).expect("copied");
            Command::new("chmod").arg("600").arg(&to).succeeds();
            if is_root() {
                Command::new("chown").arg("postgres").arg(&to).succeeds();
            }
        }
        let rules = folder.join("hba");
        let lines = "hostssl all club all scram-sha-256\nhost all postgres all trust\n";
        std::fs::write(&rules, lines).expect("written");
        server.begins(&[
            "ssl=on",
            &format!("ssl_cert_file={}", folder.join("server.pem").display()),
            &format!("ssl_key_file={}", folder.join("server.key").display()),
            &format!("hba_file={}", rules.display()),
        ]);
        server
    }

    /// One that follows another (by streaming replication), ready to take its place; it listens at a port.
    pub fn following(primary: &Postgres, port: u16) -> Postgres {
        let mut server = Postgres::at(port);
        as_postgres("pg_basebackup")
            .args(["-h", "127.0.0.1", "-U", "postgres", "-p"])
            .arg(primary.port.to_string())
            .args(["-R", "-X", "stream", "-c", "fast", "-D"])
            .arg(server.data())
            .succeeds();
        server.begins(&[]);
        server
    }

    fn at(port: u16) -> Postgres {
        let folder = tempfile::tempdir().expect("a folder");
        if is_root() {
            Command::new("chown")
                .arg("postgres")
                .arg(folder.path())
                .succeeds();
        }
        Postgres {
            folder,
            port,
            child: None,
        }
    }

    fn data(&self) -> PathBuf {
        self.folder.path().join("data")
    }

    fn begins(&mut self, settings: &[&str]) {
        let log = self.folder.path().join("log");
        let out = std::fs::File::create(&log).expect("a log");
        let mut command = as_postgres("postgres");
        command.arg("-D").arg(self.data()).arg("-p");
        command.arg(self.port.to_string()).arg("-k");
        command.arg(self.folder.path());
        let usual = [
            "listen_addresses=127.0.0.1",
            "max_connections=200",
            // Nothing of one that is killed stays behind in the system.
            "dynamic_shared_memory_type=mmap",
            "max_locks_per_transaction=1024",
            "shared_buffers=32MB",
        ];
        for setting in usual.iter().chain(settings) {
            command.args(["-c", setting]);
        }
        command.stdout(out.try_clone().expect("a log")).stderr(out);
        // All its processes are one group: they can be killed together.
        command.process_group(0);
        self.child = Some(command.spawn().expect("postgres"));
        let began = Instant::now();
        while !self.answers() {
            let words = std::fs::read_to_string(&log).unwrap_or_default();
            let ended = self
                .child
                .as_mut()
                .and_then(|c| c.try_wait().ok().flatten());
            assert!(ended.is_none() && began.elapsed() < START, "{words}");
            std::thread::sleep(Duration::from_millis(20));
        }
    }

    fn answers(&self) -> bool {
        TcpStream::connect(("127.0.0.1", self.port)).is_ok()
            && postgres::Client::connect(&self.url(), postgres::NoTls).is_ok()
    }

    /// Where it listens.
    pub fn port(&self) -> u16 {
        self.port
    }

    /// Its address.
    pub fn url(&self) -> String {
        format!("postgres://postgres@127.0.0.1:{}/postgres", self.port)
    }

    /// Runs statements.
    pub fn does(&self, sql: &str) {
        let mut client = postgres::Client::connect(&self.url(), postgres::NoTls).expect("a server");
        for one in sql.split(';').filter(|one| !one.trim().is_empty()) {
            client.batch_execute(one).expect("a statement");
        }
    }

    /// Who comes how, from now on, beside the one who looks after it: lines of `pg_hba.conf`.
    pub fn admits(&mut self, lines: &str) {
        self.kill();
        let rules = self.data().join("pg_hba.conf");
        let own = "local all postgres trust\nhost all postgres all trust\n";
        std::fs::write(rules, format!("{own}{lines}\n")).expect("written");
        self.begins(&[]);
    }

    /// The folder in which its socket is.
    pub fn folder(&self) -> &Path {
        self.folder.path()
    }

    /// Ends it at once, as a power cut does: nothing of it goes on.
    pub fn kill(&mut self) {
        if let Some(mut child) = self.child.take() {
            let group = format!("-{}", child.id());
            let killed = Command::new("kill").args(["-9", "--", &group]).status();
            assert!(killed.expect("kill").success());
            let _ = child.wait();
        }
    }

    /// Makes a follower the one that is written to.
    pub fn promote(&self) {
        self.does("SELECT pg_promote()");
    }
}

impl Drop for Postgres {
    fn drop(&mut self) {
        if let Some(mut child) = self.child.take() {
            // The fast way down, which tidies up.
            let id = child.id().to_string();
            let _ = Command::new("kill").args(["-QUIT", &id]).status();
            let _ = child.wait();
        }
    }
}

/// An empty schema of its own on a server, as a URL.
pub fn schema(server: &str) -> String {
    static MADE: AtomicU32 = AtomicU32::new(0);
    let name = format!(
        "t_{}_{}",
        std::process::id(),
        MADE.fetch_add(1, Ordering::Relaxed)
    );
    let mut client = postgres::Client::connect(server, postgres::NoTls).expect("a server");
    client
        .batch_execute(&format!(
            "DROP SCHEMA IF EXISTS {name} CASCADE; CREATE SCHEMA {name}"
        ))
        .expect("a schema");
    format!("{server}?options=-csearch_path%3D{name}")
}

/// A port that nobody listens at just now, below those that the system gives to connections; each
/// process has some of its own, and gives none twice as long as it has others.
pub fn free_port() -> u16 {
    static NEXT: AtomicU32 = AtomicU32::new(0);
    loop {
        let n = std::process::id() * 20 + NEXT.fetch_add(1, Ordering::Relaxed);
        let port = u16::try_from(10_000 + n % 22_000).expect("a port");
        if TcpListener::bind(("127.0.0.1", port)).is_ok() {
            return port;
        }
    }
}

/// Whether this is root, who may become others.
pub fn is_root() -> bool {
    let id = Command::new("id").arg("-u").output().expect("id");
    id.stdout.starts_with(b"0\n")
}

/// A program of PostgreSQL, which will not be run by root.
fn as_postgres(program: &str) -> Command {
    let path = programs().join(program);
    if !is_root() {
        return Command::new(path);
    }
    let mut command = Command::new("setpriv");
    command
        .args(["--reuid=postgres", "--regid=postgres", "--clear-groups"])
        .arg(path)
        .current_dir("/");
    command
}

/// Where Debian keeps the programs of its newest version.
fn programs() -> PathBuf {
    let all = std::fs::read_dir("/usr/lib/postgresql")
        .expect("PostgreSQL is not installed: tests/run does so")
        .filter_map(|version| Some(version.ok()?.path().join("bin")))
        .filter(|bin| bin.join("initdb").is_file());
    all.max_by_key(|bin| number_of(bin)).expect("initdb")
}

fn number_of(bin: &Path) -> u32 {
    let version = bin.parent().and_then(Path::file_name);
    version
        .and_then(|v| v.to_string_lossy().parse().ok())
        .unwrap_or(0)
}

trait Succeeds {
    /// Runs it to its end; what it said where that is no good one.
    fn succeeds(&mut self);
}

impl Succeeds for Command {
    fn succeeds(&mut self) {
        let done = self.stdin(Stdio::null()).output().expect("it runs");
        let said = String::from_utf8_lossy(&done.stderr).into_owned();
        assert!(done.status.success(), "{self:?}: {said}");
    }
}
