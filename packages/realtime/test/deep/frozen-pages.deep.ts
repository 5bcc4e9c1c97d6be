import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { type Site, startSite } from '../../../../test/published/realtime/site.ts';
import { chromiumNote, hasChromium, launchChromium } from '../../../sandbox/test/chromium.ts';
import { isConnected, lastTick, pageClients, startTicking, ticksAfter } from './page-clients.ts';

type Client = keyof typeof pageClients;

describe.skipIf(!hasChromium)(`a page that is frozen, or whose clock is moved${chromiumNote}`, () => {
  let browser: Browser;
  let site: Site;
  beforeAll(async () => {
    [browser, site] = await Promise.all([launchChromium(), startSite()]);
  });
  afterAll(() => Promise.all([browser?.close(), site?.close()]));

  async function open(client: Client, options: object = {}) {
    const context = await browser.newContext();
    onTestFinished(() => context.close());
    const page = await context.newPage();
    await page.goto(site.url);
    await page.waitForFunction(() => 'begin' in window);
    await pageClients[client](page, site.address, options);
    return page;
  }

  function tick() {
    const ticking = startTicking(site);
    onTestFinished(ticking.stop);
    return ticking;
  }

  const connections = () => site.service.stats.connections;

  /**
   * Leaves the page to the back/forward cache, which freezes it, for a time. Checks that it was kept.
   * `returning` is called just before the page is restored.
   */
  async function leaveAndReturn(page: Page, awayMs: number, returning = () => {}): Promise<void> {
    await page.evaluate(() => {
      const lifecycle: string[] = [];
      document.addEventListener('freeze', () => lifecycle.push('freeze'));
      document.addEventListener('resume', () => lifecycle.push('resume'));
      addEventListener('pageshow', ({ persisted }) => lifecycle.push(persisted ? 'kept' : 'loaded'));
      Object.assign(window, { lifecycle });
    });
    await page.goto(`${site.url}other`);
    await new Promise((resolve) => setTimeout(resolve, awayMs));
    returning();
    await page.evaluate(() => history.back());
    await page.waitForFunction(() =>
      (window as unknown as { lifecycle?: string[] }).lifecycle?.includes('kept'),
    );
    const lifecycle = await page.evaluate(() => (window as unknown as { lifecycle: string[] }).lifecycle);
    expect(lifecycle).toEqual(['freeze', 'resume', 'kept']);
  }

  /** From the `pageshow` of a page that is restored to its first event that is newer, in ms of the page. */
  async function timeUntilEvents(client: Client): Promise<number> {
    const page = await open(client);
    const ticking = tick();
    await ticksAfter(page, 0);
    await page.evaluate(() => {
      const { ticks } = window as unknown as { ticks: number[] };
      const seen: [ms: number, newest: number][] = [];
      Object.assign(window, { seen });
      addEventListener('pageshow', () => {
        const startedMs = performance.now();
        setInterval(() => seen.push([performance.now() - startedMs, ticks.at(-1) ?? 0]), 1);
      });
    });
    // An event from before the page was frozen may wait in it.
    let before = 0;
    await leaveAndReturn(page, 1_000, () => {
      before = ticking.last();
    });
    await ticksAfter(page, before);
    const seen = await page.evaluate(() => (window as unknown as { seen: [number, number][] }).seen);
    const tookMs = seen.find(([, newest]) => newest > before)?.[0] ?? Number.NaN;
    ticking.stop();
    await page.context().close();
    await expect.poll(connections).toBe(0);
    return tookMs;
  }

  it('is frozen without a connection, and is restored with a new one and a gap', async () => {
    const page = await open('ours');
    const ticking = tick();
    await ticksAfter(page, 0);
    await page.evaluate(() => document.addEventListener('freeze', () => window.told.push('frozen')));
    const away = leaveAndReturn(page, 2_000);
    await expect.poll(connections).toBe(0);
    await away;
    await ticksAfter(page, ticking.last());
    const told = await page.evaluate(() => window.told.filter((what) => what !== 'channel'));
    expect(told.slice(2)).toEqual(['suspended', 'frozen', 'connecting', 'connected', 'gap']);
  });

  it('that was restored has events again before pusher-js', async () => {
    const ours = await timeUntilEvents('ours');
    const theirs = await timeUntilEvents('pusher-js');
    console.log(`restored: events flow again after ${ours.toFixed(0)} ms; pusher-js ${theirs.toFixed(0)} ms`);
    // pusher-js waits for one second after a loss, and ours for one round trip.
    expect(ours).toBeLessThan(theirs);
  });

  /** Moves `Date` by a time, while `performance.now` stays, as when a machine slept or its clock was set. */
  const moveClock = (page: Page, byMs: number) =>
    page.evaluate((ms) => {
      const now = Date.now.bind(Date);
      Date.now = () => now() + ms;
    }, byMs);

  const hourMs = 3_600_000;

  it('a clock that jumps ends no connection, and loses no event', async () => {
    const jumpsMs = [hourMs, -hourMs, 40 * 365 * 24 * hourMs];
    const pages = await Promise.all(jumpsMs.map(() => open('ours')));
    const ticking = tick();
    for (const [at, page] of pages.entries()) {
      await ticksAfter(page, 0);
      await moveClock(page, jumpsMs[at] ?? 0);
    }
    // Longer than two checks of the connection.
    await new Promise((resolve) => setTimeout(resolve, 5_000));
    expect(connections()).toBe(pages.length);
    for (const page of pages) {
      await ticksAfter(page, ticking.last());
      expect(await page.evaluate(() => window.told)).not.toContain('gap');
      const ticks = await page.evaluate(() => (window as unknown as { ticks: number[] }).ticks);
      expect(ticks).toEqual(ticks.map((_tick, at) => Number(ticks[0]) + at));
    }
  });

  it('a jump forward finds a connection that died, long before the activity timeout', async () => {
    const page = await open('ours', { connectTimeoutMs: 2_000 });
    site.service.faults.stopAnswering();
    onTestFinished(() => site.service.faults.clear());
    await moveClock(page, hourMs);
    const startedMs = performance.now();
    await expect.poll(() => isConnected(page), { timeout: 30_000 }).toBe(false);
    expect(performance.now() - startedMs).toBeLessThan(20_000);
    site.service.faults.clear();
    const ticking = tick();
    await ticksAfter(page, ticking.last());
  });

  it('a jump back does not keep a dead connection: its death is found in its time', async () => {
    const page = await open('ours', {
      activityTimeoutMs: 1_000,
      pongTimeoutMs: 1_000,
      connectTimeoutMs: 2_000,
    });
    const ticking = tick();
    await ticksAfter(page, 0);
    await moveClock(page, -hourMs);
    ticking.stop();
    site.service.faults.stopAnswering();
    onTestFinished(() => site.service.faults.clear());
    await expect.poll(() => isConnected(page), { timeout: 20_000 }).toBe(false);
    site.service.faults.clear();
    const before = await lastTick(page);
    tick();
    await ticksAfter(page, before);
    const gap = await page.evaluate(() => window.told.includes('gap'));
    expect(gap).toBe(true);
  });
});
