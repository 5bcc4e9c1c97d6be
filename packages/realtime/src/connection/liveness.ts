import type { Runtime } from '@org/core';
import { createTimer } from './timer.ts';

/** @internal */
export interface LivenessOptions {
  readonly runtime: Runtime;
  ping(): void;
  /** Nothing came, not even an answer to the ping. */
  expired(): void;
}

/** Watches one connection: pings after silence, and tells when nobody answers. @internal */
export interface Liveness {
  start(limits: { readonly activityTimeoutMs: number; readonly pongTimeoutMs: number }): void;
  /** Something was received. */
  seen(): void;
  /** Ping now. `isUrgent`: after something that often kills a connection, so the answer must come soon. */
  probe(isUrgent: boolean): void;
  stop(): void;
}

// Timers stand still while a machine sleeps, on the monotonic clock too. Looking this often shows such a gap soon after waking.
const longestStepMs = 10_000;
const sleptMs = 5_000;
const urgentPongMs = 5_000;

/** Source: Pusher documentation, "Pusher Channels Protocol", detecting that the connection is alive. @internal */
export function createLiveness({ runtime, ping, expired }: LivenessOptions): Liveness {
  const timer = createTimer(runtime);
  let activityMs = 0;
  let pongMs = 0;
  let seenAtMs = 0;
  /** When the answer to the last ping is overdue; undefined while none is awaited. */
  let overdueAtMs: number | undefined;
  let isRunning = false;

  const wait = (ms: number) => {
    const stepMs = Math.min(ms, longestStepMs);
    const wallMs = runtime.now();
    timer.start(stepMs, () => look(runtime.now() - wallMs - stepMs > sleptMs));
  };
  const look = (hasSlept: boolean) => {
    const nowMs = runtime.monotonic();
    if (overdueAtMs !== undefined) {
      const remainingMs = overdueAtMs - nowMs;
      return remainingMs > 0 ? wait(remainingMs) : expire();
    }
    const remainingMs = seenAtMs + activityMs - nowMs;
    return remainingMs > 0 && !hasSlept ? wait(remainingMs) : pingNow(hasSlept);
  };
  const pingNow = (isUrgent: boolean) => {
    const waitMs = isUrgent ? Math.min(pongMs, urgentPongMs) : pongMs;
    const isAwaited = overdueAtMs !== undefined;
    overdueAtMs = Math.min(overdueAtMs ?? Number.POSITIVE_INFINITY, runtime.monotonic() + waitMs);
    wait(overdueAtMs - runtime.monotonic());
    if (!isAwaited) ping();
  };
  const expire = () => {
    stop();
    expired();
  };
  const stop = () => {
    isRunning = false;
    timer.stop();
  };
  return {
    start(limits) {
      activityMs = limits.activityTimeoutMs;
      pongMs = limits.pongTimeoutMs;
      seenAtMs = runtime.monotonic();
      overdueAtMs = undefined;
      isRunning = true;
      wait(activityMs);
    },
    seen() {
      seenAtMs = runtime.monotonic();
      overdueAtMs = undefined;
    },
    probe(isUrgent) {
      if (isRunning) pingNow(isUrgent);
    },
    stop,
  };
}
