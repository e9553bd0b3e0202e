//! Checks of texts before any SQL, so that both databases refuse the same.

use crate::Rejection;

/// Checks that both databases can store a text.
pub(crate) fn check_text(
    what: &'static str,
    text: &str,
    limit_bytes: usize,
) -> Result<(), Rejection> {
    if text.contains('\0') {
        return Err(Rejection::Nul { what });
    }
    check_len(what, text.len(), limit_bytes)
}

/// Checks that a length is within its limit.
pub(crate) fn check_len(
    what: &'static str,
    len_bytes: usize,
    limit_bytes: usize,
) -> Result<(), Rejection> {
    if len_bytes > limit_bytes {
        Err(Rejection::TooLarge {
            what,
            len_bytes,
            limit_bytes,
        })
    } else {
        Ok(())
    }
}
