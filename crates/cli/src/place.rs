//! Finds the data folder and the database of a server, with the same flags and settings as `giog serve`.

use std::path::PathBuf;

use giog_server::{BadSettings, Overrides, Settings};

/// The flags.
#[derive(Debug, clap::Args)]
pub struct Place {
    /// The server's settings file [default: `GIOG_CONFIG`, or config/giog.toml if it exists]
    #[arg(long)]
    config: Option<PathBuf>,
    /// The folder with the signing key and the embedded database
    #[arg(long)]
    data_dir: Option<PathBuf>,
    /// The database: `sqlite:<file>` or `postgres://…`
    #[arg(long)]
    database_url: Option<String>,
}

impl Place {
    /// The data folder, and the database's address.
    pub fn find(&self) -> Result<(PathBuf, String), BadSettings> {
        let settings = self.settings()?;
        let url = settings.database_url();
        Ok((settings.data_dir, url))
    }

    /// All settings, with these flags.
    pub fn settings(&self) -> Result<Settings, BadSettings> {
        let flags = Overrides {
            data_dir: self.data_dir.clone(),
            database_url: self.database_url.clone(),
            ..Overrides::default()
        };
        Settings::load(self.config.as_deref(), std::env::vars_os(), flags)
    }
}
