import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { Readable } from 'node:stream';
import type { EmailMessage, OrgError, SendResult } from '@org/email';
import { type NodemailerInfo, nodemailerTransport } from '@org/email/nodemailer';
import nodemailer, { type SendMailOptions } from 'nodemailer';
import { describe, expect, it } from 'vitest';
import { envelopeVerdicts, mailVerdicts, partVerdicts } from '../src/nodemailer/field-verdicts.ts';
import { differencesOf, sendBoth } from './nodemailer-stage.ts';
import { createSmtpStage } from './smtp-stage.ts';

const stage = createSmtpStage();

async function both(create: () => SendMailOptions, defaults?: SendMailOptions) {
  const server = await stage.start();
  return sendBoth({ server, client: stage.client(server) }, create, defaults);
}

/** The fields of an interface in the declarations of the installed nodemailer. */
function documented(file: string, name: string): string[] {
  const folder = createRequire(import.meta.url)
    .resolve('nodemailer')
    .replace(/nodemailer\.js$/, '');
  const text = readFileSync(`${folder}${file}/${file === 'mailer' ? 'mail-message' : 'index'}.d.ts`, 'utf8');
  const [, body = ''] = new RegExp(`interface ${name}\\b[^{]*\\{([\\s\\S]*?)\\n\\}`).exec(text) ?? [];
  return [...body.matchAll(/^ {4}(\w+)\??:/gm)].map(([, field = '']) => field);
}

const partFields = documented('mail-composer', 'MailComposerAlternative');

describe('each field that nodemailer documents has a verdict', () => {
  it.each<[string, readonly string[], object]>([
    [
      'of a mail',
      [...documented('mail-composer', 'MailComposerOptions'), ...documented('mailer', 'SendMailOptions')],
      mailVerdicts,
    ],
    [
      'of an attachment',
      [...partFields, ...documented('mail-composer', 'MailComposerAttachment')],
      partVerdicts.attachments,
    ],
    ['of an alternative', partFields, partVerdicts.alternatives],
    ['of a content', partFields, partVerdicts.content],
    [
      'of an event',
      [...partFields, ...documented('mail-composer', 'MailComposerIcalEvent')],
      partVerdicts.icalEvent,
    ],
    ['of an envelope', documented('mime-node', 'MimeNodeEnvelopeInput'), envelopeVerdicts],
  ])('%s', (_of, names, verdicts) => {
    expect(names.length).toBeGreaterThan(3);
    expect(names.filter((name) => !Object.hasOwn(verdicts, name))).toEqual([]);
  });
});

const base: SendMailOptions = {
  from: 'Ann <ann@acme.dev>',
  to: 'bob@example.com',
  subject: 'Hi',
  text: 'Hällo',
  messageId: '<order-7@acme.dev>',
};
const event = 'BEGIN:VCALENDAR\r\nEND:VCALENDAR';
const bytes = Buffer.from('Grüße');

/** Mails whose every field arrives as nodemailer sends it. */
const carried: readonly [what: string, fields: SendMailOptions | (() => SendMailOptions)][] = [
  [
    'a list of headers',
    {
      headers: [
        { key: 'X-One', value: 'a' },
        { key: 'X-One', value: 'b' },
      ],
    },
  ],
  ['one header as a pair', { headers: { key: 'X-One', value: 'a' } }],
  [
    'a list of headers beside fields that become headers',
    {
      headers: [{ key: 'X-One', value: 'a' }],
      inReplyTo: '<m1@acme.dev>',
      references: ['<m0@acme.dev>', '<m1@acme.dev>'],
      list: { help: 'help@acme.dev', unsubscribe: { url: 'https://acme.dev/u', comment: 'Leave' } },
    },
  ],
  ['fields before headers of the same name', { headers: { 'In-Reply-To': '<a@b>' }, inReplyTo: '<c@d>' }],
  ['a header that is already encoded', { headers: { 'X-One': { prepared: true, value: 'a b' } } }],
  [
    'headers with encoded words and folds of the program',
    {
      headers: {
        'X-One': { prepared: true, value: '=?UTF-8?Q?Gr=C3=BC=C3=9Fe?= and  more\r\n\tof it' },
        'X-Two': [{ prepared: true, foldLines: true, value: `${'word '.repeat(30)}end` }, 'b'],
        'X-Three': { prepared: true, foldLines: true, value: `${'word '.repeat(15)}\r\n b` },
        'X-Four': { prepared: true, value: 'a\n b' },
        'X-Five': { prepared: true, foldLines: true, value: 'a b '.repeat(1_500).trim() },
      },
    } as SendMailOptions,
  ],
  ['a header with line breaks', { headers: { 'X-One': 'a\r\nX-Two: b' } }],
  ['a header without a value', { headers: { 'X-One': '', 'X-Two': 'a' } }],
  ['the program that wrote it', { xMailer: 'Acme 1' }],
  ['a one-time passcode', { otp: { code: '123456', origin: 'https://acme.dev' } }],
  ['a priority', { priority: 'low' }],
  ['a date as a text', { date: 'Sat, 21 Jun 2014 10:52:44 +0000' }],
  [
    'fields among the headers',
    {
      subject: undefined,
      headers: { Subject: 'Grüße', 'Reply-To': 'help@acme.dev', Cc: 'cat@example.com' },
    },
  ],
  ['an empty subject', { subject: '' }],
  ['line breaks in a subject', { subject: 'one\r\ntwo' }],
  ['a list of lists', { list: { unsubscribe: [['a@acme.dev', 'https://acme.dev/u']], id: 'acme.dev' } }],
  ['defaults of the transport', { headers: { 'X-One': 'a' } }],
  ['text as a part', { text: { content: 'R3LDvMOfZQ==', encoding: 'base64' } }],
  ['text as a stream', () => ({ text: Readable.from([bytes]) })],
  ['HTML as bytes in a part', { html: { content: bytes } }],
  ['HTML from a data URL', { html: { path: 'data:text/html,<p>Hi</p>' } }],
  ['an event', { icalEvent: event }],
  [
    'an event with a method and a name',
    { icalEvent: { method: 'request', content: event, filename: 'a.ics' } },
  ],
  ['an event as bytes', { icalEvent: { content: Buffer.from(event).toString('hex'), encoding: 'hex' } }],
  ['AMP', { html: '<p>Hi</p>', amp: '<!doctype html><html ⚡4email></html>' }],
  ['HTML of watches', { html: '<p>Hi</p>', watchHtml: '<b>Hi</b>' }],
  ['an alternative', { alternatives: [{ contentType: 'text/x-web-markdown', content: '**Hi**' }] }],
  ['one attachment outside of a list', { attachments: { filename: 'a.bin', content: bytes } as never }],
  ['a file by its encoding', { attachments: [{ filename: 'a.bin', content: '00ff', encoding: 'hex' }] }],
  ['a file of a data URL', { attachments: [{ path: 'data:image/png;base64,AP8=' }] }],
  ['a file without a name', { attachments: [{ content: bytes, contentType: 'application/pdf' }] }],
  ['a file without bytes', { attachments: [{ filename: 'a.bin', content: '' }] }],
  [
    'an image within the HTML, whose id is in angle brackets',
    { html: '<img src="cid:a@b">', attachments: [{ filename: 'a.png', cid: '<a@b>', content: bytes }] },
  ],
  [
    'an image of the HTML as an attachment',
    {
      html: '<img src="cid:a@b">',
      attachments: [{ filename: 'a.png', cid: 'a@b', content: bytes, contentDisposition: 'attachment' }],
    },
  ],
  ['images of data URLs', { html: '<img src="data:image/png;base64,AP8=">', attachDataUrls: true }],
];

describe('nodemailerTransport carries, as nodemailer sends it:', () => {
  it.each(carried)('%s', async (what, fields) => {
    const create = () => ({ ...base, ...(typeof fields === 'function' ? fields() : fields) });
    const defaults = what.startsWith('defaults') ? { headers: { 'X-Two': 'b' }, replyTo: 'a@b.dev' } : {};
    const mails = await both(create, defaults);
    expect([mails.own, mails.ours]).not.toContainEqual(expect.any(Error));
    const ofDataUrls = what.startsWith('images') ? ['html', 'attachments'] : [];
    expect(differencesOf(mails).filter((name) => !ofDataUrls.includes(name))).toEqual([]);
    expect(mails.lossy).toEqual([]);
  });
});

const finished = {
  raw: 'From: ann@acme.dev\r\nTo: bob@example.com\r\nMessage-ID: <1@acme.dev>\r\n\r\nHi',
  text: undefined,
  subject: undefined,
};

describe('nodemailerTransport reports', () => {
  const file = { filename: 'a.bin', content: bytes };
  it.each<[field: string, fields: object]>([
    ['baseBoundary', { baseBoundary: 'b' }],
    ['boundaryPrefix', { boundaryPrefix: 'b' }],
    ['encoding', { encoding: 'base64' }],
    ['newline', { newline: 'linux' }],
    ['normalizeHeaderKey', { normalizeHeaderKey: (key: string) => key.toUpperCase() }],
    ['textEncoding', { textEncoding: 'base64' }],
    [
      'attachments[0].contentTransferEncoding',
      { attachments: [{ ...file, contentTransferEncoding: '8bit' }] },
    ],
    ['attachments[0].contentDisposition', { attachments: [{ ...file, contentDisposition: 'inline' }] }],
    ['attachments[0].filename', { attachments: [{ ...file, filename: false }] }],
    [
      'alternatives[0].filename',
      { alternatives: [{ contentType: 'text/x-a', content: 'a', filename: 'a' }] },
    ],
    ['html.filename', { html: { content: '<p>Hi</p>', filename: 'a.html' } }],
    ['envelope.size', { envelope: { from: 'ann@acme.dev', to: 'bob@example.com', size: 7 } }],
    ['to', { to: 'team: bob@example.com, cat@example.com;' }],
    ['text', { text: '' }],
    ['text', { text: undefined, attachments: [file] }],
    ['context', { context: { name: 'Bob' } }],
    ['html', { ...finished, html: '<p>Hi</p>' }],
  ])('%s', async (field, fields) => {
    const { ours, lossy } = await both(() => ({ ...base, ...fields }) as SendMailOptions);
    expect(ours instanceof Error ? ours.message : '').toBe('');
    expect(lossy.map((loss) => loss.field)).toEqual([field]);
    expect(lossy[0]?.detail.length).toBeGreaterThan(10);
  });
});

describe('nodemailer itself applies, before its transport gets the mail,', () => {
  it.each<[string, object]>([
    ['disableFileAccess', { disableFileAccess: true, attachments: [{ path: '/dev/null' }] }],
    ['disableUrlAccess', { disableUrlAccess: true, html: { href: 'http://127.0.0.1:1/' } }],
    ['maxRecipients', { maxRecipients: 1, to: ['bob@example.com', 'cat@example.com'] }],
  ])('%s', async (_name, fields) => {
    const { own, ours } = await both(() => ({ ...base, ...fields }) as SendMailOptions);
    expect([own, ours]).toEqual([expect.any(Error), expect.any(Error)]);
    expect((ours as Error).message).toBe((own as Error).message);
  });
});

describe('nodemailerTransport refuses, before anything is sent,', () => {
  const latin1 = Buffer.from([0x47, 0xfc]);
  it.each<[path: string, fields: object]>([
    ['from', { from: 'ann@acme.dev, ben@acme.dev' }],
    ['from', { from: ['ann@acme.dev', { name: 'Ben', address: 'ben@acme.dev' }] }],
    ['sender', { sender: 'ann@acme.dev, ben@acme.dev' }],
    ['to[1]', { to: ['bob@example.com', { name: 'Cat', address: '' }] }],
    ['to', { to: undefined, headers: { To: ['bob@example.com', 'cat@example.com'] } }],
    ['envelope.to', { envelope: { from: 'ann@acme.dev', to: 'cat@example.com' } }],
    ['envelope.from', { envelope: { from: '', to: 'bob@example.com' } }],
    ['envelope.dsn', { envelope: { from: 'ann@acme.dev', to: 'bob@example.com', dsn: { ret: 'FULL' } } }],
    ['dkim', { dkim: { domainName: 'acme.dev', keySelector: 'a', privateKey: 'k' } }],
    ['auth', { auth: { user: 'ann', pass: 'secret' } }],
    ['ses', { ses: { ConfigurationSetName: 'a' } }],
    ['attachments[0].headers', { attachments: [{ content: 'a', headers: { 'Content-Description': 'a' } }] }],
    ['attachments[1].raw', { attachments: [{ content: 'a' }, { raw: 'Content-Type: a/b\r\n\r\nx' }] }],
    ['attachments[0]', { attachments: [{ path: 'data:' }] }],
    ['html.raw', { html: { raw: 'Content-Type: text/html\r\n\r\nx' } }],
    ['html', { html: latin1 }],
    ['text', { text: () => 'a' }],
    ['alternatives[0]', { alternatives: [{ contentType: 'text/x-a', content: latin1 }] }],
    ['icalEvent', { icalEvent: { content: latin1 } }],
    ['date', { date: 'yesterday' }],
    ['priority', { priority: 'urgent' }],
    ['headers.Subject', { headers: { Subject: { prepared: true, value: '=?UTF-8?Q?Gr=C3=BC?=' } } }],
    ['headers.X-One.value', { headers: { 'X-One': { prepared: true, value: 'a\r\nX-Two: b' } } }],
    ['headers.Return-Path', { headers: { 'Return-Path': 'ann@acme.dev' } }],
  ])('%s: %j', async (path, fields) => {
    const { ours, lossy } = await both(() => ({ ...base, ...fields }) as SendMailOptions);
    const { name, outcome, issues, message } = ours as OrgError & { readonly issues: readonly object[] };
    expect({ name, outcome, issues }).toMatchObject({
      name: 'InvalidInputError',
      outcome: 'not-sent',
      issues: [{ path }],
    });
    expect(message).toContain(path);
    expect(lossy).toEqual([]);
  });
});

describe('options of the delivery', () => {
  async function sentBy(fields: object, provider = 'smtp') {
    const messages: EmailMessage[] = [];
    const outcomes = [{ recipient: 'bob@example.com', status: 'accepted' }] as const;
    const client = {
      async send(message: EmailMessage): Promise<SendResult> {
        messages.push(message);
        return { provider, outcomes, replayed: false, lossy: [] };
      },
      close: async () => {},
    };
    const transport = nodemailer.createTransport(nodemailerTransport(client));
    const { lossy } = (await transport.sendMail({ ...base, ...fields })) as unknown as NodemailerInfo;
    return {
      options: messages[0]?.providerOptions,
      message: messages[0],
      lossy: lossy.map(({ field }) => field),
    };
  }

  // The names and values that nodemailer takes: `_setDsnEnvelope` of its SMTP connection.
  it.each<[object, object]>([
    [
      { id: 'a', return: 'HDRS', notify: 'never' },
      { envelopeId: 'a', return: 'headers', notify: 'never' },
    ],
    [
      { envid: 'a', ret: 'body', notify: 'success, DELAY' },
      { envelopeId: 'a', return: 'full', notify: ['success', 'delay'] },
    ],
    [
      { return: 'headers', notify: ['FAILURE'] },
      { return: 'headers', notify: ['failure'] },
    ],
  ])('are those of smtp(): %j', async (dsn, own) => {
    expect((await sentBy({ dsn })).options).toEqual({ smtp: { dsn: own } });
  });

  it('stand beside those of the program', async () => {
    const providerOptions = { smtp: { requireTls: false }, resend: { a: 1 } };
    const { options } = await sentBy({ dsn: { id: 'a' }, providerOptions, requireTLSExtensionEnabled: true });
    expect(options).toEqual({ smtp: { dsn: { envelopeId: 'a' }, requireTls: false }, resend: { a: 1 } });
  });

  it('are reported where another service sent the mail', async () => {
    const fields = { dsn: { id: 'a' }, requireTLSExtensionEnabled: true };
    expect((await sentBy(fields)).lossy).toEqual([]);
    expect((await sentBy(fields, 'resend')).lossy).toEqual(['dsn', 'requireTLSExtensionEnabled']);
    expect((await sentBy({ dsn: { recipient: 'a@b.dev' } })).lossy).toEqual(['dsn.recipient']);
  });

  it.each([['a message'], ['a finished one']])('and our fields are kept in %s', async (what) => {
    const own = { tags: ['a'], metadata: { order: '1' }, stream: 'news', tracking: { opens: false } };
    const { message, lossy } = await sentBy({ ...own, ...(what === 'a finished one' && finished) });
    expect([message, lossy]).toEqual([expect.objectContaining(own), []]);
  });
});
