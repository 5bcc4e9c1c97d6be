import { createFakeTransport } from '@org/core/testing';
import { createEmailClient } from '@org/email';
import { resend } from '@org/email/resend';
import { describe, expect, it } from 'vitest';
import { accepted, createClient, message } from './client.ts';

describe('a request to Resend', () => {
  it('has every field of the message as the OpenAPI document spells it', async () => {
    const { email, transport } = createClient(accepted);
    const result = await email.send({
      from: '"Lee, Ann" <ann@acme.dev>',
      to: ['Bob <bob@example.com>', 'cat@example.com'],
      cc: 'dan@example.com',
      bcc: 'eve@example.com',
      replyTo: ['help@acme.dev', 'Fay <fay@acme.dev>'],
      subject: 'Grüße',
      html: '<img src="cid:logo">',
      text: 'Grüße',
      headers: { 'X-Campaign': 'spring' },
      attachments: [
        { filename: 'a.txt', content: 'Hi' },
        { filename: 'logo.png', content: 'png', disposition: 'inline', contentId: 'logo' },
      ],
      tags: ['welcome', { name: 'campaign', value: 'spring' }],
      metadata: { order: '17' },
      stream: '78261eea',
    });
    const [request] = transport.requests;
    expect(`${request?.method} ${request?.url}`).toBe('POST https://api.resend.com/emails');
    expect(request?.headers.get('authorization')).toBe('Bearer re_good');
    expect(request?.headers.get('user-agent')).toMatch(/^org-email\//);
    expect(request?.json()).toEqual({
      from: '"Lee, Ann" <ann@acme.dev>',
      to: ['Bob <bob@example.com>', 'cat@example.com'],
      cc: ['dan@example.com'],
      bcc: ['eve@example.com'],
      reply_to: ['help@acme.dev', 'Fay <fay@acme.dev>'],
      subject: 'Grüße',
      html: '<img src="cid:logo">',
      text: 'Grüße',
      headers: { 'X-Campaign': 'spring' },
      attachments: [
        { filename: 'a.txt', content: 'SGk=', content_type: 'text/plain' },
        { filename: 'logo.png', content: 'cG5n', content_type: 'image/png', content_id: 'logo' },
      ],
      tags: [
        { name: 'welcome', value: 'true' },
        { name: 'campaign', value: 'spring' },
        { name: 'order', value: '17' },
      ],
      topic_id: '78261eea',
    });
    expect(transport.requests).toHaveLength(1);
    expect(result.outcomes).toEqual(
      ['bob', 'cat', 'dan', 'eve'].map((name) => ({
        recipient: `${name}@example.com`,
        status: 'accepted',
        messageId: '49a3999c',
      })),
    );
  });

  it('does not name the fields that the message does not have', async () => {
    const { email, transport } = createClient(accepted);
    await email.send({ from: 'ann@acme.dev', to: 'bob@example.com', subject: 'Hi', text: 'Hi' });
    const json = { from: 'ann@acme.dev', to: ['bob@example.com'], subject: 'Hi', text: 'Hi' };
    expect(transport.requests[0]?.json()).toEqual(json);
  });

  it('names a template and its values', async () => {
    const { email, transport } = createClient(accepted);
    const template = { id: 'order-confirmation', variables: { PRODUCT: 'Vintage Macintosh', PRICE: 499 } };
    await email.send({ from: 'ann@acme.dev', to: 'bob@example.com', template });
    await email.send({ to: 'bob@example.com', template: { id: 'welcome' } });
    expect(transport.requests.map((request) => request.json())).toEqual([
      { from: 'ann@acme.dev', to: ['bob@example.com'], template },
      { to: ['bob@example.com'], template: { id: 'welcome' } },
    ]);
  });

  it('states when a message for later goes out', async () => {
    const { email, transport } = createClient(accepted);
    const { outcomes } = await email.send({ ...message, sendAt: new Date('2030-01-02T03:04:05Z') });
    expect(transport.requests[0]?.json()).toMatchObject({ scheduled_at: '2030-01-02T03:04:05.000Z' });
    expect(outcomes[0]?.status).toBe('scheduled');
  });

  it('has files that Resend downloads', async () => {
    const { email, transport } = createClient(accepted);
    const file = { url: 'https://acme.dev/invoice.pdf', filename: 'invoice.pdf' };
    const logo = {
      url: 'https://acme.dev/l.png',
      filename: 'l.png',
      contentType: 'image/png',
      contentId: 'l',
    };
    await email.send({ ...message, providerOptions: { resend: { remoteAttachments: [file, logo] } } });
    expect(transport.requests[0]?.json()).toMatchObject({
      attachments: [
        { filename: 'invoice.pdf', path: 'https://acme.dev/invoice.pdf' },
        { filename: 'l.png', path: 'https://acme.dev/l.png', content_type: 'image/png', content_id: 'l' },
      ],
    });
  });

  const logo = {
    filename: 'l.png',
    content: 'png',
    disposition: 'inline',
    contentId: 'l'.repeat(128),
  } as const;
  it.each<[string, object, string, string]>([
    ['a tag with other letters', { tags: ['ok', 'größe'] }, 'unsupported', 'tags[1]'],
    ['a tag with a colon', { tags: ['campaign:spring'] }, 'unsupported', 'tags[0]'],
    ['a value with a space', { tags: [{ name: 'a', value: 'b c' }] }, 'unsupported', 'tags[0]'],
    ['a long tag', { tags: ['a'.repeat(257)] }, 'unsupported', 'tags[0]'],
    ['metadata with other letters', { metadata: { order: 'Nr. 1' } }, 'unsupported', 'metadata.order'],
    ['one name twice', { tags: ['a'], metadata: { a: 'b' } }, 'unsupported', 'metadata.a'],
    [
      'a content type other than that of the file name',
      { attachments: [{ filename: 'a.pdf', content: 'b', contentType: 'text/plain' }] },
      'unsupported',
      'attachments[0].contentType',
    ],
    ['a long content id', { attachments: [logo] }, 'invalid-input', 'attachments[0].contentId'],
    [
      'a later message with files',
      { sendAt: new Date('2030-01-01T00:00:00Z'), attachments: [{ filename: 'a', content: 'b' }] },
      'unsupported',
      'attachments',
    ],
    ['HTML and a template', { template: { id: 'x' } }, 'unsupported', 'html'],
    [
      'a boolean for a placeholder',
      { html: undefined, template: { id: 'x', variables: { A: true } } },
      'unsupported',
      'template.variables.A',
    ],
    [
      'a misspelt option',
      { providerOptions: { resend: { attachment: [] } } },
      'invalid-input',
      'providerOptions.resend.attachment',
    ],
    [
      'a file without https',
      { providerOptions: { resend: { remoteAttachments: [{ url: 'file:///etc/passwd', filename: 'a' }] } } },
      'invalid-input',
      'providerOptions.resend.remoteAttachments[0].url',
    ],
  ])('is not made for %s', async (_what, wrong, code, path) => {
    const { email, transport } = createClient(accepted);
    await expect(email.send({ ...message, ...wrong } as never)).rejects.toMatchObject({
      code,
      outcome: 'not-sent',
      issues: [{ path }],
    });
    expect(transport.requests).toEqual([]);
  });

  it('has the content type of the caller, where it fits the file name', async () => {
    const { email, transport } = createClient(accepted);
    const attachments = [
      { filename: 'a.ics', content: 'b', contentType: 'text/calendar; method=REQUEST' },
      { filename: 'a.xyz', content: 'b', contentType: 'application/x-own' },
    ];
    await email.send({ ...message, attachments });
    expect(transport.requests[0]?.json()).toMatchObject({
      attachments: [{ content_type: 'text/calendar; method=REQUEST' }, { content_type: 'application/x-own' }],
    });
  });

  it('has no misspelt options: they do not compile', () => {
    const { email } = createClient(accepted);
    // @ts-expect-error the option is called `remoteAttachments`
    const send = () => email.send({ ...message, providerOptions: { resend: { remoteFiles: [] } } });
    expect(send).toBeTypeOf('function');
  });

  it('is not made for more recipients or larger files than Resend takes', async () => {
    const { email, transport } = createClient(accepted);
    const to = Array.from({ length: 51 }, (_, index) => `to-${index}@example.com`);
    const content = new Uint8Array(40 * 1024 * 1024 + 1);
    for (const wrong of [{ to, cc: 'cat@example.com' }, { attachments: [{ filename: 'a.bin', content }] }])
      await expect(email.send({ ...message, ...wrong })).rejects.toMatchObject({ code: 'payload-too-large' });
    expect(transport.requests).toEqual([]);
  });

  it('goes to the given address, with the key in the given place', async () => {
    const transport = createFakeTransport([{ answer: accepted }]);
    const driver = resend({ apiKey: 're_good', baseUrl: 'https://gateway.acme.dev/resend' });
    await createEmailClient({ driver, transport }).send(message);
    expect(`${transport.requests[0]?.url}`).toBe('https://gateway.acme.dev/resend/emails');
  });

  it('is repeated with the same key and body after a failure of unknown effect', async () => {
    const failed = { status: 500, json: { statusCode: 500, name: 'application_error', message: 'Oops' } };
    const { email, transport, runtime } = createClient(failed, accepted);
    const result = email.send(message);
    await runtime.advance(60_000);
    expect((await result).messageId).toBe('49a3999c');
    const [first, second] = transport.requests.map(({ headers, text }) => [
      headers.get('idempotency-key'),
      text(),
    ]);
    expect(first?.[0]).toMatch(/./);
    expect(second).toEqual(first);
  });
});

describe('a response of Resend', () => {
  it('without an id proves nothing', async () => {
    const { email } = createClient({ json: {} });
    await expect(email.send(message)).rejects.toMatchObject({ code: 'response-format', outcome: 'unknown' });
  });
});
