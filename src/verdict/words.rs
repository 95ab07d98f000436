//! Types that are words: each variant has one spelling, for people and machines alike.

/// Gives an enum its words: `ALL`, `as_str`, `Display`, `FromStr`, and both directions of serde.
macro_rules! words {
    ($visible:vis $type:ident, $what:literal, { $($variant:ident = $word:literal),+ $(,)? }) => {
        impl $type {
            /// All of them, in the order of reports.
            $visible const ALL: [Self; [$($word),+].len()] = [$(Self::$variant),+];

            /// The word for it.
            #[must_use]
            $visible const fn as_str(self) -> &'static str {
                match self {
                    $(Self::$variant => $word),+
                }
            }
        }

        impl std::fmt::Display for $type {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.pad(self.as_str())
            }
        }

        impl std::str::FromStr for $type {
            type Err = String;

            fn from_str(text: &str) -> Result<Self, String> {
                let found = Self::ALL.into_iter().find(|it| it.as_str() == text);
                found.ok_or_else(|| {
                    format!("`{text}` is no {}: expected one of {}", $what, [$($word),+].join(", "))
                })
            }
        }

        impl serde::Serialize for $type {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_str(self.as_str())
            }
        }

        impl<'de> serde::Deserialize<'de> for $type {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                let text = String::deserialize(deserializer)?;
                text.parse().map_err(serde::de::Error::custom)
            }
        }
    };
}

pub(crate) use words;
