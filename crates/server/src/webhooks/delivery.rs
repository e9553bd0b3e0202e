//! Sends the notices of one address, one after another, each again until it is taken or tried often enough.

use std::sync::Arc;
use std::time::Duration;

use giog_rooms::Clock;
use reqwest::header::{CONTENT_TYPE, RETRY_AFTER};
use reqwest::{Client, Response, StatusCode, Url};
use tokio::sync::mpsc;
use tokio::time::{Instant, sleep};

use super::notice::Notice;
use super::signature::signature;
use crate::log_throttle::ThrottledLine;
use crate::settings::Webhooks;

/// The pauses before further attempts.
const PAUSES: [Duration; 5] = [
    Duration::from_secs(2),
    Duration::from_secs(10),
    Duration::from_mins(1),
    Duration::from_mins(5),
    Duration::from_mins(15),
];
/// The longest pause that a receiver can ask for.
const LONGEST_PAUSE: Duration = Duration::from_mins(15);

/// Where notices are sent, and in which form.
pub(super) struct Address {
    url: Url,
    form: Form,
}

/// Who reads what is sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Audience {
    /// Programs, which ignore an id that they know.
    Programs,
    People,
}

enum Form {
    /// JSON, signed with this key.
    Signed(Vec<u8>),
    Discord,
}

/// The outcome of an attempt.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Tried {
    Taken,
    /// It is not tried again.
    Refused(StatusCode),
    /// It is tried again, at the earliest after the time that the receiver asks for.
    Later(Option<Duration>),
}

/// Why a webhook was not taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
enum NotTaken {
    #[error("a webhook was refused: {0}")]
    Refused(StatusCode),
    #[error("a webhook was not taken, and is not tried again")]
    Unanswered,
}

impl Address {
    /// All of the settings, which were checked.
    pub fn all(settings: &Webhooks) -> Vec<Self> {
        let parse = |url: &String| Url::parse(url).ok();
        let key = settings.key().unwrap_or_default();
        let signed = settings.urls.iter().filter_map(parse);
        let signed = signed.map(|url| Self {
            url,
            form: Form::Signed(key.clone()),
        });
        let discord = settings.discord.iter().filter_map(parse);
        let discord = discord.map(|url| Self {
            url,
            form: Form::Discord,
        });
        signed.chain(discord).collect()
    }

    /// Who reads what is sent there.
    pub const fn audience(&self) -> Audience {
        match self.form {
            Form::Signed(_) => Audience::Programs,
            Form::Discord => Audience::People,
        }
    }

    /// Where it is, without the path, which may be secret.
    fn host(&self) -> &str {
        self.url.host_str().unwrap_or_default()
    }
}

/// Sends all notices of a queue.
pub(super) async fn deliver_all(
    client: Client,
    address: Address,
    mut notices: mpsc::Receiver<Arc<Notice>>,
    clock: Arc<dyn Clock>,
) {
    let (mut line, host) = (ThrottledLine::default(), address.host());
    while let Some(notice) = notices.recv().await {
        let attempt = || attempt(&client, &address, &notice, &*clock);
        if let Err(why) = deliver(attempt).await
            && let Some(times) = line.note(Instant::now())
        {
            tracing::warn!(host, id = notice.id, times, "{why}");
        }
    }
}

/// Makes attempts until one succeeds or no further one is made.
async fn deliver<F: Future<Output = Tried>>(attempt: impl Fn() -> F) -> Result<(), NotTaken> {
    let mut pauses = PAUSES.into_iter();
    loop {
        let asked = match attempt().await {
            Tried::Taken => return Ok(()),
            Tried::Refused(status) => return Err(NotTaken::Refused(status)),
            Tried::Later(asked) => asked.unwrap_or_default(),
        };
        let pause = pauses.next().ok_or(NotTaken::Unanswered)?;
        sleep(pause.max(asked.min(LONGEST_PAUSE))).await;
    }
}

async fn attempt(client: &Client, address: &Address, notice: &Notice, clock: &dyn Clock) -> Tried {
    let request = client
        .post(address.url.clone())
        .header(CONTENT_TYPE, "application/json");
    let request = match &address.form {
        Form::Signed(key) => {
            // Of this attempt, so that a receiver can refuse what is old.
            let unix_s = clock.now().wall.unix_ms().div_euclid(1_000);
            request
                .header("webhook-id", &notice.id)
                .header("webhook-timestamp", unix_s)
                .header(
                    "webhook-signature",
                    signature(key, &notice.id, unix_s, &notice.body),
                )
                .body(notice.body.clone())
        }
        Form::Discord => request.body(notice.discord.clone()),
    };
    match request.send().await {
        Ok(answer) => tried(&answer),
        Err(error) => {
            // Without the address, whose path may be secret.
            let error = error.without_url();
            tracing::debug!(host = address.host(), %error, "a webhook cannot be sent");
            Tried::Later(None)
        }
    }
}

fn tried(answer: &Response) -> Tried {
    let wait = answer.headers().get(RETRY_AFTER);
    let wait = wait.and_then(|wait| wait.to_str().ok()?.parse().ok());
    tried_with(answer.status(), wait.map(Duration::from_secs))
}

/// What an answer with this status, which asks for this pause, means.
fn tried_with(status: StatusCode, wait: Option<Duration>) -> Tried {
    let is_busy = matches!(
        status,
        StatusCode::REQUEST_TIMEOUT | StatusCode::TOO_EARLY | StatusCode::TOO_MANY_REQUESTS
    );
    if status.is_success() {
        Tried::Taken
    } else if is_busy || status.is_server_error() {
        Tried::Later(wait)
    } else {
        Tried::Refused(status)
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use super::*;

    /// The outcome of a delivery to a receiver that answers so, and the seconds after which it was tried.
    async fn delivered(answer: impl Fn(usize) -> Tried) -> (Result<(), NotTaken>, Vec<u64>) {
        let begin = Instant::now();
        let moments = Cell::new(Vec::new());
        let attempt = || async {
            let mut all = moments.take();
            all.push(begin.elapsed().as_secs());
            let tried = answer(all.len());
            moments.set(all);
            tried
        };
        let outcome = deliver(attempt).await;
        (outcome, moments.take())
    }

    #[tokio::test(start_paused = true)]
    async fn it_is_tried_again_where_that_may_help_and_so_often() {
        let hour = Duration::from_hours(1);
        let refused = StatusCode::NOT_FOUND;
        assert_eq!(delivered(|_| Tried::Taken).await, (Ok(()), vec![0]));
        assert_eq!(
            delivered(|_| Tried::Refused(refused)).await,
            (Err(NotTaken::Refused(refused)), vec![0])
        );
        assert_eq!(
            delivered(|_| Tried::Later(None)).await,
            (Err(NotTaken::Unanswered), vec![0, 2, 12, 72, 372, 1_272])
        );
        let second = |times| match times {
            1 => Tried::Later(Some(Duration::from_secs(7))),
            _ => Tried::Taken,
        };
        assert_eq!(delivered(second).await, (Ok(()), vec![0, 7]));
        let long = |times| match times {
            1 => Tried::Later(Some(hour)),
            _ => Tried::Taken,
        };
        assert_eq!(delivered(long).await, (Ok(()), vec![0, 900]));
    }

    #[test]
    fn redirects_and_other_refusals_are_final_and_busy_receivers_are_asked_again() {
        let wait = Some(Duration::from_secs(3));
        for (status, again) in [
            (200, None),
            (204, None),
            (301, Some(false)),
            (307, Some(false)),
            (400, Some(false)),
            (401, Some(false)),
            (404, Some(false)),
            (408, Some(true)),
            (410, Some(false)),
            (425, Some(true)),
            (429, Some(true)),
            (500, Some(true)),
            (503, Some(true)),
        ] {
            let status = StatusCode::from_u16(status).expect("a status");
            let expected = match again {
                None => Tried::Taken,
                Some(true) => Tried::Later(wait),
                Some(false) => Tried::Refused(status),
            };
            assert_eq!(tried_with(status, wait), expected, "{status}");
        }
    }
}
