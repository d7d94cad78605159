//! The certificate of the server, where it has its own.

use crate::error::Failure;
use rustls::ServerConfig;
use rustls::pki_types::pem::PemObject;
use rustls::pki_types::{CertificateDer, PrivateKeyDer};
use std::path::Path;
use std::sync::Arc;
use tokio_rustls::TlsAcceptor;

/// What takes connections with a certificate and its key, both PEM.
///
/// # Errors
/// A file that cannot be read or holds none, or a key of another certificate.
pub fn acceptor(certificate: &Path, key: &Path) -> Result<TlsAcceptor, Failure> {
    let wrong = |path: &Path, why: &dyn std::fmt::Display| {
        Failure::failed(format!("{}: {why}", path.display()))
            .hint("tls_cert and tls_key in [web] name PEM files: the certificate with those above it, and its key")
    };
    let chain: Vec<CertificateDer<'static>> = CertificateDer::pem_file_iter(certificate)
        .and_then(Iterator::collect)
        .map_err(|e| wrong(certificate, &e))?;
    if chain.is_empty() {
        return Err(wrong(certificate, &"no certificate"));
    }
    let own = PrivateKeyDer::from_pem_file(key).map_err(|e| wrong(key, &e))?;
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let config = ServerConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()
        .map_err(|e| wrong(certificate, &e))?
        .with_no_client_auth()
        .with_single_cert(chain, own)
        .map_err(|e| wrong(certificate, &e))?;
    Ok(TlsAcceptor::from(Arc::new(config)))
}
