#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| postchess_fuzz::xfcc(bytes));
