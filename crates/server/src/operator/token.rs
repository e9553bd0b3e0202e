//! The operator's token: from the settings, or from a file in the data folder that is created at the first start.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use giog_rooms::Random;
use sha2::{Digest, Sha256};
use subtle::ConstantTimeEq;

use crate::private_file::write_secret;

/// The name of the file in the data folder.
pub const TOKEN_FILE: &str = "operator.token";
/// The length of a generated token in bytes.
const TOKEN_BYTES: usize = 32;

/// The operator's token.
#[derive(Clone)]
pub struct OperatorToken {
    /// The hash of the text. Hashes have the same length, so that comparing them does not reveal how much of a guess is right.
    digest: [u8; 32],
}

/// The file with the token cannot be read or created.
#[derive(Debug, thiserror::Error)]
#[error("the operator's token {path}: {error}")]
pub struct TokenError {
    /// The file.
    pub path: PathBuf,
    /// The reason.
    pub error: io::Error,
}

impl OperatorToken {
    /// The token with this text.
    pub fn new(text: &str) -> Self {
        let digest = Sha256::digest(text.as_bytes()).into();
        Self { digest }
    }

    /// Reads it from the data folder, or creates it there; only the server's user may read the file.
    pub fn keep(data_dir: &Path, random: &mut dyn Random) -> Result<Self, TokenError> {
        let path = data_dir.join(TOKEN_FILE);
        match fs::read_to_string(&path) {
            Ok(text) if !text.trim().is_empty() => Ok(Self::new(text.trim())),
            Ok(_) => Err(TokenError {
                path,
                error: io::Error::new(io::ErrorKind::InvalidData, "it is empty"),
            }),
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                let mut bytes = [0; TOKEN_BYTES];
                random.fill(&mut bytes);
                let text = hex::encode(bytes);
                write_secret(&path, &text).map_err(|error| TokenError { path, error })?;
                Ok(Self::new(&text))
            }
            Err(error) => Err(TokenError { path, error }),
        }
    }

    /// Whether this is the token. Takes the same time for every text.
    pub fn is(&self, text: &str) -> bool {
        let digest: [u8; 32] = Sha256::digest(text.as_bytes()).into();
        self.digest.ct_eq(&digest).into()
    }
}

impl std::fmt::Debug for OperatorToken {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("OperatorToken").finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ambient::OsRandom;

    #[test]
    fn the_token_is_made_once_and_readable_to_its_user_alone() {
        let dir = tempfile::tempdir().expect("a temporary folder");
        OperatorToken::keep(dir.path(), &mut OsRandom).expect("a new token");
        let path = dir.path().join(TOKEN_FILE);
        let text = fs::read_to_string(&path).expect("it is there");
        assert_eq!(text.trim().len(), TOKEN_BYTES * 2);
        let again = OperatorToken::keep(dir.path(), &mut OsRandom).expect("the same token");
        assert!(again.is(text.trim()));
        assert!(!again.is("") && !again.is(&text.trim()[1..]));
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            let mode = fs::metadata(&path)
                .expect("it is there")
                .permissions()
                .mode();
            assert_eq!(mode & 0o777, 0o600);
        }
    }

    #[test]
    fn an_empty_file_is_no_token() {
        let dir = tempfile::tempdir().expect("a temporary folder");
        fs::write(dir.path().join(TOKEN_FILE), "\n").expect("the file is written");
        assert!(OperatorToken::keep(dir.path(), &mut OsRandom).is_err());
    }
}
