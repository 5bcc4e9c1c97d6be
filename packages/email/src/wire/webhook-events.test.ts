import { describe, expect, it } from 'vitest';
import { readWebhookBody, readWebhookItems, type WebhookItemReader } from './webhook-events.ts';

const at = new Date('2026-01-15T10:30:00Z');
const known = { type: 'sent', id: 'e1', provider: 'acme', timestamp: at, raw: 'known' } as const;
const unknownOf = (item: unknown, read: WebhookItemReader['read']) =>
  readWebhookItems([item], { provider: 'acme', at, read });

describe('the items of a webhook', () => {
  it('are read alone: an odd one is unknown, and the others are events', async () => {
    const read = (item: unknown) => {
      if (item === 'broken') throw new TypeError('another form');
      return item === 'known' ? known : item === 'two' ? [known, known] : undefined;
    };
    const events = await readWebhookItems(['known', 'broken', 'two', 5], { provider: 'acme', at, read });
    expect(events.map(({ type, raw }) => [type, raw])).toEqual([
      ['sent', 'known'],
      ['unknown', 'broken'],
      ['sent', 'known'],
      ['sent', 'known'],
      ['unknown', 5],
    ]);
  });

  it.each([
    ['without an id', { ...known, id: '' }],
    ['without a valid time', { ...known, timestamp: new Date(Number.NaN) }],
  ])('are unknown %s', async (_what, event) => {
    const [unknown] = await unknownOf({ a: 1 }, () => event);
    expect(unknown).toEqual({
      type: 'unknown',
      id: expect.stringMatching(/^[\da-f]{32}$/),
      provider: 'acme',
      timestamp: at,
      raw: { a: 1 },
    });
  });

  it('are none for a confirmation', async () => {
    expect(await unknownOf('ping', () => [])).toEqual([]);
  });

  it('of unknown forms have the id of their content, whenever they arrive', async () => {
    const idsAt = async (time: Date) => {
      const events = await readWebhookItems([{ a: 1 }, { a: 2 }], {
        provider: 'acme',
        at: time,
        read: () => undefined,
      });
      return events.map(({ id }) => id);
    };
    const ids = await idsAt(at);
    expect([new Set(ids).size, await idsAt(new Date(0))]).toEqual([2, ids]);
  });

  it('may be nested so deeply that no other parser reads them', async () => {
    const depth = 100_000;
    const body = readWebhookBody(`{"a":${'['.repeat(depth)}${']'.repeat(depth)}}`);
    expect(await readWebhookItems(body, { provider: 'acme', read: () => undefined })).toMatchObject([
      { type: 'unknown' },
    ]);
  });
});

describe('the body of a webhook', () => {
  it('is JSON with exact ids, or a text', () => {
    expect(readWebhookBody('{"id":12345678901234567890}')).toEqual({ id: '12345678901234567890' });
    expect(readWebhookBody('null')).toBeNull();
    expect(readWebhookBody('OK')).toBe('OK');
  });
});
