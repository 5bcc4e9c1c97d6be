import { describe, expect, it } from 'vitest';
import { type Provider, postOf, receive, sendgridKeys, tokenAddress } from './receive.ts';

const raw =
  'From: =?utf-8?q?J=C3=BCrgen?= <ann@example.com>\r\nTo: in@acme.dev\r\nSubject: Re: Hi\r\n' +
  'In-Reply-To: <sent@acme.dev>\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n' +
  '--b\r\nContent-Type: text/plain; charset=iso-8859-1\r\nContent-Transfer-Encoding: 8bit\r\n\r\n' +
  'Gr\xfc\xdfe\r\n' +
  '--b\r\nContent-Type: image/png; name="../a.png"\r\nContent-ID: <logo@1>\r\n' +
  'Content-Disposition: inline\r\n' +
  'Content-Transfer-Encoding: base64\r\n\r\nAAECgP8=\r\n--b--\r\n';
const bytes = Uint8Array.from(raw, (character) => character.charCodeAt(0));

/** The fields of the mail above, whichever way it came. */
const expected = {
  from: { address: 'ann@example.com', name: 'Jürgen' },
  to: [{ address: 'in@acme.dev' }],
  subject: 'Re: Hi',
  inReplyTo: 'sent@acme.dev',
  text: 'Grüße',
  attachments: [
    { filename: 'a.png', contentType: 'image/png', contentId: 'logo@1', disposition: 'inline', size: 5 },
  ],
};

async function read(provider: Provider, body: object, options?: Parameters<typeof receive>[2]) {
  const { status, mails, errors } = await receive(provider, postOf(provider, body), options);
  expect(errors).toEqual([]);
  expect(status).toBe(200);
  return mails;
}

const envelope = '{"to":["in@acme.dev"],"from":"bounces@example.com"}';

describe('mail from SendGrid', () => {
  const fields = {
    headers:
      'From: =?utf-8?q?J=C3=BCrgen?= <ann@example.com>\nTo: in@acme.dev\nX-Long: a\n b\nMessage-ID: <m1@a>\n',
    from: 'Jürgen <ann@example.com>',
    subject: 'Re: Hi',
    envelope,
    text: 'GrXXe',
    html: '<p>Grüße</p>',
    charsets: '{"text":"iso-8859-1","html":"UTF-8"}',
    'attachment-info': '{"attachment1":{"filename":"a.png","type":"image/png","content-id":"logo@1"}}',
    attachment1: new File([Uint8Array.of(0, 1, 2, 128, 255)], 'x', { type: 'application/octet-stream' }),
    spam_score: '1.7',
    SPF: 'softfail',
    dkim: '{@example.com : pass}',
  };

  /** The form with its bytes changed as a sender's character set would. */
  async function withBytes(body: object, text: string, replacement: string): Promise<Request> {
    const request = await postOf('sendgrid', body);
    const content = Buffer.from(await request.arrayBuffer())
      .toString('latin1')
      .replace(text, replacement);
    const { headers } = request;
    return new Request(tokenAddress, { method: 'POST', headers, body: Buffer.from(content, 'latin1') });
  }

  it('as fields, each in its own character set', async () => {
    const { mails, errors } = await receive('sendgrid', await withBytes(fields, 'GrXXe', 'Gr\xfc\xdfe'));
    expect(errors).toEqual([]);
    expect(mails).toMatchObject([
      {
        envelope: { from: 'bounces@example.com', to: ['in@acme.dev'] },
        from: expected.from,
        text: 'Grüße',
        html: '<p>Grüße</p>',
        messageId: 'm1@a',
        spam: { score: 1.7 },
        authentication: { spf: 'softfail', dkim: 'pass' },
        attachments: [{ filename: 'a.png', contentType: 'image/png', contentId: 'logo@1' }],
      },
    ]);
    expect(await mails[0]?.attachments[0]?.bytes()).toEqual(Uint8Array.of(0, 1, 2, 128, 255));
    expect(mails[0]?.headers[2]).toEqual({ name: 'X-Long', value: 'a b' });
  });

  it.each([
    ['{@example.com : pass}', 'pass'],
    ['{@evil.com : pass, @Example.COM : fail}', 'fail'],
    ['{@evil.com : pass}', undefined],
    ['{@mail.example.com : pass}', undefined],
    ['{@badexample.com : pass, @ample.com : pass}', undefined],
    ['{@example.com : pass, @example.com : fail}', undefined],
    ['none', undefined],
  ])('security: of the signatures %s, that of the author counts', async (dkim, result) => {
    const mime = { ...fields, from: 'x@evil.com', email: raw };
    for (const body of [
      { ...fields, dkim },
      { ...mime, dkim },
    ])
      expect((await read('sendgrid', body))[0]?.authentication.dkim).toBe(result);
  });

  it('as MIME, to the byte', async () => {
    const request = await withBytes({ envelope, email: '(here)' }, '(here)', raw);
    const { mails } = await receive('sendgrid', request);
    expect(mails).toMatchObject([expected]);
    expect(await mails[0]?.raw?.()).toEqual(bytes);
  });

  it('has the same id when it is repeated with another boundary', async () => {
    const [[one], [other]] = [await read('sendgrid', fields), await read('sendgrid', fields)];
    expect(one?.id).toBe(other?.id);
    const [third] = await read('sendgrid', { ...fields, envelope: envelope.replace('in@', 'out@') });
    expect(third?.id).not.toBe(one?.id);
  });

  it('security: is signed, or has the secret', async () => {
    const { privateKey } = sendgridKeys;
    const unsigned = new Request('https://acme.dev/', { method: 'POST', body: await formData() });
    expect(await receive('sendgrid', unsigned)).toMatchObject({ status: 401, mails: [] });
    for (const [key, status] of [
      [privateKey, 200],
      ['another', 401],
    ] as const)
      expect((await receive('sendgrid', await signedForm(key))).status).toBe(status);
  });

  const formData = async () => (await postOf('sendgrid', fields)).formData();

  async function signedForm(key: string): Promise<Request> {
    const { webhookScheme } = await import('../../src/drivers/sendgrid/webhooks.ts');
    const request = new Request('https://acme.dev/', { method: 'POST', body: await formData() });
    const content = new Uint8Array(await request.arrayBuffer());
    const pair = key === 'another' ? (await import('../sendgrid/keys.ts')).makeKeys() : sendgridKeys;
    const { privateKey: secret } = await pair;
    // The signer takes text: this form is ASCII but for its file, which is left out.
    const text = new TextDecoder('latin1').decode(content).replace(/[^\r\n -~]/g, '');
    const { headers } = await webhookScheme.sign(text, { secret, nowMs: Date.now() });
    const type = request.headers.get('content-type') ?? '';
    return new Request('https://acme.dev/', {
      method: 'POST',
      body: text,
      headers: { ...headers, 'content-type': type },
    });
  }
});

describe('mail from SES', () => {
  const received = (action: object, content?: string) => ({
    Message: JSON.stringify({
      notificationType: 'Received',
      mail: {
        messageId: 'm1',
        source: 'bounces@example.com',
        destination: ['in@acme.dev', 'other@example.com'],
      },
      receipt: {
        recipients: ['in@acme.dev'],
        spamVerdict: { status: 'FAIL' },
        spfVerdict: { status: 'PASS' },
        dkimVerdict: { status: 'GRAY' },
        dmarcVerdict: { status: 'FAIL' },
        action,
      },
      content,
    }),
  });
  const stored = received({ type: 'S3', bucketName: 'mail', objectKey: 'inbound/m1' });

  it('in the notification, as base64', async () => {
    const content = Buffer.from(bytes).toString('base64');
    expect(await read('ses', received({ type: 'SNS', encoding: 'BASE64' }, content))).toMatchObject([
      {
        ...expected,
        id: 'm1',
        envelope: { from: 'bounces@example.com', to: ['in@acme.dev'] },
        spam: { isSpam: true },
        authentication: { spf: 'pass', dkim: undefined, dmarc: 'fail' },
      },
    ]);
  });

  it.each([
    ['bytes', () => bytes],
    ['a stream', () => new Blob([bytes]).stream()],
  ])('in S3, from the program’s own client as %s', async (_what, make) => {
    const asked: object[] = [];
    const fetchObject = async (object: object) => {
      asked.push(object);
      return make();
    };
    expect(await read('ses', stored, { fetchObject })).toMatchObject([expected]);
    expect(asked).toEqual([{ bucket: 'mail', key: 'inbound/m1' }]);
  });

  it('in S3 without a client is an error that names the option', async () => {
    const { status, errors } = await receive('ses', postOf('ses', stored));
    expect([status, String(errors[0])]).toEqual([500, expect.stringContaining('fetchObject')]);
  });

  it('a failure to store a mail is not a mail', async () => {
    const failure = { Message: JSON.stringify({ notificationType: 'Received', receipt: { action: {} } }) };
    expect(await read('ses', failure)).toEqual([]);
  });
});

describe('mail from Resend', () => {
  const event = {
    type: 'email.received',
    data: { email_id: 'e1', to: ['in@acme.dev'], from: 'ann@example.com' },
  };
  const api = (mail: object) =>
    (async (input: unknown) => {
      const url = input instanceof Request ? input.url : `${input}`;
      if (url.endsWith('/emails/receiving/e1/attachments/a1'))
        return Response.json({ download_url: 'https://cdn.example.com/a.png' });
      if (url.includes('/emails/receiving/e1')) return Response.json(mail);
      if (url === 'https://cdn.example.com/raw.eml') return new Response(bytes);
      if (url === 'https://cdn.example.com/a.png') return new Response(Uint8Array.of(0, 1, 2, 128, 255));
      return new Response('', { status: 404 });
    }) as typeof globalThis.fetch;

  it('is loaded as it was sent', async () => {
    const fetch = api({ raw: { download_url: 'https://cdn.example.com/raw.eml' } });
    expect(await read('resend', event, { fetch })).toMatchObject([
      { ...expected, id: 'e1', envelope: { to: ['in@acme.dev'] } },
    ]);
  });

  it('is loaded as fields where that is all', async () => {
    const fetch = api({
      from: 'Jürgen <ann@example.com>',
      to: ['in@acme.dev'],
      reply_to: ['replies@example.com'],
      subject: 'Re: Hi',
      text: 'Grüße',
      headers: { 'Message-ID': '<m1@a>' },
      attachments: [
        { id: 'a1', filename: 'a.png', content_type: 'image/png', content_id: 'logo@1', size: 5 },
      ],
    });
    const [mail] = await read('resend', event, { fetch });
    expect(mail).toMatchObject({
      from: expected.from,
      replyTo: [{ address: 'replies@example.com' }],
      messageId: 'm1@a',
      attachments: [{ contentId: 'logo@1', size: 5 }],
    });
    expect(await mail?.attachments[0]?.bytes()).toEqual(Uint8Array.of(0, 1, 2, 128, 255));
  });

  it.each([
    ['that is missing', 'https://cdn.example.com/gone.eml', 'status 404'],
    ['in plain HTTP', 'http://cdn.example.com/raw.eml', 'not HTTPS'],
    ['to a file', 'file:///etc/passwd', 'not HTTPS'],
  ])('a link %s is an error, and the mail comes again', async (_what, download_url, words) => {
    const { status, errors, mails } = await receive('resend', postOf('resend', event), {
      fetch: api({ raw: { download_url } }),
    });
    expect([status, mails, String(errors[0])]).toEqual([500, [], expect.stringContaining(words)]);
  });
});

describe('mail from the other services', () => {
  it('Brevo: several in one post, files from its API', async () => {
    const item = {
      Uuid: ['u1'],
      From: { Name: 'Jürgen', Address: 'ann@example.com' },
      To: [{ Name: null, Address: 'in@acme.dev' }],
      Recipients: ['in@acme.dev'],
      Subject: 'Re: Hi',
      Headers: { 'In-Reply-To': '<sent@acme.dev>', 'Return-Path': '<bounces@example.com>' },
      SpamScore: 2.9,
      RawTextBody: 'Grüße',
      Attachments: [
        {
          Name: 'a.png',
          ContentType: 'image/png',
          ContentLength: 5,
          ContentID: 'logo@1',
          DownloadToken: 't/1',
        },
      ],
    };
    const asked: string[] = [];
    const fetch = (async (input: Request | string | URL) => {
      const url = input instanceof Request ? input.url : `${input}`;
      asked.push(new URL(url).pathname);
      return new Response(Uint8Array.of(0, 1, 2, 128, 255));
    }) as typeof globalThis.fetch;
    const body = { items: [item, { ...item, Uuid: ['u2'], Subject: 'Second' }] };
    const mails = await read('brevo', body, { fetch });
    expect(mails).toMatchObject([
      {
        ...expected,
        id: 'u1',
        envelope: { from: 'bounces@example.com', to: ['in@acme.dev'] },
        spam: { score: 2.9 },
      },
      { id: 'u2', subject: 'Second' },
    ]);
    expect(await mails[0]?.attachments[0]?.bytes()).toEqual(Uint8Array.of(0, 1, 2, 128, 255));
    expect(asked).toEqual(['/v3/inbound/attachments/t%2F1']);
  });

  it('Mailjet: parts that name their fields', async () => {
    const file = {
      'Content-Type': ['image/png; name="=?utf-8?q?=C3=A9t=C3=A9.png?="'],
      'Content-ID': '<logo@1>',
    };
    const body = {
      Sender: 'bounces@example.com',
      Recipient: 'in@acme.dev',
      Subject: 'Re: Hi',
      Headers: {
        From: 'Jürgen <ann@example.com>',
        To: 'in@acme.dev',
        'In-Reply-To': '<sent@acme.dev>',
        Received: ['a', 'b'],
      },
      Parts: [
        { Headers: {}, ContentRef: 'Text-part' },
        { Headers: file, ContentRef: 'InlineAttachment1' },
        {
          Headers: { 'Content-Disposition': "attachment; filename*=utf-8''b%C3%A9.txt" },
          ContentRef: 'Attachment1',
        },
        { Headers: {}, ContentRef: 'Sender' },
      ],
      'Text-part': 'Grüße',
      InlineAttachment1: 'AAECgP8=',
      Attachment1: 'SGVsbG8=',
      SpamAssassinScore: '1.7',
    };
    const [mail] = await read('mailjet', body);
    expect(mail).toMatchObject({
      ...expected,
      envelope: { from: 'bounces@example.com', to: ['in@acme.dev'] },
      attachments: [
        { filename: 'été.png', contentId: 'logo@1', disposition: 'inline', size: 5 },
        { filename: 'bé.txt', disposition: 'attachment', size: 5 },
      ],
      spam: { score: 1.7 },
    });
    expect(mail?.headers.filter(({ name }) => name === 'Received')).toHaveLength(2);
  });

  it('MailerSend: the mail as it was sent', async () => {
    const data = {
      id: 'm1',
      raw: raw.replace('Gr\xfc\xdfe', 'Hello').replace('8bit', '7bit'),
      sender: { email: 'bounces@example.com' },
      recipients: { rcptTo: [{ email: 'in@acme.dev' }] },
      spf_check: { code: '~', value: null },
      dkim_check: true,
    };
    expect(await read('mailersend', { type: 'inbound.message', data })).toMatchObject([
      {
        ...expected,
        text: 'Hello',
        id: 'm1',
        envelope: { from: 'bounces@example.com', to: ['in@acme.dev'] },
        authentication: { spf: 'softfail', dkim: 'pass' },
      },
    ]);
  });
});
