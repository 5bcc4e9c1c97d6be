import { createEmailClient, type EmailClient, type EmailMessage } from '@org/email';
import { plunk } from '@org/email/plunk';
import { smtp } from '@org/email/smtp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type MailService, startMailService } from '../../sandbox/src/mail/service/service.ts';

const base = { from: 'ann@acme.dev', to: 'bob@example.com', subject: 'Hi', html: '<p>Hi</p>' };

const breaks = ['\r\n', '\n', '\r', '\u0000', '\u0085', '\u2028', '\u000b', '\u001b'];
const payload = 'Bcc: thief@evil.example';

/** The places for an attacker's text in a message. */
const places: readonly (readonly [string, (text: string) => object])[] = [
  ['from', (text) => ({ from: `ann@acme.dev${text}` })],
  ['from name', (text) => ({ from: { address: 'ann@acme.dev', name: `Ann${text}` } })],
  ['to', (text) => ({ to: `bob@example.com${text}` })],
  ['to local part', (text) => ({ to: `bob${text}@example.com` })],
  ['quoted local part', (text) => ({ to: `"bob${text}"@example.com` })],
  ['to name', (text) => ({ to: { address: 'bob@example.com', name: `Bob${text}` } })],
  ['replyTo', (text) => ({ replyTo: `re@acme.dev${text}` })],
  ['subject', (text) => ({ subject: `Hi${text}` })],
  ['header name', (text) => ({ headers: { [`X-A${text}`]: 'b' } })],
  ['header value', (text) => ({ headers: { 'X-A': `b${text}` } })],
  ['unsubscribe URL', (text) => ({ listUnsubscribe: { url: `https://acme.dev/${text}` } })],
  ['unsubscribe address', (text) => ({ listUnsubscribe: { mailto: `out@acme.dev${text}` } })],
  ['filename', (text) => ({ attachments: [{ filename: `a${text}.txt`, content: 'x' }] })],
  [
    'content type',
    (text) => ({ attachments: [{ filename: 'a', content: 'x', contentType: `text/plain${text}` }] }),
  ],
  [
    'content id',
    (text) => ({
      attachments: [{ filename: 'a', content: 'x', disposition: 'inline', contentId: `a${text}` }],
    }),
  ],
];

/** Other injections, without a line break. */
const shapes: readonly (readonly [string, object])[] = [
  ['a comma in a recipient', { to: 'bob@example.com,thief@evil.example' }],
  ['a second recipient in angle brackets', { to: '<bob@example.com> <thief@evil.example>' }],
  ['a route', { to: '<@evil.example:bob@example.com>' }],
  ['an unquoted @ before the domain', { to: 'bob@example.com@evil.example' }],
  ['a parameter of the command', { to: 'bob@example.com> NOTIFY=NEVER ORCPT=x' }],
  ['a parameter of the sender', { from: 'ann@acme.dev> SIZE=1' }],
  ['a reserved header', { headers: { Bcc: 'thief@evil.example' } }],
  ['a reserved header in other letters', { headers: { bCC: 'thief@evil.example' } }],
  ['a content header', { headers: { 'Content-Type': 'text/html' } }],
  ['a header of a server', { headers: { 'Authentication-Results': 'spf=pass' } }],
  ['a resent header', { headers: { 'Resent-To': 'thief@evil.example' } }],
  ['a header name with a colon', { headers: { 'X-A: b\u003aBcc': 'x' } }],
  ['a header name with a space', { headers: { 'Bcc ': 'thief@evil.example' } }],
  ['an empty header name', { headers: { '': 'x' } }],
  ['a header twice', { headers: { 'X-A': '1', 'x-a': '2' } }],
  ['a path as attachment', { attachments: [{ filename: 'a', path: '/etc/passwd' }] }],
  ['a URL as attachment', { attachments: [{ filename: 'a', href: 'http://127.0.0.1/' }] }],
  ['a path as content', { attachments: [{ filename: 'a', content: { path: '/etc/passwd' } }] }],
  ['a path as HTML', { html: { path: '/etc/passwd' } }],
  ['a path as text', { text: { href: 'http://127.0.0.1/' } }],
  ['a path as filename', { attachments: [{ filename: '../../etc/passwd', content: 'x' }] }],
  [
    'a content type with a second header',
    { attachments: [{ filename: 'a', content: 'x', contentType: 'text/plain; a=b c' }] },
  ],
  [
    'an unsubscribe URL with a second target',
    { listUnsubscribe: { url: 'https://acme.dev/>, <mailto:x@evil.example' } },
  ],
  ['a script as unsubscribe URL', { listUnsubscribe: { url: 'javascript:alert(1)' } }],
  ['half a surrogate pair in the subject', { subject: 'Hi \ud83d' }],
];

/** Harmless text, which must be sent and must change nothing. */
const harmless: readonly (readonly [string, object])[] = [
  ['an encoded word in the subject', { subject: '=?utf-8?Q?=0D=0ABcc:_thief@evil.example?=' }],
  ['a header in the subject', { subject: payload }],
  [
    'quotes and brackets in a name',
    { to: { address: 'bob@example.com', name: '"<thief@evil.example>", x' } },
  ],
  ['an encoded word in a name', { to: { address: 'bob@example.com', name: '=?utf-8?Q?=0D=0ABcc:_x?=' } }],
  ['a header in the body', { html: `\r\n\r\n${payload}\r\n.\r\nMAIL FROM:<x@evil.example>\r\n` }],
  ['the end of the message in the body', { html: 'a\r\n.\r\nDATA' }],
  [
    'the end with bare line feeds',
    { html: 'a\n.\nMAIL FROM:<x@evil.example>\nRCPT TO:<thief@evil.example>\nDATA\n' },
  ],
  ['the end with bare carriage returns', { html: 'a\r.\rMAIL FROM:<x@evil.example>\r' }],
  ['a mixture of both', { html: 'a\n.\r\nMAIL FROM:<x@evil.example>\r\n' }],
  ['a MIME boundary in the body', { html: '--_NmP-\r\nContent-Type: text/plain\r\n\r\nx' }],
];

const cases = [
  ...places.flatMap(([place, make]) =>
    breaks.map((end) => [`${JSON.stringify(end)} in ${place}`, make(end + payload)] as const),
  ),
  ...shapes,
];

describe.each(['plunk', 'smtp'] as const)('E2: %s against injection', (name) => {
  let service: MailService;
  beforeAll(async () => {
    service = await startMailService();
  });
  afterAll(() => service.close());

  const createClient = (): Pick<EmailClient, 'send' | 'close'> => {
    const { apiKey, apiUrl: baseUrl } = service;
    if (name === 'smtp') return createEmailClient({ driver: smtp(service.smtp), limiter: false });
    return createEmailClient({ driver: plunk({ apiKey, baseUrl }), limiter: false });
  };

  it.each(cases)('refuses %s before anything is sent', async (_what, field) => {
    const before = service.stats.requests + service.stats.messages;
    const email = createClient();
    await expect(email.send({ ...base, ...field } as EmailMessage)).rejects.toMatchObject({
      code: 'invalid-input',
      outcome: 'not-sent',
    });
    expect(service.stats.requests + service.stats.messages).toBe(before);
    await email.close();
  });

  it('sends exactly one mail, to exactly one recipient, whatever a harmless text looks like', async () => {
    const email = createClient();
    for (const [what, field] of harmless) {
      service.mailbox.clear();
      await email.send({ ...base, ...field } as EmailMessage);
      const mails = service.mailbox.list();
      expect([what, mails.map(({ envelope }) => envelope)]).toEqual([
        what,
        [{ from: 'ann@acme.dev', to: ['bob@example.com'] }],
      ]);
      const names =
        new TextDecoder()
          .decode(mails[0]?.raw)
          .split('\r\n\r\n')[0]
          ?.match(/^[\w-]+(?=:)/gm) ?? [];
      expect(names.map((header) => header.toLowerCase())).not.toContain('bcc');
      expect(mails[0]?.parsed.to.map(({ address }) => address)).toEqual(['bob@example.com']);
    }
    await email.close();
  });

  it('P9: a polluted prototype changes nothing', async () => {
    const email = createClient();
    const polluted = { bcc: 'thief@evil.example', cc: 'thief@evil.example', headers: { 'X-Evil': '1' } };
    service.mailbox.clear();
    await email.send(Object.assign(Object.create(polluted), base));
    expect(service.mailbox.list().map(({ envelope }) => envelope.to)).toEqual([['bob@example.com']]);
    expect(new TextDecoder().decode(service.mailbox.list()[0]?.raw)).not.toMatch(/evil/i);
    await email.close();
  });
});
