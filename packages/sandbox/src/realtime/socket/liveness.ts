import type { RealtimeClock } from '../clock.ts';

/** Finds out whether a silent client is still there. */
export interface Liveness {
  /** Something arrived. */
  seen(): void;
  stop(): void;
}

export interface LivenessOptions {
  readonly clock: RealtimeClock;
  readonly pingAfterMs: number;
  readonly pongTimeoutMs: number;
  ping(): void;
  expire(): void;
}

/** Pings after a silence, and expires when the ping stays without any answer. */
export function createLiveness(options: LivenessOptions): Liveness {
  const { clock, pingAfterMs, pongTimeoutMs } = options;
  let lastSeenAt = clock.now();
  let isPongDue = false;
  let cancel = clock.after(pingAfterMs, check);

  // Frames only take a note; the timer reads it when it fires, so that a busy client costs no timers.
  function check(): void {
    if (isPongDue) return void options.expire();
    const leftMs = lastSeenAt + pingAfterMs - clock.now();
    if (leftMs > 0) {
      cancel = clock.after(leftMs, check);
      return;
    }
    isPongDue = true;
    cancel = clock.after(pongTimeoutMs, check);
    options.ping();
  }

  return {
    seen() {
      lastSeenAt = clock.now();
      if (!isPongDue) return;
      isPongDue = false;
      cancel();
      cancel = clock.after(pingAfterMs, check);
    },
    stop: () => cancel(),
  };
}
