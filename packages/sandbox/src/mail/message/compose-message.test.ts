import MailComposer from 'nodemailer/lib/mail-composer';
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

/** The message that the composer itself writes. */
async function writtenByNodemailer({ headers, attachments, ...rest }: Composition): Promise<string> {
  const composer = new MailComposer({
    ...{ messageId: '<m1@mail.localhost>', date: rest.date, from: rest.from, to: [...rest.to] },
    ...{ subject: rest.subject, text: rest.text, html: rest.html, newline: 'windows' },
    headers: headers.filter(([name]) => name !== 'Subject').map(([key, value]) => ({ key, value })),
    attachments: attachments.map(({ content, contentType, disposition, contentId, filename }) => ({
      ...{ filename, content: Buffer.from(content), contentType, contentDisposition: disposition },
      ...(contentId !== undefined && { cid: contentId }),
    })),
  } as ConstructorParameters<typeof MailComposer>[0]);
  const message = await composer.compile().build();
  return message.toString('latin1');
}

/** Without the random part of boundaries, and without soft line breaks: any place is right for those. */
const comparable = (message: string) => message.replace(/_NmP-[0-9a-f]+/g, 'b').replaceAll('=\r\n', '');

describe('composing', () => {
  for (const [name, parts] of Object.entries(compositions))
    it(`writes ${name} as nodemailer does`, async () => {
      const composition = { ...plain, ...parts };
      const raw = composeMessage(composition);
      const expected = comparable(await writtenByNodemailer(composition));
      expect(comparable(Buffer.from(raw).toString('latin1'))).toBe(expected);
      expect(parseMessage(raw)).toMatchObject({ subject: 'Hällo', messageId: '<m1@mail.localhost>' });
      for (const line of Buffer.from(raw).toString('latin1').split('\r\n'))
        expect(line.length).toBeLessThan(999);
    });
});
