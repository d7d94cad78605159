use super::*;

fn sample() -> Document {
    let mut document = Document::new(Language::Ru, "Турнир <b>&\u{202e}").with_subtitle("RU26-01");
    let mut section = DocumentSection::new("Время").anchored("time");
    let mut table = Table::new(
        "time",
        [
            Column::left("Имя").key(),
            Column::right("белых").label("Время белых"),
            Column::right("черных").label("Время черных"),
            Column::center(""),
        ],
    );
    table.group([("", 1), ("Время на обдумывание", 2), ("Итог", 1)]);
    table.row(["Иванов", "7", "12", "½"]);
    table.rows[0].cells[3].value = Some("0.5".to_owned());
    table.row(["=1+1", "-107"]).tone = Tone::Quiet;
    table.note("Дни без штрафов.");
    section.table(table);
    section.warning("Партия 3 просрочена");
    document.push(section);
    let mut section = DocumentSection::new("Дела");
    section.block(Block::Items(vec![Item {
        head: "RU26-01/3: protest".to_owned(),
        lines: vec!["White used 61 of 60 days".to_owned()],
        words: vec!["RESULT RU26-01/3 1-0".to_owned()],
        commands: vec!["postchess td confirm-forfeit RU26-01/3".to_owned()],
    }]));
    section.facts(vec![
        ("Арбитр".to_owned(), "Орлов П.".to_owned()),
        ("Шахматный клуб".to_owned(), "«Ладья»".to_owned()),
    ]);
    section.paragraph("слово ".repeat(20));
    document.push(section);
    document.push(DocumentSection::new("Nothing in it"));
    document
}

#[test]
fn text_lines_up_and_is_broken_at_eighty_columns() {
    let expected = expect_test::expect![[r#"
        Турнир <b>&
        RU26-01

        Время
                Время на обдумывание  Итог
        Имя     белых         черных
        Иванов      7             12   ½
        =1+1     -107
        Дни без штрафов.
        ! Партия 3 просрочена

        Дела
        - RU26-01/3: protest
            White used 61 of 60 days
            ¶RESULT RU26-01/3 1-0
            postchess td confirm-forfeit RU26-01/3

        Арбитр          Орлов П.
        Шахматный клуб  «Ладья»

        слово слово слово слово слово слово слово слово слово слово слово слово слово
        слово слово слово слово слово слово слово
    "#]];
    expected.assert_eq(&text(&sample()));
}

#[test]
fn a_title_over_one_column_takes_the_empty_places_below_it() {
    let page = html(&sample());
    let (_, rest) = page.split_once("<thead").unwrap();
    let (head, _) = rest.split_once("</thead>").unwrap();
    let expected = expect_test::expect![[r#"
         role="rowgroup">
        <tr role="row"><th role="columnheader" scope="col" rowspan="2" class="l">Имя</th><th role="columnheader" scope="colgroup" colspan="2" class="c">Время на обдумывание</th><th role="columnheader" scope="col" rowspan="2" class="c">Итог</th></tr>
        <tr role="row"><th role="columnheader" scope="col" class="r">белых</th><th role="columnheader" scope="col" class="r">черных</th></tr>
    "#]];
    expected.assert_eq(head);
}

#[test]
fn every_title_has_its_place_however_many_lines_there_are() {
    let mut table = Table::new(
        "t",
        [Column::left("a"), Column::left("b"), Column::left("")],
    );
    table.group([("", 1), ("c", 1), ("d", 1)]);
    table.group([("e", 1), ("", 1), ("", 1)]);
    let page = html_blocks(&[Block::Table(table)]);
    let heads: Vec<&str> = page
        .split("<th ")
        .skip(1)
        .filter_map(|h| h.split_once("scope=\"col\""))
        .filter_map(|(_, h)| h.split_once("</th>"))
        .map(|(h, _)| h)
        .collect();
    assert_eq!(
        heads,
        [
            " rowspan=\"2\" class=\"l\">e",
            " rowspan=\"2\" class=\"l\">c",
            " rowspan=\"3\" class=\"l\">d",
            " class=\"l\">a",
            " class=\"l\">b",
        ]
    );
}

#[test]
fn nothing_of_a_name_becomes_markup() {
    let page = html(&sample());
    assert!(page.contains("<title>Турнир &lt;b&gt;&amp;</title>"));
    assert!(!page.contains("<b>"));
    assert!(page.starts_with("<!DOCTYPE html>\n<html lang=\"ru\">"));
    assert!(!page.contains("<script") && !page.contains("http://") && !page.contains("url("));
    for (link, kept) in [
        ("games/3.html#ply-4", true),
        ("https://club.example/", true),
        ("javascript:alert(1)", false),
        ("data:text/html,x", false),
    ] {
        let mut table = Table::new("t", [Column::left("x")]);
        table.row([Cell::new("x").link(link)]);
        let shown = html_blocks(&[Block::Table(table)]);
        assert_eq!(shown.contains("<a href"), kept, "{link}");
    }
}

#[test]
fn a_spreadsheet_gets_values_and_no_formulas() {
    let document = sample();
    assert_eq!(
        csv(document.tables(), Decimals::Point),
        "\u{feff}Имя,Время белых,Время черных,\r\nИванов,7,12,0.5\r\n'=1+1,-107,,\r\n"
    );
    assert_eq!(
        csv(document.tables(), Decimals::Comma),
        "\u{feff}Имя;Время белых;Время черных;\r\nИванов;7;12;0,5\r\n'=1+1;-107;;\r\n"
    );
}

/// What LibreOffice 7.4 (en-US, ru, uk, pl, de; special numbers recognised) and Excel
/// make of a cell.
#[test]
fn nothing_becomes_a_formula_or_a_day_by_mistake() {
    let words = [
        ("=HYPERLINK(\"http://x\")", "'=HYPERLINK(\"http://x\")"),
        ("  =1+1", "'  =1+1"),
        ("+7 901", "'+7 901"),
        ("@SUM(1)", "'@SUM(1)"),
        ("1-2", "'1-2"),
        ("12/3", "'12/3"),
        ("2026/3", "'2026/3"),
        ("5.2.2", "'5.2.2"),
        ("9.2", "'9.2"),
        // These are none, and days are meant to be read as days.
        ("56.6.4", "56.6.4"),
        ("53.3", "53.3"),
        ("2026-01-05", "2026-01-05"),
        ("RU26-01/3", "RU26-01/3"),
        ("1–0", "1–0"),
    ];
    let figures = [
        ("5.5", "5.5", "5,5"),
        ("0 0.5", "0 0.5", "0 0,5"),
        ("-8", "-8", "-8"),
        ("1F 0F", "1F 0F", "1F 0F"),
        ("2–3", "2–3", "2–3"),
        ("", "", ""),
    ];
    let only = |cell: &str, column: Column, decimals| {
        let mut table = Table::new("t", [column]);
        table.row([cell]);
        let file = csv([&table], decimals);
        let mut reader = ::csv::ReaderBuilder::new();
        if decimals == Decimals::Comma {
            reader.delimiter(b';');
        }
        let mut rows = reader.from_reader(file.as_bytes());
        rows.records().next().unwrap().unwrap()[0].to_owned()
    };
    for (text, cell) in words {
        for decimals in [Decimals::Point, Decimals::Comma] {
            assert_eq!(only(text, Column::left("x"), decimals), cell);
        }
    }
    for (text, point, comma) in figures {
        assert_eq!(only(text, Column::right("x"), Decimals::Point), point);
        assert_eq!(only(text, Column::center("x"), Decimals::Comma), comma);
    }
}

#[test]
fn a_file_of_several_tables_begins_with_one_byte_order_mark() {
    let mut table = Table::new("t", [Column::right("x")]);
    table.row(["1"]);
    assert_eq!(
        csv([&table, &table], Decimals::Point),
        "\u{feff}x\r\n1\r\n\r\nx\r\n1\r\n"
    );
}

#[test]
fn what_is_signed_has_a_line_for_each_hand_and_a_sheet_of_its_own() {
    let mut document = Document::new(Language::En, "Protocols");
    for title in ["First", "Second"] {
        let mut section = DocumentSection::new(title).anchored(title);
        if title == "Second" {
            section = section.on_new_sheet();
        }
        let of = |office: &str, name: &str| Signature {
            office: office.to_owned(),
            name: name.to_owned(),
            below: "signature".to_owned(),
        };
        section.signatures(vec![of("Captain", "<Ann>"), of("Chief secretary", "")]);
        document.push(section);
    }
    let expected = expect_test::expect![[r#"
        Protocols

        First
        Captain          ____________________  <Ann>
        Chief secretary  ____________________

        Second
        Captain          ____________________  <Ann>
        Chief secretary  ____________________
    "#]];
    expected.assert_eq(&text(&document));
    let page = html(&document);
    assert!(page.contains("<section id=\"First\">\n"), "{page}");
    assert!(page.contains("<section id=\"Second\" class=\"sheet\">\n"));
    assert!(page.contains(
        "<p><span>Captain</span><span class=\"line\">signature</span><span>&lt;Ann&gt;</span></p>"
    ));
    assert!(page.contains(".sheet { break-before: page; }"));
}

#[test]
fn no_element_of_a_page_has_a_style_of_its_own_and_marks_share_a_line_by_a_class() {
    let page = |marks: usize| {
        let columns = (0..marks).map(|n| Column::center(n.to_string()).mark());
        let mut table = Table::new("t", std::iter::once(Column::left("name")).chain(columns));
        table.row(std::iter::repeat_n(Cell::new("1"), marks + 1));
        html_blocks(&[Block::Table(table.in_strips())])
    };
    for (marks, class) in [
        (0, "strip marks-1"),
        (4, "strip marks-4"),
        (18, "strip marks-18"),
        (19, "strip dense marks-19"),
        (42, "strip dense marks-42"),
        (99, "strip dense marks-42"),
    ] {
        let page = page(marks);
        assert!(!page.contains(" style="), "{page}");
        assert!(page.contains(&format!("class=\"{class}\"")), "{page}");
    }
    for n in 1..=42 {
        let rule = format!(".marks-{n} {{ --marks: {n}; }}");
        assert!(STYLE.contains(&rule), "{rule}");
    }
    assert!(!html(&sample()).contains(" style="));
}
