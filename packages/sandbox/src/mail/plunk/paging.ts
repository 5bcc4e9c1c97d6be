/** A count from the query: the default when it is absent or no number, never under 1 nor over the maximum. */
export function clampInteger(text: string | null, byDefault: number, maximum: number): number {
  const given = Number.parseInt(text ?? '', 10) || byDefault;
  return Math.min(Math.max(given, 1), maximum);
}
