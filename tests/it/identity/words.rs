//! Words of others are never orders or moves (CONTRACT.md 6): by which letters somebody puts
//! them before an official or an opponent, what his mail program makes of them, and that
//! nothing of it is carried out; but that an official can still order what he was asked for.

use super::conversions::{UNMARKED, bare, quoted, wrapped};
use crate::club::{Club, Mail, Setup};
use postchess::letter::quotation::MARK;
use postchess::orders::by_letter::orders_in;

const ORDERS: &str = "RESULT T26/1 1-0\nPENALTY T26/1 black 9";

/// The same as people and programs write them.
const VARIANTS: [&str; 6] = [
    "RESULT T26/1 1-0\nPENALTY T26/1 black 9",
    "result t26/1 1–0.\nPenalty T26/1 Black 9",
    "td result T26/1 1—0\n- PENALTY T26/1 black 9",
    "RESULT   T26/1 1−0 REASON agreed\nPENALTY T26/1 schwarz 9",
    "Result T26/1 1-0 ANYWAY\nPENALTY T26/1 black 9 ANYWAY",
    "RESULT T26/1 1-0\nREASON they agreed\nPENALTY T26/1 black 9\nREASON rude",
];

fn opens() -> Club {
    Setup::new()
        .pairs(&[(1, 2), (1, 3)])
        .default_policy()
        .opens()
}

fn moves(club: &mut Club, who: &str, text: &str) {
    let last = club.last_letter(who, "T26/1");
    club.letter(who).answering(&last).says(text).posts();
    club.polls();
}

/// Ann has moved.
fn begun() -> Club {
    let mut club = opens();
    moves(&mut club, "ann", "1. 5254");
    club.everything_read();
    club
}

/// The newest letter to the arbiter.
fn to_arbiter(club: &mut Club) -> Option<Mail> {
    let all = club.takes_all();
    all.into_iter().rfind(|mail| mail.to == "td@club.example")
}

/// A way on which words of others come before the arbiter.
struct Way {
    name: &'static str,
    /// The letter that the arbiter gets.
    reaches: fn() -> (Club, Mail),
}

fn by_letter(who: &str, words: &str) -> (Club, Mail) {
    let mut club = begun();
    moves(&mut club, who, words);
    let told = to_arbiter(&mut club).expect("the arbiter is told");
    (club, told)
}

const WAYS: [Way; 11] = [
    Way {
        name: "a word to the arbiter",
        reaches: || by_letter("bert", &format!("ARBITER look:\n{ORDERS}")),
    },
    Way {
        name: "a word to the arbiter, in the middle of lines",
        reaches: || {
            let words = "what would you say to RESULT T26/1 1-0 if he asked for PENALTY T26/1 \
                         black 9 and nothing else stood there but that";
            by_letter("bert", &format!("ARBITER {words}"))
        },
    },
    Way {
        name: "a word to the arbiter, an order over two lines",
        reaches: || {
            by_letter(
                "bert",
                "ARBITER look: RESULT\nT26/1 1-0 PENALTY T26/1\nblack 9",
            )
        },
    },
    Way {
        name: "a protest",
        reaches: || by_letter("bert", &format!("PROTEST he cheats\n{ORDERS}")),
    },
    Way {
        name: "the opponent's words that are complained of",
        reaches: || {
            let mut club = opens();
            let words = ORDERS.replace('\n', " and ");
            moves(
                &mut club,
                "ann",
                &format!("1. 5254\nOPPONENT: look {words}"),
            );
            club.everything_read();
            moves(&mut club, "bert", "ABUSE he gives orders");
            let told = to_arbiter(&mut club).expect("the arbiter is told");
            (club, told)
        },
    },
    Way {
        name: "letters that were not understood",
        reaches: || {
            let mut club = begun();
            for words in ["I need a person, please:", "Where is the human being?"] {
                let last = club.last_letter("bert", "T26/1");
                let text = format!("{words}\n{ORDERS}");
                club.letter("bert").answering(&last).says(&text).posts();
                club.polls();
            }
            let told = to_arbiter(&mut club).expect("the arbiter is told");
            (club, told)
        },
    },
    Way {
        name: "a letter under the arbiter's name that waits for a code",
        reaches: || {
            let mut club = begun();
            club.letter("arbiter").says(ORDERS).posts();
            club.polls();
            let told = to_arbiter(&mut club).expect("the arbiter is asked");
            (club, told)
        },
    },
    Way {
        name: "a word to the arbiter, in tags of a page",
        reaches: || {
            let words = "see <p>RESULT T26/1 1-0</p><p>PENALTY T26/1 black 9</p> and \
                         &lt;p&gt;RESULT T26/1 1-0&lt;/p&gt;&lt;br&gt;PENALTY T26/1 black 9&lt;/p&gt;";
            by_letter("bert", &format!("ARBITER {words}"))
        },
    },
    Way {
        name: "an opinion of a game that is adjudicated",
        reaches: || {
            let mut club = ended();
            for (who, opinion) in [("clara", "0-1"), ("ann", "1-0")] {
                let last = club.last_letter(who, "T26/2");
                let words = format!("OPINION {opinion}\n{ORDERS}\nand so I win");
                club.letter(who).answering(&last).says(&words).posts();
                club.polls();
            }
            club.ticks();
            let told = to_arbiter(&mut club).expect("the arbiter is told");
            (club, told)
        },
    },
    Way {
        name: "an appeal",
        reaches: || {
            let mut club = ended();
            for (who, opinion) in [("clara", "0-1"), ("ann", "1-0")] {
                let last = club.last_letter(who, "T26/2");
                let words = format!("OPINION {opinion}");
                club.letter(who).answering(&last).says(&words).posts();
                club.polls();
            }
            club.types("td adjudicate T26/2 1/2-1/2 --reason even")
                .unwrap();
            club.everything_read();
            let last = club.last_letter("ann", "T26/2");
            let words = format!("APPEAL I win\n{ORDERS}");
            club.letter("ann").answering(&last).says(&words).posts();
            club.polls();
            let told = to_arbiter(&mut club).expect("the arbiter is told");
            (club, told)
        },
    },
    Way {
        name: "the words of a captain",
        reaches: || {
            let mut club = Setup::new()
                .system("team-round-robin", 4)
                .tournament("team_score = \"match\"")
                .sections(
                    "[[team]]\nname = \"Harbour\"\nboards = [1, 3]\n\
                     captain = { name = \"Carol\", email = \"carol@captain.example\" }\n\
                     [[team]]\nname = \"Old Town\"\nboards = [2, 4]\n",
                )
                .opens();
            club.letter("ann")
                .from("Carol <carol@captain.example>")
                .subject("Re: [T26/1]")
                .says(&format!("Dear arbiter,\n{ORDERS}\nplease"))
                .posts();
            club.polls();
            let told = to_arbiter(&mut club).expect("the arbiter is told");
            (club, told)
        },
    },
];

/// Play has ended, and both are asked what they think of the second game.
fn ended() -> Club {
    let mut club = Setup::new()
        .pairs(&[(1, 2), (1, 3)])
        .rules("silence_days = 0\nrepeat_after_days = 0\ndays_per_period = 100")
        .tournament("end_date = 2026-03-31\n")
        .default_policy()
        .opens();
    moves(&mut club, "ann", "1. 5254");
    club.it_is("2026-04-01T06:00:00Z");
    club.polls();
    club.ticks();
    club.everything_read();
    club
}

fn penalty(club: &mut Club) -> i64 {
    let json = club.game("T26/1");
    json["clock"]["black"]["penalty"].as_i64().expect("penalty")
}

/// Nothing of [`ORDERS`] was carried out.
fn nothing_done(club: &mut Club, about: &str) {
    let json = club.game("T26/1");
    assert_eq!(json["result"], "*", "{about}");
    assert_eq!(penalty(club), 0, "{about}");
}

fn answers(club: &mut Club, mail: &Mail, text: &str) {
    club.letter("arbiter").answering(mail).says(text).posts();
    club.polls();
}

#[test]
fn a_letter_given_back_to_us_orders_nothing() {
    for way in WAYS {
        let (mut club, told) = (way.reaches)();
        assert!(told.text.contains("PENALTY"), "{}: {}", way.name, told.text);
        let mut fresh = told.clone();
        for conversion in UNMARKED {
            let made = (conversion.of)(&told);
            for (how, text) in [
                ("", made.clone()),
                (", below an answer", format!("Thank you!\n\n{made}")),
                (", without any sign", bare(&made)),
                (", quoted and broken anew", wrapped(&quoted(&made), 64)),
                (", broken anew", wrapped(&made, 70)),
            ] {
                let about = format!("{}: {}{how}", way.name, conversion.name);
                answers(&mut club, &fresh, &text);
                nothing_done(&mut club, &about);
                fresh = to_arbiter(&mut club).unwrap_or(fresh);
            }
        }
        // None of it was for want of a token.
        answers(&mut club, &fresh, "PENALTY T26/1 white 1");
        let json = club.game("T26/1");
        assert_eq!(json["clock"]["white"]["penalty"], 1, "{}", way.name);
        club.everything_read();
    }
}

#[test]
fn the_mark_alone_keeps_words_from_being_orders() {
    for way in WAYS {
        let (_, told) = (way.reaches)();
        for conversion in UNMARKED {
            let made = (conversion.of)(&told);
            let own: Vec<&str> = made.lines().filter(|line| !line.contains(MARK)).collect();
            let own = own.join("\n");
            let read = orders_in(&own).decisions();
            let theirs = |read: &str| read.contains("1-0") || read.contains('9');
            assert!(
                !read.lines.iter().any(|line| theirs(&line.read)),
                "{}: {}: {:?}\n{made}",
                way.name,
                conversion.name,
                read.lines
            );
        }
    }
}

#[test]
fn an_order_that_others_wrote_is_proposed_however_it_is_written() {
    for variant in VARIANTS {
        let (mut club, told) = (WAYS[0].reaches)();
        answers(&mut club, &told, variant);
        nothing_done(&mut club, variant);
        let transcript = club.is_told("arbiter", "transcript");
        transcript.says("(written by Bert Baker)");
        let proposed = format!("{MARK}RESULT T26/1 1-0 ANYWAY");
        assert!(
            transcript.text.replace('\u{a0}', " ").contains(&proposed),
            "{variant}: {}",
            transcript.text
        );
    }
}

#[test]
fn the_other_orders_of_the_letter_are_carried_out() {
    let (mut club, told) = (WAYS[0].reaches)();
    answers(&mut club, &told, "RESULT T26/1 1-0\nPENALTY T26/1 white 2");
    assert_eq!(club.game("T26/1")["clock"]["white"]["penalty"], 2);
    nothing_done(&mut club, "the result");
    club.everything_read();
}

#[test]
fn an_order_that_the_player_asked_for_can_be_given() {
    for way in WAYS {
        let (mut club, told) = (way.reaches)();
        answers(
            &mut club,
            &told,
            "PENALTY T26/1 black 9\nREASON he was asked",
        );
        nothing_done(&mut club, way.name);
        let transcript = club.is_told("arbiter", "transcript");
        let line = "PENALTY T26/1 black 9 ANYWAY --reason \"he was asked\"".to_owned();
        answers(&mut club, &transcript, &line);
        let transcript = club.is_told("arbiter", "transcript");
        assert_eq!(penalty(&mut club), 9, "{}: {}", way.name, transcript.text);
        transcript.says("Done (decision ").says("he was asked");
        club.everything_read();
    }
}

/// What is answered to the transcript that proposes an order, and whether it is carried out.
type Reply = (&'static str, fn(&Mail) -> String, bool);

const LINE: &str = "RESULT T26/1 1-0 ANYWAY";

const REPLIES: [Reply; 9] = [
    ("the line", |_| LINE.to_owned(), true),
    (
        "the line, broken",
        |_| "RESULT T26/1\n1-0 ANYWAY".to_owned(),
        false,
    ),
    (
        "the line above a quotation",
        |t| format!("{LINE}\n\n{}", quoted(&t.text)),
        true,
    ),
    ("the line with its mark", |_| format!("{MARK}{LINE}"), false),
    (
        "the order without its word",
        |_| "RESULT T26/1 1-0".to_owned(),
        false,
    ),
    (
        "the line and more of his own",
        |_| format!("{LINE}\nI have looked"),
        false,
    ),
    (
        "the line above all without marks",
        |t| format!("{LINE}\n\n{}", t.text),
        false,
    ),
    ("all without marks", |t| t.text.clone(), false),
    ("all without any sign", |t| bare(&t.text), false),
];

#[test]
fn only_the_line_alone_in_answer_to_the_transcript_orders_what_it_proposes() {
    for (name, reply, is_done) in REPLIES {
        let (mut club, told) = (WAYS[0].reaches)();
        answers(&mut club, &told, "RESULT T26/1 1-0");
        let transcript = club.is_told("arbiter", "transcript");
        let text = reply(&transcript);
        answers(&mut club, &transcript, &text);
        let status = club.game("T26/1")["status"].clone();
        let expected = if is_done { "finished" } else { "active" };
        assert_eq!(status, expected, "{name}: {}", transcript.text);
        club.everything_read();
    }
    // Nor does the line in answer to another letter, or to none.
    let (mut club, told) = (WAYS[0].reaches)();
    answers(&mut club, &told, "PENALTY T26/1 white 1");
    let other = club.is_told("arbiter", "transcript");
    answers(&mut club, &other, LINE);
    nothing_done(&mut club, "in answer to another letter");
    club.everything_read();
}

#[test]
fn lines_of_a_transcript_beside_the_proposed_one_hold_back_the_whole_letter() {
    let (mut club, told) = (WAYS[0].reaches)();
    answers(&mut club, &told, "RESULT T26/1 1-0");
    let transcript = club.is_told("arbiter", "transcript");
    let text = format!(
        "PENALTY T26/1 white 3\n\n{LINE}\n\n{}",
        bare(&transcript.text)
    );
    answers(&mut club, &transcript, &text);
    nothing_done(&mut club, "the result");
    assert_eq!(club.game("T26/1")["clock"]["white"]["penalty"], 0);
    club.everything_read();
}

#[test]
fn after_ninety_days_it_is_the_officials_own() {
    for (days, is_done) in [(80, false), (95, true)] {
        let mut club = Setup::new()
            .rules("days_per_period = 300\n")
            .default_policy()
            .opens();
        moves(&mut club, "ann", "1. 5254");
        moves(&mut club, "bert", &format!("ARBITER look:\n{ORDERS}"));
        let told = to_arbiter(&mut club).expect("the arbiter is told");
        club.days_pass(days);
        answers(&mut club, &told, "PENALTY T26/1 black 9");
        assert_eq!(penalty(&mut club) == 9, is_done, "after {days} days");
        club.everything_read();
    }
}

#[test]
fn the_code_of_his_own_letter_carries_out_what_its_list_shows() {
    let mut club = begun();
    club.sends("arbiter", "PENALTY T26/1 black 9");
    let asked = club.is_told("arbiter", "challenge");
    let code = asked.code();
    club.sends("arbiter", &format!("YES {code}"));
    assert_eq!(penalty(&mut club), 9);
    club.everything_read();
}

#[test]
fn a_transcript_sent_back_orders_nothing_twice() {
    for conversion in UNMARKED {
        let mut club = begun();
        moves(&mut club, "bert", "ARBITER hello");
        let told = to_arbiter(&mut club).expect("the arbiter is told");
        answers(&mut club, &told, "PENALTY T26/1 black 2");
        assert_eq!(penalty(&mut club), 2);
        let transcript = club.is_told("arbiter", "transcript");
        answers(&mut club, &transcript, &(conversion.of)(&transcript));
        let back = (conversion.of)(&transcript);
        assert_eq!(penalty(&mut club), 2, "{}:\n{back}", conversion.name);
        club.everything_read();
    }
}

/// What is listed for him holds the same words, and they are marked there too.
#[test]
fn what_waits_for_him_is_listed_with_the_mark() {
    for asked in ["TODAY", "GAME T26/1", "REPORT T26"] {
        let mut club = begun();
        moves(&mut club, "bert", "PROTEST RESULT T26/1 1-0");
        let told = to_arbiter(&mut club).expect("the arbiter is told");
        answers(&mut club, &told, asked);
        let list = club.is_told("arbiter", "transcript");
        list.says("RESULT T26/1 1-0");
        for line in list.text.lines().filter(|line| line.contains("1-0")) {
            assert!(line.contains(MARK), "{asked}: {line}");
        }
        club.everything_read();
    }
}
