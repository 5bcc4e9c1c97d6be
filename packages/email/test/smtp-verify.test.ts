import { createEmailClient } from '@org/email';
import { plunk } from '@org/email/plunk';
import { describe, expect, it } from 'vitest';
import { createSmtpStage, message } from './smtp-stage.ts';
import { testCertificate } from './test-certificate.ts';

const { start, client } = createSmtpStage();
const retry = { baseMs: 1, throttledBaseMs: 1 };

describe('verify()', () => {
  it('connects, signs in, quits, and sends nothing', async () => {
    const server = await start({ tls: testCertificate, extensions: ['AUTH PLAIN', 'SIZE 1000', 'DSN'] });
    const email = client(server, { host: 'localhost', requireTls: true, tls: { ca: testCertificate.cert } });
    expect(await email.verify()).toEqual({ isSecure: true, extensions: ['AUTH', 'SIZE', 'DSN'] });
    expect(server.lines.map((line) => line.split(' ')[0])).toEqual([
      'EHLO',
      'STARTTLS',
      'EHLO',
      'AUTH',
      'QUIT',
    ]);
    await expect.poll(() => server.open).toBe(0);
  });

  it.each<[string, object, string, number]>([
    ['a wrong password', { AUTH: '535 5.7.8 Bad credentials' }, 'authentication', 1],
    ['a refused client', { connect: '554 5.7.1 Go away' }, 'permission', 1],
    ['a server in trouble', { connect: '421 4.3.2 Later' }, 'server', 3],
    ['a lost connection', { EHLO: 'cut' }, 'network', 3],
  ])('%s is a typed error, repeated where it may help', async (_, acts, code, attempts) => {
    const server = await start({ acts });
    await expect(client(server, {}, { retry }).verify()).rejects.toMatchObject({
      code,
      attempts,
      operation: 'verify',
      outcome: 'not-sent',
    });
    await expect.poll(() => server.open).toBe(0);
  });

  it('a password that verify() proved wrong is not tried by a mail', async () => {
    const server = await start({ acts: { AUTH: '535 5.7.8 Bad credentials' } });
    const email = client(server);
    await expect(email.verify()).rejects.toMatchObject({ code: 'authentication' });
    await expect(email.send(message)).rejects.toMatchObject({ code: 'authentication' });
    expect(server.connections).toBe(1);
  });

  it('a driver without it refuses', async () => {
    await using email = createEmailClient({ driver: plunk({ apiKey: 'sk_x' }) });
    // @ts-expect-error: plunk() has no verify
    await expect(email.verify()).rejects.toMatchObject({ code: 'unsupported', outcome: 'not-sent' });
  });
});
