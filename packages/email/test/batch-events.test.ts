// What a logger and metrics learn of a batch whose outcomes nobody reads.
import { AuthenticationError, type ClientEvent, NetworkError } from '@org/core';
import { logTo } from '@org/core/log';
import { describe, expect, it } from 'vitest';
import type { SendReceipt } from '../src/index.ts';
import { type Answer, acceptAll, accepted, batchClient } from './batch-stage.ts';
import { memoryJournal } from './support/memory-journal.ts';

const messages = [0, 1, 2, 3].map((index) => ({
  from: 'ann@acme.dev',
  to: `${index}@x.dev`,
  subject: 'Hi',
  text: 'Hi',
}));

/** The service answers the mail to one recipient so. */
const answerTo =
  (address: string, status: SendReceipt['outcomes'][number]['status']): Answer =>
  async ({ messages }) =>
    messages.map((message) => {
      const recipient = message.to[0]?.address ?? '';
      return recipient === address ? { outcomes: [{ recipient, status }] } : accepted(message);
    });

function stage(answer: Answer) {
  const events: ClientEvent[] = [];
  const { email } = batchClient(answer, {}, { onEvent: (event) => events.push(event) });
  return { email, events };
}

describe('E14: a batch has events of its own', () => {
  it.each<[string, Answer, object]>([
    ['accepted', acceptAll, { ok: true }],
    ['refused', answerTo('1@x.dev', 'rejected'), { errorCode: 'recipient-rejected', outcome: 'sent' }],
    ['suppressed', answerTo('1@x.dev', 'suppressed'), { errorCode: 'recipient-rejected', outcome: 'sent' }],
    ['unknown', answerTo('3@x.dev', 'unknown'), { errorCode: 'incomplete-send', outcome: 'sent' }],
    [
      'lost',
      async () => {
        throw new NetworkError({ message: 'lost', outcome: 'unknown' });
      },
      { errorCode: 'network', outcome: 'unknown' },
    ],
    [
      'forbidden',
      async () => {
        throw new AuthenticationError({ message: 'no', outcome: 'not-sent' });
      },
      { errorCode: 'authentication', outcome: 'not-sent', attempts: 2 },
    ],
  ])('one of whose messages is %s', async (_what, answer, expected) => {
    const { email, events } = stage(answer);
    await email.sendBatch(messages);
    expect(events).toMatchObject([
      { type: 'operation-start', operation: 'batch', provider: 'fleet' },
      { type: 'operation-end', operation: 'batch', provider: 'fleet', ok: false, attempts: 2, ...expected },
    ]);
    expect(events[1]?.requestId).toBe(events[0]?.requestId);
    expect(JSON.stringify(events)).not.toContain('@');
  });

  it('that ends with an error, by an abort or by its journal', async () => {
    const { email, events } = stage(acceptAll);
    await expect(email.sendBatch(messages, { signal: AbortSignal.abort('stop') })).rejects.toBe('stop');
    const broken = { ...memoryJournal(), write: () => Promise.reject(new Error('disk full')) };
    await expect(email.sendBatch(messages, { journal: broken, firstIndex: 0 })).rejects.toThrow('disk full');
    await expect(email.sendBatch(messages, { journal: broken })).rejects.toThrow('needs `firstIndex`');
    expect(events.filter(({ type }) => type === 'operation-end')).toMatchObject([
      { ok: false, errorCode: 'aborted', outcome: 'not-sent' },
      { ok: false, errorCode: 'unexpected', outcome: 'not-sent' },
      { ok: false, errorCode: 'configuration', outcome: 'not-sent' },
    ]);
  });

  it('and one line in a log', async () => {
    const lines: string[] = [];
    const logger = { debug: () => {}, info: () => {}, warn: (line: string) => void lines.push(line) };
    const { email } = batchClient(answerTo('1@x.dev', 'unknown'), {}, { onEvent: logTo(logger) });
    await email.sendBatch(messages);
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatch(
      /^fleet batch \[.{8}\] failed: incomplete-send, outcome sent; \d+ ms, 2 attempts$/,
    );
  });

  it('and one span, in which its requests run', async () => {
    const seen: string[] = [];
    const { email } = batchClient(
      async (request) => {
        seen.push('request');
        return acceptAll(request);
      },
      {},
      {
        instrumentation: {
          startOperation({ operation }) {
            seen.push(`start ${operation}`);
            return {
              onEvent: ({ type }) => seen.push(type),
              runOperation(work) {
                seen.push('run');
                return work();
              },
            };
          },
        },
      },
    );
    await email.sendBatch(messages);
    expect(seen).toEqual(['start batch', 'run', 'request', 'request', 'operation-end']);
  });
});
