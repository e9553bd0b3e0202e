//! What rooms, the lobby and clients get of the limits in the settings.

use std::num::NonZeroU32;

use giog_protocol::Limits;
use giog_rooms::{LobbyLimits, Rate, RoomLimits, Times};
use giog_store::MatchClass;

use crate::settings::{ServerLimits, Settings};

/// The limits of a room, from the settings.
pub(crate) fn room_limits(settings: &Settings) -> RoomLimits {
    let limits = &settings.limits;
    RoomLimits {
        spectators: limits.spectators_per_room,
        spectators_per_address: limits.spectators_per_address,
        connections_per_person: limits.connections_per_person,
        sleeping_rooms_per_person: limits.sleeping_rooms_per_person,
        sleeping_rooms: limits.sleeping_rooms,
        changes: Rate::per_minute(limits.changes_burst, limits.changes_per_minute),
        hints: Rate::per_minute(limits.hints_burst, limits.hints_per_minute),
        chat: Rate::per_minute(limits.chat_burst, limits.chat_per_minute),
        ..RoomLimits::default()
    }
}

/// The limits of the lobby, from the settings.
pub(crate) fn lobby_limits(limits: &ServerLimits) -> LobbyLimits {
    LobbyLimits {
        rooms: limits.rooms,
        rooms_per_person: limits.rooms_per_person,
        rooms_per_address: limits.rooms_per_address,
        quick_rooms_percent: limits.quick_rooms_percent,
        ..LobbyLimits::default()
    }
}

/// The limits that clients are told.
pub(crate) fn client_limits(rooms: &RoomLimits, times: &Times, settings: &Settings) -> Limits {
    let limits = settings.limits;
    let short = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
    let days_of = |class| settings.retention.days_of(class).map(NonZeroU32::get);
    Limits {
        frame_bytes: limits.frame_bytes,
        requests_per_second: limits.requests_per_second.get(),
        requests_burst: limits.requests_burst.get(),
        cost_per_second: limits.connection_cost_per_second.get(),
        cost_burst: limits.connection_cost_burst.get(),
        received_bytes_per_second: limits.received_bytes_per_second.get(),
        received_bytes_burst: limits.received_bytes_burst.get(),
        refusals_until_close: limits.refusals_until_close,
        person_cost_per_second: limits.person_cost_per_second.get(),
        person_cost_burst: limits.person_cost_burst.get(),
        address_cost_per_second: limits.address_cost_per_second.get(),
        address_cost_burst: limits.address_cost_burst.get(),
        rest_per_second: limits.rest_per_second.get(),
        rest_burst: limits.rest_burst.get(),
        new_guests_per_minute: limits.new_guests_per_minute.get(),
        passwords_per_minute: limits.passwords_per_minute.get(),
        new_rooms_per_minute: limits.new_rooms_per_minute.get(),
        rooms_per_address: short(limits.rooms_per_address),
        changes_burst: limits.changes_burst.get(),
        changes_per_minute: limits.changes_per_minute.get(),
        hints_burst: limits.hints_burst.get(),
        hints_per_minute: limits.hints_per_minute.get(),
        chat_burst: limits.chat_burst.get(),
        chat_per_minute: limits.chat_per_minute.get(),
        rooms_per_connection: short(limits.rooms_per_connection),
        rooms_per_person: short(limits.rooms_per_person),
        spectators_per_room: short(limits.spectators_per_room),
        take_backs_per_trick: rooms.take_backs_per_round.into(),
        grace_ms: times.grace_ms,
        bot_delay_ms: times.bot_delay_ms,
        ready_ms: times.ready_ms,
        rated_bots_ms: times.rated_bots_ms,
        entropy_ms: times.entropy_ms,
        idle_ms: limits.idle_ms,
        matches_days: days_of(MatchClass::Listed),
        matches_unlisted_days: days_of(MatchClass::Unlisted),
        matches_bots_days: days_of(MatchClass::WithBots),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_rate_that_a_program_can_meet_is_told_and_is_what_rooms_go_by() {
        // Every rate has a different number, so that none can be confused with another.
        let mut limits = serde_json::Map::new();
        let told_by_other_names = [
            ("connection_cost_per_second", "cost_per_second"),
            ("connection_cost_burst", "cost_burst"),
        ];
        let same_names = [
            "requests_per_second",
            "requests_burst",
            "refusals_until_close",
            "person_cost_per_second",
            "person_cost_burst",
            "address_cost_per_second",
            "address_cost_burst",
            "received_bytes_per_second",
            "received_bytes_burst",
            "rest_per_second",
            "rest_burst",
            "new_guests_per_minute",
            "passwords_per_minute",
            "new_rooms_per_minute",
            "rooms_per_connection",
            "rooms_per_person",
            "rooms_per_address",
            "spectators_per_room",
            "changes_burst",
            "changes_per_minute",
            "hints_burst",
            "hints_per_minute",
            "chat_burst",
            "chat_per_minute",
        ];
        let names = same_names.map(|name| (name, name)).into_iter();
        let names: Vec<_> = names.chain(told_by_other_names).collect();
        for (number, (setting, _)) in (1_001_u32..).zip(&names) {
            limits.insert((*setting).to_owned(), number.into());
        }
        let settings = Settings {
            limits: serde_json::from_value(limits.into()).expect("limits"),
            times: Times {
                bot_delay_ms: 17,
                ready_ms: 18_000,
                ..Times::default()
            },
            ..Settings::default()
        };
        let limits = room_limits(&settings);
        for (rate, burst) in [
            (limits.changes, settings.limits.changes_burst),
            (limits.hints, settings.limits.hints_burst),
            (limits.chat, settings.limits.chat_burst),
        ] {
            assert_eq!(rate.at_once, u64::from(burst.get()));
            assert_eq!(rate.every_ms, 60_000 / 1_020);
        }
        assert_eq!(room_limits(&Settings::default()), RoomLimits::default());
        let told = client_limits(&limits, &settings.times, &settings);
        let told = serde_json::to_value(told).expect("limits are JSON");
        for (number, (_, name)) in (1_001_u32..).zip(&names) {
            assert_eq!(told[*name], number, "{name}");
        }
        assert_eq!(
            (&told["bot_delay_ms"], &told["ready_ms"]),
            (&17.into(), &18_000.into())
        );
    }
}
