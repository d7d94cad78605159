//! Signatures of letters as RFC 6376 and RFC 8463 make them, with the test key of the latter
//! (A.2): relaxed headers, relaxed body, Ed25519.

use base64::prelude::{BASE64_STANDARD, Engine as _};
use ring::signature::{ED25519, Ed25519KeyPair, UnparsedPublicKey};
use sha2::{Digest as _, Sha256};

const SEED: &str = "nWGxne/9WmC6hEr0kuwsxERJxWl7MmkZcDusAxyuf2A=";
const PUBLIC: &str = "11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo=";

fn decoded(text: &str) -> Vec<u8> {
    BASE64_STANDARD.decode(text).unwrap()
}

/// A letter with its signature above it. `tags`: those before `bh=`; `names`: what `h=` says.
pub fn sealed(tags: &str, names: &[&str], head: &str, body: &str) -> String {
    let hash = BASE64_STANDARD.encode(Sha256::digest(relaxed_body(body)));
    let field = format!("{tags}\r\n\tbh={hash};\r\n\tb=");
    let key = Ed25519KeyPair::from_seed_and_public_key(&decoded(SEED), &decoded(PUBLIC)).unwrap();
    let signature = key.sign(&Sha256::digest(input(names, head, &field)));
    let signature = BASE64_STANDARD.encode(signature.as_ref());
    format!("DKIM-Signature: {field}{signature}\r\n{head}\r\n{body}")
}

/// Whether the genuine signature of a letter, the last that is in it, is good for it.
pub fn is_good(letter: &str) -> bool {
    let (head, body) = letter.split_once("\r\n\r\n").unwrap();
    let head = format!("{head}\r\n");
    let mut found = fields(&head).into_iter().rev();
    let (_, field) = found.find(|(name, _)| name == "dkim-signature").unwrap();
    let tag = |name: &str| {
        let mut tags = field.split(';').filter_map(|t| t.split_once('='));
        let found = tags.find(|(n, _)| n.trim() == name);
        found.map(|(_, value)| value.split_whitespace().collect::<String>())
    };
    let names = tag("h").unwrap();
    let names: Vec<&str> = names.split(':').collect();
    let value = tag("b").unwrap();
    let open = field.strip_suffix(&value).unwrap();
    let key = UnparsedPublicKey::new(&ED25519, decoded(PUBLIC));
    let input = Sha256::digest(input(&names, &head, open));
    let body = match tag("l") {
        Some(length) => &body[..length.parse().unwrap()],
        None => body,
    };
    let hash = BASE64_STANDARD.encode(Sha256::digest(relaxed_body(body)));
    tag("bh") == Some(hash) && key.verify(&input, &decoded(&value)).is_ok()
}

/// What is signed: the headers, each name the last field that is left of it, and the signature's
/// own field without its value.
fn input(names: &[&str], head: &str, field: &str) -> String {
    let mut left = fields(head);
    let mut input = String::new();
    for name in names {
        let name = name.to_lowercase();
        if let Some(at) = left.iter().rposition(|(n, _)| *n == name) {
            let (name, value) = left.remove(at);
            input += &format!("{name}:{}\r\n", relaxed(&value));
        }
    }
    input + &format!("dkim-signature:{}", relaxed(field))
}

/// The fields of a head, names in lower case.
fn fields(head: &str) -> Vec<(String, String)> {
    let mut all: Vec<(String, String)> = Vec::new();
    for line in head.split("\r\n") {
        match (
            line.starts_with([' ', '\t']),
            line.split_once(':'),
            all.last_mut(),
        ) {
            (true, _, Some((_, value))) => *value += &format!("\r\n{line}"),
            (false, Some((name, value)), _) => {
                all.push((name.trim().to_lowercase(), value.trim_start().to_owned()));
            }
            _ => {}
        }
    }
    all
}

fn relaxed(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn relaxed_body(body: &str) -> String {
    let mut lines: Vec<String> = Vec::new();
    for line in body.split("\r\n") {
        let inner: Vec<&str> = line.split([' ', '\t']).filter(|w| !w.is_empty()).collect();
        let before = if line.starts_with([' ', '\t']) {
            " "
        } else {
            ""
        };
        lines.push(format!("{before}{}", inner.join(" ")).trim_end().to_owned());
    }
    while lines.last().is_some_and(String::is_empty) {
        lines.pop();
    }
    lines.into_iter().map(|l| l + "\r\n").collect()
}
