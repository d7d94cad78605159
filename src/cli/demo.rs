//! `postchess demo`: the seasons of `examples/`, played through real homes day
//! by day with a rehearsal clock.

use super::args::Cli;
use super::init::make;
use super::output::Output;
use super::season::{DemoSeason, Placeholder, Season, SeasonClick, ShoeBox, filled};
use crate::config::Config;
use crate::disk::{Readers, write_whole};
use crate::error::Failure;
use crate::ids::GameName;
use crate::language::Language;
use crate::robot::board::{BoardAct, BoardAnswer, BoardCall, BoardMove, Seen};
use crate::robot::inquiry::{cycle_of, report_of, tournament_of};
use crate::robot::{Home, Robot};
use crate::store::Store;
use crate::time::{Day, Instant};
use crate::tournament::stage;
use serde_json::{Value, json};
use std::path::Path;

/// Where the tables of cards lie in a home, and where the arbiter prints to.
const CARDS: &str = "cards";
const PAPER: &str = "paper";

/// Plays the seasons: the first into the folder itself, the others into homes below it. As
/// JSON an array: of each its home, and the report on its tournament.
pub fn run(out: &Output, dir: Option<&Path>, asked: DemoSeason) -> Result<(), Failure> {
    let dir = dir.unwrap_or_else(|| Path::new(asked.usual_home()));
    let told = out.on_the_way();
    let mut played = Vec::new();
    for (at, season) in asked.seasons().map_err(Failure::failed)?.iter().enumerate() {
        let home = match at {
            0 => dir.to_owned(),
            _ => dir.join(season.name),
        };
        played.push(play(&told, season, &Home::at(home))?);
    }
    match out.is_json() {
        true => out.json(&played),
        false => Ok(()),
    }
}

fn play(out: &Output, season: &Season, home: &Home) -> Result<Value, Failure> {
    make(home, season.club_toml)?;
    if !season.boxes.is_empty() {
        let wrong = |e: std::io::Error| Failure::of_file(home.root(), &e);
        for folder in [CARDS, PAPER] {
            std::fs::create_dir_all(home.root().join(folder)).map_err(wrong)?;
        }
    }
    let config = Config::load(home.root(), &[])?;
    let zone = config.club.time_zone;
    let store = Store::open(home.database())?;
    let evening = |day| zone.begins(day).plus_seconds(season.poll_at.seconds());
    let mut robot = Robot::new(home.clone(), config, store, evening(season.from), true)?;
    let files = robot.tournament_add(season.tournament_toml, "tournament.toml")?;
    let code = stage::code_of(&files).to_owned();
    out.line(format_args!(
        "\n== {} ({}): {} players, policy {} ==\n",
        robot.config.club.name,
        season.name,
        files.iter().map(|f| f.players.len()).sum::<usize>(),
        robot.config.auth.policy.name()
    ));
    let (games, letters) = robot.tournament_start(&code)?;
    out.line(format_args!(
        "{}  {} started: {games} games, {letters} start letters",
        season.from, code
    ));

    let mut waiting = season.letters.iter().enumerate().peekable();
    let mut clicks = season.clicks.iter().peekable();
    let mut day = season.from;
    while day <= season.to {
        let now = evening(day);
        while let Some(click) = clicks.next_if(|c| c.at().is_none_or(|at| at <= now)) {
            clicked(out, &mut robot, click)?;
        }
        robot.at(now);
        while let Some((number, letter)) = waiting.next_if(|(_, l)| l.arrived <= now) {
            let bytes = filled(letter, &mut |place| last_letter(&robot, place));
            drop_in(home, number, &bytes)?;
        }
        for cards in season.boxes.iter().filter(|b| b.day == day) {
            let order = [
                "post".to_owned(),
                "import".to_owned(),
                laid_out(home, cards)?,
            ];
            order_given(out, home, (day, now), &order)?;
        }
        for letter in &robot.poll()?.letters {
            out.line(format_args!("{day}  {letter}"));
        }
        for event in robot.tick()?.events {
            out.line(format_args!("{day}  {event}"));
        }
        for order in season.orders.iter().filter(|o| o.day == day) {
            order_given(out, home, (day, now), &order.args)?;
        }
        day = day.next();
    }
    robot.at(evening(season.to));
    robot.nightly();
    let report = epilogue(out, &robot, &code)?;
    Ok(json!({
        "season": season.name,
        "home": home.root().display().to_string(),
        "tournament": code,
        "report": report,
    }))
}

/// A player does something on the server, at his hour.
fn clicked(out: &Output, robot: &mut Robot, click: &SeasonClick) -> Result<(), Failure> {
    let wrong = |what: &str| Failure::failed(format!("clicks.csv: {what}: {}", click.act));
    robot.at(click.at().ok_or_else(|| wrong("no hour"))?);
    let view = robot.store.read();
    let player = view.player_by_address(&click.who)?;
    let player = player.ok_or_else(|| wrong("no such player"))?.id;
    let told = |what: &dyn std::fmt::Display| {
        let day = robot.config.club.time_zone.day(robot.now);
        out.line(format_args!(
            "{day}  {}{} on the server: {}, {what}",
            click.who,
            match click.game.as_str() {
                "" => String::new(),
                game => format!(" in {game}"),
            },
            click.act
        ));
    };
    if let Some((from, to)) = click
        .act
        .strip_prefix("leave ")
        .and_then(|d| d.split_once(' '))
    {
        let days = Day::parse(from).zip(Day::parse(to));
        let (from, to) = days.ok_or_else(|| wrong("no days"))?;
        told(&"asked for");
        return robot.leave_on_web(player, from, to);
    }
    let name = GameName::parse(&click.game).ok_or_else(|| wrong("no game"))?;
    let game = view.game_find(&name)?.ok_or_else(|| wrong("no game"))?;
    let seen = Seen::of(&view.game_load(game)?);
    let said = click.act.as_str();
    let act = match (BoardAct::named(said, None), said.strip_prefix("words ")) {
        (Some(act), _) => act,
        (None, Some(words)) => BoardAct::Words(words.to_owned()),
        (None, None) => {
            let uci = said.trim_end_matches(" =").to_owned();
            BoardAct::Move(BoardMove::one(uci, said.ends_with(" =")))
        }
    };
    told(&"confirmed");
    let call = BoardCall {
        player,
        game,
        seen,
        act,
    };
    match robot.on_board(&call)? {
        BoardAnswer::Done | BoardAnswer::DoneBut(_) | BoardAnswer::ClaimRefused(_) => Ok(()),
        answer => Err(wrong(&format!("{answer:?}"))),
    }
}

/// The robot's last Message-ID to a player in a game, as a mail program would answer it.
fn last_letter(robot: &Robot, place: &Placeholder) -> Option<String> {
    let view = robot.store.read();
    let game = view.game_find(&GameName::parse(&place.game)?).ok()??;
    let player = view.player_by_address(&place.email).ok()??;
    view.thread_of(game, player.id).ok()?.map(|t| t.last)
}

/// What a mail server's delivery agent does: write to tmp, rename into new.
fn drop_in(home: &Home, number: usize, bytes: &[u8]) -> Result<(), Failure> {
    let inbox = home.root().join("mail/in");
    let name = format!("{:04}.demo.example", number + 1);
    let (tmp, new) = (inbox.join("tmp").join(&name), inbox.join("new").join(&name));
    let wrong = |e: std::io::Error| Failure::of_file(&new, &e);
    write_whole(&tmp, bytes, Readers::Owner).map_err(wrong)?;
    std::fs::rename(&tmp, &new).map_err(wrong)
}

/// What the arbiter does with the day's cards: the table lies in the home, and its path is
/// told.
fn laid_out(home: &Home, cards: &ShoeBox) -> Result<String, Failure> {
    let path = home.root().join(CARDS).join(cards.file);
    let wrong = |e: std::io::Error| Failure::of_file(&path, &e);
    write_whole(&path, cards.table.as_bytes(), Readers::Owner).map_err(wrong)?;
    Ok(path.display().to_string())
}

/// One of his commands, by the way that the console goes.
fn order_given(
    out: &Output,
    home: &Home,
    (day, now): (Day, Instant),
    args: &[String],
) -> Result<(), Failure> {
    let home = home.root().display().to_string();
    let args: Vec<String> = args.iter().map(|a| a.replace("{{home}}", &home)).collect();
    out.line(format_args!("{day}  $ postchess {}", args.join(" ")));
    let now = now.to_string();
    let given = ["postchess", "--home", &home, "--now", &now];
    let words = given.iter().copied().chain(args.iter().map(String::as_str));
    let cli = Cli::of(words).map_err(Failure::failed)?;
    super::command(&cli, out)
}

/// Tells how it stands at the end, and where to look; the report as JSON.
fn epilogue(out: &Output, robot: &Robot, code: &str) -> Result<Value, Failure> {
    let view = robot.store.read();
    let (report, json, first) = match cycle_of(view, code, robot.now)? {
        Some(cycle) => {
            let first = cycle.stages.first().map(|s| s.table.code.clone());
            let report = crate::report::cycle::document(&cycle, Language::En);
            let json = crate::report::cycle::json(&cycle);
            (report, json, first.unwrap_or_default())
        }
        None => {
            let table = report_of(view, &tournament_of(view, code)?, robot.now)?;
            let told = crate::report::document::Drawings::Told;
            let report = crate::report::table::document(&table, Language::En, told);
            (report, crate::report::table::json(&table), code.to_owned())
        }
    };
    out.line("");
    out.text(&crate::report::document::text(&report));
    let root = robot.home.root().display();
    let newest = |folder: &str| {
        let files = std::fs::read_dir(robot.home.root().join(folder)).ok()?;
        files.filter_map(Result::ok).map(|f| f.path()).max()
    };
    out.line("\nWhere to look:");
    if let Some(letter) = newest("mail/out/new") {
        out.line(format_args!("  a letter      less {}", letter.display()));
    }
    if let Some(paper) = newest(PAPER) {
        out.line(format_args!(
            "  the print     {} (the earlier ones lie beside it)",
            paper.display()
        ));
    }
    out.line(format_args!(
        "  a game        postchess --home {root} game show {first}/1"
    ));
    out.line(format_args!(
        "  all messages  postchess --home {root} inbox list"
    ));
    out.line(format_args!(
        "  the database  sqlite3 {root}/postchess.db .schema"
    ));
    out.line(format_args!(
        "  its proof     postchess --home {root} verify"
    ));
    Ok(json)
}
