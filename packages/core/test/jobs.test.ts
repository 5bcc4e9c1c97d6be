import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  bearerAuth,
  createServiceClient,
  fromValue,
  RedirectError,
  ResponseFormatError,
  type ServiceClient,
  TimeoutError,
} from '../src/index.ts';
import {
  type FollowJobOptions,
  followJob,
  JobFailedError,
  type ReadJobOptions,
} from '../src/polling/index.ts';
import {
  createManualRuntime,
  type FaultServer,
  type ManualRuntime,
  startFaultServer,
} from '../src/testing/index.ts';

let server: FaultServer;
let client: ServiceClient;
let runtime: ManualRuntime;

beforeEach(async () => {
  server = await startFaultServer();
  runtime = createManualRuntime();
  client = createServiceClient(
    { name: 'acme', baseUrl: `${server.url}/v1`, auth: bearerAuth(), credential: fromValue('k3y') },
    { retry: { baseMs: 1, maxAttempts: 2 } },
  );
});

afterEach(async () => {
  await client.close();
  await server.close();
});

const begin = { method: 'POST', path: '/exports', json: { format: 'csv' } } as const;

/** Follows a job in hand-held time, while the requests go over a real connection. */
async function follow(options: Partial<FollowJobOptions | ReadJobOptions<unknown>> = {}): Promise<unknown> {
  const followed = followJob({ client, request: begin, runtime, ...options }).catch(
    (error: unknown) => error,
  );
  let ended = false;
  followed.finally(() => {
    ended = true;
  });
  while (!ended) {
    await new Promise((resolve) => setImmediate(resolve));
    // The deadline sleeps too; it must not come before the looks that were asked for.
    if (runtime.pendingSleeps.length > 1) await runtime.advanceToNext();
  }
  return followed;
}

const asked = () =>
  server.requests.map(({ method, path, query }) => `${method} ${path}${query.size > 0 ? `?${query}` : ''}`);
const accept = (headers: Record<string, string> = {}, when = {}) =>
  server.respond({ when: { path: '/v1/exports', ...when }, answer: { status: 202, headers } });
const look = (status: number, headers: Record<string, string> = {}, nth?: number) =>
  server.respond({
    when: { path: '/v1/jobs/7', ...(nth === undefined ? {} : { nth }) },
    answer: { status, headers, json: { rows: 3 } },
  });

describe('followJob', () => {
  it('starts the job once, polls the address of the service, and returns the last response', async () => {
    accept({ location: '/v1/jobs/7?token=a%2Fb' });
    look(202, {}, 1);
    look(200);
    const answer = await follow();
    expect(answer).toMatchObject({ status: 200 });
    expect(asked()).toEqual(['POST /v1/exports', 'GET /v1/jobs/7?token=a%2Fb', 'GET /v1/jobs/7?token=a%2Fb']);
    expect(server.requests[1]?.headers.get('authorization')).toBe('Bearer k3y');
  });

  it.each([
    ['an absolute URL', () => `${server.url}/v1/jobs/7`],
    ['a path from the root', () => '/v1/jobs/7'],
    ['a path from where the job began', () => 'jobs/7'],
  ])('understands %s', async (_name, location) => {
    accept({ location: location() });
    look(200);
    expect(await follow()).toMatchObject({ status: 200 });
    expect(asked().at(-1)).toBe('GET /v1/jobs/7');
  });

  it('goes by Operation-Location before Location, and follows an address that changes', async () => {
    accept({ 'operation-location': '/v1/jobs/7', location: '/v1/exports/9' });
    look(202, { location: '/v1/jobs/8' }, 1);
    const monitors: string[] = [];
    expect(await follow({ onMonitor: ({ path }) => void monitors.push(path) })).toMatchObject({
      status: 200,
    });
    expect(asked()).toEqual(['POST /v1/exports', 'GET /v1/jobs/7', 'GET /v1/jobs/8']);
    expect(monitors).toEqual(['/jobs/7', '/jobs/8']);
  });

  it('a job that is done goes on to its result, within the origin', async () => {
    accept({ location: '/v1/jobs/7' });
    look(303, { location: '/v1/results/7' });
    server.respond({ when: { path: '/v1/results/7' }, answer: { json: { rows: 3 } } });
    expect(await follow()).toMatchObject({ status: 200 });
    expect(asked().at(-1)).toBe('GET /v1/results/7');
  });

  it('a service that is done at once is not asked again', async () => {
    server.respond({ answer: { status: 201, json: { id: 7 } } });
    expect(await follow()).toMatchObject({ status: 201 });
    expect(asked()).toEqual(['POST /v1/exports']);
  });

  it('never polls earlier than Retry-After, from the first response on', async () => {
    accept({ location: '/v1/jobs/7', 'retry-after': '20' });
    look(202, { 'retry-after': '40' }, 1);
    look(200);
    const at: number[] = [];
    server.respond(() => undefined);
    await follow({ onProgress: ({ nextLookMs }) => void at.push(nextLookMs) });
    expect(at[0]).toBeGreaterThanOrEqual(20_000);
    expect(at[1]).toBeGreaterThanOrEqual(40_000);
    expect(at).toHaveLength(2);
  });

  it('reads the state of the job, and reports the progress', async () => {
    accept({ location: '/v1/jobs/7' });
    const states = [
      { state: 'running', percent: 40 },
      { state: 'ready', url: 'x' },
    ];
    states.forEach((json, index) => {
      server.respond({ when: { path: '/v1/jobs/7', nth: index + 1 }, answer: { json } });
    });
    const progress: unknown[] = [];
    const value = await follow({
      read: (answer) => {
        const job = answer.json() as { state?: string; percent?: number; url?: string } | undefined;
        return job?.state === 'ready'
          ? { state: 'done', value: job.url ?? '' }
          : { state: 'pending', progress: job?.percent };
      },
      onProgress: (told) => void progress.push(told.progress),
    });
    expect(value).toBe('x');
    expect(progress).toEqual([undefined, 40]);
  });

  it('a failed job ends with the service’s message', async () => {
    accept({ location: '/v1/jobs/7' });
    look(200);
    const error = await follow({
      read: (answer) =>
        answer.status === 202
          ? { state: 'pending' }
          : { state: 'failed', message: 'The export failed.', details: answer.json() },
    });
    expect(JobFailedError.isInstance(error)).toBe(true);
    expect(error).toMatchObject({ message: 'The export failed.', details: { rows: 3 }, outcome: 'sent' });
  });

  it('P10: a job that never ends is a TimeoutError; a repeat would start a second job', async () => {
    accept({ location: '/v1/jobs/7' });
    look(202);
    const error = await follow({ deadlineMs: 60_000 });
    expect(TimeoutError.isInstance(error)).toBe(true);
    expect(error).toMatchObject({
      limit: 'deadline',
      outcome: 'sent',
      retryable: false,
    });
    // A deadline between two looks is no failed request.
    expect((error as TimeoutError).details).toEqual({ done: [{ request: 'POST /exports', id: '/jobs/7' }] });
  });

  it('may be polled again at the deadline when it only polls', async () => {
    look(202);
    const error = await follow({ request: { method: 'GET', path: '/jobs/7' }, deadlineMs: 60_000 });
    expect(error).toMatchObject({ limit: 'deadline', retryable: true });
  });

  it.each([401, 404, 500])('P10: a %i of a check says that the job exists', async (status) => {
    accept({ location: '/v1/jobs/7' });
    look(status);
    const error = await follow();
    expect(error).toMatchObject({
      status,
      outcome: 'sent',
      retryable: false,
      message: expect.stringContaining('onMonitor'),
      details: { failed: 'GET /jobs/7', done: [{ request: 'POST /exports', id: '/jobs/7' }] },
    });
  });

  it.each([
    ['at the start', 'unknown', /exports/],
    ['at a check', 'sent', /jobs/],
  ] as const)('P10: an abort %s reports %s', async (_, outcome, at) => {
    const controller = new AbortController();
    server.respond(({ path }) => {
      if (at.test(path)) controller.abort('enough');
      return undefined;
    });
    accept({ location: '/v1/jobs/7' });
    const proven: unknown[] = [];
    const callOptions = { onAborted: (each: unknown) => void proven.push(each) };
    expect(await follow({ signal: controller.signal, callOptions })).toBe('enough');
    expect(proven).toEqual([outcome]);
  });

  it('goes on with a job by its own address', async () => {
    look(202, {}, 1);
    look(200);
    expect(await follow({ request: { method: 'GET', path: '/jobs/7' } })).toMatchObject({ status: 200 });
    expect(asked()).toEqual(['GET /v1/jobs/7', 'GET /v1/jobs/7']);
  });

  it('what begins the job is not repeated because a look would be', async () => {
    server.respond({ answer: { status: 500 } });
    expect(await follow()).toMatchObject({ code: 'server', outcome: 'unknown' });
    expect(asked()).toEqual(['POST /v1/exports']);
  });

  it('bears looks that fail for a while', async () => {
    accept({ location: '/v1/jobs/7' });
    for (const nth of [1, 2, 3]) look(503, {}, nth);
    look(200);
    expect(await follow()).toMatchObject({ status: 200 });
    expect(asked().filter((line) => line === 'GET /v1/jobs/7')).toHaveLength(4);
  });

  it.each([
    ['another origin', () => 'https://evil.example/v1/jobs/7'],
    ['another port', () => 'http://127.0.0.1:1/v1/jobs/7'],
    ['a path outside the base URL', () => '/v2/jobs/7'],
    ['a path that climbs out of it', () => '../../v1x/jobs'],
    ['a user in the URL', () => server.url.replace('://', '://me@')],
    ['no URL', () => 'http://['],
    ['another scheme', () => 'file:///etc/passwd'],
  ])('security: %s is not followed, and sees no credential', async (_name, location) => {
    accept({ location: location() });
    const error = await follow();
    expect(RedirectError.isInstance(error)).toBe(true);
    expect(error).toMatchObject({ outcome: 'sent' });
    expect(asked()).toEqual(['POST /v1/exports']);
  });

  it('a response without a monitor URL ends the call: the job was started', async () => {
    accept();
    const error = await follow();
    expect(ResponseFormatError.isInstance(error)).toBe(true);
    expect(error).toMatchObject({ outcome: 'sent', message: expect.stringContaining('has no monitor URL') });
  });

  it('without a base URL of the client it follows paths from the root', async () => {
    const root = createServiceClient(
      { name: 'acme', baseUrl: server.url, auth: bearerAuth(), credential: fromValue('k3y') },
      {},
    );
    accept({ location: '/v1/jobs/7' });
    look(200);
    const { request } = root;
    expect(await follow({ client: { request }, request: { ...begin, path: '/v1/exports' } })).toMatchObject({
      status: 200,
    });
    await root.close();
  });

  it('C9: an abort while it waits ends it with its reason, and no look is made', async () => {
    accept({ location: '/v1/jobs/7' });
    const controller = new AbortController();
    const followed = follow({ signal: controller.signal, onProgress: () => controller.abort('enough') });
    expect(await followed).toBe('enough');
    expect(asked()).toEqual(['POST /v1/exports']);
  });
});
