import { createFakeTransport, type FakeRule } from '@org/core/testing';
import { createRoutingClient } from '@org/routing';
import { openrouteservice } from '@org/routing/openrouteservice';
import { describe, expect, it } from 'vitest';

const places = Array.from({ length: 100 }, (_, index) => [8.6 + index / 1e4, 49.4] as const);
const matrix = { profile: 'driving', origins: places, destinations: places } as const;

/** A matrix of several requests, of which all but those of `rules` have no response. */
function start(rules: readonly FakeRule[]) {
  const transport = createFakeTransport([...rules, { answer: 'never' }]);
  const driver = openrouteservice({ apiKey: 'a_key' });
  const routing = createRoutingClient({ driver, transport, limiter: false, retry: false });
  const controller = new AbortController();
  const proven: unknown[] = [];
  const onAborted = (outcome: unknown) => void proven.push(outcome);
  const options = { signal: controller.signal, onAborted };
  return { routing, transport, controller, proven, options };
}

describe('P10: a call of several requests', () => {
  it.each(['matrix', 'stream'] as const)('that is aborted (%s) reports it once', async (kind) => {
    const { routing, transport, controller, proven, options } = start([]);
    const call =
      kind === 'matrix'
        ? routing.matrix(matrix, options)
        : routing.matrix.stream(matrix, options)[Symbol.asyncIterator]().next();
    const ended = call.catch((error: unknown) => error);
    await expect.poll(() => transport.requests.length).toBeGreaterThan(1);
    controller.abort('enough');
    expect(await ended).toBe('enough');
    expect(proven).toEqual(['unknown']);
  });

  it('of which one fails reports no abort for the others', async () => {
    const { routing, transport, proven, options } = start([{ when: { nth: 2 }, answer: { status: 403 } }]);
    const ended = await routing.matrix(matrix, options).catch((error: unknown) => error);
    expect(transport.requests.length).toBeGreaterThan(1);
    expect(ended).toMatchObject({ status: 403 });
    expect(proven).toEqual([]);
  });
});
