//! `giog variants`: lists and describes the games.

use std::io::Write;

use giog_bots::levels::is_exact;
use giog_rules::OptionInfo;
use giog_rules::boards::BoardInfo;
use giog_rules::tiles::TilesInfo;
use giog_rules::tricks::{self, CombinationInfo, TurnOrder};
use giog_rules::{Variant, VariantInfo};

/// What to show.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The game to describe [default: list all games]
    variant: Option<Variant>,
    /// Print everything as JSON
    #[arg(long)]
    json: bool,
}

/// Prints a list or a description.
pub fn run(args: &Args, mut output: impl Write) -> anyhow::Result<()> {
    match (args.variant, args.json) {
        (Some(variant), true) => writeln!(
            output,
            "{}",
            serde_json::to_string_pretty(&variant.describe())?
        )?,
        (Some(variant), false) => match variant.describe() {
            VariantInfo::Tricks(info) => describe(&info, &mut output)?,
            VariantInfo::Board(info) => {
                describe_other(GameText::from(&*info), variant, &mut output)?;
            }
            VariantInfo::Tiles(info) => {
                describe_other(GameText::from(&*info), variant, &mut output)?;
            }
        },
        (None, true) => {
            let all: Vec<_> = Variant::ALL.into_iter().map(Variant::describe).collect();
            writeln!(output, "{}", serde_json::to_string_pretty(&all)?)?;
        }
        (None, false) => {
            for variant in Variant::ALL {
                let (players, title) = match variant.describe() {
                    VariantInfo::Tricks(info) => (
                        players(info.min_players, info.max_players),
                        title(&info.name, &info.name_chinese),
                    ),
                    VariantInfo::Board(info) => (
                        players(info.min_players, info.max_players),
                        title(&info.name, &info.name_chinese),
                    ),
                    VariantInfo::Tiles(info) => (
                        players(info.min_players, info.max_players),
                        title(&info.name, &info.name_chinese),
                    ),
                };
                writeln!(output, "{variant:14} {players} players  {title}")?;
            }
        }
    }
    Ok(())
}

fn describe(info: &tricks::VariantInfo, output: &mut impl Write) -> anyhow::Result<()> {
    writeln!(
        output,
        "{} ({})",
        title(&info.name, &info.name_chinese),
        info.id
    )?;
    if !info.also.is_empty() {
        writeln!(output, "also: {}", info.also.join(", "))?;
    }
    for other in &info.names {
        writeln!(output, "in {}: {}", other.language, other.name)?;
    }
    if info.reconstruction {
        writeln!(
            output,
            "A reconstruction: much of these rules is this project's guess."
        )?;
    }
    writeln!(output, "\n{}\n", info.summary)?;
    writeln!(
        output,
        "players  {}",
        players(info.min_players, info.max_players)
    )?;
    writeln!(output, "pieces   {}", pieces(info))?;
    writeln!(output, "opening  {}", info.opening)?;
    writeln!(output, "turns    {}", turns(info))?;
    writeln!(output, "goal     {}", info.goal)?;
    writeln!(output, "ties     {}", info.ties)?;
    writeln!(output, "source   {}", info.source)?;
    describe_kinds(info, output)?;
    if !info.options.is_empty() {
        writeln!(output, "\noptions")?;
    }
    info.options
        .iter()
        .try_for_each(|option| describe_option(option, output))?;
    writeln!(
        output,
        "\ncombinations, each from high to low; equal ones are joined by =, suits apart by |"
    )?;
    info.combinations
        .iter()
        .try_for_each(|combination| describe_combination(combination, output))
}

/// The description of a game that is not a trick game.
struct GameText<'a> {
    id: &'static str,
    /// Its names: in Latin letters and in Chinese characters.
    names: [&'a str; 2],
    also: &'a [String],
    /// Its texts: what it is, how it is won, and where its rules come from.
    texts: [&'a str; 3],
    /// The least and the most players.
    players: [u8; 2],
    defaults: serde_json::Result<String>,
    options: &'a [OptionInfo],
    /// The possible bets, with what a point wins.
    bets: Vec<(&'a str, i64)>,
}

impl<'a> From<&'a BoardInfo> for GameText<'a> {
    fn from(info: &'a BoardInfo) -> Self {
        Self {
            id: info.id.id(),
            names: [&info.name, &info.name_chinese],
            also: &info.also,
            texts: [&info.summary, &info.goal, &info.source],
            players: [info.min_players, info.max_players],
            defaults: serde_json::to_string(&info.default_options),
            options: &info.options,
            bets: Vec::new(),
        }
    }
}

impl<'a> From<&'a TilesInfo> for GameText<'a> {
    fn from(info: &'a TilesInfo) -> Self {
        let bets = info.bets.iter().map(|bet| (&*bet.on, bet.odds));
        Self {
            id: info.id.id(),
            names: [&info.name, &info.name_chinese],
            also: &info.also,
            texts: [&info.summary, &info.goal, &info.source],
            players: [info.min_players, info.max_players],
            defaults: serde_json::to_string(&info.default_options),
            options: &info.options,
            bets: bets.collect(),
        }
    }
}

fn describe_other(
    info: GameText<'_>,
    variant: Variant,
    output: &mut impl Write,
) -> anyhow::Result<()> {
    let ([name, chinese], [summary, goal, source]) = (info.names, info.texts);
    writeln!(output, "{} ({})", title(name, chinese), info.id)?;
    if !info.also.is_empty() {
        writeln!(output, "also: {}", info.also.join(", "))?;
    }
    let [fewest, most] = info.players;
    writeln!(output, "\n{summary}\n")?;
    writeln!(output, "players  {}", players(fewest, most))?;
    writeln!(output, "goal     {goal}")?;
    writeln!(output, "source   {source}")?;
    if is_exact(variant) {
        writeln!(output, "bots     of one level, which is exact")?;
    }
    if !info.options.is_empty() {
        writeln!(output, "\noptions, as usual {}", info.defaults?)?;
    }
    for option in info.options {
        describe_option(option, output)?;
    }
    if !info.bets.is_empty() {
        writeln!(output, "\nbets, with what each point wins")?;
    }
    for (on, odds) in info.bets {
        writeln!(output, "  {on}: {odds}")?;
    }
    Ok(())
}

fn describe_kinds(info: &tricks::VariantInfo, output: &mut impl Write) -> anyhow::Result<()> {
    writeln!(
        output,
        "\npieces in strength order; upper case is red, lower case black"
    )?;
    for kind in &info.kinds {
        let own = info.piece_names.iter().find(|own| own.level == kind.level);
        let own = own.map(|own| format!(", {}", own.name)).unwrap_or_default();
        writeln!(
            output,
            "  {} {} {:6} {}{own}",
            kind.piece, kind.character, kind.pinyin, kind.name
        )?;
    }
    Ok(())
}

fn describe_option(info: &OptionInfo, output: &mut impl Write) -> anyhow::Result<()> {
    writeln!(output, "  {}: {}", info.id, info.name)?;
    if let Some((least, most)) = info.least.zip(info.most) {
        writeln!(output, "    {least} to {most}")?;
    }
    for choice in &info.choices {
        let usual = if choice.value == info.default {
            " (usual)"
        } else {
            ""
        };
        writeln!(output, "    {}{usual}: {}", choice.value, choice.meaning)?;
    }
    Ok(())
}

fn describe_combination(info: &CombinationInfo, output: &mut impl Write) -> anyhow::Result<()> {
    let classes = info.ranking.iter().map(|class| {
        let equal: Vec<_> = class.iter().map(ToString::to_string).collect();
        equal.join("=")
    });
    let mut ranking: Vec<_> = classes.collect();
    for (index, suits) in info.suits.windows(2).enumerate().rev() {
        if suits[0] != suits[1] {
            ranking.insert(index + 1, "|".to_owned());
        }
    }
    let announcement = format!("{} {}", info.announcement, info.announcement_chinese);
    let said = Some(announcement.trim()).filter(|own| !own.is_empty());
    let said = said.map(|own| format!(", \"{own}\"")).unwrap_or_default();
    writeln!(output, "  {}: {}{said}", info.kind, info.name)?;
    writeln!(output, "    {}", ranking.join(" "))?;
    if !info.note.is_empty() {
        writeln!(output, "    {}", info.note)?;
    }
    Ok(())
}

/// The numbers of pieces per number of players.
fn pieces(info: &tricks::VariantInfo) -> String {
    let sizes = info.pieces.iter().zip(&info.hand_sizes);
    let of_players = (info.min_players..)
        .zip(sizes)
        .map(|(players, (pieces, hand))| {
            format!("{players} players: {pieces}, of which each takes {hand}")
        });
    of_players.collect::<Vec<_>>().join("; ")
}

fn turns(info: &tricks::VariantInfo) -> String {
    let order = match info.turn_order {
        TurnOrder::Priority => "in the order found at the opening",
        TurnOrder::Clockwise => "clockwise",
        TurnOrder::CounterClockwise => "counter-clockwise",
    };
    let laid = if info.simultaneous {
        "all lay face down at the same time"
    } else {
        "the lead is face up, and the others lay in turn"
    };
    format!("{order}; {laid}")
}

fn title(name: &str, name_chinese: &str) -> String {
    format!("{name} {name_chinese}").trim_end().to_owned()
}

fn players(fewest: u8, most: u8) -> String {
    if fewest == most {
        return fewest.to_string();
    }
    format!("{fewest} to {most}")
}
