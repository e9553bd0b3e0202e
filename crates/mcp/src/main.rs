//! `giog-mcp`: lets a language model play on a server, as an ordinary guest. It speaks the Model Context Protocol over standard input and
//! output; docs/MCP.md describes the tools.

mod desk;
mod foreign;
mod inputs;
mod problem;
mod scene;
mod table;
mod tools;

use std::process::ExitCode;

use clap::Parser;
use giog_seats::Address;
use rmcp::ServiceExt as _;
use rmcp::transport::async_rw::AsyncRwTransport;
use tokio::io::{stdin, stdout};
use tokio::sync::{mpsc, watch};

use self::scene::Scene;
use self::table::{Table, WAITING_ORDERS, tell};
use self::tools::Tools;

/// The longest line of a client, in bytes: the arguments of tools are short.
const MOST_LINE_BYTES: usize = 64 << 10;

/// The exit status if it could not run.
const COULD_NOT: u8 = 2;

#[derive(Debug, Parser)]
#[command(
    version,
    about = "Lets a language model play on a Giog server: a server of the Model Context Protocol on standard input and output"
)]
struct Args {
    /// The server's http:// or https:// address
    #[arg(long, value_name = "URL", default_value = Address::LOCAL)]
    server: Address,
    /// The player's name; each name is a guest of its own
    #[arg(long, default_value = "Model")]
    name: String,
}

fn main() -> ExitCode {
    match run(Args::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            tell(&format!("{error:#}"));
            ExitCode::from(COULD_NOT)
        }
    }
}

fn run(args: Args) -> anyhow::Result<()> {
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(1)
        .enable_all()
        .build()?;
    let ended = runtime.block_on(serve(args));
    // Standard input may still be read; nobody waits for that.
    runtime.shutdown_background();
    ended
}

/// Serves one client until it closes its end.
async fn serve(args: Args) -> anyhow::Result<()> {
    let (order, orders) = mpsc::channel(WAITING_ORDERS);
    let (scenes, scene) = watch::channel(Scene::default());
    let mut table = Table::new(args.server, args.name, orders, scenes);
    table.resume().await;
    let serving = async {
        let client = AsyncRwTransport::new(stdin(), stdout()).with_max_line_length(MOST_LINE_BYTES);
        let service = Tools::new(order, scene).serve(client).await?;
        service.waiting().await?;
        anyhow::Ok(())
    };
    // When the client is gone, nobody gives orders any more, and the seat is given up.
    let (served, ()) = tokio::join!(serving, table.run());
    served
}
