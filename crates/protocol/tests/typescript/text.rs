//! Formats comments and indentation; the result depends only on the types.

/// How wide a line of a comment may be.
const WIDTH: usize = 110;

/// A description as a comment; empty if there is none.
pub fn comment(said: &str) -> String {
    assert!(
        !said.contains("[`") && !said.contains("*/"),
        "this is read in other languages too, where a link of rustdoc leads nowhere: {said}"
    );
    let paragraphs = said.split("\n\n").map(wrapped);
    match paragraphs.collect::<Vec<_>>().join("\n *\n * ").as_str() {
        "" => String::new(),
        line if !line.contains('\n') => format!("/** {line} */\n"),
        lines => format!("/**\n * {lines}\n */\n"),
    }
}

/// A paragraph, broken into lines.
fn wrapped(paragraph: &str) -> String {
    let mut lines: Vec<String> = Vec::new();
    for word in paragraph.split_whitespace() {
        match lines.last_mut() {
            Some(line) if line.chars().count() + 1 + word.chars().count() <= WIDTH => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines.join("\n * ")
}

/// A text in which every line but the first is indented further.
pub fn indented(text: &str) -> String {
    text.replace('\n', "\n  ")
}
