//! The settings of a simulated table: every game, option, ceremony, clock and stand-in.

use giog_protocol::{Access, Bots, ChatMode, Clock, HintMode, Settings, SettingsInput, StandIn};
use giog_rules::tricks::{self, Beheading, GeneralBan, OptionsInput};
use giog_rules::{Ceremony, Options};

use crate::chance::Chance;

/// The password of rooms with one.
pub const PASSWORD: &str = "jiāng jūn";

/// Random valid settings.
pub fn some(chance: &mut Chance) -> SettingsInput {
    let variant = chance.pick(&tricks::Variant::ALL);
    let players = variant.players();
    let most = players.end() - players.start() + 1;
    let seats = players.start() + chance.below(most);
    let options = OptionsInput {
        general_ban: chance.pick(&[None, Some(GeneralBan::Refuse), Some(GeneralBan::Behead)]),
        beheading: chance.pick(&[None, Some(Beheading::Forfeit), Some(Beheading::Last)]),
    };
    let has_options = variant.default_options() != tricks::Options::NONE;
    let mut settings = SettingsInput {
        variant: Some(variant.into()),
        seats: u8::try_from(seats).ok(),
        options: Options {
            tricks: if has_options {
                options
            } else {
                OptionsInput::default()
            },
            ..Options::default()
        },
        ceremony: Some(chance.pick(&[Ceremony::Players, Ceremony::Server])),
        access: None,
        password: chance.one_in(5).then(|| PASSWORD.to_owned()),
        spectators: Some(!chance.one_in(4)),
        clock: Some(clock(chance)),
        reveal_pause_ms: Some(chance.pick(&[0, 2_500, 10_000])),
        take_backs: Some(!chance.one_in(4)),
        stand_in: Some(chance.pick(&[StandIn::Bot, StandIn::Default])),
        chat: Some(chance.pick(&[ChatMode::Free, ChatMode::Phrases, ChatMode::Off])),
        hints: Some(chance.pick(&[HintMode::Auto, HintMode::On, HintMode::Off])),
        bots: Some(chance.pick(&[Bots::Any, Bots::Any, Bots::Any, Bots::House, Bots::None])),
        ..SettingsInput::default()
    };
    // Tables of friends who want no spectators.
    if settings.password.is_none() && settings.spectators == Some(false) {
        settings.access = Some(Access::Unlisted);
    }
    settings
}

/// Settings of a rated table: as quick play makes it, but with any clock.
pub fn rated(chance: &mut Chance) -> Settings {
    let usual = SettingsInput {
        password: None,
        access: None,
        spectators: None,
        seats: None,
        hints: Some(HintMode::Off),
        ..some(chance)
    };
    let (settings, _) = usual.resolve().expect("settings that fit");
    Settings {
        rated: true,
        bots: chance.pick(&[Bots::House, Bots::House, Bots::None]),
        ..settings
    }
}

fn clock(chance: &mut Chance) -> Clock {
    let timed = Clock::Timed {
        decision_ms: chance.pick(&[1_000, 5_000, 30_000]),
        bank_ms: chance.pick(&[0, 3_000, 60_000]),
    };
    chance.pick(&[Clock::Auto, Clock::None, timed])
}
