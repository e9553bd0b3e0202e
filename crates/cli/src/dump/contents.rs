//! Writes the matches of a month: one after another, so that one record is in memory at a time.

use std::collections::BTreeMap;
use std::io::{self, BufWriter, Write};

use anyhow::Context as _;
use giog_rules::Timestamp;
use giog_rules::fairness::Hex;
use giog_store::{PublicMatch, PublicMatches, StoreError};
use sha2::{Digest as _, Sha256};
use zstd::stream::write::Encoder;

use super::card::Contents;
use super::folder::{Folder, matches_file};
use super::month::Month;

/// Records are mostly random: beyond this level, files become little shorter and take much longer.
const LEVEL: i32 = 9;

/// How a file is compressed, in the words of RFC 8878.
const COMPRESSION: &str = "zstd";

/// The hash of the ids of all listed matches of a month, and their number.
pub async fn ids_of(matches: &mut PublicMatches, month: Month) -> anyhow::Result<(Hex<32>, u64)> {
    let (mut ids, mut count, mut after) = (Sha256::new(), 0, None);
    loop {
        let page = matches.page(month.range(), after).await?;
        let Some(last) = page.last() else {
            return Ok((Hex(ids.finalize().into()), count));
        };
        after = Some(last.place);
        count += page.len() as u64;
        for one in page {
            ids.update(one.match_id.as_bytes());
        }
    }
}

/// Writes the file of a month, and moves it to its place.
pub async fn write(
    folder: &Folder,
    matches: &mut PublicMatches,
    month: Month,
) -> anyhow::Result<Contents> {
    let name = matches_file(month);
    let new = folder.new_file(&name)?;
    let mut file = Writer::new(new.as_file()).with_context(|| name.clone())?;
    let (mut ids, mut after) = (Sha256::new(), None);
    loop {
        let page = matches.page(month.range(), after).await?;
        let Some(last) = page.last() else { break };
        after = Some(last.place);
        for one in page {
            ids.update(one.match_id.as_bytes());
            match matches.record(one.match_id).await {
                Ok(Some(record)) => match record.open() {
                    Ok(line) => file.add(&one, &line).with_context(|| name.clone())?,
                    Err(_) => file.counts.unreadable += 1,
                },
                // It was deleted because of its age, a moment ago.
                Ok(None) => {}
                Err(StoreError::Damaged(_) | StoreError::Corrupt(_)) => {
                    file.counts.unreadable += 1;
                }
                Err(error) => return Err(error.into()),
            }
        }
    }
    let contents = file.finish(name.clone(), Hex(ids.finalize().into()));
    let contents = contents.with_context(|| name.clone())?;
    folder.put(new, &name)?;
    Ok(contents)
}

/// The file of a month, as far as it is written.
struct Writer<W: Write> {
    out: Encoder<'static, Hashed<BufWriter<W>>>,
    counts: Counts,
}

/// What is counted meanwhile.
#[derive(Default)]
struct Counts {
    uncompressed_bytes: u64,
    matches: u64,
    games: BTreeMap<String, u64>,
    ended: Option<(Timestamp, Timestamp)>,
    unreadable: u64,
}

impl<W: Write> Writer<W> {
    fn new(out: W) -> io::Result<Self> {
        let out = Hashed {
            out: BufWriter::new(out),
            hash: Sha256::new(),
            bytes: 0,
        };
        let mut out = Encoder::new(out, LEVEL)?;
        out.include_checksum(true)?;
        let counts = Counts::default();
        Ok(Self { out, counts })
    }

    fn add(&mut self, one: &PublicMatch, line: &[u8]) -> io::Result<()> {
        let counts = &mut self.counts;
        if line.contains(&b'\n') {
            // Canonical JSON has no line ends: this is not what was stored.
            counts.unreadable += 1;
            return Ok(());
        }
        self.out.write_all(line)?;
        self.out.write_all(b"\n")?;
        counts.uncompressed_bytes += line.len() as u64 + 1;
        counts.matches += 1;
        *counts.games.entry(one.variant.clone()).or_default() += 1;
        let (first, last) = counts.ended.unwrap_or((one.ended_at, one.ended_at));
        counts.ended = Some((first.min(one.ended_at), last.max(one.ended_at)));
        Ok(())
    }

    fn finish(self, file: String, ids_sha256: Hex<32>) -> io::Result<Contents> {
        let mut out = self.out.finish()?;
        out.flush()?;
        let counts = self.counts;
        Ok(Contents {
            file,
            compression: COMPRESSION.to_owned(),
            bytes: out.bytes,
            sha256: Hex(out.hash.finalize().into()),
            uncompressed_bytes: counts.uncompressed_bytes,
            matches: counts.matches,
            games: counts.games,
            first_ended_at: counts.ended.map(|(first, _)| first),
            last_ended_at: counts.ended.map(|(_, last)| last),
            ids_sha256,
            unreadable: counts.unreadable,
        })
    }
}

/// Hashes and counts what is written.
struct Hashed<W> {
    out: W,
    hash: Sha256,
    bytes: u64,
}

impl<W: Write> Write for Hashed<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.out.write(bytes)?;
        self.hash.update(&bytes[..written]);
        self.bytes += written as u64;
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}
