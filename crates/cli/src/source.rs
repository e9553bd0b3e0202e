//! Reads a record from a file, standard input, or a server.

use std::fs::File;
use std::io::{self, Read};

use anyhow::{Context, ensure};
use giog_protocol::rest::{DeletedMatch, ProblemDetails};
use giog_rules::fairness::{Hex, PublicKey};
use giog_rules::record::Record;
use giog_rules::{MatchId, Seat};
use giog_seats::Address;
use reqwest::{Client, Url};
use serde_json::Value;
use sha2::{Digest as _, Sha256};

use crate::web::{self, ANSWER_TIMEOUT, Ask, Refused};

/// The longest record that is read; a usual one has some 20 KiB.
pub const RECORD_LIMIT_BYTES: usize = 16 << 20;
/// The path of a server's matches.
const MATCHES: &str = "/api/v1/matches/";
/// The path of a server's public keys.
const KEYS: &str = "/api/v1/keys";

/// The bytes of a record, and the keys of the server that they come from.
#[derive(Debug)]
pub struct Found {
    /// The record.
    pub bytes: Vec<u8>,
    /// The server's public keys, if the source is a server that publishes any.
    pub published: Option<Published>,
}

/// What a server has stored of the match of a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StoredCopy {
    /// A record: the same, or another one.
    Record {
        /// Whether it is the same.
        same: bool,
    },
    /// The server has deleted the match, and has stored only the SHA-256 of its record: of the same, or of another one.
    Deleted {
        /// Whether it is that of the same record.
        same: bool,
        /// What the server has stored.
        deleted: DeletedMatch,
    },
}

impl StoredCopy {
    /// Whether it matches the record.
    pub const fn same(&self) -> bool {
        match self {
            Self::Record { same } | Self::Deleted { same, .. } => *same,
        }
    }
}

/// The public keys that a server publishes. They prove nothing: somebody who changes a record can publish another key with it.
#[derive(Debug)]
pub struct Published {
    /// The server.
    pub server: String,
    /// Its keys.
    pub keys: Vec<PublicKey>,
}

/// Reads a file, `-` for standard input, or an `http(s)://` address.
pub fn read(name: &str) -> anyhow::Result<Found> {
    if name == "-" {
        local(io::stdin().lock())
    } else if name.starts_with("http://") || name.starts_with("https://") {
        web::block_on(fetch(name))
    } else {
        local(File::open(name).with_context(|| format!("`{name}` cannot be opened"))?)
    }
}

/// Reads a record, for one of its seats.
pub fn record_of_seat(name: &str, seat: u8) -> anyhow::Result<(Record, Seat)> {
    let seat = Seat::try_from(seat).ok().context("there is no such seat")?;
    let found = read(name)?;
    let record = serde_json::from_slice(&found.bytes).context("this is no record")?;
    Ok((record, seat))
}

fn local(input: impl Read) -> anyhow::Result<Found> {
    let mut bytes = Vec::new();
    input
        .take(RECORD_LIMIT_BYTES as u64 + 1)
        .read_to_end(&mut bytes)
        .context("cannot read the record")?;
    ensure!(
        bytes.len() <= RECORD_LIMIT_BYTES,
        "this is longer than any record"
    );
    Ok(Found {
        bytes,
        published: None,
    })
}

/// Compares the record with what a server has stored of its match.
pub fn compare(server: &Address, id: MatchId, bytes: &[u8]) -> anyhow::Result<StoredCopy> {
    let sha256 = |bytes: &[u8]| Hex::<32>(Sha256::digest(without_line_ends(bytes)).into());
    let url = server.rest(&format!("/matches/{id}/record"));
    let asked = async { get(&web::client(ANSWER_TIMEOUT)?, url).await };
    match web::block_on(asked) {
        Ok(record) => Ok(StoredCopy::Record {
            same: sha256(&record) == sha256(bytes),
        }),
        Err(error) => match error.downcast_ref() {
            Some(&Refused(ProblemDetails {
                deleted: Some(deleted),
                ..
            })) => Ok(StoredCopy::Deleted {
                same: deleted.record_sha256 == sha256(bytes),
                deleted,
            }),
            _ => Err(error),
        },
    }
}

/// A record without the line ends that editors and shells append.
fn without_line_ends(mut bytes: &[u8]) -> &[u8] {
    while let [before @ .., b'\n' | b'\r'] = bytes {
        bytes = before;
    }
    bytes
}

async fn fetch(address: &str) -> anyhow::Result<Found> {
    let url =
        record_url(Url::parse(address).with_context(|| format!("`{address}` is not an address"))?);
    let client = web::client(ANSWER_TIMEOUT)?;
    let bytes = get(&client, url.clone()).await?;
    let published = match keys_url(&url) {
        Some(keys) => published(&client, keys).await,
        None => None,
    };
    Ok(Found { bytes, published })
}

/// The URL of a match's record, if the URL of the match was given.
fn record_url(mut url: Url) -> Url {
    let path = url.path().trim_end_matches('/');
    if path
        .rsplit_once(MATCHES)
        .is_some_and(|(_, id)| !id.is_empty() && !id.contains('/'))
    {
        let path = format!("{path}/record");
        url.set_path(&path);
    }
    url
}

/// The URL at which the record's server publishes its keys.
fn keys_url(record: &Url) -> Option<Url> {
    let (prefix, _) = record.path().split_once(MATCHES)?;
    let mut url = record.clone();
    url.set_path(&format!("{prefix}{KEYS}"));
    url.set_query(None);
    Some(url)
}

/// The server's keys; `None` if they cannot be read, because nothing depends on them.
async fn published(client: &Client, keys: Url) -> Option<Published> {
    let server = keys.origin().ascii_serialization();
    let answer: Value = serde_json::from_slice(&get(client, keys).await.ok()?).ok()?;
    let mut found = Vec::new();
    collect_keys(&answer, &mut found);
    Some(Published {
        server,
        keys: found,
    })
}

/// Collects every text that is a key, wherever it is in the JSON value.
fn collect_keys(value: &Value, keys: &mut Vec<PublicKey>) {
    match value {
        Value::String(text) => keys.extend(text.parse::<PublicKey>()),
        Value::Array(values) => values.iter().for_each(|value| collect_keys(value, keys)),
        Value::Object(fields) => fields.values().for_each(|value| collect_keys(value, keys)),
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}

async fn get(client: &Client, url: Url) -> anyhow::Result<Vec<u8>> {
    let ask = Ask {
        accept: "application/json",
        token: None,
        limit_bytes: RECORD_LIMIT_BYTES,
    };
    web::get(client, url, ask).await
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(address: &str, record: &str, keys: Option<&str>) {
        let url = record_url(address.parse().expect("a test's address"));
        assert_eq!(url.as_str(), record);
        assert_eq!(keys_url(&url).as_ref().map(Url::as_str), keys);
    }

    #[test]
    fn the_address_of_a_match_leads_to_its_record_and_its_servers_keys() {
        let (record, keys) = (
            "http://a:1/api/v1/matches/m/record",
            Some("http://a:1/api/v1/keys"),
        );
        check("http://a:1/api/v1/matches/m", record, keys);
        check("http://a:1/api/v1/matches/m/", record, keys);
        check("http://a:1/api/v1/matches/m/record", record, keys);
        check(
            "http://a/under/api/v1/matches/m",
            "http://a/under/api/v1/matches/m/record",
            Some("http://a/under/api/v1/keys"),
        );
        check(
            "https://a/some/record.json",
            "https://a/some/record.json",
            None,
        );
    }
}
