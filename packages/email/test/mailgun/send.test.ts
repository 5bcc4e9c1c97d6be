import type { EmailMessage } from '@org/email';
import { type MailgunCapabilities, mailgun } from '@org/email/mailgun';
import { describe, expect, it } from 'vitest';
import { clientWith, formOf, message, sent } from './client.ts';

type Message = EmailMessage<MailgunCapabilities>;

const wire = { from: 'Ann <ann@acme.dev>', to: 'bob@example.com', subject: 'Hi', html: '<p>Hi</p>' };
const hourMs = 3_600_000;

async function refusalOf(extra: object): Promise<unknown> {
  const { email, transport } = clientWith();
  const error = await email.send({ ...message, ...extra } as Message).catch((caught: unknown) => caught);
  expect(transport.requests).toEqual([]);
  return error;
}

describe('mailgun: requests of send', () => {
  it('posts a form to the domain, with basic authentication', async () => {
    const { email, transport } = clientWith();
    const result = await email.send(message);
    const [request] = transport.requests;
    expect([request?.method, request?.url.href]).toEqual([
      'POST',
      'https://api.mailgun.net/v3/mg.acme.dev/messages',
    ]);
    expect(request?.headers.get('authorization')).toBe(`Basic ${btoa('api:key')}`);
    expect(request?.headers.get('content-type')).toMatch(/^application\/x-www-form-urlencoded/);
    expect(result).toMatchObject({
      messageId: '20111114174239.25659.5817@samples.mailgun.org',
      response: 'Queued. Thank you.',
      lossy: [],
    });
  });

  it('sends to the region of the domain', async () => {
    const { email, transport } = clientWith([], { region: 'eu' });
    await email.send(message);
    expect(transport.requests[0]?.url.origin).toBe('https://api.eu.mailgun.net');
  });

  it.each<[string, Partial<Message>, object]>([
    ['only what is given', {}, {}],
    ['a text', { text: 'Hi' }, { text: 'Hi' }],
    [
      // Quoted, it arrives with visible quotation marks: github.com/anymail/django-anymail/issues/270.
      'a name outside ASCII with a comma as an encoded word',
      { to: '"Müller, Jörg" <bob@example.com>' },
      { to: '=?UTF-8?B?TcO8bGxlciwgSsO2cmc=?= <bob@example.com>' },
    ],
    [
      'all kinds of recipients, with names',
      {
        to: ['"Lee, Bob" <bob@example.com>', 'cat@example.com'],
        cc: 'Dán <dan@example.com>',
        bcc: 'eve@example.com',
      },
      {
        to: ['"Lee, Bob" <bob@example.com>', 'cat@example.com'],
        cc: 'Dán <dan@example.com>',
        bcc: 'eve@example.com',
      },
    ],
    [
      'reply addresses',
      { replyTo: ['a@acme.dev', 'B <b@acme.dev>'] },
      { 'h:Reply-To': 'a@acme.dev, B <b@acme.dev>' },
    ],
    ['headers', { headers: { 'X-A': 'b' } }, { 'h:X-A': 'b' }],
    ['tags', { tags: ['a', { name: 'kind', value: 'news' }] }, { 'o:tag': ['a', 'kind:news'] }],
    [
      'tracking on',
      { tracking: { opens: true, clicks: true } },
      { 'o:tracking-opens': 'yes', 'o:tracking-clicks': 'yes' },
    ],
    [
      'tracking off',
      { tracking: { opens: false, clicks: false } },
      { 'o:tracking-opens': 'no', 'o:tracking-clicks': 'no' },
    ],
    ['sandbox', { sandbox: true }, { 'o:testmode': 'yes' }],
    [
      'every option of its own',
      {
        providerOptions: {
          mailgun: {
            ampHtml: '<html ⚡4email>',
            trackClicks: 'htmlonly',
            trackingPixelTop: true,
            dkim: false,
            requireTls: true,
            skipVerification: false,
            optimizePeriod: '24h',
            timeZoneLocalize: '09:00',
          },
        },
      },
      {
        'amp-html': '<html ⚡4email>',
        'o:tracking-clicks': 'htmlonly',
        'o:tracking-pixel-location-top': 'yes',
        'o:dkim': 'no',
        'o:require-tls': 'yes',
        'o:skip-verification': 'no',
        'o:deliverytime-optimize-period': '24h',
        'o:time-zone-localize': '09:00',
      },
    ],
  ])('carry %s', async (_what, extra, expected) => {
    const { email, forms } = clientWith();
    await email.send({ ...message, recipientVisibility: 'shared', ...extra } as Message);
    expect(forms()).toEqual([{ ...wire, ...expected }]);
  });

  it('carry metadata, which recipients can read', async () => {
    const { email, forms } = clientWith();
    const { lossy } = await email.send({ ...message, metadata: { order: '17' } });
    expect(forms()).toEqual([{ ...wire, 'v:order': '17' }]);
    expect(lossy).toMatchObject([{ field: 'metadata', action: 'approximated' }]);
  });

  it('carry the time of delivery with a numeric zone', async () => {
    const { email, forms } = clientWith();
    const sendAt = new Date(Math.ceil(Date.now() / 1_000) * 1_000 + hourMs);
    const { outcomes } = await email.send({ ...message, sendAt });
    const time = String(forms()[0]?.['o:deliverytime']);
    expect(time).toMatch(/^\w{3}, \d\d \w{3} \d{4} \d\d:\d\d:\d\d \+0000$/);
    expect([new Date(time), outcomes[0]?.status]).toEqual([sendAt, 'scheduled']);
  });

  it('carry files in parts; the name of an inline image is what cid: refers to', async () => {
    const { email, transport } = clientWith();
    const content = new Uint8Array([0, 13, 10, 255, 45, 45]);
    await email.send({
      ...message,
      tags: ['a', 'b'],
      attachments: [
        { filename: 'Bericht ü.pdf', content },
        { filename: 'a "picture".png', content, disposition: 'inline', contentId: 'logo@acme' },
      ],
    });
    const { values, files } = formOf(transport.requests[0] ?? expect.fail());
    expect([values.get('subject'), values.get('o:tag')]).toEqual([['Hi'], ['a', 'b']]);
    expect(files.map(({ content: bytes, ...file }) => ({ ...file, bytes: [...bytes] }))).toEqual([
      {
        name: 'attachment',
        filename: 'Bericht ü.pdf',
        contentType: 'application/pdf',
        bytes: [...content],
      },
      { name: 'inline', filename: 'logo@acme', contentType: 'image/png', bytes: [...content] },
    ]);
  });

  it('name a template, its version and variables', async () => {
    const { email, forms } = clientWith();
    const variables = { name: 'Bob', items: [1] };
    await email.send({
      from: message.from,
      to: message.to,
      template: { id: 'welcome', variables },
      providerOptions: { mailgun: { templateVersion: 'v2', templateText: true } },
    });
    const { from, to } = wire;
    const template = {
      template: 'welcome',
      't:version': 'v2',
      't:text': 'yes',
      't:variables': JSON.stringify(variables),
    };
    expect(forms()).toEqual([{ from, to, ...template }]);
  });
});

describe('mailgun: what a message cannot have', () => {
  it.each<[string, object, string]>([
    ['HTML with a template', { template: { id: 'welcome' } }, 'unsupported'],
    ['a stream', { stream: 'news' }, 'unsupported'],
    ['delivery after four days', { sendAt: new Date(Date.now() + 96 * hourMs) }, 'unsupported'],
    ['a non-ASCII local part', { to: 'bö@example.com' }, 'unsupported'],
    ['a misspelt option', { providerOptions: { mailgun: { dkm: true } } }, 'invalid-input'],
    ['another value of an option', { providerOptions: { mailgun: { trackClicks: 'all' } } }, 'invalid-input'],
    [
      'trackClicks next to tracking.clicks',
      { tracking: { clicks: true }, providerOptions: { mailgun: { trackClicks: 'no' } } },
      'invalid-input',
    ],
    [
      'a version without a template',
      { providerOptions: { mailgun: { templateVersion: 'v2' } } },
      'invalid-input',
    ],
    [
      '1001 recipients',
      {
        to: Array.from({ length: 1_001 }, (_, index) => `a${index}@example.com`),
        recipientVisibility: 'shared',
      },
      'payload-too-large',
    ],
    ['more than 16 KB of options', { metadata: { note: 'x'.repeat(16_400) } }, 'payload-too-large'],
  ])('%s', async (_what, extra, code) => {
    expect(await refusalOf(extra)).toMatchObject({ code, outcome: 'not-sent' });
  });

  it('takes just 16 KB of options', async () => {
    const note = 'ü'.repeat((16 * 1_024 - 'v:note'.length) / 2);
    await expect(clientWith().email.send({ ...message, metadata: { note } })).resolves.toBeDefined();
    expect(await refusalOf({ metadata: { note: `${note}x` } })).toMatchObject({ code: 'payload-too-large' });
  });

  it('sends later with a plan that stores messages longer', async () => {
    const { email } = clientWith([], { maxScheduleDays: 7 });
    await expect(
      email.send({ ...message, sendAt: new Date(Date.now() + 96 * hourMs) }),
    ).resolves.toBeDefined();
  });

  it('needs a domain', () => {
    expect(() => mailgun({ apiKey: 'key' })).toThrow(/MAILGUN_DOMAIN/);
  });

  it.each([{}, { message: 'Queued' }, [sent], '<html>'])('a 200 with %j proves nothing', async (json) => {
    const { email, transport } = clientWith([{ json }]);
    await expect(email.send(message)).rejects.toMatchObject({ code: 'response-format', outcome: 'unknown' });
    expect(transport.requests.length).toBe(1);
  });
});
