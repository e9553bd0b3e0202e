//! The value of a hand: how many pieces it may still capture.

use giog_rules::{Piece, Pieces};

use crate::generals;
use crate::ranking::TypeRanking;
use crate::unseen::Table;

/// The probability of getting the lead without a strong piece.
const LEAD_BY_LUCK: f64 = 0.1;
/// How much a single that would win a trick adds to the probability of getting the lead.
const LEAD_BY_SINGLE: f64 = 0.45;
/// The highest probability of getting the lead.
const LEAD_AT_MOST: f64 = 0.85;
/// What being beheaded costs besides the captured pieces: those of the rest of the match.
const REST_OF_MATCH: f64 = 12.0;

/// How many combinations of a hand are considered: a hand can contain hundreds of sequences.
const COMBINATIONS_WEIGHED: usize = 16;
/// The probability that winning a trick led by another seat brings the lead in time for the last trick.
const LEAD_TRIED: f64 = 0.8;

/// Values the remaining hand of a seat, for one decision.
pub struct Worth {
    players: f64,
    at_stake: f64,
    banned_generals: bool,
    only_last_trick: bool,
    /// The combinations of several pieces in the hand with the probability that they win when led, ordered by the number of pieces
    /// times probability.
    combinations: Vec<(Pieces, f64)>,
    /// For each kind of piece, the probability that it wins when led as a single.
    singles: [f64; Piece::COUNT],
    /// For each kind of piece, the probability that it wins a trick that another seat leads with a single.
    following: [f64; Piece::COUNT],
}

impl Worth {
    /// Evaluates all pieces and combinations of the hand once.
    pub fn new(table: &Table<'_>, general_ban: bool) -> Self {
        let mut singles = [0.0; Piece::COUNT];
        let mut following = [0.0; Piece::COUNT];
        for (piece, _) in table.hand.kinds() {
            if table.only_last_trick_counts() {
                following[piece.index()] = table.chance_to_win_any(Pieces::one(piece));
            }
            singles[piece.index()] = table.chance_to_win_leading(Pieces::one(piece));
        }
        let several = table
            .ranking
            .types()
            .iter()
            .flat_map(TypeRanking::combinations);
        let mut combinations: Vec<_> = several
            .map(|(_, pieces)| pieces)
            .filter(|pieces| pieces.len() > 1 && table.hand.contains(*pieces))
            .map(|pieces| (pieces, table.chance_to_win_leading(pieces)))
            .collect();
        let gain = |(pieces, chance): &(Pieces, f64)| f64::from(pieces.len()) * chance;
        combinations.sort_by(|a, b| gain(b).total_cmp(&gain(a)));
        combinations.truncate(COMBINATIONS_WEIGHED);
        Self {
            players: f64::from(table.players),
            at_stake: table.captured() + REST_OF_MATCH,
            banned_generals: general_ban,
            only_last_trick: table.only_last_trick_counts(),
            combinations,
            singles,
            following,
        }
    }

    /// The value of a play that wins with this probability, in captured pieces, including the value of the remaining hand.
    pub fn of_play(&self, play: Pieces, chance: f64, rest: Pieces, beheads: bool) -> f64 {
        let gain = if self.only_last_trick {
            0.0
        } else {
            f64::from(play.len()) * self.players
        };
        let won = gain + self.of_rest(rest, true);
        let lost = self.of_rest(rest, false);
        let beheaded = if beheads { self.at_stake } else { 0.0 };
        chance * won + (1.0 - chance) * lost - beheaded
    }

    /// How many pieces the remaining hand may capture, minus the risk of its generals.
    pub fn of_rest(&self, rest: Pieces, leading: bool) -> f64 {
        if self.only_last_trick {
            return self.of_last_trick(rest, leading);
        }
        // Combinations are worth nothing without the lead, and a piece that could get the lead may be part of one. So for each
        // combination, keeping it together is compared with playing its pieces one by one. The kept ones are sorted in the order in
        // which they would be led, the most probable winner first.
        let (mut singles, mut kept) = (rest, Vec::with_capacity(COMBINATIONS_WEIGHED));
        let mut captures = self.of_parts(singles, &kept, leading);
        for &(combination, chance) in &self.combinations {
            if let Some(others) = singles.minus(combination) {
                let place = kept.partition_point(|&(_, surer)| surer >= chance);
                kept.insert(place, (combination.len(), chance));
                let together = self.of_parts(others, &kept, leading);
                if together > captures {
                    (singles, captures) = (others, together);
                } else {
                    kept.remove(place);
                }
            }
        }
        let risk = if self.banned_generals {
            generals::risk(rest, leading)
        } else {
            0.0
        };
        captures * self.players - risk * self.at_stake
    }

    /// The probability of winning the last trick with these pieces, as a rule of thumb: by leading all of them, one by one or as one
    /// combination, without losing the lead; or by getting the lead in time; or by following with the best piece.
    fn of_last_trick(&self, rest: Pieces, leading: bool) -> f64 {
        if rest.is_empty() {
            return if leading { 1.0 } else { 0.0 };
        }
        let (mut all, mut best, mut best_following, mut no_lead) = (1.0, 0.0_f64, 0.0_f64, 1.0);
        for piece in rest.iter() {
            let (chance, following) = (self.singles[piece.index()], self.following[piece.index()]);
            all *= chance;
            best = best.max(chance);
            best_following = best_following.max(following);
            no_lead *= 1.0 - LEAD_TRIED * following;
        }
        // The last piece cannot get the lead for another one.
        let gained = if rest.len() == 1 { 0.0 } else { 1.0 - no_lead };
        let mut at_once = self
            .combinations
            .iter()
            .filter(|(pieces, _)| *pieces == rest);
        let all = at_once.next().map_or(all, |&(_, chance)| all.max(chance));
        let later = (gained * best).max(best_following);
        if leading {
            all + (1.0 - all) * later
        } else {
            later
        }
    }

    /// How many pieces these may capture, divided by the number of players: combinations in the given order, as long as the seat
    /// probably has the lead, and singles one by one.
    fn of_parts(&self, singles: Pieces, surest_first: &[(u8, f64)], leading: bool) -> f64 {
        let alone = self.of_singles(singles);
        let comes = (LEAD_BY_LUCK + LEAD_BY_SINGLE * alone).min(LEAD_AT_MOST);
        let mut has_lead = if leading { 1.0 } else { 0.0 };
        let mut captures = alone;
        for &(count, chance) in surest_first {
            captures += (has_lead + (1.0 - has_lead) * comes) * chance * f64::from(count);
            has_lead *= chance;
        }
        captures
    }

    /// How many tricks these pieces may win one by one.
    fn of_singles(&self, pieces: Pieces) -> f64 {
        pieces
            .kinds()
            .map(|(piece, count)| f64::from(count) * self.singles[piece.index()])
            .sum()
    }
}
