import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { WebSocketServer } from 'ws';
import { root } from '../../../../scripts/package-entries.ts';
import { type Site, startSite } from '../../../../test/published/realtime/site.ts';
import { chromiumNote, hasChromium, launchChromium } from '../../../sandbox/test/chromium.ts';
import { frame } from '../scripted-server.ts';

/** Where an attempt hangs: the server says nothing, or upgrades and does not greet. */
type Hang = 'the upgrade' | 'the first frame' | 'nothing';

/** A server whose attempts hang as the test says. */
async function startHangingServer(first: Hang) {
  let hang = first;
  const held = new Set<Duplex>();
  let attempts = 0;
  const sockets = new WebSocketServer({ noServer: true });
  const server = createServer().on('upgrade', (request, socket, head) => {
    attempts += 1;
    held.add(socket);
    socket.on('error', () => {}).on('close', () => held.delete(socket));
    if (hang === 'the upgrade') return;
    const mode = hang;
    sockets.handleUpgrade(request, socket, head, (connection) => {
      if (mode === 'nothing')
        connection.send(
          frame('pusher:connection_established', { socket_id: `1.${attempts}`, activity_timeout: 120 }),
        );
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    for (const socket of held) socket.destroy();
    server.close();
  });
  return {
    port: (server.address() as AddressInfo).port,
    attempts: () => attempts,
    recover: () => {
      hang = 'nothing';
    },
  };
}

const clients = {
  ours: (page: Page, port: number) =>
    page.evaluate((at) => {
      const { realtime } = Object.assign(window, {
        realtime: window.begin({ key: 'k', host: '127.0.0.1', port: at }),
      });
      realtime.connect().catch(() => {});
      Object.assign(window, { isConnected: () => realtime.state === 'connected' });
    }, port),
  async 'pusher-js'(page: Page, port: number) {
    await page.evaluate(readFileSync(`${root}node_modules/pusher-js/dist/web/pusher.js`, 'utf8'));
    await page.evaluate((wsPort) => {
      type Official = new (
        key: string,
        options: object,
      ) => { readonly connection: { readonly state: string } };
      const { Pusher } = window as unknown as { readonly Pusher: Official };
      const options = { cluster: '', wsHost: '127.0.0.1', wsPort, forceTLS: false };
      const pusher = new Pusher('k', { ...options, enabledTransports: ['ws'], enableStats: false });
      Object.assign(window, { isConnected: () => pusher.connection.state === 'connected' });
    }, port);
  },
};

describe.skipIf(!hasChromium)(
  `W7: a page whose network changes in the middle of an attempt${chromiumNote}`,
  () => {
    let browser: Browser;
    let site: Site;
    beforeAll(async () => {
      [browser, site] = await Promise.all([launchChromium(), startSite()]);
    });
    afterAll(() => Promise.all([browser?.close(), site?.close()]));

    /** The time from the end of the change to a connection. */
    async function timeUntilConnected(client: keyof typeof clients, hang: Hang): Promise<number> {
      const server = await startHangingServer(hang);
      const context = await browser.newContext();
      onTestFinished(() => context.close());
      const page = await context.newPage();
      await page.goto(site.url);
      await page.waitForFunction(() => 'begin' in window);
      await clients[client](page, server.port);
      await expect.poll(server.attempts).toBe(1);
      await page.waitForTimeout(100); // signals right after the beginning of an attempt are one with it
      await context.setOffline(true);
      server.recover();
      const startedMs = performance.now();
      await context.setOffline(false);
      await page.waitForFunction(() => (window as unknown as { isConnected(): boolean }).isConnected());
      return performance.now() - startedMs;
    }

    it.each(['the upgrade', 'the first frame'] as const)(
      'which hangs at %s, is connected long before the deadline of the attempt',
      async (hang) => {
        const ours = await timeUntilConnected('ours', hang);
        const theirs = await timeUntilConnected('pusher-js', hang);
        console.log(
          `${hang}: events flow again after ${ours.toFixed(0)} ms; pusher-js ${theirs.toFixed(0)} ms`,
        );
        // The attempt alone would hang for 15 s.
        expect(ours).toBeLessThan(7_500);
      },
    );
  },
);
