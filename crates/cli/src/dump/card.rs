//! The data card of a month: what the file is, for programs. It has no time of its making, so it only changes if something in it does.

use std::collections::BTreeMap;

use giog_rules::Timestamp;
use giog_rules::fairness::Hex;
use giog_server::Settings;
use giog_store::PublicMatches;
use serde::{Deserialize, Serialize};

use super::month::Month;

/// The version of the format of a dump.
const FORMAT: u32 = 1;

/// What a line is.
const RECORD: &str = "One finished match a line: its record as it was signed, canonical JSON (RFC 8785) in UTF-8, in the order in which the matches ended. docs/RECORD.md of giog describes all fields; `giog judge` judges every line, `giog verify` proves one.";

/// What is in it of people, and what is not.
const PEOPLE: &str = "Only matches of tables that the server lists for everybody; none of unlisted tables or tables with a password. There are no names: a person is an opaque id, the same in all matches of theirs. The id of somebody who had themselves forgotten stays, and nothing leads from it to them any more. Do not try to find out who people are.";

/// Where the dump is from, and under which terms.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct About {
    /// The name of the server.
    pub server: String,
    /// Its address; none if the settings have none.
    pub url: Option<String>,
    /// The terms, in the operator's words.
    pub license: String,
    /// The server's public keys, with which the records are signed.
    pub keys: Vec<Key>,
    /// The program that wrote it.
    pub made_by: String,
}

/// A public key of the server.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Key {
    /// Ed25519, 64 hex digits.
    pub public_key: Hex<32>,
    /// When the server first signed with it.
    pub first_used_at: Timestamp,
}

impl About {
    /// What the settings and the database say.
    pub async fn of(
        settings: &Settings,
        license: Option<&str>,
        matches: &mut PublicMatches,
    ) -> anyhow::Result<Self> {
        let keys = matches.keys().await?;
        let key = |(key, first_used_at)| Key {
            public_key: Hex(key),
            first_used_at,
        };
        let unsaid =
            "The operator of the server states no license: ask before you publish the data again.";
        Ok(Self {
            server: settings.site.name.clone(),
            url: settings.public_url.as_ref().map(ToString::to_string),
            license: license.unwrap_or(unsaid).to_owned(),
            keys: keys.into_iter().map(key).collect(),
            made_by: concat!("giog ", env!("CARGO_PKG_VERSION")).to_owned(),
        })
    }
}

/// The data card of a month.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Card {
    /// The version of this format.
    pub format: u32,
    /// The month, in UTC, in which the matches ended.
    pub month: Month,
    /// Whether the month was over.
    pub complete: bool,
    #[serde(flatten)]
    pub about: About,
    /// What a line is.
    pub lines: String,
    /// What is in it of people.
    pub people: String,
    #[serde(flatten)]
    pub contents: Contents,
}

/// The file of a month.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Contents {
    /// Its name.
    pub file: String,
    /// How it is compressed.
    pub compression: String,
    /// Its length.
    pub bytes: u64,
    /// Its hash.
    pub sha256: Hex<32>,
    /// Its length without compression.
    pub uncompressed_bytes: u64,
    /// The number of its lines.
    pub matches: u64,
    /// The same by game: the id of a variant, and the number.
    pub games: BTreeMap<String, u64>,
    /// When the first of its matches ended; none without matches.
    pub first_ended_at: Option<Timestamp>,
    /// When the last of its matches ended; none without matches.
    pub last_ended_at: Option<Timestamp>,
    /// The hash of the ids of the matches that the server listed, 16 bytes each: if it is the same, so is the file.
    pub ids_sha256: Hex<32>,
    /// Records that a damaged database could not give, and that are missing here.
    pub unreadable: u64,
}

impl Card {
    /// The card of this file.
    pub fn new(month: Month, complete: bool, about: About, contents: Contents) -> Self {
        Self {
            format: FORMAT,
            month,
            complete,
            about,
            lines: RECORD.to_owned(),
            people: PEOPLE.to_owned(),
            contents,
        }
    }

    /// Whether its file has exactly the matches with this hash of their ids, and so need not be written again.
    pub fn is_of(&self, ids_sha256: Hex<32>) -> bool {
        let is_whole = self.format == FORMAT && self.contents.unreadable == 0;
        is_whole && self.contents.ids_sha256 == ids_sha256
    }
}
