//! Errors of settings that cannot be used.

use std::io;
use std::path::PathBuf;

use config::ConfigError;

use super::faults::Faults;

/// An error of settings that cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum BadSettings {
    /// A file or a variable cannot be parsed.
    #[error("cannot read the settings")]
    Unreadable(#[from] ConfigError),
    /// A variable is not valid text.
    #[error("the variable {0} is not in UTF-8")]
    NoText(String),
    /// A secret is set, and so is the file that has it.
    #[error("both {0} and {0}_FILE are set: only one can be used")]
    SecretTwice(&'static str),
    /// A file with a secret cannot be used.
    #[error("the file {path} that the variable {variable} names: {error}")]
    SecretFile {
        /// The variable.
        variable: String,
        /// The file.
        path: PathBuf,
        /// The reason.
        error: io::Error,
    },
    /// Some settings are wrong.
    #[error(transparent)]
    Wrong(#[from] Faults),
}
