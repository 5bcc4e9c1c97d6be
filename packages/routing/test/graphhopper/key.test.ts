import { inspect } from 'node:util';
import { createRoutingClient } from '@org/routing';
import { graphhopper } from '@org/routing/graphhopper';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { failureOf, scriptedFetch } from '../scripted-fetch.ts';
import { a, b, c, recordedRoute } from './answers.ts';

const keys = fc
  .uint8Array({ minLength: 12, maxLength: 20 })
  .map((bytes) => `k-${Buffer.from(bytes).toString('hex')}`);

// Every way in which a service may say the address that it was asked for.
const echo = (key: string, percent: boolean) => {
  const url = `https://graphhopper.com/api/1/route?key=${key}&point=49.41461,8.681495`;
  return percent ? encodeURIComponent(url) : url;
};

const bodies = (key: string, percent: boolean): readonly unknown[] => [
  { message: `failed: ${echo(key, percent)}` },
  { message: 'refused', hints: [{ message: echo(key, percent), details: echo(key, percent) }] },
  { code: 500, message: echo(key, percent) },
  `<html><a href="${echo(key, percent)}">error</a></html>`,
  echo(key, percent),
  { paths: [{ distance: echo(key, percent) }] },
  { [echo(key, percent)]: echo(key, percent) },
];

const statuses = [200, 400, 401, 403, 404, 405, 413, 429, 500, 501, 502, 503, 504];

function everythingOf(value: unknown): string {
  const error = value as Error;
  return [
    String(error),
    error?.stack,
    JSON.stringify(value),
    inspect(value, { depth: 9, showHidden: true }),
  ].join('\n');
}

describe('R4: the key of GraphHopper, which is in every URL', () => {
  it('is in no error, no event and no log', async () => {
    const choice = fc.record({
      key: keys,
      status: fc.constantFrom(...statuses),
      at: fc.nat(6),
      percent: fc.boolean(),
      header: fc.constantFrom('x-request-id', 'location', 'retry-after', 'x-ratelimit-remaining'),
    });
    await fc.assert(
      fc.asyncProperty(choice, async ({ key, status, at, percent, header }) => {
        const body = bodies(key, percent)[at];
        const headers = { [header]: echo(key, percent) };
        const { runtime, sent } = scriptedFetch({ status, body, headers });
        const events: unknown[] = [];
        const driver = graphhopper({ apiKey: key });
        const onEvent = (event: unknown) => void events.push(event);
        const routing = createRoutingClient({ driver, limiter: false, runtime, onEvent });
        const error = await failureOf(
          routing.directions({ profile: 'driving', waypoints: [a, b, c] }, { maxAttempts: 1 }),
        );
        expect(sent[0]?.url.searchParams.get('key')).toBe(key);
        expect(everythingOf(error)).not.toContain(key);
        expect(everythingOf(events)).not.toContain(key);
        expect(everythingOf(routing)).not.toContain(key);
      }),
      { numRuns: 150 },
    );
  });

  it('is in no error of a network that names the URL', async () => {
    await fc.assert(
      fc.asyncProperty(keys, async (key) => {
        const runtime = {
          async fetch(input: RequestInfo | URL): Promise<Response> {
            const { url } = new Request(input);
            throw new TypeError(`fetch failed: ${url}`, { cause: new Error(`ECONNRESET ${url}`) });
          },
          random: () => 0,
        };
        const routing = createRoutingClient({
          driver: graphhopper({ apiKey: key }),
          limiter: false,
          runtime,
        });
        const call = routing.directions({ profile: 'driving', waypoints: [a, b, c] }, { maxAttempts: 1 });
        expect(everythingOf(await failureOf(call))).not.toContain(key);
      }),
      { numRuns: 50 },
    );
  });

  it('is in no result, raw responses included', async () => {
    await fc.assert(
      fc.asyncProperty(keys, async (key) => {
        const { runtime } = scriptedFetch({ body: recordedRoute });
        const routing = createRoutingClient({
          driver: graphhopper({ apiKey: key }),
          limiter: false,
          runtime,
        });
        const request = { profile: 'driving', waypoints: [a, b, c] } as const;
        expect(everythingOf(await routing.directions(request, { includeRaw: true }))).not.toContain(key);
      }),
      { numRuns: 25 },
    );
  });
});
