//! Matches of all games, by the numbers of their actions.

mod common;

use std::collections::BTreeSet;
use std::sync::Arc;

use common::{TABLES, encoding, random};
use giog_arena::ArenaSeed;
use giog_bots::Numbers;
use giog_learning::{BadGame, Batch, BatchError, Encoding, Env, Illegal};
use giog_rules::{Seat, Variant};

/// How many actions that are not legal are tried at each decision.
const ILLEGAL_TRIES: usize = 4;

#[test]
fn every_legal_action_of_every_game_has_one_index_and_no_other_is_accepted() {
    let mut seen = BTreeSet::new();
    for (deal, &(game, seats, options)) in (0..).zip(TABLES) {
        let encoding = encoding(game, seats, options);
        let mut numbers = Numbers::new(u64::from(deal));
        let mut env = Env::new(&encoding, &ArenaSeed::named("indices"), deal, false);
        while let Some(seat) = env.seat() {
            let decision = env.decision(seat).expect("it decides");
            let legal = env.legal(seat);
            assert!(legal.is_sorted_by(|one, other| one < other), "{game}");
            for &index in &legal {
                assert!(index < encoding.actions(), "{game}");
                let action = encoding.action(index, &decision).expect("an action");
                assert_eq!(
                    encoding.index(&action, &decision),
                    Some(index),
                    "{game} {action:?}"
                );
            }
            for action in decision.actions().unwrap_or_default() {
                let index = encoding.index(&action, &decision);
                let index = index.unwrap_or_else(|| panic!("{game}: {action:?} has no index"));
                assert!(legal.binary_search(&index).is_ok(), "{game} {action:?}");
            }
            let plays = decision.plays().unwrap_or_default();
            assert!(plays.is_empty() || plays.len() == legal.len(), "{game}");
            for _ in 0..ILLEGAL_TRIES {
                let index = numbers.below(encoding.actions());
                if legal.binary_search(&index).is_err() {
                    let refused = env.step(i64::from(index));
                    assert_eq!(refused, Err(Illegal::Action(index.into())), "{game}");
                }
            }
            env.step(i64::from(random(&legal, &mut numbers)))
                .expect("it is legal");
        }
        let returns = env.returns().expect("it is over");
        assert!(returns.iter().sum::<f64>().abs() < 1e-9, "{game}");
        assert_eq!(env.step(0), Err(Illegal::Over));
        seen.insert(game);
    }
    assert_eq!(seen.len(), Variant::ALL.len());
}

/// More legal plays than a decision lists: followers with a whole hand, leaders of many combinations.
#[test]
fn all_plays_are_legal_also_where_more_are_than_a_decision_lists() {
    let encoding = encoding("da-qi-luo-2", 2, "{}");
    let (mut most, mut listed) = (0, 0);
    for deal in 0..60 {
        let mut numbers = Numbers::new(u64::from(deal));
        let mut env = Env::new(&encoding, &ArenaSeed::named("many"), deal, false);
        while let Some(seat) = env.seat() {
            let legal = env.legal(seat);
            let decision = env.decision(seat).expect("it decides");
            if decision.has_more_actions() {
                most = most.max(legal.len());
                for index in [0, legal.len() / 2, legal.len() - 1] {
                    let mut other = env.clone();
                    other.step(legal[index].into()).expect("it is legal");
                }
            } else {
                listed = listed.max(legal.len());
            }
            // Large combinations, so that followers have many choices.
            let action = if decision.default_action().is_some() && numbers.below(4) > 0 {
                legal[legal.len() - 1]
            } else {
                random(&legal, &mut numbers)
            };
            env.step(action.into()).expect("it is legal");
        }
    }
    assert!(most > 512, "{most}");
    assert!(listed > 64, "{listed}");
}

#[test]
fn what_one_decides_face_down_no_other_observes() {
    let mut pairs = 0;
    for (deal, &(game, seats, options)) in (0..).zip(TABLES) {
        let encoding = encoding(game, seats, options);
        let mut numbers = Numbers::new(u64::from(deal) + 1);
        let mut env = Env::new(&encoding, &ArenaSeed::named("secret"), deal, true);
        let mut left = 60;
        while let Some(seat) = env.seat() {
            let (legal, deciding) = (env.legal(seat), env.deciding());
            let is_board = matches!(encoding.terms().variant(), Variant::Board(_));
            if left > 0 && !is_board && deciding.len() > 1 && legal.len() > 1 {
                left -= 1;
                let [one, other] = [legal[0], legal[legal.len() - 1]].map(|action| {
                    let mut env = env.clone();
                    env.step(action.into()).expect("it is legal");
                    let others = deciding[1..].iter();
                    others
                        .map(|&seat| everything(&env, seat))
                        .collect::<Vec<_>>()
                });
                assert_eq!(one, other, "{game}");
                pairs += 1;
            }
            env.step(random(&legal, &mut numbers).into())
                .expect("it is legal");
        }
    }
    assert!(pairs > 200, "{pairs}");
}

/// Everything that an environment tells a seat.
fn everything(env: &Env, seat: Seat) -> (Vec<i32>, Vec<u32>, String) {
    let mut observation = vec![0; env.encoding().observation_size()];
    let mut legal = Vec::new();
    env.observe(seat, &mut observation, &mut legal);
    (observation, legal, env.history(seat))
}

#[test]
fn a_batch_plays_the_matches_of_its_deals_one_after_another() {
    let encoding = encoding("giog", 4, "{}");
    let (matches, seed) = (3, ArenaSeed::named("batch"));
    let mut batch = Batch::new(Arc::clone(&encoding), matches, seed.clone(), true);
    let mut envs: Vec<Env> = (0..matches)
        .map(|deal| Env::new(&encoding, &seed, deal, false))
        .collect();
    let (mut next, mut over) = (matches, 0);
    let (size, actions) = (encoding.observation_size(), encoding.actions() as usize);
    for _ in 0..200 {
        let mut taken = Vec::new();
        for (index, env) in envs.iter().enumerate() {
            let seat = env.seat().expect("it is not over");
            let (mut observation, mut legal) = (vec![0; size], Vec::new());
            env.observe(seat, &mut observation, &mut legal);
            assert_eq!(batch.seats()[index], i32::from(u8::from(seat)));
            assert_eq!(batch.observations()[index * size..][..size], observation);
            let mask = &batch.mask()[index * actions..][..actions];
            let masked = (0_u32..).zip(mask).filter(|&(_, &is_legal)| is_legal == 1);
            assert!(masked.map(|(action, _)| action).eq(legal.iter().copied()));
            let bounds = &batch.offsets()[index..=index + 1];
            let [from, to] = [bounds[0], bounds[1]].map(|at| usize::try_from(at).expect("small"));
            let listed = batch.legal()[from..to]
                .iter()
                .map(|&action| i64::from(action));
            assert!(listed.eq(legal.iter().map(|&action| i64::from(action))));
            taken.push(batch.legal()[from + (to - from) / 2]);
        }
        batch.step(&taken).expect("they are legal");
        for (index, (env, &action)) in envs.iter_mut().zip(&taken).enumerate() {
            env.step(action.into()).expect("it is legal");
            let returns = env.returns();
            assert_eq!(batch.done()[index] == 1, returns.is_some());
            let gained = &batch.returns()[index * 4..][..4];
            let expected = returns.clone().unwrap_or_else(|| vec![0.0; 4]);
            assert!(gained.iter().map(|&gained| f64::from(gained)).eq(expected));
            if returns.is_some() {
                *env = Env::new(&encoding, &seed, next, false);
                next += 1;
                over += 1;
            }
        }
    }
    assert!(over > 10, "{over}");
    let count = batch.step(&[0]).expect_err("too few");
    assert_eq!(
        count,
        BatchError::Count {
            given: 1,
            matches: 3
        }
    );
    let illegal = batch
        .step(&[-1, 0, 0])
        .expect_err("there is no such action");
    assert_eq!(
        illegal.to_string(),
        "in match 0: action -1 is not legal now"
    );
}

#[test]
fn what_cannot_be_learned_is_told() {
    let bad = |game, seats, options| Encoding::new(game, seats, options).expect_err("it is bad");
    assert_eq!(bad("chess", None, "{}"), BadGame::Game("chess".to_owned()));
    assert_eq!(
        bad("xiangqi", None, r#"{"blindfold":true}"#),
        BadGame::Blindfold
    );
    let unknown = bad("giog", None, r#"{"wind":1}"#);
    assert_eq!(unknown.to_string(), "giog has no option `wind`");
    assert!(matches!(bad("giog", Some(9), "{}"), BadGame::Terms(_)));
    assert!(matches!(bad("giog", None, "[]"), BadGame::Options(_)));
    let foreign = bad("giog", None, r#"{"rounds":1}"#);
    assert_eq!(foreign.to_string(), "giog has no option `rounds`");
}
