//! From where a request comes: whoever is connected, or, behind a proxy of ours, whom the
//! proxy names last. What anybody else writes into a header counts for nothing.

use axum::http::request::Parts;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

/// Who is connected.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Peer(pub IpAddr);

/// The address that a request is counted by.
pub fn of(head: &Parts, proxies: &[IpAddr]) -> IpAddr {
    let peer = head.extensions.get::<Peer>();
    let peer = peer.map_or(IpAddr::V4(Ipv4Addr::UNSPECIFIED), |peer| peer.0);
    let peer = peer.to_canonical();
    if !proxies.contains(&peer) {
        return of_household(peer);
    }
    let said = head.headers.get_all("x-forwarded-for").iter().next_back();
    let said = said.and_then(|v| v.to_str().ok()).unwrap_or_default();
    let last = said.rsplit(',').next().unwrap_or_default().trim();
    of_household(last.parse().unwrap_or(peer))
}

/// One household has a whole network of IPv6 (/64): it counts as one.
fn of_household(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(address) => {
            let network = u128::from(address) >> 64 << 64;
            IpAddr::V6(Ipv6Addr::from(network))
        }
        v4 @ IpAddr::V4(_) => v4,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::http::Request;

    fn came(peer: &str, forwarded: &[&str], proxies: &[&str]) -> String {
        let mut request = Request::builder();
        for said in forwarded {
            request = request.header("x-forwarded-for", *said);
        }
        let (mut head, ()) = request.body(()).unwrap().into_parts();
        head.extensions.insert(Peer(peer.parse().unwrap()));
        let proxies: Vec<IpAddr> = proxies.iter().map(|p| p.parse().unwrap()).collect();
        of(&head, &proxies).to_string()
    }

    #[test]
    fn only_a_proxy_of_ours_is_believed_and_only_its_last_word() {
        let ours = ["127.0.0.1", "::1"];
        assert_eq!(
            came("198.51.100.7", &["203.0.113.1"], &ours),
            "198.51.100.7"
        );
        assert_eq!(came("127.0.0.1", &["203.0.113.1"], &[]), "127.0.0.1");
        let faked = ["10.0.0.1, 192.0.2.9", "1.2.3.4, 203.0.113.1"];
        assert_eq!(came("127.0.0.1", &faked, &ours), "203.0.113.1");
        assert_eq!(
            came("::ffff:127.0.0.1", &["203.0.113.1"], &ours),
            "203.0.113.1"
        );
        assert_eq!(came("127.0.0.1", &["nonsense"], &ours), "127.0.0.1");
        assert_eq!(came("2001:db8:1:2:3::4", &[], &ours), "2001:db8:1:2::");
    }
}
