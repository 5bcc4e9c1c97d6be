import { parseMail } from '@org/email/inbound';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mailAsText } from '../src/mail/message/mime/mail-as-text.ts';

const crlf = '\r\n';
/** Any bytes that are no boundary, one character for each. */
const anyBytes = fc.uint8Array({ minLength: 1, maxLength: 200 }).map((bytes) =>
  Buffer.from(bytes)
    .toString('latin1')
    .replace(/[\r\n-]/g, '.'),
);
const type = (name: string, extra = '') => `Content-Type: ${name}${crlf}${extra}${crlf}`;
const extras = fc.constantFrom(
  '',
  `Content-Transfer-Encoding: 8bit${crlf}`,
  `content-transfer-encoding:${crlf} binary${crlf}X-Last: 1${crlf}`,
);
const leaf = fc.oneof(
  fc.tuple(fc.constant('application/x-data; name=a'), extras, anyBytes),
  fc.tuple(fc.constant('text/plain; charset=iso-8859-1'), extras, anyBytes),
);
const bodyText = leaf.map(([name, extra, body]) => type(name, extra) + body);
const mailInside = bodyText.map(
  (inner) => `${type('message/rfc822; name=m.eml')}From: c@d.dev${crlf}${inner}`,
);
const leafText = fc.oneof(bodyText, mailInside);
const multipart = (parts: readonly string[], boundary: string) =>
  type(`multipart/mixed; boundary=${boundary}`) +
  parts.map((part) => `--${boundary}${crlf}${part}${crlf}`).join('') +
  `--${boundary}--${crlf}`;
const nested = fc.array(leafText, { minLength: 1, maxLength: 3 }).map((parts) => multipart(parts, 'inner'));
const mail = fc.oneof(
  leafText,
  nested,
  fc.array(fc.oneof(leafText, nested), { minLength: 1, maxLength: 3 }).map((all) => multipart(all, 'outer')),
);

/** With what is in the mails in it: these are encoded in themselves. */
const read = async (raw: Uint8Array): Promise<unknown> => {
  const { text, html, attachments, from } = await parseMail(raw);
  const files = attachments.map(async ({ filename, contentType, bytes }) => {
    const content = await bytes();
    const isMail = contentType === 'message/rfc822';
    return [filename, contentType, isMail ? await read(content) : Buffer.from(content).toString('latin1')];
  });
  return { from, text, html, files: await Promise.all(files) };
};

describe('a mail as a text', () => {
  it('keeps the bytes of each part', async () => {
    await fc.assert(
      fc.asyncProperty(mail, async (content) => {
        const raw = Buffer.from(`From: Ann <a@b.dev>${crlf}${content}`, 'latin1');
        expect(await read(Buffer.from(mailAsText(raw)))).toEqual(await read(raw));
      }),
      { numRuns: 300 },
    );
  });

  it('is the mail itself where that is UTF-8', () => {
    const raw = `Subject: Grüße${crlf}${type('text/plain')}☀`;
    expect(mailAsText(Buffer.from(raw))).toBe(raw);
  });

  it('does the same with a mail in the mail, which stays as readable as it is', () => {
    const inner = Buffer.from(`${type('text/plain; charset=iso-8859-1')}Grüße`, 'latin1');
    const raw = Buffer.concat([Buffer.from(type('message/rfc822')), inner]);
    expect(mailAsText(raw)).toBe(type('message/rfc822') + mailAsText(inner));
    expect(mailAsText(inner)).toContain('\r\nContent-Transfer-Encoding: base64\r\n\r\nR3L832U=');
  });

  it('keeps what comes after a mail in the mail', async () => {
    const inner = `${type('message/rfc822; name=m.eml')}${type('text/plain; charset=iso-8859-1')}Gr\xfc\xdfe`;
    const content = multipart([inner, `${type('application/pdf; name=bill.pdf')}%PDF`], 'outer');
    const { attachments } = await parseMail(Buffer.from(mailAsText(Buffer.from(content, 'latin1'))));
    expect(attachments.map(({ filename }) => filename)).toEqual(['m.eml', 'bill.pdf']);
  });

  it('leaves a mail that is in too many mails as it is', () => {
    const raw = Buffer.from(`${type('message/rfc822').repeat(6000)}Subject: x${crlf}${crlf}\xfc`, 'latin1');
    expect(mailAsText(raw)).toBe(raw.toString());
  });
});
