import type { InboundMail } from '@org/email/inbound';
import { describe, expect, it } from 'vitest';
import { postOf, receive } from './receive.ts';

const wire = {
  FromFull: { Email: 'ann@example.com', Name: 'Ann', MailboxHash: '' },
  ToFull: [{ Email: 'in+t1@acme.dev', Name: 'In', MailboxHash: 't1' }],
  CcFull: [{ Email: 'cc@example.com', Name: '', MailboxHash: '' }],
  OriginalRecipient: 'in+t1@acme.dev',
  From: 'ann@example.com',
  ReplyTo: '"Replies" <replies@example.com>',
  Subject: 'Grüße',
  MessageID: '22c74902-a0c1-4511-804f2-341342852c90',
  Date: 'Wed, 11 Oct 2017 18:31:04 -0700',
  TextBody: 'Hello',
  HtmlBody: '<p>Hello</p>',
  Headers: [
    { Name: 'Return-Path', Value: '<bounces@example.com>' },
    { Name: 'Return-Path', Value: '<of-the-sender@example.com>' },
    { Name: 'Received', Value: 'by a.inbound.postmarkapp.com (Postfix, from userid 996)' },
    { Name: 'X-Spam-Score', Value: '-0.1' },
    { Name: 'X-Spam-Status', Value: 'Yes' },
    { Name: 'Received-SPF', Value: 'Pass (sender SPF authorized) identity=mailfrom' },
    { Name: 'Received', Value: 'from mail.example.com by a.inbound.postmarkapp.com' },
    { Name: 'Message-ID', Value: '<a1@mail.example.com>' },
    { Name: 'Auto-Submitted', Value: 'auto-replied (vacation)' },
  ],
  Attachments: [
    { Name: 'a.txt', Content: 'SGVs\r\nbG8=', ContentType: 'text/plain; charset=utf-8', ContentLength: 5 },
    { Name: 'logo.png', Content: '', ContentType: 'image/png', ContentID: 'logo@1', ContentLength: 0 },
  ],
};

const read = async (body: object) => receive('postmark', postOf('postmark', body));

describe('mail from Postmark', () => {
  it('has the fields of the model', async () => {
    const { mails, errors } = await read(wire);
    expect(errors).toEqual([]);
    const { attachments, headers, ...mail } = mails[0] as InboundMail;
    expect(mail).toEqual({
      provider: 'postmark',
      id: wire.MessageID,
      envelope: { from: 'bounces@example.com', to: ['in+t1@acme.dev'] },
      from: { address: 'ann@example.com', name: 'Ann' },
      to: [{ address: 'in+t1@acme.dev', name: 'In' }],
      cc: [{ address: 'cc@example.com' }],
      replyTo: [{ address: 'replies@example.com', name: 'Replies' }],
      subject: 'Grüße',
      date: new Date('2017-10-12T01:31:04Z'),
      messageId: 'a1@mail.example.com',
      inReplyTo: undefined,
      references: [],
      text: 'Hello',
      html: '<p>Hello</p>',
      spam: { score: -0.1, isSpam: true },
      authentication: { spf: 'pass' },
      isAutoReply: true,
      raw: undefined,
    });
    expect(headers.filter(({ name }) => name === 'Return-Path')).toHaveLength(2);
    expect(attachments).toMatchObject([
      { filename: 'a.txt', contentType: 'text/plain', size: 5, disposition: 'attachment' },
      { filename: 'logo.png', contentType: 'image/png', size: 0, contentId: 'logo@1', disposition: 'inline' },
    ]);
    expect(new TextDecoder().decode(await attachments[0]?.bytes())).toBe('Hello');
  });

  it('passes the mail as it was sent', async () => {
    const { mails } = await read({ ...wire, RawEmail: 'Subject: Grüße\r\n\r\nHello' });
    expect(new TextDecoder().decode(await mails[0]?.raw?.())).toBe('Subject: Grüße\r\n\r\nHello');
  });

  it('a report of a mail server has an empty sender, and is an automatic reply', async () => {
    const { mails } = await read({ ...wire, Headers: [{ Name: 'Return-Path', Value: '<>' }] });
    expect(mails).toMatchObject([{ envelope: { from: '' }, isAutoReply: true }]);
  });

  it('security: a subject or a name has one line', async () => {
    const FromFull = { Email: 'ann@example.com', Name: 'Ann\r\nBcc: x@y' };
    const { mails } = await read({ ...wire, FromFull, Subject: 'Hi\r\n\tBcc: x@y\u0000' });
    expect(mails).toMatchObject([{ from: { name: 'Ann Bcc: x@y' }, subject: 'Hi Bcc: x@y' }]);
  });

  it('security: believes no result that the sender wrote', async () => {
    const Headers = [
      { Name: 'Received', Value: 'by a.inbound.postmarkapp.com (Postfix, from userid 996)' },
      { Name: 'Received', Value: 'from mail.example.com by a.inbound.postmarkapp.com' },
      { Name: 'Received-SPF', Value: 'Pass' },
      { Name: 'X-Spam-Status', Value: 'No' },
    ];
    for (const from of [0, 2]) {
      const { mails } = await read({ ...wire, Headers: Headers.slice(from) });
      expect(mails).toMatchObject([{ spam: { isSpam: undefined }, authentication: { spf: undefined } }]);
    }
  });

  it('a damaged attachment is an error', async () => {
    const { status, errors, mails } = await read({ ...wire, Attachments: [{ Name: 'a', Content: 'a!' }] });
    expect([status, mails, String(errors[0])]).toEqual([500, [], expect.stringContaining('not base64')]);
  });
});
