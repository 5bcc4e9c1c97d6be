import PostalMime from 'postal-mime';
import { describe, expect, it } from 'vitest';
import { type Composition, composeMessage } from './compose-message.ts';
import { parseMessage } from './parse-message.ts';

const address = (name: string, at: string) => ({ name, address: at });
const plain: Composition = {
  id: 'm1',
  from: address('Änn', 'ann@acme.dev'),
  to: [address('', 'bob@example.com')],
  subject: 'Hällo',
  headers: [],
  attachments: [],
  date: new Date(0),
};
const file = (contentType: string, content: string) =>
  ({ filename: 'ä "1".bin', contentType, content: Buffer.from(content), disposition: 'attachment' }) as const;

const compositions: Readonly<Record<string, Partial<Composition>>> = {
  'no content': {},
  'a text': { text: 'one\r\ntwo' },
  'long lines': { text: 'word '.repeat(400), html: 'x'.repeat(4000) },
  'text in both forms, with other letters': { text: 'Grüße =3D \n', html: '<p>日本語</p>\r\n' },
  'a text that is no Latin': { text: '日本語'.repeat(300) },
  files: {
    text: 'Look:',
    attachments: [file('image/png', '\u0000\u0001'.repeat(300)), file('text/csv', 'ä;b\n'), file('', 'x')],
  },
  'a message as a file': { text: 'x', attachments: [file('message/rfc822', 'Subject: ä\r\n\r\nöld')] },
  'a picture of the text': {
    html: '<img src="cid:a">',
    attachments: [{ ...file('image/png', 'x'), disposition: 'inline', contentId: 'a' }],
  },
  headers: {
    text: 'x',
    headers: [
      ['X-Long', 'wörd '.repeat(60)],
      ['Subject', 'no'],
      ['X-Tags', 'a, b'],
    ],
  },
};

const compositionsOfServices: Readonly<Record<string, Partial<Composition>>> = {
  ...compositions,
  'a reply address with a comma': {
    text: 'x',
    replyTo: '"Lee, Änn" <a@acme.dev>, team: b@acme.dev, c@acme.dev;',
  },
  'a message as a file that no server takes': {
    text: 'x',
    attachments: [file('message/rfc822', `Subject: x\r\n\r\n\0${'y'.repeat(999)}`)],
  },
};

const lines = (text: string | undefined) => (text ?? '').replace(/\r\n?/g, '\n').replace(/\n$/, '');

describe('composing', () => {
  for (const [name, parts] of Object.entries(compositionsOfServices))
    it(`writes ${name}, as another parser reads it`, async () => {
      const composition = { ...plain, ...parts };
      const raw = composeMessage(composition);
      const mail = await PostalMime.parse(raw, {
        attachmentEncoding: 'arraybuffer',
        forceRfc822Attachments: true,
      });
      expect(mail).toMatchObject({ subject: 'Hällo', messageId: '<m1@mail.localhost>', from: plain.from });
      expect([mail.text, mail.html].map(lines)).toEqual([parts.text, parts.html].map(lines));
      // A parser gives the lines of an attached message with LF.
      const shown = (type: string, content: unknown) => {
        const bytes = Buffer.from(content as Uint8Array).toString('latin1');
        return type.startsWith('message/') ? lines(bytes).trimEnd() : bytes;
      };
      const files = mail.attachments.map((each) => [each.filename, shown(each.mimeType, each.content)]);
      const given = composition.attachments.map((each) => [
        each.filename,
        shown(each.contentType, each.content),
      ]);
      expect(files).toEqual(given);
      expect(parseMessage(raw)).toMatchObject({ subject: 'Hällo', messageId: '<m1@mail.localhost>' });
      const [head = '', ...bodies] = Buffer.from(raw).toString('latin1').split('\r\n\r\n');
      expect(head).toMatch(/^[\t\r\n -~]*$/);
      for (const line of [head, ...bodies].join('\r\n').split('\r\n')) expect(line.length).toBeLessThan(999);
    });

  it('keeps what services let through in its line', () => {
    const evil = 'a\r\nBcc: eve@example.com\n\nb';
    const raw = composeMessage({
      ...plain,
      id: evil,
      from: address(evil, 'ann@acme.dev'),
      to: [address('', evil)],
      replyTo: evil,
      subject: evil,
      headers: [
        ['X-One', evil],
        ['X-Two\r\nBcc', 'eve@example.com'],
        ...['Bcc ', 'B\r\ncc', 'From\u00a0', 'ü'].map((name) => [name, 'eve@example.com'] as const),
      ],
      alternatives: [{ contentType: `text/x-a; b="${evil}"`, content: 'x' }],
      attachments: [{ ...file(`text/${evil}`, 'x'), filename: evil, disposition: 'inline', contentId: evil }],
    });
    const [head = ''] = Buffer.from(raw).toString('latin1').split('\r\n\r\n');
    expect(head).not.toMatch(/^(?:Bcc)?:/im);
    expect(head.match(/^From:/gim)).toHaveLength(1);
  });

  it('writes half of a pair of surrogates as the replacement character', () => {
    const filename = 'a\ud800.txt';
    const headers = [['List-Unsubscribe', '<https://acme.dev/\ud800>']] as const;
    const raw = composeMessage({
      ...plain,
      text: '\ud800',
      headers,
      attachments: [{ ...file('', 'x'), filename }],
    });
    const { attachments, text } = parseMessage(raw);
    expect([attachments[0]?.filename, text?.trim()]).toEqual(['a\ufffd.txt', '\ufffd']);
  });

  it('gives a file without a type that of its name, and writes no empty part beside another', () => {
    const attachments = [{ ...file('', 'x'), filename: 'a.pdf' }];
    const { attachments: read, html } = parseMessage(
      composeMessage({ ...plain, text: 'Hi', html: '', attachments }),
    );
    expect([read[0]?.contentType, html]).toEqual(['application/pdf', undefined]);
  });

  it('reads a list and a group of reply addresses', () => {
    const replyTo = '"Lee, Änn" <a@acme.dev>, team: b@acme.dev, c@acme.dev;';
    const { replyTo: read } = parseMessage(composeMessage({ ...plain, text: 'x', replyTo }));
    expect(read.map((one) => one.address)).toEqual(['a@acme.dev', 'b@acme.dev', 'c@acme.dev']);
    expect(read[0]?.name).toBe('Lee, Änn');
  });
});
