//! What the tasks of rooms report to the parts of the hub.

use std::sync::{Arc, Weak};

use giog_protocol::{ErrorCode, RoomId, RoomSummary};
use giog_rules::PlayerId;

use super::parts::{Faults, Listing, Nodes};
use super::{Hub, Shared};
use crate::actor::Reports;
use crate::conn::ConnId;
use crate::frame_queue::{FrameSender, Moved};
use crate::inbox::Request;
use crate::lock::lock;
use crate::nodes::ToEdge;
use crate::origin::Origin;
use crate::room::{AwaitedPlayer, StoppedAt};
use crate::time::Clock;

pub(super) struct LobbyReports {
    pub listing: Arc<Listing>,
    pub faults: Arc<Faults>,
    pub nodes: Arc<Nodes>,
    pub clock: Arc<dyn Clock>,
    pub hub: Weak<Shared>,
}

impl LobbyReports {
    fn hub(&self) -> Option<Hub> {
        self.hub.upgrade().map(Hub)
    }

    fn note_leaver(&self, room: RoomId, player: PlayerId, left: bool) {
        let now_ms = self.clock.now().mono_ms;
        let mut lobby = self.listing.lobby();
        lobby.note_leaver(player, room, left, now_ms);
        self.listing
            .subscribers
            .tell(|| Some(ToEdge::Leaver { room, player, left }));
    }
}

impl Reports for LobbyReports {
    fn summary(&self, summary: RoomSummary, table_people: Vec<(PlayerId, Origin)>) {
        let room = summary.room;
        self.nodes.keys.is_made(room);
        let mut lobby = self.listing.lobby();
        if !lobby.handle(room).is_some_and(|handle| handle.is_here()) {
            // The room has moved to another node.
            return;
        }
        lobby.update(summary);
        lobby.note_table_people(room, table_people, self.clock.mono_ms());
        self.listing.tell(&lobby, room);
        self.listing.changed.notify_one();
    }

    fn gone(&self, room: RoomId) {
        self.nodes.keys.is_not_made(room);
        lock(&self.faults.aside).closed(room);
        self.listing.remove(&mut self.listing.lobby(), room);
    }

    fn failed(&self, room: RoomId, reason: String, frame_senders: Vec<FrameSender>) -> ErrorCode {
        let (hub, at) = (self.hub(), self.clock.now().wall);
        let mut lobby = self.listing.lobby();
        if hub.as_ref().is_some_and(|hub| hub.tenure(room).is_none()) {
            tracing::error!(%room, reason, "a room failed as it moved, and is restored from its log where it goes on");
            for frame_sender in frame_senders {
                frame_sender.send_back();
            }
            return ErrorCode::Busy;
        }
        let code = lock(&self.faults.aside).failed(room, reason, at, frame_senders);
        lobby.remove_for_now(room);
        if let Some(hub) = hub {
            hub.report_absent(&lobby);
        }
        self.listing.remove_listing(room);
        code
    }

    fn moved(&self, room: RoomId, frame_sender: FrameSender, moved: Moved) {
        if let Some(far) = frame_sender.far() {
            far.moved(room, moved);
        } else if let Some(hub) = self.hub() {
            hub.is_to_follow(room, frame_sender, moved);
        }
    }

    fn late(&self, room: RoomId, request: Request) {
        if let Some(far) = request.frame_sender.far() {
            far.returned(room, request.person, request.re, request.command);
        } else if let Some(hub) = self.hub() {
            hub.returned(room, request);
        }
    }

    fn late_gone(&self, room: RoomId, conn: ConnId) {
        if let Some(hub) = self.hub() {
            hub.follows_no_more(room, conn);
        }
    }

    fn elsewhere(&self, room: RoomId, stopped: StoppedAt) {
        self.nodes.keys.is_not_made(room);
        if let Some(hub) = self.hub() {
            hub.follow_from_here(room);
        }
        lock(&self.nodes.stopped).note(room, stopped, self.clock.mono_ms());
        let mut lobby = self.listing.lobby();
        // Unless it was removed before, and another node already reports it.
        if lobby.handle(room).is_some_and(|handle| handle.is_here()) {
            self.listing.remove(&mut lobby, room);
        }
    }

    fn settled(&self, room: RoomId) {
        self.nodes.keys.is_not_made(room);
        lock(&self.faults.aside).settled(room);
        self.faults.failed.notify_one();
    }

    fn deserted(&self, room: RoomId, player: PlayerId) {
        self.note_leaver(room, player, true);
    }

    fn returned(&self, room: RoomId, player: PlayerId) {
        self.note_leaver(room, player, false);
    }

    fn wanted(&self, room: RoomId, wanted: AwaitedPlayer) {
        self.listing.wanted.tell(room, wanted);
    }

    fn seen_more(&self, room: RoomId) {
        self.faults.rollbacks.note(room, self.clock.now().mono_ms);
    }
}
