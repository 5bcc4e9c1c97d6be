import { describe, expect, it } from 'vitest';
import { createSmtpStage, createStallClock, message } from './smtp-stage.ts';
import { testCertificate } from './test-certificate.ts';

const { start, client } = createSmtpStage();
const retry = { baseMs: 1, throttledBaseMs: 1 };
const messageIdIn = (text = '') => /^Message-ID: (.*)$/m.exec(text)?.[1]?.trim();

describe('smtp() and mails that cannot be sent', () => {
  it('E11: a message over the SIZE of the server is refused once, and the connection stays', async () => {
    const server = await start({ extensions: ['AUTH PLAIN', 'SIZE 1000'] });
    const email = client(server, {}, { retry });
    await expect(email.send({ ...message, text: 'x '.repeat(1_000) })).rejects.toMatchObject({
      code: 'payload-too-large',
      outcome: 'not-sent',
      attempts: 1,
      message: expect.stringMatching(/has \d{4} bytes, and this mail server accepts 1000 \(SIZE\)/),
    });
    expect(server.lines.some((line) => line.startsWith('MAIL'))).toBe(false);
    await email.send(message);
    expect(server.connections).toBe(1);
  });

  it.each(['SIZE 0', 'SIZE'])('%s announces no limit', async (size) => {
    const server = await start({ extensions: ['AUTH PLAIN', size] });
    await expect(client(server).send(message)).resolves.toMatchObject({ provider: 'smtp' });
  });

  it('an address with angle brackets inside of quotes arrives as it is', async () => {
    const server = await start();
    await client(server).send({ ...message, from: '"a>b"@acme.dev', to: '"c<d"@example.com' });
    expect(server.lines).toContain('RCPT TO:<"c<d"@example.com>');
    expect(server.lines).toContainEqual(expect.stringContaining('MAIL FROM:<"a>b"@acme.dev>'));
    expect(server.messages[0]).toContain('To: "c<d"@example.com');
  });

  it('E11: an address outside ASCII in Reply-To alone needs SMTPUTF8, too', async () => {
    const server = await start();
    const international = { ...message, replyTo: 'jürgen@example.com' };
    await expect(client(server).send(international)).rejects.toMatchObject({
      code: 'unsupported',
      outcome: 'not-sent',
      message: expect.stringContaining('SMTPUTF8'),
    });
    expect(server.lines.some((line) => line.startsWith('MAIL'))).toBe(false);
  });

  it.each([[], ['PIPELINING']])('E11: and asks for it where it is offered, with %j', async (...more) => {
    const server = await start({ extensions: ['AUTH PLAIN', 'SIZE 9999', 'SMTPUTF8', ...more] });
    const email = client(server);
    await email.send({ ...message, replyTo: 'jürgen@example.com' });
    await email.send({ ...message, replyTo: 'Jürgen <j@bücher.example>' });
    await email.send({ ...message, replyTo: 'jürgen@example.com', to: 'jürgen@example.com' });
    const asked = server.lines
      .filter((line) => line.startsWith('MAIL'))
      .map((line) => line.match(/SMTPUTF8/g)?.length ?? 0);
    expect(asked).toEqual([1, 0, 1]);
  });
});

describe('smtp() and its time limit for connecting', () => {
  const connectTimeoutMs = 4_321;

  it.each(['connect', 'EHLO', 'AUTH'] as const)(
    'E4: silence at %s ends with connectTimeoutMs',
    async (step) => {
      const clock = createStallClock(connectTimeoutMs);
      const server = await start({ acts: { [step]: clock.stall } });
      const { runtime } = clock;
      await expect(client(server, { connectTimeoutMs }, { runtime }).send(message)).rejects.toMatchObject({
        code: 'timeout',
        outcome: 'not-sent',
        retryable: true,
        message: expect.stringMatching(/4321 ms \(connectTimeoutMs\)/),
      });
      await expect.poll(() => server.open).toBe(0);
    },
  );

  it.each<[string, object]>([
    ['STARTTLS', { requireTls: true }],
    ['TLS from the first byte', { secure: true }],
  ])('E4: so does a server that never finishes %s', async (_, options) => {
    const clock = createStallClock(connectTimeoutMs);
    const step = 'secure' in options ? 'connect' : 'STARTTLS';
    const goOn = () => {
      clock.stall();
      return step === 'connect' ? 'stall' : '220 Go';
    };
    const server = await start({ acts: { [step]: goOn } });
    const { runtime } = clock;
    const email = client(server, { ...options, host: 'localhost', connectTimeoutMs }, { runtime });
    await expect(email.send(message)).rejects.toMatchObject({
      code: 'timeout',
      outcome: 'not-sent',
      message: expect.stringContaining('connectTimeoutMs'),
    });
    await expect.poll(() => server.open).toBe(0);
  });

  it('is over once the connection is ready', async () => {
    const clock = createStallClock(connectTimeoutMs);
    const server = await start({
      acts: {
        MAIL: () => {
          clock.stall();
          return undefined;
        },
      },
    });
    const { runtime } = clock;
    await expect(client(server, { connectTimeoutMs }, { runtime }).send(message)).resolves.toBeDefined();
  });
});

describe('smtp() and a refused STARTTLS', () => {
  const options = { host: 'localhost', requireTls: true };

  it.each(['421 4.3.0 Closing', '454 4.7.0 TLS not available'])('E10: "%s" passes', async (reply) => {
    const refuseOnce = () => {
      server.script = { tls: testCertificate };
      return reply;
    };
    const server = await start({ tls: testCertificate, acts: { STARTTLS: refuseOnce } });
    const email = client(server, { ...options, tls: { ca: testCertificate.cert } }, { retry });
    await email.send(message);
    expect([server.connections, server.messages.length]).toEqual([2, 1]);
  });

  it('E10: a lasting "454" is a retryable error', async () => {
    const server = await start({ acts: { STARTTLS: '454 4.7.0 TLS not available' } });
    await expect(client(server, options).send(message)).rejects.toMatchObject({
      code: 'server',
      status: 454,
      outcome: 'not-sent',
      retryable: true,
      message: expect.stringContaining('The service says: 454 4.7.0 TLS not available'),
    });
  });

  it('E10: any other refusal is a server without TLS', async () => {
    const server = await start();
    await expect(client(server, options, { retry }).send(message)).rejects.toMatchObject({
      code: 'network',
      outcome: 'not-sent',
      retryable: false,
      attempts: 1,
      message: expect.stringContaining('requireTls'),
    });
  });
});

describe('smtp() and the Message-ID', () => {
  it.each(['cut', 'stall', 'what?'] as const)('E5: after "%s" at the end the error has it', async (act) => {
    const clock = createStallClock(1_000);
    const server = await start({ acts: { final: act === 'stall' ? clock.stall : act } });
    const engine = act === 'stall' ? { timeoutMs: 1_000, runtime: clock.runtime } : {};
    const error = await client(server, {}, engine)
      .send(message)
      .catch((thrown: unknown) => thrown);
    const messageId = messageIdIn(server.messages[0]);
    expect(messageId).toMatch(/^<.+@acme\.dev>$/);
    expect(error).toMatchObject({
      outcome: 'unknown',
      details: { messageId },
      message: expect.stringContaining(String(messageId)),
    });
  });

  it('E5: is the same for one idempotency key, which it hides and the result lists as dropped', async () => {
    const server = await start();
    const email = client(server);
    const keys = ['order-17', 'order-17', 'order-18', undefined, undefined];
    const fields: (string | undefined)[] = [];
    for (const idempotencyKey of keys) {
      const { lossy } = await email.send(message, { idempotencyKey });
      fields.push(lossy[0]?.field);
    }
    expect(fields).toEqual(keys.map((key) => (key === undefined ? undefined : 'idempotencyKey')));
    const [first, second, other, fourth, fifth] = server.messages.map(messageIdIn);
    expect(second).toBe(first);
    expect(new Set([first, other, fourth, fifth]).size).toBe(4);
    expect(server.messages.join('\n')).not.toContain('order-17');
  });
});
