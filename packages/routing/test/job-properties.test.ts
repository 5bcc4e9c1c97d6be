import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { isOrgError, type Outcome } from '@org/core';
import type { CompositeDetails } from '@org/core/driver';
import { createRoutingClient } from '@org/routing';
import { graphhopper } from '@org/routing/graphhopper';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';

/** The ending of a request; with `acts` a start has made its job before. */
interface Fate {
  readonly acts: boolean;
  readonly reply: 'accept' | 'pending' | 'garbage' | 'reset' | keyof typeof failures;
}

const failures = {
  refuse: [400, 'Vehicle is unknown'],
  forbid: [401, 'Wrong credentials'],
  throttle: [429, 'Minutely API limit heavily violated'],
  fail: [500, 'It has been logged'],
  unavailable: [503, ''],
  gateway: [502, ''],
} as const;

interface Story {
  readonly kind: 'matrix' | 'optimize';
  readonly maxAttempts: number;
  readonly starts: readonly Fate[];
  readonly checks: readonly Fate[];
  /** Aborts at this request, counted from 0. */
  readonly abort: { readonly nth: number; readonly at: 'before' | 'acted' | 'answered' } | undefined;
}

const accepting: Fate = { acts: true, reply: 'accept' };
const failure: fc.Arbitrary<Fate> = fc.oneof(
  fc.record<Fate>({ acts: fc.constant(false), reply: fc.constantFrom('refuse', 'forbid', 'throttle') }),
  fc.record<Fate>({
    acts: fc.boolean(),
    reply: fc.constantFrom('garbage', 'reset', 'fail', 'unavailable', 'gateway'),
  }),
);
const story = fc.record<Story>({
  kind: fc.constantFrom('matrix', 'optimize'),
  maxAttempts: fc.constantFrom(1, 2),
  starts: fc.array(fc.oneof({ weight: 2, arbitrary: fc.constant(accepting) }, failure), {
    minLength: 1,
    maxLength: 3,
  }),
  checks: fc.array(
    fc.oneof(fc.constant(accepting), fc.constant<Fate>({ acts: false, reply: 'pending' }), failure),
    { maxLength: 4 },
  ),
  abort: fc.option(
    fc.record({ nth: fc.nat({ max: 4 }), at: fc.constantFrom('before', 'acted', 'answered') }),
    { nil: undefined, freq: 3 },
  ),
});

/** The story that the service plays, and the jobs that it made. */
let current: Pick<Story, 'starts' | 'checks'>;
let counts = { starts: 0, checks: 0 };
let jobs: string[] = [];
let on: (at: NonNullable<Story['abort']>['at'], nth: number) => void;

function answer(request: IncomingMessage, response: ServerResponse): void {
  const list = request.method === 'POST' ? 'starts' : 'checks';
  const nth = counts.starts + counts.checks;
  const fate = current[list][counts[list]] ?? accepting;
  counts[list] += 1;
  on('before', nth);
  if (list === 'starts' && fate.acts) jobs.push(`job-${jobs.length}`);
  on('acted', nth);
  response.on('finish', () => on('answered', nth));
  const reply = (status: number, body: object) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  if (fate.reply === 'reset') response.socket?.resetAndDestroy();
  else if (fate.reply === 'garbage') response.writeHead(200).end('<html>Welcome</html>');
  else if (fate.reply === 'pending') reply(200, { status: 'processing' });
  else if (fate.reply !== 'accept') reply(failures[fate.reply][0], { message: failures[fate.reply][1] });
  else if (list === 'starts') reply(200, { job_id: jobs.at(-1) });
  else reply(200, { status: 'finished', solution: solutions[request.url?.includes('/matrix/') ? 0 : 1] });
}

const places = Array.from({ length: 60 }, (_, index) => [8.6 + index / 1e5, 49.4] as const);
const solutions = [
  { times: places.map(() => places.map(() => 1)) },
  {
    costs: 1,
    routes: [],
    unassigned: { services: ['fridge'], details: [{ id: 'fridge', code: 1, reason: 'No.' }] },
  },
];

const server = createServer((request, response) => {
  request.resume().on('end', () => answer(request, response));
});
let url = '';
beforeAll(async () => {
  await once(server.listen(0, '127.0.0.1'), 'listening');
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

/** The hosted service on loopback. The waits between the checks of a job take no time. */
function open(maxAttempts: number) {
  const runtime = {
    fetch: (input: string, init: RequestInit) => fetch(url + new URL(input).pathname, init),
    sleep: (ms: number) => (ms < 30_000 ? sleep(0) : new Promise<void>(() => {})),
    random: () => 0,
  };
  const driver = graphhopper({ apiKey: 'a_key', plan: 'premium', limits: [] });
  const retry = { maxAttempts, baseMs: 0, throttledBaseMs: 0, quota: false } as const;
  return createRoutingClient({ driver, limiter: false, retry, runtime });
}

type Client = ReturnType<typeof open>;
type Options = Parameters<Client['matrix']>[1];

function run(routing: Client, kind: Story['kind'], options: Options): Promise<unknown> {
  if (kind === 'matrix')
    return routing.matrix({ profile: 'driving', origins: places, metrics: ['duration'] }, options);
  const [start, position] = [places[0] as [number, number], places[1] as [number, number]];
  const vehicles = [{ id: 'van', profile: 'driving' as const, start }];
  return routing.optimize({ vehicles, jobs: [{ id: 'fridge', position }] }, options);
}

it('P10: whatever fails, a job is started once, and its caller learns whether it exists', async () => {
  const property = fc.asyncProperty(story, async (drawn) => {
    const controller = new AbortController();
    const reason = new Error('enough');
    current = drawn;
    counts = { starts: 0, checks: 0 };
    jobs = [];
    on = (at, nth) => {
      if (drawn.abort?.at === at && drawn.abort.nth === nth) controller.abort(reason);
    };
    const routing = open(drawn.maxAttempts);
    const proven: Outcome[] = [];
    const options = { signal: controller.signal, onAborted: (each: Outcome) => void proven.push(each) };
    const end = await run(routing, drawn.kind, options).then(
      () => ({ ok: true }) as const,
      (error: unknown) => ({ ok: false, error }) as const,
    );
    if (controller.signal.aborted) await sleep(3);
    expect(jobs.length).toBeLessThan(2);
    if (end.ok) expect(jobs).toHaveLength(1);
    if (end.ok) return routing.close();
    const error = isOrgError(end.error) ? end.error : undefined;
    if (error === undefined) expect([end.error, proven.length]).toEqual([reason, 1]);
    const outcome = error?.outcome ?? proven[0];
    const about = `${outcome}: ${error?.message}`;
    expect(['not-sent', 'unknown', 'sent'], about).toContain(outcome);
    if (outcome === 'not-sent') expect(jobs, about).toEqual([]);
    if (outcome === 'sent') expect(jobs, about).toHaveLength(1);
    const { done = [] } = (error?.details ?? {}) as Partial<CompositeDetails>;
    expect(jobs, about).toEqual(expect.arrayContaining(done.map(({ id }) => id)));
    // The job is named as soon as its start is known.
    if (error !== undefined && counts.checks > 0) expect(done, about).toHaveLength(1);
    current = { starts: [], checks: [] };
    if (error?.retryable) await run(routing, drawn.kind, {});
    expect(jobs.length, about).toBeLessThan(2);
    return routing.close();
  });
  await fc.assert(property, { numRuns: 200 });
});
