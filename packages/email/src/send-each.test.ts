import { ConfigurationError, RateLimitError } from '@org/core';
import { describe, expect, it } from 'vitest';
import type { EmailMessage } from './model/message.ts';
import type { SendResult } from './model/send-result.ts';
import { type SendEachOutcome, sendEach } from './send-each.ts';

const result: SendResult = { provider: 'test', outcomes: [], replayed: false, lossy: [] };

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
  it('E14: reports each message once and in order, whichever way it ends', async () => {
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

  it('has never more than its concurrency under way, and reads no message before there is room', async () => {
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

  it('gives each message the key of its index, also when it goes on where another run ended', async () => {
    const keys: (string | undefined)[] = [];
    const send = async (_: EmailMessage, { idempotencyKey }: { idempotencyKey?: string | undefined }) => {
      keys.push(idempotencyKey);
      return result;
    };
    const outcomes = await collect(
      sendEach(send, messages(2), { firstIndex: 7, idempotencyKey: (_, index) => `newsletter-${index}` }),
    );
    expect(keys).toEqual(['newsletter-7', 'newsletter-8']);
    expect(outcomes.map(({ index }) => index)).toEqual([7, 8]);
  });

  it("ends with the caller's own reason on abort", async () => {
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

  it('waits for what is under way when the caller stops early', async () => {
    let finished = 0;
    const send = async (): Promise<SendResult> => {
      await new Promise(setImmediate);
      finished += 1;
      return result;
    };
    for await (const { index } of sendEach(send, messages(100), { concurrency: 5 })) if (index === 0) break;
    expect(finished).toBe(5);
  });

  it.each([0, -1, 1.5, Number.NaN])('refuses a concurrency of %d', async (concurrency) => {
    await expect(collect(sendEach(async () => result, [], { concurrency }))).rejects.toThrow(
      ConfigurationError,
    );
  });
});
