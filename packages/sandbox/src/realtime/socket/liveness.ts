import type { RealtimeClock } from '../clock.ts';

/** Detects a client that stopped responding. */
export interface Liveness {
  /** A frame arrived. */
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

/** Pings after a silence, and expires without a response to the ping. */
export function createLiveness(options: LivenessOptions): Liveness {
  const { clock, pingAfterMs, pongTimeoutMs } = options;
  let lastSeenAt = clock.now();
  let isPongDue = false;
  let cancel = clock.after(pingAfterMs, check);

  // Frames only store the time and the timer reads it, so that a busy client costs no timers.
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
