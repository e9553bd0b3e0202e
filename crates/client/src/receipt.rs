//! Adding entropy to the shuffle, and keeping what proves a match.
//!
//! The keeper sends nothing: it says what to send. What a server says that does not fit what it said before, it reports.

use giog_protocol::client::{OpenEntropy, Ready};
use giog_protocol::server::{GameEvent, MatchStart, RoomEvent, SealView, ServerMessage, Snapshot};
use giog_protocol::{NextMatch, Occupant, RoomId};
use giog_rules::fairness::{
    Commitment, Digest, Entropy, EntropyCommitment, Hex, ServerSeed, entropy_commitment,
    seed_commitment,
};
use giog_rules::record::verify_start;
use giog_rules::{BySeat, MatchId, PlayerId, Receipt, Seat};

use crate::Incoming;

/// How many bytes of entropy are given: as many as the server's own seed has.
const ENTROPY_BYTES: usize = 32;

/// Something a server said that an honest one never says.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Suspicion {
    /// The commitments were published without the one that was sent.
    #[error("the entropy of seat {0} was omitted or replaced")]
    EntropyLeftOut(Seat),
    /// The match began with another commitment to the server's seed than was published before.
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
    committed: Option<(MatchId, BySeat<EntropyCommitment>)>,
    receipt: Option<Receipt>,
}

/// Entropy that was committed to.
#[derive(Clone, Debug)]
struct Pledge {
    next: NextMatch,
    seat: Seat,
    entropy: Entropy,
    commitment: Digest,
    /// Whether the server has said that it has it. Before that the match may have begun already without any dishonesty.
    acknowledged: bool,
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
            receipt: None,
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
    /// argument with bytes that nobody can guess. Say [`Self::acknowledged`] when the server has answered `ok`.
    pub fn ready(&mut self, random: impl FnOnce(&mut [u8])) -> Result<Ready, NoMatchToJoin> {
        let (Some(seat), Some(next)) = (self.seat, self.next) else {
            return Err(NoMatchToJoin);
        };
        let mut bytes = vec![0; ENTROPY_BYTES];
        random(&mut bytes);
        let entropy = Entropy::new(bytes).expect("entropy may have as many bytes");
        let commitment = entropy_commitment(next.match_id, seat, &entropy);
        self.pledge = Some(Pledge {
            next,
            seat,
            entropy,
            commitment,
            acknowledged: false,
        });
        Ok(Ready {
            match_id: Some(next.match_id),
            entropy_commitment: Some(commitment),
        })
    }

    /// Notes that the server answered `ok` to this: from now on it must not leave the commitment out.
    pub fn acknowledged(&mut self, ready: &Ready) {
        if let Some(pledge) = &mut self.pledge
            && ready.entropy_commitment == Some(pledge.commitment)
        {
            pledge.acknowledged = true;
        }
    }

    /// The entropy to open, once all commitments are published, one's own unchanged among them. Sending it twice is
    /// harmless.
    pub fn to_open(&self) -> Option<OpenEntropy> {
        let (pledge, (match_id, commitments)) = (self.pledge.as_ref()?, self.committed.as_ref()?);
        (*match_id == pledge.next.match_id
            && commitments.get(pledge.seat)?.0 == Some(pledge.commitment))
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
        self.next = snapshot.state.next;
        let Some(game) = &snapshot.game else {
            // Whoever lost the seat meanwhile, as after a long break of the connection, has committed to nothing in another one.
            self.pledge = self
                .pledge
                .take()
                .filter(|pledge| snapshot.you == Some(pledge.seat));
            return Ok(());
        };
        let match_id = game.start.facts.match_id;
        if self
            .receipt
            .as_ref()
            .is_none_or(|receipt| receipt.match_id != match_id)
        {
            self.start(&game.start)?;
        }
        let Some(receipt) = self.receipt.as_mut() else {
            return Ok(());
        };
        if receipt.seed_commitment != game.start.facts.seed_commitment {
            return Err(Suspicion::SeedExchanged(match_id));
        }
        if receipt.start_signature != game.start.start_signature {
            return Err(Suspicion::BadSignature(match_id));
        }
        let published: Vec<_> = game.commitments.iter().map(commitment).collect();
        if !receipt
            .commitments
            .iter()
            .all(|known| published.contains(known))
        {
            return Err(Suspicion::CommitmentExchanged(match_id));
        }
        receipt.commitments = published;
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
            RoomEvent::Next(next) => self.next = Some(*next),
            RoomEvent::Committed {
                match_id,
                entropy_commitments,
            } => {
                self.committed = Some((*match_id, **entropy_commitments));
                return self.left_out();
            }
            RoomEvent::Start(start) => return self.start(start),
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

    /// Whether the commitment that was sent is missing among those published.
    fn left_out(&self) -> Result<(), Suspicion> {
        let (Some(pledge), Some((match_id, _))) = (&self.pledge, &self.committed) else {
            return Ok(());
        };
        let missing = *match_id == pledge.next.match_id && self.to_open().is_none();
        if missing && pledge.acknowledged {
            Err(Suspicion::EntropyLeftOut(pledge.seat))
        } else {
            Ok(())
        }
    }

    fn start(&mut self, start: &MatchStart) -> Result<(), Suspicion> {
        let facts = &start.facts;
        let match_id = facts.match_id;
        let pledge = self
            .pledge
            .take()
            .filter(|pledge| pledge.next.match_id == match_id);
        let committed = self.committed.take().filter(|(of, _)| *of == match_id);
        // What was published when one said that one is ready counts, not what came after.
        let next = self.next.take();
        let promised = pledge
            .as_ref()
            .map(|pledge| pledge.next)
            .or(next)
            .filter(|next| next.match_id == match_id);
        self.receipt = None;
        let Some(seat) = self.seat else { return Ok(()) };
        if promised.is_some_and(|next| next.seed_commitment != facts.seed_commitment) {
            return Err(Suspicion::SeedExchanged(match_id));
        }
        let entropy = facts.entropy.get(seat).cloned().unwrap_or_default();
        let left_out = |pledge: Pledge| pledge.seat != seat || pledge.entropy != entropy;
        if pledge
            .filter(|pledge| pledge.acknowledged)
            .is_some_and(left_out)
        {
            return Err(Suspicion::EntropyLeftOut(seat));
        }
        let opens = |(seat, entropy): (Seat, &Entropy)| {
            facts
                .entropy_commitments
                .get(seat)
                .is_some_and(|commitment| commitment.covers(match_id, seat, entropy))
        };
        if committed.is_some_and(|(_, commitments)| commitments != facts.entropy_commitments)
            || !facts.entropy.iter().all(opens)
        {
            return Err(Suspicion::EntropyExchanged(match_id));
        }
        if !verify_start(&start.signer, facts, &start.start_signature) {
            return Err(Suspicion::BadSignature(match_id));
        }
        self.receipt = Some(Receipt {
            match_id,
            seed_commitment: facts.seed_commitment,
            seat,
            entropy,
            start_signature: start.start_signature,
            commitments: Vec::new(),
            late: false,
        });
        Ok(())
    }

    fn game(&mut self, game: &GameEvent) -> Result<(), Suspicion> {
        let Some(receipt) = self.receipt.as_mut() else {
            return Ok(());
        };
        for sealed in game.sealed.iter().chain(&game.seals) {
            let new = commitment(sealed);
            match receipt
                .commitments
                .iter()
                .find(|known| known.label == new.label)
            {
                None => receipt.commitments.push(new),
                Some(known) if *known == new => {}
                Some(_) => return Err(Suspicion::CommitmentExchanged(receipt.match_id)),
            }
        }
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
