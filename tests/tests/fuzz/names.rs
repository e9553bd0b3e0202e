//! Names of people.

use giog_protocol::PlayerName;
use proptest::prelude::*;

use crate::damage::damaged_text;
use crate::{cases, corpus};

proptest! {
    #![proptest_config(cases(1_500))]

    #[test]
    fn a_name_that_is_taken_is_bounded_and_stays_as_it_is(text in prop_oneof![damaged_text(corpus("names.txt")), any::<String>()]) {
        if let Ok(name) = PlayerName::try_from(text.clone()) {
            prop_assert!((1..=24).contains(&name.as_str().chars().count()), "{:?}", name);
            prop_assert!(name.as_str().len() <= 72, "{:?}", name);
            prop_assert_eq!(PlayerName::try_from(name.as_str().to_owned()), Ok(name.clone()));
        }
        // Names that any version stored can always be shown.
        let kept = PlayerName::restored(&text);
        prop_assert_eq!(PlayerName::restored(kept.as_str()), kept);
    }
}
