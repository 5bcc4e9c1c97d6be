/** A crossing of the made-up town: a grid of blocks of 100 m, counted from its south-west corner. */
export function corner(column: number, row: number): [longitude: number, latitude: number] {
  return [10 + 0.0014 * column, 50 + 0.0009 * row];
}
