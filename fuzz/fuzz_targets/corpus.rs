#![no_main]

proofmark_fuzz::target!("corpus");
