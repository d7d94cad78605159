//! The matching of greatest weight in a graph: Edmonds' blossoms with dual variables, each
//! stage in the square of the number of vertices (Galil, ACM Computing Surveys 18, 1986).

use super::wide::Wide;

/// Whether a surface vertex (a vertex or a blossom) is in the forest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Label {
    Free,
    Outer,
    Inner,
}

/// No vertex. Vertices are numbered from 1, blossoms follow them.
const NONE: usize = 0;

/// The matching of greatest weight among `count` vertices, numbered from 0. `weight` is
/// asked for each pair once, the lower number first; what is not positive is no edge. The
/// partner of each, where it has one.
pub fn heaviest<const N: usize>(
    count: usize,
    weight: impl Fn(usize, usize) -> Wide<N>,
) -> Vec<Option<usize>> {
    let mut graph = Graph::new(count, weight);
    while graph.stage() {}
    (1..=count)
        .map(|v| graph.partner.get(v).copied().unwrap_or(NONE).checked_sub(1))
        .collect()
}

struct Graph<const N: usize> {
    n: usize,
    /// Vertices and blossoms in use.
    top: usize,
    size: usize,
    /// Twice the weight of each pair of vertices; nothing for no edge.
    twice: Vec<Wide<N>>,
    has: Vec<bool>,
    /// The best edge between two surface vertices, by its ends; none: no edge.
    edge: Vec<(usize, usize)>,
    dual: Vec<Wide<N>>,
    partner: Vec<usize>,
    slack: Vec<usize>,
    surface: Vec<usize>,
    parent: Vec<usize>,
    /// Which part of a blossom holds a vertex.
    holder: Vec<usize>,
    label: Vec<Label>,
    seen: Vec<usize>,
    time: usize,
    parts: Vec<Vec<usize>>,
    queue: std::collections::VecDeque<usize>,
}

#[expect(
    clippy::indexing_slicing,
    reason = "numbers of vertices and blossoms below `size`, made here alone"
)]
impl<const N: usize> Graph<N> {
    fn new(n: usize, weight: impl Fn(usize, usize) -> Wide<N>) -> Graph<N> {
        // A blossom has three vertices at least: n / 2 of them can stand at once.
        let size = n + n / 2 + 2;
        let mut graph = Graph {
            n,
            top: n,
            size,
            twice: vec![Wide::ZERO; (n + 1) * (n + 1)],
            has: vec![false; (n + 1) * (n + 1)],
            edge: vec![(NONE, NONE); size * size],
            dual: vec![Wide::ZERO; size],
            partner: vec![NONE; size],
            slack: vec![NONE; size],
            surface: (0..size).map(|v| if v <= n { v } else { NONE }).collect(),
            parent: vec![NONE; size],
            holder: vec![NONE; size * (n + 1)],
            label: vec![Label::Free; size],
            seen: vec![0; size],
            time: 0,
            parts: vec![Vec::new(); size],
            queue: std::collections::VecDeque::new(),
        };
        let mut most = Wide::ZERO;
        for a in 1..=n {
            graph.holder[a * (n + 1) + a] = a;
            for b in a + 1..=n {
                let w = weight(a - 1, b - 1);
                if !w.is_positive() {
                    continue;
                }
                most = most.max(w);
                for (u, v) in [(a, b), (b, a)] {
                    graph.twice[u * (n + 1) + v] = w.twice();
                    graph.has[u * (n + 1) + v] = true;
                    graph.edge[u * size + v] = (u, v);
                }
            }
        }
        for v in 1..=n {
            graph.dual[v] = most;
        }
        graph
    }

    fn between(&self, a: usize, b: usize) -> Option<(usize, usize)> {
        Some(self.edge[a * self.size + b]).filter(|(u, _)| *u != NONE)
    }

    /// How far an edge is from being tight.
    fn slack_of(&self, (u, v): (usize, usize)) -> Wide<N> {
        self.dual[u] + self.dual[v] - self.twice[u * (self.n + 1) + v]
    }

    fn improve_slack(&mut self, u: usize, x: usize) {
        let Some(new) = self.between(u, x) else {
            return;
        };
        let old = self.slack[x];
        let better = match (old != NONE).then(|| self.between(old, x)).flatten() {
            None => true,
            Some(old) => self.slack_of(new) < self.slack_of(old),
        };
        if better {
            self.slack[x] = u;
        }
    }

    fn set_slack(&mut self, x: usize) {
        self.slack[x] = NONE;
        for u in 1..=self.n {
            let of = self.surface[u];
            if of != x && self.label[of] == Label::Outer && self.between(u, x).is_some() {
                self.improve_slack(u, x);
            }
        }
    }

    fn push(&mut self, x: usize) {
        if x <= self.n {
            self.queue.push_back(x);
            return;
        }
        for part in self.parts[x].clone() {
            self.push(part);
        }
    }

    fn set_surface(&mut self, x: usize, blossom: usize) {
        self.surface[x] = blossom;
        if x > self.n {
            for part in self.parts[x].clone() {
                self.set_surface(part, blossom);
            }
        }
    }

    /// The place of a part in its blossom, which is turned so that the way to it is even.
    fn place(&mut self, blossom: usize, part: usize) -> usize {
        let parts = &mut self.parts[blossom];
        let at = parts.iter().position(|p| *p == part).unwrap_or(0);
        if at % 2 == 1 {
            parts[1..].reverse();
            parts.len() - at
        } else {
            at
        }
    }

    fn set_partner(&mut self, a: usize, b: usize) {
        let Some((u, v)) = self.between(a, b) else {
            return;
        };
        self.partner[a] = v;
        if a <= self.n {
            return;
        }
        let part = self.holder[a * (self.n + 1) + u];
        let at = self.place(a, part);
        for i in 0..at {
            let (x, y) = (self.parts[a][i], self.parts[a][i ^ 1]);
            self.set_partner(x, y);
        }
        self.set_partner(part, b);
        self.parts[a].rotate_left(at);
    }

    fn augment(&mut self, mut a: usize, mut b: usize) {
        loop {
            let next = self.surface[self.partner[a]];
            self.set_partner(a, b);
            if next == NONE {
                return;
            }
            let up = self.surface[self.parent[next]];
            self.set_partner(next, up);
            (a, b) = (up, next);
        }
    }

    fn common(&mut self, mut a: usize, mut b: usize) -> usize {
        self.time += 1;
        while a != NONE || b != NONE {
            if a != NONE {
                if self.seen[a] == self.time {
                    return a;
                }
                self.seen[a] = self.time;
                a = self.surface[self.partner[a]];
                if a != NONE {
                    a = self.surface[self.parent[a]];
                }
            }
            std::mem::swap(&mut a, &mut b);
        }
        NONE
    }

    fn shrink(&mut self, a: usize, base: usize, b: usize) {
        let n = self.n;
        let mut new = n + 1;
        while new <= self.top && self.surface[new] != NONE {
            new += 1;
        }
        self.top = self.top.max(new);
        self.dual[new] = Wide::ZERO;
        self.label[new] = Label::Outer;
        self.partner[new] = self.partner[base];
        let mut parts = vec![base];
        for (turn, end) in [a, b].into_iter().enumerate() {
            let mut x = end;
            while x != base {
                parts.push(x);
                let y = self.surface[self.partner[x]];
                parts.push(y);
                self.push(y);
                x = self.surface[self.parent[y]];
            }
            if turn == 0 {
                parts[1..].reverse();
            }
        }
        self.parts[new] = parts.clone();
        self.set_surface(new, new);
        for x in 1..=self.top {
            self.edge[new * self.size + x] = (NONE, NONE);
            self.edge[x * self.size + new] = (NONE, NONE);
        }
        for x in 0..=n {
            self.holder[new * (n + 1) + x] = NONE;
        }
        for part in parts {
            for x in 1..=self.top {
                let Some(of_part) = self.between(part, x) else {
                    continue;
                };
                let better = match self.between(new, x) {
                    None => true,
                    Some(known) => self.slack_of(of_part) < self.slack_of(known),
                };
                if better {
                    self.edge[new * self.size + x] = of_part;
                    self.edge[x * self.size + new] = self.edge[x * self.size + part];
                }
            }
            for x in 1..=n {
                if self.holder[part * (n + 1) + x] != NONE {
                    self.holder[new * (n + 1) + x] = part;
                }
            }
        }
        self.set_slack(new);
    }

    fn expand(&mut self, blossom: usize) {
        for part in self.parts[blossom].clone() {
            self.set_surface(part, part);
        }
        let Some((entry, _)) = self.between(blossom, self.parent[blossom]) else {
            return;
        };
        let part = self.holder[blossom * (self.n + 1) + entry];
        let at = self.place(blossom, part);
        let parts = self.parts[blossom].clone();
        for pair in parts[..at].chunks_exact(2) {
            let (inner, outer) = (pair[0], pair[1]);
            self.parent[inner] = self.between(outer, inner).map_or(NONE, |(u, _)| u);
            self.label[inner] = Label::Inner;
            self.label[outer] = Label::Outer;
            self.slack[inner] = NONE;
            self.set_slack(outer);
            self.push(outer);
        }
        self.label[part] = Label::Inner;
        self.parent[part] = self.parent[blossom];
        for part in parts.iter().skip(at + 1) {
            self.label[*part] = Label::Free;
            self.set_slack(*part);
        }
        self.surface[blossom] = NONE;
    }

    /// A tight edge was found; whether the matching grew.
    fn found(&mut self, (u, v): (usize, usize)) -> bool {
        let (a, b) = (self.surface[u], self.surface[v]);
        match self.label[b] {
            Label::Free => {
                self.parent[b] = u;
                self.label[b] = Label::Inner;
                let next = self.surface[self.partner[b]];
                self.slack[b] = NONE;
                self.slack[next] = NONE;
                self.label[next] = Label::Outer;
                self.push(next);
                false
            }
            Label::Outer => match self.common(a, b) {
                NONE => {
                    self.augment(a, b);
                    self.augment(b, a);
                    true
                }
                base => {
                    self.shrink(a, base, b);
                    false
                }
            },
            Label::Inner => false,
        }
    }

    /// One stage; whether the matching grew by an edge.
    fn stage(&mut self) -> bool {
        for x in 1..=self.top {
            self.label[x] = Label::Free;
            self.slack[x] = NONE;
        }
        self.queue.clear();
        for x in 1..=self.top {
            if self.surface[x] == x && self.partner[x] == NONE {
                self.parent[x] = NONE;
                self.label[x] = Label::Outer;
                self.push(x);
            }
        }
        if self.queue.is_empty() {
            return false;
        }
        loop {
            while let Some(u) = self.queue.pop_front() {
                if self.label[self.surface[u]] == Label::Inner {
                    continue;
                }
                for v in 1..=self.n {
                    let inside = self.surface[u] == self.surface[v];
                    if inside || !self.has[u * (self.n + 1) + v] {
                        continue;
                    }
                    if self.slack_of((u, v)) == Wide::ZERO {
                        if self.found((u, v)) {
                            return true;
                        }
                    } else {
                        self.improve_slack(u, self.surface[v]);
                    }
                }
            }
            if !self.adjust() {
                return false;
            }
            self.queue.clear();
            for x in 1..=self.top {
                let from = self.slack[x];
                if self.surface[x] != x || from == NONE || self.surface[from] == x {
                    continue;
                }
                if let Some(edge) = self.between(from, x)
                    && self.slack_of(edge) == Wide::ZERO
                    && self.found(edge)
                {
                    return true;
                }
            }
            for b in self.n + 1..=self.top {
                let stands = self.surface[b] == b && self.label[b] == Label::Inner;
                if stands && self.dual[b] == Wide::ZERO {
                    self.expand(b);
                }
            }
        }
    }

    /// Changes the dual variables as far as they may; `false` where the matching is the
    /// heaviest.
    fn adjust(&mut self) -> bool {
        let mut step: Option<Wide<N>> = None;
        let mut lower = |to: Wide<N>| step = Some(step.map_or(to, |s| s.min(to)));
        for b in self.n + 1..=self.top {
            if self.surface[b] == b && self.label[b] == Label::Inner {
                lower(self.dual[b].half());
            }
        }
        for x in 1..=self.top {
            let from = self.slack[x];
            if self.surface[x] != x || from == NONE {
                continue;
            }
            let Some(edge) = self.between(from, x) else {
                continue;
            };
            match self.label[x] {
                Label::Free => lower(self.slack_of(edge)),
                Label::Outer => lower(self.slack_of(edge).half()),
                Label::Inner => {}
            }
        }
        let outer = (1..=self.n).filter(|v| self.label[self.surface[*v]] == Label::Outer);
        let least = outer.map(|v| self.dual[v]).min();
        let step = match (step, least) {
            // A dual that falls to nothing: no path is worth more than staying free.
            (Some(step), Some(least)) if step < least => step,
            _ => return false,
        };
        for v in 1..=self.n {
            match self.label[self.surface[v]] {
                Label::Outer => self.dual[v] = self.dual[v] - step,
                Label::Inner => self.dual[v] = self.dual[v] + step,
                Label::Free => {}
            }
        }
        for b in self.n + 1..=self.top {
            if self.surface[b] == b {
                match self.label[b] {
                    Label::Outer => self.dual[b] = self.dual[b] + step.twice(),
                    Label::Inner => self.dual[b] = self.dual[b] - step.twice(),
                    Label::Free => {}
                }
            }
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn weighed(count: usize, weights: &[Vec<i64>]) -> i64 {
        let of = |a: usize, b: usize| {
            let mut wide = Wide::<2>::ZERO;
            wide.add_at(0, weights[a][b]);
            wide
        };
        let found = heaviest(count, of);
        let mut sum = 0;
        for (a, b) in found.iter().enumerate() {
            if let Some(b) = *b {
                assert_eq!(found[b], Some(a), "a partner has one partner");
                assert!(weights[a][b] > 0, "no edge");
                sum += weights[a][b];
            }
        }
        sum / 2
    }

    /// The greatest weight, by trying everything.
    fn tried(free: u32, weights: &[Vec<i64>]) -> i64 {
        if free == 0 {
            return 0;
        }
        let a = free.trailing_zeros() as usize;
        let rest = free & !(1 << a);
        let mut best = tried(rest, weights);
        for b in 0..weights.len() {
            if rest & 1 << b != 0 && weights[a][b] > 0 {
                best = best.max(weights[a][b] + tried(rest & !(1 << b), weights));
            }
        }
        best
    }

    #[test]
    fn small_graphs_are_matched_as_by_trying_everything() {
        let mut state: u64 = 7;
        let mut random = |below: u64| {
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1);
            (state >> 33) % below
        };
        for turn in 0..4_000 {
            let count = 2 + random(9) as usize;
            let (most, density) = (1 + random(12), 1 + random(10));
            let mut weights = vec![vec![0; count]; count];
            for (a, b) in (0..count).flat_map(|a| (a + 1..count).map(move |b| (a, b))) {
                if random(10) < density {
                    let w = random(most + 1) as i64;
                    (weights[a][b], weights[b][a]) = (w, w);
                }
            }
            let all = (1_u32 << count) - 1;
            assert_eq!(
                weighed(count, &weights),
                tried(all, &weights),
                "{turn} {weights:?}"
            );
        }
    }
}
