//! One row for each request: its name on the wire, and the struct of its fields.

/// Defines an enum of requests by a table. A row is `Struct = "name"`; after the table can stand a variant for the requests of another
/// table.
macro_rules! commands {
    (
        $(#[$of:meta])*
        pub enum $name:ident { $($(#[$about:meta])* $kind:ident = $type:literal,)* }
        $(
            $(#[$rest_about:meta])*
            $rest:ident($others:ty),
        )?
    ) => {
        $(#[$of])*
        #[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
        #[serde(tag = "type")]
        pub enum $name {
            $($(#[$about])* #[serde(rename = $type)] $kind($kind),)*
            $($(#[$rest_about])* #[serde(untagged)] $rest($others),)?
        }

        impl $name {
            /// The names of this table, as in the field `type`.
            const TYPES: &[&str] = &[$($type),*];

            /// The name of the request, as in the field `type`.
            pub const fn kind(&self) -> &'static str {
                match self {
                    $(Self::$kind(_) => $type,)*
                    $(Self::$rest(request) => <$others>::kind(request),)?
                }
            }
        }
    };
}
pub(super) use commands;
