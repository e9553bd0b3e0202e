//! `giog variants`: the games and what they are.

use std::io::Write;

use giog_rules::{CombinationInfo, Variant, VariantInfo};

/// What to show.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The game to describe; all are listed if left out
    variant: Option<Variant>,
    /// Everything, as JSON
    #[arg(long)]
    json: bool,
}

/// Shows what was asked for.
pub fn run(args: &Args, mut output: impl Write) -> anyhow::Result<()> {
    match (args.variant, args.json) {
        (Some(variant), true) => writeln!(
            output,
            "{}",
            serde_json::to_string_pretty(&variant.describe())?
        )?,
        (Some(variant), false) => describe(&variant.describe(), &mut output)?,
        (None, true) => {
            let all: Vec<_> = Variant::ALL.into_iter().map(Variant::describe).collect();
            writeln!(output, "{}", serde_json::to_string_pretty(&all)?)?;
        }
        (None, false) => {
            for info in Variant::ALL.into_iter().map(Variant::describe) {
                writeln!(
                    output,
                    "{:14} {} players  {}",
                    info.id,
                    players(&info),
                    title(&info)
                )?;
            }
        }
    }
    Ok(())
}

fn describe(info: &VariantInfo, output: &mut impl Write) -> anyhow::Result<()> {
    writeln!(output, "{} ({})", title(info), info.id)?;
    if !info.also.is_empty() {
        writeln!(output, "also: {}", info.also.join(", "))?;
    }
    if info.reconstruction {
        writeln!(
            output,
            "A reconstruction: much of these rules is this project's guess."
        )?;
    }
    writeln!(output, "\n{}\n", info.summary)?;
    writeln!(output, "players  {}", players(info))?;
    writeln!(output, "opening  {}", info.opening)?;
    writeln!(output, "goal     {}", info.goal)?;
    writeln!(output, "ties     {}", info.ties)?;
    writeln!(output, "source   {}", info.source)?;
    if !info.options.is_empty() {
        writeln!(output, "\noptions")?;
    }
    for option in &info.options {
        writeln!(output, "  {}: {}", option.id, option.name)?;
        for choice in &option.choices {
            let usual = if choice.value == option.default {
                " (usual)"
            } else {
                ""
            };
            writeln!(output, "    {}{usual}: {}", choice.value, choice.meaning)?;
        }
    }
    writeln!(
        output,
        "\ncombinations, each from high to low; equal ones are joined by =, suits apart by |"
    )?;
    info.combinations
        .iter()
        .try_for_each(|combination| describe_combination(combination, output))
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
    writeln!(
        output,
        "  {:8} {:16} {}",
        info.kind.to_string(),
        announcement.trim(),
        ranking.join(" ")
    )?;
    if !info.note.is_empty() {
        writeln!(output, "           {}", info.note)?;
    }
    Ok(())
}

fn title(info: &VariantInfo) -> String {
    format!("{} {}", info.name, info.name_chinese)
        .trim_end()
        .to_owned()
}

fn players(info: &VariantInfo) -> String {
    if info.min_players == info.max_players {
        return info.min_players.to_string();
    }
    format!("{} to {}", info.min_players, info.max_players)
}
