// Makes many calls and reports what they left behind. Needs --expose-gc.
// Usage: leak-script.ts <scenario> <calls> <url>
import { getEventListeners } from 'node:events';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { EngineOptions } from '../src/driver/index.ts';
import { createFetchTransport } from '../src/http/fetch-transport.ts';
import { bearerAuth, createLimiter, createServiceClient, perSecond, type RawRequest } from '../src/index.ts';
import { createNodeTransport } from '../src/node/index.ts';
import { instrument } from '../src/opentelemetry/index.ts';
import { openResources } from '../src/testing/index.ts';

/** What many calls left behind. */
export interface Leftover {
  /** Growth of the heap for each call, once it is warm. */
  readonly bytesPerCall: number;
  /** The most listeners on the calls' one signal between two successive calls, and at the end. */
  readonly listeners: number;
  /** What keeps the process alive and did not before. */
  readonly resources: readonly string[];
  readonly waiting: number;
  readonly inFlight: number;
}

const [scenario = '', countText = '0', baseUrl = ''] = process.argv.slice(2);
const calls = Number(countText);
/** Tables of many objects grow and shrink by half a megabyte: in few rounds, one such step is a slope. */
const rounds = 12;

const { signal } = new AbortController();
const limiter = createLimiter({ limits: [perSecond(1_000_000)], maxQueue: 100 });
const get: RawRequest = { method: 'GET', path: '/things', query: { q: 'a' } };
const answering = (status: number) => async () =>
  new Response('{"a":1}', { status, headers: { 'x-request-id': 'r-1', 'ratelimit-remaining': '10' } });
const breaking = async () => {
  throw Object.assign(new TypeError('fetch failed'), { cause: { code: 'ECONNRESET' } });
};
const hanging = (_url: string, { signal: own }: RequestInit) =>
  new Promise<Response>((_resolve, reject) => {
    own?.addEventListener('abort', () => reject(own.reason), { once: true });
  });

const open = (options: EngineOptions = {}) =>
  createServiceClient(
    {
      name: 'acme',
      baseUrl: baseUrl || 'https://api.acme.test',
      auth: bearerAuth(),
      credential: 'a-key-of-no-use',
    },
    { limiter, ...options },
  );
const failing = (fetch: (url: string, init: RequestInit) => Promise<Response>) => {
  const client = open({ runtime: { fetch }, retry: false });
  return () => client.request(get, { signal }).catch(() => {});
};

/** What is done over and over. */
const scenarios: Readonly<Record<string, () => () => Promise<unknown>>> = {
  answered() {
    const client = open({ runtime: { fetch: answering(200) } });
    return () => client.request(get, { signal });
  },
  watched() {
    let events = 0;
    const onEvent = () => void events++;
    const client = open({
      runtime: { fetch: answering(200) },
      onEvent,
      instrumentation: instrument({ http: true }),
    });
    return () => client.request(get, { signal });
  },
  refused: () => failing(answering(404)),
  broken: () => failing(breaking),
  retried() {
    const client = open({
      runtime: { fetch: answering(503), sleep: async () => {} },
      retry: { quota: false },
    });
    return () => client.request(get, { signal }).catch(() => {});
  },
  aborted() {
    const client = open({ runtime: { fetch: hanging } });
    return async () => {
      const controller = new AbortController();
      const call = client
        .request(get, { signal: AbortSignal.any([signal, controller.signal]) })
        .catch(() => {});
      await nextTurn();
      controller.abort('enough');
      await call;
    };
  },
  'created and closed': () => async () => {
    await using client = open({ runtime: { fetch: answering(200) } });
    await client.request(get, { signal });
  },
  'over fetch'() {
    const client = open({ transport: createFetchTransport() });
    return () => client.request(get, { signal });
  },
  'over node:http'() {
    const transport = createNodeTransport();
    const client = open({ transport });
    return () => client.request(get, { signal });
  },
};

const repeat = scenarios[scenario]?.();
if (repeat === undefined || globalThis.gc === undefined)
  throw new Error('Wrong arguments; see the top of the file.');
const collect = globalThis.gc;

/** Heap in use after garbage collection. Objects with a finaliser, like signals, take some turns more. */
async function heapBytes(): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let pass = 0, lower = true; pass < 10 && (lower || pass < 2); pass++) {
    for (let turn = 0; turn < 3; turn++) await nextTurn();
    collect();
    const { heapUsed } = process.memoryUsage();
    lower = heapUsed < least - 10_000;
    least = Math.min(least, heapUsed);
  }
  return least;
}

let listeners = 0;
const look = () => {
  listeners = Math.max(listeners, getEventListeners(signal, 'abort').length);
};

/** A part one after the other, the rest side by side. */
async function makeCalls(count: number): Promise<void> {
  const inTurn = Math.ceil(count / 4);
  for (let done = 0; done < inTurn; done++) {
    await repeat?.();
    if (done % 16 === 0) look();
  }
  for (let done = inTurn; done < count; done += 25)
    await Promise.all(Array.from({ length: Math.min(25, count - done) }, () => repeat?.()));
  look();
}

/** The median of the slopes between every two points: single outliers do not count. */
function slope(points: readonly number[]): number {
  const slopes = points.flatMap((later, j) =>
    points.slice(0, j).map((earlier, i) => (later - earlier) / (j - i)),
  );
  return slopes.sort((a, b) => a - b)[Math.floor(slopes.length / 2)] ?? Number.NaN;
}

// Code and tables are warm after half of the calls, and no round is shorter than the noise allows.
const perRound = Math.ceil(calls / 6);
await makeCalls(Math.max(1_000, calls / 2));
const resources = openResources();
const heap = [await heapBytes()];
for (let round = 0; round < rounds; round++) {
  await makeCalls(perRound);
  heap.push(await heapBytes());
}
const { inFlight, pending: waiting } = limiter.snapshot();
const leftover: Leftover = {
  bytesPerCall: slope(heap) / perRound,
  listeners,
  resources: await resources.settled(),
  waiting,
  inFlight,
};
process.stdout.write(`${JSON.stringify(leftover)}\n`);
process.exit();
