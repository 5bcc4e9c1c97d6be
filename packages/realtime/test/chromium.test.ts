import { existsSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { build } from 'esbuild';
import { type Browser, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import type { RealtimeService } from '../../sandbox/src/realtime/realtime-service.ts';
import type * as Client from '../src/index.ts';
import { signFor, startService, until } from './realtime-fixtures.ts';

const executablePath = process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium';
const hasChromium = existsSync(executablePath);
const note = hasChromium ? '' : ` (skipped: no Chromium at ${executablePath}; set CHROMIUM_PATH)`;

declare global {
  // What the page has, written down for the functions that run in it.
  interface Window {
    readonly sdk: typeof Client;
    realtime: Client.RealtimeClient;
    told: string[];
  }
}

async function bundle(): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [new URL('../src/index.ts', import.meta.url).pathname],
    bundle: true,
    write: false,
    format: 'iife',
    globalName: 'sdk',
    platform: 'browser',
    conditions: ['@org/source'],
    define: { __PACKAGE_VERSION__: '"0.0.0-test"' },
  });
  return outputFiles[0]?.text ?? '';
}

/** A page with the client on it, and the endpoint that authorises its channels. */
async function startSite(script: string, service: RealtimeService): Promise<string> {
  const sign = signFor(service, { id: 'ann', info: { name: 'Ann' } });
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    if (request.url !== '/auth') {
      response.setHeader('content-type', 'text/html');
      response.end(
        `<!doctype html><title>t</title><script>${script.replaceAll('</script', '<\\/script')}</script>`,
      );
      return;
    }
    const form = new URLSearchParams(await text(request));
    const token = await sign({
      socketId: form.get('socket_id') ?? '',
      channelName: form.get('channel_name') ?? '',
      signal: new AbortController().signal,
      runtime: undefined as never,
    });
    response.end(JSON.stringify({ auth: token.auth, channel_data: token.channelData }));
  };
  const server: Server = createServer((request, response) => void answer(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}

describe.skipIf(!hasChromium)(`W13: in Chromium${note}`, () => {
  let browser: Browser;
  let script: string;

  beforeAll(async () => {
    const args = [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
    ];
    [browser, script] = await Promise.all([chromium.launch({ executablePath, args }), bundle()]);
  }, 60_000);
  afterAll(() => browser?.close());

  async function openPage() {
    const service = await startService();
    const context = await browser.newContext();
    onTestFinished(() => context.close());
    const page = await context.newPage();
    await page.goto(await startSite(script, service));
    await page.evaluate(
      ({ key, host, port }) => {
        window.told = [];
        window.realtime = window.sdk.createRealtimeClient({
          key,
          host,
          port,
          authorize: window.sdk.httpAuthorizer({ endpoint: '/auth' }),
          onEvent: (event) => window.told.push(event.type === 'state' ? event.state : event.type),
        });
      },
      { key: service.app.key, host: service.host, port: service.port },
    );
    return { service, page, context };
  }
  const stateOf = (page: Page) => page.evaluate(() => window.realtime.state);
  const reaches = (page: Page, state: string) =>
    page.waitForFunction((wanted) => window.realtime.state === wanted, state);

  it('the bundle holds nothing of Node', () => {
    expect(script).not.toMatch(/require\(|node:(?!diagnostics_channel|fs)/);
    expect(script).not.toContain('perMessageDeflate');
  });

  it('connects, subscribes and receives, on public, private and presence channels', async () => {
    const { service, page } = await openPage();
    await page.evaluate(() =>
      Promise.all(
        ['orders', 'private-a', 'presence-b'].map((name) => window.realtime.subscribe(name).subscribed()),
      ),
    );
    const received = page.evaluate(async () => {
      const names = ['orders', 'private-a', 'presence-b'];
      const reads = names.map((name) => window.realtime.subscribe(name).events('paid').next());
      window.told.push('listening');
      return (await Promise.all(reads)).map(({ value }) => value?.data);
    });
    await page.waitForFunction(() => window.told.includes('listening'));
    for (const channel of ['orders', 'private-a', 'presence-b'])
      service.publish({ channel, event: 'paid', data: `"${channel} é€"` });
    expect(await received).toEqual(['orders é€', 'private-a é€', 'presence-b é€']);
    expect(await page.evaluate(() => window.realtime.subscribe('presence-b').me)).toEqual({
      id: 'ann',
      info: { name: 'Ann' },
    });
  });

  it('reconnects after a loss, and reports the gap', async () => {
    const { service, page } = await openPage();
    await page.evaluate(() => window.realtime.subscribe('orders').subscribed());
    service.faults.closeAll(4200);
    await page.waitForFunction(() => window.told.includes('gap'));
    expect(await stateOf(page)).toBe('connected');
  });

  it('stops at a final close code', async () => {
    const { service, page } = await openPage();
    await page.evaluate(() => window.realtime.connect());
    service.faults.closeAll(4001);
    await reaches(page, 'failed');
  });

  it('rests while the browser is offline, and is back as soon as it is online', async () => {
    const { service, page, context } = await openPage();
    await page.evaluate(() => window.realtime.connect());
    await context.setOffline(true);
    service.faults.dropAll();
    await reaches(page, 'suspended');
    await context.setOffline(false);
    await reaches(page, 'connected');
  });

  it('W14: close() ends all events and removes the page’s listeners', async () => {
    const { service, page } = await openPage();
    const told = await page.evaluate(async () => {
      await window.realtime.subscribe('orders').subscribed();
      await window.realtime.close();
      window.dispatchEvent(new Event('online'));
      return window.told;
    });
    expect(told.at(-1)).toBe('closed');
    await until(() => service.stats.connections === 0);
  });
});
