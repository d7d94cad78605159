use super::*;
use crate::chess::{Position, Side};
use crate::language::Language;
use crate::report::document::{Block, Column, DocumentSection, Figure, Picture, Table};
use crate::report::game::{board, svg};

fn made() -> Instant {
    Instant::parse("2026-03-01T12:34:56Z").unwrap()
}

fn document(rows: usize) -> Document {
    let mut document = Document::new(Language::Ru, "Żółć та їжаки");
    let mut section = DocumentSection::new("Таблица");
    let mut table = Table::new("t", [Column::left("Имя"), Column::right("Дни")]);
    for row in 0..rows {
        table.row([format!("Иванов {row}"), row.to_string()]);
    }
    section.table(table);
    document.push(section);
    document
}

#[test]
fn the_same_document_is_the_same_bytes() {
    let one = pdf(&document(100), made()).unwrap();
    assert_eq!(one, pdf(&document(100), made()).unwrap());
    let later = made().plus_seconds(60);
    assert_ne!(one, pdf(&document(100), later).unwrap());
    assert!(one.starts_with(b"%PDF-1."));
}

#[test]
fn every_drawing_of_ours_can_be_drawn() {
    let start = Position::start();
    for side in Side::BOTH {
        let drawn = [
            svg(&start, side),
            board(&start, side, Some(((4, 1), (4, 3))), ("b1", "a board")),
        ];
        for svg in drawn {
            assert!(Drawing::read(&svg).is_ok(), "{svg}");
        }
    }
}

#[test]
fn what_cannot_be_drawn_is_refused_and_not_left_out() {
    let refused = [
        "<image href=\"x\"/>",
        "<rect style=\"fill:red\" width=\"1\" height=\"1\"/>",
        "<rect fill=\"url(#a)\" width=\"1\" height=\"1\"/>",
        "<path d=\"M0 0 X\"/>",
        "<rect width=\"half\" height=\"1\"/>",
        "<g transform=\"skewX(3)\"/>",
    ];
    for inside in refused {
        let svg =
            format!("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 9 9\">{inside}</svg>");
        let mut document = document(1);
        let figure = Figure {
            picture: Picture::Svg(svg),
            caption: "F".to_owned(),
            ..Figure::default()
        };
        document.sections[0].figures("", vec![figure]);
        let error = pdf(&document, made()).unwrap_err().to_string();
        assert!(error.contains("'F'"), "{inside}: {error}");
    }
}

#[test]
fn lines_are_no_wider_than_asked() {
    let fonts = Fonts::load().unwrap();
    let text = "Очень длинное название турнира и ещё слово сверхдлинноеслововкотороместьвсё 王";
    for width in [12.0, 40.0, 75.5, 300.0] {
        let lines = fonts.lines(fonts::Face::Regular, 9.0, text, width);
        for line in &lines {
            assert!(
                fonts.width(fonts::Face::Regular, 9.0, line) <= width,
                "{line}"
            );
        }
        let joined: String = lines.concat().split(' ').collect();
        assert_eq!(joined, text.split(' ').collect::<String>());
    }
    assert_eq!(fonts.lines(fonts::Face::Mono, 9.0, "", 50.0), [""]);
}

#[test]
fn the_fonts_have_every_letter_of_our_words() {
    let fonts = Fonts::load().unwrap();
    let letters = "АБВГДЕЁЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯабвгдеёжзийклмнопрстуфхцчшщъыьэюя\
                   ҐґЄєІіЇї’ĄĆĘŁŃÓŚŹŻąćęłńóśźżäöüßéñ½×–—…«»„“”№•←→≤≥±°♔♕♖♗♘♙♚♛♜♝♞♟█▁▇│─┼";
    for face in [fonts::Face::Regular, fonts::Face::Bold, fonts::Face::Mono] {
        for letter in letters.chars().filter(|c| !c.is_whitespace()) {
            let glyphs = fonts.glyphs(face, &letter.to_string());
            assert_ne!(glyphs[0].glyph_id.to_u32(), 0, "{face:?} has no {letter}");
        }
    }
}

#[test]
fn strange_documents_come_out_too() {
    let mut document = Document::new(Language::En, "");
    document.push(DocumentSection::new("Only a title"));
    let mut section = DocumentSection::untitled();
    section.paragraph("");
    section.block(Block::Facts(vec![("n".repeat(300), "v ".repeat(4000))]));
    section.preformatted(format!("{}\n\n  x", "w".repeat(900)));
    let mut table = Table::new("t", (0..90).map(|n| Column::right(format!("column {n}"))));
    table.row((0..90).map(|n| "9".repeat(n)));
    let wide = table.clone();
    section.table(table);
    let mut long = Table::new("l", [Column::left("a"), Column::left("b")]).ruled();
    long.row(["x ".repeat(9000), "y".to_owned()]);
    section.table(long);
    document.push(section);
    assert!(table::is_wide(&wide, &Fonts::load().unwrap()));
    assert!(pdf(&document, made()).unwrap().len() > 1000);
}

#[test]
fn a_table_that_stands_whole_begins_a_sheet_rather_than_be_parted() {
    let fonts = Fonts::load().unwrap();
    let paper = |rows: usize, whole: bool| {
        let mut document = document(30);
        let mut section = DocumentSection::new("Вторая");
        let mut table = Table::new("u", [Column::left("Имя")]);
        table.whole = whole;
        for row in 0..rows {
            table.row([format!("Петров {row}")]);
        }
        section.table(table);
        document.push(section);
        let texts = sheets(&document, &fonts).unwrap().texts();
        let found = texts.iter().enumerate();
        found
            .filter(|(_, text)| text.contains("Петров"))
            .map(|(sheet, text)| (sheet, text.contains("Вторая")))
            .collect::<Vec<_>>()
    };
    assert_eq!(paper(30, false), [(0, true), (1, false)], "parted");
    assert_eq!(paper(30, true), [(1, true)], "whole, its title with it");
    // What no sheet can hold begins where it stands.
    assert_eq!(paper(90, true).first(), Some(&(0, true)));
}
