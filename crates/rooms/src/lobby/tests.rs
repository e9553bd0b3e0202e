//! Lists, news and keys of many rooms, compared with a search through all rooms.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use giog_protocol::client::RoomFilter;
use giog_protocol::{Found, Person};
use giog_rules::Timestamp;
use uuid::Uuid;

use super::*;
use crate::conn::ConnId;
use crate::frame_queue::FrameSender;
use crate::origin::Network;

const ROOMS: u64 = 60;

/// A seat that is taken, or free.
fn lin(taken: bool) -> serde_json::Value {
    let lin = serde_json::json!({"player": Uuid::from_u128(9), "name": "Lin", "tag": "0000"});
    if taken { lin } else { serde_json::Value::Null }
}

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
        "seats": if chance(4) < 2 { vec![lin(chance(3) == 1); 2] } else { vec![lin(false); 3] },
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
        let made_by = RoomCreator {
            creator: player(number.into()),
            key: "k",
            quick: None,
            bots: Bots::Any,
            rated: false,
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
            all.sort_by_key(|summary| Reverse(Found::of(summary)));
            let mut wanted = ListRooms::from(filter.clone());
            for page in all.chunks(7) {
                let list = lobby.list(&wanted);
                assert_eq!(list.rooms, page, "{filter:?}");
                assert_eq!(list.more, page.last() != all.last(), "{filter:?}");
                assert_eq!(list.more, list.next.is_some());
                wanted.cursor = list.next;
            }
        }
    }
}

#[test]
fn a_lobby_watcher_gets_the_matching_rooms_and_no_others() {
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
        let rooms = lobby.list(&filter.clone().into()).rooms;
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
        lobby.watched().watch(frame_sender, filter.clone(), false);
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
    let made_by = RoomCreator {
        creator: player(number),
        key: "k",
        quick: Some(Variant::Tricks(giog_rules::tricks::Variant::Giog)),
        bots: Bots::Any,
        rated: false,
        seats: 4,
    };
    lobby.add(room, (), made_by, Origin::default());
    room
}

/// A rated table of four at which these people sit.
fn with_rated(lobby: &mut Lobby<()>, number: u64, seated: &[u128]) -> RoomId {
    let mut summary = summary(number, 0);
    summary.room = RoomId(Uuid::from_u128(u128::from(number)));
    (summary.rated, summary.quick) = (true, true);
    summary.phase = Phase::Gathering;
    let person = |&number: &u128| Person::forgotten(player(number)).into();
    let taken = seated.iter().map(person).map(Some);
    summary.seats = taken.chain(std::iter::repeat(None)).take(4).collect();
    let made_by = RoomCreator {
        creator: player(seated[0]),
        key: "k",
        quick: Some(GIOG),
        bots: Bots::None,
        rated: true,
        seats: 4,
    };
    let room = summary.room;
    lobby.add(room, (), made_by, Origin::default());
    lobby.update(summary);
    let origins = seated
        .iter()
        .map(|&number| (player(number), Origin::default()));
    lobby.note_table_people(room, origins.collect(), 0);
    room
}

const GIOG: Variant = Variant::Tricks(giog_rules::tricks::Variant::Giog);

fn led_to(lobby: &mut Lobby<()>, number: u128, met: &[u128]) -> Option<RoomId> {
    let met: Vec<PlayerId> = met.iter().copied().map(player).collect();
    let game = QuickGame {
        variant: GIOG,
        bots: QuickBots::Refused,
        rated: true,
    };
    let who = (player(number), Origin::default());
    let table = lobby.quick_table(who, "new", (game, &met), &HashSet::new(), 0);
    table.map(|table| table.id)
}

#[test]
fn while_twelve_wait_nobody_meets_again_whom_they_met_just_now() {
    for (tables, meets) in [(3, true), (4, false)] {
        let mut lobby = Lobby::new(LobbyLimits::default());
        for table in 0..tables {
            let waiting = [1, 2, 3].map(|number| 10 * u128::from(table) + number);
            with_rated(&mut lobby, table, &waiting);
        }
        // One at each table: some of them twice, and others who are elsewhere.
        let met = [1, 12, 23, 32, 12, 500];
        let led = led_to(&mut lobby, 100, &met);
        assert_eq!(led.is_some(), meets, "with {tables} tables");
        let other = led_to(&mut lobby, 101, &met[1..]);
        // The first table, unless the other person is led there.
        let free = RoomId(Uuid::from_u128(u128::from(meets)));
        assert_eq!(other, Some(free), "with {tables} tables");
    }
}

#[test]
fn to_people_of_unknown_addresses_at_a_rated_table_nobody_is_led() {
    let mut lobby = Lobby::new(LobbyLimits::default());
    let room = with_rated(&mut lobby, 1, &[1]);
    assert_eq!(led_to(&mut lobby, 2, &[]), Some(room));
    lobby.arrived(player(2), room);
    let table = lobby.rooms.get_mut(&room).expect("it is there");
    table.table_people = TablePeople::default();
    assert_eq!(led_to(&mut lobby, 3, &[]), None);
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
fn refused_requests_for_a_seat_are_not_remembered_for_ever() {
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

/// Adds a public room with a free seat, in which its creator sits, and which was created at this time.
fn waits(lobby: &mut Lobby<()>, number: u64, creator: u128, origin: Origin) -> RoomId {
    let mut summary = summary(number, 0);
    let seat = |taken: bool| serde_json::from_value(lin(taken)).expect("a seat");
    summary.access = Access::Public;
    summary.phase = Phase::Gathering;
    summary.seats = vec![seat(true), seat(false)];
    summary.created_at = Some(Timestamp::from_unix_ms(i64::try_from(number).expect("few")));
    let made_by = RoomCreator {
        creator: player(creator),
        key: "k",
        quick: None,
        bots: Bots::Any,
        rated: false,
        seats: 2,
    };
    let room = summary.room;
    lobby.add(room, (), made_by, origin);
    lobby.update(summary);
    room
}

fn network(tag: u64, times: u32) -> Network {
    Network { tag, times }
}

#[test]
fn nobody_hides_a_waiting_player_behind_a_hundred_tables() {
    let mut lobby = Lobby::new(LobbyLimits::default());
    let origin = |address| Origin::new([network(address, 1)], None);
    let honest = waits(&mut lobby, 1, 1, origin(1));
    let mut theirs = Vec::new();
    for number in 2..107 {
        // Ever new guests of four addresses.
        let address = number % 4 + 10;
        theirs.push(waits(&mut lobby, number, number.into(), origin(address)));
    }
    let first = |lobby: &Lobby<()>| {
        let list = lobby.list(&ListRooms::default());
        list.rooms
            .iter()
            .position(|summary| summary.room == honest)
            .expect("on the first page")
    };
    assert_eq!(first(&lobby), 12, "three of each address are before it");
    for room in theirs {
        lobby.remove(room);
        assert!(first(&lobby) <= 12);
    }
    assert_eq!(first(&lobby), 0);
}

#[test]
fn of_one_creator_or_network_only_the_first_rooms_are_listed_before_those_of_others() {
    let mut lobby = Lobby::new(LobbyLimits::default());
    let old = waits(&mut lobby, 1, 1, Origin::default());
    let same: Vec<RoomId> = (2..6)
        .map(|number| waits(&mut lobby, number, 2, Origin::default()))
        .collect();
    let of_network = |address| Origin::new([network(address, 1), network(99, 2)], None);
    let wide: Vec<RoomId> = (6..14)
        .map(|number| waits(&mut lobby, number, number.into(), of_network(number)))
        .collect();
    let places = |lobby: &Lobby<()>| {
        let rooms = lobby.list(&ListRooms::default()).rooms;
        rooms.into_iter().map(|room| room.room).collect::<Vec<_>>()
    };
    let newest = |rooms: &[RoomId]| rooms.iter().rev().copied().collect::<Vec<_>>();
    let mut expected = newest(&wide[2..]);
    expected.extend(newest(&same[1..]));
    expected.push(old);
    expected.extend(newest(&wide[..2]));
    expected.push(same[0]);
    assert_eq!(places(&lobby), expected);
    // One that goes makes place for the next one.
    lobby.remove(same[3]);
    lobby.remove(wide[7]);
    let mut expected = newest(&wide[1..7]);
    expected.extend(newest(&same[..3]));
    expected.extend([old, wide[0]]);
    assert_eq!(places(&lobby), expected);
}

#[test]
fn a_page_goes_on_where_the_last_one_ended_on_every_node_and_when_its_last_room_is_gone() {
    let of = |order: &[u64]| {
        let mut lobby = Lobby::new(LobbyLimits {
            rooms_listed: 4,
            ..LobbyLimits::default()
        });
        for &number in order {
            waits(&mut lobby, number, number.into(), Origin::default());
        }
        lobby
    };
    // Another node came to know of the rooms in another order.
    let one = of(&[1, 2, 3, 4, 5, 6, 7, 8]);
    let mut other = of(&[5, 6, 7, 8, 4, 3, 2, 1]);
    let page = one.list(&ListRooms::default());
    let last = page.rooms.last().expect("four").room;
    let wanted = ListRooms {
        cursor: page.next,
        ..ListRooms::default()
    };
    let expected = one.list(&wanted).rooms;
    assert_eq!(expected.len(), 4);
    assert_eq!(other.list(&wanted).rooms, expected);
    other.remove(last);
    assert_eq!(other.list(&wanted).rooms, expected);
}

#[test]
fn a_lobby_watcher_who_gets_the_next_page_misses_no_change() {
    let filter = RoomFilter::default();
    for (goes_on, told) in [(true, 1), (false, 0)] {
        let mut lobby = with_rooms(7);
        let (frame_sender, _) = FrameSender::new(ConnId(1), 1);
        let watch = |lobby: &mut Lobby<()>, goes_on| {
            lobby
                .watched()
                .watch(frame_sender.clone(), filter.clone(), goes_on);
        };
        watch(&mut lobby, false);
        // On the first page, which is not sent again.
        lobby.update(summary(1, 1));
        watch(&mut lobby, goes_on);
        assert_eq!(lobby.take_news().rooms(), told);
    }
}
