import { expect, it } from 'vitest';
import { createServiceClient, noAuth, type Transport } from '../src/index.ts';
import { createFakeTransport, createManualRuntime, type ManualRuntime } from '../src/testing/index.ts';

const get = { method: 'GET', path: '/things' } as const;

const open = (runtime: ManualRuntime, transport: Transport, options: object) =>
  createServiceClient(
    { name: 'acme', baseUrl: 'https://api.acme.test', auth: noAuth() },
    { runtime, transport, ...options },
  );

it('no attempt begins when timers were so late that the time of the call is over', async () => {
  const runtime = createManualRuntime({ random: () => 0.5 });
  const transport = createFakeTransport([{ answer: { status: 500 } }]);
  const late = { ...runtime, sleep: (ms: number, signal?: AbortSignal) => runtime.sleep(ms + 300, signal) };
  const call = open(late, transport, { deadlineMs: 1_000, retry: { baseMs: 1_600 } }).request(get);
  const refused = expect(call).rejects.toMatchObject({
    name: 'TimeoutError',
    limit: 'deadline',
    phase: 'retry-wait',
    outcome: 'unknown',
    attempts: 1,
  });
  await runtime.advance(5_000);
  await refused;
  expect(transport.requests).toHaveLength(1);
});

it('a deadline error has the duration of the call, not of its last wait', async () => {
  const runtime = createManualRuntime();
  let asked = 0;
  const answer = () => {
    asked += 1;
    return asked === 1 ? { status: 503, headers: { 'retry-after': '1' } } : 'never';
  };
  const client = open(runtime, createFakeTransport([{ answer }]), { deadlineMs: 5_000 });
  const refused = expect(client.request(get)).rejects.toMatchObject({
    message:
      'GET api.acme.test/things: The call took 5000 ms, which is its limit (deadlineMs), ' +
      'and was waiting for the response headers.',
  });
  await runtime.advance(5_000);
  await refused;
});
