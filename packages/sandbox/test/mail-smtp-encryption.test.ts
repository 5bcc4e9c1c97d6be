import nodemailer from 'nodemailer';
import { afterEach, describe, expect, it } from 'vitest';
import type { MailService } from '../src/mail/service/service.ts';
import { createRelayBenches, login, mail, talk } from './mail-smtp-bench.ts';

const { start, stop } = createRelayBenches();
afterEach(stop);

describe('encryption', () => {
  const secureClientOf = ({ smtp }: MailService, options: { secure: boolean; ca?: string }) =>
    nodemailer.createTransport({
      host: smtp.host,
      port: smtp.port,
      secure: options.secure,
      requireTLS: true,
      auth: { user: smtp.user, pass: smtp.password },
      ...(options.ca === undefined ? {} : { tls: { ca: options.ca } }),
    });

  it.each(['starttls', 'tls'] as const)(
    '%s works for a client that trusts the certificate, and for no other',
    async (encryption) => {
      const service = await start({ smtp: { encryption } });
      const { certificate = '' } = service.smtp;
      const secure = encryption === 'tls';
      await secureClientOf(service, { secure, ca: certificate }).sendMail(mail);
      expect(service.mailbox.list()).toHaveLength(1);
      await expect(secureClientOf(service, { secure }).sendMail(mail)).rejects.toThrow(/self-signed/);
    },
  );

  it('takes no login before STARTTLS, and none of the bytes that were smuggled in behind it', async () => {
    const service = await start({ smtp: { encryption: 'starttls' } });
    const replies = await talk(service, ['EHLO localhost\r\n', login(service)]);
    expect(replies.at(-1)).toMatch(/^538 /);
    const injected = await talk(service, ['EHLO localhost\r\n', `STARTTLS\r\n${login(service)}`]);
    expect(injected.at(-1)).not.toMatch(/^235/m);
  });

  it('is off by default', async () => {
    const service = await start();
    expect(service.smtp.certificate).toBeUndefined();
    await expect(secureClientOf(service, { secure: false }).sendMail(mail)).rejects.toMatchObject({
      code: 'ETLS',
    });
  });
});
