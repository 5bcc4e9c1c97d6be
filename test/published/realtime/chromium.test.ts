import * as sdk from '@org/realtime';
import { inspect } from '@org/realtime/inspect';
import type { Pusher } from '@org/realtime/pusher-compat';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { chromiumNote, hasChromium, launchChromium } from '../../../packages/sandbox/test/chromium.ts';
import { startFullPort } from './full-port.ts';
import { runScenario } from './scenario.ts';
import { type Site, startSite } from './site.ts';

type Address = Site['address'] & { readonly [option: string]: unknown };

declare global {
  // What the page has, for the functions that run in it.
  interface Window {
    Pusher: typeof Pusher;
    realtime: sdk.RealtimeClient;
    told: string[];
    begin(address: Address): sdk.RealtimeClient;
    beginShared(address: Address): sdk.RealtimeClient;
    scenario(address: Address, run: string, isLight?: boolean): Promise<readonly unknown[]>;
  }
}

describe.skipIf(!hasChromium)(`W13: a page with the published client${chromiumNote}`, () => {
  let browser: Browser;
  let site: Site;

  beforeAll(async () => {
    [browser, site] = await Promise.all([launchChromium(), startSite()]);
  });
  afterAll(() => Promise.all([browser?.close(), site?.close()]));
  beforeEach(() => site.service.faults.clear());

  const reconnect = { baseMs: 10, capMs: 50 };

  /** Tabs of one browser profile. */
  async function openTabs(count: number) {
    const context = await browser.newContext();
    onTestFinished(() => context.close());
    const tabs: Page[] = [];
    for (let opened = 0; opened < count; opened += 1) {
      const page = await context.newPage();
      await page.goto(site.url);
      await page.waitForFunction(() => 'begin' in window);
      tabs.push(page);
    }
    return { context, tabs };
  }
  async function openTab(options: object = {}) {
    const { context, tabs } = await openTabs(1);
    const [page] = tabs as [Page];
    await page.evaluate((address) => window.begin(address).connect(), {
      ...site.address,
      reconnect,
      ...options,
    });
    return { context, page };
  }
  const reaches = (page: Page, state: string) =>
    page.waitForFunction((wanted) => window.realtime.state === wanted, state);
  const told = (page: Page, what: string) =>
    page.waitForFunction((wanted) => window.told.includes(wanted), what);
  const connections = () => expect.poll(() => site.service.stats.connections);

  it('has nothing of Node, and no eval', () => {
    // `process.getBuiltinModule` finds modules of Node where there is one.
    const imported = /require\(|(?:from|import)\s*\(?\s*["']node:/;
    for (const pattern of [imported, /\beval\(/, /new Function\(/]) expect(site.code).not.toMatch(pattern);
    expect(site.code).not.toContain('perMessageDeflate');
  });

  it('sees what a program on Node sees, also in a worker and in a shared worker', async () => {
    const { url, address } = site;
    const onNode = await runScenario({ sdk, inspect, address, site: url, run: '-node' });
    expect(onNode).toContainEqual(['private-encrypted-c', 'é€']);
    expect(onNode).toContainEqual(['typed members', [{ id: 'ann', info: 'A' }], 'A']);
    expect(onNode.find((entry) => Array.isArray(entry) && entry[0] === 'inspect')).toEqual([
      'inspect',
      'connected',
      expect.arrayContaining([
        ['orders', 'subscribed'],
        ['presence-b', 'subscribed'],
      ]),
      0,
      'é€',
      ['', '[hidden]'],
    ]);
    const { tabs } = await openTabs(1);
    const [page] = tabs as [Page];
    expect(await page.evaluate((given) => window.scenario(given, '-page'), address)).toEqual(onNode);
    const light = await page.evaluate((given) => window.scenario(given, '-light', true), address);
    expect(light).toEqual(onNode);
    const inWorker = await page.evaluate(
      (given) =>
        new Promise((resolve, reject) => {
          const worker = new Worker('/stdin.js', { type: 'module' });
          worker.onmessage = ({ data }) => resolve(data);
          worker.onerror = ({ message }) => reject(new Error(message));
          worker.postMessage({ scenario: [given, '-worker'] });
        }),
      address,
    );
    expect(inWorker).toEqual(onNode);
    const inSharedWorker = await page.evaluate(
      (given) =>
        new Promise((resolve) => {
          const { port } = new SharedWorker('/stdin.js', { type: 'module' });
          port.onmessage = ({ data }) => resolve(data);
          port.postMessage({ scenario: [given, '-shared'] });
        }),
      address,
    );
    expect(inSharedWorker).toEqual(onNode);
  });

  it('gives up an attempt that hangs at the TCP connection, and says so', async () => {
    const port = await startFullPort();
    const { tabs } = await openTabs(1);
    const [page] = tabs as [Page];
    const message = await page.evaluate(
      (address) =>
        window
          .begin(address)
          .connect({ timeoutMs: 2_000 })
          .catch((error: Error) => error.message),
      { ...site.address, port, connectTimeoutMs: 300, reconnect },
    );
    expect(message).toContain('Not connected within 2000 ms');
    expect(message).toContain('the connect timeout passed');
    await page.evaluate(() => window.realtime.close());
  });

  it('stops at a final close code', async () => {
    const { page } = await openTab();
    site.service.faults.closeAll(4001);
    await reaches(page, 'failed');
  });

  it('notices that the network is gone, waits for it, and is back at once', async () => {
    const { page, context } = await openTab({ pongTimeoutMs: 200 });
    await page.evaluate(() => window.realtime.subscribe('orders').subscribed());
    // Chromium reports it, and holds the frames of open sockets back.
    await context.setOffline(true);
    await reaches(page, 'suspended');
    await context.setOffline(false);
    await reaches(page, 'connected');
    await told(page, 'gap');
  });

  it('goes into the back/forward cache without its socket, and reconnects on return', async () => {
    const { page } = await openTab();
    await page.evaluate(() => window.realtime.subscribe('orders').subscribed());
    await page.goto(`${site.url}other`);
    await connections().toBe(0);
    await page.evaluate(() => history.back());
    await page.waitForFunction(() => window.told?.includes('gap'));
    const states = await page.evaluate(() => window.told.filter((type) => type !== 'channel'));
    expect(states).toEqual(['connecting', 'connected', 'suspended', 'connecting', 'connected', 'gap']);
  });

  async function openSharedTabs() {
    const { tabs, context } = await openTabs(2);
    const [leader, follower] = tabs as [Page, Page];
    for (const tab of [leader, follower]) {
      await tab.evaluate((address) => window.beginShared(address).subscribe('private-a').subscribed(), {
        ...site.address,
        reconnect,
      });
    }
    await connections().toBe(1);
    return { leader, follower, context };
  }

  it('two tabs share one connection; when one crashes, the other goes on with a gap', async () => {
    const { leader, follower, context } = await openSharedTabs();
    const reading = follower.evaluate(async () => {
      const { value } = await window.realtime.subscribe('private-a').events('paid').next();
      return value?.data;
    });
    await expect.poll(() => site.service.channels().map(({ name }) => name)).toEqual(['private-a']);
    await follower.evaluate(() => fetch('/act?publish=private-a', { method: 'POST' }));
    expect(await reading).toBe('é€');

    const session = await context.newCDPSession(leader);
    void session.send('Page.crash').catch(() => {});
    await told(follower, 'gap');
    await connections().toBe(1);
    expect(await follower.evaluate(() => window.realtime.state)).toBe('connected');
  });

  it('a leader in the back/forward cache leaves the lead to another tab, and follows on return', async () => {
    const { leader, follower } = await openSharedTabs();
    await leader.goto(`${site.url}other`);
    await told(follower, 'gap');
    await leader.evaluate(() => history.back());
    await leader.waitForFunction(() => window.told?.includes('gap'));
    await connections().toBe(1);
    const socketIds = await Promise.all(
      [leader, follower].map((tab) => tab.evaluate(() => window.realtime.socketId)),
    );
    expect(socketIds[0]).toBe(socketIds[1]);
  });

  it('the Pusher class joins a room by an endpoint of the page, and gets its events', async () => {
    const { tabs } = await openTabs(1);
    const [page] = tabs as [Page];
    const seen = await page.evaluate(
      ({ host, key, port }) =>
        new Promise((resolve) => {
          const pusher = new window.Pusher(key, {
            wsHost: host,
            wsPort: port,
            forceTLS: false,
            channelAuthorization: { endpoint: '/auth' },
          });
          const room = pusher.subscribe('presence-pusher');
          const here: unknown[] = [];
          room.bind('pusher:subscription_succeeded', ({ members }: { members: unknown }) => {
            here.push(members);
            void fetch('/act?publish=presence-pusher', { method: 'POST' });
          });
          room.bind('paid', (data: unknown) => {
            here.push(data);
            pusher.disconnect();
            resolve([...here, pusher.connection.state]);
          });
        }),
      site.address,
    );
    expect(seen).toEqual([{ ann: { name: 'Ann' } }, 'é€', 'disconnected']);
  });

  it('W14: close() ends all events and removes the page’s listeners', async () => {
    const { page } = await openTab();
    const heard = await page.evaluate(async () => {
      await window.realtime.subscribe('orders').subscribed();
      await window.realtime.close();
      window.dispatchEvent(new Event('online'));
      return window.told;
    });
    expect(heard.at(-1)).toBe('closed');
    await connections().toBe(0);
  });
});
