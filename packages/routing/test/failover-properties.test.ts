import { AuthenticationError, NetworkError, type OrgError, QuotaExceededError, ServerError } from '@org/core';
import { createManualRuntime } from '@org/core/testing';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { failover } from '../src/failover/index.ts';
import { createRoutingClient, isOrgError, NoRouteError } from '../src/index.ts';
import { rulerEngine } from './ruler-engine.ts';

const drive = {
  profile: 'driving',
  waypoints: [
    [8, 49],
    [9, 50],
  ],
} as const;

type FailureClass = new (fields: {
  readonly message: string;
  readonly provider: string;
  attempts: number;
}) => OrgError;

const endings: Readonly<Record<string, FailureClass | undefined>> = {
  answer: undefined,
  down: ServerError,
  unreachable: NetworkError,
  quota: QuotaExceededError,
  'no route': NoRouteError,
  'bad key': AuthenticationError,
};
const names = Object.keys(endings);
const isTransient = (name: string) => ['down', 'unreachable', 'quota'].includes(name);

interface Sent {
  readonly place: number;
  readonly ending: string;
  readonly maxAttempts: number;
}

const step = fc.record({
  endings: fc.array(fc.constantFrom(...names), { minLength: 3, maxLength: 3 }),
  waitMs: fc.constantFrom(0, 10_000, 30_000, 900_000),
});

it('R7: whatever fails, a call moves on only for transient failures, within one budget', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 3 }),
      fc.array(step, { maxLength: 8 }),
      async (count, steps) => {
        const runtime = createManualRuntime();
        let sent: Sent[] = [];
        let now = steps[0]?.endings ?? [];
        const drivers = Array.from({ length: count }, (_, place) => ({
          ...rulerEngine({
            snap: false,
            onRequest(_name, _query, options) {
              const ending = now[place] ?? 'answer';
              const maxAttempts = options?.maxAttempts ?? 3;
              sent.push({ place, ending, maxAttempts });
              const Failure = endings[ending];
              // A failed engine uses up what it may.
              const attempts = isTransient(ending) ? maxAttempts : 1;
              if (Failure) throw new Failure({ message: ending, provider: `engine ${place}`, attempts });
            },
          }),
          name: `engine ${place}`,
        }));
        const routing = createRoutingClient({ driver: failover(drivers), runtime });
        for (const { endings, waitMs } of steps) {
          [now, sent] = [endings, []];
          const ended = await routing.directions(drive).catch((error: unknown) => error);
          const last = sent.at(-1);
          // In order, each driver once, and only the last request may end the call.
          expect(sent.map(({ place }) => place)).toEqual([...new Set(sent.map(({ place }) => place))].sort());
          for (const { ending } of sent.slice(0, -1)) expect(isTransient(ending)).toBe(true);
          const retries = sent.reduce(
            (sum, { ending, maxAttempts }) => sum + (isTransient(ending) ? maxAttempts - 1 : 0),
            0,
          );
          expect(retries).toBeLessThanOrEqual(2);
          if (last?.ending === 'answer')
            expect(ended).toMatchObject({ meta: { provider: `engine ${last.place}` } });
          else expect(isOrgError(ended)).toBe(true);
          // Nothing is sent only while every quota is used up.
          if (isOrgError(ended) && last === undefined) expect(ended.code).toBe('quota-exceeded');
          await runtime.advance(waitMs);
        }
        await routing.close();
      },
    ),
  );
});
