//! The start of a match: readiness, commitments to entropy, entropy, and the signature; and what follows after its end.

use giog_protocol::client::{OpenEntropy, Ready};
use giog_protocol::server::{CancelReason, LeftReason, StandReason};
use giog_protocol::{ErrorCode, Problem};
use giog_rules::fairness::entropy_commitment;
use giog_rules::{MatchId, PlayerId, RULES_VERSION, Seat};

use super::Room;
use super::entry::Entry;
use super::place::Place;
use super::state::RoomStage;
use crate::context::{Random, random_uuid};

impl Room {
    /// Chooses the next match's id and seed, so that players can get ready for it.
    pub(super) fn prepare_next(&mut self, random: &mut dyn Random) {
        if self.state.next.is_some() || !self.state.is_gathering() {
            return;
        }
        let match_id = MatchId(random_uuid(random));
        let mut seed = [0; 32];
        random.fill(&mut seed);
        self.write(Entry::Next {
            match_id,
            server_seed: giog_rules::fairness::Hex(seed),
        });
    }

    pub(super) fn ready(&mut self, player: PlayerId, ready: &Ready) -> Result<(), Problem> {
        let seat = self.state.seat_of(player).ok_or(ErrorCode::NotSeated)?;
        let next = self.state.next.as_ref().map(|next| next.match_id);
        let playing = self.state.playing().map(|playing| &playing.start.facts);
        if let Some(facts) = playing
            && ready.match_id == Some(facts.match_id)
            && facts.entropy_commitments[seat].0 == ready.entropy_commitment
        {
            return Ok(());
        }
        if ready.match_id.is_some() && ready.match_id != next {
            return Err(ErrorCode::StaleMatch.into());
        }
        if ready.entropy_commitment.is_some() && ready.match_id.is_none() {
            return Err(Problem::new(
                ErrorCode::BadRequest,
                "a commitment to entropy needs the `match_id` it is for",
            ));
        }
        let place = &self.state.seats[seat];
        if place.ready && place.commitment == ready.entropy_commitment {
            return Ok(());
        }
        self.must_be_gathering()?;
        self.may_get_ready(player)?;
        if let Some(code) = self.begins_no_match() {
            return Err(code.into());
        }
        self.write(Entry::Ready {
            seat,
            commitment: ready.entropy_commitment,
        });
        Ok(())
    }

    pub(super) fn unready(&mut self, player: PlayerId) -> Result<(), Problem> {
        let seat = self.state.seat_of(player).ok_or(ErrorCode::NotSeated)?;
        self.must_be_gathering()?;
        if self.state.seats[seat].ready {
            self.may_write(player)?;
            self.write(Entry::Unready { seat });
        }
        Ok(())
    }

    pub(super) fn open_entropy(
        &mut self,
        player: PlayerId,
        open: &OpenEntropy,
        random: &mut dyn Random,
    ) -> Result<(), Problem> {
        let seat = self.state.seat_of(player).ok_or(ErrorCode::NotSeated)?;
        if let Some(playing) = self.state.playing()
            && playing.start.facts.match_id == open.match_id
            && playing.start.facts.entropy[seat] == open.entropy
        {
            return Ok(());
        }
        let awaited = self
            .state
            .next
            .as_ref()
            .filter(|_| matches!(self.state.stage, RoomStage::Opening { .. }));
        let next = awaited.ok_or(ErrorCode::NoEntropyAwaited)?.match_id;
        if open.match_id != next {
            return Err(ErrorCode::StaleMatch.into());
        }
        let place = &self.state.seats[seat];
        let commitment = place.commitment.ok_or(ErrorCode::NoEntropyAwaited)?;
        if place.entropy.as_ref() == Some(&open.entropy) {
            return Ok(());
        }
        self.must_be_able_to_write()?;
        // A player cannot have committed to empty entropy: the record would not be valid.
        if place.entropy.is_some()
            || open.entropy.is_none()
            || entropy_commitment(next, seat, &open.entropy) != commitment
        {
            self.cancel_start(CancelReason::Mismatch, &[seat], random);
            return Err(ErrorCode::EntropyMismatch.into());
        }
        self.write(Entry::Opened {
            seat,
            entropy: open.entropy.clone(),
        });
        Ok(())
    }

    /// Starts the match if nothing is missing any more, and if rows can be written.
    pub(super) fn start_if_ready(&mut self) {
        if self.cannot_write().is_some() {
            return;
        }
        let committed = self
            .state
            .seats
            .values()
            .any(|place| place.commitment.is_some());
        match self.state.stage {
            // A start in which entropy is being opened already continues.
            RoomStage::Gathering if self.begins_no_match().is_some() => {}
            RoomStage::Gathering if self.state.next.is_some() && self.state.all_ready() => {
                if committed {
                    self.write(Entry::Committed);
                } else {
                    self.start_match();
                }
            }
            RoomStage::Opening { .. } if self.state.all_opened() => self.start_match(),
            _ => {}
        }
    }

    /// Starts a match whose start was delayed by draining or by an unavailable database, once that is over; after a restart of the room
    /// only when a player has come back.
    pub(super) fn start_if_player_is_here(&mut self) {
        if self.state.playing().is_none() && self.has_player_here() {
            self.start_if_ready();
        }
    }

    /// Whether anybody is connected, with or without a seat.
    pub fn is_attended(&self) -> bool {
        self.people.is_anybody_here()
    }

    /// Whether a seated person is connected.
    pub(super) fn has_player_here(&self) -> bool {
        let mut seated = self.state.seats.values().filter_map(Place::person);
        seated.any(|player| self.people.is_connected(player))
    }

    fn start_match(&mut self) {
        let most = self.lower_levels();
        let facts = self.state.start_facts(most);
        let facts = facts.expect("a start is being prepared");
        let signer = &self.context.signer;
        let (signature, signer) = (signer.sign_start(&facts), signer.public_key());
        self.write(Entry::Started {
            rules: RULES_VERSION,
            signature,
            signer,
            most,
        });
        if !self.state.settings.spectators {
            let watching: Vec<PlayerId> = self
                .people
                .iter()
                .map(|(_, player)| player)
                .filter(|&player| !self.has_seat(player))
                .collect();
            for player in watching {
                self.remove_connections_of(player, LeftReason::NoSpectators);
            }
        }
    }

    /// Cancels a start; the player who caused it loses the seat.
    pub(super) fn cancel_start(
        &mut self,
        reason: CancelReason,
        seats: &[Seat],
        random: &mut dyn Random,
    ) {
        self.write(Entry::Cancelled {
            reason,
            seat: seats.first().copied(),
        });
        for &seat in seats {
            self.write(Entry::Stood {
                seat,
                reason: StandReason::NotOpened,
            });
        }
        self.remove_anchors();
        self.prepare_next(random);
    }

    /// After the end of a match: players who left it lose their seats, and players can get ready for the next one.
    pub(super) fn after_match(&mut self, random: &mut dyn Random) {
        if !self.state.is_gathering() || self.state.next.is_some() {
            return;
        }
        let left: Vec<Seat> = self
            .state
            .previous
            .iter()
            .flat_map(|previous| {
                previous
                    .turns
                    .iter()
                    .filter(|(_, turns)| turns.left)
                    .map(|(seat, _)| seat)
            })
            .collect();
        for seat in left {
            self.write(Entry::Stood {
                seat,
                reason: StandReason::Left,
            });
        }
        self.free_rated_table();
        let bots = self.state.settings.bots;
        let unwanted = self.state.seats.iter().filter(|(_, place)| {
            let occupant = place.occupant.as_ref();
            occupant.is_some_and(|occupant| !bots.admit(occupant))
        });
        let unwanted: Vec<Seat> = unwanted.map(|(seat, _)| seat).collect();
        for seat in unwanted {
            self.write(Entry::Stood {
                seat,
                reason: StandReason::Bots,
            });
        }
        self.prepare_next(random);
    }
}
