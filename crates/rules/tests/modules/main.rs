//! How the modules of all crates depend on each other: none lies on a circle, and those of the rules are layers.

mod circles;
mod layers;
mod paths;
