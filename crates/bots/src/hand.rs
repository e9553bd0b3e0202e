//! What a hand is worth: how many pieces it may still capture.

use giog_rules::{Piece, Pieces};

use crate::generals;
use crate::ranking::TypeRanking;
use crate::unseen::Table;

/// How likely the lead comes to somebody without any strong piece.
const LEAD_BY_LUCK: f64 = 0.1;
/// How much a single that would win a trick adds to the chance of getting the lead.
const LEAD_BY_SINGLE: f64 = 0.45;
/// The lead is never certain to come.
const LEAD_AT_MOST: f64 = 0.85;
/// What beheading costs besides what was captured: the rest of the match.
const REST_OF_MATCH: f64 = 12.0;

/// How many combinations of a hand are weighed against playing their pieces one by one: there are hundreds of sequences.
const COMBINATIONS_WEIGHED: usize = 16;
/// Of the chance that a piece wins a trick that others lead, how much of it gets the lead in time for the last one.
const LEAD_TRIED: f64 = 0.8;

/// The worth of what may be left of one hand, at one decision.
pub struct Worth {
    players: f64,
    at_stake: f64,
    banned_generals: bool,
    only_last_trick: bool,
    /// Combinations of several pieces in the hand with the chance that they win when led, the best ones first.
    combinations: Vec<(Pieces, f64)>,
    /// For each kind the chance that it wins a trick as a single.
    singles: [f64; Piece::COUNT],
    /// For each kind the chance that it wins a trick that another seat leads with a single.
    following: [f64; Piece::COUNT],
}

impl Worth {
    /// Weighs everything in the hand once.
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

    /// How many pieces a play that wins with this chance is worth, with what is left of the hand after it.
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

    /// How many pieces the rest of a hand may capture, less what its generals risk.
    pub fn of_rest(&self, rest: Pieces, leading: bool) -> f64 {
        if self.only_last_trick {
            return self.of_last_trick(rest, leading);
        }
        // Combinations are worth nothing without the lead, and what could get it may be part of one: so every one more
        // that is kept together is weighed against playing its pieces one by one.
        // Those kept are in the order in which they would be led, the surest first.
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

    /// The chance to win the last trick with what is left, as a rule of thumb: by leading all of it, one after another or
    /// at once, without losing the lead; or by getting the lead in time, or else by following with the best piece.
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
        // The last piece cannot get the lead for another.
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

    /// How many plays' worth of pieces these may capture: the combinations led, the surest first, as long as one has the
    /// lead, and the others one by one.
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

    /// How many tricks these may win one by one.
    fn of_singles(&self, pieces: Pieces) -> f64 {
        pieces
            .kinds()
            .map(|(piece, count)| f64::from(count) * self.singles[piece.index()])
            .sum()
    }
}
