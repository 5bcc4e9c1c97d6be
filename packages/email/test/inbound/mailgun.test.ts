import type { InboundMail } from '@org/email/inbound';
import { describe, expect, it } from 'vitest';
import { mailgunPost, receive } from './receive.ts';

const headers = [
  ['X-Mailgun-Sscore', '1.7'],
  ['X-Mailgun-Sflag', 'No'],
  ['X-Mailgun-Spf', 'Pass'],
  ['X-Mailgun-Dkim-Check-Result', 'Fail'],
  ['Received', 'from a by b'],
  ['Received', 'from c by a'],
  ['From', '"Smith, Ann" <ann@example.com>'],
  ['To', 'In <in@acme.dev>, other@example.com'],
  ['Reply-To', 'replies@example.com'],
  ['Date', 'Wed, 11 Oct 2017 18:31:04 -0700 (PDT)'],
  ['Message-Id', '<a1@mail.example.com>'],
  ['In-Reply-To', '<sent@acme.dev>'],
  ['References', '<first@acme.dev>\r\n <sent@acme.dev>'],
  ['Subject', 'Hello'],
];
const fields = {
  token: 'token of this delivery',
  recipient: 'in+t1@acme.dev',
  sender: 'bounces@example.com',
  subject: 'Hello ☀',
  'body-plain': 'Gruß',
  'body-html': '<p>Gruß</p>',
  'message-headers': JSON.stringify(headers),
};
const raw =
  'From: Ann <ann@example.com>\r\nTo: in@acme.dev\r\nSubject: =?utf-8?q?Gr=C3=BC=C3=9Fe?=\r\n' +
  'Content-Type: text/plain; charset=iso-8859-1\r\nContent-Transfer-Encoding: 8bit\r\n\r\nGr\xfc\xdfe\r\n';

async function read(body: object): Promise<InboundMail> {
  const { errors, mails } = await receive('mailgun', mailgunPost(body));
  expect(errors).toEqual([]);
  return mails[0] as InboundMail;
}

describe('mail that Mailgun forwards', () => {
  it('has the fields of the model', async () => {
    const { headers: lines, ...mail } = await read(fields);
    expect(mail).toEqual({
      provider: 'mailgun',
      id: 'token of this delivery',
      envelope: { from: 'bounces@example.com', to: ['in+t1@acme.dev'] },
      from: { address: 'ann@example.com', name: 'Smith, Ann' },
      to: [{ address: 'in@acme.dev', name: 'In' }, { address: 'other@example.com' }],
      cc: [],
      replyTo: [{ address: 'replies@example.com' }],
      subject: 'Hello ☀',
      date: new Date('2017-10-12T01:31:04Z'),
      messageId: 'a1@mail.example.com',
      inReplyTo: 'sent@acme.dev',
      references: ['first@acme.dev', 'sent@acme.dev'],
      text: 'Gruß',
      html: '<p>Gruß</p>',
      attachments: [],
      spam: { score: 1.7, isSpam: false },
      authentication: { spf: 'pass', dkim: 'fail' },
      isAutoReply: false,
      raw: undefined,
    });
    const unfolded = headers.map(([name, value]) => [name, value?.replace('\r\n', '')]);
    expect(lines.map(({ name, value }) => [name, value])).toEqual(unfolded);
  });

  it('security: believes no result that the sender wrote', async () => {
    const own = headers.filter(([name]) => !name?.startsWith('X-Mailgun'));
    const forged = [...own, ...headers.filter(([name]) => name?.startsWith('X-Mailgun'))];
    const mail = await read({ ...fields, 'message-headers': JSON.stringify(forged) });
    expect([mail.spam, mail.authentication]).toEqual([{}, {}]);
  });

  it('has its files, to the byte', async () => {
    const bytes = Uint8Array.from({ length: 256 }, (_, index) => index);
    const mail = await read({
      ...fields,
      'content-id-map': '{"<logo@1>":"attachment-2"}',
      'attachment-1': new File([bytes], '../../été.bin', { type: 'Application/X-Data' }),
      'attachment-2': new File(['GIF'], 'logo.gif', { type: 'image/gif' }),
    });
    const [first, second] = mail.attachments;
    expect(first).toMatchObject({
      filename: 'été.bin',
      contentType: 'application/x-data',
      disposition: 'attachment',
    });
    expect(await first?.bytes()).toEqual(bytes);
    expect(second).toMatchObject({ contentId: 'logo@1', disposition: 'inline', contentType: 'image/gif' });
  });

  it('as MIME, is read from its bytes in their character set', async () => {
    const signed = mailgunPost({ ...fields, 'body-mime': '(here)' });
    const text = Buffer.from(await signed.arrayBuffer())
      .toString('latin1')
      .replace('(here)', raw);
    const request = new Request(signed.url, {
      method: 'POST',
      headers: signed.headers,
      body: Buffer.from(text, 'latin1'),
    });
    const { mails } = await receive('mailgun', request);
    expect(mails).toMatchObject([{ subject: 'Grüße', text: 'Grüße', from: { name: 'Ann' }, spam: {} }]);
    expect(Buffer.from((await mails[0]?.raw?.()) ?? []).toString('latin1')).toBe(raw);
  });

  it('as a plain form, is the same', async () => {
    const form = await mailgunPost(fields).formData();
    const body = new URLSearchParams([...form].map(([name, value]) => [name, `${value}`]));
    const { mails } = await receive(
      'mailgun',
      new Request('https://acme.dev/inbound', { method: 'POST', body }),
    );
    expect(mails).toMatchObject([{ subject: 'Hello ☀', text: 'Gruß' }]);
  });

  it('stored by Mailgun, it has files that say where they are', async () => {
    const url = 'https://storage.mailgun.net/v3/domains/acme.dev/messages/KEY/attachments/0';
    const mail = await read({
      ...fields,
      attachments: JSON.stringify([{ url, name: 'a.pdf', 'content-type': 'application/pdf' }]),
    });
    expect(mail.attachments).toMatchObject([{ filename: 'a.pdf', contentType: 'application/pdf' }]);
    await expect(mail.attachments[0]?.bytes()).rejects.toThrow(url);
  });

  it('security: an old or changed signature is refused with 406', async () => {
    const request = mailgunPost(fields);
    const form = await request.formData();
    form.set('token', 'another');
    expect(
      await receive('mailgun', new Request('https://acme.dev/', { method: 'POST', body: form })),
    ).toMatchObject({
      status: 406,
      mails: [],
    });
  });
});
