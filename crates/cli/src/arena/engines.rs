//! The engines that are named on the command line.

use std::time::Duration;

use anyhow::{Context as _, ensure};
use giog_arena::process::STARTING;
use giog_arena::{Builtin, EngineSpec, Limits, USUAL_RESTARTS};

/// What comes before the name of an engine that is built in.
const BUILTIN: &str = "builtin:";

/// The bounds of programs.
#[derive(Debug, clap::Args)]
pub struct ProgramArgs {
    /// How long a program may take for a decision, in milliseconds; then it is ended, started again, and the default is taken
    #[arg(long = "timeout", value_name = "MS", default_value_t = 5_000, value_parser = clap::value_parser!(u64).range(50..=3_600_000))]
    timeout_ms: u64,
    /// How often the programs of an engine may be started again; then the run stops
    #[arg(long, value_name = "N", default_value_t = USUAL_RESTARTS)]
    restarts: u32,
}

impl ProgramArgs {
    /// How often the programs of an engine may be started again.
    pub const fn restarts(&self) -> u32 {
        self.restarts
    }

    const fn limits(&self) -> Limits {
        Limits {
            decide: Duration::from_millis(self.timeout_ms),
            start: STARTING,
        }
    }
}

/// The engines of these texts.
pub fn specs(texts: &[String], args: &ProgramArgs) -> anyhow::Result<Vec<EngineSpec>> {
    let mut specs: Vec<EngineSpec> = Vec::new();
    for text in texts {
        let spec = spec(text, args)?;
        // Somebody may let an engine play against itself, to see how far luck goes.
        let same = specs.iter().filter(|other| {
            let name = other.name();
            name == spec.name() || name.starts_with(&format!("{}#", spec.name()))
        });
        let same = same.count();
        let name = match same {
            0 => spec.name().to_owned(),
            same => format!("{}#{}", spec.name(), same + 1),
        };
        specs.push(spec.renamed(name));
    }
    Ok(specs)
}

fn spec(text: &str, args: &ProgramArgs) -> anyhow::Result<EngineSpec> {
    if let Some(name) = text.strip_prefix(BUILTIN) {
        let builtin = Builtin::named(name).with_context(|| {
            format!(
                "there is no engine `{text}`; there are {}",
                super::builtins()
            )
        })?;
        return Ok(EngineSpec::builtin(builtin));
    }
    let (name, command) = named(text).unwrap_or((text, text));
    let words: Vec<String> = command.split_whitespace().map(str::to_owned).collect();
    ensure!(!words.is_empty(), "the engine `{text}` is no program");
    Ok(EngineSpec::program(name, words, args.limits()))
}

/// The name and the command of `NAME=COMMAND`; none if there is no name.
fn named(text: &str) -> Option<(&str, &str)> {
    let (name, command) = text.split_once('=')?;
    let is_name = |letter: char| letter.is_alphanumeric() || "-_.".contains(letter);
    let is_name = !name.is_empty() && name.chars().all(is_name) && !name.starts_with('.');
    is_name.then_some((name, command))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_stands_before_a_program_and_none_is_twice() {
        assert_eq!(named("mine=./a.py --x=1"), Some(("mine", "./a.py --x=1")));
        assert_eq!(named("./a.py --x=1"), None);
        assert_eq!(named("./a"), None);
        let args = ProgramArgs {
            timeout_ms: 50,
            restarts: 1,
        };
        let texts = [
            "builtin:simple",
            "builtin:simple",
            "a=./b",
            "builtin:simple",
        ];
        let specs = specs(&texts.map(str::to_owned), &args).expect("engines");
        let names: Vec<&str> = specs.iter().map(EngineSpec::name).collect();
        assert_eq!(
            names,
            [
                "builtin:simple",
                "builtin:simple#2",
                "a",
                "builtin:simple#3"
            ]
        );
        for bad in ["builtin:clever", "", "a="] {
            assert!(spec(bad, &args).is_err(), "{bad}");
        }
    }
}
