import { AuthenticationError, ConfigurationError, QuotaExceededError, RateLimitError } from '@org/core';
import { createFakeDriver } from '@org/core/testing';
import { describe, expect, it } from 'vitest';
import { createEmailClient } from './client.ts';
import { allAccepted } from './driver.ts';
import { resend } from './drivers/resend/index.ts';
import type { EmailMessage } from './model/message.ts';
import type { SendResult } from './model/send-result.ts';
import type { SendEachOptions, SendEachOutcome } from './send-each.ts';
import { iterate, type Messages, runMessages, type SendOne } from './sending/run.ts';

const result: SendResult = { provider: 'test', outcomes: [], replayed: false, lossy: [] };

const sendEach = (send: SendOne, messages: Messages, options: SendEachOptions = {}) =>
  iterate(
    async () => runMessages(send, messages, options),
    async () => {},
  );

function* messages(count: number): Generator<EmailMessage> {
  for (let index = 0; index < count; index += 1) {
    yield { from: 'ann@acme.dev', to: `to-${index}@example.com`, subject: `${index}`, text: 'x' };
  }
}

async function collect(outcomes: AsyncIterable<SendEachOutcome>): Promise<SendEachOutcome[]> {
  const all: SendEachOutcome[] = [];
  for await (const outcome of outcomes) all.push(outcome);
  return all;
}

describe('sendEach', () => {
  it('E14: reports each message once and in order, sent or failed', async () => {
    const send = async ({ subject }: EmailMessage): Promise<SendResult> => {
      if (Number(subject) % 3 === 1) throw new RateLimitError({ message: 'slow down' });
      // later messages answer earlier
      for (let turns = 20 - Number(subject); turns > 0; turns -= 1) await Promise.resolve();
      return result;
    };
    const outcomes = await collect(sendEach(send, messages(20), { concurrency: 7 }));
    expect(outcomes.map(({ index, ok }) => [index, ok])).toEqual(
      Array.from({ length: 20 }, (_, index) => [index, index % 3 !== 1]),
    );
  });

  it('is unknown for a message in flight at an abort whose reason is an OrgError', async () => {
    const controller = new AbortController();
    const reason = new RateLimitError({ message: 'of another call', outcome: 'not-sent', retryable: true });
    const send = async (): Promise<SendResult> => {
      controller.abort(reason);
      throw reason;
    };
    const seen: SendEachOutcome[] = [];
    const all = async () => {
      for await (const outcome of sendEach(send, messages(3), { concurrency: 1, signal: controller.signal }))
        seen.push(outcome);
    };
    await expect(all()).rejects.toBe(reason);
    expect(seen).toMatchObject([{ ok: false, error: { outcome: 'unknown', retryable: false } }]);
  });

  it('starts nothing after return(), also with a message that arrives later', async () => {
    let arrive = (_: EmailMessage): void => {};
    const late = new Promise<EmailMessage>((resolve) => {
      arrive = resolve;
    });
    let sent = 0;
    const send = async (): Promise<SendResult> => {
      sent += 1;
      return result;
    };
    const outcomes = sendEach(send, [late] as never);
    const pending = outcomes.next();
    await new Promise(setImmediate);
    await outcomes.return();
    const [message] = messages(1);
    if (message !== undefined) arrive(message);
    await new Promise(setImmediate);
    expect([await pending, sent]).toEqual([{ done: true, value: undefined }, 0]);
  });

  it('has never more than its concurrency in flight, and reads no message earlier', async () => {
    let underWay = 0;
    let most = 0;
    let read = 0;
    let reported = 0;
    const counted = function* () {
      for (const message of messages(200)) {
        read += 1;
        expect(read - reported).toBeLessThanOrEqual(5);
        yield message;
      }
    };
    const send = async (): Promise<SendResult> => {
      underWay += 1;
      most = Math.max(most, underWay);
      await new Promise(setImmediate);
      underWay -= 1;
      return result;
    };
    for await (const _ of sendEach(send, counted(), { concurrency: 4 })) reported += 1;
    expect([most, reported]).toEqual([4, 200]);
  });

  it('gives each message the key of its index, also in a resumed run', async () => {
    const keys: (string | undefined)[] = [];
    const driver = createFakeDriver(resend({ apiKey: 're_test' })).answer('send', (message, options) => {
      keys.push(options.idempotencyKey);
      return allAccepted(message);
    });
    const email = createEmailClient({ driver });
    const idempotencyKey = (_: EmailMessage, index: number) => `newsletter-${index}`;
    const outcomes = await collect(email.sendEach(messages(2), { firstIndex: 7, idempotencyKey }));
    // With the hash of the recipient, who has this key in other messages too.
    expect(keys.map((key) => key?.replace(/-[^-]+$/, ''))).toEqual(['newsletter-7', 'newsletter-8']);
    expect(outcomes.map(({ index }) => index)).toEqual([7, 8]);
  });

  it("ends with the caller's reason on abort", async () => {
    const caller = new AbortController();
    const reason = new Error('enough');
    const send = async (): Promise<SendResult> => {
      caller.signal.throwIfAborted();
      return result;
    };
    const outcomes = sendEach(send, messages(10), { signal: caller.signal, concurrency: 1 });
    await outcomes.next();
    caller.abort(reason);
    await expect(outcomes.next()).rejects.toBe(reason);
  });

  it('waits for messages in flight when the caller stops early', async () => {
    let finished = 0;
    const send = async (): Promise<SendResult> => {
      await new Promise(setImmediate);
      finished += 1;
      return result;
    };
    for await (const { index } of sendEach(send, messages(100), { concurrency: 5 })) if (index === 0) break;
    expect(finished).toBe(5);
  });

  it('delivers the outcome of every started message when the source throws, and then its error', async () => {
    const broken = new Error('the database is gone');
    const source = function* () {
      yield* messages(3);
      throw broken;
    };
    const send = async ({ subject }: EmailMessage): Promise<SendResult> => {
      await new Promise(setImmediate);
      if (subject === '1') throw new RateLimitError({ message: 'slow down' });
      return result;
    };
    const seen: unknown[] = [];
    const iterate = async () => {
      for await (const { index, ok } of sendEach(send, source())) seen.push([index, ok]);
    };
    await expect(iterate()).rejects.toBe(broken);
    expect(seen).toEqual([
      [0, true],
      [1, false],
      [2, true],
    ]);
  });

  it('delivers the outcome of every started message on abort, and then the reason', async () => {
    const caller = new AbortController();
    const reason = new Error('enough');
    const { signal } = caller;
    const send = ({ subject }: EmailMessage) =>
      new Promise<SendResult>((resolve, reject) => {
        if (subject === '0') resolve(result);
        signal.addEventListener('abort', () => reject(signal.reason), { once: true });
        if (subject === '2') caller.abort(reason);
      });
    const seen: SendEachOutcome[] = [];
    const iterate = async () => {
      const outcomes = sendEach(send, messages(9), { signal: caller.signal, concurrency: 3 });
      for await (const outcome of outcomes) seen.push(outcome);
    };
    await expect(iterate()).rejects.toBe(reason);
    expect(seen.map(({ index, ok }) => [index, ok])).toEqual([
      [0, true],
      [1, false],
      [2, false],
    ]);
    expect(seen[1]).toMatchObject({
      error: { code: 'aborted', outcome: 'unknown', retryable: false, cause: reason },
    });
  });

  it('ends on abort while the source gives nothing', async () => {
    const caller = new AbortController();
    const reason = new Error('enough');
    const source = async function* () {
      yield* messages(1);
      await new Promise(() => {});
    };
    const outcomes = sendEach(async () => result, source(), { signal: caller.signal });
    expect((await outcomes.next()).done).toBe(false);
    const last = outcomes.next();
    caller.abort(reason);
    await expect(last).rejects.toBe(reason);
  });

  it('delivers what was in flight at a break to the next iteration, and starts nothing more', async () => {
    const started: string[] = [];
    let isClosed = false;
    const source = function* () {
      try {
        yield* messages(100);
      } finally {
        isClosed = true;
      }
    };
    const send = async ({ subject = '' }: EmailMessage): Promise<SendResult> => {
      started.push(subject);
      await new Promise(setImmediate);
      return result;
    };
    const outcomes = sendEach(send, source(), { concurrency: 5 });
    for await (const { index } of outcomes) if (index === 2) break;
    expect(isClosed).toBe(true);
    const atBreak = started.length;
    const rest = await collect(outcomes);
    expect(rest.map(({ index, ok }) => `${index} ${ok}`)).toEqual(
      started.slice(3).map((subject) => `${subject} true`),
    );
    expect([started.length, rest.length > 0]).toEqual([atBreak, true]);
    expect(await collect(outcomes)).toEqual([]);
  });

  it('waits at a break until the source is closed, and starts nothing that it still gives', async () => {
    const log: string[] = [];
    const send = async ({ subject = '' }: EmailMessage): Promise<SendResult> => {
      log.push(`send ${subject}`);
      await new Promise(setImmediate);
      return result;
    };
    const slowToClose = async function* () {
      try {
        yield* messages(2);
      } finally {
        await new Promise(setImmediate);
        log.push('closed');
      }
    };
    for await (const _ of sendEach(send, slowToClose(), { concurrency: 1 })) break;
    expect(log).toEqual(['send 0', 'closed']);

    let give = (_: EmailMessage) => {};
    const late = async function* () {
      yield* messages(1);
      yield await new Promise<EmailMessage>((resolve) => {
        give = resolve;
      });
    };
    const outcomes = sendEach(send, late(), { concurrency: 2 });
    for await (const _ of outcomes) break;
    for (const message of messages(1)) give(message);
    expect(await collect(outcomes)).toEqual([]);
    await new Promise(setImmediate);
    expect(log).toEqual(['send 0', 'closed', 'send 0']);
  });

  it('leaves no listener on the signal of the caller, however it ends', async () => {
    const { signal } = new AbortController();
    const listeners = new Set<unknown>();
    const add = signal.addEventListener.bind(signal);
    const remove = signal.removeEventListener.bind(signal);
    signal.addEventListener = (type: string, listener: never) => {
      listeners.add(listener);
      add(type, listener);
    };
    signal.removeEventListener = (type: string, listener: never) => {
      listeners.delete(listener);
      remove(type, listener);
    };
    const send = async () => result;
    await collect(sendEach(send, messages(3), { signal }));
    for await (const _ of sendEach(send, messages(3), { signal, concurrency: 1 })) {
      expect(listeners.size).toBe(1);
      break;
    }
    expect(listeners.size).toBe(0);
  });

  it.each([
    new AuthenticationError({ message: 'wrong key', outcome: 'not-sent' }),
    new QuotaExceededError({ message: 'the daily limit is reached', outcome: 'not-sent' }),
  ])('sends no further message after $name, and reports every message', async (refused) => {
    let calls = 0;
    const send = async (): Promise<SendResult> => {
      calls += 1;
      await new Promise(setImmediate);
      throw refused;
    };
    const outcomes = await collect(sendEach(send, messages(100), { concurrency: 4 }));
    expect(calls).toBe(4);
    expect(outcomes).toEqual(
      Array.from({ length: 100 }, (_, index) => ({ index, ok: false, error: refused })),
    );
  });

  it('yields an outcome before a slower one that started earlier, with ordered: false', async () => {
    let release = (_: SendResult) => {};
    const slow = new Promise<SendResult>((resolve) => {
      release = resolve;
    });
    const send = ({ subject }: EmailMessage) => (subject === '0' ? slow : Promise.resolve(result));
    const outcomes = sendEach(send, messages(50), { concurrency: 3, ordered: false });
    const seen: number[] = [];
    for await (const { index } of outcomes) {
      seen.push(index);
      if (seen.length === 49) release(result);
    }
    expect(seen).toEqual([...Array.from({ length: 49 }, (_, index) => index + 1), 0]);
  });

  it('yields an outcome while the source is slow to give the next message', async () => {
    const source = async function* () {
      yield* messages(1);
      await new Promise(() => {});
    };
    const outcomes = sendEach(async () => result, source(), { concurrency: 5 });
    expect(await outcomes.next()).toEqual({ done: false, value: { index: 0, ok: true, result } });
  });

  it.each([0, -1, 1.5, Number.NaN])('refuses a concurrency of %d', async (concurrency) => {
    await expect(collect(sendEach(async () => result, [], { concurrency }))).rejects.toThrow(
      ConfigurationError,
    );
  });
});
