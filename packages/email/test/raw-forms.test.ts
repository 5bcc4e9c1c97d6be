// A message that goes as MIME has the same bytes through every driver that writes MIME.
import type { EmailMessage } from '@org/email';
import { describe, expect, it } from 'vitest';
import { everyDriver } from './support/every-driver.ts';

const base = { from: 'Ann <ann@acme.dev>', to: 'bob@example.com', subject: 'Hi', text: 'Hello' } as const;
const writers = everyDriver.filter(({ capabilities }) => capabilities.message.mime);
const inner = (content: Uint8Array | string) =>
  ({ filename: 'a.eml', contentType: 'message/rfc822', content }) as const;

const messages: readonly (readonly [what: string, fields: object])[] = [
  ['a sender', { sender: 'Desk <desk@acme.dev>', replyTo: ['a@acme.dev', 'B <b@acme.dev>'] }],
  [
    'an invitation',
    { alternatives: [{ contentType: 'text/calendar; method=REQUEST', content: 'SUMMARY:Ü' }] },
  ],
  [
    'all parts',
    {
      subject: 'Grüße',
      html: '<img src="cid:logo">',
      cc: 'Jörg <joerg@example.com>',
      bcc: 'eve@example.com',
      alternatives: [{ contentType: 'text/x-amp-html', content: '<html ⚡4email></html>' }],
      attachments: [
        { filename: 'März.txt', content: 'ä' },
        { filename: 'logo.png', content: 'png', contentId: 'logo' },
        inner('Subject: x\n\nold'),
      ],
      headers: { 'X-Campaign': 'spring' },
    },
  ],
  ['a header outside ASCII', { headers: { 'X-Note': 'größe', 'List-Id': '"Acme Nüws" <news.acme.dev>' } }],
  ['a prepared header', { headers: { 'X-Note': { prepared: true, value: '=?UTF-8?Q?=C3=BC?=\r\n b' } } }],
  [
    'a finished message',
    { subject: undefined, text: undefined, raw: 'From: ann@acme.dev\nSubject: x\n\n.y' },
  ],
];

/** The mail inside of a request, with one Message-ID, Date and boundary for all. */
function mailIn(name: string, wire = ''): string {
  const [, data = ''] = /"Raw":\{"Data":"([^"]+)"/.exec(wire) ?? [];
  const [, part = ''] = /filename="message\.eml"\r\n[\s\S]*?\r\n\r\n([\s\S]*)\r\n--/.exec(wire) ?? [];
  const mail =
    name === 'ses'
      ? Buffer.from(data, 'base64').toString()
      : name === 'mailgun'
        ? part
        : `${Buffer.from(wire, 'latin1').toString()}\r\n`.replace(/^\.\./gm, '.');
  return mail
    .replace(/^Message-ID: <.*>/m, 'Message-ID: <id>')
    .replace(/^Date: .*/m, 'Date: now')
    .replace(/(=_(?:mixed|related|alternative)_)[\w-]{36}/g, '$1id');
}

describe('the MIME of each driver that writes it', () => {
  it('is that of smtp(), and of two services', () => {
    expect(writers.map(({ name }) => name).sort()).toEqual(['mailgun', 'ses', 'smtp']);
  });

  it.each(messages)('is the same: %s', async (_what, fields) => {
    const mails = new Map<string, string>();
    for (const { name, send } of writers) {
      const { wire, code } = await send({ ...base, ...fields } as EmailMessage);
      expect([name, code]).toEqual([name, undefined]);
      mails.set(name, mailIn(name, wire));
    }
    const own = mails.get('smtp');
    expect(own).toMatch(/^From: [\s\S]*\r\n\r\n/m);
    for (const [name, mail] of mails) expect([name, mail]).toEqual([name, own]);
  });

  it.each(['ses', 'mailgun'])('has no place beside a template of %s', async (name) => {
    const driver = writers.find((each) => each.name === name);
    const template = { from: base.from, to: base.to, template: { id: 'a' } };
    const alternatives = [{ contentType: 'text/calendar', content: 'a' }];
    for (const fields of [{ alternatives }, { sender: 'desk@acme.dev' }])
      expect(await driver?.send({ ...template, ...fields })).toMatchObject({ code: 'unsupported' });
  });
});

const zero = inner(new Uint8Array([...Buffer.from('Subject: x\n\n'), 0]));
const long = inner(`Subject: x\n\n${'y'.repeat(999)}`);
const invitation = { alternatives: [{ contentType: 'text/calendar', content: 'a' }] };

/**
 * Rules of mail as SMTP carries it: RFC 5321, section 4.5.3.1.6, and RFC 2045, section 2.8. A service that
 * gets fields writes its own mail of them.
 */
describe('preview refuses what the MIME of its driver cannot carry, and no other driver does', () => {
  it.each<[string, readonly string[], object]>([
    ['an attached message with a zero byte', ['smtp'], { attachments: [zero] }],
    ['an attached message with a long line', ['smtp'], { attachments: [long] }],
    [
      'a header that cannot be folded',
      ['smtp'],
      { headers: { [`List-${'n'.repeat(70)}`]: 'v'.repeat(998) } },
    ],
    [
      'an invitation beside such a message',
      ['mailgun', 'ses', 'smtp'],
      { attachments: [zero], ...invitation },
    ],
    [
      'a finished message with a long line',
      ['mailgun', 'ses', 'smtp'],
      { raw: `From: a@acme.dev\n\n${'y'.repeat(999)}`, subject: undefined, text: undefined },
    ],
  ])('%s', async (_what, refusing, fields) => {
    const message = { ...base, ...fields } as EmailMessage;
    const refusedBy = async (call: 'preview' | 'send') => {
      const codes = await Promise.all(
        everyDriver.map(async (driver): Promise<[name: string, code: unknown]> => {
          if (call === 'send') return [driver.name, (await driver.send(message, 'allow')).code];
          const previewed = await driver.preview(message).catch((error: { code: unknown }) => error);
          return [driver.name, 'code' in previewed ? previewed.code : undefined];
        }),
      );
      return codes
        .filter(([, code]) => code === 'invalid-input')
        .map(([name]) => name)
        .sort();
    };
    expect(await refusedBy('preview')).toEqual(refusing);
    expect(await refusedBy('send')).toEqual(expect.arrayContaining([...refusing]));
  });
});
