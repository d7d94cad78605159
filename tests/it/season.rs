//! The demo, as a newcomer runs it: every letter of both seasons becomes what
//! `examples/*/expected.txt` says, and the record proves itself.

use postchess::cli::season::seasons;
use serde_json::Value;
use std::path::Path;
use std::process::Command;

fn run(args: &[&str]) -> String {
    let output = Command::new(env!("CARGO_BIN_EXE_postchess"))
        .args(args)
        .output()
        .expect("the program runs");
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{args:?}: {errors}");
    String::from_utf8(output.stdout).expect("UTF-8")
}

#[test]
fn every_letter_of_the_demo_becomes_what_it_is_meant_to() {
    let folder = tempfile::tempdir().expect("a folder");
    let root = folder.path().join("demo");
    let told = run(&["demo", root.to_str().expect("UTF-8")]);
    assert!(told.contains("Where to look"), "{told}");
    for season in seasons().expect("the examples") {
        let home = match season.name {
            "club" => root.clone(),
            other => root.join(other),
        };
        check(&home, &season);
    }
}

fn check(home: &Path, season: &postchess::cli::season::Season) {
    let home = home.to_str().expect("UTF-8");
    let list = run(&["--home", home, "inbox", "list", "--json"]);
    let letters: Vec<Value> = serde_json::from_str(&list).expect("JSON");
    assert_eq!(letters.len(), season.expected.len(), "{}", season.name);
    for (letter, expected) in letters.iter().zip(&season.expected) {
        assert_eq!(
            letter["verdict"], expected.verdict,
            "{} ({}): {}",
            expected.file, expected.why, letter["note"]
        );
    }
    run(&["--home", home, "verify"]);
    let letters = run(&["--home", home, "outbox", "list", "--json"]);
    let letters: Vec<Value> = serde_json::from_str(&letters).expect("JSON");
    assert!(letters.iter().all(|l| l["state"] == "sent"));
}
