//! A line that holds the command of what cannot be taken back, with other words beside
//! it: where it states that, one word is asked for it, and the writer has nothing to copy.

use super::keyword::Keyword;
use super::sentence::{Mood, Sentence};
use super::{Doubt, GraveAct};

/// What a line with such a command and other words on it comes to. Where one of its
/// sentences asks, supposes or tells, it states nothing for certain, and neither does one
/// with a move in it or a point of a list that a letter of ours has.
pub fn or_unclear(keyword: Keyword, doubt: Doubt, sentences: &[Sentence]) -> Doubt {
    let act = match keyword {
        Keyword::Resign => GraveAct::Resign,
        Keyword::DrawAccept => GraveAct::AcceptDraw,
        Keyword::Withdraw => GraveAct::Withdraw,
        _ => return doubt,
    };
    match doubt {
        Doubt::UnclearCommand { line, span, .. }
            if !line.trim_start().starts_with(['-', '•'])
                && !line.contains(|c: char| c.is_ascii_digit())
                && sentences
                    .iter()
                    .filter(|s| s.span.start < span.end && span.start < s.span.end)
                    .all(|s| matches!(s.mood(), Mood::States | Mood::Denies)) =>
        {
            let text = line;
            Doubt::Stated {
                act,
                text,
                doubted: false,
                span,
            }
        }
        unclear => unclear,
    }
}

#[cfg(test)]
mod tests {
    use crate::request::{Doubt, GraveAct, understand_text};

    fn stated(text: &str) -> Option<GraveAct> {
        understand_text(text, "").only_act()
    }

    #[test]
    fn what_a_sentence_states_is_asked_back_by_one_word() {
        for (act, texts) in [
            (
                GraveAct::Resign,
                &[
                    "I resign",
                    "Well played, I resign!",
                    "Сдаюсь, поздравляю!",
                    "Здаюсь, гарна гра",
                    "Poddaję się, gratuluję",
                    "RESIGN",
                ][..],
            ),
            (
                GraveAct::AcceptDraw,
                &["I accept draw", "Принимаю ничью, было интересно"],
            ),
            (GraveAct::Withdraw, &["Я выбываю", "I withdraw"]),
        ] {
            for text in texts {
                assert_eq!(stated(text), Some(act), "{text}");
            }
        }
    }

    #[test]
    fn what_is_not_stated_is_not() {
        for text in [
            "Shall I resign?",
            "Maybe I resign",
            "Я не сдаюсь!",
            "Если так, я сдаюсь",
            "- RESIGN if you give up",
            "I resign\n2. Nf3",
            "I resign\n\nI accept draw",
            "Завтра сдаюсь",
            "2. Nf3",
        ] {
            assert_eq!(stated(text), None, "{text}");
        }
    }

    #[test]
    fn beside_a_move_it_is_a_conflict() {
        let read = understand_text("I resign now\n2. Nf3", "");
        let doubts = &read.sections[0].doubts;
        assert!(matches!(doubts[..], [Doubt::Conflict { .. }]), "{doubts:?}");
    }
}
