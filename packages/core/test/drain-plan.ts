import { createLimiter } from '../src/limits/create-limiter.ts';
import type { Constraint } from '../src/limits/kinds/constraint.ts';
import { seededRandom } from '../src/testing/seeded-random.ts';
import {
  createWorld,
  type DrainPlan,
  type DrainResult,
  drain,
  type RateServer,
} from './limiter-simulation.ts';

export const calls = 1_000;

/** Sends all calls at once through one limiter. */
export async function send(
  limits: readonly Constraint[],
  server: RateServer,
  plan: Partial<DrainPlan> & {
    readonly slowestMs?: number;
    /** Another client of the same account. */
    readonly others?: { readonly everyMs: number };
  } = {},
): Promise<DrainResult> {
  const world = createWorld();
  const limiter = createLimiter({ limits, runtime: world.runtime });
  const random = seededRandom(7);
  const { others } = plan;
  const takeToo = () => {
    if (others === undefined || world.now() > 30_000) return;
    server.admit(1, world.now());
    world.at(world.now() + others.everyMs, takeToo);
  };
  takeToo();
  const travelMs = () => random() * (plan.slowestMs ?? 2);
  return drain({ world, limiter, server, calls, travelMs, ...plan });
}

/** The same service, with Retry-After in a common form. */
export function hinting(server: RateServer, hint: 'exact' | 'whole seconds' | 'none'): RateServer {
  if (hint === 'exact') return server;
  const inSeconds = (now: number) => Math.max(1, Math.ceil((server.retryAfterMs(now) ?? 0) / 1_000)) * 1_000;
  return { ...server, retryAfterMs: hint === 'none' ? () => undefined : inSeconds };
}

/** The same service, with reports of its window, and of its reset in a common form. */
export function reporting(
  server: RateServer,
  reset: 'exact' | 'whole seconds' | 'seconds rounded down',
): RateServer {
  const round = { exact: (ms: number) => ms, 'whole seconds': Math.ceil, 'seconds rounded down': Math.floor }[
    reset
  ];
  return {
    ...server,
    report(now) {
      const report = server.report(now);
      const resetAfterMs =
        reset === 'exact' ? report.resetAfterMs : round((report.resetAfterMs ?? 0) / 1_000) * 1_000;
      return { ...report, windowMs: 1_000, resetAfterMs };
    },
  };
}
