import { type Runtime, startTimer } from '@org/core/basics';

export interface LivenessOptions {
  readonly runtime: Runtime;
  /** Returns false when nothing was sent. */
  ping(): boolean;
  /** No message came, and no pong either. */
  expired(): void;
}

// Timers and the monotonic clock stop while a machine sleeps. A check this often finds such a sleep soon
// after the machine wakes, and a standstill of a process or a page before a message that waited meanwhile.
export const maxStepMs = 2_000;
export const minStandstillMs = 1_000;
const minSleepMs = 5_000;
const urgentPongMs = 5_000;
// The shortest delay that on all platforms, and on a manual clock, ends in another turn.
export const turnMs = 1;

/**
 * Watches one connection: pings after silence, and reports a missing pong. Source: Pusher documentation,
 * "Pusher Channels Protocol", detecting closed connections.
 */
export class Liveness {
  /** When the last message on any socket came, by the wall clock. */
  lastMs = 0;
  readonly #options: LivenessOptions;
  #clearTimer: (() => void) | undefined;
  #activityMs = 0;
  #pongMs = 0;
  /** When the last message before the last check came, by the monotonic clock. */
  #seenAtMs = 0;
  #checkedAtMs = 0;
  /** When a message came after the last check, by the wall clock: to read two clocks is slow. */
  #seenWallMs: number | undefined;
  /** A turn before the pong to the last ping is overdue; undefined while no pong is awaited. */
  #pongDueAtMs: number | undefined;
  /** When the last message or check was, by the wall clock. */
  #aliveWallMs = 0;
  #isRunning = false;
  /** The last message before a standstill, until a pong says that the connection outlived it. */
  #beforeStandstillMs: number | undefined;
  #awaitedPongs = 0;

  constructor(options: LivenessOptions) {
    this.#options = options;
  }

  start(limits: { readonly activityTimeoutMs: number; readonly pongTimeoutMs: number }): void {
    const { activityTimeoutMs, pongTimeoutMs } = limits;
    const { runtime } = this.#options;
    const nowMs = runtime.monotonic();
    this.#activityMs = activityTimeoutMs;
    this.#pongMs = pongTimeoutMs;
    this.#seenAtMs = nowMs;
    this.#seenWallMs = undefined;
    this.#pongDueAtMs = undefined;
    this.#isRunning = true;
    this.#beforeStandstillMs = undefined;
    this.#awaitedPongs = 0;
    this.#aliveWallMs = runtime.now();
    this.#wait(activityTimeoutMs, nowMs, this.#aliveWallMs);
  }

  /** A message was received, by the wall clock. */
  seen(wallMs: number): void {
    this.#noteAlive(wallMs);
    this.lastMs = wallMs;
    this.#seenWallMs = wallMs;
    this.#pongDueAtMs = undefined;
  }

  /** Since when events may be lost if the connection is: what comes after a standstill may have waited. */
  get completeUntilMs(): number {
    return this.#beforeStandstillMs ?? this.lastMs;
  }

  /** The last pong is the answer to the ping after the standstill. */
  ponged(): void {
    this.#awaitedPongs -= 1;
    if (this.#awaitedPongs <= 0) this.#beforeStandstillMs = undefined;
  }

  /** Pings now. `isUrgent`: after an event that often ends connections, so the pong must come sooner. */
  probe(isUrgent: boolean): void {
    if (this.#isRunning) this.#ping(isUrgent, this.#options.runtime.monotonic());
  }

  /** The process, or the tab that owns the socket, stood still: what comes next may have come before. */
  stoodStill(): void {
    if (!this.#isRunning) return;
    this.#beforeStandstillMs ??= this.lastMs;
    this.#sendPing();
  }

  stop(): void {
    this.#isRunning = false;
    this.#clearTimer?.();
  }

  #wait(ms: number, nowMs: number, wallMs = this.#options.runtime.now()): void {
    const { runtime } = this.#options;
    // A pong may come early: then the next ping is due before the pong was.
    const stepMs = Math.min(ms, maxStepMs, this.#activityMs);
    this.#checkedAtMs = nowMs;
    this.#clearTimer?.();
    this.#clearTimer = startTimer(runtime, stepMs, () =>
      this.#check(runtime.now() - wallMs - stepMs > minSleepMs),
    );
  }

  #check(didSleep: boolean): void {
    this.#noteAlive(this.#options.runtime.now());
    const nowMs = this.#options.runtime.monotonic();
    this.#readSeen(nowMs);
    const dueAtMs = this.#pongDueAtMs ?? this.#seenAtMs + this.#activityMs;
    if (dueAtMs > nowMs && (this.#pongDueAtMs !== undefined || !didSleep)) this.#wait(dueAtMs - nowMs, nowMs);
    else if (this.#pongDueAtMs === undefined) this.#ping(didSleep, nowMs);
    else this.#expire();
  }

  #noteAlive(wallMs: number): void {
    const isLate = this.#isRunning && wallMs - this.#aliveWallMs > maxStepMs + minStandstillMs;
    this.#aliveWallMs = wallMs;
    if (isLate) this.stoodStill();
  }

  /** A jump of the wall clock moves the time by at most the time since the last check. */
  #readSeen(nowMs: number): void {
    if (this.#seenWallMs === undefined) return;
    const agoMs = this.#options.runtime.now() - this.#seenWallMs;
    this.#seenAtMs = nowMs - Math.min(Math.max(agoMs, 0), nowMs - this.#checkedAtMs);
    this.#seenWallMs = undefined;
  }

  #ping(isUrgent: boolean, nowMs: number): void {
    const waitMs = isUrgent ? Math.min(this.#pongMs, urgentPongMs) : this.#pongMs;
    const isAwaited = this.#pongDueAtMs !== undefined;
    this.#readSeen(nowMs);
    this.#pongDueAtMs = Math.min(this.#pongDueAtMs ?? Infinity, nowMs + waitMs - turnMs);
    this.#wait(this.#pongDueAtMs - nowMs, nowMs);
    if (!isAwaited) this.#sendPing();
  }

  #sendPing(): void {
    if (this.#options.ping()) this.#awaitedPongs += 1;
  }

  /** A turn later: after a standstill, a pong that waits in the socket is read first. */
  #expire(): void {
    this.#clearTimer = startTimer(this.#options.runtime, turnMs, () => {
      if (this.#pongDueAtMs === undefined) return this.#check(false);
      this.stop();
      this.#options.expired();
    });
  }
}
