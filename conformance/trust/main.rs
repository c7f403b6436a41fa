//! Documents that mean harm, and documents that are damaged: nothing acts, nothing panics, nothing hangs.

mod damaged;
mod files;
mod inert;
mod program;
