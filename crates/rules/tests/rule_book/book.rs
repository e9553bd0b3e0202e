//! Parses the parts of `docs/RULES.md` and of the chapters in `docs/games` that tests use: sections, tables, and marked code blocks.

use std::fs;
use std::path::Path;
use std::sync::LazyLock;

use giog_rules::tricks::Variant;

/// The book, and the chapters of the trick games: a chapter is named after the first of its games.
static PAGES: LazyLock<Vec<String>> = LazyLock::new(|| {
    let docs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs");
    let book = fs::read_to_string(docs.join("RULES.md")).expect("the book");
    let chapter =
        |game: Variant| fs::read_to_string(docs.join("games").join(format!("{game}.md"))).ok();
    [book]
        .into_iter()
        .chain(Variant::ALL.into_iter().filter_map(chapter))
        .collect()
});

/// The text under a heading, until the next one.
pub struct Section {
    /// The number of the chapter; none before the first.
    pub chapter: Option<usize>,
    pub title: &'static str,
    pub lines: Vec<&'static str>,
}

pub type Row = Vec<&'static str>;

/// The sections of the book and of the chapters, in order.
pub fn sections() -> Vec<Section> {
    PAGES.iter().flat_map(|page| sections_of(page)).collect()
}

/// The sections of a page. The title of a chapter's page has its number; in the book, headings of the second level have one.
fn sections_of(page: &'static str) -> Vec<Section> {
    let mut sections: Vec<Section> = Vec::new();
    let mut chapter = None;
    let mut in_fence = false;
    for line in page.lines() {
        in_fence ^= line.starts_with("```");
        match line.split_once("# ") {
            Some((marks, title)) if !in_fence && marks.chars().all(|mark| mark == '#') => {
                let number = title.split_once(". ").map(|(number, _)| number);
                if let Some(number) = number.and_then(|number| number.parse().ok())
                    && marks.len() < 2
                {
                    chapter = Some(number);
                }
                sections.push(Section {
                    chapter,
                    title,
                    lines: Vec::new(),
                });
            }
            _ => sections
                .last_mut()
                .expect("a page begins with its title")
                .lines
                .push(line),
        }
    }
    sections
}

impl Section {
    /// Its tables: the head, and the rows.
    pub fn tables(&self) -> Vec<(Row, Vec<Row>)> {
        let is_row = |line: &&str| line.starts_with('|');
        let runs = self.lines.chunk_by(|a, b| is_row(a) == is_row(b));
        let tables = runs.filter(|run| is_row(&run[0]));
        tables
            .map(|rows| {
                let cells = |row: &&'static str| -> Row {
                    let inner = row.trim_matches('|').split('|');
                    inner.map(str::trim).collect()
                };
                (cells(&rows[0]), rows[2..].iter().map(cells).collect())
            })
            .collect()
    }

    /// The rows of its only table.
    pub fn rows(&self) -> Vec<Row> {
        let mut tables = self.tables();
        assert_eq!(tables.len(), 1, "{} has one table", self.title);
        tables.remove(0).1
    }

    /// Its code blocks that are marked with this word.
    pub fn fences(&self, mark: &str) -> Vec<Vec<&'static str>> {
        let opening = format!("```{mark}");
        let starts = self.lines.iter().enumerate();
        let starts = starts.filter(|(_, line)| ***line == *opening);
        starts
            .map(|(start, _)| {
                let inside = self.lines[start + 1..].iter().copied();
                inside.take_while(|line| *line != "```").collect()
            })
            .collect()
    }
}
