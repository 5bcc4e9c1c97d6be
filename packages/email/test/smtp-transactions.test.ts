import { createManualRuntime } from '@org/core/testing';
import { describe, expect, it } from 'vitest';
import type { IncompleteSendError } from '../src/index.ts';
import { createSmtpStage, message } from './smtp-stage.ts';

const { start, client } = createSmtpStage();
const retry = { baseMs: 1, throttledBaseMs: 1 };
const to = ['a', 'b', 'c', 'd', 'e'].map((name) => `${name}@example.com`);
const shared = { ...message, to, recipientVisibility: 'shared' } as const;
const plain = ['AUTH PLAIN'];
const pipelined = ['AUTH PLAIN', 'PIPELINING'];

/** The recipients of each transaction. */
const transactions = (lines: readonly string[]) =>
  lines
    .join('\n')
    .split('MAIL FROM')
    .slice(1)
    .map((part) => [...part.matchAll(/RCPT TO:<(\w)@/g)].map(([, name]) => name).join(''));

describe.each([[plain], [pipelined]])('a limit of recipients, with %j', (extensions) => {
  it('LIMITS RCPTMAX is kept, and every part is the same mail', async () => {
    const server = await start({ extensions: [...extensions, 'LIMITS RCPTMAX=2 MAILMAX=50'] });
    const { outcomes } = await client(server).send(shared);
    expect(transactions(server.lines)).toEqual(['ab', 'cd', 'e']);
    expect(new Set(server.messages).size).toBe(1);
    expect([server.connections, server.messages.length]).toEqual([1, 3]);
    expect(outcomes.map(({ status }) => status)).toEqual(to.map(() => 'accepted'));
  });

  it('452 4.5.3 moves a recipient to another transaction', async () => {
    let accepted = 0;
    const server = await start({
      extensions,
      acts: {
        MAIL: () => {
          accepted = 0;
          return undefined;
        },
        RCPT: () => {
          accepted += 1;
          return accepted > 2 ? '452 4.5.3 Too many recipients' : undefined;
        },
      },
    });
    const { outcomes } = await client(server).send(shared);
    expect(server.messages.length).toBe(3);
    expect(outcomes.map(({ status }) => status)).toEqual(to.map(() => 'accepted'));
  });

  it('a part whose recipients are all refused does not stop the others', async () => {
    const server = await start({
      extensions: [...extensions, 'LIMITS RCPTMAX=2'],
      acts: { RCPT: (line) => (/<[abe]@/.test(line) ? '550 5.1.1 No such user' : undefined) },
    });
    const { outcomes } = await client(server).send(shared);
    expect(outcomes.map(({ status }) => status)).toEqual([
      'rejected',
      'rejected',
      'accepted',
      'accepted',
      'rejected',
    ]);
    expect(server.messages.length).toBe(1);
  });

  it('E5: a lost later part is unknown, the next ones are not sent, and nothing is repeated', async () => {
    const server = await start({
      extensions: [...extensions, 'LIMITS RCPTMAX=2'],
      acts: { final: () => (server.messages.length > 1 ? 'cut' : undefined) },
    });
    const { outcomes } = await client(server, {}, { retry }).send(shared);
    expect(outcomes.map(({ status, error }) => [status, error?.code])).toEqual([
      ['accepted', undefined],
      ['accepted', undefined],
      ['unknown', 'network'],
      ['unknown', 'network'],
      ['rejected', 'network'],
    ]);
    expect(server.messages.length).toBe(2);
  });

  it('E5: a later part that is refused is rejected, and says whether another attempt can help', async () => {
    const server = await start({
      extensions: [...extensions, 'LIMITS RCPTMAX=3'],
      acts: { MAIL: () => (server.messages.length > 0 ? '451 4.3.0 Later' : undefined) },
    });
    const { outcomes } = await client(server, {}, { retry }).send(shared);
    expect(outcomes.map(({ status, error }) => [status, error?.outcome, error?.retryable])).toEqual([
      ...to.slice(0, 3).map(() => ['accepted', undefined, undefined]),
      ...to.slice(3).map(() => ['rejected', 'not-sent', true]),
    ]);
    expect(server.messages.length).toBe(1);
  });
});

it('no recipient of any part accepted: the mail is rejected', async () => {
  const server = await start({
    extensions: ['AUTH PLAIN', 'LIMITS RCPTMAX=2'],
    acts: { RCPT: '550 5.1.1 No such user' },
  });
  await expect(client(server).send(shared)).rejects.toMatchObject({
    code: 'recipient-rejected',
    outcome: 'not-sent',
  });
  expect(transactions(server.lines)).toEqual(['ab', 'cd', 'e']);
});

it('LIMITS MAILMAX ends a connection after that many transactions', async () => {
  const server = await start({ extensions: ['AUTH PLAIN', 'LIMITS MAILMAX=2'] });
  const email = client(server);
  for (let count = 0; count < 4; count += 1) await email.send(message);
  expect(server.connections).toBe(2);
});

it.each(['LIMITS', 'LIMITS RCPTMAX=0', 'LIMITS RCPTMAX=x', 'LIMITS rcptmax=-1'])(
  '"%s" limits nothing',
  async (line) => {
    const server = await start({ extensions: ['AUTH PLAIN', line] });
    await client(server).send(shared);
    expect(server.messages.length).toBe(1);
  },
);

describe('a server that does not respond', () => {
  it.each([
    ['MAIL', 'commandMs', 'not-sent', true],
    ['RCPT', 'commandMs', 'not-sent', true],
    ['DATA', 'commandMs', 'not-sent', true],
    ['final', 'finalMs', 'unknown', false],
  ] as const)('E4: at %s ends with timeouts.%s', async (step, name, outcome, retryable) => {
    const server = await start({ acts: { [step]: 'stall' } });
    const email = client(server, { timeouts: { [name]: 40 } });
    await expect(email.send(message)).rejects.toMatchObject({
      code: 'timeout',
      outcome,
      retryable,
      message: expect.stringMatching(new RegExp(`silent for 40 ms \\(timeouts\\.${name}\\)`)),
    });
    await expect.poll(() => server.open).toBe(0);
  });

  it('E4: that takes no more of the message ends with timeouts.blockMs', async () => {
    const server = await start({ acts: { message: 'stall' } });
    const email = client(server, { timeouts: { blockMs: 200 } });
    server.pause();
    await expect(email.send({ ...message, text: 'x '.repeat(8_000_000) })).rejects.toMatchObject({
      code: 'timeout',
      outcome: 'not-sent',
      message: expect.stringMatching(/timeouts\.blockMs/),
    });
  });

  it('each reply begins the limit anew', async () => {
    const runtime = createManualRuntime();
    const later = () => runtime.advance(150).then(() => '250 2.1.5 Fine');
    const server = await start({ acts: { RCPT: later } });
    await client(server, { timeouts: { commandMs: 200 } }, { runtime }).send(shared);
    expect(server.messages.length).toBe(1);
  });
});

it('P10: a refused recipient stays refused when the connection is lost after the dot', async () => {
  const server = await start({
    acts: {
      RCPT: (line) => (line.includes('b@') ? '550 5.1.1 No such user' : undefined),
      final: 'cut',
    },
  });
  const error = await client(server, {}, { retry })
    .send(shared)
    .catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({ code: 'incomplete-send', outcome: 'unknown', retryable: false });
  expect(
    (error as IncompleteSendError).outcomes.map(({ status, error: own }) => [status, own?.code]),
  ).toEqual([
    ['unknown', 'network'],
    ['rejected', 'recipient-rejected'],
    ...to.slice(2).map(() => ['unknown', 'network']),
  ]);
});
