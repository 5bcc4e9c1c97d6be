/** One request for isochrones: `buckets` equal steps up to `limit`. */
export interface Rings {
  readonly limit: number;
  readonly buckets: number;
}

const tolerance = 1e-9;

/**
 * One request for ranges in equal steps (300, 600, 900), otherwise one for each range: a request has equal
 * steps only.
 */
export function planRings({ ranges }: { readonly ranges: readonly number[] }): readonly Rings[] {
  const limit = ranges.at(-1) ?? 0;
  const step = limit / ranges.length;
  const isEven = ranges.every((range, index) => Math.abs(range - step * (index + 1)) < tolerance * limit);
  return isEven ? [{ limit, buckets: ranges.length }] : ranges.map((range) => ({ limit: range, buckets: 1 }));
}
