//! Firefox without a window, told what to do by Marionette: its own protocol, JSON with its
//! length before it over TCP on loopback. What it does needs no scripts of the page.

use serde_json::{Value, json};
use std::cell::{Cell, RefCell};
use std::io::{Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};
use std::time::Instant;
use tempfile::TempDir;

use super::PATIENCE;

/// A Firefox with one window and a profile of its own.
pub struct Firefox {
    child: Child,
    stream: RefCell<TcpStream>,
    asked: Cell<u64>,
    /// Its profile; away with it.
    _profile: TempDir,
}

impl Firefox {
    /// Starts one that finds every host by http at that address, and runs the scripts of pages
    /// or not.
    pub fn that_finds(address: &str, scripts: bool) -> Firefox {
        let profile = TempDir::new().expect("a folder");
        let (host, port) = address.rsplit_once(':').expect("a port");
        let settings = [
            ("marionette.port", "0".to_owned()),
            ("network.proxy.type", "1".to_owned()),
            ("network.proxy.http", format!("\"{host}\"")),
            ("network.proxy.http_port", port.to_owned()),
            ("network.captive-portal-service.enabled", "false".to_owned()),
            ("network.connectivity-service.enabled", "false".to_owned()),
            ("dom.security.https_first", "false".to_owned()),
            ("app.update.enabled", "false".to_owned()),
            (
                "datareporting.policy.dataSubmissionEnabled",
                "false".to_owned(),
            ),
            ("javascript.enabled", scripts.to_string()),
        ];
        let lines = settings.map(|(name, value)| format!("user_pref(\"{name}\", {value});\n"));
        std::fs::write(profile.path().join("user.js"), lines.concat()).expect("written");
        let child = Command::new("firefox-esr")
            .args(["--headless", "--marionette", "--no-remote", "--profile"])
            .arg(profile.path())
            .env("HOME", profile.path())
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("firefox-esr runs: tests/run installs it");
        let told = profile.path().join("MarionetteActivePort");
        let began = Instant::now();
        let port: u16 = loop {
            let port = std::fs::read_to_string(&told).unwrap_or_default();
            if let Ok(port) = port.trim().parse() {
                break port;
            }
            assert!(began.elapsed() < PATIENCE, "Firefox does not begin");
            std::thread::sleep(std::time::Duration::from_millis(20));
        };
        let stream = TcpStream::connect(("127.0.0.1", port)).expect("a connection");
        stream.set_read_timeout(Some(PATIENCE)).expect("a limit");
        let firefox = Firefox {
            child,
            stream: RefCell::new(stream),
            asked: Cell::new(0),
            _profile: profile,
        };
        let hello = firefox.hears();
        assert_eq!(hello["marionetteProtocol"], 3, "{hello}");
        firefox.asks("WebDriver:NewSession", &json!({}));
        firefox
    }

    /// Opens an address.
    pub fn visit(&self, url: &str) {
        self.asks("WebDriver:Navigate", &json!({"url": url}));
    }

    /// The address of the page.
    pub fn address(&self) -> String {
        let found = self.asks("WebDriver:GetCurrentURL", &json!({}));
        found["value"].as_str().expect("an address").to_owned()
    }

    /// How many elements a CSS selector names.
    pub fn count(&self, selector: &str) -> usize {
        self.elements(selector).len()
    }

    /// The text of the first element that a CSS selector names.
    pub fn text(&self, selector: &str) -> String {
        let element = self.element(selector);
        let found = self.asks("WebDriver:GetElementText", &json!({"id": element}));
        found["value"].as_str().expect("a text").to_owned()
    }

    /// Presses the first element that a CSS selector names.
    pub fn press(&self, selector: &str) {
        let element = self.element(selector);
        self.asks("WebDriver:ElementClick", &json!({"id": element}));
    }

    /// Types into the element that a CSS selector names.
    pub fn types(&self, selector: &str, text: &str) {
        let element = self.element(selector);
        self.asks(
            "WebDriver:ElementSendKeys",
            &json!({"id": element, "text": text}),
        );
    }

    fn element(&self, selector: &str) -> String {
        let all = self.elements(selector);
        let first = all.into_iter().next();
        first.unwrap_or_else(|| panic!("no {selector} in {}", self.address()))
    }

    fn elements(&self, selector: &str) -> Vec<String> {
        let wanted = json!({"using": "css selector", "value": selector});
        let found = self.asks("WebDriver:FindElements", &wanted);
        let all = found.as_array().expect("elements").iter();
        let id = |e: &Value| e.as_object()?.values().next()?.as_str().map(str::to_owned);
        all.map(|e| id(e).expect("an element")).collect()
    }

    /// One command and its answer.
    fn asks(&self, command: &str, parameters: &Value) -> Value {
        self.asked.set(self.asked.get() + 1);
        let message = json!([0, self.asked.get(), command, parameters]).to_string();
        let message = format!("{}:{message}", message.len());
        let mut stream = self.stream.borrow_mut();
        stream.write_all(message.as_bytes()).expect("asked");
        drop(stream);
        let answer = self.hears();
        assert!(answer[2].is_null(), "{command} {parameters}: {}", answer[2]);
        answer[3].clone()
    }

    fn hears(&self) -> Value {
        let mut stream = self.stream.borrow_mut();
        let mut length = 0usize;
        loop {
            let mut byte = [0u8];
            stream.read_exact(&mut byte).expect("an answer");
            match byte[0] {
                b':' => break,
                digit => length = length * 10 + usize::from(digit - b'0'),
            }
        }
        let mut answer = vec![0; length];
        stream.read_exact(&mut answer).expect("an answer");
        serde_json::from_slice(&answer).expect("JSON")
    }
}

impl Drop for Firefox {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
