//! The house is tidy: rooms know only what they may, and nothing lies about.

use postchess::feature::Feature;
use sha2::{Digest, Sha256};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// Rooms that are told everything and touch nothing.
const CORE: [&str; 16] = [
    "src/rules",
    "src/vocabulary",
    "src/chess",
    "src/clock",
    "src/letter",
    "src/request",
    "src/arbiter",
    "src/orders",
    "src/tournament",
    "src/record",
    "src/imported",
    "src/report",
    "src/scan",
    "src/ids.rs",
    "src/time.rs",
    "src/language.rs",
];

/// What the core may not know.
const OUTSIDE: [&str; 14] = [
    "rusqlite",
    "lettre",
    "std::fs",
    "std::env",
    "std::net",
    "std::process",
    "SystemTime",
    "time::Instant::now",
    "getrandom",
    "crate::store",
    "crate::robot",
    "crate::compose",
    "crate::post::",
    "crate::cli",
];

fn files_in(path: &Path, found: &mut Vec<PathBuf>) {
    if path.is_file() {
        found.push(path.to_owned());
        return;
    }
    let Ok(folder) = fs::read_dir(path) else {
        return;
    };
    for entry in folder.flatten() {
        let path = entry.path();
        let name = entry.file_name();
        let name = name.to_string_lossy();
        if ["target", ".git", "demo-club", "demo-post"].contains(&&*name) {
            continue;
        }
        files_in(&path, found);
    }
}

fn files(roots: &[&str]) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for root in roots {
        files_in(Path::new(root), &mut found);
    }
    found.sort();
    assert!(!found.is_empty(), "{roots:?}");
    found
}

fn is_rust(path: &Path) -> bool {
    path.extension().is_some_and(|e| e == "rs")
}

fn is_test(path: &Path) -> bool {
    let text = path.to_string_lossy();
    let name = path
        .file_stem()
        .map(|n| n.to_string_lossy().into_owned())
        .unwrap_or_default();
    text.contains("/tests/")
        || text.contains("/samples/")
        || name == "tests"
        || name.ends_with("_tests")
        || name == "fixture"
}

/// The code of a file without its tests and its comments.
fn code(path: &Path) -> String {
    let text = fs::read_to_string(path).expect("UTF-8");
    let text = text
        .split("#[cfg(test)]\nmod tests {")
        .next()
        .unwrap_or("")
        .to_owned();
    text.lines()
        .filter(|l| !l.trim_start().starts_with("//"))
        .collect::<Vec<_>>()
        .join("\n")
}

fn source() -> Vec<PathBuf> {
    files(&["src"])
        .into_iter()
        .filter(|p| is_rust(p) && !is_test(p))
        .collect()
}

#[test]
fn the_core_knows_no_files_no_clock_and_no_mail_server() {
    for path in files(&CORE)
        .into_iter()
        .filter(|p| is_rust(p) && !is_test(p))
    {
        let code = code(&path);
        for word in OUTSIDE {
            assert!(!code.contains(word), "{}: {word}", path.display());
        }
    }
}

#[test]
fn the_ground_floor_knows_no_room_above() {
    for path in files(&["src/rules"]) {
        let code = code(&path)
            .replace("$crate::rules", "")
            .replace("crate::rules", "");
        assert!(!code.contains("crate::"), "{}", path.display());
        assert!(!code.contains("super::super::super"), "{}", path.display());
    }
    // What people write to us needs to know which languages there are, and nothing else.
    for path in files(&["src/vocabulary"]) {
        let code = code(&path).replace("crate::language", "");
        assert!(!code.contains("crate::"), "{}", path.display());
    }
}

#[test]
fn each_crate_has_one_room() {
    for (word, rooms) in [
        ("rusqlite", &["src/store"][..]),
        ("shakmaty", &["src/chess"]),
        ("mail_parser", &["src/letter"]),
        ("minijinja", &["src/compose", "src/messages"]),
        ("rqrr", &["src/scan"]),
        ("zune_jpeg", &["src/scan"]),
        ("qrcodegen", &["src/report"]),
        ("clap", &["src/cli", "src/main.rs", "src/orders"]),
    ] {
        for path in source() {
            let inside = rooms.iter().any(|room| path.starts_with(room));
            let used = code(&path).contains(&format!("{word}::"));
            assert!(inside || !used, "{} knows {word}", path.display());
        }
    }
}

#[test]
fn only_the_store_speaks_sql() {
    for path in source().into_iter().filter(|p| !p.starts_with("src/store")) {
        let code = code(&path);
        for words in [
            "SELECT ",
            "INSERT INTO",
            "DELETE FROM",
            "CREATE TABLE",
            "PRAGMA ",
        ] {
            assert!(!code.contains(words), "{}: {words}", path.display());
        }
    }
}

#[test]
fn an_inquiry_cannot_write() {
    let all = source();
    let inquiries = all.iter().filter(|p| p.starts_with("src/robot/inquiry"));
    assert!(inquiries.clone().count() > 3);
    for path in inquiries {
        let code = code(path);
        for word in ["Tx<", "Desk<", "Robot", "&mut Store"] {
            assert!(!code.contains(word), "{}: {word}", path.display());
        }
    }
}

/// What makes a file, of the system or of a crate.
const MAKES_A_FILE: [&str; 13] = [
    "File::create",
    "File::options",
    "OpenOptions",
    "OFlags::CREATE",
    "create_new(",
    "fs::write(",
    "fs::copy(",
    "hard_link(",
    "fs::symlink(",
    "tempfile",
    "generate_to(",
    "VACUUM INTO",
    "Connection::open(",
];

/// Where a file is made by other means than `disk`, and why that is as good.
const MAKERS: [(&str, &str, &str); 6] = [
    ("src/disk/written.rs", "OFlags::CREATE", "it is the one way"),
    (
        "src/post/maildir.rs",
        "OFlags::CREATE",
        "letters by the thousand, each where nothing lies, in the folder that is open",
    ),
    (
        "src/store/files.rs",
        "VACUUM INTO",
        "SQLite fills the private file that was made for it under a name of chance",
    ),
    (
        "src/store/files.rs",
        "Connection::open(",
        "the same, page by page",
    ),
    (
        "src/store/sqlite.rs",
        "Connection::open(",
        "SQLite fills the private file that was made for it, where nothing lay",
    ),
    (
        "src/store/restore.rs",
        "hard_link(",
        "another name of the database, which is a file of its own",
    ),
];

#[test]
fn one_place_makes_files() {
    let mut found = BTreeSet::new();
    for path in source() {
        let code = code(&path);
        for word in MAKES_A_FILE.into_iter().filter(|word| code.contains(word)) {
            found.insert((path.to_string_lossy().into_owned(), word));
        }
    }
    let known = MAKERS.map(|(path, word, reason)| {
        assert!(reason.len() > 10, "{path}: {reason}");
        (path.to_owned(), word)
    });
    assert_eq!(found, BTreeSet::from(known));
}

#[test]
fn one_place_reads_the_clock() {
    let reads: Vec<PathBuf> = source()
        .into_iter()
        .filter(|p| code(p).contains("SystemTime::now"))
        .collect();
    assert!(reads.len() <= 1, "{reads:?}");
}

#[test]
fn nothing_is_unsafe_and_nothing_is_left_to_do() {
    for path in source() {
        let code = code(&path);
        for word in [
            "unsafe {",
            "unsafe fn",
            "todo!(",
            "unimplemented!(",
            "dbg!(",
        ] {
            assert!(!code.contains(word), "{}: {word}", path.display());
        }
    }
}

#[test]
fn no_path_of_a_machine() {
    let roots = ["/ho@me/", "/ro@ot/", "/wo@rk/", "/Us@ers/"].map(|p| p.replace('@', ""));
    for path in files(&["."]) {
        // What is no text has no paths.
        let Ok(text) = fs::read_to_string(&path) else {
            continue;
        };
        // A manual may show a home of its own, in an example for cron.
        let manual = path.extension().is_some_and(|e| e == "md");
        for root in roots.iter().filter(|r| !(manual && r.starts_with("/ho"))) {
            let found = text.match_indices(root.as_str()).any(|(at, _)| {
                // A folder of that name inside the tree is no path of a machine.
                !text[..at].ends_with(|c: char| c.is_alphanumeric() || "._-/:".contains(c))
            });
            assert!(!found, "{}: {root}", path.display());
        }
    }
}

#[test]
fn every_test_file_is_declared() {
    for path in files(&["tests/it"]).into_iter().filter(|p| is_rust(p)) {
        let name = path.file_stem().unwrap().to_string_lossy().into_owned();
        let folder = path.parent().unwrap();
        if name == "main" {
            continue;
        }
        let (declared_in, module) = if name == "mod" {
            let above = folder.parent().unwrap();
            (
                above.join("main.rs"),
                folder.file_name().unwrap().to_string_lossy().into_owned(),
            )
        } else if folder.ends_with("it") {
            (folder.join("main.rs"), name)
        } else {
            let inside = folder.join("mod.rs");
            let beside = folder.with_extension("rs");
            (if inside.exists() { inside } else { beside }, name)
        };
        let text = fs::read_to_string(&declared_in).expect("the file above");
        assert!(
            text.contains(&format!("mod {module};")),
            "{} is not declared",
            path.display()
        );
    }
}

#[test]
fn every_module_of_the_program_is_declared() {
    for path in files(&["src"]).into_iter().filter(|p| is_rust(p)) {
        let name = path.file_stem().unwrap().to_string_lossy().into_owned();
        let folder = path.parent().unwrap();
        if ["main", "lib"].contains(&name.as_str()) {
            continue;
        }
        let (folder, module) = match name.as_str() {
            "mod" => (
                folder.parent().unwrap(),
                folder.file_name().unwrap().to_string_lossy().into_owned(),
            ),
            _ => (folder, name),
        };
        // A module stands in mod.rs, lib.rs, or the file that has the folder's name.
        let beside = folder.with_extension("rs");
        let above = [folder.join("mod.rs"), folder.join("lib.rs"), beside];
        let texts = above.iter().filter_map(|f| fs::read_to_string(f).ok());
        let named = files(&[&folder.to_string_lossy()]).iter().any(|f| {
            fs::read_to_string(f).is_ok_and(|t| t.contains(&format!("#[path = \"{module}.rs\"]")))
        });
        let declared = named
            || texts
                .into_iter()
                .any(|t| t.contains(&format!("mod {module};")));
        assert!(declared, "{} is not declared", path.display());
    }
}

/// A section of `Cargo.toml`: the names in it.
fn named_in(section: &str) -> BTreeSet<String> {
    let text = fs::read_to_string("Cargo.toml").expect("Cargo.toml");
    let whole: toml::Table = text.parse().expect("TOML");
    let table = whole[section].as_table().expect("a table");
    table.keys().cloned().collect()
}

#[test]
fn every_dependency_has_its_reason() {
    let text = fs::read_to_string("docs/DEPENDENCIES.md").expect("docs/DEPENDENCIES.md");
    let (text, _) = text
        .split_once("## What can be left out")
        .expect("features");
    let (all, tests) = text.split_once("For tests alone:").expect("two tables");
    for (section, part) in [("dependencies", all), ("dev-dependencies", tests)] {
        let rows = part.lines().filter_map(|line| {
            let mut cells = line.strip_prefix("| ")?.split(" | ");
            let (name, reason) = (cells.next()?, cells.next()?);
            assert!(reason.len() > 4, "{name} without a reason");
            Some(name.to_owned())
        });
        let told: Vec<String> = rows.filter(|n| n != "crate" && n != "---").collect();
        assert!(told.is_sorted(), "{section} of docs/DEPENDENCIES.md");
        assert_eq!(BTreeSet::from_iter(told), named_in(section), "{section}");
    }
}

#[test]
fn every_feature_is_told() {
    let text = fs::read_to_string("docs/DEPENDENCIES.md").expect("docs/DEPENDENCIES.md");
    let (_, told) = text
        .split_once("## What can be left out")
        .expect("a heading");
    let rows = told.lines().filter_map(|l| l.strip_prefix("| `"));
    let told = rows.filter_map(|row| Some(row.split_once('`')?.0.to_owned()));
    let told: BTreeSet<String> = told.collect();
    let names = Feature::ALL.map(|feature| feature.name().to_owned());
    assert_eq!(told, BTreeSet::from(names));
    let mut features = named_in("features");
    assert!(features.remove("default"), "all are there by default");
    assert_eq!(told, features);
    // The tests run with all of them.
    assert!(Feature::ALL.iter().all(|feature| feature.is_built()));
}

/// Whether a licence as crates write it (SPDX, `/` for OR) may be chosen so that all of it is
/// among these.
fn may_be(licence: &str, allowed: &[&str]) -> bool {
    let licence = licence.replace('/', " OR ");
    let all_of = |part: &str| {
        let inner = part.trim().trim_matches(['(', ')']);
        inner.split(" OR ").any(|one| allowed.contains(&one.trim()))
    };
    licence.split(" AND ").all(all_of)
}

#[test]
fn every_crate_of_a_build_is_one_that_may_be_in_it() {
    assert!(may_be("(MIT OR X) AND ISC", &["MIT", "ISC"]));
    assert!(!may_be("(MIT OR X) AND ISC", &["MIT"]) && !may_be("X", &["MIT"]));
    let text = fs::read_to_string("deny.toml").expect("deny.toml");
    let deny: toml::Table = text.parse().expect("TOML");
    let allowed = deny["licenses"]["allow"].as_array().expect("a list");
    let allowed: Vec<&str> = allowed.iter().filter_map(|l| l.as_str()).collect();
    let skipped = deny["bans"]["skip"].as_array().expect("a list");
    let skipped: BTreeSet<&str> = skipped.iter().filter_map(|s| s["crate"].as_str()).collect();

    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let asked = std::process::Command::new(cargo)
        .args(["metadata", "--locked", "--offline", "--format-version", "1"])
        .args(["--filter-platform", "x86_64-unknown-linux-gnu"])
        .output()
        .expect("cargo runs");
    let said = String::from_utf8_lossy(&asked.stderr);
    assert!(asked.status.success(), "{said}");
    let graph: serde_json::Value = serde_json::from_slice(&asked.stdout).expect("JSON");
    let packages = graph["packages"].as_array().expect("packages");
    let mut versions: BTreeMap<&str, usize> = BTreeMap::new();
    for package in packages {
        let name = package["name"].as_str().expect("a name");
        let licence = package["license"].as_str().unwrap_or("none");
        assert!(may_be(licence, &allowed), "{name}: {licence}");
        *versions.entry(name).or_default() += 1;
    }
    assert!(packages.len() > 100, "{} packages", packages.len());
    let doubled = versions.into_iter().filter(|(_, n)| *n > 1);
    let doubled: BTreeSet<&str> = doubled.map(|(name, _)| name).collect();
    assert_eq!(doubled, skipped, "crates in two versions");
}

/// Acceptance data say what the program has to do, and are not made to agree with it.
#[test]
fn acceptance_data_are_as_they_were_given() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cases");
    let sums = fs::read_to_string(folder.join("SHA256SUMS")).unwrap();
    let mut listed = BTreeSet::from(["README.md", "SHA256SUMS", "slips.jsonl"].map(PathBuf::from));
    for line in sums.lines() {
        let (sum, name) = line.split_once("  ").unwrap();
        let bytes = fs::read(folder.join(name)).unwrap();
        let found: String = Sha256::digest(&bytes)
            .iter()
            .map(|byte| format!("{byte:02x}"))
            .collect();
        assert_eq!(found, sum, "{name} is not as it was given");
        listed.insert(PathBuf::from(name));
    }
    let mut folders = vec![folder.clone()];
    while let Some(one) = folders.pop() {
        for entry in fs::read_dir(one).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
                continue;
            }
            let name = path.strip_prefix(&folder).unwrap();
            assert!(listed.contains(name), "{} is in no sum", name.display());
        }
    }
}

#[test]
fn every_crate_is_of_the_one_registry() {
    const REGISTRY: &str = "registry+https://github.com/rust-lang/crates.io-index";
    let text = fs::read_to_string("Cargo.lock").expect("Cargo.lock");
    let lock: toml::Table = text.parse().expect("TOML");
    for package in lock["package"].as_array().expect("packages") {
        let name = package["name"].as_str().unwrap_or_default();
        let source = package.get("source").and_then(|s| s.as_str());
        let own = name == "postchess" && source.is_none();
        assert!(own || source == Some(REGISTRY), "{name}: {source:?}");
    }
    let text = fs::read_to_string("deny.toml").expect("deny.toml");
    let denied: toml::Table = text.parse().expect("TOML");
    let sources = denied["sources"].as_table().expect("sources");
    for key in ["unknown-registry", "unknown-git"] {
        assert_eq!(sources[key].as_str(), Some("deny"), "{key}");
    }
    let allowed = sources["allow-registry"].as_array().expect("a list");
    let allowed: Vec<_> = allowed.iter().filter_map(|a| a.as_str()).collect();
    assert_eq!(allowed, [REGISTRY.trim_start_matches("registry+")]);
    assert_eq!(sources["allow-git"].as_array().map(Vec::len), Some(0));
}

#[test]
fn no_service_of_ours_leaves_its_memory_on_a_disk() {
    let units: Vec<PathBuf> = files(&["examples", "packaging"])
        .into_iter()
        .filter(|p| p.extension().is_some_and(|e| e == "service"))
        .collect();
    assert!(units.len() >= 2, "{units:?}");
    for unit in units {
        let text = fs::read_to_string(&unit).expect("UTF-8");
        let (_, service) = text.split_once("[Service]").expect("a service");
        let lines: Vec<&str> = service.lines().collect();
        assert!(lines.contains(&"LimitCORE=0"), "{}", unit.display());
    }
}
