//! A database on a server: how its tables are made, and found.

use super::StoreError;
use super::engine::{Address, Server, schema};
use super::migrate::{SCHEMA, VERSION};
use std::sync::Arc;

/// Makes the tables, where there are none yet, in a transaction that is left open.
pub(super) fn create(address: &Arc<Address>) -> Result<Server, StoreError> {
    let server = Server::connect(address)?;
    if has_tables(&server)? {
        return Err(StoreError::TablesThere(address.to_string()));
    }
    server.begin_making(&format!(
        "{} INSERT INTO database_version VALUES ({VERSION})",
        schema(SCHEMA)
    ))?;
    Ok(server)
}

/// Opens one of whatever version.
pub(super) fn open_as_it_is(address: &Arc<Address>) -> Result<Server, StoreError> {
    let server = Server::connect(address)?;
    match has_tables(&server)? {
        true => Ok(server),
        false => Err(StoreError::NoTables(address.to_string())),
    }
}

/// Opens one only to look: nothing can be written through it.
pub(super) fn look(address: &Arc<Address>) -> Result<Server, StoreError> {
    let server = open_as_it_is(address)?;
    server.batch("SET default_transaction_read_only = on")?;
    Ok(server)
}

fn has_tables(server: &Server) -> Result<bool, StoreError> {
    Ok(server.number("SELECT count(to_regclass('database_version'))")? > 0)
}
