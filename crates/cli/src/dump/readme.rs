//! The description of a dump, for people.

use std::fmt::Write as _;

use super::card::{About, Card};

/// How to use it.
const USE: &str = "
    sha256sum --check SHA256SUMS                             # everything is as it was written
    zstd -dc matches-2026-01.jsonl.zst | giog judge          # a verdict a line
    zstd -dc matches-2026-01.jsonl.zst | head -n 1 > one.json && giog verify one.json --key KEY

Each month is a Zstandard file (RFC 8878) of JSON Lines and a data card of the same name (`.json`), which says for programs what is said
here, with the counts by game, the times of the first and the last match, and the length and hash of the file. A month is in UTC, by the
end of the match. A month that is over is only written again if the server deleted matches of it, or got another order of them; then its
hash changes. The last one grows.
";

/// The text of the description.
pub fn readme(about: &About, cards: &[Card]) -> String {
    let mut text = format!("# Finished public matches of {}\n", about.server);
    // Writing to a string does not fail.
    let _ = say(&mut text, about, cards);
    text
}

fn say(text: &mut String, about: &About, cards: &[Card]) -> std::fmt::Result {
    if let Some(url) = &about.url {
        writeln!(text, "\n{url}")?;
    }
    if let Some(card) = cards.last() {
        writeln!(text, "\n{}\n\n{}", card.lines, card.people)?;
    }
    writeln!(text, "\nLicense: {}", about.license)?;
    text.push_str(USE);
    writeln!(text, "\nThe server signs with these keys (Ed25519):\n")?;
    for key in &about.keys {
        writeln!(text, "* `{}`, since {}", key.public_key, key.first_used_at)?;
    }
    writeln!(
        text,
        "\n| month | matches | games | bytes |\n|---|---|---|---|"
    )?;
    for Card {
        month,
        complete,
        contents,
        ..
    } in cards
    {
        let so_far = if *complete { "" } else { " (so far)" };
        let games = contents.games.iter();
        let games: Vec<String> = games
            .map(|(game, count)| format!("{game} {count}"))
            .collect();
        let (matches, bytes) = (contents.matches, contents.bytes);
        let games = games.join(", ");
        writeln!(text, "| {month}{so_far} | {matches} | {games} | {bytes} |")?;
    }
    Ok(())
}
