//! Teams and pairs as somebody types them, a line each.

use crate::tournament::file::Official;
use crate::tournament::play::PairEntry;
use crate::tournament::teams::TeamEntry;

/// Starting numbers: `1 4 5`, `1, 4, 5` or `[1, 4, 5]`, and `1-4` for all between.
///
/// # Errors
/// What is wrong with the line.
pub fn numbers_of_line(line: &str) -> Result<Vec<u32>, String> {
    let mut numbers = Vec::new();
    let items = line.split([',', ' ', '[', ']']).filter(|i| !i.is_empty());
    for item in items {
        let number = |text: &str| text.trim().parse::<u32>().ok().filter(|n| *n > 0);
        let wrong = || format!("'{item}' is no starting number; write them as 1 4 5, or 1-4");
        match item.split_once('-') {
            Some((first, last)) => {
                let (first, last) = number(first).zip(number(last)).ok_or_else(wrong)?;
                if first > last || last - first > LONGEST_SPAN {
                    return Err(wrong());
                }
                numbers.extend(first..=last);
            }
            None => numbers.push(number(item).ok_or_else(wrong)?),
        }
    }
    Ok(numbers)
}

/// No `1-4` reaches further.
const LONGEST_SPAN: u32 = 1_000;

/// A team: `Name; boards; reserves; Captain <address>`, the last three left out where the
/// next players in their order are its boards, it has no reserves, or no captain.
///
/// # Errors
/// What is wrong with the line.
pub fn team_of_line(line: &str, boards: u32, next: u32) -> Result<TeamEntry, String> {
    let mut parts = line.split(';').map(str::trim);
    let name = parts.next().unwrap_or_default();
    if name.is_empty() {
        return Err("write the name of the team first".to_owned());
    }
    let stated = numbers_of_line(parts.next().unwrap_or_default())?;
    let reserves = numbers_of_line(parts.next().unwrap_or_default())?;
    let captain = match parts.next().unwrap_or_default() {
        "" => None,
        who => Some(person(who)?),
    };
    if parts.next().is_some() {
        return Err("write  Name; boards; reserves; Captain <address>".to_owned());
    }
    Ok(TeamEntry {
        name: name.to_owned(),
        captain,
        boards: match stated.is_empty() {
            true => (next..next.saturating_add(boards)).collect(),
            false => stated,
        },
        reserves,
        line_ups: Vec::new(),
    })
}

fn person(who: &str) -> Result<Official, String> {
    let wrong = || "write the captain as  Petra Pole <petra@team.example>".to_owned();
    let (name, rest) = who.split_once('<').ok_or_else(wrong)?;
    let email = rest.trim_end().strip_suffix('>').ok_or_else(wrong)?;
    Ok(Official::new(name.trim(), email.trim()))
}

/// A pair: White's number, Black's, and a position behind them where the game begins from
/// another one than usual.
///
/// # Errors
/// What is wrong with the line.
pub fn pair_of_line(line: &str) -> Result<PairEntry, String> {
    let mut words = line.trim().splitn(3, [' ', '-', ',']);
    let mut number = || words.next()?.parse::<u32>().ok().filter(|n| *n > 0);
    let wrong = || "write both starting numbers, White's first: 1 2".to_owned();
    let (white, black) = number().zip(number()).ok_or_else(wrong)?;
    let fen = words.next().map(str::trim).filter(|fen| !fen.is_empty());
    Ok(PairEntry {
        white,
        black,
        fen: fen.map(str::to_owned),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_read_as_people_write_them() {
        assert_eq!(numbers_of_line("1 4, 5"), Ok(vec![1, 4, 5]));
        assert_eq!(numbers_of_line("[2, 4-6]"), Ok(vec![2, 4, 5, 6]));
        assert_eq!(numbers_of_line(""), Ok(Vec::new()));
        for wrong in ["x", "0", "4-2", "1-99999"] {
            assert!(numbers_of_line(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn a_team_is_read_with_what_is_left_out() {
        let team = team_of_line("Rooks", 2, 3).unwrap();
        assert_eq!((team.boards, team.reserves), (vec![3, 4], Vec::new()));
        let team = team_of_line("Rooks; 1 5; 6; Petra Pole <p@x.example>", 2, 3).unwrap();
        assert_eq!((team.boards, team.reserves), (vec![1, 5], vec![6]));
        assert_eq!(team.captain.unwrap().email, "p@x.example");
        for wrong in ["", "; 1 2", "Rooks; 1 x", "Rooks; 1; 2; Petra", "a;;;;b"] {
            assert!(team_of_line(wrong, 2, 1).is_err(), "{wrong}");
        }
    }

    #[test]
    fn a_pair_is_two_numbers_and_perhaps_a_position() {
        let pair = pair_of_line("3 1").unwrap();
        assert_eq!((pair.white, pair.black, pair.fen), (3, 1, None));
        let pair = pair_of_line("1-2 8/8/8/8/8/4k3/8/4K2R w K - 0 1").unwrap();
        assert_eq!(pair.fen.as_deref(), Some("8/8/8/8/8/4k3/8/4K2R w K - 0 1"));
        assert!(pair_of_line("1").is_err() && pair_of_line("a b").is_err());
    }
}
