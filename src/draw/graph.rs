//! Directed graphs without cycles, as lists of dependencies.

use super::Draw;

/// For each of `nodes` nodes, the earlier nodes it depends on: acyclic by
/// construction. How dense the graph is, is drawn too, so that chains, forests,
/// diamonds and near-complete graphs all come up.
pub fn dag(draw: &mut Draw, nodes: usize) -> Vec<Vec<usize>> {
    let style = draw.below(4);
    let out_of_eight = draw.size(1..=7);
    (0..nodes)
        .map(|node| match style {
            0 => (node > 0).then(|| node - 1).into_iter().collect(),
            1 => (node > 0 && draw.chance(3, 4)).then(|| draw.below(node)).into_iter().collect(),
            2 => {
                let earlier: Vec<usize> = (0..node).collect();
                let count = draw.size(0..=2);
                draw.sample(&earlier, count).into_iter().copied().collect()
            }
            _ => (0..node).filter(|_| draw.chance(out_of_eight, 8)).collect(),
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dependencies_point_backwards_and_are_distinct() {
        for seed in 0..200 {
            let mut draw = Draw::from_seed(seed);
            let nodes = draw.size(0..=12);
            for (node, dependencies) in dag(&mut draw, nodes).iter().enumerate() {
                assert!(dependencies.windows(2).all(|pair| pair[0] < pair[1]));
                assert!(dependencies.iter().all(|dependency| *dependency < node));
            }
        }
    }
}
