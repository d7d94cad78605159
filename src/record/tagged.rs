//! How what happened is written: an object whose first member, `what`, names it, beside its
//! fields. serde's own way for that keeps all members first and reads them a second time.
//! Here what it derives for an enum without a tag is read, and written, with the name among
//! the fields.

use super::{Event, PlayerEvent, TournamentEvent};
use serde::de::value::MapAccessDeserializer;
use serde::de::{self, DeserializeSeed, EnumAccess, IgnoredAny, MapAccess, VariantAccess, Visitor};
use serde::ser::{self, Error as _, Impossible, SerializeMap, SerializeStruct};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fmt;

/// The member that names what happened.
const WHAT: &str = "what";

macro_rules! named_by_what {
    ($($name:ident)*) => {$(
        impl Serialize for $name {
            fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
                $name::serialize(self, Writer(to))
            }
        }

        impl<'de> Deserialize<'de> for $name {
            fn deserialize<D: Deserializer<'de>>(from: D) -> Result<$name, D::Error> {
                $name::deserialize(Reader(from))
            }
        }
    )*};
}
named_by_what!(Event PlayerEvent TournamentEvent);

/// Gives an object as an enum.
struct Reader<D>(D);

impl<'de, D: Deserializer<'de>> Deserializer<'de> for Reader<D> {
    type Error = D::Error;

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, D::Error> {
        self.0.deserialize_map(ObjectVisitor(visitor))
    }

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, D::Error> {
        self.0.deserialize_any(visitor)
    }

    serde::forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf
        option unit unit_struct newtype_struct seq tuple tuple_struct map struct identifier
        ignored_any
    }
}

struct ObjectVisitor<V>(V);

impl<'de, V: Visitor<'de>> Visitor<'de> for ObjectVisitor<V> {
    type Value = V::Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "an object with `{WHAT}`")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut members: A) -> Result<V::Value, A::Error> {
        match members.next_key_seed(IsWhat)? {
            Some(Ok(())) => self.0.visit_enum(Members(members)),
            // Written by somebody else: the name stands behind some of the fields.
            Some(Err(first)) => {
                let mut all = serde_json::Map::new();
                let value = members.next_value::<serde_json::Value>()?;
                all.insert(first, value);
                while let Some((name, value)) = members.next_entry()? {
                    all.insert(name, value);
                }
                let what = all.shift_remove(WHAT);
                let what = what.ok_or_else(|| de::Error::missing_field(WHAT))?;
                all.shift_insert(0, WHAT.to_owned(), what);
                all.deserialize_map(self).map_err(de::Error::custom)
            }
            None => Err(de::Error::missing_field(WHAT)),
        }
    }
}

/// Whether a member is [`WHAT`]; else its name.
struct IsWhat;

impl<'de> DeserializeSeed<'de> for IsWhat {
    type Value = Result<(), String>;

    fn deserialize<D: Deserializer<'de>>(self, from: D) -> Result<Self::Value, D::Error> {
        from.deserialize_identifier(self)
    }
}

impl Visitor<'_> for IsWhat {
    type Value = Result<(), String>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the name of a member")
    }

    fn visit_str<E: de::Error>(self, name: &str) -> Result<Self::Value, E> {
        Ok(match name {
            WHAT => Ok(()),
            other => Err(other.to_owned()),
        })
    }
}

/// The members of an object from the value of [`WHAT`] on, as a variant.
struct Members<A>(A);

impl<'de, A: MapAccess<'de>> EnumAccess<'de> for Members<A> {
    type Error = A::Error;
    type Variant = Members<A>;

    fn variant_seed<V: DeserializeSeed<'de>>(
        mut self,
        seed: V,
    ) -> Result<(V::Value, Members<A>), A::Error> {
        let what = self.0.next_value_seed(seed)?;
        Ok((what, self))
    }
}

impl<'de, A: MapAccess<'de>> VariantAccess<'de> for Members<A> {
    type Error = A::Error;

    fn unit_variant(mut self) -> Result<(), A::Error> {
        while self.0.next_entry::<IgnoredAny, IgnoredAny>()?.is_some() {}
        Ok(())
    }

    fn newtype_variant_seed<T: DeserializeSeed<'de>>(self, seed: T) -> Result<T::Value, A::Error> {
        seed.deserialize(MapAccessDeserializer::new(self.0))
    }

    fn tuple_variant<V: Visitor<'de>>(self, _: usize, _: V) -> Result<V::Value, A::Error> {
        Err(de::Error::custom("a tuple has no members"))
    }

    fn struct_variant<V: Visitor<'de>>(
        self,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, A::Error> {
        visitor.visit_map(self.0)
    }
}

/// Nothing but objects has members.
macro_rules! refused {
    ($($method:ident($($argument:ty),*) -> $given:ty;)*) => {$(
        fn $method(self, $(_: $argument),*) -> Result<$given, S::Error> {
            Err(S::Error::custom("this has no members"))
        }
    )*};
}

macro_rules! refused_plain {
    () => {
        refused! {
            serialize_bool(bool) -> S::Ok;
            serialize_i8(i8) -> S::Ok;
            serialize_i16(i16) -> S::Ok;
            serialize_i32(i32) -> S::Ok;
            serialize_i64(i64) -> S::Ok;
            serialize_u8(u8) -> S::Ok;
            serialize_u16(u16) -> S::Ok;
            serialize_u32(u32) -> S::Ok;
            serialize_u64(u64) -> S::Ok;
            serialize_f32(f32) -> S::Ok;
            serialize_f64(f64) -> S::Ok;
            serialize_char(char) -> S::Ok;
            serialize_str(&str) -> S::Ok;
            serialize_bytes(&[u8]) -> S::Ok;
            serialize_none() -> S::Ok;
            serialize_unit() -> S::Ok;
            serialize_unit_struct(&'static str) -> S::Ok;
            serialize_seq(Option<usize>) -> Self::SerializeSeq;
            serialize_tuple(usize) -> Self::SerializeTuple;
            serialize_tuple_struct(&'static str, usize) -> Self::SerializeTupleStruct;
            serialize_tuple_variant(&'static str, u32, &'static str, usize)
                -> Self::SerializeTupleVariant;
        }

        fn serialize_some<T: Serialize + ?Sized>(self, _: &T) -> Result<S::Ok, S::Error> {
            Err(S::Error::custom("this has no members"))
        }
    };
}

/// Writes an enum as an object.
struct Writer<S>(S);

impl<S: Serializer> Serializer for Writer<S> {
    type Ok = S::Ok;
    type Error = S::Error;
    type SerializeSeq = Impossible<S::Ok, S::Error>;
    type SerializeTuple = Impossible<S::Ok, S::Error>;
    type SerializeTupleStruct = Impossible<S::Ok, S::Error>;
    type SerializeTupleVariant = Impossible<S::Ok, S::Error>;
    type SerializeMap = Impossible<S::Ok, S::Error>;
    type SerializeStruct = Impossible<S::Ok, S::Error>;
    type SerializeStructVariant = Fields<S::SerializeStruct>;

    fn serialize_unit_variant(
        self,
        name: &'static str,
        _: u32,
        what: &'static str,
    ) -> Result<S::Ok, S::Error> {
        let mut object = self.0.serialize_struct(name, 1)?;
        object.serialize_field(WHAT, what)?;
        object.end()
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        _: u32,
        what: &'static str,
        inside: &T,
    ) -> Result<S::Ok, S::Error> {
        inside.serialize(Inside { to: self.0, what })
    }

    fn serialize_struct_variant(
        self,
        name: &'static str,
        _: u32,
        what: &'static str,
        fields: usize,
    ) -> Result<Self::SerializeStructVariant, S::Error> {
        let mut object = self.0.serialize_struct(name, fields + 1)?;
        object.serialize_field(WHAT, what)?;
        Ok(Fields(object))
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        inside: &T,
    ) -> Result<S::Ok, S::Error> {
        inside.serialize(self)
    }

    refused_plain!();
    refused! {
        serialize_map(Option<usize>) -> Self::SerializeMap;
        serialize_struct(&'static str, usize) -> Self::SerializeStruct;
    }
}

/// The fields of a variant, behind its name.
struct Fields<O>(O);

impl<O: SerializeStruct> ser::SerializeStructVariant for Fields<O> {
    type Ok = O::Ok;
    type Error = O::Error;

    fn serialize_field<T: Serialize + ?Sized>(
        &mut self,
        name: &'static str,
        value: &T,
    ) -> Result<(), O::Error> {
        self.0.serialize_field(name, value)
    }

    fn skip_field(&mut self, name: &'static str) -> Result<(), O::Error> {
        self.0.skip_field(name)
    }

    fn end(self) -> Result<O::Ok, O::Error> {
        self.0.end()
    }
}

/// Writes what a variant consists of as an object, its name before its own members.
struct Inside<S> {
    to: S,
    what: &'static str,
}

impl<S: Serializer> Serializer for Inside<S> {
    type Ok = S::Ok;
    type Error = S::Error;
    type SerializeSeq = Impossible<S::Ok, S::Error>;
    type SerializeTuple = Impossible<S::Ok, S::Error>;
    type SerializeTupleStruct = Impossible<S::Ok, S::Error>;
    type SerializeTupleVariant = Impossible<S::Ok, S::Error>;
    type SerializeMap = S::SerializeMap;
    type SerializeStruct = S::SerializeStruct;
    type SerializeStructVariant = Impossible<S::Ok, S::Error>;

    fn serialize_map(self, length: Option<usize>) -> Result<S::SerializeMap, S::Error> {
        let mut object = self.to.serialize_map(length.map(|n| n + 1))?;
        object.serialize_entry(WHAT, self.what)?;
        Ok(object)
    }

    fn serialize_struct(
        self,
        name: &'static str,
        fields: usize,
    ) -> Result<S::SerializeStruct, S::Error> {
        let mut object = self.to.serialize_struct(name, fields + 1)?;
        object.serialize_field(WHAT, self.what)?;
        Ok(object)
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        inside: &T,
    ) -> Result<S::Ok, S::Error> {
        inside.serialize(self)
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        _: u32,
        _: &'static str,
        _: &T,
    ) -> Result<S::Ok, S::Error> {
        Err(S::Error::custom("this has no members"))
    }

    refused_plain!();
    refused! {
        serialize_unit_variant(&'static str, u32, &'static str) -> S::Ok;
        serialize_struct_variant(&'static str, u32, &'static str, usize)
            -> Self::SerializeStructVariant;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::Side;
    use crate::record::{About, Claim};
    use crate::time::Instant;
    use std::collections::BTreeMap;

    #[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
    struct Part {
        a: Option<u32>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        b: Option<String>,
    }

    #[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
    #[serde(tag = "is", rename_all = "kebab-case")]
    enum Within {
        Nothing,
        Some { days: u32 },
    }

    macro_rules! shapes {
        ($name:ident, $how:meta) => {
            #[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
            #[$how]
            enum $name {
                Plain,
                Full {
                    side: Side,
                    at: Option<Instant>,
                    #[serde(default, skip_serializing_if = "Vec::is_empty")]
                    others: Vec<Vec<String>>,
                    inside: Box<Option<Within>>,
                },
                Empty {},
                Whole(Part),
                Further(Within),
                Counted(BTreeMap<String, i64>),
                Flat {
                    side: Side,
                    #[serde(flatten)]
                    within: Within,
                },
            }

            impl $name {
                fn all() -> Vec<$name> {
                    let full = |others, inside| $name::Full {
                        side: Side::Black,
                        at: Some(Instant::from_unix(1_768_046_400)),
                        others,
                        inside: Box::new(inside),
                    };
                    let part = |a, b: Option<&str>| Part {
                        a,
                        b: b.map(str::to_owned),
                    };
                    vec![
                        $name::Plain,
                        full(Vec::new(), None),
                        full(
                            vec![vec!["e2e4\n\u{e9}".to_owned()]],
                            Some(Within::Some { days: 3 }),
                        ),
                        $name::Empty {},
                        $name::Whole(part(None, None)),
                        $name::Whole(part(Some(7), Some("\"q\""))),
                        $name::Further(Within::Nothing),
                        $name::Further(Within::Some { days: 1 }),
                        $name::Counted(BTreeMap::from([("x".to_owned(), -1)])),
                        $name::Flat {
                            side: Side::White,
                            within: Within::Some { days: 9 },
                        },
                        $name::Flat {
                            side: Side::White,
                            within: Within::Nothing,
                        },
                    ]
                }
            }
        };
    }
    shapes!(Ours, serde(remote = "Self", rename_all = "kebab-case"));
    shapes!(Theirs, serde(tag = "what", rename_all = "kebab-case"));
    named_by_what!(Ours);

    /// Every form of variant is written as serde writes an enum with a tag, byte for byte,
    /// and read back, wherever the name stands.
    #[test]
    fn what_is_written_is_what_serde_writes_with_a_tag() {
        for (ours, theirs) in Ours::all().iter().zip(Theirs::all()) {
            let text = serde_json::to_string(ours).unwrap();
            assert_eq!(text, serde_json::to_string(&theirs).unwrap());
            assert_eq!(
                serde_json::to_value(ours).unwrap(),
                serde_json::to_value(&theirs).unwrap()
            );
            assert_eq!(
                serde_json::from_str::<Ours>(&text).unwrap(),
                *ours,
                "{text}"
            );
            assert_eq!(
                serde_json::from_str::<Theirs>(&text).unwrap(),
                theirs,
                "{text}"
            );
            let mut members: serde_json::Map<String, serde_json::Value> =
                serde_json::from_str(&text).unwrap();
            let what = members.shift_remove(WHAT).unwrap();
            members.insert(WHAT.to_owned(), what);
            let last = serde_json::to_string(&members).unwrap();
            assert_eq!(
                serde_json::from_str::<Ours>(&last).unwrap(),
                *ours,
                "{last}"
            );
            let value: Ours = serde_json::from_value(members.into()).unwrap();
            assert_eq!(value, *ours);
        }
    }

    #[test]
    fn what_is_no_entry_is_refused_as_serde_refuses_it() {
        for text in [
            "{}",
            "[]",
            "\"plain\"",
            "null",
            r#"{"what":"unheard-of"}"#,
            r#"{"what":3}"#,
            r#"{"what":"full","at":null}"#,
            r#"{"at":null,"what":"full"}"#,
            r#"{"what":"whole","a":"x"}"#,
            r#"{"what":"plain""#,
            r#"{"a":1}"#,
        ] {
            assert!(serde_json::from_str::<Theirs>(text).is_err(), "{text}");
            assert!(serde_json::from_str::<Ours>(text).is_err(), "{text}");
        }
        // What a newer program has added is passed over, as before.
        let newer = r#"{"what":"plain","later":{"x":[1]}}"#;
        assert_eq!(serde_json::from_str::<Ours>(newer).unwrap(), Ours::Plain);
    }

    #[test]
    fn the_record_s_most_frequent_entries_stand_as_they_always_did() {
        let at = Instant::from_unix(1_768_046_400);
        let day = crate::time::Day::parse("2026-01-10").unwrap();
        for (event, text) in [
            (Event::Started, r#"{"what":"started"}"#),
            (
                Event::MovePlayed {
                    ply: 1,
                    uci: "e2e4".to_owned(),
                    received: day,
                    sent: day,
                    sent_at: at,
                    variant: false,
                    to_the_second: false,
                },
                concat!(
                    r#"{"what":"move-played","ply":1,"uci":"e2e4","received":"2026-01-10","#,
                    r#""sent":"2026-01-10","sent_at":"2026-01-10T12:00:00Z","variant":false}"#
                ),
            ),
            (
                Event::LetterLeft {
                    ply: 1,
                    about: About::Move,
                    to: Side::Black,
                    left: at,
                    on_paper: false,
                },
                concat!(
                    r#"{"what":"letter-left","ply":1,"about":"move","to":"black","#,
                    r#""left":"2026-01-10T12:00:00Z"}"#
                ),
            ),
            (
                Event::ClaimRefused {
                    side: Side::White,
                    claim: Claim::Time {
                        at_move: 3,
                        total: 30,
                        limit: 60,
                        barred: false,
                    },
                },
                concat!(
                    r#"{"what":"claim-refused","side":"white","claim":"time","at_move":3,"#,
                    r#""total":30,"limit":60,"barred":false}"#
                ),
            ),
        ] {
            assert_eq!(serde_json::to_string(&event).unwrap(), text);
            assert_eq!(serde_json::from_str::<Event>(text).unwrap(), event);
        }
    }
}
