import { NetworkError, RateLimitError } from '@org/core';
import { FileError } from '@org/core/node';
import { describe, expect, it } from 'vitest';
import type { EmailCapabilities, SendEachOptions, SendJournal } from '../../src/index.ts';
import type { EntryState, JournalEntry } from '../../src/journal/index.ts';
import { type Answer, acceptAll, batchClient } from '../batch-stage.ts';
import { mailKey, memoryJournal, oneMail } from '../support/memory-journal.ts';

const now = 1_700_000_000_000;
const keyOf = (index: number) => mailKey(`run-${index}`, `${index}@x.dev`);
const entry = async (index: number, state: EntryState, startedAtMs = now): Promise<JournalEntry> =>
  oneMail(await keyOf(index), state, startedAtMs);

async function run(
  {
    journal,
    answer = acceptAll,
    changes = {},
  }: {
    journal: SendJournal;
    answer?: Answer;
    changes?: Partial<EmailCapabilities>;
  },
  options: SendEachOptions = {},
) {
  const runtime = { now: () => now };
  const { email, requests } = batchClient(answer, { batch: undefined, ...changes }, { runtime });
  const messages = [0, 1, 2].map((index) => ({
    from: 'ann@acme.dev',
    to: `${index}@x.dev`,
    subject: 'Hi',
    text: 'Hi',
  }));
  const outcomes: unknown[] = [];
  for await (const outcome of email.sendEach(messages, { journal, ...options }))
    outcomes.push([outcome.index, outcome.ok ? 'ok' : outcome.error.outcome]);
  const keys = requests.map(({ options: { idempotencyKey } }) => idempotencyKey);
  return { outcomes, keys, sentTo: requests.map(({ messages: [first] }) => first?.to[0]?.address) };
}

describe('E6: a run with a journal', () => {
  it('writes the start before and the end after each message', async () => {
    const journal = memoryJournal();
    const { entries, calls } = journal;
    const states: unknown[] = [];
    const answer: Answer = async (request) => {
      states.push(entries.at(-1)?.mails[0]?.state);
      return acceptAll(request);
    };
    await run({ journal, answer }, { concurrency: 1 });
    expect(states).toEqual(['started', 'started', 'started']);
    const expected = await Promise.all(
      [0, 1, 2].map(async (index) => {
        const start = await entry(index, 'started');
        const mail = { key: start.key, state: 'sent', messageId: `id-${index}@x.dev` };
        return [start, { ...start, mails: [mail] }];
      }),
    );
    expect(entries).toEqual(expected.flat());
    expect(calls).toEqual(['open fleet', 'close']);
  });

  it.each([
    ['not-sent', new RateLimitError({ message: 'slow', outcome: 'not-sent' })],
    ['unknown', new NetworkError({ message: 'lost', outcome: 'unknown' })],
  ] as const)('writes %s for a message that failed so', async (state, error) => {
    const journal = memoryJournal();
    const answer: Answer = async () => {
      throw error;
    };
    await run({ journal, answer }, { concurrency: 1 });
    const states = journal.entries.map(({ mails }) => mails[0]?.state);
    expect(states.filter((each) => each !== 'started')).toEqual([state, state, state]);
  });

  it('skips what was sent, and sends what surely was not', async () => {
    const journal = memoryJournal([await entry(0, 'sent'), await entry(1, 'not-sent')]);
    expect(await run({ journal }, { concurrency: 1 })).toMatchObject({
      sentTo: ['1@x.dev', '2@x.dev'],
      // No outcome is missing: the first one is of the earlier run.
      outcomes: [
        [0, 'ok'],
        [1, 'ok'],
        [2, 'ok'],
      ],
    });
  });

  it.each(['started', 'unknown'] as const)(
    'reports a message without a known end (%s) as unknown where the service has no keys',
    async (state) => {
      const journal = memoryJournal([await entry(1, state)]);
      const { sentTo, outcomes, keys } = await run(
        { journal, changes: { idempotency: 'none' } },
        { concurrency: 1 },
      );
      expect(sentTo).toEqual(['0@x.dev', '2@x.dev']);
      expect(outcomes).toEqual([
        [0, 'ok'],
        [1, 'unknown'],
        [2, 'ok'],
      ]);
      expect(keys).toEqual([undefined, undefined]);
      expect(journal.stateOf(await keyOf(1))).toBe(state);
    },
  );

  it('sends it again with its key where the service recognises keys, within their window', async () => {
    const windowMs = 60_000;
    const changes = { idempotency: 'refuse', idempotencyWindowMs: windowMs } as const;
    const journal = memoryJournal([
      await entry(0, 'started', now - windowMs + 1),
      await entry(1, 'started', now - windowMs),
    ]);
    const { sentTo, outcomes, keys } = await run({ journal, changes }, { concurrency: 1 });
    expect(sentTo).toEqual(['0@x.dev', '2@x.dev']);
    expect(outcomes[1]).toEqual([1, 'unknown']);
    expect(keys[0]).toMatch(/^run-0-/);
    // The window begins with the first send, not with the second.
    expect(journal.entries).toContainEqual({
      ...(await entry(0, 'sent', now - windowMs + 1)),
      mails: [{ key: await keyOf(0), state: 'sent', messageId: 'id-0@x.dev' }],
    });
  });

  it("uses the caller's keys, whatever the order of the messages", async () => {
    const journal = memoryJournal([oneMail(await mailKey('order-2', '2@x.dev'), 'sent')]);
    const { sentTo } = await run({ journal }, { idempotencyKey: ({ to }) => `order-${String(to)[0]}` });
    expect(sentTo.toSorted()).toEqual(['0@x.dev', '1@x.dev']);
  });

  it('ends before the first message when the journal cannot be opened', async () => {
    const broken = new Error('no such folder');
    const journal = memoryJournal();
    const failing = { ...journal, open: () => Promise.reject(broken) };
    await expect(run({ journal: failing })).rejects.toBe(broken);
  });

  it('ends when the disk of the journal is full, and sends nothing further', async () => {
    const full = new FileError({ message: 'disk full', outcome: 'not-sent' });
    const journal = memoryJournal();
    const sent: unknown[] = [];
    const answer: Answer = async (request) => {
      sent.push(request);
      return acceptAll(request);
    };
    const failing = { ...journal, write: () => Promise.reject(full) };
    await expect(run({ journal: failing, answer }, { concurrency: 1 })).rejects.toBe(full);
    expect(sent).toEqual([]);
  });

  it('a failure of the journal does not hide the outcome of the message', async () => {
    const journal = memoryJournal();
    const failing: SendJournal = {
      ...journal,
      async write({ mails }) {
        if (mails[0]?.state !== 'started') throw new FileError({ message: 'disk full' });
      },
    };
    const answer: Answer = async () => {
      throw new NetworkError({ message: 'lost', outcome: 'unknown' });
    };
    const { outcomes } = await run({ journal: failing, answer }, { concurrency: 1 });
    expect(outcomes).toEqual([0, 1, 2].map((index) => [index, 'unknown']));
  });

  it('ends when the journal cannot be written, and sends nothing further', async () => {
    const broken = new Error('disk full');
    const journal = memoryJournal();
    let sent = 0;
    const answer: Answer = async (request) => {
      sent += 1;
      return acceptAll(request);
    };
    const failing = { ...journal, write: () => Promise.reject(broken) };
    await expect(run({ journal: failing, answer }, { concurrency: 1 })).rejects.toBe(broken);
    expect(sent).toBe(0);
  });
});

describe('a run with a journal', () => {
  it('sends each message as it was when the source gave it', async () => {
    const journal = memoryJournal();
    const { email, requests } = batchClient(acceptAll, { batch: undefined }, {});
    const message = { from: 'ann@acme.dev', to: '', subject: 'Hi', text: 'Hi' };
    function* reused() {
      for (const to of ['a@x.dev', 'b@x.dev', 'c@x.dev']) {
        message.to = to;
        yield message;
      }
    }
    for await (const outcome of email.sendEach(reused(), { journal })) expect(outcome.ok).toBe(true);
    expect(requests.map(({ messages: [first] }) => first?.to[0]?.address).sort()).toEqual([
      'a@x.dev',
      'b@x.dev',
      'c@x.dev',
    ]);
  });

  it('closes the journal when an option is wrong', async () => {
    const journal = memoryJournal();
    await expect(run({ journal }, { concurrency: 0 })).rejects.toMatchObject({ code: 'configuration' });
    expect(journal.calls).toEqual(['open fleet', 'close']);
  });

  it('throws the abort reason, not that the journal did not close', async () => {
    const journal = memoryJournal();
    const failing = {
      ...journal,
      close: async () => {
        throw new Error('close failed');
      },
    };
    await expect(run({ journal: failing }, { signal: AbortSignal.abort('stop') })).rejects.toBe('stop');
  });

  it('reports a mail that was sent although its end was not written', async () => {
    const journal = memoryJournal();
    const failing: SendJournal = {
      ...journal,
      async write({ mails }) {
        if (mails[0]?.state === 'sent') throw new Error('disk full');
      },
    };
    const seen: unknown[] = [];
    const { email } = batchClient(acceptAll, { batch: undefined }, {});
    const all = async () => {
      const messages = [{ from: 'ann@acme.dev', to: 'a@x.dev', subject: 'Hi', text: 'Hi' }];
      for await (const outcome of email.sendEach(messages, { journal: failing })) seen.push(outcome);
    };
    await all();
    expect(seen).toMatchObject([{ index: 0, ok: false, error: { outcome: 'sent' } }]);
  });
});
