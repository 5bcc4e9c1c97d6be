/** The least number. `Math.min(...numbers)` fails for more numbers than a call has arguments. */
export function least(numbers: readonly number[]): number {
  return numbers.reduce((a, b) => Math.min(a, b), Infinity);
}

/** The greatest number, and at least `from`. */
export function greatest(numbers: readonly number[], from = -Infinity): number {
  return numbers.reduce((a, b) => Math.max(a, b), from);
}
