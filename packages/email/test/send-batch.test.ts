import { AuthenticationError, NetworkError, QuotaExceededError, RateLimitError } from '@org/core';
import { createFakeDriver } from '@org/core/testing';
import { describe, expect, it } from 'vitest';
import { allRejected } from '../src/driver.ts';
import { smtp } from '../src/drivers/smtp/index.ts';
import {
  createEmailClient,
  type EmailMessage,
  MessageRejectedError,
  type SendEachOutcome,
} from '../src/index.ts';
import { type Answer, acceptAll, accepted, batchClient } from './batch-stage.ts';

const message = (to: string | string[], more: object = {}): EmailMessage => ({
  from: 'ann@acme.dev',
  to,
  subject: 'Hi',
  text: 'Hi',
  ...more,
});
const letters = (text: string) => [...text].map((letter) => message(`${letter}@x.dev`));
const brief = (outcomes: readonly SendEachOutcome[]) =>
  outcomes.map((outcome) => [outcome.index, outcome.ok ? 'ok' : outcome.error.outcome]);

describe('sendBatch', () => {
  it('fills requests up to the limit of the service, and keeps the order of the outcomes', async () => {
    const { email, requests, sentTo } = batchClient();
    const outcomes = await email.sendBatch(letters('abcdefg'));
    expect(sentTo()).toEqual([
      ['a@x.dev', 'b@x.dev', 'c@x.dev'],
      ['d@x.dev', 'e@x.dev', 'f@x.dev'],
      ['g@x.dev'],
    ]);
    expect(requests.map(({ name }) => name)).toEqual(['send.batch', 'send.batch', 'send']);
    expect(outcomes.map((outcome) => outcome.ok && outcome.result.messageId)).toEqual(
      [...'abcdefg'].map((letter) => `id-${letter}@x.dev`),
    );
    expect(outcomes.map(({ index }) => index)).toEqual([0, 1, 2, 3, 4, 5, 6]);
  });

  it('puts only messages of one batchKey into a request, and those without a key alone', async () => {
    const { email, sentTo } = batchClient();
    const file = { attachments: [{ filename: 'a.txt', content: 'a' }] };
    await email.sendBatch([
      message('a@x.dev'),
      message('b@x.dev', { from: 'bob@acme.dev' }),
      message('c@x.dev', file),
      message('d@x.dev'),
      message('e@x.dev', { from: 'bob@acme.dev' }),
    ]);
    expect(sentTo()).toEqual([['a@x.dev', 'd@x.dev'], ['b@x.dev', 'e@x.dev'], ['c@x.dev']]);
  });

  it('keeps a request below the recipients and bytes of the service', async () => {
    const few = batchClient(acceptAll, { limits: { maxBatchRecipients: 3 } });
    const shared = { recipientVisibility: 'shared' };
    await few.email.sendBatch([
      message(['a@x.dev', 'b@x.dev'], shared),
      message(['c@x.dev', 'd@x.dev'], shared),
      message('e@x.dev'),
    ]);
    expect(few.sentTo()).toEqual([['a@x.dev,b@x.dev'], ['c@x.dev,d@x.dev', 'e@x.dev']]);

    const small = batchClient(acceptAll, { limits: { maxBatchBytes: 10_000 } });
    const text = 'é'.repeat(3_000); // six thousand bytes
    await small.email.sendBatch([
      message('a@x.dev', { text }),
      message('b@x.dev', { text }),
      message('c@x.dev'),
    ]);
    expect(small.sentTo()).toEqual([['a@x.dev'], ['b@x.dev', 'c@x.dev']]);
  });

  it('splits a message with separate mails, and merges the outcomes', async () => {
    const { email, sentTo } = batchClient();
    const outcomes = await email.sendBatch([
      message(['a@x.dev', 'b@x.dev']),
      message(['c@x.dev', 'd@x.dev']),
    ]);
    expect(sentTo()).toEqual([['a@x.dev', 'b@x.dev', 'c@x.dev'], ['d@x.dev']]);
    expect(outcomes.map((outcome) => outcome.ok && outcome.result.outcomes)).toMatchObject([
      [{ recipient: 'a@x.dev', messageId: 'id-a@x.dev' }, { recipient: 'b@x.dev' }],
      [{ recipient: 'c@x.dev' }, { recipient: 'd@x.dev', status: 'accepted' }],
    ]);
  });

  it('sends single mails, a few at once, where the service has no batch requests', async () => {
    let inFlight = 0;
    let most = 0;
    const slow: Answer = async ({ messages }) => {
      most = Math.max(most, ++inFlight);
      await new Promise(setImmediate);
      inFlight -= 1;
      return messages.map(accepted);
    };
    const { email, requests } = batchClient(slow, { batch: undefined });
    const outcomes = await email.sendBatch(letters('abcdefgh'), { concurrency: 2 });
    expect([most, requests.length]).toEqual([2, 8]);
    expect(brief(outcomes)).toEqual([...'abcdefgh'].map((_, index) => [index, 'ok']));
  });

  it('works with a driver that has nothing but send', async () => {
    const driver = createFakeDriver(smtp({ host: 'mail.acme.dev' })).answer('send', async (given) =>
      accepted(given),
    );
    const email = createEmailClient({ driver });
    expect(brief(await email.sendBatch(letters('ab')))).toEqual([
      [0, 'ok'],
      [1, 'ok'],
    ]);
    expect(await email.sendBatch([])).toEqual([]);
  });
});

describe('E14: partial failures of a batch', () => {
  it('reports each message once: invalid, refused, accepted', async () => {
    const spam = new MessageRejectedError({ message: 'spam', outcome: 'not-sent' });
    const { email, sentTo } = batchClient(async ({ messages }) =>
      messages.map((given) =>
        given.to[0]?.address === 'b@x.dev' ? allRejected(given, spam) : accepted(given),
      ),
    );
    const outcomes = await email.sendBatch([
      message('a@x.dev'),
      message('not an address'),
      message('b@x.dev'),
      message('c@x.dev', { tags: ['lost'] }),
      message('d@x.dev'),
    ]);
    expect(brief(outcomes)).toEqual([
      [0, 'ok'],
      [1, 'not-sent'],
      [2, 'not-sent'],
      [3, 'not-sent'],
      [4, 'ok'],
    ]);
    expect(outcomes.map((outcome) => (outcome.ok ? 'ok' : outcome.error.code))).toEqual([
      'ok',
      'invalid-input',
      'message-rejected',
      'unsupported',
      'ok',
    ]);
    expect(sentTo()).toEqual([['a@x.dev', 'b@x.dev', 'd@x.dev']]);
  });

  it('is unknown for all messages of a request without an answer, and for no other', async () => {
    const lost = new NetworkError({ message: 'lost', outcome: 'unknown', retryable: true });
    const { email } = batchClient(async (request) => {
      if (request.messages[0]?.to[0]?.address === 'd@x.dev') throw lost;
      return acceptAll(request);
    });
    const outcomes = await email.sendBatch(letters('abcdefgh'));
    expect(brief(outcomes)).toEqual([
      [0, 'ok'],
      [1, 'ok'],
      [2, 'ok'],
      [3, 'unknown'],
      [4, 'unknown'],
      [5, 'unknown'],
      [6, 'ok'],
      [7, 'ok'],
    ]);
  });

  it('is unknown for a message that the response does not mention', async () => {
    const { email } = batchClient(async ({ messages }) => messages.slice(0, 2).map(accepted));
    const outcomes = await email.sendBatch(letters('abc'));
    expect(brief(outcomes)).toEqual([
      [0, 'ok'],
      [1, 'ok'],
      [2, 'unknown'],
    ]);
  });

  it('says who has the mail when one part of a split message failed', async () => {
    const lost = new NetworkError({ message: 'lost', outcome: 'unknown' });
    const { email } = batchClient(async (request) => {
      if (request.name === 'send') throw lost;
      return acceptAll(request);
    });
    const everyone = ['a@x.dev', 'b@x.dev', 'c@x.dev', 'd@x.dev'];
    const [outcome] = await email.sendBatch([message(everyone)]);
    expect(outcome?.ok && outcome.result.outcomes.map(({ status }) => status)).toEqual([
      'accepted',
      'accepted',
      'accepted',
      'unknown',
    ]);
  });

  it('has a typed error for a message that was refused without a reason', async () => {
    const { email } = batchClient(async ({ messages }) =>
      messages.map(() => ({ outcomes: [{ recipient: 'a@x.dev', status: 'rejected' }] })),
    );
    const [outcome] = await email.sendBatch(letters('ab'));
    expect(outcome).toMatchObject({ ok: false, error: { code: 'recipient-rejected', outcome: 'not-sent' } });
  });

  it.each([
    new AuthenticationError({ message: 'no', outcome: 'not-sent' }),
    new QuotaExceededError({ message: 'the daily limit is reached', outcome: 'not-sent' }),
  ])('sends nothing more after $name', async (refused) => {
    const { email, requests } = batchClient(async () => {
      throw refused;
    });
    const outcomes = await email.sendBatch(letters('abcdefghi'), { concurrency: 1 });
    expect(requests.length).toBe(1);
    expect(outcomes.map((outcome) => !outcome.ok && outcome.error)).toEqual(outcomes.map(() => refused));
  });

  it('continues after any other failure', async () => {
    const { email, requests } = batchClient(async () => {
      throw new RateLimitError({ message: 'slow down', outcome: 'not-sent' });
    });
    const outcomes = await email.sendBatch(letters('abcdef'), { concurrency: 1 });
    expect(requests.length).toBe(2);
    expect(brief(outcomes)).toEqual([...'abcdef'].map((_, index) => [index, 'not-sent']));
  });
});

describe('sendBatch and its caller', () => {
  it('rejects with the reason of an abort before the first request', async () => {
    const { email, requests } = batchClient();
    const reason = new Error('changed my mind');
    await expect(email.sendBatch(letters('ab'), { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
    expect(requests).toEqual([]);
  });

  it('says what is out, may be out, and is not out after an abort', async () => {
    const controller = new AbortController();
    const reason = new NetworkError({ message: 'of another call', outcome: 'sent' });
    const { email } = batchClient(async (request) => {
      if (request.messages[0]?.to[0]?.address !== 'd@x.dev') return acceptAll(request);
      controller.abort(reason);
      throw reason;
    });
    const outcomes = await email.sendBatch(letters('abcdefghi'), {
      signal: controller.signal,
      concurrency: 1,
    });
    const places = ['ok', 'ok', 'ok', 'unknown', 'unknown', 'unknown', 'not-sent', 'not-sent', 'not-sent'];
    expect(brief(outcomes)).toEqual(places.map((place, index) => [index, place]));
  });

  it('works on the messages as they were at the call', async () => {
    const { email, requests } = batchClient();
    const own = { from: 'ann@acme.dev', to: ['a@x.dev'], subject: 'Hi', text: 'Hi' };
    const sending = email.sendBatch([own, own]);
    own.subject = 'changed';
    own.to.push('eve@x.dev');
    await sending;
    expect(requests[0]?.messages.map(({ subject, to }) => [subject, to.length])).toEqual([
      ['Hi', 1],
      ['Hi', 1],
    ]);
  });

  it.each([
    { messages: {}, options: {} },
    { messages: [], options: { concurrency: 0 } },
  ])('refuses %o before anything is sent', async ({ messages, options }) => {
    const { email } = batchClient();
    await expect(email.sendBatch(messages as never, options)).rejects.toThrow(/list of messages|concurrency/);
  });
});

describe('an idempotency key of a batch', () => {
  const keysOf = async (messages: EmailMessage[], idempotencyKey = 'batch-7') => {
    const { email, requests } = batchClient();
    await email.sendBatch(messages, { idempotencyKey });
    return requests.map(({ options }) => options.idempotencyKey);
  };

  it('gives every request its own key, the same in the next run', async () => {
    const keys = await keysOf(letters('abcdefg'));
    expect(new Set(keys).size).toBe(3);
    for (const key of keys) expect(key).toMatch(/^batch-7-[\w+/]{16}$/);
    expect(await keysOf(letters('abcdefg'))).toEqual(keys);
  });

  it('gives a request with other messages another key', async () => {
    const [key] = await keysOf(letters('a'));
    for (const change of [
      { subject: 'Ho' },
      { attachments: [{ filename: 'a', content: 'a' }] },
      { headers: { 'X-A': 'b' } },
    ])
      expect(await keysOf([message('a@x.dev', change)])).not.toContain(key);
    const [first] = await keysOf([message('a@x.dev', { attachments: [{ filename: 'a', content: 'a' }] })]);
    const [second] = await keysOf([message('a@x.dev', { attachments: [{ filename: 'a', content: 'b' }] })]);
    expect(first).not.toBe(second);
  });

  it('gives two equal messages two keys', async () => {
    const file = { attachments: [{ filename: 'a', content: 'a' }] };
    const keys = await keysOf([message('a@x.dev', file), message('a@x.dev', file)]);
    expect(new Set(keys).size).toBe(2);
  });

  it('is refused when services would refuse it', async () => {
    const { email, requests } = batchClient();
    for (const idempotencyKey of ['with space', 'x'.repeat(255), ''])
      await expect(email.sendBatch(letters('a'), { idempotencyKey })).rejects.toMatchObject({
        code: 'invalid-input',
      });
    expect(requests).toEqual([]);
  });
});
