//! Letters to the players of a tournament, which decide nothing.

use crate::club::{Club, Setup};

fn of_three() -> Setup {
    Setup::new().pairs(&[(1, 2), (3, 1)])
}

fn number_of(club: &mut Club, words: &str) -> usize {
    let list = club.takes_all();
    list.iter().filter(|m| m.text.contains(words)).count()
}

#[test]
fn everyone_who_plays_reads_it_in_his_language_and_the_answer_goes_to_the_arbiter() {
    let mut club = of_three().opens();
    club.types("td correct T26:2 T26 --language ru --reason x")
        .unwrap();
    club.everything_read();
    let line = "td circular T26 --subject \"The summer break\" \
                \"The club is closed in July. \n\n[ru]\nВ июле клуб закрыт.\"";
    let tried = club.types(&format!("{line} --dry-run")).unwrap();
    for shown in [
        "[en] The summer break – T26",
        "[ru] The summer break – T26",
        "¶В июле клуб закрыт.",
        "letter: circular to Ann Archer <ann@a.example>",
    ] {
        assert!(tried.contains(shown), "{shown}: {tried}");
    }
    club.nobody_is_told();
    club.types(line).unwrap();
    let ann = club.is_told("ann", "circular");
    ann.says("closed in July").says("goes to the arbiter");
    assert!(!ann.text.contains("закрыт"), "{}", ann.text);
    let bert = club.is_told("bert", "circular");
    bert.says("В июле клуб закрыт").says("получит арбитр");
    assert!(!bert.text.contains("July"), "{}", bert.text);
    assert!(
        bert.subject.contains("The summer break"),
        "{}",
        bert.subject
    );
    club.is_told("clara", "circular");
    let copy = club.is_told("arbiter", "circular");
    copy.says("3 letters").says("July").says("закрыт");
    club.nobody_is_told();

    // Words alone go to the arbiter, and cost nobody a letter of help.
    club.letter("ann")
        .answering(&ann)
        .says("Thank you, then I shall answer my games in August.\n\nAnn")
        .posts();
    club.polls();
    club.is_told("arbiter", "digest")
        .says("answer my games in August");
    club.is_told("ann", "not-understood").says("arbiter");
    club.nobody_is_told();
    // A command in an answer is a command.
    club.letter("clara").answering(&ann).says("STATUS").posts();
    club.letter("clara").says("STATUS").posts();
    club.polls();
    club.everything_read();
    let verified = club.types("verify").unwrap();
    assert!(!verified.contains("differs"), "{verified}");
    let log = club.types("td log T26").unwrap();
    assert!(
        log.contains("letter to players 1, 2, 3: The summer break"),
        "{log}"
    );
}

#[test]
fn only_who_is_meant_gets_it() {
    let mut club = of_three().opens();
    club.types("td result T26/1 1-0 --by resignation --reason told")
        .unwrap();
    club.everything_read();
    club.types("td circular T26 --open \"For who still plays.\"")
        .unwrap();
    assert_eq!(
        number_of(&mut club, "still plays"),
        3,
        "two players, one copy"
    );
    club.types("td circular T26 --number 2,3 \"For these two.\"")
        .unwrap();
    assert_eq!(number_of(&mut club, "these two"), 3);
    for (line, why) in [
        ("td circular T26 --number 9 \"To nobody.\"", "T26:9"),
        ("td circular T26 --team 1 \"To a team.\"", "team"),
        ("td circular T26 \"[ru]\"", "[ru]"),
        ("td circular T27 \"Hello.\"", "T27"),
    ] {
        let refused = club.types(line).unwrap_err();
        assert!(refused.contains(why), "{line}: {refused}");
        club.nobody_is_told();
    }
}

#[test]
fn an_arbiter_writes_it_in_a_letter_below_his_order() {
    let mut club = of_three().opens();
    let answered = {
        club.types("td penalty T26/1 white 1 --reason \"an example\"")
            .unwrap();
        club.is_told("arbiter", "ruling")
    };
    club.everything_read();
    club.letter("arbiter")
        .answering(&answered)
        .says(
            "ПИСЬМО УЧАСТНИКАМ T26\n\nDear players,\n\nSTATUS of the tournament: two games are open.\n\
             PENALTY T26/1 white 2 is not meant.\n\nOlga",
        )
        .posts();
    club.polls();
    let ann = club.is_told("ann", "circular");
    ann.says("Dear players,")
        .says("PENALTY T26/1 white 2 is not meant.")
        .says("Olga");
    club.are_told(&["bert", "clara", "arbiter"], "circular");
    club.is_told("arbiter", "transcript").says("3 letters");
    club.nobody_is_told();
    club.stands("T26/1", "/clock/white/penalty", 1);
}

#[test]
fn who_may_write_to_all_is_in_the_table() {
    let mut club = of_three()
        .sections(
            "[[official]]\nrole = \"deputy\"\nname = \"Dora Dean\"\nemail = \"dora@club.example\"\n\
             [[official]]\nrole = \"secretary\"\nname = \"Sven Sten\"\nemail = \"sven@club.example\"\n",
        )
        .opens();
    let refused = club
        .types("--as sven@club.example td circular T26 \"Hello.\"")
        .unwrap_err();
    assert!(refused.contains("not yours to decide"), "{refused}");
    club.types("--as dora@club.example td circular T26 --officials \"Hello.\"")
        .unwrap();
    club.is_told("ann", "circular").says("Dora Dean writes");
    for who in ["bert", "clara", "arbiter"] {
        club.is_told(who, "circular");
    }
    for who in ["dora@club.example", "sven@club.example"] {
        club.is_told(who, "circular").says("Hello.");
    }
    club.nobody_is_told();
    let log = club.types("td log T26").unwrap();
    assert!(log.contains("Dora Dean (deputy)"), "{log}");
}
