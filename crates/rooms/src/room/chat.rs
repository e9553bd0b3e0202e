//! What people say to each other, whom they don't want to hear, and whose conduct they tell the operator of. Nothing of it
//! is logged but that somebody was reported; lines are kept for reports only, and no longer than the room is open.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use giog_protocol::client::{Chat, Mute, Report};
use giog_protocol::server::{ErrorReply, RoomNotice};
use giog_protocol::{Audience, ChatLine, ChatMode, ErrorCode, Person, Problem, Said};
use giog_rules::PlayerId;
use giog_store::{Fact, ReportId};

use super::Room;
use super::entry::Entry;
use super::state::RoomStage;
use crate::conn::ConnId;
use crate::context::{Random, random_uuid};
use crate::key::check_key;

/// Lines that are kept for a report: what led to it.
const LINES_KEPT: usize = 30;
/// Lines that somebody may say at once after a pause.
const LINES_AT_ONCE: u64 = 5;
/// After how long they may say another one: faster than anybody types.
const LINE_EVERY_MS: u64 = 2_000;
/// Keys of a person's latest lines that are known again: more than may be on their way.
const KEYS_KEPT: usize = 8;
/// People that one person can mute in a room: more than there are seats and loud spectators.
const MAX_MUTED: usize = 32;
/// Reports by one person in a room: enough for everybody at the table.
const MAX_REPORTS: usize = 5;
/// People who report somebody in one room: as many as watch at the best of tables.
const MAX_REPORTERS: usize = 100;

/// What is remembered of the talk in a room.
#[derive(Debug, Default)]
pub(super) struct Talk {
    lines: VecDeque<ChatLine>,
    talkers: BTreeMap<PlayerId, Talker>,
}

/// What is remembered of somebody who talks or listens.
#[derive(Debug, Default)]
struct Talker {
    /// When they have their full measure of lines again.
    rested_ms: u64,
    keys: VecDeque<String>,
    muted: BTreeSet<PlayerId>,
    reported: BTreeSet<PlayerId>,
}

impl Talker {
    /// Takes a line from their measure, or says how long they must wait for the next one.
    fn spend(&mut self, now_ms: u64) -> Result<(), u64> {
        let rested_ms = self.rested_ms.max(now_ms) + LINE_EVERY_MS;
        let over_ms = rested_ms.saturating_sub(now_ms + LINES_AT_ONCE * LINE_EVERY_MS);
        if over_ms > 0 {
            return Err(over_ms);
        }
        self.rested_ms = rested_ms;
        Ok(())
    }

    fn has_reported(&self) -> bool {
        !self.reported.is_empty()
    }

    /// Whether it is the key of one of their latest lines.
    fn knows(&self, key: &str) -> bool {
        self.keys.iter().any(|known| known == key)
    }

    /// Notes the key of a line.
    fn note(&mut self, key: String) {
        self.keys.push_back(key);
        if self.keys.len() > KEYS_KEPT {
            self.keys.pop_front();
        }
    }
}

impl Room {
    pub(super) fn chat(&mut self, conn: ConnId, person: &Person, re: u64, chat: Chat) {
        match self.say(person, chat) {
            Ok(line) => {
                self.reply_room(conn, re);
                if let Some(line) = line {
                    self.tell_line(line);
                }
            }
            Err(problem) => self.reply_error(conn, ErrorReply::new(Some(re), problem)),
        }
    }

    /// The line to be told; none if it was said before.
    fn say(&mut self, person: &Person, chat: Chat) -> Result<Option<ChatLine>, Problem> {
        let Chat { key, said } = chat;
        check_key(&key)?;
        match (self.state.settings.chat, &said) {
            (ChatMode::Off, _) | (ChatMode::Phrases, Said::Text(_)) => {
                return Err(ErrorCode::ChatOff.into());
            }
            (ChatMode::Phrases | ChatMode::Free, _) => {}
        }
        let now_ms = self.clock.ms();
        let talker = self.talker(person.player);
        if talker.knows(&key) {
            return Ok(None);
        }
        talker
            .spend(now_ms)
            .map_err(|wait_ms| Problem::wait(ErrorCode::RateLimited, wait_ms))?;
        talker.note(key);
        let line = ChatLine {
            from: person.clone(),
            seat: self.state.seat_of(person.player),
            to: self.audience_of(person.player),
            said,
        };
        self.talk.lines.push_back(line.clone());
        if self.talk.lines.len() > LINES_KEPT {
            self.talk.lines.pop_front();
        }
        Ok(Some(line))
    }

    /// Whom somebody talks to: while a match is played, players and spectators are apart.
    fn audience_of(&self, player: PlayerId) -> Audience {
        match self.state.stage {
            RoomStage::Playing(_) if self.has_seat(player) => Audience::Players,
            RoomStage::Playing(_) => Audience::Spectators,
            _ => Audience::Room,
        }
    }

    fn tell_line(&mut self, line: ChatLine) {
        let from = line.from.player;
        let hears = |player: PlayerId| {
            let talker = self.talk.talkers.get(&player);
            talker.is_none_or(|talker| !talker.muted.contains(&from))
                && (line.to == Audience::Room || line.to == self.audience_of(player))
        };
        let to = self.people.iter();
        let to = to.filter(|&(_, player)| hears(player));
        let to = to.map(|(conn, _)| conn).collect();
        self.send_notice(to, RoomNotice::Chat(line));
    }

    pub(super) fn mute(&mut self, player: PlayerId, mute: &Mute) -> Result<(), Problem> {
        let muted = &mut self.talker(player).muted;
        if !mute.muted {
            muted.remove(&mute.player);
        } else if muted.len() < MAX_MUTED || muted.contains(&mute.player) {
            muted.insert(mute.player);
        } else {
            let text = format!("nobody can mute more than {MAX_MUTED} people in a room");
            return Err(Problem::new(ErrorCode::BadRequest, text));
        }
        Ok(())
    }

    pub(super) fn report(
        &mut self,
        person: &Person,
        report: Report,
        random: &mut dyn Random,
    ) -> Result<(), Problem> {
        let by = person.player;
        let about = report.player;
        if self.talker(by).reported.contains(&about) {
            return Ok(());
        }
        let known = self.known_person(about).ok_or(ErrorCode::NoSuchPerson)?;
        if self.talker(by).reported.len() >= MAX_REPORTS {
            let text = format!("you told of {MAX_REPORTS} people here already");
            return Err(Problem::new(ErrorCode::RateLimited, text));
        }
        let others = self.talk.talkers.iter().filter(|&(&other, _)| other != by);
        if others.filter(|(_, other)| other.has_reported()).count() >= MAX_REPORTERS {
            let text = format!("{MAX_REPORTERS} people told of others here already");
            return Err(Problem::new(ErrorCode::RateLimited, text));
        }
        self.may_write(by)?;
        self.write(Entry::Reported { by, player: about });
        self.talker(by).reported.insert(about);
        let previous = self.state.previous.as_ref();
        let report = giog_store::Report {
            report_id: ReportId(random_uuid(random)),
            room: self.id,
            match_id: self
                .match_id()
                .or(previous.map(|previous| previous.match_id)),
            seat: self.state.seat_of(about).map(u8::from),
            reporter: by,
            reporter_name: person.name.to_string(),
            reported: about,
            reported_name: known.name.to_string(),
            reason: report.text.into(),
            chat: self.lines_as_json(),
            at: self.wall(),
        };
        self.work.facts.push(Fact::Reported(report));
        Ok(())
    }

    fn lines_as_json(&self) -> String {
        serde_json::to_string(&self.talk.lines).expect("lines have only text keys")
    }

    /// Somebody who is or was to be seen in this room, by the name they had.
    fn known_person(&self, player: PlayerId) -> Option<Person> {
        let seated = self.state.seats.values();
        let seated = seated.filter_map(|place| place.occupant.as_ref()?.person());
        let rows = self.state.series.rows.iter();
        let former = rows.filter_map(|row| row.occupant.person());
        let talked = self.talk.lines.iter().map(|line| &line.from);
        let mut known = seated.chain(former).chain(talked);
        known.find(|person| person.player == player).cloned()
    }

    fn talker(&mut self, player: PlayerId) -> &mut Talker {
        if !self.talk.talkers.contains_key(&player) {
            // Nobody who is gone need be remembered but for what they reported, so there are never more than the room takes
            // people and reporters.
            let (people, state) = (&self.people, &self.state);
            self.talk.talkers.retain(|&known, talker| {
                people.is_connected(known)
                    || state.seat_of(known).is_some()
                    || talker.has_reported()
            });
        }
        self.talk.talkers.entry(player).or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_talker_has_some_lines_at_once_and_then_one_at_a_time() {
        let mut talker = Talker::default();
        for _ in 0..LINES_AT_ONCE {
            assert_eq!(talker.spend(100), Ok(()));
        }
        assert_eq!(talker.spend(100), Err(LINE_EVERY_MS));
        assert_eq!(talker.spend(100 + LINE_EVERY_MS - 1), Err(1));
        assert_eq!(talker.spend(100 + LINE_EVERY_MS), Ok(()));
        assert_eq!(talker.spend(100 + LINE_EVERY_MS), Err(LINE_EVERY_MS));
        for _ in 0..LINES_AT_ONCE {
            assert_eq!(talker.spend(1_000_000), Ok(()));
        }
        assert!(talker.spend(1_000_000).is_err());
    }

    #[test]
    fn the_latest_keys_are_known_again() {
        let mut talker = Talker::default();
        for key in 0..=KEYS_KEPT {
            assert!(!talker.knows(&key.to_string()));
            talker.note(key.to_string());
        }
        assert!(talker.knows(&KEYS_KEPT.to_string()));
        assert!(!talker.knows("0"), "the oldest is forgotten");
    }
}
