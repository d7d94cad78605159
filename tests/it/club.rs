//! The house of the stories: a club in a folder of its own with a real database
//! and real Maildirs, personas who write letters, and a calendar that only moves
//! when a story says so. A story fails when a letter is left unread at its end.

use crate::engine;
use base64::prelude::{BASE64_STANDARD, Engine as _};
use mail_parser::{MessageParser, MimeHeaders};
use postchess::config::Config;
use postchess::ids::GameName;
use postchess::orders::line::of_line;
use postchess::request::confirm::CODE_ALPHABET;
use postchess::robot::orders::Grounds;
use postchess::robot::{PassReport, Robot, TickReport};
use postchess::store::Store;
use postchess::time::Instant;
use serde_json::Value;
use sha2::{Digest as _, Sha256};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::path::PathBuf;
use tempfile::TempDir;

/// The robot's address.
pub const ROBOT: &str = "moves@club.example";
/// The arbiter's address.
pub const ARBITER: &str = "td@club.example";
/// The personas in the order of their starting numbers, each with a language.
pub const PERSONAS: [(&str, &str, &str); 6] = [
    ("Ann Archer", "ann@a.example", "en"),
    ("Bert Baker", "bert@b.example", "en"),
    ("Clara Cook", "clara@c.example", "en"),
    ("Дмитрий Волков", "dima@d.example", "ru"),
    ("Ewa Nowak", "ewa@e.example", "pl"),
    ("Філіп Гай", "filip@f.example", "uk"),
];

/// What letters of the robot may be (CONTRACT.md 5).
const KINDS: [&str; 29] = [
    "sign-in",
    "round",
    "circular",
    "start",
    "confirmation",
    "move",
    "rejection",
    "not-understood",
    "draw",
    "repeat",
    "reminder",
    "time-forfeit",
    "silence",
    "leave",
    "result",
    "report",
    "status",
    "help",
    "challenge",
    "address",
    "claim",
    "protest",
    "adjudication",
    "withdrawal",
    "entry",
    "ruling",
    "delivery-problem",
    "digest",
    "transcript",
];

/// The address a persona's short name means.
pub fn address(who: &str) -> String {
    if who == "arbiter" {
        return ARBITER.to_owned();
    }
    if who.contains('@') {
        return who.to_owned();
    }
    let found = PERSONAS
        .iter()
        .find(|(_, a, _)| a.split('@').next() == Some(who));
    found
        .map(|p| p.1.to_owned())
        .unwrap_or_else(|| panic!("no persona {who}"))
}

/// What a club is made of.
pub struct Setup {
    code: &'static str,
    language: &'static str,
    profile: &'static str,
    system: &'static str,
    players: usize,
    pairs: Vec<(u32, u32, Option<String>)>,
    tournament: String,
    regulations: String,
    sections: String,
    sets: Vec<(String, String)>,
    start: &'static str,
    now: &'static str,
    started: bool,
    greeting: Option<&'static str>,
    unmailed: Vec<(String, Vec<String>)>,
    postal: Vec<(String, Vec<String>)>,
}

impl Setup {
    /// Tournament T26 by e-mail, Ann with White against Bert, from 10 January 2026 in UTC.
    pub fn new() -> Setup {
        Setup {
            code: "T26",
            language: "en",
            profile: "email",
            system: "pairs",
            players: 2,
            pairs: vec![(1, 2, None)],
            tournament: String::new(),
            regulations: String::new(),
            sections: String::new(),
            sets: vec![("auth.policy".into(), "address".into())],
            start: "2026-01-10",
            now: "2026-01-10T09:00:00Z",
            started: true,
            greeting: None,
            unmailed: Vec::new(),
            postal: Vec::new(),
        }
    }

    /// A persona without e-mail, at a postal address.
    pub fn unmailed(mut self, who: &str, lines: &[&str]) -> Setup {
        let lines = lines.iter().map(|l| (*l).to_owned()).collect();
        self.unmailed.push((address(who), lines));
        self
    }

    /// A persona with both, an e-mail and a postal address.
    pub fn lives_at(mut self, who: &str, lines: &[&str]) -> Setup {
        let lines = lines.iter().map(|l| (*l).to_owned()).collect();
        self.postal.push((address(who), lines));
        self
    }

    /// Letters greet the first player so.
    pub fn greets(mut self, greeting: &'static str) -> Setup {
        self.greeting = Some(greeting);
        self
    }

    /// Another code.
    pub fn code(mut self, code: &'static str) -> Setup {
        self.code = code;
        self
    }

    /// Lines for `[regulations]`.
    pub fn rules(mut self, lines: &str) -> Setup {
        writeln!(self.regulations, "{lines}").unwrap();
        self
    }

    /// Lines for `[tournament]`.
    pub fn tournament(mut self, lines: &str) -> Setup {
        writeln!(self.tournament, "{lines}").unwrap();
        self
    }

    /// The tournament's language, and so the arbiter's.
    pub fn language(mut self, language: &'static str) -> Setup {
        self.language = language;
        self
    }

    /// email, post or server.
    pub fn profile(mut self, profile: &'static str) -> Setup {
        self.profile = profile;
        self
    }

    /// A position to begin from, in the first game.
    pub fn fen(mut self, fen: &str) -> Setup {
        self.pairs[0].2 = Some(fen.to_owned());
        self
    }

    /// These pairs instead of the one.
    pub fn pairs(mut self, pairs: &[(u32, u32)]) -> Setup {
        self.pairs = pairs.iter().map(|(w, b)| (*w, *b, None)).collect();
        let most = pairs.iter().flat_map(|(w, b)| [*w, *b]).max().unwrap_or(2);
        self.players = usize::try_from(most).unwrap();
        self
    }

    /// A round-robin of so many.
    pub fn round_robin(mut self, players: usize) -> Setup {
        self.system = "round-robin";
        self.players = players;
        self.pairs.clear();
        self
    }

    /// Another system of so many players.
    pub fn system(mut self, system: &'static str, players: usize) -> Setup {
        self.system = system;
        self.players = players;
        self.pairs.clear();
        self
    }

    /// Further sections of the file: rounds, teams.
    pub fn sections(mut self, text: &str) -> Setup {
        self.sections.push_str(text);
        self
    }

    /// Everyone meets everyone twice.
    pub fn twice(mut self) -> Setup {
        self.system = "double-round-robin";
        self
    }

    /// A key of the configuration.
    pub fn set(mut self, key: &str, value: &str) -> Setup {
        self.sets.push((key.into(), value.into()));
        self
    }

    /// The policy a stranger meets: tokens or verification.
    pub fn default_policy(mut self) -> Setup {
        self.sets.retain(|(key, _)| key != "auth.policy");
        self
    }

    /// The official start and the hour of the first day.
    pub fn begins(mut self, start: &'static str, now: &'static str) -> Setup {
        (self.start, self.now) = (start, now);
        self
    }

    /// The tournament is added, not started.
    pub fn not_started(mut self) -> Setup {
        self.started = false;
        self
    }

    /// The tournament file.
    pub fn file(&self) -> String {
        let mut text = format!(
            "[tournament]\ncode = \"{}\"\nname = \"Club championship\"\nprofile = \"{}\"\n\
             system = \"{}\"\nstart_date = {}\nlanguage = \"{}\"\n\
             arbiter = {{ name = \"Olga Orlova\", email = \"{ARBITER}\" }}\n{}",
            self.code, self.profile, self.system, self.start, self.language, self.tournament
        );
        if !self.tournament.contains("time_zone") {
            text.push_str("time_zone = \"UTC\"\n");
        }
        write!(text, "\n[regulations]\n{}\n", self.regulations).unwrap();
        for (at, (name, email, language)) in PERSONAS.iter().take(self.players).enumerate() {
            let postal = self.unmailed.iter().find(|(who, _)| who == email);
            let reach = match postal {
                Some((_, lines)) => format!("address = {lines:?}"),
                None => format!("email = \"{email}\""),
            };
            let both = self.postal.iter().find(|(who, _)| who == email);
            let reach = match both {
                Some((_, lines)) => format!("{reach}\naddress = {lines:?}"),
                None => reach,
            };
            let mut lines = format!("name = \"{name}\"\n{reach}\nlanguage = \"{language}\"\n");
            if let Some(greeting) = self.greeting.filter(|_| at == 0) {
                writeln!(lines, "greeting = \"{greeting}\"").unwrap();
            }
            write!(text, "[[player]]\n{lines}\n").unwrap();
        }
        text.push_str(&self.sections);
        for (white, black, fen) in &self.pairs {
            write!(text, "[[pair]]\nwhite = {white}\nblack = {black}\n").unwrap();
            if let Some(fen) = fen {
                writeln!(text, "fen = \"{fen}\"").unwrap();
            }
        }
        text
    }

    /// Makes the club, with the start letters read.
    pub fn opens(self) -> Club {
        let mut club = Club::made(&self);
        club.robot()
            .tournament_add(&self.file(), "story")
            .unwrap_or_else(|e| panic!("{e}"));
        if self.started {
            club.starts(self.code);
            club.all_read("start");
        }
        club
    }
}

/// A letter of the robot, as whoever got it sees it.
#[derive(Clone, Debug)]
pub struct Mail {
    /// The one it went to.
    pub to: String,
    /// `X-Postchess-Kind`.
    pub kind: String,
    /// `X-Postchess-Game`.
    pub game: Option<String>,
    /// The subject.
    pub subject: String,
    /// The plain text.
    pub text: String,
    /// The HTML, where there is one.
    pub html: Option<String>,
    /// A picture of the board, where there is one.
    pub png: Option<Vec<u8>>,
    /// The game, where it is enclosed.
    pub pgn: Option<String>,
    /// Message-ID without brackets.
    pub message_id: String,
    /// The address to answer to.
    pub reply_to: String,
    /// The bytes.
    pub raw: Vec<u8>,
}

impl Mail {
    /// Out of its bytes.
    pub fn of(raw: Vec<u8>) -> Mail {
        let parsed = MessageParser::default()
            .parse(&raw)
            .expect("a letter of ours can be read");
        let plain = |name: &str| parsed.header_raw(name).map(|v| v.trim().to_owned());
        let kind = plain("X-Postchess-Kind").expect("X-Postchess-Kind");
        let reply = parsed
            .reply_to()
            .and_then(|a| a.first())
            .and_then(|a| a.address());
        let attached = |wanted: &dyn Fn(&str, &str) -> bool| {
            parsed.parts.iter().find(|p| {
                p.content_type()
                    .is_some_and(|t| wanted(t.ctype(), t.subtype().unwrap_or("")))
            })
        };
        let pgn = attached(&|_, sub| sub.contains("chess")).and_then(|p| {
            p.text_contents()
                .map(str::to_owned)
                .or_else(|| String::from_utf8(p.contents().to_vec()).ok())
        });
        // A player may have asked for letters that are nothing but the game.
        let alone = || {
            let text = parsed.parts.first()?.text_contents()?;
            text.starts_with("[Event ").then(|| text.to_owned())
        };
        let pgn = pgn.or_else(alone);
        let to: Vec<String> = [parsed.to(), parsed.cc(), parsed.bcc()]
            .into_iter()
            .flatten()
            .flat_map(|list| list.iter())
            .filter_map(|a| a.address().map(str::to_owned))
            .collect();
        assert_eq!(
            to.len(),
            1,
            "every letter has exactly one recipient: {to:?}"
        );
        Mail {
            to: to[0].clone(),
            game: plain("X-Postchess-Game"),
            subject: parsed.subject().unwrap_or("").to_owned(),
            text: parsed
                .body_text(0)
                .map(|t| t.into_owned())
                .or_else(alone)
                .unwrap_or_default(),
            html: attached(&|top, sub| top == "text" && sub == "html")
                .and_then(|p| p.text_contents().map(str::to_owned)),
            png: attached(&|top, sub| top == "image" && sub == "png")
                .map(|p| p.contents().to_vec()),
            pgn,
            message_id: parsed.message_id().expect("Message-ID").to_owned(),
            reply_to: reply.expect("Reply-To").to_owned(),
            kind,
            raw,
        }
    }

    /// A header field as it stands.
    pub fn header(&self, name: &str) -> Option<String> {
        let parsed = MessageParser::default().parse(&self.raw)?;
        parsed.header_raw(name).map(|v| v.trim().to_owned())
    }

    /// The words are in it.
    #[track_caller]
    pub fn says(&self, words: &str) -> &Mail {
        // However its lines are folded, and marked where they are another's.
        let flat = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(
            self.text.contains(words) || flat(&self.text.replace('¶', " ")).contains(words),
            "'{words}' is not in the {} to {}:\n{}",
            self.kind,
            self.to,
            self.text
        );
        self
    }

    /// The codes in it, in their order.
    pub fn codes(&self) -> Vec<String> {
        codes_in(&self.text)
    }

    /// The first code in it.
    #[track_caller]
    pub fn code(&self) -> String {
        let code = self.codes().into_iter().next();
        let code = code.unwrap_or_else(|| panic!("no code in {}", self.text));
        assert_eq!(code.len(), 10);
        code
    }

    /// What is true of every letter of ours (CONTRACT.md 4 and 5).
    fn check(&self) {
        let about = format!("{} to {}: {}", self.kind, self.to, self.subject);
        assert!(KINDS.contains(&self.kind.as_str()), "{about}: no such kind");
        let auto = self.header("Auto-Submitted").expect("Auto-Submitted");
        assert!(auto.starts_with("auto-"), "{about}: {auto}");
        if let Some(game) = &self.game {
            assert!(
                self.subject.contains(&format!("[{game}]")),
                "{about}: no tag"
            );
        }
        let raw = String::from_utf8_lossy(&self.raw).to_lowercase();
        for (_, other, _) in PERSONAS {
            assert!(
                other == self.to || !raw.contains(other),
                "{about}: the address {other} is given away"
            );
        }
        assert!(
            !self.text.lines().any(|l| l.starts_with("From")),
            "{about}: a line begins with From"
        );
        assert!(
            !self.text.contains("{{") && !self.text.contains("{%"),
            "{about}: a template"
        );
        if ["confirmation", "move"].contains(&self.kind.as_str()) && self.pgn.is_none() {
            panic!("{about}: the game is not enclosed as PGN");
        }
    }
}

/// The codes of a text: each stands alone on a line that is set apart.
pub fn codes_in(text: &str) -> Vec<String> {
    let is_code = |line: &&str| {
        let signs = line.strip_prefix("    ").unwrap_or("");
        signs.len() == 10 && signs.bytes().all(|b| CODE_ALPHABET.contains(&b))
    };
    let lines = text.lines().filter(is_code);
    lines.map(|l| l.trim().to_owned()).collect()
}

/// A letter a persona is writing.
pub struct Draft<'c> {
    club: &'c mut Club,
    from: String,
    to: String,
    subject: String,
    date: Option<Instant>,
    received: Option<Instant>,
    message_id: Option<String>,
    top: String,
    headers: String,
    text: String,
    signed: Option<String>,
}

impl Draft<'_> {
    /// A signature of a domain, over what anybody who signs covers: who wrote, when, about
    /// what and to whom.
    pub fn signed(mut self, domain: &str) -> Self {
        self.signed = Some(domain.to_owned());
        self
    }

    /// Another subject.
    pub fn subject(mut self, subject: &str) -> Self {
        self.subject = subject.to_owned();
        self
    }

    /// Another Date.
    pub fn dated(mut self, at: &str) -> Self {
        self.date = Some(Instant::parse(at).expect("an instant"));
        self
    }

    /// The hour at which our own host got it.
    pub fn received(mut self, at: &str) -> Self {
        self.received = Some(Instant::parse(at).expect("an instant"));
        self
    }

    /// A Message-ID of one's own.
    pub fn message_id(mut self, id: &str) -> Self {
        self.message_id = Some(id.to_owned());
        self
    }

    /// What the hosts on the way wrote above everything else.
    pub fn trace(mut self, lines: &str) -> Self {
        self.top.push_str(lines);
        self
    }

    /// From as it stands in the header.
    pub fn from(mut self, from: &str) -> Self {
        self.from = from.to_owned();
        self
    }

    /// Another address.
    pub fn to(mut self, address: &str) -> Self {
        self.to = address.to_owned();
        self
    }

    /// A header field.
    pub fn header(mut self, line: &str) -> Self {
        writeln!(self.headers, "{line}").unwrap();
        self
    }

    /// The answer button of a mail program: Reply-To, In-Reply-To and References.
    pub fn answering(mut self, mail: &Mail) -> Self {
        self.to.clone_from(&mail.reply_to);
        self.subject = format!("Re: {}", mail.subject);
        self.in_reply_to(mail)
    }

    /// In-Reply-To alone.
    pub fn in_reply_to(mut self, mail: &Mail) -> Self {
        let id = &mail.message_id;
        write!(self.headers, "In-Reply-To: <{id}>\nReferences: <{id}>\n").unwrap();
        self
    }

    /// The words.
    pub fn says(mut self, text: &str) -> Self {
        self.text = text.to_owned();
        self
    }

    /// The letter's bytes.
    fn bytes(&mut self) -> Vec<u8> {
        let date = self.date.unwrap_or_else(|| self.club.dates(&self.from));
        self.club.serial += 1;
        let id = self
            .message_id
            .clone()
            .unwrap_or_else(|| format!("letter-{}@mail.example", self.club.serial));
        let mut text = self.top.clone();
        if let Some(domain) = &self.signed {
            let body = BASE64_STANDARD.encode(Sha256::digest(&self.text));
            write!(
                text,
                "DKIM-Signature: v=1; a=rsa-sha256; c=relaxed/relaxed; d={domain}; s=s1;\n\t\
                 h=From:To:Cc:Subject:Date; bh={body};\n\tb=c2lnbmVk{}\n",
                self.club.serial
            )
            .unwrap();
        }
        if let Some(at) = self.received {
            let at = at.rfc2822();
            write!(
                text,
                "Received: from mx.example by mx.club.example with ESMTPS id q{};\n\t{at}\n",
                self.club.serial
            )
            .unwrap();
        }
        write!(
            text,
            "From: {}\nTo: {}\nDate: {}\nMessage-ID: <{id}>\nSubject: {}\n{}MIME-Version: 1.0\n\
             Content-Type: text/plain; charset=utf-8\nContent-Transfer-Encoding: 8bit\n\n{}\n",
            self.from,
            self.to,
            date.rfc2822(),
            self.subject,
            self.headers,
            self.text
        )
        .unwrap();
        text.replace('\n', "\r\n").into_bytes()
    }

    /// The letter as it goes to a mail server.
    pub fn written(mut self) -> Vec<u8> {
        self.bytes()
    }

    /// Puts it into the club's mailbox.
    pub fn posts(mut self) {
        let bytes = self.bytes();
        self.club.drops(&bytes);
    }
}

/// A club at work.
pub struct Club {
    dir: TempDir,
    robot: Option<Robot>,
    sets: Vec<(String, String)>,
    /// The hour.
    pub now: Instant,
    serial: u64,
    /// Who wrote when.
    dated: BTreeSet<(String, Instant)>,
    unread: Vec<Mail>,
    /// The newest letter of each player about each game.
    last: BTreeMap<(String, String), Mail>,
    read: BTreeMap<String, u32>,
}

impl Club {
    /// The usual club: Ann with White against Bert.
    pub fn opens() -> Club {
        Setup::new().opens()
    }

    fn made(setup: &Setup) -> Club {
        let dir = folder();
        let root = dir.path().join("club");
        let made = postchess_run(&["init", root.to_str().unwrap(), "--robot", ROBOT]);
        made.unwrap_or_else(|e| panic!("init: {e}"));
        engine::settle(&root);
        Club {
            dir,
            robot: None,
            sets: setup.sets.clone(),
            now: Instant::parse(setup.now).expect("an instant"),
            serial: 0,
            dated: BTreeSet::new(),
            unread: Vec::new(),
            last: BTreeMap::new(),
            read: BTreeMap::new(),
        }
    }

    /// The club's folder.
    pub fn root(&self) -> PathBuf {
        self.dir.path().join("club")
    }

    /// The robot at this hour: opened once, or again after [`Club::restarts`].
    pub fn robot(&mut self) -> &mut Robot {
        let now = self.now;
        if self.robot.is_none() {
            let config = Config::load(&self.root(), &self.sets).unwrap_or_else(|e| panic!("{e}"));
            let home = engine::home(self.root(), &config);
            let store = Store::open(home.database()).unwrap_or_else(|e| panic!("{e}"));
            let robot =
                Robot::new(home, config, store, now, true).unwrap_or_else(|e| panic!("{e}"));
            self.robot = Some(robot);
        }
        let robot = self.robot.as_mut().expect("just opened");
        robot.now = now;
        robot
    }

    /// Another value for a key of the configuration, from now on.
    pub fn set(&mut self, key: &str, value: &str) {
        self.sets.push((key.to_owned(), value.to_owned()));
        self.restarts();
    }

    /// The program ends and is started again.
    pub fn restarts(&mut self) {
        self.robot = None;
    }

    /// `tournament start`.
    pub fn starts(&mut self, code: &str) {
        self.robot()
            .tournament_start(code)
            .unwrap_or_else(|e| panic!("{e}"));
        self.collects();
    }

    /// A persona begins a letter.
    pub fn letter(&mut self, who: &str) -> Draft<'_> {
        let email = address(who);
        let name = PERSONAS.iter().find(|p| p.1 == email).map_or("", |p| p.0);
        let from = if name.is_ascii() && !name.is_empty() {
            format!("{name} <{email}>")
        } else {
            email
        };
        Draft {
            club: self,
            from,
            to: ROBOT.to_owned(),
            subject: "my move".to_owned(),
            date: None,
            received: None,
            message_id: None,
            top: String::new(),
            headers: String::new(),
            text: String::new(),
            signed: None,
        }
    }

    /// The Date of a letter written now: nobody writes two in one second.
    fn dates(&mut self, from: &str) -> Instant {
        let mut at = self.now;
        while !self.dated.insert((from.to_owned(), at)) {
            at = at.plus_seconds(-1);
        }
        at
    }

    /// A persona writes to the robot, now.
    pub fn writes(&mut self, who: &str, text: &str) {
        self.letter(who).says(text).posts();
    }

    /// A persona writes, and the mailbox is read.
    pub fn sends(&mut self, who: &str, text: &str) {
        self.writes(who, text);
        self.polls();
    }

    /// Puts bytes into the mailbox as a mail server does.
    pub fn drops(&mut self, bytes: &[u8]) {
        self.serial += 1;
        let name = format!("{:08}.{}.mx", self.serial, self.now.unix());
        let inbox = self.root().join("mail/in");
        let beside = inbox.join("tmp").join(&name);
        std::fs::write(&beside, bytes).expect("written");
        std::fs::rename(beside, inbox.join("new").join(name)).expect("delivered");
    }

    /// One pass over the mailbox.
    pub fn polls(&mut self) -> PassReport {
        let report = self.robot().poll().unwrap_or_else(|e| panic!("poll: {e}"));
        self.collects();
        report
    }

    /// One pass over the clocks.
    pub fn ticks(&mut self) -> TickReport {
        let report = self.robot().tick().unwrap_or_else(|e| panic!("tick: {e}"));
        self.collects();
        report
    }

    /// Days go by, and nobody looks.
    pub fn days_pass(&mut self, days: i64) {
        self.now = self.now.plus_seconds(days * 86_400);
    }

    /// Days go by, each with its pass over mailbox and clocks.
    pub fn lives(&mut self, days: i64) {
        for _ in 0..days {
            self.days_pass(1);
            self.polls();
            self.ticks();
        }
    }

    /// It is this hour.
    pub fn it_is(&mut self, at: &str) {
        self.now = Instant::parse(at).expect("an instant");
    }

    /// A command typed at the console; its standard output, or its complaint.
    pub fn types(&mut self, line: &str) -> Result<String, String> {
        // The console is another process: the robot's memory must not outlive it.
        self.restarts();
        let root = self.root();
        let now = self.now.to_string();
        let mut words = vec!["--home", root.to_str().unwrap(), "--now", &now];
        let sets: Vec<String> = self.sets.iter().map(|(k, v)| format!("{k}={v}")).collect();
        for set in &sets {
            words.extend(["--set", set]);
        }
        let typed = words_of(line);
        words.extend(typed.iter().map(String::as_str));
        let done = postchess_run(&words);
        self.collects();
        done
    }

    /// The arbiter decides, whatever asks back, and the ruling is read.
    pub fn decides(&mut self, order: &str) {
        let order = of_line(order)
            .unwrap_or_else(|e| panic!("{order}: {e}"))
            .order;
        let grounds = Grounds {
            anyway: true,
            ..Grounds::console("", false)
        };
        self.robot()
            .decide(&order, &grounds)
            .unwrap_or_else(|e| panic!("{e}"));
        self.collects();
        self.all_read("ruling");
    }

    /// Takes everything out of the outgoing Maildir.
    fn collects(&mut self) {
        let folder = self.root().join("mail/out/new");
        let mut files: Vec<PathBuf> = std::fs::read_dir(&folder)
            .expect("mail/out/new")
            .map(|e| e.expect("an entry").path())
            .collect();
        files.sort();
        let mut mails: Vec<Mail> = Vec::new();
        for path in files {
            let raw = std::fs::read(&path).expect("a letter");
            std::fs::remove_file(&path).expect("taken");
            let mail = Mail::of(raw);
            mail.check();
            mails.push(mail);
        }
        for mail in mails {
            if let Some(game) = &mail.game {
                self.last
                    .insert((mail.to.clone(), game.clone()), mail.clone());
            }
            self.unread.push(mail);
        }
    }

    /// The next letter of a kind to a persona, taken from the pile.
    #[track_caller]
    pub fn is_told(&mut self, who: &str, kind: &str) -> Mail {
        let to = address(who);
        let found = self
            .unread
            .iter()
            .position(|m| m.to == to && m.kind == kind);
        match found {
            Some(i) => {
                *self.read.entry(kind.to_owned()).or_insert(0) += 1;
                self.unread.remove(i)
            }
            None => panic!("{who} is not told '{kind}'; there is {}", self.pile()),
        }
    }

    /// The same letter to several.
    #[track_caller]
    pub fn are_told(&mut self, all: &[&str], kind: &str) {
        for who in all {
            self.is_told(who, kind);
        }
    }

    /// Nobody has got anything.
    #[track_caller]
    pub fn nobody_is_told(&mut self) {
        assert!(
            self.unread.is_empty(),
            "nobody should be told, but there is {}",
            self.pile()
        );
    }

    /// All letters of a kind are read; how many there were.
    pub fn all_read(&mut self, kind: &str) -> usize {
        let before = self.unread.len();
        self.unread.retain(|m| m.kind != kind);
        before - self.unread.len()
    }

    /// All letters there are, taken from the pile.
    pub fn takes_all(&mut self) -> Vec<Mail> {
        std::mem::take(&mut self.unread)
    }

    /// Everything is read, whatever it is.
    pub fn everything_read(&mut self) {
        self.unread.clear();
    }

    /// The newest letter to a persona about a game.
    pub fn last_letter(&self, who: &str, game: &str) -> Mail {
        let key = (address(who), game.to_owned());
        self.last
            .get(&key)
            .cloned()
            .unwrap_or_else(|| panic!("no letter to {who} about {game}"))
    }

    fn pile(&self) -> String {
        let all: Vec<String> = self
            .unread
            .iter()
            .map(|m| format!("{} to {} ({})", m.kind, m.to, m.subject))
            .collect();
        if all.is_empty() {
            "nothing".to_owned()
        } else {
            all.join("; ")
        }
    }

    /// Half-moves of a game by letters, each answered on its day: numeric, in turn.
    /// Confirmations and moves are read.
    #[track_caller]
    pub fn play(&mut self, game: &str, moves: &str) {
        for text in moves.split_whitespace() {
            let (who, number) = self.whose_turn(game);
            let dots = if self.game(game)["turn"] == "white" {
                "."
            } else {
                "..."
            };
            self.letter(&who)
                .subject(&format!("[{game}]"))
                .says(&format!("{number}{dots} {text}"))
                .posts();
            self.polls();
            self.is_told(&who, "confirmation");
            let other = self.opponent_of(game, &who);
            self.is_told(&other, "move");
        }
    }

    /// Who is to move, by short name, and the number of his move.
    pub fn whose_turn(&mut self, game: &str) -> (String, u64) {
        let json = self.game(game);
        let side = json["turn"].as_str().expect("turn").to_owned();
        let name = json[&side]["name"].as_str().expect("name").to_owned();
        let fen = json["fen"].as_str().expect("fen");
        let number = fen
            .split(' ')
            .next_back()
            .and_then(|n| n.parse().ok())
            .expect("number");
        (short(&name), number)
    }

    fn opponent_of(&mut self, game: &str, who: &str) -> String {
        let (white, black) = self.players(game);
        if white == who { black } else { white }
    }

    fn players(&mut self, game: &str) -> (String, String) {
        let json = self.game(game);
        let name = |side: &str| short(json[side]["name"].as_str().expect("name"));
        (name("white"), name("black"))
    }

    /// `game show --format json`.
    pub fn game(&mut self, name: &str) -> Value {
        let name = GameName::parse(name).expect("a game's name");
        let now = self.now;
        let robot = self.robot();
        let view = robot.store.read();
        let id = view.game_find(&name).expect("read").expect("a game");
        let file = view.game_load(id).expect("read");
        postchess::report::game::json(&file, file.moment(now))
    }

    /// Verdicts of all messages, oldest first.
    pub fn verdicts(&mut self) -> Vec<String> {
        let robot = self.robot();
        let mut all = Vec::new();
        let each = robot
            .store
            .read()
            .inbound_each(postchess::ids::InboundId(0), |row| {
                all.push(row.verdict.map_or("pending", |v| v.name()).to_owned());
                std::ops::ControlFlow::Continue(())
            });
        each.expect("read");
        all
    }

    /// Message-ID and state of every letter of ours, oldest first.
    pub fn outbox_states(&mut self) -> Vec<(String, String)> {
        let mut all = Vec::new();
        let each = self
            .robot()
            .store
            .read()
            .outbound_each(postchess::ids::OutboundId(0), |row| {
                let state = serde_json::to_value(row.state).expect("a state");
                all.push((row.message_id, state.as_str().unwrap_or("").to_owned()));
                std::ops::ControlFlow::Continue(())
            });
        each.expect("read");
        all
    }

    /// The verdict of the newest message.
    pub fn verdict(&mut self) -> String {
        self.verdicts().pop().unwrap_or_default()
    }

    /// The note of the newest message.
    pub fn note(&mut self) -> String {
        let mut note = String::new();
        let each = self
            .robot()
            .store
            .read()
            .inbound_each(postchess::ids::InboundId(0), |row| {
                note = row.note;
                std::ops::ControlFlow::Continue(())
            });
        each.expect("read");
        note
    }

    /// A change to a figure of the game: (field path, value).
    #[track_caller]
    pub fn stands(&mut self, game: &str, pointer: &str, value: impl Into<Value>) {
        let json = self.game(game);
        let value = value.into();
        assert_eq!(
            json.pointer(pointer),
            Some(&value),
            "{pointer} of {game}: {json:#}"
        );
    }

    /// The summary must be what the record says, at the end of every story.
    fn verifies(&mut self) {
        let (_, differences) = self
            .robot()
            .verify()
            .unwrap_or_else(|e| panic!("verify: {e}"));
        assert!(differences.is_empty(), "verify: {differences:?}");
    }
}

impl Drop for Club {
    fn drop(&mut self) {
        if std::thread::panicking() {
            return;
        }
        self.collects();
        assert!(
            self.unread.is_empty(),
            "letters are left unread: {}",
            self.pile()
        );
        self.verifies();
    }
}

fn short(name: &str) -> String {
    let found = PERSONAS.iter().find(|p| p.0 == name).map(|p| p.1);
    found
        .and_then(|a| a.split('@').next())
        .expect("a persona")
        .to_owned()
}

/// The words of a line as a shell takes them, with quotation marks.
fn words_of(line: &str) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    for (at, piece) in line.split('"').enumerate() {
        match at % 2 {
            0 => words.extend(piece.split_whitespace().map(str::to_owned)),
            _ => words.push(piece.to_owned()),
        }
    }
    words
}

/// Runs the program; its standard output, or its complaint.
pub fn postchess_run(words: &[&str]) -> Result<String, String> {
    let output = std::process::Command::new(env!("CARGO_BIN_EXE_postchess"))
        .args(words)
        .env_remove("POSTCHESS_HOME")
        .env_remove("POSTCHESS_NOW")
        .output()
        .expect("the program runs");
    match output.status.success() {
        true => Ok(String::from_utf8_lossy(&output.stdout).into_owned()),
        false => Err(String::from_utf8_lossy(&output.stderr).into_owned()),
    }
}

/// A folder for a test. In memory where there is such a place: the stories wait
/// for thousands of syncs, and none of them is about a disk.
pub fn folder() -> TempDir {
    let memory = std::path::Path::new("/dev/shm");
    let made = match memory.is_dir() {
        true => tempfile::tempdir_in(memory).or_else(|_| tempfile::tempdir()),
        false => tempfile::tempdir(),
    };
    made.expect("a folder")
}
