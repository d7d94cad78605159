use super::*;
use crate::chess::notation::{self, Class};
use crate::chess::{Line, Position, Variant};
use crate::config::Config;
use crate::ids::GameName;
use crate::language::Language;
use crate::time::Zone;
use crate::tournament::file::{self, Defaults, TournamentFile};
use crate::tournament::pairing;
use crate::tournament::stage::{self, StageEntry};
use mail_parser::{HeaderName, HeaderValue, Host, MessageParser};
use std::collections::{BTreeMap, BTreeSet};

/// CONTRACT.md 5.
const VERDICTS: [&str; 14] = [
    "move",
    "move-rejected",
    "held",
    "command",
    "duplicate",
    "auto-reply",
    "bounce",
    "bulk",
    "unknown-sender",
    "unverified",
    "no-game",
    "not-understood",
    "too-large",
    "malformed",
];

/// All of them.
fn all() -> Vec<Season> {
    let seasons = |of: DemoSeason| of.seasons().unwrap_or_else(|e| panic!("{e}"));
    DemoSeason::ALL.into_iter().flat_map(seasons).collect()
}

/// Those in which something is left to be decided: of the mail and of the post.
fn told() -> Vec<Season> {
    let seasons = |of: DemoSeason| of.seasons().unwrap_or_else(|e| panic!("{e}"));
    let of = [DemoSeason::Mail, DemoSeason::Post];
    of.into_iter().flat_map(seasons).collect()
}

/// Those by e-mail.
fn both() -> Vec<Season> {
    DemoSeason::Mail.seasons().unwrap_or_else(|e| panic!("{e}"))
}

fn check_fen(fen: &str, variant: Variant) -> Result<(), String> {
    Position::from_fen(fen, variant)
        .map(|_| ())
        .map_err(|e| e.to_string())
}

/// The tournament of a season; of a cycle its stages.
fn tournaments(season: &Season) -> Vec<TournamentFile> {
    let defaults = Defaults {
        language: Language::Ru,
        time_zone: Zone::utc(),
        check_fen: &check_fen,
    };
    file::read_all(season.tournament_toml, season.name, &defaults, None)
        .unwrap_or_else(|e| panic!("{e}"))
}

/// The tournament of a season that has one.
fn tournament(season: &Season) -> TournamentFile {
    let mut all = tournaments(season);
    assert_eq!(all.len(), 1, "{}", season.name);
    all.remove(0)
}

/// Whether an address is a player's in it.
fn plays(season: &Season, address: &str) -> bool {
    let files = tournaments(season);
    let mut players = files.iter().flat_map(|f| &f.players);
    players.any(|p| p.reach.is_at(address))
}

fn config(season: &Season) -> Config {
    Config::read(season.club_toml, std::path::Path::new("/home"), &[])
        .unwrap_or_else(|e| panic!("{e}"))
}

#[test]
fn there_is_a_club_under_address_and_one_under_the_default() {
    use crate::config::AuthPolicy;
    let seasons = both();
    let policies: Vec<AuthPolicy> = seasons.iter().map(|s| config(s).auth.policy).collect();
    assert_eq!(policies, [AuthPolicy::Address, AuthPolicy::TokenOrVerified]);
    for season in &seasons {
        assert!(season.from < season.to);
        assert_eq!(season.poll_at.seconds(), 20 * 3600);
    }
}

#[test]
fn the_embedded_files_are_those_of_the_tree() {
    // A letter added without rebuilding this module would be missing from the program.
    for season in all() {
        let dir = std::path::Path::new(env!("CARGO_MANIFEST_DIR"))
            .join("examples")
            .join(season.name)
            .join("letters");
        let on_disk = std::fs::read_dir(&dir).unwrap().count();
        assert_eq!(season.letters.len(), on_disk, "touch src/cli/season.rs");
        let cards = std::fs::read_dir(dir.with_file_name("cards"));
        let tables = cards.map_or(0, Iterator::count);
        assert_eq!(season.boxes.len(), tables, "touch src/cli/season.rs");
    }
}

#[test]
fn every_letter_is_whole_and_they_arrive_in_the_order_of_their_names() {
    let mut total = 0;
    for season in all() {
        let zone = tournaments(&season)[0].time_zone;
        let mut last: Option<Instant> = None;
        for letter in &season.letters {
            let name = letter.file;
            let message = MessageParser::default().parse(letter.bytes).unwrap();
            assert!(message.message_id().is_some(), "{name}");
            assert!(message.from().is_some(), "{name}");
            let date = message.date().unwrap_or_else(|| panic!("{name}: no Date"));
            let date = Instant::from_unix(date.to_timestamp());
            assert!(date <= letter.arrived, "{name}: sent after it arrived");
            // `received()` of the parser is the lowest one: the topmost counts here.
            let hop = message.header_values(HeaderName::Received).next();
            let Some(HeaderValue::Received(hop)) = hop else {
                panic!("{name}: no Received")
            };
            assert!(
                matches!(hop.by(), Some(Host::Name(by)) if by == "mx.club.example"),
                "{name}"
            );
            let at = hop.date().map(|d| Instant::from_unix(d.to_timestamp()));
            assert_eq!(at, Some(letter.arrived), "{name}");
            assert!(last.is_none_or(|l| l <= letter.arrived), "{name}");
            last = Some(letter.arrived);
            let day = zone.day(letter.arrived);
            assert_eq!(name.get(4..14), Some(day.to_string().as_str()), "{name}");
            assert!(season.from <= day && day <= season.to, "{name}");
            assert!(!letter.bytes.contains(&b'\r'), "{name}");
            total += 1;
            assert_eq!(
                name.get(..3),
                Some(format!("{:03}", position(&season, name)).as_str())
            );
        }
    }
    assert!(total >= 60, "{total} letters");
}

fn position(season: &Season, file: &str) -> usize {
    1 + season.letters.iter().position(|l| l.file == file).unwrap()
}

#[test]
fn many_charsets_and_encodings_occur() {
    let mut charsets: BTreeMap<String, usize> = BTreeMap::new();
    let mut encodings: BTreeSet<String> = BTreeSet::new();
    let mut types: BTreeSet<String> = BTreeSet::new();
    for letter in both().iter().flat_map(|s| &s.letters) {
        let raw = String::from_utf8_lossy(letter.bytes).to_lowercase();
        let message = MessageParser::default().parse(letter.bytes).unwrap();
        for line in raw.lines() {
            if let Some(encoding) = line.strip_prefix("content-transfer-encoding: ") {
                encodings.insert(encoding.to_owned());
            }
            if let Some(value) = line.strip_prefix("content-type: ") {
                types.insert(value.split(';').next().unwrap().to_owned());
                if let Some((_, set)) = line.split_once("charset=") {
                    let set = set.split(';').next().unwrap().trim_matches('"');
                    *charsets.entry(set.to_owned()).or_default() += 1;
                }
            }
        }
        // An undecodable letter shows as replacement characters.
        for part in &message.parts {
            if let Some(text) = part.text_contents() {
                assert!(!text.contains('\u{fffd}'), "{}", letter.file);
            }
        }
    }
    for set in [
        "utf-8",
        "windows-1251",
        "koi8-r",
        "koi8-u",
        "iso-8859-2",
        "windows-1250",
        "us-ascii",
    ] {
        assert!(
            charsets.get(set).is_some_and(|n| *n >= 2),
            "{set}: {charsets:?}"
        );
    }
    for encoding in ["7bit", "8bit", "base64", "quoted-printable"] {
        assert!(encodings.contains(encoding), "{encoding}");
    }
    for kind in [
        "text/plain",
        "text/html",
        "multipart/alternative",
        "multipart/report",
    ] {
        assert!(types.contains(kind), "{kind}: {types:?}");
    }
}

#[test]
fn every_letter_has_an_expected_verdict() {
    let mut seen = BTreeSet::new();
    for season in all() {
        let files: Vec<&str> = season.letters.iter().map(|l| l.file).collect();
        let expected: Vec<&str> = season.expected.iter().map(|e| e.file).collect();
        assert_eq!(files, expected);
        for line in &season.expected {
            assert!(VERDICTS.contains(&line.verdict), "{line:?}");
            assert!(!line.why.is_empty(), "{line:?}");
            seen.insert(line.verdict);
        }
    }
    // All but what needs a letter of megabytes, or a broken one.
    let missing: Vec<&&str> = VERDICTS.iter().filter(|v| !seen.contains(**v)).collect();
    assert_eq!(missing, [&"too-large", &"malformed"]);
}

#[test]
fn the_readme_lists_every_letter() {
    let readme = text("README.md").unwrap();
    for letter in told().iter().flat_map(|s| &s.letters) {
        assert!(readme.contains(letter.file), "{}", letter.file);
    }
}

#[test]
fn senders_are_players_but_for_the_strangers() {
    for season in all() {
        for (letter, expected) in season.letters.iter().zip(&season.expected) {
            let message = MessageParser::default().parse(letter.bytes).unwrap();
            let from = message.from().and_then(|f| f.first()).unwrap();
            let from = from.address().unwrap();
            let known = plays(&season, from);
            let stranger = ["unknown-sender", "bulk", "bounce"].contains(&expected.verdict);
            assert_eq!(known, !stranger, "{}", letter.file);
        }
    }
}

#[test]
fn the_planned_games_are_legal_and_end_as_planned() {
    for season in all() {
        let files = tournaments(&season);
        let is_event = !told().iter().any(|s| s.name == season.name);
        let known = files.iter().flat_map(|f| pairing::games(f).unwrap());
        let pairs: Vec<_> = known.collect();
        let table = text(&format!("{}/games.txt", season.name)).unwrap();
        let lines: Vec<&str> = table.lines().filter(|l| !l.starts_with('#')).collect();
        // Later rounds are paired from what came of the earlier ones.
        let goes_on = |f: &TournamentFile| {
            f.play.system.is_by_rounds() || f.stage.as_ref().is_some_and(StageEntry::is_open)
        };
        match files.iter().any(goes_on) {
            true => assert!(lines.len() > pairs.len()),
            false => assert_eq!(lines.len(), pairs.len()),
        }
        let mut running = 0;
        let mut numbers: BTreeMap<String, u32> = BTreeMap::new();
        for line in &lines {
            let words: Vec<&str> = line.split_whitespace().collect();
            let [name, _, _, result, termination, moves @ ..] = words.as_slice() else {
                panic!("{line}")
            };
            let name = GameName::parse(name).unwrap();
            assert!(files.iter().any(|f| f.code == name.code), "{line}");
            let number = numbers.entry(name.code.clone()).or_default();
            *number += 1;
            assert_eq!(name.number, *number, "{line}");
            let mut game = Line::new(Position::start());
            for san in moves.iter().filter(|m| !m.ends_with('.')) {
                assert!(game.ending().is_none(), "{line}");
                let reading = notation::read(san, game.position(), Some(Language::En));
                assert_eq!(reading.class, Class::Ok, "{san} in {line}");
                let mv = reading.mv.unwrap();
                assert_eq!(&game.position().san(mv), san, "{line}");
                game.push(mv);
            }
            assert_eq!(
                game.ending().is_some(),
                *termination == "checkmate",
                "{line}"
            );
            running += usize::from(*result == "*");
        }
        assert_eq!(running, usize::from(!is_event), "{}", season.name);
    }
}

#[test]
fn orders_are_in_order_and_name_the_tournament() {
    for season in all() {
        let files = tournaments(&season);
        let code = stage::code_of(&files).to_owned();
        assert!(season.orders.is_sorted_by_key(|o| o.day));
        for order in &season.orders {
            assert!(season.from <= order.day && order.day <= season.to);
            match order.args.first().map(String::as_str) {
                Some("td") => {}
                Some("print") => {
                    assert!(order.args.iter().any(|a| a.starts_with("{{home}}/paper/")));
                    continue;
                }
                _ => {
                    assert_eq!(order.args, ["post", "sent"]);
                    continue;
                }
            }
            assert!(order.args.iter().any(|a| a.starts_with(&code)), "{order:?}");
            assert!(order.args.iter().any(|a| a == "--reason"), "{order:?}");
        }
    }
}

#[test]
fn placeholders_stand_in_the_league_and_are_filled_in() {
    let seasons = both();
    for season in &seasons {
        let file = tournament(season);
        for (letter, expected) in season.letters.iter().zip(&season.expected) {
            let places = placeholders(letter.bytes);
            let raw = String::from_utf8_lossy(letter.bytes).into_owned();
            if season.name == "club" {
                assert!(!raw.contains("{{"), "{}", letter.file);
                continue;
            }
            let forged = expected.verdict == "unverified";
            assert_eq!(places.is_empty(), forged, "{}", letter.file);
            for place in &places {
                assert!(
                    raw.contains("From: ")
                        && file.players.iter().any(|p| p.reach.is_at(&place.email))
                );
                assert_eq!(
                    GameName::parse(&place.game).map(|g| g.to_string()),
                    Some(place.game.clone())
                );
            }
            let done = filled(letter, &mut |p| Some(format!("id-of-{}@x", p.email)));
            let done = String::from_utf8_lossy(&done).into_owned();
            assert!(!done.contains("{{"), "{}", letter.file);
            let id = places
                .first()
                .map(|p| format!("In-Reply-To: <id-of-{}@x>\n", p.email));
            assert!(id.is_none_or(|id| done.contains(&id)), "{}", letter.file);
            assert_eq!(filled(letter, &mut |_| None), letter.bytes);
        }
    }
}

#[test]
fn a_box_of_cards_lies_within_its_season_and_has_only_cards_that_have_come() {
    let mut cards = 0;
    for season in all() {
        let by_post = !season.boxes.is_empty();
        assert_eq!(by_post, season.name == "post");
        assert!(season.boxes.is_sorted_by_key(|b| b.day));
        for table in &season.boxes {
            let inside = season.from <= table.day && table.day <= season.to;
            assert!(inside, "{}", table.file);
            let mut reader = csv::Reader::from_reader(table.table.as_bytes());
            let heads = reader.headers().unwrap().clone();
            for record in reader.records() {
                cards += 1;
                for (head, cell) in heads.iter().zip(record.unwrap().iter()) {
                    let dates = ["written", "postmarks", "receipt", "arrived"].contains(&head);
                    let days = cell.split(';').filter(|_| dates).filter_map(Day::parse);
                    let mut days = days.into_iter();
                    assert!(days.all(|day| day < table.day), "{}: {cell}", table.file);
                }
            }
        }
    }
    assert_eq!(cards, 150);
}
