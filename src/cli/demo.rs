//! demo
use super::output::Output;
use crate::error::Failure;
use std::path::Path;
/// demo
pub fn run(_out: &Output, _dir: &Path) -> Result<(), Failure> {
    Ok(())
}
