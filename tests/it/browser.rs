//! A real browser for pages: Chromium without a window, told what to do through
//! chromedriver (WebDriver: JSON over HTTP, on loopback). A page is looked at as
//! people have it: on a telephone and on a desk, light and dark, on paper, with
//! scripts and without.
//!
//! `POSTCHESS_PICTURES=DIR` keeps the pictures that tests take, for people to look at.

pub mod firefox;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Value, json};
use std::cell::Cell;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Duration;
use tempfile::TempDir;

/// No page of a test takes longer than this to answer.
const PATIENCE: Duration = Duration::from_secs(120);

/// Whether pictures are kept for people to look at.
pub fn keeps_pictures() -> bool {
    std::env::var_os("POSTCHESS_PICTURES").is_some()
}

/// A browser with one window.
pub struct Browser {
    driver: Child,
    port: u16,
    session: String,
    /// What [`Browser::view`] set: a telephone widens its window for a page that is
    /// too wide, so that the page itself cannot be asked.
    width: Cell<u32>,
    /// Its profile; away with it.
    _profile: TempDir,
}

/// The colours a reader prefers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Colours {
    Light,
    Dark,
}

impl Browser {
    /// Starts one. Every test may have its own: ports and profiles are free ones.
    pub fn start() -> Browser {
        Browser::start_with(&[])
    }

    /// One that finds a host by http at that address, as if its name were known.
    pub fn that_finds(host: &str, address: &str) -> Browser {
        Browser::start_with(&[
            &format!("--host-resolver-rules=MAP {host}:80 {address}"),
            "--disable-features=HttpsUpgrades,HttpsFirstBalancedModeAutoEnable",
        ])
    }

    fn start_with(more: &[&str]) -> Browser {
        let profile = TempDir::new().expect("a folder");
        let (driver, mut lines, port) = driver();
        // What else it says is read away, or it would wait for a reader one day.
        std::thread::spawn(move || {
            let _ = std::io::copy(&mut lines, &mut std::io::sink());
        });
        let mut browser = Browser {
            driver,
            port,
            session: String::new(),
            width: Cell::new(0),
            _profile: profile,
        };
        let folder = browser._profile.path().display();
        let user_data = format!("--user-data-dir={folder}");
        let mut arguments = vec![
            "--headless=new",
            "--no-sandbox",
            "--disable-gpu",
            "--disable-quic",
            "--disable-dev-shm-usage",
            "--no-first-run",
            "--disable-background-networking",
            "--disable-component-update",
            "--disable-sync",
            "--disable-default-apps",
            "--hide-scrollbars",
            &user_data,
        ];
        arguments.extend(more);
        let started = browser.ask(
            "POST",
            "/session",
            &json!({"capabilities": {"alwaysMatch": {
                "browserName": "chrome",
                "goog:chromeOptions": {"args": arguments},
                "goog:loggingPrefs": {"performance": "ALL", "browser": "ALL"},
            }}}),
        );
        let session = started["sessionId"].as_str().expect("a session");
        browser.session = session.to_owned();
        // Its own first page is no page of ours.
        browser.visit("about:blank");
        browser.requests();
        browser
    }

    /// Opens a file.
    pub fn open(&self, path: &Path) {
        let path = path.canonicalize().expect("a file");
        self.visit(&format!("file://{}", path.display()));
    }

    /// Opens an address.
    pub fn visit(&self, url: &str) {
        self.post("/url", &json!({"url": url}));
    }

    /// The window, in CSS pixels, as a telephone or a desk has it.
    pub fn view(&self, width: u32, height: u32) {
        self.view_enlarged(width, height, 1.0);
    }

    /// The same with so many pixels of the screen for each: 2.0 is a page enlarged to 200 %.
    pub fn view_enlarged(&self, width: u32, height: u32, scale: f64) {
        self.width.set(width);
        self.devtools(
            "Emulation.setDeviceMetricsOverride",
            json!({"width": width, "height": height, "deviceScaleFactor": scale, "mobile": width < 600}),
        );
    }

    /// On a screen, with these colours preferred.
    pub fn on_screen(&self, colours: Colours) {
        let value = match colours {
            Colours::Light => "light",
            Colours::Dark => "dark",
        };
        self.devtools(
            "Emulation.setEmulatedMedia",
            json!({"media": "screen", "features": [{"name": "prefers-color-scheme", "value": value}]}),
        );
    }

    /// On paper.
    pub fn on_paper(&self) {
        self.devtools("Emulation.setEmulatedMedia", json!({"media": "print"}));
    }

    /// Whether pages may run scripts; from the next page on. [`Browser::run`] still can.
    pub fn scripts(&self, allowed: bool) {
        self.devtools(
            "Emulation.setScriptExecutionDisabled",
            json!({"value": !allowed}),
        );
    }

    /// The value of a JavaScript function's body: `return document.title`.
    pub fn run(&self, body: &str) -> Value {
        self.post("/execute/sync", &json!({"script": body, "args": []}))
    }

    /// The value that a JavaScript function's body hands to `done` at last.
    pub fn run_later(&self, body: &str) -> Value {
        let script = format!("const done = arguments[0]; {body}");
        self.post("/execute/async", &json!({"script": script, "args": []}))
    }

    /// Presses the element that a CSS selector names.
    pub fn press(&self, selector: &str) {
        let found = self.post(
            "/element",
            &json!({"using": "css selector", "value": selector}),
        );
        let id = found
            .as_object()
            .and_then(|o| o.values().next())
            .and_then(Value::as_str)
            .expect("an element");
        self.post(&format!("/element/{id}/click"), &json!({}));
    }

    /// Draws what one CSS selector names onto what another does, with the pointer.
    pub fn draws(&self, from: &str, to: &str) {
        let middle = |selector: &str| {
            let at = self.run(&format!(
                "const r = document.querySelector('{selector}').getBoundingClientRect();\
                 return [Math.round(r.left + r.width / 2), Math.round(r.top + r.height / 2)]"
            ));
            (at[0].clone(), at[1].clone())
        };
        self.run(&format!(
            "document.querySelector('{to}').scrollIntoView({{block: 'center'}})"
        ));
        let ((x, y), (to_x, to_y)) = (middle(from), middle(to));
        let moves =
            |x: &Value, y: &Value| json!({"type": "pointerMove", "duration": 100, "x": x, "y": y});
        self.post(
            "/actions",
            &json!({"actions": [{"type": "pointer", "id": "pointer", "parameters": {"pointerType": "mouse"}, "actions": [
                moves(&x, &y),
                {"type": "pointerDown", "button": 0},
                moves(&to_x, &to_y),
                {"type": "pointerUp", "button": 0},
            ]}]}),
        );
    }

    /// Types keys into the page, as into the element that has the focus.
    pub fn keys(&self, keys: &str) {
        let downs_and_ups: Vec<Value> = keys
            .chars()
            .flat_map(|c| ["keyDown", "keyUp"].map(|t| json!({"type": t, "value": c})))
            .collect();
        self.post(
            "/actions",
            &json!({"actions": [{"type": "key", "id": "keys", "actions": downs_and_ups}]}),
        );
    }

    /// How far the page is wider than its window, in CSS pixels; 0 where it fits.
    pub fn overflow(&self) -> i64 {
        let wide = self.run("return document.documentElement.scrollWidth");
        let wide = wide.as_i64().expect("a number");
        (wide - i64::from(self.width.get())).max(0)
    }

    /// The addresses asked for since this was asked last, the pages' own among them.
    pub fn requests(&self) -> Vec<String> {
        let log = self.post("/se/log", &json!({"type": "performance"}));
        let entries = log.as_array().cloned().unwrap_or_default();
        entries
            .iter()
            .filter_map(|e| serde_json::from_str::<Value>(e["message"].as_str()?).ok())
            .filter(|m| m["message"]["method"] == "Network.requestWillBeSent")
            .filter_map(|m| {
                let url = &m["message"]["params"]["request"]["url"];
                url.as_str().map(str::to_owned)
            })
            .collect()
    }

    /// What the browser complained of since this was asked last: faults of scripts and
    /// styles, refused requests.
    pub fn complaints(&self) -> Vec<String> {
        let log = self.post("/se/log", &json!({"type": "browser"}));
        let entries = log.as_array().cloned().unwrap_or_default();
        entries.iter().map(|e| e["message"].to_string()).collect()
    }

    /// The whole page as a PNG, kept under this name where pictures are kept.
    pub fn picture(&self, name: &str) -> Vec<u8> {
        self.pictured(name, true)
    }

    /// What the window shows of the page, likewise.
    pub fn picture_of_window(&self, name: &str) -> Vec<u8> {
        self.pictured(name, false)
    }

    fn pictured(&self, name: &str, whole: bool) -> Vec<u8> {
        let shot = self.devtools(
            "Page.captureScreenshot",
            json!({"format": "png", "captureBeyondViewport": whole}),
        );
        let data = shot["data"].as_str().expect("a picture");
        let png = STANDARD.decode(data).expect("base64");
        if let Some(folder) = std::env::var_os("POSTCHESS_PICTURES") {
            let folder = PathBuf::from(folder);
            std::fs::create_dir_all(&folder).expect("a folder");
            std::fs::write(folder.join(format!("{name}.png")), &png).expect("written");
        }
        png
    }

    /// A command of the browser's own protocol.
    pub fn devtools(&self, command: &str, parameters: Value) -> Value {
        self.post(
            "/goog/cdp/execute",
            &json!({"cmd": command, "params": parameters}),
        )
    }

    fn post(&self, path: &str, body: &Value) -> Value {
        self.ask("POST", &format!("/session/{}{path}", self.session), body)
    }

    /// One question and its answer; the `value` of it.
    fn ask(&self, method: &str, path: &str, body: &Value) -> Value {
        let mut stream = TcpStream::connect(("127.0.0.1", self.port)).expect("a connection");
        stream.set_read_timeout(Some(PATIENCE)).expect("a limit");
        let body = body.to_string();
        write!(
            stream,
            "{method} {path} HTTP/1.1\r\nHost: localhost:{}\r\nConnection: close\r\n\
             Content-Type: application/json; charset=utf-8\r\nContent-Length: {}\r\n\r\n{body}",
            self.port,
            body.len()
        )
        .expect("asked");
        let mut reader = BufReader::new(stream);
        let mut length = 0;
        loop {
            let mut line = String::new();
            let read = reader.read_line(&mut line).expect("a line");
            if read == 0 || line == "\r\n" {
                break;
            }
            let line = line.to_ascii_lowercase();
            if let Some(n) = line.strip_prefix("content-length:") {
                length = n.trim().parse().expect("a length");
            }
        }
        let mut answer = vec![0; length];
        reader.read_exact(&mut answer).expect("an answer");
        let answer: Value = serde_json::from_slice(&answer).expect("JSON");
        let value = answer["value"].clone();
        assert!(value["error"].is_null(), "{method} {path}: {value}");
        value
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        if !self.session.is_empty() && !std::thread::panicking() {
            self.ask("DELETE", &format!("/session/{}", self.session), &json!({}));
        }
        // chromedriver takes its browser with it.
        let _ = Command::new("kill")
            .arg(self.driver.id().to_string())
            .status();
        let _ = self.driver.wait();
    }
}

/// What the driver prints, line by line.
type Lines = BufReader<std::process::ChildStdout>;

/// A driver that listens. It looks for a free port and takes it then: where another one took
/// it in between, it ends, and another is begun.
fn driver() -> (Child, Lines, u16) {
    for _ in 0..20 {
        let mut driver = Command::new("chromedriver")
            .args(["--port=0", "--allowed-origins=*"])
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("chromedriver runs: tests/run installs it");
        let mut lines = BufReader::new(driver.stdout.take().expect("a pipe"));
        match port(&mut lines) {
            Some(port) => return (driver, lines, port),
            None => drop(driver.wait()),
        }
    }
    panic!("chromedriver finds no port");
}

/// The port that it tells; none where it ends before.
fn port(lines: &mut impl BufRead) -> Option<u16> {
    loop {
        let mut line = String::new();
        if lines.read_line(&mut line).expect("a line") == 0 {
            return None;
        }
        if let Some((_, port)) = line.rsplit_once("successfully on port ") {
            let digits: String = port.chars().take_while(char::is_ascii_digit).collect();
            return digits.parse().ok();
        }
    }
}

#[test]
fn a_browser_shows_what_a_page_does() {
    let folder = TempDir::new().unwrap();
    let page = folder.path().join("page.html");
    let html = "<!DOCTYPE html><meta name=viewport content='width=device-width'>\
        <style>p{color:#111;margin:0}@media (prefers-color-scheme:dark){p{color:#eee}}\
        @media print{p{color:#00f}}</style>\
        <p style='width:500px' onclick='document.title=\"pressed\"'>Мат</p>";
    std::fs::write(&page, html).unwrap();
    let browser = Browser::start();
    browser.view(360, 740);
    browser.on_screen(Colours::Light);
    browser.open(&page);
    let colour = "return getComputedStyle(document.querySelector('p')).color";
    assert_eq!(browser.run(colour), "rgb(17, 17, 17)");
    browser.on_screen(Colours::Dark);
    assert_eq!(browser.run(colour), "rgb(238, 238, 238)");
    browser.on_paper();
    assert_eq!(browser.run(colour), "rgb(0, 0, 255)");
    assert!(browser.overflow() > 100, "{}", browser.overflow());
    browser.press("p");
    assert_eq!(browser.run("return document.title"), "pressed");
    browser.view(1280, 800);
    assert_eq!(browser.overflow(), 0);
    assert!(browser.picture("browser").starts_with(b"\x89PNG"));
    let asked = browser.requests();
    assert!(asked.iter().any(|u| u.ends_with("page.html")), "{asked:?}");
    browser.scripts(false);
    browser.open(&page);
    browser.press("p");
    assert_eq!(browser.run("return document.title"), "");
}
