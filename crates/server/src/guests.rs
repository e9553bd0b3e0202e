//! Who people are: guests with a token, over WebSocket and REST alike.

use std::net::IpAddr;
use std::num::NonZeroU32;
use std::sync::Arc;
use std::time::Duration;

use giog_protocol::{BadName, ErrorCode, Person, PlayerName, Problem};
use giog_rooms::{Clock, RandomSource, random_uuid};
use giog_rules::PlayerId;
use giog_store::{Store, StoreError};
use governor::clock::{Clock as _, DefaultClock};
use governor::{DefaultDirectRateLimiter, Quota, RateLimiter};
use sha2::{Digest, Sha256};

use crate::address::{AddressLimiter, Addresses};
use crate::bans::Bans;
use crate::metrics::Metrics;
use crate::settings::ServerLimits;

/// The bytes of a token: nobody can guess it.
const TOKEN_BYTES: usize = 32;
/// A token as text is hex, two digits a byte.
const TOKEN_CHARS: usize = TOKEN_BYTES * 2;
/// How old the note of when somebody was here must be to be written anew: a token comes with every REST request, and those
/// only read.
const SEEN_AGAIN_AFTER_MS: i64 = 60_000;
/// Reports from one address in an hour, and at once: a club of fifty where everybody is angry, and a list that the operator
/// can still read.
const REPORTS_PER_HOUR: NonZeroU32 = NonZeroU32::new(60).expect("not zero");

/// Makes guests and knows them again; clones are cheap.
#[derive(Clone)]
pub struct Guests {
    store: Arc<dyn Store>,
    clock: Arc<dyn Clock>,
    random: RandomSource,
    watch: Watch,
    newcomers: AddressLimiter,
    /// New guests of all addresses together.
    all_newcomers: Arc<DefaultDirectRateLimiter>,
    reporters: AddressLimiter,
    knockers: AddressLimiter,
    makers: AddressLimiter,
}

/// Who is kept out, and where it is counted who comes.
#[derive(Clone)]
pub(crate) struct Watch {
    pub bans: Arc<Bans>,
    pub metrics: Arc<Metrics>,
}

/// A person, with the token to come back with.
#[derive(Clone, PartialEq, Eq)]
pub struct NewGuest {
    /// Who they are.
    pub person: Person,
    /// Their token; kept nowhere but with them.
    pub token: String,
}

impl Guests {
    /// Guests in this store; as many new ones and passwords from one address as the limits say.
    pub(crate) fn new(
        store: Arc<dyn Store>,
        clock: Arc<dyn Clock>,
        random: RandomSource,
        limits: &ServerLimits,
        addresses: &Addresses,
        watch: Watch,
    ) -> Self {
        let limiter = |quota| AddressLimiter::new(quota, addresses.clone());
        let all = Quota::per_minute(limits.all_new_guests_per_minute);
        Self {
            store,
            clock,
            random,
            watch,
            newcomers: limiter(Quota::per_minute(limits.new_guests_per_minute)),
            all_newcomers: Arc::new(RateLimiter::direct(all)),
            reporters: limiter(Quota::per_hour(REPORTS_PER_HOUR)),
            knockers: limiter(Quota::per_minute(limits.passwords_per_minute)),
            makers: limiter(Quota::per_minute(limits.new_rooms_per_minute)),
        }
    }

    /// Whether somebody at this address may report somebody. Guests cost nothing, so it is the address that counts.
    pub fn may_report(&self, address: IpAddr) -> Result<(), Problem> {
        admit(&self.reporters, address, "reports")
    }

    /// Whether somebody at this address may come with a room's password, right or wrong.
    pub fn may_try_password(&self, address: IpAddr) -> Result<(), Problem> {
        admit(&self.knockers, address, "passwords")
    }

    /// Whether somebody at this address may make another room.
    pub fn may_make_room(&self, address: IpAddr) -> Result<(), Problem> {
        admit(&self.makers, address, "new rooms")
    }

    /// A new guest, who goes by `name` or by one that is made up.
    pub async fn create(&self, address: IpAddr, name: Option<String>) -> Result<NewGuest, Problem> {
        let name = name.map(read_name).transpose()?;
        admit(&self.newcomers, address, "new guests")?;
        self.admit_newcomer()?;
        let mut random = (self.random)();
        let player = PlayerId(random_uuid(&mut *random));
        let (mut token, mut number) = ([0; TOKEN_BYTES], [0; 2]);
        random.fill(&mut token);
        random.fill(&mut number);
        let made_up = format!("Guest {}", 1_000 + u16::from_be_bytes(number) % 9_000);
        let name = match name {
            Some(name) => name,
            None => read_name(made_up)?,
        };
        let token = hex::encode(token);
        self.store
            .create_guest(player, name.as_str(), hash(&token), self.clock.now().wall)
            .await
            .map_err(storage_problem)?;
        self.watch.metrics.guest_made();
        Ok(NewGuest {
            person: Person { player, name },
            token,
        })
    }

    /// Lets one more guest be made, unless too many were by everybody together. Whoever comes with a token is not counted.
    fn admit_newcomer(&self) -> Result<(), Problem> {
        self.all_newcomers.check().map_err(|not_until| {
            let wait = not_until.wait_time_from(DefaultClock::default().now());
            let text = "too many new guests come to this server just now; try again in a moment";
            wait_for(wait, text.to_owned())
        })
    }

    /// The person whose token this is, who from now on goes by `name` if there is one.
    pub async fn recognise(&self, token: &str, name: Option<String>) -> Result<Person, Problem> {
        if token.len() != TOKEN_CHARS {
            return Err(ErrorCode::BadToken.into());
        }
        let guest = self
            .store
            .guest_by_token(hash(token))
            .await
            .map_err(storage_problem)?;
        let guest = guest.ok_or(ErrorCode::BadToken)?;
        let player = guest.player;
        let now = self.clock.now().wall;
        if self.watch.bans.keep_out(player, now) {
            return Err(ErrorCode::Banned.into());
        }
        if now.unix_ms() - guest.seen_at.unix_ms() >= SEEN_AGAIN_AFTER_MS {
            self.store
                .touch_guest(player, now)
                .await
                .map_err(storage_problem)?;
        }
        let before = PlayerName::restored(&guest.name);
        let name = match name {
            Some(name) => before.changed_to(name).map_err(bad_name)?,
            None => before,
        };
        if name.as_str() != guest.name {
            self.store
                .rename_guest(player, name.as_str())
                .await
                .map_err(storage_problem)?;
        }
        Ok(Person { player, name })
    }
}

/// Lets one more of `what` come from an address, unless there were too many.
fn admit(limiter: &AddressLimiter, address: IpAddr, what: &str) -> Result<(), Problem> {
    limiter.admit(address).map_err(|wait| {
        let text = format!("too many {what} from this address; wait a minute");
        wait_for(wait, text)
    })
}

/// A rate that is kept again after so long.
fn wait_for(wait: Duration, text: String) -> Problem {
    let wait_ms = u64::try_from(wait.as_millis()).unwrap_or(u64::MAX);
    Problem {
        wait_ms: Some(wait_ms.max(1)),
        ..Problem::new(ErrorCode::RateLimited, text)
    }
}

fn read_name(name: String) -> Result<PlayerName, Problem> {
    PlayerName::try_from(name).map_err(bad_name)
}

fn bad_name(bad: BadName) -> Problem {
    Problem::new(ErrorCode::BadName, bad.to_string())
}

/// What is kept of a secret that nobody can guess: who reads it cannot come with it.
pub(crate) fn hash(token: &str) -> [u8; 32] {
    Sha256::digest(token.as_bytes()).into()
}

/// What a failing store means to whoever asked.
#[expect(clippy::needless_pass_by_value, reason = "it ends here")]
pub fn storage_problem(error: StoreError) -> Problem {
    tracing::warn!(%error, "the store did not answer");
    match error {
        // It is there, but has too much to do.
        StoreError::Interrupted => ErrorCode::Busy.into(),
        _ => ErrorCode::StorageUnavailable.into(),
    }
}
