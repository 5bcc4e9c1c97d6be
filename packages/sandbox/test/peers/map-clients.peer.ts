// Pages with the clients of routing services, in Chromium, on another origin than the sandbox's.
import { createServer, type Server } from 'node:http';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { obtain } from '../../../routing/test/peers/support/obtain.ts';
import { type Sandbox, startSandbox } from '../../src/index.ts';
import { locateGridPoint } from '../../src/map/town-map.ts';
import { chromiumNote, hasChromium, launchChromium } from '../chromium.ts';
import { installMapClients, renderMapPage } from './support/map-clients.ts';

const clients = hasChromium ? await obtain('the clients of maps', installMapClients) : undefined;
const [from, to] = [locateGridPoint([0, 0]), locateGridPoint([5, 5])];

describe.skipIf(clients === undefined)(`pages with clients of routing services${chromiumNote}`, () => {
  let sandbox: Sandbox;
  let browser: Browser;
  beforeAll(async () => {
    [sandbox, browser] = await Promise.all([
      startSandbox({ mail: false, realtime: false }),
      launchChromium(),
    ]);
  });
  afterAll(() => Promise.all([sandbox.close(), browser.close()]));

  /** What the script of a page sets as `result`: its own value, or the text of an error. */
  async function resultOf(script: string): Promise<unknown> {
    const html = await renderMapPage(clients ?? '', script);
    const server: Server = createServer((_, response) => {
      response.setHeader('content-type', 'text/html').end(html);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = server.address();
    const page = await browser.newPage();
    try {
      await page.goto(`http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}/`);
      const handle = await page.waitForFunction(() => Reflect.get(globalThis, 'result'));
      return await handle.jsonValue();
    } finally {
      await page.close();
      server.closeAllConnections();
      server.close();
    }
  }

  it('leaflet-routing-machine 3.2.12 draws a route of OSRM', async () => {
    const result = await resultOf(`
      import L from 'leaflet';
      globalThis.L = L;
      import('leaflet-routing-machine').then(() => {
        const map = L.map('map').setView([${from[1]}, ${from[0]}], 14);
        const router = L.Routing.osrmv1({ serviceUrl: '${sandbox.routing?.osrmUrl}/route/v1' });
        const waypoints = [L.latLng(${from[1]}, ${from[0]}), L.latLng(${to[1]}, ${to[0]})];
        L.Routing.control({ router, waypoints })
          .on('routesfound', ({ routes: [{ summary }] }) => {
            globalThis.result = { distance: summary.totalDistance };
          })
          .on('routingerror', ({ error }) => { globalThis.result = String(error.message); })
          .addTo(map);
      });
    `);
    expect(result).toEqual({ distance: 1000 });
  });

  it('maplibre-gl-directions 0.9.1 reads a route of OSRM', async () => {
    const result = await resultOf(`
      import { Map } from 'maplibre-gl';
      import MapLibreGlDirections from '@maplibre/maplibre-gl-directions';
      try {
        const style = { version: 8, sources: {}, layers: [] };
        const map = new Map({ container: 'map', style, center: ${JSON.stringify(from)}, zoom: 14 });
        map.on('load', () => {
          const directions = new MapLibreGlDirections(map, { api: '${sandbox.routing?.osrmUrl}/route/v1' });
          directions.on('fetchroutesend', ({ data }) => {
            globalThis.result = { distance: data?.directions?.routes?.[0]?.distance };
          });
          directions.setWaypoints(${JSON.stringify([from, to])}).catch((error) => {
            globalThis.result = String(error);
          });
        });
      } catch (error) {
        globalThis.result = String(error);
      }
    `);
    expect(result).toEqual({ distance: 1000 });
  });

  it('openrouteservice-js 0.4.1 routes', async () => {
    const { openrouteserviceUrl, apiKey } = sandbox.routing ?? {};
    const result = await resultOf(`
      import Openrouteservice from 'openrouteservice-js';
      new Openrouteservice.Directions({ api_key: '${apiKey}', host: '${openrouteserviceUrl}' })
        .calculate({ coordinates: ${JSON.stringify([from, to])}, profile: 'driving-car', format: 'json' })
        .then(
          ({ routes }) => { globalThis.result = { distance: routes[0].summary.distance }; },
          (error) => { globalThis.result = String(error); },
        );
    `);
    expect(result).toEqual({ distance: 1000 });
  });
});
