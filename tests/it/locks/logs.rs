//! Logs of the proxies in our examples: what signs in stands in paths, and in no line of a log.

use crate::ground::{free_port, impossible};
use crate::servers::wait_for;
use regex::Regex;
use std::io::{Read, Write};
use std::net::TcpStream;
use std::process::{Command, Stdio};

/// Paths as browsers ask for them, and what a log may have of each.
const PATHS: [(&str, &str); 7] = [
    ("/link/SECRET", "/link/..."),
    ("/invitation/SECRET", "/invitation/..."),
    ("/desk/invitation/SECRET", "/desk/invitation/..."),
    ("/north/link/SECRET", "/north/link/..."),
    ("/Link/SECRET", "/Link/..."),
    ("/link/SECRET/link/x", "/link/..."),
    ("/game/T26/1", "/game/T26/1"),
];

fn example(name: &str) -> String {
    std::fs::read_to_string(format!("examples/{name}")).unwrap()
}

/// Cut by an expression, and what it puts there, as the proxy would.
fn cut(expression: &str, by: &str, path: &str) -> String {
    let expression = Regex::new(expression).unwrap();
    expression.replace(path, by).into_owned()
}

#[test]
fn the_log_of_nginx_has_no_secret() {
    let text = example("service/nginx.conf");
    let line = text.lines().find(|l| l.contains("\"~*")).expect("a map");
    let mut parts = line.split('"').skip(1).step_by(2);
    let (expression, value) = (parts.next().unwrap(), parts.next().unwrap());
    let expression = format!("(?i){}.*", expression.strip_prefix("~*").unwrap());
    for (path, shown) in PATHS {
        assert_eq!(cut(&expression, value, path), shown);
        // The query belongs to what is logged there.
        let asked = format!("{path}?return=/link/");
        assert!(
            !cut(&expression, value, &asked).contains("SECRET"),
            "{asked}"
        );
    }
    let format = text.split("log_format postchess").nth(1).unwrap();
    let format = format.split(';').next().unwrap();
    assert!(format.contains("$postchess_uri"), "{format}");
    for whole in [
        "$request ",
        "$request\"",
        "$request_uri",
        "$uri",
        "$http_referer",
    ] {
        assert!(!format.contains(whole), "{whole}");
    }
    assert!(text.contains("access_log /var/log/nginx/postchess.log postchess;"));
    // Where something fails there, nothing is told.
    let (_, quiet) = text
        .split_once("location ~* /(link|invitation)/ {")
        .unwrap();
    assert!(quiet.trim_start().starts_with("error_log /dev/null crit;"));
}

#[test]
fn the_logs_of_caddy_have_no_secret() {
    let text = example("service/Caddyfile");
    let cuts: Vec<&str> = text.lines().filter(|l| l.contains("uri regexp")).collect();
    assert_eq!(cuts.len(), text.matches("format filter {").count());
    assert_eq!(
        cuts.len(),
        text.matches("request>headers>Referer delete").count()
    );
    assert_eq!(cuts.len(), 2);
    for line in cuts {
        let mut parts = line.split('`').skip(1).step_by(2);
        let (expression, by) = (parts.next().unwrap(), parts.next().unwrap());
        for (path, shown) in PATHS {
            // As Go writes it.
            assert_eq!(cut(expression, &by.replace("$1", "${1}"), path), shown);
        }
    }
}

#[test]
fn the_logs_of_haproxy_have_no_secret() {
    if Command::new("haproxy")
        .arg("-v")
        .stdout(Stdio::null())
        .status()
        .is_err()
    {
        return impossible("haproxy is not installed");
    }
    for name in ["shards/haproxy.cfg", "cluster/haproxy.cfg"] {
        let port = free_port();
        let text = example(name)
            .replacen("global\n", "global\n    log stdout format raw local0\n", 1)
            .replacen("defaults\n", "defaults\n    log global\n    retries 0\n", 1)
            .replace("    retries 2\n", "")
            .replace("{NET}.1:8080", &format!("127.0.0.1:{port}"))
            .replace("{NET}.3:8080", &format!("127.0.0.1:{port}"))
            // Nobody is behind it.
            .replace("{NET}", "127.0.0")
            .replace(":8180", ":1")
            .replace(":8181", ":1")
            .replace(":8182", ":1");
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("haproxy.cfg");
        let log = folder.path().join("log");
        std::fs::write(&file, text).unwrap();
        let out = std::fs::File::create(&log).unwrap();
        let mut child = Command::new("haproxy")
            .arg("-f")
            .arg(&file)
            .stdin(Stdio::null())
            .stderr(out.try_clone().unwrap())
            .stdout(out)
            .spawn()
            .unwrap();
        wait_for(port, &mut child, &log);
        for (path, _) in PATHS {
            let mut stream = TcpStream::connect(("127.0.0.1", port)).unwrap();
            let request =
                format!("GET {path}?x=SECRET HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n");
            stream.write_all(request.as_bytes()).unwrap();
            let mut answer = String::new();
            stream.read_to_string(&mut answer).unwrap();
            assert!(answer.starts_with("HTTP/1.1 503"), "{answer}");
        }
        // It ends when what it has to say is said.
        let _ = Command::new("kill")
            .arg("-USR1")
            .arg(child.id().to_string())
            .status();
        child.wait().unwrap();
        let said = std::fs::read_to_string(&log).unwrap();
        for (_, shown) in PATHS {
            assert!(
                said.contains(&format!("GET {shown} 503")),
                "{name}: {shown} in {said}"
            );
        }
        assert!(!said.contains("SECRET"), "{name}: {said}");
    }
}
