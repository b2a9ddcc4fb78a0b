//! Lines: tokens along the ranking with both caps, and what the item cap buys.

use super::{Anchor, Picture, WIDTH, tick_label, ticks};
use crate::explore::{Point, Sweep};
use crate::plan::explain::grouped;
use crate::rows::{ChartData, CurvePoint};
use crate::scenario::Lane;

/// A box with axes.
struct Plot {
    left: f64,
    top: f64,
    width: f64,
    height: f64,
    /// Values at the left and right edge.
    from: f64,
    to: f64,
    /// The value at the upper edge; the lower one is 0.
    highest: f64,
}

impl Plot {
    fn x(&self, value: f64) -> f64 {
        self.left + (value - self.from) / (self.to - self.from).max(1.0) * self.width
    }

    fn y(&self, value: f64) -> f64 {
        self.top + self.height - value / self.highest.max(1.0) * self.height
    }

    fn bottom(&self) -> f64 {
        self.top + self.height
    }

    fn right(&self) -> f64 {
        self.left + self.width
    }

    fn holds(&self, value: f64) -> bool {
        (self.from..=self.to).contains(&value)
    }

    /// Grid and figures of both axes, and what the upright one counts.
    fn draw(&self, picture: &mut Picture, unit: &str) {
        self.draw_upright(picture, unit);
        self.draw_across(picture);
    }

    fn draw_upright(&self, picture: &mut Picture, unit: &str) {
        for tick in ticks(self.highest) {
            let y = self.y(tick);
            picture.line([self.left, y], [self.right(), y], "grid");
            picture.text([self.left - 8.0, y + 4.0], Anchor::End, "weak", &tick_label(tick));
        }
        picture.line([self.left, self.bottom()], [self.right(), self.bottom()], "axis");
        picture.text([self.left, self.top - 8.0], Anchor::Start, "name", unit);
    }

    fn draw_across(&self, picture: &mut Picture) {
        let span = self.to - self.from;
        let first = (self.from / step(span)).ceil() * step(span);
        let mut tick = first;
        while tick <= self.to {
            picture.line(
                [self.x(tick), self.bottom()],
                [self.x(tick), self.bottom() + 4.0],
                "axis",
            );
            picture.text(
                [self.x(tick), self.bottom() + 17.0],
                Anchor::Middle,
                "weak",
                &tick_label(tick),
            );
            tick += step(span);
        }
    }
}

/// From one tick to the next over a span.
fn step(span: f64) -> f64 {
    ticks(span).get(1).copied().unwrap_or(1.0)
}

/// Definition tokens added up along the ranking, as if every tool were defined, with both caps.
pub fn curve(id: &str, title: &str, description: &str, data: &ChartData) -> String {
    let (max_items, max_tokens) = data.caps;
    let count = data.curve.len();
    let all = data.curve.last().map_or(0, |point| point.tokens);
    let plot = Plot {
        left: 56.0,
        top: 26.0,
        width: WIDTH - 56.0 - 16.0,
        height: 250.0,
        from: 0.0,
        to: count as f64 + 1.0,
        // A cap far away would flatten the curve.
        highest: if max_tokens > all.saturating_mul(3) {
            all as f64 * 1.1
        } else {
            all.max(max_tokens) as f64 * 1.1
        },
    };
    let mut picture = Picture::new(plot.bottom() + 40.0);
    plot.draw(&mut picture, "definition tokens, added up");
    let centre = plot.left + plot.width / 2.0;
    picture.text(
        [centre, plot.bottom() + 35.0],
        Anchor::Middle,
        "weak",
        "place in the ranking",
    );
    let mut points = vec![[plot.x(0.0), plot.y(0.0)]];
    points.extend(data.curve.iter().map(|point| place(&plot, point)));
    picture.polyline(&points, "curve");
    if max_tokens as f64 <= plot.highest {
        let y = plot.y(max_tokens as f64);
        picture.line([plot.left, y], [plot.right(), y], "limit");
        let label = format!("token cap {}", grouped(max_tokens));
        picture.text([plot.right(), y - 6.0], Anchor::End, "weak", &label);
    }
    if max_items <= count as u64 {
        let x = plot.x(max_items as f64 + 0.5);
        picture.line([x, plot.top], [x, plot.bottom()], "limit");
        let label = format!("{} slots", grouped(max_items));
        picture.text([x + 6.0, plot.bottom() - 8.0], Anchor::Start, "weak", &label);
    }
    let radius = if count > 150 { 2.0 } else { 4.0 };
    for point in &data.curve {
        let [x, y] = place(&plot, point);
        let rank = point.rank.map_or_else(String::new, |rank| format!(", rank {rank}"));
        let hint = format!(
            "{}{rank}: {}, {} tokens",
            point.tool,
            point.lane.id(),
            grouped(point.tokens)
        );
        match point.lane {
            Lane::Defined => picture.circle([x, y], radius, "fill defined", &hint),
            Lane::Deferred => picture.circle([x, y], radius - 0.5, "ring deferred", &hint),
            Lane::Skipped | Lane::Unavailable => {
                let side = radius * 1.5;
                let square = [x - side / 2.0, y - side / 2.0, side, side];
                picture.rect(square, "ring skipped", &hint);
            }
        }
    }
    picture.finish(id, title, description)
}

fn place(plot: &Plot, point: &CurvePoint) -> [f64; 2] {
    [plot.x(point.place as f64), plot.y(point.tokens as f64)]
}

/// Tools in each lane and tokens of the prefix, over the values of a cap. `unit` names them.
pub fn sweep(id: &str, title: &str, description: &str, sweep: &Sweep) -> String {
    const LABELS: f64 = 128.0;
    let values = |of: &dyn Fn(&Point) -> u64| sweep.points.iter().map(of).max().unwrap_or(0) as f64;
    let from = sweep.points.first().map_or(0, |point| point.value) as f64;
    let to = sweep.points.last().map_or(1, |point| point.value) as f64;
    let plot = |top, height, highest: f64| Plot {
        left: 56.0,
        top,
        width: WIDTH - 56.0 - LABELS,
        height,
        from,
        to: to.max(from + 1.0),
        highest: highest * 1.08,
    };
    let tools = values(&|point| point.defined.max(point.deferred).max(point.skipped) as u64);
    let upper = plot(34.0, 170.0, tools);
    let lower = plot(upper.bottom() + 40.0, 110.0, values(&|point| point.prefix_tokens));
    let mut picture = Picture::new(lower.bottom() + 40.0);
    failing(&mut picture, &upper, &lower, sweep);
    upper.draw_upright(&mut picture, "tools");
    lower.draw(&mut picture, "prefix tokens");
    let centre = lower.left + lower.width / 2.0;
    let axis = sweep.parameter.title();
    picture.text([centre, lower.bottom() + 35.0], Anchor::Middle, "weak", &axis);
    let mut labels = Vec::new();
    for lane in [Lane::Defined, Lane::Deferred, Lane::Skipped] {
        series(&mut picture, &upper, sweep, lane.id(), &|point| {
            tools_in(point, lane) as f64
        });
        let last = sweep.points.last().map_or(0, |point| tools_in(point, lane));
        labels.push((upper.y(last as f64) + 4.0, lane, format!("{} {last}", lane.id())));
    }
    for (y, lane, label) in apart(labels) {
        let class = format!("label {}", lane.id());
        picture.text([upper.right() + 8.0, y], Anchor::Start, &class, &label);
    }
    series(&mut picture, &lower, sweep, "ink", &|point| point.prefix_tokens as f64);
    if let Some(last) = sweep.points.last() {
        let y = lower.y(last.prefix_tokens as f64) + 4.0;
        picture.text(
            [lower.right() + 8.0, y],
            Anchor::Start,
            "number",
            &grouped(last.prefix_tokens),
        );
    }
    now(&mut picture, &upper, &lower, sweep);
    picture.finish(id, title, description)
}

fn tools_in(point: &Point, lane: Lane) -> usize {
    match lane {
        Lane::Defined => point.defined,
        Lane::Deferred => point.deferred,
        Lane::Skipped => point.skipped,
        Lane::Unavailable => 0,
    }
}

fn series(picture: &mut Picture, plot: &Plot, sweep: &Sweep, class: &str, of: &dyn Fn(&Point) -> f64) {
    let points: Vec<[f64; 2]> = sweep
        .points
        .iter()
        .map(|point| [plot.x(point.value as f64), plot.y(of(point))])
        .collect();
    picture.polyline(&points, &format!("series {class}"));
}

/// Where the plan fails, the ground is marked.
fn failing(picture: &mut Picture, upper: &Plot, lower: &Plot, sweep: &Sweep) {
    let step = match sweep.points.as_slice() {
        [first, second, ..] => (second.value - first.value) as f64,
        _ => 1.0,
    };
    let failing: Vec<f64> = sweep
        .points
        .iter()
        .filter(|point| point.failure.is_some())
        .map(|point| point.value as f64)
        .collect();
    for &value in &failing {
        let left = upper.x((value - step / 2.0).max(upper.from));
        let right = upper.x((value + step / 2.0).min(upper.to));
        picture.rect(
            [left, upper.top, right - left, lower.bottom() - upper.top],
            "failing",
            "the plan fails",
        );
    }
    if let Some(first) = failing.first() {
        let place = [upper.x(*first).max(upper.left + 4.0), upper.top + 14.0];
        picture.text(place, Anchor::Start, "number over", "the plan fails");
    }
}

/// The value that stands, through both plots.
fn now(picture: &mut Picture, upper: &Plot, lower: &Plot, sweep: &Sweep) {
    let current = sweep.current as f64;
    if !upper.holds(current) {
        return;
    }
    let x = upper.x(current);
    picture.line([x, upper.top - 8.0], [x, upper.bottom()], "limit");
    picture.line([x, lower.top], [x, lower.bottom()], "limit");
    let label = format!("now {}", grouped(sweep.current));
    picture.text([x, upper.top - 13.0], Anchor::Middle, "number", &label);
}

/// Labels at the end of lines, pushed apart until none covers another.
fn apart(mut labels: Vec<(f64, Lane, String)>) -> Vec<(f64, Lane, String)> {
    const ROOM: f64 = 15.0;
    labels.sort_by(|a, b| a.0.total_cmp(&b.0));
    // From below, so that nothing is pushed under the axis.
    for place in (1..labels.len()).rev() {
        let above = labels[place].0 - ROOM;
        let (upper, _) = labels.split_at_mut(place);
        for label in upper.iter_mut().rev().take(1) {
            label.0 = label.0.min(above);
        }
    }
    labels
}

#[cfg(test)]
mod tests {
    use super::apart;
    use crate::scenario::Lane;

    #[test]
    fn labels_do_not_cover_each_other() {
        let labels = [(100.0, Lane::Defined), (100.0, Lane::Deferred), (20.0, Lane::Skipped)];
        let placed = apart(labels.map(|(y, lane)| (y, lane, String::new())).to_vec());
        assert_eq!(
            placed.iter().map(|label| label.0).collect::<Vec<_>>(),
            [20.0, 85.0, 100.0]
        );
    }
}
