// Engines keep ranges as 32-bit numbers, some in minutes or kilometres.
const tolerance = 0.05;

/**
 * The asked range that the engine's number stands for: the engine may cut off less than `step`. The number
 * itself when it stands for none of them, as with rings that `providerOptions` ask for.
 */
export function matchRange(stated: number, ranges: readonly number[], step = 0): number {
  const asked = ranges.find((range) => range > stated - tolerance && range < stated + step + tolerance);
  return asked ?? Math.round(stated * 100) / 100;
}
