//! In the place of `server.rs` where the program is built without PostgreSQL (Cargo feature
//! `postgres`): there is no address of a server, so no connection to one, and nothing that is
//! asked of one is ever asked.

use super::{Column, Encryption, Error, Put, Result, Sort};
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

    pub(in crate::store) fn lock(self: &Arc<Address>, _: i32, _: Duration) -> Result<Option<Held>> {
        match self.0 {}
    }
}

impl fmt::Display for Address {
    fn fmt(&self, _: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {}
    }
}

#[derive(Debug)]
pub(in crate::store) struct Held(Infallible);

impl Held {
    pub(in crate::store) fn holder(&self) -> Option<(i32, i32)> {
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

    pub(super) fn is_in_transaction(&self) -> bool {
        match self.0 {}
    }

    pub(in crate::store) fn begin_making(&self, _: &str) -> Result<()> {
        match self.0 {}
    }

    pub(in crate::store) fn guard(&self, _: Option<(i32, i32)>) {
        match self.0 {}
    }

    pub(super) fn begin(&self, _: Sort) -> Result<()> {
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
