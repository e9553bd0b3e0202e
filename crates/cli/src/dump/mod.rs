//! `giog dump`: the finished public matches by month, in files that anybody can work with; the server may be running.

mod card;
mod contents;
mod folder;
mod month;
mod readme;

use std::collections::BTreeSet;
use std::io;
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Result;
use giog_store::PublicMatches;

use self::card::{About, Card};
use self::folder::{Folder, README};
use self::month::Month;
use crate::place::Place;
use crate::plain::plain;
use crate::web::block_on;

/// The exit status if records of a damaged database are missing, as of a backup.
const INCOMPLETE: u8 = 3;

/// The arguments of `giog dump`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The folder of the dump. Months that are there already stay as they are, unless matches of them were deleted
    #[arg(long)]
    folder: PathBuf,
    /// Only this month, as in 2026-01; may be given several times
    #[arg(long, value_name = "MONTH")]
    month: Vec<Month>,
    /// Only this month and later ones
    #[arg(long, value_name = "MONTH", conflicts_with = "month")]
    since: Option<Month>,
    /// The terms under which the data may be used, as in CC0-1.0
    #[arg(long, value_name = "TEXT")]
    license: Option<String>,
    #[command(flatten)]
    place: Place,
}

impl Args {
    fn wants(&self, month: Month) -> bool {
        let among = self.month.is_empty() || self.month.contains(&month);
        among && self.since.is_none_or(|since| month >= since)
    }
}

/// What happened to the file of a month.
enum Done {
    Written(Card),
    Unchanged(Card),
    /// There are no matches any more.
    Removed,
    /// There are no matches.
    Nothing,
}

/// Brings the folder up to date, and prints a line for each month.
pub fn run(args: &Args, mut say: impl io::Write) -> Result<ExitCode> {
    let settings = args.place.settings()?;
    let url = settings.database_url();
    block_on(async {
        let mut matches = PublicMatches::open(&url).await?;
        let folder = Folder::open(&args.folder)?;
        let about = About::of(&settings, args.license.as_deref(), &mut matches).await?;
        let now = Month::of(matches.now().await?);
        let mut unreadable = 0;
        for month in months(args, &folder, &mut matches, now).await? {
            let done = bring_up_to_date(&folder, &mut matches, &about, (month, month < now));
            let (what, card) = match done.await? {
                Done::Written(card) => ("written", card),
                Done::Unchanged(card) => ("unchanged", card),
                Done::Removed => {
                    writeln!(say, "{month}: no matches any more, removed")?;
                    continue;
                }
                Done::Nothing => {
                    writeln!(say, "{month}: no matches")?;
                    continue;
                }
            };
            unreadable += card.contents.unreadable;
            let (matches, bytes) = (card.contents.matches, card.contents.bytes);
            writeln!(say, "{month}: {matches} matches, {bytes} bytes, {what}")?;
        }
        matches.close().await;
        let cards = folder.cards()?;
        folder.put_text(README, &readme::readme(&about, &cards))?;
        folder.put_sums(&cards)?;
        if unreadable == 0 {
            return Ok(ExitCode::SUCCESS);
        }
        let path = args.folder.display().to_string();
        let path = plain(&path);
        writeln!(
            say,
            "{unreadable} records of the database cannot be read and are missing in {path}: `giog check` says more"
        )?;
        Ok(ExitCode::from(INCOMPLETE))
    })
}

/// The wanted months: those in the folder, and all from the oldest match to now.
async fn months(
    args: &Args,
    folder: &Folder,
    matches: &mut PublicMatches,
    now: Month,
) -> Result<BTreeSet<Month>> {
    let mut months: BTreeSet<Month> = folder.cards()?.iter().map(|card| card.month).collect();
    months.extend(&args.month);
    if let Some(oldest) = matches.oldest().await? {
        let oldest = Month::of(oldest);
        let all = std::iter::successors(Some(oldest), |month| Some(month.next()));
        months.extend(all.take_while(|month| *month <= now));
    }
    months.retain(|month| args.wants(*month));
    Ok(months)
}

async fn bring_up_to_date(
    folder: &Folder,
    matches: &mut PublicMatches,
    about: &About,
    (month, complete): (Month, bool),
) -> Result<Done> {
    let before = folder.card(month);
    let (ids, count) = contents::ids_of(matches, month).await?;
    if count == 0 {
        folder.remove(month)?;
        return Ok(before.map_or(Done::Nothing, |_| Done::Removed));
    }
    let (contents, is_new) = match before {
        Some(card) if card.is_of(ids) => (card.contents, false),
        _ => (contents::write(folder, matches, month).await?, true),
    };
    let card = Card::new(month, complete, about.clone(), contents);
    folder.put_card(&card)?;
    Ok(if is_new {
        Done::Written(card)
    } else {
        Done::Unchanged(card)
    })
}
