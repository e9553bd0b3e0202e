//! Ratings of simulated people: a short form of the example `order`.

mod simulated;

use giog_ratings::Parameters;
use simulated::measure;

#[test]
fn people_of_known_strength_come_into_their_order() {
    let measured = measure([46, 30, 17, 7], 50, &Parameters::default());
    assert!(measured.orders >= 0.9, "{}", measured.orders);
    assert!(
        measured.log_loss < measured.best_constant,
        "{}",
        measured.log_loss
    );
    let near = measure([37, 29, 21, 13], 50, &Parameters::default());
    assert!(near.pairs >= 0.93, "{}", near.pairs);
    let (stated, in_truth) = near.errors;
    assert!(in_truth < stated, "{in_truth}, stated {stated}");
    assert!((5.0..200.0).contains(&near.halved_after));
    let dans = near.dans;
    assert!(dans.is_sorted_by(|one, next| one > next), "{dans:?}");
    assert!(dans.iter().all(|dan| (1.0..10.0).contains(dan)), "{dans:?}");
}
