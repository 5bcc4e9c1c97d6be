/** A length for people: `350 m`, `1.2 km`, `120 km`. */
export function formatMeters(meters: number): string {
  if (meters < 999.5) return `${Math.round(meters)} m`;
  const kilometers = meters / 1_000;
  return `${kilometers < 10 ? Number(kilometers.toFixed(1)) : Math.round(kilometers)} km`;
}

/** A duration for people: `45 s`, `1.5 min`, `12 min`, `2 h 05 min`. */
export function formatSeconds(seconds: number): string {
  if (seconds < 59.5) return `${Math.round(seconds)} s`;
  if (seconds < 600) return `${Number((seconds / 60).toFixed(1))} min`;
  const minutes = Math.round(seconds / 60);
  if (minutes < 60) return `${minutes} min`;
  const rest = minutes % 60;
  return `${Math.floor(minutes / 60)} h${rest === 0 ? '' : ` ${String(rest).padStart(2, '0')} min`}`;
}

/** The largest of 1, 2, 5, 10, 20 … that is not above the value. */
export function roundDown(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value));
  const factor = [5, 2, 1].find((step) => step * power <= value) ?? 1;
  return factor * power;
}
