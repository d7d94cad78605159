//! `[database]`.

use crate::config::server::{LONG, SaidSecret, over};
use crate::config::{DatabaseSection, Secret};
use crate::tournament::keys::FileSection;
use std::path::Path;

/// What the file and the options say of the database; none where silent.
#[derive(Default)]
pub(super) struct SaidDatabase {
    url: Option<String>,
    secret: SaidSecret,
    ca_file: Option<String>,
}

impl SaidDatabase {
    /// Takes what one source says.
    pub(super) fn take(&mut self, s: &FileSection<'_, '_>) {
        let rule = "the address of a PostgreSQL server, without a password, such as \
                    postgres://postchess@db.club.example/postchess";
        over(&mut self.url, s.parsed("url", rule, url));
        self.secret.take(s);
        over(&mut self.ca_file, s.text("ca_file", LONG));
    }

    /// Whether it is a server.
    pub(super) fn is_said(&self) -> bool {
        self.url.is_some()
    }

    /// What holds; what does not fit together is told.
    pub(super) fn complete(&mut self, home: &Path, wrong: &mut Vec<String>) -> DatabaseSection {
        let mut secrets = std::mem::take(&mut self.secret).all(home);
        if secrets.len() > 1 {
            wrong.push(
                "[database] names the password more than once; allowed: one of \
                 password_command, password_file, password_env"
                    .to_owned(),
            );
        }
        let secret: Option<Secret> = secrets.pop();
        let encrypted = self.url.as_deref().and_then(encrypted).unwrap_or(false);
        DatabaseSection {
            url: self.url.take(),
            secret,
            ca_file: self.ca_file.take().map(|path| home.join(path)),
            encrypted,
        }
    }
}

/// An address of a server as it may stand in the file.
fn url(text: &str) -> Option<String> {
    encrypted(text).map(|_| text.to_owned())
}

/// Whether what passes to that address must be encrypted: unless the server is on this machine.
/// `None`: it may not stand in the file.
#[cfg(feature = "postgres")]
fn encrypted(url: &str) -> Option<bool> {
    use crate::config::server::is_this_machine;
    use tokio_postgres::config::{Config, Host, SslMode};

    let begins = url.starts_with("postgres://") || url.starts_with("postgresql://");
    let config: Config = url.parse().ok().filter(|_| begins)?;
    let whole = config.get_password().is_none() && !config.get_hosts().is_empty();
    whole.then(|| {
        config.get_ssl_mode() == SslMode::Require
            || config.get_hosts().iter().any(|host| match host {
                Host::Tcp(name) => !is_this_machine(name),
                Host::Unix(_) => false,
            })
            // Where it is connected to, whatever its name is.
            || config.get_hostaddrs().iter().any(|ip| !ip.is_loopback())
    })
}

/// Whatever stands there is refused.
#[cfg(not(feature = "postgres"))]
fn encrypted(_: &str) -> Option<bool> {
    Some(true)
}

#[cfg(test)]
mod tests {
    use crate::config::*;

    fn read(text: &str) -> Result<DatabaseSection, String> {
        let text = format!("[club]\nrobot = \"moves@club.example\"\n{text}");
        Config::read(&text, Path::new("/srv/club"), &[])
            .map(|config| config.database)
            .map_err(|e| e.to_string())
    }

    #[test]
    fn what_leaves_the_machine_is_encrypted() {
        for (url, encrypted) in [
            ("postgres://moves@db.club.example/chess", true),
            ("postgres://moves@127.0.0.1:5433/chess", false),
            ("postgres://moves@localhost/chess?sslmode=require", true),
            ("postgres://moves@localhost,db2.club.example/chess", true),
            ("postgres:///chess?host=/run/postgresql&user=moves", false),
            ("postgres://moves@localhost/chess?hostaddr=192.0.2.7", true),
            ("postgres://moves@localhost/chess?hostaddr=127.0.0.2", false),
        ] {
            let read = read(&format!("[database]\nurl = \"{url}\"\n")).unwrap();
            assert_eq!(read.encrypted, encrypted, "{url}");
            assert_eq!(read.url.as_deref(), Some(url));
        }
        assert_eq!(read("").unwrap(), DatabaseSection::default());
    }

    #[test]
    fn a_wrong_address_is_told_and_a_password_stands_nowhere() {
        for url in [
            "mysql://db/chess",
            "postgres://moves:secret@db/chess",
            "db.club.example",
            "postgres:///chess",
        ] {
            let said = read(&format!("[database]\nurl = \"{url}\"\n")).unwrap_err();
            assert!(said.contains("without a password"), "{url}: {said}");
            assert!(!said.contains("secret"), "{said}");
        }
        let said = read("[database]\npassword = \"x\"\n").unwrap_err();
        assert!(said.contains("may not stand here"), "{said}");
        let said = read(
            "[database]\nurl = \"postgres://a@localhost/b\"\npassword_file = \"x\"\npassword_env = \"X\"\n",
        )
        .unwrap_err();
        assert!(said.contains("more than once"), "{said}");
    }
}
