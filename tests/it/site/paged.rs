//! Lists that grow with a club go on on further pages: nothing is left out, nothing stands twice,
//! and every page is found from the one before it.

use crate::contract::House;
use regex::Regex;
use std::path::Path;

const AT: &str = "2026-01-20T12:00:00Z";

/// The games to which a page leads, in its order.
fn games(folder: &Path, page: &str) -> Vec<u32> {
    let text = std::fs::read_to_string(folder.join(page)).expect(page);
    let link = Regex::new(r#"<th [^>]*><a href="(\d+)\.html">"#).expect("a pattern");
    let all = link.captures_iter(&text);
    all.map(|found| found[1].parse().expect("a number"))
        .collect()
}

fn leads_to(folder: &Path, page: &str, to: &str) -> bool {
    let text = std::fs::read_to_string(folder.join(page)).expect(page);
    text.contains(&format!("href=\"{to}\""))
}

#[test]
fn a_long_list_goes_on_on_further_pages() {
    let house = House::new();
    let mut file = "[tournament]\ncode = \"B26\"\nname = \"Open\"\nstart_date = 2026-01-10\n\
         time_zone = \"UTC\"\nlanguage = \"en\"\n\
         arbiter = { name = \"Td\", email = \"td@club.example\" }\n"
        .to_owned();
    for n in 1..=25 {
        file.push_str(&format!(
            "[[player]]\nname = \"Player {n}\"\nemail = \"p{n}@x.example\"\n"
        ));
    }
    house.write("t.toml", &file);
    let add = format!("tournament add {}", house.path("t.toml").display());
    house.run(&add).done();
    house.run("tournament start B26").done();
    let folder = house.path("public");
    house
        .at(AT, &format!("site --output {}", folder.display()))
        .done();
    let folder = folder.join("B26");
    let all: Vec<u32> = (1..=300).collect();
    let played = ["index-2.html", "index-3.html"].map(|page| games(&folder, page));
    assert_eq!(played[0], all[100..200]);
    assert_eq!(played[1], all[200..]);
    let rounds = ["rounds.html", "rounds-2.html"].map(|page| games(&folder, page));
    assert_eq!(rounds[0], all[..250]);
    assert_eq!(rounds[1], all[250..]);
    for (page, to) in [
        ("index.html", "index-2.html"),
        ("index-2.html", "index.html"),
        ("index-2.html", "index-3.html"),
        ("index-3.html", "index-2.html"),
        ("rounds.html", "rounds-2.html"),
        ("rounds-2.html", "rounds.html"),
    ] {
        assert!(leads_to(&folder, page, to), "{page} leads to no {to}");
    }
    for none in ["index-1.html", "index-4.html", "rounds-3.html"] {
        assert!(!folder.join(none).exists(), "{none}");
    }
}
