//! Documents that mean harm, and documents that are damaged: nothing acts, nothing panics, nothing hangs. And what the
//! project itself depends on.

mod burden;
mod damage;
mod damaged;
mod documents;
mod files;
mod inert;
#[path = "../program.rs"]
mod program;
mod supply;
