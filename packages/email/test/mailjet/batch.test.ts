import type { PreparedMessage } from '@org/email/driver';
import { mailjet } from '@org/email/mailjet';
import { describe, expect, it } from 'vitest';
import { prepareMessage } from '../../src/model/message/read-message.ts';
import { createClient, failed, message, messageId, sent } from './client.ts';

const prepared = (to: string, more: object = {}): PreparedMessage =>
  prepareMessage({ ...message, ...more, to });
const emails = ['a@example.com', 'b@example.com', 'c@example.com'];
const messages = emails.map((to) => prepared(to));

describe('a batch of Mailjet', () => {
  it('is one request, and reports every message in order', async () => {
    const { session, transport } = createClient({
      body: `{"Messages":[${emails.map((each) => sent(each)).join(',')}]}`,
    });
    const receipts = await session.execute('send.batch', messages);
    expect(transport.requests).toHaveLength(1);
    expect(transport.requests[0]?.json()).toMatchObject({
      Messages: emails.map((Email) => ({ To: [{ Email }] })),
    });
    expect(receipts.map((receipt) => receipt?.outcomes)).toEqual(
      emails.map((recipient) => [{ recipient, status: 'accepted', messageId }]),
    );
  });

  it.each([200, 400])('E14: reports each message once when Mailjet refuses some (%s)', async (status) => {
    const parts = [sent('a@example.com'), failed('send-0008', 403), sent('c@example.com')];
    const body = `{"Messages":[${parts.join(',')}]}`;
    const { session } = createClient({ status, body });
    const receipts = await session.execute('send.batch', messages);
    expect(
      receipts.map((receipt) => [receipt?.outcomes[0]?.status, receipt?.outcomes[0]?.error?.code]),
    ).toEqual([
      ['accepted', undefined],
      ['rejected', 'sender-not-verified'],
      ['accepted', undefined],
    ]);
    const { error } = receipts[1]?.outcomes[0] ?? {};
    expect(error).toMatchObject({ outcome: 'not-sent', providerCode: 'send-0008', status: 403 });
    expect(`${error}`).toContain('Not for [address]');
  });

  it.each([
    [401, 'authentication', 'not-sent'],
    [500, 'server', 'unknown'],
  ])(
    'E14: the status %s of the whole comes before the codes of all messages',
    async (status, code, outcome) => {
      const body = `{"Messages":[${emails.map(() => failed('mj-0013', 400)).join(',')}]}`;
      const { session } = createClient({ status, body });
      await expect(session.execute('send.batch', messages)).rejects.toMatchObject({ code, outcome });
    },
  );

  it('E14: a message that was accepted stays so, whatever the status', async () => {
    const parts = [failed('mj-0013', 400), sent('b@example.com'), failed('mj-0013', 400)];
    const { session } = createClient({ status: 500, body: `{"Messages":[${parts.join(',')}]}` });
    const receipts = await session.execute('send.batch', messages);
    expect(receipts.map((receipt) => receipt?.outcomes[0]?.status)).toEqual([
      'rejected',
      'accepted',
      'rejected',
    ]);
  });

  it('that Mailjet refuses as a whole is an error', async () => {
    const json = { ErrorIdentifier: 'x', ErrorCode: 'mj-0002', ErrorMessage: 'Bad JSON', StatusCode: 400 };
    const { session } = createClient({ status: 400, json });
    await expect(session.execute('send.batch', messages)).rejects.toMatchObject({
      code: 'bad-request',
      outcome: 'not-sent',
      providerCode: 'mj-0002',
    });
  });

  it('has messages to validate or messages to send, not both', () => {
    const { batchKey } = mailjet({ apiKey: 'key:secret' });
    expect([{}, { sandbox: true }].map((more) => batchKey?.(prepared('a@example.com', more)))).toEqual([
      'live',
      'sandbox',
    ]);
  });
});
