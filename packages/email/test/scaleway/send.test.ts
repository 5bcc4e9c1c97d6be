import type { FakeHttpAnswer } from '@org/core/testing';
import { scaleway } from '@org/email/scaleway';
import { describe, expect, it, vi } from 'vitest';
import { answering, message } from '../support/answering.ts';

const email = (mail_rcpt: string, status = 'new', status_details?: string) => ({
  id: `id of ${mail_rcpt}`,
  mail_rcpt,
  status,
  status_details,
});
const createClient = (answer: FakeHttpAnswer = { json: { emails: [email('bob@example.com')] } }) =>
  answering(scaleway({ apiKey: 'sc-good', projectId: 'p-1' }), [answer]);

describe('a request to Scaleway', () => {
  it('has every field as the SDK spells it', async () => {
    const { email: client, transport } = createClient();
    await client.send({
      from: '"Lee, Ann" <ann@acme.dev>',
      to: 'Bob <bob@example.com>',
      cc: 'dan@example.com',
      bcc: 'eve@example.com',
      replyTo: ['help@acme.dev', 'Fay <fay@acme.dev>'],
      subject: 'Grüße',
      html: '<p>Grüße</p>',
      text: 'Grüße',
      headers: { 'X-Campaign': 'spring' },
      attachments: [{ filename: 'a.txt', content: 'Hi' }],
      providerOptions: { scaleway: { sendBefore: new Date('2030-01-02T03:04:05Z') } },
    });
    const [request] = transport.requests;
    expect(`${request?.method} ${request?.url}`).toBe(
      'POST https://api.scaleway.com/transactional-email/v1alpha1/regions/fr-par/emails',
    );
    expect(request?.headers.get('x-auth-token')).toBe('sc-good');
    expect(request?.json()).toEqual({
      project_id: 'p-1',
      from: { email: 'ann@acme.dev', name: 'Lee, Ann' },
      to: [{ email: 'bob@example.com', name: 'Bob' }],
      cc: [{ email: 'dan@example.com' }],
      bcc: [{ email: 'eve@example.com' }],
      subject: 'Grüße',
      html: '<p>Grüße</p>',
      text: 'Grüße',
      additional_headers: [
        { key: 'X-Campaign', value: 'spring' },
        { key: 'Reply-To', value: 'help@acme.dev, Fay <fay@acme.dev>' },
      ],
      attachments: [{ name: 'a.txt', type: 'text/plain', content: 'SGk=' }],
      send_before: '2030-01-02T03:04:05.000Z',
    });
  });

  it.each([
    [
      'an inline file',
      { attachments: [{ filename: 'a.png', content: 'x', disposition: 'inline', contentId: 'a' }] },
    ],
    ['a later time', { sendAt: new Date(Date.now() + 3_600_000) }],
    ['a template', { template: { id: 'x' }, html: undefined, subject: undefined }],
  ])('is not made for %s', async (_what, more) => {
    const { email: client, transport } = createClient();
    await expect(client.send({ ...message, ...more } as never)).rejects.toMatchObject({
      code: 'unsupported',
      outcome: 'not-sent',
    });
    expect(transport.requests).toEqual([]);
  });

  it('needs a project, of the option or the environment', async () => {
    vi.stubEnv('SCW_DEFAULT_PROJECT_ID', undefined);
    expect(() => scaleway({ apiKey: 'sc-good' })).toThrow('SCW_DEFAULT_PROJECT_ID');
    vi.stubEnv('SCW_DEFAULT_PROJECT_ID', 'p-2');
    const { email: client, transport } = answering(scaleway({ apiKey: 'sc-good', region: 'nl-ams' }), [
      { json: { emails: [email('bob@example.com')] } },
    ]);
    vi.unstubAllEnvs();
    await client.send(message);
    expect(transport.requests[0]?.url.pathname).toContain('/regions/nl-ams/');
    expect(transport.requests[0]?.json()).toMatchObject({ project_id: 'p-2' });
  });
});

describe('a response of Scaleway', () => {
  it('has an outcome for each recipient', async () => {
    const emails = [
      email('BOB@example.com'),
      email('cat@example.com', 'failed', 'cat@example.com is on the blocklist'),
    ];
    const { email: client } = createClient({ json: { emails } });
    const to = ['bob@example.com', 'cat@example.com', 'dan@example.com'];
    const { outcomes } = await client.send({ ...message, to, recipientVisibility: 'shared' });
    expect(outcomes).toMatchObject([
      { recipient: 'bob@example.com', status: 'accepted', messageId: 'id of BOB@example.com' },
      { status: 'rejected', error: { code: 'recipient-rejected', providerCode: 'failed' } },
      { status: 'unknown', error: { code: 'incomplete-send', outcome: 'unknown' } },
    ]);
    expect(outcomes[1]?.error?.message).toContain('[address] is on the blocklist');
  });

  it.each([
    [{ reset_seconds: 90 }, 90_000],
    [{ reset_at: '1970-01-01T00:02:00Z' }, 120_000],
  ])('about a rate says how long to wait: %j', async (more, retryAfterMs) => {
    const json = { type: 'too_many_requests', ...more };
    const driver = scaleway({ apiKey: 'sc-good', projectId: 'p-1' });
    const { email: client, runtime } = answering(driver, [{ status: 429, json }], { retry: false });
    const elapsed = runtime.now();
    await expect(client.send(message)).rejects.toMatchObject({
      code: 'rate-limit',
      retryAfterMs: 'reset_at' in more ? Math.max(0, retryAfterMs - elapsed) : retryAfterMs,
    });
  });

  it('may be missing: the send is not repeated', async () => {
    const { email: client, transport } = createClient({ status: 502 });
    await expect(client.send(message)).rejects.toMatchObject({ code: 'server', outcome: 'unknown' });
    expect(transport.requests).toHaveLength(1);
  });
});
