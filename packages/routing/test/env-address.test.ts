import { afterEach, describe, expect, it, vi } from 'vitest';
import { embedded } from '../src/drivers/embedded/index.ts';
import { google } from '../src/drivers/google/index.ts';
import {
  type OpenrouteserviceDriver,
  type OpenrouteserviceServerDriver,
  openrouteservice,
} from '../src/drivers/openrouteservice/index.ts';
import { stadia } from '../src/drivers/stadia/index.ts';
import { type ValhallaDriver, valhalla } from '../src/drivers/valhalla/index.ts';
import { createRoutingClient } from '../src/index.ts';

afterEach(() => void vi.unstubAllEnvs());

async function askedFor(
  driver: OpenrouteserviceDriver | OpenrouteserviceServerDriver | ValhallaDriver,
): Promise<{ readonly url: string; readonly key: string | null }> {
  let asked = { url: '', key: null as string | null };
  const fetch = async (input: string | URL | Request, init?: RequestInit) => {
    const request = new Request(input, init);
    asked = { url: request.url, key: request.headers.get('authorization') };
    return Response.json({});
  };
  await using client = createRoutingClient({ driver, runtime: { fetch } });
  const waypoints = [
    [8.68, 49.41],
    [8.69, 49.42],
  ] as const;
  await client.directions({ profile: 'driving', waypoints }).catch(() => {});
  return asked;
}

describe('addresses in the environment', () => {
  it('openrouteservice() uses OPENROUTESERVICE_BASE_URL with its key, after an option', async () => {
    vi.stubEnv('OPENROUTESERVICE_BASE_URL', 'http://localhost:1/ors');
    vi.stubEnv('OPENROUTESERVICE_API_KEY', 'key');
    expect(await askedFor(openrouteservice())).toMatchObject({
      url: expect.stringMatching(/^http:\/\/localhost:1\/ors\/v2\/directions/),
      key: 'key',
    });
    const elsewhere = await askedFor(openrouteservice({ baseUrl: 'https://ors.acme.dev' }));
    expect(elsewhere).toMatchObject({ url: expect.stringMatching(/^https:\/\/ors\.acme\.dev\//), key: null });
  });

  it('valhalla() uses any VALHALLA_BASE_URL, as it has no key', async () => {
    expect(() => valhalla()).toThrow('set VALHALLA_BASE_URL');
    vi.stubEnv('VALHALLA_BASE_URL', 'https://valhalla.acme.dev');
    expect((await askedFor(valhalla())).url).toBe('https://valhalla.acme.dev/route');
    expect((await askedFor(valhalla({ baseUrl: 'http://localhost:2' }))).url).toBe(
      'http://localhost:2/route',
    );
  });

  it('security: a variable alone never sends a key to another host', () => {
    vi.stubEnv('OPENROUTESERVICE_BASE_URL', 'https://evil.example');
    vi.stubEnv('VALHALLA_BASE_URL', 'https://evil.example');
    vi.stubEnv('GOOGLE_MAPS_BASE_URL', 'https://evil.example');
    vi.stubEnv('STADIA_BASE_URL', 'https://evil.example');
    expect(() => google()).toThrow('baseUrl: process.env.GOOGLE_MAPS_BASE_URL');
    expect(() => stadia()).toThrow('baseUrl: process.env.STADIA_BASE_URL');
    expect(() => openrouteservice()).toThrow('baseUrl: process.env.OPENROUTESERVICE_BASE_URL');
    expect(() => openrouteservice({ apiKey: 'key' })).toThrow('OPENROUTESERVICE_BASE_URL');
    expect(() => valhalla({ apiKey: 'key' })).toThrow('baseUrl: process.env.VALHALLA_BASE_URL');
  });

  it('embedded() uses TILES_DIRECTORY', async () => {
    expect(() => embedded()).toThrow('set TILES_DIRECTORY');
    vi.stubEnv('TILES_DIRECTORY', '/nowhere/at/all');
    await using client = createRoutingClient({ driver: embedded() });
    const snap = client.snap({ profile: 'driving', positions: [[8.68, 49.41]] });
    await expect(snap).rejects.toThrow('/nowhere/at/all');
  });
});
