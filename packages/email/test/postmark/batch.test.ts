import type { PreparedMessage } from '@org/email/driver';
import { describe, expect, it } from 'vitest';
import { prepareMessage } from '../../src/model/message/read-message.ts';
import { clientWith, message, sent } from './client.ts';

const prepared = (to: string, extra: object = {}): PreparedMessage =>
  prepareMessage({ ...message, to, ...extra } as Parameters<typeof prepareMessage>[0]);
const templated = (to: string) =>
  prepared(to, { template: { id: '17' }, subject: undefined, html: undefined });

function sendBatch(messages: readonly PreparedMessage[], json: unknown) {
  const { driver, transport, bodies } = clientWith({ json });
  const session = driver.open({ transport, limiter: false, retry: false });
  return { result: session.execute('send.batch', messages), transport, bodies };
}

describe('postmark: batches', () => {
  it('E14: reports each message once, in order', async () => {
    const inactive = {
      ErrorCode: 406,
      Message:
        'You tried to send to a recipient that has been marked as inactive. ' +
        'Found inactive addresses: cat@example.com.',
    };
    const invalid = { ErrorCode: 300, Message: "Invalid 'To' address: dan@example.com." };
    const messages = ['bob@example.com', 'cat@example.com', 'dan@example.com'].map((to) => prepared(to));
    const { result, transport, bodies } = sendBatch(messages, [sent, inactive, invalid]);
    const outcomes = (await result).map((receipt) => receipt?.outcomes[0]);
    expect(outcomes).toMatchObject([
      { recipient: 'bob@example.com', status: 'accepted', messageId: sent.MessageID },
      { recipient: 'cat@example.com', status: 'suppressed', error: { code: 'recipient-suppressed' } },
      {
        recipient: 'dan@example.com',
        status: 'rejected',
        error: { code: 'bad-request', providerCode: '300', outcome: 'not-sent' },
      },
    ]);
    expect(outcomes.map((outcome) => String(outcome?.error))).not.toContain('example.com');
    expect(transport.requests[0]?.url.pathname).toBe('/email/batch');
    expect(bodies()).toEqual([
      messages.map(({ to }) => ({
        From: 'Ann <ann@acme.dev>',
        To: to[0]?.address,
        Subject: 'Hi',
        HtmlBody: '<p>Hi</p>',
      })),
    ]);
  });

  it('has an endpoint for templates', async () => {
    const { result, transport, bodies } = sendBatch([templated('bob@example.com')], [sent]);
    expect((await result).length).toBe(1);
    expect(transport.requests[0]?.url.pathname).toBe('/email/batchWithTemplates');
    expect(bodies()).toEqual([
      {
        Messages: [{ From: 'Ann <ann@acme.dev>', To: 'bob@example.com', TemplateId: 17, TemplateModel: {} }],
      },
    ]);
  });

  it('refuses a response with something else', async () => {
    const messages = [prepared('bob@example.com'), prepared('cat@example.com')];
    const { result } = sendBatch(messages, { ErrorCode: 0 });
    await expect(result).rejects.toMatchObject({ code: 'response-format' });
  });

  it('puts messages of one kind together, 500 messages and 50 MB at most', async () => {
    const { driver, email, bodies } = clientWith({ json: [sent, sent] });
    const { batchKey = () => undefined } = driver;
    expect(batchKey(prepared('bob@example.com'))).toBe(
      batchKey(prepared('cat@example.com', { subject: 'Other' })),
    );
    expect(batchKey(templated('bob@example.com'))).not.toBe(batchKey(prepared('bob@example.com')));
    expect(driver.capabilities.limits.maxBatchBytes).toBe(50_000_000);
    const messages = Array.from({ length: 502 }, (_, index) => ({ ...message, to: `a${index}@example.com` }));
    await email.sendBatch(messages);
    expect(bodies().map((body) => (body as readonly unknown[]).length)).toEqual([500, 2]);
  });
});
