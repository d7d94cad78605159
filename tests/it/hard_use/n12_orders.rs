//! Orders tell what they do and refuse nonsense.
