//! Predicted shares come true: the short form of the example `calibration`.

mod calibrated;
mod played;

use giog_arena::statistics::Clusters;
use giog_review::{Calibration, WHOLE};
use giog_rules::tricks::{self, Ceremony};
use giog_rules::{Level, Options, Terms, Variant};

use calibrated::{Player, Sample, Table};

const MATCHES: u32 = 240;

#[test]
fn what_is_predicted_happens() {
    let variant = Variant::Tricks(tricks::Variant::Giog);
    let terms = Terms::new(variant, 4, Options::default(), Ceremony::Server).expect("terms");
    let players = vec![Player::Level(Level::Simple), Player::Level(Level::Club)];
    let table = Table::new(terms, players, "short", 32).expect("it has a net");
    let mut samples: Vec<Sample> = (0..MATCHES)
        .filter_map(|number| table.sample(number))
        .collect();
    let calibration = Calibration::of(variant, 4).expect("it was measured");
    samples.sort_by_key(|sample| (sample.grouped_by, sample.number));
    let mut won = Vec::new();
    for group in samples.chunks(samples.len().div_ceil(3)) {
        let (mut known, mut open, mut results) = <(Clusters, Clusters, Clusters)>::default();
        for sample in group {
            let share = |share: i32| f64::from(share) / f64::from(WHOLE);
            known.add(share(
                sample.happened - calibration.known.share(sample.predicted),
            ));
            open.add(share(
                sample.happened - calibration.open.share(sample.openly[1]),
            ));
            results.add(share(sample.happened));
        }
        for difference in [known, open] {
            // Four standard errors, or a hundredth where hardly any are won.
            let interval = difference.interval(None).expect("some samples");
            let most = 2.0 * (interval.high.expect("some samples") - interval.mean) + 0.01;
            assert!(interval.mean.abs() < most, "{won:?}: {difference:?}");
        }
        won.push(results.mean());
    }
    assert!(won[0] < 0.05 && won[2] > 0.4, "{won:?}");
}
