export type Position = readonly [longitude: number, latitude: number];

/** Whether a value is a longitude up to 180, or a latitude up to 90. */
export function isWithin(value: unknown, limit: number): value is number {
  return typeof value === 'number' && Math.abs(value) <= limit; // NaN is not
}

/** A location of the engine's requests. */
export function toLocation([lon, lat]: Position) {
  return { lon, lat };
}

export function roundTo(value: number, decimals: number): number {
  const factor = 10 ** decimals;
  return Math.round(value * factor) / factor;
}
