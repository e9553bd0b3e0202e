//! Identities: guests with a token, for WebSocket and REST.

use std::net::IpAddr;
use std::num::NonZeroU32;
use std::sync::Arc;
use std::time::Duration;

use giog_protocol::{
    BadName, DeclaredBot, DeviceId, DeviceName, ErrorCode, Person, PlayerName, Problem,
};
use giog_rooms::{Clock, Hub, RandomSource, random_uuid};
use giog_rules::PlayerId;
use giog_store::{Archive, Choice, Device, Guest, NewDevice, SecretHash, StoreError};
use sha2::{Digest, Sha256};

use crate::bans::Bans;
use crate::cost::weights::{NEW_GUEST, RECOGNITION, RENAME};
use crate::cost::{AddressRate, Costs, OverallRate, PersonRate, Rate};
use crate::metrics::Metrics;
use crate::outage;
use crate::report_limits::{ReportLimits, TooMany};
use crate::settings::ServerLimits;

/// The length of a token in bytes: nobody can guess it.
const TOKEN_BYTES: usize = 32;
/// How old the time of somebody's last visit must be before it is written again, in milliseconds. A token comes with every REST request,
/// most of which only read.
const SEEN_AGAIN_AFTER_MS: i64 = 60_000;
/// New guests from one address per minute, also as a burst, for which the most is kept: everybody comes alone first.
const FIRST_NEWCOMER_PER_MINUTE: NonZeroU32 = NonZeroU32::new(1).expect("not zero");
/// New guests from one address per minute, also as a burst, that count as its first few: a household, or a few friends.
const FEW_NEWCOMERS_PER_MINUTE: NonZeroU32 = NonZeroU32::new(4).expect("not zero");
/// All guests but the first one of each address together get these eighths of all new guests; the rest is kept for addresses that had none
/// within a minute.
const FURTHER_NEWCOMERS_EIGHTHS: u64 = 5;
/// Of these, guests beyond the first few of each address together get these eighths of all new guests.
const MORE_NEWCOMERS_EIGHTHS: u64 = 3;
/// Recovery codes from one address per minute, also as a burst: for somebody who mistypes one repeatedly.
const CODES_PER_MINUTE: NonZeroU32 = NonZeroU32::new(20).expect("not zero");
/// Searches for people from one address per minute, also as a burst: more than anybody types, and hours for all tags of one name.
const SEARCHES_PER_MINUTE: NonZeroU32 = NonZeroU32::new(20).expect("not zero");
/// How often a person may change their recovery code per hour, also as a burst.
const CODE_CHANGES_PER_HOUR: NonZeroU32 = NonZeroU32::new(10).expect("not zero");

/// Creates guests and recognises them, unless they are banned.
pub struct Guests {
    /// The bans.
    pub(crate) bans: Bans,
    pub(crate) store: Arc<Archive>,
    pub(crate) clock: Arc<dyn Clock>,
    pub(crate) random: RandomSource,
    watch: Watch,
    rates: Rates,
}

/// How often what a guest asks for may be done.
struct Rates {
    newcomers: AddressRate,
    /// The first new guest of each address.
    first_newcomer: AddressRate,
    /// The first few new guests of each address.
    few_newcomers: AddressRate,
    /// New guests of all addresses together but the first of each.
    further_newcomers: OverallRate,
    /// Of these, those beyond the first few of each.
    more_newcomers: OverallRate,
    /// All new guests of all addresses together.
    all_newcomers: OverallRate,
    reports: ReportLimits,
    knockers: AddressRate,
    makers: AddressRate,
    returners: AddressRate,
    seekers: AddressRate,
    changers: PersonRate,
}

/// What is checked before guests are admitted, besides bans: free disk space, and costs.
pub(crate) struct Watch {
    pub metrics: Arc<Metrics>,
    pub costs: Costs,
    pub hub: Hub,
}

/// A new name that somebody requests.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rename {
    /// The name.
    pub name: String,
    /// The address that is charged for it.
    pub address: IpAddr,
}

/// Somebody who was recognised by a token.
#[derive(Clone, Debug)]
pub(crate) struct Known {
    /// The person.
    pub person: Person,
    /// Their device.
    pub device: Device,
    /// The hash of its token.
    pub token: SecretHash,
    /// Whether they have a recovery code.
    pub is_recoverable: bool,
}

/// A new token, and its device.
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

    /// What is stored of it.
    pub fn new_device(&self) -> NewDevice<'_> {
        NewDevice {
            device: self.device,
            name: self.name.as_str(),
            token_hash: hash(&self.token),
        }
    }
}

/// A person, with a new token.
#[derive(Clone, PartialEq, Eq)]
pub struct NewGuest {
    /// The person.
    pub person: Person,
    /// The token; the server keeps only its hash.
    pub token: String,
    /// Its device.
    pub device: DeviceId,
}

impl Rates {
    fn new(costs: &Costs) -> Self {
        let by_address = |rate| AddressRate::by_address(costs, rate);
        let of_all = |rate| OverallRate::of_all(costs, rate);
        Self {
            newcomers: by_address(|limits| Rate::per_minute(limits.new_guests_per_minute)),
            first_newcomer: by_address(|_| Rate::per_minute(FIRST_NEWCOMER_PER_MINUTE)),
            few_newcomers: by_address(|_| Rate::per_minute(FEW_NEWCOMERS_PER_MINUTE)),
            further_newcomers: of_all(|limits| part(limits, FURTHER_NEWCOMERS_EIGHTHS)),
            more_newcomers: of_all(|limits| part(limits, MORE_NEWCOMERS_EIGHTHS)),
            all_newcomers: of_all(|limits| Rate::per_minute(limits.all_new_guests_per_minute)),
            reports: ReportLimits::new(costs),
            knockers: by_address(|limits| Rate::per_minute(limits.passwords_per_minute)),
            makers: by_address(|limits| Rate::per_minute(limits.new_rooms_per_minute)),
            returners: by_address(|_| Rate::per_minute(CODES_PER_MINUTE)),
            seekers: by_address(|_| Rate::per_minute(SEARCHES_PER_MINUTE)),
            changers: PersonRate::of_each(costs, |_| Rate::per_hour(CODE_CHANGES_PER_HOUR)),
        }
    }

    /// Takes from each share that a new guest of this address needs, or from none.
    fn share_for_newcomer(&self, address: IpAddr) -> Result<(), Duration> {
        self.all_newcomers.take()?;
        if self.first_newcomer.admit(address).is_ok() {
            // It is also one of the first few.
            let _ = self.few_newcomers.admit(address);
            return Ok(());
        }
        let further = self.further_newcomers.take().and_then(|()| {
            if self.few_newcomers.admit(address).is_ok() {
                return Ok(());
            }
            let more = self.more_newcomers.take();
            more.inspect_err(|_| self.further_newcomers.give_back())
        });
        further.inspect_err(|_| self.all_newcomers.give_back())
    }
}

impl Guests {
    /// Guests of this store, with the limits of what is watched.
    pub(crate) fn new(
        store: Arc<Archive>,
        clock: Arc<dyn Clock>,
        random: RandomSource,
        watch: Watch,
    ) -> Self {
        Self {
            bans: Bans::default(),
            store,
            clock,
            random,
            rates: Rates::new(&watch.costs),
            watch,
        }
    }

    /// Checks the rate limits of reports.
    pub fn may_report(&self, address: IpAddr) -> Result<(), Problem> {
        self.rates
            .reports
            .admit(address)
            .map_err(|refused| match refused {
                TooMany::Here(wait) => wait_for(
                    wait,
                    "too many reports from this address; wait a minute".to_owned(),
                ),
                TooMany::Everywhere(wait) => wait_for(
                    wait,
                    "too many reports come to this server just now; try again in some minutes"
                        .to_owned(),
                ),
            })
    }

    /// Refuses what would be stored for a person from now on, while the disk is nearly full: the rest is reserved for running matches.
    /// All code that starts something permanent without a rate limit checks this, or asks the hub.
    pub(crate) fn may_store_more(&self) -> Result<(), Problem> {
        if self.watch.hub.is_disk_low() {
            return Err(ErrorCode::DiskLow.into());
        }
        Ok(())
    }

    /// Checks the rate limit of room passwords, right or wrong.
    pub fn may_try_password(&self, address: IpAddr) -> Result<(), Problem> {
        admit(&self.rates.knockers, address, "passwords")
    }

    /// Checks the rate limit of new rooms.
    pub fn may_make_room(&self, address: IpAddr) -> Result<(), Problem> {
        admit(&self.rates.makers, address, "new rooms")
    }

    /// Checks the rate limit of recovery codes, right or wrong.
    pub(crate) fn may_try_code(&self, address: IpAddr) -> Result<(), Problem> {
        admit(&self.rates.returners, address, "recovery codes")
    }

    /// Checks the rate limit of looking for people by name.
    pub(crate) fn may_search(&self, address: IpAddr) -> Result<(), Problem> {
        admit(&self.rates.seekers, address, "searches")
    }

    /// Checks the rate limit of changing recovery codes.
    pub(crate) fn may_change_code(&self, player: PlayerId) -> Result<(), Problem> {
        self.rates.changers.admit(player).map_err(|_| {
            let text = "you changed your recovery code too often; wait a while";
            Problem::new(ErrorCode::RateLimited, text)
        })
    }

    /// Creates a token for a device.
    pub(crate) fn issue(&self, name: DeviceName) -> Issued {
        let mut random = (self.random)();
        let mut token = [0; TOKEN_BYTES];
        random.fill(&mut token);
        Issued::new(token, DeviceId(random_uuid(&mut *random)), name)
    }

    /// Creates a guest on this device, with this name or a generated one.
    pub async fn create(
        &self,
        address: IpAddr,
        name: Option<String>,
        device: DeviceName,
    ) -> Result<NewGuest, Problem> {
        let name = name.map(read_name).transpose()?;
        // A guest is a row that is stored for months.
        self.may_store_more()?;
        admit(&self.rates.newcomers, address, "new guests")?;
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
            person: Person {
                player,
                name,
                declared_bot: None,
            },
            token: issued.token,
            device: issued.device,
        })
    }

    /// Checks the rate limits of new guests: of all together, and of addresses that created many. People who come with a token are not
    /// counted.
    fn admit_newcomer(&self, address: IpAddr) -> Result<(), Problem> {
        self.rates.share_for_newcomer(address).map_err(|wait| {
            let text = "too many new guests come to this server just now; try again in a moment";
            wait_for(wait, text.to_owned())
        })
    }

    /// The person with this token, with a new name if they request one.
    pub async fn recognise(&self, token: &str, rename: Option<Rename>) -> Result<Person, Problem> {
        let known = self.known(hash(token), rename).await?;
        Ok(known.person)
    }

    /// The person and device of a token.
    pub(crate) async fn known_by(&self, token: &str) -> Result<Known, Problem> {
        self.known(hash(token), None).await
    }

    /// Changes what the person of a token has chosen.
    pub(crate) async fn choose(&self, token: &str, choice: Choice) -> Result<(), Problem> {
        self.known_by(token).await?;
        let chosen = self.store.choose(hash(token), choice).await;
        chosen.map_err(storage_problem)
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
        if self.bans.keep_out(player, now) {
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
            person: Person {
                player,
                name,
                declared_bot: guest.declared_bot,
            },
            device,
            token: token_hash,
            is_recoverable: guest.is_recoverable,
        })
    }

    /// Declares that a person is a bot, for ever, or changes what their declaration says. `sits` says whether they have a seat.
    pub async fn declare(
        &self,
        token: SecretHash,
        person: &mut Person,
        declared: DeclaredBot,
        (address, sits): (IpAddr, bool),
    ) -> Result<(), Problem> {
        if person.declared_bot.as_deref() == Some(&declared) {
            return Ok(());
        }
        if person.declared_bot.is_none() && sits {
            return Err(ErrorCode::BotTooLate.into());
        }
        self.may_store_more()?;
        self.pay_for_rename(person.player, address)?;
        let stored = self.store.declare_bot(token, &declared).await;
        if !stored.map_err(storage_problem)? {
            return Err(ErrorCode::BotTooLate.into());
        }
        person.declared_bot = Some(Box::new(declared));
        Ok(())
    }

    /// Charges a person and their address for a change of what others see of them.
    fn pay_for_rename(&self, player: PlayerId, address: IpAddr) -> Result<(), Problem> {
        let costs = &self.watch.costs;
        let paid = costs
            .admit_person(player, RENAME)
            .and_then(|()| costs.admit_address(address, RENAME));
        paid.map_err(too_much)
    }

    /// Changes a person's name, if it is valid and its cost is within their budget.
    async fn rename(
        &self,
        (player, token): (PlayerId, SecretHash),
        before: PlayerName,
        stored: &str,
        Rename { name, address }: Rename,
    ) -> Result<PlayerName, Problem> {
        let name = before.changed_to(name).map_err(bad_name)?;
        if name.as_str() != stored {
            if self.may_store_more().is_err() {
                let text = "the server's disk is nearly full: keep the name that you have for now";
                return Err(Problem::new(ErrorCode::DiskLow, text));
            }
            self.pay_for_rename(player, address)?;
            self.store
                .rename_guest(token, name.as_str())
                .await
                .map_err(storage_problem)?;
        }
        Ok(name)
    }
}

/// The rate of so many eighths of all new guests; at least one a minute.
fn part(limits: &ServerLimits, eighths: u64) -> Rate {
    let all = u64::from(limits.all_new_guests_per_minute.get());
    let part = u32::try_from(all * eighths / 8).unwrap_or(u32::MAX);
    Rate::per_minute(NonZeroU32::new(part).unwrap_or(NonZeroU32::MIN))
}

/// The error for somebody whose budget is used up.
pub(crate) fn too_much(wait: Duration) -> Problem {
    wait_for(wait, ErrorCode::RateLimited.message().into_owned())
}

/// Accepts one more of `what` from an address, or refuses it because of the rate limit.
fn admit(rate: &AddressRate, address: IpAddr, what: &str) -> Result<(), Problem> {
    rate.admit(address).map_err(|wait| {
        let text = format!("too many {what} from this address; wait a minute");
        wait_for(wait, text)
    })
}

/// The error for a rate limit, with the time to wait.
fn wait_for(wait: Duration, text: String) -> Problem {
    let wait_ms = u64::try_from(wait.as_millis()).unwrap_or(u64::MAX);
    Problem {
        wait_ms: Some(wait_ms.max(1)),
        ..Problem::new(ErrorCode::RateLimited, text)
    }
}

/// A stored guest as a person, as everybody may see them.
pub(crate) fn person_of(guest: Guest) -> Person {
    Person {
        player: guest.player,
        name: PlayerName::restored(&guest.name),
        declared_bot: guest.declared_bot,
    }
}

fn read_name(name: String) -> Result<PlayerName, Problem> {
    PlayerName::try_from(name).map_err(bad_name)
}

pub(crate) fn bad_name(bad: BadName) -> Problem {
    Problem::new(ErrorCode::BadName, bad.to_string())
}

/// The hash of a secret that nobody can guess. It is stored instead of the secret, so that the database does not reveal it.
pub(crate) fn hash(token: &str) -> SecretHash {
    Sha256::digest(token.as_bytes()).into()
}

/// The error for a request whose query failed in the store.
#[expect(clippy::needless_pass_by_value, reason = "it ends here")]
pub fn storage_problem(error: StoreError) -> Problem {
    if matches!(error, StoreError::TokenEnded) {
        return ErrorCode::BadToken.into();
    }
    outage::note(&error);
    match error {
        // The store is available but overloaded.
        StoreError::Interrupted => ErrorCode::Busy.into(),
        _ => ErrorCode::StorageUnavailable.into(),
    }
}
