import { getEventListeners } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { type ClientEvent, Secret } from '@org/core';
import { describe, expect, it } from 'vitest';
import { createSmtpStage, message } from './smtp-stage.ts';

const { start, client } = createSmtpStage();
const retry = { baseMs: 1, throttledBaseMs: 1 };
const plain = (text: string) => `AUTH PLAIN ${Buffer.from(`\0mailer\0${text}`).toString('base64')}`;

describe('smtp() and idle connections', () => {
  it.each([
    [1, 3, 3],
    [2, 5, 3],
    [3, 3, 1],
  ])('a connection takes %d messages: %d need %d connections', async (maxMessages, messages, connections) => {
    const server = await start();
    const email = client(server, { pool: { maxMessages } });
    for (let count = 0; count < messages; count += 1) await email.send(message);
    expect([server.connections, server.messages.length]).toEqual([connections, messages]);
  });

  it('a rotated password opens a new connection and closes that of the old one', async () => {
    const server = await start();
    let current = 'old';
    let nowMs = 0;
    const source = {
      description: 'the test',
      load: async () => ({ secret: new Secret(current), source: 'the test' }),
    };
    const email = client(server, { password: source }, { runtime: { monotonic: () => nowMs } });
    await email.send(message);
    current = 'new';
    // Longer than the client keeps a password.
    nowMs += 3_600_000;
    await email.send(message);
    expect(server.lines.filter((line) => line.startsWith('AUTH'))).toEqual([plain('old'), plain('new')]);
    await expect.poll(() => server.open).toBe(1);
  });

  it('E12: a 421 for too many connections teaches the pool its size, and stops no mail', async () => {
    let most = 0;
    const tooMany = '421 4.7.0 Too many concurrent SMTP connections';
    const server = await start({
      acts: {
        connect: () => {
          if (server.open > 2) return tooMany;
          most = Math.max(most, server.open);
          return undefined;
        },
        final: async () => {
          await sleep(5);
          return '250 2.0.0 Taken';
        },
      },
    });
    const events: ClientEvent[] = [];
    const onEvent = (event: ClientEvent) => void events.push(event);
    const email = client(server, {}, { onEvent });
    const messages = Array.from({ length: 60 }, (_, index) => ({ ...message, subject: `mail ${index}` }));
    const failed: unknown[] = [];
    for await (const outcome of email.sendEach(messages)) if (!outcome.ok) failed.push(outcome.error);
    expect(failed).toEqual([]);
    expect(server.messages.length).toBe(60);
    expect(new Set(server.messages.map((text) => /^Subject: (.*?)\r?$/m.exec(text)?.[1])).size).toBe(60);
    expect(most).toBe(2);
    // A pause of the client would be seconds.
    for (const event of events) {
      if (event.type === 'retry-scheduled') expect(event.waitMs).toBeLessThan(1_000);
      if (event.type === 'limit-wait-start') expect(event.reason).toBe('concurrency');
    }
    // Three of the five that start together are refused, and nothing asks again within the minute.
    expect(server.connections).toBeLessThanOrEqual(6);
  });

  it('E12: a 421 that comes after the other mails are done leaves no mail waiting', async () => {
    let connections = 0;
    const server = await start({
      acts: {
        connect: async () => {
          connections += 1;
          if (connections <= 2) return '220 Ready';
          // The two others are idle again before this connection is refused.
          await expect.poll(() => server.messages.length).toBe(3);
          await sleep(50);
          return '421 4.7.0 Too many concurrent SMTP connections';
        },
      },
    });
    const email = client(server);
    await email.send(message);
    const startedAt = performance.now();
    await Promise.all([1, 2, 3].map(() => email.send(message)));
    expect(server.messages.length).toBe(4);
    // Not `idleMs`, 30 s: that was the next event of the pool.
    expect(performance.now() - startedAt).toBeLessThan(30_000);
  });

  it('E12: after a minute the pool tries one more connection, and only one', async () => {
    let allowed = 2;
    let most = 0;
    let nowMs = 0;
    const server = await start({
      acts: {
        connect: () => {
          if (server.open > allowed) return '421 4.7.0 Too many concurrent SMTP connections';
          most = Math.max(most, server.open);
          return undefined;
        },
        final: async () => {
          await sleep(10);
          return '250 2.0.0 Taken';
        },
      },
    });
    const email = client(server, {}, { limiter: false, runtime: { monotonic: () => nowMs } });
    /** How many connections were opened for 20 mails at once. */
    const round = async () => {
      const before = server.connections;
      await Promise.all(Array.from({ length: 20 }, () => email.send(message)));
      return server.connections - before;
    };
    await round();
    expect(most).toBe(2);
    expect(await round()).toBe(0);
    nowMs += 60_000;
    // The server still allows two: one attempt, refused, and no mail fails.
    expect([await round(), most]).toEqual([1, 2]);
    allowed = 4;
    nowMs += 60_000;
    expect([await round(), most]).toEqual([1, 3]);
    nowMs += 60_000;
    expect([await round(), most]).toEqual([1, 4]);
    expect(server.messages.length).toBe(100);
  });

  it("leaves no listener on a connection of many messages, nor on the caller's signal", async () => {
    const server = await start();
    const email = client(server);
    const warnings: Error[] = [];
    const onWarning = (warning: Error) => void warnings.push(warning);
    process.on('warning', onWarning);
    const { signal } = new AbortController();
    for (let count = 0; count < 25; count += 1) await email.send(message, { signal });
    await new Promise(setImmediate);
    process.off('warning', onWarning);
    expect(warnings).toEqual([]);
    expect(getEventListeners(signal, 'abort')).toEqual([]);
    expect(server.connections).toBe(1);
  });

  describe.each([[['AUTH PLAIN']], [['AUTH PLAIN', 'PIPELINING']]])('with %j', (extensions) => {
    it.each([
      ['MAIL', '550 5.7.1 Not your sender'],
      ['RCPT', '550 5.1.1 No such user'],
      ['RCPT', '451 4.7.1 Greylisted'],
      ['DATA', '451 4.3.0 Local error'],
      ['final', '554 5.6.0 Spam'],
    ] as const)('E7: stays open when the server refuses a message at %s with "%s"', async (step, reply) => {
      const noMail = { RCPT: '503 5.5.1 No MAIL', DATA: '503 5.5.1 No MAIL' };
      const acts = { ...(step === 'MAIL' ? noMail : {}), [step]: reply };
      const server = await start({ extensions, acts });
      const email = client(server, {}, { limiter: false });
      await expect(email.send(message)).rejects.toMatchObject({ outcome: 'not-sent' });
      const refused = server.messages.length;
      server.script = { extensions };
      await email.send(message);
      await email.send(message);
      expect([server.connections, server.messages.length - refused]).toEqual([1, 2]);
      expect(server.lines.filter((line) => line === 'RSET').length).toBe(1);
    });
  });

  it.each([
    ['421 at RCPT', { RCPT: '421 4.3.2 Closing' }],
    ['a refusal in the middle of the message', { message: '554 5.6.0 Stop' }],
  ])('E7: is replaced after %s', async (_, acts) => {
    let refusals = 0;
    const [step = '', reply = ''] = Object.entries(acts)[0] ?? [];
    const refuseOnce = () => {
      refusals += 1;
      return refusals === 1 ? reply : '';
    };
    const server = await start({ acts: { [step]: refuseOnce } });
    const email = client(server, {}, { limiter: false });
    const text = 'x '.repeat(2_000_000);
    await expect(email.send({ ...message, text })).rejects.toMatchObject({ outcome: 'not-sent' });
    server.script = {};
    await email.send(message);
    expect([server.connections, server.messages.length]).toEqual([2, 1]);
  });

  it.each(['502 5.5.1 What', '421 4.3.0 Closing', 'cut'])(
    'E7: a server that answers RSET with "%s" gets the next message over another connection',
    async (answer) => {
      const server = await start({ acts: { RCPT: '550 5.1.1 No such user' } });
      const email = client(server, {}, { limiter: false, retry });
      await expect(email.send(message)).rejects.toMatchObject({ code: 'recipient-rejected' });
      server.script = { acts: { RSET: answer } };
      await email.send(message);
      expect([server.connections, server.messages.length]).toEqual([2, 1]);
    },
  );

  it('ends the timer of connectTimeoutMs when the connection is ready', async () => {
    const server = await start();
    const connectTimeoutMs = 4_321;
    const signals: (AbortSignal | undefined)[] = [];
    const sleep = (ms: number, signal?: AbortSignal) => {
      if (ms === connectTimeoutMs) signals.push(signal);
      return new Promise<never>((_, reject) => {
        signal?.addEventListener('abort', () => reject(signal.reason));
      });
    };
    await client(server, { connectTimeoutMs }, { runtime: { sleep } }).send(message);
    expect(signals.map((signal) => signal?.aborted)).toEqual([true]);
  });

  it('E7: closes a connection that is idle for longer than idleMs, and opens another on demand', async () => {
    const server = await start();
    const email = client(server, { pool: { idleMs: 1 } });
    await email.send(message);
    await expect.poll(() => server.open).toBe(0);
    await email.send(message);
    expect(server.connections).toBe(2);
  });

  it('never counts the time of a message as idle', async () => {
    const idleMs = 20;
    const server = await start();
    const email = client(server, { pool: { idleMs } });
    await email.send(message);
    // The reply comes later than a resting connection would live.
    const late = () =>
      new Promise<string>((resolve) => setTimeout(() => resolve('250 2.1.0 Fine'), idleMs * 4));
    server.script = { acts: { MAIL: late } };
    await email.send(message);
    expect(server.messages.length).toBe(2);
  });

  it('keeps no more than maxConnections, also without a limiter', async () => {
    const server = await start();
    const email = client(server, { pool: { maxConnections: 2 } }, { limiter: false });
    await email.send(message);
    await Promise.all(Array.from({ length: 6 }, () => email.send(message)));
    await expect.poll(() => server.open).toBe(2);
    expect(server.messages.length).toBe(7);
  });

  it('closes although the server does not answer QUIT', async () => {
    const server = await start({ acts: { QUIT: 'stall' } });
    const email = client(server);
    await email.send(message);
    await email.close();
    await expect.poll(() => server.open).toBe(0);
  });
});

describe('smtp() and a server that agrees too early', () => {
  it.each([
    ['in the same breath as 354', { DATA: '354 Go on\r\n250 2.0.0 Queued' }, 'not-sent'],
    ['instead of 354', { DATA: '250 2.0.0 Queued' }, 'not-sent'],
    ['in the middle of the message', { message: '250 2.0.0 Queued' }, 'unknown'],
  ] as const)('E4: 250 %s is not acceptance', async (_, acts, outcome) => {
    const server = await start({ acts });
    const text = 'x'.repeat(5_000_000);
    await expect(client(server).send({ ...message, text })).rejects.toMatchObject({
      code: 'network',
      outcome,
    });
    expect(server.messages).toEqual([]);
  });

  it.each(['250 2.0.0 Queued', '250-2.0.0 Queued\r\n250 Fine'])(
    'E4: security: after "%s" to DATA, the server reads no line of the message as a command',
    async (reply) => {
      const server = await start({ acts: { DATA: reply } });
      const text = 'MAIL FROM:<thief@evil.example>\r\nRCPT TO:<thief@evil.example>\r\nDATA\r\n';
      await client(server)
        .send({ ...message, text })
        .catch(() => undefined);
      await expect.poll(() => server.open).toBe(0);
      expect(server.received.join('')).not.toContain('thief');
    },
  );
});

describe('smtp() and single recipients', () => {
  it('reports for each whether another attempt can help', async () => {
    const refusals = new Map([
      ['full', '452 4.2.2 <full@example.com> is full'],
      ['gone', '550 5.1.1 <gone@example.com> is unknown'],
    ]);
    const server = await start({
      acts: { RCPT: (line) => refusals.get(/<(\w+)@/.exec(line)?.[1] ?? '') },
    });
    const to = ['full@example.com', 'gone@example.com', 'bob@example.com'];
    const { outcomes } = await client(server).send({ ...message, to, recipientVisibility: 'shared' });
    expect(outcomes.map(({ status, error }) => [status, error?.retryable])).toEqual([
      ['rejected', true],
      ['rejected', false],
      ['accepted', undefined],
    ]);
  });

  it("the server's words about a mail are limited, without addresses", async () => {
    const server = await start({ acts: { final: `250 2.0.0 for bob@example.com ${'x'.repeat(2_000)}` } });
    const { response = '' } = await client(server).send(message);
    expect(response).toMatch(/^250 2\.0\.0 for \[address\] x+$/);
    expect(response.length).toBe(500);
  });

  it.each(['from', 'to', 'cc', 'bcc', 'replyTo'])('E11: `%s` outside ASCII needs SMTPUTF8', async (field) => {
    const server = await start();
    const international = { ...message, [field]: 'jürgen@example.com' };
    await expect(client(server, {}, { retry }).send(international)).rejects.toMatchObject({
      code: 'unsupported',
      attempts: 1,
    });
  });

  it('E11: a message of exactly the SIZE of the server is sent, one byte more is not', async () => {
    const server = await start({ extensions: ['AUTH PLAIN', 'SIZE'] });
    await client(server).send(message);
    const bytes = Number(/SIZE=(\d+)/.exec(server.lines.join('\n'))?.[1]);
    server.script = { extensions: ['AUTH PLAIN', `SIZE ${bytes}`] };
    await client(server).send(message);
    server.script = { extensions: ['AUTH PLAIN', `SIZE ${bytes - 1}`] };
    await expect(client(server).send(message)).rejects.toMatchObject({ code: 'payload-too-large' });
  });
});

describe('a server that says more than it was asked', () => {
  it.each(['250 2.0.0 More', '421 4.3.2 Bye', 'what?'])(
    '%j: its connection is left at once',
    async (more) => {
      const server = await start({ acts: { final: `250 2.0.0 Queued as 1\r\n${more}` } });
      const email = client(server);
      await expect(email.send(message)).resolves.toMatchObject({ outcomes: [{ status: 'accepted' }] });
      await expect.poll(() => server.open).toBe(0);
      server.script = {};
      await expect(email.send(message)).resolves.toMatchObject({ outcomes: [{ status: 'accepted' }] });
      expect([server.connections, server.messages.length]).toEqual([2, 2]);
    },
  );
});
