//! A Postfix of one's own, which takes letters by SMTP and puts them into the
//! mailboxes of a [`Dovecot`]. It needs root, as every Postfix does.

use super::dovecot::{Dovecot, USERS};
use super::{free_port, is_root, run, wait_for};
use crate::ground::{Turn, TurnPlace};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};
use tempfile::TempDir;

/// Lines of main.cf by which it takes letters to the robot, the players and the
/// arbiter of the club of the stories.
pub const CLUB: &str = "virtual_mailbox_domains = a.example b.example club.example chess.test\n\
     virtual_mailbox_maps = static:all\n";

/// A running server.
pub struct Postfix {
    dir: TempDir,
    /// Held until it has ended: several at once have each too little of a small machine.
    _turn: Turn,
    child: Option<Child>,
    /// From other servers, and from this machine: no login, no TLS needed.
    pub smtp: u16,
    /// With login, TLS by STARTTLS.
    pub submission: u16,
    /// With login, TLS from the first byte.
    pub smtps: u16,
}

impl Postfix {
    pub fn starts(dovecot: &Dovecot) -> Postfix {
        Postfix::starts_with(dovecot, "", "")
    }

    /// With more lines of main.cf and master.cf.
    pub fn starts_with(dovecot: &Dovecot, main: &str, master: &str) -> Postfix {
        static ONE: TurnPlace = TurnPlace::new();
        assert!(is_root(), "Postfix runs only as root");
        let turn = ONE.turn();
        let dir = tempfile::Builder::new()
            .prefix("postfix-")
            .tempdir()
            .expect("a folder");
        let base = dir.path();
        run("chmod", &["755", base.to_str().unwrap()]);
        for folder in ["etc", "spool", "data"] {
            std::fs::create_dir_all(base.join(folder)).unwrap();
        }
        run("chown", &["postfix", base.join("data").to_str().unwrap()]);
        let users: Vec<String> = USERS
            .iter()
            .map(|u| format!("{u}@chess.test {u}\n"))
            .collect();
        std::fs::write(base.join("etc/users"), users.concat()).unwrap();
        let mut postfix = Postfix {
            smtp: free_port(),
            submission: free_port(),
            smtps: free_port(),
            child: None,
            dir,
            _turn: turn,
        };
        let base = postfix.base();
        let settings = overridden(&postfix.main_cf(dovecot), main);
        std::fs::write(base.join("etc/main.cf"), settings).unwrap();
        std::fs::write(base.join("etc/master.cf"), postfix.master_cf() + master).unwrap();
        let output = std::fs::File::create(base.join("output")).unwrap();
        let etc = base.join("etc");
        run("postfix", &["-c", etc.to_str().unwrap(), "check"]);
        let mut child = Command::new("setpriv")
            // It must not outlive a test that is killed; a session of its own,
            // because it ends everybody in its group when it ends.
            .args([
                "--pdeathsig",
                "TERM",
                "setsid",
                "/usr/lib/postfix/sbin/master",
                "-s",
                "-c",
            ])
            .arg(etc)
            .stdin(Stdio::null())
            .stdout(output.try_clone().unwrap())
            .stderr(output)
            .spawn()
            .unwrap_or_else(|e| panic!("setpriv: {e}"));
        wait_for(postfix.smtps, &mut child, &base.join("output"));
        wait_for(postfix.smtp, &mut child, &base.join("output"));
        postfix.child = Some(child);
        postfix
    }

    pub fn base(&self) -> &Path {
        self.dir.path()
    }

    /// How long it takes so many copies of a letter from Postfix's own generator, by
    /// sixteen connections at once.
    pub fn takes(&self, count: usize, letter: &str) -> Duration {
        let path = self.base().join("letter");
        std::fs::write(&path, letter).unwrap();
        let began = Instant::now();
        run(
            "smtp-source",
            &[
                "-d",
                "-s",
                "16",
                "-m",
                &count.to_string(),
                "-f",
                "moves@club.example",
                "-t",
                "p1@sink.example",
                "-F",
                path.to_str().unwrap(),
                &format!("127.0.0.1:{}", self.smtp),
            ],
        );
        began.elapsed()
    }

    fn main_cf(&self, dovecot: &Dovecot) -> String {
        let (base, mail) = (self.base().display(), dovecot.base().display());
        format!(
            "compatibility_level = 3.6\nqueue_directory = {base}/spool\n\
             data_directory = {base}/data\nmail_owner = postfix\nsetgid_group = postdrop\n\
             command_directory = /usr/sbin\ndaemon_directory = /usr/lib/postfix/sbin\n\
             maillog_file = {base}/log\nmaillog_file_prefixes = {base}\n\
             inet_interfaces = 127.0.0.1\ninet_protocols = ipv4\n\
             myhostname = mx.chess.test\nmydomain = chess.test\nmyorigin = chess.test\n\
             mydestination =\nlocal_recipient_maps =\nalias_maps =\nalias_database =\n\
             local_transport = error:none\ndefault_transport = error:this server knows no others\n\
             disable_dns_lookups = yes\nsmtp_host_lookup = native\n\
             virtual_mailbox_domains = chess.test\n\
             virtual_mailbox_maps = texthash:{base}/etc/users\n\
             virtual_transport = lmtp:unix:{mail}/run/lmtp-in\nrecipient_delimiter = +\n\
             smtpd_sasl_type = dovecot\nsmtpd_sasl_path = {mail}/run/auth-for-smtp\n\
             smtpd_tls_cert_file = {cert}\nsmtpd_tls_key_file = {key}\n\
             smtpd_tls_security_level = none\nmynetworks = 127.0.0.0/8\n\
             smtpd_relay_restrictions = permit_sasl_authenticated, reject_unauth_destination\n\
             smtpd_recipient_restrictions =\n\
             message_size_limit = 100000\nin_flow_delay = 0\n\
             minimal_backoff_time = 2s\nqueue_run_delay = 2s\n",
            cert = dovecot.certificate.cert.display(),
            key = dovecot.certificate.key.display(),
        )
    }

    fn master_cf(&self) -> String {
        format!(
            "127.0.0.1:{smtp} inet n - n - - smtpd\n\
             127.0.0.1:{submission} inet n - n - - smtpd\n  \
             -o smtpd_tls_security_level=encrypt -o smtpd_sasl_auth_enable=yes\n  \
             -o smtpd_client_restrictions=permit_sasl_authenticated,reject\n\
             127.0.0.1:{smtps} inet n - n - - smtpd\n  \
             -o smtpd_tls_wrappermode=yes -o smtpd_sasl_auth_enable=yes\n  \
             -o smtpd_client_restrictions=permit_sasl_authenticated,reject\n\
             pickup unix n - n 60 1 pickup\ncleanup unix n - n - 0 cleanup\n\
             qmgr unix n - n 300 1 qmgr\ntlsmgr unix - - n 1000? 1 tlsmgr\n\
             rewrite unix - - n - - trivial-rewrite\nbounce unix - - n - 0 bounce\n\
             defer unix - - n - 0 bounce\ntrace unix - - n - 0 bounce\n\
             verify unix - - n - 1 verify\nflush unix n - n 1000? 0 flush\n\
             proxymap unix - - n - - proxymap\nshowq unix n - n - - showq\n\
             error unix - - n - - error\nretry unix - - n - - error\n\
             discard unix - - n - - discard\nlmtp unix - - n - - lmtp\n\
             anvil unix - - n - 1 anvil\nscache unix - - n - 1 scache\n\
             postlog unix-dgram n - n - 1 postlogd\n",
            smtp = self.smtp,
            submission = self.submission,
            smtps = self.smtps,
        )
    }
}

/// The lines of a main.cf, where later ones take the place of those of the same name. A name
/// that stands twice is a warning of every process at its start; ten of them fill the queue of
/// postlogd, which then waits for itself.
fn overridden(settings: &str, later: &str) -> String {
    let name = |line: &str| line.split('=').next().unwrap_or_default().trim().to_owned();
    let named: Vec<String> = later.lines().map(name).collect();
    let kept = settings.lines().filter(|line| !named.contains(&name(line)));
    let lines: Vec<&str> = kept.chain(later.lines()).collect();
    lines.join("\n") + "\n"
}

impl Drop for Postfix {
    fn drop(&mut self) {
        if let Some(mut child) = self.child.take() {
            let _ = Command::new("kill").arg(child.id().to_string()).status();
            let _ = child.wait();
        }
        if std::thread::panicking() {
            for name in ["output", "log"] {
                let log = std::fs::read_to_string(self.base().join(name)).unwrap_or_default();
                let from = log.len().saturating_sub(4_000);
                println!("{name}: {}", log.get(from..).unwrap_or(&log));
            }
        }
    }
}
