import fc from 'fast-check';
import MailComposer from 'nodemailer/lib/mail-composer';
import { describe, expect, it } from 'vitest';
import { composeMail } from '../connection/nodemailer.ts';
import { serialize } from './serialize.ts';

const header = {
  from: { address: 'ann@acme.dev', name: 'Ann Müller' },
  to: [{ address: 'bob@example.com', name: '' }],
  subject: 'Your order 17',
  messageId: '<1@acme.dev>',
  date: new Date(0),
  baseBoundary: 'b',
};

/** A composed mail is used up by its composer. */
async function bytesOfBoth(mail: () => object): Promise<[ours: string, theirs: string]> {
  const theirs = await new MailComposer({ ...header, ...mail(), newline: 'windows' } as object)
    .compile()
    .build();
  return [serialize(composeMail({ ...header, ...mail() })).toString('latin1'), theirs.toString('latin1')];
}

const file = (content: Buffer, contentType = 'application/pdf') => ({
  filename: 'Rechnung für März.pdf',
  content,
  contentType,
  contentDisposition: 'attachment',
});
const image = { ...file(Buffer.from('GIF'), 'image/gif'), contentDisposition: 'inline', cid: 'logo' };
const eml = (text: string) => file(Buffer.from(text, 'latin1'), 'message/rfc822');
const calendar = { contentType: 'text/calendar; method=REQUEST', content: 'BEGIN:VCALENDAR\r\n' };

describe('serialize', () => {
  it.each<[string, object]>([
    ['nothing', {}],
    ['a text', { text: 'Hello' }],
    ['a text that ends with a line break', { text: 'Hello\n' }],
    ['a text that ends with CR', { text: 'Hello\r' }],
    ['mixed line breaks', { text: 'a\nb\r\nc\rd\r\r\ne\n\n.\n..\n' }],
    ['long lines', { text: `${'Thank you. '.repeat(40)}\n${'x'.repeat(2_000)}`, html: '<p>Hi</p>' }],
    ['trailing spaces', { text: `a \nb\t\r\n${'c '.repeat(60)}` }],
    ['text in quoted-printable', { text: `Grüße, ${'naïve '.repeat(30)}\nAnn = Bob` }],
    ['text in base64', { text: 'Привет, мир. '.repeat(30), html: '<p>🌍</p>' }],
    ['three alternatives', { text: 'Hi', html: '<p>Hi</p>', alternatives: [calendar] }],
    ['an attachment', { text: 'Hi', attachments: [file(Buffer.from('%PDF'))] }],
    ['attachments alone', { attachments: [file(Buffer.alloc(0)), file(Buffer.alloc(57)), image] }],
    ['an image in HTML', { text: 'Hi', html: '<img src="cid:logo">', attachments: [image] }],
    ['all of it', { text: 'Hi', html: '<p>', attachments: [image, file(Buffer.alloc(200, 255))] }],
    ['a mail as attachment', { text: 'Hi', attachments: [eml('Subject: x\n\nH\xe9\r\n')] }],
    ['header fields', { text: 'Hi', headers: [{ key: 'X-Note', value: 'é'.repeat(90) }] }],
    ['an international address', { text: 'Hi', to: [{ address: 'jürgen@example.com', name: '' }] }],
  ])('writes %s as nodemailer does', async (_, mail) => {
    const [ours, theirs] = await bytesOfBoth(() => ({ ...mail }));
    expect(ours).toBe(theirs);
  });

  it('writes any mail as nodemailer does', async () => {
    const unit = fc.constantFrom('a', 'é', '€', '😀', '.', '=', ' ', '\t', '\n', '\r\n', '\r', 'word ');
    const text = fc.string({ unit, maxLength: 400 });
    const bytes = fc.uint8Array({ maxLength: 300 });
    const mails = fc.record({ text, html: text, attached: fc.array(bytes, { maxLength: 2 }) });
    await fc.assert(
      fc.asyncProperty(mails, async ({ attached, ...mail }) => {
        const attachments = attached.map((content) => file(Buffer.from(content)));
        const [ours, theirs] = await bytesOfBoth(() => ({ ...mail, attachments }));
        expect(ours).toBe(theirs);
      }),
    );
  });
});
