//! How the modules of all crates depend on each other: none lies on a circle, those of the rules are layers, and those of the
//! rooms know no game; and how much there is of them.

mod boundary;
mod circles;
mod layers;
mod paths;
mod size;
