import type { Pace } from './state-machine.ts';

/** How a client comes back after a loss. @public */
export interface ReconnectOptions {
  /** Half of the longest first wait. @defaultValue 1_000 */
  readonly baseMs?: number | undefined;
  /** No wait is longer. @defaultValue 30_000 */
  readonly capMs?: number | undefined;
  /** A connection that stayed this long makes the next wait a first one again. @defaultValue 10_000 */
  readonly stableAfterMs?: number | undefined;
}

/** @internal */
export type ReconnectSettings = { readonly [Name in keyof Required<ReconnectOptions>]: number };

/**
 * Full jitter: anything up to a ceiling that doubles with each failure. The first ceiling is twice the base, wide enough that of a thousand clients which lost
 * the same server no tenth comes back within the same 100 ms. After a request to wait, the base is the least.
 *
 * @internal
 */
export function reconnectDelay(
  { pace, failures }: { readonly pace: Pace; readonly failures: number },
  { baseMs, capMs }: ReconnectSettings,
  random: () => number,
): number {
  if (pace === 'slow') return capMs * (0.5 + random() / 2);
  const doublings = Math.max(1, pace === 'soon' ? failures - 1 : failures);
  const ceilingMs = Math.min(capMs, baseMs * 2 ** doublings);
  const floorMs = pace === 'wait' ? Math.min(baseMs, capMs) : 0;
  return Math.min(capMs, floorMs + random() * ceilingMs);
}
