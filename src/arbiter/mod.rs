//! The arbiter: what is decided about a letter, a clock or an order, and why.

pub mod articles;
pub mod notice;
pub mod ruling;

pub use articles::Article;
pub use notice::{Body, Notice, NoticeKind, Recipient, Remark};
pub use ruling::{Ruling, Verdict};
