//! What is odd about `[web]`, for `check`.

use super::WebSection;

impl WebSection {
    /// What an operator should know of `[web]`, before his players find it out; in so
    /// many tournaments that are being played moves are made on the board.
    pub fn remarks(&self, on_board: usize) -> Vec<String> {
        let mut all = Vec::new();
        let base = self.base_url.as_deref();
        if base.is_none() && on_board > 0 {
            all.push(format!(
                "web.base_url is not set, and in {on_board} of the tournaments being played moves \
                 are made on the board: letters carry no links, and who has none cannot sign in"
            ));
        }
        let host = base.and_then(|base| base.strip_prefix("http://"));
        let host = host.map(|host| host.split(['/', ':']).next().unwrap_or(host));
        let is_here = |host: &str| host == "localhost" || host.starts_with("127.") || host == "[";
        if let Some(host) = host.filter(|host| !is_here(host)) {
            all.push(format!(
                "web.base_url is http: passwords and cookies go to {host} in clear"
            ));
        }
        let is_https = base.is_some_and(|base| base.starts_with("https://"));
        if is_https && self.tls.is_none() && self.trusted_proxies.is_empty() {
            all.push(
                "web.base_url is https and there is no web.tls_cert: a proxy stands before the \
                 server. While it is not in web.trusted_proxies, all visitors count as one, and \
                 slow each other down"
                    .to_owned(),
            );
        }
        all
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_operator_is_told_what_his_players_would_find_out() {
        let told = |base: Option<&str>, tls: bool, proxies: bool, on_board: usize| {
            let web = WebSection {
                listen: "127.0.0.1:8180".parse().unwrap(),
                base_url: base.map(str::to_owned),
                tls: tls.then(|| ("a".into(), "b".into())),
                trusted_proxies: match proxies {
                    true => vec!["127.0.0.1".parse().unwrap()],
                    false => Vec::new(),
                },
            };
            web.remarks(on_board).join("\n")
        };
        let https = Some("https://play.club.example");
        for (said, wanted) in [
            (told(None, false, false, 0), ""),
            (told(None, false, false, 2), "web.base_url is not set"),
            (told(https, false, false, 2), "all visitors count as one"),
            (told(https, false, true, 2), ""),
            (told(https, true, false, 2), ""),
            (
                told(Some("http://play.club.example/x"), false, true, 2),
                "to play.club.example in clear",
            ),
            (told(Some("http://127.0.0.1:8180"), false, false, 2), ""),
            (told(Some("http://[::1]:8180"), false, false, 2), ""),
        ] {
            assert!(
                said.contains(wanted) && said.is_empty() == wanted.is_empty(),
                "{said}"
            );
        }
    }
}
