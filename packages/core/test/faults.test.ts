import ky from 'ky';
import { describe, expect, it } from 'vitest';
import { noAuth } from '../src/auth/no-auth.ts';
import { createServiceClient } from '../src/client.ts';
import { createFetchTransport } from '../src/http/fetch-transport.ts';
import { defineOperation, isOrgError, type Runtime, type Safety, type Transport } from '../src/index.ts';
import { kyTransport } from '../src/ky/index.ts';
import { createNodeTransport } from '../src/node/index.ts';
import {
  type Fault,
  type FaultKind,
  type FaultPhase,
  type FaultServer,
  startFaultServer,
} from '../src/testing/index.ts';
import { createUndiciTransport } from '../src/undici/index.ts';
import { allFaults, type Cell, expectedDecision, expectedRequests } from './expected-decision.ts';

const payload = { text: 'x'.repeat(2000) };
const operations = {
  read: defineOperation({
    name: 'thing.get',
    safety: 'read',
    encode: () => ({ method: 'GET', path: '/things' }),
    decode: (answer) => answer.json(),
  }),
  keyed: post('keyed'),
  unsafe: post('unsafe'),
};
const safeties = ['read', 'keyed', 'unsafe'] as const;

function post(safety: Safety) {
  return defineOperation({
    name: `thing.create-${safety}`,
    safety,
    encode: () => ({ method: 'POST', path: '/things', json: payload }),
    decode: (answer) => answer.json(),
  });
}

// One for each test: a kept connection to an earlier server's port may be that of the next server.
const transports: Readonly<Record<string, () => Transport | undefined>> = {
  'the default': () => undefined,
  fetch: createFetchTransport,
  ky: () => kyTransport(ky),
  'node:http': createNodeTransport,
  undici: createUndiciTransport,
};

describe.each(Object.entries(transports))(
  'C3: nine kinds of fault in nine phases of an exchange, on %s',
  (_name, openTransport) => {
    it.concurrent.each(allFaults)('$kind, $phase: read, keyed and unsafe, struck always', async (fault) => {
      const transport = openTransport();
      await Promise.all(
        safeties.map((safety) => expectDecision({ ...fault, safety, strikes: 'always' }, { transport })),
      );
    });

    // A service that died stays dead until somebody starts it; that is the test below.
    const passing = allFaults.filter(({ kind }) => kind !== 'down');
    it.concurrent.each(passing)('$kind, $phase: read, keyed and unsafe, struck once', async (fault) => {
      const transport = openTransport();
      await Promise.all(
        safeties.map((safety) => expectDecision({ ...fault, safety, strikes: 'once' }, { transport })),
      );
    });

    it.each(safeties)(
      'a service that was down and is up again before the second attempt: %s',
      async (safety) => {
        const cell: Cell = { kind: 'down', phase: 'before-accept', safety, strikes: 'once' };
        await expectDecision(cell, { transport: openTransport(), beforeRetry: (server) => server.up() });
      },
    );

    it.each(safeties)(
      'a service that died at work and is up again before the second attempt: %s',
      async (safety) => {
        const cell: Cell = { kind: 'down', phase: 'after-request-body', safety, strikes: 'once' };
        await expectDecision(
          cell,
          { transport: openTransport(), beforeRetry: (server) => server.up() },
          expectedDecision(cell).attempts,
        );
      },
    );
  },
);

interface Hooks {
  readonly transport: Transport | undefined;
  beforeRetry?(server: FaultServer): Promise<void>;
}

async function expectDecision(cell: Cell, hooks: Hooks, requests = expectedRequests(cell)): Promise<void> {
  await using server = await startFaultServer({
    rules: [
      { ...(cell.strikes === 'once' ? { when: { nth: 1 } } : {}), fault: faultOf(cell.kind, cell.phase) },
    ],
  });
  await using client = createServiceClient(
    { name: 'acme', baseUrl: server.url, auth: noAuth() },
    {
      ...limits,
      transport: hooks.transport,
      runtime: { random: () => 0.5, sleep: sleepUntilStruck(server, hooks) },
    },
  );
  const decision = expectedDecision(cell);
  const label = JSON.stringify(cell);
  const [result] = await Promise.allSettled([client.execute(operations[cell.safety], undefined)]);

  if (decision.failure === undefined) {
    expect(result, label).toEqual({ status: 'fulfilled', value: { ok: true } });
  } else {
    const error: unknown = result.status === 'rejected' ? result.reason : result;
    const { family, ...fields } = decision.failure;
    expect(isOrgError(error) ? error : { error }, label).toMatchObject({
      name: family,
      attempts: decision.attempts,
      ...fields,
    });
  }
  expectServerSaw(server, cell, requests, label);
}

function expectServerSaw(server: FaultServer, { safety }: Cell, count: number, label: string): void {
  const { requests } = server;
  expect(requests.length, label).toBe(count);
  const keys = requests.filter((request) => request.headers.size > 0).map(keyOf);
  // One call, one key, on every attempt; and none where the service does not honour one.
  expect(new Set(keys).size, label).toBeLessThanOrEqual(1);
  expect(
    keys.every((key) => (key !== undefined) === (safety === 'keyed')),
    label,
  ).toBe(true);
  if (safety !== 'read') {
    for (const request of requests.filter(({ complete }) => complete)) {
      expect(JSON.parse(request.text())).toEqual(payload);
    }
  }
}

function keyOf(request: FaultServer['requests'][number]): string | undefined {
  return request.headers.get('idempotency-key');
}

const limits = { timeoutMs: 1_000_000, deadlineMs: 100_000_000 };

/**
 * Time without a clock: an attempt's limit is over when, and only when, this attempt's black hole has
 * swallowed it; the wait before a retry takes no time.
 */
function sleepUntilStruck(server: FaultServer, hooks: Hooks): Runtime['sleep'] {
  let attempts = 0;
  return async (ms, signal) => {
    if (ms < limits.timeoutMs / 2) return hooks.beforeRetry?.(server);
    const attempt = ++attempts;
    await server.waitUntil(({ faults }) => faults.filter(holdsBack).length >= attempt, signal);
  };
}

/** Does the client miss something for ever? */
function holdsBack({ kind, phase }: Fault): boolean {
  return kind === 'timeout' && phase !== 'after-body';
}

function faultOf(kind: FaultKind, phase: FaultPhase): Fault {
  switch (kind) {
    case 'latency':
      return { kind, phase, delayMs: 5 };
    case 'jitter':
      return { kind, phase, maxDelayMs: 3 };
    case 'bandwidth':
      return { kind, phase, bytesPerSecond: 200_000 };
    case 'slow-close':
      return { kind, phase, delayMs: 5 };
    default:
      return { kind, phase };
  }
}
