//! What players write: `vocabulary/LANG/players.toml`. Arranged by what is meant; every
//! key stands in every language, if with an empty list.

use super::Keyword;
use serde::Deserialize;
use std::collections::BTreeMap;

/// What players write in one language.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct PlayerWords {
    /// The commands, in capitals as letters print them.
    pub commands: BTreeMap<Keyword, Vec<String>>,
    /// What stands behind FORMAT.
    pub styles: StyleWords,
    /// What stands before the colon of a line of an entry.
    pub entry: EntryWords,
    /// What stands behind a command that can be taken back.
    pub switches: SwitchWords,
    /// Answers to a question or to a code: words in small letters.
    pub answers: AnswerWords,
    /// Answers that pick one of several things we have numbered: words in small letters.
    pub choices: ChoiceWords,
    /// Words about a draw.
    pub draws: DrawWords,
    /// Words that join moves and sentences, deny them or suppose them.
    pub joining: JoiningWords,
    /// In which mood something is said: phrases.
    pub moods: MoodWords,
    /// What is taken back, or put right, behind what a letter asks for: phrases.
    pub second_thoughts: SecondThoughtWords,
    /// What acts on the game, said in sentences: phrases.
    pub acts: ActWords,
    /// Families of words that act together in any order.
    pub meanings: MeaningWords,
    /// Words of politeness.
    pub courtesy: CourtesyWords,
    /// Words about who plays and who answers.
    pub people: PeopleWords,
    /// The sides.
    pub sides: SideWords,
    /// Words of the game.
    pub chess: ChessWords,
    /// Moves told in words.
    pub play: PlayWords,
    /// Sentences that state a move.
    pub stating: StatingWords,
    /// Dates.
    pub dates: DateWords,
    /// Stretches of days, in words.
    pub stretches: StretchWords,
    /// Leave and absence, in sentences.
    pub absence: AbsenceWords,
    /// Questions and requests in sentences.
    pub questions: QuestionWords,
    /// Words that come near a command: it is asked whether it is meant.
    pub hints: HintWords,
    /// Words for the arbiter, at the start of a sentence.
    pub for_arbiter: ForArbiterWords,
    /// The forms of article 59, as they are filled in, and lines that name a game.
    pub forms: FormWords,
}

/// What stands behind FORMAT.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct StyleWords {
    /// Text, HTML and PGN.
    pub full: Vec<String>,
    /// Without HTML.
    pub text: Vec<String>,
    /// PGN alone.
    pub pgn: Vec<String>,
    /// What happened and what is to be done, and little else.
    pub short: Vec<String>,
}

/// What stands behind a command that can be taken back.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct SwitchWords {
    /// Not any more.
    pub off: Vec<String>,
}

/// What stands before the colon of a line of an entry (appendices 5 and 6).
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct EntryWords {
    /// The tournament, by its code or its name.
    pub event: Vec<String>,
    /// The person.
    pub name: Vec<String>,
    /// When he was born.
    pub birth: Vec<String>,
    /// The category or title.
    pub title: Vec<String>,
    /// The rating.
    pub rating: Vec<String>,
    /// The federation.
    pub federation: Vec<String>,
    /// How he is reached.
    pub email: Vec<String>,
    /// By telephone.
    pub phone: Vec<String>,
    /// By post.
    pub address: Vec<String>,
    /// The language of letters to him.
    pub language: Vec<String>,
    /// Who sends him.
    pub sender: Vec<String>,
}

/// Answers to a question or to a code, in small letters.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct AnswerWords {
    /// The yes that letters ask for.
    pub yes: Vec<String>,
    /// The no.
    pub no: Vec<String>,
    /// Other words that say yes to a question.
    pub agreeing: Vec<String>,
    /// Other words that say no.
    pub refusing: Vec<String>,
    /// What may stand beside a yes and changes nothing of it.
    pub beside_yes: Vec<String>,
    /// What may stand beside a no.
    pub beside_no: Vec<String>,
    /// What may stand beside a code and says neither.
    pub beside_code: Vec<String>,
    /// One letter for a yes, at the console.
    pub short_yes: Vec<String>,
    /// One letter for a no.
    pub short_no: Vec<String>,
}

/// Answers that pick one of several things we have numbered.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct ChoiceWords {
    /// The words for the first to the eighth.
    pub ordinals: Vec<Vec<String>>,
    /// The last of them.
    pub last: Vec<String>,
    /// What may stand beside them, and beside the words that tell a move.
    pub beside: Vec<String>,
}

/// Words about a draw.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct DrawWords {
    /// The draw, in the cases in which it stands beside a move.
    pub names: Vec<String>,
    /// Words that say nothing of their own beside those.
    pub offering: Vec<String>,
    /// The whole of what stands behind a move and offers a draw.
    pub offers: Vec<String>,
}

/// Words that join moves and sentences, deny them or suppose them.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct JoiningWords {
    /// Before a series of moves that hangs on the opponent's.
    pub ifs: Vec<String>,
    /// Beside an if-word: it opens another branch (`if … but if …`).
    pub another: Vec<String>,
    /// Between moves of which one is meant.
    pub ors: Vec<String>,
    /// Between two of anything.
    pub ands: Vec<String>,
    /// What follows them is said of what is done, whatever stands before.
    pub therefore: Vec<String>,
    /// The mark that ends a sentence, as it is dictated.
    pub stops: Vec<String>,
    /// Any move.
    pub any: Vec<String>,
    /// The word behind it.
    pub any_of: Vec<String>,
    /// In a line with a command they only suppose it.
    pub supposing: Vec<String>,
}

/// In which mood something is said: phrases inside sentences. `сда*` is a word that begins
/// so, `a|b` one of two.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct MoodWords {
    /// What is said with them may be.
    pub supposing: Vec<String>,
    /// Polite wishes that suppose nothing.
    pub wishing: Vec<String>,
    /// Before a question, at the start of a sentence.
    pub asking: Vec<String>,
    /// What stands near behind them is not so.
    pub denying: Vec<String>,
    /// The writer has not made up his mind.
    pub doubting: Vec<String>,
    /// Of another game, of the past, of somebody else's words.
    pub telling: Vec<String>,
    /// What is said with them is for another day.
    pub putting_off: Vec<String>,
    /// At the end of a line: a move below completes its sentence.
    pub playing: Vec<String>,
    /// At the start of a sentence they say nothing of their own.
    pub joining: Vec<String>,
}

/// What is taken back, or put right, behind what a letter asks for: phrases, a few other
/// words between theirs.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct SecondThoughtWords {
    /// Takes back what stands before.
    pub retracting: Vec<String>,
    /// Likewise, right behind it.
    pub joking: Vec<String>,
    /// Puts it right, with another move or behind what ends a game.
    pub correcting: Vec<String>,
    /// Owns to a slip, with another move.
    pub slips: Vec<String>,
    /// Says so at the start of a sentence, with another move.
    pub opening: Vec<String>,
    /// Says at the start of a sentence that no person wrote it.
    pub automatic: Vec<String>,
}

/// What acts on the game, said in sentences: phrases, a few other words between theirs.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct ActWords {
    /// The writer gives up.
    pub resign: Vec<String>,
    /// He agrees to a draw.
    pub accept: Vec<String>,
    /// He declines one.
    pub decline: Vec<String>,
    /// He offers one.
    pub offer: Vec<String>,
    /// He asks for one: only in a question, or in a few words.
    pub offer_asked: Vec<String>,
    /// He leaves the tournament.
    pub withdraw: Vec<String>,
    /// What else is withdrawn or taken back: then it is no tournament that is left.
    pub withdrawn: Vec<String>,
    /// Says that something is taken back, withdrawn or cancelled.
    pub taking_back: Vec<String>,
    /// A move, of which that is said.
    pub moves: Vec<String>,
    /// Names another game than the one written about, or several.
    pub other_games: Vec<String>,
    /// The whole of an answer that agrees to an offer.
    pub consent: Vec<String>,
    /// The whole of one that declines it.
    pub refusal: Vec<String>,
    /// Between the words above: somebody else is spoken of.
    pub others: Vec<String>,
}

/// Families of words whose members act together, in any order within a sentence: phrases.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct MeaningWords {
    /// The draw, and peace: words or phrases.
    pub draw: Vec<String>,
    /// The offer of it that stands.
    pub proposal: Vec<String>,
    /// Says that it suits the writer.
    pub agreeing: Vec<String>,
    /// Says that he will not have it.
    pub refusing: Vec<String>,
    /// Says that he claims it, by a repetition or fifty moves.
    pub claiming: Vec<String>,
    /// Says that he offers it himself.
    pub offering: Vec<String>,
    /// Says that he gives something up.
    pub giving_up: Vec<String>,
    /// What he gives up.
    pub game: Vec<String>,
    /// The opponent must wish it too: with them whoever agrees to a draw offers one.
    pub conditions: Vec<String>,
    /// Says who does it, where the word that acts does not.
    pub subject: Vec<String>,
    /// Softens what is said and leaves it said.
    pub hedges: Vec<String>,
    /// What stands beside is done now, though something else is put off.
    pub meanwhile: Vec<String>,
    /// Beside a refusal it puts off nothing: it is refused now.
    pub yet: Vec<String>,
    /// A clause that speaks of it is about the move.
    pub moving: Vec<String>,
}

/// Words of politeness, all patterns.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct CourtesyWords {
    /// Before a name, at the start of a line.
    pub greetings: Vec<String>,
    /// Thanks.
    pub thanks: Vec<String>,
    /// Regards and wishes.
    pub closings: Vec<String>,
    /// Between thanks and what for.
    pub thanked_for: Vec<String>,
    /// Between that and the one word for it.
    pub thanked_what: Vec<String>,
    /// At the end of a line with a move.
    pub please: Vec<String>,
    /// Of which thanks, praise and wishes are made: phrases.
    pub well_meant: Vec<String>,
}

/// Words about who plays and who answers.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct PeopleWords {
    /// The opponent: beginnings, patterns.
    pub opponent: Vec<String>,
    /// Endings of surnames in all their cases.
    pub surname_endings: Vec<String>,
    /// Words before a surname that lead to it.
    pub before_name: Vec<String>,
    /// Calls for a person, inside sentences: as few words as carry the sense.
    pub cries: Vec<String>,
    /// What a person has to hear of, where nothing else is asked: the last word of each is the
    /// beginning of one.
    pub plights: Vec<String>,
    /// A death, or an illness that stops a game: a person hears of it whatever else is asked
    /// for.
    pub deaths: Vec<String>,
}

/// The sides.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct SideWords {
    /// Whose turn it is: white.
    pub white: Vec<String>,
    /// And black.
    pub black: Vec<String>,
    /// White in other cases.
    pub of_white: Vec<String>,
    /// Black in other cases.
    pub of_black: Vec<String>,
    /// Of White, behind a word of a form: patterns.
    pub whites: Vec<String>,
    /// Of Black likewise.
    pub blacks: Vec<String>,
}

/// Words of the game.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct ChessWords {
    /// The king's letter, as it is printed.
    pub king: String,
    /// The queen's letter.
    pub queen: String,
    /// The rook's letter.
    pub rook: String,
    /// The bishop's letter.
    pub bishop: String,
    /// The knight's letter.
    pub knight: String,
    /// Letters that some write for a pawn.
    pub pawn: Vec<String>,
    /// Pieces' letters that may stand apart from their squares: none that is a word.
    pub apart: Vec<String>,
    /// Check.
    pub check: Vec<String>,
    /// Mate.
    pub mate: Vec<String>,
    /// Other words that remark on a move.
    pub marks: Vec<String>,
    /// Castling.
    pub castling: Vec<String>,
    /// The short one.
    pub short: Vec<String>,
    /// The long one.
    pub long: Vec<String>,
    /// Words that say nothing of their own beside a move.
    pub beside: Vec<String>,
    /// Words that announce a move at the start of a line: patterns, the longer before the
    /// shorter.
    pub announcing: Vec<String>,
    /// Between CLAIM DRAW and the intended move: patterns.
    pub intended: Vec<String>,
    /// Endings of a number: `12-й`, `12th`.
    pub ordinals: Vec<String>,
}

/// Moves told in words; an entry may be of several words.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct PlayWords {
    /// The king, in whatever case and however fondly.
    pub king: Vec<String>,
    /// The queen.
    pub queen: Vec<String>,
    /// The rook.
    pub rook: Vec<String>,
    /// The bishop.
    pub bishop: Vec<String>,
    /// The knight.
    pub knight: Vec<String>,
    /// The pawn.
    pub pawn: Vec<String>,
    /// Of those, the words that say by themselves with which piece something is done.
    pub by: Vec<String>,
    /// Before a piece with which something is done.
    pub with: Vec<String>,
    /// Says that a piece moves.
    pub moving: Vec<String>,
    /// Says that a piece takes another.
    pub taking: Vec<String>,
    /// Says that a pawn becomes another piece.
    pub promoting: Vec<String>,
    /// Before the square that a piece goes to, or stands on.
    pub to: Vec<String>,
    /// Before the square that it comes from.
    pub from: Vec<String>,
    /// Before the piece in front of which a pawn stands.
    pub in_front: Vec<String>,
    /// A file of the board.
    pub lines: Vec<String>,
    /// Before the piece beside which another stands.
    pub next_to: Vec<String>,
    /// Says that a pawn is taken in passing.
    pub passing: Vec<String>,
    /// Says that a piece gives check.
    pub checking: Vec<String>,
    /// Squares that a pawn is moved by.
    pub squares: Vec<String>,
    /// Stands within such words and says nothing of its own.
    pub filler: Vec<String>,
    /// Before a piece of the opponent.
    pub theirs: Vec<String>,
    /// Begins a clause that hangs on the one before it.
    pub hanging: Vec<String>,
    /// The names of the files, a to h.
    pub files: Vec<Vec<String>>,
    /// The numbers of the ranks, 1 to 8.
    pub ranks: Vec<Vec<String>>,
    /// The numbers of the squares of the first file, 11 to 18.
    pub teens: Vec<String>,
    /// Twenty to eighty, as they begin the numbers of the other squares.
    pub tens: Vec<String>,
    /// What joins a number's unit to the ten behind it, where the unit is said first: one word,
    /// or none.
    pub unit_first: Vec<String>,
}

/// Words of sentences that state a move, and of those that do not; an entry may be of
/// several words.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct StatingWords {
    /// Says that it is the writer who moves.
    pub mine: Vec<String>,
    /// The opponent is spoken to.
    pub you: Vec<String>,
    /// Answers a move.
    pub replying: Vec<String>,
    /// Before the opponent's move that is answered, or awaited.
    pub upon: Vec<String>,
    /// What the opponent does, said first where an if could stand: `nimmt er wieder, dann …`.
    pub verb_first: Vec<String>,
    /// Before a move that is only awaited: what follows hangs on it.
    pub awaiting: Vec<String>,
    /// Stands before what will be played then.
    pub then: Vec<String>,
    /// The opponent is spoken of.
    pub opponent: Vec<String>,
    /// Says nothing of its own beside a move that is awaited, or answers it.
    pub awaited: Vec<String>,
    /// For whom somebody writes.
    pub kin: Vec<String>,
    /// Says that somebody says it.
    pub reporting: Vec<String>,
    /// Begins what is said beside: a purpose, a ground.
    pub because: Vec<String>,
    /// What follows holds against what stands before.
    pub but: Vec<String>,
    /// Says the same once more.
    pub restating: Vec<String>,
    /// Says nothing of its own beside a move that is stated.
    pub aside: Vec<String>,
    /// Says nothing beside a move that stands alone in its clause: `for me`, `let it be`.
    pub settling: Vec<String>,
    /// Takes from a sentence that it states what is to be played: words of doubt, of
    /// others, of another day or game. Patterns of a word.
    pub veto: Vec<String>,
    /// In a letter that says so, words alone state no move; patterns.
    pub undecided: Vec<String>,
    /// Beside what hangs on the opponent's move they promise nothing; patterns of a word.
    pub loose: Vec<String>,
    /// The series of moves that the opponent proposed: phrases.
    pub series: Vec<String>,
}

/// Dates, and what players say of them.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct DateWords {
    /// Beginnings of the months' names, January first.
    pub months: Vec<Vec<String>>,
    /// The days of the week, Monday first, long and short: patterns.
    pub weekdays: Vec<Vec<String>>,
    /// Before the first day of a stretch.
    pub from: Vec<String>,
    /// Before its last.
    pub until: Vec<String>,
    /// The letter behind a year: `2026 г.`.
    pub year: Vec<String>,
    /// Words of receipt before or behind a date: patterns.
    pub received: Vec<String>,
    /// Words of dispatch likewise.
    pub sent: Vec<String>,
    /// The writer, before a word of receipt.
    pub who: Vec<String>,
    /// Whose letter was received: patterns.
    pub whose: Vec<String>,
    /// What was received: patterns.
    pub what: Vec<String>,
    /// What joins the two: patterns.
    pub was: Vec<String>,
    /// What may stand between a word of receipt and its date: patterns.
    pub after_received: Vec<String>,
    /// What may stand between a word of dispatch and its date: patterns.
    pub after_sent: Vec<String>,
}

/// Stretches of days, in words: all patterns.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct StretchWords {
    /// What may stand before the first day's word: `in the period from`.
    pub leading: Vec<String>,
    /// Before two days that `and` joins.
    pub between: Vec<String>,
    /// That word.
    pub between_ands: Vec<String>,
    /// Before a day, besides its day of the week.
    pub before_day: Vec<String>,
    /// Behind a day's number: `3rd`.
    pub endings: Vec<String>,
    /// Between a day and its month, or behind a day without one.
    pub of_month: Vec<String>,
    /// Today: patterns.
    pub today: Vec<String>,
    /// Tomorrow: patterns.
    pub tomorrow: Vec<String>,
    /// The day after it: patterns.
    pub overmorrow: Vec<String>,
    /// The days of a month as words, the first first.
    pub ordinals: Vec<String>,
    /// Behind a year.
    pub years: Vec<String>,
    /// A year named by its nearness: this one.
    pub this_year: Vec<String>,
    /// Another one.
    pub other_year: Vec<String>,
    /// The last day is one of them.
    pub inclusive: Vec<String>,
    /// Before a length: `for two weeks`.
    pub lasting: Vec<String>,
    /// Numbers as words, one first, up to ten.
    pub counts: Vec<String>,
    /// Lengths: days.
    pub days: Vec<String>,
    /// Weeks.
    pub weeks: Vec<String>,
    /// Two weeks.
    pub fortnights: Vec<String>,
    /// Months.
    pub months: Vec<String>,
}

/// Leave and absence, in sentences: phrases, words in their order; `отпуск*` is a word
/// that begins so, `a|b` one of two.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct AbsenceWords {
    /// Leave.
    pub leave: Vec<String>,
    /// Only absence: whether it shall be leave is asked.
    pub away: Vec<String>,
    /// Asking for it, or telling that it shall count.
    pub requesting: Vec<String>,
    /// Has the absence entered: with its days it is leave.
    pub entering: Vec<String>,
    /// A question by which the writer asks for it for himself.
    pub permission: Vec<String>,
    /// The writer, or what he does.
    pub own: Vec<String>,
    /// Other people: it is their leave.
    pub others: Vec<String>,
    /// Before somebody of the writer's: `my`.
    pub possessive: Vec<String>,
    /// Before those: then they are not who is spoken of.
    pub before_kin: Vec<String>,
    /// It was once.
    pub past: Vec<String>,
    /// An announced leave is changed.
    pub changing: Vec<String>,
    /// It is called off, or ended early.
    pub ending: Vec<String>,
    /// A tournament; its code may follow.
    pub tournament: Vec<String>,
}

/// Questions and requests in sentences: phrases whose words stand near together in any
/// order.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct QuestionWords {
    /// Before what is asked, where no mark of a question stands behind it.
    pub leading: Vec<String>,
    /// How his games and clocks stand.
    pub status: Vec<String>,
    /// How to write to us.
    pub help: Vec<String>,
    /// To send the last letter again.
    pub repeat: Vec<String>,
    /// His time, beside what is to be sent again.
    pub clocks: Vec<String>,
}

/// Words for the arbiter, at the start of a sentence: phrases.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct ForArbiterWords {
    /// What may stand before them and says nothing of its own.
    pub polite: Vec<String>,
    /// The words that open what is for him.
    pub opening: Vec<String>,
    /// Words that pass something on and the arbiter, others between them.
    pub relaying: Vec<String>,
}

/// The forms of article 59 as they are filled in, and lines that name a game.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct FormWords {
    /// Tournament and game, at the start of a line.
    pub titles: Vec<String>,
    /// Other lines of a form's heading: patterns.
    pub headings: Vec<String>,
    /// The line with a side's time: patterns.
    pub times: Vec<String>,
    /// Leave, at the start of a form's line: patterns. A side follows.
    pub leave: Vec<String>,
    /// The same line with the side first: patterns.
    pub side_leave: Vec<String>,
    /// What stands there where there was none.
    pub no_leave: Vec<String>,
    /// The columns of the table: date of receipt.
    pub received: Vec<String>,
    /// Date of dispatch.
    pub sent: Vec<String>,
    /// Time.
    pub time: Vec<String>,
    /// The move's number.
    pub number: Vec<String>,
    /// How the last sentence of our letters begins.
    pub automatic: Vec<String>,
    /// What may stand before a game's name on a line of its own: patterns.
    pub before_game: Vec<String>,
    /// The headings in our letters below which an example of an answer stands.
    pub answer: Vec<String>,
    /// The heading in our letters below which the record of the game stands.
    pub record: Vec<String>,
}

/// Words that come near a command and are none: phrases, a few other words between theirs.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct HintWords {
    /// Gives the game up, as a courtesy has it.
    pub resign: Vec<String>,
    /// Will not play on at all.
    pub withdraw: Vec<String>,
    /// Says that time is over.
    pub time_claim: Vec<String>,
    /// Asks for all that was written.
    pub correspondence: Vec<String>,
    /// Beside an address: another one shall be written to.
    pub address: Vec<String>,
    /// Has something said to the opponent, at the start of a sentence.
    pub tell: Vec<String>,
    /// Right behind that: it is said to the writer.
    pub me: Vec<String>,
}
