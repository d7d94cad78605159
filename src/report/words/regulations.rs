//! Regulations in sentences, for previews and start letters: what a tournament has
//! otherwise than its profile's article. A regulation without a sentence does not
//! compile.

use crate::language::Language;
use crate::messages::{Counted, Phrase, word};
use crate::rules::{
    Article, DayUnit, DaysOrMonths, Forfeit, LateLeave, NoMate, NotationRule, PairingUnfinished,
    Profile, Regulations, Repetition, Scoring, Sentences, TieBreak, WhiteFirstMove,
};

/// A regulation in a sentence, with its articles.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
pub struct RegulationSentence {
    /// What holds.
    pub text: String,
    /// Where the rules speak of it; empty where they do not.
    pub articles: String,
}

/// What a tournament has otherwise than its profile's article, in sentences.
pub fn differing(
    of: &Regulations,
    profile: Profile,
    language: Language,
) -> Vec<RegulationSentence> {
    let mut found: Vec<RegulationSentence> = Vec::new();
    for key in of.differing(profile) {
        let text = of.sentence(key, &In(language));
        // One sentence says days and moves.
        if found.iter().all(|s| s.text != text) {
            let articles = key.numbers(profile);
            found.push(RegulationSentence { text, articles });
        }
    }
    found
}

/// The order of tie-breaks, as it is published before the start (39.1).
pub fn tie_breaks(of: &Regulations, profile: Profile, language: Language) -> RegulationSentence {
    RegulationSentence {
        text: In(language).tie_breaks(of),
        articles: Article::TieBreaksBefore.number(profile).to_owned(),
    }
}

/// The sentences in a language.
pub struct In(pub Language);

impl In {
    fn say(&self, phrase: Phrase) -> String {
        phrase.say(self.0).to_owned()
    }

    fn days(&self, n: u32) -> String {
        Counted("counted.day").count(self.0, i64::from(n))
    }

    fn with(&self, phrase: Phrase, n: u32) -> String {
        phrase.fill(self.0, &[("days", &self.days(n))])
    }

    fn two(&self, phrase: Phrase, [first, again]: [u32; 2]) -> String {
        let (days, again) = (self.days(first), self.days(again));
        phrase.fill(self.0, &[("days", &days), ("again", &again)])
    }

    /// 0 is said in words.
    fn or(&self, n: u32, some: Phrase, none: Phrase) -> String {
        match n {
            0 => self.say(none),
            n => self.with(some, n),
        }
    }
}

impl Sentences for In {
    fn days_per_period(&self, of: &Regulations) -> String {
        let moves = Counted("counted.move").count(self.0, i64::from(of.moves_per_period));
        let days = self.days(of.days_per_period);
        Phrase("regulations.time").fill(self.0, &[("days", &days), ("moves", &moves)])
    }

    fn moves_per_period(&self, of: &Regulations) -> String {
        self.days_per_period(of)
    }

    fn day_unit(&self, of: &Regulations) -> String {
        self.say(match of.day_unit {
            DayUnit::Date => Phrase("regulations.day-is-date"),
            DayUnit::Hours24 => Phrase("regulations.day-is-24h"),
        })
    }

    fn transit_days(&self, of: &Regulations) -> String {
        self.or(
            of.transit_days,
            Phrase("regulations.transit"),
            Phrase("regulations.no-transit"),
        )
    }

    fn penalty_days(&self, of: &Regulations) -> String {
        match of.penalty_days {
            [0, 0] => self.say(Phrase("regulations.no-penalty")),
            [first, again] if first == again => self.with(Phrase("regulations.penalty"), first),
            both => self.two(Phrase("regulations.penalties"), both),
        }
    }

    fn forfeit(&self, of: &Regulations) -> String {
        self.say(match of.forfeit {
            Forfeit::Immediate => Phrase("regulations.forfeit-immediate"),
            Forfeit::Notice => Phrase("regulations.forfeit-notice"),
            Forfeit::Claim => Phrase("regulations.forfeit-claim"),
        })
    }

    fn lose_on_overstep(&self, of: &Regulations) -> String {
        self.say(match of.lose_on_overstep {
            1 => Phrase("regulations.first-loses"),
            _ => Phrase("regulations.second-loses"),
        })
    }

    fn protest_days(&self, of: &Regulations) -> String {
        self.two(Phrase("regulations.protest"), of.protest_days)
    }

    fn leave_days_per_year(&self, of: &Regulations) -> String {
        self.or(
            of.leave_days_per_year,
            Phrase("regulations.leave"),
            Phrase("regulations.no-leave"),
        )
    }

    fn leave_days_total(&self, of: &Regulations) -> String {
        self.or(
            of.leave_days_total,
            Phrase("regulations.leave-total"),
            Phrase("regulations.no-leave-total"),
        )
    }

    fn late_leave(&self, of: &Regulations) -> String {
        self.say(match of.late_leave {
            LateLeave::FromNotice => Phrase("regulations.late-leave-counts"),
            LateLeave::Reject => Phrase("regulations.late-leave-lost"),
        })
    }

    fn repeat_after_days(&self, of: &Regulations) -> String {
        self.or(
            of.repeat_after_days,
            Phrase("regulations.repeat"),
            Phrase("regulations.no-repeat"),
        )
    }

    fn silence_days(&self, of: &Regulations) -> String {
        let term = match of.silence_days {
            DaysOrMonths::Days(0) => return self.say(Phrase("regulations.no-silence")),
            DaysOrMonths::Days(days) => self.days(days),
            DaysOrMonths::Months(months) => {
                Counted("counted.month").count(self.0, i64::from(months))
            }
        };
        Phrase("regulations.silence").fill(self.0, &[("days", &term)])
    }

    fn control_warning_days(&self, of: &Regulations) -> String {
        self.with(Phrase("regulations.warning"), of.control_warning_days)
    }

    fn double_after_days(&self, of: &Regulations) -> String {
        self.or(
            of.double_after_days,
            Phrase("regulations.double"),
            Phrase("regulations.no-double"),
        )
    }

    fn white_first_move(&self, of: &Regulations) -> String {
        self.say(match of.white_first_move {
            WhiteFirstMove::FromStart => Phrase("regulations.first-move-counts"),
            WhiteFirstMove::Free => Phrase("regulations.first-move-free"),
        })
    }

    fn pairing_unfinished(&self, of: &Regulations) -> String {
        self.say(match of.pairing_unfinished {
            PairingUnfinished::Draw => Phrase("regulations.unfinished-draw"),
            PairingUnfinished::Estimate => Phrase("regulations.unfinished-estimate"),
        })
    }

    fn time_against_no_mate(&self, of: &Regulations) -> String {
        self.say(match of.time_against_no_mate {
            NoMate::Draw => Phrase("regulations.no-mate-draw"),
            NoMate::Loss => Phrase("regulations.no-mate-loss"),
        })
    }

    fn notation(&self, of: &Regulations) -> String {
        self.say(match of.notation {
            NotationRule::Any => Phrase("regulations.notation-any"),
            NotationRule::Numeric => Phrase("regulations.notation-numeric"),
        })
    }

    fn repetition(&self, of: &Regulations) -> String {
        self.say(match of.repetition {
            Repetition::Checked => Phrase("regulations.repeat-nothing"),
            Repetition::LastMove => Phrase("regulations.repeat-last"),
            Repetition::FullRecord => Phrase("regulations.repeat-all"),
        })
    }

    fn variants(&self, of: &Regulations) -> String {
        self.say(match of.variants {
            true => Phrase("regulations.series"),
            false => Phrase("regulations.no-series"),
        })
    }

    fn web_moves(&self, of: &Regulations) -> String {
        self.say(match of.web_moves {
            true => Phrase("regulations.on-board"),
            false => Phrase("regulations.not-on-board"),
        })
    }

    fn xfcc(&self, of: &Regulations) -> String {
        self.say(match of.xfcc {
            true => Phrase("regulations.xfcc"),
            false => Phrase("regulations.no-xfcc"),
        })
    }

    fn greetings(&self, of: &Regulations) -> String {
        self.say(match of.greetings {
            true => Phrase("regulations.greetings"),
            false => Phrase("regulations.no-greetings"),
        })
    }

    fn draw_before_move(&self, of: &Regulations) -> String {
        match of.draw_before_move {
            0 => self.say(Phrase("regulations.draw-any-time")),
            from => {
                let from = from.to_string();
                Phrase("regulations.draw-from").fill(self.0, &[("from", &from)])
            }
        }
    }

    fn saved_days_cap(&self, of: &Regulations) -> String {
        self.or(
            of.saved_days_cap,
            Phrase("regulations.saved"),
            Phrase("regulations.all-saved"),
        )
    }

    fn days_per_move(&self, of: &Regulations) -> String {
        self.or(
            of.days_per_move,
            Phrase("regulations.per-move"),
            Phrase("regulations.none-per-move"),
        )
    }

    fn post_transit_days(&self, of: &Regulations) -> String {
        self.or(
            of.post_transit_days,
            Phrase("regulations.paper-transit"),
            Phrase("regulations.no-paper-transit"),
        )
    }

    fn report_every_days(&self, of: &Regulations) -> String {
        self.or(
            of.report_every_days,
            Phrase("regulations.report-every"),
            Phrase("regulations.no-report-every"),
        )
    }

    fn points(&self, of: &Regulations) -> String {
        let Scoring { win, draw, loss } = of.points;
        let [win, draw, loss] = [win, draw, loss].map(|p| p.to_string());
        let given = [("win", &*win), ("draw", &*draw), ("loss", &*loss)];
        Phrase("regulations.points").fill(self.0, &given)
    }

    fn tie_breaks(&self, of: &Regulations) -> String {
        if of.tie_breaks.is_empty() {
            return self.say(Phrase("regulations.no-tie-breaks"));
        }
        let name = |tie_break: &TieBreak| word(self.0, "tie-break-rule", tie_break);
        let list: Vec<&str> = of.tie_breaks.iter().map(name).collect();
        Phrase("regulations.tie-breaks").fill(self.0, &[("list", &list.join(", "))])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::REGULATIONS;

    #[test]
    fn every_regulation_has_a_sentence_of_its_own() {
        for language in Language::ALL {
            for (of, to) in [
                (Profile::Email, Profile::Post),
                (Profile::Post, Profile::Server),
                (Profile::Server, Profile::Email),
            ] {
                let regulations = Regulations::of(of);
                assert!(differing(&regulations, of, language).is_empty());
                let said = differing(&regulations, to, language);
                let keys = regulations.differing(to);
                assert_eq!(said.len(), keys.len(), "{language} {of:?} {to:?}");
                assert!(said.iter().all(|s| s.text.ends_with('.')));
            }
            let mut all: Vec<String> = REGULATIONS
                .iter()
                .map(|key| Regulations::of(Profile::Post).sentence(key, &In(language)))
                .collect();
            all.sort();
            all.dedup();
            // Days and moves share one.
            assert_eq!(all.len(), REGULATIONS.len() - 1);
        }
    }

    #[test]
    fn days_and_moves_are_said_once_with_their_article() {
        let mut of = Regulations::of(Profile::Email);
        (of.days_per_period, of.moves_per_period) = (40, 12);
        of.leave_days_per_year = 0;
        let said = differing(&of, Profile::Email, Language::Ru);
        let said: Vec<(&str, &str)> = said
            .iter()
            .map(|s| (s.text.as_str(), s.articles.as_str()))
            .collect();
        let time =
            "Время на обдумывание: 40 дней на каждые 12 ходов; неистраченные дни сохраняются.";
        assert_eq!(said, [(time, "56.4.3"), ("Перерывов нет.", "56.7.1")]);
    }
}
