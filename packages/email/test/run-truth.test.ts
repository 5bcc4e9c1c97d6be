import { type CallOptions, createLimiter, type OrgError, perSecond } from '@org/core';
import {
  createFakeTransport,
  createManualRuntime,
  type FaultHandler,
  type RecordedRequest,
  startFaultServer,
} from '@org/core/testing';
import { afterEach, describe, expect, it } from 'vitest';
import { plunk } from '../src/drivers/plunk/index.ts';
import {
  createEmailClient,
  type EmailMessage,
  type EmailSendClient,
  type SendEachOutcome,
} from '../src/index.ts';
import type { JournalEntry } from '../src/journal/index.ts';
import { acceptAll, batchClient } from './batch-stage.ts';
import { collect } from './collect.ts';
import { mailKey, memoryJournal, oneMail } from './support/memory-journal.ts';

const mail = (index: number): EmailMessage => ({
  from: 'ann@acme.dev',
  to: `${index}@x.dev`,
  subject: `${index}`,
  html: '<p>Hi</p>',
});
const mails = (count: number) => Array.from({ length: count }, (_, index) => mail(index));

type AbortOptions = Pick<CallOptions, 'signal' | 'onAborted'>;

const endings: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const end of endings.splice(0)) await end();
});

function bodyOf({ body }: RecordedRequest): { readonly to: string; readonly subject: string } {
  const { to, subject } = JSON.parse(new TextDecoder().decode(body));
  const [first] = [to].flat();
  return { to: first.email ?? first, subject };
}

/** Plunk on loopback, which answers each recipient; and whom it has a mail of. */
async function startPlunk(answer: (recipient: string, nth: number) => ReturnType<FaultHandler>) {
  const counts = new Map<string, number>();
  const server = await startFaultServer({
    rules: [
      (request) => {
        const recipient = bodyOf(request).to;
        const nth = (counts.get(recipient) ?? 0) + 1;
        counts.set(recipient, nth);
        return answer(recipient, nth);
      },
    ],
  });
  endings.push(() => server.close());
  const driver = plunk({ apiKey: 'sk_test', baseUrl: server.url });
  const email = createEmailClient({ driver, retry: false, limiter: false });
  endings.push(() => email.close());
  return { email, server, counts };
}

const acceptance = (recipient: string) => ({
  success: true,
  data: { emails: [{ contact: { id: 'c', email: recipient }, email: `m-${recipient}` }] },
});
const accepted = (recipient: string) => ({ answer: { json: acceptance(recipient) } });
const slow = { answer: { status: 429, json: { message: 'Too many requests' } } };

const summary = (outcomes: readonly SendEachOutcome[]) =>
  outcomes.map((each) => (each.ok ? 'ok' : each.error.outcome));

describe('P10: code of the caller that throws', () => {
  const messages = mails(10).map((each, index) => {
    if (index !== 3) return each;
    const content = () => {
      throw new Error('the disk failed');
    };
    return { ...each, attachments: [{ filename: 'a.txt', content }] };
  });

  it('is the outcome of its message alone, in sendEach and sendBatch', async () => {
    const { email, requests } = batchClient(acceptAll, {}, {});
    const expected = ['ok', 'ok', 'ok', 'not-sent', 'ok', 'ok', 'ok', 'ok', 'ok', 'ok'];
    const each = await collect(email.sendEach(messages));
    expect(summary(each)).toEqual(expected);
    expect(each[3]).toMatchObject({ error: { code: 'request-body', cause: { message: 'the disk failed' } } });
    expect(requests).toHaveLength(9);
    expect(summary(await email.sendBatch(messages))).toEqual(expected);
  });

  it('is not in doubt for a later run with the same journal', async () => {
    const journal = memoryJournal();
    const { email } = batchClient(acceptAll, { batch: undefined }, {});
    await collect(email.sendEach(messages, { journal }));
    expect(journal.stateOf(await mailKey('run-3', '3@x.dev'))).toBeUndefined();
    expect(summary(await collect(email.sendEach(mails(10), { journal })))).toEqual(Array(10).fill('ok'));
  });
});

describe('P10: an abort', () => {
  it('leaves mails not-sent that waited in the limiter, and unknown that were in flight', async () => {
    const { server } = await startPlunk(() => ({ fault: { kind: 'timeout', phase: 'after-request-body' } }));
    const limiter = createLimiter({ limits: [perSecond(3)] });
    const driver = plunk({ apiKey: 'sk_test', baseUrl: server.url });
    const email = createEmailClient({ driver, limiter });
    endings.push(() => email.close());
    const controller = new AbortController();
    const reason = new Error('enough');
    const outcomes: SendEachOutcome[] = [];
    const run = async () => {
      for await (const each of email.sendEach(mails(20), { signal: controller.signal })) outcomes.push(each);
    };
    const running = run();
    await expect.poll(() => server.requests.length).toBe(3);
    controller.abort(reason);
    await expect(running).rejects.toBe(reason);
    expect(outcomes).toHaveLength(10);
    const sent = new Set(server.requests.map((request) => bodyOf(request).subject));
    for (const each of outcomes) {
      const error = (each.ok ? undefined : each.error) as OrgError;
      expect(error).toMatchObject({ code: 'aborted', cause: reason });
      expect(error.outcome).toBe(sent.has(`${each.index}`) ? 'unknown' : 'not-sent');
    }
  });

  it('gives a single send an outcome, and keeps the reason', async () => {
    const { email, server } = await startPlunk(() => ({
      fault: { kind: 'timeout', phase: 'after-request-body' },
    }));
    const controller = new AbortController();
    const sending = email.send(mail(0), { signal: controller.signal });
    await expect.poll(() => server.requests.length).toBe(1);
    controller.abort('enough');
    await expect(sending).rejects.toMatchObject({ code: 'aborted', outcome: 'unknown', cause: 'enough' });
  });
});

describe('P10: onAborted', () => {
  const several = { ...mail(0), to: mails(5).map(({ to }) => to as string) };
  it.each<[string, (email: EmailSendClient, options: AbortOptions) => Promise<unknown>]>([
    ['send', (email, options) => email.send(several, options)],
    ['sendBatch', (email, options) => email.sendBatch(mails(5), { ...options, concurrency: 1 })],
    ['sendEach', (email, options) => collect(email.sendEach(mails(5), { ...options, concurrency: 1 }))],
  ])('of %s is called once, with the worst outcome of all mails', async (_, call) => {
    const controller = new AbortController();
    const proven: string[] = [];
    let asked = 0;
    const { email } = await startPlunk((recipient) => {
      asked += 1;
      if (asked === 1) return accepted(recipient);
      setImmediate(() => controller.abort('enough'));
      return { fault: { kind: 'timeout', phase: 'after-request-body' } };
    });
    const onAborted = (outcome: string) => void proven.push(outcome);
    await call(email, { signal: controller.signal, onAborted }).catch(() => {});
    expect(proven).toEqual(['sent']);
  });
});

describe('P10: recipients of a run', () => {
  const message = { ...mail(0), to: ['a@x.dev', 'b@x.dev', 'c@x.dev'] };

  it('have an entry each; a resumed run sends what surely was not sent, and nothing else', async () => {
    const { email, counts } = await startPlunk((recipient, nth) =>
      recipient === 'b@x.dev' && nth === 1 ? slow : accepted(recipient),
    );
    const journal = memoryJournal();
    const [first] = await collect(email.sendEach([message], { journal }));
    expect(first?.ok && first.result.outcomes.map(({ status }) => status)).toEqual([
      'accepted',
      'rejected',
      'accepted',
    ]);
    for (const [address, state] of [
      ['a@x.dev', 'sent'],
      ['b@x.dev', 'not-sent'],
      ['c@x.dev', 'sent'],
    ] as const)
      expect(journal.stateOf(await mailKey('run-0', address))).toBe(state);
    expect(journal.entries.map(({ key }) => key).join()).not.toContain('@');
    const [second] = await collect(email.sendEach([message], { journal }));
    expect(second?.ok && second.result.outcomes).toEqual([
      { recipient: 'a@x.dev', status: 'accepted', messageId: 'm-a@x.dev', fromJournal: true },
      { recipient: 'b@x.dev', status: 'accepted', messageId: 'm-b@x.dev' },
      { recipient: 'c@x.dev', status: 'accepted', messageId: 'm-c@x.dev', fromJournal: true },
    ]);
    expect(Object.fromEntries(counts)).toEqual({ 'a@x.dev': 1, 'b@x.dev': 2, 'c@x.dev': 1 });
  });

  it('are accepted when Plunk knows the key of a mail that a crashed run started', async () => {
    const reused = { code: 'IDEMPOTENCY_KEY_REUSED', details: { key: 'k', originalStatusCode: 200 } };
    const { email } = await startPlunk(() => ({
      answer: { status: 409, json: { success: false, error: reused } },
    }));
    const journal = memoryJournal();
    const key = await mailKey('order-7', '0@x.dev');
    journal.entries.push(oneMail(key, 'started', Date.now() - 1_000));
    const options = { journal, idempotencyKey: () => 'order-7' };
    const [outcome] = await collect(email.sendEach([mail(0)], options));
    expect(outcome).toMatchObject({
      ok: true,
      result: { replayed: true, outcomes: [{ recipient: '0@x.dev', status: 'accepted' }] },
    });
    expect(journal.stateOf(key)).toBe('sent');
  });

  it('of an entry that starts in the future are unknown, and are sent no second mail', async () => {
    const { email, counts } = await startPlunk(accepted);
    const journal = memoryJournal();
    journal.entries.push(oneMail(await mailKey('run-0', '0@x.dev'), 'started', Date.now() + 3_600_000));
    expect(summary(await collect(email.sendEach([mail(0)], { journal })))).toEqual(['unknown']);
    expect(counts.size).toBe(0);
  });
});

describe('P10: a run', () => {
  it('waits for its limiter, however long the list is', async () => {
    const runtime = createManualRuntime();
    const limiter = createLimiter({ limits: [perSecond(5)], maxQueue: 2, runtime });
    const transport = createFakeTransport([{ answer: { json: acceptance('a@x.dev') } }]);
    const driver = plunk({ apiKey: 'sk_test' });
    const email = createEmailClient({ driver, limiter, runtime, transport, deadlineMs: 1_000 });
    const run = collect(email.sendEach(mails(200).map((each) => ({ ...each, to: 'a@x.dev' }))));
    for (let second = 0; second < 90; second += 1) await runtime.advance(1_000);
    expect(summary(await run)).toEqual(Array(200).fill('ok'));
    expect(transport.requests).toHaveLength(200);
  });

  it('stops at a refused account, and says so for every message', async () => {
    const { email, server } = await startPlunk(() => ({
      answer: { status: 403, json: { message: 'Forbidden' } },
    }));
    const outcomes = await collect(email.sendEach(mails(50), { concurrency: 1 }));
    expect(summary(outcomes)).toEqual(Array(50).fill('not-sent'));
    expect(server.requests.length).toBeLessThan(3);
  });
});

/** A request of these messages that an earlier run started. */
async function started(key: string, places: readonly number[]): Promise<JournalEntry> {
  const keys = await Promise.all(places.map((place) => mailKey(`run-${place}`, `${place}@x.dev`)));
  return { key, startedAtMs: Date.now(), mails: keys.map((each) => ({ key: each, state: 'started' })) };
}

describe('P10: a batch with a journal', () => {
  it('sends what is missing, in the next run', async () => {
    const journal = memoryJournal();
    const { email, requests } = batchClient(acceptAll, { batch: 2 }, {});
    const options = { journal, firstIndex: 0 };
    await email.sendBatch(mails(3), options);
    expect(requests.map(({ messages }) => messages.length)).toEqual([2, 1]);
    const outcomes = await email.sendBatch(mails(5), options);
    expect(requests.slice(2).map(({ messages }) => messages.map(({ subject }) => subject))).toEqual([
      ['3', '4'],
    ]);
    expect(summary(outcomes)).toEqual(Array(5).fill('ok'));
    expect(outcomes[0]).toMatchObject({ result: { outcomes: [{ status: 'accepted', fromJournal: true }] } });
  });

  it('repeats a request in doubt as it was, where the service recognises its key', async () => {
    const journal = memoryJournal();
    const { email, requests } = batchClient(acceptAll, { batch: 2 }, {});
    journal.entries.push(await started('request-1', [1, 2]));
    await email.sendBatch(mails(4), { journal, firstIndex: 0 });
    const sent = requests.map(({ messages }) => messages.map(({ subject }) => subject));
    expect(sent.toSorted()).toEqual([
      ['0', '3'],
      ['1', '2'],
    ]);
    const again = requests.find(({ messages }) => messages[0]?.subject === '1');
    expect(again?.options.idempotencyKey).toBe('request-1');
  });

  it('leaves a request in doubt that is no longer whole', async () => {
    const journal = memoryJournal();
    const { email, requests } = batchClient(acceptAll, { batch: 2 }, {});
    journal.entries.push(await started('request-1', [1, 2]));
    const outcomes = await email.sendBatch(mails(2), { journal, firstIndex: 0 });
    expect(summary(outcomes)).toEqual(['ok', 'unknown']);
    expect(requests).toHaveLength(1);
  });

  it('needs a place in the list, so that two batches have no keys in common', async () => {
    const { email } = batchClient(acceptAll, {}, {});
    const journal = memoryJournal();
    await expect(email.sendBatch(mails(1), { journal })).rejects.toMatchObject({ code: 'configuration' });
  });
});

describe('P10: a message that a later run cannot read', () => {
  const gone = () => {
    throw new Error('The file is gone.');
  };
  const unreadable = { ...mail(0), attachments: [{ filename: 'a.pdf', content: gone }] };

  it('has the end that an earlier run wrote, in a run and in a batch', async () => {
    const journal = memoryJournal();
    const { email, requests } = batchClient(acceptAll, { batch: 2 }, {});
    await email.sendBatch([mail(0)], { journal, firstIndex: 0 });
    const sent = requests.length;
    const outcomes = [
      ...(await collect(email.sendEach([unreadable], { journal }))),
      ...(await email.sendBatch([unreadable], { journal, firstIndex: 0 })),
    ];
    for (const outcome of outcomes)
      expect(outcome).toMatchObject({ result: { outcomes: [{ status: 'accepted', fromJournal: true }] } });
    expect(requests.length).toBe(sent);
  });

  it('has that end also where no text can be made of it', async () => {
    const journal = memoryJournal();
    const { email, requests } = batchClient(acceptAll, {}, { text: 'from-html' } as object);
    await collect(email.sendEach([mail(0)], { journal }));
    const deep = { ...unreadable, html: '<div>'.repeat(50_000) };
    const [outcome] = await collect(email.sendEach([deep], { journal }));
    expect(outcome).toMatchObject({ result: { outcomes: [{ status: 'accepted', fromJournal: true }] } });
    expect(requests.length).toBe(1);
  });

  it('is in doubt where an earlier run left it so, and not sent where none began', async () => {
    const journal = memoryJournal();
    const { email, requests } = batchClient(acceptAll, { batch: 2, idempotency: 'none' }, {});
    journal.entries.push(oneMail(await mailKey('run-0', '0@x.dev'), 'started'));
    const list = [unreadable, unreadable];
    const ran = await collect(email.sendEach(list, { journal }));
    const batch = await email.sendBatch(list, { journal, firstIndex: 0 });
    expect(summary(ran)).toEqual(['unknown', 'not-sent']);
    expect(summary(batch)).toEqual(['unknown', 'not-sent']);
    const invalid = { ...unreadable, to: 'nobody' };
    expect(summary(await email.sendBatch([invalid], { journal, firstIndex: 0 }))).toEqual(['not-sent']);
    expect(requests).toEqual([]);
  });
});
