//! `giog fit-ratings`: how well ratings foretold the rated matches of a server's database, and whether another β would have done it better. The
//! server may be running; nothing is changed.

use std::collections::BTreeMap;
use std::io::Write;

use anyhow::Result;
use giog_ratings::fit::{BETAS, Fit, Played, Seated, fit};
use giog_ratings::{Anchor, Pool, seated_anchor};
use giog_rules::PlayerId;
use giog_store::{PublicMatches, RatedPlay};

use crate::place::Place;
use crate::web::block_on;

/// With fewer matches, which β fits best is mostly chance.
const ENOUGH_MATCHES: usize = 10_000;

/// The arguments of `giog fit-ratings`.
#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(flatten)]
    place: Place,
}

/// Reads all rated matches and prints a line for each β, and one for each pool.
pub fn run(args: &Args, mut say: impl Write) -> Result<()> {
    let (_, url) = args.place.find()?;
    let pools = block_on(async {
        let mut matches = PublicMatches::open(&url).await?;
        let pools = read(&mut matches).await?;
        matches.close().await;
        Ok(pools)
    })?;
    let (pools, played): (Vec<Pool>, Vec<Vec<Played<PlayerId>>>) = pools.into_iter().unzip();
    let count: usize = played.iter().map(Vec::len).sum();
    let fits = fit(&played, &BETAS);
    let pairs = fits.all.first().map_or(0, |fit| fit.pairs);
    writeln!(
        say,
        "{count} rated matches in {} pools; of the second half of each, {pairs} pairs are foretold that are not tied",
        pools.len()
    )?;
    if pairs == 0 {
        return Ok(());
    }
    writeln!(
        say,
        "the log-loss of a pair is 0.6931 if nothing is known; beside it, how much more it is than with the β of ratings"
    )?;
    for of in &fits.all {
        writeln!(say, "{}", line(of))?;
    }
    for ((pool, of), fits) in pools.iter().zip(&played).zip(&fits.pools) {
        let losses = fits.iter().map(|fit| format!("{:.4}", fit.log_loss));
        let losses: Vec<String> = losses.collect();
        writeln!(say, "{pool}, {} matches: {}", of.len(), losses.join(" "))?;
    }
    if count < ENOUGH_MATCHES {
        writeln!(
            say,
            "with fewer than {ENOUGH_MATCHES} matches, the differences are mostly chance"
        )?;
    }
    Ok(())
}

fn line(fit: &Fit) -> String {
    let Fit {
        beta,
        log_loss,
        more: (more, error),
        ..
    } = fit;
    format!(
        "β {beta:5.2}  {log_loss:.4}  {more:+.4} ± {:.4}",
        2.0 * error
    )
}

/// The matches of each pool, the earliest first.
async fn read(matches: &mut PublicMatches) -> Result<BTreeMap<Pool, Vec<Played<PlayerId>>>> {
    let (mut pools, mut cursor) = (BTreeMap::<Pool, Vec<_>>::new(), None);
    loop {
        let page = matches.rated(cursor).await?;
        for play in page.items {
            let ended = played(&play);
            pools.entry(play.pool).or_default().push(ended);
        }
        cursor = page.next;
        if cursor.is_none() {
            break;
        }
    }
    // They come the latest first.
    for played in pools.values_mut() {
        played.reverse();
    }
    Ok(pools)
}

/// Those of a match whose data were not deleted; without its computer players if an earlier version did not store how they did.
fn played(play: &RatedPlay) -> Played<PlayerId> {
    let people = play.people.iter();
    let people = people.map(|one| (Seated::Person(one.player), one.rank.into()));
    let anchor = seated_anchor(&play.pool).map(Anchor::rating);
    let ranks = play.anchors.iter().flatten();
    let anchors = ranks.filter_map(|&rank| Some((Seated::Anchor(anchor?), rank.into())));
    Played {
        at_ms: play.ended_at.unix_ms(),
        seats: people.chain(anchors).collect(),
    }
}
