//! Signals: those that stop a process, and those that do not stop the server: SIGHUP, after which it reads its settings again, and SIGUSR1 and
//! SIGUSR2, which mean nothing to it.

use giog_server::{BadSettings, Settings};
use tokio::sync::watch;

use crate::logging::Log;

/// Waits for Ctrl-C, or for the signal of service managers. If signals do not work, the process runs until it is killed, which it can bear.
pub async fn stop() {
    let interrupt = async {
        if tokio::signal::ctrl_c().await.is_err() {
            std::future::pending::<()>().await;
        }
    };
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};

        let Ok(mut terminate) = signal(SignalKind::terminate()) else {
            return interrupt.await;
        };
        tokio::select! {
            () = interrupt => {}
            _ = terminate.recv() => {}
        }
    }
    #[cfg(not(unix))]
    interrupt.await;
}

/// Handles those that do not stop the server. Completes if the terminal on which the server runs was closed, which also causes a SIGHUP.
#[cfg(unix)]
pub async fn obey(
    load: impl Fn() -> Result<Settings, BadSettings>,
    log: Log,
    rereading: watch::Sender<Settings>,
) {
    use std::io::{self, IsTerminal as _};

    use tokio::signal::unix::{SignalKind, signal};

    let was_on_terminal = io::stderr().is_terminal();
    let signals = (
        signal(SignalKind::hangup()),
        signal(SignalKind::user_defined1()),
        signal(SignalKind::user_defined2()),
    );
    let (Ok(mut hangup), Ok(mut first), Ok(mut second)) = signals else {
        // If signals do not work, there is nothing to handle.
        return std::future::pending().await;
    };
    loop {
        tokio::select! {
            _ = hangup.recv() => {
                if was_on_terminal && !io::stderr().is_terminal() {
                    return;
                }
                read_again(&load, &log, &rereading);
            }
            _ = first.recv() => tracing::info!("SIGUSR1 means nothing to this server"),
            _ = second.recv() => tracing::info!("SIGUSR2 means nothing to this server"),
        }
    }
}

#[cfg(not(unix))]
pub async fn obey(
    _: impl Fn() -> Result<Settings, BadSettings>,
    _: Log,
    _: watch::Sender<Settings>,
) {
    std::future::pending().await
}

/// Reads the settings again. If anything in them is wrong, nothing changes.
#[cfg(unix)]
fn read_again(
    load: impl Fn() -> Result<Settings, BadSettings>,
    log: &Log,
    rereading: &watch::Sender<Settings>,
) {
    let read = load().map_err(anyhow::Error::from).and_then(|settings| {
        log.change(&settings)?;
        Ok(settings)
    });
    match read {
        Ok(settings) => {
            rereading.send_replace(settings);
        }
        Err(error) => tracing::error!(
            error = format!("{error:#}"),
            "the settings were not read again: the former ones stay"
        ),
    }
}
