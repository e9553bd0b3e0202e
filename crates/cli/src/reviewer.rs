//! `giog reviewer`: a worker that computes reviews for a server (`docs/REVIEW.md`).

use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::thread;
use std::time::Duration;

use anyhow::{Context, bail, ensure};
use giog_protocol::ErrorCode;
use giog_protocol::rest::{
    ProblemCode, ProblemDetails, ReviewJob, ReviewJobInput, ReviewJobProgress, ReviewLease,
};
use giog_review::{EFFORT, ENGINE, Effort, Review, review};
use giog_rules::record::Record;
use giog_seats::Address;
use reqwest::header::RETRY_AFTER;
use reqwest::{Client, Method, Response, StatusCode};
use serde::Serialize;
use tokio::sync::oneshot;
use tokio::task::JoinSet;
use tokio::time::{Instant, sleep};

use crate::address::ServerArgs;
use crate::plain::plain;
use crate::signals;
use crate::source::RECORD_LIMIT_BYTES;
use crate::web::{self, Refused};

/// The pause after the first failure; it doubles with each further one.
const FIRST_PAUSE: Duration = Duration::from_secs(1);
/// The longest pause.
const LONGEST_PAUSE: Duration = Duration::from_mins(1);
/// A lease is renewed so many times within the time that it lasts.
const RENEWALS: u32 = 3;
/// A review for which the server has no place is sent so many times, with a pause of [`PLACE_PAUSE`].
const SENDS: u32 = 12;
/// The pause before it is sent again; its lease is renewed after it.
const PLACE_PAUSE: Duration = Duration::from_secs(5);
/// How long giving jobs back may take at the end.
const LAST_TIME: Duration = Duration::from_secs(5);

/// The server, and the token.
#[derive(Debug, clap::Args)]
#[command(
    after_help = "The operator of the server makes tokens with `giog admin add-reviewer`. Ctrl-C gives the jobs back, and ends."
)]
pub struct Args {
    #[command(flatten)]
    server: ServerArgs,
    /// The worker's token
    #[arg(
        long,
        env = "GIOG_REVIEWER_TOKEN",
        hide_env_values = true,
        required_unless_present = "token_file"
    )]
    token: Option<String>,
    /// A file with the token
    #[arg(long, value_name = "FILE", conflicts_with = "token")]
    token_file: Option<PathBuf>,
    /// How many reviews are computed at a time, each on a thread of its own
    #[arg(long, value_name = "N", default_value = "1")]
    threads: NonZeroUsize,
}

/// Why a job was not done.
enum Trouble {
    /// The server does not want this worker: it ends.
    End(anyhow::Error),
    /// It is nobody's job any more, or another worker's.
    Gone,
    /// There is none: it is asked again after a while.
    None(Duration),
    /// It may be tried again after a while.
    Later(anyhow::Error),
    /// The server has no place for it at the moment.
    Busy(anyhow::Error),
}

/// A worker.
struct Reviewer {
    client: Client,
    server: Address,
    token: String,
}

/// Computes reviews until it is interrupted.
pub fn run(args: &Args) -> anyhow::Result<()> {
    let token = match (&args.token, &args.token_file) {
        (Some(token), _) => token.clone(),
        (None, Some(file)) => std::fs::read_to_string(file)
            .with_context(|| format!("the token: `{}`", file.display()))?,
        (None, None) => bail!("there is no token"),
    };
    web::block_on(async {
        let reviewer = Arc::new(Reviewer {
            client: web::client(web::ANSWER_TIMEOUT)?,
            server: args.server.server.clone(),
            token: token.trim().to_owned(),
        });
        let threads = args.threads.get();
        eprintln!(
            "giog: a worker for {}: engine {ENGINE}, reviews at a time: {threads}",
            args.server.server
        );
        let (stop, stopping) = tokio::sync::watch::channel(false);
        let mut tasks = JoinSet::new();
        for _ in 0..threads {
            let (reviewer, stopping) = (Arc::clone(&reviewer), stopping.clone());
            tasks.spawn(async move { reviewer.work(stopping).await });
        }
        tokio::select! {
            ended = tasks.join_next() => {
                // One is not wanted: no other is.
                stop.send_replace(true);
                let ended = ended.transpose()?.unwrap_or(Ok(()));
                give_back(tasks).await;
                ended
            }
            () = signals::stop() => {
                stop.send_replace(true);
                give_back(tasks).await;
                eprintln!("giog: the worker ends");
                Ok(())
            }
        }
    })
}

/// Waits until all have given their jobs back.
async fn give_back(mut tasks: JoinSet<anyhow::Result<()>>) {
    let all = async { while tasks.join_next().await.is_some() {} };
    // What is not given back ends with its lease.
    let _ = tokio::time::timeout(LAST_TIME, all).await;
}

impl Reviewer {
    /// Computes one review after another.
    async fn work(&self, mut stopping: tokio::sync::watch::Receiver<bool>) -> anyhow::Result<()> {
        let mut failures = 0;
        loop {
            // It is not interrupted: a job that is on its way would be nobody's.
            let done = match self.take().await {
                Ok(job) => {
                    let done = tokio::select! {
                        done = self.compute(&job) => Some(done),
                        _ = stopping.wait_for(|stop| *stop) => None,
                    };
                    if matches!(done, None | Some(Err(Trouble::Later(_) | Trouble::Busy(_)))) {
                        self.give_back(&job).await;
                    }
                    done.unwrap_or(Ok(()))
                }
                Err(trouble) => Err(trouble),
            };
            let pause = match done {
                Ok(()) | Err(Trouble::Gone) => {
                    failures = 0;
                    Duration::ZERO
                }
                Err(Trouble::None(wait)) => {
                    failures = 0;
                    wait
                }
                Err(Trouble::End(error)) => return Err(error),
                Err(Trouble::Later(error) | Trouble::Busy(error)) => {
                    let pause = FIRST_PAUSE.saturating_mul(1 << failures.min(6));
                    let pause = pause.min(LONGEST_PAUSE);
                    failures += 1;
                    let why = plain(&format!("{error:#}"));
                    eprintln!("giog: {why}; again in {} s", pause.as_secs());
                    pause
                }
            };
            tokio::select! {
                _ = stopping.wait_for(|stop| *stop) => return Ok(()),
                () = sleep(pause) => {}
            }
        }
    }

    async fn take(&self) -> Result<ReviewJob, Trouble> {
        let input = ReviewJobInput { engine: ENGINE };
        let answer = self.ask(Method::POST, "/review-jobs", Some(&input)).await?;
        if answer.status() == StatusCode::NO_CONTENT {
            return Err(Trouble::None(retry_after(&answer)));
        }
        read(answer).await
    }

    /// Computes the review of a job, and sends it.
    async fn compute(&self, job: &ReviewJob) -> Result<(), Trouble> {
        let begun = Instant::now();
        let (match_id, seat) = (job.match_id, job.seat);
        eprintln!("giog: match {match_id}, seat {seat}: begins");
        let review = self.reviewed(job).await?;
        self.send(job, &review).await?;
        let took_s = begun.elapsed().as_secs_f64();
        eprintln!("giog: match {match_id}, seat {seat}: sent after {took_s:.1} s");
        Ok(())
    }

    /// Sends the review of a job, again if there is no place for it.
    async fn send(&self, job: &ReviewJob, review: &Review) -> Result<(), Trouble> {
        let path = format!("/review-jobs/{}/review", job.lease);
        let mut sends = 1;
        loop {
            match self.ask(Method::PUT, &path, Some(review)).await {
                Err(Trouble::Busy(_)) if sends < SENDS => {}
                sent => return sent.map(drop),
            }
            sends += 1;
            sleep(PLACE_PAUSE).await;
            let count = u32::try_from(review.actions().len()).unwrap_or(u32::MAX);
            let (done, of) = (count, count);
            self.renew(job, ReviewJobProgress { done, of }).await?;
        }
    }

    /// Renews the lease of a job.
    async fn renew(
        &self,
        job: &ReviewJob,
        progress: ReviewJobProgress,
    ) -> Result<ReviewLease, Trouble> {
        let path = format!("/review-jobs/{}", job.lease);
        let answer = self.ask(Method::PATCH, &path, Some(&progress)).await?;
        read(answer).await
    }

    /// The review of a job; its lease is renewed meanwhile.
    async fn reviewed(&self, job: &ReviewJob) -> Result<Review, Trouble> {
        let path = format!("/matches/{}/record", job.match_id);
        let ask = web::Ask {
            accept: "application/json",
            token: None,
            limit_bytes: RECORD_LIMIT_BYTES,
        };
        let record = web::get(&self.client, self.server.rest(&path), ask).await;
        let record = record.map_err(Trouble::Later)?;
        let progress: Arc<[AtomicU32; 2]> = Arc::default();
        let (job, told) = (*job, Arc::clone(&progress));
        let (done, mut is_done) = oneshot::channel();
        // It is no task of the runtime, which would wait for it at the end.
        thread::spawn(move || {
            // Nobody may wait for it any more.
            let _ = done.send(made(&record, &job, &told));
        });
        let mut ends_in = Duration::from_millis(job.ends_in_ms);
        loop {
            tokio::select! {
                made = &mut is_done => {
                    let made = made.context("the review failed").and_then(|made| made);
                    return made.map_err(Trouble::Later);
                }
                () = sleep(ends_in / RENEWALS) => {
                    let [done, of] = progress.each_ref().map(|part| part.load(Ordering::Relaxed));
                    match self.renew(&job, ReviewJobProgress { done, of }).await {
                        Ok(lease) => ends_in = Duration::from_millis(lease.ends_in_ms),
                        // The lease lasts for two more times.
                        Err(Trouble::Later(_) | Trouble::Busy(_)) => {}
                        Err(trouble) => {
                            // No more are computed at a time than were asked for.
                            let _ = is_done.await;
                            return Err(trouble);
                        }
                    }
                }
            }
        }
    }

    async fn give_back(&self, job: &ReviewJob) {
        let path = format!("/review-jobs/{}", job.lease);
        // If this fails, the lease ends by itself.
        let _ = self
            .ask(Method::DELETE, &path, None::<&ReviewJobInput>)
            .await;
    }

    async fn ask(
        &self,
        method: Method,
        path: &str,
        body: Option<&impl Serialize>,
    ) -> Result<Response, Trouble> {
        let url = self.server.rest(path);
        let mut request = self.client.request(method, url).bearer_auth(&self.token);
        if let Some(body) = body {
            request = request.json(body);
        }
        let answer = request.send().await;
        let answer = answer
            .with_context(|| format!("{} does not answer", self.server))
            .map_err(Trouble::Later)?;
        if answer.status().is_success() {
            return Ok(answer);
        }
        Err(refused(answer).await)
    }
}

/// What a refusal means.
async fn refused(answer: Response) -> Trouble {
    let status = answer.status();
    let problem = answer.json::<ProblemDetails>().await;
    let Ok(problem) = problem else {
        return Trouble::Later(anyhow::anyhow!("the server answers {status}"));
    };
    let code = problem.code;
    let why = Refused(problem).into();
    match code {
        code if code == ErrorCode::Busy.into() => Trouble::Busy(why),
        ProblemCode::NoSuchJob => Trouble::Gone,
        ProblemCode::ReviewerTokenWanted | ProblemCode::OtherEngine => Trouble::End(why),
        _ => Trouble::Later(why),
    }
}

/// How soon to ask again.
fn retry_after(answer: &Response) -> Duration {
    let wait = answer.headers().get(RETRY_AFTER);
    let wait = wait.and_then(|wait| wait.to_str().ok()?.parse().ok());
    wait.map_or(FIRST_PAUSE, Duration::from_secs)
}

async fn read<T: serde::de::DeserializeOwned>(answer: Response) -> Result<T, Trouble> {
    let read = answer.json().await.context("the answer cannot be read");
    read.map_err(Trouble::Later)
}

/// The review of a record.
fn made(record: &[u8], job: &ReviewJob, told: &[AtomicU32; 2]) -> anyhow::Result<Review> {
    let record: Record = serde_json::from_slice(record).context("this is no record")?;
    ensure!(
        record.match_id == job.match_id,
        "this is another match's record"
    );
    let effort = Effort {
        lines: job.lines,
        ..EFFORT
    };
    let short = |number| u32::try_from(number).unwrap_or(u32::MAX);
    Ok(review(&record, job.seat, effort, |now| {
        told[1].store(short(now.of), Ordering::Relaxed);
        told[0].store(short(now.done), Ordering::Relaxed);
    })?)
}
