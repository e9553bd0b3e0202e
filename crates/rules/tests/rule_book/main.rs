//! `docs/RULES.md` and the chapters in `docs/games` agree with the referee and the descriptions of the games: every worked example is judged, every table compared.

mod book;

use book::{Section, sections};
use giog_rules::tricks::{CombinationInfo, Variant, VariantInfo};
use giog_rules::{Piece, judge_line};
use serde_json::Value;

/// The headings of every chapter on a game, in this order.
const SHAPE: [&str; 11] = [
    "Players and pieces",
    "Deal and ceremony",
    "Turn order",
    "Combinations",
    "Leading, following, winning a trick",
    "Last trick and forced plays",
    "End and scoring",
    "Options",
    "Announcements",
    "Rulings",
    "Worked examples",
];
const FEWEST_EXAMPLES: usize = 2;

/// The games of a chapter, from its first table.
fn games(chapter: usize) -> Vec<VariantInfo> {
    let first = part(chapter, SHAPE[0]);
    let (head, _) = &first.tables()[0];
    let ids = head.iter().skip(1).map(|id| id.trim_matches('`'));
    ids.map(|id| id.parse::<Variant>().expect("a game").describe())
        .collect()
}

/// A part of a chapter on a game.
fn part(chapter: usize, title: &str) -> Section {
    let found = sections()
        .into_iter()
        .find(|section| section.chapter == Some(chapter) && section.title.ends_with(title));
    found.unwrap_or_else(|| panic!("chapter {chapter} has no part {title}"))
}

/// The chapters on games.
fn chapters() -> impl Iterator<Item = usize> {
    let parts = sections().into_iter();
    let first = parts.filter(|section| section.title.ends_with(SHAPE[0]));
    first.filter_map(|section| section.chapter)
}

fn code(text: impl std::fmt::Display) -> String {
    format!("`{text}`")
}

fn list(items: impl IntoIterator<Item = impl ToString>) -> String {
    let items = items.into_iter().map(|item| item.to_string());
    items.collect::<Vec<_>>().join(", ")
}

fn players(info: &VariantInfo) -> String {
    if info.min_players == info.max_players {
        info.min_players.to_string()
    } else {
        format!("{} to {}", info.min_players, info.max_players)
    }
}

fn json(value: impl serde::Serialize) -> String {
    let value = serde_json::to_value(value).expect("JSON");
    value.as_str().expect("a text").to_owned()
}

#[test]
fn every_worked_example_is_judged_as_it_says() {
    for section in sections() {
        let records = section.fences("record");
        let verdicts = section.fences("verdict");
        assert_eq!(records.len(), verdicts.len(), "{}", section.title);
        let [record] = &records[..] else {
            assert!(records.is_empty(), "{}: one record", section.title);
            continue;
        };
        let judgement = judge_line(&record.join(" ")).expect("a record");
        let verdict: Value = serde_json::from_str(&judgement.to_string()).expect("a verdict");
        let said: Value = serde_json::from_str(&verdicts[0].join(" ")).expect("a verdict");
        for (field, said) in said.as_object().expect("an object") {
            assert_eq!(said, &verdict[field], "{}: {field}", section.title);
        }
        check_tricks(&section, &verdict);
    }
}

/// The table of an example shows every trick, and no other.
fn check_tricks(section: &Section, verdict: &Value) {
    let tables = section.tables();
    let rows = tables.first().map_or(&[][..], |(_, rows)| rows);
    let (hands, tricks): (Vec<_>, Vec<_>) = rows.iter().partition(|row| row[0] == "hands");
    for row in hands {
        let said: Vec<_> = row[2..row.len() - 2].to_vec();
        let dealt = verdict["hands"].as_array().expect("hands").iter();
        let dealt: Vec<_> = dealt
            .map(|hand| code(hand.as_str().expect("a text")))
            .collect();
        assert_eq!(said, dealt, "{}: hands", section.title);
    }
    let played = verdict["tricks"].as_array().expect("tricks");
    assert_eq!(tricks.len(), played.len(), "{}: tricks", section.title);
    for ((number, row), trick) in tricks.into_iter().enumerate().zip(played) {
        let kind = trick["type"].as_str().expect("a type");
        let mut expected = vec![
            number.to_string(),
            format!("seat {}: {}", trick["leader"], code(kind)),
        ];
        let plays = trick["plays"].as_array().expect("plays").iter();
        for (play, shown) in plays.zip(trick["shown"].as_array().expect("a list")) {
            let unseen = if *shown == true { "" } else { " unseen" };
            expected.push(code(play.as_str().expect("a text")) + unseen);
        }
        expected.push(match trick["winner"].as_u64() {
            Some(winner) => format!("seat {winner}"),
            None => "set aside".to_owned(),
        });
        let (why, said) = row.split_last().expect("a row has cells");
        assert_eq!(*said, expected, "{}: trick {number}", section.title);
        assert!(
            !why.is_empty(),
            "{}: trick {number} has a why",
            section.title
        );
    }
}

#[test]
fn the_table_of_pieces_is_that_of_the_code() {
    let full = Variant::DaQiLuo1.describe();
    let rows = part(1, "Pieces").tables().remove(0).1;
    assert_eq!(rows.len(), Piece::COUNT);
    for (row, kind) in rows.iter().zip(full.kinds) {
        let expected = [
            code(kind.piece),
            kind.character,
            kind.pinyin,
            json(kind.color),
            kind.name,
            kind.level.to_string(),
            kind.counts[0].to_string(),
            kind.counts[1].to_string(),
        ];
        assert_eq!(row[..], expected);
    }
}

#[test]
fn what_sources_call_the_pieces_is_what_clients_are_told() {
    let own = Variant::SangKrip.describe().piece_names;
    let rows = part(1, "Pieces").tables().remove(1).1;
    assert_eq!(rows.len(), own.len());
    for (row, own) in rows.iter().zip(own) {
        let last = row.last().expect("a row has cells");
        assert_eq!(row[0], own.level.to_string());
        assert_eq!(last.trim_matches('*'), own.name);
    }
}

#[test]
fn the_table_of_games_is_that_of_the_code() {
    let family = sections()
        .into_iter()
        .find(|section| section.title == "The family");
    let rows = family.expect("the family").rows();
    assert_eq!(rows.len(), Variant::ALL.len());
    for (row, info) in rows.iter().zip(Variant::ALL.map(Variant::describe)) {
        let title = format!("{} {}", info.name, info.name_chinese);
        let mark = if info.reconstruction {
            " (a reconstruction)"
        } else {
            ""
        };
        let chapter: usize = row[7].parse().expect("a chapter");
        assert!(games(chapter).contains(&info));
        let expected = [
            title.trim().to_owned() + mark,
            code(info.id),
            players(&info),
            list(&info.pieces),
            list(&info.hand_sizes),
        ];
        assert_eq!(row[..5], expected);
        assert_eq!(row[6], info.source);
    }
}

#[test]
fn every_chapter_has_one_shape_and_enough_examples() {
    for chapter in chapters() {
        let all = sections();
        let in_chapter = || {
            all.iter()
                .filter(|section| section.chapter == Some(chapter))
        };
        let titles = in_chapter().map(|section| section.title);
        let parts: Vec<_> = titles
            .filter(|title| title.starts_with(&format!("{chapter}.")) && !title.contains(". "))
            .collect();
        let expected: Vec<_> = (1..)
            .zip(SHAPE)
            .map(|(number, title)| format!("{chapter}.{number} {title}"))
            .collect();
        assert_eq!(parts, expected);
        let examples = in_chapter().map(|section| section.fences("record").len());
        assert!(examples.sum::<usize>() >= FEWEST_EXAMPLES, "{chapter}");
        let rulings = part(chapter, "Rulings").lines;
        let numbered = rulings.iter().filter_map(|line| line.split_once(". "));
        let mut items = numbered.filter(|(number, _)| number.parse::<u8>().is_ok());
        assert!(
            items.all(|(_, text)| text.starts_with("*source*") || text.starts_with("*ruling*"))
        );
    }
}

#[test]
fn every_chapter_says_what_clients_are_told_of_its_games() {
    for chapter in chapters() {
        let rows = part(chapter, SHAPE[0]).rows();
        for (column, info) in games(chapter).iter().enumerate() {
            let expected = at_a_glance(info);
            assert_eq!(rows.len(), expected.len());
            for (row, (field, value)) in rows.iter().zip(expected) {
                assert_eq!((row[0], row[column + 1]), (field, &*value), "{}", info.id);
            }
        }
    }
}

fn at_a_glance(info: &VariantInfo) -> Vec<(&'static str, String)> {
    let named = |language| {
        let names = info.names.iter();
        list(
            names
                .filter(|name| name.language == language)
                .map(|name| &name.name),
        )
    };
    let plays = if info.simultaneous {
        "face down, together"
    } else {
        "face up, in turn"
    };
    let ban = if info.id.bans_generals() { "yes" } else { "no" };
    vec![
        ("name", info.name.clone()),
        ("Chinese", info.name_chinese.clone()),
        ("also", list(&info.also)),
        ("in English", named("en")),
        ("in Persian", named("fa")),
        ("players", players(info)),
        ("pieces", list(&info.pieces)),
        ("a hand", list(&info.hand_sizes)),
        ("layout", code(json(info.shape))),
        ("turn order", code(json(info.turn_order))),
        ("plays", plays.to_owned()),
        ("general ban", ban.to_owned()),
        ("ties", info.ties.clone()),
        ("goal", info.goal.clone()),
        ("source", info.source.clone()),
    ]
}

#[test]
fn every_table_of_combinations_is_that_of_the_code() {
    for chapter in chapters() {
        let rows = part(chapter, "Combinations").rows();
        let games = games(chapter);
        assert_eq!(rows.len(), games[0].combinations.len());
        for combination in games.iter().flat_map(|info| &info.combinations) {
            let kind = code(combination.kind);
            let row = rows.iter().find(|row| row[0] == kind);
            let row = row.unwrap_or_else(|| panic!("{chapter} has no {kind}"));
            let words = [
                &*combination.announcement,
                &*combination.announcement_chinese,
            ];
            assert_eq!(row[1], combination.name);
            assert_eq!(row[2], words.join(" ").trim());
            check_ranking(row[3].trim_matches('`'), combination);
        }
    }
}

/// A ranking that ends with `…` shows the highest.
fn check_ranking(said: &str, info: &CombinationInfo) {
    let mut ranking = Vec::new();
    for (index, equal) in info.ranking.iter().enumerate() {
        if index > 0 && !info.suits.is_empty() && info.suits[index] != info.suits[index - 1] {
            ranking.push("/".to_owned());
        }
        let equal: Vec<_> = equal.iter().map(ToString::to_string).collect();
        ranking.push(equal.join("="));
    }
    let ranking = ranking.join(" ");
    match said.strip_suffix(" …") {
        Some(highest) => assert!(ranking.starts_with(&format!("{highest} ")), "{said}"),
        None => assert_eq!(said, ranking),
    }
}

#[test]
fn every_chain_ranks_as_the_code_does() {
    for chapter in chapters() {
        let [info, ..] = &games(chapter)[..] else {
            panic!("chapter {chapter} is about no game");
        };
        for line in part(chapter, "Combinations").fences("ranking").concat() {
            let (kind, chain) = line.split_once(": ").expect("a type");
            let of_kind = |c: &&CombinationInfo| c.kind.to_string() == kind;
            let ranking = &info.combinations.iter().find(of_kind).expect(kind).ranking;
            let place = |text: &str| {
                let pieces = text.trim().parse().expect("pieces");
                let found = ranking.iter().position(|equal| equal.contains(&pieces));
                found.unwrap_or_else(|| panic!("{text} is no {kind}"))
            };
            let places: Vec<Vec<usize>> = chain
                .split(" > ")
                .map(|equal| equal.split(" = ").map(place).collect())
                .collect();
            for equal in &places {
                assert!(equal.iter().all(|place| *place == equal[0]), "{line}");
            }
            assert!(places.is_sorted_by(|high, low| high[0] < low[0]), "{line}");
        }
    }
}

#[test]
fn every_table_of_options_is_that_of_the_code() {
    for chapter in chapters() {
        let section = part(chapter, "Options");
        let games = games(chapter);
        let mut expected = Vec::new();
        for (index, option) in games[0].options.iter().enumerate() {
            for choice in &option.choices {
                let default = |info: &&VariantInfo| info.options[index].default == choice.value;
                let ids = games.iter().filter(default).map(|info| code(info.id));
                let meaning = format!("{} {}", option.name, choice.meaning);
                expected.push([code(&option.id), code(&choice.value), list(ids), meaning]);
            }
        }
        if expected.is_empty() {
            assert!(section.lines.contains(&"None."), "{chapter}");
        } else {
            assert_eq!(section.rows(), expected, "{chapter}");
        }
    }
}
