import { inspect } from 'node:util';
import type { CredentialSource, Runtime } from '@org/core';
import { Secret } from '@org/core';
import { describe, expect, it } from 'vitest';
import type { ScriptedSmtpServer } from './scripted-smtp-server.ts';
import { createSmtpStage, message } from './smtp-stage.ts';

const { start, client } = createSmtpStage();
const refused = '535 5.7.8 Bad credentials';
const recipients = ['a@example.com', 'b@example.com', 'c@example.com', 'd@example.com', 'e@example.com'];

const signIns = ({ lines }: ScriptedSmtpServer) => lines.filter((line) => line.startsWith('AUTH')).length;
const plain = (text: string) => Buffer.from(`\0mailer\0${text}`).toString('base64');

/** A password that can be rotated; `refresh` fetches it anew. */
function createRotation(first: string) {
  const state = { current: first };
  const source: CredentialSource = {
    description: 'the test',
    load: async () => ({ secret: new Secret(state.current), source: 'the test' }),
  };
  return { state, source };
}

describe('smtp() and a password that the server refuses', () => {
  it('is tried once, not once for each recipient', async () => {
    const server = await start({ acts: { AUTH: refused } });
    await expect(client(server).send({ ...message, to: recipients })).rejects.toMatchObject({
      code: 'authentication',
      outcome: 'not-sent',
    });
    expect([signIns(server), server.connections]).toEqual([1, 1]);
  });

  it.each([280, 290, 480, 490])('C13: shows no part of it, quoted after %i characters', async (before) => {
    const password = 'canary@0123456789abcdef';
    const server = await start({
      acts: { AUTH: `535 ${'x'.repeat(before)} ${password} ${'y'.repeat(100)}` },
    });
    const error: unknown = await client(server, { password })
      .send(message)
      .catch((thrown: unknown) => thrown);
    const shown = `${inspect(error, { depth: 9 })} ${JSON.stringify(error)}`;
    expect(shown).toContain('The service says: 535 xxx');
    for (let at = 0; at + 6 <= password.length; at += 1)
      expect(shown).not.toContain(password.slice(at, at + 6));
  });

  it('is tried once by many mails at the same time', async () => {
    const server = await start({ acts: { AUTH: refused } });
    const email = client(server);
    const codes: string[] = [];
    for await (const outcome of email.sendEach(recipients.map((to) => ({ ...message, to }))))
      codes.push(outcome.ok ? 'sent' : outcome.error.code);
    expect(codes).toEqual(recipients.map(() => 'authentication'));
    expect([signIns(server), server.connections]).toEqual([1, 1]);
  });

  it('is tried again after a minute: the server may know it by then', async () => {
    const server = await start({ acts: { AUTH: refused } });
    let nowMs = 1_000;
    const runtime: Partial<Runtime> = { monotonic: () => nowMs };
    const email = client(server, {}, { runtime });
    await expect(email.send(message)).rejects.toThrow('not tried again for 60 s');
    server.script = {};
    nowMs += 59_999;
    await expect(email.send(message)).rejects.toMatchObject({ code: 'authentication' });
    nowMs += 1;
    await email.send(message);
    expect([signIns(server), server.messages.length]).toEqual([2, 1]);
  });

  it('does not pause another password', async () => {
    const { state, source } = createRotation('old');
    const isNew = (line: string) => line.endsWith(plain('new'));
    const server = await start({ acts: { AUTH: (line) => (isNew(line) ? undefined : refused) } });
    let nowMs = 1_000;
    const email = client(server, { password: source }, { runtime: { monotonic: () => nowMs } });
    await expect(email.send(message)).rejects.toMatchObject({ code: 'authentication' });
    state.current = 'new';
    // The client asks the source again this long after a refusal.
    nowMs += 5_001;
    await email.send(message);
    expect([signIns(server), server.messages.length]).toEqual([2, 1]);
  });

  it('a password that is rotated while it is refused is used by the same call', async () => {
    const { state, source } = createRotation('old');
    const server = await start({
      acts: {
        AUTH: (line) => {
          if (line.endsWith(plain('new'))) return undefined;
          state.current = 'new';
          return refused;
        },
      },
    });
    await client(server, { password: source }).send(message);
    expect([signIns(server), server.messages.length]).toEqual([2, 1]);
  });

  it('one connection tries a password; the others follow when it is good', async () => {
    const connectionsAtSignIn: number[] = [];
    const server = await start({
      acts: {
        AUTH: () => {
          connectionsAtSignIn.push(server.connections);
          return undefined;
        },
      },
    });
    const email = client(server);
    await Promise.all(recipients.map((to) => email.send({ ...message, to })));
    expect(connectionsAtSignIn[0]).toBe(1);
    expect([server.connections, server.messages.length]).toEqual([5, 5]);
  });

  it('one connection tries a rotated password', async () => {
    const { state, source } = createRotation('old');
    const isOld = (line: string) => line.endsWith(plain('old'));
    const server = await start({ acts: { AUTH: (line) => (isOld(line) ? undefined : refused) } });
    let nowMs = 0;
    const email = client(server, { password: source }, { runtime: { monotonic: () => nowMs } });
    await email.send(message);
    state.current = 'wrong';
    // Longer than the client keeps a password.
    nowMs += 3_600_000;
    await Promise.allSettled(recipients.map((to) => email.send({ ...message, to })));
    expect(signIns(server)).toBe(2);
  });

  it('connections with a password that is known to be good open side by side', async () => {
    const server = await start();
    const email = client(server, { pool: { maxMessages: 1 } });
    await email.send(message);
    server.script = { acts: { AUTH: 'stall' } };
    const caller = new AbortController();
    const { signal } = caller;
    const sending = recipients.slice(0, 3).map((to) => email.send({ ...message, to }, { signal }));
    await expect.poll(() => signIns(server)).toBe(4);
    caller.abort();
    await Promise.allSettled(sending);
  });

  it('an unreachable server pauses no other mail', async () => {
    const server = await start({ acts: { connect: 'cut' } });
    const email = client(server);
    const ends = await Promise.allSettled(recipients.map((to) => email.send({ ...message, to })));
    expect(ends.map(({ status }) => status)).toEqual(recipients.map(() => 'rejected'));
    expect(server.connections).toBe(5);
  });
});

describe('the errors of a sign-in of smtp()', () => {
  it.each<[string, string, object, RegExp]>([
    [
      'user and password',
      '535 5.7.8 No',
      {},
      /did not accept user and password: check both\..* The service says: 535 5\.7\.8 No\./,
    ],
    ['an app password', '534 5.7.9 Application-specific password required', {}, /app password/],
    [
      'TLS',
      '538 5.7.11 Encryption required',
      {},
      /wants TLS before the sign-in.*secure: true.*requireTls: true/,
    ],
    ['TLS', '530 5.7.0 Must issue a STARTTLS command first', {}, /requireTls: true/],
    ['another password', '432 4.7.12 A password transition is needed', {}, /change the password first/],
  ])('%s, after "%s"', async (_, reply, options, words) => {
    const server = await start({ acts: { AUTH: reply } });
    await expect(client(server, options).send(message)).rejects.toMatchObject({
      code: 'authentication',
      outcome: 'not-sent',
      retryable: false,
      message: expect.stringMatching(words),
    });
  });

  it.each(['MAIL', 'RCPT'] as const)('a user, when the server asks for a sign-in at %s', async (step) => {
    const server = await start({ acts: { [step]: '530 5.7.0 Authentication required' } });
    const email = client(server, { user: undefined, password: undefined });
    await expect(email.send(message)).rejects.toMatchObject({
      code: 'authentication',
      message: expect.stringMatching(/wants a sign-in: pass user and password to smtp\(\)\./),
    });
  });

  it.each<[string, readonly string[], RegExp]>([
    ['no mechanism', ['SIZE 1000'], /offers no sign-in \(AUTH\)\. Leave out user and password/],
    ['a mechanism only over TLS', ['STARTTLS'], /offers no sign-in \(AUTH\)\. .*requireTls: true/],
    [
      'other mechanisms',
      ['AUTH GSSAPI XOAUTH2'],
      /offers only GSSAPI, XOAUTH2 to sign in; .*PLAIN, LOGIN, CRAM-MD5/,
    ],
  ])('E10: a mechanism, when the server offers %s', async (_, extensions, words) => {
    const server = await start({ extensions });
    await expect(client(server, {}, { retry: { baseMs: 1 } }).send(message)).rejects.toMatchObject({
      code: 'authentication',
      outcome: 'not-sent',
      attempts: 1,
      message: expect.stringMatching(words),
    });
    expect(signIns(server)).toBe(0);
  });

  it.each([['AUTH LOGIN'], ['AUTH=PLAIN'], ['auth plain login']])('signs in with "%s"', async (extension) => {
    const prompts = ['334 VXNlcm5hbWU6', '334 UGFzc3dvcmQ6'];
    const server = await start({
      extensions: [extension],
      acts: { AUTH: () => (extension === 'AUTH LOGIN' ? prompts.shift() : undefined) },
    });
    await client(server).send(message);
    expect([signIns(server), server.messages.length]).toEqual([1, 1]);
  });
});
