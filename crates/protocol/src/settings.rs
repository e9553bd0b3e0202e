//! What a table agrees on before it plays.

use giog_rules::{BadTerms, Ceremony, Options, OptionsInput, Terms, Variant};
use schemars::JsonSchema;
use serde::{Deserialize, Deserializer, Serialize};

use crate::chat::ChatMode;

/// The longest time for a decision: a day, so that every time left fits any client's numbers.
pub const MAX_DECISION_MS: u32 = 24 * 60 * 60 * 1000;
/// The shortest time for a decision: under a second nobody can read what is asked.
pub const MIN_DECISION_MS: u32 = 1_000;
/// The longest pause after pieces were turned up.
pub const MAX_REVEAL_PAUSE_MS: u32 = 10_000;
/// The longest password of a room, in bytes.
pub const MAX_PASSWORD_BYTES: usize = 64;
/// The pause after pieces were turned up, where nothing else was said.
pub const DEFAULT_REVEAL_PAUSE_MS: u32 = 2_500;

/// The settings of a room, all of them decided.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Settings {
    /// The game.
    pub variant: Variant,
    /// How many seats the table has.
    pub seats: u8,
    /// The options of the game.
    pub options: Options,
    /// Who makes the choices before the first lead.
    pub ceremony: Ceremony,
    /// Who may come in.
    pub access: Access,
    /// Whether people without a seat may watch.
    pub spectators: bool,
    /// How long a decision may take.
    pub clock: Clock,
    /// How long the next lead waits after pieces were turned up, while people are at the table.
    pub reveal_pause_ms: u32,
    /// Whether a face-down play may be taken back.
    pub take_backs: bool,
    /// Who plays an away seat.
    pub stand_in: StandIn,
    /// What may be said.
    #[serde(default = "free")]
    pub chat: ChatMode,
    /// Who may ask the computer player for a hint.
    #[serde(default)]
    pub hints: HintMode,
}

const fn free() -> ChatMode {
    ChatMode::Free
}

/// Who may ask the server's computer player what it would do on their seat.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum HintMode {
    /// Whoever plays alone against computer players.
    #[default]
    Auto,
    /// Every player.
    On,
    /// Nobody.
    Off,
}

/// Who may come into a room: from the widest access to the narrowest.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum Access {
    /// Everybody; the room and its matches are listed.
    Public,
    /// Whoever knows the room's id.
    Unlisted,
    /// Whoever knows the room's id and its password.
    Password,
}

/// How long a decision may take.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Clock {
    /// 30 s with a bank of 60 s; none for one person among bots.
    Auto,
    /// As long as it takes.
    None,
    /// So long for each decision, and a bank for the match besides.
    Timed {
        /// For each decision.
        decision_ms: u32,
        /// For the whole match, used up when a decision takes longer.
        bank_ms: u32,
    },
}

/// Who plays an away seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(rename = "StandInPlayer")] // Records have another `StandIn`.
pub enum StandIn {
    /// A computer player, at its pace.
    Bot,
    /// The default action, at once.
    Default,
}

/// Settings as they are asked for: whatever is left out is as usual.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct SettingsInput {
    /// The game; `giog` if left out.
    pub variant: Option<Variant>,
    /// How many seats; four, or as many as the game has, if left out.
    pub seats: Option<u8>,
    /// The options of the game; the game's own defaults for those left out.
    #[serde(default, deserialize_with = "null_as_left_out")]
    #[schemars(with = "Option<OptionsInput>")]
    pub options: OptionsInput,
    /// Who makes the choices before the first lead; `players` if left out.
    pub ceremony: Option<Ceremony>,
    /// Who may come in; `public` if left out, `password` if there is one.
    pub access: Option<Access>,
    /// The password, for `access: password`: 1 to 64 bytes.
    pub password: Option<String>,
    /// Whether people without a seat may watch; yes if left out.
    pub spectators: Option<bool>,
    /// How long a decision may take; `auto` if left out.
    pub clock: Option<Clock>,
    /// Milliseconds that the next lead waits after pieces were turned up; 2,500 if left out, at most 10,000.
    pub reveal_pause_ms: Option<u32>,
    /// Whether a face-down play may be taken back; yes if left out.
    pub take_backs: Option<bool>,
    /// Who plays an away seat; `bot` if left out.
    pub stand_in: Option<StandIn>,
    /// What may be said; `free` if left out.
    pub chat: Option<ChatMode>,
    /// Who may ask for hints; `auto` if left out.
    pub hints: Option<HintMode>,
}

/// Reads a field in which null means the same as leaving it out.
pub(crate) fn null_as_left_out<'de, D, T>(deserializer: D) -> Result<T, D::Error>
where
    D: Deserializer<'de>,
    T: Default + Deserialize<'de>,
{
    Option::<T>::deserialize(deserializer).map(Option::unwrap_or_default)
}

/// The value of a field that means yes if left out.
pub(crate) const fn yes() -> bool {
    true
}

/// Reads a field that means yes if left out, or if it is null.
pub(crate) fn null_as_yes<'de, D: Deserializer<'de>>(deserializer: D) -> Result<bool, D::Error> {
    Option::<bool>::deserialize(deserializer).map(|given| given.unwrap_or_else(yes))
}

/// Settings that do not fit together.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadSettings {
    /// The game cannot be played so.
    #[error(transparent)]
    Terms(#[from] BadTerms),
    /// The time for a decision is out of range.
    #[error(
        "`clock.decision_ms` must be from {MIN_DECISION_MS} to {MAX_DECISION_MS}, `clock.bank_ms` at most that"
    )]
    Clock,
    /// The pause is too long.
    #[error("`reveal_pause_ms` must be at most {MAX_REVEAL_PAUSE_MS}")]
    RevealPause,
    /// A password without `access: password`, or the other way round.
    #[error(
        "`password` goes with `access: \"password\"`, and that with a password of 1 to {MAX_PASSWORD_BYTES} bytes"
    )]
    Password,
}

impl SettingsInput {
    /// The settings meant, and the password if there is one.
    pub fn resolve(self) -> Result<(Settings, Option<String>), BadSettings> {
        let variant = self.variant.unwrap_or(Variant::Giog);
        let players = variant.players();
        let usual = u8::try_from(4.clamp(*players.start(), *players.end())).unwrap_or(4);
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
        let settings = Settings {
            variant,
            seats: self.seats.unwrap_or(usual),
            options: (self.options.resolve(variant.default_options()))
                .ok_or(BadTerms::Option(variant))?,
            ceremony: self.ceremony.unwrap_or(Ceremony::Players),
            access,
            spectators: self.spectators.unwrap_or(true),
            clock: self.clock.unwrap_or(Clock::Auto),
            reveal_pause_ms: self.reveal_pause_ms.unwrap_or(DEFAULT_REVEAL_PAUSE_MS),
            take_backs: self.take_backs.unwrap_or(true),
            stand_in: self.stand_in.unwrap_or(StandIn::Bot),
            chat: self.chat.unwrap_or(ChatMode::Free),
            hints: self.hints.unwrap_or_default(),
        };
        settings.check()?;
        Ok((settings, self.password))
    }
}

impl Settings {
    /// What the game itself is told.
    pub fn terms(&self) -> Result<Terms, BadTerms> {
        Terms::new(
            self.variant,
            usize::from(self.seats),
            self.options.into(),
            self.ceremony,
        )
    }

    fn check(&self) -> Result<(), BadSettings> {
        self.terms()?;
        if let Clock::Timed {
            decision_ms,
            bank_ms,
        } = self.clock
            && (!(MIN_DECISION_MS..=MAX_DECISION_MS).contains(&decision_ms)
                || bank_ms > MAX_DECISION_MS)
        {
            return Err(BadSettings::Clock);
        }
        if self.reveal_pause_ms > MAX_REVEAL_PAUSE_MS {
            return Err(BadSettings::RevealPause);
        }
        Ok(())
    }
}
