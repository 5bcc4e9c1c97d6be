import { createEmailClient } from '@org/email';
import { smtp } from '@org/email/smtp';
import { describe, expect, it } from 'vitest';
import type { SmtpAct, SmtpStep } from './scripted-smtp-server.ts';
import { createSmtpStage, createStallClock, message, password } from './smtp-stage.ts';
import { testCertificate } from './test-certificate.ts';

const { start, client, running } = createSmtpStage();

interface Ending {
  readonly code: string;
  readonly outcome: string;
  readonly retryable: boolean;
}
const ending = (code: string, outcome: string, retryable: boolean): Ending => ({ code, outcome, retryable });

const silent: readonly SmtpAct[] = ['cut', 'reset'];
const early: readonly SmtpStep[] = ['connect', 'EHLO', 'AUTH', 'MAIL', 'RCPT', 'DATA', 'message'];

/** Where, what the server does, and how the call must end. */
const faults: readonly (readonly [SmtpStep, SmtpAct, Ending])[] = [
  // No word at all: clear as long as the end of the message was not on its way.
  ...early.flatMap((step) =>
    silent.map(
      (act) =>
        [
          step,
          act,
          step === 'message' ? ending('network', 'unknown', false) : ending('network', 'not-sent', true),
        ] as const,
    ),
  ),
  ['final', 'cut', ending('network', 'unknown', false)],
  ['final', 'reset', ending('network', 'unknown', false)],
  // Silence
  ['connect', 'stall', ending('timeout', 'not-sent', true)],
  ['EHLO', 'stall', ending('timeout', 'not-sent', true)],
  ['AUTH', 'stall', ending('timeout', 'not-sent', true)],
  ['MAIL', 'stall', ending('timeout', 'not-sent', true)],
  ['RCPT', 'stall', ending('timeout', 'not-sent', true)],
  ['DATA', 'stall', ending('timeout', 'not-sent', true)],
  ['final', 'stall', ending('timeout', 'unknown', false)],
  // The greeting
  ['connect', '421 4.3.2 Closing', ending('server', 'not-sent', true)],
  ['connect', '450 4.3.2 Later', ending('server', 'not-sent', true)],
  ['connect', '554 5.7.1 No service for you', ending('permission', 'not-sent', false)],
  ['connect', 'HTTP/1.1 400 Bad Request', ending('network', 'not-sent', true)],
  ['EHLO', '421 4.7.0 Too many connections', ending('server', 'not-sent', true)],
  // Signing in
  ['AUTH', '535 5.7.8 Bad credentials', ending('authentication', 'not-sent', false)],
  ['AUTH', '534 5.7.9 Too weak', ending('authentication', 'not-sent', false)],
  ['AUTH', '530 5.7.0 TLS first', ending('authentication', 'not-sent', false)],
  ['AUTH', '538 5.7.11 Encryption required', ending('authentication', 'not-sent', false)],
  ['AUTH', '432 4.7.12 Password transition', ending('authentication', 'not-sent', false)],
  ['AUTH', '454 4.7.0 Temporary failure', ending('server', 'not-sent', true)],
  ['AUTH', '421 4.3.0 Closing', ending('server', 'not-sent', true)],
  // The sender
  ['MAIL', '421 4.3.2 Closing', ending('server', 'not-sent', true)],
  ['MAIL', '450 4.7.1 Slow down', ending('rate-limit', 'not-sent', true)],
  ['MAIL', '451 4.3.0 Local error', ending('server', 'not-sent', true)],
  ['MAIL', '452 4.5.3 Too many', ending('rate-limit', 'not-sent', true)],
  ['MAIL', '530 5.7.0 Sign in first', ending('authentication', 'not-sent', false)],
  ['MAIL', '550 5.7.1 Not your sender', ending('sender-not-verified', 'not-sent', false)],
  ['MAIL', '553 5.1.8 Bad sender', ending('sender-not-verified', 'not-sent', false)],
  ['MAIL', '552 5.3.4 Too big', ending('payload-too-large', 'not-sent', false)],
  ['MAIL', '432 4.3.2 Concurrent connections limit exceeded', ending('rate-limit', 'not-sent', true)],
  ['MAIL', '555 5.5.4 No such parameter', ending('bad-request', 'not-sent', false)],
  ['MAIL', '503 5.5.1 Bad sequence', ending('bad-request', 'not-sent', false)],
  // The recipient
  ['RCPT', '421 4.3.2 Closing', ending('server', 'not-sent', true)],
  ['RCPT', '450 4.2.1 Mailbox busy', ending('recipient-rejected', 'not-sent', true)],
  ['RCPT', '451 4.7.1 Greylisted', ending('recipient-rejected', 'not-sent', true)],
  ['RCPT', '450 4.7.1 Error: too many messages from you', ending('rate-limit', 'not-sent', true)],
  ['RCPT', '452 4.2.2 Mailbox full', ending('recipient-rejected', 'not-sent', true)],
  ['RCPT', '452 4.5.3 Too many recipients', ending('recipient-rejected', 'not-sent', true)],
  ['RCPT', '550 5.1.1 No such user', ending('recipient-rejected', 'not-sent', false)],
  ['RCPT', '551 5.1.6 Moved', ending('recipient-rejected', 'not-sent', false)],
  ['RCPT', '553 5.1.3 Bad address', ending('recipient-rejected', 'not-sent', false)],
  ['RCPT', '554 5.7.1 No relay', ending('recipient-rejected', 'not-sent', false)],
  ['RCPT', '552 5.2.2 Mailbox full', ending('recipient-rejected', 'not-sent', false)],
  ['RCPT', '552 5.3.4 Too big', ending('payload-too-large', 'not-sent', false)],
  // The message
  ['DATA', '421 4.3.2 Closing', ending('server', 'not-sent', true)],
  ['DATA', '451 4.3.0 Local error', ending('server', 'not-sent', true)],
  ['DATA', '554 5.5.1 No valid recipients', ending('message-rejected', 'not-sent', false)],
  ['final', '421 4.3.2 Closing', ending('server', 'not-sent', true)],
  ['final', '451 4.3.0 Local error', ending('server', 'not-sent', true)],
  ['final', '452 4.3.1 Disk full', ending('server', 'not-sent', true)],
  ['final', '450 4.7.25 Rate', ending('rate-limit', 'not-sent', true)],
  ['final', '550 5.7.26 DMARC', ending('message-rejected', 'not-sent', false)],
  ['final', '554 5.6.0 Spam', ending('message-rejected', 'not-sent', false)],
  ['final', '552 5.3.4 Too big', ending('payload-too-large', 'not-sent', false)],
  ['final', 'what?', ending('message-rejected', 'unknown', false)],
];

describe('smtp() when the server fails', () => {
  for (const pipelining of [false, true]) {
    const extensions = ['AUTH PLAIN', ...(pipelining ? ['PIPELINING'] : [])];
    const how = pipelining ? 'with PIPELINING' : 'one command at a time';

    it.each(faults)(`E4: at %s, "%s", ${how}: %o`, async (step, act, expected) => {
      const clock = createStallClock(1_000);
      const answer = act === 'stall' ? clock.stall : act;
      const server = await start({ extensions, acts: { [step]: answer } });
      const email = client(server, {}, act === 'stall' ? { timeoutMs: 1_000, runtime: clock.runtime } : {});
      const { code, outcome, retryable } = expected;
      const known =
        code === 'message-rejected' && outcome === 'unknown' ? { outcome } : { code, outcome, retryable };
      await expect(email.send(message)).rejects.toMatchObject({
        ...known,
        provider: 'smtp',
        operation: 'send',
      });
      // An acknowledged message is never reported as unsent, and a complete message never arrives twice.
      expect(server.messages.length).toBeLessThanOrEqual(1);
    });
  }

  it('E4: no server listens', async () => {
    const server = await start();
    await server.close();
    await expect(client(server).send(message)).rejects.toMatchObject({
      code: 'network',
      outcome: 'not-sent',
      retryable: true,
    });
  });

  it('repeats a mail that surely was not accepted, with the same Message-ID and Date', async () => {
    const server = await start({
      acts: { final: (text) => (server.messages.length < 3 ? '451 4.3.0 Later' : text && undefined) },
    });
    const email = client(server, {}, { retry: { baseMs: 1, throttledBaseMs: 1 } });
    const { messageId } = await email.send(message);
    expect(server.messages.length).toBe(3);
    expect(new Set(server.messages).size).toBe(1);
    expect(server.messages[0]).toContain(`Message-ID: ${messageId}`);
  });

  it('E5: never repeats after a lost reply to the final dot', async () => {
    const server = await start({ acts: { final: 'cut' } });
    const email = client(server, {}, { retry: { baseMs: 1, throttledBaseMs: 1 } });
    await expect(email.send(message)).rejects.toMatchObject({
      outcome: 'unknown',
      attempts: 1,
      retryRefusal: 'ambiguous',
    });
    expect(server.messages.length).toBe(1);
  });

  it('reports each recipient when some are refused', async () => {
    const server = await start({
      acts: { RCPT: (line) => (line.includes('no@') ? '550 5.1.1 <no@example.com> unknown' : undefined) },
    });
    const { outcomes } = await client(server).send({
      ...message,
      to: ['bob@example.com', 'no@example.com'],
      recipientVisibility: 'shared',
    });
    expect(outcomes.map(({ recipient, status }) => [recipient, status])).toEqual([
      ['bob@example.com', 'accepted'],
      ['no@example.com', 'rejected'],
    ]);
    expect(outcomes[1]?.error).toMatchObject({
      code: 'recipient-rejected',
      status: 550,
      providerCode: '5.1.1',
      retryable: false,
    });
    expect(outcomes[1]?.error?.message).not.toContain('no@example.com');
  });

  it.each(['550', '250'])(
    'security: a reply %s with control characters is quoted in one line',
    async (code) => {
      const server = await start({ acts: { final: `${code}-\u001b[31m\u0000a\r\n${code} b` } });
      const quoted = await client(server)
        .send(message)
        .then(
          ({ response }) => response,
          (error: Error) => error.message,
        );
      expect(quoted).toMatch(/50- ?\[31m a 250 b$|50- ?\[31m a 550 b\.$/);
    },
  );

  it('sends blind copies in the envelope and not in the message', async () => {
    const server = await start();
    await client(server).send({
      ...message,
      cc: 'cat@example.com',
      bcc: ['dog@example.com', 'bob@example.com'],
    });
    expect(server.lines.filter((line) => line.startsWith('RCPT'))).toEqual([
      'RCPT TO:<bob@example.com>',
      'RCPT TO:<cat@example.com>',
      'RCPT TO:<dog@example.com>',
    ]);
    expect(server.messages[0]).not.toContain('dog@');
  });
});

describe('smtp() and TLS (security)', () => {
  const tls = { requireTls: true, host: 'localhost' } as const;

  it.each([
    ['does not offer STARTTLS', {}],
    ['refuses STARTTLS', { STARTTLS: '454 4.7.0 Not now' }],
    ['answers STARTTLS with an error', { STARTTLS: '500 5.5.1 What' }],
    ['answers STARTTLS and continues without TLS', { STARTTLS: '220 Ready\r\n250 AUTH PLAIN' }],
    ['cuts at STARTTLS', { STARTTLS: 'cut' }],
  ] as const)('E10: security: never signs in when the server %s', async (_what, acts) => {
    const server = await start({ acts });
    const email = client(server, { ...tls, connectTimeoutMs: 500 });
    await expect(email.send(message)).rejects.toMatchObject({ outcome: 'not-sent' });
    expect(server.lines.some((line) => /^(?:AUTH|MAIL)/i.test(line))).toBe(false);
    expect(server.lines.join('\n')).not.toContain(
      Buffer.from(`\u0000mailer\u0000${password}`).toString('base64'),
    );
  });

  it('E10: security: refuses a certificate of an unknown authority', async () => {
    const server = await start({ tls: testCertificate });
    await expect(client(server, tls).send(message)).rejects.toMatchObject({
      code: 'network',
      outcome: 'not-sent',
      retryable: false,
      message: expect.stringMatching(/^No safe connection to localhost:\d+: its certificate .*tls\.ca to /),
    });
    expect(server.lines.some((line) => /^(?:AUTH|MAIL)/i.test(line))).toBe(false);
  });

  it('E10: security: refuses a certificate for another name', async () => {
    const server = await start({ tls: testCertificate });
    const options = { ...tls, tls: { ca: testCertificate.cert, servername: 'mail.acme.dev' } };
    await expect(client(server, options).send(message)).rejects.toMatchObject({
      code: 'network',
      outcome: 'not-sent',
      message: expect.stringMatching(/for another name .*tls\.servername\.$/),
    });
    expect(server.lines.some((line) => /^(?:AUTH|MAIL)/i.test(line))).toBe(false);
  });

  it('E10: reports a plain port without TLS', async () => {
    const server = await start();
    await expect(client(server, { ...tls, secure: true }).send(message)).rejects.toMatchObject({
      code: 'network',
      outcome: 'not-sent',
      retryable: false,
      message: expect.stringMatching(/TLS handshake failed .*Check port and secure/),
    });
  });

  it('signs in and sends over STARTTLS with a certificate it trusts, twice over one connection', async () => {
    const server = await start({ tls: testCertificate });
    const email = client(server, { ...tls, tls: { ca: testCertificate.cert } });
    await email.send(message);
    await email.send(message);
    expect(server.messages.length).toBe(2);
    expect(server.connections).toBe(1);
  });

  it('security: the password is in no error, and the driver does not print it', async () => {
    const { inspect } = await import('node:util');
    const server = await start({
      acts: { AUTH: (line) => `535 5.7.8 You sent ${line} which is ${password}` },
    });
    const driver = smtp({ host: '127.0.0.1', port: server.port, user: 'mailer', password });
    const email = createEmailClient({ driver, retry: false });
    running.push(email);
    const error = await email.send(message).catch((thrown: unknown) => thrown);
    const printed = [driver, email, error]
      .map((thing) => inspect(thing, { depth: 10, showHidden: true }))
      .join('\n');
    expect(printed).toContain('AuthenticationError');
    expect(printed).not.toContain(password);
    expect(printed).not.toContain(Buffer.from(`\u0000mailer\u0000${password}`).toString('base64'));
  });
});

describe('smtp() and the extensions of a server', () => {
  it('E11: stops before MAIL when the server does not know SMTPUTF8', async () => {
    const server = await start();
    await expect(client(server).send({ ...message, to: 'jürgen@example.com' })).rejects.toMatchObject({
      code: 'unsupported',
      outcome: 'not-sent',
    });
    expect(server.lines.some((line) => line.startsWith('MAIL'))).toBe(false);
  });

  it('E11: uses SMTPUTF8 where it is offered, and only where it is needed', async () => {
    const server = await start({ extensions: ['AUTH PLAIN', 'SMTPUTF8', '8BITMIME'] });
    const email = client(server);
    await email.send({ ...message, to: 'jürgen@example.com' });
    await email.send({ ...message, to: 'bob@bücher.example', subject: 'Grüße' });
    const mails = server.lines.filter((line) => line.startsWith('MAIL'));
    expect(mails[0]).toContain('SMTPUTF8');
    expect(mails[1]).not.toContain('SMTPUTF8');
    expect(server.lines).toContain('RCPT TO:<bob@xn--bcher-kva.example>');
  });

  it('E11: sends only ASCII bytes to a server without 8BITMIME', async () => {
    const server = await start();
    const content = { subject: 'Grüße', text: 'Zürich ✓', html: '<p>Zürich ✓</p>' };
    await client(server).send({ ...message, ...content });
    expect(/^\p{ASCII}*$/u.test(server.messages[0] ?? 'ü')).toBe(true);
  });
});

describe('smtp() and its connections', () => {
  it('signs in once for many messages', async () => {
    const server = await start();
    const email = client(server);
    for (let count = 0; count < 15; count += 1) await email.send(message);
    expect([server.connections, server.messages.length]).toEqual([1, 15]);
  });

  it('never has more connections than the pool may have', async () => {
    const server = await start();
    const email = client(server, { pool: { maxConnections: 2 } });
    await Promise.all(Array.from({ length: 12 }, () => email.send(message)));
    expect(server.connections).toBeLessThanOrEqual(2);
    expect(server.messages.length).toBe(12);
  });

  it('replaces a connection after maxMessages', async () => {
    const server = await start();
    const email = client(server, { pool: { maxMessages: 2 } });
    for (let count = 0; count < 4; count += 1) await email.send(message);
    expect(server.connections).toBe(2);
  });

  it('E7: opens a new connection when the server dropped the idle one', async () => {
    const server = await start({ acts: { final: () => '250 2.0.0 Fine' } });
    const email = client(server, {}, { retry: { baseMs: 1, throttledBaseMs: 1 } });
    await email.send(message);
    server.script = {
      acts: { MAIL: () => (server.connections === 1 ? '421 4.4.2 Idle too long' : undefined) },
    };
    await email.send(message);
    expect([server.connections, server.messages.length]).toEqual([2, 2]);
  });

  it.each(['connect', 'EHLO', 'AUTH', 'MAIL', 'RCPT', 'DATA', 'final'] as const)(
    "P3: an abort while the server is silent at %s rejects with the caller's reason and disconnects",
    async (step) => {
      let reach = () => {};
      const reached = new Promise<void>((resolve) => {
        reach = resolve;
      });
      const server = await start({
        acts: {
          [step]: () => {
            reach();
            return 'stall';
          },
        },
      });
      const caller = new AbortController();
      const reason = new Error('no longer wanted');
      const sending = client(server).send(message, { signal: caller.signal });
      await reached;
      caller.abort(reason);
      const outcome = step === 'final' ? 'unknown' : 'not-sent';
      await expect(sending).rejects.toMatchObject({ code: 'aborted', outcome, cause: reason });
      await expect.poll(() => server.open).toBe(0);
    },
  );

  it('P7: close sends QUIT and leaves nothing open', async () => {
    const server = await start();
    const email = client(server);
    await email.send(message);
    await email.close();
    expect(server.lines.at(-1)).toBe('QUIT');
    await expect.poll(() => server.open).toBe(0);
  });
});
