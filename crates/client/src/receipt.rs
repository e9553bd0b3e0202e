//! Adding entropy to the shuffle, and keeping what proves a match.
//!
//! The keeper sends nothing: it says what to send. What a server says that does not fit what it said before, it reports.

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

/// Something a server said that an honest one never says.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Suspicion {
    /// The commitments were published without the one that was sent. Where another device of the same person got ready later, and this one
    /// learned of it only from a snapshot, that is no fault of the server.
    #[error(
        "the entropy of seat {0} was omitted or replaced, unless another device of the same person got ready"
    )]
    EntropyLeftOut(Seat),
    /// The match began with another commitment to the server's seed than was published before, or another match began.
    #[error("match {0} began with a different seed commitment than was published")]
    SeedExchanged(MatchId),
    /// Commitments to entropy changed after they were published, or some entropy does not open its commitment.
    #[error("match {0} began with entropy that does not match its commitment")]
    EntropyExchanged(MatchId),
    /// The signature of the start does not fit what was signed.
    #[error("the start of match {0} is not signed by its server")]
    BadSignature(MatchId),
    /// A commitment to a face-down play is another one than was published before, or is missing.
    #[error("a commitment of match {0} changed after it was published")]
    CommitmentExchanged(MatchId),
    /// Something laid face down was committed to differently, or not at all before it was turned up.
    #[error("something that was turned up in match {0} does not match its commitment")]
    PlayExchanged(MatchId),
    /// The published seed is not the one committed to.
    #[error("the seed published for match {0} does not match its commitment")]
    WrongSeed(MatchId),
}

/// There is nothing to be ready for: no seat, or no match that is being prepared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("you have no seat, or no match is being prepared")]
pub struct NoMatchToJoin;

/// Keeps one person's proofs in one room. Feed it what [`crate::RoomMirror`] calls the next thing or the whole picture.
#[derive(Clone, Debug)]
pub struct ReceiptKeeper {
    room: RoomId,
    player: PlayerId,
    seat: Option<Seat>,
    /// Whether anything was seen of the room yet: from then on the events tell what seat one has.
    has_seen: bool,
    next: Option<NextMatch>,
    pledge: Option<Pledge>,
    /// The commitments of all seats as they were first published, and for which match.
    committed: Option<(MatchId, BySeat<EntropyCommitment>)>,
    /// The match whose start did not fit what was promised, and how: it is refused again wherever it is shown.
    refused: Option<(MatchId, Suspicion)>,
    receipt: Option<Receipt>,
    /// The deal from which on all commitments of the match are known.
    known_from: u16,
}

impl ReceiptKeeper {
    /// A keeper for the person that `hello` was answered with.
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

    /// What is kept of the running match, or else of the last one. None without a seat in it.
    pub const fn receipt(&self) -> Option<&Receipt> {
        self.receipt.as_ref()
    }

    /// Goes on with what was kept of a match by a program that ended before it: from now on what the server shows of that
    /// match must fit it.
    pub fn recall(&mut self, receipt: Receipt) {
        self.receipt = Some(receipt);
    }

    /// Readiness for the match being prepared, with a commitment to new entropy from `random`, which must fill its
    /// argument with bytes that nobody can guess; for the same match on the same seat with the same commitment again. Say
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

    /// Notes that the server answered `ok` to this: from now on it must not leave the commitment out.
    pub fn acknowledged(&mut self, ready: &Ready) {
        if let Some(pledge) = &mut self.pledge
            && ready.entropy_commitment == Some(pledge.commitment)
        {
            pledge.acknowledge();
        }
    }

    /// The entropy to open, once all commitments are published, one's own unchanged among them. Sending it twice is
    /// harmless.
    pub fn to_open(&self) -> Option<OpenEntropy> {
        let (pledge, (match_id, commitments)) = (self.pledge.as_ref()?, self.committed.as_ref()?);
        (pledge.is_for(*match_id) && commitments.get(pledge.seat)?.0 == Some(pledge.commitment))
            .then(|| OpenEntropy {
                match_id: *match_id,
                entropy: pledge.entropy.clone(),
            })
    }

    /// Takes note of a message.
    ///
    /// # Errors
    /// What an honest server never says; the keeper goes on with what it had.
    pub fn observe(&mut self, incoming: &Incoming) -> Result<(), Suspicion> {
        match incoming.message() {
            Some(ServerMessage::Event(event)) if event.room == self.room => {
                self.event(&event.event)
            }
            Some(ServerMessage::Snapshot(snapshot)) if snapshot.room == self.room => {
                self.snapshot(snapshot)
            }
            Some(ServerMessage::Resumed(resumed)) if resumed.room == self.room => {
                // It tells of the seat after the events that follow, in which one may have had another one.
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
        // Whoever lost the seat meanwhile, as after a long break of the connection, has committed to nothing in another one.
        self.keep_pledge_if(|pledge| snapshot.you == Some(pledge.seat));
        if let Some(game) = &snapshot.game {
            self.pictured(game)?;
            self.next = snapshot.state.next;
            return Ok(());
        }
        self.prepared(&snapshot.state)
    }

    /// The picture of a room in which no match is played.
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

    /// The picture of a running match.
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
        // Of a game with several deals, those of one deal are shown.
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

    /// What everybody committed to is published. What was published first counts.
    fn published(
        &mut self,
        match_id: MatchId,
        commitments: &BySeat<EntropyCommitment>,
    ) -> Result<(), Suspicion> {
        match self.committed {
            Some((of, kept)) if of == match_id && kept != *commitments => {
                return Err(Suspicion::EntropyExchanged(match_id));
            }
            // What may have been opened for the match before is of no use any more.
            Some((before, _)) if before != match_id => {
                self.keep_pledge_if(|pledge| !pledge.is_for(before));
            }
            _ => {}
        }
        self.committed = Some((match_id, *commitments));
        self.left_out()
    }

    /// Whether the commitment that was sent is missing among those published.
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

    /// A match is prepared once more after its commitments were published: what may have been opened then is not used again.
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

    /// The event of a start, which is that of the match that was prepared.
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

    /// What was promised is kept, but nothing is a receipt of this match.
    fn refuse(&mut self, match_id: MatchId, suspicion: Suspicion) -> Result<(), Suspicion> {
        self.receipt = None;
        self.refused = Some((match_id, suspicion));
        Err(suspicion)
    }

    /// The receipt of a match that begins so; none without a seat in it.
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
        // What was published when one said that one is ready counts, not what came after.
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
        // Of another device, or none although this one promised some.
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
        // In a game with several deals, those of earlier ones may have been missed; in others, pictures show all commitments.
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

/// The commitment that a receipt has under this label.
fn find(receipt: &Receipt, label: SealLabel) -> Option<&Commitment> {
    let mut latest_first = receipt.commitments.iter().rev();
    latest_first.find(|known| known.label == label)
}

/// Whether what was turned up opens a commitment.
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

/// Whether a start is the one that the receipt is of.
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
