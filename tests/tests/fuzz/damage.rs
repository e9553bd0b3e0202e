//! How texts and values are damaged.

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::{Index, select};
use serde_json::{Value, json};

/// Typical problems for decoders.
const TOKENS: [&[u8]; 26] = [
    b"null",
    b"true",
    b"-1",
    b"0",
    b"1e999",
    b"1.5",
    b"18446744073709551616",
    b"9007199254740993",
    b"\"\"",
    b"\"",
    b"{",
    b"}",
    b"[",
    b"]",
    b",",
    b":",
    b"\\",
    b"\\ud800",
    b"\\u0000",
    b"\0",
    b"\xff",
    b"\xed\xa0\x80",
    b"%00",
    b"%ff",
    b"&",
    "\u{202e}".as_bytes(),
];
/// The most changes of one text or value.
const CHANGES: usize = 5;

#[derive(Clone, Debug)]
enum Change {
    Flip(Index, u8),
    Insert(Index, &'static [u8]),
    Replace(Index, usize, &'static [u8]),
    Remove(Index, usize),
    Double(Index, usize),
    /// The rest of another text.
    Splice(Index, Index),
}

fn change() -> impl Strategy<Value = Change> {
    let at = any::<Index>;
    let token = || select(TOKENS.to_vec());
    let length = || prop_oneof![1..4_usize, 1..200_usize];
    prop_oneof![
        (at(), 0..8_u8).prop_map(|(at, bit)| Change::Flip(at, bit)),
        (at(), token()).prop_map(|(at, token)| Change::Insert(at, token)),
        (at(), length(), token())
            .prop_map(|(at, length, token)| Change::Replace(at, length, token)),
        (at(), length()).prop_map(|(at, length)| Change::Remove(at, length)),
        (at(), length()).prop_map(|(at, length)| Change::Double(at, length)),
        (at(), at()).prop_map(|(at, from)| Change::Splice(at, from)),
    ]
}

/// One of these, changed in a few places.
pub(crate) fn damaged(corpus: Vec<Vec<u8>>) -> impl Strategy<Value = Vec<u8>> {
    let (one, other) = (select(corpus.clone()), select(corpus));
    (one, other, vec(change(), 0..=CHANGES)).prop_map(|(mut bytes, other, changes)| {
        for change in changes {
            apply(&change, &mut bytes, &other);
        }
        bytes
    })
}

/// The same of texts.
pub(crate) fn damaged_text(corpus: Vec<String>) -> impl Strategy<Value = String> {
    let bytes = corpus.into_iter().map(String::into_bytes).collect();
    damaged(bytes).prop_map(|bytes| String::from_utf8_lossy(&bytes).into_owned())
}

fn apply(change: &Change, bytes: &mut Vec<u8>, other: &[u8]) {
    let size = bytes.len();
    let place = |at: &Index| at.index(size + 1);
    let range = |at: &Index, length: usize| place(at)..(place(at) + length).min(size);
    match change {
        Change::Flip(at, bit) => {
            if let Some(byte) = bytes.get_mut(place(at)) {
                *byte ^= 1 << bit;
            }
        }
        Change::Insert(at, token) => {
            drop(bytes.splice(place(at)..place(at), token.iter().copied()));
        }
        Change::Replace(at, length, token) => {
            drop(bytes.splice(range(at, *length), token.iter().copied()));
        }
        Change::Remove(at, length) => drop(bytes.drain(range(at, *length))),
        Change::Double(at, length) => {
            let again = bytes[range(at, *length)].to_vec();
            drop(bytes.splice(place(at)..place(at), again));
        }
        Change::Splice(at, from) => {
            bytes.truncate(place(at));
            bytes.extend(&other[from.index(other.len() + 1)..]);
        }
    }
}

/// Replacements for values.
fn strange() -> impl Strategy<Value = Value> {
    select(vec![
        Value::Null,
        json!(true),
        json!(0),
        json!(-1),
        json!(1),
        json!(7),
        json!(255),
        json!(4_294_967_296_u64),
        json!(u64::MAX),
        json!(i64::MIN),
        json!(1.5),
        json!(1e300),
        json!(""),
        json!("Kk"),
        json!("zz"),
        json!("00"),
        json!("\u{0}\u{202e}"),
        json!("2923c3ea-4c33-48d6-9deb-43cea5333c87"),
        json!([]),
        json!([[], null, 0]),
        json!({}),
        json!({"do": "play", "seat": 0, "pieces": "K"}),
    ])
}

/// One of these values, in which a few values are replaced, removed or repeated.
pub(crate) fn altered(corpus: Vec<Value>) -> impl Strategy<Value = Value> {
    let change = (any::<Index>(), 0..6_u8, any::<Index>(), strange());
    (select(corpus), vec(change, 0..=CHANGES)).prop_map(|(mut value, changes)| {
        for (at, kind, other, strange) in changes {
            let mut paths = Vec::new();
            collect(&value, "", &mut paths);
            let path = paths[at.index(paths.len())].clone();
            let another = value.pointer(&paths[other.index(paths.len())]).cloned();
            change_at(
                &mut value,
                &path,
                kind,
                another.unwrap_or_default(),
                strange,
            );
        }
        value
    })
}

/// If it is not empty.
fn collect(value: &Value, at: &str, paths: &mut Vec<String>) {
    paths.push(at.to_owned());
    match value {
        Value::Object(fields) => {
            for (name, value) in fields {
                let name = name.replace('~', "~0").replace('/', "~1");
                collect(value, &format!("{at}/{name}"), paths);
            }
        }
        Value::Array(list) => {
            for (index, value) in list.iter().enumerate() {
                collect(value, &format!("{at}/{index}"), paths);
            }
        }
        _ => {}
    }
}

fn change_at(value: &mut Value, path: &str, kind: u8, another: Value, strange: Value) {
    let Some((above, _)) = path.rsplit_once('/') else {
        return;
    };
    let name = path[above.len() + 1..]
        .replace("~1", "/")
        .replace("~0", "~");
    match (kind, value.pointer_mut(above)) {
        (0, Some(Value::Object(fields))) => drop(fields.remove(&name)),
        (0, Some(Value::Array(list))) => drop(list.remove(name.parse().expect("an index"))),
        (1, Some(Value::Array(list))) => {
            let index: usize = name.parse().expect("an index");
            list.insert(index, list[index].clone());
        }
        (2, Some(Value::Array(list))) => {
            let end = list.len() - 1;
            list.swap(name.parse().expect("an index"), end);
        }
        (3, _) => *value.pointer_mut(path).expect("it was found there") = another,
        _ => *value.pointer_mut(path).expect("it was found there") = strange,
    }
}

/// The lines of a file as values.
pub(crate) fn values(lines: &[String]) -> Vec<Value> {
    let read = |line: &String| serde_json::from_str(line).expect("the corpus is JSON");
    lines.iter().map(read).collect()
}
