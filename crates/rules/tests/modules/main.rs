//! How the modules of all crates depend on each other: none lies on a circle, and those of the rules are layers; and how much there is of
//! them.

mod circles;
mod layers;
mod paths;
mod size;
