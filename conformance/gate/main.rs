//! The gates of a pipeline, as a CI job meets them: known failures, baselines, shards, certificates, recipes.

#[path = "../again.rs"]
mod again;
mod baseline;
#[path = "../program.rs"]
mod built;
mod certificates;
#[path = "../five.rs"]
mod five;
mod floors;
#[path = "../foreign.rs"]
mod foreign;
mod known;
mod merge;
mod merged;
mod named;
mod output;
mod program;
mod recipes;
mod remembering;
mod worsening;
