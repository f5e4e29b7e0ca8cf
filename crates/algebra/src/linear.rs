//! Linear algebra over the rational numbers.

use dashu_ratio::RBig;

/// A matrix by rows.
pub type Matrix = Vec<Vec<RBig>>;

/// Brings a matrix to reduced row echelon form; gives the pivot columns.
pub fn reduce_rows(matrix: &mut Matrix) -> Vec<usize> {
    let rows = matrix.len();
    let columns = matrix.first().map_or(0, Vec::len);
    let mut pivots = Vec::new();
    let mut row = 0;
    for column in 0..columns {
        let Some(found) = (row..rows).find(|&at| !matrix[at][column].is_zero()) else { continue };
        matrix.swap(row, found);
        let scale = RBig::ONE / &matrix[row][column];
        for value in &mut matrix[row] {
            *value = &*value * &scale;
        }
        let pivot = matrix[row].clone();
        for (at, line) in matrix.iter_mut().enumerate() {
            if at != row && !line[column].is_zero() {
                let factor = line[column].clone();
                for (value, base) in line.iter_mut().zip(&pivot) {
                    *value = &*value - &factor * base;
                }
            }
        }
        pivots.push(column);
        row += 1;
        if row == rows {
            break;
        }
    }
    pivots
}

/// The inverse of a square matrix.
pub fn inverse(matrix: &Matrix) -> Option<Matrix> {
    let size = matrix.len();
    if size == 0 {
        return Some(Vec::new());
    }
    let mut wide: Matrix = matrix
        .iter()
        .enumerate()
        .map(|(row, line)| {
            let unit = (0..size).map(|column| if column == row { RBig::ONE } else { RBig::ZERO });
            line.iter().cloned().chain(unit).collect()
        })
        .collect();
    let pivots = reduce_rows(&mut wide);
    if pivots.len() < size || pivots[size - 1] != size - 1 {
        return None;
    }
    Some(wide.into_iter().map(|line| line[size..].to_vec()).collect())
}

/// The coefficients with which rows make up another row, if they do.
pub fn combination(rows: &Matrix, wanted: &[RBig]) -> Option<Vec<RBig>> {
    let count = rows.len();
    let mut system: Matrix = (0..wanted.len())
        .map(|column| rows.iter().map(|row| row[column].clone()).chain([wanted[column].clone()]).collect())
        .collect();
    if system.is_empty() {
        return Some(vec![RBig::ZERO; count]);
    }
    let pivots = reduce_rows(&mut system);
    if pivots.contains(&count) {
        return None;
    }
    let mut result = vec![RBig::ZERO; count];
    for (row, &column) in pivots.iter().enumerate() {
        result[column] = system[row][count].clone();
    }
    Some(result)
}

/// A basis of the vectors that a matrix maps to zero.
pub fn kernel(matrix: &Matrix, columns: usize) -> Matrix {
    let mut reduced = matrix.clone();
    let pivots = reduce_rows(&mut reduced);
    let mut basis = Vec::new();
    for free in (0..columns).filter(|column| !pivots.contains(column)) {
        let mut vector = vec![RBig::ZERO; columns];
        vector[free] = RBig::ONE;
        for (row, &pivot) in pivots.iter().enumerate() {
            vector[pivot] = -reduced[row][free].clone();
        }
        basis.push(vector);
    }
    basis
}

/// A row vector times a matrix.
pub fn row_times(row: &[RBig], matrix: &Matrix) -> Vec<RBig> {
    let columns = matrix.first().map_or(0, Vec::len);
    (0..columns)
        .map(|column| {
            row.iter().zip(matrix).fold(RBig::ZERO, |all, (value, line)| all + value * &line[column])
        })
        .collect()
}
