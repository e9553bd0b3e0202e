//! Matches as they become public, for all who follow them. While somebody does, one task of this server reads them from the database, where
//! those of other servers are, too; nothing is read while nobody does.

use std::sync::Arc;
use std::time::Duration;

use giog_protocol::rest::{MatchSummary, ProblemCode};
use giog_rules::{MatchId, Variant};
use giog_store::{Archive, MAX_PAGE_MATCHES, MatchSummary as Stored, Publication, StoreError};
use tokio::sync::{Mutex, broadcast, watch};
use tokio::time::{MissedTickBehavior, interval, sleep};

use crate::address::Addresses;
use crate::outage;
use crate::places::{FEEDS, Places};
use crate::problem::RestError;
use crate::summaries::summaries;

/// How often it is looked whether there are new matches.
const EVERY: Duration = Duration::from_millis(250);
/// How often matches are numbered while nobody follows, so that there are never many to number.
const NUMBERED_EVERY: Duration = Duration::from_secs(30);
/// How many stored matches are read at a time for one follower.
const PAGE: u32 = 50;
/// Matches that a follower may leave unread. Whoever leaves more is cut off, and goes on with what is stored.
const UNREAD_MATCHES: usize = 1024;
/// How long it is waited for until a database that cannot be read is asked again.
pub(crate) const STORAGE_PAUSE: Duration = Duration::from_secs(1);

/// The matches that become public.
#[derive(Debug)]
pub(crate) struct Feed {
    /// Of streams over HTTP.
    pub places: Places,
    source: Arc<Source>,
}

/// Where they are read.
#[derive(Debug)]
struct Source {
    store: Arc<Archive>,
    stopping: watch::Receiver<bool>,
    later: broadcast::Sender<Arc<Published>>,
    /// Whether the task runs that reads them.
    is_reading: Mutex<bool>,
}

/// A match that became public.
#[derive(Debug)]
pub(crate) struct Published {
    /// When.
    pub at: Publication,
    /// What everybody may see of it.
    pub summary: MatchSummary,
}

/// The matches of a game, or all, that became public after some moment: first those that are stored, then others as they do.
#[derive(Debug)]
pub(crate) struct Following {
    source: Arc<Source>,
    variant: Option<Variant>,
    /// The last one that is not among them.
    after: Publication,
    /// All that become public after those that are stored, and perhaps some of these.
    later: broadcast::Receiver<Arc<Published>>,
    /// Whether some that are stored were not read yet.
    is_behind: bool,
}

/// Why there is no next match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum NotFollowed {
    /// Too many were left unread.
    TooSlow,
    /// They cannot be read from the database.
    Unread,
}

impl Feed {
    /// Nobody follows.
    pub fn new(store: Arc<Archive>, addresses: Addresses, stopping: watch::Receiver<bool>) -> Self {
        Self {
            places: Places::new(FEEDS, addresses),
            source: Arc::new(Source {
                store,
                stopping,
                later: broadcast::Sender::new(UNREAD_MATCHES),
                is_reading: Mutex::new(false),
            }),
        }
    }

    /// The matches of a game, or all, that became public after this one, or from now on. None if that is no public match.
    pub async fn follow(
        &self,
        variant: Option<Variant>,
        after: Option<MatchId>,
    ) -> Result<Option<Following>, StoreError> {
        let source = &self.source;
        let mut is_reading = source.is_reading.lock().await;
        // Afterwards every match that is stored now has its number.
        number_all(&source.store).await?;
        let now = source.store.last_publication().await?;
        let later = source.later.subscribe();
        if !*is_reading {
            *is_reading = true;
            tokio::spawn(read(Arc::clone(source), now));
        }
        drop(is_reading);
        let after = match after {
            Some(id) => source.store.publication(id).await?,
            None => Some(now),
        };
        Ok(after.map(|after| Following {
            source: Arc::clone(source),
            variant,
            after,
            later,
            is_behind: true,
        }))
    }
}

impl Following {
    /// The next matches, perhaps none yet.
    pub async fn next(&mut self) -> Result<Vec<Arc<Published>>, NotFollowed> {
        if self.is_behind {
            return self.read().await.map_err(|_| NotFollowed::Unread);
        }
        let later = self.later.recv().await;
        let published = later.map_err(|_| NotFollowed::TooSlow)?;
        let is_wanted = self.after < published.at
            && self
                .variant
                .is_none_or(|variant| variant == published.summary.variant);
        self.after = self.after.max(published.at);
        Ok(is_wanted.then_some(published).into_iter().collect())
    }

    /// The next matches, at least one, whatever happens meanwhile: what was left unread too long comes from the database, and a database that
    /// cannot be read is asked again.
    pub async fn next_some(&mut self) -> Vec<Arc<Published>> {
        loop {
            match self.next().await {
                Ok(published) if published.is_empty() => {}
                Ok(published) => return published,
                Err(NotFollowed::TooSlow) => self.is_behind = true,
                Err(NotFollowed::Unread) => sleep(STORAGE_PAUSE).await,
            }
        }
    }

    /// Whether the next matches are read from the database.
    pub const fn is_behind(&self) -> bool {
        self.is_behind
    }

    /// Reads stored matches.
    async fn read(&mut self) -> Result<Vec<Arc<Published>>, RestError> {
        let variant = self.variant.map(Variant::id);
        let store = &self.source.store;
        let page = store.published(variant, self.after, PAGE).await?;
        let Some(&(last, _)) = page.last() else {
            self.is_behind = false;
            return Ok(Vec::new());
        };
        let page = readable(store, page).await?;
        self.after = last;
        Ok(page.into_iter().map(Arc::new).collect())
    }
}

/// Numbers matches regularly, also while nobody follows.
pub(crate) async fn keep_numbered(store: Arc<Archive>) {
    loop {
        if let Err(error) = number_all(&store).await {
            outage::note(&error);
        }
        sleep(NUMBERED_EVERY).await;
    }
}

async fn number_all(store: &Archive) -> Result<(), StoreError> {
    while store.publish_matches().await? > 0 {}
    Ok(())
}

/// Reads matches after this one and passes them on, until nobody follows any more.
async fn read(source: Arc<Source>, mut last: Publication) {
    let mut ticks = interval(EVERY);
    ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    while !*source.stopping.borrow() {
        ticks.tick().await;
        {
            let mut is_reading = source.is_reading.lock().await;
            if source.later.receiver_count() == 0 {
                *is_reading = false;
                return;
            }
        }
        if let Err(error) = pass_on(&source, &mut last).await {
            tracing::debug!(%error, "public matches cannot be read; retrying");
        }
    }
}

/// Passes all matches after this one on.
async fn pass_on(source: &Source, last: &mut Publication) -> Result<(), RestError> {
    let store = &source.store;
    number_all(store).await?;
    loop {
        let page = store.published(None, *last, MAX_PAGE_MATCHES).await?;
        let Some(&(end, _)) = page.last() else {
            return Ok(());
        };
        for published in readable(store, page).await? {
            // Nobody follows any more if it fails.
            let _ = source.later.send(Arc::new(published));
        }
        *last = end;
    }
}

/// What everybody may see of these matches, with people's present names. One that cannot be read is left out.
async fn readable(
    store: &Archive,
    page: Vec<(Publication, Stored)>,
) -> Result<Vec<Published>, RestError> {
    let published = |(at, summary)| Published { at, summary };
    let (at, stored): (Vec<_>, Vec<_>) = page.into_iter().unzip();
    match summaries(store, None, stored.clone()).await {
        Ok(all) => return Ok(at.into_iter().zip(all).map(published).collect()),
        Err(error) if error.code() == ProblemCode::Internal => {}
        Err(error) => return Err(error),
    }
    let mut readable = Vec::new();
    for (at, stored) in at.into_iter().zip(stored) {
        match summaries(store, None, vec![stored]).await {
            Ok(one) => readable.extend(one.into_iter().map(|one| published((at, one)))),
            Err(error) if error.code() == ProblemCode::Internal => {}
            Err(error) => return Err(error),
        }
    }
    Ok(readable)
}
