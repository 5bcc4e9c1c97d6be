// Pollutes `Object.prototype`, which must not affect other tests: it needs its own process.
// Usage: pollution-script.ts <url> <ky, fetch, node or undici>
import { multipart } from '../src/bodies/index.ts';
import type { EngineOptions } from '../src/driver/index.ts';
import { createFetchTransport } from '../src/http/fetch-transport.ts';
import {
  bearerAuth,
  createLimiter,
  createServiceClient,
  defineOperation,
  noAuth,
  perSecond,
  queryKey,
  type ServiceClient,
} from '../src/index.ts';
import { createNodeTransport } from '../src/node/index.ts';
import { createKyTransport } from '../src/pipeline/ky-transport.ts';
import { createBreaker } from '../src/resilience/index.ts';
import { createUndiciTransport } from '../src/undici/index.ts';

// The build writes the version in; this runs from the sources.
Object.assign(globalThis, { __PACKAGE_VERSION__: '0.0.0-test' });

const [baseUrl = '', transport = 'ky'] = process.argv.slice(2);

/** What somebody may have hung on every object, by names that options of ours, of ky and of fetch have. */
const pollutions: Readonly<Record<string, unknown>> = {
  headers: { 'x-evil': 'yes', authorization: 'Bearer evil' },
  body: 'evil',
  method: 'DELETE',
  signal: AbortSignal.abort(new Error('evil')),
  query: { evil: 'yes' },
  json: { evil: true },
  form: { evil: 'yes' },
  timeoutMs: 1,
  deadlineMs: 1,
  retry: { maxAttempts: 1 },
  limiter: { acquire: () => Promise.reject(new Error('evil')) },
  fairness: { openQueue: () => ({}) },
  adaptiveConcurrency: { open: () => ({}) },
  groups: { evil: [] },
  maxQueue: -1,
  failureRate: 2,
  onStateChange: () => process.exit(1),
  maxAttempts: 1,
  maxResponseBytes: 1,
  idempotencyKey: 'evil',
  idempotencyHeader: 'x-evil',
  userAgent: 'evil',
  product: 'evil',
  priority: 'evil',
  window: 'evil',
  dispatcher: {
    dispatch(request: { origin: string; path: string }) {
      throw new Error(`evil received ${request.origin}${request.path}`);
    },
  },
  value: 'evil',
  writable: true,
  cost: () => 1_000_000,
  classify: () => undefined,
  credential: 'evil-credential',
  baseUrl: 'http://127.0.0.1:1',
  baseURL: 'http://127.0.0.1:1',
  prefix: 'http://127.0.0.1:1',
  prefixUrl: 'http://127.0.0.1:1',
  searchParams: { evil: 'yes' },
  hooks: { beforeRequest: [() => new Response('evil')] },
  fetch: () => Promise.resolve(new Response('evil')),
  transport: () => Promise.reject(new Error('evil')),
  redirect: 'follow',
  referrer: 'http://127.0.0.1/evil',
  integrity: 'sha256-evil',
  keepalive: true,
  mode: 'no-cors',
  duplex: 'half',
  onDownloadProgress: () => {},
  parseJson: () => 'evil',
  runtime: { now: () => Number.NaN, fetch: () => Promise.reject(new Error('evil')) },
  onEvent: () => process.exit(1),
  scheme: 'Evil',
  user: 'evil',
  quota: { capacity: 0 },
  safety: 'unsafe',
  limitGroup: 'evil',
  compress: () => ({ replayable: true, open: () => ({ content: 'evil' }) }),
  beforeRequest: () => ({ headers: { 'x-evil': 'yes' } }),
  open: () => ({ content: 'evil' }),
  replayable: false,
  getReader: () => ({ read: async () => ({ done: true }) }),
  contentType: 'text/evil',
  lengthBytes: 1,
  filename: 'evil',
  content: 'evil',
  locked: true,
  readableDidRead: true,
};

const decode = (answer: { json(): unknown }) => answer.json();
const readThing = defineOperation({
  name: 'thing.get',
  safety: 'read',
  encode: (id: string) => ({ method: 'GET', path: `/things/${id}`, query: { page: 1 } }),
  decode,
});
const createThing = defineOperation({
  name: 'thing.create',
  safety: 'keyed',
  encode: (name: string) => ({ method: 'POST', path: '/things', json: { name } }),
  decode,
});

let uuids = 0;
const options: EngineOptions = {
  runtime: { random: () => 0, randomUUID: () => `uuid-${uuids++}` },
  ...(transport === 'ky' ? { transport: createKyTransport('acme') } : {}),
  ...(transport === 'fetch' ? { transport: createFetchTransport() } : {}),
  ...(transport === 'node' ? { transport: createNodeTransport() } : {}),
  ...(transport === 'undici' ? { transport: createUndiciTransport() } : {}),
};

/** The same calls every time, from a client made anew. */
async function run(): Promise<unknown> {
  uuids = 0;
  const outcomes: unknown[] = [];
  const attempt = async (call: (client: ServiceClient) => Promise<unknown>, client: ServiceClient) => {
    await using open = client;
    outcomes.push(
      await call(open).then(
        (value) => ({ value }),
        (error: Error) => ({ name: error.name, message: error.message }),
      ),
    );
  };
  const service = { name: 'acme', baseUrl };
  const keyed = { ...service, auth: bearerAuth(), credential: 'the-key' };
  await attempt((client) => client.execute(readThing, 'a'), createServiceClient(keyed, options));
  await attempt((client) => client.execute(createThing, 'a', {}), createServiceClient(keyed, options));
  await attempt(
    async (client) => (await client.request({ method: 'POST', path: '/form', form: { a: 'b' } })).json(),
    createServiceClient({ ...service, auth: queryKey('key'), credential: 'the-key' }, options),
  );
  // Not over fetch: the platform's asks a body's stream for its reader without saying its `mode`.
  if (transport === 'node') {
    await attempt(
      async (client) => {
        const body = multipart([{ name: 'a', content: 'b' }]);
        return (await client.request({ method: 'PUT', path: '/file', body }, { hooks: {} })).json();
      },
      createServiceClient({ ...service, auth: noAuth() }, options),
    );
  }
  await attempt(
    async (client) => (await client.request({ method: 'GET', path: '/busy' })).json(),
    createServiceClient(
      { ...service, auth: noAuth() },
      { ...options, limiter: createBreaker({ limiter: createLimiter({ limits: [perSecond(100)] }) }) },
    ),
  );
  return outcomes;
}

/** What the platform's own `fetch` makes of two requests of which everything is said. */
async function runBare(): Promise<unknown> {
  const said = {
    signal: new AbortController().signal,
    redirect: 'manual',
    mode: 'cors',
    credentials: 'same-origin',
    cache: 'default',
    referrer: 'about:client',
    referrerPolicy: '',
    integrity: '',
    keepalive: false,
  } as const;
  const headers = new Headers({ accept: 'application/json' });
  const got = await fetch(`${baseUrl}/things?page=1`, { ...said, method: 'GET', headers, body: null });
  const posted = await fetch(`${baseUrl}/things`, { ...said, method: 'POST', headers, body: '{}' });
  return [await got.text(), await posted.text(), got.body !== undefined];
}

const said: Record<string, unknown> = Object.create(null);
/** Tells the server which run the following requests belong to. */
const mark = async (name: string) => {
  await fetch(`${baseUrl}/mark/${name}`);
};

await mark('clean');
said['clean'] = await run();
await mark('bare-clean');
said['bare-clean'] = await runBare();
for (const [name, value] of Object.entries(pollutions)) {
  said[name] = await polluted(name, value, name, run);
  // The platform is one, whichever transport runs.
  if (transport === 'fetch') said[`bare-${name}`] = await polluted(name, value, `bare-${name}`, runBare);
}
// What the platform left open under such conditions is its own affair.
process.stdout.write(JSON.stringify(said), () => process.exit(0));

async function polluted(name: string, value: unknown, markAs: string, work: () => Promise<unknown>) {
  await mark(markAs);
  const shared = { value, configurable: true, enumerable: true, writable: true };
  Object.defineProperty(Object.prototype, name, shared);
  try {
    return await work();
  } catch (error) {
    return String(error);
  } finally {
    Reflect.deleteProperty(Object.prototype, name);
  }
}
