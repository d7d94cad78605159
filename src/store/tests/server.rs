//! What only a database on a server has.

use super::postgres_server::Postgres;
use super::*;

/// All that the tests of the store say of a file holds on a server.
#[test]
fn all_tests_on_a_server() {
    let server = Postgres::start(&["fsync=off"]);
    let done = std::process::Command::new(std::env::current_exe().unwrap())
        .args([
            "store::tests::",
            "--skip",
            "all_tests_on_a_server",
            "--test-threads",
            "2",
        ])
        .env("POSTCHESS_TEST_SERVER", server.url())
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&done.stdout);
    assert!(done.status.success(), "{said}");
    assert!(
        said.contains("the_server_understands_every_statement ... ok"),
        "{said}"
    );
}

/// Every statement that stands in the store as one text is one that the server understands:
/// what no test runs there would else be found by a club.
#[test]
fn the_server_understands_every_statement() {
    let Some(address) = server() else {
        return;
    };
    let store = Store::create(Place::Server(address)).unwrap();
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("src/store");
    let only_of_files = [
        "sqlite.rs",
        "files.rs",
        "older.rs",
        "restore.rs",
        "replay.rs",
        "upkeep.rs",
        "dialect.rs",
    ];
    let text = regex::Regex::new(r#""((?:SELECT|INSERT|UPDATE|DELETE)\b [^"{]*)""#).unwrap();
    let (mut seen, mut wrong) = (0, Vec::new());
    for folder in [
        folder.clone(),
        folder.join("journal"),
        folder.join("engine"),
    ] {
        for file in std::fs::read_dir(folder).unwrap() {
            let file = file.unwrap().path();
            let name = file.file_name().unwrap().to_string_lossy().into_owned();
            if only_of_files.contains(&name.as_str()) || !name.ends_with(".rs") {
                continue;
            }
            let source = std::fs::read_to_string(&file).unwrap();
            let source = source.split("#[cfg(test)]").next().unwrap_or("");
            for found in text.captures_iter(source) {
                let sql = found.get(1).unwrap().as_str();
                if ["pragma_", "sqlite_schema", "COMMIT"].iter().any(|w| sql.contains(w)) {
                    continue;
                }
                seen += 1;
                if let Err(e) = store.conn.prepare(sql) {
                    wrong.push(format!("{name}: {e}\n  {sql}"));
                }
            }
        }
    }
    assert!(seen > 150, "{seen}");
    assert!(
        wrong.is_empty(),
        "{} of {seen}\n{}",
        wrong.len(),
        wrong.join("\n")
    );
}
