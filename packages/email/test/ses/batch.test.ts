import type { Limiter } from '@org/core';
import type { PermitRequest } from '@org/core/driver';
import { createFakeTransport } from '@org/core/testing';
import type { EmailMessage } from '@org/email';
import { ses } from '@org/email/ses';
import { describe, expect, it } from 'vitest';
import { sesBatchKey } from '../../src/drivers/ses/limits.ts';
import { prepareMessage } from '../../src/model/message/read-message.ts';
import { createClient, credentials, respond } from './client.ts';

const base: EmailMessage = {
  from: 'Ann <ann@acme.dev>',
  to: 'bob@example.com',
  template: { id: 'Welcome', variables: { name: 'Bob' } },
};

const prepare = (fields: object) => prepareMessage({ ...base, ...fields } as EmailMessage);

describe('a batch of SES', () => {
  it('is one bulk request with a template, and an entry for each message', async () => {
    const { session, sent } = createClient([
      respond({
        BulkEmailEntryResults: [
          { Status: 'SUCCESS', Error: null, MessageId: 'id-1' },
          { Status: 'SUCCESS', MessageId: 'id-2' },
        ],
      }),
    ]);
    const receipts = await session.execute('send.batch', [
      prepare({ tags: ['a'], headers: { 'X-A': 'b' }, replyTo: 'help@acme.dev' }),
      prepare({ to: 'cat@example.com', template: { id: 'Welcome' }, replyTo: 'help@acme.dev' }),
    ]);
    const entry = (address: string, data: string, extra = {}) => ({
      Destination: { ToAddresses: [address] },
      ReplacementEmailContent: { ReplacementTemplate: { ReplacementTemplateData: data } },
      ...extra,
    });
    expect(sent()).toEqual([
      [
        'POST /v2/email/outbound-bulk-emails',
        {
          FromEmailAddress: 'Ann <ann@acme.dev>',
          ReplyToAddresses: ['help@acme.dev'],
          DefaultContent: { Template: { TemplateName: 'Welcome', TemplateData: '{}' } },
          BulkEmailEntries: [
            entry('bob@example.com', '{"name":"Bob"}', {
              ReplacementTags: [{ Name: 'a', Value: 'true' }],
              ReplacementHeaders: [{ Name: 'X-A', Value: 'b' }],
            }),
            entry('cat@example.com', '{}'),
          ],
        },
      ],
    ]);
    expect(receipts.map((receipt) => receipt?.outcomes)).toEqual([
      [{ recipient: 'bob@example.com', status: 'accepted', messageId: 'id-1' }],
      [{ recipient: 'cat@example.com', status: 'accepted', messageId: 'id-2' }],
    ]);
  });

  it.each<[string, string, string, boolean]>([
    ['MESSAGE_REJECTED', 'rejected', 'message-rejected', false],
    ['MAIL_FROM_DOMAIN_NOT_VERIFIED', 'rejected', 'sender-not-verified', false],
    ['CONFIGURATION_SET_NOT_FOUND', 'rejected', 'not-found', false],
    ['CONFIGURATION_SET_DOES_NOT_EXIST', 'rejected', 'not-found', false],
    ['TEMPLATE_NOT_FOUND', 'rejected', 'not-found', false],
    ['TEMPLATE_DOES_NOT_EXIST', 'rejected', 'not-found', false],
    ['ACCOUNT_SUSPENDED', 'rejected', 'account-suspended', false],
    ['ACCOUNT_THROTTLED', 'rejected', 'rate-limit', true],
    ['ACCOUNT_DAILY_QUOTA_EXCEEDED', 'rejected', 'quota-exceeded', false],
    ['INVALID_SENDING_POOL_NAME', 'rejected', 'bad-request', false],
    ['ACCOUNT_SENDING_PAUSED', 'rejected', 'account-suspended', false],
    ['CONFIGURATION_SET_SENDING_PAUSED', 'rejected', 'account-suspended', false],
    ['INVALID_PARAMETER', 'rejected', 'bad-request', false],
    ['INVALID_PARAMETER_VALUE', 'rejected', 'bad-request', false],
    ['TRANSIENT_FAILURE', 'rejected', 'server', true],
    ['FAILED', 'rejected', 'server', false],
    ['SOMETHING_NEW', 'unknown', 'server', false],
  ])('E14: %s is %s with the error %s', async (Status, status, code, retryable) => {
    const { session } = createClient([
      respond({
        BulkEmailEntryResults: [{ Status, Error: 'Words for bob@example.com' }, { Status: 'SUCCESS' }],
      }),
    ]);
    const [first, second] = await session.execute('send.batch', [prepare({}), prepare({})]);
    expect(first?.outcomes).toMatchObject([
      {
        status,
        error: {
          code,
          retryable,
          providerCode: Status,
          outcome: status === 'rejected' ? 'not-sent' : status,
        },
      },
    ]);
    expect(first?.outcomes[0]?.error?.message).toMatch(/Words for \[address\]$/);
    expect(second?.outcomes).toMatchObject([{ status: 'accepted' }]);
  });

  it('E14: a message without a result has an unknown outcome', async () => {
    const { session } = createClient([respond({ BulkEmailEntryResults: [] })]);
    expect(await session.execute('send.batch', [prepare({})])).toEqual([undefined]);
  });

  it.each<[string, object, object, boolean]>([
    [
      'other variables, recipients, tags and headers',
      {},
      { to: 'c@d.dev', tags: ['a'], headers: { 'X-A': 'b' } },
      true,
    ],
    ['another template', {}, { template: { id: 'Other' } }, false],
    ['another sender', {}, { from: 'eve@acme.dev' }, false],
    ['another reply address', {}, { replyTo: 'eve@acme.dev' }, false],
    ['other tracking', {}, { tracking: { opens: true } }, false],
    ['other options', {}, { providerOptions: { ses: { tenant: 'a' } } }, false],
  ])('has messages with %s together or apart', (_what, one, other, isOne) => {
    expect(sesBatchKey(prepare(one)) === sesBatchKey(prepare(other))).toBe(isOne);
  });

  it.each<[string, object]>([
    ['content of its own', { template: undefined, subject: 'Hi', html: 'Hi' }],
    ['attachments', { attachments: [{ filename: 'a', content: 'b' }] }],
    ['a topic', { stream: 'news' }],
    ['a contact list', { providerOptions: { ses: { contactList: 'a' } } }],
  ])('does not have a message with %s', (_what, fields) => {
    expect(sesBatchKey(prepare(fields))).toBeUndefined();
  });

  it('has at most as many messages as the account may send in a second', () => {
    expect(ses({ region: 'eu-west-1', credentials }).capabilities.batch).toBe(50);
    expect(ses({ region: 'eu-west-1', credentials, maxSendRate: 14 }).capabilities.batch).toBe(14);
  });

  it('counts recipients, not requests', async () => {
    const costs: unknown[] = [];
    const limiter = {
      acquire: async ({ cost }: PermitRequest) => {
        costs.push(cost);
        return { waitedMs: 0, release: () => {} };
      },
    } as unknown as Limiter;
    const transport = createFakeTransport([
      { answer: respond({ MessageId: 'a', BulkEmailEntryResults: [] }) },
    ]);
    const driver = ses({ region: 'eu-west-1', credentials, maxSendRate: 4 });
    const session = driver.open({ transport, limiter });
    await session.execute('send', prepare({ cc: ['c@d.dev', 'e@f.dev'] }));
    await session.execute('send.batch', [prepare({}), prepare({})]);
    await session.execute('send', prepare({ cc: ['1', '2', '3', '4', '5'].map((name) => `${name}@d.dev`) }));
    expect(costs).toEqual([3, 2, 4]);
  });
});
