import { RateLimitError, withResponse } from '@org/core';
import { createFakeDriver, createFakeTransport, createManualRuntime } from '@org/core/testing';
import { describe, expect, expectTypeOf, it } from 'vitest';
import type { PreparedMessage } from '../src/driver.ts';
import { plunk } from '../src/drivers/plunk/index.ts';
import { createEmailClient } from '../src/index.ts';

const message = { from: 'ann@acme.dev', to: 'bob@example.com', subject: 'Hi', html: '<p>Hi</p>' };

describe('tests of programs with a client', () => {
  it('need no network with a fake driver', async () => {
    const driver = createFakeDriver(plunk({ apiKey: 'unused' })).answer('send', {
      outcomes: [{ recipient: 'bob@example.com', status: 'accepted', messageId: 'm1' }],
    });
    const email = createEmailClient({ driver });
    expect((await email.send(message, { idempotencyKey: 'order-7' })).messageId).toBe('m1');
    const [call] = driver.callsOf('send');
    expectTypeOf(call).toExtend<{ readonly input: PreparedMessage } | undefined>();
    expect(call?.input.subject).toBe('Hi');
    expect(call?.options.idempotencyKey).toMatch(/^order-7-/);
  });

  it('simulate an error', async () => {
    const driver = createFakeDriver(plunk({ apiKey: 'unused' })).answer('contact.get', () => {
      throw new RateLimitError({ message: 'Too many.', retryAfterMs: 900 });
    });
    const email = createEmailClient({ driver });
    await expect(email.contacts.get('c1')).rejects.toMatchObject({ code: 'rate-limit', retryAfterMs: 900 });
  });

  it('simulate pages of lists', async () => {
    const driver = createFakeDriver(plunk({ apiKey: 'unused' }))
      .answer('contact.list', { items: [], nextCursor: 'b' })
      .answer('contact.list', { items: [] });
    const email = createEmailClient({ driver });
    for await (const _ of email.contacts.list({ cursor: 'a' }));
    expect(driver.callsOf('contact.list').map(({ input }) => input.cursor)).toEqual(['a', 'b']);
  });

  it('need no network with the real driver over a fake transport', async () => {
    const transport = createFakeTransport([
      { when: { nth: 1 }, answer: { status: 429, headers: { 'retry-after': '1' } } },
      {
        when: { path: '/v1/send' },
        answer: {
          json: {
            success: true,
            data: {
              emails: [{ contact: { id: 'c1', email: 'bob@example.com' }, email: 'm1' }],
              timestamp: '2026-01-01T00:00:00Z',
            },
          },
        },
      },
    ]);
    const runtime = createManualRuntime();
    const email = createEmailClient({ driver: plunk({ apiKey: 'sk_test' }), transport, runtime });
    const sent = withResponse((options) => email.send(message, options));
    await runtime.advance(60_000);
    const { value, response, responses } = await sent;
    expect(value.messageId).toBe('m1');
    expect(responses.map(({ status }) => status)).toEqual([429, 200]);
    expect(response?.json()).toMatchObject({ success: true });
    expect(transport.requests[1]?.json()).toMatchObject({ subject: 'Hi', to: expect.anything() });
    expect(transport.requests[1]?.headers.get('authorization')).toBe('Bearer sk_test');
  });
});
