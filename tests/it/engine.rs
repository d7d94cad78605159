//! The engine under the clubs of the tests: a file, or what `POSTCHESS_TEST_SERVER` names.

use crate::club::postchess_run;
use crate::cluster::postgres::schema;
use postchess::robot::Home;
use std::path::Path;
use std::sync::{Mutex, PoisonError};

/// The server that `tests/run` started; `None`: the tests are run on files.
pub fn server() -> Option<String> {
    std::env::var("POSTCHESS_TEST_SERVER").ok()
}

/// Moves a home that was just made to the server, where the tests are run on one.
pub fn settle(root: &Path) {
    if let Some(server) = server() {
        let url = schema(&server);
        move_to(root, &url);
        if std::env::var_os("POSTCHESS_TEST_COMPANY").is_some() {
            keep_company(&server, &url);
        }
    }
}

/// Seems to be another robot that rules letters of the home as long as the tests go on
/// (`Turn::Ruling`): what is ruled there is ruled abreast of it.
fn keep_company(server: &str, url: &str) {
    static ONE: Mutex<Option<postgres::Client>> = Mutex::new(None);
    let (_, home) = url.rsplit_once("%3D").expect("a schema");
    let mut one = ONE.lock().unwrap_or_else(PoisonError::into_inner);
    let client = one.get_or_insert_with(|| {
        postgres::Client::connect(server, postgres::NoTls).expect("a server")
    });
    let sql = format!("SELECT pg_advisory_lock_shared('{home}.meta'::regclass::oid::int, 4)");
    client.batch_execute(&sql).expect("a lock");
}

/// Moves a home to a server and writes that into its configuration.
pub fn move_to(root: &Path, url: &str) {
    let home = root.to_str().expect("a path");
    let moved = postchess_run(&["--home", home, "migrate", "--to", url]);
    moved.unwrap_or_else(|e| panic!("migrate: {e}"));
    let config = root.join("postchess.toml");
    let text = std::fs::read_to_string(&config).expect("a configuration");
    let text = text.replace(
        "\n[database]\n",
        &format!("\n[database]\nurl = \"{url}\"\n"),
    );
    assert!(text.contains(url), "the configuration names the server");
    std::fs::write(config, text).expect("written");
}

/// The home at a folder, with the database its configuration names.
pub fn home(root: impl AsRef<Path>, config: &postchess::config::Config) -> Home {
    let home = Home::at(root.as_ref()).by(config);
    home.unwrap_or_else(|e| panic!("{e}"))
}
