//! What can be said at all, counted: the compiler asks here when there is more of it.

use crate::arbiter::Remark;
use crate::arbiter::notice::{Body, NamedDecision, Question};

/// Fails to compile when something new can be said: then a sample belongs into
/// `compose::samples`, and a sentence into every language.
pub(super) fn is_listed(
    body: &Body,
    remark: &Remark,
    question: &Question,
    decision: &NamedDecision,
) -> usize {
    let body = match body {
        Body::Start { .. }
        | Body::Confirmation { .. }
        | Body::Move { .. }
        | Body::Rejection { .. }
        | Body::NotUnderstood { .. }
        | Body::DrawOffered { .. }
        | Body::DrawDeclined { .. }
        | Body::Repeat { .. }
        | Body::Reminder { .. }
        | Body::TimeForfeit { .. }
        | Body::ForfeitEntered { .. }
        | Body::ForfeitAnnulled { .. }
        | Body::Silence { .. }
        | Body::LeaveTaken { .. }
        | Body::LeaveEnded { .. }
        | Body::LeaveAnnounced { .. }
        | Body::Result
        | Body::Status { .. }
        | Body::Report
        | Body::ReportAsked { .. }
        | Body::Help
        | Body::ClaimRefused { .. }
        | Body::SealedMove { .. }
        | Body::DateUndecided { .. }
        | Body::DeadPositionClaimed { .. }
        | Body::RulingProtest { .. }
        | Body::AbuseReported { .. }
        | Body::ProtestRefused { .. }
        | Body::Correspondence { .. }
        | Body::Copied { .. }
        | Body::Protest { .. }
        | Body::Ruling { .. }
        | Body::MovedHere { .. }
        | Body::Circular { .. }
        | Body::ToArbiter { .. }
        | Body::ToCaptain { .. }
        | Body::FromCaptain { .. }
        | Body::Together { .. }
        | Body::Daily { .. }
        | Body::Unheard { .. }
        | Body::DeliveryProblem { .. }
        | Body::Digest { .. }
        | Body::Transcript { .. }
        | Body::SignIn { .. }
        | Body::LetterTaken { .. }
        | Body::AccessChanged { .. }
        | Body::Today { .. }
        | Body::Challenge { .. }
        | Body::CodeRefused { .. }
        | Body::LetterDisowned
        | Body::AddressAsked { .. }
        | Body::NewAddressAsked { .. }
        | Body::NewAddressWaits { .. }
        | Body::NewAddressRefused { .. }
        | Body::NewAddressLapsed { .. }
        | Body::AddressRefused { .. }
        | Body::AddressChanged { .. }
        | Body::WithdrawalAsked { .. }
        | Body::WithdrawalPassedOn { .. }
        | Body::RequestDropped { .. }
        | Body::OpinionsAsked { .. }
        | Body::OpinionTaken { .. }
        | Body::OpinionsClosed { .. }
        | Body::Adjudicated { .. }
        | Body::AppealTaken { .. }
        | Body::AppealRefused { .. }
        | Body::Round { .. }
        | Body::LateEntry { .. }
        | Body::Entry(_)
        | Body::LineUp { .. }
        | Body::CaptainNamed { .. }
        | Body::StageField { .. }
        | Body::StageUnmade { .. }
        | Body::FinalTable { .. } => 75,
    };
    let remark = match remark {
        Remark::NumberMissing
        | Remark::EnteredByArbiter { .. }
        | Remark::DotsMissing
        | Remark::NumberTooHigh { .. }
        | Remark::Spelling { .. }
        | Remark::KingStep { .. }
        | Remark::DrawTooEarly { .. }
        | Remark::NotationsDiffer { .. }
        | Remark::DispatchCut { .. }
        | Remark::HourCannotBe
        | Remark::DispatchDiffers { .. }
        | Remark::ReceiptLater { .. }
        | Remark::ReceiptLong { .. }
        | Remark::ReceiptAfterAnswer { .. }
        | Remark::ReceiptSettled { .. }
        | Remark::ReceiptTooEarly { .. }
        | Remark::RecordDiffers { .. }
        | Remark::TotalDiffers { .. }
        | Remark::LeaveDiffers { .. }
        | Remark::OfferLapsed
        | Remark::OthersAside { .. }
        | Remark::ConfirmedLate { .. }
        | Remark::OfferPassedOn
        | Remark::OfferAsked
        | Remark::OpponentOffersDraw
        | Remark::ClaimWasWrong { .. }
        | Remark::VariantAccepted { .. }
        | Remark::VariantProposed { .. }
        | Remark::VariantLapsed { .. }
        | Remark::VariantCut { .. }
        | Remark::VariantsOff
        | Remark::ArbiterCopied { .. }
        | Remark::PenaltyOnce
        | Remark::Unclear { .. }
        | Remark::ResultIgnored { .. }
        | Remark::LeaveGoesOn { .. }
        | Remark::NoticeAnnulled
        | Remark::LossRestsOn { .. }
        | Remark::OnlyChecked
        | Remark::WithArbiter { .. }
        | Remark::MayProtest { .. }
        | Remark::StyleChanged { .. }
        | Remark::Wished { .. }
        | Remark::Words { .. }
        | Remark::FromOpponent { .. }
        | Remark::CountsAsMade { .. } => 45,
    };
    let question = match question {
        Question::Doubts { .. }
        | Question::WhichGame { .. }
        | Question::WhichOne { .. }
        | Question::ChoiceOver
        | Question::ChoiceDropped
        | Question::NothingToRefuse { .. }
        | Question::OldNumber { .. }
        | Question::OldLetter { .. }
        | Question::FarNumber { .. }
        | Question::NotYourTurn
        | Question::GameOver
        | Question::TakenOver { .. }
        | Question::OneWord { .. }
        | Question::Overtaken { .. }
        | Question::Dropped { .. }
        | Question::NotStarted
        | Question::Paused
        | Question::TwoMoves { .. }
        | Question::UnclearMove { .. }
        | Question::NoOffer
        | Question::OnBoard { .. }
        | Question::TooEarlyForDraw
        | Question::OfferDeclined
        | Question::OfferOrAccept
        | Question::NothingToClaim
        | Question::NothingToRepeat
        | Question::NoLeave { .. }
        | Question::NoTournament { .. }
        | Question::LeaveBackwards { .. }
        | Question::LeaveDoubtful { .. }
        | Question::TooLarge { .. }
        | Question::ForArbiter { .. }
        | Question::DrawTooEarly { .. }
        | Question::CaptainHeard { .. }
        | Question::ThroughCaptain { .. }
        | Question::Adjudicated { .. } => 36,
    };
    let decision = match decision {
        NamedDecision::ForfeitConfirmed { .. }
        | NamedDecision::ClaimRejected { .. }
        | NamedDecision::ClaimsBarred { .. }
        | NamedDecision::PostalChanged { .. }
        | NamedDecision::CarrierSet { .. }
        | NamedDecision::Penalty { .. }
        | NamedDecision::DatesSet { .. }
        | NamedDecision::LeaveGranted { .. }
        | NamedDecision::LeaveKept { .. }
        | NamedDecision::Corrected { .. }
        | NamedDecision::OfficialAbsent { .. }
        | NamedDecision::HandedOver { .. }
        | NamedDecision::Prolonged { .. }
        | NamedDecision::Result { .. }
        | NamedDecision::ClockReset { .. }
        | NamedDecision::MoveEntered { .. }
        | NamedDecision::Voided { .. }
        | NamedDecision::Reopened { .. }
        | NamedDecision::Paused { .. }
        | NamedDecision::Resumed { .. }
        | NamedDecision::LeaveCancelled { .. }
        | NamedDecision::AccessLost { .. }
        | NamedDecision::Withdrawn { .. }
        | NamedDecision::Revoked { .. }
        | NamedDecision::PassRevoked { .. }
        | NamedDecision::Redated { .. }
        | NamedDecision::Dismissed { .. }
        | NamedDecision::Silence { .. }
        | NamedDecision::Compensated { .. }
        | NamedDecision::Replaced { .. }
        | NamedDecision::TournamentPaused { .. } => 31,
    };
    body + remark + question + decision
}
