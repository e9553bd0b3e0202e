//! The signer of a server: with the key in its data folder, which is created at the first start.

use std::path::Path;

use giog_rooms::Random;
use giog_rules::fairness::{Hex, Signer};

use crate::database_mark::DatabaseMark;
use crate::key::SigningKey;
use crate::run_error::RunError;

/// Reads the signing key from the data folder, or creates one. Only the server's user may read it.
pub fn signer(data_dir: &Path, random: &mut dyn Random) -> Result<Signer, RunError> {
    if let Some(key) = SigningKey::read(data_dir)? {
        return Ok(key.signer());
    }
    if DatabaseMark::read(data_dir)?.is_missing() {
        // Before the key is created, so that every key that has served no database has a mark.
        DatabaseMark::reset(data_dir)?;
    }
    let mut secret = [0; 32];
    random.fill(&mut secret);
    let key = SigningKey(Hex(secret));
    key.put(data_dir)?;
    Ok(key.signer())
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;
    use crate::ambient::OsRandom;
    use crate::key::{FILE, KeyError};

    #[test]
    fn the_key_is_made_once_and_kept() {
        let dir = tempfile::tempdir().expect("a temporary folder");
        let first = signer(dir.path(), &mut OsRandom).expect("a new key");
        let again = signer(dir.path(), &mut OsRandom).expect("the same key");
        assert_eq!(first.public_key(), again.public_key());
    }

    #[test]
    fn a_damaged_key_is_not_replaced() {
        let dir = tempfile::tempdir().expect("a temporary folder");
        fs::write(dir.path().join(FILE), "not a key").expect("the file is written");
        assert!(matches!(
            signer(dir.path(), &mut OsRandom),
            Err(RunError::Key(KeyError::Damaged(_)))
        ));
        assert_eq!(
            fs::read_to_string(dir.path().join(FILE)).expect("it is there"),
            "not a key"
        );
    }

    #[test]
    fn a_key_from_a_backup_replaces_no_other() {
        let (from, to) = (tempfile::tempdir(), tempfile::tempdir());
        let (from, to) = (from.expect("a folder"), to.expect("a folder"));
        let first = signer(from.path(), &mut OsRandom).expect("a new key");
        let key = SigningKey::read(from.path()).expect("it can be read");
        let key = SigningKey::from_text(&key.expect("it is there").text()).expect("a key");
        assert_eq!(key.public_key(), first.public_key().0);
        let deeper = to.path().join("data");
        for _ in 0..2 {
            key.check_fits(&deeper).expect("it fits");
            key.put(&deeper).expect("it is put");
        }
        let again = signer(&deeper, &mut OsRandom).expect("the same key");
        assert_eq!(again.public_key(), first.public_key());
        let other = signer(to.path(), &mut OsRandom).expect("another key");
        assert!(matches!(key.check_fits(to.path()), Err(KeyError::Other(_))));
        assert!(matches!(key.put(to.path()), Err(KeyError::Other(_))));
        let still = signer(to.path(), &mut OsRandom).expect("it is there");
        assert_eq!(still.public_key(), other.public_key());
    }
}
