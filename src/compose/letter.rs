//! One letter: its parts rendered, its headers, its MIME structure.

use super::facts::{self, facts};
use super::lists::{self, ShownTable};
use super::templates::Voice;
use super::{Common, ComposeError, Composed, Composer, Composition, diagram, mime, prose};
use crate::arbiter::NoticeKind;
use crate::arbiter::notice::{Body, OverstepFacts, Remark};
use crate::chess::Side;
use crate::letter::quotation::{self, MARK};
use crate::record::GameFile;
use crate::report::arithmetic::arithmetic;
use crate::report::pgn;
use crate::request::LetterStyle;
use minijinja::value::Serde;
use minijinja::{Value, context};
use std::borrow::Cow;

/// References kept: the first, and so many of the last.
const LAST_REFERENCES: usize = 10;

/// What stands below the words of a letter.
#[derive(Clone, Copy, Default)]
struct Sections {
    board: bool,
    clocks: bool,
    record: bool,
    answer: bool,
}

impl Sections {
    /// What stands below the words of a letter about a game. Who wishes his letters in full
    /// has everything; else a letter that asks for no move, and tells of none, is without
    /// what only a move needs.
    fn of(body: &Body, has_moves: bool, can_answer: bool, full: bool) -> Sections {
        use NoticeKind as K;
        let all = Sections {
            board: true,
            clocks: true,
            record: has_moves,
            answer: false,
        };
        match body.kind() {
            K::Start | K::Move | K::Repeat | K::Reminder | K::Draw | K::Rejection => Sections {
                answer: can_answer,
                ..all
            },
            // It asks about a move, or says in a word why none is awaited.
            K::NotUnderstood if can_answer || full => Sections {
                answer: can_answer,
                ..all
            },
            K::NotUnderstood => Sections::default(),
            K::Confirmation | K::Ruling => all,
            K::Silence => Sections {
                board: can_answer || full,
                ..all
            },
            K::Claim => Sections {
                board: full || !matches!(body, Body::ClaimRefused { .. }),
                ..all
            },
            K::Adjudication | K::Result => Sections {
                clocks: full,
                ..all
            },
            K::Protest => Sections {
                board: full,
                clocks: full,
                ..all
            },
            // The reckoning is in it, and whether a mate is possible can be seen.
            K::TimeForfeit => match body {
                Body::TimeForfeit { no_mate, .. } => Sections {
                    board: full || *no_mate,
                    clocks: full,
                    ..all
                },
                _ => all,
            },
            K::Challenge | K::Address | K::Withdrawal | K::Entry => Sections::default(),
            K::Circular
            | K::Leave
            | K::Report
            | K::Round
            | K::Status
            | K::Help
            | K::DeliveryProblem
            | K::Digest
            | K::Transcript
            | K::SignIn => Sections::default(),
        }
    }
}

/// What every template of a letter knows.
struct Root {
    article: Value,
    w: Value,
    f: Value,
}

/// The same beside more, in one: what is merged is looked for in each, each time it is named.
macro_rules! beside {
    ($root:expr, $($name:ident => $value:expr),* $(,)?) => {
        context! {
            f => $root.f.clone(),
            w => $root.w.clone(),
            article => $root.article.clone(),
            $($name => $value,)*
        }
    };
}

impl Root {
    fn of(composer: &Composer, request: &Composition<'_>, voice: &Voice) -> Root {
        Root {
            article: composer.articles(request),
            w: voice.text.clone(),
            f: facts(request, &composer.club, voice),
        }
    }

    fn alone(&self) -> Value {
        beside!(self,)
    }
}

/// Writes a letter.
pub fn write(composer: &Composer, request: &Composition<'_>) -> Result<Composed, ComposeError> {
    let language = request.to.language;
    let voice = composer.voice(language)?;
    let message_id = mime::clean_id(&request.ids.message_id)
        .ok_or_else(|| ComposeError::MessageId(request.ids.message_id.clone()))?;
    let kind = request.notice.body.kind();
    let root = Root::of(composer, request, voice);
    let subject = render_value(voice, &format!("{}/subject.txt", kind.name()), root.alone())?;
    let subject = mime::clean(&subject);
    let subject = match request.game {
        Some(game) => format!("{subject} {}", facts::tag(&game.facts.name)),
        None => subject,
    };
    let mut out = String::with_capacity(32 * 1024);
    headers(&mut out, composer, voice, request, &message_id, &subject);

    let style = style_of(request);
    let name = request.game.map(|g| facts::pgn_name(&g.facts.name));
    if let (LetterStyle::Pgn, Some(game), Some(name)) = (style, request.game, &name)
        && carries_pgn_alone(kind)
    {
        let words = pgn_words(request, voice, &root, kind)?;
        let enclosing = pgn::Enclosing {
            robot: &composer.club.robot,
            letter: &message_id,
            words: &words,
        };
        only_pgn(&mut out, &pgn::game_for(game, enclosing), name);
        return Ok(Composed {
            subject,
            bytes: out.into_bytes(),
            others: quotation::passages(&words.join("\n")),
        });
    }

    let alone = Common::default();
    let common = request.common.unwrap_or(&alone);
    let (_, domain) = message_id.rsplit_once('@').unwrap_or_default();
    let cid = format!("board.{}@{domain}", random(&message_id));
    let rendered = parts(composer, request, common, voice, (&root, &cid))?;
    let framed = |name: &str| render_value(voice, name, rendered.value.clone());
    let text = prose::fold(&framed("_frame/letter.txt")?);
    let html = match style {
        LetterStyle::Full | LetterStyle::Short => {
            let own = format!("{}/html.html", kind.name());
            let name = if voice.env.get_template(&own).is_ok() {
                own.as_str()
            } else {
                "_frame/letter.html"
            };
            let image = match request.game.filter(|_| rendered.sections.board) {
                Some(game) => Some(picture(composer, request, game)?),
                None => None,
            };
            let page = composer.styles.lean(framed(name)?);
            Some((page, image, cid))
        }
        LetterStyle::Text | LetterStyle::Pgn => None,
    };

    let (pgn, name) = match &request.notice.body {
        Body::FinalTable { code, .. } => {
            let all: Vec<String> = request.games.iter().map(|g| pgn::game(g)).collect();
            let some = (!all.is_empty()).then(|| Cow::Owned(all.join("\n")));
            (some, Some(format!("{code}.pgn")))
        }
        _ => (request.game.map(|g| Cow::Borrowed(common.pgn(g))), name),
    };
    let pgn = pgn.as_deref().zip(name.as_deref());
    let enclosed = enclosed(request);
    let more = enclosed.as_ref().map(|(text, name)| (*text, name.as_str()));
    body(&mut out, &message_id, &text, html.as_ref(), [pgn, more]);
    Ok(Composed {
        subject,
        bytes: out.into_bytes(),
        others: quotation::passages(&text),
    })
}

/// The kinds that a chess program can take as a game; any other has words that
/// must be read, and goes out as text even to one who asked for PGN alone.
fn carries_pgn_alone(kind: NoticeKind) -> bool {
    matches!(
        kind,
        NoticeKind::Start
            | NoticeKind::Confirmation
            | NoticeKind::Move
            | NoticeKind::Repeat
            | NoticeKind::Result
    )
}

/// What the reader of a game must be told beside it: remarks and clocks, and what
/// a letter says that brings no move.
fn pgn_words(
    request: &Composition<'_>,
    voice: &Voice,
    root: &Root,
    kind: NoticeKind,
) -> Result<Vec<String>, ComposeError> {
    let mut words = Vec::new();
    if !matches!(kind, NoticeKind::Confirmation | NoticeKind::Move) {
        words.push(render_value(
            voice,
            &format!("{}/text.txt", kind.name()),
            root.alone(),
        )?);
    }
    for remark in &request.notice.remarks {
        let said = remark_text(voice, root, remark)?;
        words.push(said.split_whitespace().collect::<Vec<_>>().join(" "));
    }
    words.push(render_value(voice, "_shared/clocks.txt", root.alone())?);
    Ok(words)
}

/// The rendered parts of a letter, as both frames need them.
struct LetterParts {
    value: Value,
    sections: Sections,
}

fn parts(
    composer: &Composer,
    request: &Composition<'_>,
    common: &Common,
    voice: &Voice,
    (root, cid): (&Root, &str),
) -> Result<LetterParts, ComposeError> {
    let notice = request.notice;
    let words = &voice.words;
    let game = request.game;
    let has_moves = game.is_some_and(|g| !g.moves.is_empty());
    let can_answer = game.is_some_and(|g| {
        let his_turn = request.to.side == Some(g.turn());
        g.status == crate::record::Status::Active && his_turn && !request.to.reach.is_post()
    });
    let sections = match game {
        Some(_) if matches!(notice.body, Body::Correspondence { .. }) => Sections {
            board: true,
            clocks: true,
            record: has_moves,
            answer: false,
        },
        // What several answers are about is shown once, below them.
        Some(_) if matches!(notice.body, Body::Together { .. }) => Sections {
            board: true,
            clocks: true,
            record: has_moves,
            answer: can_answer,
        },
        Some(_) => Sections::of(&notice.body, has_moves, can_answer, request.help),
        None => Sections::default(),
    };
    let html = matches!(style_of(request), LetterStyle::Full | LetterStyle::Short);

    let overstep = overstep(&notice.body).zip(game);
    let rows = overstep.map(|(o, g)| arithmetic(g, o));
    let zone = game.map(|game| game.facts.zone);
    let reckoning = rows.as_deref().zip(zone).map(|(rows, zone)| {
        ShownTable::from(&crate::report::lists::arithmetic(
            rows,
            zone,
            voice.language,
        ))
    });
    let games = lists::games(request);
    let start_list = lists::start(request, voice.language);
    let otherwise = lists::terms(request, voice.language);

    let remarks = notice
        .remarks
        .iter()
        .map(|remark| remark_text(voice, root, remark))
        .collect::<Result<Vec<String>, ComposeError>>()?;
    let render = |name: &str| render_value(voice, name, root.alone());
    let pieces = request
        .together
        .iter()
        .map(|part| piece(composer, part, voice))
        .collect::<Result<Vec<String>, ComposeError>>()?;
    let lead = render_value(
        voice,
        &format!("{}/text.txt", notice.body.kind().name()),
        beside!(root, pieces => pieces),
    )?;
    let answer = match sections.answer {
        // A refusal has an example of what would be accepted, whatever else it leaves out.
        true if request.help || refuses(&notice.body) => render("_shared/answer.txt")?,
        _ => String::new(),
    };
    let greeting = match request.to.greeting.is_some() || voice.greets {
        true => render("_shared/greeting.txt")?,
        false => String::new(),
    };
    let clock_words = match sections.clocks {
        true => render("_shared/clocks.txt")?,
        false => String::new(),
    };
    let faults = match sections.record {
        true => render("_shared/faults.txt")?,
        false => String::new(),
    };
    let signature = render("_shared/signature.txt")?;

    let from = request.to.side.unwrap_or(Side::White);
    let board = game
        .filter(|_| sections.board)
        .map(|g| diagram::diagram(g.line.position(), from, words, voice.language));
    let alt = game
        .filter(|_| sections.board && html)
        .map(|g| diagram::described(g.line.position(), words, voice.language));
    let record = game
        .filter(|_| sections.record)
        .map(|g| common.record(g, voice.language));
    let safe = |rows: Option<String>| match rows.filter(|_| html) {
        Some(rows) => Value::from_safe_string(rows),
        None => Value::from(()),
    };
    let text = |shown: &Option<ShownTable>| shown.as_ref().map(|s| s.text.clone());
    let rows = |shown: Option<ShownTable>| safe(shown.map(|s| s.rows));
    let value = beside! {
        root,
        cid => cid,
        greeting => greeting.trim_end(),
        lead => lead.trim_end(),
        remarks => remarks,
        answer => answer.trim_end(),
        clock_words => clock_words.trim_end(),
        faults => faults.trim_end(),
        signature => signature.trim_end(),
        board => board,
        alt => alt,
        head => record.map(|r| r.head.clone()),
        head_rows => record.map(|r| r.head_rows.clone()),
        form => record.map(|r| r.form.clone()),
        form_rows => record.map(|r| r.form_rows.clone()),
        algebraic => record.map(|r| r.algebraic.clone()),
        arithmetic => text(&reckoning),
        arithmetic_rows => rows(reckoning),
        games => text(&games),
        games_rows => rows(games),
        start_list => text(&start_list),
        start_rows => rows(start_list),
        otherwise => Serde(&otherwise),
        show_clocks => sections.clocks,
        lang => voice.language.code(),
        club => composer.club.named(voice),
    };
    Ok(LetterParts { value, sections })
}

/// One of several answers in a letter: its words without the salutation, its table
/// and its remarks.
fn piece(
    composer: &Composer,
    request: &Composition<'_>,
    voice: &Voice,
) -> Result<String, ComposeError> {
    let root = Root::of(composer, request, voice);
    let notice = request.notice;
    let lead = render_value(
        voice,
        &format!("{}/text.txt", notice.body.kind().name()),
        beside!(root, pieces => Vec::<String>::new()),
    )?;
    let greets = |first: &str| first.contains(&request.to.name) && !first.contains('\n');
    let mut text = match lead.trim().split_once("\n\n") {
        Some((first, rest)) if greets(first) => rest.trim().to_owned(),
        _ => lead.trim().to_owned(),
    };
    if let Some(games) = lists::games(request) {
        text.push_str("\n\n");
        for line in games.text.lines() {
            text.push_str(&format!("    {line}\n"));
        }
    }
    for remark in &notice.remarks {
        text.push_str(&format!("\n\n- {}", remark_text(voice, &root, remark)?));
    }
    if let (Body::Move { .. }, Some(game)) = (&notice.body, request.game) {
        let from = request.to.side.unwrap_or(Side::White);
        let position = game.line.position();
        text.push_str("\n\n");
        for line in diagram::diagram(position, from, &voice.words, voice.language).lines() {
            text.push_str(&format!("    {line}\n"));
        }
    }
    Ok(text)
}

/// Whether a letter says that something could not be done.
fn refuses(body: &Body) -> bool {
    matches!(
        body.kind(),
        NoticeKind::Rejection | NoticeKind::NotUnderstood
    )
}

fn overstep(body: &Body) -> Option<&OverstepFacts> {
    match body {
        Body::TimeForfeit { facts, .. } | Body::ClaimRefused { facts, .. } => Some(facts),
        _ => None,
    }
}

/// A remark: a sentence on one line, and below it what stands apart, with its words, and the
/// marked lines of another's.
fn remark_text(voice: &Voice, root: &Root, remark: &Remark) -> Result<String, ComposeError> {
    let value = beside!(root, r => Value::from(Serde(remark)));
    let text = render_value(voice, "_shared/remark.txt", value)?;
    let joined = |text: &str| text.split_ascii_whitespace().collect::<Vec<_>>().join(" ");
    if !text.lines().any(is_apart) {
        return Ok(joined(&text));
    }
    let blocks = text.split("\n\n").map(|block| match is_apart(block) {
        true => block.trim_matches('\n').to_owned(),
        false => joined(block),
    });
    let blocks: Vec<String> = blocks.filter(|b| !b.is_empty()).collect();
    Ok(blocks.join("\n\n"))
}

fn is_apart(line: &str) -> bool {
    let line = line.trim_start_matches('\n');
    line.starts_with("    ") || line.starts_with(MARK)
}

fn picture(
    composer: &Composer,
    request: &Composition<'_>,
    game: &GameFile,
) -> Result<Vec<u8>, ComposeError> {
    let from = request.to.side.unwrap_or(Side::White);
    let line = &game.line;
    let marked: Vec<(u8, u8)> = line
        .moves()
        .last()
        .zip(line.ply().checked_sub(1).and_then(|p| line.position_at(p)))
        .map(|(mv, before)| before.squares(*mv))
        .into_iter()
        .flat_map(|(a, b)| [a, b])
        .collect();
    Ok(composer.board()?.png(line.position(), from, &marked)?)
}

fn render_value(voice: &Voice, name: &str, value: Value) -> Result<String, ComposeError> {
    let wrong = |e: minijinja::Error| ComposeError::Template {
        name: format!("{}/{name}", voice.language),
        message: explain(voice, &e),
    };
    let template = voice.env.get_template(name).map_err(wrong)?;
    let text = template.render(value).map_err(wrong)?;
    // Frames hold only what went through here before.
    match name.starts_with("_frame/") {
        true => Ok(text),
        false => Ok(voice.words.one_stop(text)),
    }
}

/// An error of the template engine with its place, the sentences that stand there, and
/// its causes.
fn explain(voice: &Voice, error: &minijinja::Error) -> String {
    let said = |error: &minijinja::Error| match voice.blamed(error).as_slice() {
        [] => error.to_string(),
        keys => format!("{error} (the line of {})", keys.join(", ")),
    };
    let mut text = said(error);
    let mut cause = std::error::Error::source(error);
    while let Some(inner) = cause {
        text.push_str(": ");
        match inner.downcast_ref::<minijinja::Error>() {
            Some(inner) => text.push_str(&said(inner)),
            None => text.push_str(&inner.to_string()),
        }
        cause = inner.source();
    }
    text
}

fn headers(
    out: &mut String,
    composer: &Composer,
    voice: &Voice,
    request: &Composition<'_>,
    message_id: &str,
    subject: &str,
) {
    let club = &composer.club;
    mime::address_header(out, "From", &mime::mailbox(club.named(voice), &club.robot));
    let to = &request.to;
    let reader = match to.reach.email() {
        Some(address) => mime::mailbox(&to.name, address),
        None => mime::nobody(&to.name),
    };
    mime::address_header(out, "To", &reader);
    mime::text_header(out, "Subject", subject);
    mime::header(out, "Date", &request.now.rfc2822());
    mime::id_header(out, "Message-ID", &[message_id.to_owned()]);

    let thread = &request.thread;
    let mut references: Vec<String> = Vec::new();
    for id in [&thread.root, &thread.last, &thread.answering]
        .into_iter()
        .flatten()
        .filter_map(|id| mime::clean_id(id))
    {
        if !references.contains(&id) {
            references.push(id);
        }
    }
    let parent = thread
        .answering
        .as_deref()
        .and_then(mime::clean_id)
        .or_else(|| references.last().cloned());
    if let Some(parent) = parent {
        mime::id_header(out, "In-Reply-To", &[parent]);
    }
    if references.len() > 1 + LAST_REFERENCES {
        let cut = references.len() - LAST_REFERENCES;
        references.drain(1..cut);
    }
    if !references.is_empty() {
        mime::id_header(out, "References", &references);
    }

    if to.reach.email().is_some() {
        reply_to(out, composer, request);
    }
    let auto = match thread.answering {
        Some(_) => "auto-replied",
        None => "auto-generated",
    };
    mime::header(out, "Auto-Submitted", auto);
    mime::header(out, "X-Auto-Response-Suppress", "All");
    mime::header(out, "X-Postchess-Kind", request.notice.kind().name());
    if let Some(game) = request.game {
        mime::header(out, "X-Postchess-Game", &game.facts.name.to_string());
    }
    mime::header(out, "Content-Language", to.language.code());
    mime::header(out, "MIME-Version", "1.0");
}

/// The address that an answer goes to.
fn reply_to(out: &mut String, composer: &Composer, request: &Composition<'_>) {
    let club = &composer.club;
    let reply_to = match (&request.ids.reply_token, club.robot.rsplit_once('@')) {
        (Some(token), Some((local, domain))) if club.plus_addressing => {
            format!("{local}+{token}@{domain}")
        }
        _ => club.robot.clone(),
    };
    mime::address_header(out, "Reply-To", &mime::mailbox("", &reply_to));
}

/// The style of a letter; on paper there is none but text.
fn style_of(request: &Composition<'_>) -> LetterStyle {
    match request.to.reach.is_post() {
        true => LetterStyle::Text,
        false => request.to.style,
    }
}

/// A message whose only text is the PGN, for programs that take nothing else:
/// never encoded, since cmail decodes nothing.
/// Scid takes it from a file of this name.
fn only_pgn(out: &mut String, pgn: &str, name: &str) {
    let encoding = mime::unencoded(pgn);
    let kind = format!("text/plain; charset=utf-8; name=\"{name}\"");
    mime::header(out, "Content-Type", &kind);
    mime::header(out, "Content-Transfer-Encoding", encoding);
    let place = format!("inline; filename=\"{name}\"");
    mime::header(out, "Content-Disposition", &place);
    out.push_str("\r\n");
    for line in pgn.lines() {
        out.push_str(line);
        out.push_str("\r\n");
    }
}

type Html = (String, Option<Vec<u8>>, String);

fn body(
    out: &mut String,
    message_id: &str,
    text: &str,
    html: Option<&Html>,
    enclosed: [Option<(&str, &str)>; 2],
) {
    let random = random(message_id);
    let [mixed, alternative, related] = ["m", "a", "r"].map(|kind| format!("{kind}{random}"));
    let [pgn, more] = enclosed;
    if pgn.is_some() || more.is_some() {
        open(out, "multipart/mixed", &mixed, "");
        boundary(out, &mixed, false);
    }
    match html {
        None => part(out, "text/plain", &mime::encode(text)),
        Some((page, image, cid)) => {
            open(out, "multipart/alternative", &alternative, "");
            boundary(out, &alternative, false);
            part(out, "text/plain", &mime::encode(text));
            boundary(out, &alternative, false);
            match image {
                None => part(out, "text/html", &mime::encode_page(page)),
                Some(image) => {
                    open(out, "multipart/related", &related, "; type=\"text/html\"");
                    boundary(out, &related, false);
                    part(out, "text/html", &mime::encode_page(page));
                    boundary(out, &related, false);
                    mime::header(out, "Content-Type", "image/png");
                    mime::header(out, "Content-Transfer-Encoding", "base64");
                    mime::id_header(out, "Content-ID", std::slice::from_ref(cid));
                    mime::header(out, "Content-Disposition", "inline; filename=board.png");
                    out.push_str("\r\n");
                    mime::base64_lines(out, image);
                    boundary(out, &related, true);
                }
            }
            boundary(out, &alternative, true);
        }
    }
    let kinds = ["application/x-chess-pgn", "text/plain"];
    for (kind, (text, name)) in kinds
        .iter()
        .zip([pgn, more])
        .filter_map(|(k, e)| Some((k, e?)))
    {
        boundary(out, &mixed, false);
        let encoded = mime::encode(text);
        let kind = format!("{kind}; charset=utf-8; name=\"{name}\"");
        mime::header(out, "Content-Type", &kind);
        mime::header(out, "Content-Transfer-Encoding", encoded.encoding);
        let place = format!("attachment; filename=\"{name}\"");
        mime::header(out, "Content-Disposition", &place);
        out.push_str("\r\n");
        out.push_str(&encoded.body);
    }
    if pgn.is_some() || more.is_some() {
        boundary(out, &mixed, true);
    }
}

/// What stands in a Message-ID by chance. It cannot be guessed, so that no text can hold a
/// line that would part it.
fn random(message_id: &str) -> String {
    let (local, _) = message_id.split_once('@').unwrap_or((message_id, ""));
    let letters = local.chars().filter(char::is_ascii_alphanumeric).rev();
    letters.take(12).collect()
}

/// A text that goes along, and its name: the letters of a correspondence.
fn enclosed<'a>(request: &'a Composition<'_>) -> Option<(&'a str, String)> {
    let Body::Correspondence { letters, .. } = &request.notice.body else {
        return None;
    };
    let name = &request.game?.facts.name;
    let file = format!("{}-{}.txt", name.code, name.number);
    (!letters.is_empty()).then_some((letters.as_str(), file))
}

fn open(out: &mut String, kind: &str, boundary: &str, more: &str) {
    let value = format!("{kind}{more}; boundary={boundary}");
    mime::header(out, "Content-Type", &value);
    out.push_str("\r\n");
}

fn boundary(out: &mut String, boundary: &str, last: bool) {
    out.push_str("\r\n--");
    out.push_str(boundary);
    out.push_str(if last { "--\r\n" } else { "\r\n" });
}

fn part(out: &mut String, kind: &str, encoded: &mime::Encoded) {
    mime::header(out, "Content-Type", &format!("{kind}; charset=utf-8"));
    mime::header(out, "Content-Transfer-Encoding", encoded.encoding);
    out.push_str("\r\n");
    out.push_str(&encoded.body);
}
