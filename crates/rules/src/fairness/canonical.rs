//! Canonical JSON (RFC 8785): the form that is hashed and signed.
//!
//! Records and starts need only a part of that form: integers, and members whose names consist of small letters, digits and `_`.
//! `serde_json` writes them without spaces, and a formatter notes where each member is; then the members of each object are sorted in
//! place.

use std::cell::Cell;
use std::io::{self, Write};
use std::ops::Range;
use std::rc::Rc;

use serde::Serialize;
use serde_json::ser::Formatter;
use serde_json::{Serializer, Value};

/// The largest integer that all readers of JSON keep exactly, 2^53 − 1 (`docs/RECORD.md`).
const MAX_EXACT: u64 = (1 << 53) - 1;

/// Whether it has no other numbers than integers that all readers of JSON keep exactly.
pub(crate) fn is_exact(value: &Value) -> bool {
    match value {
        Value::Number(number) => {
            (number.as_i64()).is_some_and(|number| number.unsigned_abs() <= MAX_EXACT)
        }
        Value::Array(values) => values.iter().all(is_exact),
        Value::Object(fields) => fields.values().all(is_exact),
        Value::Null | Value::Bool(_) | Value::String(_) => true,
    }
}

/// The value as canonical JSON.
///
/// # Panics
///
/// If the value has a fraction, or something that JSON cannot represent.
pub(crate) fn canonical(value: &impl Serialize) -> Vec<u8> {
    let written = Rc::<Cell<usize>>::default();
    let text = Text {
        bytes: Vec::new(),
        written: Rc::clone(&written),
    };
    let mut members = Members {
        written,
        open: Vec::new(),
        parts: Vec::new(),
        ended: Vec::new(),
        objects: Vec::new(),
    };
    let mut serializer = Serializer::with_formatter(text, &mut members);
    value
        .serialize(&mut serializer)
        .expect("it has integers and texts alone");
    let mut bytes = serializer.into_inner().bytes;
    let mut sorted = Vec::new();
    // Inner objects ended earlier, so they are sorted first.
    for object in members.objects {
        sort(&mut members.ended[object], &mut bytes, &mut sorted);
    }
    bytes
}

/// The output. The formatter shares its length.
struct Text {
    bytes: Vec<u8>,
    written: Rc<Cell<usize>>,
}

impl Write for Text {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.bytes.extend_from_slice(bytes);
        self.written.set(self.bytes.len());
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// A formatter that notes the positions of objects and their members.
struct Members {
    written: Rc<Cell<usize>>,
    /// For each open object, the innermost last: the index in `parts` of its first member.
    open: Vec<usize>,
    /// The members of open objects, in the order in which they were written.
    parts: Vec<Member>,
    /// The members of closed objects.
    ended: Vec<Member>,
    /// For each closed object, the range of its members in `ended`.
    objects: Vec<Range<usize>>,
}

/// The position of a member in the output.
struct Member {
    /// The range of its name, with the quotes.
    name: Range<usize>,
    /// The end of its value.
    end: usize,
}

impl Members {
    fn last_member(&mut self) -> &mut Member {
        self.parts.last_mut().expect("a member has begun")
    }
}

impl Formatter for &mut Members {
    fn begin_object<W: ?Sized + Write>(&mut self, writer: &mut W) -> io::Result<()> {
        self.open.push(self.parts.len());
        writer.write_all(b"{")
    }

    fn begin_object_key<W: ?Sized + Write>(
        &mut self,
        writer: &mut W,
        is_first: bool,
    ) -> io::Result<()> {
        if !is_first {
            writer.write_all(b",")?;
        }
        let start = self.written.get();
        self.parts.push(Member {
            name: start..start,
            end: start,
        });
        Ok(())
    }

    fn end_object_key<W: ?Sized + Write>(&mut self, _: &mut W) -> io::Result<()> {
        self.last_member().name.end = self.written.get();
        Ok(())
    }

    fn end_object_value<W: ?Sized + Write>(&mut self, _: &mut W) -> io::Result<()> {
        self.last_member().end = self.written.get();
        Ok(())
    }

    fn end_object<W: ?Sized + Write>(&mut self, writer: &mut W) -> io::Result<()> {
        let began = self.open.pop().expect("an object has begun");
        let first = self.ended.len();
        self.ended.extend(self.parts.drain(began..));
        self.objects.push(first..self.ended.len());
        writer.write_all(b"}")
    }

    fn write_f32<W: ?Sized + Write>(&mut self, writer: &mut W, value: f32) -> io::Result<()> {
        self.write_f64(writer, value.into())
    }

    fn write_f64<W: ?Sized + Write>(&mut self, _: &mut W, _: f64) -> io::Result<()> {
        Err(io::Error::other("a fraction"))
    }
}

/// Sorts the members of an object by name, in place; `sorted` is a buffer.
fn sort(members: &mut [Member], bytes: &mut [u8], sorted: &mut Vec<u8>) {
    let name = |member: &Member| &bytes[member.name.start + 1..member.name.end - 1];
    if members.is_sorted_by_key(name) {
        return;
    }
    let (Some(first), Some(last)) = (members.first(), members.last()) else {
        return;
    };
    let all = first.name.start..last.end;
    members.sort_by_key(|member| name(member));
    sorted.clear();
    for member in members {
        if !sorted.is_empty() {
            sorted.push(b',');
        }
        sorted.extend_from_slice(&bytes[member.name.start..member.end]);
    }
    bytes[all].copy_from_slice(sorted);
}

#[cfg(test)]
mod tests {
    use proptest::collection::{btree_map, vec};
    use proptest::prelude::*;
    use serde_json::{Map, json};

    use super::*;

    /// Objects with their members in any order, because structs have any order.
    #[derive(Clone, Debug)]
    enum Tree {
        Leaf(Value),
        List(Vec<Tree>),
        Members(Vec<(String, Tree)>),
    }

    impl Serialize for Tree {
        fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            match self {
                Self::Leaf(value) => value.serialize(serializer),
                Self::List(values) => serializer.collect_seq(values),
                Self::Members(members) => {
                    serializer.collect_map(members.iter().map(|(name, value)| (name, value)))
                }
            }
        }
    }

    fn leaf() -> impl Strategy<Value = Tree> {
        let number = -9_007_199_254_740_991..=9_007_199_254_740_991_i64;
        let leaf = prop_oneof![
            Just(Value::Null),
            any::<bool>().prop_map(Value::from),
            number.prop_map(Value::from),
            any::<String>().prop_map(Value::from),
        ];
        leaf.prop_map(Tree::Leaf)
    }

    fn tree() -> impl Strategy<Value = Tree> {
        leaf().prop_recursive(4, 48, 6, |inner| {
            let members = btree_map("[a-z0-9_]{0,4}", inner.clone(), 0..6);
            let members = members.prop_map(|members| members.into_iter().collect::<Vec<_>>());
            prop_oneof![
                vec(inner, 0..5).prop_map(Tree::List),
                members.prop_shuffle().prop_map(Tree::Members),
            ]
        })
    }

    proptest! {
        #[test]
        fn it_is_what_a_library_for_that_form_writes(tree in tree()) {
            let theirs = serde_json_canonicalizer::to_vec(&tree).expect("plain JSON");
            prop_assert_eq!(String::from_utf8(canonical(&tree)), String::from_utf8(theirs));
        }
    }

    #[test]
    fn members_are_in_order_at_every_depth() {
        let inner = Tree::Members(vec![
            ("z".to_owned(), Tree::Leaf(json!("a,\"b\":{}"))),
            ("do".to_owned(), Tree::Leaf(json!(1))),
        ]);
        let outer = Tree::Members(vec![
            ("b".to_owned(), Tree::List(vec![inner.clone(), inner])),
            ("a".to_owned(), Tree::Leaf(Value::Object(Map::new()))),
        ]);
        assert_eq!(
            String::from_utf8(canonical(&outer)).as_deref(),
            Ok(r#"{"a":{},"b":[{"do":1,"z":"a,\"b\":{}"},{"do":1,"z":"a,\"b\":{}"}]}"#)
        );
    }

    #[test]
    #[should_panic(expected = "a fraction")]
    fn a_fraction_is_refused() {
        canonical(&0.5);
    }
}
