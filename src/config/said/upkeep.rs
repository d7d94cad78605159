//! Limits, copies, and what runs beside the letters, as the file and the options say it.

use super::MAX_PATH;
use crate::config::sections::{
    ArchiveSection, Daemon, HealthSection, Keep, Limits, SiteSection, WebSection,
};
use crate::config::server::over;
use crate::language::Language;
use crate::tournament::file::LANGUAGES;
use crate::tournament::keys::FileSection;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::Path;

/// `[limits]`.
#[derive(Default)]
pub(super) struct SaidLimits {
    max_message_bytes: Option<u32>,
    answers_per_day: Option<u32>,
    answers_per_hour: Option<u32>,
    game_answers_per_day: Option<u32>,
    all_answers_per_hour: Option<u32>,
    hard_bounces: Option<u32>,
    oversteps_per_pass: Option<u32>,
}

impl SaidLimits {
    /// Takes what one source says.
    pub(super) fn take(&mut self, s: &FileSection<'_, '_>) {
        let bytes = s.number("max_message_bytes", 10_000..=100_000_000);
        over(&mut self.max_message_bytes, bytes);
        over(
            &mut self.answers_per_day,
            s.number("answers_per_day", 1..=10_000),
        );
        over(
            &mut self.answers_per_hour,
            s.number("answers_per_hour", 1..=10_000),
        );
        over(
            &mut self.game_answers_per_day,
            s.number("game_answers_per_day", 1..=10_000),
        );
        over(
            &mut self.all_answers_per_hour,
            s.number("all_answers_per_hour", 1..=1_000_000),
        );
        over(&mut self.hard_bounces, s.number("hard_bounces", 1..=100));
        let most = s.number("oversteps_per_pass", 1..=100_000);
        over(&mut self.oversteps_per_pass, most);
    }

    /// What holds, with what nobody said filled in.
    pub(super) fn complete(self) -> Limits {
        Limits {
            max_message_bytes: self.max_message_bytes.unwrap_or(2_000_000),
            answers_per_day: self.answers_per_day.unwrap_or(100),
            answers_per_hour: self.answers_per_hour.unwrap_or(50),
            game_answers_per_day: self.game_answers_per_day.unwrap_or(100),
            all_answers_per_hour: self.all_answers_per_hour.unwrap_or(1000),
            hard_bounces: self.hard_bounces.unwrap_or(3),
            oversteps_per_pass: self.oversteps_per_pass,
        }
    }
}

/// `[archive]`.
#[derive(Default)]
pub(super) struct SaidArchive {
    path: Option<String>,
    command: Option<String>,
    required: Option<bool>,
}

impl SaidArchive {
    /// Takes what one source says.
    pub(super) fn take(&mut self, s: &FileSection<'_, '_>) {
        over(&mut self.path, s.text("path", MAX_PATH));
        over(&mut self.command, s.text("command", MAX_PATH));
        over(&mut self.required, s.flag("required"));
    }

    /// A copy goes one way only.
    pub(super) fn wrong(&self) -> Option<String> {
        let both = self.path.is_some() && self.command.is_some();
        both.then(|| "[archive] has 'path' and 'command'; allowed: one of them".to_owned())
    }

    /// What holds, with what nobody said filled in.
    pub(super) fn complete(self, home: &Path) -> ArchiveSection {
        ArchiveSection {
            path: self.path.map(|path| home.join(path)),
            command: self.command,
            required: self.required.unwrap_or(true),
        }
    }
}

/// `[keep]`.
#[derive(Default)]
pub(super) struct SaidKeep {
    compress_after_days: Option<u32>,
    backups: Option<u32>,
}

impl SaidKeep {
    /// Takes what one source says.
    pub(super) fn take(&mut self, s: &FileSection<'_, '_>) {
        let days = s.number("compress_after_days", 0..=36_500);
        over(&mut self.compress_after_days, days);
        over(&mut self.backups, s.number("backups", 1..=1_000));
    }

    /// What holds, with what nobody said filled in.
    pub(super) fn complete(self) -> Keep {
        Keep {
            compress_after_days: self.compress_after_days.unwrap_or(30),
            backups: self.backups.unwrap_or(14),
        }
    }
}

/// `[daemon]`.
#[derive(Default)]
pub(super) struct SaidDaemon {
    poll_seconds: Option<u32>,
}

impl SaidDaemon {
    /// Takes what one source says.
    pub(super) fn take(&mut self, s: &FileSection<'_, '_>) {
        over(&mut self.poll_seconds, s.number("poll_seconds", 1..=3_600));
    }

    /// What holds, with what nobody said filled in.
    pub(super) fn complete(self) -> Daemon {
        Daemon {
            poll_seconds: self.poll_seconds.unwrap_or(60),
        }
    }
}

/// `[health]`.
#[derive(Default)]
pub(super) struct SaidHealth {
    poll_minutes: Option<u32>,
    letter_hours: Option<u32>,
    backup_hours: Option<u32>,
    disk_megabytes: Option<u32>,
}

impl SaidHealth {
    /// Takes what one source says.
    pub(super) fn take(&mut self, s: &FileSection<'_, '_>) {
        over(
            &mut self.poll_minutes,
            s.number("poll_minutes", 0..=100_000),
        );
        over(&mut self.letter_hours, s.number("letter_hours", 0..=10_000));
        over(&mut self.backup_hours, s.number("backup_hours", 0..=10_000));
        let disk = s.number("disk_megabytes", 0..=10_000_000);
        over(&mut self.disk_megabytes, disk);
    }

    /// What holds, with what nobody said filled in.
    pub(super) fn complete(self) -> HealthSection {
        HealthSection {
            poll_minutes: self.poll_minutes.unwrap_or(60),
            letter_hours: self.letter_hours.unwrap_or(12),
            backup_hours: self.backup_hours.unwrap_or(48),
            disk_megabytes: self.disk_megabytes.unwrap_or(200),
        }
    }
}

/// `[site]`.
#[derive(Default)]
pub(super) struct SaidSite {
    path: Option<String>,
    tournaments: Option<Vec<String>>,
    delay_moves: Option<u32>,
    language: Option<Language>,
    base_url: Option<String>,
    logo: Option<String>,
    colour: Option<String>,
}

impl SaidSite {
    /// Takes what one source says.
    pub(super) fn take(&mut self, s: &FileSection<'_, '_>) {
        over(&mut self.path, s.text("path", MAX_PATH));
        over(&mut self.tournaments, s.texts("tournaments", 100));
        over(&mut self.delay_moves, s.number("delay_moves", 0..=1_000));
        over(&mut self.language, s.choice("language", LANGUAGES));
        over(&mut self.base_url, s.text("base_url", MAX_PATH));
        over(&mut self.logo, s.text("logo", MAX_PATH));
        over(&mut self.colour, s.text("colour", 20));
    }

    /// What of it nobody could use.
    pub(super) fn wrong(&self) -> Vec<String> {
        let base = no_site("site", self.base_url.as_deref()).into_iter();
        let own = self.colour.iter().filter(|text| colour(text).is_none());
        let own =
            own.map(|text| format!("[site] colour is '{text}'; allowed: #rrggbb, as #0b4f9e"));
        base.chain(own).collect()
    }

    /// What holds, with what nobody said filled in.
    pub(super) fn complete(self, home: &Path) -> SiteSection {
        SiteSection {
            path: self.path.map(|path| home.join(path)),
            tournaments: self.tournaments.unwrap_or_default(),
            delay_moves: self.delay_moves.unwrap_or(0),
            language: self.language,
            base_url: without_slash(self.base_url),
            logo: self.logo.map(|path| home.join(path)),
            colour: self.colour.as_deref().and_then(colour),
        }
    }
}

/// `[web]`.
#[derive(Default, PartialEq, Eq)]
pub(super) struct SaidWeb {
    listen: Option<SocketAddr>,
    base_url: Option<String>,
    tls_cert: Option<String>,
    tls_key: Option<String>,
    trusted_proxies: Option<Vec<String>>,
}

impl SaidWeb {
    /// Takes what one source says.
    pub(super) fn take(&mut self, s: &FileSection<'_, '_>) {
        let rule = "an address and a port such as 127.0.0.1:8180 or [::]:443";
        let listen = s.parsed("listen", rule, |text| text.parse().ok());
        over(&mut self.listen, listen);
        over(&mut self.base_url, s.text("base_url", MAX_PATH));
        over(&mut self.tls_cert, s.text("tls_cert", MAX_PATH));
        over(&mut self.tls_key, s.text("tls_key", MAX_PATH));
        over(&mut self.trusted_proxies, s.texts("trusted_proxies", 50));
    }

    /// Whether anything is.
    pub(super) fn is_said(&self) -> bool {
        *self != SaidWeb::default()
    }

    /// What of it nobody could use.
    pub(super) fn wrong(&self) -> Vec<String> {
        let mut wrong: Vec<String> = no_site("web", self.base_url.as_deref())
            .into_iter()
            .collect();
        if self.tls_cert.is_none() && self.tls_key.is_some() {
            wrong.push("[web] tls_key is the key of a certificate: tls_cert is missing".to_owned());
        }
        let proxies = self.trusted_proxies.iter().flatten();
        wrong.extend(
            proxies
                .filter(|text| text.parse::<IpAddr>().is_err())
                .map(|text| {
                    format!("[web] trusted_proxies has '{text}'; allowed: addresses such as 127.0.0.1 or ::1")
                }),
        );
        wrong
    }

    /// What holds, with what nobody said filled in.
    pub(super) fn complete(self, home: &Path) -> WebSection {
        let key = self.tls_key.or_else(|| self.tls_cert.clone());
        let files = self.tls_cert.zip(key);
        WebSection {
            listen: self.listen.unwrap_or(LISTEN),
            base_url: without_slash(self.base_url),
            tls: files.map(|(certificate, key)| (home.join(certificate), home.join(key))),
            trusted_proxies: self
                .trusted_proxies
                .into_iter()
                .flatten()
                .filter_map(|text| text.parse().ok())
                .collect(),
        }
    }
}

/// Where the server listens where nobody says it: on this machine alone.
const LISTEN: SocketAddr = SocketAddr::new(IpAddr::V4(Ipv4Addr::LOCALHOST), 8180);

/// What is wrong with the address of a site, where it is none.
fn no_site(section: &str, base_url: Option<&str>) -> Option<String> {
    let url = base_url.filter(|url| !is_site(url))?;
    Some(format!(
        "[{section}] base_url is '{url}'; allowed: https://HOST or https://HOST/PATH, http too"
    ))
}

fn without_slash(url: Option<String>) -> Option<String> {
    url.map(|url| url.trim_end_matches('/').to_owned())
}

/// The address of a site: a scheme of the web, a host, and a path of plain letters.
fn is_site(url: &str) -> bool {
    let rest = url
        .strip_prefix("https://")
        .or_else(|| url.strip_prefix("http://"));
    let plain = |c: char| c.is_ascii_alphanumeric() || "-._~/:%[]".contains(c);
    rest.is_some_and(|rest| !rest.is_empty() && !rest.starts_with('/') && rest.chars().all(plain))
}

/// `#rrggbb` as a colour; none where it is none.
fn colour(text: &str) -> Option<[u8; 3]> {
    let digits = text
        .strip_prefix('#')
        .filter(|d| d.len() == 6 && d.bytes().all(|b| b.is_ascii_hexdigit()))?;
    let part = |at: usize| u8::from_str_radix(digits.get(at..at + 2)?, 16).ok();
    Some([part(0)?, part(2)?, part(4)?])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_colour_is_six_digits() {
        assert_eq!(colour("#0b4F9e"), Some([0x0b, 0x4f, 0x9e]));
        for wrong in ["0b4f9e", "#0b4f9", "#0b4f9g", "#+b4f9e", "blue", "#ééé"] {
            assert_eq!(colour(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn a_site_stands_under_an_address_of_the_web() {
        for right in ["https://club.example", "http://club.example:8080/chess/"] {
            assert!(is_site(right), "{right}");
        }
        for wrong in [
            "club.example",
            "https://",
            "ftp://club.example",
            "https:///x",
            "https://a b",
            "https://a\"b",
        ] {
            assert!(!is_site(wrong), "{wrong}");
        }
    }
}
