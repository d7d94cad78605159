//! Values that are given to a statement.

use rusqlite::ToSql;

/// Values, in the order of their numbers (`?1`, `?2` …).
pub(in crate::store) trait Params {
    /// Has something done with them.
    fn with<T>(self, work: impl FnOnce(&[&dyn ToSql]) -> T) -> T;
}

impl Params for &[&dyn ToSql] {
    fn with<T>(self, work: impl FnOnce(&[&dyn ToSql]) -> T) -> T {
        work(self)
    }
}

impl Params for [&(dyn ToSql + Send + Sync); 0] {
    fn with<T>(self, work: impl FnOnce(&[&dyn ToSql]) -> T) -> T {
        work(&[])
    }
}

macro_rules! arrays {
    ($($count:literal)*) => {$(
        impl<V: ToSql> Params for [V; $count] {
            fn with<T>(self, work: impl FnOnce(&[&dyn ToSql]) -> T) -> T {
                work(&self.each_ref().map(|value| value as &dyn ToSql))
            }
        }
    )*};
}
arrays!(1 2 3 4);

/// As many values as something gives.
pub(in crate::store) fn params_from_iter<I: IntoIterator<Item: ToSql>>(values: I) -> Each<I> {
    Each(values)
}

/// The values of [`params_from_iter`].
pub(in crate::store) struct Each<I>(I);

impl<I: IntoIterator<Item: ToSql>> Params for Each<I> {
    fn with<T>(self, work: impl FnOnce(&[&dyn ToSql]) -> T) -> T {
        let values: Vec<I::Item> = self.0.into_iter().collect();
        let values: Vec<&dyn ToSql> = values.iter().map(|value| value as &dyn ToSql).collect();
        work(&values)
    }
}
