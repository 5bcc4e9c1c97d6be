import type { EmailMessage } from '@org/email';
import { describe, expect, it } from 'vitest';
import { accepted, answerWith, message } from './fake.ts';

const base = {
  from: { email: 'ann@acme.dev', name: 'Ann' },
  to: [{ email: 'bob@example.com' }],
  subject: 'Hi',
  html: '<p>Hi</p>',
};
const soon = new Date(Math.floor(Date.now() / 1_000) * 1_000 + 3_600_500);
const withOptions = (mailersend: object) => ({ providerOptions: { mailersend } });

describe('mailersend: what a message becomes', () => {
  it.each<[string, object, object]>([
    ['HTML', {}, base],
    ['text and HTML', { text: 'Hi' }, { ...base, text: 'Hi' }],
    [
      'copies',
      { cc: 'Cat <cat@example.com>', bcc: 'dan@example.com' },
      { ...base, cc: [{ email: 'cat@example.com', name: 'Cat' }], bcc: [{ email: 'dan@example.com' }] },
    ],
    [
      'a reply address',
      { replyTo: 'Help <h@acme.dev>' },
      { ...base, reply_to: { email: 'h@acme.dev', name: 'Help' } },
    ],
    ['tags', { tags: ['a', { name: 'b', value: 'c' }] }, { ...base, tags: ['a', 'b:c'] }],
    ['an instant, rounded up', { sendAt: soon }, { ...base, send_at: Math.ceil(soon.getTime() / 1_000) }],
    [
      'tracking',
      { tracking: { opens: false, clicks: true } },
      { ...base, settings: { track_opens: false, track_clicks: true } },
    ],
    [
      'headers with and without own fields',
      { headers: { 'X-A': 'b', 'In-Reply-To': '<1@a>', References: '<0@a> <1@a>' } },
      {
        ...base,
        in_reply_to: '<1@a>',
        references: ['<0@a>', '<1@a>'],
        headers: [{ name: 'X-A', value: 'b' }],
      },
    ],
    [
      'a way to unsubscribe',
      { listUnsubscribe: { url: 'https://acme.dev/u' } },
      { ...base, list_unsubscribe: '<https://acme.dev/u>' },
    ],
    [
      'attachments and inline images',
      {
        attachments: [
          { filename: 'a.txt', content: 'hello' },
          { filename: 'b.png', content: 'x', disposition: 'inline', contentId: 'logo' },
        ],
      },
      {
        ...base,
        attachments: [
          { filename: 'a.txt', content: 'aGVsbG8=', disposition: 'attachment' },
          { filename: 'b.png', content: 'eA==', disposition: 'inline', id: 'logo' },
        ],
      },
    ],
    [
      'a template with values for each recipient',
      {
        html: undefined,
        cc: 'cat@example.com',
        template: { id: 'v69', variables: { a: 1, b: [{ c: null }] } },
      },
      {
        from: base.from,
        to: base.to,
        cc: [{ email: 'cat@example.com' }],
        subject: 'Hi',
        template_id: 'v69',
        personalization: [
          { email: 'bob@example.com', data: { a: 1, b: [{ c: null }] } },
          { email: 'cat@example.com', data: { a: 1, b: [{ c: null }] } },
        ],
      },
    ],
    [
      'braces in HTML',
      { html: '{{a}} {% b %} {$c} {d}' },
      { ...base, html: '&#123;{a}} &#123;% b %} &#123;$c} {d}' },
    ],
    [
      'own data',
      { html: '{{a}}', subject: '{{a}}', ...withOptions({ data: { a: 'x' } }) },
      {
        ...base,
        subject: '{{a}}',
        html: '{{a}}',
        personalization: [{ email: 'bob@example.com', data: { a: 'x' } }],
      },
    ],
    [
      'own settings',
      withOptions({ trackContent: false, precedenceBulk: true }),
      { ...base, settings: { track_content: false }, precedence_bulk: true },
    ],
  ])('%s', async (_what, extra, body) => {
    const { email, requests } = answerWith(accepted);
    const result = await email.send({ ...message, ...extra } as EmailMessage);
    expect(requests[0]?.url.href).toBe('https://api.mailersend.com/v1/email');
    expect(requests[0]?.headers.get('authorization')).toBe('Bearer mlsn.test');
    expect(requests[0]?.json()).toEqual(body);
    expect(result.messageId).toBe('5e42957d51f1d94a1070a733');
  });
});

describe('mailersend: what a message cannot have', () => {
  it.each<[string, object, string]>([
    ['braces in the subject', { subject: 'Hi {{name}}' }, 'subject'],
    ['old placeholders in the text', { text: 'Hi {$name}' }, 'text'],
    ['HTML together with a template', { template: { id: 'v69' } }, 'html'],
    ['metadata', { metadata: { a: 'b' } }, 'metadata'],
    ['the sandbox', { sandbox: true }, 'sandbox'],
    [
      'a file of another type than its name says',
      { attachments: [{ filename: 'a.txt', content: 'x', contentType: 'text/calendar' }] },
      'attachments[0].contentType',
    ],
    ['an instant beyond 72 hours', { sendAt: new Date(Date.now() + 73 * 3_600_000) }, 'sendAt'],
  ])('%s', async (_what, extra, path) => {
    const { email, requests } = answerWith(accepted);
    await expect(email.send({ ...message, ...extra } as EmailMessage)).rejects.toMatchObject({
      code: 'unsupported',
      outcome: 'not-sent',
      issues: [{ path }],
    });
    expect(requests).toEqual([]);
  });

  const many = (count: number) => Array.from({ length: count }, (_, index) => `p${index}@example.com`);
  it.each([
    { to: many(51), recipientVisibility: 'shared' },
    { cc: many(11) },
    { bcc: many(11) },
    { attachments: [{ filename: 'a.zip', content: new Uint8Array(25 * 1024 * 1024 + 1) }] },
  ])('too much: %#', async (extra) => {
    const { email, requests } = answerWith(accepted);
    await expect(email.send({ ...message, ...extra } as EmailMessage)).rejects.toMatchObject({
      code: 'payload-too-large',
      outcome: 'not-sent',
    });
    expect(requests).toEqual([]);
  });

  it.each([{ trackOpens: true }, { trackContent: 'no' }, { data: { a: () => 1 } }])(
    'a wrong option: %o',
    async (options) => {
      const { email, requests } = answerWith(accepted);
      const wrong = { ...message, ...withOptions(options) } as EmailMessage;
      await expect(email.send(wrong)).rejects.toMatchObject({ code: 'invalid-input' });
      expect(requests).toEqual([]);
    },
  );

  it('reports an idempotency key that has no effect', async () => {
    const { email } = answerWith(accepted);
    const { lossy } = await email.send(message, { idempotencyKey: 'order-17' });
    expect(lossy.map(({ field }) => field)).toEqual(['idempotencyKey']);
  });
});

it('security: quotes the reasons of a suppressed recipient without addresses', async () => {
  const recipients = [{ email: 'cat@example.com', name: '', reasons: ['bounced:\ncat@example.com'] }];
  const json = { message: 'Warning', warnings: [{ type: 'SOME_SUPPRESSED', recipients }] };
  const { email } = answerWith({ ...accepted, json });
  const { outcomes } = await email.send({ ...message, cc: 'cat@example.com' });
  expect(outcomes.map(({ status }) => status)).toEqual(['accepted', 'suppressed']);
  expect(outcomes[1]?.error?.message).toContain('bounced: [address]');
});
