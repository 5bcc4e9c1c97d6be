// A client in a process that has no free descriptors until it is told so. Prints its states.
import { closeSync, openSync } from 'node:fs';
import { createRealtimeClient } from '@org/realtime';

const [host = '', port = '', key = ''] = process.argv.slice(2);
const open: number[] = [];
const takeAll = () => {
  try {
    for (;;) open.push(openSync('/dev/null', 'r'));
  } catch (error) {
    return (error as NodeJS.ErrnoException).code;
  }
};
const realtime = createRealtimeClient({
  key,
  host,
  port: Number(port),
  reconnect: { baseMs: 10, capMs: 20 },
});
const states: string[] = [];
let failures = 0;
realtime.on('state', ({ state }) => {
  states.push(state);
  if (state !== 'reconnecting') return;
  failures += 1;
  if (failures === 3) for (const descriptor of open) closeSync(descriptor);
});
states.push(String(takeAll()));
await realtime.connect().catch((error: Error) => states.push(error.message));
await realtime.close();
process.stdout.write(JSON.stringify(states));
