/** A part of a list: from `from`, up to but without `to`. */
export interface Slice {
  readonly from: number;
  readonly to: number;
}

/**
 * Cuts `length` items into as few parts of at most `most` as can be, all of nearly the same size: never a
 * tiny last one.
 */
export function planSlices(length: number, most: number): Slice[] {
  const count = Math.ceil(length / most);
  return bands(length, count);
}

/** `length` items in `count` parts, whose sizes differ by one at most. */
export function bands(length: number, count: number): Slice[] {
  return Array.from({ length: count }, (_, index) => ({
    from: Math.floor((index * length) / count),
    to: Math.floor(((index + 1) * length) / count),
  }));
}
