import fc from 'fast-check';
import { expect, it, vi } from 'vitest';
import type { RealtimeService } from '../../../sandbox/src/realtime/realtime-service.ts';
import { shareOn } from '../../src/shared-socket/shared-socket.ts';
import { connectTo, type RecordedClient, startService } from '../realtime-fixtures.ts';
import { createTabPlatform } from '../tab-platform.ts';

const channels = ['orders', 'private-orders'];
const tabCount = 4;
const { platform, hold, held, pending } = createTabPlatform();

/** A client in a tab, with the markers that it got, by channel. */
interface Tab extends RecordedClient {
  readonly heard: Map<string, number[]>;
  readonly leave: Map<string, () => void>;
}

function openTab(service: RealtimeService, name: string): Tab {
  const socket = shareOn(() => platform, name);
  const client = connectTo(service, { socket, reconnect: { baseMs: 1, capMs: 5 } });
  void client.realtime.connect().catch(() => {}); // closed before
  return { ...client, heard: new Map(), leave: new Map() };
}

function join(tab: Tab, name: string): void {
  if (tab.leave.has(name)) return;
  const heard: number[] = [];
  tab.heard.set(name, heard);
  const channel = tab.realtime.subscribe(name);
  channel.on('marker', ({ data }) => heard.push(Number(data)));
  tab.leave.set(name, () => channel.unsubscribe());
}

it('W5: tabs that come and go share one connection, and each gets the events of its channels', async () => {
  const service = await startService();
  const step = fc.record({
    what: fc.constantFrom('open', 'close', 'join', 'leave', 'drop', 'steal'),
    at: fc.integer({ min: 0, max: tabCount - 1 }),
    channel: fc.constantFrom(...channels),
    isSettled: fc.boolean(),
  });
  let runs = 0;
  let markers = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 25 }), async (steps) => {
      runs += 1;
      const name = `run-${runs}`;
      const tabs = new Map<number, Tab>();
      const settle = async () => {
        const open = [...tabs.values()];
        const isReady = () =>
          open.every(
            ({ realtime, leave }) =>
              realtime.state === 'connected' &&
              realtime.channels.length === leave.size &&
              realtime.channels.every(({ state }) => state === 'subscribed'),
          );
        await until(() => isReady() && service.stats.connections === (open.length > 0 ? 1 : 0));
        for (const channel of channels) {
          const listening = open.filter(({ leave }) => leave.has(channel));
          const before = markers;
          // The service may have dropped a connection that looks ready here: then another marker arrives.
          await until(() => {
            markers += 1;
            service.publish({ channel, event: 'marker', data: String(markers) });
            return listening.every(({ heard }) => (heard.get(channel)?.at(-1) ?? 0) > before);
          });
        }
      };
      for (const { what, at, channel, isSettled } of steps) {
        const tab = tabs.get(at);
        if (what === 'open' && tab === undefined) tabs.set(at, openTab(service, name));
        else if (what === 'close' && tab !== undefined) {
          tabs.delete(at);
          await tab.realtime.close();
        } else if (what === 'join' && tab !== undefined) join(tab, channel);
        else if (what === 'leave' && tab !== undefined) {
          tab.leave.get(channel)?.();
          tab.leave.delete(channel);
        } else if (what === 'drop') service.faults.dropAll();
        else if (what === 'steal') steal(name);
        if (isSettled) await settle();
      }
      await settle();
      for (const { heard } of tabs.values())
        for (const received of heard.values()) expect(new Set(received).size).toBe(received.length);
      await Promise.all([...tabs.values()].map(({ realtime }) => realtime.close()));
      await until(() => service.stats.connections === 0);
    }),
    { numRuns: 200, endOnFailure: true },
  );
  await until(() => held().length + pending().length === 0);
});

async function until(isSo: () => boolean): Promise<void> {
  await vi.waitFor(() => expect(isSo()).toBe(true), { timeout: 10_000, interval: 2 });
}

/** Takes the lead from the tabs for a moment. */
function steal(name: string): void {
  const group = held().find((lock) => lock.includes(`"${name}"`) && lock.endsWith(']'));
  if (group !== undefined) hold(group, { steal: true }).release();
}
