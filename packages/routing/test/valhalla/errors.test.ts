import { createRoutingClient } from '@org/routing';
import type { RoutingOperations } from '@org/routing/driver';
import { valhalla } from '@org/routing/valhalla';
import { describe, expect, it } from 'vitest';
import { mapRefusal } from '../../src/drivers/valhalla/errors.ts';
import { failureOf, scriptedFetch } from '../scripted-fetch.ts';

const place = [10.007123, 50.004512] as const;

/** Every code of valhalla/valhalla src/exceptions.cc, and what it means here. */
const codes: Readonly<Record<string, readonly number[]>> = {
  'bad-request': [
    ...[100, 103, 110, 111, 112, 113, 114, 115, 120, 121, 122, 123, 124, 125, 126, 127, 128],
    ...[130, 131, 132, 133, 134, 135, 136, 137, 143, 158, 159, 160, 161, 162, 163, 164, 165, 168],
    ...[173, 174, 175, 233, 312, 313, 445],
    ...[235, 403], // no codes of the engine: what a later version adds
  ],
  configuration: [101],
  unsupported: [106, 107, 140, 141, 142, 144, 400],
  'limit-exceeded': [150, 151, 152, 153, 154, 155, 156, 157, 166, 167, 234, 314],
  'no-route': [170, 172, 440, 441, 442, 443, 444],
  'point-not-found': [171],
  server: [
    ...[102, 199, 200, 201, 202, 203, 210, 211, 212, 213, 220, 230, 231, 232, 299],
    ...[401, 402, 420, 421, 422, 423, 424, 430, 446, 499, 503, 504, 599],
  ],
};
const transient = [102, 203, 402];

const table = Object.entries(codes).flatMap(([kind, list]) => list.map((code) => [code, kind] as const));

async function refusedWith(status: number, body: unknown) {
  const { runtime, sent } = scriptedFetch({ status, body });
  const driver = valhalla({ baseUrl: 'https://valhalla.example.com', apiKey: 'planted-key' });
  const routing = createRoutingClient({ driver, limiter: false, runtime });
  const error = await failureOf(routing.expansion({ profile: 'driving', position: place, range: 60 }));
  return { error, attempts: sent.length };
}

describe("R3: Valhalla's error table", () => {
  it.each(table)('%i is %s', async (code, kind) => {
    const isTransient = transient.includes(code);
    const text = `The engine's words at ${place.join()}`;
    const body = { error_code: code, error: text, status_code: 400, status: 'Bad Request' };
    const { error, attempts } = await refusedWith(400, body);
    expect(error).toMatchObject({ code: kind, providerCode: String(code), outcome: 'not-sent' });
    expect(attempts).toBe(isTransient ? 3 : 1);
    expect(`${error} ${JSON.stringify(error)}`).not.toMatch(/planted-key|10\.007|50\.004/);
  });

  it('is the same for the engine in the process', () => {
    for (const [code, kind] of table) {
      const { type, replay } = mapRefusal({ code, status: 400, text: 'words' });
      expect(
        String(Object(type).family)
          .replace(/Error$/, '')
          .toLowerCase(),
      ).toBe(kind.replaceAll('-', ''));
      expect(replay).toBe(transient.includes(code) ? 'always' : 'never');
    }
  });
});

describe('R3: refusals in other forms', () => {
  it.each<[string, number, unknown, string, string | undefined]>([
    ['a text without a number', 400, { error: 'No suitable edges near location' }, 'point-not-found', '171'],
    ['an unknown text', 400, { error: 'Something else' }, 'bad-request', undefined],
    ["OSRM's form", 400, { code: 'NoRoute', message: 'Impossible route between points' }, 'no-route', '442'],
    ['a limit in it', 400, { code: 'DistanceExceeded', message: '…' }, 'limit-exceeded', '154'],
    ['an unknown word in it', 400, { code: 'Rocket', message: '…' }, 'bad-request', undefined],
    ['a failure in it', 500, { code: 'InvalidUrl', message: '…' }, 'server', undefined],
    ["a proxy's page", 404, '<html>not found</html>', 'not-found', undefined],
    ["a proxy's number", 429, { error_code: 171, error: 'slow down' }, 'rate-limit', undefined],
  ])('%s', async (_name, status, body, code, providerCode) => {
    const { error } = await refusedWith(status, body);
    expect(error).toMatchObject({ code });
    expect(Object(error).providerCode).toBe(providerCode);
  });
});

it("R3: in OSRM's form a track without a road and a failed match have one code", async () => {
  const body = { code: 'NoSegment', message: 'One of the supplied input coordinates could not snap' };
  const { runtime } = scriptedFetch({ status: 400, body });
  const driver = valhalla({ baseUrl: 'https://valhalla.example.com' });
  const routing = createRoutingClient({ driver, limiter: false, runtime });
  const error = await failureOf(routing.match({ profile: 'driving', trace: [place, place] }));
  expect(error).toMatchObject({ code: 'no-route', providerCode: '444' });
});

describe('R5: hostile answers', () => {
  type Call = Exclude<keyof RoutingOperations, 'optimize' | 'geocode' | 'pois' | 'exportGraph'>;
  const line = [place, [10.01, 50.01]] as const;
  const requests: Partial<Record<Call, object>> = {
    nearest: { profile: 'driving', position: place },
    elevation: { positions: [place] },
    attributes: { profile: 'driving', line },
    expansion: { profile: 'driving', position: place, range: 60 },
    match: { profile: 'driving', trace: line },
    status: {},
  };
  const bodies: readonly unknown[] = [
    '<html>welcome</html>',
    '{"height":[1',
    {},
    [],
    null,
    { height: ['1'] },
    { height: [1, 2] },
    { edges: [{ begin_shape_index: 0, end_shape_index: 9 }], shape: 'g``k~Ao|waR?nvA' },
    { edges: [{ begin_shape_index: -1, end_shape_index: 0.5 }], shape: 'g``k~Ao|waR?nvA' },
    { edges: [], shape: '' },
    { edges: [], shape: '~~~~' },
    { features: [{ geometry: { coordinates: [] }, properties: {} }] },
    { features: [{ geometry: { coordinates: [['1', 2]] }, properties: {} }] },
    { version: 3 },
    { matchings: [], tracepoints: [] },
    { matchings: [{ distance: 1, duration: 1, legs: [] }], tracepoints: [null, null] },
    { version: '3', bbox: { features: [{ geometry: { type: 'Point', coordinates: [1, 2] } }] } },
    [{ edges: [{ correlated_lat: '50', correlated_lon: 10 }] }],
    [{ edges: null }, { edges: null }],
  ];

  it.each(Object.entries(requests))('of %s are typed errors', async (name, request) => {
    for (const body of bodies) {
      const { runtime } = scriptedFetch({ body });
      const driver = valhalla({ baseUrl: 'https://valhalla.example.com' });
      const routing = createRoutingClient({ driver, limiter: false, runtime });
      const call = routing[name as 'status'] as (request: object) => Promise<unknown>;
      expect(await failureOf(call(request)), JSON.stringify(body)).toMatchObject({ code: 'response-format' });
    }
  });
});
