//! Adds entropy to the shuffle, and keeps the proofs of a match.
//!
//! The keeper sends nothing itself; it returns what to send. It reports messages of the server that contradict earlier ones.

mod pledge;

use std::collections::HashMap;

use giog_protocol::client::{OpenEntropy, Ready};
use giog_protocol::server::{
    GameEvent, MatchStart, MatchState, OpenedSeal, RoomEvent, SealView, ServerMessage, Snapshot,
};
use giog_protocol::{NextMatch, Occupant, Phase, RoomId, RoomState};
use giog_rules::fairness::{
    Commitment, Digest, Entropy, EntropyCommitment, Hex, SealKind, SealLabel, Sealed, ServerSeed,
    hidden_commitment, seed_commitment,
};
use giog_rules::record::verify_start;
use giog_rules::{BySeat, MatchId, PlayerId, Receipt, Seat};

use crate::Incoming;
use pledge::Pledge;

/// A contradiction in what a server sent, which an honest server never causes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Suspicion {
    /// The published commitments do not contain the one that was sent. If another device of the same person got ready later, and this one
    /// learned of it only from a snapshot, the server is not to blame.
    #[error(
        "the entropy of seat {0} was omitted or replaced, unless another device of the same person got ready"
    )]
    EntropyLeftOut(Seat),
    /// The match began with another commitment to the server's seed than was published before, or another match began.
    #[error("match {0} began with a different seed commitment than was published")]
    SeedExchanged(MatchId),
    /// Commitments to entropy changed after they were published, or opened entropy does not match its commitment.
    #[error("match {0} began with entropy that does not match its commitment")]
    EntropyExchanged(MatchId),
    /// The signature of the start is not valid.
    #[error("the start of match {0} is not signed by its server")]
    BadSignature(MatchId),
    /// A commitment to a face-down play differs from the one published before, or is missing.
    #[error("a commitment of match {0} changed after it was published")]
    CommitmentExchanged(MatchId),
    /// A piece that was laid face down does not match its commitment, or had none before it was turned up.
    #[error("something that was turned up in match {0} does not match its commitment")]
    PlayExchanged(MatchId),
    /// The published seed does not match the server's commitment.
    #[error("the seed published for match {0} does not match its commitment")]
    WrongSeed(MatchId),
}

/// The person cannot get ready: they have no seat, or no match is being prepared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("you have no seat, or no match is being prepared")]
pub struct NoMatchToJoin;

/// Keeps one person's proofs in one room. Give it the messages that [`crate::RoomMirror`] calls [`Next`](crate::Observed::Next) or
/// [`Whole`](crate::Observed::Whole).
#[derive(Clone, Debug)]
pub struct ReceiptKeeper {
    room: RoomId,
    player: PlayerId,
    seat: Option<Seat>,
    /// Whether a message of the room was seen yet: from then on, events tell which seat the person has.
    has_seen: bool,
    next: Option<NextMatch>,
    pledge: Option<Pledge>,
    /// The commitments of all seats as they were first published, with their match.
    committed: Option<(MatchId, BySeat<EntropyCommitment>)>,
    /// A match whose start contradicted earlier messages, and how: it is refused again whenever it is shown.
    refused: Option<(MatchId, Suspicion)>,
    receipt: Option<Receipt>,
    /// The first deal from which on all commitments of the match are known.
    known_from: u16,
}

impl ReceiptKeeper {
    /// A keeper for the person in the answer to `hello`.
    pub const fn new(room: RoomId, player: PlayerId) -> Self {
        Self {
            room,
            player,
            seat: None,
            has_seen: false,
            next: None,
            pledge: None,
            committed: None,
            refused: None,
            receipt: None,
            known_from: 0,
        }
    }

    /// The receipt of the running match, or else of the last one. None if the person had no seat in it.
    pub const fn receipt(&self) -> Option<&Receipt> {
        self.receipt.as_ref()
    }

    /// Continues with the receipt of a match that was stored earlier, such as before a restart of the client: what the server shows of
    /// that match from now on must match it.
    pub fn recall(&mut self, receipt: Receipt) {
        self.receipt = Some(receipt);
    }

    /// The `Ready` for the match that is being prepared, with a commitment to new entropy from `random`, which must fill its argument
    /// with bytes that nobody can guess. For the same match on the same seat it has the same commitment again. Call
    /// [`Self::acknowledged`] when the server has answered `ok`.
    pub fn ready(&mut self, random: impl FnOnce(&mut [u8])) -> Result<Ready, NoMatchToJoin> {
        let (Some(seat), Some(next)) = (self.seat, self.next) else {
            return Err(NoMatchToJoin);
        };
        let before = self.pledge.take();
        let pledge = match before.filter(|made| made.is_for(next.match_id) && made.seat == seat) {
            Some(mut made) => {
                made.send_again();
                made
            }
            None => Pledge::new(next, seat, random),
        };
        let ready = Ready {
            match_id: Some(next.match_id),
            entropy_commitment: Some(pledge.commitment),
        };
        self.pledge = Some(pledge);
        Ok(ready)
    }

    /// Notes that the server has answered `ok`: from now on it must not leave this commitment out.
    pub fn acknowledged(&mut self, ready: &Ready) {
        if let Some(pledge) = &mut self.pledge
            && ready.entropy_commitment == Some(pledge.commitment)
        {
            pledge.acknowledge();
        }
    }

    /// The entropy to open, once all commitments are published and contain one's own unchanged. Sending it twice is harmless.
    pub fn to_open(&self) -> Option<OpenEntropy> {
        let (pledge, (match_id, commitments)) = (self.pledge.as_ref()?, self.committed.as_ref()?);
        (pledge.is_for(*match_id) && commitments.get(pledge.seat)?.0 == Some(pledge.commitment))
            .then(|| OpenEntropy {
                match_id: *match_id,
                entropy: pledge.entropy.clone(),
            })
    }

    /// Processes a message.
    ///
    /// # Errors
    /// The message contradicts earlier ones, which never happens with an honest server; the keeper keeps what it had.
    pub fn observe(&mut self, incoming: &Incoming) -> Result<(), Suspicion> {
        match incoming.message() {
            Some(ServerMessage::Event(event)) if event.room == self.room => {
                self.event(&event.event)
            }
            Some(ServerMessage::Snapshot(snapshot)) if snapshot.room == self.room => {
                self.snapshot(snapshot)
            }
            Some(ServerMessage::Resumed(resumed)) if resumed.room == self.room => {
                // The seat is that after the following events, before which the person may have had another one.
                if !self.has_seen {
                    (self.seat, self.has_seen) = (resumed.you, true);
                }
                Ok(())
            }
            _ => Ok(()),
        }
    }

    fn snapshot(&mut self, snapshot: &Snapshot) -> Result<(), Suspicion> {
        (self.seat, self.has_seen) = (snapshot.you, true);
        // A person who lost their seat meanwhile, as after a long disconnect, and got another one, has committed to nothing there.
        self.keep_pledge_if(|pledge| snapshot.you == Some(pledge.seat));
        if let Some(game) = &snapshot.game {
            self.pictured(game)?;
            self.next = snapshot.state.next;
            return Ok(());
        }
        self.prepared(&snapshot.state)
    }

    /// A snapshot of a room in which no match is played.
    fn prepared(&mut self, state: &RoomState) -> Result<(), Suspicion> {
        self.next = state.next;
        let Some(next) = state.next else {
            return Ok(());
        };
        if state.phase == Phase::Gathering {
            self.prepared_again(next.match_id);
        }
        if let Some(pledge) = &mut self.pledge
            && pledge.is_for(next.match_id)
            && let Some(seat) = state.seats.get(pledge.seat.index())
        {
            pledge.shown(seat.ready);
        }
        match &state.entropy_commitments {
            Some(commitments) => self.published(next.match_id, commitments),
            None => Ok(()),
        }
    }

    /// A snapshot of a running match.
    fn pictured(&mut self, game: &MatchState) -> Result<(), Suspicion> {
        let match_id = game.start.facts.match_id;
        if self.receipt_of(match_id).is_none() {
            self.start(&game.start)?;
        }
        let Some(receipt) = self.receipt.as_mut() else {
            return Ok(());
        };
        check_same(receipt, &game.start)?;
        let published: Vec<_> = game.commitments.iter().map(commitment).collect();
        // In a game with several deals, snapshots show the commitments of one deal.
        let deal = published.first().and_then(|first| first.label.deal());
        let by_label: HashMap<SealLabel, Digest> = published
            .iter()
            .map(|shown| (shown.label, shown.commitment))
            .collect();
        let is_of_deal = |one: &Commitment| one.label.deal() == deal;
        let (expected, mut commitments): (Vec<_>, Vec<_>) = receipt
            .commitments
            .iter()
            .copied()
            .partition(|known| known.label.deal().is_none() || is_of_deal(known));
        let is_shown = |known: &Commitment| by_label.get(&known.label) == Some(&known.commitment);
        if by_label.len() != published.len()
            || !published.iter().all(is_of_deal)
            || !expected.iter().all(is_shown)
        {
            return Err(Suspicion::CommitmentExchanged(match_id));
        }
        commitments.extend(published);
        receipt.commitments = commitments;
        self.known_from = deal.unwrap_or(self.known_from);
        Ok(())
    }

    fn event(&mut self, event: &RoomEvent) -> Result<(), Suspicion> {
        match event {
            RoomEvent::Sat {
                seat,
                occupant: Occupant::Person(person),
            } if person.player == self.player => {
                self.seat = Some(*seat);
            }
            RoomEvent::Stood { seat, .. } if self.seat == Some(*seat) => {
                (self.seat, self.pledge) = (None, None);
            }
            RoomEvent::Next(next) => {
                self.next = Some(*next);
                self.prepared_again(next.match_id);
            }
            RoomEvent::Ready { seat } => {
                if let Some(pledge) = self.pledge.as_mut().filter(|pledge| pledge.seat == *seat) {
                    pledge.got_ready();
                }
            }
            RoomEvent::Unready { seat } => {
                if let Some(pledge) = self.pledge.as_mut().filter(|pledge| pledge.seat == *seat) {
                    pledge.got_unready();
                }
            }
            RoomEvent::Configured { .. } => {
                if let Some(pledge) = &mut self.pledge {
                    pledge.got_unready();
                }
            }
            RoomEvent::Committed {
                match_id,
                entropy_commitments,
            } => return self.published(*match_id, entropy_commitments),
            RoomEvent::Start(start) => return self.started(start),
            RoomEvent::Cancelled {
                match_id,
                server_seed,
                ..
            } => {
                let promised = self
                    .next
                    .filter(|next| next.match_id == *match_id)
                    .map(|next| next.seed_commitment);
                (self.pledge, self.committed, self.next) = (None, None, None);
                return check_seed(*match_id, promised, *server_seed);
            }
            RoomEvent::Finished {
                match_id,
                server_seed,
            }
            | RoomEvent::Abandoned {
                match_id,
                server_seed,
            } => {
                let promised = self
                    .receipt
                    .as_ref()
                    .filter(|receipt| receipt.match_id == *match_id);
                return check_seed(
                    *match_id,
                    promised.map(|receipt| receipt.seed_commitment),
                    *server_seed,
                );
            }
            RoomEvent::Game(game) => return self.game(game),
            _ => {}
        }
        Ok(())
    }

    /// All commitments are published. The first publication counts.
    fn published(
        &mut self,
        match_id: MatchId,
        commitments: &BySeat<EntropyCommitment>,
    ) -> Result<(), Suspicion> {
        match self.committed {
            Some((of, kept)) if of == match_id && kept != *commitments => {
                return Err(Suspicion::EntropyExchanged(match_id));
            }
            // Entropy that may have been opened for the former match is not used again.
            Some((before, _)) if before != match_id => {
                self.keep_pledge_if(|pledge| !pledge.is_for(before));
            }
            _ => {}
        }
        self.committed = Some((match_id, *commitments));
        self.left_out()
    }

    /// Fails if the commitment that was sent is not among the published ones.
    fn left_out(&self) -> Result<(), Suspicion> {
        let (Some(pledge), Some((match_id, _))) = (&self.pledge, &self.committed) else {
            return Ok(());
        };
        let missing = pledge.is_for(*match_id) && self.to_open().is_none();
        if missing && pledge.acknowledged {
            Err(Suspicion::EntropyLeftOut(pledge.seat))
        } else {
            Ok(())
        }
    }

    /// A match is prepared again after its commitments were published: entropy that may have been opened then is not used again.
    fn prepared_again(&mut self, match_id: MatchId) {
        if self.committed.is_some_and(|(of, _)| of == match_id) {
            self.keep_pledge_if(|pledge| !pledge.is_for(match_id));
        }
    }

    fn keep_pledge_if(&mut self, keeps: impl FnOnce(&Pledge) -> bool) {
        self.pledge = self.pledge.take().filter(keeps);
    }

    fn receipt_of(&self, match_id: MatchId) -> Option<&Receipt> {
        self.receipt
            .as_ref()
            .filter(|receipt| receipt.match_id == match_id)
    }

    /// The event of a start; it must be that of the match that was prepared.
    fn started(&mut self, start: &MatchStart) -> Result<(), Suspicion> {
        let match_id = start.facts.match_id;
        if let Some(receipt) = self.receipt_of(match_id) {
            return check_same(receipt, start);
        }
        if self.seat.is_some() && self.next.is_some_and(|next| next.match_id != match_id) {
            return self.refuse(match_id, Suspicion::SeedExchanged(match_id));
        }
        self.start(start)
    }

    fn start(&mut self, start: &MatchStart) -> Result<(), Suspicion> {
        let match_id = start.facts.match_id;
        if let Some((_, suspicion)) = self.refused.filter(|(of, _)| *of == match_id) {
            return Err(suspicion);
        }
        match self.begin_receipt(start) {
            Ok(receipt) => {
                self.receipt = receipt;
                (self.pledge, self.committed, self.next) = (None, None, None);
                self.known_from = 0;
                Ok(())
            }
            Err(suspicion) => self.refuse(match_id, suspicion),
        }
    }

    /// Keeps the earlier commitments, but creates no receipt of this match.
    fn refuse(&mut self, match_id: MatchId, suspicion: Suspicion) -> Result<(), Suspicion> {
        self.receipt = None;
        self.refused = Some((match_id, suspicion));
        Err(suspicion)
    }

    /// The receipt of a match with this start; none if the person has no seat in it.
    fn begin_receipt(&self, start: &MatchStart) -> Result<Option<Receipt>, Suspicion> {
        let facts = &start.facts;
        let match_id = facts.match_id;
        let Some(seat) = self.seat else {
            return Ok(None);
        };
        let pledge = self
            .pledge
            .as_ref()
            .filter(|pledge| pledge.is_for(match_id));
        // What was published when the person got ready counts, not what came after.
        let promised = pledge
            .map(|pledge| pledge.next)
            .or(self.next)
            .filter(|next| next.match_id == match_id);
        if promised.is_some_and(|next| next.seed_commitment != facts.seed_commitment) {
            return Err(Suspicion::SeedExchanged(match_id));
        }
        let entropy = facts.entropy.get(seat).cloned().unwrap_or_default();
        let is_own = pledge.is_some_and(|pledge| pledge.seat == seat && pledge.entropy == entropy);
        if !is_own && pledge.is_some_and(|pledge| pledge.acknowledged) {
            return Err(Suspicion::EntropyLeftOut(seat));
        }
        let opens = |(seat, entropy): (Seat, &Entropy)| {
            facts
                .entropy_commitments
                .get(seat)
                .is_some_and(|commitment| commitment.covers(match_id, seat, entropy))
        };
        let exchanged = self
            .committed
            .is_some_and(|(of, kept)| of == match_id && kept != facts.entropy_commitments);
        if exchanged
            || facts.entropy.len() != facts.entropy_commitments.len()
            || !facts.entropy.iter().all(opens)
        {
            return Err(Suspicion::EntropyExchanged(match_id));
        }
        if !verify_start(&start.signer, facts, &start.start_signature) {
            return Err(Suspicion::BadSignature(match_id));
        }
        // The entropy is that of another device, or there is none although this device committed to some.
        let is_others = !is_own && (pledge.is_some() || !entropy.is_none());
        Ok(Some(Receipt {
            match_id,
            seed_commitment: facts.seed_commitment,
            seat,
            entropy,
            start_signature: start.start_signature,
            commitments: Vec::new(),
            late: promised.is_none() || is_others,
        }))
    }

    fn game(&mut self, game: &GameEvent) -> Result<(), Suspicion> {
        let Some(receipt) = self.receipt.as_mut() else {
            return Ok(());
        };
        for sealed in game.sealed.iter().chain(&game.seals) {
            let new = commitment(sealed);
            match find(receipt, new.label) {
                None => receipt.commitments.push(new),
                Some(known) if *known == new => {}
                Some(_) => return Err(Suspicion::CommitmentExchanged(receipt.match_id)),
            }
        }
        // In a game with several deals, those of earlier deals may have been missed; in other games, snapshots contain all commitments.
        let is_known = |label: SealLabel| label.deal().is_none_or(|deal| deal >= self.known_from);
        let fits = |opened: &OpenedSeal| match find(receipt, opened.label) {
            Some(known) => opens(receipt.match_id, opened, known.commitment),
            None => !is_known(opened.label),
        };
        if game.opened.iter().all(fits) {
            Ok(())
        } else {
            Err(Suspicion::PlayExchanged(receipt.match_id))
        }
    }
}

/// The commitment with this label in a receipt.
fn find(receipt: &Receipt, label: SealLabel) -> Option<&Commitment> {
    let mut latest_first = receipt.commitments.iter().rev();
    latest_first.find(|known| known.label == label)
}

/// Whether the opened pieces match a commitment.
fn opens(match_id: MatchId, opened: &OpenedSeal, commitment: Digest) -> bool {
    let kinds: &[SealKind] = match opened.label {
        SealLabel::Play { .. } => &[SealKind::Play],
        SealLabel::Throw { .. } => &[SealKind::Throw],
        SealLabel::Deal { .. } => &[SealKind::Split, SealKind::Bet],
        SealLabel::Claim { .. } => &[SealKind::Claim],
    };
    kinds.iter().any(|&kind| {
        let sealed = Sealed {
            label: opened.label,
            kind,
            text: opened.text.clone(),
        };
        hidden_commitment(match_id, &sealed, opened.nonce) == commitment
    })
}

/// Fails if a start is not the one in the receipt.
fn check_same(receipt: &Receipt, start: &MatchStart) -> Result<(), Suspicion> {
    if receipt.seed_commitment != start.facts.seed_commitment {
        Err(Suspicion::SeedExchanged(receipt.match_id))
    } else if receipt.start_signature != start.start_signature {
        Err(Suspicion::BadSignature(receipt.match_id))
    } else {
        Ok(())
    }
}

fn commitment(seal: &SealView) -> Commitment {
    Commitment {
        label: seal.label,
        commitment: seal.commitment,
    }
}

fn check_seed(
    match_id: MatchId,
    promised: Option<Digest>,
    published: Hex<32>,
) -> Result<(), Suspicion> {
    let kept = promised
        .is_none_or(|promised| promised == seed_commitment(match_id, &ServerSeed::from(published)));
    if kept {
        Ok(())
    } else {
        Err(Suspicion::WrongSeed(match_id))
    }
}
