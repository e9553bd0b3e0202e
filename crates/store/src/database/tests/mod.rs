//! Tests of queries: their plans, and how long ones end.

mod interrupt;
mod plans;
