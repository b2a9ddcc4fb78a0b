//! The arguments: a form made from the tool's input schema, beside the JSON that it edits. Nothing is kept from being
//! wrong: what does not fit is what the pipeline is asked about.

use crate::app::{Draft, pretty};
use crate::call::starting_value;
use crate::diagnostics::visible;
use crate::roster::{Parameter, parameters};
use crate::rows::Shown;
use crate::ui::frame::Frame;
use egui::{ComboBox, RichText, TextEdit, Ui};
use serde_json::{Map, Value};

/// Draws the form.
pub(super) fn show(ui: &mut Ui, frame: &Frame<'_>, shown: &Shown, draft: &mut Draft) {
    let catalog = &shown.planned.roster.catalog;
    let name = draft.tool.trim();
    if name.is_empty() {
        ui.label("Choose a tool, or type any name that a model may think of.");
        return;
    }
    let Some(id) = catalog.find(name) else {
        ui.label("The scenario has no tool of that name, so there is no schema to make a form of. Write the arguments as JSON.");
        return;
    };
    let schema = &catalog.tool(id).input_schema;
    let Ok(Value::Object(mut arguments)) = draft.value() else {
        ui.label("The arguments are not a JSON object; the form is back when they are.");
        return;
    };
    let properties = parameters(schema);
    if properties.is_empty() {
        ui.label("Its input schema names no arguments.");
        return;
    }
    let mut is_changed = false;
    for property in &properties {
        is_changed |= field(ui, frame, property, &mut arguments);
    }
    if is_changed {
        draft.arguments = pretty(&Value::Object(arguments));
    }
}

/// Draws the JSON.
pub(super) fn raw(ui: &mut Ui, frame: &Frame<'_>, draft: &mut Draft) {
    let label = ui.weak("Arguments as JSON");
    let field = TextEdit::multiline(&mut draft.arguments)
        .code_editor()
        .desired_rows(6)
        .desired_width(f32::INFINITY);
    ui.add(field).labelled_by(label.id);
    if let Err(error) = draft.value() {
        ui.label(RichText::new(format!("Not JSON: {}", visible(&error))).color(frame.palette.bad));
    }
}

/// Draws one argument; true if it was changed.
fn field(ui: &mut Ui, frame: &Frame<'_>, property: &Parameter<'_>, arguments: &mut Map<String, Value>) -> bool {
    let mut is_there = arguments.contains_key(property.name);
    let mut is_changed = false;
    ui.horizontal_wrapped(|ui| {
        let mut text = RichText::new(visible(property.name)).monospace();
        if property.is_required && !is_there {
            text = text.color(frame.palette.bad);
        }
        let response = ui.checkbox(&mut is_there, text).on_hover_text(hint(property));
        if response.clicked() {
            is_changed = true;
            if is_there {
                arguments.insert(property.name.to_owned(), starting_value(property.schema));
            } else {
                arguments.remove(property.name);
            }
        }
        ui.weak(kind(property));
    });
    if let Some(value) = arguments.get_mut(property.name) {
        is_changed |= ui.indent(property.name, |ui| edit(ui, property, value)).inner;
    }
    is_changed
}

fn edit(ui: &mut Ui, property: &Parameter<'_>, value: &mut Value) -> bool {
    let words = words(property.schema);
    if !words.is_empty() {
        return choice(ui, property.name, &words, value);
    }
    match property.schema.get("type").and_then(Value::as_str) {
        Some("boolean") if value.is_boolean() => {
            let mut is_true = value.as_bool().unwrap_or(false);
            let is_changed = ui.checkbox(&mut is_true, "true").changed();
            *value = is_true.into();
            is_changed
        }
        Some("object" | "array") | None if !value.is_string() => {
            ui.weak("edit it as JSON, beside");
            false
        }
        kind => {
            let mut text = match &*value {
                Value::String(text) => text.clone(),
                other => other.to_string(),
            };
            let is_long = max_length(property.schema) > 120;
            let field = if is_long {
                TextEdit::multiline(&mut text).desired_rows(2)
            } else {
                TextEdit::singleline(&mut text)
            };
            let response = ui.add(field.desired_width(f32::INFINITY));
            response.widget_info(|| {
                let role = if is_long {
                    egui::Role::MultilineTextInput
                } else {
                    egui::Role::TextInput
                };
                egui::WidgetInfo::labeled(role, true, format!("Argument {}", property.name))
            });
            if response.changed() {
                *value = typed(&text, kind);
            }
            response.changed()
        }
    }
}

fn choice(ui: &mut Ui, name: &str, words: &[&str], value: &mut Value) -> bool {
    let mut is_changed = false;
    let chosen = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
    let combo = ComboBox::from_id_salt(("argument", name)).selected_text(visible(&chosen));
    let response = combo.show_ui(ui, |ui| {
        for word in words {
            if ui.selectable_label(chosen == *word, visible(word)).clicked() {
                *value = (*word).into();
                is_changed = true;
            }
        }
    });
    let label = format!("Argument {name}");
    let info = || egui::WidgetInfo::labeled(egui::Role::ComboBox, true, label.clone());
    response.response.widget_info(info);
    is_changed
}

/// What was typed, as the schema's type where it is one, else as the text that it is: that, too, can be called with.
fn typed(text: &str, kind: Option<&str>) -> Value {
    let number = match kind {
        Some("integer") => text.parse::<i64>().ok().map(Value::from),
        Some("number") => text
            .parse::<f64>()
            .ok()
            .filter(|number| number.is_finite())
            .map(|number| {
                // A whole number stays one, as the model would write it.
                text.parse::<i64>()
                    .map_or_else(|_not_whole| Value::from(number), Value::from)
            }),
        _ => None,
    };
    number.unwrap_or_else(|| text.into())
}

fn words(schema: &Value) -> Vec<&str> {
    let list = schema.get("enum").and_then(Value::as_array);
    list.into_iter().flatten().filter_map(Value::as_str).collect()
}

fn max_length(schema: &Value) -> u64 {
    schema.get("maxLength").and_then(Value::as_u64).unwrap_or(0)
}

fn kind(property: &Parameter<'_>) -> String {
    let kind = match property.schema.get("type") {
        Some(Value::String(kind)) => visible(kind),
        Some(Value::Array(kinds)) => {
            let kinds: Vec<&str> = kinds.iter().filter_map(Value::as_str).collect();
            visible(&kinds.join(" or "))
        }
        _ => "any".to_owned(),
    };
    if property.is_required {
        format!("{kind}, required")
    } else {
        kind
    }
}

/// What the schema says of the argument, as text.
fn hint(property: &Parameter<'_>) -> String {
    let described = property.schema.get("description").and_then(Value::as_str);
    let mut text = described.map_or_else(String::new, |text| format!("{}\n", visible(text)));
    let limits: Vec<String> = [
        "minLength",
        "maxLength",
        "minimum",
        "maximum",
        "pattern",
        "format",
        "default",
    ]
    .into_iter()
    .filter_map(|key| Some(format!("{key}: {}", property.schema.get(key)?)))
    .collect();
    text.push_str(&visible(&limits.join(", ")));
    if text.trim().is_empty() {
        "Its schema says no more of it".to_owned()
    } else {
        text.trim().to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::typed;
    use serde_json::json;

    #[test]
    fn what_is_typed_is_a_number_only_where_it_is_one() {
        assert_eq!(typed("7", Some("integer")), json!(7));
        assert_eq!(typed("7.5", Some("integer")), json!("7.5"));
        assert_eq!(typed("7.5", Some("number")), json!(7.5));
        assert_eq!(typed("7", Some("number")), json!(7));
        assert_eq!(typed("7", Some("string")), json!("7"));
        assert_eq!(typed("inf", Some("number")), json!("inf"));
    }
}
