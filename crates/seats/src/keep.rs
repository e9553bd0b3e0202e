//! Files on the person's machine: for each server their token, and the proofs of the matches that they played there.

use std::fs::{self, File};
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};

use anyhow::Context;
use giog_rules::{MatchId, PlayerId, Receipt};
use serde::{Deserialize, Serialize};

use crate::address::{Address, file_name};

/// The file with the token.
const TOKEN_FILE: &str = "token.json";
/// The file with the former token.
const FORMER_FILE: &str = "former-token.json";
/// The folder with the files of engines.
const ENGINES: &str = "engines";
/// The folder with the receipts.
const RECEIPTS: &str = "receipts";

/// The folder of one server.
#[derive(Clone, Debug)]
pub struct Keep {
    server: Address,
    folder: PathBuf,
}

/// The person's identity on a server.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Identity {
    /// The server's address, so that the token is sent to no other server.
    server: String,
    /// The person's id.
    pub player: PlayerId,
    /// The token. Anybody who has it can act as this player.
    pub token: String,
}

impl Keep {
    /// The folder of a server, in the user's folder for settings on this system.
    pub fn of(server: &Address) -> anyhow::Result<Self> {
        let settings = settings_folder()
            .context("no configuration folder: neither XDG_CONFIG_HOME nor a home folder is set")?;
        Ok(Self {
            server: server.clone(),
            folder: settings.join("giog").join(server.file_name()),
        })
    }

    /// The folder of an engine that plays on a server with this name: it has an identity of its own.
    pub fn of_engine(server: &Address, name: &str) -> anyhow::Result<Self> {
        let mut keep = Self::of(server)?;
        keep.folder = keep.folder.join(ENGINES).join(file_name(name));
        Ok(keep)
    }

    /// The stored identity on this server, if any.
    pub fn identity(&self) -> anyhow::Result<Option<Identity>> {
        let path = self.token_path();
        let bytes = match fs::read(&path) {
            Ok(bytes) => bytes,
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
            Err(error) => {
                return Err(error).with_context(|| format!("`{}` cannot be read", path.display()));
            }
        };
        let identity: Identity = serde_json::from_slice(&bytes).with_context(|| {
            format!(
                "`{}` has no token; delete it to continue as a new guest",
                path.display()
            )
        })?;
        Ok(Some(identity).filter(|identity| identity.server == self.server.to_string()))
    }

    /// The path of the token file.
    pub fn token_path(&self) -> PathBuf {
        self.folder.join(TOKEN_FILE)
    }

    /// Renames the token file, so that the next connection is a new guest; returns the new path, if there was a token.
    pub fn put_identity_aside(&self) -> anyhow::Result<Option<PathBuf>> {
        let aside = self.folder.join(FORMER_FILE);
        match fs::rename(self.token_path(), &aside) {
            Ok(()) => Ok(Some(aside)),
            Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
            Err(error) => {
                let path = self.token_path();
                Err(error).with_context(|| format!("`{}` cannot be renamed", path.display()))
            }
        }
    }

    /// Stores the identity in a file that only this user can read.
    pub fn keep_identity(&self, player: PlayerId, token: &str) -> anyhow::Result<Identity> {
        let identity = Identity {
            server: self.server.to_string(),
            player,
            token: token.to_owned(),
        };
        self.write(
            Path::new(TOKEN_FILE),
            &serde_json::to_vec_pretty(&identity)?,
        )?;
        Ok(identity)
    }

    /// Stores a receipt; returns its path.
    pub fn keep_receipt(&self, receipt: &Receipt) -> anyhow::Result<PathBuf> {
        let bytes = serde_json::to_vec(receipt)?;
        self.write(&receipt_name(receipt.match_id), &bytes)
    }

    /// The stored receipt of a match; `None` if there is none, or if it cannot be read.
    pub fn receipt(&self, match_id: MatchId) -> Option<Receipt> {
        let bytes = fs::read(self.receipt_path(match_id)).ok()?;
        serde_json::from_slice(&bytes).ok()
    }

    /// The path of a match's receipt.
    pub fn receipt_path(&self, match_id: MatchId) -> PathBuf {
        self.folder.join(receipt_name(match_id))
    }

    /// Writes a file atomically.
    fn write(&self, name: &Path, bytes: &[u8]) -> anyhow::Result<PathBuf> {
        let path = self.folder.join(name);
        let cannot = || format!("`{}` cannot be written", path.display());
        make_private_folder(path.parent().unwrap_or(&self.folder)).with_context(cannot)?;
        let half = path.with_extension(format!("{}.new", std::process::id()));
        let written = private_file(&half).and_then(|mut file| {
            file.write_all(bytes)?;
            file.sync_all()
        });
        written
            .and_then(|()| fs::rename(&half, &path))
            .with_context(cannot)?;
        Ok(path)
    }
}

fn receipt_name(match_id: MatchId) -> PathBuf {
    Path::new(RECEIPTS).join(format!("{match_id}.json"))
}

/// The folder for users' settings on this system.
fn settings_folder() -> Option<PathBuf> {
    let from = |name: &str| {
        let path = std::env::var_os(name).map(PathBuf::from);
        path.filter(|path| path.is_absolute())
    };
    from("XDG_CONFIG_HOME")
        .or_else(|| from("APPDATA"))
        .or_else(|| std::env::home_dir().map(|home| home.join(".config")))
}

/// Creates a folder that only this user can read, unless it exists.
fn make_private_folder(path: &Path) -> std::io::Result<()> {
    let mut builder = fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(path)
}

#[cfg(unix)]
fn private_file(path: &Path) -> std::io::Result<File> {
    use std::os::unix::fs::OpenOptionsExt;
    // A file with this name may have been left behind by another process that was stopped.
    let _ = fs::remove_file(path);
    File::options()
        .write(true)
        .create_new(true)
        .mode(0o600)
        .open(path)
}

#[cfg(not(unix))]
fn private_file(path: &Path) -> std::io::Result<File> {
    File::create(path)
}

#[cfg(test)]
mod tests {
    use uuid::Uuid;

    use super::*;

    fn keep(folder: &Path, server: &str) -> Keep {
        Keep {
            server: server.parse().expect("an address"),
            folder: folder.join("server"),
        }
    }

    #[test]
    fn a_token_is_kept_for_its_server_alone() {
        let folder = tempfile::tempdir().expect("a folder");
        let here = keep(folder.path(), "http://a:1");
        assert!(here.identity().expect("readable").is_none());
        let player = PlayerId(Uuid::from_u128(7));
        let kept = here.keep_identity(player, "secret").expect("it is kept");
        assert!(here.identity().expect("readable") == Some(kept));
        // Another server with the same folder name.
        assert!(
            keep(folder.path(), "http://a_1")
                .identity()
                .expect("readable")
                .is_none()
        );
    }

    #[test]
    fn a_receipt_is_found_again_by_its_match() {
        let folder = tempfile::tempdir().expect("a folder");
        let keep = keep(folder.path(), "http://a:1");
        let text = format!(
            r#"{{"match_id":"{}","seed_commitment":"{}","seat":0,"entropy":"","start_signature":"{}","commitments":[]}}"#,
            Uuid::from_u128(9),
            "ab".repeat(32),
            "cd".repeat(64)
        );
        let receipt: Receipt = serde_json::from_str(&text).expect("a receipt");
        assert_eq!(keep.receipt(receipt.match_id), None);
        let path = keep.keep_receipt(&receipt).expect("it is kept");
        assert_eq!(path, keep.receipt_path(receipt.match_id));
        assert_eq!(keep.receipt(receipt.match_id), Some(receipt));
    }

    #[cfg(unix)]
    #[test]
    fn nobody_else_may_read_a_token() {
        use std::os::unix::fs::PermissionsExt;
        let folder = tempfile::tempdir().expect("a folder");
        let keep = keep(folder.path(), "http://a:1");
        keep.keep_identity(PlayerId(Uuid::from_u128(7)), "secret")
            .expect("it is kept");
        let mode = |path: &Path| {
            fs::metadata(path)
                .expect("it is there")
                .permissions()
                .mode()
                & 0o777
        };
        assert_eq!(mode(&keep.folder.join(TOKEN_FILE)), 0o600);
        assert_eq!(mode(&keep.folder), 0o700);
    }

    #[test]
    fn a_broken_file_is_an_error_and_no_new_guest() {
        let folder = tempfile::tempdir().expect("a folder");
        let keep = keep(folder.path(), "http://a:1");
        keep.write(Path::new(TOKEN_FILE), b"{")
            .expect("it is written");
        assert!(keep.identity().is_err());
    }
}
