//! A Dovecot of one's own: IMAP, POP3 and LMTP on loopback.

use super::{Certificate, free_port, is_root, run, wait_for};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use tempfile::TempDir;

/// Who has a mailbox there; the password is `secret`.
pub const USERS: [&str; 6] = ["moves", "ann", "bert", "clara", "td", "postmaster"];

/// A running server.
pub struct Dovecot {
    dir: TempDir,
    child: Option<Child>,
    pub imap: u16,
    pub imaps: u16,
    pub pop3: u16,
    pub pop3s: u16,
    pub certificate: Certificate,
}

impl Dovecot {
    pub fn starts() -> Dovecot {
        Dovecot::starts_with("")
    }

    /// With more lines of configuration.
    pub fn starts_with(more: &str) -> Dovecot {
        let dir = tempfile::Builder::new()
            .prefix("dovecot-")
            .tempdir()
            .expect("a folder");
        let base = dir.path().to_owned();
        for folder in ["run", "state", "mail", "tls"] {
            std::fs::create_dir_all(base.join(folder)).unwrap();
        }
        let certificate = Certificate::make(
            &base.join("tls"),
            "server",
            "DNS:localhost,IP:127.0.0.1",
            "30",
        );
        let mut dovecot = Dovecot {
            imap: free_port(),
            imaps: free_port(),
            pop3: free_port(),
            pop3s: free_port(),
            certificate,
            child: None,
            dir,
        };
        let users: Vec<String> = USERS
            .iter()
            .flat_map(|u| {
                [
                    format!("{u}:{{PLAIN}}secret::::::\n"),
                    format!("{u}@chess.test:{{PLAIN}}secret::::::\n"),
                ]
            })
            .collect();
        std::fs::write(base.join("users"), users.concat()).unwrap();
        std::fs::write(base.join("dovecot.conf"), dovecot.configuration(more)).unwrap();
        if is_root() {
            // Mail is never read as root; temporary folders are closed to others.
            run("chmod", &["755", base.to_str().unwrap()]);
            run(
                "chown",
                &["nobody:nogroup", base.join("mail").to_str().unwrap()],
            );
        }
        dovecot.goes_on();
        dovecot
    }

    pub fn base(&self) -> &Path {
        self.dir.path()
    }

    fn configuration(&self, more: &str) -> String {
        let base = self.base().display();
        let (mail_user, mail_group, rights) = if is_root() {
            ("nobody".to_owned(), "nogroup".to_owned(), String::new())
        } else {
            let me = run("id", &["-un"]).trim().to_owned();
            let group = run("id", &["-gn"]).trim().to_owned();
            let rights = format!(
                "default_internal_user = {me}\ndefault_login_user = {me}\n\
                 default_internal_group = {group}\nservice anvil {{\n chroot =\n}}\n\
                 service imap-login {{\n chroot =\n}}\nservice pop3-login {{\n chroot =\n}}\n"
            );
            (me, group, rights)
        };
        format!(
            "base_dir = {base}/run\nstate_dir = {base}/state\nlog_path = {base}/log\n\
             protocols = imap pop3 lmtp\nlisten = 127.0.0.1\n{rights}\
             ssl = yes\nssl_cert = <{cert}\nssl_key = <{key}\ndisable_plaintext_auth = no\n\
             auth_mechanisms = plain login\nauth_failure_delay = 0\n\
             passdb {{\n driver = passwd-file\n args = username_format=%u {base}/users\n}}\n\
             userdb {{\n driver = static\n args = uid={mail_user} gid={mail_group} \
             home={base}/mail/%n allow_all_users=yes\n}}\n\
             first_valid_uid = 1\nmail_location = maildir:~/Maildir\nmail_fsync = never\n\
             recipient_delimiter = +\nlmtp_save_to_detail_mailbox = no\n\
             default_vsz_limit = 0\nmail_max_userip_connections = 100\n\
             namespace inbox {{\n inbox = yes\n separator = /\n}}\n\
             service imap-login {{\n inet_listener imap {{\n port = {imap}\n }}\n \
             inet_listener imaps {{\n port = {imaps}\n ssl = yes\n }}\n}}\n\
             service pop3-login {{\n inet_listener pop3 {{\n port = {pop3}\n }}\n \
             inet_listener pop3s {{\n port = {pop3s}\n ssl = yes\n }}\n}}\n\
             service lmtp {{\n unix_listener lmtp-in {{\n mode = 0666\n }}\n}}\n\
             service auth {{\n unix_listener auth-for-smtp {{\n mode = 0666\n }}\n}}\n\
             service anvil {{\n unix_listener anvil-auth-penalty {{\n mode = 0\n }}\n}}\n\
             {more}\n",
            cert = self.certificate.cert.display(),
            key = self.certificate.key.display(),
            imap = self.imap,
            imaps = self.imaps,
            pop3 = self.pop3,
            pop3s = self.pop3s,
        )
    }

    /// Starts again after [`Dovecot::stops`].
    pub fn goes_on(&mut self) {
        let log = self.base().join("log");
        let output = std::fs::File::create(self.base().join("output")).unwrap();
        let mut child = Command::new("setpriv")
            // It must not outlive a test that is killed.
            .args(["--pdeathsig", "TERM", "dovecot", "-F", "-c"])
            .arg(self.base().join("dovecot.conf"))
            .stdin(Stdio::null())
            .stdout(output.try_clone().unwrap())
            .stderr(output)
            .spawn()
            .unwrap_or_else(|e| panic!("setpriv: {e}"));
        wait_for(self.imap, &mut child, &self.base().join("output"));
        wait_for(self.pop3, &mut child, &log);
        self.child = Some(child);
    }

    pub fn stops(&mut self) {
        if let Some(mut child) = self.child.take() {
            let _ = Command::new("kill").arg(child.id().to_string()).status();
            let _ = child.wait();
        }
    }

    /// The Maildir of a user.
    pub fn maildir(&self, user: &str) -> PathBuf {
        self.base().join("mail").join(user).join("Maildir")
    }

    /// Puts letters into a mailbox as files: quicker than any protocol.
    pub fn drops(&self, user: &str, letters: impl Iterator<Item = Vec<u8>>) {
        let maildir = self.maildir(user);
        for folder in ["tmp", "new", "cur"] {
            std::fs::create_dir_all(maildir.join(folder)).unwrap();
        }
        for (n, letter) in letters.enumerate() {
            let name = format!("{:010}.M{n}P1.test", 1_767_225_600 + n);
            std::fs::write(maildir.join("new").join(name), letter).unwrap();
        }
        if is_root() {
            let home = self.base().join("mail").join(user);
            run("chown", &["-R", "nobody:nogroup", home.to_str().unwrap()]);
        }
    }
}

impl Drop for Dovecot {
    fn drop(&mut self) {
        self.stops();
        if std::thread::panicking() {
            let log = std::fs::read_to_string(self.base().join("log")).unwrap_or_default();
            let from = log.len().saturating_sub(3_000);
            println!("{}", log.get(from..).unwrap_or(&log));
        }
    }
}
