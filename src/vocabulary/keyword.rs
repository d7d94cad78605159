//! What a command asks for, in no language.

use serde::{Deserialize, Serialize};

macro_rules! keywords {
    ($($(#[$doc:meta])* $name:ident,)*) => {
        /// The commands.
        #[derive(
            Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize,
        )]
        #[serde(rename_all = "kebab-case")]
        pub enum Keyword {
            $($(#[$doc])* $name,)*
        }

        impl Keyword {
            /// All of them. Of two that a misspelt word is as near to, the first is meant.
            pub const ALL: &[Keyword] = &[$(Keyword::$name),*];
        }
    };
}

keywords! {
    /// RESIGN.
    Resign,
    /// DRAW?.
    Draw,
    /// ACCEPT DRAW.
    DrawAccept,
    /// DECLINE DRAW.
    DrawDecline,
    /// CLAIM DRAW.
    DrawClaim,
    /// LEAVE.
    Leave,
    /// END LEAVE.
    LeaveEnd,
    /// CLAIM TIME.
    TimeClaim,
    /// CLAIM DEAD POSITION.
    DeadPosition,
    /// CORRESPONDENCE.
    Correspondence,
    /// PROTEST.
    Protest,
    /// OPINION.
    Opinion,
    /// APPEAL.
    Appeal,
    /// CHECK.
    Check,
    /// STATUS.
    Status,
    /// REPORT.
    Report,
    /// REPEAT.
    Repeat,
    /// ADDRESS.
    Address,
    /// WITHDRAW.
    Withdraw,
    /// ENTER.
    Enter,
    /// ARBITER.
    Arbiter,
    /// FORMAT.
    Format,
    /// WARN.
    Warn,
    /// DAILY.
    Daily,
    /// AT ONCE.
    AtOnce,
    /// OPPONENT.
    Opponent,
    /// MUTE OPPONENT.
    Mute,
    /// HEAR OPPONENT.
    Hear,
    /// ABUSE.
    Abuse,
    /// HELP.
    Help,
}
