export type Position = readonly [longitude: number, latitude: number];

/** A location of the engine's requests. */
export function toLocation([lon, lat]: Position) {
  return { lon, lat };
}

export function roundTo(value: number, decimals: number): number {
  const factor = 10 ** decimals;
  return Math.round(value * factor) / factor;
}
