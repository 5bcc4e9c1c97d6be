import type { SmtpMessageOptions } from '@org/email/smtp';
import { describe, expect, it } from 'vitest';
import { createSmtpStage, message } from './smtp-stage.ts';
import { testCertificate } from './test-certificate.ts';

const { start, client } = createSmtpStage();
const withOptions = (smtp: SmtpMessageOptions) => ({ ...message, providerOptions: { smtp } });
const command = (lines: readonly string[], verb: string) => lines.filter((line) => line.startsWith(verb));

describe.each([[['AUTH PLAIN', 'DSN']], [['AUTH PLAIN', 'DSN', 'PIPELINING']]])(
  'DSN, with %j',
  (extensions) => {
    it('every mail has an envelope id, which is its Message-ID', async () => {
      const server = await start({ extensions });
      const { messageId = '' } = await client(server).send(message);
      expect(command(server.lines, 'MAIL')).toEqual([
        `MAIL FROM:<ann@acme.dev> ENVID=${messageId.slice(1, -1)}`,
      ]);
      expect(command(server.lines, 'RCPT')).toEqual(['RCPT TO:<bob@example.com>']);
    });

    it('asks for reports, with each recipient as it was given', async () => {
      const server = await start({ extensions });
      const dsn = { notify: ['success', 'delay'], return: 'headers', envelopeId: 'order 7+8=15' } as const;
      await client(server).send({
        ...withOptions({ dsn }),
        to: ['bob@example.com', 'cat+a=b@example.com'],
        recipientVisibility: 'shared',
      });
      expect(command(server.lines, 'MAIL')).toEqual([
        'MAIL FROM:<ann@acme.dev> RET=HDRS ENVID=order+207+2B8+3D15',
      ]);
      expect(command(server.lines, 'RCPT')).toEqual([
        'RCPT TO:<bob@example.com> NOTIFY=SUCCESS,DELAY ORCPT=rfc822;bob@example.com',
        'RCPT TO:<cat+a=b@example.com> NOTIFY=SUCCESS,DELAY ORCPT=rfc822;cat+2Ba+3Db@example.com',
      ]);
    });

    it('NEVER and FULL; an address outside ASCII has no ORCPT', async () => {
      const server = await start({ extensions: [...extensions, 'SMTPUTF8'] });
      const options = withOptions({ dsn: { notify: 'never', return: 'full', envelopeId: 'x' } });
      await client(server).send({ ...options, to: 'jürgen@example.com' });
      expect(command(server.lines, 'MAIL')).toEqual(['MAIL FROM:<ann@acme.dev> SMTPUTF8 RET=FULL ENVID=x']);
      expect(command(server.lines, 'RCPT')[0]).toMatch(/> NOTIFY=NEVER$/);
    });

    it('an envelope id is never longer than 100 characters', async () => {
      const server = await start({ extensions });
      const from = `ann@${'a'.repeat(60)}.${'b'.repeat(60)}.dev`;
      await client(server).send({ ...message, from });
      expect(/ENVID=(\S+)/.exec(server.lines.join('\n'))?.[1]?.length).toBeLessThanOrEqual(100);
    });
  },
);

describe('what a server must offer', () => {
  it.each<[string, SmtpMessageOptions, readonly string[], RegExp]>([
    ['reports', { dsn: { notify: ['failure'] } }, ['AUTH PLAIN'], /does not offer DSN/],
    ['TLS on the whole way', { requireTls: true }, ['AUTH PLAIN'], /does not offer REQUIRETLS/],
    ['TLS here', { requireTls: true }, ['AUTH PLAIN', 'REQUIRETLS'], /REQUIRETLS over TLS/],
  ])('%s: refused before MAIL, and the connection stays', async (_, options, extensions, words) => {
    const server = await start({ extensions });
    const email = client(server);
    await expect(email.send(withOptions(options))).rejects.toMatchObject({
      code: 'unsupported',
      outcome: 'not-sent',
      message: expect.stringMatching(words),
    });
    expect(command(server.lines, 'MAIL')).toEqual([]);
    await email.send(message);
    expect(server.connections).toBe(1);
  });

  it('REQUIRETLS is asked for over TLS', async () => {
    const server = await start({ tls: testCertificate, extensions: ['AUTH PLAIN', 'REQUIRETLS'] });
    const email = client(server, { host: 'localhost', requireTls: true, tls: { ca: testCertificate.cert } });
    await email.send(withOptions({ requireTls: true }));
    await email.send(message);
    expect(command(server.lines, 'MAIL')).toEqual([
      'MAIL FROM:<ann@acme.dev> REQUIRETLS',
      'MAIL FROM:<ann@acme.dev>',
    ]);
  });

  it.each<[unknown, RegExp]>([
    ['on', /`providerOptions\.smtp` must be an object/],
    [{ dns: {} }, /`providerOptions\.smtp\.dns` is not a field; known are dsn, requireTls/],
    [{ requireTls: 'yes' }, /requireTls` must be true or false/],
    [{ dsn: { notify: [] } }, /dsn\.notify` must not be empty/],
    [{ dsn: { notify: ['never', 'failure'] } }, /dsn\.notify\[0\]` must be 'success' or/],
    [{ dsn: { return: 'body' } }, /dsn\.return` must be 'headers' or 'full'/],
    [{ dsn: { envelopeId: 'a\r\nRCPT TO:<thief@evil.example>' } }, /dsn\.envelopeId` must be 1 to 100/],
    [{ dsn: { envelopeId: '+'.repeat(34) } }, /dsn\.envelopeId` must be 1 to 100/],
    [{ dsn: { envelopeId: '' } }, /dsn\.envelopeId`/],
    [{ dsn: null }, /providerOptions\.smtp\.dsn` must be an object/],
  ])('E2: options %j are refused before anything connects', async (smtp, words) => {
    const server = await start({ extensions: ['AUTH PLAIN', 'DSN'] });
    const input = { ...message, providerOptions: { smtp } } as unknown as typeof message;
    await expect(client(server).send(input)).rejects.toMatchObject({
      code: 'invalid-input',
      outcome: 'not-sent',
      message: expect.stringMatching(words),
    });
    expect(server.connections).toBe(0);
  });
});
