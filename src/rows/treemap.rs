//! A treemap: rectangles whose areas are to each other as some values are.
//!
//! The layout is the squarified one (Bruls, Huizing and van Wijk, 2000): rows along the shorter side, each filled while its
//! rectangles come nearer to squares by it. Deliberately absent: labels, colours, and room between the rectangles.

/// Rectangles inside `bounds`, one a value and in their order, each as left, top, width, height. Together they fill the
/// bounds, and nothing overlaps. A value that is not above zero gets a rectangle without area; where none is above zero,
/// all do.
pub fn squarify(values: &[f64], bounds: [f64; 4]) -> Vec<[f64; 4]> {
    let [left, top, width, height] = bounds;
    let mut placed = vec![[left, top, 0.0, 0.0]; values.len()];
    let mut order: Vec<usize> = (0..values.len())
        .filter(|&place| values[place] > 0.0 && values[place].is_finite())
        .collect();
    order.sort_by(|&a, &b| values[b].total_cmp(&values[a]).then(a.cmp(&b)));
    let total: f64 = order.iter().map(|&place| values[place]).sum();
    if order.is_empty() || width <= 0.0 || height <= 0.0 {
        return placed;
    }
    // What is left of the bounds, and of the values that go there.
    let (mut free, mut rest) = (bounds, total);
    let mut start = 0;
    while start < order.len() {
        let scale = free[2] * free[3] / rest;
        let side = free[2].min(free[3]);
        let mut end = start + 1;
        let mut sum = values[order[start]];
        let mut worst = worst_ratio(&[values[order[start]]], sum, side, scale);
        while end < order.len() {
            let with_next = sum + values[order[end]];
            // Descending: the first of a row is its largest and the last its smallest.
            let ends = [values[order[start]], values[order[end]]];
            let ratio = worst_ratio(&ends, with_next, side, scale);
            if ratio > worst {
                break;
            }
            (worst, sum, end) = (ratio, with_next, end + 1);
        }
        let is_last = end == order.len();
        free = lay_row(&mut placed, &order[start..end], values, sum, free, sum / rest, is_last);
        rest -= sum;
        start = end;
    }
    placed
}

/// How far the rectangles of a row are from squares at most; 1 is a square.
fn worst_ratio(values: &[f64], sum: f64, side: f64, scale: f64) -> f64 {
    let thickness = sum * scale / side;
    values
        .iter()
        .map(|value| {
            let length = value * scale / thickness;
            (length / thickness).max(thickness / length)
        })
        .fold(1.0, f64::max)
}

/// Lays a row along the shorter side and gives what is left. The last rectangle and the last row take what there is, so
/// that no rounding leaves a gap.
fn lay_row(
    placed: &mut [[f64; 4]],
    row: &[usize],
    values: &[f64],
    sum: f64,
    free: [f64; 4],
    share: f64,
    is_last: bool,
) -> [f64; 4] {
    let [left, top, width, height] = free;
    let is_column = width >= height;
    let (length, across) = if is_column { (height, width) } else { (width, height) };
    let thickness = if is_last { across } else { across * share };
    let mut at = 0.0;
    for (number, &place) in row.iter().enumerate() {
        let extent = if number + 1 == row.len() {
            length - at
        } else {
            length * values[place] / sum
        };
        placed[place] = if is_column {
            [left, top + at, thickness, extent]
        } else {
            [left + at, top, extent, thickness]
        };
        at += extent;
    }
    if is_column {
        [left + thickness, top, width - thickness, height]
    } else {
        [left, top + thickness, width, height - thickness]
    }
}

#[cfg(test)]
mod tests {
    use super::squarify;

    const BOUNDS: [f64; 4] = [10.0, 20.0, 600.0, 400.0];

    fn area(rectangle: [f64; 4]) -> f64 {
        rectangle[2] * rectangle[3]
    }

    fn is_near(a: [f64; 4], b: [f64; 4]) -> bool {
        a.iter().zip(b).all(|(a, b)| (a - b).abs() < 1e-9)
    }

    fn ratio([_, _, width, height]: [f64; 4]) -> f64 {
        (width / height).max(height / width)
    }

    /// Areas are to each other as the values, everything is inside, nothing overlaps.
    #[track_caller]
    fn check(values: &[f64]) -> Vec<[f64; 4]> {
        let placed = squarify(values, BOUNDS);
        let total: f64 = values.iter().filter(|value| **value > 0.0).sum();
        for (value, &rectangle) in values.iter().zip(&placed) {
            let expected = value.max(0.0) / total * area(BOUNDS);
            assert!(
                (area(rectangle) - expected).abs() < 1e-6 * area(BOUNDS),
                "{rectangle:?}"
            );
            let [left, top, width, height] = rectangle;
            assert!(left >= BOUNDS[0] - 1e-6 && left + width <= BOUNDS[0] + BOUNDS[2] + 1e-6);
            assert!(top >= BOUNDS[1] - 1e-6 && top + height <= BOUNDS[1] + BOUNDS[3] + 1e-6);
        }
        for (place, a) in placed.iter().enumerate() {
            for b in &placed[place + 1..] {
                let wide = (a[0] + a[2]).min(b[0] + b[2]) - a[0].max(b[0]);
                let high = (a[1] + a[3]).min(b[1] + b[3]) - a[1].max(b[1]);
                assert!(wide < 1e-6 || high < 1e-6, "{a:?} and {b:?} overlap");
            }
        }
        placed
    }

    #[test]
    fn the_example_of_the_paper() {
        let placed = squarify(&[6.0, 6.0, 4.0, 3.0, 2.0, 2.0, 1.0], [0.0, 0.0, 6.0, 4.0]);
        assert!(is_near(placed[0], [0.0, 0.0, 3.0, 2.0]), "{placed:?}");
        assert!(is_near(placed[1], [0.0, 2.0, 3.0, 2.0]), "{placed:?}");
        check(&[6.0, 6.0, 4.0, 3.0, 2.0, 2.0, 1.0]);
    }

    #[test]
    fn areas_are_as_the_values_in_any_order() {
        check(&[1.0]);
        check(&[1.0, 500.0, 2.0, 2.0, 37.5, 0.001]);
        let mut seed = 7_u64;
        for count in [2_usize, 3, 30, 300] {
            let values: Vec<f64> = (0..count)
                .map(|_| {
                    seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                    (seed >> 33) as f64 % 1000.0 + 1.0
                })
                .collect();
            check(&values);
        }
    }

    #[test]
    fn equal_values_are_near_squares() {
        let placed = check(&[1.0; 24]);
        assert!(placed.into_iter().all(|rectangle| ratio(rectangle) < 1.8));
    }

    #[test]
    fn what_has_no_size_has_no_area() {
        let placed = squarify(&[0.0, 5.0, -1.0, f64::NAN, f64::INFINITY], BOUNDS);
        assert_eq!(placed.iter().filter(|rectangle| area(**rectangle) > 0.0).count(), 1);
        assert!(is_near(placed[1], BOUNDS), "{placed:?}");
        assert_eq!(squarify(&[], BOUNDS), Vec::<[f64; 4]>::new());
        assert!(squarify(&[0.0, 0.0], BOUNDS).into_iter().all(|one| area(one) == 0.0));
        assert!(
            squarify(&[1.0], [0.0, 0.0, 0.0, 9.0])
                .into_iter()
                .all(|one| area(one) == 0.0)
        );
    }
}
