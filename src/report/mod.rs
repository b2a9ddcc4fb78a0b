//! A plan for people and programs outside the window: one renderer a file, over plain data.
//!
//! Deliberately absent: any decision. A renderer that needs a number asks the plan for it.

pub mod json;
pub mod text;
