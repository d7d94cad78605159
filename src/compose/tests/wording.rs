//! What a club words otherwise: sentences, whole letters, skeletons.

use super::*;
use crate::messages::message;

/// A home's folder of templates.
struct ClubHome(tempfile::TempDir);

impl ClubHome {
    fn new() -> ClubHome {
        ClubHome(tempfile::tempdir().unwrap())
    }

    fn put(&self, name: &str, text: &str) {
        let path = self.0.path().join(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
    }

    fn remove(&self, name: &str) {
        std::fs::remove_file(self.0.path().join(name)).unwrap();
    }

    fn composer(&self) -> Result<Composer, TemplateError> {
        Composer::new(club(), Some(self.0.path()))
    }

    fn refused(&self) -> String {
        self.composer().err().unwrap().to_string()
    }

    /// What the letter with a move says.
    fn letter(&self, language: Language) -> Composed {
        let file = offered(language);
        let notice = move_notice();
        let white = Some(Side::White);
        let request = composition(&notice, Some(&file), &[], language, white, false);
        self.composer().unwrap().compose(&request).unwrap()
    }
}

#[test]
fn a_template_of_the_home_wins_and_a_wrong_one_is_refused() {
    let home = ClubHome::new();
    home.put("ru/move/subject.txt", "Ход в партии {{ f.game.name }}\r\n");
    let letter = home.letter(Language::Ru);
    assert_eq!(letter.subject, "Ход в партии RU26-01/3 [RU26-01/3]");

    home.put("ru/move/subject.txt", "{{ f.game.nmae }}");
    let error = home.composer().unwrap().check().unwrap_err().to_string();
    assert!(
        error.contains("move") && error.contains("subject.txt"),
        "{error}"
    );

    home.put("ru/move/subject.txt", "{% if %}");
    assert!(matches!(home.composer(), Err(TemplateError::Syntax { .. })));
    home.remove("ru/move/subject.txt");
    home.put("ru/mvoe/subject.txt", "x");
    assert!(matches!(
        home.composer(),
        Err(TemplateError::Unknown { .. })
    ));
    let missing = home.0.path().join("none");
    assert!(Composer::new(club(), Some(&missing)).is_ok());
}

/// As they stood in 0.1, with plurals by their old names.
#[test]
fn a_letter_and_words_written_for_0_1_still_work() {
    // No sentence of ours counts half-moves any more; a club's may.
    for language in Language::ALL {
        assert!(message(language, "counted.half-move").is_some());
    }
    let home = ClubHome::new();
    home.put(
        "en/move/text.txt",
        "Dear {{ f.to.name }},\n\n{% for m in f.moves %}\n    {{ m.label }} {{ m.numeric }}\n{% endfor %}\n\n\
         << {{ 2|plural(\"half_move\") }}, {{ 5|plural(\"day_of\") }}, {{ w.report_date }} >>\n",
    );
    let text = text_of(&home.letter(Language::En));
    assert!(text.contains("<< 2 half-moves, 5 days, as of >>"), "{text}");
    home.put(
        "en/words.toml",
        "date = \"{d} of {month} {y}\"\n\
         months = [\"Jan\", \"Feb\", \"Mar\", \"Apr\", \"May\", \"Jun\", \"Jul\", \"Aug\", \"Sep\", \"Oct\", \"Nov\", \"Dec\"]\n\
         weekdays = [\"Mo\", \"Tu\", \"We\", \"Th\", \"Fr\", \"Sa\", \"Su\"]\n\
         white = [\"Light\", \"Light\"]\nblack = [\"Dark\", \"Dark\"]\npawn = \"P\"\n\
         [plural]\nhalf_move = [\"ply\", \"plies\"]\nday_of = [\"day\", \"days\"]\nday = [\"day\", \"days\"]\n\
         [text]\nreport_date = \"on\"\n",
    );
    let composer = home.composer().unwrap();
    let words = &composer.voice(Language::En).unwrap().words;
    assert_eq!(
        words.date(Day::new(2026, 3, 12).unwrap()),
        "12\u{a0}of\u{a0}Mar\u{a0}2026"
    );
    assert_eq!(words.plural(Language::En, 2, "half_move"), Some("plies"));
    assert_eq!(words.side(Side::Black), "Dark");
    home.put("en/words.toml", "date = \"{d}\"\n");
    assert!(
        home.refused().contains("en/words.toml"),
        "{}",
        home.refused()
    );
}

#[test]
fn a_club_says_a_sentence_otherwise() {
    let home = ClubHome::new();
    home.put(
        "en/messages.toml",
        "[letter]\ngreeting = \"Hello {{ f.to.name }}!\"\n\
         [move]\nyour-turn = \"{% if f.running %}Move {{ f.game.due }} by {{ f.running.last_day|date }}.{% endif %}\"\n\
         [month]\napril = \"Grassing\"\n[counted]\nday = [\"sun\", \"suns\"]\n",
    );
    let text = text_of(&home.letter(Language::En));
    assert!(text.starts_with("Hello "), "{text}");
    assert!(
        text.contains("\nMove 9 by ") && text.contains("Grassing 2026"),
        "{text}"
    );
    assert!(text.contains(" suns"), "{text}");
    home.composer().unwrap().check().unwrap();
    let other = text_of(&home.letter(Language::Pl));
    assert!(!other.contains("Hello"), "{other}");
}

#[test]
fn a_sentence_that_cannot_be_said_is_refused() {
    let home = ClubHome::new();
    let refused = |text: &str| {
        home.put("en/messages.toml", text);
        home.refused()
    };
    assert_eq!(
        refused("[move]\nyuor-turn = \"x\"\n"),
        "template en/messages.toml is wrong: no letter has a sentence 'move.yuor-turn'"
    );
    assert_eq!(
        refused("[letter]\ngreeting = \"Dear {{ f.to.nmae }}\"\n"),
        "template en/messages.toml is wrong: 'letter.greeting' asks for f.to.nmae, which the \
         built-in sentence does not have; it has f.to.greeting, f.to.name"
    );
    assert_eq!(
        refused("[move]\na-move-was-made = \"{{ f.to.name }}: a move\"\n"),
        "template en/messages.toml is wrong: 'move.a-move-was-made' asks for f.to.name; the \
         built-in sentence asks for nothing"
    );
    assert_eq!(
        refused("[counted]\nday = [\"day\"]\n"),
        "template en/messages.toml is wrong: 'counted.day' must hold 2 forms"
    );
    let syntax = refused("[letter]\ngreeting = \"Dear {{ f.to.name }\"\n");
    assert!(syntax.contains("'letter.greeting' is wrong: "), "{syntax}");
    assert!(refused("[move\n").contains("en/messages.toml"));
    // What only a letter shows: a filter that does not take this fact.
    home.put(
        "en/messages.toml",
        "[move]\nyour-turn = \"Move {{ f.game.due|side }}.\"\n",
    );
    let error = home.composer().unwrap().check().unwrap_err().to_string();
    assert!(
        error.contains("move/text.txt") && error.contains("move.your-turn"),
        "{error}"
    );
}

#[test]
fn a_skeleton_of_the_home_is_for_all_languages() {
    let home = ClubHome::new();
    home.put(
        "move/text.txt",
        "<<letter.greeting>>\n\n{% for m in f.moves %}\n    {{ m.numeric }}\n{% endfor %}\n<<your-turn>>\n",
    );
    for language in Language::ALL {
        let here = text_of(&home.letter(language));
        let built_in = text_of(&ClubHome::new().letter(language));
        let greeted = here.lines().next().unwrap_or("");
        assert!(greeted.ends_with(&[',', '!'][..]), "{greeted}");
        assert!(
            !here.contains("2433   (") && built_in.contains("2433   ("),
            "{here}"
        );
    }
    home.put("move/text.txt", "<<your-turn>>\n<<my-turn>>\n");
    assert_eq!(
        home.refused(),
        "template move/text.txt is wrong: line 2: <<my-turn>> names no sentence of the catalogue"
    );
    home.remove("move/text.txt");
    home.put("mvoe/text.txt", "x");
    assert!(matches!(
        home.composer(),
        Err(TemplateError::Unknown { .. })
    ));
}

/// The languages whose templates a composer has read.
fn languages_read(composer: &Composer) -> usize {
    composer.voices.iter().flat_map(|v| v.get()).count()
}

#[test]
fn templates_are_read_when_a_letter_is_written_and_a_clubs_own_at_once() {
    let home = ClubHome::new();
    home.put("README.md", "Templates of the club stand here.");
    let composer = home.composer().unwrap();
    assert_eq!(languages_read(&composer), 0);
    let file = offered(Language::Pl);
    let notice = move_notice();
    let request = composition(
        &notice,
        Some(&file),
        &[],
        Language::Pl,
        Some(Side::White),
        false,
    );
    composer.compose(&request).unwrap();
    assert_eq!(languages_read(&composer), 1);
    home.put("en/move/subject.txt", "A move");
    assert_eq!(languages_read(&home.composer().unwrap()), Language::COUNT);
    home.put("ru/move/text.txt", "{{ f.");
    assert!(matches!(home.composer(), Err(TemplateError::Syntax { .. })));
}
