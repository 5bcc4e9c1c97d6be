import type { GapEvent, RecoveryVerdict } from '../realtime-events.ts';

// Bounds the memory of a program that visits many channels. The oldest are dropped.
const maxChannels = 10_000;

/** Notes that a channel may have missed events since the earliest time. Outlives its last subscriber. */
export function noteMissed(
  missedSinceMs: Map<string, number>,
  channel: string,
  sinceMs: readonly (number | undefined)[],
): void {
  missedSinceMs.set(channel, Math.min(...sinceMs.map((ms = Infinity) => ms)));
  const [oldest = ''] = missedSinceMs.size > maxChannels ? missedSinceMs.keys() : [];
  missedSinceMs.delete(oldest);
}

/** The gap until now. */
export function gapSince(
  channel: string,
  sinceMs: number,
  clock: { now(): number },
  verdict?: RecoveryVerdict,
): GapEvent {
  return {
    type: 'gap',
    channel,
    from: new Date(sinceMs),
    to: new Date(clock.now()),
    recovered: 'none',
    ...verdict,
  };
}
