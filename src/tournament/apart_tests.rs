use super::*;
use crate::chess::{Side, Variant};
use crate::language::Language;
use crate::time::Zone;
use crate::tournament::Points;
use crate::tournament::dutch::Past;
use crate::tournament::file::{self, Defaults};
use crate::tournament::pairing;
use crate::tournament::system::{self, Field, NextRound, PastMeeting, PastRound, swiss};

/// Numbers that are drawn again in every run.
struct Dice(u64);

impl Dice {
    fn below(&mut self, count: u32) -> u32 {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        u32::try_from((self.0 >> 33) % u64::from(count)).unwrap()
    }
}

fn restriction(dice: &mut Dice, units: u32, rounds: u32) -> Apart {
    let who = match dice.below(2) {
        0 => Company::Federation,
        _ => {
            let some: BTreeSet<u32> = (0..2 + dice.below(3))
                .map(|_| 1 + dice.below(units))
                .collect();
            Company::Numbers(some.into_iter().collect())
        }
    };
    Apart {
        who,
        from_round: 1 + dice.below(rounds),
        strict: dice.below(4) == 0,
    }
}

/// Who takes part in a round, as the rules of pairing see him (C.1 to C.3), reckoned from
/// what was played alone.
struct Present {
    number: u32,
    met: BTreeSet<u32>,
    due: Option<Side>,
    absolute: bool,
    top: bool,
    had_bye: bool,
}

fn present(play: &Play, past: &[PastRound], number: u32) -> Present {
    let field = Field::of(play, 99);
    let of = swiss::swiss_field(&field, past);
    let who = of.contestants.iter().find(|c| c.number == number).unwrap();
    let (mut colours, mut met, mut points) = (Vec::new(), BTreeSet::new(), 0);
    let mut had_bye = false;
    for one in &who.history {
        match one {
            Past::Played {
                opponent,
                side,
                points: more,
            } => {
                met.insert(*opponent);
                colours.push(*side);
                points += more.in_quarters();
            }
            Past::Unplayed {
                points: more,
                bars_bye,
            } => {
                had_bye |= bars_bye;
                points += more.in_quarters();
            }
        }
    }
    let white = colours.iter().filter(|c| **c == Side::White).count();
    let over = i64::try_from(white * 2).unwrap() - i64::try_from(colours.len()).unwrap();
    let twice = matches!(colours[..], [.., a, b] if a == b);
    let rounds = i64::try_from(past.len()).unwrap();
    Present {
        number,
        met,
        due: match over {
            0 => colours.last().map(|c| c.other()),
            1.. => Some(Side::Black),
            _ => Some(Side::White),
        },
        absolute: over.abs() > 1 || twice,
        top: past.len() + 1 == play.rounds as usize && points * 2 > rounds * 4,
        had_bye,
    }
}

/// The fewest pairs that should not meet and do, in any pairing that keeps the absolute
/// rules: every one is tried. None where there is no pairing.
fn fewest(left: &[Present], kept: &KeptApart, bye_is_free: bool) -> Option<usize> {
    let all: Vec<&Present> = left.iter().collect();
    tried(&all, kept, bye_is_free)
}

fn tried(left: &[&Present], kept: &KeptApart, bye_is_free: bool) -> Option<usize> {
    let Some((first, rest)) = left.split_first() else {
        return Some(0);
    };
    let mut best = None;
    if bye_is_free && !first.had_bye {
        best = tried(rest, kept, false);
    }
    for (at, other) in rest.iter().enumerate() {
        let pair = (
            first.number.min(other.number),
            first.number.max(other.number),
        );
        let colours = first.absolute && other.absolute && first.due == other.due;
        if first.met.contains(&other.number)
            || kept.never.contains(&pair)
            || colours && !first.top && !other.top
        {
            continue;
        }
        let mut others = rest.to_vec();
        others.remove(at);
        let more = usize::from(kept.if_possible.contains(&pair));
        if let Some(found) = tried(&others, kept, bye_is_free) {
            best = Some(best.map_or(found + more, |b: usize| b.min(found + more)));
        }
    }
    best
}

#[test]
fn a31_9_who_should_not_meet_does_so_only_where_no_pairing_keeps_them_apart() {
    let mut dice = Dice(319);
    let (mut rounds, mut not_kept, mut unpairable) = (0, 0, 0);
    for turn in 0..300 {
        let units = 4 + dice.below(6);
        let last = 2 + dice.below(units - 2);
        let play = Play {
            system: System::Swiss,
            rounds: last,
            apart: (0..=dice.below(2))
                .map(|_| restriction(&mut dice, units, last))
                .collect(),
            draw_seed: Some(format!("seed {turn}")),
            ..Play::default()
        };
        let mut field = Field::of(&play, units);
        for unit in 1..=units {
            if dice.below(5) > 0 {
                let federation = ["POL", "UKR", "Ger", "GER"][dice.below(4) as usize];
                field.federations.insert(unit, federation.to_owned());
            }
        }
        let mut past: Vec<PastRound> = Vec::new();
        for round in 1..=last {
            let kept = kept_apart(&play, &field.federations, round);
            let here: Vec<Present> = (1..=units).map(|n| present(&play, &past, n)).collect();
            let expected = fewest(&here, &kept, units % 2 == 1);
            let paired = match system::next(&field, &past) {
                NextRound::Paired(paired) => paired,
                NextRound::Unpairable(_) => {
                    assert_eq!(expected, None, "{turn}, round {round}: {play:?} {past:?}");
                    unpairable += 1;
                    break;
                }
                other => panic!("{other:?}"),
            };
            let pair = |(a, b): &(u32, u32)| (*a.min(b), *a.max(b));
            let meet = || paired.meetings.iter().map(pair);
            assert!(
                meet().all(|p| !kept.never.contains(&p)),
                "{turn}: {paired:?}"
            );
            let met = meet().filter(|p| kept.if_possible.contains(p)).count();
            assert_eq!(
                Some(met),
                expected,
                "{turn}, round {round}: {play:?} {past:?}"
            );
            // Who pairs it again gets the same.
            let again = system::next(&field, &past);
            assert_eq!(again, NextRound::Paired(paired.clone()));
            rounds += 1;
            not_kept += usize::from(met > 0);
            let meetings = paired.meetings.iter().map(|(white, black)| {
                let (a, b) = [(4, 0), (0, 4), (2, 2)][dice.below(3) as usize];
                PastMeeting {
                    white: *white,
                    black: *black,
                    score: Some((Points::quarters(a), Points::quarters(b))),
                    estimate: None,
                    played: dice.below(20) > 0,
                }
            });
            past.push(PastRound {
                meetings: meetings.collect(),
                byes: paired.byes.clone(),
                absent: BTreeSet::new(),
            });
        }
    }
    assert!(
        rounds > 600 && not_kept > 60 && unpairable > 10,
        "{rounds} {not_kept} {unpairable}"
    );
}

fn any_fen(_: &str, _: Variant) -> Result<(), String> {
    Ok(())
}

fn read_file(system: &str, sections: &str) -> Result<TournamentFile, String> {
    let teams = match system.contains("team") {
        true => {
            "[[team]]\nname = \"A\"\nboards = [1, 2]\n[[team]]\nname = \"B\"\nboards = [3, 4]\n"
        }
        false => "",
    };
    let players: String = (1..=4)
        .map(|n| {
            let federation = ["POL", "pol", "UKR", "GER"][n - 1];
            format!(
                "[[player]]\nname = \"P{n}\"\nemail = \"p{n}@a.example\"\nfederation = \"{federation}\"\n"
            )
        })
        .collect();
    let text = format!(
        "[tournament]\ncode = \"T\"\nname = \"T\"\nstart_date = 2027-01-10\n{system}\n\
         arbiter = {{ name = \"O\", email = \"td@a.example\" }}\n{players}{teams}{sections}"
    );
    let defaults = Defaults {
        language: Language::En,
        time_zone: Zone::utc(),
        check_fen: &any_fen,
    };
    file::read(&text, "t.toml", &defaults).map_err(|e| e.to_string())
}

const SWISS: &str = "system = \"swiss\"\nrounds = 3";
const TEAMS: &str = "system = \"team-swiss\"\nrounds = 1";

#[test]
fn a31_9_what_is_wrong_with_a_section_is_told() {
    for (system, section, said) in [
        (SWISS, "players = [1, 5]", "a whole number from 1 to 4"),
        (SWISS, "players = [2]", "two at least"),
        (SWISS, "players = [1, 2]\nfederation = true", "one of them"),
        (SWISS, "strict = true", "or federation = true"),
        (SWISS, "federation = false", "allowed: true"),
        (SWISS, "teams = [1, 2]", "allowed: 'players'"),
        (SWISS, "federation = true\nfrom_round = 4", "from 1 to 3"),
        (SWISS, "federation = true\nround = 2", "round"),
        (TEAMS, "teams = [1, 3]", "from 1 to 2"),
        (TEAMS, "players = [1, 2]", "allowed: 'teams'"),
        (
            "system = \"round-robin\"",
            "federation = true",
            "\"team-swiss\"",
        ),
    ] {
        let refused = read_file(system, &format!("[[apart]]\n{section}\n")).unwrap_err();
        assert!(refused.contains(said), "{section}: {refused}");
    }
}

#[test]
fn a31_9_a_file_is_read_and_shown_back() {
    let sections = "[[apart]]\nfederation = true\nfrom_round = 2\n\
                    [[apart]]\nplayers = [3, 4]\nstrict = true\n";
    let file = read_file(SWISS, sections).unwrap();
    let again = read_file(SWISS, &super::sections(&file.play)).unwrap();
    assert_eq!(file.play, again.play);
    let stored = serde_json::to_string(&file).unwrap();
    assert_eq!(
        serde_json::from_str::<TournamentFile>(&stored).unwrap(),
        file
    );
    let federations = pairing::field(&file).federations;
    let first = kept_apart(&file.play, &federations, 1);
    assert_eq!(first.never, BTreeSet::from([(3, 4)]));
    assert!(first.if_possible.is_empty());
    let second = kept_apart(&file.play, &federations, 2);
    assert_eq!(second.if_possible, BTreeSet::from([(1, 2)]), "POL and pol");
    let told = restrictions(&file);
    assert_eq!(told[1].names, ["3 P3", "4 P4"]);
}

/// A team is of the federation of all on its boards.
#[test]
fn a31_9_teams_have_the_federation_of_their_boards() {
    let file = read_file(TEAMS, "[[apart]]\nfederation = true\n").unwrap();
    let federations = pairing::field(&file).federations;
    assert_eq!(federations, BTreeMap::from([(1, "POL".to_owned())]));
}
