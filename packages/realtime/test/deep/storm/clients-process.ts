// Many clients in one process. Usage: clients-process.ts port key count; sends how many are connected, each
// time that this changed.

import { noteStandstills, type Standstill } from '../../../../../test/support/standstills.ts';
import { createRealtimeClient } from '../../../src/index.ts';

export interface ClientsReport {
  readonly connected: number;
  readonly standstills: readonly Standstill[];
}

const takeStandstills = noteStandstills();
const [port, key = '', count] = process.argv.slice(2);
let connected = 0;
let told = -1;

for (let at = 0; at < Number(count); at += 1) {
  const options = { key, host: '127.0.0.1', port: Number(port), reconnect: { stableAfterMs: 500 } };
  const realtime = createRealtimeClient(options);
  realtime.on('state', ({ state, previous }) => {
    if (state === 'connected') connected += 1;
    if (previous === 'connected') connected -= 1;
  });
  realtime.subscribe('orders');
  await realtime.connect();
}
setInterval(() => {
  if (connected === told) return;
  told = connected;
  const report: ClientsReport = { connected, standstills: takeStandstills() };
  process.send?.(report);
}, 20);
process.on('disconnect', () => process.exit());
