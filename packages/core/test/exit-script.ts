// A program that does one thing with a client and should then end. Usage: exit-script.ts <scenario> <url>
import { noAuth } from '../src/auth/no-auth.ts';
import { createServiceClient } from '../src/client.ts';
import type { EngineOptions } from '../src/driver/index.ts';
import { createRuntime, maxConcurrency, perMinute, type RawRequest } from '../src/index.ts';
import { createLimiter } from '../src/limits/create-limiter.ts';
import { openResources } from '../src/testing/index.ts';

// The build writes the version in; this runs from the sources.
Object.assign(globalThis, { __PACKAGE_VERSION__: '0.0.0-test' });

const [scenario = '', baseUrl = ''] = process.argv.slice(2);
const say = (fields: object) => void process.stdout.write(`${JSON.stringify(fields)}\n`);

const open = (options: EngineOptions = {}) =>
  createServiceClient({ name: 'acme', baseUrl, auth: noAuth(), limits: [perMinute(1000)] }, options);
const at = (path: string): RawRequest => ({ method: 'POST', path, safety: 'idempotent', json: { a: 1 } });

/** What became of a call, in a word. */
const ending = (call: Promise<{ readonly status: number }>) =>
  call.then(
    ({ status }) => String(status),
    (error: { name?: string }) => error.name ?? String(error),
  );

/** Aborts a call as soon as the client tells that it waits for its retry. */
async function abortInRetryWait(): Promise<string> {
  const controller = new AbortController();
  const client = open({
    onEvent: ({ type }) => {
      if (type === 'retry-scheduled')
        setImmediate(() => controller.abort(new DOMException('enough', 'AbortError')));
    },
  });
  return ending(client.request(at('/later'), { signal: controller.signal }));
}

const scenarios: Readonly<Record<string, () => Promise<string>>> = {
  unused: async () => String(typeof open()),
  answered: () => ending(open().request(at('/ok'))),
  async 'answered-closed'() {
    await using client = open();
    return ending(client.request(at('/ok')));
  },
  failed: () => ending(open().request(at('/broken'))),
  'body-cut': () => ending(open().request(at('/cut'))),
  'timed-out': () => ending(open({ timeoutMs: 30, retry: false }).request(at('/silent'))),
  'aborted-in-retry-wait': abortInRetryWait,
  async 'aborted-in-queue'() {
    const limiter = createLimiter({ limits: [maxConcurrency(1)] });
    const client = open({ limiter });
    const { signal, abort } = controlled();
    const calls = ['/silent', '/ok', '/ok'].map((path) => ending(client.request(at(path), { signal })));
    while (limiter.pending < 2) await new Promise((resolve) => setImmediate(resolve));
    abort();
    return (await Promise.all(calls)).join();
  },
  async 'closed-in-retry-wait'() {
    const { sleep } = createRuntime();
    let waits = () => {};
    const waiting = new Promise<void>((resolve) => {
      waits = resolve;
    });
    // The time that close() gives to calls in flight is over at once, so that nobody has to wait for it here.
    const client = open({
      runtime: { sleep: (ms, signal) => sleep(ms === 10_000 ? 0 : ms, signal) },
      onEvent: ({ type }) => type === 'retry-scheduled' && waits(),
    });
    const call = ending(client.request(at('/later')));
    await waiting;
    await client.close();
    return call;
  },
  // Nobody waits for it, and still it has to come to its end: the wait for a retry keeps the process alive.
  async 'not-awaited'() {
    void ending(open().request(at('/second-time-lucky'))).then((word) => say({ later: word }));
    return 'running';
  },
};

function controlled() {
  const controller = new AbortController();
  return {
    signal: controller.signal,
    abort: () => controller.abort(new DOMException('enough', 'AbortError')),
  };
}

// The first look opens the pipe of an output: not a resource of the client.
void [process.stdout, process.stderr];
const resources = openResources();
const result = await scenarios[scenario]?.();
say({ result, open: scenario === 'not-awaited' ? [] : await resources.settled() });
const doneAtMs = performance.now();
process.on('exit', (code) => say({ code, lingeredMs: Math.round(performance.now() - doneAtMs) }));
