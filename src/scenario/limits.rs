//! What a scenario may be at most (scenario-format, Safety). Each limit is an error that states it.

use serde_json::Value;

/// The largest file that is read.
pub const MAX_FILE_BYTES: u64 = 16 << 20;
/// The most that one load reads in all.
pub const MAX_TOTAL_BYTES: u64 = 64 << 20;
/// The largest number: far above any context window, and far from where sums of a hundred of them would overflow.
pub const MAX_NUMBER: u64 = 1_000_000_000_000;
/// The most tools of one scenario.
pub const MAX_TOOLS: usize = 100_000;
/// The longest chain of `extends`.
pub const MAX_CHAIN_FILES: usize = 16;
/// The deepest nesting that is read, in levels.
pub const MAX_DEPTH: usize = 64;

/// How deep a value nests: a scalar is 0, an object or array one more than its deepest member.
pub fn depth(value: &Value) -> u64 {
    match value {
        Value::Object(map) => 1 + map.values().map(depth).max().unwrap_or(0),
        Value::Array(items) => 1 + items.iter().map(depth).max().unwrap_or(0),
        _ => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::depth;
    use serde_json::json;

    #[test]
    fn a_scalar_is_no_level() {
        assert_eq!(depth(&json!(1)), 0);
        assert_eq!(depth(&json!([])), 1);
        assert_eq!(depth(&json!({"a": [1], "b": 2})), 2);
    }
}
