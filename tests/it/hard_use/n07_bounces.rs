//! What a player did outranks a bounce.
