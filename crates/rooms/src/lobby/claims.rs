//! Keys with which rooms are being created on other nodes: no second room is created with the same key meanwhile.

use std::collections::HashMap;

use giog_rules::PlayerId;

/// How long a claim lasts if its room never appears. Normally, rooms appear within milliseconds.
const CLAIM_MS: u64 = 10_000;
/// The number of people with claims from which on adding a claim first removes all expired ones.
const MANY_CLAIMS: usize = 1_000;

/// The claims of each person for whom other nodes are creating rooms.
#[derive(Debug, Default)]
pub(super) struct Claims(HashMap<PlayerId, Vec<Claim>>);

#[derive(Debug)]
struct Claim {
    key: String,
    until_ms: u64,
    /// The subscriber number of the node that made the claim; none for this node.
    by: Option<u64>,
}

impl Claims {
    /// How many keys a person has claimed, and whether this key is one of them.
    pub fn of(&mut self, player: PlayerId, key: &str, now_ms: u64) -> (usize, bool) {
        let Some(claimed) = self.0.get_mut(&player) else {
            return (0, false);
        };
        claimed.retain(|claim| now_ms < claim.until_ms);
        (claimed.len(), claimed.iter().any(|claim| claim.key == key))
    }

    pub fn add(&mut self, player: PlayerId, key: &str, by: Option<u64>, now_ms: u64) {
        if self.0.len() >= MANY_CLAIMS {
            self.keep(|claim| now_ms < claim.until_ms);
        }
        self.0.entry(player).or_default().push(Claim {
            key: key.to_owned(),
            until_ms: now_ms + CLAIM_MS,
            by,
        });
    }

    /// Ends a claim: the room exists, or will not be created.
    pub fn end(&mut self, player: PlayerId, key: &str) {
        if let Some(claimed) = self.0.get_mut(&player) {
            claimed.retain(|claim| claim.key != key);
            if claimed.is_empty() {
                self.0.remove(&player);
            }
        }
    }

    /// Ends all claims of a node that cannot be reached any more.
    pub fn end_all_by(&mut self, node: u64) {
        self.keep(|claim| claim.by != Some(node));
    }

    fn keep(&mut self, which: impl Fn(&Claim) -> bool) {
        self.0.retain(|_, claimed| {
            claimed.retain(&which);
            !claimed.is_empty()
        });
    }
}

#[cfg(test)]
mod tests {
    use uuid::Uuid;

    use super::*;

    #[test]
    fn a_claim_holds_until_it_ends_or_nobody_can_mean_it_any_more() {
        let mut claims = Claims::default();
        let player = PlayerId(Uuid::nil());
        claims.add(player, "a", None, 0);
        claims.add(player, "b", Some(1), 5_000);
        claims.add(player, "c", Some(2), 5_000);
        assert_eq!(claims.of(player, "a", 9_999), (3, true));
        assert_eq!(claims.of(player, "a", 10_000), (2, false));
        claims.end_all_by(2);
        assert_eq!(claims.of(player, "c", 10_000), (1, false));
        claims.end(player, "b");
        assert!(claims.0.is_empty(), "nothing is kept of them");
    }

    #[test]
    fn claims_of_rooms_that_never_came_are_not_kept_for_ever() {
        let mut claims = Claims::default();
        for number in 0..5_000 {
            let player = PlayerId(Uuid::from_u128(number));
            claims.add(player, "a", None, u64::from(number > 1_000) * CLAIM_MS);
        }
        assert!(claims.0.len() < 4_100, "{}", claims.0.len());
    }
}
