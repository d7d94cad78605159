use super::*;
use crate::record::fixture::{contract_game, d, facts, player};
use crate::report::pdf::{PaperPile, pile};
use crate::time::Instant;
use crate::token::KEY_BYTES;
use proptest::prelude::*;
use std::sync::{Arc, LazyLock};

fn party(name: &str, lines: &[&str]) -> PostalParty {
    PostalParty {
        name: name.to_owned(),
        lines: lines.iter().map(|l| (*l).to_owned()).collect(),
    }
}

static KEY: LazyLock<Key> = LazyLock::new(|| Key::new([7; KEY_BYTES]));

fn russian() -> PostalParty {
    party(
        "Иванов Иван",
        &["ул. Арбат, д. 1, кв. 2", "г. Москва", "119019"],
    )
}

fn club() -> PostalParty {
    party("Шахматный клуб", &["а/я 15", "101000 Москва"])
}

fn card<'g>(game: &'g GameFile, to: &'g PostalParty, from: &'g PostalParty) -> MoveCard<'g> {
    MoveCard {
        game,
        ply: game.moves.len(),
        to,
        from,
        language: Language::Ru,
        wanted: CardsWanted::Both,
        key: &KEY,
    }
}

/// The texts of all sides of a card.
fn read(card: &MoveCard<'_>) -> Vec<String> {
    let fonts = Fonts::load().unwrap();
    sides(&[*card], &fonts).unwrap().unwrap().texts()
}

/// A game whose last moves are an accepted series of so many half-moves.
fn long_series(mut game: GameFile, count: usize) -> GameFile {
    let one = game.moves.first().unwrap().clone();
    let told = game.moves.last().unwrap().clone();
    for at in 0..count {
        let mut mv = one.clone();
        mv.variant = true;
        mv.number = 100 + u32::try_from(at / 2).unwrap();
        game.moves.push(mv);
    }
    game.moves.push(told);
    game
}

/// 55.3.7: everything stands on the card, in every language.
#[test]
fn a55_3_7_a_card_tells_the_move_with_dates_sums_and_what_it_answers() {
    let game = contract_game();
    let (to, from) = (russian(), club());
    for language in Language::ALL {
        let card = MoveCard {
            language,
            ..card(&game, &to, &from)
        };
        let [address, message, back, form] = <[String; 4]>::try_from(read(&card)).unwrap();
        for told in ["Иванов Иван", "Шахматный клуб", "ул. Арбат, д. 1, кв. 2"]
        {
            assert!(address.contains(told), "{address}");
        }
        assert!(back.contains("а/я 15"), "{back}");
        let say = |day| crate::report::words::common::date(language, d(day));
        let facts = &game.facts;
        for told in [
            facts.name.to_string().as_str(),
            facts.tournament_name.as_str(),
            "3... 1716",
            "a6",
            "3. 6125",
            say("2026-01-31").as_str(),
            say("2026-01-26").as_str(),
            say("2026-01-25").as_str(),
        ] {
            assert!(message.contains(told), "{told}: {message}");
        }
        assert!(
            message.contains(Phrase("card.draw").say(language)),
            "{message}"
        );
        for told in ["3... 1716", "4."] {
            assert!(form.contains(told), "{told}: {form}");
        }
    }
}

/// 55.3.7.5, 55.3.9: a series goes on to further cards, each move once and in order.
#[test]
fn a55_3_9_an_accepted_series_is_never_cut() {
    for count in [0, 7, 30, 120, 400] {
        let game = long_series(contract_game(), count);
        let (to, from) = (russian(), club());
        let sides = read(&card(&game, &to, &from));
        let all = sides.join(" ");
        let words: Vec<&str> = all.split_whitespace().collect();
        let series = words.windows(2).filter(|pair| pair[1] == "5254");
        let number = |pair: &[&str]| pair[0].trim_end_matches('.').parse::<usize>().unwrap();
        let found: Vec<usize> = series.map(number).collect();
        let wanted: Vec<usize> = (0..count).map(|at| 100 + at / 2).collect();
        assert_eq!(found, wanted);
        assert_eq!(sides.len() > 4, count >= 120, "{count}: {}", sides.len());
    }
}

/// 55.4.12: near his control the reader is told on both cards to register his answer.
#[test]
fn a55_4_12_near_the_control_both_cards_tell_to_register_the_answer() {
    let far = contract_game();
    let told = far.moves.last().unwrap().side;
    let left = far.tally().sides.get(told.other()).left;
    for (days, near) in [(left - 1, false), (left, true), (0, false)] {
        let mut game = contract_game();
        let facts = Arc::make_mut(&mut game.facts);
        let regulations = Arc::make_mut(&mut facts.regulations);
        regulations.control_warning_days = days.try_into().unwrap();
        let article = Article::ControlNear.number(facts.profile);
        let (to, from) = (russian(), club());
        for language in Language::ALL {
            let card = MoveCard {
                language,
                ..card(&game, &to, &from)
            };
            let [_, message, _, form] = <[String; 4]>::try_from(read(&card)).unwrap();
            let duty = Phrase("card.register").fill(language, &[("article", article)]);
            let flat = |side: &str| side.split_whitespace().collect::<Vec<_>>().join(" ");
            assert_eq!(flat(&message).contains(&duty), near, "{days}: {message}");
            assert_eq!(flat(&form).contains(&duty), near, "{days}: {form}");
        }
    }
}

/// Where anything but a move happened, a card would leave it out.
#[test]
fn a_card_suffices_for_a_plain_move_alone() {
    let game = contract_game();
    // The penalty stands with White's second move; later moves are plain, but a leave is
    // announced, which a letter tells.
    assert!(!card_suffices(&game, 3));
    assert!(!card_suffices(&game, 6));
    let mut without = contract_game();
    without.leave = crate::chess::BySide::default();
    assert!(card_suffices(&without, 6));
    assert!(!card_suffices(&without, 3));
    assert!(!card_suffices(&without, 7));
    // 55.4.12: near the control a letter goes, with a reply card that tells the duty.
    let mut near = without.clone();
    let facts = Arc::make_mut(&mut near.facts);
    Arc::make_mut(&mut facts.regulations).control_warning_days = 365;
    assert!(!card_suffices(&near, 6));
}

/// The same cards are the same bytes; three cards with their replies are six, on two
/// sheets of four.
#[test]
fn four_lie_on_a_sheet() {
    let game = contract_game();
    let (to, from) = (russian(), club());
    let cards = [card(&game, &to, &from); 3];
    let made = Instant::parse("2026-03-01T12:34:56Z").unwrap();
    let pages = |sheet| {
        let cards = PaperPile {
            cards: cards.to_vec(),
            sheet,
            letters: Vec::new(),
        };
        let bytes = pile(&cards, Language::Ru, made).unwrap();
        assert_eq!(bytes, pile(&cards, Language::Ru, made).unwrap());
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("cards.pdf");
        std::fs::write(&path, bytes).unwrap();
        let read = std::process::Command::new("pdftotext")
            .args([path.as_os_str(), "-".as_ref()])
            .output()
            .unwrap();
        let text = String::from_utf8(read.stdout).unwrap();
        text.matches('\u{c}').count()
    };
    assert_eq!(pages(CardSheet::Alone), 12);
    assert_eq!(pages(CardSheet::Four), 4);
}

fn word() -> impl Strategy<Value = String> {
    "[A-ZА-ЯŁŻÄÜЇЄa-zа-яłżßї.,' -]{1,100}"
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, ..ProptestConfig::default() })]

    #[test]
    fn nothing_runs_over_an_edge(
        names in (word(), word(), word(), word()),
        lines in proptest::collection::vec(word(), 0..=8),
        series in 0usize..160,
        language in 0usize..5,
    ) {
        let mut game = contract_game();
        let mut long = facts(
            3,
            player(1, &names.0, 1, Language::Ru),
            player(4, &names.1, 4, Language::Pl),
        );
        long.tournament_name = names.2.clone();
        game.facts = Arc::new(long);
        let game = long_series(game, series);
        let to = PostalParty { name: names.0.clone(), lines: lines.clone() };
        let from = PostalParty { name: names.3.clone(), lines };
        let language = Language::ALL[language];
        let fonts = Fonts::load().unwrap();
        let card = MoveCard { language, ..card(&game, &to, &from) };
        match sides(&[card], &fonts) {
            Ok(pages) => prop_assert_eq!(pages.unwrap().beyond(EDGE), Vec::<String>::new()),
            Err(error) => prop_assert!(matches!(error, PdfError::TooLong(_)), "{error}"),
        }
    }
}
