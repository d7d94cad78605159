//! Questions on a terminal: asked on standard error, answered line by line.

use crate::error::Failure;
use crate::language::Language;
use crate::messages::Phrase;
use crate::request::answer;
use crate::tournament::draft::folded;
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
    /// In which language.
    pub language: Language,
    input: R,
    output: W,
    questions: u32,
}

/// The width of what is said, in characters.
const WIDTH: usize = 76;

/// Most questions of one dialog: an input that never ends in an answer that is
/// accepted ends here.
const MAX_QUESTIONS: u32 = 2_000;

impl<R: BufRead, W: Write> Dialog<R, W> {
    /// A dialog between these two.
    pub fn new(language: Language, input: R, output: W) -> Dialog<R, W> {
        Dialog {
            language,
            input,
            output,
            questions: 0,
        }
    }

    /// Says a line.
    pub fn say(&mut self, words: impl std::fmt::Display) {
        let _ = writeln!(self.output, "{words}");
    }

    /// What a phrase says in the language of the dialog.
    pub fn words(&self, phrase: Phrase, variables: &[(&str, &str)]) -> String {
        phrase.fill(self.language, variables)
    }

    /// Says what a phrase says, set in from the margin.
    pub fn tell(&mut self, phrase: Phrase, variables: &[(&str, &str)]) {
        let words = self.words(phrase, variables);
        self.say(format_args!("  {words}"));
    }

    /// Says a paragraph, folded, with an empty line before it and behind it.
    pub fn explain(&mut self, phrase: Phrase) {
        let words = self.words(phrase, &[]);
        self.say(format_args!("\n{}\n", folded(&words, WIDTH).join("\n")));
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
        let left = || Failure::failed(Phrase("dialog.left").say(self.language));
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

    /// Asks for a yes or a no; Enter is what is offered.
    ///
    /// # Errors
    /// The input ended: the person left.
    pub fn agrees(&mut self, prompt: &str, offered: bool) -> Result<bool, Failure> {
        let shown = match offered {
            true => Phrase("dialog.yes"),
            false => Phrase("dialog.no"),
        };
        let shown = shown.say(self.language);
        loop {
            match self.ask(prompt, Some(shown))? {
                DialogReply::Taken => return Ok(offered),
                DialogReply::Typed(word) => match answer::typed(&word) {
                    Some(answer::Answer::Yes) => return Ok(true),
                    Some(answer::Answer::No) => return Ok(false),
                    _ => self.tell(Phrase("dialog.yes-or-no"), &[]),
                },
                DialogReply::Back | DialogReply::Help => {
                    self.tell(Phrase("dialog.yes-or-no"), &[]);
                }
            }
        }
    }
}
