//! Friends, requests to be friends, codes and blocks.

use std::sync::Arc;

use giog_protocol::rest::MayInvite;
use giog_rules::PlayerId;

use super::fresh::Fresh;
use super::on_both;
use super::samples::{at, device, player};
use crate::{
    Archive, Asked, Choice, Choices, Contact, FRIEND_CODE_MS, MAX_ASKED, MAX_ASKING, MAX_FRIENDS,
    REQUEST_MS, Rejection, StoreError,
};

on_both!(
    two_people_are_friends_once_both_have_asked,
    a_refused_request_looks_as_if_nobody_had_answered,
    a_request_withdrawn_and_made_again_does_not_come_back_after_a_refusal,
    whoever_is_blocked_sees_a_friend_who_shows_no_tables,
    a_code_makes_friends_until_it_is_replaced_or_too_old,
    whoever_is_deleted_is_on_no_list,
    requests_have_an_end,
    everything_has_a_bound,
    what_decides_about_an_invitation_is_read_at_once,
);

const A: u8 = 1;
const B: u8 = 2;

fn id(number: u8) -> PlayerId {
    player(number.into())
}

async fn people(fresh: &Fresh, count: u8) -> Arc<Archive> {
    let store = fresh.open().await;
    for number in 1..=count {
        let created = store.create_guest(id(number), "guest", device(number), at(0));
        created.await.expect("created");
    }
    store
}

async fn ask(store: &Archive, from: u8, to: u8, ms: i64) -> Asked {
    let asked = store.ask_friend(id(from), id(to), at(ms)).await;
    asked.expect("an answer")
}

async fn end(store: &Archive, from: u8, to: u8) {
    store.end_friend(id(from), id(to)).await.expect("ended");
}

async fn block(store: &Archive, from: u8, to: u8) {
    let blocked = store.block(id(from), id(to), at(5)).await;
    assert!(blocked.expect("an answer"));
}

fn who(contacts: &[Contact]) -> Vec<PlayerId> {
    contacts.iter().map(|one| one.person.player).collect()
}

/// Who are a person's friends with whether they show their tables, who asks them, and whom they have asked.
async fn lists(
    store: &Archive,
    of: u8,
    ms: i64,
) -> (Vec<(PlayerId, bool)>, Vec<PlayerId>, Vec<PlayerId>) {
    let lists = store.friends(id(of), at(ms)).await.expect("an answer");
    let friends = lists.friends.iter();
    let friends: Vec<_> = friends
        .map(|one| (one.contact.person.player, one.shows_tables))
        .collect();
    let asking = who(&lists.asking);
    for other in (1..=4).map(id) {
        let expects = store.expects_friend(id(of), other, at(ms)).await;
        let is_there =
            friends.iter().any(|&(friend, _)| friend == other) || asking.contains(&other);
        assert_eq!(expects.expect("an answer"), is_there, "{other}");
    }
    (friends, asking, who(&lists.asked))
}

async fn two_people_are_friends_once_both_have_asked(fresh: &Fresh) {
    let store = people(fresh, 3).await;
    assert_eq!(ask(&store, A, B, 10).await, Asked::Waits);
    assert_eq!(ask(&store, A, B, 20).await, Asked::Waits, "the same again");
    assert_eq!(lists(&store, A, 30).await, (vec![], vec![], vec![id(B)]));
    assert_eq!(lists(&store, B, 30).await, (vec![], vec![id(A)], vec![]));
    assert_eq!(lists(&store, 3, 30).await, (vec![], vec![], vec![]));
    assert_eq!(ask(&store, B, A, 40).await, Asked::Friends);
    assert_eq!(ask(&store, A, B, 50).await, Asked::Friends, "already");
    for (of, friend) in [(A, B), (B, A)] {
        let friends = vec![(id(friend), true)];
        assert_eq!(lists(&store, of, 60).await, (friends, vec![], vec![]));
    }
    let hide = Choice {
        shows_tables: Some(false),
        ..Choice::default()
    };
    store.choose([B; 32], hide).await.expect("set");
    assert_eq!(lists(&store, A, 60).await.0, [(id(B), false)]);
    let own = store.friends(id(B), at(60)).await.expect("an answer");
    assert!(!own.choices.shows_tables);
    end(&store, A, B).await;
    for of in [A, B] {
        assert_eq!(lists(&store, of, 60).await, (vec![], vec![], vec![]));
    }
    for (from, to) in [(A, A), (A, 9)] {
        assert_eq!(ask(&store, from, to, 70).await, Asked::Nobody);
    }
}

async fn a_refused_request_looks_as_if_nobody_had_answered(fresh: &Fresh) {
    let store = people(fresh, 3).await;
    // B answers nothing to 3, declines A, and has blocked nobody yet.
    assert_eq!(ask(&store, A, B, 10).await, Asked::Waits);
    assert_eq!(ask(&store, 3, B, 10).await, Asked::Waits);
    end(&store, B, A).await;
    assert_eq!(lists(&store, B, 20).await, (vec![], vec![id(3)], vec![]));
    assert_eq!(lists(&store, A, 20).await, (vec![], vec![], vec![id(B)]));
    assert_eq!(lists(&store, 3, 20).await, (vec![], vec![], vec![id(B)]));
    // Whoever declined may still change their mind.
    assert_eq!(ask(&store, B, A, 30).await, Asked::Friends);
}

async fn a_request_withdrawn_and_made_again_does_not_come_back_after_a_refusal(fresh: &Fresh) {
    let store = people(fresh, 2).await;
    assert_eq!(ask(&store, A, B, 10).await, Asked::Waits);
    end(&store, A, B).await;
    assert_eq!(lists(&store, B, 20).await.1, [], "it was withdrawn");
    assert_eq!(ask(&store, A, B, 20).await, Asked::Waits);
    assert_eq!(lists(&store, B, 20).await.1, [id(A)]);
    end(&store, B, A).await;
    end(&store, A, B).await;
    assert_eq!(lists(&store, A, 30).await.2, []);
    assert_eq!(ask(&store, A, B, 30).await, Asked::Waits);
    assert_eq!(lists(&store, A, 30).await.2, [id(B)]);
    assert_eq!(lists(&store, B, 30).await.1, [], "it was refused");
    // A refusal holds as long as a request does.
    let later = 31 + REQUEST_MS;
    assert_eq!(ask(&store, A, B, later).await, Asked::Waits);
    assert_eq!(lists(&store, B, later).await.1, [id(A)]);
}

async fn whoever_is_blocked_sees_a_friend_who_shows_no_tables(fresh: &Fresh) {
    let store = people(fresh, 3).await;
    ask(&store, A, B, 10).await;
    ask(&store, B, A, 10).await;
    ask(&store, 3, B, 10).await;
    block(&store, B, A).await;
    block(&store, B, 3).await;
    for nobody in [B, 9] {
        let blocked = store.block(id(B), id(nobody), at(5)).await;
        assert!(!blocked.expect("an answer"), "{nobody}");
    }
    assert_eq!(lists(&store, A, 20).await.0, [(id(B), false)]);
    assert_eq!(lists(&store, 3, 20).await.2, [id(B)]);
    assert_eq!(lists(&store, B, 20).await, (vec![], vec![], vec![]));
    let blocked = store.blocked(id(B)).await.expect("an answer");
    assert_eq!(who(&blocked), [id(A), id(3)]);
    assert_eq!(ask(&store, B, 3, 20).await, Asked::Blocked);
    assert_eq!(ask(&store, 3, B, 20).await, Asked::Waits);
    store.unblock(id(B), id(A)).await.expect("lifted");
    assert_eq!(lists(&store, A, 20).await.0, [(id(B), true)]);
    assert_eq!(lists(&store, B, 20).await.0, [(id(A), true)]);
}

async fn a_code_makes_friends_until_it_is_replaced_or_too_old(fresh: &Fresh) {
    let store = people(fresh, 4).await;
    let set = async |code, ms| {
        let set = store.set_friend_code(id(A), [code; 32], at(ms)).await;
        set.expect("set");
    };
    let take = async |from: u8, code, ms| {
        let taken = store.befriend_by_code(id(from), [code; 32], at(ms)).await;
        taken.expect("an answer")
    };
    set(7, 0).await;
    assert_eq!(take(A, 7, 0).await, None, "one's own");
    assert_eq!(take(B, 8, 0).await, None, "unknown");
    assert_eq!(take(B, 7, 0).await, Some(id(A)));
    assert_eq!(take(B, 7, 1).await, Some(id(A)), "the same again");
    assert_eq!(take(3, 7, FRIEND_CODE_MS).await, Some(id(A)));
    assert_eq!(take(4, 7, FRIEND_CODE_MS + 1).await, None, "too old");
    set(9, 5).await;
    assert_eq!(take(4, 7, 6).await, None, "replaced");
    block(&store, A, 4).await;
    assert_eq!(take(4, 9, 6).await, None, "blocked");
    assert_eq!(lists(&store, A, 9).await.0, [(id(B), true), (id(3), true)]);
}

async fn whoever_is_deleted_is_on_no_list(fresh: &Fresh) {
    let store = people(fresh, 5).await;
    ask(&store, A, B, 10).await;
    ask(&store, B, A, 10).await;
    ask(&store, A, 3, 10).await;
    ask(&store, 4, A, 10).await;
    block(&store, 5, A).await;
    let set = store.set_friend_code(id(A), [7; 32], at(10)).await;
    set.expect("set");
    let forgotten = store.forget_guest(id(A), None, at(20)).await;
    forgotten.expect("deleted");
    for of in [A, B, 3, 4] {
        assert_eq!(lists(&store, of, 20).await, (vec![], vec![], vec![]));
    }
    assert_eq!(store.blocked(id(5)).await.expect("an answer"), []);
    let taken = store.befriend_by_code(id(B), [7; 32], at(20)).await;
    assert_eq!(taken.expect("an answer"), None);
}

async fn requests_have_an_end(fresh: &Fresh) {
    let store = people(fresh, 3).await;
    ask(&store, A, B, 0).await;
    ask(&store, 3, B, 10).await;
    store
        .set_friend_code(id(A), [7; 32], at(0))
        .await
        .expect("set");
    let (last, over) = (REQUEST_MS, REQUEST_MS + 1);
    assert_eq!(lists(&store, B, last).await.1, [id(A), id(3)]);
    assert_eq!(lists(&store, B, over).await.1, [id(3)]);
    assert_eq!(lists(&store, A, over).await.2, []);
    let delete = async |ms| {
        let deleted = store.delete_ended_requests(at(ms)).await;
        deleted.expect("an answer")
    };
    assert_eq!(delete(FRIEND_CODE_MS).await, 0);
    assert_eq!(delete(over).await, 2);
    assert_eq!(lists(&store, B, 0).await.1, [id(3)]);
}

async fn everything_has_a_bound(fresh: &Fresh) {
    let store = people(fresh, u8::MAX).await;
    let too_many = |asked: Result<Asked, StoreError>, limit| {
        let Err(StoreError::Rejected(Rejection::TooMany { limit: told, .. })) = asked else {
            panic!("{asked:?}")
        };
        assert_eq!(told, limit);
    };
    let asked = u8::try_from(MAX_ASKED).expect("few");
    for to in 2..2 + asked {
        assert_eq!(ask(&store, A, to, 10).await, Asked::Waits);
    }
    too_many(
        store.ask_friend(id(A), id(2 + asked), at(10)).await,
        MAX_ASKED,
    );
    assert_eq!(ask(&store, A, B, 20).await, Asked::Waits, "the same again");
    // So many wait for 255 that one more is refused without a word.
    let asking = u8::try_from(MAX_ASKING).expect("few");
    for from in 2..2 + asking {
        ask(&store, from, u8::MAX, 10).await;
    }
    assert_eq!(ask(&store, 2 + asking, u8::MAX, 10).await, Asked::Waits);
    assert_eq!(
        lists(&store, u8::MAX, 10).await.1.len(),
        usize::from(asking)
    );
    let friends = u8::try_from(MAX_FRIENDS).expect("few");
    store
        .set_friend_code(id(B), [7; 32], at(10))
        .await
        .expect("set");
    for from in 3..3 + friends {
        let taken = store.befriend_by_code(id(from), [7; 32], at(10)).await;
        assert_eq!(taken.expect("an answer"), Some(id(B)));
    }
    let full = store.befriend_by_code(id(254), [7; 32], at(10)).await;
    too_many(full.map(|_| Asked::Friends), MAX_FRIENDS);
    assert_eq!(lists(&store, B, 10).await.0.len(), usize::from(friends));
}

async fn what_decides_about_an_invitation_is_read_at_once(fresh: &Fresh) {
    let store = people(fresh, 3).await;
    // Whether the second person may invite the first: friends, and blocked.
    let between = async |to: u8, by: u8| {
        let terms = store.invitation_terms(id(to), id(by)).await;
        let terms = terms.expect("an answer").expect("somebody known");
        (terms.are_friends, terms.is_blocked)
    };
    assert_eq!(between(A, B).await, (false, false));
    ask(&store, A, B, 10).await;
    assert_eq!(between(A, B).await, (false, false), "nobody has agreed");
    ask(&store, B, A, 10).await;
    assert_eq!(between(A, B).await, (true, false));
    assert_eq!(between(A, 3).await, (false, false));
    block(&store, B, A).await;
    for (to, by) in [(A, B), (B, A)] {
        assert_eq!(between(to, by).await, (true, true), "whoever has blocked");
    }
    store.unblock(id(B), id(A)).await.expect("lifted");
    assert_eq!(between(A, B).await, (true, false));
    let unknown = store.invitation_terms(id(9), id(A)).await;
    assert_eq!(unknown.expect("an answer"), None);
    let choices = async || {
        let lists = store.friends(id(A), at(20)).await.expect("an answer");
        let terms = store.invitation_terms(id(A), id(B)).await;
        let terms = terms.expect("an answer").expect("somebody known");
        let all = store.personal(id(A), 1).await.expect("an answer");
        let all = all.expect("somebody known").choices;
        assert_eq!((terms.choices, all), (lists.choices, lists.choices));
        lists.choices
    };
    let usual = Choices {
        shows_tables: true,
        may_invite: MayInvite::Friends,
        push_invitations: false,
        hides_ratings: false,
        findable: true,
    };
    assert_eq!(choices().await, usual);
    for may_invite in MayInvite::ALL {
        let change = Choice {
            may_invite: Some(may_invite),
            ..Choice::default()
        };
        store.choose([A; 32], change).await.expect("set");
        assert_eq!(choices().await.may_invite, may_invite);
    }
    let change = Choice {
        push_invitations: Some(true),
        ..Choice::default()
    };
    store.choose([A; 32], change).await.expect("set");
    let now = Choices {
        may_invite: MayInvite::Nobody,
        push_invitations: true,
        ..usual
    };
    assert_eq!(choices().await, now, "what was not changed stays");
    let other = store.friends(id(B), at(20)).await.expect("an answer");
    assert_eq!(other.choices, usual, "nobody else's");
}
