//! Runs the binary as a user does.

use std::io::Write;
use std::process::{Command, Output, Stdio};

/// Runs `giog` with these arguments and this input.
pub fn giog(arguments: &[&str], input: &[u8]) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_giog"))
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the binary runs");
    let mut stdin = child.stdin.take().expect("piped");
    let input = input.to_vec();
    // Written while the output is read, because neither pipe can hold everything. A command may end without reading its input.
    let writer = std::thread::spawn(move || drop(stdin.write_all(&input)));
    let output = child.wait_with_output().expect("the binary ends");
    writer.join().expect("the input is written");
    output
}

/// What was written to standard output.
pub fn text(output: &Output) -> &str {
    std::str::from_utf8(&output.stdout).expect("output is text")
}

/// The output of `giog` on a terminal; empty without the `script` of util-linux, which provides a terminal.
#[cfg(target_os = "linux")]
pub fn on_a_terminal(arguments: &[&str]) -> Option<String> {
    let version = Command::new("script").arg("--version").output().ok()?;
    if !String::from_utf8_lossy(&version.stdout).contains("util-linux") {
        return None;
    }
    let words = [&[env!("CARGO_BIN_EXE_giog")], arguments].concat();
    let quoted: Vec<String> = words.iter().map(|word| format!("'{word}'")).collect();
    let output = Command::new("script")
        .args(["-qec", &quoted.join(" "), "/dev/null"])
        .env("TERM", "xterm")
        .stdin(Stdio::null())
        .output()
        .expect("it runs");
    Some(String::from_utf8_lossy(&output.stdout).into_owned())
}
