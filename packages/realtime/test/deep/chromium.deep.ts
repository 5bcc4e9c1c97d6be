import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { type Site, startSite } from '../../../../test/published/realtime/site.ts';
import { lengthOf, noteStandstills } from '../../../../test/support/standstills.ts';
import { chromiumNote, hasChromium, launchChromium } from '../../../sandbox/test/chromium.ts';
import type { RealtimeClient } from '../../src/index.ts';

declare global {
  interface Window {
    realtime: RealtimeClient;
    told: string[];
    seen: number[];
    /** When each began, and the last tick before it was told. */
    gaps: [fromMs: number, before: number][];
    begin(options: object): RealtimeClient;
    beginShared(options: object): RealtimeClient;
  }
}

const seconds = (count: number) => new Promise((resolve) => setTimeout(resolve, count * 1_000));

/** Events are sent a little before they arrive. */
const inFlightMs = 250;

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

  it('W16: three tabs whose leader hangs for 30 s lose no event without a gap, get none twice', async () => {
    const { tabs } = await openTabs(3, 'beginShared', {});
    for (const tab of tabs)
      await tab.evaluate(() => {
        window.seen = [];
        window.gaps = [];
        const { realtime } = window;
        realtime.subscribe('private-a').on('tick', ({ data }) => window.seen.push(Number(data)));
        realtime.on('gap', ({ from }) => window.gaps.push([from.getTime(), window.seen.at(-1) ?? -1]));
      });
    const sentAtMs: number[] = [];
    const ticking = setInterval(() => {
      sentAtMs.push(Date.now());
      const data = String(sentAtMs.length - 1);
      site.service.publish({ channel: 'private-a', event: 'tick', data });
    }, 50);
    try {
      await seconds(1);
      const [leader, ...followers] = tabs as [Page, Page, Page];
      // As a print dialog or a debugger does: nothing runs in this page.
      const hanging = leader.evaluate(() => {
        const untilMs = Date.now() + 30_000;
        while (Date.now() < untilMs);
      });
      // Followers are back long before their own pings would have found out.
      expect(await runningMs(() => Promise.all(followers.map(hasGap)))).toBeLessThan(22_000);
      await hanging;
      await hasGap(leader);
      await expect.poll(() => site.service.stats.connections).toBe(1);
      await seconds(2);
    } finally {
      clearInterval(ticking);
    }
    const last = sentAtMs.length - 1;
    for (const tab of tabs) {
      await tab.waitForFunction((tick) => window.seen.includes(tick), last, { timeout });
      const { seen, gaps } = await tab.evaluate(() => ({ seen: window.seen, gaps: window.gaps }));
      expect(new Set(seen).size).toBe(seen.length);
      const first = Number(seen[0]);
      expect(gaps.length).toBeGreaterThan(0);
      for (const [tick, atMs] of sentAtMs.entries()) {
        if (tick <= first || seen.includes(tick)) continue;
        // It is told before what came next. A tick may be on its way while an earlier one arrives.
        const previous = seen.findLast((earlier) => earlier < tick);
        const told = gaps.filter(([fromMs, before]) => before === previous && fromMs <= atMs + inFlightMs);
        expect(told, `a gap for tick ${tick}`).not.toEqual([]);
      }
    }
  });
});
