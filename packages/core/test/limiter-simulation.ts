import { setImmediate as nextTurn } from 'node:timers/promises';
import { createRuntime, type Runtime } from '@org/core';
import type { RateReport } from '@org/core/driver';
import { realWork } from '@org/core/driver';
import type { Limiter, PermitRequest } from '../src/limits/limiter.ts';
import type { RateObservation } from '../src/rates.ts';

/** A simulated clock: events happen in order, and code runs to its next wait before time advances. */
export interface World {
  readonly runtime: Runtime;
  now(): number;
  at(instant: number, happen: () => void): void;
  sleep(ms: number): Promise<void>;
  /** Runs until no event is planned, or until `untilMs`. */
  run(untilMs?: number): Promise<void>;
}

export function createWorld(): World {
  let nowMs = 0;
  const planned: { readonly at: number; readonly happen: () => void }[] = [];
  const at = (instant: number, happen: () => void) => {
    const index = planned.findLastIndex((other) => other.at <= instant) + 1;
    planned.splice(index, 0, { at: instant, happen });
  };
  const sleep = (ms: number, signal?: AbortSignal) =>
    new Promise<void>((resolve, reject) => {
      if (signal?.aborted) return reject(signal.reason);
      signal?.addEventListener('abort', () => reject(signal.reason), { once: true });
      at(nowMs + Math.max(0, ms), resolve);
    });
  const settle = async () => {
    do await nextTurn();
    while (realWork.running.size > 0);
  };
  return {
    runtime: createRuntime({ monotonic: () => nowMs, now: () => nowMs, sleep }),
    now: () => nowMs,
    at,
    sleep,
    async run(untilMs = Number.POSITIVE_INFINITY) {
      await settle();
      for (let next = planned[0]; next !== undefined && next.at <= untilMs; next = planned[0]) {
        planned.shift();
        nowMs = Math.max(nowMs, next.at);
        next.happen();
        await settle();
      }
    },
  };
}

/** A service's own rate limit, on its own clock. */
export interface RateServer {
  /** Counts the request unless it is throttled. */
  admit(cost: number, now: number): boolean;
  /** The least time in which `total` requests can pass, when the first comes at 0. */
  leastMs(total: number): number;
  /** `undefined` without a Retry-After. */
  retryAfterMs(now: number): number | undefined;
  report(now: number): RateReport;
}

export function fixedWindow(limit: number, windowMs: number, phaseMs = 0): RateServer {
  let window = Number.NaN;
  let used = 0;
  const enter = (now: number) => {
    const current = Math.floor((now + phaseMs) / windowMs);
    if (current !== window) used = 0;
    window = current;
    return (current + 1) * windowMs - phaseMs - now;
  };
  return {
    admit(cost, now) {
      enter(now);
      if (used + cost > limit) return false;
      used += cost;
      return true;
    },
    leastMs: (total) => Math.floor((total - 1) / limit) * windowMs,
    retryAfterMs: (now) => enter(now),
    report: (now) => ({ kind: 'rate', resetAfterMs: enter(now), limit, remaining: limit - used }),
  };
}

export function slidingWindow(limit: number, windowMs: number): RateServer {
  const admitted: { readonly at: number; readonly cost: number }[] = [];
  const used = (now: number) => {
    while (admitted[0] !== undefined && admitted[0].at + windowMs <= now) admitted.shift();
    return admitted.reduce((sum, { cost }) => sum + cost, 0);
  };
  const freeIn = (now: number) => (admitted[0] === undefined ? 0 : admitted[0].at + windowMs - now);
  return {
    admit(cost, now) {
      if (used(now) + cost > limit) return false;
      admitted.push({ at: now, cost });
      return true;
    },
    leastMs: (total) => Math.floor((total - 1) / limit) * windowMs,
    retryAfterMs: (now) => freeIn(now),
    report: (now) => ({
      kind: 'rate',
      limit,
      remaining: limit - used(now),
      resetAfterMs: freeIn(now),
      windowMs,
    }),
  };
}

export function bucketServer(ratePerSecond: number, burst: number): RateServer {
  let tokens = burst;
  let filledAt = 0;
  const fill = (now: number) => {
    tokens = Math.min(burst, tokens + ((now - filledAt) * ratePerSecond) / 1_000);
    filledAt = now;
    return tokens;
  };
  return {
    admit(cost, now) {
      // A bucket that is filled in steps is never exactly full again.
      if (fill(now) + 1e-6 < cost) return false;
      tokens -= cost;
      return true;
    },
    leastMs: (total) => (Math.max(0, total - burst) * 1_000) / ratePerSecond,
    retryAfterMs: (now) => ((1 - fill(now)) * 1_000) / ratePerSecond,
    report: (now) => ({
      kind: 'rate',
      limit: burst,
      remaining: Math.floor(fill(now)),
      resetAfterMs: Math.ceil((burst - tokens) / ratePerSecond) * 1_000,
    }),
  };
}

export interface DrainPlan {
  readonly world: World;
  readonly limiter: Limiter;
  readonly server: RateServer;
  readonly calls: number;
  /** Latency of a request to the service, and of its response. */
  readonly travelMs: () => number;
  /** The process's own time for a request and for a response, in sequence: it stretches a burst. */
  readonly busyMs?: number | (() => number);
  /** The observation of an accepted call; a success when omitted. */
  readonly ending?: (() => RateObservation | undefined) | undefined;
  readonly says?: 'nothing' | 'retry-after' | 'everything';
  readonly workers?: number;
  readonly untilMs?: number;
}

export interface DrainResult {
  readonly finishedMs: number;
  readonly answered: number;
  readonly refused: number;
  readonly answeredAt: readonly number[];
  readonly refusedAt: readonly number[];
}

/** Sends every call until it is accepted; throttled ones retry at the head of the queue. */
export async function drain(plan: DrainPlan): Promise<DrainResult> {
  const { world, limiter, server, travelMs, says = 'nothing', untilMs = Number.POSITIVE_INFINITY } = plan;
  const answeredAt: number[] = [];
  const refusedAt: number[] = [];
  let left = plan.calls;
  let idleAt = 0;
  const work = async () => {
    const { busyMs = 0 } = plan;
    if (busyMs === 0) return;
    idleAt = Math.max(idleAt, world.now()) + (typeof busyMs === 'number' ? busyMs : busyMs());
    await world.sleep(idleAt - world.now());
  };
  const call = async () => {
    for (let request: PermitRequest = {}; ; request = { retry: true }) {
      const permit = await limiter.acquire(request);
      await work();
      await world.sleep(travelMs());
      const admitted = server.admit(1, world.now());
      const limits = says === 'everything' ? [server.report(world.now())] : [];
      const retryAfterMs = says === 'nothing' || admitted ? undefined : server.retryAfterMs(world.now());
      await world.sleep(travelMs());
      await work();
      (admitted ? answeredAt : refusedAt).push(world.now());
      const told = { throttled: !admitted, retryAfterMs, limits };
      permit.release(admitted && plan.ending !== undefined ? plan.ending() : told);
      if (admitted) return;
    }
  };
  const worker = async () => {
    while (left > 0 && world.now() < untilMs) {
      left -= 1;
      await call();
    }
  };
  const { workers = plan.calls } = plan;
  for (let index = 0; index < workers; index += 1) void worker();
  await world.run(untilMs);
  return {
    finishedMs: answeredAt.at(-1) ?? 0,
    answered: answeredAt.length,
    refused: refusedAt.length,
    answeredAt,
    refusedAt,
  };
}
