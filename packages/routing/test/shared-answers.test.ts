import { partialOf, ServerError } from '@org/routing';
import { describe, expect, it } from 'vitest';
import { memoryCache } from '../src/cache/index.ts';
import { failover } from '../src/failover/index.ts';
import { createRoutingClient } from '../src/index.ts';
import type { Position } from '../src/model/geometry/position.ts';
import type { MatrixQuery } from '../src/model/reach/matrix.ts';
import { rulerEngine } from './ruler-engine.ts';
import { runFor } from './run-for.ts';
import { failureOf } from './scripted-fetch.ts';

const places = (count: number): Position[] => Array.from({ length: count }, (_, at) => [at, 1]);
const settings = { maxEntries: 100, ttlMs: 60_000 };

describe('calls that share a cache', () => {
  it('have separate errors, each with its own partial result', async () => {
    const onRequest = async (_name: string, query: unknown) => {
      await new Promise((resolve) => setTimeout(resolve, 10));
      const { origins, destinations } = query as MatrixQuery;
      if (origins[0]?.[0] === 2 && destinations[0]?.[0] === 0)
        throw new ServerError({ message: 'down', provider: 'ruler' });
    };
    const driver = rulerEngine({ caps: { matrixCells: 4 }, onRequest });
    const routing = createRoutingClient({ driver, cache: memoryCache(settings), maxParallelParts: 1 });
    const narrow = { profile: 'driving', origins: places(4), destinations: places(2) } as const;
    const wide = { profile: 'driving', origins: places(6), destinations: places(2) } as const;
    const [one, other] = await Promise.all([narrow, wide].map((each) => failureOf(routing.matrix(each))));
    for (const each of [one, other]) expect(each).toBeInstanceOf(ServerError);
    expect(partialOf(one, 'matrix')?.durationsSeconds).toHaveLength(4);
    expect(partialOf(other, 'matrix')?.durationsSeconds).toHaveLength(6);
  });

  it('a call does not end by the timeoutMs of another', async () => {
    const timeouts: unknown[] = [];
    const driver = rulerEngine({
      onRequest: async (_name, _query, options) => {
        timeouts.push(options?.timeoutMs);
        while (timeouts.length < 2) await runFor(5);
        // The third call joins once its key is computed.
        await runFor(100);
      },
    });
    const routing = createRoutingClient({ driver, cache: memoryCache(settings) });
    const request = { profile: 'driving', origins: places(2) } as const;
    const ask = (timeoutMs?: number) => routing.matrix(request, { timeoutMs });
    await Promise.all([ask(5), ask(), ask()]);
    expect(timeouts).toHaveLength(2);
    expect(timeouts).toEqual(expect.arrayContaining([5, undefined]));
  });

  it('a fail-over between two servers of one driver shares no answers', async () => {
    let isDown = false;
    const asked: string[] = [];
    const server = (name: string, fails: () => boolean) =>
      rulerEngine({
        onRequest: () => {
          asked.push(name);
          if (fails()) throw new ServerError({ message: 'down', provider: 'ruler' });
        },
      });
    const entries = [server('north', () => isDown), server('south', () => false)];
    const driver = failover(entries, { leaveOutMs: 1 });
    const routing = createRoutingClient({ driver, cache: memoryCache(settings) });
    const request = { profile: 'driving', origins: places(2) } as const;
    isDown = true;
    await routing.matrix(request);
    expect(asked).toEqual(['north', 'south']);
    isDown = false;
    await new Promise((resolve) => setTimeout(resolve, 10));
    await routing.matrix(request);
    expect(asked).toEqual(['north', 'south', 'north']);
    const again = await routing.matrix(request);
    expect(again.meta).toMatchObject({ requests: 0, cachedRequests: 1, provider: 'ruler' });
    expect(asked).toHaveLength(3);
  });

  it('an option that writes itself as JSON is a part of the key', async () => {
    let count = 0;
    const driver = rulerEngine({ onRequest: () => void count++ });
    const routing = createRoutingClient({ driver, cache: memoryCache(settings) });
    const request = { profile: 'driving', origins: places(2) } as const;
    const ask = (region: string) =>
      routing.matrix({ ...request, providerOptions: { tiles: new URL(`https://${region}.test`) } });
    await ask('north');
    await ask('south');
    await ask('south');
    expect(count).toBe(2);
  });
});
