import type { PreparedMessage } from '@org/email/driver';
import { resend } from '@org/email/resend';
import { describe, expect, it } from 'vitest';
import { prepareMessage } from '../../src/model/message/read-message.ts';
import { createClient, message } from './client.ts';

const prepared = (to: string, more: object = {}): PreparedMessage =>
  prepareMessage({ ...message, ...more, to });
const messages = ['a@example.com', 'b@example.com', 'c@example.com'].map((to) => prepared(to));

describe('a batch of Resend', () => {
  it('is one request with one key, and reports every message in order', async () => {
    const { session, transport } = createClient({ json: { data: [{ id: '1' }, { id: '2' }, { id: '3' }] } });
    const receipts = await session.execute('send.batch', messages, { idempotencyKey: 'batch-1' });
    const [request] = transport.requests;
    expect(`${request?.method} ${request?.url}`).toBe('POST https://api.resend.com/emails/batch');
    expect(request?.headers.get('idempotency-key')).toBe('batch-1');
    expect(request?.headers.get('x-batch-validation')).toBe('permissive');
    const common = { from: 'Ann <ann@acme.dev>', subject: 'Hi', html: '<p>Hi</p>' };
    expect(request?.json()).toEqual([
      { ...common, to: ['a@example.com'] },
      { ...common, to: ['b@example.com'] },
      { ...common, to: ['c@example.com'] },
    ]);
    expect(receipts.map((receipt) => receipt?.outcomes)).toEqual([
      [{ recipient: 'a@example.com', status: 'accepted', messageId: '1' }],
      [{ recipient: 'b@example.com', status: 'accepted', messageId: '2' }],
      [{ recipient: 'c@example.com', status: 'accepted', messageId: '3' }],
    ]);
  });

  it('E14: reports each message once when Resend refuses some', async () => {
    const errors = [{ index: 1, message: 'Invalid `to` field of b@example.com.' }];
    const { session } = createClient({ json: { data: [{ id: '1' }, { id: '3' }], errors } });
    const receipts = await session.execute('send.batch', messages);
    expect(
      receipts.map((receipt) => {
        const [only] = receipt?.outcomes ?? [];
        return [only?.status, only?.messageId, only?.error?.code];
      }),
    ).toEqual([
      ['accepted', '1', undefined],
      ['rejected', undefined, 'bad-request'],
      ['accepted', '3', undefined],
    ]);
    const { error } = receipts[1]?.outcomes[0] ?? {};
    expect(error).toMatchObject({ outcome: 'not-sent', message: expect.stringContaining('[address]') });
  });

  it.each([3, -1, 0.5])('E14: says nothing of any message with an error about %d of 3', async (index) => {
    const errors = [{ index, message: 'Invalid `to` field.' }];
    const { session } = createClient({ json: { data: [{ id: '1' }, { id: '2' }], errors } });
    expect(await session.execute('send.batch', messages)).toEqual([]);
  });

  it('is not proven by a response without a list', async () => {
    const { session } = createClient({ json: { id: '1' } });
    await expect(session.execute('send.batch', messages)).rejects.toMatchObject({
      code: 'response-format',
      outcome: 'unknown',
    });
  });

  it('has neither files nor messages for later', () => {
    const { batchKey } = resend({ apiKey: 're_good' });
    const options = { resend: { remoteAttachments: [] } };
    expect(
      [
        {},
        { tags: ['a'] },
        { attachments: [{ filename: 'a', content: 'b' }] },
        { sendAt: new Date('2030-01-01T00:00:00Z') },
        { providerOptions: options },
      ].map((more) => batchKey?.(prepared('a@example.com', more))),
    ).toEqual(['batch', 'batch', undefined, undefined, undefined]);
  });
});
