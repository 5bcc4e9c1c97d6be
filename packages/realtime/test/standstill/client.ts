// A client in a process of its own: writes what it receives, one JSON text a line.
import { createRealtimeClient } from '@org/realtime';

const [, , host, port] = process.argv;
const realtime = createRealtimeClient({ key: 'sandbox-key', host, port: Number(port), useTls: false });
const say = (line: object) => process.stdout.write(`${JSON.stringify(line)}\n`);
realtime.on('gap', ({ from, to }) => say({ gap: [from.getTime(), to.getTime()] }));
const channel = realtime.subscribe('ticks');
channel.on('tick', ({ data }) => say({ seq: Object(data).seq }));
await channel.subscribed();
say({ ready: true });
