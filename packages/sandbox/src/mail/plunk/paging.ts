/** A count from the query, within 1 and the maximum; the default if absent or not a number. */
export function clampInteger(text: string | null, byDefault: number, maximum: number): number {
  const given = Number.parseInt(text ?? '', 10) || byDefault;
  return Math.min(Math.max(given, 1), maximum);
}
