import type { Runtime } from '@org/core';
import { createTimer } from './timer.ts';

/** @internal */
export interface LivenessOptions {
  readonly runtime: Runtime;
  ping(): void;
  /** No message came, and no pong either. */
  expired(): void;
}

/** Watches one connection: pings after silence, and reports a missing pong. @internal */
export interface Liveness {
  start(limits: { readonly activityTimeoutMs: number; readonly pongTimeoutMs: number }): void;
  /** A message was received. */
  seen(): void;
  /** Pings now. `isUrgent`: after an event that often ends connections, so the pong must come sooner. */
  probe(isUrgent: boolean): void;
  stop(): void;
}

// Timers and the monotonic clock stop while a machine sleeps. A check this often finds such a sleep soon
// after the machine wakes.
const maxStepMs = 10_000;
const minSleepMs = 5_000;
const urgentPongMs = 5_000;

/** Source: Pusher documentation, "Pusher Channels Protocol", detecting closed connections. @internal */
export function createLiveness({ runtime, ping, expired }: LivenessOptions): Liveness {
  const timer = createTimer(runtime);
  let activityMs = 0;
  let pongMs = 0;
  let seenAtMs = 0;
  /** When the pong to the last ping is overdue; undefined while no pong is awaited. */
  let pongDueAtMs: number | undefined;
  let isRunning = false;

  const wait = (ms: number) => {
    const stepMs = Math.min(ms, maxStepMs);
    const wallMs = runtime.now();
    timer.start(stepMs, () => check(runtime.now() - wallMs - stepMs > minSleepMs));
  };
  const check = (didSleep: boolean) => {
    const nowMs = runtime.monotonic();
    if (pongDueAtMs !== undefined) {
      const remainingMs = pongDueAtMs - nowMs;
      return remainingMs > 0 ? wait(remainingMs) : expire();
    }
    const remainingMs = seenAtMs + activityMs - nowMs;
    return remainingMs > 0 && !didSleep ? wait(remainingMs) : pingNow(didSleep);
  };
  const pingNow = (isUrgent: boolean) => {
    const waitMs = isUrgent ? Math.min(pongMs, urgentPongMs) : pongMs;
    const isAwaited = pongDueAtMs !== undefined;
    pongDueAtMs = Math.min(pongDueAtMs ?? Infinity, runtime.monotonic() + waitMs);
    wait(pongDueAtMs - runtime.monotonic());
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
      pongDueAtMs = undefined;
      isRunning = true;
      wait(activityMs);
    },
    seen() {
      seenAtMs = runtime.monotonic();
      pongDueAtMs = undefined;
    },
    probe(isUrgent) {
      if (isRunning) pingNow(isUrgent);
    },
    stop,
  };
}
