//! Answers of the operator's interface as text for people: lines, and tables with columns separated by spaces.

use std::fmt::Write as _;

use giog_protocol::operator::{
    BanInfo, BanList, NewReviewer, NodeInfo, NodeList, NodeState, OperatorRoom, OperatorRooms,
    OperatorStatus, PairInfo, PairList, PairPerson, Readiness, ReportInfo, ReportList,
    ReviewerList, SetAsideRooms,
};
use giog_protocol::{Access, Called, ChatLine, Occupant, Phase, PlayerTag, RoomSummary, Said};
use giog_rules::PlayerId;
use serde_json::Value;

use crate::plain::plain;
use crate::table::phrase_words;

/// A table with columns of equal width; the first line has their names.
struct Table<const N: usize> {
    rows: Vec<[String; N]>,
}

impl<const N: usize> Table<N> {
    fn new(names: [&str; N]) -> Self {
        Self {
            rows: vec![names.map(str::to_owned)],
        }
    }

    /// The lines of the table; `empty` if it has no rows.
    fn text(&self, empty: &str) -> String {
        if self.rows.len() == 1 {
            return empty.to_owned();
        }
        // Once for all rows: a server may have tens of thousands of rooms.
        let mut widths = [0; N];
        for row in &self.rows {
            for (width, cell) in widths.iter_mut().zip(row) {
                *width = cell.chars().count().max(*width);
            }
        }
        let mut text = String::new();
        for row in &self.rows {
            let mut line = String::new();
            for (width, cell) in widths.iter().zip(row) {
                let _ = write!(line, "{cell:<width$}  ");
            }
            text.push_str(line.trim_end());
            text.push('\n');
        }
        text
    }
}

pub fn status(status: &OperatorStatus) -> String {
    let OperatorStatus {
        version,
        uptime_s,
        readiness,
        storage_available,
        rolled_back,
        rollbacks_seen,
        lease,
        disk,
        database: soundness,
        date_doubted,
        draining,
        matches_running,
        rooms_without_match,
        rooms_coming,
        rooms_set_aside,
        people_seated,
        sockets,
        bans,
        announcement,
    } = status;
    let database = if *storage_available {
        "reachable"
    } else {
        "UNREACHABLE"
    };
    let held = if lease.held { "held" } else { "LOST" };
    let starts = match (draining, disk.low) {
        (true, _) => "nothing (draining)",
        (false, true) => "NOTHING: the disk is nearly full",
        (false, false) => "rooms and matches",
    };
    let mut text = format!(
        "version      {version}, for {}\n\
         ready        {}\n\
         database     {database}\n\
         lease        {held}, number {}, renewed {} ms ago\n\
         starts       {starts}\n\
         matches      {matches_running} running, {rooms_without_match} rooms without\n\
         people       {people_seated} seated, {sockets} connections\n\
         bans         {bans}\n",
        duration(*uptime_s),
        ready(*readiness),
        lease.number,
        lease.age_ms,
    );
    if *rolled_back {
        text.push_str("ROLLED BACK  newer data is missing in the database: see docs/HOSTING.md\n");
    }
    if let Some(checked_at) = soundness.checked_at {
        let _ = writeln!(text, "checked      the whole database, at {checked_at}");
    }
    if soundness.damage_found > 0 {
        let found = soundness.damage_found;
        let _ = writeln!(
            text,
            "DAMAGED      the database, in {found} places: make a backup now, and see docs/HOSTING.md"
        );
        for told in &soundness.damage {
            let _ = writeln!(text, "             {}", plain(told));
        }
    }
    if let Some(why) = date_doubted {
        let _ = writeln!(
            text,
            "DATE         doubted, so nothing expires: {why}; if the date is right: giog admin trust-date"
        );
    }
    if *rollbacks_seen > 0 {
        let _ = writeln!(
            text,
            "SEEN MORE    {rollbacks_seen} times, a client had seen more of a room than the database has"
        );
    }
    if let Some(free) = disk.free_bytes {
        let _ = writeln!(text, "disk         {} MiB free", free / (1024 * 1024));
    }
    if *rooms_coming > 0 {
        let _ = writeln!(
            text,
            "coming       {rooms_coming} rooms are still being restored"
        );
    }
    if *rooms_set_aside > 0 {
        let _ = writeln!(
            text,
            "SET ASIDE    {rooms_set_aside} rooms: see `giog admin rooms --set-aside`"
        );
    }
    if let Some(announcement) = announcement {
        let _ = writeln!(text, "notice       {announcement}");
    }
    text
}

/// A duration in its two largest units.
fn duration(seconds: u64) -> String {
    let (days, hours, minutes) = (seconds / 86_400, seconds / 3_600 % 24, seconds / 60 % 60);
    match (days, hours, minutes) {
        (0, 0, 0) => format!("{seconds} s"),
        (0, 0, _) => format!("{minutes} min {} s", seconds % 60),
        (0, ..) => format!("{hours} h {minutes} min"),
        _ => format!("{days} d {hours} h"),
    }
}

/// Whether a server is ready for people.
const fn ready(readiness: Readiness) -> &'static str {
    match readiness {
        Readiness::Ready => "yes",
        Readiness::StorageUnavailable => "NO: database unreachable",
        Readiness::CutOff => "NO: cut off from NATS",
        Readiness::ShuttingDown => "no: stopping or drained",
        Readiness::Standby => "no: another server owns the rooms",
        Readiness::Unknown => "unknown",
    }
}

pub fn nodes(nodes: &NodeList) -> String {
    let mut table = Table::new([
        "node",
        "name",
        "version",
        "state",
        "ready",
        "shards",
        "heartbeat",
    ]);
    for NodeInfo {
        node,
        name,
        version,
        state,
        readiness,
        silent_ms,
        shards,
        is_this,
    } in &nodes.nodes
    {
        let state = match state {
            NodeState::Active => "active",
            NodeState::Drained => "drained",
            NodeState::Leaving => "leaving",
            NodeState::Gone => "GONE",
        };
        let this = if *is_this { " (this)" } else { "" };
        table.rows.push([
            node.to_string(),
            format!("{name}{this}"),
            version.clone(),
            state.to_owned(),
            ready(*readiness).to_owned(),
            shards.to_string(),
            format!("{silent_ms} ms ago"),
        ]);
    }
    table.text("no servers")
}

pub fn rooms(rooms: &OperatorRooms) -> String {
    let mut table = Table::new(["room", "game", "phase", "access", "seats"]);
    table.rows.extend(rooms.rooms.iter().map(room_row));
    table.text("there are no rooms")
}

pub fn set_aside(rooms: &SetAsideRooms) -> String {
    let mut table = Table::new(["room", "since", "reason"]);
    table.rows.extend(rooms.rooms.iter().map(|room| {
        [
            room.room.to_string(),
            room.at.to_string(),
            room.reason.clone(),
        ]
    }));
    table.text("no room is set aside")
}

fn room_row(room: &RoomSummary) -> [String; 5] {
    let seats: Vec<String> = room
        .seats
        .iter()
        .map(|seat| occupant(seat.as_ref()))
        .collect();
    [
        room.room.0.to_string(),
        room.variant.id().to_owned(),
        phase(room.phase).to_owned(),
        match room.access {
            Access::Public => "public",
            Access::Unlisted => "unlisted",
            Access::Password => "password",
        }
        .to_owned(),
        seats.join(", "),
    ]
}

const fn phase(phase: Phase) -> &'static str {
    match phase {
        Phase::Gathering => "gathering",
        Phase::Opening => "opening",
        Phase::Playing => "playing",
        Phase::Closed => "closed",
    }
}

fn occupant(occupant: Option<&Occupant>) -> String {
    match occupant {
        None => "-".to_owned(),
        Some(occupant) => Called::from(occupant).in_list(),
    }
}

pub fn room(room: &OperatorRoom) -> String {
    let OperatorRoom {
        room,
        match_id,
        people,
        state,
    } = room;
    let mut text = format!(
        "room   {}\ngame   {}, {}\n",
        room.0,
        state.settings.variant.id(),
        phase(state.phase)
    );
    if let Some(match_id) = match_id {
        let _ = writeln!(text, "match  {match_id}");
    }
    let mut seats = Table::new(["seat", "who", "id"]);
    seats.rows.extend(state.seats.iter().map(|seat| {
        let person = seat.occupant.as_ref().and_then(Occupant::person);
        let id = person.map(|person| person.player.to_string());
        [
            seat.seat.index().to_string(),
            occupant(seat.occupant.as_ref()),
            id.unwrap_or_default(),
        ]
    }));
    let mut there = Table::new(["connected", "id", "connections"]);
    there.rows.extend(people.iter().map(|person| {
        [
            with_tag(person.name.as_deref().unwrap_or("?"), person.player),
            person.player.to_string(),
            person.connections.to_string(),
        ]
    }));
    let _ = write!(
        text,
        "\n{}\n{}",
        seats.text("no seats\n"),
        there.text("nobody is connected\n")
    );
    text
}

pub fn bans(bans: &BanList) -> String {
    let mut table = Table::new(["ban", "whom", "until", "reason"]);
    table.rows.extend(bans.bans.iter().map(|ban| {
        [
            ban.ban_id.to_string(),
            whom(ban),
            until(ban),
            one_line(&ban.reason),
        ]
    }));
    table.text("nobody is banned")
}

pub fn ban(ban: &BanInfo) -> String {
    format!(
        "{} is banned until {}: ban {}",
        whom(ban),
        until(ban),
        ban.ban_id
    )
}

fn whom(ban: &BanInfo) -> String {
    let player = ban.player.map(|player| player.to_string());
    player.or_else(|| ban.addresses.clone()).unwrap_or_default()
}

fn until(ban: &BanInfo) -> String {
    let end = ban.ends_at.map(|end| end.to_string());
    end.unwrap_or_else(|| "it is lifted".to_owned())
}

pub fn reports(list: &ReportList) -> String {
    if list.reports.is_empty() {
        return "there are no reports".to_owned();
    }
    let mut text: String = list.reports.iter().map(report).collect();
    if let Some(next) = &list.next {
        let _ = writeln!(text, "more: --cursor {next}");
    }
    text
}

pub fn pairs(list: &PairList) -> String {
    let mut text = format!(
        "{} rated matches since {}: {} pairs met in at least {}\n",
        list.matches, list.since, list.compared, list.least_matches
    );
    if list.pairs.is_empty() {
        text.push_str("none of them is suspicious\n");
    }
    text.extend(list.pairs.iter().map(pair));
    text
}

fn pair(pair: &PairInfo) -> String {
    let person = |one: &PairPerson| match &one.name {
        Some(name) => format!("{} ({})", with_tag(name, one.player), one.player),
        None => one.player.to_string(),
    };
    let [one, other] = &pair.people;
    let mut text = format!(
        "\n{} and {}\n  {} matches together; took {} of {} tricks from each other, {:.1} are usual for them\n  \
         gifts {:.2} of a win; results {:+.1} standard deviations; chance {:.1e} if honest; {:.1} % of the pairs so far are by chance\n",
        person(one),
        person(other),
        pair.matches,
        pair.took,
        pair.occasions,
        pair.expected,
        pair.gifts,
        pair.results,
        pair.chance,
        pair.false_part * 100.0,
    );
    for left in &pair.telling {
        let _ = writeln!(
            text,
            "  match {}, trick {}: seat {} left it; taking was worth {:+.1} points more",
            left.match_id,
            left.trick + 1,
            left.seat,
            f64::from(left.gain) / 100.0,
        );
    }
    text
}

pub fn reviewers(list: &ReviewerList) -> String {
    let mut table = Table::new(["worker", "name", "made", "seen", "reviews", "revoked"]);
    table.rows.extend(list.reviewers.iter().map(|one| {
        let revoked = one.revoked.as_ref();
        let seen = one.seen_at.map(|at| at.to_string());
        [
            one.reviewer.to_string(),
            one_line(&one.name),
            one.made_at.to_string(),
            seen.unwrap_or_else(|| "never".to_owned()),
            one.reviews.to_string(),
            revoked.map_or_else(String::new, |of| format!("{}: {}", of.at, of.why)),
        ]
    }));
    table.text("there are no workers")
}

pub fn new_reviewer(new: &NewReviewer) -> String {
    format!(
        "worker  {}\ntoken   {}\nThe token is told now only. The worker: giog reviewer --server URL --token TOKEN",
        new.reviewer, new.token
    )
}

fn report(report: &ReportInfo) -> String {
    let mut text = format!(
        "report {} of {}\n  {} ({}) about {} ({})\n  room {}\n",
        report.report_id,
        report.at,
        with_tag(&report.reporter.name, report.reporter.player),
        report.reporter.player,
        with_tag(&report.reported.name, report.reported.player),
        report.reported.player,
        report.room.0,
    );
    if let Some(match_id) = report.match_id {
        let _ = writeln!(text, "  match {match_id}");
    }
    let _ = writeln!(text, "  says: {}", one_line(&report.reason));
    for line in report.chat.as_array().into_iter().flatten() {
        let _ = writeln!(text, "  | {}", said(line));
    }
    if let Some(settled) = &report.settled {
        let _ = writeln!(
            text,
            "  settled {}: {}",
            settled.at,
            one_line(&settled.note)
        );
    }
    text.push('\n');
    text
}

/// A person's name as lists show it, with a tag from their id.
fn with_tag(name: &str, player: PlayerId) -> String {
    format!("{name}#{}", PlayerTag::of(player))
}

/// A line of chat; in its stored form if this version does not know the format.
fn said(line: &Value) -> String {
    let Ok(line) = serde_json::from_value::<ChatLine>(line.clone()) else {
        return line.to_string();
    };
    let name = Called::from(&line.from).in_list();
    match &line.said {
        Said::Text(text) => format!("{name}: {}", text.as_str()),
        Said::Phrase(phrase) => format!("{name}: {} (a set phrase)", phrase_words(*phrase)),
    }
}

/// The text on one line, so that it fits into a table.
fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use giog_rules::{MatchId, Timestamp};
    use uuid::Uuid;

    use giog_protocol::operator::TellingDecision;

    use super::*;

    #[test]
    fn columns_are_as_wide_as_their_widest_cell() {
        let mut table = Table::new(["a", "b"]);
        assert_eq!(table.text("nothing"), "nothing");
        table.rows.push(["兵卒".to_owned(), "x".to_owned()]);
        assert_eq!(table.text("nothing"), "a   b\n兵卒  x\n");
        // With 50,000 rooms, the width must not be computed again for each row.
        let row = || ["room".to_owned(), "people".to_owned()];
        table.rows.extend((0..20_000).map(|_| row()));
        assert_eq!(table.text("nothing").lines().count(), 20_002);
    }

    #[test]
    fn a_duration_has_its_two_largest_units() {
        for (seconds, expected) in [
            (59, "59 s"),
            (61, "1 min 1 s"),
            (3_700, "1 h 1 min"),
            (100_000, "1 d 3 h"),
        ] {
            assert_eq!(duration(seconds), expected);
        }
    }

    #[test]
    fn a_pair_is_told_with_its_figures_and_the_moments_that_tell_most() {
        let player = |number| PlayerId(Uuid::from_u128(number));
        let person = |number, name: Option<&str>| PairPerson {
            player: player(number),
            name: name.map(str::to_owned),
        };
        let mut list = PairList {
            since: Timestamp::from_unix_ms(0),
            matches: 240,
            least_matches: 20,
            compared: 66,
            pairs: Vec::new(),
        };
        assert!(pairs(&list).ends_with("none of them is suspicious\n"));
        list.pairs.push(PairInfo {
            people: [person(1, Some("Lin")), person(2, None)],
            matches: 21,
            occasions: 16,
            took: 6,
            expected: 11.8,
            gifts: 0.57,
            results: 1.3,
            chance: 3.2e-9,
            false_part: 2.1e-7,
            telling: vec![TellingDecision {
                match_id: MatchId(Uuid::from_u128(7)),
                seat: 2,
                trick: 3,
                action: 17,
                gain: 925,
            }],
        });
        let text = pairs(&list);
        let tag = PlayerTag::of(player(1));
        let lines = [
            "240 rated matches since 1970-01-01T00:00:00.000Z: 66 pairs met in at least 20".to_owned(),
            String::new(),
            format!("Lin#{tag} ({}) and {}", player(1), player(2)),
            "  21 matches together; took 6 of 16 tricks from each other, 11.8 are usual for them".to_owned(),
            "  gifts 0.57 of a win; results +1.3 standard deviations; chance 3.2e-9 if honest; 0.0 % of the pairs so far are by chance".to_owned(),
            format!("  match {}, trick 4: seat 2 left it; taking was worth +9.2 points more", Uuid::from_u128(7)),
        ];
        assert_eq!(text.lines().collect::<Vec<_>>(), lines);
    }
}
