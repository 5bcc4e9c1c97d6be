import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { basename } from 'node:path';
import { type Sandbox, startSandbox } from '@org/sandbox';
import { build } from 'esbuild';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chromiumNote, hasChromium, launchChromium } from '../../packages/sandbox/test/chromium.ts';
import { root } from '../../scripts/package-entries.ts';

const program = `
  import { createRealtimeClient } from '@org/realtime';
  import { createRoutingClient } from '@org/routing';
  import { valhalla } from '@org/routing/valhalla';

  window.metersBetween = async (baseUrl, waypoints) => {
    const routing = createRoutingClient({ driver: valhalla({ baseUrl }) });
    const { routes } = await routing.directions({ profile: 'walking', waypoints });
    await routing.close();
    return routes[0].distanceMeters;
  };
  window.stateAfterJoining = async (options, name) => {
    const realtime = createRealtimeClient(options);
    await realtime.subscribe(name).subscribed();
    const { state } = realtime;
    await realtime.close();
    return state;
  };`;

interface Page {
  metersBetween(baseUrl: string, waypoints: readonly (readonly [number, number])[]): Promise<number>;
  stateAfterJoining(options: object, channel: string): Promise<string>;
}

/** The files that a bundler makes of the program, and a page that loads them. */
async function serveProgram() {
  const { outputFiles } = await build({
    stdin: { contents: program, resolveDir: `${root}examples` },
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'browser',
    outdir: 'out',
    write: false,
  });
  const files = new Map(outputFiles.map(({ path, contents }) => [basename(path), contents]));
  const server = createServer(({ url = '/' }, response) => {
    const file = files.get(url.slice(1));
    response.setHeader('content-type', file === undefined ? 'text/html' : 'text/javascript');
    response.end(file ?? '<!doctype html><title>t</title><script type="module" src="/stdin.js"></script>');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, server };
}

describe.skipIf(!hasChromium)(`a page with the published packages${chromiumNote}`, () => {
  let browser: Browser;
  let sandbox: Sandbox;
  let site: Awaited<ReturnType<typeof serveProgram>>;

  beforeAll(async () => {
    const services = startSandbox({ mail: false, page: false });
    [browser, sandbox, site] = await Promise.all([launchChromium(), services, serveProgram()]);
  });

  afterAll(async () => {
    await browser.close();
    await sandbox.close();
    site.server.closeAllConnections();
    site.server.close();
  });

  it('asks another origin for a route, and joins a channel', async () => {
    const page = await browser.newPage();
    await page.goto(site.url);
    const [library, theatre] = (sandbox.town?.places ?? []).map(({ position }) => position);
    const asked = { baseUrl: sandbox.routing?.url ?? '', waypoints: [library ?? [0, 0], theatre ?? [0, 0]] };
    const meters = await page.evaluate(
      ({ baseUrl, waypoints }) => (window as unknown as Page).metersBetween(baseUrl, waypoints),
      asked,
    );
    expect(meters).toBeGreaterThan(0);

    const { host, port, app } = sandbox.realtime ?? { app: undefined };
    const state = await page.evaluate(
      (options) => (window as unknown as Page).stateAfterJoining(options, 'news'),
      { host, port, key: app?.key },
    );
    expect(state).toBe('connected');
  });
});
