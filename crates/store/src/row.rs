//! A macro for the structs of query results.

/// Defines a struct whose fields are the columns of the same names. The derive macro of sqlx does the same, but for it the compiler would
/// have to build sqlx and both database drivers a second time.
macro_rules! row {
    (
        $(#[$attribute:meta])*
        $visibility:vis struct $name:ident {
            $(..$part:ident: $row:ty,)?
            $($(#[$of_field:meta])* $shown:vis $field:ident: $kind:ty,)+
        }
    ) => {
        $(#[$attribute])*
        $visibility struct $name {
            $($part: $row,)?
            $($(#[$of_field])* $shown $field: $kind,)+
        }

        impl<'r, R: ::sqlx::Row> ::sqlx::FromRow<'r, R> for $name
        where
            for<'c> &'c str: ::sqlx::ColumnIndex<R>,
            $($row: ::sqlx::FromRow<'r, R>,)?
            $($kind: ::sqlx::Decode<'r, R::Database> + ::sqlx::Type<R::Database>,)+
        {
            fn from_row(row: &'r R) -> ::sqlx::Result<Self> {
                Ok(Self {
                    $($part: ::sqlx::FromRow::from_row(row)?,)?
                    $($field: row.try_get(stringify!($field))?,)+
                })
            }
        }
    };
}
