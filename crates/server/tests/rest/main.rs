//! REST from outside: every endpoint and every problem, as clients see them.

#[path = "../common/mod.rs"]
mod common;

mod addresses;
mod again;
mod branches;
mod caching;
mod costs;
mod decisions;
mod devices;
mod events;
mod exports;
mod feed;
mod friends;
mod guests;
mod handover;
mod health;
mod home;
mod invitations;
mod leaving;
mod long_answers;
mod matches;
mod mistakes;
mod news;
mod openapi;
mod operator;
mod pages;
mod problems;
mod puzzles;
mod qr;
mod ratings;
mod requests;
mod review_jobs;
mod reviews;
mod rooms;
mod secrecy;
mod server;
mod stats;
mod table;
mod text;
mod variants;
mod web;
