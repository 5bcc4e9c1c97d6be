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
const leafText = leaf.map(([name, extra, body]) => type(name, extra) + body);
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

const read = async (raw: Uint8Array) => {
  const { text, html, attachments, from } = await parseMail(raw);
  const files = attachments.map(async ({ filename, contentType, bytes }) => [
    filename,
    contentType,
    Buffer.from(await bytes()).toString('latin1'),
  ]);
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
});
