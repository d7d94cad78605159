//! Passwords and tokens: asked for each time, kept nowhere.

use crate::config::Secret;
use std::io::Read;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// How long a command may take: one that asks a person for a password hangs.
const COMMAND: Duration = Duration::from_secs(30);

/// More than any password or token has, in bytes.
const MOST: usize = 64 << 10;

/// The secret, or why there is none; never the secret in an error.
pub(super) fn tell(secret: &Secret) -> Result<String, String> {
    let (what, text) = match secret {
        Secret::Command(line) => {
            let what = named(line);
            let text = run(line).map_err(|why| format!("{what} {why}"))?;
            (what, text)
        }
        Secret::File(path) => {
            let what = path.display().to_string();
            let bytes = std::fs::read(path).map_err(|e| format!("{what}: {e}"))?;
            (what, bytes)
        }
        Secret::Env(name) => {
            #[expect(
                clippy::disallowed_methods,
                reason = "which variable holds the password is said in the configuration"
            )]
            let value = std::env::var_os(name);
            let value = value.ok_or_else(|| format!("the environment has no variable {name}"))?;
            (format!("the variable {name}"), value.into_encoded_bytes())
        }
    };
    let text = String::from_utf8(text).map_err(|_| format!("{what} gives no text in UTF-8"))?;
    let first = text.lines().next().unwrap_or("");
    match first {
        "" => Err(format!("{what} gives nothing")),
        _ if first.contains('\0') => Err(format!("{what} gives what is no text")),
        _ => Ok(first.to_owned()),
    }
}

/// What a command is called in an error, which goes to logs and screens: by its program, since a
/// password may stand in the rest of it, or in an assignment before it.
fn named(line: &str) -> String {
    let program = line.split_whitespace().next().unwrap_or_default();
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_./".contains(c);
    match !program.is_empty() && program.chars().all(plain) {
        true => format!("the password command ({program} …)"),
        false => "the password command".to_owned(),
    }
}

/// A file of a password that others than its owner may read; `None` where they may
/// not, or the password comes from elsewhere.
pub fn exposed(secret: &Secret) -> Option<String> {
    let Secret::File(path) = secret else {
        return None;
    };
    exposed_at("the password file", path, 0o600)
}

/// A file or folder that is open to more than these rights, in words; `None` where it is not, or
/// cannot be looked at.
pub fn exposed_at(what: &str, path: &Path, rights: u32) -> Option<String> {
    let mode = std::fs::metadata(path).ok()?.permissions().mode() & 0o777;
    let name = path.display();
    (mode & 0o077 & !rights != 0).then(|| {
        format!("others may read {what} {name} (mode {mode:03o}): chmod {rights:03o} {name}")
    })
}

/// What a command of the shell prints.
fn run(line: &str) -> Result<Vec<u8>, String> {
    let mut child = Command::new("/bin/sh")
        .args(["-c", line])
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::inherit())
        .spawn()
        .map_err(|e| format!("cannot be run: {e}"))?;
    let Some(pipe) = child.stdout.take() else {
        return Err("has no output".to_owned());
    };
    let most = u64::try_from(MOST).unwrap_or(u64::MAX);
    // A thread of its own reads: what outlives the command may keep the pipe open.
    let (told, hear) = std::sync::mpsc::channel();
    std::thread::spawn(move || {
        let mut text = Vec::new();
        let read = pipe.take(most).read_to_end(&mut text).map(|_| text);
        let _ = told.send(read);
    });
    let began = Instant::now();
    let text = hear.recv_timeout(COMMAND);
    loop {
        match child.try_wait() {
            Ok(Some(status)) if status.success() => break,
            Ok(Some(status)) => return Err(format!("failed ({status})")),
            Ok(None) if began.elapsed() < COMMAND => {
                #[expect(clippy::disallowed_methods, reason = "a command is waited for")]
                std::thread::sleep(Duration::from_millis(5));
            }
            Ok(None) => {
                let _ = child.kill();
                let _ = child.wait();
                return Err(format!("did not end within {} s", COMMAND.as_secs()));
            }
            Err(e) => return Err(format!("cannot be waited for: {e}")),
        }
    }
    match text {
        Ok(Ok(text)) => Ok(text),
        Ok(Err(e)) => Err(format!("cannot be read: {e}")),
        Err(_) => Err(format!("did not end within {} s", COMMAND.as_secs())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn command(line: &str) -> Result<String, String> {
        tell(&Secret::Command(line.to_owned()))
    }

    #[test]
    fn the_first_line_counts() {
        assert_eq!(command("printf 'пароль 1\\nmore\\n'").unwrap(), "пароль 1");
        assert_eq!(command("printf x").unwrap(), "x");
        let file = tempfile::NamedTempFile::new().unwrap();
        std::fs::write(file.path(), "s e\r\n").unwrap();
        assert_eq!(tell(&Secret::File(file.path().into())).unwrap(), "s e");
        // cargo sets it.
        let name = "CARGO_MANIFEST_DIR".to_owned();
        assert!(!tell(&Secret::Env(name)).unwrap().is_empty());
    }

    #[test]
    fn a_file_that_others_may_read_lies_open() {
        let file = tempfile::NamedTempFile::new().unwrap();
        let secret = Secret::File(file.path().into());
        for (mode, open) in [
            (0o600, false),
            (0o400, false),
            (0o700, false),
            (0o640, true),
            (0o604, true),
            (0o620, true),
            (0o644, true),
        ] {
            let mode = std::fs::Permissions::from_mode(mode);
            std::fs::set_permissions(file.path(), mode).unwrap();
            assert_eq!(exposed(&secret).is_some(), open, "{:o}", mode_of(&file));
        }
        let elsewhere = [
            Secret::File("no/such/file".into()),
            Secret::Command("echo x".to_owned()),
            Secret::Env("PATH".to_owned()),
        ];
        assert!(elsewhere.iter().all(|s| exposed(s).is_none()));
    }

    fn mode_of(file: &tempfile::NamedTempFile) -> u32 {
        file.as_file().metadata().unwrap().permissions().mode()
    }

    #[test]
    fn why_there_is_none_is_told_and_never_what_was_read() {
        let said = command("echo hidden; exit 3").unwrap_err();
        assert!(said.contains("failed (exit status: 3)"), "{said}");
        let said = command("true").unwrap_err();
        assert!(
            said.contains("the password command (true …) gives nothing"),
            "{said}"
        );
        for line in [
            "printf hidden >&2; exit 1 # hidden",
            "PASSWORD=hidden true",
            "'hidden' ",
            "no-such-program-of-ours hidden",
        ] {
            let said = command(line).unwrap_err();
            assert!(!said.contains("hidden"), "{said}");
        }
        let said = command("printf '\\377hidden'").unwrap_err();
        assert!(said.ends_with("gives no text in UTF-8"), "{said}");
        let said = tell(&Secret::File("no/such/file".into())).unwrap_err();
        assert!(said.starts_with("no/such/file: "), "{said}");
        let said = tell(&Secret::Env("NO_SUCH_VARIABLE".to_owned())).unwrap_err();
        assert!(said.ends_with("no variable NO_SUCH_VARIABLE"), "{said}");
    }
}
