//! A release has the page in it: it is compiled again when a file of the page, or of its bundle, is added or taken away. A debug build
//! reads the folder while it runs.

fn main() {
    let is_release = std::env::var("PROFILE").is_ok_and(|profile| profile == "release");
    let watched: &[&str] = if is_release {
        &["../../web", "../../kit/js/src"]
    } else {
        &["build.rs"]
    };
    for path in watched {
        println!("cargo::rerun-if-changed={path}");
    }
}
