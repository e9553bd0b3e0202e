//! How people and bots are named in texts.

use giog_rules::PlayerId;

use crate::name::FORGOTTEN;
use crate::{Occupant, Person, PlayerName, PlayerTag};

/// Somebody who is named in a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Called<'a> {
    /// A person; no name if their data was deleted.
    Person(PlayerId, Option<&'a PlayerName>),
    /// A bot, with its name.
    Bot(&'a str),
    /// A seat without a player.
    Nobody,
}

impl Called<'_> {
    /// The name in lists of people who may be strangers to each other: people always with their tags (`Lin#4821`), bots as
    /// `name [bot]`.
    pub fn in_list(self) -> String {
        match self {
            Self::Person(player, name) => {
                let name = name.map_or(FORGOTTEN, PlayerName::as_str);
                format!("{name}#{}", PlayerTag::of(player))
            }
            Self::Bot(name) => format!("{name} [bot]"),
            Self::Nobody => "nobody".to_owned(),
        }
    }

    /// The names of the players at one table, in the order of seats: people without tags unless their names look alike; bots with equal
    /// names get the number of their seat (`name 2 [bot]`).
    pub fn at_table(seats: &[Self]) -> Vec<String> {
        let alike = |one: Self| seats.iter().filter(|&&other| one.is_like(other)).count() > 1;
        seats
            .iter()
            .enumerate()
            .map(|(seat, &one)| match one {
                Self::Person(_, Some(name)) if !alike(one) => name.to_string(),
                Self::Bot(name) if alike(one) => format!("{name} {seat} [bot]"),
                _ => one.in_list(),
            })
            .collect()
    }

    fn is_like(self, other: Self) -> bool {
        match (self, other) {
            (Self::Person(_, Some(one)), Self::Person(_, Some(other))) => {
                one.skeleton() == other.skeleton()
            }
            (Self::Bot(one), Self::Bot(other)) => one == other,
            _ => false,
        }
    }
}

impl<'a> From<&'a Person> for Called<'a> {
    fn from(person: &'a Person) -> Self {
        Self::Person(person.player, Some(&person.name))
    }
}

impl<'a> From<&'a Occupant> for Called<'a> {
    fn from(occupant: &'a Occupant) -> Self {
        match occupant {
            Occupant::Person(person) => person.into(),
            Occupant::Bot { bot } => Self::Bot(bot),
        }
    }
}

#[cfg(test)]
mod tests {
    use uuid::Uuid;

    use super::*;

    #[test]
    fn people_of_like_names_and_bots_of_one_name_are_told_apart() {
        let name = |text: &str| PlayerName::try_from(text.to_owned()).expect("a test's name");
        let (lin, also_lin, mei) = (name("Lin"), name("LIN"), name("Mei"));
        let player = |number| PlayerId(Uuid::from_u128(number));
        let tag = |number| PlayerTag::of(player(number));
        let person = |number, name| Called::Person(player(number), name);
        let seats = [
            person(1, Some(&lin)),
            Called::Bot("simple"),
            person(2, Some(&also_lin)),
            person(3, Some(&mei)),
        ];
        assert_eq!(
            Called::at_table(&seats),
            [
                format!("Lin#{}", tag(1)),
                "simple [bot]".to_owned(),
                format!("LIN#{}", tag(2)),
                "Mei".to_owned()
            ]
        );
        let seats = [
            Called::Bot("simple"),
            Called::Bot("simple"),
            person(1, None),
            Called::Nobody,
        ];
        assert_eq!(
            Called::at_table(&seats),
            [
                "simple 0 [bot]".to_owned(),
                "simple 1 [bot]".to_owned(),
                format!("forgotten#{}", tag(1)),
                "nobody".to_owned()
            ]
        );
    }
}
