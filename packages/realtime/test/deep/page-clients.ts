import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { root } from '../../../../scripts/package-entries.ts';
import type { Site } from '../../../../test/published/realtime/site.ts';

interface Watched {
  isConnected(): boolean;
  /** The numbers of the events that came. */
  readonly ticks: number[];
}
type WatchedWindow = Window & typeof globalThis & Watched;

/** Both clients in a page, each subscribed to `ticks`; `isConnected` and `ticks` are the page's. */
export const pageClients = {
  ours: (page: Page, address: Site['address'], options: object = {}) =>
    page.evaluate(
      async (given) => {
        const ticks: number[] = [];
        const realtime = window.begin(given);
        const channel = realtime.subscribe('ticks');
        channel.on('tick', ({ data }) => ticks.push(Number(data)));
        Object.assign(window, { ticks, realtime, isConnected: () => realtime.state === 'connected' });
        await channel.subscribed();
      },
      { ...address, ...options },
    ),
  async 'pusher-js'(page: Page, { key, host: wsHost, port: wsPort }: Site['address']) {
    await page.evaluate(readFileSync(`${root}node_modules/pusher-js/dist/web/pusher.js`, 'utf8'));
    await page.evaluate(
      async ([appKey, given]) => {
        interface Channel {
          bind(event: string, called: (data: unknown) => void): void;
        }
        type Official = new (
          key: string,
          options: object,
        ) => { readonly connection: { readonly state: string }; subscribe(name: string): Channel };
        const { Pusher } = window as unknown as { readonly Pusher: Official };
        const fixed = { cluster: '', forceTLS: false, enabledTransports: ['ws'], enableStats: false };
        const pusher = new Pusher(appKey, { ...fixed, ...given });
        const ticks: number[] = [];
        const channel = pusher.subscribe('ticks');
        channel.bind('tick', (tick) => ticks.push(Number(tick)));
        Object.assign(window, { ticks, isConnected: () => pusher.connection.state === 'connected' });
        await new Promise<void>((resolve) => channel.bind('pusher:subscription_succeeded', () => resolve()));
      },
      [key, { wsHost, wsPort }] as const,
    );
  },
};

export const isConnected = (page: Page) => page.evaluate(() => (window as WatchedWindow).isConnected());

/** The last tick that came. */
export const lastTick = (page: Page) => page.evaluate(() => (window as WatchedWindow).ticks.at(-1) ?? -1);

/** Waits for a tick later than `tick`. */
export async function ticksAfter(page: Page, tick: number): Promise<void> {
  const options = { timeout: 30_000, polling: 20 };
  await page.waitForFunction((last) => ((window as WatchedWindow).ticks.at(-1) ?? -1) > last, tick, options);
}

/** Publishes a number every 20 ms. `last`: the last of them. */
export function startTicking({ service }: Site) {
  let last = 0;
  const ticking = setInterval(() => {
    last += 1;
    service.publish({ channel: 'ticks', event: 'tick', data: String(last) });
  }, 20);
  return { last: () => last, stop: () => clearInterval(ticking) };
}
