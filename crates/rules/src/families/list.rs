//! The list of a family's games: the enum of their ids, as messages and stored data have them, and the definition of each.

/// Makes the enum from lines of the form `/// …` `Game "its-id" => its_module::GAME,`, in the order in which clients offer the games.
macro_rules! game_list {
    (
        $(#[$about:meta])*
        pub enum $Variant:ident: $Definition:ident;
        $($(#[$doc:meta])* $Game:ident $id:tt => $definition:path,)+
    ) => {
        #[derive(
            Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash,
            serde::Serialize, serde::Deserialize, schemars::JsonSchema,
        )]
        $(#[$about])*
        pub enum $Variant {
            $($(#[$doc])* #[serde(rename = $id)] $Game,)+
        }

        impl $Variant {
            /// All games, in the order in which clients offer them.
            pub const ALL: [Self; [$($id),+].len()] = [$(Self::$Game),+];

            /// The id in records and messages.
            pub const fn id(self) -> &'static str {
                match self {
                    $(Self::$Game => $id,)+
                }
            }

            /// The game with this id.
            pub fn from_id(id: &str) -> Option<Self> {
                Self::ALL.into_iter().find(|variant| variant.id() == id)
            }

            /// What the game is.
            pub(crate) fn definition(self) -> &'static $Definition {
                match self {
                    $(Self::$Game => &$definition,)+
                }
            }

            /// The possible numbers of players.
            pub fn players(self) -> std::ops::RangeInclusive<usize> {
                self.definition().players.clone()
            }
        }

        impl std::fmt::Display for $Variant {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(self.id())
            }
        }
    };
}
