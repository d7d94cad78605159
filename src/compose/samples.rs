//! stub
use super::{Composer, TemplateError};
pub fn render_all(_c: &Composer, _f: impl FnMut(&str, &str, &str)) -> Result<(), TemplateError> {
    Ok(())
}
