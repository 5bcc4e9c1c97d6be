// Does the same very often and says what is left of it. Usage: leak-program.ts <url> <scenario> <times>
// Needs --expose-gc. Prints one line of JSON.
import { getEventListeners } from 'node:events';
import {
  createAnswer,
  createServiceClient,
  defineOperation,
  noAuth,
  type Transport,
} from '../../src/index.ts';

const [url = '', scenario = 'ok', times = '1000'] = process.argv.slice(2);
const { gc } = globalThis as { gc?: () => void };
if (gc === undefined) throw new Error('Run with --expose-gc.');
const collect = gc;

const readThing = defineOperation({
  name: 'thing.get',
  safety: 'read',
  encode: () => ({ method: 'GET', path: '/things' }),
  decode: (answer) => answer.json(),
});
const body = new TextEncoder().encode('{"ok":true}');
const answering =
  (status: number): Transport =>
  async () =>
    createAnswer(status, new Headers(), body);
const clientOf = (transport?: Transport, baseUrl = 'https://api.acme.test') =>
  createServiceClient({ name: 'acme', baseUrl, auth: noAuth() }, { transport, retry: { baseMs: 0 } });

const shared = new AbortController();
const ok = clientOf(answering(200));
const failing = clientOf(answering(500));
const cut = clientOf(() => Promise.reject(Object.assign(new Error('cut'), { code: 'ECONNRESET' })));
const real = clientOf(undefined, url);

const scenarios: Readonly<Record<string, () => Promise<unknown>>> = {
  ok: () => ok.execute(readThing, undefined),
  'ok-shared-signal': () => ok.execute(readThing, undefined, { signal: shared.signal }),
  failing: () => failing.execute(readThing, undefined, { signal: shared.signal }).catch(() => {}),
  cut: () => cut.execute(readThing, undefined, { signal: shared.signal }).catch(() => {}),
  'real-shared-signal': () => real.execute(readThing, undefined, { signal: shared.signal }),
  'create-and-close': async () => {
    const client = clientOf(answering(200));
    await client.execute(readThing, undefined, { signal: shared.signal });
    await client.close();
  },
};

const once = scenarios[scenario] ?? (() => Promise.reject(new Error('no such scenario')));
const repeat = async (count: number) => {
  for (let done = 0; done < count; done += 1) await once();
};
const heapAfter = async (count: number) => {
  await repeat(count);
  for (let round = 0; round < 3; round += 1) {
    await new Promise((resolve) => setTimeout(resolve, 20));
    collect();
  }
  return process.memoryUsage().heapUsed;
};

const count = Number(times);
// Everything is compiled and every cache is full after the first part.
await heapAfter(Math.ceil(count / 3));
const open = () => process.getActiveResourcesInfo().filter((kind) => kind !== 'PipeWrap').length;
const openBefore = open();
const before = await heapAfter(1);
const after = await heapAfter(count);
const result = {
  bytesPerCall: (after - before) / count,
  listeners: getEventListeners(shared.signal, 'abort').length,
  opened: open() - openBefore,
};
process.stdout.write(`${JSON.stringify(result)}\n`, () => process.exit(0));
