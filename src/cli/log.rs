//! The log, on standard error: a line an event, in the form its reader likes.
//! At the usual levels it names no address and quotes no letter: logs are kept
//! longer and read by more eyes than a mailbox.

use super::args::{Global, LogForm};
use regex::Regex;
use std::borrow::Cow;
use std::fmt;
use std::io::Write;
use std::sync::LazyLock;
use tracing::{Event, Level, Subscriber};
use tracing_subscriber::EnvFilter;
use tracing_subscriber::fmt::format::Writer;
use tracing_subscriber::fmt::time::{FormatTime, SystemTime};
use tracing_subscriber::fmt::{FmtContext, FormatEvent, FormatFields, MakeWriter};
use tracing_subscriber::registry::LookupSpan;

/// Begins the log of this run. `lasting`: a daemon, which tells what it does.
pub fn begin(global: &Global, lasting: bool) {
    let level = match (global.quiet, global.verbose, lasting) {
        (true, ..) => "error",
        (_, 0, false) => "warn",
        (_, 0 | 1, _) => "info",
        _ => "debug",
    };
    let journal = global.journal_stream.as_deref().is_some_and(is_journal);
    let form = global.log.unwrap_or(match journal {
        true => LogForm::Journal,
        false => LogForm::Text,
    });
    let base = tracing_subscriber::fmt()
        .with_writer(Discreet {
            whole: global.verbose > 1,
        })
        .with_ansi(false)
        .with_env_filter(EnvFilter::new(level));
    // A second command in one process (the demo, tests) keeps the first one's.
    let _ = match form {
        LogForm::Json => tracing::subscriber::set_global_default(
            base.json().flatten_event(true).with_target(false).finish(),
        ),
        LogForm::Journal => tracing::subscriber::set_global_default(
            base.event_format(EventLine {
                form: LogForm::Journal,
                time: false,
            })
            .finish(),
        ),
        LogForm::Text => tracing::subscriber::set_global_default(
            base.event_format(EventLine {
                form: LogForm::Text,
                time: lasting,
            })
            .finish(),
        ),
    };
}

/// Whether standard error is the stream that systemd names (`device:inode`): what
/// a service starts inherits the variable, and not always the stream.
fn is_journal(stream: &str) -> bool {
    let stat = rustix::fs::fstat(std::io::stderr());
    stat.is_ok_and(|s| stream == format!("{}:{}", s.st_dev, s.st_ino))
}

/// One event on one line.
struct EventLine {
    form: LogForm,
    /// Whether the hour stands before it: a journal has its own.
    time: bool,
}

impl<S, N> FormatEvent<S, N> for EventLine
where
    S: Subscriber + for<'a> LookupSpan<'a>,
    N: for<'a> FormatFields<'a> + 'static,
{
    fn format_event(
        &self,
        context: &FmtContext<'_, S, N>,
        mut writer: Writer<'_>,
        event: &Event<'_>,
    ) -> fmt::Result {
        let level = *event.metadata().level();
        if self.form == LogForm::Journal {
            write!(writer, "<{}>", priority(level))?;
        } else {
            if self.time {
                SystemTime.format_time(&mut writer)?;
                writer.write_char(' ')?;
            }
            write!(writer, "{:<5} ", word(level))?;
        }
        // A line end within an event would make two entries of it.
        let mut text = String::new();
        context
            .field_format()
            .format_fields(Writer::new(&mut text), event)?;
        writeln!(writer, "{}", text.trim_end().replace('\n', "; "))
    }
}

/// The priority of syslog, as sd-daemon(3) puts it before a line.
fn priority(level: Level) -> u8 {
    match level {
        Level::ERROR => 3,
        Level::WARN => 4,
        Level::INFO => 6,
        _ => 7,
    }
}

fn word(level: Level) -> &'static str {
    match level {
        Level::ERROR => "error",
        Level::WARN => "warn",
        Level::INFO => "info",
        _ => "debug",
    }
}

/// Standard error without addresses, or whole where that is asked for (`-vv`).
#[derive(Clone, Copy)]
struct Discreet {
    whole: bool,
}

impl<'a> MakeWriter<'a> for Discreet {
    type Writer = Discreet;

    fn make_writer(&'a self) -> Discreet {
        *self
    }
}

impl Write for Discreet {
    /// An event comes whole, in one piece. A log that cannot be written (a full disk,
    /// a closed pipe) ends nothing: told of it, the subscriber would panic.
    fn write(&mut self, line: &[u8]) -> std::io::Result<usize> {
        let mut out = std::io::stderr().lock();
        let text = String::from_utf8_lossy(line);
        let _ = match self.whole {
            true => out.write_all(line),
            false => out.write_all(without_addresses(&text).as_bytes()),
        };
        Ok(line.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

/// The text with every mail address and Message-ID hidden but for its domain,
/// which tells an operator which provider it is about.
fn without_addresses(text: &str) -> Cow<'_, str> {
    static ADDRESS: LazyLock<Option<Regex>> =
        LazyLock::new(|| Regex::new(r#"[^\s<>"'(),:;=\[\]]+@([\w.-]+)"#).ok());
    match ADDRESS.as_ref() {
        Some(address) => address.replace_all(text, "…@$1"),
        None => Cow::Borrowed(text),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_hidden() {
        for (text, said) in [
            (
                "550 <ann@a.example>: no such user",
                "550 <…@a.example>: no such user",
            ),
            ("to=ann+x@a.example", "to=…@a.example"),
            ("иван@клуб.example и", "…@клуб.example и"),
            ("mailto:bert@b.example.", "mailto:…@b.example."),
            ("nothing @ all", "nothing @ all"),
        ] {
            assert_eq!(without_addresses(text), said);
        }
    }
}
