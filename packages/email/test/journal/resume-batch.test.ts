// A run with the journal of another one, whose messages, recipients, requests or clock differ.
import { NetworkError, RateLimitError, ThrottleRejectedError } from '@org/core';
import { describe, expect, it } from 'vitest';
import type { EmailCapabilities, EmailMessage, SendEachOutcome } from '../../src/index.ts';
import type { EntryState, JournalEntry } from '../../src/journal/index.ts';
import { type Answer, acceptAll, accepted, batchClient } from '../batch-stage.ts';
import { collect } from '../collect.ts';
import { mailKey, memoryJournal } from '../support/memory-journal.ts';

const now = 1_700_000_000_000;
const mail = (name: string): EmailMessage => ({
  from: 'ann@acme.dev',
  to: `${name}@x.dev`,
  subject: name,
  text: 'Hi',
});
const keyOf = ({ subject }: EmailMessage) => `mail-${subject}`;
const summary = (outcomes: readonly SendEachOutcome[]) =>
  outcomes.map((each) => (each.ok ? 'sent' : each.error.outcome));

/** A request that an earlier run started or ended, with the state of each mail. */
async function request(states: Readonly<Record<string, EntryState>>): Promise<JournalEntry> {
  const mails = Object.entries(states).map(async ([name, state]) => ({
    key: await mailKey(`mail-${name}`, `${name}@x.dev`),
    state,
  }));
  return { key: 'request-1', startedAtMs: now, mails: await Promise.all(mails) };
}

function stage(
  answer: Answer = acceptAll,
  changes: Partial<EmailCapabilities> = {},
  clock = { nowMs: now, onSleep: () => {} },
) {
  const runtime = {
    now: () => clock.nowMs,
    sleep: async () => clock.onSleep(),
  };
  const client = batchClient(answer, changes, { runtime });
  const sent = () =>
    client.requests.map(({ messages, options }) => [
      messages.map(({ subject }) => subject).join(''),
      options.idempotencyKey,
    ]);
  return { email: client.email, sent };
}

describe('E19: a batch that resumes', () => {
  it('repeats a request in its own order, whatever the order of the messages', async () => {
    const journal = memoryJournal([await request({ b: 'started', c: 'started', a: 'started' })]);
    const { email, sent } = stage();
    const outcomes = await email.sendBatch(['a', 'b', 'c', 'd'].map(mail), {
      journal,
      idempotencyKey: keyOf,
    });
    expect(summary(outcomes)).toEqual(['sent', 'sent', 'sent', 'sent']);
    expect(sent()[0]).toEqual(['bca', 'request-1']);
    expect(sent()).toHaveLength(2);
  });

  it.each<[string, Readonly<Record<string, EntryState>>]>([
    ['no end', { a: 'started', b: 'started' }],
    ['an unknown end', { a: 'unknown', b: 'unknown' }],
    ['an end that is unknown for one mail', { a: 'sent', b: 'unknown' }],
    ['an end that is unknown for one mail and refuses the other', { a: 'not-sent', b: 'unknown' }],
  ])('repeats a whole request with %s, and another run nothing', async (_what, states) => {
    const journal = memoryJournal([await request(states)]);
    const { email, sent } = stage();
    const options = { journal, idempotencyKey: keyOf };
    const messages = ['a', 'b', 'c'].map(mail);
    expect(summary(await email.sendBatch(messages, options))).toEqual(['sent', 'sent', 'sent']);
    expect(sent()).toEqual([
      ['ab', 'request-1'],
      ['c', await mailKey('mail-c', 'c@x.dev')],
    ]);
    expect(summary(await email.sendBatch(messages, options))).toEqual(['sent', 'sent', 'sent']);
    expect(sent()).toHaveLength(2);
  });

  it.each([
    ['is throttled', new RateLimitError({ message: 'slow', outcome: 'not-sent' })],
    ['is lost', new NetworkError({ message: 'lost', outcome: 'unknown' })],
  ])('keeps what was known when the repeat %s', async (_what, error) => {
    const journal = memoryJournal([await request({ a: 'sent', b: 'unknown' })]);
    const failing = stage(async () => {
      throw error;
    });
    const options = { journal, idempotencyKey: keyOf };
    const messages = ['a', 'b'].map(mail);
    expect(summary(await failing.email.sendBatch(messages, options))).toEqual(['sent', 'unknown']);
    const { email, sent } = stage();
    expect(summary(await email.sendBatch(messages, options))).toEqual(['sent', 'sent']);
    expect(sent()).toEqual([['ab', 'request-1']]);
  });

  it('leaves mails in doubt whose request is not whole, and sends what surely was not', async () => {
    const states = { a: 'started', b: 'started' } as const;
    const journal = memoryJournal([await request(states)]);
    const { email, sent } = stage();
    const options = { journal, idempotencyKey: keyOf };
    const outcomes = await email.sendBatch(['b', 'c'].map(mail), options);
    expect(summary(outcomes)).toEqual(['unknown', 'sent']);
    expect(outcomes[0]).toMatchObject({ error: { message: expect.stringContaining('had 2 mails') } });
    expect(sent().map(([mails]) => mails)).toEqual(['c']);
    // With all of them again, it is.
    expect(summary(await email.sendBatch(['a', 'b', 'c'].map(mail), options))).toEqual([
      'sent',
      'sent',
      'sent',
    ]);
    expect(sent().at(-1)).toEqual(['ab', 'request-1']);
  });

  it('sends a refused mail of a request in doubt without keys, and not the others', async () => {
    const journal = memoryJournal([await request({ a: 'not-sent', b: 'unknown', c: 'sent' })]);
    const { email, sent } = stage(acceptAll, { idempotency: 'none' });
    const outcomes = await email.sendBatch(['a', 'b', 'c'].map(mail), { journal, idempotencyKey: keyOf });
    expect(summary(outcomes)).toEqual(['sent', 'unknown', 'sent']);
    expect(sent()).toEqual([['a', undefined]]);
  });

  it('does not repeat a request whose key the service forgets while it waits for the limiter', async () => {
    const clock = { nowMs: now + 59_000, onSleep: () => {} };
    clock.onSleep = () => {
      clock.nowMs += 2_000;
    };
    const journal = memoryJournal([await request({ a: 'started', b: 'started' })]);
    const deadlines: unknown[] = [];
    const answer: Answer = async ({ options }) => {
      deadlines.push(options.deadlineMs);
      throw new ThrottleRejectedError({ message: 'full', outcome: 'not-sent', retryable: true });
    };
    const { email, sent } = stage(answer, { idempotencyWindowMs: 60_000 }, clock);
    const held = await email.sendBatch(['a', 'b'].map(mail), { journal, idempotencyKey: keyOf });
    expect(summary(held)).toEqual(['unknown', 'unknown']);
    expect(sent()).toHaveLength(1);
    // It may wait no longer than the service recognises its key.
    expect(deadlines).toEqual([1_000]);
    expect(summary(await email.sendBatch(['a', 'b'].map(mail), { journal, idempotencyKey: keyOf }))).toEqual([
      'unknown',
      'unknown',
    ]);
    expect(sent()).toHaveLength(1);
  });

  it('believes the answer to a repeated request that refuses a mail', async () => {
    const journal = memoryJournal([await request({ a: 'started', b: 'started' })]);
    const answer: Answer = async ({ messages }) =>
      messages.map((message) => {
        const recipient = `${message.subject}@x.dev`;
        if (message.subject !== 'a') return accepted(message);
        return { outcomes: [{ recipient, status: 'rejected' }] };
      });
    const { email } = stage(answer);
    const outcomes = await email.sendBatch(['a', 'b'].map(mail), { journal, idempotencyKey: keyOf });
    expect(summary(outcomes)).toEqual(['not-sent', 'sent']);
  });
});

describe('E19: a journal of the other kind of run', () => {
  const options = { idempotencyKey: keyOf };

  it('of a batch: sendEach sends no mail of a request that it cannot repeat', async () => {
    const journal = memoryJournal([await request({ a: 'started', b: 'sent', c: 'not-sent' })]);
    const { email, sent } = stage();
    const outcomes = await collect(email.sendEach(['a', 'b', 'c'].map(mail), { journal, ...options }));
    expect(summary(outcomes)).toEqual(['unknown', 'sent', 'sent']);
    expect(sent().map(([mails]) => mails)).toEqual(['c']);
  });

  it('of sendEach: a batch repeats each mail with its key', async () => {
    const journal = memoryJournal();
    const lost = stage(async () => {
      throw new NetworkError({ message: 'lost', outcome: 'unknown' });
    });
    const messages = ['a', 'b'].map(mail);
    expect(summary(await collect(lost.email.sendEach(messages, { journal, ...options })))).toEqual([
      'unknown',
      'unknown',
    ]);
    const { email, sent } = stage();
    expect(summary(await email.sendBatch(messages, { journal, ...options }))).toEqual(['sent', 'sent']);
    // Mails of one call go out side by side, each when its key is ready.
    expect(sent().toSorted()).toEqual(lost.sent().toSorted());
  });
});

describe.each(['sendEach', 'sendBatch'] as const)('E19: the recipients of a message of %s', (way) => {
  async function run(
    email: ReturnType<typeof stage>['email'],
    message: EmailMessage,
    journal = memoryJournal(),
  ) {
    const options = { journal, idempotencyKey: () => 'order-17' };
    const outcomes =
      way === 'sendEach'
        ? await collect(email.sendEach([message], options))
        : await email.sendBatch([message], options);
    return outcomes.flatMap((each) => (each.ok ? each.result.outcomes : []));
  }

  it.each([
    ['one more', 'a@x.dev', ['a@x.dev', 'b@x.dev'], ['b@x.dev']],
    ['one less', ['a@x.dev', 'b@x.dev'], 'b@x.dev', []],
    ['another one', 'a@x.dev', 'b@x.dev', ['b@x.dev']],
  ])('of a later run are %s: each has one mail', async (_what, before, after, further) => {
    const journal = memoryJournal();
    const { email, requests } = batchClient(acceptAll, {}, {});
    await run(email, { ...mail('a'), to: before }, journal);
    const earlier = requests.length;
    const outcomes = await run(email, { ...mail('a'), to: after }, journal);
    expect(outcomes.map(({ recipient }) => recipient)).toEqual([after].flat());
    const asked = requests.slice(earlier).flatMap(({ messages }) => messages.map(({ to }) => to[0]?.address));
    expect(asked).toEqual(further);
  });
});

describe('P10: a batch whose journal fails', () => {
  const full = new Error('disk full');

  it('before the first request is sent rejects with its error', async () => {
    const journal = { ...memoryJournal(), write: () => Promise.reject(full) };
    const { email, sent } = stage();
    await expect(email.sendBatch([mail('a')], { journal, idempotencyKey: keyOf })).rejects.toBe(full);
    expect(sent()).toEqual([]);
  });

  it('later says what was sent, and writes the ends of requests in flight', async () => {
    const journal = memoryJournal();
    let starts = 0;
    const failing = {
      ...journal,
      async write(entry: JournalEntry) {
        if (entry.mails[0]?.state === 'started') starts += 1;
        if (starts > 1 && entry.mails[0]?.state === 'started') throw full;
        await journal.write(entry);
      },
    };
    let respond = () => {};
    const failed = new Promise<void>((resolve) => {
      respond = resolve;
    });
    const { email, sent } = stage(async (request) => {
      await failed;
      return acceptAll(request);
    });
    const messages = ['a', 'b', 'c', 'd', 'e', 'f', 'g'].map(mail);
    const batch = email.sendBatch(messages, { journal: failing, idempotencyKey: keyOf, concurrency: 2 });
    await expect.poll(() => starts).toBe(2);
    respond();
    const outcomes = await batch;
    expect(summary(outcomes)).toEqual([...Array(3).fill('sent'), ...Array(4).fill('not-sent')]);
    expect(outcomes[3]).toMatchObject({ error: { cause: full } });
    expect(sent().map(([mails]) => mails)).toEqual(['abc']);
    expect(journal.stateOf(await mailKey('mail-c', 'c@x.dev'))).toBe('sent');
  });
});
