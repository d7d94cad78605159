//! The password of a database server, without TLS.

use crate::cluster::postgres::{Postgres, is_root};
use postchess::store::{Address, Encryption, Store, StoreError};
use std::sync::Arc;

/// Without TLS a password is told to who proves that he knows it, and to a socket where its
/// folder's owner listens; other ways of asking for it are refused with the line to change.
#[test]
fn without_tls_a_password_is_told_to_who_knows_it() {
    let mut server = Postgres::start(&["fsync=off"]);
    server.does(
        "SET password_encryption = 'md5'; CREATE USER old PASSWORD 's3cret-word';
         SET password_encryption = 'scram-sha-256'; CREATE USER club PASSWORD 's3cret-word'",
    );
    let port = server.port();
    let url = |user: &str, host: &str| format!("postgres://{user}@{host}:{port}/postgres");
    let opens = |url: &str, password: Option<&str>| {
        let address = Arc::new(Address::new(url, password, Encryption::None).unwrap());
        match Store::open(address) {
            // There is nothing there yet.
            Err(StoreError::NoTables(_)) => "in".to_owned(),
            Err(e) => e.to_string(),
            Ok(_) => panic!("a club"),
        }
    };
    for (method, user, password, said) in [
        ("scram-sha-256", "club", Some("s3cret-word"), "in"),
        (
            "scram-sha-256",
            "club",
            Some("another"),
            "password authentication failed",
        ),
        // A server that knows the words as SCRAM has them asks for them so by this name too.
        ("md5", "club", Some("s3cret-word"), "in"),
        ("md5", "old", Some("s3cret-word"), "asks for its MD5"),
        (
            "password",
            "club",
            Some("s3cret-word"),
            "asks for it in clear",
        ),
        (
            "trust",
            "club",
            Some("s3cret-word"),
            "does not prove that it knows it",
        ),
        ("trust", "club", None, "in"),
    ] {
        let rule = format!("host all all 127.0.0.1/32 {method}\nlocal all all {method}");
        server.admits(&rule);
        for host in ["localhost", "127.0.0.1"] {
            let answer = opens(&url(user, host), password);
            assert!(answer.contains(said), "{method}, {user}: {answer}");
            let is_told = answer.contains("host postgres");
            assert_eq!(is_told, answer.contains("pg_hba.conf"), "{answer}");
        }
        // Who listens at its socket is known otherwise.
        let socket = server.folder().display().to_string().replace('/', "%2F");
        let answer = opens(&url(user, &socket), password);
        let is_right = password != Some("another");
        assert_eq!(answer == "in", is_right, "{method}, {user}: {answer}");
    }
    if is_root() {
        // The folder is another's than who listens there.
        std::os::unix::fs::chown(server.folder(), Some(65_534), None).unwrap();
        let socket = server.folder().display().to_string().replace('/', "%2F");
        let answer = opens(&url("club", &socket), None);
        assert!(answer.contains("who listens at"), "{answer}");
    }
}
