import { describe, expect, it, vi } from 'vitest';
import { answerWebhook } from './answer-webhook.ts';
import { claimWebhook } from './claim-webhook.ts';
import { memoryReplayStore, type ReplayStore } from './replay-store.ts';
import { WebhookSignatureError } from './webhook-errors.ts';

const claim = { id: 'acme:1', provider: 'acme', ttlMs: 60_000 };
const failure = new Error('the database is down');

function createStage(store: ReplayStore | undefined = memoryReplayStore()) {
  const errors: unknown[] = [];
  const onError = (error: unknown) => errors.push(error);
  const parse = () => claimWebhook(store, claim);
  return { errors, deliver: (handle: () => unknown) => answerWebhook({ parse, handle, onError }) };
}

describe('answerWebhook', () => {
  it('lets the service send a webhook again until it is handled, and handles it once', async () => {
    const { errors, deliver } = createStage();
    const handled: string[] = [];
    expect((await deliver(() => Promise.reject(failure))).status).toBe(500);
    expect((await deliver(() => handled.push('first'))).status).toBe(200);
    expect((await deliver(() => handled.push('second'))).status).toBe(200);
    expect([errors, handled]).toEqual([[failure], ['first']]);
  });

  it('handles each delivery without a store', async () => {
    const parse = () => claimWebhook(undefined, claim);
    const handled: string[] = [];
    for (const _ of [1, 2]) await answerWebhook({ parse, handle: ({ id }) => handled.push(id) });
    expect(handled).toEqual(['acme:1', 'acme:1']);
  });

  it('asks for another delivery while the first is being handled', async () => {
    const { deliver } = createStage();
    const early: Response[] = [];
    const first = await deliver(async () => void early.push(await deliver(() => {})));
    expect([first.status, early[0]?.status, early[0]?.headers.get('retry-after')]).toEqual([200, 503, '5']);
  });

  it('C29: keeps the claim of a handler that takes longer than a lease, for four minutes', async () => {
    vi.useFakeTimers();
    try {
      const { deliver } = createStage();
      let end = () => {};
      const first = deliver(() => new Promise<void>((resolve) => (end = resolve)));
      await vi.advanceTimersByTimeAsync(230_000);
      expect((await deliver(() => {})).status).toBe(503);
      // A handler that hangs does not keep the webhook from the next delivery for ever.
      await vi.advanceTimersByTimeAsync(20_000);
      const handled: string[] = [];
      let endSecond = () => {};
      const second = deliver(() => {
        handled.push('second');
        return new Promise<void>((resolve) => (endSecond = resolve));
      });
      await vi.advanceTimersByTimeAsync(0);
      expect(handled).toEqual(['second']);
      end();
      expect((await first).status).toBe(200);
      // The first does not settle the claim of the second.
      expect((await deliver(() => {})).status).toBe(503);
      endSecond();
      expect((await second).status).toBe(200);
      expect([(await deliver(() => expect.unreachable())).status, vi.getTimerCount()]).toEqual([200, 0]);
    } finally {
      vi.useRealTimers();
    }
  });

  it('renews after a store that failed once, and not after a claim that is lost', async () => {
    vi.useFakeTimers();
    try {
      const answers = [() => Promise.reject(new Error('away')), () => true, () => false];
      const renew = vi.fn(() => answers.shift()?.() ?? true);
      const { errors, deliver } = createStage({ ...memoryReplayStore(), renew });
      let end = () => {};
      const first = deliver(() => new Promise<void>((resolve) => (end = resolve)));
      await vi.advanceTimersByTimeAsync(120_000);
      expect(renew).toHaveBeenCalledTimes(3);
      end();
      expect([(await first).status, errors]).toEqual([200, []]);
    } finally {
      vi.useRealTimers();
    }
  });

  it.each([undefined, 406])('responds to a forgery with the status of the error: %s', async (status) => {
    const parse = () =>
      Promise.reject(new WebhookSignatureError({ message: 'forged', responseStatus: status }));
    const response = await answerWebhook({ parse, handle: () => expect.unreachable() });
    expect([response.status, await response.json()]).toEqual([status ?? 401, { error: 'forged' }]);
  });

  it.each(['settle', 'release'] as const)('reports a store that does not %s', async (method) => {
    const broken = new Error('no store');
    const store = { ...memoryReplayStore(), [method]: () => Promise.reject(broken) };
    const { errors, deliver } = createStage(store);
    const isHandled = method === 'settle';
    const response = await deliver(() => (isHandled ? undefined : Promise.reject(failure)));
    expect([response.status, errors]).toEqual(isHandled ? [200, [broken]] : [500, [broken, failure]]);
  });

  it('an error of onError changes no response', async () => {
    const parse = () => Promise.reject(failure);
    const logged: unknown[] = [];
    const { error } = console;
    console.error = (thrown) => logged.push(thrown);
    const onError = () => Promise.reject(new Error('of onError'));
    const response = await answerWebhook({ parse, handle: () => {}, onError });
    await new Promise((resolve) => setImmediate(resolve));
    console.error = error;
    expect([response.status, String(logged)]).toEqual([500, 'Error: of onError']);
  });
});
