//! What a request costs: `costs`. Deferral is weighed with it; it changes no plan.

use super::Decimal;
use serde_json::{Value, json};
use std::ops::RangeInclusive;

/// The costs of a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Costs {
    /// Calls of the model that a request makes.
    pub steps_per_request: Decimal,
    /// The conversation behind the prefix, at a step.
    pub history_tokens: u64,
    /// What the model writes to make one more call.
    pub step_output_tokens: u64,
    /// Of the steps, those that find their prefix in the prompt cache.
    pub cache_hit_percent: Decimal,
    /// What tokens cost; `None`: only tokens are counted.
    pub prices: Option<Prices>,
}

impl Default for Costs {
    fn default() -> Self {
        Self {
            steps_per_request: Decimal::whole(2),
            history_tokens: 6_000,
            step_output_tokens: 80,
            cache_hit_percent: Decimal::whole(95),
            prices: None,
        }
    }
}

/// Prices of a million tokens, in any one currency. Those that are not said follow from the one of input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Prices {
    /// Of input.
    pub input: Decimal,
    /// Of input that the prompt cache has, if it is said.
    pub cached_input: Option<Decimal>,
    /// Of input that is written to the prompt cache, if it is said.
    pub cache_write: Option<Decimal>,
    /// Of output, if it is said.
    pub output: Option<Decimal>,
}

impl Prices {
    /// Prices of which only this one is said.
    pub fn of_input(input: Decimal) -> Self {
        Self {
            input,
            cached_input: None,
            cache_write: None,
            output: None,
        }
    }

    /// Of input that the prompt cache has: unless said, a tenth of `input`.
    pub fn cached_input(&self) -> Decimal {
        self.cached_input.unwrap_or(self.input.share(1, 10))
    }

    /// Of input that is written to the prompt cache: unless said, five quarters of `input`.
    pub fn cache_write(&self) -> Decimal {
        self.cache_write.unwrap_or(self.input.share(5, 4))
    }

    /// Of output: unless said, five times `input`.
    pub fn output(&self) -> Decimal {
        self.output.unwrap_or(self.input.share(5, 1))
    }
}

/// One figure of [`Costs`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CostFigure {
    /// Calls of the model that a request makes.
    StepsPerRequest,
    /// The conversation behind the prefix.
    HistoryTokens,
    /// What the model writes to make one more call.
    StepOutputTokens,
    /// Steps that find their prefix in the prompt cache.
    CacheHitPercent,
    /// Price of input. Without it there are no prices at all.
    InputPrice,
    /// Price of input that the prompt cache has.
    CachedInputPrice,
    /// Price of input that is written to the prompt cache.
    CacheWritePrice,
    /// Price of output.
    OutputPrice,
}

impl CostFigure {
    /// All of them.
    pub const ALL: [Self; 8] = [
        Self::StepsPerRequest,
        Self::HistoryTokens,
        Self::StepOutputTokens,
        Self::CacheHitPercent,
        Self::InputPrice,
        Self::CachedInputPrice,
        Self::CacheWritePrice,
        Self::OutputPrice,
    ];

    /// What it can be.
    pub fn range(self) -> RangeInclusive<Decimal> {
        const LARGEST: Decimal = Decimal::whole(1_000_000_000);
        match self {
            Self::StepsPerRequest => Decimal::whole(1)..=LARGEST,
            Self::CacheHitPercent => Decimal::default()..=Decimal::whole(100),
            // As any number of tokens.
            Self::HistoryTokens | Self::StepOutputTokens => Decimal::default()..=Decimal::whole(1_000_000_000_000),
            _ => Decimal::default()..=LARGEST,
        }
    }

    /// Whether it is counted in whole tokens: what stands behind a point is dropped.
    pub fn is_whole(self) -> bool {
        matches!(self, Self::HistoryTokens | Self::StepOutputTokens)
    }

    /// Whether it is a price.
    pub fn is_price(self) -> bool {
        matches!(
            self,
            Self::InputPrice | Self::CachedInputPrice | Self::CacheWritePrice | Self::OutputPrice
        )
    }

    /// As the file writes it.
    pub fn key(self) -> &'static str {
        match self {
            Self::StepsPerRequest => "steps_per_request",
            Self::HistoryTokens => "history_tokens",
            Self::StepOutputTokens => "step_output_tokens",
            Self::CacheHitPercent => "cache_hit_percent",
            Self::InputPrice => "input",
            Self::CachedInputPrice => "cached_input",
            Self::CacheWritePrice => "cache_write",
            Self::OutputPrice => "output",
        }
    }

    /// As a sentence calls it.
    pub fn words(self) -> &'static str {
        match self {
            Self::StepsPerRequest => "steps per request",
            Self::HistoryTokens => "tokens of history",
            Self::StepOutputTokens => "tokens written per step",
            Self::CacheHitPercent => "percentage of cache hits",
            Self::InputPrice => "price of input",
            Self::CachedInputPrice => "price of cached input",
            Self::CacheWritePrice => "price of cache writes",
            Self::OutputPrice => "price of output",
        }
    }

    /// The value as the file writes it.
    pub(super) fn value(self, value: Option<Decimal>) -> Value {
        match value {
            None => Value::Null,
            Some(value) if self.is_whole() => json!(value.whole_part()),
            Some(value) => value.to_json(),
        }
    }

    pub(super) fn label(self, value: Option<Decimal>) -> String {
        let words = self.words();
        match (self, value) {
            (_, Some(value)) => format!("Set the {words} to {value}"),
            (Self::InputPrice, None) => "Leave out all prices".to_owned(),
            (_, None) if self.is_price() => format!("Let the {words} follow from that of input"),
            (_, None) => {
                let usual = Costs::default().said(self).unwrap_or_default();
                format!("Set the {words} back to {usual}")
            }
        }
    }
}

impl Costs {
    /// A figure; of a price, only what is said.
    pub fn said(&self, figure: CostFigure) -> Option<Decimal> {
        match figure {
            CostFigure::StepsPerRequest => Some(self.steps_per_request),
            CostFigure::HistoryTokens => Some(Decimal::whole(self.history_tokens)),
            CostFigure::StepOutputTokens => Some(Decimal::whole(self.step_output_tokens)),
            CostFigure::CacheHitPercent => Some(self.cache_hit_percent),
            CostFigure::InputPrice => self.prices.map(|prices| prices.input),
            CostFigure::CachedInputPrice => self.prices.and_then(|prices| prices.cached_input),
            CostFigure::CacheWritePrice => self.prices.and_then(|prices| prices.cache_write),
            CostFigure::OutputPrice => self.prices.and_then(|prices| prices.output),
        }
    }

    /// Says a figure, or leaves it unsaid. Without a price of input there is no other to say.
    pub(super) fn say(&mut self, figure: CostFigure, value: Option<Decimal>) {
        let or_usual = || value.or_else(|| Self::default().said(figure)).unwrap_or_default();
        let prices = self.prices.as_mut();
        match figure {
            CostFigure::StepsPerRequest => self.steps_per_request = or_usual(),
            CostFigure::HistoryTokens => self.history_tokens = or_usual().whole_part(),
            CostFigure::StepOutputTokens => self.step_output_tokens = or_usual().whole_part(),
            CostFigure::CacheHitPercent => self.cache_hit_percent = or_usual(),
            CostFigure::InputPrice => match (value, prices) {
                (Some(input), Some(prices)) => prices.input = input,
                (input, _) => self.prices = input.map(Prices::of_input),
            },
            CostFigure::CachedInputPrice => {
                if let Some(prices) = prices {
                    prices.cached_input = value;
                }
            }
            CostFigure::CacheWritePrice => {
                if let Some(prices) = prices {
                    prices.cache_write = value;
                }
            }
            CostFigure::OutputPrice => {
                if let Some(prices) = prices {
                    prices.output = value;
                }
            }
        }
    }
}
