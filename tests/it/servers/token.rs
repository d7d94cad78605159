//! XOAUTH2: an access token instead of a password, which Dovecot verifies by its
//! signature, for IMAP, POP3 and, behind Postfix, for SMTP.

use super::dovecot::Dovecot;
use super::incoming::{Kept, config, inbox, letter};
use super::postfix::Postfix;
use super::{Talk, run, smtp};
use crate::ground::{impossible, not_root};
use base64::Engine;
use base64::engine::general_purpose::{STANDARD, URL_SAFE_NO_PAD};
use postchess::ids::OutboundId;
use postchess::post::{Delivery, Helping, Parcel};
use std::path::Path;

const KEY: &str = "a key for signing tokens, as long as it should be";

/// A token for the robot's account, signed with a key (RFC 7519, HS256).
fn token(folder: &Path, key: &str) -> String {
    let part = |text: &str| URL_SAFE_NO_PAD.encode(text);
    let until: u64 = run("date", &["+%s"]).trim().parse().unwrap();
    let until = until + 3_600;
    let text = format!(
        "{}.{}",
        part(r#"{"alg":"HS256","typ":"JWT"}"#),
        part(&format!(r#"{{"sub":"moves","exp":{until}}}"#))
    );
    let (from, to) = (folder.join("text"), folder.join("signature"));
    std::fs::write(&from, &text).unwrap();
    let (from, to_text) = (from.to_str().unwrap(), to.to_str().unwrap());
    run(
        "openssl",
        &[
            "dgst", "-sha256", "-hmac", key, "-binary", "-out", to_text, from,
        ],
    );
    format!(
        "{text}.{}",
        URL_SAFE_NO_PAD.encode(std::fs::read(&to).unwrap())
    )
}

#[test]
fn a_token_opens_the_mailbox_and_lets_letters_leave() {
    if let Some(why) = not_root() {
        return impossible(&why);
    }
    let dir = tempfile::Builder::new().prefix("keys-").tempdir().unwrap();
    let base = dir.path();
    run("chmod", &["755", base.to_str().unwrap()]);
    let keys = base.join("default/HS256");
    std::fs::create_dir_all(&keys).unwrap();
    std::fs::write(keys.join("default"), STANDARD.encode(KEY)).unwrap();
    let settings = base.join("oauth2.conf");
    let text = format!(
        "introspection_mode = local\nlocal_validation_key_dict = fs:posix:prefix={}/\n\
         username_attribute = sub\n",
        base.display()
    );
    std::fs::write(&settings, text).unwrap();
    let dovecot = Dovecot::starts_with(&format!(
        "auth_mechanisms = plain login xoauth2\npassdb {{\n driver = oauth2\n \
         mechanisms = xoauth2\n args = {}\n}}\n",
        settings.display()
    ));
    let postfix = Postfix::starts(&dovecot);
    Talk::imap(dovecot.imap, "moves").append("INBOX", "", "", &letter(1));
    let good = format!("echo {}", token(base, KEY));
    let bad = format!("echo {}", token(base, "another key, which nobody has told"));
    for kind in ["imap", "pop3"] {
        let with = |command: &str| {
            let text = format!(
                "[club]\nrobot = \"moves@chess.test\"\n[inbox]\nkind = \"{kind}\"\n\
                 host = \"localhost\"\nport = {}\nuser = \"moves\"\nca_file = \"{}\"\n\
                 token_command = \"{command}\"\n",
                if kind == "imap" {
                    dovecot.imaps
                } else {
                    dovecot.pop3s
                },
                dovecot.certificate.cert.display()
            );
            postchess::config::Config::read(&text, Path::new("/nowhere"), &[]).unwrap()
        };
        let mut kept = Kept::default();
        let mut right = inbox(&with(&good));
        let n = kept.round(right.as_mut(), &Helping::default());
        assert_eq!(n.unwrap_or_else(|e| panic!("{kind}: {e}")), 1);
        let error = inbox(&with(&bad)).try_out().unwrap_err();
        assert!(
            error.to_string().contains("refuses the access token"),
            "{error}"
        );
        assert!(!error.is_passing());
    }
    for (command, takes) in [(&good, true), (&bad, false)] {
        let more = [("outbox.token_command", command.as_str())];
        let mut outbox = smtp::outbox(&dovecot, postfix.smtps, "token", &more);
        let bytes = letter(2);
        let parcel = Parcel {
            id: OutboundId(1),
            to: "ann@chess.test",
            from: "moves@chess.test",
            bytes: &bytes,
        };
        match smtp::handed(&mut outbox, &[parcel]) {
            Ok(answers) => assert!(takes && answers == [Delivery::Delivered], "{answers:?}"),
            Err(e) => {
                assert!(!takes, "{e}");
                assert!(e.to_string().contains("refuses the access token"), "{e}");
            }
        }
    }
    // The password is still good, where it is asked for.
    let by_password = config(&dovecot, "imap", "tls", &[]);
    inbox(&by_password).try_out().unwrap();
}
