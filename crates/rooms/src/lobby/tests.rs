//! Lists, news and keys of many rooms, compared with a search through all rooms.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use uuid::Uuid;

use super::*;
use crate::conn::ConnId;
use crate::frame_queue::FrameSender;

const ROOMS: u64 = 60;

fn summary(number: u64, round: u64) -> RoomSummary {
    let chance = |of: u64| (number * 7 + round * 13 + number * round) % of;
    let settings = serde_json::json!({
        "room": Uuid::from_u128(u128::from(number)),
        "variant": if chance(3) == 0 { "sang-krip" } else { "giog" },
        "access": if chance(5) == 0 { "unlisted" } else { "public" },
        "clock": {"kind": "none"},
        "spectators": chance(2) == 0,
        "quick": false,
        "phase": if chance(3) == 0 { "playing" } else { "gathering" },
        "seats": if chance(4) < 2 { vec![(); 2] } else { vec![(); 3] },
    });
    serde_json::from_value(settings).expect("a summary")
}

/// A lobby with [`ROOMS`] rooms without summaries; its lists contain at most `rooms_listed` rooms.
fn with_rooms(rooms_listed: usize) -> Lobby<()> {
    let limits = LobbyLimits {
        rooms_listed,
        ..LobbyLimits::default()
    };
    let mut lobby = Lobby::new(limits);
    for number in 0..ROOMS {
        let made_by = MadeBy {
            creator: PlayerId(Uuid::nil()),
            key: "k",
            quick: None,
            seats: 4,
        };
        lobby.add(summary(number, 0).room, (), made_by, Origin::default());
    }
    lobby
}

#[test]
fn lists_are_what_sorting_all_rooms_would_give() {
    let mut lobby = with_rooms(7);
    let giog = Some(Variant::Tricks(giog_rules::tricks::Variant::Giog));
    let filters = [
        RoomFilter::default(),
        RoomFilter {
            variant: giog,
            ..RoomFilter::default()
        },
        RoomFilter {
            seats: Some(2),
            free: true,
            ..RoomFilter::default()
        },
        RoomFilter {
            phase: Some(Phase::Playing),
            variant: giog,
            ..RoomFilter::default()
        },
    ];
    for round in 0..20 {
        for number in 0..ROOMS {
            lobby.update(summary(number, round));
        }
        lobby.remove(summary(round, 0).room);
        for filter in &filters {
            let mut all: Vec<RoomSummary> = lobby.all();
            all.reverse();
            all.retain(|summary| is_listed(summary) && filter.wants(summary));
            all.sort_by_key(|summary| Reverse(summary.has_free_seat()));
            let more = all.len() > 7;
            all.truncate(7);
            assert_eq!(lobby.list(filter), (all, more), "{filter:?}");
        }
    }
}

#[test]
fn whoever_watches_knows_the_rooms_that_they_want_and_is_told_of_no_others() {
    let mut lobby = with_rooms(1_000);
    let nothing = RoomFilter {
        seats: Some(200),
        ..RoomFilter::default()
    };
    let filters = [
        RoomFilter::default(),
        RoomFilter {
            seats: Some(2),
            free: true,
            ..RoomFilter::default()
        },
        RoomFilter {
            phase: Some(Phase::Playing),
            ..RoomFilter::default()
        },
        nothing.clone(),
    ];
    let by_id = |lobby: &Lobby<()>, filter: &RoomFilter| {
        let (rooms, _) = lobby.list(filter);
        let rooms = rooms.into_iter().map(|summary| (summary.room, summary));
        rooms.collect::<BTreeMap<_, _>>()
    };
    let mut watchers = Vec::new();
    for (round, conn) in (0..30).zip(1..) {
        for number in 0..ROOMS {
            lobby.update(summary(number, round));
        }
        // Another one begins to watch between two changes.
        let filter = filters[conn % filters.len()].clone();
        let number = u64::try_from(conn).expect("few");
        let (frame_sender, _) = FrameSender::new(ConnId(number), 1);
        lobby.watched().watch(frame_sender, filter.clone());
        let known = by_id(&lobby, &filter);
        watchers.push((filter, known));
        for number in 0..ROOMS {
            lobby.update(summary(number, round + 100));
        }
        lobby.remove(summary(round, 0).room);
        let news = lobby.take_news();
        assert_eq!(news.wanted_by(&nothing), [], "no room has so many seats");
        for (filter, known) in &mut watchers {
            for news in news.wanted_by(filter) {
                for room in news.rooms {
                    assert!(filter.wants(&room), "{room:?}");
                    known.insert(room.room, room);
                }
                known.retain(|room, _| !news.gone.contains(room));
            }
            assert_eq!(*known, by_id(&lobby, filter), "{filter:?}");
        }
    }
}

fn player(number: u128) -> PlayerId {
    PlayerId(Uuid::from_u128(number))
}

/// A table of quick play of four, which the person with the same number has made.
fn with_table(lobby: &mut Lobby<()>, number: u128) -> RoomId {
    let room = RoomId(Uuid::from_u128(number));
    let made_by = MadeBy {
        creator: player(number),
        key: "k",
        quick: Some(Variant::Tricks(giog_rules::tricks::Variant::Giog)),
        seats: 4,
    };
    lobby.add(room, (), made_by, Origin::default());
    room
}

#[test]
fn where_people_were_led_is_not_remembered_for_ever() {
    let limits = LobbyLimits {
        quick_keys: 10,
        ..LobbyLimits::default()
    };
    let mut lobby = Lobby::new(limits);
    let room = with_table(&mut lobby, 0);
    lobby.seated.entry(player(0)).or_default().insert(room);
    for number in 0..100 {
        lobby.note_quick(player(number), "k", room);
    }
    assert!(lobby.quick.len() <= 10);
    assert!(lobby.quick.contains_key(&player(0)), "they sit there");
    assert_eq!(lobby.rooms[&room].led.len(), lobby.quick.len());
}

#[test]
fn one_table_alone_remembers_that_somebody_was_led_there() {
    let mut lobby = Lobby::new(LobbyLimits::default());
    let tables = [0, 1].map(|number| with_table(&mut lobby, number));
    for (room, led) in [(0, [1, 0]), (1, [0, 1]), (1, [0, 1]), (0, [1, 0])] {
        lobby.note_quick(player(9), "k", tables[room]);
        let remembers = tables.map(|table| lobby.rooms[&table].led.len());
        assert_eq!(remembers, led, "led to {room}");
    }
}

#[test]
fn whoever_asks_for_a_seat_in_vain_is_not_remembered_for_ever() {
    let mut lobby = Lobby::new(LobbyLimits::default());
    let room = with_table(&mut lobby, 0);
    lobby.note_host((player(0), Origin::default()), room, 0);
    for number in 1..1_000 {
        let who = (player(number), Origin::default());
        lobby.may_sit(who, room, 0).expect("nobody waits there");
    }
    let everybody: Vec<PlayerId> = (0..1_000).map(player).collect();
    let known = lobby.rooms[&room].table_people.of(&everybody);
    assert!(known.len() <= 100, "{}", known.len());
    let (host, _) = known.first().expect("somebody");
    assert_eq!(*host, player(0), "they sit there");
}
