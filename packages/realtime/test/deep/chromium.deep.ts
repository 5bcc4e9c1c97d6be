import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { type Site, startSite } from '../../../../test/published/realtime/site.ts';
import { chromiumNote, hasChromium, launchChromium } from '../../../sandbox/test/chromium.ts';
import type { RealtimeClient } from '../../src/index.ts';
import { lengthOf, noteStandstills } from './standstills.ts';

declare global {
  interface Window {
    realtime: RealtimeClient;
    told: string[];
    begin(options: object): RealtimeClient;
    beginShared(options: object): RealtimeClient;
  }
}

const seconds = (count: number) => new Promise((resolve) => setTimeout(resolve, count * 1_000));

const takeStandstills = noteStandstills();

/** The milliseconds that something takes, without those in which the machine stood still. */
async function runningMs(wait: () => Promise<unknown>): Promise<number> {
  takeStandstills();
  const startedMs = performance.now();
  await wait();
  return performance.now() - startedMs - lengthOf(takeStandstills());
}

/** Stops all code of a page, as the sleep of a machine does. */
async function pause(context: BrowserContext, page: Page): Promise<() => Promise<unknown>> {
  const session = await context.newCDPSession(page);
  await session.send('Debugger.enable');
  const paused = new Promise((resolve) => session.once('Debugger.paused', resolve));
  await session.send('Debugger.pause');
  void page.evaluate(() => {}).catch(() => {}); // the next statement is where it pauses
  await paused;
  return () => session.send('Debugger.resume');
}

describe.skipIf(!hasChromium)(`W13: a page with the published client${chromiumNote}`, () => {
  let browser: Browser;
  let site: Site;

  beforeAll(async () => {
    [browser, site] = await Promise.all([launchChromium(), startSite()]);
  });
  afterAll(() => Promise.all([browser?.close(), site?.close()]));

  async function openTabs(count: number, begin: 'begin' | 'beginShared', options: object) {
    const context = await browser.newContext();
    onTestFinished(() => context.close());
    const tabs: Page[] = [];
    for (let opened = 0; opened < count; opened += 1) {
      const page = await context.newPage();
      await page.goto(site.url);
      await page.waitForFunction(() => 'begin' in window);
      await page.evaluate(([how, given]) => window[how](given).subscribe('private-a').subscribed(), [
        begin,
        { ...site.address, ...options },
      ] as const);
      tabs.push(page);
    }
    return { context, tabs };
  }
  const timeout = 60_000;
  const hasGap = (page: Page) =>
    page.waitForFunction(() => window.told.includes('gap'), undefined, { timeout });

  it('that slept while the service closed its connection is back within 5 s', async () => {
    const { context, tabs } = await openTabs(1, 'begin', {});
    const [page] = tabs as [Page];
    const resume = await pause(context, page);
    await seconds(3);
    site.service.faults.dropAll();
    await seconds(3);
    await resume();
    expect(await runningMs(() => hasGap(page))).toBeLessThan(5_000);
  });

  it('that slept while its connection died finds out after 20 s, not after activityTimeoutMs', async () => {
    const { context, tabs } = await openTabs(1, 'begin', { connectTimeoutMs: 2_000 });
    const [page] = tabs as [Page];
    const resume = await pause(context, page);
    await seconds(20);
    site.service.faults.stopAnswering();
    await resume();
    const isLost = () =>
      page.waitForFunction(() => window.realtime.state !== 'connected', undefined, { timeout });
    expect(await runningMs(isLost)).toBeLessThan(20_000);
    site.service.faults.clear();
    expect(await runningMs(() => hasGap(page))).toBeLessThan(20_000);
  });

  it('whose leader is frozen takes the lead; the old leader follows when it runs again', async () => {
    const timing = { activityTimeoutMs: 1_000, pongTimeoutMs: 1_000, reconnect: { baseMs: 100 } };
    const { context, tabs } = await openTabs(2, 'beginShared', timing);
    const [leader, follower] = tabs as [Page, Page];
    const resume = await pause(context, leader);
    expect(await runningMs(() => hasGap(follower))).toBeLessThan(15_000);
    await resume();
    expect(await runningMs(() => hasGap(leader))).toBeLessThan(15_000);
    await expect.poll(() => site.service.stats.connections).toBe(1);
    const [one, two] = await Promise.all(
      [leader, follower].map((tab) => tab.evaluate(() => window.realtime.socketId)),
    );
    expect(one).toBe(two);
  });
});
