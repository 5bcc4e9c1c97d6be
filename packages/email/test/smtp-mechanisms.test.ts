import { Secret } from '@org/core';
import { describe, expect, it } from 'vitest';
import type { SmtpAct } from './scripted-smtp-server.ts';
import { createSmtpStage, message } from './smtp-stage.ts';

const { start, client } = createSmtpStage();
const base64 = (text: string) => Buffer.from(text).toString('base64');

/** The lines of a sign-in; the server answers with `replies`, then accepts. */
async function signInWith(extension: string, options: object, replies: readonly SmtpAct[] = []) {
  const rest = [...replies];
  const server = await start({ extensions: [extension], acts: { AUTH: () => rest.shift() } });
  await client(server, { user: undefined, password: undefined, ...options }).send(message);
  const first = server.lines.findIndex((line) => line.startsWith('AUTH'));
  return server.lines.slice(first, first + 1 + replies.length);
}

describe('the bytes of a sign-in', () => {
  it('PLAIN: empty authorization id, user, password', async () => {
    const lines = await signInWith('AUTH PLAIN', { user: 'test', password: '1234' });
    expect(lines).toEqual(['AUTH PLAIN AHRlc3QAMTIzNA==']);
  });

  it('LOGIN: answers both prompts', async () => {
    const prompts = ['334 VXNlcm5hbWU6', '334 UGFzc3dvcmQ6'];
    const lines = await signInWith('AUTH LOGIN', { user: 'test', password: '1234' }, prompts);
    expect(lines).toEqual(['AUTH LOGIN', base64('test'), base64('1234')]);
  });

  it('CRAM-MD5: the example of RFC 2195', async () => {
    const challenge = `334 ${base64('<1896.697170952@postoffice.reston.mci.net>')}`;
    const options = { user: 'tim', password: 'tanstaaftanstaaf' };
    const lines = await signInWith('AUTH CRAM-MD5', options, [challenge]);
    expect(lines).toEqual(['AUTH CRAM-MD5', 'dGltIGI5MTNhNjAyYzdlZGE3YTQ5NWI0ZTZlNzMzNGQzODkw']);
  });

  it('XOAUTH2: user and token', async () => {
    const options = { user: 'someuser@example.com', accessToken: 'tok' };
    expect(await signInWith('AUTH XOAUTH2', options)).toEqual([
      'AUTH XOAUTH2 dXNlcj1zb21ldXNlckBleGFtcGxlLmNvbQFhdXRoPUJlYXJlciB0b2sBAQ==',
    ]);
  });

  it('OAUTHBEARER: user, host, port and token', async () => {
    const server = await start({ extensions: ['AUTH OAUTHBEARER'] });
    const options = { user: 'a=b,c', password: undefined, accessToken: 'tok' };
    await client(server, options).send(message);
    const [, line = ''] = server.lines.find((text) => text.startsWith('AUTH'))?.split('OAUTHBEARER ') ?? [];
    expect(Buffer.from(line, 'base64').toString()).toBe(
      `n,a=a=3Db=2Cc,\u0001host=127.0.0.1\u0001port=${server.port}\u0001auth=Bearer tok\u0001\u0001`,
    );
  });
});

describe('the choice of a mechanism', () => {
  it.each<[string, object, string]>([
    ['AUTH LOGIN PLAIN', {}, 'AUTH PLAIN'],
    ['AUTH LOGIN PLAIN', { mechanism: 'LOGIN' }, 'AUTH LOGIN'],
    ['AUTH XOAUTH2 OAUTHBEARER PLAIN', { password: undefined, accessToken: 'tok' }, 'AUTH OAUTHBEARER'],
    [
      'AUTH XOAUTH2 OAUTHBEARER PLAIN',
      { password: undefined, accessToken: 'tok', mechanism: 'XOAUTH2' },
      'AUTH XOAUTH2',
    ],
  ])('of "%s" with %j: %s', async (extension, options, expected) => {
    const server = await start({ extensions: [extension], acts: { AUTH: 'cut' } });
    await expect(client(server, options).send(message)).rejects.toMatchObject({ outcome: 'not-sent' });
    expect(server.lines.find((line) => line.startsWith('AUTH'))).toMatch(new RegExp(`^${expected}`));
  });

  it.each<[string, object, RegExp]>([
    [
      'AUTH XOAUTH2 GSSAPI',
      {},
      /only XOAUTH2, GSSAPI to sign in; smtp\(\) can use PLAIN, LOGIN, CRAM-MD5 here\. Set mechanism to X/,
    ],
    ['AUTH PLAIN', { mechanism: 'CRAM-MD5' }, /can use CRAM-MD5 here\. Set mechanism to PLAIN\./],
    ['AUTH PLAIN', { password: undefined, accessToken: 'tok' }, /can use OAUTHBEARER, XOAUTH2 here/],
  ])('"%s" has none for %j', async (extension, options, words) => {
    const server = await start({ extensions: [extension] });
    await expect(client(server, options).send(message)).rejects.toMatchObject({
      code: 'authentication',
      message: expect.stringMatching(words),
    });
    expect(server.lines.some((line) => line.startsWith('AUTH'))).toBe(false);
  });
});

describe('an access token that the server refuses', () => {
  const tokens = () => {
    const loads: boolean[] = [];
    const source = {
      description: 'the test',
      load: async ({ refresh }: { readonly refresh: boolean }) => {
        loads.push(refresh);
        return { secret: new Secret(refresh ? 'fresh' : 'stale'), source: 'the test' };
      },
    };
    return { loads, source };
  };
  const isStale = (line: string) => Buffer.from(line.split(' ')[2] ?? '', 'base64').includes('Bearer stale');

  it.each([
    ['XOAUTH2', ''],
    ['OAUTHBEARER', 'AQ=='],
  ])('%s: answers the refusal, loads the token again, and sends', async (mechanism, answer) => {
    const { loads, source } = tokens();
    const answers: string[] = [];
    const server = await start({
      extensions: [`AUTH ${mechanism}`],
      acts: {
        AUTH: (line) => {
          if (!line.startsWith('AUTH')) {
            answers.push(line);
            return '535 5.7.8 Bad token';
          }
          return isStale(line) ? `334 ${base64('{"status":"400"}')}` : undefined;
        },
      },
    });
    await client(server, { password: undefined, accessToken: source }).send(message);
    expect([answers, loads, server.messages.length]).toEqual([[answer], [false, true], 1]);
  });

  it('is refreshed once, and its error names the token', async () => {
    const { loads, source } = tokens();
    const server = await start({ extensions: ['AUTH XOAUTH2'], acts: { AUTH: '535 5.7.3 Unsuccessful' } });
    await expect(
      client(server, { password: undefined, accessToken: source }).send(message),
    ).rejects.toMatchObject({
      code: 'authentication',
      outcome: 'not-sent',
      message: expect.stringMatching(/did not accept the access token: check/),
    });
    expect(loads).toEqual([false, true]);
  });

  it('security: a token with a space or a control character is never sent', async () => {
    const server = await start({ extensions: ['AUTH XOAUTH2 OAUTHBEARER'] });
    for (const accessToken of ['to ken', 'to\u0001ken', 'to\r\nken']) {
      const error: unknown = await client(server, { password: undefined, accessToken })
        .send(message)
        .catch((thrown: unknown) => thrown);
      expect(error).toMatchObject({ code: 'credential', outcome: 'not-sent' });
    }
    expect(server.lines.some((line) => line.startsWith('AUTH'))).toBe(false);
  });
});

describe('a server that lists no way to sign in', () => {
  it('security: gets no password, when it answers EHLO', async () => {
    const server = await start({ extensions: [] });
    await expect(client(server).send(message)).rejects.toMatchObject({
      code: 'authentication',
      outcome: 'not-sent',
      message: expect.stringContaining('offers no sign-in (AUTH)'),
    });
    expect(server.lines.some((line) => line.startsWith('AUTH'))).toBe(false);
  });

  it('is tried when it is of the past, and knows HELO only', async () => {
    const server = await start({ acts: { EHLO: '502 5.5.1 No such command' } });
    await client(server).send(message);
    expect(server.lines.map((line) => line.split(' ', 1)[0])).toEqual(
      expect.arrayContaining(['EHLO', 'HELO', 'AUTH', 'MAIL']),
    );
  });

  it('and TLS is required: nothing is said to a server that knows HELO only', async () => {
    const server = await start({ acts: { EHLO: '502 5.5.1 No such command' } });
    await expect(client(server, { requireTls: true }).send(message)).rejects.toMatchObject({
      code: 'network',
      outcome: 'not-sent',
      status: 502,
      message: expect.stringContaining('offers no TLS'),
    });
    expect(server.lines.map((line) => line.split(' ', 1)[0])).toEqual(['EHLO']);
  });
});
