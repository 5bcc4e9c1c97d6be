import { parseMail } from '@org/email/inbound';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parameterOf } from '../../src/inbound/kit.ts';
import { postOf, receive } from './receive.ts';

const base64 = (text: string) => `=?utf-8?B?${Buffer.from(text).toString('base64')}?=`;
const quoted = (text: string) =>
  `=?utf-8?Q?${Buffer.from(text).toString('hex').toUpperCase().replace(/../g, '=$&')}?=`;
const extended = (text: string) =>
  `utf-8'en'${[...Buffer.from(text)].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('')}`;

/** A name as a service passes it on, and as a program may show it. */
const names: [given: string, shown: string | undefined][] = [
  // Base64 with slashes.
  [base64('ÿÿÿ.pdf'), 'ÿÿÿ.pdf'],
  [base64('../../etc/passwd'), 'passwd'],
  [base64('C:\\a\\b.txt'), 'b.txt'],
  ['=?iso-8859-1?Q?Gr=FC=DFe.pdf?=', 'Grüße.pdf'],
  ['=?utf-8?Q?a_b?= =?utf-8?Q?c?=.pdf', 'a bc.pdf'],
  [quoted('a\r\nb\u202etxt.exe'), 'abtxt.exe'],
  [extended('€ 1.txt'), '€ 1.txt'],
  ["iso-8859-1''Gr%FC%DFe.pdf", 'Grüße.pdf'],
  ["it's 50%25 'off'.pdf", "it's 50%25 'off'.pdf"],
  ["'Draft' 50%25 off.pdf", "'Draft' 50%25 off.pdf"],
  ["utf-8''plain.pdf", "utf-8''plain.pdf"],
  ['a"b.pdf', 'a"b.pdf'],
  ['=?bogus', '=?bogus'],
  ['📎.pdf', '📎.pdf'],
  [`${'x'.repeat(300)}.pdf`, `${'x'.repeat(300)}.pdf`],
  ['..', undefined],
  ['', undefined],
];

describe('file names of mail that arrives', () => {
  it.each(names)('%j is %j', async (Name, shown) => {
    const post = { FromFull: {}, MessageID: '1', Attachments: [{ Name, Content: '', ContentType: 'a/b' }] };
    const { mails } = await receive('postmark', postOf('postmark', post));
    expect(mails[0]?.attachments.map(({ filename }) => filename)).toEqual([shown]);
  });

  it.each(names.filter(([given]) => !/[\r\n"\\]/.test(given) && given.length < 200))(
    '%j in a header of a mail is %j',
    async (given, shown) => {
      const head = Buffer.from(`Content-Type: a/b\r\nContent-Disposition: attachment; filename="${given}"`);
      const { attachments } = await parseMail(Buffer.concat([head, Buffer.from('\r\n\r\nx')]));
      expect(attachments.map(({ filename }) => filename)).toEqual([shown]);
    },
  );

  it('are whole in a parameter, however it is divided, quoted and encoded', () => {
    const hex = (text: string) =>
      [...Buffer.from(text)].map((byte) => {
        const character = String.fromCharCode(byte);
        return /[a-z]/i.test(character) ? character : `%${byte.toString(16).padStart(2, '0')}`;
      });
    const text = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 30 });
    fc.assert(
      fc.property(text, fc.nat(20), (name, cut) => {
        const bytes = hex(name);
        const [first, second] = [bytes.slice(0, cut).join(''), bytes.slice(cut).join('')];
        const divided = `x; Name*1*=${second}; name*0*=UTF-8''${first}; size=1`;
        expect(parameterOf(divided, 'name')).toBe(name);
        expect(parameterOf(`x; name=other; name*=utf-8''${bytes.join('')}`, 'name')).toBe(name);
        const inQuotes = `x; a="n;name=no"; name="${name.replace(/["\\]/g, '\\$&')}"; b=1`;
        if (!/[\r\n]/.test(name)) expect(parameterOf(inQuotes, 'name')).toBe(name);
      }),
      { numRuns: 300 },
    );
  });

  it.each([
    [`x; name*0="a%20"; name*1=b`, 'a%20b'],
    [`x; name = a.txt`, 'a.txt'],
    [`x; name*=UTF-8''invoice.pdf`, 'invoice.pdf'],
    [`x; name*=bogus''a%20b.txt`, 'a b.txt'],
    [`x; name*=UTF-8''Gr%FC%DFe.pdf`, 'Grüße.pdf'],
    [`x; name*=''a%20b.txt`, 'a b.txt'],
    [`x; name*=UTF-8''%E2%82%AC€.txt`, '%E2%82%AC€.txt'],
    [`x; name*0*=UTF-8''long; name*1="name.pdf"`, 'longname.pdf'],
    [`x; name*0="it's 'a' 100%"; name*1*=%20b.txt`, "it's 'a' 100% b.txt"],
    [`x; name="report 2026.pdf`, 'report 2026.pdf'],
    [`x; name="`, ''],
    [`x; name=""`, ''],
    [String.raw`x; name="C:\docs\a.pdf"`, String.raw`C:\docs\a.pdf`],
    [undefined, undefined],
  ])('%j has the name %j', (header, name) => {
    expect(parameterOf(header, 'name')).toBe(name);
  });
});
