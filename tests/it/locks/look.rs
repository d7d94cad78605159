//! What `check` finds that others could change, and so what is done here: whoever writes the
//! configuration runs commands as the robot.

use crate::contract::House;
use crate::ground::free_port;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

fn opens(path: &Path, mode: u32) {
    std::fs::set_permissions(path, std::fs::Permissions::from_mode(mode)).unwrap();
}

/// A home with a template of its own, a password and a certificate in a folder beside it.
fn house() -> (House, Vec<PathBuf>) {
    let house = House::new();
    for folder in ["club/templates/en", "keys"] {
        std::fs::create_dir_all(house.path(folder)).unwrap();
        opens(&house.path(folder), 0o755);
    }
    let files = [
        "club/postchess.toml",
        "club/templates/en/messages.toml",
        "keys/tls.key",
        "keys/tls.pem",
    ];
    house.write("club/templates/en/messages.toml", "");
    house.write("keys/password", "a long password\n");
    let made = certificate();
    house.write("keys/tls.key", &made.0);
    house.write("keys/tls.pem", &made.1);
    let files: Vec<PathBuf> = files.iter().map(|f| house.path(f)).collect();
    for file in &files {
        opens(file, 0o600);
    }
    (house, files)
}

/// A key and its certificate.
fn certificate() -> (String, String) {
    let folder = tempfile::tempdir().unwrap();
    let made = crate::servers::Certificate::make(folder.path(), "web", "DNS:play.example", "30");
    let read = |path: &Path| std::fs::read_to_string(path).unwrap();
    (read(&made.key), read(&made.cert))
}

fn check(house: &House) -> crate::contract::Answer {
    let keys = house.path("keys");
    let line = format!(
        "--set web.tls_key={0}/tls.key --set web.tls_cert={0}/tls.pem check",
        keys.display()
    );
    house.run(&line)
}

#[test]
fn check_finds_what_others_may_write() {
    let (house, files) = house();
    let sound = check(&house);
    assert_eq!(sound.code, 0, "{}", sound.err);
    for file in &files {
        for mode in [0o620, 0o602, 0o666] {
            opens(file, mode);
            let found = check(&house);
            let name = file.display().to_string();
            let said = &found.fails(1).err;
            let is_told = |line: &str| line.contains("others may write") && line.contains(&name);
            assert!(said.lines().any(is_told), "{name} {mode:o}: {said}");
        }
        opens(file, 0o600);
    }
    // Who may write a folder puts another file there.
    for folder in ["club", "club/templates", "club/templates/en", "keys"] {
        let path = house.path(folder);
        let before = std::fs::metadata(&path).unwrap().permissions().mode() & 0o777;
        opens(&path, 0o777);
        let said = check(&house).fails(1).err.clone();
        assert!(
            said.contains("others may write the folder"),
            "{folder}: {said}"
        );
        opens(&path, before);
    }
    assert_eq!(check(&house).code, 0);
}

#[test]
fn check_finds_a_password_file_that_others_may_write() {
    let (house, _) = house();
    let file = house.path("keys/password");
    // The server itself is away.
    let line = format!(
        "--set outbox.kind=smtp --set outbox.host=127.0.0.1 --set outbox.port={} \
         --set outbox.security=none --set outbox.user=u --set outbox.password_file={} check",
        free_port(),
        file.display()
    );
    for (mode, found) in [(0o600, false), (0o620, true), (0o640, false)] {
        opens(&file, mode);
        let said = house.run(&line).fails(1).err.clone();
        let is_told = said.contains("others may write the password file");
        assert_eq!(is_told, found, "{mode:o}: {said}");
    }
}

#[test]
fn check_warns_of_a_configuration_that_others_may_read() {
    let (house, files) = house();
    opens(&house.path("club"), 0o700);
    for (mode, warned) in [(0o600, false), (0o640, false), (0o644, true)] {
        opens(&files[0], mode);
        let said = check(&house).done().err;
        assert_eq!(
            said.contains("others may read the configuration"),
            warned,
            "{said}"
        );
    }
}
