//! The end of a match: its record is made outside the room; when it is stored, the match ends.
//!
//! The row of the last action is committed and sent before. If the server stops in between, the same record is made from the log again,
//! byte for byte: everything in it is in the rows.

use giog_store::Fact;

use super::entry::Entry;
use super::unrecorded::Unrecorded;
use super::{Effect, Recording, Room};
use crate::context::Random;

impl Room {
    /// Whether a match is over whose record is not on its way to the history yet. The room does nothing else meanwhile.
    pub fn is_recording(&self) -> bool {
        match self.state.playing() {
            Some(playing) => playing.over_at.is_some(),
            None => false,
        }
    }

    /// Whether the record is being made; the room continues as soon as it is there.
    pub(crate) fn awaits_record(&self) -> bool {
        self.is_recording() && !matches!(self.recording, Recording::Made(_))
    }

    /// Requests the record of a match that is over, once.
    pub(super) fn ask_for_record(&mut self) -> Option<Effect> {
        let over = self
            .state
            .playing()
            .and_then(|playing| Some((playing, playing.over_at?)));
        let Some((playing, ended_at)) = over else {
            self.recording = Recording::No;
            return None;
        };
        if !matches!(self.recording, Recording::No) {
            return None;
        }
        let unrecorded = Unrecorded::of(playing, self.id, ended_at);
        self.recording = Recording::HintRequest;
        Some(Effect::Record(Box::new(unrecorded)))
    }

    /// Ends the match whose record is made, as soon as rows can be written.
    pub(super) fn finish_match(&mut self, random: &mut dyn Random) {
        if self.cannot_write().is_some() {
            return;
        }
        match std::mem::take(&mut self.recording) {
            Recording::Made(finished) => {
                let rated = self.state.rated_match(&finished);
                self.write(Entry::Finished { forfeits: true });
                self.work.facts.push(Fact::MatchFinished(*finished));
                self.work.facts.extend(rated.map(Fact::Rated));
                self.after_match(random);
            }
            other => self.recording = other,
        }
    }
}
