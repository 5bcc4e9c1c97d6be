import { createLimiter, type LimiterOptions } from '../src/limits/create-limiter.ts';
import type { PermitRequest } from '../src/limits/limiter.ts';
import { createWorld, type RateServer, type World } from './limiter-simulation.ts';

/** What the calls of a scenario ask for, and how the service responds. */
export interface Scenario {
  readonly limiter: Omit<LimiterOptions, 'runtime'>;
  /** The service's own limit, which it enforces. */
  readonly server?: (() => RateServer) | undefined;
  readonly says?: 'nothing' | 'retry-after' | 'everything' | undefined;
  readonly calls: number;
  /** The time in which the calls arrive. */
  readonly arriveMs: number;
  readonly groups?: readonly (string | undefined)[] | undefined;
  readonly paths?: readonly (string | undefined)[] | undefined;
  readonly priorities?: readonly PermitRequest['priority'][] | undefined;
  readonly tenants?: readonly (string | undefined)[] | undefined;
  readonly maxCost?: number | undefined;
  readonly latencyMs?: number | undefined;
  /** Shares of the calls. */
  readonly aborted?: number | undefined;
  readonly limitedWait?: number | undefined;
  readonly atOnce?: number | undefined;
  readonly failed?: number | undefined;
  readonly silent?: number | undefined;
  /** Throttled with a 503. */
  readonly outages?: number | undefined;
  /** With the report of a quota. */
  readonly quotas?: number | undefined;
  readonly clearAtMs?: number | undefined;
  readonly closeAtMs?: number | undefined;
}

/**
 * Plays a scenario in simulated time and returns all that its limiter did: each start, wait, rejection and
 * response with its instant, and snapshots. The same seed plays the same calls.
 */
export async function playSchedule(scenario: Scenario, seed: number): Promise<string[]> {
  const world = createWorld();
  const limiter = createLimiter({ ...scenario.limiter, runtime: world.runtime });
  const random = randomOf(seed);
  const log: string[] = [];
  const note = (text: string) => void log.push(`${shown(world.now())} ${text}`);
  const service = openService(scenario, world, random);
  const call = async (index: number, first: PermitRequest, abortMs: number | undefined, atOnce: boolean) => {
    let request = first;
    for (let attempt = 0; attempt < 3; attempt += 1) {
      const controller = new AbortController();
      if (abortMs !== undefined) world.at(world.now() + abortMs, () => controller.abort('aborted'));
      const full: PermitRequest = {
        ...request,
        signal: controller.signal,
        onWait: ({ reason, queueLength }) => note(`${index} waits ${reason} ${queueLength}`),
      };
      const granted = atOnce ? limiter.tryAcquire(full) : undefined;
      const permit =
        granted ?? (await limiter.acquire(full).catch((error) => note(`${index} ${told(error)}`)));
      if (!permit) return;
      note(`${index} starts ${shown(permit.waitedMs)}`);
      const observation = await service(request);
      permit.release(observation);
      const outcome =
        observation === undefined ? 'nothing' : observation.throttled ? 'throttled' : 'response';
      note(`${index} ${outcome}`);
      if (observation?.throttled !== true) return;
      request = { ...request, retry: true };
    }
  };
  for (let index = 0; index < scenario.calls; index += 1) {
    const { request, abortMs, atOnce } = drawCall(scenario, random);
    world.at(Math.floor(random() * scenario.arriveMs), () => void call(index, request, abortMs, atOnce));
  }
  for (const part of [0.3, 0.8, 1.5])
    world.at(scenario.arriveMs * part + 0.5, () => note(JSON.stringify(limiter.snapshot(), rounded)));
  if (scenario.clearAtMs !== undefined) world.at(scenario.clearAtMs, () => limiter.clearPauses());
  if (scenario.closeAtMs !== undefined) world.at(scenario.closeAtMs, () => limiter.close());
  await world.run(3_600_000);
  note(JSON.stringify(limiter.snapshot(), rounded));
  return log;
}

function drawCall(scenario: Scenario, random: () => number) {
  const { maxCost = 1, aborted = 0, limitedWait = 0, atOnce = 0 } = scenario;
  const one = <Value>(values: readonly Value[] | undefined) => values?.[Math.floor(random() * values.length)];
  const request: PermitRequest = {
    cost: 1 + Math.floor(random() * maxCost),
    group: one(scenario.groups),
    path: one(scenario.paths),
    priority: one(scenario.priorities),
    tenant: one(scenario.tenants),
    maxWaitMs: random() < limitedWait ? Math.floor(random() * 3_000) : undefined,
  };
  const abortMs = random() < aborted ? Math.floor(random() * 1_500) : undefined;
  return { request, abortMs, atOnce: random() < atOnce };
}

/** The service: its own limit, its outages and quotas. */
function openService(scenario: Scenario, world: World, random: () => number) {
  const server = scenario.server?.();
  const { says = 'nothing', latencyMs = 80, failed = 0, silent = 0, outages = 0, quotas = 0 } = scenario;
  return async ({ cost = 1 }: PermitRequest) => {
    await world.sleep(Math.floor(random() * latencyMs));
    const admitted = server?.admit(cost, world.now()) ?? true;
    const drawn = [random(), random(), random(), random()] as const;
    const limits = server !== undefined && says === 'everything' ? [server.report(world.now())] : [];
    const waitMs = says === 'nothing' || admitted ? undefined : server?.retryAfterMs(world.now());
    await world.sleep(Math.floor(random() * latencyMs));
    if (drawn[0] < silent) return undefined;
    if (drawn[1] < outages)
      return { throttled: true, unavailable: true, retryAfterMs: drawn[3] < 0.5 ? 900 : undefined };
    if (!admitted) return { throttled: true, retryAfterMs: waitMs, limits };
    if (drawn[2] < quotas) {
      const remaining = Math.floor(drawn[3] * 4);
      const quota = { kind: 'quota', name: 'day', limit: 100, remaining, resetAfterMs: 7_200_000 } as const;
      return { throttled: remaining === 0, limits: [...limits, quota] };
    }
    return { ...(drawn[3] < failed ? { failed: true } : {}), limits };
  };
}

function told(error: unknown): string {
  if (typeof error === 'string') return error;
  const { code, message, retryAfterMs } = error as { code: string; message: string; retryAfterMs?: number };
  return `${code} ${retryAfterMs === undefined ? '' : shown(retryAfterMs)} ${message}`;
}

function shown(instant: number): string {
  return String(Math.round(instant * 1_000) / 1_000);
}

function rounded(_: string, value: unknown): unknown {
  return typeof value === 'number' && Number.isFinite(value) ? Math.round(value * 1_000) / 1_000 : value;
}

/** Mulberry32. */
function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
