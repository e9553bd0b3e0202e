//! Who people are: guests with a token, over WebSocket and REST alike.

use std::net::IpAddr;
use std::num::NonZeroU32;
use std::sync::Arc;
use std::time::Duration;

use giog_protocol::{BadName, DeviceId, DeviceName, ErrorCode, Person, PlayerName, Problem};
use giog_rooms::{Clock, Hub, RandomSource, random_uuid};
use giog_rules::PlayerId;
use giog_store::{Device, NewDevice, SecretHash, Store, StoreError};
use governor::clock::{Clock as _, DefaultClock};
use governor::state::keyed::HashMapStateStore;
use governor::{DefaultDirectRateLimiter, Quota, RateLimiter};
use sha2::{Digest, Sha256};

use crate::address::{AddressLimiter, Addresses};
use crate::bans::Bans;
use crate::cost::Costs;
use crate::cost::weights::{NEW_GUEST, RECOGNITION, RENAME};
use crate::metrics::Metrics;
use crate::outage;
use crate::settings::ServerLimits;

/// The bytes of a token: nobody can guess it.
const TOKEN_BYTES: usize = 32;
/// How old the note of when somebody was here must be to be written anew: a token comes with every REST request, and those
/// only read.
const SEEN_AGAIN_AFTER_MS: i64 = 60_000;
/// Reports from one address in an hour, and at once: a club of fifty where everybody is angry, and a list that the operator
/// can still read.
const REPORTS_PER_HOUR: NonZeroU32 = NonZeroU32::new(60).expect("not zero");
/// New guests of an address in a minute, and at once, that are its first few: a household, or a few friends. They come in as long
/// as there is place for anybody.
const FIRST_NEWCOMERS_PER_MINUTE: NonZeroU32 = NonZeroU32::new(8).expect("not zero");
/// Beyond them all addresses together get one in so many of all new guests; the rest is for others' first few.
const MORE_NEWCOMERS_SHARE: u32 = 2;
/// Recovery codes from one address in a minute, and at once: a person who mistypes one, many times over.
const CODES_PER_MINUTE: NonZeroU32 = NonZeroU32::new(20).expect("not zero");
/// How often a person may have their recovery code changed in an hour, and at once.
const CODE_CHANGES_PER_HOUR: NonZeroU32 = NonZeroU32::new(10).expect("not zero");
/// After so many people the limiter forgets those that have been quiet, so that it cannot grow for ever.
const PEOPLE_BETWEEN_CLEANINGS: usize = 4_096;

/// Makes guests and knows them again; clones are cheap.
#[derive(Clone)]
pub struct Guests {
    pub(crate) store: Arc<dyn Store>,
    pub(crate) clock: Arc<dyn Clock>,
    pub(crate) random: RandomSource,
    watch: Watch,
    newcomers: AddressLimiter,
    /// The first few new guests of an address.
    first_newcomers: AddressLimiter,
    /// Those beyond the first few, of all addresses together.
    more_newcomers: Arc<DefaultDirectRateLimiter>,
    /// New guests of all addresses together.
    all_newcomers: Arc<DefaultDirectRateLimiter>,
    reporters: AddressLimiter,
    knockers: AddressLimiter,
    makers: AddressLimiter,
    returners: AddressLimiter,
    changers: ByPerson,
}

/// How often a person may do something.
type ByPerson = Arc<RateLimiter<PlayerId, HashMapStateStore<PlayerId>, DefaultClock>>;

/// Who is kept out, also while the disk is nearly full, and where it is counted who comes.
#[derive(Clone)]
pub(crate) struct Watch {
    pub bans: Arc<Bans>,
    pub metrics: Arc<Metrics>,
    pub costs: Costs,
    pub hub: Hub,
}

/// A name that somebody wants to go by from now on, and from where they say so.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rename {
    /// The name.
    pub name: String,
    /// The address that pays for it.
    pub address: IpAddr,
}

/// Somebody who came with a token.
#[derive(Clone, Debug)]
pub(crate) struct Known {
    /// Who they are.
    pub person: Person,
    /// On which device.
    pub device: Device,
    /// The hash of its token.
    pub token: SecretHash,
    /// Whether they have a recovery code.
    pub is_recoverable: bool,
}

/// A token, and the device that it is for.
pub(crate) struct Issued {
    pub token: String,
    pub device: DeviceId,
    name: DeviceName,
}

impl Issued {
    fn new(token: [u8; TOKEN_BYTES], device: DeviceId, name: DeviceName) -> Self {
        let token = hex::encode(token);
        Self {
            token,
            device,
            name,
        }
    }

    /// What the store keeps of it.
    pub fn new_device(&self) -> NewDevice<'_> {
        NewDevice {
            device: self.device,
            name: self.name.as_str(),
            token_hash: hash(&self.token),
        }
    }
}

/// A person, with the token to come back with.
#[derive(Clone, PartialEq, Eq)]
pub struct NewGuest {
    /// Who they are.
    pub person: Person,
    /// Their token; kept nowhere but with them.
    pub token: String,
    /// The device that it is for.
    pub device: DeviceId,
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
        let all = limits.all_new_guests_per_minute;
        let more = NonZeroU32::new(all.get() / MORE_NEWCOMERS_SHARE).unwrap_or(NonZeroU32::MIN);
        Self {
            store,
            clock,
            random,
            watch,
            newcomers: limiter(Quota::per_minute(limits.new_guests_per_minute)),
            first_newcomers: limiter(Quota::per_minute(FIRST_NEWCOMERS_PER_MINUTE)),
            more_newcomers: Arc::new(RateLimiter::direct(Quota::per_minute(more))),
            all_newcomers: Arc::new(RateLimiter::direct(Quota::per_minute(all))),
            reporters: limiter(Quota::per_hour(REPORTS_PER_HOUR)),
            knockers: limiter(Quota::per_minute(limits.passwords_per_minute)),
            makers: limiter(Quota::per_minute(limits.new_rooms_per_minute)),
            returners: limiter(Quota::per_minute(CODES_PER_MINUTE)),
            changers: Arc::new(RateLimiter::hashmap(Quota::per_hour(CODE_CHANGES_PER_HOUR))),
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

    /// Whether somebody at this address may come with a recovery code, right or wrong.
    pub(crate) fn may_try_code(&self, address: IpAddr) -> Result<(), Problem> {
        admit(&self.returners, address, "recovery codes")
    }

    /// Whether somebody may have their recovery code changed.
    pub(crate) fn may_change_code(&self, player: PlayerId) -> Result<(), Problem> {
        if self.changers.len() > PEOPLE_BETWEEN_CLEANINGS {
            self.changers.retain_recent();
        }
        self.changers.check_key(&player).map_err(|_| {
            let text = "you changed your recovery code too often; wait a while";
            Problem::new(ErrorCode::RateLimited, text)
        })
    }

    /// A token for a device.
    pub(crate) fn issue(&self, name: DeviceName) -> Issued {
        let mut random = (self.random)();
        let mut token = [0; TOKEN_BYTES];
        random.fill(&mut token);
        Issued::new(token, DeviceId(random_uuid(&mut *random)), name)
    }

    /// A new guest on this device, who goes by `name` or by one that is made up.
    pub async fn create(
        &self,
        address: IpAddr,
        name: Option<String>,
        device: DeviceName,
    ) -> Result<NewGuest, Problem> {
        let name = name.map(read_name).transpose()?;
        // A guest is a row that stays for months.
        if self.watch.hub.is_disk_low() {
            return Err(ErrorCode::DiskLow.into());
        }
        admit(&self.newcomers, address, "new guests")?;
        self.admit_newcomer(address)?;
        self.watch.costs.charge_address(address, NEW_GUEST);
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
        let issued = Issued::new(token, DeviceId(random_uuid(&mut *random)), device);
        let now = self.clock.now().wall;
        self.store
            .create_guest(player, name.as_str(), issued.new_device(), now)
            .await
            .map_err(storage_problem)?;
        self.watch.metrics.guest_made();
        Ok(NewGuest {
            person: Person { player, name },
            token: issued.token,
            device: issued.device,
        })
    }

    /// Lets one more guest be made, unless too many were by everybody together, or by addresses that made many. Whoever comes
    /// with a token is not counted.
    fn admit_newcomer(&self, address: IpAddr) -> Result<(), Problem> {
        let is_of_first = self.first_newcomers.admit(address).is_ok();
        let more = if is_of_first {
            Ok(())
        } else {
            self.more_newcomers.check()
        };
        more.and_then(|()| self.all_newcomers.check())
            .map_err(|not_until| {
                let wait = not_until.wait_time_from(DefaultClock::default().now());
                let text =
                    "too many new guests come to this server just now; try again in a moment";
                wait_for(wait, text.to_owned())
            })
    }

    /// The person whose token this is, who from now on goes by another name if they want to.
    pub async fn recognise(&self, token: &str, rename: Option<Rename>) -> Result<Person, Problem> {
        let known = self.known(hash(token), rename).await?;
        Ok(known.person)
    }

    /// Whose token this is, and which device's.
    pub(crate) async fn known_by(&self, token: &str) -> Result<Known, Problem> {
        self.known(hash(token), None).await
    }

    /// Like [`Self::recognise`], with the device, by the token's hash.
    pub(crate) async fn known(
        &self,
        token_hash: SecretHash,
        rename: Option<Rename>,
    ) -> Result<Known, Problem> {
        let found = self
            .store
            .guest_by_token(token_hash)
            .await
            .map_err(storage_problem)?;
        let (guest, device) = found.ok_or(ErrorCode::BadToken)?;
        let player = guest.player;
        let now = self.clock.now().wall;
        if self.watch.bans.keep_out(player, now) {
            return Err(ErrorCode::Banned.into());
        }
        let unseen_ms = now.unix_ms() - device.seen_at.unix_ms();
        if unseen_ms >= SEEN_AGAIN_AFTER_MS || device.is_unused() {
            let at = now.max(device.created_at);
            self.store
                .touch_guest(player, device.device, at)
                .await
                .map_err(storage_problem)?;
        }
        self.watch.costs.charge_person(player, RECOGNITION);
        let before = PlayerName::restored(&guest.name);
        let name = match rename {
            Some(rename) => {
                let who = (player, token_hash);
                self.rename(who, before, &guest.name, rename).await?
            }
            None => before,
        };
        Ok(Known {
            person: Person { player, name },
            device,
            token: token_hash,
            is_recoverable: guest.is_recoverable,
        })
    }

    /// Gives somebody another name, if it is one and is paid for.
    async fn rename(
        &self,
        (player, token): (PlayerId, SecretHash),
        before: PlayerName,
        stored: &str,
        Rename { name, address }: Rename,
    ) -> Result<PlayerName, Problem> {
        let name = before.changed_to(name).map_err(bad_name)?;
        if name.as_str() != stored {
            let costs = &self.watch.costs;
            let paid = costs
                .admit_person(player, RENAME)
                .and_then(|()| costs.admit_address(address, RENAME));
            paid.map_err(too_much)?;
            self.store
                .rename_guest(token, name.as_str())
                .await
                .map_err(storage_problem)?;
        }
        Ok(name)
    }
}

/// What somebody is told who is over what they may cost.
pub(crate) fn too_much(wait: Duration) -> Problem {
    wait_for(wait, ErrorCode::RateLimited.message().into_owned())
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
pub(crate) fn hash(token: &str) -> SecretHash {
    Sha256::digest(token.as_bytes()).into()
}

/// What a failing store means to whoever asked.
#[expect(clippy::needless_pass_by_value, reason = "it ends here")]
pub fn storage_problem(error: StoreError) -> Problem {
    if matches!(error, StoreError::TokenEnded) {
        return ErrorCode::BadToken.into();
    }
    outage::note(&error);
    match error {
        // It is there, but has too much to do.
        StoreError::Interrupted => ErrorCode::Busy.into(),
        _ => ErrorCode::StorageUnavailable.into(),
    }
}
