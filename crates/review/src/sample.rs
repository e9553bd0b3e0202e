//! Which decisions of a review that somebody else computed are looked at anew.

/// So many decisions of a review are looked at anew.
pub const CHECKED: usize = 2;

/// Different ones of so many, each equally likely.
pub(crate) fn chosen(of: usize, numbers: [u64; CHECKED]) -> Vec<usize> {
    let mut left: Vec<usize> = (0..of).collect();
    let mut chosen = Vec::new();
    for number in numbers {
        if !left.is_empty() {
            let index = number % left.len() as u64;
            chosen.push(left.swap_remove(usize::try_from(index).unwrap_or_default()));
        }
    }
    chosen
}
