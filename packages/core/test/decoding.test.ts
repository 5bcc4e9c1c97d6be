import { describe, expect, it } from 'vitest';
import type { EngineOptions } from '../src/driver/index.ts';
import {
  type CallOptions,
  type ClientEvent,
  createLimiter,
  createServiceClient,
  defineOperation,
  maxConcurrency,
  noAuth,
  type Operation,
} from '../src/index.ts';
import { createFakeTransport, createManualRuntime } from '../src/testing/index.ts';

type Decode = Extract<Operation<string, unknown>['decode'], (...rest: never) => unknown>;

/** Calls that act, with a decoder of the test's own, on a clock that stands still. */
function setUp(decode: Decode, options: EngineOptions = {}) {
  const runtime = createManualRuntime();
  const transport = createFakeTransport([{ answer: { json: { id: 'a' } } }]);
  const events: ClientEvent[] = [];
  const client = createServiceClient(
    { name: 'acme', baseUrl: 'https://api.acme.test', auth: noAuth() },
    { runtime, transport, onEvent: (event) => void events.push(event), ...options },
  );
  const operation = defineOperation<string, unknown>({
    name: 'thing.create',
    safety: 'unsafe',
    encode: (id) => ({ method: 'POST', path: '/things', json: { id } }),
    decode,
    isAccepted: () => true,
  });
  const create = (callOptions: CallOptions = {}) => client.execute(operation, 'a', callOptions);
  return { runtime, transport, events, create, client, operation };
}

describe('C8: decoding a complete response', () => {
  it('takes no time of the attempt', async () => {
    const { runtime, transport, create } = setUp(() => runtime.sleep(5_000).then(() => 'read'), {
      timeoutMs: 1_000,
    });
    const created = create();
    await runtime.advance(5_000);
    expect(await created).toBe('read');
    expect(transport.requests).toHaveLength(1);
  });

  it('holds no permit: the next call starts meanwhile', async () => {
    const limiter = createLimiter({ limits: [maxConcurrency(1)] });
    const { runtime, transport, create } = setUp(() => runtime.sleep(5_000), { limiter });
    const both = Promise.all([create(), create()]);
    await runtime.settle();
    expect(transport.requests).toHaveLength(2);
    await runtime.advance(5_000);
    await both;
  });

  it('ends with the deadline of the call: the service has acted, once', async () => {
    const { runtime, transport, create } = setUp(() => new Promise(() => {}), { deadlineMs: 3_000 });
    const refused = expect(create()).rejects.toMatchObject({
      name: 'TimeoutError',
      phase: 'decode',
      limit: 'deadline',
      outcome: 'sent',
      retryable: false,
      attempts: 1,
    });
    await runtime.advance(3_000);
    await refused;
    expect(transport.requests).toHaveLength(1);
  });

  it('ends at the deadline: the outcome is unknown if the response proves nothing', async () => {
    const proofless = setUp(() => new Promise(() => {}), { deadlineMs: 3_000 });
    const operation = { ...proofless.operation, isAccepted: undefined };
    const refused = expect(proofless.client.execute(operation, 'a')).rejects.toMatchObject({
      phase: 'decode',
      outcome: 'unknown',
      retryable: false,
    });
    await proofless.runtime.advance(3_000);
    await refused;
  });

  it('C9: ends with the caller’s reason, and the event says that the service has acted', async () => {
    const { runtime, transport, events, create } = setUp(() => new Promise(() => {}));
    const controller = new AbortController();
    const refused = expect(create({ signal: controller.signal })).rejects.toBe('enough');
    await runtime.settle();
    controller.abort('enough');
    await refused;
    expect(events.at(-1)).toMatchObject({ type: 'operation-end', errorCode: 'aborted', outcome: 'sent' });
    expect(transport.requests).toHaveLength(1);
    expect(runtime.pendingSleeps).toEqual([]);
  });

  it.each([
    ['returns', () => 'read'],
    ['rejects', () => Promise.reject(new TypeError('no such field'))],
  ])('C9: ends with the caller’s reason when the decoder itself aborts, and then %s', async (_, end) => {
    const controller = new AbortController();
    const { events, create } = setUp(() => {
      controller.abort('enough');
      return end();
    });
    await expect(create({ signal: controller.signal })).rejects.toBe('enough');
    expect(events.at(-1)).toMatchObject({ type: 'operation-end', errorCode: 'aborted', outcome: 'sent' });
  });

  it('fails the call and not the attempt: the service has acted, once', async () => {
    const { runtime, transport, events, create } = setUp(async () => {
      await runtime.sleep(0);
      throw new TypeError('no such field');
    });
    await expect(create()).rejects.toMatchObject({
      name: 'ResponseFormatError',
      outcome: 'sent',
      retryRefusal: 'not-retryable',
      attempts: 1,
      status: 200,
    });
    expect(transport.requests).toHaveLength(1);
    const [attemptEnd] = events.filter(({ type }) => type === 'attempt-end');
    expect(attemptEnd).toMatchObject({ status: 200 });
    expect(attemptEnd).not.toHaveProperty('errorCode');
  });

  it('is waited for by close(), which says after its grace that the service has acted', async () => {
    const { runtime, create, client } = setUp(() => new Promise(() => {}));
    const refused = expect(create()).rejects.toMatchObject({ name: 'ClosedError', outcome: 'sent' });
    await runtime.settle();
    const closed = client.close();
    await runtime.advance(10_000);
    await Promise.all([closed, refused]);
  });
});
