import { createEmailClient, type EmailMessage } from '@org/email';
import { mailgun } from '@org/email/mailgun';
import { describe, expect, it } from 'vitest';
import { prepareMessage } from '../../src/model/message/read-message.ts';
import { clientWith, message } from './client.ts';
import { domain, key } from './harness.ts';
import { startMailgun } from './stand-in.ts';

const prepared = (extra: object = {}) => prepareMessage({ ...message, ...extra } as EmailMessage);

async function startClient() {
  const service = await startMailgun();
  const driver = mailgun({ apiKey: key, domain, baseUrl: service.url });
  return { service, driver, email: createEmailClient({ driver, limiter: false, retry: false }) };
}

describe('mailgun: batches', () => {
  it('sends one content in one request, and each recipient sees no other', async () => {
    const { email, forms } = clientWith();
    const messages = ['Bob <bob@example.com>', 'cat@example.com'].map((to) => ({ ...message, to }));
    const results = await email.sendBatch(messages);
    expect(forms()).toEqual([
      {
        from: 'Ann <ann@acme.dev>',
        to: ['Bob <bob@example.com>', 'cat@example.com'],
        'recipient-variables': '{"bob@example.com":{},"cat@example.com":{}}',
        subject: 'Hi',
        html: '<p>Hi</p>',
      },
    ]);
    expect(JSON.stringify(results)).toContain('20111114174239.25659.5817@samples.mailgun.org');
  });

  // github.com/mailgun/mailgun.js/issues/413: such mails arrive with `To: %recipient%`.
  it.each([['bob+news@example.com'], ["pat.o'neil@example.com"], ['"bob smith"@example.com']])(
    'sends to %s alone, because Mailgun does not find the variables of the address',
    async (address) => {
      const { email, forms } = clientWith();
      const to = ['cat@example.com', address, 'dan@example.com'];
      await email.sendBatch(to.map((each) => ({ ...message, to: each })));
      expect(forms().map((form) => [form['to'], form['recipient-variables']])).toEqual(
        expect.arrayContaining([
          [['cat@example.com', 'dan@example.com'], '{"cat@example.com":{},"dan@example.com":{}}'],
          [address, undefined],
        ]),
      );
    },
  );

  it('delivers each mail once, also two with one content to one address', async () => {
    const { service, email } = await startClient();
    const to = ['bob@example.com', 'cat@example.com', 'Bob@example.com', 'bob@example.com'];
    await email.sendBatch(to.map((address) => ({ ...message, to: address })));
    expect(service.mails.map(({ envelope }) => envelope.to)).toEqual([
      ['bob@example.com'],
      ['cat@example.com'],
      ['Bob@example.com'],
      ['bob@example.com'],
    ]);
    expect(service.lines.length).toBe(3);
    await service.close();
  });

  it('E14: keeps the outcomes of requests that went out before one failed', async () => {
    const { email } = clientWith([{ json: { id: '<a>' } }, { status: 400, json: { message: 'no' } }]);
    const outcomes = await email.sendBatch([message, message], { concurrency: 1 });
    expect(outcomes).toMatchObject([
      { ok: true, result: { messageId: 'a' } },
      { ok: false, error: { code: 'bad-request', outcome: 'not-sent' } },
    ]);
  });

  it('P10: an abort between two mails to one address says what became of each', async () => {
    const { service, driver } = await startClient();
    const controller = new AbortController();
    let requests = 0;
    const beforeRequest = () => {
      requests += 1;
      if (requests === 2) controller.abort('enough');
      return {};
    };
    const email = createEmailClient({ driver, limiter: false, retry: false, hooks: { beforeRequest } });
    const { signal } = controller;
    const outcomes = await email.sendBatch([message, message, message], { concurrency: 1, signal });
    expect(outcomes).toMatchObject([
      { ok: true, result: { outcomes: [{ status: 'accepted' }] } },
      { ok: false, error: { code: 'aborted', outcome: 'not-sent' } },
      { ok: false, error: { code: 'aborted', outcome: 'not-sent' } },
    ]);
    expect(service.mails).toHaveLength(1);
    await service.close();
  });

  it('refuses two mails to one address in one request, of which Mailgun would drop one', async () => {
    const { transport, driver } = clientWith();
    const session = driver.open({ transport, limiter: false, retry: false });
    const sending = session.execute('send.batch', [prepared(), prepared({ to: 'Bob@example.com' })]);
    await expect(sending).rejects.toMatchObject({ code: 'invalid-input', outcome: 'not-sent' });
    expect(transport.requests).toEqual([]);
  });

  it('E14: a request with a lost answer is unknown for its messages', async () => {
    const { service, driver } = await startClient();
    const session = driver.open({ limiter: false, retry: false });
    service.loseAnswers(1);
    const sending = session.execute('send.batch', [prepared(), prepared({ to: 'cat@example.com' })]);
    await expect(sending).rejects.toMatchObject({ outcome: 'unknown' });
    expect(service.mails.length).toBe(2);
    await service.close();
  });

  it('puts messages together whose content is the same', () => {
    const { batchKey = () => undefined } = clientWith().driver;
    const keyOf = (extra: object = {}) => batchKey(prepared(extra));
    expect(keyOf()).toBe(keyOf({ to: 'Cat <cat@example.com>' }));
    for (const extra of [
      { subject: 'Other' },
      { metadata: { order: '17' } },
      { tags: ['a'] },
      { sendAt: new Date(5e12) },
      { providerOptions: { mailgun: { dkim: true } } },
    ])
      expect(keyOf(extra)).not.toBe(keyOf());
  });

  it.each<[string, object]>([
    ['copies', { cc: 'dan@example.com' }],
    ['several recipients', { to: ['a@example.com', 'b@example.com'], recipientVisibility: 'shared' }],
    ['files', { attachments: [{ filename: 'a', content: 'x' }] }],
    ['what Mailgun would fill in', { html: 'Hi %recipient.name%' }],
  ])('sends a message with %s alone', (_what, extra) => {
    const { batchKey } = clientWith().driver;
    expect(batchKey?.(prepared(extra))).toBeUndefined();
  });
});
