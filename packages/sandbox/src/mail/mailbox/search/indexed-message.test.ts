import { describe, expect, it } from 'vitest';
import { type Composition, composeMessage } from '../../message/compose-message.ts';
import { createMessage } from '../../message/received-message.ts';
import { createMailbox } from '../mailbox.ts';
import { fieldsOf, textOf } from './indexed-message.ts';

const address = (name: string, at: string) => ({ name, address: at });
const plain: Composition = {
  id: 'm1',
  from: address('Änn', 'ann@acme.dev'),
  to: [address('', 'bob@example.com'), address('Lee, Carl', 'carl@example.com')],
  subject: 'Hällo "you"',
  headers: [['X-Tags', 'a']],
  attachments: [],
  date: new Date(0),
};
const file = (
  contentType: string,
  filename: string,
  disposition: 'attachment' | 'inline' = 'attachment',
) => ({
  ...{ filename, contentType, content: Buffer.from('file words'), disposition },
  ...(disposition === 'inline' && { contentId: '<logo>' }),
});

const compositions: Readonly<Record<string, Partial<Composition>>> = {
  'no content': {},
  'a text': { text: 'one\r\ntwo =3D three' },
  'both parts': { text: 'Grüße', html: '<p>日本語 &auml;</p><style>x</style>' },
  'long lines': { text: 'word '.repeat(400), html: `<b>${'x'.repeat(4000)}</b>` },
  addresses: {
    cc: [address('', 'dora@example.com')],
    replyTo: '"Lee, Änn" <a@acme.dev>, team: b@acme.dev;',
  },
  files: { html: '<p>x</p>', attachments: [file('image/png', 'ä "1".png', 'inline'), file('', 'b.pdf')] },
  'a text as a file': { text: 'x', attachments: [file('text/plain', 'notes.txt')] },
  'a text beside the text': { text: 'x', attachments: [file('text/plain', 'notes.txt', 'inline')] },
  'a message as a file': { text: 'x', attachments: [file('message/rfc822', 'old.eml')] },
  'further forms': {
    text: 'x',
    alternatives: [{ contentType: 'text/calendar', content: 'BEGIN:VCALENDAR' }],
  },
  'a further form that is shown': { html: 'x', alternatives: [{ contentType: 'text/plain', content: 'y' }] },
  'line breaks in fields': { subject: 'a\r\nBcc: x@y.dev', text: 'x', replyTo: 'a@b.dev\r\n' },
};

describe('the index of a mail', () => {
  it.each(Object.entries(compositions))('with %s is the same before it is composed', (_name, parts) => {
    const composition = { ...plain, ...parts };
    const envelope = { from: 'ann@acme.dev', to: ['bob@example.com', 'blind@example.com'] };
    const index = (raw: Composition | Uint8Array) => {
      const state = { receivedAt: new Date(0), isRead: false };
      const message = createMessage({ id: 'm1', via: 'api', envelope, raw }, state);
      return [fieldsOf(message), textOf(message)];
    };
    expect(index(composition)).toEqual(index(composeMessage(composition)));
  });

  it('S4: has at most 32 Ki characters of text, with words of both parts', () => {
    const raw = { ...plain, html: `<p>${'visible '.repeat(50_000)}`, text: 'plain '.repeat(50_000) };
    const envelope = { from: 'ann@acme.dev', to: [] };
    const state = { receivedAt: new Date(0), isRead: false };
    const text = textOf(createMessage({ id: 'm1', via: 'api', envelope, raw }, state));
    expect(text.length).toBeLessThanOrEqual(32 * 1024);
    expect([text.includes('visible'), text.includes('plain')]).toEqual([true, true]);
  });

  it('is made once in the background, without composing, and not for removed mail', async () => {
    const mailbox = createMailbox({ now: () => 0 });
    const reads = { index: 0, composing: 0 };
    const put = (id: string) => {
      const raw = {
        ...plain,
        id,
        get html() {
          reads.index += 1;
          return '<p>Hello</p>';
        },
        get date() {
          reads.composing += 1; // only the composer reads it
          return new Date(0);
        },
      };
      mailbox.put({ id, via: 'api', envelope: { from: 'a@b.dev', to: [] }, raw });
    };
    put('gone');
    const readsOfSize = reads.index;
    mailbox.remove(['gone']);
    await expect.poll(() => mailbox.unindexed).toBe(0);
    expect(reads.index).toBe(readsOfSize); // no index
    reads.index = 0;
    for (let at = 0; at < 300; at += 1) put(`m${at}`);
    await expect.poll(() => mailbox.unindexed).toBe(0);
    const indexed = reads.index;
    expect(indexed).toBeGreaterThanOrEqual(300 * (readsOfSize + 1));
    expect(mailbox.search('hello')).toHaveLength(300);
    expect(reads).toEqual({ index: indexed, composing: 0 });
    mailbox.close();
  });
});
