//! The settings of a room.

use giog_rules::{BadTerms, Ceremony, Options, Terms, Variant};
use std::ops::RangeInclusive;

use schemars::JsonSchema;
use serde::{Deserialize, Deserializer, Serialize};

use crate::input::{object_or_default, optional_object};

/// The longest time for a decision and the longest bank: a day, so that the time left fits into the integers of every client.
pub const MAX_DECISION_MS: u32 = 24 * 60 * 60 * 1000;
/// The shortest time for a decision: nobody can read a question in less than a second.
pub const MIN_DECISION_MS: u32 = 1_000;
/// The range of the bank of [`Clock::Bank`], in milliseconds.
pub const BANK_MS: RangeInclusive<u32> = 30_000..=10_800_000;
/// The largest increment of [`Clock::Bank`], in milliseconds.
pub const MAX_INCREMENT_MS: u32 = 60_000;
/// The range of days for each decision of [`Clock::Days`].
pub const DAYS: RangeInclusive<u8> = 1..=14;
/// The longest pause after pieces are turned up.
pub const MAX_REVEAL_PAUSE_MS: u32 = 10_000;
/// The longest password of a room, in bytes.
pub const MAX_PASSWORD_BYTES: usize = 64;
/// The default pause after pieces are turned up.
pub const DEFAULT_REVEAL_PAUSE_MS: u32 = 2_500;

/// The settings of a room, complete with defaults.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Settings {
    /// The game.
    pub variant: Variant,
    /// The number of seats.
    pub seats: u8,
    /// The options of the game.
    pub options: Options,
    /// Who makes the choices before the first lead.
    pub ceremony: Ceremony,
    /// Who may join.
    pub access: Access,
    /// Whether people without a seat may watch.
    pub spectators: bool,
    /// The time limit for decisions.
    pub clock: Clock,
    /// How long the next lead waits after pieces are turned up, in milliseconds, while people are at the table.
    pub reveal_pause_ms: u32,
    /// Whether a face-down play may be taken back.
    pub take_backs: bool,
    /// Who plays an away seat.
    pub stand_in: StandIn,
    /// The kind of chat.
    #[serde(default = "free")]
    pub chat: ChatMode,
    /// Who may ask the bot for hints.
    #[serde(default)]
    pub hints: HintMode,
    /// Which bots may take seats; omitted if all may.
    #[serde(default, skip_serializing_if = "Bots::is_any")]
    pub bots: Bots,
    /// Whether it is a rated table, which only quick play makes; omitted if not. Its matches change the ratings of those who play.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub rated: bool,
    /// Mahjong: how long others may claim a tile. Other games have none of these fields.
    #[serde(default, flatten, skip_serializing_if = "Option::is_none")]
    pub windows: Option<Windows>,
}

/// How long others may claim a tile of mahjong. It is the same for all, whether they could do more than pass or not.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Windows {
    /// When the time to claim a tile ends.
    #[serde(rename = "windows")]
    pub mode: WindowMode,
    /// The least time in milliseconds. It applies while any person plays.
    #[serde(rename = "window_least_ms")]
    pub least_ms: u32,
    /// The most time in milliseconds. It applies at tables with a clock.
    #[serde(rename = "window_ms")]
    pub most_ms: u32,
}

impl Default for Windows {
    fn default() -> Self {
        Self {
            mode: WindowMode::Quick,
            least_ms: 1_500,
            most_ms: 8_000,
        }
    }
}

/// When the time to claim a tile ends.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum WindowMode {
    /// After the least time, at the first whole second at which all have decided.
    #[default]
    Quick,
    /// After the least time if all have decided by then, else after the most.
    Strict,
}

/// The range of the most time to claim a tile.
const WINDOW_MS: std::ops::RangeInclusive<u32> = 2_000..=60_000;

const fn free() -> ChatMode {
    ChatMode::Free
}

/// What kind of chat a room allows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ChatMode {
    /// Free text and set phrases.
    Free,
    /// Set phrases only.
    Phrases,
    /// Nothing.
    Off,
}

/// Who may ask what the server's bot would do on their seat.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum HintMode {
    /// Everybody who plays alone against bots.
    #[default]
    Auto,
    /// Every player.
    On,
    /// Nobody.
    Off,
}

/// Which bots may take seats. Who sits stays until the match ends.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Bots {
    /// The server's own bots, and guests that are declared bots.
    #[default]
    Any,
    /// Only the server's own bots.
    House,
    /// None. Stand-ins still play for people who are away.
    None,
}

impl Bots {
    /// Whether all bots may take seats.
    pub const fn is_any(&self) -> bool {
        matches!(self, Self::Any)
    }
}

/// Who may join a room, from the widest access to the narrowest.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum Access {
    /// Everybody; the room and its matches are listed.
    Public,
    /// Everybody who knows the room's id; the room is not listed.
    Unlisted,
    /// Everybody who knows the room's id and its password; the room is not listed.
    Password,
}

/// The time limit for decisions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Clock {
    /// The server's default (30 s and a bank of 60 s, unless configured otherwise); no limit for one person among bots.
    Auto,
    /// No limit.
    None,
    /// A time for each decision, and a bank for the whole match.
    Timed {
        /// For each decision.
        #[schemars(range(min = 1_000, max = 86_400_000))]
        decision_ms: u32,
        /// For the whole match, in milliseconds; used when a decision takes longer than its time.
        #[schemars(range(max = 86_400_000))]
        bank_ms: u32,
    },
    /// Games on boards: a time for all decisions of the match, with an increment for each action on the board.
    Bank {
        /// For the whole match, in milliseconds.
        #[schemars(range(min = 30_000, max = 10_800_000))]
        bank_ms: u32,
        /// Added after each action on the board, in milliseconds.
        #[schemars(range(max = 60_000))]
        increment_ms: u32,
    },
    /// Games on boards: a number of days for each decision. Players need not stay connected.
    Days {
        /// For each decision.
        #[schemars(range(min = 1, max = 14))]
        days: u8,
    },
}

/// Who plays an away seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(rename = "StandInPlayer")] // Records have another `StandIn`.
pub enum StandIn {
    /// A bot, with its usual delay.
    Bot,
    /// The default action, at once.
    Default,
}

/// Settings for a request. Fields that are left out have their defaults.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct SettingsInput {
    /// The game; default `giog`.
    pub variant: Option<Variant>,
    /// The number of seats; default four, or the nearest number that the game allows (five in `qi-guo-xiangxi`).
    pub seats: Option<u8>,
    /// The options of the game; each has a default of the game.
    #[serde(default, deserialize_with = "object_or_default")]
    #[schemars(with = "Option<Options>")]
    pub options: Options,
    /// Who makes the choices before the first lead; default `players`.
    pub ceremony: Option<Ceremony>,
    /// Who may join; default `password` if there is one, otherwise `public`.
    pub access: Option<Access>,
    /// The password, for `access: password`: 1 to 64 bytes.
    pub password: Option<String>,
    /// Whether people without a seat may watch; default true.
    pub spectators: Option<bool>,
    /// The time limit for decisions; default `auto`.
    #[serde(default, deserialize_with = "optional_object")]
    #[schemars(with = "Option<Clock>")]
    pub clock: Option<Clock>,
    /// How long the next lead waits after pieces are turned up, in milliseconds; default 2,500, at most 10,000.
    pub reveal_pause_ms: Option<u32>,
    /// Whether a face-down play may be taken back; default true.
    pub take_backs: Option<bool>,
    /// Who plays an away seat; default `bot`.
    pub stand_in: Option<StandIn>,
    /// The kind of chat; default `free`.
    pub chat: Option<ChatMode>,
    /// Who may ask for hints; default `auto`.
    pub hints: Option<HintMode>,
    /// Which bots may take seats; default `any`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bots: Option<Bots>,
    /// Mahjong: when the time to claim a tile ends; default `quick`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub windows: Option<WindowMode>,
    /// Mahjong: the least time to claim a tile, in milliseconds; default 1,500, at most `window_ms`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub window_least_ms: Option<u32>,
    /// Mahjong: the most time to claim a tile, in milliseconds; default 8,000, from 2,000 to 60,000.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub window_ms: Option<u32>,
}

/// Reads a field that may be null, which means the default.
pub(crate) fn null_as_left_out<'de, D, T>(deserializer: D) -> Result<T, D::Error>
where
    D: Deserializer<'de>,
    T: Default + Deserialize<'de>,
{
    Option::<T>::deserialize(deserializer).map(Option::unwrap_or_default)
}

/// The default of a field that is true if left out.
pub(crate) const fn yes() -> bool {
    true
}

/// Reads a field that is true if it is left out or null.
pub(crate) fn null_as_yes<'de, D: Deserializer<'de>>(deserializer: D) -> Result<bool, D::Error> {
    Option::<bool>::deserialize(deserializer).map(|given| given.unwrap_or_else(yes))
}

/// The settings contradict each other, or a value is out of range.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadSettings {
    /// The game cannot be played with these seats or options.
    #[error(transparent)]
    Terms(#[from] BadTerms),
    /// The time for a decision is out of range.
    #[error(
        "`clock.decision_ms` must be from {MIN_DECISION_MS} to {MAX_DECISION_MS}, `clock.bank_ms` at most that"
    )]
    Clock,
    /// The bank or the increment is out of range.
    #[error(
        "`clock.bank_ms` must be from {} to {}, `clock.increment_ms` at most {MAX_INCREMENT_MS}",
        BANK_MS.start(),
        BANK_MS.end()
    )]
    Bank,
    /// The number of days is out of range.
    #[error("`clock.days` must be from {} to {}", DAYS.start(), DAYS.end())]
    Days,
    /// The game has no claims.
    #[error(
        "`windows`, `window_ms` and `window_least_ms` are for games in which tiles are claimed"
    )]
    Windows,
    /// The times to claim a tile are out of range.
    #[error(
        "`window_ms` must be from {} to {}, `window_least_ms` at most that",
        WINDOW_MS.start(),
        WINDOW_MS.end()
    )]
    WindowTimes,
    /// The game does not have this clock.
    #[error("clocks of the kinds `bank` and `days` are for games on boards")]
    ClockOfBoards,
    /// The pause is too long.
    #[error("`reveal_pause_ms` must be at most {MAX_REVEAL_PAUSE_MS}")]
    RevealPause,
    /// There is a password without `access: password`, or the other way round.
    #[error(
        "`password` goes with `access: \"password\"`, and that with a password of 1 to {MAX_PASSWORD_BYTES} bytes"
    )]
    Password,
}

impl SettingsInput {
    /// The settings with all defaults filled in, and the password if there is one.
    pub fn resolve(self) -> Result<(Settings, Option<String>), BadSettings> {
        let variant = self.variant.unwrap_or_default();
        let usual = u8::try_from(variant.usual_players()).unwrap_or(u8::MAX);
        let seats = self.seats.unwrap_or(usual);
        let access = match (self.access, &self.password) {
            (None, None) => Access::Public,
            (None | Some(Access::Password), Some(password))
                if (1..=MAX_PASSWORD_BYTES).contains(&password.len())
                    && !password.contains('\0') =>
            {
                Access::Password
            }
            (Some(access @ (Access::Public | Access::Unlisted)), None) => access,
            _ => return Err(BadSettings::Password),
        };
        let terms = Terms::new(
            variant,
            usize::from(seats),
            self.options,
            self.ceremony.unwrap_or(Ceremony::Players),
        )?;
        let windows = self.windows(variant)?;
        let settings = Settings {
            variant,
            seats,
            options: terms.options(),
            ceremony: terms.ceremony(),
            access,
            spectators: self.spectators.unwrap_or(true),
            clock: self.clock.unwrap_or(Clock::Auto),
            reveal_pause_ms: self.reveal_pause_ms.unwrap_or(DEFAULT_REVEAL_PAUSE_MS),
            take_backs: self.take_backs.unwrap_or(true),
            stand_in: self.stand_in.unwrap_or(StandIn::Bot),
            chat: self.chat.unwrap_or(ChatMode::Free),
            hints: self.hints.unwrap_or_default(),
            bots: self.bots.unwrap_or_default(),
            rated: false,
            windows,
        };
        settings.check()?;
        Ok((settings, self.password))
    }
}

impl SettingsInput {
    /// The time to claim a tile, in games with claims.
    fn windows(&self, variant: Variant) -> Result<Option<Windows>, BadSettings> {
        let usual = Windows::default();
        let asked = (self.windows, self.window_least_ms, self.window_ms);
        if !variant.has_windows() {
            return if asked == (None, None, None) {
                Ok(None)
            } else {
                Err(BadSettings::Windows)
            };
        }
        Ok(Some(Windows {
            mode: asked.0.unwrap_or(usual.mode),
            least_ms: asked.1.unwrap_or(usual.least_ms),
            most_ms: asked.2.unwrap_or(usual.most_ms),
        }))
    }
}

impl Windows {
    fn check(self) -> Result<(), BadSettings> {
        (WINDOW_MS.contains(&self.most_ms) && self.least_ms <= self.most_ms)
            .then_some(())
            .ok_or(BadSettings::WindowTimes)
    }
}

impl Clock {
    fn check(self, variant: Variant) -> Result<(), BadSettings> {
        let is_for_boards = matches!(self, Self::Bank { .. } | Self::Days { .. });
        if is_for_boards && !variant.has_board_clocks() {
            return Err(BadSettings::ClockOfBoards);
        }
        match self {
            Self::Auto | Self::None => Ok(()),
            Self::Timed {
                decision_ms,
                bank_ms,
            } => ((MIN_DECISION_MS..=MAX_DECISION_MS).contains(&decision_ms)
                && bank_ms <= MAX_DECISION_MS)
                .then_some(())
                .ok_or(BadSettings::Clock),
            Self::Bank {
                bank_ms,
                increment_ms,
            } => (BANK_MS.contains(&bank_ms) && increment_ms <= MAX_INCREMENT_MS)
                .then_some(())
                .ok_or(BadSettings::Bank),
            Self::Days { days } => DAYS.contains(&days).then_some(()).ok_or(BadSettings::Days),
        }
    }
}

impl Settings {
    /// The same table with another game: its number of seats is the nearest that the game allows, and what belongs to a game has the
    /// game's defaults. Who may join, spectators, chat and hints stay, and so does the clock if the game can be played with it.
    pub fn for_game(&self, variant: Variant) -> Result<Self, BadSettings> {
        let (least, most) = variant.players().into_inner();
        let seats = usize::from(self.seats).clamp(least, most);
        let clock = self.clock;
        let clock = clock.check(variant).map_or(Clock::Auto, |()| clock);
        let input = SettingsInput {
            variant: Some(variant),
            seats: u8::try_from(seats).ok(),
            access: Some(Access::Public),
            spectators: Some(self.spectators),
            clock: Some(clock),
            reveal_pause_ms: Some(self.reveal_pause_ms),
            take_backs: Some(self.take_backs),
            stand_in: Some(self.stand_in),
            chat: Some(self.chat),
            hints: Some(self.hints),
            bots: Some(self.bots),
            ..SettingsInput::default()
        };
        let with_ceremony = SettingsInput {
            ceremony: Some(self.ceremony),
            ..input.clone()
        };
        // Some games have no choices before the first lead.
        let (settings, _) = with_ceremony.resolve().or_else(|_| input.resolve())?;
        Ok(Self {
            access: self.access,
            ..settings
        })
    }

    /// The terms of the game: the settings that the rules need.
    pub fn terms(&self) -> Result<Terms, BadTerms> {
        Terms::new(
            self.variant,
            usize::from(self.seats),
            self.options,
            self.ceremony,
        )
    }

    /// Checks whether a room may have these settings. This also applies to rooms that are restored from a log, so the limits may grow
    /// but never shrink.
    pub fn check(&self) -> Result<(), BadSettings> {
        self.terms()?;
        self.clock.check(self.variant)?;
        if self.reveal_pause_ms > MAX_REVEAL_PAUSE_MS {
            return Err(BadSettings::RevealPause);
        }
        if self.windows.is_some() != self.variant.has_windows() {
            return Err(BadSettings::Windows);
        }
        self.windows.map_or(Ok(()), Windows::check)
    }
}
