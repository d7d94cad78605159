//! Every file that a command makes: what is planted in its way leads nowhere, and what was not
//! meant for all is its owner's.

use super::planter::Planter;
use crate::club::Setup;
use crate::contract::House;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

fn mode(path: &Path) -> u32 {
    let found = std::fs::symlink_metadata(path).unwrap();
    assert!(found.is_file(), "{}", path.display());
    found.permissions().mode() & 0o777
}

fn opens(path: &Path, mode: u32) {
    std::fs::set_permissions(path, std::fs::Permissions::from_mode(mode)).unwrap();
}

/// Lines that write a file, which is `OUT/` and the name beside each.
const WRITING: [(&str, &str); 8] = [
    (
        "tournament report T26 --format html --output OUT/table.html",
        "table.html",
    ),
    (
        "tournament report T26 --format csv --output OUT/all/",
        "all/cross-table.csv",
    ),
    (
        "tournament official-report T26 --output OUT/official.txt",
        "official.txt",
    ),
    (
        "game show T26/1 --format html --output OUT/game.html",
        "game.html",
    ),
    ("tournament preview P26 --output OUT/plan.txt", "plan.txt"),
    (
        "tournament preview P26 --letters OUT/letters",
        "letters/P26-1-to-1.eml",
    ),
    (
        "tournament preview P26 --letters OUT/letters",
        "letters/P26-1-to-1.txt",
    ),
    (
        "tournament preview P26 --letters OUT/letters",
        "letters/P26-1-to-1.html",
    ),
];

/// A home with a tournament that has begun and one that has not.
fn house() -> House {
    let house = House::with(&Setup::new());
    house.write("p.toml", &Setup::new().code("P26").file());
    let add = format!("tournament add {}", house.path("p.toml").display());
    house.run(&add).done();
    for folder in ["out", "out/all", "out/letters"] {
        std::fs::create_dir(house.path(folder)).unwrap();
    }
    house
}

fn write(house: &House, line: &str) {
    let out = house.path("out");
    house
        .run(&line.replace("OUT", out.to_str().unwrap()))
        .done();
}

#[test]
fn what_a_command_writes_follows_no_link_and_is_its_owners() {
    let house = house();
    let planter = Planter::after(house.path("victim"));
    for (line, name) in WRITING {
        let file = house.path("out").join(name);
        planter.guesses(&file);
        write(&house, line);
        planter.got_nothing(line);
        assert_eq!(mode(&file), 0o600, "{line}");
        planter.takes(&file);
        write(&house, line);
        planter.got_nothing(line);
        assert_eq!(mode(&file), 0o600, "{line}");
        // Whom its owner has let read it may read the next one.
        opens(&file, 0o640);
        write(&house, line);
        assert_eq!(mode(&file), 0o640, "{line}");
    }
}

#[test]
fn the_reports_of_the_night_follow_no_link() {
    let house = house();
    let planter = Planter::after(house.path("victim"));
    let files = ["T26.txt", "T26.json", "T26.html"].map(|f| house.path("club/reports").join(f));
    for file in &files {
        planter.guesses(file);
        planter.takes(file);
    }
    house.at("2026-01-11T03:00:00Z", "nightly").done();
    planter.got_nothing("nightly");
    for file in &files {
        assert_eq!(mode(file), 0o600, "{}", file.display());
    }
}

#[test]
fn the_site_follows_no_link_and_all_read_it() {
    let house = house();
    let planter = Planter::after(house.path("victim"));
    let line = "site --output OUT/public";
    write(&house, line);
    for name in ["index.html", ".postchess-site", ".postchess-site-stamps"] {
        let file = house.path("out/public").join(name);
        planter.guesses(&file);
        if name == "index.html" {
            planter.takes(&file);
        }
        write(&house, line);
        planter.got_nothing(name);
        assert_eq!(mode(&file) & 0o400, 0o400, "{name}");
    }
    let index = mode(&house.path("out/public/index.html"));
    let like_any = house.path("any");
    std::fs::write(&like_any, "").unwrap();
    assert_eq!(index, mode(&like_any));
}

#[test]
fn a_device_is_no_file_to_be_replaced() {
    let house = house();
    let link = house.path("out/null");
    std::os::unix::fs::symlink("/dev/null", &link).unwrap();
    let line = format!("tournament report T26 --output {}", link.display());
    house.run(&line).fails(1).in_one_line();
    assert!(link.is_symlink());
}

#[test]
fn a_backup_takes_the_place_of_none_but_a_backup() {
    let house = house();
    house.run("backup").done();
    let backups = house.path("club/backup");
    let ours = house.backups();
    let precious = [
        "backup/../postchess.key",
        "backup/../postchess.toml",
        "backup/../postchess.db",
        "backup/./../postchess.key",
        "backup/notes.txt",
        "backup/link.db",
        "backup/dangling.db",
    ];
    std::fs::write(backups.join("notes.txt"), "which disk has the other copy").unwrap();
    std::os::unix::fs::symlink(backups.join(&ours[0]), backups.join("link.db")).unwrap();
    std::os::unix::fs::symlink(house.path("nowhere"), backups.join("dangling.db")).unwrap();
    for name in precious {
        let path = house.path("club").join(name);
        // A database on a server is no file of the home.
        if path.symlink_metadata().is_err() {
            continue;
        }
        let before = std::fs::read(&path).ok();
        house.run(&format!("backup {}", path.display())).fails(1);
        assert_eq!(std::fs::read(&path).ok(), before, "{name}");
        assert!(path.symlink_metadata().is_ok(), "{name}");
    }
    assert!(!house.path("nowhere").exists());
    // One of ours is written anew, and a new name is a new file, however it is reached.
    let again = backups.join(&ours[0]);
    house.run(&format!("backup {}", again.display())).done();
    let beside = backups.join("../backup/copy.db");
    house.run(&format!("backup {}", beside.display())).done();
    assert_eq!(mode(&beside), 0o600);
}

#[test]
fn what_lies_beside_a_backup_is_not_taken_away() {
    let house = house();
    let planter = Planter::after(house.path("victim"));
    let copy = house.path("out/club.db");
    let beside = house.path("out/club.db.part");
    std::fs::write(&beside, "a part of something else").unwrap();
    planter.guesses(&copy);
    house.run(&format!("backup {}", copy.display())).done();
    assert!(beside.is_file());
    planter.got_nothing("backup");
    assert_eq!(mode(&copy), 0o600);
}
