//! The second failure goes to a person.
