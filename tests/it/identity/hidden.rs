//! What nobody sees in a letter does nothing: words in the colour of what they lie on, of no
//! size or of no weight. What is only pale, or seen by night, is read.

use crate::club::Club;

/// What becomes of `RESIGN` in a page around a move.
fn result(page: &str) -> (u64, String) {
    let mut club = Club::opens();
    let letter = format!(
        "From: Ann Archer <ann@a.example>\nTo: moves@club.example\nDate: Sat, 10 Jan 2026 \
         09:00:00 +0000\nMessage-ID: <page@a.example>\nSubject: my move\nMIME-Version: \
         1.0\nContent-Type: text/html; charset=utf-8\n\n{page}\n"
    );
    club.drops(letter.as_bytes());
    club.polls();
    club.takes_all();
    let game = club.game("T26/1");
    let result = game["result"].as_str().unwrap_or_default().to_owned();
    (game["ply"].as_u64().unwrap_or_default(), result)
}

#[test]
fn what_nobody_sees_does_nothing() {
    for how in [
        "<p style=\"color:#fff\">RESIGN</p>",
        "<p style=\"color: White\">RESIGN</p>",
        "<p style=\"color:#fefefe\">RESIGN</p>",
        "<p style=\"color:#FFFF\">RESIGN</p>",
        "<p style=\"color:rgb(255, 255, 255)\">RESIGN</p>",
        "<p style=\"color:rgb(100% 99% 98%)\">RESIGN</p>",
        "<p style=\"color:hsl(0, 0%, 100%)\">RESIGN</p>",
        "<p style=\"color:rgba(0,0,0,0.02)\">RESIGN</p>",
        "<p style=\"color:transparent\">RESIGN</p>",
        "<p style=\"color:#00000000 !important\">RESIGN</p>",
        "<p><font color=\"#ffffff\">RESIGN</font></p>",
        "<p><font color=fafafa>RESIGN</font></p>",
        "<div style=\"background:#123456\"><p style=\"color:#133557\">RESIGN</p></div>",
        "<div style=\"background: rgb(0, 0, 0) none repeat\"><p style=\"color:#000\">RESIGN</p></div>",
        "<table bgcolor=black><tr><td><font color=black>RESIGN</font></td></tr></table>",
        "<div style=\"color:#fff\"><div style=\"background-color:transparent\">RESIGN</div></div>",
        "<div style=\"color:red;background:red\">RESIGN</div>",
        "<p style=\"font-size:0\">RESIGN</p>",
        "<p style=\"font-size: 1px\">RESIGN</p>",
        "<p style=\"font:1px/1 Arial\">RESIGN</p>",
        "<p style=\"font-size:.01em\">RESIGN</p>",
        "<p style=\"opacity:0\">RESIGN</p>",
        "<p style=\"opacity: 0.01\">RESIGN</p>",
        "<p style=\"color:hwb(0 100% 0%)\">RESIGN</p>",
        "<p style=\"color:oklch(1 0 0)\">RESIGN</p>",
        "<p style=\"color:lab(100% 0 0)\">RESIGN</p>",
        "<p style=\"color:color(srgb 1 1 1)\">RESIGN</p>",
        "<p style=\"color:canvas\">RESIGN</p>",
        "<p style=\"color:w\\68ite\">RESIGN</p>",
        "<p style=\"-webkit-text-fill-color:transparent\">RESIGN</p>",
        "<div style=\"visibility:collapse\">RESIGN</div>",
        "<p style=\"filter:opacity(0)\">RESIGN</p>",
        "<p style=\"font-size:calc(0px)\">RESIGN</p>",
        "<p style=\"zoom:0\">RESIGN</p>",
        "<p style=\"transform: scale(0)\">RESIGN</p>",
        "<p style=\"content-visibility:hidden\">RESIGN</p>",
        "<p style=\"position:absolute;clip:rect(0, 0, 0, 0)\">RESIGN</p>",
        "<p style=\"clip-path: inset(100%)\">RESIGN</p>",
        "<p style=\"position:fixed;top:-500px\">RESIGN</p>",
        "<p style=\"margin-left:-9999px\">RESIGN</p>",
        "<dialog>RESIGN</dialog>",
        "<audio>RESIGN</audio>",
        "<datalist><option>RESIGN</option></datalist>",
    ] {
        let page = format!("<html><body>{how}<p>1. 5254</p></body></html>");
        assert_eq!(result(&page), (1, "*".to_owned()), "{how}");
    }
    for (sheet, how) in [
        (".n { color: #fff }", "<p class=n>RESIGN</p>"),
        (".n{color:white}", "<p class='big N'>RESIGN</p>"),
        ("<!-- #n, .m { display: none } -->", "<p id=n>RESIGN</p>"),
        (
            "div > p.n { visibility: hidden }",
            "<div><p class=n>RESIGN</p></div>",
        ),
        (
            "div .n { font-size: 0 }",
            "<div><p><b class=n>RESIGN</b></p></div>",
        ),
        (
            "p { background: red } .n b { color: red }",
            "<p class=n><b>RESIGN</b></p>",
        ),
        (
            "@media screen { .n { opacity: 0 } }",
            "<p class=n>RESIGN</p>",
        ),
        (
            ".n{/* a */display:/**/none!important}",
            "<p class=n style=\"display:block\">RESIGN</p>",
        ),
        (".n{text-decoration:line-through}", "<p class=n>RESIGN</p>"),
        // Whose place, and what stands beside, is not followed: it may be hidden.
        ("[title] { display: none }", "<p title=a>RESIGN</p>"),
        ("[class^=n] { font-size: 0 }", "<p class=note>RESIGN</p>"),
        (
            "p:first-child { display: none }",
            "<div><p>RESIGN</p></div>",
        ),
        ("p:not(.m) { color: #fff }", "<p>RESIGN</p>"),
        ("h1 + i { opacity: 0 }", "<h1>Hello</h1><i>RESIGN</i>"),
        ("i::first-line { font-size: 0 }", "<i>RESIGN</i>"),
        (
            ":root { --ink: #fff } p { color: var(--ink) }",
            "<p>RESIGN</p>",
        ),
        (
            "",
            "<div style=\"--s:none\"><p style=\"display:var(--s)\">RESIGN</p></div>",
        ),
        ("", "<p style=\"color:var(--none, #fff)\">RESIGN</p>"),
        ("", "<p style=\"font-size:calc(1px - 1px)\">RESIGN</p>"),
        (
            "@supports (display: grid) { .n { display: none } }",
            "<p class=n>RESIGN</p>",
        ),
        (
            "@media (min-width: 1px) { .n { display: none } }",
            "<p class=n>RESIGN</p>",
        ),
        (
            "p b{color:#000} #n b{color:#fff}",
            "<p id=n><b>RESIGN</b></p>",
        ),
    ] {
        let page = format!(
            "<html><head><style type=\"text/css\">{sheet}</style></head><body>{how}\
             <p style=\"display:block;background:#fff;color:#000\"><span>1. 5254</span></p>"
        );
        assert_eq!(result(&page), (1, "*".to_owned()), "{sheet}");
    }
    let white =
        "<html><body text=white><p>RESIGN</p><p><font color=black>1. 5254</font></p></body></html>";
    assert_eq!(result(white), (1, "*".to_owned()));
}

#[test]
fn what_can_be_seen_is_read() {
    for how in [
        "<p style=\"color:#ccc\">1. 5254</p>",
        "<p style=\"color:#888;opacity:.5\">1. 5254</p>",
        "<p style=\"color:rgba(0,0,0,.87)\">1. 5254</p>",
        // By night.
        "<div style=\"background:#212121\"><p style=\"color:#fff\">1. 5254</p></div>",
        "<div style=\"color:#fff;background-color:rgb(33,33,33)\"><span>1. 5254</span></div>",
        "<table background=\"cid:sky\"><tr><td style=\"color:#fff\">1. 5254</td></tr></table>",
        "<div style=\"color:#fff;background:url(sky.png)\">1. 5254</div>",
        "<div style=\"background:#000\"><p>1. 5254</p></div>",
        "<div style=\"color:#fff\"><span style=\"color:#000\">1. 5254</span></div>",
        "<div style=\"color:#fff\"><span style=\"color:var(--ink)\">1. 5254</span></div>",
        "<p style=\"font-size:2pt\">1. 5254</p>",
        "<p style=\"margin-left:-18pt;text-indent:-18pt;top:-2px\">1. 5254</p>",
        "<p style=\"color:oklch(0.3 0.1 200);transform:scale(1.02);filter:opacity(.9)\">1. 5254</p>",
        "<p style=\"color:hwb(210 10% 60%);zoom:1\">1. 5254</p>",
        "<p style=\"font: 12px Arial; color: windowtext\">1. 5254</p>",
        "<body bgcolor=white text=black><p>1. 5254</p></body>",
        // What a sheet says of others, of telephones and of the night, and what outweighs it.
        "<style>.n{display:none} p.m{color:#fff}</style><p class=\"nn m-n\">1. 5254</p>",
        "<style>@media (prefers-color-scheme: dark){p{color:#fff}}</style><p>1. 5254</p>",
        "<style>@media only screen and (max-width:600px){p{display:none}}</style><p>1. 5254</p>",
        "<style media=print>p{display:none}</style><p>1. 5254</p>",
        "<style>p{display:none}</style><p style=\"display:block\">1. 5254</p>",
        "<style>p{display:none} p.n{display:inline}</style><p class=n>1. 5254</p>",
        "<style>p:hover{display:none} a+b{color:#fff}</style><p>1. 5254</p>",
        "<style>[data-dark] p{color:#fff} [dir=rtl]{display:none}</style><p dir=ltr>1. 5254</p>",
        "<style>p:first-child{margin:0} p:last-child{display:block}</style><p>1. 5254</p>",
        "<style>p:nth-child(2){display:none} p.n{display:block}</style><p class=n>1. 5254</p>",
        "<style>:root{--ink:#222}p{color:var(--ink);display:var(--x)}</style><p>1. 5254</p>",
        "<p style=\"--ink:var(--ink);color:var(--ink)\">1. 5254</p>",
        "<!-- <style>p{display:none}</style> --><p>1. 5254</p>",
        "<style><!-- p.MsoNormal{margin:0cm;font-size:11.0pt;} a:link{color:#0563C1;} \
         span.E17{color:windowtext;} @page W{size:612.0pt 792.0pt;} div.W{page:W;} --></style>\
         <div class=W><p class=MsoNormal><span class=E17>1. 5254</span></p></div>",
    ] {
        assert_eq!(result(how), (1, "*".to_owned()), "{how}");
    }
}
