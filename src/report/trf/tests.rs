use super::*;
use crate::rules::TieBreak;
use crate::tournament::play::System;
use crate::tournament::scored;
use crate::tournament::standings::standings;
use crate::tournament::system::round_robin::legs;

/// The column of the first round, from 0, and the columns of every round.
const ROUNDS: usize = 91;
const ROUND: usize = 10;

/// A reader of its own, by the columns of the specification.
struct Read {
    number: u32,
    name: String,
    rating: String,
    federation: String,
    points: String,
    place: String,
    games: Vec<(u32, char, char)>,
}

fn read(text: &str) -> (BTreeMap<String, String>, Vec<Read>) {
    let mut headers = BTreeMap::new();
    let mut players = Vec::new();
    for line in text.split_terminator("\r\n") {
        assert!(line.is_ascii() && !line.contains('\n'), "{line}");
        if !line.starts_with("001 ") {
            let (tag, value) = line.split_at(3);
            headers.insert(tag.to_owned(), value.trim().to_owned());
            continue;
        }
        // Columns are counted from 1 there.
        let columns = |from: usize, to: usize| line.get(from - 1..to).unwrap().trim().to_owned();
        let between = [4, 9, 14, 48, 53, 57, 69, 80, 85, 90, 91];
        assert!(
            between.iter().all(|c| line.as_bytes()[c - 1] == b' '),
            "{line}"
        );
        let rounds = line.as_bytes()[ROUNDS..].chunks(ROUND).map(|cell| {
            let cell = std::str::from_utf8(cell).unwrap();
            let marks: Vec<char> = cell.chars().collect();
            assert_eq!((marks[4], marks[6]), (' ', ' '), "{line}");
            (
                cell.get(..4).unwrap().trim().parse().unwrap(),
                marks[5],
                marks[7],
            )
        });
        players.push(Read {
            number: columns(5, 8).parse().unwrap(),
            name: columns(15, 47),
            rating: columns(49, 52),
            federation: columns(54, 56),
            points: columns(81, 84),
            place: columns(86, 89),
            games: rounds.collect(),
        });
    }
    (headers, players)
}

fn input(players: u32, games: Vec<TrfGame>) -> TrfInput {
    let people: Vec<scored::TablePlayer> = (1..=players)
        .map(|n| scored::TablePlayer {
            start_number: n,
            name: format!("P{n}"),
            withdrawn: false,
            counts: true,
            rating: None,
        })
        .collect();
    let counted: Vec<scored::TableGame> = games
        .iter()
        .map(|g| scored::TableGame {
            white: g.white,
            black: g.black,
            result: g.result,
            round: g.round,
        })
        .collect();
    TrfInput {
        name: "Кубок «Ладьи» 2026".to_owned(),
        language: Language::Ru,
        profile: Profile::Post,
        start: Day::new(2026, 1, 10).unwrap(),
        end: Day::new(2028, 1, 10),
        deputies: vec!["Дин Д.".to_owned()],
        arbiter: "Орлов П.".to_owned(),
        control: (30, 10),
        players: (1..=players)
            .map(|n| TrfPlayer {
                number: n,
                name: format!("Константинопольский-Щегловитый Ярослав {n}"),
                language: Language::Ru,
                rating: (n > 1).then_some(2000 + n),
                federation: Some("rus".to_owned()),
            })
            .collect(),
        standings: standings(&people, &counted, &[TieBreak::Wins, TieBreak::Sb]),
        system: System::RoundRobin,
        rounds: None,
        byes: Vec::new(),
        scoring: Scoring::USUAL,
        begins: Vec::new(),
        teams: Vec::new(),
        swiss: None,
        games,
    }
}

fn played(rounds: &[Vec<(u32, u32)>]) -> Vec<TrfGame> {
    let results = [
        TableResult::WhiteWins,
        TableResult::Draw,
        TableResult::BlackWins,
        TableResult::WhiteForfeit,
        TableResult::BlackForfeit,
    ];
    let all = (1..).zip(rounds);
    let all = all.flat_map(|(round, boards)| boards.iter().map(move |b| (round, *b)));
    all.zip(results.into_iter().cycle())
        .map(|((round, (white, black)), result)| TrfGame {
            round,
            white,
            black,
            plies: 40,
            result,
            carried: false,
        })
        .collect()
}

/// The file is read back: every result once in both rows, points that are their sum.
fn round_trip(players: u32, games: Vec<TrfGame>) -> (BTreeMap<String, String>, Vec<Read>) {
    let input = input(players, games);
    let (headers, read) = read(&trf(&input));
    assert_eq!(read.len(), players as usize);
    for player in &read {
        let mut halves = 0;
        for (round, (opponent, colour, mark)) in player.games.iter().enumerate() {
            halves += match mark {
                '1' | '+' | 'W' => 2,
                '=' | 'D' => 1,
                _ => 0,
            };
            if *opponent == 0 {
                assert_eq!((*colour, *mark), ('-', 'Z'));
                continue;
            }
            let back = read[*opponent as usize - 1].games[round];
            assert_eq!(back.0, player.number);
            assert_ne!(back.1, *colour);
        }
        assert_eq!(player.points, format!("{}.{}", halves / 2, halves % 2 * 5));
        let mut row = input.standings.table.iter();
        let row = row.rfind(|r| r.start_number == player.number);
        assert!(row.unwrap().place.starts_with(&player.place));
    }
    let found: usize = read
        .iter()
        .map(|p| p.games.iter().filter(|g| g.0 > 0).count())
        .sum();
    let decided = input
        .games
        .iter()
        .filter(|g| !matches!(g.result, TableResult::Open | TableResult::Annulled));
    assert_eq!(found, decided.count() * 2);
    (headers, read)
}

#[test]
fn a_round_robin_comes_back_as_it_was() {
    let (headers, read) = round_trip(5, played(&berger(5)));
    assert_eq!(read[0].games.len(), 5);
    // Who is free has no game and no point.
    assert!(
        read.iter()
            .all(|p| p.games.iter().filter(|g| g.0 == 0).count() == 1)
    );
    assert_eq!(read[0].name, "Konstantinopolskii-Shcheglovityi");
    assert_eq!(
        (read[0].rating.as_str(), read[1].rating.as_str()),
        ("", "2002")
    );
    assert_eq!(read[0].federation, "RUS");
    let header = |tag: &str| headers.get(tag).map(String::as_str).unwrap_or_default();
    assert_eq!(header("012"), "Kubok \"Ladi\" 2026");
    assert_eq!(header("032"), "RUS");
    assert_eq!((header("042"), header("052")), ("2026/01/10", "2028/01/10"));
    assert_eq!(
        (header("062"), header("072"), header("082")),
        ("5", "4", "0")
    );
    assert_eq!(header("092"), "Individual: Round-Robin");
    assert_eq!(header("102"), "Orlov P.");
    assert_eq!(header("112"), "Din D.");
    assert!(header("122").starts_with("30 days/10 moves"), "{headers:?}");
    // All begin on the day of 042.
    assert!(!headers.contains_key("132") && !headers.contains_key("###"));
    assert!(!headers.contains_key("XXS"));
    assert_eq!(header("XXR"), "5");
}

#[test]
fn a_double_round_robin_has_twice_the_rounds() {
    let (headers, read) = round_trip(6, played(&legs(6, 2)));
    assert_eq!(read[0].games.len(), 10);
    assert_eq!(headers["092"], "Individual: Double Round-Robin");
}

#[test]
fn listed_pairs_never_give_a_player_two_games_in_a_round() {
    let pairs = [(1, 2), (2, 1), (1, 3), (3, 4), (4, 1), (1, 2)];
    let games = played(&[pairs.to_vec()]);
    let (headers, read) = round_trip(4, games);
    assert_eq!(headers["092"], "Individual: Listed pairs");
    // Player 1 has five games: at least five rounds, and no more are needed.
    assert_eq!(read[0].games.len(), 5);
    let all: Vec<(u32, u32)> = (1..=6).flat_map(|a| (1..=6).map(move |b| (a, b))).collect();
    let all: Vec<(u32, u32)> = all.into_iter().filter(|(a, b)| a != b).collect();
    let (headers, read) = round_trip(6, played(&[all]));
    assert_eq!(headers["092"], "Individual: Double Round-Robin");
    assert_eq!(read[0].games.len(), 10);
    let two = played(&[vec![(1, 2), (2, 1), (1, 2)]]);
    let (headers, read) = round_trip(2, two);
    assert_eq!(headers["092"], "Individual: Match");
    assert_eq!(read[0].games.iter().map(|g| g.1).collect::<String>(), "wbw");
}

#[test]
fn what_is_open_annulled_or_hardly_begun() {
    let mut games = played(&berger(4));
    games[0].result = TableResult::Open;
    games[1].result = TableResult::Annulled;
    games[2].result = TableResult::BothLose;
    games[3].result = TableResult::BothForfeit;
    games[4].result = TableResult::WhiteWins;
    games[4].plies = 1;
    games[5].result = TableResult::Draw;
    games[5].plies = 0;
    let input = input(4, games.clone());
    let (_, read) = read(&trf(&input));
    let marks = |round: usize| -> String { read.iter().map(|p| p.games[round].2).collect() };
    assert_eq!(marks(0), "ZZZZ");
    let mut second: Vec<char> = marks(1).chars().collect();
    second.sort_unstable();
    assert_eq!(second, ['-'; 4]);
    let text = trf(&input);
    assert!(text.contains("0:0, both have lost\r\n"), "{text}");
    let mut third: Vec<char> = marks(2).chars().collect();
    third.sort_unstable();
    assert_eq!(third, ['D', 'D', 'L', 'W']);
}

#[test]
fn a26_results_carried_over_stand_where_their_pairs_would_have_met() {
    // Two came from one group, two from another: each pair has met.
    for count in [4, 5] {
        let games = played(&legs(count, 1));
        let met = [(1, 2), (3, 4)];
        let games: Vec<TrfGame> = games
            .into_iter()
            .map(|game| match met.contains(&pair(&game)) {
                true => TrfGame {
                    round: 0,
                    carried: true,
                    result: TableResult::Draw,
                    // Colours were the other way round there.
                    white: game.black,
                    black: game.white,
                    ..game
                },
                false => game,
            })
            .collect();
        let (headers, read) = round_trip(count, games);
        assert_eq!(headers["092"], "Individual: Round-Robin");
        let rounds = legs(count, 1).len();
        for (number, other) in met {
            let row = read.iter().find(|r| r.number == number).unwrap();
            // No round more than the tables have.
            assert_eq!(row.games.len(), rounds);
            let at = |g: &&(u32, char, char)| g.0 == other;
            let carried: Vec<_> = row.games.iter().filter(at).collect();
            assert_eq!(carried.len(), 1);
            // Rated where it was played.
            assert_eq!(carried[0].2, 'D');
        }
    }
}

#[test]
fn a26_results_carried_over_find_a_round_where_the_tables_have_none() {
    let game = |round, white, black, carried| TrfGame {
        round,
        white,
        black,
        plies: 40,
        result: TableResult::WhiteWins,
        carried,
    };
    let mut of = input(
        4,
        vec![
            game(1, 1, 3, false),
            game(1, 2, 4, false),
            game(0, 1, 2, true),
            game(0, 2, 1, true),
        ],
    );
    of.system = System::TeamRoundRobin;
    let (_, read) = read(&trf(&of));
    let opponents: Vec<u32> = read[0].games.iter().map(|g| g.0).collect();
    assert_eq!(opponents, [3, 2, 2]);
}

#[test]
fn a10_1_other_points_are_said_and_so_is_when_a_round_begins() {
    let mut of = input(4, played(&berger(4)));
    of.scoring = Scoring::of_halves([6, 2, 0]).unwrap();
    of.begins = vec![(2, Day::new(2026, 5, 1).unwrap())];
    let text = trf(&of);
    assert!(
        text.contains("XXS W=3.0 D=1.0 L=0.0 PAB=3.0 FL=0.0 ZPB=0.0\r\n"),
        "{text}"
    );
    assert!(text.contains("### round 2 begins 2026/05/01\r\n"), "{text}");
}

#[test]
fn a33_1_games_of_one_who_does_not_count_are_told_in_remarks() {
    let games = played(&berger(4));
    let mut of = input(4, games.clone());
    let left =
        |row: &mut crate::tournament::standings::StandingsRow| row.counts = row.start_number != 4;
    of.standings.table.iter_mut().for_each(left);
    let text = trf(&of);
    let (_, read) = read(&text);
    for player in &read {
        assert!(player.games.iter().all(|g| g.0 != 4), "{text}");
    }
    let his = games
        .iter()
        .filter(|g| g.white == 4 || g.black == 4)
        .count();
    assert_eq!(text.matches("counts for nobody").count(), his);
}

#[test]
fn a20_teams_have_lines_with_their_players_in_board_order() {
    let mut of = input(4, played(&berger(4)));
    let team = |name: &str, boards: &[u32], reserves: &[u32]| TeamEntry {
        name: name.to_owned(),
        captain: None,
        boards: boards.to_vec(),
        reserves: reserves.to_vec(),
        line_ups: Vec::new(),
    };
    of.teams = vec![
        team("Старый город", &[3, 1], &[]),
        team("Harbour", &[2], &[4]),
    ];
    let text = trf(&of);
    let line = format!("013 {:<31}    3    1\r\n", "Staryi gorod");
    assert!(text.contains(&line), "{text}");
    let line = format!("013 {:<31}    2    4\r\n", "Harbour");
    assert!(text.contains(&line), "{text}");
    assert!(text.contains("082 2\r\n"), "{text}");
}
