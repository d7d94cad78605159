//! Questions on a terminal: asked on standard error, answered line by line.

use crate::error::Failure;
use crate::request::confirm;
use std::io::{BufRead, Write};

/// What was answered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DialogReply {
    /// Enter alone: what was offered.
    Taken,
    /// Something typed.
    Typed(String),
    /// `<`: the question before.
    Back,
    /// `?`: what does it mean?
    Help,
}

/// Who asks.
pub struct Dialog<R, W> {
    input: R,
    output: W,
    questions: u32,
}

/// Most questions of one dialog: an input that never ends in an answer that is
/// accepted ends here.
const MAX_QUESTIONS: u32 = 2_000;

impl<R: BufRead, W: Write> Dialog<R, W> {
    /// A dialog between these two.
    pub fn new(input: R, output: W) -> Dialog<R, W> {
        Dialog {
            input,
            output,
            questions: 0,
        }
    }

    /// Says a line.
    pub fn say(&mut self, words: impl std::fmt::Display) {
        let _ = writeln!(self.output, "{words}");
    }

    /// Asks, with what Enter stands for.
    ///
    /// # Errors
    /// The input ended: the person left.
    pub fn ask(&mut self, prompt: &str, offered: Option<&str>) -> Result<DialogReply, Failure> {
        self.questions += 1;
        let _ = match offered {
            Some(offered) => write!(self.output, "{prompt} [{offered}]: "),
            None => write!(self.output, "{prompt}: "),
        };
        let _ = self.output.flush();
        let mut bytes = Vec::new();
        let read = self.input.read_until(b'\n', &mut bytes);
        let left = || Failure::failed("left before the end: nothing was written");
        if read.map_err(Failure::failed)? == 0 || self.questions > MAX_QUESTIONS {
            let _ = writeln!(self.output);
            return Err(left());
        }
        let text = String::from_utf8_lossy(&bytes);
        Ok(match text.trim() {
            "" => DialogReply::Taken,
            "<" => DialogReply::Back,
            "?" => DialogReply::Help,
            typed => DialogReply::Typed(typed.to_owned()),
        })
    }

    /// Asks for a yes or a no; Enter is yes.
    ///
    /// # Errors
    /// The input ended: the person left.
    pub fn agrees(&mut self, prompt: &str) -> Result<bool, Failure> {
        loop {
            match self.ask(prompt, Some("yes"))? {
                DialogReply::Taken => return Ok(true),
                DialogReply::Typed(word) => match confirm::typed(&word) {
                    Some(confirm::CodeReply::Yes) => return Ok(true),
                    Some(confirm::CodeReply::No) => return Ok(false),
                    _ => self.say("  yes or no"),
                },
                DialogReply::Back | DialogReply::Help => self.say("  yes or no"),
            }
        }
    }
}
