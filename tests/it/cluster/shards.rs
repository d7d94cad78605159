//! The files of `examples/shards` as they are: two homes behind one mail domain and one web name.

use super::player::{Player, until};
use super::started::{Started, net};
use crate::contract::{Answer, bare};
use crate::ground::{impossible, no_own_mounts, not_root};
use crate::servers::run;
use crate::service::serve::Server;
use crate::service::web::{Browser, GOOD};

#[test]
fn a_player_of_two_homes_plays_in_both() {
    if let Some(why) = not_root().or_else(no_own_mounts) {
        return impossible(&why);
    }
    let folder = tempfile::tempdir().expect("a folder");
    let (net, said) = (net(), folder.path().join("said"));
    let root = folder.path().join("club");
    // Whose mailboxes are in it goes through this folder.
    run("chmod", &["755", folder.path().to_str().unwrap()]);
    let mut started = Started::of("shards", &[root.to_str().unwrap(), &net], &said);
    started.is_up(&said);
    let server = format!("{net}.1");
    let of = |name: &str| Player::of(name, &root.join("mail").join(name), &server);
    let (ann, bert, clara) = (of("ann"), of("bert"), of("clara"));
    let (north, south) = ("NORTH26/1", "SOUTH26/1");
    until("all games have begun", || {
        [&ann, &bert].iter().all(|p| p.has("start", north) == 1)
            && [&ann, &clara].iter().all(|p| p.has("start", south) == 1)
    });

    // To the address of each home's letters, and to that of all with the tournament.
    ann.answers(south, "1. 4244");
    ann.answers_to("moves+NORTH26@club.example", north, "1. 5254");
    until("each is told", || {
        bert.has("move", north) == 1 && clara.has("move", south) == 1
    });
    bert.answers(north, "1... 5755");
    until("she is told", || ann.has("move", north) == 1);
    assert_eq!(
        (ann.has("move", south), ann.has("confirmation", south)),
        (0, 1)
    );

    // One name, a folder of it each; one browser is signed in to both.
    let name = Server::of_others(&format!("http://{net}.1:8080"));
    let browser = Browser::of(&name);
    for (folder, game) in [("/north", north), ("/south", south)] {
        let tournament = game.strip_suffix("/1").expect("a game");
        let page = name.gets(&format!("{folder}/{tournament}/index.html"));
        assert_eq!(page.status, 200, "{}", page.text());
        let invitation = ann.invitation(game);
        assert!(invitation.starts_with(folder), "{invitation}");
        assert_eq!(browser.gets(&invitation).status, 200);
        let set = browser.posts(&invitation, &[("password", GOOD), ("again", GOOD)]);
        assert_eq!(set.status, 200, "{}", set.text());
        browser.gets(&format!("{folder}/sign-in"));
        let fields = [("address", ann.address.as_str()), ("password", GOOD)];
        let signed = browser.posts(&format!("{folder}/sign-in"), &fields);
        assert_eq!(signed.header("location"), Some(&*format!("{folder}/games")));
    }
    for (folder, game, other) in [("/north", north, south), ("/south", south, north)] {
        let games = browser.gets(&format!("{folder}/games")).text();
        assert!(games.contains("/sign-out"), "{games}");
        assert!(games.contains(&format!("{folder}/game/{game}")) && !games.contains(other));
    }
    let played = browser.moves_in("/north/game/NORTH26/1", "g1f3");
    assert!(played.status < 400, "{}", played.text());
    until("he is told", || bert.has("move", north) == 2);
    // Both homes are well, and know nothing of each other.
    for (home, letters) in [("north", 2), ("south", 1)] {
        let of = |line: &str| {
            let mut command = bare();
            command.arg("--home").arg(root.join(home));
            Answer::of(&command.args(line.split_whitespace()).output().unwrap())
        };
        let inbox = of("--json inbox list").json();
        assert_eq!(inbox.as_array().map(Vec::len), Some(letters), "{inbox:#?}");
        of("verify").done();
    }
}
