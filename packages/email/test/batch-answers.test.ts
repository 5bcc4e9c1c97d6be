// An answer to a batch that does not name each message once.
import { ResponseFormatError } from '@org/core';
import { createFakeTransport } from '@org/core/testing';
import { describe, expect, it } from 'vitest';
import { createEmailClient, IdempotencyConflictError, type SendEachOutcome } from '../src/index.ts';
import { batchClient } from './batch-stage.ts';
import { type BatchEntry, batchMessage, batchServices } from './support/batch-services.ts';
import { memoryJournal } from './support/memory-journal.ts';

const entry = (index: number): BatchEntry => ({ to: `${index}@x.dev`, id: `m-${index}` });
const [first, second, third, fourth] = [0, 1, 2, 3].map(entry) as [
  BatchEntry,
  BatchEntry,
  BatchEntry,
  BatchEntry,
];
const sent = (index: number) => ['sent', `m-${index}`] as const;
const unknown = ['unknown', undefined] as const;

function summary(outcome: SendEachOutcome) {
  if (!outcome.ok) return [outcome.error.outcome, undefined];
  return outcome.result.outcomes.map((each) => ['sent', each.messageId])[0];
}

type Row = [name: string, entries: BatchEntry[], ordered: unknown[], named?: unknown[]];

/** What an answer says of three messages: by the places of its entries, or by the names in them. */
const rows: readonly Row[] = [
  ['names all', [first, second, third], [sent(0), sent(1), sent(2)]],
  ['names one', [first], [sent(0), unknown, unknown]],
  ['names two', [first, second], [sent(0), sent(1), unknown]],
  ['names none', [], [unknown, unknown, unknown]],
  ['names one too many', [first, second, third, fourth], [sent(0), sent(1), sent(2)]],
  ['names one twice', [first, first, third], [sent(0), unknown, sent(2)]],
  ['names one three times', [first, first, first], [sent(0), unknown, unknown]],
  ['has another order', [third, first, second], [sent(2), sent(0), sent(1)], [sent(0), sent(1), sent(2)]],
  ['names only the last', [third], [sent(2), unknown, unknown], [unknown, unknown, sent(2)]],
];

const named = Object.entries(batchServices).filter(([, { entries }]) => entries !== 'none');

describe.each(named)('E14: a batch of %s', (name, service) => {
  it.each(rows)('whose answer %s', async (_what, entries, ordered, byName = ordered) => {
    const expected = service.entries === 'named' ? byName : ordered;
    const transport = createFakeTransport([{ answer: service.answer(entries) }]);
    const email = createEmailClient({ driver: service.driver, transport, limiter: false, retry: false });
    const journal = memoryJournal();
    const messages = [0, 1, 2].map((index) => batchMessage(name, `${index}@x.dev`));
    const outcomes = await email.sendBatch(messages, { journal, firstIndex: 0 });
    expect(transport.requests).toHaveLength(1);
    expect(outcomes.map(summary)).toEqual(expected);
    // The journal says the same, and so does the next run of a service without keys.
    const states = journal.entries.at(-1)?.mails.map(({ state }) => state);
    expect(states).toEqual(expected.map((each) => (each as readonly unknown[])[0]));
  });
});

describe.each(Object.entries(batchServices).filter(([, { entries }]) => entries === 'none'))(
  'E14: a batch of %s',
  (name, service) => {
    it('has one answer for all its messages', async () => {
      const transport = createFakeTransport([{ answer: service.answer([]) }]);
      const email = createEmailClient({ driver: service.driver, transport, limiter: false, retry: false });
      const messages = [0, 1, 2].map((index) => batchMessage(name, `${index}@x.dev`));
      const outcomes = await email.sendBatch(messages);
      expect(transport.requests).toHaveLength(1);
      expect(outcomes.every(({ ok }) => ok)).toBe(true);
    });
  },
);

describe('E14: a batch whose request was accepted, and whose answer', () => {
  const messages = [0, 1].map((index) => batchMessage('', `${index}@x.dev`));
  const failing = (error: Error) =>
    batchClient(async () => {
      throw error;
    }, {}).email;

  it('cannot be read, proves no message', async () => {
    const error = new ResponseFormatError({ message: 'No list.', outcome: 'sent' });
    const outcomes = await failing(error).sendBatch(messages);
    expect(outcomes.map(summary)).toEqual([unknown, unknown]);
    expect(outcomes[0]).toMatchObject({ error: { cause: error } });
    // A request with one message is about that message.
    const [alone] = await failing(error).sendBatch(messages.slice(0, 1));
    expect(alone).toMatchObject({ error: { outcome: 'sent' } });
  });

  it('is that its key is known, was accepted before', async () => {
    const error = new IdempotencyConflictError({ message: 'Known.', outcome: 'sent' });
    const outcomes = await failing(error).sendBatch(messages);
    expect(outcomes.map((each) => each.ok || each.error.outcome)).toEqual(['sent', 'sent']);
  });

  it('was not read before an abort, proves no message', async () => {
    const controller = new AbortController();
    const { email } = batchClient(async ({ options }) => {
      controller.abort('enough');
      options.onAborted?.('sent');
      throw controller.signal.reason;
    }, {});
    const outcomes = await email.sendBatch(messages, { signal: controller.signal });
    expect(outcomes.map((each) => each.ok || [each.error.code, each.error.outcome])).toEqual([
      ['aborted', 'unknown'],
      ['aborted', 'unknown'],
    ]);
  });
});
