//! One row for each error: its code, its HTTP status, what it means and what to do about it.

/// Defines an enum of error codes by a table. A row is `Code: status, message, hint;` under its description; after the table stands a variant for
/// the codes of another list, which say the same of themselves.
macro_rules! error_codes {
    (
        $(#[$of:meta])*
        pub enum $name:ident: fn $message:ident {
            $($(#[$description:meta])* $code:ident: $status:literal, $text:literal, $hint:literal;)*
        }
        $(#[$rest_description:meta])*
        $rest:ident($others:ty): $rest_status:expr, $rest_text:expr;
    ) => {
        $(#[$of])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[derive(::serde::Serialize, ::serde::Deserialize, ::schemars::JsonSchema)]
        #[serde(rename_all = "snake_case")]
        pub enum $name {
            $($(#[$description])* $code,)*
            $(#[$rest_description])*
            #[serde(untagged)]
            $rest($others),
        }

        impl $name {
            /// What the code means in general, for people.
            pub fn $message(self) -> ::std::borrow::Cow<'static, str> {
                match self {
                    $(Self::$code => $text.into(),)*
                    Self::$rest(code) => ($rest_text)(code),
                }
            }

            /// What the user can do about the error, for people.
            pub const fn hint(self) -> &'static str {
                match self {
                    $(Self::$code => $hint,)*
                    Self::$rest(code) => code.hint(),
                }
            }

            /// The HTTP status of an answer with it.
            pub fn status(self) -> u16 {
                match self {
                    $(Self::$code => $status,)*
                    Self::$rest(code) => ($rest_status)(code),
                }
            }
        }
    };
}
pub(crate) use error_codes;
