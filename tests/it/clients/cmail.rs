//! Whole games between players who use XBoard's cmail, through the robot, with
//! the default policy: what cmail gives back of our letter is enough to know it.

use super::programs::{Cmail, extracted, program};
use super::serial_raw;
use crate::club::{Club, Mail, Setup};
use crate::ground::{impossible, no_terminal};

const GAME: &str = "T26/1";

/// Ann and Bert, who have asked for letters as PGN, and their programs.
struct Table {
    club: Club,
    ann: Cmail,
    bert: Cmail,
}

impl Table {
    fn laid() -> Table {
        let mut club = Setup::new().default_policy().opens();
        for who in ["ann", "bert"] {
            let start = club.last_letter(who, GAME);
            club.letter(who)
                .answering(&start)
                .says("FORMAT PGN")
                .posts();
            club.polls();
            club.is_told(who, "status");
            club.is_told(who, "repeat");
        }
        let root = club.root();
        let ann = Cmail::at(&root, "ann", None);
        let bert = Cmail::at(&root, "bert", None);
        Table { club, ann, bert }
    }

    fn program(&self, who: &str) -> &Cmail {
        if who == "ann" { &self.ann } else { &self.bert }
    }

    /// The player pipes a letter into cmail and types these lines; what cmail mails
    /// goes to the robot.
    fn answers(&mut self, who: &str, letter: &Mail, keys: &[&str]) -> String {
        let mail = self.program(who).answers(&letter.raw, keys);
        self.sends(who, &mail);
        mail
    }

    fn sends(&mut self, who: &str, mail: &str) {
        assert!(mail.contains("To: moves@club.example"), "{mail}");
        serial_raw(&mut self.club, who, mail);
    }

    /// A move, its confirmation, and the letter to the opponent, which is a game.
    fn plays(&mut self, who: &str, other: &str, letter: &Mail, keys: &[&str]) -> Mail {
        let sent = self.answers(who, letter, keys);
        let verdict = self.club.verdict();
        assert_eq!(verdict, "move", "{}\n{sent}", self.club.note());
        let confirmation = self.club.is_told(who, "confirmation");
        let told = self.club.is_told(other, "move");
        self.is_whole(&confirmation);
        self.is_whole(&told);
        told
    }

    /// The letter is nothing but the game as recorded, plain for every program.
    fn is_whole(&mut self, mail: &Mail) {
        let raw = String::from_utf8(mail.raw.clone()).expect("UTF-8");
        let (head, body) = raw.split_once("\r\n\r\n").expect("a body");
        assert!(body.starts_with("[Event \""), "{raw}");
        let plain = ["7bit", "8bit"]
            .iter()
            .any(|e| head.contains(&format!("Content-Transfer-Encoding: {e}")));
        assert!(plain, "{head}");
        for line in body.lines() {
            assert!(line.chars().count() < 80 || line.starts_with('['), "{line}");
            assert!(!line.starts_with("From") && line.len() < 998, "{line}");
        }
        let json = self.club.game(GAME);
        let moves = json["moves"].as_array().expect("moves");
        let played: Vec<&str> = moves.iter().filter_map(|m| m["uci"].as_str()).collect();
        assert_eq!(extracted(body), played, "{body}");
    }

    /// The first letter in the new style: Ann asks for it again.
    fn start(&mut self) -> Mail {
        let last = self.club.last_letter("ann", GAME);
        self.club
            .letter("ann")
            .answering(&last)
            .says("REPEAT")
            .posts();
        self.club.polls();
        let told = self.club.is_told("ann", "repeat");
        self.is_whole(&told);
        told
    }
}

#[test]
fn a_game_to_mate_and_what_comes_after() {
    if let Some(why) = no_terminal() {
        return impossible(&why);
    }
    let mut table = Table::laid();
    let start = table.start();
    let told = table.plays("ann", "bert", &start, &["f3", "s"]);
    let told = table.plays("bert", "ann", &told, &["e5", "s"]);
    // With a comment, which is nobody's business here.
    let told = table.plays("ann", "bert", &told, &["g4", "c", "a bold one", "", "s"]);
    let sent = table.answers("bert", &told, &["Qh4", "s"]);
    assert!(sent.contains(" Qh4\n*"), "{sent}");
    table.club.is_told("bert", "confirmation");
    table.club.is_told("ann", "move");
    table.club.is_told("arbiter", "result");
    let (won, lost) = (
        table.club.is_told("bert", "result"),
        table.club.is_told("ann", "result"),
    );
    table.is_whole(&won);
    assert!(won.text.contains("{Black mates} 0-1"), "{}", won.text);
    table.club.stands(GAME, "/termination", "checkmate");
    // Both put the game away; cmail mails each time, and nobody is answered.
    for (who, letter) in [("ann", lost), ("bert", won)] {
        let last = table.answers(who, &letter, &[""]);
        assert!(!last.contains("[Event"), "an empty letter: {last}");
        assert_eq!(table.club.verdict(), "not-understood");
        assert!(table.club.note().contains("the game is over"));
    }
    table.club.nobody_is_told();
}

#[test]
fn a_draw_offered_and_accepted() {
    if let Some(why) = no_terminal() {
        return impossible(&why);
    }
    let mut table = Table::laid();
    let start = table.start();
    let told = table.plays("ann", "bert", &start, &["5254", "s"]);
    // An offer that is not accepted lapses with the next move.
    let told = table.plays("bert", "ann", &told, &["e5", "d", "s"]);
    assert!(told.text.contains("{Black offers a draw}"), "{}", told.text);
    table.club.stands(GAME, "/draw_offer/side", "black");
    let told = table.plays("ann", "bert", &told, &["Nf3", "d", "s"]);
    table.club.stands(GAME, "/draw_offer/side", "white");
    // cmail offers `a` only where it finds the offer.
    table.answers("bert", &told, &["a", "s"]);
    table.club.is_told("arbiter", "result");
    let draw = table.club.is_told("ann", "result");
    table.club.is_told("bert", "result");
    table.is_whole(&draw);
    table.club.stands(GAME, "/result", "1/2-1/2");
    table.club.stands(GAME, "/termination", "agreement");
    table.club.nobody_is_told();
}

#[test]
fn a_resignation() {
    if let Some(why) = no_terminal() {
        return impossible(&why);
    }
    let mut table = Table::laid();
    let start = table.start();
    let told = table.plays("ann", "bert", &start, &["e4", "s"]);
    let told = table.plays("bert", "ann", &told, &["e5", "s"]);
    let sent = table.answers("ann", &told, &["r", "s"]);
    assert!(sent.contains("{White resigns} 0-1"), "{sent}");
    table.club.are_told(&["ann", "bert", "arbiter"], "result");
    table.club.stands(GAME, "/result", "0-1");
    table.club.stands(GAME, "/termination", "resignation");
    table.club.nobody_is_told();
}

#[test]
fn a_letter_through_another_mail_program() {
    if let Some(why) = no_terminal() {
        return impossible(&why);
    }
    let mut club = Club::opens();
    club.sends("ann", "FORMAT PGN");
    club.is_told("ann", "status");
    let start = club.is_told("ann", "repeat");
    // Without sendmail cmail calls a mail program, which makes a text of the game.
    let nail = program("s-nail", "s-nail").display().to_string();
    let mailer = |transport: &std::path::Path| {
        let mta = transport.display();
        format!("{nail} -n -S v15-compat -S mta={mta} -S from=ann@a.example -S sendwait")
    };
    let cmail = Cmail::at(&club.root(), "ann", Some(&mailer));
    let mail = cmail.answers(&start.raw, &["d4", "s"]);
    assert!(mail.contains("cmail 1 game <T26-1>"), "{mail}");
    club.drops(mail.as_bytes());
    club.polls();
    assert_eq!(club.verdict(), "move", "{}\n{mail}", club.note());
    club.is_told("ann", "confirmation");
    club.is_told("bert", "move");
    // The last letter once more: nothing is played twice, and Bert hears nothing.
    let again = cmail.remails("T26-1");
    serial_raw(&mut club, "ann", &without_head(&again));
    assert_eq!(club.verdict(), "duplicate");
    club.is_told("ann", "not-understood").says("All is well");
    club.nobody_is_told();
}

/// What s-nail writes, without the fields that every letter has but once.
fn without_head(mail: &str) -> String {
    let once = ["Date:", "From:", "Message-ID:"];
    let kept = mail
        .lines()
        .filter(|l| !once.iter().any(|field| l.starts_with(field)));
    kept.flat_map(|l| [l, "\n"]).collect()
}
