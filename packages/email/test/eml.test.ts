// `.eml` out and in, through every driver.
import { createFakeTransport } from '@org/core/testing';
import { createEmailClient, type EmailMessage } from '@org/email';
import { mailgun } from '@org/email/mailgun';
import { ses } from '@org/email/ses';
import { smtp } from '@org/email/smtp';
import { describe, expect, it } from 'vitest';
import { parseMessage } from '../../sandbox/src/mail/message/parse-message.ts';
import { createSmtpStage } from './smtp-stage.ts';
import { everyDriver } from './support/every-driver.ts';

const { start, client } = createSmtpStage();
const envelope = { from: 'ann@acme.dev', to: 'bob@example.com' };
const eml = [
  'From: Ann <ann@acme.dev>',
  'To: Everyone <all@example.com>',
  'Subject: From a file',
  'Message-ID: <file-17@acme.dev>',
  'Date: Mon, 05 Jan 2026 10:00:00 +0000',
  '',
  '.leading dot',
  'The end.',
  '',
].join('\r\n');

const full: EmailMessage = {
  from: { address: 'ann@acme.dev', name: 'Änn "A" Müller' },
  to: ['Bob <bob@example.com>', { address: 'cat@example.com', name: 'ネコ'.repeat(30) }],
  cc: 'dan@example.com',
  bcc: 'eve@example.com',
  replyTo: ['help@acme.dev', 'Desk <desk@acme.dev>'],
  subject: `Grüße ✓ ${'lang '.repeat(60)}`.trim(),
  text: 'Hällo\n\n.dot\n',
  html: '<p>Hällo <img src="cid:logo"></p>',
  date: new Date('2026-01-05T10:00:00Z'),
  messageId: 'order-17@acme.dev',
  alternatives: [{ contentType: 'text/calendar; method=REQUEST', content: 'BEGIN:VCALENDAR' }],
  headers: { 'X-Hop': ['one', 'two'], References: '<a@b> '.repeat(400).trim() },
  attachments: [
    { filename: 'Rechnung März (1).pdf', content: new Uint8Array(5_000).map((_, place) => place) },
    { filename: 'logo.png', content: 'png', contentId: 'logo' },
    { filename: 'empty "quoted".txt', content: '' },
  ],
};

describe('preview().raw', () => {
  it('is the message as an independent parser reads it', async () => {
    const email = createEmailClient({ driver: smtp({ host: 'mail.acme.dev' }) });
    const { raw } = await email.preview(full);
    const text = Buffer.from(raw).toString('latin1');
    expect(text).toMatch(/^[\x20-\x7e\r\n\t]*$/);
    expect(text).not.toMatch(/(?<!\r)\n|\r(?!\n)/);
    expect(Math.max(...text.split('\r\n').map(({ length }) => length))).toBeLessThanOrEqual(998);
    expect(text).not.toContain('eve@example.com');
    const mail = await parseMessage(raw);
    expect(mail.defect).toBeUndefined();
    expect(mail).toMatchObject({
      from: { address: 'ann@acme.dev', name: 'Änn "A" Müller' },
      to: [
        { address: 'bob@example.com', name: 'Bob' },
        { address: 'cat@example.com', name: 'ネコ'.repeat(30) },
      ],
      cc: [{ address: 'dan@example.com' }],
      replyTo: [{ address: 'help@acme.dev' }, { address: 'desk@acme.dev' }],
      subject: full.subject,
      messageId: '<order-17@acme.dev>',
    });
    expect([mail.text, mail.html]).toEqual(['Hällo\n\n.dot\n', full.html]);
    const valuesOf = (name: string) =>
      mail.headers.filter((header) => header.name === name).map(({ value }) => value);
    expect(valuesOf('x-hop').sort()).toEqual(['one', 'two']);
    expect(valuesOf('date')).toEqual(['Mon, 05 Jan 2026 10:00:00 +0000']);
    expect(valuesOf('references')[0]?.split(' ')).toHaveLength(400);
    const files = mail.attachments.map(({ filename, contentId, content }) => [
      filename,
      contentId,
      content.length,
    ]);
    expect(files).toEqual(
      expect.arrayContaining([
        ['Rechnung März (1).pdf', undefined, 5_000],
        ['logo.png', 'logo', 3],
        ['empty "quoted".txt', undefined, 0],
      ]),
    );
  });

  it.each(everyDriver.map(({ name, preview }) => [name, preview] as const))('%s', async (_name, preview) => {
    const { raw } = await preview({ ...envelope, subject: 'Grüße', html: '<p>Hällo</p>' });
    const mail = await parseMessage(raw);
    expect([mail.subject, mail.html]).toEqual(['Grüße', '<p>Hällo</p>']);
    const { headers } = mail;
    const names = headers.map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(['date', 'message-id', 'mime-version']));
  });
});

describe('message.raw', () => {
  it.each(everyDriver.map((driver) => [driver.name, driver] as const))('%s', async (name, driver) => {
    const { wire, code, issues } = await driver.send({ ...envelope, raw: eml });
    if (!driver.capabilities.message.raw)
      return expect([code, issues]).toMatchObject(['unsupported', [{ path: 'raw' }]]);
    if (name === 'ses') expect(wire).toContain(`"Raw":{"Data":"${Buffer.from(eml).toString('base64')}"}`);
    else if (name === 'mailgun') expect(wire).toContain(eml);
    else expect(`${wire}\r\n`).toBe(eml.replace('.leading', '..leading'));
  });

  it('is previewed as it is', async () => {
    const email = createEmailClient({ driver: smtp({ host: 'mail.acme.dev' }) });
    const { raw } = await email.preview({ ...envelope, raw: Buffer.from(eml.replaceAll('\r\n', '\n')) });
    expect(Buffer.from(raw).toString()).toBe(eml);
  });

  it('goes to every recipient of the envelope, and to no other', async () => {
    const server = await start();
    const bcc = 'eve@example.com';
    const { messageId } = await client(server).send({
      ...envelope,
      bcc,
      raw: eml,
      envelopeFrom: 'b@acme.dev',
    });
    expect(messageId).toBe('<file-17@acme.dev>');
    const commands = server.lines.filter((line) => /^(MAIL|RCPT)/.test(line));
    expect(commands.map((line) => /<(.*)>/.exec(line)?.[1])).toEqual(['b@acme.dev', 'bob@example.com', bcc]);
  });

  it('gets a Message-ID and a Date where it has none', async () => {
    const server = await start();
    const raw = 'From: ann@acme.dev\nSubject: Hi\n\nHello';
    const { messageId } = await client(server).send({ ...envelope, raw });
    const mail = await parseMessage(Buffer.from(server.messages[0] ?? '', 'latin1'));
    expect([mail.messageId, mail.subject, mail.text?.trim()]).toEqual([messageId, 'Hi', 'Hello']);
    expect(mail.headers.map(({ name }) => name)).toContain('date');
  });

  it.each([
    ['without 8BITMIME is refused', [], 'unsupported'],
    ['is announced', ['8BITMIME'], undefined],
  ])('E11: text outside ASCII %s', async (_what, extensions, code) => {
    const server = await start({ extensions: ['AUTH PLAIN', ...extensions] });
    const raw = 'From: ann@acme.dev\n\nGrüße';
    const sending = client(server).send({ ...envelope, raw });
    const error: unknown = await sending.then(
      () => undefined,
      (thrown: unknown) => thrown,
    );
    if (code !== undefined) expect(error).toMatchObject({ code, outcome: 'not-sent' });
    else expect(server.lines.join('\n')).toMatch(/^MAIL FROM:<ann@acme.dev>.* BODY=8BITMIME/m);
  });

  it.each<[string, object, string]>([
    ['a subject', { subject: 'Hi' }, 'subject'],
    ['a file', { attachments: [{ filename: 'a.txt', content: 'x' }] }, 'attachments'],
    ['blind copies that everyone would see', { raw: `Bcc: eve@example.com\r\n${eml}` }, 'raw'],
    ['a body alone', { raw: 'Hello' }, 'raw'],
    ['no From', { raw: 'Subject: Hi\n\nHello' }, 'raw'],
    ['no recipient', { to: [] }, 'to'],
  ])('E2: is refused with %s', async (_what, extra, path) => {
    const email = createEmailClient({ driver: smtp({ host: 'mail.acme.dev' }) });
    const sending = email.send({ ...envelope, raw: eml, ...extra } as EmailMessage);
    await expect(sending).rejects.toMatchObject({ code: 'invalid-input', issues: [{ path }] });
  });

  it.each(['first', 'last'])('E2: has no line of more than 998 bytes, the %s one too', async (which) => {
    const email = createEmailClient({ driver: smtp({ host: 'mail.acme.dev' }) });
    const mail = (length: number) => {
      const lines = [
        which === 'first' ? 'a'.repeat(length) : 'a',
        which === 'last' ? 'a'.repeat(length) : 'a',
      ];
      return email.preview({ ...envelope, raw: `From: ann@acme.dev\r\n\r\n${lines.join('\r\n')}` });
    };
    await mail(998);
    await expect(mail(999)).rejects.toMatchObject({ code: 'invalid-input', issues: [{ path: 'raw' }] });
  });

  it('mailgun() and ses() address it by the envelope', async () => {
    const transport = createFakeTransport([{ answer: { status: 400, json: {} } }]);
    const options = { transport, retry: false, limiter: false } as const;
    const message = {
      ...envelope,
      cc: 'cat@example.com',
      bcc: 'eve@example.com',
      raw: eml,
      tags: ['spring'],
    };
    await createEmailClient({ driver: mailgun({ apiKey: 'key', domain: 'mg.acme.dev' }), ...options })
      .send(message)
      .catch(() => {});
    const credentials = { accessKeyId: 'id', secretAccessKey: 'secret' };
    await createEmailClient({ driver: ses({ region: 'eu-west-1', credentials }), ...options })
      .send(message)
      .catch(() => {});
    const [form, json] = transport.requests;
    expect(form?.url.pathname).toBe('/v3/mg.acme.dev/messages.mime');
    expect(form?.text().match(/name="(\w|:)+"/g)).toEqual(
      ['to', 'to', 'to', 'o:tag', 'message'].map((name) => `name="${name}"`),
    );
    expect(json?.json()).toMatchObject({
      FromEmailAddress: 'ann@acme.dev',
      Destination: {
        ToAddresses: [envelope.to],
        CcAddresses: ['cat@example.com'],
        BccAddresses: [message.bcc],
      },
    });
  });
});

it('`date` is that of the header', async () => {
  const server = await start();
  await client(server).send({
    ...envelope,
    subject: 'Hi',
    text: 'Hi',
    date: new Date('2026-01-05T10:00:00Z'),
  });
  expect(server.messages[0]).toMatch(/^Date: Mon, 0?5 Jan 2026 10:00:00 \+0000/m);
});
