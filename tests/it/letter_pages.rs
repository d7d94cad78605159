//! Letters as people see them whose mail programs show pages: in a real browser, on a telephone
//! and on a desk.

use crate::browser::{Browser, Colours};
use crate::club::Club;
use crate::reports::reads_well;

#[test]
fn a_letter_reads_well_and_its_board_is_as_large_as_its_picture() {
    let mut club = Club::opens();
    club.sends("ann", "1. 5254");
    let letters = [
        club.is_told("ann", "confirmation"),
        club.is_told("bert", "move"),
    ];
    let folder = tempfile::tempdir().unwrap();
    let browser = Browser::start();
    for letter in letters {
        let (html, png) = (letter.html.unwrap(), letter.png.unwrap());
        std::fs::write(folder.path().join("board.png"), png).unwrap();
        let (before, behind) = html.split_once("cid:").unwrap();
        let (_, behind) = behind.split_once('"').unwrap();
        let page = folder.path().join(format!("{}.html", letter.kind));
        std::fs::write(&page, format!("{before}board.png\"{behind}")).unwrap();
        reads_well(&browser, &page, &format!("letter-{}", letter.kind));
        let width = |window: u32| {
            browser.view(window, 900);
            browser.on_screen(Colours::Light);
            browser.open(&page);
            let width = "const i = document.querySelector('img'); \
                 return [i.naturalWidth, i.getBoundingClientRect().width]";
            let seen = browser.run(width);
            (seen[0].as_f64().unwrap(), seen[1].as_f64().unwrap())
        };
        let (own, seen) = width(1280);
        assert_eq!(own, seen, "{}", letter.kind);
        let (_, seen) = width(300);
        assert!(seen <= 300.0, "{}: {seen}", letter.kind);
    }
}
