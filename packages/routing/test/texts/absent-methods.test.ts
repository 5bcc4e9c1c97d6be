import { createRoutingClient } from '@org/routing';
import { graphhopper } from '@org/routing/graphhopper';
import { expect, it } from 'vitest';
import { failureOf, scriptedFetch } from '../scripted-fetch.ts';

it('matrix.stream() of an engine without matrices is an UnsupportedError', async () => {
  const { routing, sent } = withoutMatrix();
  const untyped = routing as unknown as {
    readonly matrix: { stream(request: unknown): AsyncIterable<unknown> };
  };
  const stream = async () => {
    for await (const _ of untyped.matrix.stream({})) throw new Error('A part arrived.');
  };
  expect(await failureOf(stream())).toMatchObject({ code: 'unsupported', operation: 'matrix' });
  expect(sent).toEqual([]);
});

function withoutMatrix() {
  const { runtime, sent } = scriptedFetch({ body: {} });
  const driver = graphhopper({ baseUrl: 'https://gh.example' });
  return { routing: createRoutingClient({ driver, limiter: false, runtime }), sent };
}
