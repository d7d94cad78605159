//! An outbox by the machine's own `sendmail`, which every mail server for Unix
//! brings: one call a letter, the letter on its standard input, the answer in its
//! exit code (sysexits.h).

use super::fault::said;
use super::{Delivery, Outbox, Parcel, PostError, Told};
use crate::config;
use crate::time::Instant;
use std::io::{Read, Write};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::time::Duration;

/// How long a call may take: it only puts the letter into a queue.
const PATIENCE: Duration = Duration::from_secs(120);

/// As much of its words as a log can hold, in bytes.
const WORDS: u64 = 4 << 10;

/// A `sendmail` that takes letters.
pub struct SendmailOutbox {
    program: PathBuf,
    arguments: Vec<String>,
}

impl SendmailOutbox {
    /// The program that the configuration names.
    pub fn new(outbox: &config::OutboxSection) -> SendmailOutbox {
        SendmailOutbox {
            program: outbox.sendmail.clone(),
            arguments: outbox.sendmail_arguments.clone(),
        }
    }

    fn hand_over(&self, parcel: &Parcel<'_>) -> Result<Delivery, PostError> {
        let at = |source| PostError::Io {
            path: self.program.clone(),
            source,
        };
        let mut child = Command::new(&self.program)
            .args(&self.arguments)
            // A lone dot does not end the letter; bounces go to the robot; nothing
            // that follows is an option.
            .args(["-i", "-f", parcel.from, "--", parcel.to])
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .map_err(at)?;
        let words = child.stderr.take().map(|pipe| {
            std::thread::spawn(move || {
                let mut words = Vec::new();
                let _ = pipe.take(WORDS).read_to_end(&mut words);
                words
            })
        });
        let letter = local_lines(parcel.bytes);
        let pipe = child.stdin.take();
        // Where it ends without having read everything, its exit code tells why.
        let written = pipe.map_or(Ok(()), |mut pipe| pipe.write_all(&letter));
        let status = wait(&mut child).map_err(at)?;
        let words = match (words, &status) {
            (Some(reader), Some(_)) => reader.join().unwrap_or_default(),
            _ => Vec::new(),
        };
        let Some(status) = status else {
            return Ok(Delivery::Later(format!(
                "{} did not end within {} s",
                self.program.display(),
                PATIENCE.as_secs()
            )));
        };
        meaning(&self.program, status, written.is_ok(), &said(&words))
    }
}

impl Outbox for SendmailOutbox {
    fn at_once(&self) -> u32 {
        20
    }

    fn deliver(
        &mut self,
        batch: &[Parcel<'_>],
        _now: Instant,
        told: &mut Told<'_>,
    ) -> Result<(), PostError> {
        for (index, parcel) in batch.iter().enumerate() {
            if told(vec![(index, self.hand_over(parcel)?)]).is_break() {
                break;
            }
        }
        Ok(())
    }

    fn try_out(&mut self) -> Result<(), PostError> {
        let at = |source| PostError::Io {
            path: self.program.clone(),
            source,
        };
        let meta = std::fs::metadata(&self.program).map_err(at)?;
        match meta.is_file() && meta.permissions().mode() & 0o111 != 0 {
            true => Ok(()),
            false => Err(at(std::io::Error::other("this is no program"))),
        }
    }
}

/// What an exit code means.
fn meaning(
    program: &Path,
    status: ExitStatus,
    was_read: bool,
    words: &str,
) -> Result<Delivery, PostError> {
    let told = match words {
        "" => format!("{} ended with {status}", program.display()),
        _ => format!("{} ended with {status}: {words}", program.display()),
    };
    Ok(match status.code() {
        Some(0) if was_read => Delivery::Delivered,
        // EX_DATAERR, EX_NOUSER, EX_NOHOST: about this letter.
        Some(65 | 67 | 68) => Delivery::Never(told),
        // EX_USAGE, EX_NOPERM, EX_CONFIG, and the shell's own: about how it is called.
        Some(64 | 77 | 78 | 126 | 127) => {
            return Err(PostError::Io {
                path: program.to_owned(),
                source: std::io::Error::other(told),
            });
        }
        // EX_TEMPFAIL and all that may pass; a signal.
        _ => Delivery::Later(told),
    })
}

/// Waits, but not for ever; `None` where it had to be killed.
fn wait(child: &mut Child) -> std::io::Result<Option<ExitStatus>> {
    let began = std::time::Instant::now();
    loop {
        if let Some(status) = child.try_wait()? {
            return Ok(Some(status));
        }
        if began.elapsed() >= PATIENCE {
            child.kill()?;
            child.wait()?;
            return Ok(None);
        }
        #[expect(clippy::disallowed_methods, reason = "a program is waited for")]
        std::thread::sleep(Duration::from_millis(2));
    }
}

/// The lines as programs of this system have them.
fn local_lines(bytes: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(bytes.len());
    for line in bytes.split_inclusive(|b| *b == b'\n') {
        match line.strip_suffix(b"\r\n") {
            Some(text) => {
                out.extend_from_slice(text);
                out.push(b'\n');
            }
            None => out.extend_from_slice(line),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::super::all_told;
    use super::*;
    use crate::ids::OutboundId;

    /// A program that ends as told, after it wrote down what it got.
    fn program(folder: &Path, ending: &str) -> SendmailOutbox {
        let script = format!(
            "#!/bin/sh\nd={}\nprintf '%s\\n' \"$@\" > $d/arguments\ncat > $d/letter\n\
             echo 'sorry,  no' >&2\n{ending}\n",
            folder.display()
        );
        let path = folder.join("sendmail");
        // Another process writes it: a test that begins a program just then would have it open.
        let text = folder.join("text");
        std::fs::write(&text, script).unwrap();
        let mut install = Command::new("install");
        install.args(["-m", "755"]).args([&text, &path]);
        assert!(install.status().unwrap().success());
        SendmailOutbox {
            program: path,
            arguments: vec!["-C".to_owned(), "x y".to_owned()],
        }
    }

    fn hand(outbox: &mut SendmailOutbox) -> Result<Delivery, PostError> {
        let parcel = Parcel {
            id: OutboundId(1),
            to: "-bd@a.example",
            from: "moves@club.example",
            bytes: b"Subject: x\r\n\r\n.\r\nFrom a\r\n",
        };
        all_told(outbox, &[parcel], Instant::from_unix(0)).map(|mut answers| answers.remove(0))
    }

    #[test]
    fn the_letter_goes_as_it_is_to_one_recipient() {
        let folder = tempfile::tempdir().unwrap();
        let mut outbox = program(folder.path(), "exit 0");
        outbox.try_out().unwrap();
        assert_eq!(hand(&mut outbox).unwrap(), Delivery::Delivered);
        let read = |name: &str| std::fs::read_to_string(folder.path().join(name)).unwrap();
        assert_eq!(read("letter"), "Subject: x\n\n.\nFrom a\n");
        assert_eq!(
            read("arguments"),
            "-C\nx y\n-i\n-f\nmoves@club.example\n--\n-bd@a.example\n"
        );
    }

    #[test]
    fn its_exit_code_is_its_answer() {
        let folder = tempfile::tempdir().unwrap();
        for (ending, never) in [
            ("exit 75", false),
            ("exit 71", false),
            ("exit 1", false),
            ("kill -9 $$", false),
            ("exit 67", true),
            ("exit 68", true),
            ("exit 65", true),
        ] {
            let answer = hand(&mut program(folder.path(), ending)).unwrap();
            match answer {
                Delivery::Never(why) if never => assert!(why.contains("sorry,  no"), "{why}"),
                Delivery::Later(why) if !never => assert!(why.contains("sorry,  no"), "{why}"),
                other => panic!("{ending}: {other:?}"),
            }
        }
        for ending in ["exit 64", "exit 78", "exit 127"] {
            let error = hand(&mut program(folder.path(), ending)).unwrap_err();
            assert!(error.to_string().contains("sorry,  no"), "{error}");
        }
        let mut none = program(folder.path(), "exit 0");
        none.program = folder.path().join("none");
        assert!(none.try_out().is_err());
        assert!(hand(&mut none).is_err());
    }
}
