//! Names and costs of the offered tools under each form of name: counted once, however many clients use it.

use super::names::wire_name;
use super::{NameForm, Offer};
use crate::roster::ToolId;
use crate::tokens::{DefinitionCost, TextCounter, renamed_contract};
use indexmap::IndexMap;
use std::collections::HashSet;
use std::sync::Arc;

/// The offered tools under one form of name, by place in the offer.
#[derive(Debug)]
pub(super) struct Named {
    pub names: Vec<Arc<str>>,
    pub costs: Vec<DefinitionCost>,
    /// Whether a tool before it is called the same.
    pub taken: Vec<bool>,
}

/// All forms that were asked for.
#[derive(Debug, Default)]
pub(super) struct Cache {
    forms: IndexMap<NameForm, Arc<Named>>,
}

impl Cache {
    /// The offered tools under a form. Where none is stated, the platform's own names are counted: a shorter name would
    /// look like a saving.
    pub(super) fn named(&mut self, offer: &Offer, form: Option<&NameForm>) -> Arc<Named> {
        let form = form.unwrap_or(&NameForm::Registry);
        if let Some(named) = self.forms.get(form) {
            return Arc::clone(named);
        }
        let named = Arc::new(Named::new(offer, form));
        self.forms.insert(form.clone(), Arc::clone(&named));
        named
    }
}

impl Named {
    fn new(offer: &Offer, form: &NameForm) -> Self {
        let counter = offer.roster.costs.counter();
        let tool = |id: &ToolId| wire_name(form, offer.tool(*id));
        let names: Vec<Arc<str>> = offer.tools.iter().map(tool).collect();
        let costs = offer.tools.iter().zip(&names);
        let costs = costs.map(|(id, name)| cost(offer, *id, name, counter)).collect();
        let mut seen = HashSet::new();
        let taken = names.iter().map(|name| !seen.insert(Arc::clone(name))).collect();
        Self { names, costs, taken }
    }
}

/// What a definition brings into a total under another name. A figure measured elsewhere stands whatever the name.
fn cost(offer: &Offer, id: ToolId, name: &str, counter: TextCounter) -> DefinitionCost {
    let tool = offer.tool(id);
    match tool.measured_tokens {
        Some(tokens) => DefinitionCost::Measured(tokens),
        None => {
            let contract = renamed_contract(&tool.contract_json, &tool.name, name);
            DefinitionCost::Counted(counter.measure(&contract))
        }
    }
}
