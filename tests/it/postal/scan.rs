//! Cards read by the machine: a printed reply card is filled in, pictured as a scanner or
//! a phone would, found again by its code, and the move cut out.

use super::paper::{by_paper, everyone_begins, prints};
use super::{Pile, enters};
use crate::club::Club;
use crate::ground::{impossible, no_terminal};
use postchess::report::pdf::REPLY_LAYOUT;
use postchess::scan::{AROUND, ENLARGED, Picture};
use postchess::token::{KEY_BYTES, Key};
use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::Command;

/// What the player writes into the boxes.
const DIGITS: [u8; 4] = [5, 7, 4, 8];
/// Strokes of a digit in the order of [`STROKES`].
const SHAPES: [u8; 10] = [
    0b111_0111, 0b001_0010, 0b101_1101, 0b101_1011, 0b011_1010, 0b110_1011, 0b110_1111, 0b101_0010,
    0b111_1111, 0b111_1011,
];
/// Strokes from and to, in points from the corner of a box.
const STROKES: [[(f64, f64); 2]; 7] = [
    [(9.0, 6.0), (25.0, 6.0)],
    [(9.0, 6.0), (9.0, 18.0)],
    [(25.0, 6.0), (25.0, 18.0)],
    [(9.0, 18.0), (25.0, 18.0)],
    [(9.0, 18.0), (9.0, 30.0)],
    [(25.0, 18.0), (25.0, 30.0)],
    [(9.0, 30.0), (25.0, 30.0)],
];

/// A season in which each Black has a move to answer, and its reply cards.
fn printed() -> (Club, PathBuf) {
    let mut club = by_paper().opens();
    prints(&mut club, "").expect("start letters");
    club.types("post sent").unwrap();
    everyone_begins(&mut club);
    let pdf = prints(&mut club, "--game T26/1").expect("cards");
    (club, pdf)
}

/// A page in grey at so many dots an inch.
fn page(pdf: &Path, number: u8, dots: u16, form: &str) -> PathBuf {
    let picture = pdf.with_file_name(format!("page{number}-{dots}"));
    let (number, dots) = (number.to_string(), dots.to_string());
    let made = Command::new("pdftoppm")
        .args(["-r", &dots, "-gray", "-singlefile", "-f", &number, form])
        .args([pdf, &picture])
        .status();
    assert!(made.expect("pdftoppm").success());
    picture.with_extension(if form == "-png" { "png" } else { "jpg" })
}

fn picture(path: &Path) -> Picture {
    Picture::read(&std::fs::read(path).unwrap()).unwrap()
}

/// A picture of so many pixels, each shade by its place.
fn drawn(width: usize, height: usize, shade: impl Fn(f64, f64) -> f64) -> Picture {
    let mut grey = Vec::new();
    for y in 0..height {
        for x in 0..width {
            grey.push(shade(x as f64 + 0.5, y as f64 + 0.5).clamp(0.0, 255.0) as u8);
        }
    }
    Picture::new(width, height, grey)
}

fn changed(of: &Picture, shade: impl Fn(f64) -> f64) -> Picture {
    drawn(of.width(), of.height(), |x, y| shade(of.shade(x, y)))
}

/// The reply card at 300 dots an inch, filled in.
fn filled_in(pdf: &Path) -> Picture {
    let card = picture(&page(pdf, 4, 300, "-png"));
    let dots = 300.0 / 72.0;
    drawn(card.width(), card.height(), |x, y| {
        let ink = (0..4).any(|at| {
            let shape = SHAPES[usize::from(DIGITS[at])];
            let (left, top) = (
                f64::from(REPLY_LAYOUT.boxes[at]),
                f64::from(REPLY_LAYOUT.row.y),
            );
            let near = |stroke: &[(f64, f64); 2]| {
                let [(x0, y0), (x1, y1)] = stroke.map(|(x, y)| (left + x, top + y));
                let (x, y) = (x / dots, y / dots);
                let (dx, dy) = (x - x.clamp(x0, x1), y - y.clamp(y0, y1));
                dx.hypot(dy) < 1.3
            };
            let drawn = STROKES.iter().enumerate();
            drawn
                .filter(|(n, _)| shape >> (6 - n) & 1 == 1)
                .any(|(_, s)| near(s))
        });
        if ink { 40.0 } else { card.shade(x, y) }
    })
}

/// The digits that a machine reads in a cut-out: where strokes are dark.
fn digits(cut_out: &Picture) -> Vec<Option<u8>> {
    let at = |x: f64, y: f64| {
        let (left, top) = (f64::from(REPLY_LAYOUT.row.x), f64::from(REPLY_LAYOUT.row.y));
        let larger = f64::from(ENLARGED);
        cut_out.shade((x - left + AROUND) * larger, (y - top + AROUND) * larger)
    };
    let read = |left: &f32| {
        let (left, top) = (f64::from(*left), f64::from(REPLY_LAYOUT.row.y));
        let mut shape = 0;
        for [from, to] in STROKES {
            let middle = ((from.0 + to.0) / 2.0, (from.1 + to.1) / 2.0);
            shape = shape << 1 | u8::from(at(left + middle.0, top + middle.1) < 110.0);
        }
        let digit = SHAPES.iter().position(|s| *s == shape)?;
        u8::try_from(digit).ok()
    };
    REPLY_LAYOUT.boxes[..4].iter().map(read).collect()
}

/// A card on a grey table: turned by degrees about the middle, leaning back, and so much
/// smaller.
fn photographed(
    card: &Picture,
    size: (usize, usize),
    turned: f64,
    lean: f64,
    scale: f64,
) -> Picture {
    let (sin, cos) = turned.to_radians().sin_cos();
    let middle = (size.0 as f64 / 2.0, size.1 as f64 / 2.0);
    let (width, height) = (card.width() as f64, card.height() as f64);
    drawn(size.0, size.1, |x, y| {
        let (x, y) = (x - middle.0, y - middle.1);
        let far = 1.0 + lean * y / middle.1 + lean / 2.0 * x / middle.0;
        let (x, y) = (x * far / scale, y * far / scale);
        let (u, v) = (
            x * cos + y * sin + width / 2.0,
            y * cos - x * sin + height / 2.0,
        );
        match (0.0..width).contains(&u) && (0.0..height).contains(&v) {
            true => card.shade(u, v) * 0.9,
            false => 95.0 + 10.0 * ((x / 17.0).sin() + (y / 23.0).cos()),
        }
    })
}

/// Grain, the same each time.
fn grained(of: &Picture, most: i64) -> Picture {
    let seed = std::cell::Cell::new(12_345_u64);
    changed(of, |shade| {
        let next = seed
            .get()
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        seed.set(next);
        shade + ((next >> 33) as i64 % (2 * most + 1) - most) as f64
    })
}

/// Scans files; what is told of each, and the complaint.
fn scans(club: &mut Club, files: &[PathBuf]) -> (Vec<Value>, Option<String>) {
    let files: Vec<&str> = files.iter().map(|f| f.to_str().unwrap()).collect();
    match club.types(&format!("--json post scan {}", files.join(" "))) {
        Ok(told) => (serde_json::from_str(&told).unwrap(), None),
        Err(why) => (Vec::new(), Some(why)),
    }
}

fn saved(club: &Club, name: &str, picture: &Picture) -> PathBuf {
    let path = club.root().join(format!("{name}.png"));
    std::fs::write(&path, picture.png().unwrap()).unwrap();
    path
}

#[test]
fn a_reply_card_is_found_however_it_is_pictured_and_its_move_is_cut_out_upright() {
    let (mut club, pdf) = printed();
    let card = filled_in(&pdf);
    let (w, h) = (card.width(), card.height());
    let phone = (1600, 1200);
    let on_table = photographed(&card, phone, 7.0, 0.0, 0.72);
    let pictures = [
        ("straight", card.clone()),
        ("right", drawn(h, w, |x, y| card.shade(y, h as f64 - x))),
        (
            "over",
            drawn(w, h, |x, y| card.shade(w as f64 - x, h as f64 - y)),
        ),
        ("left", drawn(h, w, |x, y| card.shade(w as f64 - y, x))),
        ("askew", photographed(&card, (2000, 1600), -12.0, 0.0, 0.9)),
        ("far", photographed(&card, phone, 3.0, 0.0, 0.6)),
        (
            "leaning",
            photographed(&card, (2400, 1800), 20.0, 0.15, 1.0),
        ),
        (
            "leaning-more",
            photographed(&card, phone, 160.0, 0.25, 0.62),
        ),
        ("dark", changed(&on_table, |shade| shade * 0.2 + 5.0)),
        ("pale", changed(&on_table, |shade| shade * 0.22 + 150.0)),
        ("grained", grained(&on_table, 30)),
        (
            "shadow",
            drawn(1600, 1200, |x, y| {
                on_table.shade(x, y) * (0.25 + x / 2_200.0)
            }),
        ),
        (
            "twelve-megapixels",
            grained(&photographed(&card, (4000, 3000), 15.0, 0.15, 0.8), 15),
        ),
        ("table", on_table),
    ];
    let files: Vec<PathBuf> = pictures
        .iter()
        .map(|(name, picture)| saved(&club, name, picture))
        .collect();
    for (file, (name, _)) in files.iter().zip(&pictures) {
        let (told, why) = scans(&mut club, std::slice::from_ref(file));
        assert_eq!(why, None, "{name}");
        let [one] = told.as_slice() else {
            panic!("{name}: {told:?}");
        };
        let found = (&one["game"], &one["ply"], &one["side"], &one["state"]);
        assert_eq!(
            found,
            (&"T26/1".into(), &1.into(), &"black".into(), &"due".into()),
            "{name}"
        );
        let cut_out = picture(Path::new(one["cut_out"].as_str().unwrap()));
        assert_eq!(digits(&cut_out), DIGITS.map(Some), "{name}");
    }
}

/// The reply card of a game as a scanner has it.
fn scanned(pdf: &Path) -> Picture {
    picture(&page(pdf, 4, 150, "-png"))
}

#[test]
fn an_answer_that_is_entered_is_told_as_such() {
    let (mut club, pdf) = printed();
    // As a scanner saves it.
    let file = page(&pdf, 4, 150, "-jpeg");
    let (told, _) = scans(&mut club, std::slice::from_ref(&file));
    assert_eq!(told[0]["state"], "due");
    let mut pile = Pile::default();
    pile.moves("1... 5755", "2025-03-22", "2025-03-26");
    enters(&mut club, "2025-03-27", &pile);
    let (told, _) = scans(&mut club, std::slice::from_ref(&file));
    assert_eq!(told[0]["state"], "answered");
    assert_eq!(told[0]["answer"], "1... 5755");
    let said = club
        .types(&format!("post scan {}", file.display()))
        .unwrap();
    assert!(
        said.contains("T26/1, black answers 1. 5254: answered already by 1... 5755"),
        "{said}"
    );
}

#[test]
fn a_card_whose_move_was_voided_answers_no_other_that_stands_there_now() {
    let (mut club, pdf) = printed();
    let file = page(&pdf, 4, 150, "-jpeg");
    club.decides("void T26/1 1 --reason typed-wrong");
    club.takes_all();
    let state = |club: &mut Club| scans(club, std::slice::from_ref(&file)).0[0]["state"].clone();
    assert_eq!(state(&mut club), "taken-back");
    let mut pile = Pile::default();
    pile.moves("1. 4244", "2025-03-12", "2025-03-14");
    enters(&mut club, "2025-03-20", &pile);
    assert_eq!(state(&mut club), "taken-back");
    // The same move again is the one that the card answers.
    club.decides("void T26/1 1 --reason typed-wrong");
    club.takes_all();
    pile.rows.clear();
    pile.moves("1. 5254", "2025-03-12", "2025-03-14");
    enters(&mut club, "2025-03-21", &pile);
    assert_eq!(state(&mut club), "due");
}

#[test]
fn a_key_that_is_retired_knows_its_cards_and_another_home_does_not() {
    let (mut club, pdf) = printed();
    let file = saved(&club, "card", &scanned(&pdf));
    let path = club.root().join("postchess.key");
    let old = std::fs::read_to_string(&path).unwrap();
    let new = Key::new([9; KEY_BYTES]).text();
    std::fs::write(&path, format!("{new}\n{old}")).unwrap();
    let (told, why) = scans(&mut club, std::slice::from_ref(&file));
    assert_eq!((&told[0]["game"], why), (&"T26/1".into(), None));
    // The new one makes the next cards.
    let next = scanned(&prints(&mut club, "--game T26/1").expect("cards"));
    let next = saved(&club, "next", &next);
    std::fs::write(&path, format!("{new}\n")).unwrap();
    let (told, _) = scans(&mut club, std::slice::from_ref(&next));
    assert_eq!(told[0]["game"], "T26/1");
    let why = scans(&mut club, std::slice::from_ref(&file)).1.unwrap();
    assert!(why.contains("of another home, or a forged one"), "{why}");
    std::fs::write(&path, format!("{new}\nnonsense\n")).unwrap();
    let why = scans(&mut club, std::slice::from_ref(&file)).1.unwrap();
    assert!(why.contains("line 2 holds no key"), "{why}");
}

#[test]
fn cards_side_by_side_are_all_found_and_a_sheet_of_four_too() {
    let (mut club, pdf) = printed();
    let one = scanned(&pdf);
    let other = scanned(&prints(&mut club, "--game T26/2").expect("cards"));
    let (w, h) = (one.width(), one.height());
    let both = drawn(w + 40, 2 * h + 60, |x, y| match y > h as f64 + 30.0 {
        false => one.shade(x - 20.0, y - 10.0),
        true => other.shade(x - 10.0, y - h as f64 - 40.0),
    });
    let both = saved(&club, "both", &both);
    let (told, why) = scans(&mut club, std::slice::from_ref(&both));
    assert_eq!(why, None);
    let mut games: Vec<&str> = told.iter().filter_map(|t| t["game"].as_str()).collect();
    games.sort_unstable();
    assert_eq!(games, ["T26/1", "T26/2"]);
    assert_ne!(told[0]["cut_out"], told[1]["cut_out"]);
    for one in &told {
        assert!(Path::new(one["cut_out"].as_str().unwrap()).exists());
    }
    let four = prints(&mut club, "--game T26/1 --four").expect("cards");
    let backs = page(&four, 2, 150, "-png");
    let (told, _) = scans(&mut club, &[backs]);
    assert_eq!(told.len(), 1, "{told:?}");
    assert_eq!(told[0]["game"], "T26/1");
}

/// What is no card stops nothing: the others are found, and all is said.
#[test]
fn a_picture_that_is_none_is_refused_before_it_is_decoded_and_the_others_go_on() {
    let (mut club, pdf) = printed();
    let card = scanned(&pdf);
    let good = saved(&club, "good", &card);
    let bytes = std::fs::read(&good).unwrap();
    let keep = |name: &str, bytes: &[u8]| {
        let path = pdf.with_file_name(name);
        std::fs::write(&path, bytes).unwrap();
        path
    };
    let mut header = Vec::new();
    // A header of 30 megapixels: nothing of what follows is there.
    header.extend_from_slice(&Picture::new(6_000, 5_000, Vec::new()).png().unwrap()[..60]);
    let jpeg = std::fs::read(page(&pdf, 4, 150, "-jpeg")).unwrap();
    let message = picture(&page(&pdf, 2, 150, "-png"));
    let bad = [
        (keep("large.png", &header), "6000 x 5000 pixels"),
        (keep("heavy.jpg", &vec![0xff; 11_000_000]), "11000000 bytes"),
        (keep("cut.png", &bytes[..bytes.len() / 2]), "it is damaged"),
        (keep("cut.jpg", &jpeg[..200]), "it is damaged"),
        (
            keep("text.png", b"no picture at all"),
            "neither JPEG nor PNG",
        ),
        (keep("empty.png", b""), "neither JPEG nor PNG"),
        (
            saved(&club, "small", &Picture::new(40, 900, Vec::new())),
            "too few for a card",
        ),
        (
            saved(&club, "message", &message),
            "no code of a reply card is seen",
        ),
        (pdf.with_file_name("nowhere.png"), "no such file"),
    ];
    let mut files: Vec<PathBuf> = bad.iter().map(|(path, _)| path.clone()).collect();
    files.push(good.clone());
    let why = scans(&mut club, &files).1.expect("a complaint");
    for (path, said) in &bad {
        let line = why.lines().find(|l| l.starts_with(path.to_str().unwrap()));
        assert!(line.is_some_and(|l| l.contains(said)), "{said}: {why}");
    }
    assert!(why.contains("9 of 10 pictures"), "{why}");
    let cut = good.with_file_name("good.move.png");
    assert!(cut.exists());
    // What was cut out is no picture of a card, and nobody is told that it is none.
    let (_, again) = scans(&mut club, &[good.clone(), cut]);
    assert!(again.is_none_or(|why| !why.contains("pictures")), "{why}");
    // Wherever a picture is cut or changed, it is told or found, and nothing breaks.
    for at in (0..bytes.len()).step_by(bytes.len() / 23) {
        let mut other = bytes.clone();
        other[at] ^= 0x55;
        let _ = Picture::read(&other);
        let _ = Picture::read(&bytes[..at]);
    }
    for at in 0..jpeg.len().min(700) {
        let mut other = jpeg.clone();
        other[at] ^= 0x55;
        let _ = Picture::read(&other);
    }
}

/// Grain looks like a thousand codes; the search for them has an end.
#[test]
fn a_picture_of_grain_alone_is_given_up() {
    let (mut club, _) = printed();
    let grain = grained(&drawn(2_000, 1_400, |_, _| 128.0), 127);
    let grain = saved(&club, "grain", &grain);
    let began = std::time::Instant::now();
    let why = scans(&mut club, &[grain]).1.expect("a complaint");
    assert!(why.contains("1 of 1 pictures"), "{why}");
    assert!(began.elapsed().as_secs() < 60, "{:?}", began.elapsed());
}

/// At a terminal the secretary reads the cut-out and types the move, as with `post enter`.
#[test]
fn at_a_terminal_the_card_that_is_found_is_asked_for() {
    if let Some(why) = no_terminal() {
        return impossible(&why);
    }
    let (mut club, pdf) = printed();
    let file = saved(&club, "card", &scanned(&pdf));
    let line = format!(
        "{} --home {} --now 2025-03-27T18:00:00Z post scan {}",
        env!("CARGO_BIN_EXE_postchess"),
        club.root().display(),
        file.display()
    );
    let mut typing = Command::new("script")
        .args(["-qec", &line, "/dev/null"])
        .stdin(std::process::Stdio::piped())
        .stdout(std::process::Stdio::piped())
        .spawn()
        .expect("script");
    let mut keys = typing.stdin.take().unwrap();
    std::io::Write::write_all(&mut keys, b"1... 5755\n22.03.2025\n\n\n\n\n").unwrap();
    let seen = typing.wait_with_output().unwrap();
    drop(keys);
    let seen = String::from_utf8_lossy(&seen.stdout);
    assert!(seen.contains("T26/1 1... e5, sent 2025-03-22"), "{seen}");
    club.takes_all();
    let (told, _) = scans(&mut club, &[file]);
    assert_eq!(told[0]["state"], "answered");
}

#[test]
fn a_cut_out_follows_no_planted_link_and_is_its_owners() {
    use std::os::unix::fs::{PermissionsExt, symlink};
    let (mut club, pdf) = printed();
    let file = saved(&club, "card", &scanned(&pdf));
    let (cut_out, victim) = (
        club.root().join("card.move.png"),
        club.root().join("victim"),
    );
    std::fs::write(&victim, "mine").unwrap();
    symlink(&victim, &cut_out).unwrap();
    let (told, why) = scans(&mut club, std::slice::from_ref(&file));
    assert_eq!(why, None);
    assert_eq!(told[0]["cut_out"], cut_out.display().to_string());
    assert_eq!(std::fs::read_to_string(&victim).unwrap(), "mine");
    let found = std::fs::symlink_metadata(&cut_out).unwrap();
    assert!(found.is_file());
    assert_eq!(found.permissions().mode() & 0o777, 0o600);
}
