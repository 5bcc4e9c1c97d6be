import { platformSupport } from '@org/routing/embedded';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type Sandbox, startSandbox } from '../../src/index.ts';
import { locateGridPoint } from '../../src/map/town-map.ts';

const { supported, reason } = platformSupport();
const here = 'http://localhost:3000';
const [lon, lat] = locateGridPoint([0, 0]);
const [lon2, lat2] = locateGridPoint([5, 5]);
const points = `${lon},${lat};${lon2},${lat2}`;
const corsHeaders = (headers: Headers) =>
  Object.fromEntries([...headers].filter(([name]) => name.startsWith('access-control')));

describe.skipIf(!supported)(`pages in a browser ${reason ?? ''}`, () => {
  let sandbox: Sandbox;
  beforeAll(async () => {
    sandbox = await startSandbox({ mail: false, realtime: false });
  });
  afterEach(() => sandbox.faults.clear());
  afterAll(() => sandbox.close());

  /** A URL of each service with a request that it answers, and one with a header of its clients. */
  const doors = () => {
    const { url, osrmUrl, openrouteserviceUrl, graphhopperUrl, apiKey } = sandbox.routing ?? {};
    return [
      { name: 'OSRM', url: `${osrmUrl}/route/v1/driving/${points}` },
      { name: 'Valhalla', url: `${url}/status` },
      {
        name: 'GraphHopper',
        url: `${graphhopperUrl}/route?key=${apiKey}&point=${lat},${lon}&point=${lat2},${lon2}`,
      },
      { name: 'openrouteservice', url: `${openrouteserviceUrl}/v2/health` },
    ];
  };
  const names = ['OSRM', 'Valhalla', 'GraphHopper', 'openrouteservice'];
  const urlOf = (wanted: string) => doors().find(({ name }) => name === wanted)?.url ?? '';
  const preflight = (url: string, origin: string) =>
    fetch(url, {
      method: 'OPTIONS',
      headers: {
        origin,
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'content-type',
      },
    });

  it.each(names)('of this machine read what %s answers, without credentials', async (name) => {
    for (const origin of [here, 'http://127.0.0.1:5173', 'https://app.localhost']) {
      const { status, headers } = await fetch(urlOf(name), { headers: { origin } });
      expect(status).toBe(200);
      expect(corsHeaders(headers)).toMatchObject({ 'access-control-allow-origin': '*' });
      expect(headers.has('access-control-allow-credentials')).toBe(false);
    }
  });

  it.each(names)('of this machine read an error of %s, also one that a fault made', async (name) => {
    sandbox.faults.add({ service: 'routing', status: 500, count: 1 });
    const { status, headers } = await fetch(urlOf(name), { headers: { origin: here } });
    expect([status, headers.get('access-control-allow-origin')]).toEqual([500, '*']);
  });

  it.each(names)('of other machines are refused by %s, with no header and no preflight', async (name) => {
    for (const origin of ['http://evil.example', 'null', 'http://localhost.evil.example']) {
      for (const response of [
        await fetch(urlOf(name), { headers: { origin } }),
        await preflight(urlOf(name), origin),
      ])
        expect([response.status, corsHeaders(response.headers)]).toEqual([403, {}]);
    }
  });

  it.each(names)('ask %s with a preflight, which takes no fault', async (name) => {
    const id = sandbox.faults.add({ service: 'routing', status: 503, count: 1 });
    const { status, headers } = await preflight(urlOf(name), here);
    expect(status).toBe(204);
    expect(headers.get('access-control-allow-headers')?.toLowerCase()).toContain('content-type');
    expect(sandbox.faults.list().map((fault) => fault.id)).toContain(id);
  });

  it('cannot read a refusal of the gateway of openrouteservice, as at the hosted service', async () => {
    const url = `${sandbox.routing?.openrouteserviceUrl}/v2/directions/driving-car`;
    const { status, headers } = await fetch(url, { method: 'POST', headers: { origin: here }, body: '{}' });
    expect([status, corsHeaders(headers)]).toEqual([401, {}]);
  });

  it('are never let in by the page and its interface', async () => {
    for (const path of ['', 'api/sandbox', 'api/map', 'api/requests']) {
      const url = `${sandbox.page?.url}${path}`;
      for (const response of [await fetch(url, { headers: { origin: here } }), await preflight(url, here)])
        expect([response.status, corsHeaders(response.headers)]).toEqual([403, {}]);
    }
  });
});
