//! In the place of `server.rs` where the program is built without PostgreSQL (Cargo feature
//! `postgres`): there is no address of a server, so no connection to one, and nothing that is
//! asked of one is ever asked.

use super::{Column, Encryption, Error, Part, Put, Result, Sort};
use crate::feature::Feature;
use crate::store::StoreError;
use rusqlite::ToSql;
use rusqlite::types::ValueRef;
use std::convert::Infallible;
use std::fmt;
use std::marker::PhantomData;
use std::sync::Arc;
use std::time::Duration;

/// Where a server is: nowhere.
#[derive(Debug, PartialEq, Eq)]
pub struct Address(Infallible);

impl Address {
    /// None.
    ///
    /// # Errors
    /// Always: this program has no way there.
    pub fn new(_: &str, _: Option<&str>, _: Encryption) -> std::result::Result<Address, String> {
        Err(Feature::Postgres.left_out())
    }

    /// Nothing is committed there.
    pub fn is_kept(&self) -> bool {
        match self.0 {}
    }

    pub(in crate::store) fn lock(
        self: &Arc<Address>,
        lock: Lock,
        _: Duration,
    ) -> Result<Option<Held>> {
        let Lock { number, is_shared } = lock;
        match (self.0, number, is_shared) {}
    }
}

impl fmt::Display for Address {
    fn fmt(&self, _: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {}
    }
}

pub(in crate::store) struct Lock {
    pub number: i32,
    pub is_shared: bool,
}

#[derive(Debug)]
pub(in crate::store) struct Held(Infallible);

impl Held {
    pub(in crate::store) fn holder(&self) -> Option<(i32, i32)> {
        match self.0 {}
    }

    pub(in crate::store) fn holders(&self) -> Result<i64> {
        match self.0 {}
    }

    pub(in crate::store) fn takes(&self, _: &[i64]) -> Result<Vec<i64>> {
        match self.0 {}
    }

    pub(in crate::store) fn puts_down(&self, _: &[i64]) -> Result<()> {
        match self.0 {}
    }

    pub(in crate::store) fn keeps(&self) -> bool {
        match self.0 {}
    }

    #[cfg(test)]
    pub(in crate::store) fn silence(&self) -> Option<i64> {
        match self.0 {}
    }

    pub(in crate::store) fn stands(&self) -> bool {
        match self.0 {}
    }
}

pub(in crate::store) struct Server(Infallible);

impl Server {
    pub(in crate::store) fn connect(address: &Address) -> Result<Server> {
        match address.0 {}
    }

    pub(in crate::store) fn be_patient(&self, _: Duration) {
        match self.0 {}
    }

    pub(super) fn prepared(&self, _: &str) -> Result<Prepared<'_>> {
        match self.0 {}
    }

    pub(super) fn prepare(&self, _: &str) -> Result<Prepared<'_>> {
        match self.0 {}
    }

    pub(in crate::store) fn batch(&self, _: &str) -> Result<()> {
        match self.0 {}
    }

    pub(in crate::store) fn number(&self, _: &str) -> Result<i64> {
        match self.0 {}
    }

    pub(in crate::store) fn unsafe_settings(&self) -> Result<Vec<String>> {
        match self.0 {}
    }

    pub(super) fn settles(&self) -> Result<()> {
        match self.0 {}
    }

    pub(in crate::store) fn keeps_all(&self) -> Result<()> {
        match self.0 {}
    }

    pub(super) fn is_in_transaction(&self) -> bool {
        match self.0 {}
    }

    pub(in crate::store) fn begin_making(&self, _: &str) -> Result<()> {
        match self.0 {}
    }

    pub(in crate::store) fn guard(&self, _: Option<(i32, i32)>) {
        match self.0 {}
    }

    pub(in crate::store) fn writes_only_where(&self, _: &str) {
        match self.0 {}
    }

    pub(super) fn begin(&self, _: Sort) -> Result<()> {
        match self.0 {}
    }

    pub(super) fn tells_all(&self) -> Result<()> {
        match self.0 {}
    }

    pub(super) fn is_abreast(&self) -> bool {
        match self.0 {}
    }

    pub(super) fn part(&self, _: Part) -> bool {
        match self.0 {}
    }

    pub(super) fn only_alone(&self, _: &str) -> Result<()> {
        match self.0 {}
    }

    pub(in crate::store) fn try_locks(&self, _: &[u32]) -> Result<Vec<u32>> {
        match self.0 {}
    }

    pub(in crate::store) fn await_locks(&self, _: &[u32]) -> Result<()> {
        match self.0 {}
    }

    pub(super) fn commit(&self) -> Result<()> {
        match self.0 {}
    }

    pub(super) fn rollback(&self) -> Result<()> {
        match self.0 {}
    }

    pub(super) fn put_rows<E: From<Error>>(
        &self,
        _: &str,
        _: &[Column],
        _: impl FnOnce(&mut Put<'_, E>) -> std::result::Result<(), E>,
    ) -> std::result::Result<(), E> {
        match self.0 {}
    }

    pub(in crate::store) fn commits_of_others(&self) -> Result<i64> {
        match self.0 {}
    }

    pub(in crate::store) fn listen(&self) -> Result<()> {
        match self.0 {}
    }

    pub(in crate::store) fn hears(&self, _: Duration) -> Result<bool> {
        match self.0 {}
    }
}

pub(in crate::store) struct Prepared<'c>(Infallible, PhantomData<&'c Server>);

impl Prepared<'_> {
    pub(super) fn execute(&self, _: &[&dyn ToSql]) -> Result<()> {
        match self.0 {}
    }

    pub(super) fn change_one(&self, _: &[&dyn ToSql]) -> Result<()> {
        match self.0 {}
    }

    pub(super) fn changes(&self, _: &[&dyn ToSql]) -> Result<usize> {
        match self.0 {}
    }

    pub(super) fn query(&self, _: &[&dyn ToSql]) -> Result<Vec<ServerRow>> {
        match self.0 {}
    }

    pub(super) fn insert(&self, _: &[&dyn ToSql]) -> Result<i64> {
        match self.0 {}
    }
}

pub struct ServerRow(Infallible);

pub(super) fn value(row: &ServerRow, _: usize) -> Result<ValueRef<'_>> {
    match row.0 {}
}

/// What a server says: nothing.
#[derive(Debug, thiserror::Error)]
#[error("")]
pub struct ServerError(Infallible);

pub(super) fn words(error: &ServerError) -> String {
    match error.0 {}
}

impl From<ServerError> for StoreError {
    fn from(error: ServerError) -> StoreError {
        match error.0 {}
    }
}
