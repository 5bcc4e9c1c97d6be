// Many concurrent calls, measured from inside. Usage: crowd-client.ts <url> <fetch | node | undici> <ours |
// bare> <calls> <at a time, 0: all> <burst | held> Needs --expose-gc. Prints one line of JSON.
import http from 'node:http';
import { peakMemoryKb } from '../../../../test/support/peak-memory.mjs';
import { createFetchTransport } from '../../src/http/fetch-transport.ts';
import {
  bearerAuth,
  createLimiter,
  createServiceClient,
  defineOperation,
  maxConcurrency,
} from '../../src/index.ts';
import { createNodeTransport } from '../../src/node/index.ts';
import { createUndiciTransport } from '../../src/undici/index.ts';

const [baseUrl = '', via = '', whose = '', amount = '', atATime = '0', mode = 'burst'] =
  process.argv.slice(2);
const calls = Number(amount);
const limit = Number(atATime);
const path = mode === 'held' ? '/things/held' : '/things/late';
const { gc } = globalThis as { gc?: () => void };
if (gc === undefined) throw new Error('Run with --expose-gc.');

type Call = (path: string) => Promise<unknown>;
const call = whose === 'ours' ? ourCall() : inTurn(await bareCall());
// Compiled code and the tables of the platform are paid once, not for each held call. A burst includes them.
const warmUps = mode === 'held' ? 2_000 : 1;
for (let done = 0; done < warmUps; done += 1) await call('/things/now');
const inFlight = mode === 'held' ? await hold() : await burst();
const peakRssMiB = peakMemoryKb() / 1_024;
process.stdout.write(`${JSON.stringify({ ...inFlight, peakRssMiB })}\n`, () => process.exit(0));

async function burst() {
  return { calls, failed: await failures(Array.from({ length: calls }, () => call(path))) };
}

/** What the calls hold while the service has them all, or as many as may run, and answers none. */
async function hold() {
  await bareNode('/hold');
  const full = bareNode(`/full?held=${limit || calls}`);
  gc?.();
  const before = process.memoryUsage().heapUsed;
  const running = Array.from({ length: calls }, () => call(path));
  await full;
  gc?.();
  const bytesPerCall = Math.round((process.memoryUsage().heapUsed - before) / calls);
  await bareNode('/release');
  return { calls, failed: await failures(running), bytesPerCall };
}

async function failures(running: readonly Promise<unknown>[]): Promise<number> {
  const ends = await Promise.allSettled(running);
  return ends.filter(({ status }) => status === 'rejected').length;
}

function ourCall(): Call {
  const readThing = defineOperation({
    name: 'thing.get',
    safety: 'read',
    encode: (path: string) => ({ method: 'GET', path }),
    decode: (answer) => answer.json(),
  });
  const transports = { node: createNodeTransport, undici: createUndiciTransport };
  const create = via === 'node' || via === 'undici' ? transports[via] : () => createFetchTransport();
  const client = createServiceClient(
    { name: 'acme', baseUrl, auth: bearerAuth(), credential: 'a-key-for-tests' },
    {
      timeoutMs: 120_000,
      transport: create(),
      ...(limit > 0 && { limiter: createLimiter({ limits: [maxConcurrency(limit)] }) }),
    },
  );
  return (path) => client.execute(readThing, path);
}

/** The same request without us, in the way that costs the least. */
async function bareCall(): Promise<Call> {
  const headers = {
    accept: 'application/json',
    'content-type': 'application/json',
    authorization: 'Bearer a-key-for-tests',
  };
  if (via === 'fetch') return async (path) => (await fetch(baseUrl + path, { headers })).json();
  if (via === 'node') {
    const agent = new http.Agent({ keepAlive: true });
    return (path) => bareNode(path, { agent, headers });
  }
  const { Agent, request } = await import('undici');
  const dispatcher = new Agent();
  return async (path) => (await request(baseUrl + path, { dispatcher, headers })).body.json();
}

function bareNode(path: string, options: http.RequestOptions = {}): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const read = (answer: http.IncomingMessage) => {
      let text = '';
      answer.setEncoding('utf8');
      answer.on('data', (piece) => {
        text += piece;
      });
      answer.on('end', () => resolve(JSON.parse(text)));
    };
    http
      .request(baseUrl + path, options, read)
      .on('error', reject)
      .end();
  });
}

/** At most so many at a time, with the least that it takes. */
function inTurn(call: Call): Call {
  if (limit === 0) return call;
  const waiting: (() => void)[] = [];
  let running = 0;
  return async (path) => {
    if (running < limit) running += 1;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      return await call(path);
    } finally {
      const next = waiting.shift();
      if (next === undefined) running -= 1;
      else next();
    }
  };
}
