import { once } from 'node:events';
import { connect } from 'node:net';
import nodemailer from 'nodemailer';
import { afterEach, describe, expect, it } from 'vitest';
import { clientOf, createRelayBenches, login, mail, talk } from './mail-smtp-bench.ts';

const { start, stop } = createRelayBenches();
afterEach(stop);

describe('SMTP relay', () => {
  it('keeps a mail exactly as it was sent, with cc, text and HTML, and inline images', async () => {
    const service = await start();
    const pixel = Buffer.from([0, 1, 2, 255]);
    await clientOf(service).sendMail({
      ...mail,
      cc: 'eve@example.com',
      bcc: 'hidden@example.com',
      replyTo: ['r1@acme.dev', 'r2@acme.dev'],
      text: 'Hällo\n.\n..dots',
      html: '<img src="cid:p">',
      attachments: [{ filename: 'é.gif', content: pixel, cid: 'p', contentType: 'image/gif' }],
    });
    const [message] = service.mailbox.list();
    expect(message).toMatchObject({
      via: 'smtp',
      envelope: { from: 'ann@acme.dev', to: ['bob@example.com', 'eve@example.com', 'hidden@example.com'] },
      parsed: {
        from: { name: 'Ann', address: 'ann@acme.dev' },
        cc: [{ address: 'eve@example.com' }],
        replyTo: [{ address: 'r1@acme.dev' }, { address: 'r2@acme.dev' }],
        text: 'Hällo\n.\n..dots',
        html: '<img src="cid:p">',
        attachments: [{ filename: 'é.gif', contentType: 'image/gif', disposition: 'inline', contentId: 'p' }],
      },
    });
    expect(message?.parsed.attachments[0]?.content).toEqual(new Uint8Array(pixel));
    expect(Buffer.from(message?.raw ?? []).toString()).not.toContain('hidden@example.com');
  });

  it.each(['PLAIN', 'LOGIN'])('takes the user name in any case, with AUTH %s', async (method) => {
    const service = await start();
    await clientOf(service, { user: 'PLunk', method }).sendMail(mail);
    expect(service.mailbox.list()).toHaveLength(1);
  });

  it.each([{ user: 'other' }, { pass: 'sk_wrong' }, { pass: 'x', method: 'LOGIN' }])(
    'refuses %o with 535',
    async (auth) => {
      const service = await start({ strict: true });
      await expect(clientOf(service, auth).sendMail(mail)).rejects.toMatchObject({ responseCode: 535 });
    },
  );

  it('takes any login, or none, unless it is strict', async () => {
    const service = await start();
    await clientOf(service, { user: 'other', pass: 'wrong' }).sendMail(mail);
    const lines = ['EHLO localhost', 'MAIL FROM:<a@b.dev>', 'RCPT TO:<bob@example.com>', 'DATA', 'Hi\r\n.'];
    const replies = await talk(
      service,
      lines.map((line) => `${line}\r\n`),
    );
    expect(replies.at(-1)).toMatch(/^250 /);
    expect(service.mailbox.list()).toHaveLength(2);
  });

  it('offers SMTPUTF8 and DSN, and takes their parameters', async () => {
    const service = await start();
    const lines = [
      'EHLO localhost',
      'MAIL FROM:<ann@acme.dev> SMTPUTF8 RET=HDRS ENVID=a1',
      'RCPT TO:<j\xc3\xbcrgen@example.com> NOTIFY=SUCCESS,DELAY ORCPT=rfc822;bob@example.com',
    ];
    const replies = await talk(
      service,
      lines.map((line) => `${line}\r\n`),
    );
    expect(replies[1]).toMatch(/^250[ -]SMTPUTF8\r$/m);
    expect(replies[1]).toMatch(/^250[ -]DSN\r$/m);
    expect(replies.slice(2).map((reply) => reply.slice(0, 4))).toEqual(['250 ', '250 ']);
  });

  it('takes no mail without a login', async () => {
    const service = await start({ strict: true });
    const replies = await talk(service, ['EHLO localhost\r\n', 'MAIL FROM:<a@b.dev>\r\n']);
    expect(replies.at(-1)).toMatch(/^530 /);
  });

  it('refuses the configured recipients, and delivers to the others', async () => {
    const service = await start({
      smtp: {
        rejectRecipients: (address) => {
          if (address === 'gone@example.com') return { code: 550, message: 'No such user' };
          if (address === 'full@example.com') return { code: 452, message: 'Mailbox full' };
          if (address === 'throw@example.com') throw new Error('oops');
          return undefined;
        },
      },
    });
    const to = ['bob@example.com', 'gone@example.com', 'full@example.com', 'throw@example.com'];
    const { accepted, rejectedErrors } = await clientOf(service).sendMail({ ...mail, to });
    expect(accepted).toEqual(['bob@example.com']);
    expect(rejectedErrors?.map((error) => (error as { responseCode?: number }).responseCode)).toEqual([
      550, 452, 451,
    ]);
    expect(service.mailbox.list()[0]?.envelope.to).toEqual(['bob@example.com']);
  });

  it('limits recipients and size, and continues afterwards', async () => {
    const service = await start({ maxMessageBytes: 5000, smtp: { maxRecipients: 2 } });
    const to = ['a@example.com', 'b@example.com', 'c@example.com'];
    const { accepted, rejected } = await clientOf(service).sendMail({ ...mail, to });
    expect([accepted, rejected]).toEqual([to.slice(0, 2), to.slice(2)]);
    await expect(clientOf(service).sendMail({ ...mail, text: 'x'.repeat(6000) })).rejects.toMatchObject({
      responseCode: 552,
    });
    // without SIZE in the envelope the server has to find out by itself
    const replies = await talk(service, [
      'EHLO localhost\r\n',
      login(service),
      'MAIL FROM:<a@b.dev>\r\n',
      'RCPT TO:<b@b.dev>\r\n',
      'DATA\r\n',
      `${'x'.repeat(6000)}\r\n.\r\n`,
    ]);
    expect(replies.at(-1)).toMatch(/^552 /);
    await clientOf(service).sendMail(mail);
    expect(service.mailbox.list()).toHaveLength(2);
  });

  it('refuses senders of unverified domains', async () => {
    const service = await start({ verifiedDomains: ['acme.dev'] });
    await expect(clientOf(service).sendMail({ ...mail, from: 'x@other.dev' })).rejects.toMatchObject({
      responseCode: 550,
    });
    await clientOf(service).sendMail(mail);
  });

  it.each(['\n.\n', '\n.\r\n', '\r\n.\n', '\r.\r', '\r\n.\r'])(
    'security: %j does not end a message (SMTP smuggling)',
    async (end) => {
      const service = await start();
      const smuggled =
        'MAIL FROM:<eve@example.com>\r\nRCPT TO:<x@example.com>' + '\r\nDATA\r\nSubject: smuggled\r\n\r\nx';
      const replies = await talk(service, [
        'EHLO localhost\r\n',
        login(service),
        'MAIL FROM:<a@b.dev>\r\n',
        'RCPT TO:<b@b.dev>\r\n',
        'DATA\r\n',
        `Subject: one\r\n\r\nx${end}${smuggled}\r\n.\r\n`,
      ]);
      expect(replies.at(-1)).toMatch(/^250 /);
      expect(service.mailbox.list()).toHaveLength(1);
      expect(service.mailbox.list()[0]?.parsed.subject).toBe('one');
    },
  );

  it('S4: drops a client that sends a line without end, and serves the next', async () => {
    const service = await start();
    const replies = await talk(service, [`EHLO ${'x'.repeat(1_000_000)}`]);
    expect(replies.slice(1).join('')).not.toMatch(/^250/m);
    await clientOf(service).sendMail(mail);
    expect(service.mailbox.list()).toHaveLength(1);
  });

  it('S4: accepts messages that cannot be parsed, and reports the defect', async () => {
    const service = await start();
    const nested = Array.from(
      { length: 300 },
      (_, depth) => `Content-Type: multipart/mixed; boundary=b${depth}\r\n\r\n--b${depth}\r\n`,
    ).join('');
    await clientOf(service).sendMail({ envelope: { from: 'a@b.dev', to: 'c@d.dev' }, raw: nested });
    const [message] = service.mailbox.list();
    expect(message?.parsed.defect).toContain('nesting');
    expect(message?.raw.byteLength).toBeGreaterThanOrEqual(nested.length);
  });

  it('takes several messages over one connection and several connections at once', async () => {
    const service = await start();
    const { smtp } = service;
    const pool = nodemailer.createTransport({
      pool: true,
      maxConnections: 5,
      host: smtp.host,
      port: smtp.port,
      auth: { user: smtp.user, pass: smtp.password },
    });
    await Promise.all(
      Array.from({ length: 100 }, (_, index) => pool.sendMail({ ...mail, subject: `m${index}` })),
    );
    pool.close();
    const subjects = new Set(service.mailbox.list().map(({ parsed }) => parsed.subject));
    expect(subjects.size).toBe(100);
  });

  it.each(['none', 'tls', 'starttls'] as const)(
    'S6: closes although a client never does (%s)',
    async (encryption) => {
      const service = await start({ smtp: { encryption } });
      const { host, port } = service.smtp;
      const socket = connect({ host, port, allowHalfOpen: true });
      socket.on('error', () => {});
      await once(socket, 'connect');
      if (encryption !== 'tls') await once(socket, 'data');
      await service.close();
      socket.destroy();
    },
  );

  it('S6: closes at once with clients connected and in the middle of a mail', async () => {
    const service = await start();
    const closed = new Promise<void>((resolve) => {
      const socket = connect(service.smtp.port, service.smtp.host);
      socket.on('error', () => {});
      socket.on('close', () => resolve());
      socket.once('data', () => {
        socket.write(
          `EHLO localhost\r\n${login(service)}MAIL FROM:<a@b.dev>\r\nRCPT TO:<b@b.dev>\r\nDATA\r\n`,
        );
        socket.on('data', (chunk) => {
          if (chunk.toString().includes('354')) void service.close();
        });
      });
    });
    await closed;
    await Promise.all([service.close(), service.close()]);
    await expect(clientOf(service).sendMail(mail)).rejects.toMatchObject({ code: 'ESOCKET' });
  });
});
