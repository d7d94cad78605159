//! From where a request comes: whoever is connected, or, behind a proxy of ours, whom the
//! proxy names last. What anybody else writes into a header counts for nothing.

use axum::http::HeaderMap;
use std::net::{IpAddr, Ipv6Addr};

/// Who is at the other end: what every request brings along
/// ([`Extension`](axum::Extension)).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PeerAddress {
    /// Its address; an IPv4 one is written as such.
    pub ip: IpAddr,
    /// Nobody on the way reads along: TLS of our own, or of the proxy before us.
    pub tls: bool,
}

impl PeerAddress {
    /// Of whoever is connected.
    pub fn of(peer: IpAddr, tls: bool) -> PeerAddress {
        PeerAddress {
            ip: peer.to_canonical(),
            tls,
        }
    }

    /// Of whom a proxy of ours names; `tls`: browsers come to it by https.
    pub fn behind_proxy(proxy: IpAddr, headers: &HeaderMap, tls: bool) -> PeerAddress {
        let said = headers.get_all("x-forwarded-for").iter().next_back();
        let said = said.and_then(|v| v.to_str().ok()).unwrap_or_default();
        let last = said.rsplit(',').next().unwrap_or_default().trim();
        PeerAddress::of(last.parse().unwrap_or(proxy), tls)
    }

    /// By what it is counted: one household has a whole network of IPv6 (/64).
    pub fn household(self) -> IpAddr {
        match self.ip {
            IpAddr::V6(address) => {
                let network = u128::from(address) >> 64 << 64;
                IpAddr::V6(Ipv6Addr::from(network))
            }
            v4 @ IpAddr::V4(_) => v4,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::http::{HeaderName, HeaderValue};

    fn behind(proxy: &str, forwarded: &[&'static str]) -> String {
        let name = HeaderName::from_static("x-forwarded-for");
        let mut headers = HeaderMap::new();
        for said in forwarded {
            headers.append(&name, HeaderValue::from_static(said));
        }
        let proxy = proxy.parse().unwrap();
        let peer = PeerAddress::behind_proxy(proxy, &headers, true);
        peer.household().to_string()
    }

    #[test]
    fn of_what_a_proxy_of_ours_says_its_last_word_counts() {
        assert_eq!(behind("127.0.0.1", &["203.0.113.1"]), "203.0.113.1");
        let faked = ["10.0.0.1, 192.0.2.9", "1.2.3.4, 203.0.113.1"];
        assert_eq!(behind("127.0.0.1", &faked), "203.0.113.1");
        assert_eq!(behind("127.0.0.1", &["nonsense"]), "127.0.0.1");
        assert_eq!(behind("127.0.0.1", &[]), "127.0.0.1");
    }

    #[test]
    fn a_household_of_ipv6_is_one() {
        let household = |ip: &str| PeerAddress::of(ip.parse().unwrap(), false).household();
        assert_eq!(household("2001:db8:1:2:3::4").to_string(), "2001:db8:1:2::");
        assert_eq!(household("::ffff:192.0.2.7").to_string(), "192.0.2.7");
    }
}
