//! Signs of life: as long as the server answers, it says so in the record each minute
//! (RULES.md 4).

use super::clerk::Clerk;
use std::time::Duration;

/// Time between two signs of life.
const BEAT: Duration = Duration::from_secs(60);

/// Gives signs of life for ever.
pub async fn pulse(clerk: Clerk) {
    loop {
        beat(&clerk).await;
        tokio::time::sleep(BEAT).await;
    }
}

/// Gives one sign of life.
pub async fn beat(clerk: &Clerk) {
    match clerk.does(|robot| robot.heartbeat()).await {
        Ok(None) => {}
        Ok(Some(away)) => {
            let minutes = (away.until.unix() - away.from.unix()) / 60;
            tracing::warn!("the server was away for {minutes} minutes: nobody's time");
        }
        Err(failure) => tracing::warn!("no sign of life: {failure}"),
    }
}
