//! Letters as the mail programs and providers of players write and sign them, by their
//! published habits, and what servers of ours write above them.

use super::seal;

/// Where a player writes, by which headers are signed there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Provider {
    Gmail,
    Outlook,
    MailRu,
    Yandex,
    ICloud,
    Gmx,
}

pub const PROVIDERS: [Provider; 6] = [
    Provider::Gmail,
    Provider::Outlook,
    Provider::MailRu,
    Provider::Yandex,
    Provider::ICloud,
    Provider::Gmx,
];

impl Provider {
    /// What is signed where it stands.
    fn signs(self) -> &'static [&'static str] {
        match self {
            Provider::Gmail => &[
                "From",
                "To",
                "Subject",
                "Date",
                "Message-ID",
                "MIME-Version",
                "In-Reply-To",
                "References",
                "Cc",
            ],
            Provider::Outlook => &[
                "From",
                "Date",
                "Subject",
                "Message-ID",
                "Content-Type",
                "MIME-Version",
            ],
            Provider::MailRu => &[
                "From",
                "To",
                "Cc",
                "Subject",
                "Date",
                "Message-ID",
                "In-Reply-To",
                "References",
                "Content-Type",
                "Content-Transfer-Encoding",
                "MIME-Version",
            ],
            Provider::Yandex => &[
                "From",
                "To",
                "Cc",
                "Subject",
                "Date",
                "Message-ID",
                "In-Reply-To",
                "References",
            ],
            Provider::ICloud => &[
                "From",
                "To",
                "Subject",
                "Date",
                "Message-ID",
                "Content-Type",
                "MIME-Version",
            ],
            Provider::Gmx => &[
                "From",
                "To",
                "Subject",
                "Date",
                "In-Reply-To",
                "References",
                "MIME-Version",
            ],
        }
    }

    /// What is signed where it is absent too, so that nobody can put it in.
    fn signs_absent(self) -> &'static [&'static str] {
        match self {
            Provider::Gmail | Provider::MailRu => &["Cc", "Reply-To", "In-Reply-To"],
            Provider::Outlook | Provider::Yandex | Provider::ICloud | Provider::Gmx => &[],
        }
    }
}

/// A letter that somebody writes.
#[derive(Clone, Debug)]
pub struct Letter {
    pub from: String,
    pub to: String,
    pub cc: Option<String>,
    pub subject: String,
    /// As it stands; `None`: there is none.
    pub date: Option<String>,
    pub message_id: String,
    pub answers: Option<String>,
    pub text: String,
}

impl Letter {
    /// Its fields without a signature.
    fn fields(&self) -> Vec<(&'static str, String)> {
        let id = |id: &str| format!("<{id}>");
        let answers = self.answers.as_deref().map(id);
        let all = [
            ("From", Some(self.from.clone())),
            ("To", Some(self.to.clone())),
            ("Cc", self.cc.clone()),
            ("Subject", Some(self.subject.clone())),
            ("Date", self.date.clone()),
            ("Message-ID", Some(id(&self.message_id))),
            ("In-Reply-To", answers.clone()),
            ("References", answers),
            ("MIME-Version", Some("1.0".to_owned())),
            ("Content-Type", Some("text/plain; charset=utf-8".to_owned())),
            ("Content-Transfer-Encoding", Some("8bit".to_owned())),
        ];
        let there = all.into_iter();
        there
            .filter_map(|(name, value)| Some((name, value?)))
            .collect()
    }

    /// As it is signed by a provider of the domain in From.
    pub fn signed_by(&self, provider: Provider) -> String {
        let fields = self.fields();
        let there = |name: &&&str| fields.iter().any(|(n, _)| n == *name);
        let mut names: Vec<&str> = provider.signs().iter().filter(there).copied().collect();
        names.extend(provider.signs_absent());
        self.signed_over(&names, None, false)
    }

    /// Signed over these headers, for one identity, or only in the length that it has now.
    pub fn signed_over(&self, names: &[&str], identity: Option<&str>, cut: bool) -> String {
        let fields = self.fields().into_iter();
        let head: String = fields
            .map(|(name, value)| format!("{name}: {value}\r\n"))
            .collect();
        let body = self.text.replace('\n', "\r\n") + "\r\n";
        let mut tags = String::from("v=1; a=ed25519-sha256; c=relaxed/relaxed; d=a.example; s=s1;");
        tags += &identity.map_or(String::new(), |i| format!(" i={i};"));
        if cut {
            tags += &format!(" l={};", body.len());
        }
        tags += &format!("\r\n\th={};", names.join(":"));
        seal::sealed(&tags, names, &head, &body)
    }
}

/// The first signs of the first signature in a letter, as results print them.
pub fn first_signs(letter: &str) -> String {
    let header = letter.split("\r\nFrom:").next().unwrap();
    let at = header.find(" b=").or_else(|| header.find("\tb=")).unwrap();
    let value = header[at + 3..].split(';').next().unwrap();
    value.split_whitespace().collect::<String>()[..8].to_owned()
}

/// What a server of ours writes what it found in, and how.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Border {
    /// No `header.d`.
    Google,
    /// `header.i` alone, and an older name of the sender.
    Yandex,
    /// The domain alone of the sender.
    Microsoft,
    /// OpenDKIM with OpenDMARC: one field each, the domain alone of the sender.
    OpenDmarc,
    /// OpenDKIM alone: nothing about the sender.
    OpenDkim,
    Rspamd,
}

pub const BORDERS: [Border; 6] = [
    Border::Google,
    Border::Yandex,
    Border::Microsoft,
    Border::OpenDmarc,
    Border::OpenDkim,
    Border::Rspamd,
];

/// By which way a letter came.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    /// From its writer's server.
    Direct,
    /// Sent on by another, under an envelope of its own (SRS).
    Forwarded,
}

pub const WAYS: [Way; 2] = [Way::Direct, Way::Forwarded];

const ID: &str = "mx.club.example";

impl Border {
    /// What is written above a letter of ann@a.example whose signature, if any, is good.
    pub fn above(self, way: Way, signs: Option<&str>) -> String {
        let (local, domain) = match way {
            Way::Direct => ("ann", "a.example"),
            Way::Forwarded => ("SRS0=x1=aa=a.example=ann", "f.example"),
        };
        let dkim = |all: &str| match signs {
            Some(b) => all.replace("{b}", b),
            None => "dkim=none".to_owned(),
        };
        let dmarc = match (way, signs) {
            (Way::Forwarded, None) => "none",
            _ => "pass",
        };
        let designates =
            format!("domain of {local}@{domain} designates 192.0.2.7 as permitted sender");
        let results = match self {
            Border::Google => format!(
                "{ID};\r\n {};\r\n spf=pass (google.com: {designates}) smtp.mailfrom=\"{local}@{domain}\";\r\n \
                 dmarc={dmarc} (p=NONE sp=NONE dis=NONE) header.from=a.example",
                dkim("dkim=pass header.i=@a.example header.s=s1 header.b={b}")
            ),
            Border::Yandex => format!(
                "{ID}; spf=pass ({ID}: {designates}, rule=[ip4:192.0.2.0/24]) smtp.mail={local}@{domain}; {}",
                dkim("dkim=pass header.i=@a.example")
            ),
            Border::Microsoft => format!(
                "{ID} 1; spf=pass (sender IP is 192.0.2.7)\r\n smtp.mailfrom={domain}; {};dmarc={dmarc} action=none\r\n \
                 header.from=a.example;compauth=pass reason=100",
                dkim("dkim=pass (signature was verified)\r\n header.d=a.example")
            ),
            Border::OpenDmarc => format!(
                "{ID}; dmarc={dmarc} (p=none dis=none) header.from=a.example\r\n\
                 Authentication-Results: {ID}; spf=pass smtp.mailfrom={domain}\r\n\
                 Authentication-Results: {ID};\r\n\t{}",
                dkim(
                    "dkim=pass (256-bit key; unprotected) header.d=a.example header.i=@a.example header.a=ed25519-sha256 header.s=s1 header.b={b}"
                )
            ),
            Border::OpenDkim => format!(
                "{ID};\r\n\t{}",
                dkim(
                    "dkim=pass (256-bit key; unprotected) header.d=a.example header.i=@a.example header.b=\"{b}\""
                )
            ),
            Border::Rspamd => format!(
                "{ID};\r\n\t{};\r\n\tdmarc={dmarc} (policy=none) header.from=a.example;\r\n\t\
                 spf=pass ({ID}: {designates}) smtp.mailfrom={local}@{domain}",
                dkim("dkim=pass header.d=a.example header.s=s1 header.b={b}")
            ),
        };
        format!(
            "Return-Path: <{local}@{domain}>\r\nAuthentication-Results: {results}\r\n{}",
            received()
        )
    }
}

/// What our border host writes of how it got a letter.
pub fn received() -> String {
    format!(
        "Received: from mail.x.example (mail.x.example [192.0.2.7])\r\n\tby {ID} (Postfix) with ESMTPS id 4XyZ1;\r\n\t\
         Sat, 10 Jan 2026 09:00:00 +0000\r\n"
    )
}
