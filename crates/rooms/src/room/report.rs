//! Reports of people about others, to the operator. Only the fact that somebody was reported is logged; the report itself is stored with
//! that row.

use giog_protocol::client::Report;
use giog_protocol::{ChatLine, ErrorCode, Person, Problem, RoomId};
use giog_rules::{MatchId, PlayerId, Seat};
use giog_store::{Fact, ReportId};
use sha2::{Digest as _, Sha256};
use uuid::{Builder, Uuid};

use super::Room;
use super::chat::{Chatter, KeptLine};
use super::entry::Entry;
use super::previous::Previous;

/// The most reports by one person in a room: enough for everybody at the table.
const MAX_REPORTS: usize = 5;
/// The most reports in one room before only people of the table may make more: as many as watch at the most popular tables.
const MAX_WITHOUT_SEAT: usize = 100;
/// The most reports in one room in all: as many again for people of the table, so that who takes a seat only to report does not write
/// without end.
const MAX_OF_ROOM: usize = 2 * MAX_WITHOUT_SEAT;
/// How long a report's chat is shared with later ones of its room, in milliseconds: a day. So a report loses no lines before its own time
/// is over, except those said a day before it.
const SHARED_FOR_MS: u64 = 24 * 60 * 60 * 1_000;
/// The domain string in the hash that makes ids of reports.
const REPORT_DOMAIN: &str = "giog/report/v1";

/// The id of a report. It is the same for the same text about the same person in the same match, so that a report that is repeated after
/// a crash is not stored twice.
fn report_id(
    room: RoomId,
    match_id: Option<MatchId>,
    (by, about): (PlayerId, PlayerId),
    text: &str,
) -> ReportId {
    let mut hasher = Sha256::new_with_prefix(REPORT_DOMAIN);
    for id in [
        room.0,
        match_id.map_or(Uuid::nil(), |id| id.0),
        by.0,
        about.0,
    ] {
        hasher.update(id.as_bytes());
    }
    hasher.update(text);
    let digest: [u8; 32] = hasher.finalize().into();
    let bytes = std::array::from_fn(|at| digest[at]);
    ReportId(Builder::from_custom_bytes(bytes).into_uuid())
}

impl Room {
    pub(super) fn report(&mut self, person: &Person, report: Report) -> Result<(), Problem> {
        let by = person.player;
        let about = report.player;
        if self.chatter(by).reported.contains(&about) {
            return Ok(());
        }
        let known = self.known_person(about).ok_or(ErrorCode::NoSuchPerson)?;
        self.may_report(by)?;
        self.may_write(by)?;
        self.write(Entry::Reported { by, player: about });
        self.chatter(by).reported.insert(about);
        let (match_id, seat) = self.match_and_seat_of(about);
        let reason: String = report.text.into();
        let report_id = report_id(self.id, match_id, (by, about), &reason);
        let at = self.wall();
        let (earlier, chat) = self.share_chat(report_id);
        let report = giog_store::Report {
            report_id,
            room: self.id,
            match_id,
            seat: seat.map(u8::from),
            reporter: by,
            reporter_name: person.name.to_string(),
            reported: about,
            reported_name: known.name.to_string(),
            reason,
            earlier,
            chat,
            at,
        };
        self.work.facts.push(Fact::Reported(report));
        Ok(())
    }

    /// Whether this person may make one more report here. Nobody may while the disk is nearly full: reports are what strangers can write
    /// without beginning anything else.
    fn may_report(&mut self, by: PlayerId) -> Result<(), Problem> {
        if self.no_matches.disk_low {
            return Err(ErrorCode::DiskLow.into());
        }
        if self.chatter(by).reported.len() >= MAX_REPORTS {
            let text = format!("you told of {MAX_REPORTS} people here already");
            return Err(Problem::new(ErrorCode::RateLimited, text));
        }
        let chatters = self.chat_state.chatters.values();
        let made: usize = chatters.map(Chatter::reports).sum();
        let most = if self.plays_here(by) {
            MAX_OF_ROOM
        } else {
            MAX_WITHOUT_SEAT
        };
        if made >= most {
            let text = format!("there are {most} reports of this room already");
            return Err(Problem::new(ErrorCode::RateLimited, text));
        }
        Ok(())
    }

    /// The chat of a report: the earlier reports of this room with which its first lines are stored, in the order of the lines, and the
    /// other lines as a JSON list, which are stored with this one. So a line is stored once, however many people report.
    ///
    /// Reports of a room that was restored share nothing: one of them may be a repeated one that is stored already, with the lines of
    /// before the restart (see [`report_id`]), so later ones would not find theirs in it.
    fn share_chat(&mut self, report: ReportId) -> (Vec<ReportId>, String) {
        let now_ms = self.clock.mono_ms();
        let shares = !self.chat_state.is_restored;
        let lines = &mut self.chat_state.lines;
        let is_recent = |since_ms: u64| now_ms.saturating_sub(since_ms) < SHARED_FOR_MS;
        // The oldest line is the first to be stored, so if its report is recent, those of the others are.
        let is_shared = lines
            .front()
            .and_then(|kept| kept.stored)
            .is_some_and(|(_, since_ms)| is_recent(since_ms));
        let elsewhere = if is_shared {
            lines
                .iter()
                .take_while(|kept| kept.stored.is_some())
                .count()
        } else {
            0
        };
        let mut earlier: Vec<ReportId> = lines
            .iter()
            .take(elsewhere)
            .filter_map(|kept| Some(kept.stored?.0))
            .collect();
        earlier.dedup();
        let own: Vec<&ChatLine> = lines
            .iter()
            .skip(elsewhere)
            .map(|kept| &kept.line)
            .collect();
        let own = serde_json::to_string(&own).expect("lines have only text keys");
        if shares {
            for KeptLine { stored, .. } in lines.iter_mut().skip(elsewhere) {
                *stored = Some((report, now_ms));
            }
        }
        (earlier, own)
    }

    /// Whether a person has a seat here, or had one in the last match.
    fn plays_here(&self, player: PlayerId) -> bool {
        let had_seat =
            |previous: &Previous| previous.turns.values().any(|turns| turns.is_of(player));
        self.has_seat(player) || self.state.previous.as_ref().is_some_and(had_seat)
    }

    /// The running match, or else the last one, with the person's seat in it; before the first match, their seat in the room.
    fn match_and_seat_of(&self, player: PlayerId) -> (Option<MatchId>, Option<Seat>) {
        let sits = self.state.seat_of(player);
        match (self.match_id(), &self.state.previous) {
            (None, Some(previous)) => {
                let mut turns = previous.turns.iter();
                let had = turns.find(|(_, turns)| turns.is_of(player));
                (Some(previous.match_id), had.map(|(seat, _)| seat))
            }
            (match_id, _) => (match_id, sits),
        }
    }
}
