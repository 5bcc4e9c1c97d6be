import { expect, it } from 'vitest';
import { channelStore, connectionStore, presenceStore } from '../../src/svelte/index.ts';
import { connectTo, startService } from '../realtime-fixtures.ts';

it('svelte: on a server, stores have their first value and subscribe nothing', async () => {
  const service = await startService();
  const { realtime } = connectTo(service);
  const seen: unknown[] = [];
  const stop = [
    channelStore(realtime, 'orders').subscribe(({ state }) => seen.push(state)),
    connectionStore(realtime).subscribe(({ state }) => seen.push(state)),
    presenceStore(realtime, 'presence-room').subscribe(({ count }) => seen.push(count)),
  ];
  for (const end of stop) end();
  expect(seen).toEqual(['waiting', 'idle', 0]);
  expect(realtime.state).toBe('idle');
  expect(service.stats.connectionsAccepted).toBe(0);
});
