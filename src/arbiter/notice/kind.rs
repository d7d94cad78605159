//! The kind of a letter follows from what it says.

use super::{Body, Notice, NoticeKind, Recipient};

impl Body {
    /// The kind of letter that says it: the folder of templates that words it.
    pub fn kind(&self) -> NoticeKind {
        use NoticeKind as K;
        match self {
            Body::Start { .. } | Body::MovedHere { .. } => K::Start,
            Body::Confirmation { .. } => K::Confirmation,
            Body::Move { .. } => K::Move,
            Body::Rejection { .. } => K::Rejection,
            Body::NotUnderstood { .. } => K::NotUnderstood,
            Body::DrawOffered { .. } | Body::DrawDeclined { .. } => K::Draw,
            Body::Repeat { .. } => K::Repeat,
            Body::Reminder { .. } => K::Reminder,
            Body::TimeForfeit { .. }
            | Body::ForfeitEntered { .. }
            | Body::ForfeitAnnulled { .. } => K::TimeForfeit,
            Body::Silence { .. } => K::Silence,
            Body::LeaveTaken { .. } | Body::LeaveEnded { .. } | Body::LeaveAnnounced { .. } => {
                K::Leave
            }
            Body::Result => K::Result,
            Body::Status { .. } | Body::Together { .. } | Body::Daily { .. } => K::Status,
            Body::Report
            | Body::ReportAsked { .. }
            | Body::Correspondence { .. }
            | Body::FinalTable { .. } => K::Report,
            Body::Round { .. }
            | Body::LateEntry { .. }
            | Body::LineUp { .. }
            | Body::CaptainNamed { .. }
            | Body::StageField { .. }
            | Body::StageUnmade { .. } => K::Round,
            Body::Circular { .. } => K::Circular,
            Body::Help => K::Help,
            Body::ClaimRefused { .. }
            | Body::SealedMove { .. }
            | Body::DateUndecided { .. }
            | Body::DeadPositionClaimed { .. } => K::Claim,
            Body::AbuseReported { .. }
            | Body::RulingProtest { .. }
            | Body::ProtestRefused { .. } => K::Protest,
            Body::Protest { .. } => K::Protest,
            Body::Challenge { .. } | Body::CodeRefused { .. } | Body::LetterDisowned => {
                K::Challenge
            }
            Body::NewAddressAsked { .. }
            | Body::NewAddressWaits { .. }
            | Body::NewAddressRefused { .. }
            | Body::NewAddressLapsed { .. }
            | Body::AddressAsked { .. }
            | Body::AddressRefused { .. }
            | Body::AddressChanged { .. } => K::Address,
            Body::WithdrawalAsked { .. } | Body::WithdrawalPassedOn { .. } => K::Withdrawal,
            Body::RequestDropped { withdrawal } => match withdrawal {
                true => K::Withdrawal,
                false => K::Address,
            },
            Body::OpinionsAsked { .. }
            | Body::OpinionTaken { .. }
            | Body::OpinionsClosed { .. }
            | Body::Adjudicated { .. }
            | Body::AppealTaken { .. }
            | Body::AppealRefused { .. } => K::Adjudication,
            Body::Entry(_) => K::Entry,
            Body::Ruling { .. } => K::Ruling,
            Body::DeliveryProblem { .. } => K::DeliveryProblem,
            Body::Transcript { .. } => K::Transcript,
            Body::SignIn { .. } | Body::LetterTaken { .. } | Body::AccessChanged { .. } => {
                K::SignIn
            }
            Body::Today { .. }
            | Body::ToArbiter { .. }
            | Body::ToCaptain { .. }
            | Body::FromCaptain { .. }
            | Body::Unheard { .. }
            | Body::Copied { .. }
            | Body::Digest { .. } => K::Digest,
        }
    }
}

impl Notice {
    /// The kind it is sent as: that of what it says, but for what is like another letter
    /// to its reader.
    pub fn kind(&self) -> NoticeKind {
        match (&self.body, self.to) {
            // What a trial would have met is a question, and costs nothing.
            (
                Body::Rejection {
                    only_checked: true, ..
                },
                _,
            ) => NoticeKind::NotUnderstood,
            // A copy is of the kind of the letter that it goes beside.
            (Body::Copied { beside, .. }, _) => *beside,
            (Body::AddressChanged { ordered: true, .. }, _) => NoticeKind::Ruling,
            (
                Body::Together { .. },
                Recipient::Arbiter
                | Recipient::Appeals
                | Recipient::Adjudicator
                | Recipient::Captain(_)
                | Recipient::Applicant(_)
                | Recipient::InPerson(_),
            ) => NoticeKind::Digest,
            (body, _) => body.kind(),
        }
    }
}
