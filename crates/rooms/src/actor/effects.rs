//! Executes the effects of a room: submits log rows, sends messages, requests searches for bots.

use std::time::Duration;

use bytes::Bytes;
use giog_protocol::server::{Notice, RoomNotice, ServerMessage};
use giog_store::{Append, SubmitError};
use tokio::sync::mpsc;
use tokio::task::JoinSet;

use super::{Actor, EndReason, Reports};
use crate::bot_threads::ROOM_DECISIONS;
use crate::conn::ConnId;
use crate::fair_queue::Source;
use crate::flush::Flush;
use crate::frame_queue::FrameSender;
use crate::occupancy::Occupancy;
use crate::room::Effect;

/// How long after the request a hint is sent, whatever it is: longer than any bot searches, so that the time reveals nothing about the
/// position. A hint is later only if several wait for the same thread, or the machine is slow.
const HINT_AFTER: Duration = Duration::from_millis(250);

impl<R: Reports> Actor<R> {
    pub(super) fn carry_out(&mut self, effects: Vec<Effect>) -> Option<EndReason> {
        let mut end = None;
        let mut flush = Flush::new(&self.frame_senders, self.room.events_tell_seals());
        for effect in effects {
            match effect {
                Effect::Append {
                    index,
                    body,
                    facts,
                    floor,
                } => {
                    self.unsubmitted.push_back(Append {
                        room: self.room.id(),
                        index,
                        body,
                        facts,
                        floor,
                    });
                }
                Effect::Record(unrecorded) => {
                    let signer = self.room.signer();
                    // In a separate task, so that neither the room nor other rooms on this thread wait; a long record is computed on a
                    // blocking thread.
                    self.recording = Some(if unrecorded.is_long() {
                        tokio::task::spawn_blocking(move || unrecorded.record(&signer))
                    } else {
                        tokio::spawn(async move { unrecorded.record(&signer) })
                    });
                }
                Effect::Send { to, message } => {
                    note_spectators(&self.occupancy, &message);
                    flush.send(&to, *message);
                }
                Effect::Answer { ticket, answer } => {
                    if let Some(reply) = self.asked.remove(&ticket) {
                        // The caller may be gone; then nobody needs the answer.
                        let _ = reply.send(answer);
                    }
                }
                Effect::RequestResult { ticket, result } => {
                    flush.finish();
                    if let Some(ordered) = self.ordered.remove(&ticket) {
                        // The caller may be gone.
                        let _ = ordered.send(result);
                    }
                }
                Effect::Resume { to, missed, whole } => resume(&mut flush, to, missed, whole),
                Effect::Held { to, bytes } => {
                    if let Some(frame_sender) = self.frame_senders.get(&to) {
                        frame_sender.shown(bytes);
                    }
                }
                Effect::Hint { to, re, asked } => {
                    if let Some(frame_sender) = self.frame_senders.get(&to) {
                        let source = Source::new(frame_sender.origin(), self.room.id(), true);
                        let bot = self.room.bot();
                        let answer = self.bot_threads.advise(*asked, re, bot, &source);
                        answer_hint(&mut self.hints, frame_sender.clone(), answer);
                    }
                }
                Effect::Think(think) => {
                    let thoughts = self
                        .thoughts
                        .get_or_insert_with(|| mpsc::channel(ROOM_DECISIONS));
                    // If the room already has too many searches, this one is dropped; the bot then decides without a search.
                    if let Ok(to) = thoughts.0.clone().try_reserve_owned() {
                        let origin = self.origin.unwrap_or_default();
                        let is_attended = self.room.is_attended();
                        let source = Source::new(origin, self.room.id(), is_attended);
                        self.bot_threads.think(*think, self.room.bot(), &source, to);
                    }
                }
                Effect::Summary(summary) => {
                    self.occupancy.note_seated(&summary);
                    self.reports.summary(*summary, self.room.table_people());
                }
                Effect::Deserted { player } => self.reports.deserted(self.room.id(), player),
                Effect::Returned { player } => self.reports.returned(self.room.id(), player),
                Effect::NotifyAbsent(wanted) => self.reports.wanted(self.room.id(), wanted),
                Effect::SeenMore => self.reports.seen_more(self.room.id()),
                Effect::Gone => end = Some(EndReason::Gone),
            }
        }
        flush.finish();
        if self.room.is_settled() {
            for conn in self.detached.drain() {
                self.frame_senders.remove(&conn);
            }
            if self.frame_senders.is_empty() {
                self.occupancy.note_spectators(0);
            }
        }
        end.or_else(|| self.submit())
    }

    pub(super) fn submit(&mut self) -> Option<EndReason> {
        while let Some(append) = self.unsubmitted.pop_front() {
            let index = append.index;
            match self.commit.try_submit(append) {
                Ok(committed) => self.waiting.push_back((index, committed)),
                Err(SubmitError::Busy(append)) => {
                    self.unsubmitted.push_front(append);
                    return None;
                }
                Err(SubmitError::Closed(_)) => return Some(EndReason::Stopped),
            }
        }
        None
    }
}

/// Sends the answer to a request for a hint, in a separate task and at a time that does not depend on the hint.
fn answer_hint(
    hints: &mut JoinSet<()>,
    to: FrameSender,
    answer: impl Future<Output = ServerMessage> + Send + 'static,
) {
    let at = tokio::time::Instant::now() + HINT_AFTER;
    while hints.try_join_next().is_some() {}
    hints.spawn(async move {
        let message = answer.await;
        tokio::time::sleep_until(at).await;
        to.send(Bytes::from(message.encode()));
        to.answered(&message);
    });
}

/// Stores the number of spectators from a message about presence.
fn note_spectators(occupancy: &Occupancy, message: &ServerMessage) {
    if let ServerMessage::Notice(Notice {
        notice: RoomNotice::Presence(presence),
        ..
    }) = message
    {
        occupancy.note_spectators(presence.spectators);
    }
}

/// Sends a connection the events it missed, or a snapshot if its queue cannot hold them.
fn resume(
    flush: &mut Flush<'_>,
    to: ConnId,
    missed: Vec<ServerMessage>,
    whole: Vec<ServerMessage>,
) {
    if !flush.send_together(to, missed) {
        for message in whole {
            flush.send(&[to], message);
        }
    }
}
